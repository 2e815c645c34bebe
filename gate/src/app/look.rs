//! Builds the page of `gate look` about a few launches, which are recorded by the command or were recorded earlier.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, ensure};
use gate_attribution::NativeFunctions;
use gate_decision::Outcome;
use gate_decision::Side;
use gate_device::StopRequest;
use gate_device::campaign::App;
use gate_launches::{Launches, ThreadKind, WarningKind};
use gate_report::{ReportInput, Tree, median_by_duration};

use super::check::read_timeline;
use super::{
    Context, Event, EventReceiver, InjectRequest, Route, RunRequest, Settings, inject, put_document, run,
};
use crate::export::{CallTree, Node};

/// The launches to show.
pub struct LookRequest<'a> {
    pub what: LookTarget<'a>,
    /// Whether to include launches that are not judged.
    pub all: bool,
    pub settings: &'a Settings,
}

/// Recorded launches, or an app to launch.
pub enum LookTarget<'a> {
    Launches(&'a [PathBuf]),
    App(Box<AppLaunchRequest<'a>>),
}

/// An app to launch, with the options for its launches.
pub struct AppLaunchRequest<'a> {
    pub app: &'a Path,
    pub launches: usize,
    /// The folder for the traces; `None` to delete the traces after the page is written.
    pub keep: Option<&'a Path>,
    pub inject: InjectRequest,
    pub on: Route<'a>,
    pub scenario: Option<&'a str>,
    pub stop: StopRequest,
}

/// The name of the page in the documents of an app.
pub const DOCUMENT: &str = "launchgate.html";

impl AppLaunchRequest<'_> {
    /// Puts the page into the documents of the app `owner`.
    pub fn put_page(
        &self,
        owner: &str,
        page: &Path,
        settings: &Settings,
        watch: &mut dyn EventReceiver,
    ) -> anyhow::Result<()> {
        let (config, root) = settings.read()?;
        let run = RunRequest::new(self.app, page, self.on.clone(), &config, &root, self.stop.clone());
        put_document(&run, owner, page, DOCUMENT, watch)
    }
}

/// Builds the report for the page.
pub fn look(request: &LookRequest<'_>, watch: &mut dyn EventReceiver) -> anyhow::Result<gate_report::Report> {
    let folder = tempfile::tempdir().context("cannot create a temporary folder for the traces")?;
    let own;
    let runs = match &request.what {
        LookTarget::Launches(runs) => *runs,
        LookTarget::App(recorded) => {
            let AppLaunchRequest { app, launches, keep, inject: options, on, scenario, stop } = &**recorded;
            let place = keep.map_or_else(|| folder.path().join("launches"), Path::to_owned);
            let mut with_agent = folder.path().join("with-agent");
            with_agent.set_extension(app.extension().unwrap_or_default());
            let launched = if is_ready(app, options, on)? {
                *app
            } else {
                watch.notify(Event::Line(format!("adding the agent to {}", app.display())))?;
                let done = inject(options, app, &with_agent)?;
                watch.notify(Event::Injected(&done, &with_agent))?;
                &with_agent
            };
            let (config, root) = request.settings.read()?;
            let request = RunRequest::new(launched, &place, on.clone(), &config, &root, stop.clone());
            run(&RunRequest { launches: *launches, scenario: *scenario, ..request }, watch)?;
            own = [place];
            &own
        }
    };
    watch.notify(Event::Line("reading the launches".to_owned()))?;
    let context = Context::read(request.settings)?;
    let launches = context.shown_and_counting(runs, request.all, watch)?.0;
    let natives = context.name_sampled_functions(&launches, watch)?;
    Ok(build_report(&launches, &natives, &context))
}

/// Returns whether an app can be launched as it is. In a simulator, every app can, since the run adds the agent. On a device, the app must
/// contain the agent, and no option may name a different agent or a signature.
fn is_ready(app: &Path, options: &InjectRequest, on: &Route<'_>) -> anyhow::Result<bool> {
    ensure!(
        app.exists(),
        "{} does not exist; pass the app as it was built: App.ipa or App.app",
        app.display()
    );
    let is_asked = options.agent.is_some() || options.signing.by.as_deref().is_some_and(|by| by != "none");
    Ok(on.driver == "simulator" || !is_asked && App::read(app).is_ok())
}

/// Builds the report from launches.
fn build_report(launches: &Launches, natives: &NativeFunctions, context: &Context) -> gate_report::Report {
    let nothing = Launches::default();
    // Launches that stopped for the same reason have one warning.
    let stopped = launches.launches.iter().filter_map(|launch| launch.stopped.clone());
    let stopped: BTreeSet<Arc<str>> = stopped.collect();
    let warning = |reason: Arc<str>| WarningKind::StoppedEarly { reason: reason.to_string() }.to_string();
    let mut warnings: Vec<String> = stopped.into_iter().map(warning).collect();
    let timeline = read_timeline(median_by_duration(launches.launches.iter().collect()), &mut warnings);
    let material = ReportInput {
        lost: &[],
        base: Side { launches: &nothing, role: None },
        head: Side { launches, role: None },
        config: &context.config,
        attribution: &context.attribution,
        older: None,
        anchor: None,
        base_tree: None,
        base_timeline: None,
        head_timeline: timeline.as_ref(),
    };
    let alone = Outcome::NoBaseline { reasons: vec![], budgets: vec![], findings: vec![], facts: vec![] };
    let mut report = gate_report::build_report(&alone, warnings, Some(material));
    // The tree includes sampled stacks, with functions of the system.
    let tree = CallTree::with_samples(launches, natives);
    let mut known: hashbrown::HashMap<String, u32> =
        report.names.iter().enumerate().map(|(at, name)| (name.clone(), at as u32)).collect();
    let names = tree.shown_names().into_iter().map(|name| {
        *known.entry(name).or_insert_with_key(|name| {
            report.names.push(name.clone());
            (report.names.len() - 1) as u32
        })
    });
    let names: Vec<u32> = names.collect();
    let threads = [ThreadKind::Main, ThreadKind::Other].into_iter();
    report.trees = threads.filter_map(|thread| build_page_tree(&tree, thread, &names)).collect();
    report
}

/// The share of a thread's time below which calls are merged into one node without a name.
const SMALLEST: f64 = 0.000_2;

/// Returns the call tree of a thread in the form that the page draws. `names` contains, for each name of `tree`, its index in the names of
/// the report.
fn build_page_tree(tree: &CallTree, thread: ThreadKind, names: &[u32]) -> Option<Tree> {
    let of_thread = |node: &&Node| node.thread == thread;
    let whole: f64 = tree.nodes.iter().filter(of_thread).map(Node::rest_ns).sum();
    if whole <= 0.0 {
        return None;
    }
    let name = if thread == ThreadKind::Main { "main" } else { "other" };
    let mut drawn = Tree { thread: name.to_owned(), ..Tree::default() };
    let mut place: Vec<Option<u32>> = vec![None; tree.nodes.len()];
    let mut rest: hashbrown::HashMap<Option<u32>, (f64, f64)> = hashbrown::HashMap::new();
    for (at, node) in tree.nodes.iter().enumerate().filter(|(_, node)| node.thread == thread) {
        let parent = node.parent.map(|parent| place[parent]);
        match parent {
            // The parent of this node was merged into another node, and the total of the parent already includes this node.
            Some(None) => {}
            _ if node.total_ns >= SMALLEST * whole => {
                let name = Some(names[node.name]);
                place[at] = Some(add(&mut drawn, parent.flatten(), name, node.rest_ns(), node.calls));
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
        add(&mut drawn, parent, None, self_ns, calls);
    }
    Some(drawn)
}

/// Adds a node to a tree in the form that the page draws, and returns the index of the node.
fn add(drawn: &mut Tree, parent: Option<u32>, name: Option<u32>, self_ns: f64, calls: f64) -> u32 {
    drawn.push(parent, name, [self_ns.round() as i64; 2], [(10.0 * calls).round() / 10.0; 2])
}
