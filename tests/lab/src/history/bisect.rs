//! Searches in real git repositories of 64 commits, one of which makes the app slower. The code of `gate bisect` makes the search. A build
//! only reads the costs of a launch from the checkout, and launches are drawn from these costs.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use anyhow::{Context as _, Result, ensure};
use gate::bisect::{BisectError, Event, LaunchCounts, Launcher, SearchEnd, SearchTask, search};
use gate_attribution::Attribution;
use gate_common::git::{Commit, Repository};
use gate_config::{Config, Date};
use gate_decision::Policy;
use gate_launches::{BuildRole, Launch, Launches, MethodTable, Ns, ReadOptions, read_stream};
use gate_stats::Random;
use gate_stats::basic::mean;
use rayon::prelude::*;

use super::{Figures, Options};

/// Number of commits after GOOD.
const COMMITS: usize = 64;
const METHODS: usize = 100;
const LAUNCH_NS: f64 = 400e6;
/// Time outside of methods in each of the two phases, as a share of the launch.
const OUTSIDE: f64 = 0.1;
/// Standard deviations of logarithms: between launches, between sessions, and of each cost independently.
const LAUNCH_SD: f64 = 0.01;
const SESSION_SD: f64 = 0.005;
const OWN_SD: f64 = 0.02;

/// The planted change that makes the app slower.
#[derive(Clone, Copy, PartialEq)]
enum Slower {
    /// One method of a hundred is slower by 5 %.
    Method,
    /// One method is slower by 5 % of the launch.
    Launch,
    /// One method is slower by 5 %, under three difficult conditions. A tenth of the costs varies by Student's t with 4 degrees of freedom.
    /// One in eight commits cannot be built. Every commit changes each method by half a percent.
    Hard,
}

/// Measures all figures of searches.
pub(super) fn measure(asked: &Options, figures: &mut Figures) -> Result<()> {
    for (name, slower) in [("", Slower::Method), ("launch.", Slower::Launch), ("hard.", Slower::Hard)] {
        let all: Vec<Search> = (0..asked.runs as u64)
            .into_par_iter()
            .map(|number| one(number, slower))
            .collect::<Result<_>>()
            .with_context(|| format!("bisect {name}"))?;
        let share =
            |of: &dyn Fn(&Search) -> bool| all.iter().filter(|one| of(one)).count() as f64 / all.len() as f64;
        let builds: Vec<f64> = all.iter().map(|one| one.builds as f64).collect();
        let launches: Vec<f64> = all.iter().map(|one| one.launches as f64).collect();
        let worst = builds.iter().copied().fold(0.0, f64::max);
        // A search counts as successful only if it needs at most `most` builds. Under the difficult conditions the number of builds is not
        // limited, since failed attempts to build a commit count too.
        let most = if slower == Slower::Hard { usize::MAX } else { 8 };
        let right = share(&|one| one.right == Some(true) && one.builds <= most);
        let wrong = share(&|one| one.right == Some(false));
        for (figure, value) in [
            ("right", right),
            ("wrong", wrong),
            ("builds", mean(&builds)),
            ("builds_worst", worst),
            ("launches", mean(&launches)),
        ] {
            eprintln!("bisect.{name}{figure}: {value:.3}");
            figures.insert(format!("bisect.{name}{figure}"), value);
        }
    }
    Ok(())
}

/// The result of one search.
struct Search {
    /// Whether the named commit is the planted one; `None` if the search ended with several commits or with
    /// an error.
    right: Option<bool>,
    builds: usize,
    launches: usize,
}

fn one(number: u64, slower: Slower) -> Result<Search> {
    let mut random = Random::new(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ slower as u64);
    let first = 1 + random.next_below(COMMITS);
    let app = App::new(&mut random)?;
    let method = random.next_below(METHODS);
    let folder = tempfile::tempdir()?;
    let commits = history(folder.path(), |commit| {
        let mut costs = app.costs.clone();
        if slower == Slower::Hard {
            // The random effect of the memory layout of a build, which is the same each time the commit is
            // built.
            let mut layout = Random::new(number ^ ((commit as u64) << 32));
            costs.iter_mut().for_each(|cost| *cost *= (0.005 * layout.next_normal()).exp());
        }
        if commit >= first {
            costs[method] += if slower == Slower::Launch { 0.05 * LAUNCH_NS } else { 0.05 * costs[method] };
        }
        let lines: Vec<String> = costs.iter().map(|cost| format!("{cost:.3}\n")).collect();
        lines.concat()
    })?;
    let repository = Repository::open(folder.path())?;
    let name = |at: usize| repository.resolve_commit(&commits[at]);
    let broken: Vec<String> = if slower == Slower::Hard {
        // The planted commit and its parent can always be built; if they could not be built, no search could name the planted commit.
        let may = |at: &usize| *at != first && at + 1 != first && *at != 0 && *at != COMMITS;
        (0..=COMMITS)
            .filter(may)
            .filter(|_| random.next_below(8) == 0)
            .map(|at| commits[at].clone())
            .collect()
    } else {
        Vec::new()
    };
    let mut lab =
        Lab { app, random, hard: slower == Slower::Hard, broken, builds: BTreeMap::new(), good: name(0)? };
    let task = SearchTask {
        good: name(0)?,
        bad: name(COMMITS)?,
        tree: folder.path().join("tree"),
        finding: None,
        plan: LaunchCounts::default(),
    };
    let (mut config, attribution) = (Config::default(), Attribution::default());
    // As in the other synthetic worlds, growth of 5 % counts as relevant in any method, even if the method has only a small share of the
    // launch.
    (config.gate.floor, config.gate.fail_from) = (Some(Ns(0.0)), 0.0);
    let today = Date::parse("2026-12-01").context("a date")?;
    let policy = Policy { config: &config, attribution: &attribution, accepted: &[], today };
    let found = match search(&repository, &task, &policy, &mut lab) {
        Ok(found) => found,
        // A search that failed did not name the right commit.
        Err(error) if error.downcast_ref::<BisectError>().is_some() => {
            eprintln!("search {number}: {error}");
            return Ok(Search { right: None, builds: lab.builds.len(), launches: 0 });
        }
        Err(error) => return Err(error),
    };
    ensure!(found.builds >= lab.builds.len(), "a build was not counted");
    let right = match &found.end {
        SearchEnd::First(commit) => Some(commit.as_str() == commits[first]),
        SearchEnd::Among(_) => None,
    };
    Ok(Search { right, builds: found.builds, launches: found.launches })
}

fn git(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new("git");
    command.args(words).current_dir(folder).env("GIT_CONFIG_GLOBAL", "/dev/null");
    command
}

/// Creates a repository with a linear history. Each commit has a file with the costs of a launch. Returns the
/// commits, beginning with GOOD.
fn history(folder: &Path, costs: impl Fn(usize) -> String) -> Result<Vec<String>> {
    ensure!(git(folder, &["init", "--quiet"]).status()?.success(), "git init");
    let mut import = git(folder, &["fast-import", "--quiet"]).stdin(Stdio::piped()).spawn()?;
    {
        let mut input = import.stdin.take().context("no input of git")?;
        for commit in 0..=COMMITS {
            let (costs, message) = (costs(commit), format!("Change {commit}"));
            writeln!(input, "commit refs/heads/main")?;
            writeln!(input, "committer Ada <ada@example.com> {} +0000", 1_700_000_000 + 3600 * commit)?;
            writeln!(input, "data {}\n{message}", message.len())?;
            writeln!(input, "M 100644 inline costs\ndata {}\n{costs}", costs.len())?;
        }
    }
    ensure!(import.wait()?.success(), "git fast-import");
    let output = git(folder, &["rev-list", "--reverse", "refs/heads/main"]).output()?;
    Ok(String::from_utf8(output.stdout)?.lines().map(str::to_owned).collect())
}

/// An app with log-normal costs of standard deviation 1. The last two costs are the times of the phases
/// outside of methods.
struct App {
    costs: Vec<f64>,
    table: MethodTable,
    launch: Launch,
}

impl App {
    fn new(random: &mut Random) -> Result<App> {
        let mut costs: Vec<f64> = (0..METHODS).map(|_| random.next_normal().exp()).collect();
        let share = (1.0 - 2.0 * OUTSIDE) * LAUNCH_NS / costs.iter().sum::<f64>();
        costs.iter_mut().for_each(|cost| *cost *= share);
        costs.extend([OUTSIDE * LAUNCH_NS; 2]);
        let methods: Vec<String> = (0..METHODS)
            .map(|method| {
                let phase = ["start..main", "main..first_frame"][method % 2];
                format!(
                    r#"{{"name":"-[Class{} step{method}]","module":"Module{}","phase":"{phase}","calls":1,"self_ns":1,"total_ns":1}}"#,
                    method / 10,
                    method % 10
                )
            })
            .collect();
        let text = format!(
            r#"{{"format":"launchgate.launch/1","session":"s","launch":0,"marks":{{"main_ns":1e6,"first_frame_ns":1e9}},"methods":[{}]}}"#,
            methods.join(",")
        );
        let read = read_stream("made", text.as_bytes(), &ReadOptions::default())?;
        let launch = read.launches.into_iter().next().context("a launch")?;
        Ok(App { costs, table: read.table, launch })
    }

    /// Returns a launch whose parts have the costs `parts`.
    fn launch(&self, parts: &[f64]) -> Launch {
        let mut launch = self.launch.clone();
        let mut objc = [0.0, 0.0];
        for cost in &mut launch.costs {
            let own = parts[cost.method.0 as usize];
            (cost.self_ns, cost.total_ns) = (Ns(own), Ns(own));
            objc[cost.method.0 as usize % 2] += own;
        }
        let main = objc[0] + parts[METHODS];
        let end = main + objc[1] + parts[METHODS + 1];
        let bounds = [(0.0, main), (main, end)];
        for ((phase, (from, to)), objc) in launch.phases.iter_mut().zip(bounds).zip(objc) {
            (phase.from, phase.to, phase.objc) = (Ns(from), Ns(to), Some(Ns(objc)));
        }
        for (mark, at) in launch.marks.iter_mut().zip([main, end]) {
            mark.at = Ns(at);
        }
        launch
    }
}

/// A launcher that builds by reading the costs from the checkout, and draws launches with these costs.
struct Lab {
    app: App,
    random: Random,
    hard: bool,
    broken: Vec<String>,
    good: Commit,
    builds: BTreeMap<Commit, Vec<f64>>,
}

impl Lab {
    /// Draws the independent noise of one cost in one launch.
    fn own(&mut self) -> f64 {
        let normal = self.random.next_normal();
        if !self.hard {
            return (OWN_SD * normal).exp();
        }
        let chi: f64 = (0..4).map(|_| self.random.next_normal().powi(2)).sum();
        (OWN_SD / 2.0_f64.sqrt() * normal / (chi / 4.0).sqrt()).exp()
    }
}

impl Launcher for Lab {
    type Error = anyhow::Error;

    fn build(
        &mut self,
        commit: &Commit,
        check_out: &mut dyn FnMut() -> Result<PathBuf, BisectError>,
    ) -> Result<bool> {
        let folder = check_out()?;
        let text = fs::read_to_string(folder.join("costs"))?;
        let costs = text.lines().map(|line| line.parse().context("a cost")).collect::<Result<Vec<f64>>>()?;
        ensure!(self.builds.insert(commit.clone(), costs).is_none(), "built twice");
        Ok(!self.broken.iter().any(|broken| broken == commit.as_str()))
    }

    fn launch(&mut self, commit: &Commit, _: usize, launches: usize) -> Result<Launches> {
        let sides = [(BuildRole::Base, self.good.clone()), (BuildRole::Head, commit.clone())];
        // The two builds of a session are installed once per session. Each build gets random factors for the session: a common factor, and
        // one factor for each part.
        let factors: Vec<Vec<f64>> = sides
            .iter()
            .map(|(_, commit)| {
                let whole = SESSION_SD * self.random.next_normal();
                let costs = self.builds.get(commit).cloned().unwrap_or_default();
                costs.iter().map(|cost| cost * whole.exp()).collect()
            })
            .collect();
        let mut all = Vec::new();
        for block in 0..launches as u64 {
            for ((role, _), parts) in sides.iter().zip(&factors) {
                let whole = (LAUNCH_SD * self.random.next_normal()).exp();
                let parts: Vec<f64> = parts.iter().map(|part| part * whole * self.own()).collect();
                let number = 2 * block + u64::from(*role == BuildRole::Head);
                let launch = self.app.launch(&parts);
                all.push(Launch {
                    role: Some(*role),
                    block: Some(block),
                    number,
                    session: Arc::from("made"),
                    ..launch
                });
            }
        }
        Ok(Launches { table: self.app.table.clone(), launches: all, ..Launches::default() })
    }

    fn notify(&mut self, _: Event<'_>) -> Result<()> {
        Ok(())
    }
}
