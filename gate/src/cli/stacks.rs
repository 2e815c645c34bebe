//! `gate stacks`: the functions in which samples of call stacks found the launch, the most expensive first.
//!
//! Times are shares of samples, so each comes with its standard error.

use std::io::Write;
use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use gate_attribution::Natives;
use gate_launches::{Launches, Samples, Thread};
use gate_report::{count, shown, shown_fitted, shown_time};
use serde_json::{Value, json};

use super::explain_functions::Counted;
use super::options::{FormatArgs, OutArgs, ShowArgs};
use super::show::Show;
use super::values::{Threads, quoted};
use super::{Console, Exit};
use crate::app::write_to;
use crate::export::{Hot, hot_functions};

#[derive(Args)]
pub(super) struct Stacks {
    /// Launches, as for `gate check`; several are averaged
    #[arg(required = true)]
    runs: Vec<PathBuf>,
    /// How many functions to show
    #[arg(long, value_name = "N", default_value_t = 20)]
    top: usize,
    /// Show samples of these threads
    #[arg(long, value_enum, default_value_t = Threads::Main)]
    thread: Threads,
    /// Show functions of the system, too
    #[arg(long)]
    system: bool,
    /// Show full names, with modules and types
    #[arg(long)]
    full: bool,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    output: OutArgs,
    #[command(flatten)]
    show: ShowArgs,
}

pub(super) fn stacks(args: &Stacks, to: Console<'_>) -> anyhow::Result<Exit> {
    let (context, launches, counting) = args.show.read(&args.runs, to.err)?;
    let sampled: Vec<&Samples> =
        launches.launches.iter().filter_map(|launch| launch.samples.as_deref()).collect();
    if sampled.is_empty() {
        bail!(
            "these launches have no sampled call stacks; record them again with sampling enabled (see docs/agent.md)"
        );
    }
    let natives = context.natives(&launches, &mut Show::on(to.err))?;
    let thread = match args.thread {
        Threads::Main => Some(Thread::Main),
        Threads::Other => Some(Thread::Other),
        Threads::All => None,
    };
    let mut hot = hot_functions(&launches, &natives, thread);
    let all: f64 = hot.iter().map(|hot| hot.self_ns).sum();
    hot.retain(|hot| args.system || !natives.functions[hot.function].system);
    let counted = Counted::of(&counting);
    let found =
        SampledView { launches: &launches, sampled: &sampled, natives: &natives, hot: &hot, all, counted };
    write_to(args.output.out.as_deref(), to.out, |out| match args.format.is_json() {
        true => args.format.write(out, "stacks", found.json(args)),
        false => Ok(found.text(args, to.terminal.width, out)?),
    })?;
    Ok(Exit::Pass)
}

struct SampledView<'a> {
    launches: &'a Launches,
    sampled: &'a [&'a Samples],
    natives: &'a Natives,
    hot: &'a [Hot],
    /// The time of all samples.
    all: f64,
    counted: Counted,
}

impl SampledView<'_> {
    fn sum(&self, of: impl Fn(&Samples) -> u64) -> u64 {
        self.sampled.iter().map(|samples| of(samples)).sum()
    }

    fn unsure(samples: &Samples) -> u64 {
        samples.stacks.iter().filter(|stack| stack.unsure && !stack.hang).map(|stack| stack.count).sum()
    }

    fn interval_ns(&self) -> f64 {
        self.sampled.iter().map(|samples| samples.sampler.used.0).sum::<f64>() / self.sampled.len() as f64
    }

    fn name(&self, hot: &Hot, full: bool) -> String {
        let native = &self.natives.functions[hot.function];
        if full { native.full() } else { native.short() }
    }

    /// What shows the calls around the first function.
    fn next(&self, args: &Stacks) -> String {
        let runs: Vec<String> = args.runs.iter().map(|run| quoted(&run.display().to_string())).collect();
        let filter = self.hot.first().map(|hot| format!(" --filter {}", quoted(&self.name(hot, false))));
        format!("gate tree {}{} --min 0%", runs.join(" "), filter.unwrap_or_default())
    }

    fn text(&self, args: &Stacks, width: usize, out: &mut dyn Write) -> std::io::Result<()> {
        let (taken, unsure) = (self.sum(|samples| samples.sampler.taken), self.sum(Self::unsure));
        let dropped = self.sum(|samples| samples.sampler.dropped);
        let launches = count(self.launches.launches.len(), "launch");
        writeln!(
            out,
            "{taken} samples in {launches}, one every {}; {dropped} dropped, {unsure} with an uncertain caller",
            shown_time(self.interval_ns())
        )?;
        writeln!(
            out,
            "{:>10} {:>6} {:>10} {:>10} {:>8}  function",
            "self", "%", "total", "± error", "samples"
        )?;
        for hot in self.hot.iter().take(args.top) {
            let native = &self.natives.functions[hot.function];
            let share = if self.all > 0.0 { 100.0 * hot.self_ns / self.all } else { 0.0 };
            let name = shown_fitted(&self.name(hot, args.full), width.max(60).saturating_sub(50).max(20));
            let place = native.file.as_ref().map(|file| match hot.line {
                Some(line) => format!("{file}:{line}"),
                None => file.clone(),
            });
            let known = [&place, &native.module, &native.owner].into_iter().flatten();
            let known: String = known.map(|text| format!(" · {}", shown(text))).collect();
            let known = known + &self.counted.words(native);
            writeln!(
                out,
                "{:>10} {share:>6.1} {:>10} {:>10} {:>8}  {name}{known}",
                shown_time(hot.self_ns),
                shown_time(hot.total_ns),
                shown_time(hot.error_ns),
                hot.samples
            )?;
        }
        match self.hot.len().saturating_sub(args.top) {
            0 => {}
            more => writeln!(out, "… {} (--top)", count(more, "more function"))?,
        }
        for (ns, functions) in self.hang_rows() {
            writeln!(out, "hang: {} in {}", shown_time(ns), shown(&functions))?;
        }
        writeln!(out, "next: {}", self.next(args))
    }

    /// The stacks of calls that ran long, the innermost function of the app first.
    fn hang_rows(&self) -> Vec<(f64, String)> {
        let mut rows = Vec::new();
        for samples in self.sampled {
            for stack in samples.stacks.iter().filter(|stack| stack.hang) {
                let frames =
                    samples.frames_of(stack).into_iter().rev().map(|row| &samples.frames[row as usize]);
                let functions = frames.flat_map(|frame| self.natives.at(samples, frame).iter().rev());
                let names: Vec<String> = functions
                    .map(|frame| &self.natives.functions[frame.function])
                    .filter(|native| !native.system)
                    .map(gate_attribution::Native::short)
                    .take(5)
                    .collect();
                rows.push((stack.time.0, names.join(" < ")));
            }
        }
        rows.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        rows.truncate(5);
        rows
    }

    fn json(&self, args: &Stacks) -> Value {
        let functions: Vec<Value> = self.hot.iter().take(args.top).map(|hot| self.function(hot)).collect();
        let missing = self.natives.missing.iter().map(|(image, uuid)| json!({"image": image, "uuid": uuid}));
        let hangs =
            self.hang_rows().into_iter().map(|(ns, functions)| json!({"ran_ns": ns, "functions": functions}));
        json!({
            "launches": self.launches.launches.len(),
            "interval_ns": self.interval_ns(),
            "samples": self.sum(|samples| samples.sampler.taken),
            "dropped": self.sum(|samples| samples.sampler.dropped),
            "unsure": self.sum(Self::unsure),
            "sampled_ns": self.all,
            "functions": functions,
            "more_functions": self.hot.len().saturating_sub(args.top),
            "hangs": hangs.collect::<Vec<_>>(),
            "missing_dsyms": missing.collect::<Vec<_>>(),
            "next": self.next(args),
        })
    }

    fn function(&self, hot: &Hot) -> Value {
        let native = &self.natives.functions[hot.function];
        json!({
            "name": native.short(),
            "full_name": native.full(),
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
            "calls": self.counted.calls(native),
        })
    }
}
