//! Patterns (globs) that are compared with names.
//!
//! Only `*` and `?` are special characters in a glob. The brackets of `-[Cart reload]` are ordinary characters, whereas glob libraries use
//! them for sets of characters. `?` matches one character, whereas it matches one byte in the crate globset.

/// A pattern in which `*` matches any number of characters and `?` matches one character.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glob(String);

impl Glob {
    /// Creates a pattern. Every text is a valid pattern.
    pub fn new(pattern: &str) -> Glob {
        Glob(pattern.to_owned())
    }

    /// Returns the text of the pattern.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns whether the pattern matches a whole name.
    ///
    /// After a mismatch, only the last `*` is extended. The cost is therefore at most the product of the two lengths, for any pattern.
    pub fn matches(&self, name: &str) -> bool {
        let (mut pattern, mut rest) = (self.0.as_str(), name);
        let mut star: Option<(&str, &str)> = None;
        loop {
            let mut patterns = pattern.chars();
            let mut names = rest.chars();
            match (patterns.next(), names.next()) {
                (Some('*'), _) => {
                    pattern = patterns.as_str();
                    if pattern.is_empty() {
                        return true;
                    }
                    star = Some((pattern, rest));
                    continue;
                }
                (Some(p), Some(n)) if p == '?' || p == n => {
                    (pattern, rest) = (patterns.as_str(), names.as_str());
                    continue;
                }
                (None, None) => return true,
                _ => {}
            }
            let Some((after, from)) = star else { return false };
            let mut longer = from.chars();
            if longer.next().is_none() {
                return false;
            }
            star = Some((after, longer.as_str()));
            (pattern, rest) = (after, longer.as_str());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs_match_whole_names() {
        let cases = [
            ("", "", true),
            ("", "a", false),
            ("*", "", true),
            ("*", "-[Cart reload]", true),
            ("-[Cart *]", "-[Cart reload]", true),
            ("-[Cart *]", "-[CartView reload]", false),
            ("?[Cart reload]", "+[Cart reload]", true),
            ("*[Cart*pay*]", "-[CartView payNow:with:]", true),
            ("*a*b", "xaxbxb", true),
            ("*a*b", "xaxbxbc", false),
            ("a*a", "a", false),
            ("é?", "éü", true),
            ("[a-z]", "m", false),
        ];
        for (pattern, name, expected) in cases {
            assert_eq!(Glob::new(pattern).matches(name), expected, "{pattern} on {name}");
        }
    }

    #[test]
    fn a_glob_with_many_stars_is_matched_quickly() {
        let name = "a".repeat(20_000);
        assert!(
            !Glob::new(&"*a".repeat(40).replace("*a*a", "*a*aa").replace("aa", "aaa"))
                .matches(&format!("{name}b"))
        );
    }
}
