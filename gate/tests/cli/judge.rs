//! Tests each rule of the verdict with a planted growth that the rule must report, and with launches in which it must not report anything.

use std::process::Command;

use gate::cli::Exit;
use gate_config::{Config, Date};
use gate_decision::{Side, compare};
use gate_launches::{ReadOptions, read};
use serde_json::{Value, json};

use super::app::{App, Dice, Made, Part};
use crate::common::GATE;
use crate::common::session::Folder;

fn base(folder: &Folder, noise: f64) {
    let sessions = ["a", "b", "c", "d", "e", "f"];
    let records: String = (sessions.iter().zip(1..))
        .map(|(name, seed)| App { noise, ..App::new(name, 10 * seed) }.records(|_, _| ()))
        .collect();
    folder.write("base.jsonl", &records);
}

fn check_with(folder: &Folder, app: &App, change: impl Fn(&mut Made, u64), more: &[&str]) -> (Exit, Value) {
    folder.write("head.jsonl", &app.records(change));
    let args = [&["check", "head.jsonl", "--base", "base.jsonl", "--format", "json"], more].concat();
    let (exit, out, err) = folder.run(&args);
    let verdict = serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}\n{out}\n{err}"));
    (exit, verdict)
}

fn check(change: impl Fn(&mut Made, u64)) -> (Exit, Value) {
    let folder = Folder::new();
    base(&folder, 0.01);
    check_with(&folder, &App::new("head", 999), change, &[])
}

fn kinds(verdict: &Value) -> Vec<(&str, &str)> {
    let found = verdict["findings"].as_array().unwrap();
    found.iter().map(|f| (f["kind"].as_str().unwrap(), f["name"].as_str().unwrap())).collect()
}

#[test]
fn an_unchanged_app_has_no_finding() {
    for seed in 0..4 {
        let folder = Folder::new();
        base(&folder, 0.01);
        let (exit, verdict) = check_with(&folder, &App::new("head", 7000 + seed), |_, _| (), &[]);
        assert!(kinds(&verdict).is_empty(), "{verdict}");
        assert!(matches!(exit, Exit::Pass | Exit::Undecided), "{exit:?}");
    }
}

/// For any app, the parts of every launch add up to its duration, to the nanosecond.
#[test]
fn times_of_all_methods_and_phases_add_up_exactly_to_the_launch_time() {
    for seed in 0..25 {
        let folder = Folder::new();
        let made = |side: u64| {
            App { launches: 5, noise: 0.2, ..App::new(&format!("s{side}"), 100 * seed + side) }.records(
                |made, launch| {
                    let mut dice = Dice::new(seed * 7 + launch + 31 * side);
                    made.methods.retain(|_| dice.uniform() < 0.8);
                    for part in &mut made.methods {
                        part.phase =
                            if dice.uniform() < 0.3 { (4.0 * dice.uniform()) as usize } else { part.phase };
                        part.self_ns *= 3.0 * dice.uniform();
                        if dice.uniform() < 0.1 {
                            part.name = format!("-[New{} x]", (5.0 * dice.uniform()) as u32);
                        }
                    }
                    for outside in &mut made.outside {
                        *outside = if dice.uniform() < 0.2 { 0.0 } else { *outside * dice.uniform() };
                    }
                },
            )
        };
        let files = [folder.write("a", &made(0)), folder.write("b", &made(1))];
        let [base, head] = files.map(|file| {
            read(&[file], &ReadOptions { paths: seed % 2 == 0, ..ReadOptions::default() }).unwrap()
        });
        let side = |launches| Side { launches, role: None };
        let today = Date::parse("2026-01-01").unwrap();
        let comparison = compare(side(&base), side(&head), &Config::default(), today).unwrap();
        for (launches, is_after) in [(&base, false), (&head, true)] {
            for (at, launch) in launches.launches.iter().enumerate() {
                let of = |values: &gate_decision::RowValues| {
                    if is_after { values.head[at] } else { values.base[at] }
                };
                let sum: f64 = comparison.rows.iter().map(|judged| of(&judged.values)).sum();
                assert_eq!(sum, launch.duration().unwrap().0, "seed {seed} launch {at}");
            }
        }
    }
}

#[test]
fn a_new_method_is_attributed_to_its_caller_and_a_removed_method_is_listed() {
    let (exit, verdict) = check(|made, _| {
        made.methods.retain(|part| part.name != "-[Class3 work]");
        made.methods.push(Part {
            name: "-[Analytics start]".into(),
            module: String::new(),
            calls: 1.0,
            self_ns: 15e6,
            phase: 2,
            path: vec!["-[Root launch]".into()],
            other_thread: false,
        });
    });
    assert_eq!(exit, Exit::Regressed, "{verdict}");
    let found = &verdict["findings"][0];
    assert_eq!(kinds(&verdict), [("new", "-[Analytics start]")]);
    assert_eq!((&found["called_by"], &found["module"]), (&json!("-[Root launch]"), &json!("Root")));
    assert_eq!(found["base"]["value"], 0.0);
    assert_eq!(found["path"], json!(["-[Root launch]"]));
    assert_eq!(found["values"]["head"].as_array().unwrap().len(), 12);
    assert_eq!(verdict["vanished"][0]["subject"]["name"], "-[Class3 work]");
}

/// The agent subtracts its own cost from the times. After the subtraction, the cost of the cheapest methods is zero.
#[test]
fn a_method_with_a_cost_of_zero_is_compared_and_not_treated_as_new() {
    let folder = Folder::new();
    let sessions = ["a", "b", "c", "d", "e", "f"];
    let records: String = (sessions.iter().zip(1..))
        .map(|(name, seed)| {
            App::new(name, 10 * seed).records(|made, _| {
                let part = made.methods.iter_mut().find(|part| part.name == "-[Class3 work]").unwrap();
                part.self_ns = 0.0;
            })
        })
        .collect();
    folder.write("base.jsonl", &records);
    let (_, verdict) = check_with(&folder, &App::new("head", 999), |_, _| (), &[]);
    assert_eq!(kinds(&verdict), [("slower", "-[Class3 work]")], "it was called before");
    folder.write("base.jsonl", &App::new("head", 999).records(|_, _| ()));
    let (_, verdict) = check_with(
        &folder,
        &App::new("again", 998),
        |made, _| {
            made.methods.iter_mut().find(|part| part.name == "-[Class3 work]").unwrap().self_ns = 0.0;
        },
        &[],
    );
    let seen = |name: &str| verdict["rows"].as_array().unwrap().iter().any(|row| row["name"] == name);
    assert!(verdict["vanished"].as_array().is_none_or(Vec::is_empty), "it is called now: {verdict}");
    assert!(seen("-[Class3 work]"), "{verdict}");
}

#[test]
fn growth_outside_objective_c_methods_is_a_finding_of_the_phase() {
    let (exit, verdict) = check(|made, _| made.outside[1] += 6e6);
    assert_eq!(exit, Exit::Regressed);
    assert_eq!(
        kinds(&verdict),
        [("phase", "Swift, C and system code, initialisers before main (agent_start..main)")]
    );
    assert_eq!(verdict["findings"][0]["subject"]["name"], "agent_start..main");
}

#[test]
fn growth_of_many_methods_of_a_module_is_a_finding_of_the_module() {
    let folder = Folder::new();
    base(&folder, 0.12);
    let change = |made: &mut Made, _| {
        made.methods.iter_mut().filter(|p| p.module == "Module2").for_each(|part| part.self_ns *= 1.15);
    };
    let app = App { noise: 0.12, ..App::new("head", 4321) };
    let (exit, verdict) = check_with(&folder, &app, change, &["--set", "gate.floor=0ns"]);
    assert_eq!(exit, Exit::Regressed, "{verdict}");
    // If a method is a finding by chance, the module is judged without this method, so the module must still be a finding.
    assert!(kinds(&verdict).contains(&("module", "module Module2")), "{verdict}");
    assert!(verdict["findings"].as_array().unwrap().iter().all(|f| f["module"] == "Module2"), "{verdict}");
    // Growth of one method is a finding of the method, and not of its module.
    let one = |made: &mut Made, _| made.method("-[Class24 work]").self_ns *= 2.0;
    let (_, verdict) = check_with(&folder, &app, one, &["--set", "gate.floor=0ns"]);
    assert_eq!(kinds(&verdict), [("slower", "-[Class24 work]")], "{verdict}");
}

/// If one method causes the growth of its module, only the method is reported.
#[test]
fn growth_of_a_module_by_one_method_is_reported_only_for_the_method() {
    let (exit, verdict) = check(|made, _| made.method("-[Class7 work]").self_ns += 16e6);
    assert_eq!((exit, kinds(&verdict)), (Exit::Regressed, vec![("slower", "-[Class7 work]")]));
    let module = verdict["findings"][0]["module"].as_str().unwrap();
    let wholes = verdict["modules"].as_array().unwrap();
    let grown = wholes.iter().find(|row| row["name"] == module).unwrap();
    let [base, head] = ["base_ns", "head_ns"].map(|side| grown[side].as_f64().unwrap());
    assert!(head > 1.2 * base, "{grown}");
    let reasons = verdict["reasons"].as_array().unwrap();
    assert!(!reasons.iter().any(|why| why.to_string().contains(module)), "{reasons:?}");
}

#[test]
fn a_slower_page_is_a_finding_unless_its_methods_explain_the_growth() {
    let (exit, verdict) = check(|made, _| made.pages[0].1 *= 1.2);
    assert_eq!(
        (exit, kinds(&verdict)),
        (Exit::Regressed, vec![("page", "page CartViewController")]),
        "{verdict}"
    );
    assert_eq!(verdict["findings"][0]["subject"]["name"], "CartViewController");
    let (_, verdict) = check(|made, _| {
        made.pages[0].1 += 16e6;
        made.method("-[Class7 work]").self_ns += 16e6;
    });
    assert_eq!(kinds(&verdict), [("slower", "-[Class7 work]")]);
}

#[test]
fn methods_on_other_threads_are_judged_only_if_the_settings_request_it() {
    let change = |made: &mut Made, _| made.method("-[Loader fetch]").self_ns *= 1.5;
    let (_, verdict) = check(change);
    assert!(kinds(&verdict).is_empty(), "{verdict}");
    let rows = verdict["rows"].as_array().unwrap();
    assert!(rows.iter().any(|row| row["name"] == "-[Loader fetch] on other threads"));
    let folder = Folder::new();
    base(&folder, 0.01);
    let (exit, verdict) = check_with(&folder, &App::new("head", 999), change, &["--set", "gate.threads=all"]);
    assert_eq!(exit, Exit::Regressed);
    assert_eq!(kinds(&verdict), [("slower", "-[Loader fetch] on other threads")]);
}

pub fn everything(made: &mut Made, factor: f64) {
    made.methods.iter_mut().for_each(|part| part.self_ns *= factor);
    made.outside.iter_mut().for_each(|ns| *ns *= factor);
    made.pages.iter_mut().for_each(|page| page.1 *= factor);
}

#[test]
fn growth_of_all_methods_is_one_finding_and_a_regression() {
    let (exit, verdict) = check(|made, _| everything(made, 1.08));
    assert_eq!(exit, Exit::Regressed, "{verdict}");
    assert_eq!(kinds(&verdict), [("drift", "the launch")]);
    let reason = &verdict["reasons"][0];
    assert_eq!(
        (&reason["code"], &reason["interleaved"]),
        (&json!("everything-slower"), &json!(false)),
        "{reason}"
    );
    for (factor, expected) in [(1.08, Exit::Regressed), (1.0, Exit::Pass)] {
        let folder = Folder::new();
        let side = |role, seed, factor: f64| {
            App { role: Some(role), launches: 24, ..App::new("s", seed) }
                .records(|made, _| everything(made, factor))
        };
        folder.write("run.jsonl", &(side("base", 1, 1.0) + &side("head", 2, factor)));
        let args = ["check", "run.jsonl", "--format", "json"];
        let (exit, out, _) = folder.run(&args);
        let verdict: Value = serde_json::from_str(&out).unwrap();
        assert_eq!(verdict["launches"]["mode"], "blocks");
        assert_eq!(exit, expected, "{verdict}");
        let drift: &[(&str, &str)] = if factor > 1.0 { &[("drift", "the launch")] } else { &[] };
        assert_eq!(kinds(&verdict), drift, "{verdict}");
    }
    // One phase became faster while all other phases grew. The summary shows the growth in the finding of the whole launch.
    let (_, verdict) = check(|made, _| {
        everything(made, 1.06);
        made.outside[1] = 0.0;
    });
    let found = &verdict["findings"][0];
    assert_eq!((&found["kind"], &found["name"]), (&json!("drift"), &json!("the launch")), "{verdict:#}");
    let grew = 100.0 * (found["ratio"].as_f64().unwrap() - 1.0);
    let reason = &verdict["reasons"][0];
    assert_eq!((&reason["code"], &reason["ratio"]), (&json!("everything-slower"), &found["ratio"]));
    assert!(grew > 5.0, "{grew} {reason}");
}

#[test]
fn the_cost_of_a_method_can_move_to_only_one_other_method() {
    let (exit, verdict) = check(|made, _| {
        made.method("-[Class9 work]").self_ns -= 8e6;
        made.method("-[Class1 work]").self_ns += 8e6;
        made.method("-[Class2 work]").self_ns += 7.5e6;
    });
    assert_eq!(exit, Exit::Regressed, "{verdict}");
    assert_eq!(kinds(&verdict), [("slower", "-[Class2 work]"), ("moved", "-[Class1 work]")]);
    assert_eq!(verdict["findings"][1]["status"]["from"], "-[Class9 work]");
}

#[test]
fn budgets_limit_launch_mark_phase_module_method_and_page() {
    let folder = Folder::new();
    base(&folder, 0.01);
    let budget = |subject: &str, limit: &str| format!("[[budget]]\n{subject}\nlimit = \"{limit}\"\n");
    let over = [
        ("launch = true", "the launch"),
        ("mark = \"main\"", "mark main"),
        ("phase = \"agent_start..main\"", "initialisers before main (agent_start..main)"),
        ("module = \"Module1\"", "module Module1"),
        ("method = \"-[Class4 *]\"", "-[Class4 work]"),
        ("page = \"Cart*\"", "page CartViewController"),
    ];
    for (subject, name) in over {
        for (limit, expected) in [("1ms", Exit::Regressed), ("10s", Exit::Pass)] {
            let config = folder.write("budget.toml", &budget(subject, limit));
            let config = config.display().to_string();
            folder.write("head.jsonl", &App::new("head", 999).records(|_, _| ()));
            let (exit, out, err) = folder.plain(&[
                "check",
                "head.jsonl",
                "--base",
                "base.jsonl",
                "--format",
                "json",
                "--config",
                &config,
                "--set",
                "gate.undecided=pass",
            ]);
            let verdict: Value = serde_json::from_str(&out).unwrap_or_else(|e| panic!("{e} {err}"));
            assert_eq!(exit, expected, "{subject} {verdict}");
            // A budget is listed even if it is not exceeded. The budget of a module is also shown in the table of modules.
            let listed = &verdict["budgets"][0];
            assert_eq!((listed["name"].as_str(), listed["limit"]["value"].is_number()), (Some(name), true));
            assert_eq!(listed["over"] == true, expected == Exit::Regressed, "{listed}");
            let modules = verdict["modules"].as_array().unwrap();
            let limited: Vec<&Value> =
                modules.iter().filter(|module| module["limit_ns"].is_number()).collect();
            assert_eq!(limited.len(), usize::from(name == "module Module1"), "{name}");
            assert!(limited.iter().all(|module| module["name"] == "Module1"
                && (module["over"] == true) == (expected == Exit::Regressed)));
            if expected == Exit::Regressed {
                assert_eq!(kinds(&verdict), [("budget", name)]);
                assert_eq!(verdict["findings"][0]["limit"]["value"], 1e6);
            } else {
                assert!(kinds(&verdict).is_empty());
            }
        }
    }
    // A budget for a different device does not apply.
    let other = budget("launch = true\ndevice = \"iPad*\"", "1ms");
    let config = folder.write("budget.toml", &other).display().to_string();
    let args = ["check", "head.jsonl", "--base", "base.jsonl", "--format", "json", "--config", &config];
    let (_, out, _) = folder.plain(&args);
    assert!(kinds(&serde_json::from_str(&out).unwrap()).is_empty());
}

/// Checks head launches against those of the file `base.jsonl`, with these settings.
fn check_with_settings(folder: &Folder, head: &str, settings: &str) -> (Exit, Value) {
    folder.write("head.jsonl", head);
    let config = folder.write("o.toml", settings).display().to_string();
    let args = ["check", "head.jsonl", "--base", "base.jsonl", "--format", "json", "--config", &config];
    let (exit, out, err) = folder.plain(&args);
    (exit, serde_json::from_str::<Value>(&out).unwrap_or_else(|e| panic!("{e} {err}")))
}

/// Adds a span that begins in a method of Module0.
fn with_span(factor: f64) -> impl Fn(&mut Made, u64) {
    move |made, _| made.spans.push(("pay".to_owned(), 40e6 * factor, "-[Class4 work]".to_owned()))
}

#[test]
fn a_budget_of_a_scenario_limits_only_the_launches_of_this_scenario() {
    let folder = Folder::new();
    let format = "\"format\":\"launchgate.launch/1\"";
    let of_checkout = format!("{format},\"scenario\":\"checkout\"");
    let launches =
        |name: &str, seed| App::new(name, seed).records(with_span(1.0)).replace(format, &of_checkout);
    folder.write("base.jsonl", &launches("a", 10));
    let head = launches("head", 999);
    for (subject, name) in [("launch = true", "the launch"), ("span = \"pay\"", "span pay")] {
        for (scenario, limit, over) in
            [("checkout", "1ms", Some(true)), ("checkout", "10s", Some(false)), ("cold", "1ms", None)]
        {
            let settings = format!(
                "[[budget]]\n{subject}\nscenario = \"{scenario}\"\nlimit = \"{limit}\"\n[[scenario]]\nname = \"cold\"\n[[scenario]]\nname = \"checkout\"\n"
            );
            let (exit, verdict) = check_with_settings(&folder, &head, &settings);
            let case = format!("{subject} {scenario} {limit}: {exit:?}");
            assert_eq!(verdict["budgets"].get(0).map(|listed| listed["over"] == true), over, "{case}");
            assert_eq!(exit == Exit::Regressed, over == Some(true), "{case}");
            let expected = [("budget", name)];
            assert_eq!(kinds(&verdict), expected[..usize::from(over == Some(true))], "{case}");
        }
    }
}

#[test]
fn overrides_of_spans_change_their_limits_or_ignore_them() {
    let folder = Folder::new();
    let sessions = ["a", "b", "c", "d", "e", "f"];
    let base: String = (sessions.iter().zip(1..))
        .map(|(name, seed)| App::new(name, 10 * seed).records(with_span(1.0)))
        .collect();
    folder.write("base.jsonl", &base);
    let head = App::new("head", 999).records(with_span(1.5));
    let rule = |what: &str| format!("[[override]]\nspans = [\"p*\"]\n{what}\n");
    let fails = |verdict: &Value| verdict["findings"][0]["status"]["state"] == "fails";
    let (exit, slower) = check_with_settings(&folder, &head, "");
    assert_eq!((exit, kinds(&slower)), (Exit::Regressed, vec![("span", "span pay")]), "{slower:#}");
    let (exit, ignored) = check_with_settings(&folder, &head, &rule("ignore = true"));
    assert!(exit != Exit::Regressed && kinds(&ignored).is_empty(), "{ignored}");
    assert!(!ignored["rows"].to_string().contains("span pay"), "{ignored}");
    // The time of an ignored span is part of the launch and its phases.
    assert!(slower["wholes"].is_array());
    assert_eq!(ignored["wholes"], slower["wholes"]);
    let (exit, verdict) = check_with_settings(&folder, &head, &rule("effect = \"80%\""));
    assert!(exit != Exit::Regressed && kinds(&verdict).is_empty(), "{verdict}");
    // An override of a module applies to the spans that begin in methods of the module.
    for (module, is_failure) in [("Module0", false), ("Module1", true)] {
        let settings =
            format!("[[override]]\nmodules = [\"{module}\"]\nadvisory = true\nreason = \"known\"\n");
        let (_, verdict) = check_with_settings(&folder, &head, &settings);
        assert_eq!((kinds(&verdict), fails(&verdict)), (vec![("span", "span pay")], is_failure), "{module}");
    }
    // A span that is too noisy to judge prevents a pass only if the span is critical.
    let noisy = App::new("head", 999).records(|made, launch| {
        with_span([0.5, 1.0, 1.5, 2.0][launch as usize % 4])(made, launch);
    });
    for (settings, is_open) in [(String::new(), false), (rule("critical = true"), true)] {
        let (exit, verdict) = check_with_settings(&folder, &noisy, &settings);
        assert_eq!(verdict["reasons"].to_string().contains("\"pay\""), is_open, "{}", verdict["reasons"]);
        assert!(exit != Exit::Pass || !is_open, "{exit:?}");
    }
}

#[test]
fn a_budget_is_checked_without_a_baseline() {
    let folder = Folder::new();
    folder.write("head.jsonl", &App::new("head", 999).records(|_, _| ()));
    let run = |limit: &str, launches: &str| {
        let config =
            folder.write("budget.toml", &format!("[[budget]]\nlaunch = true\nlimit = \"{limit}\"\n"));
        let (config, least) = (config.display().to_string(), format!("gate.min_launches={launches}"));
        let run = ["check", "head.jsonl", "--config", &config, "--set", &least];
        let (human, out, _) = folder.plain(&[&run[..], &["--format", "text"]].concat());
        let (exit, json, err) = folder.plain(&[&run[..], &["--format", "json"]].concat());
        assert_eq!(exit, human);
        (exit, out, serde_json::from_str::<Value>(&json).unwrap_or_else(|e| panic!("{e} {err}")))
    };
    let (exit, said, verdict) = run("1ms", "3");
    assert_eq!((exit, &verdict["verdict"]), (Exit::Regressed, &Value::from("regressed")), "{verdict}");
    assert_eq!(kinds(&verdict), [("budget", "the launch")]);
    assert_eq!(verdict["budgets"][0]["over"], true);
    assert!(said.contains("over its budget of 1.00 ms"), "{said}");
    // The verdict also reports that no baseline is stored.
    assert_eq!(verdict["reasons"][0]["code"], "nothing-stored", "{verdict}");
    let (exit, _, verdict) = run("10s", "3");
    assert_eq!((exit, &verdict["verdict"]), (Exit::NoBaseline, &Value::from("no-baseline")), "{verdict}");
    assert_eq!(verdict["budgets"][0]["name"], "the launch");
    assert_ne!(verdict["budgets"][0]["over"], true);
    // Two launches are too few for a median, so the budget cannot be checked.
    let (exit, _, verdict) = run("1ms", "500");
    assert_eq!(exit, Exit::NoBaseline);
    let reason = &verdict["reasons"][1];
    assert_eq!(
        (&reason["code"], &reason["cause"]["needed"]),
        (&json!("budgets-unchecked"), &json!(500)),
        "{verdict}"
    );
}

#[test]
fn overrides_in_the_settings_make_methods_advisory_ignored_or_critical() {
    let folder = Folder::new();
    base(&folder, 0.01);
    let run = |settings: &str, noise: f64, factor: f64| {
        let config = folder.write("o.toml", settings).display().to_string();
        let app = App { noise, ..App::new("head", 999) };
        folder.write("head.jsonl", &app.records(|made, _| made.method("-[Class4 work]").self_ns *= factor));
        let args = ["check", "head.jsonl", "--base", "base.jsonl", "--format", "json", "--config", &config];
        let (exit, out, err) = folder.plain(&args);
        (exit, serde_json::from_str::<Value>(&out).unwrap_or_else(|e| panic!("{e} {err}")))
    };
    let rule = |what: &str| format!("[[override]]\nmethods = [\"-[Class4 *]\"]\n{what}\n");
    let (exit, verdict) = run("", 0.01, 1.5);
    assert_eq!((exit, kinds(&verdict).len()), (Exit::Regressed, 1));
    let (exit, verdict) = run(&rule("advisory = true\nreason = \"known\""), 0.01, 1.5);
    assert_ne!(exit, Exit::Regressed, "{verdict}");
    assert_eq!(kinds(&verdict), [("slower", "-[Class4 work]")]);
    assert_eq!(verdict["findings"][0]["notes"], json!(["known"]));
    let (exit, verdict) = run(&rule("ignore = true"), 0.01, 1.5);
    assert!(exit != Exit::Regressed && kinds(&verdict).is_empty(), "{verdict}");
    let (exit, verdict) = run(&rule("ignore = true\nuntil = \"2020-01-01\""), 0.01, 1.5);
    assert_eq!(exit, Exit::Regressed);
    assert!(verdict["warnings"].to_string().contains("expired on 2020-01-01"), "{verdict}");
    let (exit, _) = run(&rule("effect = \"80%\"\nfloor = \"10ms\""), 0.01, 1.5);
    assert_ne!(exit, Exit::Regressed);
    // A method that is too noisy to judge is listed. The run is undecided only if the method is critical.
    let noisy = |settings: &str| {
        folder.write(
            "head.jsonl",
            &App::new("head", 999).records(|made, launch| {
                // The time outside Objective-C changes by the opposite amount, so that the duration of the phase stays constant.
                let swing = [0.8, 1.05, 1.3, 1.6][launch as usize % 4];
                made.method("-[Class4 work]").self_ns *= swing;
                made.outside[2] += 10e6 * (1.0 - swing);
            }),
        );
        let config = folder.write("o.toml", settings).display().to_string();
        let args = ["check", "head.jsonl", "--base", "base.jsonl", "--format", "json", "--config", &config];
        let (_, out, _) = folder.plain(&args);
        serde_json::from_str::<Value>(&out).unwrap()
    };
    let verdict = noisy("");
    assert_eq!(verdict["noisy"][0]["subject"]["name"], "-[Class4 work]", "{verdict}");
    assert!(!verdict["reasons"].to_string().contains("-[Class4 work]"));
    assert!(noisy(&rule("critical = true"))["reasons"].to_string().contains("-[Class4 work]"));
}

#[test]
fn each_method_with_slow_launches_is_reported() {
    let folder = Folder::new();
    // Every third launch is slower for a reason outside the methods, so that the growth of the methods is not visible in the launch's
    // duration.
    let disturbed = |made: &mut Made, launch: u64| {
        if launch.is_multiple_of(3) {
            made.outside[1] += 80e6;
        }
    };
    let base: String = (1..=6_u64)
        .map(|day| {
            let name = format!("day{day}");
            let app = App::new(&name, 10 * day);
            App { recorded: app.recorded + day * 86_400_000, ..app }.records(disturbed)
        })
        .collect();
    folder.write("base.jsonl", &base);
    let run = |settings: &str| {
        let app = App::new("head", 999);
        let head = App { recorded: app.recorded + 7 * 86_400_000, ..app }.records(|made, launch| {
            disturbed(made, launch);
            if launch.is_multiple_of(2) {
                made.method("-[Class4 work]").self_ns += 50e6;
            } else {
                made.method("-[Class7 work]").self_ns += 30e6;
            }
        });
        folder.write("head.jsonl", &head);
        let config = folder.write("o.toml", settings).display().to_string();
        let args = ["check", "head.jsonl", "--base", "base.jsonl", "--format", "json", "--config", &config];
        let (exit, out, err) = folder.plain(&args);
        (exit, serde_json::from_str::<Value>(&out).unwrap_or_else(|e| panic!("{e} {err}")))
    };
    let slow = |verdict: &Value| -> Vec<(String, bool)> {
        let found = verdict["findings"].as_array().unwrap().iter();
        let found = found.filter(|finding| finding["kind"] == "slow-launches");
        found.map(|f| (f["name"].as_str().unwrap().to_owned(), f["status"]["state"] == "fails")).collect()
    };
    let (exit, verdict) = run("");
    let mut names = slow(&verdict);
    names.sort();
    let both = [("-[Class4 work]".to_owned(), true), ("-[Class7 work]".to_owned(), true)];
    assert_eq!((exit, &names[..]), (Exit::Regressed, &both[..]), "{:#}", verdict["findings"]);
    for (known, left) in [("Class4", "-[Class7 work]"), ("Class7", "-[Class4 work]")] {
        let rule =
            format!("[[override]]\nmethods = [\"-[{known} *]\"]\nadvisory = true\nreason = \"known\"\n");
        let (exit, verdict) = run(&rule);
        let failing: Vec<String> = slow(&verdict).into_iter().filter(|f| f.1).map(|f| f.0).collect();
        assert_eq!(
            (exit, &failing[..]),
            (Exit::Regressed, &[left.to_owned()][..]),
            "{:#}",
            verdict["findings"]
        );
    }
}

#[test]
fn slow_growth_over_many_builds_is_found_by_comparison_with_the_pinned_session() {
    for (creeps, seed) in [(true, 1), (false, 2)] {
        let folder = Folder::new();
        let update = |name: &str, build: &str, release: u64, factor: f64| -> (Exit, Value) {
            let app = App {
                build: build.to_owned(),
                recorded: 1_700_000_000_000 + 86_400_000 * release,
                launches: 20,
                ..App::new(name, 1000 * seed + release)
            };
            let change = |made: &mut Made, _| {
                made.methods.iter_mut().filter(|p| p.module == "Module1").for_each(|p| p.self_ns *= factor);
            };
            folder.write("run.jsonl", &app.records(change));
            let more = ["--set", "gate.floor=0ns"];
            let (_, out, _) = folder.run(&[&["check", "run.jsonl", "--format", "json"], &more[..]].concat());
            let (exit, _, err) = folder.run(&[&["baseline", "update", "run.jsonl"], &more[..]].concat());
            assert!(matches!(exit, Exit::Pass | Exit::Regressed), "{err}");
            (exit, serde_json::from_str(&out).unwrap())
        };
        for n in 0..6 {
            assert_eq!(update(&format!("release{n}"), "100", n, 1.0).0, Exit::Pass);
        }
        assert_eq!(folder.run(&["baseline", "pin", "release5"]).0, Exit::Pass);
        let mut found = Vec::new();
        for release in 1..=7_i32 {
            let factor = if creeps { 1.006_f64.powi(release) } else { 1.0 };
            let name = format!("build{release}");
            let (exit, verdict) = update(&name, &format!("{}", 100 + release), 10 + release as u64, factor);
            found.extend(kinds(&verdict).iter().map(|(kind, name)| format!("{kind} {name}")));
            if exit == Exit::Regressed {
                break;
            }
        }
        if creeps {
            assert!(!found.is_empty() && found.iter().all(|f| f.starts_with("creep ")), "{found:?}");
            assert!(found.iter().any(|f| f.contains("Module1") || f.contains("-[Class1")), "{found:?}");
        } else {
            assert!(found.is_empty(), "{found:?}");
        }
    }
}

/// Each growth is proven, but too small to fail a check. The sum of the growth since the anchor (the stored session against which slow
/// growth is measured) fails the check.
#[test]
fn many_small_growths_fail_by_their_sum_since_the_pinned_session() {
    const DAYS: u64 = 6;
    const GROWTH: f64 = 100e3;
    let folder = Folder::new();
    let release = |release: u64, day: u64| -> (Exit, Value) {
        let number = DAYS * release + day;
        let app = App {
            build: release.to_string(),
            recorded: 1_700_000_000_000 + 86_400_000 * number,
            noise: 0.002,
            ..App::new(&format!("day{number}"), 50 + number)
        };
        let change =
            |made: &mut Made, _| made.method("-[Class4 work]").self_ns = 2e6 + GROWTH * release as f64;
        folder.write("run.jsonl", &app.records(change));
        let (_, out, _) = folder.run(&["check", "run.jsonl", "--format", "json"]);
        let (exit, _, err) = folder.run(&["baseline", "update", "run.jsonl"]);
        assert!(matches!(exit, Exit::Pass | Exit::Regressed), "{err}");
        (exit, serde_json::from_str(&out).unwrap())
    };
    for day in 0..DAYS {
        assert_eq!(release(0, day).0, Exit::Pass, "{day}");
    }
    assert_eq!(folder.run(&["baseline", "pin", "day5"]).0, Exit::Pass);
    for number in 1..8 {
        let (exit, verdict) = release(number, 0);
        let found = kinds(&verdict);
        if exit == Exit::Regressed {
            assert_eq!(found[0], ("creep", "-[Class4 work]"), "{found:?}");
            assert!(number > 2, "two were small: {number}");
            return;
        }
        assert_eq!(found, [("slower", "-[Class4 work]")]);
        assert_eq!(exit, Exit::Pass, "a growth too small to fail is listed");
        for day in 1..DAYS {
            assert_eq!(release(number, day).0, Exit::Pass, "{number} {day}");
        }
    }
    panic!("nothing failed");
}

#[test]
fn the_output_does_not_depend_on_threads_or_the_order_of_input() {
    let folder = Folder::new();
    base(&folder, 0.01);
    let change = |made: &mut Made, _| made.method("-[Class4 work]").self_ns *= 1.3;
    let head = App::new("head", 5).records(change);
    folder.write("head.jsonl", &head);
    std::fs::create_dir(folder.0.path().join("reversed")).unwrap();
    folder.write("reversed/head.jsonl", &(head.lines().rev().collect::<Vec<_>>().join("\n") + "\n"));
    std::fs::copy(folder.0.path().join("base.jsonl"), folder.0.path().join("reversed/base.jsonl")).unwrap();
    let side = |role, seed, factor: f64| {
        let app = App { role: Some(role), launches: 16, ..App::new("s", seed) };
        app.records(|made, _| made.method("-[Class4 work]").self_ns *= factor)
    };
    folder.write("blocks.jsonl", &(side("base", 1, 1.0) + &side("head", 2, 1.3)));
    let run_in = |place: &str, threads: &str, args: &[&str]| {
        let output = Command::new(GATE)
            .current_dir(folder.0.path().join(place))
            .args(args)
            .env("RAYON_NUM_THREADS", threads)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    };
    let run = |threads: &str, args: &[&str]| run_in("", threads, args);
    for format in ["json", "text"] {
        let sessions = ["check", "head.jsonl", "--base", "base.jsonl", "--format", format];
        let blocks = ["check", "blocks.jsonl", "--format", format];
        for args in [&sessions[..], &blocks[..]] {
            let one = run("1", args);
            assert!(run("4", args) == one && run("1", args) == one, "{args:?}");
        }
        assert!(run_in("reversed", "3", &sessions) == run("1", &sessions), "{format}");
    }
}

#[test]
fn explain_without_launches_uses_the_verdict_in_the_working_directory() {
    let folder = Folder::new();
    base(&folder, 0.01);
    let slower = |made: &mut Made, _| made.method("-[Class4 work]").self_ns *= 1.3;
    folder.write("head.jsonl", &App::new("head", 5).records(slower));
    let run = |args: &[&str]| Command::new(GATE).current_dir(folder.0.path()).args(args).output().unwrap();
    let explain = ["explain", "-[Class4 work]"];
    let before = run(&explain);
    let error = String::from_utf8_lossy(&before.stderr).into_owned();
    assert!(error.contains("no launches, and no verdict.json here"), "{error}");
    assert_eq!(before.status.code(), Some(1));
    run(&["check", "head.jsonl", "--base", "base.jsonl", "-o", "verdict.json"]);
    let [told, expected] = [&[][..], &["head.jsonl", "--base", "base.jsonl"]]
        .map(|more| String::from_utf8(run(&[&explain[..], more].concat()).stdout).unwrap());
    assert!(told.contains("-[Class4 work]"), "{told}");
    assert_eq!(told, expected);
}

#[test]
fn explain_prints_callers_and_callees_in_base_and_head() {
    let folder = Folder::new();
    folder.write("run.jsonl", &App::new("a", 1).records(|_, _| ()));
    assert_eq!(folder.run(&["baseline", "update", "run.jsonl"]).0, Exit::Pass);
    let change = |made: &mut Made, _| {
        let part = made.method("-[Class4 work]");
        part.calls = 9.0;
        part.path = vec!["-[Root launch]".into(), "-[Class6 work]".into()];
    };
    let head = App::new("head", 2).records(change);
    folder.write("head.jsonl", &head);
    folder.write("base.jsonl", &App::new("a", 1).records(|_, _| ()));
    let expected = |out: &str| {
        let line = |name: &str| {
            let found = out.lines().rev().find(|line| line.trim_end().ends_with(name));
            found.unwrap_or_else(|| panic!("{name} is not in\n{out}")).to_owned()
        };
        assert!(out.contains("Called by") && out.contains("module Module0"), "{out}");
        assert!(line("-[Root launch]").contains(" 3×") && line("-[Root launch]").contains("-  "), "{out}");
        assert!(line("-[Class6 work]").contains(" 9×") && !line("-[Class6 work]").contains(" 3×"), "{out}");
    };
    let (exit, out, err) = folder.run(&["explain", "-[Class4 work]", "head.jsonl"]);
    assert_eq!((exit, err.as_str()), (Exit::Pass, ""), "{out}");
    expected(&out);
    let (exit, out, _) = folder.run(&["explain", "-[Class4 work]", "head.jsonl", "--base", "base.jsonl"]);
    assert_eq!(exit, Exit::Pass);
    expected(&out);
    let (_, out, _) = folder.run(&["explain", "-[Root launch]", "head.jsonl"]);
    assert!(out.contains("\nCalls\n") && out.contains("-[Class8 work]"), "{out}");
    let (exit, _, err) = folder.run(&["explain", "-[Class4 wrok]", "head.jsonl"]);
    assert!(exit == Exit::Error && err.contains("the nearest is \"-[Class4 work]\""), "{err}");
    // A part of a name suffices if the name of only one method contains it. If several names contain the part, the command lists them.
    let (exit, out, err) = folder.run(&["explain", "class4 w", "head.jsonl"]);
    assert!(exit == Exit::Pass && out.starts_with("-[Class4 work]\n"), "{out}{err}");
    let (exit, _, err) = folder.run(&["explain", "Class4", "head.jsonl"]);
    assert!(exit == Exit::Pass, "only one has it: {err}");
    let (exit, _, err) = folder.run(&["explain", "class1", "head.jsonl"]);
    assert!(exit == Exit::Error && err.contains("11 methods") && err.contains("-[Class12 work]"), "{err}");
    // The output names the other threads on which a method ran.
    let (exit, out, _) = folder.run(&["explain", "-[Loader fetch]", "head.jsonl"]);
    assert!(exit == Exit::Pass && out.contains("on other threads"), "{out}");
    let (exit, _, err) = folder.run(&["explain", "-[Loader fetch]", "head.jsonl", "--thread", "main"]);
    assert!(exit == Exit::Error && err.contains("omit --thread"), "{err}");
    // The store contains the call tree, so `gate baseline verify` checks the tree too.
    let tree = folder.0.path().join("baselines/com.example.shop/-/iPhone15,2/a.tree");
    assert!(std::fs::read_to_string(&tree).unwrap().contains("\\>"), "paths are in it");
    let (exit, out, _) = folder.run(&["baseline", "verify"]);
    assert_eq!((exit, out.as_str()), (Exit::Pass, "2 files, 0 with errors\n"));
    std::fs::write(&tree, "half").unwrap();
    assert_eq!(folder.run(&["baseline", "verify"]).0, Exit::Error);
    // The sessions of the newest day are never deleted.
    assert_eq!(folder.run(&["baseline", "prune", "--keep", "0"]).0, Exit::Error);
    assert_eq!(folder.run(&["baseline", "prune", "--keep", "1"]).0, Exit::Pass);
    assert!(tree.exists());
}

/// Changes a launch so that it takes 100 ms and its smallest methods are omitted in the stored call tree.
fn with_small_methods(made: &mut Made, _: u64) {
    let part = |name: &str, path: &[&str], self_ns: f64| {
        let path = path.iter().map(|&name| name.to_owned()).collect();
        let name = name.to_owned();
        Part { name, module: "Small".into(), calls: 5.0, self_ns, phase: 2, path, other_thread: false }
    };
    made.methods.push(part("-[Small parent]", &["-[Root launch]"], 2e6));
    for (at, self_ns) in [20e3, 60e3, 110e3].into_iter().enumerate() {
        made.methods.push(part(
            &format!("-[Small twig{at}]"),
            &["-[Root launch]", "-[Small parent]"],
            self_ns,
        ));
    }
}

/// Adds a method of the system whose time of 1 ms is part of its caller's own cost.
fn with_system_method(records: &str) -> String {
    let add = |line: &str| {
        let mut record: serde_json::Value = serde_json::from_str(line).unwrap();
        let phase = record["methods"][0]["phase"].clone();
        let path = ["-[Root launch]", "-[Small parent]"];
        record["methods"].as_array_mut().unwrap().push(serde_json::json!({
            "name": "+[NSString make]", "system": true, "calls": 3, "self_ns": 0, "total_ns": 1e6, "phase": phase, "path": path,
        }));
        format!("{record}\n")
    };
    records.lines().map(add).collect()
}

#[test]
fn calls_omitted_by_a_stored_tree_are_not_shown_as_new() {
    let folder = Folder::new();
    for (name, seed) in ["a", "b", "c"].into_iter().zip(1..) {
        folder.write("run.jsonl", &with_system_method(&App::new(name, seed).records(with_small_methods)));
        assert_eq!(folder.run(&["baseline", "update", "run.jsonl"]).0, Exit::Pass);
    }
    let grown = |made: &mut Made, launch: u64| {
        with_small_methods(made, launch);
        made.method("-[Small twig1]").self_ns = 900e3;
    };
    folder.write("head.jsonl", &with_system_method(&App::new("head", 9).records(grown)));
    let (_, out, err) = folder.run(&["check", "head.jsonl", "--format", "json"]);
    let verdict: serde_json::Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{out}{err}"));
    let (names, tree) = (&verdict["names"], &verdict["trees"][0]);
    let column = |name: &str| tree[name].as_array().unwrap();
    let mut base: Vec<i64> = column("base_ns").iter().map(|ns| ns.as_i64().unwrap()).collect();
    for (at, parent) in column("parent").iter().enumerate().rev() {
        if let Some(parent) = parent.as_u64() {
            base[parent as usize] += base[at];
        }
    }
    let unknown: Vec<usize> = column("unknown").iter().map(|at| at.as_u64().unwrap() as usize).collect();
    let name = |at: usize| column("name")[at].as_u64().map(|name| names[name as usize].as_str().unwrap());
    // The cost of methods that the stored tree omits remains in their caller's total.
    let parent = (0..base.len()).find(|at| name(*at) == Some("-[Small parent]")).unwrap();
    assert!((2.1e6..2.3e6).contains(&(base[parent] as f64)), "{}", base[parent]);
    for (at, base_ns) in base.iter().enumerate() {
        let row = verdict["rows"].as_array().unwrap().iter().find(|row| row["name"].as_str() == name(at));
        let is_stored = row.is_some_and(|row| row["base"]["value"].as_f64() > Some(0.5));
        assert!(*base_ns > 0 || !is_stored || unknown.contains(&at), "{:?} has no base", name(at));
    }
    let names: Vec<_> = unknown.iter().map(|at| name(*at)).collect();
    assert_eq!(names, [None, Some("-[Small twig1]")], "what is left of its siblings, and the twig that grew");
    // The phases are the roots, in the order of time, and each is as wide as in the waterfall except for rounding.
    let roots: Vec<usize> = (0..base.len()).filter(|at| column("parent")[*at].is_null()).collect();
    let phases = verdict["waterfall"]["phases"].as_array().unwrap();
    assert_eq!((roots.len(), column("phases").len()), (phases.len(), 4));
    let mut head: Vec<f64> = column("head_ns").iter().map(|ns| ns.as_f64().unwrap()).collect();
    for at in (0..head.len()).rev() {
        if let Some(parent) = column("parent")[at].as_u64() {
            head[parent as usize] += head[at];
        }
    }
    for (root, phase) in roots.into_iter().zip(phases) {
        assert!(name(root).unwrap().contains(phase["name"].as_str().unwrap()), "{:?}", name(root));
        let expected = phase["head_ns"].as_f64().unwrap();
        assert!((head[root] - expected).abs() < 1e3, "{}: {} or {expected}", phase["name"], head[root]);
    }

    let (exit, out, _) = folder.run(&["explain", "-[Small twig1]", "head.jsonl"]);
    assert!(exit == Exit::Pass && out.contains("60.2 µs") && out.contains("(×14.9)"), "{out}");
    let (_, out, _) = folder.run(&["explain", "-[Small parent]", "head.jsonl"]);
    let twig = out.lines().find(|line| line.ends_with("-[Small twig1]")).unwrap();
    assert!(twig.contains("below ") && twig.contains('?'), "{out}");
}
