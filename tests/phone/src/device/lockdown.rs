//! lockdownd: reports the device's identity, pairs hosts, and starts services on ports.
//!
//! Invariant: no service starts outside a session, and only a paired host can start a session.

use std::sync::Arc;

use plist::{Dictionary, Value};

use super::faults::Step;
use super::frames::{self, dictionary, text};
use super::journal::Event;
use super::trust::{Pairing, Versions};
use super::wire::{Result, Wire};
use super::{Device, model};

/// lockdownd's port.
pub(super) const PORT: u16 = 62078;

/// Serves a host's connection from its first request.
pub(super) fn serve(device: &Arc<Device>, wire: &Wire) -> Result<()> {
    let mut wire = wire.clone();
    let mut session: Option<Arc<Pairing>> = None;
    loop {
        let request = frames::receive(&wire)?;
        let kind = text(&request, "Request").unwrap_or_default().to_owned();
        let subject =
            ["Service", "Key", "HostID"].iter().find_map(|key| text(&request, key)).unwrap_or_default();
        device.journal().note(Event::Lockdown { request: kind.clone(), subject: subject.to_owned() });
        let mut answer = dictionary([("Request", kind.as_str().into())]);
        match kind.as_str() {
            "QueryType" => {
                answer.insert("Type".into(), "com.apple.mobile.lockdown".into());
            }
            "GetValue" => value(device, &request, &mut answer)?,
            "SetValue" => {
                if let Some(value) = request.get("Value") {
                    answer.insert("Value".into(), value.clone());
                }
            }
            "Pair" | "ValidatePair" => pair(device, &request, &mut answer)?,
            "Unpair" => {
                if let Some(host) = record(&request).and_then(|record| text(record, "HostID")) {
                    device.trust().forget(host);
                }
            }
            "StartSession" => {
                let refusal = device.answer(Step::Session)?;
                let pairing = device.trust().find(text(&request, "HostID").unwrap_or_default());
                match (refusal, pairing) {
                    (Some(word), _) => error(&mut answer, word),
                    (None, None) => error(&mut answer, "InvalidHostID"),
                    (None, Some(pairing)) => {
                        answer.insert("SessionID".into(), device.new_session().into());
                        answer.insert("EnableSessionSSL".into(), true.into());
                        frames::send(&wire, answer)?;
                        wire = device.secure(&wire, &pairing, Versions::of(device.ios()))?;
                        session = Some(pairing);
                        continue;
                    }
                }
            }
            "StopSession" => {
                frames::send(&wire, answer)?;
                return Ok(());
            }
            "StartService" => {
                let name = text(&request, "Service").unwrap_or_default();
                answer.insert("Service".into(), name.into());
                match &session {
                    None => error(&mut answer, "SessionInactive"),
                    Some(pairing) => match device.start_service(name, pairing)? {
                        Ok((port, secure)) => {
                            answer.insert("Port".into(), port.into());
                            answer.insert("EnableServiceSSL".into(), secure.into());
                        }
                        Err(word) => error(&mut answer, word),
                    },
                }
            }
            _ => error(&mut answer, "InvalidRequest"),
        }
        frames::send(&wire, answer)?;
    }
}

fn error(answer: &mut Dictionary, word: &str) {
    answer.insert("Error".into(), word.into());
}

fn record(request: &Dictionary) -> Option<&Dictionary> {
    request.get("PairRecord").and_then(Value::as_dictionary)
}

/// Returns one value, or all values of a domain.
pub(super) fn value(device: &Arc<Device>, request: &Dictionary, answer: &mut Dictionary) -> Result<()> {
    for name in ["Domain", "Key"] {
        if let Some(value) = text(request, name) {
            answer.insert(name.into(), value.into());
        }
    }
    if let Some(word) = device.answer(Step::Value)? {
        error(answer, word);
        return Ok(());
    }
    let all = match text(request, "Domain") {
        None | Some("") => model::values(device.ios(), device.udid(), device.name()),
        Some(domain) => {
            let developer_mode = device.answer(Step::DeveloperMode)?.is_none();
            model::domain(domain, developer_mode, device.battery())
        }
    };
    match text(request, "Key") {
        None | Some("") => {
            answer.insert("Value".into(), all.into());
        }
        Some(key) => match all.get(key) {
            Some(value) => {
                answer.insert("Value".into(), value.clone());
            }
            None => error(answer, "MissingValue"),
        },
    }
    Ok(())
}

fn pair(device: &Arc<Device>, request: &Dictionary, answer: &mut Dictionary) -> Result<()> {
    if let Some(word) = device.answer(Step::Pair)? {
        error(answer, word);
        return Ok(());
    }
    let Some(record) = record(request) else {
        error(answer, "InvalidPairRecord");
        return Ok(());
    };
    // Old hosts request a validation before a session; the validation has no effect.
    if text(request, "Request") == Some("ValidatePair") {
        if device.trust().find(text(record, "HostID").unwrap_or_default()).is_none() {
            error(answer, "InvalidHostID");
        }
        return Ok(());
    }
    match device.trust().pair(record) {
        Ok(host) => {
            device.journal().note(Event::Paired { host });
            answer.insert("EscrowBag".into(), Value::Data(vec![0; 32]));
        }
        Err(_) => error(answer, "InvalidPairRecord"),
    }
    Ok(())
}
