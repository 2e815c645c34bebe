//! Compares the function counts of whole programs with the calls that the emulator observed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use gate_macho::rewrite::{CountedFunction, RewrittenFile, rewrite};
use phone::build::{self, Image, Kind, Style};
use phone::{Config, Outcome};
use trace::Reader;

use crate::agent_bed::Run;
use crate::bundle::Bundle;

/// The result of running a counting program.
#[derive(Debug)]
pub struct ProgramRun {
    /// The program's log, without the lines that contain counts.
    pub log: String,
    pub result: String,
    /// The counts of each function, by image and offset: the number of calls, the order of the first call,
    /// and the caller's offset in the image.
    pub counts: BTreeMap<(String, u64), (u64, u64, u64)>,
    /// Number of functions of each image that were called.
    pub seen: BTreeMap<String, u64>,
    pub outcome: Outcome,
}

impl ProgramRun {
    fn from_run(run: Run) -> ProgramRun {
        ProgramRun {
            log: run.outcome.log.clone(),
            result: format!("{:?}", run.outcome.result),
            counts: BTreeMap::new(),
            seen: BTreeMap::new(),
            outcome: run.outcome,
        }
    }
}

/// A small library that replaces the agent. The library registers the main thread with each counting image,
/// and writes the counts at the end.
pub const WATCHER: &str = "counts.c";

/// Copies the watcher library into a bundle. Returns the path for DYLD_INSERT_LIBRARIES.
pub fn put_watcher(bundle: &Path) -> Result<&'static str> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/agent_fixtures").join(WATCHER);
    let kind = Kind::Library("@executable_path/counts.dylib".to_owned());
    let mut image = Image::new("counts", kind, Style::Chained, [source]);
    image.libraries = vec![build::system()?.by_folder["libSystem"].clone()];
    fs::copy(build::build(&image)?, bundle.join("counts.dylib"))?;
    Ok("@executable_path/counts.dylib")
}

/// Runs an app with the watcher library inserted.
pub fn run(bundle: &Path, executable: &str, change: impl FnOnce(&mut Config)) -> Result<ProgramRun> {
    let container = tempfile::tempdir()?;
    for folder in ["Library/Caches", "Documents"] {
        fs::create_dir_all(container.path().join(folder))?;
    }
    let mut config = Config::new(bundle, executable);
    config.system = build::system()?.by_name;
    config.container = Some(container.path().to_owned());
    config.observe = Some(|_| true);
    config.environment.insert("DYLD_INSERT_LIBRARIES".into(), put_watcher(bundle)?.into());
    change(&mut config);
    let outcome = phone::run(config);
    let mut ran = ProgramRun {
        log: String::new(),
        result: format!("{:?}", outcome.result),
        counts: BTreeMap::new(),
        seen: BTreeMap::new(),
        outcome,
    };
    for line in ran.outcome.log.clone().lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |index: usize| words.get(index).and_then(|word| u64::from_str_radix(word, 16).ok());
        match words[..] {
            ["COUNTED", image, ..] => {
                let numbers = (number(2), number(3), number(4), number(5));
                let (Some(offset), Some(calls), Some(order), Some(caller)) = numbers else {
                    anyhow::bail!("{line}")
                };
                ran.counts.insert((image.to_owned(), offset), (calls, order, caller));
            }
            ["COUNTS", image, ..] => {
                ran.seen.insert(image.to_owned(), number(2).with_context(|| line.to_owned())?);
            }
            _ => ran.log.extend([line, "\n"]),
        }
    }
    Ok(ran)
}

/// The comparison of a program's counts with the calls that the emulator observed.
#[derive(Debug, Default)]
pub struct Compared {
    pub equal: usize,
    pub wrong: Vec<String>,
    pub calls: u64,
    /// The functions that were called, in the order of their addresses.
    pub ran: Vec<Called>,
}

/// A function that was called, with its count.
#[derive(Debug)]
pub struct Called {
    pub image: String,
    /// The function's symbol.
    pub name: String,
    pub is_import: bool,
    pub calls: u64,
    pub order: u64,
    /// The symbol of the function that called this function first; `None` if the first caller is not a known function of the same image.
    pub by: Option<String>,
}

/// Runs a bundle as built and as a counting copy. Compares their outputs, and each function's count with the
/// calls that the emulator observed in the first run. Images are named by their paths in the bundle.
pub fn compare(
    bundle: &Path,
    executable: &str,
    images: &[&str],
    change: &dyn Fn(&mut Config),
) -> Result<Compared> {
    let plain = run(bundle, executable, change)?;
    let rewritten = rewrite_all(bundle, images)?;
    Ok(Compared::new(&plain, &run(bundle, executable, change)?, &rewritten))
}

/// Settings with which the window ends while the program is idle, after all calls that are compared.
pub const IDLE: [(&str, &str); 3] =
    [("LAUNCHGATE_LAUNCH", "one"), ("LAUNCHGATE_END", "limit"), ("LAUNCHGATE_LIMIT", "1s")];
/// Settings with which the window ends at Shop's last activity before it logs its result.
pub const LAST: [(&str, &str); 2] =
    [("LAUNCHGATE_LAUNCH", "one"), ("LAUNCHGATE_END", "-[AnalyticsQueue wait]")];
/// The expected differences for the functions that Shop calls once after the window [`LAST`], which must not
/// be counted.
pub const AFTER_SHOP: [&str; 6] = [
    "Kit: +[KitClock initializeCount] was called 1 times and counted 0",
    "Kit: _KitChecksum was called 1 times and counted 0",
    "Shop: +[AnalyticsQueue loads] was called 1 times and counted 0",
    "Shop: +[AnalyticsQueue shared] was called 9 times and counted 8",
    "Shop: -[AnalyticsQueue sent] was called 1 times and counted 0",
    "Shop: _ShopPagesLoaded was called 1 times and counted 0",
];

/// A change of the phone's configuration before a run.
pub type Change<'a> = Box<dyn Fn(&mut Config) + 'a>;

/// Compares counts like [`compare`], but reads them from the trace of the agent, in one run for each change
/// of the configuration. The window ends after the last call that can be compared.
pub fn compare_traces(
    app: &Bundle,
    images: &[&str],
    window: &[(&str, &str)],
    changes: &[Change<'_>],
) -> Result<Vec<Compared>> {
    let observed = |config: &mut Config| {
        config.observe = Some(|_| true);
    };
    let plain = ProgramRun::from_run(app.run_plain(&[], observed)?);
    let rewritten = rewrite_all(app.folder(), images)?;
    changes.iter().map(|change| compare_trace(&plain, app.run_with(window, change)?, &rewritten)).collect()
}

fn compare_trace(plain: &ProgramRun, run: Run, rewritten: &AllRewritten) -> Result<Compared> {
    let bytes = run.trace()?.to_vec();
    let mut counting = ProgramRun::from_run(run);
    let trace = Reader::open(&bytes)?;
    let images = trace.counted_images.context("the trace has no counts")?;
    for image in images.iter() {
        let known = trace.images.get(image.image).context("no such image")?;
        let leaf = known.path.to_string().rsplit('/').next().unwrap_or_default().to_owned();
        for one in image.functions() {
            let caller = one.caller.0.wrapping_sub(known.load_address.0);
            counting.counts.insert((leaf.clone(), one.offset.0), (one.calls.0, one.order, caller));
        }
        counting.seen.insert(leaf, image.ran.into());
    }
    Ok(Compared::new(plain, &counting, rewritten))
}

/// The rewritten images by name.
pub type AllRewritten = BTreeMap<String, RewrittenFile>;

/// Rewrites the images of a bundle so that they count calls. Returns the results by name.
pub fn rewrite_all(bundle: &Path, images: &[&str]) -> Result<AllRewritten> {
    let mut rewritten = BTreeMap::new();
    for path in images {
        let file = bundle.join(path);
        let bytes = fs::read(&file)?;
        let mut done = rewrite(&bytes).with_context(|| (*path).to_owned())?;
        fs::write(&file, std::mem::take(&mut done.bytes))?;
        let leaf = PathBuf::from(path).file_name().unwrap_or_default().to_string_lossy().into_owned();
        rewritten.insert(leaf, done);
    }
    Ok(rewritten)
}

impl Compared {
    fn new(plain: &ProgramRun, counting: &ProgramRun, rewritten: &AllRewritten) -> Compared {
        let mut compared = Compared::default();
        if (&plain.log, &plain.result) != (&counting.log, &counting.result) {
            let (result, before, after) = (&counting.result, &plain.log, &counting.log);
            compared.wrong.push(format!("another output: {result}\n{before}\n{after}"));
        }
        for (image, done) in rewritten {
            compared.add(image, done, plain, counting);
        }
        compared
    }

    fn add(&mut self, image: &str, done: &RewrittenFile, plain: &ProgramRun, counting: &ProgramRun) {
        let mut truth: BTreeMap<&str, u64> = BTreeMap::new();
        for (function, costs) in &plain.outcome.truth.main {
            if function.image.rsplit('/').next() == Some(image) {
                truth.insert(&function.name, costs.calls);
            }
        }
        // Static functions with the same name share one row of the emulator's counts, so the sums of their
        // counts are compared.
        let mut counted: BTreeMap<&str, u64> = BTreeMap::new();
        let (mut orders, mut ran) = (Vec::new(), 0);
        for one in &done.counted {
            let (calls, order, caller) =
                counting.counts.get(&(image.to_owned(), one.offset)).copied().unwrap_or_default();
            ran += u64::from(calls > 0);
            if let (Some(name), true) = (&one.name, calls > 0) {
                let holds = |by: &&CountedFunction| {
                    !by.is_import && (by.offset..by.offset + by.size).contains(&caller)
                };
                let by = done.counted.iter().find(holds).and_then(|by| by.name.clone());
                let (image, name, is_import) = (image.to_owned(), name.clone(), one.is_import);
                self.ran.push(Called { image, name, is_import, calls, order, by });
            }
            orders.extend((calls > 0).then_some(order));
            self.calls += calls;
            if let (Some(name), false) = (&one.name, one.is_import) {
                *counted.entry(name).or_default() += calls;
            }
        }
        for (name, calls) in counted {
            let seen = truth.get(name).copied().unwrap_or_default();
            if calls == seen {
                self.equal += 1;
            } else {
                self.wrong.push(format!("{image}: {name} was called {seen} times and counted {calls}"));
            }
        }
        orders.sort_unstable();
        if orders != (1..=ran).collect::<Vec<_>>() || counting.seen.get(image) != Some(&ran) {
            self.wrong.push(format!("{image}: {ran} functions ran, in the order {orders:?}"));
        }
    }
}
