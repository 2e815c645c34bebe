//! Makes a synthetic world with requests to the system ("work") by forty methods: files, queries, allocations and queues. A count that is
//! the same in every launch is compared exactly.
//!
//! - `rare`: ten counts are higher by one in one of 61 launches. At this rate, the probability is largest that a count differs for the
//!   first time in the next launch after 60 stored launches.
//! - `switched`: ten counts are higher by one on days that a server selects for each count, from one in ten
//!   days to one in two.
//! - `cached`: eight counts are higher if a cache was cold, from one in twenty launches to one in two.
//! - `flag`: one count is higher by one on one in seven days. At this rate, the probability is largest that the count differs for the first
//!   time on the next day after six stored days. A rule that has only the stored days cannot detect a switch that did not occur on these
//!   days, so the figure for this synthetic world has no goal.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use gate_config::Config;
use gate_decision::Side;
use gate_decision::{Base, Outcome, Policy, check};
use gate_decision::{Finding, FindingKind};
use gate_launches::{Launches, ThreadKind, Work, WorkKind};
use gate_stats::Random;

use super::make::World;
use super::{Figures, Lab, Share};

const METHODS: usize = 40;
const KINDS: [WorkKind; 6] = [
    WorkKind::FileOpen,
    WorkKind::FileStat,
    WorkKind::CodeFind,
    WorkKind::DatabaseStep,
    WorkKind::MemoryAllocate,
    WorkKind::QueueSync,
];
/// The probability that a rare count is higher in a launch. For 60 stored launches, this probability is the most unfavourable one.
const RARELY: f64 = 1.0 / 61.0;
/// The planted growth: the kind of request and the number of additional calls.
const PLANTS: [(WorkKind, u64); 4] = [
    (WorkKind::FileOpen, 1),
    (WorkKind::DatabaseStep, 1),
    (WorkKind::MemoryAllocate, 100),
    (WorkKind::QueueSync, 1),
];

/// The numbers of new launches in trials of false alarms.
const NEW: [usize; 3] = [1, 3, 5];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Varies {
    Rarely,
    Switched,
    Cached,
    Flag,
}

/// The number of requests of one kind by one method in a usual launch. If the count varies in a synthetic world, the field `varies`
/// contains the probability that the count is higher.
struct Count {
    kind: WorkKind,
    method: usize,
    usual: u64,
    varies: Option<(Varies, f64)>,
}

fn counts(random: &mut Random, varies: Varies) -> Vec<Count> {
    let some = match varies {
        Varies::Rarely | Varies::Switched => 10,
        Varies::Cached => 8,
        Varies::Flag => 1,
    };
    let mut all = Vec::new();
    for (kind, method) in (0..METHODS).flat_map(|method| KINDS.map(|kind| (kind, method))) {
        if random.next_uniform() < 0.5 {
            all.push(Count { kind, method, usual: 1 + random.next_below(30) as u64, varies: None });
        }
    }
    // All caches of a launch are cold at the same time, so the counts of all caches have the same rate.
    let cold = 0.05 + 0.45 * random.next_uniform();
    for _ in 0..some {
        let rate = match varies {
            Varies::Rarely => RARELY,
            Varies::Switched => 0.1 + 0.4 * random.next_uniform(),
            Varies::Cached => cold,
            Varies::Flag => 1.0 / 7.0,
        };
        let place = random.next_below(all.len().max(1));
        if let Some(count) = all.get_mut(place) {
            count.varies = Some((varies, rate));
        }
    }
    all
}

/// Adds the requests to launches. `more` is a count and the number by which it grows in each launch.
fn put(random: &mut Random, launches: &mut Launches, counts: &[Count], more: Option<(usize, u64)>) {
    let names: Vec<_> = launches.table.methods().map(|(_, method)| method.name.clone()).collect();
    // For each day, the map contains a random number for each count. This number decides whether the server has switched the count.
    let mut days: BTreeMap<Arc<str>, Vec<f64>> = BTreeMap::new();
    for launch in &mut launches.launches {
        let day = days
            .entry(Arc::clone(&launch.session))
            .or_insert_with(|| counts.iter().map(|_| random.next_uniform()).collect());
        let heat = random.next_uniform();
        let mut rows = Vec::new();
        for (at, count) in counts.iter().enumerate() {
            let added = match count.varies {
                Some((Varies::Rarely, rate)) => u64::from(random.next_uniform() < rate),
                Some((Varies::Switched | Varies::Flag, rate)) => u64::from(day[at] < rate),
                Some((Varies::Cached, rate)) if heat < rate => 1 + count.usual / 2,
                Some((Varies::Cached, _)) | None => 0,
            };
            let planted = more.filter(|(which, _)| *which == at).map_or(0, |(_, more)| more);
            let Some(by) = names.get(count.method).cloned() else { continue };
            let calls = count.usual + added + planted;
            rows.push(Work { kind: count.kind, thread: ThreadKind::Main, by, calls, bytes: 0 });
        }
        launch.work = Some(Work::add_up(rows));
    }
}

/// Returns the findings about requests in one trial, and the method whose count was increased.
fn trial(
    lab: &Lab,
    random: &mut Random,
    varies: Varies,
    plant: Option<(WorkKind, u64)>,
) -> Result<(Vec<Finding>, String)> {
    let app = World { methods: METHODS, ..World::default() }.app(random)?;
    let counts = counts(random, varies);
    let mut planted = None;
    if let Some((kind, more)) = plant {
        let fits: Vec<usize> =
            (0..counts.len()).filter(|at| counts[*at].kind == kind && counts[*at].varies.is_none()).collect();
        planted =
            Some((*fits.get(random.next_below(fits.len().max(1))).context("a count of the kind")?, more));
    }
    let mut base = app.store(random, |_, _, _| ());
    put(random, &mut base, &counts, None);
    let new = if plant.is_some() { 5 } else { NEW[random.next_below(NEW.len())] };
    let mut head = app.head_of(random, new, 0, 1.0);
    put(random, &mut head, &counts, planted);
    let attribution = gate_attribution::Attribution::default();
    let config: &Config = lab.config();
    let policy = Policy { config, attribution: &attribution, accepted: &[], today: lab.today() };
    let [head_side, base_side] = [&head, &base].map(|launches| Side { launches, role: None });
    let outcome = check(head_side, Base::Launches(base_side), &policy)?.outcome;
    let findings = match outcome {
        Outcome::Judged(_, verdict) => verdict.findings,
        Outcome::TooFew { findings, .. } => findings,
        other => anyhow::bail!("not judged: {other:?}"),
    };
    let by = planted.and_then(|(at, _)| head.table.methods().nth(counts[at].method));
    let of_work = findings.into_iter().filter(|finding| finding.kind == FindingKind::Work);
    Ok((of_work.collect(), by.map_or_else(String::new, |(_, method)| method.name.to_string())))
}

/// Returns whether the planted growth is reported as certain with its method, and fails the check if its kind may fail.
fn is_found(lab: &Lab, findings: &[Finding], kind: WorkKind, by: &str) -> bool {
    findings.iter().any(|finding| {
        let Some(more) = finding.exact_increase() else { return false };
        let is_it = Some(finding.subject().bare_name()) == kind.name()
            && more.callers.iter().any(|from| &*from.method == by);
        is_it && more.is_sure() && (finding.fails() || !lab.config().work.fails(kind))
    })
}

fn false_alarms(lab: &Lab, name: &str, varies: Varies, trials: usize) -> Result<Share> {
    let name = format!("work.{name}.any_false");
    let measured = lab
        .count(&name, trials, |random| Ok(trial(lab, random, varies, None)?.0.iter().any(Finding::fails)))?;
    Ok(Share { name, ..measured })
}

/// Measures the figures of `cargo xtask bench work` for which no phone is needed.
pub(crate) fn work(lab: &Lab) -> Figures {
    let worlds = [("rare", Varies::Rarely), ("switched", Varies::Switched), ("cached", Varies::Cached)];
    let share = |name: &str| Share { name: format!("work.{name}"), count: 0, trials: 0 };
    let (mut all, mut found, mut switched) = (share("any_false"), share("found"), share("switched.found"));
    let mut shares = Vec::new();
    for (name, varies) in worlds {
        let share = false_alarms(lab, name, varies, lab.trials.quiet.div_ceil(worlds.len()))?;
        (all.count, all.trials) = (all.count + share.count, all.trials + share.trials);
        shares.push(share);
        // If a server switches counts, additional requests are never certain, so this synthetic world is excluded from the goal for power.
        let sum = if varies == Varies::Switched { &mut switched } else { &mut found };
        for (at, plant) in PLANTS.iter().enumerate() {
            let name = format!("work.{name}.found{at}");
            let share = lab.count(&name, lab.trials.power.div_ceil(8), |random| {
                let (findings, by) = trial(lab, random, varies, Some(*plant))?;
                Ok(is_found(lab, &findings, plant.0, &by))
            })?;
            (sum.count, sum.trials) = (sum.count + share.count, sum.trials + share.trials);
        }
    }
    shares.push(false_alarms(lab, "flag", Varies::Flag, lab.trials.quiet)?);
    shares.extend([switched, all, found]);
    Ok(shares)
}
