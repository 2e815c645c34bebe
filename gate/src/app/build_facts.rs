//! Writes and reads the facts of a build as files: `inject` writes the file next to the app, `run` stores it with the launches, and `check` and
//! `baseline` read it from the folder of the launches.

use std::path::{Path, PathBuf};

use gate_decision::Side;
use gate_facts::{AGENT, FRAMEWORK, Facts};
use gate_launches::{BuildRole, Launch, run_log};
use gate_macho::facts::{FactsError, read_app_facts};
use gate_macho::inject::ArchiveLimits;

use super::write::write_whole;

/// Returns the path of the file with the facts of an app, such as `Shop+agent.ipa.facts.json` next to `Shop+agent.ipa`.
pub fn facts_path(app: &Path) -> PathBuf {
    with_end(app, ".facts.json")
}

/// Returns the path of the file with the names of the functions whose calls an app counts.
pub fn counting_path(app: &Path) -> PathBuf {
    with_end(app, ".counting.json")
}

fn with_end(app: &Path, end: &str) -> PathBuf {
    let mut name = app.file_name().unwrap_or_default().to_owned();
    name.push(end);
    app.with_file_name(name)
}

/// Reads the facts of an app as it was before the agent was added: the facts that `gate inject` stored, or otherwise the facts of the app
/// itself.
pub(crate) fn read_launched(app: &Path) -> Result<Facts, FactsError> {
    let kept = facts_path(app);
    let mut facts = if kept.is_file() {
        Facts::read_file(&kept)?
    } else {
        read_app_facts(app, ArchiveLimits::default())?
    };
    // Every launched app contains the agent, but the agent is not part of the build, so it is removed from the facts.
    facts.remove_library(AGENT);
    facts.remove_library(FRAMEWORK);
    Ok(facts)
}

/// Stores the facts of a run's builds (the app and, if there is one, the base) in the folder of the run.
pub fn store_for_run(app: &Path, base: Option<&Path>, folder: &Path) -> anyhow::Result<()> {
    let put = |app: &Path, name: &str| -> anyhow::Result<()> {
        write_whole(&folder.join(name), &read_launched(app)?.to_json())
    };
    put(app, run_log::FACTS)?;
    base.map_or(Ok(()), |base| put(base, run_log::BASE_FACTS))
}

/// Reads the facts of the build with the given role from a folder of the launches. Facts that cannot be read cause a warning.
pub fn read_for_launches<'a>(
    launches: impl Iterator<Item = &'a Launch>,
    role: Option<BuildRole>,
    warnings: &mut Vec<String>,
) -> Option<Facts> {
    let mut folders: Vec<&Path> = Vec::new();
    for launch in launches {
        let Some(folder) = Path::new(&*launch.source.file).parent() else { continue };
        if !folders.contains(&folder) {
            folders.push(folder);
        }
    }
    let folder = folders.into_iter().find(|folder| folder.join(file_name(role)).is_file())?;
    read(folder, role, warnings)
}

/// Reads the facts of a build from the folder of a run. Facts that cannot be read cause a warning.
pub(super) fn read(folder: &Path, role: Option<BuildRole>, warnings: &mut Vec<String>) -> Option<Facts> {
    let path = folder.join(file_name(role));
    if !path.is_file() {
        return None;
    }
    match Facts::read_file(&path) {
        Ok(facts) => Some(facts),
        Err(error) => {
            warnings.push(format!("cannot read the stored facts of the build: {error}"));
            None
        }
    }
}

/// Returns the name of the file with the facts of a build, which depends on whether the build is the base or the judged build.
fn file_name(role: Option<BuildRole>) -> &'static str {
    if role == Some(BuildRole::Base) { run_log::BASE_FACTS } else { run_log::FACTS }
}

/// Reads the facts of the build on one side of a comparison.
pub fn read_for_side(side: Side<'_>, warnings: &mut Vec<String>) -> Option<Facts> {
    let launches = side.launches.launches.iter();
    read_for_launches(
        launches.filter(|launch| side.role.is_none() || launch.role == side.role),
        side.role,
        warnings,
    )
}
