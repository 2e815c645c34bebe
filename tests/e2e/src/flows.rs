//! Launches an app whose flow runs twice on the emulated phone, once for each window, that is for each pair of moments that can begin and
//! end a window.

use std::collections::BTreeMap;

use anyhow::{Result, ensure};
use gate_launches::{Launches, Ns, ReadOptions};
use gate_stats::Random;
use phone::build::Style;
use trace::{Ending, MarkKind, Moment, Reader, WorkKind, why_no_window};

use crate::agent_bed::{Run, methods};
use crate::agent_tree::plain_ticks;
use crate::bundle::Bundle;

/// The environment in which the app runs long enough for its second flow.
pub const LONG: [(&str, &str); 3] =
    [("LAUNCHGATE_LAUNCH", "one"), ("LAUNCHGATE_LIMIT", "2500ms"), ("PHONE_RUN_MS", "5000")];
/// The settings of a window's begin: one of each kind.
pub const BEGINS: [&str; 6] =
    ["process-start", "apple-first-frame", "first-frame", "responsive", "-[Flow start:]", "mark:checkout"];
/// The settings of a window's end: one of each kind.
pub const ENDS: [&str; 6] =
    ["apple-first-frame", "first-frame", "responsive", "-[Flow finish]", "mark:checkout", "limit"];

/// Returns the pairs of moments that can begin and end a window.
pub fn pairs() -> impl Iterator<Item = (&'static str, &'static str)> {
    let is_window = |begin: &str, end: &str| {
        let moment = |text: &str| Moment::parse(text.as_bytes()).is_ok();
        let pair = (Moment::parse(begin.as_bytes()), Moment::parse(end.as_bytes()));
        moment(begin) && matches!(pair, (Ok(begin), Ok(end)) if why_no_window(begin, end).is_none())
    };
    BEGINS
        .into_iter()
        .flat_map(|begin| ENDS.map(|end| (begin, end)))
        .filter(move |(begin, end)| is_window(begin, end))
}

/// Builds the app whose flow runs twice.
pub fn app() -> Result<Bundle> {
    Bundle::app(Style::Chained, &["flow.m"])
}

/// Launches the app with the window from `begin` to `end`. Checks the ending, the marks, and that the trace contains only calls and work in
/// the window.
pub fn check(app: &Bundle, begin: &str, end: &str) -> Result<()> {
    // Only a window that begins before the first frame can end with the first frame.
    let is_early = matches!(begin, "-[Flow start:]" | "mark:checkout") && end.ends_with("first-frame");
    let window = [("LAUNCHGATE_BEGIN", begin), ("LAUNCHGATE_END", end)];
    let early = is_early.then_some(("EARLY", "1"));
    let environment: Vec<_> = LONG.into_iter().chain(window).chain(early).collect();
    let run = app.run(&environment)?;
    run.status()?;
    let trace = Reader::open(run.trace()?)?;
    let notes: Vec<String> = trace.notes.iter().map(|note| note.text.to_string()).collect();
    let ending = match end {
        "apple-first-frame" => Ending::AppleFirstFrame,
        "first-frame" => Ending::FirstFrame,
        "responsive" => Ending::Responsive,
        "limit" => Ending::TimeLimit,
        "mark:checkout" => Ending::Mark,
        _ => Ending::Method,
    };
    ensure!(trace.info.ended_by == ending, "{:?} instead of {ending:?}: {notes:?}", trace.info.ended_by);
    let at = |kind| trace.marks.iter().find(|mark| mark.kind == kind).map(|mark| mark.at);
    let begun = at(MarkKind::WindowBegin);
    ensure!(begun.is_some() == (begin != "process-start"), "begin: {begun:?}");
    let is_inside = |at: trace::Counter| begun.is_none_or(|begun| begun <= at);
    ensure!(trace.events.iter().all(|event| is_inside(event.start)), "an event before the window");
    // The flow has 3 steps the first time and 5 steps the second time. The app is responsive between the two flows.
    let begins_after_first = begin == "responsive";
    let steps = match end {
        _ if is_early => 2,
        "apple-first-frame" | "first-frame" => 0,
        "responsive" => 3,
        "limit" if begins_after_first => 5,
        // A window of 2.5 s that begins before or with the first flow contains the steps of both flows.
        "limit" => 8,
        _ if begins_after_first => 5,
        _ => 3,
    };
    let called = methods(run.trace()?)?;
    let calls = |name: &str| called.get(name).map_or(0, |sums| sums.0);
    ensure!(calls("-[Flow step]") == steps, "{} calls of the step instead of {steps}", calls("-[Flow step]"));
    let made = u64::from(begin == "process-start");
    ensure!(
        calls("-[Delegate made]") == made,
        "{} calls of what precedes the window",
        calls("-[Delegate made]")
    );
    let opened = requests(&trace, WorkKind::FileOpen);
    ensure!(opened == steps, "{opened} files opened instead of {steps}");
    ensure!(run_restored(&run), "pointers were not restored");
    Ok(())
}

/// Returns the number of requests of a kind on the main thread.
fn requests(trace: &Reader<'_>, kind: WorkKind) -> u64 {
    let works = trace.works.iter().flat_map(|works| works.iter());
    works.filter(|work| work.kind == kind && work.is_main).map(|work| work.calls.0).sum()
}

fn run_restored(run: &Run) -> bool {
    run.files.keys().all(|name| !name.ends_with(".part"))
}

/// Returns `count` launches like the first launch of `one`, each with different times. The relative standard deviation of the launches'
/// times is `noise`.
pub fn repeated(one: &Launches, session: &str, count: u64, noise: f64, random: &mut Random) -> Launches {
    let mut launches = Launches { table: one.table.clone(), ..Launches::default() };
    for number in 1..=count {
        let mut launch = one.launches[0].clone();
        let factor = 1.0 + noise * random.next_normal();
        let scale = |time: &mut Ns| *time = Ns(time.0 * factor);
        (launch.session, launch.number) = (session.into(), number);
        launch.marks.iter_mut().for_each(|mark| scale(&mut mark.at));
        for cost in &mut launch.costs {
            scale(&mut cost.self_ns);
            scale(&mut cost.total_ns);
        }
        for span in &mut launch.spans {
            scale(&mut span.total);
            scale(&mut span.own);
        }
        launch.source.line = Some(number);
        launches.launches.push(launch);
    }
    launches
}

/// A signpost that the phone's own function got, from a line that the app prints.
struct Truth {
    kind: u64,
    key: (String, String, String),
    thread: String,
    ticks: u64,
}

/// The number of intervals or events of each name, and their ticks from begin to end.
pub type Sums = BTreeMap<String, (u64, u64)>;

/// The sums of the program of spans.
pub struct SpanSums {
    /// The sums of the agent's trace.
    pub recorded: Sums,
    /// The sums that the phone found in the same launch.
    pub observed: Sums,
    /// The sums that the phone found in a launch without the agent.
    pub plain: Sums,
    /// The sums that the gate computes from the trace, without the agent's own time.
    pub computed: Sums,
}

/// Launches the program of spans, with `count` spans of each kind on each of four threads. The threads run at the same time, or in turn if
/// `in_turn` is set.
pub fn spans(count: u64, in_turn: bool) -> Result<SpanSums> {
    let app = Bundle::app(Style::Chained, &["spans.m"])?;
    let count = count.to_string();
    let window =
        [("COUNT", count.as_str()), ("LAUNCHGATE_LAUNCH", "one"), ("LAUNCHGATE_END", "-[Worker done]")];
    let settings: Vec<_> = window.into_iter().chain(in_turn.then_some(("IN_TURN", "1"))).collect();
    let run = app.run(&settings)?;
    run.status()?;
    let trace = Reader::open(run.trace()?)?;
    let tick = plain_ticks(&trace);
    let rows = trace.signposts.iter().flat_map(|rows| rows.iter()).map(|row| Truth {
        kind: row.kind.code().into(),
        key: (row.log.0.to_string(), row.name.to_string(), row.id.0.to_string()),
        thread: row.thread.map_or_else(String::new, |thread| thread.0.to_string()),
        ticks: (row.at.0 as f64 * tick) as u64,
    });
    // The phone does not observe the spans that the app passes to the agent's class.
    let recorded = sums(rows.filter(|row| row.key.1 != "named").collect());
    let plain = app.run_plain(&settings, |_| {})?;
    plain.status()?;
    let observed =
        |log: &str| sums(log.lines().filter_map(truth).filter(|one| one.key.1 != "later").collect());
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("one.lgtrace");
    std::fs::write(&path, run.trace()?)?;
    let launches = gate_launches::read(&[path], &ReadOptions::default())?;
    let spans =
        launches.launches.iter().flat_map(|launch| &launch.spans).filter(|span| *span.name != *"named");
    // A microsecond has 24 ticks.
    let computed =
        spans.map(|span| (span.name.to_string(), (span.calls as u64, (span.total.0 * 0.024) as u64)));
    Ok(SpanSums {
        recorded,
        observed: observed(&run.outcome.log),
        plain: observed(&plain.outcome.log),
        computed: computed.collect(),
    })
}

fn truth(line: &str) -> Option<Truth> {
    let words: Vec<&str> = line.split(' ').collect();
    let ["signpost", kind, id, log, thread, ticks, name] = words[..] else { return None };
    let key = (log.to_owned(), name.to_owned(), id.to_owned());
    Some(Truth { kind: kind.parse().ok()?, key, thread: thread.to_owned(), ticks: ticks.parse().ok()? })
}

/// Pairs begins and ends by log, name, id and thread. An interval without an end has no time.
fn sums(mut rows: Vec<Truth>) -> Sums {
    rows.sort_by_key(|row| row.ticks);
    let mut open: BTreeMap<(String, String, String, String), Vec<u64>> = BTreeMap::new();
    let mut sums = Sums::new();
    for Truth { kind, key: (log, name, id), thread, ticks } in rows {
        let open = open.entry((log, name.clone(), id, thread)).or_default();
        if kind != 2 {
            sums.entry(name.clone()).or_default().0 += 1;
        }
        match kind {
            1 => open.push(ticks),
            2 => sums.entry(name).or_default().1 += open.pop().map_or(0, |from| ticks.saturating_sub(from)),
            _ => {}
        }
    }
    sums.retain(|_, (calls, ticks)| (*calls, *ticks) != (0, 0));
    sums
}
