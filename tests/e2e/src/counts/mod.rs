//! Checks counting copies, that is builds that count the calls of their functions: dyld's rules for the
//! files, each trampoline on a CPU, the counts of whole programs, and third-party files.

pub mod difference;
pub mod foreign;
pub mod public;
pub mod rules;
pub mod truth;

/// Reads a 32-bit number.
pub fn word(bytes: &[u8], at: usize) -> usize {
    u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes")) as usize
}

/// Reads a 64-bit number.
pub(crate) fn long(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
}

/// Reads a name that is padded with zeros.
pub(crate) fn name(bytes: &[u8], at: usize) -> String {
    let whole = &bytes[at..at + 16];
    String::from_utf8_lossy(whole).trim_end_matches('\0').to_owned()
}

/// A segment, as its load command describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Segment {
    pub name: String,
    pub address: u64,
    pub memory: u64,
    pub offset: u64,
    pub size: u64,
    pub protection: usize,
    /// The sections: name, address, size, offset and type of each.
    pub sections: Vec<(String, u64, u64, u64, usize)>,
}

/// Returns the load commands of a thin file: kind, offset, size.
pub fn commands(file: &[u8]) -> Vec<(usize, usize, usize)> {
    let mut at = 32;
    (0..word(file, 16))
        .map(|_| {
            let command = (word(file, at), at, word(file, at + 4));
            at += command.2;
            command
        })
        .collect()
}

/// Returns all segments, in the order of their load commands.
pub fn segments(file: &[u8]) -> Vec<Segment> {
    let at_segments = commands(file).into_iter().filter(|(kind, ..)| *kind == 0x19);
    at_segments.map(|(_, at, _)| segment(file, at)).collect()
}

/// Reads the segment whose load command is at the offset `at`.
fn segment(file: &[u8], at: usize) -> Segment {
    let [address, memory, offset, size] = [24, 32, 40, 48].map(|field| long(file, at + field));
    let sections = (0..word(file, at + 64)).map(|index| section(file, at + 72 + 80 * index)).collect();
    Segment {
        name: name(file, at + 8),
        address,
        memory,
        offset,
        size,
        protection: word(file, at + 60),
        sections,
    }
}

/// Reads the section whose header is at this offset, in the form of [`Segment::sections`].
fn section(file: &[u8], at: usize) -> (String, u64, u64, u64, usize) {
    let offset = word(file, at + 48) as u64;
    (name(file, at), long(file, at + 32), long(file, at + 40), offset, word(file, at + 64) & 0xff)
}

/// Returns the length of a file's signature, or 0.
pub fn signature(file: &[u8]) -> usize {
    commands(file).iter().find(|(kind, ..)| *kind == 0x1d).map_or(0, |(_, at, _)| word(file, at + 12))
}
