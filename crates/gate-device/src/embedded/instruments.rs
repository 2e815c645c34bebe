//! The Instruments service on iOS 16 and earlier: starts, checks and ends processes over one connection for a campaign.
//!
//! The client's own function for a launch discards the device's reason for a refusal, so this module sends and reads the messages itself.
//! Invariant: the output of an app, which arrives on the channel that launched it, is never used as an answer.

use std::io::Cursor;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use idevice::dvt::message::{AuxValue, Message};
use idevice::dvt::remote_server::RemoteServerClient;
use idevice::{IdeviceError, ReadWrite};
use plist::{Dictionary, Value};

use super::super::{AppEvent, Failure, FailureKind, LaunchOptions, Result};
use super::dtx::FilteredConnection;
use super::errors::{kind_from_message, to_failure};
use super::install;
use super::lockdown::{self, TlsMode};
use super::mux::DeviceRoute;

/// The channels in the order in which they are created, which the client numbers from 1.
const CHANNELS: [(i32, &str); 2] = [
    (PROCESSES, "com.apple.instruments.server.services.processcontrol"),
    (INFORMATION, "com.apple.instruments.server.services.deviceinfo"),
];
const PROCESSES: i32 = 1;
const INFORMATION: i32 = 2;

/// A connection with its channels.
pub(super) struct Instruments {
    server: RemoteServerClient<Box<dyn ReadWrite>>,
    /// Whether the last received bytes are not a valid message.
    is_damaged: Arc<AtomicBool>,
}

impl Instruments {
    /// Connects to the service. In some versions of iOS this service leaks resources until it accepts no connection; if two attempts in a
    /// row lose their connection, the failure reports this defect.
    pub(super) async fn connect(route: &DeviceRoute, major: u32) -> Result<Instruments> {
        match Instruments::once(route, major).await {
            Err(first) if first.kind == FailureKind::Lost => match Instruments::once(route, major).await {
                Err(second) if second.kind == FailureKind::Lost => {
                    Err(Failure::new(FailureKind::Exhausted, second.detail))
                }
                other => other,
            },
            other => other,
        }
    }

    async fn once(route: &DeviceRoute, major: u32) -> Result<Instruments> {
        let (service, tls) = if major >= 14 {
            ("com.apple.instruments.remoteserver.DVTSecureSocketProxy", TlsMode::Session)
        } else {
            ("com.apple.instruments.remoteserver", TlsMode::HandshakeOnly)
        };
        let connection = lockdown::start(route, service, tls, true).await?;
        let doing = "greeting instruments";
        let socket = connection.get_socket().ok_or_else(|| Failure::new(FailureKind::Lost, doing))?;
        let is_damaged = Arc::<AtomicBool>::default();
        let server = RemoteServerClient::new(FilteredConnection::new(socket, is_damaged.clone()));
        let mut instruments = Instruments { server, is_damaged };
        for (_, service) in CHANNELS {
            let made = instruments.server.make_channel(service).await.map(drop);
            made.map_err(|error| instruments.to_failure(doing, &error))?;
        }
        Ok(instruments)
    }

    fn to_failure(&self, doing: &str, error: &IdeviceError) -> Failure {
        if self.is_damaged.load(Ordering::Relaxed) {
            return Failure::new(FailureKind::Protocol, format!("{doing}: not an Instruments message"));
        }
        to_failure(doing, error)
    }

    /// Starts an app cold, or brings its process to the front; returns the id of the process.
    pub(super) async fn launch(&mut self, start: &LaunchOptions) -> Result<u64> {
        if let Some(url) = &start.url {
            return Err(AppEvent::Url(url.clone()).unsupported_failure("Instruments"));
        }
        let environment: Dictionary =
            start.environment.iter().map(|(key, value)| (key.clone(), Value::from(value.as_str()))).collect();
        let arguments = start.arguments.iter().map(|word| Value::from(word.as_str())).collect();
        let options = [("StartSuspendedKey", false), ("KillExisting", !start.keeps_process)];
        let options: Dictionary =
            options.into_iter().map(|(key, value)| (key.to_owned(), Value::from(value))).collect();
        let call = "launchSuspendedProcessWithDevicePath:bundleIdentifier:environment:arguments:options:";
        let arguments = vec![
            AuxValue::archived_value(""),
            AuxValue::archived_value(start.bundle.as_str()),
            AuxValue::archived_value(environment),
            AuxValue::archived_value(Value::Array(arguments)),
            AuxValue::archived_value(options),
        ];
        let doing = format!("launching {}", start.bundle);
        let answer = self.ask(PROCESSES, call, arguments, &doing).await?;
        match answer.data.as_ref().and_then(Value::as_unsigned_integer) {
            Some(pid) if pid > 0 => Ok(pid),
            _ => {
                // The client returns the parts of an error as numbers, which are references into the archive.
                let archive =
                    answer.raw_data.as_deref().and_then(|raw| Value::from_reader(Cursor::new(raw)).ok());
                let said =
                    archive.as_ref().or(answer.data.as_ref()).map_or_else(String::new, collect_error_texts);
                Err(Failure::new(kind_from_message(&said), format!("{doing}: {said}")))
            }
        }
    }

    /// Returns whether a process runs.
    pub(super) async fn is_alive(&mut self, pid: u64) -> Result<bool> {
        let doing = "checking whether a process is running";
        let argument = vec![AuxValue::archived_value(Value::Integer(pid.into()))];
        let answer = self.ask(INFORMATION, "isRunningPid:", argument, doing).await?;
        match &answer.data {
            Some(Value::Boolean(alive)) => Ok(*alive),
            Some(Value::Integer(alive)) => Ok(alive.as_unsigned() != Some(0)),
            other => Err(Failure::new(FailureKind::Protocol, format!("{doing}: {other:?}"))),
        }
    }

    /// Returns whether a program in this folder runs.
    pub(super) async fn runs(&mut self, place: &str) -> Result<bool> {
        let doing = "listing processes";
        let answer = self.ask(INFORMATION, "runningProcesses", Vec::new(), doing).await?;
        let Some(Value::Array(running)) = &answer.data else {
            return Err(Failure::new(FailureKind::Protocol, format!("{doing}: {:?}", answer.data)));
        };
        let mut programs =
            running.iter().filter_map(|process| process.as_dictionary()?.get("realAppName")?.as_string());
        Ok(programs.any(|program| install::is_in(program, place)))
    }

    /// Requests the end of a process. The device does not confirm the end.
    pub(super) async fn kill(&mut self, pid: u64) -> Result<()> {
        let doing = "ending a process";
        let pid = u32::try_from(pid)
            .map_err(|error| Failure::new(FailureKind::Protocol, format!("{doing}: {error}")))?;
        let sent =
            self.server.call_method(PROCESSES, Some("killPid:"), Some(vec![AuxValue::U32(pid)]), false);
        sent.await.map_err(|error| to_failure(doing, &error))
    }

    async fn ask(
        &mut self,
        channel: i32,
        call: &str,
        arguments: Vec<AuxValue>,
        doing: &str,
    ) -> Result<Message> {
        let sent = self.server.call_method(channel, Some(call), Some(arguments), true).await;
        sent.map_err(|error| self.to_failure(doing, &error))?;
        loop {
            let read = self.server.read_message(channel).await;
            let message = read.map_err(|error| self.to_failure(doing, &error))?;
            // A message whose data is a text that ends with a colon is skipped: it is the name of a method in a message that was not
            // requested, since the requested answers are never texts.
            if !matches!(&message.data, Some(Value::String(selector)) if selector.ends_with(':')) {
                return Ok(message);
            }
        }
    }
}

/// Collects the texts of an archived error that contain a space or a parenthesis. Other texts are mostly names of classes and keys of the
/// archive.
fn collect_error_texts(value: &Value) -> String {
    fn collect_texts(value: &Value, into: &mut Vec<String>) {
        match value {
            Value::String(text) if text.contains(' ') || text.contains('(') => into.push(text.clone()),
            Value::Array(list) => list.iter().for_each(|one| collect_texts(one, into)),
            Value::Dictionary(pairs) => pairs.values().for_each(|one| collect_texts(one, into)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    collect_texts(value, &mut found);
    if found.is_empty() { format!("{value:?}").chars().take(400).collect() } else { found.join("; ") }
}
