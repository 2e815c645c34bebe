//! `gate inject`: puts the agent into an app.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::facts::of_app;
use crate::inject::{Limits, Options, Signing, inject};
use crate::names::shown;

use super::agent::agent;
use super::write::write_whole;
use super::{Exit, kept_facts};

#[derive(Args)]
pub(super) struct Inject {
    /// The app, built for devices: App.ipa or App.app
    app: PathBuf,
    /// The agent [default: liblaunchgate.dylib next to gate, as in a release]
    #[arg(long, value_name = "DYLIB")]
    agent: Option<PathBuf>,
    /// Where to write the app with the agent: .ipa or .app, the same as the input
    #[arg(short, long, value_name = "OUT")]
    out: PathBuf,
    /// Sign with an identity (codesign, on macOS), a .p12 file (rcodesign), - (ad hoc), or none to sign in a later step
    #[arg(long, value_name = "IDENTITY|P12", default_value = "none", allow_hyphen_values = true)]
    sign: String,
    /// The file that holds the password of the .p12
    #[arg(long, value_name = "FILE")]
    password_file: Option<PathBuf>,
    /// A development profile (.mobileprovision) for the app; repeatable, one per extension [default: the profiles in the app]
    #[arg(long = "profile", value_name = "FILE")]
    profiles: Vec<PathBuf>,
    /// The entitlements of the app [default: those of its signature]
    #[arg(long, value_name = "FILE")]
    entitlements: Option<PathBuf>,
    /// The agent's settings, as `key = value` lines
    #[arg(long, value_name = "FILE")]
    settings: Option<PathBuf>,
    /// Do not set UIFileSharingEnabled; then only developer tools can collect the traces
    #[arg(long)]
    no_file_sharing: bool,
}

/// Keeps what the app says before the agent is in it.
fn keep_facts(args: &Inject, agent: &Path) -> anyhow::Result<()> {
    let mut facts = of_app(&args.app, Limits::default())?;
    facts.without(&agent.file_name().unwrap_or_default().to_string_lossy());
    write_whole(&kept_facts::beside(&args.out), &facts.to_json())
}

pub(super) fn run(args: &Inject, out: &mut dyn Write, err: &mut dyn Write) -> anyhow::Result<Exit> {
    let options = Options {
        app: args.app.clone(),
        agent: agent(args.agent.as_deref())?,
        out: args.out.clone(),
        signing: Signing { by: Some(args.sign.clone()), password_file: args.password_file.clone() },
        profiles: args.profiles.clone(),
        entitlements: args.entitlements.clone(),
        settings: args.settings.clone(),
        file_sharing: !args.no_file_sharing,
        limits: Limits::default(),
    };
    let done = inject(&options)?;
    if let Err(error) = keep_facts(args, &options.agent) {
        let error = super::advice::told(&error);
        writeln!(err, "warning: the facts of the build were not stored: {}", shown(&error))?;
    }
    // Its name comes from the archive.
    let app = shown(&done.app);
    if done.already {
        writeln!(err, "note: {app} already had the agent, which was replaced")?;
    }
    for warning in &done.warnings {
        writeln!(err, "warning: {}", shown(warning))?;
    }
    let place = shown(&args.out.display().to_string());
    writeln!(out, "{place}: {app} with the agent, signed by {}", done.signed_by.tool())?;
    Ok(Exit::Pass)
}
