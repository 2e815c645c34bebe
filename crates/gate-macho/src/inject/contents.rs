//! Reads the files of an app from a folder or an archive without unpacking it. An archive is checked as strictly as one that will be
//! changed.
//!
//! Invariant: no file is written and no link is followed. A file takes no more memory than the size that the archive or the folder states.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use gate_common::plists;

use super::archive::{Archive, ArchiveLimits};
use super::{InjectError, Result, bundle, folder};

/// An app whose files can be read.
pub struct AppContents {
    /// The path of `App.app` in messages. For an archive, this is the app's path in the archive.
    shown: PathBuf,
    /// The name of the app, such as `Shop.app`.
    pub name: String,
    /// The name of the app's executable.
    pub executable: String,
    kind: ContentsKind,
}

enum ContentsKind {
    Folder(PathBuf),
    /// The archive, and the path of the app in it.
    Archive(Box<Archive>, String),
}

/// A file of an app.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct AppFile {
    /// The path of the file in the app.
    pub path: String,
    /// The length of the file in bytes.
    pub size: u64,
}

impl AppContents {
    /// Opens `App.app` or `App.ipa`.
    pub fn open(app: &Path, limits: ArchiveLimits) -> Result<AppContents> {
        let about = fs::metadata(app).map_err(InjectError::from_file_operation("read", app))?;
        let (kind, name, shown) = if about.is_dir() {
            (ContentsKind::Folder(app.to_owned()), folder::name(app)?, app.to_owned())
        } else {
            let archive = Archive::open(app, limits)?;
            let place = archive.find_app_path()?;
            let name = place.rsplit('/').next().unwrap_or_default().to_owned();
            let shown = app.join(&place);
            (ContentsKind::Archive(Box::new(archive), place), name, shown)
        };
        let mut contents = AppContents { shown, name, executable: String::new(), kind };
        let missing = InjectError::from_input(&contents.shown, "it has no Info.plist, so it is not an app");
        let unnamed = "Info.plist does not name an executable (CFBundleExecutable)";
        let unnamed = InjectError::from_input(&contents.shown, unnamed);
        let mut info = Vec::new();
        let listed = contents.list_files()?;
        let member = listed.iter().find(|member| member.path == "Info.plist").ok_or(missing)?;
        contents
            .read_file(member, &mut |file| file.take(plists::LARGEST + 1).read_to_end(&mut info).map(drop))?;
        contents.executable = bundle::executable_in(&info).ok_or(unnamed)?;
        Ok(contents)
    }

    /// Returns the path of a file of the app, as messages contain it.
    pub(crate) fn display_path(&self, path: &str) -> PathBuf {
        self.shown.join(path)
    }

    /// Returns the app's regular files in the order of their paths.
    pub fn list_files(&self) -> Result<Vec<AppFile>> {
        let mut found = Vec::new();
        match &self.kind {
            ContentsKind::Folder(root) => {
                let files =
                    folder::list_entries_below(root)?.into_iter().filter(|(_, about)| about.is_file());
                found.extend(files.map(|(path, about)| AppFile { path, size: about.len() }));
            }
            ContentsKind::Archive(archive, place) => found.extend(archive.files_below(place)),
        }
        found.sort();
        Ok(found)
    }

    /// Returns the app's symbolic links with their targets, in the order of their paths.
    pub fn links(&self) -> Result<Vec<(String, String)>> {
        let mut found = Vec::new();
        match &self.kind {
            ContentsKind::Folder(root) => {
                for (path, about) in folder::list_entries_below(root)? {
                    if about.is_symlink() {
                        let place = root.join(&path);
                        let target = fs::read_link(&place)
                            .map_err(InjectError::from_file_operation("read", &place))?;
                        found.push((path, target.to_string_lossy().into_owned()));
                    }
                }
            }
            ContentsKind::Archive(archive, place) => found.extend(archive.links_below(place)),
        }
        found.sort();
        Ok(found)
    }

    /// Calls `read` with the content of a file, limited to the size that the archive or the folder states.
    pub fn read_file(
        &mut self,
        member: &AppFile,
        read: &mut dyn FnMut(&mut dyn Read) -> io::Result<()>,
    ) -> Result<()> {
        let shown = self.display_path(&member.path);
        match &mut self.kind {
            ContentsKind::Folder(root) => {
                let file = File::open(root.join(&member.path));
                let read = file.and_then(|file| read(&mut file.take(member.size)));
                read.map_err(InjectError::from_file_operation("read", &shown))
            }
            ContentsKind::Archive(archive, place) => archive
                .read(&format!("{place}/{}", member.path), &mut |file| read(&mut file.take(member.size))),
        }
    }
}
