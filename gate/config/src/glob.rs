//! Patterns on names.
//!
//! Only `*` and `?` are special: the brackets of `-[Cart reload]` are what every method has, so a
//! glob library, to which they are a set of characters, would not do.

/// A pattern in which `*` stands for any characters and `?` for one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glob(String);

impl Glob {
    /// Every text is a pattern.
    pub fn new(pattern: &str) -> Glob {
        Glob(pattern.to_owned())
    }

    /// As it was written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it matches the whole of a name.
    pub fn matches(&self, name: &str) -> bool {
        trace::settings::matches(self.0.as_bytes(), name.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_whole_names() {
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
    fn many_stars_cost_no_more_than_the_product_of_the_lengths() {
        let name = "a".repeat(20_000);
        assert!(
            !Glob::new(&"*a".repeat(40).replace("*a*a", "*a*aa").replace("aa", "aaa"))
                .matches(&format!("{name}b"))
        );
    }
}
