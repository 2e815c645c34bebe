//! Searches for permanent changes in all series of a store: the costs of the launch, of modules and of methods.
//!
//! Invariants: the changes of a series depend only on its sessions; equal sessions result in equal objects.

use gate_baseline::{Acceptance, AcceptanceCoverage, BaselineKey, MeasuredGrowth, Result};
use gate_config::{Config, Date, RowKind};
use gate_launches::{Launches, Ns};
use gate_trend::{JointChange, LevelChange, Series, SeriesKind, Trend, find_changes, gather_means};

use super::columns::{Cell, Rows};
use super::tables::FINDINGS;
use super::{UrlStore, layout};

/// The settings and acceptances of a sweep.
pub struct Policy<'a> {
    pub config: &'a Config,
    pub accepted: &'a [Acceptance],
    pub today: Date,
    /// Sets modules and owners of methods.
    pub attribute: &'a dyn Fn(&mut Launches),
}

/// The result of a sweep of one key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SweepResult {
    pub key: BaselineKey,
    pub sessions: usize,
    pub findings: usize,
    /// The reasons for which sessions with missing objects were excluded.
    pub left_out: Vec<String>,
}

impl UrlStore {
    /// Searches the series of a key, and replaces the findings of the previous sweep.
    pub fn sweep(
        &self,
        key: &BaselineKey,
        policy: &Policy<'_>,
        tell: &mut dyn FnMut(usize, usize),
    ) -> Result<SweepResult> {
        self.sum_up(key, tell)?;
        let (gathered, left_out) = gather_means(self, key, None, &mut |_, _| {})?;
        let (sessions, mut series) = gathered.into_series(policy.attribute);
        let moved = find_changes(&mut series);
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
        Ok(SweepResult { key: key.clone(), sessions: found.sessions.len(), findings, left_out })
    }

    fn replace_findings(&self, key: &BaselineKey, found: &Trend, rows: &Rows) -> Result<()> {
        let folder = layout::key_folder("findings", key);
        let before = self.objects.list(&folder)?.1;
        let bytes = self.encode_rows(rows, &folder)?;
        let last = found.sessions.last();
        let name = layout::row_name(
            last.and_then(|session| session.unix_ms),
            last.map_or("", |session| &session.name),
        );
        let name = format!("{name}-{}.parquet", super::put::hash(&bytes));
        self.objects.put_new(&format!("{folder}/{name}"), bytes)?;
        // Only objects of previous sweeps are deleted, because a concurrent sweep may have written other objects.
        for old in before.iter().filter(|old| **old != name) {
            self.objects.delete(&format!("{folder}/{old}"))?;
        }
        Ok(())
    }
}

fn push(rows: &mut Rows, found: &Trend, series: &Series, step: &LevelChange, policy: &Policy<'_>) {
    let (session, previous) = (&found.sessions[step.at], &found.sessions[step.at.saturating_sub(1)]);
    let kind = match series.kind {
        SeriesKind::Launch => RowKind::Launch,
        SeriesKind::Module => RowKind::Module,
        SeriesKind::Method => RowKind::Method,
    };
    let (status, reason) = change_status(found, kind, series, step, policy);
    rows.push(&[
        ("session", Cell::Text(&session.name)),
        ("previous", Cell::Text(&previous.name)),
        ("recorded_unix_ms", Cell::from_count(session.unix_ms)),
        ("kind", Cell::Text(series.kind.name())),
        ("name", Cell::Text(&series.name)),
        ("module", Cell::from_text(series.module.as_deref())),
        ("owner", Cell::from_text(series.owner.as_deref())),
        ("before_ns", Cell::Number(step.before_ns)),
        ("after_ns", Cell::Number(step.after_ns)),
        ("commit", Cell::from_text(session.commit.as_deref())),
        ("previous_commit", Cell::from_text(previous.commit.as_deref())),
        ("build", Cell::Text(&session.build)),
        ("status", Cell::Text(status)),
        ("reason", Cell::from_text(reason.as_deref())),
    ]);
}

fn push_moved(rows: &mut Rows, found: &Trend, moved: &JointChange) {
    let [session, previous] = [moved.at, moved.at - 1].map(|at| &found.sessions[at]);
    let with = moved.with.join(", ");
    rows.push(&[
        ("session", Cell::Text(&session.name)),
        ("previous", Cell::Text(&previous.name)),
        ("recorded_unix_ms", Cell::from_count(session.unix_ms)),
        ("kind", Cell::Text("everything")),
        ("before_ns", Cell::Number(1.0)),
        ("after_ns", Cell::Number(1.0 + moved.growth)),
        ("status", Cell::Text("open")),
        ("reason", Cell::Text(&with)),
    ]);
}

fn push_slope(rows: &mut Rows, found: &Trend, series: &Series, growth: f64) {
    let [first, last] = [found.sessions.first(), found.sessions.last()];
    let (before, after) = series.end_levels();
    rows.push(&[
        ("session", Cell::from_text(last.map(|session| &*session.name))),
        ("previous", Cell::from_text(first.map(|session| &*session.name))),
        ("recorded_unix_ms", Cell::from_count(last.and_then(|session| session.unix_ms))),
        ("kind", Cell::Text(series.kind.name())),
        ("name", Cell::Text(&series.name)),
        ("module", Cell::from_text(series.module.as_deref())),
        ("owner", Cell::from_text(series.owner.as_deref())),
        ("before_ns", Cell::Number(before)),
        ("after_ns", Cell::Number(after)),
        ("status", Cell::Text("open")),
        ("growth_a_month", Cell::Number(growth)),
    ]);
}

/// Returns the status of a change: `accepted`, `override` if an override of the settings applies to the
/// series, otherwise `open`.
fn change_status(
    found: &Trend,
    kind: RowKind,
    series: &Series,
    step: &LevelChange,
    policy: &Policy<'_>,
) -> (&'static str, Option<String>) {
    let grown = MeasuredGrowth {
        name: &series.name,
        device: &found.key.device,
        scenario: &found.key.scenario,
        base: Ns(step.before_ns),
        at_least: Ns(step.after_ns),
        at_most_grown: Ns(f64::INFINITY),
    };
    if let Some(one) =
        policy.accepted.iter().find(|one| one.covers(&grown, policy.today) == AcceptanceCoverage::Whole)
    {
        return ("accepted", Some(one.reason.clone()));
    }
    let config = policy.config;
    let (module, floor) = (series.module.as_deref(), config.gate.largest_floor());
    let rule = config.rule_for(kind, &[&series.name], module, policy.today, floor);
    match rule.reasons.first() {
        Some(reason) => ("override", Some(reason.clone())),
        None => ("open", None),
    }
}
