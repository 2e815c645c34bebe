//! Puts the agent into an app, and the facts of the app beside it.

use std::path::{Path, PathBuf};

use gate_common::sides::Side;
use gate_macho::facts::of_app;
use gate_macho::inject::{Injected, Limits, Options, Signing, inject as put_in};

use super::{agent, build_facts, write_whole};

/// How the agent goes into apps.
#[derive(Clone, Debug, Default)]
pub struct Inject {
    /// None for the one that is there.
    pub agent: Option<PathBuf>,
    pub signing: Signing,
    pub profiles: Vec<PathBuf>,
    /// None for those of the app's signature.
    pub entitlements: Option<PathBuf>,
    /// The agent's settings.
    pub settings: Option<PathBuf>,
    /// Whether tools without a developer's rights cannot fetch the traces.
    pub no_file_sharing: bool,
    /// Renames the app for one side, so that both can lie on a device.
    pub beside: Option<Side>,
    /// Makes the copy count the calls of its functions.
    pub count: bool,
}

/// What was done.
pub struct InjectedApp {
    pub app: Injected,
    /// Whether the facts of the app lie beside it, for the verdict.
    pub facts: anyhow::Result<()>,
}

/// Puts the agent into an app, whose copy goes to `out`.
pub fn inject(how: &Inject, app: &Path, out: &Path) -> anyhow::Result<InjectedApp> {
    let agent = agent(how.agent.as_deref())?;
    let options = Options {
        app: app.to_owned(),
        agent: agent.clone(),
        out: out.to_owned(),
        signing: how.signing.clone(),
        profiles: how.profiles.clone(),
        entitlements: how.entitlements.clone(),
        settings: how.settings.clone(),
        file_sharing: !how.no_file_sharing,
        beside: how.beside,
        count: how.count,
        limits: Limits::default(),
    };
    let injected = put_in(&options)?;
    let names = build_facts::counting(out);
    if let Some(counting) = &injected.counting {
        write_whole(&names, &counting.to_json())?;
    }
    Ok(InjectedApp { app: injected, facts: keep_facts(app, out, agent.path()) })
}

/// Keeps what the app says before the agent is in it.
fn keep_facts(app: &Path, out: &Path, agent: &Path) -> anyhow::Result<()> {
    let mut facts = of_app(app, Limits::default())?;
    facts.without(&agent.file_name().unwrap_or_default().to_string_lossy());
    write_whole(&build_facts::beside(out), &facts.to_json())
}
