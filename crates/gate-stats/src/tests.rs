use super::*;

#[test]
fn costs_must_be_finite_and_not_negative() {
    assert_eq!(Costs::new(2, 2, vec![1.0; 3]), Err(Error::Shape { rows: 2, launches: 2, values: 3 }));
    assert!(matches!(Costs::new(1, 2, vec![1.0, f64::NAN]), Err(Error::Value { row: 0, launch: 1, .. })));
    assert!(matches!(Costs::new(1, 2, vec![1.0, -1.0]), Err(Error::Value { row: 0, launch: 1, .. })));
}

#[test]
fn quantiles_of_the_t_distribution_invert_its_tail_probability() {
    for df in [1.0, 1.5, 2.0, 3.7, 8.0, 30.0, 500.0, 1e4, 1e7] {
        for p in [1e-12, 1e-8, 1e-5, 0.001, 0.025, 0.2, 0.4, 0.499, 0.5, 0.7, 0.999_99] {
            let t = basic::t_quantile_above(p, df);
            assert!((basic::t_above(t, df) / p - 1.0).abs() < 1e-9, "p {p}, df {df}: {t}");
        }
    }
    // If the variance between days is tiny, the degrees of freedom are almost 0, but the quantile must be finite.
    for df in [1e-12, 1e-6, 1e-3, 0.01, 0.05] {
        for p in [1e-8, 0.025, 0.2] {
            let t = basic::t_quantile_above(p, df);
            assert!(t.is_finite() && t > 1.0, "p {p}, df {df}: {t}");
        }
    }
}

/// Draws a session of log-normal rows; `factor` multiplies the cost of a row in a launch.
fn session(
    random: &mut Random,
    rows: usize,
    sd: f64,
    factor: impl Fn(usize, usize, &mut Random) -> f64,
) -> Costs {
    let mut values = Vec::new();
    for row in 0..rows {
        for launch in 0..10 {
            let noise = (sd * random.next_normal()).exp();
            values.push(1e6 * (1.0 + row as f64) * noise * factor(row, launch, random));
        }
    }
    Costs::new(rows, 10, values).expect("valid costs")
}

/// Judges a head against stored days; each session in `base` is a day.
fn judge_stored(base: &[Costs], head: &Costs, limits: &[Limit]) -> Vec<RowResult> {
    let base: Vec<Session> =
        base.iter().zip(0..).map(|(costs, day)| Session { costs: costs.clone(), day }).collect();
    let design = StoredDesign { base: &base, new: std::slice::from_ref(head), ..StoredDesign::default() };
    judge(&DesignCosts::Stored(design), limits, None, &Settings::default()).expect("a judgement").rows
}

/// Judges a head and a base of ten launches each, which were launched in turns.
fn judge_pairs(base: &Costs, head: &Costs, limits: &[Limit]) -> Vec<RowResult> {
    let values = (0..base.rows()).flat_map(|row| [base.row(row), head.row(row)].concat()).collect();
    let costs = Costs::new(base.rows(), 20, values).expect("valid costs");
    let design = pairs::InterleavedDesign {
        new: (0..20).map(|at| at >= 10).collect(),
        block: (0..20).map(|at| at % 10).collect(),
    };
    let sample = DesignCosts::Interleaved { costs: &costs, design: &design };
    judge(&sample, limits, None, &Settings::default()).expect("a judgement").rows
}

#[test]
fn growth_beyond_all_launches_of_the_base_is_found_despite_cache_hits() {
    let limits = vec![Limit::new(0.005, 0.0); 60];
    let (mut stored, mut pairs) = (0, 0);
    for seed in 0..20 {
        let mut random = Random::new(seed);
        // In one launch of twenty, a method finds its result in a cache and takes half as long.
        let hit = |random: &mut Random| if random.next_uniform() < 0.05 { 0.5 } else { 1.0 };
        let base: Vec<Costs> =
            (0..6).map(|_| session(&mut random, 60, 0.015, |_, _, random| hit(random))).collect();
        // In the head, a launch with a cached result also takes half of the grown time.
        let mut head = |hits: &[usize]| {
            let slower = |row: usize, launch: usize, random: &mut Random| match row {
                12 if hits.contains(&launch) => 0.75,
                12 => 1.5,
                _ => hit(random),
            };
            session(&mut random, 60, 0.015, slower)
        };
        let (two_hits, one_hit) = (head(&[3, 7]), head(&[5]));
        stored += usize::from(judge_stored(&base, &two_hits, &limits)[12].class == RowClass::Finding);
        pairs += usize::from(judge_pairs(&base[0], &one_hit, &limits)[12].class == RowClass::Finding);
    }
    assert!(stored >= 15 && pairs >= 17, "{stored} and {pairs} of 20");
}

#[test]
fn methods_with_negligible_times_do_not_change_the_results_of_other_methods() {
    let (large, all) = (60, 400);
    let mut random = Random::new(3);
    // The negligible rows have much larger noise than the other rows.
    let noisy = |row: usize, _: usize, random: &mut Random| {
        if row < large { 1.0 } else { 1e-6 * (0.3 * random.next_normal()).exp() }
    };
    let sessions: Vec<Costs> = (0..7).map(|_| session(&mut random, all, 0.015, noisy)).collect();
    let without: Vec<Costs> = sessions
        .iter()
        .map(|session| {
            let values = (0..large).flat_map(|row| session.row(row).to_vec()).collect();
            Costs::new(large, 10, values).expect("valid costs")
        })
        .collect();
    let limit = |row: usize| Limit { is_negligible: row >= large, ..Limit::new(0.005, 0.0) };
    let limits: Vec<Limit> = (0..all).map(limit).collect();
    let (head, base) = sessions.split_last().expect("sessions");
    let (head_alone, base_alone) = without.split_last().expect("sessions");
    let stored = judge_stored(base, head, &limits);
    let pairs = judge_pairs(&base[0], head, &limits);
    assert_eq!(stored[..large], judge_stored(base_alone, head_alone, &limits[..large]));
    assert_eq!(pairs[..large], judge_pairs(&base_alone[0], head_alone, &limits[..large]));
    for rows in [stored, pairs] {
        assert!(rows[large..].iter().all(|row| row.p == 1.0 && row.p_adjusted == 1.0 && row.q == 1.0));
    }
}

#[test]
fn the_upper_limit_of_a_share_is_the_exact_limit_of_clopper_and_pearson() {
    // For 0 events in n trials, the limit is 1 − 0.05^(1/n).
    let limits = [(0, 14, 0.1926), (0, 60, 0.0487), (1, 20, 0.2161), (20, 20, 1.0), (0, 0, 1.0)];
    for (found, of, limit) in limits {
        let share = crate::basic::clopper_pearson_upper(found, of);
        assert!((share - limit).abs() < 1e-4, "{found} of {of}: {share}");
    }
}
