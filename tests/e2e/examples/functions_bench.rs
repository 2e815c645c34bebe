//! Measures whether a growth in one function of Swift or C++, or in a static initialiser, is found and named. Prints one flat JSON object.
//!
//! `functions_bench [--runs N] [--seed N]`: another seed records other launches and draws other noise.

use std::collections::BTreeMap;
use std::io::Write as _;

use anyhow::{Context as _, Result, bail};
use e2e::functions::{Lab, QUARTER, TARGETS, named_falsely, names, samples, shares};
use e2e::shop::{Planted, Shop};
use gate_decision::Answer;
use gate_launches::Launches;
use phone::build::Style;

/// For each planted growth: the index of the slower function, its name in the figures, and the growth in ms.
const PLANTED: [(usize, &str, f64); 4] =
    [(0, "swift", 10.0), (0, "swift", 5.0), (1, "cpp", 10.0), (2, "initialiser", 10.0)];

fn main() -> Result<()> {
    let (mut runs, mut seed) = (300, 0);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let value = args.next().with_context(|| format!("{arg} needs a number"))?.parse()?;
        match arg.as_str() {
            "--runs" => runs = value,
            "--seed" => seed = value,
            _ => bail!("unknown option {arg}"),
        }
    }
    let for_size = Planted { for_size: true, ..Planted::default() };
    // An additional file changes the addresses of all other code.
    let source = [("Extra", "Extra.c", "int extra(int value) { return value * 3; }\n")];
    let touched = Planted { sources: &source, ..Planted::default() };
    let others = [for_size, touched].map(|planted| Shop::build_planted(Style::Chained, planted));
    let mut lab = Lab::new(others.into_iter().collect::<Result<_>>()?)?;
    lab.set_seed(seed);
    let base = lab.record(0, None)?;
    eprintln!("{:.1} samples a launch, of which:", samples(&base));
    for (name, share) in shares(&base).iter().take(12) {
        eprintln!("  {:5.2} %  {name}", 100.0 * share);
    }
    let mut figures = BTreeMap::new();
    for (target, name, ms) in PLANTED {
        let head = lab.record(0, Some((target, ms)))?;
        let (mut found, mut first) = (0, 0);
        for run in 0..runs {
            let (verdict, _) = lab.judge(&base, &head, run)?;
            let (_, named, is_first) = names(&verdict, &TARGETS[target]);
            found += u64::from(named);
            first += u64::from(is_first);
            if run == 0 {
                say(&verdict);
            }
        }
        eprintln!("{name} +{ms} ms: named in {found} of {runs}, first in {first}");
        figures.insert(format!("functions.{name}.found{ms}ms"), found as f64 / runs as f64);
        if ms == 10.0 {
            figures.insert(format!("functions.{name}.first10ms"), first as f64 / found.max(1) as f64);
        }
    }
    figures.insert("functions.any_false".to_owned(), any_false(&lab, &base, &base, runs)?);
    let for_size = against(&lab, &base, 1, runs)?;
    let touched = against(&lab, &base, 2, runs)?;
    eprintln!(
        "named falsely: {} of {runs} compiled for size, {} of {runs} with a file more",
        for_size.0, touched.0
    );
    let share = |count: u64| count as f64 / runs as f64;
    figures.insert("functions.ab_compilers.any_false".to_owned(), share(for_size.0.max(touched.0)));
    figures.insert("functions.ab_compilers.red".to_owned(), share(for_size.1));
    writeln!(std::io::stdout(), "{}", serde_json::to_string(&figures)?)?;
    Ok(())
}

/// Judges the build `app` of the same sources as the base. Returns the number of runs in which a function is named falsely, and the number
/// of red runs. Code that is compiled for size takes longer in some functions, so a name is false only if the function is reported as new
/// or moved, or did not grow.
fn against(lab: &Lab, base: &Launches, app: usize, runs: u64) -> Result<(u64, u64)> {
    let other = lab.record(app, None)?;
    let truth = lab.truth(base, &other)?;
    let (mut wrong, mut red) = (0, 0);
    for run in 0..runs {
        let (verdict, _) = lab.judge(base, &other, 2_000_000 + run)?;
        red += u64::from(verdict.answer == Answer::Regressed);
        let falsely = named_falsely(&verdict, &truth, QUARTER);
        wrong += u64::from(!falsely.is_empty());
        for name in falsely {
            eprintln!("    {name}");
        }
    }
    Ok((wrong, red))
}

/// Returns the share of runs that are red.
fn any_false(lab: &Lab, base: &Launches, head: &Launches, runs: u64) -> Result<f64> {
    let mut red = 0;
    for run in 0..runs {
        let (verdict, _) = lab.judge(base, head, 1_000_000 + run)?;
        if verdict.answer == Answer::Regressed {
            red += 1;
            say(&verdict);
        }
    }
    Ok(f64::from(red) / runs as f64)
}

fn say(verdict: &gate_decision::Verdict) {
    for finding in verdict.findings.iter().take(4) {
        let (name, change) = (finding.subject(), finding.change() / 1e6);
        eprintln!("    {:?} {name} {change:+.2} ms, {:?}", finding.kind, finding.row.module);
        for part in &finding.functions {
            let (low, high) = part.interval.map_or((f64::NAN, f64::NAN), |[low, high]| (low, high));
            let line = part.line.map_or(0, |line| line);
            eprintln!(
                "      {} {:+.2} ms ({:+.2} to {:+.2}) {:?}:{line} {:?}",
                part.function.short,
                part.change() / 1e6,
                low / 1e6,
                high / 1e6,
                part.function.file,
                part.function.owner
            );
        }
    }
}
