//! Draws the distribution of a finding's launches as SVG, with a dot for each launch and a bar for the level that is compared.

use std::fmt::Write as _;

use crate::text::{format_signed_time, format_time};
use crate::value::RowValues;

const WIDTH: f64 = 460.0;
const LEFT: f64 = 62.0;
const RIGHT: f64 = 20.0;

/// Draws the launches of both sides on one axis, and the change between their levels; empty without values. Growth of up to `ignored` is
/// drawn as a band.
pub(super) fn draw_dots(values: &RowValues, levels: [f64; 2], ignored: f64) -> String {
    let all: Vec<f64> = values.base.iter().chain(&values.head).copied().filter(|ns| ns.is_finite()).collect();
    let (Some(lowest), Some(high)) =
        (all.iter().copied().reduce(f64::min), all.iter().copied().reduce(f64::max))
    else {
        return String::new();
    };
    let [base, head] = levels;
    // For a large change, the axis begins at 0, so that the change is visible in proportion. For a small change, the axis begins at the
    // smallest value, since the change would not be visible otherwise.
    let low = if head > 1.5 * base { lowest.min(0.0) } else { lowest };
    let span = if high > low { high - low } else { high.abs().max(1.0) };
    let x = |ns: f64| LEFT + (ns - low) / span * (WIDTH - LEFT - RIGHT);
    let mut svg = format!(
        "<svg viewBox=\"0 0 {WIDTH} 92\" width=\"{WIDTH}\" role=\"img\" aria-label=\"{} base launches, level {}; {} head launches, level {}\">",
        values.base.len(),
        format_time(base),
        values.head.len(),
        format_time(head),
    );
    if ignored > 0.0 && base.is_finite() && x(base) < WIDTH - RIGHT {
        let to = x(base + ignored).min(WIDTH - RIGHT);
        let _ = write!(
            svg,
            "<rect class=\"band\" x=\"{:.1}\" width=\"{:.1}\" y=\"4\" height=\"68\"><title>growth up to {} is ignored</title></rect>",
            x(base),
            (to - x(base)).max(1.0),
            format_time(ignored)
        );
    }
    let _ = write!(svg, "<line class=\"axis\" x1=\"{LEFT}\" x2=\"{}\" y1=\"72\" y2=\"72\"/>", WIDTH - RIGHT);
    for at in ticks(low, low + span) {
        let _ = write!(
            svg,
            "<line class=\"axis\" x1=\"{0:.1}\" x2=\"{0:.1}\" y1=\"72\" y2=\"76\"/><text x=\"{0:.1}\" y=\"88\" text-anchor=\"middle\">{1}</text>",
            x(at),
            format_time(at)
        );
    }
    if base.is_finite() && head.is_finite() {
        let _ = write!(
            svg,
            "<path class=\"change\" d=\"M {:.1} 32 V 36 H {:.1} V 40\"><title>the levels differ by {}</title></path>",
            x(base),
            x(head),
            format_signed_time(head - base)
        );
    }
    for (class, side, level, y) in [("base", &values.base, base, 20.0), ("head", &values.head, head, 52.0)] {
        let _ = write!(svg, "<text x=\"0\" y=\"{}\">{class}</text>", y + 4.0);
        if !side.iter().any(|ns| ns.is_finite()) {
            continue;
        }
        for (index, ns) in side.iter().enumerate().filter(|(_, ns)| ns.is_finite()) {
            // Dots are shifted a little, so that launches with equal times do not cover each other.
            let beside = f64::from((index % 5) as u8) * 3.0 - 6.0;
            let _ = write!(
                svg,
                "<circle class=\"{class}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"3.5\"/>",
                x(*ns),
                y + beside
            );
        }
        let level = x(level);
        let _ = write!(
            svg,
            "<line class=\"level {class}\" x1=\"{level:.1}\" x2=\"{level:.1}\" y1=\"{}\" y2=\"{}\"/>",
            y - 12.0,
            y + 12.0
        );
    }
    svg + "</svg>"
}

/// Draws a line through the levels of the sessions, the judged sessions last; empty for fewer than three sessions.
pub(super) fn draw_sparkline(values: &[Option<f64>]) -> String {
    const WIDE: f64 = 250.0;
    const HIGH: f64 = 76.0;
    /// The height of the line. Below the line, a text states the range.
    const LINE: f64 = 58.0;
    let known: Vec<f64> = values.iter().flatten().copied().collect();
    let (Some(low), Some(high)) =
        (known.iter().copied().reduce(f64::min), known.iter().copied().reduce(f64::max))
    else {
        return String::new();
    };
    if known.len() < 3 {
        return String::new();
    }
    let span = if high > low { high - low } else { 1.0 };
    let step = (WIDE - 12.0) / (values.len() - 1) as f64;
    let place = |at: usize, ns: f64| (6.0 + at as f64 * step, LINE - 6.0 - (ns - low) / span * (LINE - 12.0));
    let points: Vec<(f64, f64)> =
        values.iter().enumerate().filter_map(|(at, value)| value.map(|ns| place(at, ns))).collect();
    let line: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let (x, y) = points.last().copied().unwrap_or_default();
    format!(
        "<svg class=\"spark\" viewBox=\"0 0 {WIDE} {HIGH}\" width=\"{WIDE}\" role=\"img\" aria-label=\"{} sessions, between {} and {}\"><polyline class=\"trend\" points=\"{}\"/><circle class=\"head\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\"/><text x=\"0\" y=\"72\">history: {} sessions, {} to {}</text></svg>",
        known.len(),
        format_time(low),
        format_time(high),
        line.join(" "),
        known.len(),
        format_time(low),
        format_time(high)
    )
}

/// Returns two to five round values between `low` and `high`.
fn ticks(low: f64, high: f64) -> impl Iterator<Item = f64> {
    let least = ((high - low) / 4.0).max(f64::MIN_POSITIVE);
    let power = 10f64.powf(least.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| *step >= least);
    let step = step.unwrap_or(least);
    let first = (low / step).ceil();
    (0..6).map(move |at| (first + f64::from(at)) * step).take_while(move |at| *at <= high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_launch_is_drawn_as_a_dot() {
        let values = RowValues { base: vec![1e6, 2e6, 3e6], head: vec![5e6, 5e6] };
        let svg = draw_dots(&values, [2e6, 5e6], 0.1e6);
        assert_eq!(svg.matches("<circle").count(), 5);
        assert!(svg.contains("level 2.00 ms; 2 head launches, level 5.00 ms"), "{svg}");
    }

    #[test]
    fn a_chart_of_missing_or_equal_values_contains_no_nan() {
        assert_eq!(draw_dots(&RowValues::default(), [0.0; 2], 1.0), "");
        let svg = draw_dots(&RowValues { base: vec![0.0, 0.0], head: vec![f64::NAN] }, [0.0; 2], 1.0);
        assert!(!svg.contains("NaN\""), "{svg}");
    }

    #[test]
    fn the_axis_of_a_chart_has_a_few_round_values() {
        for (low, high) in [(0.0, 9.7e6), (3.2e6, 12.4e6), (1.0, 2.0), (5.5e3, 5.6e3), (0.0, 0.0)] {
            let ticks: Vec<f64> = ticks(low, high).collect();
            assert!((1..=6).contains(&ticks.len()), "{low} to {high}: {ticks:?}");
            assert!(ticks.iter().all(|at| (low..=high).contains(at)), "{low} to {high}: {ticks:?}");
        }
        assert_eq!(ticks(3.2e6, 12.4e6).collect::<Vec<_>>(), [5e6, 10e6]);
    }
}
