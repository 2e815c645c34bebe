//! Formats figures with their goals, as a table and as flat JSON.

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
    /// The 95 % interval from resampling days, in which all pairs that share a day change together.
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

/// Returns the figures of the disturbed worlds as a Markdown table, from the JSON of both runs: the measured
/// figure, the oracle's figure, and the goal.
pub(crate) fn compare_with_oracle(measured: &str, oracle: &str) -> Result<String> {
    type Figures = serde_json::Map<String, serde_json::Value>;
    let (measured, oracle): (Figures, Figures) =
        (serde_json::from_str(measured)?, serde_json::from_str(oracle)?);
    let value = |figures: &Figures, name: &str| figures.get(name).and_then(|figure| figure["value"].as_f64());
    let mut text =
        "| figure | now | trials | oracle | at its line | untold | goal | |\n|---|---|---|---|---|---|---|---|\n"
            .to_owned();
    for (name, figure) in &measured {
        let now = figure["value"].as_f64().unwrap_or(f64::NAN);
        let (cell, what) = name.rsplit_once('.').unwrap_or(("", name));
        let of_oracle = |end: &str| value(&oracle, &format!("{cell}.oracle.{what}{end}"));
        let known = of_oracle("");
        let goal = goals::with_oracle(name, known);
        let (goal, met) = goal.describe(now);
        if goal.is_empty() && known.is_none() {
            continue;
        }
        let [known, at_line, untold] = [known, of_oracle(".at_line"), of_oracle(".untold")]
            .map(|known| known.map_or(String::new(), |known| format!("{known:.3}")));
        let trials = figure["trials"].as_u64().map_or(String::new(), |trials| trials.to_string());
        text += &format!(
            "| `{name}` | {now:.3} | {trials} | {known} | {at_line} | {untold} | {goal} | {} |\n",
            met.to_lowercase()
        );
    }
    Ok(text)
}
