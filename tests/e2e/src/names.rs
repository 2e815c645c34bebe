//! Measures whether a verdict names the function of third-party code that became slower. A loop is planted in one function of RapidJSON
//! (C++) per build, as if a change by the authors made the function slower. The package comes from a registry, by version and checksum.

mod json;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, Result, ensure};
use gate_attribution::Attribution;
use gate_config::Config;
use gate_decision::{Answer, Verdict};
use gate_launches::{Launches, ReadOptions, read_stream};

use crate::bundle::Bundle;
use crate::functions::{self, Drawn, SLOWDOWN};
use json::{Json, TEAMS};

/// The number of launches of the plain build and of each other build. A check has the same number of launches. With fewer recorded
/// launches, samples would be drawn repeatedly and appear more precise than they are.
const LAUNCHES: (u64, u64) = ((functions::SESSIONS * functions::LAUNCHES) as u64, functions::LAUNCHES as u64);
/// Number of launches with dense samples, which give the true growth, and the interval of these samples. Five launches with samples every
/// 100 µs determine a growth of 5 ms to within about 0.8 ms. With samples at an interval of 1 ms, the same number of launches left an error
/// of 2 ms, more than a quarter of the growth.
const DENSE: (u64, &str) = (5, "100us");
/// Number of launches with dense samples at the end of a red run, and their sampling interval.
const NAMING: (u64, &str) = (2, "500us");
/// The duration of a launch in ms.
const LAUNCH_MS: f64 = 200.0;
const PLANTED_MS: f64 = 10.0;
/// Iterations of the planted loop per ms. The clock has 24 MHz and 125 instructions per tick; an iteration
/// has two instructions.
const ROUNDS_A_MS: f64 = 1e3 * 24.0 * 125.0 / SLOWDOWN / 2.0;
/// Largest number of calls of a chosen function. With more calls, the loop would have only a few instructions
/// per call.
const MOST_CALLS: u64 = 20_000;

/// A function in which a loop may be planted.
#[derive(Debug, Clone)]
pub struct Site {
    /// Path relative to the root of the sources.
    pub file: String,
    pub name: String,
    /// The first and the last line of the function.
    pub lines: (u32, u32),
}

/// The result for a planted loop: whether the verdict is red and names the function.
#[derive(Debug, Default)]
pub struct Naming {
    pub red: bool,
    pub name: bool,
    pub place: bool,
    pub owner: bool,
    /// The result as readable text.
    pub words: String,
}

/// The variant of a build of the app.
#[derive(Clone, Copy)]
enum Build<'a> {
    Plain,
    /// A build that counts the calls of each function.
    Counting,
    /// A build with a planted loop: the index of the function, and the number of iterations.
    Planted(usize, f64),
    /// A plain build with one additional compiler flag.
    Otherwise(&'a str),
}

/// The sources, and the recorded launches of the plain build.
pub struct Names {
    code: Json,
    /// The number of calls of each function that the app calls, by the index of the function's site.
    calls: BTreeMap<usize, u64>,
    times: u64,
    config: Config,
    attribution: Attribution,
    folder: tempfile::TempDir,
    seed: u64,
    base: Launches,
    dense: Launches,
}

impl Names {
    /// Builds the app and records its launches. `folder` contains RapidJSON's package.
    pub fn json(folder: &Path, seed: u64) -> Result<Names> {
        let code = Json::new(folder)?;
        let own = tempfile::tempdir()?;
        let mut config = Config::default();
        config.attribution.codeowners = own.path().join("CODEOWNERS");
        config.attribution.source_root = code.root();
        let owners: String = TEAMS.iter().map(|(path, team)| format!("/{path} {team}\n")).collect();
        fs::write(&config.attribution.codeowners, owners)?;
        let attribution = Attribution::read(&config, Path::new("/"))?;
        let mut names = Names {
            code,
            calls: BTreeMap::new(),
            times: 1,
            config,
            attribution,
            folder: own,
            seed,
            base: Launches::default(),
            dense: Launches::default(),
        };
        let plain = names.code.build(Build::Plain)?;
        let [once, more] = [1, 11].map(|times| names.duration(&plain, times));
        let each = (more? - once.as_ref().map_or(0.0, |once| *once)) / 10.0;
        names.times = 1 + ((LAUNCH_MS - once?) / each) as u64;
        names.calls = names.counted()?;
        names.base = names.record("base", &plain, LAUNCHES.0, "on")?;
        names.dense = names.record("base-dense", &plain, DENSE.0, DENSE.1)?;
        Ok(names)
    }

    /// Draws `count` functions that the app calls, but not more often than `MOST_CALLS`.
    pub fn chosen(&self, count: usize) -> Vec<usize> {
        let mut random = gate_stats::Random::new(self.seed + 1);
        let mut all: Vec<usize> =
            self.calls.iter().filter(|(_, calls)| **calls <= MOST_CALLS).map(|(site, _)| *site).collect();
        let mut chosen = Vec::new();
        while chosen.len() < count && !all.is_empty() {
            chosen.push(all.swap_remove(random.next_below(all.len())));
        }
        chosen
    }

    /// Returns a function of the library by its index.
    pub fn site(&self, at: usize) -> &Site {
        &self.code.sites()[at]
    }

    /// Plants a loop of 10 ms in a function and judges this build twice: once with two additional launches
    /// with dense samples, as a red run makes them, and once without.
    pub fn planted(&mut self, at: usize) -> Result<[Naming; 2]> {
        let calls = self.calls.get(&at).copied().context("it is not called")?;
        let loops = (PLANTED_MS * ROUNDS_A_MS / calls as f64).round().max(1.0);
        let app = self.code.build(Build::Planted(at, loops))?;
        let head = self.record(&format!("planted-{at}"), &app, LAUNCHES.1, "on")?;
        let named = self.with_dense(&head, &format!("planted-{at}-naming"), &app)?;
        let naming = |head| anyhow::Ok(naming(&self.judge(head, at as u64)?.0, self.site(at), &TEAMS));
        Ok([naming(&named)?, naming(&head)?])
    }

    /// Builds the same sources with another compiler flag. Returns the functions that each verdict names
    /// falsely.
    pub fn rebuilt(&mut self, flag: &str, runs: u64) -> Result<Vec<Vec<String>>> {
        let app = self.code.build(Build::Otherwise(flag))?;
        let head = self.record(&format!("rebuilt{flag}"), &app, LAUNCHES.1, "on")?;
        let dense = self.record(&format!("rebuilt{flag}-dense"), &app, DENSE.0, DENSE.1)?;
        let head = self.with_dense(&head, &format!("rebuilt{flag}-naming"), &app)?;
        let truth = self.gate_judge().truth(&self.dense, &dense)?;
        let one =
            |run| Ok(functions::named_falsely(&self.judge(&head, 1000 + run)?.0, &truth, functions::QUARTER));
        (0..runs).map(one).collect()
    }

    fn judge(&self, head: &Launches, run: u64) -> Result<Drawn> {
        self.gate_judge().judge(&self.base, head, run + 10_000 * self.seed)
    }

    fn gate_judge(&self) -> functions::Judge<'_> {
        functions::Judge { config: &self.config, attribution: &self.attribution }
    }

    fn launch(&self, app: &Bundle, number: u64, times: u64, samples: &str) -> Result<Vec<u8>> {
        let times = times.to_string();
        let environment = [("LAUNCHGATE_LAUNCH", "one"), ("LAUNCHGATE_SAMPLES", samples), ("TIMES", &times)];
        let run = app.run_with(&environment, |config| {
            config.own_core = true;
            config.slowdown = SLOWDOWN;
            // The samples of different launches interrupt different instructions.
            config.age_ticks += 977 * (number + 100 * self.seed);
        })?;
        ensure!(run.status()? == 0, "the app ended otherwise");
        Ok(run.trace()?.to_vec())
    }

    fn duration(&self, app: &Bundle, times: u64) -> Result<f64> {
        let launches =
            read_stream("one.lgtrace", &self.launch(app, 0, times, "on")?[..], &ReadOptions::default())?;
        let launch = launches.launches.first().context("a launch")?;
        Ok(launch.duration().context("the launch has no end")?.0 / 1e6)
    }

    fn counted(&self) -> Result<BTreeMap<usize, u64>> {
        let app = self.code.build(Build::Counting)?;
        let times = self.times.to_string();
        let run = app.run_plain(&[("TIMES", &times)], |_| {})?;
        ensure!(run.status()? == 0, "the app ended otherwise: {}", run.outcome.log);
        let lines = run.outcome.log.lines().filter_map(|line| line.strip_prefix("count "));
        let counts = lines.filter_map(|line| {
            let (site, calls) = line.split_once(' ')?;
            Some((site.parse().ok()?, calls.parse().ok()?))
        });
        Ok(counts.collect())
    }

    /// Returns the launches together with additional launches with dense samples.
    fn with_dense(&mut self, launches: &Launches, name: &str, app: &Bundle) -> Result<Launches> {
        let mut dense = self.record(name, app, NAMING.0, NAMING.1)?;
        for launch in &mut dense.launches {
            launch.session = "naming".into();
            Arc::make_mut(&mut launch.conditions).recording.dense = true;
        }
        let mut all = launches.clone();
        all.absorb(dense);
        Ok(all)
    }

    fn record(&mut self, name: &str, app: &Bundle, launches: u64, samples: &str) -> Result<Launches> {
        let symbols = self.folder.path().join(name);
        functions::dsym(&app.folder().join("Fixture"), &symbols)?;
        self.attribution.add_symbols(&symbols)?;
        let options = ReadOptions { paths: true, ..ReadOptions::default() };
        let mut all = Launches::default();
        for number in 1..=launches {
            let trace = self.launch(app, number, self.times, samples)?;
            let mut one = read_stream("one.lgtrace", &trace[..], &options)?;
            for launch in &mut one.launches {
                (launch.number, launch.session) = (number, "recorded".into());
            }
            all.absorb(one);
        }
        functions::name(&self.attribution, &mut all)?;
        Ok(all)
    }
}

/// Compares the first function in the first failing finding with the function in which the loop was planted.
fn naming(verdict: &Verdict, site: &Site, teams: &[(&str, &str)]) -> Naming {
    let mut naming = Naming { red: verdict.answer == Answer::Regressed, ..Naming::default() };
    let Some(finding) = verdict.findings.iter().find(|finding| finding.fails()) else { return naming };
    let team = teams.iter().rev().find(|(path, _)| site.file.starts_with(path)).map(|(_, team)| *team);
    let Some(part) = finding.functions.first() else {
        naming.words = format!("{} {:+.2} ms, no function", finding.subject(), finding.change() / 1e6);
        return naming;
    };
    let function = &part.function;
    naming.name = word(&function.short) == site.name;
    naming.place = function.file.as_deref() == Some(&site.file)
        && part.line.is_some_and(|line| (site.lines.0..=site.lines.1).contains(&line));
    naming.owner = function.owner.is_some() && function.owner.as_deref() == team;
    let line = part.line.unwrap_or(0);
    naming.words = format!(
        "{} {:+.2} ms at {}:{line} of {} in {}",
        function.short,
        part.change() / 1e6,
        function.file.as_deref().unwrap_or("?"),
        function.owner.as_deref().unwrap_or("?"),
        finding.subject()
    );
    naming
}

/// Returns the plain name of a function: `min` for `Collection<>.min(count:)`, and `next` for the nested
/// `next #1 <A>() in f()`. A closure has no plain name.
fn word(short: &str) -> &str {
    let mut depth = 0_i32;
    let (mut begin, mut end) = (0, short.len());
    for (at, c) in short.char_indices() {
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            ':' | '.' if depth == 0 => begin = at + 1,
            '(' | ' ' if depth == 0 => {
                end = at;
                break;
            }
            _ => {}
        }
    }
    short[begin..end].split('<').next().unwrap_or_default()
}
