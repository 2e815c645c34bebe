//! Renders the result of `gate baseline backtest`, as text and as JSON: the answers of past checks, and the growth that a check finds.

use gate_baseline::BaselineKey;
use gate_decision::Answer;
use serde::Serialize;
use serde_json::{Value, json};

use crate::text::{escape_for_display, format_time};
use crate::words::format_count;

/// The judged sessions of an app, scenario and device.
#[derive(Debug, Serialize)]
pub struct BacktestResult {
    #[serde(skip)]
    pub key: BaselineKey,
    /// The sessions, the newest first.
    pub sessions: Vec<PastCheck>,
    /// Number of sessions that passed, failed or stayed undecided.
    pub judged: usize,
    pub failed: usize,
    pub undecided: usize,
    /// The upper 95 % confidence limit of the share of sessions that fail.
    pub failed_share_at_most: f64,
    /// For the launch, a module and a method, the smallest growth that is found in most sessions.
    pub found: Vec<DetectableGrowth>,
    /// The median duration of a session on the phone, in minutes; `None` if the times of the launches were not recorded.
    pub minutes_of_phone: Option<f64>,
}

/// The judgement of a stored session against earlier sessions.
#[derive(Debug, Serialize)]
pub struct PastCheck {
    pub session: String,
    /// The day on which the session was recorded; `None` if it is not known.
    pub day: Option<String>,
    pub answer: Answer,
    /// The rows that failed.
    pub failing: Vec<String>,
    /// Whether a person stored the session as the beginning of a new level, so that its growth is not a false alarm.
    pub new_level: bool,
}

/// The smallest growth of the launch, a module or a method that is found in most sessions.
#[derive(Debug, Serialize)]
pub struct DetectableGrowth {
    pub kind: &'static str,
    pub name: String,
    /// The mean cost of the launch, the module or the method in the newest session.
    pub cost_ns: f64,
    /// Number of sessions in which growth was planted (added artificially).
    pub sessions: usize,
    /// The smallest planted growth with which at least four of five sessions fail; `None` if no planted growth is large enough.
    pub found_from: Option<f64>,
}

impl BacktestResult {
    /// Returns the app and the device, and the scenario if the sessions have one.
    pub(crate) fn subject(&self) -> String {
        let key = &self.key;
        let scenario = if key.scenario.is_empty() {
            String::new()
        } else {
            format!(", {}", escape_for_display(&key.scenario))
        };
        format!("{} on {}{scenario}", escape_for_display(&key.app), escape_for_display(&key.device))
    }

    /// Returns the sentence that summarises the results of all sessions.
    pub(crate) fn headline(&self) -> String {
        if self.judged == 0 {
            return format!(
                "No session can be judged: {} stored, and none has enough sessions before it.",
                format_count(self.sessions.len(), "session")
            );
        }
        format!(
            "Of {} {} would have failed (at most {:.0} %), and {} would have stayed undecided.",
            format_count(self.judged, "session"),
            self.failed,
            100.0 * self.failed_share_at_most,
            self.undecided
        )
    }

    /// Returns the sentence about the time of a check, if the times of the launches were recorded.
    pub(crate) fn format_check_time(&self) -> Option<String> {
        let minutes = self.minutes_of_phone?.round().max(1.0) as usize;
        Some(format!("A check takes {} of a phone.", format_count(minutes, "minute")))
    }

    /// Returns the title of the list of growths.
    pub(crate) fn title_of_found(&self) -> Option<String> {
        let first = self.found.first()?;
        Some(format!(
            "Growth that at least 4 in 5 checks find ({}):",
            format_count(first.sessions, "session")
        ))
    }
}

impl PastCheck {
    pub(crate) fn day(&self) -> &str {
        self.day.as_deref().unwrap_or("undated")
    }

    /// Returns the word for the answer.
    pub(crate) fn answer_word(&self) -> &'static str {
        match (self.answer, self.new_level) {
            (Answer::Pass, _) => "passed",
            (Answer::Regressed, true) => "new level",
            (Answer::Regressed, false) => "failed",
            (Answer::Undecided, _) => "undecided",
            _ => "not judged",
        }
    }
}

impl DetectableGrowth {
    /// Returns the display name of the launch, the module or the method.
    pub(crate) fn part_name(&self) -> String {
        let kind = if self.kind == "module" { "module " } else { "" };
        format!("{kind}{}", escape_for_display(&self.name))
    }

    /// Returns the smallest growth that is found.
    pub(crate) fn format_growth(&self) -> String {
        match self.found_from {
            Some(growth) => format!("+{:.0} %, {}", 100.0 * growth, format_time(self.cost_ns * growth)),
            None => "more than +200 %".to_owned(),
        }
    }
}

/// Renders the results as text.
pub fn backtest_text(all: &[BacktestResult]) -> String {
    all.iter().map(format_backtest).collect::<Vec<String>>().join("\n")
}

fn format_backtest(found: &BacktestResult) -> String {
    let mut lines = vec![found.subject(), found.headline()];
    if found.judged > 0 {
        lines.extend(found.sessions.iter().filter_map(format_session_line));
        lines.extend(found.title_of_found());
        lines.extend(found.found.iter().map(|power| {
            format!(
                "  {} of {}: from {}",
                power.part_name(),
                format_time(power.cost_ns),
                power.format_growth()
            )
        }));
        lines.extend(found.format_check_time());
    }
    lines.join("\n") + "\n"
}

/// Returns the line of a session that did not pass and that could be judged.
fn format_session_line(past: &PastCheck) -> Option<String> {
    if !matches!(past.answer, Answer::Regressed | Answer::Undecided) {
        return None;
    }
    let rows = if past.failing.is_empty() { String::new() } else { format!(": {}", past.failing.join(", ")) };
    Some(format!(
        "  {}  {}  {}{}",
        past.day(),
        escape_for_display(&past.session),
        past.answer_word(),
        escape_for_display(&rows)
    ))
}

/// Renders the results as JSON.
pub fn backtest_json(all: &[BacktestResult]) -> Result<Value, serde_json::Error> {
    let all: Vec<Value> = all.iter().map(to_json).collect::<Result<_, _>>()?;
    Ok(json!({ "format": "launchgate.backtest/1", "baselines": all }))
}

fn to_json(found: &BacktestResult) -> Result<Value, serde_json::Error> {
    let mut value = serde_json::to_value(found)?;
    let key = [("app", &found.key.app), ("scenario", &found.key.scenario), ("device", &found.key.device)];
    for (name, text) in key {
        value[name] = json!(**text);
    }
    Ok(value)
}
