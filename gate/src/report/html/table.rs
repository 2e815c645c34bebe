//! The tables of the page: heads, columns of numbers, and a box that scrolls where the screen is narrow.

use std::fmt::Write as _;

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

    /// Left out on narrow screens.
    pub(super) const fn wide(self) -> Column {
        let class = match self.class.as_bytes() {
            b"number" => "number wide",
            _ => "wide",
        };
        Column { head: self.head, class }
    }
}

/// A table that grows row by row. Cells are markup already.
pub(super) struct Table<'a> {
    label: &'a str,
    columns: Vec<Column>,
    rows: String,
}

impl<'a> Table<'a> {
    pub(super) fn new(label: &'a str, columns: &[Column]) -> Table<'a> {
        Table { label, columns: columns.to_vec(), rows: String::new() }
    }

    pub(super) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push_str("<tr>");
        for (column, cell) in self.columns.iter().zip(cells) {
            let _ = write!(self.rows, "<td{}>{cell}</td>", class(column));
        }
        self.rows.push_str("</tr>\n");
    }

    pub(super) fn write(self, page: &mut String) {
        let _ = write!(
            page,
            "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\"><table><thead><tr>",
            self.label
        );
        for column in &self.columns {
            let _ = write!(page, "<th scope=\"col\"{}>{}</th>", class(column), column.head);
        }
        let _ = writeln!(page, "</tr></thead><tbody>\n{}</tbody></table></div>", self.rows);
    }
}

fn class(column: &Column) -> String {
    if column.class.is_empty() { String::new() } else { format!(" class=\"{}\"", column.class) }
}
