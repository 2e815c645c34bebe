//! Judges a month of pull requests with the released program. The synthetic launches are written to files and passed on the command line.
//!
//! The launches are drawn with the same random numbers as for the other figures of a synthetic world. The answers of the program can
//! therefore be compared with the answers of the crates, which judge the same launches in memory.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};
use gate_decision::Answer;
use gate_launches::{Launches, write_launches};
use rayon::prelude::*;

use super::made::{self, App, Sides};
use super::{ALL3, Cell, DESIGNS, Lab, ONE10, Planted, Share, UNCHANGED, World, usual};
use crate::calibrate::worlds::{Figures, Trials};

/// The number of unchanged pull requests in a month (22 days with ten each).
const UNCHANGED_REQUESTS: usize = 220;
const PLANTED_REQUESTS: usize = 44;

/// The answer to one pull request.
struct Request {
    answer: Answer,
    found: bool,
    /// Whether the libraries give the same answer as the program.
    is_equal: bool,
}

/// Judges unchanged pull requests and pull requests with planted growth, in the synthetic world that combines all disturbances.
pub(crate) fn month(gate: &Path) -> Figures {
    let gate = &gate.canonicalize().with_context(|| gate.display().to_string())?;
    let lab = usual(&Lab::new(Trials { quiet: UNCHANGED_REQUESTS, power: PLANTED_REQUESTS, exact: 0 })?);
    let mut all = Vec::new();
    for design in DESIGNS {
        let cell = Cell { lab: &lab, name: format!("real.{}", design.name()), world: World::real(), design };
        let requests = |count: usize, planted: Planted| -> Result<Vec<Request>> {
            (0..count).into_par_iter().map(|trial| cell.request(gate, trial, planted)).collect()
        };
        let unchanged = requests(UNCHANGED_REQUESTS, UNCHANGED)?;
        let (one, everything) = (requests(PLANTED_REQUESTS, ONE10)?, requests(PLANTED_REQUESTS, ALL3)?);
        let mut tell = |figure: &str, requests: &[Request], is_so: fn(&Request) -> bool| {
            all.push(count(&format!("month.{}.{figure}", cell.name), requests, is_so));
        };
        tell("red", &unchanged, |request| request.answer == Answer::Regressed);
        tell("undecided", &unchanged, |request| request.answer == Answer::Undecided);
        tell("pass", &unchanged, |request| request.answer == Answer::Pass);
        tell("found10", &one, |request| request.found);
        tell("launch3", &everything, |request| request.answer == Answer::Regressed);
        let every: Vec<Request> = unchanged.into_iter().chain(one).chain(everything).collect();
        tell("equal", &every, |request| request.is_equal);
    }
    Ok(all)
}

/// Counts the pull requests that `is_so` selects, and prints the count.
fn count(name: &str, requests: &[Request], is_so: fn(&Request) -> bool) -> Share {
    let count = requests.iter().filter(|request| is_so(request)).count();
    eprintln!("  {name}: {count} of {}", requests.len());
    Share { name: name.to_owned(), count, trials: requests.len() }
}

impl Cell<'_> {
    fn request(&self, gate: &Path, trial: usize, planted: Planted) -> Result<Request> {
        let here = self.run(trial, planted)?;
        let mut random = self.random(trial);
        let app = App::new(self.world, &mut random)?;
        let method = random.next_below(super::BIG);
        let numbers = app.numbers(&mut random, self.design, 0, planted(method), trial);
        let Sides { base, head } = app.sides(self.design, &numbers);
        let folder = tempfile::tempdir()?;
        let mut args = vec!["check".to_owned(), write(folder.path(), "new", &head)?];
        for stored in base.iter().map(|base| write_sessions(folder.path(), &app, base)) {
            args.extend(stored?.into_iter().flat_map(|file| ["--base".to_owned(), file]));
        }
        args.extend(["--out", "json=verdict.json"].map(str::to_owned));
        let done = Command::new(gate)
            .args(&args)
            .current_dir(&folder)
            .stdin(Stdio::null())
            .output()
            .context("gate")?;
        let code = done.status.code().context("ended by a signal")?;
        let answer = match code {
            0 => Answer::Pass,
            2 => Answer::Regressed,
            3 => Answer::Undecided,
            _ => bail!("exit code {code} of request {trial}: {}", String::from_utf8_lossy(&done.stderr)),
        };
        let verdict: serde_json::Value =
            serde_json::from_slice(&fs::read(folder.path().join("verdict.json"))?)?;
        let name = format!("\"{}\"", made::name(method));
        let found = verdict["findings"].to_string().contains(&name);
        let is_equal = answer == here.answer && found == here.found;
        if !is_equal {
            eprintln!(
                "  {} {trial}: {answer:?}, {:?} here; {found}, {} here",
                self.name, here.answer, here.found
            );
        }
        Ok(Request { answer, found, is_equal })
    }
}

/// Writes a file per stored session. Returns the paths of the sessions.
fn write_sessions(folder: &Path, app: &App, base: &Launches) -> Result<Vec<String>> {
    base.sessions().map(|(session, launches)| write(folder, session, &app.side(launches.to_vec()))).collect()
}

fn write(folder: &Path, name: &str, launches: &Launches) -> Result<String> {
    let name = format!("{name}.jsonl");
    write_launches(launches, File::create(folder.join(&name))?)?;
    Ok(name)
}
