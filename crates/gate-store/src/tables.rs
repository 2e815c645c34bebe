//! The published tables and their columns, in the order in which they are written.
//!
//! Invariant: within a version, columns are only added, at the end. `docs/store.md` lists exactly these columns.

use super::columns::{Column, ColumnKind};

/// The version of the tables, in the path of every object.
pub(super) const VERSION: &str = "v1";

const fn text(name: &'static str, about: &'static str) -> Column {
    Column { name, kind: ColumnKind::Text, about }
}

const fn whole(name: &'static str, about: &'static str) -> Column {
    Column { name, kind: ColumnKind::Whole, about }
}

const fn loose(name: &'static str, about: &'static str) -> Column {
    Column { name, kind: ColumnKind::Loose, about }
}

const fn truth(name: &'static str, about: &'static str) -> Column {
    Column { name, kind: ColumnKind::Truth, about }
}

const fn number(name: &'static str, about: &'static str) -> Column {
    Column { name, kind: ColumnKind::Number, about }
}

/// The tables with the data of a session, which are stored before its row in `sessions`.
pub(super) const DATA: [&str; 3] = ["launches", "costs", "extras"];

/// The columns of `sessions`, which has one row for each session. A session without a row in this table is not part of the store.
pub(super) const SESSIONS: &[Column] = &[
    text("content", "hash of the session's content, by which the other tables identify the session"),
    text("session", "name of the session"),
    whole(
        "recorded_unix_ms",
        "time at which the first launch was recorded; null if the recorder did not record it",
    ),
    whole("stored_unix_ms", "time at which the session was stored"),
    text("scenario_name", "name of the scenario in the settings"),
    text("device_model", "model of the device"),
    text("device_os", "version of the device's system"),
    text("app_bundle", "bundle identifier of the app"),
    text("app_build", "number of the build"),
    text("app_configuration", "configuration of the build"),
    text("agent_version", "version of the agent, or name of another recorder"),
    text("agent_recording", "number of the agent's way of measuring"),
    text("agent_settings", "fingerprint of the agent's settings"),
    text("agent_loading", "way in which the agent was loaded into the app"),
    text("app_version", "version of the build (`CFBundleShortVersionString`)"),
    text("commit", "commit that was measured; null if it is not known"),
    whole("launches", "number of launches"),
    number("launch_ns", "median time until the first frame, over the judged launches"),
    text("level_owner", "person who declared a new level of all rows from this session on"),
    text("level_reason", "reason for the new level"),
    text("phone", "hash of the phone's id with this store's salt; null if the phone is not known"),
    text(
        "lost",
        "launches that were lost, one line for each role and reason: role, reason and number, separated by tabs",
    ),
    text("names", "form of the names of functions: full, short or hashed"),
    text("extras", "kinds of the session's rows in the table extras, separated by commas"),
    whole("judged", "number of judged launches"),
];

/// The columns of an object with means: for each session of a month it has a row of kind `launch`, which has the columns of `sessions`
/// too, and a row for each method.
pub(super) const MEANS: &[Column] = &both::<{ SESSIONS.len() + OF_MEANS.len() }>(SESSIONS, OF_MEANS);

/// The columns of `means` that identify its sessions.
pub(super) const SUMMED: &[Column] =
    &both::<{ SESSIONS.len() + 2 }>(SESSIONS, &[OF_MEANS[0], OF_MEANS[OF_MEANS.len() - 1]]);

const OF_MEANS: &[Column] = &[
    text("kind", "kind of row: launch or method"),
    text("name", "name of the method"),
    text("module", "module to which the method belongs"),
    text("owner", "person or team that owns it"),
    text("image", "image that contains the code"),
    text("system", "yes if the code is part of the system"),
    number("ns", "trimmed mean over the launches; in a row of kind launch null if no launch is judged"),
    whole("put_unix_ms", "launch: time at which the row of the session was stored"),
];

const fn both<const N: usize>(one: &[Column], other: &[Column]) -> [Column; N] {
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
    text("content", "hash of the session's content"),
    whole("place", "position of the launch in its session, from 0"),
    whole("launch", "number of the launch"),
    text("kind", "kind of row: launch, mark, phase, page, span, per_call, image, work, called or functions"),
    text("name", "name of the mark, phase, page, span or image; work: the method or image that requested it"),
    number("from_ns", "phase: start"),
    number("to_ns", "launch: duration; mark: time; phase: end; page: duration; span: total time"),
    number(
        "objc_ns",
        "phase: sum of the methods' self times on the main thread in the phase; span: self time",
    ),
    number(
        "instructions",
        "mark: instructions until the mark; per_call: instructions that recording a call takes",
    ),
    number("cycles", "mark: cycles until the mark; per_call: cycles that recording a call takes"),
    number("page_ins", "mark: pages read in until the mark"),
    number("disk_read", "mark: bytes read from disk until the mark"),
    number("disk_written", "mark: bytes written to disk until the mark"),
    number("footprint", "mark: bytes of memory of the process at the mark"),
    whole("recorded_unix_ms", "launch: time of recording"),
    text("role", "launch: base or head, in an interleaved run"),
    whole("block", "launch: block, in an interleaved run"),
    text("thermal", "launch: thermal state of the device"),
    text("states", "launch: properties that distinguish it from a normal one, separated by commas"),
    whole("dropped_calls", "launch: number of calls that did not fit in the recorder's memory"),
    whole("dropped_events", "launch: number of events that did not fit in the recorder's memory"),
    whole("dropped_threads", "launch: number of threads that did not fit in the recorder's memory"),
    text("version", "launch: version of the build"),
    text(
        "text",
        "image: UUID; launch: hash of the code directory that the system launched; work: kind and thread; span: caller; called: calls of all functions that count their calls, as text; functions: all functions that samples found, as text",
    ),
    whole("count", "work: number of requests; span: number of intervals"),
    whole("bytes", "work: number of requested bytes"),
    truth("judged", "true if the gate judges the launch"),
];

/// The columns of `costs`: the costs of methods, and of the sampled functions in them. A sum must include rows of one `kind` only.
pub(super) const COSTS: &[Column] = &[
    text("content", "hash of the session's content"),
    whole("place", "position of the launch in its session, from 0"),
    text(
        "kind",
        "kind of row: method (measured exactly), or function (a share of a measured time, estimated from samples)",
    ),
    text("name", "name of the method or function"),
    text("module", "module to which the method or function belongs"),
    text("owner", "person or team that owns it"),
    text("image", "image that contains the code"),
    text("system", "yes if the code is part of the system"),
    text("thread", "thread: main or other"),
    text("phase", "phase of the launch, if it is known"),
    text("path", "callers, if they were stored"),
    text(
        "inside",
        "function: method in which it was sampled, or phase if it was sampled in the phase's Swift, C and system code",
    ),
    number("calls", "method: number of calls"),
    number("self_ns", "self time; null if the row has it in steps"),
    number("total_ns", "method: time of the method and its callees; null if the row has it in steps"),
    whole("samples", "function: number of samples"),
    number(
        "step_ns",
        "method: length of a step of the clock; if it is set, the times are in steps, exact to the last bit",
    ),
    loose("self_steps", "steps in the method itself: self_ns = self_steps * step_ns + self_off_ns"),
    loose("below_steps", "steps in callees: total_ns = (self_steps + below_steps) * step_ns + total_off_ns"),
    number("self_off_ns", "difference by floating-point rounding; null if there is no difference"),
    number(
        "total_off_ns",
        "difference of the total time by floating-point rounding; null if there is no difference",
    ),
    truth("judged", "true if the gate judges the launch"),
];

/// The columns of `extras`: the sidecars of sessions, in the same formats as in a store in a folder.
pub(super) const EXTRAS: &[Column] = &[
    text("content", "hash of the session's content"),
    text("kind", "kind of sidecar: tree, timeline or facts"),
    text("text", "content of the sidecar"),
];

/// The columns of `findings`: the permanent changes that a sweep found.
pub(super) const FINDINGS: &[Column] = &[
    text("session", "first session at the new level"),
    text("previous", "last session at the old level"),
    whole("recorded_unix_ms", "time at which the first session at the new level was recorded"),
    text("kind", "kind of series: launch, module or method; everything if all methods changed together"),
    text("name", "name of the module or method"),
    text("module", "module to which the method belongs"),
    text("owner", "person or team that owns it"),
    number("before_ns", "level before the change"),
    number("after_ns", "level after the change"),
    text("commit", "commit of the first session at the new level"),
    text("previous_commit", "commit of the last session at the old level"),
    text("build", "build number of the first session at the new level"),
    text("status", "status: open, accepted or override (the series has a limit of its own)"),
    text(
        "reason",
        "reason for the acceptance or the override; everything: conditions that changed at the same session",
    ),
    number("growth_a_month", "growth per month as a share, if the series grows steadily"),
];

/// The columns of `acceptances`: the accepted regressions, each once.
pub(super) const ACCEPTANCES: &[Column] = &[
    text("method", "method, or glob of methods"),
    text("owner", "person who is responsible for the acceptance"),
    text("reason", "reason for the acceptance"),
    text("until", "last day on which the acceptance is valid"),
    text("up_to", "accepted growth"),
    text("device_model", "model of the device on which the growth was measured"),
    text("scenario_name", "scenario in which the growth was measured"),
    number("from_ns", "cost before the growth"),
    text("line", "line of the file accepted.tsv"),
    whole("accepted_unix_ms", "time of the acceptance"),
];

/// The columns of `pins`: the sessions that were made anchors. The anchor of a key is that of its newest row.
pub(super) const PINS: &[Column] = &[
    text("content", "hash of the session's content"),
    text("session", "name of the session"),
    text("object", "path of the object with the session's row in `sessions`"),
    whole("pinned_unix_ms", "time at which the session was made the anchor"),
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
pub fn described() -> String {
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
