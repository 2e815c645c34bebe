//! `cargo xtask bench counts`: every function of public binaries, rewritten and compared; how many count, and what that takes.
//!
//! `LAUNCHGATE_BINARIES` names the folder with the packages of `e2e::counts::public`; the message about one that is missing says how to
//! fetch it.

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use e2e::counts::public::{Binary, binaries};
use e2e::counts::{difference, rules};
use gate::rewrite::{Left, Refused, Rewritten, rewrite, with_room};

/// Xcode's linker leaves this much behind the load commands, and what aligns the code; others leave pages.
const LITTLE: usize = 1024;
/// What the agent takes in an executable, by its longer name.
const AGENT: usize = 72;

/// How many functions the time is taken of, at least.
const ENOUGH: usize = 150_000;

#[derive(Default)]
struct Sums {
    compared: usize,
    wrong: usize,
    broken: usize,
    /// Counted and all, of everybody's and of Apple's compilers.
    functions: [(usize, usize); 2],
    /// With little room, and those of them that count all the same.
    little: (usize, usize),
    bytes: i64,
    counted: usize,
    seconds: f64,
    megabytes: f64,
}

fn main() -> Result<()> {
    let folder = std::env::var_os("LAUNCHGATE_BINARIES")
        .context("LAUNCHGATE_BINARIES is not set; set it to a folder with packages (the first message names one and how to fetch it)")?;
    let mut sums = Sums::default();
    for (index, binary) in binaries(&PathBuf::from(folder))?.iter().enumerate() {
        sums.add(binary, index as u64 + 1)?;
    }
    let share = |(some, all): (usize, usize)| some as f64 / all.max(1) as f64;
    writeln!(
        std::io::stdout(),
        "{{\"counts.relocated_wrong\": {}, \"counts.relocated\": {}, \"counts.patched\": {:.4}, \"counts.patched_apple\": {:.4}, \"counts.header_room\": {:.3}, \"counts.bytes\": {:.1}, \"counts.inject_cpu_s\": {:.2}, \"counts.broken\": {}, \"counts.functions\": {}, \"counts.functions_apple\": {}, \"counts.little_room\": {}, \"counts.megabytes\": {:.0}}}",
        sums.wrong,
        sums.compared,
        share(sums.functions[0]),
        share(sums.functions[1]),
        share(sums.little),
        sums.bytes as f64 / sums.counted.max(1) as f64,
        sums.seconds,
        sums.broken,
        sums.functions[0].1,
        sums.functions[1].1,
        sums.little.1,
        sums.megabytes,
    )?;
    Ok(())
}

impl Sums {
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
            // A library that only names others.
            Err(Refused::NoFunctions) => return Ok(()),
            Err(reason) => {
                eprintln!("{name}: {reason}");
                self.little.1 += usize::from(is_little);
                return Ok(());
            }
        };
        let is_executable = before[12] == 2;
        let enough = !is_executable || with_room(&done.bytes, AGENT).is_ok();
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

    fn count(&mut self, binary: &Binary, done: &Rewritten) {
        let counted = done.counted.iter().filter(|one| !one.is_import).count();
        // What belongs to another function is counted there.
        let left = [Left::Data, Left::PerhapsData, Left::First]
            .iter()
            .filter_map(|why| done.left.get(why))
            .sum::<usize>();
        for (sums, matters) in self.functions.iter_mut().zip([true, binary.is_apple]) {
            if matters {
                *sums = (sums.0 + counted, sums.1 + counted + left);
            }
        }
        // The old signature goes, which is no gain.
        let signature = e2e::counts::signature(&binary.bytes) as i64;
        self.bytes += done.bytes.len() as i64 - binary.bytes.len() as i64 + signature;
        self.counted += done.counted.len();
    }
}

/// What this process has computed so far.
fn cpu_seconds() -> Result<f64> {
    let text = std::fs::read_to_string("/proc/self/stat")?;
    let (_, fields) = text.rsplit_once(')').context("/proc/self/stat")?;
    let ticks = fields.split_whitespace().skip(11).take(2).map(str::parse::<f64>).sum::<Result<f64, _>>()?;
    Ok(ticks / 100.0)
}
