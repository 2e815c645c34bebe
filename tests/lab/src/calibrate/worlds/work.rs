//! Work, which is compared exactly where it is one number in every launch: files, queries, allocations and queues of forty methods.
//!
//! - `rare`: ten counts are one more in one launch of 61, the rate at which a count most likely hides from a pool of 60 launches.
//! - `switched`: three counts are another number on every fourth day, as a server says.
//! - `cached`: eight counts are more where a cache was cold, in three launches of ten.

use anyhow::{Context as _, Result};
use gate::compare::Side;
use gate::config::Config;
use gate::judge::{Base, Outcome, Policy, check};
use gate::launches::{Launches, Thread, Work, WorkKind};
use gate::stats::Random;
use gate::verdict::{Finding, FindingKind};

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
/// In one launch of so many: the worst rate for a pool of 60.
const RARELY: f64 = 1.0 / 61.0;
const COLD: f64 = 0.3;

/// What is planted: so much more of a kind.
const PLANTS: [(WorkKind, u64); 4] = [
    (WorkKind::FileOpen, 1),
    (WorkKind::DatabaseStep, 1),
    (WorkKind::MemoryAllocate, 100),
    (WorkKind::QueueSync, 1),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Varies {
    Rarely,
    Switched,
    Cached,
}

/// One count: of which kind, by which method, how often.
struct Count {
    kind: WorkKind,
    method: usize,
    usual: u64,
    varies: Option<Varies>,
}

fn counts(random: &mut Random, varies: Varies) -> Vec<Count> {
    let some = match varies {
        Varies::Rarely => 10,
        Varies::Switched => 3,
        Varies::Cached => 8,
    };
    let mut all = Vec::new();
    for (kind, method) in (0..METHODS).flat_map(|method| KINDS.map(|kind| (kind, method))) {
        if random.unit() < 0.5 {
            all.push(Count { kind, method, usual: 1 + random.below(30) as u64, varies: None });
        }
    }
    for _ in 0..some {
        let place = random.below(all.len().max(1));
        if let Some(count) = all.get_mut(place) {
            count.varies = Some(varies);
        }
    }
    all
}

/// Gives launches their work; of the day hangs what a server switches. `more` is added to one count in each.
fn put(random: &mut Random, launches: &mut Launches, counts: &[Count], more: Option<(usize, u64)>) {
    let names: Vec<_> = launches.table.methods().map(|(_, method)| method.name.clone()).collect();
    for launch in &mut launches.launches {
        let is_cold = random.unit() < COLD;
        let day: u64 = launch
            .session
            .bytes()
            .filter(u8::is_ascii_digit)
            .take(3)
            .fold(0, |day, digit| day * 10 + u64::from(digit - b'0'));
        let row = |(at, count): (usize, &Count)| {
            let added = match count.varies {
                Some(Varies::Rarely) => u64::from(random.unit() < RARELY),
                Some(Varies::Switched) => u64::from(day % 4 == 1),
                Some(Varies::Cached) if is_cold => 1 + count.usual / 2,
                Some(Varies::Cached) | None => 0,
            };
            let planted = more.filter(|(which, _)| *which == at).map_or(0, |(_, more)| more);
            let by = names.get(count.method)?.clone();
            let calls = count.usual + added + planted;
            Some(Work { kind: count.kind, thread: Thread::Main, by, calls, bytes: 0 })
        };
        launch.work = Some(Work::add_up(counts.iter().enumerate().filter_map(row).collect()));
    }
}

/// The findings of work after one trial, and who asks for what was planted.
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
        planted = Some((*fits.get(random.below(fits.len().max(1))).context("a count of the kind")?, more));
    }
    let mut base = app.store(random, |_, _, _| ());
    put(random, &mut base, &counts, None);
    let mut head = app.head_of(random, 5, 0, 1.0);
    put(random, &mut head, &counts, planted);
    let attribution = gate::attribute::Attribution::default();
    let config: &Config = lab.config();
    let policy = Policy { config, attribution: &attribution, accepted: &[] };
    let [head_side, base_side] = [&head, &base].map(|launches| Side { launches, role: None });
    let outcome = check(head_side, Base::Launches(base_side), &policy, lab.today())?.outcome;
    let Outcome::Judged(_, verdict) = outcome else { anyhow::bail!("not judged: {outcome:?}") };
    let by = planted.and_then(|(at, _)| head.table.methods().nth(counts[at].method));
    let of_work = verdict.findings.into_iter().filter(|finding| finding.kind == FindingKind::Work);
    Ok((of_work.collect(), by.map_or_else(String::new, |(_, method)| method.name.to_string())))
}

/// Whether a plant is told for certain, by who asks for it; and red, where its kind may fail.
fn is_found(lab: &Lab, findings: &[Finding], (kind, by): (WorkKind, &str)) -> bool {
    findings.iter().any(|finding| {
        let Some(more) = &finding.more_calls else { return false };
        let is_it = Some(finding.subject().bare()) == kind.name()
            && more.callers.iter().any(|from| &*from.method == by);
        is_it && more.is_sure() && (finding.fails() || !lab.config().work.fails(kind))
    })
}

/// The figures of `cargo xtask bench work` that need no phone.
pub(crate) fn work(lab: &Lab) -> Figures {
    let worlds = [("rare", Varies::Rarely), ("switched", Varies::Switched), ("cached", Varies::Cached)];
    let mut all = Share { name: "work.any_false".to_owned(), count: 0, trials: 0 };
    let mut found = Share { name: "work.found".to_owned(), count: 0, trials: 0 };
    let mut shares = Vec::new();
    for (name, varies) in worlds {
        let share = lab.count(
            &format!("work.{name}.any_false"),
            lab.trials.quiet.div_ceil(worlds.len()),
            |random| Ok(trial(lab, random, varies, None)?.0.iter().any(Finding::fails)),
        )?;
        (all.count, all.trials) = (all.count + share.count, all.trials + share.trials);
        shares.push(Share { name: format!("work.{name}.any_false"), ..share });
        // On a store that shows a server's switches, more work is never certain.
        let plants = if varies == Varies::Switched { &PLANTS[..1] } else { &PLANTS[..] };
        for (at, plant) in plants.iter().enumerate() {
            let share =
                lab.count(&format!("work.{name}.found{at}"), lab.trials.power.div_ceil(8), |random| {
                    let (findings, by) = trial(lab, random, varies, Some(*plant))?;
                    Ok(is_found(lab, &findings, (plant.0, &by)))
                })?;
            if varies == Varies::Switched {
                shares.push(Share { name: "work.switched.found".to_owned(), ..share });
            } else {
                (found.count, found.trials) = (found.count + share.count, found.trials + share.trials);
            }
        }
    }
    shares.extend([all, found]);
    Ok(shares)
}
