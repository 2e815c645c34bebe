//! Formats figures and their goals, as a table and as flat JSON.

use anyhow::Result;

use super::goals;

#[derive(Clone, Copy)]
pub(crate) enum Goal {
    AtMost(f64),
    AtLeast(f64),
    Between(f64, f64),
    None,
}

impl Goal {
    /// Returns the goal's text, and whether a value meets it.
    pub(crate) fn describe(self, value: f64) -> (String, &'static str) {
        let (goal, met) = match self {
            Goal::AtMost(most) => (format!("≤ {}", short(most)), value <= most),
            Goal::AtLeast(least) => (format!("≥ {}", short(least)), value >= least),
            Goal::Between(low, high) => {
                (format!("{}–{}", short(low), short(high)), (low..=high).contains(&value))
            }
            Goal::None => return (String::new(), ""),
        };
        (goal, if met { "met" } else { "MISSED" })
    }
}

fn short(value: f64) -> String {
    format!("{value:.3}").trim_end_matches('0').trim_end_matches('.').to_owned()
}

pub(crate) struct Figure {
    pub(crate) name: String,
    pub(crate) value: f64,
    /// The 95 % interval, which is estimated by resampling days. In a resample, the weights of all pairs that share a day change together.
    pub(crate) interval: Option<(f64, f64)>,
    pub(crate) goal: Goal,
}

pub(crate) fn render(figures: &[Figure]) -> String {
    let mut text = format!("{:<26} {:>8}  {:<17} {:<14}\n", "figure", "value", "95 % by days", "goal");
    for figure in figures {
        let interval = figure.interval.map_or(String::new(), |(low, high)| format!("[{low:.3}, {high:.3}]"));
        let value = figure.value;
        let (goal, met) = figure.goal.describe(value);
        text += format!("{:<26} {value:>8.4}  {interval:<17} {goal:<10} {met}", figure.name).trim_end();
        text.push('\n');
    }
    text
}

pub(crate) fn json(figures: &[Figure]) -> Result<String> {
    let object: serde_json::Map<String, serde_json::Value> =
        figures.iter().map(|figure| (figure.name.clone(), figure.value.into())).collect();
    Ok(serde_json::to_string_pretty(&object)? + "\n")
}

type Figures = serde_json::Map<String, serde_json::Value>;

/// The columns of the table of synthetic worlds with disturbed launches. Each column has a figure and a heading.
const COLUMNS: [(&str, &str); 7] = [
    ("any_false", "unchanged, fails"),
    ("any_false.confirm", "also confirmed"),
    ("undecided", "unchanged, undecided"),
    ("found10", "a method +10 %, found"),
    ("launch3", "all +3 %, fails"),
    ("wrong_pass6", "all +6 %, passes"),
    ("wrong_pass_share50", "+50 ms in half, passes"),
];

/// Returns two Markdown tables from the JSON of both runs. The first table contains the synthetic worlds with disturbed launches, with a
/// line for each design. The second table contains all other figures that miss their goal, with the number of figures that meet their goal.
/// A figure that misses its goal is bold, and the goal follows the figure.
pub(crate) fn compare_with_oracle(measured: &str, oracle: &str) -> Result<String> {
    let (measured, oracle): (Figures, Figures) =
        (serde_json::from_str(measured)?, serde_json::from_str(oracle)?);
    let is_in_columns = |what: &str| COLUMNS.iter().any(|(figure, _)| *figure == what);
    let designs: Vec<&str> = measured.keys().filter_map(|name| name.strip_suffix(".wrong_pass6")).collect();
    let headings: Vec<&str> = COLUMNS.iter().map(|(_, heading)| *heading).collect();
    let mut text = format!(
        "| noise model and design | {} |\n|---|{}\n",
        headings.join(" | "),
        "---|".repeat(COLUMNS.len())
    );
    for design in &designs {
        let cells = COLUMNS.map(|(figure, _)| cell(&measured, &oracle, &format!("{design}.{figure}")));
        let name = design.strip_prefix("world.").unwrap_or(design);
        text += &format!("| `{name}` | {} |\n", cells.join(" | "));
    }
    text += "\n| other figure that misses its goal | value |\n|---|---|\n";
    let mut met_goals = 0;
    for name in measured.keys() {
        let of_design = designs.iter().find_map(|design| name.strip_prefix(design)?.strip_prefix('.'));
        let (goal, met) = goals::for_figure(name).describe(value(&measured, name).unwrap_or(f64::NAN));
        if goal.is_empty() || of_design.is_some_and(is_in_columns) {
            continue;
        }
        if met == "met" {
            met_goals += 1;
        } else {
            text += &format!("| `{name}` | {} |\n", cell(&measured, &oracle, name));
        }
    }
    text += &format!("\n{met_goals} other figures meet their goals.\n");
    Ok(text)
}

fn value(figures: &Figures, name: &str) -> Option<f64> {
    figures.get(name)?["value"].as_f64()
}

/// Formats a figure of the gate and of the oracle. A figure that misses its goal is bold, and the goal follows the figure.
fn cell(measured: &Figures, oracle: &Figures, name: &str) -> String {
    let Some(now) = value(measured, name) else { return String::new() };
    let (design, figure) = name.rsplit_once('.').unwrap_or(("", name));
    let known = value(oracle, &format!("{design}.oracle.{figure}"));
    match goals::with_oracle(name, known).describe(now) {
        (goal, "MISSED") => format!("**{now:.3}** ({goal})"),
        _ => format!("{now:.3}"),
    }
}
