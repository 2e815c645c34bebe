//! `gate plan`: how many launches a slowdown needs to be detected, from the noise of stored launches.

use std::io::Write;
use std::path::PathBuf;

use anyhow::ensure;
use clap::Args;

use crate::app::Context;
use crate::baseline::load_all;
use crate::compare::{CompareError, History, Side, count_history, history};
use crate::judge;
use crate::launches::{Conditions, Launches};
use crate::report::{count, shown, shown_time};
use crate::stats::Limit;
use crate::stats::basic;
use crate::stats::plan::{Plan as RowPlans, plan as plan_rows, plan_counts as plan_count_rows};

use super::values::{percents, share};
use super::{Exit, SettingsArgs};

/// How many rows are listed.
const LISTED: usize = 15;
/// The share of what is detectable at all from which on more launches add little.
const NEARLY: f64 = 0.95;

#[derive(Args)]
pub(super) struct Plan {
    /// Launches to estimate the noise from [default: the stored baselines]
    runs: Vec<PathBuf>,
    /// The store of baselines: a folder, or a URL such as s3://bucket/path [default: the setting `baselines`]
    #[arg(long, value_name = "STORE", conflicts_with = "runs")]
    baseline: Option<PathBuf>,
    /// The slowdown to detect
    #[arg(long, value_name = "PERCENT", default_value = "5%", value_parser = percents)]
    effect: f64,
    /// The probability with which to detect it
    #[arg(long, value_name = "SHARE", default_value = "90%", value_parser = share)]
    power: f64,
    /// The largest number of launches to consider
    #[arg(long, value_name = "LAUNCHES", default_value_t = 40)]
    most: usize,
    #[command(flatten)]
    settings: SettingsArgs,
}

pub(super) fn plan(args: &Plan, out: &mut dyn Write, err: &mut dyn Write) -> anyhow::Result<Exit> {
    ensure!(args.most >= 2, "--most must be at least 2, found {}", args.most);
    let context = args.settings.context()?;
    if !args.runs.is_empty() {
        return plan_for(args, &context, &context.read_runs(&args.runs, false)?, out, err);
    }
    let store = context.store(args.baseline.as_deref())?;
    let keys = store.keys()?;
    if keys.is_empty() {
        writeln!(
            err,
            "error: {} has no stored sessions; pass launches, or store a session with `gate baseline update`",
            store.place()
        )?;
        return Ok(Exit::NoBaseline);
    }
    let mut exit = Exit::Pass;
    for key in keys {
        // Those that the next run would be compared with: recorded as the newest was.
        let newest = store.newest(&key)?.next().transpose()?.map(|entry| entry.conditions);
        let conditions: Vec<&Conditions> = newest.iter().collect();
        let pool = judge::pool(judge::comparable(&*store, &key, &conditions, |_| false)?, &context.config)?;
        let scenario = if key.scenario.is_empty() { String::new() } else { format!(", {}", key.scenario) };
        let title = format!("{}{scenario} on {}", key.app, key.device);
        writeln!(out, "{}", shown(&title))?;
        let mut launches = load_all(&*store, &pool)?;
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
    match history(Side { launches, role: None }, context.rules()) {
        Ok(history) => Ok(Some(history)),
        Err(CompareError::Incomparable(differences)) => {
            let told: Vec<String> = differences
                .iter()
                .map(|difference| format!("{}: {}", difference.condition.label(), difference.head.join(", ")))
                .collect();
            let told = shown(&told.join("; ")).to_string();
            writeln!(
                err,
                "error: these launches were recorded under different conditions ({told}); pass launches with the same conditions"
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
        "cannot estimate the noise: no session has at least two usable launches; record more launches"
    );
    let gate = &context.config.gate;
    let settings = gate.statistics();
    let effect = args.effect / 100.0;
    let rows = plan_rows(&history.sessions, &history.limits, &settings, effect, args.power, args.most)?;
    let sessions = history.sessions.len();
    let planned = Planned {
        args,
        rows: &rows,
        costs: medians(&history),
        history: &history,
        least: gate.min_launches.max(2),
    };
    planned.answer(out)?;
    planned.counts(out)?;
    planned.table(out)?;
    plan_counts(args, context, launches, out)?;
    if sessions < 3 {
        writeln!(
            out,
            "The variation between days cannot be measured with fewer than 3 days, so gate.session_sd ({:.1} %) is assumed, with a wide margin. Store sessions from more days, or record both builds interleaved (gate run --base).",
            100.0 * gate.session_sd
        )?;
    }
    if history.excluded > 0 {
        writeln!(out, "{} excluded", count(history.excluded, "launch"))?;
    }
    Ok(Exit::Pass)
}

/// What each row needs.
struct Planned<'a> {
    args: &'a Plan,
    rows: &'a RowPlans,
    /// Each row's median, in ns.
    costs: Vec<f64>,
    history: &'a History,
    /// A run of fewer launches is not judged.
    least: usize,
}

impl Planned<'_> {
    /// The share of the time that is in rows in which so many launches detect the slowdown.
    fn share(&self, launches: usize) -> f64 {
        let all: f64 = self.costs.iter().sum();
        let rows = self.rows.launches.iter().zip(&self.costs);
        let detected = rows.filter(|(needed, _)| needed.is_some_and(|needed| needed <= launches));
        // Not the sum of floats, which of nothing is -0.
        detected.fold(0.0, |sum, (_, cost)| sum + cost) / all.max(f64::MIN_POSITIVE)
    }

    /// The fewest launches that detect nearly all that the most would, in one sentence.
    fn answer(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let Plan { effect, power, most, .. } = self.args;
        let from = count(self.history.sessions.len(), "session");
        let chance = format!("with {:.0} % probability; noise from {from}", 100.0 * power);
        let largest = self.share(*most);
        if largest == 0.0 {
            writeln!(out, "Even {most} launches would not detect +{effect} % in a single row ({chance})")?;
        } else {
            let enough = (self.least..=*most).find(|launches| self.share(*launches) >= NEARLY * largest);
            let launches = enough.unwrap_or(*most);
            writeln!(
                out,
                "{launches} launches detect +{effect} % in rows that make up {:.1} % of the time ({chance})",
                100.0 * self.share(launches)
            )?;
        }
        let smallest = self.smallest_row();
        let too_small = self.costs.iter().zip(&smallest).filter(|(cost, smallest)| cost <= smallest).count();
        if too_small > 0 {
            let rows = count(self.costs.len(), "row");
            let finite = smallest.iter().copied().filter(|cost| cost.is_finite());
            // Overrides may have limits of their own; most rows have those of [gate].
            let why = match basic::median(&finite.collect::<Vec<_>>()) {
                usual if usual > 0.0 => format!("below {}", shown_time(usual)),
                _ => "at any cost".to_owned(),
            };
            writeln!(
                out,
                "in {too_small} of {rows}, +{effect} % cannot be detected ({why}), because growth up to gate.effect and gate.floor is ignored"
            )?;
        }
        Ok(())
    }

    /// The cost of each row from which on the slowdown is more than what is ignored.
    fn smallest_row(&self) -> Vec<f64> {
        let effect = self.args.effect / 100.0;
        let smallest = |limit: &Limit| match effect - limit.effect {
            more if more > 0.0 => limit.floor / more,
            _ => f64::INFINITY,
        };
        self.history.limits.iter().map(smallest).collect()
    }

    fn counts(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let most = self.args.most;
        writeln!(out, "\n  {:>8}  of the time", "launches")?;
        let steps = [5, 10, 20, 40, 80].into_iter().filter(|step| *step < most && *step >= self.least);
        for launches in steps.chain([most]) {
            writeln!(out, "  {launches:>8}  {:>9.1} %", 100.0 * self.share(launches))?;
        }
        Ok(())
    }

    /// The most expensive rows that can show the slowdown at all.
    fn table(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let most = self.args.most;
        let smallest = self.smallest_row();
        let mut order: Vec<usize> =
            (0..self.costs.len()).filter(|row| self.costs[*row] > smallest[*row]).collect();
        if order.is_empty() {
            return Ok(());
        }
        order.sort_by(|&a, &b| self.costs[b].total_cmp(&self.costs[a]).then(a.cmp(&b)));
        let with_most = format!("with {most}");
        writeln!(
            out,
            "\nThe most expensive rows: launches needed, and the smallest slowdown that {most} launches detect\n  {:>10}  {:>8}  {with_most:>9}  row",
            "time", "launches"
        )?;
        for &row in order.iter().take(LISTED) {
            let needed = self.rows.launches[row]
                .map_or_else(|| format!("> {most}"), |needed| needed.max(self.least).to_string());
            writeln!(
                out,
                "  {:>10}  {needed:>8}  {:>9}  {}",
                shown_time(self.costs[row]),
                format!("+{:.1} %", 100.0 * self.rows.smallest_effect[row]),
                shown(&self.history.rows[row].subject.to_string())
            )?;
        }
        Ok(())
    }
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
    for history in count_history(Side { launches, role: None }, context.rules())? {
        if !history.limits.iter().any(|limit| limit.decides) {
            writeln!(out, "\n{} vary more than times, so they never fail a check", history.counter.name())?;
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
                "{}: {needed} launches; {} launches detect +{:.2} % (standard deviation {:.2} %; {:.1} % for times)",
                shown(&what.subject.to_string()),
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
