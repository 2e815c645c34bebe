//! Prepares the timeline of the median launch of each side, for the page.

use gate_decision::Outcome;
use gate_decision::Side;
use gate_launches::{Launch, LaunchTimeline};

use super::drawings::{Timeline, TimelineMark, TimelinePage, TimelineSlices, TimelineThread};
use super::report_input::{admitted_launches, of_side};
use super::typical_launches::TypicalLaunches;

/// The largest number of calls in a timeline. More calls would not fit on a screen and would make the file large.
const MOST: usize = 5_000;

/// Returns the launch whose duration is the median of the admitted launches. The report shows the timeline of this launch.
///
/// For an even number of launches, the result is the faster of the two middle launches. Without a comparison, the median is that of all
/// launches of the side.
pub fn median_launch<'a>(outcome: &Outcome, side: Side<'a>) -> Option<&'a Launch> {
    match outcome {
        Outcome::Judged(comparison, _) => median_by_duration(admitted_launches(side, comparison)),
        _ => median_by_duration(of_side(side).collect()),
    }
}

/// Returns the launch with the median duration. If durations are equal, the launch with the smaller number comes first.
pub fn median_by_duration(mut launches: Vec<&Launch>) -> Option<&Launch> {
    let whole = |launch: &Launch| launch.duration().unwrap_or_else(|| launch.objc_time());
    launches.sort_by(|a, b| whole(a).total_cmp(&whole(b)).then(a.number.cmp(&b.number)));
    launches.get(launches.len().saturating_sub(1) / 2).copied()
}

impl TypicalLaunches<'_> {
    /// Converts the timeline of a launch to the form that pages draw.
    pub(super) fn timeline(&mut self, timed: &LaunchTimeline) -> Timeline {
        let mut recording = timed.recording.clone();
        recording.keep_longest(MOST, 0.0);
        let count = |kind: fn(&str) -> bool| {
            recording.dropped.iter().filter(|(name, _)| kind(name)).map(|(_, count)| count).sum()
        };
        let dropped_calls = count(|kind| kind == "calls");
        let dropped_events = count(|kind| kind == "slices");
        let threads = recording.threads.iter().map(|thread| {
            let mut slices = TimelineSlices::default();
            for slice in &thread.slices {
                let name = recording.names.get(slice.name as usize).map_or("", String::as_str);
                slices.name.push(self.name(name));
                slices.depth.push(slice.depth);
                // The start and the end of a call are both rounded, so that the call stays inside its caller.
                let start = slice.start_ns.round();
                slices.start_ns.push(start);
                slices.duration_ns.push((slice.start_ns + slice.duration_ns).round() - start);
            }
            TimelineThread { name: thread.name.clone(), is_main: thread.is_main, slices }
        });
        let threads = threads.collect();
        Timeline {
            session: timed.session.to_string(),
            launch: timed.launch,
            marks: recording
                .marks
                .iter()
                .map(|mark| TimelineMark { name: mark.name.clone(), at_ns: mark.at_ns.round() })
                .collect(),
            pages: recording.pages.iter().map(TimelinePage::from).collect(),
            threads,
            dropped_calls,
            dropped_events,
            left_out: recording.left_out,
        }
    }
}
