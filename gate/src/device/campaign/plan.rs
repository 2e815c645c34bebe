//! In which order what is launched.
//!
//! An interleaved run goes in blocks: in each, both builds are launched once, in an order that is drawn by lot; that order is
//! what its statistics permute. Builds of one bundle identifier are installed anew for each launch that counts, also where the
//! build before was the same, so that no launch has another past than its partner.
//! Invariant: equal seeds give equal plans.

use crate::launches::Role;

/// One thing to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Install a side's build.
    Install(Side),
    Launch(Planned),
}

/// Which build: the place in the campaign's list.
pub(super) type Side = usize;

/// A launch that is to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Planned {
    pub(super) side: Side,
    pub(super) block: Option<u64>,
    pub(super) purpose: Purpose,
}

/// What a launch is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Counts,
    WarmUp,
    /// To be the first after an installation, so that no other is.
    AfterInstall,
}

/// The name of a side in an interleaved run.
pub(super) fn role(interleaved: bool, side: Side) -> Option<Role> {
    interleaved.then_some(if side == BASE { Role::Base } else { Role::Head })
}

/// The build that is judged.
pub(super) const HEAD: Side = 0;
/// The build that is compared against.
pub(super) const BASE: Side = 1;

/// One build after another.
pub(super) fn alone(launches: usize, warmup: usize) -> Vec<Step> {
    let mut steps = settle(HEAD, warmup);
    steps.extend(std::iter::repeat_n(launch(HEAD, None, Purpose::Counts), launches));
    steps
}

/// Two builds in blocks `from..from + blocks`. `shared` is whether they have one bundle identifier.
pub(super) fn interleaved(blocks: usize, from: u64, warmup: usize, shared: bool, seed: u64) -> Vec<Step> {
    let mut steps = Vec::new();
    if !shared {
        steps.extend([HEAD, BASE].into_iter().flat_map(|side| settle(side, warmup)));
    } else {
        // The device's own caches, not those of an app.
        steps.extend(settle(HEAD, warmup));
    }
    for block in (from..).take(blocks) {
        let order = if draw(seed, block) { [HEAD, BASE] } else { [BASE, HEAD] };
        for side in order {
            if shared {
                steps.extend(settle(side, 0));
            }
            steps.push(launch(side, Some(block), Purpose::Counts));
        }
    }
    steps
}

fn settle(side: Side, warmup: usize) -> Vec<Step> {
    let mut steps = vec![Step::Install(side), launch(side, None, Purpose::AfterInstall)];
    steps.extend(std::iter::repeat_n(launch(side, None, Purpose::WarmUp), warmup));
    steps
}

fn launch(side: Side, block: Option<u64>, purpose: Purpose) -> Step {
    Step::Launch(Planned { side, block, purpose })
}

/// A coin for each block: SplitMix64 (Steele, Lea, Flood 2014), one step from the seed and the block's number.
fn draw(seed: u64, block: u64) -> bool {
    let mut z = seed.wrapping_add(block.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ (z >> 31)) & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(steps: &[Step]) -> Vec<(Side, Option<u64>)> {
        let counts = |step: &Step| match step {
            Step::Launch(planned) if planned.purpose == Purpose::Counts => {
                Some((planned.side, planned.block))
            }
            _ => None,
        };
        steps.iter().filter_map(counts).collect()
    }

    #[test]
    fn what_follows_an_installation_never_counts() {
        for steps in [alone(3, 2), interleaved(4, 1, 1, true, 7), interleaved(4, 1, 1, false, 7)] {
            for pair in steps.windows(2) {
                if let [Step::Install(side), next] = pair {
                    assert_eq!(*next, launch(*side, None, Purpose::AfterInstall));
                }
            }
        }
        assert_eq!(counted(&alone(3, 2)).len(), 3);
    }

    #[test]
    fn blocks_hold_both_sides_once_in_an_order_by_lot() {
        for shared in [true, false] {
            let order = counted(&interleaved(200, 5, 0, shared, 42));
            let mut first = 0;
            for (at, block) in order.chunks(2).enumerate() {
                let number = Some(5 + at as u64);
                assert!(block.contains(&(HEAD, number)) && block.contains(&(BASE, number)), "{block:?}");
                first += usize::from(block[0].0 == HEAD);
            }
            assert!((70..=130).contains(&first), "{first} of 200 begin with the judged build");
        }
    }

    #[test]
    fn seeds_decide_the_order() {
        let order = |seed| interleaved(40, 0, 0, false, seed);
        assert_eq!(order(1), order(1));
        assert_ne!(order(1), order(2));
    }

    #[test]
    fn two_identifiers_need_one_installation_each() {
        let installs = |shared| {
            let steps = interleaved(10, 0, 0, shared, 3);
            steps.iter().filter(|step| matches!(step, Step::Install(_))).count()
        };
        assert_eq!((installs(false), installs(true)), (2, 21));
    }
}
