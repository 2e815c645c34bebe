//! Computes averages of launches that are not compared.

use gate_launches::{Launch, MethodTable, ThreadKind, marks};
use hashbrown::{HashMap, HashSet};

use super::history::round_to_tenths;
use super::value::{Module, RecordedLaunches, RecordedMethod, RecordedPage, RecordedPhase, RecordedSpan};

/// The number of methods that are listed for each sort order: by self time, by total time and by calls.
const KEPT: usize = 40;

/// Returns the averages of launches that are not compared, and the averages of their modules, the most expensive module first.
pub(super) fn average_launches(launches: &[&Launch], table: &MethodTable) -> (RecordedLaunches, Vec<Module>) {
    let (all, modules) = average_methods(launches, table);
    let costs: [fn(&RecordedMethod) -> f64; 3] =
        [|method| method.self_ns, |method| method.total_ns, |method| method.calls];
    // The table contains the first methods of each sort order, so that a reader who sorts by a column sees
    // the largest value first.
    let first: HashSet<&str> = costs
        .iter()
        .flat_map(|cost| sort_by_cost(&all, *cost).into_iter().take(KEPT))
        .map(|one| &*one.name)
        .collect();
    let kept =
        sort_by_cost(&all, costs[0]).into_iter().filter(|one| first.contains(&*one.name)).cloned().collect();
    let told = RecordedLaunches {
        launches: launches.len(),
        launch_ns: launches.iter().filter_map(|launch| Some(round_to_tenths(launch.duration()?.0))).collect(),
        window: name_window(launches),
        phases: average_phases(launches),
        pages: average_pages(launches),
        spans: average_spans(launches, table),
        all_methods: all.len(),
        methods: kept,
    };
    (told, modules)
}

/// Returns the names of the marks at which the window of the first launch begins and ends.
fn name_window(launches: &[&Launch]) -> [String; 2] {
    let Some(first) = launches.first() else { return Default::default() };
    let begin = if first.mark(marks::BEGIN).is_some() { marks::BEGIN } else { marks::START };
    [begin, first.end().map_or("", |end| &end.name)].map(str::to_owned)
}

fn sort_by_cost(all: &[RecordedMethod], cost: fn(&RecordedMethod) -> f64) -> Vec<&RecordedMethod> {
    let mut sorted: Vec<&RecordedMethod> = all.iter().collect();
    sorted.sort_by(|a, b| cost(b).total_cmp(&cost(a)).then_with(|| a.name.cmp(&b.name)));
    sorted
}

fn average_phases(launches: &[&Launch]) -> Vec<RecordedPhase> {
    let count = launches.len().max(1) as f64;
    let mut rows: Vec<RecordedPhase> = Vec::new();
    for launch in launches {
        for (at, phase) in launch.phases.iter().enumerate() {
            let own = launch.costs.iter().filter(|cost| {
                cost.thread == ThreadKind::Main && cost.phase.is_some_and(|of| usize::from(of.0) == at)
            });
            let (methods, ns) = (own.map(|cost| cost.self_ns.0).sum::<f64>(), phase.duration().0);
            let place = rows.iter().position(|row| row.name == *phase.name).unwrap_or_else(|| {
                let name = phase.name.to_string();
                rows.push(RecordedPhase { name, ns: 0.0, range_ns: [ns; 2], methods_ns: 0.0 });
                rows.len() - 1
            });
            let row = &mut rows[place];
            row.range_ns = [row.range_ns[0].min(ns), row.range_ns[1].max(ns)];
            (row.ns, row.methods_ns) = (row.ns + ns / count, row.methods_ns + methods / count);
        }
    }
    rows
}

fn average_pages(launches: &[&Launch]) -> Vec<RecordedPage> {
    let mut sums: HashMap<&str, (f64, f64, f64)> = HashMap::new();
    for page in launches.iter().flat_map(|launch| &launch.pages) {
        let (ns, appearances, launches) = sums.entry(&page.name).or_default();
        *ns += page.render.0;
        *appearances += page.appearances as f64;
        *launches += 1.0;
    }
    let rows = sums.into_iter().map(|(name, (ns, appearances, launches))| RecordedPage {
        name: name.to_owned(),
        ns: ns / launches,
        appearances: appearances / launches,
    });
    let mut rows: Vec<RecordedPage> = rows.collect();
    rows.sort_by(|a, b| b.ns.total_cmp(&a.ns).then_with(|| a.name.cmp(&b.name)));
    rows
}

fn average_spans(launches: &[&Launch], table: &MethodTable) -> Vec<RecordedSpan> {
    let mut sums: HashMap<&str, (RecordedSpan, f64)> = HashMap::new();
    for span in launches.iter().flat_map(|launch| &launch.spans) {
        let (sum, launches) = sums.entry(&span.name).or_default();
        sum.calls += span.calls;
        sum.total_ns += span.total.0;
        sum.self_ns += span.own.0;
        let add =
            |sum: &mut Option<f64>, count: Option<f64>| *sum = count.map(|n| sum.unwrap_or(0.0) + n).or(*sum);
        add(&mut sum.instructions, span.counters.instructions);
        add(&mut sum.page_ins, span.counters.page_ins);
        sum.caller = sum.caller.take().or_else(|| span.caller.as_deref().map(str::to_owned));
        *launches += 1.0;
    }
    let owner = |caller: &str| table.method(table.find(caller)?).owner.as_deref().map(str::to_owned);
    let rows = sums.into_iter().map(|(name, (sum, launches))| RecordedSpan {
        name: name.to_owned(),
        calls: sum.calls / launches,
        total_ns: sum.total_ns / launches,
        self_ns: sum.self_ns / launches,
        instructions: sum.instructions.map(|sum| sum / launches),
        page_ins: sum.page_ins.map(|sum| sum / launches),
        owner: sum.caller.as_deref().and_then(owner),
        ..sum
    });
    let mut rows: Vec<RecordedSpan> = rows.collect();
    rows.sort_by(|a, b| b.total_ns.total_cmp(&a.total_ns).then_with(|| a.name.cmp(&b.name)));
    rows
}

/// Returns the averages of the methods that ran, and their sums for each module.
fn average_methods(launches: &[&Launch], table: &MethodTable) -> (Vec<RecordedMethod>, Vec<Module>) {
    let count = launches.len().max(1) as f64;
    let text = |text: &Option<std::sync::Arc<str>>| text.as_deref().map(str::to_owned);
    let mut rows: Vec<RecordedMethod> = table
        .methods()
        .map(|(_, method)| RecordedMethod {
            name: method.name.to_string(),
            module: text(&method.module),
            owner: text(&method.owner),
            ..RecordedMethod::default()
        })
        .collect();
    for launch in launches {
        for thread in [ThreadKind::Main, ThreadKind::Other] {
            for (id, cost) in launch.method_costs(table, thread) {
                let row = &mut rows[id.0 as usize];
                row.self_ns += cost.self_ns.0 / count;
                row.total_ns += cost.total_ns.0 / count;
                row.calls += cost.calls / count;
                row.on_main |= thread == ThreadKind::Main;
                row.on_others |= thread == ThreadKind::Other;
            }
        }
    }
    rows.retain(|row| row.calls > 0.0);
    let mut modules: std::collections::BTreeMap<Option<&str>, Module> = std::collections::BTreeMap::new();
    for row in &rows {
        let module = modules.entry(row.module.as_deref()).or_default();
        module.name.clone_from(&row.module);
        module.owner = module.owner.take().or_else(|| row.owner.clone());
        module.head_ns += row.self_ns.round() as i64;
        module.methods += 1;
    }
    let mut modules: Vec<Module> = modules.into_values().collect();
    modules.sort_by_key(|module| std::cmp::Reverse(module.head_ns));
    (rows, modules)
}
