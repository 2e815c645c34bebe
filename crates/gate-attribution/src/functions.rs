//! Finds the functions in which the samples of each launch fell, by names that are the same across builds.
//!
//! A sample belongs to the innermost function of the app below the open method; the time of system code belongs to its caller. Code that a
//! compiler generated (outlined parts, metadata accessors) also belongs to its caller. Before `main`, a sample belongs to the initialiser
//! that the loader called, so that each initialiser has its whole cost. Invariant: the time before the agent's start belongs to no
//! function, because no samples were taken then.

use std::collections::BTreeMap;
use std::sync::Arc;

use gate_launches::{
    CountedImage, Frame, Function, FunctionKind, Launch, LaunchFunctions, Launches, MethodTable, PhaseWait,
    RunState, SampledFunction, SampledScope, Samples, Stack, ThreadKind, WaitKind, marks,
};
use hashbrown::HashMap;

use super::{Attribution, NameKind, NativeFrame, NativeFunction, NativeFunctions, path_for_display};
use crate::symbols::{Cache, demangle, shown_uuid};

impl Attribution {
    /// Sets the functions of each launch with samples or counts. Returns descriptions of the files that could not be read.
    pub fn name_functions(&self, launches: &mut Launches, cache: Option<Cache>) -> Vec<String> {
        if launches.launches.iter().all(|launch| launch.samples.is_none() && launch.counts.is_none()) {
            return Vec::new();
        }
        let natives = self.find_native_functions(launches, cache);
        let mut known = FunctionCache { natives: &natives, functions: HashMap::new() };
        for launch in &mut launches.launches {
            if let Some(samples) = launch.samples.as_mut().filter(|samples| !samples.stalls.is_empty()) {
                name_stalls(Arc::make_mut(samples), &natives);
            }
            if let Some(images) = launch.counts.take() {
                launch.counts = Some(known.name_counts(&images));
            }
            let Some(samples) = launch.samples.clone() else { continue };
            let seen = known.sampled_functions(launch, &samples, &launches.table);
            let missing = missing_of(&natives, &samples);
            let waits = phase_waits(launch, &samples);
            launch.functions = Some(Arc::new(LaunchFunctions { seen, missing, waits }));
        }
        natives.problems.clone()
    }

    /// Adds a folder with the dSYMs of another build. The dSYMs name addresses in images that have the UUIDs of the dSYMs, and do not
    /// affect modules.
    pub fn add_symbols(&mut self, folder: &std::path::Path) -> Result<(), super::AttributeError> {
        let (mut binaries, mut link_maps) = (Vec::new(), Vec::new());
        super::find_symbols(folder, &mut binaries, &mut link_maps)?;
        for path in binaries {
            for file in super::find_macho_files(&path)? {
                self.files.add(&file).map_err(super::AttributeError::read(&file))?;
            }
        }
        Ok(())
    }
}

/// The largest number of functions that are named on the stack of a stalled thread.
const STALLED_FUNCTIONS: usize = 5;

/// Names the functions of the app on the stacks of stalls.
fn name_stalls(samples: &mut Samples, natives: &NativeFunctions) {
    let mut stalls = std::mem::take(&mut samples.stalls);
    for thread in stalls.iter_mut().flat_map(|stall| &mut stall.threads) {
        let frames = samples.frames_of(&samples.stacks[thread.stack as usize]).into_iter().rev();
        let functions = frames
            .flat_map(|row| natives.functions_at(samples, &samples.frames[row as usize]).iter().rev())
            .map(|frame| &natives.functions[frame.function]);
        let of_app: Vec<_> = functions.filter(|native| !native.system).take(STALLED_FUNCTIONS).collect();
        thread.functions = of_app.iter().map(|native| native.short_name()).collect();
        thread.module = of_app.first().and_then(|native| native.module.clone());
        thread.owner = of_app.first().and_then(|native| native.owner.clone());
    }
    samples.stalls = stalls;
}

/// Returns the images of this launch that have no symbols. `natives` also contains the images of other launches, such as the launches of
/// the other build in an interleaved run.
fn missing_of(natives: &NativeFunctions, samples: &Samples) -> Arc<[(String, String)]> {
    let own: Vec<String> = samples.images.iter().map(|image| shown_uuid(&image.uuid.0)).collect();
    natives.missing.iter().filter(|(_, uuid)| own.contains(uuid)).cloned().collect()
}

/// Returns the waiting time of the main thread by phase and kind; `None` if the recorder did not read run states.
fn phase_waits(launch: &Launch, samples: &Samples) -> Option<Vec<PhaseWait>> {
    let is_main = |stack: &&Stack| stack.thread == ThreadKind::Main && !stack.stall;
    let main: Vec<&Stack> = samples.stacks.iter().filter(is_main).collect();
    if main.iter().all(|stack| stack.state == RunState::Unknown) {
        return None;
    }
    let mut sums: BTreeMap<(Arc<str>, WaitKind), f64> = BTreeMap::new();
    for stack in main {
        let phase = stack.phase.and_then(|phase| launch.phases.get(usize::from(phase.0)));
        if let (Some(phase), Some(kind)) = (phase, samples.wait_of(stack)) {
            *sums.entry((Arc::clone(&phase.name), kind)).or_default() += stack.time.0;
        }
    }
    let waits = sums.into_iter().map(|((phase, kind), ns)| PhaseWait { phase, kind, ns: ns as u64 });
    Some(waits.collect())
}

/// Bytes of an arm64 instruction.
const INSTRUCTION: u64 = 4;

/// The key of a function: the sampled function and the relation to it, the kind, and the function that contains it.
type FunctionKey = (Option<(usize, Relation)>, FunctionKind, Option<Arc<Function>>);

/// The relation of a function to a sampled function.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Relation {
    Itself,
    /// The function that contains a closure in the source, which need not be sampled.
    Enclosing,
}

/// The functions that were found in all launches. The cache creates each function only once.
struct FunctionCache<'a> {
    natives: &'a NativeFunctions,
    functions: HashMap<FunctionKey, Arc<Function>>,
}

/// A function, the line in it, and for each function that contains it, the line of the call.
type FunctionLines = (Arc<Function>, Vec<Option<u32>>);

type SampleCounts =
    BTreeMap<(SampledScope, Option<Arc<Function>>, Option<WaitKind>), (u64, Vec<BTreeMap<u32, u64>>)>;

impl FunctionCache<'_> {
    /// Returns the counted calls with the names of the functions and of their first callers.
    fn name_counts(&mut self, images: &[CountedImage]) -> Arc<[CountedImage]> {
        let uuids: Vec<Option<trace::Uuid>> = images.iter().map(CountedImage::uuid_bytes).collect();
        let uuid_of = |image: usize| uuids.get(image).copied().flatten();
        let mut images = images.to_vec();
        for (place, image) in images.iter_mut().enumerate() {
            for one in &mut image.functions {
                if let Some((function, NativeFrame { line, .. }, length)) =
                    self.app_function(uuid_of(place), one.offset)
                {
                    (one.function, one.line, one.instructions) = (Some(function), line, length / INSTRUCTION);
                }
                let caller = one.caller_at();
                let caller = caller.and_then(|(image, offset)| self.app_function(uuid_of(image), offset));
                one.by = caller.map(|(function, ..)| function);
            }
        }
        images.into()
    }

    /// Returns the function of the app at an offset of an image, its frame, and the number of bytes of its code.
    fn app_function(
        &mut self,
        uuid: Option<trace::Uuid>,
        offset: u64,
    ) -> Option<(Arc<Function>, NativeFrame, u64)> {
        let (frame, length) = self.natives.at_place(uuid?.0, offset)?;
        // A function without a symbol is skipped, because its offset differs between builds, and the nearest exported symbol may be that of
        // another function.
        if self.natives.functions[frame.function].named != NameKind::Symbol {
            return None;
        }
        let function = self.get(Some((frame.function, Relation::Itself)), FunctionKind::App, None);
        Some((function, frame, length))
    }

    fn sampled_functions(
        &mut self,
        launch: &Launch,
        samples: &Samples,
        table: &MethodTable,
    ) -> Vec<SampledFunction> {
        let mut counts = SampleCounts::new();
        for stack in samples.stacks.iter().filter(|stack| stack.thread == ThreadKind::Main && !stack.stall) {
            // The time of the agent itself is not included in any cost, so its samples are skipped.
            let top = samples.frames.get(stack.frame as usize).and_then(|frame| samples.image_of(frame));
            if top.is_some_and(|image| image.agent) {
                continue;
            }
            let Some(node) = node(launch, samples, stack, table) else { continue };
            let (function, its_lines) = self.function(&node, samples, stack).unzip();
            let (count, lines) = counts.entry((node, function, samples.wait_of(stack))).or_default();
            *count += stack.count;
            for (at, line) in its_lines.iter().flatten().enumerate() {
                lines.resize(lines.len().max(at + 1), BTreeMap::new());
                line.iter().for_each(|line| *lines[at].entry(*line).or_default() += stack.count);
            }
        }
        let seen = counts.into_iter().map(|((node, function, waiting), (samples, lines))| SampledFunction {
            node,
            function,
            waiting,
            lines: lines.into_iter().map(most_sampled).collect(),
            samples,
        });
        seen.collect()
    }

    /// Returns the function of a sample; `None` means the method itself.
    fn function(&mut self, node: &SampledScope, samples: &Samples, stack: &Stack) -> Option<FunctionLines> {
        let frames = match node {
            SampledScope::Method(_) => self.natives.below_method(samples, stack),
            SampledScope::Outside(_) => self.natives.frames(samples, stack, 0),
        };
        let natives = self.natives;
        let native = |frame: &NativeFrame| &natives.functions[frame.function];
        let is_named = |frame: &NativeFrame| native(frame).is_app_code();
        let (found, kind) = if is_before_main(node) {
            // The loader calls the outermost function of the app. Functions that were inlined into the outermost function belong to it.
            let found = frames.iter().position(|frame| is_named(frame) && !frame.inlined);
            (found, FunctionKind::Initialiser)
        } else {
            (frames.iter().rposition(is_named), FunctionKind::App)
        };
        let of_system = |known: &mut Self, NativeFrame { function, .. }: &NativeFrame| {
            Some((known.get(Some((*function, Relation::Itself)), FunctionKind::System, None), Vec::new()))
        };
        let Some(at) = found else {
            // In a method, the time of system code belongs to the method. Outside methods, the function belongs to the system library.
            return of_system(self, frames.last().filter(|_| matches!(node, SampledScope::Outside(_)))?);
        };
        let frame = frames[at];
        let found = native(&frame);
        if matches!(node, SampledScope::Method(name) if *found.symbol == **name) {
            return None;
        }
        if found.named != NameKind::Symbol {
            return of_system(self, &frame);
        }
        // The sample counts for the innermost function that was not inlined, and for the functions inlined into that function; the frame of
        // the method is not in `frames`.
        let from = frames[..=at].iter().rposition(|frame| !frame.inlined);
        let named = frames[from.unwrap_or(0)..=at]
            .iter()
            .filter(|frame| is_named(frame) && native(frame).named == NameKind::Symbol);
        let method = from.is_none().then(|| self.get(None, FunctionKind::Method, None));
        self.inline_chain(node, method, named.copied().collect(), kind)
    }

    /// Returns the innermost of several inlined functions; the first function in the list is inlined into `method`. A closure is contained
    /// in the function that contains it in the source, even if its code was inlined into another function.
    fn inline_chain(
        &mut self,
        node: &SampledScope,
        method: Option<Arc<Function>>,
        frames: Vec<NativeFrame>,
        kind: FunctionKind,
    ) -> Option<FunctionLines> {
        let without_line = |function| (function, vec![None]);
        let mut chain: Vec<FunctionLines> = method.map(without_line).into_iter().collect();
        for frame in frames {
            let native = &self.natives.functions[frame.function];
            let symbol = native.numbered.as_ref().unwrap_or(&native.symbol);
            let within = match demangle::written_in(symbol).filter(|_| frame.inlined) {
                Some((name, _)) if matches!(node, SampledScope::Method(node) if **node == *name) => {
                    Some(without_line(self.get(None, FunctionKind::Method, None)))
                }
                Some((name, _)) => {
                    let known = chain.iter().find(|(function, _)| *function.name == *name).cloned();
                    let enclosing = Some((frame.function, Relation::Enclosing));
                    known.or_else(|| Some(without_line(self.get(enclosing, kind, None))))
                }
                None => chain.last().cloned(),
            };
            let (within, lines) = within.unzip();
            let lines = std::iter::once(frame.line).chain(lines.into_iter().flatten()).collect();
            chain.push((self.get(Some((frame.function, Relation::Itself)), kind, within), lines));
        }
        chain.pop()
    }

    /// Returns the function with this key, which is created at the first request. If the key contains no sampled function, it denotes the
    /// method itself.
    fn get(
        &mut self,
        function: Option<(usize, Relation)>,
        kind: FunctionKind,
        within: Option<Arc<Function>>,
    ) -> Arc<Function> {
        let natives = self.natives;
        let known = self.functions.entry((function, kind, within));
        let known = known.or_insert_with_key(|(function, kind, within)| {
            let function = match function {
                Some((function, relation)) => from_native(&natives.functions[*function], *kind, *relation),
                None => Function::new_unnamed(FunctionKind::Method, "".into()),
            };
            Arc::new(Function { within: within.clone(), ..function })
        });
        Arc::clone(known)
    }
}

/// Creates the function for a sampled function, or for the function that contains it in the source.
fn from_native(native: &NativeFunction, kind: FunctionKind, relation: Relation) -> Function {
    if kind == FunctionKind::System {
        // The function gets the name of its image, because offsets differ between builds, and the nearest exported symbol may be the symbol
        // of another function.
        let image = Arc::clone(&native.image);
        let (module, name, short) = (Arc::clone(&image), Arc::clone(&image), image);
        return Function { module, name, kind, short, file: None, owner: None, within: None };
    }
    let shared = |text: &Option<String>| text.as_deref().map(Arc::from);
    let symbol = native.numbered.as_ref().unwrap_or(&native.symbol);
    let enclosing = demangle::written_in(symbol).filter(|_| relation == Relation::Enclosing);
    let (name, short) = enclosing.unwrap_or_else(|| {
        let short = match demangle::initialiser_of(symbol) {
            Some(file) => format!("static initialiser of {file}"),
            None => demangle::canonical_short(symbol),
        };
        (demangle::canonical_name(symbol), short)
    });
    Function {
        module: native.module.as_deref().map_or_else(|| Arc::clone(&native.image), Arc::from),
        name: name.into(),
        kind,
        short: short.into(),
        file: native.file.as_deref().map(path_for_display).map(Arc::from),
        owner: shared(&native.owner),
        within: None,
    }
}

/// Returns the line with the most samples; of lines with equally many samples, the first.
fn most_sampled(lines: BTreeMap<u32, u64>) -> Option<u32> {
    let line = lines.into_iter().max_by(|a, b| a.1.cmp(&b.1).then(b.0.cmp(&a.0)));
    line.map(|(line, _)| line)
}

fn is_before_main(node: &SampledScope) -> bool {
    matches!(node, SampledScope::Outside(phase) if phase.split_once("..").is_some_and(|(_, to)| to == marks::MAIN))
}

/// Returns the node in which a sample fell. The measured time of a node is divided among its samples. The result is `None` for samples
/// before the agent's start.
fn node(launch: &Launch, samples: &Samples, stack: &Stack, table: &MethodTable) -> Option<SampledScope> {
    if let Some(context) = stack.context {
        let method = samples.contexts.get(context as usize)?.method;
        return Some(SampledScope::Method(Arc::clone(&table.method(method).name)));
    }
    let phase = launch.phases.get(usize::from(stack.phase?.0))?;
    let starts = phase.name.starts_with(marks::START) && phase.name.ends_with(marks::AGENT_START);
    (!starts).then(|| SampledScope::Outside(Arc::clone(&phase.name)))
}

impl NativeFunctions {
    /// Returns the functions of a stack from the frame with index `from`, the outermost first, without the functions of the agent.
    pub fn frames(&self, samples: &Samples, stack: &Stack, from: usize) -> Vec<NativeFrame> {
        let frames = samples.frames_of(stack).into_iter().skip(from).map(|row| &samples.frames[row as usize]);
        let apps = frames.filter(|frame| samples.image_of(frame).is_none_or(|image| !image.agent));
        apps.flat_map(|frame| self.functions_at(samples, frame)).copied().collect()
    }

    /// Returns the functions below the innermost open method, including the functions inlined into the method.
    pub fn below_method(&self, samples: &Samples, stack: &Stack) -> Vec<NativeFrame> {
        let frames = samples.frames_of(stack);
        if let Some(at) = stack.context.and_then(|context| self.method_at(samples, &frames, context)) {
            return self.frames(samples, stack, at).into_iter().skip(1).collect();
        }
        // A method that has not begun, or that ended in a tail call, has no frame; without the frame, only the innermost function is
        // certain.
        self.frames(samples, stack, frames.len().saturating_sub(1))
    }

    /// Returns the index of the frame of a call's method; `frames` begins with the outermost.
    fn method_at(&self, samples: &Samples, frames: &[u32], context: u32) -> Option<usize> {
        let is_of = |frame: &Frame, code: (u32, u64)| {
            frame.image == Some(code.0) && self.begin_offset(samples, frame) == Some(code.1)
        };
        let last = |code| frames.iter().rposition(|&row| is_of(&samples.frames[row as usize], code));
        let own = samples.contexts[context as usize].code?;
        let at = last(own)?;
        // If the call has not begun, the frame that was found may belong to an outer call of the same method. The caller's frame is then
        // inside of that outer call.
        let parent = |row: &u32| samples.contexts[*row as usize].parent;
        let callers = std::iter::successors(parent(&context), parent);
        let mut codes = callers.filter_map(|row| samples.contexts[row as usize].code);
        let caller = codes.find(|code| *code != own).and_then(last);
        caller.is_none_or(|caller| caller < at).then_some(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PREPARE: &str = "-[Delegate prepare]";
    const AUDIT: &str = "$s6Ledger4BookC5auditSiyF";
    const TWICE: &str = "$s6Ledger5twiceyS2i_S2iXEtF";
    const CLOSURE: &str = "$s6Ledger4BookC5auditSiyFS2iXEfU_";

    /// Returns the innermost of inlined functions and the functions that contain it, with their files.
    fn chain(frames: &[(&str, &str, bool)]) -> Vec<(String, Option<String>)> {
        let mut natives = NativeFunctions::default();
        natives.functions.extend(frames.iter().map(|(symbol, file, _)| NativeFunction {
            symbol: (*symbol).to_owned(),
            numbered: None,
            image: "App".into(),
            file: Some((*file).to_owned()),
            module: None,
            owner: None,
            named: NameKind::Symbol,
            system: false,
        }));
        let frames = frames.iter().enumerate();
        let frames: Vec<NativeFrame> =
            frames.map(|(function, frame)| NativeFrame { function, line: None, inlined: frame.2 }).collect();
        let mut known = FunctionCache { natives: &natives, functions: HashMap::new() };
        let method = frames[0].inlined.then(|| known.get(None, FunctionKind::Method, None));
        let last =
            known.inline_chain(&SampledScope::Method(PREPARE.into()), method, frames, FunctionKind::App);
        let all =
            std::iter::successors(last.map(|(function, _)| function), |function| function.within.clone());
        all.map(|function| (function.short.to_string(), function.file.as_deref().map(str::to_owned)))
            .collect()
    }

    #[test]
    fn a_closure_belongs_to_the_function_that_it_is_written_in() {
        let closure = ("closure #1 in Book.audit()".to_owned(), Some("Ledger.swift".to_owned()));
        let audit = ("Book.audit()".to_owned(), Some("Ledger.swift".to_owned()));
        let method = (String::new(), None);
        // The closure was inlined into the helper. The helper was inlined into its caller, or was not inlined.
        let inlined =
            [(AUDIT, "Ledger.swift", false), (TWICE, "Twice.swift", true), (CLOSURE, "Ledger.swift", true)];
        assert_eq!(chain(&inlined), [closure.clone(), audit.clone()]);
        let own = [(TWICE, "Twice.swift", false), (CLOSURE, "Ledger.swift", true)];
        assert_eq!(chain(&own), [closure.clone(), audit.clone()]);
        // All functions were inlined into the method.
        let in_method = inlined.map(|(symbol, file, _)| (symbol, file, true));
        assert_eq!(chain(&in_method), [closure.clone(), audit, method.clone()]);
        // A closure that was not inlined is not contained in another function.
        assert_eq!(chain(&[(CLOSURE, "Ledger.swift", false)]), [closure]);
        let lambda =
            [("_ZN6engine4eachEv", "each.hpp", true), ("_ZZ19-[Delegate prepare]ENK3$_0clEv", "d.mm", true)];
        assert_eq!(chain(&lambda)[1..], [method]);
        // A function inlined into a closure is within the closure.
        let getter = [
            (TWICE, "Twice.swift", false),
            (CLOSURE, "Ledger.swift", true),
            ("_ZN3BoxIiE3getEv", "Box.h", true),
        ];
        let shorts: Vec<String> = chain(&getter).into_iter().map(|(short, _)| short).collect();
        assert_eq!(shorts, ["Box::get", "closure #1 in Book.audit()", "Book.audit()"]);
    }
}
