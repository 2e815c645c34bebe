//! Traces of Perfetto, as btrace writes them for iOS: slices on the tracks of threads.
//!
//! Packets are decoded one by one, so that a mistake has the number of its byte.

use std::borrow::Cow;

use hashbrown::HashMap;
use prost::Message;

use crate::launches::draft::Draft;
use crate::launches::spans::{Event, EventKind, Id, Origin};
use crate::launches::{Table, WarningKind};

use super::ImportError;

/// The key of a packet in the file: field 1, with a length.
const PACKET: u8 = 0x0a;

/// Whether a file begins with packets: it is walked as far as it is known.
pub(super) fn begins(head: &[u8]) -> bool {
    let mut at = 0;
    let mut packets = 0;
    while at < head.len() {
        let Some((length, body)) = length(head, at) else {
            // The head may end within a length.
            return packets > 1 && head.len() - at < 11;
        };
        packets += 1;
        at = body.saturating_add(length);
    }
    // One packet that ends with the file could be a line of text.
    packets > 1 || packets == 1 && head.get(2..).is_some_and(|rest| std::str::from_utf8(rest).is_err())
}

/// The length of the packet at `at`, and where its bytes begin.
fn length(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    if *bytes.get(at)? != PACKET {
        return None;
    }
    let mut length = 0_u64;
    for (index, byte) in bytes.get(at + 1..)?.iter().take(5).enumerate() {
        length |= u64::from(byte & 0x7f) << (7 * index);
        if byte & 0x80 == 0 {
            return Some((usize::try_from(length).ok()?, at + 2 + index));
        }
    }
    None
}

/// What btrace calls the track of a thread's call stacks.
const STACKS: &str = "Callstack: Thread ";

/// What the packets of one writer share.
#[derive(Default)]
struct Sequence {
    names: HashMap<u64, String>,
    /// The clock of packets that name none.
    clock: Option<u32>,
    track: Option<u64>,
    /// Each clock of its own: its time in ns, its unit, and whether times are added to the one before.
    clocks: HashMap<u32, (u64, u64, bool)>,
}

/// What was read so far.
#[derive(Default)]
struct Reading {
    sequences: HashMap<u32, Sequence>,
    /// The thread of each track.
    threads: HashMap<u64, (i64, i64)>,
    processes: Vec<String>,
    events: Vec<Event<'static>>,
    has_sampled: bool,
}

/// The launch in a file.
pub(super) fn draft(
    bytes: &[u8],
    origin: &Origin<'_>,
    table: &mut Table,
    odd: &mut Vec<WarningKind>,
) -> Result<Draft, ImportError> {
    let mut reading = Reading::default();
    let mut at = 0;
    while at < bytes.len() {
        let Some((length, body)) = length(bytes, at) else {
            return Err(ImportError::at(at, "expected the start of a packet"));
        };
        let Some(packet) = body.checked_add(length).and_then(|end| bytes.get(body..end)) else {
            return Err(ImportError::Truncated(format!(
                "byte {at}: a packet of {length} bytes extends beyond the end of the file"
            )));
        };
        let decoded = TracePacket::decode(packet).map_err(|error| ImportError::at(at, error))?;
        reading.take(decoded).map_err(|what| ImportError::at(at, what))?;
        at = body + length;
    }
    let mut draft = Draft { session: origin.session.to_owned(), number: origin.number, ..Draft::default() };
    draft
        .fill_events(&mut reading.events, table, true, odd)
        .map_err(|_| ImportError::Invalid("it has no slices on a thread track".to_owned()))?;
    draft.conditions.agent_version = if reading.has_sampled { "btrace" } else { "perfetto" }.into();
    if reading.has_sampled {
        // A slice of btrace is a row of equal samples, not a call.
        draft.costs.iter_mut().for_each(|cost| cost.calls = 0.0);
        if let [bundle] = &*reading.processes {
            draft.conditions.app_bundle = (&**bundle).into();
        }
    }
    Ok(draft)
}

impl Reading {
    fn take(&mut self, packet: TracePacket) -> Result<(), String> {
        let sequence =
            self.sequences.entry(packet.trusted_packet_sequence_id.unwrap_or_default()).or_default();
        // The writer's state begins anew.
        if packet.sequence_flags.unwrap_or_default() & CLEARED != 0 {
            sequence.names.clear();
        }
        if let Some(defaults) = packet.trace_packet_defaults {
            sequence.clock = defaults.timestamp_clock_id.or(sequence.clock);
            sequence.track = defaults.track_event_defaults.and_then(|of| of.track_uuid).or(sequence.track);
        }
        for name in packet.interned_data.into_iter().flat_map(|data| data.event_names) {
            if let (Some(iid), Some(name)) = (name.iid, name.name) {
                sequence.names.insert(iid, name);
            }
        }
        for clock in packet.clock_snapshot.into_iter().flat_map(|snapshot| snapshot.clocks) {
            // Only a writer's own clocks count in another way than in ns.
            if let (Some(id @ 64..), Some(time)) = (clock.clock_id, clock.timestamp) {
                let unit = clock.unit_multiplier_ns.unwrap_or(1).max(1);
                let is_added = clock.is_incremental.unwrap_or_default();
                sequence.clocks.insert(id, (time.saturating_mul(unit), unit, is_added));
            }
        }
        let time = packet.timestamp.map(|time| sequence.time(packet.timestamp_clock_id, time));
        if let Some(track) = packet.track_descriptor {
            self.track(track);
        }
        match packet.track_event {
            Some(event) => self.event(event, packet.trusted_packet_sequence_id.unwrap_or_default(), time),
            None => Ok(()),
        }
    }

    fn track(&mut self, track: TrackDescriptor) {
        let name = track.process.and_then(|process| process.process_name).filter(|name| !name.is_empty());
        if let Some(name) = name.filter(|name| !self.processes.contains(name)) {
            self.processes.push(name);
        }
        let (Some(uuid), Some(thread)) = (track.uuid, track.thread) else { return };
        let id = (i64::from(thread.pid.unwrap_or_default()), i64::from(thread.tid.unwrap_or_default()));
        self.threads.insert(uuid, id);
        if let Some(name) = thread.thread_name {
            let sampled = name.strip_prefix(STACKS);
            self.has_sampled |= sampled.is_some();
            let kind = EventKind::ThreadName(sampled.unwrap_or(&name).to_owned());
            self.events.push(Event { kind, at: 0.0, thread: of(id) });
        }
    }

    fn event(&mut self, event: TrackEvent, sequence: u32, time: Option<u64>) -> Result<(), String> {
        let Some(sequence) = self.sequences.get(&sequence) else { return Ok(()) };
        let track = event.track_uuid.or(sequence.track).unwrap_or_default();
        let Some(thread) = self.threads.get(&track) else { return Ok(()) };
        let interned = || sequence.names.get(&event.name_iid?).cloned();
        let name = event.name.clone().or_else(interned).filter(|name| !name.is_empty());
        let kind = match event.r#type {
            Some(kind::SLICE_BEGIN) => EventKind::Begin(Cow::Owned(name.ok_or("a slice has no name")?)),
            Some(kind::SLICE_END) => EventKind::End(None),
            Some(kind::INSTANT) => match name {
                Some(name) => EventKind::Instant(Cow::Owned(name)),
                None => return Ok(()),
            },
            _ => return Ok(()),
        };
        let at = time.ok_or("an event has no timestamp")? as f64;
        self.events.push(Event { kind, at, thread: of(*thread) });
        Ok(())
    }
}

fn of((pid, tid): (i64, i64)) -> (Id<'static>, Id<'static>) {
    (Id::Number(pid), Id::Number(tid))
}

impl Sequence {
    /// A packet's time in ns.
    fn time(&mut self, clock: Option<u32>, time: u64) -> u64 {
        let clock = clock.or(self.clock);
        match clock.and_then(|clock| self.clocks.get_mut(&clock)) {
            Some((last, unit, true)) => {
                *last = last.saturating_add(time.saturating_mul(*unit));
                *last
            }
            Some((_, unit, false)) => time.saturating_mul(*unit),
            None => time,
        }
    }
}

// Perfetto's messages: only the fields that are read are declared; names and numbers are those of
// `perfetto/trace/perfetto_trace.proto`.

#[derive(Clone, PartialEq, Message)]
struct TracePacket {
    #[prost(message, optional, tag = "6")]
    clock_snapshot: Option<ClockSnapshot>,
    #[prost(uint64, optional, tag = "8")]
    timestamp: Option<u64>,
    #[prost(uint32, optional, tag = "10")]
    trusted_packet_sequence_id: Option<u32>,
    #[prost(message, optional, tag = "11")]
    track_event: Option<TrackEvent>,
    #[prost(message, optional, tag = "12")]
    interned_data: Option<InternedData>,
    #[prost(uint32, optional, tag = "13")]
    sequence_flags: Option<u32>,
    #[prost(uint32, optional, tag = "58")]
    timestamp_clock_id: Option<u32>,
    #[prost(message, optional, tag = "59")]
    trace_packet_defaults: Option<TracePacketDefaults>,
    #[prost(message, optional, tag = "60")]
    track_descriptor: Option<TrackDescriptor>,
}

#[derive(Clone, PartialEq, Message)]
struct TrackEvent {
    #[prost(int32, optional, tag = "9")]
    r#type: Option<i32>,
    #[prost(uint64, optional, tag = "10")]
    name_iid: Option<u64>,
    #[prost(uint64, optional, tag = "11")]
    track_uuid: Option<u64>,
    #[prost(string, optional, tag = "23")]
    name: Option<String>,
}

#[derive(Clone, PartialEq, Message)]
struct InternedData {
    #[prost(message, repeated, tag = "2")]
    event_names: Vec<EventName>,
}

#[derive(Clone, PartialEq, Message)]
struct EventName {
    #[prost(uint64, optional, tag = "1")]
    iid: Option<u64>,
    #[prost(string, optional, tag = "2")]
    name: Option<String>,
}

#[derive(Clone, PartialEq, Message)]
struct TrackDescriptor {
    #[prost(uint64, optional, tag = "1")]
    uuid: Option<u64>,
    #[prost(string, optional, tag = "2")]
    name: Option<String>,
    #[prost(message, optional, tag = "3")]
    process: Option<ProcessDescriptor>,
    #[prost(message, optional, tag = "4")]
    thread: Option<ThreadDescriptor>,
}

#[derive(Clone, PartialEq, Message)]
struct ProcessDescriptor {
    #[prost(int32, optional, tag = "1")]
    pid: Option<i32>,
    #[prost(string, optional, tag = "6")]
    process_name: Option<String>,
}

#[derive(Clone, PartialEq, Message)]
struct ThreadDescriptor {
    #[prost(int32, optional, tag = "1")]
    pid: Option<i32>,
    #[prost(int32, optional, tag = "2")]
    tid: Option<i32>,
    #[prost(string, optional, tag = "5")]
    thread_name: Option<String>,
}

#[derive(Clone, PartialEq, Message)]
struct ClockSnapshot {
    #[prost(message, repeated, tag = "1")]
    clocks: Vec<Clock>,
}

#[derive(Clone, PartialEq, Message)]
struct Clock {
    #[prost(uint32, optional, tag = "1")]
    clock_id: Option<u32>,
    #[prost(uint64, optional, tag = "2")]
    timestamp: Option<u64>,
    #[prost(bool, optional, tag = "3")]
    is_incremental: Option<bool>,
    #[prost(uint64, optional, tag = "4")]
    unit_multiplier_ns: Option<u64>,
}

#[derive(Clone, PartialEq, Message)]
struct TracePacketDefaults {
    #[prost(message, optional, tag = "11")]
    track_event_defaults: Option<TrackEventDefaults>,
    #[prost(uint32, optional, tag = "58")]
    timestamp_clock_id: Option<u32>,
}

#[derive(Clone, PartialEq, Message)]
struct TrackEventDefaults {
    #[prost(uint64, optional, tag = "11")]
    track_uuid: Option<u64>,
}

/// `TrackEvent.Type`.
mod kind {
    pub(super) const SLICE_BEGIN: i32 = 1;
    pub(super) const SLICE_END: i32 = 2;
    pub(super) const INSTANT: i32 = 3;
}

/// `SEQ_INCREMENTAL_STATE_CLEARED`.
const CLEARED: u32 = 1;
