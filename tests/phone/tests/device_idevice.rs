//! The crate `idevice`, a client that is not ours, on every version that the emulated device can be.
#![expect(clippy::unwrap_used, reason = "a test stops where its surroundings fail")]

#[path = "device/bed.rs"]
#[expect(dead_code, reason = "other tests run tools with it")]
mod bed;

use std::future::Future;
use std::time::Duration;

use bed::{APP, Bed};
use idevice::afc::opcode::AfcFopenMode;
use idevice::core_device::AppServiceClient;
use idevice::core_device_proxy::CoreDeviceProxy;
use idevice::dvt::process_control::ProcessControlClient;
use idevice::dvt::remote_server::RemoteServerClient;
use idevice::house_arrest::HouseArrestClient;
use idevice::installation_proxy::InstallationProxyClient;
use idevice::provider::UsbmuxdProvider;
use idevice::rsd::RsdHandshake;
use idevice::usbmuxd::{UsbmuxdAddr, UsbmuxdConnection};
use idevice::{IdeviceService as _, RsdService as _};
use phone::device::{End, Event, Settings, named};

const PATIENCE: Duration = Duration::from_secs(30);

/// The client has no deadlines of its own.
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
fn everything_goes_through_the_tunnel_from_ios_17_on() {
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
