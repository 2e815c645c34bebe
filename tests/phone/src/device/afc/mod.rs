//! AFC, the file service: serves the media folder and, through house_arrest, an app's container.
//!
//! Invariant: no path leads outside the served folder, neither by `..` nor by a symbolic link.

mod packet;

use std::collections::HashMap;
use std::fs::{self, File, FileTimes, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::Device;
use super::faults::{Effect, Step};
use super::journal::Event;
use super::wire::{Result, Wire};
use packet::Packet;

/// A folder that is served.
pub(super) struct Root {
    pub(super) folder: PathBuf,
    /// If set, the service is limited to files below this path.
    pub(super) only: Option<&'static str>,
}

/// AFC's error numbers.
mod status {
    pub(super) const SUCCESS: u64 = 0;
    pub(super) const UNKNOWN: u64 = 1;
    pub(super) const NO_RESOURCES: u64 = 3;
    pub(super) const INVALID: u64 = 7;
    pub(super) const NOT_FOUND: u64 = 8;
    pub(super) const IS_FOLDER: u64 = 9;
    pub(super) const DENIED: u64 = 10;
    pub(super) const NOT_SUPPORTED: u64 = 15;
    pub(super) const EXISTS: u64 = 16;
    pub(super) const NO_SPACE: u64 = 18;
    pub(super) const NOT_EMPTY: u64 = 33;
}

const STATUS: u64 = 0x01;
const DATA: u64 = 0x02;
const READ_FOLDER: u64 = 0x03;
const REMOVE: u64 = 0x08;
const MAKE_FOLDER: u64 = 0x09;
const FILE_INFO: u64 = 0x0a;
const DEVICE_INFO: u64 = 0x0b;
const OPEN: u64 = 0x0d;
const OPENED: u64 = 0x0e;
const READ: u64 = 0x0f;
const WRITE: u64 = 0x10;
const SEEK: u64 = 0x11;
const TELL: u64 = 0x12;
const TOLD: u64 = 0x13;
const CLOSE: u64 = 0x14;
const SET_SIZE: u64 = 0x15;
const RENAME: u64 = 0x18;
const LOCK: u64 = 0x1b;
const LINK: u64 = 0x1c;
const SET_TIME: u64 = 0x1e;
const REMOVE_ALL: u64 = 0x22;

/// Largest number of bytes that one read returns.
const LONGEST_READ: u64 = 8 << 20;
/// Largest number of files that are open at the same time.
const MOST_FILES: usize = 256;

/// The result of an operation, or AFC's error number.
type Answer = std::result::Result<(u64, Vec<u8>, Vec<u8>), u64>;

fn done() -> Answer {
    Ok((STATUS, status::SUCCESS.to_le_bytes().to_vec(), Vec::new()))
}

/// Serves the media folder.
pub(super) fn media(device: &Arc<Device>, wire: &Wire) -> Result<()> {
    serve(device, wire, &Root { folder: device.media.clone(), only: None })
}

/// Serves a folder until the client closes the connection.
pub(super) fn serve(device: &Arc<Device>, wire: &Wire, root: &Root) -> Result<()> {
    let mut files = Files { device, root, open: HashMap::new(), next: 1 };
    loop {
        let request = Packet::receive(wire)?;
        let answer = match device.answer(Step::File)? {
            Some(word) => Err(word.parse().unwrap_or(status::UNKNOWN)),
            None => files.answer(&request)?,
        };
        let (operation, head, data) =
            answer.unwrap_or_else(|number| (STATUS, number.to_le_bytes().to_vec(), Vec::new()));
        wire.write(&Packet { operation, tag: request.tag, head, data }.bytes())?;
    }
}

struct Files<'a> {
    device: &'a Arc<Device>,
    root: &'a Root,
    open: HashMap<u64, (File, String)>,
    next: u64,
}

impl Root {
    /// Returns the host's path for a client's path.
    fn find(&self, path: &str) -> std::result::Result<PathBuf, u64> {
        let mut parts: Vec<&str> = Vec::new();
        for part in Path::new(path).components() {
            match part {
                Component::Normal(name) => parts.push(name.to_str().ok_or(status::INVALID)?),
                Component::ParentDir => {
                    parts.pop().ok_or(status::DENIED)?;
                }
                _ => {}
            }
        }
        if self.only.is_some_and(|only| parts.first() != Some(&only)) {
            return Err(status::DENIED);
        }
        let host = self.folder.join(parts.join("/"));
        // The nearest existing parent must be inside the served folder after symbolic links are resolved.
        let top = self.folder.canonicalize().map_err(number)?;
        let mut existing: &Path = &host;
        while existing.symlink_metadata().is_err() {
            existing = existing.parent().ok_or(status::NOT_FOUND)?;
        }
        let real = existing.canonicalize().map_err(number)?;
        if real.starts_with(&top) { Ok(host) } else { Err(status::DENIED) }
    }
}

fn number(error: io::Error) -> u64 {
    use io::ErrorKind as Kind;
    match error.kind() {
        Kind::NotFound | Kind::NotADirectory => status::NOT_FOUND,
        Kind::PermissionDenied => status::DENIED,
        Kind::AlreadyExists => status::EXISTS,
        Kind::IsADirectory => status::IS_FOLDER,
        Kind::DirectoryNotEmpty => status::NOT_EMPTY,
        Kind::InvalidInput => status::INVALID,
        Kind::StorageFull => status::NO_SPACE,
        _ => status::UNKNOWN,
    }
}

/// Encodes pairs of strings, each string with a NUL at its end.
fn pairs(pairs: &[(&str, String)]) -> Vec<u8> {
    pairs.iter().flat_map(|(key, value)| format!("{key}\0{value}\0").into_bytes()).collect()
}

impl Files<'_> {
    fn strike(&self, step: Step, answer: Answer) -> Result<Answer> {
        Ok(match self.device.step(step)? {
            Some(Effect::Answer(word)) => Err(word.parse().unwrap_or(status::UNKNOWN)),
            _ => answer,
        })
    }

    /// Logs an operation, and performs it unless a fault strikes.
    fn act(
        &mut self,
        step: Option<Step>,
        operation: &'static str,
        path: Option<String>,
        act: impl FnOnce(&mut Self, PathBuf) -> Answer,
    ) -> Result<Answer> {
        let Some(path) = path else { return Ok(Err(status::INVALID)) };
        self.device.journal().note(Event::File { operation, path: path.clone() });
        if let Some(step) = step
            && let Err(number) = self.strike(step, done())?
        {
            return Ok(Err(number));
        }
        Ok(match self.root.find(&path) {
            Ok(host) => act(self, host),
            Err(number) => Err(number),
        })
    }

    fn answer(&mut self, request: &Packet) -> Result<Answer> {
        let path = request.string(0, 0);
        Ok(match request.operation {
            READ_FOLDER => self.act(Some(Step::FileList), "list", path, |_, host| list(&host))?,
            FILE_INFO => self.act(Some(Step::FileInfo), "info", path, |_, host| info(&host))?,
            DEVICE_INFO => self.device_info(),
            REMOVE => self.act(Some(Step::FileRemove), "remove", path, |_, host| remove(&host))?,
            REMOVE_ALL => {
                self.act(Some(Step::FileRemove), "remove-all", path, |files, host| files.remove_all(&host))?
            }
            MAKE_FOLDER => self.act(None, "make-folder", path, |_, host| {
                fs::create_dir_all(host).map_err(number)?;
                done()
            })?,
            OPEN => {
                let path = request.string(1, 0);
                let (mode, name) = (request.word(0).unwrap_or(0), path.clone().unwrap_or_default());
                self.act(Some(Step::FileOpen), "open", path, |files, host| files.open(mode, &host, name))?
            }
            READ => {
                let answer = self.read(request);
                self.strike(Step::FileRead, answer)?
            }
            WRITE => match self.device.step(Step::FileWrite)? {
                Some(Effect::Answer(word)) => Err(word.parse().unwrap_or(status::UNKNOWN)),
                _ => self.file(request).and_then(|file| {
                    file.write_all(&request.data).map_err(number)?;
                    done()
                }),
            },
            SEEK => self.seek(request),
            TELL => self.file(request).and_then(|file| {
                let at = file.stream_position().map_err(number)?;
                Ok((TOLD, at.to_le_bytes().to_vec(), Vec::new()))
            }),
            CLOSE => self.close(request),
            SET_SIZE => self.set_size(request),
            RENAME => {
                let to = request.string(0, 1).ok_or(status::INVALID).and_then(|path| self.root.find(&path));
                self.act(None, "rename", path, |_, from| {
                    fs::rename(from, to?).map_err(number)?;
                    done()
                })?
            }
            // The lock has no effect, because no second client exists that it could exclude.
            LOCK => done(),
            LINK => {
                let target = request.string(1, 0).ok_or(status::INVALID);
                self.act(None, "link", request.string(1, 1), |_, host| {
                    std::os::unix::fs::symlink(target?, host).map_err(number)?;
                    done()
                })?
            }
            SET_TIME => {
                let time = request.word(0).map(Duration::from_nanos);
                self.act(None, "set-time", request.string(1, 0), |_, host| set_time(&host, time))?
            }
            _ => Err(status::NOT_SUPPORTED),
        })
    }

    fn device_info(&self) -> Answer {
        let facts = [
            ("Model", self.device.ios().product_type().to_owned()),
            ("FSTotalBytes", (64u64 << 30).to_string()),
            ("FSFreeBytes", (32u64 << 30).to_string()),
            ("FSBlockSize", "4096".to_owned()),
        ];
        Ok((DATA, Vec::new(), pairs(&facts)))
    }

    fn remove_all(&self, host: &Path) -> Answer {
        if host == self.root.folder {
            return Err(status::DENIED);
        }
        let folder = host.symlink_metadata().map_err(number)?.is_dir();
        if folder { fs::remove_dir_all(host) } else { fs::remove_file(host) }.map_err(number)?;
        done()
    }

    fn close(&mut self, request: &Packet) -> Answer {
        let handle = request.word(0).ok_or(status::INVALID)?;
        let (_, path) = self.open.remove(&handle).ok_or(status::INVALID)?;
        self.device.journal().note(Event::File { operation: "close", path });
        done()
    }

    fn set_size(&mut self, request: &Packet) -> Answer {
        let file = self.file(request)?;
        // A very large size would succeed as a sparse file, so it is refused.
        let size = request.word(1).filter(|size| *size < 64 << 30).ok_or(status::NO_SPACE)?;
        file.set_len(size).map_err(number)?;
        done()
    }

    fn open(&mut self, mode: u64, host: &Path, name: String) -> Answer {
        if host.is_dir() {
            return Err(status::IS_FOLDER);
        }
        if self.open.len() >= MOST_FILES {
            return Err(status::NO_RESOURCES);
        }
        let mut options = OpenOptions::new();
        match mode {
            1 => options.read(true),
            2 => options.read(true).write(true).create(true),
            3 => options.write(true).create(true).truncate(true),
            4 => options.read(true).write(true).create(true).truncate(true),
            5 => options.append(true).create(true),
            6 => options.read(true).append(true).create(true),
            _ => return Err(status::INVALID),
        };
        let file = options.open(host).map_err(number)?;
        let handle = self.next;
        self.next += 1;
        self.open.insert(handle, (file, name));
        Ok((OPENED, handle.to_le_bytes().to_vec(), Vec::new()))
    }

    fn file(&mut self, request: &Packet) -> std::result::Result<&mut File, u64> {
        let handle = request.word(0).ok_or(status::INVALID)?;
        self.open.get_mut(&handle).map(|(file, _)| file).ok_or(status::INVALID)
    }

    fn read(&mut self, request: &Packet) -> Answer {
        let length = request.word(1).ok_or(status::INVALID)?.min(LONGEST_READ);
        let mut bytes = Vec::new();
        self.file(request)?.take(length).read_to_end(&mut bytes).map_err(number)?;
        Ok((DATA, Vec::new(), bytes))
    }

    fn seek(&mut self, request: &Packet) -> Answer {
        let (whence, offset) = (request.word(1), request.word(2).ok_or(status::INVALID)?);
        let to = match whence {
            Some(0) => SeekFrom::Start(offset),
            Some(1) => SeekFrom::Current(offset as i64),
            Some(2) => SeekFrom::End(offset as i64),
            _ => return Err(status::INVALID),
        };
        self.file(request)?.seek(to).map_err(number)?;
        done()
    }
}

fn list(host: &Path) -> Answer {
    let mut names = vec![".".to_owned(), "..".to_owned()];
    for entry in fs::read_dir(host).map_err(number)? {
        names.push(entry.map_err(number)?.file_name().to_string_lossy().into_owned());
    }
    names[2..].sort();
    Ok((DATA, Vec::new(), names.iter().flat_map(|name| format!("{name}\0").into_bytes()).collect()))
}

/// Formats a time as nanoseconds since 1970; 0 for an unknown time.
fn nanos(time: io::Result<SystemTime>) -> String {
    let since = time.ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    since.unwrap_or_default().as_nanos().to_string()
}

/// Removes a file or an empty folder.
fn remove(host: &Path) -> Answer {
    let folder = host.symlink_metadata().map_err(number)?.is_dir();
    if folder { fs::remove_dir(host) } else { fs::remove_file(host) }.map_err(number)?;
    done()
}

fn set_time(host: &Path, since_1970: Option<Duration>) -> Answer {
    let time = since_1970.and_then(|time| UNIX_EPOCH.checked_add(time)).ok_or(status::INVALID)?;
    let file = File::options().write(true).open(host).map_err(number)?;
    file.set_times(FileTimes::new().set_modified(time)).map_err(number)?;
    done()
}

fn info(host: &Path) -> Answer {
    let data = host.symlink_metadata().map_err(number)?;
    let kind = match data.file_type() {
        kind if kind.is_dir() => "S_IFDIR",
        kind if kind.is_symlink() => "S_IFLNK",
        _ => "S_IFREG",
    };
    let mut facts = vec![
        ("st_size", data.len().to_string()),
        ("st_blocks", data.len().div_ceil(512).to_string()),
        ("st_nlink", "1".to_owned()),
        ("st_ifmt", kind.to_owned()),
        ("st_mtime", nanos(data.modified())),
        ("st_birthtime", nanos(data.created().or_else(|_| data.modified()))),
    ];
    if let Ok(target) = fs::read_link(host) {
        facts.push(("LinkTarget", target.to_string_lossy().into_owned()));
    }
    Ok((DATA, Vec::new(), pairs(&facts)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_requested_path_leads_out_of_the_shared_folder() {
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("data");
        fs::create_dir_all(inside.join("Documents")).unwrap();
        fs::create_dir_all(inside.join("Library")).unwrap();
        fs::write(folder.path().join("secret"), "x").unwrap();
        std::os::unix::fs::symlink(folder.path(), inside.join("Documents/link")).unwrap();
        let all = Root { folder: inside.clone(), only: None };
        let documents = Root { folder: inside.clone(), only: Some("Documents") };
        for (path, container, shared) in [
            ("/", true, false),
            ("/Library", true, false),
            ("/Documents", true, true),
            ("Documents/new", true, true),
            ("/Documents/../Library", true, false),
            ("/../secret", false, false),
            ("/Documents/../../secret", false, false),
            ("/Documents/link/secret", false, false),
            ("/Documentsx", true, false),
        ] {
            assert_eq!(all.find(path).is_ok(), container, "{path}");
            assert_eq!(documents.find(path).is_ok(), shared, "{path}");
        }
    }
}
