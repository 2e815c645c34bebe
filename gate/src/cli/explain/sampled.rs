//! `gate explain functions`: the functions that samples of call stacks found, the most expensive first.
//!
//! The times of sampled functions are estimated from shares of samples, so each time has a standard error.

use std::io::{self, Write};

use anyhow::bail;
use clap::Args;
use gate_attribution::NativeFunction;
use gate_launches::{Samples, ThreadKind};
use gate_report::{escape_for_display, find_stalls, format_count, format_time, truncate_middle};
use serde_json::{Value, json};

use super::{Console, Exit, FormatArgs, FunctionLaunches, ListArgs, Threads};
use crate::app::write_to;
use crate::cli::values::quote_for_shell;
use crate::export::{SampledFunction, hot_functions};

#[derive(Args)]
pub(super) struct SampledArgs {
    /// Show this many functions
    #[arg(long, value_name = "N", default_value_t = 20)]
    top: usize,
    /// Show functions of the system, too [default: only those of the app]
    #[arg(long)]
    system: bool,
    /// Show full names, with modules and types [default: short names]
    #[arg(long)]
    full: bool,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    list: ListArgs,
}

pub(super) fn list_functions(args: &SampledArgs, to: Console<'_>) -> anyhow::Result<Exit> {
    let listed = args.list.read(to.err)?;
    let samples: Vec<&Samples> =
        listed.launches.launches.iter().filter_map(|launch| launch.samples.as_deref()).collect();
    if samples.is_empty() {
        bail!(
            "these launches have no sampled call stacks; record them again with sampling enabled (see docs/agent.md)"
        );
    }
    let thread = match args.list.thread {
        Threads::Main => Some(ThreadKind::Main),
        Threads::Other => Some(ThreadKind::Other),
        Threads::All => None,
    };
    let mut hot = hot_functions(&listed.launches, &listed.natives, thread);
    let total_ns: f64 = hot.iter().map(|hot| hot.self_ns).sum();
    hot.retain(|hot| args.system || !listed.natives.functions[hot.function].system);
    let found = SampledFunctions { args, listed: &listed, samples: &samples, hot: &hot, total_ns };
    write_to(args.list.output.out.as_deref(), to.out, |out| match args.format.is_json() {
        true => args.format.write(out, "functions", found.to_json()),
        false => Ok(found.write_text(to.terminal.width, out)?),
    })?;
    Ok(Exit::Pass)
}

/// The functions that samples found, and the conditions of sampling.
struct SampledFunctions<'a> {
    args: &'a SampledArgs,
    listed: &'a FunctionLaunches,
    samples: &'a [&'a Samples],
    hot: &'a [SampledFunction],
    /// The self time of all sampled functions together, in an average launch.
    total_ns: f64,
}

impl SampledFunctions<'_> {
    fn sum(&self, of: impl Fn(&Samples) -> u64) -> u64 {
        self.samples.iter().map(|samples| of(samples)).sum()
    }

    fn count_unsure(samples: &Samples) -> u64 {
        samples.stacks.iter().filter(|stack| stack.unsure && !stack.stall).map(|stack| stack.count).sum()
    }

    fn interval_ns(&self) -> f64 {
        self.samples.iter().map(|samples| samples.sampler.used.0).sum::<f64>() / self.samples.len() as f64
    }

    fn native_function(&self, hot: &SampledFunction) -> &NativeFunction {
        &self.listed.natives.functions[hot.function]
    }

    /// Returns the command that shows the calls around the first function.
    fn next(&self) -> String {
        let runs: Vec<String> =
            self.args.list.runs.iter().map(|run| quote_for_shell(&run.display().to_string())).collect();
        let filter = self
            .hot
            .first()
            .map(|hot| format!(" --filter {}", quote_for_shell(&self.native_function(hot).short_name())));
        format!("gate explain tree {}{} --min 0%", runs.join(" "), filter.unwrap_or_default())
    }

    fn write_text(&self, width: usize, out: &mut dyn Write) -> io::Result<()> {
        let (taken, unsure) = (self.sum(|samples| samples.sampler.taken), self.sum(Self::count_unsure));
        let dropped = self.sum(|samples| samples.sampler.dropped);
        let launches = format_count(self.listed.launches.launches.len(), "launch");
        writeln!(
            out,
            "{taken} samples in {launches}, one every {}; {dropped} dropped, {unsure} with an uncertain caller",
            format_time(self.interval_ns())
        )?;
        writeln!(
            out,
            "{:>10} {:>6} {:>10} {:>10} {:>8}  function",
            "self", "%", "total", "± error", "samples"
        )?;
        for hot in self.hot.iter().take(self.args.top) {
            self.write_line(hot, width, out)?;
        }
        match self.hot.len().saturating_sub(self.args.top) {
            0 => {}
            more => writeln!(out, "… {} (--top)", format_count(more, "more function"))?,
        }
        for stall in find_stalls(self.listed.launches.launches.iter()) {
            writeln!(out, "{}", stall.text())?;
        }
        writeln!(out, "next: {}", self.next())
    }

    fn write_line(&self, hot: &SampledFunction, width: usize, out: &mut dyn Write) -> io::Result<()> {
        let native = self.native_function(hot);
        let share = if self.total_ns > 0.0 { 100.0 * hot.self_ns / self.total_ns } else { 0.0 };
        let name = if self.args.full { native.full_name() } else { native.short_name() };
        let name = truncate_middle(&name, width.max(60).saturating_sub(50).max(20));
        let place = native.file.as_ref().map(|file| match hot.line {
            Some(line) => format!("{file}:{line}"),
            None => file.clone(),
        });
        let known = [&place, &native.module, &native.owner].into_iter().flatten();
        let known: String = known.map(|text| format!(" · {}", escape_for_display(text))).collect();
        let known = format!("{known}{}", self.listed.calls.format_calls(native));
        let line = format!(
            "{:>10} {share:>6.1} {:>10} {:>10} {:>8}  {name}",
            format_time(hot.self_ns),
            format_time(hot.total_ns),
            format_time(hot.error_ns),
            hot.samples
        );
        if known.is_empty() || line.chars().count() + known.chars().count() <= width {
            return writeln!(out, "{line}{known}");
        }
        let known = known.trim_start_matches([' ', '·', ',']);
        writeln!(out, "{line}\n    {}", truncate_middle(known, width.saturating_sub(4)))
    }

    fn to_json(&self) -> Value {
        let functions: Vec<Value> =
            self.hot.iter().take(self.args.top).map(|hot| self.function_json(hot)).collect();
        let missing = &self.listed.natives.missing;
        let missing = missing.iter().map(|(image, uuid)| json!({"image": image, "uuid": uuid}));
        json!({
            "launches": self.listed.launches.launches.len(),
            "interval_ns": self.interval_ns(),
            "samples": self.sum(|samples| samples.sampler.taken),
            "dropped": self.sum(|samples| samples.sampler.dropped),
            "unsure": self.sum(Self::count_unsure),
            "sampled_ns": self.total_ns,
            "functions": functions,
            "more_functions": self.hot.len().saturating_sub(self.args.top),
            "stalls": find_stalls(self.listed.launches.launches.iter()),
            "missing_dsyms": missing.collect::<Vec<_>>(),
            "next": self.next(),
        })
    }

    fn function_json(&self, hot: &SampledFunction) -> Value {
        let native = self.native_function(hot);
        json!({
            "name": native.short_name(),
            "full_name": native.full_name(),
            "symbol": native.symbol,
            "named_by": native.named.name(),
            "image": &*native.image,
            "system": native.system,
            "file": native.file,
            "line": hot.line,
            "module": native.module,
            "owner": native.owner,
            "samples": hot.samples,
            "self_samples": hot.self_samples,
            "self_ns": hot.self_ns,
            "total_ns": hot.total_ns,
            "error_ns": hot.error_ns,
            "calls": self.listed.calls.calls(native),
        })
    }
}
