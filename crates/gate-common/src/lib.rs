//! What every other crate of the gate may use: names, paths, property lists, folders of work in progress and git.
#![forbid(unsafe_code)]

pub mod boundary;
pub mod git;
pub mod names;
pub mod plists;
pub mod sides;
pub mod stage;

/// Gives an enum of plain variants all of them, the name of each, and the one that has a name.
///
/// An enum that is written in it as a whole is a table, so that a new variant has all that is said of each beside its name.
#[macro_export]
macro_rules! named {
    ($kind:ident: $($variant:ident = $name:literal),+) => {
        impl $kind {
            /// All, in the order of their declaration.
            pub const ALL: [$kind; [$($name),+].len()] = [$($kind::$variant),+];

            /// The name in files, settings and reports.
            pub fn name(self) -> &'static str {
                match self {
                    $($kind::$variant => $name),+
                }
            }

            /// The one of this name.
            pub fn of_name(name: &str) -> Option<$kind> {
                $kind::ALL.into_iter().find(|known| known.name() == name)
            }
        }
    };
    ($(#[$about:meta])* pub enum $kind:ident: $row:ty {
        $($(#[$doc:meta])* $variant:ident = $name:literal, $said:expr;)+
    }) => {
        $(#[$about])*
        pub enum $kind {
            $($(#[$doc])* $variant),+
        }

        $crate::named!($kind: $($variant = $name),+);

        impl $kind {
            /// What is said of it beside its name.
            fn row(self) -> $row {
                match self {
                    $($kind::$variant => $said),+
                }
            }
        }
    };
}
