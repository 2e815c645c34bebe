//! What samples say of functions: what explains a finding, what runs before `main`, and whether functions could be judged.

use super::row::{finite, row};
use super::text::{fitted, signed, time};
use super::value::{FunctionPart, FunctionsUsed, MissingSymbols, Report, ReportRow};
use super::word::Standing;
use super::words;
use super::words::count;
use crate::compare::{Comparison, Initialiser, Judged, Part};
use crate::launches::FunctionKind;
use crate::verdict::Finding;

pub(super) fn used(comparison: &Comparison) -> Option<FunctionsUsed> {
    let functions = &comparison.functions;
    if functions.sampled == (0, 0) {
        return None;
    }
    let missing = functions.missing.iter().map(|one| MissingSymbols {
        side: one.side.name().to_owned(),
        image: one.image.clone(),
        uuid: one.uuid.clone(),
    });
    Some(FunctionsUsed {
        base: functions.sampled.0,
        head: functions.sampled.1,
        since: functions.since.as_ref().map(|(session, _)| session.to_string()),
        not_judged: functions.not_judged.clone(),
        missing: missing.collect(),
        before_main: before_main(comparison),
        rows: functions.rows.iter().map(|judged| row(Standing::Row, judged)).collect(),
    })
}

fn part(part: &Part) -> FunctionPart {
    let function = &part.function;
    let text = |text: &Option<std::sync::Arc<str>>| text.as_deref().map(str::to_owned);
    FunctionPart {
        name: function.short.to_string(),
        full_name: function.name.to_string(),
        module: function.module.to_string(),
        owner: text(&function.owner),
        file: text(&function.file),
        line: part.line,
        base_ns: part.cost.0,
        head_ns: part.cost.1,
        change_ns: part.change(),
        interval_ns: Some([finite(part.interval.0), finite(part.interval.1)]),
        perhaps: part.candidate_in.is_some(),
        before_main: function.kind == FunctionKind::Initialiser,
    }
}

/// Static initialisers, which samples found, and `+load` methods, whose cost is exact; the most expensive first.
fn before_main(comparison: &Comparison) -> Vec<FunctionPart> {
    let loads = comparison.rows.iter().filter_map(load);
    let mut all: Vec<FunctionPart> =
        comparison.functions.initialisers.iter().map(initialiser).chain(loads).collect();
    all.sort_by(|a, b| b.head_ns.total_cmp(&a.head_ns).then_with(|| a.name.cmp(&b.name)));
    all
}

fn load(judged: &Judged) -> Option<FunctionPart> {
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

fn is_load(name: &str) -> bool {
    name.starts_with("+[") && name.ends_with(" load]")
}

/// Says where `+load` methods are, which no sample tells.
pub(super) fn place(report: &mut Report, source_of: impl Fn(&str) -> Option<(String, Option<u32>)>) {
    let listed = report.functions.iter_mut().flat_map(|used| &mut used.before_main);
    for part in listed.filter(|part| is_load(&part.name)) {
        if let Some((file, line)) = source_of(&part.name) {
            (part.file, part.line) = (Some(file), line);
        }
    }
}

fn initialiser(found: &Initialiser) -> FunctionPart {
    let (function, cost) = (found.function.clone(), found.cost);
    let interval = (f64::NAN, f64::NAN);
    let listed = part(&Part { function, line: None, cost, interval, candidate_in: None });
    FunctionPart { interval_ns: None, ..listed }
}

/// Puts the functions of a finding into its row. Where the row has no place in the source, that of the first function is its place.
pub(super) fn put(finding: &Finding, told: &mut ReportRow) {
    told.functions = finding.functions.iter().map(part).collect();
    if let Some(first) = told.functions.first().filter(|first| !first.perhaps)
        && told.file.is_none()
        && told.subject.method().is_none()
    {
        (told.file, told.line) = (first.file.clone(), first.line);
    }
}

impl FunctionPart {
    /// Where it is in the source.
    pub(super) fn place(&self) -> Option<String> {
        let line = self.line.map_or(String::new(), |line| format!(":{line}"));
        self.file.as_ref().map(|file| format!("{file}{line}"))
    }

    /// By how much it grew, with its interval.
    pub(super) fn growth(&self) -> String {
        let interval = match self.interval_ns {
            Some([Some(low), Some(high)]) => {
                format!(" (95 % interval {})", words::range(&signed(low), &signed(high)))
            }
            _ => String::new(),
        };
        format!("{}{interval}", signed(self.change_ns))
    }

    /// What it takes, of what runs before `main`.
    pub(super) fn listed(&self) -> String {
        let place = self.place().map_or(String::new(), |place| format!(" in {place}"));
        let module = if self.module.is_empty() { "no module" } else { &self.module };
        let (base, head) = (time(self.base_ns), time(self.head_ns));
        format!("{base} → {head}  {} [{}]{place}", fitted(&self.name, 200), fitted(module, 200))
    }

    /// All of that in one line.
    pub(super) fn line(&self) -> String {
        let place = self.place().map_or(String::new(), |place| format!(" in {place}"));
        format!("{} {}{place}", fitted(&self.name, 200), self.growth())
    }

    /// How it explains a growth.
    pub(super) fn told(&self) -> String {
        match self.perhaps {
            true => format!("most of it perhaps in {}, by samples", self.line()),
            false => format!("of which, by samples: {}", self.line()),
        }
    }
}

/// What a reader should know of how functions were judged.
pub(super) fn notes(report: &Report) -> Vec<String> {
    let Some(used) = &report.functions else { return Vec::new() };
    let mut notes = Vec::new();
    match (&used.not_judged, &used.since) {
        (Some(reason), _) => notes.push(reason.clone()),
        (None, Some(since)) => notes.push(format!(
            "functions are judged by samples: {} of the base (from session {since} on) and {} of the head have them",
            count(used.base, "launch"),
            count(used.head, "launch")
        )),
        (None, None) => {}
    }
    for missing in &used.missing {
        notes.push(format!(
            "no dSYM of {} ({}) with UUID {} was found, so its functions have no file and may have no name; add the dSYM's folder to attribution.symbols",
            missing.image, missing.side, missing.uuid
        ));
    }
    if !used.before_main.is_empty() {
        let all: f64 = used.before_main.iter().map(|part| part.head_ns).sum();
        notes.push(format!(
            "before main: {} in +load methods (exact) and static initialisers (by samples)",
            time(all)
        ));
    }
    notes
}

/// What runs before `main` by itself.
pub(super) fn before_main_of(report: &Report) -> &[FunctionPart] {
    report.functions.as_ref().map_or(&[], |used| &used.before_main)
}
