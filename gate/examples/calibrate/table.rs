//! Figures with their goals, as a table and as flat JSON.

use anyhow::Result;

#[derive(Clone, Copy)]
pub(crate) enum Goal {
    AtMost(f64),
    AtLeast(f64),
    Between(f64, f64),
    None,
}

pub(crate) struct Figure {
    pub(crate) name: String,
    pub(crate) value: f64,
    /// 95 %, by resampling days (all pairs that share days move together).
    pub(crate) interval: Option<(f64, f64)>,
    pub(crate) goal: Goal,
}

pub(crate) fn render(figures: &[Figure]) -> String {
    let mut text = format!("{:<26} {:>8}  {:<17} {:<14}\n", "figure", "value", "95 % by days", "goal");
    for figure in figures {
        let interval = figure.interval.map_or(String::new(), |(low, high)| format!("[{low:.3}, {high:.3}]"));
        let value = figure.value;
        let (goal, met) = match figure.goal {
            Goal::AtMost(most) => (format!("≤ {most}"), Some(value <= most)),
            Goal::AtLeast(least) => (format!("≥ {least}"), Some(value >= least)),
            Goal::Between(low, high) => (format!("{low}–{high}"), Some((low..=high).contains(&value))),
            Goal::None => (String::new(), None),
        };
        let met = match met {
            Some(true) => "met",
            Some(false) => "MISSED",
            None => "",
        };
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
