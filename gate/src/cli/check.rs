//! `gate check`: reads both sides, has them judged, shows the verdict.

use std::io::Write;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, bail};

use crate::attribute::Attribution;
use crate::compare::{CompareError, Side, compare};
use crate::config::{Config, Date, Undecided};
use crate::launches::{self, Launches, ReadOptions, Role};
use crate::report::{self, Look, Material, Outcome, Report, human, json};
use crate::verdict::{Answer, judge};

use super::{Check, Exit, Format};

pub(super) fn check(
    check: &Check,
    look: Look,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let (config, root) = check.settings.read()?;
    let attribution = Attribution::read(&config, &root)?;
    let read = |paths| -> anyhow::Result<Launches> {
        let mut launches = launches::read(paths, &ReadOptions { paths: false })?;
        attribution.apply(&mut launches);
        Ok(launches)
    };
    let new = read(&check.runs)?;
    let base = if check.base.is_empty() { None } else { Some(read(&check.base)?) };
    let (before, after) = sides(base.as_ref(), &new)?;
    let warnings = [Some(&new), base.as_ref()]
        .into_iter()
        .flatten()
        .flat_map(|launches| &launches.warnings)
        .map(|warning| format!("{}: {}", warning.source, warning.kind))
        .collect();
    let outcome = match compare(before, after, &config, today()) {
        Ok(comparison) => {
            let verdict = judge(&comparison, &config);
            Outcome::Judged(Box::new(comparison), verdict)
        }
        Err(CompareError::Incomparable(differences)) => Outcome::Incomparable(differences),
        Err(error @ CompareError::TooFew { .. }) => Outcome::TooFew(error.to_string()),
        Err(error) => return Err(error.into()),
    };
    let report = report::build(&outcome, warnings, Some(Material { before, after, config: &config }));
    for (format, path) in &check.out {
        write_whole(path, &render(&report, *format, Look::default())?)?;
    }
    out.write_all(render(&report, check.format, look)?.as_bytes()).context("cannot write the report")?;
    if check.format == Format::Json {
        for warning in &report.warnings {
            writeln!(err, "warning: {}", crate::report::shown(warning))?;
        }
    }
    Ok(exit(&outcome, &config))
}

/// The two sides: `--base` against the runs, or the two roles of an interleaved run.
fn sides<'a>(base: Option<&'a Launches>, new: &'a Launches) -> anyhow::Result<(Side<'a>, Side<'a>)> {
    if let Some(base) = base {
        return Ok((Side { launches: base, role: None }, Side { launches: new, role: None }));
    }
    let has = |role| new.launches.iter().any(|launch| launch.role == Some(role));
    if !(has(Role::Base) && has(Role::Head)) {
        bail!(
            "nothing to compare with: give --base RUNS, or launches of an interleaved run (role base and head)"
        );
    }
    Ok((Side { launches: new, role: Some(Role::Base) }, Side { launches: new, role: Some(Role::Head) }))
}

fn render(report: &Report, format: Format, look: Look) -> anyhow::Result<String> {
    Ok(match format {
        Format::Human => human(report, look),
        Format::Json => json(report)?,
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

fn exit(outcome: &Outcome, config: &Config) -> Exit {
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
        Outcome::Incomparable(_) => Exit::Incomparable,
        Outcome::TooFew(_) => undecided,
        Outcome::NoBaseline(_) => Exit::NoBaseline,
    }
}

/// The day in UTC: overrides expire at its end.
fn today() -> Date {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    date(seconds / 86_400)
}

/// The civil date of a day counted from 1970-01-01, by counting years and months.
fn date(mut days: u64) -> Date {
    let mut year = 1970;
    loop {
        let length = if Date::new(year, 2, 29).is_some() { 366 } else { 365 };
        if days < length {
            break;
        }
        days -= length;
        year += 1;
    }
    let all = (1..=12).flat_map(|month| (1..=31).filter_map(move |day| Date::new(year, month, day)));
    all.into_iter().nth(days as usize).expect("a day of the year was counted within the year")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        for (days, text) in
            [(0, "1970-01-01"), (59, "1970-03-01"), (11_016, "2000-02-29"), (20_453, "2025-12-31")]
        {
            assert_eq!(Some(date(days)), Date::parse(text), "{days}");
        }
    }
}
