//! Reads and writes the report as JSON in the format `launchgate.verdict/1`, which `gate report` reads.
//!
//! Invariant: equal reports give equal bytes, and a report that is read back from its bytes equals the
//! original.

use serde::Deserialize;
use serde_json::Value;

use super::value::{FORMAT, Report};

/// The depth of nesting from which on a value is written on a single line, so that each finding is one line.
const LINES_TO: usize = 2;

/// Formats the report as JSON, with a newline at the end.
pub fn render_json(report: &Report) -> Result<String, serde_json::Error> {
    Ok(format_value(&serde_json::to_value(report)?, 0) + "\n")
}

/// Writes a value at a depth of nesting. Up to the depth [`LINES_TO`], each element of the value is on a line
/// of its own.
pub(super) fn format_value(value: &Value, depth: usize) -> String {
    let part = |value: &Value| format_value(value, depth + 1);
    let (open, parts, close): (_, Vec<String>, _) = match value {
        Value::Array(all) if depth < LINES_TO && !all.is_empty() => {
            ('[', all.iter().map(part).collect(), ']')
        }
        Value::Object(all) if depth < LINES_TO && !all.is_empty() => {
            let fields = all.iter().map(|(key, value)| format!("{}: {}", Value::from(&**key), part(value)));
            ('{', fields.collect(), '}')
        }
        other => return other.to_string(),
    };
    let line = format!("\n{}", "  ".repeat(depth));
    format!("{open}{line}  {}{line}{close}", parts.join(&format!(",{line}  ")))
}

/// An error in reading a stored report.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file has another format or version.
    #[error("format {found:?}; this version of launchgate reads {FORMAT:?}")]
    Format { found: String },
    /// The content does not match the format.
    #[error("not a verdict")]
    Invalid(#[from] serde_json::Error),
}

/// Reads the output of [`render_json`]. Keys that this version does not know are preserved.
pub fn read_json(text: &str) -> Result<Report, ReadError> {
    #[derive(Deserialize)]
    struct FormatHeader {
        format: String,
    }
    let head: FormatHeader = serde_json::from_str(text)?;
    if head.format != FORMAT {
        return Err(ReadError::Format { found: head.format.chars().take(60).collect() });
    }
    Ok(serde_json::from_str(text)?)
}
