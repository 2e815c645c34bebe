//! Prints the counts of tidy's limits (`limits`) next to their goals. The module also draws random sentences for a reader to grade.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};

use crate::tidy::limits::{self, Folder, Kind};
use crate::tidy::sentences::{Origin, Sentence};
use crate::{subjects, workspace};

type Files = BTreeMap<String, String>;

/// Prints the numbers of sentences and findings, and their shares, for each folder and for all folders
/// together.
pub(super) fn print(files: &Files) -> Result<()> {
    let folders = limits::folders(files);
    print!("{:24}{:>10}", "folder", "sentences");
    for kind in Kind::ALL {
        print!("{:>18}", kind.name());
    }
    println!();
    for (name, folder) in &folders {
        print_row(name, folder);
    }
    let mut all = Folder::default();
    for folder in folders.into_values() {
        all.sentences += folder.sentences;
        all.findings.extend(folder.findings);
    }
    print_row("all", &all);
    print!("{:34}", "goal");
    for kind in Kind::ALL {
        print!("{:>18}", kind.goal().map_or("0".to_owned(), |goal| format!("≤ {goal:.1} %")));
    }
    println!();
    Ok(())
}

fn print_row(name: &str, folder: &Folder) {
    print!("{name:24}{:>10}", folder.sentences);
    for kind in Kind::ALL {
        let count = folder.count(kind);
        let share = 100.0 * count as f64 / folder.sentences.max(1) as f64;
        let share = kind.goal().map_or(String::new(), |_| format!(" = {share:.1} %"));
        print!("{:>18}", format!("{count}{share}"));
    }
    println!();
}

/// Prints the findings in a folder.
pub(super) fn list(files: &Files, name: &str) -> Result<()> {
    let folders = limits::folders(files);
    let Some(folder) = folders.get(name.trim_end_matches('/')) else {
        let names: Vec<&str> = folders.keys().map(String::as_str).collect();
        bail!("no folder {name:?}; there are {}", names.join(", "));
    };
    for finding in &folder.findings {
        println!("{}:{}: {}: {}", finding.path, finding.line, finding.kind.name(), finding.text);
    }
    Ok(())
}

/// Lowers the limits to the present counts of the working tree.
pub(super) fn lower() -> Result<()> {
    let path = workspace::root().join(limits::PATH);
    let text = std::fs::read_to_string(&path).context(limits::PATH)?;
    let lowered = limits::lowered(&text, &super::present()?)?;
    if lowered == text {
        println!("{}: no count is below its limit", limits::PATH);
        return Ok(());
    }
    std::fs::write(&path, lowered).context(limits::PATH)?;
    workspace::run(workspace::git().args(["--no-pager", "diff", "--", limits::PATH]))
}

/// The numbers of sentences that are drawn from each origin.
const COMMENTS: usize = 30;
const MARKDOWN: usize = 12;
const TEST_NAMES: usize = 9;
const SUBJECTS: usize = 9;

/// Prints random sentences, each with the item that it describes. `seed` determines the random numbers.
pub(super) fn sample(files: &Files, seed: &str, range: Option<&str>) -> Result<()> {
    let sentences = limits::sentences(files);
    let range = range.map_or_else(subjects::recent, |range| vec![range.to_owned()]);
    let commits = subjects::read(&range.iter().map(String::as_str).collect::<Vec<_>>())?;
    let mut random = Random::from_seed(seed);
    println!("seed {seed}");
    for (origin, count, title) in [
        (Origin::Comment, COMMENTS, "comments"),
        (Origin::Markdown, MARKDOWN, "lines of Markdown"),
        (Origin::TestName, TEST_NAMES, "names of tests"),
    ] {
        let origin: Vec<&Sentence> = sentences.iter().filter(|sentence| sentence.origin == origin).collect();
        println!("\n## {count} of {} {title}\n", origin.len());
        for sentence in random.draw(&origin, count)? {
            println!("{}:{}: {}\n    {}", sentence.path, sentence.line, sentence.text, item(sentence));
        }
    }
    println!("\n## {SUBJECTS} of {} commit subjects: {}\n", commits.len(), range.join(" "));
    for commit in random.draw(&commits, SUBJECTS)? {
        println!("{}: {}", commit.name, commit.subject);
    }
    Ok(())
}

/// Returns the item that a sentence describes. The header of a file describes its module.
fn item(sentence: &Sentence) -> String {
    let stem = Path::new(&sentence.path).with_extension("");
    if sentence.item == "the module" { format!("module {}", stem.display()) } else { sentence.item.clone() }
}

/// The random number generator SplitMix64, with which equal seeds draw equal sentences on every machine.
struct Random(u64);

impl Random {
    /// Creates a generator whose state is the FNV-1a hash of a text.
    fn from_seed(seed: &str) -> Random {
        let add = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        Random(seed.bytes().fold(0xcbf2_9ce4_8422_2325, add))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Draws `count` different items, and returns them in the order in which they were drawn.
    fn draw<'a, T>(&mut self, items: &'a [T], count: usize) -> Result<Vec<&'a T>> {
        ensure!(items.len() >= count, "{} items, fewer than the {count} to draw", items.len());
        let mut left: Vec<&T> = items.iter().collect();
        let mut drawn = Vec::new();
        for _ in 0..count {
            let at = self.next() % left.len() as u64;
            drawn.push(left.swap_remove(usize::try_from(at)?));
        }
        Ok(drawn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_always_draws_the_same_items_and_no_item_twice() {
        let items: Vec<usize> = (0..1000).collect();
        let draw = |seed| Random::from_seed(seed).draw(&items, 30).unwrap();
        let mut first = draw("4f3a");
        assert_eq!(first, draw("4f3a"));
        assert_ne!(first, draw("4f3b"));
        first.sort_unstable();
        first.dedup();
        assert_eq!(first.len(), 30);
        assert!(Random::from_seed("").draw(&items[..3], 4).is_err());
    }

    /// Published outputs of SplitMix64 for the seed 1234567.
    #[test]
    fn random_numbers_equal_those_of_splitmix64() {
        let mut random = Random(1_234_567);
        let numbers: Vec<u64> = (0..3).map(|_| random.next()).collect();
        assert_eq!(
            numbers,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }
}
