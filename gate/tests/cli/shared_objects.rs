//! Tests stores at a URL (here that of a folder): times that are whole ticks of a clock, incomplete sessions of stopped writers, and
//! trends.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use gate::cli::Exit;
use serde_json::Value;

use super::shared::{Shared, of_day};
use super::store::slow;
use crate::common::program;
use crate::common::session::Session;

const TICK_NS: f64 = 1000.0 / 24.0;

/// Returns the launches in `records` with changed times. `by` converts each time, for example to clock ticks minus the recorder's cost, or
/// to whole nanoseconds.
fn as_told(records: &str, by: fn(f64) -> f64) -> String {
    let of_line = |line: &str| {
        let mut launch: Value = serde_json::from_str(line).unwrap();
        for method in launch["methods"].as_array_mut().unwrap() {
            let own = by(method["self_ns"].as_f64().unwrap());
            method["self_ns"] = own.into();
            // Every second method calls other methods.
            let below = if method["name"].as_str().unwrap().len() % 2 == 0 { own * 3.0 } else { 0.0 };
            method["total_ns"] = (own + below).into();
        }
        format!("{launch}\n")
    };
    records.lines().map(of_line).collect()
}

fn in_ticks(ns: f64) -> f64 {
    (ns / TICK_NS).round() * TICK_NS - 3.0 * (1503.0 / 1024.0 * TICK_NS)
}

#[test]
fn times_stored_in_clock_steps_give_the_same_verdict() {
    let some_as_they_are = |ns: f64| if (ns as u64).is_multiple_of(20) { ns } else { in_ticks(ns) };
    for by in [in_ticks, f64::round, some_as_they_are] {
        let shared = Shared::new();
        let folder = shared.folder.0.path().join("baselines").display().to_string();
        for (name, day) in ["a", "b", "c", "d", "e"].into_iter().zip(0..) {
            let records = as_told(&of_day(&Session::new(name, 100 * (day + 1)), day), by);
            assert_eq!(shared.put(&records, &[]).0, Exit::Pass);
            assert_eq!(shared.put(&records, &[]).1.split(' ').next(), Some("already"));
            let (exit, out, err) = shared.run(&["baseline", "update", "run.jsonl", "--baseline", &folder]);
            assert_eq!(exit, Exit::Pass, "{out}{err}");
        }
        let head = as_told(&of_day(&slow("head", 9), 9), by);
        let (of_folder, of_url) = (shared.check(&head, &folder), shared.check(&head, &shared.url));
        assert_eq!(of_folder.0, Exit::Regressed);
        let show = |store: &str| shared.text(&["baseline", "show", "c", "--baseline", store]);
        assert_eq!(show(&folder), show(&shared.url));
        let place = |verdict: Value, place: &str| verdict.to_string().replace(place, "STORE");
        assert!(place(of_folder.1, &folder) == place(of_url.1, &shared.url));
    }
}

fn make_old(path: &Path) {
    let time = SystemTime::now() - Duration::from_secs(3 * 86_400);
    fs::File::options().write(true).open(path).unwrap().set_modified(time).unwrap();
}

#[test]
fn files_of_stopped_writers_are_deleted_after_a_day() {
    let shared = Shared::new();
    let records = |name, day| of_day(&Session::new(name, day + 1), day);
    for (name, day) in [("a", 0), ("b", 1), ("c", 2)] {
        assert_eq!(shared.put(&records(name, day), &[]).0, Exit::Pass);
    }
    // The writers of the sessions `b` and `c` were stopped before they wrote the row of their session. The first writer was stopped three
    // days ago, and the second writer just now.
    for name in ["b", "c"] {
        fs::remove_file(shared.object("sessions", name)).unwrap();
    }
    for path in shared.objects().iter().filter(|path| !path.display().to_string().contains("-c-")) {
        make_old(path);
    }
    let staging = shared.folder.0.path().join("shared/.staging");
    for name in ["1-0-old.parquet", "1-1-new.parquet"] {
        fs::write(staging.join(name), "half").unwrap();
    }
    make_old(&staging.join("1-0-old.parquet"));
    // The age of a file is the difference between its time and that of the newest file in the store. If the clock of one machine is days
    // ahead, no session is therefore regarded as old until newer sessions are stored.
    for path in shared.objects() {
        make_old(&path);
    }
    let out = shared.text(&["baseline", "prune", "--baseline", &shared.url]);
    assert_eq!(out, "0 sessions deleted\n");
    let is_new =
        |path: &&PathBuf| ["-c-", "1-1-new"].iter().any(|part| path.display().to_string().contains(part));
    for path in shared.objects().iter().filter(is_new) {
        fs::File::options().write(true).open(path).unwrap().set_modified(SystemTime::now()).unwrap();
    }
    let out = shared.text(&["baseline", "prune", "--baseline", &shared.url]);
    assert_eq!(out, "3 objects of stopped writers deleted\n0 sessions deleted\n");
    let left: Vec<String> = shared.objects().iter().map(|path| path.display().to_string()).collect();
    assert_eq!(left.iter().filter(|path| path.contains("-a")).count(), 3, "{left:?}");
    assert_eq!(left.iter().filter(|path| path.contains("-b-")).count(), 0, "{left:?}");
    assert_eq!(left.iter().filter(|path| path.contains("-c-")).count(), 2, "{left:?}");
    assert!(left.iter().any(|path| path.ends_with("1-1-new.parquet")), "{left:?}");
    // The incomplete sessions `b` and `c` can still be completed.
    for (name, day) in [("b", 1), ("c", 2)] {
        assert_eq!(shared.put(&records(name, day), &[]).0, Exit::Pass);
    }
    assert_eq!(shared.list().len(), 3);
}

#[test]
fn a_trend_is_the_same_with_a_folder_and_a_url() {
    let shared = Shared::new();
    let folder = shared.folder.0.path().join("baselines").display().to_string();
    // The growth is accepted, so that the folder stores it.
    let accept = ["baseline", "accept", "-[Class4 method]", "--up-to", "+90%", "--until", "2099-12-31"];
    let why = ["--reason", "a test", "--owner", "@shop/cart", "--baseline", &folder];
    shared.text(&[&accept[..], &why].concat());
    for day in 0..14 {
        let name: &'static str = Box::leak(format!("n{day:02}").into_boxed_str());
        let session = Session { launches: 5, ..Session::new(name, day + 1) };
        let session = if day < 7 { session } else { Session { slower: Some((4, 1.5, 1.0)), ..session } };
        assert_eq!(shared.put(&of_day(&session, day), &[]).0, Exit::Pass);
        let (exit, out, err) = shared.run(&["baseline", "update", "run.jsonl", "--baseline", &folder]);
        assert_eq!(exit, Exit::Pass, "{out}{err}");
    }
    let config = shared.folder.write("config.toml", "").display().to_string();
    let trend = |store: &str, more: &[&str]| {
        let words = [&["trend", "--baseline", store, "--config", &config], more].concat();
        let (exit, out, err) = shared.folder.plain(&words);
        assert_eq!(exit, Exit::Pass, "{out}{err}");
        out
    };
    let (of_folder, of_url) = (trend(&folder, &[]), trend(&shared.url, &[]));
    assert_eq!(of_folder, of_url);
    assert!(of_url.contains("-[Class4 method]"), "{of_url}");
    for more in [&["--method", "-[Class4 method]"][..], &["--module", "Module1"], &["--since", "2026-02-10"]]
    {
        assert_eq!(trend(&folder, more), trend(&shared.url, more), "{more:?}");
    }
    let written = |store: &str, file: &str| {
        let path = shared.folder.0.path().join(file);
        trend(store, &["-o", path.to_str().unwrap()]);
        fs::read_to_string(path).unwrap()
    };
    // Only a store at a URL contains the commit of a session. In this test, the commit is that of the current repository.
    let without = |page: String| -> String {
        let words: Vec<String> = page.split('"').map(str::to_owned).collect();
        let is_commit = |word: &str| word.len() == 10 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
        words
            .iter()
            .map(|word| if is_commit(word) { "" } else { word.as_str() })
            .collect::<Vec<_>>()
            .join("\"")
    };
    let of_url = without(written(&shared.url, "other.html"));
    assert!(without(written(&folder, "one.html")) == of_url, "the series are the same");
    assert!(written(&shared.url, "trend.html").contains("Class4 method"));
}

#[test]
fn sampled_functions_are_read_with_the_launches_without_a_further_request() {
    use std::sync::Arc;

    use gate_baseline::{Baselines as _, SessionSidecars, SidecarContent, SidecarKind};
    use gate_launches::{
        Function, FunctionKind, LaunchFunctions, ReadOptions, SampledFunction, SampledScope, read,
    };
    use gate_store::{NewSession, SessionMetadata, UrlStore};

    let shared = Shared::new();
    let store = UrlStore::create(&shared.url, 1_800_000_000_000).unwrap();
    let path = shared.folder.write("run.jsonl", &of_day(&Session::new("a", 1), 0));
    let mut run = read(&[path], &ReadOptions::default()).unwrap();
    let function = Arc::new(Function::new_unnamed(FunctionKind::Others, "Shop".into()));
    for (launch, samples) in run.launches.iter_mut().zip(1..) {
        let node = SampledScope::Method("-[Class4 method]".into());
        let seen = vec![SampledFunction {
            node,
            function: Some(Arc::clone(&function)),
            waiting: None,
            lines: Vec::new(),
            samples,
        }];
        launch.functions = Some(Arc::new(LaunchFunctions { seen, missing: Arc::default(), waits: None }));
    }
    let about = SessionMetadata::default();
    let extras =
        SessionSidecars { launches: Some((&run.table, &run.launches)), ..SessionSidecars::default() };
    let (table, launches, known) = (&run.table, &run.launches[..], &Default::default());
    store.put(&NewSession { table, launches, extras, about: &about, known }).unwrap();
    // The session consists of three objects: its row, its launches and its costs. A check does not have to request any further object.
    let objects = shared.objects();
    let of_session = objects.iter().filter(|path| path.display().to_string().contains("-a")).count();
    assert_eq!(of_session, 3, "{objects:?}");
    let entry = &store.sessions(&store.keys().unwrap()[0]).unwrap()[0];
    let Some(SidecarContent::Functions(found)) = store.read_sidecar(entry, SidecarKind::Functions).unwrap()
    else {
        panic!("no functions")
    };
    let expected = run.launches.iter().map(|launch| (launch.number, launch.functions.clone().unwrap()));
    assert_eq!(found, expected.collect());
    assert!(store.read_facts(entry).unwrap().is_none());
}

#[test]
fn lost_launches_and_the_hash_of_the_phone_are_stored_as_columns() {
    use gate_baseline::Baselines as _;
    use gate_launches::{BuildRole, LostLaunchCount, PhoneId, ReadOptions, SessionProperties as Known, read};
    use gate_store::{NewSession, SessionMetadata, UrlStore};

    const ID: &str = "00008101-000A1B2C3D4E5F60";
    let lost = vec![
        LostLaunchCount { role: None, reason: "NoTrace".into(), launches: 2, why: None },
        LostLaunchCount { role: Some(BuildRole::Head), reason: "Crashed".into(), launches: 1, why: None },
    ];
    let known = Known { phone: Some(PhoneId::Id(ID.into())), lost };
    let stored = || -> Vec<Known> {
        let shared = Shared::new();
        let store = UrlStore::create(&shared.url, 1_800_000_000_000).unwrap();
        for (name, day) in [("a", 0), ("b", 1)] {
            let path = shared.folder.write("run.jsonl", &of_day(&Session::new(name, day + 1), day));
            let run = read(&[path], &ReadOptions::default()).unwrap();
            let (about, extras) = (SessionMetadata::default(), gate_baseline::SessionSidecars::default());
            let (table, launches) = (&run.table, &run.launches[..]);
            store.put(&NewSession { table, launches, extras, about: &about, known: &known }).unwrap();
        }
        let entries = store.sessions(&store.keys().unwrap()[0]).unwrap();
        let known = |entry| store.load(entry).unwrap().known.into_values().next().unwrap();
        entries.iter().map(known).collect()
    };
    let (one, two) = (stored(), stored());
    assert_eq!((&one[0], &one[0].lost), (&one[1], &known.lost));
    assert!(one[0].phone.as_ref().and_then(PhoneId::hash).is_some_and(|hash| !hash.contains(ID)));
    assert_ne!(one[0].phone, two[0].phone, "another store has another salt");
}

#[test]
fn a_trend_reports_slow_growth_per_month_and_a_new_system_as_one_change() {
    let shared = Shared::new();
    for day in 0..60 {
        let name: &'static str = Box::leak(format!("n{day:02}").into_boxed_str());
        let records = of_day(&Session { launches: 5, ..Session::new(name, day + 1) }, day);
        let of_line = |line: &str| {
            let mut launch: Value = serde_json::from_str(line).unwrap();
            if day >= 30 {
                launch["device"]["os"] = "18.1".into();
            }
            for method in launch["methods"].as_array_mut().unwrap() {
                // All methods are slower on the new system; one method grows by half a percent a day.
                let system = if day >= 30 { 1.08 } else { 1.0 };
                let is_slope = method["name"] == "-[Class4 method]";
                let factor = system * if is_slope { 1.005_f64.powi(day as i32) } else { 1.0 };
                method["self_ns"] = (method["self_ns"].as_f64().unwrap() * factor).round().into();
                method["total_ns"] = method["self_ns"].clone();
            }
            format!("{launch}\n")
        };
        let records: String = records.lines().map(of_line).collect();
        assert_eq!(shared.put(&records, &[]).0, Exit::Pass);
    }
    let config = shared.folder.write("config.toml", "").display().to_string();
    let (exit, out, err) = shared.folder.plain(&["trend", "--baseline", &shared.url, "--config", &config]);
    assert_eq!((exit, err.as_str()), (Exit::Pass, ""), "{out}");
    let words = out.split_whitespace().collect::<Vec<_>>().join(" ");
    let moved = "Everything moved together on 2026-03-04, by +8.0 % in the middle; changed there: device OS 17.5 → 18.1";
    assert!(words.matches("moved together").count() == 1 && words.contains(moved), "{out}");
    assert!(
        words.contains("No lasting change.")
            && words.contains("-[Class4 method] changes steadily, by +16 % a month"),
        "{out}"
    );
    let swept = shared.text(&["store", "sweep", &shared.url]);
    assert!(swept.contains("60 sessions, 2 findings"), "{swept}");
}

#[test]
fn no_client_sends_requests_without_tls_to_other_machines() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("run.jsonl"), of_day(&Session::new("a", 1), 0)).unwrap();
    let google = |host: &str| {
        format!(
            r#"{{"gcs_base_url":"{host}","disable_oauth":true,"client_email":"","private_key":"","private_key_id":""}}"#
        )
    };
    // The variables by which a client of a cloud can be allowed to use plain HTTP have no effect.
    let allowed = [("AWS_ALLOW_HTTP", "true"), ("AZURE_ALLOW_HTTP", "true"), ("GOOGLE_ALLOW_HTTP", "true")];
    for host in
        ["http://10.255.255.1:9", "http://127.0.0.1:22000@evil.invalid", "http://localhost.evil.invalid"]
    {
        let key = google(host);
        let emulated = [("AZURE_STORAGE_USE_EMULATOR", "true"), ("AZURITE_BLOB_STORAGE_URL", host)];
        let azure = [
            ("AZURE_STORAGE_ENDPOINT", host),
            ("AZURE_STORAGE_ACCOUNT_NAME", "a"),
            ("AZURE_STORAGE_ACCOUNT_KEY", "c2VjcmV0c2VjcmV0"),
        ];
        let amazon =
            [("AWS_ENDPOINT_URL", host), ("AWS_ACCESS_KEY_ID", "a"), ("AWS_SECRET_ACCESS_KEY", "geheimnis")];
        for (url, environment) in [
            ("s3://bucket/x", &amazon[..]),
            ("gs://bucket/x", &[("GOOGLE_SERVICE_ACCOUNT_KEY", &*key)]),
            ("az://container/x", &emulated),
            ("az://container/x", &azure),
        ] {
            let mut gate = program(folder.path());
            gate.args(["store", "put", "run.jsonl", "--to", url]).envs(allowed);
            let output =
                gate.envs(environment.iter().copied()).env("LAUNCHGATE_RETRY", "1s").output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{url} {host}: {said}");
            let refused =
                said.contains("a server without TLS") || said.contains("an address holds no credentials");
            assert!(refused && !said.contains("geheimnis"), "{url} {host}: {said}");
        }
    }
}
