//! Lists the waiting time of the main thread, as one table for the launch, its phases, and the functions and methods that wait.

use gate_decision::{WaitPlace, WaitRow, phase_for_people};

use super::text::{format_time, truncate_middle};
use super::value::WaitLine;

/// The shortest waiting time in the table of a report. A line is omitted if both builds wait for less; the JSON contains all lines.
const LEAST_NS: f64 = 50_000.0;

/// Returns the lines for a report; `None` if waiting was not measured.
pub(super) fn to_wait_lines(rows: Option<&[WaitRow]>) -> Option<Vec<WaitLine>> {
    rows.map(|rows| rows.iter().map(WaitLine::from).collect())
}

impl From<&WaitRow> for WaitLine {
    fn from(row: &WaitRow) -> WaitLine {
        let mut line = WaitLine {
            wait: row.kind.name().to_owned(),
            base_ns: row.base.map(f64::round),
            head_ns: row.head.round(),
            ..WaitLine::default()
        };
        let text = |text: &Option<std::sync::Arc<str>>| text.as_deref().map(str::to_owned);
        match &row.place {
            WaitPlace::Launch => {}
            WaitPlace::Phase(name) => line.phase = Some(name.to_string()),
            WaitPlace::Function { name, module, owner } => {
                line.method = Some(name.to_string());
                (line.module, line.owner) = (text(module), text(owner));
            }
        }
        line
    }
}

impl WaitLine {
    /// Returns whether the waiting is long enough for the table.
    pub(super) fn is_shown(&self) -> bool {
        self.head_ns.max(self.base_ns.unwrap_or(0.0)) >= LEAST_NS
    }

    /// Returns whether the name of the waiting code is known without symbols: the launch, a phase, or a method of Objective-C.
    pub(super) fn is_of_recorded_code(&self) -> bool {
        self.method.as_ref().is_none_or(|name| name.starts_with("-[") || name.starts_with("+["))
    }

    /// Returns the growth of the mean waiting time; zero if the base has no run states.
    pub(super) fn change_ns(&self) -> f64 {
        self.head_ns - self.base_ns.unwrap_or(self.head_ns)
    }

    /// Formats the code that waits, the kind, the time and the owner. If the base has no run states, its time is marked as not measured.
    pub(super) fn format_cells(&self, is_compared: bool) -> [String; 4] {
        let place = match (&self.phase, &self.method) {
            (None, None) => "the launch".to_owned(),
            (Some(phase), _) => phase_for_people(phase),
            (None, Some(name)) => name.clone(),
        };
        let head = format_time(self.head_ns);
        let waited = match self.base_ns {
            Some(base) if format_time(base) != head => format!("{} → {head}", format_time(base)),
            None if is_compared => format!("not measured → {head}"),
            _ => head,
        };
        let owner = self.owner.as_deref().or(self.module.as_deref()).unwrap_or_default();
        [truncate_middle(&place, 60), self.wait.clone(), waited, truncate_middle(owner, 40)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_time_of_a_base_without_run_states_is_shown_as_not_measured() {
        let line = WaitLine { wait: "lock".into(), head_ns: 2e6, ..WaitLine::default() };
        assert_eq!(line.format_cells(true), ["the launch", "lock", "not measured → 2.00 ms", ""]);
        let before =
            WaitLine { base_ns: Some(1e6), method: Some("sync".into()), owner: Some("@a".into()), ..line };
        assert_eq!(before.format_cells(true), ["sync", "lock", "1.00 ms → 2.00 ms", "@a"]);
    }
}
