//! `gate export`: launches in the formats of other tools.

use std::io::{Read as _, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::{Args, ValueEnum};

use crate::attribute::Natives;
use crate::export::{
    CallTree, add_sampled, write_chrome, write_collapsed, write_csv, write_launches, write_perfetto,
    write_speedscope,
};
use crate::launches::{self, Launches, ReadOptions, Recording};

use super::context::{Context, warnings};
use super::stacks::SymbolArgs;
use super::write::write_to;
use super::{Exit, SettingsArgs};

#[derive(Args)]
pub(super) struct Export {
    /// Launches, as for `gate check`
    #[arg(required = true)]
    runs: Vec<PathBuf>,
    /// The output format
    #[arg(long, value_enum, default_value_t = Format::Launches)]
    format: Format,
    /// Write to this file [default: print]
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Include launches that `gate check` excludes, such as warm-up, prewarmed and throttled ones; the format `launches` always has them
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    symbols: SymbolArgs,
    #[command(flatten)]
    settings: SettingsArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Launch records, one per line
    Launches,
    /// Trace Event Format for chrome://tracing and Perfetto: calls over time, from traces
    Chrome,
    /// For speedscope.app: the whole call tree, and calls over time from traces
    Speedscope,
    /// Collapsed stacks for flame graph tools: the whole call tree
    Collapsed,
    /// One line per launch and method
    Csv,
    /// Perfetto protobuf: calls over time, from traces
    Perfetto,
}

pub(super) fn export(export: &Export, out: &mut dyn Write, err: &mut dyn Write) -> anyhow::Result<Exit> {
    let file = export.out.as_deref();
    if export.format == Format::Launches {
        // As they were recorded, so that whoever reads them asks the settings of then.
        let launches = launches::read(&export.runs, &ReadOptions { paths: true, ..ReadOptions::default() })?;
        for warning in warnings([&launches]) {
            writeln!(err, "warning: {}", crate::report::shown(&warning))?;
        }
        write_to(file, out, |out| Ok(write_launches(&launches, out)?))?;
        return Ok(Exit::Pass);
    }
    let context = Context::read_with(&export.settings, export.symbols.cache())?;
    let launches = context.shown(&export.runs, export.all, err)?;
    let natives = export.symbols.natives(&context, &launches, err)?;
    let tree = || CallTree::with_samples(&launches, &natives);
    write_to(file, out, |out| {
        Ok(match export.format {
            Format::Launches => write_launches(&launches, out),
            Format::Csv => write_csv(&launches, &natives, out),
            Format::Collapsed => write_collapsed(&tree(), out),
            Format::Speedscope => write_speedscope(&tree(), &recordings(&launches, &natives)?, out),
            Format::Chrome => write_chrome(&in_time(&launches, &natives)?, out),
            Format::Perfetto => write_perfetto(&in_time(&launches, &natives)?, out),
        }?)
    })?;
    Ok(Exit::Pass)
}

/// The recordings of those launches that are traces.
fn recordings(launches: &Launches, natives: &Natives) -> anyhow::Result<Vec<Recording>> {
    let mut all = Vec::new();
    for launch in &launches.launches {
        if let Some(mut recording) = recording(Path::new(&*launch.source.file))? {
            add_sampled(&mut recording, launch, &launches.table, natives);
            all.push(recording);
        }
    }
    Ok(all)
}

fn in_time(launches: &Launches, natives: &Natives) -> anyhow::Result<Vec<Recording>> {
    let recordings = recordings(launches, natives)?;
    if recordings.is_empty() {
        bail!(
            "cannot export calls over time: these launches are launch records, which do not contain the times of calls; pass traces, or use the format collapsed or speedscope"
        );
    }
    Ok(recordings)
}

/// What the trace in a file says in time; none if it holds something else.
pub(super) fn recording(path: &Path) -> anyhow::Result<Option<Recording>> {
    const MAGIC: &[u8] = b"\x89LGT";
    let name = || path.display().to_string();
    // Standard input was read already.
    if path == Path::new("-") {
        return Ok(None);
    }
    let mut bytes = std::fs::read(path).with_context(name)?;
    if bytes.starts_with(&[0x1f, 0x8b]) {
        let mut plain = Vec::new();
        flate2::read::MultiGzDecoder::new(&bytes[..]).read_to_end(&mut plain).with_context(name)?;
        bytes = plain;
    } else if bytes.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) {
        bytes = zstd::stream::decode_all(&bytes[..]).with_context(name)?;
    }
    if !bytes.starts_with(MAGIC) {
        return Ok(None);
    }
    let reader = trace::Reader::open(&bytes).map_err(|error| anyhow::anyhow!("{}: {error}", name()))?;
    Ok(Some(Recording::of(&reader)))
}
