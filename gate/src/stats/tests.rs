use super::*;

#[test]
fn costs_must_be_finite_and_not_negative() {
    assert_eq!(Costs::new(2, 2, vec![1.0; 3]), Err(Error::Shape { rows: 2, launches: 2, values: 3 }));
    assert!(matches!(Costs::new(1, 2, vec![1.0, f64::NAN]), Err(Error::Value { row: 0, launch: 1, .. })));
    assert!(matches!(Costs::new(1, 2, vec![1.0, -1.0]), Err(Error::Value { row: 0, launch: 1, .. })));
}
