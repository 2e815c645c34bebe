//! Provides the test environment: a device with an app, and third-party tools, which run with a deadline.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use phone::build::{self, Image, Kind, Style};
use phone::device::{Device, Hub, Settings};
use tempfile::TempDir;

/// The app of `fixtures/device_app.c`.
pub(crate) const APP: &str = "com.example.fixture";

const INFO: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\"><dict>\
    <key>CFBundleIdentifier</key><string>com.example.fixture</string><key>CFBundleExecutable</key><string>Fixture</string>\
    <key>CFBundleName</key><string>Fixture</string><key>UIFileSharingEnabled</key><true/></dict></plist>\n";

/// A device for one test, with a home folder and a working folder for the tools.
pub(crate) struct Bed {
    pub(crate) device: Arc<Device>,
    pub(crate) hub: Hub,
    pub(crate) folder: TempDir,
}

/// The result of a tool.
#[derive(Debug)]
pub(crate) struct Said {
    /// The exit status of the tool; `None` if it had to be killed.
    pub(crate) status: Option<i32>,
    /// The standard output and the standard error of the tool.
    pub(crate) text: String,
}

impl Bed {
    pub(crate) fn new(settings: Settings) -> Bed {
        let (hub, device) = Device::start(settings).unwrap();
        Bed { device, hub, folder: tempfile::tempdir().unwrap() }
    }

    /// Creates the environment with the app already installed.
    pub(crate) fn with_app(settings: Settings) -> Bed {
        let bed = Bed::new(settings);
        bed.device.install(&bed.ipa()).unwrap();
        bed
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Returns the app as an archive.
    pub(crate) fn ipa(&self) -> PathBuf {
        let system = build::system().unwrap();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/device_app.c");
        let mut image = Image::new("Fixture", Kind::Executable, Style::Chained, [source]);
        image.libraries = vec![system.by_folder["libSystem"].clone()];
        let program = std::fs::read(build::build(&image).unwrap()).unwrap();
        let path = self.path("Fixture.ipa");
        let mut archive = zip::ZipWriter::new(std::fs::File::create(&path).unwrap());
        let options = zip::write::SimpleFileOptions::default().unix_permissions(0o755);
        for (name, bytes) in [("Info.plist", INFO.as_bytes()), ("Fixture", &program)] {
            archive.start_file(format!("Payload/Fixture.app/{name}"), options).unwrap();
            std::io::Write::write_all(&mut archive, bytes).unwrap();
        }
        archive.finish().unwrap();
        path
    }

    /// Runs a tool of libimobiledevice.
    pub(crate) fn tool(&self, line: &[&str]) -> Said {
        self.run(Path::new(line[0]), &line[1..], Duration::from_secs(60))
    }

    /// Runs a tool with the arguments of one version or, if it then shows its usage, with the arguments of another version.
    pub(crate) fn tool_in_either(&self, line: &[&str], other: &[&str]) -> Said {
        let result = self.tool(line);
        if result.text.contains("Usage: ") { self.tool(other) } else { result }
    }

    /// Runs ideviceinstaller with the arguments of version 1.2; earlier versions expect the command as an option.
    pub(crate) fn installer(&self, line: &[&str]) -> Said {
        let option = match line[0] {
            "install" => "-i",
            "uninstall" => "-U",
            _ => "-l",
        };
        let words = [&["ideviceinstaller"], line].concat();
        self.tool_in_either(&words, &[&["ideviceinstaller", option], &line[1..]].concat())
    }

    /// Runs tidevice, which expects the address as an option.
    pub(crate) fn tidevice(&self, line: &[&str]) -> Said {
        let program = build::workspace().join("target/tools/tidevice/bin/tidevice");
        let unix = self.hub.unix().display().to_string();
        let ask = || self.run(&program, &[&["--socket", &unix], line].concat(), Duration::from_secs(90));
        let result = ask();
        // tidevice sometimes loses an answer that it received, because its reading thread and its waiting thread may each create a queue
        // for the answer.
        if result.text.contains("wait reply timeout") { ask() } else { result }
    }

    pub(crate) fn command(&self, program: &Path, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .env("HOME", self.folder.path())
            .env("USBMUXD_SOCKET_ADDRESS", self.hub.address())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    pub(crate) fn run(&self, program: &Path, arguments: &[&str], patience: Duration) -> Said {
        let started = self.command(program, arguments).spawn();
        let mut child = started.unwrap_or_else(|error| {
            panic!("{}: {error}; `cargo xtask test` installs it", program.display());
        });
        let (mut out, mut err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        let errors = thread::spawn(move || {
            let mut text = Vec::new();
            err.read_to_end(&mut text).map(|_| text)
        });
        let output = thread::spawn(move || {
            let mut text = Vec::new();
            out.read_to_end(&mut text).map(|_| text)
        });
        let deadline = Instant::now() + patience;
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status.code();
            }
            if Instant::now() > deadline {
                child.kill().unwrap();
                child.wait().unwrap();
                break None;
            }
            thread::sleep(Duration::from_millis(5));
        };
        let bytes = [output.join().unwrap().unwrap(), errors.join().unwrap().unwrap()].concat();
        Said { status, text: String::from_utf8_lossy(&bytes).into_owned() }
    }
}

impl Said {
    /// Checks that the tool succeeded and that its output contains all given words.
    #[track_caller]
    pub(crate) fn well(&self, words: &[&str]) {
        let missing: Vec<_> = words.iter().filter(|word| !self.text.contains(**word)).collect();
        assert!(self.status == Some(0) && missing.is_empty(), "lacks {missing:?}: {self:?}");
    }
}
