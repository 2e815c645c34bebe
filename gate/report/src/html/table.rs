//! The tables of the page: heads, columns of numbers, and a box that scrolls where the screen is narrow.
//!
//! On a narrow screen each row is a block of its own: the name, and below it every number with its head.

use std::fmt::Write as _;

use super::first::marked;
use crate::view::{Cell, Column, Medium, Table, Tone};

/// Draws a table of a report; how many rows are left out.
pub(super) fn draw(page: &mut String, label: &str, table: &Table) -> usize {
    let (rows, left) = table.rows.on(Medium::Page);
    let cell = |cell: &Cell| {
        let text = marked(&cell.line);
        let text = match cell.tone {
            Tone::Plain => text,
            Tone::Slower => format!("<span class=\"slower\">{text}</span>"),
            Tone::Faster => format!("<span class=\"faster\">{text}</span>"),
        };
        (text, cell.value)
    };
    let rows = rows.iter().map(|row| row.iter().map(cell).collect());
    write(page, label, (&table.columns, table.sorted_by), rows);
    left
}

/// Writes rows of cells, which are markup already, each with the value that it is sorted by.
pub(super) fn write(
    page: &mut String,
    label: &str,
    (columns, sorted_by): (&[Column], Option<&str>),
    rows: impl Iterator<Item = Vec<(String, Option<f64>)>>,
) {
    // The first cell says what the row is.
    let class = |at: usize| match (at, columns[at].is_number) {
        (0, _) => " class=\"name\"",
        (_, true) => " class=\"number\"",
        (_, false) => "",
    };
    let _ = write!(
        page,
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{label}\"><table><thead><tr>"
    );
    for (at, column) in columns.iter().enumerate() {
        let head = match sorted_by.filter(|_| column.is_number) {
            Some(_) => format!("<button type=\"button\" data-order=\"{at}\">{}</button>", column.head),
            None => column.head.to_owned(),
        };
        let order = if sorted_by == Some(column.head) { " aria-sort=\"descending\"" } else { "" };
        let _ = write!(page, "<th scope=\"col\"{}{order}>{head}</th>", class(at));
    }
    page.push_str("</tr></thead><tbody>\n");
    for row in rows {
        page.push_str("<tr>");
        for (at, (cell, value)) in row.into_iter().enumerate() {
            let head = if at > 0 { format!(" data-head=\"{}\"", columns[at].head) } else { String::new() };
            let value = value.filter(|_| sorted_by.is_some());
            let value = value.map_or(String::new(), |value| format!(" data-value=\"{value}\""));
            let _ = write!(page, "<td{}{head}{value}>{cell}</td>", class(at));
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</tbody></table></div>\n");
}
