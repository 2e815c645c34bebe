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
    /// A line for the user, about the beginning of a step or from the output of an external program.
    Line(String),
    /// A note for the user.
    Note(String),
    /// A warning.
    Warning(String),
    /// An optional step failed. The values are a description of the failure and its reason.
    Failed(&'static str, &'a anyhow::Error),
    /// The agent was added to an app, which was written to this path.
    Injected(&'a InjectedApp, &'a Path),
    /// A device and a driver were chosen. `why` is the reason for this choice.
    Chosen { device: &'a Device, driver: &'a str, why: &'a str },
    /// Launches begin.
    Begins(&'a Campaign<'a>),
    /// An event during the launches.
    Campaign(campaign::Event<'a>),
    /// The launches that the run has made so far were judged at the check (look) with this number, counted
    /// from 0.
    Looked(usize, &'a InterimResult),
    /// The launches that are stored in `folder` ended. They are either the launches of the run whose folder is `run`, or launches that
    /// follow this run.
    Ended { outcome: &'a CampaignOutcome, folder: &'a Path, run: &'a Path, is_interleaved: bool },
    /// A session was not stored because it has a regression.
    Regressed(&'a str, &'a Outcome),
    /// A session was stored in this file.
    Stored(AddOutcome, &'a Path),
    /// An event of a search.
    Bisect(bisect::Event<'a>),
    /// Earlier runs already recorded all requested launches. The values are the number of these launches and the folder of the present run.
    AllKept(usize, &'a Path),
}

/// A receiver of events.
pub trait EventReceiver {
    /// Shows an event. An error of this function ends the operation, except for events during launches, whose errors are ignored.
    fn notify(&mut self, event: Event<'_>) -> anyhow::Result<()>;
}

impl dyn EventReceiver + '_ {
    /// Reports warnings.
    pub fn warn(&mut self, warnings: impl IntoIterator<Item = String>) -> anyhow::Result<()> {
        warnings.into_iter().try_for_each(|warning| self.notify(Event::Warning(warning)))
    }
}
