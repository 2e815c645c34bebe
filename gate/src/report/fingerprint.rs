//! The name by which services know a finding again.

use super::build_facts::FactRow;
use super::value::ReportRow;

/// The same for the same finding of another run: 128 bits of FNV-1a over its kind and its name.
pub(super) fn fingerprint(row: &ReportRow) -> String {
    let subject = [&row.method, &row.page, &row.phase, &row.module].into_iter().find_map(Option::as_deref);
    of(row.kind.text(), subject.unwrap_or(&row.name))
}

/// The same of a fact of the build.
pub(super) fn of_fact(row: &FactRow) -> String {
    of(&format!("fact/{}", row.kind), row.subject())
}

fn of(kind: &str, subject: &str) -> String {
    let bytes = kind.bytes().chain([0]).chain(subject.bytes());
    let mut hash: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    for byte in bytes {
        hash = (hash ^ u128::from(byte)).wrapping_mul(0x0100_0000_0000_0000_0000_013b);
    }
    format!("{hash:032x}")
}

#[cfg(test)]
mod tests {
    use super::super::word::Standing;
    use super::*;
    use crate::verdict::FindingKind;

    #[test]
    fn fingerprints_tell_findings_apart_and_stay() {
        let row = |kind, method: &str| ReportRow {
            kind: Standing::Found(kind).into(),
            method: Some(method.to_owned()),
            ..ReportRow::default()
        };
        let one = fingerprint(&row(FindingKind::Slower, "-[A b]"));
        assert_eq!(one, fingerprint(&ReportRow { head_ns: 1.0, ..row(FindingKind::Slower, "-[A b]") }));
        assert_ne!(one, fingerprint(&row(FindingKind::Calls, "-[A b]")));
        assert_ne!(one, fingerprint(&row(FindingKind::Slower, "-[A c]")));
    }
}
