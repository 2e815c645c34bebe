//! What the gate does, as functions: each takes a request and gives a result, and says on its way what happens.
//!
//! Invariant: nothing here knows the command line, a terminal or an exit code; no function calls another by words.

mod agent;
mod bisect;
pub mod build_facts;
mod check;
mod context;
mod equal_builds;
mod event;
#[cfg(feature = "store")]
mod hidden;
mod inject;
mod look;
mod of_ref;
mod policy;
mod recording;
mod run;
mod settings;
#[cfg_attr(not(feature = "store"), path = "store_disabled.rs")]
mod shared;
mod store_baseline;
mod write;

pub use agent::{Agents, agent, agent_for_simulators, carried, carry};
pub use bisect::{Bisect, Bisected, LaunchedBy, bisect, is_app};
pub use check::{Check, Checked, check};
pub use context::{Context, is_url, warnings};
pub use event::{Event, Watch};
#[cfg(feature = "store")]
pub use hidden::hide;
pub use inject::{Inject, InjectedApp, inject};
pub use look::{LookRequest, LookTarget, Recorded, look};
pub use of_ref::{edited_baselines, inside, own_ref, store_for};
pub use policy::{InForce, JudgedBy, Reference, Review, in_force, judged_by};
pub use recording::recording;
pub use run::{InSimulator, Judged, Route, Run, run};
pub use settings::Settings;
pub use shared::{as_stored, is_store};
pub use store_baseline::{Beside, Sessions, StoreBaseline, Stored, read_sessions, store_baseline};
pub use write::{write_to, write_whole};
