//! Judges durations and instruction counts together. In the synthetic world of this module, instructions vary a tenth as much as durations.

use anyhow::Result;
use gate_decision::FindingKind;
use gate_launches::{Counters, Launches};
use gate_stats::Random;

use super::make::{CountNoise, Noise, World};
use super::{Figures, Lab, Share, VerdictSummary};

/// A rule that decides whether a run fails the check.
type IsRed = fn(&Both) -> bool;

/// Number of launches in a run.
const HEAD: usize = 5;

/// Returns the synthetic world in which durations vary by 3 % between launches, and instructions by 0.3 % between launches and by 0.1 %
/// between sessions.
fn world() -> World {
    let own = Noise { sd: 0.003, df: 4, scaled: false };
    World { launch_sd: 0.03, counts: Some(CountNoise { own, session_sd: 0.001 }), ..World::default() }
}

/// The two verdicts on one run. The first verdict is from durations only, and the second is from durations and instructions.
struct Both {
    times: VerdictSummary,
    both: VerdictSummary,
}

fn without_counts(launches: &Launches) -> Launches {
    let mut launches = launches.clone();
    for mark in launches.launches.iter_mut().flat_map(|launch| &mut launch.marks) {
        mark.counters = Counters::default();
    }
    launches
}

fn trial(lab: &Lab, random: &mut Random, factor: f64) -> Result<Both> {
    let app = world().app(random)?;
    let base = app.store(random, |_, _, _| ());
    let phase = random.next_below(2);
    let head = app.head_of(random, HEAD, phase, factor);
    Ok(Both {
        times: lab.judge(Some(&without_counts(&base)), &without_counts(&head))?,
        both: lab.judge(Some(&base), &head)?,
    })
}

pub(super) fn counters(lab: &Lab) -> Figures {
    let trials = lab.trials.exact;
    let mut all = Vec::new();
    // All figures are counted under the same name, so that the same random runs are judged.
    for (what, factor) in [("any_false", 1.0), ("found1", 1.01)] {
        let rules: [(&str, IsRed); 3] = [
            ("", |seen| seen.both.red()),
            ("times_alone.", |seen| seen.times.red()),
            ("instructions_alone.", |seen| seen.both.kinds.contains(&FindingKind::Instructions)),
        ];
        for (name, is_red) in rules {
            let share =
                lab.count(&format!("counters.{what}"), trials, |r| Ok(is_red(&trial(lab, r, factor)?)))?;
            all.push(Share { name: format!("counters.{name}{what}"), ..share });
        }
    }
    Ok(all)
}
