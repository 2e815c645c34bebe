//! Measures the accuracy of the main thread's waiting time, against the waits that the emulator observed. Prints one flat JSON object.

use anyhow::{Context as _, Result};
use e2e::agent_waits::{self, KINDS, PROGRAMS};
use e2e::{agent_stacks, bundle};

fn main() -> Result<()> {
    let app = agent_waits::app()?;
    let (mut functions, mut right, mut named) = (0, 0, 0);
    for program in 0..PROGRAMS {
        for (name, waiting) in agent_waits::program(&app, program)? {
            let kind = KINDS.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind);
            functions += 1;
            right += u32::from(waiting.is_right());
            named += u32::from(waiting.kind() == kind);
            if !waiting.is_right() || waiting.kind() != kind {
                eprintln!("program {program}: {name}: {waiting:?}");
            }
        }
    }
    let share = |count: u32| f64::from(count) / f64::from(functions);
    let instructions = agent_stacks::instructions(30)?;
    let agent = std::fs::metadata(app.folder().join(bundle::AGENT)).context("the agent")?.len();
    println!(
        "{{\n  \"waiting.functions\": {functions},\n  \"waiting.truth\": {:.4},\n  \"waiting.kinds\": {:.4},\n  \
         \"waiting.sample.instructions30\": {instructions},\n  \"agent.dylib_bytes\": {agent}\n}}",
        share(right),
        share(named)
    );
    Ok(())
}
