//! Caches the objects that this machine has read from a server, in a folder. Objects never change, so they need not be requested again.
//!
//! Invariant: each file begins with the hash of its content, so the cache returns either the same bytes or no object.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use gate_common::hash::hex;
use sha2::{Digest as _, Sha256};

/// The time after which an unused file is deleted.
const UNUSED: Duration = Duration::from_secs(30 * 24 * 3600);
/// The number of bytes of the hash in front of the content.
const HASH: usize = 32;

/// A folder of objects.
#[derive(Debug)]
pub(super) struct Cache {
    folder: PathBuf,
}

impl Cache {
    /// Opens a cache and deletes unused files; errors are ignored, because they only cost time.
    pub(super) fn open(folder: &Path) -> Cache {
        for file in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let used = file.metadata().and_then(|about| about.modified());
            if used.is_ok_and(|used| used.elapsed().is_ok_and(|since| since > UNUSED)) {
                std::fs::remove_file(file.path()).ok();
            }
        }
        Cache { folder: folder.to_owned() }
    }

    /// Returns the path of the file for an object in a version.
    fn file_path(&self, url: &str, version: &str) -> PathBuf {
        let hash = Sha256::new().chain_update(url).chain_update("\0").chain_update(version).finalize();
        self.folder.join(hex(&hash[..20]))
    }

    pub(super) fn get(&self, url: &str, version: &str) -> Option<Bytes> {
        let path = self.file_path(url, version);
        let mut kept = Bytes::from(std::fs::read(&path).ok()?);
        if kept.len() < HASH {
            return None;
        }
        let bytes = kept.split_off(HASH);
        if Sha256::digest(&bytes)[..] != kept[..] {
            return None;
        }
        if let Ok(file) = std::fs::File::options().append(true).open(&path) {
            file.set_modified(SystemTime::now()).ok();
        }
        Some(bytes)
    }

    pub(super) fn put(&self, url: &str, version: &str, bytes: &Bytes) {
        self.try_put(url, version, bytes).ok();
    }

    fn try_put(&self, url: &str, version: &str, bytes: &Bytes) -> std::io::Result<()> {
        std::fs::create_dir_all(&self.folder)?;
        let file = tempfile::Builder::new().prefix(".new-").tempfile_in(&self.folder)?;
        std::fs::write(file.path(), [&Sha256::digest(bytes)[..], bytes].concat())?;
        file.persist(self.file_path(url, version)).map(drop).map_err(|error| error.error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cache_returns_the_stored_bytes_or_a_miss() {
        let folder = tempfile::tempdir().expect("a folder");
        let cache = Cache::open(&folder.path().join("new/folder"));
        let bytes = Bytes::from_static(b"launches");
        cache.put("s3://b/a", "1", &bytes);
        assert_eq!(cache.get("s3://b/a", "1"), Some(bytes));
        assert_eq!((cache.get("s3://b/a", "2"), cache.get("s3://b/b", "1")), (None, None));
        let path = cache.file_path("s3://b/a", "1");
        let good = std::fs::read(&path).expect("a file");
        for at in 0..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 1;
            std::fs::write(&path, &bad).expect("written");
            assert_eq!(cache.get("s3://b/a", "1"), None, "byte {at}");
        }
        std::fs::write(&path, &good[..9]).expect("written");
        assert_eq!(cache.get("s3://b/a", "1"), None);
    }

    #[test]
    fn cache_files_that_are_unused_for_a_month_are_deleted() {
        let folder = tempfile::tempdir().expect("a folder");
        let cache = Cache::open(folder.path());
        for (name, days) in [("old", 31), ("new", 29)] {
            cache.put(name, "", &Bytes::from_static(b"x"));
            let file = std::fs::File::options().append(true).open(cache.file_path(name, "")).expect("a file");
            file.set_modified(SystemTime::now() - Duration::from_secs(days * 24 * 3600)).expect("a time");
        }
        let cache = Cache::open(folder.path());
        assert!(cache.get("old", "").is_none() && cache.get("new", "").is_some());
    }
}
