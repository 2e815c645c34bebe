//! Prints the figures of windows and spans as one flat JSON object: the pairs of begin and end that work, whether spans equal those that
//! the emulator observed, the cost of a signpost, and the verdicts of flows.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Result, ensure};
use e2e::bundle::Bundle;
use e2e::flows::{self, LONG, Sums};
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
    let kinds = checked.count();
    ensure!(kinds == pairs.len(), "only {kinds} of {} windows are as they must be", pairs.len());
    figures.insert("windows.kinds", kinds as f64);
    figures.insert("windows.spans.equal", f64::from(u8::from(spans_equal()?)));
    costs(&mut figures)?;
    figures.insert("windows.verdict", verdicts(&app)?);
    figures.insert("agent.dylib_bytes", fs::metadata(build::agent()?)?.len() as f64);
    let lines: Vec<_> = figures.iter().map(|(name, figure)| format!("  \"{name}\": {figure:.3}")).collect();
    println!("{{\n{}\n}}", lines.join(",\n"));
    Ok(())
}

/// Compares 10,000 intervals on four threads with those that the emulator observed in the same launch: names and numbers of intervals must
/// be equal, and the times within 3 %. The gate's sums are compared with a launch without the agent. The threads of that launch must run in
/// turn, since an interval also contains the time in which another thread runs.
fn spans_equal() -> Result<bool> {
    let together = flows::spans(625, false)?;
    let in_turn = flows::spans(60, true)?;
    Ok([
        is_equal("recorded together", &together.recorded, &together.observed),
        is_equal("recorded in turn", &in_turn.recorded, &in_turn.observed),
        is_equal("computed in turn", &in_turn.computed, &in_turn.plain),
    ]
    .iter()
    .all(|is_equal| *is_equal))
}

/// Prints the differences of sums, and returns whether they are equal.
fn is_equal(title: &str, found: &Sums, truth: &Sums) -> bool {
    let mut equal = found.keys().eq(truth.keys());
    if !equal {
        eprintln!("{title}: {:?} instead of {:?}", found.keys(), truth.keys());
    }
    for (name, (calls, ticks)) in truth {
        let (own, time) = found.get(name).copied().unwrap_or_default();
        let off = time as f64 / (*ticks as f64).max(1.0) - 1.0;
        eprintln!("{title}: {name}: {own} of {calls}, {time} of {ticks} ticks, {:+.2} %", off * 100.0);
        equal &= own == *calls && (*ticks == 0 || off.abs() <= 0.03);
    }
    equal
}

/// Measures the instructions that a signpost adds before the window, in the window and after it.
fn costs(figures: &mut BTreeMap<&str, f64>) -> Result<()> {
    let app = Bundle::app(Style::Chained, &["spans.m"])?;
    let settings = [("COUNT", "10"), ("LAUNCHGATE_LAUNCH", "one")];
    let plain = app.run_plain(&settings, |_| {})?;
    let run = |moment, value| app.run(&[settings[0], settings[1], (moment, value)]);
    let by_method = run("LAUNCHGATE_END", "-[Worker done]")?;
    let by_mark = run("LAUNCHGATE_END", "mark:later")?;
    let before = run("LAUNCHGATE_BEGIN", "mark:later")?;
    for (name, run, from, to, signposts) in [
        ("agent.added.signpost", &by_method, 1, 2, 1000.0),
        ("agent.added.signpost_begin", &by_method, 2, 5, 1000.0),
        ("agent.added.signpost_end", &by_method, 6, 7, 1000.0),
        ("agent.added.signpost_counted", &by_method, 5, 6, 1.0),
        ("agent.added.signpost_closed", &by_method, 3, 4, 1000.0),
        ("agent.added.signpost_marked", &by_mark, 1, 2, 1000.0),
        ("agent.added.signpost_before", &before, 1, 2, 1000.0),
    ] {
        let added = run.between(from, to)? as f64 - plain.between(from, to)? as f64;
        figures.insert(name, added / signposts);
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
