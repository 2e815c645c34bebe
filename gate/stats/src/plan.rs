//! How many more launches an open answer needs.

use super::RowResult;

/// How many times the launches would show that a row grew by less than `most`, in its own unit, if it grew by what was seen.
/// None if no number of launches would.
pub fn times(result: &RowResult, most: f64) -> Option<f64> {
    let growth = result.head - result.base;
    // The error wanted, as a share of the error that there is.
    let wanted = (most - growth) / (result.upper - growth);
    let left = wanted.powi(2) - (1.0 - result.of_launches);
    (wanted > 0.0 && left > 0.0).then(|| (result.of_launches / left).max(1.0))
}
