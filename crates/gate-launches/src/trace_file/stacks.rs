//! Reads the sampled call stacks of a trace.

use std::collections::BTreeMap;
use std::sync::Arc;

use trace::{ImageFlags, MarkKind, NodeId, Reader, SampleFlags};

use super::names::TraceMethod;
use super::{TickScale, method_name};
use crate::samples::{
    CallingContext, Frame, RunState, SampledImage, Sampler, Samples, Stack, Stall, StalledThread,
};
use crate::{MethodTable, Ns, Phase, PhaseId, ThreadKind};

/// Reads the call stacks of a trace; returns `None` if the launch was not sampled.
pub(super) fn read_samples(
    trace: &Reader<'_>,
    table: &mut MethodTable,
    methods: &[TraceMethod],
    scale: &TickScale,
    bounds: &[Phase],
) -> Option<Samples> {
    let sampler = trace.sampler?;
    let ns = |nanos: trace::Nanos| Ns(nanos.0 as f64);
    let mut contexts = Contexts::new(trace, methods);
    let stacks = trace.samples.iter().map(|sample| read_stack(trace, &sample, &mut contexts, scale, bounds));
    Some(Samples {
        sampler: Sampler {
            asked: ns(sampler.asked),
            used: ns(sampler.used),
            taken: sampler.taken.0,
            dropped: sampler.dropped.0,
            own: Ns(scale.ticks_to_ns(sampler.own)),
            ended_by: sampler.ended_by,
        },
        stacks: stacks.collect(),
        stalls: read_stalls(trace, table),
        contexts: contexts.made,
        images: read_images(trace, table),
        frames: read_frames(trace, table),
    })
}

fn read_images(trace: &Reader<'_>, table: &mut MethodTable) -> Vec<SampledImage> {
    trace
        .images
        .iter()
        .map(|image| SampledImage {
            path: table.share_text(&image.path.to_string()),
            uuid: image.uuid,
            system: image.flags.contains(ImageFlags::SYSTEM),
            agent: image.flags.contains(ImageFlags::AGENT),
        })
        .collect()
}

fn read_frames(trace: &Reader<'_>, table: &mut MethodTable) -> Vec<Frame> {
    let symbols: Vec<(Arc<str>, u64)> = trace
        .symbols
        .iter()
        .map(|symbol| (table.share_text(&symbol.name.to_string()), symbol.offset.0))
        .collect();
    trace
        .frames
        .iter()
        .map(|frame| Frame {
            parent: frame.parent.map(|parent| parent.0),
            image: frame.image.map(|image| image.0),
            offset: frame.offset.0,
            nearest: frame.symbol.and_then(|symbol| symbols.get(symbol.index()).cloned()),
        })
        .collect()
}

fn read_stack(
    trace: &Reader<'_>,
    sample: &trace::Sample,
    contexts: &mut Contexts<'_, '_>,
    scale: &TickScale,
    bounds: &[Phase],
) -> Stack {
    let is_main = is_main(trace, sample);
    Stack {
        frame: sample.frame.0,
        thread: if is_main { ThreadKind::Main } else { ThreadKind::Other },
        context: sample.node.and_then(|node| contexts.context_index(node)),
        phase: if is_main { find_phase(trace, sample.after, scale, bounds) } else { None },
        unsure: sample.flags.contains(SampleFlags::UNSURE),
        stall: sample.flags.contains(SampleFlags::STALL),
        cut: sample.flags.contains(SampleFlags::CUT),
        state: run_state(sample.flags),
        count: sample.count.0,
        time: Ns(scale.ticks_to_ns(sample.time)),
    }
}

/// Returns the stalls of a launch in the order of their numbers. The main thread is the first thread of each stall.
fn read_stalls(trace: &Reader<'_>, table: &mut MethodTable) -> Vec<Stall> {
    let mut by_number: BTreeMap<u8, Vec<(u32, trace::Sample)>> = BTreeMap::new();
    for (row, sample) in trace.samples.iter().enumerate() {
        if sample.flags.contains(SampleFlags::STALL) {
            by_number.entry(sample.flags.stall_number()).or_default().push((row as u32, sample));
        }
    }
    let mut stalls = Vec::new();
    for mut samples in by_number.into_values() {
        samples.sort_by_key(|(_, sample)| !is_main(trace, sample));
        let index_of = |thread| samples.iter().position(|(_, other)| other.thread == Some(thread));
        let threads = samples.iter().map(|(row, sample)| StalledThread {
            name: thread_name(trace, sample, table),
            stack: *row,
            holder: sample.flags.holder().and_then(index_of),
            ..StalledThread::default()
        });
        stalls.push(Stall { threads: threads.collect() });
    }
    stalls
}

fn is_main(trace: &Reader<'_>, sample: &trace::Sample) -> bool {
    sample.thread.and_then(|thread| trace.threads.is_main.get(thread.index())).unwrap_or(false)
}

fn thread_name(trace: &Reader<'_>, sample: &trace::Sample, table: &mut MethodTable) -> Arc<str> {
    let thread = sample.thread.and_then(|thread| trace.threads.row(thread.index()));
    let named = thread.map(|thread| match thread.name.0 {
        b"" if thread.is_main => "main".to_owned(),
        b"" => thread.os_id.0.to_string(),
        _ => thread.name.to_string(),
    });
    table.share_text(&named.unwrap_or_default())
}

/// Describes the last stall whose long call had not returned when the recorded window ended.
pub(super) fn describe_open_stall(trace: &Reader<'_>) -> Option<String> {
    let is_open = |sample: &trace::Sample| trace.open_calls.node.iter().any(|open| Some(open) == sample.node);
    let stalled = || trace.samples.iter().filter(|sample| sample.flags.contains(SampleFlags::STALL));
    let on_main = stalled().filter(|sample| is_main(trace, sample) && is_open(sample));
    let main = on_main.max_by_key(|sample| sample.flags.stall_number())?;
    let same_stall = stalled().filter(|sample| sample.flags.stall_number() == main.flags.stall_number());
    let holder = main.flags.holder().and_then(|holder| {
        let mut of_holder = same_stall.filter(|sample| sample.thread == Some(holder));
        innermost_method(trace, &of_holder.next()?)
    });
    let waits = holder.map(|holder| format!(", which waits for a lock that a thread in {holder} holds"));
    let method = innermost_method(trace, &main)?;
    Some(format!("the main thread did not return from {method}{}", waits.unwrap_or_default()))
}

/// Returns the name of the innermost method that was open at a sample.
fn innermost_method(trace: &Reader<'_>, sample: &trace::Sample) -> Option<String> {
    let node = trace.nodes.row(sample.node?.index())?;
    Some(method_name(&trace.methods.row(node.method?.index())?))
}

fn run_state(flags: SampleFlags) -> RunState {
    let states = [
        (SampleFlags::RAN, RunState::Ran),
        (SampleFlags::READY, RunState::Ready),
        (SampleFlags::WAITED, RunState::Waited),
        (SampleFlags::BLOCKED, RunState::Blocked),
    ];
    let found = states.into_iter().find(|(flag, _)| flags.contains(*flag));
    found.map_or(RunState::Unknown, |(_, state)| state)
}

/// Returns the phase that begins at or contains a mark. The samples between this mark and the next mark are in the returned phase.
fn find_phase(trace: &Reader<'_>, after: MarkKind, scale: &TickScale, bounds: &[Phase]) -> Option<PhaseId> {
    let at = match trace.marks.iter().find(|mark| mark.kind == after) {
        Some(mark) => scale.ns_at(mark.at),
        None => (after == MarkKind::ProcessStart).then_some(Ns::ZERO)?,
    };
    let row = bounds.iter().position(|phase| phase.from <= at && at < phase.to)?;
    u8::try_from(row).ok().map(PhaseId)
}

/// The calling contexts of samples: the tree nodes in which samples were taken, and their ancestors.
struct Contexts<'a, 'b> {
    trace: &'a Reader<'b>,
    methods: &'a [TraceMethod],
    /// For each node, the index of its context; `None` for a node without a context.
    rows: Vec<Option<u32>>,
    made: Vec<CallingContext>,
}

impl<'a, 'b> Contexts<'a, 'b> {
    fn new(trace: &'a Reader<'b>, methods: &'a [TraceMethod]) -> Contexts<'a, 'b> {
        Contexts { trace, methods, rows: vec![None; trace.nodes.len()], made: Vec::new() }
    }

    /// Returns the index of the context of a node. A node without a method, such as a root, has the context of its nearest ancestor with a
    /// method.
    fn context_index(&mut self, node: NodeId) -> Option<u32> {
        let mut missing = Vec::new();
        let mut at = Some(node);
        let mut known = None;
        while let Some(node) = at {
            known = self.rows[node.index()];
            if known.is_some() {
                break;
            }
            missing.push(node);
            at = self.trace.nodes.parent.get(node.index()).flatten();
        }
        for node in missing.into_iter().rev() {
            let Some(id) = self.trace.nodes.method.get(node.index()).flatten() else { continue };
            let Some(method) = self.methods.get(id.index()) else { continue };
            let row = self.trace.methods.get(id);
            let code = row.filter(|row| row.offset.0 != 0).and_then(|row| Some((row.image?.0, row.offset.0)));
            self.made.push(CallingContext { parent: known, method: method.id, code });
            known = Some(self.made.len() as u32 - 1);
            self.rows[node.index()] = known;
        }
        known
    }
}

#[cfg(test)]
mod tests {
    use trace::{Address, Count, MethodId, NodeId, SampleFlags, SamplingEnd, Ticks};
    use traces::{Content, names};

    use crate::{Launches, Ns, ReadOptions, ThreadKind, read_stream};

    fn read(content: &Content<'_>, keep_paths: bool) -> Launches {
        let bytes = content.to_bytes();
        let options = ReadOptions { paths: keep_paths, ..ReadOptions::default() };
        read_stream("a.lgtrace", &*bytes, &options).unwrap()
    }

    /// Returns a launch with one phase after `main` and one stack that was sampled three times below two methods.
    fn content(names: &[String]) -> Content<'_> {
        let mut content = Content::synthetic(names, 20, 1).with_samples(5, 1);
        content.info.agent_start_wall.0 = content.info.process_start.0 + 40_000_000;
        content.nodes[1].parent = Some(NodeId(0));
        content.nodes[2].parent = Some(NodeId(1));
        (content.nodes[1].method, content.nodes[2].method) = (Some(MethodId(0)), Some(MethodId(1)));
        content.methods[1].image = Some(trace::ImageId(1));
        content.methods[1].offset = Address(0x4000);
        for (row, frame) in content.frames.iter_mut().enumerate() {
            frame.parent = row.checked_sub(1).map(|row| trace::FrameId(row as u32));
        }
        content.samples.truncate(2);
        let first = &mut content.samples[0];
        first.frame = trace::FrameId(4);
        first.thread = Some(trace::ThreadId(0));
        first.node = Some(NodeId(2));
        first.after = trace::MarkKind::Main;
        first.flags = SampleFlags::UNSURE;
        (first.count, first.time) = (Count(3), Ticks(72_000));
        let second = &mut content.samples[1];
        (second.thread, second.node) = (None, None);
        second.flags = SampleFlags::STALL.with(SampleFlags::CUT);
        content
    }

    #[test]
    fn sampled_stacks_are_read_with_their_phase_and_calls() {
        let names = names(20);
        let content = content(&names);
        let launches = read(&content, true);
        let launch = &launches.launches[0];
        let samples = launch.samples.as_deref().expect("it was sampled");
        assert_eq!((samples.sampler.asked, samples.sampler.ended_by), (Ns(1e6), SamplingEnd::Window));
        let [first, second] = &samples.stacks[..] else { panic!("two rows") };
        assert_eq!((first.thread, first.count, first.time), (ThreadKind::Main, 3, Ns(3e6)));
        assert_eq!((first.unsure, first.stall, first.cut), (true, false, false));
        let phase = &launch.phases[usize::from(first.phase.expect("the mark is there").0)];
        assert!(phase.name.starts_with("main.."), "{}", phase.name);
        assert_eq!(samples.frames_of(first), [0, 1, 2, 3, 4]);
        let frame = &samples.frames[4];
        assert_eq!(frame.offset, content.frames[4].offset.0);
        let image = content.frames[4].image.map(|image| content.images[image.index()].uuid);
        assert_eq!(samples.image_of(frame).map(|image| image.uuid), image);
        let called: Vec<&str> = samples
            .contexts_of(first)
            .iter()
            .map(|row| &*launches.table.method(samples.contexts[*row as usize].method).name)
            .collect();
        let method = |row: usize| {
            let method = content.methods[row];
            format!(
                "{}[{} {}]",
                if method.is_class_method { "+" } else { "-" },
                method.class,
                method.selector
            )
        };
        assert_eq!(called, [method(0), method(1)]);
        let inner = first.context.expect("a method was open") as usize;
        assert_eq!(samples.contexts[inner].code, Some((1, 0x4000)));
        assert_eq!((second.thread, second.context, second.phase), (ThreadKind::Other, None, None));
        assert_eq!((second.stall, second.cut), (true, true));
    }

    #[test]
    fn a_launch_that_ends_in_a_stall_is_lost_with_the_names_of_both_methods() {
        let names = names(20);
        let mut content = content(&names);
        content.info.ended_by = trace::Ending::NotEnded;
        content.open_calls = vec![trace::OpenCall { node: NodeId(2) }];
        let (main, other) = (trace::ThreadId(0), trace::ThreadId(1));
        content.samples[0].flags = SampleFlags::WAITED.of_stall(1, Some(other));
        let second = &mut content.samples[1];
        (second.thread, second.node) = (Some(other), Some(NodeId(1)));
        second.flags = SampleFlags::WAITED.of_stall(1, Some(main));
        let lost = |content: &Content<'_>| {
            let bytes = content.to_bytes();
            crate::why_stopped(&trace::Reader::open(&bytes).unwrap()).unwrap_or_default()
        };
        let [holder, method] = [0, 1].map(|row| {
            let method = &content.methods[row];
            let sign = if method.is_class_method { '+' } else { '-' };
            format!("{sign}[{} {}]", method.class, method.selector)
        });
        let reason = format!("the main thread did not return from {method}");
        let with_holder = format!("{reason}, which waits for a lock that a thread in {holder} holds");
        assert!(lost(&content).ends_with(&with_holder), "{}", lost(&content));
        content.samples[0].flags = SampleFlags::WAITED.of_stall(1, None);
        assert!(lost(&content).ends_with(&reason), "{}", lost(&content));
        content.open_calls.clear();
        assert!(!lost(&content).contains("did not return"), "the call returned");
    }

    #[test]
    fn sampled_stacks_are_kept_only_if_call_paths_are_requested() {
        let names = names(20);
        assert!(read(&content(&names), false).launches[0].samples.is_none());
        assert!(read(&Content::synthetic(&names, 20, 1), true).launches.iter().all(|l| l.samples.is_none()));
    }

    #[test]
    fn sampled_stacks_keep_their_methods_when_launches_are_merged() {
        let names = names(20);
        let mut other = Content::synthetic(&names, 20, 1);
        other.methods.reverse();
        other.info.agent_start_wall.0 = other.info.process_start.0 + 40_000_000;
        other.info.launch_id = trace::Text::from("other-launch-1");
        let mut all = read(&other, true);
        let alone = read(&content(&names), true);
        let called = |launches: &Launches| {
            let launch = launches.launches.iter().find(|launch| launch.samples.is_some()).expect("sampled");
            let samples = launch.samples.as_deref().expect("sampled");
            let name = |context: &crate::CallingContext| launches.table.method(context.method).name.clone();
            samples.contexts.iter().map(name).collect::<Vec<_>>()
        };
        let expected = called(&alone);
        all.absorb(alone);
        assert_eq!(called(&all), expected);
    }
}
