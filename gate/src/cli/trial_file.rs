//! `gate doctor --read FILE`: explains a file that `gate doctor --trial` wrote.

use std::path::Path;

use anyhow::{Context as _, ensure};
use gate_report::format_count;
use serde_json::Value;

use super::doctor::DoctorResults;
use super::{Exit, trial};

/// Reads the file of a trial, and reports a result for each answer in the file.
pub(super) fn report_trial_file(path: &Path, found: &mut DoctorResults<'_>) -> anyhow::Result<()> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).with_context(|| shown.to_string())?;
    let file: Value = serde_json::from_str(&text)
        .with_context(|| format!("{shown} is not JSON; pass a file that `gate doctor --trial` wrote"))?;
    let format = file["format"].as_str().unwrap_or_default();
    ensure!(
        format == trial::FORMAT,
        "{shown} has the format {format:?}, not {}; pass a file that `gate doctor --trial` wrote",
        trial::FORMAT
    );
    let answers = &file["answers"];
    let number = |key: &str| answers[key].as_u64().unwrap_or(0);
    let [model, os, link, driver] =
        ["model", "os", "link", "driver"].map(|key| file["device"][key].as_str().unwrap_or("not known"));
    found.add_note(&format!("device: {model}, iOS {os}; connection: {link}; driver: {driver}"))?;
    for (kind, lost) in answers["refused"].as_object().into_iter().flatten() {
        found
            .add_error(&format!("launches: {lost} lost ({kind}); see docs/troubleshooting.md"), Exit::App)?;
    }
    let seconds = answers["tunnel seconds"].as_f64().unwrap_or_default();
    match (answers["tunnel breaks"].as_u64(), answers["tunnel failure"].as_str()) {
        (_, Some(kind)) => found.add_error(
            &format!("tunnel: it could not be held for {seconds} s ({kind}); on a Mac, use --driver devicectl"),
            Exit::Device,
        )?,
        (Some(0), None) => found.add_ok(&format!("tunnel: it was held for {seconds} s"))?,
        (Some(breaks), None) => found.add_note(&format!(
            "tunnel: it broke {} in {seconds} s, and a new one was opened each time; on a Mac, --driver devicectl needs no tunnel of its own",
            format_count(breaks as usize, "time")
        ))?,
        (None, None) => {}
    }
    let recorded = number("launches recorded");
    if let Some(code) = answers["vm_protect"].as_u64() {
        found.add_error(
            &format!(
                "protection: the system does not let the agent write pages of pointers (vm_protect returned {code}), so no method is recorded; remove Enhanced Security's entitlements from the measured build"
            ),
            Exit::App,
        )?;
    } else if recorded > 0 {
        found.add_ok("protection: the system lets the agent write pages of pointers")?;
    }
    if recorded == 0 {
        found.add_error("agent: no launch was recorded; the failures above name the step", Exit::App)?;
        return Ok(());
    }
    let loading = answers["agent loading method"].as_str().unwrap_or("not known");
    found.add_ok(&format!("agent: recorded {recorded} launches; loading method: {loading}"))?;
    match answers["counter hz"].as_f64() {
        Some(hz) => found.add_ok(&format!("clock: the counter runs at {:.1} MHz", hz / 1e6))?,
        None => {
            found.add_note("clock: the launches differ in the counter's rate, or a trace does not name it")?
        }
    }
    let frames = number("first frames");
    if frames < recorded {
        found
            .add_note(&format!("marks: {} of {recorded} launches have no first frame", recorded - frames))?;
    }
    for launch in file["launches"].as_array().into_iter().flatten() {
        let marks = launch["marks_ns"].as_object().into_iter().flatten();
        let marks = marks.map(|(name, at)| format!("{name} {:.1} ms", at.as_f64().unwrap_or(0.0) / 1e6));
        let (methods, marks) = (&launch["methods"], marks.collect::<Vec<_>>().join(", "));
        found.add_note(&format!("launch: {methods} methods; {marks}"))?;
    }
    match answers["counting app started"].as_bool() {
        Some(true) => found.add_ok("counting copy: the system started it")?,
        Some(false) => {
            let kinds = &answers["counting app refused"];
            found.add_error(
                &format!("counting copy: the system did not start it; failures: {kinds}"),
                Exit::App,
            )?;
        }
        None => {}
    }
    Ok(())
}
