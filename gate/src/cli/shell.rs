//! `gate completions`: what a shell knows of the command, written from the command's own description.

use std::io::Write;

use anyhow::Context as _;
use clap::{Args, CommandFactory as _};
use clap_complete::Shell;
use clap_complete::aot::generate;

use super::{Cli, Exit};

#[derive(Args)]
pub(super) struct Completions {
    /// The shell to complete for
    shell: Shell,
}

pub(super) fn completions(args: &Completions, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    generate(args.shell, &mut Cli::command(), "gate", &mut script);
    out.write_all(&script).context("cannot write")?;
    Ok(Exit::Pass)
}
