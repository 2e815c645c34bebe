//! Creates synthetic launches for every kind of verdict.

use std::fmt::Write as _;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use gate_config::Date;
use serde_json::{Value, json};

use crate::common::gate;

/// The kinds of differences between base and head.
pub const KINDS: [&str; 36] = [
    "same",
    "faster",
    "slower",
    "several",
    "many",
    "calls",
    "new",
    "new module",
    "moved",
    "vanished",
    "phase",
    "everything",
    "budget",
    "budget kept",
    "accepted",
    "noisy",
    "stored",
    "no baseline",
    "budget and no baseline",
    "incomparable",
    "too few",
    "not recorded",
    "slow launches",
    "in turns",
    "other threads",
    "work",
    "creep",
    "lost",
    "over",
    "outgrown",
    "confirmed",
    "unconfirmed",
    "dozens",
    "budget and phase",
    "everything in turns",
    "counted",
];

/// A generator of pseudorandom numbers with a seed.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// Returns a number between 0 and 1.
    pub fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Returns a nearly normal number with mean 0 and standard deviation 1.
    fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.uniform()).sum::<f64>() - 6.0
    }
}

const METHODS: usize = 16;

fn method(index: usize) -> String {
    format!("-[Class{index} work:with:]")
}

/// The launches of base or head, as records.
struct Side<'a> {
    kind: &'a str,
    is_head: bool,
    launches: u64,
    session: &'a str,
    role: Option<&'a str>,
    model: &'a str,
    /// The number of days since the first session. The next field is the factor by which slow growth has increased the costs until this
    /// day.
    day: u64,
    growth: f64,
}

fn records(side: &Side<'_>, seed: u64, random: &mut Random) -> Vec<Value> {
    let Side { kind, is_head, .. } = *side;
    let size = 1.2 + (seed % 7) as f64 * 0.35;
    let noise = if kind == "noisy" { 0.35 } else { 0.01 };
    (1..=side.launches)
        .map(|launch| {
            let everything = if is_head && kind.starts_with("everything") { 1.0 + 0.04 * size } else { 1.0 };
            let mut methods = Vec::new();
            let mut sums = [0.0; 2];
            let mut add = |name: String, module: usize, thread: &str, cost: f64, calls: f64, phase: usize| {
                if thread == "main" {
                    sums[phase] += cost;
                }
                methods.push(json!({
                    "name": name, "module": format!("Module{module}"), "owner": format!("@team/{}", module % 3), "thread": thread,
                    "phase": (["main..did_finish_launching", "did_finish_launching..first_frame"][phase]),
                    "path": if module == 1 { json!(["-[Root start]"]) } else { json!([]) },
                    "calls": calls, "self_ns": cost, "total_ns": cost * if module == 3 { 1.25 } else { 1.0 },
                }));
            };
            for index in 0..if kind == "dozens" { 3 * METHODS } else { METHODS } {
                let (mut cost, mut calls) = (4e5 * (1 + (index + seed as usize) % 9) as f64, 4.0);
                let changed = match kind {
                    "several" => index % 4 == 1,
                    "many" | "dozens" => index < 13,
                    _ => index == 5,
                };
                if is_head && changed {
                    match kind {
                        "slower" | "several" | "many" | "dozens" | "budget" | "over" | "accepted" | "outgrown" | "confirmed" | "unconfirmed"
                        | "stored" | "in turns" | "noisy" => cost *= size,
                        "faster" => cost *= 0.7,
                        "calls" => (cost, calls) = (cost * 2.0, 8.0),
                        "moved" => cost *= 0.5,
                        "vanished" => continue,
                        _ => {}
                    }
                }
                if is_head && kind == "moved" && index == 8 {
                    cost += 2e5 * (1 + (5 + seed as usize) % 9) as f64;
                }
                if index % 4 == 1 {
                    cost *= side.growth;
                }
                let of = if kind == "moved" && matches!(index, 5 | 8) { 1 } else { index % 4 };
                add(method(index), of, "main", cost * everything * (1.0 + noise * random.normal()).max(0.1), calls, index % 2);
            }
            let new = match kind {
                "new" => 1,
                "new module" => 3,
                _ => 0,
            };
            for index in 0..if is_head { new } else { 0 } {
                add(format!("+[New{index} make]"), 7, "main", 2e6 * size * (1.0 + 0.01 * random.normal()), 1.0, 1);
            }
            if matches!(kind, "other threads" | "too few") || kind.ends_with("no baseline") {
                let cost = if is_head { 9e6 } else { 1e6 };
                add("-[Loader load:]".to_owned(), 2, "worker", cost * (1.0 + 0.01 * random.normal()), 2.0, 0);
            }
            let mut before = 2e7 * everything * (1.0 + noise * 0.3 * random.normal());
            if is_head && kind.ends_with("phase") {
                before += 4e6 * size;
            }
            if is_head && kind == "slow launches" && launch % 2 == 0 {
                before += 6e7;
            }
            let finish = before + sums[0] + 1e6;
            let frame = finish + sums[1] + 2e6;
            if is_head && kind == "not recorded" {
                methods.clear();
            }
            let mut record = json!({
                "format": "launchgate.launch/1", "session": side.session, "launch": launch,
                "recorded_unix_ms": 1_780_000_000_000_u64 + 86_400_000 * side.day + launch * 1000,
                "device": {"model": side.model, "os": "17.5"}, "app": {"bundle": "com.example.shop", "build": (if is_head { format!("{}", 1 + side.day) } else { "1".to_owned() })},
                "agent": {"version": "1", "settings": "s"},
                "state": {"first_after_install": launch == 1 && seed.is_multiple_of(3)},
                "marks": {"main_ns": before, "did_finish_launching_ns": finish, "first_frame_ns": frame,
                    "main_instructions": before * 3.0, "did_finish_launching_instructions": finish * 3.0, "first_frame_instructions": frame * 3.0},
                "methods": methods,
            });
            // For every fifth seed, the base has no counts of requests. For some other seeds, the head makes as many requests as the base.
            if kind == "work" && (is_head || seed % 5 != 4) {
                let row = |index: usize, of: &str, other: bool, calls: u64, bytes: u64| json!({"kind": of, "other": other, "by": method(index), "calls": calls, "bytes": bytes});
                let more = if is_head { seed % 4 } else { 0 };
                record["work"] = json!([
                    row(5, "file.open", false, 3 + more, 0),
                    row(6, "file.open", true, 2, 0),
                    row(5, "file.read", false, 7, 1_200 + 900 * more),
                    row(9, "memory.allocate", false, 4_000 + seed, 2_300_000),
                    row(2, "queue.sync", false, 1 + more, 0),
                ]);
            }
            if is_head && kind == "counted" {
                record["marks"]["first_frame_instructions"] = (frame * 3.0 * size).into();
            }
            if seed.is_multiple_of(2) && kind != "counted" {
                record["marks"].as_object_mut().unwrap().retain(|name, _| name.ends_with("_ns"));
            }
            if let Some(role) = side.role {
                record["role"] = role.into();
                record["block"] = launch.into();
            }
            record
        })
        .collect()
}

/// A verdict, and the reports that were written with it.
pub struct Told {
    pub verdict: Value,
    pub comment: String,
    pub text: String,
    pub page: String,
    pub sarif: String,
}

/// Judges synthetic launches of the kind `kind`, and returns the verdict with its reports.
pub fn judged(folder: &Path, kind: &str, seed: u64) -> Told {
    let mut random = Random::new(seed * 31 + kind.len() as u64);
    let few = if kind == "too few" { 3 } else { 7 + seed % 3 };
    let in_turns = kind.ends_with("in turns");
    let side = |is_head: bool| Side {
        kind,
        is_head,
        launches: if is_head { few } else { 7 + seed % 4 },
        session: if is_head && !in_turns { "head" } else { "base" },
        role: in_turns.then_some(if is_head { "head" } else { "base" }),
        model: if is_head && (kind == "incomparable" || kind.ends_with("no baseline")) {
            "iPhone16,1"
        } else {
            "iPhone15,2"
        },
        day: u64::from(is_head),
        growth: 1.0,
    };
    let (base, head) = (records(&side(false), seed, &mut random), records(&side(true), seed, &mut random));
    let write = |name: &str, records: &[&Value]| {
        let lines = records.iter().fold(String::new(), |mut all, record| {
            writeln!(all, "{record}").unwrap();
            all
        });
        let path = folder.join(name);
        std::fs::write(&path, lines).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let only_head: Vec<&Value> = head.iter().collect();
    let both: Vec<&Value> = base.iter().chain(&head).collect();
    let (base, head) = (
        write("base.jsonl", &base.iter().collect::<Vec<_>>()),
        write("head.jsonl", if in_turns { &both } else { &only_head }),
    );
    if kind == "lost" {
        // The run logs of base and head contain their lost launches.
        for (side, lost) in [("base", seed % 2), ("head", [3, 9, 30][seed as usize % 3])] {
            std::fs::create_dir(folder.join(side)).unwrap();
            std::fs::rename(folder.join(format!("{side}.jsonl")), folder.join(side).join("launches.jsonl"))
                .unwrap();
            let header = json!({"format": "launchgate.run/1", "session": side, "scenario": "", "app": "com.example.shop", "udid": "", "model": null, "os": null,
                "link": "", "driver": "", "launches": 10, "warmup": 0, "seed": null, "looks": []});
            let launch = json!({"is": "launch", "launch": "1", "file": "launches.jsonl", "role": null, "block": null, "warm_up": false, "first_after_install": false,
                "thermal": null, "low_power": null, "charging": null, "battery": null, "debugged": false, "took_ms": 0});
            let mut log = format!("{header}\n{launch}\n");
            for one in 0..lost {
                let kind = if one % 3 == 2 { "NoTrace" } else { "Crashed" };
                let lost = json!({"is": "lost", "launch": format!("lost-{one}"), "kind": kind, "class": "app", "why": "it crashed"});
                writeln!(log, "{lost}").unwrap();
            }
            std::fs::write(folder.join(side).join("run.jsonl"), log).unwrap();
        }
    }
    let of_side = |file: String| if kind == "lost" { file.replace(".jsonl", "") } else { file };
    let (base, head) = (of_side(base), of_side(head));
    // The limit of the budget is between the cost of the base and the cost of the head.
    let base_of = |index: u64| 400 * (1 + (index + seed) % 9);
    let over: u64 = [1, 5, 9, 13].into_iter().map(base_of).sum::<u64>() + base_of(5) / 10;
    let limit = match kind {
        "budget" | "budget and phase" => Some(1_000),
        "budget kept" | "budget and no baseline" => Some(900_000),
        "over" => Some(over),
        _ => None,
    };
    let budget =
        limit.map_or(String::new(), |us| format!("[[budget]]\nmodule = \"Module1\"\nlimit = \"{us}us\"\n"));
    let is_stored = ["stored", "accepted", "outgrown", "confirmed", "unconfirmed"].contains(&kind)
        || kind.ends_with("no baseline");
    // In the fresh launches, the head is either as slow as in the first launches or as fast as the base.
    let fresh = kind.ends_with("confirmed").then(|| {
        let of =
            Side { kind: if kind == "confirmed" { kind } else { "same" }, session: "fresh", ..side(true) };
        write("fresh.jsonl", &records(&of, seed, &mut random).iter().collect::<Vec<_>>())
    });
    let floors = if kind == "creep" { "floor = \"0ns\"\n" } else { "" };
    let config = folder.join("config.toml");
    let store = folder.join("baselines").to_str().unwrap().to_owned();
    std::fs::write(&config, format!("[gate]\nmin_launches = 5\n{floors}{budget}")).unwrap();
    let config = config.to_str().unwrap().to_owned();
    let (json, markdown) = (folder.join("verdict.json"), folder.join("verdict.md"));
    let (html, sarif) = (folder.join("verdict.html"), folder.join("verdict.sarif"));
    let outputs = [&json, &markdown, &html, &sarif].map(|path| path.to_str().unwrap().to_owned());
    let check = || {
        let mut args = vec!["check", &*head, "--config", &config];
        args.extend(outputs.iter().flat_map(|path| ["--out", path]));
        args.extend(fresh.iter().flat_map(|fresh| ["--again", fresh]));
        if is_stored || kind == "creep" {
            args.extend(["--baseline", &store]);
        } else if !in_turns {
            args.extend(["--base", &base]);
        }
        let (_, out, err) = gate(&args);
        assert!(json.exists(), "{kind} {seed}: {err}");
        out
    };
    let stored = |records: &str| {
        let (_, out, err) = gate(["baseline", "update", records, "--config", &config, "--baseline", &store]);
        assert!(!err.contains("error") || kind == "creep", "{out}{err}");
        !err.contains("error")
    };
    if is_stored {
        stored(&base);
    }
    if kind == "creep" {
        // The first five sessions have the same cost level. Each later build grows by too little for a finding, until a build fails in the
        // comparison with the anchor.
        for day in 0..20_u64 {
            let grown = day.saturating_sub(4);
            let (session, is_head) = (format!("day{day}"), grown > 0);
            let growth = 1.008_f64.powi(grown as i32);
            let of_day = Side { session: &session, is_head, day, growth, launches: 12, ..side(false) };
            let made = records(&of_day, seed, &mut random);
            if !stored(&write("head.jsonl", &made.iter().collect::<Vec<_>>())) {
                break;
            }
            if day == 4 {
                gate(["baseline", "pin", &session, "--config", &config, "--baseline", &store]);
            }
        }
    }
    let mut text = check();
    if matches!(kind, "accepted" | "outgrown") {
        let verdict = json.to_str().unwrap();
        let size = if kind == "accepted" { ["--verdict", verdict] } else { ["--up-to", "+1%"] };
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
        let until = Date::from_unix_seconds(now).unwrap().a_month_later().to_string();
        let until = ["--reason", "meant", "--owner", "@team/1", "--until", &until];
        let accept = [
            "baseline",
            "accept",
            "-[Class5 work:with:]",
            size[0],
            size[1],
            "--config",
            &config,
            "--baseline",
            &store,
        ];
        let (_, _, err) = gate(accept.iter().chain(&until));
        assert!(!err.contains("error"), "{err}");
        text = check();
    }
    let verdict = serde_json::from_str(&std::fs::read_to_string(&json).unwrap()).unwrap();
    let [comment, page, sarif] =
        [&markdown, &html, &sarif].map(|path| std::fs::read_to_string(path).unwrap());
    Told { verdict, comment, text, page, sarif }
}
