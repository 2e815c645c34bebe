//! Looks at a run: between its launches, whether it may stop early; at its end, whether what it found is to be measured again.

use std::path::Path;

use tempfile::TempDir;

use super::super::advice::told;
use super::super::baseline_git::store_of_ref;
use super::super::context::Context;
use super::super::policy::Review;
use super::super::{JudgedByArgs, SettingsArgs, shared};
use crate::compare::Side;
use crate::config::Date;
use crate::device::{Failure, FailureKind};
use crate::judge::{self, Base, JudgeError, Policy};
use crate::launches::Role;
use crate::verdict::Answer;

/// Reads the folder as `gate check` will, and asks the statistics.
pub(super) struct Judge<'a> {
    settings: &'a SettingsArgs,
    by: &'a JudgedByArgs,
    interleaved: bool,
    /// The store that was fetched from a ref.
    fetched: Option<TempDir>,
}

impl<'a> Judge<'a> {
    pub(super) fn new(settings: &'a SettingsArgs, by: &'a JudgedByArgs, interleaved: bool) -> Judge<'a> {
        Judge { settings, by, interleaved, fetched: None }
    }

    /// Fetches the baselines that are kept under a ref, once, before anything is launched. Gives what is odd about them.
    pub(super) fn fetch(&mut self) -> anyhow::Result<Vec<String>> {
        let mut warnings = Vec::new();
        if let (Some(reference), false) = (&self.by.baseline_ref, self.interleaved) {
            let context = self.context()?.0;
            let folder = context.store_folder(self.by.baseline.as_deref());
            let store = store_of_ref(&context, &folder, &self.by.remote, reference, &mut warnings)?;
            self.fetched = Some(store);
        }
        Ok(warnings)
    }

    /// Whether nothing is to be gained by more launches, and why in a line.
    pub(super) fn is_enough(&self, folder: &Path) -> Result<(bool, String), Failure> {
        let look = self.ask(folder, judge::look);
        let look = look.map_err(|error| Failure::new(FailureKind::Input, told(&error)))?;
        Ok((look.is_enough, look.why))
    }

    /// Whether the launches in a folder are a regression.
    pub(super) fn is_regressed(&self, folder: &Path) -> anyhow::Result<bool> {
        self.ask(folder, |head, base, policy, today| {
            Ok(judge::check(head, base, policy, today)?.outcome.answer() == Answer::Regressed)
        })
    }

    fn context(&self) -> anyhow::Result<(Context, Review)> {
        self.settings.judged_by(self.by.policy.as_deref())
    }

    fn ask<T>(
        &self,
        folder: &Path,
        question: impl FnOnce(Side<'_>, Base<'_>, &Policy<'_>, Date) -> Result<T, JudgeError>,
    ) -> anyhow::Result<T> {
        let (context, mut review) = self.context()?;
        // Callers decide nothing.
        let (mut run, _) = context.read_runs(&[folder.to_owned()], false)?.split_again();
        shared::as_stored(&mut run, &context, self.by.baseline.as_deref());
        let side = |role| Side { launches: &run, role };
        if self.interleaved {
            let accepted = review.counted(context.accepted()?);
            let (head, base) = (side(Some(Role::Head)), Base::Launches(side(Some(Role::Base))));
            return Ok(question(head, base, &context.policy(&accepted), context.today)?);
        }
        let store = match &self.fetched {
            Some(fetched) => Box::new(context.open_store(fetched.path())?),
            None => context.store(self.by.baseline.as_deref())?,
        };
        let accepted = review.counted(store.accepted()?);
        Ok(question(side(None), Base::Store(&*store), &context.policy(&accepted), context.today)?)
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;

    #[derive(clap::Parser)]
    struct Args {
        #[command(flatten)]
        settings: SettingsArgs,
        #[command(flatten)]
        by: JudgedByArgs,
    }

    #[test]
    fn what_a_look_cannot_read_is_an_input_error_with_its_own_advice() {
        let folder = tempfile::tempdir().unwrap();
        let config = folder.path().join("gone.toml");
        let args = Args::parse_from(["gate".as_ref(), "--config".as_ref(), config.as_os_str()]);
        let failure = Judge::new(&args.settings, &args.by, false).is_enough(folder.path()).unwrap_err();
        assert_eq!(failure.kind, FailureKind::Input);
        let text = failure.to_string();
        assert!(text.contains("gone.toml") && text.contains("choose another file with --config"), "{text}");
        assert!(!text.contains("driver"), "{text}");
    }
}
