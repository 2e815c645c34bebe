//! What happens while one of this floor's functions works, for the code that shows it.

use std::path::Path;

use gate_baseline::Added;
use gate_decision::{Interim, Outcome};
use gate_device::Device;
use gate_device::campaign::{self, Campaign, CampaignOutcome};

use super::inject::InjectedApp;
use crate::bisect;

/// What happens.
pub enum Event<'a> {
    /// A step begins, or something that another program printed.
    Line(String),
    /// Something good to know.
    Note(String),
    /// Something odd.
    Warning(String),
    /// Something that does not end the work failed: what, and why.
    Failed(&'static str, &'a anyhow::Error),
    /// The agent went into an app, which is here now.
    Injected(&'a InjectedApp, &'a Path),
    /// A device is chosen, with the driver and the reason.
    Chosen { device: &'a Device, driver: &'a str, why: &'a str },
    /// Launches begin.
    Begins(&'a Campaign<'a>),
    /// They go on.
    Campaign(campaign::Event<'a>),
    /// The launches so far were looked at, as the settings' look of this number (from 0).
    Looked(usize, &'a Interim),
    /// Launches ended: those of a run in `run`, or those that measure it again.
    Ended { outcome: &'a CampaignOutcome, folder: &'a Path, run: &'a Path, is_interleaved: bool },
    /// A session would be stored and is slower.
    Regressed(&'a str, &'a Outcome),
    /// A session is stored, in this file.
    Stored(Added, &'a Path),
    /// How far a search is.
    Bisect(bisect::Event<'a>),
    /// Earlier runs recorded all these launches already; they are in this folder.
    AllKept(usize, &'a Path),
}

/// Who shows it.
pub trait Watch {
    /// Hears of it. An error ends the work, except during launches.
    fn tell(&mut self, event: Event<'_>) -> anyhow::Result<()>;
}
