//! What `gate explain` answers: lists of parts in base and head, as text or as JSON.

use std::io::Write;

use gate_report::{shown, shown_change, shown_fitted, shown_time};
use serde_json::{Value, json};

const HEADS: [&str; 3] = ["base", "head", "change"];

/// All lists about one name.
pub(super) struct Answer {
    pub(super) name: String,
    /// Whose it is and where it is, as lines.
    pub(super) about: Vec<(&'static str, String)>,
    pub(super) lists: Vec<List>,
}

/// Parts in an average launch.
pub(super) struct List {
    /// The heading of a group of lists, where this one begins one.
    pub(super) of: Option<String>,
    pub(super) title: Option<&'static str>,
    /// Whether its numbers are times, and no counts.
    pub(super) is_time: bool,
    pub(super) rows: Vec<Row>,
}

pub(super) struct Row {
    pub(super) name: String,
    pub(super) base: Cost,
    pub(super) head: Cost,
}

/// What a part takes on a side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Cost {
    /// A value, and the calls where they are known.
    Known(f64, Option<f64>),
    /// Nothing: it never ran.
    Nothing,
    /// A stored tree leaves out what costs less than this.
    Below(f64),
    /// This side was not sampled, or not counted: what is said of it.
    Unknown(&'static str),
}

impl Cost {
    pub(super) fn value(self) -> Option<f64> {
        match self {
            Cost::Known(value, _) => Some(value),
            Cost::Nothing => Some(0.0),
            Cost::Below(_) | Cost::Unknown(_) => None,
        }
    }

    fn text(self, is_time: bool) -> String {
        match self {
            Cost::Known(value, Some(calls)) => {
                format!("{} {}×", shown_time(value), format!("{calls:.1}").trim_end_matches(".0"))
            }
            Cost::Known(value, None) if is_time => shown_time(value),
            Cost::Known(value, None) => format!("{value:.1}").trim_end_matches(".0").to_owned(),
            Cost::Nothing => "-".to_owned(),
            Cost::Below(limit) => format!("below {}", shown_time(limit)),
            Cost::Unknown(why) => why.to_owned(),
        }
    }

    fn json(self) -> Value {
        match self {
            Cost::Known(value, calls) => json!({ "value": value, "calls": calls }),
            Cost::Nothing => json!({ "value": 0.0 }),
            Cost::Below(limit) => json!({ "below": limit }),
            Cost::Unknown(_) => Value::Null,
        }
    }
}

impl Row {
    fn change(&self) -> Option<(f64, f64)> {
        self.base.value().zip(self.head.value())
    }

    fn cells(&self, is_time: bool) -> [String; 3] {
        let change = match self.change() {
            None => "?".to_owned(),
            Some((base, head)) if is_time => shown_change(base, head),
            Some((base, head)) => format!("{:+.1}", head - base).trim_end_matches(".0").to_owned(),
        };
        [self.base.text(is_time), self.head.text(is_time), change]
    }
}

impl List {
    /// The largest change first, then the largest.
    pub(super) fn sorted(mut self) -> List {
        let change = |row: &Row| row.change().map_or(0.0, |(base, head)| (head - base).abs());
        let size = |row: &Row| row.base.value().unwrap_or(0.0).max(row.head.value().unwrap_or(0.0));
        self.rows.sort_by(|a, b| {
            change(b).total_cmp(&change(a)).then(size(b).total_cmp(&size(a))).then(a.name.cmp(&b.name))
        });
        self
    }
}

impl Answer {
    /// In lines of at most `width` columns: a name without room beside its numbers has a line of its own, and only a longer one is cut.
    pub(super) fn write(&self, width: usize, out: &mut dyn Write) -> anyhow::Result<()> {
        writeln!(out, "{}", shown_fitted(&self.name, width))?;
        let about: Vec<String> = self.about.iter().map(|(what, text)| format!("{what} {text}")).collect();
        if !about.is_empty() {
            writeln!(out, "{}", shown_fitted(&about.join(", "), width))?;
        }
        let rows = self.lists.iter().flat_map(|list| list.rows.iter().map(|row| row.cells(list.is_time)));
        let widths = rows.fold(HEADS.map(str::len), |widths, cells| {
            [0, 1, 2].map(|at| widths[at].max(cells[at].chars().count()))
        });
        let numbers = |cells: [&str; 3]| {
            let [base, head, change] = cells;
            format!("{base:>0$}  {head:>1$}  {change:>2$}", widths[0], widths[1], widths[2])
        };
        let room = width.saturating_sub(widths.iter().sum::<usize>() + 6);
        for list in &self.lists {
            if let Some(of) = &list.of {
                writeln!(out, "\n{of}\n{}", numbers(HEADS))?;
            }
            if let Some(title) = list.title {
                writeln!(out, "\n{title}")?;
            }
            for row in &list.rows {
                let cells = row.cells(list.is_time);
                let (numbers, name) = (numbers([&cells[0], &cells[1], &cells[2]]), shown(&row.name));
                match shown_fitted(&row.name, room) == name {
                    true => writeln!(out, "{numbers}  {name}")?,
                    false => {
                        writeln!(out, "{numbers}\n    {}", shown_fitted(&name, width.saturating_sub(4)))?
                    }
                }
            }
        }
        Ok(())
    }

    pub(super) fn json(&self) -> Value {
        let row = |row: &Row| json!({ "name": row.name, "base": row.base.json(), "head": row.head.json() });
        let list = |list: &List| {
            let unit = if list.is_time { "ns" } else { "count" };
            let rows: Vec<Value> = list.rows.iter().map(row).collect();
            json!({ "of": list.of, "title": list.title, "unit": unit, "rows": rows })
        };
        let about: serde_json::Map<String, Value> =
            self.about.iter().map(|(what, text)| ((*what).to_owned(), text.as_str().into())).collect();
        json!({ "name": self.name, "about": about, "lists": self.lists.iter().map(list).collect::<Vec<_>>() })
    }
}
