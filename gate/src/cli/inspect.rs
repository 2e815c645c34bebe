//! `gate inspect`: shows the facts of a build that affect its launch, without running the build.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::{Args, ValueEnum};
use gate_attribution::Attribution;
use gate_common::names::escape_for_display;
use gate_facts::{AgentLoading, Facts, find_changes};
use gate_macho::facts::{FactsError, read_app_facts};
use gate_macho::inject::ArchiveLimits;
use gate_report::{Terminal, facts_markdown, facts_page, render_facts};

use super::values::parse_output;
use super::{Exit, SettingsArgs};
use crate::app::write_whole;

#[derive(Args)]
pub(super) struct Inspect {
    /// Read this build: App.ipa, App.app, or facts stored as .json
    app: PathBuf,
    /// Compare with this build [default: no comparison]
    #[arg(long, value_name = "BASE")]
    base: Option<PathBuf>,
    /// Print this format
    #[arg(long, value_enum, default_value_t = FactsFormat::Text)]
    format: FactsFormat,
    /// Also write the facts to a file, in the format of its extension or of a FORMAT= prefix; repeatable
    #[arg(short, long, value_name = "[FORMAT=]PATH", value_parser = parse_output::<FactsFormat>)]
    out: Vec<(FactsFormat, PathBuf)>,
    /// Fail if the app contains the agent, which must not be in an App Store build
    #[arg(long)]
    release: bool,
    #[command(flatten)]
    settings: SettingsArgs,
}

/// The formats of facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FactsFormat {
    /// For a terminal
    #[value(alias = "txt")]
    Text,
    /// For a comment or a step summary
    #[value(alias = "md")]
    Markdown,
    /// Machine-readable, launchgate.facts/1
    Json,
    /// One HTML file that opens in a browser without a network connection
    Html,
}

pub(super) fn inspect(args: &Inspect, out: &mut dyn Write, err: &mut dyn Write) -> anyhow::Result<Exit> {
    let (config, root) = args.settings.to_settings().read()?;
    let attribution = Attribution::read(&config, &root)?;
    for warning in attribution.warnings() {
        writeln!(err, "warning: {}", escape_for_display(warning))?;
    }
    let mut found = read_facts(&args.app, &attribution)?;
    if let Some(base) = &args.base {
        found.changes = Some(find_changes(&read_facts(base, &attribution)?, &found));
    }
    for (format, path) in &args.out {
        write_whole(path, &render(&found, *format))?;
    }
    out.write_all(render(&found, args.format).as_bytes()).context("cannot write the facts")?;
    if let Some(agent) = found.agent_loading().filter(|_| args.release) {
        let remedy = match agent {
            AgentLoading::Injected => "publish the app as it was before gate inject",
            AgentLoading::Linked => {
                "list LaunchGate.xcframework in EXCLUDED_SOURCE_FILE_NAMES of the configuration that you publish, and build again (docs/start.md)"
            }
        };
        bail!("{} is not a build for the App Store: {}; {remedy}", args.app.display(), agent.describe());
    }
    Ok(Exit::Pass)
}

fn render(found: &Facts, format: FactsFormat) -> String {
    match format {
        FactsFormat::Text => render_facts(found, Terminal::default()),
        FactsFormat::Markdown => facts_markdown(found),
        FactsFormat::Json => found.to_json(),
        FactsFormat::Html => facts_page(found),
    }
}

/// Reads the facts of an app, from the app or from a file of facts, with modules and owners.
fn read_facts(path: &Path, attribution: &Attribution) -> Result<Facts, FactsError> {
    let is_file = path.extension().is_some_and(|end| end == "json");
    let mut facts =
        if is_file { Facts::read_file(path)? } else { read_app_facts(path, ArchiveLimits::default())? };
    attribution.attribute_facts(&mut facts);
    Ok(facts)
}
