//! Two sides of launches become one comparison.
//!
//! It owns admission (`admit`) and the rows, which add up to the launch: every method's self cost on the main thread, and what each
//! phase spent outside Objective-C. Pages, modules and other threads stand beside them. A method that is absent from a launch cost 0
//! in it, not nothing.
//! It asks [`gate_stats`] for every number and decides nothing: that is `verdict`'s.
//!
//! Families: who shares the level is one table, `stats::levels`. The parts have the largest share, the launch and its phases are rows
//! with their own error, pages and modules have small ones. A module is judged without the methods that are findings or became
//! quicker: it tells of growth spread so thin that no method shows it.
//!
//! Invariant: rows are in the order of (kind, name), whatever the order of the input.

mod admit;
mod budgets;
mod calls;
mod counters;
mod counts;
mod creep;
mod functions;
mod judged;
mod kin;
mod lost;
mod numbers;
mod recording;
mod renamed;
mod rows;
mod rules;
mod work;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use gate_config::{Config, Date, Limits, RowKind};
use gate_launches::{Launch, Launches, Ns, Phone, Role};
use gate_stats::slow::{slow, slow_rows};
use gate_stats::{Common, RowResult, levels};

pub use gate_stats::Call;
pub use gate_stats::part::JudgedPart;
pub use gate_stats::slow::Slow;

pub(crate) use admit::match_conditions;
pub use admit::{Excluded, Why};
pub use budgets::Budgeted;
pub(crate) use budgets::budgets_alone;
pub use calls::{CallsFrom, ExactIncrease, IncreasedRow};
pub use counters::{CountRow, Counters};
pub use counts::{CalledRow, FunctionCalls, alone as calls_of_functions};
pub use creep::{Sessions, compare_anchor};
pub use functions::{FunctionShare, Functions, Initialiser, Part};
pub use judged::{Caller, Judged};
pub use kin::Kin;
pub use lost::LostLaunches;
pub(crate) use recording::differ_in_recording;
pub use rows::{LaunchPart, Row, Values, VariableTime};
pub use rules::Rules;
pub(crate) use work::calls_alone;
pub use work::{WorkRow, Works, work_of};

use crate::amount::Sides;
use crate::caution::Caution;
use crate::reason::{AgentRecording, Difference, RecorderFailure, TooFewLaunches};
use crate::subject::Subject;
use judged::LEAST_NS;
use numbers::{Layout, mode_of, sessions};
use rows::{Counted, Matrix};

/// What is known of the stored sessions beside their launches.
#[derive(Clone, Copy)]
pub struct Past<'a> {
    /// Their names, the oldest first.
    pub order: &'a [Arc<str>],
    /// Whether somebody accepted that a row's cost rose from the one to the other.
    pub accepted: &'a dyn Fn(&Subject, Ns, Ns) -> bool,
    /// The session from which on all levels are new, since somebody took over a shift of everything.
    pub new_level: Option<&'a str>,
    /// The phone of each session of both sides; empty where one is not known.
    pub phones: &'a BTreeMap<Arc<str>, Phone>,
}

/// How the sides were recorded, which decides what cancels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Sessions of their own: the difference between sessions is in the null.
    Sessions,
    /// Interleaved in blocks on one device: it cancels.
    Blocks,
}

/// One side's admitted launches.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    /// Where the names are.
    pub launches: &'a Launches,
    /// Which of its launches belong to the side; `None` for all.
    pub role: Option<Role>,
}

impl<'a> Side<'a> {
    /// Its launches, also those that do not count.
    pub fn of_side(&self) -> impl Iterator<Item = &'a Launch> + use<'a> {
        let role = self.role;
        self.launches.launches.iter().filter(move |launch| role.is_none() || launch.role == role)
    }

    /// Those that were sampled densely.
    fn dense(self) -> Vec<&'a Launch> {
        self.of_side().filter(|launch| Why::of(launch) == Some(Why::Dense)).collect()
    }
}

/// Rows with their numbers.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// How it was recorded.
    pub mode: Mode,
    /// The level that was spent.
    pub alpha: f64,
    /// What of it times have, beside counts and functions.
    pub level: f64,
    /// The limits in force of rows that no override names.
    pub limits: Limits,
    /// The rows that may become findings.
    pub rows: Vec<Judged>,
    /// Pages, modules (without the methods that were found) and other threads' methods.
    pub beside: Vec<Judged>,
    /// The launch (first) and its phases as a whole, by their own error.
    pub wholes: Vec<Judged>,
    /// Methods with more calls, and more work, where that is compared exactly.
    pub more_calls: Vec<IncreasedRow>,
    /// What launches of copies that count functions tell; those with more calls are among `more_calls`.
    pub function_calls: FunctionCalls,
    /// How likely chance alone makes more of what is compared exactly.
    pub exact_chance: f64,
    /// Methods whose calls vary between launches, in the base too, and are not more beyond chance.
    pub calls_vary: BTreeSet<Subject>,
    pub counters: Counters,
    /// The functions that samples found.
    pub functions: Functions,
    /// What launches ask the system for.
    pub works: Works,
    /// The modules as a whole: shown, and not findings by themselves.
    pub modules: Vec<Judged>,
    pub budgets: Vec<Budgeted>,
    /// What grew since the anchor; filled where there is an anchor.
    pub creep: Vec<Judged>,
    /// What changed in all rows alike, for people.
    pub drift: Drift,
    /// The same, as statistics say it.
    pub common: Common,
    /// Caveats for the reader of the report.
    pub warnings: Vec<Caution>,
    /// The spread between sessions that was allowed for, and whether it was measured.
    pub session_sd: Option<(f64, bool)>,
    /// Of how many days the baseline is, where feature flags that change from day to day need more.
    pub few_days: Option<usize>,
    /// Which of the methods that changed are near each other.
    pub kin: Kin,
    /// What of the launch can be judged at what matters, and by how much that may have grown.
    pub part: LaunchPart,
    /// Whether more of the new launches are slow; none without a launch.
    pub slow: Slow,
    /// The methods, or the times outside of methods, that are slow in some of the new launches, least by chance first; none where that is
    /// not asked.
    pub slow_rows: Option<Vec<(Subject, Slow)>>,
    /// The rows that grew beyond what all rows grew by.
    pub beyond: BTreeSet<Subject>,
    /// The launches that were lost, by side.
    pub lost: LostLaunches,
    /// Launches that count, before and after.
    pub counted: (usize, usize),
    pub sessions: usize,
    pub excluded: Vec<Excluded>,
}

/// A change common to all rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drift {
    /// The new launches' common ratio to the baseline.
    pub ratio: f64,
    /// Within what chance alone moves it.
    pub interval: (f64, f64),
    /// Whether something was taken off the rows for it.
    pub removed: bool,
}

impl Drift {
    fn of(common: &Common) -> Drift {
        Drift {
            ratio: common.growth.exp(),
            interval: ((common.growth - common.bound).exp(), (common.growth + common.bound).exp()),
            removed: common.agree && common.taken != 0.0,
        }
    }
}

/// Why two sides cannot be compared.
#[derive(Debug, thiserror::Error)]
pub enum CompareError {
    /// They were recorded under different conditions.
    #[error("the launches were recorded under different conditions")]
    Incomparable(Vec<Difference>),
    /// The agent measured differently, which is their only difference.
    #[error("the agent measured differently on the two sides")]
    OtherRecording(Sides<AgentRecording>),
    /// The recorder failed on a side: none of its launches has a method, and the other side's have, or it said why.
    #[error("the recorder failed in the launches of the {}", .0.side.name())]
    NotRecorded(RecorderFailure),
    /// There is too little to judge.
    #[error(transparent)]
    TooFew(#[from] TooFewLaunches),
    /// Statistics refused.
    #[error(transparent)]
    Stats(#[from] gate_stats::Error),
}

/// Compares the side `head` with the side `base`. `today` decides which overrides hold.
pub fn compare(
    base_side: Side<'_>,
    head_side: Side<'_>,
    config: &Config,
    today: Date,
) -> Result<Comparison, CompareError> {
    compare_with(base_side, head_side, Rules::new(config, today), None)
}

/// Compares with stored sessions of which more is known.
pub(crate) fn compare_with(
    base_side: Side<'_>,
    head_side: Side<'_>,
    rules: Rules<'_>,
    past: Option<&Past<'_>>,
) -> Result<Comparison, CompareError> {
    let (mut base, mut excluded) = admit::admit(base_side.of_side(), Role::Base);
    let (mut head, others) = admit::admit(head_side.of_side(), Role::Head);
    excluded.extend(others);
    excluded.extend(admit::take_out_empty(&mut base, &mut head)?);
    if base_side.role == Some(Role::Base) && head_side.role == Some(Role::Head) {
        excluded.extend(admit::pair(&mut base, &mut head));
    }
    admit::check(&base, &head, &excluded, rules.config)?;
    let mode = mode_of(base_side, head_side, &base, &head);
    let counted = Counted::of((base_side, &base), (head_side, &head));
    let sessions = sessions(&base).len();
    let rules = rules.of_launches(counted);
    let lost = LostLaunches::count(base_side, head_side);
    let dense = [base_side, head_side].map(Side::dense);
    let mut lab = Lab { layout: Layout::new(mode, counted, past), counted, dense: &dense, rules };
    let parts = Matrix::parts(counted, rules);
    let odd = lab.leave_out_odd_days(&parts, past)?;
    let mut comparison = lab.compare(parts, past)?;
    comparison.warnings.splice(0..0, odd);
    let mut function_calls = counts::exact((base_side, head_side), rules, past, comparison.exact_chance);
    // A time has its reason beside it, more calls or dearer ones; and a call its time.
    let sampled = &mut comparison.functions;
    for (judged, function) in sampled.rows.iter_mut().zip(&sampled.of_row) {
        let Some(function) = function else { continue };
        judged.calls = function_calls.known.get(&function.id()).copied();
        let Some((base, _)) = judged.calls.filter(|(base, _)| *base > 0.0) else { continue };
        let subject = Subject::Called((&**function).into());
        for exact in function_calls.more.iter_mut().filter(|exact| exact.row.subject == subject) {
            let increase = &mut exact.increase;
            increase.cost = Ns((increase.calls.head - increase.calls.base) * judged.result.base / base);
            increase.instructions *= u64::from(increase.cost.0 <= 0.0);
        }
    }
    comparison.more_calls.append(&mut function_calls.more);
    let counted = (base.len(), head.len());
    Ok(Comparison { mode, counted, sessions, excluded, lost, function_calls, ..comparison })
}

/// One comparison's launches, and how they are judged.
struct Lab<'a> {
    layout: Layout<'a>,
    counted: Counted<'a>,
    /// The launches of each side that only name functions.
    dense: &'a [Vec<&'a Launch>; 2],
    rules: Rules<'a>,
}

impl Lab<'_> {
    fn compare(&self, parts: Matrix, past: Option<&Past<'_>>) -> Result<Comparison, CompareError> {
        let Lab { counted, rules, .. } = *self;
        let mut settings = rules.statistics();
        let wholes = Matrix::wholes(counted, rules);
        let counters = counters::CounterRows::new(counted, &wholes, rules);
        if counters.decide() {
            settings.alpha *= levels::BESIDE_COUNTS;
        }
        let from = self.layout.session(past);
        let counters = counters.judge(&self.layout, counted, rules, from)?;
        let functions = functions::FunctionRows::new(counted, rules);
        let of_functions = settings;
        settings.alpha *= functions.left();
        let limits = parts.limits_of_parts(rules.config.gate.fail_from);
        let (anew, mut warnings) = self.begun_anew(&parts, &limits, past)?;
        let whole_limits = wholes.limits();
        let in_part: Vec<bool> = parts.rows.iter().map(is_in_part).collect();
        let asked = self.layout.ask(counted, &parts.values, &anew, |sample| {
            let part = gate_stats::part::part(sample, &in_part, from, &settings)?;
            let slow_rows = match sample {
                gate_stats::Sample::Stored(design) => slow_rows(design, &in_part, part.launch, from),
                gate_stats::Sample::Interleaved { .. } => None,
            };
            let anew = vec![from; wholes.rows.len()];
            let asked = self.layout.ask(counted, &wholes.values, &anew, |whole| {
                let judged = gate_stats::judge((sample, &limits), Some((whole, &whole_limits)), &settings)?;
                // The first whole is the launch.
                Ok((judged, slow(whole, 0, from)))
            });
            Ok((asked, (part, slow_rows)))
        })?;
        let ((part, slow_rows), (judged, slow)) = (asked.1, asked.0?);
        let slow_rows = slow_rows.map(|rows| {
            rows.into_iter().map(|row| (parts.rows[row.row].subject.clone(), row.slow)).collect()
        });
        let beyond = judged.beyond.iter().map(|&row| parts.rows[row].subject.clone()).collect();
        let part = parts.part(part);
        warnings.extend(judged.warnings.into_iter().map(Caution::Model));
        let level = settings.alpha / parts.rows.len().max(1) as f64;
        let told = (0..judged.rows.len()).filter(|&row| {
            let result = &judged.rows[row];
            result.call == Call::Finding
                || result.p_faster <= level
                || parts.is_shown(row, result.p)
                || has_own_limits(&parts.rows[row], rules)
        });
        let told: BTreeSet<usize> = told.collect();
        let beside = [
            (Matrix::beside(counted, rules), levels::PAGES),
            (parts.modules(counted, &told, rules), levels::MODULES),
        ];
        let mut others = Vec::new();
        let of_module = parts.begun_anew_by_module(&anew);
        let since = |row: &Row| {
            row.subject.module().and_then(|name| of_module.get(name)).map_or(from, |at| (*at).max(from))
        };
        for (matrix, level) in beside {
            others.extend(self.beside(matrix, (&settings, &since), &judged.common, level)?);
        }
        others.sort_by(|a, b| a.row.subject.cmp(&b.row.subject));
        let modules = parts.whole_modules(counted, rules);
        let modules = self.beside(modules, (&settings, &since), &judged.common, levels::MODULES)?;
        let stored = matches!(self.layout, Layout::Sessions { .. });
        let mode = if stored { Mode::Sessions } else { Mode::Blocks };
        let (more_calls, exact_chance) = work::exact(&parts, counted, mode, rules, past);
        let calls_vary = calls::by_chance(&parts, level);
        let found = self.found(&parts, &judged.rows, (&wholes, &others), &more_calls);
        let functions = functions.judge(
            counted,
            (&parts, &judged.rows),
            (&told, &found, self.dense),
            (&of_functions, &judged.common),
            rules,
        );
        let mut budgets = budgets::budgeted(counted, &parts, rules);
        let assumed = warnings.iter().find_map(|warning| match warning {
            Caution::Model(gate_stats::Warning::SpreadAssumed { session_sd }) => Some((*session_sd, false)),
            _ => None,
        });
        let few_days = warnings.iter().find_map(|warning| match warning {
            Caution::Model(gate_stats::Warning::FewDays { days }) => Some(*days),
            _ => None,
        });
        let called_more: BTreeSet<Subject> =
            more_calls.iter().map(|exact| exact.row.subject.clone()).collect();
        let mut rows = with_results(parts, judged.rows);
        kin::charge_new(&mut rows, counted);
        let kin = Kin::of(counted, &rows, |judged| {
            judged.result.call == Call::Finding
                || judged.result.p_faster <= level
                || called_more.contains(&judged.row.subject)
        });
        let wholes = with_results(wholes, judged.wholes);
        budgets::take_tested_levels(&mut budgets, &[&wholes, &modules, &others]);
        Ok(Comparison {
            mode: Mode::Sessions,
            alpha: rules.alpha,
            level: settings.alpha,
            limits: rules.limits(),
            rows,
            kin,
            beside: others,
            wholes,
            more_calls,
            function_calls: FunctionCalls::default(),
            exact_chance,
            calls_vary,
            counters,
            functions,
            works: work::table(counted),
            modules,
            budgets,
            creep: Vec::new(),
            drift: Drift::of(&judged.common),
            session_sd: stored.then(|| assumed.unwrap_or((judged.common.error, true))),
            few_days,
            common: judged.common,
            warnings,
            part,
            slow,
            slow_rows,
            beyond,
            lost: LostLaunches::default(),
            counted: (0, 0),
            sessions: 0,
            excluded: Vec::new(),
        })
    }

    /// Leaves the stored days out that were slow or quick in everything, and says which.
    fn leave_out_odd_days(
        &mut self,
        parts: &Matrix,
        past: Option<&Past<'_>>,
    ) -> Result<Vec<Caution>, CompareError> {
        let odd = self.layout.odd_days(self.counted, parts, past)?;
        let said = odd.into_iter().map(|odd| {
            let sessions = self.layout.leave_out(odd.day);
            Caution::OddDay { sessions, ratio: odd.ratio }
        });
        Ok(said.collect())
    }

    /// The rows that may be told as findings, which functions explain.
    fn found<'r>(
        &self,
        parts: &'r Matrix,
        judged: &[RowResult],
        (wholes, beside): (&'r Matrix, &'r [Judged]),
        more_calls: &'r [IncreasedRow],
    ) -> Vec<&'r Row> {
        let is_found = |(row, result): (&'r Row, &RowResult)| (result.call == Call::Finding).then_some(row);
        let of_parts = parts.rows.iter().zip(judged).enumerate().filter_map(|(at, (row, result))| {
            is_found((row, result)).or_else(|| parts.is_shown(at, result.p).then_some(row))
        });
        let of_wholes = wholes.rows.iter();
        let of_beside = beside.iter().filter_map(|judged| is_found((&judged.row, &judged.result)));
        of_parts.chain(of_wholes).chain(of_beside).chain(more_calls.iter().map(|exact| &exact.row)).collect()
    }

    /// Judges rows that stand beside the parts, each against the sessions since its level holds.
    fn beside(
        &self,
        matrix: Matrix,
        (settings, since): (&gate_stats::Settings, &dyn Fn(&Row) -> usize),
        common: &Common,
        level: levels::Level,
    ) -> Result<Vec<Judged>, CompareError> {
        if matrix.rows.is_empty() {
            return Ok(Vec::new());
        }
        let limits = matrix.limits();
        let anew: Vec<usize> = matrix.rows.iter().map(since).collect();
        let rows = self.layout.ask(self.counted, &matrix.values, &anew, |sample| {
            gate_stats::judge_beside(sample, &limits, settings, common, level)
        })?;
        Ok(with_results(matrix, rows))
    }

    /// Of each row the first session of its present level: where it fell, or where somebody accepted that it rose.
    fn begun_anew(
        &self,
        parts: &Matrix,
        limits: &[gate_stats::Limit],
        past: Option<&Past<'_>>,
    ) -> Result<(Vec<usize>, Vec<Caution>), CompareError> {
        let since = self.layout.levels(self.counted, parts, limits)?;
        let from = self.layout.session(past);
        let mut warnings = Vec::new();
        let mut anew = Vec::with_capacity(since.len());
        for (row, since) in parts.rows.iter().zip(&since) {
            let (before, after) = (Ns(since.before), Ns(since.after));
            let accepted = past.is_some_and(|past| (past.accepted)(&row.subject, before, after));
            if since.session <= from {
                anew.push(from);
            } else if since.rose() && !accepted {
                anew.push(from);
                warnings.push(Caution::LevelRose { row: row.subject.clone(), before, after });
            } else {
                anew.push(since.session);
            }
        }
        Ok((anew, warnings))
    }
}

/// Checks that enough launches of a side count for it to be judged, or to be a baseline.
pub fn check_enough(side: Side<'_>, config: &Config) -> Result<(), TooFewLaunches> {
    let (launches, excluded) = admit::admit(side.of_side(), Role::Head);
    admit::check_side(Role::Head, &launches, &excluded, config)
}

/// Whether a row is a part of the launch that an answer is asked of.
fn is_in_part(row: &Row) -> bool {
    !row.rule.advisory && !row.subject.is_on_other_threads()
}

/// Whether a method may grow by more than its module: then its growth is not the module's matter.
fn has_own_limits(row: &Row, rules: Rules<'_>) -> bool {
    let module = row.module.as_deref().unwrap_or_default();
    let modules = rules.of_row(RowKind::Module, &[module], None).limits;
    row.rule.limits.effect > modules.effect || row.rule.limits.floor > modules.floor
}

fn with_results(matrix: Matrix, results: Vec<RowResult>) -> Vec<Judged> {
    let shown: Vec<bool> =
        results.iter().enumerate().map(|(row, result)| matrix.is_shown(row, result.p)).collect();
    let Matrix { rows, values, calls, .. } = matrix;
    rows.into_iter()
        .zip(values)
        .zip(results)
        .zip(calls)
        .zip(shown)
        .map(|((((row, values), mut result), calls), shown)| {
            if shown {
                result.call = Call::Finding;
            }
            // Without a floor the smallest share of nothing would be one.
            if result.call == Call::Finding && result.head - result.base < LEAST_NS {
                result.call = Call::Within;
            }
            Judged { row, result, calls, values: Arc::new(values), called_by: None }
        })
        .collect()
}
