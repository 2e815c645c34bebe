//! Installs apps: the files are transferred by AFC, then the installer is called.

use std::cell::Cell;
use std::path::Path;
use std::pin::pin;
use std::time::{Duration, Instant};

use idevice::afc::AfcClient;
use idevice::installation_proxy::InstallationProxyClient;
use idevice::{IdeviceError, IdeviceService as _};
use plist::{Dictionary, Value};

use super::super::{Failure, FailureKind, Result};
use super::afc;
use super::errors::to_failure;
use super::lockdown::{self, TlsMode};
use super::mux::DeviceRoute;

/// The installer's service.
const INSTALLER: &str = "com.apple.mobile.installation_proxy";

/// The folder from which the installer reads.
const STAGING: &str = "PublicStaging";

/// Installs an .ipa or a folder `X.app`. The device has stalled if it accepts no bytes for `silence`, or if the installer sends no message
/// for `quiet`. The limit `quiet` is longer than `silence`, because the installer checks a large app for a long time without a message.
pub(super) async fn install(
    route: &DeviceRoute,
    app: &Path,
    silence: Duration,
    quiet: Duration,
) -> Result<()> {
    let doing = format!("installing {}", app.display());
    let failed = |error: IdeviceError| to_failure(&doing, &error);
    let is_folder = app.is_dir();
    let name = if is_folder { "launchgate.app" } else { "launchgate.ipa" };
    let place = format!("{STAGING}/{name}");
    let start = async |service| {
        let late = |_| Failure::new(FailureKind::Timeout, format!("{doing}: no answer for {silence:?}"));
        tokio::time::timeout(silence, lockdown::start(route, service, TlsMode::Session, false))
            .await
            .map_err(late)?
    };
    let mut files = AfcClient::new(start("com.apple.afc").await?);
    afc::timely(&doing, silence, afc::make_folder(&mut files, STAGING)).await?;
    if is_folder {
        // The folder is removed first, since files of an earlier build in it would become files of the new build.
        let _ = files.remove_all(place.as_str()).await;
    }
    afc::upload(&mut files, app, &place, silence).await?;
    let installer = start(INSTALLER).await?;
    let mut installer = InstallationProxyClient::from_stream(installer).await.map_err(failed)?;
    let options: Dictionary = if is_folder {
        [("PackageType".to_owned(), Value::from("Developer"))].into_iter().collect()
    } else {
        Dictionary::new()
    };
    let heard = Cell::new(Instant::now());
    let hears = |_| async { heard.set(Instant::now()) };
    let mut work = pin!(installer.install_with_callback(place, Some(Value::Dictionary(options)), hears, ()));
    let done = loop {
        match tokio::time::timeout(quiet.saturating_sub(heard.get().elapsed()), &mut work).await {
            Ok(done) => break done,
            Err(_) if heard.get().elapsed() < quiet => {}
            Err(_) => {
                let detail = format!("{doing}: the installer has said nothing for {quiet:?}");
                return Err(Failure::new(FailureKind::Timeout, detail));
            }
        }
    };
    done.map_err(|error| {
        let found = to_failure(&doing, &error);
        // An unknown message of the installer is also a failure of the installation.
        let is_word = matches!(error, IdeviceError::UnknownErrorType(_));
        let kind =
            if found.kind == FailureKind::Protocol && is_word { FailureKind::Install } else { found.kind };
        Failure::new(kind, found.detail)
    })
}

/// Removes an app with its data.
pub(super) async fn uninstall(route: &DeviceRoute, bundle: &str) -> Result<()> {
    let doing = format!("removing {bundle}");
    let failed = |error: IdeviceError| to_failure(&doing, &error);
    let installer = lockdown::start(route, INSTALLER, TlsMode::Session, false).await?;
    let mut installer = InstallationProxyClient::from_stream(installer).await.map_err(failed)?;
    installer.uninstall(bundle, None).await.map_err(failed)
}

/// Returns the folder of an app's programs on the device, in the form that lists of processes have.
pub(super) async fn programs_folder(route: &DeviceRoute, bundle: &str) -> Result<String> {
    let doing = format!("looking for {bundle}");
    let failed = |error: IdeviceError| to_failure(&doing, &error);
    let installer = lockdown::start(route, INSTALLER, TlsMode::Session, false).await?;
    let mut installer = InstallationProxyClient::from_stream(installer).await.map_err(failed)?;
    let apps = installer.get_apps(None, Some(vec![bundle.to_owned()])).await.map_err(failed)?;
    let app = apps.get(bundle).and_then(Value::as_dictionary);
    let path = app.and_then(|app| app.get("Path")).and_then(Value::as_string);
    let path = path.ok_or_else(|| Failure::new(FailureKind::NotInstalled, &doing))?;
    Ok(strip_private_prefix(path).trim_end_matches('/').to_owned())
}

/// Removes the prefix `/private` from a path of the device, since some services of the device omit this prefix.
pub(super) fn strip_private_prefix(path: &str) -> &str {
    path.strip_prefix("/private").unwrap_or(path)
}

/// Returns whether the path of a program is in a folder or in a subfolder.
pub(super) fn is_in(program: &str, place: &str) -> bool {
    strip_private_prefix(program).strip_prefix(place).is_some_and(|rest| rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_program_path_belongs_only_to_the_app_whose_folder_contains_it() {
        let place = "/var/containers/A/Shop.app";
        for (program, expected) in [
            ("/private/var/containers/A/Shop.app/Shop", true),
            ("/var/containers/A/Shop.app/PlugIns/X.appex/X", true),
            ("/var/containers/A/Shop.app2/Shop", false),
            ("/var/containers/A/Shop.app", false),
            ("", false),
        ] {
            assert_eq!(super::is_in(program, place), expected, "{program}");
        }
    }
}
