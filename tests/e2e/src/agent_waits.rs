//! Compares the waiting time of the main thread, by function and kind, with the waits that the emulator observed.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, ensure};
use gate_launches::{ReadOptions, Samples, Stack, StalledThread, ThreadKind, WaitKind, read_stream};
use phone::Schedule;
use phone::build::Style;
use phone::macho::MachO;

use crate::agent_bed::Run;
use crate::bundle::Bundle;

/// The number of test programs.
pub const PROGRAMS: u32 = 10;
/// The interval of samples in nanoseconds.
const INTERVAL: f64 = 100_000.0;

/// The waiting time of a function in nanoseconds.
#[derive(Debug, Clone, Default)]
pub struct Waiting {
    pub emulator: f64,
    pub sampled: f64,
    /// The waiting time by kind of call.
    pub kinds: BTreeMap<WaitKind, f64>,
}

impl Waiting {
    /// Returns whether both times differ by at most 5 %, or by at most two samples.
    pub fn is_right(&self) -> bool {
        (self.sampled - self.emulator).abs() <= (0.05 * self.emulator).max(2.0 * INTERVAL)
    }

    /// Returns the kind with most of the time.
    pub fn kind(&self) -> Option<WaitKind> {
        self.kinds.iter().max_by(|a, b| a.1.total_cmp(b.1)).map(|(kind, _)| *kind)
    }
}

/// The expected kind of each function of `waits.m`.
pub const KINDS: [(&str, WaitKind); 10] = [
    ("_waits_for_mutex", WaitKind::Lock),
    ("_waits_for_unfair_lock", WaitKind::Lock),
    ("_waits_for_semaphore", WaitKind::Semaphore),
    ("_waits_for_group", WaitKind::Semaphore),
    ("_waits_for_queue", WaitKind::Queue),
    ("_waits_for_once", WaitKind::Once),
    ("_waits_for_thread", WaitKind::Thread),
    ("_waits_for_time", WaitKind::Sleep),
    ("_waits_for_run_loop", WaitKind::RunLoop),
    ("_waits_for_condition", WaitKind::Condition),
];

/// Runs a program, and returns the waiting time of its functions.
pub fn program(app: &Bundle, number: u32) -> Result<BTreeMap<String, Waiting>> {
    let number = number.to_string();
    let settings = [
        ("LAUNCHGATE_LAUNCH", "one"),
        ("LAUNCHGATE_WINDOW", "limit"),
        ("LAUNCHGATE_LIMIT", "130ms"),
        ("LAUNCHGATE_SAMPLES", "100us"),
        ("PROGRAM", &number),
    ];
    let run = app.run_with(&settings, |config| {
        config.own_core = true;
        config.schedule = Schedule::Fair { quantum: 1000 };
    })?;
    ensure!(run.status()? == 0, "waits.m ended otherwise:\n{}", run.outcome.log);
    let mut all: BTreeMap<String, Waiting> = BTreeMap::new();
    for wait in &run.outcome.waits {
        let of_app = wait.functions.iter().find(|function| function.image.ends_with("/Fixture"));
        // The last wait of `main` does not end in the window.
        if let Some(function) = of_app.filter(|function| function.name != "_main") {
            all.entry(function.name.clone()).or_default().emulator += wait.ticks as f64 * 125.0 / 3.0;
        }
    }
    add_samples(&mut all, &run, app)?;
    all.retain(|name, _| name.starts_with("_waits"));
    Ok(all)
}

fn add_samples(all: &mut BTreeMap<String, Waiting>, run: &Run, app: &Bundle) -> Result<()> {
    let launches = read_stream("a", run.trace()?, &ReadOptions { paths: true, ..ReadOptions::default() })?;
    let samples = launches.launches[0].samples.as_deref().context("nothing was sampled")?;
    let file = MachO::parse(&std::fs::read(app.folder().join("Fixture"))?)?;
    for stack in samples.stacks.iter().filter(|stack| stack.thread == ThreadKind::Main) {
        let Some(kind) = samples.wait_of(stack).filter(|kind| *kind != WaitKind::Processor) else { continue };
        let Some(name) = function(samples, stack, &file) else { continue };
        let waiting = all.entry(name).or_default();
        waiting.sampled += stack.time.0;
        *waiting.kinds.entry(kind).or_default() += stack.time.0;
    }
    Ok(())
}

/// A long call that `stalls.m` makes on the main thread.
#[derive(Debug, Clone, Copy)]
pub struct Planted {
    /// The value of `KIND`.
    pub number: u32,
    /// The kind of the wait; `None` if the main thread runs.
    pub kind: Option<WaitKind>,
    /// The function of the main thread that makes the long call.
    pub function: &'static str,
    /// The function in which another thread holds the lock; `None` if no register of the waiting thread contains the holder.
    pub holder: Option<&'static str>,
}

/// The long calls that are not deadlocks.
pub const STALLS: [Planted; 6] = [
    planted(0, Some(WaitKind::Lock), "_waits_for_mutex", Some("_holds_mutex")),
    planted(1, Some(WaitKind::Lock), "_waits_for_unfair_lock", Some("_holds_unfair_lock")),
    planted(2, Some(WaitKind::Once), "_waits_for_once", Some("_holds_once")),
    planted(3, Some(WaitKind::Semaphore), "_waits_for_semaphore", None),
    planted(4, Some(WaitKind::Queue), "_waits_for_queue", None),
    planted(5, None, "_computes", None),
];
/// Two threads that wait for each other's locks.
pub const DEADLOCK: Planted =
    planted(6, Some(WaitKind::Lock), "_waits_in_ring", Some("_locks_in_other_order"));
/// The reason why a launch with the deadlock is lost.
const DEADLOCK_REASON: &str = "the main thread did not return from -[Stall stalls], which waits for a lock that a thread in -[Stall holds] holds";
/// The value of `KIND` with which the program makes six short calls and no long call.
const QUIET: u32 = 7;

const fn planted(
    number: u32,
    kind: Option<WaitKind>,
    function: &'static str,
    holder: Option<&'static str>,
) -> Planted {
    Planted { number, kind, function, holder }
}

/// Runs `stalls.m`, and returns its samples. The trial's number determines the durations, the number of other threads and the schedule.
fn stalled(app: &Bundle, kind: u32, trial: u32) -> Result<Samples> {
    let stall = 5000 + 700 * (trial % 11);
    let pause = stall + stall * (4 + trial * 7 % 23) / 10;
    let values = [kind, pause, trial % 4].map(|value| value.to_string());
    let (stall, limit) = (format!("{stall}us"), format!("{}us", 4 * pause));
    let settings = [
        ("LAUNCHGATE_LAUNCH", "one"),
        ("LAUNCHGATE_LIMIT", &limit),
        ("LAUNCHGATE_SAMPLES", "1ms"),
        ("LAUNCHGATE_STALL", &stall),
        ("KIND", &values[0]),
        ("PAUSE", &values[1]),
        ("OTHERS", &values[2]),
    ];
    let run = app.run_with(&settings, |config| {
        config.own_core = true;
        config.schedule = Schedule::Seeded { seed: trial.into(), longest: 4000 };
    })?;
    ensure!(run.status()? == 0, "stalls.m ended otherwise:\n{}", run.outcome.log);
    let reader = trace::Reader::open(run.trace()?)?;
    ensure!(reader.info.ended_by == trace::Ending::NotEnded, "{:?}", reader.info.ended_by);
    let lost = gate_launches::why_stopped(&reader).unwrap_or_default();
    ensure!(kind != DEADLOCK.number || lost.ends_with(DEADLOCK_REASON), "{lost}");
    let launches = read_stream("a", run.trace()?, &ReadOptions { paths: true, ..ReadOptions::default() })?;
    let samples = launches.launches[0].samples.as_deref().context("nothing was sampled")?;
    Ok(samples.clone())
}

/// Runs a program with one long call. Returns a description of the difference if the trace does not contain exactly this stall.
pub fn stall(app: &Bundle, planted: Planted, trial: u32) -> Result<Option<String>> {
    let samples = stalled(app, planted.number, trial)?;
    let file = MachO::parse(&std::fs::read(app.folder().join("Fixture"))?)?;
    let name = |thread: &StalledThread| function(&samples, &samples.stacks[thread.stack as usize], &file);
    let mut found = Vec::new();
    for stall in &samples.stalls {
        let main = &samples.stacks[stall.threads[0].stack as usize];
        let ring = stall.ring().map_or(0, |ring| ring.len());
        let holder = stall.holder().and_then(name);
        found.push((main.thread, samples.wait_of(main), name(&stall.threads[0]), holder, ring));
    }
    let ring = if planted.number == DEADLOCK.number { 2 } else { 0 };
    let text = |name: &str| name.to_owned();
    let (function, holder) = (Some(text(planted.function)), planted.holder.map(text));
    let expected = [(ThreadKind::Main, planted.kind, function, holder, ring)];
    Ok((found != expected).then(|| format!("{planted:?}, trial {trial}: {found:?}")))
}

/// Runs a program without a long call, and returns the number of recorded stalls.
pub fn quiet_stalls(app: &Bundle, trial: u32) -> Result<usize> {
    Ok(stalled(app, QUIET, trial)?.stalls.len())
}

/// Returns the innermost function of the program on a stack.
fn function(samples: &Samples, stack: &Stack, file: &MachO) -> Option<String> {
    let frames = samples.frames_of(stack).into_iter().rev().map(|row| &samples.frames[row as usize]);
    let mut own =
        frames.filter(|frame| samples.image_of(frame).is_some_and(|image| image.name() == "Fixture"));
    let address = file.base() + own.next()?.offset;
    let index = file.symbols.partition_point(|symbol| symbol.address <= address);
    Some(file.symbols[index.checked_sub(1)?].name.clone())
}

/// Builds the app that contains all test programs.
pub fn app() -> Result<Bundle> {
    Bundle::app(Style::Chained, &["waits.m"])
}

/// Builds the app that makes long calls.
pub fn stalls_app() -> Result<Bundle> {
    Bundle::app(Style::Chained, &["stalls.m"])
}
