//! Draws base and head as two bars on one scale, divided into phases. Each finding is marked at its position in time, in the colour of its
//! owner.

use std::fmt::Write as _;

use gate_decision::phase_for_people;
use gate_stats::basic::typical_level;

use super::escape;
use super::first::{format_line, name_of};
use crate::summary;
use crate::text::{format_signed_time, format_time, truncate_middle};
use crate::value::{Report, ReportRow, Waterfall, WaterfallPhase};
use crate::words;

/// The class and width of the picture for wide screens. Wide screens and phones have separate pictures, so that letters have the same size
/// on both.
const WIDE: (&str, f64) = ("wide", 1000.0);
const NARROW: (&str, f64) = ("narrow", 370.0);
/// The width of the space for names to the left of the bars. The next constant is the width of the space for times to the right of the
/// bars.
const LEFT: f64 = 45.0;
const RIGHT: f64 = 85.0;
/// The number of letters of a build's name that are shown to the left of the build's bar. The next constant is the width of a letter.
const BUILD: usize = 12;
const LETTER: f64 = 6.5;
const HIGH: f64 = 24.0;
/// The width of a number above a mark.
const NUMBER: f64 = 12.0;

/// The largest number of findings that are marked.
const MARKED: usize = 8;

/// The number of colours for owners in the style sheet, without the colour for findings that have no owner.
const COLOURS: usize = 6;

/// The name of a phase and its times in base and head.
type PhaseTimes<'a> = (&'a str, [f64; 2]);

/// The name of a bar, its build or commit, and the index of its side.
type BarLabel<'a> = (&'a str, Option<String>, usize);

/// A finding, and its position in the picture.
struct PlacedFinding<'a> {
    row: &'a ReportRow,
    /// The index of the finding.
    finding: usize,
    /// The position of the mark as a time since the start of the head's launch.
    at_ns: f64,
    /// The CSS class of the owner's colour.
    colour: String,
}

pub(super) fn draw_bars(page: &mut String, report: &Report) {
    let Some(waterfall) = &report.waterfall else { return };
    let is_single = report.launches.is_none();
    let phases: Vec<PhaseTimes<'_>> =
        waterfall.phases.iter().map(|phase| (phase.name.as_str(), phase_times(report, phase))).collect();
    let sums = [0, 1].map(|side| phases.iter().map(|(_, costs)| costs[side].max(0.0)).sum::<f64>());
    let recorded = report.recorded.as_ref().filter(|recorded| !recorded.launch_ns.is_empty());
    let whole = match summary::whole_launch(report) {
        Some(launch) => [launch.base.value, launch.head.value],
        None => recorded.map_or(sums, |recorded| [typical_level(&recorded.launch_ns); 2]),
    };
    let widest = sums[0].max(sums[1]).max(1.0);
    let marks = place_findings(report, waterfall, &phases);
    let [base, head] = summary::build_names(report);
    let letters = [&base, &head].into_iter().flatten().map(|build| build.chars().count().min(BUILD));
    let left = letters.max().map_or(LEFT, |letters| LEFT.max(LETTER * letters as f64 + 6.0));
    let sides: &[BarLabel<'_>] =
        if is_single { &[("launch", None, 1)] } else { &[("base", base, 0), ("head", head, 1)] };
    for (class, width) in [WIDE, NARROW] {
        let scale = Scale { left, width, widest };
        BarChart { class, scale, phases: &phases, sums, whole, marks: &marks, sides }.write(page);
    }
    let failing = report.findings.iter().filter(|row| row.fails()).count();
    legend(page, &marks, failing.saturating_sub(marks.len()));
}

/// The scale of a picture. The longest bar fills the space between the names and the times.
#[derive(Clone, Copy)]
struct Scale {
    left: f64,
    width: f64,
    widest: f64,
}

impl Scale {
    fn x(self, ns: f64) -> f64 {
        self.left + ns / self.widest * (self.width - self.left - RIGHT)
    }

    /// Returns whether the name of a phase fits into its bar, even if all of its letters are wide.
    fn has_room(self, phase: &str, cost: f64) -> bool {
        (self.x(cost.max(0.0)) - self.x(0.0) - 8.0) / 6.4 >= short_phase_name(phase).chars().count() as f64
    }
}

/// The two bars, with the marks of the findings.
struct BarChart<'a> {
    class: &'a str,
    scale: Scale,
    phases: &'a [PhaseTimes<'a>],
    /// The sum of the phases of each side.
    sums: [f64; 2],
    /// The launch time of each side.
    whole: [f64; 2],
    marks: &'a [PlacedFinding<'a>],
    sides: &'a [BarLabel<'a>],
}

impl BarChart<'_> {
    fn write(&self, page: &mut String) {
        let BarChart { class, scale, phases, sums, whole, marks, sides } = self;
        let (x, width) = (|ns: f64| scale.x(ns), scale.width);
        let top = if marks.is_empty() { 4.0 } else { 26.0 };
        let below = top + sides.len() as f64 * (HIGH + 8.0);
        let label = sides.iter().map(|(name, build, side)| {
            let build = build.as_ref().map_or(String::new(), |build| format!(" ({})", escape(build)));
            format!("{name}{build} {}", format_time(whole[*side]))
        });
        let _ = write!(
            page,
            "<svg class=\"launchbars {class}\" viewBox=\"0 0 {width} {below}\" role=\"img\" aria-label=\"A launch by phase, to scale: {}\">",
            label.collect::<Vec<_>>().join(", ")
        );
        for (line, (name, build, side)) in sides.iter().enumerate() {
            let y = top + (sides.len() - 1 - line) as f64 * (HIGH + 8.0);
            // The head's bar is drawn at the top, next to the marks of the findings.
            let name_at = if build.is_some() { 10.0 } else { 16.0 };
            let _ = write!(page, "<text x=\"0\" y=\"{:.1}\">{name}</text>", y + name_at);
            if let Some(build) = build {
                let (short, whole) = (escape(&truncate_middle(build, BUILD)), escape(build));
                let at = y + HIGH - 1.0;
                let _ = write!(
                    page,
                    "<text class=\"build\" x=\"0\" y=\"{at:.1}\">{short}<title>{whole}</title></text>"
                );
            }
            self.draw_bar(page, y, *side, line == 0);
            let _ = write!(
                page,
                "<text class=\"total\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                x(sums[*side]) + 6.0,
                y + 16.0,
                format_time(whole[*side])
            );
        }
        // If marks are at the same position, their numbers are placed next to each other.
        let mut in_order: Vec<(usize, &PlacedFinding<'_>)> = marks.iter().enumerate().collect();
        in_order.sort_by(|a, b| a.1.at_ns.total_cmp(&b.1.at_ns));
        let mut free = 0.0_f64;
        for (number, mark) in in_order {
            let wide = (x(mark.row.change.value.max(0.0)) - x(0.0)).max(4.0);
            let at = x(mark.at_ns).min(width - RIGHT - wide).max(free);
            free = at + wide.max(NUMBER);
            let _ = write!(
                page,
                "<rect class=\"{0}\" x=\"{at:.1}\" y=\"{top}\" width=\"{wide:.1}\" height=\"{HIGH}\"/><line class=\"{0}\" x1=\"{1:.1}\" x2=\"{1:.1}\" y1=\"16\" y2=\"{top}\"/><text class=\"{0}\" x=\"{1:.1}\" y=\"12\" text-anchor=\"middle\">{2}</text>",
                mark.colour,
                at + wide / 2.0,
                number + 1
            );
        }
        page.push_str("</svg>\n");
        // Phases whose names do not fit into the bar are marked by letters.
        let letters =
            phases.iter().enumerate().filter(|(_, (name, costs))| !scale.has_room(name, costs[sides[0].2]));
        let names: Vec<String> = letters
            .map(|(at, (name, _))| format!("{}\u{a0}{}", finding_letter(at), short_phase_name(name)))
            .collect();
        if !names.is_empty() {
            let _ = writeln!(page, "<p class=\"launchbars {class} soft\">{}</p>", escape(&names.join(" · ")));
        }
    }

    fn draw_bar(&self, page: &mut String, y: f64, side: usize, is_named: bool) {
        let scale = self.scale;
        let mut from = 0.0;
        for (at, (phase, costs)) in self.phases.iter().enumerate() {
            let cost = costs[side].max(0.0);
            let (left, width) = (scale.x(from), scale.x(from + cost) - scale.x(from));
            let title = format!("{}: {}", phase_for_people(phase), format_time(cost));
            let _ = write!(
                page,
                "<rect class=\"phase p{}\" x=\"{left:.1}\" y=\"{y}\" width=\"{width:.1}\" height=\"{HIGH}\"><title>{}</title></rect>",
                at % 2,
                escape(&title)
            );
            let name = if scale.has_room(phase, cost) {
                short_phase_name(phase)
            } else {
                finding_letter(at).to_string()
            };
            if is_named && width >= NUMBER {
                let _ = write!(
                    page,
                    "<text class=\"inside\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                    left + 4.0,
                    y + 16.0,
                    escape(&name)
                );
            }
            from += cost;
        }
    }
}

/// Returns the display name of a phase without its marks.
fn short_phase_name(phase: &str) -> String {
    phase_for_people(phase).split(" (").next().unwrap_or_default().to_owned()
}

fn finding_letter(at: usize) -> char {
    char::from(b'A' + (at % 26) as u8)
}

/// Returns the times of a phase on both sides; the tested levels are used if the phase was tested.
fn phase_times(report: &Report, phase: &WaterfallPhase) -> [f64; 2] {
    let tested = report.wholes.iter().find(|row| row.subject.phase() == Some(&phase.name));
    tested.map_or([phase.base_ns as f64, phase.head_ns as f64], |row| [row.base.value, row.head.value])
}

fn place_findings<'a>(
    report: &'a Report,
    waterfall: &Waterfall,
    phases: &[PhaseTimes<'_>],
) -> Vec<PlacedFinding<'a>> {
    let mut owners: Vec<&str> = Vec::new();
    let failing = report.findings.iter().enumerate().filter(|(_, row)| row.fails() && !words::is_budget(row));
    let placed = failing
        .filter_map(|(finding, row)| Some(((finding, row), drawn_at(report, waterfall, phases, row)?)));
    placed
        .take(MARKED)
        .map(|((finding, row), at_ns)| {
            let colour = match row.owner.as_deref() {
                Some(owner) => owner_colour_class(&mut owners, owner),
                None => "on".to_owned(),
            };
            PlacedFinding { row, finding, at_ns, colour }
        })
        .collect()
}

/// Returns the CSS class for the colour of an owner, which depends on the owner's position in `owners`.
fn owner_colour_class<'a>(owners: &mut Vec<&'a str>, owner: &'a str) -> String {
    let at = owners.iter().position(|known| *known == owner).unwrap_or_else(|| {
        owners.push(owner);
        owners.len() - 1
    });
    format!("o{}", at % COLOURS)
}

/// Returns the position of a finding in the head's launch: its first call, or otherwise the middle of the phase that has most of its cost.
fn drawn_at(
    report: &Report,
    waterfall: &Waterfall,
    phases: &[PhaseTimes<'_>],
    row: &ReportRow,
) -> Option<f64> {
    let name = row.subject.method().and_then(|method| report.names.iter().position(|name| name == method));
    let line = report.timelines.as_ref().and_then(|lines| lines.head.as_ref());
    let main = line.and_then(|line| line.threads.iter().find(|thread| thread.is_main));
    let call = main.and_then(|main| {
        let at = main.slices.name.iter().position(|called| Some(*called as usize) == name)?;
        main.slices.start_ns.get(at).copied()
    });
    if call.is_some() {
        return call;
    }
    let (best, _) = waterfall
        .phases
        .iter()
        .map(|phase| time_of_row(row, name, phase))
        .enumerate()
        .filter(|(_, share)| *share > 0)
        .max_by_key(|(_, share)| *share)?;
    let before: f64 = phases[..best].iter().map(|(_, costs)| costs[1].max(0.0)).sum();
    Some(before + 0.5 * phases[best].1[1])
}

fn legend(page: &mut String, marks: &[PlacedFinding<'_>], more: usize) {
    if marks.is_empty() {
        return;
    }
    page.push_str("<ol class=\"marks\">\n");
    for mark in marks {
        let _ = writeln!(
            page,
            "<li class=\"{}\"><a href=\"#{}\">{}</a> {}{}</li>",
            mark.colour,
            format_args!("f{}", mark.finding + 1),
            name_of(&mark.row.name),
            match mark.row.counted {
                Some(_) => words::format_growth(mark.row),
                None => format_signed_time(mark.row.change.value),
            },
            format_line(&summary::owner_label(mark.row))
        );
    }
    page.push_str("</ol>\n");
    if more > 0 {
        let _ =
            writeln!(page, "<p class=\"soft\">and {} below</p>", words::format_count(more, "more finding"));
    }
}

/// Returns the time in a phase of the head for a row: the time of its method `name` or of its module. For the row of a phase, the result is
/// 1 in this phase and 0 in others.
fn time_of_row(row: &ReportRow, name: Option<usize>, phase: &WaterfallPhase) -> i64 {
    let modules = phase.modules.iter();
    match (name, row.subject.module()) {
        (Some(name), _) => {
            let methods = modules.flat_map(|module| &module.methods);
            methods.filter(|method| method.name as usize == name).map(|method| method.head_ns).sum()
        }
        (None, Some(of)) => {
            let own = modules.filter(|module| module.name.as_deref() == Some(&**of));
            own.map(|module| module.head_ns).sum()
        }
        (None, None) => i64::from(row.subject.phase() == Some(&phase.name)),
    }
}
