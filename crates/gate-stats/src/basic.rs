//! Medians, quantiles, robust spread, trimmed means, and the t distribution.

use statrs::distribution::{Beta, Continuous as _, ContinuousCDF, Normal, StudentsT};

/// Returns the median. Returns NaN if there are no values.
pub fn median(values: &[f64]) -> f64 {
    quantile(values, 0.5)
}

/// Returns the quantile at `p` in 0..=1, interpolated linearly between the sorted values (Hyndman and Fan's type 7, NumPy's default); NaN
/// for no values.
pub fn quantile(values: &[f64], p: f64) -> f64 {
    let Some(last) = values.len().checked_sub(1) else { return f64::NAN };
    let at = p.clamp(0.0, 1.0) * last as f64;
    let mut values = values.to_vec();
    // A partial sort is sufficient for a single quantile.
    let (_, below, others) = values.select_nth_unstable_by(at.floor() as usize, f64::total_cmp);
    let above = others.iter().copied().min_by(f64::total_cmp).unwrap_or(*below);
    *below + (at - at.floor()) * (above - *below)
}

/// Returns the [`quantile`] of sorted values.
pub fn quantile_of_sorted(sorted: &[f64], p: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return f64::NAN };
    let at = p.clamp(0.0, 1.0) * last as f64;
    let below = at.floor() as usize;
    let above = (below + 1).min(last);
    sorted[below] + (at - below as f64) * (sorted[above] - sorted[below])
}

/// Returns the median absolute deviation: the median of the distances from the median, times 1.4826. For normally distributed values, the
/// median absolute deviation estimates the standard deviation.
pub(crate) fn mad(values: &[f64]) -> f64 {
    let centre = median(values);
    let distances: Vec<f64> = values.iter().map(|value| (value - centre).abs()).collect();
    1.482_602_218_505_602 * median(&distances)
}

/// Returns the number of launches whose mean is the typical level: the faster 60 % of the launches.
pub fn typical_count(launches: usize) -> usize {
    launches - 2 * launches / 5
}

/// Estimates the typical level of launches, in the same way as the test of the launch against stored days. The level is the geometric mean
/// of the faster 60 % of the launches, or their arithmetic mean if one of them is 0. The level is 0 without launches.
pub fn typical_level(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    sorted.truncate(typical_count(sorted.len()));
    match sorted.first() {
        None => 0.0,
        Some(fastest) if *fastest <= 0.0 => mean(&sorted),
        Some(_) => mean(&sorted.iter().map(|value| value.ln()).collect::<Vec<f64>>()).exp(),
    }
}

/// Returns the upper 95 % confidence limit of a probability after `found` events in `of` trials (Clopper and Pearson 1934); 1 without
/// trials.
pub fn clopper_pearson_upper(found: usize, of: usize) -> f64 {
    let not_found = of.saturating_sub(found) as f64;
    Beta::new(found as f64 + 1.0, not_found).map_or(1.0, |share| share.inverse_cdf(0.95))
}

/// Returns the arithmetic mean; NaN for no values.
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Returns the variance, with n − 1 in the denominator; NaN for fewer than two values.
pub fn variance(values: &[f64]) -> f64 {
    let centre = mean(values);
    values.iter().map(|value| (value - centre).powi(2)).sum::<f64>() / (values.len() as f64 - 1.0)
}

/// A trimmed mean, with the numbers from which its variance is computed.
///
/// The field `squares` is computed from the Winsorized values (Tukey and McLaughlin 1963, Yuen 1974), so that `squares / (kept − 1) / kept`
/// estimates the variance of the mean with `kept − 1` degrees of freedom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrimmedMean {
    /// The mean of the values that are not trimmed.
    pub mean: f64,
    /// The sum of squared distances of the Winsorized values from their mean.
    pub squares: f64,
    /// The number of values that are not trimmed.
    pub kept: f64,
}

/// Returns the 20 % trimmed mean of `values`, which must not be empty, and sorts the values.
///
/// For normally distributed values, the trimmed mean is about 95 % as efficient as the mean. Outliers among a fifth of the launches do not
/// change the trimmed mean.
pub fn trimmed_mean(values: &mut [f64]) -> TrimmedMean {
    values.sort_unstable_by(f64::total_cmp);
    trimmed_of_sorted(values, values.len() / 5, values.len() / 5)
}

/// Returns the mean of `values` without the `low` lowest and the `high` highest values. `values` must be sorted, and at least one value
/// must remain.
pub(crate) fn trimmed_of_sorted(values: &[f64], low: usize, high: usize) -> TrimmedMean {
    let kept = &values[low..values.len() - high];
    let (lows, highs) = (low as f64, high as f64);
    let (low, high) = (kept[0], kept[kept.len() - 1]);
    let winsorized = (kept.iter().sum::<f64>() + lows * low + highs * high) / values.len() as f64;
    let squares = kept.iter().map(|value| (value - winsorized).powi(2)).sum::<f64>()
        + lows * (low - winsorized).powi(2)
        + highs * (high - winsorized).powi(2);
    TrimmedMean { mean: mean(kept), squares, kept: kept.len() as f64 }
}

/// Returns P(T > t) for Student's t distribution, or for the normal distribution if `df` is infinite.
pub fn t_above(t: f64, df: f64) -> f64 {
    if t.is_infinite() {
        return if t > 0.0 { 0.0 } else { 1.0 };
    }
    match StudentsT::new(0.0, 1.0, df) {
        Ok(distribution) if df < 1e6 => distribution.sf(t),
        _ => normal().sf(t),
    }
}

/// The largest quantile that is returned. Larger quantiles are replaced by this value.
const LARGEST_QUANTILE: f64 = 1e100;

/// Returns the t with P(T > t) = `p`, for `p` in 0..1.
///
/// The quantile is computed by Newton's method on ln P as a function of ln t, beginning with the normal quantile. Since t·density / P
/// increases with t (an increasing generalised failure rate, Lariviere 2006), ln P is a concave function of ln t, and Newton's steps reach
/// the root from its right for any beginning.
pub fn t_quantile_above(p: f64, df: f64) -> f64 {
    if p > 0.5 {
        return -t_quantile_above(1.0 - p, df);
    }
    let start = -normal().inverse_cdf(p);
    let Ok(distribution) = StudentsT::new(0.0, 1.0, df) else { return start };
    if df >= 1e6 || start <= 0.0 {
        return start.max(0.0);
    }
    let mut t = start;
    for _ in 0..60 {
        let above = distribution.sf(t);
        let step = (above / p).ln() * above / (t * distribution.pdf(t));
        t *= step.exp();
        // With a hundredth of a degree of freedom, the quantile overflows, so it is limited.
        if t.is_nan() || t > LARGEST_QUANTILE {
            return LARGEST_QUANTILE;
        }
        if step.abs() < 1e-12 {
            break;
        }
    }
    t
}

fn normal() -> Normal {
    Normal::standard()
}
