//! `gate inject`: puts the agent into an app.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use gate_common::sides::Side;

use super::Exit;
use super::options::InjectArgs;
use super::show::{EventDisplay, NextStep};
use crate::app::{self, Event, EventReceiver as _};

#[derive(Args)]
pub(super) struct Inject {
    /// Read this app, built for devices: App.ipa or App.app
    app: PathBuf,
    /// Write the app with the agent to this path: .ipa or .app, the same as the input
    #[arg(short, long, value_name = "OUT")]
    out: PathBuf,
    #[command(flatten)]
    how: InjectArgs,
    /// Sign with the entitlements in this file [default: those of the app's signature]
    #[arg(long, value_name = "FILE")]
    entitlements: Option<PathBuf>,
    /// Add these settings of the agent, a file of `key = value` lines [default: the agent's defaults]
    #[arg(long, value_name = "FILE")]
    settings: Option<PathBuf>,
    /// Never set UIFileSharingEnabled, which an app that is not signed for development gets, since its traces cannot be collected otherwise
    #[arg(long)]
    no_file_sharing: bool,
    /// Write the copy under a bundle identifier of its own, as the base or the head of a comparison, so that both stay installed: `gate run
    /// --base` then installs each once, launches them in turns and removes them afterwards
    #[arg(long, value_name = "SIDE", value_parser = Side::parse)]
    side_by_side: Option<Side>,
    /// Make the copy count the calls of each of its functions; it is never timed and never distributed. Their names go into
    /// OUT.counting.json
    #[arg(long, value_name = "WHAT", value_parser = ["functions"])]
    count: Option<String>,
}

pub(super) fn run(args: &Inject, out: &mut dyn Write, err: &mut dyn Write) -> anyhow::Result<Exit> {
    let how = app::InjectRequest {
        entitlements: args.entitlements.clone(),
        settings: args.settings.clone(),
        no_file_sharing: args.no_file_sharing,
        beside: args.side_by_side,
        count: args.count.is_some(),
        ..args.how.to_inject_request()
    };
    let done = app::inject(&how, &args.app, &args.out)?;
    EventDisplay::new(Some(out), err, NextStep::Nothing).notify(Event::Injected(&done, &args.out))?;
    Ok(Exit::Pass)
}
