//! Finds the agent's file: the given file, otherwise the agent that is embedded in this program (in a release), otherwise a file next to
//! the program or in the build folder of this repository.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use anyhow::bail;
use gate_facts::{AGENT, SIMULATOR_AGENT};
use gate_macho::inject::AgentFile;

/// The agents that are embedded in a program.
#[derive(Clone, Copy, Debug)]
pub struct EmbeddedAgents {
    pub devices: &'static [u8],
    pub simulators: &'static [u8],
}

impl EmbeddedAgents {
    /// Returns, for each agent, its file name in a release and its bytes.
    pub fn agent_files(&self) -> [(&'static str, &'static [u8]); 2] {
        [(AGENT, self.devices), (SIMULATOR_AGENT, self.simulators)]
    }
}

static INSIDE: OnceLock<EmbeddedAgents> = OnceLock::new();

/// Registers the agents that are embedded in this program. An embedded agent is used unless a request names the file of an agent.
pub fn register_agents(agents: EmbeddedAgents) {
    INSIDE.get_or_init(|| agents);
}

/// Returns the agents that are embedded in this program, if there are any.
pub fn embedded_agents() -> Option<&'static EmbeddedAgents> {
    INSIDE.get()
}

/// The folder, relative to the root of the repository, into which `cargo xtask agent` builds the agents.
const BUILT: &str = "target/agent";

/// Returns the agent for devices: the given file, or otherwise the embedded agent, or otherwise a file next to the program or in the build
/// folder.
pub fn find_agent(given: Option<&Path>) -> anyhow::Result<AgentFile> {
    find(given, AGENT, embedded_agents())
}

/// Returns the agent for simulators, which is searched in the same places as the agent for devices.
pub fn agent_for_simulators(given: Option<&Path>) -> anyhow::Result<AgentFile> {
    find(given, SIMULATOR_AGENT, embedded_agents())
}

fn find(
    given: Option<&Path>,
    name: &'static str,
    inside: Option<&EmbeddedAgents>,
) -> anyhow::Result<AgentFile> {
    if let Some(path) = given {
        return Ok(AgentFile::At(path.to_owned()));
    }
    let carried = inside.and_then(|agents| agents.agent_files().into_iter().find(|(of, _)| *of == name));
    if let Some((name, bytes)) = carried {
        return Ok(AgentFile::Inside(name, bytes));
    }
    // The program may have been started by a symbolic link in a folder of PATH. The agent is next to the program and not next to the link.
    let program = env::current_exe().and_then(|gate| gate.canonicalize()).ok();
    let beside = program.as_deref().and_then(Path::parent).map(Path::to_owned);
    let folders = beside.into_iter().chain([PathBuf::from(BUILT)]);
    let places: Vec<PathBuf> = folders.map(|folder| folder.join(name)).collect();
    if let Some(found) = places.iter().find(|path| path.is_file()) {
        return Ok(AgentFile::At(found.clone()));
    }
    let looked: Vec<String> = places.iter().map(|path| path.display().to_string()).collect();
    bail!(
        "this gate was built from source without the agent, and {} does not exist; use the gate of a release, which contains it, or build the agent in a clone of the repository (CONTRIBUTING.md) and pass it with --agent",
        looked.join(" or ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_given_agent_has_precedence_over_embedded_ones() {
        let inside = EmbeddedAgents { devices: b"of devices", simulators: b"of simulators" };
        for (name, bytes) in [(AGENT, &b"of devices"[..]), (SIMULATOR_AGENT, b"of simulators")] {
            let found = find(None, name, Some(&inside)).unwrap();
            assert_eq!((&*found.bytes().unwrap(), found.path()), (bytes, Path::new(name)));
            let named = find(Some(Path::new("own.dylib")), name, Some(&inside)).unwrap();
            assert!(matches!(&named, AgentFile::At(path) if path == Path::new("own.dylib")), "{named:?}");
        }
    }

    #[test]
    fn the_error_for_a_missing_agent_is_one_sentence_with_advice() {
        let text = find(None, SIMULATOR_AGENT, None).unwrap_err().to_string();
        for part in ["built from source", "target/agent/liblaunchgate-simulator.dylib", "release", "--agent"]
        {
            assert!(text.contains(part), "{text}");
        }
        assert!(!text.contains('\n') && !text.contains(". "), "{text}");
    }
}
