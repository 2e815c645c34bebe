//! Moderated variances: each variance is shrunk towards the common variance of all rows (empirical Bayes).
//!
//! The model is that of Smyth (2004, "Linear models and empirical Bayes methods for assessing differential expression"). A row's true
//! variance is drawn from a scaled inverse χ² distribution with `df` degrees of freedom around `variance`. The parameters `df` and
//! `variance` are fitted to the mean and the variance of the log variances of all rows (limma's fitFDist). The most extreme log variances
//! are winsorised first (Phipson et al. 2016). Limit: if rows have different kinds of noise, `df` is small, and variances are shrunk only a
//! little.

use statrs::function::gamma::digamma;

use super::basic::{mean, median, quantile, variance};
use super::tuned::{PRIOR_DF, WINSORISED, Winsorisation};

/// The prior of the variances of rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prior {
    /// The degrees of freedom of the prior.
    pub df: f64,
    /// The common variance of the rows, towards which each variance is shrunk.
    pub variance: f64,
}

impl Prior {
    /// Fits the prior to the variances of rows, each with `df` degrees of freedom. Rows without noise are not used.
    pub fn fit(variances: &[f64], df: f64) -> Self {
        Self::fit_winsorised(variances, df, WINSORISED)
    }

    /// Fits the prior with the given quantiles of winsorisation.
    pub(crate) fn fit_winsorised(variances: &[f64], df: f64, winsorised: Winsorisation) -> Self {
        let noisy: Vec<f64> = variances.iter().copied().filter(|variance| *variance > 0.0).collect();
        if noisy.len() < 2 || df <= 0.0 {
            let variance = if noisy.is_empty() { 0.0 } else { mean(&noisy) };
            return Self { df: PRIOR_DF.0, variance };
        }
        // As in limma, a variance near 0 counts as 1e-5 of the median.
        let least = 1e-5 * median(&noisy);
        let shift = digamma(df / 2.0) - (df / 2.0).ln();
        let logs: Vec<f64> = noisy.iter().map(|value| value.max(least).ln()).collect();
        let (low, high) = (quantile(&logs, winsorised.quantiles.0), quantile(&logs, winsorised.quantiles.1));
        let logs: Vec<f64> = logs.iter().map(|log| log.clamp(low, high) - shift).collect();
        let spread = winsorised.enlarged * variance(&logs) - trigamma(df / 2.0);
        let centre = mean(&logs);
        let fitted = if spread > 0.0 { 2.0 * trigamma_inverse(spread) } else { PRIOR_DF.1 };
        if fitted >= PRIOR_DF.1 {
            return Self { df: PRIOR_DF.1, variance: centre.exp() };
        }
        let df = fitted.max(PRIOR_DF.0);
        Self { df, variance: (centre + digamma(df / 2.0) - (df / 2.0).ln()).exp() }
    }

    /// Returns a row's variance, shrunk towards the common variance.
    pub(crate) fn shrink(&self, variance: f64, df: f64) -> f64 {
        (self.df * self.variance + df * variance) / (self.df + df)
    }
}

/// Returns ψ′(x) for x > 0, by recurrence up to 15 and then by the asymptotic series (Abramowitz and Stegun 6.4.12).
pub(crate) fn trigamma(mut x: f64) -> f64 {
    let mut sum = 0.0;
    while x < 15.0 {
        sum += 1.0 / (x * x);
        x += 1.0;
    }
    let y = 1.0 / (x * x);
    sum + 1.0 / x
        + y / 2.0
        + y / x * (1.0 / 6.0 - y * (1.0 / 30.0 - y * (1.0 / 42.0 - y * (1.0 / 30.0 - y * 5.0 / 66.0))))
}

/// Returns the x > 0 with ψ′(x) = `y`, by bisection on the logarithm, since ψ′ decreases monotonically.
pub(crate) fn trigamma_inverse(y: f64) -> f64 {
    let (mut low, mut high) = (-40.0_f64, 40.0_f64);
    for _ in 0..120 {
        let middle = 0.5 * (low + high);
        if trigamma(middle.exp()) > y { low = middle } else { high = middle }
    }
    (0.5 * (low + high)).exp()
}
