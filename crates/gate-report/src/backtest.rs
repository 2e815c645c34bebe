//! The result of `gate baseline backtest`, as text and as JSON: the answers of past checks, and the growth that a check finds.

use gate_baseline::Key;
use gate_decision::Answer;
use serde::Serialize;
use serde_json::{Value, json};

use crate::text::{shown, time};
use crate::words::count;

/// The judged sessions of an app, scenario and device.
#[derive(Debug, Serialize)]
pub struct Backtested {
    #[serde(skip)]
    pub key: Key,
    /// The sessions, the newest first.
    pub sessions: Vec<PastCheck>,
    /// Number of sessions that passed, failed or stayed undecided.
    pub judged: usize,
    pub failed: usize,
    pub undecided: usize,
    /// The largest share of failing sessions that is compatible at 95 % with the observed number of failing sessions.
    pub failed_share_at_most: f64,
    /// The smallest growth that is found in most sessions, for the launch, a module and a method.
    pub found: Vec<Power>,
    /// The median duration of a session on the phone, if the times of its launches were recorded.
    pub minutes_of_phone: Option<f64>,
}

/// The judgement of a stored session against earlier sessions.
#[derive(Debug, Serialize)]
pub struct PastCheck {
    pub session: String,
    /// The day of recording.
    pub day: Option<String>,
    pub answer: Answer,
    /// The rows that failed.
    pub failing: Vec<String>,
    /// Whether a person stored the session as the beginning of a new level, so that its growth is not a false alarm.
    pub new_level: bool,
}

/// The growth of a part of the launch that is found in most sessions.
#[derive(Debug, Serialize)]
pub struct Power {
    pub kind: &'static str,
    pub name: String,
    /// The mean cost in the newest session.
    pub cost_ns: f64,
    /// Number of sessions in which growth was planted.
    pub sessions: usize,
    /// The smallest planted growth with which at least four of five sessions fail; `None` if no planted growth is large enough.
    pub found_from: Option<f64>,
}

impl Backtested {
    /// Returns the app and the device, and the scenario if the sessions have one.
    pub(crate) fn subject(&self) -> String {
        let key = &self.key;
        let scenario =
            if key.scenario.is_empty() { String::new() } else { format!(", {}", shown(&key.scenario)) };
        format!("{} on {}{scenario}", shown(&key.app), shown(&key.device))
    }

    /// Returns the sentence about all sessions.
    pub(crate) fn headline(&self) -> String {
        if self.judged == 0 {
            return format!(
                "No session can be judged: {} stored, and none has enough sessions before it.",
                count(self.sessions.len(), "session")
            );
        }
        format!(
            "Of {} {} would have failed (at most {:.0} %), and {} would have stayed undecided.",
            count(self.judged, "session"),
            self.failed,
            100.0 * self.failed_share_at_most,
            self.undecided
        )
    }

    /// Returns the sentence about the time of a check, if the times of the launches were recorded.
    pub(crate) fn minutes(&self) -> Option<String> {
        let minutes = self.minutes_of_phone?.round().max(1.0) as usize;
        Some(format!("A check takes {} of a phone.", count(minutes, "minute")))
    }

    /// Returns the title of the list of growths.
    pub(crate) fn title_of_found(&self) -> Option<String> {
        let first = self.found.first()?;
        Some(format!("Growth that at least 4 in 5 checks find ({}):", count(first.sessions, "session")))
    }
}

impl PastCheck {
    pub(crate) fn day(&self) -> &str {
        self.day.as_deref().unwrap_or("undated")
    }

    /// Returns the word for the answer.
    pub(crate) fn word(&self) -> &'static str {
        match (self.answer, self.new_level) {
            (Answer::Pass, _) => "passed",
            (Answer::Regressed, true) => "new level",
            (Answer::Regressed, false) => "failed",
            (Answer::Undecided, _) => "undecided",
            _ => "not judged",
        }
    }
}

impl Power {
    /// Returns the name of the part that grew.
    pub(crate) fn part(&self) -> String {
        let kind = if self.kind == "module" { "module " } else { "" };
        format!("{kind}{}", shown(&self.name))
    }

    /// Returns the smallest growth that is found.
    pub(crate) fn growth(&self) -> String {
        match self.found_from {
            Some(growth) => format!("+{:.0} %, {}", 100.0 * growth, time(self.cost_ns * growth)),
            None => "more than +200 %".to_owned(),
        }
    }
}

/// Renders the results as text.
pub fn backtest_text(all: &[Backtested]) -> String {
    all.iter().map(text).collect::<Vec<String>>().join("\n")
}

fn text(found: &Backtested) -> String {
    let mut lines = vec![found.subject(), found.headline()];
    if found.judged > 0 {
        lines.extend(found.sessions.iter().filter_map(line));
        lines.extend(found.title_of_found());
        lines.extend(
            found.found.iter().map(|power| {
                format!("  {} of {}: from {}", power.part(), time(power.cost_ns), power.growth())
            }),
        );
        lines.extend(found.minutes());
    }
    lines.join("\n") + "\n"
}

/// Returns the line of a session that did not pass and that could be judged.
fn line(past: &PastCheck) -> Option<String> {
    if !matches!(past.answer, Answer::Regressed | Answer::Undecided) {
        return None;
    }
    let rows = if past.failing.is_empty() { String::new() } else { format!(": {}", past.failing.join(", ")) };
    Some(format!("  {}  {}  {}{}", past.day(), shown(&past.session), past.word(), shown(&rows)))
}

/// Renders the results as JSON.
pub fn backtest_json(all: &[Backtested]) -> Result<Value, serde_json::Error> {
    let all: Vec<Value> = all.iter().map(one).collect::<Result<_, _>>()?;
    Ok(json!({ "format": "launchgate.backtest/1", "baselines": all }))
}

fn one(found: &Backtested) -> Result<Value, serde_json::Error> {
    let mut value = serde_json::to_value(found)?;
    let key = [("app", &found.key.app), ("scenario", &found.key.scenario), ("device", &found.key.device)];
    for (name, text) in key {
        value[name] = json!(**text);
    }
    Ok(value)
}
