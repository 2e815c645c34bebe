//! Measures synthetic worlds in which many methods change at once, or in which cost moves between methods.

use anyhow::Result;
use gate_decision::{Answer, FindingKind};
use gate_launches::MethodId;
use gate_stats::Random;

use super::make::{App, Factors, World, times};
use super::{Figures, Lab, VerdictSummary};

fn share_of(app: &App, random: &mut Random, share: f64, factor: f64) -> Factors {
    let mut methods: Vec<usize> = (0..app.methods()).collect();
    crate::shuffle(random, &mut methods);
    let mut factors = app.ones();
    for &method in &methods[..(share * app.methods() as f64).round() as usize] {
        factors[method] = factor;
    }
    factors
}

fn judged(lab: &Lab, random: &mut Random, app: &App, change: &[f64], pairs: bool) -> Result<VerdictSummary> {
    if pairs {
        return lab.judge(None, &app.pairs(random, 10, change));
    }
    let base = app.store(random, |_, _, _| ());
    let head = app.head(random, |_, factors| *factors = times(factors, change));
    lab.judge(Some(&base), &head)
}

/// Judges a run in which a share of the methods is faster by a fifth. Each element of `cells` is a share of the methods and whether the
/// builds are interleaved. One element of `cells` is drawn.
fn judge_faster(lab: &Lab, random: &mut Random, cells: &[(f64, bool)]) -> Result<VerdictSummary> {
    let (share, pairs) = cells[random.next_below(cells.len())];
    let app = World::default().app(random)?;
    let change = share_of(&app, random, share, 0.8);
    judged(lab, random, &app, &change, pairs)
}

pub(super) fn faster(lab: &Lab) -> Figures {
    let cells: Vec<(f64, bool)> =
        [0.3, 0.45, 0.55, 0.7].into_iter().flat_map(|share| [(share, false), (share, true)]).collect();
    let trial = |random: &mut Random| judge_faster(lab, random, &cells);
    Ok(vec![
        lab.count("faster.red", lab.trials.quiet, |random| Ok(trial(random)?.red()))?,
        lab.count("faster.pass", lab.trials.quiet, |random| Ok(trial(random)?.answer == Answer::Pass))?,
    ])
}

pub(super) fn uniform(lab: &Lab) -> Figures {
    let found = lab.count("uniform.found", lab.trials.power, |random| {
        let app = World::default().app(random)?;
        let change: Factors = app.ones().iter().map(|_| 1.25).collect();
        let seen = judged(lab, random, &app, &change, false)?;
        Ok(seen.red() && seen.kinds == [FindingKind::Drift])
    })?;
    Ok(vec![found])
}

pub(super) fn half(lab: &Lab) -> Figures {
    Ok(vec![
        lab.count("half.found", lab.trials.power, |random| Ok(judge_half(lab, random)?.0))?,
        lab.count("half.wrong_named", lab.trials.power, |random| Ok(judge_half(lab, random)?.1))?,
    ])
}

/// Judges a run in which half of the methods are slower. Returns whether the check fails and names methods, and whether it names an
/// unchanged method.
fn judge_half(lab: &Lab, random: &mut Random) -> Result<(bool, bool)> {
    let app = World::default().app(random)?;
    let change = share_of(&app, random, 0.5, 1.5);
    let seen = judged(lab, random, &app, &change, false)?;
    let changed = |method: &MethodId| change[method.0 as usize] > 1.0;
    let named = !seen.methods.is_empty() || seen.kinds.contains(&FindingKind::Module);
    Ok((seen.red() && named, seen.methods.iter().any(|method| !changed(method))))
}

/// Measures two figures about moved cost. For the figure `moved.hidden`, each run makes one of two changes to the app. Either three methods
/// are 20 % slower while ten unrelated methods are 20 % faster, or a class was renamed and one of its methods is 25 % slower. In each
/// run of the figure `moved.told`, a class moves cost from one module to another, and the sum does not change.
pub(super) fn moved(lab: &Lab) -> Figures {
    let hidden = lab.count("moved.hidden", lab.trials.quiet, |random| {
        let world = World::default();
        let app = world.app(random)?;
        let seen = if random.next_uniform() < 0.5 {
            let mut methods: Vec<usize> = (0..app.methods()).collect();
            methods.sort_by(|a, b| app.costs[*b].total_cmp(&app.costs[*a]));
            let change: Factors = (0..app.costs.len())
                .map(|part| match methods.iter().position(|method| *method == part) {
                    Some(0..3) => 1.2,
                    Some(3..13) => 0.8,
                    _ => 1.0,
                })
                .collect();
            judged(lab, random, &app, &change, false)?
        } else {
            renamed(lab, random, &world, &app)?
        };
        Ok(!seen.red())
    })?;
    let told = lab.count("moved.told", lab.trials.power, |random| {
        let app = World::default().app(random)?;
        let (from, to) = neighbours(&app, random);
        let amount = 0.6 * app.costs[from];
        let mut change = app.ones();
        change[from] = 0.4;
        change[to] = 1.0 + amount / app.costs[to];
        let seen = judged(lab, random, &app, &change, false)?;
        Ok(seen.answer == Answer::Pass && seen.moved.contains(&MethodId(to as u32)))
    })?;
    Ok(vec![hidden, told])
}

/// Draws two expensive methods of one class. The two methods are in two modules, since a method's module depends on the last digit of its
/// number.
fn neighbours(app: &App, random: &mut Random) -> (usize, usize) {
    let mut methods: Vec<usize> = (0..app.methods()).collect();
    methods.sort_by(|a, b| app.costs[*b].total_cmp(&app.costs[*a]));
    let from = methods[random.next_below(5)];
    let class = from / 10;
    let to = methods.iter().copied().find(|&method| method != from && method / 10 == class);
    (from, to.unwrap_or(methods[5]))
}

/// Judges a run in which the class of the most expensive method was renamed and this method is a quarter
/// slower.
fn renamed(lab: &Lab, random: &mut Random, world: &World, app: &App) -> Result<VerdictSummary> {
    let dearest = (0..app.methods()).max_by(|a, b| app.costs[*a].total_cmp(&app.costs[*b])).unwrap_or(0);
    let class = dearest / 10;
    let new = world.app_with(app.costs.clone(), |method| {
        let name = if method / 10 == class { "Renamed".to_owned() } else { format!("Class{}", method / 10) };
        (format!("Module{}", method % 10), format!("-[{name} step{method}]"))
    })?;
    let base = app.store(random, |_, _, _| ());
    let head = new.head(random, |_, factors| factors[dearest] *= 1.25);
    lab.judge(Some(&base), &head)
}
