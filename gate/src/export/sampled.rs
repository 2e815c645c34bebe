//! Adds the functions that samples found to the call tree, below their methods, and lists the functions.
//!
//! Invariant: a method's own exact time is divided among the functions below this method. Only the time of a function that no method called
//! is estimated from the function's own samples.

use gate_attribution::{NativeFrame, NativeFunctions};
use gate_launches::{Launch, Launches, Samples, Stack, ThreadKind};
use hashbrown::{HashMap, HashSet};

use super::tree::CallTree;

/// The samples of one function in several launches.
#[derive(Clone, Debug, PartialEq)]
pub struct SampledFunction {
    /// The index of the function in [`NativeFunctions::functions`].
    pub function: usize,
    /// The line with most of the function's own time or, if the function has no own time, of the time of its callees.
    pub line: Option<u32>,
    /// Number of samples in the function or its callees.
    pub samples: u64,
    /// Number of samples in the function itself.
    pub self_samples: u64,
    /// The time in the function and its callees, in an average launch.
    pub total_ns: f64,
    /// The time in the function itself, in an average launch.
    pub self_ns: f64,
    /// The standard error of `total_ns`, which follows from the number of samples.
    pub error_ns: f64,
}

/// Returns the sampled functions on one kind of thread (with `None`, on all threads), sorted by self time and total time in descending
/// order, then by name.
pub fn hot_functions(
    launches: &Launches,
    natives: &NativeFunctions,
    thread: Option<ThreadKind>,
) -> Vec<SampledFunction> {
    #[derive(Default)]
    struct SampleSum {
        samples: u64,
        own_samples: u64,
        total: f64,
        own: f64,
        squares: f64,
        lines: HashMap<u32, (f64, f64)>,
    }
    let mut sums: HashMap<usize, SampleSum> = HashMap::new();
    let mut seen: HashSet<usize> = HashSet::new();
    for (samples, stack) in sampled_stacks(&launches.launches) {
        if thread.is_some_and(|thread| thread != stack.thread) {
            continue;
        }
        seen.clear();
        let time = stack.time.0;
        let frames: Vec<NativeFrame> = natives.frames(samples, stack, 0);
        for (depth, frame) in frames.iter().rev().enumerate() {
            let sum = sums.entry(frame.function).or_default();
            let line = frame.line.map(|line| sum.lines.entry(line).or_default());
            if depth == 0 {
                (sum.own, sum.own_samples) = (sum.own + time, sum.own_samples + stack.count);
            }
            if let Some(line) = line {
                *(if depth == 0 { &mut line.0 } else { &mut line.1 }) += time;
            }
            // A recursive function is counted only once for each stack.
            if seen.insert(frame.function) {
                sum.samples += stack.count;
                sum.total += time;
                sum.squares += time * time / stack.count.max(1) as f64;
            }
        }
    }
    let share = 1.0 / launches.launches.len().max(1) as f64;
    let hot = sums.into_iter().map(|(function, sum)| {
        let hottest = sum
            .lines
            .iter()
            .max_by(|a, b| a.1.0.total_cmp(&b.1.0).then(a.1.1.total_cmp(&b.1.1)).then(b.0.cmp(a.0)));
        SampledFunction {
            function,
            line: hottest.map(|(line, _)| *line),
            samples: sum.samples,
            self_samples: sum.own_samples,
            total_ns: sum.total * share,
            self_ns: sum.own * share,
            error_ns: sum.squares.sqrt() * share,
        }
    });
    let mut hot: Vec<SampledFunction> = hot.collect();
    let name = |hot: &SampledFunction| &natives.functions[hot.function].symbol;
    hot.sort_by(|a, b| {
        b.self_ns
            .total_cmp(&a.self_ns)
            .then(b.total_ns.total_cmp(&a.total_ns))
            .then_with(|| name(a).cmp(name(b)))
    });
    hot
}

/// Returns the stacks that were sampled at intervals. Stacks of stalls are omitted, since they have no time of their own.
pub fn sampled_stacks(launches: &[Launch]) -> impl Iterator<Item = (&Samples, &Stack)> {
    let samples = launches.iter().filter_map(|launch| launch.samples.as_deref());
    samples.flat_map(|samples| {
        samples.stacks.iter().filter(|stack| !stack.stall).map(move |stack| (samples, stack))
    })
}

impl CallTree {
    /// Builds the call tree, including functions that samples found. Functions are below their methods. Functions outside all methods are
    /// roots.
    pub fn with_samples(launches: &Launches, natives: &NativeFunctions) -> CallTree {
        let mut tree = CallTree::new(launches);
        if launches.launches.iter().all(|launch| launch.samples.is_none()) {
            return tree;
        }
        let first = tree.names.len();
        tree.names.extend(natives.functions.iter().map(gate_attribution::NativeFunction::short_name));
        let mut known: HashMap<(Option<usize>, usize, ThreadKind), usize> = tree
            .nodes
            .iter()
            .enumerate()
            .map(|(at, node)| ((node.parent, node.name, node.thread), at))
            .collect();
        let methods = tree.nodes.len();
        // `time` is the time of the samples below each method, and `own` is the time of the samples of each sampled node.
        let mut time: HashMap<usize, f64> = HashMap::new();
        let mut own: HashMap<usize, f64> = HashMap::new();
        for (samples, stack) in sampled_stacks(&launches.launches) {
            let parent = tree.innermost_method_node(&known, samples, stack);
            let frames = match parent {
                Some(_) => natives.below_method(samples, stack),
                None => natives.frames(samples, stack, 0),
            };
            if let Some(parent) = parent {
                *time.entry(parent).or_default() += stack.time.0;
            }
            let mut at = parent;
            for frame in &frames {
                let child = tree.find_or_add_child(&mut known, at, first + frame.function, stack.thread);
                tree.nodes[child].sampled = true;
                at = Some(child);
            }
            if let Some(leaf) = at.filter(|_| !frames.is_empty()) {
                *own.entry(leaf).or_default() += stack.time.0;
            }
        }
        tree.divide_among_functions(methods, &time, &own);
        tree
    }

    /// Returns the tree node of the innermost method that was running when the stack was sampled and that has a node.
    fn innermost_method_node(
        &self,
        known: &HashMap<(Option<usize>, usize, ThreadKind), usize>,
        samples: &Samples,
        stack: &Stack,
    ) -> Option<usize> {
        let mut found = None;
        for context in samples.contexts_of(stack) {
            let name = samples.contexts[context as usize].method.0 as usize;
            let Some(next) = known.get(&(found, name, stack.thread)) else { break };
            found = Some(*next);
        }
        found
    }

    /// Divides the own time of each method among the functions that samples found in it.
    fn divide_among_functions(
        &mut self,
        methods: usize,
        time: &HashMap<usize, f64>,
        own: &HashMap<usize, f64>,
    ) {
        let mut scale: Vec<f64> = vec![1.0 / self.launches.max(1) as f64; self.nodes.len()];
        for at in 0..self.nodes.len() {
            match self.nodes[at].parent {
                _ if at < methods => {
                    let sampled = time.get(&at).copied().unwrap_or(0.0);
                    scale[at] = if sampled > 0.0 { self.nodes[at].self_ns / sampled } else { 0.0 };
                }
                Some(parent) => scale[at] = scale[parent],
                None => {}
            }
            if at >= methods {
                let ns = own.get(&at).copied().unwrap_or(0.0) * scale[at];
                (self.nodes[at].self_ns, self.nodes[at].total_ns) = (ns, ns);
            }
        }
        for at in (methods..self.nodes.len()).rev() {
            let total = self.nodes[at].total_ns;
            match self.nodes[at].parent {
                Some(parent) if parent >= methods => self.nodes[parent].total_ns += total,
                Some(parent) => self.nodes[parent].sampled_ns += total,
                None => {}
            }
        }
    }
}
