//! Finds the parts of an app: its Info.plist, its executable, and nested code.

use std::fs;
use std::path::{Path, PathBuf};

use gate_common::plists::{self, PlistError};
use object::LittleEndian as Le;
use object::macho::{MH_EXECUTE, PLATFORM_IOS, PLATFORM_IOSSIMULATOR, Platform};
use object::read::macho::MachHeader as _;
use plist::Value;

use super::{InjectError, Result, folder, macho};

/// An app's folder, and the values in its Info.plist.
#[derive(Debug)]
pub(super) struct Bundle {
    /// The name of the executable.
    pub(super) executable: String,
    /// Whether the Info.plist already makes the app's documents accessible to users.
    pub(super) shares_files: bool,
}

const SHARING: &str = "UIFileSharingEnabled";

/// Returns the bytes and the content of a folder's Info.plist.
fn read_info_plist(bundle: &Path) -> Result<(Vec<u8>, plist::Dictionary), String> {
    let bytes = plists::bytes_of(&bundle.join("Info.plist")).map_err(|error| match error {
        PlistError::Io(error) if error.kind() == std::io::ErrorKind::NotFound => {
            "it has no Info.plist, so it is not an app".to_owned()
        }
        error => format!("Info.plist cannot be read: {error}"),
    })?;
    let value = plists::read(&bytes).map_err(|error| format!("Info.plist cannot be read: {error}"))?;
    match value {
        Value::Dictionary(info) => Ok((bytes, info)),
        _ => Err("Info.plist is not a dictionary".to_owned()),
    }
}

/// Returns the name of a bundle's executable. Returns `None` if the name is not a plain file name.
fn executable_name(info: &plist::Dictionary) -> Option<&str> {
    let name = info.get("CFBundleExecutable")?.as_string()?;
    let plain = !name.is_empty() && !name.contains(['/', '\\', '\0']) && name != ".." && name != ".";
    plain.then_some(name)
}

/// Returns the name of the executable from the bytes of an Info.plist.
pub(super) fn executable_in(bytes: &[u8]) -> Option<String> {
    let info = plists::read(bytes).ok()?;
    executable_name(info.as_dictionary()?).map(str::to_owned)
}

impl Bundle {
    /// Reads the Info.plist of an app. `shown` is the path of the input, which messages contain.
    pub(super) fn read(app: &Path, shown: &Path) -> Result<Bundle> {
        let (_, info) = read_info_plist(app).map_err(|reason| InjectError::from_input(shown, reason))?;
        let unnamed = "Info.plist does not name an executable (CFBundleExecutable)";
        let name = executable_name(&info).ok_or_else(|| InjectError::from_input(shown, unnamed))?;
        let shares_files = info.get(SHARING).and_then(Value::as_boolean) == Some(true);
        Ok(Bundle { executable: name.to_owned(), shares_files })
    }

    /// Sets `UIFileSharingEnabled` in the Info.plist, which keeps its binary or XML format. If the value is already set, the file is not
    /// written.
    pub(super) fn share_files(&self, app: &Path) -> Result<()> {
        if self.shares_files {
            return Ok(());
        }
        change_info(app, |info| {
            info.insert(SHARING.to_owned(), Value::Boolean(true));
        })
    }
}

/// Changes the Info.plist of a bundle. The file keeps its binary or XML format.
pub(super) fn change_info(bundle: &Path, change: impl FnOnce(&mut plist::Dictionary)) -> Result<()> {
    let path = bundle.join("Info.plist");
    let refuse = |reason: String| InjectError::from_input(&path, reason);
    let (bytes, mut info) = read_info_plist(bundle).map_err(refuse)?;
    change(&mut info);
    let mut changed = Vec::new();
    let value = Value::Dictionary(info);
    let written = if bytes.starts_with(b"bplist") {
        value.to_writer_binary(&mut changed)
    } else {
        value.to_writer_xml(&mut changed)
    };
    written.map_err(|error| refuse(format!("the changed Info.plist cannot be written: {error}")))?;
    folder::overwrite(&path, &changed)
}

/// Returns the identifier of a bundle.
pub(super) fn read_bundle_identifier(bundle: &Path) -> Option<String> {
    let (_, info) = read_info_plist(bundle).ok()?;
    info.get("CFBundleIdentifier").and_then(Value::as_string).map(str::to_owned)
}

/// Returns the path of a bundle's executable, relative to the bundle.
pub(super) fn executable_of(bundle: &Path) -> Result<String> {
    Bundle::read(bundle, bundle).map(|bundle| bundle.executable)
}

/// Returns an error if an executable would not start on a phone. If the agent is for simulators, checks for a simulator instead.
pub(super) fn check_executable(bytes: &[u8], agent: Option<Platform>) -> Result<(), String> {
    let Ok(image) = macho::find_arm64_slice(bytes).and_then(macho::read) else {
        // A file that is not a readable Mach-O file is accepted, since the code that changes the file reports the error later with a better
        // message.
        return Ok(());
    };
    if image.header.filetype(Le) != MH_EXECUTE {
        return Err(
            "it is a library or an object file, not an executable; correct CFBundleExecutable".to_owned()
        );
    }
    match image.platform().map(|(platform, _)| platform) {
        platform @ Some(PLATFORM_IOSSIMULATOR) if agent != platform => Err(
            "it is built for the iOS simulator, and the agent for devices; build it for a device (-sdk iphoneos), or launch it with `gate run --driver simulator`"
                .to_owned(),
        ),
        Some(PLATFORM_IOS) if agent == Some(PLATFORM_IOSSIMULATOR) => Err(
            "it is built for iOS devices, and the agent for simulators; build it for a simulator (-sdk iphonesimulator)"
                .to_owned(),
        ),
        Some(PLATFORM_IOS | PLATFORM_IOSSIMULATOR) | None => Ok(()),
        Some(platform) => Err(format!(
            "it is built for {}, not for iOS devices; build it for a device (-sdk iphoneos)",
            crate::read::platform_name(platform)
        )),
    }
}

/// Code that is inside an app and has a signature of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NestedCode {
    /// The path of the file or of the bundle's folder.
    pub(super) path: PathBuf,
    /// The executable of this code, whose old signature contains the entitlements.
    pub(super) executable: PathBuf,
}

/// Returns all nested code. Inner code precedes the bundle that contains it. The app itself is not included.
pub(super) fn find_nested_code(app: &Path) -> Result<Vec<NestedCode>> {
    let mut found = Vec::new();
    collect_nested_code(app, true, &mut found)?;
    Ok(found)
}

fn collect_nested_code(folder: &Path, is_app: bool, found: &mut Vec<NestedCode>) -> Result<()> {
    let entries = fs::read_dir(folder).map_err(InjectError::from_file_operation("read", folder))?;
    let mut paths = Vec::new();
    for entry in entries {
        paths.push(entry.map_err(InjectError::from_file_operation("read", folder))?.path());
    }
    paths.sort();
    let own = if is_app { None } else { bundle_executable(folder) };
    for path in paths {
        let about = fs::symlink_metadata(&path).map_err(InjectError::from_file_operation("read", &path))?;
        if about.is_dir() {
            collect_nested_code(&path, false, found)?;
        } else if about.is_file()
            && own.as_ref() != Some(&path)
            && path.extension().is_some_and(|end| end == "dylib")
        {
            found.push(NestedCode { path: path.clone(), executable: path });
        }
    }
    if let Some(executable) = own {
        found.push(NestedCode { path: folder.to_owned(), executable });
    }
    Ok(())
}

/// Returns the executable of a folder, or `None` if the folder is not a bundle with code.
fn bundle_executable(folder: &Path) -> Option<PathBuf> {
    let end = folder.extension()?.to_str()?;
    if !["framework", "appex", "app", "xctest", "bundle"].contains(&end) {
        return None;
    }
    let (_, info) = read_info_plist(folder).ok()?;
    let path = folder.join(executable_name(&info)?);
    path.is_file().then_some(path)
}
