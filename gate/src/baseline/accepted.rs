//! The regressions that somebody has accepted: a reviewed file, one acceptance a line.
//!
//! Invariant: each line stands for itself and lines have no order, so git may join two branches'
//! lines (`merge=union`, which `.gitattributes` beside the file asks for).

use std::fs::{self, File};
use std::path::Path;

use super::StoreError;
use super::error::io;
use super::text::{self, Lines, escape, shown, unescape};
use crate::config::{Date, Glob};

const FORMAT: &str = "launchgate.accepted";
const VERSION: u32 = 1;
const ATTRIBUTES: &str = "# Each line stands for itself: branches that both accept something merge.\n\
                          accepted.tsv merge=union\n";

/// A regression that is known and meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Acceptance {
    /// Which methods.
    pub method: Glob,
    /// Why.
    pub reason: String,
    /// Who answers for it.
    pub owner: String,
    /// The last day on which it holds.
    pub until: Date,
}

impl Acceptance {
    /// Whether it covers a method today.
    pub fn covers(&self, method: &str, today: Date) -> bool {
        today <= self.until && self.method.matches(method)
    }

    fn line(&self) -> String {
        let Acceptance { method, reason, owner, until } = self;
        format!("accept\t{}\t{until}\t{}\t{}", escape(method.as_str()), escape(owner), escape(reason))
    }
}

/// All acceptances of a file; one that is not there has none.
pub(super) fn read(path: &Path) -> Result<Vec<Acceptance>, StoreError> {
    if !path.try_exists().map_err(io("read", path))? {
        return Ok(Vec::new());
    }
    let text = text::read(path)?;
    let mut lines = Lines::open(path, &text, FORMAT, VERSION)?;
    let mut all = Vec::new();
    while let Some(line) = lines.next() {
        all.push(parse(line).map_err(|reason| lines.wrong(reason))?);
    }
    Ok(all)
}

fn parse(line: &str) -> Result<Acceptance, String> {
    let fields: Vec<&str> = line.split('\t').collect();
    let ["accept", method, until, owner, reason] = fields[..] else {
        return Err(format!("expected accept, METHOD, UNTIL, OWNER and REASON, found {}", shown(line)));
    };
    let until = Date::parse(until).ok_or_else(|| format!("no such day: {}", shown(until)))?;
    Ok(Acceptance {
        method: Glob::new(&unescape(method)?),
        reason: unescape(reason)?,
        owner: unescape(owner)?,
        until,
    })
}

/// Adds an acceptance, unless it is there; writers wait for each other.
pub(super) fn append(path: &Path, new: &Acceptance) -> Result<(), StoreError> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(io("create", folder))?;
    // Held until the end of the function, whoever is killed lets go of it.
    let lock = File::open(folder).map_err(io("open", folder))?;
    lock.lock().map_err(io("lock", folder))?;
    let mut all = read(path)?;
    if all.contains(new) {
        return Ok(());
    }
    all.push(new.clone());
    let mut lines: Vec<String> = all.iter().map(Acceptance::line).collect();
    lines.sort();
    let attributes = folder.join(".gitattributes");
    if !attributes.try_exists().map_err(io("read", &attributes))? {
        text::write(&attributes, ATTRIBUTES, true)?;
    }
    text::write(path, &format!("{FORMAT}/{VERSION}\n{}\n", lines.join("\n")), true)
}
