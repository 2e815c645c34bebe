//! What a build says of itself, without a device: an .ipa or a folder `X.app`.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use object::Object as _;
use object::read::macho::{FatArch, MachOFatFile32, MachOFatFile64};
use plist::Value;

use super::super::{Failure, FailureKind};
use crate::launches::Build;
use crate::plists;

/// A build.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct App {
    /// The file or folder.
    pub path: PathBuf,
    /// Its bundle identifier.
    pub bundle: String,
    /// Whether its documents are shared, which is where the agent then leaves its traces.
    pub shares_files: bool,
    /// Its version and the UUIDs of its code.
    pub build: Build,
    /// The agent's settings inside.
    pub settings: Option<Vec<u8>>,
    /// An agent that is loaded into it from outside, as simulators allow; none where it is inside.
    pub inserted: Option<PathBuf>,
}

/// Where `gate inject` puts the agent.
const AGENT: &str = "Frameworks/liblaunchgate.dylib";
const SETTINGS: &str = "Frameworks/launchgate.settings";
/// Code is read up to this size.
const LARGEST_CODE: u64 = 1 << 30;

/// What is read of a bundle's files.
#[derive(Default)]
struct Contents {
    info: Vec<u8>,
    settings: Option<Vec<u8>>,
    has_agent: bool,
    images: BTreeMap<String, String>,
}

impl App {
    /// Reads it; one without the agent is refused, since it would leave no trace.
    pub fn read(path: &Path) -> Result<App, Failure> {
        App::read_with(path, None)
    }

    /// Reads one that a simulator loads this agent into, with these settings.
    pub fn for_simulator(path: &Path, agent: &Path, settings: Option<Vec<u8>>) -> Result<App, Failure> {
        let mut app = App::read_with(path, Some(agent))?;
        app.settings = settings.or(app.settings);
        Ok(app)
    }

    fn read_with(path: &Path, inserted: Option<&Path>) -> Result<App, Failure> {
        let local = |reason: &dyn std::fmt::Display| {
            Failure::new(FailureKind::Local, format!("{}: {reason}", path.display()))
        };
        let kind = fs::metadata(path).map_err(|error| local(&error))?;
        let mut contents = Contents::default();
        if kind.is_dir() {
            contents.add_folder(path, "").map_err(|reason| local(&reason))?;
        } else {
            contents.add_archive(path).map_err(|reason| local(&reason))?;
        }
        let info = plists::read(&contents.info).map_err(|error| local(&format!("Info.plist: {error}")))?;
        let info = info.as_dictionary().ok_or_else(|| local(&"Info.plist is not a dictionary"))?;
        let text = |key: &str| info.get(key).and_then(Value::as_string).map(str::to_owned);
        let bundle =
            text("CFBundleIdentifier").ok_or_else(|| local(&"Info.plist has no CFBundleIdentifier"))?;
        if !contents.has_agent && inserted.is_none() {
            let detail = format!("{} has no {AGENT}; add the agent with `gate inject`", path.display());
            return Err(Failure::new(FailureKind::Unsupported, detail));
        }
        let shares_files = info.get("UIFileSharingEnabled").and_then(Value::as_boolean) == Some(true);
        let build = Build {
            version: text("CFBundleShortVersionString").unwrap_or_default(),
            number: text("CFBundleVersion").unwrap_or_default(),
            images: contents.images,
        };
        Ok(App {
            path: path.to_owned(),
            bundle,
            shares_files,
            build,
            settings: contents.settings,
            inserted: inserted.map(Path::to_owned),
        })
    }

    /// Where the agent leaves its traces, inside the container.
    pub(super) fn traces(&self) -> &'static str {
        if self.shares_files { "Documents/launchgate" } else { "Library/Caches/launchgate" }
    }
}

impl Contents {
    /// Takes what matters of one file, by its path in the bundle.
    fn add(&mut self, inside: &str, file: &mut dyn Read) -> io::Result<()> {
        match inside {
            "Info.plist" => {
                file.take(plists::LARGEST + 1).read_to_end(&mut self.info)?;
            }
            SETTINGS => {
                let mut settings = Vec::new();
                file.take(plists::LARGEST).read_to_end(&mut settings)?;
                self.settings = Some(settings);
            }
            _ => {
                self.has_agent |= inside == AGENT;
                if let Some(uuid) = uuid(file)? {
                    self.images.insert(inside.to_owned(), uuid);
                }
            }
        }
        Ok(())
    }

    fn add_folder(&mut self, root: &Path, inside: &str) -> Result<(), String> {
        let failed = |path: &Path, error: io::Error| format!("{}: {error}", path.display());
        let here = root.join(inside);
        for entry in fs::read_dir(&here).map_err(|error| failed(&here, error))? {
            let entry = entry.map_err(|error| failed(&here, error))?;
            let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
            let name = if inside.is_empty() { name } else { format!("{inside}/{name}") };
            let kind = entry.file_type().map_err(|error| failed(&path, error))?;
            if kind.is_dir() {
                self.add_folder(root, &name)?;
            } else if kind.is_file() {
                let added = fs::File::open(&path).and_then(|mut file| self.add(&name, &mut file));
                added.map_err(|error| failed(&path, error))?;
            }
        }
        Ok(())
    }

    fn add_archive(&mut self, path: &Path) -> Result<(), String> {
        let file = fs::File::open(path).map_err(|error| error.to_string())?;
        let mut archive = zip::ZipArchive::new(io::BufReader::new(file))
            .map_err(|error| format!("it is not an .ipa: {error}"))?;
        let app = archive.file_names().flatten().find_map(|name| {
            let (app, rest) = name.strip_prefix("Payload/")?.split_once('/')?;
            (rest == "Info.plist" && app.ends_with(".app")).then(|| format!("Payload/{app}/"))
        });
        let app = app.ok_or("it is not an .ipa: Payload/X.app/Info.plist is missing")?;
        for index in 0..archive.len() {
            let mut entry = archive.by_index(index).map_err(|error| error.to_string())?;
            let name = String::from_utf8_lossy(entry.name_raw()).into_owned();
            if let Some(inside) = name.strip_prefix(&app)
                && !entry.is_dir()
                && !entry.is_symlink()
            {
                self.add(inside, &mut entry).map_err(|error| format!("{inside}: {error}"))?;
            }
        }
        Ok(())
    }
}

/// The UUID of a Mach-O file, of a fat one that of its part for 64-bit ARM; none of any other file.
fn uuid(file: &mut dyn Read) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    file.take(4).read_to_end(&mut bytes)?;
    let is_thin = bytes == [0xcf, 0xfa, 0xed, 0xfe];
    if !is_thin && bytes != [0xca, 0xfe, 0xba, 0xbe] && bytes != [0xca, 0xfe, 0xba, 0xbf] {
        return Ok(None);
    }
    file.take(LARGEST_CODE).read_to_end(&mut bytes)?;
    let thin = if is_thin { Some(&*bytes) } else { arm64(&bytes) };
    let uuid = thin.and_then(|thin| object::File::parse(thin).ok()?.mach_uuid().ok()?);
    // Whoever made the file says what it is; what it lacks is not known.
    Ok(uuid.map(|uuid| trace::Uuid(uuid).to_string()))
}

fn arm64(bytes: &[u8]) -> Option<&[u8]> {
    fn find<'a, A: FatArch>(arches: &[A], bytes: &'a [u8]) -> Option<&'a [u8]> {
        arches.iter().find(|arch| arch.cputype() == object::macho::CPU_TYPE_ARM64)?.data(bytes).ok()
    }
    match MachOFatFile32::parse(bytes) {
        Ok(fat) => find(fat.arches(), bytes),
        Err(_) => find(MachOFatFile64::parse(bytes).ok()?.arches(), bytes),
    }
}
