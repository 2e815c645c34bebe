//! Opens the app's files: two folders of the host, which the app accesses by the paths that they would
//! have on a phone.
//!
//! Invariant: no path leads outside the app's two folders, neither by `..` nor by a symbolic link. Errors are
//! Darwin's errno.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use crate::dyld::normalise;

/// Darwin's error numbers.
pub(super) mod errno {
    pub(in crate::process) const EPERM: i64 = 1;
    pub(in crate::process) const ENOENT: i64 = 2;
    pub(in crate::process) const ESRCH: i64 = 3;
    pub(in crate::process) const EINTR: i64 = 4;
    pub(in crate::process) const EIO: i64 = 5;
    pub(in crate::process) const EBADF: i64 = 9;
    pub(in crate::process) const ENOMEM: i64 = 12;
    pub(in crate::process) const EACCES: i64 = 13;
    pub(in crate::process) const EFAULT: i64 = 14;
    pub(in crate::process) const EEXIST: i64 = 17;
    pub(in crate::process) const ENOTDIR: i64 = 20;
    pub(in crate::process) const EISDIR: i64 = 21;
    pub(in crate::process) const EINVAL: i64 = 22;
    pub(in crate::process) const EROFS: i64 = 30;
    pub(in crate::process) const EAGAIN: i64 = 35;
    pub(in crate::process) const ETIMEDOUT: i64 = 60;
    pub(in crate::process) const ENOTEMPTY: i64 = 66;
    pub(in crate::process) const ENOSYS: i64 = 78;
}
use errno::*;

/// The result of a host call.
pub(super) type Reply<T = i64> = Result<T, i64>;

struct Root {
    guest: String,
    host: PathBuf,
    writable: bool,
}

impl Root {
    /// Returns whether a path of the guest is inside this folder.
    fn contains(&self, path: &str) -> bool {
        let rest = path.strip_prefix(self.guest.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }
}

/// The app's open files, and the folders that it may access.
pub(super) struct Files {
    roots: Vec<Root>,
    open: Vec<Option<File>>,
}

fn number(error: std::io::Error) -> i64 {
    use std::io::ErrorKind as Kind;
    match error.kind() {
        Kind::NotFound => ENOENT,
        Kind::PermissionDenied => EACCES,
        Kind::AlreadyExists => EEXIST,
        Kind::NotADirectory => ENOTDIR,
        Kind::IsADirectory => EISDIR,
        Kind::DirectoryNotEmpty => ENOTEMPTY,
        Kind::InvalidInput => EINVAL,
        _ => EIO,
    }
}

impl Files {
    pub(super) fn new(container: (String, Option<PathBuf>), bundle: (String, PathBuf)) -> Self {
        let mut roots = vec![Root { guest: bundle.0, host: bundle.1, writable: false }];
        if let (guest, Some(host)) = container {
            roots.push(Root { guest, host, writable: true });
        }
        Files { roots, open: Vec::new() }
    }

    /// Returns whether all files are closed.
    pub(super) fn are_closed(&self) -> bool {
        self.open.iter().all(Option::is_none)
    }

    pub(super) fn close_all(&mut self) {
        self.open.clear();
    }

    /// Returns the host's path for a guest's path inside a folder. With `writing`, the folder must be
    /// writable.
    fn find(&self, path: &str, writing: bool) -> Reply<PathBuf> {
        let path = normalise(path);
        let root = self.roots.iter().find(|root| root.contains(&path)).ok_or(EPERM)?;
        if writing && !root.writable {
            return Err(EROFS);
        }
        let host = root.host.join(path[root.guest.len()..].trim_start_matches('/'));
        // The nearest existing parent must be inside the folder after symbolic links are resolved.
        let top = root.host.canonicalize().map_err(number)?;
        let mut existing: &Path = &host;
        while existing.symlink_metadata().is_err() {
            existing = existing.parent().ok_or(ENOENT)?;
        }
        let real = existing.canonicalize().map_err(number)?;
        if real.starts_with(&top) { Ok(host) } else { Err(EPERM) }
    }

    pub(super) fn open(&mut self, path: &str, flags: u64, _mode: u64) -> Reply {
        let access = flags & 3;
        let (create, truncate, exclusive, append) =
            (flags & 0x200 != 0, flags & 0x400 != 0, flags & 0x800 != 0, flags & 8 != 0);
        let host = self.find(path, access != 0 || create || truncate)?;
        if host.is_dir() {
            return Err(EISDIR);
        }
        let mut options = OpenOptions::new();
        options.read(access != 1);
        if access != 0 {
            options.write(true).append(append).truncate(truncate && !append);
            if exclusive && create {
                options.create_new(true);
            } else {
                options.create(create);
            }
        }
        let file = options.open(host).map_err(number)?;
        // Descriptors 0, 1 and 2 are the guest's standard streams.
        let index = self.open.iter().position(Option::is_none).unwrap_or_else(|| {
            self.open.push(None);
            self.open.len() - 1
        });
        self.open[index] = Some(file);
        Ok(index as i64 + 3)
    }

    fn file(&mut self, descriptor: u64) -> Reply<&mut File> {
        let index = usize::try_from(descriptor).ok().and_then(|number| number.checked_sub(3)).ok_or(EBADF)?;
        self.open.get_mut(index).and_then(Option::as_mut).ok_or(EBADF)
    }

    pub(super) fn close(&mut self, descriptor: u64) -> Reply {
        self.file(descriptor)?;
        self.open[descriptor as usize - 3] = None;
        Ok(0)
    }

    pub(super) fn read(&mut self, descriptor: u64, length: u64) -> Reply<Vec<u8>> {
        let mut bytes = Vec::new();
        self.file(descriptor)?.take(length).read_to_end(&mut bytes).map_err(number)?;
        Ok(bytes)
    }

    pub(super) fn write(&mut self, descriptor: u64, bytes: &[u8]) -> Reply {
        self.file(descriptor)?.write_all(bytes).map_err(number)?;
        Ok(bytes.len() as i64)
    }

    pub(super) fn seek(&mut self, descriptor: u64, offset: i64, whence: u64) -> Reply {
        let to = match whence {
            0 => SeekFrom::Start(u64::try_from(offset).map_err(|_| EINVAL)?),
            1 => SeekFrom::Current(offset),
            2 => SeekFrom::End(offset),
            _ => return Err(EINVAL),
        };
        self.file(descriptor)?.seek(to).map(|at| at as i64).map_err(number)
    }

    /// Returns size, mode, and the time of the last change in nanoseconds.
    pub(super) fn stat(&self, path: &str) -> Reply<[u64; 3]> {
        let metadata = fs::metadata(self.find(path, false)?).map_err(number)?;
        let mode = if metadata.is_dir() { 0o040_755 } else { 0o100_644 };
        let modified = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        Ok([metadata.len(), mode, modified.map_or(0, |time| time.as_nanos() as u64)])
    }

    pub(super) fn rename(&self, from: &str, to: &str) -> Reply {
        fs::rename(self.find(from, true)?, self.find(to, true)?).map(|()| 0).map_err(number)
    }

    pub(super) fn unlink(&self, path: &str) -> Reply {
        let host = self.find(path, true)?;
        let removed = if host.is_dir() { fs::remove_dir(host) } else { fs::remove_file(host) };
        removed.map(|()| 0).map_err(number)
    }

    pub(super) fn make_folder(&self, path: &str) -> Reply {
        fs::create_dir(self.find(path, true)?).map(|()| 0).map_err(number)
    }

    /// Returns the entry at an index of the folder's sorted names.
    pub(super) fn entry(&self, path: &str, index: u64) -> Reply<Option<String>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(self.find(path, false)?).map_err(number)? {
            names.push(entry.map_err(number)?.file_name().to_string_lossy().into_owned());
        }
        names.sort();
        Ok(usize::try_from(index).ok().and_then(|index| names.into_iter().nth(index)))
    }

    pub(super) fn sync(&mut self, descriptor: u64) -> Reply {
        self.file(descriptor)?.sync_all().map(|()| 0).map_err(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_path_of_the_app_leads_out_of_its_container_and_bundle() {
        let folder = tempfile::tempdir().unwrap();
        let (home, bundle) = (folder.path().join("home"), folder.path().join("Shop.app"));
        fs::create_dir(&home).unwrap();
        fs::create_dir(&bundle).unwrap();
        fs::write(folder.path().join("secret"), "no").unwrap();
        fs::write(bundle.join("Info.plist"), "yes").unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(folder.path(), home.join("link")).unwrap();
        let mut files =
            Files::new(("/var/home".into(), Some(home.clone())), ("/var/app/Shop.app".into(), bundle));
        assert_eq!(files.open("/var/home/../home/../../etc/passwd", 0, 0), Err(EPERM));
        assert_eq!(files.open("/var/home/../secret", 0, 0), Err(EPERM));
        assert_eq!(files.open("/var/home/link/secret", 0, 0), Err(EPERM));
        assert_eq!(files.open("/var/home2/secret", 0, 0), Err(EPERM));
        assert_eq!(files.open("/var/app/Shop.app/Info.plist", 1, 0), Err(EROFS));
        assert_eq!(files.open("/var/app/Shop.app/Info.plist", 0, 0), Ok(3));
        assert_eq!(files.read(3, 100), Ok(b"yes".to_vec()));
        assert_eq!(files.close(3), Ok(0));
        assert_eq!(files.close(3), Err(EBADF));
        assert_eq!(files.open("/var/home/new", 1 | 0x200, 0), Ok(3));
        assert_eq!(files.write(3, b"kept"), Ok(4));
        assert_eq!(files.rename("/var/home/new", "/var/home/old"), Ok(0));
        assert_eq!(fs::read(home.join("old")).unwrap(), b"kept");
    }
}
