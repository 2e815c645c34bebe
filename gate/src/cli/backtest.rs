//! `gate baseline backtest`: judges stored sessions against earlier sessions, and reports false alarms and the smallest growth that is
//! found.

use anyhow::Context as _;
use clap::Args;
use gate_baseline::Baselines;
use gate_decision::Answer;
use gate_report::{count, shown, shown_time};
use serde_json::{Value, json};

use super::baseline::Which;
use super::options::FormatArgs;
use super::trend::Progress;
use super::{Console, Exit};
use crate::app::{Backtested, Context, PastCheck, Power, backtest};

#[derive(Args)]
pub(super) struct Backtest {
    /// Judge this many of the newest sessions of each app, scenario and device
    #[arg(long, value_name = "COUNT", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    sessions: u32,
    #[command(flatten)]
    which: Which,
    #[command(flatten)]
    format: FormatArgs,
}

pub(super) fn run(
    args: &Backtest,
    context: &Context,
    store: &dyn Baselines,
    to: &mut Console<'_>,
) -> anyhow::Result<Exit> {
    let mut all = Vec::new();
    for key in store.keys()?.iter().filter(|key| args.which.covers(key)) {
        let mut progress = Progress::new("steps done", &mut *to.err);
        all.push(backtest(context, store, key, args.sessions as usize, &mut |done, of| {
            progress.show(done, of)
        })?);
    }
    if all.is_empty() {
        writeln!(
            to.err,
            "error: {} has no such session; `gate baseline update RUNS` stores one",
            store.address()
        )?;
        return Ok(Exit::NoBaseline);
    }
    if args.format.is_json() {
        let all: Vec<Value> = all.iter().map(json).collect::<anyhow::Result<_>>()?;
        args.format.write(to.out, "backtest", json!({ "baselines": all }))?;
    } else {
        let text: Vec<String> = all.iter().map(text).collect();
        to.out.write_all(text.join("\n").as_bytes())?;
    }
    Ok(Exit::Pass)
}

fn json(found: &Backtested) -> anyhow::Result<Value> {
    let mut value = serde_json::to_value(found).context("cannot write the backtest")?;
    let key = [("app", &found.key.app), ("scenario", &found.key.scenario), ("device", &found.key.device)];
    for (name, text) in key {
        value[name] = json!(**text);
    }
    Ok(value)
}

fn text(found: &Backtested) -> String {
    let key = &found.key;
    let scenario =
        if key.scenario.is_empty() { String::new() } else { format!(", {}", shown(&key.scenario)) };
    let mut lines = vec![format!("{} on {}{scenario}", shown(&key.app), shown(&key.device))];
    if found.judged == 0 {
        lines.push(format!(
            "No session can be judged: {} stored, and none has enough sessions before it.",
            count(found.sessions.len(), "session")
        ));
        return lines.join("\n") + "\n";
    }
    lines.push(format!(
        "Of {} {} would have failed (at most {:.0} %), and {} would have stayed undecided.",
        count(found.judged, "session"),
        found.failed,
        100.0 * found.failed_share_at_most,
        found.undecided
    ));
    lines.extend(found.sessions.iter().filter_map(line));
    if let Some(first) = found.found.first() {
        lines.push(format!("Growth that fails the check in 4 of 5 of {}:", count(first.sessions, "session")));
        lines.extend(found.found.iter().map(power));
    }
    if let Some(minutes) = found.minutes_of_phone {
        lines.push(format!("A check takes {:.0} minutes of a phone.", minutes.max(1.0)));
    }
    lines.join("\n") + "\n"
}

/// Returns the line of a session that did not pass and that could be judged.
fn line(past: &PastCheck) -> Option<String> {
    let answer = match (past.answer, past.new_level) {
        (Answer::Regressed, true) => "new level",
        (Answer::Regressed, false) => "failed",
        (Answer::Undecided, _) => "undecided",
        _ => return None,
    };
    let day = past.day.as_deref().unwrap_or("undated");
    let rows = if past.failing.is_empty() { String::new() } else { format!(": {}", past.failing.join(", ")) };
    Some(format!("  {day}  {}  {answer}{}", shown(&past.session), shown(&rows)))
}

fn power(power: &Power) -> String {
    let from = match power.found_from {
        Some(growth) => format!("+{:.0} %, {}", 100.0 * growth, shown_time(power.cost_ns * growth)),
        None => "more than +200 %".to_owned(),
    };
    let kind = if power.kind == "module" { "module " } else { "" };
    format!("  {kind}{} of {}: from {from}", shown(&power.name), shown_time(power.cost_ns))
}
