//! Reads the events of a trace over time, for timelines and exports.

use std::io::Read as _;
use std::path::Path;

use anyhow::Context as _;
use gate_launches::{Timeline, is_read_once};

/// Reads the events of the trace in a file. Returns `None` if the file contains no trace or can be read only once.
pub fn read_trace_timeline(path: &Path) -> anyhow::Result<Option<Timeline>> {
    let name = || path.display().to_string();
    // A file such as a FIFO cannot be read twice, and the launches were already read from it.
    if is_read_once(path) {
        return Ok(None);
    }
    let mut bytes = std::fs::read(path).with_context(name)?;
    if bytes.starts_with(&[0x1f, 0x8b]) {
        let mut plain = Vec::new();
        flate2::read::MultiGzDecoder::new(&bytes[..]).read_to_end(&mut plain).with_context(name)?;
        bytes = plain;
    } else if bytes.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) {
        bytes = zstd::stream::decode_all(&bytes[..]).with_context(name)?;
    }
    if !trace::is_trace(&bytes) {
        return Ok(None);
    }
    let reader = trace::Reader::open(&bytes).map_err(|error| anyhow::anyhow!("{}: {error}", name()))?;
    Ok(Some(Timeline::from_trace(&reader)))
}
