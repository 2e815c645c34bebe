//! Runs a process: the run loop between the CPU, its threads and the guest's host calls.
//!
//! Invariant: a run always ends, with an exit status or with a [`Crash`] that contains the backtrace. Two runs with the same configuration
//! are the same, instruction for instruction.

mod calls;
mod events;
mod files;
mod prepared;
mod signals;
mod signature;
mod threads;
mod watch;

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::counts::Counts;
use crate::cpu::{Access, Clock, Counter, Cpu, CpuModel, Lines, Registers, Stop};
use crate::dyld::{self, Dyld, Roots};
use crate::memory::{HEAP, IMAGES, Memory, READ, WRITE};
use crate::truth::{Function, Jump, Observer, Truths};

use files::Files;
use signals::{Delivery, SignalAction};
use threads::{State, Threads, Turn};
use watch::Watch;

pub use events::Events;
pub use prepared::Prepared;
pub use threads::Schedule;

/// The properties of a phone, and of the app that it runs.
#[derive(Clone, Debug)]
pub struct Config {
    /// The system's libraries by install name.
    pub system: HashMap<String, PathBuf>,
    /// The app's folder on the host, which contains the executable.
    pub bundle: PathBuf,
    /// The executable's name in the bundle.
    pub executable: String,
    /// The path of the app's folder on the phone.
    pub bundle_path: String,
    /// The app's container on the phone.
    pub home: String,
    /// The folder of the host in which the app's files are stored; with `None` the app cannot write.
    pub container: Option<PathBuf>,
    /// The arguments after the executable's path.
    pub arguments: Vec<String>,
    /// The environment; HOME and DYLD_INSERT_LIBRARIES have their usual effect.
    pub environment: BTreeMap<String, String>,
    /// Results of the host call HOST_INFO by key, which take precedence over the built-in results.
    pub info: BTreeMap<String, String>,
    /// Seed of the addresses at which images are loaded.
    pub slide_seed: u64,
    pub cpu: CpuModel,
    /// Number of instructions after which the run ends with an error.
    pub limit: u64,
    /// The order in which threads run.
    pub schedule: Schedule,
    /// Number of instructions in a tick of 24 MHz: 125 is about 3 instructions per nanosecond.
    pub instructions_per_tick: u64,
    /// The counter of ticks that programs read.
    pub counter: Counter,
    /// If set, only readings of the clock advance it, each by a tick, and the process reads zero instructions, cycles and pages. The output
    /// of the process then depends on its actions, and not on the length of its code.
    pub by_readings: bool,
    /// Factor on the duration of every instruction.
    pub slowdown: f64,
    /// A mark of the app, and a factor on the duration of every instruction after it; this emulates a slower core or a hot phone.
    pub slows_at: Option<(u64, f64)>,
    /// Factors on the instructions and on the cycles that the process reads about itself.
    pub counted: [f64; 2],
    /// The number of ticks that the first execution of code on each page takes; zero by default.
    pub page_in_ticks: u64,
    /// The wall clock at the process's start, in microseconds since 1970.
    pub start_time_us: u64,
    /// Ticks between the process's start and its first instruction. More than a minute means a prewarmed
    /// start.
    pub age_ticks: u64,
    /// Whether `__DATA_CONST` can never be made writable, as on phones with hardware protection.
    pub sealed_data: bool,
    /// Selects the app's functions to observe, by symbol ([`is_method`] selects every Objective-C method). The costs of the observed
    /// functions are in [`Outcome::truth`]; see [`crate::truth`] for the definition of calls and costs.
    pub observe: Option<fn(&str) -> bool>,
    /// Whether functions of the system that `observe` selects are observed too.
    pub observe_system: bool,
    /// Selects functions of the system or of an app's library, by symbol. Calls of the selected functions through the app's stubs are
    /// logged in [`Truths::asked`] during an observation.
    pub log_calls: Option<fn(&str) -> bool>,
    /// The symbol of a function that ends the observation, and all open calls, when it is first entered.
    pub observe_until: Option<String>,
    /// Whether the cache lines that are touched between marks are recorded, in [`Outcome::lines`].
    pub keep_lines: bool,
    /// Whether a thread that suspends others has a separate core. The thread with its own core runs as soon as it can. The clock does not
    /// advance while this thread runs, except while it suspends a thread that could run. Before the first suspension, a thread that began
    /// or slept is treated in the same way, since it may be the thread that suspends others.
    pub own_core: bool,
    /// Ticks that a thread with its own core waits for the registers of another thread. The thread whose registers are requested waits for
    /// the same time.
    pub registers_ticks: u64,
    /// Whether to record the positions of threads at requests for their registers by other threads, in [`Outcome::stands`].
    pub keep_stands: bool,
    /// A kind of request, and the number of the first request of this kind that threads refuse.
    pub refuses: Option<(Refusal, u64)>,
    /// Whether the phone is a simulator, which loads files of platform 7.
    pub simulator: bool,
    /// Becomes true when the process is to be killed, as by signal 9.
    pub stop: Arc<AtomicBool>,
    /// The events that reach the app from outside; with `None` the app gets no event.
    pub events: Option<Arc<Events>>,
    /// The number of ticks for which an app in the background is suspended until its next event: the clock advances, and no thread runs.
    pub suspended_ticks: u64,
}

/// Requests that a thread may refuse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    Suspend,
    /// The request to return the thread's registers.
    Registers,
}

/// Returns whether a symbol is a method, that is `-[Class method]` or `+[Class method]`.
pub fn is_method(name: &str) -> bool {
    name.starts_with("-[") || name.starts_with("+[")
}

impl Config {
    /// Returns the configuration of a plain phone for an app.
    pub fn new(bundle: impl Into<PathBuf>, executable: &str) -> Self {
        Config {
            system: HashMap::new(),
            bundle: bundle.into(),
            executable: executable.to_owned(),
            bundle_path: format!("{BUNDLE_ROOT}/{executable}.app"),
            home: HOME.to_owned(),
            container: None,
            arguments: Vec::new(),
            environment: BTreeMap::new(),
            info: BTreeMap::new(),
            slide_seed: 0,
            cpu: CpuModel::default(),
            limit: 2_000_000_000,
            schedule: Schedule::default(),
            instructions_per_tick: 125,
            counter: Counter::PLAIN,
            by_readings: false,
            slowdown: 1.0,
            slows_at: None,
            counted: [1.0; 2],
            page_in_ticks: 0,
            start_time_us: 1_760_000_000_000_000,
            age_ticks: 24_000 * 20,
            sealed_data: false,
            observe: None,
            observe_system: false,
            log_calls: None,
            observe_until: None,
            keep_lines: false,
            own_core: false,
            registers_ticks: 0,
            keep_stands: false,
            refuses: None,
            simulator: false,
            stop: Arc::default(),
            events: None,
            suspended_ticks: 24_000_000 * 2,
        }
    }
}

/// The default parent of the bundle's folder on the phone; the executable's name with `.app` follows.
pub const BUNDLE_ROOT: &str =
    "/private/var/containers/Bundle/Application/7B1F3C52-0C35-4B6E-9C1D-2F6B1E0A9D44";
/// The default path of the app's container on the phone.
pub const HOME: &str = "/private/var/mobile/Containers/Data/Application/3D0E6A1C-58B2-4C0F-8E75-6B9A7F2C1D10";

/// The reason for which a process ended without an exit.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{fault}\n{}", backtrace.join("\n"))]
pub struct Crash {
    /// The fault that ended the process.
    pub fault: Fault,
    /// The guest's frames, innermost first, as readable text.
    pub backtrace: Vec<String>,
}

/// The reason for which a process ended without an exit.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Fault {
    /// An image could not be loaded at the start.
    #[error(transparent)]
    Load(#[from] dyld::Error),
    /// No program can be started.
    #[error("{0}")]
    Start(String),
    /// An access that the memory's protection does not allow.
    #[error("{access:?} of {address:#x} ({place}), which is {}", if *protected { "protected" } else { "not mapped" })]
    Memory {
        /// The kind of the refused access.
        access: Access,
        address: u64,
        /// The address of the access, as image and symbol.
        place: String,
        /// Whether the address is mapped but its protection forbids the access.
        protected: bool,
    },
    /// The CPU cannot execute an instruction.
    #[error("{what} at {address:#x}")]
    Instruction {
        /// A description of the problem with the instruction.
        what: String,
        address: u64,
    },
    /// The guest called HOST_ABORT.
    #[error("aborted: {0}")]
    Abort(String),
    /// A signal had no handler.
    #[error("killed by signal {0}")]
    Signal(u64),
    /// The guest made an unknown host call.
    #[error("host call {0}, which does not exist")]
    Call(u64),
    /// The run reached its limit of instructions.
    #[error("still running after {0} instructions")]
    Limit(u64),
    /// All threads wait for each other.
    #[error("no thread can ever run again")]
    Deadlock,
    /// The emulator failed.
    #[error("emulator: {0}")]
    Emulator(String),
}

/// The results of a run.
#[derive(Debug)]
pub struct Outcome {
    /// The exit status, or the reason for which the process did not exit.
    pub result: Result<i32, Box<Crash>>,
    /// The text that the guest wrote by HOST_LOG.
    pub log: String,
    /// The executed instructions by image and function.
    pub counts: Counts,
    /// For each HOST_MARK in order, its number and the instructions before it.
    pub marks: Vec<(u64, u64)>,
    /// If [`Config::keep_lines`] is set, for each mark the cache lines touched since the previous mark.
    pub lines: Vec<(u64, Lines)>,
    /// The virtual time at the end of the run, in ticks of 24 MHz.
    pub ticks: u64,
    /// Number of switches between threads.
    pub switches: u64,
    /// Number of instructions before `main`, if `main` was reached.
    pub main_at: Option<u64>,
    /// The costs of the observed functions.
    pub truth: Truths,
    /// If [`Config::keep_stands`] is set, the position of a thread at each request of another thread for its
    /// registers.
    pub stands: Vec<Stand>,
    /// Number of instructions from each suspension of a thread to its end, counted for the thread that
    /// suspended it.
    pub suspended: Vec<u64>,
    /// Number of suspended threads that held each of the system's locks: `malloc`, `dyld`, `objc`. Locks that
    /// the system does not have are missing.
    pub held: BTreeMap<&'static str, u64>,
    /// The waits of the main thread, in order.
    pub waits: Vec<Wait>,
}

/// A wait of a thread, from the call that waits until the thread is ready again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wait {
    /// The functions on the stack, innermost first.
    pub functions: Vec<Function>,
    /// The begin of the wait in ticks of 24 MHz.
    pub since: u64,
    /// The duration of the wait in ticks of 24 MHz.
    pub ticks: u64,
}

/// The position of a thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stand {
    /// The port of the thread.
    pub port: u64,
    /// The thread's program counter, then the return addresses of its open calls, innermost first. The emulator observed the begin and the
    /// end of each call.
    pub places: Vec<u64>,
    /// The symbol of each address in `places`, with its image; for a return address, the symbol of the call before it.
    pub functions: Vec<Option<Function>>,
}

impl Outcome {
    fn never_ran(fault: Fault) -> Outcome {
        Outcome {
            result: Err(Box::new(Crash { fault, backtrace: Vec::new() })),
            log: String::new(),
            counts: Counts::default(),
            marks: Vec::new(),
            lines: Vec::new(),
            ticks: 0,
            switches: 0,
            main_at: None,
            truth: Truths::default(),
            stands: Vec::new(),
            suspended: Vec::new(),
            held: BTreeMap::new(),
            waits: Vec::new(),
        }
    }

    /// Returns the number of instructions between the first mark `from` and the first mark `to` after it.
    pub fn between(&self, from: u64, to: u64) -> Option<u64> {
        let start = self.marks.iter().position(|mark| mark.0 == from)?;
        let end = self.marks[start..].iter().find(|mark| mark.0 == to)?;
        Some(end.1 - self.marks[start].1)
    }
}

/// A process, from its start to its end.
pub struct Phone {
    config: Config,
    // The CPU uses the memory's bytes, so it is dropped first.
    cpu: Cpu,
    memory: Memory,
    dyld: Dyld,
    files: Files,
    threads: Threads,
    actions: HashMap<u64, SignalAction>,
    log: String,
    marks: Vec<(u64, u64)>,
    lines: Vec<(u64, Lines)>,
    switches: u64,
    main_at: Option<u64>,
    strings: HashMap<String, u64>,
    string_page: (u64, u64),
    end: Option<Result<i32, Fault>>,
    /// Whether the running thread must stop before its time slice ends.
    give_way: bool,
    /// Whether the app is in the background.
    is_in_background: bool,
    /// The time for which the process was suspended in the current time slice, in 1/65,536 ticks.
    suspended_in_slice: u64,
    /// Whether the run stops before `main`, for [`Prepared`].
    stops_before_main: bool,
    /// Whether the first thread's next action is `main`, for [`Prepared`].
    stands_before_main: bool,
    observer: Observer,
    watch: Watch,
}

/// Runs an app to its end.
pub fn run(config: Config) -> Outcome {
    match Phone::new(config) {
        Ok(phone) => phone.run(),
        Err(fault) => Outcome::never_ran(fault),
    }
}

const STACK: u64 = 1 << 20;
const THREAD_AREA: u64 = 4096;
/// Number of instructions between two checks of [`Config::stop`] if the guest makes no host call.
const LONGEST_RUN: u64 = 1 << 24;

impl Phone {
    /// Loads the app without running any of its instructions.
    pub fn new(config: Config) -> Result<Phone, Fault> {
        let emulator = |error| Fault::Emulator(format!("{error}"));
        let mut cpu = Cpu::new(config.cpu, (IMAGES, HEAP - IMAGES)).map_err(emulator)?;
        let plain = (1u64 << 32) / config.instructions_per_tick.max(1);
        let rate = if config.by_readings { 0 } else { (plain as f64 * config.slowdown).round() as u64 };
        cpu.set_clock(Clock { offset: config.age_ticks << 16, rate, since: 0 });
        cpu.set_counter(config.counter);
        cpu.set_page_stall(config.page_in_ticks << 16);
        cpu.set_per_reading(if config.by_readings { 1 << 16 } else { 0 });
        if config.keep_lines {
            cpu.keep_lines().map_err(emulator)?;
        }
        if config.keep_stands {
            cpu.follow_calls().map_err(emulator)?;
        }
        let (bundle, home) = (config.bundle_path.clone(), config.home.clone());
        let mut folders = vec![(bundle.clone(), config.bundle.clone())];
        folders.extend(config.container.iter().map(|host| (home.clone(), host.clone())));
        let roots = Roots { system: config.system.clone(), folders, simulator: config.simulator };
        let mut phone = Phone {
            cpu,
            memory: Memory::new(),
            dyld: Dyld::new(roots, config.slide_seed),
            files: Files::new((home, config.container.clone()), (bundle.clone(), config.bundle.clone())),
            threads: Threads::new(config.schedule),
            actions: HashMap::new(),
            log: String::new(),
            marks: Vec::new(),
            lines: Vec::new(),
            switches: 0,
            main_at: None,
            strings: HashMap::new(),
            string_page: (0, 0),
            end: None,
            give_way: false,
            is_in_background: false,
            suspended_in_slice: 0,
            stops_before_main: false,
            stands_before_main: false,
            observer: Observer::default(),
            watch: Watch::new(rate),
            config,
        };
        phone.launch(&bundle)?;
        Ok(phone)
    }

    fn launch(&mut self, bundle: &str) -> Result<(), Fault> {
        let executable = format!("{bundle}/{}", self.config.executable);
        let mut paths = vec![executable.clone()];
        if let Some(inserted) = self.config.environment.get("DYLD_INSERT_LIBRARIES") {
            paths.extend(inserted.split(':').filter(|path| !path.is_empty()).map(str::to_owned));
        }
        let (mut tops, new) = self.dyld.load(&mut self.memory, &mut self.cpu, &paths, None)?;
        self.cpu.set_watcher(Box::new(self.observer.clone()));
        self.prepare(new.clone());
        let start = ["__phone_start", "_phone_start"].into_iter().find_map(|name| {
            // During binding, a damaged export trie is an error; in this look-up it only means that the symbol was not found.
            self.dyld.find_anywhere(name, None).ok().flatten()
        });
        let start = start.ok_or_else(|| {
            Fault::Start(format!("{executable}: no library that it needs exports __phone_start (libSystem)"))
        })?;
        // Inserted libraries are initialised before the app.
        tops.rotate_left(1);
        let mut actions = vec![dyld::Action::Mapped { first: new.start, count: new.len() }];
        actions.extend(self.dyld.initialisation(&self.memory, &tops));
        actions.extend(self.dyld.entry().map(dyld::Action::Main));
        let registers = self.boot(&executable, start)?;
        self.threads.add(registers.0, registers.1);
        self.threads.running().actions.push(actions.into());
        Ok(())
    }

    /// Applies this phone's properties to new images, after dyld has bound them.
    fn prepare(&mut self, images: std::ops::Range<usize>) {
        self.seal(images.clone());
        let Some(wanted) = self.config.observe else { return };
        let until = self.config.observe_until.as_deref();
        for image in &self.dyld.images()[images] {
            let symbols = &image.file.symbols;
            let stubs =
                image.file.sections().filter(|(_, section)| !image.system && section.name == "__stubs");
            for (_, section) in stubs {
                let start = section.address.wrapping_add(image.slide);
                self.observer.add_stubs(start..start + section.size, &image.path);
            }
            for (index, symbol) in symbols.iter().enumerate() {
                let address = symbol.address.wrapping_add(image.slide);
                let jump = Jump::by_name(&symbol.name).filter(|_| image.system);
                if let Some(jump) = jump {
                    self.observer.add_jump(address, jump);
                } else if until == Some(&symbol.name) {
                    self.observer.add_end(address);
                } else if self.config.log_calls.is_some_and(|logged| logged(&symbol.name)) {
                    self.observer.add_logged(address, &symbol.name);
                } else if (!image.system || self.config.observe_system) && wanted(&symbol.name) {
                    let next = symbols[index..].iter().find(|next| next.address > symbol.address);
                    let end = next.map_or(image.end(), |next| next.address.wrapping_add(image.slide));
                    let function = Function { image: image.path.clone(), name: symbol.name.clone() };
                    self.observer.add(address..end, function);
                } else {
                    continue;
                }
                self.cpu.watch(address);
            }
        }
    }

    /// Makes `__DATA_CONST` of the app's images immutable, if this phone seals it.
    fn seal(&mut self, images: std::ops::Range<usize>) {
        if !self.config.sealed_data {
            return;
        }
        for image in &self.dyld.images()[images] {
            for segment in image.file.segments.iter().filter(|segment| segment.name == "__DATA_CONST") {
                let start = segment.address.wrapping_add(image.slide);
                self.memory.seal(start, start + segment.size.next_multiple_of(crate::cpu::PAGE));
            }
        }
    }

    /// Writes stack, arguments and `struct host_boot` to memory. Returns the first thread's registers and
    /// stack.
    fn boot(&mut self, executable: &str, start: u64) -> Result<(Registers, Range<u64>), Fault> {
        let full = |_| Fault::Start("no room for the first stack".to_owned());
        let rights = READ | WRITE;
        let stack = self.memory.allocate(&mut self.cpu, STACK, rights).map_err(full)?;
        let area = self.memory.allocate(&mut self.cpu, THREAD_AREA, rights).map_err(full)?;
        let arguments: Vec<String> =
            std::iter::once(executable.to_owned()).chain(self.config.arguments.clone()).collect();
        let mut environment = self.config.environment.clone();
        environment.entry("HOME".to_owned()).or_insert_with(|| self.config.home.clone());
        let environment: Vec<String> =
            environment.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let apple = vec![format!("executable_path={executable}")];
        let texts: usize = [&arguments, &environment, &apple]
            .iter()
            .flat_map(|list| list.iter())
            .map(|text| text.len() + 9)
            .sum();
        let page = self.memory.allocate(&mut self.cpu, texts as u64 + 4096, rights).map_err(full)?;
        let (mut table, mut text) = (Vec::new(), Vec::new());
        let count = arguments.len() + environment.len() + apple.len() + 3;
        let first_text = page + 56 + count as u64 * 8;
        let mut lists = Vec::new();
        for list in [&arguments, &environment, &apple] {
            lists.push(page + 56 + table.len() as u64 * 8);
            for string in list {
                table.push(first_text + text.len() as u64);
                text.extend_from_slice(string.as_bytes());
                text.push(0);
            }
            table.push(0);
        }
        let boot = [arguments.len() as u64, lists[0], lists[1], lists[2], stack, stack + STACK, area];
        let words: Vec<u8> = boot.iter().chain(&table).flat_map(|word| word.to_le_bytes()).collect();
        let written = self.memory.write(page, &words).and_then(|()| self.memory.write(first_text, &text));
        written.ok_or_else(|| Fault::Start("arguments and environment are too long".to_owned()))?;
        let mut registers = self.cpu.save();
        registers.x[0] = page;
        registers.sp = stack + STACK;
        registers.pc = start;
        registers.thread_pointer = area;
        Ok((registers, stack..stack + STACK))
    }

    /// Runs the process to its end.
    pub fn run(mut self) -> Outcome {
        self.run_on()
    }

    fn run_on(&mut self) -> Outcome {
        let fault = loop {
            if let Some(end) = self.end.take() {
                break end;
            }
            if let Err(fault) = self.turn() {
                break Err(fault);
            }
        };
        let result = fault.map_err(|fault| Box::new(Crash { backtrace: self.backtrace(&fault), fault }));
        let counts = Counts::collect(&self.cpu, &self.dyld);
        Outcome {
            result,
            log: std::mem::take(&mut self.log),
            counts,
            marks: std::mem::take(&mut self.marks),
            lines: std::mem::take(&mut self.lines),
            ticks: self.cpu.ticks(),
            switches: self.switches,
            main_at: self.main_at,
            truth: self.observer.finish(self.cpu.instructions()),
            stands: std::mem::take(&mut self.watch.stands),
            suspended: std::mem::take(&mut self.watch.suspended),
            held: std::mem::take(&mut self.watch.held),
            waits: std::mem::take(&mut self.watch.waits),
        }
    }

    fn now(&self) -> u64 {
        self.cpu.clock().fine(self.cpu.instructions())
    }

    /// Runs the next thread until it stops for any reason, and handles the reason.
    fn turn(&mut self) -> Result<(), Fault> {
        let woken = self.threads.expire(self.now());
        self.watch.woken = woken.or(self.watch.woken);
        self.main_continues();
        let Some(Turn { index, mut slice, by_blocks }) = self.next_turn() else {
            let Some(deadline) = self.threads.next_deadline() else { return Err(Fault::Deadlock) };
            // All threads sleep, so time advances without instructions.
            let mut clock = self.cpu.clock();
            clock.offset += deadline.saturating_sub(self.now());
            self.cpu.set_clock(clock);
            return Ok(());
        };
        if index != self.threads.current {
            self.switches += 1;
            self.threads.current = index;
            self.cpu.clear_exclusive();
        }
        self.set_pace();
        if let Some(deadline) =
            self.threads.next_deadline().filter(|_| slice == u64::MAX || self.config.own_core)
        {
            slice = slice.min(self.cpu.clock().instructions_until(deadline, self.cpu.instructions()));
        }
        let thread = &mut self.threads.all[index];
        if !thread.signals.pending.is_empty() {
            self.cpu.clear_exclusive();
            let (signals, registers) = (&mut thread.signals, &mut thread.registers);
            match signals::deliver(signals, &mut self.actions, &mut self.memory, registers) {
                Delivery::Nothing => {}
                Delivery::Killed(signal) | Delivery::NoStack(signal) => return Err(Fault::Signal(signal)),
            }
        }
        self.observer.switch(thread.port, &thread.stack, self.cpu.instructions());
        self.cpu.restore(&thread.registers);
        self.cpu.set_last_block(thread.last_block);
        self.cpu.follow_thread(thread.port);
        let begin = self.cpu.instructions();
        let since = self.cpu.clock().fine(begin);
        self.suspended_in_slice = 0;
        let signal = thread.signals.after;
        if let Some((left, _)) = signal {
            slice = slice.min(left);
        }
        let result = self.run_until(begin.saturating_add(slice), by_blocks && signal.is_none());
        if self.give_way {
            self.keeper_gives_way();
        }
        let thread = &mut self.threads.all[index];
        thread.registers = self.cpu.save();
        thread.last_block = self.cpu.last_block();
        let since = since + self.suspended_in_slice;
        thread.busy += self.cpu.clock().fine(self.cpu.instructions()).saturating_sub(since);
        // A host call may have set another signal in the meantime, whose count begins now.
        if let Some((left, number)) = signal.filter(|_| thread.signals.after == signal) {
            let left = left.saturating_sub(self.cpu.instructions() - begin);
            thread.signals.after = (left > 0).then_some((left, number));
            if left == 0 {
                thread.signals.pending.insert(number);
            }
        }
        result
    }

    /// Runs the current thread up to an instruction count, or until it must stop earlier.
    fn run_until(&mut self, mut end: u64, by_blocks: bool) -> Result<(), Fault> {
        // Host calls do not end a time slice: a thread keeps the CPU until its slice is over or it waits.
        self.give_way = false;
        loop {
            let left = self.config.limit.saturating_sub(self.cpu.instructions());
            if left == 0 {
                return Err(Fault::Limit(self.config.limit));
            }
            let slice = end.saturating_sub(self.cpu.instructions());
            if slice == 0 {
                return Ok(());
            }
            if self.config.stop.load(Ordering::Relaxed) {
                return Err(Fault::Signal(9));
            }
            let slice = slice.min(left).min(LONGEST_RUN);
            let stop = if by_blocks { self.cpu.run_blocks(slice) } else { self.cpu.run(slice) };
            match stop {
                Stop::Slice => {}
                Stop::Call => {
                    self.host_call()?;
                    self.set_pace();
                    if self.give_way || self.end.is_some() || self.stands_before_main {
                        return Ok(());
                    }
                    // If the host call has begun a second thread, time slices apply from this point on.
                    end = end.min(self.cpu.instructions().saturating_add(self.threads.quantum()));
                }
                stop => return Err(self.fault(stop)),
            }
        }
    }

    fn fault(&mut self, stop: Stop) -> Fault {
        let pc = self.cpu.pc();
        self.cpu.uncount_from(pc);
        match stop {
            Stop::Memory { access, address, protected } => {
                Fault::Memory { access, address, place: self.dyld.describe(address), protected }
            }
            Stop::Exception(number) => {
                let what = match number {
                    1 => "undefined instruction".to_owned(),
                    7 => "brk (a trap of the compiler or an assertion)".to_owned(),
                    other => format!("CPU exception {other}"),
                };
                Fault::Instruction { what, address: pc }
            }
            Stop::Engine(error) => Fault::Instruction { what: format!("{error}"), address: pc },
            Stop::Call | Stop::Slice => Fault::Emulator("a stop that is no fault".to_owned()),
        }
    }

    /// Returns the guest's frames as text, from its frame pointers.
    fn backtrace(&self, fault: &Fault) -> Vec<String> {
        let mut lines = Vec::new();
        let many = matches!(fault, Fault::Deadlock);
        for (index, thread) in self.threads.all.iter().enumerate() {
            if thread.state == State::Gone || (index != self.threads.current && !many) {
                continue;
            }
            if many {
                lines.push(format!("thread {:#x}, {:?}", thread.port, thread.state));
            }
            lines.extend(self.frames(&thread.registers).into_iter().enumerate().map(|(number, address)| {
                format!("{number:>3}  {address:#x}  {}", self.dyld.describe(address))
            }));
        }
        if let Some(thread) = self.threads.all.get(self.threads.current).filter(|_| !many) {
            let registers = &thread.registers;
            for (row, values) in registers.x.chunks(4).enumerate() {
                let values: Vec<_> = values.iter().map(|value| format!("{value:#x}")).collect();
                lines.push(format!("x{:<2} {}", 4 * row, values.join(" ")));
            }
            lines.push(format!("sp  {:#x}", registers.sp));
        }
        lines
    }

    fn frames(&self, registers: &Registers) -> Vec<u64> {
        let mut frames = vec![registers.pc];
        let (mut frame, lr) = (registers.x[29], registers.x[30]);
        // A function that has not built its frame yet (or never will) returns to the address in LR.
        let owner = |address| self.dyld.image_at(address).and_then(|(_, image)| image.symbol(address));
        let first_return = frame.checked_add(8).and_then(|at| self.memory.word(at));
        if owner(lr).is_some() && Some(lr) != first_return && owner(lr) != owner(registers.pc) {
            frames.push(lr);
        }
        while frames.len() < 64 && frame != 0 && frame % 8 == 0 {
            let (Some(next), Some(back)) = (self.memory.word(frame), self.memory.word(frame.wrapping_add(8)))
            else {
                break;
            };
            if back == 0 {
                break;
            }
            frames.push(back);
            // Callers' frames are higher on the stack; any other value ends the chain.
            if next <= frame {
                break;
            }
            frame = next;
        }
        frames
    }

    /// Copies each string once to memory that is never unmapped, and returns its address.
    fn intern(&mut self, text: &str) -> Result<u64, Fault> {
        if let Some(&address) = self.strings.get(text) {
            return Ok(address);
        }
        let need = text.len() as u64 + 1;
        if self.string_page.1 - self.string_page.0 < need {
            let size = need.max(1 << 16).next_multiple_of(crate::cpu::PAGE);
            let page = self.memory.allocate(&mut self.cpu, size, READ);
            let page = page.map_err(|_| Fault::Start("no room for names".to_owned()))?;
            self.string_page = (page, page + size);
        }
        let address = self.string_page.0;
        self.string_page.0 += need;
        let _ = self.memory.write_through(address, text.as_bytes());
        self.strings.insert(text.to_owned(), address);
        Ok(address)
    }
}
