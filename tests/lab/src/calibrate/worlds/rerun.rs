//! Measures a run with a true growth of 5 % that is repeated up to five times, until the check passes. Each attempt is judged in one of two
//! ways: separately, or together with the launches of earlier attempts.

use anyhow::Result;
use gate_launches::Launches;
use gate_stats::Random;
use gate_stats::defaults::LOOKS;

use super::make::{App, World};
use super::noise::up_to;
use super::{Figures, Lab};

const ATTEMPTS: usize = 5;

impl Lab {
    /// Judges a run until the answer is clear. The first judgement has the number `from`. Returns whether a regression was found, and the
    /// number of the next judgement.
    fn attempt(&self, run: &Launches, from: usize) -> Result<(bool, usize)> {
        let last = LOOKS.len() - 1;
        for (at, look) in LOOKS.iter().enumerate().skip(from) {
            let so_far = up_to(run, *look);
            if at == last || self.is_enough(&so_far)? {
                return Ok((self.judge(None, &so_far)?.red(), at + 1));
            }
        }
        // After the last judgement of a run, the answer does not change any more.
        Ok((self.judge(None, run)?.red(), LOOKS.len()))
    }
}

pub(super) fn rerun(lab: &Lab) -> Figures {
    let world = World { launch_sd: 0.01, ..World::default() };
    let trials = lab.trials.power;
    Ok(vec![
        lab.count("rerun.green_at_first", trials, |random| is_green(lab, &world, random, true, 1))?,
        lab.count("rerun.green_of_five.alone", trials, |random| {
            is_green(lab, &world, random, false, ATTEMPTS)
        })?,
        lab.count("rerun.green_of_five.together", trials, |random| {
            is_green(lab, &world, random, true, ATTEMPTS)
        })?,
    ])
}

/// Returns whether one of the attempts passes. With `together`, each attempt is judged with the launches of the earlier attempts.
fn is_green(lab: &Lab, world: &World, random: &mut Random, together: bool, attempts: usize) -> Result<bool> {
    let app = world.app(random)?;
    let (_, slower) = app.one_slower(random, 1.05);
    let mut run = record(&app, random, &slower);
    let mut from = 0;
    for _ in 0..attempts {
        let (red, next) = lab.attempt(&run, from)?;
        if !red {
            return Ok(true);
        }
        if together {
            from = next;
        } else {
            run = record(&app, random, &slower);
        }
    }
    Ok(false)
}

fn record(app: &App, random: &mut Random, slower: &[f64]) -> Launches {
    let mut run = app.pairs(random, LOOKS[LOOKS.len() - 1], slower);
    run.looks = Some(LOOKS.len());
    run
}
