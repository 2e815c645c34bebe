//! Builds an app in a bundle, with frameworks, an Info.plist and the agent's settings file. The app
//! runs on the emulated phone.
//!
//! `agent_bed` runs a single program against libSystem and libobjc. The module `bundle` runs apps that need UIKit or additional files.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;
use phone::Config;
use phone::build::{self, Image, Kind, Style};
use tempfile::TempDir;

use crate::agent_bed::{Run, collect};
use crate::shop::Shop;

/// The agent's path in a bundle.
pub const AGENT: &str = "Frameworks/liblaunchgate.dylib";

/// Linker flags that put the code into a separate segment, as large apps do to reduce the encrypted part and
/// the size of downloads.
pub const RENAMED_CODE: [&str; 9] =
    ["-rename_section", "__TEXT", "__text", "__BD_TEXT", "__text", "-segprot", "__BD_TEXT", "rx", "rx"];

/// An app with the agent in its bundle. The app's container exists as long as this value, and all launches use this container.
pub struct Bundle {
    folder: PathBuf,
    container: PathBuf,
    executable: String,
    _owned: Owned,
}

/// The folder that is removed together with the bundle.
enum Owned {
    Folder(#[expect(dead_code, reason = "kept for its drop")] TempDir),
    Shop(#[expect(dead_code, reason = "kept for its drop")] Shop),
}

impl Bundle {
    /// Builds an app from the files `sources` of `tests/agent_fixtures`. The app links with every library of the small iOS.
    pub fn app(style: Style, sources: &[&str]) -> Result<Bundle> {
        Bundle::app_with(style, sources, &[], None)
    }

    /// Builds an app like [`Bundle::app`], with additional compiler flags. With `library` (a name and source files), the app also links
    /// with a library that is built from these files.
    pub fn app_with(
        style: Style,
        sources: &[&str],
        flags: &[String],
        library: Option<(&str, &[&str])>,
    ) -> Result<Bundle> {
        let mut image = image(style, "Fixture", Kind::Executable, sources)?;
        image.cflags.extend_from_slice(flags);
        let bundle = Bundle::empty(&image.name)?;
        if let Some((name, sources)) = library {
            let path = format!("Frameworks/{name}");
            let mut library =
                self::image(style, name, Kind::Library(format!("@executable_path/{path}")), sources)?;
            library.cflags.extend_from_slice(flags);
            let built = build::build(&library)?;
            bundle.put(&path, &built)?;
            image.libraries.push(built);
        }
        bundle.put(&bundle.executable, &build::build(&image)?)?;
        bundle.prepared()
    }

    /// Builds an app and a library from the source files `files`. The app links with the library as with a system library at `path`. The
    /// library is not inside the app, so its path on this machine is returned together with the app.
    pub fn app_beside(
        style: Style,
        sources: &[&str],
        flags: &[String],
        path: &str,
        files: &[&str],
    ) -> Result<(Bundle, PathBuf)> {
        let mut library = image(style, "Beside", Kind::Library(path.to_owned()), files)?;
        library.cflags.extend_from_slice(flags);
        let library = build::build(&library)?;
        let mut image = image(style, "Fixture", Kind::Executable, sources)?;
        image.cflags.extend_from_slice(flags);
        image.libraries.push(library.clone());
        Ok((Bundle::program(&image)?, library))
    }

    /// Builds a bundle whose executable is `image`.
    pub fn program(image: &Image) -> Result<Bundle> {
        let bundle = Bundle::empty(&image.name)?;
        bundle.put(&bundle.executable, &build::build(image)?)?;
        bundle.prepared()
    }

    /// Builds a program from the files `sources` of `tests/agent_fixtures`, without UIKit and with additional flags for compiler and
    /// linker.
    pub fn linked(style: Style, sources: &[&str], cflags: &[&str], ldflags: &[&str]) -> Result<Bundle> {
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/agent_fixtures");
        let sources = sources.iter().map(|source| fixtures.join(source));
        let mut image = Image::new("Fixture", Kind::Executable, style, sources);
        let system = build::system()?;
        image.libraries =
            ["libSystem", "libobjc", "libc++abi"].map(|library| system.by_folder[library].clone()).to_vec();
        image.cflags.extend(cflags.iter().map(|flag| (*flag).to_owned()));
        image.ldflags.extend(ldflags.iter().map(|flag| (*flag).to_owned()));
        Bundle::program(&image)
    }

    fn empty(executable: &str) -> Result<Bundle> {
        let folder = tempfile::tempdir()?;
        Ok(Bundle {
            folder: folder.path().join("bundle"),
            container: folder.path().join("container"),
            executable: executable.to_owned(),
            _owned: Owned::Folder(folder),
        })
    }

    /// Builds the sample app.
    pub fn shop(style: Style) -> Result<Bundle> {
        Bundle::from_shop(Shop::build(style)?)
    }

    /// Creates a bundle from a build of the sample app.
    pub fn from_shop(shop: Shop) -> Result<Bundle> {
        let bundle = Bundle {
            folder: shop.app(),
            container: shop.container().to_owned(),
            executable: "Shop".to_owned(),
            _owned: Owned::Shop(shop),
        };
        bundle.prepared()
    }

    /// Adds a framework that the app may open at run time, at `@executable_path/Frameworks/NAME`.
    pub fn with_framework(self, style: Style, name: &str, sources: &[&str]) -> Result<Bundle> {
        self.with_framework_linked(style, name, sources, &[])
    }

    /// Adds a framework like [`Bundle::with_framework`], with additional linker flags.
    pub fn with_framework_linked(
        self,
        style: Style,
        name: &str,
        sources: &[&str],
        flags: &[&str],
    ) -> Result<Bundle> {
        let kind = Kind::Library(format!("@executable_path/Frameworks/{name}"));
        let mut image = image(style, name, kind, sources)?;
        image.ldflags.extend(flags.iter().map(|flag| (*flag).to_owned()));
        self.put(&format!("Frameworks/{name}"), &build::build(&image)?)?;
        Ok(self)
    }

    /// Adds a text file to the bundle.
    pub fn with_file(self, path: &str, text: &str) -> Result<Bundle> {
        fs::write(self.folder.join(path), text)?;
        Ok(self)
    }

    /// Returns the folder that contains the app.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Starts the app with the agent inserted and with additional environment variables.
    pub fn run(&self, environment: &[(&str, &str)]) -> Result<Run> {
        self.run_with(environment, |_| {})
    }

    /// Starts the app like [`Bundle::run`], on a phone whose configuration `change` has modified.
    pub fn run_with(&self, environment: &[(&str, &str)], change: impl FnOnce(&mut Config)) -> Result<Run> {
        let inserted = format!("@executable_path/{AGENT}");
        let inserted = ("DYLD_INSERT_LIBRARIES", inserted.as_str());
        let environment: Vec<_> = environment.iter().copied().chain([inserted]).collect();
        self.run_plain(&environment, change)
    }

    /// Starts the app without the agent.
    pub fn run_plain(&self, environment: &[(&str, &str)], change: impl FnOnce(&mut Config)) -> Result<Run> {
        let mut config = Config::new(&self.folder, &self.executable);
        config.system = build::system()?.by_name;
        config.container = Some(self.container.clone());
        config.environment = environment.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
        change(&mut config);
        let outcome = phone::run(config);
        let mut files = BTreeMap::new();
        collect(&self.container, &self.container, &mut files)?;
        Ok(Run { outcome, files })
    }

    /// Deletes the traces of earlier launches, so that the next launch does not depend on them.
    pub fn delete_traces(&self) -> Result<()> {
        let traces = self.container.join("Library/Caches/launchgate");
        if traces.exists() {
            fs::remove_dir_all(traces)?;
        }
        Ok(())
    }

    fn prepared(self) -> Result<Bundle> {
        for folder in ["Library/Caches", "Documents"] {
            fs::create_dir_all(self.container.join(folder))?;
        }
        self.put(AGENT, &build::agent()?)?;
        Ok(self)
    }

    fn put(&self, path: &str, file: &Path) -> Result<()> {
        let path = self.folder.join(path);
        fs::create_dir_all(path.parent().unwrap_or(&self.folder))?;
        fs::copy(file, path)?;
        Ok(())
    }
}

/// Builds an app from the files `sources` of `tests/agent_fixtures` as `Fixture.app` in a folder, without the agent, so that it can be
/// installed on a phone or in a simulator.
pub fn app_to_install(folder: &Path, sources: &[&str], simulator: bool) -> Result<PathBuf> {
    const INFO: &str = "<plist version=\"1.0\"><dict><key>CFBundleIdentifier</key><string>com.example.fixture</string>\
        <key>CFBundleExecutable</key><string>Fixture</string><key>CFBundlePackageType</key><string>APPL</string>\
        <key>CFBundleVersion</key><string>1</string><key>UIFileSharingEnabled</key><true/>\
        <key>LSSupportsOpeningDocumentsInPlace</key><true/></dict></plist>";
    let mut image = image(Style::Chained, "Fixture", Kind::Executable, sources)?;
    image.simulator = simulator;
    // The linker leaves room for the load command of the agent.
    image.ldflags.extend(["-headerpad", "0x400"].map(str::to_owned));
    let app = folder.join("Fixture.app");
    fs::create_dir_all(&app)?;
    fs::copy(build::build(&image)?, app.join("Fixture"))?;
    fs::write(app.join("Info.plist"), INFO)?;
    Ok(app)
}

fn image(style: Style, name: &str, kind: Kind, sources: &[&str]) -> Result<Image> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/agent_fixtures");
    let mut image = Image::new(name, kind, style, sources.iter().map(|source| fixtures.join(source)));
    // Fixtures whose names do not begin with `arc` use manual reference counting.
    if sources.iter().all(|source| source.starts_with("arc")) {
        image.cflags.push("-fobjc-arc".to_owned());
    }
    let system = build::system()?;
    const LIBRARIES: [&str; 5] = ["libSystem", "libobjc", "CoreFoundation", "Foundation", "UIKit"];
    // Programs without C++ sources load libc++abi through libobjc.
    let is_cxx = |source: &&str| source.ends_with(".cpp") || source.ends_with(".mm");
    let exceptions = sources.iter().any(is_cxx).then_some("libc++abi");
    image.libraries =
        LIBRARIES.iter().chain(&exceptions).map(|library| system.by_folder[*library].clone()).collect();
    Ok(image)
}
