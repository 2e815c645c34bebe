//! Runs one operation of a tool: creates and runs the command, reads its answer, and classifies failures.
//!
//! Invariant: if the table has a pattern for the answer, an exit status of 0 without a match is a failure.

use std::path::{Path, PathBuf};
use std::time::Duration;

use xshell::{Cmd, Shell};

use super::answer::{self, Record};
use super::run::{CommandEnd, FinishedCommand, RunError, RunningCommand, WaitOutcome, run};
use super::spec::{FailurePattern, Operation, Pattern, ToolSpec};
use super::templates::{self, PlaceholderValues};
use crate::{Failure, FailureKind, Patience, Result};

/// The data that all commands of a tool need.
pub(super) struct ToolCaller {
    pub(super) spec: ToolSpec,
    pub(super) patience: Patience,
    shared: Vec<FailurePattern>,
    shell: Shell,
    usbmux: Vec<String>,
    environment: Vec<(String, String)>,
    /// The working folder of the tool's commands, which also receives answers in files and further files that some tools write.
    folder: tempfile::TempDir,
}

/// A command that runs as long as the app that it launched.
pub(super) struct AttachedCommand {
    pub(super) running: RunningCommand,
    end_pattern: Option<Pattern>,
}

/// A call of an operation: the operation, its name in messages, the values of its placeholders, and the deadline.
struct OperationCall<'a> {
    name: &'a str,
    operation: &'a Operation,
    values: PlaceholderValues,
    patience: Duration,
}

impl AttachedCommand {
    /// Returns whether the app has ended, because the command has exited or its output reports the end of the app.
    pub(super) fn is_over(&self) -> bool {
        let says_so = |end_pattern: &Pattern| {
            self.running.output_text().lines().any(|line| end_pattern.0.is_match(line))
        };
        self.running.is_over() || self.end_pattern.as_ref().is_some_and(says_so)
    }
}

impl ToolCaller {
    pub(super) fn new(
        spec: ToolSpec,
        shared: Vec<FailurePattern>,
        address: Option<&str>,
        patience: Patience,
    ) -> Result<ToolCaller> {
        let local = |error: &dyn std::fmt::Display| {
            Failure::new(FailureKind::Local, format!("a folder for {}: {error}", spec.name))
        };
        let folder = tempfile::Builder::new().prefix("gate-").tempdir().map_err(|error| local(&error))?;
        let shell = Shell::new().map_err(|error| local(&error))?;
        shell.change_dir(folder.path());
        let mut environment: Vec<(String, String)> =
            spec.environment.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
        let mut usbmux = Vec::new();
        if let Some(address) = address {
            let (words, variable) = templates::format_usbmux_address(&spec, address).map_err(|name| {
                Failure::new(FailureKind::Unsupported, format!("{}: {{{name}}} in usbmux", spec.name))
            })?;
            usbmux = words;
            environment.extend(variable);
        }
        Ok(ToolCaller { patience, shared, shell, usbmux, environment, folder, spec })
    }

    /// Runs an operation and reads its answer. A missing file results in [`FailureKind::NoFile`].
    pub(super) fn call_operation(
        &self,
        name: &str,
        operation: &Operation,
        values: PlaceholderValues,
        patience: Duration,
    ) -> Result<Vec<Record>> {
        self.call_with_retry(&OperationCall { name, operation, values, patience }, false)
    }

    /// Runs an operation and reads its answer, which may have no records.
    pub(super) fn list_records(
        &self,
        name: &str,
        operation: &Operation,
        values: PlaceholderValues,
    ) -> Result<Vec<Record>> {
        self.call_with_retry(&OperationCall { name, operation, values, patience: self.patience.answer }, true)
    }

    fn call_with_retry(&self, call: &OperationCall<'_>, may_be_empty: bool) -> Result<Vec<Record>> {
        let command = &call.operation.command;
        let mut finished = self.run_command(call, command)?;
        let output = self.filter_output(&finished);
        let another = match (&call.operation.instead, &self.spec.again) {
            (Some(instead), _) if instead.says.0.is_match(&output) => Some(&instead.command),
            (_, Some(lost)) if lost.0.is_match(&output) => Some(command),
            _ => None,
        };
        if let Some(command) = another {
            finished = self.run_command(call, command)?;
        }
        self.read_answer(call, &finished, may_be_empty)
    }

    /// Runs a command to its end.
    fn run_command(&self, call: &OperationCall<'_>, command: &[String]) -> Result<FinishedCommand> {
        let command = self.build_command(call, command)?;
        let deadline = call.patience + Duration::from_secs(self.spec.startup);
        let stop = self.patience.stop.clone();
        run(command, deadline, &|| stop.is_asked()).map_err(|error| self.start_failure(&error))
    }

    /// Starts an operation that runs as long as the app, and waits until it reports that the app runs.
    pub(super) fn start_attached_operation(
        &self,
        name: &str,
        operation: &Operation,
        values: PlaceholderValues,
        patience: Duration,
    ) -> Result<AttachedCommand> {
        let call = &OperationCall { name, operation, values, patience };
        let command = self.build_command(call, &operation.command)?;
        let deadline = patience + Duration::from_secs(self.spec.startup);
        let running = RunningCommand::start(command, 64 << 10).map_err(|error| self.start_failure(&error))?;
        let operation_name = self.operation_name(name);
        let stop = self.patience.stop.clone();
        let is_ready = |line: &str| operation.ready.as_ref().is_none_or(|ready| ready.0.is_match(line));
        let until = std::time::Instant::now() + deadline;
        match running.wait_for_line(until, &|| stop.is_asked(), is_ready) {
            WaitOutcome::Done => Ok(AttachedCommand { running, end_pattern: operation.over.clone() }),
            WaitOutcome::Stopped => Err(Failure::new(FailureKind::Stopped, operation_name)),
            WaitOutcome::Late => Err(self.classify_failure(
                call,
                &FinishedCommand { end: CommandEnd::Deadline, ..running.end() },
                None,
            )),
            WaitOutcome::Over => Err(self.classify_failure(call, &running.end(), None)),
        }
    }

    /// Returns the name of an operation for messages.
    fn operation_name(&self, name: &str) -> String {
        format!("{} {name}", self.spec.name)
    }

    fn build_command(&self, call: &OperationCall<'_>, command: &[String]) -> Result<Cmd<'_>> {
        let (result, mut values) = (self.result_path(), call.values.clone());
        // The file of an earlier answer is removed, so that it is not read as the answer of this command.
        let _ = std::fs::remove_file(&result);
        values.set_many("usbmux", self.usbmux.clone());
        values.set("result", result.display().to_string());
        let unsupported = |why: String| {
            Failure::new(FailureKind::Unsupported, format!("{}: {why}", self.operation_name(call.name)))
        };
        let filled = values.fill(command);
        let filled = filled.map_err(|unknown| unsupported(format!("no value for {{{unknown}}}")))?;
        let (program, words) = filled.split_first().ok_or_else(|| unsupported("no command".to_owned()))?;
        let mut command = self.shell.cmd(self.find(program)).args(words).quiet().ignore_status();
        for (key, value) in &self.environment {
            command = command.env(key, value);
        }
        Ok(command)
    }

    /// Finds a program. The folders of the table are searched before those in PATH; a relative folder is relative to the gate's working
    /// folder.
    fn find(&self, program: &str) -> PathBuf {
        let here = std::env::current_dir().unwrap_or_default();
        let own = self.spec.path.iter().map(|folder| here.join(folder).join(program));
        own.into_iter().find(|path| path.is_file()).unwrap_or_else(|| program.into())
    }

    fn start_failure(&self, error: &RunError) -> Failure {
        match error {
            RunError::Missing { .. } => {
                Failure::new(FailureKind::NoTool, format!("{error}: {}", self.spec.get))
            }
            RunError::Start { .. } => Failure::new(FailureKind::NoTool, error),
        }
    }

    fn read_answer(
        &self,
        call: &OperationCall<'_>,
        finished: &FinishedCommand,
        may_be_empty: bool,
    ) -> Result<Vec<Record>> {
        let (OperationCall { name, operation, .. }, result) = (call, &self.result_path());
        let failure = |why| Err(self.classify_failure(call, finished, why));
        if finished.end == CommandEnd::Stopped {
            return Err(Failure::new(FailureKind::Stopped, self.operation_name(name)));
        }
        let output = self.filter_output(finished);
        let is_well = finished.end == CommandEnd::Exited(0);
        let evidence = if is_well { output.clone() } else { self.output_and_result(finished, result) };
        if operation.missing.as_ref().is_some_and(|missing| missing.0.is_match(&evidence)) {
            return Err(Failure::new(
                FailureKind::NoFile,
                format!("{}: {}", self.operation_name(name), last_lines(&output)),
            ));
        }
        if !is_well || operation.fails.as_ref().is_some_and(|fails| fails.0.is_match(&output)) {
            return failure(None);
        }
        let records = match answer::read(&operation.answer, finished, result) {
            Ok(records) => records,
            Err(why) => return failure(Some(why)),
        };
        if records.is_empty() && operation.answer.pattern.is_some() && !may_be_empty {
            return failure(Some("its output is missing".to_owned()));
        }
        Ok(records)
    }

    /// Returns the standard output and the standard error, without irrelevant lines.
    fn filter_output(&self, finished: &FinishedCommand) -> String {
        let both = [finished.stdout.text(), finished.stderr.text()].join("\n");
        let Some(noise) = &self.spec.noise else { return both };
        both.lines().filter(|line| !noise.0.is_match(line)).collect::<Vec<_>>().join("\n")
    }

    /// Returns the output of a failed command, and the content of the file for its answer.
    fn output_and_result(&self, finished: &FinishedCommand, result: &Path) -> String {
        let file = std::fs::read(result).unwrap_or_default();
        [self.filter_output(finished), String::from_utf8_lossy(&file[..file.len().min(1 << 20)]).into_owned()]
            .join("\n")
    }

    /// Returns the path of the file for the answer of a command.
    fn result_path(&self) -> PathBuf {
        self.folder.path().join("result")
    }

    /// Classifies a failure by the output of the command or, if the output has no known message, by the way in which the command ended.
    fn classify_failure(
        &self,
        call: &OperationCall<'_>,
        finished: &FinishedCommand,
        why: Option<String>,
    ) -> Failure {
        let output = self.filter_output(finished);
        let known = self.failure_kind(&self.output_and_result(finished, &self.result_path()));
        let (end, by_end) = match finished.end {
            CommandEnd::Deadline => ("no answer in time".to_owned(), Some(FailureKind::Timeout)),
            CommandEnd::Stopped => ("ended".to_owned(), None),
            CommandEnd::Exited(status) => (format!("exit status {status}"), None),
            CommandEnd::Signalled(signal) => (format!("ended by signal {signal}"), None),
        };
        let mut words = vec![why.unwrap_or_default(), last_lines(&output)];
        let mut kind = known.or(by_end);
        // The messages of the tools do not distinguish between a missing developer image and a disabled Developer Mode.
        if matches!(kind, None | Some(FailureKind::NoImage))
            && let Some((reason, output)) = self.explain_failure(&call.values)
        {
            kind = Some(reason);
            words.push(output);
        }
        let kind = kind.or(call.operation.otherwise.map(|kind| kind.0)).unwrap_or(FailureKind::Protocol);
        words.retain(|word| !word.is_empty());
        let words = if words.is_empty() { "no output".to_owned() } else { words.join(": ") };
        Failure::new(kind, format!("{}, {end}: {words}", self.operation_name(call.name)))
    }

    fn failure_kind(&self, text: &str) -> Option<FailureKind> {
        let mut meanings = self.spec.failure.iter().chain(&self.shared);
        meanings
            .find(|failure_kind| failure_kind.pattern.0.is_match(text))
            .map(|failure_kind| failure_kind.kind.0)
    }

    /// Runs the tool's command `explain` to find the reason of a failure.
    fn explain_failure(&self, values: &PlaceholderValues) -> Option<(FailureKind, String)> {
        let operation = self.spec.explain.as_ref()?;
        let call = OperationCall {
            name: "explain",
            operation,
            values: values.clone(),
            patience: self.patience.answer,
        };
        let finished = self.run_command(&call, &operation.command).ok()?;
        let output = self.filter_output(&finished);
        let kind = match &operation.fails {
            Some(fails) if fails.0.is_match(&output) => operation.otherwise.map(|kind| kind.0),
            // If the command succeeded and its output does not match the pattern, the reason remains unknown.
            Some(_) if finished.end == CommandEnd::Exited(0) => None,
            _ => self.failure_kind(&output),
        };
        Some((kind?, last_lines(&output)))
    }
}

/// Returns whether a line has text and does not belong to a traceback of Python.
fn is_informative(line: &str) -> bool {
    let is_traceback = ["    ", "  File ", "Traceback "].iter().any(|start| line.starts_with(start));
    line.chars().any(char::is_alphanumeric) && !is_traceback
}

/// Joins the last two informative lines to a text of at most 300 characters.
fn last_lines(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).filter(|line| is_informative(line)).collect();
    let words = lines[lines.len().saturating_sub(2)..].join("; ");
    let length = words.chars().count();
    if length <= 300 {
        return words;
    }
    format!("…{}", words.chars().skip(length - 300).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::super::spec::ToolTable;
    use super::*;

    /// Makes a tool that answers only the `nth` command, and reports a lost answer for each earlier command.
    fn forgetful(nth: usize) -> ToolCaller {
        let script = format!(
            "echo >>asked; test $(wc -l <asked) -ge {nth} && echo 'version 1.0' || {{ echo 'reply lost'; exit 1; }}"
        );
        let text = format!(
            "name = \"forgetful\"\nabout = \"a test's\"\nget = \"-\"\nagain = '^reply lost$'\n\
             failure = [{{ pattern = 'reply lost', kind = \"Timeout\" }}]\n\
             version = {{ command = [\"sh\", \"-c\", {script:?}], answer = {{ pattern = 'version (?<version>.*)' }} }}\n\
             devices = {{ command = [\"true\"], answer = {{ pattern = '(?<udid>.+)' }} }}\n"
        );
        caller(&text, "forgetful")
    }

    fn caller(text: &str, name: &str) -> ToolCaller {
        let table = ToolTable::from_tables(&[text.parse().unwrap()]).unwrap();
        let spec = table.drivers.iter().find(|spec| spec.name == name).unwrap().clone();
        ToolCaller::new(spec, table.failure, None, Patience::default()).unwrap()
    }

    #[test]
    fn a_tool_command_that_gets_no_answer_is_repeated_once() {
        let run_command = |caller: &ToolCaller| {
            caller.call_operation(
                "version",
                &caller.spec.version,
                PlaceholderValues::default(),
                Duration::from_secs(300),
            )
        };
        let asked = |caller: &ToolCaller| std::fs::read(caller.folder.path().join("asked")).unwrap().len();
        for (nth, times) in [(1, 1), (2, 2)] {
            let caller = forgetful(nth);
            assert_eq!(run_command(&caller).unwrap()[0]["version"], "1.0", "{nth}");
            assert_eq!(asked(&caller), times);
        }
        let caller = forgetful(3);
        assert_eq!(run_command(&caller).unwrap_err().kind, FailureKind::Timeout);
        assert_eq!(asked(&caller), 2);
    }

    #[test]
    fn a_tool_version_that_rejects_a_command_gets_the_alternative_command() {
        let answer = "answer = { pattern = 'version (?<version>.*)' }";
        let text = format!(
            "name = \"renamed\"\nabout = \"a test's\"\nget = \"-\"\n\
             version = {{ command = [\"echo\", \"no such option\"], {answer}, \
             instead = {{ says = '^no such option$', command = [\"echo\", \"version 2\"] }} }}\n\
             devices = {{ command = [\"true\"], answer = {{ pattern = '(?<udid>.+)' }} }}\n"
        );
        let caller = caller(&text, "renamed");
        let call_with_retry = caller.call_operation(
            "version",
            &caller.spec.version,
            PlaceholderValues::default(),
            Duration::from_secs(300),
        );
        assert_eq!(call_with_retry.unwrap()[0]["version"], "2");
    }

    #[test]
    fn an_error_message_shows_the_last_line_of_the_tools_output() {
        assert_eq!(
            last_lines(
                "Traceback (most recent call last):\n  File \"x.py\", line 1\n    raise X\n    ^^^\nError: locked\n\n---\n"
            ),
            "Error: locked"
        );
        assert_eq!(last_lines(""), "");
        assert!(last_lines(&"word ".repeat(500)).chars().count() <= 301);
    }
}
