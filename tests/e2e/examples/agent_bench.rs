//! What the agent adds to a send, in instructions, as one flat JSON object: the largest over the build styles.

use std::collections::BTreeMap;

use anyhow::Result;
use e2e::agent_bed::{App, Run};
use phone::build::Style;

fn main() -> Result<()> {
    let mut figures = BTreeMap::<&str, f64>::new();
    for style in Style::ALL {
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
    }
    let lines: Vec<_> = figures.iter().map(|(name, figure)| format!("  \"{name}\": {figure:.2}")).collect();
    println!("{{\n{}\n}}", lines.join(",\n"));
    Ok(())
}
