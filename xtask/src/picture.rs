//! Takes the picture of the report in README.md: `cargo xtask demo --picture` takes a screenshot of the page that the demo writes, and
//! copies the first lines of its report into README.md.
//!
//! The picture can become outdated without an error of any program. Therefore the file [`DIGEST`] contains a digest of the page's golden
//! text, the style sheet and the lines in README.md at the time of the picture, and the step `tidy` compares it with these files.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use crate::{swift, workspace};

const README: &str = "README.md";
const PICTURE: &str = "docs/report.png";
const DIGEST: &str = "docs/report.png.digest";

/// Files that change if the page looks different: the text of a page with findings, and the style sheet of all pages.
const SHOWN: [&str; 2] =
    ["gate/tests/report/goldens/checked.page.txt", "crates/gate-report/src/html/style.css"];

/// The size of the picture in CSS pixels.
const SIZE: &str = "--window-size=1200,880";

/// The begin and the end of the lines of a report in README.md, which are the first code block.
const BLOCK: (&str, &str) = ("```text\n", "```\n");

/// Takes the picture of a page, writes the first lines of the same report into README.md, and writes the digest of the files that the
/// picture depends on.
pub(crate) fn write(page: &Path, report: &str) -> Result<()> {
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
    let readme = std::fs::read_to_string(root.join(README))?;
    let (before, _, after) =
        split_at_block(&readme).context("README.md has no code block of the kind text")?;
    std::fs::write(root.join(README), [before, &first_lines(report), after].concat())?;
    let texts = SHOWN.iter().chain([&README]);
    let texts = texts.map(|path| Ok(((*path).to_owned(), std::fs::read_to_string(root.join(path))?)));
    let files = texts.collect::<Result<BTreeMap<String, String>>>()?;
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

/// Returns the answer, the typical launch, the numbers of methods, and the consequence from a report as text.
fn first_lines(report: &str) -> String {
    let head = report.split("\n\n").next().unwrap_or_default();
    let (until, rest): (Vec<&str>, Vec<&str>) = match head.split_once("\nMethods: ") {
        Some((until, rest)) => (until.lines().collect(), rest.lines().collect()),
        None => (head.lines().collect(), Vec::new()),
    };
    let methods = rest.first().map(|line| format!("Methods: {line}"));
    let lines =
        until.into_iter().map(str::to_owned).chain(methods).chain(rest.last().map(|line| (*line).to_owned()));
    lines.map(|line| line + "\n").collect()
}

/// Splits README.md into the text before the lines of the report, these lines, and the text after them.
fn split_at_block(readme: &str) -> Option<(&str, &str, &str)> {
    let begin = readme.find(BLOCK.0)? + BLOCK.0.len();
    let end = begin + readme[begin..].find(BLOCK.1)?;
    Some((&readme[..begin], &readme[begin..end], &readme[end..]))
}

fn digest(files: &BTreeMap<String, String>) -> String {
    let text = |path: &str| files.get(path).map_or("", String::as_str);
    let block = split_at_block(text(README)).map_or("", |(_, shown, _)| shown);
    swift::digest(SHOWN.iter().map(|path| text(path)).chain([block]).map(str::as_bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_of_a_page_with_an_older_style_or_text_are_refused() {
        let mut files: BTreeMap<String, String> =
            SHOWN.iter().map(|path| ((*path).to_owned(), "text\n".to_owned())).collect();
        files.insert(README.to_owned(), "# Name\n```text\nPASS\n```\nmore\n".to_owned());
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
        let with_readme = |text: &str| {
            let readme = (README.to_owned(), text.to_owned());
            check(&files.clone().into_iter().chain([readme]).collect())
        };
        assert!(with_readme("# Name\n```text\nFAIL\n```\nmore\n").is_some());
        assert_eq!(with_readme("# Name\n```text\nPASS\n```\nother\n"), None);
    }

    #[test]
    fn the_readme_shows_the_answer_and_the_consequence_of_a_report() {
        let report = "REGRESSED: 2 methods\nslower\nTypical launch 1 ms\nMethods: 2 slower\nshop 1.0\nNot to be merged\n\n-[A b]\n";
        let shown =
            "REGRESSED: 2 methods\nslower\nTypical launch 1 ms\nMethods: 2 slower\nNot to be merged\n";
        assert_eq!(first_lines(report), shown);
    }
}
