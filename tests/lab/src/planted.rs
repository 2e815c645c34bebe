//! Plants changes in call trees and judges them like real launches: call trees → launch records → comparison
//! → verdict.
//!
//! `cargo run --release -p lab planted [TRIALS]` prints a table on stderr and one flat JSON object on stdout.
//! A tree has 2,000 methods and a depth of 20, and its self costs span two decades. The noise of a launch is
//! Student's t with 3 degrees of freedom, and one cost in 50 is multiplied by up to three. Sessions differ by
//! 0.5 % in each row. The settings of the gate are the defaults. The program also judges 3,000 rows with this noise, 5 cold starts against
//! 5, both stored and interleaved.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use anyhow::{Context as _, Result};
use gate_baseline::BaselineKey;
use gate_config::{Config, Date};
use gate_decision::{AcceptanceMatcher, FindingKind};
use gate_decision::{Side, compare};
use gate_launches::{Launches, ReadOptions, read_stream};
use gate_stats::pairs::InterleavedDesign;
use gate_stats::{
    Costs, DesignCosts, Limit, Random, RowClass, Session, Settings, StoredDesign, defaults, judge,
};
use rayon::prelude::*;

const METHODS: usize = 2000;
const DEEPEST: usize = 20;
const SESSIONS: usize = 6;
const LAUNCHES: usize = 10;

#[derive(Clone)]
struct Tree {
    parent: Vec<Option<usize>>,
    calls: Vec<f64>,
    self_ns: Vec<f64>,
    outside_ns: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Change {
    None,
    Slower,
    Calls,
    Moved,
    Outside,
    Drift,
}

fn add_figure(figures: &mut serde_json::Map<String, serde_json::Value>, name: &str, value: f64) {
    eprintln!("{name:<32}{value:>9.4}");
    figures.insert(format!("planted.{name}"), value.into());
}

pub(crate) fn run(args: &[String]) -> Result<()> {
    let trials: usize = match args.first() {
        Some(text) => text.parse().with_context(|| format!("{text:?} is no count of trials"))?,
        None => 100,
    };
    let mut figures = serde_json::Map::new();
    for change in [Change::None, Change::Slower, Change::Calls, Change::Moved, Change::Outside, Change::Drift]
    {
        let seen = (0..trials as u64)
            .into_par_iter()
            .map(|seed| trial(seed, change))
            .collect::<Result<Vec<PlantedVerdict>>>()?;
        let count = |of: fn(&PlantedVerdict) -> bool| seen.iter().filter(|seen| of(seen)).count() as f64;
        let share = |of| count(of) / trials as f64;
        let name = format!("{change:?}").to_lowercase();
        add_figure(&mut figures, &format!("{name}.right"), share(|seen| seen.right));
        let named = seen.iter().map(|seen| seen.named).sum::<usize>() as f64 / trials as f64;
        add_figure(&mut figures, &format!("{name}.methods_named"), named);
        if matches!(change, Change::Slower | Change::Calls) {
            add_figure(&mut figures, &format!("{name}.culprit_first"), share(|seen| seen.first));
            add_figure(&mut figures, &format!("{name}.relatives_named"), share(|seen| seen.relatives));
        }
    }
    for interleaved in [false, true] {
        let name = if interleaved { "wide_blocks" } else { "wide_single" };
        for (ratio, what) in [(1.0, "any_false"), (1.5, "power50"), (2.0, "power100")] {
            let hits = (0..trials as u64)
                .into_par_iter()
                .map(|seed| wide(seed, ratio, interleaved))
                .collect::<Result<Vec<f64>>>()?;
            add_figure(&mut figures, &format!("{name}.{what}"), hits.iter().sum::<f64>() / trials as f64);
        }
    }
    println!("{}", serde_json::Value::from(figures));
    Ok(())
}

/// The result of judging a planted change.
struct PlantedVerdict {
    /// Whether the finding has the right kind, and no other finding fails.
    right: bool,
    /// Whether the first finding names the changed method.
    first: bool,
    /// Number of methods in the findings that fail.
    named: usize,
    /// Whether the failing findings contain a caller of the changed method, or another callee of this caller.
    relatives: bool,
}

fn trial(seed: u64, change: Change) -> Result<PlantedVerdict> {
    let mut random = Random::new(seed.wrapping_mul(6) + change as u64 + 1);
    let tree = Tree::grow(&mut random);
    let base = tree.record(&mut random, "old", SESSIONS)?;
    // Candidates are methods that a relative change makes slower by more than the default floor.
    let dear: Vec<usize> = (0..METHODS).filter(|&method| tree.self_ns[method] > 1_500_000.0).collect();
    let culprit = dear[random.next_below(dear.len())];
    let giver = dear.iter().copied().find(|&method| method != culprit).context("two dear methods")?;
    let mut changed = tree.clone();
    match change {
        Change::None => {}
        Change::Slower => changed.self_ns[culprit] *= 1.3,
        Change::Calls => {
            changed.calls[culprit] *= 3.0;
            changed.self_ns[culprit] *= 3.0;
        }
        Change::Moved => {
            let moved = 0.6 * changed.self_ns[giver];
            changed.self_ns[giver] -= moved;
            changed.self_ns[culprit] += moved;
        }
        Change::Outside => changed.outside_ns *= 1.2,
        Change::Drift => {
            changed.self_ns.iter_mut().for_each(|cost| *cost *= 1.1);
            changed.outside_ns *= 1.1;
        }
    }
    let head = changed.record(&mut random, "new", 1)?;
    let config = Config::default();
    let today = Date::parse("2026-01-01").context("a date")?;
    let side = |launches| Side { launches, role: None };
    let comparison = compare(side(&base), side(&head), &config, today)?;
    let place = BaselineKey::from_conditions(&head.launches[0].conditions);
    let accepted = AcceptanceMatcher { all: &[], place: &place, today };
    let verdict = gate_decision::judge(&comparison, &config, &accepted);

    let name_of = |method: usize| format!("-[Class{} step{method}]", method / 10);
    let mut relatives: BTreeSet<usize> = BTreeSet::new();
    let mut above = changed.parent[culprit];
    while let Some(method) = above {
        relatives.insert(method);
        above = changed.parent[method];
    }
    relatives.extend((0..METHODS).filter(|&m| m != culprit && changed.parent[m] == changed.parent[culprit]));
    let method = |finding: &gate_decision::Finding| finding.subject().main_method().map(ToString::to_string);
    let failing: Vec<&gate_decision::Finding> = verdict.findings.iter().filter(|f| f.fails()).collect();
    let named: Vec<String> = failing.iter().filter_map(|finding| method(finding)).collect();
    let is_culprit =
        |finding: &&gate_decision::Finding| method(finding).as_deref() == Some(&*name_of(culprit));
    let only = |kind: FindingKind| failing.len() == 1 && failing[0].kind == kind && is_culprit(&failing[0]);
    let right = match change {
        Change::None => failing.is_empty(),
        Change::Slower => only(FindingKind::Slower),
        Change::Calls => only(FindingKind::Calls),
        Change::Moved => {
            failing.is_empty()
                && verdict.findings.iter().any(|f| f.kind == FindingKind::Moved && is_culprit(&f))
        }
        Change::Outside => failing.len() == 1 && failing[0].kind == FindingKind::Phase,
        Change::Drift => failing.len() == 1 && failing[0].kind == FindingKind::Drift,
    };
    Ok(PlantedVerdict {
        right,
        first: verdict.findings.first().as_ref().is_some_and(is_culprit),
        named: named.len(),
        relatives: relatives.iter().any(|&relative| named.contains(&name_of(relative))),
    })
}

impl Tree {
    fn grow(random: &mut Random) -> Tree {
        let mut depth = vec![0];
        let mut parent = vec![None];
        for method in 1..METHODS {
            // With probability one half, a method is a callee of the method that was added last, which makes the tree deep.
            let mut above = if random.next_uniform() < 0.5 { method - 1 } else { random.next_below(method) };
            while depth[above] + 1 >= DEEPEST {
                above = random.next_below(method);
            }
            depth.push(depth[above] + 1);
            parent.push(Some(above));
        }
        let self_ns: Vec<f64> =
            (0..METHODS).map(|_| 50_000.0 * 100_f64.powf(random.next_uniform())).collect();
        let calls = (0..METHODS).map(|_| 1.0 + random.next_below(9) as f64).collect();
        let outside_ns = 0.25 * self_ns.iter().sum::<f64>();
        Tree { parent, calls, self_ns, outside_ns }
    }

    /// Returns the launch records of `sessions` sessions, read in the same way as real launch records.
    fn record(&self, random: &mut Random, name: &str, sessions: usize) -> Result<Launches> {
        let mut text = String::new();
        for session in 0..sessions {
            let day: Vec<f64> = (0..=METHODS).map(|_| (0.005 * random.next_normal()).exp()).collect();
            for launch in 0..LAUNCHES {
                let own: Vec<f64> =
                    (0..METHODS).map(|m| self.self_ns[m] * day[m] * noise(random, 0.02)).collect();
                let mut total = own.clone();
                for method in (1..METHODS).rev() {
                    if let Some(parent) = self.parent[method] {
                        total[parent] += total[method];
                    }
                }
                let all = own.iter().sum::<f64>() + self.outside_ns * day[METHODS] * noise(random, 0.01);
                write!(
                    text,
                    r#"{{"format":"launchgate.launch/1","session":"{name}{session}","launch":{launch},"marks":{{"first_frame_ns":{all}}},"methods":["#
                )?;
                for method in 0..METHODS {
                    let comma = if method > 0 { "," } else { "" };
                    let (calls, own, total) = (self.calls[method], own[method], total[method]);
                    write!(
                        text,
                        r#"{comma}{{"name":"-[Class{} step{method}]","calls":{calls},"self_ns":{own},"total_ns":{total}}}"#,
                        method / 10
                    )?;
                }
                text.push_str("]}\n");
            }
        }
        Ok(read_stream(name, text.as_bytes(), &ReadOptions::default())?)
    }
}

/// Draws noise from Student's t with 3 degrees of freedom, on the log scale. One value in 50 is up to three
/// times as large.
fn noise(random: &mut Random, scale: f64) -> f64 {
    let chi: f64 = (0..3).map(|_| random.next_normal().powi(2)).sum();
    let tail = if random.next_uniform() < 0.02 { 1.0 + 2.0 * random.next_uniform() } else { 1.0 };
    (scale * random.next_normal() / (chi / 3.0).sqrt()).exp() * tail
}

/// Judges 3,000 rows with 5 launches of each build. If `ratio` is 1, the function returns 1 if the verdict has a finding; otherwise it
/// returns 1 if the row with the planted growth was found.
fn wide(seed: u64, ratio: f64, interleaved: bool) -> Result<f64> {
    const ROWS: usize = 3000;
    let mut random = Random::new(seed + 1_000_003);
    let culprit = random.next_below(ROWS);
    let limits = vec![Limit::new(defaults::EFFECT, 0.0); ROWS];
    let settings = Settings::default();
    let day = if interleaved { 0.0 } else { 0.01 };
    let [old, new] = [1.0, ratio].map(|slower| {
        let mut rows: Vec<Vec<f64>> = Vec::new();
        for row in 0..ROWS {
            let factor = (day * random.next_normal()).exp() * if row == culprit { slower } else { 1.0 };
            rows.push((0..5).map(|_| 1e5 * factor * noise(&mut random, 0.03)).collect());
        }
        rows
    });
    let rows = if interleaved {
        let costs = Costs::new(
            ROWS,
            10,
            old.iter().zip(&new).flat_map(|(old, new)| [&old[..], new].concat()).collect(),
        )?;
        let design =
            InterleavedDesign { new: (0..10).map(|launch| launch >= 5).collect(), block: vec![0; 10] };
        judge(&DesignCosts::Interleaved { costs: &costs, design: &design }, &limits, None, &settings)?.rows
    } else {
        let session = |rows: &[Vec<f64>]| Costs::new(ROWS, 5, rows.concat());
        let (base, new) = ([Session { costs: session(&old)?, day: 0 }], [session(&new)?]);
        let design = StoredDesign { base: &base, new: &new, ..StoredDesign::default() };
        judge(&DesignCosts::Stored(design), &limits, None, &settings)?.rows
    };
    let found = |row: usize| rows[row].class == RowClass::Finding;
    let hit = if ratio > 1.0 { found(culprit) } else { (0..ROWS).any(found) };
    Ok(f64::from(u8::from(hit)))
}
