//! Renders the verdict for programs that use it: in the short form `launchgate.brief/1`, and with the evidence of each finding
//! (`launchgate.evidence/1`).
//!
//! The evidence consists of data of the verdict and of the commits between base and head. The folder `gate/schema` contains the schema of
//! the evidence.

mod brief;
mod cause;
mod claim;
mod commits;
mod neighbours;
mod text;

use std::collections::BTreeSet;

use gate_decision::Subject;
use serde_json::{Value, json};

use super::build_facts;
use super::next;
use super::service_entries::{ServiceEntry, service_entries};
use super::summary;
use super::value::{CalledLine, FactRow, NextCommand, Report, ReportRow, SourcePlace, WaitLine, WorkLine};
use super::words;
use brief::limit_size;
use cause::{Cause, CauseKind};
use commits::{CodeName, RankedCommit, SuspectCode};
use neighbours::{callers_by_calls, neighbours, with_sampled};

pub use brief::{LONGEST, render_brief};
pub use claim::{ClaimAnswer, Claims};
pub use commits::{CommitSearch, is_same_file};
pub use neighbours::{CallNeighbour, SampledCallees, with_largest_changes};
pub use text::{LONGEST_FOR_AGENT, for_agent, for_people};

/// Returns the names of the methods whose sampled functions [`Diagnosis::new`] uses.
pub fn methods_of_findings(report: &Report) -> BTreeSet<&str> {
    service_entries(report).take(FINDINGS).filter_map(row_of).filter_map(|row| row.subject.method()).collect()
}

/// The largest number of findings for which evidence is collected.
const FINDINGS: usize = 10;

/// The least share of a row's growth at which a sampled function counts as a part of the cause.
const SHARE: f64 = 0.1;

/// The evidence of the first findings of a verdict.
pub struct Diagnosis<'a> {
    report: &'a Report,
    search: &'a CommitSearch,
    findings: Vec<FindingEvidence<'a>>,
}

/// The evidence of a finding in addition to the data of its row.
struct FindingEvidence<'a> {
    told: ServiceEntry<'a>,
    callers: Vec<CallNeighbour>,
    callees: Vec<CallNeighbour>,
    commits: Vec<RankedCommit>,
    cause: Option<Cause>,
    /// Commands for investigating the finding, and for measuring a fix.
    commands: Vec<NextCommand>,
}

impl<'a> Diagnosis<'a> {
    /// Collects the evidence of the findings at the top of the list, with the commits that may have caused each of them.
    pub fn new(report: &'a Report, search: &'a CommitSearch, sampled: &SampledCallees) -> Diagnosis<'a> {
        let findings = service_entries(report)
            .take(FINDINGS)
            .map(|told| FindingEvidence::new(report, told, search, sampled))
            .collect();
        Diagnosis { report, search, findings }
    }

    fn left_out(&self) -> usize {
        service_entries(self.report).count() - self.findings.len()
    }

    /// Renders the document as JSON. The lists of each finding are as short as in the format `brief`.
    pub fn json(&self) -> String {
        let findings = self.findings.iter().map(|finding| finding.build_document(self.report));
        brief::render_document(&json!({
            "format": "launchgate.evidence/1",
            "answer": self.report.verdict,
            "headline": brief::headline(self.report),
            "findings": findings.collect::<Vec<_>>(),
            "findings_left_out": self.left_out(),
            "commits": limit_size(json!(self.search)),
            "reasons": brief::coded_reasons(self.report).collect::<Vec<_>>(),
            "next": self.report.next,
        }))
    }
}

impl<'a> FindingEvidence<'a> {
    fn new(
        report: &'a Report,
        told: ServiceEntry<'a>,
        search: &CommitSearch,
        sampled: &SampledCallees,
    ) -> FindingEvidence<'a> {
        let row = row_of(told);
        let [mut callers, mut callees] = row.map(|row| callers_and_callees(report, row)).unwrap_or_default();
        if let Some(sampled) = row.and_then(|row| sampled.get(row.subject.method()?)) {
            callees = with_sampled(callees, sampled);
        }
        if let Some(more) = row.and_then(|row| row.more_calls.as_ref()).filter(|_| callers.is_empty()) {
            callers = callers_by_calls(report, &more.callers);
        }
        let cause = Cause::new(report, told);
        let commands = next::for_finding(report, row);
        let mut finding = FindingEvidence { told, callers, callees, commits: Vec::new(), cause, commands };
        finding.commits = finding.suspects().rank_commits(&search.changes);
        finding
    }

    /// Returns the code of the finding that a commit between base and head may have changed.
    fn suspects(&self) -> SuspectCode<'_> {
        let cause = self.cause.as_ref().map(|cause| cause.is);
        let calls = [CauseKind::NewCode, CauseKind::NewLoad, CauseKind::RepeatedCall];
        let has_more_calls = cause.is_some_and(|cause| calls.contains(&cause));
        let callers: Vec<CodeName<'_>> = self.callers.iter().map(CodeName::from).collect();
        let callees: Vec<CodeName<'_>> = self.callees.iter().map(CodeName::from).collect();
        let row = match self.told {
            ServiceEntry::Finding(row) => row,
            ServiceEntry::Fact(row) => {
                let own = vec![CodeName::from(row)];
                let library = row.subject().rsplit_once('/').map(|(_, name)| name);
                let module = library.or(row.module.as_deref()).or(Some(""));
                return SuspectCode { own, callers, others: callees, module, has_more_calls };
            }
        };
        let parts: Vec<CodeName<'_>> = row.explaining_functions().map(CodeName::from).collect();
        let is_code = row.subject.method().is_some()
            || matches!(row.subject, Subject::Function(_) | Subject::Called(_));
        let (own, callers, parts) = match (is_code, parts.is_empty()) {
            // The own time of a method or function includes functions that samples found in it, so those functions count as code that grew.
            (true, _) => {
                let grew =
                    |one: &&CallNeighbour| one.is_sampled && one.time_growth() >= SHARE * row.change.value;
                let sampled = self.callees.iter().filter(grew).map(CodeName::from);
                let method = CodeName::new(row.subject.bare_name(), row.file.as_deref());
                (std::iter::once(method).chain(parts).chain(sampled).collect(), callers, Vec::new())
            }
            // The subject is not code, such as a phase, a module or requests, so its callers count as the code that grew.
            (false, true) => (callers, Vec::new(), Vec::new()),
            (false, false) => (parts, callers, Vec::new()),
        };
        let others = parts.into_iter().chain(callees).collect();
        SuspectCode { own, callers, others, module: row.module.as_deref(), has_more_calls }
    }

    fn build_document(&self, report: &Report) -> Value {
        let mut document = brief::entry_summary(report, self.told);
        if let ServiceEntry::Finding(row) = self.told {
            document["sure"] = json!({"text": words::format_confidence(report, row), "p": row.p_adjusted, "again": row.again});
            document["calls"] =
                json!({"base": row.base_calls, "head": row.head_calls, "more": row.more_calls});
            document["functions"] = json!(row.functions);
            document["called"] = called_below(report, row).map(|line| json!(line)).collect();
            document["facts"] = facts_beside(report, row).map(|fact| json!(fact)).collect();
            document["work"] = changed_work(report, row).map(|line| json!(line)).collect();
            document["waiting"] = waited_in(report, row).map(|line| json!(line)).collect();
        }
        document["callers"] = json!(self.callers);
        document["callees"] = json!(self.callees);
        document["commits"] = json!(self.commits);
        document["cause"] = json!(self.cause);
        document = limit_size(document);
        // The commands are not shortened, since a truncated command could have a different effect.
        document["commands"] = json!(self.commands);
        document
    }
}

fn row_of(told: ServiceEntry<'_>) -> Option<&ReportRow> {
    if let ServiceEntry::Finding(row) = told { Some(row) } else { None }
}

/// Returns the callers and the callees of a finding's method.
fn callers_and_callees(report: &Report, row: &ReportRow) -> [Vec<CallNeighbour>; 2] {
    row.subject.method().map(|method| neighbours(report, method)).unwrap_or_default()
}

/// Returns the functions in the table of calls whose first caller is the code of a finding.
fn called_below<'a>(report: &'a Report, row: &'a ReportRow) -> impl Iterator<Item = &'a CalledLine> {
    let called = report.called.iter().flat_map(|called| &called.rows);
    called.filter(|line| line.called_by.as_deref() == Some(row.subject.short_name()))
}

/// Returns the facts of the build that may be related to a finding: the facts of its module, or all facts if the finding is in a phase
/// before `main`.
fn facts_beside<'a>(report: &'a Report, row: &'a ReportRow) -> impl Iterator<Item = &'a FactRow> {
    let is_of_module = |fact: &FactRow| row.module.is_some() && fact.module == row.module;
    build_facts::listed_facts(report).filter(move |fact| summary::is_before_main(row) || is_of_module(fact))
}

/// Returns the changed requests to the system (work) that may be related to a finding: those of the finding's module, or all requests if
/// the finding has no module.
fn changed_work<'a>(report: &'a Report, row: &'a ReportRow) -> impl Iterator<Item = &'a WorkLine> {
    let lines = report.work.iter().flatten().filter(|line| line.change() != 0.0);
    lines.filter(move |line| row.module.is_none() || line.module == row.module)
}

/// Returns the waiting times of the main thread in a finding's code that are longer in the head than in the base.
fn waited_in<'a>(report: &'a Report, row: &'a ReportRow) -> impl Iterator<Item = &'a WaitLine> {
    let lines = report.waiting.iter().flatten().filter(|line| line.change_ns() > 0.0);
    lines.filter(|line| line.method.as_deref() == Some(row.subject.short_name()))
}

/// Returns the source locations of the callers and callees of the first findings, which the verdict stores.
pub(super) fn neighbour_sources(
    report: &Report,
    source_of: impl Fn(&str) -> Option<(String, Option<u32>)>,
) -> Vec<SourcePlace> {
    let findings = || report.findings.iter().take(FINDINGS);
    let around =
        findings().flat_map(|row| callers_and_callees(report, row)).flatten().map(|neighbour| neighbour.name);
    let callers = findings().filter_map(|row| row.more_calls.as_ref()).flat_map(|more| &more.callers);
    let mut names: Vec<String> = around.chain(callers.map(|from| from.method.clone())).collect();
    names.sort_unstable();
    names.dedup();
    let place = |method: String| source_of(&method).map(|(file, line)| SourcePlace { method, file, line });
    names.into_iter().filter_map(place).collect()
}
