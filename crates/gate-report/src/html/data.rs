//! Writes the data for the scripts, as compact JSON: stored as columns, in whole nanoseconds, with each name written once.
//!
//! Invariant: the text contains no `<`, so it cannot end the HTML element that contains it.

use std::collections::{BTreeMap, BTreeSet};

use gate_decision::{RowClass, Subject};
use hashbrown::{HashMap, HashSet};
use serde::Serialize;

use crate::drawings::{Timelines, Tree};
use crate::value::{Report, ReportRow, Session};
use crate::words;

#[derive(Serialize)]
struct PageData<'a> {
    names: &'a [String],
    modules: Vec<&'a str>,
    owners: Vec<&'a str>,
    /// The names of the possible results. Each row refers to one of the names by index.
    results: Vec<&'static str>,
    /// For each method or function with a finding, the index of its name, and the index of its caller's name if the caller is known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    findings: Vec<(usize, Option<usize>)>,
    trees: &'a [Tree],
    timelines: &'a Option<Timelines>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<RowColumns<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    history: Option<&'a [Session]>,
    /// Whether the report describes only launches of the head, without a comparison.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    single: bool,
}

#[derive(Default, Serialize)]
struct RowColumns<'a> {
    name: Vec<RowName<'a>>,
    module: Vec<usize>,
    owner: Vec<usize>,
    base_ns: Vec<i64>,
    head_ns: Vec<i64>,
    /// For each row, the growth in nanoseconds above which the row's growth matters.
    limit_ns: Vec<i64>,
    result: Vec<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    history_ns: Option<Vec<Vec<Option<i64>>>>,
}

/// The name of a row, as an index if the list of names contains it.
#[derive(Serialize)]
#[serde(untagged)]
enum RowName<'a> {
    SharedTexts(usize),
    Own(&'a str),
}

/// Returns the data of the page as JSON.
pub(super) fn render_data(report: &Report) -> Result<String, serde_json::Error> {
    let (mut modules, mut owners, mut results) =
        (SharedTexts::default(), SharedTexts::default(), SharedTexts::default());
    let rows =
        (!report.rows.is_empty()).then(|| to_row_columns(report, &mut modules, &mut owners, &mut results));
    let names = report.name_indexes();
    let found = report.findings.iter().flat_map(|row| {
        let own = row.subject.method().or(row.subject.function().map(|_| row.subject.short_name()));
        let above = row.path.last().map(String::as_str);
        let functions = row.explaining_functions().map(move |part| (part.name.as_str(), own));
        own.map(|own| (own, above)).into_iter().chain(functions)
    });
    let place = |name: &str| names.get(name).copied();
    let mut findings: Vec<(usize, Option<usize>)> =
        found.filter_map(|(name, above)| Some((place(name)?, above.and_then(place)))).collect();
    let mut seen = HashSet::new();
    findings.retain(|found| seen.insert(*found));
    let data = PageData {
        rows,
        names: &report.names,
        modules: modules.list,
        owners: owners.list,
        results: results.list,
        findings,
        trees: &report.trees,
        timelines: &report.timelines,
        history: (report.history.len() > 1).then_some(report.history.as_slice()),
        single: report.launches.is_none(),
    };
    to_safe_json(&data)
}

/// Returns JSON that cannot end an HTML element. The replaced characters occur only inside strings, where an escape has the same meaning.
pub(super) fn to_safe_json(data: &impl Serialize) -> Result<String, serde_json::Error> {
    Ok(serde_json::to_string(data)?
        .replace('<', "\\u003c")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029"))
}

/// Texts that many rows share, each stored once.
#[derive(Default)]
pub(super) struct SharedTexts<'a> {
    pub(super) list: Vec<&'a str>,
    known: HashMap<&'a str, usize>,
}

impl<'a> SharedTexts<'a> {
    pub(super) fn index_of(&mut self, text: &'a str) -> usize {
        *self.known.entry(text).or_insert_with(|| {
            self.list.push(text);
            self.list.len() - 1
        })
    }
}

fn to_row_columns<'a>(
    report: &'a Report,
    modules: &mut SharedTexts<'a>,
    owners: &mut SharedTexts<'a>,
    results: &mut SharedTexts<'static>,
) -> RowColumns<'a> {
    let listed = report.name_indexes();
    let found = first_by_subject(&report.findings);
    let noisy: BTreeSet<&Subject> = report.noisy.iter().map(|row| &row.subject).collect();
    let suspects: BTreeSet<&Subject> = report.suspects.iter().map(|row| &row.subject).collect();
    let mut rows = RowColumns::default();
    let mut history = Vec::new();
    for row in &report.rows {
        rows.name.push(
            listed.get(row.name.as_str()).map_or(RowName::Own(&row.name), |at| RowName::SharedTexts(*at)),
        );
        rows.module.push(modules.index_of(row.module.as_deref().unwrap_or("")));
        rows.owner.push(owners.index_of(row.owner.as_deref().unwrap_or("")));
        rows.base_ns.push(row.base.value.round() as i64);
        rows.head_ns.push(row.head.value.round() as i64);
        rows.limit_ns.push(row.ignored_ns().round() as i64);
        let is_listed = suspects.contains(&row.subject);
        let result = match row_result(row, found.get(&row.subject).copied(), is_listed) {
            "unchanged" if noisy.contains(&row.subject) => "too noisy",
            "unchanged" if is_listed => "possibly slower",
            result => result,
        };
        rows.result.push(results.index_of(result));
        history.push(row.history.iter().map(|value| value.map(|ns| ns.round() as i64)).collect());
    }
    rows.history_ns = history.iter().any(|values: &Vec<_>| !values.is_empty()).then_some(history);
    rows
}

/// Returns the first finding of each subject. A finding of a budget is used only if its subject has no other finding.
///
/// Failing findings come first, so an accepted finding never hides a failing one.
fn first_by_subject(findings: &[ReportRow]) -> BTreeMap<&Subject, &ReportRow> {
    let mut found = BTreeMap::new();
    let (budgets, others): (Vec<&ReportRow>, Vec<&ReportRow>) =
        findings.iter().partition(|row| words::is_budget(row));
    for row in others.into_iter().chain(budgets) {
        found.entry(&row.subject).or_insert(row);
    }
    found
}

/// Returns the result of a row for the list of all rows.
///
/// A row above its limit without a finding of its own, or a suspect that is not listed, is explained by a finding that already includes the
/// row's growth.
fn row_result(row: &ReportRow, finding: Option<&ReportRow>, is_listed: bool) -> &'static str {
    match (finding, row.answer.as_ref().and_then(|answer| answer.known_value())) {
        (Some(finding), _) if finding.covering_acceptance().is_some() => "accepted",
        (Some(finding), _) if finding.again.as_ref().is_some_and(|again| !again.confirmed) => "not confirmed",
        (Some(finding), _) => words::kind(finding),
        (None, Some(RowClass::Suspect)) if is_listed => "possibly slower",
        (None, Some(RowClass::Finding | RowClass::Suspect)) => "explained by a finding",
        (None, Some(RowClass::Undecided)) => "too noisy",
        (None, Some(RowClass::Within)) if row.is_faster => "faster",
        (None, Some(RowClass::Within)) => "unchanged",
        (None, None) => "",
    }
}

#[cfg(test)]
mod tests {
    use gate_decision::FindingKind;

    use super::*;
    use crate::value::{AcceptedRegression, RowStatus};
    use crate::word::RowRole;

    #[test]
    fn an_accepted_budget_does_not_hide_a_failing_method() {
        let method = || Subject::Method("-[Cart total]".into());
        let row = |kind: FindingKind| ReportRow {
            kind: RowRole::Found(kind).into(),
            subject: method(),
            name: "-[Cart total]".to_owned(),
            ..ReportRow::default()
        };
        let slower =
            ReportRow { status: Some(RowStatus::Fails { exceeds: None }.into()), ..row(FindingKind::Slower) };
        let budget = ReportRow {
            status: Some(RowStatus::Accepted(AcceptedRegression::default()).into()),
            ..row(FindingKind::Budget)
        };
        // The row of a page with the same name as a method is a different row.
        let page = ReportRow { subject: Subject::Page("-[Cart total]".into()), ..row(FindingKind::Page) };
        let findings = [slower, budget.clone(), page];
        let found = first_by_subject(&findings);
        assert_eq!(row_result(&row(FindingKind::Slower), found.get(&method()).copied(), false), "slower");
        let alone = [budget];
        assert_eq!(
            row_result(&row(FindingKind::Slower), first_by_subject(&alone).get(&method()).copied(), false),
            "accepted"
        );
    }
}
