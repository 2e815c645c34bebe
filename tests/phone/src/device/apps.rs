//! Manages the installed apps, each with a container. Apps are unpacked from uploaded archives.
//!
//! Invariant: a failed installation does not change any installed app, and no entry of an archive is written
//! outside the archive's folder.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use plist::{Dictionary, Value};

use super::frames::{dictionary, text};

/// The reason for which an app cannot be installed, with the word that iOS reports for it.
#[derive(Debug, thiserror::Error)]
#[error("{word}: {reason}")]
pub struct InstallError {
    /// The word that iOS reports, such as `PackageInspectionFailed`.
    pub word: &'static str,
    /// The reason as readable text.
    pub reason: String,
}

fn refuse<T>(word: &'static str, reason: impl Into<String>) -> Result<T, InstallError> {
    Err(InstallError { word, reason: reason.into() })
}

/// An installed app.
#[derive(Clone, Debug)]
pub struct App {
    /// The app's bundle id.
    pub bundle: String,
    /// The contents of Info.plist.
    pub info: Dictionary,
    /// The executable's name.
    pub executable: String,
    /// The app's folder on the host.
    pub folder: PathBuf,
    /// The app's container on the host.
    pub container: PathBuf,
    /// The app's folder on the phone.
    pub path: String,
    /// The app's container on the phone.
    pub home: String,
}

/// The bundle id of a system app, which can be opened so that another app goes to the background.
pub(super) const SYSTEM_APP: &str = "com.apple.Preferences";

impl App {
    /// Returns the system app, which has no files.
    pub(super) fn of_system() -> App {
        let path = "/Applications/Preferences.app".to_owned();
        App {
            bundle: SYSTEM_APP.to_owned(),
            info: Dictionary::new(),
            executable: "Preferences".to_owned(),
            folder: PathBuf::new(),
            container: PathBuf::new(),
            home: path.clone(),
            path,
        }
    }

    /// Returns the description that installation_proxy lists.
    pub(super) fn description(&self) -> Dictionary {
        let mut all = self.info.clone();
        let name = text(&self.info, "CFBundleName").unwrap_or(&self.bundle).to_owned();
        let defaults = [
            ("CFBundleDisplayName", name.into()),
            ("CFBundleShortVersionString", "1.0".into()),
            ("CFBundleVersion", "1".into()),
        ];
        for (key, value) in dictionary::<3>(defaults) {
            if !all.contains_key(&key) {
                all.insert(key, value);
            }
        }
        let entitlements = dictionary([
            ("application-identifier", format!("EMULATED00.{}", self.bundle).into()),
            ("get-task-allow", true.into()),
        ]);
        for (key, value) in dictionary([
            ("ApplicationType", "User".into()),
            ("Container", self.home.as_str().into()),
            ("Entitlements", entitlements.into()),
            ("IsUpgradeable", true.into()),
            ("Path", self.path.as_str().into()),
            ("ProfileValidated", true.into()),
            ("SequenceNumber", 1.into()),
            ("SignerIdentity", "Apple Development: Emulated (EMULATED00)".into()),
        ]) {
            all.insert(key, value);
        }
        all
    }

    /// Returns whether other programs may access the app's documents.
    pub(super) fn shares_files(&self) -> bool {
        self.info.get("UIFileSharingEnabled").and_then(Value::as_boolean) == Some(true)
    }
}

/// The installed apps, and the folder in which they are stored.
pub(super) struct Apps {
    root: PathBuf,
    installed: Mutex<BTreeMap<String, App>>,
    count: Mutex<u64>,
}

fn salted_hash(salt: u8, seed: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    (salt, seed).hash(&mut hasher);
    hasher.finish()
}

/// Returns text in the form of a UUID that depends only on `seed`.
fn uuid(seed: &str) -> String {
    let (a, b) = (salted_hash(0, seed), salted_hash(1, seed));
    format!(
        "{:08X}-{:04X}-4{:03X}-A{:03X}-{:012X}",
        a >> 32,
        a >> 16 & 0xffff,
        a & 0xfff,
        b >> 48 & 0xfff,
        b & 0xffff_ffff_ffff
    )
}

impl Apps {
    pub(super) fn new(root: PathBuf) -> io::Result<Apps> {
        fs::create_dir_all(&root)?;
        Ok(Apps { root, installed: Mutex::default(), count: Mutex::default() })
    }

    /// Installs an archive or a folder `X.app` of the host. An app with the same id is replaced, and the new
    /// app keeps the old container.
    pub(super) fn install(&self, package: &Path) -> Result<App, InstallError> {
        // Installations run one at a time, as on a phone.
        let mut count = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        *count += 1;
        let staging = self.root.join(format!("staging-{count}"));
        let result = self.install_by_way_of(package, &staging, *count);
        // The staging folder is not needed any more, even after a failure.
        let _ = fs::remove_dir_all(&staging);
        result
    }

    fn install_by_way_of(&self, package: &Path, staging: &Path, count: u64) -> Result<App, InstallError> {
        let io_error =
            |error: io::Error| InstallError { word: "PackageExtractionFailed", reason: error.to_string() };
        if package.is_dir() {
            let name = package.file_name().unwrap_or_default();
            // Developer tools upload either the app itself or a folder that contains `Payload`.
            if package.join("Payload").is_dir() {
                copy(package, staging).map_err(io_error)?;
            } else {
                copy(package, &staging.join("Payload").join(name)).map_err(io_error)?;
            }
        } else {
            unpack(package, staging)?;
        }
        let unpacked = find_app(&staging.join("Payload"))?;
        let info = Value::from_file(unpacked.join("Info.plist"));
        let Ok(Value::Dictionary(info)) = info else {
            return refuse("PackageInspectionFailed", "Info.plist is missing or unreadable");
        };
        let Some(bundle) = text(&info, "CFBundleIdentifier").map(str::to_owned) else {
            return refuse("MissingBundleIdentifier", "no CFBundleIdentifier in Info.plist");
        };
        if bundle.is_empty()
            || !bundle.chars().all(|c| c.is_ascii_alphanumeric() || ".-_".contains(c))
            || bundle.starts_with('.')
        {
            return refuse("PackageInspectionFailed", format!("{bundle:?} is no bundle identifier"));
        }
        let Some(executable) = text(&info, "CFBundleExecutable").map(str::to_owned) else {
            return refuse("MissingBundleExecutable", "no CFBundleExecutable in Info.plist");
        };
        let program = fs::read(unpacked.join(&executable)).unwrap_or_default();
        if !is_mach_o(&program) {
            return refuse(
                "ApplicationVerificationFailed",
                format!("Failed to verify code signature of {executable}: it is no Mach-O file"),
            );
        }
        let folder_name = unpacked.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let home = self.root.join(&bundle);
        let (folder, container) = (home.join("bundle").join(&folder_name), home.join("data"));
        let _ = fs::remove_dir_all(home.join("bundle"));
        fs::create_dir_all(home.join("bundle")).map_err(io_error)?;
        fs::rename(&unpacked, &folder).map_err(io_error)?;
        for sub in ["Documents", "Library/Caches", "Library/Preferences", "tmp"] {
            fs::create_dir_all(container.join(sub)).map_err(io_error)?;
        }
        let app = App {
            path: format!(
                "/private/var/containers/Bundle/Application/{}/{folder_name}",
                uuid(&format!("{bundle} {count}"))
            ),
            home: format!("/private/var/mobile/Containers/Data/Application/{}", uuid(&bundle)),
            bundle: bundle.clone(),
            info,
            executable,
            folder,
            container,
        };
        self.lock().insert(bundle, app.clone());
        Ok(app)
    }

    /// Removes an app; returns whether it was installed.
    pub(super) fn uninstall(&self, bundle: &str) -> bool {
        let Some(app) = self.lock().remove(bundle) else { return false };
        let _ = fs::remove_dir_all(self.root.join(app.bundle));
        true
    }

    pub(super) fn find(&self, bundle: &str) -> Option<App> {
        self.lock().get(bundle).cloned()
    }

    pub(super) fn all(&self) -> Vec<App> {
        self.lock().values().cloned().collect()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, App>> {
        self.installed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns whether a file is a 64-bit Mach-O file or a fat file.
fn is_mach_o(bytes: &[u8]) -> bool {
    matches!(bytes.get(..4), Some([0xcf, 0xfa, 0xed, 0xfe] | [0xca, 0xfe, 0xba, 0xbe | 0xbf]))
}

fn find_app(payload: &Path) -> Result<PathBuf, InstallError> {
    let entries =
        fs::read_dir(payload).map(|entries| entries.flatten().map(|entry| entry.path()).collect::<Vec<_>>());
    let mut apps: Vec<PathBuf> = entries
        .unwrap_or_default()
        .into_iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "app") && path.is_dir())
        .collect();
    match (apps.pop(), apps.is_empty()) {
        (Some(app), true) => Ok(app),
        (None, _) => refuse("PackageInspectionFailed", "no Payload/*.app in the package"),
        (Some(_), false) => refuse("PackageInspectionFailed", "more than one app in Payload"),
    }
}

fn extraction_error(archive: &Path, error: &dyn std::fmt::Display) -> InstallError {
    InstallError { word: "PackageExtractionFailed", reason: format!("{}: {error}", archive.display()) }
}

fn unpack(archive: &Path, into: &Path) -> Result<(), InstallError> {
    let broken = |error: &dyn std::fmt::Display| extraction_error(archive, error);
    let file = File::open(archive).map_err(|error| broken(&error))?;
    let mut zip = zip::ZipArchive::new(file).map_err(|error| broken(&error))?;
    for index in 0..zip.len() {
        let mut entry = zip.by_index(index).map_err(|error| broken(&error))?;
        let Some(name) = entry.enclosed_name() else {
            return refuse("PackageExtractionFailed", format!("{:?} leads out of the archive", entry.name()));
        };
        let path = into.join(name);
        let folder = if entry.is_dir() { &path } else { path.parent().unwrap_or(into) };
        fs::create_dir_all(folder).map_err(|error| broken(&error))?;
        if entry.is_dir() {
            continue;
        }
        if entry.is_symlink() {
            let target = io::read_to_string(&mut entry).map_err(|error| broken(&error))?;
            if Path::new(&target)
                .components()
                .any(|part| !matches!(part, Component::Normal(_) | Component::CurDir))
            {
                return refuse("PackageExtractionFailed", format!("a link to {target:?}"));
            }
            std::os::unix::fs::symlink(target, &path).map_err(|error| broken(&error))?;
            continue;
        }
        let mut out = File::create(&path).map_err(|error| broken(&error))?;
        io::copy(&mut entry, &mut out).map_err(|error| broken(&error))?;
    }
    Ok(())
}

/// Copies a folder with its contents; symbolic links remain links.
pub(super) fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (kind, target) = (entry.file_type()?, to.join(entry.file_name()));
        if kind.is_dir() {
            copy(&entry.path(), &target)?;
        } else if kind.is_symlink() {
            std::os::unix::fs::symlink(fs::read_link(entry.path())?, target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn archive(files: &[(&str, &[u8])]) -> tempfile::NamedTempFile {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        let mut zip = zip::ZipWriter::new(&mut file);
        for (name, bytes) in files {
            zip.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
            zip.write_all(bytes).unwrap();
        }
        zip.finish().unwrap();
        file
    }

    const INFO: &[u8] = b"<plist version=\"1.0\"><dict><key>CFBundleIdentifier</key><string>a.b</string>\
        <key>CFBundleExecutable</key><string>A</string></dict></plist>";
    const PROGRAM: &[u8] = b"\xcf\xfa\xed\xfe and so on";

    #[test]
    fn invalid_app_packages_are_refused_and_leave_no_files() {
        let folder = tempfile::tempdir().unwrap();
        let apps = Apps::new(folder.path().to_owned()).unwrap();
        for (files, word) in [
            (&[("Readme", &b"hello"[..])][..], "PackageInspectionFailed"),
            (&[("Payload/A.app/A", PROGRAM)], "PackageInspectionFailed"),
            (&[("Payload/A.app/Info.plist", INFO)], "ApplicationVerificationFailed"),
            (&[("Payload/A.app/Info.plist", INFO), ("Payload/B.app/A", PROGRAM)], "PackageInspectionFailed"),
            (&[("../A", PROGRAM)], "PackageExtractionFailed"),
        ] {
            let error = apps.install(archive(files).path()).unwrap_err();
            assert_eq!(error.word, word, "{error}");
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{error}");
        }
        let mut junk = tempfile::NamedTempFile::new().unwrap();
        junk.write_all(b"no archive").unwrap();
        assert_eq!(apps.install(junk.path()).unwrap_err().word, "PackageExtractionFailed");
    }

    #[test]
    fn a_second_installation_of_an_app_keeps_its_data_container() {
        let folder = tempfile::tempdir().unwrap();
        let apps = Apps::new(folder.path().to_owned()).unwrap();
        let package = archive(&[("Payload/A.app/Info.plist", INFO), ("Payload/A.app/A", PROGRAM)]);
        let first = apps.install(package.path()).unwrap();
        fs::write(first.container.join("Documents/kept"), "x").unwrap();
        let second = apps.install(package.path()).unwrap();
        assert_eq!((&second.container, &second.home), (&first.container, &first.home));
        assert_ne!(second.path, first.path);
        assert!(second.container.join("Documents/kept").exists());
        assert!(apps.uninstall("a.b") && !apps.uninstall("a.b"));
        assert!(!second.container.exists());
    }
}
