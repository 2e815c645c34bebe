//! One launch: stale traces away, files restored, a cold start, its trace home and checked, the process ended.
//!
//! Invariant: a trace gets its name in the folder only after its footer, its checksums and its launch id were found right, and after
//! the log knows it.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use gate_launches::{Build, Thermal, place_of, why_stopped};

use super::super::{Failure, FailureKind, LARGEST_FILE, Result, Running, Start, too_large};
use super::app::App;
use super::contact::Contact;

/// What every launch of a side has in common.
pub(super) struct Recipe<'a> {
    pub(super) app: &'a App,
    /// Arguments, environment and URL; the launch's id is added.
    pub(super) start: Start,
    /// What is copied into the container before each launch: from, to.
    pub(super) restore: &'a [(PathBuf, String)],
    /// Until its trace must be there.
    pub(super) patience: Duration,
    /// How soon the quickest launch so far had its trace; none before the first.
    pub(super) quickest: Option<Duration>,
    /// Where the app lies on the device; none before its first launch.
    pub(super) place: Option<&'a str>,
}

/// A trace that came home, still under a temporary name.
pub(super) struct Home {
    pub(super) running: Running,
    pub(super) temporary: PathBuf,
    pub(super) told: TraceFacts,
    /// From the device's answer to the launch until its trace was found there.
    pub(super) waited: Duration,
    pub(super) took: Duration,
}

/// What a trace says of the device and of the app.
pub(super) struct TraceFacts {
    pub(super) thermal: Thermal,
    pub(super) low_power: Option<bool>,
    pub(super) prewarmed: bool,
    pub(super) debugged: bool,
    pub(super) of: Build,
    /// The folder that the app was installed in.
    pub(super) place: String,
}

/// The agent's own variable.
const LAUNCH_ID: &str = "LAUNCHGATE_LAUNCH";

/// Launches and brings the trace home as `.ID.part` in `folder`.
pub(super) fn collect(
    contact: &mut Contact<'_>,
    recipe: &Recipe<'_>,
    id: &str,
    folder: &Path,
) -> Result<Home> {
    let bundle = &recipe.app.bundle;
    let traces = recipe.app.traces();
    let phone = contact.phone()?;
    // Before each launch: a trace of an earlier one must not be taken for this one's, and traces must not fill the disk.
    for entry in phone.list(bundle, traces)? {
        let is_ours = [".lgtrace", ".part", ".crashed"].iter().any(|end| entry.name.ends_with(end));
        // An empty one was emptied where nothing can remove it, and is in no launch's way: each launch has a name of its own.
        if !is_ours || entry.size == Some(0) {
            continue;
        }
        match phone.remove(bundle, &format!("{traces}/{}", entry.name)) {
            Err(failure) if failure.kind == FailureKind::Unsupported => break,
            removed => removed?,
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
        Ok((told, waited)) => Ok(Home { running, temporary, told, waited, took: began.elapsed() }),
        Err(failure) => {
            let _ = std::fs::remove_file(&temporary);
            // It must not go on beside the next one; that one's start would end it too.
            if !matches!(failure.kind, FailureKind::Crashed | FailureKind::Away)
                && failure.kind != FailureKind::Stopped
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

/// How often the trace is looked for while it is due, and how long that is.
const OFTEN: Duration = Duration::from_millis(12);
const DUE: Duration = Duration::from_secs(1);

/// How often afterwards.
const SELDOM: Duration = Duration::from_millis(100);

/// How long a device is left alone from the launch on: what it answers meanwhile, the app's start pays for.
/// No launch of an app is that much quicker than all before it, and if one is, its trace waits a little.
fn quiet(quickest: Option<Duration>, patience: Duration) -> Duration {
    quickest.map_or(Duration::ZERO, |quickest| quickest * 7 / 8).min(patience / 2)
}

/// How long until the next look, so long after the trace was due.
/// Often at first, since whatever a trace waits longer is lost at every launch.
fn pause(late: Duration) -> Duration {
    if late < DUE { OFTEN } else { SELDOM }
}

/// What the trace says of the device, and when it was found.
fn wait(
    contact: &mut Contact<'_>,
    recipe: &Recipe<'_>,
    id: &str,
    running: &Running,
    temporary: &Path,
) -> Result<(TraceFacts, Duration)> {
    let bundle = &recipe.app.bundle;
    let launched = Instant::now();
    let deadline = launched + recipe.patience;
    let name = format!("{id}.lgtrace");
    let remote = format!("{}/{name}", recipe.app.traces());
    contact.pause(quiet(recipe.quickest, recipe.patience))?;
    let due = Instant::now();
    let mut looked = due;
    let mut is_over = false;
    // The last reason why there is no trace yet.
    let mut reason = Failure::new(FailureKind::NoTrace, format!("{remote} does not exist on the device"));
    loop {
        let waited = launched.elapsed();
        match fetch_if_there(contact, recipe, id, &name, &remote, temporary) {
            Ok(Some(told)) => return Ok((told, waited)),
            Ok(None) => {}
            Err(failure) => match failure.kind {
                // It may be being written; what is there at the end is what counts.
                FailureKind::BadTrace | FailureKind::NoFile => reason = failure,
                // The trace is on the device, whatever happened to the cable.
                kind if kind.is_contact() => contact.again(failure)?,
                _ => return Err(failure),
            },
        }
        if is_over {
            let detail = match reason.kind {
                FailureKind::NoTrace => format!("process {} has ended", running.pid.unwrap_or_default()),
                _ => reason.detail,
            };
            let replaced = contact.phone().is_ok_and(|phone| {
                // Of whichever number.
                let any = Running { bundle: bundle.clone(), pid: None };
                phone.is_alive(&any) == Ok(Some(true))
            });
            let kind = match (replaced, contact.was_away()) {
                (true, _) => FailureKind::Replaced,
                // Whatever ended the device's connections may have ended the app: that is no crash of it.
                (false, true) => FailureKind::Away,
                (false, false) => FailureKind::Crashed,
            };
            return Err(Failure::new(kind, detail));
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
                Err(failure) if failure.kind.is_contact() => {
                    contact.again(failure)?;
                }
                // Whether it lives is good to know, and no more: the trace is what is waited for.
                Err(failure) if matches!(failure.kind, FailureKind::Timeout | FailureKind::Protocol) => {}
                Err(failure) => return Err(failure),
            }
        }
        if !is_over {
            contact.pause(pause(due.elapsed()))?;
        }
    }
}

/// Fetches the trace if it is there; nothing if it is not yet.
fn fetch_if_there(
    contact: &mut Contact<'_>,
    recipe: &Recipe<'_>,
    id: &str,
    name: &str,
    remote: &str,
    temporary: &Path,
) -> Result<Option<TraceFacts>> {
    let bundle = &recipe.app.bundle;
    let phone = contact.phone()?;
    if !phone.list(bundle, recipe.app.traces())?.iter().any(|entry| entry.name == name) {
        return Ok(None);
    }
    let _ = std::fs::remove_file(temporary);
    phone.pull(bundle, remote, temporary)?;
    let told = check(temporary, id)?;
    if let Some(difference) = recipe.app.build.difference_of_app(&told.of) {
        return Err(Failure::new(FailureKind::OtherBuild, difference));
    }
    // Each installation gets a folder of its own, so this tells also a build of the same UUIDs with other flags, resources or code.
    if let Some(place) = recipe.place.filter(|place| *place != told.place) {
        let detail = format!("it was installed again during the run, in {} instead of {place}", told.place);
        return Err(Failure::new(FailureKind::OtherBuild, detail));
    }
    Ok(Some(told))
}

/// Whether a file is the whole trace of this launch.
fn check(file: &Path, id: &str) -> Result<TraceFacts> {
    let size = std::fs::metadata(file).map_err(|error| Failure::local(file, error))?.len();
    if size > LARGEST_FILE {
        return Err(too_large(id, size));
    }
    let bytes = std::fs::read(file).map_err(|error| Failure::local(file, error))?;
    let trace = trace::Reader::open(&bytes).map_err(|error| Failure::new(FailureKind::BadTrace, error))?;
    let found = trace.info.launch_id.to_string();
    if found != id {
        return Err(Failure::new(
            FailureKind::BadTrace,
            format!("it belongs to launch {found:?}, not to {id:?}"),
        ));
    }
    if let Some(why) = why_stopped(&trace).filter(|_| trace.methods.iter().next().is_none()) {
        return Err(Failure::new(FailureKind::NotRecorded, why));
    }
    Ok(TraceFacts {
        thermal: trace.info.thermal.into(),
        low_power: trace.info.low_power,
        prewarmed: trace.info.prewarmed == Some(true),
        debugged: trace.info.debugged == Some(true),
        of: Build::from_trace(&trace),
        place: place_of(&trace),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_is_left_alone_until_a_trace_is_due_and_then_looked_at_often_for_a_while() {
        let ms = Duration::from_millis;
        assert_eq!(quiet(None, ms(60_000)), Duration::ZERO);
        assert_eq!(quiet(Some(ms(800)), ms(60_000)), ms(700));
        assert_eq!(quiet(Some(ms(50_000)), ms(60_000)), ms(30_000), "a deadline leaves time to look");
        assert_eq!([ms(0), ms(999), ms(1_000), ms(9_000)].map(pause), [OFTEN, OFTEN, SELDOM, SELDOM]);
    }
}
