//! `gate export`: launches in the formats of other tools.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::{Args, ValueEnum};
use gate_launches::{Launches, ReadOptions, Timeline};
use gate_report::format_count;

use super::Exit;
use super::options::{OutArgs, ShowArgs};
use super::show::EventDisplay;
use crate::app::{format_warnings, read_trace_timeline, write_to};
use crate::export::{CallTree, write_chrome, write_collapsed, write_launches};

#[derive(Args)]
pub(super) struct Export {
    /// Read these launches, as for `gate check`
    #[arg(required = true)]
    runs: Vec<PathBuf>,
    /// Write this format
    #[arg(long, value_enum, default_value_t = ExportFormat::Launches)]
    format: ExportFormat,
    #[command(flatten)]
    output: OutArgs,
    #[command(flatten)]
    show: ShowArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ExportFormat {
    /// Launch records, one per line
    Launches,
    /// Trace Event Format for chrome://tracing, Perfetto and speedscope: calls over time, from traces. Calls shorter than the trace's
    /// threshold (1 ms by default) have no span; their time is in that of their callers
    Chrome,
    /// Collapsed stacks for flame graph tools and speedscope: the whole call tree
    Collapsed,
}

pub(super) fn export(export: &Export, out: &mut dyn Write, err: &mut dyn Write) -> anyhow::Result<Exit> {
    let file = export.output.out.as_deref();
    if export.format == ExportFormat::Launches {
        // Launches are exported without changes, in the form in which they were recorded.
        let launches =
            gate_launches::read(&export.runs, &ReadOptions { paths: true, ..ReadOptions::default() })?;
        for warning in format_warnings([&launches]) {
            writeln!(err, "warning: {}", gate_report::escape_for_display(&warning))?;
        }
        write_to(file, out, |out| Ok(write_launches(&launches, out)?))?;
        return Ok(Exit::Pass);
    }
    let (context, launches, _) = export.show.read(&export.runs, err)?;
    if export.format == ExportFormat::Collapsed {
        let natives = context.name_sampled_functions(&launches, &mut EventDisplay::with_stderr(err))?;
        let tree = CallTree::with_samples(&launches, &natives);
        write_to(file, out, |out| Ok(write_collapsed(&tree, out)?))?;
        return Ok(Exit::Pass);
    }
    let recordings = read_timelines(&launches)?;
    let merged = count_merged_calls(&recordings);
    if merged > 0 {
        writeln!(
            err,
            "note: {} shorter than the threshold of the recording; over time {} in the time of the callers",
            format_count(merged, "call"),
            if merged == 1 { "it is" } else { "they are" }
        )?;
    }
    write_to(file, out, |out| Ok(write_chrome(&recordings, out)?))?;
    Ok(Exit::Pass)
}

/// Returns the number of calls that have no span in the exported trace.
fn count_merged_calls(recordings: &[Timeline]) -> usize {
    let threads = recordings.iter().flat_map(|recording| &recording.threads);
    let rests = threads
        .flat_map(|thread| thread.slices.iter().map(|slice| slice.rest.calls).chain([thread.rest.calls]));
    usize::try_from(rests.sum::<u64>()).unwrap_or(usize::MAX)
}

/// Returns the recordings of the launches that were read from traces.
fn read_timelines(launches: &Launches) -> anyhow::Result<Vec<Timeline>> {
    let mut all = Vec::new();
    for launch in &launches.launches {
        all.extend(read_trace_timeline(Path::new(&*launch.source.file))?);
    }
    if all.is_empty() {
        bail!(
            "cannot export calls over time: these launches are launch records, which do not contain the times of calls; pass traces, or use the format collapsed"
        );
    }
    Ok(all)
}
