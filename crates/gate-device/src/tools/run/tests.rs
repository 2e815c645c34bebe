//! Tests with commands that show the defects of real tools.

use xshell::Shell;

use super::*;

fn shell() -> Shell {
    Shell::new().expect("a working folder")
}

fn sh<'a>(shell: &'a Shell, script: &str) -> Cmd<'a> {
    shell.cmd("sh").args(["-c", script])
}

/// A deadline that the scripts of the tests never reach, on any machine.
const LONG: Duration = Duration::from_secs(120);

fn never() -> bool {
    false
}

/// Returns the processes in a file of process ids that still run.
fn alive(pids: &std::path::Path) -> Vec<String> {
    let text = std::fs::read_to_string(pids).unwrap_or_default();
    let is_alive = |pid: &&str| {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let state = stat.rsplit(") ").next().and_then(|rest| rest.chars().next());
        state.is_some_and(|state| state != 'Z' && state != 'X')
    };
    text.split_whitespace().filter(is_alive).map(str::to_owned).collect()
}

/// Asserts that killed processes end within a short time, since the system may need a moment for the last
/// process.
#[track_caller]
fn assert_all_gone(pids: &std::path::Path, expected: usize) {
    let count = std::fs::read_to_string(pids).unwrap_or_default().split_whitespace().count();
    assert_eq!(count, expected, "the processes wrote their numbers");
    let until = Instant::now() + LONG;
    while !alive(pids).is_empty() {
        assert!(Instant::now() < until, "left behind: {:?}", alive(pids));
        thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn a_command_returns_its_exit_status_and_both_outputs() {
    let shell = shell();
    let done = run(sh(&shell, "echo out; echo err >&2; exit 3"), LONG, &never).unwrap();
    assert_eq!(done.end, CommandEnd::Exited(3));
    assert_eq!((done.stdout.text().as_str(), done.stderr.text().as_str()), ("out\n", "err\n"));
    let done = run(sh(&shell, "kill -9 $$"), LONG, &never).unwrap();
    assert_eq!(done.end, CommandEnd::Signalled(9));
    // The standard input of a command is empty, so a tool that reads it gets the end of the file.
    let done = run(sh(&shell, "read x; echo \"$?\""), LONG, &never).unwrap();
    assert_eq!(done.stdout.text(), "1\n");
}

#[test]
fn the_error_for_a_missing_program_names_the_program() {
    let shell = shell();
    let error = run(shell.cmd("a-program-that-nobody-has"), LONG, &never).unwrap_err();
    assert!(matches!(&error, RunError::Missing { program } if program == "a-program-that-nobody-has"));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tool");
    std::fs::write(&path, "no program").unwrap();
    let error = run(shell.cmd(&path), LONG, &never).unwrap_err();
    assert!(matches!(&error, RunError::Start { .. }) && error.to_string().contains("tool"), "{error}");
}

#[cfg(target_os = "linux")]
#[test]
fn child_processes_that_ignore_the_request_to_end_are_killed_with_their_command() {
    let (shell, folder) = (shell(), tempfile::tempdir().unwrap());
    let pids = folder.path().join("pids");
    let written = pids.display();
    // Each process and its child ignore TERM and keep the outputs open.
    let script = format!(
        "trap '' TERM; echo $$ >> {written}; \
         sh -c 'trap \"\" TERM; echo $$ >> {written}; while :; do sleep 1000; done' & \
         while :; do sleep 1000; done"
    );
    let both = || std::fs::read_to_string(&pids).is_ok_and(|text| text.matches('\n').count() == 2);
    let done = run(sh(&shell, &script), LONG, &both).unwrap();
    assert_eq!(done.end, CommandEnd::Stopped);
    assert_all_gone(&pids, 2);
}

#[cfg(target_os = "linux")]
#[test]
fn a_child_process_that_outlives_its_command_is_killed_without_delay() {
    let (shell, folder) = (shell(), tempfile::tempdir().unwrap());
    let pids = folder.path().join("pids");
    let script = format!("sleep 100000 & echo $! > {}; echo done; exit 5", pids.display());
    let done = run(sh(&shell, &script), LONG, &never).unwrap();
    assert_eq!((done.end, done.stdout.text().as_str()), (CommandEnd::Exited(5), "done\n"));
    assert_all_gone(&pids, 1);
}

#[cfg(target_os = "linux")]
#[test]
fn dropping_a_running_command_ends_its_process() {
    let (shell, folder) = (shell(), tempfile::tempdir().unwrap());
    let pids = folder.path().join("pids");
    let script = format!("trap '' TERM; echo $$ > {}; echo up; while :; do sleep 1000; done", pids.display());
    let running = RunningCommand::start(sh(&shell, &script), LARGEST_OUTPUT).unwrap();
    let waited = running.wait_for_line(Instant::now() + LONG, &never, |line| line == "up");
    assert_eq!(waited, WaitOutcome::Done);
    drop(running);
    assert_all_gone(&pids, 1);
}

#[test]
fn endless_output_of_a_command_is_shortened_to_the_limit() {
    let shell = shell();
    let is_left_out = |line: &str| line.contains("bytes left out");
    let script = "echo first; while :; do echo again and again; done";
    let running = RunningCommand::start(sh(&shell, script), 1000).unwrap();
    assert_eq!(running.wait_for_line(Instant::now() + LONG, &never, is_left_out), WaitOutcome::Done);
    let done = running.end();
    assert_eq!(done.end, CommandEnd::Stopped);
    assert!(done.stdout.left_out > 0 && done.stdout.complete_bytes().is_none());
    let text = done.stdout.text();
    assert!(text.starts_with("first\nagain") && text.len() < 1100 && text.contains("left out"), "{text}");
    // The limit of captured output also applies to output without line breaks.
    let running = RunningCommand::start(sh(&shell, "cat /dev/zero"), 1000).unwrap();
    assert_eq!(running.wait_for_line(Instant::now() + LONG, &never, is_left_out), WaitOutcome::Done);
    assert_eq!(running.end().end, CommandEnd::Stopped);
}

#[test]
fn a_command_that_never_reads_nor_ends_is_ended_at_its_deadline() {
    let shell = shell();
    let done =
        run(sh(&shell, "exec sleep 100000").stdin("x".repeat(1 << 20)), Duration::from_millis(100), &never);
    assert_eq!(done.unwrap().end, CommandEnd::Deadline);
}

#[test]
fn output_lines_are_found_while_a_command_runs_and_after_its_end() {
    let shell = shell();
    let script = "echo one; echo two >&2; printf 'three\\r\\nfour'; sleep 0.1; exit 1";
    let running = RunningCommand::start(sh(&shell, script), LARGEST_OUTPUT).unwrap();
    for (line, expected) in [
        ("two", WaitOutcome::Done),
        ("three", WaitOutcome::Done),
        ("five", WaitOutcome::Over),
        ("four", WaitOutcome::Done),
    ] {
        assert_eq!(running.wait_for_line(Instant::now() + LONG, &never, |found| found == line), expected);
    }
    let done = running.end();
    assert_eq!((done.end, done.stderr.text().as_str()), (CommandEnd::Exited(1), "two\n"));
}

#[test]
fn output_above_the_limit_keeps_its_beginning_and_its_end() {
    let mut captured = CapturedStream::with_limit(8);
    captured.add(b"abc");
    assert_eq!((captured.text().as_str(), captured.complete_bytes().as_deref()), ("abc", Some(&b"abc"[..])));
    captured.add(b"defghi");
    captured.add(b"jkl");
    assert_eq!(captured.text(), "abcd\n[4 bytes left out]\nijkl");
    assert_eq!((captured.left_out, captured.complete_bytes()), (4, None));
}
