//! Formats the answer of `gate explain` about one name: lists of costs in base and head, as text or as JSON.

use std::io::Write;

use gate_report::{escape_for_display, format_change, format_time, truncate_middle};
use serde_json::{Value, json};

const HEADS: [&str; 3] = ["base", "head", "change"];

/// The lists that explain one name.
pub(super) struct Explanation {
    pub(super) name: String,
    /// The module, the owner and the file of the code, each with its label.
    pub(super) about: Vec<(&'static str, String)>,
    pub(super) lists: Vec<CostList>,
    pub(super) warning: Option<&'static str>,
}

/// Costs in an average launch.
pub(super) struct CostList {
    /// The heading of the group of lists that begins with this list.
    pub(super) heading: Option<String>,
    pub(super) title: Option<&'static str>,
    /// Whether the numbers are times rather than counts.
    pub(super) is_time: bool,
    pub(super) rows: Vec<CostRow>,
}

pub(super) struct CostRow {
    pub(super) name: String,
    pub(super) base: Cost,
    pub(super) head: Cost,
}

/// A cost in the base or the head.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Cost {
    /// A value in the unit of the list, and the number of calls if it is known.
    Known(f64, Option<f64>),
    /// The code never ran in these launches.
    Zero,
    /// The cost is missing in a stored tree, which omits costs below this one.
    Below(f64),
    /// The code was not sampled, counted or measured; the text is shown instead of a cost.
    Unknown(&'static str),
}

impl Cost {
    fn value(self) -> Option<f64> {
        match self {
            Cost::Known(value, _) => Some(value),
            Cost::Zero => Some(0.0),
            Cost::Below(_) | Cost::Unknown(_) => None,
        }
    }

    fn to_text(self, is_time: bool) -> String {
        match self {
            Cost::Known(value, Some(calls)) => {
                format!("{} {}×", format_time(value), format!("{calls:.1}").trim_end_matches(".0"))
            }
            Cost::Known(value, None) if is_time => format_time(value),
            Cost::Known(value, None) => format!("{value:.1}").trim_end_matches(".0").to_owned(),
            Cost::Zero => "-".to_owned(),
            Cost::Below(limit) => format!("below {}", format_time(limit)),
            Cost::Unknown(why) => why.to_owned(),
        }
    }

    fn to_json(self) -> Value {
        match self {
            Cost::Known(value, calls) => json!({ "value": value, "calls": calls }),
            Cost::Zero => json!({ "value": 0.0 }),
            Cost::Below(limit) => json!({ "below": limit }),
            Cost::Unknown(_) => Value::Null,
        }
    }
}

impl CostRow {
    /// Returns the values in base and head, if both are known.
    fn values(&self) -> Option<(f64, f64)> {
        self.base.value().zip(self.head.value())
    }

    fn format_cells(&self, is_time: bool) -> [String; 3] {
        let change = match self.values() {
            None => "?".to_owned(),
            Some((base, head)) if is_time => format_change(base, head),
            Some((base, head)) => format!("{:+.1}", head - base).trim_end_matches(".0").to_owned(),
        };
        [self.base.to_text(is_time), self.head.to_text(is_time), change]
    }
}

impl CostList {
    /// Sorts the rows by change and then by cost, each in descending order, then by name.
    pub(super) fn into_sorted(mut self) -> CostList {
        let change = |row: &CostRow| row.values().map_or(0.0, |(base, head)| (head - base).abs());
        let size = |row: &CostRow| row.base.value().unwrap_or(0.0).max(row.head.value().unwrap_or(0.0));
        self.rows.sort_by(|a, b| {
            change(b).total_cmp(&change(a)).then(size(b).total_cmp(&size(a))).then(a.name.cmp(&b.name))
        });
        self
    }

    fn to_json(&self) -> Value {
        let row = |row: &CostRow| json!({ "name": row.name, "base": row.base.to_json(), "head": row.head.to_json() });
        let unit = if self.is_time { "ns" } else { "count" };
        let rows: Vec<Value> = self.rows.iter().map(row).collect();
        json!({ "of": self.heading, "title": self.title, "unit": unit, "rows": rows })
    }
}

impl Explanation {
    /// Writes lines of at most `width` columns. A name that does not fit next to its numbers gets a separate line, and only a name longer
    /// than this line is shortened.
    pub(super) fn write(&self, width: usize, out: &mut dyn Write) -> anyhow::Result<()> {
        writeln!(out, "{}", truncate_middle(&self.name, width))?;
        let about: Vec<String> = self.about.iter().map(|(label, text)| format!("{label} {text}")).collect();
        if !about.is_empty() {
            writeln!(out, "{}", truncate_middle(&about.join(", "), width))?;
        }
        let rows =
            self.lists.iter().flat_map(|list| list.rows.iter().map(|row| row.format_cells(list.is_time)));
        let widths = rows.fold(HEADS.map(str::len), |widths, cells| {
            [0, 1, 2].map(|at| widths[at].max(cells[at].chars().count()))
        });
        let room = width.saturating_sub(widths.iter().sum::<usize>() + 6);
        for list in &self.lists {
            if let Some(heading) = &list.heading {
                writeln!(out, "\n{heading}\n{}", align_numbers(HEADS, widths))?;
            }
            if let Some(title) = list.title {
                writeln!(out, "\n{title}")?;
            }
            for row in &list.rows {
                let cells = row.format_cells(list.is_time);
                let (numbers, name) = (
                    align_numbers(cells.each_ref().map(String::as_str), widths),
                    escape_for_display(&row.name),
                );
                match truncate_middle(&row.name, room) == name {
                    true => writeln!(out, "{numbers}  {name}")?,
                    false => {
                        writeln!(out, "{numbers}\n    {}", truncate_middle(&name, width.saturating_sub(4)))?
                    }
                }
            }
        }
        Ok(())
    }

    pub(super) fn to_json(&self) -> Value {
        let about: serde_json::Map<String, Value> =
            self.about.iter().map(|(label, text)| ((*label).to_owned(), text.as_str().into())).collect();
        let lists: Vec<Value> = self.lists.iter().map(CostList::to_json).collect();
        json!({ "name": self.name, "about": about, "lists": lists })
    }
}

/// Aligns the numbers of a row with the columns of all lists.
fn align_numbers([base, head, change]: [&str; 3], widths: [usize; 3]) -> String {
    format!("{base:>0$}  {head:>1$}  {change:>2$}", widths[0], widths[1], widths[2])
}
