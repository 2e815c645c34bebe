//! Looks at a run that may stop early, between its launches.

use std::path::Path;

use crate::compare::Side;
use crate::device::{Failure, FailureKind};
use crate::judge::{self, Base};
use crate::launches::Role;

use super::super::SettingsArgs;
use super::super::advice::told;
use super::super::context::Context;

/// Reads the folder as `gate check` will, and asks the statistics.
pub(super) struct Judge<'a> {
    settings: &'a SettingsArgs,
    interleaved: bool,
}

impl<'a> Judge<'a> {
    pub(super) fn new(settings: &'a SettingsArgs, interleaved: bool) -> Judge<'a> {
        Judge { settings, interleaved }
    }

    /// Whether nothing is to be gained by more launches, and why in a line.
    pub(super) fn is_enough(&self, folder: &Path) -> Result<(bool, String), Failure> {
        let look = self.look(folder);
        let look = look.map_err(|error| Failure::new(FailureKind::Input, told(&error)))?;
        Ok((look.is_enough, look.why))
    }

    fn look(&self, folder: &Path) -> anyhow::Result<judge::Look> {
        let context = Context::read(self.settings)?;
        // Callers decide nothing.
        let run = context.read_runs(&[folder.to_owned()], false)?;
        let accepted = context.accepted()?;
        let side = |role| Side { launches: &run, role };
        let store = context.store(None)?;
        let (head, base) = if self.interleaved {
            (side(Some(Role::Head)), Base::Launches(side(Some(Role::Base))))
        } else {
            (side(None), Base::Store(&store))
        };
        Ok(judge::look(head, base, &context.policy(&accepted), context.today)?)
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
    }

    #[test]
    fn what_a_look_cannot_read_is_an_input_error_with_its_own_advice() {
        let folder = tempfile::tempdir().unwrap();
        let config = folder.path().join("gone.toml");
        let settings = Args::parse_from(["gate".as_ref(), "--config".as_ref(), config.as_os_str()]).settings;
        let failure = Judge::new(&settings, false).is_enough(folder.path()).unwrap_err();
        assert_eq!(failure.kind, FailureKind::Input);
        let text = failure.to_string();
        assert!(text.contains("gone.toml") && text.contains("name another one with --config"), "{text}");
        assert!(!text.contains("driver"), "{text}");
    }
}
