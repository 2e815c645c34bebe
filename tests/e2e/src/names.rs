//! Whether a growth in code of others is named: loops planted in functions of RapidJSON, one in each build, as their authors might make
//! one slower. Its source is fetched when asked for.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, Result, ensure};
use gate::attribute::Attribution;
use gate::config::Config;
use gate::launches::{Launches, ReadOptions, read_stream};
use gate::verdict::{Answer, Verdict};
use phone::build::{self, Style};

use crate::agent_public;
use crate::bundle::Bundle;
use crate::functions::{self, Drawn, SLOWDOWN};

/// Launches of the plain build, and of each other one: as many as a check has, since samples that count twice seem surer than they are.
const LAUNCHES: (u64, u64) = (40, 10);
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

/// Files that the app uses, and whose they are; any other is the first one's.
const TEAMS: [(&str, &str); 5] = [
    ("", "@json/all"),
    ("internal/", "@json/internal"),
    ("reader.h", "@json/reader"),
    ("writer.h", "@json/writer"),
    ("document.h", "@json/document"),
];

/// A function in which a loop may be planted.
#[derive(Debug, Clone)]
pub struct Site {
    /// Below the library's folder.
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

/// The sources, with a place for a loop in each function, and the plain build's launches.
pub struct Names {
    headers: PathBuf,
    flags: Vec<String>,
    sites: Vec<Site>,
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
    /// `folder` has the package.
    pub fn new(folder: &Path, seed: u64) -> Result<Names> {
        let (source, flags) = agent_public::json(folder)?;
        let headers = build::output().join("public/planted");
        let sites = plant(&source, &headers.join("rapidjson"))?;
        let own = tempfile::tempdir()?;
        let mut config = Config::default();
        config.attribution.codeowners = own.path().join("CODEOWNERS");
        config.attribution.source_root = headers.display().to_string();
        let owners = TEAMS.map(|(path, team)| format!("/rapidjson/{path} {team}\n"));
        fs::write(&config.attribution.codeowners, owners.concat())?;
        let attribution = Attribution::read(&config, Path::new("/"))?;
        let mut names = Names {
            headers,
            flags,
            sites,
            calls: BTreeMap::new(),
            times: 1,
            config,
            attribution,
            folder: own,
            seed,
            base: Launches::default(),
            dense: Launches::default(),
        };
        let plain = names.build(&["-DLG_PLANTED=-1", "-DLG_LOOPS=1"])?;
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
        let mut random = gate::stats::Random::new(self.seed + 1);
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
        &self.sites[at]
    }

    /// Plants a loop of 10 ms in a function, and judges the build that has it: as a red run does that launches it twice more with dense
    /// samples, and without those.
    pub fn planted(&mut self, at: usize) -> Result<[Told; 2]> {
        let calls = self.calls.get(&at).copied().context("it is not called")?;
        let loops = (PLANTED_MS * ROUNDS_A_MS / calls as f64).round().max(1.0);
        let flags = [format!("-DLG_PLANTED={at}"), format!("-DLG_LOOPS={loops}")];
        let app = self.build(&flags.each_ref().map(String::as_str))?;
        let head = self.record(&format!("planted-{at}"), &app, (LAUNCHES.1, "on"))?;
        let named = self.with_dense(&head, (&format!("planted-{at}-naming"), &app))?;
        let told = |head| anyhow::Ok(told(&self.judge(head, at as u64)?.0, self.site(at)));
        Ok([told(&named)?, told(&head)?])
    }

    /// Builds the same sources otherwise: functions that a verdict names and should not.
    pub fn rebuilt(&mut self, flag: &str, runs: u64) -> Result<Vec<Vec<String>>> {
        let app = self.build(&["-DLG_PLANTED=-1", "-DLG_LOOPS=1", flag])?;
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

    fn build(&self, more: &[&str]) -> Result<Bundle> {
        let mut flags = vec![format!("-I{}", self.headers.display()), "-g".to_owned()];
        flags.extend(self.flags.iter().cloned());
        flags.extend(more.iter().map(ToString::to_string));
        Bundle::app_with(Style::Chained, &["names_json.mm"], &flags, None)
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
        let app = self.build(&["-DLG_COUNT"])?;
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
            Arc::make_mut(&mut launch.conditions).set_dense();
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

/// Copies the library with a place for a loop in each of its functions, at the line that it begins in.
fn plant(from: &Path, to: &Path) -> Result<Vec<Site>> {
    let mut sites = Vec::new();
    for folder in ["", "internal", "error", "msinttypes"] {
        fs::create_dir_all(to.join(folder))?;
        let mut files: Vec<PathBuf> =
            fs::read_dir(from.join(folder))?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
        files.sort();
        for path in files.iter().filter(|path| path.extension().is_some_and(|end| end == "h")) {
            let text = fs::read_to_string(path)?;
            let file = path.strip_prefix(from)?.display().to_string();
            let planted = planted(&text, &file, &mut sites);
            let place = to.join(&file);
            // Builds are known by their sources' contents.
            if fs::read_to_string(&place).ok().as_deref() != Some(&planted) {
                fs::write(place, planted)?;
            }
        }
    }
    ensure!(sites.len() < 1000, "{} functions", sites.len());
    Ok(sites)
}

fn planted(text: &str, file: &str, sites: &mut Vec<Site>) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut planted = String::new();
    for (at, line) in lines.iter().enumerate() {
        planted.push_str(line);
        if let Some(name) = function(line) {
            planted.push_str(&format!(" LG_PLANT({})", sites.len()));
            let indent = line.len() - line.trim_start().len();
            let ends = |line: &&str| line.trim_end() == format!("{}}}", &line[..indent.min(line.len())]);
            let length = lines[at..].iter().position(ends).unwrap_or(0);
            let first = at as u32 + 1;
            let lines = (first, first + length as u32);
            sites.push(Site { file: file.to_owned(), name: name.to_owned(), lines });
        }
        planted.push('\n');
    }
    planted
}

/// The name of the function whose body begins at the end of this line: one with a type before it and all of its parameters.
fn function(line: &str) -> Option<&str> {
    const OTHERS: [&str; 12] = [
        "if",
        "else",
        "for",
        "while",
        "do",
        "switch",
        "struct",
        "class",
        "namespace",
        "template<>",
        "return",
        "}",
    ];
    let head = line.strip_suffix(" {")?.trim_start();
    let head = head.strip_suffix(" const").unwrap_or(head).strip_suffix(')')?;
    let (before, _) = head.split_once('(')?;
    let (kind, name) = before.rsplit_once([' ', '*', '&'])?;
    let is_other = OTHERS.iter().any(|other| kind.split(' ').next() == Some(other));
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let is_macro = name.bytes().all(|byte| !byte.is_ascii_lowercase());
    (!is_other && is_name && !is_macro && !kind.starts_with(['#', '/', ':'])).then_some(name)
}

/// Whether the first finding that fails is explained by the function of the site.
fn told(verdict: &Verdict, site: &Site) -> Told {
    let mut told = Told { red: verdict.answer == Answer::Regressed, ..Told::default() };
    let Some(finding) = verdict.findings.iter().find(|finding| finding.fails()) else { return told };
    let team = TEAMS.iter().rev().find(|(path, _)| !path.is_empty() && site.file.starts_with(path));
    let team = team.map_or(TEAMS[0].1, |(_, team)| team);
    let Some(part) = finding.functions.first() else {
        told.words = format!("{} {:+.2} ms, no function", finding.subject(), finding.judged.change() / 1e6);
        return told;
    };
    let function = &part.function;
    let plain = function.short.split(['(', '<']).next().unwrap_or_default();
    told.name = plain.rsplit("::").next() == Some(&site.name);
    let file: Arc<str> = format!("rapidjson/{}", site.file).into();
    told.place = function.file.as_ref() == Some(&file)
        && part.line.is_some_and(|line| (site.lines.0..=site.lines.1).contains(&line));
    told.owner = function.owner.as_deref() == Some(team);
    let line = part.line.unwrap_or(0);
    told.words = format!(
        "{} {:+.2} ms at {}:{line} of {}",
        function.short,
        part.change() / 1e6,
        function.file.as_deref().unwrap_or("?"),
        function.owner.as_deref().unwrap_or("?")
    );
    told
}
