//! `cargo xtask bench`: prints figures with their goals as a table, and writes one flat JSON object that can
//! be tracked over time.
//!
//! To add a bench, add an entry to `table` (or `store`): a cargo command that prints one flat JSON object of
//! numbers, and a line for each figure with its unit and goal. Keys are dotted names that either begin with
//! the name of the bench or are in the table.
//! Invariant: a figure of the table that the command did not print is an error.

mod edits;
mod gate;
mod rebuilds;
mod store;
mod table;

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail, ensure};
use clap::Args;
use serde_json::{Map, Value};

use crate::workspace;

/// A named source of figures.
struct Bench {
    name: &'static str,
    program: Program,
    figures: &'static [Figure],
}

enum Program {
    /// A test of the end-to-end test program, which prints the object as a separate line.
    Test(&'static str),
    /// A test of the gate's test program, which prints the object as a separate line.
    GateTest(&'static str),
    /// A unit test of the crate `gate-store`, which prints the object as a separate line.
    StoreTest(&'static str),
    /// `cargo ARGS`, which prints the object on stdout and its progress on stderr.
    Cargo(&'static [&'static str]),
    /// An example that links the emulator and prints the object. The example is built with the same selection
    /// of packages as the tests, because cargo would compile the emulator again for a different selection.
    Example(&'static str),
    /// An example that links the emulator and has a seed as its argument. A different seed gives independent
    /// data.
    Seeded(&'static str),
    /// The bench of stores at a URL, which needs additional software.
    Store,
    /// The bench of the requests that commands send to a store at a URL, which needs the same software as
    /// `Store`.
    StoreRequests,
    /// The gate, compared with a script that uses NumPy and SciPy.
    NumPy,
    /// A month of pull requests, judged by the gate's command line.
    Month,
    /// The cost of an edit of one folder, compared with the cost of the same edit when the gate was one
    /// crate.
    Edits,
    /// The crates that cargo rebuilds after an edit of a crate on which they depend.
    Rebuilds,
}

/// A figure, with its unit and its goal.
struct Figure {
    name: &'static str,
    unit: &'static str,
    goal: Goal,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Goal {
    AtLeast(f64),
    AtMost(f64),
    None,
}

/// A figure and its measured value.
struct Row {
    name: String,
    value: f64,
    unit: &'static str,
    goal: Goal,
}

/// Returns all benches.
fn benches() -> impl Iterator<Item = &'static Bench> {
    table::BENCHES.iter().chain(gate::BENCHES).chain(store::BENCHES)
}

/// The amount of data that benches use.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Size {
    /// Draw other launches and other noise, in benches that draw them
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Fill a store with a whole year, 125 million rows, which takes an hour
    #[arg(long)]
    full: bool,
}

/// Runs the benches called `name`, or all benches. Prints the table, and writes the flat object to the file
/// `json`.
pub(crate) fn bench(name: Option<&str>, json: Option<&Path>, size: Size) -> Result<()> {
    let chosen: Vec<&Bench> = benches().filter(|bench| name.is_none_or(|name| name == bench.name)).collect();
    if chosen.is_empty() {
        let known: Vec<&str> = benches().map(|bench| bench.name).collect();
        bail!("no bench {:?}; there are: {}", name.unwrap_or_default(), known.join(", "));
    }
    let (mut rows, mut failed) = (Vec::new(), Vec::new());
    for bench in chosen {
        eprintln!("bench {} …", bench.name);
        let figures = measure(&bench.program, size).with_context(|| format!("bench {}", bench.name));
        // If a bench fails, the figures of the other benches are still reported, since measuring them may
        // have taken an hour.
        match figures.and_then(|figures| collect(bench, &figures)) {
            Ok(measured) => rows.extend(measured),
            Err(error) => failed.push(format!("{error:#}")),
        }
    }
    print!("{}", Table(&rows));
    if let Some(path) = json {
        let flat: Map<String, Value> = rows.iter().map(|row| (row.name.clone(), row.value.into())).collect();
        let text = serde_json::to_string_pretty(&flat)? + "\n";
        std::fs::write(path, text).with_context(|| path.display().to_string())?;
    }
    ensure!(failed.is_empty(), "{}", failed.join("\n"));
    Ok(())
}

fn measure(program: &Program, Size { seed, full }: Size) -> Result<Map<String, Value>> {
    match program {
        Program::Test(name) => tested(&["--workspace", "--test", "e2e"], name),
        Program::GateTest(name) => tested(&["-p", "gate", "--test", "gate"], name),
        Program::StoreTest(name) => tested(&["-p", "gate-store", "--lib"], name),
        Program::Store => printed_by(crate::store::bench()?.args(full.then_some("--full"))),
        Program::StoreRequests => printed_by(crate::store::bench()?.arg("--requests")),
        Program::NumPy => printed_by(&mut numpy()?),
        Program::Month => printed_by(&mut month()?),
        Program::Edits => edits::measure(),
        Program::Rebuilds => rebuilds::measure(),
        Program::Cargo(args) => {
            let mut command = workspace::cargo();
            command.args(*args);
            printed_by(&mut command)
        }
        Program::Example(name) => printed_by(&mut example(name)?),
        Program::Seeded(name) => printed_by(example(name)?.args(["--seed", &seed.to_string()])),
    }
}

/// Builds a release build of the gate, and returns its path.
fn gate() -> Result<PathBuf> {
    workspace::run(workspace::cargo().args(["build", "--quiet", "--release", "-p", "gate"]))?;
    Ok(workspace::target_dir().join("release/gate"))
}

fn month() -> Result<Command> {
    let mut command = workspace::cargo();
    command.args(["run", "--release", "-p", "lab", "month"]).arg(gate()?);
    Ok(command)
}

fn numpy() -> Result<Command> {
    let gate = gate()?;
    let packages = workspace::target_dir().join("tools/numpy");
    if !packages.join("scipy").exists() {
        let install = ["-m", "pip", "--disable-pip-version-check", "--quiet", "install", "--target"];
        workspace::run(
            Command::new("python3").args(install).arg(&packages).args(["numpy==2.4.6", "scipy==1.17.1"]),
        )?;
    }
    let mut script = Command::new("python3");
    script.env("PYTHONPATH", packages).arg(workspace::root().join("xtask/numpy/judge.py"));
    script.arg(gate).args(["20000", "300"]);
    Ok(script)
}

/// Runs a test and returns the figures that it prints.
fn tested(program: &[&str], name: &str) -> Result<Map<String, Value>> {
    let mut command = workspace::cargo();
    command.args(["test", "--quiet"]).args(program).args(["--", "--exact", "--nocapture", name]);
    let text = workspace::read(command.stderr(Stdio::inherit()))?;
    let line = text.lines().find_map(|line| line.find("{\"").map(|at| &line[at..]));
    object(line.with_context(|| format!("{name} printed no figures"))?, &command)
}

/// Builds an example that links the emulator.
fn example(name: &str) -> Result<Command> {
    workspace::run(workspace::cargo().args(["build", "--quiet", "--workspace", "--example", name]))?;
    Ok(Command::new(workspace::target_dir().join("debug/examples").join(name)))
}

fn printed_by(command: &mut Command) -> Result<Map<String, Value>> {
    // Other output of a bench is passed on.
    let text = workspace::read(command.stderr(Stdio::inherit()))?;
    object(&text, command)
}

fn object(text: &str, command: &Command) -> Result<Map<String, Value>> {
    match serde_json::from_str(text).with_context(|| format!("`{}`", workspace::shown(command)))? {
        Value::Object(figures) => Ok(figures),
        _ => bail!("`{}` printed no JSON object", workspace::shown(command)),
    }
}

/// Reads a figure's number.
fn number(bench: &Bench, name: &str, value: &Value) -> Result<f64> {
    let bench = bench.name;
    let value = value.as_f64().with_context(|| format!("bench {bench}: {name} is no number: {value}"))?;
    ensure!(value.is_finite(), "bench {bench}: {name} is {value}");
    Ok(value)
}

/// Returns the rows of a bench: the figures of the table in their order, followed by all other printed
/// figures.
fn collect(bench: &Bench, figures: &Map<String, Value>) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for figure in bench.figures {
        let value = figures
            .get(figure.name)
            .with_context(|| format!("bench {} did not print {}", bench.name, figure.name))?;
        let value = number(bench, figure.name, value)?;
        rows.push(Row { name: figure.name.to_owned(), value, unit: figure.unit, goal: figure.goal });
    }
    for (name, value) in figures {
        if bench.figures.iter().all(|figure| figure.name != name) {
            let own = name.strip_prefix(bench.name).is_some_and(|rest| rest.starts_with('.'));
            ensure!(own, "bench {0}: {name} does not begin with `{0}.`", bench.name);
            let value = number(bench, name, value)?;
            rows.push(Row { name: name.clone(), value, unit: "", goal: Goal::None });
        }
    }
    Ok(rows)
}

impl Goal {
    fn is_met_by(self, value: f64) -> Option<bool> {
        match self {
            Goal::AtLeast(goal) => Some(value >= goal),
            Goal::AtMost(goal) => Some(value <= goal),
            Goal::None => None,
        }
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Goal::AtLeast(goal) => f.pad(&format!("≥ {}", short(*goal))),
            Goal::AtMost(goal) => f.pad(&format!("≤ {}", short(*goal))),
            Goal::None => f.pad(""),
        }
    }
}

/// Formats a number with four significant digits, which is more than the precision of the measurements.
fn short(value: f64) -> String {
    if value == 0.0 || value.fract() == 0.0 && value.abs() < 1e15 {
        return format!("{value}");
    }
    let digits = (3 - value.abs().log10().floor() as i32).clamp(0, 9) as usize;
    format!("{value:.digits$}")
}

struct Table<'a>(&'a [Row]);

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.0.iter().map(|row| row.name.len()).max().unwrap_or(0).max("figure".len());
        writeln!(f, "{:width$}  {:>14}  {:8}  {:>12}", "figure", "measured", "unit", "goal")?;
        for row in self.0 {
            let answer = match row.goal.is_met_by(row.value) {
                Some(true) => "ok",
                Some(false) => "BELOW GOAL",
                None => "",
            };
            let line = format!(
                "{:width$}  {:>14}  {:8}  {:>12}  {answer}",
                row.name,
                short(row.value),
                row.unit,
                row.goal
            );
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPEED: Bench = Bench {
        name: "speed",
        program: Program::Cargo(&[]),
        figures: &[Figure { name: "speed.read", unit: "×", goal: Goal::AtLeast(0.25) }],
    };

    fn rows(json: &str) -> Result<Vec<Row>> {
        collect(&SPEED, serde_json::from_str::<Value>(json).unwrap().as_object().unwrap())
    }

    #[test]
    fn missing_unrelated_and_textual_figures_of_a_bench_are_refused() {
        let cases = [
            (r#"{}"#, "did not print speed.read"),
            (r#"{"speed.read": "fast"}"#, "is no number"),
            (r#"{"speed.read": 1, "phone.boot": 2}"#, "does not begin with `speed.`"),
            (r#"{"speed.read": 1, "speedy": 2}"#, "does not begin with `speed.`"),
        ];
        for (json, expected) in cases {
            let error = rows(json).err().expect(json).to_string();
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn the_table_of_bench_figures_marks_missed_goals() {
        let table = Table(&rows(r#"{"speed.extra": 123456.7, "speed.read": 0.2}"#).unwrap()).to_string();
        let lines: Vec<&str> = table.lines().collect();
        assert!(lines[1].starts_with("speed.read ") && lines[1].ends_with("BELOW GOAL"), "{table}");
        assert!(lines[2].contains("123457"), "{table}");
        let table = Table(&rows(r#"{"speed.read": 0.25}"#).unwrap()).to_string();
        assert!(table.trim_end().ends_with("ok"), "{table}");
    }

    #[test]
    fn names_of_figures_begin_with_the_name_of_their_bench() {
        for bench in benches() {
            for figure in bench.figures {
                // The bench `stacks` also measures the agent's cost of sampling.
                let is_own = figure.name.starts_with(&format!("{}.", bench.name));
                let is_of_sampling = bench.name == "stacks" && figure.name.starts_with("agent.sample.");
                // The benches `waiting` and `windows` also measure the instructions that their features add
                // to the agent.
                let is_of_agent =
                    matches!(bench.name, "waiting" | "windows") && figure.name.starts_with("agent.");
                let is_of_stalls = bench.name == "waiting"
                    && ["stalls.", "deadlocks."].iter().any(|of| figure.name.starts_with(of));
                let is_of_searches = bench.name == "store" && figure.name.starts_with("bisect.");
                let is_of_gate = bench.name == "gate"
                    && ["judge.", "store.", "drive.tunnel_drop."]
                        .iter()
                        .any(|of| figure.name.starts_with(of));
                assert!(
                    is_own || is_of_sampling || is_of_agent || is_of_stalls || is_of_searches || is_of_gate,
                    "{}",
                    figure.name
                );
            }
        }
    }

    #[test]
    fn bench_figures_are_rounded_to_four_digits_but_keep_all_digits_before_the_point() {
        for (value, expected) in
            [(0.0, "0"), (66312.0, "66312"), (0.123456, "0.1235"), (12.3456, "12.35"), (3.0, "3")]
        {
            assert_eq!(short(value), expected);
        }
    }
}
