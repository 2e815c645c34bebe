//! What the scripts draw, as compact JSON: columns, whole nanoseconds, names once.
//!
//! Invariant: no `<` is left, so nothing inside can end the element that holds it.

use serde::Serialize;

use crate::compare::Call;
use crate::report::drawn::{Timelines, Tree};
use crate::report::value::{Report, Session, Waterfall, WaterfallMethod};

/// The answers a row can have; a row holds the index.
const ANSWERS: [Call; 4] = [Call::Finding, Call::Suspect, Call::Within, Call::Undecided];

#[derive(Serialize)]
struct Data<'a> {
    names: &'a [String],
    modules: Vec<&'a str>,
    answers: [&'static str; 4],
    #[serde(skip_serializing_if = "Option::is_none")]
    waterfall: Option<WaterfallData<'a>>,
    trees: &'a [Tree],
    timelines: &'a Option<Timelines>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<Rows<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    history: Option<&'a [Session]>,
    /// There is one side only, `head`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    single: bool,
}

#[derive(Default, Serialize)]
struct Rows<'a> {
    name: Vec<RowName<'a>>,
    module: Vec<usize>,
    base_ns: Vec<i64>,
    head_ns: Vec<i64>,
    answer: Vec<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    history_ns: Option<Vec<Vec<Option<i64>>>>,
}

/// A method's name stands in the list of names already.
#[derive(Serialize)]
#[serde(untagged)]
enum RowName<'a> {
    Listed(usize),
    Own(&'a str),
}

#[derive(Serialize)]
struct WaterfallData<'a> {
    base_ns: i64,
    head_ns: i64,
    phases: Vec<PhaseData<'a>>,
}

#[derive(Serialize)]
struct PhaseData<'a> {
    name: &'a str,
    base_ns: i64,
    head_ns: i64,
    base_outside_ns: i64,
    head_outside_ns: i64,
    modules: Vec<ModuleData<'a>>,
}

#[derive(Serialize)]
struct ModuleData<'a> {
    name: Option<&'a str>,
    base_ns: i64,
    head_ns: i64,
    /// name, before, after
    methods: Vec<(u32, i64, i64)>,
}

/// The data of the page.
pub(super) fn json(report: &Report) -> Result<String, serde_json::Error> {
    let mut modules = Vec::new();
    let data = Data {
        rows: (!report.rows.is_empty()).then(|| rows(report, &mut modules)),
        names: &report.names,
        modules,
        answers: ANSWERS.map(Call::name),
        waterfall: report.waterfall.as_ref().map(waterfall),
        trees: &report.trees,
        timelines: &report.timelines,
        history: (report.history.len() > 1).then_some(report.history.as_slice()),
        single: false,
    };
    written(&data)
}

/// The data of a page about one side.
pub(super) fn single(
    names: &[String],
    trees: &[Tree],
    timelines: &Option<Timelines>,
) -> Result<String, serde_json::Error> {
    written(&Data {
        names,
        modules: Vec::new(),
        answers: ANSWERS.map(Call::name),
        waterfall: None,
        trees,
        timelines,
        rows: None,
        history: None,
        single: true,
    })
}

fn written(data: &Data<'_>) -> Result<String, serde_json::Error> {
    // In JSON these occur inside strings only, where an escape means the same.
    Ok(serde_json::to_string(data)?
        .replace('<', "\\u003c")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029"))
}

fn rows<'a>(report: &'a Report, modules: &mut Vec<&'a str>) -> Rows<'a> {
    let mut known = std::collections::BTreeMap::new();
    let listed: hashbrown::HashMap<&str, usize> =
        report.names.iter().enumerate().map(|(at, name)| (name.as_str(), at)).collect();
    let mut rows = Rows::default();
    let mut history = Vec::new();
    for row in &report.rows {
        let module = row.module.as_deref().unwrap_or("");
        rows.name
            .push(listed.get(row.name.as_str()).map_or(RowName::Own(&row.name), |at| RowName::Listed(*at)));
        rows.module.push(*known.entry(module).or_insert_with(|| {
            modules.push(module);
            modules.len() - 1
        }));
        rows.base_ns.push(row.base_ns.round() as i64);
        rows.head_ns.push(row.head_ns.round() as i64);
        rows.answer.push(
            ANSWERS.iter().position(|answer| row.answer == Some((*answer).into())).unwrap_or(ANSWERS.len()),
        );
        history.push(row.history_ns.iter().map(|value| value.map(|ns| ns.round() as i64)).collect());
    }
    rows.history_ns = history.iter().any(|values: &Vec<_>| !values.is_empty()).then_some(history);
    rows
}

fn waterfall(waterfall: &Waterfall) -> WaterfallData<'_> {
    let method = |method: &WaterfallMethod| (method.name, method.base_ns, method.head_ns);
    let phases = waterfall.phases.iter().map(|phase| PhaseData {
        name: &phase.name,
        base_ns: phase.base_ns,
        head_ns: phase.head_ns,
        base_outside_ns: phase.base_outside_ns,
        head_outside_ns: phase.head_outside_ns,
        modules: phase
            .modules
            .iter()
            .map(|module| ModuleData {
                name: module.name.as_deref(),
                base_ns: module.base_ns,
                head_ns: module.head_ns,
                methods: module.methods.iter().map(method).collect(),
            })
            .collect(),
    });
    WaterfallData { base_ns: waterfall.base_ns, head_ns: waterfall.head_ns, phases: phases.collect() }
}
