//! Growth beyond the upper tail of the base's own launches.
//!
//! The quick launches of a head can veto a growth, since a burst of disturbed launches or a slow path spares them. A disturbance does
//! no more to the head than it did to some launch of the base, though. If the median launch of the head exceeds the base's median by
//! more than the launches of the base exceeded the medians of their rows, the growth is the build's, and a quick launch (a cache that
//! is hit now and then) is no evidence against it.

use super::basic::median;
use super::scale::Scale;
use super::tuned::BASE_TAIL;

/// The launches of a row, on the log scale.
pub(super) struct RowLaunches {
    pub(super) base: Vec<f64>,
    pub(super) head: Vec<f64>,
}

/// Returns the rows whose head's median exceeds the base's median by more than the tail of the launches of the base, which all
/// `counted` rows have together.
pub(super) fn unprecedented(rows: &[RowLaunches], scales: &[Scale], counted: &[usize]) -> Vec<usize> {
    let mut deviations: Vec<f64> = Vec::new();
    // On the log scale a row that is absent from some launches has no tail of its own.
    for &row in counted.iter().filter(|&&row| !scales[row].sometimes()) {
        let middle = median(&rows[row].base);
        deviations.extend(rows[row].base.iter().map(|log| log - middle));
    }
    let at = (deviations.len() as f64 * BASE_TAIL) as usize;
    if at >= deviations.len() {
        return Vec::new();
    }
    let tail = *deviations.select_nth_unstable_by(at, f64::total_cmp).1;
    let growth = |row: &RowLaunches| median(&row.head) - median(&row.base);
    (0..rows.len()).filter(|&row| growth(&rows[row]) > tail).collect()
}
