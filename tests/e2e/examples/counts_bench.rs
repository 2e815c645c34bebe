//! `cargo xtask bench counts` rewrites every function of public binaries so that it counts its calls,
//! compares the result with the original, and prints how many functions count and what the rewriting costs.
//!
//! The bench also runs whole programs with the agent and compares the counts in the traces with the calls that the emulator saw: the
//! fixtures, Shop (under as many schedules as `LAUNCHGATE_SCHEDULES` sets, 1,000 by default), and programs of other authors, read from the
//! folder that `LAUNCHGATE_SOURCES` names.
//!
//! `LAUNCHGATE_BINARIES` names the folder with the packages of `e2e::counts::public` and of
//! `e2e::agent_public`; the error message for a missing package contains the command that fetches it.
//!
//! The argument `programs` runs the programs only and `binaries` compares the functions only; without an argument both run at the same
//! time. The argument `launch` prints the counts of one launch of each program, built without optimisation, in the form that the lab reads
//! (`tests/lab/counts.tsv`).

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use e2e::agent_public;
use e2e::bundle::Bundle;
use e2e::counts::public::{Binary, binaries};
use e2e::counts::truth::{AFTER_SHOP, Called, Change, IDLE, LAST, compare_traces};
use e2e::counts::{difference, foreign, rules};
use gate_macho::rewrite::{NotCountedReason, RewriteError, RewrittenFile, rewrite, with_free_space};
use phone::Schedule;
use phone::build::Style;

/// The limit for the free bytes after the load commands: a binary with fewer free bytes counts as a binary with little space. Xcode's
/// linker leaves fewer than this number of bytes, plus the alignment of the code; other linkers leave whole pages.
const LITTLE: usize = 1024;
/// The number of bytes that the agent's load command takes in an executable, with the longer of its two names.
const AGENT: usize = 72;

/// The smallest number of functions over which CPU time is measured.
const ENOUGH: usize = 150_000;

#[derive(Default)]
struct Sums {
    compared: usize,
    wrong: usize,
    broken: usize,
    /// The number of functions that count and the number of all functions, first for all packages and then for the packages that Apple's
    /// compilers built.
    functions: [(usize, usize); 2],
    /// The smallest share of functions that count, over all files with many functions; `None` before the first such file.
    worst: Option<f64>,
    /// The number of binaries with little space after the load commands that could be rewritten, and the number of all such binaries.
    little: (usize, usize),
    bytes: i64,
    counted: usize,
    seconds: f64,
    megabytes: f64,
    added: [BTreeMap<u64, usize>; 4],
}

/// Sums over the programs whose counts were compared with the emulator's.
#[derive(Default)]
struct Programs {
    runs: usize,
    equal: usize,
    names: BTreeSet<String>,
    functions: usize,
    calls: u64,
    /// The functions that the first run of each program counted, with the program's name.
    ran: Vec<(String, Vec<Called>)>,
}

/// Fixtures that are idle after their work: exceptions, long jumps, threads, parsers, late images, system requests.
const FIXTURES: [&[&str]; 14] = [
    &["truth.m"],
    &["truth_five.m"],
    &["truth_jumps.m"],
    &["truth_kinds.m"],
    &["truth_made.m"],
    &["truth_many.m"],
    &["truth_nests.m"],
    &["truth_parser.m"],
    &["truth_threads.m"],
    &["truth_tries.mm"],
    &["asks.m"],
    &["asks_tries.mm"],
    &["asks_queues.m"],
    &["opens.m", "opened.m"],
];
const SHOP: [&str; 3] =
    ["Shop", "Frameworks/Kit.framework/Kit", "Frameworks/Promotions.framework/Promotions"];

impl Programs {
    fn all(styles: &[Style], schedules: u64) -> Result<Programs> {
        let mut programs = Programs::default();
        let once = || -> Vec<Change<'static>> { vec![Box::new(|_| {})] };
        let vendored = std::env::var_os("LAUNCHGATE_SOURCES").with_context(|| {
            format!("LAUNCHGATE_SOURCES is not set; set it to the folder of: {}", foreign::FETCH)
        })?;
        let packages = packages()?;
        for &style in styles {
            for program in &foreign::PROGRAMS {
                let app = program.build(&PathBuf::from(&vendored), style)?;
                programs.see(program.name, style, &app, &[program.name], &IDLE, &once(), &[])?;
            }
            for (name, app) in agent_public::programs(&packages, style)? {
                let images = ["Fixture", "Frameworks/sqlite"];
                let own = images.into_iter().filter(|image| app.folder().join(image).exists());
                programs.see(name, style, &app, &own.collect::<Vec<_>>(), &IDLE, &once(), &[])?;
            }
            for sources in FIXTURES {
                let mut app = Bundle::app(style, &sources[..1])?;
                let mut images = vec!["Fixture"];
                if sources.len() > 1 {
                    app = app.with_framework(style, "Opened", &sources[1..])?;
                    images.push("Frameworks/Opened");
                }
                programs.see(sources[0], style, &app, &images, &IDLE, &once(), &[])?;
            }
            let mut changes = once();
            if style == Style::Chained {
                changes.extend((0..schedules).map(|seed| -> Change<'static> {
                    Box::new(move |config| {
                        if seed % 100 == 99 {
                            eprintln!("Shop, schedule {} of {schedules}", seed + 1);
                        }
                        config.schedule = Schedule::SeededBlocks { seed, longest: 3000 };
                    })
                }));
            }
            programs.see("Shop", style, &Bundle::shop(style)?, &SHOP, &LAST, &changes, &AFTER_SHOP)?;
        }
        Ok(programs)
    }

    #[expect(clippy::too_many_arguments, reason = "one program in all its ways")]
    fn see(
        &mut self,
        name: &str,
        style: Style,
        app: &Bundle,
        images: &[&str],
        window: &[(&str, &str)],
        changes: &[Change<'_>],
        after: &[&str],
    ) -> Result<()> {
        let compared =
            compare_traces(app, images, window, changes).with_context(|| format!("{name}, {style:?}"))?;
        self.names.insert(name.to_owned());
        for (index, compared) in compared.into_iter().enumerate() {
            let is_equal = compared.wrong == after;
            self.runs += 1;
            self.equal += usize::from(is_equal);
            self.functions += compared.equal;
            self.calls += compared.calls;
            if !is_equal || index == 0 {
                eprintln!(
                    "{name}, {style:?}, {index}: {} functions, {} calls",
                    compared.equal, compared.calls
                );
            }
            let wrong = compared.wrong.iter().filter(|text| !after.contains(&text.as_str()));
            wrong.take(12).for_each(|text| eprintln!("  {text:.400}"));
            if index == 0 {
                self.ran.push((name.to_owned(), compared.ran));
            }
        }
        Ok(())
    }

    /// Returns a table with the columns program, image, kind, symbol, calls, order, and the symbol of the first caller.
    fn launch(&self) -> String {
        let row = |program: &str, one: &Called| {
            let kind = if one.is_import { "import" } else { "function" };
            let by = one.by.as_deref().unwrap_or_default();
            format!("{program}\t{}\t{kind}\t{}\t{}\t{}\t{by}\n", one.image, one.name, one.calls, one.order)
        };
        self.ran.iter().flat_map(|(program, ran)| ran.iter().map(|one| row(program, one))).collect()
    }

    fn figures(&self) -> String {
        format!(
            "\"counts.equal\": {}, \"counts.programs\": {}, \"counts.runs\": {}, \"counts.runs_equal\": {}, \"counts.functions_equal\": {}, \"counts.calls\": {}",
            u8::from(self.equal == self.runs),
            self.names.len(),
            self.runs,
            self.equal,
            self.functions,
            self.calls
        )
    }
}

fn packages() -> Result<PathBuf> {
    let folder = std::env::var_os("LAUNCHGATE_BINARIES")
        .context("LAUNCHGATE_BINARIES is not set; set it to a folder with packages (the first message names one and how to fetch it)")?;
    Ok(folder.into())
}

/// Returns the most frequent number of added instructions (the mode).
fn most(added: &BTreeMap<u64, usize>) -> u64 {
    added.iter().max_by_key(|(_, count)| **count).map_or(0, |(more, _)| *more)
}

fn main() -> Result<()> {
    let schedules = std::env::var("LAUNCHGATE_SCHEDULES").ok().map_or(Ok(1000), |text| text.parse())?;
    let word = std::env::args().nth(1);
    if word.as_deref() == Some("launch") {
        write!(std::io::stdout(), "{}", Programs::all(&[Style::StubsSmall], 0)?.launch())?;
        return Ok(());
    }
    let programs = || Programs::all(&Style::ALL, schedules).map(|programs| programs.figures());
    let binaries = || Sums::all().map(|sums| sums.figures());
    let figures = match word.as_deref() {
        Some("programs") => vec![programs()?],
        Some("binaries") => vec![binaries()?],
        Some(other) => bail!("{other}: there are programs, binaries and launch"),
        None => std::thread::scope(|scope| {
            let beside = scope.spawn(binaries);
            let programs = programs()?;
            anyhow::Ok(vec![beside.join().expect("it ended")?, programs])
        })?,
    };
    writeln!(std::io::stdout(), "{{{}}}", figures.join(", "))?;
    Ok(())
}

impl Sums {
    fn all() -> Result<Sums> {
        let mut sums = Sums::default();
        for (index, binary) in binaries(&packages()?)?.iter().enumerate() {
            sums.add(binary, index as u64 + 1)?;
        }
        Ok(sums)
    }

    fn figures(&self) -> String {
        let share = |(some, all): (usize, usize)| some as f64 / all.max(1) as f64;
        format!(
            "\"counts.relocated_wrong\": {}, \"counts.relocated\": {}, \"counts.patched\": {:.4}, \"counts.patched_apple\": {:.4}, \"counts.patched_foreign\": {:.4}, \"counts.header_room\": {:.3}, \"counts.bytes\": {:.1}, \"counts.inject_cpu_s\": {:.2}, \"counts.broken\": {}, \"counts.functions\": {}, \"counts.functions_apple\": {}, \"counts.little_room\": {}, \"counts.megabytes\": {:.0}, \"counts.added\": {}, \"counts.added_first\": {}, \"counts.added_after\": {}",
            self.wrong,
            self.compared,
            share(self.functions[0]),
            share(self.functions[1]),
            self.worst.unwrap_or(1.0),
            share(self.little),
            self.bytes as f64 / self.counted.max(1) as f64,
            self.seconds,
            self.broken,
            self.functions[0].1,
            self.functions[1].1,
            self.little.1,
            self.megabytes,
            most(&self.added[0]),
            most(&self.added[1]),
            most(&self.added[3]),
        )
    }

    fn add(&mut self, binary: &Binary, seed: u64) -> Result<()> {
        let (name, before) = (&binary.name, &binary.bytes);
        let is_little = rules::room(before) < LITTLE;
        let began = cpu_seconds()?;
        let done = rewrite(before);
        if self.counted < ENOUGH {
            self.seconds += cpu_seconds()? - began;
            self.megabytes += before.len() as f64 / 1e6;
        }
        let done = match done {
            Ok(done) => done,
            // The library contains no functions; it only re-exports other libraries.
            Err(RewriteError::NoFunctions) => return Ok(()),
            Err(reason) => {
                eprintln!("{name}: {reason}");
                self.little.1 += usize::from(is_little);
                return Ok(());
            }
        };
        let is_executable = before[12] == 2;
        let enough = !is_executable || with_free_space(&done.bytes, AGENT).is_ok();
        self.little.0 += usize::from(is_little && enough);
        self.little.1 += usize::from(is_little);
        self.count(binary, &done);
        let words = done.counted.len() + done.counted.iter().map(|one| one.loops).sum::<usize>();
        let old = rules::broken(before);
        let broken = rules::broken(&done.bytes).into_iter().filter(|rule| !old.contains(rule));
        for text in broken.chain(rules::changed(before, &done.bytes, words)) {
            eprintln!("{name}: {text}");
            self.broken += 1;
        }
        let difference = difference::compare(before, &done, seed).with_context(|| name.clone())?;
        self.compared += difference.compared;
        self.wrong += difference.wrong.len();
        for (sum, added) in self.added.iter_mut().zip(&difference.added) {
            added.iter().for_each(|(more, count)| *sum.entry(*more).or_default() += count);
        }
        for text in difference.wrong.iter().take(10) {
            eprintln!("{name}: {text}");
        }
        eprintln!(
            "{name}: {} compared, {} wrong, room {} to {}, left {:?}, more instructions {:?}",
            difference.compared,
            difference.wrong.len(),
            rules::room(before),
            rules::room(&done.bytes),
            done.left,
            difference.added
        );
        Ok(())
    }

    fn count(&mut self, binary: &Binary, done: &RewrittenFile) {
        /// The number of functions from which on a file's share is judged; with fewer functions, the share would depend on single unusual
        /// functions.
        const MANY: usize = 1000;
        let counted = done.counted.iter().filter(|one| !one.is_import).count();
        let all = counted + done.left.values().sum::<usize>();
        if all >= MANY {
            let share = counted as f64 / all as f64;
            self.worst = Some(self.worst.map_or(share, |worst| worst.min(share)));
        }
        // Only these three reasons for a missing count are included. Calls of other addresses that are not counted are counted for the
        // function that contains the address.
        let left = [NotCountedReason::Data, NotCountedReason::PerhapsData, NotCountedReason::First]
            .iter()
            .filter_map(|why| done.left.get(why))
            .sum::<usize>();
        for (sums, matters) in self.functions.iter_mut().zip([true, binary.is_apple]) {
            if matters {
                *sums = (sums.0 + counted, sums.1 + counted + left);
            }
        }
        // The rewriting removes the old signature, whose size is not counted as saved space.
        let signature = e2e::counts::signature(&binary.bytes) as i64;
        self.bytes += done.bytes.len() as i64 - binary.bytes.len() as i64 + signature;
        self.counted += done.counted.len();
    }
}

/// Returns the CPU seconds that this thread has used.
fn cpu_seconds() -> Result<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/stat")?;
    let (_, fields) = text.rsplit_once(')').context("/proc/thread-self/stat")?;
    let ticks = fields.split_whitespace().skip(11).take(2).map(str::parse::<f64>).sum::<Result<f64, _>>()?;
    Ok(ticks / 100.0)
}
