//! `gate explain`, of functions that samples found or launches counted: those in a method, where a function was found, and how often it
//! is called, in base and head.

use std::collections::BTreeMap;
use std::sync::Arc;

use gate_attribution::Native;
use gate_attribution::symbols::demangle;
use gate_decision::{CalledRow, OTHER_CODE, calls_of_functions};
use gate_launches::{Function, Launch, Launches, Node};

use super::explain_answer::{Answer, Cost, List, Row};
use crate::explain::Divided;

/// How often functions are called in the median launch that counts, by their short names.
fn counted(launches: &[Launch]) -> BTreeMap<String, CalledRow> {
    let rows = calls_of_functions(&launches.iter().collect::<Vec<_>>()).rows;
    rows.into_iter().map(|row| (row.function.short.to_string(), row)).collect()
}

/// The calls of functions that samples found.
pub(super) struct Counted(BTreeMap<String, CalledRow>);

impl Counted {
    pub(super) fn of(launches: &[Launch]) -> Counted {
        Counted(counted(launches))
    }

    /// Nothing where no launch counts, or where the function never ran in one.
    pub(super) fn calls(&self, native: &Native) -> Option<f64> {
        let symbol = native.numbered.as_ref().unwrap_or(&native.symbol);
        let row = self.0.get(&demangle::same_short(symbol))?;
        let module = native.module.as_deref().unwrap_or(&native.image);
        (*row.function.module == *module && !row.is_import).then_some(row.calls.1)
    }

    /// The same behind a name.
    pub(super) fn words(&self, native: &Native) -> String {
        let times = |calls: f64| {
            if calls == 1.0 { " · called once".to_owned() } else { format!(" · called {calls} times") }
        };
        self.calls(native).map_or(String::new(), times)
    }
}

/// Both sides' functions; a side without samples has none, which is not known and not zero.
pub(super) struct Functions {
    base: Option<Divided>,
    head: Option<Divided>,
    /// Of base and head how often each function is called; none where no launch counts.
    counted: [Option<BTreeMap<String, CalledRow>>; 2],
}

impl Functions {
    pub(super) fn of(head: &Launches, base: Option<&Launches>) -> Functions {
        let of = |launches: &Launches| Some(Divided::of(launches)).filter(|divided| divided.sampled > 0);
        Functions { base: base.and_then(of), head: of(head), counted: [None, None] }
    }

    /// With what launches say that count calls.
    pub(super) fn counted_in(mut self, base: &[Launch], head: &[Launch]) -> Functions {
        self.counted = [base, head].map(|launches| Some(counted(launches)).filter(|rows| !rows.is_empty()));
        self
    }

    fn sides(&self) -> impl Iterator<Item = &Divided> {
        [&self.head, &self.base].into_iter().flatten()
    }

    /// The names of all functions.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        let counted = self.counted.iter().flatten().flat_map(BTreeMap::keys).map(String::as_str);
        self.sides().flat_map(|divided| divided.functions().into_keys()).chain(counted)
    }

    /// How often a function is called, in the median launch that counts.
    pub(super) fn calls(&self, function: &str) -> Option<List> {
        let rows = self.counted.each_ref().map(|side| side.as_ref().map(|rows| rows.get(function)));
        if rows.iter().flatten().all(Option::is_none) {
            return None;
        }
        let cost = |side: Option<Option<&CalledRow>>| match side {
            None => Cost::Unknown("not counted"),
            Some(row) => row.map_or(Cost::Nothing, |row| Cost::Known(row.calls.1, None)),
        };
        let [base, head] = rows;
        let by = [head, base].into_iter().flatten().flatten().find_map(|row| row.by.as_ref());
        let name = by.map_or_else(|| "calls".to_owned(), |by| format!("calls, the first by {}", by.short));
        let rows = vec![Row { name, base: cost(base), head: cost(head) }];
        Some(List { of: None, title: Some("Counted on the main thread"), is_time: false, rows })
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.names().any(|known| known == name)
    }

    /// Whose a function is, as whatever names it says.
    fn function(&self, name: &str) -> Option<Arc<Function>> {
        let counted =
            || self.counted.iter().flatten().find_map(|rows| rows.get(name)).map(|row| &row.function);
        let sampled = self.sides().find_map(|divided| divided.functions().get(name).copied());
        sampled.or_else(counted).cloned()
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
        let about = self.function(function).map_or_else(Vec::new, |known| {
            let owner = known.owner.as_deref().unwrap_or("unknown").to_owned();
            let rows = self.counted.iter().flatten().rev();
            let line = rows.filter_map(|rows| rows.get(function)).find_map(|row| row.line);
            let line = line.map_or(String::new(), |line| format!(":{line}"));
            let file = known.file.as_deref().map(|file| ("in", format!("{file}{line}")));
            [("module", known.module.to_string()), ("owner", owner)].into_iter().chain(file).collect()
        });
        let name = |node: &Node| match node {
            Node::Method(name) => name.to_string(),
            Node::Outside(phase) => format!("{OTHER_CODE}, {phase}"),
        };
        let of = |side: &Divided| -> BTreeMap<String, f64> {
            side.places(function).into_iter().map(|(node, ns)| (name(node), ns)).collect()
        };
        let of_main = Some("Average launch, on the main thread".to_owned());
        let lists = self.list("Found in", of).map(|list| List { of: of_main, ..list });
        let name = if lists.is_some() { format!("{function} (sampled)") } else { function.to_owned() };
        Answer { name, about, lists: lists.into_iter().chain(self.calls(function)).collect() }
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
