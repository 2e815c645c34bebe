//! Lists the parts of something in a report that is no method or function: the launch, a phase, a module, an owner, work or a counter.

use std::collections::BTreeMap;
use std::sync::Arc;

use gate_decision::{OTHER_CODE, Subject};
use gate_launches::{Counters, Launch, Launches, ThreadKind, name_of, work_kind_from_name};

/// The parts of a subject that a report names, such as a phase or a module.
pub(super) struct SubjectParts {
    /// The display name of the subject.
    pub(super) title: String,
    /// Whether the values are times rather than counts.
    pub(super) is_time: bool,
    /// The average value of each part in the launches that measured the subject; `None` if no launch measured it.
    pub(super) base: Option<BTreeMap<String, f64>>,
    pub(super) head: Option<BTreeMap<String, f64>>,
}

/// Returns the parts of the subject, owner or counter with this name, if the launches contain it.
pub(super) fn find_parts(name: &str, head: &Launches, base: Option<&Launches>) -> Option<SubjectParts> {
    let whole = DividedSubject::find_subject(name, [Some(head), base].into_iter().flatten())?;
    Some(SubjectParts {
        title: whole.title(),
        is_time: whole.is_time(),
        base: base.and_then(|launches| whole.average_parts(launches)),
        head: whole.average_parts(head),
    })
}

/// A subject, owner or counter whose value is divided into parts.
enum DividedSubject {
    Subject(Subject),
    /// All methods of an owner.
    Owner(String),
    /// A counter of the process.
    Counter(&'static str),
}

impl DividedSubject {
    /// Finds the first subject, owner or counter with this name, in the form of reports or of files.
    fn find_subject<'a>(
        name: &str,
        sides: impl Iterator<Item = &'a Launches> + Clone,
    ) -> Option<DividedSubject> {
        let launches = || sides.clone().flat_map(|side| &side.launches);
        let phases = launches().flat_map(|launch| &launch.phases).flat_map(|phase| {
            [Subject::Phase(Arc::clone(&phase.name)), Subject::Outside(Some(Arc::clone(&phase.name)))]
        });
        let pages = launches().flat_map(|launch| &launch.pages).map(|page| Subject::Page(page.name.clone()));
        let methods = || sides.clone().flat_map(|side| side.table.methods()).map(|(_, method)| method);
        let modules = methods().filter_map(|method| method.module.clone()).map(Subject::Module);
        let mut subjects = std::iter::once(Subject::Launch).chain(phases).chain(modules).chain(pages);
        if let Some(found) = subjects.find(|subject| is_named(subject, name)) {
            return Some(DividedSubject::Subject(found));
        }
        // The name of a row of requests (work) begins with the kind and ends with the module.
        let kind = name.split(' ').next().unwrap_or_default();
        if work_kind_from_name(kind).is_some() {
            return Some(DividedSubject::Subject(Subject::Work(kind.into(), None)));
        }
        let counter = name.split([' ', ',']).next().unwrap_or_default();
        let counters = Counters::default().named_counters();
        if let Some((found, _)) = counters.into_iter().find(|(known, _)| *known == counter) {
            return Some(DividedSubject::Counter(found));
        }
        let is_owner = methods().any(|method| method.owner.as_deref() == Some(name));
        is_owner.then(|| DividedSubject::Owner(name.to_owned()))
    }

    fn title(&self) -> String {
        match self {
            DividedSubject::Subject(subject) => subject.to_string(),
            DividedSubject::Owner(owner) => format!("what {owner} owns"),
            DividedSubject::Counter(counter) => format!("{counter} of the launch, by phase"),
        }
    }

    fn is_time(&self) -> bool {
        match self {
            DividedSubject::Subject(Subject::Launch | Subject::Module(_) | Subject::Page(_))
            | DividedSubject::Owner(_) => true,
            DividedSubject::Subject(_) | DividedSubject::Counter(_) => self.phase_name().is_some(),
        }
    }

    /// Returns the average of each part over the launches that measured the subject; `None` if no launch measured it.
    fn average_parts(&self, launches: &Launches) -> Option<BTreeMap<String, f64>> {
        let known: Vec<&Launch> = launches.launches.iter().filter(|one| self.is_measured_in(one)).collect();
        let mut sums: BTreeMap<String, f64> = BTreeMap::new();
        for launch in &known {
            self.add_parts(launch, launches, &mut |part, value| {
                *sums.entry(part).or_default() += value / known.len() as f64;
            });
        }
        (!known.is_empty()).then_some(sums)
    }

    /// Returns whether a launch measured the subject, since a value that was not counted is not zero.
    fn is_measured_in(&self, launch: &Launch) -> bool {
        match self {
            DividedSubject::Subject(Subject::Work(..)) => launch.work.is_some(),
            DividedSubject::Counter(counter) => {
                let mut named = launch.marks.iter().flat_map(|mark| mark.counters.named_counters());
                named.any(|(name, value)| name == *counter && value.is_some())
            }
            DividedSubject::Subject(_) | DividedSubject::Owner(_) => true,
        }
    }

    /// Returns the name of the phase, if the subject is a phase.
    fn phase_name(&self) -> Option<&str> {
        match self {
            DividedSubject::Subject(subject @ (Subject::Phase(_) | Subject::Outside(_))) => subject.phase(),
            _ => None,
        }
    }

    /// Calls `add` for each part of the subject in a launch, with the value of the part.
    fn add_parts(&self, launch: &Launch, all: &Launches, add: &mut dyn FnMut(String, f64)) {
        match self {
            DividedSubject::Subject(Subject::Launch) => {
                for phase in &launch.phases {
                    add(gate_decision::phase_for_people(&phase.name), phase.duration().0);
                }
            }
            DividedSubject::Subject(Subject::Page(name)) => {
                for page in launch.pages.iter().filter(|page| page.name == *name) {
                    add("until it was rendered".to_owned(), page.render.0);
                }
            }
            DividedSubject::Subject(Subject::Work(kind, _)) => {
                let work = launch.work.iter().flat_map(|work| work.iter());
                for work in work.filter(|work| *name_of(work.kind) == **kind) {
                    let thread = if work.thread == ThreadKind::Main { "" } else { " on other threads" };
                    add(format!("{}{thread}", work.by), work.calls as f64);
                }
            }
            DividedSubject::Counter(counter) => {
                let mut before = 0.0;
                for mark in &launch.marks {
                    let value = mark.counters.named_counters().into_iter().find(|(name, _)| name == counter);
                    let Some(value) = value.and_then(|(_, value)| value) else { continue };
                    add(format!("until {}", mark.name), value - before);
                    before = value;
                }
            }
            DividedSubject::Subject(_) | DividedSubject::Owner(_) => self.add_methods(launch, all, add),
        }
    }

    /// Adds the methods of a phase, a module or an owner, and the time of a phase outside all methods.
    fn add_methods(&self, launch: &Launch, all: &Launches, add: &mut dyn FnMut(String, f64)) {
        let phase = launch.phases.iter().position(|phase| Some(&*phase.name) == self.phase_name());
        if let Some(outside) = phase.and_then(|at| launch.phases[at].outside_objc()) {
            add(OTHER_CODE.to_owned(), outside.0.max(0.0));
        }
        for cost in launch.costs.iter().filter(|cost| cost.thread == ThreadKind::Main) {
            let method = all.table.method(cost.method);
            let is_part = match self {
                DividedSubject::Owner(owner) => method.owner.as_deref() == Some(&**owner),
                DividedSubject::Subject(Subject::Module(module)) => method.module.as_ref() == Some(module),
                _ => phase.is_some() && cost.phase.map(|own| usize::from(own.0)) == phase,
            };
            if is_part {
                add(method.name.to_string(), cost.self_ns.0);
            }
        }
    }
}

/// Returns whether a subject has this name in a report, in a comment (which omits the marks of a phase), or in a file.
fn is_named(subject: &Subject, name: &str) -> bool {
    let shown = subject.to_string();
    shown == name || gate_decision::without_marks(&shown) == name || subject.bare_name() == name
}
