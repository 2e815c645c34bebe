//! The name by which services know a finding again.

use super::value::FactRow;
use super::value::ReportRow;
use common::names::hash;

/// The same for the same finding of another run: a hash of its kind and its subject.
pub(super) fn fingerprint(row: &ReportRow) -> String {
    of(row.kind.text(), &row.subject.id())
}

/// The same of a fact of the build.
pub(super) fn of_fact(row: &FactRow) -> String {
    of(&format!("fact/{}", row.kind), row.subject())
}

fn of(kind: &str, subject: &str) -> String {
    format!("{:032x}", hash(kind.bytes().chain([0]).chain(subject.bytes())))
}

#[cfg(test)]
mod tests {
    use super::super::word::Standing;
    use super::*;
    use compare::Subject;
    use verdict::FindingKind;

    #[test]
    fn fingerprints_tell_findings_apart_and_stay() {
        let about =
            |kind, subject| ReportRow { kind: Standing::Found(kind).into(), subject, ..ReportRow::default() };
        let row = |kind, method: &str| about(kind, Subject::Method(method.into()));
        let one = fingerprint(&row(FindingKind::Slower, "-[A b]"));
        assert_eq!(one, fingerprint(&ReportRow { head_ns: 1.0, ..row(FindingKind::Slower, "-[A b]") }));
        assert_ne!(one, fingerprint(&row(FindingKind::Calls, "-[A b]")));
        assert_ne!(one, fingerprint(&row(FindingKind::Slower, "-[A c]")));
        // Two functions of one module are two findings.
        let function = |name: &str| {
            let subject = Subject::Function("Geometry".into(), name.into());
            fingerprint(&about(FindingKind::Function, subject))
        };
        assert_ne!(function("area"), function("hull"));
    }
}
