//! Prints the figures of windows and spans as one flat JSON object: the pairs of begin and end that work, whether spans equal those that
//! the emulator observed, the cost of a signpost, and the verdicts of flows.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Result, ensure};
use e2e::bundle::Bundle;
use e2e::flows::{self, LONG};
use e2e::lab::gate;
use gate::cli::Exit;
use gate_launches::{Launches, ReadOptions};
use gate_stats::Random;
use phone::build::{self, Style};

/// Number of checks, half of them with a slower flow.
const CHECKS: u64 = 200;
/// Number of launches of each build in a check.
const LAUNCHES: u64 = 20;
/// The relative standard deviation of the times.
const NOISE: f64 = 0.01;

fn main() -> Result<()> {
    let mut figures = BTreeMap::<&str, f64>::new();
    let app = flows::app()?;
    let pairs: Vec<_> = flows::pairs().collect();
    figures.insert("windows.kinds.total", pairs.len() as f64);
    let checked = pairs.iter().filter(|(begin, end)| match flows::check(&app, begin, end) {
        Ok(()) => true,
        Err(error) => {
            eprintln!("{begin} to {end}: {error:#}");
            false
        }
    });
    figures.insert("windows.kinds", checked.count() as f64);
    figures.insert("windows.spans.equal", f64::from(u8::from(spans_equal()?)));
    costs(&mut figures)?;
    figures.insert("windows.verdict", verdicts(&app)?);
    figures.insert("agent.dylib_bytes", fs::metadata(build::agent()?)?.len() as f64);
    let lines: Vec<_> = figures.iter().map(|(name, figure)| format!("  \"{name}\": {figure:.3}")).collect();
    println!("{{\n{}\n}}", lines.join(",\n"));
    Ok(())
}

/// Compares 10,000 intervals on four threads with those that the emulator observed: the numbers of intervals must be equal. The times must
/// be within 3 %. Times are compared while the threads run in turn, since an interval also contains the time in which another thread runs.
fn spans_equal() -> Result<bool> {
    let mut equal = true;
    for (count, in_turn) in [(625, false), (60, true)] {
        let (found, truth) = flows::spans(count, in_turn)?;
        for (name, (calls, ticks)) in &truth {
            let (own, time) = found.get(name).copied().unwrap_or_default();
            let off = time as f64 / (*ticks as f64).max(1.0) - 1.0;
            eprintln!("{name}: {own} of {calls}, {time} of {ticks} ticks, {:+.2} %", off * 100.0);
            equal &= own == *calls && (*ticks == 0 || !in_turn || off.abs() <= 0.03);
        }
    }
    Ok(equal)
}

/// Measures the instructions that a signpost adds, in the window and after it.
fn costs(figures: &mut BTreeMap<&str, f64>) -> Result<()> {
    let app = Bundle::app(Style::Chained, &["spans.m"])?;
    let settings = [("COUNT", "10"), ("LAUNCHGATE_LAUNCH", "one"), ("LAUNCHGATE_END", "-[Worker done]")];
    let (run, plain) = (app.run(&settings)?, app.run_plain(&settings, |_| {})?);
    for (name, from) in [("agent.added.signpost", 1), ("agent.added.signpost_closed", 3)] {
        let added = run.between(from, from + 1)? as f64 - plain.between(from, from + 1)? as f64;
        figures.insert(name, added / 1000.0);
    }
    Ok(())
}

/// Returns the share of checks that have the right answer: a flow that begins after the first frame fails a check exactly if it is slower,
/// and the report names the slower method.
fn verdicts(app: &Bundle) -> Result<f64> {
    let folder = tempfile::tempdir()?;
    let flow = |slower: &str| -> Result<Launches> {
        let window =
            [("LAUNCHGATE_BEGIN", "first-frame"), ("LAUNCHGATE_END", "mark:checkout"), ("SLOWER", slower)];
        let run = app.run(&[&LONG[..], &window].concat())?;
        run.status()?;
        let path = folder.path().join("one.lgtrace");
        fs::write(&path, run.trace()?)?;
        Ok(gate_launches::read(&[path], &ReadOptions::default())?)
    };
    let (quick, slow) = (flow("0")?, flow("5000")?);
    let mut right = 0;
    for seed in 0..CHECKS {
        let is_slower = seed % 2 == 1;
        let mut random = Random::new(seed);
        let paths =
            [("base", &quick), ("head", if is_slower { &slow } else { &quick })].map(|(name, one)| {
                let path = folder.path().join(format!("{name}.jsonl"));
                (path.display().to_string(), flows::repeated(one, name, LAUNCHES, NOISE, &mut random))
            });
        for (path, launches) in &paths {
            gate_launches::write_launches(launches, fs::File::create(path)?)?;
        }
        let (exit, text, complaints) = gate(&["check", &paths[1].0, "--base", &paths[0].0]);
        ensure!(
            matches!(exit, Exit::Pass | Exit::Regressed | Exit::Undecided),
            "{exit:?}: {text}{complaints}"
        );
        let is_right = match is_slower {
            true => exit == Exit::Regressed && text.contains("-[Flow step]"),
            false => exit == Exit::Pass,
        };
        if !is_right {
            eprintln!("seed {seed}, slower: {is_slower}: {exit:?}");
        }
        right += u64::from(is_right);
    }
    Ok(right as f64 / CHECKS as f64)
}
