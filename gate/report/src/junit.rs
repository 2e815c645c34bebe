//! The report as JUnit XML: one case a module, a budget and a part of the launch, for services that show test results.

use std::collections::BTreeMap;
use std::time::Duration;

use quick_junit::{NonSuccessKind, Report as Xml, SerializeError, TestCase, TestCaseStatus, TestSuite};

use super::build_facts;
use super::summary;
use super::text::{fitted, shown};
use super::value::{Answer, Report, ReportRow};
use super::words;

/// A name of more columns than that does not help in a list of tests.
const NAME: usize = 200;

/// The report as JUnit XML.
pub fn junit(report: &Report) -> Result<String, SerializeError> {
    let mut xml = Xml::new("launchgate");
    let suites = [verdict, launch, modules, budgets, facts].map(|of| of(report));
    xml.add_test_suites(suites.into_iter().filter(|suite| !suite.test_cases.is_empty()));
    xml.to_string().map(|text| conforming(&text))
}

/// The schema that services check by has no count of skipped cases on the outermost element, only on its suites.
fn conforming(text: &str) -> String {
    let Some(begin) = text.find("<testsuites ") else { return text.to_owned() };
    let end = text[begin..].find('>').map_or(text.len(), |at| begin + at);
    let tag: Vec<&str> = text[begin..end].split(' ').filter(|part| !part.starts_with("skipped=")).collect();
    format!("{}{}{}", &text[..begin], tag.join(" "), &text[end..])
}

fn case(suite: &str, name: &str, ns: f64, failures: &[&ReportRow]) -> TestCase {
    let mut status = TestCaseStatus::success();
    if !failures.is_empty() {
        status = TestCaseStatus::non_success(NonSuccessKind::Failure);
        let lines: Vec<String> = failures.iter().map(|row| line(row)).collect();
        status.set_type(fitted(failures[0].kind.text(), NAME));
        status.set_message(lines[0].as_str());
        status.set_description(lines.join("\n"));
    }
    let mut case = TestCase::new(fitted(name, NAME), status);
    case.set_classname(format!("launchgate.{suite}"));
    case.set_time(Duration::from_nanos(ns.clamp(0.0, 1e18) as u64));
    case
}

/// A finding in one line.
fn line(row: &ReportRow) -> String {
    let owner =
        row.owner.as_deref().map_or(String::new(), |owner| format!(" (owner {})", fitted(owner, NAME)));
    words::finding(row, NAME) + &words::mostly(row) + &owner
}

/// The answer itself: what is neither passed nor failed is skipped, with the reason.
fn verdict(report: &Report) -> TestSuite {
    let mut status = match report.verdict {
        Answer::Pass => TestCaseStatus::success(),
        Answer::Regressed => TestCaseStatus::non_success(NonSuccessKind::Failure),
        Answer::Undecided | Answer::NoBaseline => TestCaseStatus::skipped(),
        Answer::Incomparable | Answer::NotRecorded => TestCaseStatus::non_success(NonSuccessKind::Error),
    };
    let mut reasons: Vec<String> = report.reasons.iter().map(|reason| shown(reason)).collect();
    reasons.extend(report.differences.iter().map(|difference| {
        let condition = difference.condition.text();
        shown(&format!("{condition}: base {:?}, head {:?}", difference.base, difference.head))
    }));
    if report.verdict != Answer::Pass {
        status.set_message(summary::headline(report).plain());
        status.set_type(report.verdict.name());
        status.set_description(reasons.join("\n"));
    }
    let mut case = TestCase::new("verdict", status);
    case.set_classname("launchgate.verdict");
    let mut suite = TestSuite::new("verdict");
    suite.add_test_case(case);
    suite
}

/// The launch and its phases, and whatever was found that no method is to blame for.
fn launch(report: &Report) -> TestSuite {
    let mut suite = TestSuite::new("launch");
    let is_whole = |row: &&ReportRow| {
        let of_part = row.subject.method().is_some() || row.module.is_some();
        row.fails && !of_part && !words::is_budget(row)
    };
    let mut left: Vec<&ReportRow> = report.findings.iter().filter(is_whole).collect();
    for row in &report.wholes {
        let found: Vec<&ReportRow> =
            left.extract_if(.., |found| found.subject.phase() == row.subject.phase()).collect();
        suite.add_test_case(case("launch", &row.name, row.head_ns, &found));
    }
    for row in left {
        suite.add_test_case(case("launch", &row.name, row.head_ns, &[row]));
    }
    suite
}

fn modules(report: &Report) -> TestSuite {
    let mut suite = TestSuite::new("modules");
    let mut failing: BTreeMap<Option<&str>, Vec<&ReportRow>> = BTreeMap::new();
    let in_module = |row: &&ReportRow| {
        row.fails && !words::is_budget(row) && (row.subject.method().is_some() || row.module.is_some())
    };
    for row in report.findings.iter().filter(in_module) {
        failing.entry(row.module.as_deref()).or_default().push(row);
    }
    for module in &report.modules {
        let failures = failing.remove(&module.name.as_deref()).unwrap_or_default();
        let name = module.name.as_deref().unwrap_or("(no module)");
        suite.add_test_case(case("modules", name, module.head_ns as f64, &failures));
    }
    // A kept report may lack the table of modules; its findings are told all the same.
    for (name, failures) in failing {
        let sum = failures.iter().map(|row| row.head_ns).sum();
        suite.add_test_case(case("modules", name.unwrap_or("(no module)"), sum, &failures));
    }
    suite
}

/// Facts of the build: one that only is to be known has passed, with output.
fn facts(report: &Report) -> TestSuite {
    let mut suite = TestSuite::new("build");
    for row in build_facts::told(report) {
        let line = shown(&row.line());
        let mut status = TestCaseStatus::success();
        if row.fails {
            status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            status.set_type("fact");
            status.set_message(line.as_str());
        }
        let mut case = TestCase::new(fitted(&row.what(), NAME), status);
        case.set_classname("launchgate.build");
        case.set_system_out(line.as_str());
        suite.add_test_case(case);
    }
    suite
}

fn budgets(report: &Report) -> TestSuite {
    let mut suite = TestSuite::new("budgets");
    let mut cases: BTreeMap<String, TestCase> = BTreeMap::new();
    for budget in &report.budgets {
        let title =
            format!("{} within {}", fitted(&budget.name, NAME), words::of_budget(budget, budget.limit_ns));
        cases.insert(title.clone(), case("budgets", &title, budget.head_ns, &[]));
    }
    for row in report.findings.iter().filter(|row| words::is_budget(row)) {
        let limit = row.limit_ns.map_or_else(|| "its budget".to_owned(), |limit| words::amount(row, limit));
        let title = format!("{} within {limit}", fitted(&row.name, NAME));
        // One that somebody accepted fails nothing.
        let failures: &[&ReportRow] = if row.fails { &[row] } else { &[] };
        cases.insert(title.clone(), case("budgets", &title, row.head_ns, failures));
    }
    suite.add_test_cases(cases.into_values());
    suite
}
