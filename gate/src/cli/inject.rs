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
    /// The app as it was built: App.ipa or App.app, for devices
    app: PathBuf,
    /// The agent; the liblaunchgate.dylib beside gate, as a release has it, without it
    #[arg(long, value_name = "DYLIB")]
    agent: Option<PathBuf>,
    /// Where the app with the agent goes, of the same kind
    #[arg(short, long, value_name = "OUT")]
    out: PathBuf,
    /// Who signs: an identity (codesign, on macOS), a .p12 file (rcodesign), - (ad hoc), or none for a step of your own
    #[arg(long, value_name = "IDENTITY|P12", default_value = "none", allow_hyphen_values = true)]
    sign: String,
    /// The file with the password of the .p12
    #[arg(long, value_name = "FILE")]
    password_file: Option<PathBuf>,
    /// A development profile (.mobileprovision) for the app; repeated, one for each extension [default: the profiles in the app]
    #[arg(long = "profile", value_name = "FILE")]
    profiles: Vec<PathBuf>,
    /// Entitlements for the app, instead of those of its old signature
    #[arg(long, value_name = "FILE")]
    entitlements: Option<PathBuf>,
    /// The agent's settings, `key = value` lines, put beside it
    #[arg(long, value_name = "FILE")]
    settings: Option<PathBuf>,
    /// Leave UIFileSharingEnabled as it is; then only tools with a developer's rights can fetch the traces
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
        writeln!(err, "warning: no facts of the build are kept: {}", shown(&error))?;
    }
    // Its name comes from the archive.
    let app = shown(&done.app);
    if done.already {
        writeln!(err, "note: the agent was in {app} already and has been replaced")?;
    }
    for warning in &done.warnings {
        writeln!(err, "warning: {}", shown(warning))?;
    }
    let place = shown(&args.out.display().to_string());
    writeln!(out, "{place}: {app} with the agent, signed by {}", done.signed_by.tool())?;
    Ok(Exit::Pass)
}
