//! Growth too slow to see from session to session: the newest sessions against the anchor.

use std::sync::Arc;

use gate_config::DAY_MS;
use gate_launches::{Launch, Launches, Role};
use gate_stats::{Call, Limit, basic, creep};

use super::numbers::by_session;
use super::rows::{Counted, Matrix, Row, Values};
use super::rules::Rules;
use super::{Judged, Side, admit};

/// Sessions of a store, in the order in which they were recorded.
#[derive(Clone, Copy, Debug)]
pub struct Sessions<'a> {
    pub launches: &'a Launches,
    /// Their names, the oldest first.
    pub order: &'a [Arc<str>],
    /// How many older ones since the anchor are left out.
    pub skipped: usize,
}

/// Returns the limit of a row's growth since the anchor, with this floor.
fn anchor_limit(row: &Row, floor: f64) -> Limit {
    Limit { decides: !row.rule.advisory, ..Limit::new(row.rule.anchor.effect, floor) }
}

/// Compares the sessions since the anchor, of which `head_side` is the last, with the anchor's.
///
/// Rows: methods, "outside Objective-C" and phases by themselves; modules and the launch as weighted means of their parts' ratios.
/// Only what grew by more than its limit is given.
pub fn compare_anchor(
    anchor: Sessions<'_>,
    since: Sessions<'_>,
    head_side: Side<'_>,
    rules: Rules<'_>,
) -> Result<Vec<Judged>, gate_stats::Error> {
    let mut later = since.launches.clone();
    let (newest, _) = admit::admit(head_side.of_side(), Role::Head);
    later.absorb(Launches {
        table: head_side.launches.table.clone(),
        launches: newest.into_iter().cloned().collect(),
        ..Launches::default()
    });
    let (base, _) = admit::admit(anchor.launches.launches.iter(), Role::Base);
    let (head, _) = admit::admit(later.launches.iter(), Role::Head);
    let present = |order: &[Arc<str>], launches: &[&Launch]| -> Vec<Arc<str>> {
        order.iter().filter(|name| launches.iter().any(|l| l.session == **name)).cloned().collect()
    };
    let mut order = present(since.order, &head);
    for launch in &head {
        if !order.contains(&launch.session) {
            order.push(Arc::clone(&launch.session));
        }
    }
    let anchors = present(anchor.order, &base);
    if anchors.is_empty() || order.is_empty() {
        return Ok(Vec::new());
    }
    let counted =
        Counted { base: &base, base_table: &anchor.launches.table, head: &head, head_table: &later.table };
    let mut matrix = Matrix::parts(counted, rules);
    let parts = matrix.rows.len();
    let members = matrix.members();
    let wholes = Matrix::wholes(counted, rules);
    let modules = matrix.whole_modules(counted, rules);
    let mut sums: Vec<(Row, Values)> = Vec::new();
    let whole = wholes.rows.into_iter().zip(wholes.values);
    for (row, values) in whole.chain(modules.rows.into_iter().zip(modules.values)) {
        if row.subject.is_launch() || row.subject.module().is_some() {
            sums.push((row, values));
        } else {
            matrix.rows.push(row);
            matrix.values.push(values);
            matrix.calls.push(None);
        }
    }
    let limits: Vec<Limit> =
        matrix.rows.iter().map(|row| anchor_limit(row, row.rule.anchor.floor.0)).collect();
    let mut groups = Vec::new();
    let mut grouped = Vec::new();
    for (row, values) in sums {
        let rows = row
            .subject
            .module()
            .map_or_else(|| (0..parts).collect(), |module| members.get(module).cloned().unwrap_or_default());
        if rows.len() >= 2 {
            // A group's cost is a mean, so an absolute floor says nothing of it; it is asked of the sum below.
            groups.push(creep::Group { members: rows, limit: anchor_limit(&row, 0.0) });
            grouped.push((row, values));
        }
    }
    let anchors: Vec<&str> = anchors.iter().map(|name| &**name).collect();
    let order: Vec<&str> = order.iter().map(|name| &**name).collect();
    let base_costs = by_session(&base, &matrix.values, |values| &values.base, &anchors)?;
    let since_costs = by_session(&head, &matrix.values, |values| &values.head, &order)?;
    let settings = rules.statistics();
    let when = times((&base, &anchors), (&head, &order), since.skipped);
    let judged = creep::judge(&base_costs, &since_costs, &when, &limits, &groups, &settings)?;
    let mut found = Vec::new();
    let calls = matrix.calls;
    for (((row, values), result), calls) in
        matrix.rows.into_iter().zip(matrix.values).zip(judged.rows).zip(calls)
    {
        if result.call == Call::Finding {
            found.push(Judged { row, result, calls, values: Arc::new(values), called_by: None });
        }
    }
    for ((row, values), mut result) in grouped.into_iter().zip(judged.groups) {
        if result.call != Call::Finding {
            continue;
        }
        // Of a group only the ratios mean something; its cost is its parts' together.
        result.base = basic::median(&values.base);
        result.head = result.base * result.ratio;
        let change = |ratio: f64| result.base * (ratio - 1.0);
        result.change_interval = (change(result.ratio_interval.0), change(result.ratio_interval.1));
        if result.head - result.base > row.rule.anchor.floor.0 {
            found.push(Judged { row, result, calls: None, values: Arc::new(values), called_by: None });
        }
    }
    Ok(found)
}

/// The days from the anchor to each session, since refused ones are not stored; where one is undated, their numbers.
fn times(
    (base, anchors): (&[&Launch], &[&str]),
    (head, order): (&[&Launch], &[&str]),
    skipped: usize,
) -> Vec<f64> {
    let recorded = |launches: &[&Launch], session: &str| {
        let of = launches.iter().filter(|launch| *launch.session == *session);
        of.filter_map(|launch| launch.recorded_unix_ms).min()
    };
    let numbers = || (1..=order.len()).map(|at| (skipped + at) as f64).collect();
    let Some(anchor) = anchors.iter().map(|session| recorded(base, session)).max().flatten() else {
        return numbers();
    };
    let all: Option<Vec<u64>> = order.iter().map(|session| recorded(head, session)).collect();
    let Some(all) = all.filter(|all| all.iter().all(|ms| *ms > anchor)) else { return numbers() };
    all.into_iter().map(|ms| (ms - anchor) as f64 / DAY_MS as f64).collect()
}
