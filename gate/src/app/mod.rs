//! The operations of the gate, as functions: each takes a request, reports events, and returns a result.
//!
//! Invariant: `app` does not depend on the command line, a terminal or exit codes, and functions never call each other by command lines.

mod agent;
mod backtest;
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
mod policy;
mod recording;
mod ref_store;
mod run;
mod settings;
#[cfg_attr(not(feature = "store"), path = "store_disabled.rs")]
mod shared;
mod store_baseline;
mod write;

pub use agent::{Agents, agent, agent_for_simulators, carried, carry};
pub use backtest::backtest;
pub use bisect::{Bisect, BisectResult, LaunchedBy, bisect, is_app};
pub use check::{Check, CheckResult, check};
pub use context::{Context, is_url, warnings};
pub use event::{Event, EventReceiver};
#[cfg(feature = "store")]
pub use hidden::hide;
pub use inject::{Inject, InjectedApp, inject};
pub use look::{DOCUMENT, LookRequest, LookTarget, Recorded, look};
pub use policy::{EffectiveSettings, JudgingOptions, Reference, Review, in_force, judged_by};
pub use recording::recording;
pub use ref_store::{edited_baselines, full_ref, inside, store_for};
pub use run::{JudgingInputs, Route, Run, documents_owner, put_document, run};
pub use settings::Settings;
pub use shared::{as_stored, is_store};
pub use store_baseline::{Sessions, Sidecar, StoreBaseline, Stored, read_sessions, store_baseline};
pub use write::{write_to, write_whole};
