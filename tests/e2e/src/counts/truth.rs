//! Whole programs: what their functions count, against what the emulator saw.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use gate::rewrite::{Rewritten, rewrite};
use phone::build::{self, Image, Kind, Style};
use phone::{Config, Outcome};

/// A program that counts, with what it did.
#[derive(Debug)]
pub struct Ran {
    /// What it wrote, without the counts.
    pub log: String,
    pub result: String,
    /// By image and offset: calls, order, caller's offset in the image.
    pub counts: BTreeMap<(String, u64), (u64, u64, u64)>,
    /// How many functions of each image ran.
    pub seen: BTreeMap<String, u64>,
    pub outcome: Outcome,
}

/// What takes the agent's part: names the main thread to each image that counts, and writes the counts at the end.
pub const WATCHER: &str = "counts.c";

/// Puts the watcher into a bundle; gives back what inserts it.
pub fn put_watcher(bundle: &Path) -> Result<&'static str> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/agent_fixtures").join(WATCHER);
    let kind = Kind::Library("@executable_path/counts.dylib".to_owned());
    let mut image = Image::new("counts", kind, Style::Chained, [source]);
    image.libraries = vec![build::system()?.by_folder["libSystem"].clone()];
    fs::copy(build::build(&image)?, bundle.join("counts.dylib"))?;
    Ok("@executable_path/counts.dylib")
}

/// Runs an app with the watcher in it.
pub fn run(bundle: &Path, executable: &str, change: impl FnOnce(&mut Config)) -> Result<Ran> {
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
    let mut ran = Ran {
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

/// What came of a program.
#[derive(Debug, Default)]
pub struct Compared {
    pub equal: usize,
    pub wrong: Vec<String>,
    pub calls: u64,
}

/// Runs a bundle as it is and counting, and compares outputs, and each function's count with what the emulator saw of the first run.
/// Images are named by their paths in the bundle.
pub fn compare(
    bundle: &Path,
    executable: &str,
    images: &[&str],
    change: &dyn Fn(&mut Config),
) -> Result<Compared> {
    let plain = run(bundle, executable, change)?;
    let mut rewritten = BTreeMap::new();
    for path in images {
        let file = bundle.join(path);
        let bytes = fs::read(&file)?;
        let mut done = rewrite(&bytes).with_context(|| (*path).to_owned())?;
        fs::write(&file, std::mem::take(&mut done.bytes))?;
        let leaf = PathBuf::from(path).file_name().unwrap_or_default().to_string_lossy().into_owned();
        rewritten.insert(leaf, done);
    }
    let counting = run(bundle, executable, change)?;
    let mut compared = Compared::default();
    if (&plain.log, &plain.result) != (&counting.log, &counting.result) {
        compared.wrong.push(format!("another output: {}\n{}\n{}", counting.result, plain.log, counting.log));
    }
    for (image, done) in &rewritten {
        compared.add(image, done, &plain, &counting);
    }
    Ok(compared)
}

impl Compared {
    fn add(&mut self, image: &str, done: &Rewritten, plain: &Ran, counting: &Ran) {
        let mut truth: BTreeMap<&str, u64> = BTreeMap::new();
        for (function, costs) in &plain.outcome.truth.main {
            if function.image.rsplit('/').next() == Some(image) {
                truth.insert(&function.name, costs.calls);
            }
        }
        // Static functions of one name have one row in the truth: their sum is compared.
        let mut counted: BTreeMap<&str, u64> = BTreeMap::new();
        let (mut orders, mut ran) = (Vec::new(), 0);
        for one in &done.counted {
            let (calls, order, _) =
                counting.counts.get(&(image.to_owned(), one.offset)).copied().unwrap_or_default();
            ran += u64::from(calls > 0);
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
