//! All series of a store, judged in parts: where the cost of the launch, a module or a method changed for good.
//!
//! Invariants: what is found in a series hangs on its sessions alone, and not on how many parts the store is judged in; equal
//! sessions give equal objects.

use gate_baseline::{Acceptance, Cover, Grown, Key, Result};
use gate_common::hash::hex;
use gate_config::{Config, Date, RowKind};
use gate_launches::{Launches, Ns};
use gate_trend::{Change, LevelChange, LogSeries, Moved, Series, SeriesKind, Trend};
use sha2::{Digest as _, Sha256};

use super::columns::{Cell, Rows};
use super::tables::FINDINGS;
use super::{UrlStore, layout};

/// Of several parts of a sweep one: each series of costs belongs to exactly one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SweepPart {
    /// From 1.
    pub number: u64,
    pub of: u64,
}

impl std::str::FromStr for SweepPart {
    type Err = String;

    fn from_str(text: &str) -> Result<SweepPart, String> {
        let read = || {
            let (number, of) = text.split_once('/')?;
            let part = SweepPart { number: number.parse().ok()?, of: of.parse().ok()? };
            (1..=part.of).contains(&part.number).then_some(part)
        };
        read().ok_or_else(|| "invalid part; expected K/N, such as 1/3".to_owned())
    }
}

impl SweepPart {
    /// Whether it judges a series.
    fn has(self, series: &Series) -> bool {
        let mut hash = Sha256::new();
        hash.update(series.kind.name());
        hash.update(series.name.as_bytes());
        let first: [u8; 8] = hash.finalize()[..8].try_into().unwrap_or_default();
        u64::from_be_bytes(first) % self.of == self.number - 1
    }
}

/// By what a sweep judges.
pub struct Policy<'a> {
    pub config: &'a Config,
    pub accepted: &'a [Acceptance],
    pub today: Date,
    /// Says whose methods are.
    pub attribute: &'a dyn Fn(&mut Launches),
}

/// What a sweep of one key did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swept {
    pub key: Key,
    pub sessions: usize,
    /// None if other parts are not done yet: the one that ends last writes the findings of all.
    pub findings: Option<usize>,
    /// The sessions that lost a part of what they hold.
    pub left_out: Vec<String>,
}

impl UrlStore {
    /// Judges a part of the series of a key; the part that ends last writes what all of them found in place of what an earlier sweep
    /// wrote.
    pub fn sweep(
        &self,
        key: &Key,
        part: SweepPart,
        policy: &Policy<'_>,
        tell: &mut dyn FnMut(usize, usize),
    ) -> Result<Swept> {
        let (gathered, left_out) = self.means(key, part, tell)?;
        let (sessions, mut series) = gathered.series(policy.attribute);
        let asked = LogSeries::new(&series);
        let mut swept = Swept { key: key.clone(), sessions: sessions.len(), findings: None, left_out };
        let Some(all) = self.changes_of_all(key, part, &series, &asked)? else { return Ok(swept) };
        let moved = asked.tell(&mut series, all);
        let found = Trend::new(key, sessions, series, &moved, Vec::new());
        let mut rows = Rows::new(FINDINGS);
        let mut findings = 0;
        for series in &found.series {
            for step in &series.changes {
                push(&mut rows, &found, series, step, policy);
                findings += 1;
            }
        }
        for moved in &found.moved {
            push_moved(&mut rows, &found, moved);
            findings += 1;
        }
        for (series, growth) in found.series.iter().filter_map(|one| Some((one, found.growth_a_month(one)?)))
        {
            push_slope(&mut rows, &found, series, growth);
            findings += 1;
        }
        self.replace_findings(key, &found, &rows)?;
        if part.of > 1 {
            for object in self.objects.all_below(&layout::partition("parts", key))? {
                self.objects.delete(&object.path)?;
            }
        }
        swept.findings = Some(findings);
        Ok(swept)
    }

    /// The changes of every series by itself, of which this part finds its own; none while another part is missing.
    fn changes_of_all(
        &self,
        key: &Key,
        part: SweepPart,
        series: &[Series],
        asked: &LogSeries,
    ) -> Result<Option<Vec<Vec<Change>>>> {
        let mut all = asked.changes(|at| part.has(&series[at]));
        if part.of == 1 {
            return Ok(Some(all));
        }
        let folder = format!("{}/{}", layout::partition("parts", key), input(series, part.of));
        let changes = all.iter().enumerate().flat_map(|(at, of)| of.iter().map(move |one| (at, one)));
        let line = |(series, Change { at, before, after, sure, error }): (usize, &Change)| {
            format!("{series} {at} {before} {after} {sure} {error}\n")
        };
        let text: String = changes.map(line).collect();
        self.objects.put_new(&format!("{folder}/{}", part.number), text.into())?;
        let names = self.objects.list(&folder)?.1;
        if names.len() as u64 != part.of {
            return Ok(None);
        }
        all.iter_mut().for_each(Vec::clear);
        for name in names {
            let path = format!("{folder}/{name}");
            // Gone: another part was last, too, and has written all of it.
            let Some(bytes) = self.objects.get(&path)? else { return Ok(None) };
            for line in String::from_utf8_lossy(&bytes).lines() {
                let (series, change) =
                    change(line).ok_or_else(|| self.damaged(&path, &"no change of a series"))?;
                all.get_mut(series).into_iter().for_each(|of| of.push(change));
            }
        }
        Ok(Some(all))
    }

    fn replace_findings(&self, key: &Key, found: &Trend, rows: &Rows) -> Result<()> {
        let folder = layout::partition("findings", key);
        let before = self.objects.list(&folder)?.1;
        let bytes = self.bytes(rows, &folder)?;
        let last = found.sessions.last();
        let name = layout::row_name(
            last.and_then(|session| session.unix_ms),
            last.map_or("", |session| &session.name),
        );
        let name = format!("{name}-{}.parquet", super::put::hash(&bytes));
        self.objects.put_new(&format!("{folder}/{name}"), bytes)?;
        // Only what was there before: a sweep at the same time deletes nothing of this.
        for old in before.iter().filter(|old| **old != name) {
            self.objects.delete(&format!("{folder}/{old}"))?;
        }
        Ok(())
    }
}

/// A change as a part wrote it: floats as text read back to the last bit.
fn change(line: &str) -> Option<(usize, Change)> {
    let mut fields = line.split(' ');
    let mut place = || fields.next()?.parse().ok();
    let (series, at) = (place()?, place()?);
    let mut number = || fields.next()?.parse().ok();
    let (before, after, sure, error) = (number()?, number()?, number()?, number()?);
    Some((series, Change { at, before, after, sure, error }))
}

/// What parts have in common that judge the same series.
fn input(series: &[Series], parts: u64) -> String {
    let mut hash = Sha256::new();
    hash.update(parts.to_be_bytes());
    for Series { kind, name, module, owner, ns, .. } in series {
        hash.update(format!("{} {name:?} {module:?} {owner:?} {}\n", kind.name(), ns.len()));
        ns.iter().for_each(|ns| hash.update(ns.to_bits().to_be_bytes()));
    }
    hex(&hash.finalize()[..16])
}

fn push(rows: &mut Rows, found: &Trend, series: &Series, step: &LevelChange, policy: &Policy<'_>) {
    let (session, previous) = (&found.sessions[step.at], &found.sessions[step.at.saturating_sub(1)]);
    let kind = match series.kind {
        SeriesKind::Launch => RowKind::Launch,
        SeriesKind::Module => RowKind::Module,
        SeriesKind::Method => RowKind::Method,
    };
    let (status, reason) = status(found, kind, series, step, policy);
    rows.push(&[
        ("session", Cell::Text(&session.name)),
        ("previous", Cell::Text(&previous.name)),
        ("recorded_unix_ms", Cell::whole(session.unix_ms)),
        ("kind", Cell::Text(series.kind.name())),
        ("name", Cell::Text(&series.name)),
        ("module", Cell::text(series.module.as_deref())),
        ("owner", Cell::text(series.owner.as_deref())),
        ("before_ns", Cell::Number(step.before_ns)),
        ("after_ns", Cell::Number(step.after_ns)),
        ("commit", Cell::text(session.commit.as_deref())),
        ("previous_commit", Cell::text(previous.commit.as_deref())),
        ("build", Cell::Text(&session.build)),
        ("status", Cell::Text(status)),
        ("reason", Cell::text(reason.as_deref())),
    ]);
}

fn push_moved(rows: &mut Rows, found: &Trend, moved: &Moved) {
    let [session, previous] = [moved.at, moved.at - 1].map(|at| &found.sessions[at]);
    let with = moved.with.join(", ");
    rows.push(&[
        ("session", Cell::Text(&session.name)),
        ("previous", Cell::Text(&previous.name)),
        ("recorded_unix_ms", Cell::whole(session.unix_ms)),
        ("kind", Cell::Text("everything")),
        ("before_ns", Cell::Number(1.0)),
        ("after_ns", Cell::Number(1.0 + moved.growth)),
        ("status", Cell::Text("open")),
        ("reason", Cell::Text(&with)),
    ]);
}

fn push_slope(rows: &mut Rows, found: &Trend, series: &Series, growth: f64) {
    let [first, last] = [found.sessions.first(), found.sessions.last()];
    let (before, after) = series.ends();
    rows.push(&[
        ("session", Cell::text(last.map(|session| &*session.name))),
        ("previous", Cell::text(first.map(|session| &*session.name))),
        ("recorded_unix_ms", Cell::whole(last.and_then(|session| session.unix_ms))),
        ("kind", Cell::Text(series.kind.name())),
        ("name", Cell::Text(&series.name)),
        ("module", Cell::text(series.module.as_deref())),
        ("owner", Cell::text(series.owner.as_deref())),
        ("before_ns", Cell::Number(before)),
        ("after_ns", Cell::Number(after)),
        ("status", Cell::Text("open")),
        ("growth_a_month", Cell::Number(growth)),
    ]);
}

/// Whether somebody accepted a change, or gave it a limit of its own.
fn status(
    found: &Trend,
    kind: RowKind,
    series: &Series,
    step: &LevelChange,
    policy: &Policy<'_>,
) -> (&'static str, Option<String>) {
    let grown = Grown {
        name: &series.name,
        device: &found.key.device,
        scenario: &found.key.scenario,
        base: Ns(step.before_ns),
        at_least: Ns(step.after_ns),
        at_most_grown: Ns(f64::INFINITY),
    };
    if let Some(one) = policy.accepted.iter().find(|one| one.covers(&grown, policy.today) == Cover::Whole) {
        return ("accepted", Some(one.reason.clone()));
    }
    let config = policy.config;
    let rule =
        config.rule_for(kind, &[&series.name], series.module.as_deref(), policy.today, config.gate.floor);
    match rule.reasons.first() {
        Some(reason) => ("override", Some(reason.clone())),
        None => ("open", None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_series_belongs_to_one_part() {
        for of in 1..9 {
            for method in 0..100 {
                let series = Series {
                    kind: SeriesKind::Method,
                    name: format!("-[Class{method} work]").into(),
                    module: None,
                    owner: None,
                    ns: Vec::new(),
                    changes: Vec::new(),
                    slope: None,
                };
                let parts = (1..=of).filter(|number| SweepPart { number: *number, of }.has(&series)).count();
                assert_eq!(parts, 1);
            }
        }
        assert_eq!("2/3".parse(), Ok(SweepPart { number: 2, of: 3 }));
        for wrong in ["0/3", "4/3", "1", "a/b", "1/0", "-1/2"] {
            assert!(wrong.parse::<SweepPart>().is_err(), "{wrong}");
        }
    }
}
