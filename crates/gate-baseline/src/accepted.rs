//! Reads and writes the accepted regressions: a file that people review, with one acceptance per line.
//!
//! Invariant: lines are independent of each other and of their order, so git may join the lines of two branches (`merge=union`, which
//! `.gitattributes` in the same folder requests).

use std::fs::{self, File};
use std::path::Path;

use gate_config::{Date, Glob, Growth};
use gate_launches::Ns;

use super::Result;
use super::error::io_error;
use super::files::{FolderFiles, StoreFiles};
use super::text::{NumberedLines, abbreviate, escape, unescape};

const FORMAT: &str = "launchgate.accepted";
const VERSION: u32 = 1;
const ATTRIBUTES: &str = "# Every line is independent, so git can merge the lines of two branches.\n\
                          accepted.tsv merge=union\n";

/// The acceptance of a regression that a person knows and intends.
#[derive(Clone, Debug, PartialEq)]
pub struct Acceptance {
    pub method: Glob,
    pub reason: String,
    /// The team or person who is responsible for the accepted growth.
    pub owner: String,
    /// The last day on which the acceptance is valid.
    pub until: Date,
    /// The accepted growth of each method that matches.
    pub size: Growth,
    /// The cost before the growth, on the device on which the growth was measured. On all other devices, the accepted growth is relative to
    /// the base.
    pub level: Option<LevelBeforeGrowth>,
    /// Fields of the line that later versions define, which are preserved.
    pub others: Vec<String>,
    /// Whether the change that is judged adds the acceptance. The file does not contain this property.
    pub by_change: bool,
}

/// The cost of a method before its growth was accepted.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelBeforeGrowth {
    /// The device model on which the cost was measured.
    pub device: String,
    pub scenario: String,
    pub cost: Ns,
}

/// The effect of an acceptance on a growth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AcceptanceCoverage {
    /// The acceptance is for another method, or it has expired.
    None,
    /// The acceptance covers the whole growth.
    Whole,
    /// The acceptance covers only a part of the growth.
    Exceeded,
    /// The acceptance has no effect, since the author of the change accepted more growth than was measured.
    TooLarge,
}

/// A growth that a comparison found: the method, the device and scenario, the cost before and the least cost after it.
#[derive(Clone, Copy, Debug)]
pub struct MeasuredGrowth<'a> {
    /// The method, phase, module or page.
    pub name: &'a str,
    /// The device model on which the growth was measured.
    pub device: &'a str,
    pub scenario: &'a str,
    /// The cost in the base.
    pub base: Ns,
    /// The least cost in the head, which is the lower end of the confidence interval.
    pub at_least: Ns,
    /// The largest growth that a repeated run of the same builds may measure.
    pub at_most_grown: Ns,
}

impl Acceptance {
    /// Returns the effect of the acceptance on a growth at the date `today`.
    pub fn covers(&self, grown: &MeasuredGrowth<'_>, today: Date) -> AcceptanceCoverage {
        if today > self.until || !self.method.matches(grown.name) {
            return AcceptanceCoverage::None;
        }
        let here =
            |level: &&LevelBeforeGrowth| level.device == grown.device && level.scenario == grown.scenario;
        let before = self.level.as_ref().filter(here).map_or(grown.base, |level| level.cost);
        // The author of a change may accept only as much growth as was measured for the change.
        if self.by_change && self.size.largest_accepted(before) - before > grown.at_most_grown {
            return AcceptanceCoverage::TooLarge;
        }
        // A cost that is not a number (NaN) never counts as more than the accepted growth.
        if grown.at_least > self.size.largest_accepted(before) {
            AcceptanceCoverage::Exceeded
        } else {
            AcceptanceCoverage::Whole
        }
    }

    /// Formats the acceptance as a line of the file `accepted.tsv`.
    pub fn to_line(&self) -> String {
        let Acceptance { method, reason, owner, until, size, level, others, by_change: _ } = self;
        let mut line =
            format!("accept\t{}\t{until}\t{}\t{}", escape(method.as_str()), escape(owner), escape(reason));
        let mut add = |key: &str, value: &str| line.extend(["\t", key, "=", value]);
        add("up-to", &size.to_string());
        if let Some(LevelBeforeGrowth { device, scenario, cost }) = level {
            add("from-ns", &cost.0.to_string());
            add("device", &escape(device));
            add("scenario", &escape(scenario));
        }
        for other in others {
            line.extend(["\t", other]);
        }
        line
    }
}

impl std::str::FromStr for Acceptance {
    type Err = String;

    /// Parses a line of the file of acceptances.
    fn from_str(line: &str) -> Result<Acceptance, String> {
        parse(line)
    }
}

/// Reads all acceptances of a file; a missing file has no acceptances.
pub(super) fn read(files: &dyn StoreFiles, path: &Path) -> Result<Vec<Acceptance>> {
    let Some(text) = files.read_text(path)? else { return Ok(Vec::new()) };
    let mut lines = NumberedLines::open(path, &text, FORMAT, VERSION)?;
    let mut all = Vec::new();
    while let Some(line) = lines.next() {
        // After a merge of two branches, the file may contain the format line twice.
        if line == format!("{FORMAT}/{VERSION}") {
            continue;
        }
        all.push(parse(line).map_err(|reason| lines.line_error(reason))?);
    }
    Ok(all)
}

fn parse(line: &str) -> Result<Acceptance, String> {
    let fields: Vec<&str> = line.split('\t').collect();
    let ["accept", method, until, owner, reason, more @ ..] = &fields[..] else {
        return Err(format!(
            "expected accept, METHOD, UNTIL, OWNER, REASON and up-to, found {}",
            abbreviate(line)
        ));
    };
    let until = Date::parse(until)
        .ok_or_else(|| format!("expected a date such as 2027-01-31, found {}", abbreviate(until)))?;
    let (mut size, mut others) = (None, Vec::new());
    let (mut cost, mut device, mut scenario) = (None, String::new(), String::new());
    for field in more {
        match field.split_once('=') {
            Some(("up-to", up_to)) => {
                let found = Growth::parse(up_to);
                size =
                    Some(found.ok_or_else(|| {
                        format!("expected a size such as +8%, found {}", abbreviate(up_to))
                    })?);
            }
            Some(("from-ns", ns)) => {
                let ns: f64 = ns.parse().map_err(|_| format!("no cost: {}", abbreviate(ns)))?;
                cost = Some(Ns(ns)).filter(|ns| ns.0.is_finite());
            }
            Some(("device", name)) => device = unescape(name)?,
            Some(("scenario", name)) => scenario = unescape(name)?,
            _ => others.push((*field).to_owned()),
        }
    }
    Ok(Acceptance {
        method: Glob::new(&unescape(method)?),
        reason: unescape(reason)?,
        owner: unescape(owner)?,
        until,
        size: size.ok_or("expected a size, such as up-to=+8%")?,
        level: cost.map(|cost| LevelBeforeGrowth { device, scenario, cost }),
        others,
        by_change: false,
    })
}

/// Adds an acceptance, unless the file already contains it. Concurrent writers wait for each other.
pub(super) fn append(path: &Path, new: &Acceptance) -> Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(io_error("create", folder))?;
    // The lock of the folder is released at the end of the function, or when the process is killed.
    let lock = File::open(folder).map_err(io_error("open", folder))?;
    lock.lock().map_err(io_error("lock", folder))?;
    let mut all = read(&FolderFiles, path)?;
    if all.contains(new) {
        return Ok(());
    }
    all.push(new.clone());
    let mut lines: Vec<String> = all.iter().map(Acceptance::to_line).collect();
    lines.sort();
    let attributes = folder.join(".gitattributes");
    if !attributes.try_exists().map_err(io_error("read", &attributes))? {
        FolderFiles.write(&attributes, ATTRIBUTES, true)?;
    }
    FolderFiles.write(path, &format!("{FORMAT}/{VERSION}\n{}\n", lines.join("\n")), true).map(drop)
}
