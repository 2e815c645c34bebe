//! Measures synthetic worlds after an intended change: a new cost level, accepted methods, or new names of methods.

use anyhow::{Context as _, Result};
use gate_attribution::Attribution;
use gate_baseline::{Acceptance, NewLevel, Store};
use gate_config::{Date, Glob, Growth};
use gate_decision::Answer;
use gate_decision::Side;
use gate_decision::{Base, Policy, check};
use gate_launches::{Launch, Launches};
use gate_stats::Random;

use super::disturbed::{App, MODULES, World, name, usual};
use super::{Figures, Lab, seen};

const DAYS: usize = 6;
/// The number of days after the change on which checks are judged.
const LATER: usize = 3;

fn days(
    app: &App,
    random: &mut Random,
    from: usize,
    to: usize,
    factor: impl Fn(usize) -> f64,
) -> Vec<Vec<Launch>> {
    (from..to).map(|day| app.session(random, &format!("day{day:03}"), day, &factor)).collect()
}

/// Counts the trials in which a check fails on a later day. On one day, the whole launch becomes 6 % slower, and `baseline update
/// --new-level` stores the new session. After this day, the app does not change.
pub(super) fn new_level(lab: &Lab) -> Figures {
    let lab = usual(lab);
    let trial = |random: &mut Random| is_later_red(&lab, random);
    Ok(vec![lab.count("new_level.later_false", lab.trials.power, trial)?])
}

/// Returns whether a check fails if its day is later than the day on which the new level was stored.
fn is_later_red(lab: &Lab, random: &mut Random) -> Result<bool> {
    let app = App::new(World::plain(), random)?;
    let folder = tempfile::tempdir()?;
    let store = Store::open(folder.path())?;
    let table = app.side(Vec::new()).table;
    for session in days(&app, random, 0, DAYS, |_| 1.0) {
        store.add(&table, &session)?;
    }
    let new = NewLevel { owner: "@made".to_owned(), reason: "by design".to_owned() };
    let first = app.session(random, "first", DAYS, |_| 1.06);
    store.add_with(&table, &first, Some(new), &gate_launches::SessionProperties::default())?;
    let mut red = false;
    for session in days(&app, random, DAYS + 1, DAYS + 1 + LATER, |_| 1.06) {
        let head = app.side(session);
        let attribution = Attribution::default();
        let policy =
            Policy { config: lab.config(), attribution: &attribution, accepted: &[], today: lab.today() };
        let side = Side { launches: &head, role: None };
        let judged = check(side, Base::Store(&store), &policy)?;
        match seen(&judged.outcome, &head.table)?.red() {
            true => red = true,
            // A session whose check failed is not stored, as in `baseline update`.
            false => _ = store.add(&table, &head.launches)?,
        }
    }
    Ok(red)
}

fn acceptance(method: usize) -> Result<Acceptance> {
    Ok(Acceptance {
        method: Glob::new(&name(method)),
        reason: "by design".to_owned(),
        owner: "@made".to_owned(),
        until: Date::parse("2099-01-31").context("a date")?,
        size: Growth::Share(1.5),
        level: None,
        others: Vec::new(),
        by_change: false,
    })
}

/// Counts the trials in which the answer is undecided or red although the app has not changed since an acceptance. One to five days ago,
/// five methods of a module were accepted at twice their cost.
pub(super) fn accepted_module(lab: &Lab) -> Figures {
    let lab = usual(lab);
    let answer = |random: &mut Random| answer_after_acceptance(&lab, random);
    Ok(vec![
        lab.count("accepted_module.undecided", lab.trials.power, |r| Ok(answer(r)? == Answer::Undecided))?,
        lab.count("accepted_module.red", lab.trials.power, |r| Ok(answer(r)? == Answer::Regressed))?,
    ])
}

fn answer_after_acceptance(lab: &Lab, random: &mut Random) -> Result<Answer> {
    let app = App::new(World::plain(), random)?;
    let module = random.next_below(MODULES);
    let is_accepted = |part: usize| part % MODULES == module && part / MODULES < 5;
    let factor = |part: usize| if is_accepted(part) { 2.0 } else { 1.0 };
    let since = 1 + random.next_below(5);
    let mut stored = days(&app, random, 0, DAYS, |_| 1.0);
    stored.extend(days(&app, random, DAYS, DAYS + since, factor));
    let head = app.session(random, "new", DAYS + since, factor);
    let accepted: Vec<Acceptance> =
        (0..5).map(|at| acceptance(module + at * MODULES)).collect::<Result<_>>()?;
    let (base, head) = (app.side(stored.concat()), app.side(head));
    Ok(lab.judge_with(Some(&base), &head, &accepted, lab.config())?.answer)
}

/// Returns whether a check fails although only names of methods changed.
fn is_red(
    lab: &Lab,
    random: &mut Random,
    old: impl Fn(usize) -> String,
    new: impl Fn(usize) -> String,
) -> Result<bool> {
    let app = App::new(World::plain(), random)?;
    let (before, after) = (app.renamed(old)?, app.renamed(new)?);
    let base: Launches = before.side(days(&before, random, 0, DAYS, |_| 1.0).concat());
    let head = after.side(after.session(random, "new", DAYS, |_| 1.0));
    Ok(lab.judge(Some(&base), &head)?.red())
}

fn new_selector(method: usize) -> String {
    name(method).replace(" step", " stage")
}

/// Returns the name of a method. The first five methods have the same selector, in classes whose names have this prefix.
fn loader(prefix: &str, method: usize) -> String {
    if method < 5 { format!("+[{prefix}Loader{method} load]") } else { name(method) }
}

/// Measures checks in which a method with 1 % of the launch has a new selector in the same class.
pub(super) fn renamed(lab: &Lab) -> Figures {
    let lab = usual(lab);
    let red = lab.count("renamed.red", lab.trials.power, |random| {
        let one = random.next_below(10);
        is_red(&lab, random, name, |method| if method == one { new_selector(method) } else { name(method) })
    })?;
    Ok(vec![red])
}

/// Measures checks in which five classes have new names. Each class has one method with 1 % of the launch, and all of these methods have
/// the same selector.
pub(super) fn one_selector(lab: &Lab) -> Figures {
    let lab = usual(lab);
    let trial = |random: &mut Random| is_red(&lab, random, |at| loader("Old", at), |at| loader("New", at));
    Ok(vec![lab.count("one_selector.red", lab.trials.power, trial)?])
}
