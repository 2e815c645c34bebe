//! Provides a process that is brought to `main` once and then run from `main` any number of times, each
//! time under another schedule.
//!
//! With a prepared process, tests of many schedules load, boot and translate the app only once. Invariant:
//! every run begins with the same bytes in memory and container, the same registers and the same counts.
//! After `main` is entered, the run is equal to the run of a freshly started process.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::signals::SignalAction;
use super::threads::Threads;
use super::{Config, Crash, Fault, Outcome, Phone, Schedule};
use crate::cpu::Counted;
use crate::dyld::Dyld;
use crate::memory::{EXECUTE, Saved};
use crate::truth::Observer;

/// A process that is about to enter `main`.
pub struct Prepared {
    phone: Phone,
    memory: Saved,
    counted: Counted,
    dyld: Dyld,
    threads: Threads,
    actions: HashMap<u64, SignalAction>,
    log: String,
    marks: Vec<(u64, u64)>,
    switches: u64,
    strings: HashMap<String, u64>,
    string_page: (u64, u64),
    container: BTreeMap<PathBuf, Vec<u8>>,
}

impl Prepared {
    /// Boots the app under the configuration's schedule, up to `main`. Observing functions is not supported
    /// and is an error, since observations cannot be reset.
    pub fn new(config: Config) -> Result<Prepared, Box<Crash>> {
        let crash = |fault| Box::new(Crash { fault, backtrace: Vec::new() });
        if config.observe.is_some() {
            return Err(crash(Fault::Start("a process that is observed runs once".to_owned())));
        }
        let mut phone = Phone::new(config).map_err(crash)?;
        phone.stops_before_main = true;
        while !phone.stands_before_main {
            if let Err(fault) = phone.turn() {
                return Err(Box::new(Crash { backtrace: phone.backtrace(&fault), fault }));
            }
            if phone.end.is_some() {
                return Err(crash(Fault::Start("it ended before main".to_owned())));
            }
        }
        if !phone.files.are_closed() {
            return Err(crash(Fault::Start("it stands before main with files open".to_owned())));
        }
        (phone.stops_before_main, phone.stands_before_main) = (false, false);
        let mut container = BTreeMap::new();
        if let Some(folder) = &phone.config.container {
            take(folder, &mut container).map_err(|error| crash(no_container(folder, &error)))?;
        }
        let code = phone.dyld.images().iter().flat_map(|image| {
            let code = image.file.segments.iter().filter(|segment| segment.initial & EXECUTE != 0);
            code.map(|segment| {
                let start = segment.address.wrapping_add(image.slide);
                start..start + segment.size
            })
        });
        Ok(Prepared {
            memory: phone.memory.save(),
            counted: phone.cpu.save_counts(code.collect()),
            dyld: phone.dyld.clone(),
            threads: phone.threads.clone(),
            actions: phone.actions.clone(),
            log: phone.log.clone(),
            marks: phone.marks.clone(),
            switches: phone.switches,
            strings: phone.strings.clone(),
            string_page: phone.string_page,
            container,
            phone,
        })
    }

    /// Runs the process from `main` to its end. The files of this run remain in the container until the next
    /// run.
    pub fn run(&mut self, schedule: Schedule) -> Outcome {
        let phone = &mut self.phone;
        if let Some(folder) = &phone.config.container
            && let Err(error) = put_back(folder, &self.container)
        {
            return Outcome::never_ran(no_container(folder, &error));
        }
        for gone in phone.memory.restore(&mut phone.cpu, &self.memory) {
            phone.cpu.clear_counts(gone);
        }
        phone.cpu.restore_counts(&self.counted);
        phone.dyld.clone_from(&self.dyld);
        phone.threads.clone_from(&self.threads);
        phone.threads.set_schedule(schedule);
        phone.files.close_all();
        phone.actions.clone_from(&self.actions);
        phone.log.clone_from(&self.log);
        phone.marks.clone_from(&self.marks);
        phone.switches = self.switches;
        phone.strings.clone_from(&self.strings);
        phone.string_page = self.string_page;
        (phone.end, phone.give_way) = (None, false);
        phone.watch.reset();
        phone.observer = Observer::default();
        phone.cpu.set_watcher(Box::new(phone.observer.clone()));
        phone.run_on()
    }

    /// Returns the host's folder with the app's files.
    pub fn container(&self) -> Option<&Path> {
        self.phone.config.container.as_deref()
    }
}

fn no_container(folder: &Path, error: &io::Error) -> Fault {
    Fault::Start(format!("{}: {error}", folder.display()))
}

fn take(folder: &Path, into: &mut BTreeMap<PathBuf, Vec<u8>>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            take(&path, into)?;
        } else {
            into.insert(path.clone(), fs::read(path)?);
        }
    }
    Ok(())
}

/// Restores the saved files; new folders are not removed.
fn put_back(folder: &Path, saved: &BTreeMap<PathBuf, Vec<u8>>) -> io::Result<()> {
    let mut now = BTreeMap::new();
    take(folder, &mut now)?;
    for path in now.keys().filter(|path| !saved.contains_key(*path)) {
        fs::remove_file(path)?;
    }
    for (path, bytes) in saved {
        if now.get(path) != Some(bytes) {
            fs::write(path, bytes)?;
        }
    }
    Ok(())
}
