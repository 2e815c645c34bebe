//! Makes one launch: removes old traces, restores files, starts the app cold, fetches and checks the trace, and ends the process.
//!
//! Invariant: a trace gets its final name in the folder only after its end section, its checksums and its launch id have been checked, and
//! after its line in the log has been written.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use gate_launches::{Build, LARGEST_INPUT, LOST_TRACE, Thermal, has_no_window, place_of, why_stopped};

use super::super::{AppEvent, Failure, FailureKind, LaunchOptions, LaunchedProcess, Result, too_large};
use super::app::App;
use super::connection::Connection;

/// The properties that all launches of a build share.
pub(super) struct TraceRequest<'a> {
    pub(super) app: &'a App,
    /// The arguments, the environment and the URL. The id of each launch is added to the environment.
    pub(super) start: LaunchOptions,
    /// The events that follow a launch, and the time before each one.
    pub(super) events: (Vec<AppEvent>, Duration),
    /// The files that are copied into the container before each launch, with their source and destination.
    pub(super) restore: &'a [(PathBuf, String)],
    /// The longest time to wait for the trace.
    pub(super) patience: Duration,
    /// The shortest time from a launch to its trace in this campaign; `None` before the first launch.
    pub(super) quickest: Option<Duration>,
    /// The folder of the app on the device; `None` before the first launch of the app.
    pub(super) app_folder: Option<&'a str>,
}

/// A trace that was fetched and has a temporary name.
pub(super) struct CollectedTrace {
    pub(super) running: LaunchedProcess,
    pub(super) temporary: PathBuf,
    pub(super) facts: TraceFacts,
    /// The time from the device's answer to the launch until the trace was found.
    pub(super) waited: Duration,
    pub(super) took: Duration,
}

/// The properties of the device and the app that a trace contains.
pub(super) struct TraceFacts {
    pub(super) thermal: Thermal,
    pub(super) low_power: Option<bool>,
    pub(super) prewarmed: bool,
    pub(super) debugged: bool,
    pub(super) build: Build,
    /// The folder in which the app was installed.
    pub(super) app_folder: String,
}

/// The environment variable by which the agent gets the launch id.
const LAUNCH_ID: &str = "LAUNCHGATE_LAUNCH";

/// Returns the name of the file that contains the trace of a lost launch.
pub(super) fn lost_trace_name(id: &str) -> String {
    format!("{id}.{LOST_TRACE}")
}

/// Launches the app and fetches the trace as `.ID.part` into `folder`. If the window that is measured did not begin or end in the launch,
/// the trace is kept under the name of a lost trace.
pub(super) fn collect_trace(
    connection: &mut Connection<'_>,
    request: &TraceRequest<'_>,
    id: &str,
    folder: &Path,
) -> Result<CollectedTrace> {
    let bundle = &request.app.bundle;
    let traces = request.app.trace_folder();
    let phone = connection.phone()?;
    // Old traces are removed before each launch, so that they are not mistaken for the trace of this launch and do not fill the disk.
    for entry in phone.list(bundle, traces)? {
        let is_ours = [".lgtrace", ".part", ".crashed"].iter().any(|end| entry.name.ends_with(end));
        // A driver that cannot remove files empties them. An empty trace is harmless, because each launch has a new name.
        if !is_ours || entry.size == Some(0) {
            continue;
        }
        match phone.remove(bundle, &format!("{traces}/{}", entry.name)) {
            Err(failure) if failure.kind == FailureKind::Unsupported => break,
            removed => removed?,
        }
    }
    for (from, to) in request.restore {
        phone.push(bundle, from, to)?;
    }
    let mut start = request.start.clone();
    start.environment.insert(LAUNCH_ID.to_owned(), id.to_owned());
    let began = Instant::now();
    let (mut events, after) = request.events.clone();
    if phone.opens_urls_later() {
        events.splice(0..0, start.url.take().map(AppEvent::Url));
    }
    let running = phone.launch(&start)?;
    let temporary = folder.join(format!(".{id}.part"));
    let fetched = send_events(connection, bundle, &events, after)
        .and_then(|()| wait_for_trace(connection, request, id, &running, &temporary));
    match fetched {
        Ok((facts, waited)) => {
            Ok(CollectedTrace { running, temporary, facts, waited, took: began.elapsed() })
        }
        Err(failure) => {
            // A trace without a complete window is kept as evidence of what the app did instead; the launch is not compared.
            if failure.kind == FailureKind::NoWindow {
                let _ = std::fs::rename(&temporary, folder.join(lost_trace_name(id)));
            }
            let _ = std::fs::remove_file(&temporary);
            // The process is ended now, since otherwise the next launch would first have to end it.
            if !matches!(failure.kind, FailureKind::Crashed | FailureKind::Away)
                && failure.kind != FailureKind::Stopped
                && let Some(phone) = connection.open_phone()
            {
                let _ = phone.kill(&running);
            }
            Err(failure)
        }
    }
}

/// Sends the events of a scenario to the running app.
fn send_events(
    connection: &mut Connection<'_>,
    bundle: &str,
    events: &[AppEvent],
    after: Duration,
) -> Result<()> {
    for event in events {
        connection.pause(after)?;
        connection.phone()?.send(bundle, event)?;
    }
    Ok(())
}

/// While waiting for a trace, the interval at which the gate checks whether the process runs.
const ALIVE_INTERVAL: Duration = Duration::from_millis(500);

/// The interval at which the gate looks for a trace that is due. A trace is due for `DUE_TIME` after the quiet time of its launch.
const DUE_INTERVAL: Duration = Duration::from_millis(12);
const DUE_TIME: Duration = Duration::from_secs(1);

/// The interval at which the gate looks for a trace that is late by more than `DUE_TIME`.
const LATE_INTERVAL: Duration = Duration::from_millis(100);

/// Returns the time after a launch during which the device gets no requests, since answering requests would slow the start of the app down.
/// If the trace is written earlier, it is only fetched a little later.
fn quiet_time(quickest: Option<Duration>, patience: Duration) -> Duration {
    quickest.map_or(Duration::ZERO, |quickest| quickest * 7 / 8).min(patience / 2)
}

/// Returns the time until the next check for a trace that is late by `late`. The time is short while the trace is late by less than a
/// second, because every launch includes this wait.
fn poll_interval(late: Duration) -> Duration {
    if late < DUE_TIME { DUE_INTERVAL } else { LATE_INTERVAL }
}

/// Waits for the trace of a launch. Returns the properties of the trace, and the time until it was found.
fn wait_for_trace(
    connection: &mut Connection<'_>,
    request: &TraceRequest<'_>,
    id: &str,
    running: &LaunchedProcess,
    temporary: &Path,
) -> Result<(TraceFacts, Duration)> {
    let bundle = &request.app.bundle;
    let launched = Instant::now();
    let deadline = launched + request.patience;
    let name = format!("{id}.lgtrace");
    let remote = format!("{}/{name}", request.app.trace_folder());
    connection.pause(quiet_time(request.quickest, request.patience))?;
    let due = Instant::now();
    let mut looked = due;
    let mut is_over = false;
    // The latest reason why the trace could not be fetched.
    let mut reason = Failure::new(FailureKind::NoTrace, format!("{remote} does not exist on the device"));
    loop {
        let waited = launched.elapsed();
        match fetch_if_present(connection, request, id, &name, &remote, temporary) {
            Ok(Some(facts)) => return Ok((facts, waited)),
            Ok(None) => {}
            Err(failure) => match failure.kind {
                // The app may still be writing the trace, so it is fetched again.
                FailureKind::BadTrace | FailureKind::NoFile => reason = failure,
                // The connection broke, but the trace remains on the device.
                kind if kind.is_broken_connection() => connection.reconnect(failure)?,
                _ => return Err(failure),
            },
        }
        if is_over {
            let detail = match reason.kind {
                FailureKind::NoTrace => format!("process {} has ended", running.pid.unwrap_or_default()),
                _ => reason.detail,
            };
            let replaced = connection.phone().is_ok_and(|phone| {
                // Without an id, `is_alive` looks for any process of the app.
                let any = LaunchedProcess { bundle: bundle.clone(), pid: None };
                phone.is_alive(&any) == Ok(Some(true))
            });
            let kind = match (replaced, connection.was_interrupted()) {
                (true, _) => FailureKind::Replaced,
                // The event that broke the connections may have ended the app too, which is no crash.
                (false, true) => FailureKind::Away,
                (false, false) => FailureKind::Crashed,
            };
            return Err(Failure::new(kind, detail));
        }
        if Instant::now() >= deadline {
            return Err(reason);
        }
        if looked.elapsed() >= ALIVE_INTERVAL {
            looked = Instant::now();
            match connection.phone()?.is_alive(running) {
                // The process may have written its trace after the last check, so the gate looks for the trace once more.
                Ok(Some(false)) => is_over = true,
                Ok(_) => {}
                Err(failure) if failure.kind.is_broken_connection() => {
                    connection.reconnect(failure)?;
                }
                // The state of the process is optional information; only the trace is required.
                Err(failure) if matches!(failure.kind, FailureKind::Timeout | FailureKind::Protocol) => {}
                Err(failure) => return Err(failure),
            }
        }
        if !is_over {
            connection.pause(poll_interval(due.elapsed()))?;
        }
    }
}

/// Fetches the trace, or returns `None` if it does not exist yet.
fn fetch_if_present(
    connection: &mut Connection<'_>,
    request: &TraceRequest<'_>,
    id: &str,
    name: &str,
    remote: &str,
    temporary: &Path,
) -> Result<Option<TraceFacts>> {
    let bundle = &request.app.bundle;
    let phone = connection.phone()?;
    if !phone.list(bundle, request.app.trace_folder())?.iter().any(|entry| entry.name == name) {
        return Ok(None);
    }
    let _ = std::fs::remove_file(temporary);
    phone.pull(bundle, remote, temporary)?;
    let facts = check_trace(temporary, id)?;
    if let Some(difference) = request.app.build.difference_of_app(&facts.build) {
        return Err(Failure::new(FailureKind::OtherBuild, difference));
    }
    // Each installation gets a new folder, so comparing the folders also detects a build with the same UUIDs but different flags, resources
    // or code.
    if let Some(app_folder) = request.app_folder.filter(|app_folder| *app_folder != facts.app_folder) {
        let detail =
            format!("it was installed again during the run, in {} instead of {app_folder}", facts.app_folder);
        return Err(Failure::new(FailureKind::OtherBuild, detail));
    }
    Ok(Some(facts))
}

/// Checks that a file is the complete trace of this launch.
fn check_trace(file: &Path, id: &str) -> Result<TraceFacts> {
    let size = std::fs::metadata(file).map_err(|error| Failure::from_local_file(file, error))?.len();
    if size > LARGEST_INPUT {
        return Err(too_large(id, size));
    }
    let bytes = std::fs::read(file).map_err(|error| Failure::from_local_file(file, error))?;
    let trace = trace::Reader::open(&bytes).map_err(|error| Failure::new(FailureKind::BadTrace, error))?;
    let found = trace.info.launch_id.to_string();
    if found != id {
        return Err(Failure::new(
            FailureKind::BadTrace,
            format!("it belongs to launch {found:?}, not to {id:?}"),
        ));
    }
    if let Some(why) = why_stopped(&trace) {
        if has_no_window(&trace) {
            return Err(Failure::new(FailureKind::NoWindow, why));
        }
        if trace.methods.iter().next().is_none() {
            return Err(Failure::new(FailureKind::NotRecorded, why));
        }
    }
    Ok(TraceFacts {
        thermal: trace.info.thermal.into(),
        low_power: trace.info.low_power,
        prewarmed: trace.info.prewarmed == Some(true),
        debugged: trace.info.debugged == Some(true),
        build: Build::from_trace(&trace),
        app_folder: place_of(&trace),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_is_asked_for_a_trace_only_when_one_is_expected_and_then_often() {
        let ms = Duration::from_millis;
        assert_eq!(quiet_time(None, ms(60_000)), Duration::ZERO);
        assert_eq!(quiet_time(Some(ms(800)), ms(60_000)), ms(700));
        assert_eq!(quiet_time(Some(ms(50_000)), ms(60_000)), ms(30_000), "a deadline leaves time to look");
        assert_eq!(
            [ms(0), ms(999), ms(1_000), ms(9_000)].map(poll_interval),
            [DUE_INTERVAL, DUE_INTERVAL, LATE_INTERVAL, LATE_INTERVAL]
        );
    }
}
