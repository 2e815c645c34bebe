//! Reads a trace: the whole file is checked once, and then its columns are borrowed.
//!
//! Invariant: a `Reader` exists only for a file whose checksums are correct, whose ids all refer to existing rows, and whose trees have no
//! cycles. Code that uses a `Reader` may therefore use ids as indexes, and walk up from any node, without further checks.

use crate::checksum::{checksum, mix_word};
use crate::column::Payload;
use crate::error::{Problem, ReadError};
use crate::layout::{
    ALIGNMENT, END, END_BYTES, HEADER_BYTES, MAGIC, PREAMBLE_BYTES, SUM_BYTES, Section, Tag, VERSION,
};
use crate::tables::{
    Costs, CountedImages, Drops, Events, Frames, Images, Info, Infos, Marks, Methods, Nodes, Notes,
    OpenCalls, Pages, Sampler, Samplers, Samples, Signposts, Symbols, Threads, Works,
};
use crate::validate;

/// A checked trace, borrowed from its bytes.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Reader<'a> {
    /// The device, the app and the conditions of the launch.
    pub info: Info<'a>,
    /// The images that the process had loaded.
    pub images: Images<'a>,
    /// The methods that were called.
    pub methods: Methods<'a>,
    /// The threads that have a tree.
    pub threads: Threads<'a>,
    /// The nodes of the trees of all threads.
    pub nodes: Nodes<'a>,
    /// The calls that were longer than the threshold.
    pub events: Events<'a>,
    /// The marks, that is the moments of the launch.
    pub marks: Marks<'a>,
    /// The times of the view controllers.
    pub pages: Pages<'a>,
    /// The numbers of records that were dropped.
    pub dropped: Drops<'a>,
    /// The agent's own costs.
    pub costs: Costs<'a>,
    /// Notes for the reader of the report.
    pub notes: Notes<'a>,
    /// The calls that had not returned when the window ended.
    pub open_calls: OpenCalls<'a>,
    /// The parameters of sampling, or `None` in a trace without samples.
    pub sampler: Option<Sampler>,
    /// Exported symbols of the system's images.
    pub symbols: Symbols<'a>,
    /// The stack frames of the samples, as a tree.
    pub frames: Frames<'a>,
    /// The samples of call stacks.
    pub samples: Samples<'a>,
    /// The requested work, or `None` if work was not counted.
    pub works: Option<Works<'a>>,
    /// The counts of functions, or `None` if the app does not count them.
    pub counted_images: Option<CountedImages<'a>>,
    /// The signposts of the app, or `None` without any.
    pub signposts: Option<Signposts<'a>>,
    /// The number of sections that were skipped because this version of the reader does not know them.
    pub skipped: usize,
}

impl<'a> Reader<'a> {
    /// Checks `bytes`, a whole file, and finds its columns.
    pub fn open(bytes: &'a [u8]) -> Result<Reader<'a>, ReadError> {
        let mut file = SectionReader { bytes, at: 0, check: 0, sections: 0 };
        file.read_preamble()?;
        let mut found: [Option<Payload<'a>>; Section::ALL.len()] = [const { None }; _];
        let mut skipped = 0;
        while let Some(payload) = file.read_section()? {
            let Some(section) = Section::from_tag(payload.tag) else {
                skipped += 1;
                continue;
            };
            let slot = &mut found[section as usize];
            if slot.is_some() {
                return Err(payload.error(Problem::RepeatedSection));
            }
            *slot = Some(payload);
        }
        let end = bytes.len() as u64;
        let mut take = |section: Section| {
            let missing = || ReadError {
                section: Some(END),
                offset: end,
                problem: Problem::MissingSection(section.tag()),
            };
            found[section as usize].take().ok_or_else(missing)
        };
        let infos = Infos::read(take(Section::Infos)?)?;
        let samplers = take(Section::Samplers).ok().map_or(Ok(Samplers::EMPTY), Samplers::read)?;
        let reader = Reader {
            info: validate::single_info(&infos)?,
            images: Images::read(take(Section::Images)?)?,
            methods: Methods::read(take(Section::Methods)?)?,
            threads: Threads::read(take(Section::Threads)?)?,
            nodes: Nodes::read(take(Section::Nodes)?)?,
            events: Events::read(take(Section::Events)?)?,
            marks: Marks::read(take(Section::Marks)?)?,
            pages: Pages::read(take(Section::Pages)?)?,
            dropped: Drops::read(take(Section::Drops)?)?,
            costs: Costs::read(take(Section::Costs)?)?,
            notes: Notes::read(take(Section::Notes)?)?,
            open_calls: OpenCalls::read(take(Section::OpenCalls)?)?,
            sampler: validate::at_most_one_sampler(&samplers)?,
            symbols: take(Section::Symbols).ok().map_or(Ok(Symbols::EMPTY), Symbols::read)?,
            frames: take(Section::Frames).ok().map_or(Ok(Frames::EMPTY), Frames::read)?,
            samples: take(Section::Samples).ok().map_or(Ok(Samples::EMPTY), Samples::read)?,
            works: take(Section::Works).ok().map(Works::read).transpose()?,
            counted_images: take(Section::CountedImages).ok().map(CountedImages::read).transpose()?,
            signposts: take(Section::Signposts).ok().map(Signposts::read).transpose()?,
            skipped,
        };
        validate::check_references(&reader)?;
        Ok(reader)
    }
}

/// The sections of a file, which are read one after the other.
struct SectionReader<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The whole-file check of the sections read so far.
    check: u64,
    sections: u64,
}

impl<'a> SectionReader<'a> {
    fn read_preamble(&mut self) -> Result<(), ReadError> {
        let error = |offset, problem| ReadError { section: None, offset, problem };
        let known = self.bytes.len().min(MAGIC.len());
        if self.bytes[..known] != MAGIC[..known] {
            return Err(error(0, Problem::NotATrace));
        }
        // The version is checked first, since the following bytes may have another layout in another version.
        if let Some(version) = self.bytes.get(8..10).and_then(|bytes| bytes.first_chunk()) {
            let version = u16::from_le_bytes(*version);
            if version != VERSION {
                return Err(error(8, Problem::UnknownVersion(version)));
            }
            if let Some((preamble, _)) = self.bytes.split_at_checked(PREAMBLE_BYTES) {
                self.check = checksum(preamble);
                self.at = PREAMBLE_BYTES;
                return Ok(());
            }
        }
        let length = self.bytes.len() as u64;
        Err(error(length, Problem::Partial { needed: PREAMBLE_BYTES as u64 - length }))
    }

    /// Reads the next section and checks its checksum. Returns `None` at the end section, which must end the file.
    fn read_section(&mut self) -> Result<Option<Payload<'a>>, ReadError> {
        let begin = self.at;
        let rest = &self.bytes[begin..];
        let tag = rest.first_chunk().map(|tag| Tag(*tag));
        let error = |offset: usize, problem| ReadError { section: tag, offset: offset as u64, problem };
        let partial = |needed: u64| error(self.bytes.len(), Problem::Partial { needed });

        let Some((header, body)) = rest.split_first_chunk::<HEADER_BYTES>() else {
            return Err(partial((HEADER_BYTES - rest.len()) as u64));
        };
        let [t0, t1, t2, t3, r0, r1, r2, r3, length @ ..] = *header;
        let tag = Tag([t0, t1, t2, t3]);
        let rows = u32::from_le_bytes([r0, r1, r2, r3]);
        let length = u64::from_le_bytes(length);
        if !length.is_multiple_of(ALIGNMENT) {
            return Err(error(begin + 8, Problem::BadLength(length)));
        }
        let have = body.len() as u64;
        let need =
            length.checked_add(SUM_BYTES as u64).ok_or(error(begin + 8, Problem::BadLength(length)))?;
        if need > have {
            return Err(partial(need - have));
        }
        // The file has at least `length` bytes, so the length fits in `usize`.
        let length = length as usize;
        let (summed, behind) = rest.split_at(HEADER_BYTES + length);
        let Some((stated, _)) = behind.split_first_chunk() else {
            return Err(partial(SUM_BYTES as u64));
        };
        let (computed, stated) = (checksum(summed), u64::from_le_bytes(*stated));
        if computed != stated {
            return Err(error(begin + summed.len(), Problem::Checksum { computed, stated }));
        }
        self.at = begin + summed.len() + SUM_BYTES;
        self.sections += 1;
        let at = (begin + HEADER_BYTES) as u64;
        let payload = Payload { tag, rows, bytes: &summed[HEADER_BYTES..], at };
        if tag == END {
            self.end(payload)?;
            return Ok(None);
        }
        self.check = mix_word(self.check, computed);
        Ok(Some(payload))
    }

    /// Checks that the end section agrees with the file before it.
    fn end(&self, payload: Payload<'a>) -> Result<(), ReadError> {
        let (words, _) = payload.bytes.as_chunks();
        let [length, sections, check, ..] = words else {
            let left = payload.bytes.len() as u64;
            return Err(payload.error(Problem::ShortSection { needed: END_BYTES as u64, left }));
        };
        let checks = [
            ("a length of", length, self.at as u64),
            ("a number of sections of", sections, self.sections),
            ("a whole-file check of", check, self.check),
        ];
        for (index, (what, stated, computed)) in checks.into_iter().enumerate() {
            let stated = u64::from_le_bytes(*stated);
            if stated != computed {
                let offset = payload.at + index as u64 * 8;
                return Err(ReadError {
                    section: Some(END),
                    offset,
                    problem: Problem::EndMismatch { what, computed, stated },
                });
            }
        }
        match (self.bytes.len() - self.at) as u64 {
            0 => Ok(()),
            more => Err(ReadError {
                section: Some(END),
                offset: self.at as u64,
                problem: Problem::TrailingBytes(more),
            }),
        }
    }
}
