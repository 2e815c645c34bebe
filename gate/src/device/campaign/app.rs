//! What a build says of itself, without a device: an .ipa or a folder `X.app`.

use std::fs;
use std::io::{Cursor, Read as _};
use std::path::{Path, PathBuf};

use plist::Value;

use super::super::{Failure, Kind};

/// A build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct App {
    /// The file or folder.
    pub path: PathBuf,
    /// Its bundle identifier.
    pub bundle: String,
    /// Whether its documents are shared, which is where the agent then leaves its traces.
    pub shares_files: bool,
}

/// Where `gate inject` puts the agent.
const AGENT: &str = "Frameworks/liblaunchgate.dylib";

impl App {
    /// Reads it; one without the agent is refused, since it would leave no trace.
    pub fn read(path: &Path) -> Result<App, Failure> {
        let local = |reason: &dyn std::fmt::Display| {
            Failure::new(Kind::Local, format!("{}: {reason}", path.display()))
        };
        let kind = fs::metadata(path).map_err(|error| local(&error))?;
        let (info, has_agent) = if kind.is_dir() {
            let info =
                fs::read(path.join("Info.plist")).map_err(|error| local(&format!("Info.plist: {error}")))?;
            (info, path.join(AGENT).is_file())
        } else {
            read_archive(path).map_err(|reason| local(&reason))?
        };
        let info =
            Value::from_reader(Cursor::new(info)).map_err(|error| local(&format!("Info.plist: {error}")))?;
        let info = info.as_dictionary().ok_or_else(|| local(&"Info.plist is no dictionary"))?;
        let bundle = info.get("CFBundleIdentifier").and_then(Value::as_string);
        let bundle = bundle.ok_or_else(|| local(&"Info.plist has no CFBundleIdentifier"))?;
        if !has_agent {
            let detail = format!("{} has no {AGENT}: put the agent in with `gate inject`", path.display());
            return Err(Failure::new(Kind::Unsupported, detail));
        }
        let shares_files = info.get("UIFileSharingEnabled").and_then(Value::as_boolean) == Some(true);
        Ok(App { path: path.to_owned(), bundle: bundle.to_owned(), shares_files })
    }

    /// Where the agent leaves its traces, inside the container.
    pub(super) fn traces(&self) -> &'static str {
        if self.shares_files { "Documents/launchgate" } else { "Library/Caches/launchgate" }
    }
}

/// More than any Info.plist has.
const LARGEST: u64 = 16 << 20;

fn read_archive(path: &Path) -> Result<(Vec<u8>, bool), String> {
    let file = fs::File::open(path).map_err(|error| error.to_string())?;
    let mut archive = zip::ZipArchive::new(file).map_err(|error| format!("no .ipa: {error}"))?;
    let app = archive
        .file_names()
        .flatten()
        .find_map(|name| {
            let (app, rest) = name.strip_prefix("Payload/")?.split_once('/')?;
            (rest == "Info.plist" && app.ends_with(".app")).then(|| format!("Payload/{app}"))
        })
        .ok_or("no .ipa: no Payload/X.app/Info.plist in it")?;
    let has_agent = archive.index_for_name(&format!("{app}/{AGENT}")).is_some();
    let entry = archive.by_name(&format!("{app}/Info.plist")).map_err(|error| error.to_string())?;
    let mut info = Vec::new();
    entry.take(LARGEST).read_to_end(&mut info).map_err(|error| format!("Info.plist: {error}"))?;
    Ok((info, has_agent))
}
