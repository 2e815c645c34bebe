//! Stores sessions: first each data object, and last the row that makes the session visible.
//!
//! Invariant: if a writer stops at any moment, its session is complete or does not exist, and storing it again completes it.

use std::rc::Rc;

use gate_baseline::{
    AddOutcome, BaselineKey, Baselines as _, NewLevel, RemoteFault, Result, SessionEntry, SessionSidecars,
    SidecarKind, StoreError, format_canonical,
};
use gate_common::hash::hex;
use gate_launches::{Condition, Launch, MethodTable, PhoneId, SessionProperties};
use gate_trend::judged_time;
use sha2::{Digest as _, Sha256};

use super::columns::{Cell, Rows};
use super::objects::{is_damage, remote_error};
use super::tables::{DATA, EXTRAS, SESSIONS};
use super::{SessionMetadata, SessionRow, UrlStore, column_of, costs, session};

/// A session to store.
#[derive(Debug)]
pub struct NewSession<'a> {
    pub table: &'a MethodTable,
    /// The launches of one session, which have the same conditions.
    pub launches: &'a [Launch],
    /// The content of the session's sidecars.
    pub extras: SessionSidecars<'a>,
    pub about: &'a SessionMetadata,
    /// The phone and the lost launches.
    pub known: &'a SessionProperties,
}

/// Returns a hash in the form that object names contain.
pub(super) fn hash(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes)[..16])
}

impl UrlStore {
    /// Stores a session with its sidecars. Returns the name of the session in messages, and whether the session is new.
    ///
    /// Returns an error if the store has a session with the same name and time, but different content.
    pub fn put(&self, given: &NewSession<'_>) -> Result<(String, AddOutcome)> {
        let launches = session::in_order(given.launches);
        let first = *launches.first().ok_or_else(|| StoreError::Session {
            session: String::new(),
            reason: "it has no launches".to_owned(),
        })?;
        let content = session::content_hash(given.table, given.launches)?;
        let recorded = launches.iter().filter_map(|launch| launch.recorded_unix_ms).min();
        let entry = SessionEntry {
            path: Default::default(),
            key: BaselineKey::from_conditions(&first.conditions),
            session: first.session.clone(),
            recorded_unix_ms: recorded,
            stored_unix_ms: self.now_unix_ms,
            new_level: given.about.new_level.clone(),
            conditions: (*first.conditions).clone(),
        };
        let path = self.path_of(&entry)?;
        let name = self.objects.name(&path);
        let stored = self.find_stored_row(&path, &entry, &content, first)?;
        if let Some(row) = &stored {
            // The whole stored session is read, so that damaged and missing objects are stored again.
            self.objects.stop_reading_cache();
            if self.describe_damage(row)?.is_none() {
                return Ok((name, AddOutcome::Already));
            }
            for table in DATA {
                self.objects.delete(&self.data_path(table, &entry, Some(&content)))?;
            }
        }
        let (mut extras, mut kinds) = (Rows::new(EXTRAS), Vec::new());
        let size = format_canonical(given.table, given.launches)?.len();
        for kind in SidecarKind::ALL.into_iter().filter(|kind| *kind != SidecarKind::Functions) {
            let Some(text) = kind.encode(&given.extras, size)? else { continue };
            kinds.push(kind.name());
            let kind = Cell::Text(kind.name());
            extras.push(&[("content", Cell::Text(&content)), ("kind", kind), ("text", Cell::Text(&text))]);
        }
        let functions = SidecarKind::Functions.encode(&given.extras, size)?;
        let put = |rows: &Rows, table| self.put_table(rows, &self.data_path(table, &entry, Some(&content)));
        let mut written = vec![
            put(&session::launch_rows(&content, &launches, functions.as_deref()), "launches")?,
            put(&costs::cost_rows(&content, given.table, &launches), "costs")?,
        ];
        if !kinds.is_empty() {
            written.push(put(&extras, "extras")?);
        }
        if stored.is_some() {
            return Ok((name, AddOutcome::Completed));
        }
        let known = self.hash_session_phone(given.known)?;
        let row = self.session_row(&entry, &content, &launches, given.about, &known, &kinds.join(","));
        if self.objects.put_new(&path, self.encode_rows(&row, &path)?)? {
            // Before the row was stored, a prune may have deleted the data as data of a stopped writer, so missing objects are stored
            // again.
            let paths: Vec<String> = written.iter().map(|(path, _)| path.clone()).collect();
            for ((path, bytes), there) in written.into_iter().zip(self.objects.are_there(&paths)?) {
                if !there {
                    self.objects.put_new(&path, bytes)?;
                }
            }
            return Ok((name, AddOutcome::New));
        }
        match self.find_stored_row(&path, &entry, &content, first)? {
            Some(_) => Ok((name, AddOutcome::Already)),
            None => {
                Err(remote_error(RemoteFault::Deleted, "write", &name, "it was deleted meanwhile".to_owned()))
            }
        }
    }

    /// Returns the session's row, if the session is stored. Returns an error if a session with different content has the same name. A
    /// damaged row is deleted.
    fn find_stored_row(
        &self,
        path: &str,
        entry: &SessionEntry,
        content: &str,
        given: &Launch,
    ) -> Result<Option<Rc<SessionRow>>> {
        let row = match self.read_row(path) {
            Err(error) if is_damage(&error) => {
                self.objects.delete(path)?;
                None
            }
            row => row?,
        };
        match row {
            Some(row) if row.content != content => Err(StoreError::Different {
                path: row.entry.path.clone(),
                session: entry.session.to_string(),
                given: given.source.to_string(),
            }),
            row => Ok(row),
        }
    }

    /// Stores a table at a path, and returns the path and the object.
    fn put_table(&self, rows: &Rows, path: &str) -> Result<(String, Vec<u8>)> {
        let bytes = self.encode_rows(rows, path)?;
        // The name of the object contains the hash of its content, so an object with the same name that another writer stored is equal.
        self.objects.put_new(path, bytes.clone())?;
        Ok((path.to_owned(), bytes))
    }

    fn session_row(
        &self,
        entry: &SessionEntry,
        content: &str,
        launches: &[&Launch],
        about: &SessionMetadata,
        known: &SessionProperties,
        extras: &str,
    ) -> Rows {
        let conditions =
            Condition::ALL.map(|condition| (column_of(condition), entry.conditions.value(condition)));
        let of_conditions = conditions.each_ref().map(|(column, value)| (*column, Cell::Text(value)));
        let (judged, time) = judged_time(launches);
        let level = about.new_level.as_ref();
        let phone = known.phone.as_ref().and_then(PhoneId::hash);
        let lost: Vec<String> = known.lost.iter().map(|lost| lost.fields().join("\t")).collect();
        let lost = lost.join("\n");
        let mut rows = Rows::new(SESSIONS);
        let before = [
            ("content", Cell::Text(content)),
            ("session", Cell::Text(&entry.session)),
            ("recorded_unix_ms", Cell::from_count(entry.recorded_unix_ms)),
            ("stored_unix_ms", Cell::from_count(entry.stored_unix_ms)),
        ];
        let after = [
            ("app_version", Cell::from_text(launches.first().map(|launch| &*launch.build.version))),
            ("commit", Cell::from_text(about.commit.as_deref())),
            ("launches", Cell::Whole(launches.len() as i64)),
            ("launch_ns", Cell::from_number(time)),
            ("level_owner", Cell::from_text(level.map(|NewLevel { owner, .. }| &**owner))),
            ("level_reason", Cell::from_text(level.map(|NewLevel { reason, .. }| &**reason))),
            ("phone", Cell::from_text(phone)),
            ("lost", Cell::from_text(Some(&*lost).filter(|lost| !lost.is_empty()))),
            ("names", Cell::Text(if about.names.is_empty() { "full" } else { &about.names })),
            ("extras", Cell::Text(extras)),
            ("judged", Cell::Whole(judged as i64)),
        ];
        rows.push(&[&before[..], &of_conditions, &after].concat());
        rows
    }
}
