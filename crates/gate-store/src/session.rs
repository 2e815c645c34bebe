//! Converts the launches of a session to rows and back.
//!
//! Invariant: the launches that are read are equal to the launches that were stored; the reader checks the hash of the content.

use std::sync::Arc;

use gate_baseline::{
    Result, SidecarKind, add_called, format_call_counts, format_canonical, format_states, state_of,
};
use gate_launches::{
    Build, BuildRole, Cost, Counters, DroppedData, Launch, Launches, Mark, MethodTable, Ns, Page, Phase,
    Span, ThreadKind, Work, name_of, work_kind_from_name,
};
use gate_trend::is_judged;

use super::columns::{Cell, ColumnTable as Columns, NamedCell, Rows};
use super::put::hash;
use super::tables::LAUNCHES;

/// Returns the hash that identifies a session in all tables.
pub(super) fn content_hash(table: &MethodTable, launches: &[Launch]) -> Result<String> {
    Ok(hash(format_canonical(table, launches)?.as_bytes()))
}

/// Sorts launches by their position in the session.
pub(super) fn in_order(launches: &[Launch]) -> Vec<&Launch> {
    let mut launches: Vec<&Launch> = launches.iter().collect();
    launches.sort_by_key(|l| (l.role, l.block, l.number));
    launches
}

/// The kind of row with the calls of functions, in launches that count calls.
const CALLED: &str = "called";

pub(super) fn launch_rows(content: &str, launches: &[&Launch], functions: Option<&str>) -> Rows {
    let mut rows = Rows::new(LAUNCHES);
    for (place, launch) in launches.iter().enumerate() {
        let judged = is_judged(launch);
        let mut out =
            LaunchRowWriter { rows: &mut rows, content, place: place as i64, launch: launch.number, judged };
        out.write_launch(launch);
    }
    let called = format_call_counts(launches);
    let texts = [
        (CALLED, Some(&*called).filter(|text| !text.is_empty())),
        (SidecarKind::Functions.name(), functions),
    ];
    for (kind, text) in texts.into_iter().filter_map(|(kind, text)| Some((kind, text?))) {
        let mut out = LaunchRowWriter { rows: &mut rows, content, place: 0, launch: 0, judged: true };
        out.write_unnamed_row(kind, &[("text", Cell::Text(text))]);
    }
    rows
}

struct LaunchRowWriter<'a> {
    rows: &'a mut Rows,
    content: &'a str,
    place: i64,
    launch: u64,
    /// Whether the launch is judged. Every row of a launch has this value, so that a query of marks can select judged launches.
    judged: bool,
}

impl LaunchRowWriter<'_> {
    fn write_launch(&mut self, launch: &Launch) {
        let DroppedData { calls, events, threads } = launch.dropped;
        let cells = [
            ("to_ns", Cell::from_number(launch.duration().map(|ns| ns.0))),
            ("recorded_unix_ms", Cell::from_count(launch.recorded_unix_ms)),
            ("role", Cell::from_text(launch.role.map(BuildRole::name))),
            ("block", Cell::from_count(launch.block)),
            ("thermal", Cell::Text(launch.state.thermal.name())),
            ("states", Cell::Text(&format_states(launch.state))),
            ("dropped_calls", Cell::from_count(Some(calls))),
            ("dropped_events", Cell::from_count(Some(events))),
            ("dropped_threads", Cell::from_count(Some(threads))),
            ("version", Cell::Text(&launch.build.version)),
            (
                "text",
                Cell::from_text((!launch.build.code_hash.is_empty()).then_some(&*launch.build.code_hash)),
            ),
        ];
        self.write_unnamed_row("launch", &cells);
        for Mark { name, at, counters } in &launch.marks {
            self.write_row(
                "mark",
                name,
                &[&[("to_ns", Cell::Number(at.0))], &counter_cells(counters)[..]].concat(),
            );
        }
        for Phase { name, from, to, objc } in &launch.phases {
            let objc = Cell::from_number(objc.map(|ns| ns.0));
            let times = [("from_ns", Cell::Number(from.0)), ("to_ns", Cell::Number(to.0)), ("objc_ns", objc)];
            self.write_row("phase", name, &times);
        }
        for Page { name, render, appearances } in &launch.pages {
            let count = Cell::from_count(Some(*appearances));
            self.write_row("page", name, &[("to_ns", Cell::Number(render.0)), ("count", count)]);
        }
        for Span { name, calls, total, own, caller, counters } in &launch.spans {
            let times = [("to_ns", Cell::Number(total.0)), ("objc_ns", Cell::Number(own.0))];
            let calls = [
                ("text", Cell::from_text(caller.as_deref())),
                ("count", Cell::from_count(Some(*calls as u64))),
            ];
            let cells = [&times[..], &counter_cells(counters), &calls].concat();
            self.write_row("span", name, &cells);
        }
        if launch.per_call != Counters::default() {
            self.write_row("per_call", "", &counter_cells(&launch.per_call));
        }
        for Work { kind, thread, by, calls, bytes } in launch.work.iter().flat_map(|work| work.iter()) {
            let what = [name_of(*kind), thread.name()].join(" ");
            let counts =
                [("count", Cell::from_count(Some(*calls))), ("bytes", Cell::from_count(Some(*bytes)))];
            self.write_row("work", by, &[&[("text", Cell::Text(&what))], &counts[..]].concat());
        }
        for (path, uuid) in &launch.build.images {
            self.write_row("image", path, &[("text", Cell::Text(uuid))]);
        }
    }

    fn write_row(&mut self, kind: &str, name: &str, cells: &[NamedCell<'_>]) {
        self.write_unnamed_row(kind, &[&[("name", Cell::Text(name))], cells].concat());
    }

    fn write_unnamed_row(&mut self, kind: &str, cells: &[NamedCell<'_>]) {
        let of_all = [
            ("content", Cell::Text(self.content)),
            ("place", Cell::Whole(self.place)),
            ("launch", Cell::from_count(Some(self.launch))),
            ("kind", Cell::Text(kind)),
        ];
        let judged = [("judged", Cell::Truth(self.judged))];
        self.rows.push(&[&of_all, cells, &judged].concat());
    }
}

fn counter_cells(counters: &Counters) -> [NamedCell<'static>; 6] {
    counters.named_counters().map(|(name, count)| (name, Cell::from_number(count)))
}

/// Reads the launches from the rows of a session, or returns the reason for which the rows are invalid. `of_all` has the properties that all
/// launches of the session share.
pub(super) fn read_launches(
    of_all: &Launch,
    launches: &Columns,
    costs: &Columns,
) -> Result<Launches, String> {
    let (mut all, mut called): (Vec<Launch>, Arc<str>) = (Vec::new(), "".into());
    for row in 0..launches.rows() {
        let kind = launches.text("kind", row).map_or("", |kind| &**kind);
        if kind == "launch" {
            all.push(read_launch(launches, row, of_all)?);
        } else if kind == CALLED {
            called = launches.text("text", row).cloned().unwrap_or(called);
        } else if kind != SidecarKind::Functions.name() {
            add(all.last_mut().ok_or("a row without its launch")?, kind, launches, row)?;
        }
    }
    let mut table = MethodTable::default();
    for row in 0..costs.rows() {
        if costs.text("kind", row).is_some_and(|kind| &**kind == "method") {
            super::costs::add(&mut table, &mut all, costs, row)?;
        }
    }
    for launch in &mut all {
        launch.costs.sort_by_key(Cost::sort_key);
    }
    let mut all = Launches { table, launches: all, ..Launches::default() };
    add_called(&called, &mut all)?;
    Ok(all)
}

fn read_launch(rows: &Columns, row: usize, of_all: &Launch) -> Result<Launch, String> {
    let text = |name: &str| rows.text(name, row).map_or("", |text| &**text);
    let role =
        rows.text("role", row).map(|role| BuildRole::from_name(role).ok_or("no such side")).transpose()?;
    let dropped = |name: &str| rows.count(name, row).unwrap_or(0);
    let build = Build {
        version: text("version").to_owned(),
        number: of_all.conditions.app_build.to_string(),
        code_hash: text("text").to_owned(),
        ..Build::default()
    };
    Ok(Launch {
        number: rows.count("launch", row).ok_or("a launch without a number")?,
        recorded_unix_ms: rows.count("recorded_unix_ms", row),
        build: Arc::new(build),
        state: state_of(text("thermal"), text("states"))?,
        block: rows.count("block", row),
        role,
        dropped: DroppedData {
            calls: dropped("dropped_calls"),
            events: dropped("dropped_events"),
            threads: dropped("dropped_threads"),
        },
        ..of_all.clone()
    })
}

fn read_counters(rows: &Columns, row: usize) -> Counters {
    let mut counters = Counters::default();
    counters.named_mut().into_iter().for_each(|(name, count)| *count = rows.number(name, row));
    counters
}

/// Adds the event in a row to the last launch.
fn add(launch: &mut Launch, kind: &str, rows: &Columns, row: usize) -> Result<(), String> {
    let name = || rows.text("name", row).cloned().ok_or_else(|| format!("a {kind} without a name"));
    let ns = |column: &str| rows.number(column, row).map(Ns);
    let time = |column: &str| ns(column).ok_or_else(|| format!("a {kind} without {column}"));
    match kind {
        "mark" => {
            launch.marks.push(Mark { name: name()?, at: time("to_ns")?, counters: read_counters(rows, row) });
        }
        "phase" => {
            let (from, to) = (time("from_ns")?, time("to_ns")?);
            launch.phases.push(Phase { name: name()?, from, to, objc: ns("objc_ns") });
        }
        "page" => launch.pages.push(Page {
            name: name()?,
            render: time("to_ns")?,
            appearances: rows.count("count", row).unwrap_or(1),
        }),
        "span" => launch.spans.push(Span {
            name: name()?,
            calls: rows.count("count", row).unwrap_or_default() as f64,
            total: time("to_ns")?,
            own: time("objc_ns")?,
            caller: rows.text("text", row).cloned(),
            counters: read_counters(rows, row),
        }),
        "per_call" => launch.per_call = read_counters(rows, row),
        "work" => {
            let what = rows.text("text", row).ok_or("work of no kind")?;
            let (kind, thread) = what.split_once(' ').unwrap_or((what, ""));
            let thread = ThreadKind::from_name(thread).ok_or("work of no thread")?;
            let [calls, bytes] = ["count", "bytes"].map(|column| rows.count(column, row).unwrap_or_default());
            // A later version of the gate may write further kinds of work, which are ignored.
            let counted = work_kind_from_name(kind)
                .map(|kind| Ok::<_, String>(Work { kind, thread, by: name()?, calls, bytes }))
                .transpose()?;
            let known = launch.work.take().unwrap_or_default();
            launch.work = Some(known.iter().cloned().chain(counted).collect());
        }
        "image" => {
            let uuid = rows.text("text", row).map_or_else(String::new, |uuid| uuid.to_string());
            Arc::make_mut(&mut launch.build).images.insert(name()?.to_string(), uuid);
        }
        // A row of any other kind was written by a later version of the gate, and is ignored.
        _ => {}
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use parquet::file::reader::{FileReader as _, SerializedFileReader};

    use super::*;
    use crate::columns::LEVEL;
    use gate_launches::{
        Condition, Conditions, CountedImage, FileLine, Function, FunctionCount, FunctionKind, LaunchState,
        WorkKind,
    };

    /// Returns a launch with every kind of data for which the launch has rows.
    fn sample() -> Launch {
        let counters = |number: f64| Counters {
            instructions: Some(number),
            page_ins: Some(number / 3.0),
            footprint: Some(7.0),
            ..Counters::default()
        };
        let (kind, thread) = (WorkKind::FileRead, ThreadKind::Other);
        let work = Work { kind, thread, by: "-[Cart open]".into(), calls: 3, bytes: 4096 };
        let conditions = Conditions::default();
        let images = [("Kit".to_owned(), "uuid".to_owned())].into();
        let build = Build { images, code_hash: "00ff".to_owned(), ..Build::default() };
        Launch {
            source: FileLine { file: "f".into(), line: None },
            session: "s".into(),
            number: 7,
            recorded_unix_ms: Some(1_768_176_000_000),
            conditions: Arc::new(conditions),
            build: Arc::new(build),
            state: LaunchState::default(),
            block: Some(3),
            role: Some(BuildRole::Head),
            marks: vec![Mark { name: "main".into(), at: Ns(1.5), counters: counters(9.0) }],
            phases: vec![Phase {
                name: "start..main".into(),
                from: Ns(0.0),
                to: Ns(1.5),
                objc: Some(Ns(0.25)),
            }],
            costs: Vec::new(),
            pages: vec![Page { name: "Cart".into(), render: Ns(1.0 / 3.0), appearances: 2 }],
            spans: vec![Span {
                name: "pay".into(),
                calls: 2.0,
                total: Ns(0.5),
                own: Ns(0.25),
                caller: None,
                counters: Counters { page_ins: Some(1.5), ..Counters::default() },
            }],
            dropped: DroppedData { calls: 1, events: 2, threads: 3 },
            samples: None,
            functions: None,
            stopped: None,
            per_call: counters(49.5),
            work: Some(vec![work].into()),
            counts: None,
        }
    }

    #[test]
    fn every_part_of_a_launch_is_stored_as_rows_and_read_back_unchanged() {
        let counts = |calls: u64| {
            let made = Function::new_unnamed(FunctionKind::App, "Pricing".into());
            let function = Some(Arc::new(Function { name: "rule(_:)".into(), short: "rule".into(), ..made }));
            let functions = vec![FunctionCount { calls, function, ..FunctionCount::default() }];
            Some(vec![CountedImage { functions, ..CountedImage::default() }].into())
        };
        let mut conditions = Conditions::default();
        let set = conditions.set(Condition::AgentLoading, "injected, counting functions");
        set.expect("any text is a loading method");
        let conditions = Arc::new(conditions);
        let [sample, other] = [(sample(), 6), (sample(), 7)].map(|(launch, calls)| Launch {
            number: calls,
            counts: counts(calls),
            conditions: Arc::clone(&conditions),
            ..launch
        });
        let bytes =
            launch_rows("c", &[&sample, &other], Some("what samples found")).write(LEVEL).expect("written");
        let rows = Columns::read(bytes.into(), LAUNCHES, 1 << 20).expect("read");
        let kinds = |wanted: &str| {
            (0..rows.rows())
                .filter(|row| rows.text("kind", *row).is_some_and(|kind| &**kind == wanted))
                .collect::<Vec<_>>()
        };
        for (kind, count) in [
            ("launch", 2),
            ("mark", 2),
            ("phase", 2),
            ("page", 2),
            ("per_call", 2),
            ("image", 2),
            ("functions", 1),
            ("called", 1),
        ] {
            assert_eq!(kinds(kind).len(), count, "{kind}");
        }
        assert_eq!(rows.text("text", kinds("functions")[0]).map(|text| &**text), Some("what samples found"));

        let costs = Columns::read(
            super::super::costs::cost_rows("c", &MethodTable::default(), &[&sample, &other])
                .write(LEVEL)
                .expect("written")
                .into(),
            super::super::tables::COSTS,
            1 << 20,
        );
        let of_all = Launch { session: "s".into(), conditions, ..Launch::default() };
        let read = read_launches(&of_all, &rows, &costs.expect("read")).expect("launches");
        let one = &read.launches[0];
        assert_eq!((&one.marks, &one.phases, &one.pages), (&sample.marks, &sample.phases, &sample.pages));
        assert_eq!((one.per_call, one.dropped, one.role), (sample.per_call, sample.dropped, sample.role));
        assert_eq!(one.build.images, sample.build.images);
        let calls = |launch: &Launch| launch.counts.as_ref().expect("counts")[0].functions[0].calls;
        assert_eq!((calls(&read.launches[0]), calls(&read.launches[1])), (6, 7));
        let all = [sample, other];
        assert_eq!(
            content_hash(&read.table, &read.launches).expect("finite"),
            content_hash(&MethodTable::default(), &all).expect("finite"),
            "the same session"
        );
    }

    #[test]
    fn all_stored_rows_of_an_excluded_launch_are_marked_as_excluded() {
        let installed = LaunchState { first_after_install: true, ..LaunchState::default() };
        let judged = Launch { dropped: DroppedData::default(), ..sample() };
        let excluded = Launch { state: installed, ..judged.clone() };
        let bytes = launch_rows("c", &[&excluded, &judged], None).write(LEVEL).expect("written");
        let file = SerializedFileReader::new(Bytes::from(bytes)).expect("read");
        let mut told = [Vec::new(), Vec::new()];
        for row in file.get_row_iter(None).expect("rows").map(|row| row.expect("a row")) {
            let of = |wanted: &str| {
                row.get_column_iter().find(|(name, _)| *name == wanted).map(|(_, field)| field.to_string())
            };
            told[usize::from(of("place").as_deref() == Some("1"))].push(of("judged").unwrap_or_default());
        }
        for (told, expected) in told.iter().zip(["false", "true"]) {
            assert!(told.len() >= 6 && told.iter().all(|one| one == expected), "{told:?}");
        }
    }
}
