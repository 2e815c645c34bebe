//! Collects the functions that samples found: those that explain a finding and those that run before `main`. The module also determines
//! whether functions could be judged.

use gate_decision::Finding;
use gate_decision::{Comparison, FunctionGrowth, JudgedRow};
use gate_launches::FunctionKind;

use super::line::Line;
use super::reasons;
use super::row::{finite, to_report_row};
use super::text::{format_change_range, format_signed_time, format_time};
use super::value::{FunctionPart, FunctionsUsed, Report, ReportRow};
use super::word::{PreservedValue, RowRole};
use super::words::format_count;

pub(super) fn functions_used(comparison: &Comparison) -> Option<FunctionsUsed> {
    let functions = &comparison.functions;
    if functions.sampled.base + functions.sampled.head == 0 {
        return None;
    }
    let level = comparison.level / functions.rows.len().max(1) as f64;
    Some(FunctionsUsed {
        base: functions.sampled.base,
        head: functions.sampled.head,
        since: functions.since.as_ref().map(ToString::to_string),
        not_judged: functions.not_judged.clone().map(PreservedValue::from),
        missing: functions.missing.clone(),
        before_main: before_main(comparison),
        rows: functions.rows.iter().map(|judged| to_report_row(RowRole::Row, judged, level)).collect(),
    })
}

fn to_function_part(part: &FunctionGrowth) -> FunctionPart {
    let function = &part.function;
    let text = |text: &Option<std::sync::Arc<str>>| text.as_deref().map(str::to_owned);
    FunctionPart {
        name: function.short.to_string(),
        full_name: function.name.to_string(),
        module: function.module.to_string(),
        owner: text(&function.owner),
        file: text(&function.file),
        line: part.line,
        base_ns: part.cost.base,
        head_ns: part.cost.head,
        change_ns: part.change(),
        interval_ns: part.interval.map(|ends| ends.map(finite)),
        perhaps: part.candidate_in.is_some(),
        before_main: function.kind == FunctionKind::Initialiser,
    }
}

/// Returns static initialisers, which samples found, and `+load` methods, whose cost is exact; the most expensive first.
fn before_main(comparison: &Comparison) -> Vec<FunctionPart> {
    let loads = comparison.rows.iter().filter_map(load);
    let mut all: Vec<FunctionPart> =
        comparison.functions.initialisers.iter().map(to_function_part).chain(loads).collect();
    all.sort_by(|a, b| b.head_ns.total_cmp(&a.head_ns).then_with(|| a.name.cmp(&b.name)));
    all
}

fn load(judged: &JudgedRow) -> Option<FunctionPart> {
    let name = judged.row.subject.main_method()?;
    let text = |text: &Option<std::sync::Arc<str>>| text.as_deref().map(str::to_owned);
    is_load(name).then(|| FunctionPart {
        name: name.to_string(),
        full_name: name.to_string(),
        module: text(&judged.row.module).unwrap_or_default(),
        owner: text(&judged.row.owner),
        base_ns: judged.result.base,
        head_ns: judged.result.head,
        change_ns: judged.change(),
        before_main: true,
        ..FunctionPart::default()
    })
}

pub(super) fn is_load(name: &str) -> bool {
    name.starts_with("+[") && name.ends_with(" load]")
}

/// Adds the source lines of `+load` methods, which samples do not contain.
pub(super) fn find_loads(report: &mut Report, source_of: impl Fn(&str) -> Option<(String, Option<u32>)>) {
    let listed = report.functions.iter_mut().flat_map(|used| &mut used.before_main);
    for part in listed.filter(|part| is_load(&part.name)) {
        if let Some((file, line)) = source_of(&part.name) {
            (part.file, part.line) = (Some(file), line);
        }
    }
}

/// Adds the functions that explain a finding to the finding's row. The growth of the functions is limited to the growth of the row. A row
/// without a source location gets the location of its first function.
pub(super) fn put(finding: &Finding, told: &mut ReportRow) {
    told.functions = finding.functions.iter().map(to_function_part).collect();
    let sum: f64 = told.functions.iter().filter(|part| !part.perhaps).map(|part| part.change_ns).sum();
    let whole = if told.counted.is_some() { f64::INFINITY } else { told.change.value.max(0.0) };
    for part in &mut told.functions {
        let share = if part.perhaps { whole / part.change_ns } else { whole / sum };
        if share < 1.0 {
            part.change_ns *= share;
            part.head_ns = part.base_ns + part.change_ns;
            // The interval belongs to the growth in the samples, which is larger than the growth of the row.
            part.interval_ns = None;
        }
    }
    if let Some(first) = told.functions.first().filter(|first| !first.perhaps)
        && told.file.is_none()
        && told.subject.method().is_none()
    {
        (told.file, told.line) = (first.file.clone(), first.line);
    }
}

impl FunctionPart {
    /// Formats the function's location in its source file.
    pub(super) fn format_location(&self) -> Option<String> {
        let line = self.line.map_or(String::new(), |line| format!(":{line}"));
        self.file.as_ref().map(|file| format!("{file}{line}"))
    }

    /// Formats the function's growth with the confidence interval.
    pub(super) fn format_growth(&self) -> String {
        let interval = match self.interval_ns {
            Some([Some(low), Some(high)]) => {
                format!(" (95 % interval {})", format_change_range(low, high))
            }
            _ => String::new(),
        };
        format!("{}{interval}", format_signed_time(self.change_ns))
    }
}

/// Describes how functions were judged.
pub(super) fn function_notes(used: &FunctionsUsed) -> Vec<Line> {
    let mut notes = Vec::new();
    match (&used.not_judged, &used.since) {
        (Some(reason), _) => notes.push(Line::default().with_text(reasons::describe_stored_reason(reason))),
        (None, Some(since)) => {
            let base = format!(
                "Swift, C and C++ functions: from call stacks of {} of the base (since ",
                format_count(used.base, "launch")
            );
            let head = format!(") and {} of the head.", format_count(used.head, "launch"));
            notes.push(Line::from_words(base).name(since).with_words(head));
        }
        (None, None) => {}
    }
    for missing in &used.missing {
        let line = Line::from_words("Missing dSYM: ")
            .name(&*missing.image)
            .with_words(format!(", {} build, ", missing.side.name()))
            .name(&*missing.uuid);
        notes.push(
            line.with_words(
                ". Add its folder to attribution.symbols to see names and lines of its functions.",
            ),
        );
    }
    if !used.before_main.is_empty() {
        let all: f64 = used.before_main.iter().map(|part| part.head_ns).sum();
        notes.push(Line::from_words(format!(
            "Before main: {} in +load methods and, by call stacks, static initialisers.",
            format_time(all)
        )));
    }
    notes
}
