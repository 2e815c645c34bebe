//! Contains the common base of the gate's crates: names, paths, hashes, property lists, temporary folders and git.
#![forbid(unsafe_code)]

pub mod boundary;
pub mod git;
pub mod hash;
pub mod names;
pub mod plists;
pub mod sides;
pub mod stage;

/// Implements, for an enum without fields, the list of its variants, their names, and the lookup by name.
///
/// If an enum is declared inside the macro, it is a table: each new variant must have its name and its other
/// properties.
#[macro_export]
macro_rules! named {
    ($kind:ident: $($variant:ident = $name:literal),+) => {
        impl $kind {
            /// All variants of the enum, in the order of their declaration.
            pub const ALL: [$kind; [$($name),+].len()] = [$($kind::$variant),+];

            /// Returns the name in files, settings and reports.
            pub fn name(self) -> &'static str {
                match self {
                    $($kind::$variant => $name),+
                }
            }

            /// Returns the variant with the given name.
            pub fn from_name(name: &str) -> Option<$kind> {
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
            /// Returns the properties of the variant, without its name.
            fn row(self) -> $row {
                match self {
                    $($kind::$variant => $said),+
                }
            }
        }
    };
}
