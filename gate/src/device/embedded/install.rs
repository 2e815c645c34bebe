//! An app onto the device: its files by AFC, then the installer.

use std::path::Path;

use idevice::afc::AfcClient;
use idevice::installation_proxy::InstallationProxyClient;
use idevice::{IdeviceError, IdeviceService as _};
use plist::{Dictionary, Value};

use super::super::{Failure, Kind};
use super::afc;
use super::lockdown::{self, Tls};
use super::mux::Route;
use super::said::failure;

/// Where the installer looks.
const STAGING: &str = "PublicStaging";

/// Installs an .ipa or a folder `X.app`.
pub(super) async fn install(route: &Route, app: &Path) -> Result<(), Failure> {
    let doing = format!("installing {}", app.display());
    let failed = |error: IdeviceError| failure(&doing, &error);
    let is_folder = app.is_dir();
    let name = if is_folder { "launchgate.app" } else { "launchgate.ipa" };
    let place = format!("{STAGING}/{name}");
    let mut files = AfcClient::new(lockdown::start(route, "com.apple.afc", Tls::Session, false).await?);
    afc::make_folder(&mut files, STAGING).await.map_err(failed)?;
    if is_folder {
        // What an earlier build left there would be in this one.
        let _ = files.remove_all(place.as_str()).await;
    }
    afc::upload(&mut files, app, &place).await?;
    let service = "com.apple.mobile.installation_proxy";
    let installer = lockdown::start(route, service, Tls::Session, false).await?;
    let mut installer = InstallationProxyClient::from_stream(installer).await.map_err(failed)?;
    let options: Dictionary = if is_folder {
        [("PackageType".to_owned(), Value::from("Developer"))].into_iter().collect()
    } else {
        Dictionary::new()
    };
    installer.install(place, Some(Value::Dictionary(options))).await.map_err(|error| {
        let found = failure(&doing, &error);
        // What the installer says in words that nobody knows here is still the installer's.
        let is_word = matches!(error, IdeviceError::UnknownErrorType(_));
        let kind = if found.kind == Kind::Protocol && is_word { Kind::Install } else { found.kind };
        Failure::new(kind, found.detail)
    })
}
