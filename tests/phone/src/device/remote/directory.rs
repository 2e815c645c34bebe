//! RSD (remote service discovery): lists the services in the tunnel, and opens connections to them.

use std::sync::Arc;
use std::thread;

use super::super::faults::Step;
use super::super::frames::{self, dictionary as plist_of, text};
use super::super::journal::Event;
use super::super::wire::{Error, Result, Wire, malformed};
use super::super::{
    Device, afc, debugserver, dtx, house_arrest, image_mounter, installation, model, notifications,
    zip_conduit,
};
use super::xpc::{Object, dictionary};
use super::{features, http2};

/// The port on which the list is served.
pub(super) const PORT: u16 = 58783;

/// The messages with which a service's connection begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Opening {
    /// The service uses RemoteXPC.
    RemoteXpc,
    /// The service expects a check-in, which is not needed when lockdown starts the service.
    CheckIn,
    /// The service begins without additional messages.
    Plain,
}

struct Service {
    name: &'static str,
    opening: Opening,
    developer: bool,
    serve: fn(&Arc<Device>, &Wire) -> Result<()>,
}

const fn shim(name: &'static str, serve: fn(&Arc<Device>, &Wire) -> Result<()>) -> Service {
    Service { name, opening: Opening::CheckIn, developer: false, serve }
}

/// The services in the order of their ports.
const SERVICES: &[Service] = &[
    Service {
        name: "com.apple.coredevice.appservice",
        opening: Opening::RemoteXpc,
        developer: true,
        serve: features::serve,
    },
    Service {
        name: "com.apple.instruments.dtservicehub",
        opening: Opening::Plain,
        developer: true,
        serve: dtx::serve,
    },
    Service {
        name: "com.apple.internal.dt.remote.debugproxy",
        opening: Opening::Plain,
        developer: true,
        serve: debugserver::serve,
    },
    shim("com.apple.afc.shim.remote", afc::media),
    shim("com.apple.mobile.house_arrest.shim.remote", house_arrest::serve),
    shim("com.apple.mobile.installation_proxy.shim.remote", installation::serve),
    shim("com.apple.mobile.notification_proxy.shim.remote", notifications::serve),
    shim("com.apple.mobile.mobile_image_mounter.shim.remote", image_mounter::serve),
    shim("com.apple.streaming_zip_conduit.shim.remote", zip_conduit::serve),
];

/// Opens a connection to a port; `None` if no service has this port.
pub(super) fn open(device: &Arc<Device>, port: u16) -> Option<Wire> {
    let service = usize::from(port.checked_sub(PORT)?).checked_sub(1).map(|index| SERVICES.get(index));
    // The first port is that of the list, and the ports of the services follow.
    let service = match service {
        None => None,
        Some(found) => Some(found?),
    };
    let (outside, inside) = Wire::pair().ok()?;
    let device = device.clone();
    thread::spawn(move || {
        let served = match service {
            None => list(&device, &inside),
            Some(service) => service.begin(&device, &inside),
        };
        if let Err(error) = served
            && !matches!(error, Error::Closed)
        {
            device.journal().note(Event::Refused(error.to_string()));
        }
        inside.close();
    });
    Some(outside)
}

impl Service {
    fn begin(&self, device: &Arc<Device>, wire: &Wire) -> Result<()> {
        if self.opening == Opening::CheckIn {
            let request = frames::receive(wire)?;
            if text(&request, "Request") != Some("RSDCheckin") {
                return malformed(format!("check-in with {}: {request:?}", self.name));
            }
            for word in ["RSDCheckin", "StartService"] {
                frames::send(wire, plist_of([("Request", word.into())]))?;
            }
        }
        device.journal().note(Event::Service { name: self.name.to_owned(), protocol: None });
        (self.serve)(device, wire)
    }
}

fn list(device: &Arc<Device>, wire: &Wire) -> Result<()> {
    device.step(Step::Directory)?;
    let hidden =
        device.answer(Step::DeveloperMode)?.is_some() || device.answer(Step::DeveloperService)?.is_some();
    let ios = device.ios();
    let services = SERVICES.iter().enumerate().filter(|(_, service)| !(service.developer && hidden));
    let services = services.map(|(index, service)| {
        let properties = dictionary([
            ("UsesRemoteXPC", (service.opening == Opening::RemoteXpc).into()),
            ("ServiceVersion", Object::Unsigned(1)),
        ]);
        let port = (usize::from(PORT) + 1 + index).to_string();
        let entry = dictionary([
            ("Port", port.as_str().into()),
            ("Entitlement", "com.apple.mobile.lockdown.remote.trusted".into()),
            ("Properties", properties),
        ]);
        (service.name.to_owned(), entry)
    });
    let properties = dictionary([
        ("UniqueDeviceID", device.udid().into()),
        ("ProductType", ios.product_type().into()),
        ("OSVersion", ios.version().into()),
        ("BuildVersion", ios.build().into()),
        ("HWModel", ios.board().into()),
        ("UniqueChipID", Object::Unsigned(model::chip(device.udid()))),
        ("DeviceClass", "iPhone".into()),
        ("SensitivePropertiesVisible", true.into()),
    ]);
    let greeting = dictionary([
        ("MessageType", "Handshake".into()),
        ("MessagingProtocolVersion", Object::Unsigned(3)),
        ("UUID", Object::Uuid(*b"emulated phone 1")),
        ("Properties", properties),
        ("Services", Object::Dictionary(services.collect())),
    ]);
    http2::serve(wire, Some(greeting), |_| Ok(Object::Dictionary(Vec::new())))
}
