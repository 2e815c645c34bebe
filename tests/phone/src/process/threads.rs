//! Manages threads: their registers, their states, and the schedule that selects the next thread.
//!
//! Invariant: the next thread depends only on the guest, the schedule and its seed.

use std::collections::VecDeque;
use std::ops::Range;

use super::signals::Signals;
use crate::cpu::Registers;
use crate::dyld::{Action, next_random};

/// The rule that selects the next thread and the length of its time slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// All threads in turn, each for a slice of `quantum` instructions.
    Fair {
        /// Length of a slice in instructions.
        quantum: u64,
    },
    /// A random thread after a slice of 1 to `longest` instructions, by a seed.
    Seeded {
        seed: u64,
        /// Longest slice in instructions.
        longest: u64,
    },
    /// Like `Seeded`, but fifteen of sixteen slices end at the end of a block of code, which has almost no
    /// cost on the host.
    SeededBlocks {
        seed: u64,
        /// Longest slice in instructions.
        longest: u64,
    },
}

impl Default for Schedule {
    fn default() -> Self {
        Schedule::Fair { quantum: 300_000 }
    }
}

/// The state of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Ready,
    /// Waits until another thread wakes the word or the clock reaches the deadline.
    Waiting {
        address: u64,
        deadline: Option<u64>,
    },
    Sleeping {
        deadline: u64,
    },
    Gone,
}

#[derive(Clone)]
pub(super) struct Thread {
    pub(super) port: u64,
    pub(super) registers: Registers,
    /// The first argument of the thread's last blocking call. The register already contains the result while the thread waits.
    pub(super) argument: u64,
    pub(super) state: State,
    pub(super) suspended: u32,
    /// The actions of dyld that this thread must still perform; the actions of the innermost dlopen are last.
    pub(super) actions: Vec<VecDeque<Action>>,
    /// The error of the thread's last dlopen or dlsym.
    pub(super) error: Option<String>,
    pub(super) signals: Signals,
    /// The address range of the thread's own stack.
    pub(super) stack: Range<u64>,
    /// The address at which the thread's last block began.
    pub(super) last_block: u64,
    /// The time for which the thread ran up to the end of its last time slice, in 1/65,536 ticks.
    pub(super) busy: u64,
}

impl Thread {
    /// Returns the `TH_STATE_…` of the thread, as XNU derives it (osfmk/kern/thread.c, `retrieve_thread_basic_info`): a suspended thread is
    /// stopped even if it also waits.
    pub(super) fn run_state(&self) -> u64 {
        const RUNNING: u64 = 1;
        const STOPPED: u64 = 2;
        const WAITING: u64 = 3;
        const HALTED: u64 = 5;
        match self.state {
            State::Gone => HALTED,
            _ if self.suspended > 0 => STOPPED,
            State::Ready => RUNNING,
            State::Waiting { .. } | State::Sleeping { .. } => WAITING,
        }
    }
}

/// The next thread, and the length of its time slice.
pub(super) struct Turn {
    pub(super) index: usize,
    /// Length of the slice in instructions.
    pub(super) slice: u64,
    /// Whether the slice may end later, at the end of a block.
    pub(super) by_blocks: bool,
}

/// All threads, and the index of the thread that runs on the CPU.
#[derive(Clone)]
pub(super) struct Threads {
    pub(super) all: Vec<Thread>,
    pub(super) current: usize,
    schedule: Schedule,
    random: u64,
    next_port: u64,
}

impl Threads {
    pub(super) fn new(schedule: Schedule) -> Self {
        // The number of the first port has the form of a Mach port's name, and differs from the index of the thread.
        let mut threads = Threads { all: Vec::new(), current: 0, schedule, random: 0, next_port: 0x103 };
        threads.set_schedule(schedule);
        threads
    }

    /// Changes the schedule.
    pub(super) fn set_schedule(&mut self, schedule: Schedule) {
        self.schedule = schedule;
        self.random = match schedule {
            Schedule::Fair { .. } => 0,
            Schedule::Seeded { seed, .. } | Schedule::SeededBlocks { seed, .. } => seed,
        };
    }

    pub(super) fn add(&mut self, registers: Registers, stack: Range<u64>) -> u64 {
        let port = self.next_port;
        self.next_port += 0x100;
        self.all.push(Thread {
            port,
            registers,
            argument: 0,
            state: State::Ready,
            suspended: 0,
            actions: Vec::new(),
            error: None,
            signals: Signals::default(),
            stack,
            last_block: 0,
            busy: 0,
        });
        port
    }

    pub(super) fn by_port(&self, port: u64) -> Option<usize> {
        self.all.iter().position(|thread| thread.port == port && thread.state != State::Gone)
    }

    pub(super) fn running(&mut self) -> &mut Thread {
        &mut self.all[self.current]
    }

    fn ready(&self) -> Vec<usize> {
        let can = |thread: &Thread| thread.state == State::Ready && thread.suspended == 0;
        self.all.iter().enumerate().filter(|(_, thread)| can(thread)).map(|(index, _)| index).collect()
    }

    /// Returns the next thread and its time slice; `None` if no thread can run.
    pub(super) fn next(&mut self) -> Option<Turn> {
        let ready = self.ready();
        let turn = |index, slice| Turn { index, slice, by_blocks: false };
        match self.schedule {
            Schedule::Fair { quantum } => {
                let after = ready.iter().find(|&&index| index > self.current).or(ready.first());
                after.map(|&index| turn(index, if self.alone() { u64::MAX } else { quantum.max(1) }))
            }
            // If only one thread is ready, no other thread can run before the next deadline.
            _ if ready.len() < 2 => ready.first().map(|&index| turn(index, u64::MAX)),
            Schedule::Seeded { longest, .. } => {
                let pick = next_random(&mut self.random) % ready.len() as u64;
                let slice = 1 + next_random(&mut self.random) % longest.max(1);
                Some(turn(ready[pick as usize], slice))
            }
            Schedule::SeededBlocks { longest, .. } => {
                let pick = next_random(&mut self.random) % ready.len() as u64;
                let slice = 1 + next_random(&mut self.random) % longest.max(1);
                let by_blocks = !next_random(&mut self.random).is_multiple_of(16);
                Some(Turn { by_blocks, ..turn(ready[pick as usize], slice) })
            }
        }
    }

    /// Returns the length of a time slice from the moment when a second thread exists.
    pub(super) fn quantum(&self) -> u64 {
        match self.schedule {
            Schedule::Fair { quantum } => {
                if self.alone() {
                    u64::MAX
                } else {
                    quantum.max(1)
                }
            }
            _ if self.ready().len() < 2 => u64::MAX,
            Schedule::Seeded { longest, .. } | Schedule::SeededBlocks { longest, .. } => longest.max(1),
        }
    }

    /// Returns whether only one thread exists, so that no other thread can become ready.
    fn alone(&self) -> bool {
        self.all.iter().filter(|thread| thread.state != State::Gone).count() == 1
    }

    /// Makes the threads ready whose deadline has passed; a wait that timed out returns -ETIMEDOUT. Returns
    /// one of the threads that slept, if any.
    pub(super) fn expire(&mut self, now: u64) -> Option<usize> {
        let mut woken = None;
        for (index, thread) in self.all.iter_mut().enumerate() {
            match thread.state {
                State::Waiting { deadline: Some(deadline), .. } if deadline <= now => {
                    thread.registers.x[0] = (-super::files::errno::ETIMEDOUT) as u64;
                    thread.state = State::Ready;
                }
                State::Sleeping { deadline } if deadline <= now => {
                    thread.state = State::Ready;
                    woken = Some(index);
                }
                _ => {}
            }
        }
        woken
    }

    /// Returns the earliest deadline of a waiting thread.
    pub(super) fn next_deadline(&self) -> Option<u64> {
        let deadlines =
            self.all.iter().filter(|thread| thread.suspended == 0).filter_map(|thread| match thread.state {
                State::Waiting { deadline, .. } => deadline,
                State::Sleeping { deadline } => Some(deadline),
                State::Ready | State::Gone => None,
            });
        deadlines.min()
    }

    /// Wakes up to `most` threads that wait at an address, in the order of their ports.
    pub(super) fn wake(&mut self, address: u64, most: u64) -> u64 {
        let mut woken = 0;
        for thread in &mut self.all {
            if woken < most && matches!(thread.state, State::Waiting { address: at, .. } if at == address) {
                thread.state = State::Ready;
                thread.registers.x[0] = 0;
                woken += 1;
            }
        }
        woken
    }
}
