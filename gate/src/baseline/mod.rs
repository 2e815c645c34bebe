//! The store of baselines: one immutable text file a session, made for git.
//!
//! Owns the layout `APP/SCENARIO/DEVICE/SESSION.tsv`, the `anchor` file beside the sessions and
//! `accepted.tsv` above them.
//! It judges nothing: which launches may be compared, or stored, is its callers' business.
//!
//! Invariants: a stored session never changes; a file appears whole or not at all; every file is
//! where its content says it belongs, or reading it is an error.

mod accepted;
mod baselines;
mod error;
mod flaws;
mod functions;
mod session;
mod text;
mod timeline;
mod tree;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use accepted::{Acceptance, Cover, Grown, Level};
pub use baselines::{Baselines, Newest, load_all};
pub use error::StoreError;
pub use flaws::Flaw;
pub use session::{NewLevel, states_mut};
pub use text::{escape_path as join_path, safe_name, unescape_path as split_path};
pub use tree::smallest_in_tree;

use crate::facts::Facts;
use crate::launches::{Conditions, Launch, Launches, MethodCost, Recording, Table};
use session::About;
use text::{Lines, escape, unescape};

const ANCHOR_FORMAT: &str = "launchgate.anchor";
const ANCHOR_VERSION: u32 = 1;
const SUFFIX: &str = "tsv";
const TREE_SUFFIX: &str = "tree";
const TIMELINE_SUFFIX: &str = "timeline";
const FACTS_SUFFIX: &str = "facts";

/// So many of the newest sessions are seen to be whole when sessions are listed: several times the pool.
const CHECKED: usize = 16;
/// More than the lines that describe a session have.
const BEGINNING: u64 = 64 << 10;

/// Whose baselines: sessions of different keys are never compared.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    /// The bundle identifier.
    pub app: Arc<str>,
    /// The scenario, empty if there is but one.
    pub scenario: Arc<str>,
    /// The model of the device.
    pub device: Arc<str>,
}

impl Key {
    /// The key of launches under these conditions.
    pub fn of(conditions: &Conditions) -> Key {
        let Conditions { app_bundle, scenario, device_model, .. } = conditions;
        Key { app: Arc::clone(app_bundle), scenario: Arc::clone(scenario), device: Arc::clone(device_model) }
    }

    fn folder(&self, root: &Path) -> PathBuf {
        root.join(safe_name(&self.app)).join(safe_name(&self.scenario)).join(safe_name(&self.device))
    }
}

/// A stored session, as its first lines describe it.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Its file.
    pub path: PathBuf,
    pub key: Key,
    /// Its name.
    pub session: Arc<str>,
    /// When its first launch was recorded, if the recorder said so.
    pub recorded_unix_ms: Option<u64>,
    /// When it was stored, if it does not say when it was recorded.
    pub stored_unix_ms: Option<u64>,
    /// Whether all rows have a new level from it on, and who says so.
    pub new_level: Option<NewLevel>,
    /// Under which conditions all its launches were recorded.
    pub conditions: Conditions,
}

/// What [`Store::add`] did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Added {
    /// The session is new.
    New,
    /// The very same session was stored already.
    Already,
}

/// What a method cost in a stored session.
#[derive(Clone, Debug)]
pub struct History {
    /// The session.
    pub entry: Entry,
    /// Its cost on the main thread in each launch; nothing where it was not called.
    pub launches: Vec<Option<MethodCost>>,
}

/// A folder of baselines.
#[derive(Clone, Debug)]
pub struct Store {
    root: PathBuf,
    /// The time of this machine.
    now_unix_ms: Option<u64>,
}

impl Store {
    /// The store in a folder; one that is not there is empty, and made when something is added.
    pub fn open(root: impl Into<PathBuf>) -> Result<Store, StoreError> {
        let root = root.into();
        match fs::metadata(&root) {
            Ok(found) if !found.is_dir() => {
                let source = io::Error::new(io::ErrorKind::NotADirectory, "not a folder");
                Err(StoreError::Io { action: "open", path: root, source })
            }
            Err(e) if e.kind() != io::ErrorKind::NotFound => Err(error::io("open", &root)(e)),
            _ => Ok(Store { root, now_unix_ms: None }),
        }
    }

    /// The same store, which knows the time: it stamps sessions that carry none, and distrusts those from the future.
    #[must_use]
    pub fn at(self, now_unix_ms: u64) -> Store {
        Store { now_unix_ms: Some(now_unix_ms), ..self }
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Where a session is stored, or would be.
    pub fn path(&self, key: &Key, session: &str) -> PathBuf {
        key.folder(&self.root).join(format!("{}.{SUFFIX}", safe_name(session)))
    }

    /// The sessions of a key, the newest first.
    ///
    /// Those that do not say when they were recorded go by when they were stored; those without either, and those from the
    /// future, are older than all others. Sessions of one time go by their names.
    /// Only how each file begins is read, but for the newest: what is compared must not drop out because its conditions were
    /// edited. The others are read whole when they are loaded.
    pub fn sessions(&self, key: &Key) -> Result<Vec<Entry>, StoreError> {
        let mut entries = Vec::new();
        for path in list(&key.folder(&self.root))?.into_iter().filter(|path| is_session(path)) {
            entries.push(self.head(path)?);
        }
        self.sort_newest_first(&mut entries);
        for entry in entries.iter().take(CHECKED) {
            session::check_whole(&entry.path, &text::read(&entry.path)?)?;
        }
        Ok(entries)
    }

    /// Every key that has sessions, in order.
    pub fn keys(&self) -> Result<Vec<Key>, StoreError> {
        let mut keys = Vec::new();
        for folder in self.folders()? {
            // All files of a folder belong to one key, or reading them is an error.
            if let Some(path) = list(&folder)?.into_iter().find(|path| is_session(path)) {
                keys.push(self.head(path)?.key);
            }
        }
        keys.sort();
        Ok(keys)
    }

    /// The launches of a stored session; what they cost is what was stored, to the last bit.
    pub fn load(&self, entry: &Entry) -> Result<Launches, StoreError> {
        self.load_path(&entry.path)
    }

    /// Stores the launches of one session, which must have been recorded under the same conditions.
    ///
    /// The same content again changes nothing; other content under the same name is an error.
    pub fn add(&self, table: &Table, launches: &[Launch]) -> Result<(PathBuf, Added), StoreError> {
        self.add_with(table, launches, None)
    }

    /// Likewise a session from which on all rows have a new level.
    pub fn add_with(
        &self,
        table: &Table,
        launches: &[Launch],
        new_level: Option<NewLevel>,
    ) -> Result<(PathBuf, Added), StoreError> {
        let about = About { stored_unix_ms: self.now_unix_ms, new_level };
        let text = session::encode(table, launches, &about)?;
        let Some(first) = launches.first() else {
            return Err(StoreError::Session { session: String::new(), reason: "it has no launches".into() });
        };
        let path = self.path(&Key::of(&first.conditions), &first.session);
        // What breaks a promise of launches is refused now, and not by whoever reads it next year.
        if let Err(problem) = session::decode(&path, &text) {
            let reason = format!("it could not be read back: {problem}");
            return Err(StoreError::Session { session: first.session.to_string(), reason });
        }
        match text::write(&path, &text, false) {
            Ok(()) => Ok((path, Added::New)),
            Err(StoreError::Io { source, .. }) if source.kind() == io::ErrorKind::AlreadyExists => {
                let stored = text::read(&path)?;
                // A file of an earlier version, or of an earlier hour, may hold the same session in other words.
                let plain =
                    |table: &Table, launches: &[Launch]| session::encode(table, launches, &About::default());
                let is_same = session::decode(&path, &stored).is_ok_and(|(_, stored)| {
                    plain(&stored.table, &stored.launches).ok() == plain(table, launches).ok()
                });
                if is_same {
                    return Ok((path, Added::Already));
                }
                Err(StoreError::Different { path, session: first.session.to_string() })
            }
            Err(e) => Err(e),
        }
    }

    /// Stores the merged call tree of a session's launches beside it, pruned; nothing if no callers are known.
    ///
    /// The session must be stored. A tree that is there stays: it is as immutable as its session.
    pub fn add_tree(&self, table: &Table, launches: &[Launch]) -> Result<Option<PathBuf>, StoreError> {
        let Some((tree_table, merged)) = tree::merge(table, launches) else { return Ok(None) };
        let path = self.tree_path(&Key::of(&merged.conditions), &merged.session);
        let text = session::encode(&tree_table, std::slice::from_ref(&merged), &About::default())?;
        match text::write(&path, &text, false) {
            Err(StoreError::Io { source, .. }) if source.kind() == io::ErrorKind::AlreadyExists => {}
            other => other?,
        }
        Ok(Some(path))
    }

    /// The merged call tree of a stored session, as one launch with paths, if there is one.
    pub fn tree(&self, entry: &Entry) -> Result<Option<Launches>, StoreError> {
        let path = self.tree_path(&entry.key, &entry.session);
        if !path.try_exists().map_err(error::io("read", &path))? {
            return Ok(None);
        }
        self.load_tree(&path).map(Some)
    }

    /// Stores what a launch of a stored session was like in time beside the session: its longest calls, marks, pages.
    ///
    /// The session must be stored. A timeline that is there stays.
    pub fn add_timeline(&self, launch: &Launch, recording: &Recording) -> Result<PathBuf, StoreError> {
        let path = self.timeline_path(&Key::of(&launch.conditions), &launch.session);
        match text::write(&path, &timeline::encode(launch, recording), false) {
            Err(StoreError::Io { source, .. }) if source.kind() == io::ErrorKind::AlreadyExists => {}
            other => other?,
        }
        Ok(path)
    }

    /// The launch of a stored session that was kept in time, by its number, if there is one.
    pub fn timeline(&self, entry: &Entry) -> Result<Option<(u64, Recording)>, StoreError> {
        let path = self.timeline_path(&entry.key, &entry.session);
        if !path.try_exists().map_err(error::io("read", &path))? {
            return Ok(None);
        }
        self.load_timeline(&path).map(Some)
    }

    /// Stores the facts of the build of a stored session beside it.
    ///
    /// The session must be stored. Facts that are there stay.
    pub fn add_facts(&self, key: &Key, session: &str, facts: &Facts) -> Result<PathBuf, StoreError> {
        let path = self.path(key, session).with_extension(FACTS_SUFFIX);
        match text::write(&path, &facts.to_json(), false) {
            Err(StoreError::Io { source, .. }) if source.kind() == io::ErrorKind::AlreadyExists => {}
            other => other?,
        }
        Ok(path)
    }

    /// The facts of the build of a stored session, if they were kept.
    pub fn facts(&self, entry: &Entry) -> Result<Option<Facts>, StoreError> {
        let path = entry.path.with_extension(FACTS_SUFFIX);
        if !path.try_exists().map_err(error::io("read", &path))? {
            return Ok(None);
        }
        load_facts(&path).map(Some)
    }

    /// Makes a stored session the anchor of its key: the release that slow growth is measured from.
    pub fn pin(&self, entry: &Entry) -> Result<(), StoreError> {
        // Read whole: nobody wants an anchor that turns out to be damaged months later.
        self.load(entry)?;
        let text = format!("{ANCHOR_FORMAT}/{ANCHOR_VERSION}\nsession\t{}\n", escape(&entry.session));
        text::write(&self.anchor_path(&entry.key), &text, true)
    }

    /// The anchor of a key, if one was pinned.
    pub fn anchor(&self, key: &Key) -> Result<Option<Entry>, StoreError> {
        let path = self.anchor_path(key);
        let Some(session) = read_anchor(&path)? else { return Ok(None) };
        let file = self.path(key, &session);
        if !file.try_exists().map_err(error::io("read", &file))? {
            return Err(StoreError::AnchorMissing { path, session });
        }
        self.entry(file).map(Some)
    }

    /// The regressions that were accepted, expired ones too.
    pub fn accepted(&self) -> Result<Vec<Acceptance>, StoreError> {
        accepted::read(&self.accepted_path())
    }

    /// Accepts a regression.
    pub fn accept(&self, acceptance: &Acceptance) -> Result<(), StoreError> {
        accepted::append(&self.accepted_path(), acceptance)
    }

    /// Reads every file whole: how many files there are, and what is wrong with them.
    pub fn verify(&self) -> Result<(usize, Vec<StoreError>), StoreError> {
        let (mut files, mut problems) = (0, Vec::new());
        let accepted = self.accepted_path();
        if accepted.exists() {
            files += 1;
            problems.extend(self.accepted().err());
        }
        for path in self.strays()? {
            files += 1;
            // Its content says where it belongs, if it is a session at all.
            problems.extend(self.load_path(&path).err());
        }
        for folder in self.folders()? {
            let mut names = Vec::new();
            for path in list(&folder)?.into_iter().filter(|path| is_session(path)) {
                files += 1;
                match self.load_path(&path) {
                    Ok(launches) => names.extend(launches.launches.first().map(|l| l.session.to_string())),
                    Err(problem) => problems.push(problem),
                }
            }
            for path in list(&folder)?.into_iter().filter(|path| is_tree(path)) {
                files += 1;
                problems.extend(self.load_tree(&path).err());
            }
            for path in list(&folder)?.into_iter().filter(|path| is_timeline(path)) {
                files += 1;
                problems.extend(self.load_timeline(&path).err());
            }
            for path in list(&folder)?.into_iter().filter(|path| is_facts(path)) {
                files += 1;
                problems.extend(load_facts(&path).err());
            }
            for path in list(&folder)?.into_iter().filter(|path| functions::is_functions(path)) {
                files += 1;
                problems.extend(self.load_functions(&path).err());
            }
            let path = folder.join("anchor");
            match read_anchor(&path) {
                Ok(None) => {}
                Ok(Some(session)) => {
                    files += 1;
                    let file = folder.join(format!("{}.{SUFFIX}", safe_name(&session)));
                    if !names.contains(&session) && !file.exists() {
                        problems.push(StoreError::AnchorMissing { path, session });
                    }
                }
                Err(problem) => {
                    files += 1;
                    problems.push(problem);
                }
            }
        }
        Ok((files, problems))
    }

    /// Deletes all but the newest sessions of each key, and never an anchor; which files are gone.
    ///
    /// Temporary files that writers left when they were killed, hours ago, go too.
    /// Nothing is deleted if anything that decides it cannot be read.
    pub fn prune(&self, keep: usize) -> Result<Vec<PathBuf>, StoreError> {
        let mut gone = Vec::new();
        for key in self.keys()? {
            let anchor = self.anchor(&key)?;
            let old = self.sessions(&key)?.into_iter().skip(keep);
            gone.extend(old.map(|entry| entry.path).filter(|p| anchor.as_ref().is_none_or(|a| a.path != *p)));
        }
        for path in &gone {
            fs::remove_file(path).map_err(error::io("delete", path))?;
            // Its tree, its timeline and its build's facts are nothing without it.
            for suffix in [TREE_SUFFIX, TIMELINE_SUFFIX, FACTS_SUFFIX, "functions"] {
                match fs::remove_file(path.with_extension(suffix)) {
                    Err(e) if e.kind() != io::ErrorKind::NotFound => {
                        return Err(error::io("delete", path)(e));
                    }
                    _ => {}
                }
            }
        }
        for folder in self.folders()? {
            text::remove_leftovers(&folder)?;
        }
        Ok(gone)
    }

    fn entry(&self, path: PathBuf) -> Result<Entry, StoreError> {
        session::check_whole(&path, &text::read(&path)?)?;
        self.head(path)
    }

    /// A session as its first lines describe it.
    fn head(&self, path: PathBuf) -> Result<Entry, StoreError> {
        let (beginning, is_whole) = text::read_beginning(&path, BEGINNING)?;
        let head = match session::decode_head(&path, &beginning) {
            Ok((head, _)) => head,
            // Names may be long.
            Err(_) if !is_whole => session::decode_head(&path, &text::read(&path)?)?.0,
            Err(error) => return Err(error),
        };
        self.check_place(&path, &head)?;
        let session::Head { session, recorded_unix_ms, conditions, about } = head;
        let About { stored_unix_ms, new_level } = about;
        let key = Key::of(&conditions);
        Ok(Entry { path, key, session, recorded_unix_ms, stored_unix_ms, new_level, conditions })
    }

    fn load_path(&self, path: &Path) -> Result<Launches, StoreError> {
        let text = text::read(path)?;
        let (head, launches) = session::decode(path, &text)?;
        self.check_place(path, &head)?;
        Ok(launches)
    }

    fn load_tree(&self, path: &Path) -> Result<Launches, StoreError> {
        let text = text::read(path)?;
        let (head, launches) = session::decode(path, &text)?;
        let belongs = self.tree_path(&Key::of(&head.conditions), &head.session);
        if belongs == *path {
            Ok(launches)
        } else {
            Err(StoreError::Misplaced { path: path.to_owned(), belongs })
        }
    }

    fn tree_path(&self, key: &Key, session: &str) -> PathBuf {
        self.path(key, session).with_extension(TREE_SUFFIX)
    }

    fn load_timeline(&self, path: &Path) -> Result<(u64, Recording), StoreError> {
        let text = text::read(path)?;
        let (key, session, number, recording) = timeline::decode(path, &text)?;
        let belongs = self.timeline_path(&key, &session);
        if belongs == *path {
            Ok((number, recording))
        } else {
            Err(StoreError::Misplaced { path: path.to_owned(), belongs })
        }
    }

    fn timeline_path(&self, key: &Key, session: &str) -> PathBuf {
        self.path(key, session).with_extension(TIMELINE_SUFFIX)
    }

    fn check_place(&self, path: &Path, head: &session::Head) -> Result<(), StoreError> {
        let belongs = self.path(&Key::of(&head.conditions), &head.session);
        if belongs == path {
            return Ok(());
        }
        Err(StoreError::Misplaced { path: path.to_owned(), belongs })
    }

    fn anchor_path(&self, key: &Key) -> PathBuf {
        key.folder(&self.root).join("anchor")
    }

    fn accepted_path(&self) -> PathBuf {
        self.root.join("accepted.tsv")
    }

    /// Session files that lie above the folders where sessions are looked for.
    fn strays(&self) -> Result<Vec<PathBuf>, StoreError> {
        let (mut strays, mut folders) = (Vec::new(), vec![self.root.clone()]);
        for _ in ["root", "app", "scenario"] {
            let mut deeper = Vec::new();
            for path in folders.iter().map(|folder| list(folder)).collect::<Result<Vec<_>, _>>()?.concat() {
                if path.is_dir() {
                    deeper.push(path);
                } else if is_session(&path) && path != self.accepted_path() {
                    strays.push(path);
                }
            }
            folders = deeper;
        }
        Ok(strays)
    }

    /// The folders that hold sessions, in order.
    fn folders(&self) -> Result<Vec<PathBuf>, StoreError> {
        let mut folders = vec![self.root.clone()];
        for _ in ["app", "scenario", "device"] {
            let mut deeper = Vec::new();
            for folder in &folders {
                deeper.extend(list(folder)?.into_iter().filter(|path| path.is_dir()));
            }
            folders = deeper;
        }
        Ok(folders)
    }
}

/// The text of a session that hangs on its launches alone: equal launches give equal texts, wherever and whenever they are stored.
pub fn canonical(table: &Table, launches: &[Launch]) -> Result<String, StoreError> {
    session::encode(table, launches, &About::default())
}

/// The file of the session that an `anchor` file names, whether it is there or not; none if there is no such anchor.
pub fn anchored(anchor: &Path) -> Result<Option<PathBuf>, StoreError> {
    let session = read_anchor(anchor)?;
    Ok(session.map(|session| anchor.with_file_name(format!("{}.{SUFFIX}", safe_name(&session)))))
}

fn read_anchor(path: &Path) -> Result<Option<String>, StoreError> {
    if !path.try_exists().map_err(error::io("read", path))? {
        return Ok(None);
    }
    let text = text::read(path)?;
    let mut lines = Lines::open(path, &text, ANCHOR_FORMAT, ANCHOR_VERSION)?;
    let session = lines.expect("session")?;
    let session = unescape(session).map_err(|reason| lines.wrong(reason))?;
    match lines.next() {
        None => Ok(Some(session)),
        Some(_) => Err(lines.wrong("the anchor file must name exactly one session")),
    }
}

/// What is in a folder, in order, but for hidden files; one that is not there has nothing.
fn list(folder: &Path) -> Result<Vec<PathBuf>, StoreError> {
    let entries = match fs::read_dir(folder) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(error::io("list", folder))?,
    };
    let mut paths = Vec::new();
    for entry in entries {
        let entry = entry.map_err(error::io("list", folder))?;
        if !entry.file_name().as_encoded_bytes().starts_with(b".") {
            paths.push(entry.path());
        }
    }
    paths.sort();
    Ok(paths)
}

fn is_session(path: &Path) -> bool {
    path.extension().is_some_and(|suffix| suffix == SUFFIX)
}

fn is_tree(path: &Path) -> bool {
    path.extension().is_some_and(|suffix| suffix == TREE_SUFFIX)
}

fn is_facts(path: &Path) -> bool {
    path.extension().is_some_and(|suffix| suffix == FACTS_SUFFIX)
}

fn load_facts(path: &Path) -> Result<Facts, StoreError> {
    let text = text::read(path)?;
    Facts::from_json(&text).map_err(|reason| StoreError::Line { path: path.to_owned(), line: 1, reason })
}

fn is_timeline(path: &Path) -> bool {
    path.extension().is_some_and(|suffix| suffix == TIMELINE_SUFFIX)
}
