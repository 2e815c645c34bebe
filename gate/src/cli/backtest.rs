//! `gate baseline backtest`: judges stored sessions against earlier sessions, and reports false alarms and the smallest growth that is
//! found.

use std::path::PathBuf;

use clap::Args;
use gate_baseline::Baselines;
use gate_report::{backtest_json, backtest_page, backtest_text};

use super::baseline::SessionSelection;
use super::options::PageFormat;
use super::trend::Progress;
use super::values::parse_output;
use super::{Console, Exit};
use crate::app::{Context, backtest, write_to};

#[derive(Args)]
pub(super) struct Backtest {
    /// Judge this many of the newest sessions of each app, scenario and device
    #[arg(long, value_name = "COUNT", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    sessions: u32,
    #[command(flatten)]
    which: SessionSelection,
    /// Print this format
    #[arg(long, value_enum, default_value_t = PageFormat::Text)]
    format: PageFormat,
    /// Also write the result to a file, in the format of its extension or of a FORMAT= prefix; repeatable
    #[arg(short, long, value_name = "[FORMAT=]PATH", value_parser = parse_output::<PageFormat>)]
    out: Vec<(PageFormat, PathBuf)>,
}

pub(super) fn run(
    args: &Backtest,
    context: &Context,
    store: &dyn Baselines,
    to: &mut Console<'_>,
) -> anyhow::Result<Exit> {
    let mut all = Vec::new();
    for key in store.keys()?.iter().filter(|key| args.which.covers(key)) {
        let mut progress = Progress::new("steps done", &mut *to.err);
        all.push(backtest(context, store, key, args.sessions as usize, &mut |done, of| {
            progress.show(done, of)
        })?);
    }
    if all.is_empty() {
        writeln!(
            to.err,
            "error: {} has no such session; `gate baseline update RUNS` stores one",
            store.address()
        )?;
        return Ok(Exit::NoBaseline);
    }
    let files = args.out.iter().map(|(format, path)| (*format, Some(path.as_path())));
    for (format, path) in files.chain([(args.format, None)]) {
        write_to(path, to.out, |out| match format {
            PageFormat::Text => Ok(out.write_all(backtest_text(&all).as_bytes())?),
            PageFormat::Json => Ok(writeln!(out, "{:#}", backtest_json(&all)?)?),
            PageFormat::Html => Ok(out.write_all(backtest_page(&all).as_bytes())?),
        })?;
    }
    Ok(Exit::Pass)
}
