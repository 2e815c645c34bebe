//! notification_proxy: what happens on the device, told to observers.

use std::sync::Arc;

use super::frames::{self, dictionary, text};
use super::wire::{Result, Wire};
use super::{Device, lock};

/// A connection, until either side ends it.
pub(super) fn serve(device: &Arc<Device>, wire: &Wire) -> Result<()> {
    lock(&device.observers).push(wire.clone());
    loop {
        let request = frames::receive(wire)?;
        match text(&request, "Command") {
            Some("PostNotification") => post(device, text(&request, "Name").unwrap_or_default()),
            Some("Shutdown") => return frames::send(wire, dictionary([("Command", "ProxyDeath".into())])),
            // Everybody is told everything, so there is nothing to do for an observation.
            _ => {}
        }
    }
}

/// Tells everybody.
pub(super) fn post(device: &Device, name: &str) {
    let news = dictionary([("Command", "RelayNotification".into()), ("Name", name.into())]);
    lock(&device.observers).retain(|wire| frames::send(wire, news.clone()).is_ok());
}
