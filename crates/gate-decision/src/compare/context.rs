//! Runs the steps of one comparison in their order.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use gate_config::RowKind;
use gate_launches::Ns;
use gate_stats::slow::{slow_rows, test_slow_launches};
use gate_stats::{CommonChange, levels};

use super::layout::{Layout, session_names};
use super::rows::{AdmittedLaunches, Matrix};
use super::{
    CallRelations, CompareError, Comparison, ComparisonMode, Counters, FunctionCalls, FunctionResults,
    IncreasedRow, JudgedRow, LaunchExclusion, LostLaunches, PassPart, Row, RowClass, Rules, SessionSpread,
    Side, SlowLaunchCount, SlowRow, budgets, calls, counters, counts, functions, relations, waiting,
    with_results, work,
};
use crate::amount::Sides;
use crate::caution::Caution;
use crate::subject::Subject;

/// The launches of a comparison, and the rules for judging them.
pub(super) struct ComparisonContext<'a> {
    pub(super) sides: Sides<Side<'a>>,
    pub(super) mode: ComparisonMode,
    pub(super) layout: Layout<'a>,
    pub(super) launches: AdmittedLaunches<'a>,
    pub(super) rules: Rules<'a>,
}

/// The results for the parts of the launch (methods and time outside methods), for the launch as a whole, and for its phases.
struct JudgedLaunch {
    parts: Matrix,
    totals: Matrix,
    judged: gate_stats::Judgement,
    counters: Counters,
    function_rows: functions::FunctionRows,
    part: PassPart,
    slow: SlowLaunchCount,
    slow_rows: Option<Vec<gate_stats::slow::SlowRow>>,
    /// For each part, the index of the session since which the part's cost is at its present level.
    level_starts: Vec<usize>,
    warnings: Vec<Caution>,
    /// The settings with the share of the significance level that tests of times use.
    settings: gate_stats::Settings,
    /// The settings with the share of the significance level that tests of times and tests of functions use together.
    function_settings: gate_stats::Settings,
}

impl JudgedLaunch {
    /// Returns the significance level of the test of a single part of the launch.
    fn significance_level(&self) -> f64 {
        self.settings.alpha / self.parts.rows.len().max(1) as f64
    }
}

/// The rows of a comparison that are not parts of the launch.
struct AuxiliaryRows {
    /// Pages, spans, modules (without methods that have separate findings) and methods of other threads.
    rows: Vec<JudgedRow>,
    /// The modules with all their methods.
    modules: Vec<JudgedRow>,
}

impl ComparisonContext<'_> {
    /// Judges all rows, and finds the functions that explain growth.
    pub(super) fn compare(mut self, excluded: Vec<LaunchExclusion>) -> Result<Comparison, CompareError> {
        let parts = Matrix::part_rows(self.launches, self.rules);
        let mut warnings = self.exclude_outlier_days(&parts)?;
        let launch = self.judge_launch(parts)?;
        let reported = self.reported_parts(&launch);
        let AuxiliaryRows { rows: auxiliary, modules } = self.judge_auxiliary_rows(&launch, &reported)?;
        let mut increases = work::ExactIncreases::new(&launch.parts, self.launches, self.mode, self.rules);
        let explained = rows_to_explain(&launch, &auxiliary, &increases.rows);
        let mut functions = self.judge_functions(&launch, &reported, &explained);
        let mut budgets = budgets::find_budget_rows(self.launches, &launch.parts, self.rules);
        let level = launch.significance_level();
        let calls_vary = calls::varying_methods(&launch.parts, level);
        let JudgedLaunch { parts, totals, judged, settings, .. } = launch;
        let subject = |row: usize| parts.rows[row].subject.clone();
        let slow_rows = launch.slow_rows.map(|rows| {
            rows.into_iter().map(|row| SlowRow { subject: subject(row.row), slow: row.slow }).collect()
        });
        let beyond = judged.beyond.iter().map(|&row| subject(row)).collect();
        let part = parts.launch_part(launch.part);
        let mut rows = with_results(parts, judged.rows);
        relations::attribute_new_methods(&mut rows, self.launches);
        let relations = self.collect_relations(&rows, &increases.rows, level);
        let wholes = with_results(totals, judged.wholes);
        budgets::copy_tested_levels(&mut budgets, &[&wholes, &modules, &auxiliary]);
        let mut function_calls = counts::compare(self.sides, self.rules, increases.chance);
        join_calls_and_times(&mut functions, &mut function_calls);
        increases.rows.append(&mut function_calls.more);
        warnings.extend(launch.warnings);
        let is_stored = self.mode == ComparisonMode::Sessions;
        Ok(Comparison {
            mode: self.mode,
            alpha: self.rules.alpha,
            level: settings.alpha,
            limits: self.rules.default_limits(),
            rows,
            relations,
            auxiliary,
            wholes,
            more_calls: increases.rows,
            function_calls,
            calls_vary,
            counters: launch.counters,
            functions,
            work: work::work_table(self.launches),
            waiting: waiting::wait_rows(self.launches),
            modules,
            budgets,
            creep: Vec::new(),
            session_spread: is_stored.then(|| session_spread(&warnings, &judged.common)),
            few_days: few_days(&warnings),
            common: judged.common,
            warnings,
            part,
            slow: launch.slow,
            slow_rows,
            beyond,
            lost: LostLaunches::from_sides(self.sides),
            admitted: self.launches.launch_counts(),
            sessions: session_names(self.launches.base).len(),
            excluded,
        })
    }

    /// Finds the stored days on which all rows were slower or faster than on other days. Excludes these days if enough days are stored, and
    /// returns a caveat for each of them.
    fn exclude_outlier_days(&mut self, parts: &Matrix) -> Result<Vec<Caution>, CompareError> {
        let outliers = self.layout.find_outlier_days(parts, self.first_session())?;
        let mut cautions = Vec::new();
        for day in outliers {
            cautions.push(if day.is_excluded {
                Caution::OutlierDay { sessions: self.layout.exclude_day(day.day), ratio: day.ratio }
            } else {
                Caution::DifferentDay { sessions: self.layout.sessions_of_day(day.day), ratio: day.ratio }
            });
        }
        Ok(cautions)
    }

    /// Returns the index of the session from which on a person accepted a new level for all rows; 0 if there is no such session.
    fn first_session(&self) -> usize {
        self.layout.first_session(self.rules.history)
    }

    /// Judges the parts of the launch (methods and time outside methods), the whole launch, its whole phases, and the counters.
    fn judge_launch(&self, parts: Matrix) -> Result<JudgedLaunch, CompareError> {
        let ComparisonContext { launches, rules, .. } = *self;
        let totals = Matrix::total_rows(launches, rules);
        let counters = counters::CounterRows::new(launches, &totals, rules);
        let function_rows = functions::FunctionRows::new(launches, rules);
        let mut function_settings = rules.statistics_settings();
        if counters.can_decide() {
            function_settings.alpha *= levels::SHARE_BESIDE_COUNTS;
        }
        let mut settings = function_settings;
        settings.alpha *= function_rows.level_share_of_other_rows();
        let from = self.first_session();
        let counters = counters.judge(&self.layout, rules, from)?;
        let (limits, whole_limits) = (parts.limits_of_parts(rules.config.gate.fail_from), totals.limits());
        let (level_starts, mut warnings) = self.level_starts(&parts, &limits)?;
        let in_part: Vec<bool> = parts.rows.iter().map(is_in_part).collect();
        let (part, slow_rows, judged) = self.layout.with_sample(&parts.values, &level_starts, |sample| {
            let part = gate_stats::pass::judge_pass_part(sample, &in_part, from, &settings)?;
            let slow_rows = match sample {
                gate_stats::DesignCosts::Stored(design) => slow_rows(design, &in_part, part.launch, from),
                gate_stats::DesignCosts::Interleaved { .. } => None,
            };
            let starts = vec![from; totals.rows.len()];
            let judged = self.layout.with_sample(&totals.values, &starts, |whole| {
                let judged = gate_stats::judge(sample, &limits, Some((whole, &whole_limits)), &settings)?;
                // The row with index 0 is the row of the whole launch.
                Ok((judged, test_slow_launches(whole, 0, from)))
            });
            Ok((part, slow_rows, judged))
        })?;
        let (judged, slow) = judged?;
        warnings.extend(judged.warnings.iter().cloned().map(Caution::Model));
        Ok(JudgedLaunch {
            parts,
            totals,
            judged,
            counters,
            function_rows,
            part,
            slow,
            slow_rows,
            level_starts,
            warnings,
            settings,
            function_settings,
        })
    }

    /// Returns, for each row, the first session of the row's present cost level, and a caveat for each rise that no person accepted. A new
    /// level begins at a session at which the cost fell, or rose and a person accepted the rise.
    fn level_starts(
        &self,
        parts: &Matrix,
        limits: &[gate_stats::Limit],
    ) -> Result<(Vec<usize>, Vec<Caution>), CompareError> {
        let since = self.layout.level_starts(parts, limits)?;
        let first = self.first_session();
        let mut warnings = Vec::new();
        let mut starts = Vec::with_capacity(since.len());
        for (row, since) in parts.rows.iter().zip(&since) {
            let (before, after) = (Ns(since.before), Ns(since.after));
            let history = self.rules.history;
            let is_accepted = history.is_some_and(|history| (history.accepted)(&row.subject, before, after));
            if since.session > first && (!since.has_risen() || is_accepted) {
                starts.push(since.session);
                continue;
            }
            starts.push(first);
            if since.session > first {
                warnings.push(Caution::LevelRose { row: row.subject.clone(), before, after });
            }
        }
        Ok((starts, warnings))
    }

    /// Returns the parts of the launch whose growth is not counted for their module: findings, methods that became faster, and methods
    /// whose limits are larger than those of their module.
    fn reported_parts(&self, launch: &JudgedLaunch) -> BTreeSet<usize> {
        let (parts, level) = (&launch.parts, launch.significance_level());
        let results = launch.judged.rows.iter().enumerate();
        let reported = results.filter(|(row, result)| {
            result.class == RowClass::Finding
                || result.p_faster <= level
                || parts.is_advisory_finding(*row, result.p)
                || has_own_limits(&parts.rows[*row], self.rules)
        });
        reported.map(|(row, _)| row).collect()
    }

    /// Judges the rows that are not parts of the launch.
    fn judge_auxiliary_rows(
        &self,
        launch: &JudgedLaunch,
        reported: &BTreeSet<usize>,
    ) -> Result<AuxiliaryRows, CompareError> {
        let parts = &launch.parts;
        let starts = parts.level_starts_of_modules(&launch.level_starts);
        let auxiliary = Matrix::auxiliary_rows(self.launches, self.rules);
        let modules = parts.module_rows(self.launches, reported, self.rules);
        let whole_modules = parts.whole_modules(self.launches, self.rules);
        let mut rows = self.judge_rows(auxiliary, &starts, launch, levels::PAGES)?;
        rows.extend(self.judge_rows(modules, &starts, launch, levels::MODULES)?);
        rows.sort_by(|a, b| a.row.subject.cmp(&b.row.subject));
        let modules = self.judge_rows(whole_modules, &starts, launch, levels::MODULES)?;
        Ok(AuxiliaryRows { rows, modules })
    }

    /// Tests rows at the significance level of their kind. Each row is tested against the sessions since its present cost level began;
    /// `starts` contains the first of these sessions for each module.
    fn judge_rows(
        &self,
        matrix: Matrix,
        starts: &BTreeMap<Arc<str>, usize>,
        launch: &JudgedLaunch,
        level: levels::TestFamily,
    ) -> Result<Vec<JudgedRow>, CompareError> {
        if matrix.rows.is_empty() {
            return Ok(Vec::new());
        }
        let first = self.first_session();
        let start = |row: &Row| row.subject.module().and_then(|name| starts.get(name)).copied();
        let starts: Vec<usize> =
            matrix.rows.iter().map(|row| start(row).map_or(first, |at| at.max(first))).collect();
        let (limits, settings, common) = (matrix.limits(), &launch.settings, &launch.judged.common);
        let rows = self.layout.with_sample(&matrix.values, &starts, |sample| {
            gate_stats::judge_further_rows(sample, &limits, settings, common, level)
        })?;
        Ok(with_results(matrix, rows))
    }

    /// Judges functions that samples found, and finds those that explain the growth of other rows.
    fn judge_functions(
        &self,
        launch: &JudgedLaunch,
        reported: &BTreeSet<usize>,
        explained: &[&Row],
    ) -> FunctionResults {
        let compared = functions::ExplainedComparison {
            launches: self.launches,
            dense: &self.sides.map(Side::dense_launches),
            parts: &launch.parts,
            results: &launch.judged.rows,
            reported,
            explained,
            common: &launch.judged.common,
        };
        launch.function_rows.judge(compared, &launch.function_settings, self.rules)
    }

    /// Collects the call-tree relations of the methods that changed.
    fn collect_relations(
        &self,
        rows: &[JudgedRow],
        more_calls: &[IncreasedRow],
        level: f64,
    ) -> CallRelations {
        let increased: BTreeSet<&Subject> = more_calls.iter().map(|exact| &exact.row.subject).collect();
        CallRelations::new(self.launches, rows, |judged| {
            judged.result.class == RowClass::Finding
                || judged.result.p_faster <= level
                || increased.contains(&judged.row.subject)
        })
    }
}

/// Returns the rows that may become findings. For these rows, the caller searches the functions that explain the growth.
fn rows_to_explain<'a>(
    launch: &'a JudgedLaunch,
    auxiliary: &'a [JudgedRow],
    more_calls: &'a [IncreasedRow],
) -> Vec<&'a Row> {
    let parts = &launch.parts;
    let results = parts.rows.iter().zip(&launch.judged.rows).enumerate();
    let of_parts = results
        .filter(|(at, (_, result))| {
            result.class == RowClass::Finding || parts.is_advisory_finding(*at, result.p)
        })
        .map(|(_, (row, _))| row);
    let of_auxiliary = auxiliary.iter().filter(|judged| judged.result.class == RowClass::Finding);
    of_parts
        .chain(&launch.totals.rows)
        .chain(of_auxiliary.map(|judged| &judged.row))
        .chain(more_calls.iter().map(|exact| &exact.row))
        .collect()
}

/// Adds the number of calls to the times of sampled functions, and the sampled time to the increases of calls. From the number of calls and
/// the time, a report can explain a longer time by more calls or by slower calls.
fn join_calls_and_times(functions: &mut FunctionResults, calls: &mut FunctionCalls) {
    for (judged, function) in functions.rows.iter_mut().zip(&functions.of_row) {
        let Some(function) = function else { continue };
        judged.calls = calls.known.get(&function.id()).copied();
        let Some(known) = judged.calls.filter(|calls| calls.base > 0.0) else { continue };
        let subject = Subject::Called((&**function).into());
        for exact in calls.more.iter_mut().filter(|exact| exact.row.subject == subject) {
            let increase = &mut exact.increase;
            increase.cost = Ns((increase.calls.head - increase.calls.base) * judged.result.base / known.base);
            increase.instructions *= u64::from(increase.cost.0 <= 0.0);
        }
    }
}

/// Returns the standard deviation between sessions. If the model assumed a standard deviation, the function returns the assumed value,
/// otherwise the measured value.
fn session_spread(warnings: &[Caution], common: &CommonChange) -> SessionSpread {
    let assumed = warnings.iter().find_map(|warning| match warning {
        Caution::Model(gate_stats::Warning::SpreadAssumed { session_sd }) => Some(*session_sd),
        _ => None,
    });
    SessionSpread { sd: assumed.unwrap_or(common.error), is_measured: assumed.is_none() }
}

fn few_days(warnings: &[Caution]) -> Option<usize> {
    warnings.iter().find_map(|warning| match warning {
        Caution::Model(gate_stats::Warning::FewDays { days }) => Some(*days),
        _ => None,
    })
}

/// Returns whether a row may belong to the judged part of the launch, on whose growth a pass depends.
fn is_in_part(row: &Row) -> bool {
    !row.rule.advisory && !row.subject.is_on_other_threads()
}

/// Returns whether a method has larger limits than its module. The growth of this method then does not count for the module.
fn has_own_limits(row: &Row, rules: Rules<'_>) -> bool {
    let module = row.module.as_deref().unwrap_or_default();
    let modules = rules.for_row(RowKind::Module, &[module], None).limits;
    row.rule.limits.effect > modules.effect || row.rule.limits.floor > modules.floor
}
