//! Files of launches: which format one has, and the launches in it.
//!
//! Many files are read in parallel, and the lines of one file too; what comes out does not depend
//! on how many threads there are.

mod error;

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use gate_common::boundary;
use hashbrown::HashMap;
use rayon::prelude::*;

use super::list::list;
use super::record::{self, RecordError};
use super::run_log::{self, Recorded, RunLog};
use super::{FileLine, Launch, Launches, Warning, WarningKind, trace_file};

pub use error::{ReadError, Reason};

/// A result whose error is a [`ReadError`].
pub(super) type Result<T, E = ReadError> = std::result::Result<T, E>;

#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// Keep the callers of each cost, at the price of memory; without it they are added up.
    pub paths: bool,
    /// Keep them of one launch in this many only; 0 is of each.
    pub one_in: u64,
    /// Keep what samples found without the callers of each cost too; with those it is kept anyway.
    pub samples: bool,
}

/// The most bytes that all compressed files of a reading may expand to together by default, with what is read from what is no file, such
/// as a FIFO.
pub(crate) const EXPANDED: u64 = 1 << 30;

/// The options, and how many bytes.
#[derive(Clone, Copy)]
struct How<'a> {
    asked: &'a ReadOptions,
    /// The number of the launch in a file that holds one: the file's place in its folder.
    ordinal: u64,
    expanded: u64,
    /// How many of those bytes are left.
    left: &'a AtomicU64,
}

impl How<'_> {
    /// Whether the callers of a launch are kept, by its number from 1 on.
    fn keeps(&self, number: u64) -> bool {
        self.asked.paths && (number.max(1) - 1).is_multiple_of(self.asked.one_in.max(1))
    }
}

/// A line longer than this is refused before it fills the memory.
const LONGEST_LINE: usize = 1 << 30;

/// This many bytes of lines are parsed at once.
const BATCH: usize = 64 << 20;

/// Reads files of launches, folders of such files, and `-` for standard input.
///
/// The order of the arguments decides nothing but which of two equal launches counts.
pub fn read(paths: &[PathBuf], options: &ReadOptions) -> Result<Launches> {
    read_within(paths, options, EXPANDED)
}

/// The same with another limit than [`EXPANDED`].
pub(super) fn read_within(paths: &[PathBuf], options: &ReadOptions, expanded: u64) -> Result<Launches> {
    let left = &AtomicU64::new(expanded);
    let how = &How { asked: options, ordinal: 1, expanded, left };
    let (mut files, mut skipped) = (Vec::new(), Vec::new());
    for path in paths {
        list(path, true, &mut files, &mut skipped)?;
    }
    // The driver's own log says more of the traces beside it, and is no launch.
    files.retain(|file| !run_log::is_log(file) && !run_log::is_facts(file));
    let logs = read_logs(&files)?;
    // The number of a launch that does not say its own: its place in its folder.
    let mut ordinals = HashMap::new();
    let numbered: Vec<(&PathBuf, u64)> = files
        .iter()
        .map(|file| {
            let ordinal = ordinals.entry(file.parent()).or_insert(0);
            *ordinal += 1;
            (file, *ordinal)
        })
        .collect();
    // Neighbours share a table: their launches name the same methods, and few tables have to be merged.
    let share = numbered.len().div_ceil(rayon::current_num_threads()).max(1);
    let parts: Vec<Result<Reading>> =
        numbered.par_chunks(share).map(|files| read_files(files, how)).collect();
    let recorded: HashMap<_, _> = logs.iter().map(|(folder, log)| (*folder, (log, log.by_file()))).collect();
    let mut all = Launches::default();
    for part in parts {
        let mut part = part?;
        annotate(&mut part.launches, &recorded);
        all.append(part.launches);
    }
    refuse_twins(&all)?;
    all.settle();
    refuse_mixed(&all)?;
    all.warnings.extend(skipped);
    if all.launches.is_empty() {
        let source = match (paths, all.warnings.first()) {
            (_, Some(warning)) => warning.source.clone(),
            ([path, ..], None) => source_of(path),
            ([], None) => FileLine { file: "".into(), line: None },
        };
        // A warning has said already why a launch was left out; it is the reason here.
        let reason = match all.warnings.first() {
            Some(warning) => Reason::Invalid(format!("no usable launch: {}", warning.kind)),
            None => Reason::Empty,
        };
        return Err(ReadError { source, reason });
    }
    Ok(all)
}

/// The logs of runs beside these files, by their folders.
fn read_logs(files: &[PathBuf]) -> Result<HashMap<Option<&Path>, RunLog>> {
    let mut logs = HashMap::new();
    for file in files {
        let folder = file.parent();
        if logs.contains_key(&folder) {
            continue;
        }
        let Some(path) = run_log::beside(file) else { continue };
        let failed = |reason| ReadError { source: source_of(&path), reason };
        let mut text = String::new();
        let mut file = boundary::open(&path).map_err(|error| failed(Reason::Io(error)))?;
        file.read_to_string(&mut text).map_err(|error| failed(Reason::Io(error)))?;
        logs.insert(folder, RunLog::parse(&text).map_err(|reason| failed(Reason::Invalid(reason)))?);
    }
    Ok(logs)
}

/// What a driver's log says of each trace beside it, by the trace's name.
type FolderLog<'a> = (&'a RunLog, BTreeMap<&'a str, &'a Recorded>);

/// Adds what the driver knows of each trace; one that it does not know is left as it is.
fn annotate(part: &mut Launches, logs: &HashMap<Option<&Path>, FolderLog<'_>>) {
    for launch in &mut part.launches {
        let file = Arc::clone(&launch.source.file);
        let file = Path::new(&*file);
        let Some((log, by_file)) = logs.get(&file.parent()) else { continue };
        let name = file.file_name().map(|name| name.to_string_lossy());
        if let Some(recorded) = name.and_then(|name| by_file.get(&*name).copied()) {
            log.annotate(recorded, launch);
            let id = launch.conditions.session_id(&launch.session);
            part.known.entry(id).or_insert_with(|| log.session());
            part.looks = part.looks.max(Some(log.header.looks.len()).filter(|looks| *looks > 0));
            if log.header.again {
                part.again.insert(Arc::clone(&launch.session));
            }
        }
    }
}

pub(super) fn source_of(path: &Path) -> FileLine {
    FileLine { file: path.display().to_string().into(), line: None }
}

/// A launch has one content: app, scenario, device, session and number, of a side and a block, are its identity.
fn refuse_twins(all: &Launches) -> Result<()> {
    let mut known: HashMap<_, &Launch> = HashMap::new();
    for launch in &all.launches {
        let first = *known.entry(launch.identity()).or_insert(launch);
        let content = |launch: &Launch| (launch.recorded_unix_ms, launch.marks.clone());
        if content(first) != content(launch) || first.costs != launch.costs {
            let reason = format!(
                "launch {} of session {:?} is also in {}, with different content; give each launch a number of its own",
                launch.number, launch.session, first.source
            );
            return Err(ReadError { source: launch.source.clone(), reason: Reason::Invalid(reason) });
        }
    }
    Ok(())
}

/// A session is of one build, and so is each side of an interleaved run; which build a launch is of not every recorder says.
fn refuse_mixed(all: &Launches) -> Result<()> {
    let mut known: HashMap<_, &Launch> = HashMap::new();
    for launch in all.launches.iter().filter(|launch| !launch.build.is_unknown()) {
        let key = (&launch.session, launch.role, &launch.conditions.app_bundle);
        let first = *known.entry(key).or_insert(launch);
        if let Some(difference) = first.build.difference(&launch.build) {
            let reason = format!(
                "session {:?} contains different builds: {difference}, compared with {}; record each build as a separate session",
                launch.session, first.source
            );
            return Err(ReadError { source: launch.source.clone(), reason: Reason::Invalid(reason) });
        }
    }
    Ok(())
}

fn read_files(files: &[(&PathBuf, u64)], how: &How<'_>) -> Result<Reading> {
    let mut into = Reading::default();
    files
        .iter()
        .try_for_each(|(path, ordinal)| read_file(path, &How { ordinal: *ordinal, ..*how }, &mut into))?;
    into.bytes = Vec::new();
    Ok(into)
}

/// Where files are read into, one after the other.
#[derive(Default)]
struct Reading {
    launches: Launches,
    kept: trace_file::SharedBuffers,
    /// The bytes of the trace at hand; kept, since fresh memory costs as much as reading.
    bytes: Vec<u8>,
}

fn read_file(path: &Path, how: &How<'_>, into: &mut Reading) -> Result<()> {
    let source = source_of(path);
    if path == Path::new("-") {
        return read_any(&source.file, io::stdin().lock(), how, into);
    }
    match std::fs::File::open(path) {
        Ok(file) if file.metadata().is_ok_and(|about| about.is_file()) => {
            read_any(&source.file, file, how, into)
        }
        Ok(special) => {
            let special = Bounded { inner: special, left: how.left };
            read_any(&source.file, special, how, into)
        }
        Err(error) => Err(ReadError { source, reason: Reason::Io(error) }),
    }
}

/// Reads one file of whatever format; `name` is its name in messages.
pub fn read_stream(name: &str, input: impl Read, options: &ReadOptions) -> Result<Launches> {
    let mut into = Reading::default();
    let left = &AtomicU64::new(EXPANDED);
    let how = &How { asked: options, ordinal: 1, expanded: EXPANDED, left };
    read_any(name, input, how, &mut into)?;
    into.launches.settle();
    Ok(into.launches)
}

fn read_any(name: &str, input: impl Read, how: &How<'_>, into: &mut Reading) -> Result<()> {
    let file: Arc<str> = name.into();
    let mut raw = BufReader::with_capacity(1 << 16, input);
    let head = peek(&mut raw).map_err(|error| failed(&file, None, error, how))?;
    if head.is_empty() {
        return Err(ReadError { source: FileLine { file, line: None }, reason: Reason::Empty });
    }
    let mut plain = |decoder: &mut dyn Read| {
        let decoder = Bounded { inner: decoder, left: how.left };
        let decoder = BufReader::with_capacity(1 << 16, decoder);
        read_plain(Arc::clone(&file), decoder, how, into)
    };
    if head.starts_with(&[0x1f, 0x8b]) {
        plain(&mut flate2::bufread::MultiGzDecoder::new(raw))
    } else if head.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) {
        match zstd::stream::read::Decoder::with_buffer(raw) {
            Ok(mut decoder) => plain(&mut decoder),
            Err(error) => Err(failed(&file, None, error, how)),
        }
    } else {
        read_plain(file, raw, how, into)
    }
}

/// A reader that ends with an error once all of its kind gave this many bytes, since small files may expand without end.
struct Bounded<'a, R> {
    inner: R,
    left: &'a AtomicU64,
}

impl<R: Read> Read for Bounded<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let got = self.inner.read(into)?;
        let take = |left: u64| left.checked_sub(got as u64);
        let is_within = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).is_ok();
        if is_within { Ok(got) } else { Err(io::ErrorKind::FileTooLarge.into()) }
    }
}

/// The first bytes, without taking them: more than one read may be needed to see as many as there are.
fn peek<R: Read>(input: &mut BufReader<R>) -> io::Result<&[u8]> {
    loop {
        match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
            Ok(_) => return Ok(input.buffer()),
        }
    }
}

fn failed(file: &Arc<str>, line: Option<u64>, error: io::Error, how: &How<'_>) -> ReadError {
    let reason = match error.kind() {
        io::ErrorKind::FileTooLarge => Reason::Large(how.expanded),
        io::ErrorKind::UnexpectedEof => Reason::Truncated("the compressed data ends early".to_owned()),
        io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData => {
            Reason::Invalid(format!("the compressed data is corrupt: {error}"))
        }
        _ => Reason::Io(error),
    };
    ReadError { source: FileLine { file: Arc::clone(file), line }, reason }
}

fn read_plain(
    file: Arc<str>,
    mut input: BufReader<impl Read>,
    how: &How<'_>,
    into: &mut Reading,
) -> Result<()> {
    let head = peek(&mut input).map_err(|error| failed(&file, None, error, how))?;
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    if trace::is_trace(head) {
        return read_trace(file, input, how, into);
    }
    match head.trim_ascii_start().first() {
        None => Err(ReadError { source: FileLine { file, line: None }, reason: Reason::Empty }),
        Some(b'{' | b'<' | b'=' | b'>') => read_lines(file, input, how, &mut into.launches),
        Some(_) => Err(ReadError { source: FileLine { file, line: None }, reason: Reason::Unknown }),
    }
}

fn read_trace(
    file: Arc<str>,
    mut input: BufReader<impl Read>,
    how: &How<'_>,
    into: &mut Reading,
) -> Result<()> {
    let Reading { launches: into, kept, bytes } = into;
    bytes.clear();
    input.read_to_end(bytes).map_err(|error| failed(&file, None, error, how))?;
    let source = FileLine { file, line: None };
    let mut odd = Vec::new();
    let read = match trace::Reader::open(bytes) {
        Ok(reader) => {
            let keep = trace_file::Keep {
                paths: how.keeps(how.ordinal),
                samples: how.asked.samples || how.keeps(how.ordinal),
            };
            Ok(trace_file::draft(&reader, &mut into.table, kept, keep, &mut odd))
        }
        Err(error) if error.is_partial() => Err(Reason::Truncated(error.to_string())),
        Err(error) => Err(Reason::Invalid(error.to_string())),
    };
    let launch = read.and_then(|mut draft| {
        // The launch was given no name, so its name is when it began; as with other recorders, a folder is a session.
        if draft.number == 0 && draft.session.bytes().all(|b| b.is_ascii_digit()) {
            draft.number = draft.session.parse().unwrap_or_default();
            draft.session = folder_name(&source.file);
        }
        draft
            .finish(source.clone(), &mut into.table, how.keeps(how.ordinal), &mut into.warnings)
            .map_err(Reason::Invalid)
    });
    into.warnings.extend(odd.into_iter().map(|kind| Warning { source: source.clone(), kind }));
    match launch {
        Ok(launch) => into.launches.extend(launch),
        Err(reason) => return Err(ReadError { source, reason }),
    }
    Ok(())
}

/// The folder that a file is in, or the file's own name: the session of launches that do not say theirs.
fn folder_name(file: &str) -> String {
    let path = Path::new(file);
    let folder = path.parent().and_then(Path::file_name).or_else(|| path.file_stem());
    folder.map_or_else(|| "imported".to_owned(), |name| name.to_string_lossy().into_owned())
}

/// A line and its number.
type Line = (u64, Vec<u8>);

fn read_lines(file: Arc<str>, mut input: impl BufRead, how: &How<'_>, into: &mut Launches) -> Result<()> {
    let mut number = 0;
    loop {
        let (mut batch, mut bytes, mut ended): (Vec<Line>, usize, bool) = (Vec::new(), 0, false);
        while bytes < BATCH && !ended {
            let mut line = Vec::new();
            number += 1;
            let got = input.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut line);
            let got = got.map_err(|error| failed(&file, Some(number), error, how))?;
            if got > LONGEST_LINE {
                let source = FileLine { file, line: Some(number) };
                return Err(ReadError { source, reason: Reason::Huge(LONGEST_LINE) });
            }
            ended = got == 0;
            bytes += got;
            if number == 1 && line.starts_with(b"\xef\xbb\xbf") {
                line.drain(..3);
            }
            if !line.trim_ascii().is_empty() {
                batch.push((number, line));
            }
        }
        if batch.len() == 1 {
            // A table of its own would have to be merged.
            parse_lines(&file, &batch, how, into)?;
        } else {
            // Neighbours share a table, so that few tables have to be merged.
            let share = batch.len().div_ceil(rayon::current_num_threads()).max(1);
            let parts = batch.par_chunks(share).map(|lines| {
                let mut part = Launches::default();
                parse_lines(&file, lines, how, &mut part).map(|()| part)
            });
            let parts: Vec<Result<Launches>> = parts.collect();
            for part in parts {
                into.append(part?);
            }
        }
        if ended {
            return Ok(());
        }
    }
}

fn parse_lines(file: &Arc<str>, lines: &[Line], how: &How<'_>, into: &mut Launches) -> Result<()> {
    for (number, line) in lines {
        let source = FileLine { file: Arc::clone(file), line: Some(*number) };
        match record::parse(line.trim_ascii(), &mut into.table) {
            Ok((draft, odd)) => {
                let mut warn = |kind| into.warnings.push(Warning { source: source.clone(), kind });
                if !odd.unknown_fields.is_empty() {
                    warn(WarningKind::UnknownFields { fields: odd.unknown_fields });
                }
                if odd.shortened_names > 0 {
                    warn(WarningKind::ShortenedNames { names: odd.shortened_names });
                }
                if odd.totals_below_self > 0 {
                    warn(WarningKind::TotalBelowSelf { methods: odd.totals_below_self });
                }
                let keeps = how.keeps(*number);
                match draft.finish(source.clone(), &mut into.table, keeps, &mut into.warnings) {
                    Ok(launch) => into.launches.extend(launch),
                    Err(reason) => return Err(ReadError { source, reason: Reason::Invalid(reason) }),
                }
            }
            Err(error) => {
                let reason = match error {
                    // A line that ends was written as it is.
                    RecordError::Truncated if line.ends_with(b"\n") => Reason::Invalid(
                        "this JSON goes on in the next line, but a launch record is one line".to_owned(),
                    ),
                    RecordError::Truncated => {
                        Reason::Truncated("the line ends in the middle of a record".to_owned())
                    }
                    RecordError::Format(found) => {
                        let found = found.chars().take(60).collect();
                        Reason::Format { found, known: record::FORMAT }
                    }
                    RecordError::Invalid(reason) => Reason::Invalid(reason),
                };
                return Err(ReadError { source, reason });
            }
        }
    }
    Ok(())
}
