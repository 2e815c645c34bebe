//! streaming_zip_conduit: receives an app as a zip archive and unpacks the archive while it arrives, as Xcode
//! and go-ios send it.
//!
//! The client first sends a request, then local headers with their files, which are not compressed. The
//! stream ends where a central directory would begin. After the transfer, the service reports progress in the
//! form of installation_proxy. Invariant: no file is written outside the folder of this transfer, which is
//! removed after the transfer.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use flate2::Crc;
use plist::Dictionary;

use super::faults::{Effect, Step};
use super::frames::{self, dictionary, text};
use super::wire::{Result, Wire, malformed};
use super::{Device, notifications};

const LOCAL_HEADER: [u8; 4] = *b"PK\x03\x04";
const CENTRAL_DIRECTORY: [u8; 4] = *b"PK\x01\x02";

/// Size of the pieces in which a file is copied.
const CHUNK: u32 = 1 << 20;

/// The reason for which an installation fails: the word that iOS reports, and readable text.
struct Refusal {
    word: &'static str,
    reason: String,
}

/// Serves a connection, one transfer after another.
pub(super) fn serve(device: &Arc<Device>, wire: &Wire) -> Result<()> {
    loop {
        let request = frames::receive(wire)?;
        let wanted = text(&request, "MediaSubdir").unwrap_or("PublicStaging/package.ipa");
        // Each transfer has a new folder in the media folder. Only the last component of the client's path is
        // used, since the path may lead outside the folder.
        let name = Path::new(wanted).file_name().and_then(|name| name.to_str()).unwrap_or("package.ipa");
        let folder = tempfile::Builder::new().prefix("transfer-").tempdir_in(&device.media)?;
        let package = folder.path().join(name);
        fs::create_dir_all(&package)?;
        // If a file is refused, the refusal is sent after the transfer: a client reads no answer while it
        // sends.
        let transferred = receive(device, wire, &package)?;
        let installed = match transferred {
            Ok(()) if is_to_be_installed(&request) => install(device, wire, &package)?,
            other => other,
        };
        match installed {
            Ok(()) => frames::send(wire, dictionary([("Status", "DataComplete".into())]))?,
            Err(Refusal { word, reason }) => {
                tell(wire, dictionary([("Error", word.into()), ("ErrorDescription", reason.into())]))?
            }
        }
    }
}

fn is_to_be_installed(request: &Dictionary) -> bool {
    let value = request.get("InstallTransferredDirectory");
    value.is_some_and(|value| value.as_boolean() == Some(true) || value.as_unsigned_integer() == Some(1))
}

fn tell(wire: &Wire, progress: Dictionary) -> Result<()> {
    frames::send(wire, dictionary([("InstallProgressDict", progress.into())]))
}

fn install(device: &Arc<Device>, wire: &Wire, package: &Path) -> Result<std::result::Result<(), Refusal>> {
    let progress = |status: &str, percent: u32| {
        tell(wire, dictionary([("Status", status.into()), ("PercentComplete", percent.into())]))
    };
    progress("CreatingStagingDirectory", 5)?;
    progress("InspectingPackage", 20)?;
    if let Some(word) = device.answer(Step::Install)? {
        let reason = "Failed to verify code signature: the signature is not valid".to_owned();
        return Ok(Err(Refusal { word, reason }));
    }
    progress("VerifyingApplication", 40)?;
    if let Err(error) = device.install(package) {
        return Ok(Err(Refusal { word: error.word, reason: error.reason }));
    }
    progress("InstallingApplication", 60)?;
    progress("GeneratingApplicationMap", 90)?;
    notifications::post(device, "com.apple.mobile.application_installed");
    Ok(Ok(()))
}

/// A local header of the archive.
struct Header {
    name: String,
    size: u32,
    checksum: u32,
}

/// Unpacks all files of an archive into a folder. The inner error is the first refusal of a file, after which
/// the remaining bytes are read and dropped.
fn receive(device: &Arc<Device>, wire: &Wire, folder: &Path) -> Result<std::result::Result<(), Refusal>> {
    let mut refused = None;
    loop {
        match wire.read_array()? {
            LOCAL_HEADER => {}
            CENTRAL_DIRECTORY => return Ok(refused.map_or(Ok(()), Err)),
            other => return malformed(format!("archive: {other:02x?} where a header should be")),
        }
        let header = header(wire)?;
        let mut target = match &refused {
            Some(_) => None,
            None => match open(device, folder, &header)? {
                Ok(file) => file,
                Err(refusal) => {
                    refused = Some(refusal);
                    None
                }
            },
        };
        let (mut crc, mut left) = (Crc::new(), header.size);
        while left > 0 {
            let piece = wire.read_vec(left.min(CHUNK) as usize)?;
            left -= left.min(CHUNK);
            crc.update(&piece);
            if let Some(file) = &mut target {
                file.write_all(&piece)?;
            }
        }
        if refused.is_none() && crc.sum() != header.checksum {
            let reason = format!("{}: the checksum is another", header.name);
            refused = Some(Refusal { word: "PackageExtractionFailed", reason });
        }
    }
}

fn header(wire: &Wire) -> Result<Header> {
    let fixed: [u8; 26] = wire.read_array()?;
    let short = |at: usize| u16::from_le_bytes([fixed[at], fixed[at + 1]]);
    let long = |at: usize| u32::from_le_bytes([fixed[at], fixed[at + 1], fixed[at + 2], fixed[at + 3]]);
    let name = wire.read_vec(short(22).into())?;
    wire.read_vec(short(24).into())?;
    let name = String::from_utf8(name).or_else(|_| malformed("archive: a name that is no UTF-8"))?;
    // Headers without the length of the file and compressed files are not supported, because no client sends
    // them.
    if short(2) & 8 != 0 || short(4) != 0 || long(14) != long(18) {
        return malformed(format!("archive: {name:?} is not stored with its length in front"));
    }
    Ok(Header { size: long(18), checksum: long(10), name })
}

/// Creates the file of a local header; returns `None` for a folder.
fn open(
    device: &Arc<Device>,
    folder: &Path,
    header: &Header,
) -> Result<std::result::Result<Option<File>, Refusal>> {
    let refuse = |reason: String| Ok(Err(Refusal { word: "PackageExtractionFailed", reason }));
    let Some(path) = inside(folder, &header.name) else {
        return refuse(format!("{:?} leads out of the archive", header.name));
    };
    if let Some(Effect::Answer(number)) = device.step(Step::FileWrite)? {
        return refuse(format!("{}: write error: {number}", header.name));
    }
    if header.name.ends_with('/') {
        fs::create_dir_all(&path)?;
        return Ok(Ok(None));
    }
    fs::create_dir_all(path.parent().unwrap_or(folder))?;
    Ok(Ok(Some(File::create(&path)?)))
}

fn inside(folder: &Path, name: &str) -> Option<PathBuf> {
    let parts = Path::new(name).components();
    let is_inside = parts.clone().all(|part| matches!(part, Component::Normal(_)));
    (is_inside && parts.count() > 0).then(|| folder.join(name))
}
