//! notification_proxy: sends the device's events to observers.

use std::sync::Arc;

use super::frames::{self, dictionary, text};
use super::wire::{Result, Wire};
use super::{Device, lock};

/// Serves a connection until either side ends it.
pub(super) fn serve(device: &Arc<Device>, wire: &Wire) -> Result<()> {
    lock(&device.observers).push(wire.clone());
    loop {
        let request = frames::receive(wire)?;
        match text(&request, "Command") {
            Some("PostNotification") => post(device, text(&request, "Name").unwrap_or_default()),
            Some("Shutdown") => return frames::send(wire, dictionary([("Command", "ProxyDeath".into())])),
            // Every client gets every notification, so a request to observe one needs no action.
            _ => {}
        }
    }
}

/// Sends a notification to every client.
pub(super) fn post(device: &Device, name: &str) {
    let news = dictionary([("Command", "RelayNotification".into()), ("Name", name.into())]);
    lock(&device.observers).retain(|wire| frames::send(wire, news.clone()).is_ok());
}
