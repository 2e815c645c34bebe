//! Takes the picture of the report in README.md: `cargo xtask demo --picture` takes a screenshot of the page that the demo writes.
//!
//! The picture can become outdated without an error of any program. Therefore the file [`DIGEST`] contains a digest of the page's golden
//! text and style sheet at the time of the picture, and the step `tidy` compares it with these files.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use crate::{swift, workspace};

const PICTURE: &str = "docs/report.png";
const DIGEST: &str = "docs/report.png.digest";

/// Files that change if the page looks different: the text of a page with findings, and the style sheet of all pages.
const SHOWN: [&str; 2] =
    ["gate/tests/report/goldens/checked.page.txt", "crates/gate-report/src/html/style.css"];

/// The size of the picture in CSS pixels.
const SIZE: &str = "--window-size=1200,880";

/// Takes the picture of a page, and writes the digest of the files that the picture depends on.
pub(crate) fn write(page: &Path) -> Result<()> {
    let root = workspace::root();
    let profile = workspace::target_dir().join("picture-profile");
    let mut chromium = Command::new("chromium");
    // Chromium's own sandbox is not available to root in a container. The page is trusted, so the sandbox is not needed.
    chromium.args(["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", SIZE]);
    chromium.arg(format!("--user-data-dir={}", profile.display()));
    chromium.arg(format!("--screenshot={}", root.join(PICTURE).display()));
    let output = chromium
        .arg(format!("file://{}", page.display()))
        .output()
        .context("cannot run chromium (apt-get install chromium)")?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "chromium took no picture of {}:\n{errors}", page.display());
    let texts = SHOWN.map(|path| Ok((path.to_owned(), std::fs::read_to_string(root.join(path))?)));
    let files = texts.into_iter().collect::<Result<BTreeMap<String, String>>>()?;
    std::fs::write(root.join(DIGEST), format!("{}\n", digest(&files)))?;
    println!("{PICTURE} shows {}", page.display());
    Ok(())
}

/// Returns an error message if the repository has the picture, and the picture is older than the page that it shows.
pub(crate) fn check(files: &BTreeMap<String, String>) -> Option<(&'static str, &'static str)> {
    files.get(PICTURE)?;
    let recorded = files.get(DIGEST).map(|text| text.trim());
    let message = "the picture shows an older page: run `cargo xtask demo --picture`";
    (recorded != Some(digest(files).as_str())).then_some((PICTURE, message))
}

fn digest(files: &BTreeMap<String, String>) -> String {
    swift::digest(SHOWN.iter().map(|path| files.get(*path).map_or(&[][..], |text| text.as_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_of_a_page_with_an_older_style_or_text_are_refused() {
        let mut files: BTreeMap<String, String> =
            SHOWN.iter().map(|path| ((*path).to_owned(), "text\n".to_owned())).collect();
        assert_eq!(check(&files), None, "a repository without the picture");
        files.insert(PICTURE.to_owned(), String::new());
        assert!(check(&files).is_some());
        let recorded = digest(&files);
        files.insert(DIGEST.to_owned(), format!("{recorded}\n"));
        assert_eq!(check(&files), None);
        for path in SHOWN {
            let mut changed = files.clone();
            changed.insert(path.to_owned(), "other text\n".to_owned());
            assert!(check(&changed).is_some(), "{path}");
        }
    }
}
