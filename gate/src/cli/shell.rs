//! `gate completions` and `gate man`: what a shell and `man` know of the command, written from the command's own description.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::{Args, Command, CommandFactory as _};
use clap_complete::Shell;
use clap_complete::aot::generate;

use super::{Cli, Exit};
use crate::app::write_whole;

#[derive(Args)]
pub(super) struct Completions {
    /// The shell to complete for
    shell: Shell,
}

#[derive(Args)]
pub(super) struct Man {
    /// The folder for the pages; created if missing
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
}

pub(super) fn completions(args: &Completions, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    generate(args.shell, &mut Cli::command(), "gate", &mut script);
    out.write_all(&script).context("cannot write")?;
    Ok(Exit::Pass)
}

pub(super) fn man(args: &Man, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let folder = || args.out.display().to_string();
    std::fs::create_dir_all(&args.out).with_context(folder)?;
    let mut command = Cli::command();
    command.build();
    for (name, command) in pages("gate".to_owned(), command) {
        let mut page = Vec::new();
        clap_mangen::Man::new(command)
            .title(&name)
            .render(&mut page)
            .context("cannot render a manual page")?;
        let path = args.out.join(format!("{name}.1"));
        write_whole(&path, &String::from_utf8_lossy(&page))?;
        writeln!(out, "{}", gate_report::shown(&path.display().to_string())).context("cannot write")?;
    }
    Ok(Exit::Pass)
}

/// A page for a command and for each below it, named as `man` wants it: `gate-baseline-update`.
fn pages(name: String, command: Command) -> Vec<(String, Command)> {
    let below: Vec<Command> =
        command.get_subcommands().filter(|below| below.get_name() != "help").cloned().collect();
    let mut all = vec![(name.clone(), command)];
    for command in below {
        all.extend(pages(format!("{name}-{}", command.get_name()), command));
    }
    all
}
