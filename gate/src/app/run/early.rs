//! Judges a run between its launches, in order to stop early, and at its end, in order to confirm findings.

use std::path::Path;

use gate_baseline::Baselines;
use gate_decision::{Answer, Base, InterimResult, JudgeError, Policy, Side};
use gate_launches::BuildRole;

use super::JudgingInputs;
use crate::app::{Context, ReviewNotes, as_stored, judged_by, store_for};

/// The inputs for judging the launches in a run's folder in the same way as a later `gate check`.
pub(super) struct Judge<'a> {
    judged: JudgingInputs<'a>,
    interleaved: bool,
    /// The store under a ref, which is fetched only once.
    fetched: Option<Box<dyn Baselines>>,
}

impl<'a> Judge<'a> {
    pub(super) fn new(judged: JudgingInputs<'a>, interleaved: bool) -> Judge<'a> {
        Judge { judged, interleaved, fetched: None }
    }

    /// Fetches the baselines under a ref before the first launch, and returns warnings about the baselines.
    pub(super) fn fetch_baselines(&mut self) -> anyhow::Result<Vec<String>> {
        let mut warnings = Vec::new();
        if self.judged.by.reference.is_some() && !self.interleaved {
            self.fetched = Some(store_for(&self.read_context()?.0, self.judged.by, &mut warnings)?);
        }
        Ok(warnings)
    }

    /// Judges whether more launches could change the answer.
    pub(super) fn judge_interim(&self, folder: &Path) -> anyhow::Result<InterimResult> {
        self.judge_folder(folder, gate_decision::judge_interim)
    }

    /// Returns whether the launches in a folder show a regression.
    pub(super) fn is_regressed(&self, folder: &Path) -> anyhow::Result<bool> {
        self.judge_folder(folder, |head, base, policy| {
            Ok(gate_decision::check(head, base, policy)?.outcome.answer() == Answer::Regressed)
        })
    }

    fn read_context(&self) -> anyhow::Result<(Context, ReviewNotes)> {
        judged_by(self.judged.settings, self.judged.by.policy.as_deref())
    }

    fn judge_folder<T>(
        &self,
        folder: &Path,
        question: impl FnOnce(Side<'_>, Base<'_>, &Policy<'_>) -> Result<T, JudgeError>,
    ) -> anyhow::Result<T> {
        let (context, mut review) = self.read_context()?;
        // The verdict does not need callers.
        let (mut run, _) = context.read_runs(&[folder.to_owned()], false)?.split_again();
        as_stored(&mut run, &context, self.judged.by.baseline.as_deref());
        let side = |role| Side { launches: &run, role };
        if self.interleaved {
            let accepted = review.admit_acceptances(context.read_acceptances()?, context.today);
            let (head, base) = (side(Some(BuildRole::Head)), Base::Launches(side(Some(BuildRole::Base))));
            return Ok(question(head, base, &context.policy(&accepted))?);
        }
        let opened;
        let store = match &self.fetched {
            Some(fetched) => &**fetched,
            None => {
                opened = store_for(&context, self.judged.by, &mut Vec::new())?;
                &*opened
            }
        };
        let accepted = review.admit_acceptances(store.read_acceptances()?, context.today);
        Ok(question(side(None), Base::Store(store), &context.policy(&accepted))?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{JudgingOptions, Settings};
    use gate_config::ConfigError;

    #[test]
    fn a_settings_error_keeps_its_type_during_an_early_judgement() {
        let folder = tempfile::tempdir().unwrap();
        let settings = Settings { file: Some(folder.path().join("gone.toml")), ..Settings::default() };
        let by = JudgingOptions::default();
        let judged = JudgingInputs { settings: &settings, by: &by, confirm: true };
        let error = Judge::new(judged, false).judge_interim(folder.path()).unwrap_err();
        assert!(matches!(error.downcast_ref(), Some(ConfigError::Read { .. })), "{error:#}");
    }
}
