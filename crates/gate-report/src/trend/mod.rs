//! Renders the output of `gate trend`: the changes as text for a terminal, as JSON, and as an HTML page with charts.
//!
//! Invariant: the report of a trend computes only positions on a screen; [`gate_trend`] finds the changes of levels.

mod json;
mod text;
mod words;

use std::collections::BTreeMap;

use gate_config::{Budget, BudgetSubject};
use gate_trend::{LevelChange, Series, SeriesKind, Trend, TrendSession};

pub use json::trend_json;
pub use text::trend_text;
pub(super) use words::{format_changed_sessions, format_interval, format_size};

/// The series of an app, with the commits around their changes as far as they are known.
#[derive(Clone, Debug)]
pub struct TrendReport {
    pub trend: Trend,
    /// The commits between a session and the session before it, by the index of the later session.
    pub commits: BTreeMap<usize, SessionCommits>,
    /// The name of the requested series; `None` for all series.
    pub only: Option<String>,
    /// The budgets of the settings, which charts show as lines.
    pub budgets: Vec<Budget>,
}

/// The commits between two sessions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SessionCommits {
    /// The newest commits, one on each line.
    pub lines: Vec<String>,
    /// The number of commits between the sessions.
    pub count: usize,
}

impl TrendReport {
    /// Returns the budget of a series in nanoseconds. A series of a method has self costs, which no budget limits.
    pub(super) fn budget_of(&self, series: &Series) -> Option<f64> {
        let key = &self.trend.key;
        let model =
            self.trend.sessions.last().map_or(&key.device, |session| &session.conditions.device_model);
        let of_series = self.budgets.iter().filter(|budget| match &budget.subject {
            BudgetSubject::Launch => series.kind == SeriesKind::Launch,
            BudgetSubject::Module(name) => series.kind == SeriesKind::Module && **name == *series.name,
            _ => false,
        });
        let limits =
            of_series.filter(|budget| budget.applies_to(&key.scenario, model)).map(|budget| budget.limit);
        limits.reduce(f64::min)
    }

    /// Returns a title such as `com.example.shop, cold on iPhone15,2`.
    pub(super) fn title(&self) -> String {
        let key = &self.trend.key;
        let scenario = if key.scenario.is_empty() { String::new() } else { format!(", {}", key.scenario) };
        format!("{}{scenario} on {}", key.app, key.device)
    }

    /// Returns all changes with their series, the newest first. If a session has several changes, the change of the launch comes first,
    /// then the largest change.
    pub(super) fn changes(&self) -> Vec<(&Series, &LevelChange)> {
        let series = self.trend.series.iter();
        let mut all: Vec<(&Series, &LevelChange)> =
            series.flat_map(|series| series.changes.iter().map(move |step| (series, step))).collect();
        let size = |step: &LevelChange| (step.after_ns - step.before_ns).abs();
        all.sort_by(|a, b| {
            let is_part = |series: &Series| series.kind != SeriesKind::Launch;
            (b.1.at.cmp(&a.1.at))
                .then(is_part(a.0).cmp(&is_part(b.0)))
                .then(size(b.1).total_cmp(&size(a.1)))
                .then(a.0.name.cmp(&b.0.name))
        });
        all
    }

    pub(super) fn session(&self, at: usize) -> &TrendSession {
        &self.trend.sessions[at]
    }
}

/// Returns the date of a session, such as `2026-11-03`, or the session's name if it has no date.
pub(super) fn format_day(session: &TrendSession) -> String {
    let date = session.unix_ms.and_then(|ms| gate_config::Date::from_unix_seconds(ms / 1000));
    date.map_or_else(|| session.name.to_string(), |date| date.to_string())
}

/// Formats the time at which a level changed: dates, builds and commits.
pub(super) fn format_change_time(told: &TrendReport, at: usize) -> String {
    let session = told.session(at);
    let before = at.checked_sub(1).map(|before| told.session(before));
    let build = |session: &TrendSession| session.build.to_string();
    let builds = match before.map(build).filter(|before| !before.is_empty() && *before != build(session)) {
        Some(before) => format!(", build {before} → {}", build(session)),
        None => String::new(),
    };
    format!("{}{builds}", format_day(session))
}
