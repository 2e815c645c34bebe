//! Defines the published tables and their columns, in the order in which they are written.
//!
//! Invariant: within a version, columns are only added, at the end. `docs/store.md` lists exactly these columns.

use super::columns::{Column, ColumnKind};

/// The version of the tables, in the path of every object.
pub(super) const VERSION: &str = "v1";

const fn text_column(name: &'static str, about: &'static str) -> Column {
    Column { name, kind: ColumnKind::Text, about }
}

const fn whole_column(name: &'static str, about: &'static str) -> Column {
    Column { name, kind: ColumnKind::Whole, about }
}

const fn loose_column(name: &'static str, about: &'static str) -> Column {
    Column { name, kind: ColumnKind::Loose, about }
}

const fn truth_column(name: &'static str, about: &'static str) -> Column {
    Column { name, kind: ColumnKind::Truth, about }
}

const fn number_column(name: &'static str, about: &'static str) -> Column {
    Column { name, kind: ColumnKind::Number, about }
}

/// The tables with the data of a session, which are stored before its row in `sessions`.
pub(super) const DATA: [&str; 3] = ["launches", "costs", "extras"];

/// The columns of `sessions`, which has one row for each session. A session without a row in this table is not part of the store.
pub(super) const SESSIONS: &[Column] = &[
    text_column("content", "hash of the session's content, by which the other tables identify the session"),
    text_column("session", "name of the session"),
    whole_column(
        "recorded_unix_ms",
        "time at which the first launch was recorded; null if the recorder did not record it",
    ),
    whole_column("stored_unix_ms", "time at which the session was stored"),
    text_column("scenario_name", "name of the scenario in the settings"),
    text_column("device_model", "model of the device"),
    text_column("device_os", "version of the device's system"),
    text_column("app_bundle", "bundle identifier of the app"),
    text_column("app_build", "number of the build"),
    text_column("app_configuration", "configuration of the build"),
    text_column("agent_version", "version of the agent, or name of another recorder"),
    text_column("agent_recording", "number of the agent's way of measuring"),
    text_column("agent_settings", "fingerprint of the agent's settings"),
    text_column("agent_loading", "way in which the agent was loaded into the app"),
    text_column("app_version", "version of the build (`CFBundleShortVersionString`)"),
    text_column("commit", "commit that was measured; null if it is not known"),
    whole_column("launches", "number of launches"),
    number_column("launch_ns", "median time until the first frame, over the judged launches"),
    text_column("level_owner", "person who declared a new level of all rows from this session on"),
    text_column("level_reason", "reason for the new level"),
    text_column("phone", "hash of the phone's id with this store's salt; null if the phone is not known"),
    text_column(
        "lost",
        "launches that were lost, one line for each role and reason: role, reason and number, separated by tabs",
    ),
    text_column("names", "form of the names of functions: full, short or hashed"),
    text_column("extras", "kinds of the session's rows in the table extras, separated by commas"),
    whole_column("judged", "number of judged launches"),
];

/// The columns of an object with means: for each session of a month it has a row of kind `launch`, which has the columns of `sessions`
/// too, and a row for each method.
pub(super) const MEANS: &[Column] = &join_columns::<{ SESSIONS.len() + OF_MEANS.len() }>(SESSIONS, OF_MEANS);

/// The columns of `means` that identify its sessions.
pub(super) const SUMMED: &[Column] =
    &join_columns::<{ SESSIONS.len() + 2 }>(SESSIONS, &[OF_MEANS[0], OF_MEANS[OF_MEANS.len() - 1]]);

const OF_MEANS: &[Column] = &[
    text_column("kind", "kind of row: launch or method"),
    text_column("name", "name of the method"),
    text_column("module", "module to which the method belongs"),
    text_column("owner", "person or team that owns it"),
    text_column("image", "image that contains the code"),
    text_column("system", "yes if the code is part of the system"),
    number_column(
        "ns",
        "trimmed mean over the launches; in a row of kind launch null if no launch is judged",
    ),
    whole_column("put_unix_ms", "launch: time at which the row of the session was stored"),
];

const fn join_columns<const N: usize>(one: &[Column], other: &[Column]) -> [Column; N] {
    let mut all = [one[0]; N];
    let mut at = 0;
    while at < N {
        all[at] = if at < one.len() { one[at] } else { other[at - one.len()] };
        at += 1;
    }
    all
}

/// The columns of `launches`, whose rows are the events of each launch; the column `kind` has the kind of event.
pub(super) const LAUNCHES: &[Column] = &[
    text_column("content", "hash of the session's content"),
    whole_column("place", "position of the launch in its session, from 0"),
    whole_column("launch", "number of the launch"),
    text_column(
        "kind",
        "kind of row: launch, mark, phase, page, span, per_call, image, work, called or functions",
    ),
    text_column(
        "name",
        "name of the mark, phase, page, span or image; work: the method or image that requested it",
    ),
    number_column("from_ns", "phase: start"),
    number_column("to_ns", "launch: duration; mark: time; phase: end; page: duration; span: total time"),
    number_column(
        "objc_ns",
        "phase: sum of the methods' self times on the main thread in the phase; span: self time",
    ),
    number_column(
        "instructions",
        "mark: instructions until the mark; span: instructions in one of its first intervals, as the next five columns; per_call: instructions that recording a call takes",
    ),
    number_column("cycles", "mark: cycles until the mark; per_call: cycles that recording a call takes"),
    number_column("page_ins", "mark: pages read in until the mark"),
    number_column("disk_read", "mark: bytes read from disk until the mark"),
    number_column("disk_written", "mark: bytes written to disk until the mark"),
    number_column("footprint", "mark: bytes of memory of the process at the mark"),
    whole_column("recorded_unix_ms", "launch: time of recording"),
    text_column("role", "launch: base or head, in an interleaved run"),
    whole_column("block", "launch: block, in an interleaved run"),
    text_column("thermal", "launch: thermal state of the device"),
    text_column("states", "launch: properties that distinguish it from a normal one, separated by commas"),
    whole_column("dropped_calls", "launch: number of calls that did not fit in the recorder's memory"),
    whole_column("dropped_events", "launch: number of events that did not fit in the recorder's memory"),
    whole_column("dropped_threads", "launch: number of threads that did not fit in the recorder's memory"),
    text_column("version", "launch: version of the build"),
    text_column(
        "text",
        "image: UUID; launch: hash of the code directory that the system launched; work: kind and thread; span: caller; called: calls of all functions that count their calls, as text; functions: all functions that samples found, as text",
    ),
    whole_column("count", "work: number of requests; span: number of intervals"),
    whole_column("bytes", "work: number of requested bytes"),
    truth_column("judged", "true if the gate judges the launch"),
];

/// The columns of `costs`: the costs of methods, and of the sampled functions in them. A sum must include rows of one `kind` only.
pub(super) const COSTS: &[Column] = &[
    text_column("content", "hash of the session's content"),
    whole_column("place", "position of the launch in its session, from 0"),
    text_column(
        "kind",
        "kind of row: method (measured exactly), or function (a share of a measured time, estimated from samples)",
    ),
    text_column("name", "name of the method or function"),
    text_column("module", "module to which the method or function belongs"),
    text_column("owner", "person or team that owns it"),
    text_column("image", "image that contains the code"),
    text_column("system", "yes if the code is part of the system"),
    text_column("thread", "thread: main or other"),
    text_column("phase", "phase of the launch, if it is known"),
    text_column("path", "callers, if they were stored"),
    text_column(
        "inside",
        "function: method in which it was sampled, or phase if it was sampled in the phase's Swift, C and system code",
    ),
    number_column("calls", "method: number of calls"),
    number_column("self_ns", "self time; null if the row has it in steps"),
    number_column("total_ns", "method: time of the method and its callees; null if the row has it in steps"),
    whole_column("samples", "function: number of samples"),
    number_column(
        "step_ns",
        "method: length of a step of the clock; if it is set, the times are in steps, exact to the last bit",
    ),
    loose_column("self_steps", "steps in the method itself: self_ns = self_steps * step_ns + self_off_ns"),
    loose_column(
        "below_steps",
        "steps in callees: total_ns = (self_steps + below_steps) * step_ns + total_off_ns",
    ),
    number_column("self_off_ns", "difference by floating-point rounding; null if there is no difference"),
    number_column(
        "total_off_ns",
        "difference of the total time by floating-point rounding; null if there is no difference",
    ),
    truth_column("judged", "true if the gate judges the launch"),
];

/// The columns of `extras`: the sidecars of sessions, in the same formats as in a store in a folder.
pub(super) const EXTRAS: &[Column] = &[
    text_column("content", "hash of the session's content"),
    text_column("kind", "kind of sidecar: tree, timeline or facts"),
    text_column("text", "content of the sidecar"),
];

/// The columns of `findings`: the permanent changes that a sweep found.
pub(super) const FINDINGS: &[Column] = &[
    text_column("session", "first session at the new level"),
    text_column("previous", "last session at the old level"),
    whole_column("recorded_unix_ms", "time at which the first session at the new level was recorded"),
    text_column(
        "kind",
        "kind of series: launch, module or method; everything if all methods changed together",
    ),
    text_column("name", "name of the module or method"),
    text_column("module", "module to which the method belongs"),
    text_column("owner", "person or team that owns it"),
    number_column("before_ns", "level before the change"),
    number_column("after_ns", "level after the change"),
    text_column("commit", "commit of the first session at the new level"),
    text_column("previous_commit", "commit of the last session at the old level"),
    text_column("build", "build number of the first session at the new level"),
    text_column("status", "status: open, accepted or override (the series has a limit of its own)"),
    text_column(
        "reason",
        "reason for the acceptance or the override; everything: conditions that changed at the same session",
    ),
    number_column("growth_a_month", "growth per month as a share, if the series grows steadily"),
];

/// The columns of `acceptances`: the accepted regressions, each once.
pub(super) const ACCEPTANCES: &[Column] = &[
    text_column("method", "method, or glob of methods"),
    text_column("owner", "person who is responsible for the acceptance"),
    text_column("reason", "reason for the acceptance"),
    text_column("until", "last day on which the acceptance is valid"),
    text_column("up_to", "accepted growth"),
    text_column("device_model", "model of the device on which the growth was measured"),
    text_column("scenario_name", "scenario in which the growth was measured"),
    number_column("from_ns", "cost before the growth"),
    text_column("line", "line of the file accepted.tsv"),
    whole_column("accepted_unix_ms", "time of the acceptance"),
];

/// The columns of `pins`: the sessions that were made anchors. The anchor of a key is that of its newest row.
pub(super) const PINS: &[Column] = &[
    text_column("content", "hash of the session's content"),
    text_column("session", "name of the session"),
    text_column("object", "path of the object with the session's row in `sessions`"),
    whole_column("pinned_unix_ms", "time at which the session was made the anchor"),
];

/// All tables with their folders.
pub(super) const TABLES: [(&str, &[Column]); 8] = [
    ("sessions", SESSIONS),
    ("means", OF_MEANS),
    ("launches", LAUNCHES),
    ("costs", COSTS),
    ("extras", EXTRAS),
    ("findings", FINDINGS),
    ("acceptances", ACCEPTANCES),
    ("pins", PINS),
];

/// Formats the published description of the tables, as Markdown.
pub fn describe_tables() -> String {
    let mut out = String::new();
    for (table, columns) in TABLES {
        out += &format!("### {table}\n\n| column | type | what it is |\n|---|---|---|\n");
        for Column { name, kind, about } in columns {
            let kind = match kind {
                ColumnKind::Text => "text",
                ColumnKind::Whole | ColumnKind::Loose => "int64",
                ColumnKind::Number => "double",
                ColumnKind::Truth => "boolean",
            };
            out += &format!("| `{name}` | {kind} | {about} |\n");
        }
        out.push('\n');
    }
    out
}
