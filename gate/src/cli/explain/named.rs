//! Explains one name of a report: a method by its callers and callees in base and head, a function by the methods in which samples found
//! it, and any other name by its parts.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use anyhow::bail;
use gate_baseline::{BaselineKey, load_all, smallest_in_tree};
use gate_decision::is_interleaved;
use gate_launches::{BuildRole, Launch, Launches, MethodCost, Ns, ThreadKind};
use gate_report::escape_for_display;

use super::answer::{Cost, CostList, CostRow, Explanation};
use super::functions::ComparedFunctions;
use super::parts::{SubjectParts, find_parts};
use super::{Console, EventDisplay, Exit, ExplainArgs, NO_CALLERS, Threads, take_base};
use crate::app::Context;
use crate::explain::{ExplainedMethod, explain};

/// Number of methods that are listed if a part of a name matches several.
const CANDIDATES: usize = 12;

/// The text for a side whose launches did not measure a kind of work or a counter.
const NOT_MEASURED: &str = "not measured";

pub(super) fn explain_name(args: &ExplainArgs, to: Console<'_>) -> anyhow::Result<Exit> {
    let context = args.read_context()?;
    let compared = ComparedLaunches::read(args, &context, to.err)?;
    if compared.base.is_none() {
        writeln!(to.err, "warning: no baseline to compare with; `gate baseline update` stores one")?;
    }
    let answer = compared.explain(args.name.as_deref().unwrap_or_default(), args.thread)?;
    if let Some(warning) = answer.warning {
        writeln!(to.err, "{warning}")?;
    }
    match args.format.is_json() {
        true => args.format.write(to.out, "explain", answer.to_json())?,
        false => answer.write(to.terminal.width, to.out)?,
    }
    Ok(Exit::Pass)
}

/// The base of a comparison.
struct BaseLaunches {
    /// Launches with the costs of methods, and with callers unless a stored tree contains the callers.
    launches: Launches,
    /// The call tree that was stored beside the launches.
    tree: Option<Launches>,
}

impl BaseLaunches {
    fn new(launches: Launches) -> BaseLaunches {
        BaseLaunches { launches, tree: None }
    }

    /// Explains a method. With a stored tree, also returns the cost below which the tree omits callers and callees.
    fn explain(&self, method: &str, thread: ThreadKind) -> Option<(ExplainedMethod, Option<Ns>)> {
        let found = explain(method, &self.launches, thread)?;
        let Some(tree) = &self.tree else { return Some((found, None)) };
        let neighbours = explain(method, tree, thread).unwrap_or_default();
        let below = smallest_in_tree(&self.launches.launches);
        Some((ExplainedMethod { cost: found.cost, ..neighbours }, Some(below)))
    }
}

/// The launches of the head, and the launches of the base if the command has a base.
struct ComparedLaunches {
    head: Launches,
    base: Option<BaseLaunches>,
    functions: ComparedFunctions,
}

impl ComparedLaunches {
    fn read(args: &ExplainArgs, context: &Context, err: &mut dyn Write) -> anyhow::Result<ComparedLaunches> {
        let (mut head, mut counting) =
            context.shown_and_counting(&args.runs, args.show.all, &mut EventDisplay::with_stderr(err))?;
        let mut base_counting = Vec::new();
        let base = if !args.base.is_empty() {
            let (base, counting) =
                context.shown_and_counting(&args.base, args.show.all, &mut EventDisplay::with_stderr(err))?;
            base_counting = counting;
            Some(BaseLaunches::new(base))
        } else if args.baseline.is_none() && is_interleaved(&head) {
            base_counting = counting.extract_if(.., |launch| launch.role == Some(BuildRole::Base)).collect();
            Some(BaseLaunches::new(take_base(&mut head)))
        } else {
            read_stored_base(context, args, &head)?
        };
        let base_launches = base.as_ref().map(|base| &base.launches);
        let functions = ComparedFunctions::new(&head, base_launches).with_calls(&base_counting, &counting);
        Ok(ComparedLaunches { head, base, functions })
    }

    /// Returns the launches of the head, then the launches of the base.
    fn sides(&self) -> impl Iterator<Item = &Launches> {
        std::iter::once(&self.head).chain(self.base.as_ref().map(|base| &base.launches))
    }

    /// Explains the method or function with exactly this name. If no method or function has this name, explains a phase, module or other
    /// subject with this name, or otherwise the only method or function whose name contains the text.
    fn explain(&self, name: &str, threads: Threads) -> anyhow::Result<Explanation> {
        // Reports add this suffix to the name of a method for its costs outside the main thread.
        let name = name.strip_suffix(" on other threads").unwrap_or(name);
        let methods = self.sides().flat_map(|launches| launches.table.methods());
        let names: BTreeSet<&str> =
            methods.map(|(_, one)| &*one.name).chain(self.functions.names()).collect();
        if names.contains(name) {
            return self.explain_code(name, threads);
        }
        if let Some(parts) = find_parts(name, &self.head, self.base.as_ref().map(|base| &base.launches)) {
            return Ok(parts_answer(&parts, self.base.is_some()));
        }
        let part = name.to_lowercase();
        let matching: Vec<&str> =
            names.iter().copied().filter(|name| name.to_lowercase().contains(&part)).collect();
        match &matching[..] {
            [only] => self.explain_code(only, threads),
            [] => bail!(
                "no method, function, phase, module, page, owner or kind of work {name:?} in these launches{}; `gate explain tree RUNS` lists methods",
                suggest_method(name, &self.head)
            ),
            several => {
                let mut list: String = several
                    .iter()
                    .take(CANDIDATES)
                    .map(|name| format!("\n  {}", escape_for_display(name)))
                    .collect();
                if several.len() > CANDIDATES {
                    list += &format!("\n  and {} more", several.len() - CANDIDATES);
                }
                bail!("{} methods match {name:?}; pass a longer part of the name:{list}", several.len())
            }
        }
    }

    /// Explains a function by the methods in which samples found it, or a method by its cost, callers and callees on each kind of thread.
    fn explain_code(&self, name: &str, wanted: Threads) -> anyhow::Result<Explanation> {
        if self.functions.has_function(name) {
            return Ok(self.functions.explain_function(name));
        }
        let known = self.sides().find_map(|one| Some(one.table.method(one.table.find(name)?)));
        let (module, owner) = known.map_or((None, None), |one| (one.module.as_deref(), one.owner.as_deref()));
        let or_unknown = |text: Option<&str>| text.unwrap_or("unknown").to_owned();
        let mut lists = Vec::new();
        let kinds = [(ThreadKind::Main, "the main thread"), (ThreadKind::Other, "other threads")];
        for (thread, threads) in kinds.into_iter().filter(|(thread, _)| wanted.includes(*thread)) {
            let head = explain(name, &self.head, thread);
            let base = self.base.as_ref().and_then(|base| base.explain(name, thread));
            if head.is_none() && base.is_none() {
                continue;
            }
            let (base, below) = base.unwrap_or_default();
            lists.extend(thread_lists(threads, &base, &head.unwrap_or_default(), below));
            if thread == ThreadKind::Main {
                lists.extend(self.functions.list_functions_in(name));
            }
        }
        lists.extend(self.functions.list_calls(name));
        if lists.is_empty() {
            bail!("{name:?} did not run on these threads; omit --thread to see all");
        }
        let about = vec![("module", or_unknown(module)), ("owner", or_unknown(owner))];
        let knows_callers = self.head.launches.iter().any(Launch::knows_callers);
        let warning = (!knows_callers).then_some(NO_CALLERS);
        Ok(Explanation { name: name.to_owned(), about, lists, warning })
    }
}

/// Reads the newest comparable session that has a call tree or, if no comparable session has a call tree, the newest comparable session.
fn read_stored_base(
    context: &Context,
    args: &ExplainArgs,
    head: &Launches,
) -> anyhow::Result<Option<BaseLaunches>> {
    let store = context.store(args.baseline.as_deref())?;
    let Some(launch) = head.launches.first() else { return Ok(None) };
    let is_head = |name: &str| head.sessions().any(|(session, _)| session == name);
    let key = BaselineKey::from_conditions(&launch.conditions);
    let conditions = [&*launch.conditions];
    let mut newest = None;
    for entry in gate_decision::comparable_sessions(&*store, &key, &conditions, is_head)? {
        let entry = entry?;
        if let Some(tree) = store.read_call_tree(&entry)? {
            return Ok(Some(BaseLaunches { launches: load_all(&*store, [&entry])?, tree: Some(tree) }));
        }
        newest.get_or_insert(entry);
    }
    Ok(newest.map(|entry| load_all(&*store, [&entry])).transpose()?.map(BaseLaunches::new))
}

/// Suggests the method with the most similar name. Very long names are skipped, since comparing them is too slow.
fn suggest_method(method: &str, launches: &Launches) -> String {
    let names = launches.table.methods().map(|(_, method)| &*method.name);
    let near = names
        .filter(|name| name.len().max(method.len()) <= 1000)
        .map(|name| (strsim::jaro_winkler(method, name), name))
        .filter(|(likeness, _)| *likeness > 0.7)
        .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(a.1)));
    near.map_or(String::new(), |(_, name)| format!("; the nearest is {name:?}"))
}

/// Lists the parts of a subject that is not a method. The list contains no numbers of calls.
fn parts_answer(parts: &SubjectParts, is_compared: bool) -> Explanation {
    let sides = [&parts.base, &parts.head];
    let names: BTreeSet<&String> = sides.into_iter().flatten().flat_map(BTreeMap::keys).collect();
    let rows = names.into_iter().map(|name| CostRow {
        name: name.clone(),
        base: if is_compared { part_cost(parts.base.as_ref(), name) } else { Cost::Zero },
        head: part_cost(parts.head.as_ref(), name),
    });
    let about = ["base", "head"].into_iter().zip(sides).filter(|(side, _)| is_compared || *side == "head");
    let about = about.filter(|(_, side)| side.is_none()).map(|(side, _)| (side, NOT_MEASURED.to_owned()));
    let heading = Some("Average launch, on the main thread".to_owned());
    let list = CostList { heading, title: None, is_time: parts.is_time, rows: rows.collect() }.into_sorted();
    Explanation { name: parts.title.clone(), about: about.collect(), lists: vec![list], warning: None }
}

fn part_cost(parts: Option<&BTreeMap<String, f64>>, name: &str) -> Cost {
    match parts {
        Some(parts) => parts.get(name).map_or(Cost::Zero, |value| Cost::Known(*value, None)),
        None => Cost::Unknown(NOT_MEASURED),
    }
}

/// Lists a method on one kind of thread: its cost, its callers and its callees. The base's stored tree omits costs below `below`.
fn thread_lists(
    threads: &str,
    base: &ExplainedMethod,
    head: &ExplainedMethod,
    below: Option<Ns>,
) -> Vec<CostList> {
    let (own_base, own_head) =
        (cost_with_calls(&base.cost, base.cost.self_ns), cost_with_calls(&head.cost, head.cost.self_ns));
    let rows = vec![
        CostRow { name: "the method itself".to_owned(), base: own_base, head: own_head },
        CostRow {
            name: "with everything it calls".to_owned(),
            base: total_cost(&base.cost),
            head: total_cost(&head.cost),
        },
    ];
    let heading = Some(format!("Average launch, on {threads}"));
    let neighbours = [
        neighbour_list("Called by", &base.callers, &head.callers, below),
        neighbour_list("Calls", &base.callees, &head.callees, below),
    ];
    let own = CostList { heading, title: None, is_time: true, rows };
    std::iter::once(own).chain(neighbours.into_iter().flatten()).collect()
}

fn neighbour_list(
    title: &'static str,
    base: &BTreeMap<String, MethodCost>,
    head: &BTreeMap<String, MethodCost>,
    below: Option<Ns>,
) -> Option<CostList> {
    let names: BTreeSet<&String> = base.keys().chain(head.keys()).collect();
    let rows = names.into_iter().map(|name| CostRow {
        name: if name.is_empty() { "(no recorded method)".to_owned() } else { name.clone() },
        // A caller or callee that ran only in the head may be missing in the base because stored trees omit small costs.
        base: match (base.get(name).map_or(Cost::Zero, total_cost), below) {
            (Cost::Zero, Some(below)) => Cost::Below(below.0),
            (cost, _) => cost,
        },
        head: head.get(name).map_or(Cost::Zero, total_cost),
    });
    let list = CostList { heading: None, title: Some(title), is_time: true, rows: rows.collect() };
    (!list.rows.is_empty()).then(|| list.into_sorted())
}

/// Returns a method's total time, including its callees.
fn total_cost(cost: &MethodCost) -> Cost {
    cost_with_calls(cost, cost.total_ns)
}

/// Returns a time with the calls of the method, or zero for a method that never ran.
fn cost_with_calls(cost: &MethodCost, ns: Ns) -> Cost {
    match cost.calls != 0.0 || cost.total_ns.0 != 0.0 {
        true => Cost::Known(ns.0, Some(cost.calls)),
        false => Cost::Zero,
    }
}
