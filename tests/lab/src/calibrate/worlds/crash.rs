//! Lost launches: the app crashed, or never reached a first frame, and was launched again.
//!
//! Each build is launched until ten launches are complete; the lost ones are recorded with them, as in a
//! run's log.

use anyhow::Result;
use gate_decision::Answer;
use gate_launches::{LOST_BY_APP, Launch, Lost, Role};
use gate_stats::Random;

use super::disturbed::{World, interleaved, usual};
use super::{Figures, Lab, Seen};

/// Complete launches of each build.
const LAUNCHES: usize = 10;
/// Probability that an unchanged app loses a launch.
const USUAL: f64 = 0.05;

/// Draws the number of lost launches before ten are complete.
fn lost(random: &mut Random, share: f64) -> usize {
    let (mut ended, mut lost) = (0, 0);
    while ended < LAUNCHES {
        if random.unit() < share {
            lost += 1;
        } else {
            ended += 1;
        }
    }
    lost
}

struct Judged {
    seen: Seen,
    /// Lost launches of base and head.
    lost: (usize, usize),
}

fn judged(lab: &Lab, random: &mut Random, (base, head): (f64, f64)) -> Result<Judged> {
    let lost = (lost(random, base), lost(random, head));
    let mut run = interleaved(World::plain(), random, LAUNCHES)?;
    let of_side = |role: Role, launches: usize| Lost {
        role: Some(role),
        reason: LOST_BY_APP[0].into(),
        launches: launches as u64,
    };
    let id = |launch: &Launch| launch.conditions.session_id(&launch.session);
    let known = run.known.entry(run.launches.first().map(id).unwrap_or_default()).or_default();
    known.lost = vec![of_side(Role::Base, lost.0), of_side(Role::Head, lost.1)];
    Ok(Judged { seen: lab.judge(None, &run)?, lost })
}

/// Returns whether the verdict is red, or undecided, because of the lost launches; the app's times are
/// unchanged.
fn is_told(judged: &Judged) -> bool {
    let (base, head) = judged.lost;
    head > base && matches!(judged.seen.answer, Answer::Regressed | Answer::Undecided)
}

pub(super) fn crash(lab: &Lab) -> Figures {
    let lab = usual(lab);
    let told = |name: &str, share: f64| {
        lab.count(name, lab.trials.power, |random| Ok(is_told(&judged(&lab, random, (0.0, share))?)))
    };
    let unchanged = |name: &str, answer: Answer| {
        let trial = |random: &mut Random| Ok(judged(&lab, random, (USUAL, USUAL))?.seen.answer == answer);
        lab.count(name, lab.trials.quiet, trial)
    };
    Ok(vec![
        told("crash.told25", 0.25)?,
        told("crash.told40", 0.4)?,
        unchanged("crash.any_false", Answer::Regressed)?,
        unchanged("crash.undecided", Answer::Undecided)?,
    ])
}
