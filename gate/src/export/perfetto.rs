//! `--format perfetto`: Perfetto's own protobuf.

use std::io::{self, Write};

use prost::Message;

use crate::launches::Recording;
use crate::launches::perfetto::{
    CLEARED, CounterDescriptor, DebugAnnotation, EventName, InternedData, NEEDED, ProcessDescriptor,
    ThreadDescriptor, TracePacket, TrackDescriptor, TrackEvent, kind,
};

use super::chrome::{below, nested};

/// Writes the recordings as one trace: a process for each launch.
pub fn write_perfetto(recordings: &[Recording], mut out: impl Write) -> io::Result<()> {
    for (recording, pid) in recordings.iter().zip(1..) {
        let trace = Trace { packet: Packets::of(recording, pid).list };
        out.write_all(&trace.encode_to_vec())?;
    }
    out.flush()
}

#[derive(Clone, PartialEq, Message)]
struct Trace {
    #[prost(message, repeated, tag = "1")]
    packet: Vec<TracePacket>,
}

struct Packets {
    list: Vec<TracePacket>,
    sequence: u32,
    /// The uuid of the process's track; those of its other tracks follow it.
    process: u64,
    tracks: u64,
}

fn nanos(ns: f64) -> u64 {
    ns.max(0.0).round() as u64
}

impl Packets {
    fn of(recording: &Recording, pid: u32) -> Packets {
        let process = u64::from(pid) << 32;
        let mut packets = Packets { list: vec![], sequence: pid, process, tracks: 0 };
        let event_names = recording
            .names
            .iter()
            .zip(1..)
            .map(|(name, iid)| EventName { iid: Some(iid), name: Some(name.clone()) })
            .collect();
        packets.push(TracePacket {
            interned_data: Some(InternedData { event_names }),
            sequence_flags: Some(CLEARED),
            ..TracePacket::default()
        });
        packets.describe(TrackDescriptor {
            uuid: Some(process),
            process: Some(ProcessDescriptor {
                pid: Some(pid as i32),
                process_name: Some(format!("launch {}", recording.id)),
            }),
            ..TrackDescriptor::default()
        });
        packets.threads(recording, pid);
        packets.marks(recording);
        packets.pages(recording);
        packets.sampled(recording);
        packets
    }

    fn push(&mut self, packet: TracePacket) {
        self.list.push(TracePacket { trusted_packet_sequence_id: Some(self.sequence), ..packet });
    }

    fn describe(&mut self, track: TrackDescriptor) {
        self.push(TracePacket { track_descriptor: Some(track), ..TracePacket::default() });
    }

    /// A track below the process's.
    fn track(&mut self, name: &str, counter: bool) -> u64 {
        self.tracks += 1;
        let uuid = self.process + self.tracks;
        self.describe(TrackDescriptor {
            uuid: Some(uuid),
            name: Some(name.to_owned()),
            parent_uuid: Some(self.process),
            counter: counter.then_some(CounterDescriptor {}),
            ..TrackDescriptor::default()
        });
        uuid
    }

    fn event(&mut self, at_ns: f64, event: TrackEvent) {
        self.push(TracePacket {
            timestamp: Some(nanos(at_ns)),
            track_event: Some(event),
            sequence_flags: Some(NEEDED),
            ..TracePacket::default()
        });
    }

    fn threads(&mut self, recording: &Recording, pid: u32) {
        for (thread, tid) in recording.threads.iter().zip(1..) {
            self.tracks += 1;
            let uuid = self.process + self.tracks;
            // A process's main thread has its number.
            let tid = if thread.is_main { pid as i32 } else { 1_000_000 * pid as i32 + tid };
            self.describe(TrackDescriptor {
                uuid: Some(uuid),
                thread: Some(ThreadDescriptor {
                    pid: Some(pid as i32),
                    tid: Some(tid),
                    thread_name: Some(thread.name.clone()),
                }),
                ..TrackDescriptor::default()
            });
            let end = |at: f64| {
                (
                    at,
                    TrackEvent {
                        r#type: Some(kind::SLICE_END),
                        track_uuid: Some(uuid),
                        ..TrackEvent::default()
                    },
                )
            };
            let mut open: Vec<f64> = Vec::new();
            for slice in &thread.slices {
                while let Some(at) = open.pop_if(|end| *end <= slice.start_ns) {
                    let (at, event) = end(at);
                    self.event(at, event);
                }
                let rest = (slice.rest.calls > 0).then(|| DebugAnnotation {
                    name: Some("below_threshold".to_owned()),
                    string_value: Some(below(slice.rest)),
                });
                self.event(
                    slice.start_ns,
                    TrackEvent {
                        r#type: Some(kind::SLICE_BEGIN),
                        track_uuid: Some(uuid),
                        name_iid: Some(u64::from(slice.name) + 1),
                        categories: vec!["objc".to_owned()],
                        debug_annotations: rest.into_iter().collect(),
                        ..TrackEvent::default()
                    },
                );
                open.push(slice.start_ns + slice.duration_ns);
            }
            while let Some(at) = open.pop() {
                let (at, event) = end(at);
                self.event(at, event);
            }
        }
    }

    fn marks(&mut self, recording: &Recording) {
        let mut counters: Vec<(&str, u64)> = Vec::new();
        let track = self.track("marks", false);
        for mark in &recording.marks {
            self.event(
                mark.at_ns,
                TrackEvent {
                    r#type: Some(kind::INSTANT),
                    track_uuid: Some(track),
                    name: Some(mark.name.clone()),
                    ..TrackEvent::default()
                },
            );
            for &(name, count) in &mark.counters {
                let known = counters.iter().find(|known| known.0 == name).map(|known| known.1);
                let track = known.unwrap_or_else(|| {
                    let track = self.track(name, true);
                    counters.push((name, track));
                    track
                });
                self.count(mark.at_ns, track, count);
            }
        }
        let end = recording.marks.last().map_or(0.0, |mark| mark.at_ns);
        for (name, count) in &recording.dropped {
            let track = self.track(&format!("dropped {name}"), true);
            self.count(end, track, *count);
        }
    }

    fn count(&mut self, at_ns: f64, track: u64, count: u64) {
        let event = TrackEvent {
            r#type: Some(kind::COUNTER),
            track_uuid: Some(track),
            counter_value: Some(i64::try_from(count).unwrap_or(i64::MAX)),
            ..TrackEvent::default()
        };
        self.event(at_ns, event);
    }

    /// A track of its own, and no thread's: the spans were not at these times.
    fn sampled(&mut self, recording: &Recording) {
        let Some(thread) = &recording.sampled else { return };
        let track = self.track(&thread.name, false);
        let events = nested(thread, |slice, begins, at| {
            let (kind, name) = match begins {
                true => (kind::SLICE_BEGIN, Some(u64::from(slice.name) + 1)),
                false => (kind::SLICE_END, None),
            };
            let categories = if begins { vec!["sampled".to_owned()] } else { Vec::new() };
            let event = TrackEvent {
                r#type: Some(kind),
                track_uuid: Some(track),
                name_iid: name,
                categories,
                ..TrackEvent::default()
            };
            (at, event)
        });
        events.into_iter().for_each(|(at, event)| self.event(at, event));
    }

    /// Pages may overlap, so each has a track of its own.
    fn pages(&mut self, recording: &Recording) {
        for page in &recording.pages {
            let track = self.track("pages", false);
            for (kind, at, name) in [
                (kind::SLICE_BEGIN, page.from_ns, Some(page.name.clone())),
                (kind::SLICE_END, page.to_ns, None),
            ] {
                let event =
                    TrackEvent { r#type: Some(kind), track_uuid: Some(track), name, ..TrackEvent::default() };
                self.event(at, event);
            }
        }
    }
}
