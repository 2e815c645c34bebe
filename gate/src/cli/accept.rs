//! `gate baseline accept`: accepts an intended regression, up to a size and a day.
//!
//! Invariant: every acceptance has a size, from a verdict or from the user.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::Args;
use gate_baseline::{Acceptance, BaselineKey, Baselines, LevelBeforeGrowth};
use gate_config::{Date, Glob, Growth};
use gate_decision::Unit;
use gate_launches::{Condition, Ns};
use gate_report::value::ReportRow;
use gate_report::{Report, escape_for_display, format_time, read_json};
use gate_stats::basic::median;

use super::values::parse_day;
use crate::app::Context;

#[derive(Args)]
pub(super) struct Accept {
    /// Accept growth of this method, phase, module or page, or of all that match this glob
    #[arg(allow_hyphen_values = true)]
    method: String,
    /// Accept the growth in this verdict (`gate check -o json=FILE`), up to the upper end of its 95 % confidence interval
    #[arg(long, value_name = "FILE", conflicts_with = "up_to")]
    verdict: Option<PathBuf>,
    /// Accept at most this growth, such as +8%, +3ms or, of work, "+2 calls"
    #[arg(long, value_name = "GROWTH", value_parser = parse_growth)]
    up_to: Option<Growth>,
    /// State why the growth is accepted
    #[arg(long)]
    reason: String,
    /// Name the person or team that is responsible for it
    #[arg(long)]
    owner: String,
    /// Accept the growth until the end of this day, such as 2027-01-31
    #[arg(long, value_name = "DAY", value_parser = parse_day)]
    until: Date,
}

fn parse_growth(text: &str) -> Result<Growth, String> {
    let found = if text.starts_with('+') { Growth::parse(text) } else { Growth::parse(&format!("+{text}")) };
    found.ok_or_else(|| {
        "invalid growth; expected a percentage, a time or calls, such as +8%, +3ms or \"+2 calls\"".to_owned()
    })
}

/// Writes the acceptance into the store.
pub(super) fn accept(
    args: &Accept,
    context: &Context,
    store: &dyn Baselines,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if args.until < context.today {
        bail!("--until {} is in the past; give a later date", args.until);
    }
    for (name, text) in [("METHOD", &args.method), ("--reason", &args.reason), ("--owner", &args.owner)] {
        if text.trim().is_empty() {
            bail!("{name} is empty; pass a text for the reviewers of the acceptance");
        }
    }
    let all = match (&args.verdict, args.up_to) {
        (Some(path), _) => from_verdict(args, path)?,
        (None, Some(size)) => from_size(args, size, context, store)?,
        (None, None) => bail!(
            "an acceptance needs a size; pass --verdict FILE (written by `gate check RUNS -o json=FILE`) or --up-to GROWTH, such as --up-to +8%"
        ),
    };
    let share = if store.as_folder_store().is_some() { "; commit the store to share it" } else { "" };
    for acceptance in all {
        store.add_acceptance(&acceptance)?;
        let place = acceptance.level.as_ref().map_or_else(String::new, |level| {
            let cost = match acceptance.size {
                Growth::Calls(_) => level.cost.0.to_string(),
                _ => format_time(level.cost.0),
            };
            format!(" (from a level of {cost} on {})", escape_for_display(&level.device))
        });
        // The printed size is rounded, while the file of acceptances has the size to the nanosecond.
        let size = match acceptance.size {
            Growth::Time(time) if args.verdict.is_some() => format!("{time:+}"),
            size => size.to_string(),
        };
        writeln!(
            out,
            "{} is accepted up to {size}{place} until {}{share}",
            escape_for_display(acceptance.method.as_str()),
            args.until
        )?;
    }
    Ok(())
}

impl Accept {
    fn to_acceptance(&self, method: &str, size: Growth, level: Option<LevelBeforeGrowth>) -> Acceptance {
        Acceptance {
            method: Glob::new(method),
            reason: self.reason.clone(),
            owner: self.owner.clone(),
            until: self.until,
            size,
            level,
            others: Vec::new(),
            by_change: false,
        }
    }
}

/// Makes an acceptance for each matching finding of a verdict, up to the upper end of the finding's confidence interval.
fn from_verdict(args: &Accept, path: &Path) -> anyhow::Result<Vec<Acceptance>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let report = read_json(&text).with_context(|| path.display().to_string())?;
    let glob = Glob::new(&args.method);
    let found: Vec<Acceptance> = report
        .findings
        .iter()
        .filter(|row| glob.matches(row.subject.bare_name()))
        .map(|row| args.to_acceptance(row.subject.bare_name(), accepted_size(row), row_level(row, &report)))
        .collect();
    if found.is_empty() {
        let names: Vec<&str> = report.findings.iter().map(|row| row.subject.bare_name()).take(10).collect();
        let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        bail!("{} has no finding {:?}; its findings: {names}", path.display(), args.method);
    }
    Ok(found)
}

/// Returns the upper end of the row's confidence interval. For a one-sided interval, the lower end is mirrored at the estimate.
fn accepted_size(row: &ReportRow) -> Growth {
    let upper = match row.interval_values() {
        [_, Some(high)] => high,
        [Some(low), None] => 2.0 * row.change.value - low,
        [None, None] => row.change.value,
    };
    let upper = upper.max(row.change.value);
    if matches!(row.base.unit, Unit::Calls | Unit::Requests) {
        return Growth::Calls(upper);
    }
    if row.base.value >= 1.0 { Growth::Share(upper / row.base.value) } else { Growth::Time(Ns(upper)) }
}

fn row_level(row: &ReportRow, report: &Report) -> Option<LevelBeforeGrowth> {
    let device = head_condition(report, Condition::DeviceModel)?;
    let scenario = head_condition(report, Condition::Scenario).unwrap_or_default();
    Some(LevelBeforeGrowth { device, scenario, cost: Ns(row.base.value) })
}

/// Returns a condition of the head's launches.
fn head_condition(report: &Report, wanted: Condition) -> Option<String> {
    let found = report.environment.iter().find(|pair| pair.condition.known_value() == Some(wanted));
    found.and_then(|pair| pair.head.first().cloned())
}

/// Creates an acceptance for each device and scenario with stored sessions of the method, since the accepted size is added to the method's
/// stored level. A glob, or a method that is not stored, gets one acceptance for all devices and scenarios.
fn from_size(
    args: &Accept,
    size: Growth,
    context: &Context,
    store: &dyn Baselines,
) -> anyhow::Result<Vec<Acceptance>> {
    let mut all = Vec::new();
    if !args.method.contains(['*', '?']) {
        for key in store.keys()? {
            if let Some(level) = stored_level(args, &key, context, store)? {
                all.push(args.to_acceptance(&args.method, size, Some(level)));
            }
        }
    }
    if all.is_empty() {
        all.push(args.to_acceptance(&args.method, size, None));
    }
    Ok(all)
}

fn stored_level(
    args: &Accept,
    key: &BaselineKey,
    context: &Context,
    store: &dyn Baselines,
) -> anyhow::Result<Option<LevelBeforeGrowth>> {
    let sessions = store.read_method_history(key, &args.method)?;
    let pool = gate_decision::select_pool(
        sessions.iter().map(|session| Ok(session.entry.clone())),
        &context.config,
    )?;
    let costs: Vec<f64> = sessions
        .iter()
        .take(pool.len())
        .flat_map(|session| &session.launches)
        .map(|cost| cost.map_or(0.0, |cost| cost.self_ns.0))
        .collect();
    if costs.iter().all(|cost| *cost == 0.0) {
        return Ok(None);
    }
    let cost = Ns(median(&costs));
    Ok(Some(LevelBeforeGrowth { device: key.device.to_string(), scenario: key.scenario.to_string(), cost }))
}
