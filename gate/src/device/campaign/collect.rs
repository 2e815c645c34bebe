//! One launch: stale traces away, files restored, a cold start, its trace home and checked, the process ended.
//!
//! Invariant: a trace gets its name in the folder only after its footer, its checksums and its launch id were found right, and after
//! the log knows it.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::super::{Failure, Kind, Running, Start};
use super::app::App;
use super::contact::Contact;
use crate::launches::Thermal;

/// What every launch of a side has in common.
pub(super) struct Recipe<'a> {
    pub(super) app: &'a App,
    /// Arguments, environment and URL; the launch's id is added.
    pub(super) start: Start,
    /// What is copied into the container before each launch: from, to.
    pub(super) restore: &'a [(PathBuf, String)],
    /// Until its trace must be there.
    pub(super) patience: Duration,
}

/// A trace that came home, still under a temporary name.
pub(super) struct Home {
    pub(super) running: Running,
    pub(super) temporary: PathBuf,
    /// What the trace says of the device.
    pub(super) thermal: Thermal,
    pub(super) took: Duration,
}

/// The agent's own variable.
const LAUNCH_ID: &str = "LAUNCHGATE_LAUNCH";

/// Launches and brings the trace home as `.ID.part` in `folder`.
pub(super) fn collect(
    contact: &mut Contact<'_>,
    recipe: &Recipe<'_>,
    id: &str,
    folder: &Path,
) -> Result<Home, Failure> {
    let bundle = &recipe.app.bundle;
    let traces = recipe.app.traces();
    let phone = contact.phone()?;
    // Before each launch: a trace of an earlier one must not be taken for this one's, and a full disk helps nobody.
    for entry in phone.list(bundle, traces)? {
        if [".lgtrace", ".part", ".crashed"].iter().any(|end| entry.name.ends_with(end)) {
            phone.remove(bundle, &format!("{traces}/{}", entry.name))?;
        }
    }
    for (from, to) in recipe.restore {
        phone.push(bundle, from, to)?;
    }
    let mut start = recipe.start.clone();
    start.environment.insert(LAUNCH_ID.to_owned(), id.to_owned());
    let began = Instant::now();
    let running = phone.launch(&start)?;
    let temporary = folder.join(format!(".{id}.part"));
    let fetched = wait(contact, recipe, id, &running, &temporary);
    match fetched {
        Ok(thermal) => Ok(Home { running, temporary, thermal, took: began.elapsed() }),
        Err(failure) => {
            let _ = std::fs::remove_file(&temporary);
            // It must not go on beside the next one; that one's start would end it too.
            if failure.kind != Kind::Crashed
                && failure.kind != Kind::Stopped
                && let Some(phone) = contact.open()
            {
                let _ = phone.kill(&running);
            }
            Err(failure)
        }
    }
}

/// How often the process is looked for while its trace is waited for.
const PULSE: Duration = Duration::from_millis(500);

fn wait(
    contact: &mut Contact<'_>,
    recipe: &Recipe<'_>,
    id: &str,
    running: &Running,
    temporary: &Path,
) -> Result<Thermal, Failure> {
    let deadline = Instant::now() + recipe.patience;
    let name = format!("{id}.lgtrace");
    let remote = format!("{}/{name}", recipe.app.traces());
    let mut pause = Duration::from_millis(2);
    let mut looked = Instant::now();
    let mut is_over = false;
    // The last reason why there is no trace yet.
    let mut reason = Failure::new(Kind::NoTrace, format!("{remote} is not there"));
    loop {
        match look(contact, recipe, id, &name, &remote, temporary) {
            Ok(Some(thermal)) => return Ok(thermal),
            Ok(None) => {}
            Err(failure) => match failure.kind {
                // It may be being written; what is there at the end is what counts.
                Kind::BadTrace | Kind::NoFile => reason = failure,
                // The trace is on the device, whatever happened to the cable.
                Kind::Lost | Kind::NoDevice | Kind::Tunnel => contact.again(failure)?,
                _ => return Err(failure),
            },
        }
        if is_over {
            let detail = match reason.kind {
                Kind::NoTrace => format!("process {} is gone", running.pid.unwrap_or_default()),
                _ => reason.detail,
            };
            return Err(Failure::new(Kind::Crashed, detail));
        }
        if Instant::now() >= deadline {
            return Err(reason);
        }
        if looked.elapsed() >= PULSE {
            looked = Instant::now();
            match contact.phone()?.is_alive(running) {
                // Its last files may have come since the last look.
                Ok(Some(false)) => is_over = true,
                Ok(_) => {}
                Err(failure) if matches!(failure.kind, Kind::Lost | Kind::NoDevice | Kind::Tunnel) => {
                    contact.again(failure)?;
                }
                // Whether it lives is good to know, and no more: the trace is what is waited for.
                Err(failure) if matches!(failure.kind, Kind::Timeout | Kind::Protocol) => {}
                Err(failure) => return Err(failure),
            }
        }
        if !is_over {
            contact.pause(pause)?;
            pause = (pause * 2).min(Duration::from_millis(100));
        }
    }
}

/// Fetches the trace if it is there; nothing if it is not yet.
fn look(
    contact: &mut Contact<'_>,
    recipe: &Recipe<'_>,
    id: &str,
    name: &str,
    remote: &str,
    temporary: &Path,
) -> Result<Option<Thermal>, Failure> {
    let bundle = &recipe.app.bundle;
    let phone = contact.phone()?;
    if !phone.list(bundle, recipe.app.traces())?.iter().any(|entry| entry.name == name) {
        return Ok(None);
    }
    let _ = std::fs::remove_file(temporary);
    phone.pull(bundle, remote, temporary)?;
    check(temporary, id).map(Some)
}

/// Whether a file is the whole trace of this launch.
fn check(file: &Path, id: &str) -> Result<Thermal, Failure> {
    let bytes = std::fs::read(file)
        .map_err(|error| Failure::new(Kind::Local, format!("{}: {error}", file.display())))?;
    let trace = trace::Reader::open(&bytes).map_err(|error| Failure::new(Kind::BadTrace, error))?;
    let found = trace.info.launch_id.to_string();
    if found != id {
        return Err(Failure::new(Kind::BadTrace, format!("it is of launch {found:?}, and not of {id:?}")));
    }
    Ok(match trace.info.thermal {
        trace::Thermal::Nominal => Thermal::Nominal,
        trace::Thermal::Fair => Thermal::Fair,
        trace::Thermal::Serious => Thermal::Serious,
        trace::Thermal::Critical => Thermal::Critical,
        _ => Thermal::Unknown,
    })
}
