//! Measures verdicts with lost launches, in which the app crashed or never reached a first frame. After a lost launch, the app is launched
//! again.
//!
//! Each build is launched until ten launches are complete. The lost launches are recorded together with the complete launches, as in a
//! run's log.

use anyhow::Result;
use gate_decision::Answer;
use gate_launches::{BuildRole, LOST_BY_APP, Launch, LostLaunchCount};
use gate_stats::Random;

use super::disturbed::{World, interleaved, usual};
use super::{Figures, Lab, VerdictSummary};

/// Number of complete launches per build.
const LAUNCHES: usize = 10;
/// Probability that a launch of an unchanged app is lost.
const USUAL: f64 = 0.05;

/// Draws the number of launches that are lost before ten launches are complete.
fn lost(random: &mut Random, share: f64) -> usize {
    let (mut ended, mut lost) = (0, 0);
    while ended < LAUNCHES {
        if random.next_uniform() < share {
            lost += 1;
        } else {
            ended += 1;
        }
    }
    lost
}

struct JudgedRow {
    seen: VerdictSummary,
    /// The numbers of lost launches of base and head.
    lost: (usize, usize),
}

fn judged(lab: &Lab, random: &mut Random, base: f64, head: f64) -> Result<JudgedRow> {
    let lost = (lost(random, base), lost(random, head));
    let mut run = interleaved(World::plain(), random, LAUNCHES)?;
    let id = |launch: &Launch| launch.conditions.session_id(&launch.session);
    let known = run.known.entry(run.launches.first().map(id).unwrap_or_default()).or_default();
    known.lost = vec![lost_launches(BuildRole::Base, lost.0), lost_launches(BuildRole::Head, lost.1)];
    Ok(JudgedRow { seen: lab.judge(None, &run)?, lost })
}

fn lost_launches(role: BuildRole, launches: usize) -> LostLaunchCount {
    LostLaunchCount { role: Some(role), reason: LOST_BY_APP[0].into(), launches: launches as u64, why: None }
}

/// Returns whether the check fails or is undecided because of lost launches. In all trials of this module, the app's durations do not
/// change.
fn is_reported(judged: &JudgedRow) -> bool {
    let (base, head) = judged.lost;
    head > base && matches!(judged.seen.answer, Answer::Regressed | Answer::Undecided)
}

pub(super) fn crash(lab: &Lab) -> Figures {
    let lab = usual(lab);
    let mut all = Vec::new();
    for (name, share) in [("crash.told25", 0.25), ("crash.told40", 0.4)] {
        let trial = |random: &mut Random| Ok(is_reported(&judged(&lab, random, 0.0, share)?));
        all.push(lab.count(name, lab.trials.power, trial)?);
    }
    for (name, answer) in [("crash.any_false", Answer::Regressed), ("crash.undecided", Answer::Undecided)] {
        let trial = |random: &mut Random| Ok(judged(&lab, random, USUAL, USUAL)?.seen.answer == answer);
        all.push(lab.count(name, lab.trials.quiet, trial)?);
    }
    Ok(all)
}
