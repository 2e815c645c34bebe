//! Writes and reads the text of a session, the format of the store's files.
//!
//! Invariants: equal launches give equal bytes, independent of the ids in their table and of their source. A written session is read back
//! with equal values, to the last bit of every number.
//!
//! ```text
//! launchgate.baseline/1
//! session     NAME
//! recorded    the first launch's time in ms since 1970; if it is not known, an empty field and the time of storing
//! scenario .. agent.loading      the conditions, one a line
//! level       OWNER REASON, if all rows have a new level from this session on
//! phone       HASH of the phone's id with the store's salt, if it is known
//! lost        SIDE REASON COUNT of launches that were lost; one line for each side and reason
//! launch      NUMBER RECORDED ROLE BLOCK THERMAL STATES DROPPED(3)
//! build       VERSION, then PATH UUID of each image and the code hash under no path, where the launch's differ from the one's above \
//! mark        NAME NS INSTRUCTIONS CYCLES PAGE_INS DISK_READ DISK_WRITTEN FOOTPRINT, without unknown ones at the end \
//! per_call    INSTRUCTIONS CYCLES of a recorded call, if known } of the launch above
//! phase       NAME FROM TO OBJC                          |
//! page        NAME NS                                    /
//! method      NAME MODULE OWNER IMAGE SYSTEM             the known properties of a method
//! cost        NAME THREAD PHASE PATH, then for each launch `calls self total`, or an empty field
//! called      function or import, MODULE NAME SHORT, then the calls of each launch, or an empty field if they were not counted; one
//!             field if all launches are equal
//! work        KIND THREAD BY, then for each launch `calls bytes`, or an empty field if work was not counted
//! end         NUMBER OF LINES ABOVE, CHECKSUM
//! ```

mod called;
mod reader;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use super::text::{self, NumberedLines, abbreviate, escape, escape_option, join_path, unescape};
use super::{Result, StoreError};
pub use called::{add_called, format_call_counts};
use gate_launches::{
    Build, BuildRole, Condition, Conditions, Cost, Counters, DroppedData, FileLine, Launch, LaunchState,
    Launches, LostLaunchCount, Mark, Method, MethodTable, Page, Phase, PhaseId, PhoneId,
    SessionProperties as Known, Span, Thermal, ThreadKind, Work, WorkKind, name_of,
};
use reader::{SessionReader, whole_option};

pub(super) const FORMAT: &str = "launchgate.baseline";
pub(super) const VERSION: u32 = 1;

/// The values in the lines of a session's file that precede the launches.
pub(super) struct SessionHeader {
    pub(super) session: Arc<str>,
    pub(super) recorded_unix_ms: Option<u64>,
    pub(super) conditions: Conditions,
    pub(super) about: StoredProperties,
}

/// The properties of a session that its launches do not contain.
#[derive(Clone, Debug, Default)]
pub(super) struct StoredProperties {
    /// The time of storing, if the time of recording is not known.
    pub(super) stored_unix_ms: Option<u64>,
    /// The statement of a person that all rows have a new level from the session on, if the session contains this statement.
    pub(super) new_level: Option<NewLevel>,
    /// The phone, as a hash, and the lost launches.
    pub(super) known: Known,
}

/// The statement of a person that all rows have a new level, for example after a new Xcode or iOS.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLevel {
    /// The team or person who is responsible for the new level.
    pub owner: String,
    pub reason: String,
}

/// Formats the states of a launch that differ from those of a normal launch as words. The thermal state is a separate field.
pub fn format_states(mut state: LaunchState) -> String {
    let words: Vec<&str> =
        states_mut(&mut state).into_iter().filter_map(|(word, set)| set.then_some(word)).collect();
    words.join(",")
}

/// Parses the thermal state, and the words of [`format_states`].
pub fn state_of(thermal: &str, words: &str) -> Result<LaunchState, String> {
    let thermal = Thermal::from_name(thermal)
        .ok_or_else(|| format!("unknown thermal state {}", abbreviate(thermal)))?;
    let mut state = LaunchState { thermal, ..LaunchState::default() };
    for word in words.split(',').filter(|word| !word.is_empty()) {
        let known = states_mut(&mut state).into_iter().find(|(name, _)| *name == word);
        *known.ok_or_else(|| format!("no state {}", abbreviate(word)))?.1 = true;
    }
    Ok(state)
}

/// Returns the states of a launch by their names in files.
fn states_mut(state: &mut LaunchState) -> [(&'static str, &mut bool); 5] {
    let LaunchState { prewarmed, first_after_install, low_power, debugged, warm_up, .. } = state;
    [
        ("prewarmed", prewarmed),
        ("first_after_install", first_after_install),
        ("low_power", low_power),
        ("debugged", debugged),
        ("warm_up", warm_up),
    ]
}

/// The unique key of a cost line, by which the lines are sorted.
type CostLineKey<'a> = (&'a str, ThreadKind, Option<&'a str>, Option<Vec<&'a str>>);

/// Formats a session. A session without a time of recording contains the time of storing.
pub(super) fn encode(table: &MethodTable, launches: &[Launch], about: &StoredProperties) -> Result<String> {
    let name: &str = launches.first().map_or("", |launch| &launch.session);
    write(table, launches, about).map_err(|reason| StoreError::Session { session: name.to_owned(), reason })
}

fn write(table: &MethodTable, launches: &[Launch], about: &StoredProperties) -> Result<String, String> {
    let mut launches: Vec<&Launch> = launches.iter().collect();
    let place = |l: &Launch| (l.role, l.block, l.number);
    launches.sort_by_key(|l| place(l));
    let first = *launches.first().ok_or("it has no launches")?;
    if let Some(pair) = launches.windows(2).find(|pair| place(pair[0]) == place(pair[1])) {
        return Err(format!("it contains launch {} twice", pair[0].number));
    }
    let same = &first.conditions;
    for launch in &launches {
        if launch.session != first.session {
            return Err(format!("launch {} belongs to session {:?}", launch.number, launch.session));
        }
        for ((condition, a), (_, b)) in same.fields().into_iter().zip(launch.conditions.fields()) {
            if a != b {
                return Err(format!(
                    "its launches differ in {}: {} in launch {}, {} in launch {}",
                    condition.name(),
                    abbreviate(&a),
                    first.number,
                    abbreviate(&b),
                    launch.number
                ));
            }
        }
    }

    let mut out = format!("{FORMAT}/{VERSION}\nsession\t{}\n", escape(&first.session));
    let recorded = launches.iter().filter_map(|l| l.recorded_unix_ms).min();
    match (recorded, about.stored_unix_ms) {
        (None, Some(stored)) => write_line(&mut out, "recorded", [String::new(), stored.to_string()]),
        _ => write_line(&mut out, "recorded", [format_optional(recorded)]),
    }
    for (condition, value) in same.fields() {
        write_line(&mut out, condition.name(), [escape(&value)]);
    }
    if let Some(NewLevel { owner, reason }) = &about.new_level {
        write_line(&mut out, "level", [escape(owner), escape(reason)]);
    }
    if let Some(hash) = about.known.phone.as_ref().and_then(PhoneId::hash) {
        write_line(&mut out, "phone", [escape(hash)]);
    }
    for lost in &about.known.lost {
        write_line(&mut out, "lost", lost.fields().iter().map(|field| escape(field)));
    }
    let mut build = &Build { number: same.app_build.to_string(), ..Build::default() };
    for launch in &launches {
        write_launch(&mut out, launch)?;
        if *launch.build != *build {
            build = &launch.build;
            write_build(&mut out, build);
        }
    }
    write_methods(&mut out, table, &launches);
    write_costs(&mut out, table, &launches)?;
    write_work(&mut out, &launches);
    out += &format_call_counts(&launches);
    let end = text::checksum_line(&out);
    Ok(out + &end)
}

fn write_line<T: AsRef<str>>(out: &mut String, word: &str, fields: impl IntoIterator<Item = T>) {
    out.push_str(word);
    for field in fields {
        out.push('\t');
        out.push_str(field.as_ref());
    }
    out.push('\n');
}

fn format_optional(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

/// Formats a number as the shortest text that reads back as the same number.
fn format_number(value: f64, what: &str, least: f64) -> Result<String, String> {
    let text = (value.is_finite() && value >= least).then(|| value.to_string());
    text.ok_or_else(|| format!("{what} of {value}"))
}

fn write_launch(out: &mut String, launch: &Launch) -> Result<(), String> {
    let Launch {
        recorded_unix_ms,
        state,
        block,
        role,
        ref marks,
        ref phases,
        ref pages,
        ref spans,
        dropped,
        per_call,
        ..
    } = *launch;
    let role = role.map_or("", BuildRole::name);
    let DroppedData { calls, events, threads } = dropped;
    write_line(
        out,
        "launch",
        [
            &launch.number.to_string(),
            &format_optional(recorded_unix_ms),
            role,
            &format_optional(block),
            state.thermal.name(),
            &format_states(state),
            &calls.to_string(),
            &events.to_string(),
            &threads.to_string(),
        ],
    );
    for Mark { name, at, counters } in marks {
        let fields = vec![escape(name).into_owned(), format_number(at.0, "a mark", 0.0)?];
        write_line(out, "mark", add_counters(fields, counters, 5)?);
    }
    if per_call != Counters::default() {
        let Counters { instructions, cycles, .. } = per_call;
        write_line(out, "per_call", [format_optional(instructions), format_optional(cycles)]);
    }
    for Phase { name, from, to, objc } in phases {
        let objc = objc.map(|ns| format_number(ns.0, "a phase", f64::MIN)).transpose()?.unwrap_or_default();
        let (from, to) = (format_number(from.0, "a phase", 0.0)?, format_number(to.0, "a phase", 0.0)?);
        write_line(out, "phase", [&escape(name), &*from, &to, &objc]);
    }
    for Page { name, render, appearances } in pages {
        let (name, render) = (escape(name), format_number(render.0, "a page", 0.0)?);
        // A page that appeared once is written with only the fields that earlier versions read.
        let more = (*appearances != 1).then(|| appearances.to_string());
        write_line(out, "page", [&*name, &*render].into_iter().chain(more.as_deref()));
    }
    for Span { name, calls, total, own, caller, counters } in spans {
        let mut fields = vec![escape(name).into_owned()];
        for value in [*calls, total.0, own.0] {
            fields.push(format_number(value, "a span", 0.0)?);
        }
        fields.push(escape_option(caller.as_deref()).into());
        write_line(out, "span", add_counters(fields, counters, 5)?);
    }
    Ok(())
}

/// Adds counters to the fields of a line, and removes empty fields at its end while the line has more than `least` fields.
fn add_counters(mut fields: Vec<String>, counters: &Counters, least: usize) -> Result<Vec<String>, String> {
    for (_, value) in counters.named_counters() {
        fields.push(value.map(|v| format_number(v, "a counter", f64::MIN)).transpose()?.unwrap_or_default());
    }
    while fields.len() > least && fields.last().is_some_and(String::is_empty) {
        fields.pop();
    }
    Ok(fields)
}

/// Writes the version, the hash of the code directory under an empty path, if the hash is known, and each image with its UUID. The build
/// number is a condition of the session, so it is not written here.
fn write_build(out: &mut String, build: &Build) {
    let Build { version, number: _, images, code_hash } = build;
    let hash = (!code_hash.is_empty()).then_some(("", code_hash.as_str()));
    let images = images.iter().map(|(path, uuid)| (path.as_str(), uuid.as_str()));
    let pairs = hash.into_iter().chain(images).flat_map(|(path, uuid)| [escape(path), escape(uuid)]);
    write_line(out, "build", std::iter::once(escape(version)).chain(pairs));
}

/// Writes the known properties of the methods that occur in costs, in the order of their names.
fn write_methods(out: &mut String, table: &MethodTable, launches: &[&Launch]) {
    let mut occurs = vec![false; table.len()];
    for cost in launches.iter().flat_map(|launch| &launch.costs) {
        occurs[cost.method.0 as usize] = true;
        for caller in cost.path.map_or(&[][..], |path| table.path(path)) {
            occurs[caller.0 as usize] = true;
        }
    }
    let mut methods: Vec<&Method> =
        table.methods().filter(|(id, _)| occurs[id.0 as usize]).map(|(_, method)| method).collect();
    methods.sort_by(|a, b| a.name.cmp(&b.name));
    for Method { name, module, owner, image, system } in methods {
        if module.is_none() && owner.is_none() && image.is_none() && !system {
            continue;
        }
        let [module, owner, image] = [module, owner, image].map(|text| escape_option(text.as_deref()));
        let system = if *system { "system" } else { "" };
        write_line(out, "method", [&*escape(name), &module, &owner, &image, system]);
    }
}

fn write_costs(out: &mut String, table: &MethodTable, launches: &[&Launch]) -> Result<(), String> {
    let mut rows: BTreeMap<CostLineKey<'_>, Vec<Option<&Cost>>> = BTreeMap::new();
    for (column, launch) in launches.iter().enumerate() {
        for cost in &launch.costs {
            let name = &*table.method(cost.method).name;
            let phase = match cost.phase {
                None => None,
                Some(PhaseId(id)) => {
                    let phase = launch.phases.get(usize::from(id));
                    Some(&*phase.ok_or("a cost belongs to a phase that its launch does not have")?.name)
                }
            };
            let path = cost
                .path
                .map(|path| table.path(path).iter().map(|id| &*table.method(*id).name).collect::<Vec<_>>());
            let row =
                rows.entry((name, cost.thread, phase, path)).or_insert_with(|| vec![None; launches.len()]);
            if row[column].replace(cost).is_some() {
                return Err(format!("{} has two costs in launch {}", abbreviate(name), launch.number));
            }
        }
    }
    for ((name, thread, phase, path), costs) in rows {
        let _ = write!(
            out,
            "cost\t{}\t{}\t{}\t{}",
            escape(name),
            thread.name(),
            escape_option(phase),
            join_path(path.as_deref())
        );
        for cost in costs {
            out.push('\t');
            if let Some(Cost { calls, self_ns, total_ns, .. }) = cost {
                let calls = format_number(*calls, "calls", 0.0)?;
                let (own, total) =
                    (format_number(self_ns.0, "a cost", 0.0)?, format_number(total_ns.0, "a cost", 0.0)?);
                let _ = write!(out, "{calls} {own} {total}");
            }
        }
        out.push('\n');
    }
    Ok(())
}

fn write_work(out: &mut String, launches: &[&Launch]) {
    type WorkKey<'a> = (WorkKind, ThreadKind, &'a str);
    let mut rows: BTreeMap<WorkKey<'_>, Vec<(u64, u64)>> = BTreeMap::new();
    for (column, launch) in launches.iter().enumerate() {
        for Work { kind, thread, by, calls, bytes } in launch.work.iter().flat_map(|work| work.iter()) {
            let row = rows.entry((*kind, *thread, by)).or_insert_with(|| vec![(0, 0); launches.len()]);
            row[column] = (*calls, *bytes);
        }
    }
    for ((kind, thread, by), counts) in rows {
        let _ = write!(out, "work\t{}\t{}\t{}", name_of(kind), thread.name(), escape(by));
        for (launch, (calls, bytes)) in launches.iter().zip(counts) {
            out.push('\t');
            if launch.work.is_some() {
                let _ = write!(out, "{calls} {bytes}");
            }
        }
        out.push('\n');
    }
}

/// Reads the lines before the launches, and returns their values and the remaining lines.
pub(super) fn decode_head<'a>(path: &'a Path, text: &'a str) -> Result<(SessionHeader, NumberedLines<'a>)> {
    let mut lines = NumberedLines::open(path, text, FORMAT, VERSION)?;
    let session = lines.expect_line("session")?;
    let session = unescape(session).map_err(|reason| lines.line_error(reason))?.into();
    let recorded = lines.expect_line("recorded")?;
    let (recorded, stored) = recorded.split_once('\t').unwrap_or((recorded, ""));
    let recorded_unix_ms = whole_option(recorded).map_err(|reason| lines.line_error(reason))?;
    let stored_unix_ms = whole_option(stored).map_err(|reason| lines.line_error(reason))?;
    let mut conditions = Conditions::default();
    for condition in Condition::ALL {
        let value = lines.expect_line(condition.name())?;
        let value = unescape(value).map_err(|reason| lines.line_error(reason))?;
        conditions.set(condition, &value).map_err(|reason| lines.line_error(reason))?;
    }
    let new_level = read_new_level(&mut lines)?;
    let known = read_known(&mut lines)?;
    let about = StoredProperties { stored_unix_ms, new_level, known };
    Ok((SessionHeader { session, recorded_unix_ms, conditions, about }, lines))
}

/// Reads the line `level`, if it is the next line.
fn read_new_level(lines: &mut NumberedLines<'_>) -> Result<Option<NewLevel>> {
    let Some(fields) = lines.clone().next().and_then(|line| line.strip_prefix("level\t")) else {
        return Ok(None);
    };
    lines.next();
    let Some((owner, reason)) = fields.split_once('\t') else {
        return Err(lines.line_error("a level line needs an owner and a reason"));
    };
    let [owner, reason] =
        [owner, reason].map(|text| unescape(text).map_err(|reason| lines.line_error(reason)));
    Ok(Some(NewLevel { owner: owner?, reason: reason? }))
}

/// Reads the lines `phone` and `lost`, if they are the next lines.
fn read_known(lines: &mut NumberedLines<'_>) -> Result<Known> {
    let mut known = Known::default();
    while let Some((word @ ("phone" | "lost"), rest)) =
        lines.clone().next().and_then(|line| line.split_once('\t'))
    {
        lines.next();
        let fields = rest.split('\t').map(unescape).collect::<Result<Vec<_>, _>>();
        let fields = fields.map_err(|reason| lines.line_error(reason))?;
        match (word, &fields[..]) {
            ("phone", [hash]) => known.phone = Some(PhoneId::Hash(hash.as_str().into())),
            ("lost", [side, reason, launches]) => {
                known.lost.push(
                    LostLaunchCount::from_fields([side, reason, launches])
                        .map_err(|reason| lines.line_error(reason))?,
                );
            }
            _ => return Err(lines.line_error(format!("a {word} line has {} fields", fields.len()))),
        }
    }
    Ok(known)
}

/// Reads the launches of a file.
pub(super) fn decode(path: &Path, text: &str) -> Result<(SessionHeader, Launches)> {
    let (head, mut lines) = decode_head(path, text)?;
    let file: Arc<str> = path.to_string_lossy().into();
    let mut reader = SessionReader::new(FileLine { file, line: None }, &head);
    lines.read_body(text, |word, rest| reader.read_line(word, rest))?;
    let mut launches = reader.into_launches();
    if head.about.known != Known::default() {
        launches.known.insert(head.conditions.session_id(&head.session), head.about.known.clone());
    }
    if launches.launches.is_empty() {
        return Err(lines.line_error("it contains no launches"));
    }
    for launch in &mut launches.launches {
        launch.costs.sort_by_key(Cost::sort_key);
    }
    Ok((head, launches))
}
