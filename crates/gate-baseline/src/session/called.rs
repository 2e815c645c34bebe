//! Writes and reads the lines `called` of a session: the calls of functions in launches that count them. Most functions have the same
//! number of calls in all launches.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use gate_launches::{CountedImage, Function, FunctionCount, FunctionKind, Launch, Launches};

use super::super::text::{escape, parse_whole, unescape};
use super::write_line;

/// Formats the lines `called` for the launches that count calls, one line for each function, in the order of the functions.
pub fn format_call_counts(launches: &[&Launch]) -> String {
    type CountedFunctionKey<'a> = (&'a Arc<Function>, bool);
    let mut rows: BTreeMap<CountedFunctionKey<'_>, Vec<Option<u64>>> = BTreeMap::new();
    for (column, launch) in launches.iter().enumerate() {
        let images = launch.counts.iter().flat_map(|images| images.iter());
        for one in images.flat_map(|image| &image.functions) {
            let Some(function) = &one.function else { continue };
            let none = || launches.iter().map(|launch| launch.counts.is_some().then_some(0)).collect();
            let calls = rows.entry((function, one.import)).or_insert_with(none);
            calls[column] = calls[column].map(|calls| calls + one.calls);
        }
    }
    let mut out = String::new();
    for ((function, is_import), calls) in rows {
        let Function { module, name, short, .. } = &**function;
        let kind = if is_import { "import" } else { "function" };
        let _ = write!(out, "called\t{kind}\t{}\t{}\t{}", escape(module), escape(name), escape(short));
        let abbreviate = |calls: &Option<u64>| calls.map_or_else(String::new, |calls| calls.to_string());
        match calls.iter().all(|one| *one == calls[0]) {
            true => write_line(&mut out, "", [abbreviate(&calls[0])]),
            false => write_line(&mut out, "", calls.iter().map(abbreviate)),
        }
    }
    out
}

/// The counts that were read from the lines `called`, by launch.
#[derive(Default)]
pub(super) struct CallCountReader(Vec<Vec<FunctionCount>>);

impl CallCountReader {
    pub(super) fn read_line(&mut self, rest: &str, launches: &mut Launches) -> Result<(), String> {
        let all: Vec<&str> = rest.split('\t').collect();
        let [kind, module, name, short, calls @ ..] = &all[..] else {
            return Err("fields are missing".to_owned());
        };
        let mut share = |text: &str| Ok::<_, String>(launches.table.share_text(&unescape(text)?));
        let (module, name, short) = (share(module)?, share(name)?, share(short)?);
        let function =
            Arc::new(Function { module, name, short, ..Function::new_unnamed(FunctionKind::App, "".into()) });
        let count = launches.launches.len();
        let calls = match calls {
            [one] => vec![*one; count],
            all if all.len() == count => all.to_vec(),
            _ => return Err(format!("expected the calls of every launch ({count})")),
        };
        self.0.resize_with(count, Vec::new);
        for (counts, calls) in self.0.iter_mut().zip(calls).filter(|(_, calls)| !calls.is_empty()) {
            let (import, calls, function) =
                (*kind == "import", parse_whole(calls)?, Some(Arc::clone(&function)));
            counts.push(FunctionCount { import, calls, function, ..FunctionCount::default() });
        }
        Ok(())
    }

    /// Adds the counts to the launches that count calls.
    pub(super) fn add_counts(mut self, launches: &mut Launches) {
        self.0.resize_with(launches.launches.len(), Vec::new);
        for (launch, functions) in launches.launches.iter_mut().zip(self.0) {
            let image = CountedImage { functions, ..CountedImage::default() };
            launch.counts = launch.conditions.recording.counting.then(|| vec![image].into());
        }
    }
}

/// Adds the counts in the lines of a session's file to the launches of the session that count calls.
pub fn add_called(text: &str, launches: &mut Launches) -> Result<(), String> {
    let mut reader = CallCountReader::default();
    for one in text.lines() {
        reader.read_line(one.strip_prefix("called\t").ok_or("a line of something else")?, launches)?;
    }
    reader.add_counts(launches);
    Ok(())
}
