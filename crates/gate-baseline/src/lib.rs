//! Stores baselines, with one immutable text file for each session. The format is suitable for git.
//!
//! The crate defines the layout `APP/SCENARIO/DEVICE/SESSION.tsv`, the file `anchor` in the folder of sessions, and `accepted.tsv` in the
//! root folder. Callers decide which launches may be compared or stored.
//!
//! Invariants: a stored session never changes; a file appears with all its content or not at all. The path of every file follows from its
//! content; a file with a different path cannot be read.

mod accepted;
mod baselines;
mod beside;
mod earlier;
mod error;
mod files;
mod flaws;
mod functions;
mod git_files;
mod session;
mod text;
mod timeline;
mod tree;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use accepted::{Acceptance, AcceptanceCoverage, LevelBeforeGrowth, MeasuredGrowth};
pub use baselines::{
    AHEAD, Baselines, DamagedSession, NewestDays, RepairScope, SessionIterator, SessionMeans, SessionSummary,
    SummaryIterator, load_all, separate_damage,
};
pub use beside::{SessionSidecars, SidecarContent, SidecarKind};
pub use earlier::{EarlierSessions, LoadedLaunches};
pub use error::{RemoteFault, Result, StoreError};
pub use flaws::SessionFlaw;
pub use git_files::GitStoreLocation;
pub use session::{NewLevel, add_called, format_call_counts, format_states, state_of};
pub use text::{join_path, safe_name, split_path};
pub use tree::smallest_in_tree;

use files::{FolderFiles, StoreFiles};
use gate_launches::{Conditions, Launch, Launches, MethodCost, MethodTable, SessionProperties};
use session::StoredProperties;
use text::{NumberedLines, unescape};

/// The name of the file that contains the anchor of its folder.
const ANCHOR: &str = "anchor";
const ACCEPTED: &str = "accepted.tsv";
/// The name of the file that contains the salt for the hashes of phone ids.
const SALT: &str = "salt";
const SALT_FORMAT: &str = "launchgate.salt";
const SALT_VERSION: u32 = 1;
const ANCHOR_FORMAT: &str = "launchgate.anchor";
const ANCHOR_VERSION: u32 = 1;
const SUFFIX: &str = "tsv";

/// The number of the newest sessions whose checksums are checked when sessions are listed. It is several times the pool of a comparison.
const CHECKED: usize = 16;
/// Number of bytes that usually include all lines before the launches of a session.
const BEGINNING: usize = 64 << 10;

/// The app, scenario and device of sessions; sessions of different keys are never compared.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BaselineKey {
    /// The bundle identifier of the app.
    pub app: Arc<str>,
    /// The name of the scenario; empty if the settings define no scenario.
    pub scenario: Arc<str>,
    /// The model of the device.
    pub device: Arc<str>,
}

impl BaselineKey {
    /// Returns the key of launches with the given conditions.
    pub fn from_conditions(conditions: &Conditions) -> BaselineKey {
        let Conditions { app_bundle, scenario, device_model, .. } = conditions;
        BaselineKey {
            app: Arc::clone(app_bundle),
            scenario: Arc::clone(scenario),
            device: Arc::clone(device_model),
        }
    }

    fn folder(&self, root: &Path) -> PathBuf {
        root.join(safe_name(&self.app)).join(safe_name(&self.scenario)).join(safe_name(&self.device))
    }
}

/// The description of a stored session in the first lines of its file.
#[derive(Clone, Debug, PartialEq)]
pub struct SessionEntry {
    /// The path of the session's file.
    pub path: PathBuf,
    pub key: BaselineKey,
    /// The name of the session.
    pub session: Arc<str>,
    /// The time of the session's first launch, if the time was recorded.
    pub recorded_unix_ms: Option<u64>,
    /// The time of storing, if the time of recording is not known.
    pub stored_unix_ms: Option<u64>,
    /// The statement of a person that all rows have a new level from this session on, if the session contains this statement.
    pub new_level: Option<NewLevel>,
    /// The conditions of all launches of the session.
    pub conditions: Conditions,
}

/// The result of adding a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddOutcome {
    /// The session is new.
    New,
    /// A session with the same content was already stored, so the store was not changed.
    Already,
    /// A session with the same content was already stored, and a lost part of the session was stored again.
    Completed,
}

/// The costs of a method in a stored session.
#[derive(Clone, Debug)]
pub struct MethodCosts {
    /// The session in which the method was recorded.
    pub entry: SessionEntry,
    /// The method's cost on the main thread in each launch, or `None` for a launch that did not call the method.
    pub launches: Vec<Option<MethodCost>>,
}

/// A store of text files, in a folder or in git ([`GitStoreLocation`]).
#[derive(Clone, Debug)]
pub struct Store {
    root: PathBuf,
    files: Arc<dyn StoreFiles>,
    /// The time of this machine in milliseconds since 1970.
    now_unix_ms: Option<u64>,
}

impl Store {
    /// Opens the store in a folder; a missing folder is an empty store, and the first added file creates it.
    pub fn open(root: impl Into<PathBuf>) -> Result<Store> {
        let root = root.into();
        match fs::metadata(&root) {
            Ok(found) if !found.is_dir() => {
                let source = io::Error::new(io::ErrorKind::NotADirectory, "not a folder");
                Err(StoreError::Io { action: "open", path: root, source })
            }
            Err(e) if e.kind() != io::ErrorKind::NotFound => Err(error::io_error("open", &root)(e)),
            _ => Ok(Store { root, files: Arc::new(FolderFiles), now_unix_ms: None }),
        }
    }

    /// Sets the time of this machine, which is stored with sessions that have no time, and by which sessions from the future are found.
    #[must_use]
    pub fn with_current_time(self, now_unix_ms: u64) -> Store {
        Store { now_unix_ms: Some(now_unix_ms), ..self }
    }

    /// Returns the root folder of the store.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the path of a session.
    pub fn session_path(&self, key: &BaselineKey, session: &str) -> PathBuf {
        key.folder(&self.root).join(format!("{}.{SUFFIX}", safe_name(session)))
    }

    /// Returns the sessions of a key, the newest first.
    ///
    /// Sessions without a time of recording are ordered by the time of storing. Sessions without any time, and sessions from the future,
    /// count as older than all other sessions. Sessions with equal times are ordered by name. Only the beginning of each file is read. The
    /// newest sessions are also checked completely, so that no session is excluded from a comparison because its conditions were edited.
    /// Older sessions are checked when they are loaded.
    pub fn sessions(&self, key: &BaselineKey) -> Result<Vec<SessionEntry>> {
        let mut entries = Vec::new();
        for path in self.list_files(&key.folder(&self.root))?.into_iter().filter(|path| is_session(path)) {
            entries.push(self.read_head(path)?);
        }
        self.sort_newest_first(&mut entries);
        for entry in entries.iter().take(CHECKED) {
            text::check_whole(&entry.path, &self.files.read_required_text(&entry.path)?)?;
        }
        Ok(entries)
    }

    /// Stores the launches of one session, which must have the same conditions.
    ///
    /// Adding equal content again has no effect. Different content with the name of a stored session is an error.
    pub fn add(&self, table: &MethodTable, launches: &[Launch]) -> Result<(PathBuf, AddOutcome)> {
        self.add_with(table, launches, None, &SessionProperties::default())
    }

    /// Stores a session with properties that its launches do not contain, and optionally with the statement that all rows have a new level
    /// from this session on.
    pub fn add_with(
        &self,
        table: &MethodTable,
        launches: &[Launch],
        new_level: Option<NewLevel>,
        known: &SessionProperties,
    ) -> Result<(PathBuf, AddOutcome)> {
        let about = StoredProperties {
            stored_unix_ms: self.now_unix_ms,
            new_level,
            known: self.hash_session_phone(known)?,
        };
        let text = session::encode(table, launches, &about)?;
        let Some(first) = launches.first() else {
            return Err(StoreError::Session { session: String::new(), reason: "it has no launches".into() });
        };
        let path = self.session_path(&BaselineKey::from_conditions(&first.conditions), &first.session);
        // Invalid launches are refused now, and not by a later reader.
        if let Err(problem) = session::decode(&path, &text) {
            let reason = format!("it could not be read back: {problem}");
            return Err(StoreError::Session { session: first.session.to_string(), reason });
        }
        if self.files.write(&path, &text, false)? {
            return Ok((path, AddOutcome::New));
        }
        let stored = self.files.read_required_text(&path)?;
        // The stored file may differ in the time of storing and further properties although its launches are equal.
        let plain = |table: &MethodTable, launches: &[Launch]| {
            session::encode(table, launches, &StoredProperties::default())
        };
        let is_same = session::decode(&path, &stored).is_ok_and(|(_, stored)| {
            plain(&stored.table, &stored.launches).ok() == plain(table, launches).ok()
        });
        if is_same {
            return Ok((path, AddOutcome::Already));
        }
        Err(StoreError::Different {
            path,
            session: first.session.to_string(),
            given: first.source.to_string(),
        })
    }

    /// Stores the sidecars of a stored session, without replacing existing sidecars. Returns the paths of the new sidecars.
    pub fn add_beside(
        &self,
        key: &BaselineKey,
        session: &str,
        extras: &SessionSidecars<'_>,
    ) -> Result<Vec<PathBuf>> {
        let path = self.session_path(key, session);
        let size = self.files.read_required_text(&path)?.len();
        let mut stored = Vec::new();
        for kind in SidecarKind::ALL {
            if let Some(text) = kind.encode(extras, size)? {
                let path = path.with_extension(kind.name());
                self.files.write(&path, &text, false)?;
                stored.push(path);
            }
        }
        Ok(stored)
    }

    fn read_beside(&self, path: &Path, kind: SidecarKind) -> Result<Option<SidecarContent>> {
        let Some(text) = self.files.read_text(path)? else { return Ok(None) };
        let (content, owner) = kind.decode(path, &text)?;
        let belongs =
            owner.map(|(key, session)| self.session_path(&key, &session).with_extension(kind.name()));
        match belongs {
            Some(belongs) if belongs != *path => {
                Err(StoreError::Misplaced { path: path.to_owned(), belongs })
            }
            _ => Ok(Some(content)),
        }
    }

    /// Reads all files of the store, and returns their number and the errors.
    pub fn verify(&self) -> Result<(usize, Vec<StoreError>)> {
        let (mut files, mut problems) = (0, Vec::new());
        let accepted = self.accepted_path();
        if accepted.exists() {
            files += 1;
            problems.extend(self.read_acceptances().err());
        }
        for path in self.find_stray_files()? {
            files += 1;
            // If the file is a session, the error contains the path that follows from its content.
            problems.extend(self.load_path(&path).err());
        }
        for folder in self.session_folders()? {
            let mut names = Vec::new();
            for path in self.list_files(&folder)?.into_iter().filter(|path| is_session(path)) {
                files += 1;
                match self.load_path(&path) {
                    Ok(launches) => names.extend(launches.launches.first().map(|l| l.session.to_string())),
                    Err(problem) => problems.push(problem),
                }
            }
            for path in self.list_files(&folder)? {
                if let Some(kind) = SidecarKind::ALL.into_iter().find(|kind| has_suffix(&path, kind.name())) {
                    files += 1;
                    problems.extend(self.read_beside(&path, kind).err());
                }
            }
            let path = folder.join(ANCHOR);
            match self.read_anchor(&path) {
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

    /// Returns the files of the sessions before the newest `keep` days of each key, except the files of anchors.
    ///
    /// A session or anchor that cannot be read is an error.
    pub fn find_outdated(&self, keep: usize) -> Result<Vec<PathBuf>> {
        let mut gone = Vec::new();
        for key in self.keys()? {
            let anchor = self.anchor(&key)?;
            let mut days = NewestDays::new(keep.max(1));
            let old = self.sessions(&key)?.into_iter().filter(|entry| !days.includes_next(entry));
            gone.extend(old.map(|entry| entry.path).filter(|p| anchor.as_ref().is_none_or(|a| a.path != *p)));
        }
        Ok(gone)
    }

    /// Returns the files that were added to a store in git and are to be committed, by their paths below the store's folder.
    pub fn uncommitted_files(&self) -> Vec<(PathBuf, String)> {
        let below = |path: PathBuf| path.strip_prefix(&self.root).map(Path::to_owned).unwrap_or(path);
        self.files.uncommitted_files().into_iter().map(|(path, text)| (below(path), text)).collect()
    }

    fn if_there<T>(&self, path: &Path, read: impl FnOnce() -> Result<T>) -> Result<Option<T>> {
        if self.files.read(path, 0)?.is_none() {
            return Ok(None);
        }
        read().map(Some)
    }

    fn entry(&self, path: PathBuf) -> Result<SessionEntry> {
        text::check_whole(&path, &self.files.read_required_text(&path)?)?;
        self.read_head(path)
    }

    /// Reads the first lines of a session.
    fn read_head(&self, path: PathBuf) -> Result<SessionEntry> {
        let (beginning, is_whole) = self.files.read_beginning(&path, BEGINNING)?;
        let head = match session::decode_head(&path, &beginning) {
            Ok((head, _)) => head,
            // Long names may make the first lines longer than `BEGINNING` bytes, so the whole file is read.
            Err(_) if !is_whole => session::decode_head(&path, &self.files.read_required_text(&path)?)?.0,
            Err(error) => return Err(error),
        };
        self.check_place(&path, &head)?;
        let session::SessionHeader { session, recorded_unix_ms, conditions, about } = head;
        let StoredProperties { stored_unix_ms, new_level, known: _ } = about;
        let key = BaselineKey::from_conditions(&conditions);
        Ok(SessionEntry { path, key, session, recorded_unix_ms, stored_unix_ms, new_level, conditions })
    }

    fn load_path(&self, path: &Path) -> Result<Launches> {
        let text = self.files.read_required_text(path)?;
        let (head, launches) = session::decode(path, &text)?;
        self.check_place(path, &head)?;
        Ok(launches)
    }

    fn check_place(&self, path: &Path, head: &session::SessionHeader) -> Result<()> {
        let belongs = self.session_path(&BaselineKey::from_conditions(&head.conditions), &head.session);
        if belongs == path {
            return Ok(());
        }
        Err(StoreError::Misplaced { path: path.to_owned(), belongs })
    }

    fn anchor_path(&self, key: &BaselineKey) -> PathBuf {
        key.folder(&self.root).join(ANCHOR)
    }

    fn accepted_path(&self) -> PathBuf {
        self.root.join(ACCEPTED)
    }

    /// Returns session files that are in a folder above the folders for sessions.
    fn find_stray_files(&self) -> Result<Vec<PathBuf>> {
        let (mut strays, mut folders) = (Vec::new(), vec![self.root.clone()]);
        for _ in ["root", "app", "scenario"] {
            let mut deeper = Vec::new();
            for folder in &folders {
                for (path, is_folder) in self.files.list(folder)? {
                    if is_folder {
                        deeper.push(path);
                    } else if is_session(&path) && path != self.accepted_path() {
                        strays.push(path);
                    }
                }
            }
            folders = deeper;
        }
        Ok(strays)
    }

    /// Returns the folders of sessions, in order.
    fn session_folders(&self) -> Result<Vec<PathBuf>> {
        let mut folders = vec![self.root.clone()];
        for _ in ["app", "scenario", "device"] {
            let mut deeper = Vec::new();
            for folder in &folders {
                let found = self.files.list(folder)?.into_iter();
                deeper.extend(found.filter(|(_, is_folder)| *is_folder).map(|(path, _)| path));
            }
            folders = deeper;
        }
        Ok(folders)
    }

    /// Returns the files of a folder.
    fn list_files(&self, folder: &Path) -> Result<Vec<PathBuf>> {
        Ok(self.files.list(folder)?.into_iter().map(|(path, _)| path).collect())
    }

    fn read_anchor(&self, path: &Path) -> Result<Option<String>> {
        let Some(text) = self.files.read_text(path)? else { return Ok(None) };
        let mut lines = NumberedLines::open(path, &text, ANCHOR_FORMAT, ANCHOR_VERSION)?;
        let session = lines.expect_line("session")?;
        let session = unescape(session).map_err(|reason| lines.line_error(reason))?;
        match lines.next() {
            None => Ok(Some(session)),
            Some(_) => Err(lines.line_error("the anchor file must name exactly one session")),
        }
    }
}

/// Creates a random text from the system's randomness, which the standard library uses for hash tables.
pub fn new_salt() -> String {
    use std::hash::{BuildHasher as _, Hasher as _};
    let part = || std::hash::RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", part(), part())
}

/// Formats a session only from its launches, so that equal launches give equal texts, wherever and whenever they are stored.
pub fn format_canonical(table: &MethodTable, launches: &[Launch]) -> Result<String> {
    session::encode(table, launches, &StoredProperties::default())
}

fn is_session(path: &Path) -> bool {
    has_suffix(path, SUFFIX)
}

fn has_suffix(path: &Path, suffix: &str) -> bool {
    path.extension().is_some_and(|found| found == suffix)
}
