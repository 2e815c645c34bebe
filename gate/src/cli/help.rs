//! Formats the list of commands in groups, which `gate --help` shows on one screen.

use std::fmt::Write as _;

use clap::error::ContextKind;
use clap::{Command, CommandFactory as _};

use super::Cli;

/// The groups of commands, in the order in which a new user needs them. The help lists all other commands by
/// name only.
const GROUPS: [(&str, &[&str]); 4] = [
    ("Start", &["init", "doctor", "look"]),
    ("Measure", &["inject", "run"]),
    ("Judge", &["check", "report", "comment", "explain"]),
    ("Baselines", &["baseline", "store", "trend"]),
];

/// Words that users know from other tools, each with the corresponding use of `gate`.
const ELSEWHERE: [(&[&str], &str); 5] = [
    (
        &["diff", "compare"],
        "`gate check HEAD --base BASE` compares launches, `gate inspect HEAD --base BASE` compares builds",
    ),
    (&["--json"], "pass `--format json`"),
    (&["-q", "--quiet"], "the exit code is the answer; redirect the output to /dev/null"),
    (&["-v", "--verbose"], "`gate explain` shows more about a finding, and `gate doctor` about the setup"),
    (&["--color"], "a terminal has colours unless NO_COLOR=1 is set; files and pipes have none"),
];

/// Returns the advice for a usage error about an option or command of other tools.
pub(super) fn usage_advice(error: &clap::Error) -> Option<&'static str> {
    let kinds = [ContextKind::InvalidArg, ContextKind::InvalidSubcommand];
    let mut words = kinds.into_iter().filter_map(|kind| error.get(kind)).map(ToString::to_string);
    words.find_map(|word| {
        let (_, advice) = ELSEWHERE.iter().find(|(known, _)| known.contains(&&*word))?;
        Some(*advice)
    })
}

/// Returns the command line, whose help lists the commands in groups.
pub(super) fn build_command() -> Command {
    let mut command = Cli::command();
    command.build();
    let listed = list_commands(&command);
    command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{listed}{{after-help}}"
    ))
}

fn list_commands(command: &Command) -> String {
    let mut text = String::new();
    for (group, names) in GROUPS {
        let of =
            names.iter().filter_map(|name| command.get_subcommands().find(|one| one.get_name() == *name));
        for (at, one) in of.enumerate() {
            let group = if at == 0 { group } else { "" };
            let about = one.get_about().map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(text, "{group:11}{:9} {about}", one.get_name());
        }
    }
    let is_grouped = |name: &str| GROUPS.iter().any(|(_, names)| names.contains(&name));
    let others: Vec<&str> =
        command.get_subcommands().map(Command::get_name).filter(|name| !is_grouped(name)).collect();
    let (first, last) = others.split_at(others.len() / 2);
    let _ = writeln!(text, "{:11}{},\n{:11}{}", "More", first.join(", "), "", last.join(", "));
    text + "Options    -h, --help; -V, --version; gate COMMAND --help says more"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_and_commands_of_other_tools_get_advice_about_the_right_option() {
        for (words, expected) in [
            (&["gate", "diff", "a", "b"][..], "--base BASE"),
            (&["gate", "check", "--json", "x"], "--format json"),
            (&["gate", "run", "-q"], "exit code"),
            (&["gate", "check", "--color", "never", "x"], "NO_COLOR"),
        ] {
            let error = build_command().try_get_matches_from(words).expect_err("an unknown word");
            assert!(usage_advice(&error).is_some_and(|advice| advice.contains(expected)), "{error}");
        }
    }

    #[test]
    fn the_help_fits_one_screen_and_has_each_command_once() {
        let text = build_command().render_help().to_string();
        assert!(text.lines().count() <= 24 && text.lines().all(|line| line.chars().count() <= 80), "{text}");
        let list: Vec<&str> = text.lines().skip_while(|line| !line.starts_with("Start ")).collect();
        let more = list.iter().position(|line| line.starts_with("More ")).expect("other commands");
        let mut names: Vec<&str> =
            list[..more].iter().filter_map(|line| line.get(11..)?.split_whitespace().next()).collect();
        assert!(names.is_sorted_by_key(|name| GROUPS.iter().position(|(_, of)| of.contains(name))), "{text}");
        names.extend(
            list[more..more + 2].iter().flat_map(|line| line[11..].trim_end_matches(',').split(", ")),
        );
        names.sort_unstable();
        let mut all: Vec<String> =
            build_command().get_subcommands().map(|one| one.get_name().to_owned()).collect();
        all.sort_unstable();
        assert_eq!(names, all, "{text}");
    }
}
