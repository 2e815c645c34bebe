//! Tests slow growth: compares the newest sessions with the anchor (a stored session, usually of a release), to find growth that is too
//! small to be seen from session to session.

use std::collections::BTreeMap;
use std::sync::Arc;

use gate_config::DAY_MS;
use gate_launches::{BuildRole, Launch, Launches};
use gate_stats::{Limit, RowClass, RowResult, basic, creep};

use super::layout::costs_by_session;
use super::rows::{AdmittedLaunches, Matrix, Row, RowValues};
use super::rules::Rules;
use super::{JudgedRow, Side, admit};

/// Sessions of a store, in the order in which they were recorded.
#[derive(Clone, Copy, Debug)]
pub struct OrderedSessions<'a> {
    pub launches: &'a Launches,
    /// The names of the sessions, the oldest first.
    pub order: &'a [Arc<str>],
    /// Number of sessions after the anchor that are older than the sessions in `order` and are not used.
    pub skipped: usize,
}

/// Compares the sessions since the anchor, the last of which is `head_side`, with the anchor's sessions.
///
/// Methods, the time outside Objective-C and phases are separate rows. The growth of a module or of the launch is the weighted mean of the
/// growth ratios of its parts. Returns only the rows that grew by more than their limits.
pub fn compare_anchor(
    anchor: OrderedSessions<'_>,
    since: OrderedSessions<'_>,
    head_side: Side<'_>,
    rules: Rules<'_>,
) -> Result<Vec<JudgedRow>, gate_stats::Error> {
    let mut later = since.launches.clone();
    let (newest, _) = admit::admit(head_side.launches_of_side(), BuildRole::Head);
    later.absorb(Launches {
        table: head_side.launches.table.clone(),
        launches: newest.into_iter().cloned().collect(),
        ..Launches::default()
    });
    let (base, _) = admit::admit(anchor.launches.launches.iter(), BuildRole::Base);
    let (head, _) = admit::admit(later.launches.iter(), BuildRole::Head);
    let anchors = recorded_sessions(anchor.order, &base);
    let mut order = recorded_sessions(since.order, &head);
    for launch in &head {
        if !order.contains(&&*launch.session) {
            order.push(&launch.session);
        }
    }
    if anchors.is_empty() || order.is_empty() {
        return Ok(Vec::new());
    }
    let launches = AdmittedLaunches {
        base: &base,
        base_table: &anchor.launches.table,
        head: &head,
        head_table: &later.table,
    };
    let AnchorRows { matrix, sums, groups } = AnchorRows::new(launches, rules);
    let limits = matrix.rows.iter().map(|row| limit(row, row.rule.limits.set_floor.0));
    let limits: Vec<Limit> = limits.collect();
    let base_costs = costs_by_session(&base, &matrix.values, |values| &values.base, &anchors)?;
    let since_costs = costs_by_session(&head, &matrix.values, |values| &values.head, &order)?;
    let settings = rules.statistics_settings();
    let when = session_times(newest_time(&base, &anchors), &head, &order, since.skipped);
    let judged = creep::judge(&base_costs, &since_costs, &when, &limits, &groups, &settings)?;
    let rows = matrix.rows.into_iter().zip(matrix.values).zip(judged.rows).zip(matrix.calls);
    let rows = rows.filter(|((_, result), _)| result.class == RowClass::Finding);
    let rows = rows.map(|(((row, values), result), calls)| JudgedRow {
        row,
        result,
        calls,
        values: Arc::new(values),
        called_by: None,
    });
    let sums = sums.into_iter().zip(judged.groups);
    let sums = sums.filter_map(|((row, values), result)| judged_sum(row, values, result));
    Ok(rows.chain(sums).collect())
}

/// Returns the sessions of `order` that have launches.
fn recorded_sessions<'a>(order: &'a [Arc<str>], launches: &[&Launch]) -> Vec<&'a str> {
    let is_recorded = |name: &&Arc<str>| launches.iter().any(|launch| launch.session == **name);
    order.iter().filter(is_recorded).map(|name| &**name).collect()
}

/// Returns the limits of a row for the comparison with the anchor.
fn limit(row: &Row, floor: f64) -> Limit {
    Limit { decides: !row.rule.advisory, ..Limit::new(row.rule.limits.effect, floor) }
}

/// The rows of a comparison with the anchor.
struct AnchorRows {
    /// The rows that are compared by their own costs.
    matrix: Matrix,
    /// The launch and the modules. The cost of each of these rows is the sum of the costs of its parts.
    sums: Vec<(Row, RowValues)>,
    /// The indices of the parts of each sum, and the sum's limit.
    groups: Vec<creep::RowGroup>,
}

impl AnchorRows {
    fn new(launches: AdmittedLaunches<'_>, rules: Rules<'_>) -> AnchorRows {
        let mut matrix = Matrix::part_rows(launches, rules);
        let parts: Vec<usize> = (0..matrix.rows.len()).collect();
        let members = matrix.rows_by_module();
        let (mut sums, mut groups) = (Vec::new(), Vec::new());
        for wholes in [Matrix::total_rows(launches, rules), matrix.whole_modules(launches, rules)] {
            for (row, values) in wholes.rows.into_iter().zip(wholes.values) {
                let Some(parts) = parts_of_sum(&row, &parts, &members) else {
                    matrix.rows.push(row);
                    matrix.values.push(values);
                    matrix.calls.push(None);
                    continue;
                };
                if parts.len() >= 2 {
                    // The test of a group concerns a mean of ratios, so the floor (an absolute time) is applied to the sum, in
                    // `judged_sum`.
                    groups.push(creep::RowGroup { members: parts.to_vec(), limit: limit(&row, 0.0) });
                    sums.push((row, values));
                }
            }
        }
        AnchorRows { matrix, sums, groups }
    }
}

/// Returns the parts of the launch or of a module. Returns `None` for a row that is not a sum.
fn parts_of_sum<'a>(
    row: &Row,
    parts: &'a [usize],
    members: &'a BTreeMap<Arc<str>, Vec<usize>>,
) -> Option<&'a [usize]> {
    let of_module = row.subject.module().map(|module| members.get(module).map_or(&[][..], Vec::as_slice));
    of_module.or(row.subject.is_launch().then_some(parts))
}

/// Makes the row of a sum, if the sum grew by more than its limits. The test gives only the growth ratio of the sum. The sum's level in the
/// head is therefore its median cost in the base, multiplied by this ratio.
fn judged_sum(row: Row, values: RowValues, mut result: RowResult) -> Option<JudgedRow> {
    if result.class != RowClass::Finding {
        return None;
    }
    result.base = basic::median(&values.base);
    result.head = result.base * result.ratio;
    let (low, high) = result.ratio_interval;
    result.change_interval = (result.base * (low - 1.0), result.base * (high - 1.0));
    (result.head - result.base > row.rule.limits.set_floor.0).then(|| JudgedRow {
        row,
        result,
        calls: None,
        values: Arc::new(values),
        called_by: None,
    })
}

/// Returns the time at which a session was recorded, if this time is known.
fn recorded_at(launches: &[&Launch], session: &str) -> Option<u64> {
    let of_session = launches.iter().filter(|launch| *launch.session == *session);
    of_session.filter_map(|launch| launch.recorded_unix_ms).min()
}

/// Returns the time at which the newest session was recorded.
fn newest_time(launches: &[&Launch], sessions: &[&str]) -> Option<u64> {
    sessions.iter().map(|session| recorded_at(launches, session)).max().flatten()
}

/// Returns the days from the anchor to each session. If the time of a session is unknown, the function returns the numbers of sessions
/// since the anchor. The numbers of sessions are less precise than days, since refused sessions are not stored.
fn session_times(anchor: Option<u64>, launches: &[&Launch], sessions: &[&str], skipped: usize) -> Vec<f64> {
    let since = |session: &&str| recorded_at(launches, session)?.checked_sub(anchor?).filter(|ms| *ms > 0);
    let days = sessions.iter().map(|session| Some(since(session)? as f64 / DAY_MS as f64));
    let days: Option<Vec<f64>> = days.collect();
    days.unwrap_or_else(|| (1..=sessions.len()).map(|at| (skipped + at) as f64).collect())
}
