//! Computes with the rate of the counter: this module converts ticks to nanoseconds and back, and determines the rate on which two clocks
//! agree.
//!
//! The module `rate` does not read a clock; the module `clock` does.

use crate::base::layout::UNIT;

/// The counter rates of Apple's devices: without a scaled counter and with one.
const KNOWN_HZ: [u64; 2] = [24_000_000, 1_000_000_000];
/// The number by which a rate is divided to get the largest accepted difference between the rates of both clocks.
const TOLERANCE: u64 = 100;
/// The least measured time: if fewer nanoseconds have passed, no rate is checked, because two clocks cannot be read at exactly the same
/// moment.
const LEAST_NANOS: u64 = 100_000;

/// The number of nanoseconds for each tick, as a fraction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Timebase {
    /// The numerator: the number of nanoseconds that pass in `denom` ticks.
    pub numer: u32,
    /// The denominator: the number of ticks in which `numer` nanoseconds pass.
    pub denom: u32,
}

impl Timebase {
    /// Returns the timebase of a counter whose rate is `hz`, rounded to kHz.
    pub(crate) fn from_hz(hz: u64) -> Timebase {
        let (numer, denom) = (1_000_000, (hz / 1000).clamp(1, u64::from(u32::MAX)) as u32);
        let (mut common, mut left) = (numer, denom);
        while left > 0 {
            (common, left) = (left, common % left);
        }
        Timebase { numer: numer / common, denom: denom / common }
    }

    /// Converts nanoseconds to ticks.
    pub(crate) fn ticks(self, nanos: u64) -> u64 {
        nanos.saturating_mul(u64::from(self.denom)) / u64::from(self.numer.max(1))
    }

    /// Converts ticks to nanoseconds.
    pub(crate) fn nanos(self, ticks: u64) -> u64 {
        ticks.saturating_mul(u64::from(self.numer)) / u64::from(self.denom.max(1))
    }

    /// Returns the longest window, in nanoseconds, in which a node's total cannot overflow. The longest window is most of an hour at 24
    /// MHz, and a minute at 1 GHz.
    pub(crate) fn longest_window(self) -> u64 {
        // A node's total is a signed number. An eighth of the range is reserved, because the limit of the window may be applied late.
        self.nanos(UNIT / 2 / 8 * 7)
    }
}

/// The result of comparing the counter with the system's uptime.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RateCheck {
    /// The rate that the processor states is right, or too little time has passed to detect that it is wrong.
    Stated,
    /// The stated rate is wrong and another rate of [`KNOWN_HZ`] is right; the value is the right rate in Hz.
    Other(u64),
    /// No rate of [`KNOWN_HZ`] is right; the value is the approximate rate of the counter in Hz.
    Unknown(u64),
}

impl RateCheck {
    /// Compares the elapsed ticks of the counter with the elapsed uptime, using the stated rate.
    pub(crate) fn new(ticks: u64, nanos: u64, stated_hz: u64) -> RateCheck {
        if nanos < LEAST_NANOS {
            return RateCheck::Stated;
        }
        let is_right = |hz: u64| Timebase::from_hz(hz).nanos(ticks).abs_diff(nanos) <= nanos / TOLERANCE;
        if is_right(stated_hz) {
            return RateCheck::Stated;
        }
        match KNOWN_HZ.into_iter().find(|&hz| is_right(hz)) {
            Some(hz) => RateCheck::Other(hz),
            None => RateCheck::Unknown(ticks.saturating_mul(1_000_000) / (nanos / 1000)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: u64 = 1_000_000_000;

    #[test]
    fn the_timebase_of_a_counter_rate_is_a_reduced_fraction() {
        let fraction = |hz| {
            let Timebase { numer, denom } = Timebase::from_hz(hz);
            (numer, denom)
        };
        assert_eq!([fraction(24_000_000), fraction(1_000_000_000)], [(125, 3), (1, 1)]);
        assert_eq!([fraction(19_200_000), fraction(0)], [(625, 12), (1_000_000, 1)]);
        assert_eq!(Timebase::from_hz(24_000_000).nanos(24_000_000), SECOND);
        assert_eq!(Timebase::from_hz(24_000_000).ticks(SECOND), 24_000_000);
    }

    #[test]
    fn a_stated_counter_rate_that_agrees_with_the_uptime_is_used() {
        for hz in [24_000_000, 1_000_000_000, 19_200_000, 62_500_000] {
            assert_eq!(RateCheck::new(hz, SECOND, hz), RateCheck::Stated);
            assert_eq!(RateCheck::new(hz / 1000 * 1009, SECOND, hz), RateCheck::Stated, "0.9 % off");
            assert_eq!(RateCheck::new(0, LEAST_NANOS - 1, hz), RateCheck::Stated, "too short to see");
        }
    }

    #[test]
    fn a_known_counter_rate_replaces_a_stated_rate_that_is_wrong() {
        assert_eq!(RateCheck::new(1_000_000_000, SECOND, 24_000_000), RateCheck::Other(1_000_000_000));
        assert_eq!(RateCheck::new(24_000_000, SECOND, 1_000_000_000), RateCheck::Other(24_000_000));
        assert_eq!(RateCheck::new(24_000_000, SECOND, 0), RateCheck::Other(24_000_000), "no rate is stated");
    }

    #[test]
    fn a_counter_whose_rate_is_not_a_known_rate_gets_the_measured_rate() {
        assert_eq!(RateCheck::new(100_000_000, SECOND, 24_000_000), RateCheck::Unknown(100_000_000));
        assert_eq!(
            RateCheck::new(24_264_000, SECOND, 24_000_000),
            RateCheck::Unknown(24_264_000),
            "1.1 % off"
        );
    }

    #[test]
    fn a_window_of_a_minute_does_not_overflow_at_a_counter_rate_of_one_gigahertz() {
        assert!(Timebase::from_hz(1_000_000_000).longest_window() > 60 * SECOND);
        assert!(Timebase::from_hz(24_000_000).longest_window() > 2400 * SECOND);
    }
}
