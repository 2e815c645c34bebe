//! Where objects lie: Hive partitions of app, scenario, device and month, and names that sort by time.
//!
//! Invariant: the path of a session's row follows from its key, its name and its time alone, so that the second writer finds it.

use gate_baseline::{Key, safe_name};
use gate_config::Date;

use super::tables::VERSION;

/// The partition of sessions without a time.
pub(super) const UNDATED: &str = "undated";

/// The folder of a table, without its end.
pub(super) fn table(name: &str) -> String {
    format!("{VERSION}/{name}")
}

/// The object that makes a place a store.
pub(super) fn marker() -> String {
    format!("{VERSION}/store.json")
}

/// The object that has the salt.
pub(super) fn salt() -> String {
    format!("{VERSION}/salt")
}

/// The folder of a key in a table.
pub(super) fn partition(table_name: &str, key: &Key) -> String {
    format!(
        "{}/app={}/scenario={}/device={}",
        table(table_name),
        safe_name(&key.app),
        safe_name(&key.scenario),
        safe_name(&key.device)
    )
}

/// The month of a time: `2026-07`.
pub(super) fn month(unix_ms: Option<u64>) -> String {
    let day = unix_ms.and_then(|ms| Date::from_unix_seconds(ms / 1000));
    day.map_or_else(|| UNDATED.to_owned(), |day| day.to_string()[..7].to_owned())
}

/// The name of a session's row; names sort by time, the oldest first.
pub(super) fn row_name(recorded_unix_ms: Option<u64>, session: &str) -> String {
    format!("{:013}-{}", recorded_unix_ms.unwrap_or(0), safe_name(session))
}
