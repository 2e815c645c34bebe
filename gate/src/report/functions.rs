//! What samples say of functions: what explains a finding, what runs before `main`, and whether functions could be judged.

use serde::{Deserialize, Serialize};

use super::build::{finite, row};
use super::text::{fitted, signed, time};
use super::value::{Report, ReportRow};
use super::word::Standing;
use super::words;
use super::words::count;
use crate::compare::{Comparison, Initialiser, Judged, Part, RowKey};
use crate::launches::FunctionKind;
use crate::verdict::Finding;

/// A function that explains a growth, or runs before `main`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FunctionPart {
    /// Its name for people.
    pub name: String,
    /// Its full name, the same in every build.
    pub full_name: String,
    /// The module that owns it.
    pub module: String,
    /// Whom to ask.
    pub owner: Option<String>,
    /// Its source file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line in it at which it was seen most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Its share of the row before.
    pub base_ns: f64,
    pub head_ns: f64,
    /// `head_ns - base_ns`.
    pub change_ns: f64,
    /// The 95 % interval of the change, by launches drawn anew; none of what is only listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval_ns: Option<[Option<f64>; 2]>,
    /// Whether it runs before `main` because its file is linked in.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub before_main: bool,
}

/// An image without symbols.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MissingSymbols {
    /// `base` or `head`.
    pub side: String,
    pub image: String,
    pub uuid: String,
}

/// What was sampled.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FunctionsUsed {
    /// Launches of the baseline with samples.
    pub base: usize,
    /// New launches with samples.
    pub head: usize,
    /// The first session whose functions are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
    /// Why functions are not judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_judged: Option<String>,
    /// Images without symbols.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<MissingSymbols>,
    /// What runs before `main` by itself, the most expensive first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before_main: Vec<FunctionPart>,
    /// Every function that was judged, and of each module the others together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<ReportRow>,
}

pub(super) fn used(comparison: &Comparison) -> Option<FunctionsUsed> {
    let functions = &comparison.functions;
    if functions.sampled == (0, 0) {
        return None;
    }
    let missing = functions.missing.iter().map(|(side, image, uuid)| MissingSymbols {
        side: (*side).to_owned(),
        image: image.clone(),
        uuid: uuid.clone(),
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
    let RowKey::Method(name) = &judged.row.key else { return None };
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
    let listed = part(&Part { function, line: None, cost, interval: (f64::NAN, f64::NAN) });
    FunctionPart { interval_ns: None, ..listed }
}

/// Puts the functions of a finding into its row. Where the row has no place in the source, that of the first function is its place.
pub(super) fn put(finding: &Finding, told: &mut ReportRow) {
    told.functions = finding.functions.iter().map(part).collect();
    if let Some(first) = told.functions.first()
        && told.file.is_none()
        && told.method.is_none()
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

/// The functions that explain a finding; one that is the finding itself is told by that.
pub(super) fn explaining(row: &ReportRow) -> impl Iterator<Item = &FunctionPart> {
    row.functions.iter().filter(|part| row.function.as_ref() != Some(&part.name))
}
