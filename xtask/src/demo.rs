//! `cargo xtask demo`: the way of the data, shown as far as it goes today, and said where it ends.

use anyhow::Result;

use crate::progress::Progress;
use crate::{agent, setup};

/// Sets the machine up and shows what works.
pub(crate) fn demo() -> Result<()> {
    setup::prepare()?;
    let mut progress = Progress::of(1);
    let agent = progress.step("agent", "the dylib for arm64 iOS", agent::build)?;
    println!("{}\n{}", agent.display(), agent::describe(&agent)?);
    println!("This is as far as the demo goes today: it does not yet run an app, nor gate one.");
    Ok(())
}
