//! Lists the next steps after an answer, as commands and as text, and the sentence about the consequence for the job.
//!
//! A next step consists of a reason, a text and commands. The JSON contains the reason and the commands, and other formats contain the text
//! with the commands. The text of a step is plain, and each renderer escapes the text.

use gate_decision::{Answer, ComparisonMode, FindingKind};

use super::build_facts;
use super::line::{Line, quote_for_shell};
use super::summary::{is_before_main, largest_method};
use super::value::{NextCommand, Report, ReportRow};
use super::words::is_budget;

/// The length of the longest name in a command. A longer name would not fit into a shell command, and a shortened name would not be found.
const LONGEST_NAME: usize = 300;

/// Returns the sentence that states whether the change may be merged, and how the job ends.
pub(super) fn merge_consequence(report: &Report) -> &'static str {
    match report.verdict {
        Answer::Pass => "May be merged: the job passes (exit code 0)",
        Answer::Regressed => "Not to be merged: the job fails (exit code 2)",
        Answer::Undecided => "May be merged: jobs that gate init wrote pass with a warning (exit code 3)",
        Answer::NoBaseline => {
            "May be merged: until a baseline is stored, the action for GitHub passes with a warning (exit code 4)"
        }
        Answer::Incomparable => "Not to be merged: the job fails (exit code 5)",
        Answer::NotRecorded => "Not to be merged: the job fails (exit code 7)",
    }
}

/// A next step for the reader.
struct NextStep {
    /// The reason for the commands, as it is written in the JSON; empty without commands.
    reason: &'static str,
    words: Line,
    /// The commands, in order; empty if a person has to complete them.
    commands: Vec<ShellCommand>,
}

impl NextStep {
    fn new(
        reason: &'static str,
        words: impl Into<String>,
        commands: impl Into<Vec<ShellCommand>>,
    ) -> NextStep {
        NextStep { reason, words: Line::from_words(words), commands: commands.into() }
    }

    /// Makes a step that has no complete commands.
    fn from_advice(words: Line) -> NextStep {
        NextStep { reason: "", words, commands: Vec::new() }
    }

    /// Formats the text and the commands as one line. Downloads are joined by `&&`, since the second one needs the first. Other commands
    /// are joined by `;`, since the command that writes the verdict of a regression fails.
    fn into_line(self) -> Line {
        if self.commands.is_empty() {
            return self.words;
        }
        let commands: Vec<String> = self.commands.iter().map(ShellCommand::to_shell).collect();
        let between = if self.reason == "download" { " && " } else { "; " };
        self.words.with_words(": ").with_command(commands.join(between))
    }
}

/// A command as a list of arguments, the program first.
struct ShellCommand(Vec<Argument>);

enum Argument {
    /// A word of the command itself.
    StoredWord(String),
    /// A path or a date, which is quoted if a shell needs that.
    Plain(String),
    /// A name of the app or of an owner. A name is always quoted.
    Name(String),
    /// An expression that the shell evaluates.
    Shell(&'static str),
}

impl ShellCommand {
    fn new(words: &str) -> ShellCommand {
        ShellCommand(Vec::new()).with_words(words)
    }

    /// Adds words of the command itself, which are separated by spaces.
    fn with_words(mut self, words: &str) -> ShellCommand {
        self.0.extend(words.split(' ').map(|word| Argument::StoredWord(word.to_owned())));
        self
    }

    fn with_paths<'a>(mut self, paths: impl IntoIterator<Item = &'a String>) -> ShellCommand {
        self.0.extend(paths.into_iter().cloned().map(Argument::Plain));
        self
    }

    /// Adds the app of the base, which is the second app in the list.
    fn base_app(self, apps: &[String]) -> ShellCommand {
        match apps.get(1) {
            Some(base) => self.with_words("--base").with_paths([base]),
            None => self,
        }
    }

    fn with_argument(mut self, argument: Argument) -> ShellCommand {
        self.0.push(argument);
        self
    }

    /// Returns the command as text for a shell.
    fn to_shell(&self) -> String {
        let arguments: Vec<String> = self.0.iter().map(Argument::to_shell).collect();
        arguments.join(" ")
    }

    fn arguments(&self) -> Vec<String> {
        self.0.iter().map(|argument| argument.text().to_owned()).collect()
    }
}

impl Argument {
    /// Returns the argument without quotes.
    fn text(&self) -> &str {
        match self {
            Argument::StoredWord(text) | Argument::Plain(text) | Argument::Name(text) => text,
            Argument::Shell(text) => text.trim_matches('"'),
        }
    }

    /// Returns the argument as text for a shell.
    fn to_shell(&self) -> String {
        match self {
            Argument::StoredWord(text) => text.clone(),
            Argument::Plain(text) if is_plain(text) => text.clone(),
            Argument::Plain(text) | Argument::Name(text) => quote_for_shell(text),
            Argument::Shell(text) => (*text).to_owned(),
        }
    }
}

/// Returns whether a shell passes a text to a program unchanged, and no program interprets the text as an option.
fn is_plain(text: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._/-+=".contains(c);
    !text.is_empty() && !text.starts_with('-') && text.chars().all(is_plain)
}

/// The launches and apps that the commands refer to.
struct CommandPaths<'a> {
    runs: Vec<String>,
    base: &'a [String],
    until: Option<&'a str>,
    /// The files of the app and of its base, if they are available to the reader.
    apps: &'a [String],
    /// The id of the workflow run on GitHub.
    job: Option<&'a str>,
}

impl<'a> CommandPaths<'a> {
    fn new(report: &'a Report) -> CommandPaths<'a> {
        let commands = report.commands.as_ref();
        let until = commands.and_then(|commands| commands.until.as_deref());
        let run = report.origin.as_ref().and_then(|origin| origin.run_url.as_deref());
        let job = run.and_then(|url| url.split_once("/actions/runs/")).map(|(_, id)| id);
        let job = job.filter(|id| !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit()));
        if job.is_some() {
            return CommandPaths { runs: vec!["launches".to_owned()], base: &[], until, apps: &[], job };
        }
        let mut runs = commands.map(|commands| commands.runs.clone()).unwrap_or_default();
        if runs.is_empty() {
            runs.push("runs".to_owned());
        }
        let base = commands.map_or(&[][..], |commands| &commands.base);
        CommandPaths { runs, base, until, apps: commands.map_or(&[][..], |commands| &commands.apps), job }
    }

    /// Makes the command that writes the verdict to a file; `None` if the reader already has a file with the verdict.
    fn verdict_command(&self) -> Option<ShellCommand> {
        let mut command = ShellCommand::new("gate check").with_paths(&self.runs);
        for base in self.base {
            command = command.with_words("--base").with_paths([base]);
        }
        self.job.is_none().then(|| command.with_words("-o json=verdict.json"))
    }

    /// Makes the command that shows the callers and callees of a method.
    fn explain_command(&self, method: &str) -> ShellCommand {
        ShellCommand::new("gate explain")
            .with_argument(Argument::Name(method.to_owned()))
            .with_paths(&self.runs)
    }

    /// Makes the commands that accept a finding with its present size.
    fn accept_commands(&self, row: &ReportRow) -> Vec<ShellCommand> {
        let owner = row.owner.clone().map_or(Argument::Shell("\"$(git config user.email)\""), Argument::Name);
        let until =
            self.until.map(str::to_owned).map_or(Argument::Shell("$(date +%Y)-12-31"), Argument::Plain);
        let accept = ShellCommand::new("gate baseline accept")
            .with_argument(Argument::Name(row.subject.bare_name().to_owned()))
            .with_words("--verdict verdict.json --reason")
            .with_argument(Argument::Name("intended change".to_owned()))
            .with_words("--owner")
            .with_argument(owner)
            .with_words("--until")
            .with_argument(until);
        self.verdict_command().into_iter().chain([accept]).collect()
    }
}

/// Adds the commands of the next steps to a complete report. The names in the report must already be in the form that the settings require,
/// and the origin of the report must be known.
pub fn add_next_commands(report: &mut Report) {
    report.next = next_commands(report);
}

fn next_commands(report: &Report) -> Vec<NextCommand> {
    let mut commands = Vec::new();
    for NextStep { reason, commands: of_step, .. } in all_steps(report) {
        commands.extend(to_next_commands(of_step.into_iter().map(|command| (reason, command))));
    }
    commands
}

/// Returns the next steps as lines, with complete commands.
pub(super) fn next_steps(report: &Report) -> Vec<Line> {
    all_steps(report).into_iter().map(NextStep::into_line).collect()
}

fn all_steps(report: &Report) -> Vec<NextStep> {
    let paths = CommandPaths::new(report);
    match report.verdict {
        Answer::Pass => vec![],
        Answer::Regressed => steps_for_regressions(report, &paths),
        Answer::Undecided => {
            let launches = report.launches.as_ref();
            let interleaved =
                launches.is_some_and(|launches| launches.mode.known_value() == Some(ComparisonMode::Blocks));
            // For an undecided answer, the only advice is to record the launches that would change the answer.
            let more = report.more_launches.is_some() || launches.is_none() || interleaved;
            vec![if more { record_more(&paths) } else { record_in_turns("Record both builds in turns") }]
        }
        Answer::NoBaseline => {
            vec![store_baseline("Once,"), record_in_turns("Or compare two builds without a baseline")]
        }
        Answer::Incomparable => vec![
            record_in_turns("Record both builds in turns on one device"),
            store_baseline("Or, after an update of the device or system,"),
        ],
        Answer::NotRecorded => vec![NextStep::from_advice(
            Line::from_words("Check that the agent is in the app (")
                .with_command("gate inject")
                .with_words(") and records (")
                .with_command("gate doctor")
                .with_words("), then launch again."),
        )],
    }
}

fn steps_for_regressions(report: &Report, paths: &CommandPaths<'_>) -> Vec<NextStep> {
    // An exceeded budget can be raised in the settings, but not accepted.
    let failing: Vec<&ReportRow> =
        report.findings.iter().filter(|row| row.fails() && !is_budget(row)).collect();
    let finding = largest_method(&failing).or_else(|| failing.first().copied());
    let mut steps = Vec::new();
    if let Some(row) = finding {
        if row.subject.bare_name().len() > LONGEST_NAME {
            let words = "The name of the largest finding is too long for a command; the JSON report has it.";
            steps.push(NextStep::from_advice(Line::from_words(words)));
        } else {
            steps.extend(paths.job.map(download_step));
            steps.extend(steps_for_finding(report, row, failing.len(), paths));
        }
    }
    let has = |kind: FindingKind| failing.iter().any(|row| row.kind.finding_kind() == Some(kind));
    if has(FindingKind::Phase) && report.functions.is_some() {
        let words = "Swift, C and system code: list the functions that samples found";
        let command = ShellCommand::new("gate explain functions").with_paths(&paths.runs);
        steps.push(NextStep::new("list-functions", words, [command]));
    }
    if failing.iter().any(|row| row.counted.is_some() && is_before_main(row)) {
        let words = "Before main: list the dylibs, +load methods and initialisers of the build";
        steps.push(match paths.apps.first() {
            Some(app) => {
                NextStep::new("inspect-build", words, [ShellCommand::new("gate inspect").with_paths([app])])
            }
            None => NextStep::from_advice(
                Line::from_words(format!("{words} with ")).with_command("gate inspect").with_words("."),
            ),
        });
    }
    if report.findings.iter().any(|row| row.fails() && is_budget(row)) {
        let words = "Over a budget: make it faster, or raise the limit of its [[budget]] in the settings.";
        steps.push(NextStep::from_advice(Line::from_words(words)));
    }
    if build_facts::count_failing(report) > 0 {
        let words = "Build facts: undo what was added, or allow it in [facts] of the settings.";
        steps.push(NextStep::from_advice(Line::from_words(words)));
    }
    steps
}

/// Makes the step that downloads the launches and the verdict, under the names that the GitHub action gives them.
fn download_step(job: &str) -> NextStep {
    let download = |name: &str| ShellCommand::new(&format!("gh run download {job} -n {name}"));
    let launches = download("launchgate-launches").with_words("-D launches");
    let words = "Get the launches and the verdict of this run";
    NextStep::new("download", words, [launches, download("launchgate-verdict")])
}

/// Makes the step that records additional launches of the same builds.
fn record_more(paths: &CommandPaths<'_>) -> NextStep {
    match (paths.job, paths.apps) {
        (Some(id), _) => {
            let command = ShellCommand::new(&format!("gh run rerun {id}"));
            NextStep::new("rerun-job", "Record more launches in the same job", [command])
        }
        (None, []) => NextStep::from_advice(
            Line::from_words("Record more launches: start ")
                .with_command("gate run")
                .with_words(" again with ")
                .with_command("--until-decided")
                .with_words("."),
        ),
        (None, [app, ..]) => {
            let command = ShellCommand::new("gate run").with_paths([app]).base_app(paths.apps);
            NextStep::new(
                "record-more",
                "Record more launches",
                [command.with_words("-o more --until-decided")],
            )
        }
    }
}

/// Makes the step that stores launches of the main branch as a baseline. The job of the main branch does this automatically.
fn store_baseline(when: &str) -> NextStep {
    let command = ShellCommand::new("gate baseline update launches");
    let words = format!("{when} on the main branch: start the job that gate init wrote, or by hand, after ");
    let words = Line::from_words(words).with_command("gate run").with_words(" into the folder launches");
    NextStep { reason: "store-baseline", words, commands: vec![command] }
}

/// Makes the step that launches both builds in turns, for a reader who has the base's app.
fn record_in_turns(words: &str) -> NextStep {
    let line = Line::from_words(format!("{words}, with the apps of head and base: "));
    NextStep::from_advice(line.with_command("gate run HEAD.ipa --base BASE.ipa -o launches"))
}

/// Returns the steps for one finding.
fn steps_for_finding(
    report: &Report,
    row: &ReportRow,
    failing: usize,
    paths: &CommandPaths<'_>,
) -> Vec<NextStep> {
    let (which, one, others) = if failing > 1 {
        let which = if row.subject.method().is_some() { "the largest method" } else { "the largest finding" };
        (which, which, " (the other findings still fail)")
    } else {
        ("the method", "this finding", "")
    };
    let stored = report
        .launches
        .as_ref()
        .is_some_and(|used| used.mode.known_value() == Some(ComparisonMode::Sessions));
    let first = match row.kind.finding_kind() {
        // If all code became slower, the state of the device is the first thing to check.
        Some(FindingKind::Drift) if stored => {
            Some(record_in_turns("Run base and head in turns, which tells a slower phone from slower code"))
        }
        _ => row.subject.method().map(|method| {
            let words = format!("See what calls {which}, and what it calls");
            NextStep::new("explain", words, [paths.explain_command(method)])
        }),
    };
    let words = format!("If the growth of {one} is intended, accept it{others}");
    first.into_iter().chain([NextStep::new("accept", words, paths.accept_commands(row))]).collect()
}

/// Returns the commands for investigating a finding, or a fact of the build without a row, and for measuring a fix.
pub(super) fn for_finding(report: &Report, row: Option<&ReportRow>) -> Vec<NextCommand> {
    let paths = CommandPaths::new(report);
    let name = row.map(|row| row.subject.bare_name()).filter(|name| name.len() <= LONGEST_NAME);
    let explain = name.map(|name| match paths.base {
        [] => ("explain", paths.explain_command(name)),
        base => ("explain", paths.explain_command(name).with_words("--base").with_paths(base)),
    });
    let app = paths.apps.first();
    let with_base = |words: &str| ShellCommand::new(words).with_paths(app).base_app(paths.apps);
    let inspect = app.filter(|_| row.is_none_or(is_before_main));
    let inspect = inspect.map(|_| ("inspect-build", with_base("gate inspect")));
    let run = app.map(|_| ("measure-fix", with_base("gate run").with_words("-o fix --until-decided")));
    let check = app.map(|_| ("measure-fix", ShellCommand::new("gate check fix --claim verdict.json")));
    to_next_commands(explain.into_iter().chain(inspect).chain(run).chain(check))
}

fn to_next_commands(commands: impl Iterator<Item = (&'static str, ShellCommand)>) -> Vec<NextCommand> {
    let owned = commands.map(|(reason, command)| (reason.to_owned(), command.arguments()));
    owned.map(|(reason, arguments)| NextCommand { reason, arguments }).collect()
}

/// Returns the command that shows a method's callers and callees.
pub(super) fn explain_command(report: &Report, method: &str) -> String {
    CommandPaths::new(report).explain_command(method).to_shell()
}

/// Returns the command that lists every method of the launches, if the report contains the folder of the launches.
pub(super) fn tree_command(report: &Report) -> Option<String> {
    report.commands.as_ref().filter(|commands| !commands.runs.is_empty())?;
    let command = ShellCommand::new("gate explain tree").with_paths(&CommandPaths::new(report).runs);
    Some(command.with_words("--min 0%").to_shell())
}

/// Returns the commands that accept a finding with its present size.
pub(super) fn accept_commands(report: &Report, row: &ReportRow) -> String {
    let commands: Vec<String> =
        CommandPaths::new(report).accept_commands(row).iter().map(ShellCommand::to_shell).collect();
    commands.join("; ")
}

#[cfg(test)]
mod tests {
    use super::super::value::CommandInputs;
    use super::*;

    #[test]
    fn a_fix_is_measured_by_a_run_of_both_builds_and_a_check_of_the_claim() {
        let texts = |all: &[&str]| all.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        let commands = CommandInputs {
            runs: texts(&["runs"]),
            apps: texts(&["Head.ipa", "Base.ipa"]),
            ..CommandInputs::default()
        };
        let report = Report { commands: Some(commands), ..Report::default() };
        let listed = for_finding(&report, None);
        let listed: Vec<(&str, String)> =
            listed.iter().map(|next| (&*next.reason, next.arguments.join(" "))).collect();
        assert_eq!(
            listed,
            [
                ("inspect-build", "gate inspect Head.ipa --base Base.ipa".to_owned()),
                ("measure-fix", "gate run Head.ipa --base Base.ipa -o fix --until-decided".to_owned()),
                ("measure-fix", "gate check fix --claim verdict.json".to_owned()),
            ]
        );
    }

    #[test]
    fn suggested_commands_are_argument_lists_and_are_quoted_for_a_shell() {
        let commands = CommandInputs {
            runs: vec!["my runs".to_owned()],
            apps: vec!["Shop.ipa".to_owned()],
            ..CommandInputs::default()
        };
        let report = Report { verdict: Answer::Undecided, commands: Some(commands), ..Report::default() };
        let [command] = &next_commands(&report)[..] else { panic!() };
        assert_eq!(command.reason, "record-more");
        assert_eq!(command.arguments, ["gate", "run", "Shop.ipa", "-o", "more", "--until-decided"]);
        let row = ReportRow { owner: Some("@shop/cart".to_owned()), ..ReportRow::default() };
        assert_eq!(
            accept_commands(&report, &row),
            "gate check 'my runs' -o json=verdict.json; gate baseline accept 'launch' --verdict verdict.json \
             --reason 'intended change' --owner '@shop/cart' --until $(date +%Y)-12-31"
        );
        let arguments = CommandPaths::new(&report)
            .accept_commands(&row)
            .last()
            .map(ShellCommand::arguments)
            .unwrap_or_default();
        assert!(
            arguments.contains(&"intended change".to_owned()) && arguments.contains(&"launch".to_owned())
        );
    }
}
