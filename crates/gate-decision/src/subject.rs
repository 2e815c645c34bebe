//! Defines the subject of a row, a finding or a line of a report: the thing that is measured, such as a method or a phase.
//!
//! The names, kinds and ids of subjects are defined only in `subject`. A new kind of subject is a new variant of [`Subject`].

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use gate_config::RowKind;
use gate_launches::{Function, FunctionId, WaitKind, WorkKind, name_of};
use serde::{Deserialize, Serialize};

use crate::amount::Unit;

/// A counter of the processor (instructions and cycles), or a counter that the system keeps for the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Counter {
    /// Machine instructions that were executed.
    Instructions,
    /// Cycles of the processor.
    Cycles,
    /// Pages of memory that were read from disk.
    PageIns,
    /// Bytes that were read from disk.
    DiskRead,
    /// Bytes that were written to disk.
    DiskWritten,
    /// Bytes of memory at the end of the launch.
    Footprint,
}

// The counters of the processor come first.
gate_common::named!(Counter:
    Instructions = "instructions", Cycles = "cycles", PageIns = "page_ins",
    DiskRead = "disk_read", DiskWritten = "disk_written", Footprint = "footprint");

impl Counter {
    /// Returns the unit of this counter.
    fn unit(self) -> Unit {
        match self {
            Counter::Instructions => Unit::Instructions,
            Counter::Cycles => Unit::Cycles,
            Counter::PageIns => Unit::Pages,
            Counter::DiskRead | Counter::DiskWritten | Counter::Footprint => Unit::Bytes,
        }
    }
}

/// The name of the whole launch in files and in acceptances.
const LAUNCH: &str = "launch";

/// The subject of a row, which is the thing that the row measures. Rows are sorted in the order of these variants.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "WireSubject", into = "WireSubject")]
pub enum Subject {
    /// The launch as a whole.
    #[default]
    Launch,
    /// The time from the start of the launch to a mark.
    Mark(Arc<str>),
    /// A phase as a whole.
    Phase(Arc<str>),
    /// The time of a phase outside Objective-C; without a name, the time of the whole launch outside Objective-C.
    Outside(Option<Arc<str>>),
    /// The sum of all methods of a module on the main thread.
    Module(Arc<str>),
    /// The time to render a page.
    Page(Arc<str>),
    /// The total time of a span that the app itself defines.
    Span(Arc<str>),
    /// A method's self cost on the main thread.
    Method(Arc<str>),
    /// A method's self cost on other threads.
    OtherThreads(Arc<str>),
    /// The value of a counter in a phase; without a name, the value for the whole launch.
    Count(Counter, Option<Arc<str>>),
    /// A function that samples found. The function's cost is its time in those methods and phases whose growth no finding reports.
    Function(NamedFunction),
    /// The sum of a module's functions that have no separate row.
    OtherFunctions(Arc<str>),
    /// Requests of one kind to the system by a module on the main thread. Without a module, the subject is either all requests or the
    /// requests that belong to no module.
    Work(Arc<str>, Option<Arc<str>>),
    /// The number of calls of a function, in launches of a copy of the app that counts calls.
    Called(NamedFunction),
    /// The time for which the main thread waits in system calls of one kind, in a function or a method.
    Waiting(WaitKind, NamedFunction),
}

/// The identity of a function, and its name for display.
///
/// Two values are equal if their ids are equal. The short name is only for display, since overloads share it.
#[derive(Clone, Debug)]
pub struct NamedFunction {
    /// The module of the function and its full name.
    pub id: FunctionId,
    /// The name for display, without the arguments of C++ functions.
    pub short: Arc<str>,
}

impl From<&Function> for NamedFunction {
    fn from(function: &Function) -> NamedFunction {
        NamedFunction { id: function.id(), short: Arc::clone(&function.short) }
    }
}

impl PartialEq for NamedFunction {
    fn eq(&self, other: &NamedFunction) -> bool {
        self.id == other.id
    }
}

impl Eq for NamedFunction {}

impl PartialOrd for NamedFunction {
    fn partial_cmp(&self, other: &NamedFunction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for NamedFunction {
    fn cmp(&self, other: &NamedFunction) -> Ordering {
        self.id.cmp(&other.id)
    }
}

impl Subject {
    /// Returns the kind of the subject, as it is written in files.
    pub fn kind(&self) -> &'static str {
        match self {
            Subject::Launch => LAUNCH,
            Subject::Mark(_) => "mark",
            Subject::Phase(_) => "phase",
            Subject::Outside(_) => "outside",
            Subject::Module(_) => "module",
            Subject::Page(_) => "page",
            Subject::Span(_) => "span",
            Subject::Method(_) => "method",
            Subject::OtherThreads(_) => "other-threads",
            Subject::Count(counter, _) => counter.name(),
            Subject::Function(..) => "function",
            Subject::OtherFunctions(_) => "other-functions",
            Subject::Work(..) => "work",
            Subject::Called(..) => "called",
            Subject::Waiting(..) => "waiting",
        }
    }

    /// Returns the name of the subject without the kind, as it is written in acceptances. For a function, the result is the full name.
    pub fn bare_name(&self) -> &str {
        match self {
            Subject::Launch => LAUNCH,
            Subject::Outside(phase) | Subject::Count(_, phase) => phase.as_deref().unwrap_or(LAUNCH),
            Subject::Mark(name)
            | Subject::Phase(name)
            | Subject::Module(name)
            | Subject::Page(name)
            | Subject::Span(name)
            | Subject::Method(name)
            | Subject::OtherThreads(name)
            | Subject::OtherFunctions(name)
            | Subject::Work(name, _) => name,
            Subject::Function(function) | Subject::Called(function) | Subject::Waiting(_, function) => {
                &function.id.name
            }
        }
    }

    /// Returns an id that is unique among all subjects of all runs. The id consists of the kind, the module (if the subject is not unique
    /// without the module), and the name.
    pub fn id(&self) -> String {
        let module = match self {
            Subject::Function(function) | Subject::Called(function) => &function.id.module,
            Subject::Work(_, module) => module.as_deref().unwrap_or_default(),
            Subject::Waiting(kind, function) => {
                return [self.kind(), kind.name(), &function.id.module, self.bare_name()].join("\0");
            }
            _ => "",
        };
        [self.kind(), module, self.bare_name()].join("\0")
    }

    /// Returns the kind and the names by which the settings may set limits. For a function, the two names are the full name of the overload
    /// and the short name that all overloads share.
    pub(crate) fn rule_key(&self) -> (RowKind, [&str; 2]) {
        let kind = match self {
            Subject::Launch => RowKind::Launch,
            Subject::Mark(_) | Subject::Phase(_) | Subject::Outside(_) => RowKind::Phase,
            Subject::Module(_) | Subject::OtherFunctions(_) => RowKind::Module,
            Subject::Page(_) => RowKind::Page,
            Subject::Span(_) => RowKind::Span,
            Subject::Method(_)
            | Subject::OtherThreads(_)
            | Subject::Function(..)
            | Subject::Called(..)
            | Subject::Waiting(..) => RowKind::Method,
            Subject::Count(_, None) => RowKind::CountOfLaunch,
            Subject::Count(_, Some(_)) => RowKind::CountOfPhase,
            Subject::Work(..) => RowKind::Work,
        };
        (kind, [self.bare_name(), self.short_name()])
    }

    /// Returns the name without the kind, for display.
    pub fn short_name(&self) -> &str {
        match self {
            Subject::Function(function) | Subject::Called(function) | Subject::Waiting(_, function) => {
                &function.short
            }
            _ => self.bare_name(),
        }
    }

    /// Makes the subject for requests of one kind by a module.
    pub(crate) fn from_work(kind: WorkKind, module: Option<&str>) -> Subject {
        Subject::Work(name_of(kind).into(), module.map(Arc::from))
    }

    pub fn is_work(&self) -> bool {
        matches!(self, Subject::Work(..))
    }

    /// Returns the unit in which the subject is measured.
    pub fn unit(&self) -> Unit {
        match self {
            Subject::Work(..) => Unit::Requests,
            Subject::Called(_) => Unit::Calls,
            Subject::Count(counter, _) => counter.unit(),
            _ => Unit::Ns,
        }
    }

    /// Returns the name of the method, if the subject is a method on the main thread.
    pub fn main_method(&self) -> Option<&Arc<str>> {
        if let Subject::Method(name) = self { Some(name) } else { None }
    }

    /// Returns the name of the method, if the subject is a method on any thread.
    pub fn method(&self) -> Option<&str> {
        if let Subject::OtherThreads(name) = self {
            Some(name)
        } else {
            self.main_method().map(|name| &**name)
        }
    }

    /// Returns the full name of the function, if the subject is a function that samples found.
    pub fn function(&self) -> Option<&str> {
        if let Subject::Function(function) = self { Some(&function.id.name) } else { None }
    }

    /// Returns the name of the module, if the subject is a whole module.
    pub fn module(&self) -> Option<&Arc<str>> {
        if let Subject::Module(name) = self { Some(name) } else { None }
    }

    pub fn is_page(&self) -> bool {
        matches!(self, Subject::Page(_))
    }

    pub(crate) fn is_span(&self) -> bool {
        matches!(self, Subject::Span(_))
    }

    pub fn is_on_other_threads(&self) -> bool {
        matches!(self, Subject::OtherThreads(_))
    }

    pub fn is_launch(&self) -> bool {
        *self == Subject::Launch
    }

    /// Returns whether the subject is the time of a phase or of the launch outside Objective-C.
    pub fn is_outside(&self) -> bool {
        matches!(self, Subject::Outside(_))
    }

    /// Returns the phase or the mark of the subject, or `launch` for subjects of the whole launch.
    pub fn phase(&self) -> Option<&str> {
        match self {
            Subject::Launch
            | Subject::Mark(_)
            | Subject::Phase(_)
            | Subject::Outside(_)
            | Subject::Count(..) => Some(self.bare_name()),
            _ => None,
        }
    }

    /// Returns the counter and the phase of a subject that is a counter. A counter of the whole launch has no phase.
    pub fn counter_and_phase(&self) -> Option<(Counter, Option<&Arc<str>>)> {
        if let Subject::Count(counter, phase) = self { Some((*counter, phase.as_ref())) } else { None }
    }

    /// For a counter, returns the subject of the time of the same phase or, if the counter has no phase, of the launch.
    pub(crate) fn time_subject(&self) -> Option<Subject> {
        let (_, phase) = self.counter_and_phase()?;
        Some(phase.map_or(Subject::Launch, |phase| Subject::Phase(Arc::clone(phase))))
    }
}

/// The phrase that reports use for code outside Objective-C methods.
pub const OTHER_CODE: &str = "Swift, C and system code";

/// Formats the name for display.
impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.short_name();
        match self {
            Subject::Launch => f.write_str("the launch"),
            Subject::Mark(_) => write!(f, "mark {name}"),
            Subject::Phase(_) => f.write_str(&phase_for_people(name)),
            Subject::Outside(None) => f.write_str(OTHER_CODE),
            Subject::Outside(Some(_)) => write!(f, "{OTHER_CODE}, {}", phase_for_people(name)),
            Subject::Module(_) => write!(f, "module {name}"),
            Subject::Page(_) => write!(f, "page {name}"),
            Subject::Span(_) => write!(f, "span {name}"),
            Subject::Method(_) | Subject::Function(..) | Subject::Called(..) => f.write_str(name),
            Subject::OtherThreads(_) => write!(f, "{name} on other threads"),
            Subject::Waiting(kind, _) => write!(f, "{name} waiting ({})", kind.name()),
            Subject::OtherFunctions(_) => write!(f, "other functions of {name}"),
            Subject::Work(_, None) => f.write_str(name),
            Subject::Work(_, Some(module)) => write!(f, "{name} of {module}"),
            Subject::Count(counter, None) => write!(f, "{} of the launch", counter.name()),
            Subject::Count(counter, Some(_)) => write!(f, "{}, {}", counter.name(), phase_for_people(name)),
        }
    }
}

/// Returns the display name of a phase, followed by its marks.
pub fn phase_for_people(name: &str) -> String {
    let people = match name {
        "start..agent_start" => "loading of libraries",
        "agent_start..main" => "initialisers before main",
        "start..main" => "before main",
        "main..did_finish_launching" => "main to didFinishLaunching",
        "did_finish_launching..first_frame" => "didFinishLaunching to the first frame",
        "main..first_frame" => "main to the first frame",
        _ => return format!("phase {name}"),
    };
    format!("{people} ({name})")
}

/// Removes the marks from the display name of a phase, for places in which the name with marks is too long.
pub fn without_marks(name: &str) -> &str {
    let is_phase = |(_, phase): &(&str, &str)| {
        phase.strip_suffix(')').is_some_and(|phase| phase_for_people(phase).ends_with(&format!(" ({phase})")))
    };
    name.rsplit_once(" (").filter(is_phase).map_or(name, |(people, _)| people)
}

/// The form in which a subject is written to files.
#[derive(Serialize, Deserialize)]
struct WireSubject {
    kind: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    module: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// The short name of a function, if the short name differs from the full name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    short: Option<String>,
    /// The kind of system call in which the subject waits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    wait: Option<String>,
}

impl From<Subject> for WireSubject {
    fn from(subject: Subject) -> WireSubject {
        let module = match &subject {
            Subject::Function(function) | Subject::Called(function) | Subject::Waiting(_, function) => {
                Some(function.id.module.to_string())
            }
            Subject::Work(_, Some(module)) => Some(module.to_string()),
            _ => None,
        };
        let short = (subject.short_name() != subject.bare_name()).then(|| subject.short_name().to_owned());
        let is_whole = matches!(subject, Subject::Launch | Subject::Outside(None) | Subject::Count(_, None));
        let name = (!is_whole).then(|| subject.bare_name().to_owned());
        let wait = if let Subject::Waiting(kind, _) = &subject { Some(kind.name().to_owned()) } else { None };
        WireSubject { kind: subject.kind().to_owned(), module, name, short, wait }
    }
}

impl TryFrom<WireSubject> for Subject {
    type Error = String;

    fn try_from(WireSubject { kind, module, name, short, wait }: WireSubject) -> Result<Subject, String> {
        let name: Option<Arc<str>> = name.map(Arc::from);
        if let Some(counter) = Counter::from_name(&kind) {
            return Ok(Subject::Count(counter, name));
        }
        match (&*kind, module, name) {
            (LAUNCH, ..) => Ok(Subject::Launch),
            ("outside", _, name) => Ok(Subject::Outside(name)),
            ("mark", _, Some(name)) => Ok(Subject::Mark(name)),
            ("phase", _, Some(name)) => Ok(Subject::Phase(name)),
            ("module", _, Some(name)) => Ok(Subject::Module(name)),
            ("page", _, Some(name)) => Ok(Subject::Page(name)),
            ("span", _, Some(name)) => Ok(Subject::Span(name)),
            ("method", _, Some(name)) => Ok(Subject::Method(name)),
            ("other-threads", _, Some(name)) => Ok(Subject::OtherThreads(name)),
            ("function", Some(module), Some(name)) => {
                Ok(Subject::Function(make_named_function(module, name, short)))
            }
            ("other-functions", _, Some(name)) => Ok(Subject::OtherFunctions(name)),
            ("called", Some(module), Some(name)) => {
                Ok(Subject::Called(make_named_function(module, name, short)))
            }
            ("waiting", Some(module), Some(name)) => {
                let wait = wait
                    .as_deref()
                    .and_then(WaitKind::from_name)
                    .ok_or("this version has no such kind of waiting")?;
                Ok(Subject::Waiting(wait, make_named_function(module, name, short)))
            }
            ("work", module, Some(name)) => Ok(Subject::Work(name, module.map(Arc::from))),
            _ => Err(format!("this version knows no subject of kind {kind:?} with these fields")),
        }
    }
}

fn make_named_function(module: String, name: Arc<str>, short: Option<String>) -> NamedFunction {
    let short = short.map_or_else(|| Arc::clone(&name), Arc::from);
    NamedFunction { id: FunctionId { module: module.into(), name }, short }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a subject of each kind.
    fn all() -> Vec<Subject> {
        let name = || Arc::from("main..first_frame");
        let mut all = vec![
            Subject::Launch,
            Subject::Mark(name()),
            Subject::Phase(name()),
            Subject::Outside(None),
            Subject::Outside(Some(name())),
            Subject::Module(name()),
            Subject::Page(name()),
            Subject::Span(name()),
            Subject::Method(name()),
            Subject::OtherThreads(name()),
            Subject::Function(make_named_function("Pricing".into(), name(), None)),
            Subject::Function(make_named_function("Geometry".into(), name(), Some("short".into()))),
            Subject::OtherFunctions(name()),
            Subject::Work("file.open".into(), None),
            Subject::Called(make_named_function("Pricing".into(), name(), None)),
            Subject::Work("file.open".into(), Some(name())),
            Subject::Waiting(WaitKind::Lock, make_named_function("Pricing".into(), name(), None)),
            Subject::Waiting(WaitKind::Once, make_named_function("Pricing".into(), name(), None)),
        ];
        for counter in Counter::ALL {
            all.extend([Subject::Count(counter, None), Subject::Count(counter, Some(name()))]);
        }
        all
    }

    #[test]
    fn subjects_of_findings_are_read_back_unchanged_and_have_distinct_ids() {
        for one in all() {
            let text = serde_json::to_string(&one).unwrap();
            assert_eq!(serde_json::from_str::<Subject>(&text).unwrap(), one, "{text}");
            let same = all().iter().filter(|other| other.id() == one.id()).count();
            assert_eq!(same, 1, "{text}: its id");
        }
        let error = serde_json::from_str::<Subject>(r#"{"kind":"weather"}"#).unwrap_err().to_string();
        assert!(error.contains("weather"), "{error}");
    }

    #[test]
    fn the_launch_and_a_phase_with_the_name_launch_are_different_subjects() {
        assert_ne!(Subject::Launch.id(), Subject::Phase(LAUNCH.into()).id());
    }
}
