//! Defines the id of a launch, which a driver passes to the agent and the agent writes into its trace.
//!
//! The id is `SESSION.NUMBER`, and in an interleaved run `SESSION.base.BLOCK.NUMBER` or `SESSION.head.BLOCK.NUMBER`. Invariant: a formatted
//! id is parsed as an equal id. A text that is not a formatted id is the name of a session with one launch.

use std::fmt;

use super::BuildRole;

/// The position of a launch in its session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaunchId<'a> {
    /// The name of the session. It consists of letters, digits, `-` and `_`, so that its end in an id can be found.
    pub session: &'a str,
    /// The role (base or head) and the block, in an interleaved run.
    pub side: Option<(BuildRole, u64)>,
    /// The number of the launch in its session.
    pub number: u64,
}

impl fmt::Display for LaunchId<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LaunchId { session, side, number } = self;
        match side {
            Some((role, block)) => write!(f, "{session}.{}.{block}.{number}", role.name()),
            None => write!(f, "{session}.{number}"),
        }
    }
}

impl LaunchId<'_> {
    /// Parses an id; every text is a valid id.
    pub fn parse(id: &str) -> LaunchId<'_> {
        let whole = LaunchId { session: if id.is_empty() { "unnamed" } else { id }, side: None, number: 0 };
        let Some((session, number)) = split_number(id) else { return whole };
        let side = split_number(session).and_then(|(rest, block)| {
            let (session, role) = rest.rsplit_once('.')?;
            Some((session, (BuildRole::from_name(role)?, block))).filter(|_| !session.is_empty())
        });
        match side {
            Some((session, side)) => LaunchId { session, side: Some(side), number },
            None => LaunchId { session, side: None, number },
        }
    }
}

/// Splits a text at its last dot. Returns the text before the dot and the number after it.
fn split_number(text: &str) -> Option<(&str, u64)> {
    let (before, number) = text.rsplit_once('.')?;
    let is_number = !before.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    Some((before, number.parse().ok().filter(|_| is_number)?))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn launch_ids_are_split_into_session_side_block_and_number() {
        let id = |session, side, number| LaunchId { session, side, number };
        let cases = [
            ("2026-11-20T10.30.7", id("2026-11-20T10.30", None, 7)),
            ("s.base.2.5", id("s", Some((BuildRole::Base, 2)), 5)),
            ("s.head.10.1", id("s", Some((BuildRole::Head, 10)), 1)),
            ("s.tail.10.1", id("s.tail.10", None, 1)),
            ("s.base.x.1", id("s.base.x", None, 1)),
            (".base.2.5", id(".base.2", None, 5)),
            ("s", id("s", None, 0)),
            ("s.x", id("s.x", None, 0)),
            (".3", id(".3", None, 0)),
            ("s.+3", id("s.+3", None, 0)),
            ("s.99999999999999999999", id("s.99999999999999999999", None, 0)),
            ("", id("unnamed", None, 0)),
        ];
        for (text, expected) in cases {
            assert_eq!(LaunchId::parse(text), expected, "{text}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn launch_ids_are_printed_and_parsed_unchanged(
            session in "[A-Za-z0-9_-]{1,12}",
            side in proptest::option::of((any::<bool>(), any::<u64>())),
            number in any::<u64>(),
        ) {
            let side = side.map(|(is_head, block)| (if is_head { BuildRole::Head } else { BuildRole::Base }, block));
            let id = LaunchId { session: &session, side, number };
            let written = id.to_string();
            prop_assert_eq!(LaunchId::parse(&written), id);
        }

        #[test]
        fn any_text_is_parsed_as_a_launch_id_with_a_session(text in "\\PC{0,20}|([a-z]|\\.|base|head|[0-9]){0,12}") {
            let id = LaunchId::parse(&text);
            prop_assert!(!id.session.is_empty());
        }
    }
}
