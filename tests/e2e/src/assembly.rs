//! Decompresses the assembly files of the sample app, which are committed in compressed form. clang reads the decompressed text from the
//! folder of build output.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use phone::build;

/// Decompresses a `.s.zst` file, and returns the path of the text.
///
/// Equal texts have the same path, because the path contains a hash of the compressed bytes.
pub fn unpack(packed: &Path) -> Result<PathBuf> {
    let bytes = fs::read(packed).with_context(|| packed.display().to_string())?;
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    let folder = build::output().join("assembly").join(format!("{:016x}", hasher.finish()));
    let path = folder.join(packed.file_stem().context("a file has a name")?);
    if !path.is_file() {
        let text = zstd::decode_all(&*bytes).with_context(|| packed.display().to_string())?;
        fs::create_dir_all(&folder)?;
        // The file gets its final name when it is complete, since another test may unpack it at the same
        // time.
        let part = tempfile::NamedTempFile::new_in(&folder)?;
        fs::write(part.path(), text)?;
        part.persist(&path)?;
    }
    Ok(path)
}
