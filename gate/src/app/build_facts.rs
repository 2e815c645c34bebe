//! Facts of a build on their way beside its launches: inject puts them beside the app, run takes them into the session, check and
//! baseline find them there.

use std::path::{Path, PathBuf};

use gate_decision::Side;
use gate_facts::Facts;
use gate_launches::{Launch, Role, run_log};
use gate_macho::facts::{FactsError, of_app};
use gate_macho::inject::Limits;

use super::agent::DEVICES;
use super::write::write_whole;

/// Where the facts of an app are kept: `Shop+agent.ipa.facts.json` beside `Shop+agent.ipa`.
pub fn beside(app: &Path) -> PathBuf {
    named(app, ".facts.json")
}

/// Where the names of an app's functions are, if it counts them.
pub fn counting(app: &Path) -> PathBuf {
    named(app, ".counting.json")
}

fn named(app: &Path, end: &str) -> PathBuf {
    let mut name = app.file_name().unwrap_or_default().to_owned();
    name.push(end);
    app.with_file_name(name)
}

/// The facts of an app without the agent: those that `gate inject` kept, else what the app itself says.
pub(crate) fn of_launched(app: &Path) -> Result<Facts, FactsError> {
    let kept = beside(app);
    let mut facts = if kept.is_file() { Facts::kept(&kept)? } else { of_app(app, Limits::default())? };
    // It is in every app that is launched, and none of the build's own.
    facts.without(DEVICES);
    Ok(facts)
}

/// Puts the facts of the builds that a run launched into its folder.
pub fn take(app: &Path, base: Option<&Path>, folder: &Path) -> anyhow::Result<()> {
    let put = |app: &Path, name: &str| -> anyhow::Result<()> {
        write_whole(&folder.join(name), &of_launched(app)?.to_json())
    };
    put(app, run_log::FACTS)?;
    base.map_or(Ok(()), |base| put(base, run_log::BASE_FACTS))
}

/// The facts of the build that launches are of, from the folder that they lie in. What cannot be read is a warning.
pub fn of_launches<'a>(
    launches: impl Iterator<Item = &'a Launch>,
    role: Option<Role>,
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
    of_folder(folder, role, warnings)
}

/// Reads the facts of a build from the folder of a run; facts that cannot be read are a warning.
pub(super) fn of_folder(folder: &Path, role: Option<Role>, warnings: &mut Vec<String>) -> Option<Facts> {
    let path = folder.join(file_name(role));
    if !path.is_file() {
        return None;
    }
    match Facts::kept(&path) {
        Ok(facts) => Some(facts),
        Err(error) => {
            warnings.push(format!("cannot read the stored facts of the build: {error}"));
            None
        }
    }
}

/// Returns the name of the file with the facts of the base or of the judged build.
fn file_name(role: Option<Role>) -> &'static str {
    if role == Some(Role::Base) { run_log::BASE_FACTS } else { run_log::FACTS }
}

/// The same of a side of a comparison.
pub fn of_side(side: Side<'_>, warnings: &mut Vec<String>) -> Option<Facts> {
    let launches = side.launches.launches.iter();
    of_launches(
        launches.filter(|launch| side.role.is_none() || launch.role == side.role),
        side.role,
        warnings,
    )
}
