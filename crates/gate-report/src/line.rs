//! A line of a report, divided into parts, so that each format can escape names from outside in its own way.

use super::text::shown;

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Words and numbers of this program.
    Words(String),
    /// A name from outside, such as that of a method, a module or an app.
    Name(String),
    /// The name of an owner, which is from outside too.
    Owner(String),
    /// A command to run, which may contain names from outside.
    Command(String),
    /// A sentence from a stored verdict, which may have been written by others.
    Said(String),
}

/// A line of a report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Line(pub(super) Vec<Part>);

impl Line {
    pub(super) fn words(text: impl Into<String>) -> Line {
        Line::default().and(text)
    }

    pub(super) fn and(mut self, text: impl Into<String>) -> Line {
        self.0.push(Part::Words(text.into()));
        self
    }

    pub(super) fn name(mut self, name: impl Into<String>) -> Line {
        self.0.push(Part::Name(name.into()));
        self
    }

    pub(super) fn owner(mut self, owner: impl Into<String>) -> Line {
        self.0.push(Part::Owner(owner.into()));
        self
    }

    pub(super) fn command(mut self, command: impl Into<String>) -> Line {
        self.0.push(Part::Command(command.into()));
        self
    }

    pub(super) fn with_text(mut self, text: impl Into<String>) -> Line {
        self.0.push(Part::Said(text.into()));
        self
    }

    pub(super) fn then(mut self, other: Line) -> Line {
        self.0.extend(other.0);
        self
    }

    /// Joins lines to one line, separated by `between`.
    pub(super) fn list(lines: impl IntoIterator<Item = Line>, between: &str) -> Line {
        lines.into_iter().reduce(|all, one| all.and(between).then(one)).unwrap_or_default()
    }

    /// Formats the line as one text, with commands between backquotes.
    pub(super) fn plain(&self) -> String {
        self.rendered(|part| match part {
            Part::Words(text) => text.clone(),
            Part::Name(text) | Part::Owner(text) | Part::Said(text) => shown(text),
            Part::Command(text) => format!("`{}`", shown(text)),
        })
    }

    pub(super) fn rendered(&self, of: impl Fn(&Part) -> String) -> String {
        self.0.iter().map(of).collect()
    }
}

/// Quotes an argument for a shell, whatever it contains.
pub(super) fn quoted(argument: &str) -> String {
    format!("'{}'", argument.replace('\'', "'\\''"))
}
