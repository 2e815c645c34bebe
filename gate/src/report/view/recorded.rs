//! What was recorded where nothing could be compared: the launches were paid for, and say something by themselves.

use super::super::line::Line;
use super::super::text::time;
use super::super::value::{Report, Waterfall};
use super::super::words::{self, count, range};
use super::{Body, Cell, Column, Listed, Section, Shown, Table, section};

/// So many methods are named.
const METHODS: usize = 10;

pub(super) fn launches(report: &Report) -> Option<Section<'_>> {
    let recorded = report.recorded.as_ref()?;
    let mut all = recorded.launch_ns.clone();
    all.sort_by(f64::total_cmp);
    let takes = match (all.first(), all.last()) {
        (Some(low), Some(high)) if all.len() > 1 => {
            format!(", {} (median {})", range(&time(*low), &time(*high)), time(words::median(&all)))
        }
        (Some(only), _) => format!(", {}", time(*only)),
        _ => ", none of which came to a first frame".to_owned(),
    };
    let notes = vec![Line::words(format!("{}{takes}.", count(recorded.launches, "launch")))];
    let rows = report.waterfall.as_ref().map_or_else(Vec::new, |waterfall| rows(report, waterfall));
    const COLUMNS: [Column; 2] =
        [Column::text("Phase or method"), Column::number("Time in a typical launch")];
    let body = match rows.len() {
        0 => Body::Nothing,
        _ => Body::Table(Table { columns: &COLUMNS, rows: Listed::of(rows.into_iter()) }),
    };
    Some(Section { notes, shown: Shown::Open, ..section("recorded", "Recorded", "What was recorded", body) })
}

/// The phases in order, then the most expensive methods.
fn rows(report: &Report, waterfall: &Waterfall) -> Vec<Vec<Cell>> {
    let phases = waterfall.phases.iter().map(|phase| (words::phase(&phase.name), phase.head_ns));
    let mut methods: hashbrown::HashMap<u32, i64> = hashbrown::HashMap::new();
    let parts = waterfall.phases.iter().flat_map(|phase| &phase.modules).flat_map(|module| &module.methods);
    parts.for_each(|method| *methods.entry(method.name).or_default() += method.head_ns);
    let mut methods: Vec<(u32, i64)> = methods.into_iter().collect();
    methods.sort_by_key(|(name, ns)| (std::cmp::Reverse(*ns), *name));
    let methods = methods
        .into_iter()
        .take(METHODS)
        .filter_map(|(name, ns)| Some((report.names.get(name as usize)?.clone(), ns)));
    phases
        .chain(methods)
        .map(|(name, ns)| vec![Cell::name(Some(&name)), Cell::words(time(ns as f64))])
        .collect()
}
