//! Draws the picture of the scorecard: false alarms against power, with a point for each rule and series.

use std::fmt::Write as _;

use super::{Results, columns, key};

/// Number of launches in base and head that the picture shows.
pub(super) const SIZE: usize = 10;
/// Index of +5 % in [`super::Cell::found`].
const FOUND: usize = 1;
const COLOURS: [&str; 8] =
    ["#0b6e4f", "#64b58f", "#c1121f", "#e08e00", "#1d4ed8", "#7c3aed", "#0e7490", "#6b7280"];
/// The right end of the axis of false alarms. Larger values are drawn at this end too.
const MOST: f64 = 0.10;
/// The position of the plot: left, top, width, height.
const PLOT: (f64, f64, f64, f64) = (60.0, 40.0, 420.0, 300.0);

pub(super) fn svg(series: &[&str], results: &Results) -> String {
    let (left, top, width, height) = PLOT;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 740 400\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <title>False alarms and found growth of 5 %, {SIZE} launches a side</title>\n\
         <rect width=\"740\" height=\"400\" fill=\"#fff\"/>\n\
         <rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"none\" stroke=\"#999\"/>\n"
    );
    let x = |share: f64| left + width * share.min(MOST) / MOST;
    let y = |share: f64| top + height * (1.0 - share);
    let mut add = |line: String| svg.push_str(&(line + "\n"));
    for percent in [0, 2, 4, 6, 8, 10] {
        let at = x(f64::from(percent) / 100.0);
        add(format!("<text x=\"{at}\" y=\"358\" text-anchor=\"middle\">{percent} %</text>"));
    }
    for percent in [0, 25, 50, 75, 100] {
        let at = y(f64::from(percent) / 100.0);
        add(format!("<text x=\"54\" y=\"{}\" text-anchor=\"end\">{percent} %</text>", at + 4.0));
    }
    let limit = x(0.05);
    add(format!(
        "<line x1=\"{limit}\" y1=\"{top}\" x2=\"{limit}\" y2=\"{}\" stroke=\"#999\" stroke-dasharray=\"4 4\"/>",
        top + height
    ));
    add("<text x=\"60\" y=\"24\">found of +5 % in every launch</text>".into());
    add("<text x=\"270\" y=\"382\" text-anchor=\"middle\">false alarms of an unchanged app (10 % and more at the right edge)</text>".into());
    for (at, ((rule, shown), colour)) in columns().zip(COLOURS).enumerate() {
        let mut points = String::new();
        for cell in series.iter().filter_map(|series| results.get(&key(series, rule, SIZE))) {
            let (x, y) = (x(cell.any_false()), y(cell.found()[FOUND]));
            let _ = write!(points, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\"/>");
        }
        add(format!("<g fill=\"{colour}\" fill-opacity=\"0.7\">{points}</g>"));
        let y = 56 + 24 * at;
        add(format!(
            "<circle cx=\"506\" cy=\"{}\" r=\"5\" fill=\"{colour}\"/><text x=\"518\" y=\"{y}\">{shown}</text>",
            y - 4
        ));
    }
    svg + "</svg>\n"
}
