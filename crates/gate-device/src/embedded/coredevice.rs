//! CoreDevice on iOS 17.4 and later: a tunnel over the cable, the list of its services, and the service that starts apps.
//!
//! Files and installations use the older services, which are faster and work on every version.

use idevice::core_device::AppServiceClient;
use idevice::core_device_proxy::CoreDeviceProxy;
use idevice::rsd::RsdHandshake;
use idevice::tcp::handle::AdapterHandle;
use idevice::{IdeviceError, IdeviceService as _, ReadWrite, RsdService as _};
use plist::{Dictionary, Value};

use super::super::{Failure, FailureKind, LaunchOptions, Result};
use super::errors::{kind_from_message, to_failure};
use super::install;
use super::lockdown::{self, TlsMode};
use super::mux::DeviceRoute;

/// A tunnel and its app service.
pub(super) struct CoreDevice {
    apps: AppServiceClient<Box<dyn ReadWrite>>,
    /// The tunnel to the app service, which is closed when this value is dropped.
    _tunnel: AdapterHandle,
}

/// Converts an error; a broken connection counts as a failure of the tunnel.
fn to_tunnel_failure(doing: &str, error: &IdeviceError) -> Failure {
    let found = to_failure(doing, error);
    match found.kind {
        FailureKind::Lost | FailureKind::Protocol => Failure::new(FailureKind::Tunnel, found.detail),
        _ => found,
    }
}

impl CoreDevice {
    /// Opens a tunnel and connects to the app service in it.
    pub(super) async fn connect(route: &DeviceRoute) -> Result<CoreDevice> {
        let service = "com.apple.internal.devicecompute.CoreDeviceProxy";
        let connection = lockdown::start(route, service, TlsMode::Session, true).await?;
        let doing = "digging a tunnel";
        let proxy = CoreDeviceProxy::from_stream(connection)
            .await
            .map_err(|error| to_tunnel_failure(doing, &error))?;
        let port = proxy.tunnel_info().server_rsd_port;
        let adapter = proxy.create_software_tunnel().map_err(|error| to_tunnel_failure(doing, &error))?;
        let mut adapter = adapter.to_async_handle();
        let doing = "requesting the services of the tunnel";
        let list = adapter.connect(port).await;
        let list = list.map_err(|error| to_tunnel_failure(doing, &IdeviceError::Socket(error)))?;
        let mut services = RsdHandshake::new(list).await.map_err(|error| to_tunnel_failure(doing, &error))?;
        let doing = "connecting to appservice";
        let apps = match AppServiceClient::connect_rsd(&mut adapter, &mut services).await {
            Ok(apps) => apps,
            Err(IdeviceError::ServiceNotFound) => {
                return Err(lockdown::missing(&mut lockdown::session(route).await?, doing).await);
            }
            Err(error) => return Err(to_tunnel_failure(doing, &error)),
        };
        Ok(CoreDevice { apps, _tunnel: adapter })
    }

    /// Starts an app cold, or brings its process to the front; returns the id of the process.
    pub(super) async fn launch(&mut self, start: &LaunchOptions) -> Result<u64> {
        let environment: Dictionary =
            start.environment.iter().map(|(key, value)| (key.clone(), Value::from(value.as_str()))).collect();
        let arguments: Vec<&str> = start.arguments.iter().map(String::as_str).collect();
        // FrontBoard expects the URL under this key.
        let url = start.url.as_ref().map(|url| [("__PayloadURL".to_owned(), Value::from(url.as_str()))]);
        let options = url.map(|pair| pair.into_iter().collect());
        let doing = format!("launching {}", start.bundle);
        let answer = self
            .apps
            .launch_application(
                &start.bundle,
                &arguments,
                !start.keeps_process,
                false,
                Some(environment),
                options,
                None,
            )
            .await;
        match answer {
            Ok(process) => Ok(process.pid.into()),
            Err(IdeviceError::CoreDevice(error)) => {
                let said = error.to_string();
                Err(Failure::new(kind_from_message(&said), format!("{doing}: {said}")))
            }
            Err(error) => Err(to_failure(&doing, &error)),
        }
    }

    /// Returns whether a process runs.
    pub(super) async fn is_alive(&mut self, pid: u64) -> Result<bool> {
        let running =
            self.apps.list_processes().await.map_err(|error| to_failure("listing processes", &error))?;
        Ok(running.iter().any(|process| u64::from(process.pid) == pid))
    }

    /// Returns whether a program in this folder runs.
    pub(super) async fn runs(&mut self, place: &str) -> Result<bool> {
        let running =
            self.apps.list_processes().await.map_err(|error| to_failure("listing processes", &error))?;
        let mut programs = running.iter().filter_map(|process| process.executable_url.as_ref());
        Ok(programs.any(|url| install::is_in(url.relative.trim_start_matches("file://"), place)))
    }

    /// Ends a process. A process that has already ended is not a failure.
    pub(super) async fn kill(&mut self, pid: u64) -> Result<()> {
        let doing = "ending a process";
        let number = u32::try_from(pid)
            .map_err(|error| Failure::new(FailureKind::Protocol, format!("{doing}: {error}")))?;
        match self.apps.send_signal(number, 9).await {
            Ok(_) => Ok(()),
            // The device returns a CoreDevice error if the process does not exist. The error is ignored, since the caller checks whether
            // the process has ended.
            Err(IdeviceError::CoreDevice(_)) => Ok(()),
            Err(error) => Err(to_failure(doing, &error)),
        }
    }
}
