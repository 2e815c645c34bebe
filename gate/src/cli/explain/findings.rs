//! `gate explain --evidence`: the evidence of a verdict's findings for people, as JSON, or for a coding agent.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use gate_common::git::{Commit, CommitChanges, Repository};
use gate_report::diagnosis::{
    CommitSearch, Diagnosis, SampledCallees, for_agent, for_people, is_same_file, methods_of_findings,
};
use gate_report::value::CommandInputs;
use gate_report::{Report, add_next_commands};

use super::super::report::read_verdict;
use super::{Console, Exit, ExplainArgs, found_near, growth};

/// The largest number of commits that are searched.
const COMMITS: usize = 200;

#[derive(Args)]
pub(super) struct EvidenceArgs {
    /// Show the evidence of the findings of this verdict, which `gate check -o json=PATH` wrote, instead of a name
    #[arg(long, value_name = "VERDICT", conflicts_with_all = ["name", "runs"])]
    pub(super) evidence: Option<PathBuf>,
    /// Read call stacks from these launches, and name them in the commands [default: those that the verdict names, if they are in this
    /// folder or beside the verdict]
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

pub(super) fn explain_findings(
    mut args: ExplainArgs,
    verdict: &Path,
    to: Console<'_>,
) -> anyhow::Result<Exit> {
    let mut report = read_verdict(verdict)?;
    name_launches(&mut report, &args.findings.launches, &args.base);
    add_next_commands(&mut report);
    let mut sampled = read_call_stacks(&mut args, &report, verdict, to.err)?;
    let found = CommitRange::open(&report, &args.findings).and_then(|range| Ok((range.changes()?, range)));
    let commits = match found {
        Ok((changes, range)) => {
            range.add_last_changes(&mut sampled, &changes);
            CommitSearch { problem: None, changes }
        }
        Err(error) => CommitSearch { problem: Some(format!("{error:#}")), ..CommitSearch::default() },
    };
    let diagnosis = Diagnosis::new(&report, &commits, &sampled);
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

/// Reads the sampled functions below the methods of the findings, from the launches that the user gave, or else from those that the verdict
/// names.
fn read_call_stacks(
    args: &mut ExplainArgs,
    report: &Report,
    verdict: &Path,
    err: &mut dyn Write,
) -> anyhow::Result<SampledCallees> {
    let methods = methods_of_findings(report);
    if !args.findings.launches.is_empty() {
        args.runs.clone_from(&args.findings.launches);
        return growth::sampled_callees(args, &methods, err);
    }
    let folder = verdict.parent().unwrap_or(Path::new(""));
    let Some(commands) = report.commands.as_ref().filter(|commands| are_readable(commands, folder)) else {
        return Ok(SampledCallees::default());
    };
    args.use_launches(commands.clone(), folder);
    // The check has already printed the notes and warnings about the launches that the verdict names.
    growth::sampled_callees(args, &methods, &mut std::io::sink()).or_else(|error| {
        writeln!(err, "warning: cannot read the call stacks of the launches: {error:#}")?;
        Ok(SampledCallees::default())
    })
}

/// Returns whether all launches that a verdict in `folder` names exist in the current folder or beside the verdict. A verdict may be copied
/// without its launches, and a verdict of a pull request may name any file of this machine.
fn are_readable(commands: &CommandInputs, folder: &Path) -> bool {
    let places = [Path::new("."), if folder.as_os_str().is_empty() { Path::new(".") } else { folder }];
    let places = places.map(Path::canonicalize);
    let is_inside = |found: PathBuf| places.iter().flatten().any(|place| found.starts_with(place));
    let is_readable = |name: &String| found_near(folder, name.clone()).canonicalize().is_ok_and(is_inside);
    !commands.runs.is_empty() && commands.runs.iter().chain(&commands.base).all(is_readable)
}

/// The commits between base and head, in their repository.
struct CommitRange {
    repository: Repository,
    base: Commit,
    head: Commit,
}

impl CommitRange {
    fn open(report: &Report, args: &EvidenceArgs) -> anyhow::Result<CommitRange> {
        let origin = report.origin.as_ref();
        let (base, head) = match &args.commits {
            Some(range) => range.split_once("..").context("--commits: expected BASE..HEAD")?,
            None => origin
                .and_then(|origin| Some((origin.base_commit.as_deref()?, origin.commit.as_deref()?)))
                .context("the verdict does not name both commits; pass --commits BASE..HEAD")?,
        };
        let repository = Repository::open(&args.repository)?;
        let (base, head) = (repository.resolve_commit(base)?, repository.resolve_commit(head)?);
        Ok(CommitRange { repository, base, head })
    }

    fn changes(&self) -> anyhow::Result<Vec<CommitChanges>> {
        Ok(self.repository.changes(&self.base, &self.head, COMMITS)?)
    }

    /// Adds the commit that changed the line of each sampled function last. A line that git cannot find, because the source is not that of
    /// the build, has no such commit.
    fn add_last_changes(&self, sampled: &mut SampledCallees, changes: &[CommitChanges]) {
        let paths: BTreeSet<&str> =
            changes.iter().flat_map(|change| &change.files).map(|file| &*file.path).collect();
        for callee in sampled.values_mut().flatten() {
            let (Some(file), Some(line)) = (&callee.file, callee.line) else { continue };
            let mut paths = paths.iter().filter(|path| is_same_file(file, path));
            if let (Some(path), None) = (paths.next(), paths.next()) {
                let change = self.repository.last_change([&self.base, &self.head], path, line);
                callee.changed_in = change.unwrap_or_default();
            }
        }
    }
}
