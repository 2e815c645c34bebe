//! installation_proxy: lists, installs and uninstalls apps.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use plist::{Dictionary, Value};

use super::faults::Step;
use super::frames::{self, dictionary, text, texts};
use super::journal::Event;
use super::wire::{Result, Wire};
use super::{Device, notifications};

/// Serves a connection until the host ends it.
pub(super) fn serve(device: &Arc<Device>, wire: &Wire) -> Result<()> {
    loop {
        let request = frames::receive(wire)?;
        let none = Dictionary::new();
        let options = request.get("ClientOptions").and_then(Value::as_dictionary).unwrap_or(&none);
        match text(&request, "Command") {
            Some("Browse") => browse(device, wire, options)?,
            Some("Lookup") => lookup(device, wire, options)?,
            Some("Install" | "Upgrade") => {
                install(device, wire, text(&request, "PackagePath").unwrap_or_default())?;
            }
            Some("Uninstall") => {
                uninstall(device, wire, text(&request, "ApplicationIdentifier").unwrap_or_default())?;
            }
            _ => refuse(wire, "UnknownCommand", "no such command")?,
        }
    }
}

fn refuse(wire: &Wire, word: &str, reason: &str) -> Result<()> {
    frames::send(wire, dictionary([("Error", word.into()), ("ErrorDescription", reason.into())]))
}

fn progress(wire: &Wire, status: &str, percent: u32) -> Result<()> {
    frames::send(wire, dictionary([("Status", status.into()), ("PercentComplete", percent.into())]))
}

fn complete(wire: &Wire) -> Result<()> {
    frames::send(wire, dictionary([("Status", "Complete".into())]))
}

/// Returns the apps, each with the attributes that the client requests.
fn descriptions(device: &Device, options: &Dictionary) -> Vec<(String, Dictionary)> {
    let wanted = texts(options, "ReturnAttributes");
    let apps = device.apps.all().into_iter().map(|app| {
        let mut all = app.description();
        if let Some(wanted) = &wanted {
            all.retain(|key, _| wanted.iter().any(|one| one == key));
        }
        (app.bundle, all)
    });
    apps.collect()
}

fn browse(device: &Arc<Device>, wire: &Wire, options: &Dictionary) -> Result<()> {
    if let Some(word) = device.answer(Step::Browse)? {
        return refuse(wire, word, "the list could not be made");
    }
    // The device has no system apps.
    let of_users = matches!(text(options, "ApplicationType"), None | Some("Any" | "User"));
    let apps = if of_users { descriptions(device, options) } else { Vec::new() };
    let list: Vec<Value> = apps.into_iter().map(|(_, app)| app.into()).collect();
    if !list.is_empty() {
        frames::send(
            wire,
            dictionary([
                ("CurrentIndex", 0.into()),
                ("CurrentAmount", (list.len() as u64).into()),
                ("CurrentList", Value::Array(list)),
                ("Status", "BrowsingApplications".into()),
            ]),
        )?;
    }
    complete(wire)
}

fn lookup(device: &Arc<Device>, wire: &Wire, options: &Dictionary) -> Result<()> {
    if let Some(word) = device.answer(Step::Browse)? {
        return refuse(wire, word, "the app could not be looked up");
    }
    let wanted = texts(options, "BundleIDs");
    let found: Dictionary = descriptions(device, options)
        .into_iter()
        .filter(|(bundle, _)| wanted.as_ref().is_none_or(|wanted| wanted.contains(bundle)))
        .map(|(bundle, app)| (bundle, Value::Dictionary(app)))
        .collect();
    frames::send(wire, dictionary([("LookupResult", found.into()), ("Status", "Complete".into())]))
}

/// Returns the host's path for an AFC path; `None` if the path leads outside the media folder.
fn uploaded(device: &Device, path: &str) -> Option<PathBuf> {
    let path = Path::new(path.trim_start_matches('/'));
    let inside = path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    inside.then(|| device.media.join(path))
}

fn install(device: &Arc<Device>, wire: &Wire, path: &str) -> Result<()> {
    for (status, percent) in
        [("CreatingStagingDirectory", 5), ("ExtractingPackage", 15), ("InspectingPackage", 20)]
    {
        progress(wire, status, percent)?;
    }
    if let Some(word) = device.answer(Step::Install)? {
        return refuse(wire, word, "Failed to verify code signature: the signature is not valid");
    }
    let Some(package) = uploaded(device, path).filter(|package| package.exists()) else {
        return refuse(wire, "PackageExtractionFailed", &format!("nothing at {path:?}"));
    };
    progress(wire, "VerifyingApplication", 40)?;
    match device.install(&package) {
        Ok(_) => {
            progress(wire, "InstallingApplication", 60)?;
            progress(wire, "GeneratingApplicationMap", 90)?;
            complete(wire)?;
            notifications::post(device, "com.apple.mobile.application_installed");
            Ok(())
        }
        Err(error) => refuse(wire, error.word, &error.reason),
    }
}

fn uninstall(device: &Arc<Device>, wire: &Wire, bundle: &str) -> Result<()> {
    if let Some(word) = device.answer(Step::Uninstall)? {
        return refuse(wire, word, "the app could not be removed");
    }
    progress(wire, "RemovingApplication", 50)?;
    for process in device.processes.alive().iter().filter(|process| process.app.bundle == bundle) {
        device.processes.kill(process.pid, device.journal());
    }
    if device.apps.uninstall(bundle) {
        device.journal().note(Event::Uninstalled { bundle: bundle.to_owned() });
        notifications::post(device, "com.apple.mobile.application_uninstalled");
    }
    // A phone also reports success for an app that was not installed.
    complete(wire)
}
