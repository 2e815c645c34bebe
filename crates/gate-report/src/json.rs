//! The report as JSON: `launchgate.verdict/1`, which `gate report` reads again.
//!
//! Invariant: the same report gives the same bytes, and reading them gives the same report.

use std::io;

use serde::{Deserialize, Serialize as _};
use serde_json::Serializer;
use serde_json::ser::Formatter;

use super::value::{FORMAT, Report};

/// Depth from which on a value is on one line: a finding is a line, not a page.
const LINES_TO: usize = 2;

/// The report as JSON, with a newline at its end.
pub fn json(report: &Report) -> Result<String, serde_json::Error> {
    let mut out = Vec::new();
    report.serialize(&mut Serializer::with_formatter(&mut out, Lines::default()))?;
    out.push(b'\n');
    // JSON is UTF-8 by definition, so this loses no text.
    Ok(String::from_utf8_lossy(&out).into_owned())
}

/// Why a kept report cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// It is of another format or version.
    #[error("format {found:?}; this version of launchgate reads {FORMAT:?}")]
    Format {
        /// The format that the file names.
        found: String,
    },
    /// It does not hold what the format says.
    #[error("not a verdict")]
    Invalid(#[from] serde_json::Error),
}

/// Reads what [`json`] wrote. Keys that this version does not know are kept.
pub fn read_json(text: &str) -> Result<Report, ReadError> {
    #[derive(Deserialize)]
    struct Head {
        format: String,
    }
    let head: Head = serde_json::from_str(text)?;
    if head.format != FORMAT {
        return Err(ReadError::Format { found: head.format.chars().take(60).collect() });
    }
    Ok(serde_json::from_str(text)?)
}

/// Indents like the pretty formatter down to [`LINES_TO`].
#[derive(Default)]
struct Lines {
    depth: usize,
    empty: bool,
}

impl Lines {
    fn next<W: io::Write + ?Sized>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.empty = false;
        if !first {
            out.write_all(b",")?;
        }
        if self.depth <= LINES_TO { self.line(out) } else { Ok(()) }
    }

    fn line<W: io::Write + ?Sized>(&self, out: &mut W) -> io::Result<()> {
        out.write_all(b"\n")?;
        (0..self.depth).try_for_each(|_| out.write_all(b"  "))
    }

    fn end<W: io::Write + ?Sized>(&mut self, out: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth -= 1;
        if !self.empty && self.depth < LINES_TO {
            self.line(out)?;
        }
        self.empty = false;
        out.write_all(bracket)
    }

    fn begin<W: io::Write + ?Sized>(&mut self, out: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth += 1;
        self.empty = true;
        out.write_all(bracket)
    }
}

impl Formatter for Lines {
    fn begin_array<W: io::Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.begin(out, b"[")
    }

    fn end_array<W: io::Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.end(out, b"]")
    }

    fn begin_array_value<W: io::Write + ?Sized>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.next(out, first)
    }

    fn begin_object<W: io::Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.begin(out, b"{")
    }

    fn end_object<W: io::Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.end(out, b"}")
    }

    fn begin_object_key<W: io::Write + ?Sized>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.next(out, first)
    }

    fn begin_object_value<W: io::Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(if self.depth <= LINES_TO { b": " } else { b":" })
    }
}
