//! All series of a store, judged in parts: where the cost of the launch, a module or a method changed for good.
//!
//! Invariants: what is found in a series hangs on its sessions alone, and not on how many parts the store is judged in; equal
//! sessions give equal objects.

use sha2::{Digest as _, Sha256};

use super::columns::{Cell, LEVEL, Rows};
use super::objects::remote;
use super::tables::FINDINGS;
use super::{UrlStore, layout};
use crate::baseline::{Acceptance, Baselines, Cover, Grown, Key, StoreError};
use crate::config::{Config, Date, RowKind};
use crate::launches::{Launches, Ns};
use crate::trend::{Kind, Moved, Series, Step, Trend, Wanted, trend};

/// Of several parts of a store one: each series of sessions belongs to exactly one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// From 1.
    pub number: u64,
    pub of: u64,
}

impl std::str::FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Part, String> {
        let read = || {
            let (number, of) = text.split_once('/')?;
            let part = Part { number: number.parse().ok()?, of: of.parse().ok()? };
            (1..=part.of).contains(&part.number).then_some(part)
        };
        read().ok_or_else(|| "invalid part; expected K/N, such as 1/3".to_owned())
    }
}

impl Part {
    /// Whether the series of a key belong to it.
    pub fn has(self, key: &Key) -> bool {
        let mut hash = Sha256::new();
        for name in [&key.app, &key.scenario, &key.device] {
            hash.update(name.as_bytes());
            hash.update([0]);
        }
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
    pub findings: usize,
    /// The sessions that lost a part of what they hold.
    pub left_out: Vec<String>,
}

impl UrlStore {
    /// Judges the series of a key and writes what it found in place of what an earlier sweep wrote.
    pub fn sweep(
        &self,
        key: &Key,
        policy: &Policy<'_>,
        tell: &mut dyn FnMut(usize, usize),
    ) -> Result<Swept, StoreError> {
        let found = trend(self as &dyn Baselines, key, &Wanted::default(), policy.attribute, tell)?;
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
        Ok(Swept { key: key.clone(), sessions: found.sessions.len(), findings, left_out: found.left_out })
    }

    fn replace_findings(&self, key: &Key, found: &Trend, rows: &Rows) -> Result<(), StoreError> {
        let folder = layout::partition("findings", key);
        let before = self.objects.list(&folder)?.1;
        let bytes = rows.write(LEVEL);
        let bytes = bytes.map_err(|error| remote("write", &self.objects.name(&folder), error.to_string()))?;
        let last = found.sessions.last();
        let name = layout::row_name(
            last.and_then(|session| session.unix_ms),
            last.map_or("", |session| &session.name),
        );
        let name = format!("{name}-{}.parquet", super::put::hash(&bytes));
        self.objects.put_new(&format!("{folder}/{name}"), bytes)?;
        // Only what was there before: whoever sweeps at the same time deletes nothing of this.
        for old in before.iter().filter(|old| **old != name) {
            self.objects.delete(&format!("{folder}/{old}"))?;
        }
        Ok(())
    }
}

fn push(rows: &mut Rows, found: &Trend, series: &Series, step: &Step, policy: &Policy<'_>) {
    let (session, previous) = (&found.sessions[step.at], &found.sessions[step.at.saturating_sub(1)]);
    let kind = match series.kind {
        Kind::Launch => RowKind::Launch,
        Kind::Module => RowKind::Module,
        Kind::Method => RowKind::Method,
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
    step: &Step,
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
    let rule = config.rule_for(kind, &series.name, series.module.as_deref(), policy.today, config.gate.floor);
    match rule.reasons.first() {
        Some(reason) => ("override", Some(reason.clone())),
        None => ("open", None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_belongs_to_one_part() {
        for of in 1..9 {
            for app in 0..100 {
                let key = Key { app: format!("app{app}").into(), scenario: "".into(), device: "d".into() };
                let parts = (1..=of).filter(|number| Part { number: *number, of }.has(&key)).count();
                assert_eq!(parts, 1);
            }
        }
        assert_eq!("2/3".parse(), Ok(Part { number: 2, of: 3 }));
        for wrong in ["0/3", "4/3", "1", "a/b", "1/0", "-1/2"] {
            assert!(wrong.parse::<Part>().is_err(), "{wrong}");
        }
    }
}
