//! `cargo xtask bench`: figures with goals, as a table for people and one flat JSON object to follow over time.
//!
//! To add a bench, add an entry to `table`, or of the store to `store`: a cargo command that prints one flat JSON object of numbers, keyed by dotted names
//! that begin with the bench's own or are in the table, and a line for each figure with its unit and goal.
//! Invariant: a figure that was promised and not printed is an error, never a gap in the table.

mod edits;
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
    /// This test of the end-to-end program prints the object as a line of its own.
    Test(&'static str),
    /// The same, of the gate's own program of tests.
    GateTest(&'static str),
    /// `cargo ARGS` prints the object on stdout; progress belongs on stderr.
    Cargo(&'static [&'static str]),
    /// This example, that links the emulator, prints the object. It is built in the one selection of packages that the tests have,
    /// because cargo compiles the emulator again for every other.
    Example(&'static str),
    /// The same, which is given a seed: another one gives independent data.
    Seeded(&'static str),
    /// The bench of stores at a URL, which needs software that was not written here.
    Store,
    /// The gate beside a script of NumPy and SciPy.
    NumPy,
    /// A month of pull requests through the gate's command line.
    Month,
    /// An edit of one folder beside the same edit when the gate was one crate.
    Edits,
}

/// What a figure means and what it should be.
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

/// A figure that was measured.
struct Row {
    name: String,
    value: f64,
    unit: &'static str,
    goal: Goal,
}

/// All of them.
fn benches() -> impl Iterator<Item = &'static Bench> {
    table::BENCHES.iter().chain(store::BENCHES)
}

/// How much is measured.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Size {
    /// Other launches and other noise, in benches that draw them
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// A store of a whole year, 125 million rows, which takes an hour
    #[arg(long)]
    full: bool,
}

/// Runs the bench called `name`, or all, prints the table and writes the flat object to `json`.
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
        // One that fails does not take away what the others measured, which may have taken an hour.
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
        Program::Store => printed_by(&mut crate::store::bench(full)?),
        Program::NumPy => printed_by(&mut numpy()?),
        Program::Month => printed_by(&mut month()?),
        Program::Edits => edits::measure(),
        Program::Cargo(args) => {
            let mut command = workspace::cargo();
            command.args(*args);
            printed_by(&mut command)
        }
        Program::Example(name) => printed_by(&mut example(name)?),
        Program::Seeded(name) => printed_by(example(name)?.args(["--seed", &seed.to_string()])),
    }
}

/// Builds the gate and says where it is.
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

/// What a test of this program prints.
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
    // What a bench says beside its figures goes straight on.
    let text = workspace::read(command.stderr(Stdio::inherit()))?;
    object(&text, command)
}

fn object(text: &str, command: &Command) -> Result<Map<String, Value>> {
    match serde_json::from_str(text).with_context(|| format!("`{}`", workspace::shown(command)))? {
        Value::Object(figures) => Ok(figures),
        _ => bail!("`{}` printed no JSON object", workspace::shown(command)),
    }
}

/// The rows of a bench: what was promised first, in its order, then whatever else was printed.
fn collect(bench: &Bench, figures: &Map<String, Value>) -> Result<Vec<Row>> {
    let number = |name: &str, value: &Value| {
        let value =
            value.as_f64().with_context(|| format!("bench {}: {name} is no number: {value}", bench.name))?;
        ensure!(value.is_finite(), "bench {}: {name} is {value}", bench.name);
        Ok(value)
    };
    let mut rows = Vec::new();
    for figure in bench.figures {
        let value = figures
            .get(figure.name)
            .with_context(|| format!("bench {} did not print {}", bench.name, figure.name))?;
        let value = number(figure.name, value)?;
        rows.push(Row { name: figure.name.to_owned(), value, unit: figure.unit, goal: figure.goal });
    }
    for (name, value) in figures {
        if bench.figures.iter().all(|figure| figure.name != name) {
            let own = name.strip_prefix(bench.name).is_some_and(|rest| rest.starts_with('.'));
            ensure!(own, "bench {0}: {name} does not begin with `{0}.`", bench.name);
            rows.push(Row { name: name.clone(), value: number(name, value)?, unit: "", goal: Goal::None });
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

/// Four significant digits are more than any of these measurements is good for.
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
    fn missing_foreign_and_textual_figures_are_refused() {
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
    fn table_says_which_goal_was_missed() {
        let table = Table(&rows(r#"{"speed.extra": 123456.7, "speed.read": 0.2}"#).unwrap()).to_string();
        let lines: Vec<&str> = table.lines().collect();
        assert!(lines[1].starts_with("speed.read ") && lines[1].ends_with("BELOW GOAL"), "{table}");
        assert!(lines[2].contains("123457"), "{table}");
        let table = Table(&rows(r#"{"speed.read": 0.25}"#).unwrap()).to_string();
        assert!(table.trim_end().ends_with("ok"), "{table}");
    }

    #[test]
    fn names_of_benches_and_figures_agree() {
        for bench in benches() {
            for figure in bench.figures {
                // What sampling takes is the agent's, and is measured with the stacks.
                let is_own = figure.name.starts_with(&format!("{}.", bench.name));
                let is_of_sampling = bench.name == "stacks" && figure.name.starts_with("agent.sample.");
                let is_of_searches = bench.name == "store" && figure.name.starts_with("bisect.");
                let is_of_judging = bench.name == "gate" && figure.name.starts_with("judge.");
                assert!(is_own || is_of_sampling || is_of_searches || is_of_judging, "{}", figure.name);
            }
        }
    }

    #[test]
    fn numbers_keep_four_digits() {
        for (value, expected) in
            [(0.0, "0"), (66312.0, "66312"), (0.123456, "0.1235"), (12.3456, "12.35"), (3.0, "3")]
        {
            assert_eq!(short(value), expected);
        }
    }
}
