//! Reads recorded sessions from a file with the columns session, launch, method and cost.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};
use flate2::read::MultiGzDecoder;

/// The costs of all sessions, which have the same methods. The sessions are truncated to the same number of launches.
pub(crate) struct Data {
    pub(crate) methods: usize,
    pub(crate) launches: usize,
    /// The sessions, sorted by name. Each session contains the costs by method and launch.
    pub(crate) sessions: Vec<Vec<Vec<f64>>>,
}

pub(crate) fn read(path: &Path) -> Result<Data> {
    parse(&text(path)?).with_context(|| path.display().to_string())
}

/// Reads a text file, which may be compressed by gzip.
pub(super) fn text(path: &Path) -> Result<String> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    if bytes.starts_with(&[0x1f, 0x8b]) {
        let mut text = String::new();
        MultiGzDecoder::new(&bytes[..])
            .read_to_string(&mut text)
            .with_context(|| format!("{}: broken gzip", path.display()))?;
        Ok(text)
    } else {
        String::from_utf8(bytes).with_context(|| format!("{}: not UTF-8", path.display()))
    }
}

fn parse(text: &str) -> Result<Data> {
    let mut lines = text.lines();
    let head = lines.next().unwrap_or_default().trim();
    ensure!(
        head == "session,launch,method,cost",
        "line 1 is {head:?}, expected \"session,launch,method,cost\""
    );
    let mut sessions: BTreeMap<&str, BTreeMap<&str, BTreeMap<u64, f64>>> = BTreeMap::new();
    for (at, line) in lines.enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let at = at + 2;
        // A method's name may contain commas. The columns session, launch and cost contain no commas.
        let (session, rest) = line.split_once(',').with_context(|| format!("line {at}: no launch"))?;
        let (launch, rest) = rest.split_once(',').with_context(|| format!("line {at}: no method"))?;
        let (method, cost) = rest.rsplit_once(',').with_context(|| format!("line {at}: no cost"))?;
        let launch: u64 =
            launch.parse().with_context(|| format!("line {at}: launch {launch:?} is no number"))?;
        let cost: f64 =
            cost.trim().parse().with_context(|| format!("line {at}: cost {cost:?} is no number"))?;
        ensure!(cost.is_finite() && cost >= 0.0, "line {at}: cost {cost} is not a number of at least 0");
        let methods = sessions.entry(session).or_default();
        if methods.entry(method).or_default().insert(launch, cost).is_some() {
            bail!("line {at}: launch {launch} of {method:?} in session {session:?} occurs twice");
        }
    }
    let methods: Vec<&str> =
        sessions.values().next().map(|first| first.keys().copied().collect()).unwrap_or_default();
    ensure!(!methods.is_empty(), "no data");
    let launches =
        sessions.values().flat_map(|methods| methods.values().map(BTreeMap::len)).min().unwrap_or_default();
    let mut all = Vec::new();
    for (name, rows) in &sessions {
        ensure!(
            rows.len() == methods.len() && methods.iter().all(|method| rows.contains_key(method)),
            "session {name:?} does not have the same methods as the first"
        );
        all.push(rows.values().map(|row| row.values().take(launches).copied().collect()).collect());
    }
    Ok(Data { methods: methods.len(), launches, sessions: all })
}
