//! `gate explain`: a method's callers and callees, in base and head, and the functions that samples found in it; where a function was
//! found; or what something else consists of that a report names.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use gate_baseline::{Key, load_all, smallest_in_tree};
use gate_decision::is_interleaved;
use gate_launches::{Launch, Launches, MethodCost, Ns, Role, Thread};
use gate_report::shown;

use super::explain_answer::{Answer, Cost, List, Row};
use super::explain_functions::Functions;
use super::explain_parts::{Parts, parts};
use super::options::{FormatArgs, ShowArgs};
use super::show::Show;
use super::values::Threads;
use super::{Console, Exit};
use crate::app::Context;
use crate::explain::{Explained, explain};

/// This many methods are named where a part of a name has several.
const CANDIDATES: usize = 12;

#[derive(Args)]
pub(super) struct Explain {
    /// What is explained, as the report names it: a method or function (or a unique part of its name), `launch`, a phase, a module,
    /// a page, an owner, a kind of work or a counter
    #[arg(allow_hyphen_values = true)]
    method: String,
    /// Launches, as for `gate check`
    #[arg(required = true)]
    runs: Vec<PathBuf>,
    /// Compare with these launches instead of the stored baselines
    #[arg(long, num_args = 1.., value_name = "RUNS", conflicts_with = "baseline")]
    base: Vec<PathBuf>,
    /// A folder with the dSYMs of the base's build, where its launches are not stored
    #[arg(long, value_name = "DIR")]
    base_symbols: Option<PathBuf>,
    /// The store of baselines: a folder, or a URL such as s3://bucket/path [default: the setting `baselines`]
    #[arg(long, value_name = "STORE")]
    baseline: Option<PathBuf>,
    /// Show calls on these threads
    #[arg(long, value_enum, default_value_t = Threads::All)]
    thread: Threads,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    show: ShowArgs,
}

/// What a method is compared with.
struct Base {
    /// Costs of methods, with callers unless a stored tree has them.
    launches: Launches,
    /// The call tree that was stored beside them.
    tree: Option<Launches>,
}

impl Base {
    fn of(launches: Launches) -> Base {
        Base { launches, tree: None }
    }

    /// The method, and below what cost a stored tree has no callers and callees.
    fn explain(&self, method: &str, thread: Thread) -> Option<(Explained, Option<Ns>)> {
        let found = explain(method, &self.launches, thread)?;
        let Some(tree) = &self.tree else { return Some((found, None)) };
        let neighbours = explain(method, tree, thread).unwrap_or_default();
        let below = smallest_in_tree(&self.launches.launches);
        Some((Explained { cost: found.cost, ..neighbours }, Some(below)))
    }
}

pub(super) fn explain_method(args: &Explain, to: Console<'_>) -> anyhow::Result<Exit> {
    let mut context = args.show.settings.context()?;
    if let Some(folder) = &args.base_symbols {
        context.attribution.add_symbols(folder)?;
    }
    let (mut head_launches, mut counting) =
        context.shown_and_counting(&args.runs, args.show.all, &mut Show::on(to.err))?;
    let mut base_counting = Vec::new();
    let base = if !args.base.is_empty() {
        let (base, counting) =
            context.shown_and_counting(&args.base, args.show.all, &mut Show::on(to.err))?;
        base_counting = counting;
        Some(Base::of(base))
    } else if args.baseline.is_none() && is_interleaved(&head_launches) {
        let mut base = head_launches.clone();
        base.launches.retain(|launch| launch.role == Some(Role::Base));
        head_launches.launches.retain(|launch| launch.role != Some(Role::Base));
        base_counting = counting.extract_if(.., |launch| launch.role == Some(Role::Base)).collect();
        Some(Base::of(base))
    } else {
        stored(&context, args, &head_launches)?
    };
    let base_launches = base.as_ref().map(|base| &base.launches);
    let functions = Functions::of(&head_launches, base_launches).counted_in(&base_counting, &counting);
    if base.is_none() {
        writeln!(to.err, "warning: no baseline to compare with; `gate baseline update` stores one")?;
    }
    let answer = match chosen(&args.method, (&head_launches, &functions), base_launches)? {
        Chosen::Parts(parts) => of_parts(parts, base.is_some()),
        Chosen::Name(name) if functions.has(&name) => functions.places(&name),
        Chosen::Name(name) => {
            let answer = of_method(&name, args.thread, (&head_launches, &functions), base.as_ref())?;
            if !head_launches.launches.iter().any(Launch::knows_callers) {
                writeln!(to.err, "warning: these launches have no callers and callees")?;
            }
            answer
        }
    };
    match args.format.is_json() {
        true => args.format.write(to.out, "explain", answer.json())?,
        false => answer.write(to.terminal.width, to.out)?,
    }
    Ok(Exit::Pass)
}

/// What is said of launches that did not count what is asked for.
const NOT_MEASURED: &str = "not measured";

/// What is no method: its parts, without calls.
fn of_parts(parts: Parts, is_compared: bool) -> Answer {
    let sides = [&parts.base, &parts.head];
    let names: BTreeSet<&String> = sides.into_iter().flatten().flat_map(BTreeMap::keys).collect();
    let cost = |side: &Option<BTreeMap<String, f64>>, name: &str| match side {
        Some(side) => side.get(name).map_or(Cost::Nothing, |value| Cost::Known(*value, None)),
        None => Cost::Unknown(NOT_MEASURED),
    };
    let row = |name: &String| Row {
        name: name.clone(),
        base: if is_compared { cost(&parts.base, name) } else { Cost::Nothing },
        head: cost(&parts.head, name),
    };
    let about = ["base", "head"].into_iter().zip(sides).filter(|(side, _)| is_compared || *side == "head");
    let about = about.filter(|(_, side)| side.is_none()).map(|(side, _)| (side, NOT_MEASURED.to_owned()));
    let about = about.collect();
    let rows = names.into_iter().map(row).collect();
    let of = Some("Average launch, on the main thread".to_owned());
    let list = List { of, title: None, is_time: parts.is_time, rows }.sorted();
    Answer { name: parts.title, about, lists: vec![list] }
}

/// A method, its callers and callees on each kind of thread.
fn of_method(
    name: &str,
    wanted: Threads,
    (head_launches, functions): (&Launches, &Functions),
    base: Option<&Base>,
) -> anyhow::Result<Answer> {
    let known = [Some(head_launches), base.map(|base| &base.launches)].into_iter().flatten();
    let known =
        known.into_iter().find_map(|launches| Some(launches.table.method(launches.table.find(name)?)));
    let or = |text: Option<&str>| text.unwrap_or("unknown").to_owned();
    let (module, owner) = known.map_or((None, None), |one| (one.module.as_deref(), one.owner.as_deref()));
    let mut lists = Vec::new();
    let kinds = [(Thread::Main, "the main thread"), (Thread::Other, "other threads")];
    for (thread, threads) in kinds.into_iter().filter(|(thread, _)| wanted.has(*thread)) {
        let head = explain(name, head_launches, thread);
        let base = base.and_then(|base| base.explain(name, thread));
        if head.is_none() && base.is_none() {
            continue;
        }
        let (base, below) = base.unwrap_or_default();
        on_thread(threads, (&base, &head.unwrap_or_default()), below, &mut lists);
        if thread == Thread::Main {
            lists.extend(functions.inside(name));
        }
    }
    lists.extend(functions.calls(name));
    if lists.is_empty() {
        bail!("{name:?} did not run on these threads; omit --thread to see all");
    }
    Ok(Answer { name: name.to_owned(), about: vec![("module", or(module)), ("owner", or(owner))], lists })
}

/// The newest stored session that may be compared with these launches, with a tree if one has any.
fn stored(context: &Context, args: &Explain, head_launches: &Launches) -> anyhow::Result<Option<Base>> {
    let store = context.store(args.baseline.as_deref())?;
    let Some(launch) = head_launches.launches.first() else { return Ok(None) };
    let is_head = |name: &str| head_launches.sessions().any(|(session, _)| session == name);
    let key = Key::of(&launch.conditions);
    let conditions = [&*launch.conditions];
    let mut newest = None;
    for entry in gate_decision::comparable(&*store, &key, &conditions, is_head)? {
        let entry = entry?;
        if let Some(tree) = store.tree(&entry)? {
            return Ok(Some(Base { launches: load_all(&*store, [&entry])?, tree: Some(tree) }));
        }
        newest.get_or_insert(entry);
    }
    Ok(newest.map(|entry| load_all(&*store, [&entry])).transpose()?.map(Base::of))
}

/// What a name means.
enum Chosen {
    /// A method or function.
    Name(String),
    Parts(Parts),
}

/// What is meant: the method or function of this very name, something else that a report names, or the only method or function whose
/// name has this part.
fn chosen(
    method: &str,
    (head, functions): (&Launches, &Functions),
    base: Option<&Launches>,
) -> anyhow::Result<Chosen> {
    // As reports name what a method takes beside the main thread.
    let method = method.strip_suffix(" on other threads").unwrap_or(method);
    let methods = [Some(head), base].into_iter().flatten().flat_map(|launches| launches.table.methods());
    let names: BTreeSet<&str> = methods.map(|(_, one)| &*one.name).chain(functions.names()).collect();
    if names.contains(method) {
        return Ok(Chosen::Name(method.to_owned()));
    }
    if let Some(parts) = parts(method, head, base) {
        return Ok(Chosen::Parts(parts));
    }
    let part = method.to_lowercase();
    let with_part: Vec<&str> =
        names.iter().copied().filter(|name| name.to_lowercase().contains(&part)).collect();
    match &with_part[..] {
        [only] => Ok(Chosen::Name((*only).to_owned())),
        [] => {
            bail!(
                "no method, function, phase, module, page, owner or kind of work {method:?} in these launches{}; `gate tree RUNS` lists methods",
                nearest(method, head)
            )
        }
        several => {
            let mut list: String =
                several.iter().take(CANDIDATES).map(|name| format!("\n  {}", shown(name))).collect();
            if several.len() > CANDIDATES {
                list += &format!("\n  and {} more", several.len() - CANDIDATES);
            }
            bail!("{} methods match {method:?}; pass a longer part of the name:{list}", several.len())
        }
    }
}

fn nearest(method: &str, launches: &Launches) -> String {
    if method.len() > 1000 {
        return String::new();
    }
    let names = launches.table.methods().map(|(_, method)| &*method.name).filter(|name| name.len() <= 1000);
    let near = names
        .map(|name| (strsim::jaro_winkler(method, name), name))
        .filter(|(likeness, _)| *likeness > 0.7)
        .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(a.1)));
    near.map_or(String::new(), |(_, name)| format!("; the nearest is {name:?}"))
}

/// A method on one kind of thread, base and head; below a cost, callers and callees in the base are not known.
fn on_thread(
    threads: &str,
    (base, head): (&Explained, &Explained),
    below: Option<Ns>,
    lists: &mut Vec<List>,
) {
    let own = |cost: &MethodCost| (cost.self_ns.0, cost.calls);
    let whole = |cost: &MethodCost| (cost.total_ns.0, cost.calls);
    let both = |name: &str, side: fn(&MethodCost) -> (f64, f64)| Row {
        name: name.to_owned(),
        base: known(&base.cost, side),
        head: known(&head.cost, side),
    };
    let rows = vec![both("the method itself", own), both("with everything it calls", whole)];
    let of = Some(format!("Average launch, on {threads}"));
    lists.push(List { of, title: None, is_time: true, rows });
    for (title, base, head) in
        [("Called by", &base.callers, &head.callers), ("Calls", &base.callees, &head.callees)]
    {
        let names: BTreeSet<&String> = base.keys().chain(head.keys()).collect();
        let none = MethodCost::default();
        let cost = |side: &BTreeMap<String, MethodCost>, name: &String| {
            known(side.get(name).unwrap_or(&none), whole)
        };
        let row = |name: &String| Row {
            name: if name.is_empty() { "(no recorded method)".to_owned() } else { name.clone() },
            // What ran in head alone, and is left out of stored trees below a cost, may have run in the base too.
            base: match (cost(base, name), below) {
                (Cost::Nothing, Some(below)) => Cost::Below(below.0),
                (cost, _) => cost,
            },
            head: cost(head, name),
        };
        let rows: Vec<Row> = names.into_iter().map(row).collect();
        if !rows.is_empty() {
            lists.push(List { of: None, title: Some(title), is_time: true, rows }.sorted());
        }
    }
}

/// Cost and calls; nothing of what never ran.
fn known(cost: &MethodCost, of: fn(&MethodCost) -> (f64, f64)) -> Cost {
    let (value, calls) = of(cost);
    match cost.calls != 0.0 || cost.total_ns.0 != 0.0 {
        true => Cost::Known(value, Some(calls)),
        false => Cost::Nothing,
    }
}
