//! Implements the host calls, one function per group of calls. Numbers and structures are those of
//! `ios/include/host.h`.

use super::files::Reply;
use super::files::errno::*;
use super::signals::{self, SignalAction};
use super::signature::code_hash;
use super::threads::State;
use super::{Fault, Phone, Refusal};
use crate::abi::*;
use crate::cpu::Registers;
use crate::dyld::Action;

/// The timeout that means a wait without a time limit.
const FOR_EVER: u64 = u64::MAX;
/// The handles of dlsym that do not refer to an image.
const RTLD_NEXT: u64 = -1i64 as u64;
const RTLD_DEFAULT: u64 = -2i64 as u64;
const RTLD_SELF: u64 = -3i64 as u64;
const RTLD_MAIN_ONLY: u64 = -5i64 as u64;

impl Phone {
    pub(super) fn host_call(&mut self) -> Result<(), Fault> {
        let number = self.cpu.x(16);
        let a: [u64; 8] = std::array::from_fn(|index| self.cpu.x(index as u32));
        let reply = match number {
            1..=15 => self.process_call(number, a)?,
            16..=31 => self.file_call(number, a),
            32..=47 => self.memory_call(number, a),
            48..=63 => self.dyld_call(number, a)?,
            64..=79 | HOST_PSYNCH_MUTEXWAIT | HOST_PSYNCH_CVWAIT | HOST_ULOCK_WAIT => {
                return self.thread_call(number, a);
            }
            _ => return Err(Fault::Call(number)),
        };
        self.cpu.set_x(0, reply.unwrap_or_else(|errno| -errno) as u64);
        Ok(())
    }

    fn text(&self, address: u64) -> Reply<String> {
        self.memory.string(address).ok_or(EFAULT)
    }

    fn put(&mut self, address: u64, bytes: &[u8]) -> Reply {
        self.memory.write(address, bytes).ok_or(EFAULT).map(|()| bytes.len() as i64)
    }

    fn put_words(&mut self, address: u64, words: &[u64]) -> Reply {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        self.put(address, &bytes).map(|_| 0)
    }

    /// Writes as much of a text as fits into the buffer, and returns the length of the whole text.
    fn put_text(&mut self, text: &str, buffer: u64, capacity: u64) -> Reply {
        let most = text.len().min(usize::try_from(capacity).unwrap_or(usize::MAX));
        self.put(buffer, &text.as_bytes()[..most]).map(|_| text.len() as i64)
    }

    fn process_call(&mut self, number: u64, a: [u64; 8]) -> Result<Reply, Fault> {
        Ok(match number {
            HOST_EXIT => {
                self.end = Some(Ok(a[0] as i32));
                Ok(0)
            }
            HOST_ABORT => {
                let text = self.memory.read(a[0], a[1]).map(String::from_utf8_lossy);
                return Err(Fault::Abort(
                    text.map_or_else(|| "(no message)".into(), |text| text.into_owned()),
                ));
            }
            HOST_LOG => {
                let text =
                    self.memory.read(a[0], a[1]).map(|text| String::from_utf8_lossy(text).into_owned());
                text.ok_or(EFAULT).map(|text| {
                    self.log.push_str(&text);
                    0
                })
            }
            HOST_INFO => self.text(a[0]).and_then(|key| {
                let value = self.info(&key).ok_or(ENOENT)?;
                if key == "event" {
                    self.handle_event(&value);
                }
                self.put_text(&value, a[1], a[2])
            }),
            HOST_MARK => {
                self.marks.push((a[0], self.cpu.instructions()));
                if let Some((_, times)) = self.config.slows_at.filter(|(mark, _)| *mark == a[0]) {
                    self.cpu.slow_down(times);
                }
                if self.config.keep_lines {
                    self.lines.push((a[0], self.cpu.take_lines()));
                }
                Ok(0)
            }
            _ => return Err(Fault::Call(number)),
        })
    }

    fn info(&self, key: &str) -> Option<String> {
        if let Some(value) = self.config.info.get(key) {
            return Some(value.clone());
        }
        let fixed = match key {
            "hw.machine" => "iPhone14,5",
            "hw.model" => "D17AP",
            "kern.osversion" => "21F90",
            "kern.osproductversion" => "17.5.1",
            "hw.ncpu" => "6",
            "hw.pagesize" => "16384",
            "hw.memsize" => "4294967296",
            "hw.tbfrequency" => "24000000",
            "pid" => "500",
            "thermal" | "low-power" => "0",
            "start-time-us" => return Some(self.config.start_time_us.to_string()),
            "code-hash" => {
                let executable = self.config.bundle.join(&self.config.executable);
                return code_hash(&std::fs::read(executable).ok()?);
            }
            // The key `event` waits for the next event from outside.
            "event" => return self.config.events.as_ref()?.next(&self.config.stop),
            "boot-time-us" => return Some(self.config.start_time_us.to_string()),
            _ => return None,
        };
        Some(fixed.to_owned())
    }

    /// Handles an event from outside. An app in the background was suspended until this event.
    fn handle_event(&mut self, event: &str) {
        if self.is_in_background {
            let suspended = self.config.suspended_ticks << 16;
            let mut clock = self.cpu.clock();
            clock.offset += suspended;
            self.cpu.set_clock(clock);
            self.suspended_in_slice += suspended;
        }
        self.is_in_background = event == "background" || self.is_in_background && event != "foreground";
    }

    fn file_call(&mut self, number: u64, a: [u64; 8]) -> Reply {
        match number {
            HOST_OPEN => self.text(a[0]).and_then(|path| self.files.open(&path, a[1], a[2])),
            HOST_CLOSE => self.files.close(a[0]),
            HOST_READ => {
                if !self.memory.allows(a[1], a[2], crate::memory::WRITE) {
                    return Err(EFAULT);
                }
                let bytes = self.files.read(a[0], a[2])?;
                self.put(a[1], &bytes)
            }
            HOST_WRITE => {
                let bytes = self.memory.read(a[1], a[2]).ok_or(EFAULT)?;
                self.files.write(a[0], bytes)
            }
            HOST_SEEK => self.files.seek(a[0], a[1] as i64, a[2]),
            HOST_STAT => {
                let facts = self.files.stat(&self.text(a[0])?)?;
                self.put_words(a[1], &facts)
            }
            HOST_RENAME => self.files.rename(&self.text(a[0])?, &self.text(a[1])?),
            HOST_UNLINK => self.files.unlink(&self.text(a[0])?),
            HOST_MKDIR => self.files.make_folder(&self.text(a[0])?),
            HOST_READDIR => match self.files.entry(&self.text(a[0])?, a[1])? {
                Some(name) => self.put_text(&name, a[2], a[3]),
                None => Ok(0),
            },
            HOST_SYNC => self.files.sync(a[0]),
            _ => Err(ENOSYS),
        }
    }

    fn memory_call(&mut self, number: u64, a: [u64; 8]) -> Reply {
        let kern = |result: Result<(), crate::memory::Refusal>| result.map_or_else(|why| why as i64, |()| 0);
        match number {
            HOST_VM_ALLOCATE => {
                let right = (a[1] & 7) as u32;
                let address = self.memory.allocate(&mut self.cpu, a[0], right);
                address.map(|address| address as i64).map_err(|_| ENOMEM)
            }
            HOST_VM_DEALLOCATE => Ok(kern(self.memory.deallocate(&mut self.cpu, a[0], a[1]))),
            HOST_VM_PROTECT => {
                Ok(kern(self.memory.protect(&mut self.cpu, a[0], a[1], a[2] != 0, a[3] as u32)))
            }
            HOST_VM_REGION => {
                let (address, region) = self.memory.region(a[0]).ok_or(ENOENT)?;
                let rights = u64::from(region.protection) | u64::from(region.maximum) << 32;
                self.put_words(a[1], &[address, region.size, rights])
            }
            _ => Err(ENOSYS),
        }
    }

    fn dyld_call(&mut self, number: u64, a: [u64; 8]) -> Result<Reply, Fault> {
        Ok(match number {
            HOST_DYLD_NEXT => {
                let words = self.next_action();
                self.put_words(a[0], &words)
            }
            HOST_DYLD_OPEN => self.text(a[0]).map(|path| self.dlopen(&path, self.cpu.x(30))),
            HOST_DYLD_SYMBOL => self.text(a[1]).map(|name| self.dlsym(a[0], &name, a[2])),
            HOST_DYLD_ADDRESS => {
                let found = self.dyld.image_at(a[0]).map(|(_, image)| {
                    let symbol = image.symbol(a[0]).map(|(name, at)| (name.to_owned(), at));
                    (image.base, image.path.clone(), symbol)
                });
                let Some((base, path, symbol)) = found else { return Ok(Err(ENOENT)) };
                let path = self.intern(&path)?;
                let (name, at) = match symbol {
                    // The name is returned as in C, without the underscore, as dladdr does.
                    Some((name, at)) => (self.intern(name.strip_prefix('_').unwrap_or(&name))?, at),
                    None => (0, 0),
                };
                self.put_words(a[1], &[base, at, path, name])
            }
            HOST_DYLD_IMAGE => {
                let image = usize::try_from(a[0]).ok().and_then(|index| self.dyld.images().get(index));
                let Some(image) = image else { return Ok(Err(ENOENT)) };
                let flags = if image.system { HOST_IMAGE_SYSTEM } else { 0 };
                let (base, slide, path) = (image.base, image.slide, image.path.clone());
                let path = self.intern(&path)?;
                self.put_words(a[1], &[base, slide, flags, path])
            }
            HOST_DYLD_CLOSE => match self.dyld.close(a[0]) {
                Some(unneeded) => {
                    let actions = unneeded.into_iter().map(Action::Removed).collect();
                    self.threads.running().actions.push(actions);
                    Ok(0)
                }
                None => Err(ENOENT),
            },
            HOST_DYLD_UNMAP => {
                self.dyld.remove(&mut self.memory, &mut self.cpu, a[0] as usize);
                Ok(0)
            }
            HOST_DYLD_ERROR => {
                let text = self.threads.running().error.clone().unwrap_or_default();
                self.put_text(&text, a[0], a[1])
            }
            _ => return Err(Fault::Call(number)),
        })
    }

    fn next_action(&mut self) -> [u64; 4] {
        let actions = &mut self.threads.running().actions;
        let next = actions.last_mut().and_then(std::collections::VecDeque::pop_front);
        match next {
            None => {
                actions.pop();
                [0; 4]
            }
            Some(Action::Mapped { first, count }) => [1, first as u64, count as u64, 0],
            Some(Action::Removed(image)) => [5, image as u64, 1, 0],
            Some(Action::Load(image)) => [2, image as u64, 1, 0],
            Some(Action::Call { image, function }) => [3, image as u64, 1, function],
            Some(Action::Main(function)) => {
                self.main_at.get_or_insert(self.cpu.instructions());
                self.stands_before_main = self.stops_before_main;
                [4, 0, 1, function]
            }
        }
    }

    /// Opens an image and returns its handle, or 0. The initialisers to run are queued for this thread.
    fn dlopen(&mut self, path: &str, caller: u64) -> i64 {
        self.dyld.started();
        let loader = self.dyld.image_at(caller).map(|(index, _)| index);
        match self.dyld.load(&mut self.memory, &mut self.cpu, &[path.to_owned()], loader) {
            Ok((tops, new)) => {
                let mut actions = Vec::new();
                if !new.is_empty() {
                    self.prepare(new.clone());
                    actions.push(Action::Mapped { first: new.start, count: new.len() });
                    actions.extend(self.dyld.initialisation(&self.memory, &tops));
                }
                self.threads.running().actions.push(actions.into());
                self.dyld.opened(tops[0]);
                self.dyld.images()[tops[0]].base as i64
            }
            Err(error) => {
                self.threads.running().error = Some(format!("dlopen({path}): {error}"));
                0
            }
        }
    }

    fn dlsym(&mut self, handle: u64, name: &str, caller: u64) -> i64 {
        let symbol = format!("_{name}");
        let own = self.dyld.image_at(caller).map(|(index, _)| index);
        let found = match handle {
            RTLD_DEFAULT => self.dyld.find_anywhere(&symbol, None),
            RTLD_NEXT => self.dyld.find_anywhere(&symbol, own),
            RTLD_SELF => self.dyld.find_anywhere(&symbol, own.and_then(|index| index.checked_sub(1))),
            RTLD_MAIN_ONLY => self.dyld.find_from(0, &symbol),
            handle => match self
                .dyld
                .images()
                .iter()
                .position(|image| image.base == handle && image.contains(handle))
            {
                Some(index) => self.dyld.find_from(index, &symbol),
                None => {
                    self.threads.running().error =
                        Some(format!("dlsym({handle:#x}, {name}): invalid handle"));
                    return 0;
                }
            },
        };
        let why = match found {
            Ok(Some(address)) => return address as i64,
            Ok(None) => "symbol not found".to_owned(),
            Err(error) => error.to_string(),
        };
        self.threads.running().error = Some(format!("dlsym({handle:#x}, {name}): {why}"));
        0
    }

    /// Returns the time at which `nanoseconds` will have passed, in 1/65,536 ticks of 24 MHz.
    fn deadline(&self, nanoseconds: u64) -> u64 {
        let fine = (u128::from(nanoseconds) * 24 * 65536).div_ceil(1000);
        self.now().saturating_add(u64::try_from(fine).unwrap_or(u64::MAX))
    }

    fn thread_call(&mut self, number: u64, a: [u64; 8]) -> Result<(), Fault> {
        // The result of a blocking call is written before the call blocks, since the thread reads the result
        // when the call is over.
        self.threads.running().argument = a[0];
        let reply = self.answer_thread_call(number, a)?;
        if let Some(reply) = reply {
            self.cpu.set_x(0, reply.unwrap_or_else(|errno| -errno) as u64);
        }
        Ok(())
    }

    fn answer_thread_call(&mut self, number: u64, a: [u64; 8]) -> Result<Option<Reply>, Fault> {
        let by_port = |phone: &Phone, port| phone.threads.by_port(port).ok_or(ESRCH);
        let reply = match number {
            HOST_THREAD_CREATE => Ok(self.create_thread(a)),
            HOST_THREAD_EXIT => {
                self.threads.running().state = State::Gone;
                self.give_way = true;
                if self.threads.all.iter().all(|thread| thread.state == State::Gone) {
                    self.end = Some(Ok(0));
                }
                Ok(0)
            }
            HOST_THREAD_SELF => Ok(self.threads.running().port as i64),
            HOST_WAIT => self.wait(a[0], a[1], a[2]),
            HOST_PSYNCH_MUTEXWAIT => self.wait(a[0], a[1], FOR_EVER),
            HOST_PSYNCH_CVWAIT => {
                let nanos = a[6].saturating_mul(1_000_000_000).saturating_add(a[7]);
                self.wait(a[0], a[1], if nanos == 0 { FOR_EVER } else { nanos })
            }
            HOST_ULOCK_WAIT => {
                let nanos = if a[3] == 0 { FOR_EVER } else { a[3].saturating_mul(1000) };
                self.wait(a[1], a[2], nanos)
            }
            HOST_WAKE => Ok(self.threads.wake(a[0], a[1]) as i64),
            HOST_SLEEP => {
                if a[0] != 0 {
                    let deadline = self.deadline(a[0]);
                    self.threads.running().state = State::Sleeping { deadline };
                    self.main_waits();
                }
                self.give_way = true;
                Ok(0)
            }
            HOST_THREAD_SUSPEND if self.refuses(Refusal::Suspend) => Err(EPERM),
            HOST_THREAD_SUSPEND => by_port(self, a[0]).map(|index| {
                self.threads.all[index].suspended += 1;
                self.give_way |= index == self.threads.current;
                self.suspended(index, true);
                0
            }),
            HOST_THREAD_RESUME => by_port(self, a[0]).and_then(|index| {
                let thread = &mut self.threads.all[index];
                // For a thread that is not suspended the call fails; a phone returns KERN_FAILURE.
                thread.suspended = thread.suspended.checked_sub(1).ok_or(EINVAL)?;
                self.suspended(index, false);
                Ok(0)
            }),
            HOST_THREAD_STATE if self.refuses(Refusal::Registers) => Err(EPERM),
            HOST_THREAD_STATE => by_port(self, a[0]).and_then(|index| {
                let registers = self.registers(index);
                let mut words = registers.x.to_vec();
                if matches!(self.threads.all[index].state, State::Waiting { .. }) {
                    words[0] = self.threads.all[index].argument;
                }
                words.extend([registers.sp, registers.pc, registers.flags]);
                self.put_words(a[1], &words)
            }),
            HOST_THREAD_INFO => by_port(self, a[0]).and_then(|index| {
                let thread = &self.threads.all[index];
                // A tick of 24 MHz has 65,536 parts.
                let micros = thread.busy / 65536 / 24;
                self.put_words(a[1], &[thread.run_state(), micros])
            }),
            HOST_SIGNAL_ACTION => {
                self.set_action(a);
                Ok(0)
            }
            HOST_SIGNAL_SEND => {
                let target = if a[0] == 0 { Ok(self.receiver_of(a[1])) } else { by_port(self, a[0]) };
                target.map(|index| {
                    self.interrupt(index, a[1]);
                    0
                })
            }
            HOST_SIGNAL_RETURN => {
                self.return_from_signal(a[0])?;
                return Ok(None);
            }
            HOST_SIGNAL_STACK => {
                self.threads.running().signals.stack = (a[1] != 0).then_some((a[0], a[1]));
                Ok(0)
            }
            HOST_SIGNAL_AFTER => {
                self.threads.running().signals.after = (a[0] != 0).then_some((a[0], a[1]));
                // The current time slice was planned before the signal was set, so the thread stops.
                self.give_way = true;
                Ok(0)
            }
            HOST_RUSAGE => {
                let words = self.resource_usage();
                self.put_words(a[0], &words)
            }
            _ => return Err(Fault::Call(number)),
        };
        Ok(Some(reply))
    }

    /// Creates a thread with this entry, argument, stack top and thread pointer; returns its port.
    fn create_thread(&mut self, [entry, argument, top, thread_pointer, ..]: [u64; 8]) -> i64 {
        let mut registers = self.cpu.save();
        registers.x = [0; 31];
        registers.x[0] = argument;
        registers.pc = entry;
        registers.sp = top;
        registers.thread_pointer = thread_pointer;
        // The thread's stack is the mapping that ends at the stack pointer; a guard page is a separate
        // mapping.
        let mapping = self.memory.region(top.wrapping_sub(16));
        let stack = mapping.map_or(0..0, |(start, region)| start..start + region.size);
        let port = self.threads.add(registers, stack);
        self.begun(self.threads.all.len() - 1);
        port as i64
    }

    /// Makes the running thread wait until a word changes, if the word has the expected value.
    fn wait(&mut self, address: u64, expected: u64, timeout: u64) -> Reply {
        let word = self.memory.half(address).ok_or(EFAULT)?;
        if u64::from(word) != expected & 0xffff_ffff {
            return Err(EAGAIN);
        }
        let deadline = (timeout != FOR_EVER).then(|| self.deadline(timeout));
        self.threads.running().state = State::Waiting { address, deadline };
        self.main_waits();
        self.give_way = true;
        Ok(0)
    }

    /// Returns the registers of a thread at the request of another thread.
    fn registers(&mut self, index: usize) -> Registers {
        self.keep_stand(index);
        self.wait_for_registers(index);
        if index == self.threads.current {
            self.cpu.save()
        } else {
            self.threads.all[index].registers.clone()
        }
    }

    /// Returns the thread that receives a signal for the process: the first thread that does not block the
    /// signal.
    fn receiver_of(&self, signal: u64) -> usize {
        let mut threads = self.threads.all.iter();
        let receives = |thread: &super::threads::Thread| {
            thread.state != State::Gone && !thread.signals.blocked.contains(&signal)
        };
        threads.position(receives).unwrap_or(0)
    }

    /// Sets or removes the handler of a signal.
    fn set_action(&mut self, [signal, handler, flags, trampoline, ..]: [u64; 8]) {
        if handler == 0 {
            self.actions.remove(&signal);
        } else {
            self.actions.insert(signal, SignalAction { handler, flags, trampoline });
        }
    }

    fn return_from_signal(&mut self, frame: u64) -> Result<(), Fault> {
        let mut registers = self.cpu.save();
        let thread = self.threads.running();
        let done = signals::return_from(&mut thread.signals, &self.memory, &mut registers, frame);
        if done.is_none() {
            return Err(Fault::Abort(format!("no signal frame at {frame:#x}")));
        }
        self.cpu.restore(&registers);
        // Signals that were blocked in the handler may be delivered now.
        self.give_way = true;
        Ok(())
    }

    /// Returns instructions, cycles, page-ins and nanoseconds of the process, with the factors of the noise.
    fn resource_usage(&self) -> [u64; 4] {
        let nanos = self.cpu.ticks() * 125 / 3;
        if self.config.by_readings {
            return [0, 0, 0, nanos];
        }
        let instructions = self.cpu.instructions();
        // The emulated phone counts three cycles for every four instructions, as on a wide core that runs
        // similar code.
        let cycles = instructions / 4 * 3;
        let [of_instructions, of_cycles] = self.config.counted;
        [scaled(instructions, of_instructions), scaled(cycles, of_cycles), self.cpu.page_ins(), nanos]
    }

    /// Queues a signal for a thread, and wakes the thread if it sleeps or waits.
    fn interrupt(&mut self, index: usize, signal: u64) {
        let handled = self.actions.get(&signal).is_some_and(|action| action.handler > 1);
        let thread = &mut self.threads.all[index];
        thread.signals.pending.insert(signal);
        if handled && matches!(thread.state, State::Waiting { .. } | State::Sleeping { .. }) {
            thread.state = State::Ready;
            thread.registers.x[0] = (-EINTR) as u64;
        }
        self.give_way = true;
    }
}

/// Multiplies a count by a factor; a factor of 1 leaves the count exact.
fn scaled(count: u64, factor: f64) -> u64 {
    if factor == 1.0 { count } else { (count as f64 * factor) as u64 }
}
