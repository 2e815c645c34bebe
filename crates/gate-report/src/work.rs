//! Lists the requests to the system (work), as one table by kind and owner for base and head.

use gate_decision::WorkRow;
use gate_launches::{ThreadKind, name_of};

use super::text::truncate_middle;
use super::value::WorkLine;

impl From<&WorkRow> for WorkLine {
    fn from(row: &WorkRow) -> WorkLine {
        WorkLine {
            work: name_of(row.kind).to_owned(),
            is_main: row.thread == ThreadKind::Main,
            module: row.module.as_deref().map(str::to_owned),
            owner: row.owner.as_deref().map(str::to_owned),
            base_calls: row.base.map(|base| base.calls),
            head_calls: row.head.calls,
            base_bytes: row.base.map(|base| base.bytes),
            head_bytes: row.head.bytes,
        }
    }
}

impl WorkLine {
    /// Returns whether the row `row` has the same kind, threads and owner (or module, for a row without an owner).
    fn is_alike(&self, row: &WorkLine) -> bool {
        (&self.work, self.is_main, &self.owner) == (&row.work, row.is_main, &row.owner)
            && (row.owner.is_some() || self.module == row.module)
    }

    pub(super) fn change(&self) -> f64 {
        self.head_calls - self.base_calls.unwrap_or(self.head_calls)
    }

    /// Formats the kind, calls, bytes, owner and threads. If requests were not recorded in the base, the base's numbers are marked as not
    /// measured.
    pub(super) fn format_cells(&self, is_compared: bool) -> [String; 5] {
        let calls = format_sides(self.base_calls, self.head_calls, is_compared, |calls| calls.to_string());
        let bytes = match (self.base_bytes, self.head_bytes) {
            (None | Some(0.0), 0.0) => String::new(),
            (base, head) => format_sides(base, head, is_compared, format_bytes),
        };
        [
            truncate_middle(&self.work, 30),
            calls,
            bytes,
            truncate_middle(self.owner.as_deref().or(self.module.as_deref()).unwrap_or("no owner"), 60),
            if self.is_main { "main" } else { "other" }.to_owned(),
        ]
    }
}

fn format_sides(base: Option<f64>, head: f64, is_compared: bool, shown: fn(f64) -> String) -> String {
    match base {
        Some(base) if base != head => format!("{} → {}", shown(base), shown(head)),
        None if is_compared => format!("not measured → {}", shown(head)),
        _ => shown(head),
    }
}

/// Adds up the rows of one kind, thread and owner (or module, for rows without an owner). The largest change on the main thread comes
/// first.
pub(super) fn added_up(rows: &[WorkLine]) -> Vec<WorkLine> {
    let mut lines: Vec<WorkLine> = Vec::new();
    for row in rows {
        let add = |one: Option<f64>, other: Option<f64>| Some(one? + other?);
        match lines.iter_mut().find(|line| line.is_alike(row)) {
            Some(line) => {
                line.base_calls = add(line.base_calls, row.base_calls);
                line.base_bytes = add(line.base_bytes, row.base_bytes);
                line.head_calls += row.head_calls;
                line.head_bytes += row.head_bytes;
            }
            None => lines.push(row.clone()),
        }
    }
    let place = |line: &WorkLine| (line.change() == 0.0, !line.is_main);
    lines.sort_by(|a, b| {
        let by_change = b.change().abs().total_cmp(&a.change().abs());
        place(a).cmp(&place(b)).then(by_change).then_with(|| (&a.work, &a.owner).cmp(&(&b.work, &b.owner)))
    });
    lines
}

fn format_bytes(bytes: f64) -> String {
    match bytes {
        _ if bytes >= 1e6 => format!("{:.1} MB", bytes / 1e6),
        _ if bytes >= 1e3 => format!("{:.1} KB", bytes / 1e3),
        _ => format!("{bytes} B"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(work: &str, owner: &str, base: Option<f64>, head: f64) -> WorkLine {
        let owner = (!owner.is_empty()).then(|| owner.to_owned());
        WorkLine {
            work: work.into(),
            is_main: true,
            owner,
            base_calls: base,
            head_calls: head,
            ..WorkLine::default()
        }
    }

    #[test]
    fn kinds_of_work_are_added_up_by_owner_and_changed_ones_come_first() {
        let rows = [
            line("code.find", "@a", Some(1.0), 1.0),
            line("file.open", "@a", Some(3.0), 4.0),
            line("file.open", "@a", Some(2.0), 2.0),
            line("file.open", "@b", Some(1.0), 9.0),
        ];
        let told: Vec<String> =
            added_up(&rows).iter().map(|line| line.format_cells(true).join(" ")).collect();
        assert_eq!(told, ["file.open 1 → 9  @b main", "file.open 5 → 6  @a main", "code.find 1  @a main"]);
        // Without a base, the numbers of requests have no change.
        let alone = added_up(&[line("file.read", "", None, 2.0)]);
        assert_eq!(alone[0].format_cells(false).join(" "), "file.read 2  no owner main");
        assert_eq!(alone[0].format_cells(true).join(" "), "file.read not measured → 2  no owner main");
    }
}
