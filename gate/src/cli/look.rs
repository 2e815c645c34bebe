//! `gate look`: makes a page about a few launches without a comparison, as the first command for a new user.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, bail};
use clap::Args;
use gate_report::{escape_for_display, format_count, format_spread, render_launches_page, render_work};

use super::options::{InjectArgs, LaunchArgs, ShowArgs};
use super::show::EventDisplay;
use super::terminal::is_watched;
use super::{Console, Exit};
use crate::app::{self, AppLaunchRequest, DOCUMENT, LookTarget, write_whole};

#[derive(Args)]
pub(super) struct LookArgs {
    /// Launch this app (App.ipa or App.app), or read launches recorded earlier, as for `gate check`
    #[arg(required = true)]
    what: Vec<PathBuf>,
    /// Write the HTML page to this file
    #[arg(short, long, value_name = "FILE", default_value = "launch.html")]
    out: PathBuf,
    /// Also put the page into the app's documents on the device, where the Files app opens it
    #[arg(long)]
    on_device: bool,
    /// Record this many launches
    #[arg(long, value_name = "N", default_value_t = 3)]
    launches: usize,
    /// Keep the traces in this folder [default: delete them]
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Do not open the page in the browser
    #[arg(long)]
    no_open: bool,
    #[command(flatten)]
    inject: InjectArgs,
    #[command(flatten)]
    on: LaunchArgs,
    #[command(flatten)]
    show: ShowArgs,
}

pub(super) fn look(args: &LookArgs, to: Console<'_>) -> anyhow::Result<Exit> {
    let settings = args.show.settings.to_settings();
    let apps = args.what.iter().filter(|path| app::is_app(path)).count();
    let what = match (apps, &args.what[..]) {
        (0, runs) => LookTarget::Launches(runs),
        (1, [app]) => {
            let (config, _) = settings.read()?;
            LookTarget::App(Box::new(AppLaunchRequest {
                app,
                launches: args.launches,
                keep: args.keep.as_deref(),
                inject: args.inject.to_inject_request(),
                on: args.on.route(&settings, &config)?,
                scenario: args.on.scenario.as_deref(),
                stop: super::run::stop_on_interrupt(),
            }))
        }
        _ => bail!("pass one app or launches, not both"),
    };
    let owner = match &what {
        _ if !args.on_device => None,
        LookTarget::App(recorded) => Some(app::documents_owner(recorded.app)?),
        LookTarget::Launches(_) => bail!("--on-device needs the app to launch: App.ipa or App.app"),
    };
    let request = app::LookRequest { what, all: args.show.all, settings: &settings };
    let found = app::look(&request, &mut EventDisplay::with_stderr(to.err))?;
    let page = render_launches_page(&found).context("the page")?;
    write_whole(&args.out, &page)?;
    if let Some(recorded) = &found.recorded {
        let window = recorded.describe_window();
        let takes = format_spread(&recorded.launch_ns);
        let takes = takes.map_or_else(String::new, |spread| format!(": {spread} {window}"));
        writeln!(to.out, "{}{takes}", format_count(recorded.launches, "launch"))?;
    }
    writeln!(to.out, "{}", render_work(&found, to.terminal).trim_end())?;
    writeln!(to.out, "wrote {}", escape_for_display(&args.out.display().to_string()))?;
    if let (Some(owner), LookTarget::App(recorded)) = (owner, &request.what) {
        recorded.put_page(&owner, &args.out, &settings, &mut EventDisplay::with_stderr(to.err))?;
        writeln!(to.out, "wrote Documents/{DOCUMENT} of {owner} on the device")?;
    }
    if !args.no_open && is_watched() {
        open(&args.out, to.err)?;
    }
    Ok(Exit::Pass)
}

fn open(page: &Path, err: &mut dyn Write) -> anyhow::Result<()> {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let quiet = || Stdio::null();
    // The path is absolute, so that no file name looks like an option of the program that opens the page.
    let whole = std::path::absolute(page).unwrap_or_else(|_| page.to_owned());
    let started = Command::new(program).arg(whole).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn();
    if started.is_err() {
        writeln!(err, "open {} in a browser", escape_for_display(&page.display().to_string()))?;
    }
    Ok(())
}
