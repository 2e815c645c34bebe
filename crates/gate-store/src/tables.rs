//! The published tables and their columns, in the order in which they are written.
//!
//! Invariant: within a version columns are only added, at the end; `docs/store.md` lists exactly these.

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

/// The tables of data; the row of a session follows them.
pub(super) const DATA: [&str; 3] = ["launches", "costs", "extras"];

/// One row for each session. A session without its row here is not part of the store.
pub(super) const SESSIONS: &[Column] = &[
    text("content", "the hash of what the session holds, by which the other tables name it"),
    text("session", "its name"),
    whole("recorded_unix_ms", "when its first launch was recorded; none if the recorder did not say"),
    whole("stored_unix_ms", "when it was put here"),
    text("scenario_name", "the scenario as the settings name it"),
    text("device_model", "the model of the device"),
    text("device_os", "the version of its system"),
    text("app_bundle", "the bundle identifier"),
    text("app_build", "the build's number"),
    text("app_configuration", "the build's configuration"),
    text("agent_version", "the version of the agent, or another recorder"),
    text("agent_recording", "how the agent measured, as a number"),
    text("agent_settings", "the fingerprint of its settings"),
    text("agent_loading", "how the agent came into the app"),
    text("app_version", "the build's version for people"),
    text("commit", "the commit that was measured; none if nobody said"),
    whole("launches", "how many launches it has"),
    number("launch_ns", "the median time until the first frame of the launches that are judged"),
    text("level_owner", "who took over a shift of everything from this session on"),
    text("level_reason", "why"),
    text("phone", "the phone, as a hash with this store's salt; none if it is not known"),
    text(
        "lost",
        "the launches that were lost, one line for each side and reason: side, reason and count, with tabs between",
    ),
    text("names", "how functions are named: full, short or hashed"),
    text("extras", "the kinds in the table extras, with commas"),
    whole("judged", "how many of its launches are judged"),
];

/// The costs of the judged launches of each session of a month: for each session a row of kind launch, which has the columns of
/// `sessions` too, and one for each method.
pub(super) const MEANS: &[Column] = &both::<{ SESSIONS.len() + OF_MEANS.len() }>(SESSIONS, OF_MEANS);

/// The columns of `means` that identify its sessions.
pub(super) const SUMMED: &[Column] =
    &both::<{ SESSIONS.len() + 2 }>(SESSIONS, &[OF_MEANS[0], OF_MEANS[OF_MEANS.len() - 1]]);

const OF_MEANS: &[Column] = &[
    text("kind", "launch or method"),
    text("name", "of the method"),
    text("module", "the module that owns it"),
    text("owner", "whom to ask"),
    text("image", "the image that implements it"),
    text("system", "yes: part of the system"),
    number("ns", "the trimmed mean over the launches; of a launch none where none is judged"),
    whole("put_unix_ms", "launch: when the row of its session was put"),
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

/// The events of each launch, by the column `kind`.
pub(super) const LAUNCHES: &[Column] = &[
    text("content", "the session"),
    whole("place", "the launch's place in its session, from 0"),
    whole("launch", "its number"),
    text("kind", "launch, mark, phase, page, per_call, image, work, called or functions"),
    text("name", "of the mark, phase, page or image; of work who asked for it"),
    number("from_ns", "phase: when it began"),
    number("to_ns", "launch: how long it took; mark: when; phase: when it ended; page: how long it took"),
    number("objc_ns", "phase: self costs of methods on the main thread in it"),
    number("instructions", "mark: used by then; per_call: of a recorded call"),
    number("cycles", "likewise"),
    number("page_ins", "mark: pages read in by then"),
    number("disk_read", "mark: bytes read from disk by then"),
    number("disk_written", "mark: bytes written to disk by then"),
    number("footprint", "mark: bytes of memory that the process has then"),
    whole("recorded_unix_ms", "launch: when it was recorded"),
    text("role", "launch: the side of an interleaved run"),
    whole("block", "launch: the block of an interleaved run"),
    text("thermal", "launch: how hot the device was"),
    text("states", "launch: what made it unlike a normal one, with commas"),
    whole("dropped_calls", "launch: calls that the recorder had no room for"),
    whole("dropped_events", "launch: likewise events"),
    whole("dropped_threads", "launch: likewise threads"),
    text("version", "launch: the build's version"),
    text(
        "text",
        "image: its UUID; launch: the hash of the code directory that the system launched; work: its kind and thread; called: the calls of all functions that count, functions: all that samples found, as texts",
    ),
    whole("count", "work: how many calls"),
    whole("bytes", "work: of how many bytes"),
    truth("judged", "whether the gate judges its launch"),
];

/// The costs of methods, and of the sampled functions in them. Sum rows of one `kind` only.
pub(super) const COSTS: &[Column] = &[
    text("content", "the session"),
    whole("place", "the launch's place in its session, from 0"),
    text("kind", "method: measured exactly; function: a share of that by samples"),
    text("name", "the method or function"),
    text("module", "the module that owns it"),
    text("owner", "whom to ask"),
    text("image", "the image that implements it"),
    text("system", "yes: part of the system"),
    text("thread", "main or other"),
    text("phase", "the phase of the launch, where it is known"),
    text("path", "the callers, where they were stored"),
    text("inside", "function: the method, or the phase (its Swift, C and system code), in which it was seen"),
    number("calls", "method: how often it was called"),
    number("self_ns", "time in itself; none where steps say it"),
    number("total_ns", "method: time in itself and what it called; none where steps say it"),
    whole("samples", "function: in how many samples it was seen"),
    number("step_ns", "method: a step of the clock; where it is set, steps say the times, to the last bit"),
    loose("self_steps", "self_ns = self_steps * step_ns + self_off_ns"),
    loose("below_steps", "in what it called; total_ns = (self_steps + below_steps) * step_ns + total_off_ns"),
    number("self_off_ns", "what float rounding changed; none where nothing"),
    number("total_off_ns", "likewise"),
    truth("judged", "whether the gate judges its launch"),
];

/// The sidecars of sessions, in the formats of a store in a folder.
pub(super) const EXTRAS: &[Column] =
    &[text("content", "the session"), text("kind", "tree, timeline or facts"), text("text", "the file")];

/// The permanent changes of levels that a sweep found.
pub(super) const FINDINGS: &[Column] = &[
    text("session", "the first session at the new level"),
    text("previous", "the last session at the old level"),
    whole("recorded_unix_ms", "when the first session at the new level was recorded"),
    text("kind", "launch, module or method; everything: all methods moved together"),
    text("name", "of the module or method"),
    text("module", "the module that owns it"),
    text("owner", "whom to ask"),
    number("before_ns", "the level before"),
    number("after_ns", "the level after"),
    text("commit", "the commit of the first session at the new level"),
    text("previous_commit", "the commit of the last session at the old level"),
    text("build", "the build's number of the first session at the new level"),
    text("status", "open, accepted or override"),
    text("reason", "why it was accepted or has a limit of its own; of everything, what else changed there"),
    number("growth_a_month", "by which share it grows a month, where it does so all the time"),
];

/// The accepted regressions, each once.
pub(super) const ACCEPTANCES: &[Column] = &[
    text("method", "the method, or a glob of methods"),
    text("owner", "who answers for it"),
    text("reason", "why"),
    text("until", "the last day on which it holds"),
    text("up_to", "how much growth is accepted"),
    text("device_model", "where it was measured"),
    text("scenario_name", "likewise"),
    number("from_ns", "what it cost before"),
    text("line", "the line of the file accepted.tsv"),
    whole("accepted_unix_ms", "when it was accepted"),
];

/// The sessions that were made anchors; the newest row of a key is its anchor.
pub(super) const PINS: &[Column] = &[
    text("content", "the session"),
    text("session", "its name"),
    text("object", "the object of its row"),
    whole("pinned_unix_ms", "when"),
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
