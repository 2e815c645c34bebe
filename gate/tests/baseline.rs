//! Tests the store of baselines: stored sessions are read back unchanged, even if several processes write at the same time.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use gate::export::write_launches;
use gate_baseline::{
    Acceptance, AcceptanceCoverage, AddOutcome, BaselineKey, Baselines as _, LevelBeforeGrowth,
    MeasuredGrowth, NewLevel, SessionEntry, SessionFlaw, Store, StoreError, load_all,
};
use gate_config::{Date, Glob, Growth};
use gate_launches::{
    Build, BuildRole, Conditions, Cost, Counters, DroppedData, FileLine, Launch, LaunchState, Launches, Mark,
    Method, Ns, Page, Phase, PhaseId, Span, Thermal, ThreadKind, Work, WorkKind,
};

const HOSTILE: &str = "-[Tab\tNew\nRet\r\\ \\n \u{1b}[31m \u{202e}<script>\"é😀 cost\t=======]";

fn conditions(device: &str) -> Conditions {
    Conditions {
        scenario: "".into(),
        device_model: device.into(),
        device_os: "17.5".into(),
        app_bundle: "com.shop".into(),
        app_build: "1.2 (345)".into(),
        app_configuration: "Release".into(),
        agent_version: "0.1.0".into(),
        agent_recording: Some(trace::RecordingVersion::CURRENT),
        agent_settings: "a\tb".into(),
        agent_loading: "injected".into(),
        ..Conditions::default()
    }
}

/// Returns a session of a few launches in which every field has a value. The numbers depend on `seed`.
fn session(name: &str, device: &str, seed: u64, backwards: bool) -> Launches {
    let mut all = Launches::default();
    let mut names = ["-[Cart reload]", HOSTILE, "", "\\e", "-[Only path]"];
    if backwards {
        // The methods are in reverse order, so that equal methods get different ids.
        names.reverse();
    }
    for name in names {
        all.table.intern(name);
    }
    let id = |all: &Launches, name: &str| all.table.find(name).unwrap();
    let (cart, hostile) = (id(&all, "-[Cart reload]"), id(&all, HOSTILE));
    let (empty, escape, only) = (id(&all, ""), id(&all, "\\e"), id(&all, "-[Only path]"));
    all.table.intern_method(&Method {
        name: "-[Cart reload]".into(),
        module: Some("Payments\t".into()),
        owner: Some("".into()),
        image: Some("Shop".into()),
        system: false,
    });
    all.table.intern_method(&Method {
        name: "-[Only path]".into(),
        module: None,
        owner: None,
        image: None,
        system: true,
    });
    let paths = [vec![], vec![empty], vec![only, hostile]].map(|path| all.table.intern_path(&path));
    let conditions = Arc::new(conditions(device));
    for number in 1..=3_u64 {
        let noise = (seed * 31 + number) as f64 / 3.0;
        let cost = |method, thread, phase: Option<u8>, path: Option<usize>, self_ns: f64| Cost {
            method,
            thread,
            phase: phase.map(PhaseId),
            path: path.map(|index| paths[index]),
            calls: noise / 7.0,
            self_ns: Ns(self_ns),
            total_ns: Ns(self_ns * 1.1),
        };
        let mut costs = vec![
            cost(cart, ThreadKind::Main, Some(0), None, 1e6 + noise),
            cost(cart, ThreadKind::Main, Some(1), Some(2), f64::MIN_POSITIVE),
            cost(cart, ThreadKind::Other, None, Some(0), 0.1 + 0.2),
            cost(hostile, ThreadKind::Main, None, Some(1), 1e300),
            cost(escape, ThreadKind::Main, None, None, 5e-324),
        ];
        if number == 2 {
            costs.push(cost(empty, ThreadKind::Main, Some(1), None, 0.0));
        }
        costs.sort_by_key(Cost::sort_key);
        let counters = Counters {
            instructions: Some(1e9 + noise),
            page_ins: Some(0.5),
            footprint: Some(noise),
            ..Counters::default()
        };
        let work = |kind, thread, by: &str| Work { kind, thread, by: by.into(), calls: number, bytes: seed };
        all.launches.push(Launch {
            source: FileLine { file: "made/up".into(), line: Some(number) },
            session: name.into(),
            number,
            recorded_unix_ms: (seed > 0).then_some(1_700_000_000_000 + seed * 1000 + number),
            conditions: Arc::clone(&conditions),
            build: Arc::new(Build {
                version: if number == 2 { "1.2\t" } else { "" }.to_owned(),
                number: conditions.app_build.to_string(),
                // The first launch has no list of its images, and the second launch loads fewer images than the third launch.
                images: (1..number)
                    .map(|at| (format!("Frameworks/{HOSTILE}{at}"), format!("{at:032}")))
                    .collect(),
                code_hash: if number == 3 { "00ff" } else { "" }.to_owned(),
            }),
            state: LaunchState {
                prewarmed: number == 3,
                low_power: true,
                thermal: Thermal::Fair,
                ..LaunchState::default()
            },
            block: (number > 1).then_some(number),
            role: (number == 3).then_some(BuildRole::Head),
            stopped: None,
            spans: vec![Span {
                name: HOSTILE.into(),
                calls: 2.5,
                total: Ns(9.25),
                own: Ns(1.5),
                caller: (number > 1).then(|| HOSTILE.into()),
                counters: Counters { cycles: (number > 1).then_some(3.25), ..Counters::default() },
            }],
            per_call: Counters { instructions: (number > 1).then_some(50.0 + 0.1), ..Counters::default() },
            counts: None,
            // In the second launch, requests were not counted.
            work: (number != 2).then(|| {
                let all = [
                    work(WorkKind::FileOpen, ThreadKind::Main, HOSTILE),
                    work(WorkKind::MemoryAllocate, ThreadKind::Other, ""),
                ];
                Work::add_up(all.into())
            }),
            marks: vec![
                Mark { name: "main".into(), at: Ns(0.0), counters },
                Mark { name: HOSTILE.into(), at: Ns(noise), counters: Counters::default() },
            ],
            phases: vec![
                Phase { name: "start..main".into(), from: Ns(0.0), to: Ns(1.5), objc: Some(Ns(-0.25)) },
                Phase { name: HOSTILE.into(), from: Ns(1.5), to: Ns(noise), objc: None },
            ],
            costs,
            pages: vec![Page { name: HOSTILE.into(), render: Ns(noise), appearances: 2 }],
            dropped: DroppedData { calls: 0, events: u64::MAX, threads: number },
            samples: None,
            functions: None,
        });
    }
    if backwards {
        all.launches.reverse();
    }
    all
}

fn add(store: &Store, launches: &Launches) -> Result<(PathBuf, AddOutcome), StoreError> {
    store.add(&launches.table, &launches.launches)
}

fn key(device: &str) -> BaselineKey {
    BaselineKey::from_conditions(&conditions(device))
}

fn names(entries: &[SessionEntry]) -> Vec<&str> {
    entries.iter().map(|entry| &*entry.session).collect()
}

/// Returns the launches as text, without the ids and sources that a reader assigns.
fn text(launches: &Launches) -> String {
    let mut out = Vec::new();
    write_launches(launches, &mut out).unwrap();
    let mut text = String::from_utf8(out).unwrap();
    for launch in &launches.launches {
        let Launch { phases, pages, marks, state, dropped, role, block, build, .. } = launch;
        text += &format!("{phases:?}{pages:?}{marks:?}{state:?}{dropped:?}{role:?}{block:?}{build:?}\n");
    }
    text
}

#[test]
fn stored_launches_are_read_back_exactly() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path().join("not/yet")).unwrap();
    assert!(store.sessions(&key("iPhone15,2")).unwrap().is_empty());
    let stored = session(HOSTILE, "iPhone15,2", 7, false);
    let (path, added) = add(&store, &stored).unwrap();
    assert_eq!(added, AddOutcome::New);
    let entries = store.sessions(&key("iPhone15,2")).unwrap();
    assert_eq!(names(&entries), [HOSTILE]);
    assert_eq!((&entries[0].path, entries[0].recorded_unix_ms), (&path, Some(1_700_000_007_001)));
    let loaded = store.load(&entries[0]).unwrap();
    assert_eq!(text(&loaded), text(&stored));
    assert_eq!(loaded.launches[0].conditions, stored.launches[0].conditions);
    // JSON may round numbers, so the bits of the numbers are compared.
    let bits = |launches: &Launches| {
        let of = |cost: &Cost| [cost.calls.to_bits(), cost.self_ns.0.to_bits(), cost.total_ns.0.to_bits()];
        let mut all: Vec<_> = launches.launches.iter().flat_map(|l| l.costs.iter().map(of)).collect();
        all.sort_unstable();
        all
    };
    assert_eq!(bits(&loaded), bits(&stored));
    let method =
        |launches: &Launches| launches.table.method(launches.table.find("-[Cart reload]").unwrap()).clone();
    assert_eq!(method(&loaded), method(&stored));
    // Each line is a record, and contains no control characters.
    let raw = fs::read_to_string(&path).unwrap();
    assert!(!raw.contains(|c: char| (c.is_control() && c != '\n' && c != '\t') || c == '\u{202e}'));
    assert_eq!(raw.lines().filter(|line| line.starts_with("cost\t")).count(), 6);
}

#[test]
fn sessions_with_equal_launches_are_stored_as_equal_bytes() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    let (path, _) = add(&store, &session("s", "d", 1, false)).unwrap();
    let bytes = fs::read(&path).unwrap();
    // A session with different method ids and a different order of launches, but equal content, gives the
    // same bytes.
    assert_eq!(add(&store, &session("s", "d", 1, true)).unwrap(), (path.clone(), AddOutcome::Already));
    // A session that is loaded and stored again gives the same bytes.
    let loaded = load_all(&store, &store.sessions(&key("d")).unwrap()[..1]).unwrap();
    assert_eq!(add(&store, &loaded).unwrap().1, AddOutcome::Already);
    // A session with the same name and different content is refused, and the stored session does not change.
    let error = add(&store, &session("s", "d", 2, false)).unwrap_err();
    assert!(matches!(&error, StoreError::Different { path: p, .. } if *p == path), "{error}");
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

#[test]
fn invalid_sessions_are_not_stored() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    let refused = |change: &dyn Fn(&mut Launches), reason: &str| {
        let mut launches = session("s", "d", 1, false);
        change(&mut launches);
        let error = add(&store, &launches).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    };
    refused(&|l| l.launches.clear(), "no launches");
    refused(&|l| l.launches[1].session = "other".into(), "to session");
    refused(&|l| l.launches[1] = l.launches[0].clone(), "twice");
    refused(&|l| l.launches[1].conditions = conditions("e").into(), "differ in device.model");
    refused(&|l| l.launches[1].costs[0].self_ns = Ns(f64::NAN), "NaN");
    refused(&|l| l.launches[1].costs[0].self_ns = Ns(-1.0), "-1");
    refused(&|l| l.launches[1].phases.clear(), "phase");
    refused(&|l| l.launches[1].marks.reverse(), "order of time");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
}

#[test]
fn concurrent_writers_store_all_sessions() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    let day = Date::parse("2030-01-31").unwrap();
    std::thread::scope(|scope| {
        for thread in 0..8_u64 {
            let store = &store;
            scope.spawn(move || {
                for i in 0..10 {
                    add(store, &session(&format!("own-{thread}-{i}"), "d", 1 + i, false)).unwrap();
                    add(store, &session(&format!("same-{i}"), "d", 1 + i, false)).unwrap();
                    // At any moment, a reader finds only complete sessions.
                    for entry in store.sessions(&key("d")).unwrap() {
                        if i == 9 {
                            store.load(&entry).unwrap();
                        }
                    }
                }
                let method = Glob::new(&format!("-[T{thread} *]"));
                let accepted = accepted(method, day);
                store.add_acceptance(&accepted).unwrap();
            });
        }
    });
    assert_eq!(store.sessions(&key("d")).unwrap().len(), 90);
    assert_eq!(store.read_acceptances().unwrap().len(), 8);
    let (files, problems) = store.verify().unwrap();
    assert_eq!((files, problems.len()), (91, 0));
    // If several writers store different contents under the same name, one writer succeeds completely, and
    // all others get an error.
    let won: Vec<bool> = std::thread::scope(|scope| {
        let store = &store;
        let threads: Vec<_> = (1..=8)
            .map(|seed| scope.spawn(move || add(store, &session("contested", "d", seed, false)).is_ok()))
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(won.iter().filter(|won| **won).count(), 1);
}

#[test]
fn temporary_files_of_a_killed_writer_are_not_read_as_sessions() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    let (path, _) = add(&store, &session("s", "d", 1, false)).unwrap();
    let half = &fs::read(&path).unwrap()[..50];
    fs::write(path.parent().unwrap().join(".new-abc.tmp"), half).unwrap();
    fs::write(path.parent().unwrap().join(".new-abc.tsv"), half).unwrap();
    assert_eq!(store.sessions(&key("d")).unwrap().len(), 1);
    assert!(store.verify().unwrap().1.is_empty());
}

#[test]
fn pruning_a_store_removes_only_old_temporary_files() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    let (path, _) = add(&store, &session("s", "d", 1, false)).unwrap();
    let (old, new) = (path.with_file_name(".new-old.tmp"), path.with_file_name(".new-new.tmp"));
    let file = fs::File::create(&old).unwrap();
    file.set_modified(SystemTime::now() - Duration::from_secs(24 * 3600)).unwrap();
    fs::write(&new, "").unwrap();
    assert!(store.prune(1).unwrap().is_empty());
    assert!(!old.exists() && new.exists() && path.exists());
}

const KILLED: &str = "LAUNCHGATE_TEST_KILLED_WRITER";

/// Stores sessions in a process that the next test starts and kills. `writer_to_kill` does not test anything
/// by itself.
#[test]
#[ignore = "runs as a process of another test"]
fn writer_to_kill() {
    let Ok(dir) = std::env::var(KILLED) else { return };
    let store = Store::open(dir).unwrap();
    for i in 0.. {
        add(&store, &session(&format!("{}-{i}", std::process::id()), "d", 1 + i, false)).unwrap();
    }
}

#[test]
fn killed_writers_leave_only_complete_sessions() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    for round in 0..8_u64 {
        let before = store.sessions(&key("d")).unwrap().len();
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "baseline::writer_to_kill", "--ignored", "--quiet"])
            .env(KILLED, dir.path())
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        while store.sessions(&key("d")).unwrap().len() == before && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        // The delay grows with each round, so that the kills happen at different moments of writing.
        std::thread::sleep(Duration::from_micros(round * 700));
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(store.sessions(&key("d")).unwrap().len() > before);
    }
    let (files, problems) = store.verify().unwrap();
    assert!(files >= 8 && problems.is_empty(), "{problems:?}");
}

#[test]
fn damaged_session_files_are_errors_with_file_and_line_and_never_panic() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    let (path, _) = add(&store, &session("s", "d", 1, false)).unwrap();
    let entry = store.sessions(&key("d")).unwrap().remove(0);
    let whole = fs::read(&path).unwrap();
    let fails = |bytes: &[u8], what: &str| {
        fs::write(&path, bytes).unwrap();
        let error = store.load(&entry).map(|_| ()).expect_err(what).to_string();
        assert!(error.starts_with(&path.display().to_string()), "{error}");
        error
    };
    for end in (0..whole.len()).step_by(7) {
        fails(&whole[..end], "cut off");
    }
    for at in (0..whole.len()).step_by(5) {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        fails(&bytes, "a bit flipped");
    }
    let lines: Vec<&[u8]> = whole.split_inclusive(|b| *b == b'\n').collect();
    for at in 0..lines.len() {
        let mut less = lines.clone();
        let twice = less.remove(at);
        fails(&less.concat(), "a line gone");
        less.insert(at, twice);
        less.insert(at, twice);
        fails(&less.concat(), "a line twice");
    }
    let text = String::from_utf8(whole.clone()).unwrap();
    let at = |error: &str, line: usize| error.contains(&format!("s.tsv:{line}: "));
    let error = fails(b"", "empty");
    assert!(at(&error, 1) && error.contains("launchgate.baseline/1"), "{error}");
    let error = fails(text.replacen("baseline/1", "baseline/3", 1).as_bytes(), "newer");
    assert!(error.contains("launchgate.baseline/3") && error.contains("launchgate.baseline/1"), "{error}");
    let error = fails(text.replacen("fair", "warm", 1).as_bytes(), "thermal");
    assert!(at(&error, 14) && error.contains("warm"), "{error}");
    let error = fails(text.replacen(" 1000", " 1001", 1).as_bytes(), "edited");
    assert!(error.contains("changed or damaged"), "{error}");
    let error = fails(format!("<<<<<<< HEAD\n{text}=======\n{text}>>>>>>> b\n").as_bytes(), "conflict");
    assert!(at(&error, 1) && error.contains("conflict marker"), "{error}");
    // Line ends of another operating system are not regarded as damage.
    fs::write(&path, text.replace('\n', "\r\n")).unwrap();
    store.load(&entry).unwrap();
    assert_eq!(add(&store, &session("s", "d", 1, false)).unwrap().1, AddOutcome::Already);
}

#[test]
fn session_files_in_the_wrong_folder_of_a_store_are_errors() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    let (path, _) = add(&store, &session("s", "iPhone15,2", 1, false)).unwrap();
    add(&store, &session("t", "iPhone12,1", 1, false)).unwrap();
    let wrong = store.session_path(&key("iPhone12,1"), "s");
    fs::copy(&path, &wrong).unwrap();
    let error = store.sessions(&key("iPhone12,1")).unwrap_err();
    assert!(matches!(&error, StoreError::Misplaced { path: p, belongs } if *p == wrong && *belongs == path));
    let (files, problems) = store.verify().unwrap();
    assert_eq!((files, problems.len()), (3, 1));
    assert!(store.prune(0).is_err());
    assert!(path.exists());
    // A file in a folder that no session uses is reported too.
    let stray = dir.path().join("s.tsv");
    fs::copy(&path, &stray).unwrap();
    assert_eq!(store.verify().unwrap().1.len(), 2);
    fs::remove_file(&stray).unwrap();
    fs::remove_file(&wrong).unwrap();
    fs::rename(&path, path.with_file_name("u.tsv")).unwrap();
    assert!(matches!(store.sessions(&key("iPhone15,2")), Err(StoreError::Misplaced { .. })));
    let file = dir.path().join("file");
    fs::write(&file, "").unwrap();
    assert!(Store::open(&file).unwrap_err().to_string().contains("not a folder"));
}

#[test]
fn stored_sessions_are_read_newest_first_and_pruning_keeps_the_pinned_session() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    for (name, day) in [("b", 2), ("z", 1), ("a", 3), ("undated", 0), ("a2", 3)] {
        let mut session = session(name, "d", day, false);
        for time in session.launches.iter_mut().filter_map(|launch| launch.recorded_unix_ms.as_mut()) {
            *time += day * 86_400_000;
        }
        add(&store, &session).unwrap();
    }
    add(&store, &session("a", "e", 1, false)).unwrap();
    let sessions = store.sessions(&key("d")).unwrap();
    assert_eq!(names(&sessions), ["a2", "a", "b", "z", "undated"]);
    let pool: BTreeSet<String> =
        load_all(&store, &sessions[..3]).unwrap().sessions().map(|(name, _)| name.to_owned()).collect();
    assert_eq!(Vec::from_iter(pool), ["a", "a2", "b"]);

    assert!(store.anchor(&key("d")).unwrap().is_none());
    store.pin(&sessions[0]).unwrap();
    store.pin(&sessions[3]).unwrap();
    assert_eq!(&*store.anchor(&key("d")).unwrap().unwrap().session, "z");
    let history = store.read_method_history(&key("d"), "-[Cart reload]").unwrap();
    assert_eq!(history.len(), 5);
    let costs: Vec<f64> = history[2].launches.iter().map(|c| c.unwrap().self_ns.0).collect();
    assert_eq!(costs, [1e6 + 63.0 / 3.0, 1e6 + 64.0 / 3.0, 1e6 + 65.0 / 3.0]);
    assert!(
        store.read_method_history(&key("d"), "-[Nobody here]").unwrap()[0]
            .launches
            .iter()
            .all(Option::is_none)
    );

    let gone = store.prune(2).unwrap();
    assert_eq!(gone, [sessions[4].path.clone()], "two days are kept, whole, and the anchor");
    assert_eq!(names(&store.sessions(&key("d")).unwrap()), ["a2", "a", "b", "z"]);
    assert_eq!(store.keys().unwrap(), [key("d"), key("e")]);
    assert!(store.verify().unwrap().1.is_empty());

    fs::remove_file(&sessions[3].path).unwrap();
    let error = store.anchor(&key("d")).unwrap_err().to_string();
    assert!(error.contains("\"z\"") && error.contains("anchor"), "{error}");
    assert_eq!(store.verify().unwrap().1.len(), 1);
    let anchor = sessions[3].path.with_file_name("anchor");
    fs::write(&anchor, "launchgate.anchor/1\n<<<<<<< a\nsession\tz\n=======\n").unwrap();
    assert!(matches!(store.anchor(&key("d")), Err(StoreError::Conflict { line: 2, .. })));
}

fn accepted(method: Glob, until: Date) -> Acceptance {
    let size = Growth::parse("+8%").unwrap();
    Acceptance {
        method,
        reason: "r".into(),
        owner: "o".into(),
        until,
        size,
        level: None,
        others: vec![],
        by_change: false,
    }
}

#[test]
fn a_stored_acceptance_without_a_size_or_of_a_newer_version_is_an_error() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    let path = dir.path().join("accepted.tsv");
    let line = "accept\t-[Cart *]\t2030-01-31\to\tr";
    fs::write(&path, format!("launchgate.accepted/1\n{line}\n")).unwrap();
    let error = store.read_acceptances().unwrap_err().to_string();
    assert!(error.contains("accepted.tsv:2") && error.contains("expected a size"), "{error}");
    // After a merge of two branches, the file may contain the format line twice.
    fs::write(&path, format!("launchgate.accepted/1\nlaunchgate.accepted/1\n{line}\tup-to=+8%\n")).unwrap();
    assert_eq!(store.read_acceptances().unwrap().len(), 1);
    // For a newer version of the format, the error names both versions.
    fs::write(&path, format!("launchgate.accepted/2\n{line}\n")).unwrap();
    let error = store.read_acceptances().unwrap_err().to_string();
    assert!(error.contains("launchgate.accepted/2") && error.contains("launchgate.accepted/1"), "{error}");
}

#[test]
fn stored_acceptances_of_growth_are_read_back_and_expire() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    let until = Date::parse("2030-01-31").unwrap();
    let one = Acceptance {
        reason: HOSTILE.into(),
        owner: "".into(),
        others: vec!["weather=rain".into()],
        ..accepted(Glob::new("-[Cart *]"), until)
    };
    let level = LevelBeforeGrowth { device: HOSTILE.into(), scenario: "cold".into(), cost: Ns(1e6) };
    let two = Acceptance { method: Glob::new(HOSTILE), level: Some(level), ..one.clone() };
    for acceptance in [&one, &two, &one] {
        store.add_acceptance(acceptance).unwrap();
    }
    let all = store.read_acceptances().unwrap();
    assert!(all.len() == 2 && all.contains(&one) && all.contains(&two));
    let grown = |name, to: f64| MeasuredGrowth {
        name,
        device: "d",
        scenario: "cold",
        base: Ns(1e6),
        at_least: Ns(to),
        at_most_grown: Ns(f64::INFINITY),
    };
    let asked = [
        (grown("-[Cart pay]", 1.08e6), until, AcceptanceCoverage::Whole),
        (grown("-[Cart pay]", 1.09e6), until, AcceptanceCoverage::Exceeded),
        (grown("-[Cart pay]", f64::NAN), until, AcceptanceCoverage::Whole),
        (grown("-[Bar pay]", 1e6), until, AcceptanceCoverage::None),
        (grown("-[Cart pay]", 1e6), Date::parse("2030-02-01").unwrap(), AcceptanceCoverage::None),
        // On the device for which the acceptance contains a cost level, the accepted growth is relative to
        // this level.
        (
            MeasuredGrowth { device: HOSTILE, base: Ns(3e6), ..grown(HOSTILE, 2e6) },
            until,
            AcceptanceCoverage::Exceeded,
        ),
        (
            MeasuredGrowth { device: HOSTILE, base: Ns(3e6), ..grown(HOSTILE, 1e6) },
            until,
            AcceptanceCoverage::Whole,
        ),
        (MeasuredGrowth { base: Ns(3e6), ..grown(HOSTILE, 2e6) }, until, AcceptanceCoverage::Whole),
    ];
    for (grown, day, expected) in asked {
        let which = if grown.name == HOSTILE { &two } else { &one };
        assert_eq!(which.covers(&grown, day), expected, "{grown:?}");
    }
    let path = dir.path().join("accepted.tsv");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("2030-01-31", "2030-02-31")).unwrap();
    let error = store.add_acceptance(&one).unwrap_err().to_string();
    assert!(error.contains("accepted.tsv:2: expected a date"), "{error}");
}

fn git(dir: &Path, args: &[&str]) {
    let out = Command::new("git")
        .current_dir(dir)
        .args(["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"])
        .args(args)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .output()
        .unwrap();
    assert!(out.status.success(), "git {args:?}: {}{}", str(&out.stdout), str(&out.stderr));
}

fn str(bytes: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

#[test]
fn branches_that_each_add_a_session_merge_without_conflicts() {
    let dir = tempfile::tempdir().unwrap();
    let repo = dir.path();
    let store = Store::open(repo.join("baselines")).unwrap();
    let until = Date::parse("2030-01-31").unwrap();
    let work = |name: &str, seed| {
        add(&store, &session(name, "d", seed, false)).unwrap();
        let method = Glob::new(&format!("-[{name} *]"));
        store.add_acceptance(&accepted(method, until)).unwrap();
        git(repo, &["add", "-A"]);
        git(repo, &["commit", "-qm", name]);
    };
    git(repo, &["init", "-q", "-b", "main"]);
    work("first", 1);
    git(repo, &["checkout", "-qb", "topic"]);
    work("theirs", 2);
    git(repo, &["checkout", "-q", "main"]);
    work("ours", 3);
    git(repo, &["merge", "-q", "--no-edit", "topic"]);
    assert_eq!(names(&store.sessions(&key("d")).unwrap()), ["ours", "theirs", "first"]);
    assert_eq!(store.read_acceptances().unwrap().len(), 3);
    let (files, problems) = store.verify().unwrap();
    assert_eq!((files, problems.len()), (4, 0), "{problems:?}");
}

/// Noon of 2030-01-01 in milliseconds since 1970, which is the present time in these tests.
const NOW: u64 = 1_893_499_200_000;

fn dated(name: &str, recorded_unix_ms: Option<u64>) -> Launches {
    let mut all = session(name, "d", 1, false);
    all.launches.iter_mut().for_each(|launch| launch.recorded_unix_ms = recorded_unix_ms);
    all
}

#[test]
fn undated_sessions_are_ordered_by_storing_time_and_future_sessions_come_last() {
    let dir = tempfile::tempdir().unwrap();
    let day = 86_400_000;
    let store = |now: u64| Store::open(dir.path()).unwrap().with_current_time(now);
    add(&store(NOW - 2 * day), &dated("zeta", None)).unwrap();
    add(&store(NOW), &dated("alpha", None)).unwrap();
    add(&store(NOW), &dated("between", Some(NOW - day))).unwrap();
    add(&store(NOW), &dated("future", Some(NOW + 30 * day))).unwrap();
    // The session `old` has neither a time of recording nor a time of storing.
    add(&Store::open(dir.path()).unwrap(), &dated("old", None)).unwrap();
    let store = store(NOW);
    assert_eq!(names(&store.sessions(&key("d")).unwrap()), ["alpha", "between", "zeta", "old", "future"]);
    // If the session `alpha` is added again a day later, it is not stored again.
    assert_eq!(
        add(&store.clone().with_current_time(NOW + day), &dated("alpha", None)).unwrap().1,
        AddOutcome::Already
    );
    let flaws = store.find_flaws(0).unwrap();
    let found: Vec<(&str, SessionFlaw)> =
        flaws.iter().map(|(entry, flaw)| (&*entry.session, *flaw)).collect();
    assert_eq!(found, [("old", SessionFlaw::Undated), ("future", SessionFlaw::FromTheFuture)]);

    let short = store.find_flaws(100).unwrap();
    assert_eq!((short.len(), short[0].1), (5, SessionFlaw::Short(3)));
}

#[test]
fn a_session_that_begins_a_new_level_is_stored_with_owner_and_reason() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    let level = NewLevel { owner: HOSTILE.into(), reason: "Xcode 27\tand\niOS".into() };
    let own = dated("a", Some(NOW));
    store
        .add_with(
            &own.table,
            &own.launches,
            Some(level.clone()),
            &gate_launches::SessionProperties::default(),
        )
        .unwrap();
    add(&store, &dated("b", Some(NOW - 1))).unwrap();
    let levels: Vec<Option<NewLevel>> =
        store.sessions(&key("d")).unwrap().into_iter().map(|entry| entry.new_level).collect();
    assert_eq!(levels, [Some(level), None]);
    assert_eq!(store.verify().unwrap().1.len(), 0);
}

#[test]
fn lost_launches_are_read_back_and_phones_are_stored_only_as_hashes() {
    use gate_launches::{LostLaunchCount, PhoneId, SessionProperties};

    const ID: &str = "00008101-000A1B2C3D4E5F60";
    let lost = vec![
        LostLaunchCount { role: None, reason: "NoTrace".into(), launches: 2, why: None },
        LostLaunchCount { role: Some(BuildRole::Head), reason: "a\tb".into(), launches: 1, why: None },
    ];
    let known = SessionProperties { phone: Some(PhoneId::Id(ID.into())), lost };
    let stored = |dir: &Path, name: &str| -> SessionProperties {
        let store = Store::open(dir).unwrap();
        let own = dated(name, Some(NOW));
        let (path, _) = store.add_with(&own.table, &own.launches, None, &known).unwrap();
        assert!(!fs::read_to_string(path).unwrap().contains(ID));
        assert_eq!(store.verify().unwrap().1.len(), 0);
        let entry = store.sessions(&key("d")).unwrap().into_iter().find(|entry| *entry.session == *name);
        store.load(&entry.unwrap()).unwrap().known.into_values().next().unwrap()
    };
    let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (a, b, other) = (stored(one.path(), "a"), stored(one.path(), "b"), stored(two.path(), "a"));
    assert_eq!(a.lost, known.lost);
    assert!(a.phone.as_ref().unwrap().hash().is_some_and(|hash| hash.len() == 32));
    assert_eq!(a, b, "the same phone has the same hash in one store");
    assert_ne!(a.phone, other.phone, "and another one in another");
}
