//! Finds sessions with missing or damaged objects, and completes or removes them.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::rc::Rc;

use gate_baseline::{DamagedSession, RemoteFault, RepairScope, Result, StoreError};

use super::columns::Rows;
use super::tables::EXTRAS;
use super::{SessionRow, UrlStore, columns, layout, objects::service_error};

/// A session with a missing or damaged object.
struct SessionDamage {
    path: String,
    reason: String,
    /// The row of the damaged session, if the row is readable.
    row: Option<Rc<SessionRow>>,
    /// Whether a repair can keep the session without its sidecars.
    has_launches: bool,
}

impl UrlStore {
    /// Reads every session; returns the number of sessions and the damaged sessions. A repair removes unreadable objects.
    ///
    /// Invariant: only objects on the server decide about a removal; the cache is not read. An error of the service is no damage.
    pub(super) fn broken_sessions(&self, repair: RepairScope) -> Result<(usize, Vec<DamagedSession>)> {
        self.objects.stop_reading_cache();
        self.clear_memory();
        let rows = self.objects.all_below(&layout::table_folder("sessions"))?;
        let (mut damaged, mut readable) = (Vec::new(), BTreeSet::new());
        for row in &rows {
            let found = self.find_damage(&row.path)?;
            if found.as_ref().is_none_or(|damaged| damaged.has_launches) {
                readable.insert(layout::series_folder(&row.path));
            }
            damaged.extend(found);
        }
        let mut all = Vec::new();
        for one in damaged {
            let is_kept = match repair {
                RepairScope::None => true,
                // If no session of the series is readable, the cause may be the server, or the network or a proxy before the server.
                RepairScope::ExceptWholeSeries => !readable.contains(layout::series_folder(&one.path)),
                RepairScope::All => false,
            };
            let done = if is_kept { None } else { Some(self.repair_session(&one)?) };
            all.push(DamagedSession {
                place: PathBuf::from(self.objects.name(&one.path)),
                reason: one.reason,
                done,
            });
        }
        Ok((rows.len(), all))
    }

    /// Reads the session with the row at the given path; returns the damage of the session, if any.
    fn find_damage(&self, path: &str) -> Result<Option<SessionDamage>> {
        let damaged = match self.read_row(path) {
            Ok(None) => None,
            Ok(Some(row)) => self.describe_damage(&row)?.map(|reason| (reason, Some(row))),
            Err(error) => Some((of_damage(error)?, None)),
        };
        let Some((reason, row)) = damaged else { return Ok(None) };
        let has_launches = match &row {
            Some(row) => self
                .load_launches(&row.entry)
                .map_or_else(|error| of_damage(error).map(|_| false), |_| Ok(true))?,
            None => false,
        };
        Ok(Some(SessionDamage { path: path.to_owned(), reason, row, has_launches }))
    }

    /// Returns a description of a session's damage; `None` if all objects of the session are as they were stored.
    pub(super) fn describe_damage(&self, row: &SessionRow) -> Result<Option<String>> {
        let missing = self.find_missing_objects(row)?;
        if !missing.is_empty() {
            let names: Vec<String> = missing.iter().map(|path| self.objects.name(path)).collect();
            return Ok(Some(format!("parts of it are not there: {}", names.join(", "))));
        }
        match self.load_launches(&row.entry).and_then(|_| self.read_extras(row)) {
            Ok(_) => Ok(None),
            Err(error) => of_damage(error).map(Some),
        }
    }

    /// Removes only the sidecars of a session if the launches are readable, and otherwise removes the session. Returns a description of the
    /// repair.
    fn repair_session(&self, damaged: &SessionDamage) -> Result<&'static str> {
        let Some(row) = &damaged.row else {
            return self.objects.delete(&damaged.path).map(|()| "removed");
        };
        if !damaged.has_launches {
            return self.delete(row).map(|()| "removed");
        }
        let path = self.data_path("extras", &row.entry, Some(&row.content));
        self.objects.delete(&path)?;
        let nothing = Rows::new(EXTRAS).write(columns::LEVEL);
        let nothing =
            nothing.map_err(|error| service_error("write", &self.objects.name(&path), error.to_string()))?;
        self.objects.put_new(&path, nothing)?;
        Ok("kept without what lay beside it")
    }
}

/// Returns the text of an error that means a damaged or missing object. All other errors, such as a refused request, are returned as
/// errors, because the object may be whole.
fn of_damage(error: StoreError) -> Result<String> {
    match error {
        StoreError::Remote { fault: RemoteFault::Damaged | RemoteFault::Incomplete, .. }
        | StoreError::Misplaced { .. } => Ok(error.to_string()),
        error => Err(error),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::path::Path;

    use gate_baseline::{AddOutcome, BaselineKey, Baselines as _, SessionEntry, SessionSidecars, load_all};
    use gate_launches::{Launches, ReadOptions, SessionProperties, read_stream};
    use sha2::{Digest as _, Sha256};

    use super::*;
    use crate::objects::Objects;
    use crate::tables::DATA;
    use crate::{NewSession, SessionMetadata};

    pub(crate) fn store(cache: &Path) -> UrlStore {
        let store = UrlStore::from_objects(Objects::in_memory(cache).expect("a store"), 1_768_176_000_000);
        store.create_store().expect("made");
        store
    }

    pub(crate) fn session(name: &str) -> Launches {
        let line = format!(
            r#"{{"format":"launchgate.launch/1","session":"{name}","launch":1,"device":{{"model":"iPhone15,2","os":"17.5"}},"app":{{"bundle":"com.example.shop","build":"1"}},"marks":{{"first_frame_ns":1000}},"methods":[{{"name":"-[Cart load]","module":"Shop","calls":2,"self_ns":20,"total_ns":20}}]}}"#
        );
        read_stream("-", line.as_bytes(), &ReadOptions::default()).expect("a launch")
    }

    pub(crate) fn put(store: &UrlStore, name: &str) -> AddOutcome {
        let launches = session(name);
        let given = NewSession {
            table: &launches.table,
            launches: &launches.launches,
            extras: SessionSidecars { launches: None, timeline: None, facts: None },
            about: &SessionMetadata::default(),
            known: &SessionProperties::default(),
        };
        store.put(&given).expect("put").1
    }

    pub(crate) fn key() -> BaselineKey {
        BaselineKey::from_conditions(&session("any").launches[0].conditions)
    }

    fn entries(store: &UrlStore) -> Vec<SessionEntry> {
        store.sessions_newest_first(&key()).expect("listed").collect::<Result<_>>().expect("read")
    }

    /// Returns the sessions that a judgement reads, and its warnings.
    fn read(store: &UrlStore) -> (Vec<String>, Vec<String>) {
        store.clear_memory();
        let all = load_all(store, &entries(store)).expect("no object stops a judgement");
        let mut names: Vec<String> = all.sessions().map(|(name, _)| name.to_owned()).collect();
        names.sort();
        (names, all.warnings.iter().map(|warning| warning.kind.to_string()).collect())
    }

    /// Replaces every file of a cache by the given content, with a correct hash. Returns the number of files.
    fn forge(cache: &Path, content: &[u8]) -> usize {
        let files = std::fs::read_dir(cache).expect("a cache").map(|file| file.expect("a file").path());
        let forge = |path| std::fs::write(path, [&Sha256::digest(content)[..], content].concat());
        files.map(|path| forge(path).expect("written")).count()
    }

    #[test]
    fn a_forged_local_cache_removes_no_session_and_changes_no_result() {
        let cache = tempfile::tempdir().expect("a folder");
        let store = store(cache.path());
        assert_eq!([put(&store, "a"), put(&store, "b")], [AddOutcome::New; 2]);
        assert_eq!(read(&store).0, ["a", "b"]);
        let mut missing = 0;
        for is_repaired in [false, true] {
            assert!(forge(cache.path(), b"<html>") >= 6, "rows, launches and costs");
            if is_repaired {
                let (count, broken) =
                    store.broken_sessions(RepairScope::ExceptWholeSeries).expect("verified");
                assert!(count == 2 && broken.is_empty(), "{broken:?}");
            }
            let (names, warnings) = read(&store);
            missing += 2 - names.len() + warnings.len();
        }
        println!("\n{{\"store.cache.poisoned\": {missing}}}");
        assert_eq!(missing, 0);
    }

    #[test]
    fn damaged_objects_are_excluded_with_a_warning_and_can_be_stored_again() {
        let cache = tempfile::tempdir().expect("a folder");
        let store = store(cache.path());
        put(&store, "a");
        put(&store, "b");
        let row = store.rows_at(&[store.path_of(&entries(&store)[1]).expect("a path")]).expect("a row");
        let damaged = row[0].entry.session.to_string();
        let mut paths = vec![store.path_of(&row[0].entry).expect("a path")];
        paths.extend(
            DATA[..2].iter().map(|table| store.data_path(table, &row[0].entry, Some(&row[0].content))),
        );
        let (mut healed, mut damages) = (0, 0_u32);
        for path in paths {
            let whole = store.objects.get(&path).expect("read").expect("there").to_vec();
            for bytes in [whole[..whole.len() / 2].to_vec(), Vec::new(), b"<html>503</html>".to_vec()] {
                store.objects.overwrite(&path, bytes).expect("damaged");
                store.left_out.borrow_mut().clear();
                let (names, warnings) = read(&store);
                assert_eq!(names.len(), 1, "{path}: {names:?}");
                assert!(
                    warnings.len() == 1 && warnings[0].contains("changed or damaged"),
                    "{path}: {warnings:?}"
                );
                assert_ne!(put(&store, &damaged), AddOutcome::Already, "{path}");
                store.left_out.borrow_mut().clear();
                let is_read = read(&store) == (vec!["a".to_owned(), "b".to_owned()], Vec::new());
                let (_, broken) = store.broken_sessions(RepairScope::None).expect("verified");
                healed += usize::from(is_read && broken.is_empty());
                damages += 1;
            }
        }
        println!("\n{{\"store.damaged.heals\": {}}}", healed as f64 / f64::from(damages));
        assert_eq!(healed, 9, "of 3 objects with 3 damages each");
    }

    #[test]
    fn a_repair_removes_a_whole_series_only_if_that_is_requested() {
        let cache = tempfile::tempdir().expect("a folder");
        let store = store(cache.path());
        put(&store, "a");
        put(&store, "b");
        // The content of every object is replaced by a page, as a proxy may return it.
        for session in entries(&store) {
            let path = store.path_of(&session).expect("a path");
            store.objects.overwrite(&path, b"<html>".to_vec()).expect("damaged");
        }
        for (repair, removed) in
            [(RepairScope::None, 0), (RepairScope::ExceptWholeSeries, 0), (RepairScope::All, 2)]
        {
            let (count, broken) = store.broken_sessions(repair).expect("verified");
            let done = broken.iter().filter(|one| one.done.is_some()).count();
            assert_eq!((count, broken.len(), done), (2, 2, removed), "{repair:?}");
        }
    }

    #[test]
    fn an_object_that_the_service_does_not_return_is_not_treated_as_damaged() {
        let folder = tempfile::tempdir().expect("a folder");
        let objects = Objects::open(folder.path().to_str().expect("UTF-8")).expect("a store");
        let store = UrlStore::from_objects(objects, 1_768_176_000_000);
        store.create_store().expect("made");
        put(&store, "a");
        put(&store, "b");
        let row = store
            .read_row(&store.path_of(&entries(&store)[0]).expect("a path"))
            .expect("read")
            .expect("there");
        // The system reads no file through a link to itself.
        let path = folder.path().join(store.data_path("costs", &row.entry, Some(&row.content)));
        std::fs::remove_file(&path).expect("removed");
        std::os::unix::fs::symlink(&path, &path).expect("a link");
        store.broken_sessions(RepairScope::All).expect_err("the object may be whole");
        store.clear_memory();
        assert_eq!(entries(&store).len(), 2);
    }

    #[test]
    fn pruning_a_store_never_removes_the_newest_day() {
        let cache = tempfile::tempdir().expect("a folder");
        let store = store(cache.path());
        put(&store, "a");
        put(&store, "b");
        // Neither session has a time, so each session counts as a separate day.
        assert_eq!(store.prune(0).expect("pruned").len(), 1);
        store.clear_memory();
        assert_eq!(entries(&store).len(), 1);
    }

    #[test]
    fn a_damaged_store_marker_counts_as_missing_and_a_newer_format_is_an_error() {
        let cache = tempfile::tempdir().expect("a folder");
        let store = store(cache.path());
        put(&store, "a");
        store.objects.overwrite(&layout::marker_path(), b"<html>".to_vec()).expect("damaged");
        store.is_store().expect("its sessions are there");
        let newer = b"{\"format\":\"launchgate.store/2\"}\n".to_vec();
        store.objects.overwrite(&layout::marker_path(), newer).expect("replaced");
        let error = store.is_store().expect_err("a newer store").to_string();
        assert!(error.contains("a newer version of the gate wrote this store"), "{error}");
    }
}
