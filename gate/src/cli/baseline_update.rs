//! `gate baseline update`: stores sessions as baselines. `gate baseline push` uses this module too.

use std::path::PathBuf;

use anyhow::ensure;
use clap::Args;
use gate_baseline::{NewLevel, Store};

use super::options::READ;
use super::show::{EventDisplay, NextStep};
use super::{Console, Exit};
use crate::app::{Context, StoreBaseline, StoreOutcome, store_baseline};

/// The sessions to store.
#[derive(Args)]
pub(super) struct Update {
    /// Read these traces, launch records, or folders of these
    #[arg(required = true, long_help = READ)]
    runs: Vec<PathBuf>,
    /// Start a new level for all methods, for example after an update of Xcode or iOS; earlier sessions no longer set their level
    #[arg(long, requires = "reason", requires = "owner")]
    new_level: bool,
    /// State the reason for the new level (with --new-level)
    #[arg(long, value_name = "WHY", requires = "new_level")]
    reason: Option<String>,
    /// Name the person or team that is responsible for the new level (with --new-level)
    #[arg(long, value_name = "WHO", requires = "new_level")]
    owner: Option<String>,
}

impl Update {
    fn new_level(&self) -> anyhow::Result<Option<NewLevel>> {
        let (true, Some(owner), Some(reason)) = (self.new_level, &self.owner, &self.reason) else {
            return Ok(None);
        };
        ensure!(
            !owner.trim().is_empty() && !reason.trim().is_empty(),
            "--new-level needs --reason (why there is a new level) and --owner (who is responsible)"
        );
        Ok(Some(NewLevel { owner: owner.clone(), reason: reason.clone() }))
    }
}

/// Stores all sessions, or no session if one of them has a regression.
pub(super) fn update(
    context: &Context,
    store: &Store,
    update: &Update,
    to: &mut Console<'_>,
) -> anyhow::Result<Exit> {
    let request = StoreBaseline { runs: &update.runs, new_level: update.new_level()? };
    let stored = store_baseline(
        context,
        store,
        &request,
        &mut EventDisplay::new(Some(to.out), to.err, NextStep::Nothing),
    )?;
    if stored == StoreOutcome::Nothing {
        writeln!(
            to.err,
            "error: nothing was stored because of the regression; fix it, or accept it: gate baseline accept METHOD --up-to GROWTH --reason WHY --owner WHO --until DATE"
        )?;
        return Ok(Exit::Regressed);
    }
    Ok(Exit::Pass)
}
