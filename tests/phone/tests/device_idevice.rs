//! Tests the emulated device with the crate `idevice`, a third-party client, on every iOS version that the device supports.
#![expect(clippy::unwrap_used, reason = "a test stops where its surroundings fail")]

use std::future::Future;
use std::io::Read as _;
use std::time::Duration;

use idevice::afc::opcode::AfcFopenMode;
use idevice::core_device::AppServiceClient;
use idevice::core_device_proxy::CoreDeviceProxy;
use idevice::dvt::process_control::ProcessControlClient;
use idevice::dvt::remote_server::RemoteServerClient;
use idevice::house_arrest::HouseArrestClient;
use idevice::installation_proxy::InstallationProxyClient;
use idevice::provider::{IdeviceProvider as _, UsbmuxdProvider};
use idevice::rsd::RsdHandshake;
use idevice::services::lockdown::LockdownClient;
use idevice::usbmuxd::{UsbmuxdAddr, UsbmuxdConnection};
use idevice::{IdeviceService as _, ReadWrite, RsdService as _};
use phone::device::{End, Event, Settings, named};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use super::device::bed::{APP, Bed};

const PATIENCE: Duration = Duration::from_secs(120);

/// Runs a future with a deadline, since the client has no deadline itself.
fn within<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async { tokio::time::timeout(PATIENCE, work).await.expect("done in time") })
}

async fn provider(bed: &Bed) -> UsbmuxdProvider {
    let address = UsbmuxdAddr::UnixSocket(bed.hub.unix().display().to_string());
    let mut usbmuxd: UsbmuxdConnection = address.connect(0).await.unwrap();
    let devices = usbmuxd.get_devices().await.unwrap();
    devices[0].to_provider(address, "test")
}

fn environment(launch: &str) -> plist::Dictionary {
    [("LAUNCHGATE_LAUNCH".to_owned(), plist::Value::from(launch))].into_iter().collect()
}

#[test]
fn apps_are_listed_launched_and_killed_over_usb() {
    let bed = Bed::with_app(Settings::ios("16.4"));
    within(async {
        let provider = provider(&bed).await;
        let mut apps = InstallationProxyClient::connect(&provider).await.unwrap();
        assert!(apps.get_apps(Some("User"), None).await.unwrap().contains_key(APP));
        let mut server = RemoteServerClient::connect(&provider).await.unwrap();
        let mut control = ProcessControlClient::new(&mut server).await.unwrap();
        let first = control.launch_app(APP, Some(environment("one")), None, false, true).await.unwrap();
        let second = control.launch_app(APP, Some(environment("two")), None, false, true).await.unwrap();
        let launches = bed.device.journal().launches();
        assert_eq!(launches[1].killed, [u32::try_from(first).unwrap()]);
        assert_eq!(launches[1].environment["LAUNCHGATE_LAUNCH"], "two");
        control.kill_app(second).await.unwrap();
        let pid = u32::try_from(second).unwrap();
        let killed = Event::Ended { pid, how: End::Signal(9) };
        assert!(bed.device.journal().wait(PATIENCE, |event| *event == killed).is_some());
        bed.device.faults().add(named("locked").unwrap());
        assert!(control.launch_app(APP, None, None, false, true).await.is_err());
    });
}

#[test]
fn from_ios_17_on_all_device_services_work_through_the_tunnel() {
    for version in ["17.5", "26"] {
        let bed = Bed::with_app(Settings::ios(version));
        let container = bed.device.app(APP).unwrap().container;
        std::fs::write(container.join("Documents/big"), vec![7; 1 << 20]).unwrap();
        within(async {
            let provider = provider(&bed).await;
            assert!(
                RemoteServerClient::connect(&provider).await.is_err(),
                "lockdown has no instruments any more"
            );
            let proxy = CoreDeviceProxy::connect(&provider).await.unwrap();
            let port = proxy.tunnel_info().server_rsd_port;
            let mut adapter = proxy.create_software_tunnel().unwrap().to_async_handle();
            let mut list = RsdHandshake::new(adapter.connect(port).await.unwrap()).await.unwrap();
            let mut apps = AppServiceClient::connect_rsd(&mut adapter, &mut list).await.unwrap();
            let listed = apps.list_apps(false, true, false, false, true).await.unwrap();
            assert!(listed.iter().any(|app| app.bundle_identifier == APP), "{listed:?}");
            let launch =
                apps.launch_application(APP, &["first"], true, false, Some(environment("three")), None, None);
            let pid = launch.await.unwrap().pid;
            let asked = bed.device.journal().launches().pop().unwrap();
            assert_eq!((asked.pid, asked.via, asked.kill_existing), (pid, "appservice", true));
            assert_eq!(
                (asked.environment["LAUNCHGATE_LAUNCH"].as_str(), &asked.arguments[..]),
                ("three", &["first".to_owned()][..])
            );
            while !container.join("Documents/launchgate/three.lgtrace").exists() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            let house = HouseArrestClient::connect_rsd(&mut adapter, &mut list).await.unwrap();
            let mut files = house.vend_container(APP).await.unwrap();
            let mut file =
                files.open("/Documents/launchgate/three.lgtrace", AfcFopenMode::RdOnly).await.unwrap();
            assert!(file.read_entire().await.unwrap().ends_with(b"line 01999 of three\nthe end\n"));
            file.close().await.unwrap();
            let mut file = files.open("/Documents/big", AfcFopenMode::RdOnly).await.unwrap();
            assert_eq!(file.read_entire().await.unwrap(), vec![7; 1 << 20]);
            file.close().await.unwrap();
            let processes = apps.list_processes().await.unwrap();
            assert_eq!(processes.iter().map(|process| process.pid).collect::<Vec<_>>(), [pid]);
            apps.send_signal(pid, 9).await.unwrap();
            assert!(bed.device.alive().is_empty());
            let mut server = RemoteServerClient::connect_rsd(&mut adapter, &mut list).await.unwrap();
            let mut control = ProcessControlClient::new(&mut server).await.unwrap();
            control.launch_app(APP, Some(environment("four")), None, false, true).await.unwrap();
            assert_eq!(bed.device.journal().launches().pop().unwrap().via, "instruments");
            bed.device.faults().add(named("locked").unwrap());
            let refused = apps.launch_application(APP, &[], true, false, None, None, None).await;
            assert!(format!("{refused:?}").contains("Locked"), "{refused:?}");
        });
    }
}

/// Connects to a service of lockdown for which the client has no type.
async fn service(provider: &UsbmuxdProvider, name: &str) -> Box<dyn ReadWrite> {
    let mut lockdown = LockdownClient::connect(provider).await.unwrap();
    let pairing = provider.get_pairing_file().await.unwrap();
    lockdown.start_session(&pairing).await.unwrap();
    let (port, secured) = lockdown.start_service(name).await.unwrap();
    assert!(secured);
    let mut connection = provider.connect(port).await.unwrap();
    connection.start_session(&pairing, false).await.unwrap();
    connection.get_socket().unwrap()
}

/// Returns a file in the format of a stream: its local header and its bytes, without compression.
fn stored(name: &str, bytes: &[u8], checksum: u32) -> Vec<u8> {
    let length = (bytes.len() as u32).to_le_bytes();
    let name_length = (name.len() as u16).to_le_bytes();
    [
        &b"PK\x03\x04\x14\0\0\0\0\0\xef\xbd\xec\x52"[..],
        &checksum.to_le_bytes(),
        &length,
        &length,
        &name_length,
        b"\0\0",
        name.as_bytes(),
        bytes,
    ]
    .concat()
}

/// Returns the files of an archive as a stream, up to the position at which the central directory would begin.
fn stream(archive: &std::path::Path) -> Vec<u8> {
    let mut archive = zip::ZipArchive::new(std::fs::File::open(archive).unwrap()).unwrap();
    let mut stream = stored("META-INF/", b"", 0);
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).unwrap();
        let (name, checksum) = (entry.name().unwrap().into_owned(), entry.crc32());
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).unwrap();
        stream.extend(stored(&name, &bytes, checksum));
    }
    stream
}

/// Sends a stream, and returns all messages of the device about the stream.
async fn transfer(socket: &mut Box<dyn ReadWrite>, stream: &[u8]) -> Vec<plist::Dictionary> {
    let request = "<plist version=\"1.0\"><dict><key>InstallTransferredDirectory</key><integer>1</integer>\
        <key>MediaSubdir</key><string>PublicStaging/Fixture.ipa</string></dict></plist>";
    let length = (request.len() as u32).to_be_bytes();
    socket.write_all(&[&length[..], request.as_bytes(), stream, b"PK\x01\x02"].concat()).await.unwrap();
    socket.flush().await.unwrap();
    let mut told = Vec::new();
    loop {
        let length = socket.read_u32().await.unwrap();
        let mut message = vec![0; length as usize];
        socket.read_exact(&mut message).await.unwrap();
        let message = plist::from_bytes::<plist::Dictionary>(&message).unwrap();
        let progress = message.get("InstallProgressDict").and_then(plist::Value::as_dictionary);
        let is_last = progress.is_none_or(|progress| progress.contains_key("Error"));
        told.push(message);
        if is_last {
            return told;
        }
    }
}

#[test]
fn a_streamed_app_is_installed_completely_or_not_at_all() {
    let bed = Bed::new(Settings::ios("16.4"));
    let whole = stream(&bed.ipa());
    let word = |told: &[plist::Dictionary]| {
        let progress = told.last()?.get("InstallProgressDict")?.as_dictionary()?;
        Some(progress.get("Error")?.as_string()?.to_owned())
    };
    within(async {
        let provider = provider(&bed).await;
        let mut socket = service(&provider, "com.apple.streaming_zip_conduit").await;
        let outside = [stored("../out", b"x", 0x8cdc_1683), whole.clone()].concat();
        let damaged = [stored("Payload/Fixture.app/More", b"x", 1), whole.clone()].concat();
        for refused in [outside, damaged, stored("Readme", b"x", 0x8cdc_1683)] {
            let told = transfer(&mut socket, &refused).await;
            assert!(word(&told).is_some_and(|word| word.starts_with("Package")), "{told:?}");
            assert!(bed.device.app(APP).is_none());
        }
        bed.device.faults().add(named("bad-signature=1").unwrap());
        let told = transfer(&mut socket, &whole).await;
        assert_eq!(word(&told).as_deref(), Some("ApplicationVerificationFailed"), "{told:?}");
        assert!(bed.device.app(APP).is_none());
        let told = transfer(&mut socket, &whole).await;
        assert_eq!(told.last().unwrap()["Status"].as_string(), Some("DataComplete"), "{told:?}");
        assert!(told.len() > 2, "progress is told: {told:?}");
        let app = bed.device.app(APP).unwrap();
        assert!(app.folder.join("Fixture").is_file() && bed.device.alive().is_empty());
        // A transfer that is interrupted in the middle has no effect.
        socket.write_all(&whole[..whole.len() / 2]).await.unwrap();
        drop(socket);
        let mut apps = InstallationProxyClient::connect(&provider).await.unwrap();
        assert!(apps.get_apps(Some("User"), None).await.unwrap().contains_key(APP));
    });
}
