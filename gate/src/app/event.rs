//! Events of long operations, which the command line shows to the user.

use std::path::Path;

use gate_baseline::AddOutcome;
use gate_decision::{InterimResult, Outcome};
use gate_device::Device;
use gate_device::campaign::{self, Campaign, CampaignOutcome};

use super::inject::InjectedApp;
use crate::bisect;

/// An event.
pub enum Event<'a> {
    /// A step begins, or an external program printed a line.
    Line(String),
    /// A note for the user.
    Note(String),
    /// A warning.
    Warning(String),
    /// An optional step failed: its description, and the reason.
    Failed(&'static str, &'a anyhow::Error),
    /// The agent was added to an app, which was written to this path.
    Injected(&'a InjectedApp, &'a Path),
    /// A device was chosen, with the driver and the reason.
    Chosen { device: &'a Device, driver: &'a str, why: &'a str },
    /// Launches begin.
    Begins(&'a Campaign<'a>),
    /// An event during the launches.
    Campaign(campaign::Event<'a>),
    /// The launches that the run has made so far were judged at the check (look) with this number, counted
    /// from 0.
    Looked(usize, &'a InterimResult),
    /// The launches in `folder` ended, which are the launches of the run in `run` or launches that follow
    /// this run.
    Ended { outcome: &'a CampaignOutcome, folder: &'a Path, run: &'a Path, is_interleaved: bool },
    /// A session was not stored because it has a regression.
    Regressed(&'a str, &'a Outcome),
    /// A session was stored in this file.
    Stored(AddOutcome, &'a Path),
    /// An event of a search.
    Bisect(bisect::Event<'a>),
    /// All requested launches were recorded by earlier runs; the number of launches, and their folder.
    AllKept(usize, &'a Path),
}

/// A receiver of events.
pub trait EventReceiver {
    /// Shows an event. An error ends the operation, except during launches.
    fn notify(&mut self, event: Event<'_>) -> anyhow::Result<()>;
}

impl dyn EventReceiver + '_ {
    /// Reports warnings.
    pub fn warn(&mut self, warnings: impl IntoIterator<Item = String>) -> anyhow::Result<()> {
        warnings.into_iter().try_for_each(|warning| self.notify(Event::Warning(warning)))
    }
}
