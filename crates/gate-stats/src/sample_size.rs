//! How many more launches an open answer needs.

/// How many times the launches would show a growth of less than `most`, if it is what was seen, whose upper limit is `upper`; of the
/// squared error behind that, launches make the share `of_launches` smaller. None if no number of launches would.
pub fn times((growth, upper): (f64, f64), of_launches: f64, most: f64) -> Option<f64> {
    // The error wanted, as a share of the error that there is.
    let wanted = (most - growth) / (upper - growth);
    let left = wanted.powi(2) - (1.0 - of_launches);
    (wanted > 0.0 && left > 0.0).then(|| (of_launches / left).max(1.0))
}
