//! Collects the relations of methods in the call tree: the callers of a method, and all methods above it.
//!
//! Cost that one method lost and another method gained counts as moved only if the call tree shows a relation between the two. Limit: if
//! callers were not recorded, only methods of one class are related.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use gate_launches::{MethodId, ThreadKind};

use super::rows::{AdmittedLaunches, Row};
use super::{Caller, JudgedRow, renamed};

/// The relations of methods, by name.
#[derive(Clone, Debug, Default)]
pub struct CallRelations {
    methods: BTreeMap<Arc<str>, CallNeighbours>,
}

/// The methods above a method in the call tree, in the launches of both sides.
#[derive(Clone, Debug, Default)]
struct CallNeighbours {
    callers: BTreeSet<Arc<str>>,
    /// All methods that call this method, directly or through other methods.
    above: BTreeSet<Arc<str>>,
}

impl CallRelations {
    /// Collects the relations of the methods in the rows that `wanted` selects.
    pub(super) fn new(
        launches: AdmittedLaunches<'_>,
        rows: &[JudgedRow],
        wanted: impl Fn(&JudgedRow) -> bool,
    ) -> CallRelations {
        let names: Vec<&Arc<str>> = rows
            .iter()
            .filter(|judged| wanted(judged))
            .filter_map(|judged| Some((judged.row.subject.main_method()?, &judged.row.renamed_from)))
            .flat_map(|(name, renamed_from)| std::iter::once(name).chain(renamed_from))
            .collect();
        let mut relations = CallRelations::default();
        for (launches, table) in [(launches.base, launches.base_table), (launches.head, launches.head_table)]
        {
            let ids: BTreeMap<MethodId, &Arc<str>> =
                names.iter().filter_map(|name| Some((table.find(name)?, *name))).collect();
            for cost in launches.iter().flat_map(|launch| &launch.costs) {
                let (ThreadKind::Main, Some(path), Some(name)) =
                    (cost.thread, cost.path, ids.get(&cost.method))
                else {
                    continue;
                };
                let neighbours = relations.methods.entry(Arc::clone(name)).or_default();
                let above = table.path(path).iter().map(|id| Arc::clone(&table.method(*id).name));
                neighbours.callers.extend(above.clone().next_back());
                neighbours.above.extend(above);
            }
        }
        relations
    }

    /// Returns whether the method `method` is called by the method `above`, directly or through other methods.
    pub fn is_below(&self, method: &str, above: &str) -> bool {
        self.methods.get(method).is_some_and(|neighbours| neighbours.above.contains(above))
    }

    /// Returns whether cost may move between the methods of two rows. Cost may move if both are methods of one class, if they have a common
    /// caller, or if they belong to one module and are both called below the same method.
    pub(crate) fn are_related(&self, one: &Row, other: &Row) -> bool {
        let (Some(a), Some(b)) = (one.subject.main_method(), other.subject.main_method()) else {
            return false;
        };
        if class_of(a).is_some() && class_of(a) == class_of(b) {
            return true;
        }
        let (Some(a), Some(b)) = (self.methods.get(a), self.methods.get(b)) else { return false };
        let is_one_module = one.module.is_some() && one.module == other.module;
        !a.callers.is_disjoint(&b.callers) || is_one_module && !a.above.is_disjoint(&b.above)
    }
}

fn class_of(name: &str) -> Option<&str> {
    renamed::split_name(name).map(|(_, class, _)| class)
}

/// Attributes each new method to a method of the base: the nearest caller that is not new, on the call path with most of the new method's
/// cost.
pub(super) fn attribute_new_methods(rows: &mut [JudgedRow], launches: AdmittedLaunches<'_>) {
    let table = launches.head_table;
    let is_new: BTreeSet<MethodId> = rows
        .iter()
        .filter(|judged| judged.is_new())
        .filter_map(|judged| table.find(judged.row.subject.main_method()?))
        .collect();
    if is_new.is_empty() {
        return;
    }
    let mut callers: BTreeMap<MethodId, BTreeMap<MethodId, f64>> = BTreeMap::new();
    for launch in launches.head {
        for cost in launch.costs.iter().filter(|c| c.thread == ThreadKind::Main && is_new.contains(&c.method))
        {
            let path = cost.path.map_or(&[][..], |path| table.path(path));
            if let Some(caller) = path.iter().rev().find(|caller| !is_new.contains(caller)) {
                *callers.entry(cost.method).or_default().entry(*caller).or_default() += cost.total_ns.0;
            }
        }
    }
    for judged in rows.iter_mut() {
        let id = judged.row.subject.main_method().and_then(|name| table.find(name));
        let Some(callers) = id.and_then(|id| callers.get(&id)) else { continue };
        let callers = callers.iter().map(|(id, cost)| (table.method(*id), cost));
        let largest = callers.max_by(|a, b| a.1.total_cmp(b.1).then_with(|| b.0.name.cmp(&a.0.name)));
        judged.called_by = largest.map(|(method, _)| Caller {
            method: Arc::clone(&method.name),
            module: method.module.clone(),
            owner: method.owner.clone(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::Rules;
    use crate::subject::Subject;
    use gate_config::{Config, Date};

    fn row(name: &str, module: Option<&str>) -> Row {
        let config = Config::default();
        let rules = Rules::new(&config, Date::from_unix_seconds(0).unwrap());
        Row::new(Subject::Method(name.into()), module.map(Arc::from), None, rules)
    }

    #[test]
    fn methods_with_a_common_class_caller_or_subtree_are_related() {
        let neighbours = |callers: &[&str], above: &[&str]| {
            let set = |names: &[&str]| names.iter().map(|name| Arc::from(*name)).collect();
            CallNeighbours { callers: set(callers), above: set(above) }
        };
        let methods = [
            ("-[A a]", neighbours(&["-[Root go]"], &["-[Root go]"])),
            ("-[B b]", neighbours(&["-[Root go]"], &["-[Root go]"])),
            ("-[C c]", neighbours(&["-[D d]"], &["-[Root go]", "-[D d]"])),
            ("-[E e]", neighbours(&["-[F f]"], &["-[F f]"])),
        ];
        let methods = methods.into_iter().map(|(name, neighbours)| (name.into(), neighbours)).collect();
        let relations = CallRelations { methods };
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
            let (a, b) = (row(a.0, a.1), row(b.0, b.1));
            let near = (relations.are_related(&a, &b), relations.are_related(&b, &a));
            assert_eq!(near, (expected, expected), "{a:?} {b:?}");
        }
    }
}
