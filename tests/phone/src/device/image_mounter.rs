//! mobile_image_mounter: reports whether the developer image is mounted and whether Developer Mode is on.
//!
//! The service does not mount an image: the image is mounted unless a fault removes it.

use std::sync::Arc;

use plist::{Dictionary, Value};

use super::Device;
use super::faults::Step;
use super::frames::{self, dictionary, text};
use super::wire::{Result, Wire, malformed};

/// Serves a connection until the host ends it.
pub(super) fn serve(device: &Arc<Device>, wire: &Wire) -> Result<()> {
    loop {
        let request = frames::receive(wire)?;
        if let Some(word) = device.answer(Step::Mounter)? {
            frames::send(wire, dictionary([("Error", word.into())]))?;
            continue;
        }
        let complete = || dictionary([("Status", "Complete".into())]);
        let reply = match text(&request, "Command") {
            Some("LookupImage") => lookup(device, &request)?,
            Some("CopyDevices") => {
                let mut reply = complete();
                reply.insert("EntryList".into(), Value::Array(Vec::new()));
                reply
            }
            Some("QueryDeveloperModeStatus") => {
                dictionary([("DeveloperModeStatus", device.answer(Step::DeveloperMode)?.is_none().into())])
            }
            Some("ReceiveBytes") => {
                receive(wire, &request)?;
                complete()
            }
            Some("MountImage" | "UnmountImage") => complete(),
            Some("Hangup") => dictionary([("Goodbye", true.into())]),
            other => dictionary([("Error", format!("UnknownCommand: {}", other.unwrap_or_default()).into())]),
        };
        frames::send(wire, reply)?;
    }
}

fn lookup(device: &Arc<Device>, request: &Dictionary) -> Result<Dictionary> {
    let kind = text(request, "ImageType").unwrap_or("Developer");
    // From iOS 17 on the image is personalised.
    let right = if device.ios().major >= 17 { "Personalized" } else { "Developer" };
    let present = kind == right && device.answer(Step::DeveloperService)?.is_none();
    let mut reply = dictionary([("Status", "Complete".into())]);
    if device.ios().major < 17 {
        reply.insert("ImagePresent".into(), present.into());
    }
    if present {
        reply.insert("ImageSignature".into(), Value::Array(vec![Value::Data(vec![1; 16])]));
    }
    Ok(reply)
}

/// Receives an uploaded image and discards it.
fn receive(wire: &Wire, request: &Dictionary) -> Result<()> {
    let size = request.get("ImageSize").and_then(Value::as_unsigned_integer).unwrap_or(0);
    if size > 4 << 30 {
        return malformed(format!("developer image of {size} bytes"));
    }
    frames::send(wire, dictionary([("Status", "ReceiveBytesAck".into())]))?;
    let (mut left, mut buffer) = (size, vec![0; 1 << 16]);
    while left > 0 {
        let most = left.min(buffer.len() as u64) as usize;
        left -= wire.read_some(&mut buffer[..most])? as u64;
    }
    Ok(())
}
