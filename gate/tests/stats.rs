//! Compares the statistics with SciPy and with exhaustive computation (`stats/goldens.py`), and tests each
//! rule with planted growth and without it.

use gate_stats::moderate::Prior;
use gate_stats::pairs::InterleavedDesign;
use gate_stats::stored::level_starts;
use gate_stats::{
    Costs, DesignCosts, Judgement, Limit, Random, RowClass, RowResult, Session, Settings, StoredDesign,
    Warning, basic, creep, judge, multiple, sample_size,
};

fn numbers(text: &str) -> Vec<f64> {
    text.split(',').map(|number| number.parse().unwrap()).collect()
}

#[test]
fn statistics_equal_those_of_scipy_and_of_exhaustive_computation() {
    let goldens = include_str!("stats/goldens.tsv");
    let mut kinds = std::collections::BTreeMap::new();
    for line in goldens.lines() {
        let mut fields = line.split('\t');
        let kind = fields.next().unwrap();
        let samples: Vec<Vec<f64>> = fields.next().unwrap().split(';').map(numbers).collect();
        let expected = numbers(fields.next().unwrap());
        let found = compute(kind, &samples);
        assert_eq!(found.len(), expected.len(), "{kind}");
        for (found, expected) in found.iter().zip(&expected) {
            let close = (found - expected).abs() <= 1e-9 * expected.abs().max(1e-3) || found == expected;
            assert!(close, "{kind}: {found} instead of {expected}");
        }
        *kinds.entry(kind).or_insert(0) += 1;
    }
    assert_eq!(kinds.len(), 4, "{kinds:?}");
}

fn compute(kind: &str, samples: &[Vec<f64>]) -> Vec<f64> {
    match kind {
        "holm" => multiple::holm(&samples[0]),
        "benjamini_hochberg" => multiple::benjamini_hochberg(&samples[0]),
        "prior" => {
            let prior = Prior::fit(&samples[0], samples[1][0]);
            vec![prior.df, prior.variance]
        }
        "t_above" => vec![basic::t_above(samples[0][0], samples[0][1])],
        _ => panic!("no such kind: {kind}"),
    }
}

/// Returns a session of `rows` log-normal rows with heavy tails. Row 7 contains zeros, row 8 is rounded to
/// ticks of 24 MHz, and each launch has a factor that all rows have in common.
fn session(
    random: &mut Random,
    rows: usize,
    launches: usize,
    session_sd: f64,
    slower: &[(usize, f64)],
) -> Costs {
    let common: Vec<f64> = (0..launches).map(|_| 0.002 * random.next_normal()).collect();
    let mut values = Vec::new();
    for row in 0..rows {
        let factor = slower.iter().find(|(at, _)| *at == row).map_or(1.0, |(_, factor)| *factor);
        let day = session_sd * random.next_normal();
        for common in &common {
            let tail = if random.next_uniform() < 0.05 { 5.0 } else { 1.0 };
            let noise = 0.01 * (1.0 + (row % 3) as f64) * tail * random.next_normal();
            let cost = 10_000.0 * (1.0 + row as f64) * factor * (day + common + noise).exp();
            values.push(match row {
                7 if random.next_uniform() < 0.5 => 0.0,
                8 => (cost * 0.024).round() / 0.024,
                _ => cost,
            });
        }
    }
    Costs::new(rows, launches, values).unwrap()
}

fn limits(rows: usize) -> Vec<Limit> {
    vec![Limit::new(0.02, 0.0); rows]
}

const ROWS: usize = 60;

fn sessions(random: &mut Random, count: usize, sd: f64) -> Vec<Costs> {
    (0..count).map(|_| session(random, ROWS, 10, sd, &[])).collect()
}

/// Returns stored sessions, each of which was recorded on a different day.
fn stored(base: &[Costs]) -> Vec<Session> {
    base.iter().zip(0..).map(|(costs, day)| Session { costs: costs.clone(), day }).collect()
}

fn against(base: &[Costs], new: &Costs) -> Judgement {
    let base = stored(base);
    let design = StoredDesign { base: &base, new: std::slice::from_ref(new), ..StoredDesign::default() };
    judge(&DesignCosts::Stored(design), &limits(new.rows()), None, &Settings::default()).unwrap()
}

fn interleaved(costs: &Costs, design: &InterleavedDesign) -> Judgement {
    let sample = DesignCosts::Interleaved { costs, design };
    judge(&sample, &limits(costs.rows()), None, &Settings::default()).unwrap()
}

#[test]
fn comparison_with_stored_sessions_finds_planted_growth_and_seldom_other_growth() {
    let (mut found, mut wrong) = (0, 0);
    for seed in 0..40 {
        let mut random = Random::new(seed);
        let base = sessions(&mut random, 6, 0.01);
        let quiet = session(&mut random, ROWS, 10, 0.01, &[]);
        let slow = session(&mut random, ROWS, 10, 0.01, &[(12, 1.15)]);
        let judged = against(&base, &quiet);
        wrong += usize::from(!judged.findings().is_empty());
        let judged = against(&base, &slow);
        assert_eq!(judged, against(&base, &slow));
        found += usize::from(judged.findings().first() == Some(&12));
    }
    assert!(found >= 38, "found {found} of 40");
    assert!(wrong <= 4, "{wrong} of 40 quiet runs had a finding");
}

#[test]
fn unchanged_but_varying_sessions_seldom_cause_a_finding_even_with_one_session() {
    let mut wrong = 0;
    for seed in 0..40 {
        let mut random = Random::new(seed);
        let base = sessions(&mut random, 1, 0.02);
        let new = session(&mut random, ROWS, 10, 0.02, &[]);
        let judged = against(&base, &new);
        wrong += usize::from(!judged.findings().is_empty());
    }
    assert!(wrong <= 2, "{wrong} of 40");
}

/// The data in CALIBRATION.md contain one benchmark whose level changed within a session. The first 19 launches of a day were 22 % faster
/// than the last six launches of this day, and 22 % faster than the launches of all other days.
#[test]
fn a_method_whose_time_changed_within_the_only_stored_session_is_no_finding() {
    let quick = |row: usize, launch: usize| if row == 12 && launch < 19 { 0.8 } else { 1.0 };
    for seed in 0..10 {
        let mut random = Random::new(300 + seed);
        let base = session(&mut random, ROWS, 25, 0.005, &[]);
        let values = (0..ROWS).flat_map(|row| {
            base.row(row).iter().enumerate().map(move |(launch, cost)| cost * quick(row, launch))
        });
        let changed = Costs::new(ROWS, 25, values.collect()).unwrap();
        let new = session(&mut random, ROWS, 10, 0.005, &[(20, 1.25)]);
        let found = against(&[changed], &new).findings();
        assert_eq!(found, [20], "seed {seed}");
    }
}

/// Four sessions of one day suffice to estimate the differences between sessions for each method.
#[test]
fn four_sessions_of_one_day_suffice_to_estimate_the_variance_between_sessions() {
    let mut widths = Vec::new();
    for sd in [0.002, 0.03] {
        let mut random = Random::new(17);
        let base: Vec<Session> =
            sessions(&mut random, 4, sd).into_iter().map(|costs| Session { costs, day: 0 }).collect();
        let new = session(&mut random, ROWS, 10, 0.002, &[]);
        let design = StoredDesign { base: &base, new: std::slice::from_ref(&new), ..StoredDesign::default() };
        let judged = judge(&DesignCosts::Stored(design), &limits(ROWS), None, &Settings::default()).unwrap();
        assert!(judged.findings().is_empty());
        widths.push(judged.rows[12].could_hide);
    }
    assert!(widths[1] > 2.0 * widths[0], "{widths:?}");
}

#[test]
fn a_common_growth_is_subtracted_from_methods_only_as_far_as_chance_explains_it() {
    let mut random = Random::new(5);
    let base = sessions(&mut random, 6, 0.003);
    let all: Vec<(usize, f64)> = (0..ROWS).map(|row| (row, 1.2)).collect();
    let judged = against(&base, &session(&mut random, ROWS, 10, 0.003, &all));
    let common = judged.common;
    assert!((common.growth - 1.2_f64.ln()).abs() < 0.02, "{common:?}");
    assert!(common.subtracted <= common.bound && common.bound < 0.1, "{common:?}");
    assert!(common.exceeds_limit(0.005), "{common:?}");
    assert!(judged.findings().len() > ROWS / 2, "{} findings", judged.findings().len());
}

#[test]
fn a_small_growth_of_all_methods_is_found_if_the_stored_days_agree() {
    let (mut told_now, mut by_bound) = (0, 0);
    for seed in 0..10 {
        let told = |day: f64, ratio: f64| {
            let mut random = Random::new(90 + seed);
            let mut of_day = |ratio: f64| {
                let all = (day * random.next_normal()).exp() * ratio;
                let all: Vec<(usize, f64)> = (0..ROWS).map(|row| (row, all)).collect();
                session(&mut random, ROWS, 10, 0.003, &all)
            };
            let base: Vec<Costs> = (0..6).map(|_| of_day(1.0)).collect();
            against(&base, &of_day(ratio)).common
        };
        let common = told(0.001, 1.021);
        let null = 1.005_f64.ln();
        by_bound += usize::from(common.growth - common.bound > null);
        let (p, half) = common.test_growth(0.005, 0.95);
        // The reported probability determines the answer. A growth is reported if its probability is at most the share of the significance
        // level that this comparison has.
        assert_eq!(common.exceeds_limit(0.005), p <= 0.01 && half < common.growth, "seed {seed}: {p}");
        told_now += usize::from(common.exceeds_limit(0.005));
        assert!(!told(0.001, 1.0).exceeds_limit(0.005), "seed {seed}");
        let common = told(0.04, 1.0);
        assert_eq!(common.beyond_limit, common.bound, "seed {seed}");
    }
    assert!(told_now >= 8 && by_bound <= 2, "{told_now} and {by_bound} of 10");
}

/// Judges the rows of a new session against stored days, together with the duration of the launch, which is the sum of the rows.
fn with_launch(base: &[Costs], new: &Costs) -> Judgement {
    let sum = |costs: &Costs| {
        let of = |launch| (0..costs.rows()).map(|row| costs.row(row)[launch]).sum();
        Costs::new(1, costs.launches(), (0..costs.launches()).map(of).collect()).unwrap()
    };
    let (launches, launch) = (stored(&base.iter().map(sum).collect::<Vec<_>>()), sum(new));
    let base = stored(base);
    let parts = StoredDesign { base: &base, new: std::slice::from_ref(new), ..StoredDesign::default() };
    let whole =
        StoredDesign { base: &launches, new: std::slice::from_ref(&launch), ..StoredDesign::default() };
    let (limits, of_launch) = (limits(new.rows()), limits(1));
    let wholes = Some((&DesignCosts::Stored(whole), &of_launch[..]));
    judge(&DesignCosts::Stored(parts), &limits, wholes, &Settings::default()).unwrap()
}

#[test]
fn launches_that_are_mostly_slow_are_no_growth_if_some_are_as_fast_as_before() {
    for seed in 0..10 {
        let mut random = Random::new(60 + seed);
        let base = sessions(&mut random, 6, 0.003);
        let new = session(&mut random, ROWS, 10, 0.003, &[]);
        let slow = |is_slow: &dyn Fn(usize) -> bool| {
            let of_row = |row| new.row(row).iter().enumerate();
            let cost = |(at, cost): (usize, &f64)| cost * if is_slow(at) { 1.3 } else { 1.0 };
            Costs::new(ROWS, 10, (0..ROWS).flat_map(of_row).map(cost).collect()).unwrap()
        };
        let judged = with_launch(&base, &slow(&|at| at >= 4));
        assert_eq!(judged.findings(), Vec::<usize>::new(), "seed {seed}");
        assert!(!judged.common.exceeds_limit(0.005), "seed {seed}: {:?}", judged.common);
        assert_ne!(judged.wholes[0].class, RowClass::Finding, "seed {seed}");
        let judged = with_launch(&base, &slow(&|_| true));
        assert!(judged.common.exceeds_limit(0.005), "seed {seed}: {:?}", judged.common);
        assert_eq!(judged.wholes[0].class, RowClass::Finding, "seed {seed}");
    }
}

#[test]
fn equal_launches_of_a_new_session_do_not_reduce_the_estimated_error() {
    let mut random = Random::new(80);
    let base = sessions(&mut random, 6, 0.003);
    let error = |new: &Costs| {
        let launch = &with_launch(&base, new).wholes[0];
        (launch.upper - (launch.head - launch.base)) / launch.head
    };
    let new = session(&mut random, ROWS, 5, 0.003, &[]);
    let alike = Costs::new(ROWS, 5, (0..ROWS).flat_map(|row| [new.row(row)[0]; 5]).collect()).unwrap();
    let of_ten = session(&mut random, ROWS, 10, 0.003, &[]);
    assert!(error(&alike) > error(&of_ten), "{} {}", error(&alike), error(&of_ten));
}

#[test]
fn unchanged_methods_are_no_findings_if_most_methods_became_faster() {
    for seed in 0..10 {
        let mut random = Random::new(40 + seed);
        let base = sessions(&mut random, 6, 0.003);
        let quicker: Vec<(usize, f64)> = (0..ROWS * 7 / 10).map(|row| (row, 0.8)).collect();
        let judged = against(&base, &session(&mut random, ROWS, 10, 0.003, &quicker));
        assert_eq!(judged.findings(), Vec::<usize>::new(), "seed {seed}");
        assert!(judged.common.subtracted >= 0.0 || judged.common.agree, "{:?}", judged.common);
    }
}

#[test]
fn a_new_level_of_a_method_counts_only_if_a_second_session_confirms_it() {
    let mut random = Random::new(12);
    let mut base = sessions(&mut random, 4, 0.003);
    base.extend((0..3).map(|_| session(&mut random, ROWS, 10, 0.003, &[(20, 0.8), (30, 1.3)])));
    let since = level_starts(&stored(&base), &limits(ROWS)).unwrap();
    assert_eq!((since[20].session, since[20].has_risen()), (4, false), "{:?}", since[20]);
    assert_eq!((since[30].session, since[30].has_risen()), (4, true), "{:?}", since[30]);
    let moved = (0..ROWS).filter(|&row| row != 20 && row != 30 && since[row].session > 0).count();
    assert_eq!(moved, 0, "{since:?}");
    // A single session does not confirm a changed cost level.
    let since = level_starts(&stored(&base[..5]), &limits(ROWS)).unwrap();
    assert_eq!(since[20].session, 0);
}

#[test]
fn a_new_session_is_compared_with_days_and_not_with_single_sessions_of_a_day() {
    // Two days that differ by 4 % have four sessions each. The session of a new day is compared with the
    // days, not with the sessions.
    let mut wrong = 0;
    for seed in 0..10 {
        let mut random = Random::new(70 + seed);
        let mut base = Vec::new();
        for day in 0..3 {
            let shifts: Vec<(usize, f64)> =
                (0..ROWS).map(|row| (row, (0.02 * random.next_normal()).exp())).collect();
            for _ in 0..4 {
                base.push(Session { costs: session(&mut random, ROWS, 10, 0.001, &shifts), day });
            }
        }
        let shifts: Vec<(usize, f64)> =
            (0..ROWS).map(|row| (row, (0.02 * random.next_normal()).exp())).collect();
        let new = session(&mut random, ROWS, 10, 0.001, &shifts);
        let design = StoredDesign { base: &base, new: std::slice::from_ref(&new), ..StoredDesign::default() };
        let judged = judge(&DesignCosts::Stored(design), &limits(ROWS), None, &Settings::default()).unwrap();
        assert!(judged.warnings.contains(&Warning::FewDays { days: 3 }), "{:?}", judged.warnings);
        wrong += usize::from(!judged.findings().is_empty());
    }
    assert!(wrong <= 2, "{wrong} of 10 quiet runs had a finding");
}

#[test]
fn a_method_that_had_no_cost_before_is_a_finding_once_it_has_a_cost() {
    let mut random = Random::new(6);
    let blank = |costs: &Costs, rows: &[usize]| {
        let values = (0..ROWS)
            .flat_map(|row| {
                costs.row(row).iter().map(move |cost| if rows.contains(&row) { 0.0 } else { *cost })
            })
            .collect();
        Costs::new(ROWS, costs.launches(), values).unwrap()
    };
    let base: Vec<Costs> =
        sessions(&mut random, 6, 0.0).iter().map(|costs| blank(costs, &[20, 21])).collect();
    let new = blank(&session(&mut random, ROWS, 10, 0.0, &[]), &[21]);
    let judged = against(&base, &new);
    assert_eq!(judged.findings(), [20]);
    assert_eq!(judged.rows[21].ratio, 1.0);
}

#[test]
fn interleaved_launches_show_planted_growth_and_seldom_other_growth() {
    let (mut found, mut wrong) = (0, 0);
    for seed in 0..20 {
        let mut random = Random::new(seed);
        let costs = session(&mut random, ROWS, 20, 0.05, &[]);
        let mut design = InterleavedDesign { new: Vec::new(), block: Vec::new() };
        for block in 0..10 {
            let first = random.next_uniform() < 0.5;
            design.new.extend([first, !first]);
            design.block.extend([block; 2]);
        }
        let plant = |ratio: f64| {
            let values = (0..ROWS)
                .flat_map(|row| {
                    costs.row(row).iter().zip(&design.new).map(move |(cost, new)| (row, *cost, *new))
                })
                .map(|(row, cost, new)| if row == 12 && new { cost * ratio } else { cost })
                .collect();
            Costs::new(ROWS, 20, values).unwrap()
        };
        let finds = |ratio: f64| {
            let judged = interleaved(&plant(ratio), &design);
            let calls = judged.rows.iter().enumerate();
            calls.filter(|(_, row)| row.class == RowClass::Finding).map(|(row, _)| row).collect::<Vec<_>>()
        };
        wrong += usize::from(!finds(1.0).is_empty());
        found += usize::from(finds(1.10) == [12]);
    }
    assert!(found >= 18, "found {found} of 20");
    assert!(wrong <= 3, "{wrong} of 20 quiet runs had a finding");
}

#[test]
fn a_few_slow_launches_do_not_hide_a_growth_of_all_methods() {
    let design = InterleavedDesign {
        new: (0..20).map(|launch| launch % 2 == 1).collect(),
        block: (0..20).map(|launch| launch / 2).collect(),
    };
    for seed in 0..10 {
        let mut random = Random::new(80 + seed);
        let costs = session(&mut random, ROWS, 20, 0.0, &[]);
        let slow: Vec<bool> = (0..20).map(|_| random.next_uniform() < 0.2).collect();
        let with = |ratio: f64| {
            let factor = |launch: usize| {
                (if slow[launch] { 1.15 } else { 1.0 }) * if design.new[launch] { ratio } else { 1.0 }
            };
            let of_row = |row| costs.row(row).iter().enumerate().map(|(launch, cost)| cost * factor(launch));
            Costs::new(ROWS, 20, (0..ROWS).flat_map(of_row).collect()).unwrap()
        };
        let grew = |ratio: f64| interleaved(&with(ratio), &design).common.exceeds_limit(0.005);
        assert_eq!((grew(1.0), grew(1.03)), (false, true), "seed {seed}");
    }
}

#[test]
fn growth_in_interleaved_launches_without_any_noise_is_found() {
    for launches in [12, 20] {
        let design = InterleavedDesign {
            new: (0..launches).map(|launch| launch % 2 == 1).collect(),
            block: (0..launches).map(|launch| launch as u32 / 2).collect(),
        };
        let values = (0..ROWS)
            .flat_map(|row| design.new.iter().map(move |new| if *new && row == 12 { 1.26 } else { 1.0 }))
            .collect();
        let costs = Costs::new(ROWS, launches, values).unwrap();
        let judged = interleaved(&costs, &design);
        let found: Vec<usize> =
            (0..ROWS).filter(|&row| judged.rows[row].class == RowClass::Finding).collect();
        assert_eq!(found, [12], "{launches} launches");
    }
}

#[test]
fn five_launches_per_build_find_one_slower_method_among_many_noisy_methods() {
    const MANY: usize = 600;
    let design =
        InterleavedDesign { new: (0..10).map(|launch| launch % 2 == 1).collect(), block: vec![0; 10] };
    let (mut found, mut wrong) = (0, 0);
    for seed in 0..12 {
        let finds = |ratio: f64| {
            let mut random = Random::new(400 + seed);
            let mut values = Vec::new();
            for row in 0..MANY {
                let scale = 0.02 * (0.7 * random.next_normal()).exp();
                for launch in 0..10 {
                    // The noise is Student's t with 3 degrees of freedom, and one value in 20 is multiplied
                    // by up to three.
                    let chi: f64 = (0..3).map(|_| random.next_normal().powi(2)).sum();
                    let burst =
                        if random.next_uniform() < 0.05 { 1.0 + 2.0 * random.next_uniform() } else { 1.0 };
                    let slower = if row == 77 && launch % 2 == 1 { ratio } else { 1.0 };
                    values.push(
                        1e5 * slower * burst * (scale * random.next_normal() / (chi / 3.0).sqrt()).exp(),
                    );
                }
            }
            let costs = Costs::new(MANY, 10, values).unwrap();
            let judged = interleaved(&costs, &design);
            assert!(judged.warnings.contains(&Warning::PermutationTest { relabellings: 252 }));
            let calls = judged.rows.iter().enumerate();
            calls.filter(|(_, row)| row.class == RowClass::Finding).map(|(row, _)| row).collect::<Vec<_>>()
        };
        wrong += usize::from(!finds(1.0).is_empty());
        found += usize::from(finds(2.0) == [77]);
    }
    assert!(found >= 8, "found {found} of 12");
    assert!(wrong <= 3, "{wrong} of 12 quiet runs had a finding");
}

#[test]
fn slow_growth_of_a_group_of_methods_since_the_pinned_sessions_is_found() {
    let mut random = Random::new(8);
    let anchor = sessions(&mut random, 6, 0.002);
    let members: Vec<usize> = (30..40).collect();
    let group = creep::RowGroup { members: members.clone(), limit: limits(1)[0] };
    let creeping = |random: &mut Random, step: f64| -> Vec<Costs> {
        (1..=20)
            .map(|release| {
                let slower: Vec<(usize, f64)> =
                    members.iter().map(|&row| (row, (1.0 + step).powi(release))).collect();
                session(random, ROWS, 10, 0.002, &slower)
            })
            .collect()
    };
    let judge = |since: &[Costs]| {
        let groups = std::slice::from_ref(&group);
        let when: Vec<f64> = (1..=since.len()).map(|at| at as f64).collect();
        creep::judge(&anchor, since, &when, &limits(ROWS), groups, &Settings::default()).unwrap()
    };
    assert_eq!(judge(&creeping(&mut random, 0.005)).groups[0].class, RowClass::Finding);
    let still = judge(&creeping(&mut random, 0.0));
    assert!(still.rows.iter().chain(&still.groups).all(|row| row.class != RowClass::Finding));
}

/// Returns two numbers for each row: the relative growth that could remain undetected, and the factor for the number of launches that would
/// reduce this growth to `share`.
fn hidden(judged: &Judgement, share: f64) -> Vec<(f64, Option<f64>)> {
    let one = |row: &RowResult| {
        let (growth, reach) = (row.head - row.base, row.upper - (row.head - row.base));
        (
            reach / row.base,
            sample_size::launch_factor(growth, row.upper, row.of_launches, growth + share * reach),
        )
    };
    judged.rows.iter().filter(|row| row.base > 0.0).map(one).collect()
}

/// An undecided answer recommends a number of launches. With this number, the growth that could remain undetected must fall to the target.
/// If differences between days prevent this, the answer must not recommend a number.
#[test]
fn the_advised_number_of_launches_is_enough() {
    let mut random = Random::new(11);
    let base = sessions(&mut random, 6, 0.0);
    let pairs = |random: &mut Random, launches: usize| {
        let costs = session(random, ROWS, launches, 0.0, &[]);
        let design = InterleavedDesign {
            new: (0..launches).map(|at| at % 2 == 0).collect(),
            block: (0..launches as u32).map(|at| at / 2).collect(),
        };
        interleaved(&costs, &design)
    };
    let stored =
        |random: &mut Random, launches: usize| against(&base, &session(random, ROWS, launches, 0.0, &[]));
    let middle = |hidden: &[(f64, Option<f64>)]| {
        basic::median(&hidden.iter().map(|(reach, _)| *reach).collect::<Vec<f64>>())
    };
    type Run<'a> = &'a dyn Fn(&mut Random, usize) -> Judgement;
    // In a comparison with stored days, more launches do not remove the uncertainty that is caused by differences between the days.
    for (name, few, share, run) in [("pairs", 20, 0.7, &pairs as Run<'_>), ("stored", 6, 0.85, &stored)] {
        let (mut left, mut told) = (Vec::new(), Vec::new());
        for _ in 0..12 {
            let first = hidden(&run(&mut random, few), share);
            let times = basic::median(&first.iter().filter_map(|(_, times)| *times).collect::<Vec<f64>>());
            let enough = 2 * (0.5 * few as f64 * times).ceil() as usize;
            left.push(middle(&hidden(&run(&mut random, enough), share)) / middle(&first));
            told.push(times);
        }
        let (left, times) = (basic::median(&left), basic::median(&told));
        println!("{name}: {times:.2} times the launches leave {left:.2}");
        assert!((0.9 * share..=1.1 * share).contains(&left), "{name}: {times:.2} times leave {left:.2}");
        assert!(times > 1.2, "{name}: {times}");
    }
    let apart = sessions(&mut random, 6, 0.03);
    let days = hidden(&against(&apart, &session(&mut random, ROWS, 10, 0.03, &[])), 0.3);
    assert!(days.iter().filter(|(_, times)| times.is_none()).count() > ROWS / 2, "{days:?}");
}

#[test]
fn throttling_does_not_hide_a_slower_method_of_interleaved_builds() {
    let launches = 20;
    let new: Vec<bool> = (0..launches).map(|at| (at + at / 2) % 2 == 1).collect();
    let block = (0..launches).map(|at| at as u32 / 2).collect();
    let design = InterleavedDesign { new: new.clone(), block };
    let mut random = Random::new(7);
    let mut values = Vec::new();
    for row in 0..ROWS {
        // From the ninth launch on, three of five rows take 30 % more time, and the remaining rows 5 %. The first row takes 5 % more, and
        // in the head it is also 10 % slower.
        let hot = if row % 5 < 2 { 1.05 } else { 1.3 };
        values.extend(new.iter().enumerate().map(|(at, is_new)| {
            let grown = if row == 0 && *is_new { 1.1 } else { 1.0 };
            1e6 * grown * if at < 9 { 1.0 } else { hot } * (0.01 * random.next_normal()).exp()
        }));
    }
    let costs = Costs::new(ROWS, launches, values).unwrap();
    assert_eq!(interleaved(&costs, &design).findings(), [0]);
}
