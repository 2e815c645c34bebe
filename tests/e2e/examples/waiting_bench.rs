//! Measures the accuracy of the main thread's waiting time, against the waits that the emulator observed. Prints one flat JSON object.

use anyhow::{Context as _, Result};
use e2e::agent_waits::{self, KINDS, PROGRAMS, Planted};
use e2e::bundle::Bundle;
use e2e::{agent_stacks, bundle};

/// The numbers of planted stalls, deadlocks and quiet launches.
const TRIALS: [u32; 3] = [200, 50, 1000];

/// Counts planted stalls and deadlocks that are recorded exactly, and stalls in launches without one. Returns the figures as lines of JSON.
fn stalls() -> Result<String> {
    let app = agent_waits::stalls_app()?;
    let (mut named, mut deadlocks, mut false_stalls) = (0, 0, 0);
    for trial in 0..TRIALS[0] {
        // Every fifth stall waits for a queue.
        let kinds = agent_waits::STALLS.len() as u32;
        let kind = if trial % 5 == 4 { 4 } else { trial / 5 * 4 + trial % 5 };
        named += is_named(&app, agent_waits::STALLS[(kind % kinds) as usize], trial)?;
    }
    for trial in 0..TRIALS[1] {
        deadlocks += is_named(&app, agent_waits::DEADLOCK, trial)?;
    }
    for trial in 0..TRIALS[2] {
        false_stalls += agent_waits::quiet_stalls(&app, trial)?;
    }
    let share = |count: u32, trials: u32| f64::from(count) / f64::from(trials);
    Ok(format!(
        "  \"stalls.planted\": {},\n  \"stalls.named\": {:.4},\n  \"deadlocks.planted\": {},\n  \
         \"deadlocks.named\": {:.4},\n  \"stalls.quiet\": {},\n  \"stalls.false\": {false_stalls},\n",
        TRIALS[0],
        share(named, TRIALS[0]),
        TRIALS[1],
        share(deadlocks, TRIALS[1]),
        TRIALS[2]
    ))
}

/// Returns 1 if a planted stall is recorded exactly, otherwise 0.
fn is_named(app: &Bundle, planted: Planted, trial: u32) -> Result<u32> {
    let difference = agent_waits::stall(app, planted, trial)?;
    difference.iter().for_each(|difference| eprintln!("{difference}"));
    Ok(u32::from(difference.is_none()))
}

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
    let stalls = stalls()?;
    let share = |count: u32| f64::from(count) / f64::from(functions);
    let instructions = agent_stacks::instructions(30)?;
    let agent = std::fs::metadata(app.folder().join(bundle::AGENT)).context("the agent")?.len();
    println!(
        "{{\n  \"waiting.functions\": {functions},\n  \"waiting.truth\": {:.4},\n  \"waiting.kinds\": {:.4},\n{stalls}  \
         \"waiting.sample.instructions30\": {instructions},\n  \"agent.dylib_bytes\": {agent}\n}}",
        share(right),
        share(named)
    );
    Ok(())
}
