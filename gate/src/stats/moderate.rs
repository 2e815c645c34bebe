//! Variances shrunk towards what all rows share.
//!
//! The model is Smyth's (2004, "Linear models and empirical Bayes methods for assessing differential expression"): a row's true
//! variance is drawn from a scaled inverse χ² with `df` degrees of freedom around `variance`; both are fitted to all rows by the
//! mean and variance of their log variances. Limit: rows whose noise differs by kind give a small `df`, hence little shrinkage.

use statrs::function::gamma::digamma;

/// What all rows' variances have in common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prior {
    /// How many degrees of freedom the common value is worth; infinite if the rows do not differ.
    pub df: f64,
    /// The common value.
    pub variance: f64,
}

impl Prior {
    /// Nothing in common.
    pub const NONE: Self = Self { df: 0.0, variance: 0.0 };
    /// A variance of 1, known: of scores in units of the noise.
    pub const UNIT: Self = Self { df: f64::INFINITY, variance: 1.0 };

    /// Fits the prior to rows' variances, each with `df` degrees of freedom.
    pub fn fit(variances: &[f64], df: f64) -> Self {
        if variances.is_empty() || df <= 0.0 {
            return Self::NONE;
        }
        let middle = super::basic::median(variances);
        if middle <= 0.0 {
            // Half the rows have no noise at all: nothing to take the log of.
            return Self { df: 0.0, variance: super::basic::mean(variances) };
        }
        // limma's own guard: a variance of zero counts as 1e-5 of the median.
        let shift = digamma(df / 2.0) - (df / 2.0).ln();
        let logs: Vec<f64> = variances.iter().map(|v| v.max(1e-5 * middle).ln() - shift).collect();
        let centre = super::basic::mean(&logs);
        if logs.len() < 2 {
            return Self { df: 0.0, variance: centre.exp() };
        }
        let spread = super::basic::variance(&logs) - trigamma(df / 2.0);
        if spread <= 0.0 {
            return Self { df: f64::INFINITY, variance: centre.exp() };
        }
        let half = trigamma_inverse(spread);
        Self { df: 2.0 * half, variance: (centre + digamma(half) - half.ln()).exp() }
    }

    /// A row's variance, moved towards the common one.
    pub fn shrink(&self, variance: f64, df: f64) -> f64 {
        if self.df.is_infinite() {
            self.variance
        } else if self.df + df > 0.0 {
            (self.df * self.variance + df * variance) / (self.df + df)
        } else {
            variance
        }
    }
}

/// A two-sample moderated t on values as they are: `(t, df)` of each row, new less base, equal variances.
///
/// Each row is (base, new); all rows have the same two counts.
pub fn moderated_t(rows: &[(&[f64], &[f64])]) -> Vec<(f64, f64)> {
    let Some((base, new)) = rows.first() else { return Vec::new() };
    let (n, m) = (base.len() as f64, new.len() as f64);
    let df = n + m - 2.0;
    let squares = |values: &[f64]| {
        let centre = super::basic::mean(values);
        values.iter().map(|value| (value - centre).powi(2)).sum::<f64>()
    };
    let variances: Vec<f64> = rows.iter().map(|(base, new)| (squares(base) + squares(new)) / df).collect();
    let prior = Prior::fit(&variances, df);
    rows.iter()
        .zip(&variances)
        .map(|((base, new), &variance)| {
            let error = (prior.shrink(variance, df) * (1.0 / n + 1.0 / m)).sqrt();
            ((super::basic::mean(new) - super::basic::mean(base)) / error, df + prior.df)
        })
        .collect()
}

/// ψ′(x) for x > 0: recurrence up to 15, then the asymptotic series (Abramowitz and Stegun 6.4.12).
pub fn trigamma(mut x: f64) -> f64 {
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

/// The x > 0 with ψ′(x) = `y`, by bisection on the logarithm: ψ′ falls monotonically.
pub fn trigamma_inverse(y: f64) -> f64 {
    let (mut low, mut high) = (-40.0_f64, 40.0_f64);
    for _ in 0..120 {
        let middle = 0.5 * (low + high);
        if trigamma(middle.exp()) > y { low = middle } else { high = middle }
    }
    (0.5 * (low + high)).exp()
}
