//! Compares the work that the agent records for test programs with the emulator's own log, and measures the instructions that counting
//! adds. Prints one flat JSON object.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Result, ensure};
use e2e::agent_bed::{App, Run};
use e2e::agent_work::{WINDOW, added_outside, differences};
use e2e::bundle::Bundle;
use phone::build::{self, Style};

/// Programs with every kind of work: exceptions of both languages and jumps, queues, many nodes, threads, and a late image.
const PROGRAMS: [&str; 5] = ["asks_tries.mm", "asks_queues.m", "asks_deep.m", "truth_threads.m", "opens.m"];

/// Settings with which the window ends after the sample app's last request of work.
const LAST: [(&str, &str); 2] = [("LAUNCHGATE_LAUNCH", "one"), ("LAUNCHGATE_END", "-[AnalyticsQueue wait]")];

fn main() -> Result<()> {
    let mut figures = BTreeMap::<&str, f64>::new();
    let (mut programs, mut equal, mut calls, mut public) = (0, 0, 0, 0);
    let mut see = |name: &str, app: &Bundle| -> Result<()> {
        let window = if name.starts_with("Shop") { &LAST[..] } else { &WINDOW };
        let (differ, seen) = differences(app, window, |_| {})?;
        ensure!(seen > 0, "{name} asked for nothing");
        eprintln!("{name}: {seen} calls, {} differences", differ.len());
        differ.iter().for_each(|line| eprintln!("  {line}"));
        programs += 1;
        equal += usize::from(differ.is_empty());
        calls += seen;
        Ok(())
    };
    for program in PROGRAMS {
        let mut app = Bundle::app(Style::Chained, &[program])?;
        if program == "opens.m" {
            app = app.with_framework(Style::Chained, "Opened", &["opened.m"])?;
        }
        see(program, &app)?;
    }
    for style in Style::ALL {
        see(&format!("asks.m, {style:?}"), &Bundle::app(style, &["asks.m"])?)?;
        see(&format!("Shop, {style:?}"), &Bundle::shop(style)?)?;
    }
    see("every function of the table", &e2e::agent_work::everything()?.app)?;
    match std::env::var_os("LAUNCHGATE_BINARIES") {
        Some(folder) => {
            for (name, app) in e2e::agent_public::programs(folder.as_ref(), Style::Chained)? {
                see(name, &app)?;
                public += 1;
            }
        }
        None => {
            eprintln!("without SQLite and RapidJSON: LAUNCHGATE_BINARIES names no folder with their packages")
        }
    }
    figures.insert("work.public", f64::from(public));
    figures.insert("work.programs", programs as f64);
    figures.insert("work.equal", f64::from(u8::from(equal == programs)));
    figures.insert("work.calls", calls as f64);
    costs(&mut figures)?;
    let [main, other] = added_outside(120)?;
    figures.insert("work.added.malloc_outside", main.max(other));
    figures.insert("work.dylib_bytes", fs::metadata(build::agent()?)?.len() as f64);
    let lines: Vec<String> =
        figures.iter().map(|(name, figure)| format!("\"{name}\": {figure:.2}")).collect();
    println!("{{{}}}", lines.join(", "));
    Ok(())
}

/// Adds the figures of the instructions that counting adds to a request: the largest number over the styles of linking.
fn costs(figures: &mut BTreeMap<&'static str, f64>) -> Result<()> {
    for style in Style::ALL {
        let app = || {
            let app = App::new(style, &["costs.m"]).with("LAUNCHGATE_LIMIT", "1s");
            app.with("LAUNCHGATE_SAMPLES", "off")
        };
        let runs = [app().plain().run()?, app().run()?, app().with("LAUNCHGATE_WORK", "off").run()?];
        for run in &runs {
            ensure!(run.status()? == 0, "the program ended otherwise");
        }
        let [plain, on, off] = &runs;
        // In the second round every call already has its counters, so the second round is measured.
        let added = |run: &Run, from: u64| -> Result<f64> {
            Ok((run.between(from, from + 1)? as f64 - plain.between(from, from + 1)? as f64) / 1000.0)
        };
        for (name, run, from) in [
            ("work.added.malloc", on, 110),
            ("work.added.open", on, 111),
            ("work.added.read", on, 112),
            ("work.added.closed", on, 210),
            ("work.added.closed", on, 211),
            ("work.added.closed", on, 212),
            ("work.added.off", off, 110),
            ("work.added.off", off, 111),
            ("work.added.off", off, 112),
        ] {
            let added = added(run, from)?;
            let worst = figures.entry(name).or_insert(added);
            *worst = worst.max(added);
        }
    }
    Ok(())
}
