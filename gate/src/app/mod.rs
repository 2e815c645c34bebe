//! The operations of the gate, as functions: each takes a request, reports events, and returns a result.
//!
//! Invariant: the module `app` does not depend on the command line, a terminal or exit codes. A function calls another function directly
//! and never by a command line.

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
mod stored_history;
mod write;

pub use agent::{EmbeddedAgents, agent_for_simulators, embedded_agents, find_agent, register_agents};
pub use backtest::backtest;
pub use bisect::{BisectRequest, BisectResult, LaunchedBy, bisect, is_app};
pub use check::{CheckRequest, CheckResult, check};
pub use context::{Context, format_warnings, is_url};
pub use event::{Event, EventReceiver};
#[cfg(feature = "store")]
pub use hidden::hide_names;
pub use inject::{InjectRequest, InjectedApp, inject};
pub use look::{AppLaunchRequest, DOCUMENT, LookRequest, LookTarget, look};
pub use policy::{EffectiveSettings, JudgingOptions, RemoteRef, ReviewNotes, in_force, judged_by};
pub use recording::read_trace_timeline;
pub use ref_store::{edited_baselines, full_ref, relative_store_folder, store_for};
pub use run::{JudgingInputs, Route, RunRequest, documents_owner, put_document, run};
pub use settings::Settings;
pub use shared::{as_stored, is_store};
pub use store_baseline::{Sessions, Sidecar, StoreBaseline, StoreOutcome, read_sessions, store_baseline};
pub use write::{write_to, write_whole};
