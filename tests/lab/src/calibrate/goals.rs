//! Lists the goal of each figure of the calibration. The tables of CALIBRATION.md are printed from this list.
//!
//! Some goals of power and of answers with disturbed launches are not in this list. The goals of the omitted figures are computed as the
//! oracle's figure minus .05, but no lower than the current measurement.

use super::table::Goal;
use super::table::Goal::{AtLeast, AtMost, Between};

/// The goals by figure name, where `*` matches any text. The first goal that matches a figure applies.
const GOALS: &[(&str, Goal)] = &[
    // Goals for figures on recorded days.
    ("any_false.pool*", AtMost(0.01)),
    ("any_false.single.*", AtMost(0.02)),
    ("any_false.blocks*", AtMost(0.05)),
    ("any_false.pairs*", AtMost(0.05)),
    ("power.pool10.3", AtLeast(0.80)),
    ("power.pool10.5", AtLeast(0.92)),
    ("power.pool10.10", AtLeast(0.97)),
    ("power.pool5.5", AtLeast(0.87)),
    ("power.pool5.10", AtLeast(0.93)),
    ("power.blocks*.5", AtLeast(0.9)),
    ("power.pairs*.5", AtLeast(0.9)),
    ("creep.module_by_7", AtLeast(0.99)),
    ("creep.method_by_20", AtLeast(0.95)),
    ("creep.false_20", AtMost(0.02)),
    ("coverage95*", Between(0.93, 0.97)),
    // Goals for synthetic worlds (noise models).
    ("counters.found1", AtLeast(0.9)),
    ("counters.any_false", AtMost(0.02)),
    ("counts.found", AtLeast(1.0)),
    ("counts.any_false", AtMost(0.0)),
    ("world.share.pairs10.found30", AtLeast(0.0)),
    ("world.share.pairs10.found50", AtLeast(0.19)),
    ("world.share.pairs20.found30", AtLeast(0.33)),
    ("world.share.pairs20.found50", AtLeast(0.85)),
    ("world.share.stored6.found30", AtLeast(0.61)),
    ("world.share.stored6.found50", AtLeast(0.89)),
    ("world.share.pairs20.any_false", AtMost(0.02)),
    ("world.new_level.later_false", AtMost(0.0)),
    ("world.drift_plus.named", AtLeast(0.95)),
    ("world.accepted_module.undecided", AtMost(0.05)),
    ("world.renamed.red", AtMost(0.05)),
    ("world.one_selector.red", AtMost(0.05)),
    ("world.creep_gaps.method_by_20", AtLeast(0.80)),
    ("world.creep_gaps.any_false", AtMost(0.02)),
    ("world.crash.told25", AtLeast(0.5)),
    ("world.crash.told40", AtLeast(0.9)),
    ("world.crash.any_false", AtMost(0.005)),
    ("world.crash.undecided", AtMost(0.03)),
    // Goals for synthetic worlds with disturbed launches.
    ("world.*.any_false.confirm", AtMost(0.005)),
    ("world.bursts.*.any_false", AtMost(0.05)),
    ("world.flags_by_launch.*.any_false", AtMost(0.05)),
    ("world.two_modes15.*.any_false", AtMost(0.10)),
    ("world.two_modes50.*.any_false", AtMost(0.10)),
    ("world.*.any_false", AtMost(0.02)),
    ("world.network.*.undecided", AtMost(0.10)),
    ("world.network40.*.undecided", AtMost(0.10)),
    ("world.bursts.*.undecided", AtMost(0.10)),
    ("world.slow_day.*.undecided*", AtMost(0.10)),
    ("world.flags_by_launch.*.undecided", AtMost(0.25)),
    ("world.slow_path.*.undecided", AtMost(0.25)),
    ("world.real.*.undecided", AtMost(0.30)),
    // The following goals are the values that were measured first.
    ("world.heat_step.pairs10.undecided", AtMost(0.125)),
    ("world.heat_step.stored6.undecided", AtMost(0.665)),
    ("world.other_phone.stored6.undecided", AtMost(0.65)),
    ("world.phones.*.undecided", AtMost(0.05)),
    ("world.*.advice_right", AtLeast(0.7)),
    ("world.slow_path.*.wrong_pass6", AtMost(0.15)),
    ("world.*.wrong_pass6", AtMost(0.05)),
    ("world.*.wrong_pass_share50", AtMost(0.10)),
];

/// Returns the goal of a figure in the list of goals, if the list has one.
pub(crate) fn for_figure(name: &str) -> Goal {
    GOALS.iter().find(|(pattern, _)| matches(pattern, name)).map_or(Goal::None, |(_, goal)| *goal)
}

/// Returns whether a name matches a pattern. A pattern has at most two `*`, and the second `*` is at the pattern's end.
fn matches(pattern: &str, name: &str) -> bool {
    let Some((begin, end)) = pattern.split_once('*') else { return pattern == name };
    let Some(rest) = name.strip_prefix(begin) else { return false };
    let is_open = pattern.ends_with('*');
    let end = end.trim_end_matches('*');
    if is_open { rest.contains(end) } else { rest.ends_with(end) }
}

/// Returns the goal of a figure, which may depend on the oracle's figure.
pub(crate) fn with_oracle(name: &str, oracle: Option<f64>) -> Goal {
    let figure = name.rsplit('.').next().unwrap_or_default();
    match (for_figure(name), figure, oracle) {
        (Goal::None, "found10" | "launch3", Some(oracle)) => AtLeast(oracle - LESS),
        (Goal::None, "undecided", Some(oracle)) => AtMost(oracle + LESS),
        (goal, ..) => goal,
    }
}

/// The allowed difference between a figure and the oracle's figure.
const LESS: f64 = 0.05;
