//! Runs the command of an external tool with a deadline, and captures a limited part of its output.
//!
//! The deadlines of tools are unreliable, some tools leave child processes running, and some print without end. For this reason, each
//! command runs in a new process group, threads read its output, and at the end the whole group is killed. Invariant: when [`run`] returns,
//! or a [`RunningCommand`] is dropped, no process of its group is alive. (A process that leaves its group by `setsid` is not killed, and
//! does not delay the caller.)

use std::collections::VecDeque;
use std::io::Read;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use xshell::Cmd;

/// The time between the signal that requests a command to end and the signal that kills the command.
const GRACE: Duration = Duration::from_secs(2);
/// The number of bytes that [`run`] captures of each output: one half from the beginning and one half from the end.
const LARGEST_OUTPUT: usize = 8 << 20;

/// The way in which a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandEnd {
    /// The command exited with this status.
    Exited(i32),
    /// The command was ended by a signal that another process sent.
    Signalled(i32),
    /// The command was ended at its deadline.
    Deadline,
    /// The command was ended at the caller's request.
    Stopped,
}

/// A finished command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedCommand {
    pub end: CommandEnd,
    pub stdout: CapturedStream,
    pub stderr: CapturedStream,
}

/// The reason for which a command could not be started.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The program does not exist.
    #[error("{program}: program not found")]
    Missing {
        /// The name or path of the program.
        program: String,
    },
    /// The system cannot start the program.
    #[error("cannot run {program}: {source}")]
    Start {
        /// The name or path of the program.
        program: String,
        /// The error of the operating system.
        source: std::io::Error,
    },
}

/// The beginning and the end of a command's output, within a limit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CapturedStream {
    head: Vec<u8>,
    tail: VecDeque<u8>,
    half: usize,
    /// The number of bytes between the captured beginning and the captured end that were discarded.
    pub left_out: u64,
}

impl CapturedStream {
    fn with_limit(limit: usize) -> CapturedStream {
        CapturedStream { half: limit / 2, ..CapturedStream::default() }
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

    /// Returns the output if no byte was discarded.
    pub(crate) fn complete_bytes(&self) -> Option<Vec<u8>> {
        (self.left_out == 0).then(|| self.head.iter().chain(&self.tail).copied().collect())
    }

    /// Returns the output as text; invalid UTF-8 is replaced, and the number of omitted bytes is included.
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

/// Runs a command until it ends, until its deadline, or until `stop` returns true.
pub fn run(
    command: Cmd<'_>,
    deadline: Duration,
    stop: &dyn Fn() -> bool,
) -> Result<FinishedCommand, RunError> {
    let mut running = RunningCommand::start(command, LARGEST_OUTPUT)?;
    let end = running.wait_until(Instant::now() + deadline, stop, |state| state.exited);
    Ok(running.finish(match end {
        WaitOutcome::Done | WaitOutcome::Over => None,
        WaitOutcome::Late => Some(CommandEnd::Deadline),
        WaitOutcome::Stopped => Some(CommandEnd::Stopped),
    }))
}

/// A running command.
#[derive(Debug)]
pub struct RunningCommand {
    child: Child,
    group: Pid,
    shared: Arc<SharedStreams>,
    over: Option<ExitStatus>,
}

/// The result of waiting for a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitOutcome {
    /// The awaited event happened.
    Done,
    /// The command exited before the awaited event.
    Over,
    /// The deadline passed before the awaited event.
    Late,
    /// The caller requested a stop.
    Stopped,
}

#[derive(Debug, Default)]
struct SharedStreams {
    state: Mutex<Streams>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Streams {
    streams: [CapturedStream; 2],
    /// The number of outputs that are still open.
    open: u8,
    exited: bool,
}

/// The longest time to wait for the outputs of a finished command, because a process outside of the group may keep them open.
const OUTPUT_GRACE: Duration = Duration::from_secs(5);
/// The interval at which `stop` is called.
const TICK: Duration = Duration::from_millis(50);

impl SharedStreams {
    fn lock(&self) -> MutexGuard<'_, Streams> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Streams {
    /// Returns the output that was captured up to now.
    fn text(&self) -> String {
        match self.streams.each_ref().map(CapturedStream::text) {
            [stdout, stderr] if stdout.is_empty() => stderr,
            [stdout, stderr] => format!("{stdout}\n{stderr}"),
        }
    }
}

impl RunningCommand {
    /// Starts a command; `capture` is the number of bytes that are captured of each output.
    pub fn start(command: Cmd<'_>, capture: usize) -> Result<RunningCommand, RunError> {
        let mut command = Command::from(command);
        let program = command.get_program().to_string_lossy().into_owned();
        command.process_group(0).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|source| match source.kind() {
            std::io::ErrorKind::NotFound => RunError::Missing { program: program.clone() },
            _ => RunError::Start { program: program.clone(), source },
        })?;
        let shared = Arc::new(SharedStreams::default());
        let group = Pid::from_child(&child);
        {
            let mut state = shared.lock();
            state.streams = [CapturedStream::with_limit(capture), CapturedStream::with_limit(capture)];
            state.open = 2;
        }
        let (out, err) = (child.stdout.take(), child.stderr.take());
        // The value is created before the remaining steps, so that `Drop` ends the process if an error occurs.
        let running = RunningCommand { child, group, shared, over: None };
        let started = spawn_reader(&running.shared, 0, out)
            .and_then(|()| spawn_reader(&running.shared, 1, err))
            .and_then(|()| spawn_exit_watcher(&running.shared, group));
        started.map_err(|source| RunError::Start { program, source })?;
        Ok(running)
    }

    /// Waits for a line of either output for which `is_wanted` returns true.
    pub(crate) fn wait_for_line(
        &self,
        until: Instant,
        stop: &dyn Fn() -> bool,
        is_wanted: impl Fn(&str) -> bool,
    ) -> WaitOutcome {
        let has_line = |state: &Streams| state.text().lines().any(&is_wanted);
        match self.wait_until(until, stop, |state| state.exited || has_line(state)) {
            WaitOutcome::Done if self.is_over() => {}
            waited => return waited,
        }
        // Some output may not have been read yet, and a process that left the group may keep an output open forever.
        self.kill_group();
        self.wait_until(Instant::now() + OUTPUT_GRACE, &|| false, |state| state.open == 0 || has_line(state));
        if has_line(&self.shared.lock()) { WaitOutcome::Done } else { WaitOutcome::Over }
    }

    /// Returns whether the command has exited.
    pub fn is_over(&self) -> bool {
        self.shared.lock().exited
    }

    /// Ends the command, if it has not exited, and all its child processes.
    pub fn end(mut self) -> FinishedCommand {
        let end = (!self.is_over()).then_some(CommandEnd::Stopped);
        self.finish(end)
    }

    /// Returns the output that the command has printed up to now.
    pub(super) fn output_text(&self) -> String {
        self.shared.lock().text()
    }

    fn wait_until(
        &self,
        until: Instant,
        stop: &dyn Fn() -> bool,
        done: impl Fn(&Streams) -> bool,
    ) -> WaitOutcome {
        let mut state = self.shared.lock();
        loop {
            if done(&state) {
                return WaitOutcome::Done;
            }
            let Some(left) = until.checked_duration_since(Instant::now()).filter(|left| !left.is_zero())
            else {
                return WaitOutcome::Late;
            };
            drop(state);
            // The lock is released before `stop` is called, because `stop` may block.
            if stop() {
                return WaitOutcome::Stopped;
            }
            state = self.shared.lock();
            if done(&state) {
                return WaitOutcome::Done;
            }
            let waited = self.shared.changed.wait_timeout(state, left.min(TICK));
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Ends the command and reads its exit status. `why` is the reason for ending a command that still runs.
    fn finish(&mut self, why: Option<CommandEnd>) -> FinishedCommand {
        let status = self.reap();
        let end = why.unwrap_or_else(|| {
            use std::os::unix::process::ExitStatusExt as _;
            match status.map(|status| (status.code(), status.signal())) {
                Some((Some(code), _)) => CommandEnd::Exited(code),
                Some((None, Some(signal))) => CommandEnd::Signalled(signal),
                _ => CommandEnd::Stopped,
            }
        });
        let mut state = self.shared.lock();
        let [stdout, stderr] = std::mem::take(&mut state.streams);
        FinishedCommand { end, stdout, stderr }
    }

    /// Ends all processes of the group, and returns the exit status.
    fn reap(&mut self) -> Option<ExitStatus> {
        if self.over.is_some() {
            return self.over;
        }
        if !self.is_over() {
            let _ = kill_process_group(self.group, Signal::TERM);
            self.wait_until(Instant::now() + GRACE, &|| false, |state| state.exited);
        }
        // The group is killed before its leader is reaped, since until then the group's id cannot belong to other processes.
        self.kill_group();
        self.over = self.child.wait().ok();
        // Some output may not have been read yet, and a process that left the group may keep an output open forever.
        self.wait_until(Instant::now() + OUTPUT_GRACE, &|| false, |state| state.open == 0);
        self.over
    }

    fn kill_group(&self) {
        // The call fails if no process is alive, which is the desired state.
        let _ = kill_process_group(self.group, Signal::KILL);
    }
}

impl Drop for RunningCommand {
    fn drop(&mut self) {
        self.reap();
    }
}

/// Starts a thread that reads an output to its end, so that the command never has to wait for a reader.
fn spawn_reader(
    shared: &Arc<SharedStreams>,
    stream: usize,
    from: Option<impl Read + Send + 'static>,
) -> std::io::Result<()> {
    let shared = shared.clone();
    thread::Builder::new()
        .name("output".to_owned())
        .spawn(move || read_to_end(&shared, stream, from))
        .map(drop)
}

/// Reads an output to its end into the stream with this number, and notifies the waiting threads.
fn read_to_end(shared: &SharedStreams, stream: usize, from: Option<impl Read>) {
    let mut buffer = [0; 16 << 10];
    if let Some(mut from) = from {
        loop {
            match from.read(&mut buffer) {
                Ok(0) => break,
                Ok(length) => {
                    shared.lock().streams[stream].add(&buffer[..length]);
                    shared.changed.notify_all();
                }
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
    }
    shared.lock().open -= 1;
    shared.changed.notify_all();
}

/// Starts a thread that notices the exit of the group's leader, without reaping it.
fn spawn_exit_watcher(shared: &Arc<SharedStreams>, leader: Pid) -> std::io::Result<()> {
    let shared = shared.clone();
    let thread = thread::Builder::new().name("watch".to_owned());
    thread
        .spawn(move || {
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
            while let Err(rustix::io::Errno::INTR) = waitid(WaitId::Pid(leader), options) {}
            shared.lock().exited = true;
            shared.changed.notify_all();
        })
        .map(drop)
}

#[cfg(test)]
mod tests;
