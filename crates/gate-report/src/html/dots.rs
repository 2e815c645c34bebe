//! The distributions of a finding as SVG: every launch a dot, the median a bar, the middle half a line.

use std::fmt::Write as _;

use crate::text::{signed, time};
use crate::value::Values;

const WIDTH: f64 = 460.0;
const LEFT: f64 = 62.0;
const RIGHT: f64 = 20.0;

/// Draws both sides over one axis, and the change between their medians; nothing where there are no values. Growth up to `ignored`
/// is a band.
pub(super) fn dots(values: &Values, ignored: f64) -> String {
    let all: Vec<f64> = values.base.iter().chain(&values.head).copied().filter(|ns| ns.is_finite()).collect();
    let (Some(lowest), Some(high)) =
        (all.iter().copied().reduce(f64::min), all.iter().copied().reduce(f64::max))
    else {
        return String::new();
    };
    let (base, head) = (quantile(&values.base, 0.5), quantile(&values.head, 0.5));
    // A large change is seen in proportion; a small one would not be seen at all.
    let low = if head > 1.5 * base { lowest.min(0.0) } else { lowest };
    let span = if high > low { high - low } else { high.abs().max(1.0) };
    let x = |ns: f64| LEFT + (ns - low) / span * (WIDTH - LEFT - RIGHT);
    let mut svg = format!(
        "<svg viewBox=\"0 0 {WIDTH} 92\" width=\"{WIDTH}\" role=\"img\" aria-label=\"{} base launches, median {}; {} head launches, median {}\">",
        values.base.len(),
        time(base),
        values.head.len(),
        time(head),
    );
    if ignored > 0.0 && base.is_finite() && x(base) < WIDTH - RIGHT {
        let to = x(base + ignored).min(WIDTH - RIGHT);
        let _ = write!(
            svg,
            "<rect class=\"band\" x=\"{:.1}\" width=\"{:.1}\" y=\"4\" height=\"68\"><title>growth up to {} is ignored</title></rect>",
            x(base),
            (to - x(base)).max(1.0),
            time(ignored)
        );
    }
    let _ = write!(svg, "<line class=\"axis\" x1=\"{LEFT}\" x2=\"{}\" y1=\"72\" y2=\"72\"/>", WIDTH - RIGHT);
    for at in ticks(low, low + span) {
        let _ = write!(
            svg,
            "<line class=\"axis\" x1=\"{0:.1}\" x2=\"{0:.1}\" y1=\"72\" y2=\"76\"/><text x=\"{0:.1}\" y=\"88\" text-anchor=\"middle\">{1}</text>",
            x(at),
            time(at)
        );
    }
    if base.is_finite() && head.is_finite() {
        let _ = write!(
            svg,
            "<path class=\"change\" d=\"M {:.1} 32 V 36 H {:.1} V 40\"><title>the medians differ by {}</title></path>",
            x(base),
            x(head),
            signed(head - base)
        );
    }
    for (name, class, side, y) in [("base", "base", &values.base, 20.0), ("head", "head", &values.head, 52.0)]
    {
        let _ = write!(svg, "<text x=\"0\" y=\"{}\">{name}</text>", y + 4.0);
        if !side.iter().any(|ns| ns.is_finite()) {
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
    const WIDE: f64 = 250.0;
    const HIGH: f64 = 76.0;
    /// Below it stands what the line spans.
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
        time(low),
        time(high),
        line.join(" "),
        known.len(),
        time(low),
        time(high)
    )
}

/// Round values between these, two to five of them.
fn ticks(low: f64, high: f64) -> impl Iterator<Item = f64> {
    let least = ((high - low) / 4.0).max(f64::MIN_POSITIVE);
    let power = 10f64.powf(least.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| *step >= least);
    let step = step.unwrap_or(least);
    let first = (low / step).ceil();
    (0..6).map(move |at| (first + f64::from(at)) * step).take_while(move |at| *at <= high)
}

/// The value below which this share lies, between neighbours by their distance.
fn quantile(values: &[f64], share: f64) -> f64 {
    let mut sorted: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
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
        let svg = dots(&values, 0.1e6);
        assert_eq!(svg.matches("<circle").count(), 5);
        assert!(svg.contains("median 2.00 ms; 2 head launches, median 5.00 ms"), "{svg}");
    }

    #[test]
    fn nothing_to_draw_and_equal_values_draw_no_nan() {
        assert_eq!(dots(&Values::default(), 1.0), "");
        let svg = dots(&Values { base: vec![0.0, 0.0], head: vec![f64::NAN] }, 1.0);
        assert!(!svg.contains("NaN\""), "{svg}");
    }

    #[test]
    fn the_axis_has_a_few_round_values() {
        for (low, high) in [(0.0, 9.7e6), (3.2e6, 12.4e6), (1.0, 2.0), (5.5e3, 5.6e3), (0.0, 0.0)] {
            let ticks: Vec<f64> = ticks(low, high).collect();
            assert!((1..=6).contains(&ticks.len()), "{low} to {high}: {ticks:?}");
            assert!(ticks.iter().all(|at| (low..=high).contains(at)), "{low} to {high}: {ticks:?}");
        }
        assert_eq!(ticks(3.2e6, 12.4e6).collect::<Vec<_>>(), [5e6, 10e6]);
    }

    #[test]
    fn quantiles_lie_between_neighbours() {
        assert_eq!(quantile(&[4.0, 1.0, 3.0, 2.0], 0.5), 2.5);
        assert_eq!(quantile(&[7.0], 0.25), 7.0);
    }
}
