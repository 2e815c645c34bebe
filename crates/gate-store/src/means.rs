//! What each session of a month cost, summed up in one object: what was judged before is not read again.
//!
//! Invariants: the object of a month is named by the sessions that it sums up, so that one that came, went or was put again makes
//! another object; a month with a session that lost a part has none.

use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;

use bytes::Bytes;
use gate_baseline::{AHEAD, Entry, Key, Result, whole};
use gate_trend::{Gathered, Means, Session};

use super::columns::{Cell, Named, Rows, Table};
use super::costs::{method_cells, method_of};
use super::objects::{Put, Version};
use super::put::hash;
use super::sweep::SweepPart;
use super::tables::{MEANS, SESSIONS};
use super::{Row, UrlStore, layout, session_of};

/// Means of all sessions of a key, and which sessions lost a part.
pub(super) type Read = (Gathered, Vec<String>);

impl UrlStore {
    /// The means of all sessions of a key: of months that are summed up, from there; the others are, and put.
    pub(super) fn means(
        &self,
        key: &Key,
        part: SweepPart,
        tell: &mut dyn FnMut(usize, usize),
    ) -> Result<Read> {
        let (of_sessions, of_means) = (layout::partition("sessions", key), layout::partition("means", key));
        let mut months: Vec<(String, Vec<Put>)> = Vec::new();
        for month in self.objects.list(&of_sessions)?.0 {
            let below = format!("{of_sessions}/{month}");
            let names = self.objects.list_whole(&below)?.1;
            months.push((below, names));
        }
        let paths: Vec<String> =
            months.iter().map(|(month, names)| format!("{of_means}/{}", name_of(month, names))).collect();
        let before = self.objects.list(&of_means)?.1;
        let before: HashSet<String> = before.iter().map(|name| format!("{of_means}/{name}")).collect();
        let there: Vec<String> = paths.iter().filter(|path| before.contains(*path)).cloned().collect();
        let read = self.objects.get_all(&there, Version::Named)?;
        let mut summed: BTreeMap<&String, Bytes> = BTreeMap::new();
        for (path, bytes) in paths.iter().filter(|path| before.contains(*path)).zip(read) {
            summed.extend(bytes.map(|bytes| (path, bytes)));
        }
        let all = months.iter().map(|(_, names)| names.len()).sum();
        let (mut done, mut left_out) = (0, Vec::new());
        // Parts begin at different months, so each finds some that others have summed up.
        let first = (part.number - 1) as usize * paths.len() / part.of as usize;
        for at in (first..paths.len()).chain(0..first) {
            let (month, names) = &months[at];
            if !summed.contains_key(&paths[at]) {
                let others = if part.of > 1 { self.objects.get(&paths[at])? } else { None };
                let bytes = match others {
                    Some(bytes) => bytes,
                    None => self.sum_up(month, names, &paths[at], &mut left_out)?,
                };
                summed.insert(&paths[at], bytes);
            }
            done += names.len();
            tell(done, all);
        }
        for path in before.iter().filter(|path| !summed.contains_key(path)) {
            self.objects.delete(path)?;
        }
        let mut gathered = Gathered::default();
        for path in &paths {
            let table = self.table(path, summed.remove(path).unwrap_or_default(), MEANS)?;
            gather(&table, &mut gathered).map_err(|reason| self.damaged(path, &reason))?;
        }
        Ok((gathered, left_out))
    }

    /// Reads the sessions of a month, and puts what they cost.
    fn sum_up(&self, month: &str, names: &[Put], path: &str, left_out: &mut Vec<String>) -> Result<Bytes> {
        let paths: Vec<String> = names.iter().map(|(name, _)| format!("{month}/{name}")).collect();
        let (mut rows, before) = (Rows::new(MEANS), left_out.len());
        for next in self.rows_at(&paths)?.chunks(AHEAD) {
            self.read_ahead(&next.iter().map(|row| &row.entry).collect::<Vec<&Entry>>())?;
            for row in next {
                match whole(self.launches(&row.entry))? {
                    Ok(launches) => push(&mut rows, row, Means::from_launches(&launches).as_ref()),
                    Err(reason) => left_out.push(reason),
                }
            }
        }
        let bytes = self.bytes(&rows, path)?;
        if left_out.len() == before {
            self.objects.put_new(path, bytes.clone())?;
        }
        Ok(bytes.into())
    }
}

/// What the object of a month is called.
fn name_of(month: &str, names: &[Put]) -> String {
    let (_, month) = month.rsplit_once("month=").unwrap_or_default();
    let sessions: Vec<String> = names.iter().map(|(name, put)| format!("{name} {put}\n")).collect();
    format!("{month}-{}.parquet", hash(sessions.concat().as_bytes()))
}

fn push(rows: &mut Rows, row: &Row, means: Option<&Means>) {
    let launch: [Named<'_>; 2] =
        [("kind", Cell::Text("launch")), ("ns", Cell::number(means.map(|means| means.launch)))];
    rows.push(&[&row.table.cells(SESSIONS, 0), &launch[..]].concat());
    for (method, ns) in means.iter().flat_map(|means| &means.methods) {
        let before = [("content", Cell::Text(&row.content)), ("kind", Cell::Text("method"))];
        rows.push(&[&before[..], &method_cells(method), &[("ns", Cell::Number(*ns))]].concat());
    }
}

/// Adds what a month's object says.
fn gather(table: &Table, gathered: &mut Gathered) -> Result<(), String> {
    let mut last: Option<(Session, Means)> = None;
    for row in 0..table.rows() {
        let text = |name: &str| table.text(name, row).cloned();
        let ns = table.number("ns", row);
        if table.text("kind", row).is_some_and(|kind| &**kind == "launch") {
            if let Some((session, means)) = last.take() {
                gathered.add(session, means);
            }
            let (entry, known) = session_of(table, row, PathBuf::new())?;
            let session = Session::from_entry(&entry, text("commit").as_deref(), known.phone);
            // Of a session whose launches are all excluded nothing is known.
            last = ns.map(|launch| (session, Means { launch, methods: Vec::new() }));
        } else if let Some((_, means)) = &mut last {
            let method = method_of(table, row).ok_or("a method without a name")?;
            means.methods.push((method, ns.ok_or("a method without its mean")?));
        }
    }
    if let Some((session, means)) = last {
        gathered.add(session, means);
    }
    Ok(())
}
