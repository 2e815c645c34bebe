//! Runs the processes on the device: each process is emulated in a separate thread.
//!
//! The emulation of an app's start ends at the point where the app would wait for its user. On a phone the
//! app stays alive at this point, so a process that ended with status 0 counts as alive until it is killed.
//! Invariant: after the answer to a kill, the process does not change its container any more.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant, SystemTime};

use super::apps::{self, App};
use super::crash_reports::Reporter;
use super::faults::{Effect, Faults};
use super::journal::{End, Event, Journal};
use crate::{Config, Events, Fault};

/// State of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// The process is created and not yet resumed.
    Suspended,
    /// The emulation of the process runs.
    Running,
    /// The app waits for its user.
    Idle,
    Over(End),
}

pub(super) struct Process {
    pub(super) pid: u32,
    pub(super) app: App,
    pub(super) started: SystemTime,
    stop: Arc<AtomicBool>,
    /// The events that the process gets from outside.
    pub(super) events: Arc<Events>,
    state: Mutex<(State, String)>,
    changed: Condvar,
}

impl Process {
    fn lock(&self) -> MutexGuard<'_, (State, String)> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, state: State) {
        self.lock().0 = state;
        self.changed.notify_all();
    }

    fn wait(&self, until: impl Fn(State) -> bool) -> (State, String) {
        let mut state = self.lock();
        while !until(state.0) {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        (state.0, state.1.clone())
    }

    /// Waits in real time; returns false if the process was killed in the meantime.
    fn pause(&self, time: Duration, faults: &Faults) -> bool {
        let deadline = Instant::now() + time;
        while Instant::now() < deadline && !self.stop.load(Ordering::Relaxed) {
            faults.sleep(Duration::from_millis(10));
        }
        !self.stop.load(Ordering::Relaxed)
    }

    pub(super) fn is_alive(&self) -> bool {
        !matches!(self.lock().0, State::Over(_))
    }

    /// Waits until the start has succeeded or failed, and returns the app's output.
    pub(super) fn output(&self) -> String {
        self.wait(|state| matches!(state, State::Idle | State::Over(_))).1
    }

    /// Waits for the end of the process, which for a healthy app is a kill.
    pub(super) fn end(&self) -> End {
        match self.wait(|state| matches!(state, State::Over(_))).0 {
            State::Over(end) => end,
            _ => End::Signal(9),
        }
    }
}

/// All processes of the device, alive or not.
#[derive(Default)]
pub(super) struct Processes {
    all: Mutex<BTreeMap<u32, Arc<Process>>>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

/// The id of the first process.
const FIRST_PID: u32 = 401;

impl Processes {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<u32, Arc<Process>>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Creates a suspended process.
    pub(super) fn create(&self, app: App) -> Arc<Process> {
        let mut all = self.lock();
        let pid = all.last_key_value().map_or(FIRST_PID, |(pid, _)| pid + 1);
        let process = Arc::new(Process {
            pid,
            app,
            started: SystemTime::now(),
            stop: Arc::default(),
            events: Arc::default(),
            state: Mutex::new((State::Suspended, String::new())),
            changed: Condvar::new(),
        });
        all.insert(pid, process.clone());
        process
    }

    /// Resumes a suspended process; has no effect on a process that is already resumed.
    pub(super) fn resume(
        &self,
        process: &Arc<Process>,
        config: Config,
        effect: Option<Effect>,
        journal: Arc<Journal>,
        faults: Arc<Faults>,
        reporter: Reporter,
    ) {
        let mut state = process.lock();
        if state.0 != State::Suspended {
            return;
        }
        state.0 = State::Running;
        drop(state);
        let shared = process.clone();
        let thread = std::thread::spawn(move || {
            let (end, log) = live(&shared, config, effect, &faults);
            let killed = shared.stop.load(Ordering::Relaxed);
            let state = match end {
                End::Exited(0) if !killed => State::Idle,
                _ if killed => State::Over(End::Signal(9)),
                end => State::Over(end),
            };
            // If the process was killed, the thread that killed it logs its end.
            if let (State::Over(how), false) = (state, killed) {
                if let End::Signal(signal) = how {
                    reporter.report(&shared, signal, &log);
                }
                journal.note(Event::Ended { pid: shared.pid, how });
            }
            shared.lock().1 = log;
            shared.change(state);
        });
        let mut threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
        threads.retain(|thread| !thread.is_finished());
        threads.push(thread);
    }

    pub(super) fn find(&self, pid: u32) -> Option<Arc<Process>> {
        self.lock().get(&pid).filter(|process| process.is_alive()).cloned()
    }

    pub(super) fn alive(&self) -> Vec<Arc<Process>> {
        self.lock().values().filter(|process| process.is_alive()).cloned().collect()
    }

    /// Kills a process and waits for its end; returns false if it does not run.
    pub(super) fn kill(&self, pid: u32, journal: &Journal) -> bool {
        let Some(process) = self.find(pid) else { return false };
        process.stop.store(true, Ordering::Relaxed);
        let over = State::Over(End::Signal(9));
        let mut state = process.lock();
        while state.0 == State::Running {
            state = process.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.0 = over;
        drop(state);
        process.changed.notify_all();
        journal.note(Event::Ended { pid, how: End::Signal(9) });
        true
    }

    /// Kills every process and waits for its end.
    pub(super) fn finish(&self, journal: &Journal) {
        for process in self.alive() {
            self.kill(process.pid, journal);
        }
        let threads = std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        for thread in threads {
            // A panic of the thread has been printed already.
            let _ = thread.join();
        }
    }
}

/// Runs a process from start to end and changes its container. Returns the end and the output.
fn live(process: &Process, mut config: Config, effect: Option<Effect>, faults: &Faults) -> (End, String) {
    config.stop = process.stop.clone();
    let mut stands_in = None;
    match effect {
        Some(Effect::Crash(limit)) => config.limit = limit,
        Some(Effect::Slow(time)) => {
            process.pause(time, faults);
        }
        // The faults for files change the app's new files, so the app writes these files to a copy of the
        // container first.
        Some(Effect::NoFile | Effect::Half | Effect::Unfinished | Effect::Grow(_)) => {
            let folder = tempfile::tempdir();
            match folder.and_then(|folder| apps::copy(&process.app.container, folder.path()).map(|()| folder))
            {
                Ok(folder) => {
                    config.container = Some(folder.path().to_owned());
                    stands_in = Some(folder);
                }
                Err(error) => return (End::Exited(1), format!("no room for the app's files: {error}")),
            }
        }
        _ => {}
    }
    let outcome = crate::run(config);
    if let (Some(folder), Some(effect)) = (&stands_in, &effect) {
        deliver(folder.path(), process, effect, faults);
    }
    match outcome.result {
        Ok(status) => (End::Exited(status), outcome.log),
        Err(crash) => {
            let end = match crash.fault {
                Fault::Signal(signal) => End::Signal(i32::try_from(signal).unwrap_or(9)),
                Fault::Abort(_) => End::Signal(6),
                _ => End::Signal(11),
            };
            (end, format!("{}{crash}\n", outcome.log))
        }
    }
}

/// Copies new and changed files to the container, changed as the fault requires.
fn deliver(from: &Path, process: &Process, effect: &Effect, faults: &Faults) {
    let to = &process.app.container;
    let mut files = Vec::new();
    collect(from, Path::new(""), &mut files);
    let mut rest = Vec::new();
    for name in files {
        let Ok(bytes) = fs::read(from.join(&name)) else { continue };
        let old = fs::read(to.join(&name)).ok();
        if old.as_ref() == Some(&bytes) {
            continue;
        }
        let target = to.join(&name);
        let half = &bytes[..bytes.len() / 2];
        if let Some(folder) = target.parent() {
            // If the folder cannot be created, the file is missing, which the fault intends anyway.
            let _ = fs::create_dir_all(folder);
        }
        let _ = match effect {
            Effect::Half => fs::write(&target, half),
            Effect::Unfinished => fs::write(target.with_extension("part"), half),
            Effect::Grow(_) => {
                rest.push((target.clone(), bytes.clone()));
                fs::write(&target, half)
            }
            _ => Ok(()),
        };
    }
    if let Effect::Grow(time) = effect
        && process.pause(*time, faults)
    {
        for (target, bytes) in rest {
            let _ = fs::write(target, bytes);
        }
    }
}

fn collect(root: &Path, below: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(root.join(below)).into_iter().flatten().flatten() {
        let name = below.join(entry.file_name());
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => collect(root, &name, files),
            Ok(kind) if kind.is_file() => files.push(name),
            _ => {}
        }
    }
}
