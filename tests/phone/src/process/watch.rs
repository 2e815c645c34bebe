//! Observes threads that other threads suspend, and sets the rate of the clock for a thread with its own
//! core.
//!
//! Invariant: observing does not change the guest's behaviour. Only
//! [`Config::own_core`](super::Config::own_core) changes the clock.

use std::collections::{BTreeMap, HashMap};

use super::threads::{State, Turn};
use super::{Phone, Refusal, Stand, Wait};
use crate::cpu::Clock;
use crate::truth::Function;

pub(super) struct Watch {
    /// The rate of the clock while it is not stopped.
    rate: u64,
    pub(super) stands: Vec<Stand>,
    pub(super) suspended: Vec<u64>,
    pub(super) held: BTreeMap<&'static str, u64>,
    pub(super) waits: Vec<Wait>,
    /// The current wait of the main thread, and the begin of this wait in 1/65,536 ticks; `None` while the main thread does not wait.
    waiting: Option<(Wait, u64)>,
    /// The locks of the small iOS, each with its address; `None` until the first suspension.
    locks: Option<Vec<(&'static Lock, u64)>>,
    /// For each suspended thread, the instruction count at the begin of its suspension.
    since: HashMap<u64, u64>,
    /// Number of requests of each kind: to suspend a thread, and to return its registers.
    asked: [u64; 2],
    /// The thread that suspends other threads to sample them (the agent's sampler); `None` before the first suspension.
    sampler: Option<usize>,
    /// The thread that began or slept last, if it has not waited after that. Before the first suspension,
    /// such a thread may be the thread that suspends others.
    pub(super) woken: Option<usize>,
    /// The thread that is in its time slice on the core that all threads except the sampler share, and the instruction count at which the
    /// time slice ends. `None` if no such thread is in its time slice.
    keeper: Option<(usize, u64)>,
}

/// A lock of the small iOS.
struct Lock {
    name: &'static str,
    /// The symbol of the lock, which is a mutex or a word that contains the owner's port.
    symbol: &'static str,
    /// Whether the lock is a mutex. A mutex contains a pointer to its owner, and the port is read from the owner.
    is_mutex: bool,
}

const LOCKS: [Lock; 3] = [
    Lock { name: "malloc", symbol: "_heap_lock", is_mutex: false },
    Lock { name: "dyld", symbol: "_loading", is_mutex: true },
    Lock { name: "objc", symbol: "_runtime_lock", is_mutex: true },
];
/// The offsets of `pthread_mutex_t.owner` and `_phone_thread.port`.
const OWNER: u64 = 16;
const PORT: u64 = 12;
/// The bit of a lock's word that means that no thread is waiting. The bit is set in every port.
const NO_WAITERS: u64 = 1;

impl Watch {
    pub(super) fn new(rate: u64) -> Watch {
        Watch {
            rate,
            stands: Vec::new(),
            suspended: Vec::new(),
            held: BTreeMap::new(),
            waits: Vec::new(),
            waiting: None,
            locks: None,
            since: HashMap::new(),
            asked: [0; 2],
            sampler: None,
            woken: None,
            keeper: None,
        }
    }

    /// Removes all observations; the rate of the clock does not change.
    pub(super) fn reset(&mut self) {
        *self = Watch::new(self.rate);
    }
}

impl Phone {
    /// Returns the next thread and its time slice.
    pub(super) fn next_turn(&mut self) -> Option<Turn> {
        if !self.config.own_core {
            return self.threads.next();
        }
        let turn = |index, slice| Turn { index, slice, by_blocks: false };
        if let Some(sampler) = self.sampler().filter(|&sampler| self.can_run(sampler)) {
            return Some(turn(sampler, self.threads.quantum()));
        }
        let now = self.cpu.instructions();
        if let Some((_, end @ u64::MAX)) = &mut self.watch.keeper {
            // The thread was the only one when its slice began, so the slice was unlimited.
            *end = now.saturating_add(self.threads.quantum());
        }
        match self.watch.keeper {
            Some((index, end)) if end > now && self.can_run(index) => Some(turn(index, end - now)),
            _ => {
                let next = self.threads.next();
                self.watch.keeper = next.as_ref().map(|next| (next.index, now.saturating_add(next.slice)));
                next
            }
        }
    }

    /// Ends the time slice of the running thread, which waits or lets other threads run.
    pub(super) fn keeper_gives_way(&mut self) {
        let current = self.threads.current;
        self.watch.keeper = self.watch.keeper.filter(|(index, _)| *index != current);
        self.watch.woken = self.watch.woken.filter(|index| *index != current);
    }

    /// Handles the begin of a thread: the thread runs immediately if it may be the thread with its own core.
    pub(super) fn begun(&mut self, index: usize) {
        if self.config.own_core && self.watch.sampler.is_none() {
            self.watch.woken = Some(index);
            self.give_way = true;
        }
    }

    /// Returns the thread that has its own core.
    fn sampler(&self) -> Option<usize> {
        self.watch.sampler.or(self.watch.woken)
    }

    fn can_run(&self, index: usize) -> bool {
        let thread = &self.threads.all[index];
        thread.state == State::Ready && thread.suspended == 0
    }

    /// Stops the clock while the thread with its own core runs and another thread could run at the same time.
    pub(super) fn set_pace(&mut self) {
        if !self.config.own_core {
            return;
        }
        let is_sampler = self.sampler() == Some(self.threads.current);
        let is_kept = self.watch.keeper.is_some_and(|(index, _)| self.can_run(index));
        let rate = if is_sampler && is_kept { 0 } else { self.watch.rate };
        let clock = self.cpu.clock();
        if clock.rate != rate {
            let since = self.cpu.instructions();
            self.cpu.set_clock(Clock { offset: clock.fine(since), rate, since });
        }
    }

    /// Handles a request for this thread's registers. If the thread is in its time slice, the clock advances;
    /// the slice of another thread continues.
    pub(super) fn wait_for_registers(&mut self, index: usize) {
        if self.watch.keeper.is_some_and(|(keeper, _)| keeper == index) {
            let mut clock = self.cpu.clock();
            clock.offset += self.config.registers_ticks << 16;
            self.cpu.set_clock(clock);
        }
    }

    /// Records that the running thread begins to wait, if it is the main thread.
    pub(super) fn main_waits(&mut self) {
        if self.threads.current != 0 {
            return;
        }
        let functions = self.frames(&self.cpu.save()).into_iter().filter_map(|address| {
            let (_, image) = self.dyld.image_at(address)?;
            let (name, _) = image.symbol(address)?;
            Some(Function { image: image.path.clone(), name: name.to_owned() })
        });
        let (functions, now) = (functions.collect(), self.now());
        self.watch.waiting = Some((Wait { functions, since: now >> 16, ticks: 0 }, now));
    }

    /// Records the end of the main thread's wait, if the thread is ready again.
    pub(super) fn main_continues(&mut self) {
        if self.threads.all[0].state == State::Ready
            && let Some((wait, since)) = self.watch.waiting.take()
        {
            let ticks = self.now().saturating_sub(since) >> 16;
            self.watch.waits.push(Wait { ticks, ..wait });
        }
    }

    /// Counts a request, and returns whether this phone refuses it.
    pub(super) fn refuses(&mut self, what: Refusal) -> bool {
        let asked = &mut self.watch.asked[usize::from(what == Refusal::Registers)];
        *asked += 1;
        let asked = *asked;
        self.config.refuses.is_some_and(|(refused, from)| refused == what && asked >= from)
    }

    /// Records that a thread is suspended or resumed.
    pub(super) fn suspended(&mut self, index: usize, begins: bool) {
        let (port, now) = (self.threads.all[index].port, self.cpu.instructions());
        if begins {
            self.watch.sampler = Some(self.threads.current);
            self.watch.since.insert(port, now);
            self.count_held(port);
        } else if let Some(since) = self.watch.since.remove(&port) {
            self.watch.suspended.push(now - since);
        }
    }

    /// Counts the system's locks that the thread with this port holds.
    fn count_held(&mut self, port: u64) {
        let Phone { dyld, memory, watch, .. } = self;
        let locks = watch.locks.get_or_insert_with(|| {
            let known = |lock: &'static Lock| Some((lock, dyld.address_in_system(lock.symbol)?));
            LOCKS.iter().filter_map(known).collect()
        });
        for &(lock, at) in locks.iter() {
            let owner = if lock.is_mutex {
                let thread = memory.word(at + OWNER).filter(|thread| *thread != 0);
                thread.and_then(|thread| memory.word(thread + PORT))
            } else {
                memory.word(at).map(|word| word | NO_WAITERS)
            };
            let is_held = owner.is_some_and(|owner| owner as u32 == port as u32);
            *watch.held.entry(lock.name).or_default() += u64::from(is_held);
        }
    }

    /// Records the position of a thread whose registers another thread requested.
    pub(super) fn keep_stand(&mut self, index: usize) {
        if !self.config.keep_stands || index == self.threads.current {
            return;
        }
        let thread = &self.threads.all[index];
        let (port, pc, sp) = (thread.port, thread.registers.pc, thread.registers.sp);
        let Some(places) = self.cpu.open_calls(port, pc, sp) else { return };
        let call = |(index, &place): (usize, &u64)| if index == 0 { place } else { place.wrapping_sub(4) };
        let functions = places.iter().enumerate().map(call).map(|at| {
            let (_, image) = self.dyld.image_at(at)?;
            let (name, _) = image.symbol(at)?;
            Some(Function { image: image.path.clone(), name: name.to_owned() })
        });
        let functions = functions.collect();
        self.watch.stands.push(Stand { port, places, functions });
    }
}
