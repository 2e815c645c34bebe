//! Compares the call stacks that the agent sampled in a run with the call stacks that the emulator observed.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, ensure};
use phone::build::Style;
use phone::{Outcome, Stand};
use trace::{ImageFlags, MarkKind, Reader, Sample, SampleFlags};

use crate::bundle::Bundle;
use crate::shop::{Planted, Shop};

/// The addresses of a stack in the app's own code, innermost first, and the address in the agent's code if
/// the thread was suspended in the agent's code. The address for a calling function is that of its call
/// instruction.
pub type Stack = Vec<u64>;

/// The result of comparing the samples of a run.
#[derive(Debug, Clone, Default)]
pub struct Found {
    /// The number of samples in the trace.
    pub samples: u64,
    /// The number of samples that are marked as unsure.
    pub unsure: u64,
    /// The number of unsure samples that equal the emulator's stack.
    pub unsure_equal: u64,
    /// The number of unsure samples in which the app's functions and the system's functions are right.
    pub unsure_whole: u64,
    /// The number of samples that are not marked as unsure and equal the emulator's stack.
    pub equal: u64,
    /// The number of samples that are in the agent's code according to the trace.
    pub in_agent: u64,
    /// Descriptions of the stacks that are only in the trace (+) or only in the emulator's list (-), with the
    /// names of all functions.
    pub others: Vec<String>,
}

/// Compares the samples of a trace with the stacks that the threads had when the agent read their registers.
pub fn compare(outcome: &Outcome, trace: &[u8]) -> Result<Found> {
    let reader = Reader::open(trace)?;
    let sampler = reader.sampler.context("nothing was sampled")?;
    let mut found = Found::default();
    let mut truth = BTreeMap::<Stack, (i64, &Stand)>::new();
    let mut whole = BTreeMap::<Stack, u64>::new();
    // The last stacks may have been sampled after the end of the window, so the trace does not contain them.
    for stand in outcome.stands.iter().take(sampler.taken.0 as usize) {
        truth.entry(shown(stand, |at, is_first| is_shown(&reader, at, is_first))).or_insert((0, stand)).0 +=
            1;
        *whole.entry(below_start(&reader, shown(stand, |_, _| true))).or_default() += 1;
    }
    for sample in reader.samples.iter().filter(|sample| !sample.flags.contains(SampleFlags::STALL)) {
        let (mut stack, mut next, mut is_first) = (Stack::new(), Some(sample.frame), true);
        let mut all = Stack::new();
        while let Some(id) = next {
            let frame = reader.frames.get(id).context("a frame is missing")?;
            let image = frame.image.and_then(|id| reader.images.get(id));
            let address = frame.offset.0 + image.map_or(0, |image| image.load_address.0);
            all.push(address);
            if is_shown(&reader, address, is_first) {
                stack.push(address);
            }
            (next, is_first) = (frame.parent, false);
        }
        let count = sample.count.0;
        found.samples += count;
        if stack.first().is_some_and(|&at| flags(&reader, at).contains(ImageFlags::AGENT)) {
            found.in_agent += count;
        }
        let left = truth.get_mut(&stack).map(|(left, _)| left);
        let equal = left.map_or(0, |left| {
            let equal = (count as i64).min(*left);
            *left -= equal;
            equal as u64
        });
        let seen_whole = whole.get(&below_start(&reader, all.clone())).copied().unwrap_or_default();
        if sample.flags.contains(SampleFlags::UNSURE) {
            (found.unsure, found.unsure_equal) = (found.unsure + count, found.unsure_equal + equal);
            found.unsure_whole += seen_whole.min(equal);
            continue;
        }
        found.equal += equal;
        if equal < count {
            found.others.push(format!("+ {} {stack:x?} of {all:x?}", count - equal));
        }
    }
    for (stack, (count, stand)) in truth.into_iter().filter(|(_, (count, _))| *count > 0) {
        let functions = stand.functions.iter().map(|known| known.as_ref().map_or("?", |known| &known.name));
        found.others.push(format!(
            "- {count} {stack:x?} of {:x?} {:?}",
            stand.places,
            functions.collect::<Vec<_>>()
        ));
    }
    Ok(found)
}

fn shown(stand: &Stand, is_shown: impl Fn(u64, bool) -> bool) -> Stack {
    let places = stand.places.iter().enumerate();
    let calls = places.map(|(index, &place)| (if index == 0 { place } else { place - 4 }, index == 0));
    calls.filter(|&(address, is_first)| is_shown(address, is_first)).map(|(at, _)| at).collect()
}

fn flags(reader: &Reader<'_>, address: u64) -> ImageFlags {
    let mut images = reader.images.iter();
    let image = images.find(|image| address.wrapping_sub(image.load_address.0) < image.size.0);
    image.map_or(ImageFlags(0), |image| image.flags)
}

/// Returns a stack with the system's functions, but without the agent's calling functions and without the
/// callers of the app's outermost function, which belong to the start of the process.
fn below_start(reader: &Reader<'_>, mut stack: Stack) -> Stack {
    let is_apps = |&at: &u64| flags(reader, at).contains(ImageFlags::IN_BUNDLE);
    let is_agents = |at: u64| flags(reader, at).contains(ImageFlags::AGENT);
    let mut is_first = true;
    stack.retain(|&at| std::mem::take(&mut is_first) || !is_agents(at));
    stack.truncate(stack.iter().rposition(is_apps).map_or(0, |outermost| outermost + 1));
    stack
}

/// Returns whether an address is compared. Addresses in the system's code are not compared, because not all
/// functions of the system have frames.
fn is_shown(reader: &Reader<'_>, address: u64, is_first: bool) -> bool {
    let flags = flags(reader, address);
    flags.contains(ImageFlags::IN_BUNDLE) && (is_first || !flags.contains(ImageFlags::AGENT))
}

/// A build of the sample app whose stacks are compared.
#[derive(Debug, Clone, Copy)]
pub struct Build {
    /// The style in which the app is linked.
    pub style: Style,
    /// Whether the app's Swift code is compiled for size.
    for_size: bool,
    /// Additional flags for clang.
    flags: &'static [&'static str],
}

/// Four builds that have no function body in common. Linking alone would distinguish only two of them,
/// because clang 19 emits no selector stubs.
///
/// The four builds are fast code; unoptimised code, in which leaf functions have frames too; small code, in
/// which leaf functions have no frames; and the smallest code, in which equal instruction sequences are
/// outlined into functions that may keep the link register in any register.
pub const BUILDS: [Build; 4] = [
    Build { style: Style::Chained, for_size: false, flags: &[] },
    Build { style: Style::Opcodes, for_size: false, flags: &["-O0", "-mno-omit-leaf-frame-pointer"] },
    Build { style: Style::StubsFast, for_size: true, flags: &[] },
    Build { style: Style::StubsSmall, for_size: true, flags: &["-Oz"] },
];

/// A build in which functions that call functions store only the link register, which no compiler does by
/// default.
const WITHOUT_RECORDS: Build =
    Build { style: Style::Chained, for_size: false, flags: &["-fomit-frame-pointer"] };

impl Found {
    fn with(mut self, other: Found) -> Found {
        self.samples += other.samples;
        self.unsure += other.unsure;
        self.unsure_equal += other.unsure_equal;
        self.unsure_whole += other.unsure_whole;
        self.equal += other.equal;
        self.in_agent += other.in_agent;
        self.others.extend(other.others);
        self
    }

    /// Returns the number of wrong stacks, and the number of wrong stacks that are marked as unsure.
    pub fn wrong_and_told(&self) -> (u64, u64) {
        (self.samples - self.equal - self.unsure_equal, self.unsure - self.unsure_equal)
    }

    /// Returns the number of right stacks, and the number of right stacks that are marked as unsure although
    /// they are complete.
    pub fn right_and_told(&self) -> (u64, u64) {
        (self.equal + self.unsure_equal, self.unsure_whole)
    }
}

/// Samples the build without frame records in three launches, because the number of right stacks that are
/// marked is small and depends on the moments of samples.
pub fn without_records() -> Result<Found> {
    let starts = ["9us", "10us", "11us"].map(|interval| shop_every(WITHOUT_RECORDS, interval));
    starts.into_iter().try_fold(Found::default(), |sum, start| Ok(sum.with(start?)))
}

/// Samples a launch of this build of the sample app, with about 2,700 samples.
pub fn shop(build: Build) -> Result<Found> {
    shop_every(build, "10us")
}

fn shop_every(build: Build, interval: &str) -> Result<Found> {
    let Build { style, for_size, flags } = build;
    let planted = Planted { for_size, flags, ..Planted::default() };
    let app = Bundle::from_shop(Shop::build_planted(style, planted)?)?;
    let run = app.run_with(&[("LAUNCHGATE_LAUNCH", "one"), ("LAUNCHGATE_SAMPLES", interval)], |config| {
        config.own_core = true;
        config.keep_stands = true;
        // The launch is short; with fewer instructions per tick, it has more ticks and therefore more
        // samples.
        config.instructions_per_tick = 5;
    })?;
    ensure!(run.status()? == 0, "{style:?}: Shop ended otherwise");
    compare(&run.outcome, run.trace()?)
}

/// Samples the main thread of a program densely, up to the limit of its window.
pub fn program(app: &Bundle) -> Result<Found> {
    let settings = [
        ("LAUNCHGATE_LAUNCH", "one"),
        ("LAUNCHGATE_END", "limit"),
        ("LAUNCHGATE_LIMIT", "1s"),
        ("LAUNCHGATE_SAMPLES", "20us"),
    ];
    let run = app.run_with(&settings, |config| {
        config.own_core = true;
        config.keep_stands = true;
        config.instructions_per_tick = 5;
    })?;
    ensure!(run.status()? == 0, "it ended otherwise:\n{}", run.outcome.log);
    compare(&run.outcome, run.trace()?)
}

/// Returns the median number of instructions from suspending to resuming the main thread while its stack has
/// `frames` frames.
pub fn instructions(frames: u64) -> Result<u64> {
    let app = Bundle::app(Style::Chained, &["deep.m"])?;
    let run = |depth: u64| -> Result<(u64, u64)> {
        let depth = depth.to_string();
        let environment = [
            ("LAUNCHGATE_LAUNCH", "one"),
            ("LAUNCHGATE_END", "limit"),
            ("LAUNCHGATE_LIMIT", "6ms"),
            ("LAUNCHGATE_SAMPLES", "100us"),
            ("DEPTH", &depth),
        ];
        let run = app.run_with(&environment, |config| config.own_core = true)?;
        ensure!(run.status()? == 0, "deep.m ended otherwise");
        let reader = Reader::open(run.trace()?)?;
        let deepest = reader.samples.iter().map(|sample| depth_of(&reader, &sample)).max();
        let mut all = run.outcome.suspended.clone();
        all.sort_unstable();
        let median = all.get(all.len() / 2).copied().context("no thread was suspended")?;
        Ok((deepest.context("no sample")?, median))
    };
    let (least, _) = run(0)?;
    let (found, median) = run(frames.checked_sub(least).context("too few frames")?)?;
    ensure!(found == frames, "{found} frames");
    Ok(median)
}

/// Returns the share of the sample app's launch that sampling takes at the default interval, assuming 40 µs
/// for a sample of 30 frames. The function also returns the number of samples and their mean depth.
pub fn share() -> Result<(f64, u64, f64)> {
    const PRICE_NANOS: f64 = 40_000.0;
    let app = Bundle::shop(Style::Chained)?;
    let run = app.run_with(&[("LAUNCHGATE_LAUNCH", "one"), ("LAUNCHGATE_SAMPLES", "on")], |config| {
        config.own_core = true;
        // With a slowdown of 80 the launch is longer, and a sample takes as long as on a phone.
        config.slowdown = 80.0;
    })?;
    ensure!(run.status()? == 0, "Shop ended otherwise");
    let reader = Reader::open(run.trace()?)?;
    let sampler = reader.sampler.context("nothing was sampled")?;
    let depths: u64 = reader.samples.iter().map(|sample| sample.count.0 * depth_of(&reader, &sample)).sum();
    let depth = depths as f64 / sampler.taken.0 as f64;
    let at = |kind| reader.marks.iter().find(|mark| mark.kind == kind).map(|mark| mark.at.0);
    let (from, to) = at(MarkKind::AgentStart).zip(at(MarkKind::FirstFrame)).context("a mark is missing")?;
    let launch = (to - from) as f64 * 125.0 / 3.0;
    let (fixed, each) = launchgate::SAMPLE_INSTRUCTIONS;
    let price = |depth: f64| fixed as f64 + each as f64 * depth;
    let share = sampler.taken.0 as f64 * PRICE_NANOS * price(depth) / price(30.0) / launch;
    Ok((share, sampler.taken.0, depth))
}

fn depth_of(reader: &Reader<'_>, sample: &Sample) -> u64 {
    let first = reader.frames.get(sample.frame);
    let frames = std::iter::successors(first, |frame| reader.frames.get(frame.parent?));
    frames.count() as u64
}
