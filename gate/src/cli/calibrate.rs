//! `gate calibrate`: judges a team's own unchanged launches against each other: every finding is a false alarm of this lab, and
//! what is planted tells the smallest effect that it can see.
//!
//! Sessions are judged in the order of time, each by those before it, through the door that `gate check` goes through: every kind
//! of alarm counts. Trials draw the session and its stretch of launches by a fixed seed, so equal launches give equal figures.

use std::io::Write;
use std::path::PathBuf;

use anyhow::ensure;
use clap::Args;
use rayon::prelude::*;

use crate::app::Context;
use crate::compare::{History, Side, Subject};
use crate::config::Date;
use crate::judge::{self, Base, Outcome, Policy};
use crate::launches::{Launch, Launches};
use crate::report::count;
use crate::stats::Random;
use crate::verdict::{Answer, Finding, Verdict};

use super::plan::{medians, rows_of};
use super::{Exit, SettingsArgs};

/// What is planted, one after the other.
const EFFECTS: [f64; 8] = [0.02, 0.03, 0.05, 0.10, 0.15, 0.20, 0.30, 0.50];

#[derive(Args)]
pub(super) struct Calibrate {
    /// Launches of one unchanged build, from at least two sessions
    #[arg(required = true)]
    runs: Vec<PathBuf>,
    /// How many launches the head has in each trial [default: all launches of its session]
    #[arg(long, value_name = "LAUNCHES")]
    launches: Option<usize>,
    /// How many trials to run
    #[arg(long, default_value_t = 400)]
    trials: usize,
    #[command(flatten)]
    settings: SettingsArgs,
}

pub(super) fn calibrate(args: &Calibrate, out: &mut dyn Write, err: &mut dyn Write) -> anyhow::Result<Exit> {
    ensure!(args.trials > 0, "--trials must be at least 1");
    if let Some(launches) = args.launches {
        ensure!(launches >= 2, "--launches must be at least 2, found {launches}");
    }
    // What is measured here is how often times are wrong, also where they are only shown.
    let context = args.settings.context_that_sets("gate.simulator_times=decide")?;
    let advises_times = !args.settings.request().read()?.0.gate.simulator_times;
    let launches = context.read_runs(&args.runs, false)?;
    let Some(history) = rows_of(&context, &launches, err)? else { return Ok(Exit::Incomparable) };
    let lab = Lab::new(args, &context, &launches, &history)?;
    writeln!(
        out,
        "{} of each session are compared with the earlier sessions; {}, {}",
        count(lab.size, "launch"),
        count(history.rows.len(), "row"),
        count(args.trials, "trial")
    )?;
    let quiet = lab.run(args.trials, &[])?;
    tell_alarms(&quiet, context.config.gate.alpha, out)?;
    if advises_times && launches.launches.iter().any(|launch| launch.conditions.is_simulator()) {
        tell_simulator(&quiet, out)?;
    }
    let costs = medians(&history);
    writeln!(out, "Detected slowdowns, each added to one method:")?;
    let mut smallest = None;
    for effect in EFFECTS {
        // A row that grows by less than its floor cannot be found, whatever the noise: it would only blur the figures.
        let planted = lab.planted(effect, &costs);
        if planted.is_empty() {
            writeln!(
                out,
                "  +{:>2.0} % not tested: smaller than gate.floor in every method",
                100.0 * effect
            )?;
            continue;
        }
        let found = lab.run(args.trials, &planted)?;
        let power = found.iter().filter(|seen| seen.planted).count() as f64 / args.trials as f64;
        writeln!(
            out,
            "  +{:>2.0} %  {:>5.1} %  in {} methods where this is more than gate.floor",
            100.0 * effect,
            100.0 * power,
            planted.len()
        )?;
        if power >= 0.9 && smallest.is_none() {
            smallest = Some(effect);
        }
    }
    match smallest {
        Some(effect) => {
            writeln!(out, "Detection limit: +{:.0} % is detected in at least 90 % of runs", 100.0 * effect)?;
        }
        None => writeln!(
            out,
            "Detection limit: none of these slowdowns is detected in 90 % of runs; record more launches or sessions"
        )?,
    }
    Ok(Exit::Pass)
}

fn tell_alarms(quiet: &[Seen], alpha: f64, out: &mut dyn Write) -> anyhow::Result<()> {
    let trials = quiet.len() as f64;
    let share = quiet.iter().filter(|seen| seen.red).count() as f64 / trials;
    let (low, high) = wilson(share, trials);
    writeln!(
        out,
        "False-alarm rate: {:.1} % of runs (95 % confidence interval {:.1} to {:.1} %, assuming independent trials); the limit is {:.1} %",
        100.0 * share,
        100.0 * low,
        100.0 * high,
        100.0 * alpha
    )?;
    for (what, alone) in [
        ("times", quiet.iter().filter(|seen| seen.by_times).count()),
        ("instructions and cycles", quiet.iter().filter(|seen| seen.by_counts).count()),
    ] {
        writeln!(out, "  by {what}: {:.1} %", 100.0 * alone as f64 / trials)?;
    }
    let undecided = quiet.iter().filter(|seen| seen.undecided).count() as f64 / trials;
    writeln!(out, "Undecided: {:.1} % of runs", 100.0 * undecided)?;
    Ok(())
}

/// The false-alarm rate up to which times of a simulator may decide.
const STEADY: f64 = 0.05;

/// Whether times of these simulators may decide.
fn tell_simulator(quiet: &[Seen], out: &mut dyn Write) -> anyhow::Result<()> {
    let share = quiet.iter().filter(|seen| seen.red).count() as f64 / quiet.len() as f64;
    let advice = if share <= STEADY {
        "false alarms are rare enough on this machine to judge by times; set gate.simulator_times = \"decide\""
    } else {
        "times vary too much on this machine; keep gate.simulator_times = \"advisory\""
    };
    writeln!(out, "Simulator: {advice}")?;
    Ok(())
}

/// What one trial's verdict was.
struct Seen {
    red: bool,
    undecided: bool,
    /// A finding that fails tells of times, or of calls.
    by_times: bool,
    /// One that fails tells of instructions or cycles.
    by_counts: bool,
    /// What was planted is among the findings.
    planted: bool,
}

struct Lab<'a> {
    launches: &'a Launches,
    history: &'a History,
    policy: Policy<'a>,
    today: Date,
    /// The first session, in time, that has enough behind it.
    first: usize,
    size: usize,
}

impl<'a> Lab<'a> {
    fn new(
        args: &Calibrate,
        context: &'a Context,
        launches: &'a Launches,
        history: &'a History,
    ) -> anyhow::Result<Lab<'a>> {
        let sessions = history.sessions.len();
        ensure!(
            sessions >= 2,
            "found only {sessions} session, but at least 2 sessions of one unchanged build are needed; record another, or use `gate plan`"
        );
        let least = context.config.gate.min_launches;
        let shortest = history.sessions.iter().map(|session| session.costs.launches()).min().unwrap_or(0);
        ensure!(
            shortest >= least,
            "a session has only {shortest} usable launches, but each session needs at least {least}; omit that session, or record it again"
        );
        let size = args.launches.unwrap_or(shortest);
        ensure!(
            size <= shortest,
            "--launches {size} is too large: the shortest session has {shortest} usable launches; pass at most that number"
        );
        ensure!(
            size >= least,
            "--launches {size} is too small: gate.min_launches is {least}; pass at least that number"
        );
        // Each session is judged by those before it, as it would have been; the first few have too little behind them.
        let days = |upto: usize| {
            let mut days: Vec<i64> = history.sessions[..upto].iter().map(|session| session.day).collect();
            days.dedup();
            days.len()
        };
        let full = (1..sessions).find(|&at| days(at) >= context.config.gate.pool);
        let first = full.unwrap_or_else(|| sessions.div_ceil(2).max(1)).min(sessions - 1);
        Ok(Lab { launches, history, policy: context.policy(&[]), today: context.today, first, size })
    }

    /// The methods that grow by more than their floor.
    fn planted(&self, effect: f64, costs: &[f64]) -> Vec<(&'a Subject, f64)> {
        let rows = self.history.rows.iter().zip(&self.history.limits).zip(costs);
        let above = rows.filter(|((row, limit), cost)| {
            row.subject.main_method().is_some()
                && limit.decides
                && **cost * (effect - limit.effect) > limit.floor
        });
        above.map(|((row, _), _)| (&row.subject, 1.0 + effect)).collect()
    }

    fn run(&self, trials: usize, planted: &[(&Subject, f64)]) -> anyhow::Result<Vec<Seen>> {
        (0..trials as u64).into_par_iter().map(|trial| self.trial(trial, planted)).collect()
    }

    fn trial(&self, trial: u64, planted: &[(&Subject, f64)]) -> anyhow::Result<Seen> {
        let mut random = Random::new(trial);
        let names = &self.history.names;
        let at = self.first + random.below(names.len() - self.first);
        let of = |name: &str| {
            self.launches
                .launches
                .iter()
                .filter(|launch| *launch.session == *name)
                .cloned()
                .collect::<Vec<_>>()
        };
        let whole = of(&names[at]);
        let from = random.below(whole.len().saturating_sub(self.size) + 1);
        let mut head: Vec<Launch> = whole.into_iter().skip(from).take(self.size).collect();
        let target = (!planted.is_empty()).then(|| planted[random.below(planted.len())]);
        if let Some((subject, factor)) = target
            && let Some(method) = subject.main_method().and_then(|name| self.launches.table.find(name))
        {
            head = head.into_iter().map(|launch| launch.with_slower(method, factor)).collect();
        }
        let side = |launches: Vec<Launch>| Launches {
            table: self.launches.table.clone(),
            launches,
            ..Launches::default()
        };
        let (base, head) = (side(names[..at].iter().flat_map(|name| of(name)).collect()), side(head));
        let given = |launches| Side { launches, role: None };
        let judged = judge::check(given(&head), Base::Launches(given(&base)), &self.policy, self.today)?;
        let answer = judged.outcome.answer();
        let is_found = |verdict: &Verdict| {
            let failing = verdict.findings.iter().filter(|finding| finding.fails());
            let mut keys = failing.map(Finding::subject);
            keys.any(|key| target.is_some_and(|(row, _)| key == row))
        };
        let planted = matches!(&judged.outcome, Outcome::Judged(_, verdict) if is_found(verdict));
        let has = |counted: bool| match &judged.outcome {
            Outcome::Judged(_, verdict) => {
                verdict.findings.iter().any(|f| f.fails() && f.counted.is_some() == counted)
            }
            _ => false,
        };
        let (red, undecided) = (answer == Answer::Regressed, answer == Answer::Undecided);
        Ok(Seen { red, undecided, by_times: has(false), by_counts: has(true), planted })
    }
}

/// Wilson's interval (1927) of a share, 95 %.
fn wilson(share: f64, trials: f64) -> (f64, f64) {
    let z2 = 1.959_964_f64.powi(2);
    let centre = share + z2 / (2.0 * trials);
    let reach = (z2 * (share * (1.0 - share) / trials + z2 / (4.0 * trials * trials))).sqrt();
    let all = 1.0 + z2 / trials;
    (((centre - reach) / all).max(0.0), ((centre + reach) / all).min(1.0))
}
