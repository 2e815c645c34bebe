//! Renders the report as JUnit XML, for services that show test results. The file has one test case for each row of a judged section, and
//! one test case for each finding without a row.

use std::time::Duration;

use quick_junit::{NonSuccessKind, Report as Xml, SerializeError, TestCase, TestCaseStatus, TestSuite};

use super::reasons;
use super::service_entries::{ServiceEntry, service_entries};
use super::summary;
use super::text::{escape_for_display, truncate_middle};
use super::value::{Answer, Report};
use super::view::{self, Body};
use super::words;

/// The number of columns to which a name is shortened, since longer names are not readable in a list of tests.
const NAME: usize = 200;

/// Formats the report as JUnit XML.
pub fn render_junit(report: &Report) -> Result<String, SerializeError> {
    let mut xml = Xml::new("launchgate");
    xml.add_test_suite(verdict_suite(report));
    for cases in cases(report).chunk_by(|a, b| a.suite == b.suite) {
        let mut suite = TestSuite::new(cases[0].suite);
        suite.add_test_cases(cases.iter().map(to_test_case));
        xml.add_test_suite(suite);
    }
    xml.to_string().map(|text| remove_skipped_count(&text))
}

/// Removes the number of skipped cases from the outermost element. The schema that services use for validation allows the number of skipped
/// cases only on suites.
fn remove_skipped_count(text: &str) -> String {
    let Some(begin) = text.find("<testsuites ") else { return text.to_owned() };
    let end = text[begin..].find('>').map_or(text.len(), |at| begin + at);
    let tag: Vec<&str> = text[begin..end].split(' ').filter(|part| !part.starts_with("skipped=")).collect();
    format!("{}{}{}", &text[..begin], tag.join(" "), &text[end..])
}

/// Makes the suite of the answer itself. An answer that is neither a pass nor a regression is a skipped case with the reason.
fn verdict_suite(report: &Report) -> TestSuite {
    let mut status = match report.verdict {
        Answer::Pass => TestCaseStatus::success(),
        Answer::Regressed => TestCaseStatus::non_success(NonSuccessKind::Failure),
        Answer::Undecided | Answer::NoBaseline => TestCaseStatus::skipped(),
        Answer::Incomparable | Answer::NotRecorded => TestCaseStatus::non_success(NonSuccessKind::Error),
    };
    let mut reasons: Vec<String> = report
        .reasons
        .iter()
        .map(|reason| escape_for_display(&reasons::describe_stored_reason(reason)))
        .collect();
    reasons.extend(report.differences.iter().map(|difference| {
        let condition = difference.condition.text();
        escape_for_display(&format!("{condition}: base {:?}, head {:?}", difference.base, difference.head))
    }));
    if report.verdict != Answer::Pass {
        status.set_message(summary::headline(report).to_plain_text());
        status.set_type(report.verdict.name());
        status.set_description(reasons.join("\n"));
    }
    let mut case = TestCase::new("verdict", status);
    case.set_classname("launchgate.verdict");
    let mut suite = TestSuite::new("verdict");
    suite.add_test_case(case);
    suite
}

/// The data for one test case: its duration, the text of its row, and its findings.
struct CaseData<'a> {
    suite: &'static str,
    name: String,
    ns: Option<f64>,
    row: String,
    found: Vec<ServiceEntry<'a>>,
}

fn cases(report: &Report) -> Vec<CaseData<'_>> {
    let mut cases: Vec<CaseData<'_>> = Vec::new();
    for section in view::sections(report).iter().filter(|section| section.is_judged) {
        let Body::Table(table) = &section.body else { continue };
        cases.extend(table.rows.first.iter().map(|cells| {
            let told = table
                .columns
                .iter()
                .zip(cells)
                .skip(1)
                .map(|(of, cell)| (of.head, cell.line.to_plain_text()));
            let told =
                told.filter(|(_, text)| !text.is_empty()).map(|(head, text)| format!("{head}: {text}"));
            let (name, row) = (cells[0].line.to_plain_text(), told.collect::<Vec<_>>().join("; "));
            let ns = cells.iter().find_map(|cell| cell.value);
            CaseData { suite: section.id, name, ns, row, found: Vec::new() }
        }));
    }
    for one in service_entries(report) {
        let (suite, name) = suite_and_case(one);
        match cases.iter_mut().find(|case| case.suite == suite && case.name == name) {
            Some(case) => case.found.push(one),
            None => cases.push(CaseData { suite, name, ns: None, row: String::new(), found: vec![one] }),
        }
    }
    cases.sort_by_key(|case| case.suite);
    cases
}

/// Returns the suite and the case to which a finding or fact belongs; a method belongs to the case of its module.
fn suite_and_case(one: ServiceEntry<'_>) -> (&'static str, String) {
    let (id, name) = match one {
        ServiceEntry::Fact(fact) => ("build", fact.describe_fact()),
        ServiceEntry::Finding(row) if words::is_budget(row) => ("budgets", row.name.clone()),
        ServiceEntry::Finding(row) if row.subject.method().is_some() || row.module.is_some() => {
            ("modules", row.module.clone().unwrap_or_else(|| "(no module)".to_owned()))
        }
        ServiceEntry::Finding(row) => ("phases", row.name.clone()),
    };
    (id, escape_for_display(&name))
}

/// Makes the XML of a case. A finding that does not fail the check becomes output of a passed case.
fn to_test_case(CaseData { suite, name, ns, row, found }: &CaseData<'_>) -> TestCase {
    let (failing, known): (Vec<&ServiceEntry<'_>>, Vec<_>) = found.iter().partition(|one| one.fails());
    let lines = |of: &[&ServiceEntry<'_>]| of.iter().map(|one| one.message()).collect::<Vec<_>>();
    let mut status = TestCaseStatus::success();
    if let Some(first) = failing.first() {
        status = TestCaseStatus::non_success(NonSuccessKind::Failure);
        status.set_type(truncate_middle(first.kind(), NAME));
        status.set_message(first.message());
        status.set_description(lines(&failing).join("\n"));
    }
    let mut case = TestCase::new(truncate_middle(name, NAME), status);
    case.set_classname(format!("launchgate.{suite}"));
    if let Some(ns) = ns {
        case.set_time(Duration::from_nanos(ns.clamp(0.0, 1e18) as u64));
    }
    let row = Some(row.clone()).filter(|row| !row.is_empty());
    let out: Vec<String> = row.into_iter().chain(lines(&known)).collect();
    if !out.is_empty() {
        case.set_system_out(out.join("\n"));
    }
    case
}
