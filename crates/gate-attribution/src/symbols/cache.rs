//! Caches the contents of dSYMs between runs of the gate, because reading a large dSYM takes seconds.
//!
//! The cache has a file for each UUID. A file of the cache is replaced as a whole, so that two runs of the gate may use the same folder. An
//! entry that a concurrent run overwrites is read again from the dSYM. A file that cannot be read counts as missing. Each file contains the
//! hash of the files that it was read from, because a pull request may contain a dSYM with the UUID of another one and with false names.
//! Invariant: the cache affects only the duration of a lookup, never its result.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use gate_common::boundary;
use gate_common::hash::{HashWriter, hex};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest as _, Sha256};

use super::macho::Uuid;
use super::{ResolvedAddress, shown_uuid};

/// The largest size of the folder, in bytes.
const LIMIT: u64 = 2_000_000_000;
/// The version of the format of cache entries. An entry of another release is not used, because that release may have read dSYMs
/// differently. The number is increased when the form or the meaning of entries changes between releases.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "/4");
/// The file extension of entries; other files in the folder are never changed.
const EXTENSION: &str = "lgsymbols";
/// The end of the name of a cache file after the UUID, for an entry about a whole symbol file.
const WHOLE: &str = "methods";
/// The largest size of an unpacked entry, in bytes.
const LARGEST: u64 = 1 << 30;

/// A folder with the contents of dSYMs.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
    limit: u64,
}

#[derive(serde::Serialize, serde::Deserialize)]
struct CachedFile<T> {
    version: Cow<'static, str>,
    /// The hash of the files from which the entry was read.
    check: Cow<'static, str>,
    content: T,
}

/// The hash of the files that the results of lookups depend on: a dSYM, and the copy of the binary with the starts of functions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ContentHash(String);

impl ContentHash {
    /// Hashes the contents of files, which are in the checkout or in the artifacts of a job.
    pub(super) fn of_files(files: &[&Path]) -> std::io::Result<ContentHash> {
        let mut all = Sha256::new();
        for path in files {
            let mut hash = Sha256::new();
            std::io::copy(&mut boundary::open(path)?, &mut HashWriter(&mut hash))?;
            all.update(hash.finalize());
        }
        Ok(ContentHash::from_digest(all))
    }

    fn of_bytes(bytes: &[u8]) -> ContentHash {
        ContentHash::from_digest(Sha256::new_with_prefix(bytes))
    }

    fn from_digest(hash: Sha256) -> ContentHash {
        ContentHash(hex(&hash.finalize()))
    }
}

impl Cache {
    /// Returns the cache in the folder that `LAUNCHGATE_CACHE` names, or otherwise in the system's folder for caches, if the system has
    /// one.
    pub fn in_default_folder() -> Option<Cache> {
        let variable =
            |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let home = || variable("HOME");
        let folder = variable("LAUNCHGATE_CACHE").or_else(|| {
            if cfg!(target_os = "macos") {
                Some(home()?.join("Library/Caches/launchgate"))
            } else {
                let caches = variable("XDG_CACHE_HOME").or_else(|| Some(home()?.join(".cache")))?;
                Some(caches.join("launchgate"))
            }
        })?;
        Some(Cache::in_folder(folder, LIMIT))
    }

    /// Returns the cache in a folder, with at most `limit` bytes.
    pub fn in_folder(folder: PathBuf, limit: u64) -> Cache {
        Cache { folder, limit }
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn entry_path(&self, uuid: &Uuid) -> PathBuf {
        self.folder.join(format!("{}.{EXTENSION}", shown_uuid(uuid)))
    }

    /// Returns the answers about an image that were read from symbol files with the given hash.
    pub(super) fn read(&self, uuid: &Uuid, hash: &ContentHash) -> BTreeMap<u64, ResolvedAddress> {
        read_entry(&self.entry_path(uuid), hash).unwrap_or_default()
    }

    /// Returns the value that was stored for the file with the given UUID and bytes.
    pub fn read_whole<T: DeserializeOwned>(&self, uuid: &Uuid, bytes: &[u8]) -> Option<T> {
        read_entry(&self.whole_entry_path(uuid), &ContentHash::of_bytes(bytes))
    }

    /// Stores a value for a file. A failure to write is ignored, because a missing cache file only costs time.
    pub fn write_whole<T: Serialize>(&self, uuid: &Uuid, bytes: &[u8], content: T) {
        self.write_entry(&self.whole_entry_path(uuid), &ContentHash::of_bytes(bytes), content).ok();
    }

    fn whole_entry_path(&self, uuid: &Uuid) -> PathBuf {
        self.folder.join(format!("{}.{WHOLE}.{EXTENSION}", shown_uuid(uuid)))
    }

    /// Stores the answers about an image. A failure to write is ignored, because a missing cache file only costs time.
    pub(super) fn write(&self, uuid: &Uuid, hash: &ContentHash, answers: &BTreeMap<u64, ResolvedAddress>) {
        self.write_entry(&self.entry_path(uuid), hash, answers).ok();
    }

    /// Writes a file as a whole, and removes other entries until the folder is within its limit.
    fn write_entry(&self, path: &Path, hash: &ContentHash, content: impl Serialize) -> std::io::Result<()> {
        std::fs::create_dir_all(&self.folder)?;
        let mut file = tempfile::Builder::new().prefix(".new-").tempfile_in(&self.folder)?;
        let mut encoder = zstd::Encoder::new(&mut file, 3)?;
        encoder.include_checksum(true)?;
        let kept = CachedFile { version: VERSION.into(), check: hash.0.clone().into(), content };
        serde_json::to_writer(&mut encoder, &kept)?;
        encoder.finish()?.flush()?;
        file.persist(path).map_err(|error| error.error)?;
        self.make_room()
    }

    /// Removes the least recently used entries until the remaining entries are within the size limit.
    fn make_room(&self) -> std::io::Result<()> {
        let mut files = Vec::new();
        for entry in std::fs::read_dir(&self.folder)? {
            let entry = entry?;
            let Ok(data) = entry.metadata() else { continue };
            if entry.path().extension().is_some_and(|found| found == EXTENSION) && data.is_file() {
                files.push((data.modified().unwrap_or(SystemTime::UNIX_EPOCH), data.len(), entry.path()));
            }
        }
        for path in files_beyond_limit(self.limit, files) {
            // The result of the removal is ignored, because a concurrent run of the gate may have removed the file already.
            std::fs::remove_file(path).ok();
        }
        Ok(())
    }
}

/// Returns the least recently used files that must be removed so that at most `limit` bytes remain.
fn files_beyond_limit(limit: u64, mut files: Vec<(SystemTime, u64, PathBuf)>) -> Vec<PathBuf> {
    let mut total: u64 = files.iter().map(|(_, size, _)| size).sum();
    files.sort();
    let goes = files.into_iter().take_while(|(_, size, _)| {
        let is_too_much = total > limit;
        total -= if is_too_much { *size } else { 0 };
        is_too_much
    });
    goes.map(|(_, _, path)| path).collect()
}

fn read_entry<T: DeserializeOwned>(path: &Path, hash: &ContentHash) -> Option<T> {
    let file = std::fs::File::open(path).ok()?;
    let mut text = Vec::new();
    zstd::Decoder::new(file).ok()?.take(LARGEST).read_to_end(&mut text).ok()?;
    let kept: CachedFile<T> = serde_json::from_slice(&text).ok()?;
    let is_same = kept.version == VERSION && kept.check == hash.0;
    is_same.then(|| use_last(path)).map(|()| kept.content)
}

/// Sets the time of an entry's last use to the present time, so that the entry is removed last.
fn use_last(path: &Path) {
    if let Ok(file) = std::fs::File::options().append(true).open(path) {
        file.set_modified(SystemTime::now()).ok();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbols::{Function, SourceLine, SymbolSource};

    fn hash(text: &str) -> ContentHash {
        ContentHash::of_bytes(text.as_bytes())
    }

    fn answers(count: u64) -> BTreeMap<u64, ResolvedAddress> {
        let place = |line| Some(SourceLine { file: "/src/Cart.swift".to_owned(), line: Some(line) });
        let function = |at: u64| Function { name: format!("f{at}"), numbered: None, place: place(at as u32) };
        let answer = |at: u64| ResolvedAddress {
            functions: vec![function(at)],
            begins: Some(at),
            length: 0,
            behind: None,
            source: SymbolSource::DebugInfo,
        };
        (1..=count).map(|at| (at * 4, answer(at))).collect()
    }

    #[test]
    fn cached_symbols_are_returned_only_for_the_same_dsym() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::in_folder(folder.path().join("new/folder"), LIMIT);
        let (one, other) = ([1; 16], [2; 16]);
        let (honest, forged) = (hash("Work.c"), hash("Ownd.c"));
        assert!(cache.read(&one, &honest).is_empty());
        cache.write(&one, &honest, &answers(9));
        assert_eq!(cache.read(&one, &honest), answers(9));
        assert!(cache.read(&one, &forged).is_empty(), "another dSYM of the same UUID and size");
        assert!(cache.read(&other, &honest).is_empty());
        cache.write(&one, &honest, &answers(11));
        assert_eq!(cache.read(&one, &honest).len(), 11);
    }

    #[test]
    fn a_value_cached_for_a_whole_file_is_returned_only_for_the_same_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::in_folder(folder.path().to_owned(), LIMIT);
        let made = vec![("-[Cart reload]".to_owned(), 7)];
        cache.write_whole(&[1; 16], b"the bytes", &made);
        let read = |uuid, bytes: &[u8]| cache.read_whole::<Vec<(String, u32)>>(&[uuid; 16], bytes);
        assert_eq!(read(1, b"the bytes"), Some(made));
        assert_eq!((read(1, b"the byteS"), read(2, b"the bytes")), (None, None));
        // Answers about addresses are stored separately.
        assert!(cache.read(&[1; 16], &hash("the bytes")).is_empty());
    }

    #[test]
    fn cache_entries_of_another_release_are_not_read() {
        let kept = CachedFile { version: VERSION.into(), check: "a7".into(), content: answers(1) };
        let form = concat!(
            r#"{"version":"0.1.0/4","check":"a7","content":{"4":{"functions":[{"name":"f1","#,
            r#""place":{"file":"/src/Cart.swift","line":1}}],"begins":1,"length":0,"source":"debug-info"}}}"#,
        );
        assert_eq!(serde_json::to_string(&kept).unwrap(), form, "another form needs another version");
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::in_folder(folder.path().to_owned(), LIMIT);
        for (text, count) in [
            (form.to_owned(), 1),
            (form.replace("0.1.0/4", "0.1.0/3"), 0),
            (form.replace("0.1.0/4", "0.0.9/4"), 0),
            (form.replace(r#""0.1.0/4""#, "1"), 0),
            (form.replace(r#""length":0,"#, ""), 0),
        ] {
            let packed = zstd::encode_all(text.as_bytes(), 3).unwrap();
            std::fs::write(cache.entry_path(&[1; 16]), packed).unwrap();
            assert_eq!(cache.read(&[1; 16], &ContentHash("a7".to_owned())).len(), count, "{text}");
        }
    }

    #[test]
    fn a_damaged_cache_file_counts_as_missing() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::in_folder(folder.path().to_owned(), LIMIT);
        cache.write(&[1; 16], &hash("a"), &answers(50));
        let path = cache.entry_path(&[1; 16]);
        let good = std::fs::read(&path).unwrap();
        for at in 0..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 0x10;
            std::fs::write(&path, &bad).unwrap();
            let read = cache.read(&[1; 16], &hash("a"));
            assert!(read.is_empty() || read == answers(50), "byte {at}");
        }
        std::fs::write(&path, &good[..good.len() / 2]).unwrap();
        assert!(cache.read(&[1; 16], &hash("a")).is_empty());
    }

    #[test]
    fn the_least_recently_used_cache_entry_is_removed_first() {
        let folder = tempfile::tempdir().unwrap();
        let cache = |limit| Cache::in_folder(folder.path().to_owned(), limit);
        let other = folder.path().join("somebody else's");
        std::fs::write(&other, vec![0; 100_000]).unwrap();
        for number in 1..=3 {
            cache(LIMIT).write(&[number; 16], &hash("a"), &answers(40));
            let at = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(u64::from(number) * 1000);
            let file =
                std::fs::File::options().append(true).open(cache(LIMIT).entry_path(&[number; 16])).unwrap();
            file.set_modified(at).unwrap();
        }
        let size = std::fs::metadata(cache(LIMIT).entry_path(&[1; 16])).unwrap().len();
        // The read makes the first entry the most recently used entry.
        assert_eq!(cache(LIMIT).read(&[1; 16], &hash("a")).len(), 40);
        cache(size * 3 + size / 2).write(&[4; 16], &hash("a"), &answers(40));
        let there = |number: u8| cache(LIMIT).entry_path(&[number; 16]).exists();
        assert_eq!([there(1), there(2), there(3), there(4)], [true, false, true, true]);
        assert!(other.exists());
    }

    #[test]
    fn cache_entries_are_removed_until_the_rest_fits_into_two_gigabytes() {
        assert_eq!(LIMIT, 2_000_000_000);
        assert!(Cache::in_default_folder().is_none_or(|cache| cache.limit == LIMIT));
        const MB: u64 = 1_000_000;
        let file = |second: u64, size: u64| {
            let at = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(second);
            (at, size, PathBuf::from(format!("{second}.{EXTENSION}")))
        };
        // The order of the files in the folder and their sizes are independent of their ages.
        let goes = |sizes: &[(u64, u64)]| -> Vec<String> {
            let files = sizes.iter().map(|&(second, size)| file(second, size)).collect();
            let goes = files_beyond_limit(LIMIT, files);
            goes.iter().map(|path| path.display().to_string().replace(".lgsymbols", "")).collect()
        };
        assert!(goes(&[]).is_empty());
        assert!(goes(&[(3, 1_500 * MB), (1, 300 * MB), (2, 200 * MB)]).is_empty(), "exactly the limit");
        assert_eq!(goes(&[(3, 1_500 * MB), (1, 300 * MB), (2, 200 * MB + 1)]), ["1"]);
        assert_eq!(goes(&[(9, 600 * MB), (4, MB), (5, 900 * MB), (7, 1_400 * MB)]), ["4", "5"]);
        assert_eq!(goes(&[(1, 2_001 * MB)]), ["1"], "one that is too large by itself");
    }

    #[test]
    fn two_concurrent_writers_of_a_cache_entry_leave_a_complete_file() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::in_folder(folder.path().to_owned(), LIMIT);
        std::thread::scope(|scope| {
            for count in [40, 41] {
                let cache = &cache;
                scope.spawn(move || (0..50).for_each(|_| cache.write(&[1; 16], &hash("a"), &answers(count))));
            }
            for _ in 0..200 {
                let read = cache.read(&[1; 16], &hash("a")).len();
                assert!([0, 40, 41].contains(&read), "{read}");
            }
        });
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
