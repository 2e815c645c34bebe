//! `gate plan`: how many launches an effect needs, from the noise of stored launches.

use std::io::Write;
use std::path::PathBuf;

use anyhow::ensure;
use clap::Args;

use crate::compare::{CompareError, History, Side, count_history, history};
use crate::judge;
use crate::launches::{Conditions, Launches};
use crate::stats::basic;
use crate::stats::basic::quantile;
use crate::stats::plan::{plan as plan_rows, plan_counts as plan_count_rows};
use crate::verdict::name;

use super::context::Context;
use super::{Exit, SettingsArgs};

/// So many rows are listed, the dearest.
const LISTED: usize = 15;

#[derive(Args)]
pub(super) struct Plan {
    /// Launches whose sessions tell the noise; without any, the stored baselines
    runs: Vec<PathBuf>,
    /// The folder of the stored baselines; the one of the settings (baselines) without it
    #[arg(long, value_name = "DIR", conflicts_with = "runs")]
    baseline: Option<PathBuf>,
    /// The growth to be seen, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 5.0)]
    effect: f64,
    /// How likely it should be seen
    #[arg(long, default_value_t = 0.9)]
    power: f64,
    /// The most launches that a run may take
    #[arg(long, value_name = "LAUNCHES", default_value_t = 40)]
    most: usize,
    #[command(flatten)]
    settings: SettingsArgs,
}

pub(super) fn plan(args: &Plan, out: &mut dyn Write, err: &mut dyn Write) -> anyhow::Result<Exit> {
    ensure!(args.effect.is_finite() && args.effect > 0.0, "--effect must be above 0, found {}", args.effect);
    ensure!(args.power > 0.0 && args.power < 1.0, "--power must be between 0 and 1, found {}", args.power);
    ensure!(args.most >= 2, "--most must be at least 2, found {}", args.most);
    let context = Context::read(&args.settings)?;
    if !args.runs.is_empty() {
        return plan_for(args, &context, &context.read_runs(&args.runs, false)?, out, err);
    }
    let store = context.store(args.baseline.as_deref())?;
    let keys = store.keys()?;
    if keys.is_empty() {
        writeln!(
            err,
            "error: {} holds no session: give launches, or store some with gate baseline update",
            store.root().display()
        )?;
        return Ok(Exit::NoBaseline);
    }
    let mut exit = Exit::Pass;
    for key in keys {
        // Those that the next run would be compared with: recorded as the newest was.
        let newest = store.sessions(&key)?.into_iter().next().map(|entry| entry.conditions);
        let conditions: Vec<&Conditions> = newest.iter().collect();
        let pool = judge::pool(judge::comparable(&store, &key, &conditions, |_| false)?, &context.config);
        let scenario = if key.scenario.is_empty() { String::new() } else { format!(", {}", key.scenario) };
        let title = format!("{}{scenario} on {}", key.app, key.device);
        writeln!(out, "{}", crate::report::shown(&title))?;
        let mut launches = store.load_all(&pool)?;
        context.attribute(&mut launches);
        match plan_for(args, &context, &launches, out, err)? {
            Exit::Pass => {}
            other => exit = other,
        }
    }
    Ok(exit)
}

/// The rows of launches by session; launches recorded under different conditions are told, and have none.
pub(super) fn rows_of(
    context: &Context,
    launches: &Launches,
    err: &mut dyn Write,
) -> anyhow::Result<Option<History>> {
    match history(Side { launches, role: None }, &context.config, context.today) {
        Ok(history) => Ok(Some(history)),
        Err(CompareError::Incomparable(differences)) => {
            let told: Vec<String> = differences
                .iter()
                .map(|difference| format!("{}: {}", difference.condition.label(), difference.head.join(", ")))
                .collect();
            let told = crate::report::shown(&told.join("; ")).to_string();
            writeln!(
                err,
                "error: the launches were not recorded alike, so their noise is not one ({told}): give those of one kind"
            )?;
            Ok(None)
        }
        Err(error) => Err(error.into()),
    }
}

fn plan_for(
    args: &Plan,
    context: &Context,
    launches: &Launches,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let Some(history) = rows_of(context, launches, err)? else { return Ok(Exit::Incomparable) };
    ensure!(
        history.sessions.iter().any(|session| session.costs.launches() > 1),
        "no session has two launches that count: one launch tells nothing of noise; record more"
    );
    let gate = &context.config.gate;
    let settings = gate.statistics();
    let effect = args.effect / 100.0;
    let planned = plan_rows(&history.sessions, &history.limits, &settings, effect, args.power, args.most)?;
    let costs = medians(&history);
    let sessions = history.sessions.len();
    writeln!(
        out,
        "From {sessions} session{}, {} rows: to find +{} % in a row with a chance of {:.0} %",
        if sessions == 1 { "" } else { "s" },
        history.rows.len(),
        args.effect,
        100.0 * args.power
    )?;
    // Shares of what is spent, since a thousand methods that cost nothing are nobody's question.
    let all: f64 = costs.iter().sum();
    // A run of fewer is not judged at all.
    let least = gate.min_launches.max(2);
    let counts = [5, 10, 20, 40, 80].into_iter().filter(|count| *count < args.most);
    for launches in counts.chain([args.most]) {
        let seen = |row: &usize| planned.launches[*row].is_some_and(|needed| needed <= launches);
        let rows: Vec<usize> = (0..costs.len()).filter(seen).collect();
        // Not the sum of floats, which of nothing is -0.
        let spent = rows.iter().fold(0.0, |sum, &row| sum + costs[row]);
        let share = spent / all.max(f64::MIN_POSITIVE);
        writeln!(
            out,
            "  {launches:>3} launches suffice for {} rows, {:.1} % of what is spent",
            rows.len(),
            100.0 * share
        )?;
    }
    let mut order: Vec<usize> = (0..costs.len()).collect();
    order.sort_by(|&a, &b| costs[b].total_cmp(&costs[a]).then(a.cmp(&b)));
    let with_most = format!("with {} from", args.most);
    writeln!(out, "The dearest rows:\n  {:>12}  {:>8}  {:>14}  row", "ms", "launches", with_most)?;
    for &row in order.iter().take(LISTED) {
        let needed =
            planned.launches[row].map_or_else(|| format!("> {}", args.most), |n| n.max(least).to_string());
        writeln!(
            out,
            "  {:>12.3}  {needed:>8}  {:>14}  {}",
            costs[row] / 1e6,
            format!("+{:.1} %", 100.0 * planned.smallest_effect[row]),
            crate::report::shown(&name(&history.rows[row].key))
        )?;
    }
    let finite: Vec<f64> =
        planned.smallest_effect.iter().copied().filter(|effect| effect.is_finite()).collect();
    if !finite.is_empty() {
        writeln!(
            out,
            "With {} launches half of all rows are found from +{:.1} % on, nine of ten from +{:.1} % on",
            args.most,
            100.0 * basic::median(&finite),
            100.0 * quantile(&finite, 0.9)
        )?;
    }
    plan_counts(args, context, launches, out)?;
    if sessions < 3 {
        writeln!(
            out,
            "Fewer than 3 days do not tell how days differ: gate.session_sd ({:.1} %) stands in, with a wide margin. \
             Store more sessions, or run interleaved (gate run --against).",
            100.0 * gate.session_sd
        )?;
    }
    if history.excluded > 0 {
        writeln!(out, "{} launches do not count", history.excluded)?;
    }
    Ok(Exit::Pass)
}

/// How many launches show the growth in instructions and cycles, where the stored launches tell them.
fn plan_counts(
    args: &Plan,
    context: &Context,
    launches: &Launches,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let gate = &context.config.gate;
    let mut settings = gate.statistics();
    settings.session_sd = gate.instructions.session_sd;
    let wanted = (args.effect / 100.0, args.power);
    for history in count_history(Side { launches, role: None }, &context.config, context.today)? {
        if !history.limits.iter().any(|limit| limit.decides) {
            writeln!(out, "{} scatter more than times, so they decide nothing", history.counter.name())?;
            continue;
        }
        let sample = (&history.sessions[..], &history.limits[..]);
        let planned = plan_count_rows(sample, &settings, history.level(), wanted, args.most)?;
        for (row, what) in history.rows.iter().enumerate().filter(|(row, _)| history.limits[*row].decides) {
            let needed = planned.launches[row].map_or_else(
                || format!("more than {}", args.most),
                |launches| launches.max(gate.min_launches.max(2)).to_string(),
            );
            writeln!(
                out,
                "{}: {needed} launches; with {} from +{:.2} % on (they scatter by {:.2} %, times by {:.1} %)",
                crate::report::shown(&name(&what.key)),
                args.most,
                100.0 * planned.smallest_effect[row],
                100.0 * history.noise[row].0,
                100.0 * history.noise[row].1
            )?;
        }
    }
    Ok(())
}

/// Each row's median over all launches, in ns.
pub(super) fn medians(history: &History) -> Vec<f64> {
    (0..history.rows.len())
        .map(|row| {
            let all: Vec<f64> =
                history.sessions.iter().flat_map(|session| session.costs.row(row)).copied().collect();
            basic::median(&all)
        })
        .collect()
}
