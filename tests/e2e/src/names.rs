//! Whether a growth in code of others is named: loops planted in functions of RapidJSON (C++) and of two packages in Swift, one in each
//! build, as their authors might make one slower. Their sources are fetched when asked for.

mod json;
mod swift;

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

/// Launches of the plain build, and of each other one: as many as a check has, since samples that count twice seem surer than they are.
const LAUNCHES: (u64, u64) = ((functions::SESSIONS * functions::LAUNCHES) as u64, functions::LAUNCHES as u64);
/// Launches with dense samples, which say what is so, and how dense these are: a growth of 5 ms is known within some 0.8 ms then, where
/// samples of 1 ms in as many launches left 2 ms, more than what a quarter of the growth is.
const DENSE: (u64, &str) = (5, "100us");
/// The launches with dense samples that a red run ends with.
const NAMING: (u64, &str) = (2, "500us");
/// How long a launch takes, and by how much it is slower.
const LAUNCH_MS: f64 = 200.0;
const PLANTED_MS: f64 = 10.0;
/// Of 24 MHz and 125 instructions a tick; a round of the planted loop has two.
const ROUNDS_A_MS: f64 = 1e3 * 24.0 * 125.0 / SLOWDOWN / 2.0;
/// A function that is called more often would do a few instructions more in each call.
const MOST_CALLS: u64 = 20_000;

/// A function in which a loop may be planted.
#[derive(Debug, Clone)]
pub struct Site {
    /// Below the root of the sources.
    pub file: String,
    pub name: String,
    /// Its first and its last line.
    pub lines: (u32, u32),
}

/// What a verdict said of a loop.
#[derive(Debug, Default)]
pub struct Told {
    pub red: bool,
    pub name: bool,
    pub place: bool,
    pub owner: bool,
    /// For people.
    pub words: String,
}

/// How an app is built.
#[derive(Clone, Copy)]
enum Build<'a> {
    Plain,
    /// It says how often each function is called.
    Counting,
    /// With a loop of this many rounds in a function.
    Planted(usize, f64),
    /// Plain, with one more word for the compiler.
    Otherwise(&'a str),
}

/// An app that starts with code of others.
trait Code {
    /// The folder that the files of functions lie below.
    fn root(&self) -> String;
    /// How paths of files begin and whose these are; the last one that fits holds.
    fn teams(&self) -> &'static [(&'static str, &'static str)];
    /// Functions in which a loop may be planted.
    fn sites(&self) -> &[Site];
    fn build(&self, build: Build<'_>) -> Result<Bundle>;
}

/// The sources, and the plain build's launches.
pub struct Names {
    code: Box<dyn Code>,
    /// How often each function of the sites is called that is called at all.
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
    /// In C++: `folder` has RapidJSON's package.
    pub fn json(folder: &Path, seed: u64) -> Result<Names> {
        Names::new(Box::new(json::Json::new(folder)?), seed)
    }

    /// In Swift: `folder` has the packages' repositories.
    pub fn swift(folder: &Path, seed: u64) -> Result<Names> {
        Names::new(Box::new(swift::Packages::new(folder)?), seed)
    }

    fn new(code: Box<dyn Code>, seed: u64) -> Result<Names> {
        let own = tempfile::tempdir()?;
        let mut config = Config::default();
        config.attribution.codeowners = own.path().join("CODEOWNERS");
        config.attribution.source_root = code.root();
        let owners: String = code.teams().iter().map(|(path, team)| format!("/{path} {team}\n")).collect();
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
        names.base = names.record("base", &plain, (LAUNCHES.0, "on"))?;
        names.dense = names.record("base-dense", &plain, DENSE)?;
        Ok(names)
    }

    /// This many functions that the app calls, by chance, none too often.
    pub fn chosen(&self, count: usize) -> Vec<usize> {
        let mut random = gate_stats::Random::new(self.seed + 1);
        let mut all: Vec<usize> =
            self.calls.iter().filter(|(_, calls)| **calls <= MOST_CALLS).map(|(site, _)| *site).collect();
        let mut chosen = Vec::new();
        while chosen.len() < count && !all.is_empty() {
            chosen.push(all.swap_remove(random.below(all.len())));
        }
        chosen
    }

    /// A function of the library.
    pub fn site(&self, at: usize) -> &Site {
        &self.code.sites()[at]
    }

    /// Plants a loop of 10 ms in a function, and judges the build that has it: as a red run does that launches it twice more with dense
    /// samples, and without those.
    pub fn planted(&mut self, at: usize) -> Result<[Told; 2]> {
        let calls = self.calls.get(&at).copied().context("it is not called")?;
        let loops = (PLANTED_MS * ROUNDS_A_MS / calls as f64).round().max(1.0);
        let app = self.code.build(Build::Planted(at, loops))?;
        let head = self.record(&format!("planted-{at}"), &app, (LAUNCHES.1, "on"))?;
        let named = self.with_dense(&head, (&format!("planted-{at}-naming"), &app))?;
        let told = |head| anyhow::Ok(told(&self.judge(head, at as u64)?.0, self.site(at), self.code.teams()));
        Ok([told(&named)?, told(&head)?])
    }

    /// Builds the same sources otherwise: functions that a verdict names and should not.
    pub fn rebuilt(&mut self, flag: &str, runs: u64) -> Result<Vec<Vec<String>>> {
        let app = self.code.build(Build::Otherwise(flag))?;
        let head = self.record(&format!("rebuilt{flag}"), &app, (LAUNCHES.1, "on"))?;
        let dense = self.record(&format!("rebuilt{flag}-dense"), &app, DENSE)?;
        let head = self.with_dense(&head, (&format!("rebuilt{flag}-naming"), &app))?;
        let truth = functions::truth((&self.config, &self.attribution), &self.dense, &dense)?;
        let one =
            |run| Ok(functions::named_falsely(&self.judge(&head, 1000 + run)?.0, &truth, functions::QUARTER));
        (0..runs).map(one).collect()
    }

    fn judge(&self, head: &Launches, run: u64) -> Result<Drawn> {
        functions::judge((&self.config, &self.attribution), (&self.base, head), run + 10_000 * self.seed)
    }

    fn launch(&self, app: &Bundle, number: u64, (times, samples): (u64, &str)) -> Result<Vec<u8>> {
        let times = times.to_string();
        let environment = [("LAUNCHGATE_LAUNCH", "one"), ("LAUNCHGATE_SAMPLES", samples), ("TIMES", &times)];
        let run = app.run_with(&environment, |config| {
            config.own_core = true;
            config.slowdown = SLOWDOWN;
            // Samples fall elsewhere in each launch.
            config.age_ticks += 977 * (number + 100 * self.seed);
        })?;
        ensure!(run.status()? == 0, "the app ended otherwise");
        Ok(run.trace()?.to_vec())
    }

    fn duration(&self, app: &Bundle, times: u64) -> Result<f64> {
        let launches =
            read_stream("one.lgtrace", &self.launch(app, 0, (times, "on"))?[..], &ReadOptions::default())?;
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

    /// The launches, and those with dense samples.
    fn with_dense(&mut self, launches: &Launches, (name, app): (&str, &Bundle)) -> Result<Launches> {
        let mut dense = self.record(name, app, NAMING)?;
        for launch in &mut dense.launches {
            launch.session = "naming".into();
            Arc::make_mut(&mut launch.conditions).recording.dense = true;
        }
        let mut all = launches.clone();
        all.absorb(dense);
        Ok(all)
    }

    fn record(&mut self, name: &str, app: &Bundle, (launches, samples): (u64, &str)) -> Result<Launches> {
        let symbols = self.folder.path().join(name);
        functions::dsym(&app.folder().join("Fixture"), &symbols)?;
        self.attribution.add_symbols(&symbols)?;
        let options = ReadOptions { paths: true, ..ReadOptions::default() };
        let mut all = Launches::default();
        for number in 1..=launches {
            let trace = self.launch(app, number, (self.times, samples))?;
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

/// Whether the first finding that fails is explained by the function of the site.
fn told(verdict: &Verdict, site: &Site, teams: &[(&str, &str)]) -> Told {
    let mut told = Told { red: verdict.answer == Answer::Regressed, ..Told::default() };
    let Some(finding) = verdict.findings.iter().find(|finding| finding.fails()) else { return told };
    let team = teams.iter().rev().find(|(path, _)| site.file.starts_with(path)).map(|(_, team)| *team);
    let Some(part) = finding.functions.first() else {
        told.words = format!("{} {:+.2} ms, no function", finding.subject(), finding.judged.change() / 1e6);
        return told;
    };
    let function = &part.function;
    told.name = word(&function.short) == site.name;
    told.place = function.file.as_deref() == Some(&site.file)
        && part.line.is_some_and(|line| (site.lines.0..=site.lines.1).contains(&line));
    told.owner = function.owner.is_some() && function.owner.as_deref() == team;
    let line = part.line.unwrap_or(0);
    told.words = format!(
        "{} {:+.2} ms at {}:{line} of {} in {}",
        function.short,
        part.change() / 1e6,
        function.file.as_deref().unwrap_or("?"),
        function.owner.as_deref().unwrap_or("?"),
        finding.subject()
    );
    told
}

/// `min` of `Collection<>.min(count:)`, and `next` of `next #1 <A>() in f()`: a function in another one; a closure is another function.
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
