//! Writes the tables of the page: headers, columns of numbers, and a scrolling box for narrow screens.
//!
//! On a narrow screen each row becomes a block: the name, and below it every number with the header of its column.

use std::fmt::Write as _;

use super::first::format_line;
use crate::view::{ChangeDirection, Column, Medium, Table};

/// Returns the CSS class of a column; the first cell names the row.
fn column_class(columns: &[Column], at: usize) -> &'static str {
    match (at, columns[at].is_number) {
        (0, _) => " class=\"name\"",
        (_, true) => " class=\"number\"",
        (_, false) => "",
    }
}

/// Writes a table, and returns the number of rows that are omitted.
pub(super) fn write_table(
    page: &mut String,
    label: &str,
    Table { columns, rows, sorted_by }: &Table,
) -> usize {
    let (rows, left) = rows.shown_entries(Medium::Page);
    let _ = write!(
        page,
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{label}\"><table><thead><tr>"
    );
    for (at, column) in columns.iter().enumerate() {
        let head = match sorted_by.filter(|_| column.is_number) {
            Some(_) => format!("<button type=\"button\" data-order=\"{at}\">{}</button>", column.head),
            None => column.head.to_owned(),
        };
        let order = if *sorted_by == Some(column.head) { " aria-sort=\"descending\"" } else { "" };
        let _ = write!(page, "<th scope=\"col\"{}{order}>{head}</th>", column_class(columns, at));
    }
    page.push_str("</tr></thead><tbody>\n");
    for row in rows {
        page.push_str("<tr>");
        for (at, cell) in row.iter().enumerate() {
            let text = format_line(&cell.line);
            let text = match cell.tone {
                ChangeDirection::Plain => text,
                ChangeDirection::Slower => format!("<span class=\"slower\">{text}</span>"),
                ChangeDirection::Faster => format!("<span class=\"faster\">{text}</span>"),
            };
            let head = if at > 0 { format!(" data-head=\"{}\"", columns[at].head) } else { String::new() };
            let value = cell.value.filter(|_| sorted_by.is_some());
            let value = value.map_or(String::new(), |value| format!(" data-value=\"{value}\""));
            let _ = write!(page, "<td{}{head}{value}>{text}</td>", column_class(columns, at));
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</tbody></table></div>\n");
    left
}
