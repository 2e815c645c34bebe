//! CoreDevice's appservice: lists, launches and signals apps. Each request contains the name of a feature.
//!
//! Invariant: every request gets an output or an error as its answer.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use super::super::faults::{Effect, Step};
use super::super::journal::Event;
use super::super::processes::Process;
use super::super::wire::{Result, Wire};
use super::super::{Device, Start, dtx};
use super::http2;
use super::xpc::{Object, dictionary};
use dtx::NsError;

/// Serves a connection until the client closes it.
pub(super) fn serve(device: &Arc<Device>, wire: &Wire) -> Result<()> {
    http2::serve(wire, None, |request| answer(device, request))
}

fn answer(device: &Arc<Device>, request: &Object) -> Result<Object> {
    let feature = request.get("CoreDevice.featureIdentifier").and_then(Object::text).unwrap_or_default();
    let name = feature.rsplit('.').next().unwrap_or_default();
    device.journal().note(Event::Feature(name.to_owned()));
    let nothing = Object::Null;
    let input = request.get("CoreDevice.input").unwrap_or(&nothing);
    let refusal = match device.step(Step::Feature)? {
        Some(Effect::Answer(word)) => Some(Err(error(1, "com.apple.dt.CoreDeviceError", word))),
        _ => None,
    };
    let output = match refusal {
        Some(refusal) => refusal,
        None => match name {
            "launchapplication" => launch(device, input)?,
            "listprocesses" => {
                device.step(Step::Processes)?;
                let alive = device.processes.alive();
                Ok(dictionary([(
                    "processTokens",
                    Object::Array(alive.iter().map(|one| token(one)).collect()),
                )]))
            }
            "sendsignaltoprocess" => signal(device, input)?,
            "listapps" => Ok(Object::Array(apps(device))),
            "uninstallapp" => {
                let bundle = input.get("bundleIdentifier").and_then(Object::text).unwrap_or_default();
                if device.apps.uninstall(bundle) {
                    device.journal().note(Event::Uninstalled { bundle: bundle.to_owned() });
                }
                Ok(Object::Dictionary(Vec::new()))
            }
            _ => Err(error(1001, "com.apple.dt.CoreDeviceError", format!("no feature {feature:?}"))),
        },
    };
    let invocation = request.get("CoreDevice.invocationIdentifier").cloned().unwrap_or(Object::Null);
    Ok(match output {
        Ok(output) => {
            dictionary([("CoreDevice.output", output), ("CoreDevice.invocationIdentifier", invocation)])
        }
        Err(error) => {
            let about = dictionary([("NSLocalizedDescription", error.description.as_str().into())]);
            let error = dictionary([
                ("code", Object::Int(error.code)),
                ("domain", error.domain.into()),
                ("userInfo", about),
            ]);
            dictionary([("CoreDevice.error", error), ("CoreDevice.invocationIdentifier", invocation)])
        }
    })
}

fn error(code: i64, domain: &'static str, description: impl Into<String>) -> NsError {
    NsError { code, domain, description: description.into() }
}

fn token(process: &Process) -> Object {
    let url = format!("file://{}/{}", process.app.path, process.app.executable);
    dictionary([
        ("processIdentifier", Object::Int(process.pid.into())),
        ("processIdentifierVersion", Object::Int(1)),
        ("auditToken", Object::Array(vec![Object::Unsigned(0); 8])),
        ("executableURL", dictionary([("relative", url.as_str().into())])),
    ])
}

fn is_true(object: Option<&Object>) -> bool {
    matches!(object, Some(Object::Bool(true)))
}

fn launch(device: &Arc<Device>, input: &Object) -> Result<std::result::Result<Object, NsError>> {
    let bundle = input.at(&["applicationSpecifier", "bundleIdentifier", "_0"]).and_then(Object::text);
    let bundle = bundle.unwrap_or_default().to_owned();
    let environment: BTreeMap<String, String> = match input.at(&["options", "environmentVariables"]) {
        Some(Object::Dictionary(pairs)) => {
            let text = |(key, value): &(String, Object)| Some((key.clone(), value.text()?.to_owned()));
            pairs.iter().filter_map(text).collect()
        }
        _ => BTreeMap::new(),
    };
    let arguments = match input.at(&["options", "arguments"]) {
        Some(Object::Array(list)) => list.iter().filter_map(Object::text).map(str::to_owned).collect(),
        _ => Vec::new(),
    };
    let kill_existing = is_true(input.at(&["options", "terminateExisting"]));
    let url = match input.at(&["options", "platformSpecificOptions"]) {
        Some(Object::Data(bytes)) => plist::from_bytes::<plist::Dictionary>(bytes).ok(),
        _ => None,
    };
    let url = url.as_ref().and_then(|options| options.get("__PayloadURL")?.as_string().map(str::to_owned));
    let start = Start { bundle: &bundle, environment, arguments, via: "appservice", kill_existing, url };
    Ok(match device.launch(start)? {
        Ok(process) => Ok(dictionary([("processToken", token(&process))])),
        Err(refusal) => Err(dtx::refused(refusal, &bundle)),
    })
}

fn signal(device: &Arc<Device>, input: &Object) -> Result<std::result::Result<Object, NsError>> {
    let number = |path: &[&str]| input.at(path).and_then(Object::number);
    let pid = number(&["process", "processIdentifier"]).and_then(|pid| u32::try_from(pid).ok()).unwrap_or(0);
    let signal = number(&["signal"]).and_then(|signal| i32::try_from(signal).ok()).unwrap_or(0);
    let Some(process) = device.processes.find(pid) else {
        device.signal(pid, signal)?;
        return Ok(Err(error(3, "NSPOSIXErrorDomain", "No such process")));
    };
    device.signal(pid, signal)?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Ok(Ok(dictionary([
        ("process", token(&process)),
        ("deviceTimestamp", Object::Date(i64::try_from(now.as_nanos()).unwrap_or(0))),
        ("signal", Object::Int(signal.into())),
    ])))
}

fn apps(device: &Device) -> Vec<Object> {
    let apps = device.apps.all().into_iter().map(|app| {
        let name = frames_text(&app.description(), "CFBundleDisplayName");
        dictionary([
            ("name", name.as_str().into()),
            ("path", app.path.as_str().into()),
            ("bundleIdentifier", app.bundle.as_str().into()),
            ("bundleVersion", "1".into()),
            ("version", "1.0".into()),
            ("isRemovable", true.into()),
            ("isDeveloperApp", true.into()),
            ("isFirstParty", false.into()),
            ("isInternal", false.into()),
            ("isHidden", false.into()),
            ("isAppClip", false.into()),
        ])
    });
    apps.collect()
}

fn frames_text(dictionary: &plist::Dictionary, key: &str) -> String {
    super::super::frames::text(dictionary, key).unwrap_or_default().to_owned()
}
