//! Formats the sentences about the series: the launch first, then the number of changes, then the next command.

use std::collections::BTreeSet;

use gate_trend::{JointChange, LevelChange, Series, SeriesKind};

use super::{TrendReport, format_day};
use crate::line::quote_for_shell;
use crate::text::{
    capitalize, format_both_times, format_change, format_change_range, format_relative_change,
    format_signed_time, format_time, format_time_pair, truncate_middle,
};
use crate::words::format_count;

/// The largest number of steadily growing series that are listed.
const SLOPES: usize = 10;

/// The number of sessions above which more sessions do not help to find a change: ten on each side of the change.
const ENOUGH: usize = 20;

impl TrendReport {
    /// Formats the change of the launch, as in `Launch slower since 2026-01-25: 412.00 → 455.10 ms, +43.10 ms (+10 %)`.
    pub(crate) fn headline(&self) -> String {
        let Some(launch) = self.trend.series.iter().find(|series| series.kind == SeriesKind::Launch) else {
            return format!(
                "{} in {}",
                capitalize(&self.format_change_count()),
                format_count(self.trend.sessions.len(), "session")
            );
        };
        if let Some(step) = launch.changes.last() {
            let way = if step.after_ns > step.before_ns { "slower" } else { "faster" };
            return format!(
                "Launch {way} since {}: {}",
                format_day(self.session(step.at)),
                format_size(step)
            );
        }
        let (first, last) = launch.end_levels();
        if (last / first - 1.0).abs() < gate_trend::LEAST_CHANGE {
            return format!(
                "Launch unchanged: {} over {}{}",
                format_time(last),
                self.format_session_count(),
                self.format_other_series()
            );
        }
        let [first, last] = format_time_pair(first, last);
        format!(
            "Launch without a lasting change: {first} at first, {last} at last, over {}{}",
            self.format_session_count(),
            self.format_other_series()
        )
    }

    /// Formats the changes of other series, if the launch did not change.
    fn format_other_series(&self) -> String {
        let has_changed = |kind: SeriesKind| {
            self.trend.series.iter().filter(|one| one.kind == kind && !one.changes.is_empty()).count()
        };
        match (has_changed(SeriesKind::Method), has_changed(SeriesKind::Module)) {
            (0, 0) => String::new(),
            (0, modules) => format!("; {} changed", format_count(modules, "module")),
            (methods, _) => format!("; {} changed", format_count(methods, "method")),
        }
    }

    /// Formats the number of changes, as in `1 lasting change, seen in 3 series: 3 slower, 0 faster`.
    pub(crate) fn format_change_count(&self) -> String {
        let changes = self.changes();
        let slower = changes.iter().filter(|(_, step)| step.after_ns > step.before_ns).count();
        match changes.len() {
            0 => "no lasting change".to_owned(),
            all => format!("{}: {slower} slower, {} faster", format_changed_sessions(&changes), all - slower),
        }
    }

    /// Lists the sessions at which all series changed together, then the series that grow steadily, the fastest growth first.
    pub(crate) fn notes(&self) -> Vec<String> {
        let mut notes: Vec<String> = Vec::new();
        for JointChange { at, growth, with } in &self.trend.moved {
            let with =
                if with.is_empty() { String::new() } else { format!("; changed there: {}", with.join(", ")) };
            let by = format_relative_change(1.0 + growth);
            notes.push(format!(
                "Everything moved together on {}, by {by} in the middle{with}",
                format_day(self.session(*at))
            ));
        }
        let mut slopes: Vec<(f64, &Series)> =
            self.trend.series.iter().filter_map(|one| Some((self.trend.growth_a_month(one)?, one))).collect();
        slopes.sort_by(|a, b| b.0.abs().total_cmp(&a.0.abs()));
        for (growth, series) in slopes.iter().take(SLOPES) {
            let (first, last) = series.end_levels();
            let [first, last] = format_time_pair(first, last);
            notes.push(format!(
                "{} changes steadily, by {} a month: {first} at first, {last} at last",
                truncate_middle(&series.name, 80),
                format_relative_change(1.0 + growth)
            ));
        }
        if slopes.len() > SLOPES {
            notes.push(format!("{} more change steadily", format_count(slopes.len() - SLOPES, "series")));
        }
        notes
    }

    /// Formats the sentence that no level changed, or that the sessions are too few to find a change.
    pub(crate) fn format_no_change(&self) -> String {
        let what = self.only.as_deref().map_or(String::new(), |only| format!(" of {only}"));
        let few = match self.trend.sessions.len() {
            ENOUGH.. => String::new(),
            1 => format!(" 1 session is too few to tell every change: {ENOUGH} are enough."),
            few => format!(" {few} sessions are too few to tell every change: {ENOUGH} are enough."),
        };
        format!("No lasting change{what}.{few}")
    }

    /// Formats the number of sessions, such as `90 sessions`.
    fn format_session_count(&self) -> String {
        format_count(self.trend.sessions.len(), "session")
    }

    /// Returns the newest growth, and the command that finds its commit; `None` if the commit is known or no commits are known.
    pub(crate) fn next(&self) -> Option<(String, String)> {
        let (series, step) = self.changes().into_iter().find(|(_, step)| step.after_ns > step.before_ns)?;
        self.commits.get(&step.at).filter(|commits| commits.count > 1)?;
        let commit =
            |at: usize| Some(self.session(at).commit.as_deref()?.chars().take(10).collect::<String>());
        let (good, bad) = (commit(step.at.checked_sub(1)?)?, commit(step.at)?);
        let finding = match series.kind {
            SeriesKind::Method => format!(" --finding {}", quote_for_shell(&series.name)),
            SeriesKind::Launch | SeriesKind::Module => String::new(),
        };
        let growth = format_signed_time(step.after_ns - step.before_ns);
        let now_ns = series.changes.last().map_or(step.after_ns, |newest| newest.after_ns);
        let left = if now_ns < step.after_ns {
            format!(", of which {} is left", format_signed_time(now_ns - step.before_ns))
        } else {
            String::new()
        };
        let what = format!(
            "Find the commit of {growth} in {}, since {}{left}; replace BUILD-COMMAND by the command that builds your app",
            truncate_middle(&series.name, 80),
            format_day(self.session(step.at))
        );
        Some((what, format!("gate bisect {good} {bad}{finding} -- BUILD-COMMAND")))
    }
}

/// Formats the number of sessions at which series changed. A change of a method is also a change of its module and of the launch, so
/// sessions are counted and not series.
pub(crate) fn format_changed_sessions(changes: &[(&Series, &LevelChange)]) -> String {
    let sessions: BTreeSet<usize> = changes.iter().map(|(_, step)| step.at).collect();
    let told = format_count(sessions.len(), "lasting change");
    match changes.len() {
        all if all == sessions.len() => told,
        all => format!("{told}, seen in {all} series"),
    }
}

/// Formats the size of a change, as in `1.00 ms → 2.00 ms, +1.00 ms (×2.0)`.
pub(crate) fn format_size(step: &LevelChange) -> String {
    format!(
        "{}, {}",
        format_both_times(step.before_ns, step.after_ns),
        format_change(step.before_ns, step.after_ns)
    )
}

/// Formats the 95 % interval of a change, such as `+0.98 to +1.02 ms`.
pub(crate) fn format_interval(step: &LevelChange) -> String {
    format_change_range(step.low_ns, step.high_ns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_before_and_after_a_change_have_enough_digits_to_show_it() {
        let step = |before_ns: f64, after_ns: f64| {
            let change = after_ns - before_ns;
            LevelChange { at: 1, before_ns, after_ns, low_ns: change - 1e5, high_ns: change + 1e5 }
        };
        for (before, after, expected) in [
            (1_200e6, 1_196.84e6, ("1.200 s → 1.197 s, -3.16 ms (-0.3 %)", "-3.26 to -3.06 ms")),
            (24.94e6, 26.76e6, ("24.94 ms → 26.76 ms, +1.82 ms (+7.3 %)", "+1.72 to +1.92 ms")),
        ] {
            let step = step(before, after);
            assert_eq!((&*format_size(&step), &*format_interval(&step)), expected);
        }
    }
}
