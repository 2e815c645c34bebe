//! Runs the command of an external tool: with a deadline, its output captured within a limit.
//!
//! None of the tools has a deadline of its own that can be relied on, some leave children behind, and some print without
//! end. So each command runs in a process group of its own, threads drain its output, and the group is killed as a whole.
//! Invariant: when [`run`] returns, or a [`Running`] is gone, no process of its group is alive.
//! (A process that leaves its group by `setsid` is beyond reach; it cannot hold the caller up either.)

use std::collections::VecDeque;
use std::io::Read;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use xshell::Cmd;

/// How long a command may take, and how much of what it says is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// After this it is ended.
    pub deadline: Duration,
    /// Between the request to end and the kill.
    pub grace: Duration,
    /// Bytes kept of each of its two outputs: the first half and the last half of this many.
    pub capture: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { deadline: Duration::from_secs(60), grace: Duration::from_secs(2), capture: 8 << 20 }
    }
}

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By itself, with this status.
    Exited(i32),
    /// By a signal that was not ours.
    Signalled(i32),
    /// It was ended at its deadline.
    Deadline,
    /// It was ended because the caller asked for it.
    Stopped,
}

/// A command that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    pub end: End,
    /// What it said on its standard output.
    pub stdout: Captured,
    /// What it said on its standard error.
    pub stderr: Captured,
}

/// Why there is no running command.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// There is no such program.
    #[error("{program}: program not found")]
    Missing {
        /// Its name or path.
        program: String,
    },
    /// The system refuses.
    #[error("cannot run {program}: {source}")]
    Start {
        /// Its name or path.
        program: String,
        /// The system's reason.
        source: std::io::Error,
    },
}

/// What a command said, within a limit: its beginning and its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Captured {
    head: Vec<u8>,
    tail: VecDeque<u8>,
    half: usize,
    /// How many bytes between beginning and end were not kept.
    pub left_out: u64,
}

impl Captured {
    fn within(limit: usize) -> Captured {
        Captured { half: limit / 2, ..Captured::default() }
    }

    fn add(&mut self, bytes: &[u8]) {
        let room = self.half.saturating_sub(self.head.len()).min(bytes.len());
        let (head, rest) = bytes.split_at(room);
        self.head.extend_from_slice(head);
        self.tail.extend(rest);
        let over = self.tail.len().saturating_sub(self.half);
        self.tail.drain(..over);
        self.left_out += over as u64;
    }

    /// All of it, if nothing had to be left out.
    pub fn whole(&self) -> Option<Vec<u8>> {
        (self.left_out == 0).then(|| self.head.iter().chain(&self.tail).copied().collect())
    }

    /// As text; what is no UTF-8 is replaced, what was left out is named.
    pub fn text(&self) -> String {
        let tail: Vec<u8> = self.tail.iter().copied().collect();
        match self.left_out {
            0 => String::from_utf8_lossy(&[&self.head[..], &tail].concat()).into_owned(),
            n => {
                let (head, tail) = (String::from_utf8_lossy(&self.head), String::from_utf8_lossy(&tail));
                format!("{head}\n[{n} bytes left out]\n{tail}")
            }
        }
    }
}

/// Runs a command to its end; `stop` is asked now and then whether to end it early.
pub fn run(command: Cmd<'_>, limits: Limits, stop: &dyn Fn() -> bool) -> Result<Finished, RunError> {
    let mut running = Running::start(command, limits)?;
    let end = running.wait_until(Instant::now() + limits.deadline, stop, |state| state.exited);
    Ok(running.finish(match end {
        Waited::Done => None,
        Waited::Late => Some(End::Deadline),
        Waited::Stopped => Some(End::Stopped),
    }))
}

/// A command under way.
#[derive(Debug)]
pub struct Running {
    child: Child,
    group: Pid,
    shared: Arc<Shared>,
    limits: Limits,
    over: Option<ExitStatus>,
}

/// What came of waiting for a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineWait<T> {
    /// A line was what was waited for.
    Line(T),
    /// The command is over, and no line was.
    Over,
    /// The time is.
    Late,
    /// The caller wants no more.
    Stopped,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<Streams>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Streams {
    streams: [Captured; 2],
    /// Outputs that are not at their end yet.
    open: u8,
    /// Whole lines of both outputs that were not asked for yet, and for each output the line that is not whole yet.
    lines: VecDeque<String>,
    begun: [Vec<u8>; 2],
    exited: bool,
}

/// A longer line is handed on in pieces, and of more lines than these the oldest go.
const LONGEST_LINE: usize = 64 << 10;
const MOST_LINES: usize = 1000;
/// How long the outputs of a command that is over are waited for, should somebody beyond reach hold them open.
const LAST_WORDS: Duration = Duration::from_secs(5);
/// How often the caller is asked whether to stop.
const TICK: Duration = Duration::from_millis(50);

enum Waited {
    Done,
    Late,
    Stopped,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Streams> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Streams {
    fn add(&mut self, stream: usize, bytes: &[u8]) {
        self.streams[stream].add(bytes);
        for &byte in bytes {
            let is_full = self.begun[stream].len() >= LONGEST_LINE;
            if byte != b'\n' {
                self.begun[stream].push(byte);
            }
            if byte == b'\n' || is_full {
                self.end_line(stream);
            }
        }
    }

    fn end_line(&mut self, stream: usize) {
        let line = std::mem::take(&mut self.begun[stream]);
        let line = String::from_utf8_lossy(&line);
        self.lines.push_back(line.trim_end_matches('\r').to_owned());
        if self.lines.len() > MOST_LINES {
            self.lines.pop_front();
        }
    }
}

impl Running {
    pub fn start(command: Cmd<'_>, limits: Limits) -> Result<Running, RunError> {
        let mut command = Command::from(command);
        let program = command.get_program().to_string_lossy().into_owned();
        command.process_group(0).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|source| match source.kind() {
            std::io::ErrorKind::NotFound => RunError::Missing { program: program.clone() },
            _ => RunError::Start { program: program.clone(), source },
        })?;
        let shared = Arc::new(Shared::default());
        let group = Pid::from_child(&child);
        {
            let mut state = shared.lock();
            state.streams = [Captured::within(limits.capture), Captured::within(limits.capture)];
            state.open = 2;
        }
        let (out, err) = (child.stdout.take(), child.stderr.take());
        // From here on a failure ends the process, by `Drop`.
        let running = Running { child, group, shared, limits, over: None };
        let started = drain(&running.shared, 0, out)
            .and_then(|()| drain(&running.shared, 1, err))
            .and_then(|()| watch(&running.shared, group));
        started.map_err(|source| RunError::Start { program, source })?;
        Ok(running)
    }

    /// Waits for a line, of either output, that `wanted` makes something of.
    pub fn hear<T>(
        &mut self,
        until: Instant,
        stop: &dyn Fn() -> bool,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> LineWait<T> {
        loop {
            // A tool that prints without end is not waited for either.
            if stop() {
                return LineWait::Stopped;
            }
            if Instant::now() >= until {
                return LineWait::Late;
            }
            match self.wait_until(until, stop, |state| !state.lines.is_empty() || state.exited) {
                Waited::Stopped => return LineWait::Stopped,
                Waited::Late => return LineWait::Late,
                Waited::Done => {}
            }
            // What it said last may be on its way still, and a process that left the group may keep an output open for ever.
            let is_silent = || self.shared.lock().lines.is_empty();
            if self.is_over() && is_silent() {
                self.kill_group();
                let soon = Instant::now() + LAST_WORDS;
                let ended = |state: &Streams| !state.lines.is_empty() || state.open == 0;
                if !matches!(self.wait_until(soon, &|| false, ended), Waited::Done) {
                    return LineWait::Over;
                }
            }
            let mut lines = std::mem::take(&mut self.shared.lock().lines);
            while let Some(line) = lines.pop_front() {
                if let Some(found) = wanted(&line) {
                    let mut state = self.shared.lock();
                    lines.append(&mut state.lines);
                    state.lines = lines;
                    return LineWait::Line(found);
                }
            }
            let state = self.shared.lock();
            if state.exited && state.open == 0 && state.lines.is_empty() {
                return LineWait::Over;
            }
        }
    }

    /// Is it over by itself?
    pub fn is_over(&self) -> bool {
        self.shared.lock().exited
    }

    /// Ends it, if it is not over yet, and all that it started.
    pub fn end(mut self) -> Finished {
        let end = (!self.is_over()).then_some(End::Stopped);
        self.finish(end)
    }

    /// What it has said so far, on both outputs.
    pub fn said(&self) -> String {
        let state = self.shared.lock();
        [state.streams[0].text(), state.streams[1].text()].concat()
    }

    fn wait_until(&self, until: Instant, stop: &dyn Fn() -> bool, done: impl Fn(&Streams) -> bool) -> Waited {
        let mut state = self.shared.lock();
        loop {
            if done(&state) {
                return Waited::Done;
            }
            let Some(left) = until.checked_duration_since(Instant::now()).filter(|left| !left.is_zero())
            else {
                return Waited::Late;
            };
            drop(state);
            // Outside the lock, since what it does is not known here.
            if stop() {
                return Waited::Stopped;
            }
            state = self.shared.lock();
            if done(&state) {
                return Waited::Done;
            }
            let waited = self.shared.changed.wait_timeout(state, left.min(TICK));
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// `why` is set if it is ended from here.
    fn finish(&mut self, why: Option<End>) -> Finished {
        let status = self.reap();
        let end = why.unwrap_or_else(|| {
            use std::os::unix::process::ExitStatusExt as _;
            match status.map(|status| (status.code(), status.signal())) {
                Some((Some(code), _)) => End::Exited(code),
                Some((None, Some(signal))) => End::Signalled(signal),
                _ => End::Stopped,
            }
        });
        let mut state = self.shared.lock();
        let [stdout, stderr] = std::mem::take(&mut state.streams);
        Finished { end, stdout, stderr }
    }

    /// Ends whatever is alive, and takes the status.
    fn reap(&mut self) -> Option<ExitStatus> {
        if self.over.is_some() {
            return self.over;
        }
        if !self.is_over() {
            let _ = kill_process_group(self.group, Signal::TERM);
            self.wait_until(Instant::now() + self.limits.grace, &|| false, |state| state.exited);
        }
        // The leader has not been reaped, so its number is still the group's alone.
        self.kill_group();
        self.over = self.child.wait().ok();
        // What it said last is still on its way; a process that left the group may keep an output open for ever.
        self.wait_until(Instant::now() + LAST_WORDS, &|| false, |state| state.open == 0);
        self.over
    }

    fn kill_group(&self) {
        // It fails where no process is left, which is what is wanted.
        let _ = kill_process_group(self.group, Signal::KILL);
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.reap();
    }
}

/// Reads an output to its end, so that the command never waits for a reader.
fn drain(
    shared: &Arc<Shared>,
    stream: usize,
    from: Option<impl Read + Send + 'static>,
) -> std::io::Result<()> {
    let shared = shared.clone();
    let work = move || {
        let mut buffer = [0; 16 << 10];
        if let Some(mut from) = from {
            loop {
                match from.read(&mut buffer) {
                    Ok(0) => break,
                    Ok(length) => {
                        shared.lock().add(stream, &buffer[..length]);
                        shared.changed.notify_all();
                    }
                    Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                    Err(_) => break,
                }
            }
        }
        let mut state = shared.lock();
        if !state.begun[stream].is_empty() {
            state.end_line(stream);
        }
        state.open -= 1;
        drop(state);
        shared.changed.notify_all();
    };
    thread::Builder::new().name("output".to_owned()).spawn(work).map(drop)
}

/// Notes when the leader of the group is over, without reaping it.
fn watch(shared: &Arc<Shared>, leader: Pid) -> std::io::Result<()> {
    let shared = shared.clone();
    let work = move || {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        while let Err(rustix::io::Errno::INTR) = waitid(WaitId::Pid(leader), options) {}
        shared.lock().exited = true;
        shared.changed.notify_all();
    };
    thread::Builder::new().name("watch".to_owned()).spawn(work).map(drop)
}

#[cfg(test)]
mod tests;
