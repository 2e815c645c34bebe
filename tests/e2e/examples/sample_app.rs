//! Shop as two archives, for the demo and for people to try the gate on: as it is, and as a change made it slower.
//!
//! `cargo run --workspace --example sample_app -- FOLDER` writes `Shop.ipa` and `Shop-slower.ipa`.

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use e2e::shop::Shop;
use phone::build::Style;

/// The change: thumbnails are decoded at their full size, a dozen times as much work.
const CHANGE: &str = "Imaging.decode:12";

fn main() -> Result<()> {
    let folder = std::env::args_os().nth(1).map(PathBuf::from).context("where to? sample_app FOLDER")?;
    std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    for (name, shop) in [
        ("Shop.ipa", Shop::build(Style::Chained)?),
        ("Shop-slower.ipa", Shop::build_slow(Style::Chained, CHANGE)?),
    ] {
        let path = folder.join(name);
        std::fs::copy(shop.ipa()?, &path).with_context(|| path.display().to_string())?;
        writeln!(std::io::stdout(), "{}", path.display())?;
    }
    Ok(())
}
