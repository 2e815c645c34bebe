//! Defines a line of a report, divided into parts, so that each format can escape names from the input in its own way.

use super::text::escape_for_display;

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LinePart {
    /// Words and numbers of this program.
    Words(String),
    /// A name that the program reads from its input, such as that of a method, a module or an app.
    Name(String),
    /// The name of an owner, which is also read from the input.
    Owner(String),
    /// A command to run, which may contain names from the input.
    Command(String),
    /// A sentence from a stored verdict, which may have been written by others.
    Said(String),
}

/// A line of a report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Line(pub(super) Vec<LinePart>);

impl Line {
    pub(super) fn from_words(text: impl Into<String>) -> Line {
        Line::default().with_words(text)
    }

    pub(super) fn with_words(mut self, text: impl Into<String>) -> Line {
        self.0.push(LinePart::Words(text.into()));
        self
    }

    pub(super) fn name(mut self, name: impl Into<String>) -> Line {
        self.0.push(LinePart::Name(name.into()));
        self
    }

    pub(super) fn with_owner(mut self, owner: impl Into<String>) -> Line {
        self.0.push(LinePart::Owner(owner.into()));
        self
    }

    pub(super) fn with_command(mut self, command: impl Into<String>) -> Line {
        self.0.push(LinePart::Command(command.into()));
        self
    }

    pub(super) fn with_text(mut self, text: impl Into<String>) -> Line {
        self.0.push(LinePart::Said(text.into()));
        self
    }

    pub(super) fn with_line(mut self, other: Line) -> Line {
        self.0.extend(other.0);
        self
    }

    /// Joins lines to one line, separated by `between`.
    pub(super) fn join_lines(lines: impl IntoIterator<Item = Line>, between: &str) -> Line {
        lines.into_iter().reduce(|all, one| all.with_words(between).with_line(one)).unwrap_or_default()
    }

    /// Formats the line as one text, with commands between backquotes.
    pub(super) fn to_plain_text(&self) -> String {
        self.render_with(|part| match part {
            LinePart::Words(text) => text.clone(),
            LinePart::Name(text) | LinePart::Owner(text) | LinePart::Said(text) => escape_for_display(text),
            LinePart::Command(text) => format!("`{}`", escape_for_display(text)),
        })
    }

    pub(super) fn render_with(&self, of: impl Fn(&LinePart) -> String) -> String {
        self.0.iter().map(of).collect()
    }
}

/// Quotes an argument for a shell, whatever it contains.
pub(super) fn quote_for_shell(argument: &str) -> String {
    format!("'{}'", argument.replace('\'', "'\\''"))
}
