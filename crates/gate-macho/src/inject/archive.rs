//! Checks an archive with an app, unpacks it into a new folder, and writes a new archive with the changes.
//!
//! An unchanged entry is copied with its compressed bytes, mode, time and extra fields, without being unpacked.
//!
//! Invariant: no file is written outside of the given folder, and the limits of size and number are observed.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, ErrorKind, Read as _, Seek as _, Write as _};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};

use gate_common::plists;
use zip::read::ZipFile;
use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use super::{InjectError, Result, contents, folder, paths};

/// The limits that an archive must not exceed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ArchiveLimits {
    /// The largest number of entries in the archive.
    pub entries: usize,
    /// The largest number of bytes of all unpacked entries together.
    pub bytes: u64,
    /// The largest ratio of the unpacked size to the archive's size. The limit applies only to archives that unpack to more than `small`
    /// bytes.
    pub ratio: u64,
    /// The number of unpacked bytes up to which any ratio is accepted.
    pub small: u64,
}

impl Default for ArchiveLimits {
    /// Returns limits that are far above the largest app in the App Store (4 GB) and far below the size of a disk.
    fn default() -> Self {
        ArchiveLimits { entries: 200_000, bytes: 16 << 30, ratio: 100, small: 1 << 30 }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum MemberKind {
    Folder,
    File,
    Link(String),
}

#[derive(Debug, Clone)]
struct ArchiveMember {
    /// The name of the entry. The name of a folder has no slash at its end.
    name: String,
    kind: MemberKind,
    size: u64,
    mode: Option<u32>,
    crc: u32,
    stored: bool,
    /// Whether the entry has been unpacked into the folder.
    out: bool,
}

/// An archive whose entries have all been checked.
pub(super) struct Archive {
    path: PathBuf,
    zip: ZipArchive<BufReader<File>>,
    entries: Vec<ArchiveMember>,
    /// The index of each entry, by the entry's name.
    places: HashMap<String, usize>,
}

impl ArchiveMember {
    /// Reads the properties of an entry, or returns the reason for which the entry is refused.
    fn read(mut file: ZipFile<'_, BufReader<File>>, index: usize) -> Result<ArchiveMember, String> {
        let name = match std::str::from_utf8(file.name_raw()) {
            Ok(name) => name.to_owned(),
            Err(_) => return Err(format!("entry {index} has a name that is not UTF-8")),
        };
        if let Some(reason) = paths::refuse_name(&name) {
            return Err(format!("{name:?} is {reason}"));
        }
        if file.encrypted() {
            return Err(format!("{name:?} is encrypted"));
        }
        if name.ends_with("/Info.plist") && file.size() > plists::LARGEST {
            let (size, most) = (file.size(), plists::LARGEST);
            return Err(format!("{name:?} has {size} bytes, but at most {most} are allowed"));
        }
        let kind = if file.is_symlink() {
            MemberKind::Link(read_link(&mut file, &name)?)
        } else if file.is_dir() {
            MemberKind::Folder
        } else {
            MemberKind::File
        };
        Ok(ArchiveMember {
            name: name.trim_end_matches('/').to_owned(),
            kind,
            size: file.size(),
            mode: file.unix_mode(),
            crc: file.crc32(),
            stored: file.compression() == CompressionMethod::Stored,
            out: false,
        })
    }
}

/// Reads the target of a symbolic link, which must be inside of the archive.
fn read_link(file: &mut ZipFile<'_, BufReader<File>>, name: &str) -> Result<String, String> {
    if file.size() > LONGEST_LINK {
        return Err(format!("the target of the symbolic link {name:?} is too long ({} bytes)", file.size()));
    }
    let mut target = String::new();
    let read = file.by_ref().take(LONGEST_LINK).read_to_string(&mut target);
    read.map_err(|error| format!("the symbolic link {name:?}: {error}"))?;
    if paths::climbs_out(name, &target) {
        return Err(format!("the symbolic link {name:?} points outside the archive, to {target:?}"));
    }
    Ok(target)
}

/// The largest length of a link's target in bytes.
const LONGEST_LINK: u64 = 4096;

impl Archive {
    /// Opens an archive and checks all entries. Returns an error if an entry is suspicious.
    pub(super) fn open(path: &Path, limits: ArchiveLimits) -> Result<Archive> {
        let refuse = |reason: String| InjectError::from_input(path, reason);
        let file = File::open(path).map_err(InjectError::from_file_operation("read", path))?;
        let length = file.metadata().map_err(InjectError::from_file_operation("read", path))?.len();
        let mut zip = ZipArchive::new(BufReader::new(file))
            .map_err(|error| refuse(format!("expected an app folder or an archive: {error}")))?;
        if zip.len() > limits.entries {
            return Err(refuse(format!(
                "it has {} entries, but at most {} are allowed",
                zip.len(),
                limits.entries
            )));
        }
        if zip.has_overlapping_entries().map_err(|error| refuse(error.to_string()))? {
            return Err(refuse("its entries overlap, as in a zip bomb".to_owned()));
        }
        // If several entries have the same name, the reader of archives keeps only the last one, so the number of entries is compared with
        // the archive's directory.
        let listed = count_listed_entries(path, zip.central_directory_start())
            .map_err(InjectError::from_file_operation("read", path))?;
        if listed != zip.len() {
            return Err(refuse(format!("it lists {listed} entries under {} names", zip.len())));
        }
        let mut entries = Vec::with_capacity(zip.len());
        for index in 0..zip.len() {
            let file = zip.by_index(index).map_err(|error| refuse(format!("entry {index}: {error}")))?;
            entries.push(ArchiveMember::read(file, index).map_err(refuse)?);
        }
        let total = entries.iter().fold(0_u64, |total, entry| total.saturating_add(entry.size));
        let suspicious = total > limits.small && total > length.saturating_mul(limits.ratio);
        if total > limits.bytes || suspicious {
            return Err(refuse(format!(
                "its {length} bytes decompress to {total} bytes, which is too large for an app"
            )));
        }
        check_tree(&entries).map_err(refuse)?;
        let places = entries.iter().enumerate().map(|(at, entry)| (entry.name.clone(), at)).collect();
        Ok(Archive { path: path.to_owned(), zip, entries, places })
    }

    /// Returns the path of the app in the archive, such as `Payload/Shop.app`.
    pub(super) fn find_app_path(&self) -> Result<String> {
        let mut apps: Vec<&str> = self
            .entries
            .iter()
            .filter_map(|entry| {
                let name = entry.name.strip_prefix("Payload/")?.split('/').next()?;
                let found = name.ends_with(".app")
                    && (entry.kind == MemberKind::Folder || entry.name.len() > 8 + name.len());
                found.then_some(name)
            })
            .collect();
        apps.sort_unstable();
        apps.dedup();
        match apps[..] {
            [app] => Ok(format!("Payload/{app}")),
            [] => Err(InjectError::from_input(&self.path, "it has no Payload/….app, so it is not an app")),
            _ => {
                let reason = format!("it contains more than one app: {}", apps.join(", "));
                Err(InjectError::from_input(&self.path, reason))
            }
        }
    }

    /// Returns the regular files below a folder of the archive, with paths relative to the folder.
    pub(super) fn files_below<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = contents::AppFile> + 'a {
        let files = self.entries.iter().filter(|entry| entry.kind == MemberKind::File);
        files.filter_map(move |entry| {
            let path = entry.name.strip_prefix(folder)?.strip_prefix('/')?;
            Some(contents::AppFile { path: path.to_owned(), size: entry.size })
        })
    }

    /// Returns the links below a folder of the archive, with paths relative to the folder and with their targets.
    pub(super) fn links_below<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = (String, String)> + 'a {
        self.entries.iter().filter_map(move |entry| {
            let MemberKind::Link(target) = &entry.kind else { return None };
            let path = entry.name.strip_prefix(folder)?.strip_prefix('/')?;
            Some((path.to_owned(), target.clone()))
        })
    }

    /// Calls `read` with the unpacked content of an entry.
    pub(super) fn read(
        &mut self,
        name: &str,
        read: &mut dyn FnMut(&mut dyn io::Read) -> io::Result<()>,
    ) -> Result<()> {
        let path = &self.path;
        let broken = |error: &dyn Display| InjectError::from_input(path, format!("{name}: {error}"));
        let index = *self.places.get(name).ok_or_else(|| broken(&"it is missing from the archive"))?;
        let mut file = self.zip.by_index(index).map_err(|error| broken(&error))?;
        read(&mut file).map_err(|error| broken(&error))
    }

    /// Unpacks those entries that `wanted` selects and that are not yet unpacked.
    pub(super) fn extract(&mut self, to: &Path, wanted: &dyn Fn(&str) -> bool) -> Result<()> {
        fs::create_dir_all(to).map_err(InjectError::from_file_operation("write", to))?;
        // Links are created last, and no entry is created below a link. A link is therefore never followed, even on a file system that
        // treats different names as equal.
        let is_link = |index: &usize| matches!(self.entries[*index].kind, MemberKind::Link(_));
        let (links, others): (Vec<usize>, Vec<usize>) = (0..self.entries.len()).partition(is_link);
        for index in others.into_iter().chain(links) {
            let entry = self.entries[index].clone();
            if entry.out || !wanted(&entry.name) {
                continue;
            }
            let target = to.join(&entry.name);
            let failed = || InjectError::from_file_operation("write", &target);
            let parent = entry.name.rsplit_once('/').map_or("", |(parent, _)| parent);
            match &entry.kind {
                MemberKind::Folder => folder::make_below(to, &entry.name)?,
                MemberKind::Link(link) => {
                    folder::make_below(to, parent)?;
                    symlink(link, &target).map_err(failed())?;
                }
                MemberKind::File => {
                    folder::make_below(to, parent)?;
                    let broken = |error: &dyn Display| {
                        InjectError::from_input(&self.path, format!("{}: {error}", entry.name))
                    };
                    let file = self.zip.by_index(index).map_err(|error| broken(&error))?;
                    let mut out = File::create_new(&target).map_err(failed())?;
                    // The size that the archive states may be wrong, so one more byte is read in order to detect a longer file.
                    let copied = io::copy(&mut file.take(entry.size + 1), &mut out);
                    let copied = copied.map_err(|error| match error.kind() {
                        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
                            failed()(error)
                        }
                        _ => broken(&error),
                    })?;
                    if copied != entry.size {
                        return Err(broken(&format!(
                            "its size differs from the {} bytes that the archive states",
                            entry.size
                        )));
                    }
                    if let Some(mode) = entry.mode {
                        // The file must be readable and writable while the app is changed. The new archive contains the original mode.
                        set_mode(&target, mode | 0o600).map_err(failed())?;
                    }
                }
            }
            self.entries[index].out = true;
        }
        Ok(())
    }

    /// Writes a new archive with the changes that were made in the folder after the archive was unpacked.
    pub(super) fn rewrite(&mut self, from: &Path, to: &Path) -> Result<()> {
        let out = File::create_new(to).map_err(InjectError::from_file_operation("write", to))?;
        let mut out = ZipWriter::new(BufWriter::new(out));
        let failed = |error: ZipError| InjectError::from_file_operation("write", to)(system_error(error));
        let inside = folder::list_entries_below(from)?.into_iter();
        let mut fresh: BTreeMap<String, bool> = inside.map(|(name, about)| (name, about.is_dir())).collect();
        self.check_fresh(&fresh)?;
        for index in 0..self.entries.len() {
            let entry = self.entries[index].clone();
            let now = fresh.remove(&entry.name);
            if entry.out && now.is_none() {
                continue;
            }
            let path = from.join(&entry.name);
            if entry.out && self.is_changed(&entry, &path)? {
                add(&mut out, &entry.name, &path, entry.mode, entry.stored)?;
                continue;
            }
            let file = self.zip.by_index_raw(index).map_err(failed)?;
            out.raw_copy_file(file).map_err(failed)?;
        }
        for (name, is_folder) in fresh {
            let path = from.join(&name);
            if is_folder {
                let known = self.entries.iter().any(|entry| entry.name.starts_with(&format!("{name}/")));
                let has_folders = self.entries.iter().any(|entry| entry.kind == MemberKind::Folder);
                // If a folder had no entry in the archive, it gets no entry in the new archive.
                if !known && has_folders {
                    let options = SimpleFileOptions::default().unix_permissions(0o755);
                    out.add_directory(format!("{name}/"), options).map_err(failed)?;
                }
                continue;
            }
            add(&mut out, &name, &path, None, false)?;
        }
        let mut out = out.finish().map_err(failed)?;
        out.flush().map_err(InjectError::from_file_operation("write", to))
    }

    /// Checks that new entries do not collide with entries that were not unpacked. For example, the agent's name may exist with different
    /// letter case, or the agent's folder may be a link.
    fn check_fresh(&self, fresh: &BTreeMap<String, bool>) -> Result<()> {
        let known: HashSet<&str> = self.entries.iter().map(|entry| &*entry.name).collect();
        let new = fresh.iter().filter(|(name, _)| !known.contains(&***name)).map(|(name, is_folder)| {
            let kind = if *is_folder { MemberKind::Folder } else { MemberKind::File };
            ArchiveMember { name: name.clone(), kind, size: 0, mode: None, crc: 0, stored: false, out: false }
        });
        let all: Vec<ArchiveMember> = self.entries.iter().cloned().chain(new).collect();
        check_tree(&all)
            .map_err(|reason| InjectError::from_input(&self.path, format!("with the agent {reason}")))
    }

    /// Returns whether the content of an unpacked entry has changed.
    fn is_changed(&self, entry: &ArchiveMember, path: &Path) -> Result<bool> {
        match &entry.kind {
            MemberKind::Folder => Ok(false),
            MemberKind::Link(target) => {
                let now = fs::read_link(path).map_err(InjectError::from_file_operation("read", path))?;
                Ok(now != Path::new(target))
            }
            MemberKind::File => {
                let about = fs::metadata(path).map_err(InjectError::from_file_operation("read", path))?;
                if about.len() != entry.size {
                    return Ok(true);
                }
                let mut sum = flate2::Crc::new();
                let mut file = File::open(path).map_err(InjectError::from_file_operation("read", path))?;
                let mut buffer = vec![0; 1 << 16];
                loop {
                    match file.read(&mut buffer).map_err(InjectError::from_file_operation("read", path))? {
                        0 => return Ok(sum.sum() != entry.crc),
                        read => sum.update(&buffer[..read]),
                    }
                }
            }
        }
    }
}

/// Returns whether adding the agent may change this file of an app that is not signed. The result is false for the executable, whose name
/// is not yet known.
pub(super) fn is_touched(app: &str, name: &str) -> bool {
    let Some(inside) = name.strip_prefix(app).and_then(|rest| rest.strip_prefix('/')) else { return false };
    let frameworks = inside.strip_prefix("Frameworks/").map(str::to_ascii_lowercase);
    inside == "Info.plist"
        || frameworks.is_some_and(|file| {
            !file.contains('/') && (file.ends_with(".dylib") || file.ends_with(".settings"))
        })
}

/// Returns the number of entries that the archive's directory lists.
fn count_listed_entries(path: &Path, directory: u64) -> io::Result<usize> {
    let mut file = BufReader::new(File::open(path)?);
    file.seek(io::SeekFrom::Start(directory))?;
    let (mut count, mut header) = (0, [0; 46]);
    while file.read_exact(&mut header).is_ok() && header.starts_with(b"PK\x01\x02") {
        let length = |at: usize| i64::from(u16::from_le_bytes([header[at], header[at + 1]]));
        file.seek_relative(length(28) + length(30) + length(32))?;
        count += 1;
    }
    Ok(count)
}

/// Checks that no entry is below a file or a link, and that only two files or two folders share a name. Names that some file system treats
/// as equal count as the same name. Two files are accepted because a phone's own file system distinguishes letter case, so an app with such
/// files works.
fn check_tree(entries: &[ArchiveMember]) -> Result<(), String> {
    let mut kinds: HashMap<String, &MemberKind> = HashMap::new();
    for entry in entries {
        match kinds.insert(paths::fold_name(&entry.name), &entry.kind) {
            Some(other) if other != &entry.kind || matches!(other, MemberKind::Link(_)) => {
                return Err(format!("it contains {:?} twice, with different case or accents", entry.name));
            }
            _ => {}
        }
    }
    for entry in entries {
        let name = paths::fold_name(&entry.name);
        for (at, _) in name.match_indices('/') {
            match kinds.get(&name[..at]) {
                None | Some(MemberKind::Folder) => {}
                Some(MemberKind::File) => {
                    return Err(format!("{:?} is inside a path that is a file", entry.name));
                }
                Some(MemberKind::Link(_)) => {
                    return Err(format!("{:?} is inside a path that is a symbolic link", entry.name));
                }
            }
        }
    }
    Ok(())
}

fn add(
    out: &mut ZipWriter<BufWriter<File>>,
    name: &str,
    path: &Path,
    mode: Option<u32>,
    stored: bool,
) -> Result<()> {
    let about = fs::symlink_metadata(path).map_err(InjectError::from_file_operation("read", path))?;
    let failed = |error: io::Error| InjectError::from_file_operation("archive", path)(error);
    let options = SimpleFileOptions::default()
        .unix_permissions(mode.map_or_else(|| mode_of(&about), |mode| mode & 0o7777))
        .large_file(about.len() >= u64::from(u32::MAX))
        .compression_method(if stored { CompressionMethod::Stored } else { CompressionMethod::Deflated });
    if about.is_symlink() {
        let target = fs::read_link(path).map_err(InjectError::from_file_operation("read", path))?;
        let added = out.add_symlink(name, target.to_string_lossy(), options);
        return added.map_err(|error| failed(system_error(error)));
    }
    out.start_file(name, options).map_err(|error| failed(system_error(error)))?;
    let mut file = File::open(path).map_err(InjectError::from_file_operation("read", path))?;
    io::copy(&mut file, out).map_err(failed)?;
    Ok(())
}

/// Returns the system's error that caused an error of the archive's writer, for example that the disk is full.
fn system_error(error: ZipError) -> io::Error {
    match error {
        ZipError::Io(error) => error,
        error => error.into(),
    }
}

fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
    fs::set_permissions(path, fs::Permissions::from_mode(mode & 0o777))
}

fn mode_of(about: &fs::Metadata) -> u32 {
    about.permissions().mode() & 0o777
}
