//! Judges lost launches, in which the app crashed or did not come to the end of the recorded window. A build that loses more launches than
//! its base has a regression.
//!
//! Losses that the device or its cable caused are not counted. Fisher's exact test (1922) gives the chance that the head loses this many
//! launches although both builds lose launches equally often.

use gate_launches::Launches;
use statrs::distribution::{DiscreteCDF as _, Hypergeometric};

use super::Side;
use crate::amount::Sides;
use crate::reason::LossCount;

/// The number of lost launches and the number of started launches, for both sides.
pub type LostLaunches = Sides<LossCount>;

impl Sides<LossCount> {
    pub(super) fn from_sides(sides: Sides<Side<'_>>) -> LostLaunches {
        sides.map(count_losses)
    }

    /// Returns the chance that the head loses at least this many launches if both builds lose launches equally often.
    pub fn p_value(&self) -> f64 {
        let (all, lost) = (self.base.all + self.head.all, self.base.lost + self.head.lost);
        if self.head.lost == 0 || self.base.all == 0 {
            return 1.0;
        }
        let drawn = Hypergeometric::new(all, lost, self.head.all);
        drawn.map_or(1.0, |drawn| drawn.sf(self.head.lost - 1))
    }

    /// Returns how many more launches the head lost than it would have lost at the base's share of lost launches.
    pub(crate) fn additional_losses(&self) -> f64 {
        let usual = self.base.lost as f64 / self.base.all.max(1) as f64;
        self.head.lost as f64 - usual * self.head.all as f64
    }
}

fn count_losses(side: Side<'_>) -> LossCount {
    let Side { launches: Launches { known, .. }, role } = side;
    let lost: u64 = known
        .values()
        .flat_map(|session| &session.lost)
        .filter(|lost| lost.is_of_app() && (role.is_none() || lost.role == role))
        .map(|lost| lost.launches)
        .sum();
    LossCount { lost, all: lost + side.launches_of_side().count() as u64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lost(base: (u64, u64), head: (u64, u64)) -> LostLaunches {
        let side = |(lost, all)| LossCount { lost, all };
        LostLaunches { base: side(base), head: side(head) }
    }

    #[test]
    fn the_p_value_of_lost_launches_equals_that_of_fishers_exact_test() {
        // The expected value was computed with R: fisher.test(matrix(c(7, 17, 0, 24), 2), alternative = "greater")
        assert!((lost((0, 24), (7, 31)).p_value() - 0.012_6).abs() < 0.002);
        assert_eq!(lost((0, 10), (0, 10)).p_value(), 1.0);
        assert_eq!(lost((0, 0), (3, 13)).p_value(), 1.0);
        assert!(lost((2, 20), (2, 20)).p_value() > 0.5);
    }

    #[test]
    fn additional_losses_of_the_head_are_those_beyond_the_share_of_the_base() {
        assert_eq!(lost((0, 10), (3, 13)).additional_losses(), 3.0);
        assert!((lost((6, 60), (1, 10)).additional_losses()).abs() < 1e-9);
    }
}
