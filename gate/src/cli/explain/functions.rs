//! Explains functions that samples found or whose calls were counted, in base and head: the functions inside a method, the methods in which
//! a function was found, and the number of calls of a function.

use std::collections::BTreeMap;
use std::sync::Arc;

use gate_attribution::NativeFunction;
use gate_attribution::symbols::demangle;
use gate_decision::{CalledRow, OTHER_CODE, calls_without_base};
use gate_launches::{Function, Launch, Launches, SampledScope};

use super::answer::{Cost, CostList, CostRow, Explanation};
use crate::explain::SampledCosts;

/// The numbers of calls of functions in the median counting launch, by the short names of the functions.
pub(super) struct CountedCalls(BTreeMap<String, CalledRow>);

impl CountedCalls {
    pub(super) fn new(launches: &[Launch]) -> CountedCalls {
        let rows = calls_without_base(&launches.iter().collect::<Vec<_>>()).rows;
        CountedCalls(rows.into_iter().map(|row| (row.function.short.to_string(), row)).collect())
    }

    /// Returns the calls of a sampled function, if a launch counted any.
    pub(super) fn calls(&self, native: &NativeFunction) -> Option<f64> {
        let symbol = native.numbered.as_ref().unwrap_or(&native.symbol);
        let row = self.0.get(&demangle::canonical_short(symbol))?;
        let module = native.module.as_deref().unwrap_or(&native.image);
        (*row.function.module == *module && !row.is_import).then_some(row.head)
    }

    /// Formats the number of calls of a sampled function for the end of its line; empty if the number is unknown.
    pub(super) fn format_calls(&self, native: &NativeFunction) -> String {
        match self.calls(native) {
            None => String::new(),
            Some(1.0) => " · called once".to_owned(),
            Some(calls) => format!(" · called {calls} times"),
        }
    }
}

/// The functions of base and head. For a build without samples, the sampled costs are `None`, which does not mean that they are zero.
pub(super) struct ComparedFunctions {
    base: Option<SampledCosts>,
    head: Option<SampledCosts>,
    /// The number of calls of each function in base and head, if launches counted calls.
    counted: [Option<CountedCalls>; 2],
}

impl ComparedFunctions {
    pub(super) fn new(head: &Launches, base: Option<&Launches>) -> ComparedFunctions {
        let sampled = |launches: &Launches| Some(SampledCosts::new(launches)).filter(|one| one.sampled > 0);
        ComparedFunctions { base: base.and_then(sampled), head: sampled(head), counted: [None, None] }
    }

    /// Adds the calls that the launches of base and head counted.
    pub(super) fn with_calls(mut self, base: &[Launch], head: &[Launch]) -> ComparedFunctions {
        self.counted = [base, head]
            .map(|launches| Some(CountedCalls::new(launches)).filter(|calls| !calls.0.is_empty()));
        self
    }

    fn sampled_costs(&self) -> impl Iterator<Item = &SampledCosts> {
        [&self.head, &self.base].into_iter().flatten()
    }

    /// Returns the counted rows of a function, the row of the head first.
    fn counted_rows(&self, function: &str) -> impl Iterator<Item = &CalledRow> {
        self.counted.iter().rev().flatten().filter_map(move |calls| calls.0.get(function))
    }

    /// Returns the names of all functions that samples found or whose calls were counted.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        let counted = self.counted.iter().flatten().flat_map(|calls| calls.0.keys()).map(String::as_str);
        self.sampled_costs().flat_map(|costs| costs.functions().into_keys()).chain(counted)
    }

    pub(super) fn has_function(&self, name: &str) -> bool {
        self.names().any(|known| known == name)
    }

    /// Lists how often a function is called in the median counting launch.
    pub(super) fn list_calls(&self, function: &str) -> Option<CostList> {
        self.counted_rows(function).next()?;
        let by = self.counted_rows(function).find_map(|row| row.by.as_ref());
        let [base, head] = self.counted.each_ref().map(|calls| match calls {
            None => Cost::Unknown("not counted"),
            Some(calls) => calls.0.get(function).map_or(Cost::Zero, |row| Cost::Known(row.head, None)),
        });
        let name = by.map_or_else(|| "calls".to_owned(), |by| format!("calls, the first by {}", by.short));
        let rows = vec![CostRow { name, base, head }];
        Some(CostList { heading: None, title: Some("Counted on the main thread"), is_time: false, rows })
    }

    /// Returns a function's module, owner and file, from samples or else from counts.
    fn find_function(&self, name: &str) -> Option<Arc<Function>> {
        let sampled = self.sampled_costs().find_map(|costs| costs.functions().get(name).copied());
        sampled.or_else(|| self.counted_rows(name).last().map(|row| &row.function)).cloned()
    }

    /// Lists the functions that samples found in a method's own time.
    pub(super) fn list_functions_in(&self, method: &str) -> Option<CostList> {
        self.list_costs("Sampled in the method itself", |costs| {
            costs.functions_inside(method).into_iter().map(|(name, ns)| (name.to_owned(), ns)).collect()
        })
    }

    /// Returns the answer about a function: its module and file, the methods and phases in which samples found it, and its calls.
    pub(super) fn explain_function(&self, function: &str) -> Explanation {
        let about = self
            .find_function(function)
            .map_or_else(Vec::new, |known| self.describe_function(function, &known));
        let places = self.list_costs("Found in", |costs| {
            costs.costs_containing(function).into_iter().map(|(node, ns)| (place_name(node), ns)).collect()
        });
        let name = if places.is_some() { format!("{function} (sampled)") } else { function.to_owned() };
        let heading = Some("Average launch, on the main thread".to_owned());
        let places = places.map(|list| CostList { heading, ..list });
        let lists = places.into_iter().chain(self.list_calls(function)).collect();
        Explanation { name, about, lists, warning: None }
    }

    fn describe_function(&self, name: &str, known: &Function) -> Vec<(&'static str, String)> {
        let owner = known.owner.as_deref().unwrap_or("unknown").to_owned();
        let line = self.counted_rows(name).find_map(|row| row.line);
        let line = line.map_or(String::new(), |line| format!(":{line}"));
        let file = known.file.as_deref().map(|file| ("in", format!("{file}{line}")));
        [("module", known.module.to_string()), ("owner", owner)].into_iter().chain(file).collect()
    }

    /// Lists the sampled costs in base and head; `None` without any cost.
    fn list_costs(
        &self,
        title: &'static str,
        costs: impl Fn(&SampledCosts) -> BTreeMap<String, f64>,
    ) -> Option<CostList> {
        let [base, head] = [&self.base, &self.head].map(|side| side.as_ref().map(&costs));
        let mut names: Vec<&String> = base.iter().chain(&head).flat_map(BTreeMap::keys).collect();
        names.sort_unstable();
        names.dedup();
        let mut sides = [&self.base, &self.head].into_iter().flatten();
        let lacks_symbols = sides.any(|sampled| sampled.lacks_symbols);
        let rows = names.into_iter().map(|name| CostRow {
            name: name.clone(),
            base: sampled_cost(base.as_ref(), name, lacks_symbols),
            head: sampled_cost(head.as_ref(), name, lacks_symbols),
        });
        let list = CostList { heading: None, title: Some(title), is_time: true, rows: rows.collect() };
        (!list.rows.is_empty()).then(|| list.into_sorted())
    }
}

/// Returns the cost of a function in one build. The cost is unknown without samples. A function that one build lacks has the cost 0 there,
/// unless a dSYM of one of the builds is missing: the function may have another name then.
fn sampled_cost(costs: Option<&BTreeMap<String, f64>>, name: &str, lacks_symbols: bool) -> Cost {
    match costs.map(|costs| costs.get(name)) {
        None => Cost::Unknown("not sampled"),
        Some(Some(cost)) => Cost::Known(*cost, None),
        Some(None) if lacks_symbols => Cost::Unknown("no dSYM"),
        Some(None) => Cost::Known(0.0, None),
    }
}

fn place_name(node: &SampledScope) -> String {
    match node {
        SampledScope::Method(name) => name.to_string(),
        SampledScope::Outside(phase) => format!("{OTHER_CODE}, {phase}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_of_a_build_without_symbols_has_an_unknown_cost() {
        let named = BTreeMap::from([("spend".to_owned(), 1e6)]);
        assert_eq!(sampled_cost(Some(&named), "spend", true), Cost::Known(1e6, None));
        assert_eq!(sampled_cost(Some(&BTreeMap::new()), "spend", true), Cost::Unknown("no dSYM"));
        assert_eq!(sampled_cost(Some(&BTreeMap::new()), "spend", false), Cost::Known(0.0, None));
        assert_eq!(sampled_cost(None, "spend", false), Cost::Unknown("not sampled"));
    }
}
