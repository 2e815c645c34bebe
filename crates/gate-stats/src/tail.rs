//! Growth beyond the upper tail of the base's own launches.
//!
//! The quick launches of a head can veto a growth, since a burst of disturbed launches or a slow path spares them. A disturbance does
//! no more to the head than it did to some launch of the base, though. If the median launch of the head exceeds the base's median by
//! more than the launches of the base exceeded the medians of their rows, and by more than all rows have in common, the growth is the
//! build's, and a quick launch (a cache that is hit now and then) is no evidence against it.

use std::collections::BTreeSet;

use super::basic::median;
use super::scale::Scale;
use super::tuned::BASE_TAIL;

/// Returns the rows whose head's median exceeds the base's median by more than the tail of the launches of the base, over all
/// `informative` rows. Each row has the logs of its launches, the last `heads` of which are the head's.
pub(super) fn unprecedented(
    rows: &[Vec<f64>],
    heads: usize,
    scales: &[Scale],
    informative: &[usize],
) -> BTreeSet<usize> {
    let base = |row: usize| &rows[row][..rows[row].len() - heads];
    let middles: Vec<f64> = (0..rows.len()).map(|row| median(base(row))).collect();
    // On the log scale a row that is absent from some launches has no tail of its own.
    let steady = informative.iter().filter(|row| !scales[**row].sometimes());
    let mut deviations: Vec<f64> = steady
        .flat_map(|&row| base(row).iter().map(move |log| (row, log)))
        .map(|(row, log)| log - middles[row])
        .collect();
    let at = (deviations.len() as f64 * BASE_TAIL) as usize;
    if at >= deviations.len() {
        return BTreeSet::new();
    }
    let tail = *deviations.select_nth_unstable_by(at, f64::total_cmp).1;
    let growth = |row: usize| median(&rows[row][rows[row].len() - heads..]) - middles[row];
    // Slow launches of the head move all rows together: that is no evidence about one of them.
    let common: Vec<f64> = informative.iter().map(|&row| growth(row)).collect();
    let common = if common.is_empty() { 0.0 } else { median(&common).max(0.0) };
    (0..rows.len()).filter(|&row| growth(row) - common > tail).collect()
}
