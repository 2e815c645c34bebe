//! Makes a synthetic world with function calls in counting copies. The recorded counts are varied from launch to launch by hash seeds,
//! flags, retries, timers and threads.
//!
//! `tests/lab/counts.tsv` contains the counts of one launch of each of 21 programs, with 4,506 functions and imports. In the synthetic
//! world, the 21 programs form one app with 12 stored days of three counting launches each. Three new launches are judged with the settings
//! of a team that allows no additional calls.
//!
//! - Hash seeds: sixty functions have additional calls, because the order of buckets changes. The number of additional calls is Poisson
//!   distributed with means of .01 to 5.
//! - Flags: eight flags are set with the probabilities in `FLAGS`. For each flag, four functions run only if the flag is set, and four
//!   other functions run once more if it is set.
//! - Retries: three requests fail in 2 to 30 % of the launches, and are repeated until they succeed.
//! - Timers: four timers fire 0 to 8 times in a launch, whose duration varies by 3 %.
//! - Threads: ten functions run either on the main thread or on another thread, depending on the thread that is first.
//!
//! If a function is called more often in a launch, all calls that it makes are made more often by the same factor. Three changes are
//! planted: an additional call, a loop with 30 instead of 3 iterations, and a call by a new caller. All planted calls are in functions whose
//! calls do not vary.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use anyhow::{Context as _, Result, bail};
use gate_attribution::Attribution;
use gate_attribution::symbols::demangle;
use gate_decision::Finding;
use gate_decision::{Base, Outcome, Policy, check};
use gate_decision::{Side, Subject};
use gate_launches::{CountedImage, Function, FunctionCount, FunctionKind, Launch, Launches};
use gate_stats::Random;

use super::disturbed::FLAGS;
use super::make::World;
use super::{Figures, Lab, Share};

const RECORDED: &str = include_str!("../../../counts.tsv");
const DAYS: usize = 12;
/// Timed launches per session, without which the gate does not judge.
const TIMED: usize = 6;
/// Number of counting launches in each session, both stored and new.
const COUNTING: usize = 3;
/// The largest number of callees of a function whose calls are varied. One random event does not call more functions.
const PART: usize = 40;

/// A function that was called in the recorded launch.
struct RecordedFunction {
    function: Arc<Function>,
    is_import: bool,
    calls: u64,
    order: u64,
    by: Option<usize>,
    /// The functions that this function was the first to call.
    below: Vec<usize>,
    /// The number of functions in the tree below this function, including itself. In the tree of calls, each function is below its first
    /// caller.
    size: usize,
}

/// A random change of the number of a function's calls in a launch. The calls of the function's callees change in proportion.
enum Varies {
    /// The calls increase because of hash seeds. The number of additional calls has a Poisson distribution with the given mean.
    Hash(f64),
    /// The function is not called unless the flag with this index is set.
    Only(usize),
    /// The function is called once more if the flag with this index is set.
    Twice(usize),
    /// The function is called once more for each failed attempt. The value is the probability that an attempt fails.
    Retry(f64),
    /// The number of times that a timer fires in a launch of usual duration.
    Timer(f64),
    /// The function is called once less if another thread was faster, which happens with this probability.
    Race(f64),
}

#[derive(Clone, Copy, PartialEq)]
enum Plant {
    One,
    Loop,
    Path,
}

struct App {
    ran: Vec<RecordedFunction>,
    varies: Vec<(usize, Varies)>,
    /// The indices of functions whose calls are not varied.
    still: Vec<usize>,
}

/// Reads the programs as one app. Static functions with the same name are merged.
fn recorded() -> Result<Vec<RecordedFunction>> {
    let mut ran: Vec<RecordedFunction> = Vec::new();
    let mut places: BTreeMap<(String, &str, bool), usize> = BTreeMap::new();
    let rows: Vec<Vec<&str>> = RECORDED.lines().map(|line| line.split('\t').collect()).collect();
    let mut callers = Vec::new();
    for row in &rows {
        let [program, image, kind, name, calls, order, by] = row[..] else { bail!("{row:?}") };
        let module = if image == "Fixture" || image == program {
            program.to_owned()
        } else {
            format!("{program} {image}")
        };
        let (calls, order): (u64, u64) = (calls.parse()?, order.parse()?);
        let is_import = kind == "import";
        let place = *places.entry((module.clone(), name, is_import)).or_insert(ran.len());
        if place == ran.len() {
            let symbol = name.strip_prefix('_').unwrap_or(name);
            let made = Function::new_unnamed(FunctionKind::App, module.as_str().into());
            let name = demangle::full_name(symbol).into();
            let function = Arc::new(Function { name, short: demangle::short_name(symbol).into(), ..made });
            ran.push(RecordedFunction {
                function,
                is_import,
                calls: 0,
                order,
                by: None,
                below: Vec::new(),
                size: 0,
            });
            callers.push((module, by));
        } else if order < ran[place].order {
            (ran[place].order, callers[place].1) = (order, by);
        }
        ran[place].calls += calls;
    }
    for (at, (module, by)) in callers.into_iter().enumerate() {
        // A first caller must have run before the function that it called.
        let by = places.get(&(module, by, false)).copied().filter(|by| ran[*by].order < ran[at].order);
        ran[at].by = by;
        if let Some(by) = by {
            ran[by].below.push(at);
        }
    }
    let mut by_order: Vec<usize> = (0..ran.len()).collect();
    by_order.sort_by_key(|at| std::cmp::Reverse(ran[*at].order));
    for at in by_order {
        if let Some(by) = ran[at].by {
            ran[by].size += ran[at].size + 1;
        }
    }
    Ok(ran)
}

/// Draws from a log-uniform distribution.
fn between(random: &mut Random, least: f64, most: f64) -> f64 {
    least * (most / least).powf(random.next_uniform())
}

/// Draws from a Poisson distribution by Knuth's method, which is suitable for small means.
fn poisson(random: &mut Random, mean: f64) -> u64 {
    let (end, mut product, mut count) = ((-mean).exp(), random.next_uniform(), 0);
    while product > end {
        product *= random.next_uniform();
        count += 1;
    }
    count
}

/// Draws `count` of the functions in `parts`, and a random change for each drawn function.
fn vary(
    random: &mut Random,
    parts: &[usize],
    count: usize,
    mut change: impl FnMut(&mut Random) -> Varies,
) -> Vec<(usize, Varies)> {
    (0..count).map(|_| (parts[random.next_below(parts.len())], change(random))).collect()
}

impl App {
    fn new(random: &mut Random) -> Result<App> {
        let ran = recorded()?;
        let parts: Vec<usize> = (0..ran.len()).filter(|at| ran[*at].size <= PART).collect();
        let mut varies = Vec::new();
        varies.extend(vary(random, &parts, 60, |random| Varies::Hash(between(random, 0.01, 5.0))));
        for flag in 0..FLAGS.len() {
            varies.extend(vary(random, &parts, 4, |_| Varies::Only(flag)));
            varies.extend(vary(random, &parts, 4, |_| Varies::Twice(flag)));
        }
        varies.extend(vary(random, &parts, 3, |random| Varies::Retry(between(random, 0.02, 0.3))));
        varies.extend(vary(random, &parts, 4, |random| Varies::Timer(8.0 * random.next_uniform())));
        varies.extend(vary(random, &parts, 10, |random| Varies::Race(random.next_uniform())));
        let mut moved = vec![false; ran.len()];
        for (at, _) in &varies {
            touch(&ran, *at, &mut moved);
        }
        let still = (0..ran.len()).filter(|at| !moved[*at]).collect();
        Ok(App { ran, varies, still })
    }

    /// Draws the number of additional calls of each function for one launch.
    fn added(&self, random: &mut Random) -> Vec<i64> {
        let flags = FLAGS.map(|often| random.next_uniform() < often);
        let length = 1.0 + 0.03 * random.next_normal();
        let mut added = vec![0; self.ran.len()];
        for (at, varies) in &self.varies {
            let more = match varies {
                Varies::Hash(mean) => poisson(random, *mean) as i64,
                Varies::Only(flag) if flags[*flag] => 0,
                Varies::Only(_) => -(self.ran[*at].calls as i64),
                Varies::Twice(flag) => i64::from(flags[*flag]),
                Varies::Retry(fails) => {
                    let mut tries = 0;
                    while random.next_uniform() < *fails {
                        tries += 1;
                    }
                    tries
                }
                Varies::Timer(ticks) => (ticks * length).floor() as i64 - ticks.floor() as i64,
                Varies::Race(lost) => -i64::from(random.next_uniform() < *lost),
            };
            self.add(*at, more, &mut added);
        }
        added
    }

    /// Adds `more` calls of a function, and a proportional number of calls of the function's callees, rounded towards zero.
    fn add(&self, at: usize, more: i64, added: &mut [i64]) {
        if more == 0 {
            return;
        }
        added[at] += more;
        for below in &self.ran[at].below {
            self.add(*below, more * self.ran[*below].calls as i64 / self.ran[at].calls as i64, added);
        }
    }

    fn launch(&self, random: &mut Random, like: &Launch, plant: Option<(usize, Plant, usize)>) -> Launch {
        let mut added = self.added(random);
        if let Some((at, plant, _)) = plant {
            self.add(at, if plant == Plant::Loop { 27 } else { 1 }, &mut added);
        }
        let path = plant.filter(|(_, plant, _)| *plant == Plant::Path);
        let mut functions = Vec::new();
        for (at, added) in added.into_iter().enumerate() {
            let new_caller = path.filter(|(which, ..)| *which == at).map(|(.., caller)| caller);
            functions.extend(self.count(at, added, new_caller));
        }
        let counts = vec![CountedImage { functions, ..CountedImage::default() }];
        let session = format!("{}-counting", like.session).into();
        Launch { session, counts: Some(counts.into()), ..like.clone() }
    }

    /// Returns the recorded count of a function plus `added` calls; `None` if the function is not called at all.
    fn count(&self, at: usize, added: i64, new_caller: Option<usize>) -> Option<FunctionCount> {
        let one = &self.ran[at];
        let calls = one.calls as i64 + added;
        // A new caller becomes the first caller if it runs before the function.
        let by = new_caller.filter(|new| self.ran[*new].order < one.order).or(one.by);
        let by = by.map(|by| Arc::clone(&self.ran[by].function));
        (calls > 0).then(|| FunctionCount {
            import: one.is_import,
            calls: calls as u64,
            function: Some(Arc::clone(&one.function)),
            by,
            ..FunctionCount::default()
        })
    }

    fn put(&self, random: &mut Random, launches: &mut Launches, plant: Option<(usize, Plant, usize)>) {
        let timed = std::mem::take(&mut launches.launches);
        let mut seen = BTreeSet::new();
        for launch in timed {
            if seen.insert(Arc::clone(&launch.session)) {
                launches.launches.extend((0..COUNTING as u64).map(|number| {
                    let like = Launch { number: 100 + number, ..launch.clone() };
                    self.launch(random, &like, plant)
                }));
            }
            launches.launches.push(launch);
        }
    }
}

fn touch(ran: &[RecordedFunction], at: usize, moved: &mut [bool]) {
    moved[at] = true;
    ran[at].below.iter().for_each(|below| touch(ran, *below, moved));
}

/// Returns the findings of one trial, and the planted function.
fn trial(
    lab: &Lab,
    random: &mut Random,
    plant: Option<Plant>,
) -> Result<(Vec<Finding>, Option<Arc<Function>>)> {
    let timed = World { methods: 20, launches: TIMED, days: DAYS, ..World::default() }.app(random)?;
    let app = App::new(random)?;
    let plant = match plant {
        None => None,
        Some(plant) => {
            let fits = |at: &&usize| plant != Plant::Loop || app.ran[**at].calls.is_multiple_of(3);
            let fits: Vec<usize> = app.still.iter().filter(fits).copied().collect();
            let at = *fits.get(random.next_below(fits.len().max(1))).context("a function")?;
            Some((at, plant, app.still[random.next_below(app.still.len())]))
        }
    };
    let mut base = timed.store(random, |_, _, _| ());
    app.put(random, &mut base, None);
    let mut head = timed.head_of(random, TIMED, 0, 1.0);
    app.put(random, &mut head, plant);
    let mut config = lab.config().clone();
    config.counts.allowed = Some(0);
    let attribution = Attribution::default();
    let policy = Policy { config: &config, attribution: &attribution, accepted: &[], today: lab.today() };
    let [head, base] = [&head, &base].map(|launches| Side { launches, role: None });
    let findings = match check(head, Base::Launches(base), &policy)?.outcome {
        Outcome::Judged(_, verdict) => verdict.findings,
        other => bail!("not judged: {other:?}"),
    };
    let planted = plant.map(|(at, ..)| Arc::clone(&app.ran[at].function));
    Ok((
        findings.into_iter().filter(|finding| matches!(finding.subject(), Subject::Called(_))).collect(),
        planted,
    ))
}

/// Measures the figures of `cargo xtask bench counts` for which no phone is needed.
pub(crate) fn called(lab: &Lab) -> Figures {
    let quiet = lab.count("called.any_false", lab.trials.quiet, |random| {
        Ok(trial(lab, random, None)?.0.iter().any(Finding::fails))
    })?;
    let mut shares = vec![Share { name: "counts.any_false".to_owned(), ..quiet }];
    let mut sums = [("counts.found", 0, 0), ("counts.named", 0, 0)];
    for (name, plant) in [("one", Plant::One), ("loop", Plant::Loop), ("path", Plant::Path)] {
        for (sum, is_named) in sums.iter_mut().zip([false, true]) {
            let share = lab.count(&format!("called.{name}"), lab.trials.power.div_ceil(3), |random| {
                let (findings, planted) = trial(lab, random, Some(plant))?;
                let planted = planted.context("a plant")?;
                Ok(findings.iter().filter(|finding| finding.fails()).any(|finding| {
                    let is_top = *finding.subject() == Subject::Called((&*planted).into());
                    let is_below =
                        finding.exact_increase().iter().any(|more| more.below.contains(&planted.short));
                    is_top || is_below && !is_named
                }))
            })?;
            (sum.1, sum.2) = (sum.1 + share.count, sum.2 + share.trials);
            shares.push(Share { name: format!("{}.{name}", sum.0), ..share });
        }
    }
    shares.extend(sums.map(|(name, count, trials)| Share { name: name.to_owned(), count, trials }));
    let (ran, app) = (recorded()?.len(), App::new(&mut Random::new(1))?);
    shares.push(Share { name: "counts.varying".to_owned(), count: ran - app.still.len(), trials: ran });
    Ok(shares)
}
