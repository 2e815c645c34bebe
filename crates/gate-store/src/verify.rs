//! Sessions whose objects are not what was put: found, and mended or removed.

use std::path::PathBuf;

use gate_baseline::{Broken, Result, StoreError};

use super::columns::Rows;
use super::tables::EXTRAS;
use super::{Row, UrlStore, columns, layout, objects::remote};

impl UrlStore {
    /// Reads every session; how many there are, and what is wrong. With `repair`, what cannot be read is removed.
    pub(super) fn broken_sessions(&self, repair: bool) -> Result<(usize, Vec<Broken>)> {
        let rows = self.objects.all_below(&layout::table("sessions"))?;
        let mut all = Vec::new();
        for row in &rows {
            let path = &row.path;
            let place = PathBuf::from(self.objects.name(path));
            let (reason, row) = match self.row(path) {
                Ok(Some(row)) => match self.wrong(&row)? {
                    Some(reason) => (reason, Some(row)),
                    None => continue,
                },
                Ok(None) => continue,
                Err(error @ (StoreError::Remote { .. } | StoreError::Misplaced { .. })) => {
                    (error.to_string(), None)
                }
                Err(error) => return Err(error),
            };
            let done = match (repair, row) {
                (false, _) => None,
                (true, Some(row)) => Some(self.mend(&row)?),
                (true, None) => self.objects.delete(path).map(|()| Some("removed"))?,
            };
            all.push(Broken { place, reason, done });
        }
        Ok((rows.len(), all))
    }

    /// What is wrong with a session; nothing if all of it is as it was put.
    fn wrong(&self, row: &Row) -> Result<Option<String>> {
        let missing = self.missing(row)?;
        if !missing.is_empty() {
            let names: Vec<String> = missing.iter().map(|path| self.objects.name(path)).collect();
            return Ok(Some(format!("parts of it are not there: {}", names.join(", "))));
        }
        match self.launches(&row.entry).and_then(|_| self.read_extras(row)) {
            Ok(_) => Ok(None),
            Err(error @ StoreError::Remote { .. }) => Ok(Some(error.to_string())),
            Err(error) => Err(error),
        }
    }

    /// What lies beside a session can be done without; the rest cannot.
    fn mend(&self, row: &Row) -> Result<&'static str> {
        if self.launches(&row.entry).is_err() {
            return self.delete(row).map(|()| "removed");
        }
        let path = self.data_path("extras", &row.entry, Some(&row.content));
        self.objects.delete(&path)?;
        let nothing = Rows::new(EXTRAS).write(columns::LEVEL);
        let nothing =
            nothing.map_err(|error| remote("write", &self.objects.name(&path), error.to_string()))?;
        self.objects.put_new(&path, nothing)?;
        Ok("kept without what lay beside it")
    }
}
