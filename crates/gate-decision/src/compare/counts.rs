//! Calls of functions compared exactly, in launches of copies that count them (`gate inject --count functions`); such launches are
//! never timed.
//!
//! The guard is that of methods' calls (`calls`), and the budget of chance is the same one. Kinds of functions vary in ways of their own
//! (Swift's hash seeds change how often closures run, a server's flags which methods do), so each kind has its chance, and the kinds
//! with the least chance decide as far as the budget reaches. Functions that differ in the same launches have one cause, a flag or a
//! retry, which is counted once. One more cause that varies rarely is assumed than the pool has shown, so a few stored launches decide
//! nothing.
//!
//! A function that is called more often calls others more often: those whose first call came from it are told with it.

use std::collections::BTreeMap;
use std::sync::Arc;

use gate_launches::{Function, FunctionId, Launch, Ns};
use gate_stats::{basic, defaults, tuned};

use super::admit;
use super::calls::{self, CallsFrom, CountChange, ExactIncrease, IncreasedRow, Tally};
use super::rows::{Row, Values};
use super::rules::Rules;
use super::{Past, Side};
use crate::amount::Sides;
use crate::subject::Subject;

/// What launches that count tell.
#[derive(Clone, Debug, Default)]
pub struct FunctionCalls {
    /// Those with more calls, each with what it calls more often.
    pub more: Vec<IncreasedRow>,
    /// How many functions are called equally often in each counting launch of the base.
    pub constant: usize,
    /// How many are not, and decide nothing.
    pub vary: usize,
    /// Of each function that is constant and that the new launches agree on: its calls before and now.
    pub known: BTreeMap<FunctionId, (f64, f64)>,
    /// The launches that count, before and now.
    pub launches: (usize, usize),
    /// Those with another constant number of calls now, what changed most first; where nothing is compared all, the most calls first.
    pub rows: Vec<CalledRow>,
}

/// A function and how often it is called.
#[derive(Clone, Debug)]
pub struct CalledRow {
    pub function: Arc<Function>,
    pub is_import: bool,
    /// In each launch before, if that is known, and in each new one.
    pub calls: (Option<f64>, f64),
    /// Which function called it first in the new launches.
    pub by: Option<Arc<Function>>,
    /// The line that it begins at.
    pub line: Option<u32>,
}

impl CalledRow {
    fn new(one: &CalledFunction<'_>, kind: VaryingKind, calls: (Option<f64>, f64)) -> CalledRow {
        let (function, by) = (Arc::clone(one.function), one.by.cloned());
        CalledRow { function, is_import: kind == VaryingKind::Import, calls, by, line: one.line }
    }

    fn change(&self) -> f64 {
        (self.calls.1 - self.calls.0.unwrap_or(0.0)).abs()
    }
}

/// One function in all launches.
struct CalledFunction<'a> {
    function: &'a Arc<Function>,
    values: Values,
    /// Which function called it first in the new launches.
    by: Option<&'a Arc<Function>>,
    line: Option<u32>,
    instructions: u64,
}

/// Functions that vary alike.
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
    fn of(function: &Function, is_import: bool) -> VaryingKind {
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

/// The functions that every new counting launch calls more often than every one of the base, where calls and work spend so much of the budget of chance.
pub(super) fn exact(
    (base, head): (Side<'_>, Side<'_>),
    rules: Rules<'_>,
    past: Option<&Past<'_>>,
    spent: f64,
) -> FunctionCalls {
    let [base, head] = [base, head].map(|side| side.of_side().filter(is_usable).collect::<Vec<_>>());
    if base.is_empty() || head.is_empty() || !admit::differences(&base, &head).is_empty() {
        return alone(&head);
    }
    // Older days tell what varies as well as the newest ones do; what changed for good is compared with the newest.
    let sessions_of = |days: usize| calls::sessions(&base, past, days);
    let pool = rules.config.gate.pool;
    let (sessions, newest) = (sessions_of(pool.max(defaults::HISTORY)), sessions_of(pool));
    let counted = by_function(&base, &head);
    let mut tallies: BTreeMap<VaryingKind, Tally<'_>> = BTreeMap::new();
    let (mut grown, mut told) = (BTreeMap::new(), FunctionCalls::default());
    told.launches = (base.len(), head.len());
    for ((key, kind), one) in &counted {
        let seen = tallies.entry(*kind).or_insert_with(|| Tally::new(&sessions)).see(&one.values);
        let seen =
            if matches!(seen, CountChange::Changed) { Tally::new(&newest).see(&one.values) } else { seen };
        let CountChange::Constant(before, now) = seen else {
            told.vary += 1;
            continue;
        };
        told.constant += 1;
        told.known.extend(now.map(|now| (key.clone(), (before, now))));
        let changed = now.filter(|now| *now != before);
        told.rows.extend(changed.map(|now| CalledRow::new(one, *kind, (Some(before), now))));
        // A function that did not run before is a new one.
        if let Some(now) = now.filter(|now| *now > before && before >= 1.0) {
            grown.insert(key.clone(), (*kind, before, now, one));
        }
    }
    // What decides nothing takes nothing.
    let spent = if spent <= tuned::EXACT_CHANCE { spent } else { 0.0 };
    let chances = chances(&tallies, head.len(), spent + Tally::new(&sessions).chance_of(1.0, 0, head.len()));
    let mut tops: BTreeMap<FunctionId, Vec<Arc<str>>> = BTreeMap::new();
    for (key, (.., one)) in &grown {
        let mut top = key.clone();
        let mut by = one.by.map(|by| by.id());
        // The caller that called first ran first, so there is no circle; but two functions may share a name.
        for _ in 0..grown.len() {
            let Some((above, (.., next))) = by.as_ref().and_then(|by| grown.get_key_value(by)) else { break };
            (top, by) = (above.clone(), next.by.map(|by| by.id()));
        }
        let below = tops.entry(top.clone()).or_default();
        below.extend((top != *key).then(|| Arc::clone(&one.function.short)));
    }
    sort(&mut told.rows);
    for (top, below) in tops {
        let (kind, before, now, one) = &grown[&top];
        let more = (*before, *now, below, chances[kind]);
        told.more.extend(row(one, rules, more));
    }
    told
}

/// What launches tell that are compared with nothing.
pub fn alone(head: &[&Launch]) -> FunctionCalls {
    let head: Vec<&Launch> = head.iter().copied().filter(is_usable).collect();
    let row = |((_, kind), one): (&(FunctionId, VaryingKind), &CalledFunction<'_>)| {
        CalledRow::new(one, *kind, (None, basic::median(&one.values.head)))
    };
    let counted = by_function(&[], &head);
    let is_one = |one: &&CalledFunction<'_>| one.values.head.iter().all(|calls| *calls == one.values.head[0]);
    let constant = counted.values().filter(is_one).count();
    let mut rows: Vec<CalledRow> = counted.iter().map(row).collect();
    sort(&mut rows);
    FunctionCalls {
        constant,
        vary: counted.len() - constant,
        launches: (0, head.len()),
        rows,
        ..FunctionCalls::default()
    }
}

fn sort(rows: &mut [CalledRow]) {
    rows.sort_by(|a, b| b.change().total_cmp(&a.change()).then_with(|| a.function.cmp(&b.function)));
}

/// Whether it counts, and started as launches that are compared do.
fn is_usable(launch: &&Launch) -> bool {
    let state = launch.state;
    let is_odd = state.warm_up || state.prewarmed || state.first_after_install || state.debugged;
    launch.counts.is_some() && !is_odd && !launch.dropped.touches_costs()
}

/// The named functions of all launches; those of one name together.
fn by_function<'a>(
    base: &[&'a Launch],
    head: &[&'a Launch],
) -> BTreeMap<(FunctionId, VaryingKind), CalledFunction<'a>> {
    let mut counted: BTreeMap<(FunctionId, VaryingKind), CalledFunction<'a>> = BTreeMap::new();
    for (is_head, launches) in [(false, base), (true, head)] {
        for (at, launch) in launches.iter().enumerate() {
            let images = launch.counts.iter().flat_map(|images| images.iter());
            for count in images.flat_map(|image| &image.functions) {
                let Some(function) = &count.function else { continue };
                let none = || CalledFunction {
                    function,
                    values: Values { base: vec![0.0; base.len()], head: vec![0.0; head.len()] },
                    by: None,
                    line: None,
                    instructions: 0,
                };
                let key = (function.id(), VaryingKind::of(function, count.import));
                let known = counted.entry(key).or_insert_with(none);
                if is_head {
                    known.by = known.by.or(count.by.as_ref());
                    // Its place is that of the new build.
                    (known.function, known.line) = (function, known.line.or(count.line));
                    known.instructions = count.instructions * u64::from(!count.import);
                }
                let of_side = if is_head { &mut known.values.head } else { &mut known.values.base };
                of_side[at] += count.calls as f64;
            }
        }
    }
    counted
}

/// Of each kind how likely chance alone does as much to it, or to a kind that has less and decides too.
fn chances(tallies: &BTreeMap<VaryingKind, Tally<'_>>, new: usize, spent: f64) -> BTreeMap<VaryingKind, f64> {
    let mut each: Vec<(VaryingKind, f64)> =
        tallies.iter().map(|(kind, tally)| (*kind, tally.chance_by_cause(new))).collect();
    each.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
    let mut sum = spent;
    let so_far = |(kind, chance): (VaryingKind, f64)| {
        sum += chance;
        (kind, sum)
    };
    each.into_iter().map(so_far).collect()
}

fn row(
    one: &CalledFunction<'_>,
    rules: Rules<'_>,
    (base, head, below, chance): (f64, f64, Vec<Arc<str>>, f64),
) -> Option<IncreasedRow> {
    let Function { module, owner, file, .. } = &**one.function;
    let subject = Subject::Called((&**one.function).into());
    let row = Row::new(subject, Some(Arc::clone(module)), owner.clone(), rules);
    if row.rule.ignored {
        return None;
    }
    let first = one.by.map(|by| CallsFrom { method: Arc::clone(&by.short), base: None, head });
    let fails = |allowed: u64| head - base > allowed as f64;
    let increase = ExactIncrease {
        calls: Sides { base, head },
        callers: first.into_iter().collect(),
        below,
        file: file.clone(),
        line: one.line,
        cost: Ns(0.0),
        instructions: one.instructions,
        matters: rules.config.counts.allowed.is_some_and(fails),
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
        let made = Function::nameless(FunctionKind::App, "App".into());
        Arc::new(Function { name: name.into(), short, ..made })
    }

    /// Launches of sessions of three, each with these functions: name, who called it first, how often.
    fn launches(count: usize, of: impl Fn(usize) -> Vec<(&'static str, &'static str, u64)>) -> Launches {
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
            let functions = of(at).into_iter().map(row).collect();
            launch.counts = Some(vec![CountedImage { functions, ..CountedImage::default() }].into());
        }
        read
    }

    fn told(base: &Launches, head: &Launches) -> FunctionCalls {
        let mut config = Config::default();
        config.counts.allowed = Some(0);
        let rules = Rules::new(&config, Date::from_unix_seconds(0).unwrap());
        let side = |launches| Side { launches, role: None };
        exact((side(base), side(head)), rules, None, 0.0)
    }

    #[test]
    fn what_a_function_calls_more_often_is_told_with_it_and_what_varies_decides_nothing() {
        let usual = |at: usize| {
            vec![("a", "main", 2), ("b", "a", 6), ("c", "main", 5), ("hash", "main", 100 + at as u64)]
        };
        let more = |at: usize| {
            let new = ("new", "main", 9);
            vec![("a", "main", 3), ("b", "a", 9), ("c", "main", 4), ("hash", "main", 900 + at as u64), new]
        };
        let found = told(&launches(15, usual), &launches(3, more));
        let names: Vec<_> = found.more.iter().map(|one| one.row.subject.bare().to_owned()).collect();
        assert_eq!((names, found.vary), (vec!["a".to_owned()], 1), "{found:?}");
        let one = &found.more[0].increase;
        assert_eq!((one.calls.base, one.calls.head, one.below.len()), (2.0, 3.0, 1));
        // The table has what changed, fewer calls and new functions too, what changed most first.
        let rows: Vec<_> = found.rows.iter().map(|row| (&*row.function.name, row.calls)).collect();
        let expected = [
            ("new", (Some(0.0), 9.0)),
            ("b", (Some(6.0), 9.0)),
            ("a", (Some(2.0), 3.0)),
            ("c", (Some(5.0), 4.0)),
        ];
        assert_eq!((rows, found.launches, found.constant), (expected.to_vec(), (15, 3), 4));
        assert_eq!(found.known.get(&function("c").id()), Some(&(5.0, 4.0)));
        let head = launches(3, more);
        let head: Vec<&Launch> = head.launches.iter().collect();
        let by_itself = alone(&head);
        assert_eq!((by_itself.rows.len(), by_itself.rows[0].calls, by_itself.vary), (5, (None, 901.0), 1));
        assert!(one.matters && one.is_sure(), "{one:?}");
        // Another number that stayed is compared with the newest days, of which each session is one here.
        let was_more = |at: usize| if at < 12 { more(at) } else { usual(at) };
        let is_more = |at: usize| if at < 12 { usual(at) } else { more(at) };
        assert_eq!(told(&launches(36, was_more), &launches(3, more)).more.len(), 1);
        assert!(told(&launches(36, is_more), &launches(3, more)).more.is_empty());
        // Few launches decide nothing.
        let few = told(&launches(6, usual), &launches(3, more));
        assert!(few.more.iter().all(|one| !one.increase.is_sure()) && !few.more.is_empty(), "{few:?}");
        // New launches that differ from each other are no growth of every one.
        let once = |at: usize| if at == 1 { usual(at) } else { more(at) };
        assert!(told(&launches(15, usual), &launches(3, once)).more.is_empty());
    }

    #[test]
    fn a_count_that_varied_rarely_before_takes_certainty_from_its_kind_alone() {
        let of = |calls: u64| {
            move |at: usize| {
                vec![("c", "main", calls), ("d", "main", 1 + u64::from(at == 4)), ("N::f()", "main", calls)]
            }
        };
        let found = told(&launches(18, of(1)), &launches(3, of(2)));
        let sure: Vec<(&str, bool)> =
            found.more.iter().map(|one| (one.row.subject.bare(), one.increase.is_sure())).collect();
        assert_eq!(sure, [("N::f()", true), ("c", true)]);
        let many = |calls: u64| {
            move |at: usize| {
                let rare = |(place, name)| (name, "main", 1 + u64::from(at == 2 * place));
                let names = ["d", "e", "g", "h", "i", "j", "k", "l", "m"];
                let rare = names.into_iter().enumerate().map(rare);
                // What one flag leads to is one cause.
                let of_a_flag = ["o", "p", "q", "r"].map(|name| (name, "main", 1 + u64::from(at == 4)));
                rare.chain(of_a_flag).chain([("c", "main", calls), ("N::f()", "main", calls)]).collect()
            }
        };
        let found = told(&launches(18, many(1)), &launches(3, many(2)));
        let sure: Vec<bool> = found.more.iter().map(|one| one.increase.is_sure()).collect();
        assert_eq!(sure, [true, false], "{found:?}");
    }

    #[test]
    fn overloads_are_functions_of_their_own() {
        let calls = |few: u64, many: u64| {
            move |_: usize| vec![("scale(int)", "main", few), ("scale(double)", "main", many)]
        };
        let (base, head) = (launches(15, calls(2, 10)), launches(3, calls(5, 510)));
        let mut config = Config::default();
        config.counts.allowed = Some(5);
        let today = Date::from_unix_seconds(0).unwrap();
        let side = |launches| Side { launches, role: None };
        let found = exact((side(&base), side(&head)), Rules::new(&config, today), None, 0.0);
        let more: Vec<_> =
            found.more.iter().map(|one| (one.row.subject.bare(), one.increase.matters)).collect();
        assert_eq!(more, [("scale(double)", true), ("scale(int)", false)]);
        let key = gate_baseline::Key::of(&base.launches[0].conditions);
        let accepted = crate::verdict::Accepted { all: &[], place: &key, today };
        let findings = crate::verdict::judge_calls(&found.more, &accepted);
        let failing: Vec<_> =
            findings.iter().filter(|one| one.fails()).map(|one| one.subject().bare()).collect();
        assert_eq!(failing, ["scale(double)"], "+3 of the other overload is allowed");
        assert!(
            findings.iter().all(|one| one.subject().to_string() == "scale"),
            "people read the short name"
        );
    }
}
