//! Lists the entries of report formats for services: all findings, then all facts of the build, as one list.

use gate_common::names::hash;

use super::build_facts;
use super::value::{FactRow, Report, ReportRow};
use super::words;

/// The kind that a fact of the build has among the kinds of findings.
pub(super) const FACT: &str = "fact";

/// A finding or a fact.
#[derive(Clone, Copy)]
pub(super) enum ServiceEntry<'a> {
    Finding(&'a ReportRow),
    Fact(&'a FactRow),
}

pub(super) fn service_entries(report: &Report) -> impl Iterator<Item = ServiceEntry<'_>> {
    report
        .findings
        .iter()
        .map(ServiceEntry::Finding)
        .chain(build_facts::listed_facts(report).map(ServiceEntry::Fact))
}

impl<'a> ServiceEntry<'a> {
    pub(super) fn fails(self) -> bool {
        match self {
            ServiceEntry::Finding(row) => row.fails(),
            ServiceEntry::Fact(row) => row.fails,
        }
    }

    pub(super) fn kind(self) -> &'a str {
        match self {
            ServiceEntry::Finding(row) => row.kind.text(),
            ServiceEntry::Fact(_) => FACT,
        }
    }

    /// Formats the finding or fact in one sentence, with its owner.
    pub(super) fn message(self) -> String {
        match self {
            ServiceEntry::Finding(row) => words::format_finding(row),
            ServiceEntry::Fact(row) => row.describe_with_owner(),
        }
    }

    /// Returns the source file and line, as far as they are known.
    pub(super) fn source_location(self) -> Option<(&'a str, Option<u32>)> {
        match self {
            ServiceEntry::Finding(row) => Some((row.file.as_deref()?, row.line)),
            ServiceEntry::Fact(_) => None,
        }
    }

    /// Returns the file and line at which services show the finding or fact: in its source, otherwise in the settings that apply to it.
    /// Services reject a location that is not a file.
    pub(super) fn shown_at(self, report: &'a Report) -> (&'a str, u32) {
        let settings = report.settings.as_ref().and_then(|settings| settings.file.as_deref());
        let (file, line) = self.source_location().unwrap_or((settings.unwrap_or("config.toml"), None));
        (file, line.unwrap_or(1).max(1))
    }

    /// Returns a hash of the kind and the subject. Equal findings of different runs have equal hashes.
    pub(super) fn fingerprint(self) -> String {
        let (kind, subject) = match self {
            ServiceEntry::Finding(row) => (row.kind.text().to_owned(), row.subject.id()),
            ServiceEntry::Fact(row) => (format!("{FACT}/{}", row.kind), row.subject().to_owned()),
        };
        format!("{:032x}", hash(kind.bytes().chain([0]).chain(subject.bytes())))
    }
}

#[cfg(test)]
mod tests {
    use super::super::word::RowRole;
    use super::*;
    use gate_decision::{Amount, FindingKind, NamedFunction, Subject};
    use gate_launches::FunctionId;

    #[test]
    fn fingerprints_differ_between_findings_and_stay_the_same_between_runs() {
        let about =
            |kind, subject| ReportRow { kind: RowRole::Found(kind).into(), subject, ..ReportRow::default() };
        let fingerprint = |row: ReportRow| ServiceEntry::Finding(&row).fingerprint();
        let row = |kind, method: &str| about(kind, Subject::Method(method.into()));
        let one = fingerprint(row(FindingKind::Slower, "-[A b]"));
        assert_eq!(
            one,
            fingerprint(ReportRow { head: Amount::from_ns(1.0), ..row(FindingKind::Slower, "-[A b]") })
        );
        assert_ne!(one, fingerprint(row(FindingKind::Calls, "-[A b]")));
        assert_ne!(one, fingerprint(row(FindingKind::Slower, "-[A c]")));
        // Two functions of one module are different findings.
        let function = |name: &str| {
            let id = FunctionId { module: "Geometry".into(), name: name.into() };
            let subject = Subject::Function(NamedFunction { id, short: "area".into() });
            fingerprint(about(FindingKind::Function, subject))
        };
        assert_ne!(function("area(int)"), function("area(double)"));
    }
}
