//! `cargo xtask demo`: the way of the data, shown as far as it goes today, and said where it ends.
//!
//! The emulated phone is run by cargo, in a program of its own: it is GPL, and this one is not.

use anyhow::Result;

use crate::progress::Progress;
use crate::{agent, setup, workspace};

/// Sets the machine up and shows what works.
pub(crate) fn demo() -> Result<()> {
    setup::prepare()?;
    let mut progress = Progress::of(2);
    let agent = progress.step("agent", "the dylib for arm64 iOS, built and inspected", agent::build)?;
    println!("{}\n{}", agent.display(), agent::describe(&agent)?);
    let about = "an app on the emulated phone, with the agent and without (the first build takes minutes)";
    progress.step("first light", about, || {
        workspace::run(workspace::cargo().args(["test", "--workspace", "--test", "agent_first_light"]))
    })?;
    println!("\nThis is as far as the demo goes today, in {}.", progress.total_time());
    println!(
        "The agent was inserted into a small app, counted its sends exactly and left its results alone."
    );
    println!("The demo does not yet record launches of the sample app, nor gate them.");
    Ok(())
}
