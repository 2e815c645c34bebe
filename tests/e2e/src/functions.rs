//! Draws runs of the sample app in which one function has become slower. Launches are recorded once, on the emulated phone, with the
//! agent's samples. Runs are drawn from the recorded launches, with noise on every exact cost.
//!
//! The gate's own code judges the runs from their traces.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context as _, Result, bail, ensure};
use gate_attribution::Attribution;
use gate_config::{Config, Date};
use gate_decision::{Answer, Finding, FindingKind, Verdict};
use gate_decision::{Base, Outcome, Policy};
use gate_decision::{Comparison, FunctionGrowth, JudgedRow, Side, Subject};
use gate_launches::{
    Function, Launch, Launches, MethodOwners as _, Ns, ReadOptions, SampledFunction, SampledScope,
    read_stream,
};
use gate_stats::Random;
use phone::build::{self, Style};
use tempfile::TempDir;

use crate::bundle::Bundle;
use crate::shop::Shop;

/// Number of recorded launches per variant.
const RECORDED: u64 = 40;
/// Number of launches that run at the same time: the cores of a CI runner.
const AT_A_TIME: usize = 2;
/// Factor on the duration of an instruction. With a larger factor, fewer instructions have to be emulated.
pub(crate) const SLOWDOWN: f64 = 10.0;
/// The number of launches per session.
pub(crate) const LAUNCHES: usize = 10;
pub(crate) const SESSIONS: usize = 6;
/// Standard deviations of the logarithm of an exact cost: between launches, between sessions, and between
/// launches for each row independently.
const NOISE: (f64, f64, f64) = (0.01, 0.005, 0.02);
/// Intended duration of a launch.
const LAUNCH_MS: f64 = 400.0;
/// Cost of the slower function in the base.
const BEFORE_MS: f64 = 2.0;

/// A function whose cost is set by a switch of the app.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The function's name in `SHOP_SLOW`.
    pub place: &'static str,
    /// A text that the function's demangled name contains.
    pub function: &'static str,
    pub module: &'static str,
    pub owner: &'static str,
}

impl Target {
    /// Returns whether a finding names the function as its subject or as an explanation.
    fn is_named_by(&self, finding: &Finding) -> bool {
        let own = finding.subject().function().is_some_and(|name| name.contains(self.function));
        own || finding.functions.iter().any(|part| part.function.short.contains(self.function))
    }
}

/// The functions that become slower: one in Swift, one in C++, and a static initialiser.
pub const TARGETS: [Target; 3] = [
    Target { place: "Pricing.rule", function: "Rule.work(", module: "Pricing", owner: "@shop/pricing" },
    Target { place: "Geometry.pack", function: "::covered", module: "Geometry", owner: "@shop/geometry" },
    Target {
        place: "Geometry.static",
        function: "static initialiser of Geometry.cpp",
        module: "Geometry",
        owner: "@shop/geometry",
    },
];

/// The recorded launches of several variants of the app, with the attribution of their functions.
pub struct Lab {
    /// For each build, one bundle for each launch that may run at the same time.
    apps: Vec<Vec<Mutex<Bundle>>>,
    attribution: Attribution,
    config: Config,
    /// The executable of each build.
    executables: Vec<PathBuf>,
    /// Factor on the repetitions of all functions of the app.
    all: f64,
    /// For each target, the factor at which the function's own code takes 2 ms.
    plain: [f64; 3],
    /// Seed of the launches and of the noise.
    seed: u64,
    folder: TempDir,
}

impl Lab {
    /// Builds the app, its dSYMs and CODEOWNERS. `others` are additional builds of the app.
    pub fn new(others: Vec<Shop>) -> Result<Lab> {
        let folder = tempfile::tempdir()?;
        let mut builds = vec![Shop::build(Style::Chained)?];
        builds.extend(others);
        let mut apps = Vec::new();
        for shop in &builds {
            let bundles = (0..AT_A_TIME).map(|_| Bundle::from_shop(Shop::build_like(shop)?));
            let bundles = bundles.collect::<Result<Vec<Bundle>>>()?;
            apps.push(bundles.into_iter().map(Mutex::new).collect::<Vec<_>>());
        }
        let mut config = Config::default();
        for (at, shop) in builds.iter().enumerate() {
            for linked in [&shop.products.shop, &shop.products.kit, &shop.products.promotions] {
                dsym(&linked.file, &folder.path().join(format!("symbols-{at}")))?;
            }
        }
        // The debug map contains the library of each function of the executable.
        config.attribution.binaries = vec![builds[0].products.shop.file.clone()];
        config.attribution.symbols = folder.path().join("symbols-0");
        config.attribution.codeowners = folder.path().join("CODEOWNERS");
        config.attribution.source_root = build::workspace().display().to_string();
        std::fs::write(
            &config.attribution.codeowners,
            "* @shop/everybody\n/tests/app/Pricing/ @shop/pricing\n/tests/app/Geometry/ @shop/geometry\n/tests/app/Checkout/ @shop/checkout\n",
        )?;
        let mut attribution = Attribution::read(&config, Path::new("/"))?;
        for at in 1..apps.len() {
            attribution.add_symbols(&folder.path().join(format!("symbols-{at}")))?;
        }
        let executables = builds.iter().map(|shop| shop.products.shop.file.clone()).collect();
        let mut lab =
            Lab { apps, attribution, config, executables, all: 1.0, plain: [1.0; 3], seed: 0, folder };
        lab.set_clock()?;
        Ok(lab)
    }

    /// Calibrates the factors so that a launch and each function take their intended durations.
    fn set_clock(&mut self) -> Result<()> {
        for _ in 0..3 {
            // Some time of the launch does not depend on the factor, so the factor is computed from two measurements.
            let (launch, once) = (self.duration(self.plain)?, self.all);
            self.all *= 2.0;
            let each = (self.duration(self.plain)? - launch) / once;
            ensure!(each > 0.0, "SHOP_ALL does nothing");
            self.all = once + (LAUNCH_MS - launch) / each;
            for at in 0..TARGETS.len() {
                let mut more = self.plain;
                more[at] += 20.0;
                let each = (self.duration(more)? - self.duration(self.plain)?) / 20.0;
                ensure!(each > 0.0, "{} does nothing", TARGETS[at].place);
                self.plain[at] = BEFORE_MS / each;
            }
        }
        Ok(())
    }

    fn duration(&self, times: [f64; 3]) -> Result<f64> {
        let launches = self.launch(0, 0, 0, times)?;
        let launch = launches.launches.first().context("a launch")?;
        Ok(launch.duration().context("the launch has no end")?.0 / 1e6)
    }

    fn launch(&self, app: usize, bundle: usize, number: u64, times: [f64; 3]) -> Result<Launches> {
        let trace = self.trace(app, bundle, "one", number, times)?;
        let options = ReadOptions { paths: true, ..ReadOptions::default() };
        Ok(read_stream("one.lgtrace", &trace[..], &options)?)
    }

    fn trace(&self, app: usize, bundle: usize, id: &str, number: u64, times: [f64; 3]) -> Result<Vec<u8>> {
        let slow: Vec<String> =
            TARGETS.iter().zip(times).map(|(target, times)| format!("{}:{times:.3}", target.place)).collect();
        let (slow, all) = (slow.join(","), format!("{:.3}", self.all));
        let environment = [
            ("LAUNCHGATE_LAUNCH", id),
            ("LAUNCHGATE_SAMPLES", "on"),
            ("SHOP_SLOW", &slow),
            ("SHOP_ALL", &all),
        ];
        // All launches of a bundle use the same container, so only one can run at a time. Old traces are deleted, because the moments of
        // the samples would otherwise depend on the order in which tests launch the bundle.
        let place = &self.apps[app][bundle];
        let bundle = place.lock().unwrap_or_else(PoisonError::into_inner);
        bundle.delete_traces()?;
        let run = bundle.run_with(&environment, |config| {
            config.own_core = true;
            // With the factor `SLOWDOWN`, a sample takes about as long as on a phone, some 40 µs.
            config.slowdown = SLOWDOWN;
            // The samples of different launches interrupt different instructions.
            config.age_ticks += 977 * (number + self.seed * RECORDED);
        })?;
        ensure!(run.status()? == 0, "Shop ended otherwise");
        let path = format!("Library/Caches/launchgate/{id}.lgtrace");
        run.files.get(&path).cloned().with_context(|| format!("no {path}"))
    }

    /// Launches two builds alternately, `launches` times each, and writes the traces as `gate run` does. The second build contains a
    /// slower function.
    pub fn write_pairs(
        &self,
        [base, head]: [usize; 2],
        slower: (usize, f64),
        pairs: u64,
        folder: &Path,
    ) -> Result<()> {
        std::fs::create_dir_all(folder)?;
        for block in 0..pairs {
            for (app, side, number) in [(base, "base", 2 * block), (head, "head", 2 * block + 1)] {
                let id = format!("pairs.{side}.{block}.{number}");
                let times = self.times((side == "head").then_some(slower));
                std::fs::write(
                    folder.join(format!("{id}.lgtrace")),
                    self.trace(app, 0, &id, number, times)?,
                )?;
            }
        }
        Ok(())
    }

    /// Returns the folder that contains a build's dSYMs.
    pub fn symbols(&self, app: usize) -> PathBuf {
        self.folder.path().join(format!("symbols-{app}"))
    }

    /// Returns a build's executable.
    pub fn executable(&self, app: usize) -> &Path {
        &self.executables[app]
    }

    /// Returns the settings, including the settings of the attribution.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Sets the seed, which selects other launches and other noise of the same builds.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    /// Records the launches of a variant. `slower` is the index of a function and its growth in ms.
    pub fn record(&self, app: usize, slower: Option<(usize, f64)>) -> Result<Launches> {
        self.record_some(app, slower, RECORDED)
    }

    /// Records `count` launches of a variant.
    pub fn record_some(&self, app: usize, slower: Option<(usize, f64)>, count: u64) -> Result<Launches> {
        let times = self.times(slower);
        let parts: Vec<Result<Launches>> = std::thread::scope(|scope| {
            let start = |bundle| scope.spawn(move || self.record_bundle(app, bundle, times, count));
            let threads: Vec<_> = (0..AT_A_TIME).map(start).collect();
            threads
                .into_iter()
                .map(|thread| thread.join().unwrap_or_else(|_| bail!("a launch ended in a panic")))
                .collect()
        });
        let mut all = Launches::default();
        for part in parts {
            all.absorb(part?);
        }
        ensure!(all.launches.len() as u64 == count, "{} launches", all.launches.len());
        name(&self.attribution, &mut all)?;
        Ok(all)
    }

    /// Records the launches of one bundle: every `AT_A_TIME`-th of `count`.
    fn record_bundle(&self, app: usize, bundle: usize, times: [f64; 3], count: u64) -> Result<Launches> {
        let mut all = Launches::default();
        for number in (1..=count).filter(|number| *number as usize % AT_A_TIME == bundle) {
            let mut one = self.launch(app, bundle, number, times)?;
            for launch in &mut one.launches {
                launch.number = number;
                launch.session = "recorded".into();
            }
            all.absorb(one);
        }
        Ok(all)
    }

    /// Returns the factor of each target; `slower` is the index of a target and its growth in ms.
    fn times(&self, slower: Option<(usize, f64)>) -> [f64; 3] {
        let mut times = self.plain;
        if let Some((target, ms)) = slower {
            times[target] *= (BEFORE_MS + ms) / BEFORE_MS;
        }
        times
    }

    /// Returns the true cost of each function; see `Judge::truth`.
    pub fn truth(&self, base: &Launches, head: &Launches) -> Result<Truth> {
        self.gate_judge().truth(base, head)
    }

    /// Judges one run that is drawn from recorded launches: the base from `base`, and the head from `head`.
    pub fn judge(&self, base: &Launches, head: &Launches, run: u64) -> Result<Drawn> {
        self.gate_judge().judge(base, head, run + 10_000_000 * self.seed)
    }

    fn gate_judge(&self) -> Judge<'_> {
        Judge { config: &self.config, attribution: &self.attribution }
    }
}

/// The settings and the attribution, with which runs are judged.
#[derive(Clone, Copy)]
pub(crate) struct Judge<'a> {
    pub(crate) config: &'a Config,
    pub(crate) attribution: &'a Attribution,
}

/// The true costs of functions in base and head, by function and by the row that contains the cost: a method, or the time outside of
/// methods in a phase. The entry without a row has the cost in all rows.
pub type Truth = BTreeMap<(Option<Subject>, Arc<str>), [f64; 2]>;

/// The verdict on a drawn run, and the rows of its functions.
pub type Drawn = (Verdict, Vec<JudgedRow>);

/// Names the functions in the samples of recorded launches.
pub(crate) fn name(attribution: &Attribution, launches: &mut Launches) -> Result<()> {
    attribution.set_owners(launches);
    let problems = attribution.name_functions(launches, None);
    ensure!(problems.is_empty(), "{problems:?}");
    for launch in &mut launches.launches {
        // At this point the launch contains the named functions, so its samples are not needed any more.
        launch.samples = None;
    }
    Ok(())
}

impl Judge<'_> {
    /// Returns the cost of each function in base and head, over all recorded launches and without noise. The result includes functions that
    /// a report does not show; a finding may not report more than this true cost. A function that has its own code in either build has a
    /// separate cost, as in a verdict. The cost of any other function is also part of the functions that contain it.
    pub(crate) fn truth(self, base: &Launches, head: &Launches) -> Result<Truth> {
        let (comparison, _) = self.outcome(base, head)?;
        let sides = [all_seen(base), all_seen(head)];
        let chain = |seen: &SampledFunction| -> Vec<Arc<Function>> {
            std::iter::successors(seen.function.clone(), |function| function.within.clone()).collect()
        };
        let outermost = sides.iter().flatten().filter_map(|seen| chain(seen).pop());
        let own: BTreeSet<Arc<str>> = outermost.map(|function| Arc::clone(&function.name)).collect();
        let mut costs = Truth::new();
        for judged in &comparison.rows {
            let node = match &judged.row.subject {
                Subject::Method(name) => SampledScope::Method(Arc::clone(name)),
                Subject::Outside(Some(phase)) => SampledScope::Outside(Arc::clone(phase)),
                _ => continue,
            };
            for (side, cost) in [judged.result.base, judged.result.head].into_iter().enumerate() {
                let seen = || sides[side].iter().filter(|seen| seen.node == node);
                let samples: u64 = seen().map(|seen| seen.samples).sum();
                for seen in seen() {
                    let mut names = BTreeSet::new();
                    for function in chain(seen) {
                        names.insert(Arc::clone(&function.short));
                        if own.contains(&function.name) {
                            break;
                        }
                    }
                    let part = cost * seen.samples as f64 / samples as f64;
                    for name in names {
                        for row in [None, Some(judged.row.subject.clone())] {
                            costs.entry((row, Arc::clone(&name))).or_default()[side] += part;
                        }
                    }
                }
            }
        }
        Ok(costs)
    }

    /// Judges one run that is drawn from recorded launches.
    pub(crate) fn judge(self, base: &Launches, head: &Launches, run: u64) -> Result<Drawn> {
        let mut random = Random::new(run);
        let mut stored = Launches::default();
        let mut left = Vec::new();
        for session in 0..SESSIONS {
            let (name, day) = (format!("day-{session}"), session as u64);
            stored.absorb(draw(base, &mut left, &name, day, &mut random));
        }
        let head = draw(head, &mut Vec::new(), "head", SESSIONS as u64, &mut random);
        let (comparison, verdict) = self.outcome(&stored, &head)?;
        if let Some(reason) = &comparison.functions.not_judged {
            bail!("{reason:?}");
        }
        Ok((verdict, comparison.functions.rows))
    }

    fn outcome(self, base: &Launches, head: &Launches) -> Result<(Comparison, Verdict)> {
        let today = Date::from_unix_seconds(1_800_000_000).context("a day")?;
        let policy = Policy { config: self.config, attribution: self.attribution, accepted: &[], today };
        let side = |launches| Side { launches, role: None };
        match gate_decision::check(side(head), Base::Launches(side(base)), &policy)?.outcome {
            Outcome::Judged(comparison, verdict) => Ok((*comparison, verdict)),
            other => bail!("{other:?}"),
        }
    }
}

/// Returns the functions that occur in samples, over all launches.
fn all_seen(launches: &Launches) -> Vec<SampledFunction> {
    let functions = launches.launches.iter().filter_map(|launch| launch.functions.as_deref());
    functions.flat_map(|functions| functions.seen.clone()).collect()
}

/// Returns three answers: whether the verdict is red, whether a finding names the function, and whether it
/// names the function first and with its owner.
pub fn names(verdict: &Verdict, target: &Target) -> (bool, bool, bool) {
    let names = |finding: &Finding| target.is_named_by(finding);
    let red = verdict.answer == Answer::Regressed;
    let failing = || verdict.findings.iter().filter(|finding| finding.fails());
    let named = red && failing().any(names);
    let first = failing().next().is_some_and(|finding| {
        let row = &finding.row;
        // A method has its own owner; a function that explains the method's growth may have another owner.
        let (first, whose) = match finding.functions.first() {
            Some(FunctionGrowth { function, .. }) => (
                function.short.contains(target.function),
                (Some(&*function.module), function.owner.as_deref()),
            ),
            None => (names(finding), (row.module.as_deref(), row.owner.as_deref())),
        };
        first && whose == (Some(target.module), Some(target.owner))
    });
    (red, named, named && first)
}

/// The smallest share of a reported growth that must be true: below it, a function is named falsely.
pub const QUARTER: f64 = 0.25;

/// Returns the functions in findings that are named falsely, each with the reported and the true growth. A function is named falsely if its
/// true growth is less than `least` of the reported growth, or if it is reported as new or moved. The sources of both builds are the same.
/// A new or moved function is therefore a function whose name changed between the builds, and a function that did not grow was given the
/// samples of another function.
pub fn named_falsely(verdict: &Verdict, truth: &Truth, least: f64) -> Vec<String> {
    let mut found = Vec::new();
    for finding in &verdict.findings {
        let moved = finding.kind == FindingKind::Moved;
        if finding.subject().function().is_some() && (moved || finding.fails()) {
            let kind = if moved { "moved" } else { "found" };
            let levels = [finding.levels.base.value, finding.levels.head.value];
            let key = (None, Arc::from(finding.subject().short_name()));
            found.extend(describe_falsely_named(truth, least, kind, &key, levels));
        }
        // An explanation states the growth of a function in the method of the finding, so other methods that call the function do not count.
        for part in finding.functions.iter().filter(|_| finding.fails()) {
            let key = (Some(finding.subject().clone()), Arc::clone(&part.function.short));
            let levels = [part.cost.base, part.cost.head];
            found.extend(describe_falsely_named(truth, least, "explains", &key, levels));
        }
    }
    found
}

/// Returns a description of a function that is named falsely, with the reported and the true growth: a moved or new function, or a function
/// whose true growth is less than `least` of the reported growth.
fn describe_falsely_named(
    truth: &Truth,
    least: f64,
    kind: &str,
    key: &(Option<Subject>, Arc<str>),
    [base, head]: [f64; 2],
) -> Option<String> {
    let [before, now] = truth.get(key).copied().unwrap_or_default();
    let grown = now - before;
    (kind == "moved" || before == 0.0 || grown < least * (head - base)).then(|| {
        let [base, head, grown] = [base, head, grown].map(|ns| ns / 1e6);
        format!("{kind} {}: {base:.2} → {head:.2} ms, really {grown:+.2} ms", key.1)
    })
}

/// Draws a session of launches from a recording, and adds noise. A launch is drawn a second time only after all other launches have been
/// drawn, since the samples of each launch differ.
fn draw<'a>(
    from: &'a Launches,
    left: &mut Vec<&'a Launch>,
    name: &str,
    day: u64,
    random: &mut Random,
) -> Launches {
    let (launch_sd, session_sd, own_sd) = NOISE;
    let session = (session_sd * random.next_normal()).exp();
    let mut drawn = Launches { table: from.table.clone(), ..Launches::default() };
    let (dense, timed): (Vec<&Launch>, Vec<&Launch>) =
        from.launches.iter().partition(|launch| launch.conditions.recording.dense);
    drawn.launches.extend(dense.into_iter().cloned());
    for number in 1..=LAUNCHES as u64 {
        if left.is_empty() {
            left.extend(&timed);
        }
        let one = left.swap_remove(random.next_below(left.len()));
        let whole = session * (launch_sd * random.next_normal()).exp();
        let mut own = || whole * (own_sd * random.next_normal()).exp();
        let mut launch = with_noise(one, &mut own);
        launch.session = name.into();
        launch.number = number;
        launch.recorded_unix_ms = Some(1_790_000_000_000 + day * 86_400_000 + number * 60_000);
        drawn.launches.push(launch);
    }
    drawn
}

/// Returns the launch with each exact cost multiplied by a separate random factor.
fn with_noise(one: &Launch, own: &mut impl FnMut() -> f64) -> Launch {
    let mut launch = one.clone();
    let mut more = vec![0.0; launch.phases.len()];
    let mut factor = (None, 1.0);
    for cost in &mut launch.costs {
        if factor.0 != Some(cost.method) {
            factor = (Some(cost.method), own());
        }
        let before = cost.self_ns.0;
        cost.self_ns = Ns(before * factor.1);
        cost.total_ns = Ns(cost.total_ns.0 * factor.1);
        if let (gate_launches::ThreadKind::Main, Some(phase)) = (cost.thread, cost.phase) {
            more[usize::from(phase.0)] += cost.self_ns.0 - before;
        }
    }
    for (phase, more) in launch.phases.iter_mut().zip(&mut more) {
        let outside = phase.outside_objc().map_or(0.0, |outside| outside.0.max(0.0));
        if let Some(objc) = &mut phase.objc {
            *objc += Ns(*more);
        }
        *more += outside * (own() - 1.0);
    }
    let mut shift = 0.0;
    let before: Vec<(f64, f64)> = launch.phases.iter().map(|phase| (phase.from.0, phase.to.0)).collect();
    for (phase, more) in launch.phases.iter_mut().zip(&more) {
        phase.from += Ns(shift);
        shift += more;
        phase.to += Ns(shift);
    }
    for mark in &mut launch.marks {
        let at = mark.at.0;
        let moved =
            before.iter().zip(&more).filter(|((_, to), _)| *to <= at).map(|(_, more)| more).sum::<f64>();
        mark.at += Ns(moved);
    }
    launch
}

/// Writes the dSYM of an executable with `dsymutil`.
pub fn dsym(executable: &Path, folder: &Path) -> Result<PathBuf> {
    let name = executable.file_name().context("a file")?;
    std::fs::create_dir_all(folder)?;
    let bundle = folder.join(name).with_extension("dSYM");
    let output = Command::new("dsymutil-19").arg(executable).arg("-o").arg(&bundle).output()?;
    ensure!(output.status.success(), "dsymutil: {}", String::from_utf8_lossy(&output.stderr));
    Ok(bundle)
}

/// Returns the mean number of samples of the main thread per launch.
pub fn samples(launches: &Launches) -> f64 {
    let found = launches.launches.iter().filter_map(|launch| launch.functions.as_deref());
    let taken: u64 = found.flat_map(|functions| &functions.seen).map(|seen| seen.samples).sum();
    taken as f64 / launches.launches.len().max(1) as f64
}

/// Returns the share of each function in the samples of recorded launches, by its readable name.
pub fn shares(launches: &Launches) -> Vec<(Arc<str>, f64)> {
    let mut sums = BTreeMap::<Arc<str>, f64>::new();
    let mut all = 0.0;
    for seen in
        launches.launches.iter().filter_map(|launch| launch.functions.as_deref()).flat_map(|f| &f.seen)
    {
        all += seen.samples as f64;
        let name =
            seen.function.as_ref().map_or_else(|| Arc::from("the method itself"), |f| Arc::clone(&f.short));
        *sums.entry(name).or_default() += seen.samples as f64;
    }
    let mut shares: Vec<(Arc<str>, f64)> = sums.into_iter().map(|(name, sum)| (name, sum / all)).collect();
    shares.sort_by(|a, b| b.1.total_cmp(&a.1));
    shares
}
