//! What samples found, laid out in time: in each phase the calls and functions of its samples, the longest first.
//!
//! A trace says in which phase samples were taken, and no more: a span's length is the time that its samples stand for, its place in the
//! phase is not known.

use hashbrown::HashMap;

use attribute::Natives;
use launches::{Launch, RecordedThread, Recording, Rest, Slice, Table, Thread};

use super::sampled::functions_of;
use super::tree::SAMPLED;

/// The name of the track.
const TRACK: &str = "main thread, sampled (longest first in each phase)";

#[derive(Default)]
struct Spans {
    /// Parent, name, time.
    all: Vec<(Option<usize>, u32, f64)>,
    known: HashMap<(Option<usize>, u32), usize>,
}

impl Spans {
    fn add(&mut self, path: &[u32], time: f64) {
        let mut at = None;
        for &name in path {
            let next = *self.known.entry((at, name)).or_insert_with(|| {
                self.all.push((at, name, 0.0));
                self.all.len() - 1
            });
            self.all[next].2 += time;
            at = Some(next);
        }
    }

    /// One beside the other within `from` and `to`, each below its caller.
    fn slices(&self, names: &[String], from: f64, to: f64, slices: &mut Vec<Slice>) {
        let mut below: Vec<Vec<usize>> = vec![Vec::new(); self.all.len() + 1];
        for (at, (parent, ..)) in self.all.iter().enumerate() {
            below[parent.unwrap_or(self.all.len())].push(at);
        }
        for list in &mut below {
            let name = |at: usize| &names[self.all[at].1 as usize];
            list.sort_by(|a, b| {
                self.all[*b].2.total_cmp(&self.all[*a].2).then_with(|| name(*a).cmp(name(*b)))
            });
        }
        let whole: f64 = below[self.all.len()].iter().map(|at| self.all[*at].2).sum();
        // Intervals vary, so that the samples of a phase may stand for a little more than it.
        let scale = if whole > to - from { (to - from) / whole } else { 1.0 };
        let mut open = vec![(self.all.len(), from, 0)];
        while let Some((at, mut start_ns, depth)) = open.pop() {
            let mut children = Vec::new();
            if let Some((_, name, time)) = self.all.get(at) {
                slices.push(Slice {
                    name: *name,
                    depth: depth - 1,
                    start_ns,
                    duration_ns: time * scale,
                    rest: Rest::default(),
                });
            }
            for &child in &below[at] {
                children.push((child, start_ns, depth + 1));
                start_ns += self.all[child].2 * scale;
            }
            open.extend(children.into_iter().rev());
        }
    }
}

/// Adds what samples found on a launch's main thread to its recording.
pub fn add_sampled(recording: &mut Recording, launch: &Launch, table: &Table, natives: &Natives) {
    let Some(samples) = launch.samples.as_deref() else { return };
    let mut known: HashMap<String, u32> =
        recording.names.iter().zip(0..).map(|(name, at)| (name.clone(), at)).collect();
    let names = &mut recording.names;
    let mut number = |name: String| {
        *known.entry(name).or_insert_with_key(|name| {
            names.push(name.clone());
            names.len() as u32 - 1
        })
    };
    let mut phases: Vec<Spans> = launch.phases.iter().map(|_| Spans::default()).collect();
    let stacks = samples.stacks.iter().filter(|stack| !stack.hang && stack.thread == Thread::Main);
    for stack in stacks {
        let Some(spans) = stack.phase.and_then(|phase| phases.get_mut(phase.0 as usize)) else { continue };
        let methods = samples
            .contexts_of(stack)
            .into_iter()
            .map(|context| table.method(samples.contexts[context as usize].method).name.to_string());
        let functions = functions_of(samples, natives, stack).into_iter();
        let functions =
            functions.map(|frame| format!("{}{SAMPLED}", natives.functions[frame.function].short()));
        let path: Vec<u32> = methods.chain(functions).map(&mut number).collect();
        spans.add(&path, stack.time.0);
    }
    let mut slices = Vec::new();
    for (spans, phase) in phases.iter().zip(&launch.phases) {
        let at = |name: &str| recording.marks.iter().find(|mark| mark.name == name).map(|mark| mark.at_ns);
        let Some((from, to)) = phase.name.split_once("..") else { continue };
        let from = at(from).unwrap_or(0.0);
        if let Some(to) = at(to).filter(|to| *to >= from) {
            spans.slices(&recording.names, from, to, &mut slices);
        }
    }
    if !slices.is_empty() {
        recording.sampled =
            Some(RecordedThread { name: TRACK.to_owned(), slices, ..RecordedThread::default() });
    }
}
