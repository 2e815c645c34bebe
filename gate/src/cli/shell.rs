//! `gate completions` and `gate man`: completion scripts and manual pages, generated from the description of the command line.

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
    /// Print the script for this shell
    shell: Shell,
}

#[derive(Args)]
pub(super) struct Man {
    /// Write the pages into this folder; it is created if missing
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
}

pub(super) fn completions(args: &Completions, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    generate(args.shell, &mut Cli::command(), "gate", &mut script);
    out.write_all(&script).context("cannot write")?;
    Ok(Exit::Pass)
}

pub(super) fn write_manual(args: &Man, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let folder = || args.out.display().to_string();
    std::fs::create_dir_all(&args.out).with_context(folder)?;
    let mut command = Cli::command();
    command.build();
    for (name, command) in manual_pages("gate".to_owned(), command) {
        let mut page = Vec::new();
        clap_mangen::Man::new(command)
            .title(&name)
            .render(&mut page)
            .context("cannot render a manual page")?;
        let path = args.out.join(format!("{name}.1"));
        write_whole(&path, &String::from_utf8_lossy(&page))?;
        writeln!(out, "{}", gate_report::escape_for_display(&path.display().to_string()))
            .context("cannot write")?;
    }
    Ok(Exit::Pass)
}

/// Returns a manual page for a command and for each of its subcommands, with names such as `gate-baseline-update`, as `man` requires.
fn manual_pages(name: String, command: Command) -> Vec<(String, Command)> {
    let below: Vec<Command> =
        command.get_subcommands().filter(|below| below.get_name() != "help").cloned().collect();
    let mut all = vec![(name.clone(), command)];
    for command in below {
        all.extend(manual_pages(format!("{name}-{}", command.get_name()), command));
    }
    all
}
