//! Names of two builds of one app that lie beside each other on a device.
//!
//! Invariant: both sides' names are equally long, so neither is handled otherwise for its name.

/// A side of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Base,
    Head,
}

impl Side {
    /// The side that a word of the command line means.
    pub fn parse(word: &str) -> Result<Side, String> {
        match word {
            "base" => Ok(Side::Base),
            "head" => Ok(Side::Head),
            _ => Err("it is neither base nor head".to_owned()),
        }
    }

    /// What a bundle identifier, a group or a URL scheme is called in the copy of this side.
    pub fn named(self, name: &str) -> String {
        let end = if self == Side::Base { BASE } else { HEAD };
        format!("{}{end}", original(name).unwrap_or(name))
    }
}

const BASE: &str = ".launchgate-base";
const HEAD: &str = ".launchgate-head";

/// The name that a copy's name was made of; none if it is no copy's.
pub fn original(name: &str) -> Option<&str> {
    name.strip_suffix(BASE).or_else(|| name.strip_suffix(HEAD))
}

/// The bytes of a property list with the names of one side, whichever it is for.
pub fn of_either(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let places: Vec<usize> =
        (0..bytes.len()).filter(|at| bytes[*at..].starts_with(BASE.as_bytes())).collect();
    for at in places {
        bytes[at..at + BASE.len()].copy_from_slice(HEAD.as_bytes());
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_both_sides_differ_in_nothing_but_the_side() {
        let [base, head] = [Side::Base, Side::Head].map(|side| side.named("com.example.shop"));
        assert_eq!((&*base, base.len()), ("com.example.shop.launchgate-base", head.len()));
        assert_eq!([original(&base), original(&head)], [Some("com.example.shop"); 2]);
        assert_eq!(Side::Head.named(&base), head, "a copy of a copy is one of the app");
        assert_eq!(of_either(format!("<a>{base}</a>").as_bytes()), format!("<a>{head}</a>").as_bytes());
        assert_eq!(original("com.example.shop"), None);
    }
}
