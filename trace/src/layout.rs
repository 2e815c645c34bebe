//! The outermost shape of the file: preamble, section headers, tags. The crate's documentation says what the bytes mean.

use core::fmt;

/// Like PNG's: a byte above 127, both kinds of line end, an end-of-file; transfers that mistake the file for text break it here.
pub(crate) const MAGIC: [u8; 8] = *b"\x89LGT\r\n\x1a\n";
/// Magic, major, minor, four bytes of zero.
pub(crate) const PREAMBLE_BYTES: usize = 16;
/// Tag, rows, payload length.
pub(crate) const HEADER_BYTES: usize = 16;
/// The sum behind each section's payload.
pub(crate) const SUM_BYTES: usize = 8;
/// Total length, number of sections, sum of sums.
pub(crate) const END_BYTES: usize = 24;
/// Where columns and sections begin.
pub(crate) const ALIGNMENT: u64 = 8;

/// A version of the format.
///
/// A reader refuses another major version.
/// A higher minor version only adds: sections, columns behind the known ones, codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version {
    /// Raised when an older reader would misread the file.
    pub major: u16,
    /// Raised when something was added.
    pub minor: u16,
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

/// The version that this crate reads, and writes where call stacks were sampled.
pub const VERSION: Version = Version { major: 1, minor: 2 };
/// The version of a trace without samples, whose bytes are those of an agent that does not sample.
pub(crate) const WITHOUT_SAMPLES: Version = Version { major: 1, minor: 1 };

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

/// The sections with content, in the order in which `Writer::finish` adds those that were not written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Section {
    Infos,
    Images,
    Methods,
    Threads,
    Nodes,
    Events,
    Marks,
    Pages,
    Drops,
    Costs,
    Notes,
    OpenCalls,
    Samplers,
    Symbols,
    Frames,
    Samples,
}

impl Section {
    pub(crate) const ALL: [Section; 16] = [
        Section::Infos,
        Section::Images,
        Section::Methods,
        Section::Threads,
        Section::Nodes,
        Section::Events,
        Section::Marks,
        Section::Pages,
        Section::Drops,
        Section::Costs,
        Section::Notes,
        Section::OpenCalls,
        Section::Samplers,
        Section::Symbols,
        Section::Frames,
        Section::Samples,
    ];

    pub(crate) const fn tag(self) -> Tag {
        Tag(*match self {
            Section::Infos => b"INFO",
            Section::Images => b"IMGS",
            Section::Methods => b"METH",
            Section::Threads => b"THRD",
            Section::Nodes => b"NODE",
            Section::Events => b"EVNT",
            Section::Marks => b"MARK",
            Section::Pages => b"PAGE",
            Section::Drops => b"DROP",
            Section::Costs => b"COST",
            Section::Notes => b"NOTE",
            Section::OpenCalls => b"OPEN",
            Section::Samplers => b"SPLR",
            Section::Symbols => b"SYMB",
            Section::Frames => b"FRAM",
            Section::Samples => b"SMPL",
        })
    }

    /// The first minor version that has it.
    pub(crate) const fn since(self) -> u16 {
        match self {
            Section::OpenCalls => 1,
            Section::Samplers | Section::Symbols | Section::Frames | Section::Samples => 2,
            _ => 0,
        }
    }

    pub(crate) fn of(tag: Tag) -> Option<Section> {
        Section::ALL.into_iter().find(|section| section.tag() == tag)
    }
}

/// What has to be added to `length` so that the next thing begins aligned.
pub(crate) const fn padding(length: u64) -> u64 {
    length.wrapping_neg() % ALIGNMENT
}

/// `length` with its padding, unless that overflows.
pub(crate) const fn padded(length: u64) -> Option<u64> {
    length.checked_add(padding(length))
}
