//! A median launch of each side in time, as the page draws it.

use gate_decision::Outcome;
use gate_decision::Side;
use gate_launches::{Launch, LaunchTimeline};

use super::drawn::{Slices, Timeline, TimelineMark, TimelinePage, TimelineThread};
use super::material::{counted, of_side};
use super::parts::Parts;

/// No screen shows more calls than this, and the file stays small.
const MOST: usize = 5_000;

/// The launch in the middle by duration of those that count: the one whose timeline is worth a look.
///
/// It is the faster of two in the middle; without a comparison, all launches of the side count.
pub fn median_launch<'a>(outcome: &Outcome, side: Side<'a>) -> Option<&'a Launch> {
    match outcome {
        Outcome::Judged(comparison, _) => middle(counted(side, comparison)),
        _ => middle(of_side(side).collect()),
    }
}

/// The launch with the median duration; of equal durations, the launch with the smaller number comes first.
pub fn middle(mut launches: Vec<&Launch>) -> Option<&Launch> {
    let whole = |launch: &Launch| launch.duration().unwrap_or_else(|| launch.objc());
    launches.sort_by(|a, b| whole(a).total_cmp(&whole(b)).then(a.number.cmp(&b.number)));
    launches.get(launches.len().saturating_sub(1) / 2).copied()
}

impl Parts<'_> {
    /// A launch in time, as pages draw it.
    pub(super) fn timeline(&mut self, timed: &LaunchTimeline) -> Timeline {
        let mut recording = timed.recording.clone();
        recording.keep_longest(MOST, 0.0);
        let count = |kind: fn(&str) -> bool| {
            recording.dropped.iter().filter(|(name, _)| kind(name)).map(|(_, count)| count).sum()
        };
        let dropped_calls = count(|kind| kind == "calls");
        let dropped_events = count(|kind| kind == "slices");
        let threads = recording.threads.iter().map(|thread| {
            let mut slices = Slices::default();
            for slice in &thread.slices {
                let name = recording.names.get(slice.name as usize).map_or("", String::as_str);
                slices.name.push(self.name(name));
                slices.depth.push(slice.depth);
                // Both ends are rounded, so that a call stays inside its caller.
                let start = slice.start_ns.round();
                slices.start_ns.push(start);
                slices.duration_ns.push((slice.start_ns + slice.duration_ns).round() - start);
            }
            TimelineThread { name: thread.name.clone(), is_main: thread.is_main, slices }
        });
        let threads = threads.collect();
        let mark = |mark: &gate_launches::RecordedMark| TimelineMark {
            name: mark.name.clone(),
            at_ns: mark.at_ns.round(),
        };
        let page = |page: &gate_launches::RecordedPage| TimelinePage {
            name: page.name.clone(),
            from_ns: page.from_ns.round(),
            to_ns: page.to_ns.round(),
        };
        Timeline {
            session: timed.session.to_string(),
            launch: timed.launch,
            marks: recording.marks.iter().map(mark).collect(),
            pages: recording.pages.iter().map(page).collect(),
            threads,
            dropped_calls,
            dropped_events,
            left_out: recording.left_out,
        }
    }
}
