//! `gate explain`: a method's callers and callees, in base and head.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;

use anyhow::bail;
use clap::Args;

use crate::baseline::Key;
use crate::explain::{Explained, explain};
use crate::judge::{self, is_interleaved};
use crate::launches::{Launches, MethodCost, Role};
use crate::report::shown;

use super::context::Context;
use super::{Exit, SettingsArgs};

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
    settings: SettingsArgs,
}

pub(super) fn explain_method(
    args: &Explain,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let context = Context::read(&args.settings)?;
    let mut head_launches = context.read_runs(&args.runs, true)?;
    let base_launches = if !args.base.is_empty() {
        Some(context.read_runs(&args.base, true)?)
    } else if args.baseline.is_none() && is_interleaved(&head_launches) {
        let mut base = head_launches.clone();
        base.launches.retain(|launch| launch.role == Some(Role::Base));
        head_launches.launches.retain(|launch| launch.role != Some(Role::Base));
        Some(base)
    } else {
        stored(&context, args, &head_launches)?
    };
    let head = explain(&args.method, &head_launches);
    let base = base_launches.as_ref().and_then(|launches| explain(&args.method, launches));
    if head.is_none() && base.is_none() {
        bail!(
            "no launch has a method {:?}{}; `gate tree RUNS` lists them",
            args.method,
            nearest(&args.method, &head_launches)
        );
    }
    if base_launches.is_none() {
        writeln!(err, "warning: no baseline to compare with; `gate baseline update` stores one")?;
    }
    let (base, head) = (base.unwrap_or_default(), head.unwrap_or_default());
    show(&args.method, &head_launches, &base, &head, out)?;
    if !head.has_paths {
        writeln!(err, "warning: the launches do not say who called whom")?;
    }
    Ok(Exit::Pass)
}

/// The tree of the newest stored session that has one, else its costs without callers.
fn stored(context: &Context, args: &Explain, head_launches: &Launches) -> anyhow::Result<Option<Launches>> {
    let store = context.store(args.baseline.as_deref())?;
    let Some(launch) = head_launches.launches.first() else { return Ok(None) };
    let is_head = |name: &str| head_launches.sessions().any(|(session, _)| session == name);
    let key = Key::of(&launch.conditions);
    let mut newest = None;
    for entry in judge::comparable(&store, &key, &[&*launch.conditions], is_head)? {
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
    head_launches: &Launches,
    base: &Explained,
    head: &Explained,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    writeln!(out, "{}", shown(method))?;
    if let Some(id) = head_launches.table.find(method) {
        let known = head_launches.table.method(id);
        let or = |text: Option<&str>| shown(text.unwrap_or("unknown"));
        writeln!(out, "module {}, owner {}", or(known.module.as_deref()), or(known.owner.as_deref()))?;
    }
    writeln!(out, "\n{:>23}  {:>23}  average launch, main thread", "base calls, ms", "head calls, ms")?;
    line(out, base.cost.self_ns.0, head.cost.self_ns.0, &base.cost, &head.cost, "itself")?;
    line(out, base.cost.total_ns.0, head.cost.total_ns.0, &base.cost, &head.cost, "with all it calls")?;
    for (title, base, head) in
        [("Called by", &base.callers, &head.callers), ("Calls", &base.callees, &head.callees)]
    {
        let names: BTreeSet<&String> = base.keys().chain(head.keys()).collect();
        if names.is_empty() {
            continue;
        }
        let none = MethodCost::default();
        let cost = |name: &String| {
            let [base, head] = [base, head].map(|side| *side.get(name).unwrap_or(&none));
            (base, head)
        };
        let mut names: Vec<&String> = names.into_iter().collect();
        let most = |name: &String| {
            let (base, head) = cost(name);
            base.total_ns.0.max(head.total_ns.0)
        };
        names.sort_by(|a, b| most(b).total_cmp(&most(a)).then(a.cmp(b)));
        writeln!(out, "\n{title}")?;
        for name in names {
            let (base, head) = cost(name);
            let name = if name.is_empty() { "nobody that was recorded" } else { name };
            line(out, base.total_ns.0, head.total_ns.0, &base, &head, name)?;
        }
    }
    Ok(())
}

fn line(
    out: &mut dyn Write,
    base_ns: f64,
    head_ns: f64,
    base: &MethodCost,
    head: &MethodCost,
    name: &str,
) -> anyhow::Result<()> {
    let side = |ns: f64, cost: &MethodCost| {
        if cost.calls == 0.0 && cost.total_ns.0 == 0.0 {
            return "-".to_owned();
        }
        format!("{:.1}, {:>9.3}", cost.calls, ns / 1e6)
    };
    writeln!(out, "{:>23}  {:>23}  {}", side(base_ns, base), side(head_ns, head), shown(name))?;
    Ok(())
}
