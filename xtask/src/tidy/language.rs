//! Finds sentences that are hard to read. CONTRIBUTING.md contains the rules for authors.
//!
//! [`super::limits`] prevents each count from rising.

use super::limits::Kind;

/// Words with which fragments of sentences begin. A fragment has no subject, or has its subject at the end.
const FIRST: [&str; 7] = ["what", "of", "whose", "who", "that", "such", "none"];

/// Words that should be replaced by a plain negation or by a noun.
const VAGUE: [&str; 5] = ["nobody", "nothing", "none", "somebody", "whoever"];

/// Verbs that should be used only for people. Code returns, records, reports or contains something.
const SPEECH: [&str; 4] = ["tell", "told", "tells", "said"];

/// Words for bodies and furniture. The words should not be used for positions in memory or in time.
const METAPHORS: [&str; 15] = [
    "stand",
    "stands",
    "stood",
    "lie",
    "lies",
    "lay",
    "hang on",
    "hangs on",
    "hung on",
    "behind",
    "anew",
    "take off",
    "takes off",
    "took off",
    "taken off",
];

/// Returns the rules that a sentence violates.
pub(super) fn broken(sentence: &str) -> Vec<Kind> {
    let prose = without_code(sentence).to_lowercase();
    let words: Vec<&str> = prose
        .split(|char: char| !char.is_alphanumeric() && char != '\'')
        .filter(|word| !word.is_empty())
        .collect();
    let begins = !sentence.starts_with('`') && words.first().is_some_and(|word| FIRST.contains(word));
    let found = [
        (Kind::First, begins),
        (Kind::Vague, contains(&words, &VAGUE)),
        (Kind::Speech, contains(&words, &SPEECH)),
        (Kind::Metaphor, contains(&words, &METAPHORS)),
    ];
    found.into_iter().filter_map(|(kind, is_broken)| is_broken.then_some(kind)).collect()
}

/// Returns whether a sentence contains one of these words or phrases.
fn contains(words: &[&str], phrases: &[&str]) -> bool {
    let is_there = |phrase: &[&str]| words.windows(phrase.len()).any(|window| window == phrase);
    phrases.iter().any(|phrase| is_there(&phrase.split(' ').collect::<Vec<_>>()))
}

/// Returns a text without the parts between backquotes and without the targets of links.
fn without_code(text: &str) -> String {
    let prose = text.split('`').step_by(2).collect::<Vec<_>>().join(" ");
    let mut parts = prose.split("](");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |prose, part| prose + part.split_once(')').map_or("", |(_, rest)| rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_rule_finds_its_words() {
        for (list, kind) in [(&VAGUE[..], Kind::Vague), (&SPEECH, Kind::Speech), (&METAPHORS, Kind::Metaphor)]
        {
            for word in list {
                assert_eq!(broken(&format!("A row, {word}, is here.")), [kind], "{word}");
            }
        }
        for word in FIRST {
            assert!(broken(&format!("**{word} comes first.")).contains(&Kind::First), "{word}");
        }
    }

    #[test]
    fn code_links_and_longer_words_break_no_language_rule() {
        for text in [
            "`None` if the row has no limit.",
            "Reads [the row](what/lies/behind.md) of a file.",
            "Counts what is understood, underlying and foretold.",
            "Whatever is read, offers a row.",
            "The office of a user.",
        ] {
            assert_eq!(broken(text), [], "{text}");
        }
    }
}
