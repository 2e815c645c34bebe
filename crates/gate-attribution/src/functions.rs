//! Which functions the samples of each launch were in, by names that hold across builds.
//!
//! A sample belongs to the innermost function of the app below the method that was open; the system's time to who called it. What a
//! compiler made by itself (outlined parts, metadata accessors) belongs to its caller. Before `main` it belongs to the initialiser that
//! the loader called, so that each has its whole cost.
//! Invariant: the time before the agent's start belongs to no function, since nothing was sampled there.

use std::collections::BTreeMap;
use std::sync::Arc;

use gate_launches::{
    CountedImage, Function, FunctionKind, Functions, Launch, Launches, Node, Samples, Seen, Stack, Table,
    Thread, marks,
};
use hashbrown::HashMap;

use super::{Attribution, Named, Native, NativeFrame, Natives, cut};
use crate::symbols::{Cache, demangle, shown_uuid};

impl Attribution {
    /// Says of each launch with samples which functions they were in. Gives what could not be read.
    pub fn name_functions(&self, launches: &mut Launches, cache: Option<Cache>) -> Vec<String> {
        if launches.launches.iter().all(|launch| launch.samples.is_none() && launch.counts.is_none()) {
            return Vec::new();
        }
        let natives = self.natives(launches, cache);
        let mut known = MadeFunctions { natives: &natives, made: HashMap::new() };
        for launch in &mut launches.launches {
            if let Some(images) = launch.counts.take() {
                launch.counts = Some(known.counted(&images));
            }
            let Some(samples) = launch.samples.clone() else { continue };
            let seen = known.seen(launch, &samples, &launches.table);
            let missing = missing_of(&natives, &samples);
            launch.functions = Some(Arc::new(Functions { seen, missing }));
        }
        natives.problems.clone()
    }

    /// Takes in a folder with another build's dSYMs: they say what is at an address of their UUID, and nothing of modules.
    pub fn add_symbols(&mut self, folder: &std::path::Path) -> Result<(), super::AttributeError> {
        let (mut binaries, mut link_maps) = (Vec::new(), Vec::new());
        super::find_symbols(folder, &mut binaries, &mut link_maps)?;
        for path in binaries {
            for file in super::inside(&path)? {
                self.files
                    .add(&file)
                    .map_err(|source| super::AttributeError::Read { path: file.clone(), source })?;
            }
        }
        Ok(())
    }
}

/// The images of a launch without symbols: another one may have them, as the other build in an interleaved run.
fn missing_of(natives: &Natives, samples: &Samples) -> Arc<[(String, String)]> {
    let own: Vec<String> = samples.images.iter().map(|image| shown_uuid(&image.uuid.0)).collect();
    natives.missing.iter().filter(|(_, uuid)| own.contains(uuid)).cloned().collect()
}

/// The bytes of one.
const INSTRUCTION: u64 = 4;

/// What is one function: what samples found, of which kind, and within which other one.
type Made = (Option<(usize, Relation)>, FunctionKind, Option<Arc<Function>>);

/// A function that samples found, or the one that it is written in, which they need not have found.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Relation {
    Itself,
    WrittenIn,
}

/// The functions that were met, each made once for all launches.
struct MadeFunctions<'a> {
    natives: &'a Natives,
    made: HashMap<Made, Arc<Function>>,
}

/// A function, and the lines of it and of what it lies within.
type Placed = (Arc<Function>, Vec<Option<u32>>);

type Counts = BTreeMap<(Node, Option<Arc<Function>>), (u64, Vec<BTreeMap<u32, u64>>)>;

impl MadeFunctions<'_> {
    /// The same counts, each with its function and the one that called it first.
    fn counted(&mut self, images: &[CountedImage]) -> Arc<[CountedImage]> {
        let uuids: Vec<Option<trace::Uuid>> = images.iter().map(CountedImage::uuid_bytes).collect();
        let mut at = |image: usize, offset: u64| {
            let (NativeFrame { function, line, .. }, length) =
                self.natives.at_place((*uuids.get(image)?)?.0, offset)?;
            // Offsets differ between builds.
            let is_named = self.natives.functions[function].named == Named::Symbol;
            let made =
                is_named.then(|| self.made(Some((function, Relation::Itself)), FunctionKind::App, None));
            made.map(|made| (made, (line, length / INSTRUCTION)))
        };
        let mut images = images.to_vec();
        for (place, image) in images.iter_mut().enumerate() {
            for one in &mut image.functions {
                let (function, of_code) = at(place, one.offset).unzip();
                (one.line, one.instructions) = of_code.unwrap_or_default();
                one.function = function;
                one.by = one.caller_at().and_then(|(image, offset)| Some(at(image, offset)?.0));
            }
        }
        images.into()
    }

    fn seen(&mut self, launch: &Launch, samples: &Samples, table: &Table) -> Vec<Seen> {
        let mut counts = Counts::new();
        for stack in samples.stacks.iter().filter(|stack| stack.thread == Thread::Main && !stack.hang) {
            // What the agent takes is in no cost.
            let top = samples.frames.get(stack.frame as usize).and_then(|frame| samples.image_of(frame));
            if top.is_some_and(|image| image.agent) {
                continue;
            }
            let Some(node) = node(launch, samples, stack, table) else { continue };
            let (function, placed) = self.function(&node, samples, stack).unzip();
            let (count, lines) = counts.entry((node, function)).or_default();
            *count += stack.count;
            for (at, line) in placed.iter().flatten().enumerate() {
                lines.resize(lines.len().max(at + 1), BTreeMap::new());
                line.iter().for_each(|line| *lines[at].entry(*line).or_default() += stack.count);
            }
        }
        let most = |lines: BTreeMap<u32, u64>| {
            let line = lines.into_iter().max_by(|a, b| a.1.cmp(&b.1).then(b.0.cmp(&a.0)));
            line.map(|(line, _)| line)
        };
        let seen = counts.into_iter().map(|((node, function), (samples, lines))| Seen {
            node,
            function,
            lines: lines.into_iter().map(most).collect(),
            samples,
        });
        seen.collect()
    }

    /// None is the method's own.
    fn function(&mut self, node: &Node, samples: &Samples, stack: &Stack) -> Option<Placed> {
        let frames = match node {
            Node::Method(_) => self.natives.below_method(samples, stack),
            Node::Outside(_) => self.natives.frames(samples, stack, 0),
        };
        let natives = self.natives;
        let native = |frame: &NativeFrame| &natives.functions[frame.function];
        let is_named = |frame: &NativeFrame| {
            let native = native(frame);
            !native.system && !demangle::is_made(&native.symbol) && !demangle::is_of_library(&native.symbol)
        };
        let (found, kind) = if is_before_main(node) {
            // What the loader calls: the first function of the app; what is inlined into it is a part of it.
            let found = frames.iter().position(|frame| is_named(frame) && !frame.inlined);
            (found, FunctionKind::Initialiser)
        } else {
            (frames.iter().rposition(is_named), FunctionKind::App)
        };
        let of_system = |known: &mut Self, NativeFrame { function, .. }: &NativeFrame| {
            Some((known.made(Some((*function, Relation::Itself)), FunctionKind::System, None), Vec::new()))
        };
        let Some(at) = found else {
            // In a method it is the method's own, and what the system did for it.
            return of_system(self, frames.last().filter(|_| matches!(node, Node::Outside(_)))?);
        };
        let frame = frames[at];
        let found = native(&frame);
        if matches!(node, Node::Method(name) if *found.symbol == **name) {
            return None;
        }
        if found.named != Named::Symbol {
            return of_system(self, &frame);
        }
        // From the function that has code of its own; a method's own is not among the frames.
        let from = frames[..=at].iter().rposition(|frame| !frame.inlined);
        let named = frames[from.unwrap_or(0)..=at]
            .iter()
            .filter(|frame| is_named(frame) && native(frame).named == Named::Symbol);
        let method = from.is_none().then(|| self.made(None, FunctionKind::Method, None));
        self.put_into(node, method, named.copied().collect(), kind)
    }

    /// The last one of functions that were put into each other, the first of them into `method`. A closure is within the function that it
    /// is written in, into whichever other one its code was put.
    fn put_into(
        &mut self,
        node: &Node,
        method: Option<Arc<Function>>,
        frames: Vec<NativeFrame>,
        kind: FunctionKind,
    ) -> Option<Placed> {
        let without_line = |function| (function, vec![None]);
        let mut chain: Vec<Placed> = method.map(without_line).into_iter().collect();
        for frame in frames {
            let native = &self.natives.functions[frame.function];
            let symbol = native.numbered.as_ref().unwrap_or(&native.symbol);
            let within = match demangle::written_in(symbol).filter(|_| frame.inlined) {
                Some((name, _)) if matches!(node, Node::Method(node) if **node == *name) => {
                    Some(without_line(self.made(None, FunctionKind::Method, None)))
                }
                Some((name, _)) => {
                    let known = chain.iter().find(|(function, _)| *function.name == *name).cloned();
                    let written_in = Some((frame.function, Relation::WrittenIn));
                    known.or_else(|| Some(without_line(self.made(written_in, kind, None))))
                }
                None => chain.last().cloned(),
            };
            let (within, lines) = within.unzip();
            let lines = std::iter::once(frame.line).chain(lines.into_iter().flatten()).collect();
            chain.push((self.made(Some((frame.function, Relation::Itself)), kind, within), lines));
        }
        chain.pop()
    }

    fn made(
        &mut self,
        function: Option<(usize, Relation)>,
        kind: FunctionKind,
        within: Option<Arc<Function>>,
    ) -> Arc<Function> {
        let natives = self.natives;
        let made =
            self.made.entry((function, kind, within)).or_insert_with_key(|(function, kind, within)| {
                let made = match function {
                    Some((function, of)) => of_native(&natives.functions[*function], *kind, *of),
                    None => Function::nameless(FunctionKind::Method, "".into()),
                };
                Arc::new(Function { within: within.clone(), ..made })
            });
        Arc::clone(made)
    }
}

fn of_native(native: &Native, kind: FunctionKind, of: Relation) -> Function {
    if kind == FunctionKind::System {
        // Offsets differ between builds, and an exported symbol is only near: the image is all that holds.
        let image = Arc::clone(&native.image);
        let (module, name, short) = (Arc::clone(&image), Arc::clone(&image), image);
        return Function { module, name, kind, short, file: None, owner: None, within: None };
    }
    let shared = |text: &Option<String>| text.as_deref().map(Arc::from);
    let symbol = native.numbered.as_ref().unwrap_or(&native.symbol);
    let written_in = demangle::written_in(symbol).filter(|_| of == Relation::WrittenIn);
    let (name, short) = written_in.unwrap_or_else(|| {
        let short = match demangle::initialiser_of(symbol) {
            Some(file) => format!("static initialiser of {file}"),
            None => demangle::same_short(symbol),
        };
        (demangle::same(symbol), short)
    });
    Function {
        module: native.module.as_deref().map_or_else(|| Arc::clone(&native.image), Arc::from),
        name: name.into(),
        kind,
        short: short.into(),
        file: native.file.as_deref().map(cut).map(Arc::from),
        owner: shared(&native.owner),
        within: None,
    }
}

fn is_before_main(node: &Node) -> bool {
    matches!(node, Node::Outside(phase) if phase.split_once("..").is_some_and(|(_, to)| to == marks::MAIN))
}

/// Whose exact time a sample divides; none if it was taken before anything was measured.
fn node(launch: &Launch, samples: &Samples, stack: &Stack, table: &Table) -> Option<Node> {
    if let Some(context) = stack.context {
        let method = samples.contexts.get(context as usize)?.method;
        return Some(Node::Method(Arc::clone(&table.method(method).name)));
    }
    let phase = launch.phases.get(usize::from(stack.phase?.0))?;
    let starts = phase.name.starts_with(marks::START) && phase.name.ends_with(marks::AGENT_START);
    (!starts).then(|| Node::Outside(Arc::clone(&phase.name)))
}

impl Natives {
    /// The functions of a stack from the frame `from` on, the outermost first; the agent's own are left out.
    pub fn frames(&self, samples: &Samples, stack: &Stack, from: usize) -> Vec<NativeFrame> {
        let frames = samples.frames_of(stack).into_iter().skip(from).map(|row| &samples.frames[row as usize]);
        let apps = frames.filter(|frame| samples.image_of(frame).is_none_or(|image| !image.agent));
        apps.flat_map(|frame| self.at(samples, frame)).copied().collect()
    }

    /// The functions below the innermost method that was open: behind its own frame, with what was inlined into that.
    pub fn below_method(&self, samples: &Samples, stack: &Stack) -> Vec<NativeFrame> {
        let frames = samples.frames_of(stack);
        if let Some(at) = stack.context.and_then(|context| self.method_at(samples, &frames, context)) {
            return self.frames(samples, stack, at).into_iter().skip(1).collect();
        }
        // Its frame is not there, as of one that has not begun or has called on by a jump: the innermost function is all that is sure.
        self.frames(samples, stack, frames.len().saturating_sub(1))
    }

    /// Which of these frames, the outermost first, is that of a call's method.
    fn method_at(&self, samples: &Samples, frames: &[u32], context: u32) -> Option<usize> {
        let last = |code: (u32, u64)| {
            frames.iter().rposition(|&row| {
                let frame = &samples.frames[row as usize];
                frame.image == Some(code.0) && self.begins(samples, frame) == Some(code.1)
            })
        };
        let own = samples.contexts[context as usize].code?;
        let at = last(own)?;
        // Of a call that has not begun, an outer call of the same method may be there; then what made this call is within that one.
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

    /// The innermost of functions put into each other, with the files and the owners of what it is within.
    fn chain(frames: &[(&str, &str, bool)]) -> Vec<(String, Option<String>)> {
        let mut natives = Natives::default();
        natives.functions.extend(frames.iter().map(|(symbol, file, _)| Native {
            symbol: (*symbol).to_owned(),
            numbered: None,
            image: "App".into(),
            file: Some((*file).to_owned()),
            module: None,
            owner: None,
            named: Named::Symbol,
            system: false,
        }));
        let frames = frames.iter().enumerate();
        let frames: Vec<NativeFrame> =
            frames.map(|(function, frame)| NativeFrame { function, line: None, inlined: frame.2 }).collect();
        let mut known = MadeFunctions { natives: &natives, made: HashMap::new() };
        let method = frames[0].inlined.then(|| known.made(None, FunctionKind::Method, None));
        let last = known.put_into(&Node::Method(PREPARE.into()), method, frames, FunctionKind::App);
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
        // Put into the helper, which was put into its caller or has code of its own.
        let inlined =
            [(AUDIT, "Ledger.swift", false), (TWICE, "Twice.swift", true), (CLOSURE, "Ledger.swift", true)];
        assert_eq!(chain(&inlined), [closure.clone(), audit.clone()]);
        let own = [(TWICE, "Twice.swift", false), (CLOSURE, "Ledger.swift", true)];
        assert_eq!(chain(&own), [closure.clone(), audit.clone()]);
        // All of it was put into the method.
        let in_method = inlined.map(|(symbol, file, _)| (symbol, file, true));
        assert_eq!(chain(&in_method), [closure.clone(), audit, method.clone()]);
        // With code of its own it stands by itself.
        assert_eq!(chain(&[(CLOSURE, "Ledger.swift", false)]), [closure]);
        let lambda =
            [("_ZN6engine4eachEv", "each.hpp", true), ("_ZZ19-[Delegate prepare]ENK3$_0clEv", "d.mm", true)];
        assert_eq!(chain(&lambda)[1..], [method]);
        // What is put into a closure is within that.
        let getter = [
            (TWICE, "Twice.swift", false),
            (CLOSURE, "Ledger.swift", true),
            ("_ZN3BoxIiE3getEv", "Box.h", true),
        ];
        let shorts: Vec<String> = chain(&getter).into_iter().map(|(short, _)| short).collect();
        assert_eq!(shorts, ["Box::get", "closure #1 in Book.audit()", "Book.audit()"]);
    }
}
