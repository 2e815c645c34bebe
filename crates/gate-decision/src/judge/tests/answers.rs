//! Tests of answers: noise that hides growth, small growth, unusually slow days, and too few launches.

use std::fmt::Write as _;

use gate_config::{Config, Date};
use gate_launches::{BuildRole, Launches, PhoneId, ReadOptions, SessionProperties, read_stream};
use gate_stats::Random;

use super::NoOwners;
use super::{Base, Outcome, Policy, Side, check, findings};
use crate::caution::Caution;
use crate::compare::ExclusionReason;
use crate::reason::Reason;
use crate::verdict::{Answer, FindingKind, Verdict};

/// The parameters of a synthetic app: methods of 4 ms, each with independent noise, and 40 ms outside methods.
#[derive(Clone, Copy)]
struct Made {
    methods: usize,
    /// Number of launches on each day.
    launches: usize,
    seed: u64,
    /// The milliseconds that are added to the 4 ms of a method, as a function of the method's index and of a random number from 0 to 1 for
    /// each launch.
    more: fn(usize, f64) -> f64,
    /// The factor for all costs on a day.
    day: fn(u64) -> f64,
    /// The factor for all costs at a position in the run.
    place: fn(usize) -> f64,
    /// The number of calls of a method.
    calls: fn(usize) -> u32,
}

const APP: Made =
    Made { methods: 40, launches: 10, seed: 1, more: |_, _| 0.0, day: |_| 1.0, place: |_| 1.0, calls: |_| 1 };
/// The index of the method that waits for a server.
const WAITS: usize = 7;
const WAITING: Made = Made { more: |method, drawn| if method == WAITS { 100.0 * drawn } else { 0.0 }, ..APP };

impl Made {
    /// Makes the launches of `days` days, beginning with day `from`. If a role is given, all launches have this role.
    fn days(&self, from: u64, days: u64, role: Option<BuildRole>) -> Launches {
        let mut random = Random::new(self.seed);
        let mut text = String::new();
        for day in from..from + days {
            let of_day = (self.day)(day) * (1.0 + 0.003 * random.next_normal());
            for at in 0..self.launches {
                let of_launch = of_day * (self.place)(at) * (1.0 + 0.005 * random.next_normal());
                let mut total = 40e6 * of_launch * (1.0 + 0.01 * random.next_normal());
                let mut methods = Vec::new();
                for method in 0..self.methods {
                    let more = (self.more)(method, random.next_uniform());
                    let calls = (self.calls)(method);
                    let cost = 1e6 * (4.0 + more) * of_launch * (1.0 + 0.01 * random.next_normal());
                    total += cost;
                    let name =
                        if method == WAITS { "-[Net wait]".to_owned() } else { format!("-[M m{method}]") };
                    methods.push(format!(
                        r#"{{"name":"{name}","phase":"main..first_frame","calls":{calls},"self_ns":{cost},"total_ns":{cost}}}"#
                    ));
                }
                let (number, role) = match role {
                    Some(role) => (
                        2 * at + usize::from(role == BuildRole::Head),
                        format!(
                            r#""role":"{}","block":{at},"#,
                            if role == BuildRole::Head { "head" } else { "base" }
                        ),
                    ),
                    None => (at, String::new()),
                };
                let recorded = (20_454 + day) * 86_400_000 + number as u64;
                let end = 1e6 + total;
                writeln!(
                    text,
                    r#"{{"format":"launchgate.launch/1","session":"day{day}","launch":{number},"recorded_unix_ms":{recorded},{role}"marks":{{"main_ns":1e6,"first_frame_ns":{end}}},"methods":[{}]}}"#,
                    methods.join(",")
                )
                .unwrap();
            }
        }
        read_stream("made", text.as_bytes(), &ReadOptions::default()).unwrap()
    }
}

fn answer(base: Side<'_>, head: Side<'_>, config: &Config) -> (Outcome, Vec<Caution>) {
    let attribution = NoOwners;
    let policy = Policy {
        config,
        attribution: &attribution,
        accepted: &[],
        today: Date::parse("2026-12-01").unwrap(),
    };
    let judged = check(head, Base::Launches(base), &policy).unwrap();
    (judged.outcome, judged.warnings)
}

/// Judges launches of `head` against six stored days of `base`.
fn stored(base: &Made, head: &Made, config: &Config) -> (Outcome, Vec<Caution>) {
    let (base, head) = (base.days(0, 6, None), Made { seed: 97, ..*head }.days(6, 1, None));
    answer(Side { launches: &base, role: None }, Side { launches: &head, role: None }, config)
}

/// Judges interleaved launches of `base` and `head`.
fn pairs(base: &Made, head: &Made, config: &Config) -> (Outcome, Vec<Caution>) {
    let mut both = base.days(0, 1, Some(BuildRole::Base));
    let head = Made { seed: 96, ..*head }.days(0, 1, Some(BuildRole::Head));
    assert_eq!(both.table.len(), head.table.len());
    both.launches.extend(head.launches);
    let side = |role| Side { launches: &both, role: Some(role) };
    answer(side(BuildRole::Base), side(BuildRole::Head), config)
}

fn verdict(outcome: &Outcome) -> &Verdict {
    let Outcome::Judged(_, verdict) = outcome else { panic!("{outcome:?}") };
    verdict
}

#[test]
fn a_passing_verdict_names_the_methods_that_vary_too_much_to_be_judged() {
    // In the first of three heads, the method waits longer than in most launches of the base. In the second head the method never waits,
    // and in the third head other methods wait too.
    let heads = [
        Made { more: |method, _| if method == WAITS { 85.0 } else { 0.0 }, ..APP },
        APP,
        Made { more: |method, drawn| if method <= WAITS { 40.0 * drawn } else { 0.0 }, ..APP },
    ];
    for design in [stored, pairs] {
        let judged: Vec<Outcome> =
            heads.iter().map(|head| design(&WAITING, head, &Config::default()).0).collect();
        let [longer, ..] = &judged[..] else { panic!() };
        assert_eq!(longer.answer(), Answer::Pass, "{:?}", verdict(longer).reasons);
        let [reason] = &verdict(longer).reasons[..] else { panic!("{:?}", verdict(longer).reasons) };
        let Reason::JudgedWithout { rows, more: 0 } = reason else { panic!("{reason:?}") };
        let [row] = &rows[..] else { panic!("{rows:?}") };
        assert_eq!(row.subject.bare_name(), "-[Net wait]");
        assert!(row.most.value > row.least.value, "{row:?}");
        // The launches of the base, and not those of the head, decide which rows can be judged.
        let left_out = |outcome: &Outcome| {
            let Outcome::Judged(comparison, _) = outcome else { panic!("{outcome:?}") };
            (comparison.part.excluded_rows.clone(), comparison.part.judged.share)
        };
        for other in &judged {
            assert_eq!(left_out(other), left_out(longer));
        }
    }
}

#[test]
fn a_method_that_waits_for_most_of_the_launch_can_be_ignored_by_the_settings() {
    let base = Made { more: |method, drawn| if method == WAITS { 300.0 * drawn } else { 0.0 }, ..APP };
    let head = Made { more: |method, _| if method == WAITS { 260.0 } else { 0.0 }, ..APP };
    for design in [stored, pairs] {
        let (outcome, _) = design(&base, &head, &Config::default());
        assert_eq!(outcome.answer(), Answer::Undecided);
        let [reason, ..] = &verdict(&outcome).reasons[..] else { panic!() };
        let Reason::LaunchTooVariable { rows } = reason else { panic!("{reason:?}") };
        assert_eq!(rows[0].subject.bare_name(), "-[Net wait]");
        for setting in ["advisory", "ignore"] {
            let text =
                format!("[[override]]\nmethods = [\"-[Net wait]\"]\n{setting} = true\nreason = \"waits\"");
            let (outcome, _) = design(&base, &head, &Config::parse("c", &text).unwrap());
            assert_eq!(outcome.answer(), Answer::Pass, "{setting}: {:?}", verdict(&outcome).reasons);
        }
    }
}

#[test]
fn a_check_does_not_pass_if_the_part_that_can_be_judged_grew() {
    // The part of the launch that can be judged grows by a tenth in all launches, or by a quarter in half of them.
    for design in [stored, pairs] {
        for more in [
            |method: usize, drawn: f64| match method {
                WAITS => 100.0 * drawn,
                ..=5 => 4.0,
                _ => 0.0,
            },
            |method: usize, drawn: f64| match method {
                WAITS => 100.0 * drawn,
                1 if drawn < 0.5 => 50.0,
                _ => 0.0,
            },
        ] {
            let (outcome, _) = design(&WAITING, &Made { more, ..APP }, &Config::default());
            assert_ne!(outcome.answer(), Answer::Pass, "{:?}", verdict(&outcome).reasons);
        }
    }
}

#[test]
fn growth_above_the_noise_but_below_the_failing_limit_does_not_fail() {
    // The floor is 0.02 % of the launch, and findings fail from 0.05 % on. A growth of 67 µs of 204 ms is between the floor and the limit
    // for failing.
    let quiet = |method: usize, _: f64| if method == 3 { -3.9 } else { 0.0 };
    let base = Made { more: quiet, ..APP };
    let head = Made { more: |method, _| if method == 3 { -3.833 } else { 0.0 }, ..APP };
    for design in [stored, pairs] {
        let (outcome, _) = design(&base, &head, &Config::default());
        let small: Vec<bool> = findings(&outcome).iter().map(|finding| finding.fails()).collect();
        assert_eq!((outcome.answer(), &small[..]), (Answer::Pass, &[false][..]), "{outcome:?}");
        let mut config = Config::default();
        config.gate.fail_from = 0.0;
        assert_eq!(design(&base, &head, &config).0.answer(), Answer::Regressed);
    }
}

#[test]
fn growth_that_a_fast_session_makes_look_small_still_fails() {
    // One method takes 0.28 ms more in a session that is 2 % faster, so the measured growth is 0.19 ms. Findings fail from 0.24 ms on.
    let mut config = Config::default();
    config.gate.fail_from = 0.0012;
    let more = |method: usize, _: f64| if method == 3 { 0.28 } else { 0.0 };
    let (outcome, _) = stored(&APP, &Made { more, day: |_| 0.98, ..APP }, &config);
    let found: Vec<(bool, bool)> =
        findings(&outcome).iter().map(|finding| (finding.fails(), finding.change() < 0.24e6)).collect();
    assert_eq!(found, [(true, true)], "{outcome:?}");
}

#[test]
fn methods_that_grew_more_than_the_common_growth_are_findings_too() {
    let tripled = |method: usize, _: f64| if method == 3 { 8.0 } else { 0.0 };
    let twice = |method: usize| if method == 5 { 2 } else { 1 };
    let head = Made { more: tripled, calls: twice, day: |_| 1.12, ..APP };
    for design in [stored, pairs] {
        let (outcome, _) = design(&APP, &head, &Config::default());
        let failing = findings(&outcome).iter().filter(|finding| finding.fails());
        let reported: Vec<(FindingKind, String)> =
            failing.map(|finding| (finding.kind, finding.subject().bare_name().to_owned())).collect();
        let has = |kind, name: &str| reported.contains(&(kind, name.to_owned()));
        assert!(reported.iter().any(|(kind, _)| *kind == FindingKind::Drift), "{reported:?}");
        assert!(has(FindingKind::Slower, "-[M m3]") && has(FindingKind::Calls, "-[M m5]"), "{reported:?}");
        assert_eq!(reported.len(), 3, "no row that only shares the growth: {reported:?}");
    }
}

#[test]
fn an_unusually_slow_day_is_excluded_and_named_at_any_position() {
    for day in [
        |day: u64| if day == 0 { 1.25 } else { 1.0 },
        |day: u64| if day == 3 { 1.25 } else { 1.0 },
        |day: u64| if day == 5 { 0.9 } else { 1.0 },
    ] {
        let (outcome, warnings) = stored(&Made { day, ..APP }, &APP, &Config::default());
        assert_eq!(outcome.answer(), Answer::Pass, "{:?}", verdict(&outcome).reasons);
        let odd = (0..6).find(|at| day(*at) != 1.0).unwrap();
        let [warning] = &warnings[..] else { panic!("{warnings:?}") };
        let Caution::OutlierDay { sessions, .. } = warning else { panic!("{warning:?}") };
        assert_eq!(sessions[..], [format!("day{odd}").into()]);
    }
}

#[test]
fn a_slow_day_of_two_or_three_is_named_but_not_excluded() {
    for days in [2, 3] {
        let base = Made { day: |day| if day == 1 { 1.25 } else { 1.0 }, ..APP }.days(0, days, None);
        let head = Made { seed: 97, ..APP }.days(days, 1, None);
        let side = |launches| Side { launches, role: None };
        let (outcome, warnings) = answer(side(&base), side(&head), &Config::default());
        assert_eq!(outcome.answer(), Answer::Undecided, "{:?}", verdict(&outcome).reasons);
        let [Caution::DifferentDay { sessions, ratio }] = &warnings[..] else { panic!("{warnings:?}") };
        assert_eq!(sessions[..], ["day1".into()]);
        assert!((1.2..1.3).contains(ratio), "{ratio}");
    }
}

#[test]
fn launches_of_a_longer_head_are_compared_only_at_the_positions_of_the_base() {
    for (place, excluded) in [
        (|_| 1.0, 0),
        (|at: usize| 1.01_f64.powi(at as i32), 10),
        (|at: usize| if at < 3 { 1.15 } else { 1.0 }, 10),
    ] as [(fn(usize) -> f64, usize); 3]
    {
        let head = Made { place, launches: 20, seed: 2, ..APP };
        let (outcome, _) = stored(&Made { place, ..APP }, &head, &Config::default());
        let Outcome::Judged(comparison, verdict) = &outcome else { panic!("{outcome:?}") };
        assert_eq!(outcome.answer(), Answer::Pass, "{:?}", verdict.reasons);
        let of_other_place =
            comparison.excluded.iter().filter(|launch| launch.why == ExclusionReason::OtherPosition);
        assert_eq!(of_other_place.count(), excluded);
    }
}

#[test]
fn five_launches_of_hundreds_of_varying_methods_are_undecided() {
    let few = Made { methods: 250, launches: 5, ..APP };
    // Each method takes up to twice as long in some launches, so a method that takes twice as long is not found.
    let base = Made { more: |_, drawn| 8.0 * drawn * drawn * drawn, ..few };
    let (outcome, _) = pairs(&base, &base, &Config::default());
    assert_eq!(outcome.answer(), Answer::Undecided, "{:?}", verdict(&outcome).reasons);
    let reasons = &verdict(&outcome).reasons;
    let is_undetectable = |reason: &Reason| matches!(reason, Reason::MethodsUndetectable { needed: 8, .. });
    assert!(reasons.iter().any(is_undetectable), "{reasons:?}");
}

#[test]
fn the_confidence_interval_of_a_failing_growth_excludes_zero() {
    let mut red = 0;
    for seed in 0..30 {
        // A third of the methods vary between two durations, and some methods grew.
        let modes =
            |method: usize, drawn: f64| if method.is_multiple_of(3) && drawn < 0.5 { 2.0 } else { 0.0 };
        let grown = |method: usize, drawn: f64| {
            let mode = if method.is_multiple_of(3) && drawn < 0.5 { 2.0 } else { 0.0 };
            mode + if method < 2 { 0.5 } else { 0.0 }
        };
        let (base, head) = (Made { more: modes, seed, ..APP }, Made { more: grown, ..APP });
        for design in [stored, pairs] {
            let (outcome, _) = design(&base, &head, &Config::default());
            for finding in findings(&outcome).iter().filter(|finding| finding.fails()) {
                let Some(test) = finding.evidence.time_test() else { continue };
                assert!(test.change_interval.0 > 0.0, "{seed}: {:?} {test:?}", finding.subject());
                red += 1;
            }
        }
    }
    assert!(red >= 30, "{red}");
}

/// Two phones differ by 8 %. On either phone, a growth of 5 % of everything is a regression, and unchanged launches are not a regression.
/// If the phones are unknown, their difference is a part of the difference between days.
#[test]
fn stored_days_of_several_phones_are_adjusted_to_one_phone() {
    const SLOWER: f64 = 1.08;
    let base = Made { day: |day| if day % 2 == 1 { SLOWER } else { 1.0 }, ..APP }.days(0, 8, None);
    let id = |day: u64| base.launches[0].conditions.session_id(&format!("day{day}").into());
    let of = |phone: u64| SessionProperties {
        phone: Some(PhoneId::Id(phone.to_string().into())),
        lost: Vec::new(),
    };
    let known = Launches { known: (0..8).map(|day| (id(day), of(day % 2))).collect(), ..base.clone() };
    let heads = [
        (0, Made { day: |_| 1.0, ..APP }, Answer::Pass),
        (1, Made { day: |_| SLOWER, ..APP }, Answer::Pass),
        (0, Made { day: |_| 1.05, ..APP }, Answer::Regressed),
        (1, Made { day: |_| 1.05 * SLOWER, ..APP }, Answer::Regressed),
    ];
    for (phone, made, expected) in heads {
        let head = Made { seed: 97, ..made }.days(8, 1, None);
        let on = |phone| Launches { known: [(id(8), of(phone))].into(), ..head.clone() };
        let answer = |base: &Launches, head: &Launches| {
            let side = |launches| Side { launches, role: None };
            verdict(&answer(side(base), side(head), &Config::default()).0).answer
        };
        assert_eq!(answer(&known, &on(phone)), expected, "{phone} {}", (made.day)(8));
        assert_ne!(answer(&base, &head), Answer::Regressed);
        // On a phone without stored days, no finding fails the check.
        assert_ne!(answer(&known, &on(2)), Answer::Regressed);
    }
}
