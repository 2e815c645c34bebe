//! `gate explain`, of functions that samples found: those in a method, and where a function was found, in base and head.

use std::collections::BTreeMap;

use super::explain_answer::{Answer, Cost, List, Row};
use crate::explain::Divided;
use launches::{Launches, Node};

/// Both sides' functions; a side without samples has none, which is not known and not zero.
pub(super) struct Functions {
    base: Option<Divided>,
    head: Option<Divided>,
}

impl Functions {
    pub(super) fn of(head: &Launches, base: Option<&Launches>) -> Functions {
        let of = |launches: &Launches| Some(Divided::of(launches)).filter(|divided| divided.sampled > 0);
        Functions { base: base.and_then(of), head: of(head) }
    }

    fn sides(&self) -> impl Iterator<Item = &Divided> {
        [&self.head, &self.base].into_iter().flatten()
    }

    /// The names of all functions.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.sides().flat_map(|divided| divided.functions().into_keys())
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.names().any(|known| known == name)
    }

    /// The functions in a method's own time.
    pub(super) fn inside(&self, method: &str) -> Option<List> {
        let of = |side: &Divided| -> BTreeMap<String, f64> {
            side.inside(method).into_iter().map(|(name, ns)| (name.to_owned(), ns)).collect()
        };
        self.list("Sampled in the method itself", of)
    }

    /// Whose a function is, and where it was found.
    pub(super) fn places(&self, function: &str) -> Answer {
        let known = self.sides().find_map(|divided| divided.functions().get(function).copied().cloned());
        let about = known.map_or_else(Vec::new, |known| {
            let owner = known.owner.as_deref().unwrap_or("unknown").to_owned();
            let file = known.file.as_deref().map(|file| ("in", file.to_owned()));
            [("module", known.module.to_string()), ("owner", owner)].into_iter().chain(file).collect()
        });
        let name = |node: &Node| match node {
            Node::Method(name) => name.to_string(),
            Node::Outside(phase) => format!("outside Objective-C in {phase}"),
        };
        let of = |side: &Divided| -> BTreeMap<String, f64> {
            side.places(function).into_iter().map(|(node, ns)| (name(node), ns)).collect()
        };
        let of_main = Some("Average launch, on the main thread".to_owned());
        let lists = self.list("Found in", of).map(|list| List { of: of_main, ..list });
        Answer { name: format!("{function} (sampled)"), about, lists: lists.into_iter().collect() }
    }

    /// A list of parts; nothing where there are none.
    fn list(&self, title: &'static str, of: impl Fn(&Divided) -> BTreeMap<String, f64>) -> Option<List> {
        let [base, head] = [&self.base, &self.head].map(|side| side.as_ref().map(&of));
        let mut names: Vec<&String> = base.iter().chain(&head).flat_map(BTreeMap::keys).collect();
        names.sort_unstable();
        names.dedup();
        // A side without samples does not know; one with samples that has none of a function has 0.
        let cost = |side: &Option<BTreeMap<String, f64>>, name: &str| match side {
            None => Cost::Unknown("not sampled"),
            Some(parts) => Cost::Known(parts.get(name).copied().unwrap_or(0.0), None),
        };
        let row =
            |name: &String| Row { name: name.clone(), base: cost(&base, name), head: cost(&head, name) };
        let rows: Vec<Row> = names.into_iter().map(row).collect();
        let list = List { of: None, title: Some(title), is_time: true, rows };
        (!list.rows.is_empty()).then(|| list.sorted())
    }
}
