//! Writes and reads the text of a session's timeline: one median launch with its marks, pages, threads and longest calls.
//!
//! Invariants: a timeline is read back with equal values in whole nanoseconds. Each call is inside the nearest preceding call with a
//! smaller depth.
//!
//! ```text
//! launchgate.timeline/1
//! session … device.model         the session that it belongs to, one field a line
//! launch      NUMBER, NAME
//! left_out    number of calls that were too short or too many
//! dropped     KIND COUNT         events that the recorder had no room for
//! mark        NAME NS
//! page        NAME FROM TO
//! thread      NAME OS_ID KIND    main or other
//! call        DEPTH START DURATION METHOD      of the thread above
//! end         NUMBER OF LINES ABOVE, CHECKSUM
//! ```

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use gate_launches::{Launch, RecordedMark, RecordedPage, RecordedThread, Slice, Timeline, UnslicedCalls};
use hashbrown::HashMap;

use super::text::{self, NumberedLines, abbreviate, escape, parse_whole, unescape};
use super::{BaselineKey, Result};

const FORMAT: &str = "launchgate.timeline";
const VERSION: u32 = 1;

/// The share of the launch's duration below which calls are omitted.
const SMALLEST_SHARE: f64 = 0.001;
/// The largest number of stored calls. The shortest calls are omitted first.
const MOST: usize = 1_000;

/// The kinds of events that the recorder may have no room for.
const KINDS: [&str; 5] = ["calls", "slices", "pages", "images", "notes"];

/// Formats the timeline of a launch, without the shortest calls.
pub(super) fn encode(launch: &Launch, recording: &Timeline) -> String {
    let mut recording = recording.clone();
    let whole = launch.duration().map_or(0.0, |duration| duration.0);
    recording.keep_longest(MOST, SMALLEST_SHARE * whole);
    let key = BaselineKey::from_conditions(&launch.conditions);
    let mut out = text::format_sidecar_head(FORMAT, VERSION, &key, &launch.session);
    let _ = writeln!(out, "launch\t{}\t{}", launch.number, escape(&recording.id));
    let _ = writeln!(out, "left_out\t{}", recording.left_out);
    for (kind, count) in &recording.dropped {
        let _ = writeln!(out, "dropped\t{kind}\t{count}");
    }
    for mark in &recording.marks {
        let _ = writeln!(out, "mark\t{}\t{}", escape(&mark.name), whole_ns(mark.at_ns));
    }
    for page in &recording.pages {
        let (from, to) = (whole_ns(page.from_ns), whole_ns(page.to_ns));
        let _ = writeln!(out, "page\t{}\t{from}\t{to}", escape(&page.name));
    }
    for thread in &recording.threads {
        let kind = if thread.is_main { "main" } else { "other" };
        let _ = writeln!(out, "thread\t{}\t{}\t{kind}", escape(&thread.name), thread.os_id);
        for slice in &thread.slices {
            let name = recording.names.get(slice.name as usize).map_or("", String::as_str);
            // The start and the end of a call are both rounded to nanoseconds, so that the call is still inside its caller.
            let start = whole_ns(slice.start_ns);
            let duration = whole_ns(slice.start_ns + slice.duration_ns) - start;
            let _ = writeln!(out, "call\t{}\t{start}\t{duration}\t{}", slice.depth, escape(name));
        }
    }
    let end = text::checksum_line(&out);
    out + &end
}

fn whole_ns(ns: f64) -> i64 {
    ns.round() as i64
}

/// Parses a timeline. Returns its key, its session, the number of the launch, and the timeline.
pub(super) fn decode(path: &Path, text: &str) -> Result<(BaselineKey, Arc<str>, u64, Timeline)> {
    let mut lines = NumberedLines::open(path, text, FORMAT, VERSION)?;
    let (key, session) = lines.read_owner()?;
    let launch = lines.expect_line("launch")?;
    let (number, id) = launch.split_once('\t').unwrap_or((launch, ""));
    let number = parse_whole(number).map_err(|reason| lines.line_error(reason))?;
    let left_out = lines.expect_line("left_out")?;
    let mut reader = TimelineReader { recording: Timeline::default(), names: HashMap::new() };
    reader.recording.left_out = parse_whole(left_out).map_err(|reason| lines.line_error(reason))?;
    reader.recording.id = unescape(id).map_err(|reason| lines.line_error(reason))?;
    lines.read_body(text, |word, rest| {
        let fields: Vec<&str> = rest.split('\t').collect();
        reader.read_line(word, &fields)
    })?;
    Ok((key, session, number, reader.recording))
}

struct TimelineReader {
    recording: Timeline,
    names: HashMap<String, u32>,
}

impl TimelineReader {
    fn read_line(&mut self, word: &str, fields: &[&str]) -> Result<(), String> {
        let recording = &mut self.recording;
        match (word, fields) {
            ("dropped", [kind, count]) => {
                let kind = KINDS.into_iter().find(|known| known == kind);
                let kind =
                    kind.ok_or_else(|| format!("expected one of {} after dropped", KINDS.join(", ")))?;
                recording.dropped.push((kind, parse_whole(count)?));
            }
            ("mark", [name, at]) => {
                let (name, at_ns) = (unescape(name)?, parse_time(at)?);
                recording.marks.push(RecordedMark { name, at_ns, counters: Vec::new() });
            }
            ("page", [name, from, to]) => {
                let (name, from_ns, to_ns) = (unescape(name)?, parse_time(from)?, parse_time(to)?);
                recording.pages.push(RecordedPage { name, from_ns, to_ns });
            }
            ("thread", [name, os_id, kind @ ("main" | "other")]) => {
                recording.threads.push(RecordedThread {
                    name: unescape(name)?,
                    os_id: parse_whole(os_id)?,
                    is_main: *kind == "main",
                    ..RecordedThread::default()
                });
            }
            ("call", [depth, start, duration, name]) => {
                let thread = recording.threads.last_mut().ok_or("expected a thread line before this call")?;
                let depth: u32 = parse_whole(depth)?.try_into().map_err(|_| format!("depth {depth}"))?;
                let deepest = thread.slices.last().map_or(0, |last| last.depth + 1);
                if depth > deepest {
                    return Err(format!(
                        "depth {depth} is too large: after the previous call at most {deepest} is allowed"
                    ));
                }
                let (start_ns, duration_ns) = (parse_time(start)?, parse_time(duration)?);
                let name = unescape(name)?;
                let name = *self.names.entry_ref(&name).or_insert_with(|| {
                    recording.names.push(name.clone());
                    (recording.names.len() - 1) as u32
                });
                thread.slices.push(Slice {
                    name,
                    depth,
                    start_ns,
                    duration_ns,
                    rest: UnslicedCalls::default(),
                });
            }
            _ => return Err(format!("unexpected {} with {} fields", abbreviate(word), fields.len())),
        }
        Ok(())
    }
}

fn parse_time(field: &str) -> Result<f64, String> {
    let ns: i64 =
        field.parse().map_err(|_| format!("expected whole nanoseconds, found {}", abbreviate(field)))?;
    Ok(ns as f64)
}
