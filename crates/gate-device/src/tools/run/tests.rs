//! Tests with commands that behave badly, as the tools of the field do.

use xshell::Shell;

use super::*;

fn shell() -> Shell {
    Shell::new().expect("a working folder")
}

fn sh<'a>(shell: &'a Shell, script: &str) -> Cmd<'a> {
    shell.cmd("sh").args(["-c", script])
}

/// Far beyond what any machine needs for the scripts here.
const LONG: Duration = Duration::from_secs(120);

fn limits(deadline: Duration) -> Limits {
    Limits { deadline, grace: Duration::from_millis(300), ..Limits::default() }
}

fn never() -> bool {
    false
}

/// Is there a process that is not over, of those whose numbers are in a file?
fn alive(pids: &std::path::Path) -> Vec<String> {
    let text = std::fs::read_to_string(pids).unwrap_or_default();
    let is_alive = |pid: &&str| {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let state = stat.rsplit(") ").next().and_then(|rest| rest.chars().next());
        state.is_some_and(|state| state != 'Z' && state != 'X')
    };
    text.split_whitespace().filter(is_alive).map(str::to_owned).collect()
}

/// Those that were killed are gone at once, or nearly: the last of them may be on its way out.
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
fn status_and_both_outputs_are_kept() {
    let shell = shell();
    let done = run(sh(&shell, "echo out; echo err >&2; exit 3"), limits(LONG), &never).unwrap();
    assert_eq!(done.end, End::Exited(3));
    assert_eq!((done.stdout.text().as_str(), done.stderr.text().as_str()), ("out\n", "err\n"));
    let done = run(sh(&shell, "kill -9 $$"), limits(LONG), &never).unwrap();
    assert_eq!(done.end, End::Signalled(9));
    // Nothing is to be read, so a tool that asks is answered by an end of file.
    let done = run(sh(&shell, "read x; echo \"$?\""), limits(LONG), &never).unwrap();
    assert_eq!(done.stdout.text(), "1\n");
}

#[test]
fn what_is_not_there_is_named() {
    let shell = shell();
    let error = run(shell.cmd("a-program-that-nobody-has"), limits(LONG), &never).unwrap_err();
    assert!(matches!(&error, RunError::Missing { program } if program == "a-program-that-nobody-has"));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tool");
    std::fs::write(&path, "no program").unwrap();
    let error = run(shell.cmd(&path), limits(LONG), &never).unwrap_err();
    assert!(matches!(&error, RunError::Start { .. }) && error.to_string().contains("tool"), "{error}");
}

#[cfg(target_os = "linux")]
#[test]
fn children_that_ignore_the_request_to_end_are_killed_with_it() {
    let (shell, folder) = (shell(), tempfile::tempdir().unwrap());
    let pids = folder.path().join("pids");
    let written = pids.display();
    // Each ignores TERM, and so does its child; both hold the outputs open.
    let script = format!(
        "trap '' TERM; echo $$ >> {written}; \
         sh -c 'trap \"\" TERM; echo $$ >> {written}; while :; do sleep 1000; done' & \
         while :; do sleep 1000; done"
    );
    let both = || std::fs::read_to_string(&pids).is_ok_and(|text| text.matches('\n').count() == 2);
    let done = run(sh(&shell, &script), limits(LONG), &both).unwrap();
    assert_eq!(done.end, End::Stopped);
    assert_all_gone(&pids, 2);
}

#[cfg(target_os = "linux")]
#[test]
fn a_child_that_outlives_its_parent_is_killed_and_keeps_nobody_waiting() {
    let (shell, folder) = (shell(), tempfile::tempdir().unwrap());
    let pids = folder.path().join("pids");
    let script = format!("sleep 100000 & echo $! > {}; echo done; exit 5", pids.display());
    let done = run(sh(&shell, &script), limits(LONG), &never).unwrap();
    assert_eq!((done.end, done.stdout.text().as_str()), (End::Exited(5), "done\n"));
    assert_all_gone(&pids, 1);
}

#[cfg(target_os = "linux")]
#[test]
fn whoever_drops_a_running_command_ends_it() {
    let (shell, folder) = (shell(), tempfile::tempdir().unwrap());
    let pids = folder.path().join("pids");
    let script = format!("trap '' TERM; echo $$ > {}; echo up; while :; do sleep 1000; done", pids.display());
    let mut running = Running::start(sh(&shell, &script), limits(LONG)).unwrap();
    let heard = running.hear(Instant::now() + LONG, &never, |line| (line == "up").then_some(()));
    assert_eq!(heard, LineWait::Line(()));
    drop(running);
    assert_all_gone(&pids, 1);
}

#[test]
fn endless_output_is_drained_and_kept_within_the_limit() {
    let shell = shell();
    let within = Limits { capture: 1000, ..limits(LONG) };
    let script = "echo first; while :; do echo again and again; done";
    let mut running = Running::start(sh(&shell, script), within).unwrap();
    let mut count = 0;
    let heard = running.hear(Instant::now() + LONG, &never, |_| {
        count += 1;
        (count > 200).then_some(())
    });
    assert_eq!(heard, LineWait::Line(()));
    let done = running.end();
    assert_eq!(done.end, End::Stopped);
    assert!(done.stdout.left_out > 0 && done.stdout.whole().is_none());
    let text = done.stdout.text();
    assert!(
        text.starts_with("first\nagain") && text.len() < 1100 && text.contains("bytes left out"),
        "{text}"
    );
    // Without a line break it is no line, and no reason to keep it all.
    let mut running = Running::start(sh(&shell, "cat /dev/zero"), within).unwrap();
    let piece = |line: &str| (line.len() == LONGEST_LINE + 1).then_some(());
    for _ in 0..3 {
        assert_eq!(running.hear(Instant::now() + LONG, &never, piece), LineWait::Line(()));
    }
    assert_eq!(running.end().end, End::Stopped);
}

#[test]
fn a_command_that_never_reads_nor_ends_is_ended_at_its_deadline() {
    let shell = shell();
    let done = run(
        sh(&shell, "exec sleep 100000").stdin("x".repeat(1 << 20)),
        limits(Duration::from_millis(100)),
        &never,
    );
    assert_eq!(done.unwrap().end, End::Deadline);
}

#[test]
fn lines_are_heard_while_it_runs_and_none_is_lost() {
    let shell = shell();
    let script = "echo one; echo two >&2; printf 'three\\r\\nfour'; exit 1";
    let mut running = Running::start(sh(&shell, script), limits(LONG)).unwrap();
    let mut seen = Vec::new();
    let heard = running.hear(Instant::now() + LONG, &never, |line| {
        seen.push(line.to_owned());
        (line == "three").then_some(())
    });
    assert_eq!(heard, LineWait::Line(()));
    let heard = running.hear(Instant::now() + LONG, &never, |line| {
        seen.push(line.to_owned());
        None::<()>
    });
    assert_eq!(heard, LineWait::Over);
    seen.sort();
    assert_eq!(seen, ["four", "one", "three", "two"]);
    let done = running.end();
    assert_eq!((done.end, done.stderr.text().as_str()), (End::Exited(1), "two\n"));
}

#[test]
fn captured_text_has_beginning_and_end() {
    let mut captured = Captured::within(8);
    captured.add(b"abc");
    assert_eq!((captured.text().as_str(), captured.whole().as_deref()), ("abc", Some(&b"abc"[..])));
    captured.add(b"defghi");
    captured.add(b"jkl");
    assert_eq!(captured.text(), "abcd\n[4 bytes left out]\nijkl");
    assert_eq!((captured.left_out, captured.whole()), (4, None));
}
