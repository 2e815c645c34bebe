//! Measures the duration of `gate inspect` for an archive that has almost the largest allowed number of
//! entries.

use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, ensure};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::store::cpu_seconds;

/// Number of entries, slightly below the limit.
const ENTRIES: usize = 199_000;

/// Returns the CPU seconds until the archive is refused for its invalid executable, which happens after all
/// entries have been read.
pub(crate) fn figures() -> anyhow::Result<Vec<(String, f64)>> {
    let folder = tempfile::tempdir()?;
    let app = folder.path().join("Shop.ipa");
    make(&app)?;
    let words = ["gate", "inspect", app.to_str().context("a folder's name")?];
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let before = cpu_seconds()?;
    gate::cli::run(words.iter().map(Into::into), &mut out, &mut err);
    let took = cpu_seconds()? - before;
    let errors = String::from_utf8_lossy(&err);
    ensure!(errors.contains("Shop.app/Shop"), "its entries were read: {errors}");
    eprintln!("an archive of {ENTRIES} entries: {took:.2} s of CPU");
    Ok(vec![("gate.archive_200k.cpu_s".to_owned(), took)])
}

fn make(path: &Path) -> anyhow::Result<()> {
    let mut zip = ZipWriter::new(std::io::BufWriter::new(std::fs::File::create(path)?));
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let info = "<plist version=\"1.0\"><dict><key>CFBundleExecutable</key><string>Shop</string><key>CFBundleIdentifier</key><string>a.b</string></dict></plist>";
    let resources = (0..ENTRIES - 2).map(|number| (format!("Resources/{number:06}.json"), "{}"));
    for (name, text) in
        [("Info.plist".to_owned(), info), ("Shop".to_owned(), "#!")].into_iter().chain(resources)
    {
        zip.start_file(format!("Payload/Shop.app/{name}"), stored)?;
        zip.write_all(text.as_bytes())?;
    }
    zip.finish()?;
    Ok(())
}
