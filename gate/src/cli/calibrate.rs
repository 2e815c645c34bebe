//! `gate calibrate`: judges a team's own unchanged launches against each other: every finding is a false alarm of this lab, and
//! what is planted tells the smallest effect that it can see.
//!
//! Trials draw which sessions are the pool and which is new by a fixed seed, so equal launches give equal figures.

use std::io::Write;
use std::path::PathBuf;

use anyhow::ensure;
use clap::Args;
use rayon::prelude::*;

use crate::compare::History;
use crate::stats::{self, Call, Costs, Random, pool};

use super::context::Context;
use super::plan::{medians, rows_of};
use super::{Exit, SettingsArgs};

/// What is planted, one after the other.
const EFFECTS: [f64; 8] = [0.02, 0.03, 0.05, 0.10, 0.15, 0.20, 0.30, 0.50];

#[derive(Args)]
pub(super) struct Calibrate {
    /// Launches of one unchanged build in two sessions or more
    #[arg(required = true)]
    runs: Vec<PathBuf>,
    /// How many launches the new side of a trial has; all that its session has without it
    #[arg(long, value_name = "LAUNCHES")]
    launches: Option<usize>,
    /// How many trials
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
    let context = Context::read(&args.settings)?;
    let launches = context.read_runs(&args.runs, false)?;
    let Some(history) = rows_of(&context, &launches, err)? else { return Ok(Exit::Incomparable) };
    let sessions = history.sessions.len();
    ensure!(
        sessions >= 2,
        "{sessions} session: at least 2 are needed, of one unchanged build; record one more, or use `gate plan`"
    );
    let shortest = history.sessions.iter().map(Costs::launches).min().unwrap_or(0);
    ensure!(
        shortest >= 2,
        "a session has too few launches that count: {shortest}, at least 2 are needed in each; leave it out, or record it again"
    );
    let size = args.launches.unwrap_or(shortest);
    ensure!(
        size <= shortest,
        "--launches {size} is more than a session has: the shortest has {shortest} that count"
    );
    let gate = &context.config.gate;
    let settings = gate.statistics();
    let pool = gate.pool.clamp(1, sessions - 1);
    let lab = Lab { history: &history, settings, pool, size };

    let quiet = lab.run(args.trials, &[])?;
    let alarms = quiet.iter().filter(|found| !found.is_empty()).count();
    writeln!(
        out,
        "{size} launches of one session against {}, {} rows, {} trials",
        match (pool, sessions - 1) {
            (_, 1) => "the other one".to_owned(),
            (pool, others) if pool == others => format!("the {others} others"),
            (pool, others) => format!("{pool} of the {others} others"),
        },
        history.rows.len(),
        args.trials
    )?;
    let share = alarms as f64 / args.trials as f64;
    let (low, high) = wilson(share, args.trials as f64);
    writeln!(
        out,
        "False alarms: {:.1} % of the runs (95 %, were trials independent: {:.1}–{:.1} %); at most {:.1} % is what is set",
        100.0 * share,
        100.0 * low,
        100.0 * high,
        100.0 * gate.alpha
    )?;
    // A row that grows by less than its floor cannot be found, whatever the noise: it would only blur the figures.
    let costs = medians(&history);
    writeln!(out, "Found, of what is planted in one row at a time:")?;
    let mut smallest = None;
    for effect in EFFECTS {
        let above = |row: &usize| {
            let limit = &history.limits[*row];
            limit.decides && costs[*row] * (effect - limit.effect) > limit.floor
        };
        let rows: Vec<usize> = (0..costs.len()).filter(above).collect();
        if rows.is_empty() {
            writeln!(out, "  +{:>2.0} %  nothing: no row grows by more than its floor", 100.0 * effect)?;
            continue;
        }
        let planted: Vec<(usize, f64)> = rows.iter().map(|&row| (row, 1.0 + effect)).collect();
        let found = lab.run(args.trials, &planted)?;
        let hits = found.iter().filter(|found| found.contains(&usize::MAX)).count();
        let power = hits as f64 / args.trials as f64;
        writeln!(
            out,
            "  +{:>2.0} %  {:>5.1} %  in {} rows that grow by more than their floor",
            100.0 * effect,
            100.0 * power,
            rows.len()
        )?;
        if power >= 0.9 && smallest.is_none() {
            smallest = Some(effect);
        }
    }
    match smallest {
        Some(effect) => {
            writeln!(
                out,
                "The smallest of these effects that is found nine times of ten: +{:.0} %",
                100.0 * effect
            )?;
        }
        None => writeln!(out, "None of these effects is found nine times of ten")?,
    }
    Ok(Exit::Pass)
}

struct Lab<'a> {
    history: &'a History,
    settings: stats::Settings,
    pool: usize,
    size: usize,
}

impl Lab<'_> {
    /// The findings of each trial; the row that was planted in it, drawn from `planted`, is `usize::MAX` among them.
    fn run(&self, trials: usize, planted: &[(usize, f64)]) -> Result<Vec<Vec<usize>>, stats::Error> {
        (0..trials as u64).into_par_iter().map(|trial| self.trial(trial, planted)).collect()
    }

    fn trial(&self, trial: u64, planted: &[(usize, f64)]) -> Result<Vec<usize>, stats::Error> {
        let mut random = Random::new(trial);
        let mut order: Vec<usize> = (0..self.history.sessions.len()).collect();
        random.shuffle(&mut order);
        let whole = &self.history.sessions[order[0]];
        let from = random.below(whole.launches() - self.size + 1);
        let slower = match planted.len() {
            0 => None,
            count => Some(planted[random.below(count)]),
        };
        let mut values = Vec::with_capacity(whole.rows() * self.size);
        for row in 0..whole.rows() {
            let factor = slower.filter(|(at, _)| *at == row).map_or(1.0, |(_, factor)| factor);
            values.extend(whole.row(row)[from..from + self.size].iter().map(|cost| cost * factor));
        }
        let new = Costs::new(whole.rows(), self.size, values)?;
        let base: Vec<Costs> =
            order[1..=self.pool].iter().map(|&at| self.history.sessions[at].clone()).collect();
        let judged = pool::judge(&base, &[new], &self.history.limits, &self.settings)?;
        let found = (0..judged.rows.len()).filter(|&row| judged.rows[row].call == Call::Finding);
        Ok(found.map(|row| if slower.is_some_and(|(at, _)| at == row) { usize::MAX } else { row }).collect())
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
