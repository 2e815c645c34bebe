//! Which methods are near each other in the call tree: who calls them, and below whom they run.
//!
//! Cost that one method lost and another one gained has moved only where the tree can show it.
//! Limit: where launches carry no callers, only methods of one class are near.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use gate_launches::{MethodId, Thread};

use super::rows::Counted;
use super::{Caller, Judged, renamed};

/// Where methods run, by name.
#[derive(Clone, Debug, Default)]
pub struct Kin {
    places: BTreeMap<Arc<str>, CallNeighbours>,
}

/// Where a method runs, on both sides.
#[derive(Clone, Debug, Default)]
struct CallNeighbours {
    /// Who calls it.
    callers: BTreeSet<Arc<str>>,
    /// Everything that it runs below.
    above: BTreeSet<Arc<str>>,
}

impl Kin {
    /// Of those rows that `wanted` is true of.
    pub(super) fn of(counted: Counted<'_>, rows: &[Judged], wanted: impl Fn(&Judged) -> bool) -> Kin {
        let names: Vec<&Arc<str>> = rows
            .iter()
            .filter(|judged| wanted(judged))
            .filter_map(|judged| Some((judged.row.subject.main_method()?, &judged.row.renamed_from)))
            .flat_map(|(name, renamed_from)| std::iter::once(name).chain(renamed_from))
            .collect();
        let mut kin = Kin::default();
        for (launches, table) in [(counted.base, counted.base_table), (counted.head, counted.head_table)] {
            let ids: BTreeMap<MethodId, &Arc<str>> =
                names.iter().filter_map(|name| Some((table.find(name)?, *name))).collect();
            for cost in launches.iter().flat_map(|launch| &launch.costs) {
                let (Thread::Main, Some(path), Some(name)) = (cost.thread, cost.path, ids.get(&cost.method))
                else {
                    continue;
                };
                let place = kin.places.entry(Arc::clone(name)).or_default();
                let above = table.path(path).iter().map(|id| Arc::clone(&table.method(*id).name));
                place.callers.extend(above.clone().next_back());
                place.above.extend(above);
            }
        }
        kin
    }

    /// Whether a method runs below another one.
    pub fn is_below(&self, method: &str, above: &str) -> bool {
        self.places.get(method).is_some_and(|place| place.above.contains(above))
    }

    /// Whether cost may move from one of them to the other: they are of one class, have one caller, or are of one module and run below
    /// the same method.
    pub(crate) fn are_near(&self, one: (&str, Option<&str>), other: (&str, Option<&str>)) -> bool {
        if class(one.0).is_some() && class(one.0) == class(other.0) {
            return true;
        }
        let (Some(a), Some(b)) = (self.places.get(one.0), self.places.get(other.0)) else { return false };
        let of_one_module = one.1.is_some() && one.1 == other.1;
        !a.callers.is_disjoint(&b.callers) || of_one_module && !a.above.is_disjoint(&b.above)
    }
}

fn class(name: &str) -> Option<&str> {
    renamed::parts(name).map(|(_, class, _)| class)
}

/// Says of each new method which method of before brought it in: the nearest caller that is not new, by most of its cost.
pub(super) fn charge_new(rows: &mut [Judged], counted: Counted<'_>) {
    let table = counted.head_table;
    let is_new: BTreeSet<MethodId> = rows
        .iter()
        .filter(|judged| judged.is_new())
        .filter_map(|judged| table.find(judged.row.subject.main_method()?))
        .collect();
    if is_new.is_empty() {
        return;
    }
    let mut callers: BTreeMap<MethodId, BTreeMap<MethodId, f64>> = BTreeMap::new();
    for launch in counted.head {
        for cost in launch.costs.iter().filter(|c| c.thread == Thread::Main && is_new.contains(&c.method)) {
            let path = cost.path.map_or(&[][..], |path| table.path(path));
            if let Some(caller) = path.iter().rev().find(|caller| !is_new.contains(caller)) {
                *callers.entry(cost.method).or_default().entry(*caller).or_default() += cost.total_ns.0;
            }
        }
    }
    for judged in rows.iter_mut() {
        let id = judged.row.subject.main_method().and_then(|name| table.find(name));
        let Some(callers) = id.and_then(|id| callers.get(&id)) else { continue };
        let dearest = callers.iter().max_by(|a, b| {
            a.1.total_cmp(b.1).then_with(|| table.method(*b.0).name.cmp(&table.method(*a.0).name))
        });
        judged.called_by = dearest.map(|(id, _)| {
            let method = table.method(*id);
            Caller {
                method: Arc::clone(&method.name),
                module: method.module.clone(),
                owner: method.owner.clone(),
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_are_near_by_class_caller_or_subtree() {
        let place = |callers: &[&str], above: &[&str]| {
            let set = |names: &[&str]| names.iter().map(|name| Arc::from(*name)).collect();
            CallNeighbours { callers: set(callers), above: set(above) }
        };
        let places = [
            ("-[A a]", place(&["-[Root go]"], &["-[Root go]"])),
            ("-[B b]", place(&["-[Root go]"], &["-[Root go]"])),
            ("-[C c]", place(&["-[D d]"], &["-[Root go]", "-[D d]"])),
            ("-[E e]", place(&["-[F f]"], &["-[F f]"])),
        ];
        let kin = Kin { places: places.into_iter().map(|(name, place)| (name.into(), place)).collect() };
        let (one, two) = (Some("One"), Some("Two"));
        for (a, b, expected) in [
            (("-[A a]", one), ("-[A(More) z]", two), true),
            (("-[A a]", one), ("-[B b]", two), true),
            (("-[A a]", one), ("-[C c]", one), true),
            (("-[A a]", one), ("-[C c]", two), false),
            (("-[A a]", None), ("-[C c]", None), false),
            (("-[A a]", one), ("-[E e]", one), false),
            (("-[A a]", one), ("-[G g]", one), false),
        ] {
            assert_eq!((kin.are_near(a, b), kin.are_near(b, a)), (expected, expected), "{a:?} {b:?}");
        }
    }
}
