//! Implements a store at a URL: sessions of many repositories as immutable Parquet objects, which query engines read too.
//!
//! | module | responsibility |
//! |---|---|
//! | `tables`, `layout`, `columns` | the tables, the paths of their objects, and rows as Parquet |
//! | `session`, `costs`, `clock_steps` | launches, costs and times as rows |
//! | `put`, `read`, `means` | storing and reading sessions, and the means of each month |
//! | `sweep` | changes of all series |
//! | `objects`, `http`, `endpoint`, `cache` | requests to the server, and objects that were read before |
//! | `marker`, `verify`, `leftovers` | the object that identifies a store, and sessions that are not complete |
//!
//! Invariants: an object never changes. A session exists once its row of `sessions` exists; the writer stores that row last. Reading
//! returns the values that were stored, or an error. Writers do not wait for each other.

mod cache;
mod clock_steps;
mod columns;
mod costs;
mod endpoint;
mod http;
mod layout;
mod leftovers;
mod marker;
mod means;
mod objects;
mod put;
mod read;
mod session;
mod sweep;
mod tables;
mod verify;

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use bytes::Bytes;

pub use put::NewSession;
pub use sweep::{Policy, SweepResult};
pub use tables::describe_tables;

use columns::{Cell, Column, ColumnTable, Rows};
use gate_baseline::{
    Acceptance, BaselineKey, Baselines, DamagedSession, NewLevel, NewestDays, RemoteFault, RepairScope,
    Result, SessionEntry, SessionIterator, SidecarContent, SidecarKind, StoreError, SummaryIterator,
    new_salt,
};
use gate_launches::{
    Condition, Conditions, LARGEST_INPUT, Launches, LostLaunchCount, PhoneId, SessionProperties,
};
use means::Month;
use objects::{CacheVersion, Objects, remote_error, service_error};
use tables::{ACCEPTANCES, PINS, SESSIONS};

/// A store at a URL.
pub struct UrlStore {
    objects: Objects,
    now_unix_ms: Option<u64>,
    /// The largest number of bytes that an object may take in memory.
    largest: usize,
    /// The commits whose sessions a judgement may use; `None` permits all sessions.
    commits: Option<HashSet<String>>,
    /// The rows that have been read, by their paths.
    rows: RefCell<HashMap<String, Rc<SessionRow>>>,
    /// The objects that were read in advance, by their paths.
    ahead: RefCell<HashMap<String, Bytes>>,
    /// The months of the key whose sessions were read last.
    months: RefCell<Vec<Month>>,
    /// The sidecars of sessions, by the path of their row and the table.
    texts: RefCell<HashMap<(String, &'static str), SidecarTexts>>,
    /// The reasons for which objects were excluded, by the objects' names in messages.
    left_out: RefCell<BTreeMap<PathBuf, String>>,
}

impl fmt::Debug for UrlStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("UrlStore").field(&self.objects).finish()
    }
}

/// The sidecars of a session, as texts.
type SidecarTexts = Vec<(SidecarKind, Arc<str>)>;

/// One row of the table `sessions`.
struct SessionRow {
    content: String,
    commit: Option<String>,
    entry: SessionEntry,
    known: SessionProperties,
    /// The kinds of the session's sidecars in the table `extras`.
    extras: String,
    table: ColumnTable,
}

impl UrlStore {
    /// Opens the store at a URL or in a folder, and creates the store if it does not exist.
    pub fn create(url: &str, now_unix_ms: u64) -> Result<UrlStore> {
        Objects::create(url)?;
        let store = UrlStore::from_objects(Objects::open(url)?, now_unix_ms);
        store.create_store()?;
        Ok(store)
    }

    /// Opens the store at a URL or in a folder. `cache` is the folder for the cache, `largest` the limit of an object's bytes in memory.
    /// Returns an error if the URL contains no store.
    pub fn open(url: &str, now_unix_ms: u64, cache: Option<&Path>, largest: usize) -> Result<UrlStore> {
        let objects = Objects::open(url)?;
        let objects = if let Some(cache) = cache { objects.with_cache(cache) } else { objects };
        let store = UrlStore { largest, ..UrlStore::from_objects(objects, now_unix_ms) };
        store.is_store()?;
        Ok(store)
    }

    fn from_objects(objects: Objects, now_unix_ms: u64) -> UrlStore {
        UrlStore {
            objects,
            now_unix_ms: Some(now_unix_ms),
            largest: LARGEST_INPUT as usize,
            commits: None,
            rows: RefCell::default(),
            ahead: RefCell::default(),
            months: RefCell::default(),
            texts: RefCell::default(),
            left_out: RefCell::default(),
        }
    }

    /// Excludes sessions whose commits are not in a history; sessions without a commit remain.
    #[must_use]
    pub fn of_history(self, commits: HashSet<String>) -> UrlStore {
        UrlStore { commits: Some(commits), ..self }
    }

    /// Returns the entry of a row, if the judgement may use it.
    fn entry(&self, row: Result<Rc<SessionRow>>) -> Result<Option<SessionEntry>> {
        let row = row?;
        let is_known =
            |commits: &HashSet<String>| row.commit.as_ref().is_none_or(|own| commits.contains(own));
        Ok(self.commits.as_ref().is_none_or(is_known).then(|| row.entry.clone()))
    }

    fn read_table(&self, path: &str, bytes: Bytes, columns: &[Column]) -> Result<ColumnTable> {
        ColumnTable::read(bytes, columns, self.largest).map_err(|error| self.damage_error(path, &error))
    }

    fn damage_error(&self, path: &str, reason: &dyn fmt::Display) -> StoreError {
        let reason = format!("the object was changed or damaged: {reason}");
        remote_error(RemoteFault::Damaged, "read", &self.objects.name(path), reason)
    }

    /// Reads the session that a pin refers to.
    fn read_pinned(&self, path: &str) -> Result<Option<SessionEntry>> {
        let read = self.objects.get_all(&[path.to_owned()], CacheVersion::Listed)?;
        let Some(bytes) = read.into_iter().next().flatten() else { return Ok(None) };
        let table = self.read_table(path, bytes, PINS)?;
        let object =
            table.text("object", 0).ok_or_else(|| self.damage_error(path, &"it names no session"))?;
        match self.read_row(object)? {
            Some(row) => Ok(Some(row.entry.clone())),
            None => {
                let session = table.text("session", 0).map_or_else(String::new, |name| name.to_string());
                Err(StoreError::AnchorMissing { path: PathBuf::from(self.objects.name(path)), session })
            }
        }
    }

    fn read_acceptances(&self, path: &str, bytes: Bytes) -> Result<Vec<Acceptance>> {
        let table = self.read_table(path, bytes, ACCEPTANCES)?;
        let lines = (0..table.rows()).map(|row| table.text("line", row));
        let parse =
            |line: Option<&Arc<str>>| line.ok_or("it accepts nothing".to_owned())?.parse::<Acceptance>();
        lines.map(|line| parse(line).map_err(|reason| self.damage_error(path, &reason))).collect()
    }

    /// Stores a table of one row; returns false if the object exists.
    fn put_row(&self, folder: &str, name: &str, rows: &Rows) -> Result<bool> {
        let path = format!("{folder}/{name}.parquet");
        self.objects.put_new(&path, self.encode_rows(rows, &path)?)
    }

    /// Encodes rows as an object.
    fn encode_rows(&self, rows: &Rows, path: &str) -> Result<Vec<u8>> {
        let bytes = rows.write(columns::LEVEL);
        bytes.map_err(|error| service_error("write", &self.objects.name(path), error.to_string()))
    }
}

impl Baselines for UrlStore {
    fn address(&self) -> String {
        self.objects.url().to_owned()
    }

    fn now_unix_ms(&self) -> Option<u64> {
        self.now_unix_ms
    }

    fn salt(&self) -> Result<String> {
        let path = layout::salt_path();
        if self.objects.get(&path)?.is_none() {
            // If two writers create a salt at the same time, the salt of the first writer is kept.
            self.objects.put_new(&path, new_salt().into())?;
        }
        let bytes = self.objects.get(&path)?.ok_or_else(|| self.damage_error(&path, &"it is not there"))?;
        String::from_utf8(bytes.to_vec()).map_err(|error| self.damage_error(&path, &error))
    }

    fn keys(&self) -> Result<Vec<BaselineKey>> {
        self.all_keys()
    }

    fn sessions_newest_first<'a>(&'a self, key: &BaselineKey) -> Result<SessionIterator<'a>> {
        Ok(Box::new(self.rows(key)?.filter_map(|row| self.entry(row).transpose())))
    }

    fn sessions(&self, key: &BaselineKey) -> Result<Vec<SessionEntry>> {
        self.all_rows(key)?.filter_map(|row| self.entry(row).transpose()).collect()
    }

    fn summaries<'a>(&'a self, key: &BaselineKey) -> Result<SummaryIterator<'a>> {
        let folder = format!("{}/", layout::key_folder("sessions", key));
        let mut months = self.months.take();
        months.retain(|month| month.folder.starts_with(&folder));
        let summaries = months.into_iter().rev().flat_map(move |month| self.summaries_of(&month));
        Ok(Box::new(summaries))
    }

    fn load(&self, entry: &SessionEntry) -> Result<Launches> {
        self.load_launches(entry)
    }

    fn measured_commit(&self, entry: &SessionEntry) -> Result<Option<String>> {
        Ok(self.read_row(&self.path_of(entry)?)?.and_then(|row| row.commit.clone()))
    }

    fn read_sidecar(&self, entry: &SessionEntry, kind: SidecarKind) -> Result<Option<SidecarContent>> {
        self.read_sidecar(entry, kind)
    }

    fn anchor(&self, key: &BaselineKey) -> Result<Option<SessionEntry>> {
        let folder = layout::key_folder("pins", key);
        let (_, pins) = self.objects.list(&folder)?;
        // The names are in the order of time.
        for name in pins.iter().rev() {
            let path = format!("{folder}/{name}");
            match self.past_cache(|| self.read_pinned(&path)) {
                Err(error) if objects::is_damage(&error) => self.leave_out(&path, &error),
                found => return found,
            }
        }
        Ok(None)
    }

    fn read_acceptances(&self) -> Result<Vec<Acceptance>> {
        let folder = layout::table_folder("acceptances");
        let (_, names) = self.objects.list(&folder)?;
        let paths: Vec<String> = names.iter().map(|name| format!("{folder}/{name}")).collect();
        let mut all = Vec::new();
        for (path, bytes) in paths.iter().zip(self.objects.get_all(&paths, CacheVersion::Listed)?) {
            let Some(bytes) = bytes else { continue };
            let read = self.read_acceptances(path, bytes).or_else(|error| {
                // The cached object may have been changed, so the object is read from the server.
                self.objects.get(path)?.map_or(Err(error), |bytes| self.read_acceptances(path, bytes))
            });
            match read {
                Ok(found) => all.extend(found),
                Err(error) if objects::is_damage(&error) => self.leave_out(path, &error),
                Err(error) => return Err(error),
            }
        }
        Ok(all)
    }

    fn pin(&self, entry: &SessionEntry) -> Result<()> {
        // The whole session of the anchor is read when the anchor is set; otherwise damage to the session would be detected only months
        // later.
        self.load(entry)?;
        let object = self.path_of(entry)?;
        let mut rows = Rows::new(PINS);
        let content = self.read_row(&object)?.map_or_else(String::new, |row| row.content.clone());
        let now = Cell::from_count(self.now_unix_ms);
        rows.push(&[
            ("content", Cell::Text(&content)),
            ("session", Cell::Text(&entry.session)),
            ("object", Cell::Text(&object)),
            ("pinned_unix_ms", now),
        ]);
        let name = layout::row_name(self.now_unix_ms, &entry.session);
        self.put_row(&layout::key_folder("pins", &entry.key), &name, &rows).map(drop)
    }

    fn add_acceptance(&self, acceptance: &Acceptance) -> Result<()> {
        let line = acceptance.to_line();
        let Acceptance { method, owner, reason, until, size, level, .. } = acceptance;
        let (until, up_to) = (until.to_string(), size.to_string());
        let mut rows = Rows::new(ACCEPTANCES);
        rows.push(&[
            ("method", Cell::Text(method.as_str())),
            ("owner", Cell::Text(owner)),
            ("reason", Cell::Text(reason)),
            ("until", Cell::Text(&until)),
            ("up_to", Cell::Text(&up_to)),
            ("device_model", Cell::from_text(level.as_ref().map(|level| &*level.device))),
            ("scenario_name", Cell::from_text(level.as_ref().map(|level| &*level.scenario))),
            ("from_ns", Cell::from_number(level.as_ref().map(|level| level.cost.0))),
            ("line", Cell::Text(&line)),
            ("accepted_unix_ms", Cell::from_count(self.now_unix_ms)),
        ]);
        self.put_row(&layout::table_folder("acceptances"), &put::hash(line.as_bytes()), &rows).map(drop)
    }

    fn prune(&self, keep: usize) -> Result<Vec<PathBuf>> {
        let mut gone = Vec::new();
        for key in self.all_keys()? {
            let anchor = self.anchor(&key)?;
            let mut days = NewestDays::new(keep.max(1));
            for row in self.all_rows(&key)? {
                let row = row?;
                if !days.includes_next(&row.entry)
                    && anchor.as_ref().is_none_or(|anchor| anchor.path != row.entry.path)
                {
                    gone.push(row);
                }
            }
        }
        for row in &gone {
            self.delete(row)?;
        }
        Ok(gone.into_iter().map(|row| row.entry.path.clone()).collect())
    }

    fn prefetch(&self, entries: &[&SessionEntry]) -> Result<()> {
        self.read_ahead(entries)
    }

    fn left_out(&self) -> Vec<(PathBuf, String)> {
        self.left_out.borrow().clone().into_iter().collect()
    }

    fn check_sessions(&self, repair: RepairScope) -> Result<Option<(usize, Vec<DamagedSession>)>> {
        self.broken_sessions(repair).map(Some)
    }

    fn clear_left_overs(&self) -> Result<usize> {
        self.clear()
    }
}

/// The properties of a session that its launches do not contain.
#[derive(Clone, Debug, Default)]
pub struct SessionMetadata {
    /// The commit that was measured.
    pub commit: Option<String>,
    /// The user's statement, if any, that all costs have a new level from the session on.
    pub new_level: Option<NewLevel>,
    /// The setting `report.names` with which the names in the session's launches were shortened or hashed: `full`, `short` or `hashed`. An
    /// empty text means `full`.
    pub names: String,
}

/// Reads the conditions in a row of `sessions`.
fn read_conditions(table: &ColumnTable, row: usize) -> Result<Conditions, String> {
    let mut conditions = Conditions::default();
    for condition in Condition::ALL {
        let value = table.text(column_of(condition), row).map_or("", |value| &**value);
        conditions.set(condition, value)?;
    }
    Ok(conditions)
}

/// Returns the name of a condition's column. The column of the scenario has a name of its own, because a partition has the name `scenario`.
fn column_of(condition: Condition) -> &'static str {
    SESSIONS[4 + condition as usize].name
}

/// Reads the row of a session from a table of one row.
fn row_of(table: ColumnTable, place: PathBuf) -> Result<SessionRow, String> {
    let (entry, known) = session_of(&table, 0, place)?;
    let of = |name: &str| table.text(name, 0).map(|text| text.to_string());
    let content = of("content").ok_or("a session without its content's hash")?;
    let (commit, extras) = (of("commit"), of("extras").unwrap_or_default());
    Ok(SessionRow { content, commit, entry, known, extras, table })
}

/// Reads the columns of `sessions` from a row of a table.
fn session_of(
    table: &ColumnTable,
    row: usize,
    place: PathBuf,
) -> Result<(SessionEntry, SessionProperties), String> {
    let text = |name: &str| table.text(name, row);
    let conditions = read_conditions(table, row)?;
    let new_level = text("level_owner").zip(text("level_reason"));
    let entry = SessionEntry {
        path: place,
        key: BaselineKey::from_conditions(&conditions),
        session: text("session").cloned().ok_or("a session without a name")?,
        recorded_unix_ms: table.count("recorded_unix_ms", row),
        stored_unix_ms: table
            .count("stored_unix_ms", row)
            .filter(|_| table.count("recorded_unix_ms", row).is_none()),
        new_level: new_level
            .map(|(owner, reason)| NewLevel { owner: owner.to_string(), reason: reason.to_string() }),
        conditions,
    };
    let lost = text("lost").map_or("", |lost| &**lost).lines().map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        fields
            .try_into()
            .map_err(|_| format!("lost launches with other fields: {line:?}"))
            .and_then(LostLaunchCount::from_fields)
    });
    let known = SessionProperties {
        phone: text("phone").map(|hash| PhoneId::Hash(Arc::clone(hash))),
        lost: lost.collect::<Result<_, String>>()?,
    };
    Ok((entry, known))
}
