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
    progress.step(
        "phone",
        "an arm64 iOS program on the emulated phone (the first build takes minutes)",
        || workspace::run(workspace::cargo().args(["test", "-p", "phone", "--test", "boot"])),
    )?;
    println!("\nThis is as far as the demo goes today, in {}.", progress.total_time());
    println!("It does not yet run an app with the agent in it, nor gate one.");
    Ok(())
}
