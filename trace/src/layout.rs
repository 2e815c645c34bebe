//! Defines the outermost structure of the file: preamble, section headers and tags. The crate's documentation explains the bytes.

use core::fmt;

/// The first bytes of a trace, which resemble PNG's: a byte above 127, both kinds of line end, and an end-of-file character. A transfer
/// that treats the file as text changes the first bytes.
pub(crate) const MAGIC: [u8; 8] = *b"\x89LGT\r\n\x1a\n";
/// Returns whether bytes begin like a trace; [`Reader::open`](crate::Reader::open) checks the rest.
pub fn is_trace(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC[..4])
}

/// The size of the preamble: magic, version and six zero bytes.
pub(crate) const PREAMBLE_BYTES: usize = 16;
/// The size of a section's header: tag, rows and payload length.
pub(crate) const HEADER_BYTES: usize = 16;
/// The size of the checksum after each section's payload.
pub(crate) const SUM_BYTES: usize = 8;
/// The size of the end section's payload: file length, number of sections and whole-file check.
pub(crate) const END_BYTES: usize = 24;
/// The alignment of columns and sections.
pub(crate) const ALIGNMENT: u64 = 8;

/// The version of the format that this crate reads and writes; a reader refuses every other version.
///
/// Sections, codes, and columns after the known columns may be added within a version.
pub const VERSION: u16 = 1;

/// The four letters that begin a section.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Tag(pub [u8; 4]);

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.escape_ascii())
    }
}

impl fmt::Debug for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The section that ends a file.
pub(crate) const END: Tag = Tag(*b"END.");

/// Defines all sections in one table, so that each section's tag and its position in the file are next to each other.
macro_rules! sections {
    ($($section:ident = $tag:literal,)*) => {
        /// The sections with content, in the order in which `Writer::finish` adds the sections that were not written.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Section {
            $($section,)*
        }

        impl Section {
            pub(crate) const ALL: [Section; [$($tag),*].len()] = [$(Section::$section),*];

            pub(crate) const fn tag(self) -> Tag {
                Tag(*match self {
                    $(Section::$section => $tag,)*
                })
            }
        }
    };
}

sections! {
    Infos = b"INFO",
    Images = b"IMGS",
    Methods = b"METH",
    Threads = b"THRD",
    Nodes = b"NODE",
    Events = b"EVNT",
    Marks = b"MARK",
    Pages = b"PAGE",
    Drops = b"DROP",
    Costs = b"COST",
    Notes = b"NOTE",
    OpenCalls = b"OPEN",
    Samplers = b"SPLR",
    Symbols = b"SYMB",
    Frames = b"FRAM",
    Samples = b"SMPL",
    Works = b"WORK",
    CountedImages = b"FUNC",
    Signposts = b"SIGN",
}

impl Section {
    /// Returns whether a file without this section is complete.
    pub(crate) const fn is_optional(self) -> bool {
        self.is_sampled() || matches!(self, Section::Works | Section::CountedImages | Section::Signposts)
    }

    /// Returns whether only a trace with samples has this section.
    pub(crate) const fn is_sampled(self) -> bool {
        matches!(self, Section::Samplers | Section::Symbols | Section::Frames | Section::Samples)
    }

    pub(crate) fn from_tag(tag: Tag) -> Option<Section> {
        Section::ALL.into_iter().find(|section| section.tag() == tag)
    }
}

/// Returns the number of padding bytes after `length` bytes.
pub(crate) const fn padding(length: u64) -> u64 {
    length.wrapping_neg() % ALIGNMENT
}

/// Returns `length` with its padding, or `None` if the sum overflows.
pub(crate) const fn add_padding(length: u64) -> Option<u64> {
    length.checked_add(padding(length))
}
