//! `gate check`: reads both sides, has them judged, shows the verdict.

use gate_report::disclose;

use super::origin::origin;
use super::{Check, Console, Exit};
use crate::app::{self, Checked};

pub(super) fn check(check: &Check, to: Console<'_>) -> anyhow::Result<Exit> {
    let by = check.judged_by.request();
    let Checked { mut report, answer, config } = app::check(&app::Check {
        runs: &check.runs,
        base: &check.base,
        base_symbols: check.base_symbols.as_deref(),
        again: &check.again,
        by: &by,
        strict: check.strict,
        settings: &check.settings.request(),
    })?;
    report.origin = origin(by.base_commit.as_deref());
    disclose(&mut report, config.report.names)?;
    check.output.write(&mut report, to)?;
    Ok(Exit::from_answer(answer, config.gate.undecided))
}
