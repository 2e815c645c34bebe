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
