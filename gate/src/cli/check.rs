//! `gate check`: reads both sides, has them judged, shows the verdict.

use std::io::Write;
use std::path::Path;

use anyhow::Context as _;

use crate::compare::Side;
use crate::config::{Config, Undecided};
use crate::launches::Role;
use crate::report::{self, Look, Material, Outcome, Report, html, human, json};
use crate::verdict::Answer;

use super::judging::{Context, is_interleaved, warnings};
use super::{Check, Exit, Format};

pub(super) fn check(
    check: &Check,
    look: Look,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let context = Context::read(&check.settings)?;
    let new = context.launches(&check.runs)?;
    let base = if check.base.is_empty() { None } else { Some(context.launches(&check.base)?) };
    let mut warnings = warnings(std::iter::once(&new).chain(&base));
    warnings.extend(context.warnings());
    let side = |launches, role| Side { launches, role };
    let (outcome, stored);
    let mut before_tree = None;
    let (before, after) = if let Some(base) = &base {
        let sides = (side(base, None), side(&new, None));
        outcome = context.judge(sides.0, sides.1)?;
        sides
    } else if check.baseline.is_none() && is_interleaved(&new) {
        let sides = (side(&new, Some(Role::Base)), side(&new, Some(Role::Head)));
        outcome = context.judge(sides.0, sides.1)?;
        sides
    } else {
        let store = context.store(check.baseline.as_deref())?;
        stored = context.against_store(&store, &new)?;
        outcome = stored.outcome;
        before_tree = stored.tree;
        warnings.extend(stored.warnings);
        (side(&stored.base, None), side(&new, None))
    };
    let material = Material { before, after, config: &context.config, before_tree: before_tree.as_ref() };
    let report = report::build(&outcome, warnings, Some(material));
    for (format, path) in &check.out {
        write_whole(path, &render(&report, *format, Look::default())?)?;
    }
    out.write_all(render(&report, check.format, look)?.as_bytes()).context("cannot write the report")?;
    if check.format == Format::Json {
        for warning in &report.warnings {
            writeln!(err, "warning: {}", crate::report::shown(warning))?;
        }
    }
    Ok(exit(&outcome, &context.config))
}

fn render(report: &Report, format: Format, look: Look) -> anyhow::Result<String> {
    Ok(match format {
        Format::Human => human(report, look),
        Format::Json => json(report)?,
        Format::Html => html(report)?,
    })
}

/// A reader finds the old file or the new one, never half of it.
fn write_whole(path: &Path, text: &str) -> anyhow::Result<()> {
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let failed = || format!("cannot write {}", path.display());
    let mut file = tempfile::NamedTempFile::new_in(folder).with_context(failed)?;
    file.write_all(text.as_bytes()).with_context(failed)?;
    file.persist(path).with_context(failed)?;
    Ok(())
}

pub(super) fn exit(outcome: &Outcome, config: &Config) -> Exit {
    let undecided = match config.gate.undecided {
        Undecided::Undecided => Exit::Undecided,
        Undecided::Pass => Exit::Pass,
        Undecided::Regressed => Exit::Regressed,
    };
    match outcome {
        Outcome::Judged(_, verdict) => match verdict.answer {
            Answer::Pass => Exit::Pass,
            Answer::Regressed => Exit::Regressed,
            Answer::Undecided => undecided,
        },
        Outcome::NoBaseline(_) => Exit::NoBaseline,
        Outcome::Incomparable(_) => Exit::Incomparable,
        Outcome::TooFew(_) => undecided,
    }
}
