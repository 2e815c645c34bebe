//! Lists the numbers of calls of functions, from launches of copies of the app that count calls, as one table for base and head.

use gate_decision::{CalledRow, FunctionCalls};

use super::text::truncate_middle;
use super::value::{CalledFunctions, CalledLine};

impl CalledFunctions {
    /// Makes the table of calls; returns `None` if no launch of the head counts calls.
    pub(super) fn from_calls(calls: &FunctionCalls) -> Option<CalledFunctions> {
        let FunctionCalls { launches, constant, vary, ref rows, .. } = *calls;
        (launches.head > 0).then(|| CalledFunctions {
            base_launches: launches.base,
            head_launches: launches.head,
            constant,
            vary,
            rows: rows.iter().map(CalledLine::from).collect(),
        })
    }
}

impl From<&CalledRow> for CalledLine {
    fn from(row: &CalledRow) -> CalledLine {
        let text = |text: &str| text.to_owned();
        CalledLine {
            method: text(&row.function.short),
            is_import: row.is_import,
            module: text(&row.function.module),
            owner: row.function.owner.as_deref().map(text),
            file: row.function.file.as_deref().map(text),
            line: row.line,
            called_by: row.by.as_ref().map(|by| text(&by.short)),
            base_calls: row.base,
            head_calls: row.head,
        }
    }
}

impl CalledLine {
    /// Formats the numbers of calls in the base and in the head.
    pub(super) fn format_calls(&self) -> String {
        match self.base_calls {
            Some(base) => format!("{base} → {}", self.head_calls),
            None => self.head_calls.to_string(),
        }
    }

    /// Formats the owner of a function and the name of the function's file.
    pub(super) fn owner_label(&self) -> String {
        let whose = truncate_middle(self.owner.as_deref().unwrap_or(&self.module), 60);
        let Some(file) = &self.file else { return whose };
        let line = self.line.map_or(String::new(), |line| format!(":{line}"));
        // Only the last component of the file's path is shown, since it is the most important one.
        let leaf = file.rsplit('/').next().unwrap_or(file);
        format!("{whose} · {}{line}", truncate_middle(leaf, 40))
    }
}
