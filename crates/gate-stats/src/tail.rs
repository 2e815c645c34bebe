//! Finds growth that exceeds the upper tail of the base's own launches.
//!
//! The fastest launches of a head may be evidence against a growth, since a burst of disturbed launches or a slow path does not slow them.
//! A disturbance, however, slows the head by no more than it slowed some launch of the base. Growth is therefore attributed to the build if
//! the median launch of the head exceeds the base's median by more than the sum of two amounts: the largest usual excess of the base's
//! launches over the medians of their rows (the quantile `BASE_TAIL`), and the growth that all rows have in common. For a growth above this
//! sum, a fast launch (for example with a result from a cache) is no evidence against the growth.

use std::collections::BTreeSet;

use super::basic::median;
use super::scale::LogScale;
use super::tuned::BASE_TAIL;

/// Returns the rows in which the head's median exceeds the base's median by more than the upper tail of the base's launches. The tail is
/// computed from all rows in `informative`. Each row contains the logarithms of its launches; the last `heads` are those of the head.
pub(super) fn rows_beyond_tail(
    rows: &[Vec<f64>],
    heads: usize,
    scales: &[LogScale],
    informative: &[usize],
) -> BTreeSet<usize> {
    let base = |row: usize| &rows[row][..rows[row].len() - heads];
    let middles: Vec<f64> = (0..rows.len()).map(|row| median(base(row))).collect();
    // A row that is absent from some launches is skipped, since its tail on the log scale has no meaning.
    let steady = informative.iter().filter(|row| !scales[**row].has_zeros());
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
    // The median growth of all rows is subtracted, since slow launches of the head change all rows together and are no evidence for the
    // growth of a single row.
    let common: Vec<f64> = informative.iter().map(|&row| growth(row)).collect();
    let common = if common.is_empty() { 0.0 } else { median(&common).max(0.0) };
    (0..rows.len()).filter(|&row| growth(row) - common > tail).collect()
}
