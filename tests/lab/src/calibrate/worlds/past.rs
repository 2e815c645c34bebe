//! Measures synthetic worlds with a history: acceptances, changed levels of cost, methods that a server switches on and off between days,
//! slow growth (creep), and three months of a team's changes.

use std::sync::Arc;

use anyhow::{Context as _, Result};
use gate_baseline::{Acceptance, BaselineKey};
use gate_config::{Date, Glob, Growth};
use gate_decision::{AcceptanceMatcher, Finding, FindingKind};
use gate_decision::{OrderedSessions, Rules, Side, compare, compare_anchor};
use gate_launches::{Launch, Launches, MethodId};
use gate_stats::Random;
use gate_stats::basic::{mean, median, variance};
use rayon::prelude::*;

use super::make::{App, Factors, Session, World, name, times};
use super::{Figures, Lab, Share};

fn acceptance(method: usize, up_to: f64) -> Result<Acceptance> {
    Ok(Acceptance {
        method: Glob::new(&name(method)),
        reason: "by design".to_owned(),
        owner: "@made".to_owned(),
        until: Date::parse("2099-01-31").context("a date")?,
        size: Growth::Share(up_to),
        level: None,
        others: Vec::new(),
        by_change: false,
    })
}

/// Measures a method for which growth of up to 5 % was accepted, and which then takes four times as long.
pub(super) fn accepted(lab: &Lab) -> Figures {
    let found = lab.count("accepted.found", lab.trials.power, |random| {
        let app = World::default().app(random)?;
        let base = app.store(random, |_, _, _| ());
        let (method, slower) = app.one_slower(random, 4.0);
        let head = app.head(random, |_, factors| *factors = times(factors, &slower));
        let accepted = [acceptance(method.0 as usize, 0.05)?];
        Ok(lab.judge_with(Some(&base), &head, &accepted, lab.config())?.found(method))
    })?;
    Ok(vec![found])
}

/// Measures a method whose cost changed three sessions ago, by an accepted +30 % or by an improvement of 20 %, and then grows by another 30
/// %.
pub(super) fn level(lab: &Lab) -> Figures {
    let found = lab.count("level.found", lab.trials.power, |random| {
        let app = World::default().app(random)?;
        let method = random.next_below(app.methods());
        let step = if random.next_uniform() < 0.5 { 1.3 } else { 0.8 };
        let sessions = app.world.days;
        let base = app.store(random, |_, session, factors: &mut Factors| {
            factors[method] *= if session + 3 >= sessions { step } else { 1.0 };
        });
        let head = app.head(random, |_, factors| factors[method] *= step * 1.3);
        let accepted = [acceptance(method, 0.4)?];
        // The first change was accepted. The new growth is added to the first change, and the acceptance does not cover it.
        let accepted = if step > 1.0 { &accepted[..] } else { &[] };
        let seen = lab.judge_with(Some(&base), &head, accepted, lab.config())?;
        let id = MethodId(method as u32);
        Ok(seen.found(id) || (step > 1.0 && seen.accepted.contains(&id)))
    })?;
    Ok(vec![found])
}

/// Measures checks with methods that a server switches. In 30 % of the sessions a tenth of 200 methods is 10 % slower, or in half of the
/// sessions twenty methods are absent.
pub(super) fn switch(lab: &Lab) -> Figures {
    let trial = |random: &mut Random, factor, days| judge_switched(lab, random, factor, days);
    Ok(vec![
        lab.count("switch.any_false", lab.trials.quiet, |random| Ok(trial(random, 1.0, 20)?.0))?,
        lab.count("switch.found10", lab.trials.power, |random| Ok(trial(random, 1.1, 20)?.1))?,
        lab.count("switch.days6.any_false", lab.trials.power, |random| Ok(trial(random, 1.0, 6)?.0))?,
    ])
}

/// Judges a run in which methods switch between sessions and one method is slower by `factor`. Returns whether the check fails, and whether
/// the slower method was found.
fn judge_switched(lab: &Lab, random: &mut Random, factor: f64, days: usize) -> Result<(bool, bool)> {
    let app = World { methods: 200, days, ..World::default() }.app(random)?;
    let absent = random.next_uniform() < 0.5;
    let base = app.store(random, |random, _, factors| switch_methods(random, factors, absent));
    let method = 20 + random.next_below(app.methods() - 20);
    let head = app.head(random, |random, factors| {
        switch_methods(random, factors, absent);
        factors[method] *= factor;
    });
    let seen = lab.judge(Some(&base), &head)?;
    Ok((seen.red(), seen.found(MethodId(method as u32))))
}

/// Draws which methods are switched in a session. Either twenty methods are absent in half of the sessions, or they are slower in 30 % of
/// the sessions.
fn switch_methods(random: &mut Random, factors: &mut Factors, absent: bool) {
    for factor in factors.iter_mut().take(20) {
        *factor *= match (absent, random.next_uniform()) {
            (true, unit) if unit < 0.5 => 0.0,
            (false, unit) if unit < 0.3 => 1.1,
            _ => 1.0,
        };
    }
}

/// The results of one chain of 20 releases. For each release, the results contain whether the check failed and whether it had a finding of
/// slow growth. The results also contain whether the finding of slow growth was for a slowly growing method.
pub(super) struct Chain {
    pub(super) red: Vec<bool>,
    creep: Vec<bool>,
    method: Vec<bool>,
    /// For each of the slowly growing methods, whether any check named it.
    pub(super) named: [bool; CREEPING],
}

const ANCHORS: usize = 5;
pub(super) const RELEASES: usize = 20;
pub(super) const CREEPING: usize = 5;

/// Returns the names of the sessions, in the order in which they were recorded.
fn session_names(launches: &Launches) -> Vec<Arc<str>> {
    let mut names: Vec<Arc<str>> =
        launches.launches.iter().map(|launch| Arc::clone(&launch.session)).collect();
    names.dedup();
    names
}

/// Draws a chain of releases. `is_stored` returns whether the session of a release is stored. The second argument of `is_stored` is whether
/// the check failed.
fn chain(
    lab: &Lab,
    random: &mut Random,
    step: f64,
    is_stored: fn(&mut Random, bool) -> bool,
) -> Result<Chain> {
    let app = World { days: ANCHORS, ..World::default() }.app(random)?;
    let mut stored = app.store(random, |_, _, _| ());
    let anchor = stored.clone();
    let anchors = session_names(&anchor);
    let mut since = Launches { table: anchor.table.clone(), ..Launches::default() };
    let mut chain =
        Chain { red: Vec::new(), creep: Vec::new(), method: Vec::new(), named: [false; CREEPING] };
    for release in 1..=RELEASES {
        let mut factors = app.spread(random, app.world.session_sd);
        factors.iter_mut().take(CREEPING).for_each(|factor| *factor *= (1.0 + step).powi(release as i32));
        let day = (ANCHORS + release) as u64;
        let name = format!("release{release:03}");
        let head =
            app.side(app.session(
                random,
                &Session { name: &name, at: Some((day, 0)), factors: &factors, counts: None },
            ));
        let order = session_names(&since);
        let anchor = OrderedSessions { launches: &anchor, order: &anchors, skipped: 0 };
        let since_anchor = OrderedSessions { launches: &since, order: &order, skipped: 0 };
        let findings = release_findings(lab, &stored, anchor, since_anchor, &head)?;
        let creeps: Vec<&Finding> =
            findings.iter().filter(|finding| finding.kind == FindingKind::Creep && finding.fails()).collect();
        chain.red.push(findings.iter().any(Finding::fails));
        chain.creep.push(!creeps.is_empty());
        let names: Vec<String> = creeps.iter().map(|finding| finding.subject().to_string()).collect();
        let named: [bool; CREEPING] =
            std::array::from_fn(|method| names.contains(&super::make::name(method)));
        chain.method.push(named.contains(&true));
        for (known, named) in chain.named.iter_mut().zip(named) {
            *known |= named;
        }
        let is_red = chain.red.last() == Some(&true);
        if is_stored(random, is_red) {
            stored.launches.extend(head.launches.iter().cloned());
            since.launches.extend(head.launches);
        }
    }
    Ok(chain)
}

/// Draws `trials` chains of releases, as [`chain`] does.
pub(super) fn chains(
    lab: &Lab,
    step: f64,
    trials: usize,
    seed: u64,
    is_stored: fn(&mut Random, bool) -> bool,
) -> Result<Vec<Chain>> {
    let one = |at| chain(lab, &mut Random::new(seed + at), step, is_stored);
    (0..trials as u64).into_par_iter().map(one).collect()
}

fn release_findings(
    lab: &Lab,
    stored: &Launches,
    anchor: OrderedSessions<'_>,
    since: OrderedSessions<'_>,
    head: &Launches,
) -> Result<Vec<Finding>> {
    let side = |launches| Side { launches, role: None };
    let mut comparison = compare(side(stored), side(head), lab.config(), lab.today())?;
    comparison.creep = compare_anchor(anchor, since, side(head), Rules::new(lab.config(), lab.today()))?;
    let place = BaselineKey::from_conditions(&head.launches[0].conditions);
    let accepted = AcceptanceMatcher { all: &[], place: &place, today: lab.today() };
    Ok(gate_decision::judge(&comparison, lab.config(), &accepted).findings)
}

pub(super) fn creep(lab: &Lab) -> Figures {
    // A chain of releases consists of twenty checks, so only a quarter of the usual number of trials is made.
    let trials = lab.trials.quiet.div_ceil(4);
    let quiet = chains(lab, 0.0, trials, 51_000_000, |_, _| true)?;
    let creeping = chains(lab, 0.005, lab.trials.power, 52_000_000, |_, _| true)?;
    let share = |name: &str, count, trials| Share { name: format!("world.creep.{name}"), count, trials };
    let by = |release: usize| creeping.iter().filter(|chain| chain.method[..release].contains(&true)).count();
    Ok(vec![
        share("method_by_20", by(20), creeping.len()),
        share("method_by_7", by(7), creeping.len()),
        share(
            "any_false",
            quiet.iter().map(|chain| chain.red.iter().filter(|red| **red).count()).sum(),
            quiet.len() * RELEASES,
        ),
        share("false_20", quiet.iter().filter(|chain| chain.creep.contains(&true)).count(), quiet.len()),
    ])
}

const MONTH_DAYS: usize = 90;
const REQUESTS: usize = 20;
const REPLICATES: u64 = 5;
/// Number of sessions per day if a session is stored at each merge.
const MERGES: usize = 5;

/// The rules of other tools, which judge the same launches.
const RIVALS: [&str; 3] = ["benchstat", "medians5", "t7"];

/// The counts over three months.
#[derive(Default, Clone)]
struct Month {
    quiet: usize,
    red: usize,
    planted: usize,
    found: usize,
    rivals: [(usize, usize); 3],
}

/// Measures a team that makes 20 pull requests a day for 90 days. In 8 % of the requests, one method is 10 % slower. Three intended changes
/// are merged and accepted.
pub(super) fn month(lab: &Lab) -> Figures {
    // The ordinary test run draws only two days.
    let days = if lab.trials.quiet < 200 { 2 } else { MONTH_DAYS };
    let mut all = Vec::new();
    for (mode, stored) in [("merge", MERGES), ("daily", 1)] {
        let months = (0..REPLICATES)
            .into_par_iter()
            .map(|seed| one_month(lab, &mut Random::new(61_000_000 + seed), stored, days))
            .collect::<Result<Vec<Month>>>()?;
        let sum = |of: &dyn Fn(&Month) -> usize| months.iter().map(of).sum::<usize>();
        let named = |name: &str| format!("world.month.{mode}.{name}");
        let share = |name: &str, count, trials| Share { name: named(name), count, trials };
        let (quiet, planted) = (sum(&|month| month.quiet), sum(&|month| month.planted));
        all.push(share("any_false", sum(&|month| month.red), quiet));
        all.push(share("found10", sum(&|month| month.found), planted));
        for (at, rival) in RIVALS.iter().enumerate() {
            all.push(share(&format!("{rival}.any_false"), sum(&|month| month.rivals[at].0), quiet));
            all.push(share(&format!("{rival}.found10"), sum(&|month| month.rivals[at].1), planted));
        }
    }
    Ok(all)
}

/// A pull request of the month.
struct Request<'a> {
    day: usize,
    hour: usize,
    /// The factors of the day on each part of the launch.
    of_day: &'a [f64],
    /// Whether the request is merged although a method grows.
    merge: bool,
}

/// The main branch of a team: its app and its stored sessions.
struct Main {
    app: App,
    /// The factors of all changes that have been merged.
    merged: Factors,
    sessions: Vec<(usize, Vec<Launch>)>,
    accepted: Vec<Acceptance>,
}

fn one_month(lab: &Lab, random: &mut Random, stored: usize, days: usize) -> Result<Month> {
    let world = World { day_sd: 0.01, ..World::default() };
    let app = world.app(random)?;
    let mut main = Main { merged: app.ones(), app, sessions: Vec::new(), accepted: Vec::new() };
    let mut month = Month::default();
    // Six days of sessions are stored before the first pull request.
    for day in 0..6 + days {
        let of_day = main.app.spread(random, world.day_sd);
        for request in 0..REQUESTS {
            let is_stored = request * stored / REQUESTS != (request + 1) * stored / REQUESTS;
            if day >= 6 {
                let merge = request == 7 && [days / 4, days / 2, 3 * days / 4].contains(&(day - 6));
                one_request(
                    lab,
                    random,
                    &mut main,
                    &mut month,
                    &Request { day, hour: request, of_day: &of_day, merge },
                )?;
            }
            if is_stored {
                let launches = main.record(random, day, request, &of_day, None);
                main.sessions.push((day, launches));
            }
        }
        main.sessions.retain(|(at, _)| *at + 20 > day);
    }
    Ok(month)
}

impl Main {
    fn record(
        &self,
        random: &mut Random,
        day: usize,
        hour: usize,
        of_day: &[f64],
        slower: Option<&[f64]>,
    ) -> Vec<Launch> {
        let mut factors =
            times(&times(of_day, &self.merged), &self.app.spread(random, self.app.world.session_sd));
        if let Some(slower) = slower {
            factors = times(&factors, slower);
        }
        let name = format!("day{day:03}-{hour:02}{}", if slower.is_some() { "-head" } else { "" });
        self.app.session(
            random,
            &Session { name: &name, at: Some((day as u64, hour as u64)), factors: &factors, counts: None },
        )
    }
}

fn one_request(
    lab: &Lab,
    random: &mut Random,
    main: &mut Main,
    month: &mut Month,
    request: &Request<'_>,
) -> Result<()> {
    let planted = request.merge || random.next_uniform() < 0.08;
    let (method, slower) = main.app.one_slower(random, if planted { 1.1 } else { 1.0 });
    let head = main.app.side(main.record(random, request.day, request.hour, request.of_day, Some(&slower)));
    let base =
        main.app.side(main.sessions.iter().flat_map(|(_, launches)| launches.iter().cloned()).collect());
    let seen = lab.judge_with(Some(&base), &head, &main.accepted, lab.config())?;
    let newest = main.sessions.len().saturating_sub(6);
    let recent: Vec<&Launch> = main.sessions[newest..].iter().flat_map(|(_, launches)| launches).collect();
    let rivals = rivals(&recent, &head.launches, method);
    if planted {
        month.planted += 1;
        month.found += usize::from(seen.found(method));
    } else {
        month.quiet += 1;
        month.red += usize::from(seen.red());
    }
    for (counts, (any, this)) in month.rivals.iter_mut().zip(rivals) {
        if planted {
            counts.1 += usize::from(this);
        } else {
            counts.0 += usize::from(any);
        }
    }
    if request.merge {
        main.merged = times(&main.merged, &slower);
        main.accepted.push(acceptance(method.0 as usize, 0.2)?);
    }
    Ok(())
}

/// Returns, for each rule of another tool, whether it finds any method slower, and whether it finds the given method slower.
fn rivals(base: &[&Launch], head: &[Launch], method: MethodId) -> [(bool, bool); 3] {
    let mut answers = [(false, false); 3];
    for at in 0..base[0].costs.len() {
        let of = |launch: &Launch| launch.costs[at].self_ns.0;
        let old: Vec<f64> = base.iter().map(|launch| of(launch)).collect();
        let new: Vec<f64> = head.iter().map(of).collect();
        let slower = median(&new) > median(&old);
        let error = (variance(&old) / old.len() as f64 + variance(&new) / new.len() as f64).sqrt();
        let says = [
            slower && ranks(&old, &new) > 1.96,
            median(&new) > 1.05 * median(&old),
            (mean(&new) - mean(&old)) / error > 7.0,
        ];
        for (answer, says) in answers.iter_mut().zip(says) {
            answer.0 |= says;
            answer.1 |= says && base[0].costs[at].method == method;
        }
    }
    answers
}

/// Returns the standardised Mann–Whitney statistic.
fn ranks(old: &[f64], new: &[f64]) -> f64 {
    let above =
        new.iter().map(|value| old.iter().filter(|other| *other < value).count()).sum::<usize>() as f64;
    let (n, m) = (old.len() as f64, new.len() as f64);
    (above - n * m / 2.0) / (n * m * (n + m + 1.0) / 12.0).sqrt()
}
