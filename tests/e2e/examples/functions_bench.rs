//! Whether a growth in one function of Swift or C++, or in a static initialiser, is found and named; as one flat JSON object.

use std::collections::BTreeMap;
use std::io::Write as _;

use anyhow::Result;
use e2e::functions::{Lab, TARGETS, names, shares};
use gate::launches::Launches;
use gate::verdict::Answer;

const NAMES: [&str; 3] = ["swift", "cpp", "initialiser"];

fn main() -> Result<()> {
    let runs: u64 = std::env::args().nth(1).map_or(Ok(300), |runs| runs.parse())?;
    let lab = Lab::new(Vec::new())?;
    let base = lab.record(0, None)?;
    eprintln!("recorded; of the samples:");
    for (name, share) in shares(&base).iter().take(12) {
        eprintln!("  {:5.2} %  {name}", 100.0 * share);
    }
    let mut figures = BTreeMap::new();
    for (at, target) in TARGETS.iter().enumerate() {
        for ms in [5.0, 10.0] {
            let head = lab.record(0, Some((at, ms)))?;
            let (mut found, mut first) = (0, 0);
            for run in 0..runs {
                let (verdict, _) = lab.judge(&base, &head, run)?;
                let (_, named, is_first) = names(&verdict, target);
                found += u64::from(named);
                first += u64::from(is_first);
                if run < 2 {
                    say(&verdict);
                }
            }
            figures.insert(format!("functions.{}.found{ms}ms", NAMES[at]), found as f64 / runs as f64);
            figures
                .insert(format!("functions.{}.first{ms}ms", NAMES[at]), first as f64 / found.max(1) as f64);
        }
    }
    figures.insert("functions.any_false".to_owned(), any_false(&lab, (&base, &base), runs)?);
    let text = serde_json::to_string(&figures)?;
    writeln!(std::io::stdout(), "{text}")?;
    Ok(())
}

/// The share of runs that are red.
fn any_false(lab: &Lab, (base, head): (&Launches, &Launches), runs: u64) -> Result<f64> {
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

fn say(verdict: &gate::verdict::Verdict) {
    for finding in verdict.findings.iter().take(4) {
        let name = finding.judged.as_ref().map(|judged| gate::verdict::name(&judged.row.key));
        let change = finding.judged.as_ref().map_or(0.0, |judged| judged.change() / 1e6);
        let module = finding.judged.as_ref().and_then(|judged| judged.row.module.clone());
        eprintln!("    {:?} {name:?} {change:+.2} ms, {module:?}", finding.kind);
        for part in &finding.functions {
            let (low, high) = part.interval;
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
