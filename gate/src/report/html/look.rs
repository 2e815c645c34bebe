//! `gate look`: a launch by itself, without a comparison.

use std::fmt::Write as _;

use super::drawn::{flame_graph, timeline_canvas};
use super::escape;
use super::table::{Column, Table};
use crate::report::drawn::{Timelines, Tree};
use crate::report::text::time;
use crate::report::value::WorkLine;
use crate::report::words::{count, range};
use crate::report::work::added_up;

/// What the page shows; costs are averages of the launches.
#[derive(Clone, Debug, Default)]
pub struct Look {
    /// The app's bundle identifier.
    pub app: String,
    /// The device and its system.
    pub device: String,
    pub launches: usize,
    /// From the start of the process to the first frame, of each launch in which that was seen.
    pub launch_ns: Vec<f64>,
    /// Phases, in order.
    pub phases: Vec<LookRow>,
    /// Pages, the most expensive first.
    pub pages: Vec<LookRow>,
    /// Methods, by self cost.
    pub methods: Vec<LookMethod>,
    /// Modules, the most expensive first.
    pub modules: Vec<LookModule>,
    /// The work that a launch asks for, where that was counted.
    pub work: Vec<WorkLine>,
    /// Names of methods, for trees and timeline.
    pub names: Vec<String>,
    /// The call tree of each kind of thread.
    pub trees: Vec<Tree>,
    /// A median launch in time.
    pub timelines: Option<Timelines>,
    /// What is odd about the input.
    pub warnings: Vec<String>,
}

/// A phase or a page.
#[derive(Clone, Debug, Default)]
pub struct LookRow {
    pub name: String,
    /// What it takes.
    pub ns: f64,
    /// Of a phase: the shortest and the longest of the launches.
    pub range_ns: Option<[f64; 2]>,
    /// Of a phase: what methods of the main thread took of it.
    pub methods_ns: f64,
}

#[derive(Clone, Debug, Default)]
pub struct LookMethod {
    pub name: String,
    pub module: Option<String>,
    /// Whom to ask.
    pub owner: Option<String>,
    /// Time in itself.
    pub self_ns: f64,
    /// Time in itself and what it calls.
    pub total_ns: f64,
    /// Calls in a launch.
    pub calls: f64,
    /// Does it run on the main thread?
    pub on_main: bool,
    /// Does it run on other threads?
    pub on_others: bool,
}

#[derive(Clone, Debug, Default)]
pub struct LookModule {
    /// Its name; none for what no rule and no image names.
    pub name: Option<String>,
    /// Who owns it.
    pub owner: Option<String>,
    /// Its methods' self costs.
    pub self_ns: f64,
    /// How many of its methods ran.
    pub methods: usize,
}

/// The rows of a table that somebody reads.
const LISTED: usize = 40;

pub fn look(look: &Look) -> Result<String, serde_json::Error> {
    let data = super::data::single(&look.names, &look.trees, &look.timelines)?;
    let title = format!("launchgate: a launch of {}", look.app);
    Ok(super::whole(&title, &data, |page| body(page, look)))
}

fn body(page: &mut String, look: &Look) {
    page.push_str("<nav aria-label=\"Sections\"><div>\n");
    for (id, name, is_there) in [
        ("launch", "Launch", true),
        ("phases", "Phases", !look.phases.is_empty()),
        ("pages", "Pages", !look.pages.is_empty()),
        ("flame", "Flame graph", !look.trees.is_empty()),
        ("timeline", "Timeline", look.timelines.is_some()),
        ("top-methods", "Methods", !look.methods.is_empty()),
        ("modules", "Modules", !look.modules.is_empty()),
        ("work", "Work", !look.work.is_empty()),
        ("unseen", "Limitations", true),
    ] {
        if is_there {
            let _ = writeln!(page, "<a href=\"#{id}\">{name}</a>");
        }
    }
    page.push_str("</div><button id=\"theme\" type=\"button\" hidden>Dark</button>\n</nav>\n<main>\n");
    let takes = if look.launch_ns.is_empty() {
        "no first frame was recorded".to_owned()
    } else {
        let mean = look.launch_ns.iter().sum::<f64>() / look.launch_ns.len() as f64;
        format!("{} to the first frame", time(mean))
    };
    let _ = writeln!(
        page,
        "<section id=\"launch\">\n<h1>{}: {takes}</h1>\n<p>{} on {}. Each launch is a fresh process; the agent's own cost is subtracted.</p>",
        escape(&look.app),
        escape(&spread(look)),
        escape(&look.device)
    );
    if look.launches == 1 {
        page.push_str("<p class=\"soft\">One launch shows no variation: use <code>--launches 10</code> to see how much launches differ.</p>\n");
    }
    most(page, look);
    for warning in look.warnings.iter().take(LISTED) {
        let _ = writeln!(page, "<p class=\"soft\">{}</p>", escape(warning));
    }
    page.push_str("</section>\n");
    phases(page, look);
    pages(page, look);
    drawn(page, look);
    methods(page, look);
    modules(page, look);
    if !look.work.is_empty() {
        work(page, &added_up(&look.work));
    }
    unseen(page);
    page.push_str("</main>\n");
}

/// How many launches the numbers are averages of, and how far these lie apart.
fn spread(look: &Look) -> String {
    if look.launches == 1 {
        return "One launch".to_owned();
    }
    let launches = count(look.launches, "launch");
    match ends(&look.launch_ns) {
        Some([low, high]) => format!("The average of {launches} ({})", range(&time(low), &time(high))),
        None => format!("The average of {launches}"),
    }
}

/// The least and the greatest.
fn ends(values: &[f64]) -> Option<[f64; 2]> {
    let low = values.iter().copied().reduce(f64::min)?;
    Some([low, values.iter().copied().fold(low, f64::max)])
}

/// What costs most, for somebody who reads no further.
fn most(page: &mut String, look: &Look) {
    let whole: f64 = look.phases.iter().map(|phase| phase.ns).sum();
    let mut said = Vec::new();
    if let Some(phase) = look.phases.iter().max_by(|a, b| a.ns.total_cmp(&b.ns)).filter(|_| whole > 0.0) {
        let share = 100.0 * phase.ns / whole;
        said.push(format!(
            "The longest phase is <code>{}</code>: {}, {share:.1} %.",
            escape(&phase.name),
            time(phase.ns)
        ));
    }
    let on_main = look.methods.iter().filter(|method| method.on_main);
    if let Some(method) = on_main.max_by(|a, b| a.self_ns.total_cmp(&b.self_ns)) {
        let whose = method.owner.as_deref().or(method.module.as_deref());
        let whose = whose.map_or_else(String::new, |whose| format!(" ({})", escape(whose)));
        said.push(format!(
            "The most expensive method of the main thread is <code>{}</code>{whose}: self time {}, total time {}.",
            escape(&method.name),
            time(method.self_ns),
            time(method.total_ns)
        ));
    }
    if !said.is_empty() {
        let _ = writeln!(page, "<p id=\"most\">{}</p>", said.join(" "));
    }
}

fn phases(page: &mut String, look: &Look) {
    if look.phases.is_empty() {
        return;
    }
    page.push_str("<section id=\"phases\">\n<h2>Phases</h2>\n<p class=\"soft\">The phases of the main thread, in order. The loader and the initialisers run before <code>main</code>.</p>\n");
    let columns = [
        Column::name("Phase"),
        Column::number("Time"),
        Column::number("Shortest to longest"),
        Column::number("Share"),
        Column::number("In methods"),
        Column::number("Outside Objective-C"),
    ];
    let mut table = Table::new("Phases", &columns);
    let whole: f64 = look.phases.iter().map(|phase| phase.ns).sum();
    for phase in &look.phases {
        let share = if whole > 0.0 { 100.0 * phase.ns / whole } else { 0.0 };
        table.row([
            escape(&phase.name),
            time(phase.ns),
            phase.range_ns.map_or_else(String::new, |[low, high]| range(&time(low), &time(high))),
            format!("{share:.1} %"),
            time(phase.methods_ns),
            time((phase.ns - phase.methods_ns).max(0.0)),
        ]);
    }
    table.write(page);
    page.push_str("</section>\n");
}

fn pages(page: &mut String, look: &Look) {
    if look.pages.is_empty() {
        return;
    }
    page.push_str("<section id=\"pages\">\n<h2>Pages</h2>\n");
    let mut table = Table::new("Pages", &[Column::name("View controller"), Column::number("Rendered in")]);
    for row in look.pages.iter().take(LISTED) {
        table.row([escape(&row.name), time(row.ns)]);
    }
    table.write(page);
    page.push_str("</section>\n");
}

fn methods(page: &mut String, look: &Look) {
    if look.methods.is_empty() {
        return;
    }
    // Of each order its first ones, so that whatever the table is sorted by, its first rows are the first of all.
    let costs: [fn(&LookMethod) -> f64; 3] =
        [|method| method.self_ns, |method| method.total_ns, |method| method.calls];
    let order = |cost: fn(&LookMethod) -> f64| {
        let mut sorted: Vec<&LookMethod> = look.methods.iter().collect();
        sorted.sort_by(|a, b| cost(b).total_cmp(&cost(a)).then_with(|| a.name.cmp(&b.name)));
        sorted
    };
    let first: hashbrown::HashSet<&str> = costs
        .iter()
        .flat_map(|cost| order(*cost).into_iter().take(LISTED))
        .map(|one| one.name.as_str())
        .collect();
    page.push_str("<section id=\"top-methods\">\n<h2>Most expensive methods</h2>\n");
    let columns = [
        Column::name("Method"),
        Column::text("Module"),
        Column::text("Owner"),
        Column::text("Threads"),
        Column::number("Self"),
        Column::number("Total"),
        Column::number("Calls"),
    ];
    let mut table = Table::new("Most expensive methods", &columns).sorted_by("Self");
    for method in order(costs[0]).into_iter().filter(|method| first.contains(method.name.as_str())) {
        table.valued_row([
            (escape(&method.name), None),
            (escape(method.module.as_deref().unwrap_or("")), None),
            (escape(method.owner.as_deref().unwrap_or("")), None),
            (threads(method).to_owned(), None),
            (time(method.self_ns), Some(method.self_ns)),
            (time(method.total_ns), Some(method.total_ns)),
            (calls(method.calls), Some(method.calls)),
        ]);
    }
    table.write(page);
    let left = look.methods.len() - first.len();
    if left > 0 {
        let noun = if left == 1 { "method" } else { "methods" };
        let _ = writeln!(
            page,
            "<p class=\"soft\">{left} more {noun}: <code>gate export RUNS --format csv</code> lists all.</p>"
        );
    }
    page.push_str("</section>\n");
}

/// An average of the launches, or the number that each of them has.
fn calls(calls: f64) -> String {
    if calls.fract() == 0.0 { format!("{calls}") } else { format!("{calls:.1}") }
}

fn threads(method: &LookMethod) -> &'static str {
    match (method.on_main, method.on_others) {
        (true, true) => "main, others",
        (true, false) => "main",
        _ => "others",
    }
}

fn modules(page: &mut String, look: &Look) {
    if look.modules.is_empty() {
        return;
    }
    page.push_str("<section id=\"modules\">\n<h2>Modules</h2>\n");
    let columns =
        [Column::text("Module"), Column::text("Owner"), Column::number("Methods"), Column::number("Self")];
    let mut table = Table::new("Modules", &columns);
    for module in look.modules.iter().take(LISTED * 5) {
        table.row([
            escape(module.name.as_deref().unwrap_or("(no module)")),
            escape(module.owner.as_deref().unwrap_or("")),
            module.methods.to_string(),
            time(module.self_ns),
        ]);
    }
    table.write(page);
    if look.modules.iter().all(|module| module.owner.is_none()) {
        page.push_str("<p class=\"soft\">No owner is known. Add a CODEOWNERS file and link maps or dSYMs, or set <code>owner</code> of a <code>[[module]]</code> in the settings; <code>gate init</code> writes these settings.</p>\n");
    }
    page.push_str("</section>\n");
}

/// What the scripts draw.
fn drawn(page: &mut String, look: &Look) {
    if !look.trees.is_empty() {
        page.push_str("<section id=\"flame\">\n<h2>Flame graph</h2>\n");
        flame_graph(page, true);
        page.push_str("</section>\n");
    }
    let Some(timelines) = &look.timelines else { return };
    page.push_str("<section id=\"timeline\">\n<h2>Timeline</h2>\n<p class=\"soft\">The median launch, with its recorded calls. The agent's own time is included.</p>\n");
    timeline_canvas(page);
    if let Some(line) = &timelines.head {
        let lost = line.dropped_calls + line.dropped_events + line.left_out;
        if lost > 0 {
            let lost = count(usize::try_from(lost).unwrap_or(usize::MAX), "call");
            let _ = writeln!(
                page,
                "<p class=\"soft\">Not drawn: {lost}, for which the timeline has no room or which are too short.</p>"
            );
        }
    }
    page.push_str("</section>\n");
}

/// What a launch asks the system for.
fn work(page: &mut String, lines: &[WorkLine]) {
    page.push_str("<section id=\"work\">\n<h2>Work</h2>\n<p>How often a launch asks the system for files, memory, code, databases and queues. What the system does inside itself is not counted.</p>\n");
    let mut table = Table::new(
        "Work",
        &[
            Column::name("Work"),
            Column::number("Calls"),
            Column::number("Bytes"),
            Column::text("Owner"),
            Column::text("Threads"),
        ],
    );
    for line in lines {
        table.row(line.cells().map(|cell| escape(&cell)));
    }
    table.write(page);
    page.push_str("</section>\n");
}

fn unseen(page: &mut String) {
    page.push_str("<section id=\"unseen\">\n<h2>Limitations</h2>\n<ul>\n\
<li>Objective-C methods, and Swift that is called through Objective-C, are recorded call by call; other Swift, C and C++ is sampled: a function is named, with file and line, where it grew by about 1 % of the launch or more, and a smaller growth is found in the method or phase around it.</li>\n\
<li>Time in which no method runs (the loader, static initialisers, C, Swift before the first method) is in \"outside Objective-C\" of its phase.</li>\n\
<li>System methods are included in their callers. JavaScript and Dart are included in \"outside Objective-C\".</li>\n\
<li>These are a few launches on one day; to compare builds, use <code>gate run --base</code> and <code>gate check</code>.</li>\n\
</ul>\n</section>\n");
}
