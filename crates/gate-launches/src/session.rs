//! What is known of a session beside what its launches say.

use std::fmt;
use std::sync::Arc;

use sha2::{Digest as _, Sha256};

use super::{Conditions, Launches, Role};

/// What is known of a session beside its launches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Session {
    /// Which phone it was recorded on.
    pub phone: Option<Phone>,
    /// The launches that were lost, by side and reason.
    pub lost: Vec<Lost>,
}

/// Launches of a run that were lost for one reason.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lost {
    /// Their side, in an interleaved run.
    pub role: Option<Role>,
    /// The kind of failure, as the run's log names it.
    pub reason: Arc<str>,
    /// How many.
    pub launches: u64,
}

/// The name of a session, its app, scenario and device: what it is told by, since several may have one name.
pub type SessionId = [Arc<str>; 4];

impl Conditions {
    /// What a session of this name is told by.
    pub fn session_id(&self, name: &Arc<str>) -> SessionId {
        [name, &self.app_bundle, &self.scenario, &self.device_model].map(Arc::clone)
    }
}

impl Launches {
    /// What is known beside the launches of the only session.
    pub fn only_session(&self) -> Session {
        self.known.values().next().cloned().unwrap_or_default()
    }
}

/// The kinds of failure that are the app's own: it ended, or never came to a first frame.
pub const LOST_BY_APP: [&str; 2] = ["Crashed", "NoTrace"];

impl Lost {
    /// Whether the app is what failed, and not the device or the way to it.
    pub fn is_of_app(&self) -> bool {
        LOST_BY_APP.contains(&&*self.reason)
    }

    /// Its fields in files: the side or nothing, the reason, how many.
    pub fn fields(&self) -> [String; 3] {
        let side = self.role.map_or("", Role::name);
        [side.to_owned(), self.reason.to_string(), self.launches.to_string()]
    }

    /// From its fields.
    pub fn from_fields([side, reason, launches]: [&str; 3]) -> Result<Lost, String> {
        let role = match side {
            "" => None,
            side => Some(Role::of_name(side).ok_or_else(|| format!("no side of a run: {side:?}"))?),
        };
        let launches = launches.parse().map_err(|_| format!("no number of launches: {launches:?}"))?;
        Ok(Lost { role, reason: reason.into(), launches })
    }
}

/// Which phone: only its hash is ever written, which the salt of a store makes another one in each store.
#[derive(Clone, PartialEq, Eq)]
pub enum Phone {
    /// Its own id, as the run's log has it.
    Id(Arc<str>),
    /// As a store tells it.
    Hash(Arc<str>),
}

impl Phone {
    /// As a store of this salt tells it.
    pub fn hashed(&self, salt: &str) -> Phone {
        let (Phone::Id(id) | Phone::Hash(id)) = self;
        let hash = Sha256::new().chain_update(salt).chain_update("\0").chain_update(&**id).finalize();
        Phone::Hash(hash[..16].iter().map(|byte| format!("{byte:02x}")).collect::<String>().into())
    }

    /// Its hash; none of one that no store has told.
    pub fn hash(&self) -> Option<&str> {
        match self {
            Phone::Id(_) => None,
            Phone::Hash(hash) => Some(hash),
        }
    }
}

impl fmt::Debug for Phone {
    /// An id is in no message.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Phone").field(&self.hash().unwrap_or("…")).finish()
    }
}
