//! `gate look`: a launch by itself, without a comparison.

use std::fmt::Write as _;

use super::drawn::{flame_graph, timeline_canvas};
use super::{escape, time};
use crate::report::drawn::{Timelines, Tree};

/// What the page shows; costs are averages of the launches.
#[derive(Clone, Debug, Default)]
pub struct Look {
    /// The app's bundle identifier.
    pub app: String,
    /// The device and its system.
    pub device: String,
    pub launches: usize,
    /// From the start of the process to the first frame, if that was seen.
    pub launch_ns: Option<f64>,
    /// Phases, in order.
    pub phases: Vec<LookRow>,
    /// Pages, the most expensive first.
    pub pages: Vec<LookRow>,
    /// Methods, by self cost.
    pub methods: Vec<LookMethod>,
    /// Modules, the most expensive first.
    pub modules: Vec<LookModule>,
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

/// The page.
pub fn look(look: &Look) -> Result<String, serde_json::Error> {
    let data = super::data::single(&look.names, &look.trees, &look.timelines)?;
    let title = format!("launchgate: a launch of {}", look.app);
    Ok(super::whole(&title, &data, |page| body(page, look)))
}

fn body(page: &mut String, look: &Look) {
    page.push_str("<nav aria-label=\"Sections\">\n");
    for (id, name, is_there) in [
        ("launch", "Launch", true),
        ("phases", "Phases", !look.phases.is_empty()),
        ("pages", "Pages", !look.pages.is_empty()),
        ("flame", "Flame graph", !look.trees.is_empty()),
        ("timeline", "Timeline", look.timelines.is_some()),
        ("methods-self", "Methods by self cost", !look.methods.is_empty()),
        ("methods-total", "by total", !look.methods.is_empty()),
        ("methods-calls", "by calls", !look.methods.is_empty()),
        ("modules", "Modules", !look.modules.is_empty()),
        ("unseen", "What it cannot see", true),
    ] {
        if is_there {
            let _ = writeln!(page, "<a href=\"#{id}\">{name}</a>");
        }
    }
    page.push_str("<button id=\"theme\" type=\"button\" hidden>Dark</button>\n</nav>\n<main>\n");
    let noun = if look.launches == 1 { "launch" } else { "launches" };
    let takes = look.launch_ns.map_or_else(
        || "no first frame was seen".to_owned(),
        |ns| format!("{} to the first frame", time(ns)),
    );
    let _ = writeln!(
        page,
        "<section id=\"launch\">\n<h1>{}: {takes}</h1>\n<p>The average of {} {noun} on {}. Each launch is a fresh process; the agent's own cost is subtracted.</p>",
        escape(&look.app),
        look.launches,
        escape(&look.device)
    );
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
    unseen(page);
    page.push_str("</main>\n");
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
            "The most expensive method of the main thread is <code>{}</code>{whose}: {} in itself, {} with what it calls.",
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
    page.push_str("<section id=\"phases\">\n<h2>Phases</h2>\n<p class=\"soft\">What the main thread does, one after the other. Before <code>main</code> the loader and the initialisers run.</p>\n<div class=\"scroll\"><table><thead><tr><th scope=\"col\">Phase</th><th scope=\"col\" class=\"number\">Takes</th><th scope=\"col\" class=\"number\">Share</th><th scope=\"col\" class=\"number\">In methods</th><th scope=\"col\" class=\"number\">Outside Objective-C</th></tr></thead><tbody>\n");
    let whole: f64 = look.phases.iter().map(|phase| phase.ns).sum();
    for phase in &look.phases {
        let share = if whole > 0.0 { 100.0 * phase.ns / whole } else { 0.0 };
        let _ = writeln!(
            page,
            "<tr><td class=\"name\">{}</td><td class=\"number\">{}</td><td class=\"number\">{share:.1} %</td><td class=\"number\">{}</td><td class=\"number\">{}</td></tr>",
            escape(&phase.name),
            time(phase.ns),
            time(phase.methods_ns),
            time((phase.ns - phase.methods_ns).max(0.0))
        );
    }
    page.push_str("</tbody></table></div>\n</section>\n");
}

fn pages(page: &mut String, look: &Look) {
    if look.pages.is_empty() {
        return;
    }
    page.push_str("<section id=\"pages\">\n<h2>Pages</h2>\n<div class=\"scroll\"><table><thead><tr><th scope=\"col\">View controller</th><th scope=\"col\" class=\"number\">Rendered in</th></tr></thead><tbody>\n");
    for row in look.pages.iter().take(LISTED) {
        let _ = writeln!(
            page,
            "<tr><td class=\"name\">{}</td><td class=\"number\">{}</td></tr>",
            escape(&row.name),
            time(row.ns)
        );
    }
    page.push_str("</tbody></table></div>\n</section>\n");
}

fn methods(page: &mut String, look: &Look) {
    if look.methods.is_empty() {
        return;
    }
    type By = (&'static str, &'static str, fn(&LookMethod) -> f64);
    let orders: [By; 3] = [
        ("methods-self", "Most expensive methods by self cost", |method| method.self_ns),
        ("methods-total", "By total cost, callees included", |method| method.total_ns),
        ("methods-calls", "By calls", |method| method.calls),
    ];
    for (id, title, cost) in orders {
        let mut sorted: Vec<&LookMethod> = look.methods.iter().collect();
        sorted.sort_by(|a, b| cost(b).total_cmp(&cost(a)).then_with(|| a.name.cmp(&b.name)));
        let _ = writeln!(
            page,
            "<section id=\"{id}\">\n<h2>{title}</h2>\n<div class=\"scroll\"><table><thead><tr><th scope=\"col\">Method</th><th scope=\"col\">Module</th><th scope=\"col\">Owner</th><th scope=\"col\">Threads</th><th scope=\"col\" class=\"number\">Self</th><th scope=\"col\" class=\"number\">Total</th><th scope=\"col\" class=\"number\">Calls</th></tr></thead><tbody>"
        );
        for method in sorted.iter().take(LISTED) {
            let _ = writeln!(
                page,
                "<tr><td class=\"name\">{}</td><td>{}</td><td>{}</td><td>{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td><td class=\"number\">{:.1}</td></tr>",
                escape(&method.name),
                escape(method.module.as_deref().unwrap_or("")),
                escape(method.owner.as_deref().unwrap_or("")),
                threads(method),
                time(method.self_ns),
                time(method.total_ns),
                method.calls
            );
        }
        page.push_str("</tbody></table></div>\n");
        if sorted.len() > LISTED {
            let _ = writeln!(
                page,
                "<p class=\"soft\">{} more methods: <code>gate export RUNS --format csv</code> lists all.</p>",
                sorted.len() - LISTED
            );
        }
        page.push_str("</section>\n");
    }
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
    page.push_str("<section id=\"modules\">\n<h2>Modules</h2>\n<div class=\"scroll\"><table><thead><tr><th scope=\"col\">Module</th><th scope=\"col\">Owner</th><th scope=\"col\" class=\"number\">Methods</th><th scope=\"col\" class=\"number\">Self</th></tr></thead><tbody>\n");
    for module in look.modules.iter().take(LISTED * 5) {
        let _ = writeln!(
            page,
            "<tr><td>{}</td><td>{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td></tr>",
            escape(module.name.as_deref().unwrap_or("(no module)")),
            escape(module.owner.as_deref().unwrap_or("")),
            module.methods,
            time(module.self_ns)
        );
    }
    page.push_str("</tbody></table></div>\n");
    if look.modules.iter().all(|module| module.owner.is_none()) {
        page.push_str("<p class=\"soft\">No owner is known: a CODEOWNERS with link maps or dSYMs, or <code>owner</code> of a <code>[[module]]</code> in the settings names them; <code>gate init</code> writes both down.</p>\n");
    }
    page.push_str("</section>\n");
}

/// What the scripts draw.
fn drawn(page: &mut String, look: &Look) {
    if !look.trees.is_empty() {
        flame_graph(page, true);
    }
    let Some(timelines) = &look.timelines else { return };
    page.push_str("<section id=\"timeline\">\n<h2>Timeline</h2>\n<p class=\"soft\">The launch in the middle, with the calls that the recorder kept. The agent's own time is included.</p>\n");
    timeline_canvas(page);
    if let Some(line) = &timelines.head {
        let lost = line.dropped_calls + line.dropped_events + line.left_out;
        if lost > 0 {
            let _ = writeln!(
                page,
                "<p class=\"soft\">Not drawn: {lost} calls, most of them too short to be seen.</p>"
            );
        }
    }
    page.push_str("</section>\n");
}

fn unseen(page: &mut String) {
    page.push_str("<section id=\"unseen\">\n<h2>What it cannot see</h2>\n<ul>\n\
<li>Recorded methods are Objective-C, or Swift called through Objective-C. Other Swift is in the self time of the method that called it.</li>\n\
<li>What no method is running in (the loader, static initialisers, C, Swift before the first such method) is \"outside Objective-C\" of its phase.</li>\n\
<li>System methods are part of their callers. JavaScript and Dart are part of \"outside Objective-C\".</li>\n\
<li>A few launches on one day: to compare builds use <code>gate run --base</code> and <code>gate check</code>.</li>\n\
</ul>\n</section>\n");
}
