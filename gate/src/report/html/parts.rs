//! The sections that are read, in order.

use std::fmt::Write as _;

use super::dots::dots;
use super::{escape, micro, time};
use crate::compare::Mode;
use crate::report::evidence;
use crate::report::value::{Answer, Module, Report, ReportRow};
use crate::report::words;

/// Findings with their distributions; further ones are in a table, and all in the verdict's JSON.
const DRAWN: usize = 200;
/// The rows of a table that nobody reads to its end.
const LISTED: usize = 1_000;

/// Everything between the head and the data.
pub(super) fn body(page: &mut String, report: &Report) {
    navigation(page, report);
    verdict(page, report);
    findings(page, report);
    waterfall(page, report);
    modules(page, &report.modules);
    budgets(page, report);
    flame(page, report);
    timeline(page, report);
    methods(page, report);
    launches(page, report);
    environment(page, report);
}

fn navigation(page: &mut String, report: &Report) {
    page.push_str("<nav aria-label=\"Sections\">\n");
    let mut link = |id: &str, name: &str, there: bool| {
        if there {
            let _ = writeln!(page, "<a href=\"#{id}\">{name}</a>");
        }
    };
    link("verdict", "Verdict", true);
    let lists = [&report.findings, &report.suspects, &report.vanished, &report.noisy];
    link("findings", "Findings", lists.iter().any(|list| !list.is_empty()));
    link("waterfall", "Waterfall", report.waterfall.is_some());
    link("modules", "Modules", !report.modules.is_empty());
    link("budgets", "Budgets", !report.budgets.is_empty());
    link("flame", "Flame graph", !report.trees.is_empty());
    link("timeline", "Timeline", report.timelines.is_some());
    link("methods", "All rows", !report.rows.is_empty());
    link("launches", "Launches", report.launches.is_some());
    link("environment", "Environment", !report.environment.is_empty());
    page.push_str("<button id=\"theme\" type=\"button\" hidden>Dark</button>\n</nav>\n<main>\n");
}

fn verdict(page: &mut String, report: &Report) {
    let name = report.verdict.name();
    let _ = writeln!(
        page,
        "<section id=\"verdict\">\n<h1><span class=\"verdict {name}\">{}</span> {}</h1>",
        name.replace('-', " "),
        escape(&micro(&words::headline(report)))
    );
    if let Some(launches) = &report.launches {
        let against = match launches.mode.known() {
            Some(Mode::Blocks) => "interleaved launches of the base".to_owned(),
            Some(Mode::Sessions) | None => format!("launches of {} baseline sessions", launches.sessions),
        };
        let _ = write!(page, "<p>{} launches against {} {against}", launches.head, launches.base);
        if let Some(settings) = &report.settings {
            let _ = write!(
                page,
                "; a growth matters from {:.1} % and {} on, and a run without one has a finding in at most {:.1} % of cases",
                100.0 * settings.effect,
                time(settings.floor_ns),
                100.0 * settings.alpha
            );
        }
        page.push_str(".</p>\n");
    }
    if !report.wholes.is_empty() {
        row_table(page, &report.wholes);
    }
    if let Some(text) = evidence::counts_in_words(report) {
        let _ = writeln!(page, "<p>{}.</p>", escape(&text));
    }
    let why = if report.verdict == Answer::Regressed { "Besides" } else { "Why it is no pass" };
    notes(page, "To be reviewed in this change", &report.review);
    notes(page, why, &report.reasons);
    notes(page, "Warnings", &report.warnings);
    if !report.differences.is_empty() {
        conditions(page, &report.differences);
    }
    let steps = words::next_steps(report);
    if !steps.is_empty() {
        page.push_str("<h2>What to do</h2>\n<ul>\n");
        for step in steps {
            // What stands between backquotes is a command.
            let parts: Vec<String> = step.split('`').map(escape).collect();
            let text: String = parts
                .iter()
                .enumerate()
                .map(|(at, part)| if at % 2 == 1 { format!("<code>{part}</code>") } else { part.clone() })
                .collect();
            let _ = writeln!(page, "<li>{text}</li>");
        }
        page.push_str("</ul>\n");
    }
    page.push_str("</section>\n");
}

fn notes(page: &mut String, title: &str, lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    let _ = writeln!(page, "<div class=\"notes\"><p><strong>{title}</strong></p><ul>");
    for line in lines.iter().take(LISTED) {
        let _ = writeln!(page, "<li>{}</li>", escape(line));
    }
    page.push_str("</ul></div>\n");
}

fn change(row: &ReportRow) -> String {
    let percent = words::change(row);
    let sign = if row.change_ns > 0.0 { "+" } else { "" };
    format!("{sign}{} ({percent})", time(row.change_ns))
}

fn direction(base: f64, head: f64) -> &'static str {
    if head > base {
        "slower"
    } else if head < base {
        "faster"
    } else {
        ""
    }
}

fn interval(row: &ReportRow) -> String {
    words::interval(row).map_or_else(String::new, |interval| micro(&interval))
}

fn row_table(page: &mut String, rows: &[ReportRow]) {
    let has_modules = rows.iter().any(|row| row.module.is_some());
    let module = if has_modules { "<th scope=\"col\" class=\"wide\">Module</th>" } else { "" };
    let _ = writeln!(
        page,
        "<div class=\"scroll\"><table><thead><tr><th scope=\"col\">Row</th>{module}<th scope=\"col\" class=\"number\">Base</th><th scope=\"col\" class=\"number\">Head</th><th scope=\"col\" class=\"number\">Change</th><th scope=\"col\" class=\"number wide\">Interval of the change</th></tr></thead><tbody>"
    );
    let module = |row: &ReportRow| match &row.module {
        _ if !has_modules => String::new(),
        module => format!("<td class=\"wide\">{}</td>", escape(module.as_deref().unwrap_or(""))),
    };
    for row in rows.iter().take(LISTED) {
        let _ = writeln!(
            page,
            "<tr><td class=\"name\">{}</td>{}<td class=\"number\">{}</td><td class=\"number\">{}</td><td class=\"number {}\">{}</td><td class=\"number wide\">{}</td></tr>",
            escape(&row.name),
            module(row),
            time(row.base_ns),
            time(row.head_ns),
            direction(row.base_ns, row.head_ns),
            change(row),
            interval(row)
        );
    }
    page.push_str("</tbody></table></div>\n");
    left_out(page, rows.len(), LISTED);
}

fn left_out(page: &mut String, all: usize, shown: usize) {
    if all > shown {
        let _ = writeln!(page, "<p class=\"soft\">{} more are in the verdict's JSON.</p>", all - shown);
    }
}

fn findings(page: &mut String, report: &Report) {
    let lists = [&report.findings, &report.suspects, &report.vanished, &report.noisy];
    if lists.iter().all(|list| list.is_empty()) {
        return;
    }
    page.push_str("<section id=\"findings\">\n<h2>Findings</h2>\n");
    if report.findings.is_empty() {
        page.push_str("<p>None.</p>\n");
    }
    for row in report.findings.iter().take(DRAWN) {
        finding(page, row);
    }
    if report.findings.len() > DRAWN {
        row_table(page, &report.findings[DRAWN..]);
    }
    if !report.suspects.is_empty() {
        page.push_str("<h2>Worth a look</h2>\n<p class=\"soft\">Less sure than findings, and the reason of nothing.</p>\n");
        row_table(page, &report.suspects);
    }
    unsure(page, report);
    page.push_str("</section>\n");
}

/// Methods that were not seen any more, and those too noisy to judge.
fn unsure(page: &mut String, report: &Report) {
    if !report.vanished.is_empty() {
        page.push_str("<h2>Not seen any more</h2>\n");
        row_table(page, &report.vanished);
    }
    if report.noisy.is_empty() {
        return;
    }
    page.push_str("<h2>Too noisy to judge</h2>\n<p class=\"soft\">Growth up to this would have been missed in one run of five.</p>\n<div class=\"scroll\"><table><thead><tr><th scope=\"col\">Row</th><th scope=\"col\" class=\"number\">Head</th><th scope=\"col\" class=\"number\">Could hide</th></tr></thead><tbody>\n");
    for row in report.noisy.iter().take(LISTED) {
        let _ = writeln!(
            page,
            "<tr><td class=\"name\">{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td></tr>",
            escape(&row.name),
            time(row.head_ns),
            micro(&words::could_hide(row))
        );
    }
    page.push_str("</tbody></table></div>\n");
    left_out(page, report.noisy.len(), LISTED);
}

fn finding(page: &mut String, row: &ReportRow) {
    let _ = writeln!(
        page,
        "<article class=\"finding\">\n<h3><span class=\"tag\">{}</span><span class=\"name\">{}</span></h3>\n<dl>",
        words::kind(row),
        escape(&row.name)
    );
    let mut line = |name: &str, value: &str| {
        let _ = writeln!(page, "<dt>{name}</dt><dd>{value}</dd>");
    };
    if let Some(module) = &row.module {
        let owner = row.owner.as_ref().map_or_else(String::new, |owner| format!(", {}", escape(owner)));
        line("module", &format!("{}{owner}", escape(module)));
    }
    line(
        "cost",
        &format!(
            "{} → {}, <strong class=\"{}\">{}</strong>{}",
            time(row.base_ns),
            time(row.head_ns),
            direction(row.base_ns, row.head_ns),
            change(row),
            words::interval(row)
                .map_or_else(String::new, |interval| format!(", interval {}", micro(&interval)))
        ),
    );
    if let (Some(base), Some(head)) = (row.base_calls, row.head_calls) {
        let each = words::calls(row).unwrap_or_else(|| format!("{base} → {head}"));
        line("calls", &micro(&each));
    }
    if let Some(from) = &row.moved_from {
        line("moved from", &format!("<span class=\"name\">{}</span>", escape(from)));
    }
    if let Some(text) = evidence::calls_in_words(row) {
        line("calls, exactly", &escape(&text));
    }
    if let Some(text) = evidence::counted_in_words(row) {
        line("counted", &escape(&text));
    }
    if !row.holds.is_empty() {
        let holds: Vec<String> = row.holds.iter().map(|name| escape(name)).collect();
        line("stands for", &format!("<span class=\"name\">{}</span>", holds.join(", ")));
    }
    if !row.path.is_empty() {
        let path: Vec<String> = row.path.iter().map(|name| escape(name)).collect();
        line("called by", &format!("<span class=\"name\">{}</span>", path.join(" → ")));
    }
    if let Some(file) = &row.file {
        let at = row.line.map_or_else(String::new, |line| format!(":{line}"));
        line("source", &format!("<code>{}{at}</code>", escape(file)));
    }
    if let Some(limit) = row.limit_ns {
        line("budget", &time(limit));
    }
    if let Some(chance) = words::chance(row) {
        line("chance", &format!("{chance} to see such a growth somewhere if nothing had changed"));
    }
    if let Some(accepted) = &row.accepted {
        let (until, owner) = (escape(&accepted.until), escape(&accepted.owner));
        line("accepted", &format!("until {until} by {owner}: {}", escape(&accepted.reason)));
    }
    if let Some(accepted) = &row.exceeds {
        line("accepted", &escape(&words::exceeds(accepted)));
    }
    if let Some(again) = &row.again {
        line("measured again", &words::again(again));
    }
    page.push_str("</dl>\n");
    if let Some(values) = &row.values_ns {
        page.push_str(&dots(values));
    }
    page.push_str("</article>\n");
}

fn waterfall(page: &mut String, report: &Report) {
    let Some(waterfall) = &report.waterfall else { return };
    let _ = writeln!(
        page,
        "<section id=\"waterfall\">\n<h2>Waterfall</h2>\n<p class=\"soft\">A typical launch of each side (the average of {} and {} launches in the middle), taken apart; the parts add up.</p>\n<p class=\"legend\"><span class=\"base\">base</span> <span class=\"head\">head</span></p>\n<div id=\"waterfall-tree\"></div>\n<noscript><p>This part is drawn by the page's script.</p></noscript>\n</section>",
        waterfall.base_launches, waterfall.head_launches
    );
}

fn modules(page: &mut String, modules: &[Module]) {
    if modules.is_empty() {
        return;
    }
    page.push_str("<section id=\"modules\">\n<h2>Modules</h2>\n<div class=\"scroll\"><table><thead><tr><th scope=\"col\">Module</th><th scope=\"col\">Owner</th><th scope=\"col\" class=\"number\">Methods</th><th scope=\"col\" class=\"number\">Base</th><th scope=\"col\" class=\"number\">Head</th><th scope=\"col\" class=\"number\">Change</th><th scope=\"col\" class=\"number\">Budget</th><th scope=\"col\" class=\"number\">Findings</th></tr></thead><tbody>\n");
    for module in modules.iter().take(LISTED) {
        let (base, head) = (module.base_ns as f64, module.head_ns as f64);
        let sign = if head > base { "+" } else { "" };
        let budget = module.limit_ns.map_or_else(String::new, time);
        let over = if module.over { " class=\"number slower\"" } else { " class=\"number\"" };
        let exceeded = if module.over { " exceeded" } else { "" };
        let _ = writeln!(
            page,
            "<tr><td>{}</td><td>{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td><td class=\"number {}\">{sign}{}</td><td{over}>{budget}{exceeded}</td><td class=\"number\">{}</td></tr>",
            escape(module.name.as_deref().unwrap_or("(no module)")),
            escape(module.owner.as_deref().unwrap_or("")),
            module.methods,
            time(base),
            time(head),
            direction(base, head),
            time(head - base),
            module.findings
        );
    }
    page.push_str("</tbody></table></div>\n");
    left_out(page, modules.len(), LISTED);
    page.push_str("</section>\n");
}

fn budgets(page: &mut String, report: &Report) {
    if report.budgets.is_empty() {
        return;
    }
    page.push_str("<section id=\"budgets\">\n<h2>Budgets</h2>\n<div class=\"scroll\"><table><thead><tr><th scope=\"col\">Of</th><th scope=\"col\" class=\"number\">Base</th><th scope=\"col\" class=\"number\">Head</th><th scope=\"col\" class=\"number\">Limit</th><th scope=\"col\">Kept</th></tr></thead><tbody>\n");
    for budget in report.budgets.iter().take(LISTED) {
        let kept = if budget.over { "<td class=\"slower\">exceeded</td>" } else { "<td>kept</td>" };
        let _ = writeln!(
            page,
            "<tr><td class=\"name\">{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td>{kept}</tr>",
            escape(&budget.name),
            time(budget.base_ns),
            time(budget.head_ns),
            time(budget.limit_ns)
        );
    }
    page.push_str("</tbody></table></div>\n");
    left_out(page, report.budgets.len(), LISTED);
    page.push_str("</section>\n");
}

fn flame(page: &mut String, report: &Report) {
    if report.trees.is_empty() {
        return;
    }
    page.push_str("<section id=\"flame\">\n<h2>Flame graph</h2>\n<p class=\"soft\">A call is as wide as it is dear; red became slower, blue faster. Click to choose and again to zoom; on the keyboard the arrows, Enter and Escape.</p>\n\
<div class=\"tools\"><input id=\"flame-search\" type=\"search\" placeholder=\"Search methods\" aria-label=\"Search methods in the flame graph\">\
<button type=\"button\" data-side=\"base\" aria-pressed=\"false\">Base</button><button type=\"button\" data-side=\"head\" aria-pressed=\"true\">Head</button>\
<button type=\"button\" data-by=\"total\" aria-pressed=\"true\">By total</button><button type=\"button\" data-by=\"self\" aria-pressed=\"false\">By self</button>\
<select id=\"flame-thread\" aria-label=\"Thread\"></select><button id=\"flame-out\" type=\"button\" disabled>Zoom out</button><span id=\"flame-found\" role=\"status\"></span></div>\n\
<p class=\"detail\" id=\"flame-detail\" aria-live=\"polite\"></p>\n<canvas id=\"flame-canvas\" tabindex=\"0\" role=\"application\" aria-label=\"Flame graph: arrows move, Enter zooms, Escape zooms out\" aria-describedby=\"flame-detail\"></canvas>\n</section>\n");
}

fn timeline(page: &mut String, report: &Report) {
    if report.timelines.is_none() {
        return;
    }
    page.push_str("<section id=\"timeline\">\n<h2>Timeline</h2>\n<p class=\"soft\">A median launch of each side, with the calls that the recorder kept, its own cost included.</p>\n\
<div class=\"tools\"><button id=\"timeline-in\" type=\"button\">Zoom in</button><button id=\"timeline-all\" type=\"button\">Whole launch</button><button id=\"timeline-left\" type=\"button\">Earlier</button><button id=\"timeline-right\" type=\"button\">Later</button></div>\n\
<p class=\"detail\" id=\"timeline-detail\" aria-live=\"polite\"></p>\n<canvas id=\"timeline-canvas\" tabindex=\"0\" role=\"application\" aria-label=\"Timeline: up and down go through marks, pages and calls, left and right move, plus and minus zoom, Escape shows all\" aria-describedby=\"timeline-detail\"></canvas>\n");
    if report.timelines.iter().any(|lines| lines.base.is_none()) {
        page.push_str("<p class=\"soft\">Nothing in time is known of the baseline: a session keeps a timeline beside it when it is stored from traces.</p>\n");
    }
    if report.timelines.iter().any(|lines| lines.head.is_none()) {
        page.push_str("<p class=\"soft\">Nothing in time is known of the new launches: launch records do not say when a call was.</p>\n");
    }
    let sides = report.timelines.iter().flat_map(|lines| [("base", &lines.base), ("head", &lines.head)]);
    for (name, line) in sides {
        let Some(line) = line else { continue };
        let missing: Vec<String> = [
            (line.dropped_calls, "calls that the recorder had no room for"),
            (line.dropped_events, "long calls that it had no room for in time"),
            (line.left_out, "calls too short to be seen"),
        ]
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
        if !missing.is_empty() {
            let _ = writeln!(
                page,
                "<p class=\"soft\">Not drawn of the {name} launch: {}.</p>",
                missing.join(", ")
            );
        }
    }
    page.push_str("</section>\n");
}

fn methods(page: &mut String, report: &Report) {
    if report.rows.is_empty() {
        return;
    }
    page.push_str("<section id=\"methods\">\n<h2>All rows</h2>\n<div id=\"history\"></div>\n<div class=\"tools\"><input id=\"methods-search\" type=\"search\" placeholder=\"Search rows\" aria-label=\"Search rows\"><span id=\"methods-count\" role=\"status\"></span></div>\n\
<div class=\"scroll\"><table><thead><tr><th scope=\"col\"><button type=\"button\" data-sort=\"name\">Row</button></th><th scope=\"col\">Module</th><th scope=\"col\" class=\"number\"><button type=\"button\" data-sort=\"base\">Base</button></th><th scope=\"col\" class=\"number\"><button type=\"button\" data-sort=\"head\">Head</button></th><th scope=\"col\" class=\"number\" aria-sort=\"descending\"><button type=\"button\" data-sort=\"change\">Change</button></th><th scope=\"col\">Answer</th></tr></thead><tbody id=\"methods-body\"></tbody></table></div>\n<p><button id=\"methods-more\" type=\"button\" hidden>Show more</button></p>\n</section>\n");
}

fn launches(page: &mut String, report: &Report) {
    let Some(launches) = &report.launches else { return };
    page.push_str("<section id=\"launches\">\n<h2>Launches</h2>\n");
    if let Some(sd) = launches.session_sd {
        let how = if launches.session_sd_measured { "measured" } else { "assumed, for want of sessions" };
        let _ = writeln!(
            page,
            "<p>Sessions differ by a standard deviation of {:.1} % ({how}); that much is allowed for.</p>",
            100.0 * sd
        );
    }
    if launches.excluded.is_empty() {
        page.push_str("<p>Every launch counts.</p>\n");
    } else {
        let _ = writeln!(
            page,
            "<h3>Not counted ({})</h3>\n<div class=\"scroll\"><table><thead><tr><th scope=\"col\">Launch</th><th scope=\"col\">From</th><th scope=\"col\">Why</th></tr></thead><tbody>",
            launches.excluded.len()
        );
        for launch in launches.excluded.iter().take(LISTED) {
            let _ = writeln!(
                page,
                "<tr><td>{} #{}</td><td>{}</td><td>{}</td></tr>",
                escape(&launch.session),
                launch.launch,
                escape(&launch.source),
                escape(launch.reason.text())
            );
        }
        page.push_str("</tbody></table></div>\n");
        left_out(page, launches.excluded.len(), LISTED);
    }
    page.push_str("</section>\n");
}

fn environment(page: &mut String, report: &Report) {
    if !report.environment.is_empty() {
        page.push_str("<section id=\"environment\">\n<h2>Environment</h2>\n");
        conditions(page, &report.environment);
        page.push_str("</section>\n");
    }
    page.push_str("</main>\n");
}

fn conditions(page: &mut String, conditions: &[crate::report::value::ConditionPair]) {
    page.push_str("<div class=\"scroll\"><table><thead><tr><th scope=\"col\">Condition</th><th scope=\"col\">Baseline</th><th scope=\"col\">New</th></tr></thead><tbody>\n");
    for condition in conditions {
        let _ = writeln!(
            page,
            "<tr><td>{}</td><td>{}</td><td>{}</td></tr>",
            escape(condition.condition.text()),
            escape(&condition.base.join(", ")),
            escape(&condition.head.join(", "))
        );
    }
    page.push_str("</tbody></table></div>\n");
}
