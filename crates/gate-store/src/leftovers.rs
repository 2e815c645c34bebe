//! Deletes the data of stopped writers, whose sessions have no row.
//!
//! Readers ignore the data of a stopped writer. A writer that stores the same session again uses the data, so the data is kept for a day.
//! The present time is taken from the newest object of the store, because the clock of this machine may be wrong. Invariant: the data of a
//! session is never lost, even if the session is being stored at the same time. After the deletion of a session's data, the session's row
//! is read again, and the data is stored again if the row exists. A writer checks its data after it has stored the row, and stores missing
//! objects again.

use std::collections::HashSet;

use gate_baseline::Result;
use gate_config::DAY_MS;

use super::objects::ListedObject;
use super::tables::DATA;
use super::{UrlStore, layout};

impl UrlStore {
    /// Deletes the data of sessions that were not stored completely; returns the number of deleted objects.
    pub(super) fn clear(&self) -> Result<usize> {
        let mut data = Vec::new();
        for table in DATA {
            data.extend(self.objects.all_below(&layout::table_folder(table))?);
        }
        // Rows are listed after the data, so the list includes the rows of sessions that were stored between the two listings.
        let rows = self.objects.all_below(&layout::table_folder("sessions"))?;
        let newest = data.iter().chain(&rows).map(|object| object.put_unix_ms).max();
        let now = newest.min(self.now_unix_ms);
        let Some(before) = now.and_then(|now| now.checked_sub(DAY_MS)) else { return Ok(0) };
        let old = data.into_iter().filter(|object| object.put_unix_ms < before);
        let old: Vec<(String, String)> =
            old.filter_map(|ListedObject { path, .. }| row_of(&path).map(|row| (path, row))).collect();
        let rows: HashSet<String> = rows.into_iter().map(|row| row.path).collect();
        let mut gone = self.objects.clear_staging(before)?;
        for (path, row) in old.iter().filter(|(_, row)| !rows.contains(row)) {
            let Some(bytes) = self.objects.get(path)? else { continue };
            self.objects.delete(path)?;
            if self.objects.get(row)?.is_some() {
                self.objects.put_new(path, bytes.to_vec())?;
            } else {
                gone += 1;
            }
        }
        Ok(gone)
    }
}

/// Returns the path of the row of the session to which an object belongs.
fn row_of(path: &str) -> Option<String> {
    let below = DATA.iter().find_map(|table| path.strip_prefix(&layout::table_folder(table)))?;
    let (name, _content) = below.strip_suffix(".parquet")?.rsplit_once('-')?;
    Some(format!("{}{name}.parquet", layout::table_folder("sessions")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_of_the_session_row_is_derived_from_the_path_of_its_costs() {
        let key = "app=a/scenario=-/device=d/month=2026-01";
        let path = format!("v1/costs/{key}/0001768176000-n-1-c5ed81fd.parquet");
        assert_eq!(row_of(&path), Some(format!("v1/sessions/{key}/0001768176000-n-1.parquet")));
        for other in ["v1/costs/x.txt", "v1/costs/x.parquet", "v1/pins/a-b.parquet"] {
            assert_eq!(row_of(other), None, "{other}");
        }
    }
}
