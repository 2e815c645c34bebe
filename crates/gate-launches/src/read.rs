//! Reads files with launches in any format.
//!
//! Files are read in parallel, and the lines of one file are read in parallel too. The result does not depend on the number of threads.

mod error;

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use gate_common::boundary;
use hashbrown::HashMap;
use rayon::prelude::*;

use super::list::list_files;
use super::record::{self, RecordError};
use super::run_log::{self, RecordedLaunch, RunLog};
use super::{FileLine, Launch, Launches, Warning, WarningKind, trace_file};

pub use error::{ReadError, Reason};

/// A result whose error is a [`ReadError`].
pub(super) type Result<T, E = ReadError> = std::result::Result<T, E>;

/// The default limit of the size of an input in bytes. A trace usually has a few MB, but the app can write files of any size.
pub const LARGEST_INPUT: u64 = 256 << 20;

#[derive(Clone, Debug)]
pub struct ReadOptions {
    /// Whether to store the callers of each cost, which needs memory. Without this option, costs are summed over all callers.
    pub paths: bool,
    /// The distance between launches whose callers are stored: with 0 or 1, the callers of every launch are stored, and with 10 those of
    /// every tenth launch.
    pub one_in: u64,
    /// Whether to store samples although the callers of costs are not stored. If callers are stored, samples are always stored too.
    pub samples: bool,
    /// The limit of the bytes of each trace, of all compressed files together after decompression, and of all input that is not a regular
    /// file, such as a FIFO. The limit of a line is an eighth of this number.
    pub largest: u64,
}

impl ReadOptions {
    /// Returns the limit of the bytes of a line. The limit of a line is lower than that of a file, because a parsed line takes up to ten
    /// times the memory of its text.
    fn longest_line(&self) -> u64 {
        self.largest / 8
    }

    /// Returns the largest number of callers, in all costs of a launch together, for which the callers are stored. The tree of callers
    /// takes more than 100 bytes for each caller.
    fn most_callers(&self) -> u64 {
        self.largest / 128
    }

    /// Returns the limit of the memory for a trace: its bytes, and the data that are computed from them.
    fn trace_memory(&self) -> u64 {
        self.largest.saturating_mul(2)
    }
}

/// Estimates the memory for reading a trace: the tree takes 64 bytes for each node, or 256 bytes with callers, and names and costs take
/// 512 bytes for each method.
fn memory_of(trace: &trace::Reader<'_>, bytes: &[u8], has_callers: bool) -> u64 {
    let of_node = if has_callers { 256 } else { 64 };
    (bytes.len() + of_node * trace.nodes.len() + 512 * trace.methods.len()) as u64
}

impl Default for ReadOptions {
    fn default() -> ReadOptions {
        ReadOptions { paths: false, one_in: 0, samples: false, largest: LARGEST_INPUT }
    }
}

/// The options of one call of [`read`], and the number of bytes that may still be read.
#[derive(Clone, Copy)]
struct ReadContext<'a> {
    options: &'a ReadOptions,
    /// The position of the file in its folder, counted from 1. For a trace, this position determines whether callers are stored.
    ordinal: u64,
    /// The number of bytes to which compressed files may still expand.
    left: &'a AtomicU64,
}

impl ReadContext<'_> {
    /// Returns whether the callers of the launch with this number, counted from 1, are stored.
    fn keeps_callers(&self, number: u64) -> bool {
        self.options.paths && (number.max(1) - 1).is_multiple_of(self.options.one_in.max(1))
    }
}

/// The number of bytes of lines that are parsed in one batch. The lines of a batch are parsed at the same time, so a larger batch takes
/// more memory.
const BATCH: usize = 16 << 20;

/// Reads files of launches, folders of such files, and `-` for standard input.
///
/// The order of the arguments matters only for duplicate launches, of which only the first launch is returned.
pub fn read(paths: &[PathBuf], options: &ReadOptions) -> Result<Launches> {
    let left = &AtomicU64::new(options.largest);
    let context = &ReadContext { options, ordinal: 1, left };
    let (mut files, mut skipped) = (Vec::new(), Vec::new());
    for path in paths {
        list_files(path, true, &mut files, &mut skipped)?;
    }
    // The log of a run contains properties of the traces in its folder, but no launch, so it is not read as launches.
    files.retain(|file| !run_log::is_log(file) && !run_log::is_facts(file));
    let logs = read_logs(&files)?;
    // The position of a trace among the files of its folder determines whether the trace's callers are stored.
    let mut ordinals = HashMap::new();
    let numbered: Vec<(&PathBuf, u64)> = files
        .iter()
        .map(|file| {
            let ordinal = ordinals.entry(file.parent()).or_insert(0);
            *ordinal += 1;
            (file, *ordinal)
        })
        .collect();
    // Each thread reads neighbouring files into one table, so that few tables have to be merged.
    let share = numbered.len().div_ceil(rayon::current_num_threads()).max(1);
    let parts: Vec<Result<ReaderState>> =
        numbered.par_chunks(share).map(|files| read_files(files, context)).collect();
    let recorded: HashMap<_, _> = logs.iter().map(|(folder, log)| (*folder, (log, log.by_file()))).collect();
    let mut all = Launches::default();
    for part in parts {
        let mut part = part?;
        annotate_launches(&mut part.launches, &recorded);
        all.append(part.launches);
    }
    refuse_conflicting_copies(&all)?;
    all.sort();
    refuse_mixed_builds(&all)?;
    all.warnings.extend(skipped);
    if all.launches.is_empty() {
        let source = match (paths, all.warnings.first()) {
            (_, Some(warning)) => warning.source.clone(),
            ([path, ..], None) => source_of(path),
            ([], None) => FileLine { file: "".into(), line: None },
        };
        // If all launches were excluded, the first warning explains the reason.
        let reason = match all.warnings.first() {
            Some(warning) => Reason::Invalid(format!("no usable launch: {}", warning.kind)),
            None => Reason::Empty,
        };
        return Err(ReadError { source, reason });
    }
    Ok(all)
}

/// Reads the logs of runs in the folders of these files, and returns them by folder.
fn read_logs(files: &[PathBuf]) -> Result<HashMap<Option<&Path>, RunLog>> {
    let mut logs = HashMap::new();
    for file in files {
        let folder = file.parent();
        if logs.contains_key(&folder) {
            continue;
        }
        let Some(path) = run_log::path_next_to(file) else { continue };
        let failed = |reason| ReadError { source: source_of(&path), reason };
        let mut text = String::new();
        let mut file = boundary::open(&path).map_err(|error| failed(Reason::Io(error)))?;
        file.read_to_string(&mut text).map_err(|error| failed(Reason::Io(error)))?;
        logs.insert(folder, RunLog::parse(&text).map_err(|reason| failed(Reason::Invalid(reason)))?);
    }
    Ok(logs)
}

/// The log of a run, and its recorded launches by the names of their traces.
type FolderLog<'a> = (&'a RunLog, BTreeMap<&'a str, &'a RecordedLaunch>);

/// Adds the properties of launches from the logs; traces without an entry are not changed.
fn annotate_launches(part: &mut Launches, logs: &HashMap<Option<&Path>, FolderLog<'_>>) {
    for launch in &mut part.launches {
        let file = Arc::clone(&launch.source.file);
        let file = Path::new(&*file);
        let Some((log, by_file)) = logs.get(&file.parent()) else { continue };
        let name = file.file_name().map(|name| name.to_string_lossy());
        if let Some(recorded) = name.and_then(|name| by_file.get(&*name).copied()) {
            log.annotate_launch(recorded, launch);
            let id = launch.conditions.session_id(&launch.session);
            part.known.entry(id).or_insert_with(|| log.session_properties());
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

/// Returns an error if two launches have the same identity (app, scenario, device, session, number, role, block) and different contents.
fn refuse_conflicting_copies(all: &Launches) -> Result<()> {
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

/// Returns an error if a session has several builds; in an interleaved run, each role has one build. Launches without a recorded build are
/// not compared.
fn refuse_mixed_builds(all: &Launches) -> Result<()> {
    let mut known: HashMap<_, &Launch> = HashMap::new();
    for launch in all.launches.iter().filter(|launch| !launch.build.is_unknown()) {
        let key = (&launch.session, launch.role, &launch.conditions.app_bundle);
        let first = *known.entry(key).or_insert(launch);
        if let Some(difference) = first.build.describe_difference(&launch.build) {
            let reason = format!(
                "session {:?} contains different builds: {difference}, compared with {}; record each build as a separate session",
                launch.session, first.source
            );
            return Err(ReadError { source: launch.source.clone(), reason: Reason::Invalid(reason) });
        }
    }
    Ok(())
}

fn read_files(files: &[(&PathBuf, u64)], context: &ReadContext<'_>) -> Result<ReaderState> {
    let mut into = ReaderState::default();
    files.iter().try_for_each(|(path, ordinal)| {
        read_file(path, &ReadContext { ordinal: *ordinal, ..*context }, &mut into)
    })?;
    into.bytes = Vec::new();
    Ok(into)
}

/// The launches that one thread has read, and the buffers of the thread.
#[derive(Default)]
struct ReaderState {
    launches: Launches,
    kept: trace_file::SharedBuffers,
    /// The bytes of the current trace. The buffer is reused, because allocating fresh memory takes as long as reading.
    bytes: Vec<u8>,
}

fn read_file(path: &Path, context: &ReadContext<'_>, into: &mut ReaderState) -> Result<()> {
    let source = source_of(path);
    if path == Path::new("-") {
        return read_any(&source.file, io::stdin().lock(), context, into);
    }
    match std::fs::File::open(path) {
        Ok(file) if file.metadata().is_ok_and(|about| about.is_file()) => {
            read_any(&source.file, file, context, into)
        }
        Ok(special) => {
            let special = LimitedReader { inner: special, left: context.left };
            read_any(&source.file, special, context, into)
        }
        Err(error) => Err(ReadError { source, reason: Reason::Io(error) }),
    }
}

/// Reads one file of any format; `name` is the name of the file in messages.
pub fn read_stream(name: &str, input: impl Read, options: &ReadOptions) -> Result<Launches> {
    let mut into = ReaderState::default();
    let left = &AtomicU64::new(options.largest);
    let context = &ReadContext { options, ordinal: 1, left };
    read_any(name, input, context, &mut into)?;
    into.launches.sort();
    Ok(into.launches)
}

fn read_any(name: &str, input: impl Read, context: &ReadContext<'_>, into: &mut ReaderState) -> Result<()> {
    let file: Arc<str> = name.into();
    let mut raw = BufReader::with_capacity(1 << 16, input);
    let head = peek(&mut raw).map_err(|error| to_read_error(&file, None, error, context))?;
    if head.is_empty() {
        return Err(ReadError { source: FileLine { file, line: None }, reason: Reason::Empty });
    }
    if head.starts_with(&[0x1f, 0x8b]) {
        read_plain(file, limit_output(flate2::bufread::MultiGzDecoder::new(raw), context), context, into)
    } else if head.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) {
        match zstd::stream::read::Decoder::with_buffer(raw) {
            Ok(decoder) => read_plain(file, limit_output(decoder, context), context, into),
            Err(error) => Err(to_read_error(&file, None, error, context)),
        }
    } else {
        read_plain(file, raw, context, into)
    }
}

/// Limits the output of a decoder to the number of bytes to which compressed files may still expand.
fn limit_output<'a, R: Read>(decoder: R, context: &ReadContext<'a>) -> BufReader<LimitedReader<'a, R>> {
    BufReader::with_capacity(1 << 16, LimitedReader { inner: decoder, left: context.left })
}

/// A reader that fails when all readers with the same limit have returned too many bytes in total, because small compressed files may
/// expand to any size.
struct LimitedReader<'a, R> {
    inner: R,
    left: &'a AtomicU64,
}

impl<R: Read> Read for LimitedReader<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let got = self.inner.read(into)?;
        let take = |left: u64| left.checked_sub(got as u64);
        let is_within = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).is_ok();
        if is_within { Ok(got) } else { Err(io::ErrorKind::FileTooLarge.into()) }
    }
}

/// Returns the first bytes of an input without consuming them. An interrupted read is repeated.
fn peek<R: Read>(input: &mut BufReader<R>) -> io::Result<&[u8]> {
    loop {
        match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
            Ok(_) => return Ok(input.buffer()),
        }
    }
}

fn to_read_error(
    file: &Arc<str>,
    line: Option<u64>,
    error: io::Error,
    context: &ReadContext<'_>,
) -> ReadError {
    let reason = match error.kind() {
        io::ErrorKind::FileTooLarge => Reason::Large(context.options.largest),
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
    context: &ReadContext<'_>,
    into: &mut ReaderState,
) -> Result<()> {
    let head = peek(&mut input).map_err(|error| to_read_error(&file, None, error, context))?;
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    if trace::is_trace(head) {
        return read_trace(file, input, context, into);
    }
    match head.trim_ascii_start().first() {
        None => Err(ReadError { source: FileLine { file, line: None }, reason: Reason::Empty }),
        Some(b'{' | b'<' | b'=' | b'>') => read_lines(file, input, context, &mut into.launches),
        Some(_) => Err(ReadError { source: FileLine { file, line: None }, reason: Reason::Unknown }),
    }
}

fn read_trace(
    file: Arc<str>,
    mut input: BufReader<impl Read>,
    context: &ReadContext<'_>,
    into: &mut ReaderState,
) -> Result<()> {
    let ReaderState { launches: into, kept, bytes } = into;
    bytes.clear();
    let largest = context.options.largest;
    let read = input.by_ref().take(largest.saturating_add(1)).read_to_end(bytes);
    read.map_err(|error| to_read_error(&file, None, error, context))?;
    let source = FileLine { file, line: None };
    if bytes.len() as u64 > largest {
        return Err(ReadError { source, reason: Reason::Huge(largest) });
    }
    let mut problems = Vec::new();
    let memory = context.options.trace_memory();
    let read = match trace::Reader::open(bytes) {
        Ok(reader) if memory_of(&reader, bytes, false) > memory => Err(Reason::Huge(memory)),
        Ok(reader) => {
            let keeps_callers = context.keeps_callers(context.ordinal);
            let fits = memory_of(&reader, bytes, true) <= memory;
            if keeps_callers && !fits {
                problems.push(WarningKind::CallersLeftOut);
            }
            let keep = trace_file::KeptDetails {
                paths: keeps_callers && fits,
                samples: context.options.samples || keeps_callers,
            };
            Ok(trace_file::read_draft(&reader, &mut into.table, kept, keep, &mut problems))
        }
        Err(error) if error.is_partial() => Err(Reason::Truncated(error.to_string())),
        Err(error) => Err(Reason::Invalid(error.to_string())),
    };
    let launch = read.and_then(|mut draft| {
        // Without a session id from a driver, the agent uses the time of the start as id. The name of the folder then becomes the session,
        // as with other recorders.
        if draft.number == 0 && draft.session.bytes().all(|b| b.is_ascii_digit()) {
            draft.number = draft.session.parse().unwrap_or_default();
            draft.session = folder_name(&source.file);
        }
        draft
            .into_launch(
                source.clone(),
                &mut into.table,
                context.keeps_callers(context.ordinal),
                &mut into.warnings,
            )
            .map_err(Reason::Invalid)
    });
    into.warnings.extend(problems.into_iter().map(|kind| Warning { source: source.clone(), kind }));
    match launch {
        Ok(launch) => into.launches.extend(launch),
        Err(reason) => return Err(ReadError { source, reason }),
    }
    Ok(())
}

/// Returns the name of a file's folder or, without a folder, of the file. The returned name is the session of launches that have no session
/// name.
fn folder_name(file: &str) -> String {
    let path = Path::new(file);
    let folder = path.parent().and_then(Path::file_name).or_else(|| path.file_stem());
    folder.map_or_else(|| "imported".to_owned(), |name| name.to_string_lossy().into_owned())
}

/// The number of a line in its file, and the bytes of the line.
type Line = (u64, Vec<u8>);

fn read_lines(
    file: Arc<str>,
    mut input: impl BufRead,
    context: &ReadContext<'_>,
    into: &mut Launches,
) -> Result<()> {
    let mut number = 0;
    loop {
        let (mut batch, mut bytes, mut ended): (Vec<Line>, usize, bool) = (Vec::new(), 0, false);
        while bytes < BATCH && !ended {
            let mut line = Vec::new();
            number += 1;
            let longest = context.options.longest_line();
            let got = input.by_ref().take(longest.saturating_add(1)).read_until(b'\n', &mut line);
            let got = got.map_err(|error| to_read_error(&file, Some(number), error, context))?;
            if got as u64 > longest {
                let source = FileLine { file, line: Some(number) };
                return Err(ReadError { source, reason: Reason::Huge(longest) });
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
            // A single line is parsed with the existing table, because a separate table would have to be merged.
            parse_lines(&file, &batch, context, into)?;
        } else {
            // Neighbouring lines use one table, so that few tables have to be merged.
            let share = batch.len().div_ceil(rayon::current_num_threads()).max(1);
            let parts = batch.par_chunks(share).map(|lines| {
                let mut part = Launches::default();
                parse_lines(&file, lines, context, &mut part).map(|()| part)
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

fn parse_lines(
    file: &Arc<str>,
    lines: &[Line],
    context: &ReadContext<'_>,
    into: &mut Launches,
) -> Result<()> {
    for (number, line) in lines {
        let source = FileLine { file: Arc::clone(file), line: Some(*number) };
        match record::parse(line.trim_ascii(), &mut into.table) {
            Ok((draft, problems)) => {
                let mut warn = |kind| into.warnings.push(Warning { source: source.clone(), kind });
                if !problems.unknown_fields.is_empty() {
                    warn(WarningKind::UnknownFields { fields: problems.unknown_fields });
                }
                if problems.shortened_names > 0 {
                    warn(WarningKind::ShortenedNames { names: problems.shortened_names });
                }
                if problems.totals_below_self > 0 {
                    warn(WarningKind::TotalBelowSelf { methods: problems.totals_below_self });
                }
                let fits = draft.count_callers(&into.table) as u64 <= context.options.most_callers();
                if context.keeps_callers(*number) && !fits {
                    warn(WarningKind::CallersLeftOut);
                }
                let keeps_callers = context.keeps_callers(*number) && fits;
                match draft.into_launch(source.clone(), &mut into.table, keeps_callers, &mut into.warnings) {
                    Ok(launch) => into.launches.extend(launch),
                    Err(reason) => return Err(ReadError { source, reason: Reason::Invalid(reason) }),
                }
            }
            Err(error) => {
                let reason = match error {
                    // A complete line with an incomplete record means that the record continues in the next line, which is invalid.
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
