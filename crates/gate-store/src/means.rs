//! Stores the means of all sessions of a month in one object, so that the launches of the sessions are not read again.
//!
//! A sweep writes the objects with means. Lists and trends read the objects with means, and read the rows and launches only of sessions
//! that are in no object.
//!
//! Invariants: the name of an object contains the hash of its content, and an object with another content is not used. An entry for a
//! session is valid only if the session's row was stored at the time that the entry contains. If the session was deleted or stored again,
//! the entry is not used.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::rc::Rc;

use bytes::Bytes;
use gate_baseline::{
    AHEAD, BaselineKey, Result, SessionEntry, SessionMeans, SessionSummary, separate_damage,
};

use super::columns::{Cell, Column, ColumnTable, NamedCell, Rows};
use super::costs::{method_cells, method_of};
use super::objects::{CacheVersion, ListedObject};
use super::put::hash;
use super::tables::{MEANS, SESSIONS, SUMMED};
use super::{SessionRow, UrlStore, layout, row_of};

/// One month of a key.
pub(super) struct Month {
    /// The folder with the sessions of the month.
    pub(super) folder: String,
    /// The rows of the sessions of the month, in order.
    pub(super) rows: Vec<ListedObject>,
    means: Option<MeansObject>,
}

/// The object with the means of a month.
struct MeansObject {
    path: String,
    bytes: Bytes,
}

/// The objects with means of a key: the newest undamaged object of each month, and the paths of all other objects.
#[derive(Default)]
struct MeansObjects {
    of_months: BTreeMap<String, MeansObject>,
    outdated: Vec<String>,
}

/// A session's entry in the object of its month.
struct MeansEntry {
    row: Rc<SessionRow>,
    /// The means; `None` if no launch is judged, or if only rows were read.
    means: Option<SessionMeans>,
}

impl MeansEntry {
    fn into_summary(self) -> SessionSummary {
        let SessionRow { entry, known, .. } = &*self.row;
        SessionSummary { entry: entry.clone(), phone: known.phone.clone(), means: self.means }
    }
}

impl UrlStore {
    /// Lists the months of a key, the oldest first, with their objects.
    pub(super) fn months(&self, key: &BaselineKey) -> Result<Vec<Month>> {
        let mut objects = self.means_objects(key)?.of_months;
        let mut months: Vec<Month> = Vec::new();
        let mut rows = self.objects.all_below(&layout::key_folder("sessions", key))?;
        rows.sort_by(|a, b| a.path.cmp(&b.path));
        for row in rows {
            let folder = row.path.rsplit_once('/').map_or_else(String::new, |(folder, _)| folder.to_owned());
            if months.last().is_none_or(|month| month.folder != folder) {
                let means = objects.remove(month_in(&folder));
                months.push(Month { folder, rows: Vec::new(), means });
            }
            if let Some(month) = months.last_mut() {
                month.rows.push(row);
            }
        }
        Ok(months)
    }

    fn means_objects(&self, key: &BaselineKey) -> Result<MeansObjects> {
        let mut listed = self.objects.all_below(&layout::key_folder("means", key))?;
        listed.sort_by_key(|object| object.put_unix_ms);
        let mut newest: BTreeMap<String, String> = BTreeMap::new();
        let mut found = MeansObjects::default();
        for ListedObject { path, .. } in listed {
            let month = path.rsplit_once('/').and_then(|(_, name)| name.rsplit_once('-'));
            let month = month.map_or_else(String::new, |(month, _)| month.to_owned());
            found.outdated.extend(newest.insert(month, path));
        }
        let paths: Vec<String> = newest.values().cloned().collect();
        for ((month, path), read) in
            newest.into_iter().zip(self.objects.get_all(&paths, CacheVersion::Named)?)
        {
            let is_sound = |bytes: &Bytes| path.ends_with(&format!("-{}.parquet", hash(bytes)));
            // The cached object may have been changed, so the object on the server decides.
            match read.filter(is_sound).map_or_else(|| self.objects.get(&path), |bytes| Ok(Some(bytes)))? {
                Some(bytes) if is_sound(&bytes) => {
                    found.of_months.insert(month, MeansObject { path, bytes });
                }
                _ => found.outdated.push(path),
            }
        }
        Ok(found)
    }

    /// Reads the rows of sessions from the objects of their months, so that the rows are not read one by one.
    pub(super) fn know_rows(&self, months: &[Month]) -> Result<()> {
        for MeansEntry { row, .. } in months.iter().flat_map(|month| self.read_means_entries(month, SUMMED)) {
            self.rows.borrow_mut().insert(self.path_of(&row.entry)?, row);
        }
        Ok(())
    }

    /// Returns the sessions of a month that are in the month's object, with their means.
    pub(super) fn summaries_of(&self, month: &Month) -> Vec<SessionSummary> {
        self.read_means_entries(month, MEANS).into_iter().map(MeansEntry::into_summary).collect()
    }

    /// Reads columns of the object of a month. Returns only the sessions whose rows have not been stored again since.
    fn read_means_entries(&self, month: &Month, columns: &[Column]) -> Vec<MeansEntry> {
        let Some(MeansObject { bytes, .. }) = &month.means else { return Vec::new() };
        let put: HashMap<&str, u64> = month.rows.iter().map(|row| (&*row.path, row.put_unix_ms)).collect();
        // A later version of the gate may write another format; the sessions of an object with another format are read one by one.
        let Ok(table) = ColumnTable::read(bytes.clone(), columns, self.largest) else { return Vec::new() };
        let mut summed: Vec<MeansEntry> = Vec::new();
        let mut is_current = false;
        for at in 0..table.rows() {
            if table.text("kind", at).is_some_and(|kind| &**kind == "launch") {
                let Ok(mut row) = row_of(table.single_row(at), PathBuf::new()) else { return Vec::new() };
                let path = self.data_path("sessions", &row.entry, None);
                let put_then = table.count("put_unix_ms", at);
                is_current = put_then.is_some() && put.get(&*path).copied() == put_then;
                row.entry.path = PathBuf::from(self.objects.name(&path));
                let launch = table.number("ns", at);
                let means = launch.map(|launch| SessionMeans { launch, methods: Vec::new() });
                summed.extend(is_current.then(|| MeansEntry { row: Rc::new(row), means }));
            } else if let Some(MeansEntry { means: Some(means), .. }) =
                summed.last_mut().filter(|_| is_current)
            {
                let Some(method) = method_of(&table, at).zip(table.number("ns", at)) else { continue };
                means.methods.push(method);
            }
        }
        summed
    }

    /// Stores the means of all sessions of a key whose means are missing in the store, and deletes outdated objects. The callback gets the
    /// number of sessions that have means, and the number of all sessions.
    pub(super) fn sum_up(&self, key: &BaselineKey, tell: &mut dyn FnMut(usize, usize)) -> Result<()> {
        for path in self.means_objects(key)?.outdated {
            self.objects.delete(&path)?;
        }
        let months = self.months(key)?;
        let all = months.iter().map(|month| month.rows.len()).sum();
        let mut done = 0;
        for month in &months {
            if self.read_means_entries(month, SUMMED).len() < month.rows.len() {
                self.sum_up_month(key, month)?;
            }
            done += month.rows.len();
            tell(done, all);
        }
        Ok(())
    }

    /// Reads the sessions that are not in the object of their month, and stores a new object with all sessions of the month.
    fn sum_up_month(&self, key: &BaselineKey, month: &Month) -> Result<()> {
        let mut summed: HashMap<String, MeansEntry> = HashMap::new();
        for one in self.read_means_entries(month, MEANS) {
            summed.insert(self.path_of(&one.row.entry)?, one);
        }
        let paths = month.rows.iter().map(|row| row.path.clone());
        let new: Vec<String> = paths.filter(|path| !summed.contains_key(path)).collect();
        for next in self.sound_rows(&new)?.chunks(AHEAD) {
            self.read_ahead(&next.iter().map(|row| &row.entry).collect::<Vec<&SessionEntry>>())?;
            for row in next {
                // A session with a missing object is read again by each sweep.
                if let Ok(launches) = separate_damage(self.load_launches(&row.entry))? {
                    let means = gate_trend::compute_means(&launches);
                    summed.insert(self.path_of(&row.entry)?, MeansEntry { row: Rc::clone(row), means });
                }
            }
        }
        let mut rows = Rows::new(MEANS);
        for row in &month.rows {
            summed.get(&row.path).into_iter().for_each(|one| push(&mut rows, one, row.put_unix_ms));
        }
        let folder = layout::key_folder("means", key);
        let bytes = self.encode_rows(&rows, &folder)?;
        let path = format!("{folder}/{}-{}.parquet", month_in(&month.folder), hash(&bytes));
        self.objects.put_new(&path, bytes)?;
        match &month.means {
            Some(before) if before.path != path => self.objects.delete(&before.path),
            _ => Ok(()),
        }
    }
}

/// The month in the name of a folder.
fn month_in(folder: &str) -> &str {
    folder.rsplit_once("month=").map_or("", |(_, month)| month)
}

fn push(rows: &mut Rows, MeansEntry { row, means }: &MeansEntry, put_unix_ms: u64) {
    let launch: [NamedCell<'_>; 2] =
        [("kind", Cell::Text("launch")), ("ns", Cell::from_number(means.as_ref().map(|means| means.launch)))];
    let put = [("put_unix_ms", Cell::from_count(Some(put_unix_ms)))];
    rows.push(&[&row.table.cells(SESSIONS, 0), &launch[..], &put].concat());
    for (method, ns) in means.iter().flat_map(|means| &means.methods) {
        let before = [("content", Cell::Text(&row.content)), ("kind", Cell::Text("method"))];
        rows.push(&[&before[..], &method_cells(method), &[("ns", Cell::Number(*ns))]].concat());
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use gate_baseline::Baselines as _;
    use gate_trend::gather_means;

    use super::*;
    use crate::tables::DATA;
    use crate::verify::tests::{key, put, store};

    /// Creates a store with two sessions, which a sweep has summed up.
    fn summed_up(cache: &Path) -> UrlStore {
        let store = store(cache);
        put(&store, "a");
        put(&store, "b");
        store.sum_up(&key(), &mut |_, _| {}).expect("summed up");
        store
    }

    fn means_objects(store: &UrlStore) -> Vec<String> {
        let listed = store.objects.all_below(&layout::key_folder("means", &key())).expect("listed");
        listed.into_iter().map(|object| object.path).collect()
    }

    /// Returns the sessions that have summaries, and all objects that a trend reads.
    fn read(store: &UrlStore) -> (Vec<String>, Vec<String>) {
        store.clear_memory();
        store.sessions(&key()).expect("read");
        let summaries = store.summaries(&key()).expect("read");
        let mut names: Vec<String> = summaries.map(|one| one.entry.session.to_string()).collect();
        names.sort();
        let (gathered, left_out) = gather_means(store, &key(), None, &mut |_, _| {}).expect("read");
        assert!(left_out.is_empty(), "{left_out:?}");
        let (sessions, _) = gathered.into_series(&|_| {});
        (names, sessions.iter().map(|session| session.name.to_string()).collect())
    }

    #[test]
    fn summed_up_sessions_are_read_from_one_object_and_new_sessions_are_added() {
        let cache = tempfile::tempdir().expect("a folder");
        let store = summed_up(cache.path());
        let (_, before) = (put(&store, "c"), means_objects(&store));
        // Neither the rows nor the launches of the sessions are read again.
        for entry in store.sessions_newest_first(&key()).expect("listed").map(|entry| entry.expect("read")) {
            let row = store.read_row(&store.path_of(&entry).expect("a path")).expect("read").expect("there");
            if &*entry.session != "c" {
                for table in DATA {
                    store
                        .objects
                        .delete(&store.data_path(table, &entry, Some(&row.content)))
                        .expect("deleted");
                }
            }
        }
        let all = ["a", "b", "c"].map(str::to_owned).to_vec();
        assert_eq!(read(&store), (all[..2].to_vec(), all.clone()));
        store.sum_up(&key(), &mut |_, _| {}).expect("summed up");
        assert_eq!(read(&store), (all.clone(), all));
        let after = means_objects(&store);
        assert!(before.len() == 1 && after.len() == 1 && before != after, "{before:?} {after:?}");
        store.sum_up(&key(), &mut |_, _| {}).expect("summed up");
        assert_eq!(means_objects(&store), after);
    }

    #[test]
    fn a_session_that_is_stored_again_is_read_again() {
        let cache = tempfile::tempdir().expect("a folder");
        let store = summed_up(cache.path());
        let entries = store.sessions(&key()).expect("read");
        let gone = entries.iter().find(|entry| &*entry.session == "b").expect("a session");
        let row = store.read_row(&store.path_of(gone).expect("a path")).expect("read").expect("there");
        store.delete(&row).expect("deleted");
        assert_eq!(read(&store), (vec!["a".to_owned()], vec!["a".to_owned()]));
        std::thread::sleep(std::time::Duration::from_millis(5));
        // Writers do not use the cache.
        store.objects.stop_reading_cache();
        put(&store, "b");
        assert_eq!(read(&store), (vec!["a".to_owned()], vec!["a".to_owned(), "b".to_owned()]));
    }

    #[test]
    fn a_damaged_object_of_summed_up_sessions_is_ignored_and_written_again() {
        let cache = tempfile::tempdir().expect("a folder");
        let store = summed_up(cache.path());
        let path = means_objects(&store).remove(0);
        let whole = store.objects.get(&path).expect("read").expect("there").to_vec();
        let all = ["a", "b"].map(str::to_owned).to_vec();
        for bytes in [whole[..whole.len() / 2].to_vec(), Vec::new(), b"<html>".to_vec()] {
            store.objects.overwrite(&path, bytes).expect("damaged");
            std::fs::remove_dir_all(cache.path()).expect("a cache");
            assert_eq!(read(&store), (Vec::new(), all.clone()));
            store.sum_up(&key(), &mut |_, _| {}).expect("summed up");
            assert_eq!(read(&store), (all.clone(), all.clone()));
            assert_eq!(store.objects.get(&path).expect("read").expect("there"), whole);
        }
    }
}
