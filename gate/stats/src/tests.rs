use super::*;

#[test]
fn costs_must_be_finite_and_not_negative() {
    assert_eq!(Costs::new(2, 2, vec![1.0; 3]), Err(Error::Shape { rows: 2, launches: 2, values: 3 }));
    assert!(matches!(Costs::new(1, 2, vec![1.0, f64::NAN]), Err(Error::Value { row: 0, launch: 1, .. })));
    assert!(matches!(Costs::new(1, 2, vec![1.0, -1.0]), Err(Error::Value { row: 0, launch: 1, .. })));
}

#[test]
fn quantiles_are_those_of_the_tail() {
    for df in [1.0, 1.5, 2.0, 3.7, 8.0, 30.0, 500.0, 1e4, 1e7] {
        for p in [1e-12, 1e-8, 1e-5, 0.001, 0.025, 0.2, 0.4, 0.499, 0.5, 0.7, 0.999_99] {
            let t = basic::t_quantile_above(p, df);
            assert!((basic::t_above(t, df) / p - 1.0).abs() < 1e-9, "p {p}, df {df}: {t}");
        }
    }
    // Days that differ by next to nothing leave next to no degrees of freedom: the quantile is a number all the same.
    for df in [1e-12, 1e-6, 1e-3, 0.01, 0.05] {
        for p in [1e-8, 0.025, 0.2] {
            let t = basic::t_quantile_above(p, df);
            assert!(t.is_finite() && t > 1.0, "p {p}, df {df}: {t}");
        }
    }
}

#[test]
fn a_device_that_throttles_hides_no_row_of_interleaved_builds() {
    let (launches, rows) = (20, 40);
    let new: Vec<bool> = (0..launches).map(|at| (at + at / 2) % 2 == 1).collect();
    let block = (0..launches).map(|at| at as u32 / 2).collect();
    let design = pairs::Design { new: new.clone(), block };
    let mut random = Random::from_values(&[7.0]);
    let mut values = Vec::new();
    for row in 0..rows {
        // From the ninth launch on most rows take 30 % more, the others 5 %; the first one is of the others, and 10 % slower.
        let hot = if row % 5 < 2 { 1.05 } else { 1.3 };
        values.extend(new.iter().enumerate().map(|(at, is_new)| {
            let grown = if row == 0 && *is_new { 1.1 } else { 1.0 };
            1e6 * grown * if at < 9 { 1.0 } else { hot } * (0.01 * random.normal()).exp()
        }));
    }
    let costs = Costs::new(rows, launches, values).expect("costs");
    let limits = vec![Limit { effect: 0.005, floor: 0.0, decides: true }; rows];
    let sample = Sample::Interleaved { costs: &costs, design: &design };
    let judged = judge((&sample, &limits), None, &Settings::default()).expect("judged");
    assert_eq!(judged.findings(), [0]);
}
