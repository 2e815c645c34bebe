//! The functions that samples found, as rows, and as what explains the growth of other rows.
//!
//! A row's exact cost (a method's own time, a phase outside Objective-C) is divided among the functions that were seen in it: the cost
//! times the share of the samples of all launches of the side. So functions add up to the row, and sampling moves no total.
//! Rows are judged in what no finding tells already, so a growth is told once.
//!
//! Invariant: which functions have a row of their own does not hang on which side is which.

mod divided;
mod explain;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use gate_launches::{Function, FunctionKind, Launch, Role};
use gate_stats::sampled::{Count, Sampled, Share, judge_sampled};
use gate_stats::tuned::FUNCTION_SHARE;
use gate_stats::{Call, Common, Limit, RowResult, Settings, levels};

use super::Judged;
use super::rows::{Counted, Matrix, Row, Values};
use super::rules::Rules;
use crate::amount::Sides;
use crate::reason::Reason;
use crate::subject::Subject;
use divided::{Divided, key_of};
pub use explain::Part;

/// What is said of functions.
#[derive(Clone, Debug, Default)]
pub struct Functions {
    /// The functions that have a row, and of each module what the others are together.
    pub rows: Vec<Judged>,
    /// The function of each of these rows; none for a module's others.
    pub of_row: Vec<Option<Arc<Function>>>,
    /// In which nodes each of these rows was seen.
    pub nodes: Vec<BTreeSet<Subject>>,
    /// Of rows that are findings: the functions that explain their growth, the largest first.
    pub parts: BTreeMap<Subject, Vec<Part>>,
    /// The functions in each exact cost that was sampled, and their shares of it.
    pub shares: BTreeMap<Subject, Vec<FunctionShare>>,
    /// What runs before `main` by itself: the cost of each before and now.
    pub initialisers: Vec<Initialiser>,
    /// Launches with samples, before and now.
    pub sampled: (usize, usize),
    /// The first session whose functions are known, and when it was recorded.
    pub since: Option<(Arc<str>, Option<u64>)>,
    /// Why functions are not judged, although something was sampled.
    pub not_judged: Option<Reason>,
    /// Images without symbols: the side, the image, its UUID.
    pub missing: Vec<MissingSymbols>,
}

/// An image without symbols.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MissingSymbols {
    pub side: Role,
    pub image: String,
    pub uuid: String,
}

/// A function's share of an exact cost.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionShare {
    pub function: Arc<Function>,
    /// Before and now.
    pub share: (f64, f64),
    /// Within what its growth lies, as a share of the larger cost: this holds of all shares together in 95 % of checks.
    pub within: f64,
}

/// A static initialiser.
#[derive(Clone, Debug, PartialEq)]
pub struct Initialiser {
    pub function: Arc<Function>,
    /// What it costs, before and now.
    pub cost: (f64, f64),
}

/// Whether functions can be judged: enough launches of both sides have samples, and both sides' symbols say the same.
pub(super) struct FunctionRows {
    can: bool,
    told: Functions,
}

impl FunctionRows {
    pub(super) fn new(counted: Counted<'_>, rules: Rules<'_>) -> FunctionRows {
        let with = |launches: &[&Launch]| launches.iter().filter(|l| l.functions.is_some()).count();
        let sampled = (with(counted.base), with(counted.head));
        let missing = missing(counted);
        let first = counted
            .base
            .iter()
            .filter(|launch| launch.functions.is_some())
            .min_by_key(|launch| (launch.recorded_unix_ms, Arc::clone(&launch.session)));
        let since = first.map(|launch| (Arc::clone(&launch.session), launch.recorded_unix_ms));
        let not_judged = why_not(Sides { base: sampled.0, head: sampled.1 }, &missing, rules);
        let can = not_judged.is_none() && sampled.0 > 0 && sampled.1 > 0;
        let told = Functions { sampled, since, not_judged, missing, ..Functions::default() };
        FunctionRows { can, told }
    }

    /// What the other rows' level is multiplied by.
    pub(super) fn left(&self) -> f64 {
        if self.can { levels::BESIDE_FUNCTIONS } else { 1.0 }
    }

    /// Judges functions in what `told` (rows of `parts`) does not tell, and explains the rows in `found`.
    pub(super) fn judge(
        self,
        counted: Counted<'_>,
        (parts, results): (&Matrix, &[RowResult]),
        (told, found, dense): (&BTreeSet<usize>, &[&Row], &[Vec<&Launch>; 2]),
        (settings, common): (&Settings, &Common),
        rules: Rules<'_>,
    ) -> Functions {
        let mut functions = self.told;
        if !self.can {
            return functions;
        }
        let divided = Divided::new(counted, parts, results);
        let rows = chosen(&divided, told);
        let draft = |Chosen { key, function, module, .. }: &Chosen| {
            let owner = function.as_ref().and_then(|function| function.owner.clone());
            Row::new(key.clone(), Some(Arc::clone(module)), owner, rules)
        };
        let drafts: Vec<Row> = rows.iter().map(draft).collect();
        let limits = drafts.iter().map(|row| Limit {
            decides: !row.rule.advisory && !row.rule.ignored,
            ..Limit::new(row.rule.limits.effect, row.rule.limits.floor.0)
        });
        let limits: Vec<Limit> = limits.collect();
        let sampled: Vec<Sampled> = rows.iter().map(|row| sampled(&divided, &row.pairs)).collect();
        let judged = judge_sampled(&sampled, &limits, settings, common, levels::FUNCTIONS);
        for ((chosen, row), result) in rows.into_iter().zip(drafts).zip(judged) {
            if row.rule.ignored {
                continue;
            }
            let [base, head] = divided.values(&chosen.pairs);
            let nodes = chosen.pairs.iter().map(|&pair| divided.key_of_pair(pair).clone()).collect();
            functions.nodes.push(nodes);
            functions.of_row.push(chosen.function);
            let values = Arc::new(Values { base, head });
            functions.rows.push(Judged { row, result, calls: None, values, called_by: None });
        }
        let own = functions.rows.iter().filter(|judged| judged.result.call == Call::Finding);
        let found: Vec<&Row> = found.iter().copied().chain(own.map(|judged| &judged.row)).collect();
        let [base, head] = [(counted.base, &dense[0]), (counted.head, &dense[1])]
            .map(|(timed, dense)| [timed, &dense[..]].concat());
        let with_dense = (!dense.iter().all(Vec::is_empty))
            .then(|| Divided::new(Counted { base: &base, head: &head, ..counted }, parts, results));
        let naming = with_dense.as_ref().unwrap_or(&divided);
        for row in found {
            let parts = explain::parts(naming, &row.subject, row.module.as_deref());
            functions.parts.insert(row.subject.clone(), parts);
        }
        functions.initialisers = initialisers(&divided);
        functions.shares = shares(&divided, settings, common);
        functions
    }
}

/// Why functions are not judged, although something was sampled.
fn why_not(sampled: Sides<usize>, missing: &[MissingSymbols], rules: Rules<'_>) -> Option<Reason> {
    let needed = rules.config.gate.min_launches;
    if sampled == (Sides { base: 0, head: 0 }) {
        return None;
    }
    for (side, launches) in [(Role::Base, sampled.base), (Role::Head, sampled.head)] {
        if launches < needed {
            return Some(Reason::TooFewSamples { side, launches, needed });
        }
    }
    let images = |side: Role| -> BTreeSet<&str> {
        missing.iter().filter(|one| one.side == side).map(|one| one.image.as_str()).collect()
    };
    let (base, head) = (images(Role::Base), images(Role::Head));
    let images: Vec<String> = base.symmetric_difference(&head).map(|image| (*image).to_owned()).collect();
    let missing = if base.len() > head.len() { Role::Base } else { Role::Head };
    (!images.is_empty()).then_some(Reason::SymbolsOfOneSide { missing, images })
}

/// Images without symbols, of each side once.
fn missing(counted: Counted<'_>) -> Vec<MissingSymbols> {
    let mut all = BTreeSet::new();
    for (side, _, launch, _) in counted.launches() {
        for (image, uuid) in launch.functions.iter().flat_map(|functions| functions.missing.iter()) {
            let side = [Role::Base, Role::Head][side];
            all.insert(MissingSymbols { side, image: image.clone(), uuid: uuid.clone() });
        }
    }
    all.into_iter().collect()
}

/// A row to be judged.
struct Chosen {
    key: Subject,
    function: Option<Arc<Function>>,
    module: Arc<str>,
    pairs: Vec<usize>,
}

/// The functions of the app in each node, and their shares of it.
fn shares(
    divided: &Divided<'_>,
    settings: &Settings,
    common: &Common,
) -> BTreeMap<Subject, Vec<FunctionShare>> {
    let of_app = |pair: &usize| {
        let function = divided.pairs[*pair].function.map(|function| divided.function(function));
        function.is_some_and(|of| matches!(of.kind, FunctionKind::App | FunctionKind::Initialiser))
    };
    let pairs: Vec<usize> = (0..divided.pairs.len()).filter(of_app).collect();
    let rows: Vec<Sampled> = pairs.iter().map(|&pair| sampled(divided, &[pair])).collect();
    let confidence = 1.0 - (1.0 - settings.confidence) / pairs.len().max(1) as f64;
    let settings = Settings { confidence, ..*settings };
    let limits = vec![Limit { decides: false, ..Limit::new(0.0, 0.0) }; pairs.len()];
    let judged = judge_sampled(&rows, &limits, &settings, common, levels::FUNCTIONS);
    let mut all: BTreeMap<Subject, Vec<FunctionShare>> = BTreeMap::new();
    for (pair, result) in pairs.into_iter().zip(judged) {
        let Some(function) = divided.pairs[pair].function else { continue };
        let share = divided.share(pair);
        let level = divided.nodes[divided.pairs[pair].node].level;
        let (low, high) = result.change_interval;
        let within = 0.5 * (high - low) / level[0].max(level[1]).max(f64::MIN_POSITIVE);
        let found = FunctionShare {
            function: Arc::clone(divided.function(function)),
            share: (share[0], share[1]),
            within,
        };
        all.entry(divided.key_of_pair(pair).clone()).or_default().push(found);
    }
    all
}

/// The functions with enough of the launch, and of each module what is left, in the pairs that nothing tells yet.
fn chosen(divided: &Divided<'_>, told: &BTreeSet<usize>) -> Vec<Chosen> {
    let mut rows: BTreeMap<Subject, Chosen> = BTreeMap::new();
    let least = FUNCTION_SHARE * divided.launch_mean;
    let cost = divided.cost_by_function();
    for (at, pair) in divided.pairs.iter().enumerate() {
        let Some(function) = &pair.function else { continue };
        if told.contains(&divided.nodes[pair.node].row) {
            continue;
        }
        let of = divided.function(*function);
        let is_large =
            of.kind != FunctionKind::Others && 0.5 * (cost[*function].0 + cost[*function].1) >= least;
        let module = Arc::clone(&of.module);
        let key = if is_large { key_of(of) } else { Subject::OtherFunctions(Arc::clone(&module)) };
        let row = rows.entry(key.clone()).or_insert_with(|| Chosen {
            key,
            function: is_large.then(|| Arc::clone(of)),
            module,
            pairs: Vec::new(),
        });
        row.pairs.push(at);
    }
    rows.into_values().collect()
}

/// The counts of a row.
fn sampled(divided: &Divided<'_>, pairs: &[usize]) -> Sampled {
    let shares = [0, 1].map(|side| -> BTreeMap<usize, Share> {
        let share = |(node, found): (usize, Vec<f64>)| {
            let (cost, samples) = (divided.nodes[node].level[side], divided.sides[side].samples[node]);
            (node, Share { cost, found: found.iter().sum(), samples })
        };
        explain::found(divided, side, pairs).into_iter().map(share).collect()
    });
    let exact = shares[0].iter().zip(shares[1].values()).map(|((&node, base), head)| {
        let share = |share: &Share| if share.samples > 0.0 { share.found / share.samples } else { 0.0 };
        divided.nodes[node].error * share(base).max(share(head))
    });
    let exact = exact.sum();
    let [base, head] = shares.map(|share| share.into_values().collect());
    let [before, now] = [0, 1].map(|side| counts(divided, side, pairs, |launch| launch));
    let df = (before.len().saturating_sub(1) + now.len().saturating_sub(1)) as f64;
    let sessions = counts(divided, 0, pairs, |launch| &divided.sides[0].launches[launch].session);
    let enough = sessions.len() >= 3;
    let session_df = if enough { sessions.len() as f64 - 1.0 } else { 0.0 };
    Sampled {
        exact,
        base,
        head,
        launches: (before.into_iter().chain(now).collect(), df),
        sessions: (if enough { sessions } else { Vec::new() }, session_df),
    }
}

/// How often a row was found in each group of a side's launches, and how often its share says.
fn counts<G: Ord>(
    divided: &Divided<'_>,
    side: usize,
    pairs: &[usize],
    group: impl Fn(usize) -> G,
) -> Vec<Count> {
    let (of, by_node) = (&divided.sides[side], explain::found(divided, side, pairs));
    let mut all: BTreeMap<G, Count> = BTreeMap::new();
    for launch in 0..of.launches.len() {
        let count = all.entry(group(launch)).or_default();
        for (&node, found) in by_node.iter().filter(|(node, _)| of.samples[**node] > 0.0) {
            let share = found.iter().sum::<f64>() / of.samples[node];
            let samples = of.samples_in[launch][node];
            count.found += found[launch];
            count.expected += samples * share;
            count.variance += samples * share * (1.0 - share);
        }
    }
    all.into_values().collect()
}

fn initialisers(divided: &Divided<'_>) -> Vec<Initialiser> {
    let cost = divided.cost_by_function();
    let all = cost.into_iter().enumerate();
    let all = all.map(|(at, cost)| Initialiser { function: Arc::clone(divided.function(at)), cost });
    let mut found: Vec<_> = all.filter(|one| one.function.kind == FunctionKind::Initialiser).collect();
    found.sort_by(|a, b| b.cost.1.total_cmp(&a.cost.1).then_with(|| a.function.cmp(&b.function)));
    found
}

#[cfg(test)]
mod tests;
