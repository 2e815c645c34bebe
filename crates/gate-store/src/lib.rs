//! A store at a URL: sessions of many repositories as immutable Parquet objects, which query engines read too.
//!
//! `tables` says which tables there are, `layout` where their objects lie, `columns` how rows become Parquet, `session` how launches
//! become rows (`costs` those of methods, `steps` their times); `put` and `read` do both; `means` sums up months, of which `sweep` judges
//! all; `objects` reads and puts objects by the clients of `object_store`, which
//! `http` connects, at an address that `endpoint` reads; `cache` keeps what was read. `marker` tells a store from another place, and
//! `verify` and `leftovers` find what is not whole.
//!
//! Invariants: an object never changes; a session is there once its row of `sessions` is, which is put last; what is read is what was
//! put, or an error. No writer waits for another one.

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

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use bytes::Bytes;

pub use put::NewSession;
pub use sweep::{Policy, SweepPart, Swept};
pub use tables::described;

use columns::{Cell, Column, Rows, Table};
use gate_baseline::{
    Acceptance, Baselines, Beside, Broken, Content, Days, Entry, Fault, Key, NewLevel, Newest, Result,
    StoreError, new_salt,
};
use gate_launches::{Condition, Conditions, Launches, Lost, Phone, Session};
use objects::{Objects, Version, faulty, remote};
use tables::{ACCEPTANCES, PINS, SESSIONS};

/// The commits in the history of what is checked out; the reason where they cannot be told, none where there is no repository.
pub type Commits = Box<dyn Fn() -> Result<Option<HashSet<String>>, String>>;

/// A store at a URL.
pub struct UrlStore {
    objects: Objects,
    now_unix_ms: Option<u64>,
    /// Whose sessions belong to a judgement, where that hangs on commits.
    commits: Option<Commits>,
    known: OnceCell<Option<HashSet<String>>>,
    /// The rows that were read, by their objects.
    rows: RefCell<HashMap<String, Rc<Row>>>,
    /// Objects that were read ahead of those who ask for them.
    ahead: RefCell<HashMap<String, Bytes>>,
    /// What lies beside sessions, by the object of their row and the table.
    texts: RefCell<HashMap<(String, &'static str), Texts>>,
    /// Why objects were left out, by what people call them.
    left_out: RefCell<BTreeMap<PathBuf, String>>,
}

impl fmt::Debug for UrlStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("UrlStore").field(&self.objects).finish()
    }
}

/// What lies beside a session, as texts.
type Texts = Vec<(Beside, Arc<str>)>;

/// A row of the table `sessions`.
struct Row {
    content: String,
    commit: Option<String>,
    entry: Entry,
    known: Session,
    /// The kinds of what lies beside it in the table of extras.
    extras: String,
    table: Table,
}

impl UrlStore {
    /// The store at a URL or in a folder, which is made if it is not there.
    pub fn create(url: &str, now_unix_ms: u64) -> Result<UrlStore> {
        Objects::create(url)?;
        let store = UrlStore::of(Objects::open(url)?, now_unix_ms);
        store.make()?;
        Ok(store)
    }

    /// The store at a URL or in a folder, with a folder for what is read of servers; a place that is no store is an error.
    pub fn open(url: &str, now_unix_ms: u64, cache: Option<&Path>) -> Result<UrlStore> {
        let objects = Objects::open(url)?;
        let objects = if let Some(cache) = cache { objects.with_cache(cache) } else { objects };
        let store = UrlStore::of(objects, now_unix_ms);
        store.is_store()?;
        Ok(store)
    }

    fn of(objects: Objects, now_unix_ms: u64) -> UrlStore {
        UrlStore {
            objects,
            now_unix_ms: Some(now_unix_ms),
            commits: None,
            known: OnceCell::new(),
            rows: RefCell::default(),
            ahead: RefCell::default(),
            texts: RefCell::default(),
            left_out: RefCell::default(),
        }
    }

    /// The same without sessions of commits that are not in a history; those that name no commit stay.
    #[must_use]
    pub fn of_history(self, commits: Commits) -> UrlStore {
        UrlStore { commits: Some(commits), ..self }
    }

    fn belongs(&self, row: &Row) -> Result<bool> {
        let (Some(commits), Some(commit)) = (&self.commits, &row.commit) else { return Ok(true) };
        let known = match self.known.get() {
            Some(known) => known,
            None => {
                let told = commits().map_err(|reason| remote("compare with", self.objects.url(), reason))?;
                self.known.get_or_init(|| told)
            }
        };
        Ok(known.as_ref().is_none_or(|known| known.contains(commit)))
    }

    fn table(&self, path: &str, bytes: Bytes, columns: &[Column]) -> Result<Table> {
        Table::read(bytes, columns).map_err(|error| self.damaged(path, &error))
    }

    fn damaged(&self, path: &str, reason: &dyn fmt::Display) -> StoreError {
        let reason = format!("the object was changed or damaged: {reason}");
        faulty(Fault::Damaged, "read", &self.objects.name(path), reason)
    }

    /// The session that a pin names.
    fn pinned(&self, path: &str) -> Result<Option<Entry>> {
        let read = self.objects.get_all(&[path.to_owned()], Version::Listed)?;
        let Some(bytes) = read.into_iter().next().flatten() else { return Ok(None) };
        let table = self.table(path, bytes, PINS)?;
        let object = table.text("object", 0).ok_or_else(|| self.damaged(path, &"it names no session"))?;
        match self.row(object)? {
            Some(row) => Ok(Some(row.entry.clone())),
            None => {
                let session = table.text("session", 0).map_or_else(String::new, |name| name.to_string());
                Err(StoreError::AnchorMissing { path: PathBuf::from(self.objects.name(path)), session })
            }
        }
    }

    fn acceptances(&self, path: &str, bytes: Bytes) -> Result<Vec<Acceptance>> {
        let table = self.table(path, bytes, ACCEPTANCES)?;
        let line = |row| {
            let line = table.text("line", row).ok_or_else(|| self.damaged(path, &"it accepts nothing"))?;
            line.parse().map_err(|reason: String| self.damaged(path, &reason))
        };
        (0..table.rows()).map(line).collect()
    }

    /// Puts a small table of one row, named by what it says; false if it was there.
    fn put_row(&self, folder: &str, name: &str, rows: &Rows) -> Result<bool> {
        let path = format!("{folder}/{name}.parquet");
        self.objects.put_new(&path, self.bytes(rows, &path)?)
    }

    /// Rows as the bytes of an object.
    fn bytes(&self, rows: &Rows, path: &str) -> Result<Vec<u8>> {
        let bytes = rows.write(columns::LEVEL);
        bytes.map_err(|error| remote("write", &self.objects.name(path), error.to_string()))
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
        let path = layout::salt();
        if self.objects.get(&path)?.is_none() {
            // Of two who make one at once, one is kept.
            self.objects.put_new(&path, new_salt().into())?;
        }
        let bytes = self.objects.get(&path)?.ok_or_else(|| self.damaged(&path, &"it is not there"))?;
        String::from_utf8(bytes.to_vec()).map_err(|error| self.damaged(&path, &error))
    }

    fn keys(&self) -> Result<Vec<Key>> {
        self.all_keys()
    }

    fn newest<'a>(&'a self, key: &Key) -> Result<Newest<'a>> {
        let rows = self.rows(key)?;
        Ok(Box::new(rows.filter_map(move |row| match row {
            Ok(row) => match self.belongs(&row) {
                Ok(true) => Some(Ok(row.entry.clone())),
                Ok(false) => None,
                Err(error) => Some(Err(error)),
            },
            Err(error) => Some(Err(error)),
        })))
    }

    fn load(&self, entry: &Entry) -> Result<Launches> {
        self.launches(entry)
    }

    fn commit(&self, entry: &Entry) -> Result<Option<String>> {
        Ok(self.row(&self.path_of(entry)?)?.and_then(|row| row.commit.clone()))
    }

    fn beside(&self, entry: &Entry, kind: Beside) -> Result<Option<Content>> {
        self.extra(entry, kind)
    }

    fn anchor(&self, key: &Key) -> Result<Option<Entry>> {
        let folder = layout::partition("pins", key);
        let (_, pins) = self.objects.list(&folder)?;
        // Names sort by time.
        for name in pins.iter().rev() {
            let path = format!("{folder}/{name}");
            match self.past_cache(|| self.pinned(&path)) {
                Err(error) if objects::is_damage(&error) => self.leave_out(&path, &error),
                found => return found,
            }
        }
        Ok(None)
    }

    fn accepted(&self) -> Result<Vec<Acceptance>> {
        let folder = layout::table("acceptances");
        let (_, names) = self.objects.list(&folder)?;
        let paths: Vec<String> = names.iter().map(|name| format!("{folder}/{name}")).collect();
        let mut all = Vec::new();
        for (path, bytes) in paths.iter().zip(self.objects.get_all(&paths, Version::Listed)?) {
            let Some(bytes) = bytes else { continue };
            let read = self.acceptances(path, bytes).or_else(|error| {
                // The cache may have been changed: the object itself decides.
                self.objects.get(path)?.map_or(Err(error), |bytes| self.acceptances(path, bytes))
            });
            match read {
                Ok(found) => all.extend(found),
                Err(error) if objects::is_damage(&error) => self.leave_out(path, &error),
                Err(error) => return Err(error),
            }
        }
        Ok(all)
    }

    fn pin(&self, entry: &Entry) -> Result<()> {
        // Read whole: a damaged anchor would be found months later.
        self.load(entry)?;
        let object = self.path_of(entry)?;
        let mut rows = Rows::new(PINS);
        let content = self.row(&object)?.map_or_else(String::new, |row| row.content.clone());
        let now = Cell::whole(self.now_unix_ms);
        rows.push(&[
            ("content", Cell::Text(&content)),
            ("session", Cell::Text(&entry.session)),
            ("object", Cell::Text(&object)),
            ("pinned_unix_ms", now),
        ]);
        let name = layout::row_name(self.now_unix_ms, &entry.session);
        self.put_row(&layout::partition("pins", &entry.key), &name, &rows).map(drop)
    }

    fn accept(&self, acceptance: &Acceptance) -> Result<()> {
        let line = acceptance.line();
        let Acceptance { method, owner, reason, until, size, level, .. } = acceptance;
        let (until, up_to) = (until.to_string(), size.to_string());
        let mut rows = Rows::new(ACCEPTANCES);
        rows.push(&[
            ("method", Cell::Text(method.as_str())),
            ("owner", Cell::Text(owner)),
            ("reason", Cell::Text(reason)),
            ("until", Cell::Text(&until)),
            ("up_to", Cell::Text(&up_to)),
            ("device_model", Cell::text(level.as_ref().map(|level| &*level.device))),
            ("scenario_name", Cell::text(level.as_ref().map(|level| &*level.scenario))),
            ("from_ns", Cell::number(level.as_ref().map(|level| level.cost.0))),
            ("line", Cell::Text(&line)),
            ("accepted_unix_ms", Cell::whole(self.now_unix_ms)),
        ]);
        self.put_row(&layout::table("acceptances"), &put::hash(line.as_bytes()), &rows).map(drop)
    }

    fn prune(&self, keep: usize) -> Result<Vec<PathBuf>> {
        let mut gone = Vec::new();
        for key in self.all_keys()? {
            let anchor = self.anchor(&key)?;
            let mut days = Days::newest(keep.max(1));
            for row in self.rows(&key)? {
                let row = row?;
                if !days.has(&row.entry) && anchor.as_ref().is_none_or(|anchor| anchor.path != row.entry.path)
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

    fn ahead(&self, entries: &[&Entry]) -> Result<()> {
        self.read_ahead(entries)
    }

    fn left_out(&self) -> Vec<(PathBuf, String)> {
        self.left_out.borrow().clone().into_iter().collect()
    }

    fn broken(&self, repair: bool) -> Result<Option<(usize, Vec<Broken>)>> {
        self.broken_sessions(repair).map(Some)
    }

    fn clear_left_overs(&self) -> Result<usize> {
        self.clear()
    }
}

/// What the store says of a session, beside what was recorded.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// The commit that was measured.
    pub commit: Option<String>,
    /// Whether all rows have a new level from it on.
    pub new_level: Option<NewLevel>,
    /// How functions are named in it.
    pub names: String,
}

/// The conditions of a session's row.
fn conditions(table: &Table, row: usize) -> Result<Conditions, String> {
    let mut conditions = Conditions::default();
    for condition in Condition::ALL {
        let value = table.text(column_of(condition), row).map_or("", |value| &**value);
        conditions.set(condition, value)?;
    }
    Ok(conditions)
}

/// The column of a condition; `scenario` is a partition's name.
fn column_of(condition: Condition) -> &'static str {
    SESSIONS[4 + condition as usize].name
}

/// The row of a session, of a table that has but this one.
fn row_of(table: Table, place: PathBuf) -> Result<Row, String> {
    let (entry, known) = session_of(&table, 0, place)?;
    let of = |name: &str| table.text(name, 0).map(|text| text.to_string());
    let content = of("content").ok_or("a session without its content's hash")?;
    let (commit, extras) = (of("commit"), of("extras").unwrap_or_default());
    Ok(Row { content, commit, entry, known, extras, table })
}

/// What the columns of `sessions` say in a row.
fn session_of(table: &Table, row: usize, place: PathBuf) -> Result<(Entry, Session), String> {
    let text = |name: &str| table.text(name, row);
    let conditions = conditions(table, row)?;
    let new_level = text("level_owner").zip(text("level_reason"));
    let entry = Entry {
        path: place,
        key: Key::of(&conditions),
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
            .and_then(Lost::from_fields)
    });
    let known = Session {
        phone: text("phone").map(|hash| Phone::Hash(Arc::clone(hash))),
        lost: lost.collect::<Result<_, String>>()?,
    };
    Ok((entry, known))
}
