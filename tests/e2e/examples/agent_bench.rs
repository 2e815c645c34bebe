//! What the agent costs, as one flat JSON object: instructions that a send gets dearer by, the largest over the build styles, and
//! what it takes at the start and the end of the sample app. What other recorders take goes to stderr, for comparison.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result};
use e2e::agent_bed::{App, Run};
use e2e::bundle::Bundle;
use phone::build::{self, Style};
use trace::{CostKind, Reader};

const PEERS: &str = "\
instructions added    leaf   nil   stopped   (warm; executed in an emulator)
Guldan                +284   +65   +37
TimeProfiler          +337   +336  +175
hook without a tree   +33    +10";
const INSTRUCTIONS_PER_TICK: f64 = 125.0;

fn main() -> Result<()> {
    let mut figures = BTreeMap::<&str, f64>::new();
    for style in Style::ALL {
        sends(style, &mut figures)?;
    }
    shop(&mut figures)?;
    let agent = build::agent()?;
    let size = std::fs::metadata(&agent).with_context(|| agent.display().to_string())?.len();
    figures.insert("agent.dylib_bytes", size as f64);
    let lines: Vec<_> = figures.iter().map(|(name, figure)| format!("  \"{name}\": {figure:.2}")).collect();
    println!("{{\n{}\n}}", lines.join(",\n"));
    eprintln!("{PEERS}");
    Ok(())
}

fn sends(style: Style, figures: &mut BTreeMap<&str, f64>) -> Result<()> {
    let app = || App::new(style, &["bench.m"]).with("LAUNCHGATE_LIMIT", "1s");
    let (plain, hooked) = (app().plain().run()?, app().run()?);
    let filtered = app().with("LAUNCHGATE_SKIP", "Skipped").run()?;
    for run in [&plain, &hooked, &filtered] {
        run.status()?;
    }
    let added = |run: &Run, from: u64, sends: f64| -> Result<f64> {
        Ok((run.between(from, from + 1)? as f64 - plain.between(from, from + 1)? as f64) / sends)
    };
    let leaf = added(&hooked, 1, 1000.0)?;
    for (name, figure) in [
        ("agent.added.leaf", leaf),
        ("agent.added.seven", added(&hooked, 3, 7000.0)?),
        ("agent.added.super", added(&hooked, 5, 1000.0)? - leaf),
        ("agent.added.nil", added(&hooked, 7, 1000.0)?),
        ("agent.added.filtered", added(&filtered, 9, 1000.0)?),
        ("agent.added.first_call", added(&hooked, 11, 50.0)?),
        ("agent.added.copied_pointer", added(&hooked, 13, 1000.0)?),
        ("agent.added.closed", added(&hooked, 15, 1000.0)?),
    ] {
        let worst = figures.entry(name).or_insert(figure);
        *worst = worst.max(figure);
    }
    Ok(())
}

/// The sample app's start, all threads on; and the same with many sends more, which tells what each of them calls.
fn shop(figures: &mut BTreeMap<&str, f64>) -> Result<()> {
    const SENDS: u32 = 100_000;
    let shop = Bundle::shop(Style::Chained)?;
    let many = SENDS.to_string();
    let variables = [("LAUNCHGATE_LAUNCH", "one"), ("SHOP_SENDS", &many)];
    let (plain, plain_many) = (shop.run_plain(&[], |_| {})?, shop.run_plain(&variables[1..], |_| {})?);
    let (hooked_many, hooked) = (shop.run(&variables)?, shop.run(&variables[..1])?);
    for run in [&plain, &plain_many, &hooked_many, &hooked] {
        run.status()?;
    }
    let calls = |run: &Run| -> f64 {
        let functions = run.outcome.counts.functions.iter();
        let system = functions.filter(|((image, _), _)| !image.contains(".app/"));
        system.map(|(_, count)| count.entries as f64).sum()
    };
    let more = (calls(&hooked_many) - calls(&hooked)) - (calls(&plain_many) - calls(&plain));
    figures.insert("agent.library_calls_per_send", more / f64::from(SENDS));
    let reader = Reader::open(hooked.trace()?)?;
    for (name, kind) in [
        ("agent.shop.start_instructions", CostKind::Start),
        ("agent.shop.write_instructions", CostKind::Write),
    ] {
        let cost = reader.costs.iter().find(|cost| cost.kind == kind).context("a cost is missing")?;
        figures.insert(name, cost.outside.0 as f64 / 1024.0 * INSTRUCTIONS_PER_TICK);
    }
    let instructions = |run: &Run| run.outcome.counts.instructions as f64;
    figures.insert("agent.shop.slowdown", instructions(&hooked) / instructions(&plain));
    Ok(())
}
