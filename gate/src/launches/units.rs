//! Times, as newtypes, so that a duration cannot be added to a count by mistake.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

/// Nanoseconds: a duration, or a moment counted from the start of the process.
///
/// A float, since records may hold fractions (a clock of 24 MHz ticks every 41.67 ns) and since
/// an overhead taken off may leave one.
/// Inside a [`Launch`](super::Launch) it is always finite.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Ns(pub f64);

impl Ns {
    /// No time at all.
    pub const ZERO: Ns = Ns(0.0);

    /// The larger of two times.
    pub fn max(self, other: Ns) -> Ns {
        Ns(self.0.max(other.0))
    }

    /// The time in milliseconds.
    pub fn as_millis(self) -> f64 {
        self.0 / 1e6
    }

    /// Total order, for sorting.
    pub fn total_cmp(&self, other: &Ns) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl Add for Ns {
    type Output = Ns;
    fn add(self, other: Ns) -> Ns {
        Ns(self.0 + other.0)
    }
}

impl AddAssign for Ns {
    fn add_assign(&mut self, other: Ns) {
        self.0 += other.0;
    }
}

impl Sub for Ns {
    type Output = Ns;
    fn sub(self, other: Ns) -> Ns {
        Ns(self.0 - other.0)
    }
}

impl SubAssign for Ns {
    fn sub_assign(&mut self, other: Ns) {
        self.0 -= other.0;
    }
}

impl Neg for Ns {
    type Output = Ns;
    fn neg(self) -> Ns {
        Ns(-self.0)
    }
}

impl Mul<f64> for Ns {
    type Output = Ns;
    fn mul(self, factor: f64) -> Ns {
        Ns(self.0 * factor)
    }
}

impl Div<f64> for Ns {
    type Output = Ns;
    fn div(self, divisor: f64) -> Ns {
        Ns(self.0 / divisor)
    }
}

impl Div for Ns {
    type Output = f64;
    fn div(self, other: Ns) -> f64 {
        self.0 / other.0
    }
}

impl Sum for Ns {
    fn sum<I: Iterator<Item = Ns>>(times: I) -> Ns {
        // Not `f64::sum`, whose empty sum is -0.
        times.fold(Ns::ZERO, Add::add)
    }
}

/// For people: in the unit that reads best (`1.25 ms`).
impl fmt::Display for Ns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ns = self.0;
        match ns.abs() {
            a if a >= 1e9 => write!(f, "{:.2} s", ns / 1e9),
            a if a >= 1e6 => write!(f, "{:.2} ms", ns / 1e6),
            a if a >= 1e3 => write!(f, "{:.1} us", ns / 1e3),
            _ => write!(f, "{ns:.0} ns"),
        }
    }
}
