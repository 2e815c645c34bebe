//! Defines the options that several commands share. Each struct is a group of options.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use gate_config::Config;
use gate_launches::{Launch, Launches};
use gate_macho::inject::SigningIdentity;
use serde_json::{Map, Value};

use super::show::EventDisplay;
use crate::app::{Context, InjectRequest, JudgingOptions, RemoteRef, Route, Settings};

/// The help about arguments that are launches.
pub(super) const READ: &str = "\
Launches: files, folders of them, or - for standard input; .gz and .zst are unpacked.
  traces          .lgtrace of the agent, and the folder of `gate run`
  launch records  JSON Lines, launchgate.launch/1";

/// The store and the policy that launches are judged by.
#[derive(Args)]
pub(super) struct JudgedByArgs {
    /// Use this store of baselines: a folder, or a URL such as s3://bucket/path [default: the setting `baseline.dir`]
    #[arg(long, value_name = "STORE")]
    baseline: Option<PathBuf>,
    /// Compare with sessions that `gate baseline push --ref` stored under this ref, for commits in the history of HEAD
    /// [default remote: origin]
    #[arg(long, value_name = "[REMOTE:]REF")]
    baseline_ref: Option<String>,
    /// Judge by these settings of the base branch, and only list how the settings of the change differ; a missing file
    /// means that the base branch has no settings
    #[arg(long, value_name = "BASE_CONFIG")]
    policy: Option<PathBuf>,
    /// The commit of the base branch: baselines that are committed, and anchors, are read there and not in the change's checkout
    // The option is hidden in the help, since only pipelines pass it, together with --policy.
    #[arg(long, value_name = "COMMIT", hide = true)]
    base_commit: Option<String>,
}

impl JudgedByArgs {
    pub(super) fn to_judging_options(&self) -> JudgingOptions {
        // The text is split at its last colon, since a ref contains no colon but the URL of a remote does.
        let reference = self.baseline_ref.as_ref().map(|text| {
            let (remote, name) = text.rsplit_once(':').unwrap_or(("origin", text));
            RemoteRef { remote: remote.to_owned(), name: name.to_owned() }
        });
        JudgingOptions {
            baseline: self.baseline.clone(),
            reference,
            policy: self.policy.clone(),
            base_commit: self.base_commit.clone(),
        }
    }
}

/// The settings of a command.
#[derive(Args)]
pub(super) struct SettingsArgs {
    /// Read this settings file [default: launchgate.toml in this folder, else config.toml]
    #[arg(long, value_name = "FILE", global = true)]
    config: Option<PathBuf>,
    /// Override one setting, such as gate.floor=0ns; repeatable
    #[arg(long, value_name = "KEY=VALUE", global = true)]
    set: Vec<String>,
}

impl SettingsArgs {
    pub(super) fn to_settings(&self) -> Settings {
        Settings { file: self.config.clone(), set: self.set.clone() }
    }

    /// Reads the settings, and the values derived from them.
    pub(super) fn read_context(&self) -> anyhow::Result<Context> {
        Context::read(&self.to_settings())
    }
}

/// The selection of launches to show.
#[derive(Args)]
pub(super) struct ShowArgs {
    /// Include launches that `gate check` excludes, such as warm-up, prewarmed and throttled ones
    #[arg(long)]
    pub(super) all: bool,
    #[command(flatten)]
    pub(super) settings: SettingsArgs,
}

impl ShowArgs {
    /// Reads the launches that are shown, and separately the launches that count calls and are not timed.
    pub(super) fn read(
        &self,
        runs: &[PathBuf],
        err: &mut dyn Write,
    ) -> anyhow::Result<(Context, Launches, Vec<Launch>)> {
        let context = self.settings.read_context()?;
        let (launches, counting) =
            context.shown_and_counting(runs, self.all, &mut EventDisplay::with_stderr(err))?;
        Ok((context, launches, counting))
    }
}

/// The formats of a command that writes a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum PageFormat {
    /// For a terminal
    #[value(alias = "txt")]
    Text,
    /// Machine-readable; docs/formats.md describes it
    Json,
    /// One file for a browser, without network
    Html,
}

/// The format of a command that prints text or JSON.
#[derive(Args)]
pub(super) struct FormatArgs {
    /// Print this format; docs/formats.md describes the JSON
    #[arg(long, value_enum, default_value_t = AnswerFormat::Text)]
    format: AnswerFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum AnswerFormat {
    /// For a terminal
    Text,
    /// Machine-readable; its first key names format and version
    Json,
}

impl FormatArgs {
    pub(super) fn is_json(&self) -> bool {
        self.format == AnswerFormat::Json
    }

    /// Writes an object whose first key is its format, `launchgate.NAME/1`.
    pub(super) fn write(&self, out: &mut dyn Write, name: &str, answer: Value) -> anyhow::Result<()> {
        let mut all = Map::from_iter([("format".to_owned(), format!("launchgate.{name}/1").into())]);
        all.extend(answer.as_object().into_iter().flatten().map(|(key, value)| (key.clone(), value.clone())));
        Ok(writeln!(out, "{:#}", Value::Object(all))?)
    }
}

/// The output file of a command.
#[derive(Args)]
pub(super) struct OutArgs {
    /// Write to this file [default: print]
    #[arg(short, long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
}

/// The options for drivers of devices.
#[derive(Args)]
pub(super) struct DriversArgs {
    /// Connect to usbmuxd at this address: HOST:PORT, a path or UNIX:PATH [default: USBMUXD_SOCKET_ADDRESS, else the system's]
    #[arg(long, value_name = "ADDRESS")]
    pub(super) usbmuxd: Option<String>,
    /// Allow the commands in the settings' `[[driver]]` tables [default: ask in a terminal, else refuse]
    #[arg(long)]
    pub(super) trust_config: bool,
    /// Read `[[driver]]` tables from this trusted file instead of the settings; in a pull request, pass the file of the base branch
    #[arg(long, value_name = "FILE")]
    pub(super) drivers: Option<PathBuf>,
}

/// The device, and the way to launch apps.
#[derive(Args)]
pub(super) struct LaunchArgs {
    /// Use this device, if several are connected [default: the only one]
    #[arg(long, value_name = "UDID")]
    pub(super) udid: Option<String>,
    /// Use this driver: auto, embedded, simulator, or the name of a tool (see `gate devices`)
    #[arg(long, value_name = "DRIVER", default_value = "auto")]
    pub(super) driver: String,
    /// Run this `[[scenario]]` of the settings [default: the only one]
    #[arg(long, value_name = "NAME")]
    pub(super) scenario: Option<String>,
    #[command(flatten)]
    drivers: DriversArgs,
}

impl LaunchArgs {
    /// Returns the route to the device, with those drivers of the settings that a person trusts.
    pub(super) fn route(&self, settings: &Settings, config: &Config) -> anyhow::Result<Route<'_>> {
        Ok(Route {
            driver: &self.driver,
            udid: self.udid.as_deref(),
            usbmuxd: self.drivers.usbmuxd.as_deref(),
            tables: self.drivers.trusted_tables(settings, config)?,
            simulator: config.simulator.kind.clone(),
            agent: None,
        })
    }
}

/// The options for adding the agent to an app.
#[derive(Args)]
pub(super) struct InjectArgs {
    /// Use this agent [default: the one inside a release's gate]
    #[arg(long, value_name = "DYLIB")]
    pub(super) agent: Option<PathBuf>,
    /// Sign with an identity (codesign, on macOS), a .p12 file (rcodesign) or - (ad hoc); the default leaves signing to a later step
    #[arg(long, value_name = "IDENTITY|P12", default_value = "none", allow_hyphen_values = true)]
    sign: String,
    /// Read the password of the .p12 from this file
    #[arg(long, value_name = "FILE")]
    password_file: Option<PathBuf>,
    /// Add this development profile (.mobileprovision) to the app; repeatable, one per extension [default: the profiles in the app]
    #[arg(long = "profile", value_name = "FILE")]
    profiles: Vec<PathBuf>,
}

impl InjectArgs {
    pub(super) fn to_inject_request(&self) -> InjectRequest {
        InjectRequest {
            agent: self.agent.clone(),
            signing: SigningIdentity {
                by: Some(self.sign.clone()),
                password_file: self.password_file.clone(),
            },
            profiles: self.profiles.clone(),
            ..InjectRequest::default()
        }
    }
}
