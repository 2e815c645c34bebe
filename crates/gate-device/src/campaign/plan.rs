//! Plans the order of installations and launches.
//!
//! If both builds have the same bundle identifier, each installation is used for two blocks. In four blocks, the launches of the builds A
//! and B have the order AABB and then BBAA, where A is the head or the base at random, so that a drift over minutes affects both builds
//! equally. A build is installed again even if it is already on the device. In each block, therefore, the launches of both builds are the
//! first judged launch after an installation, or both are the second.
//! Invariant: equal seeds result in equal plans.

use std::time::Duration;

use gate_launches::BuildRole;

/// A step of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Installs a build.
    Install(Side),
    Launch(PlannedLaunch),
}

/// One of the two builds: [`HEAD`] or [`BASE`].
pub(super) type Side = usize;

/// A planned launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlannedLaunch {
    pub(super) side: Side,
    pub(super) block: Option<u64>,
    pub(super) purpose: Purpose,
}

/// The purpose of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Counts,
    WarmUp,
    /// The first launch after an installation, which is not judged.
    AfterInstall,
}

/// Returns the role of a build in an interleaved run.
pub(super) fn role_of(interleaved: bool, side: Side) -> Option<BuildRole> {
    interleaved.then_some(if side == BASE { BuildRole::Base } else { BuildRole::Head })
}

/// The side of the build that is judged.
pub(super) const HEAD: Side = 0;
/// The side of the build with which the head is compared.
pub(super) const BASE: Side = 1;

/// Plans the launches of one build.
pub(super) fn plan_single(launches: usize, warmup: usize) -> Vec<Step> {
    let mut steps = warm_up(HEAD, warmup);
    steps.extend(std::iter::repeat_n(new_launch_step(HEAD, None, Purpose::Counts), launches));
    steps
}

/// Plans the launches of two builds in the blocks `from..from + blocks`. `shared` is true if the builds have the same bundle identifier.
pub(super) fn plan_interleaved(
    blocks: usize,
    from: u64,
    warmup: usize,
    shared: bool,
    seed: u64,
) -> Vec<Step> {
    let mut steps = Vec::new();
    if !shared {
        steps.extend([HEAD, BASE].into_iter().flat_map(|side| warm_up(side, warmup)));
    } else {
        // Each build is installed again for its blocks, so this warm-up of the head only fills the caches of the device.
        steps.extend(warm_up(HEAD, warmup));
    }
    let numbers: Vec<u64> = (from..).take(blocks).collect();
    if shared {
        for four in numbers.chunks(2 * BLOCKS) {
            let [first, second] = choose_side_order(seed, four[0]);
            for (two, sides) in four.chunks(BLOCKS).zip([[first, second], [second, first]]) {
                for side in sides {
                    steps.extend(warm_up(side, 0));
                    steps
                        .extend(two.iter().map(|block| new_launch_step(side, Some(*block), Purpose::Counts)));
                }
            }
        }
    } else {
        for block in numbers {
            steps.extend(
                choose_side_order(seed, block)
                    .map(|side| new_launch_step(side, Some(block), Purpose::Counts)),
            );
        }
    }
    steps
}

/// The number of blocks for each installation.
const BLOCKS: usize = 2;

fn choose_side_order(seed: u64, block: u64) -> [Side; 2] {
    if is_head_first(seed, block) { [HEAD, BASE] } else { [BASE, HEAD] }
}

/// Returns the numbers of installations and launches in a plan.
pub(super) fn count_steps(steps: &[Step]) -> (usize, usize) {
    let installations = steps.iter().filter(|step| matches!(step, Step::Install(_))).count();
    (installations, steps.len() - installations)
}

fn warm_up(side: Side, warmup: usize) -> Vec<Step> {
    let mut steps = vec![Step::Install(side), new_launch_step(side, None, Purpose::AfterInstall)];
    steps.extend(std::iter::repeat_n(new_launch_step(side, None, Purpose::WarmUp), warmup));
    steps
}

fn new_launch_step(side: Side, block: Option<u64>, purpose: Purpose) -> Step {
    Step::Launch(PlannedLaunch { side, block, purpose })
}

/// Draws a random bit for a block by one step of SplitMix64 (Steele, Lea, Flood 2014), from the seed and the block's number.
fn is_head_first(seed: u64, block: u64) -> bool {
    let mut z = seed.wrapping_add(block.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ (z >> 31)) & 1 == 1
}

/// The assumed time of an installation of a large app on a phone, which has not been measured. `LAUNCH` is the assumed time of a launch
/// with its trace.
const INSTALLATION: Duration = Duration::from_secs(12);
const LAUNCH: Duration = Duration::from_secs(4);

/// Estimates the duration of a plan. `took_ms` contains the times of earlier launches in milliseconds; without earlier launches, the
/// typical time `LAUNCH` is used.
pub(super) fn estimate_duration(
    steps: &[Step],
    took_ms: impl Iterator<Item = u64>,
    rest: Duration,
) -> Duration {
    let (installations, launches) = count_steps(steps);
    let mut took: Vec<u64> = took_ms.collect();
    took.sort_unstable();
    let launch = took.get(took.len() / 2).map_or(LAUNCH, |ms| Duration::from_millis(*ms));
    let times = |time: Duration, count_steps: usize| {
        time.saturating_mul(u32::try_from(count_steps).unwrap_or(u32::MAX))
    };
    times(INSTALLATION, installations) + times(launch + rest, launches)
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
    fn the_first_launch_after_an_installation_never_counts() {
        for steps in
            [plan_single(3, 2), plan_interleaved(4, 1, 1, true, 7), plan_interleaved(4, 1, 1, false, 7)]
        {
            for pair in steps.windows(2) {
                if let [Step::Install(side), next] = pair {
                    assert_eq!(*next, new_launch_step(*side, None, Purpose::AfterInstall));
                }
            }
        }
        assert_eq!(counted(&plan_single(3, 2)).len(), 3);
    }

    #[test]
    fn each_block_launches_both_builds_once_in_random_order() {
        for shared in [true, false] {
            let order = counted(&plan_interleaved(400, 5, 0, shared, 42));
            let mut first = 0;
            for block in 5..405 {
                let sides: Vec<Side> =
                    order.iter().filter(|one| one.1 == Some(block)).map(|one| one.0).collect();
                assert!(sides.len() == 2 && sides.contains(&HEAD) && sides.contains(&BASE), "{sides:?}");
                first += usize::from(sides[0] == HEAD);
            }
            assert!((150..=250).contains(&first), "{first} of 400 begin with the judged build");
        }
    }

    #[test]
    fn the_order_of_launches_gives_both_builds_an_equal_share_of_any_drift() {
        for (seed, blocks) in [(1, 4), (2, 8), (3, 20)] {
            let steps = plan_interleaved(blocks, 0, 0, true, seed);
            // The number of launches since the last installation, this number for each launch of a block, and for each build the sum of the
            // positions of its launches in the plan.
            let (mut since, mut past, mut moments) = (0, std::collections::BTreeMap::new(), [0, 0]);
            for (moment, step) in steps.iter().enumerate() {
                match step {
                    Step::Install(_) => since = 0,
                    Step::Launch(planned) => {
                        since += 1;
                        if let Some(block) = planned.block {
                            past.entry(block).or_insert_with(Vec::new).push(since);
                            moments[planned.side] += moment;
                        }
                    }
                }
            }
            assert!(
                past.values().all(|of_block| of_block.len() == 2 && of_block[0] == of_block[1]),
                "{past:?}"
            );
            assert_eq!(moments[HEAD], moments[BASE], "{blocks} blocks");
        }
    }

    #[test]
    fn the_seed_decides_the_order_of_launches() {
        let order = |seed| plan_interleaved(40, 0, 0, false, seed);
        assert_eq!(order(1), order(1));
        assert_ne!(order(1), order(2));
    }

    #[test]
    fn builds_with_different_identifiers_are_each_installed_only_once() {
        assert_eq!(count_steps(&plan_interleaved(10, 0, 0, false, 3)), (2, 22));
        assert_eq!(count_steps(&plan_interleaved(10, 0, 0, true, 3)), (11, 31), "11 of 31 do not count");
    }
}
