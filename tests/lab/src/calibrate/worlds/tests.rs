//! Judges 20 trials of each synthetic world. Twenty trials are enough to detect a broken rule, but far too few to prove an error rate.
//!
//! `cargo xtask calibrate --worlds` measures the same synthetic worlds with the number of trials that the goals require. With an error rate
//! of .02, four or more false alarms in 20 trials occur in about one of 1,700 runs. The limits in this file are as wide as 20 trials
//! require.

use std::collections::BTreeMap;

use super::*;

/// Largest share of false alarms in 20 trials, for goals of .02 or .05.
const QUIET: f64 = 3.0 / 20.0;

#[test]
fn error_rates_in_every_simulated_world_are_within_the_bounds_of_twenty_trials() {
    let trials = Trials { quiet: 20, power: 20, exact: 20 };
    // Judging functions reduces power only by a tenth of the smallest difference that twenty trials can show, so the test
    // `judging_sampled_functions_adds_no_findings_of_methods_or_phases` tests this effect.
    let own = WORLDS.iter().filter(|(_, measure)| matches!(measure, Measure::Own(_)));
    let names = own.map(|(name, _)| *name).filter(|name| *name != "functions");
    let shares: Vec<Share> = names.flat_map(|name| measure(trials, name).unwrap()).collect();
    let of: BTreeMap<&str, f64> = shares.iter().map(|share| (share.name.as_str(), share.value())).collect();
    let mut wrong = Vec::new();
    for (name, value) in &of {
        let most = match *name {
            "world.faster.red" | "world.half.wrong_named" | "counts.any_false" | "counts.one.any_false" => {
                0.0
            }
            // The rules of other tools have no goal. Worlds with switched methods need 20 days.
            name if name.contains("benchstat") || name.contains("medians5") || name.contains(".t7.") => {
                continue;
            }
            "world.switch.days6.any_false" => continue,
            "world.moved.hidden" => QUIET,
            name if name.contains("any_false") || name.ends_with("false_20") => QUIET,
            _ => continue,
        };
        if *value > most {
            wrong.push(format!("{name} = {value} > {most}"));
        }
    }
    for (name, least) in [
        ("world.faster.pass", 0.7),
        ("world.uniform.found", 0.9),
        ("world.half.found", 0.9),
        ("world.launch_noise.pairs10.s3.found10", 0.8),
        ("world.launch_noise.pairs5.s3.found10", 0.4),
        ("world.launch_noise.until.s3.found10", 0.75),
        ("world.per_merge.found10", 0.7),
        ("world.pass.s1.m1000", 0.7),
        ("world.single.found10", 0.4),
        ("world.month.merge.found10", 0.5),
        ("world.month.daily.found10", 0.5),
        ("world.accepted.found", 0.8),
        ("world.level.found", 0.6),
        ("world.moved.told", 0.7),
        ("world.switch.found10", 0.7),
        ("world.creep.method_by_20", 0.75),
        ("world.default.found5", 0.25),
        ("counters.found1", 0.7),
        ("counts.found", 1.0),
        ("counts.rare.found", 1.0),
    ] {
        if of[name] < least {
            wrong.push(format!("{name} = {} < {least}", of[name]));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// With sixty trials, the measured shares of failing checks are between .001 and .09.
#[test]
fn disturbed_but_unchanged_launches_seldom_fail_and_grown_launches_seldom_pass() {
    let trials = Trials { quiet: 60, power: 10, exact: 10 };
    let disturbed = WORLDS.iter().filter(|(_, measure)| matches!(measure, Measure::Disturbed(_)));
    let mut wrong = Vec::new();
    for (name, _) in disturbed {
        for share in measure(trials, name).unwrap() {
            let is = |what: &str| share.name.ends_with(what);
            let most = match *name {
                "two_modes15" | "two_modes50" if is(".any_false") => 0.25,
                _ if is(".any_false") => QUIET,
                _ if is(".any_false.confirm") => 0.1,
                _ if is(".wrong_pass6") => 0.3,
                _ => continue,
            };
            if share.value() > most {
                wrong.push(format!("{} = {} > {most}", share.name, share.value()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Judging functions reduces the significance level of other rows and never raises it, so other rows cannot have more findings.
#[test]
fn judging_sampled_functions_adds_no_findings_of_methods_or_phases() {
    let shares = measure(Trials { quiet: 2, power: 2, exact: 2 }, "functions").unwrap();
    let of =
        |name: &str| shares.iter().find(|share| share.name == name).map_or(usize::MAX, |share| share.count);
    let cells: Vec<&str> = shares.iter().filter_map(|share| share.name.strip_suffix(".with")).collect();
    assert_eq!(cells.len(), 10);
    for cell in cells {
        let [with, without] = ["with", "without"].map(|what| of(&format!("{cell}.{what}")));
        assert!(with <= without && without <= 2, "{cell}: {with} of 2 with functions, {without} without");
    }
    assert!(power_loss(&shares).unwrap().0 >= 0.0);
}
