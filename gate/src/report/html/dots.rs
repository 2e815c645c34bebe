//! The distributions of a finding as SVG: every launch a dot, the median a bar, the middle half a line.

use std::fmt::Write as _;

use super::time;
use crate::report::value::Values;

const WIDTH: f64 = 460.0;
const LEFT: f64 = 62.0;
const RIGHT: f64 = 20.0;

/// Draws both sides over one axis; nothing where there are no values.
pub(super) fn dots(values: &Values) -> String {
    let all: Vec<f64> = values.base.iter().chain(&values.head).copied().filter(|ns| ns.is_finite()).collect();
    let (Some(low), Some(high)) =
        (all.iter().copied().reduce(f64::min), all.iter().copied().reduce(f64::max))
    else {
        return String::new();
    };
    let span = if high > low { high - low } else { high.abs().max(1.0) };
    let x = |ns: f64| LEFT + (ns - low) / span * (WIDTH - LEFT - RIGHT);
    let mut svg = format!(
        "<svg viewBox=\"0 0 {WIDTH} 92\" width=\"{WIDTH}\" role=\"img\" aria-label=\"{} base launches, median {}; {} head launches, median {}\">",
        values.base.len(),
        time(quantile(&values.base, 0.5)),
        values.head.len(),
        time(quantile(&values.head, 0.5)),
    );
    let _ = write!(svg, "<line class=\"axis\" x1=\"{LEFT}\" x2=\"{}\" y1=\"72\" y2=\"72\"/>", WIDTH - RIGHT);
    let _ = write!(
        svg,
        "<text x=\"{LEFT}\" y=\"88\">{}</text><text x=\"{}\" y=\"88\" text-anchor=\"end\">{}</text>",
        time(low),
        WIDTH - RIGHT,
        time(high)
    );
    for (name, class, side, y) in [("base", "base", &values.base, 20.0), ("head", "head", &values.head, 52.0)]
    {
        let _ = write!(svg, "<text x=\"0\" y=\"{}\">{name}</text>", y + 4.0);
        if side.is_empty() {
            continue;
        }
        for (index, ns) in side.iter().enumerate().filter(|(_, ns)| ns.is_finite()) {
            // Dots of equal launches stand beside each other.
            let beside = f64::from((index % 5) as u8) * 3.0 - 6.0;
            let _ = write!(
                svg,
                "<circle class=\"{class}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"3.5\"/>",
                x(*ns),
                y + beside
            );
        }
        let middle = x(quantile(side, 0.5));
        let _ = write!(
            svg,
            "<line class=\"spread\" x1=\"{:.1}\" x2=\"{:.1}\" y1=\"{y}\" y2=\"{y}\"/><line class=\"median {class}\" x1=\"{middle:.1}\" x2=\"{middle:.1}\" y1=\"{}\" y2=\"{}\"/>",
            x(quantile(side, 0.25)),
            x(quantile(side, 0.75)),
            y - 12.0,
            y + 12.0
        );
    }
    svg + "</svg>"
}

/// A line over the sessions, the judged ones last; nothing where there are too few to see a trend.
pub(super) fn sparkline(values: &[Option<f64>]) -> String {
    const WIDE: f64 = 180.0;
    const HIGH: f64 = 60.0;
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
    let place = |at: usize, ns: f64| (6.0 + at as f64 * step, HIGH - 6.0 - (ns - low) / span * (HIGH - 12.0));
    let points: Vec<(f64, f64)> =
        values.iter().enumerate().filter_map(|(at, value)| value.map(|ns| place(at, ns))).collect();
    let line: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let (x, y) = points.last().copied().unwrap_or_default();
    format!(
        "<svg class=\"spark\" viewBox=\"0 0 {WIDE} {HIGH}\" width=\"{WIDE}\" role=\"img\" aria-label=\"Over {} sessions: from {} to {}\"><polyline class=\"trend\" points=\"{}\"/><circle class=\"head\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\"/></svg>",
        known.len(),
        time(low),
        time(high),
        line.join(" ")
    )
}

/// The value below which this share lies, between neighbours by their distance.
fn quantile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let Some(last) = sorted.len().checked_sub(1) else { return f64::NAN };
    let at = share * last as f64;
    let (low, high) = (sorted[at.floor() as usize], sorted[at.ceil() as usize]);
    low + (high - low) * at.fract()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_launch_is_a_dot() {
        let values = Values { base: vec![1e6, 2e6, 3e6], head: vec![5e6, 5e6] };
        let svg = dots(&values);
        assert_eq!(svg.matches("<circle").count(), 5);
        assert!(svg.contains("median 2.00 ms; 2 head launches, median 5.00 ms"), "{svg}");
    }

    #[test]
    fn nothing_to_draw_and_equal_values_draw_no_nan() {
        assert_eq!(dots(&Values::default()), "");
        let svg = dots(&Values { base: vec![0.0, 0.0], head: vec![f64::NAN] });
        assert!(!svg.contains("cx=\"NaN\""), "{svg}");
    }

    #[test]
    fn quantiles_lie_between_neighbours() {
        assert_eq!(quantile(&[4.0, 1.0, 3.0, 2.0], 0.5), 2.5);
        assert_eq!(quantile(&[7.0], 0.25), 7.0);
    }
}
