//! `gate explain`: a method's callers and callees, then and now.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;

use anyhow::bail;
use clap::Args;

use crate::baseline::Key;
use crate::compare::match_conditions;
use crate::explain::{Explained, explain};
use crate::launches::{Launches, MethodCost, Role};
use crate::report::shown;

use super::judging::{Context, is_interleaved};
use super::{Exit, Settings};

#[derive(Args)]
pub(super) struct Explain {
    /// The method, as the report names it
    #[arg(allow_hyphen_values = true)]
    method: String,
    /// Traces, launch records or folders of them, as for check
    #[arg(required = true)]
    runs: Vec<PathBuf>,
    /// Compare with these launches, and not with the stored baselines
    #[arg(long, num_args = 1.., value_name = "RUNS", conflicts_with = "baseline")]
    base: Vec<PathBuf>,
    /// The folder of the stored baselines; the one of the settings (baselines) without it
    #[arg(long, value_name = "DIR")]
    baseline: Option<PathBuf>,
    #[command(flatten)]
    settings: Settings,
}

pub(super) fn explain_method(
    args: &Explain,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let context = Context::read(&args.settings)?;
    let mut new = context.read_runs(&args.runs, true)?;
    let before = if !args.base.is_empty() {
        Some(context.read_runs(&args.base, true)?)
    } else if args.baseline.is_none() && is_interleaved(&new) {
        let mut base = new.clone();
        base.launches.retain(|launch| launch.role == Some(Role::Base));
        new.launches.retain(|launch| launch.role != Some(Role::Base));
        Some(base)
    } else {
        stored(&context, args, &new)?
    };
    let now = explain(&args.method, &new);
    let then = before.as_ref().and_then(|before| explain(&args.method, before));
    if now.is_none() && then.is_none() {
        bail!(
            "no launch has a method {:?}{}; `gate tree RUNS` lists them",
            args.method,
            nearest(&args.method, &new)
        );
    }
    if before.is_none() {
        writeln!(err, "warning: no baseline to compare with; `gate baseline update` stores one")?;
    }
    let (then, now) = (then.unwrap_or_default(), now.unwrap_or_default());
    show(&args.method, &new, &then, &now, out)?;
    if !now.has_paths {
        writeln!(err, "warning: the launches do not say who called whom")?;
    }
    Ok(Exit::Pass)
}

/// The tree of the newest stored session that has one, else its costs without callers.
fn stored(context: &Context, args: &Explain, new: &Launches) -> anyhow::Result<Option<Launches>> {
    let store = context.store(args.baseline.as_deref())?;
    let Some(launch) = new.launches.first() else { return Ok(None) };
    let is_new = |name: &str| new.sessions().any(|(session, _)| session == name);
    let mut newest = None;
    for entry in store.sessions(&Key::of(&launch.conditions))? {
        if is_new(&entry.session) || !match_conditions(&entry.conditions, &launch.conditions) {
            continue;
        }
        if let Some(tree) = store.tree(&entry)? {
            return Ok(Some(tree));
        }
        newest.get_or_insert(entry);
    }
    Ok(newest.map(|entry| store.load(&entry)).transpose()?)
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

fn show(
    method: &str,
    new: &Launches,
    then: &Explained,
    now: &Explained,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    writeln!(out, "{}", shown(method))?;
    if let Some(id) = new.table.find(method) {
        let known = new.table.method(id);
        let or = |text: Option<&str>| shown(text.unwrap_or("unknown"));
        writeln!(out, "module {}, owner {}", or(known.module.as_deref()), or(known.owner.as_deref()))?;
    }
    writeln!(out, "\n{:>23}  {:>23}  average launch, main thread", "then calls, ms", "now calls, ms")?;
    line(out, then.cost.self_ns.0, now.cost.self_ns.0, &then.cost, &now.cost, "itself")?;
    line(out, then.cost.total_ns.0, now.cost.total_ns.0, &then.cost, &now.cost, "with all it calls")?;
    for (title, then, now) in
        [("Called by", &then.callers, &now.callers), ("Calls", &then.callees, &now.callees)]
    {
        let names: BTreeSet<&String> = then.keys().chain(now.keys()).collect();
        if names.is_empty() {
            continue;
        }
        let none = MethodCost::default();
        let cost = |name: &String| {
            let [then, now] = [then, now].map(|side| *side.get(name).unwrap_or(&none));
            (then, now)
        };
        let mut names: Vec<&String> = names.into_iter().collect();
        let most = |name: &String| {
            let (then, now) = cost(name);
            then.total_ns.0.max(now.total_ns.0)
        };
        names.sort_by(|a, b| most(b).total_cmp(&most(a)).then(a.cmp(b)));
        writeln!(out, "\n{title}")?;
        for name in names {
            let (then, now) = cost(name);
            let name = if name.is_empty() { "nobody that was recorded" } else { name };
            line(out, then.total_ns.0, now.total_ns.0, &then, &now, name)?;
        }
    }
    Ok(())
}

fn line(
    out: &mut dyn Write,
    then_ns: f64,
    now_ns: f64,
    then: &MethodCost,
    now: &MethodCost,
    name: &str,
) -> anyhow::Result<()> {
    let side = |ns: f64, cost: &MethodCost| {
        if cost.calls == 0.0 && cost.total_ns.0 == 0.0 {
            return "-".to_owned();
        }
        format!("{:.1}, {:>9.3}", cost.calls, ns / 1e6)
    };
    writeln!(out, "{:>23}  {:>23}  {}", side(then_ns, then), side(now_ns, now), shown(name))?;
    Ok(())
}
