//! Which agent is taken, unless somebody says: the one inside this program, as in a release; else one beside it, or where this
//! repository builds it.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use anyhow::bail;
use gate_macho::inject::AgentFile;

/// The files' names in a release.
pub(super) const DEVICES: &str = "liblaunchgate.dylib";
const SIMULATORS: &str = "liblaunchgate-simulator.dylib";

/// The agents that a program has inside.
#[derive(Clone, Copy, Debug)]
pub struct Agents {
    pub devices: &'static [u8],
    pub simulators: &'static [u8],
}

impl Agents {
    /// Each with its file's name in a release.
    pub fn each(&self) -> [(&'static str, &'static [u8]); 2] {
        [(DEVICES, self.devices), (SIMULATORS, self.simulators)]
    }
}

static INSIDE: OnceLock<Agents> = OnceLock::new();

/// Has this program's own agents taken where no other is named.
pub fn carry(agents: Agents) {
    INSIDE.get_or_init(|| agents);
}

/// This program's own agents, if it has any.
pub fn carried() -> Option<&'static Agents> {
    INSIDE.get()
}

/// As `cargo xtask agent` leaves it, seen from the repository's folder.
const BUILT: &str = "target/agent";

/// The agent that was named, else the one that is there.
pub fn agent(given: Option<&Path>) -> anyhow::Result<AgentFile> {
    find(given, DEVICES, carried())
}

/// The same for simulators.
pub fn agent_for_simulators(given: Option<&Path>) -> anyhow::Result<AgentFile> {
    find(given, SIMULATORS, carried())
}

fn find(given: Option<&Path>, name: &'static str, inside: Option<&Agents>) -> anyhow::Result<AgentFile> {
    if let Some(path) = given {
        return Ok(AgentFile::At(path.to_owned()));
    }
    let carried = inside.and_then(|agents| agents.each().into_iter().find(|(of, _)| *of == name));
    if let Some((name, bytes)) = carried {
        return Ok(AgentFile::Inside(name, bytes));
    }
    // A link in a folder of PATH leads to the program.
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
    fn an_agent_that_is_named_goes_before_those_inside() {
        let inside = Agents { devices: b"of devices", simulators: b"of simulators" };
        for (name, bytes) in [(DEVICES, &b"of devices"[..]), (SIMULATORS, b"of simulators")] {
            let found = find(None, name, Some(&inside)).unwrap();
            assert_eq!((&*found.bytes().unwrap(), found.path()), (bytes, Path::new(name)));
            let named = find(Some(Path::new("own.dylib")), name, Some(&inside)).unwrap();
            assert!(matches!(&named, AgentFile::At(path) if path == Path::new("own.dylib")), "{named:?}");
        }
    }

    #[test]
    fn without_any_it_is_one_sentence_that_says_where_to_get_one() {
        let said = find(None, SIMULATORS, None).unwrap_err().to_string();
        for part in ["built from source", "target/agent/liblaunchgate-simulator.dylib", "release", "--agent"]
        {
            assert!(said.contains(part), "{said}");
        }
        assert!(!said.contains('\n') && !said.contains(". "), "{said}");
    }
}
