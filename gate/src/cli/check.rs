//! `gate check`: reads both sides, has them judged, shows the verdict.

use std::io::Write;

use super::origin::origin;
use super::{Check, Exit};
use crate::app::{self, Checked};
use ::report::{Terminal, disclose};

pub(super) fn check(
    check: &Check,
    look: Terminal,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let Checked { mut report, answer, config } = app::check(&app::Check {
        runs: &check.runs,
        base: &check.base,
        base_symbols: check.base_symbols.as_deref(),
        again: &check.again,
        by: &check.judged_by.request(),
        strict: check.strict,
        settings: &check.settings.request(),
    })?;
    report.origin = origin();
    disclose(&mut report, config.report.names)?;
    check.output.write(&mut report, look, out, err)?;
    Ok(Exit::of(answer, config.gate.undecided))
}
