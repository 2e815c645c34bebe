//! Finds the functions that samples of base and head found below a method, and the line of each function with most of the growth.
//!
//! The call tree of a verdict contains only the innermost functions of sampled stacks. The launches contain whole stacks, so a function that
//! only calls the growing code is found here, too.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::PathBuf;

use gate_attribution::{NativeFunction, NativeFunctions};
use gate_decision::Sides;
use gate_launches::{Launches, ThreadKind};
use gate_report::diagnosis::{CallNeighbour, SampledCallees, with_largest_changes};

use super::{EventDisplay, ExplainArgs, take_base};
use crate::export::sampled_stacks;

/// The time of a function and its callees in an average launch, by source line.
type LineCosts = BTreeMap<Option<u32>, Sides<f64>>;

/// The name of a function, and its source file if the file is known.
type FunctionKey = (String, Option<String>);

/// Returns the functions below each of the methods that grew most on the main thread, the largest growth first.
pub(super) fn sampled_callees(
    args: &ExplainArgs,
    methods: &BTreeSet<&str>,
    err: &mut dyn Write,
) -> anyhow::Result<SampledCallees> {
    let context = args.read_context()?;
    let mut read = |runs: &[PathBuf]| -> anyhow::Result<Launches> {
        Ok(context.shown_and_counting(runs, args.show.all, &mut EventDisplay::with_stderr(err))?.0)
    };
    let mut head = read(&args.runs)?;
    let base = match &args.base[..] {
        [] => take_base(&mut head),
        runs => read(runs)?,
    };
    let mut growth = SampledGrowth { methods, unnamed: BTreeSet::new(), found: BTreeMap::new() };
    // Stored baselines contain no call stacks.
    if !base.launches.is_empty() {
        let mut name =
            |launches| context.name_sampled_functions(launches, &mut EventDisplay::with_stderr(err));
        let (of_base, of_head) = (name(&base)?, name(&head)?);
        // In an image whose dSYM one build lacks, a function has another name in each build, and each name would seem to grow or shrink.
        growth.unnamed = &images_without_symbols(&of_base) ^ &images_without_symbols(&of_head);
        growth.add(&base, &of_base, |cost| &mut cost.base);
        growth.add(&head, &of_head, |cost| &mut cost.head);
    }
    Ok(growth.into_callees())
}

fn images_without_symbols(natives: &NativeFunctions) -> BTreeSet<String> {
    natives.missing.iter().map(|(image, _)| image.clone()).collect()
}

/// The costs of functions below methods.
struct SampledGrowth<'a> {
    methods: &'a BTreeSet<&'a str>,
    /// The images whose functions are left out.
    unnamed: BTreeSet<String>,
    found: BTreeMap<String, BTreeMap<FunctionKey, LineCosts>>,
}

impl SampledGrowth<'_> {
    /// Adds the sampled stacks of the launches of one build; `side` selects the cost of this build.
    fn add(
        &mut self,
        launches: &Launches,
        natives: &NativeFunctions,
        side: impl Fn(&mut Sides<f64>) -> &mut f64,
    ) {
        let share = 1.0 / launches.launches.len().max(1) as f64;
        for (samples, stack) in sampled_stacks(&launches.launches) {
            let Some(innermost) = stack.context.filter(|_| stack.thread == ThreadKind::Main) else {
                continue;
            };
            let method = &launches.table.method(samples.contexts[innermost as usize].method).name;
            if !self.methods.contains(&**method) {
                continue;
            }
            let functions = self.found.entry(method.to_string()).or_default();
            let mut seen = BTreeSet::new();
            // A recursive function is counted once for each stack, at the line of its innermost call.
            for frame in natives.below_method(samples, stack).into_iter().rev() {
                let function: &NativeFunction = &natives.functions[frame.function];
                let is_listed = !function.system && !self.unnamed.contains(&*function.image);
                if is_listed && seen.insert(frame.function) {
                    let key = (function.short_name(), function.file.clone());
                    let cost = functions.entry(key).or_default().entry(frame.line).or_default();
                    *side(cost) += stack.time.0 * share;
                }
            }
        }
    }

    fn into_callees(self) -> SampledCallees {
        self.found.into_iter().map(|(method, functions)| (method, growing_callees(functions))).collect()
    }
}

/// Returns the functions that grew most, as many as the evidence lists.
fn growing_callees(functions: BTreeMap<FunctionKey, LineCosts>) -> Vec<CallNeighbour> {
    let callees = functions.into_iter().map(|(function, lines)| callee(function, &lines));
    with_largest_changes(callees.filter(|callee| callee.time_growth() > 0.0))
}

/// Makes a callee of a function and its costs.
fn callee(function: FunctionKey, lines: &LineCosts) -> CallNeighbour {
    let (name, file) = function;
    let growth = |cost: &Sides<f64>| cost.head - cost.base;
    let line = lines.iter().max_by(|a, b| growth(a.1).total_cmp(&growth(b.1))).and_then(|(line, _)| *line);
    let sum = |side: fn(&Sides<f64>) -> f64| Some(lines.values().map(side).sum());
    let ns = Sides { base: sum(|cost| cost.base), head: sum(|cost| cost.head) };
    CallNeighbour { name, file, line, is_sampled: true, ns, ..CallNeighbour::default() }
}
