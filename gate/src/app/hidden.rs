//! Hides names in launches according to the setting `report.names`, for stores that people outside the team
//! can read.
//!
//! Invariant: names of modules, phases and marks, and all costs, are not changed.

use std::sync::Arc;

use gate_config::NameForm;
use gate_launches::{
    Cost, Function, LaunchFunctions, Launches, Method, MethodId, MethodTable, SampledFunction, SampledScope,
};
use gate_report::told_as;
use hashbrown::HashMap;

/// Replaces the names of methods, functions, files and owners in launches.
pub fn hide_names(launches: &mut Launches, names: NameForm) {
    if names == NameForm::Full {
        return;
    }
    let hidden = |name: &str, what: &str| Arc::<str>::from(told_as(name, names, what));
    let mut table = MethodTable::default();
    let ids: Vec<MethodId> = launches
        .table
        .methods()
        .map(|(_, method)| {
            table.intern_method(&Method {
                name: hidden(&method.name, "function"),
                owner: method.owner.as_deref().map(|owner| hidden(owner, "owner")),
                ..method.clone()
            })
        })
        .collect();
    let mut known: HashMap<Arc<Function>, Arc<Function>> = HashMap::new();
    for launch in &mut launches.launches {
        for cost in &mut launch.costs {
            let path = cost.path.map(|path| {
                let path: Vec<_> = launches.table.path(path).iter().map(|id| ids[id.0 as usize]).collect();
                table.intern_path(&path)
            });
            *cost = Cost { method: ids[cost.method.0 as usize], path, ..*cost };
        }
        add_up(&mut launch.costs);
        if let Some(functions) = &launch.functions {
            let seen = functions.seen.iter().map(|seen| SampledFunction {
                node: match &seen.node {
                    SampledScope::Method(name) => SampledScope::Method(hidden(name, "function")),
                    outside => outside.clone(),
                },
                function: seen.function.as_ref().map(|function| hidden_function(function, names, &mut known)),
                ..seen.clone()
            });
            let mut seen: Vec<SampledFunction> = seen.collect();
            seen.sort();
            launch.functions = Some(Arc::new(LaunchFunctions { seen, ..(**functions).clone() }));
        }
        if let Some(images) = &launch.counts {
            let mut images = images.to_vec();
            let all = images.iter_mut().flat_map(|image| &mut image.functions);
            for function in all.flat_map(|one| [&mut one.function, &mut one.by]).flatten() {
                *function = hidden_function(function, names, &mut known);
            }
            launch.counts = Some(images.into());
        }
    }
    launches.table = table;
}

/// Adds up the costs of methods that have equal names after the names were hidden.
fn add_up(costs: &mut Vec<Cost>) {
    costs.sort_by_key(Cost::sort_key);
    Cost::add_up(costs);
}

fn hidden_function(
    function: &Arc<Function>,
    names: NameForm,
    known: &mut HashMap<Arc<Function>, Arc<Function>>,
) -> Arc<Function> {
    if let Some(hidden) = known.get(function) {
        return Arc::clone(hidden);
    }
    let hidden = |name: &str, what: &str| Arc::<str>::from(told_as(name, names, what));
    let own = Arc::new(Function {
        module: Arc::clone(&function.module),
        name: hidden(&function.name, "function"),
        kind: function.kind,
        short: hidden(&function.short, "function"),
        file: function.file.as_deref().map(|file| hidden(file, "file")),
        owner: function.owner.as_deref().map(|owner| hidden(owner, "owner")),
        within: function.within.as_ref().map(|within| hidden_function(within, names, known)),
    });
    known.insert(Arc::clone(function), Arc::clone(&own));
    own
}

#[cfg(test)]
mod tests {
    use super::*;
    use gate_launches::{ReadOptions, read_stream};

    #[test]
    fn hashed_launches_contain_no_name_and_keep_their_costs() {
        let line = r#"{"format":"launchgate.launch/1","session":"s","launch":1,"marks":{"first_frame_ns":1000},"methods":[
            {"name":"-[Cart reload]","module":"Shop","calls":1,"self_ns":70,"total_ns":90},
            {"name":"-[Cart load]","module":"Shop","calls":2,"self_ns":20,"total_ns":20}]}"#
            .replace('\n', "");
        let mut launches = read_stream("-", line.as_bytes(), &ReadOptions::default()).expect("a launch");
        let before = launches.launches[0].objc_time();
        hide_names(&mut launches, NameForm::Hashed);
        let names: Vec<String> =
            launches.table.methods().map(|(_, method)| method.name.to_string()).collect();
        assert!(
            names.iter().all(|name| name.starts_with("function-") && !name.contains("Cart")),
            "{names:?}"
        );
        assert!(launches.table.methods().all(|(_, method)| method.module.as_deref() == Some("Shop")));
        assert_eq!((names.len(), launches.launches[0].objc_time()), (2, before));
        let once = names.clone();
        hide_names(&mut launches, NameForm::Hashed);
        let twice: Vec<String> =
            launches.table.methods().map(|(_, method)| method.name.to_string()).collect();
        assert_eq!(once, twice, "what is hidden stays as it is");
    }
}
