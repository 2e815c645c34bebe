//! Renders the series over stored sessions as JSON.

use gate_trend::{LevelChange, Series, TrendSession};
use serde_json::{Value, json};

use super::TrendReport;

/// Returns the sessions and the series of these reports as JSON, with the changes of their levels.
pub fn trend_json(all: &[TrendReport]) -> Value {
    let trends: Vec<Value> = all.iter().map(trend).collect();
    json!({ "format": "launchgate.trend/1", "trends": trends })
}

fn trend(report: &TrendReport) -> Value {
    let found = &report.trend;
    let series: Vec<Value> = found.series.iter().map(|series| one_series(series, report)).collect();
    json!({
        "app": *found.key.app,
        "scenario": *found.key.scenario,
        "device": *found.key.device,
        "sessions": found.sessions.iter().map(session).collect::<Vec<Value>>(),
        "series": series,
        "left_out": found.left_out,
    })
}

fn session(session: &TrendSession) -> Value {
    json!({
        "session": *session.name,
        "unix_ms": session.unix_ms,
        "build": *session.build,
        "commit": session.commit.as_deref(),
    })
}

fn one_series(series: &Series, report: &TrendReport) -> Value {
    let changes: Vec<Value> = series.changes.iter().map(|found| change(found, report)).collect();
    json!({
        "kind": series.kind.name(),
        "name": *series.name,
        "module": series.module.as_deref(),
        "owner": series.owner.as_deref(),
        "ns": series.ns,
        "changes": changes,
    })
}

/// Returns a change as JSON, with the first session at the new level.
fn change(found: &LevelChange, report: &TrendReport) -> Value {
    json!({
        "session": *report.trend.sessions[found.at].name,
        "base_ns": found.before_ns,
        "head_ns": found.after_ns,
        "change_ns": [found.low_ns, found.high_ns],
        "commits": report.commits.get(&found.at).map(|commits| &commits.lines),
    })
}
