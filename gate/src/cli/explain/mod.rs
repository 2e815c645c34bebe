//! `gate explain`: shows the costs in base and head of anything that a report names, the evidence of findings, the call tree, or the
//! functions that samples found.

mod answer;
mod findings;
mod functions;
mod growth;
mod named;
mod parts;
mod sampled;
mod tree;

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::ensure;
use clap::{Args, Subcommand};
use gate_attribution::NativeFunctions;
use gate_launches::{BuildRole, Launch, Launches};
use gate_report::value::CommandInputs;

use super::options::{FormatArgs, OutArgs, ShowArgs};
use super::report::read_verdict;
use super::show::EventDisplay;
use super::values::Threads;
use super::{Console, Exit};
use crate::app::Context;
use findings::EvidenceArgs;
use functions::CountedCalls;

/// The warning about launches that were recorded without callers.
const NO_CALLERS: &str = "warning: these launches have no callers and callees";

#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    disable_help_subcommand = true
)]
pub(super) struct ExplainArgs {
    #[command(subcommand)]
    list: Option<ListCommand>,
    /// Explain this name of a report: a method or function (or a unique part of its name), `launch`, a phase, a module, a page, an owner, a
    /// kind of work or a counter
    #[arg(required_unless_present = "evidence", allow_hyphen_values = true)]
    name: Option<String>,
    /// Read these launches, as for `gate check`, or those that a verdict (.json) names [default: verdict.json]
    runs: Vec<PathBuf>,
    #[command(flatten)]
    findings: EvidenceArgs,
    /// Compare with these launches instead of the stored baselines
    #[arg(long, num_args = 1.., value_name = "RUNS", conflicts_with = "baseline")]
    base: Vec<PathBuf>,
    /// Name functions of the base by the dSYMs in this folder [default: attribution.symbols]
    #[arg(long, value_name = "DIR")]
    base_symbols: Option<PathBuf>,
    /// Compare with this store of baselines: a folder, or a URL such as s3://bucket/path [default: the setting `baseline.dir`]
    #[arg(long, value_name = "STORE")]
    baseline: Option<PathBuf>,
    /// Show calls on these threads
    #[arg(long, value_enum, default_value_t = Threads::All)]
    thread: Threads,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    show: ShowArgs,
}

/// A list of everything in launches, instead of one name.
#[derive(Subcommand)]
enum ListCommand {
    /// Show the call tree: total time, share, self time, calls, method
    #[command(
        after_help = "Examples:\n  gate explain tree traces/\n  gate explain tree traces/ --depth 4 --min 1ms\n  \
        gate explain tree traces/ --filter '-[Cart *]' --min 0%"
    )]
    Tree(tree::TreeArgs),
    /// List the most expensive functions of all languages, from sampled call stacks
    #[command(
        after_help = "Examples:\n  gate explain functions traces/\n  gate explain functions traces/ --top 50 --full\n  \
        gate explain functions traces/ --format json -o functions.json"
    )]
    Functions(sampled::SampledArgs),
}

/// The launches that a list averages, and where it is written.
#[derive(Args)]
struct ListArgs {
    /// Read these launches, as for `gate check`; several are averaged
    #[arg(required = true)]
    runs: Vec<PathBuf>,
    /// Show calls and samples on these threads
    #[arg(long, value_enum, default_value_t = Threads::Main)]
    thread: Threads,
    #[command(flatten)]
    output: OutArgs,
    #[command(flatten)]
    show: ShowArgs,
}

/// Launches, with the functions in their samples and the numbers of calls of these functions.
struct FunctionLaunches {
    launches: Launches,
    natives: NativeFunctions,
    calls: CountedCalls,
}

impl ListArgs {
    fn read(&self, err: &mut dyn Write) -> anyhow::Result<FunctionLaunches> {
        let (context, launches, counting) = self.show.read(&self.runs, err)?;
        let natives = context.name_sampled_functions(&launches, &mut EventDisplay::with_stderr(err))?;
        Ok(FunctionLaunches { launches, natives, calls: CountedCalls::new(&counting) })
    }
}

/// Removes the launches of the base from the launches of an interleaved run, and returns them.
fn take_base(launches: &mut Launches) -> Launches {
    let is_base = |launch: &mut Launch| launch.role == Some(BuildRole::Base);
    Launches { launches: launches.launches.extract_if(.., is_base).collect(), ..launches.clone() }
}

/// Returns the path of launches that a verdict names: relative to the current folder, or otherwise next to the verdict, where a download
/// stores them.
fn found_near(verdict: &Path, name: String) -> PathBuf {
    let here = PathBuf::from(name);
    if here.exists() { here } else { verdict.join(here) }
}

impl ExplainArgs {
    /// Reads the settings, with the symbols of the base.
    fn read_context(&self) -> anyhow::Result<Context> {
        let mut context = self.show.settings.read_context()?;
        if let Some(folder) = &self.base_symbols {
            context.attribution.add_symbols(folder)?;
        }
        Ok(context)
    }

    /// If the user gave a verdict instead of launches, replaces the verdict by the launches that it names. Without launches, the verdict is
    /// that in the working directory.
    fn read_verdict(&mut self) -> anyhow::Result<()> {
        if self.list.is_none() && self.runs.is_empty() {
            let verdict = PathBuf::from("verdict.json");
            ensure!(
                verdict.is_file(),
                "no launches, and no verdict.json here; pass the launches (gate explain NAME RUNS), or write the verdict first (gate check RUNS -o verdict.json)"
            );
            self.runs.push(verdict);
        }
        let [path] = &self.runs[..] else { return Ok(()) };
        if path.extension().is_none_or(|end| end != "json") {
            return Ok(());
        }
        let commands = read_verdict(path)?.commands.unwrap_or_default();
        ensure!(!commands.runs.is_empty(), "{}: the verdict names no launches; pass them", path.display());
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        self.use_launches(commands, &folder);
        Ok(())
    }

    /// Uses the launches that a verdict in `folder` names, and its base unless the user gave a base.
    fn use_launches(&mut self, commands: CommandInputs, folder: &Path) {
        let found = |names: Vec<String>| names.into_iter().map(|name| found_near(folder, name)).collect();
        if self.base.is_empty() {
            self.base = found(commands.base);
        }
        self.runs = found(commands.runs);
    }
}

pub(super) fn explain(mut args: ExplainArgs, to: Console<'_>) -> anyhow::Result<Exit> {
    if let Some(verdict) = args.findings.evidence.clone() {
        return findings::explain_findings(args, &verdict, to);
    }
    args.read_verdict()?;
    match &args.list {
        Some(ListCommand::Tree(args)) => tree::print_tree(args, to),
        Some(ListCommand::Functions(args)) => sampled::list_functions(args, to),
        None => named::explain_name(&args, to),
    }
}
