//! Finds the messages of failed tests and the slowest tests in the output of test programs.
//!
//! The stable test harness prints when a test ends, but not when it begins. The harness begins tests in the order of their names, one per
//! thread. When a test ends, the harness begins the next test, so the test at position `k` began when test number `k - threads + 1` ended.
//! Invariant: every line of the output is printed immediately and unchanged.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use crate::{progress, workspace};

/// Number of tests in the printed list.
const SHOWN: usize = 15;

/// Runs a command `cargo test …`. If a test failed, the messages of the failed tests are printed once more at the end, where they are found
/// without reading the whole log. `slowest` adds the slowest tests.
pub(super) fn run(command: &mut Command, slowest: bool) -> Result<()> {
    let mut child = command
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("could not start `{}`", workspace::shown(command)))?;
    let out = child.stdout.take().context("the tests have no output")?;
    let (mut clock, mut failures) = (Clock::new(threads()), Failures::default());
    let begun = Instant::now();
    for line in BufReader::new(out).split(b'\n') {
        let line = line?;
        let mut stdout = std::io::stdout().lock();
        stdout.write_all(&line)?;
        stdout.write_all(b"\n")?;
        let line = String::from_utf8_lossy(&line);
        failures.read(&line);
        clock.read(&line, begun.elapsed());
    }
    let status = child.wait()?;
    if slowest {
        eprint!("{}", table(clock.tests));
    }
    eprint!("{}", failures.text);
    if !status.success() {
        bail!("`{}` failed ({status})", workspace::shown(command));
    }
    Ok(())
}

/// Returns the number of threads that the test harness uses.
fn threads() -> usize {
    let given = std::env::var("RUST_TEST_THREADS").ok().and_then(|text| text.parse().ok());
    given.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
}

/// The messages of failed tests, which a test program prints after its last test, between two lines `failures:`. Stack backtraces are
/// omitted, because a shortened log would otherwise contain them in place of the messages.
#[derive(Default)]
struct Failures {
    text: String,
    is_message: bool,
    is_backtrace: bool,
}

impl Failures {
    fn read(&mut self, line: &str) {
        let is_frame = line.starts_with(' ') || line.starts_with("note: ");
        self.is_backtrace = line == "stack backtrace:" || self.is_backtrace && is_frame;
        if line.trim_end() == "failures:" {
            self.is_message = !self.is_message;
        } else if self.is_message && !self.is_backtrace && !line.trim().is_empty() {
            self.text += line;
            self.text.push('\n');
        }
    }
}

/// The duration of a test, and the test's name.
type Timed = (Duration, String);

struct Clock {
    threads: usize,
    /// The time at which the running test program began. The next field contains the tests that have ended since the beginning of the
    /// program, each with the time of its end.
    began: Duration,
    ended: Vec<(String, Duration)>,
    tests: Vec<Timed>,
}

impl Clock {
    fn new(threads: usize) -> Self {
        Self { threads: threads.max(1), began: Duration::ZERO, ended: Vec::new(), tests: Vec::new() }
    }

    fn read(&mut self, line: &str, now: Duration) {
        if line.starts_with("running ") && line.trim_end().ends_with(['t', 's']) {
            (self.began, self.ended) = (now, Vec::new());
        } else if line.starts_with("test result: ") {
            self.finish();
        } else if let Some((name, _)) = line.strip_prefix("test ").and_then(|rest| rest.split_once(" ... ")) {
            self.ended.push((name.to_owned(), now));
        }
    }

    /// Computes the duration of every test of the program that has just ended.
    fn finish(&mut self) {
        let ended = std::mem::take(&mut self.ended);
        let ends: Vec<Duration> = ended.iter().map(|(_, at)| *at).collect();
        let mut by_name = ended;
        by_name.sort();
        for (k, (name, end)) in by_name.into_iter().enumerate() {
            let began = k.checked_sub(self.threads).map_or(self.began, |earlier| ends[earlier]);
            self.tests.push((end.saturating_sub(began), name));
        }
    }
}

fn table(mut tests: Vec<Timed>) -> String {
    tests.sort_by(|a, b| b.cmp(a));
    let lines = tests.iter().take(SHOWN);
    let lines: String =
        lines.map(|(spent, name)| format!("  {:>12}  {name}\n", progress::shown(*spent))).collect();
    if lines.is_empty() { lines } else { format!("the slowest tests:\n{lines}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn timed(threads: usize, lines: &[(u64, &str)]) -> Vec<(u64, String)> {
        let mut clock = Clock::new(threads);
        for (at, line) in lines {
            clock.read(line, Duration::from_secs(*at));
        }
        clock.tests.into_iter().map(|(spent, name)| (spent.as_secs(), name)).collect()
    }

    #[test]
    fn the_start_of_a_test_is_the_end_of_an_earlier_test_on_its_thread() {
        // With two threads, a and b begin at 10, c begins when b ends at 12, and d begins when c ends at 13.
        let lines = [
            (10, "running 4 tests"),
            (12, "test b ... ok"),
            (13, "test c ... ignored, long"),
            (20, "test a ... ok"),
            (21, "test d ... FAILED"),
            (21, "test result: FAILED. 2 passed; 1 failed"),
            (30, "running 1 test"),
            (34, "test e ... ok"),
            (34, "test result: ok. 1 passed; 0 failed"),
        ];
        let expected = [(10, "a"), (2, "b"), (1, "c"), (8, "d"), (4, "e")];
        assert_eq!(timed(2, &lines), expected.map(|(spent, name)| (spent, name.to_owned())));
    }

    #[test]
    fn with_one_thread_the_duration_of_a_test_begins_at_the_end_of_the_test_before() {
        let lines = [
            (0, "running 2 tests"),
            (3, "test a ... ok"),
            (4, "a line of a test that prints"),
            (8, "test b ... ok"),
            (8, "test result: ok."),
        ];
        assert_eq!(timed(1, &lines), [(3, "a".to_owned()), (5, "b".to_owned())]);
    }

    #[test]
    fn the_messages_of_failed_tests_of_all_programs_are_found() {
        let mut failures = Failures::default();
        let program = |test: &str| {
            format!(
                "running 2 tests\ntest {test} ... FAILED\n\nfailures:\n\n---- {test} stdout ----\n\nthread '{test}' panicked at \
                 a.rs:1:1:\n4 is not 5\nstack backtrace:\n   0: begin\n             at a.rs:1:1\nnote: Some details are omitted\n\n\nfailures:\n    {test}\n\ntest result: FAILED. 1 passed; 1 failed\n"
            )
        };
        for line in (program("a") + &program("b")).lines() {
            failures.read(line);
        }
        let expected =
            |test| format!("---- {test} stdout ----\nthread '{test}' panicked at a.rs:1:1:\n4 is not 5\n");
        assert_eq!(failures.text, expected("a") + &expected("b"));
    }

    #[test]
    fn the_table_has_the_slowest_tests_first() {
        let tests = (0..100).map(|n| (Duration::from_secs(n), format!("test{n}"))).collect();
        let text = table(tests);
        assert_eq!(text.lines().count(), 1 + SHOWN);
        assert!(text.lines().nth(1).unwrap().ends_with("1 min 39 s  test99"), "{text}");
        assert_eq!(table(Vec::new()), "");
    }
}
