//! `gate explain`: a method's callers and callees, in base and head, and the functions that samples found in it; or where a function
//! was found.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;

use anyhow::bail;
use clap::Args;

use crate::app::Context;
use crate::baseline::{Key, load_all, smallest_in_tree};
use crate::explain::{Explained, explain};
use crate::judge::{self, is_interleaved};
use crate::launches::{Launches, MethodCost, Ns, Role, Thread};
use crate::report::{shown, shown_change, shown_time};

use super::Exit;
use super::explain_functions::Functions;
use super::options::ShowArgs;
use super::show::Show;
use super::values::Threads;

/// So many methods are named where a part of a name has several.
const CANDIDATES: usize = 12;

#[derive(Args)]
pub(super) struct Explain {
    /// The method or function as the report names it, or a unique part of its name
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

pub(super) fn explain_method(
    args: &Explain,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let mut context = args.show.context()?;
    if let Some(folder) = &args.base_symbols {
        context.attribution.add_symbols(folder)?;
    }
    let mut head_launches = context.shown(&args.runs, args.show.all, &mut Show::on(err))?;
    let base = if !args.base.is_empty() {
        Some(Base::of(context.shown(&args.base, args.show.all, &mut Show::on(err))?))
    } else if args.baseline.is_none() && is_interleaved(&head_launches) {
        let mut base = head_launches.clone();
        base.launches.retain(|launch| launch.role == Some(Role::Base));
        head_launches.launches.retain(|launch| launch.role != Some(Role::Base));
        Some(Base::of(base))
    } else {
        stored(&context, args, &head_launches)?
    };
    let functions = Functions::of(&head_launches, base.as_ref().map(|base| &base.launches));
    let name = chosen(&args.method, (&head_launches, &functions), base.as_ref().map(|base| &base.launches))?;
    if base.is_none() {
        writeln!(err, "warning: no baseline to compare with; `gate baseline update` stores one")?;
    }
    if functions.has(&name) {
        functions.write_places(&name, out)?;
        return Ok(Exit::Pass);
    }
    heading(&name, &head_launches, base.as_ref(), out)?;
    let (mut is_found, mut has_paths) = (false, true);
    let kinds = [(Thread::Main, "the main thread"), (Thread::Other, "other threads")];
    for (thread, threads) in kinds.into_iter().filter(|(thread, _)| args.thread.has(*thread)) {
        let head = explain(&name, &head_launches, thread);
        let base = base.as_ref().and_then(|base| base.explain(&name, thread));
        if head.is_none() && base.is_none() {
            continue;
        }
        is_found = true;
        has_paths &= head.as_ref().is_none_or(|head| head.has_paths);
        let (base, below) = base.unwrap_or_default();
        Shown { base: &base, head: &head.unwrap_or_default(), below }.write(threads, out)?;
        if thread == Thread::Main {
            functions.write_inside(&name, out)?;
        }
    }
    if !is_found {
        bail!("{name:?} did not run on these threads; omit --thread to see all");
    }
    if !has_paths {
        writeln!(err, "warning: these launches have no callers and callees")?;
    }
    Ok(Exit::Pass)
}

/// The newest stored session that may be compared with these launches, with a tree if one has any.
fn stored(context: &Context, args: &Explain, head_launches: &Launches) -> anyhow::Result<Option<Base>> {
    let store = context.store(args.baseline.as_deref())?;
    let Some(launch) = head_launches.launches.first() else { return Ok(None) };
    let is_head = |name: &str| head_launches.sessions().any(|(session, _)| session == name);
    let key = Key::of(&launch.conditions);
    let conditions = [&*launch.conditions];
    let mut newest = None;
    for entry in judge::comparable(&*store, &key, &conditions, is_head)? {
        let entry = entry?;
        if let Some(tree) = store.tree(&entry)? {
            return Ok(Some(Base { launches: load_all(&*store, [&entry])?, tree: Some(tree) }));
        }
        newest.get_or_insert(entry);
    }
    Ok(newest.map(|entry| load_all(&*store, [&entry])).transpose()?.map(Base::of))
}

/// The method or function that is meant: of this very name, or the only one whose name has this part.
fn chosen(
    method: &str,
    (head, functions): (&Launches, &Functions),
    base: Option<&Launches>,
) -> anyhow::Result<String> {
    let methods = [Some(head), base].into_iter().flatten().flat_map(|launches| launches.table.methods());
    let names: BTreeSet<&str> = methods.map(|(_, one)| &*one.name).chain(functions.names()).collect();
    if names.contains(method) {
        return Ok(method.to_owned());
    }
    let part = method.to_lowercase();
    let with_part: Vec<&str> =
        names.iter().copied().filter(|name| name.to_lowercase().contains(&part)).collect();
    match &with_part[..] {
        [only] => Ok((*only).to_owned()),
        [] => {
            bail!(
                "no method {method:?} in these launches{}; `gate tree RUNS` lists all",
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

fn heading(name: &str, head: &Launches, base: Option<&Base>, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "{}", shown(name))?;
    let known = [Some(head), base.map(|base| &base.launches)].into_iter().flatten();
    let known =
        known.into_iter().find_map(|launches| Some(launches.table.method(launches.table.find(name)?)));
    let or = |text: Option<&str>| shown(text.unwrap_or("unknown"));
    let (module, owner) = known.map_or((None, None), |one| (one.module.as_deref(), one.owner.as_deref()));
    writeln!(out, "module {}, owner {}", or(module), or(owner))?;
    Ok(())
}

/// A method on one kind of thread, base and head.
struct Shown<'a> {
    base: &'a Explained,
    head: &'a Explained,
    /// Below this, callers and callees in the base are not known.
    below: Option<Ns>,
}

impl Shown<'_> {
    fn write(&self, threads: &str, out: &mut dyn Write) -> anyhow::Result<()> {
        let Shown { base, head, .. } = self;
        writeln!(out, "\nAverage launch, on {threads}")?;
        writeln!(out, "{:>18}  {:>18}  {:>22}", "base", "head", "change")?;
        let own = |cost: &MethodCost| (cost.calls, cost.self_ns.0);
        let whole = |cost: &MethodCost| (cost.calls, cost.total_ns.0);
        let both = |side: fn(&MethodCost) -> (f64, f64)| (known(&base.cost, side), known(&head.cost, side));
        line(out, both(own), None, "the method itself")?;
        line(out, both(whole), None, "with everything it calls")?;
        for (title, base, head) in
            [("Called by", &base.callers, &head.callers), ("Calls", &base.callees, &head.callees)]
        {
            let names: BTreeSet<&String> = base.keys().chain(head.keys()).collect();
            if names.is_empty() {
                continue;
            }
            let none = MethodCost::default();
            let sides = |name: &String| [base, head].map(|side| *side.get(name).unwrap_or(&none));
            let change = |name: &String| {
                let [base, head] = sides(name);
                // What is not known on one side did not change by all of it.
                if base.calls == 0.0 && self.below.is_some() {
                    0.0
                } else {
                    (head.total_ns.0 - base.total_ns.0).abs()
                }
            };
            let size = |name: &String| sides(name).iter().map(|side| side.total_ns.0).fold(0.0, f64::max);
            let mut names: Vec<&String> = names.into_iter().collect();
            names.sort_by(|a, b| {
                change(b).total_cmp(&change(a)).then(size(b).total_cmp(&size(a))).then(a.cmp(b))
            });
            writeln!(out, "\n{title}")?;
            for name in names {
                let [base, head] = sides(name);
                let name = if name.is_empty() { "(no recorded method)" } else { name };
                line(out, (known(&base, whole), known(&head, whole)), self.below, name)?;
            }
        }
        Ok(())
    }
}

/// Calls and cost; none of what never ran.
fn known(cost: &MethodCost, of: fn(&MethodCost) -> (f64, f64)) -> Option<(f64, f64)> {
    (cost.calls != 0.0 || cost.total_ns.0 != 0.0).then(|| of(cost))
}

type Cost = Option<(f64, f64)>;

/// What ran in head alone, and is left out of stored trees below a cost, may have run in the base too.
fn line(
    out: &mut dyn Write,
    (base, head): (Cost, Cost),
    below: Option<Ns>,
    name: &str,
) -> anyhow::Result<()> {
    let side = |cost: Cost| {
        cost.map_or("-".to_owned(), |(calls, ns)| {
            format!("{} {:>6}×", shown_time(ns), format!("{calls:.1}").trim_end_matches(".0"))
        })
    };
    let (base_text, change) = match (base, head, below) {
        (None, Some(_), Some(below)) => (format!("below {}", shown_time(below.0)), "?".to_owned()),
        (base, head, _) => {
            let ns = |cost: Cost| cost.map_or(0.0, |(_, ns)| ns);
            (side(base), shown_change(ns(base), ns(head)))
        }
    };
    writeln!(out, "{base_text:>18}  {:>18}  {change:>22}  {}", side(head), shown(name))?;
    Ok(())
}
