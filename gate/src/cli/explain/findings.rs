//! `gate explain --evidence`: the evidence of a verdict's findings for people, as JSON, or for a coding agent.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use gate_common::git::{CommitChanges, Repository};
use gate_report::diagnosis::{CommitSearch, Diagnosis, for_agent, for_people};
use gate_report::{Report, add_next_commands};

use super::super::report::read_verdict;
use super::{Console, Exit, ExplainArgs};

/// The largest number of commits that are searched.
const COMMITS: usize = 200;

#[derive(Args)]
pub(super) struct EvidenceArgs {
    /// Show the evidence of the findings of this verdict, which `gate check -o json=PATH` wrote, instead of a name
    #[arg(long, value_name = "VERDICT", conflicts_with_all = ["name", "runs"])]
    pub(super) evidence: Option<PathBuf>,
    /// Name these launches in the commands [default: those that the verdict names]
    #[arg(long, num_args = 1.., value_name = "RUNS", requires = "evidence")]
    launches: Vec<PathBuf>,
    /// Search the commits between base and head in this repository
    #[arg(long, value_name = "DIR", default_value = ".", requires = "evidence")]
    repository: PathBuf,
    /// Search these commits [default: those between the commits that the verdict names]
    #[arg(long, value_name = "BASE..HEAD", requires = "evidence")]
    commits: Option<String>,
    /// Write for this reader, instead of a format
    #[arg(long = "for", value_enum, value_name = "READER", requires = "evidence", conflicts_with = "format")]
    reader: Option<EvidenceReader>,
}

#[derive(Clone, Copy, ValueEnum)]
enum EvidenceReader {
    /// A coding agent: Markdown of at most 2,000 words
    Agent,
}

pub(super) fn explain_findings(args: &ExplainArgs, verdict: &Path, to: Console<'_>) -> anyhow::Result<Exit> {
    let mut report = read_verdict(verdict)?;
    name_launches(&mut report, &args.findings.launches, &args.base);
    add_next_commands(&mut report);
    let commits = match read_changes(&report, &args.findings) {
        Ok(changes) => CommitSearch { problem: None, changes },
        Err(error) => CommitSearch { problem: Some(format!("{error:#}")), ..CommitSearch::default() },
    };
    let diagnosis = Diagnosis::new(&report, &commits);
    let text = match args.findings.reader {
        Some(EvidenceReader::Agent) => for_agent(&diagnosis),
        None if args.format.is_json() => diagnosis.json(),
        None => for_people(&diagnosis, to.terminal),
    };
    to.out.write_all(text.as_bytes())?;
    Ok(Exit::Pass)
}

/// Replaces the paths of launches in the commands of a verdict by the paths that the user gave.
fn name_launches(report: &mut Report, launches: &[PathBuf], base: &[PathBuf]) {
    let texts = |paths: &[PathBuf]| paths.iter().map(|path| path.display().to_string()).collect();
    let commands = report.commands.get_or_insert_default();
    if !base.is_empty() {
        commands.base = texts(base);
    }
    if !launches.is_empty() {
        commands.runs = texts(launches);
        // Launches that the user gave need no download from the pipeline's run, so the link to this run is
        // removed.
        if let Some(origin) = &mut report.origin {
            origin.run_url = None;
        }
    }
}

/// Reads the commits between base and head.
fn read_changes(report: &Report, args: &EvidenceArgs) -> anyhow::Result<Vec<CommitChanges>> {
    let origin = report.origin.as_ref();
    let (base, head) = match &args.commits {
        Some(range) => range.split_once("..").context("--commits: expected BASE..HEAD")?,
        None => origin
            .and_then(|origin| Some((origin.base_commit.as_deref()?, origin.commit.as_deref()?)))
            .context("the verdict does not name both commits; pass --commits BASE..HEAD")?,
    };
    let repository = Repository::open(&args.repository)?;
    let (base, head) = (repository.resolve_commit(base)?, repository.resolve_commit(head)?);
    Ok(repository.changes(&base, &head, COMMITS)?)
}
