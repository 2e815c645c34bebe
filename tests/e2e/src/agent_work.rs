//! What the agent says of the work that an app asks for, against the emulator's own log of the calls that came from the app's stubs.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, ensure};
use phone::Config;
use phone::truth::Asked;
use trace::{Reader, WorkKind};

use crate::agent_tree;
use crate::bundle::Bundle;

/// The window ends when the program has done all of its work, and before it has ended.
pub const WINDOW: [(&str, &str); 3] =
    [("LAUNCHGATE_LAUNCH", "one"), ("LAUNCHGATE_WINDOW", "limit"), ("LAUNCHGATE_LIMIT", "1s")];

/// Which kind, the method of the app's that asked (empty: none was open), and whether on the main thread; calls and bytes.
pub type Counted = BTreeMap<(WorkKind, String, bool), (u64, u64)>;

/// Where the two differ: one line for each, empty if they are equal. And how many calls there were.
pub fn differences(
    app: &Bundle,
    window: &[(&str, &str)],
    change: impl Fn(&mut Config),
) -> Result<(Vec<String>, u64)> {
    let plain = app.run_plain(&[], |config| {
        change(config);
        config.observe = Some(phone::is_method);
        config.log_calls = Some(is_logged);
    })?;
    ensure!(plain.status()? == 0, "the program ended otherwise:\n{}", plain.outcome.log);
    let logged = logged(&plain.outcome.truth.asked);
    let run = app.run_with(window, change)?;
    ensure!(run.status()? == 0, "the program ended otherwise under the agent:\n{}", run.outcome.log);
    let told = told(run.trace()?, app)?;
    let keys: std::collections::BTreeSet<_> = logged.keys().chain(told.keys()).collect();
    fn of(all: &Counted, key: &(WorkKind, String, bool)) -> (u64, u64) {
        all.get(key).copied().unwrap_or_default()
    }
    let differ = keys.into_iter().filter(|key| of(&logged, key) != of(&told, key));
    let line = |key: &(WorkKind, String, bool)| {
        format!("{key:?}: {:?} calls and bytes were seen, {:?} are told", of(&logged, key), of(&told, key))
    };
    Ok((differ.map(line).collect(), logged.values().map(|(calls, _)| calls).sum()))
}

/// What the trace says.
pub fn told(trace: &[u8], app: &Bundle) -> Result<Counted> {
    let works = Reader::open(trace)?.works.context("the trace has no work")?;
    let nodes = agent_tree::nodes(trace, app.folder())?;
    let mut told = Counted::new();
    for work in works.iter().filter(|work| work.kind != WorkKind::CodeLoad) {
        let mut at = work.node.map(|node| node.index());
        // What the system's methods call back costs the app's method that sent to them.
        let by = loop {
            let Some(node) = at.map(|at| &nodes[at]) else { break String::new() };
            if let Some(function) = &node.function {
                break function.clone();
            }
            at = node.parent;
        };
        let sum = told.entry((work.kind, by, work.is_main)).or_default();
        *sum = (sum.0 + work.calls.0, sum.1 + work.bytes.0);
    }
    Ok(told)
}

/// What a function of the table counts.
struct Row {
    name: &'static str,
    kind: WorkKind,
    what: &'static str,
}

macro_rules! rows {
    ($($name:literal $kind:ident $what:ident,)*) => {
        const ROWS: &[Row] = &[
            $(Row { name: $name, kind: WorkKind::$kind, what: stringify!($what) },)*
            Row { name: "dlsym", kind: WorkKind::CodeFind, what: "calls" },
        ];
    };
}
trace::work_functions!(rows);

fn row_of(symbol: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| symbol.strip_prefix('_') == Some(row.name))
}

fn is_logged(symbol: &str) -> bool {
    row_of(symbol).is_some()
}

fn logged(asked: &[Asked]) -> Counted {
    let mut counted = Counted::new();
    for call in asked {
        let Some(row) = row_of(&call.function) else { continue };
        let [first, second, third, flags] = call.arguments;
        let kind = if row.what == "mapped" && flags & 0x1000 != 0 { WorkKind::MemoryMap } else { row.kind };
        let bytes = match row.what {
            "first" => first,
            "second" | "mapped" => second,
            "third" => third,
            "product" => first.wrapping_mul(second),
            "result" => call.result.map_or(0, |result| result as i64).max(0) as u64,
            _ => 0,
        };
        let by = call.by.as_ref().map(|function| function.name.clone()).unwrap_or_default();
        let sum = counted.entry((kind, by, call.is_main)).or_default();
        *sum = (sum.0 + 1, sum.1 + bytes);
    }
    counted
}
