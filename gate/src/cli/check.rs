//! `gate check`: reads the launches of both sides, calls the judgement, and shows the verdict.

use std::path::Path;

use anyhow::bail;
use gate_report::diagnosis::{ClaimAnswer, Claims};
use gate_report::{Report, replace_names};

use super::origin::find_origin;
use super::report::read_verdict;
use super::{Check, Console, Exit};
use crate::app::{self, CheckResult};

pub(super) fn check(check: &Check, to: Console<'_>) -> anyhow::Result<Exit> {
    let by = check.judged_by.to_judging_options();
    let CheckResult { mut report, answer, config } = app::check(&app::CheckRequest {
        runs: &check.runs,
        base: &check.base,
        base_symbols: check.base_symbols.as_deref(),
        again: &check.again,
        by: &by,
        strict: check.strict,
        settings: &check.settings.to_settings(),
    })?;
    report.origin = find_origin(by.base_commit.as_deref());
    replace_names(&mut report, config.report.names)?;
    if let Some(verdict) = &check.claim {
        check.output.write_files(&mut report)?;
        return answer_claims(verdict, &report, config.gate.matters, check.output.is_json(), to);
    }
    check.output.write(&mut report, to)?;
    Ok(Exit::from_answer(answer, config.gate.undecided))
}

/// Prints whether the findings of an earlier verdict are fixed.
fn answer_claims(
    verdict: &Path,
    report: &Report,
    matters: f64,
    as_json: bool,
    to: Console<'_>,
) -> anyhow::Result<Exit> {
    let earlier = read_verdict(verdict)?;
    let claims = Claims::new(&earlier, report, matters);
    let Some(answer) = claims.answer() else {
        bail!("{}: no finding of this verdict fails, so there is no claim to check", verdict.display())
    };
    to.out.write_all(if as_json { claims.json() } else { claims.text() }.as_bytes())?;
    Ok(match answer {
        ClaimAnswer::Fixed => Exit::Pass,
        ClaimAnswer::Undecided => Exit::Undecided,
        ClaimAnswer::Smaller | ClaimAnswer::NotFixed => Exit::Regressed,
    })
}
