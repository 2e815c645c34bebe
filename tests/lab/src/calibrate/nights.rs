//! Judges the published nights of Firefox for Android as a store of baselines. The launches at even positions of a night are compared with
//! the launches at odd positions of the nights before it.
//!
//! The command is `cargo xtask calibrate [--json FILE] [--picture FILE.svg] --nights fenix-days.csv.gz`. The picture is in docs/nights.md.
//!
//! The file contains the logs of mozilla-mobile/fenix-nightly-perftest-results at commit 3cb9778. The columns of the file are scenario,
//! day, launch, at, activity, `displayed_ms`, `total_ms` and `drawn_ms`. The repository of the logs states no licence, so its numbers are
//! not part of this project. A file with other contents is refused.
//!
//! Each night has a different build of a real app, so growth that was not planted may be real. Two changes are documented: 21 May
//! (fenix#10938), and the step of 17 % on 19 June in the scenario `ha`. From 27 June on, the durations are those of another device or
//! build, so later nights are not judged.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use gate_config::Config;
use gate_decision::Answer;
use gate_launches::{Launches, ReadOptions, read_stream};
use gate_stats::defaults::POOL;
use gate_trend::{Series, SeriesKind, find_changes};
use sha2::{Digest as _, Sha256};

use super::worlds::{Lab, Share, Trials};
use crate::history::changes::named;

/// The number of milliseconds per day.
const DAY_MS: u64 = 86_400_000;
/// Days from 1970 to 30 April 2020, the first night.
const FIRST_DAY: u64 = 18_382;

/// The SHA-256 of the file.
const FILE: &str = "9afbc5addd56fa865c30dbb8c621dcb1c2209f2411f0fab21d42f97836a69e74";
/// The night of a documented change. The answer of this night is not counted as an error.
const DOCUMENTED: &str = "2020-05-21";
/// The night of the 17 % step in the scenario `ha`.
const STEP: &str = "2020-06-19";
/// The first night with the durations of another device or build.
const OTHER: &str = "2020-06-27";
/// Number of launches of each build in a comparison.
const LAUNCHES: usize = 10;
/// Number of comparisons for each night, each with different launches.
const DRAWS: usize = 5;
/// The growths that are added to all launches of a night, with the names of their figures.
const PLANTED: [(f64, &str); 3] = [(1.03, "found3"), (1.05, "found5"), (1.10, "found10")];

/// The colours of the answers in the picture.
const PASSED: &str = "#64b58f";
const UNDECIDED: &str = "#e0b000";
const FAILED: &str = "#c1121f";

/// Durations of one launch in milliseconds.
#[derive(Clone, Copy, Debug)]
struct Durations {
    /// The time from the start of the launch until the activity begins.
    start: f64,
    total: f64,
}

/// A night of one scenario, with its index. The statistical model uses the order of days and not the time between them, so the nights are
/// numbered.
struct Night<'a> {
    name: &'a str,
    number: u64,
    launches: &'a [Durations],
}

/// The launches of each night.
type Nights = BTreeMap<String, Vec<Durations>>;

/// The numbers of comparisons of a night that failed and that stayed undecided.
#[derive(Default)]
struct NightAnswers {
    failed: usize,
    undecided: usize,
}

/// The results of all comparisons of a scenario.
#[derive(Default)]
struct Answers {
    /// The numbers of comparisons of each night that failed or stayed undecided.
    nights: BTreeMap<String, NightAnswers>,
    failed: usize,
    undecided: usize,
    found: [usize; PLANTED.len()],
    trials: usize,
    step: usize,
}

/// Measures the figures, and draws the answers if a file for the picture is given.
pub(super) fn measure(path: &Path, picture: Option<&Path>) -> Result<Vec<Share>> {
    let scenarios = read(path)?;
    let mut shares = Vec::new();
    let mut all = Answers::default();
    let mut rows = Vec::new();
    for (scenario, nights) in &scenarios {
        let answers = judge(nights)?;
        eprintln!("{scenario}: nights that failed or were undecided in {DRAWS} comparisons each");
        let unclear = answers.nights.iter().filter(|(_, night)| night.failed + night.undecided > 0);
        for (name, NightAnswers { failed, undecided }) in unclear {
            eprintln!("  {name}: {failed} failed, {undecided} undecided");
        }
        for (night, growth) in changes(nights) {
            eprintln!("  trend: {night} {:+.1} %", 100.0 * growth);
        }
        shares.extend(answers.figures(&format!("nights.{scenario}")));
        if scenario == "ha" {
            shares.push(Share { name: "nights.step".to_owned(), count: answers.step, trials: DRAWS });
        }
        all.add(&answers);
        rows.push((scenario.as_str(), answers));
    }
    shares.extend(all.figures("nights"));
    if let Some(picture) = picture {
        std::fs::write(picture, svg(&rows)).with_context(|| format!("cannot write {}", picture.display()))?;
    }
    Ok(shares)
}

fn read(path: &Path) -> Result<BTreeMap<String, Nights>> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let digest = Sha256::digest(&bytes).iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    });
    ensure!(digest == FILE, "{}: SHA-256 is {digest}, expected {FILE}", path.display());
    parse(&super::data::text(path)?)
}

fn parse(text: &str) -> Result<BTreeMap<String, Nights>> {
    let mut scenarios: BTreeMap<String, Nights> = BTreeMap::new();
    for (at, line) in text.lines().enumerate().skip(1) {
        let number = at + 1;
        let columns: Vec<&str> = line.split(',').collect();
        let [scenario, day, _, _, _, displayed, total, ..] = columns[..] else {
            anyhow::bail!("line {number}: {} columns, expected 8", columns.len());
        };
        let displayed: f64 = displayed.parse().with_context(|| format!("line {number}: displayed_ms"))?;
        let total: f64 = total.parse().with_context(|| format!("line {number}: total_ms"))?;
        let nights = scenarios.entry(scenario.to_owned()).or_default();
        nights.entry(day.to_owned()).or_default().push(Durations { start: total - displayed, total });
    }
    Ok(scenarios)
}

fn before_other_levels(nights: &Nights) -> Vec<Night<'_>> {
    let before = nights.iter().filter(|(name, _)| name.as_str() < OTHER);
    before.zip(0..).map(|((name, launches), number)| Night { name, number, launches }).collect()
}

/// Judges each night that has enough nights before it.
fn judge(nights: &Nights) -> Result<Answers> {
    let lab = Lab::new(Trials { quiet: 0, power: 0, exact: 0 })?;
    let all = before_other_levels(nights);
    let mut answers = Answers::default();
    for (at, night) in all.iter().enumerate().skip(POOL) {
        for draw in 0..DRAWS {
            let places = 2 * LAUNCHES * draw..2 * LAUNCHES * (draw + 1);
            let base = launches(&all[..at], &places, 0, 1.0)?;
            let answer = |growth: f64| -> Result<Answer> {
                let head = launches(&all[at..=at], &places, 1, growth)?;
                Ok(lab.judge_with(Some(&base), &head, &[], &Config::default())?.answer)
            };
            answers.count(night.name, &answer)?;
        }
    }
    Ok(answers)
}

/// Returns every second launch of the given nights, from the range `places` of positions in a night. `first` selects the even or the odd
/// positions.
fn launches(nights: &[Night<'_>], places: &Range<usize>, first: usize, growth: f64) -> Result<Launches> {
    let mut text = String::new();
    for Night { name, number, launches } in nights {
        let midnight = (FIRST_DAY + number) * DAY_MS;
        let those = launches.iter().enumerate().take(places.end).skip(places.start + first).step_by(2);
        for (number, launch) in those {
            let (start, total) = (1e6 * growth * launch.start, 1e6 * growth * launch.total);
            // The launches of base and head get the same positions in the run.
            let (place, at) = (number / 2, midnight + number as u64);
            writeln!(
                text,
                r#"{{"format":"launchgate.launch/1","session":"{name}","launch":{place},"recorded_unix_ms":{at},"marks":{{"main_ns":{start},"first_frame_ns":{total}}},"methods":[]}}"#
            )?;
        }
    }
    Ok(read_stream("nights", text.as_bytes(), &ReadOptions::default())?)
}

/// Returns the permanent changes that `gate trend` finds in the medians of all nights, up to the first night of another device or build.
fn changes(nights: &Nights) -> Vec<(&str, f64)> {
    let before = before_other_levels(nights);
    let median = |durations: &[Durations]| {
        let totals: Vec<f64> = durations.iter().map(|launch| 1e6 * launch.total).collect();
        gate_stats::basic::median(&totals)
    };
    let ns = before.iter().map(|night| median(night.launches)).collect();
    let mut series = [named(SeriesKind::Launch, "launch".to_owned(), ns)];
    find_changes(&mut series);
    let [Series { changes, .. }] = &series;
    changes.iter().map(|change| (before[change.at].name, change.after_ns / change.before_ns - 1.0)).collect()
}

impl Answers {
    /// Counts the answers for one draw of a night.
    fn count(&mut self, night: &str, answer: &dyn Fn(f64) -> Result<Answer>) -> Result<()> {
        let unplanted = answer(1.0)?;
        let (failed, undecided) = (unplanted == Answer::Regressed, unplanted == Answer::Undecided);
        let answers = self.nights.entry(night.to_owned()).or_default();
        answers.failed += usize::from(failed);
        answers.undecided += usize::from(undecided);
        if night == STEP {
            self.step += usize::from(failed);
        }
        if night == DOCUMENTED || night >= STEP {
            return Ok(());
        }
        self.trials += 1;
        self.failed += usize::from(failed);
        self.undecided += usize::from(undecided);
        for (found, (growth, _)) in self.found.iter_mut().zip(PLANTED) {
            *found += usize::from(answer(growth)? == Answer::Regressed);
        }
        Ok(())
    }

    fn add(&mut self, other: &Answers) {
        self.trials += other.trials;
        self.failed += other.failed;
        self.undecided += other.undecided;
        self.found.iter_mut().zip(other.found).for_each(|(found, more)| *found += more);
    }

    /// Returns the figures, with names that begin with `group`.
    fn figures(&self, group: &str) -> Vec<Share> {
        let share = |name: &str, count| Share { name: format!("{group}.{name}"), count, trials: self.trials };
        let mut figures = vec![share("false", self.failed), share("undecided", self.undecided)];
        figures.extend(PLANTED.iter().zip(self.found).map(|((_, name), count)| share(name, count)));
        figures
    }
}

/// Draws, for each night of each scenario, a column of squares. Each square is one comparison. In a column, failed comparisons are at the
/// bottom.
fn svg(scenarios: &[(&str, Answers)]) -> String {
    const SIDE: usize = 18;
    const LEFT: usize = 80;
    const HEIGHT: usize = DRAWS * SIDE;
    let nights = scenarios.iter().map(|(_, answers)| answers.nights.len()).max().unwrap_or_default();
    let (width, height) = (LEFT + nights * SIDE + 20, 60 + scenarios.len() * (HEIGHT + 70));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <title>Answers for nights of Firefox for Android</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    let mut legend = LEFT;
    for (colour, meaning) in [(PASSED, "passed"), (UNDECIDED, "undecided"), (FAILED, "failed")] {
        let _ = writeln!(
            svg,
            "<rect x=\"{legend}\" y=\"14\" width=\"12\" height=\"12\" fill=\"{colour}\"/><text x=\"{}\" y=\"25\">{meaning}</text>",
            legend + 18
        );
        legend += 110;
    }
    for (row, (scenario, answers)) in scenarios.iter().enumerate() {
        let top = 50 + row * (HEIGHT + 70);
        let _ = writeln!(svg, "<text x=\"8\" y=\"{}\">{scenario}</text>", top + HEIGHT / 2);
        for (column, (name, night)) in answers.nights.iter().enumerate() {
            let x = LEFT + column * SIDE;
            for place in 0..DRAWS {
                let colour = match place {
                    _ if place < night.failed => FAILED,
                    _ if place < night.failed + night.undecided => UNDECIDED,
                    _ => PASSED,
                };
                let y = top + (DRAWS - 1 - place) * SIDE;
                let _ =
                    writeln!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"16\" height=\"16\" fill=\"{colour}\"/>");
            }
            let (x, y) = (x + 12, top + HEIGHT + 6);
            let day = name.get(5..).unwrap_or(name);
            let _ = writeln!(
                svg,
                "<text transform=\"translate({x},{y}) rotate(90)\" font-size=\"11\">{day}</text>"
            );
        }
    }
    svg + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "scenario,day,launch,at,activity,displayed_ms,total_ms,drawn_ms\n";

    /// Returns the lines of ten nights with 100 launches each. The last night is slower by the factor `slower`.
    fn lines(slower: f64) -> String {
        let mut random = gate_stats::Random::new(11);
        let mut text = HEAD.to_owned();
        for night in 10..20 {
            let factor = if night == 19 { slower } else { 1.0 };
            for launch in 1..=100 {
                let total = factor * 1000.0 * (1.0 + 0.05 * random.next_normal());
                let _ = writeln!(
                    text,
                    "ha,2020-06-{night},{launch},12:00:00,HomeActivity,{},{total},",
                    0.6 * total
                );
            }
        }
        text
    }

    #[test]
    fn a_session_of_a_slower_night_fails_and_sessions_of_equal_nights_pass() {
        for (slower, failed) in [(1.0, 0), (1.2, DRAWS)] {
            let answers = judge(&parse(&lines(slower)).unwrap()["ha"]).unwrap();
            assert_eq!((answers.step, answers.failed), (failed, 0), "{slower}");
            assert_eq!(answers.trials, 3 * DRAWS);
        }
    }

    #[test]
    fn files_that_are_not_the_table_of_nightly_sessions_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("nights.csv");
        std::fs::write(&path, lines(1.0)).unwrap();
        let problem = measure(&path, None).unwrap_err().to_string();
        assert!(problem.contains(&format!("expected {FILE}")), "{problem}");
        let problem = parse(&format!("{HEAD}ha,2020-06-19\n")).unwrap_err().to_string();
        assert_eq!(problem, "line 2: 2 columns, expected 8");
    }
}
