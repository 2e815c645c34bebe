//! instruments: launches, kills and lists processes. Clients send messages to objects on the device.
//!
//! Invariant: every call that expects an answer gets a value or an error, unless a fault prevents the answer.

mod archive;
mod message;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use plist::Value;

use super::faults::{Effect, Refusal, Step};
use super::frames::dictionary;
use super::journal::Event;
use super::processes::Process;
use super::wire::{Result, Wire};
use super::{Device, Start};
pub(super) use archive::NsError;
use message::{Message, Receiver, kind, write_arguments};

/// The device's capabilities with their versions.
const CAPABILITIES: [(&str, u32); 6] = [
    ("com.apple.instruments.server.services.deviceinfo", 113),
    ("com.apple.instruments.server.services.device.applictionListing", 1),
    ("com.apple.instruments.server.services.processcontrol", 107),
    ("com.apple.instruments.server.services.processcontrol.capability.signal", 1),
    ("com.apple.private.DTXBlockCompression", 2),
    ("com.apple.private.DTXConnection", 1),
];

struct Session<'a> {
    device: &'a Arc<Device>,
    wire: &'a Wire,
    channels: HashMap<i32, String>,
    next: Arc<AtomicU32>,
}

/// The content of an answer; `None` for a call that returns no value.
type Answer = std::result::Result<Option<Value>, NsError>;

/// Serves a connection until the client closes it.
pub(super) fn serve(device: &Arc<Device>, wire: &Wire) -> Result<()> {
    if device.step(Step::Instruments)?.is_some() {
        wire.write(&message::with_length(u32::MAX - 15))?;
    }
    let mut session = Session { device, wire, channels: HashMap::new(), next: Arc::new(AtomicU32::new(1)) };
    let capabilities = CAPABILITIES.iter().map(|(name, version)| ((*name).to_owned(), Value::from(*version)));
    tell(
        wire,
        &session.next,
        0,
        "_notifyOfPublishedCapabilities:",
        &[Value::Dictionary(capabilities.collect())],
    )?;
    let mut receiver = Receiver::default();
    loop {
        let message = receiver.receive(wire)?;
        // Answers and notifications from the client need no answer.
        if message.conversation != 0 || message.kind != kind::CALL {
            continue;
        }
        session.answer(&message)?;
    }
}

/// Sends a message that does not answer a call.
fn tell(wire: &Wire, next: &AtomicU32, channel: i32, selector: &str, arguments: &[Value]) -> Result<()> {
    let message = Message {
        id: next.fetch_add(1, Ordering::SeqCst),
        conversation: 0,
        channel,
        expects_reply: false,
        kind: kind::CALL,
        arguments: write_arguments(arguments)?,
        object: archive::archive(&selector.into())?,
    };
    wire.write(&message.bytes())
}

fn error(code: i64, domain: &'static str, description: impl Into<String>) -> NsError {
    NsError { code, domain, description: description.into() }
}

/// Returns the error with which FrontBoard refuses a launch.
pub(super) fn refused(refusal: Refusal, bundle: &str) -> NsError {
    let begin = format!("The request to open \"{bundle}\" failed.");
    match refusal {
        Refusal::Locked => error(
            7,
            "FBSOpenApplicationErrorDomain",
            format!(
                "{begin} Unable to launch {bundle} because the device was not, or could not be, unlocked. (Locked)"
            ),
        ),
        Refusal::Untrusted => error(
            3,
            "FBSOpenApplicationErrorDomain",
            format!(
                "{begin} Unable to launch {bundle} because it has an invalid code signature, inadequate entitlements or its \
                 profile has not been explicitly trusted by the user. (Security)"
            ),
        ),
        Refusal::Unknown => error(
            4,
            "FBSOpenApplicationServiceErrorDomain",
            format!(
                "{begin} Application info provider (FBSApplicationLibrary) returned nil for \"{bundle}\""
            ),
        ),
    }
}

impl Session<'_> {
    fn answer(&mut self, message: &Message) -> Result<()> {
        let selector = match message.object()? {
            Some(Value::String(selector)) => selector,
            _ => String::new(),
        };
        let arguments = message.arguments()?;
        let service = self.channels.get(&message.channel).cloned().unwrap_or_default();
        if selector != "_notifyOfPublishedCapabilities:" {
            self.device
                .journal()
                .note(Event::Instruments { channel: service.clone(), selector: selector.clone() });
        }
        let answer = match selector.as_str() {
            "_notifyOfPublishedCapabilities:" | "_channelCanceled:" => Ok(None),
            "_requestChannelWithCode:identifier:" => self.open(&arguments)?,
            _ if service.is_empty() => Err(error(1, "DTXMessage", format!("no channel {}", message.channel))),
            _ => {
                self.device.step(Step::Call)?;
                self.call(message.channel, &selector, &arguments)?
            }
        };
        if !message.expects_reply {
            return Ok(());
        }
        let (kind, object) = match &answer {
            Ok(None) => (kind::NOTHING, Vec::new()),
            Ok(Some(value)) => (kind::OBJECT, archive::archive(value)?),
            Err(error) => (kind::ERROR, archive::archive_error(error)?),
        };
        let reply = Message {
            id: message.id,
            conversation: message.conversation + 1,
            channel: message.channel,
            expects_reply: false,
            kind,
            arguments: Vec::new(),
            object,
        };
        self.wire.write(&reply.bytes())
    }

    fn open(&mut self, arguments: &[Option<Value>]) -> Result<Answer> {
        if let Some(Effect::Answer(word)) = self.device.step(Step::Channel)? {
            return Ok(Err(error(1, "DTXMessage", word)));
        }
        let (Some(code), Some(Some(Value::String(name)))) = (number(arguments, 0), arguments.get(1)) else {
            return Ok(Err(error(1, "DTXMessage", "a channel needs a code and a name")));
        };
        if !CAPABILITIES.iter().any(|(known, _)| known == name) {
            return Ok(Err(error(1, "DTXMessage", format!("Unable to find service {name}"))));
        }
        self.channels.insert(i32::try_from(code).unwrap_or(0), name.clone());
        Ok(Ok(None))
    }

    fn call(&mut self, channel: i32, selector: &str, arguments: &[Option<Value>]) -> Result<Answer> {
        let device = self.device;
        let pid = |index| number(arguments, index).and_then(|pid| u32::try_from(pid).ok()).unwrap_or(0);
        Ok(Ok(match selector {
            "launchSuspendedProcessWithDevicePath:bundleIdentifier:environment:arguments:options:" => {
                return self.launch(channel, arguments);
            }
            "killPid:" => {
                device.signal(pid(0), 9)?;
                None
            }
            "sendSignal:toPid:" => {
                let signal = number(arguments, 0).and_then(|signal| i32::try_from(signal).ok()).unwrap_or(0);
                device.signal(pid(1), signal)?;
                Some(0.into())
            }
            "processIdentifierForBundleIdentifier:" => {
                let bundle = arguments.first().cloned().flatten();
                let process = device.processes.alive().into_iter().find(|process| {
                    bundle.as_ref().and_then(Value::as_string) == Some(process.app.bundle.as_str())
                });
                Some(process.map_or(0, |process| process.pid).into())
            }
            "runningProcesses" => {
                device.step(Step::Processes)?;
                Some(Value::Array(processes(device)))
            }
            "isRunningPid:" => {
                device.step(Step::Processes)?;
                Some(device.processes.find(pid(0)).is_some().into())
            }
            "execnameForPid:" => {
                let path = device.processes.find(pid(0)).map(|process| executable(&process));
                Some(path.unwrap_or_default().into())
            }
            "installedApplicationsMatching:registerUpdateToken:" => {
                Some(Value::Array(device.apps.all().iter().map(|app| app.description().into()).collect()))
            }
            "requestDisableMemoryLimitsForPid:" => Some(device.processes.find(pid(0)).is_some().into()),
            "startObservingPid:" | "stopObservingPid:" | "resumePid:" | "suspendPid:" | "setConfig:" => None,
            _ => {
                let service = self.channels.get(&channel).map(String::as_str).unwrap_or_default();
                return Ok(Err(error(1, "DTXMessage", format!("Unable to invoke {selector} on {service}"))));
            }
        }))
    }

    fn launch(&mut self, channel: i32, arguments: &[Option<Value>]) -> Result<Answer> {
        let argument = |index: usize| arguments.get(index).and_then(Option::as_ref);
        let bundle = argument(1).and_then(Value::as_string).unwrap_or_default().to_owned();
        let environment = argument(2).and_then(Value::as_dictionary).map(texts).unwrap_or_default();
        let list = argument(3).and_then(Value::as_array);
        let words = list.map(|list| list.iter().map(text).collect()).unwrap_or_default();
        let options = argument(4).and_then(Value::as_dictionary);
        let kill_existing = options.and_then(|options| options.get("KillExisting")).is_some_and(is_true);
        let start = Start {
            bundle: &bundle,
            environment,
            arguments: words,
            via: "instruments",
            kill_existing,
            url: None,
        };
        let process = match self.device.launch(start)? {
            Ok(process) => process,
            Err(refusal) => return Ok(Err(refused(refusal, &bundle))),
        };
        let pid = process.pid;
        // The app's output is sent on the channel that launched the app, until the app's start is over.
        let (wire, next) = (self.wire.clone(), self.next.clone());
        thread::spawn(move || {
            for line in process.output().lines() {
                let arguments = [format!("{line}\n").into(), pid.into(), 0.into()];
                if tell(&wire, &next, -channel, "outputReceived:fromProcess:atTime:", &arguments).is_err() {
                    return;
                }
            }
        });
        Ok(Ok(Some(pid.into())))
    }
}

fn number(arguments: &[Option<Value>], index: usize) -> Option<i64> {
    arguments.get(index)?.as_ref()?.as_signed_integer()
}

/// Reads a boolean; clients also send numbers.
fn is_true(value: &Value) -> bool {
    value.as_boolean().unwrap_or(false) || value.as_signed_integer().is_some_and(|number| number != 0)
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Integer(number) => number.to_string(),
        Value::Boolean(true) => "1".to_owned(),
        Value::Boolean(false) => "0".to_owned(),
        Value::Real(number) => number.to_string(),
        _ => String::new(),
    }
}

fn texts(pairs: &plist::Dictionary) -> BTreeMap<String, String> {
    pairs.iter().map(|(key, value)| (key.clone(), text(value))).collect()
}

/// Returns an executable's path without `/private`, which instruments omits and installation_proxy includes.
/// Clients remove it before they compare paths.
fn executable(process: &Process) -> String {
    let path = process.app.path.strip_prefix("/private").unwrap_or(&process.app.path);
    format!("{path}/{}", process.app.executable)
}

fn processes(device: &Device) -> Vec<Value> {
    let launchd = dictionary([
        ("pid", 1.into()),
        ("name", "launchd".into()),
        ("realAppName", "/sbin/launchd".into()),
        ("isApplication", false.into()),
        ("startDate", Value::Date(std::time::UNIX_EPOCH.into())),
    ]);
    let apps = device.processes.alive().into_iter().map(|process| {
        dictionary([
            ("pid", process.pid.into()),
            ("name", process.app.executable.as_str().into()),
            ("realAppName", executable(&process).into()),
            ("bundleIdentifier", process.app.bundle.as_str().into()),
            ("isApplication", true.into()),
            ("foregroundRunning", true.into()),
            ("startDate", Value::Date(process.started.into())),
        ])
    });
    std::iter::once(launchd).chain(apps).map(Value::from).collect()
}
