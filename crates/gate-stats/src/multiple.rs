//! Corrects p-values for multiple tests. Holm's method limits the probability of any false finding, and that of Benjamini and Hochberg
//! limits the expected share of false findings.

use super::Limit;

/// Returns p-values that are adjusted after Holm (1979). The probability of any false finding is at most α, whatever the dependence of the
/// tests.
pub fn holm(p: &[f64]) -> Vec<f64> {
    let count = p.len();
    let mut adjusted = vec![0.0; count];
    let mut floor = 0.0_f64;
    for (rank, &row) in ascending_order(p).iter().enumerate() {
        floor = floor.max(p[row] * (count - rank) as f64).min(1.0);
        adjusted[row] = floor;
    }
    adjusted
}

/// Applies Holm's correction to the rows that are tested. All other rows get 1.
pub(super) fn holm_of_tested(p: &[f64], limits: &[Limit]) -> Vec<f64> {
    correct_family(p, |row| limits[row].is_tested(), holm)
}

/// Applies the correction of Benjamini and Hochberg to the rows that are not negligible. All other rows get 1.
pub(super) fn q_values(p: &[f64], limits: &[Limit]) -> Vec<f64> {
    correct_family(p, |row| !limits[row].is_negligible, benjamini_hochberg)
}

/// Corrects the p-values of the rows that belong to a family of tests; all other rows get 1.
fn correct_family(
    p: &[f64],
    is_member: impl Fn(usize) -> bool,
    correct: impl Fn(&[f64]) -> Vec<f64>,
) -> Vec<f64> {
    let family: Vec<usize> = (0..p.len()).filter(|&row| is_member(row)).collect();
    let corrected = correct(&family.iter().map(|&row| p[row]).collect::<Vec<f64>>());
    let mut adjusted = vec![1.0; p.len()];
    for (&row, value) in family.iter().zip(corrected) {
        adjusted[row] = value;
    }
    adjusted
}

/// Returns p-values that are adjusted after Benjamini and Hochberg (1995). Adjusted p-values control the share of false findings, for
/// independent or positively dependent tests.
pub fn benjamini_hochberg(p: &[f64]) -> Vec<f64> {
    let count = p.len();
    let mut adjusted = vec![0.0; count];
    let mut ceiling = 1.0_f64;
    for (rank, &row) in ascending_order(p).iter().enumerate().rev() {
        ceiling = ceiling.min(p[row] * count as f64 / (rank + 1) as f64);
        adjusted[row] = ceiling;
    }
    adjusted
}

fn ascending_order(p: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    order
}
