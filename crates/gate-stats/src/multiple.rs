//! Corrections for many tests: Holm for the whole family's error, Benjamini–Hochberg for the share of false ones.

use super::Limit;

/// Adjusted p-values after Holm (1979): any false one at most α in all, whatever the dependence.
pub fn holm(p: &[f64]) -> Vec<f64> {
    let count = p.len();
    let mut adjusted = vec![0.0; count];
    let mut floor = 0.0_f64;
    for (rank, &row) in ascending(p).iter().enumerate() {
        floor = floor.max(p[row] * (count - rank) as f64).min(1.0);
        adjusted[row] = floor;
    }
    adjusted
}

/// Holm over the rows that are tested; 1 for the others.
pub(super) fn holm_of_tested(p: &[f64], limits: &[Limit]) -> Vec<f64> {
    within(p, |row| limits[row].is_tested(), holm)
}

/// Benjamini and Hochberg over the rows that are not negligible; 1 for the others.
pub(super) fn share_of_false(p: &[f64], limits: &[Limit]) -> Vec<f64> {
    within(p, |row| !limits[row].is_negligible, benjamini_hochberg)
}

/// Corrects the p-values of the rows of a family for each other; the other rows have 1.
fn within(p: &[f64], is_member: impl Fn(usize) -> bool, correct: impl Fn(&[f64]) -> Vec<f64>) -> Vec<f64> {
    let family: Vec<usize> = (0..p.len()).filter(|&row| is_member(row)).collect();
    let corrected = correct(&family.iter().map(|&row| p[row]).collect::<Vec<f64>>());
    let mut adjusted = vec![1.0; p.len()];
    for (&row, value) in family.iter().zip(corrected) {
        adjusted[row] = value;
    }
    adjusted
}

/// Adjusted p-values after Benjamini and Hochberg (1995): the share of false ones, for independent or positively dependent tests.
pub fn benjamini_hochberg(p: &[f64]) -> Vec<f64> {
    let count = p.len();
    let mut adjusted = vec![0.0; count];
    let mut ceiling = 1.0_f64;
    for (rank, &row) in ascending(p).iter().enumerate().rev() {
        ceiling = ceiling.min(p[row] * count as f64 / (rank + 1) as f64);
        adjusted[row] = ceiling;
    }
    adjusted
}

fn ascending(p: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    order
}
