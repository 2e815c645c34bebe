//! Accesses the files of an app: the service house_arrest opens the app's container, and AFC reads and writes files in the container.
//!
//! Invariant: a fetched file has the length that the device reports before and after the transfer.

use std::path::Path;
use std::time::Duration;

use idevice::IdeviceError;
use idevice::afc::AfcClient;
use idevice::afc::errors::AfcError;
use idevice::house_arrest::HouseArrestClient;

use super::super::{Failure, FailureKind, FileEntry, Result, too_large};
use super::afc;
use super::errors::to_failure;
use super::lockdown::{self, TlsMode};
use super::mux::DeviceRoute;

/// An open container.
pub(super) struct OpenContainer {
    pub(super) bundle: String,
    /// Whether the whole container is accessible (`true`), or only the documents (`false`).
    is_whole: bool,
    afc: AfcClient,
}

/// The folders that the system creates in each container and that apps expect.
const SYSTEM_FOLDERS: [&str; 5] = ["Documents", "Library", "Library/Caches", "Library/Preferences", "tmp"];

impl OpenContainer {
    /// Opens the whole container of an app that is signed for development, or otherwise the documents of an app that shares its documents.
    pub(super) async fn open(route: &DeviceRoute, bundle: &str) -> Result<OpenContainer> {
        let doing = format!("opening the container of {bundle}");
        let mut refused = None;
        for whole in [true, false] {
            let service = "com.apple.mobile.house_arrest";
            let connection = lockdown::start(route, service, TlsMode::Session, false).await?;
            let house = HouseArrestClient::new(connection);
            let vended =
                if whole { house.vend_container(bundle).await } else { house.vend_documents(bundle).await };
            match vended {
                Ok(afc) => return Ok(OpenContainer { bundle: bundle.to_owned(), is_whole: whole, afc }),
                Err(error) => {
                    let found = to_failure(&doing, &error);
                    let kind = match found.kind {
                        // The device reports the same error for an app that does not share files and for a missing app.
                        FailureKind::Protocol if matches!(error, IdeviceError::UnknownErrorType(_)) => {
                            FailureKind::Denied
                        }
                        kind => kind,
                    };
                    if !matches!(kind, FailureKind::Denied | FailureKind::NotInstalled) {
                        return Err(Failure::new(kind, found.detail));
                    }
                    // The reason of the first refusal is reported, since the second refusal only means that the app does not share its
                    // documents.
                    refused.get_or_insert(Failure::new(kind, found.detail));
                }
            }
        }
        Err(refused.unwrap_or_else(|| Failure::new(FailureKind::Denied, doing)))
    }

    /// Lists a folder.
    pub(super) async fn list(&mut self, folder: &str) -> Result<Vec<FileEntry>> {
        match self.afc.list_dir(format!("/{folder}")).await {
            Ok(names) => Ok(names
                .into_iter()
                .filter(|name| name != "." && name != "..")
                .map(|name| FileEntry { name, size: None })
                .collect()),
            Err(IdeviceError::Afc(AfcError::ObjectNotFound)) => Ok(Vec::new()),
            Err(error) => Err(to_failure(&format!("listing {folder}"), &error)),
        }
    }

    async fn size(&mut self, path: &str) -> Result<usize> {
        let info = self.afc.get_file_info(format!("/{path}")).await;
        Ok(info.map_err(|error| to_failure(&format!("looking at {path}"), &error))?.size)
    }

    /// Reads a file.
    pub(super) async fn pull(&mut self, path: &str) -> Result<Vec<u8>> {
        let doing = format!("fetching {path}");
        let failed = |error: IdeviceError| to_failure(&doing, &error);
        let before = self.size(path).await?;
        if before as u64 > gate_launches::LARGEST_INPUT {
            return Err(too_large(path, before as u64));
        }
        let bytes = afc::read(&mut self.afc, &format!("/{path}"), before).await.map_err(failed)?;
        let after = self.size(path).await?;
        if bytes.len() != before || before != after {
            let detail = format!(
                "{doing}: received {} bytes, but the file had {before} bytes before and {after} after",
                bytes.len()
            );
            return Err(Failure::new(FailureKind::BadTrace, detail));
        }
        Ok(bytes)
    }

    /// Writes a file, and creates the folders of its path.
    pub(super) async fn push(&mut self, from: &Path, path: &str, silence: Duration) -> Result<()> {
        for (end, _) in path.match_indices('/') {
            match afc::make_folder(&mut self.afc, &format!("/{}", &path[..end])).await {
                Ok(()) => {}
                // The folders above the documents exist and cannot be created.
                Err(IdeviceError::Afc(AfcError::PermDenied)) if !path[..end].contains('/') => {}
                Err(error) => return Err(to_failure(&format!("creating the folders of {path}"), &error)),
            }
        }
        afc::write(&mut self.afc, from, &format!("/{path}"), silence).await
    }

    /// Removes everything except the system's own folders.
    pub(super) async fn empty(&mut self) -> Result<()> {
        if !self.is_whole {
            let detail = format!("{} shows its documents only", self.bundle);
            return Err(Failure::new(FailureKind::Denied, detail));
        }
        for folder in SYSTEM_FOLDERS {
            for entry in self.list(folder).await? {
                let path = format!("{folder}/{}", entry.name);
                if SYSTEM_FOLDERS.contains(&&*path) {
                    continue;
                }
                match self.afc.remove_all(format!("/{path}")).await {
                    Ok(()) | Err(IdeviceError::Afc(AfcError::ObjectNotFound)) => {}
                    Err(error) => return Err(to_failure(&format!("removing {path}"), &error)),
                }
            }
        }
        Ok(())
    }

    /// Removes a file.
    pub(super) async fn remove(&mut self, path: &str) -> Result<()> {
        match self.afc.remove(format!("/{path}")).await {
            Ok(()) | Err(IdeviceError::Afc(AfcError::ObjectNotFound)) => Ok(()),
            Err(error) => Err(to_failure(&format!("removing {path}"), &error)),
        }
    }
}
