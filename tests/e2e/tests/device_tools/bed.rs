//! Provides an emulated device, an app that can be installed on it, and the gate's drivers for
//! external tools.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use e2e::lab::with_own_id;
use gate_device::embedded::EmbeddedDriver;
use gate_device::tools::ToolDriver;
use gate_device::tools::spec::ToolTable;
use gate_device::{LaunchOptions, Patience};
use phone::build::{self, Image, Kind, Style};
use phone::device::{Device, Hub, Settings};
use tempfile::TempDir;

/// The bundle identifier of `device_app.c`, a fixture of the phone's own tests.
pub(crate) const APP: &str = "com.example.fixture";

const INFO: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\"><dict>\
    <key>CFBundleIdentifier</key><string>com.example.fixture</string><key>CFBundleExecutable</key><string>Fixture</string>\
    <key>CFBundleName</key><string>Fixture</string><key>UIFileSharingEnabled</key><true/></dict></plist>\n";

pub(crate) struct Bed {
    pub(crate) device: Arc<Device>,
    pub(crate) hub: Hub,
    pub(crate) folder: TempDir,
    name: &'static str,
}

impl Bed {
    /// Starts a device with this version of iOS, for the driver with this name.
    pub(crate) fn new(name: &'static str, version: &str) -> Bed {
        let (hub, device) = Device::start(with_own_id(Settings::ios(version))).unwrap();
        Bed { device, hub, folder: tempfile::tempdir().unwrap(), name }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Starts a device like [`Bed::new`], with the app already installed.
    pub(crate) fn with_app(name: &'static str, version: &str) -> Bed {
        let bed = Bed::new(name, version);
        bed.device.install(&bed.ipa()).unwrap();
        bed
    }

    pub(crate) fn driver(&self, patience: &Patience, startup: Option<u64>) -> ToolDriver {
        // The setup of the tests installs the tool in the folder `target/tools`. The driver gets a separate
        // home folder, since the tools store pairing records of devices in it.
        let tools = build::workspace().join("target/tools");
        let mut own = toml::Table::new();
        own.insert("name".into(), self.name.into());
        let folder = tools.join(self.name).join("bin").display().to_string();
        own.insert("path".into(), toml::Value::Array(vec![folder.into()]));
        let home = self.folder.path().display().to_string();
        own.insert("environment".into(), toml::Table::from_iter([("HOME".to_owned(), home.into())]).into());
        if let Some(seconds) = startup {
            own.insert("startup".into(), i64::try_from(seconds).unwrap().into());
        }
        let table = ToolTable::from_tables(&[own]).unwrap();
        let spec = table.drivers.iter().find(|spec| spec.name == self.name).unwrap();
        let address = format!("UNIX:{}", self.hub.unix().display());
        let rest = EmbeddedDriver::new(Some(&address), patience.clone()).unwrap();
        ToolDriver::new(spec, &table, Some(&address), patience, Some(Box::new(rest))).unwrap()
    }

    /// Returns the app as an archive.
    pub(crate) fn ipa(&self) -> PathBuf {
        let path = self.path("Fixture.ipa");
        if path.exists() {
            return path;
        }
        let system = build::system().unwrap();
        let source = build::workspace().join("tests/phone/tests/fixtures/device_app.c");
        let mut image = Image::new("Fixture", Kind::Executable, Style::Chained, [source]);
        image.libraries = vec![system.by_folder["libSystem"].clone()];
        let program = std::fs::read(build::build(&image).unwrap()).unwrap();
        let mut archive = zip::ZipWriter::new(std::fs::File::create(&path).unwrap());
        let options = zip::write::SimpleFileOptions::default().unix_permissions(0o755);
        for (name, bytes) in [("Info.plist", INFO.as_bytes()), ("Fixture", &program)] {
            archive.start_file(format!("Payload/Fixture.app/{name}"), options).unwrap();
            std::io::Write::write_all(&mut archive, bytes).unwrap();
        }
        archive.finish().unwrap();
        path
    }

    /// Returns the processes of this machine that use this device, which a driver should have ended.
    pub(crate) fn left_behind(&self) -> Vec<String> {
        let socket = self.hub.unix().display().to_string();
        let mine = std::process::id().to_string();
        let mut found = Vec::new();
        for entry in std::fs::read_dir("/proc").unwrap().flatten() {
            let pid = entry.file_name().to_string_lossy().into_owned();
            if pid == mine || !pid.bytes().all(|b| b.is_ascii_digit()) {
                continue;
            }
            let read = |name: &str| std::fs::read(entry.path().join(name)).unwrap_or_default();
            let text = String::from_utf8_lossy(&[read("cmdline"), read("environ")].concat()).into_owned();
            if text.contains(&socket) {
                found
                    .push(format!("{pid}: {}", String::from_utf8_lossy(&read("cmdline")).replace('\0', " ")));
            }
        }
        found
    }
}

/// Returns time limits that suffice on any machine, for operations that must succeed.
pub(crate) fn patient() -> Patience {
    let long = Duration::from_secs(300);
    Patience { answer: long, install: long, launch: long, transfer: long, ..Patience::default() }
}

/// Returns short time limits, for operations that never get an answer.
pub(crate) fn impatient(seconds: u64) -> Patience {
    let short = Duration::from_secs(seconds);
    Patience { answer: short, install: short, launch: short, transfer: short, ..Patience::default() }
}

pub(crate) fn start(launch: &str) -> LaunchOptions {
    LaunchOptions {
        bundle: APP.to_owned(),
        arguments: vec!["-UITest".to_owned(), "x y".to_owned()],
        environment: [
            ("LAUNCHGATE_LAUNCH".to_owned(), launch.to_owned()),
            ("GREETING".to_owned(), "a b:c=d".to_owned()),
        ]
        .into(),
        url: None,
        keeps_process: false,
    }
}

/// Returns the names of all files in a folder, including hidden files.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}
