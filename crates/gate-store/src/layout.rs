//! Defines the paths of objects: Hive partitions of app, scenario, device and month, and names in the order of time.
//!
//! Invariant: the path of a session's row depends only on its key, its name and its time, so a second writer uses the same path.

use gate_baseline::{BaselineKey, safe_name};
use gate_config::Date;

use super::tables::VERSION;

/// The partition of sessions without a time.
pub(super) const UNDATED: &str = "undated";

/// Returns the folder of a table, without a slash at the end.
pub(super) fn table_folder(name: &str) -> String {
    format!("{VERSION}/{name}")
}

/// Returns the path of the store's marker, the object that identifies a store.
pub(super) fn marker_path() -> String {
    format!("{VERSION}/store.json")
}

/// Returns the path of the object with the salt for hashes of phones.
pub(super) fn salt_path() -> String {
    format!("{VERSION}/salt")
}

/// Returns the folder of a key in a table.
pub(super) fn key_folder(table_name: &str, key: &BaselineKey) -> String {
    format!(
        "{}/app={}/scenario={}/device={}",
        table_folder(table_name),
        safe_name(&key.app),
        safe_name(&key.scenario),
        safe_name(&key.device)
    )
}

/// Returns the folder of the app, scenario and device of a row. The folder of a month, which contains the row, is inside of the returned
/// folder.
pub(super) fn series_folder(row: &str) -> &str {
    row.rsplitn(3, '/').last().unwrap_or(row)
}

/// Returns the month of a time, such as `2026-07`.
pub(super) fn format_month(unix_ms: Option<u64>) -> String {
    let day = unix_ms.and_then(|ms| Date::from_unix_seconds(ms / 1000));
    day.map_or_else(|| UNDATED.to_owned(), |day| day.to_string()[..7].to_owned())
}

/// Returns the name of a session's row; names are in the order of time, the oldest first.
pub(super) fn row_name(recorded_unix_ms: Option<u64>, session: &str) -> String {
    format!("{:013}-{}", recorded_unix_ms.unwrap_or(0), safe_name(session))
}
