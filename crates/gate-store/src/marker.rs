//! Stores the marker: an object that identifies a store, and that is stored when the store is created. Every writer tries to store a marker
//! again, which the server must refuse.
//!
//! A server that accepts a second marker would overwrite objects of other writers. The second marker then replaces the first, and every
//! later command reports the server.

use gate_baseline::{RemoteFault, Result};

use super::objects::remote_error;
use super::tables::{ACCEPTANCES, FINDINGS, PINS};
use super::{UrlStore, columns, layout};

/// The beginning of every marker.
const FORMAT: &str = "{\"format\":\"launchgate.store/";
const STORE: &str = "{\"format\":\"launchgate.store/1\"}\n";
const UNFIT: &str = "{\"format\":\"launchgate.store/1\",\"unfit\":\"the server overwrites objects\"}\n";

impl UrlStore {
    /// Creates the store if it does not exist.
    pub(super) fn create_store(&self) -> Result<()> {
        let path = layout::marker_path();
        if self.objects.get(&path)?.is_none() {
            // Query engines expect each table to have at least one file.
            let nothing = "app=__HIVE_DEFAULT_PARTITION__/scenario=__HIVE_DEFAULT_PARTITION__/device=__HIVE_DEFAULT_PARTITION__/";
            for (table, below, columns) in
                [("findings", nothing, FINDINGS), ("pins", nothing, PINS), ("acceptances", "", ACCEPTANCES)]
            {
                let folder = format!("{}/{below}", layout::table_folder(table));
                self.put_row(folder.trim_end_matches('/'), "none", &columns::Rows::new(columns))?;
            }
            self.objects.put_new(&path, STORE.into())?;
        }
        // The writer that created the store may have been stopped before this test of the server, so each writer makes the test.
        self.objects.put_new(&path, UNFIT.into())?;
        self.is_store()
    }

    /// Returns an error if the store does not exist, or if the server of the store overwrites objects.
    pub(super) fn is_store(&self) -> Result<()> {
        let wrong =
            |fault, reason: &str| Err(remote_error(fault, "open", self.objects.url(), reason.to_owned()));
        match self.objects.get(&layout::marker_path())? {
            Some(text) if *text == *STORE.as_bytes() => Ok(()),
            Some(text) if *text == *UNFIT.as_bytes() => wrong(
                RemoteFault::Unfit,
                "its server overwrites objects in spite of If-None-Match, so sessions would be lost",
            ),
            Some(text) if text.starts_with(FORMAT.as_bytes()) => wrong(
                RemoteFault::Newer,
                "a newer version of the gate wrote this store, and this one cannot read it",
            ),
            // Stores of earlier versions have no marker until a session is stored; a damaged marker counts as missing.
            _ if self.objects.list(&layout::table_folder("sessions"))?.0.is_empty() => {
                wrong(RemoteFault::NoStore, "no store is there")
            }
            _ => Ok(()),
        }
    }
}
