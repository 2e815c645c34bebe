//! Names of two builds of one app that are installed on a device at the same time (side by side).
//!
//! Invariant: the names of both builds have the same length, so that the length cannot cause a difference
//! between them.

/// A side of a comparison: one of the two builds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Base,
    Head,
}

impl Side {
    /// Parses a word of the command line.
    pub fn parse(word: &str) -> Result<Side, String> {
        match word {
            "base" => Ok(Side::Base),
            "head" => Ok(Side::Head),
            _ => Err("it is neither base nor head".to_owned()),
        }
    }

    /// Returns the bundle identifier, group or URL scheme for the copy of this side.
    pub fn copy_name(self, name: &str) -> String {
        let end = if self == Side::Base { BASE } else { HEAD };
        format!("{}{end}", original_name(name).unwrap_or(name))
    }
}

const BASE: &str = ".launchgate-base";
const HEAD: &str = ".launchgate-head";

/// Returns the original app's name from the name of a copy; `None` for other names.
pub fn original_name(name: &str) -> Option<&str> {
    name.strip_suffix(BASE).or_else(|| name.strip_suffix(HEAD))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_of_base_and_head_copies_have_equal_length_and_lead_to_the_app() {
        let [base, head] = [Side::Base, Side::Head].map(|side| side.copy_name("com.example.shop"));
        assert_eq!((&*base, base.len()), ("com.example.shop.launchgate-base", head.len()));
        assert_eq!([original_name(&base), original_name(&head)], [Some("com.example.shop"); 2]);
        assert_eq!(Side::Head.copy_name(&base), head, "a copy of a copy is one of the app");
        assert_eq!(original_name("com.example.shop"), None);
    }
}
