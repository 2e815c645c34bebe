//! The object that identifies a store. It is put when the store is created, and every writer tries to put it again, which the server must
//! refuse.
//!
//! A server that accepts it overwrites objects of other writers; then the second marker replaces the first, and every later command
//! reports the server.

use gate_baseline::{Fault, Result};

use super::objects::faulty;
use super::tables::{ACCEPTANCES, FINDINGS, PINS};
use super::{UrlStore, columns, layout};

/// The beginning of every marker.
const FORMAT: &str = "{\"format\":\"launchgate.store/";
const STORE: &str = "{\"format\":\"launchgate.store/1\"}\n";
const UNFIT: &str = "{\"format\":\"launchgate.store/1\",\"unfit\":\"the server overwrites objects\"}\n";

impl UrlStore {
    /// Creates the store, if it does not exist.
    pub(super) fn make(&self) -> Result<()> {
        let path = layout::marker();
        if self.objects.get(&path)?.is_none() {
            // Query engines expect a file of every table.
            let nothing = "app=__HIVE_DEFAULT_PARTITION__/scenario=__HIVE_DEFAULT_PARTITION__/device=__HIVE_DEFAULT_PARTITION__/";
            for (table, below, columns) in
                [("findings", nothing, FINDINGS), ("pins", nothing, PINS), ("acceptances", "", ACCEPTANCES)]
            {
                let folder = format!("{}/{below}", layout::table(table));
                self.put_row(folder.trim_end_matches('/'), "none", &columns::Rows::new(columns))?;
            }
            self.objects.put_new(&path, STORE.into())?;
        }
        // This is tried each time, because the writer that created the store may have been stopped before.
        self.objects.put_new(&path, UNFIT.into())?;
        self.is_store()
    }

    /// Fails if there is no store, or if its server overwrites objects.
    pub(super) fn is_store(&self) -> Result<()> {
        let wrong = |fault, reason: &str| Err(faulty(fault, "open", self.objects.url(), reason.to_owned()));
        match self.objects.get(&layout::marker())? {
            Some(text) if *text == *STORE.as_bytes() => Ok(()),
            Some(text) if *text == *UNFIT.as_bytes() => wrong(
                Fault::Unfit,
                "its server overwrites objects in spite of If-None-Match, so sessions would be lost",
            ),
            Some(text) if text.starts_with(FORMAT.as_bytes()) => wrong(
                Fault::Newer,
                "a newer version of the gate wrote this store, and this one cannot read it",
            ),
            // Stores of earlier versions have no marker until something is put; a damaged one counts as missing.
            _ if self.objects.list(&layout::table("sessions"))?.0.is_empty() => {
                wrong(Fault::NoStore, "no store is there")
            }
            _ => Ok(()),
        }
    }
}
