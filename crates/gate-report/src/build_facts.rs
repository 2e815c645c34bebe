//! Makes the rows and the text for facts of a build (properties such as its dylibs) in the report of a verdict.
//!
//! A report lists facts after the findings, together with the times of the phase in which the facts take time.

use std::cmp::Ordering;

use gate_decision::{Amount, FactFinding};
use gate_facts::FactChange;
use gate_facts::FactKind;
use serde_json::Map;

use super::facts::{fact_noun, format_number, owner_label};
use super::line::Line;
use super::text::{format_signed_time, truncate_middle};
use super::value::{FactRow, Report};

/// The number of columns to which the name of a fact is shortened.
const NAME: usize = 200;

pub(super) fn row(finding: &FactFinding) -> FactRow {
    let change = &finding.change;
    FactRow {
        kind: change.kind.name().to_owned(),
        image: change.image.clone(),
        name: change.name.clone(),
        base: change.base,
        head: change.head,
        module: change.module.clone(),
        owner: change.owner.clone(),
        limit: finding.limit,
        images: change.images.clone(),
        told: finding.is_reported,
        fails: finding.fails,
        others: Map::new(),
    }
}

impl FactRow {
    /// Returns the kind of the fact, if this version knows it.
    pub(super) fn known_kind(&self) -> Option<FactKind> {
        FactKind::from_name(&self.kind)
    }

    /// Describes the fact without naming its owner.
    pub(super) fn describe_fact(&self) -> String {
        let Some(kind) = self.known_kind() else {
            return "a fact that this version does not know".to_owned();
        };
        if let Some(limit) = self.limit {
            return format!(
                "{} {}, over the budget of {}",
                format_number(self.head),
                kind.label(),
                format_number(limit)
            );
        }
        let change = FactChange {
            kind,
            image: self.image.clone(),
            name: self.name.clone(),
            base: self.base,
            head: self.head,
            module: None,
            owner: None,
            images: self.images.clone(),
        };
        truncate_middle(&super::facts::describe_change(&change), 2 * NAME)
    }

    /// Describes the fact and names its owner.
    pub(super) fn describe_with_owner(&self) -> String {
        let whose = owner_label(self.module.as_deref(), self.owner.as_deref());
        format!(
            "{}{}",
            self.describe_fact(),
            whose.map_or_else(String::new, |whose| format!(" ({})", truncate_middle(&whose, NAME)))
        )
    }

    /// Returns the subject of the fact, by which services recognise it in later runs.
    pub(super) fn subject(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.kind)
    }
}

/// Returns the facts that a report lists. Facts that fail the check come first.
pub(super) fn listed_facts(report: &Report) -> impl Iterator<Item = &FactRow> {
    report.facts.iter().filter(|row| row.told)
}

/// Returns the number of facts that fail the run.
pub(super) fn count_failing(report: &Report) -> usize {
    report.facts.iter().filter(|row| row.fails).count()
}

/// Formats, for the headline, the build properties whose difference means that the times should not be compared; `None` if there is no such
/// difference.
pub(super) fn differing_builds(report: &Report) -> Option<Line> {
    let is_wanted = |row: &&FactRow| row.known_kind() == Some(FactKind::Toolchain) && row.limit.is_none();
    let named = |row: &FactRow| {
        Line::default().name(truncate_middle(row.subject(), NAME)).with_words(side_phrase(row))
    };
    let names: Vec<Line> = listed_facts(report).filter(is_wanted).map(named).collect();
    let words = Line::from_words("; these builds should not be compared: ");
    (!names.is_empty()).then(|| words.with_line(Line::join_lines(names, ", ")))
}

/// Returns a phrase that names the builds which have a property.
fn side_phrase(row: &FactRow) -> &'static str {
    match row.base.cmp(&row.head) {
        Ordering::Greater => " in the base",
        Ordering::Less => " in the head",
        Ordering::Equal => " in both",
    }
}

/// The phases of the launch, each with the kinds of facts that take time in it. Before the agent starts, dyld maps and binds libraries.
/// After the agent started, initialisers run until `main`.
const PARTS: [(&str, &[FactKind]); 2] = [
    (
        "start..agent_start",
        &[FactKind::Dylib, FactKind::Image, FactKind::Fixups, FactKind::Pages, FactKind::Size],
    ),
    ("agent_start..main", &[FactKind::Load, FactKind::Initialiser]),
];

/// Formats the measured times of phases of the launch, each with the facts that take time in the phase. An example is `loading of libraries
/// +9.00 ms; 2 more dylibs`.
pub(super) fn phases_with_facts(report: &Report) -> Vec<Line> {
    PARTS.iter().filter_map(|(phase, kinds)| part_with_facts(report, phase, kinds)).collect()
}

/// Returns the growth of a phase of the launch: the phase in which the fact of `row` takes time.
pub(super) fn time_beside(report: &Report, row: &FactRow) -> Option<Amount> {
    let (phase, _) =
        PARTS.iter().find(|(_, kinds)| row.known_kind().is_some_and(|kind| kinds.contains(&kind)))?;
    Some(report.wholes.iter().find(|row| row.subject.phase() == Some(phase))?.change)
}

fn part_with_facts(report: &Report, phase: &str, kinds: &[FactKind]) -> Option<Line> {
    let whole = report.wholes.iter().find(|row| row.subject.phase() == Some(phase))?;
    let parts: Vec<String> = kinds.iter().filter_map(|kind| format_growth(report, *kind)).collect();
    let words = || format!(" {}; {}", format_signed_time(whole.change.value), parts.join(", "));
    (!parts.is_empty()).then(|| Line::default().name(&*whole.name).with_words(words()))
}

/// Formats the total growth of a kind of fact, such as `2 more dylibs`.
fn format_growth(report: &Report, kind: FactKind) -> Option<String> {
    let rows = || report.facts.iter().filter(|row| row.known_kind() == Some(kind) && row.limit.is_none());
    let sum = |side: fn(&FactRow) -> u64| rows().map(side).sum::<u64>();
    let (base, head) = (sum(|row| row.base), sum(|row| row.head));
    let by = base.abs_diff(head);
    let word = if head > base { "more" } else { "fewer" };
    // Only a change of the number is shown: if one fact was removed and another one was added, the number did not change.
    (by > 0).then(|| format!("{} {word} {}", format_number(by), fact_noun(kind, by)))
}

#[cfg(test)]
mod tests {
    use super::super::value::ReportRow;
    use super::*;
    use gate_decision::Subject;

    fn named(kind: &str, name: &str, base: u64, head: u64) -> FactRow {
        FactRow { kind: kind.to_owned(), name: Some(name.to_owned()), base, head, ..FactRow::default() }
    }

    #[test]
    fn build_facts_are_listed_after_the_times_of_their_phase_of_the_launch() {
        let text = r#"{"format":"launchgate.verdict/1","verdict":"pass","findings":[],"suspects":[],"reasons":[],"warnings":[],"wholes":[]}"#;
        let mut report: Report = serde_json::from_str(text).expect("the least that a report has");
        let whole = |phase: &str, change_ns: f64| {
            let subject = Subject::Phase(phase.into());
            ReportRow {
                name: subject.to_string(),
                subject,
                change: Amount::from_ns(change_ns),
                ..ReportRow::default()
            }
        };
        report.wholes = vec![whole("start..agent_start", 9e6), whole("agent_start..main", -1e3)];
        report.facts = vec![
            named("dylib", "a", 0, 1),
            named("dylib", "b", 0, 1),
            named("load", "c", 1, 0),
            // One initialiser was added and one was removed.
            named("initialiser", "d", 0, 1),
            named("initialiser", "e", 1, 0),
        ];
        let told: Vec<String> = phases_with_facts(&report).iter().map(Line::to_plain_text).collect();
        assert_eq!(
            told,
            [
                "loading of libraries (start..agent_start) +9.00 ms; 2 more dylibs",
                "initialisers before main (agent_start..main) -1.0 µs; 1 fewer +load method"
            ]
        );
        report.wholes.clear();
        assert_eq!(phases_with_facts(&report), []);
    }

    #[test]
    fn a_kind_of_build_fact_from_another_version_is_described_and_not_quoted() {
        let row = named("tomorrow's", "x", 0, 1);
        assert_eq!(row.describe_fact(), "a fact that this version does not know");
    }
}
