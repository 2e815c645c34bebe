//! Tests the requests of launches to the system (work), from the launches of base and head to the findings. A finding about added requests
//! must state the correct growth and name the method that makes the added requests. The settings of requests must have their documented
//! effect.

use std::fmt::Write as _;
use std::sync::Arc;

use gate_attribution::Attribution;
use gate_baseline::Acceptance;
use gate_config::{Config, Date};
use gate_decision::{Answer, Finding, FindingKind};
use gate_decision::{Base, Outcome, Policy, check};
use gate_decision::{Side, Subject};
use gate_launches::{Launches, ReadOptions, ThreadKind, Work, WorkKind, read_stream};

/// A function that returns the requests in launch number N. Each request is (kind, method, calls).
type Asks<'a> = &'a dyn Fn(usize) -> Vec<(WorkKind, &'static str, u64)>;

/// Returns a session of launches that take nearly the same time and make these requests.
fn made(session: &str, launches: usize, asks: Option<Asks<'_>>) -> Launches {
    let mut text = String::new();
    for at in 0..launches {
        let time = 100e6 * (1.0 + 0.01 * ((at * 3) % 7) as f64);
        let _ = writeln!(
            text,
            r#"{{"format":"launchgate.launch/1","session":"{session}","launch":{at},"marks":{{"main_ns":50e6,"first_frame_ns":{time}}},"methods":[{{"name":"-[A go]","module":"Cart","owner":"@cart","calls":1,"self_ns":1e6,"total_ns":1e7}},{{"name":"-[B work]","module":"Pay","owner":"@pay","path":["-[A go]"],"calls":1,"self_ns":9e6,"total_ns":9e6}}]}}"#
        );
    }
    let mut made = read_stream("made", text.as_bytes(), &ReadOptions::default()).unwrap();
    for (at, launch) in made.launches.iter_mut().enumerate() {
        launch.work = asks.map(|asks| {
            let row = |(kind, by, calls): (WorkKind, &str, u64)| {
                [ThreadKind::Main, ThreadKind::Other].map(|thread| Work {
                    kind,
                    thread,
                    by: by.into(),
                    calls,
                    bytes: 0,
                })
            };
            Work::add_up(asks(at).into_iter().flat_map(row).collect())
        });
    }
    made
}

fn judged(base: &Launches, head: &Launches, config: &Config, accepted: &[Acceptance]) -> Outcome {
    let attribution = Attribution::default();
    let policy =
        Policy { config, attribution: &attribution, accepted, today: Date::parse("2026-12-01").unwrap() };
    let side = |launches| Side { launches, role: None };
    check(side(head), Base::Launches(side(base)), &policy).unwrap().outcome
}

fn of_work(outcome: &Outcome) -> Vec<&Finding> {
    let all = match outcome {
        Outcome::Judged(_, verdict) => &verdict.findings,
        Outcome::TooFew { findings, .. } => findings,
        other => panic!("{other:?}"),
    };
    all.iter().filter(|finding| finding.kind == FindingKind::Work).collect()
}

const OPEN: WorkKind = WorkKind::FileOpen;

/// Returns the requests of a usual launch: one method opens three files and makes 500 allocations, and a second method opens two files.
fn usual(_: usize) -> Vec<(WorkKind, &'static str, u64)> {
    vec![(OPEN, "-[A go]", 3), (OPEN, "-[B work]", 2), (WorkKind::MemoryAllocate, "-[A go]", 500)]
}

fn once_more(_: usize) -> Vec<(WorkKind, &'static str, u64)> {
    vec![(OPEN, "-[A go]", 3), (OPEN, "-[B work]", 3), (WorkKind::MemoryAllocate, "-[A go]", 500)]
}

fn settings(text: &str) -> Config {
    Config::parse("c", text).unwrap()
}

#[test]
fn one_more_opened_file_in_each_launch_fails_and_names_the_method() {
    let base = made("old", 10, Some(&usual));
    // The check must also fail if the launches are too few to judge times.
    for launches in [1, 8] {
        let outcome = judged(&base, &made("new", launches, Some(&once_more)), &Config::default(), &[]);
        assert_eq!(outcome.answer(), Answer::Regressed, "{launches}");
        let [finding] = of_work(&outcome)[..] else { panic!("{launches}: {outcome:?}") };
        let more = finding.exact_increase().unwrap();
        assert_eq!((more.calls.base, more.calls.head), (2.0, 3.0));
        assert_eq!(*finding.subject(), Subject::Work("file.open".into(), Some("Pay".into())));
        assert_eq!(finding.row.owner.as_deref(), Some("@pay"));
        assert_eq!(more.callers.iter().map(|from| &*from.method).collect::<Vec<_>>(), ["-[B work]"]);
    }
    // An equal or a smaller number of requests is no finding.
    for asks in [&usual as Asks<'_>, &|at| usual(at)[1..].to_vec()] {
        assert!(of_work(&judged(&base, &made("new", 8, Some(asks)), &Config::default(), &[])).is_empty());
    }
}

#[test]
fn requests_that_moved_to_another_method_are_no_growth() {
    let moved = |_| vec![(OPEN, "-[A go]", 1), (OPEN, "-[C new]", 2), (OPEN, "-[B work]", 2)];
    let base = made("old", 10, Some(&usual));
    assert!(of_work(&judged(&base, &made("new", 8, Some(&moved)), &Config::default(), &[])).is_empty());
    // Two requests moved to a different method, and one request is new.
    let more = |_| vec![(OPEN, "-[A go]", 1), (OPEN, "-[C new]", 3), (OPEN, "-[B work]", 2)];
    assert_eq!(of_work(&judged(&base, &made("new", 8, Some(&more)), &Config::default(), &[])).len(), 1);
}

#[test]
fn growth_of_requests_that_may_be_due_to_chance_does_not_fail() {
    // In one launch of ten, the base also made a request of a different kind. The growth in the head may therefore be an event that happens
    // only in some launches.
    let rarely = |at: usize| {
        let mut all = usual(at);
        all.extend((at == 3).then_some((WorkKind::DatabaseStep, "-[A go]", 1)));
        all
    };
    let outcome =
        judged(&made("old", 10, Some(&rarely)), &made("new", 1, Some(&once_more)), &Config::default(), &[]);
    let [finding] = of_work(&outcome)[..] else { panic!("{outcome:?}") };
    assert!(!finding.fails() && !finding.exact_increase().unwrap().is_sure());
    // If the launches of the head have different numbers of requests, the requests are not a finding.
    let varies = |at: usize| vec![(OPEN, "-[A go]", 3 + (at % 2) as u64), (OPEN, "-[B work]", 2)];
    let outcome =
        judged(&made("old", 10, Some(&usual)), &made("new", 8, Some(&varies)), &Config::default(), &[]);
    assert!(of_work(&outcome).is_empty(), "{outcome:?}");
}

#[test]
fn launches_with_uncounted_requests_are_not_treated_as_launches_without_requests() {
    let (with, without) = (made("s", 10, Some(&usual)), made("s", 10, None));
    for (base, head) in [(&without, &with), (&with, &without)] {
        let mut head = head.clone();
        head.launches.iter_mut().for_each(|launch| launch.session = Arc::from("new"));
        let outcome = judged(base, &head, &Config::default(), &[]);
        assert!(of_work(&outcome).is_empty(), "{outcome:?}");
        let Outcome::Judged(comparison, _) = outcome else { panic!("not judged") };
        assert!(comparison.work.is_partly_measured);
        // If the head did not count requests, the report has no rows of requests. If only the base did not count requests, the report has
        // rows whose base is unknown.
        let is_head = head.launches[0].work.is_some();
        assert_eq!(comparison.work.rows.is_some(), is_head);
        assert!(comparison.work.rows.iter().flatten().all(|row| row.base.is_none()));
    }
}

#[test]
fn the_settings_decide_which_growth_of_work_fails() {
    let base = made("old", 10, Some(&usual));
    let opens = made("new", 8, Some(&once_more));
    let allocations =
        |_| vec![(OPEN, "-[A go]", 3), (OPEN, "-[B work]", 2), (WorkKind::MemoryAllocate, "-[A go]", 600)];
    let allocations = made("new", 8, Some(&allocations));
    for (text, head, fails) in [
        ("", &opens, true),
        ("[work]\nfile.open = 1", &opens, false),
        ("[work]\nfail = [\"database\"]", &opens, false),
        ("[work]\nfail = [\"file.open\"]", &opens, true),
        ("[[override]]\nmodules = [\"Pay\"]\nadvisory = true", &opens, false),
        ("[[override]]\nmodules = [\"Cart\"]\nadvisory = true", &opens, true),
        ("", &allocations, false),
        ("[work]\nfail = [\"memory\"]\nmemory.allocate = 99", &allocations, true),
        ("[work]\nfail = [\"memory\"]\nmemory.allocate = 100", &allocations, false),
    ] {
        let outcome = judged(&base, head, &settings(text), &[]);
        let [finding] = of_work(&outcome)[..] else { panic!("{text}: {outcome:?}") };
        assert_eq!(finding.fails(), fails, "{text}");
    }
    for (text, told) in [
        ("[work]\nfail = [\"fiel\"]", "unknown kind of work \"fiel\"; the nearest known one is \"file\""),
        ("[work]\nfile.opne = 1", "\"opne\"; the nearest known one is \"open\""),
        (
            "[[budget]]\nwork = \"file.opens\"\nlimit = 3",
            "\"file.opens\"; the nearest known one is \"file.open\"",
        ),
        ("[[budget]]\nwork = \"file.open\"\nlimit = \"3ms\"", "must be a whole number"),
    ] {
        let error = Config::parse("c", text).unwrap_err().to_string();
        assert!(error.contains(told), "{error}");
    }
}

#[test]
fn budgets_limit_a_kind_of_work_and_an_acceptance_covers_its_growth() {
    let (base, head) = (made("old", 10, Some(&usual)), made("new", 8, Some(&once_more)));
    let budget =
        |limit| settings(&format!("[work]\nfail = []\n[[budget]]\nwork = \"file.open\"\nlimit = {limit}"));
    // Six requests are on the main thread. The budget does not contain requests of other threads.
    assert_eq!(judged(&base, &head, &budget(6), &[]).answer(), Answer::Pass);
    assert_eq!(judged(&base, &head, &budget(5), &[]).answer(), Answer::Regressed);
    // A time cannot be the accepted size of a growth of work, because it would accept any number of requests.
    for (size, answer) in [
        ("+60%", Answer::Pass),
        ("+10%", Answer::Regressed),
        ("+1 call", Answer::Pass),
        ("+2 calls", Answer::Pass),
        ("+0 calls", Answer::Regressed),
        ("+1ms", Answer::Regressed),
    ] {
        let line = format!("accept\tfile.open\t2027-01-01\t@pay\tit is meant\tup-to={size}");
        let accepted: Acceptance = line.parse().unwrap();
        assert_eq!(judged(&base, &head, &Config::default(), &[accepted]).answer(), answer, "{size}");
    }
}

#[test]
fn more_files_databases_and_code_on_the_main_thread_fail_by_default() {
    for &kind in WorkKind::KNOWN {
        let name = kind.name().unwrap();
        let asks = |calls: u64| move |_: usize| vec![(kind, "-[A go]", calls), (OPEN, "-[B work]", 2)];
        let outcome = judged(
            &made("old", 10, Some(&asks(3))),
            &made("new", 8, Some(&asks(4))),
            &Config::default(),
            &[],
        );
        let [finding] = of_work(&outcome)[..] else { panic!("{name}: {outcome:?}") };
        let fails = ["file.", "database.", "code."].iter().any(|group| name.starts_with(group));
        assert_eq!((finding.fails(), outcome.answer() == Answer::Regressed), (fails, fails), "{name}");
    }
}
