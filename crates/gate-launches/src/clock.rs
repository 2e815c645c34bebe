//! Converts a trace's counter to time, and defines the names and times of marks and pages.

use std::sync::Arc;

use trace::{Counter, Ending, MarkKind, Reader};

use super::marks;

/// Converts ticks of the counter to nanoseconds since the start of the process, or since the window's begin if that was later.
#[derive(Clone, Copy)]
pub(super) struct Clock {
    pub(super) ns_per_tick: f64,
    /// The value of the counter at time 0; negative if the process started before the counter's zero.
    start: f64,
}

impl Clock {
    pub(super) fn from_trace(trace: &Reader<'_>) -> Clock {
        let info = &trace.info;
        let ns_per_tick = f64::from(info.timebase.numer) / f64::from(info.timebase.denom);
        let mark = |kind| trace.marks.iter().find(|mark| mark.kind == kind);
        let start = match mark(MarkKind::WindowBegin).or_else(|| mark(MarkKind::ProcessStart)) {
            Some(mark) => mark.at.0 as f64,
            // If the start of the process is unknown, time begins with the agent.
            None if info.process_start.0 == 0 => info.agent_start.0 as f64,
            // The difference is signed: if the wall clock went backwards, the agent's mark gets a negative time, which `Draft::into_launch`
            // reports.
            None => {
                let before = i128::from(info.agent_start_wall.0) - i128::from(info.process_start.0);
                info.agent_start.0 as f64 - before as f64 / ns_per_tick
            }
        };
        Clock { ns_per_tick, start }
    }

    pub(super) fn ns_at(&self, counter: Counter) -> f64 {
        (counter.0 as f64 - self.start) * self.ns_per_tick
    }
}

/// Returns the name that launches have for a kind of mark. The name of the mark `WindowEnd` depends on what ended the recorded window.
pub(super) fn mark_name(kind: MarkKind, ending: Ending) -> Arc<str> {
    let ends_launch =
        matches!(ending, Ending::Method | Ending::TimeLimit | Ending::AppleFirstFrame | Ending::Mark);
    match kind {
        MarkKind::WindowEnd if ends_launch => marks::END.into(),
        MarkKind::AppleFirstFrame => marks::APPLE_FIRST_FRAME.into(),
        MarkKind::Responsive => marks::RESPONSIVE.into(),
        MarkKind::WindowBegin => marks::BEGIN.into(),
        MarkKind::ProcessStart => marks::START.into(),
        MarkKind::AgentStart => marks::AGENT_START.into(),
        MarkKind::Main => marks::MAIN.into(),
        MarkKind::DidFinishLaunchingBegin => marks::DID_FINISH_LAUNCHING_IN.into(),
        MarkKind::DidFinishLaunchingEnd => marks::DID_FINISH_LAUNCHING.into(),
        MarkKind::FirstViewDidAppear => marks::FIRST_DID_APPEAR.into(),
        MarkKind::FirstFrame => marks::FIRST_FRAME.into(),
        MarkKind::WindowEnd => marks::WINDOW_END.into(),
        MarkKind::Signpost => "signpost".into(),
        MarkKind::Other(code) => format!("mark_{code}").into(),
    }
}

/// Returns the moment at which a page started to load and the moment at which it was on the screen, if the trace contains both moments.
pub(super) fn page_bounds(page: &trace::Page<'_>) -> Option<(Counter, Counter)> {
    let from = page.created.or(page.load_begin).or(page.appear_begin)?;
    Some((from, page.first_frame.or(page.appear_end)?))
}
