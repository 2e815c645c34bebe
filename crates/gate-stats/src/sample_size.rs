//! Computes the number of launches that would change an undecided answer to a pass.

/// Returns the factor by which the number of launches must be multiplied for the upper limit of the growth to become `most`, if the
/// estimate is correct. `of_launches` is the share of the variance that more launches reduce. Returns `None` if more launches are not
/// enough.
pub fn launch_factor(growth: f64, upper: f64, of_launches: f64, most: f64) -> Option<f64> {
    // The ratio of the needed error to the present error.
    let wanted = (most - growth) / (upper - growth);
    let left = wanted.powi(2) - (1.0 - of_launches);
    (wanted > 0.0 && left > 0.0).then(|| (of_launches / left).max(1.0))
}
