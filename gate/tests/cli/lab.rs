//! `gate plan` and `gate calibrate`: what a lab can see, from launches of one unchanged build.

use gate::cli::Exit;
use serde_json::json;

use super::app::App;
use crate::common::session::Folder;

/// Files a.jsonl, b.jsonl … of one session each.
fn lab(noise: f64, sessions: usize) -> (Folder, Vec<String>) {
    let folder = Folder::new();
    let files = (0..sessions).map(|at| {
        let name = char::from(b'a' + at as u8).to_string();
        let file = format!("{name}.jsonl");
        let app = App { noise, ..App::new(&name, 11 * (at as u64 + 1)) };
        folder.write(&file, &app.records(|_, _| ()));
        file
    });
    let files = files.collect();
    (folder, files)
}

fn run<'a>(
    folder: &Folder,
    command: &'a str,
    files: &'a [String],
    more: &[&'a str],
) -> (Exit, String, String) {
    let args: Vec<&str> =
        [command].into_iter().chain(files.iter().map(String::as_str)).chain(more.iter().copied()).collect();
    folder.run(&args)
}

/// The numbers of the line that names something: `-[Class4 work]` → launches needed and the smallest effect.
fn line<'a>(out: &'a str, what: &str) -> Vec<&'a str> {
    let found =
        out.lines().find(|line| line.contains(what)).unwrap_or_else(|| panic!("no {what} in:\n{out}"));
    found.split_whitespace().collect()
}

#[test]
fn a_plan_names_rows_and_what_they_need() {
    let (folder, files) = lab(0.01, 4);
    let (exit, out, err) = run(&folder, "plan", &files, &["--effect", "8"]);
    assert_eq!((exit, err.as_str()), (Exit::Pass, ""), "{out}");
    assert!(
        out.starts_with("5 launches detect +8 % in rows that make up ")
            && out.contains("(with 90 % probability; noise from 4 sessions)\n"),
        "{out}"
    );
    let words = line(&out, "-[Class4 work]");
    let launches: usize = words[2].parse().unwrap();
    assert!((5..=40).contains(&launches), "fewer than gate.min_launches are not judged: {out}");
    assert!(words[3].starts_with('+'), "{out}");
    assert!(!out.contains("-0.0"), "{out}");
    assert!(!out.contains("Fewer than 3 sessions"), "{out}");

    // A larger effect needs no more; what is too small is not seen by any number.
    let needed = |effect: &str| {
        let (_, out, _) = run(&folder, "plan", &files, &["--effect", effect]);
        line(&out, "-[Class4 work]")[2].to_owned() + line(&out, "-[Class4 work]")[3]
    };
    let (_, out, _) = run(&folder, "plan", &files, &["--effect", "0.5"]);
    assert!(out.contains("+0.5 % cannot be detected") && !out.contains("-[Class4 work]"), "{out}");
    assert!(needed("50").starts_with("5+"), "{}", needed("50"));
}

#[test]
fn a_noisier_lab_needs_more_launches() {
    let seen = |noise: f64| -> f64 {
        let (folder, files) = lab(noise, 4);
        let (_, out, _) = run(&folder, "plan", &files, &["--most", "12"]);
        assert!(out.contains("\n        12  "), "the most is listed too: {out}");
        let words = line(&out, "-[Class4 work]");
        words.iter().find_map(|word| word.strip_prefix('+')).unwrap().parse().unwrap()
    };
    let (quiet, loud) = (seen(0.005), seen(0.06));
    assert!(quiet < loud, "{quiet} {loud}");
}

#[test]
fn a_plan_from_the_store_is_that_of_its_launches() {
    let (folder, files) = lab(0.01, 3);
    for file in &files {
        let (exit, out, err) = folder.run(&["baseline", "update", file]);
        assert_eq!(exit, Exit::Pass, "{out}{err}");
    }
    let (exit, stored, err) = folder.run(&["plan"]);
    assert_eq!((exit, err.as_str()), (Exit::Pass, ""));
    let (heading, stored) = stored.split_once('\n').unwrap();
    assert_eq!(heading, "com.example.shop on iPhone15,2");
    assert_eq!(stored, run(&folder, "plan", &files, &[]).1);
    let (exit, _, err) = folder.run(&["plan", "a.jsonl", "--baseline", "baselines"]);
    assert_eq!(exit, Exit::Error, "{err}");
}

#[test]
fn few_sessions_are_told() {
    let (folder, files) = lab(0.01, 1);
    let (exit, out, _) = run(&folder, "plan", &files, &[]);
    assert_eq!(exit, Exit::Pass);
    assert!(out.contains("gate.session_sd (1.0 %) is assumed"), "{out}");
}

#[test]
fn calibration_is_quiet_where_nothing_changed_and_sees_what_is_large() {
    let (folder, files) = lab(0.01, 5);
    let args = ["--launches", "8", "--trials", "40"];
    let (exit, out, err) = run(&folder, "calibrate", &files, &args);
    assert_eq!((exit, err.as_str()), (Exit::Pass, ""), "{out}");
    assert!(
        out.starts_with(
            "8 launches of each session are compared with the earlier sessions; 46 rows, 40 trials\n"
        ),
        "{out}"
    );
    let alarms: f64 = line(&out, "False-alarm rate:")[2].parse().unwrap();
    assert!(alarms <= 10.0, "{out}");
    let power =
        |effect: &str| line(&out, effect)[if effect.contains("+ ") { 3 } else { 2 }].parse::<f64>().unwrap();
    assert!(power("+50 %") > 90.0, "{out}");
    assert!(power("+ 2 %") <= power("+20 %"), "{out}");
    assert!(out.contains("Detection limit: +"), "{out}");

    // Equal launches give equal figures, whatever the order of the files and the number of threads.
    let turned: Vec<String> = files.iter().rev().cloned().collect();
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    assert_eq!(one.install(|| run(&folder, "calibrate", &turned, &args)).1, out);
}

#[test]
fn what_cannot_be_planned_or_calibrated_is_one_clear_error() {
    let (folder, files) = lab(0.01, 2);
    folder.write("one.jsonl", &App { launches: 1, ..App::new("one", 5) }.records(|_, _| ()));
    let other = App::new("other", 6).records(|_, _| ()).replace("iPhone15,2", "iPhone9,1");
    folder.write("other.jsonl", &other);
    let warm = App::new("warm", 7).records(|made, _| made.state = json!({"prewarmed": true}));
    folder.write("warm.jsonl", &warm);
    folder.write("empty.jsonl", "");
    let (a, b) = (files[0].as_str(), files[1].as_str());
    let cases: &[(&[&str], Exit, &str)] = &[
        (
            &["plan"],
            Exit::NoBaseline,
            "has no stored sessions; pass launches, or store a session with `gate baseline update`",
        ),
        (&["plan", a, "--effect", "0"], Exit::Error, "expected a percentage above 0"),
        (&["plan", a, "--effect", "NaN"], Exit::Error, "expected a percentage above 0"),
        (&["plan", a, "--effect", "much"], Exit::Error, "invalid value 'much'"),
        (&["plan", a, "--power", "1"], Exit::Error, "expected a share between 0 and 1"),
        (&["plan", a, "--most", "1"], Exit::Error, "--most must be at least 2, found 1"),
        (&["plan", "empty.jsonl"], Exit::Error, "empty.jsonl: no launches in it"),
        (&["plan", "nowhere.jsonl"], Exit::Error, "nowhere.jsonl: "),
        (&["plan", "one.jsonl"], Exit::Error, "no session has at least two usable launches"),
        (&["plan", "warm.jsonl"], Exit::Error, "no usable launch; left out: 12 × started before"),
        (&["plan", a, "other.jsonl"], Exit::Incomparable, "device model: iPhone15,2, iPhone9,1"),
        (&["calibrate"], Exit::Error, "required"),
        (
            &["calibrate", a],
            Exit::Error,
            "only 1 session, but at least 2 sessions of one unchanged build are needed",
        ),
        (
            &["calibrate", a, "one.jsonl"],
            Exit::Error,
            "only 1 usable launches, but each session needs at least 5",
        ),
        (&["calibrate", a, b, "--launches", "1"], Exit::Error, "--launches must be at least 2, found 1"),
        (
            &["calibrate", a, b, "--launches", "50"],
            Exit::Error,
            "the shortest session has 12 usable launches",
        ),
        (&["calibrate", a, b, "--trials", "0"], Exit::Error, "--trials must be at least 1"),
        (&["calibrate", a, "other.jsonl"], Exit::Incomparable, "device model: iPhone15,2, iPhone9,1"),
    ];
    for (args, expected, said) in cases {
        let (exit, out, err) = folder.run(args);
        assert_eq!((exit, out.as_str()), (*expected, ""), "{args:?}: {err}");
        assert!(err.contains(said), "{args:?}: {err}");
        assert!(err.starts_with("error: "), "{args:?}: {err}");
    }
    assert!(!folder.0.path().join("baselines").exists(), "neither writes");
}

#[test]
fn times_of_a_simulator_are_calibrated_as_if_they_decided() {
    let calibrated = |shift: f64| {
        let folder = Folder::new();
        let files: Vec<String> = (0..5)
            .map(|at| {
                let (name, file) = (format!("day{at}"), format!("{at}.jsonl"));
                // On the last day something else keeps the host busy.
                let factor = if at < 4 { 1.0 } else { shift };
                let app = App { noise: 0.01, ..App::new(&name, 11 * (at + 1)) };
                let records = app.records(|made, _| super::judge::everything(made, factor));
                folder.write(&file, &records.replace("iPhone15,2", "iPhone-16 simulator on Mac14,2"));
                file
            })
            .collect();
        let (exit, out, err) = run(&folder, "calibrate", &files, &["--launches", "8", "--trials", "40"]);
        assert_eq!((exit, err.as_str()), (Exit::Pass, ""), "{out}");
        out
    };
    let steady = calibrated(1.0);
    assert!(steady.contains("Simulator: false alarms are rare enough on this machine"), "{steady}");
    let busy = calibrated(1.3);
    assert!(busy.contains("keep gate.simulator_times = \"advisory\""), "{busy}");
}
