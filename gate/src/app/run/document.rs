//! Copies a file into the documents of an installed app, where the Files app of the device shows the file.

use std::path::Path;

use anyhow::ensure;
use gate_device::campaign::App;
use gate_device::{Patience, choose_driver};

use super::RunRequest;
use super::target::Target;
use crate::app::event::EventReceiver;

/// Returns the bundle identifier of an app whose documents the Files app shows.
pub fn documents_owner(app: &Path) -> anyhow::Result<String> {
    let read = App::read_without_agent(app)?;
    ensure!(
        read.shows_documents,
        "{}: its file sharing is off, so the Files app does not show its documents; set UIFileSharingEnabled and \
         LSSupportsOpeningDocumentsInPlace in Info.plist",
        app.display()
    );
    Ok(read.bundle)
}

/// Puts a file into the documents of the app `bundle` on the device or simulator of a run.
pub fn put_document(
    run: &RunRequest<'_>,
    bundle: &str,
    file: &Path,
    name: &str,
    watch: &mut dyn EventReceiver,
) -> anyhow::Result<()> {
    let RunRequest { on, config, stop, .. } = run;
    let patience = Patience::new(config.device.answer_timeout, stop.clone());
    let target = Target::new(on, None, &patience, watch)?;
    let mut chosen = choose_driver(&on.tables, on.driver, target.udid().or(on.udid), on.usbmuxd, &patience)?;
    let mut phone = chosen.driver.open(&chosen.device.udid)?;
    Ok(phone.push(bundle, file, &format!("Documents/{name}"))?)
}
