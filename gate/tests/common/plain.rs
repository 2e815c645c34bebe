//! Checks the words of a text. The text must contain no phrase of `tests/phrases.txt`, and its numbers must agree with their nouns.

/// Nouns that may follow a number in a text, and whose plural ends in s or, after ch, in es.
const NOUNS: [&str; 22] = [
    "launch", "method", "session", "row", "finding", "day", "module", "function", "sample", "file", "fact",
    "call", "warning", "target", "pod", "package", "trial", "block", "page", "thread", "budget", "event",
];

fn phrases() -> Vec<(&'static str, &'static str)> {
    let lines = include_str!("../phrases.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split_once('\t').expect("a phrase, a tab and a better one")).collect()
}

/// Returns the mistakes in a text, each with some of the surrounding words.
pub fn wrong(text: &str) -> Vec<String> {
    // Terminals wrap lines, so a phrase may continue on the next line.
    let words: Vec<&str> = text.split_whitespace().collect();
    let plain = format!(" {} ", words.join(" ").to_lowercase());
    let mut found = Vec::new();
    for (phrase, better) in phrases() {
        let at = plain.match_indices(phrase).filter(|(at, _)| {
            let before = plain[..*at].chars().next_back();
            let after = plain[at + phrase.len()..].chars().next();
            let ends = phrase.ends_with(|last: char| !last.is_alphanumeric())
                || !after.is_some_and(char::is_alphanumeric);
            !before.is_some_and(char::is_alphanumeric) && ends
        });
        for (at, _) in at {
            let (from, to) =
                (plain.floor_char_boundary(at.saturating_sub(40)), plain.ceil_char_boundary(at + 80));
            found.push(format!(
                "{phrase:?}, better {better:?}: …{}…",
                plain[from..to.min(plain.len())].trim()
            ));
        }
    }
    for pair in words.windows(2) {
        let [number, noun] = pair else { continue };
        let Ok(number) = number.trim_start_matches(['(', '[']).replace(',', "").parse::<u64>() else {
            continue;
        };
        let bare = noun.trim_end_matches(|char: char| !char.is_alphanumeric());
        let plural = |one: &&str| if one.ends_with("ch") { format!("{one}es") } else { format!("{one}s") };
        let wants_plural = number != 1;
        // "12 launch phases" is correct, because a noun before another noun is singular.
        let is_last = noun.len() > bare.len();
        let is_wrong =
            NOUNS.iter().any(|one| if wants_plural { bare == *one && is_last } else { bare == plural(one) });
        if is_wrong {
            found.push(format!("\"{number} {bare}\": the noun does not agree with the number"));
        }
    }
    found
}

/// Checks the words of an output. Every test of the command passes its output to this function.
pub fn assert_plain(text: &str) {
    let found = wrong(text);
    assert!(found.is_empty(), "{}\nin:\n{text}", found.join("\n"));
}
