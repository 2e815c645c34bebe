//! Where the agent is, unless somebody says: beside `gate`, as a release has it, or where this repository builds it.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::bail;

const NAME: &str = "liblaunchgate.dylib";
const FOR_SIMULATORS: &str = "liblaunchgate-simulator.dylib";

/// As `cargo xtask agent` leaves it, seen from the repository's folder.
const BUILT: &str = "target/agent";

/// The agent that was named, else the one that is there.
pub fn agent(given: Option<&Path>) -> anyhow::Result<PathBuf> {
    find(given, NAME)
}

/// The same for simulators.
pub fn agent_for_simulators(given: Option<&Path>) -> anyhow::Result<PathBuf> {
    find(given, FOR_SIMULATORS)
}

fn find(given: Option<&Path>, name: &str) -> anyhow::Result<PathBuf> {
    if let Some(path) = given {
        return Ok(path.to_owned());
    }
    let mut places = Vec::new();
    // A link in a folder of PATH leads to the release.
    if let Some(folder) =
        env::current_exe().and_then(|gate| gate.canonicalize()).ok().as_deref().and_then(Path::parent)
    {
        places.push(folder.join(name));
    }
    places.push(Path::new(BUILT).join(name));
    if let Some(found) = places.iter().find(|path| path.is_file()) {
        return Ok(found.clone());
    }
    let looked: Vec<String> = places.iter().map(|path| path.display().to_string()).collect();
    bail!(
        "cannot find the agent ({}); pass it with --agent; releases contain it next to gate",
        looked.join(", ")
    )
}
