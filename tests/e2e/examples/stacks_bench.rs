//! Measures the accuracy of the agent's call stacks and the cost of sampling. Prints one flat JSON object.
//!
//! Every stack is compared with the calls that the emulator saw, and every cost is counted by the
//! emulator.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result};
use e2e::agent_stacks;
use e2e::counts::foreign;
use phone::build::Style;

fn main() -> Result<()> {
    let mut figures = BTreeMap::<String, f64>::new();
    let (mut samples, mut unsure, mut equal, mut in_agent) = (0, 0, 0, 0);
    for build in agent_stacks::BUILDS {
        let found = agent_stacks::shop(build)?;
        samples += found.samples;
        unsure += found.unsure;
        equal += found.equal;
        in_agent += found.in_agent;
        eprintln!("{build:?}: {} samples", found.samples);
        found.others.iter().for_each(|other| eprintln!("  {}", other.get(..300).unwrap_or(other)));
    }
    figures.insert("stacks.samples".to_owned(), samples as f64);
    figures.insert("stacks.in_agent".to_owned(), in_agent as f64);
    let without = agent_stacks::without_records()?;
    let ((wrong, told), (right, falsely)) = (without.wrong_and_told(), without.right_and_told());
    eprintln!("without records: {told} of {wrong} wrong stacks are told, {falsely} of {right} right ones");
    eprintln!("  {} of these lack a function of the system's", without.unsure_equal - falsely);
    figures.insert("stacks.unsure_told".to_owned(), told as f64 / wrong as f64);
    figures.insert("stacks.unsure_false".to_owned(), falsely as f64 / right as f64);
    figures.insert("stacks.unsure".to_owned(), unsure as f64 / samples as f64);
    figures.insert("stacks.equal".to_owned(), equal as f64 / (samples - unsure) as f64);
    figures.insert("stacks.sure_wrong".to_owned(), worst_sure_wrong()?);
    for frames in [10, 30, 100] {
        let instructions = agent_stacks::instructions(frames)?;
        figures.insert(format!("agent.sample.instructions{frames}"), instructions as f64);
    }
    let (share, taken, depth) = agent_stacks::share()?;
    eprintln!("share: of {taken} samples of {depth:.1} frames");
    figures.insert("agent.sample.share".to_owned(), share);
    let lines: Vec<_> = figures.iter().map(|(name, figure)| format!("  \"{name}\": {figure:.5}")).collect();
    println!("{{\n{}\n}}", lines.join(",\n"));
    Ok(())
}

/// Returns the largest share of wrong stacks among the stacks that are not marked as unsure, over third-party programs in each style of
/// linking.
fn worst_sure_wrong() -> Result<f64> {
    let sources = std::env::var_os("LAUNCHGATE_SOURCES").with_context(|| {
        format!("LAUNCHGATE_SOURCES is not set; set it to the folder of: {}", foreign::FETCH)
    })?;
    let mut worst = 0.0_f64;
    for (program, style) in foreign::PROGRAMS.iter().flat_map(|one| Style::ALL.map(|style| (one, style))) {
        let found = agent_stacks::program(&program.build(sources.as_ref(), style)?)?;
        let sure = found.samples - found.unsure;
        let wrong = (sure - found.equal) as f64 / sure as f64;
        eprintln!(
            "{} {style:?}: {} samples, {} unsure, {wrong:.5} wrong",
            program.name, found.samples, found.unsure
        );
        worst = worst.max(wrong);
    }
    Ok(worst)
}
