//! The object that makes a place a store: put once, when the store is made, and again by all who put, which a server must refuse.
//!
//! A server that does not overwrites what others put; then the second marker stands there, and says so to everybody who comes later.

use gate_baseline::{Fault, Result};

use super::objects::faulty;
use super::tables::{ACCEPTANCES, FINDINGS, PINS};
use super::{UrlStore, columns, layout};

/// The beginning of every marker.
const FORMAT: &str = "{\"format\":\"launchgate.store/";
const STORE: &str = "{\"format\":\"launchgate.store/1\"}\n";
const UNFIT: &str = "{\"format\":\"launchgate.store/1\",\"unfit\":\"the server overwrites objects\"}\n";

impl UrlStore {
    /// Makes the place a store, if it is not one yet.
    pub(super) fn make(&self) -> Result<()> {
        let path = layout::marker();
        if self.objects.get(&path)?.is_none() {
            // Query engines find every table.
            let nothing = "app=__HIVE_DEFAULT_PARTITION__/scenario=__HIVE_DEFAULT_PARTITION__/device=__HIVE_DEFAULT_PARTITION__/";
            for (table, below, columns) in
                [("findings", nothing, FINDINGS), ("pins", nothing, PINS), ("acceptances", "", ACCEPTANCES)]
            {
                let folder = format!("{}/{below}", layout::table(table));
                self.put_row(folder.trim_end_matches('/'), "none", &columns::Rows::new(columns))?;
            }
            self.objects.put_new(&path, STORE.into())?;
        }
        // Each time: the writer that made the store may have been stopped before.
        self.objects.put_new(&path, UNFIT.into())?;
        self.is_store()
    }

    /// An error where no store is, or one on a server that loses what is put at the same time.
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
