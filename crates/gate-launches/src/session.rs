//! Properties of a session that its launches do not contain: the phone, and the number of lost launches.

use std::fmt;
use std::sync::Arc;

use gate_common::hash::hex;
use sha2::{Digest as _, Sha256};

use super::{BuildRole, Conditions, Launches};

/// Properties of a session that are not stored in its launches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SessionProperties {
    /// The phone on which the session was recorded.
    pub phone: Option<PhoneId>,
    /// The launches that were lost, by role and reason.
    pub lost: Vec<LostLaunchCount>,
}

/// Launches of a run that were lost for one reason.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LostLaunchCount {
    /// The role of the build, in an interleaved run.
    pub role: Option<BuildRole>,
    /// The kind of failure by its name in the log of the run.
    pub reason: Arc<str>,
    /// Number of launches that were lost for this reason.
    pub launches: u64,
    /// The recorder's description of the first of these launches, such as the method from which the main thread did not return. Stores do
    /// not contain the description.
    pub why: Option<Arc<str>>,
}

/// The identity of a session: name, app, scenario and device, since sessions with different apps may share a name.
pub type SessionId = [Arc<str>; 4];

impl Conditions {
    /// Returns the identity of the session with this name.
    pub fn session_id(&self, name: &Arc<str>) -> SessionId {
        [name, &self.app_bundle, &self.scenario, &self.device_model].map(Arc::clone)
    }
}

impl Launches {
    /// Returns the properties of the session, if all launches belong to one session.
    pub fn only_session(&self) -> SessionProperties {
        self.known.values().next().cloned().unwrap_or_default()
    }
}

/// The kinds of failure for which the app itself is the cause: the app ended, or did not reach a first frame.
pub const LOST_BY_APP: [&str; 3] = ["Crashed", "NoTrace", NO_WINDOW];
/// The kind of failure of a launch whose window did not begin or did not end.
pub(crate) const NO_WINDOW: &str = "NoWindow";

impl LostLaunchCount {
    /// Returns whether the launches were lost by the app, and not by the device or its connection.
    pub fn is_of_app(&self) -> bool {
        LOST_BY_APP.contains(&&*self.reason)
    }

    /// Returns the three texts that files contain. The first text is `base`, `head` or empty, followed by the reason and by the number of
    /// launches.
    pub fn fields(&self) -> [String; 3] {
        let side = self.role.map_or("", BuildRole::name);
        [side.to_owned(), self.reason.to_string(), self.launches.to_string()]
    }

    /// Parses the three texts that `fields` returns.
    pub fn from_fields([side, reason, launches]: [&str; 3]) -> Result<LostLaunchCount, String> {
        let role = match side {
            "" => None,
            side => Some(BuildRole::from_name(side).ok_or_else(|| format!("no side of a run: {side:?}"))?),
        };
        let launches = launches.parse().map_err(|_| format!("no number of launches: {launches:?}"))?;
        Ok(LostLaunchCount { role, reason: reason.into(), launches, why: None })
    }
}

/// The identity of a phone. Only a hash of the id is written. Each store has a different salt, so the hash of a phone differs between
/// stores.
#[derive(Clone, PartialEq, Eq)]
pub enum PhoneId {
    /// The device's id, from the log of the run.
    Id(Arc<str>),
    /// The hash, from a store.
    Hash(Arc<str>),
}

impl PhoneId {
    /// Hashes the id with the salt of a store.
    pub fn hash_id(&self, salt: &str) -> PhoneId {
        let (PhoneId::Id(id) | PhoneId::Hash(id)) = self;
        let hash = Sha256::new().chain_update(salt).chain_update("\0").chain_update(&**id).finalize();
        PhoneId::Hash(hex(&hash[..16]).into())
    }

    /// Returns the hash; `None` for an id.
    pub fn hash(&self) -> Option<&str> {
        match self {
            PhoneId::Id(_) => None,
            PhoneId::Hash(hash) => Some(hash),
        }
    }
}

impl fmt::Debug for PhoneId {
    /// Formats a phone without its id, so that messages never contain the id.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Phone").field(&self.hash().unwrap_or("…")).finish()
    }
}
