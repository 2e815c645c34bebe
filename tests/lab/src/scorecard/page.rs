//! Generates the tables of `docs/scorecard.md` from the results.

use std::fs;

use anyhow::{Context as _, Result};
use gate_stats::basic::{mean, variance};

use super::rules::RULES;
use super::series::Series;
use super::{Cell, Results, SIZES, columns, key, picture};

const DOCS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs");
/// The smallest difference in power that counts as better: five more of 100 trials.
const MORE: f64 = 0.05;
/// Largest acceptable rate of false alarms.
const ALLOWED: f64 = 0.05;
/// The names of the growths, in the order of [`Cell::found`].
const GROWTHS: [&str; 4] = ["+3 %", "+5 %", "+10 %", "+50 % in a fifth"];

/// Returns the path and the expected content of each generated file.
pub(super) fn files(all: &[Series], results: &Results) -> Result<[(String, String); 2]> {
    let (page, svg) = (format!("{DOCS}/scorecard.md"), format!("{DOCS}/scorecard.svg"));
    let mut text = fs::read_to_string(&page).context("docs/scorecard.md")?;
    let parts = [
        ("short", short(all, results)),
        ("series", about(all, &text)?),
        ("rules", of_rules()),
        ("false alarms", false_alarms(all, results)),
        ("power", power(all, results)),
        ("better", better(all, results)),
    ];
    for (mark, part) in parts {
        let (before, after) = around(&text, mark)?;
        text = format!("{before}{part}{after}");
    }
    let names: Vec<&str> = all.iter().map(|series| &*series.name).collect();
    Ok([(page, text), (svg, picture::svg(&names, results))])
}

pub(super) fn write(all: &[Series], results: &Results) -> Result<()> {
    for (path, text) in files(all, results)? {
        fs::write(&path, text).with_context(|| path.clone())?;
    }
    Ok(())
}

/// Returns the text before a generated part, which includes the part's marker, and the text after it.
fn around<'a>(text: &'a str, mark: &str) -> Result<(&'a str, &'a str)> {
    let begin = format!("<!-- {mark} -->\n");
    let at = text.find(&begin).with_context(|| format!("docs/scorecard.md has no {begin:?}"))? + begin.len();
    let length = text[at..].find("<!-- end -->").with_context(|| format!("no end of {begin:?}"))?;
    Ok((&text[..at], &text[at + length..]))
}

/// Returns the table of series. Rows of series whose numbers are missing are not changed.
fn about(all: &[Series], page: &str) -> Result<String> {
    let (before, after) = around(page, "series")?;
    let old = &page[before.len()..page.len() - after.len()];
    let mut text = "| series | app | device | what was measured | launches | mean | standard deviation | date | licence |\n\
                    |---|---|---|---|---|---|---|---|---|\n"
        .to_owned();
    for series in all {
        let source = format!("| [{}]({}) |", series.name, series.says("source"));
        if series.launches.is_empty() {
            text.extend(old.lines().filter(|line| line.starts_with(&source)).map(|line| format!("{line}\n")));
            continue;
        }
        let (mean, sd) = (mean(&series.launches), variance(&series.launches).sqrt());
        let order = if series.says("order") == "sorted" { ", sorted" } else { "" };
        text += &format!(
            "{source} {} | {} | {} | {}{order} | {mean:.0} ms | {:.1} % | {} | {} |\n",
            series.says("app"),
            series.says("device"),
            series.says("measures"),
            series.launches.len(),
            100.0 * sd / mean,
            series.says("date"),
            series.says("licence")
        );
    }
    Ok(text)
}

fn of_rules() -> String {
    let mut text = "| rule | fails where | reference |\n|---|---|---|\n".to_owned();
    for rule in &RULES {
        text += &format!("| {} | {} | {} |\n", rule.shown, rule.does, rule.reference);
    }
    text
}

/// Returns a table with a row for each rule: its false alarms, and its power for the number of launches in the picture.
fn short(all: &[Series], results: &Results) -> String {
    let mut text = format!(
        "| rule | unchanged, the worst of all series and sizes | {} |\n|---|---|---|---|---|---|\n",
        GROWTHS.map(|growth| format!("{growth}, {} launches a side", picture::SIZE)).join(" | ")
    );
    for (rule, shown) in columns() {
        let of = |size: usize| -> Vec<Cell> {
            all.iter().filter_map(|series| results.get(&key(&series.name, rule, size)).copied()).collect()
        };
        let worst = SIZES.into_iter().flat_map(of).map(Cell::any_false).fold(0.0, f64::max);
        let cells = of(picture::SIZE);
        let found = [0, 1, 2, 3].map(|growth| {
            let shares: Vec<f64> = cells.iter().map(|cell| cell.found()[growth]).collect();
            format!("{:.0}", 100.0 * mean(&shares))
        });
        text += &format!("| {shown} | {} | {} |\n", percent(worst), found.join(" | "));
    }
    text
}

fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

/// Returns a table for each number of launches, with a row for each series and a row with the worst values.
fn false_alarms(all: &[Series], results: &Results) -> String {
    let heads: Vec<&str> = columns().map(|(_, shown)| shown).collect();
    let mut text = format!(
        "| launches a side | series | {} | undecided, in turns | undecided, stored |\n|---|---|{}---|---|\n",
        heads.join(" | "),
        "---|".repeat(heads.len())
    );
    for size in SIZES {
        let row = |series: &Series| -> Vec<Cell> {
            columns().filter_map(|(rule, _)| results.get(&key(&series.name, rule, size)).copied()).collect()
        };
        let mut worst = vec![0.0_f64; heads.len()];
        for series in all {
            let cells = row(series);
            if cells.is_empty() {
                continue;
            }
            let shares: Vec<f64> = cells.iter().map(|cell| cell.any_false()).collect();
            let undecided = cells[..2].iter().map(|cell| percent(cell.share(cell.undecided)));
            let told: Vec<String> = shares.iter().copied().map(percent).chain(undecided).collect();
            text += &format!("| {size} | {} | {} |\n", series.name, told.join(" | "));
            worst.iter_mut().zip(shares).for_each(|(worst, share)| *worst = worst.max(share));
        }
        let worst: Vec<String> = worst.into_iter().map(|share| format!("**{}**", percent(share))).collect();
        text += &format!("| {size} | **worst** | {} | | |\n", worst.join(" | "));
    }
    text
}

/// Returns a table with a row for each rule and number of launches: the mean over the series, with the minimum and the maximum.
fn power(all: &[Series], results: &Results) -> String {
    let mut text = format!(
        "| launches a side | rule | worst false alarms | {} |\n|---|---|---|---|---|---|---|\n",
        GROWTHS.join(" | ")
    );
    for size in SIZES {
        for (rule, shown) in columns() {
            let cells: Vec<Cell> = all
                .iter()
                .filter_map(|series| results.get(&key(&series.name, rule, size)).copied())
                .collect();
            if cells.is_empty() {
                continue;
            }
            let worst = cells.iter().map(|cell| cell.any_false()).fold(0.0, f64::max);
            let found = [0, 1, 2, 3].map(|growth| {
                let shares: Vec<f64> = cells.iter().map(|cell| cell.found()[growth]).collect();
                let (least, most) =
                    shares.iter().fold((1.0_f64, 0.0_f64), |(a, b), share| (a.min(*share), b.max(*share)));
                format!("{:.0} ({:.0}–{:.0})", 100.0 * mean(&shares), 100.0 * least, 100.0 * most)
            });
            text += &format!("| {size} | {shown} | {} | {} |\n", percent(worst), found.join(" | "));
        }
    }
    text
}

/// Counts, for each other rule whose rate of false alarms is acceptable, the series in which it finds clearly more than the gate with
/// interleaved launches.
fn better(all: &[Series], results: &Results) -> String {
    let mut text =
        format!("| launches a side | rule | {} |\n|---|---|---|---|---|---|\n", GROWTHS.join(" | "));
    for size in SIZES {
        for rule in &RULES {
            let pairs: Vec<(Cell, Cell)> = all
                .iter()
                .filter_map(|series| {
                    let cell = |rule| results.get(&key(&series.name, rule, size)).copied();
                    Some((cell(super::DESIGNS[0].0)?, cell(rule.name)?))
                })
                .collect();
            let counts = [0, 1, 2, 3].map(|growth| {
                let is_more = |(ours, theirs): &&(Cell, Cell)| {
                    theirs.any_false() <= ALLOWED && theirs.found()[growth] > ours.found()[growth] + MORE
                };
                format!("{} of {}", pairs.iter().filter(is_more).count(), pairs.len())
            });
            if counts.iter().any(|count| !count.starts_with("0 of")) {
                text += &format!("| {size} | {} | {} |\n", rule.shown, counts.join(" | "));
            }
        }
    }
    text
}
