//! Tests the output of a run, for a person at a terminal and for the log of a pipeline.
#![expect(clippy::unwrap_used, reason = "a test stops where its surroundings fail")]

use std::process::{Command, Stdio};

use e2e::lab::{Lab, injected_shop};
use phone::device::named;

/// Runs `gate run` as a process on a terminal, with the program `script`. The second launch is lost once.
fn on_a_terminal(environment: &[(&str, &str)]) -> String {
    let lab = Lab::new("16.4").unwrap();
    // The fault does not affect the launch after the installation.
    lab.device.faults().add(named("crash-early").unwrap().after(1).times(1));
    let command = format!(
        "stty rows 40 cols 160; '{}' run '{}' -o '{}' --usbmuxd '{}' --driver embedded --launches 2 --rest 1 \
         --set device.answer_timeout=120s",
        env!("CARGO_BIN_EXE_gate-of-the-tests"),
        injected_shop().display(),
        lab.path("run").display(),
        lab.address(),
    );
    let mut script = Command::new("script");
    script.args(["--quiet", "--return", "--command", &command, "/dev/null"]).stdin(Stdio::null());
    script.env("TERM", "xterm-256color").env_remove("NO_COLOR").env_remove("CI");
    let output = script.envs(environment.iter().copied()).output().unwrap();
    let screen = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{screen}");
    screen
}

#[test]
fn on_a_terminal_a_run_shows_progress_lost_launches_and_remaining_time() {
    let screen = on_a_terminal(&[]);
    for part in [
        "0 of 2 launches, about a minute left: ",
        "1 of 2 launches, about a minute left: last launch ",
        "1 lost (the app ended before its trace was complete)",
        "installing ",
    ] {
        assert!(screen.contains(part), "{part}: {screen}");
    }
    assert!(!screen.contains("ETA"), "{screen}");
    // The message about the lost launch stays above the progress bar, which is cleared at the end.
    assert!(screen.contains("; repeating it"), "{screen}");
    assert!(!screen.contains("launch 1 of 2"), "no lines of a pipeline: {screen}");
    let mut end = screen.trim_end().lines().rev();
    assert!(end.next().unwrap().starts_with("Next: gate check "), "{screen}");
    let counts = end.next().unwrap();
    let (what, spread) = counts.split_once(", 1 excluded, 1 lost: ").unwrap_or_else(|| panic!("{counts}"));
    assert!(what.contains("2 launches in ") && spread.contains(" ms (typical "), "{counts:?}");
}

#[test]
fn in_a_pipeline_the_progress_of_a_run_is_printed_as_plain_lines() {
    let screen = on_a_terminal(&[("CI", "true")]).replace("\r\n", "\n");
    assert!(!screen.contains('\u{1b}') && !screen.contains('\r'), "{screen:?}");
    for part in ["extra launch: ", "launch 1 of 2: ", "launch 2 of 2: ", "lost ", "; repeating it\n"] {
        assert!(screen.contains(part), "{part}: {screen}");
    }
}
