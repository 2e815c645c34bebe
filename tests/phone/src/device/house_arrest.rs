//! house_arrest: opens an app's container, which AFC then serves.
//!
//! Invariant: the documents are served only for apps that share them, and then no other folder is served.

use std::sync::Arc;

use super::Device;
use super::afc::{self, Root};
use super::faults::Step;
use super::frames::{self, dictionary, text};
use super::wire::{Result, Wire};

/// Serves one request, then AFC.
pub(super) fn serve(device: &Arc<Device>, wire: &Wire) -> Result<()> {
    let request = frames::receive(wire)?;
    let refusal = device.answer(Step::Arrest)?;
    let app = device.apps.find(text(&request, "Identifier").unwrap_or_default());
    let answer = match (refusal, app, text(&request, "Command")) {
        (Some(word), _, _) => Err(word),
        (None, None, _) => Err("ApplicationLookupFailed"),
        (None, Some(app), Some("VendContainer")) => Ok(Root { folder: app.container, only: None }),
        (None, Some(app), Some("VendDocuments")) if app.shares_files() => {
            Ok(Root { folder: app.container, only: Some("Documents") })
        }
        (None, Some(_), Some("VendDocuments")) => Err("InstallationLookupFailed"),
        (None, Some(_), _) => Err("InvalidCommand"),
    };
    match answer {
        Ok(root) => {
            frames::send(wire, dictionary([("Status", "Complete".into())]))?;
            afc::serve(device, wire, &root)
        }
        Err(word) => {
            frames::send(wire, dictionary([("Error", word.into())]))?;
            // Tools send their first AFC request without waiting for this answer. If the connection was
            // closed, the answer would be discarded.
            while wire.read_some(&mut [0; 1024]).is_ok() {}
            Ok(())
        }
    }
}
