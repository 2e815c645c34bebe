//! The number of launches that would decide an open answer.

/// Returns how many times the launches would lower the upper limit of the growth to `most`, if the estimate is true; `of_launches` is the
/// share of the variance that more launches reduce. `None` if no number of launches would.
pub fn times(growth: f64, upper: f64, of_launches: f64, most: f64) -> Option<f64> {
    // The needed error, as a share of the present one.
    let wanted = (most - growth) / (upper - growth);
    let left = wanted.powi(2) - (1.0 - of_launches);
    (wanted > 0.0 && left > 0.0).then(|| (of_launches / left).max(1.0))
}
