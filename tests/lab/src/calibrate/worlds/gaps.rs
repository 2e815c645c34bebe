//! Measures slow growth in histories with missing sessions. Sessions whose check failed are not stored, and a third of the passing sessions
//! is not stored either.

use gate_stats::Random;

use super::past::{CREEPING, Chain, RELEASES, chains};
use super::{Figures, Lab, Share};

/// The share of the passing releases whose sessions are not stored.
const LOST: f64 = 1.0 / 3.0;

pub(super) fn creep_gaps(lab: &Lab) -> Figures {
    let creeping = chains(lab, 0.005, lab.trials.power, 53_000_000, |_, is_red| !is_red)?;
    // A chain of releases consists of twenty checks, so only a quarter of the usual number of chains is drawn.
    let some: fn(&mut Random, bool) -> bool = |random, is_red| random.next_uniform() >= LOST && !is_red;
    let quiet = chains(lab, 0.0, lab.trials.quiet.div_ceil(4), 54_000_000, some)?;
    let count = |all: &[Chain], of: &dyn Fn(&Chain) -> usize| all.iter().map(of).sum::<usize>();
    let named = count(&creeping, &|chain| chain.named.iter().filter(|named| **named).count());
    let red = count(&quiet, &|chain| chain.red.iter().filter(|red| **red).count());
    let share = |name: &str, count, trials| Share { name: format!("world.creep_gaps.{name}"), count, trials };
    Ok(vec![
        share("method_by_20", named, CREEPING * creeping.len()),
        share("any_false", red, RELEASES * quiet.len()),
    ])
}
