//! What writers that were stopped left behind: data whose session never came.
//!
//! Nobody sees it, and whoever puts the same session again uses it; after a day nobody will.
//! Invariant: no data of a session that is there is deleted, whoever puts it at the same time: what was deleted is looked at again and
//! put back, and a writer puts again what was there before it came.

use std::collections::HashSet;

use super::objects::Listed;
use super::{UrlStore, layout};
use crate::baseline::StoreError;
use crate::config::DAY_MS;

/// The tables of data; the row of a session is put behind them.
const DATA: [&str; 3] = ["launches", "costs", "extras"];

impl UrlStore {
    /// Deletes them; how many objects.
    pub(super) fn clear(&self) -> Result<usize, StoreError> {
        let Some(before) = self.now_unix_ms.and_then(|now| now.checked_sub(DAY_MS)) else { return Ok(0) };
        let mut old: Vec<(String, String)> = Vec::new();
        for table in DATA {
            for Listed { path, put_unix_ms } in self.objects.all_below(&layout::table(table))? {
                if put_unix_ms < before
                    && let Some(row) = row_of(&path, table)
                {
                    old.push((path, row));
                }
            }
        }
        // Listed behind the data: a session that came meanwhile is seen.
        let rows = self.objects.all_below(&layout::table("sessions"))?;
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

/// The row of the session whose data an object is.
fn row_of(path: &str, table: &str) -> Option<String> {
    let below = path.strip_prefix(&layout::table(table))?;
    let (name, _content) = below.strip_suffix(".parquet")?.rsplit_once('-')?;
    Some(format!("{}{name}.parquet", layout::table("sessions")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_row_of_data_is_that_of_its_session() {
        let key = "app=a/scenario=-/device=d/month=2026-01";
        let path = format!("v1/costs/{key}/0001768176000-n-1-c5ed81fd.parquet");
        assert_eq!(row_of(&path, "costs"), Some(format!("v1/sessions/{key}/0001768176000-n-1.parquet")));
        for other in ["v1/costs/x.txt", "v1/costs/x.parquet", "v1/launches/a-b.parquet"] {
            assert_eq!(row_of(other, "costs"), None, "{other}");
        }
    }
}
