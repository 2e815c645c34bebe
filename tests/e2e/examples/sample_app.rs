//! Writes Shop as two archives, for the demo and for people who try the gate: the unchanged app, and a version that a change made slower.
//!
//! `cargo run --workspace --example sample_app -- FOLDER` writes `Shop.ipa` and `Shop-slower.ipa`, and
//! the dSYMs of each below `symbols`.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use e2e::shop::Shop;
use phone::build::Style;

/// The change: thumbnails are decoded at twice the size, in Objective-C, and prices follow five times as
/// many rules, in Swift.
const CHANGE: &str = "Imaging.decode:2,Pricing.rule:5";

fn main() -> Result<()> {
    let folder = std::env::args_os().nth(1).map(PathBuf::from).context("where to? sample_app FOLDER")?;
    std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let (good, slower) = (Shop::build(Style::Chained)?, Shop::build_slow(Style::Chained, CHANGE)?);
    for (build, (name, shop)) in (41..).zip([("Shop", good), ("Shop-slower", slower)]) {
        number(&shop.app(), build)?;
        let path = folder.join(format!("{name}.ipa"));
        std::fs::copy(shop.ipa()?, &path).with_context(|| path.display().to_string())?;
        for linked in [&shop.products.shop, &shop.products.kit, &shop.products.promotions] {
            symbols(&linked.file, &folder.join("symbols").join(name))?;
        }
        writeln!(std::io::stdout(), "{}", path.display())?;
    }
    Ok(())
}

/// Sets the build number, as a pipeline does.
fn number(app: &Path, build: u32) -> Result<()> {
    let path = app.join("Info.plist");
    let mut info = plist::Value::from_file(&path)?;
    let keys = info.as_dictionary_mut().context("Info.plist is no dictionary")?;
    keys.insert("CFBundleVersion".to_owned(), build.to_string().into());
    Ok(info.to_file_xml(path)?)
}

/// Writes the dSYM of an executable, as a build does.
fn symbols(executable: &Path, folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder)?;
    let name = executable.file_name().context("an executable without a name")?.to_string_lossy();
    let mut made = Command::new("dsymutil-19");
    made.arg(executable).arg("-o").arg(folder.join(format!("{name}.dSYM")));
    let output = made.output().context("dsymutil-19")?;
    ensure!(output.status.success(), "dsymutil-19: {}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}
