//! `gate explain`, of what is no method or function: what the launch, a phase, a module, an owner, work or a counter consists of.

use std::collections::BTreeMap;
use std::sync::Arc;

use gate_decision::{OTHER_CODE, Subject};
use gate_launches::{Counters, Launch, Launches, Thread, name_of, work_kind_from_name};

/// Something that a report names, and its parts.
pub(super) struct Parts {
    /// The name for people.
    pub(super) title: String,
    /// Whether its numbers are times, and no counts.
    pub(super) is_time: bool,
    /// What they are in an average launch of those that know; none where none does.
    pub(super) base: Option<BTreeMap<String, f64>>,
    pub(super) head: Option<BTreeMap<String, f64>>,
}

/// What of launches has such a name; `None` where it is not one of these.
pub(super) fn parts(name: &str, head: &Launches, base: Option<&Launches>) -> Option<Parts> {
    let about = named(name, [Some(head), base].into_iter().flatten())?;
    let of = |launches: &Launches| -> Option<BTreeMap<String, f64>> {
        let known: Vec<&Launch> = launches.launches.iter().filter(|one| about.is_known_to(one)).collect();
        let mut sums: BTreeMap<String, f64> = BTreeMap::new();
        for launch in &known {
            about.tell(launch, launches, &mut |part, value| {
                *sums.entry(part).or_default() += value / known.len() as f64;
            });
        }
        (!known.is_empty()).then_some(sums)
    };
    Some(Parts {
        title: about.title(),
        is_time: matches!(about, About::Subject(Subject::Launch | Subject::Module(_) | Subject::Page(_)))
            || about.phase().is_some()
            || matches!(about, About::Owner(_)),
        base: base.and_then(of),
        head: of(head),
    })
}

/// What can be taken apart.
enum About {
    Subject(Subject),
    /// All that somebody answers for.
    Owner(String),
    /// A counter of the process.
    Counter(&'static str),
}

/// The first thing of that name, as the report prints it or as files do.
fn named<'a>(name: &str, sides: impl Iterator<Item = &'a Launches> + Clone) -> Option<About> {
    let launches = || sides.clone().flat_map(|side| &side.launches);
    // Comments have no room for the marks of a phase.
    let is_it = |subject: &Subject| {
        let told = subject.to_string();
        told == name || gate_decision::without_marks(&told) == name || subject.bare() == name
    };
    let phases = launches().flat_map(|launch| &launch.phases).flat_map(|phase| {
        [Subject::Phase(Arc::clone(&phase.name)), Subject::Outside(Some(Arc::clone(&phase.name)))]
    });
    let pages = launches().flat_map(|launch| &launch.pages).map(|page| Subject::Page(page.name.clone()));
    let methods = || sides.clone().flat_map(|side| side.table.methods()).map(|(_, method)| method);
    let modules = methods().filter_map(|method| method.module.clone()).map(Subject::Module);
    if let Some(found) =
        std::iter::once(Subject::Launch).chain(phases).chain(modules).chain(pages).find(is_it)
    {
        return Some(About::Subject(found));
    }
    // A row of work has its module in its name.
    let kind = name.split(' ').next().unwrap_or_default();
    if work_kind_from_name(kind).is_some() {
        return Some(About::Subject(Subject::Work(kind.into(), None)));
    }
    let counter = name.split([' ', ',']).next().unwrap_or_default();
    let counters = Counters::default().named();
    if let Some((found, _)) = counters.into_iter().find(|(known, _)| *known == counter) {
        return Some(About::Counter(found));
    }
    let is_owner = methods().any(|method| method.owner.as_deref() == Some(name));
    is_owner.then(|| About::Owner(name.to_owned()))
}

impl About {
    fn title(&self) -> String {
        match self {
            About::Subject(subject) => subject.to_string(),
            About::Owner(owner) => format!("what {owner} owns"),
            About::Counter(counter) => format!("{counter} of the launch, by phase"),
        }
    }

    /// Whether a launch says anything of it: without having counted, nothing is not zero.
    fn is_known_to(&self, launch: &Launch) -> bool {
        match self {
            About::Subject(Subject::Work(..)) => launch.work.is_some(),
            About::Counter(counter) => {
                let mut named = launch.marks.iter().flat_map(|mark| mark.counters.named());
                named.any(|(name, value)| name == *counter && value.is_some())
            }
            About::Subject(_) | About::Owner(_) => true,
        }
    }

    /// The phase, of what is one.
    fn phase(&self) -> Option<&str> {
        match self {
            About::Subject(subject @ (Subject::Phase(_) | Subject::Outside(_))) => subject.phase(),
            _ => None,
        }
    }

    /// Tells each part in a launch with its value.
    fn tell(&self, launch: &Launch, of: &Launches, part: &mut dyn FnMut(String, f64)) {
        match self {
            About::Subject(Subject::Launch) => {
                for phase in &launch.phases {
                    part(gate_decision::phase_for_people(&phase.name), phase.duration().0);
                }
            }
            About::Subject(Subject::Page(name)) => {
                for page in launch.pages.iter().filter(|page| page.name == *name) {
                    part("until it was rendered".to_owned(), page.render.0);
                }
            }
            About::Subject(Subject::Work(kind, _)) => {
                let work = launch.work.iter().flat_map(|work| work.iter());
                for work in work.filter(|work| *name_of(work.kind) == **kind) {
                    let thread = if work.thread == Thread::Main { "" } else { " on other threads" };
                    part(format!("{}{thread}", work.by), work.calls as f64);
                }
            }
            About::Counter(counter) => {
                let mut before = 0.0;
                for mark in &launch.marks {
                    let value = mark.counters.named().into_iter().find(|(name, _)| name == counter);
                    let Some(value) = value.and_then(|(_, value)| value) else { continue };
                    part(format!("until {}", mark.name), value - before);
                    before = value;
                }
            }
            About::Subject(_) | About::Owner(_) => self.methods(launch, of, part),
        }
    }

    /// The methods of a phase, a module or an owner, and what of a phase is in none.
    fn methods(&self, launch: &Launch, of: &Launches, part: &mut dyn FnMut(String, f64)) {
        let place = launch.phases.iter().position(|phase| Some(&*phase.name) == self.phase());
        if let Some(outside) = place.and_then(|at| launch.phases[at].outside()) {
            part(OTHER_CODE.to_owned(), outside.0.max(0.0));
        }
        for cost in launch.costs.iter().filter(|cost| cost.thread == Thread::Main) {
            let method = of.table.method(cost.method);
            let is_part = match self {
                About::Owner(owner) => method.owner.as_deref() == Some(&**owner),
                About::Subject(Subject::Module(module)) => method.module.as_ref() == Some(module),
                _ => place.is_some() && cost.phase.map(|phase| usize::from(phase.0)) == place,
            };
            if is_part {
                part(method.name.to_string(), cost.self_ns.0);
            }
        }
    }
}
