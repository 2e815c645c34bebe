//! Prepares a copy of RapidJSON (C++), in each function of which a loop can be planted.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use phone::build::{self, Style};

use super::{Build, Site};
use crate::agent_public;
use crate::bundle::Bundle;

/// Paths that the app uses, with their owners. Files at other paths have the first owner.
pub(super) const TEAMS: [(&str, &str); 5] = [
    ("rapidjson/", "@json/all"),
    ("rapidjson/internal/", "@json/internal"),
    ("rapidjson/reader.h", "@json/reader"),
    ("rapidjson/writer.h", "@json/writer"),
    ("rapidjson/document.h", "@json/document"),
];

/// The library's headers, prepared for planted loops, and the compiler flags for code that includes them.
pub(super) struct Json {
    headers: PathBuf,
    flags: Vec<String>,
    sites: Vec<Site>,
}

impl Json {
    /// Prepares the package in `folder`.
    pub(super) fn new(folder: &Path) -> Result<Json> {
        let (source, flags) = agent_public::json(folder)?;
        let headers = build::output().join("public/planted");
        let sites = plant(&source, &headers)?;
        Ok(Json { headers, flags, sites })
    }

    /// Returns the root folder of the files that contain the functions.
    pub(super) fn root(&self) -> String {
        self.headers.display().to_string()
    }

    /// Returns the functions in which a loop may be planted.
    pub(super) fn sites(&self) -> &[Site] {
        &self.sites
    }

    pub(super) fn build(&self, build: Build<'_>) -> Result<Bundle> {
        let none = || vec!["-DLG_PLANTED=-1".to_owned(), "-DLG_LOOPS=1".to_owned()];
        let more = match build {
            Build::Plain => none(),
            Build::Counting => vec!["-DLG_COUNT".to_owned()],
            Build::Planted(at, loops) => vec![format!("-DLG_PLANTED={at}"), format!("-DLG_LOOPS={loops}")],
            Build::Otherwise(flag) => [none(), vec![flag.to_owned()]].concat(),
        };
        let mut flags = vec![format!("-I{}", self.headers.display()), "-g".to_owned()];
        flags.extend(self.flags.iter().cloned());
        flags.extend(more);
        Bundle::app_with(Style::Chained, &["names_json.mm"], &flags, None)
    }
}

/// Copies the library. At the line where the body of a function begins, the copy has code for a loop.
fn plant(from: &Path, to: &Path) -> Result<Vec<Site>> {
    let mut sites = Vec::new();
    for folder in ["", "internal", "error", "msinttypes"] {
        fs::create_dir_all(to.join("rapidjson").join(folder))?;
        let mut files: Vec<PathBuf> =
            fs::read_dir(from.join(folder))?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
        files.sort();
        for path in files.iter().filter(|path| path.extension().is_some_and(|end| end == "h")) {
            let text = fs::read_to_string(path)?;
            let file = format!("rapidjson/{}", path.strip_prefix(from)?.display());
            let planted = planted(&text, &file, &mut sites);
            let place = to.join(&file);
            // Builds are cached by the contents of their sources, so unchanged files are not written again.
            if fs::read_to_string(&place).ok().as_deref() != Some(&planted) {
                fs::write(place, planted)?;
            }
        }
    }
    ensure!(sites.len() < 1000, "{} functions", sites.len());
    Ok(sites)
}

fn planted(text: &str, file: &str, sites: &mut Vec<Site>) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut planted = String::new();
    for (at, line) in lines.iter().enumerate() {
        planted.push_str(line);
        if let Some(name) = function(line) {
            planted.push_str(&format!(" LG_PLANT({})", sites.len()));
            let indent = line.len() - line.trim_start().len();
            let ends = |line: &&str| line.trim_end() == format!("{}}}", &line[..indent.min(line.len())]);
            let length = lines[at..].iter().position(ends).unwrap_or(0);
            let first = at as u32 + 1;
            let lines = (first, first + length as u32);
            sites.push(Site { file: file.to_owned(), name: name.to_owned(), lines });
        }
        planted.push('\n');
    }
    planted
}

/// Returns the name of the function whose body begins at the end of this line. The line must contain the
/// return type and all parameters.
fn function(line: &str) -> Option<&str> {
    const OTHERS: [&str; 12] = [
        "if",
        "else",
        "for",
        "while",
        "do",
        "switch",
        "struct",
        "class",
        "namespace",
        "template<>",
        "return",
        "}",
    ];
    let head = line.strip_suffix(" {")?.trim_start();
    let head = head.strip_suffix(" const").unwrap_or(head).strip_suffix(')')?;
    let (before, _) = head.split_once('(')?;
    let (kind, name) = before.rsplit_once([' ', '*', '&'])?;
    let is_other = OTHERS.iter().any(|other| kind.split(' ').next() == Some(other));
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let is_macro = name.bytes().all(|byte| !byte.is_ascii_lowercase());
    (!is_other && is_name && !is_macro && !kind.starts_with(['#', '/', ':'])).then_some(name)
}
