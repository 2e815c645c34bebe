//! The tables of the page: heads, columns of numbers, and a box that scrolls where the screen is narrow.
//!
//! On a narrow screen each row is a block of its own: the name, and below it every number with its head.

use std::fmt::Write as _;

use super::first::marked;
use crate::report::view::{Medium, Tone};

#[derive(Clone, Copy)]
pub(super) struct Column {
    head: &'static str,
    class: &'static str,
}

impl Column {
    pub(super) const fn text(head: &'static str) -> Column {
        Column { head, class: "" }
    }

    /// Names, which may break anywhere.
    pub(super) const fn name(head: &'static str) -> Column {
        Column { head, class: "name" }
    }

    pub(super) const fn number(head: &'static str) -> Column {
        Column { head, class: "number" }
    }
}

/// A table that grows row by row. Cells are markup already.
pub(super) struct Table<'a> {
    label: &'a str,
    columns: Vec<Column>,
    rows: String,
    /// The column that it is sorted by, where a reader may sort it.
    sorted_by: Option<&'static str>,
}

impl<'a> Table<'a> {
    pub(super) fn new(label: &'a str, columns: &[Column]) -> Table<'a> {
        Table { label, columns: columns.to_vec(), rows: String::new(), sorted_by: None }
    }

    /// A reader may sort it by its numbers; its rows come in the order of this column, the largest first.
    pub(super) fn sorted_by(self, head: &'static str) -> Table<'a> {
        Table { sorted_by: Some(head), ..self }
    }

    pub(super) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.valued_row(cells.into_iter().map(|cell| (cell, None)));
    }

    /// Cells with the values that they are sorted by.
    pub(super) fn valued_row(&mut self, cells: impl IntoIterator<Item = (String, Option<f64>)>) {
        self.rows.push_str("<tr>");
        for (at, (column, (cell, value))) in self.columns.iter().zip(cells).enumerate() {
            // The first cell says what the row is.
            let head = if at > 0 { format!(" data-head=\"{}\"", column.head) } else { String::new() };
            let value = value.map_or(String::new(), |value| format!(" data-value=\"{value}\""));
            let _ = write!(self.rows, "<td{}{head}{value}>{cell}</td>", class(column));
        }
        self.rows.push_str("</tr>\n");
    }

    pub(super) fn write(self, page: &mut String) {
        let _ = write!(
            page,
            "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\"><table><thead><tr>",
            self.label
        );
        for (at, column) in self.columns.iter().enumerate() {
            let head = match self.sorted_by {
                Some(_) if column.class == "number" => {
                    format!("<button type=\"button\" data-order=\"{at}\">{}</button>", column.head)
                }
                _ => column.head.to_owned(),
            };
            let order = if self.sorted_by == Some(column.head) { " aria-sort=\"descending\"" } else { "" };
            let _ = write!(page, "<th scope=\"col\"{}{order}>{head}</th>", class(column));
        }
        let _ = writeln!(page, "</tr></thead><tbody>\n{}</tbody></table></div>", self.rows);
    }
}

/// Draws a table of a report; how many rows are left out.
pub(super) fn draw(page: &mut String, label: &str, drawn: &crate::report::view::Table) -> usize {
    let columns: Vec<Column> = drawn
        .columns
        .iter()
        .enumerate()
        .map(|(at, column)| match (at, column.is_number) {
            (0, _) => Column::name(column.head),
            (_, true) => Column::number(column.head),
            (_, false) => Column::text(column.head),
        })
        .collect();
    let mut table = Table::new(label, &columns);
    let (rows, left) = drawn.rows.on(Medium::Page);
    for row in rows {
        table.row(row.iter().map(|cell| match cell.tone {
            Tone::Plain => marked(&cell.line),
            Tone::Slower => format!("<span class=\"slower\">{}</span>", marked(&cell.line)),
            Tone::Faster => format!("<span class=\"faster\">{}</span>", marked(&cell.line)),
        }));
    }
    table.write(page);
    left
}

fn class(column: &Column) -> String {
    if column.class.is_empty() { String::new() } else { format!(" class=\"{}\"", column.class) }
}
