//! debugserver: launches an app under a debugger. The supported commands resume or kill the app, or detach
//! from it.
//!
//! Invariant: an app that was launched over a connection ends with the connection, unless the client
//! detached.

mod packet;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::faults::{Refusal, Step};
use super::journal::{End, Event, Launch};
use super::processes::Process;
use super::wire::{Result, Wire};
use super::{Device, Start};
use packet::{Incoming, encode, hex, receive, unhex};

/// The stop reply for a process that was launched or attached to.
const STOPPED: &str = "T11thread:1;";

struct Session<'a> {
    device: &'a Arc<Device>,
    wire: &'a Wire,
    environment: BTreeMap<String, String>,
    arguments: Vec<String>,
    /// The process that was launched or attached to; `None` before the launch or attachment.
    process: Option<(Arc<Process>, Option<Launch>)>,
    /// The reason for which the launch was refused; `None` if no launch was refused.
    refusal: Option<String>,
    detached: Arc<AtomicBool>,
    running: bool,
}

/// Serves a connection until the client closes it or kills the process.
pub(super) fn serve(device: &Arc<Device>, wire: &Wire) -> Result<()> {
    let mut session = Session {
        device,
        wire,
        environment: BTreeMap::new(),
        arguments: Vec::new(),
        process: None,
        refusal: None,
        detached: Arc::default(),
        running: false,
    };
    let served = session.serve();
    session.clean_up();
    served
}

impl Session<'_> {
    fn send(&self, text: &str) -> Result<()> {
        self.wire.write(&encode(text.as_bytes()))
    }

    fn serve(&mut self) -> Result<()> {
        let mut acknowledged = true;
        loop {
            let data = match receive(self.wire)? {
                Incoming::Packet(data) => data,
                Incoming::Damaged => {
                    self.wire.write(b"-")?;
                    continue;
                }
                Incoming::Interrupt => {
                    self.send(STOPPED)?;
                    continue;
                }
            };
            if acknowledged {
                self.wire.write(b"+")?;
            }
            let text = String::from_utf8_lossy(&data).into_owned();
            self.device.journal().note(Event::Debug(text.clone()));
            if let Some(word) = self.device.answer(Step::Debug)? {
                self.send(&format!("E{word}"))?;
                continue;
            }
            acknowledged &= text != "QStartNoAckMode";
            if !self.answer(&text)? {
                return Ok(());
            }
        }
    }

    /// Handles a packet; returns false at the end of the session.
    fn answer(&mut self, text: &str) -> Result<bool> {
        let (word, rest) = match text.find([':', ';']) {
            Some(at) => (&text[..at], &text[at + 1..]),
            None => (text, ""),
        };
        match word {
            "QStartNoAckMode" => self.send("OK")?,
            // idevicedebug acknowledges output with this packet.
            "OK" => {}
            "QEnvironmentHexEncoded" => {
                let pair = unhex(rest);
                self.set(pair.as_deref())?;
            }
            "QEnvironment" => self.set(Some(rest))?,
            "qLaunchSuccess" => match &self.refusal {
                None if self.process.is_some() => self.send("OK")?,
                None => self.send("Eno process")?,
                Some(reason) => self.send(&format!("E{reason}"))?,
            },
            "c" | "vCont" if text == "c" || text.starts_with("vCont;c") => self.go()?,
            "vCont?" => self.send("vCont;c")?,
            "?" => self.send(if self.process.is_some() { STOPPED } else { "W00" })?,
            "k" => {
                if let Some((process, _)) = &self.process {
                    self.device.signal(process.pid, 9)?;
                }
                self.send("X09")?;
                return Ok(false);
            }
            "D" => {
                self.detached.store(true, Ordering::SeqCst);
                if !self.running {
                    self.resume()?;
                }
                self.send("OK")?;
            }
            "vAttach" => {
                match u32::from_str_radix(rest, 16).ok().and_then(|pid| self.device.processes.find(pid)) {
                    Some(process) => {
                        self.process = Some((process, None));
                        self.detached.store(true, Ordering::SeqCst);
                        self.send(STOPPED)?;
                    }
                    None => self.send("E01")?,
                }
            }
            _ if text.starts_with('A') => {
                let outcome = self.launch(&text[1..])?;
                self.send(outcome)?;
            }
            // These packets change settings that have no effect on this device.
            _ if ["QSet", "QListThreads", "QThreadSuffix", "Hc", "Hg"]
                .iter()
                .any(|start| text.starts_with(start)) =>
            {
                self.send("OK")?;
            }
            // An empty answer means that the packet is not supported.
            _ => self.send("")?,
        }
        Ok(true)
    }

    fn set(&mut self, pair: Option<&str>) -> Result<()> {
        match pair.and_then(|pair| pair.split_once('=')) {
            Some((key, value)) => {
                self.environment.insert(key.to_owned(), value.to_owned());
                self.send("OK")
            }
            None => self.send("E22"),
        }
    }

    /// Launches an app. The list contains `length,index,hex` for each argument, beginning with the program's
    /// path.
    fn launch(&mut self, list: &str) -> Result<&'static str> {
        let parts: Vec<&str> = list.split(',').collect();
        let words: Option<Vec<String>> = parts.chunks(3).map(|part| unhex(part.get(2)?)).collect();
        let Some((program, arguments)) = words.as_deref().and_then(<[String]>::split_first) else {
            return Ok("E22");
        };
        self.arguments = arguments.to_vec();
        let app = self.device.apps.all().into_iter().find(|app| {
            program == &app.path || program.strip_prefix(&app.path).is_some_and(|rest| rest.starts_with('/'))
        });
        let bundle = app.map_or_else(|| program.clone(), |app| app.bundle);
        let start = Start {
            bundle: &bundle,
            environment: self.environment.clone(),
            arguments: self.arguments.clone(),
            via: "debugserver",
            kill_existing: true,
            url: None,
        };
        match self.device.prepare(start)? {
            Ok((process, launch)) => self.process = Some((process, Some(launch))),
            Err(refusal) => self.refusal = Some(reason(refusal, &bundle)),
        }
        Ok("OK")
    }

    fn resume(&mut self) -> Result<()> {
        if let Some((process, Some(launch))) = &self.process {
            self.device.resume(process, launch)?;
        }
        self.running = true;
        Ok(())
    }

    /// Resumes the process. A thread sends the output and the end of the process to the client when they
    /// occur.
    fn go(&mut self) -> Result<()> {
        let Some((process, _)) = &self.process else { return self.send("E01") };
        let process = process.clone();
        if self.running {
            return Ok(());
        }
        self.resume()?;
        let (wire, detached) = (self.wire.clone(), self.detached.clone());
        // The thread ends with the process, and the process ends with the connection.
        thread::spawn(move || {
            let tell = |text: String| wire.write(&encode(text.as_bytes()));
            for line in process.output().lines() {
                if tell(format!("O{}", hex(format!("{line}\r\n").as_bytes()))).is_err() {
                    break;
                }
            }
            let end = process.end();
            if !detached.load(Ordering::SeqCst) {
                // The client may have closed the connection.
                let _ = tell(match end {
                    End::Exited(status) => format!("W{:02x}", status & 0xff),
                    End::Signal(signal) => format!("X{signal:02x}"),
                });
            }
        });
        Ok(())
    }

    fn clean_up(&mut self) {
        if let Some((process, _)) = self.process.take()
            && !self.detached.load(Ordering::SeqCst)
        {
            self.device.processes.kill(process.pid, self.device.journal());
        }
    }
}

fn reason(refusal: Refusal, bundle: &str) -> String {
    match refusal {
        Refusal::Locked => "failed to get the task for process: the device is locked (Locked)".to_owned(),
        Refusal::Untrusted => {
            "process launch failed: Unable to launch because it has an invalid code signature, inadequate entitlements or its \
             profile has not been explicitly trusted by the user (Security)"
                .to_owned()
        }
        Refusal::Unknown => format!("No such file or directory ({bundle})"),
    }
}
