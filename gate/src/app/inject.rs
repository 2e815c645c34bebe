//! Adds the agent to an app, and writes the facts of the app to a file next to it.

use std::path::{Path, PathBuf};

use gate_common::sides::Side;
use gate_macho::facts::read_app_facts;
use gate_macho::inject::{ArchiveLimits, InjectOptions, InjectionResult, SigningIdentity, inject as put_in};

use super::{build_facts, find_agent, write_whole};

/// The options for adding the agent to apps.
#[derive(Clone, Debug, Default)]
pub struct InjectRequest {
    /// The file of the agent; if absent, the embedded agent or the first agent file that is found.
    pub agent: Option<PathBuf>,
    pub signing: SigningIdentity,
    pub profiles: Vec<PathBuf>,
    /// The file with the entitlements; `None` to use the entitlements of the app's signature.
    pub entitlements: Option<PathBuf>,
    /// The file with the agent's settings.
    pub settings: Option<PathBuf>,
    /// Whether to add the agent without switching on the app's file sharing. Only developer tools can then fetch the traces.
    pub no_file_sharing: bool,
    /// The side of a comparison (base or head) for which the copy gets its own bundle identifier, so that both sides can be installed at
    /// the same time.
    pub beside: Option<Side>,
    /// Whether the copy of the app counts the calls of its functions.
    pub count: bool,
}

/// An app that the agent was added to.
pub struct InjectedApp {
    pub app: InjectionResult,
    /// The result of storing the build facts in a file next to the app.
    pub facts: anyhow::Result<()>,
}

/// Writes a copy of an app with the agent to `out`.
pub fn inject(request: &InjectRequest, app: &Path, out: &Path) -> anyhow::Result<InjectedApp> {
    let agent = find_agent(request.agent.as_deref())?;
    let options = InjectOptions {
        app: app.to_owned(),
        agent: agent.clone(),
        out: out.to_owned(),
        signing: request.signing.clone(),
        profiles: request.profiles.clone(),
        entitlements: request.entitlements.clone(),
        settings: request.settings.clone(),
        file_sharing: !request.no_file_sharing,
        beside: request.beside,
        count: request.count,
        limits: ArchiveLimits::default(),
    };
    let injected = put_in(&options)?;
    let names = build_facts::counting_path(out);
    if let Some(counting) = &injected.counting {
        write_whole(&names, &counting.to_json())?;
    }
    Ok(InjectedApp { app: injected, facts: keep_facts(app, out, agent.path()) })
}

/// Stores the facts of the app, as it was before the agent was added, in a file next to the copy at `out`.
fn keep_facts(app: &Path, out: &Path, agent: &Path) -> anyhow::Result<()> {
    let mut facts = read_app_facts(app, ArchiveLimits::default())?;
    facts.remove_library(&agent.file_name().unwrap_or_default().to_string_lossy());
    write_whole(&build_facts::facts_path(out), &facts.to_json())
}
