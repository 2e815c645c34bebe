//! Writes the functions of a session's launches as text beside the session, and reads them: names and counts of samples, no addresses.
//!
//! The symbols of a build are rarely available as long as its baseline, so sampled functions are stored by name. Invariant: the text has at
//! most half of the session's size; functions with few samples for which no space remains are replaced by their module.
//!
//! ```text
//! launchgate.functions/1
//! session … device.model         the session that it belongs to, one field a line
//! sampled     NUMBER …           the launches with samples
//! missing     IMAGE UUID         images without symbols
//! function    KIND MODULE NAME SHORT FILE OWNER WITHIN     within which function above its code was put, or -
//! method      NAME               or outside PHASE: where the following functions were seen
//! in          FUNCTION COUNTS    the function's place above, from 0, or - for the method itself; LAUNCH:SAMPLES …
//! waiting     KIND FUNCTION COUNTS     such a line for the samples at which the main thread waited in a call of this kind
//! states      NUMBER …           the launches with run states
//! wait        PHASE KIND COUNTS  the time for which they waited: LAUNCH:NANOSECONDS …
//! end         NUMBER OF LINES ABOVE, CHECKSUM
//! ```

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use gate_launches::{
    Function, FunctionKind, Launch, LaunchFunctions, PhaseWait, SampledFunction, SampledScope, WaitKind,
};

use super::text::{
    self, NumberedLines, abbreviate, escape, escape_option, parse_whole, unescape, unescape_option,
};
use super::{BaselineKey, Result};

const FORMAT: &str = "launchgate.functions";
const VERSION: u32 = 1;

/// The shares of all samples below which functions are replaced by their module. The first share with which the file is small enough is
/// used.
const TOO_SMALL: [f64; 7] = [0.0, 0.000_5, 0.001, 0.002, 0.005, 0.02, 1.1];

/// Formats the functions of a session's launches in at most `room` bytes; `None` without samples, or if the functions do not fit.
pub(super) fn encode_within(launches: &[Launch], room: usize) -> Option<String> {
    let first = launches.iter().find(|launch| launch.functions.is_some())?;
    let key = BaselineKey::from_conditions(&first.conditions);
    let texts = TOO_SMALL.iter().map(|share| encode(&key, &first.session, launches, *share));
    texts.into_iter().find(|text| text.len() <= room)
}

/// The function in which samples of a node fell, and the kind of call in which the main thread waited at these samples, if it waited.
type NodeFunction = (Option<Arc<Function>>, Option<WaitKind>);

/// The samples of each launch, by node and function.
type SampleCounts = BTreeMap<SampledScope, BTreeMap<NodeFunction, BTreeMap<usize, u64>>>;

fn encode(key: &BaselineKey, session: &str, launches: &[Launch], too_small: f64) -> String {
    let sampled: Vec<(u64, &LaunchFunctions)> =
        launches.iter().filter_map(|launch| Some((launch.number, launch.functions.as_deref()?))).collect();
    let counts = count_samples(&sampled, too_small);
    let places = number_functions(&counts);
    let mut out = text::format_sidecar_head(FORMAT, VERSION, key, session);
    let numbers: Vec<String> = sampled.iter().map(|(number, _)| number.to_string()).collect();
    let _ = writeln!(out, "sampled\t{}", numbers.join(" "));
    let missing: std::collections::BTreeSet<&(String, String)> =
        sampled.iter().flat_map(|(_, functions)| functions.missing.iter()).collect();
    for (image, uuid) in missing {
        let _ = writeln!(out, "missing\t{}\t{}", escape(image), escape(uuid));
    }
    let mut in_order: Vec<(&Arc<Function>, usize)> =
        places.iter().map(|(function, at)| (*function, *at)).collect();
    in_order.sort_by_key(|(_, at)| *at);
    for (function, _) in in_order {
        let Function { module, name, kind, short, file, owner, within } = &**function;
        let within = within.as_ref().map_or_else(|| "-".to_owned(), |within| places[within].to_string());
        // A short name that equals the full name is written as "=". An unknown file or owner is an empty
        // field.
        let _ = writeln!(
            out,
            "function\t{}\t{}\t{}\t{}\t{}\t{}\t{within}",
            kind.name(),
            escape(module),
            escape(name),
            if short == name { "=".into() } else { escape(short) },
            escape_option(file.as_deref()),
            escape_option(owner.as_deref())
        );
    }
    for (node, functions) in &counts {
        let (word, name) = match node {
            SampledScope::Method(name) => ("method", name),
            SampledScope::Outside(name) => ("outside", name),
        };
        let _ = writeln!(out, "{word}\t{}", escape(name));
        for ((function, waiting), by_launch) in functions {
            let place =
                function.as_ref().map_or_else(|| "-".to_owned(), |function| places[function].to_string());
            let word = waiting.map_or_else(|| "in".to_owned(), |kind| format!("waiting\t{}", kind.name()));
            let _ = writeln!(out, "{word}\t{place}\t{}", format_pairs(by_launch));
        }
    }
    encode_waits(&mut out, &sampled);
    let end = text::checksum_line(&out);
    out + &end
}

/// Formats numbers by launch as `LAUNCH:NUMBER …`.
fn format_pairs(by_launch: &BTreeMap<usize, u64>) -> String {
    let pairs: Vec<String> = by_launch.iter().map(|(launch, number)| format!("{launch}:{number}")).collect();
    pairs.join(" ")
}

/// Adds the waiting time of the launches that have run states.
fn encode_waits(out: &mut String, sampled: &[(u64, &LaunchFunctions)]) {
    let with_states: Vec<(usize, &Vec<PhaseWait>)> = sampled
        .iter()
        .enumerate()
        .filter_map(|(at, (_, functions))| Some((at, functions.waits.as_ref()?)))
        .collect();
    if with_states.is_empty() {
        return;
    }
    let numbers: Vec<String> = with_states.iter().map(|(at, _)| at.to_string()).collect();
    let _ = writeln!(out, "states\t{}", numbers.join(" "));
    let mut waits: BTreeMap<(&Arc<str>, WaitKind), BTreeMap<usize, u64>> = BTreeMap::new();
    for (at, wait) in with_states.iter().flat_map(|(at, waits)| waits.iter().map(move |wait| (*at, wait))) {
        waits.entry((&wait.phase, wait.kind)).or_default().insert(at, wait.ns);
    }
    for ((phase, kind), by_launch) in waits {
        let _ = writeln!(out, "wait\t{}\t{}\t{}", escape(phase), kind.name(), format_pairs(&by_launch));
    }
}

/// Numbers the functions so that each function follows the function that contains it.
fn number_functions(counts: &SampleCounts) -> BTreeMap<&Arc<Function>, usize> {
    let mut places = BTreeMap::new();
    let functions: std::collections::BTreeSet<&Arc<Function>> =
        counts.values().flat_map(BTreeMap::keys).filter_map(|(function, _)| function.as_ref()).collect();
    for function in functions {
        let chain: Vec<&Arc<Function>> =
            std::iter::successors(Some(function), |function| function.within.as_ref()).collect();
        for one in chain.into_iter().rev() {
            let next = places.len();
            places.entry(one).or_insert(next);
        }
    }
    places
}

fn count_samples(sampled: &[(u64, &LaunchFunctions)], too_small: f64) -> SampleCounts {
    let mut samples: BTreeMap<&Arc<Function>, u64> = BTreeMap::new();
    let mut all = 0;
    for seen in sampled.iter().flat_map(|(_, functions)| &functions.seen) {
        all += seen.samples;
        if let Some(function) = &seen.function {
            *samples.entry(function).or_default() += seen.samples;
        }
    }
    let least = too_small * all as f64;
    let mut counts = SampleCounts::new();
    for (at, (_, functions)) in sampled.iter().enumerate() {
        for seen in &functions.seen {
            let has_enough = |function: &Arc<Function>| samples[function] as f64 >= least;
            let function = seen.function.as_ref().map(|function| {
                if has_enough(function) { Arc::clone(function) } else { replacement_function(function) }
            });
            let node = counts.entry(seen.node.clone()).or_default();
            *node.entry((function, seen.waiting)).or_default().entry(at).or_default() += seen.samples;
        }
    }
    counts
}

/// Returns the function that replaces the small functions of a module.
fn replacement_function(function: &Function) -> Arc<Function> {
    Arc::new(Function::new_unnamed(FunctionKind::Others, Arc::clone(&function.module)))
}

pub(super) type DecodedFunctions = (BaselineKey, Arc<str>, BTreeMap<u64, Arc<LaunchFunctions>>);

pub(super) fn decode(path: &Path, text: &str) -> Result<DecodedFunctions> {
    let mut lines = NumberedLines::open(path, text, FORMAT, VERSION)?;
    let (key, session) = lines.read_owner()?;
    let numbers =
        lines.expect_line("sampled")?.split(' ').map(parse_whole).collect::<Result<Vec<u64>, String>>();
    let numbers = numbers.map_err(|reason| lines.line_error(reason))?;
    let launches = numbers.len();
    let mut reader = FunctionsReader {
        seen: vec![Vec::new(); launches],
        waits: vec![None; launches],
        ..FunctionsReader::default()
    };
    lines.read_body(text, |word, rest| {
        let fields: Vec<&str> = rest.split('\t').collect();
        reader.read_line(word, &fields)
    })?;
    let missing: Arc<[(String, String)]> = reader.missing.into();
    let functions = reader.seen.into_iter().zip(reader.waits).map(|(mut seen, waits)| {
        seen.sort();
        Arc::new(LaunchFunctions { seen, missing: Arc::clone(&missing), waits })
    });
    Ok((key, session, numbers.into_iter().zip(functions).collect()))
}

#[derive(Default)]
struct FunctionsReader {
    missing: Vec<(String, String)>,
    functions: Vec<Arc<Function>>,
    node: Option<SampledScope>,
    /// The samples by launch.
    seen: Vec<Vec<SampledFunction>>,
    /// The waiting time by launch.
    waits: Vec<Option<Vec<PhaseWait>>>,
}

impl FunctionsReader {
    /// Returns the function with the number in a field; `None` for `-`.
    fn function_at(&self, field: &str) -> Result<Option<Arc<Function>>, String> {
        if field == "-" {
            return Ok(None);
        }
        let found = usize::try_from(parse_whole(field)?).ok().and_then(|at| self.functions.get(at));
        Ok(Some(Arc::clone(found.ok_or("no such function")?)))
    }

    /// Adds the samples of a function in the current node.
    fn take_samples(
        &mut self,
        waiting: Option<WaitKind>,
        function: &str,
        counts: &str,
    ) -> Result<(), String> {
        let node = self.node.clone().ok_or("expected a method or outside line before this function")?;
        let function = self.function_at(function)?;
        for (launch, samples) in numbers_by_launch(counts)? {
            let (node, function) = (node.clone(), function.clone());
            let seen = SampledFunction { node, function, waiting, lines: Vec::new(), samples };
            self.seen.get_mut(launch).ok_or("no such launch")?.push(seen);
        }
        Ok(())
    }

    fn read_line(&mut self, word: &str, fields: &[&str]) -> Result<(), String> {
        let text = |field: &str| unescape(field).map(Arc::<str>::from);
        let option = |field: &str| unescape_option(field).map(|text| text.map(Arc::<str>::from));
        match (word, fields) {
            ("missing", [image, uuid]) => self.missing.push((unescape(image)?, unescape(uuid)?)),
            ("function", [kind, module, name, short, file, owner, within]) => {
                let kind =
                    FunctionKind::from_name(kind).ok_or_else(|| format!("no kind {}", abbreviate(kind)))?;
                let name = text(name)?;
                let short = if *short == "=" { Arc::clone(&name) } else { text(short)? };
                let (module, file, owner) = (text(module)?, option(file)?, option(owner)?);
                let within = self.function_at(within)?;
                self.functions.push(Arc::new(Function { module, name, kind, short, file, owner, within }));
            }
            ("method", [name]) => self.node = Some(SampledScope::Method(text(name)?)),
            ("outside", [name]) => self.node = Some(SampledScope::Outside(text(name)?)),
            ("in", [function, counts]) => self.take_samples(None, function, counts)?,
            ("waiting", [kind, function, counts]) => {
                self.take_samples(Some(wait_kind(kind)?), function, counts)?
            }
            ("states", [launches]) => {
                for launch in launches.split(' ') {
                    let waits =
                        usize::try_from(parse_whole(launch)?).ok().and_then(|at| self.waits.get_mut(at));
                    *waits.ok_or("no such launch")? = Some(Vec::new());
                }
            }
            ("wait", [phase, kind, times]) => {
                let (phase, kind) = (text(phase)?, wait_kind(kind)?);
                for (launch, ns) in numbers_by_launch(times)? {
                    let waits = self.waits.get_mut(launch).and_then(Option::as_mut);
                    waits.ok_or("no such launch")?.push(PhaseWait { phase: Arc::clone(&phase), kind, ns });
                }
            }
            _ => return Err(format!("unexpected {} with {} fields", abbreviate(word), fields.len())),
        }
        Ok(())
    }
}

fn wait_kind(name: &str) -> Result<WaitKind, String> {
    WaitKind::from_name(name).ok_or_else(|| format!("no kind of waiting {}", abbreviate(name)))
}

/// Reads numbers in the form `LAUNCH:NUMBER …`.
fn numbers_by_launch(field: &str) -> Result<Vec<(usize, u64)>, String> {
    field.split(' ').map(number_of_launch).collect()
}

fn number_of_launch(pair: &str) -> Result<(usize, u64), String> {
    let (launch, number) = pair.split_once(':').ok_or("expected counts in the form LAUNCH:SAMPLES")?;
    let launch = usize::try_from(parse_whole(launch)?).map_err(|_| "no such launch")?;
    Ok((launch, parse_whole(number)?))
}

#[cfg(test)]
mod tests;
