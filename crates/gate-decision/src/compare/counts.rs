//! Compares the calls of functions exactly, in launches of copies of the app that count these calls (`gate inject --count functions`). The
//! times of these launches are never judged.
//!
//! As for the calls of methods (module `calls`), the chance of an increase without a change of the app is estimated. Methods and functions
//! share one limit for this chance. The calls of different kinds of functions vary for different reasons. Swift's hash seeds change how
//! often closures run, and a server's flags change which methods run. Each kind of function therefore has its own chance. Kinds of
//! functions may cause findings in ascending order of their chances, until the sum of the chances reaches the limit. Functions that differ
//! in the same launches have one cause, such as a flag or a retry, which is counted once. The estimate assumes one more rarely varying
//! cause than the pool has shown, so a few stored launches are not enough for a finding.
//!
//! If a function is called more often, it calls other functions more often too. The functions that are called more often because of a
//! finding's function are reported together with that function.

use std::collections::BTreeMap;
use std::sync::Arc;

use gate_launches::{Function, FunctionId, Launch, Ns};
use gate_stats::{basic, defaults, tuned};

use super::calls::{self, CallsFrom, CountChange, CountHistory, ExactIncrease, IncreasedRow};
use super::rows::{Row, RowValues};
use super::rules::Rules;
use super::{Side, admit};
use crate::amount::Sides;
use crate::subject::Subject;

/// The calls of functions, from launches of counting copies of the app.
#[derive(Clone, Debug, Default)]
pub struct FunctionCalls {
    /// The functions with more calls, each with the functions that it calls more often.
    pub more: Vec<IncreasedRow>,
    /// Number of functions that are called equally often in each counting launch of the base.
    pub constant: usize,
    /// The number of functions that are not compared, because the number of their calls varies between the counting launches of the base.
    pub vary: usize,
    /// The calls of each function that is called equally often in all launches of each side.
    pub known: BTreeMap<FunctionId, Sides<f64>>,
    /// Number of launches of counting copies.
    pub launches: Sides<usize>,
    /// The functions whose constant number of calls differs between base and head, the largest change first. Without a base, the list
    /// contains all functions, the most frequently called first.
    pub rows: Vec<CalledRow>,
}

/// A function and the number of its calls.
#[derive(Clone, Debug)]
pub struct CalledRow {
    pub function: Arc<Function>,
    pub is_import: bool,
    /// The number of the function's calls in each launch of the base; `None` if there is no base.
    pub base: Option<f64>,
    /// The number of the function's calls in each launch of the head.
    pub head: f64,
    /// The function that made the first call in the launches of the head.
    pub by: Option<Arc<Function>>,
    /// The first line of the function in the source file.
    pub line: Option<u32>,
}

impl CalledRow {
    fn new(one: &CalledFunction<'_>, kind: VaryingKind, base: Option<f64>, head: f64) -> CalledRow {
        let (function, by) = (Arc::clone(one.function), one.by.cloned());
        CalledRow { function, is_import: kind == VaryingKind::Import, base, head, by, line: one.line }
    }

    fn absolute_change(&self) -> f64 {
        (self.head - self.base.unwrap_or(0.0)).abs()
    }
}

/// The calls of one function in all launches.
struct CalledFunction<'a> {
    function: &'a Arc<Function>,
    values: RowValues,
    /// The function that made the first call in the launches of the head.
    by: Option<&'a Arc<Function>>,
    line: Option<u32>,
    instructions: u64,
}

impl<'a> CalledFunction<'a> {
    fn new(function: &'a Arc<Function>, launches: Sides<usize>) -> CalledFunction<'a> {
        CalledFunction { function, values: RowValues::zero(launches), by: None, line: None, instructions: 0 }
    }
}

/// A kind of function. The calls of functions of one kind vary for the same reasons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum VaryingKind {
    Import,
    Method,
    C,
    Cpp,
    Swift,
    Closure,
}

impl VaryingKind {
    fn new(function: &Function, is_import: bool) -> VaryingKind {
        let name = &*function.name;
        match name {
            _ if is_import => VaryingKind::Import,
            _ if name.starts_with(['-', '+']) => VaryingKind::Method,
            _ if name.contains("closure") || name.contains("lambda") => VaryingKind::Closure,
            _ if name.contains("::") => VaryingKind::Cpp,
            _ if name.contains(['(', '.', ' ']) => VaryingKind::Swift,
            _ => VaryingKind::C,
        }
    }
}

/// A function with more calls in each launch of the head.
struct GrownFunction<'a> {
    one: &'a CalledFunction<'a>,
    kind: VaryingKind,
    calls: Sides<f64>,
}

/// Compares the calls of functions. `spent` is the part of the common limit for findings by chance that calls of methods and requests to
/// the system have already used.
pub(super) fn compare(sides: Sides<Side<'_>>, rules: Rules<'_>, spent: f64) -> FunctionCalls {
    let Sides { base, head } =
        sides.map(|side| side.launches_of_side().filter(is_usable).collect::<Vec<&Launch>>());
    if base.is_empty() || head.is_empty() || !admit::find_differences(&base, &head).is_empty() {
        return calls_without_base(&head);
    }
    // The launches of older days also show which counts vary, so they are used too. A count that changed once and kept its new value,
    // however, is compared only with the newest days.
    let pool = rules.config.gate.pool;
    let sessions_of = |days: usize| calls::pool_sessions(&base, rules.session_order(), days);
    let (sessions, newest) = (sessions_of(pool.max(defaults::HISTORY)), sessions_of(pool));
    let functions = by_function(&base, &head);
    let mut histories: BTreeMap<VaryingKind, CountHistory<'_>> = BTreeMap::new();
    let (mut grown, mut found) = (BTreeMap::new(), FunctionCalls::default());
    found.launches = Sides { base: base.len(), head: head.len() };
    for ((id, kind), one) in &functions {
        let history = histories.entry(*kind).or_insert_with(|| CountHistory::new(&sessions));
        let mut change = history.observe(&one.values);
        if matches!(change, CountChange::Changed) {
            change = CountHistory::new(&newest).observe(&one.values);
        }
        let CountChange::Constant { base, head } = change else {
            found.vary += 1;
            continue;
        };
        found.constant += 1;
        let Some(head) = head else { continue };
        let calls = Sides { base, head };
        found.known.insert(id.clone(), calls);
        found.rows.extend((head != base).then(|| CalledRow::new(one, *kind, Some(base), head)));
        // A function without calls in the base is new, and does not count as an increase.
        if head > base && base >= 1.0 {
            grown.insert(id.clone(), GrownFunction { one, kind: *kind, calls });
        }
    }
    sort(&mut found.rows);
    // If the increases of methods are uncertain, they are only shown, and use no part of the limit.
    let spent = if spent <= tuned::EXACT_ALPHA { spent } else { 0.0 };
    let one_more_cause = CountHistory::new(&sessions).chance_with(1.0, 0, head.len());
    let chances = chances_by_kind(&histories, head.len(), spent + one_more_cause);
    found.more = find_topmost(&grown)
        .into_iter()
        .filter_map(|(id, below)| increased_row(&grown[&id], below, chances[&grown[&id].kind], rules))
        .collect();
    found
}

/// Finds the functions with more calls whose first caller is not called more often. The map has an entry for each of these functions, with
/// the other functions that are called more often because this function is.
fn find_topmost(grown: &BTreeMap<FunctionId, GrownFunction<'_>>) -> BTreeMap<FunctionId, Vec<Arc<str>>> {
    let mut tops: BTreeMap<FunctionId, Vec<Arc<str>>> = BTreeMap::new();
    for (id, GrownFunction { one, .. }) in grown {
        let mut top = id.clone();
        let mut by = one.by.map(|by| by.id());
        // The first caller ran before the function that it called, so the chain has no cycle. If two functions share a name, the chain may
        // have a cycle, so the loop has a limit.
        for _ in 0..grown.len() {
            let Some((above, next)) = by.as_ref().and_then(|by| grown.get_key_value(by)) else { break };
            (top, by) = (above.clone(), next.one.by.map(|by| by.id()));
        }
        let is_below = top != *id;
        tops.entry(top).or_default().extend(is_below.then(|| Arc::clone(&one.function.short)));
    }
    tops
}

/// Returns the calls of functions in launches that have no base.
pub fn calls_without_base(head: &[&Launch]) -> FunctionCalls {
    let head: Vec<&Launch> = head.iter().copied().filter(is_usable).collect();
    let functions = by_function(&[], &head);
    let is_constant =
        |one: &&CalledFunction<'_>| one.values.head.iter().all(|calls| *calls == one.values.head[0]);
    let constant = functions.values().filter(is_constant).count();
    let rows = functions.iter();
    let rows = rows.map(|((_, kind), one)| CalledRow::new(one, *kind, None, basic::median(&one.values.head)));
    let mut rows: Vec<CalledRow> = rows.collect();
    sort(&mut rows);
    FunctionCalls {
        constant,
        vary: functions.len() - constant,
        launches: Sides { base: 0, head: head.len() },
        rows,
        ..FunctionCalls::default()
    }
}

fn sort(rows: &mut [CalledRow]) {
    rows.sort_by(|a, b| {
        b.absolute_change().total_cmp(&a.absolute_change()).then_with(|| a.function.cmp(&b.function))
    });
}

/// Returns whether a launch counts functions and started in the same way as the launches that are compared.
fn is_usable(launch: &&Launch) -> bool {
    let state = launch.state;
    let is_odd = state.warm_up || state.prewarmed || state.first_after_install || state.debugged;
    launch.counts.is_some() && !is_odd && !launch.dropped.touches_costs()
}

/// Returns the functions that have names, each with its number of calls in each launch of both sides.
fn by_function<'a>(
    base: &[&'a Launch],
    head: &[&'a Launch],
) -> BTreeMap<(FunctionId, VaryingKind), CalledFunction<'a>> {
    let all = Sides { base: base.len(), head: head.len() };
    let mut functions: BTreeMap<(FunctionId, VaryingKind), CalledFunction<'a>> = BTreeMap::new();
    for (side, launches) in [base, head].into_iter().enumerate() {
        for (at, launch) in launches.iter().enumerate() {
            let images = launch.counts.iter().flat_map(|images| images.iter());
            for count in images.flat_map(|image| &image.functions) {
                let Some(function) = &count.function else { continue };
                let key = (function.id(), VaryingKind::new(function, count.import));
                let known = functions.entry(key).or_insert_with(|| CalledFunction::new(function, all));
                if side == 1 {
                    known.by = known.by.or(count.by.as_ref());
                    // The source file and line are those of the head's build.
                    (known.function, known.line) = (function, known.line.or(count.line));
                    known.instructions = count.instructions * u64::from(!count.import);
                }
                known.values.side_mut(side)[at] += count.calls as f64;
            }
        }
    }
    functions
}

/// Returns a chance for each kind of function. The chance of a kind is the sum of the chances that the calls increase without a change of
/// the app, over this kind and all kinds with a smaller chance.
fn chances_by_kind(
    histories: &BTreeMap<VaryingKind, CountHistory<'_>>,
    new: usize,
    spent: f64,
) -> BTreeMap<VaryingKind, f64> {
    let mut each: Vec<(VaryingKind, f64)> =
        histories.iter().map(|(kind, history)| (*kind, history.chance_by_cause(new))).collect();
    each.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
    let mut sum = spent;
    let mut sums = BTreeMap::new();
    for (kind, chance) in each {
        sum += chance;
        sums.insert(kind, sum);
    }
    sums
}

/// Makes the row of a function with more calls, unless the settings ignore it.
fn increased_row(
    grown: &GrownFunction<'_>,
    below: Vec<Arc<str>>,
    chance: f64,
    rules: Rules<'_>,
) -> Option<IncreasedRow> {
    let GrownFunction { one, calls, .. } = grown;
    let Function { module, owner, file, .. } = &**one.function;
    let subject = Subject::Called((&**one.function).into());
    let row = Row::new(subject, Some(Arc::clone(module)), owner.clone(), rules);
    if row.rule.ignored {
        return None;
    }
    let first = one.by.map(|by| CallsFrom { method: Arc::clone(&by.short), base: None, head: calls.head });
    let growth = calls.head - calls.base;
    let increase = ExactIncrease {
        calls: *calls,
        callers: first.into_iter().collect(),
        below,
        file: file.clone(),
        line: one.line,
        cost: Ns(0.0),
        instructions: one.instructions,
        matters: rules.config.counts.allowed.is_some_and(|allowed| growth > allowed as f64),
        chance,
    };
    Some(IncreasedRow::new(row, one.values.clone(), increase))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gate_config::{Config, Date};
    use gate_launches::{CountedImage, FunctionCount, FunctionKind, Launches, ReadOptions, read_stream};

    fn function(name: &str) -> Arc<Function> {
        let short = name.split('(').next().unwrap_or(name).into();
        let made = Function::new_unnamed(FunctionKind::App, "App".into());
        Arc::new(Function { name: name.into(), short, ..made })
    }

    /// Makes launches in sessions of three. `functions` returns the functions of each launch, as name, first caller and number of calls.
    fn launches(
        count: usize,
        functions: impl Fn(usize) -> Vec<(&'static str, &'static str, u64)>,
    ) -> Launches {
        let line = |at: usize| {
            format!(
                r#"{{"format":"launchgate.launch/1","session":"s{}","launch":{at},"marks":{{"first_frame_ns":1e8}},"methods":[]}}"#,
                at / 3
            ) + "\n"
        };
        let text: String = (0..count).map(line).collect();
        let mut read = read_stream("a", text.as_bytes(), &ReadOptions::default()).unwrap();
        for (at, launch) in read.launches.iter_mut().enumerate() {
            let row = |(name, by, calls)| FunctionCount {
                calls,
                function: Some(function(name)),
                by: Some(function(by)),
                ..FunctionCount::default()
            };
            let functions = functions(at).into_iter().map(row).collect();
            launch.counts = Some(vec![CountedImage { functions, ..CountedImage::default() }].into());
        }
        read
    }

    fn compared(base: &Launches, head: &Launches) -> FunctionCalls {
        let mut config = Config::default();
        config.counts.allowed = Some(0);
        let rules = Rules::new(&config, Date::from_unix_seconds(0).unwrap());
        let side = |launches| Side { launches, role: None };
        compare(Sides { base: side(base), head: side(head) }, rules, 0.0)
    }

    #[test]
    fn more_calls_are_reported_at_the_caller_and_varying_counts_are_not_compared() {
        let usual = |at: usize| {
            vec![("a", "main", 2), ("b", "a", 6), ("c", "main", 5), ("hash", "main", 100 + at as u64)]
        };
        let more = |at: usize| {
            let new = ("new", "main", 9);
            vec![("a", "main", 3), ("b", "a", 9), ("c", "main", 4), ("hash", "main", 900 + at as u64), new]
        };
        let found = compared(&launches(15, usual), &launches(3, more));
        let names: Vec<_> = found.more.iter().map(|one| one.row.subject.bare_name().to_owned()).collect();
        assert_eq!((names, found.vary), (vec!["a".to_owned()], 1), "{found:?}");
        let one = &found.more[0].increase;
        assert_eq!((one.calls.base, one.calls.head, one.below.len()), (2.0, 3.0, 1));
        // The table contains all changes, the largest first, including fewer calls and new functions.
        let rows: Vec<_> = found.rows.iter().map(|row| (&*row.function.name, row.base, row.head)).collect();
        let expected =
            [("new", Some(0.0), 9.0), ("b", Some(6.0), 9.0), ("a", Some(2.0), 3.0), ("c", Some(5.0), 4.0)];
        assert_eq!(
            (rows, found.launches, found.constant),
            (expected.to_vec(), Sides { base: 15, head: 3 }, 4)
        );
        assert_eq!(found.known.get(&function("c").id()), Some(&Sides { base: 5.0, head: 4.0 }));
        let head = launches(3, more);
        let head: Vec<&Launch> = head.launches.iter().collect();
        let by_itself = calls_without_base(&head);
        assert_eq!((by_itself.rows.len(), by_itself.rows[0].head, by_itself.vary), (5, 901.0, 1));
        assert!(one.matters && one.is_sure(), "{one:?}");
        // A number of calls that changed once and kept its new value is compared with the newest days. In this test, each session is a day.
        let was_more = |at: usize| if at < 12 { more(at) } else { usual(at) };
        let is_more = |at: usize| if at < 12 { usual(at) } else { more(at) };
        assert_eq!(compared(&launches(36, was_more), &launches(3, more)).more.len(), 1);
        assert!(compared(&launches(36, is_more), &launches(3, more)).more.is_empty());
        // A few launches are not enough for a finding.
        let few = compared(&launches(6, usual), &launches(3, more));
        assert!(few.more.iter().all(|one| !one.increase.is_sure()) && !few.more.is_empty(), "{few:?}");
        // If the launches of the head disagree, the calls of a function are not an increase.
        let once = |at: usize| if at == 1 { usual(at) } else { more(at) };
        assert!(compared(&launches(15, usual), &launches(3, once)).more.is_empty());
    }

    #[test]
    fn a_count_that_rarely_varies_reduces_the_certainty_of_its_own_kind_only() {
        let of = |calls: u64| {
            move |at: usize| {
                vec![("c", "main", calls), ("d", "main", 1 + u64::from(at == 4)), ("N::f()", "main", calls)]
            }
        };
        let found = compared(&launches(18, of(1)), &launches(3, of(2)));
        let sure: Vec<(&str, bool)> =
            found.more.iter().map(|one| (one.row.subject.bare_name(), one.increase.is_sure())).collect();
        assert_eq!(sure, [("N::f()", true), ("c", true)]);
        let many = |calls: u64| {
            move |at: usize| {
                let rare = |(place, name)| (name, "main", 1 + u64::from(at == 2 * place));
                let names = ["d", "e", "g", "h", "i", "j", "k", "l", "m"];
                let rare = names.into_iter().enumerate().map(rare);
                // All functions that one flag enables have a common cause.
                let of_a_flag = ["o", "p", "q", "r"].map(|name| (name, "main", 1 + u64::from(at == 4)));
                rare.chain(of_a_flag).chain([("c", "main", calls), ("N::f()", "main", calls)]).collect()
            }
        };
        let found = compared(&launches(18, many(1)), &launches(3, many(2)));
        let sure: Vec<bool> = found.more.iter().map(|one| one.increase.is_sure()).collect();
        assert_eq!(sure, [true, false], "{found:?}");
    }

    #[test]
    fn overloads_of_a_function_are_counted_as_separate_functions() {
        let calls = |few: u64, many: u64| {
            move |_: usize| vec![("scale(int)", "main", few), ("scale(double)", "main", many)]
        };
        let (base, head) = (launches(15, calls(2, 10)), launches(3, calls(5, 510)));
        let mut config = Config::default();
        config.counts.allowed = Some(5);
        let today = Date::from_unix_seconds(0).unwrap();
        let side = |launches| Side { launches, role: None };
        let found = compare(Sides { base: side(&base), head: side(&head) }, Rules::new(&config, today), 0.0);
        let more: Vec<_> =
            found.more.iter().map(|one| (one.row.subject.bare_name(), one.increase.matters)).collect();
        assert_eq!(more, [("scale(double)", true), ("scale(int)", false)]);
        let key = gate_baseline::BaselineKey::from_conditions(&base.launches[0].conditions);
        let accepted = crate::verdict::AcceptanceMatcher { all: &[], place: &key, today };
        let findings = crate::verdict::judge_calls(&found.more, &accepted);
        let failing: Vec<_> =
            findings.iter().filter(|one| one.fails()).map(|one| one.subject().bare_name()).collect();
        assert_eq!(failing, ["scale(double)"], "+3 of the other overload is allowed");
        assert!(
            findings.iter().all(|one| one.subject().to_string() == "scale"),
            "people read the short name"
        );
    }
}
