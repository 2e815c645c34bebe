//! Whether a run that may stop early has seen enough.
//!
//! Each look has its share of the level, also the last; `gate check` takes the same share for such a run.

use std::path::Path;

use crate::compare::{self, Side};
use crate::device::{Failure, Kind};
use crate::launches::Role;
use crate::report::Outcome;
use crate::verdict::Answer;

use super::super::Settings;
use super::super::judging::Context;

/// Reads the folder as `gate check` will, and asks the statistics.
pub(super) struct Judge<'a> {
    settings: &'a Settings,
    interleaved: bool,
}

impl<'a> Judge<'a> {
    pub(super) fn new(settings: &'a Settings, interleaved: bool) -> Judge<'a> {
        Judge { settings, interleaved }
    }

    /// Whether nothing is to be gained by more launches, and why in a line.
    pub(super) fn is_enough(&self, folder: &Path, at: usize) -> Result<(bool, String), Failure> {
        self.judge(folder, at).map_err(|error| Failure::new(Kind::Unsupported, format!("{error:#}")))
    }

    fn judge(&self, folder: &Path, at: usize) -> anyhow::Result<(bool, String)> {
        let mut context = Context::read(self.settings)?;
        // Callers decide nothing.
        let new = context.read_runs(&[folder.to_owned()], false)?;
        if self.interleaved {
            context.share_level(&new);
            let side = |role| Side { launches: &new, role: Some(role) };
            return Ok(match context.judge(side(Role::Base), side(Role::Head))? {
                Outcome::Judged(_, verdict) => match verdict.answer {
                    Answer::Pass => (true, "no regression".to_owned()),
                    Answer::Regressed => (true, "a regression".to_owned()),
                    Answer::Undecided => (false, "undecided".to_owned()),
                },
                Outcome::TooFew(reason) => (false, reason),
                Outcome::Incomparable(_) => (true, "the builds cannot be compared".to_owned()),
                Outcome::NoBaseline { reason, .. } => (true, reason),
            });
        }
        let store = context.store(None)?;
        let Some(base) = context.pooled(&store, &new)? else {
            return Ok((false, "there is no baseline to decide against".to_owned()));
        };
        let side = |launches| Side { launches, role: None };
        match compare::look(side(&base), side(&new), &context.config, context.today, at) {
            Ok(0) => Ok((true, "no row is open".to_owned())),
            Ok(open) => Ok((false, format!("{open} rows are open"))),
            Err(compare::CompareError::TooFew { needed, found, .. }) => {
                Ok((false, format!("{found} launches count, at least {needed} are needed")))
            }
            Err(error @ compare::CompareError::Incomparable(_)) => Ok((true, error.to_string())),
            Err(error) => Err(error.into()),
        }
    }
}
