//! Records a few launches of an app, or takes some that are there, and says of them what a page shows.

use std::path::{Path, PathBuf};

use anyhow::Context as _;

use super::{Context, Event, Inject, On, Run, Settings, Watch, inject, recording, run};
use crate::attribute::Natives;
use crate::compare::work_of;
use crate::device::Stop;
use crate::export::{CallTree, Node};
use crate::launches::{Launch, Launches, Recording, Thread};
use crate::report::{
    self, LookMethod, LookModule, LookRow, Timed, Timelines, Tree, WorkLine, middle, timeline_of,
};
use crate::symbols::Cache;

/// What is looked at.
pub struct Look<'a> {
    pub what: What<'a>,
    /// Also launches that are not judged.
    pub all: bool,
    pub cache: Option<Cache>,
    pub settings: &'a Settings,
}

/// Launches, or what is to be launched.
pub enum What<'a> {
    Launches(&'a [PathBuf]),
    App(Box<Recorded<'a>>),
}

/// What is launched for a look.
pub struct Recorded<'a> {
    pub app: &'a Path,
    pub launches: usize,
    /// Where the traces stay.
    pub keep: Option<&'a Path>,
    pub inject: Inject,
    pub on: On<'a>,
    pub scenario: Option<&'a str>,
    pub stop: Stop,
}

/// All that a page shows.
pub fn look(request: &Look<'_>, watch: &mut dyn Watch) -> anyhow::Result<report::Look> {
    let folder = tempfile::tempdir().context("cannot create a temporary folder for the traces")?;
    let own;
    let runs = match &request.what {
        What::Launches(runs) => *runs,
        What::App(recorded) => {
            let Recorded { app, launches, keep, inject: how, on, scenario, stop } = &**recorded;
            let place = keep.map_or_else(|| folder.path().join("launches"), Path::to_owned);
            let mut with_agent = folder.path().join("with-agent");
            with_agent.set_extension(app.extension().unwrap_or_default());
            watch.tell(Event::Line(format!("adding the agent to {}", app.display())))?;
            let done = inject(how, app, &with_agent)?;
            watch.tell(Event::Injected(&done, &with_agent))?;
            let (config, root) = request.settings.read()?;
            let of = Run::of(&with_agent, &place, on.clone(), (&config, &root), stop.clone());
            run(&Run { launches: *launches, scenario: *scenario, ..of }, watch)?;
            own = [place];
            &own
        }
    };
    watch.tell(Event::Line("reading the launches".to_owned()))?;
    let context = Context::read_with(request.settings, request.cache.clone())?;
    let launches = context.shown(runs, request.all, watch)?;
    let natives = context.natives(&launches, request.cache.clone(), watch)?;
    Ok(of(&launches, &natives))
}

/// All that the page shows.
fn of(launches: &Launches, natives: &Natives) -> report::Look {
    let count = launches.launches.len().max(1) as f64;
    let durations: Vec<f64> =
        launches.launches.iter().filter_map(|launch| Some(launch.duration()?.0)).collect();
    let tree = CallTree::with_samples(launches, natives);
    let mut names = tree.shown_names();
    let (median, mut warnings) = (middle(launches.launches.iter().collect()), Vec::new());
    let timelines = median.and_then(|launch| timeline(launch, &mut names, &mut warnings));
    let first = launches.launches.first().map(|launch| &launch.conditions);
    let text = |value: Option<&str>| value.unwrap_or_default().to_owned();
    report::Look {
        app: text(first.map(|first| &*first.app_bundle)),
        device: first
            .map_or_else(String::new, |first| format!("{}, iOS {}", first.device_model, first.device_os)),
        launches: launches.launches.len(),
        launch_ns: durations,
        phases: phases(launches, count),
        pages: pages(launches),
        methods: methods(launches, count),
        modules: modules(launches, count),
        work: work_of(launches).rows.iter().map(WorkLine::from).collect(),
        trees: [Thread::Main, Thread::Other].into_iter().filter_map(|thread| drawn(&tree, thread)).collect(),
        names,
        timelines,
        warnings,
    }
}

fn timeline(launch: &Launch, names: &mut Vec<String>, warnings: &mut Vec<String>) -> Option<Timelines> {
    let recording: Recording = match recording(Path::new(&*launch.source.file)) {
        Ok(found) => found?,
        Err(error) => {
            warnings.push(format!("no timeline: {error:#}"));
            return None;
        }
    };
    let mut known: hashbrown::HashMap<String, u32> =
        names.iter().enumerate().map(|(at, name)| (name.clone(), at as u32)).collect();
    let timed = Timed { session: &launch.session, launch: launch.number, recording: &recording };
    let line = timeline_of(timed, |name| {
        *known.entry(name.to_owned()).or_insert_with(|| {
            names.push(name.to_owned());
            (names.len() - 1) as u32
        })
    });
    Some(Timelines { base: None, head: Some(line) })
}

fn phases(launches: &Launches, count: f64) -> Vec<LookRow> {
    let mut rows: Vec<LookRow> = Vec::new();
    for launch in &launches.launches {
        for (at, phase) in launch.phases.iter().enumerate() {
            let own = launch.costs.iter().filter(|cost| {
                cost.thread == Thread::Main && cost.phase.is_some_and(|of| of.0 as usize == at)
            });
            let own: f64 = own.map(|cost| cost.self_ns.0).sum();
            let row = match rows.iter().position(|row| row.name == *phase.name) {
                Some(at) => &mut rows[at],
                None => {
                    rows.push(LookRow { name: phase.name.to_string(), ..LookRow::default() });
                    let last = rows.len() - 1;
                    &mut rows[last]
                }
            };
            let own_ns = phase.duration().0;
            row.ns += own_ns / count;
            let [low, high] = row.range_ns.unwrap_or([own_ns; 2]);
            row.range_ns = Some([low.min(own_ns), high.max(own_ns)]);
            row.methods_ns += own / count;
        }
    }
    if launches.launches.len() < 2 {
        rows.iter_mut().for_each(|row| row.range_ns = None);
    }
    rows
}

fn pages(launches: &Launches) -> Vec<LookRow> {
    let mut sums: hashbrown::HashMap<&str, (f64, f64)> = hashbrown::HashMap::new();
    for page in launches.launches.iter().flat_map(|launch| &launch.pages) {
        let sum = sums.entry(&page.name).or_default();
        *sum = (sum.0 + page.render.0, sum.1 + 1.0);
    }
    let row = |(name, (ns, times)): (&str, (f64, f64))| LookRow {
        name: name.to_owned(),
        ns: ns / times,
        ..LookRow::default()
    };
    let mut rows: Vec<LookRow> = sums.into_iter().map(row).collect();
    rows.sort_by(|a, b| b.ns.total_cmp(&a.ns).then_with(|| a.name.cmp(&b.name)));
    rows
}

fn methods(launches: &Launches, count: f64) -> Vec<LookMethod> {
    let table = &launches.table;
    let mut rows: Vec<LookMethod> = table
        .methods()
        .map(|(_, method)| LookMethod {
            name: method.name.to_string(),
            module: method.module.as_deref().map(str::to_owned),
            owner: method.owner.as_deref().map(str::to_owned),
            ..LookMethod::default()
        })
        .collect();
    for launch in &launches.launches {
        for thread in [Thread::Main, Thread::Other] {
            for (id, cost) in launch.methods(table, thread) {
                let row = &mut rows[id.0 as usize];
                row.self_ns += cost.self_ns.0 / count;
                row.total_ns += cost.total_ns.0 / count;
                row.calls += cost.calls / count;
                row.on_main |= thread == Thread::Main;
                row.on_others |= thread == Thread::Other;
            }
        }
    }
    rows.retain(|row| row.calls > 0.0);
    rows.sort_by(|a, b| b.self_ns.total_cmp(&a.self_ns).then_with(|| a.name.cmp(&b.name)));
    rows
}

fn modules(launches: &Launches, count: f64) -> Vec<LookModule> {
    let mut all: std::collections::BTreeMap<Option<String>, LookModule> = std::collections::BTreeMap::new();
    for method in methods(launches, count) {
        let module = all.entry(method.module.clone()).or_default();
        module.name = method.module;
        module.owner = module.owner.take().or(method.owner);
        module.self_ns += method.self_ns;
        module.methods += 1;
    }
    let mut rows: Vec<LookModule> = all.into_values().collect();
    rows.sort_by(|a, b| b.self_ns.total_cmp(&a.self_ns).then_with(|| a.name.cmp(&b.name)));
    rows
}

/// What of a thread's calls is less than this share of it is one node, without a name.
const SMALLEST: f64 = 0.000_2;

/// A thread's tree as the page draws it.
fn drawn(tree: &CallTree, thread: Thread) -> Option<Tree> {
    let of_thread = |node: &&Node| node.thread == thread;
    let whole: f64 = tree.nodes.iter().filter(of_thread).map(Node::rest_ns).sum();
    if whole <= 0.0 {
        return None;
    }
    let name = if thread == Thread::Main { "main" } else { "other" };
    let mut drawn = Tree { thread: name.to_owned(), ..Tree::default() };
    let mut place: Vec<Option<u32>> = vec![None; tree.nodes.len()];
    let mut rest: hashbrown::HashMap<Option<u32>, (f64, f64)> = hashbrown::HashMap::new();
    let mut add = |parent: Option<u32>, name: Option<u32>, self_ns: f64, calls: f64| {
        drawn.parent.push(parent);
        drawn.name.push(name);
        drawn.head_ns.push(self_ns.round() as i64);
        drawn.head_calls.push((10.0 * calls).round() / 10.0);
        (drawn.parent.len() - 1) as u32
    };
    for (at, node) in tree.nodes.iter().enumerate().filter(|(_, node)| node.thread == thread) {
        let parent = node.parent.map(|parent| place[parent]);
        match parent {
            // Below something that is not drawn: it is in its total.
            Some(None) => {}
            _ if node.total_ns >= SMALLEST * whole => {
                place[at] = Some(add(parent.flatten(), Some(node.name as u32), node.rest_ns(), node.calls));
            }
            _ => {
                let sum = rest.entry(parent.flatten()).or_default();
                *sum = (sum.0 + node.total_ns, sum.1 + node.calls);
            }
        }
    }
    let mut rest: Vec<_> = rest.into_iter().collect();
    rest.sort_by_key(|(parent, _)| *parent);
    for (parent, (self_ns, calls)) in rest {
        add(parent, None, self_ns, calls);
    }
    drawn.base_ns.clone_from(&drawn.head_ns);
    drawn.base_calls.clone_from(&drawn.head_calls);
    Some(drawn)
}
