//! SHA-256 hashes: hexadecimal digits for names and files, and the hash of the bytes of a reader.

use std::fmt::Write;

use sha2::{Digest, Sha256};

/// Returns bytes as lower-case hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut digits, byte| {
        let _ = write!(digits, "{byte:02x}");
        digits
    })
}

/// A writer that adds all bytes to a hash, for [`std::io::copy`].
pub struct HashWriter<'a>(pub &'a mut Sha256);

impl std::io::Write for HashWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
