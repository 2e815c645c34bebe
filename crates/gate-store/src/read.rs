//! Reads the keys, the rows of sessions by time, and the launches of a row.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use gate_baseline::{
    BaselineKey, Baselines as _, RemoteFault, Result, SessionEntry, SidecarContent, SidecarKind, StoreError,
};
use gate_launches::{FileLine, Launch, Launches, SessionProperties};

use super::columns::{Column, ColumnTable};
use super::means::Month;
use super::objects::{CacheVersion, is_damage, remote_error};
use super::tables::{COSTS, DATA, EXTRAS, LAUNCHES, SESSIONS};
use super::{SessionRow, SidecarTexts, UrlStore, layout, row_of, session};

/// The number of rows that are read at the same time. The pool of a judgement usually has fewer rows.
const AHEAD: usize = 16;

impl UrlStore {
    pub(super) fn all_keys(&self) -> Result<Vec<BaselineKey>> {
        let mut folders = vec![layout::table_folder("sessions")];
        for _ in ["app", "scenario", "device"] {
            let mut deeper = Vec::new();
            for folder in &folders {
                let (below, _) = self.objects.list(folder)?;
                deeper.extend(below.into_iter().map(|name| format!("{folder}/{name}")));
            }
            folders = deeper;
        }
        let mut keys = Vec::new();
        for folder in folders {
            for month in self.objects.list(&folder)?.0 {
                let folder = format!("{folder}/{month}");
                // All rows of a folder belong to one key.
                if let Some(key) = self.key_of(&folder)? {
                    keys.push(key);
                    break;
                }
            }
        }
        keys.sort();
        Ok(keys)
    }

    /// Reads the key from a row in the folder of a month; returns `None` if no row is readable.
    fn key_of(&self, folder: &str) -> Result<Option<BaselineKey>> {
        for name in self.objects.list(folder)?.1 {
            if let Some(row) = self.sound_rows(&[format!("{folder}/{name}")])?.pop() {
                return Ok(Some(row.entry.key.clone()));
            }
        }
        Ok(None)
    }

    /// Returns the rows of a key, the newest first. A month is listed, and a row is read, only when the iterator reaches it.
    pub(super) fn rows<'a>(
        &'a self,
        key: &BaselineKey,
    ) -> Result<impl Iterator<Item = Result<Rc<SessionRow>>> + use<'a>> {
        let folder = layout::key_folder("sessions", key);
        let mut months = self.objects.list(&folder)?.0;
        months.sort();
        self.walk_rows(months.into_iter().map(|month| (format!("{folder}/{month}"), None)).collect())
    }

    /// Returns all rows of a key, the newest first. If a sweep has summed up a month, the rows of the month are read from its object.
    pub(super) fn all_rows<'a>(
        &'a self,
        key: &BaselineKey,
    ) -> Result<impl Iterator<Item = Result<Rc<SessionRow>>> + use<'a>> {
        let months = self.months(key)?;
        self.know_rows(&months)?;
        let paths = |month: &Month| month.rows.iter().map(|row| row.path.clone()).collect();
        let walk =
            self.walk_rows(months.iter().map(|month| (month.folder.clone(), Some(paths(month)))).collect());
        *self.months.borrow_mut() = months;
        walk
    }

    fn walk_rows(&self, months: Vec<(String, Option<Vec<String>>)>) -> Result<RowWalk<'_>> {
        let (paths, ready, late, undated) = (Vec::new(), VecDeque::new(), Vec::new(), Vec::new());
        let mut walk = RowWalk { store: self, months, paths, ready, late, undated };
        let undated = format!("month={}", layout::UNDATED);
        // Sessions without a time are ordered by the time at which they were stored. Only their rows contain this time, so all these rows
        // are read.
        if let Some(at) = walk.months.iter().position(|(folder, _)| folder.ends_with(&undated)) {
            let (folder, paths) = walk.months.remove(at);
            walk.undated = self.sound_rows(&self.paths_in(&folder, paths)?)?;
            walk.undated.sort_by_key(|row| newest_first_key(&row.entry));
        }
        Ok(walk)
    }

    /// Returns the paths of the rows in the folder of a month, the oldest first.
    fn paths_in(&self, folder: &str, listed: Option<Vec<String>>) -> Result<Vec<String>> {
        if let Some(paths) = listed {
            return Ok(paths);
        }
        Ok(self.objects.list(folder)?.1.into_iter().map(|name| format!("{folder}/{name}")).collect())
    }

    /// Reads the row of a session; returns `None` if the row does not exist.
    pub(super) fn read_row(&self, path: &str) -> Result<Option<Rc<SessionRow>>> {
        Ok(self.rows_at(&[path.to_owned()])?.pop())
    }

    /// Calls `read`. If the result is damaged, the function calls `read` again without the cache, because a file of the cache may have been
    /// changed together with its hash.
    pub(super) fn past_cache<T>(&self, read: impl Fn() -> Result<T>) -> Result<T> {
        match read() {
            Err(error) if is_damage(&error) && self.objects.stop_reading_cache() => {
                self.clear_memory();
                read()
            }
            done => done,
        }
    }

    /// Removes all objects from memory, so that later reads request the objects again.
    pub(super) fn clear_memory(&self) {
        self.rows.borrow_mut().clear();
        self.ahead.borrow_mut().clear();
        self.texts.borrow_mut().clear();
    }

    /// Reads the rows at the given paths. Missing rows are omitted; damaged rows are omitted and noted.
    pub(super) fn sound_rows(&self, paths: &[String]) -> Result<Vec<Rc<SessionRow>>> {
        match self.rows_at(paths) {
            Err(error) if is_damage(&error) => {}
            done => return done,
        }
        let mut rows = Vec::new();
        for path in paths {
            match self.read_row(path) {
                Ok(row) => rows.extend(row),
                Err(error) if is_damage(&error) => self.leave_out(path, &error),
                Err(error) => return Err(error),
            }
        }
        Ok(rows)
    }

    /// Notes a damaged object, for the report of a judgement.
    pub(super) fn leave_out(&self, path: &str, error: &StoreError) {
        self.left_out.borrow_mut().insert(PathBuf::from(self.objects.name(path)), error.to_string());
    }

    pub(super) fn rows_at(&self, paths: &[String]) -> Result<Vec<Rc<SessionRow>>> {
        self.past_cache(|| self.read_rows(paths))
    }

    fn read_rows(&self, paths: &[String]) -> Result<Vec<Rc<SessionRow>>> {
        let mut known = self.rows.borrow_mut();
        let new: Vec<String> = paths.iter().filter(|path| !known.contains_key(*path)).cloned().collect();
        for (path, bytes) in new.iter().zip(self.objects.get_all(&new, CacheVersion::Listed)?) {
            // A session without an object is skipped, since another process may have deleted the session.
            let Some(bytes) = bytes else { continue };
            let table = self.read_table(path, bytes, SESSIONS)?;
            let row = row_of(table, PathBuf::from(self.objects.name(path)));
            let row = row.map_err(|reason| self.damage_error(path, &reason))?;
            let belongs = self.path_of(&row.entry)?;
            if belongs != *path {
                let belongs = PathBuf::from(self.objects.name(&belongs));
                return Err(StoreError::Misplaced { path: row.entry.path, belongs });
            }
            known.insert(path.clone(), Rc::new(row));
        }
        Ok(paths.iter().filter_map(|path| known.get(path).cloned()).collect())
    }

    /// Reads the launches and costs of sessions in advance.
    pub(super) fn read_ahead(&self, entries: &[&SessionEntry]) -> Result<()> {
        let rows: Vec<String> = entries.iter().map(|entry| self.path_of(entry)).collect::<Result<_, _>>()?;
        let rows = self.rows_at(&rows)?;
        // The functions of the sessions that were read before have been requested by now, so they are removed from memory.
        self.texts.borrow_mut().retain(|(_, table), _| *table == "extras");
        let path = |row: &Rc<SessionRow>, table| self.data_path(table, &row.entry, Some(&row.content));
        let paths: Vec<String> =
            rows.iter().flat_map(|row| ["launches", "costs"].map(|table| path(row, table))).collect();
        let read = self.objects.get_all(&paths, CacheVersion::Named)?;
        let found = paths.into_iter().zip(read).filter_map(|(path, bytes)| Some((path, bytes?)));
        self.ahead.borrow_mut().extend(found);
        Ok(())
    }

    /// Returns the missing objects of a session.
    pub(super) fn find_missing_objects(&self, row: &SessionRow) -> Result<Vec<String>> {
        let tables = if row.extras.is_empty() { &DATA[..2] } else { &DATA };
        let path = |table: &&str| self.data_path(table, &row.entry, Some(&row.content));
        let paths: Vec<String> = tables.iter().map(path).collect();
        let there = self.objects.are_there(&paths)?;
        Ok(paths.into_iter().zip(there).filter_map(|(path, there)| (!there).then_some(path)).collect())
    }

    /// Returns the path of a session's row.
    pub(super) fn path_of(&self, entry: &SessionEntry) -> Result<String> {
        Ok(self.data_path("sessions", entry, None))
    }

    /// Returns the path of a session's object in a table. In all tables except `sessions`, the name contains the hash of the content.
    pub(super) fn data_path(&self, table: &str, entry: &SessionEntry, content: Option<&str>) -> String {
        let content = content.map_or_else(String::new, |content| format!("-{content}"));
        format!(
            "{}/month={}/{}{content}.parquet",
            layout::key_folder(table, &entry.key),
            layout::format_month(entry.recorded_unix_ms),
            layout::row_name(entry.recorded_unix_ms, &entry.session)
        )
    }

    /// Reads several tables of a session, with one request for each.
    fn read_tables<const N: usize>(
        &self,
        row: &SessionRow,
        wanted: [(&str, &[Column]); N],
    ) -> Result<[ColumnTable; N]> {
        let paths = wanted.map(|(table, _)| self.data_path(table, &row.entry, Some(&row.content)));
        let mut ahead = self.ahead.borrow_mut();
        let known = paths.each_ref().map(|path| ahead.remove(path));
        let read = match known.iter().all(Option::is_some) {
            true => known.to_vec(),
            false => self.objects.get_all(&paths, CacheVersion::Named)?,
        };
        let mut tables = [const { None }; N];
        for (((path, (_, columns)), bytes), into) in paths.iter().zip(wanted).zip(read).zip(&mut tables) {
            let lost = || "it is not there, although its session is".to_owned();
            let bytes = bytes.ok_or_else(|| {
                remote_error(RemoteFault::Incomplete, "read", &self.objects.name(path), lost())
            })?;
            *into = Some(self.read_table(path, bytes, columns)?);
        }
        Ok(tables.map(Option::unwrap_or_default))
    }

    pub(super) fn load_launches(&self, entry: &SessionEntry) -> Result<Launches> {
        self.past_cache(|| self.read_launches(entry))
    }

    fn read_launches(&self, entry: &SessionEntry) -> Result<Launches> {
        let path = self.path_of(entry)?;
        let row = self.read_row(&path)?.ok_or_else(|| {
            remote_error(
                RemoteFault::Incomplete,
                "read",
                &self.objects.name(&path),
                "it was deleted meanwhile".to_owned(),
            )
        })?;
        let [launches, costs] = self.read_tables(&row, [("launches", LAUNCHES), ("costs", COSTS)])?;
        let of_all = Launch {
            source: FileLine { file: self.objects.name(&path).into(), line: None },
            session: Arc::clone(&entry.session),
            conditions: Arc::new(entry.conditions.clone()),
            ..Launch::default()
        };
        let read = session::read_launches(&of_all, &launches, &costs);
        let mut read = read.map_err(|reason| self.damage_error(&path, &reason))?;
        if row.known != SessionProperties::default() {
            read.known.insert(entry.conditions.session_id(&entry.session), row.known.clone());
        }
        if session::content_hash(&read.table, &read.launches)? != row.content {
            return Err(self.damage_error(&path, &"its launches are not those that were put"));
        }
        self.texts.borrow_mut().insert((path, "launches"), sidecar_texts(&launches));
        Ok(read)
    }

    /// Reads a sidecar of a session. The first call reads all sidecars of the same table.
    pub(super) fn read_sidecar(
        &self,
        entry: &SessionEntry,
        wanted: SidecarKind,
    ) -> Result<Option<SidecarContent>> {
        let object = self.path_of(entry)?;
        let Some(row) = self.read_row(&object)? else { return Ok(None) };
        let table = if wanted == SidecarKind::Functions { "launches" } else { "extras" };
        let key = (object, table);
        if !self.texts.borrow().contains_key(&key) {
            let read = match table {
                "launches" => self.load_launches(entry).map(drop),
                _ => self.read_extras(&row),
            };
            // A session with missing or damaged sidecars is used without the sidecars.
            match read {
                Err(StoreError::Remote { fault: RemoteFault::Incomplete | RemoteFault::Damaged, .. }) => {}
                read => read?,
            }
        }
        let known = self.texts.borrow();
        let found = known.get(&key).and_then(|texts| texts.iter().find(|(kind, _)| *kind == wanted));
        let Some((_, text)) = found else { return Ok(None) };
        let (object, _) = &key;
        let place = PathBuf::from(self.objects.name(object)).with_extension(wanted.name());
        match wanted.decode(&place, text)? {
            (_, Some((key, session))) if (&key, &session) != (&entry.key, &entry.session) => {
                Err(self
                    .damage_error(object, &format!("its {} belongs to session {session:?}", wanted.name())))
            }
            (content, _) => Ok(Some(content)),
        }
    }

    pub(super) fn read_extras(&self, row: &SessionRow) -> Result<()> {
        if !row.extras.is_empty() {
            let [table] = self.past_cache(|| self.read_tables(row, [("extras", EXTRAS)]))?;
            self.texts.borrow_mut().insert((self.path_of(&row.entry)?, "extras"), sidecar_texts(&table));
        }
        Ok(())
    }

    /// Deletes a session. The row is deleted first, because a session without a row does not exist.
    pub(super) fn delete(&self, row: &SessionRow) -> Result<()> {
        self.objects.delete(&self.path_of(&row.entry)?)?;
        for table in DATA {
            self.objects.delete(&self.data_path(table, &row.entry, Some(&row.content)))?;
        }
        Ok(())
    }
}

/// Returns the texts of a table, by their kinds.
fn sidecar_texts(table: &ColumnTable) -> SidecarTexts {
    let kind = |name: &str| SidecarKind::ALL.into_iter().find(|kind| kind.name() == name);
    let text = |row| Some((kind(table.text("kind", row)?)?, Arc::clone(table.text("text", row)?)));
    (0..table.rows()).filter_map(text).collect()
}

/// Returns a sort key with the same order as in a store in a folder: the newest first, and sessions with the same time by name.
fn newest_first_key(
    entry: &SessionEntry,
) -> (std::cmp::Reverse<Option<u64>>, std::cmp::Reverse<std::sync::Arc<str>>) {
    (std::cmp::Reverse(entry.unix_ms()), std::cmp::Reverse(std::sync::Arc::clone(&entry.session)))
}

/// An iterator over the rows of a key, the newest first.
struct RowWalk<'a> {
    store: &'a UrlStore,
    /// The folders of months, the oldest first, with the paths of the rows of each month that has been listed.
    months: Vec<(String, Option<Vec<String>>)>,
    /// The paths of the unread rows of the current month, the oldest first.
    paths: Vec<String>,
    ready: VecDeque<Rc<SessionRow>>,
    /// The rows whose time is in the future; these rows count as older than all other rows.
    late: Vec<Rc<SessionRow>>,
    /// The rows without a time, the newest first.
    undated: Vec<Rc<SessionRow>>,
}

impl RowWalk<'_> {
    /// Reads the next rows; returns false if all rows have been read.
    fn read_next_rows(&mut self) -> Result<bool> {
        while self.paths.is_empty() {
            let Some((folder, paths)) = self.months.pop() else { return Ok(false) };
            self.paths = self.store.paths_in(&folder, paths)?;
        }
        let from = self.paths.len().saturating_sub(AHEAD);
        let paths: Vec<String> = self.paths.drain(from..).rev().collect();
        for row in self.store.sound_rows(&paths)? {
            let is_late = row.entry.unix_ms().is_some_and(|ms| self.store.is_to_come(ms));
            if is_late { self.late.push(row) } else { self.ready.push_back(row) }
        }
        Ok(true)
    }
}

impl Iterator for RowWalk<'_> {
    type Item = Result<Rc<SessionRow>>;

    fn next(&mut self) -> Option<Result<Rc<SessionRow>>> {
        while self.ready.is_empty() {
            match self.read_next_rows() {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => return Some(Err(error)),
            }
        }
        let later = |row: &SessionRow, than: &SessionRow| {
            newest_first_key(&row.entry) < newest_first_key(&than.entry)
        };
        let undated_first = match (self.ready.front(), self.undated.first()) {
            (Some(ready), Some(undated)) => later(undated, ready),
            (None, Some(_)) => true,
            (_, None) => false,
        };
        if undated_first {
            return Some(Ok(self.undated.remove(0)));
        }
        if let Some(row) = self.ready.pop_front() {
            return Some(Ok(row));
        }
        // Sessions from the future are ordered by name.
        self.late.sort_by(|a, b| b.entry.session.cmp(&a.entry.session));
        if self.late.is_empty() { None } else { Some(Ok(self.late.remove(0))) }
    }
}
