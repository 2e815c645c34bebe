//! Defines the format of trace files. The agent writes a file for each launch, and the gate reads it.
//!
//! [`Writer`] takes rows from iterators and writes the rows, from front to back, to a [`Sink`] that may fail. [`Reader`] checks a whole
//! file once and then returns its columns as borrowed slices. [`Writer`] and [`Reader`] allocate no memory and do not panic.
//!
//! ```
//! use trace::*;
//!
//! /// A sink of fixed size, such as an agent may have.
//! struct Memory { bytes: [u8; 4096], used: usize }
//!
//! impl Sink for Memory {
//!     type Error = &'static str;
//!
//!     fn write(&mut self, bytes: &[u8]) -> Result<(), &'static str> {
//!         let room = self.bytes.get_mut(self.used..).and_then(|room| room.get_mut(..bytes.len()));
//!         room.ok_or("full")?.copy_from_slice(bytes);
//!         self.used += bytes.len();
//!         Ok(())
//!     }
//! }
//!
//! // The data of the agent: its own structs and C strings.
//! let calls = [(None, 1, 900), (Some(0), 3, 700)];
//! let info = Info {
//!     agent_version: Text::from("0.1.0"),
//!     settings: Fingerprint(checksum(b"threshold = 1")),
//!     loaded_by: LoadedBy::LoadCommand,
//!     launch_id: Text::from(c"launch-3"),
//!     device: Text::from(c"iPhone12,1"),
//!     os_version: Text::from("17.4.1"),
//!     os_build: Text::from("21E236"),
//!     bundle_id: Text::from("com.example.app"),
//!     app_version: Text::from("5.2"),
//!     app_build: Text::from("1234"),
//!     code_hash: Text::default(),
//!     thermal: Thermal::Nominal,
//!     low_power: Some(false),
//!     debugged: Some(false),
//!     prewarmed: None,
//!     timebase: Timebase { numer: 125, denom: 3 },
//!     process_start: WallNanos(1_700_000_000_000_000_000),
//!     agent_start_wall: WallNanos(1_700_000_000_040_000_000),
//!     agent_start: Counter(77_000),
//!     ended_by: Ending::FirstFrame,
//!     recording: RecordingVersion::CURRENT,
//! };
//! let mut writer = Writer::start(Memory { bytes: [0; 4096], used: 0 }, info)?;
//! writer.write_table([Method {
//!     class: Text::from(c"FeedController"),
//!     selector: Text::from(c"viewDidLoad"),
//!     is_class_method: false,
//!     image: None,
//!     offset: Address(0),
//! }])?;
//! writer.write_table([Thread { name: Text::from("main"), os_id: Count(1), is_main: true, root: NodeId(0) }])?;
//! writer.write_table(calls.iter().map(|&(parent, calls, ticks)| Node {
//!     parent: parent.map(NodeId),
//!     method: parent.map(|_| MethodId(0)),
//!     calls: Count(calls),
//!     total: Ticks(ticks),
//! }))?;
//! let file = writer.finish()?;
//!
//! let trace = Reader::open(&file.bytes[..file.used])?;
//! let ticks: u64 = trace.nodes.total.iter().map(|ticks| ticks.0).sum();
//! assert_eq!(ticks, 1600);
//! assert_eq!(trace.methods.get(MethodId(0)).map(|method| method.selector), Some(Text::from("viewDidLoad")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The format, version 1
//!
//! The documentation of this crate is the whole specification of the format; another reader can be written from it. All numbers are
//! unsigned and little-endian; no alignment of the file in memory is assumed, but every section and every column begins at a multiple of 8
//! bytes. Numbers have a fixed width, because numbers of variable length were measured six times slower to read.
//!
//! ## The file
//!
//! A file is a preamble of 16 bytes and then sections without gaps; the end section is the last section and ends the file.
//!
//! | at | bytes | preamble |
//! |---|---|---|
//! | 0 | 8 | magic: `89 4c 47 54 0d 0a 1a 0a` |
//! | 8 | 2 | version: 1 |
//! | 10 | 6 | zero |
//!
//! | at | bytes | section |
//! |---|---|---|
//! | 0 | 4 | tag: four ASCII characters |
//! | 4 | 4 | rows `r`: the number of rows of each of its columns |
//! | 8 | 8 | length `n` of the payload, a multiple of 8 |
//! | 16 | `n` | payload: columns, one after the other |
//! | 16 + `n` | 8 | checksum of the 16 + `n` bytes before it |
//!
//! The payload of the end section, tag `END.` and 1 row:
//!
//! | at | bytes | end |
//! |---|---|---|
//! | 0 | 8 | length of the whole file in bytes |
//! | 8 | 8 | number of sections, this one included |
//! | 16 | 8 | whole-file check |
//!
//! The whole-file check begins as the checksum of the preamble; then, for each section but the end section, in the order of the file,
//! `check = stir(check, checksum of the section)`.
//!
//! A file without a complete end section is *partial*: the app was ended while the agent wrote the file, or a transfer was interrupted. A
//! reader must not use the content of a partial file.
//!
//! ## The checksum
//!
//! `stir(a, b)` is `rotate_left(a xor b, 29) × K` modulo 2^64, `K` being `9e3779b97f4a7c15` (hexadecimal).
//!
//! The bytes are divided into blocks of 64, the last block padded with zeros; an empty input has no block. Lanes 0 to 7 start as `K × (lane
//! + 1)` modulo 2^64; for each block, `lane = stir(lane, w)` where `w` is the lane's 8 bytes of the block. The checksum starts as the
//! number of bytes (without padding), and for lanes 0 to 7 in turn becomes `stir(checksum, lane)`.
//!
//! A change within one aligned word of 8 bytes, and so every change of one byte, always changes the checksum. Other changes change the
//! checksum with a probability of 1 − 2^-64, unless they are constructed to keep it.
//!
//! ## Columns
//!
//! A column of fixed width has `r` values, then zeros up to the next multiple of 8 bytes.
//!
//! | type | bytes | meaning |
//! |---|---|---|
//! | `u64` | 8 | a number, in the unit that the column names |
//! | `u64?` | 8 | a number, or none: all bits set |
//! | `u32` | 4 | a number; a row of the table that the column names, or a code, or flags |
//! | `u32?` | 4 | a row, or none: all bits set |
//! | `bool` | 4 | 0 no, 1 yes |
//! | `bool?` | 4 | 0 no, 1 yes, 2 not known |
//! | `uuid` | 16 | its bytes in the order in which they are written out |
//! | `ratio` | 8 | numerator (4 bytes), denominator (4 bytes); neither is 0 |
//! | `text` | varies | two parts: see below |
//!
//! A text column is a column of `r` values of 4 bytes, each the end of its string, counted from the first string's first byte; then the
//! bytes of all strings without gaps, then zeros up to the next multiple of 8. String 0 begins at 0, and each other string begins at the
//! end of the previous string, so ends never decrease. Strings should be UTF-8, but a reader must accept other bytes.
//!
//! ## Sections
//!
//! Each section of the following table exists once, in any order; an empty section has 0 rows and no bytes. SPLR, SYMB, FRAM and SMPL exist
//! only if call stacks were sampled, WORK only if work was counted, SIGN only if the app set a signpost, FUNC only if the app counts the
//! calls of its functions (`gate inject --count functions`).
//!
//! | tag | column | type | meaning |
//! |---|---|---|---|
//! | INFO | agent_version | text | of the agent; this section has exactly 1 row |
//! | INFO | settings | u64 | checksum of the settings file |
//! | INFO | loaded_by | u32 | how the agent was loaded: 0 not known, 1 `DYLD_INSERT_LIBRARIES`, 2 load command, 3 linked framework |
//! | INFO | launch_id | text | as the driver passed it |
//! | INFO | device | text | model |
//! | INFO | os_version | text | version of the system |
//! | INFO | os_build | text | build of the system |
//! | INFO | bundle_id | text | of the app |
//! | INFO | app_version | text | `CFBundleShortVersionString` |
//! | INFO | app_build | text | `CFBundleVersion` |
//! | INFO | code_hash | text | 40 hexadecimal digits: the first 20 bytes of the hash of the code directory that the kernel took the executable by; empty without a signature |
//! | INFO | thermal | u32 | at the window's end: 0 not known, 1 nominal, 2 fair, 3 serious, 4 critical |
//! | INFO | low_power | bool? | low-power mode |
//! | INFO | debugged | bool? | a debugger was attached |
//! | INFO | prewarmed | bool? | started ahead of the user |
//! | INFO | timebase | ratio | nanoseconds a tick of the counter lasts |
//! | INFO | process_start | u64 | wall clock, nanoseconds since 1970 |
//! | INFO | agent_start_wall | u64 | wall clock, nanoseconds since 1970 |
//! | INFO | agent_start | u64 | the counter at the same moment |
//! | INFO | ended_by | u32 | the window's end: 0 not known, 1 first frame, 2 a named method, 3 time limit, 4 stopped on a doubt, 5 Apple's first frame, 6 responsive, 7 a mark of the app, 8 it never began, 9 it never ended |
//! | INFO | recording | u32 | how the agent measures |
//! | IMGS | path | text | on the device |
//! | IMGS | uuid | uuid | `LC_UUID`, or zeros |
//! | IMGS | load_address | u64 | of the Mach-O header |
//! | IMGS | size | u64 | bytes from there to the end of the last segment but `__LINKEDIT`; 0 not known |
//! | IMGS | flags | u32 | sum of 1 main executable, 2 in the app's bundle, 4 system, 8 loaded late, 16 the agent |
//! | METH | class | text | that implements the method |
//! | METH | selector | text | |
//! | METH | is_class_method | bool | `+` rather than `-` |
//! | METH | image | u32? | row of IMGS whose code contains the IMP |
//! | METH | offset | u64 | IMP minus the image's load address; the IMP if it is in no image; 0 if not known |
//! | THRD | name | text | may be empty |
//! | THRD | os_id | u64 | the system's number |
//! | THRD | is_main | bool | at most one is |
//! | THRD | root | u32 | row of NODE; ascending, each once |
//! | NODE | parent | u32? | row of NODE, less than its own; none for the threads' roots, and for an incomplete node: see below |
//! | NODE | method | u32? | row of METH; none for roots, and where it is not known |
//! | NODE | calls | u64 | number of calls |
//! | NODE | total | u64 | ticks from call to return, callees included, of all calls |
//! | EVNT | node | u32 | row of NODE; events are in no particular order |
//! | EVNT | start | u64 | counter |
//! | EVNT | duration | u64 | ticks |
//! | MARK | kind | u32 | see below |
//! | MARK | at | u64 | counter |
//! | MARK | instructions | u64? | of the process so far |
//! | MARK | cycles | u64? | of the process so far |
//! | MARK | page_ins | u64? | of the process so far |
//! | MARK | disk_read | u64? | bytes, of the process so far |
//! | MARK | disk_written | u64? | bytes, of the process so far |
//! | MARK | footprint | u64? | bytes of memory that the process has now |
//! | PAGE | class | text | of the view controller |
//! | PAGE | image | u32? | row of IMGS, the class's |
//! | PAGE | created | u64? | counter at the initialiser |
//! | PAGE | load_begin | u64? | counter into `loadView` (without one `viewDidLoad`) |
//! | PAGE | load_end | u64? | counter out of `viewDidLoad` |
//! | PAGE | appear_begin | u64? | counter into `viewWillAppear:` |
//! | PAGE | appear_end | u64? | counter out of `viewDidAppear:` |
//! | PAGE | first_frame | u64? | counter when the main run loop first waits after that |
//! | DROP | kind | u32 | see below |
//! | DROP | count | u64 | how often |
//! | COST | kind | u32 | see below |
//! | COST | inside | u64 | 1024ths of a tick that are included in the called method's measured time |
//! | COST | outside | u64 | 1024ths of a tick that are included in the measured time of the method's caller |
//! | OPEN | node | u32 | row of NODE whose last call had not returned when the window ended; its total counts that call until then |
//! | SPLR | asked | u64 | nanoseconds between two samples, as the settings ask for them; this section has exactly 1 row |
//! | SPLR | used | u64 | nanoseconds between two samples at the end, on average |
//! | SPLR | taken | u64 | samples that were taken at intervals, without the samples of stalls |
//! | SPLR | dropped | u64 | samples that were taken and that no row of SMPL holds |
//! | SPLR | own | u64 | ticks for which sampling suspended threads; they are subtracted from the totals of NODE |
//! | SPLR | ended_by | u32 | why sampling ended: 0 not known, 1 with the window, 2 a thread could not be suspended, 3 its registers could not be read, 4 a debugger was attached, 5 no room, 6 recording stopped on a doubt |
//! | SYMB | name | text | a symbol that a system image exports, without the first underscore: the nearest one before the frames that name it |
//! | SYMB | offset | u64 | its address minus the load address of those frames' image |
//! | FRAM | parent | u32? | row of FRAM, less than its own: the caller; none for the outermost frame that is known |
//! | FRAM | image | u32? | row of IMGS whose code contains the address |
//! | FRAM | offset | u64 | address of the call instruction (the return address minus 4), or for the innermost frame the program counter, minus the image's load address; the address itself if it is in no image |
//! | FRAM | symbol | u32? | row of SYMB |
//! | SMPL | frame | u32 | row of FRAM, the innermost; samples are in no particular order |
//! | SMPL | thread | u32? | row of THRD; none for a thread without a tree |
//! | SMPL | node | u32? | row of NODE, the innermost call that was open |
//! | SMPL | after | u32 | the latest mark before them, as a MARK kind |
//! | SMPL | flags | u32 | sum of 1 the innermost frame's caller is unsure, 2 a stall of the main thread or another thread at that moment, 4 the outermost frames are missing; 8 the thread ran, 16 it was ready, 32 it waited, 64 it waited without interruption, no flag of these four if its state is not known; 256 times the number of the stall, from 1, which all threads' samples at one stall have; 65,536 times 1 plus the row of THRD that holds the lock for which the thread waits at a stall, if known |
//! | SMPL | count | u64 | samples with this stack, node, mark and flags |
//! | SMPL | time | u64 | ticks that the samples represent; for a stall, the ticks from its begin until its stack was copied |
//! | WORK | node | u32? | row of NODE, the innermost call that was open; none outside of all methods |
//! | WORK | image | u32? | row of IMGS that called, outside of all methods; none if not known |
//! | WORK | is_main | bool | on the main thread |
//! | WORK | kind | u32 | which kind of work: `trace/src/work.rs` has the table |
//! | WORK | calls | u64 | how many calls |
//! | WORK | bytes | u64 | of how many bytes, for the kinds that have them |
//! | FUNC | image | u32 | row of IMGS, an image whose functions count their calls on the main thread |
//! | FUNC | all | u32 | how many functions and stubs of imports count |
//! | FUNC | ran | u32 | how many of them ran |
//! | FUNC | packed | text | those that ran (fewer where there was no memory for more), in bytes that are no text: see below |
//! | SIGN | name | text | of a signpost of the app's, or of a span that the app named to the agent's class |
//! | SIGN | kind | u32 | 0 an event, 1 the beginning of an interval, 2 its end |
//! | SIGN | log | u64 | the address of the log; 0 for the agent's class |
//! | SIGN | id | u64 | the signpost's id: two intervals with one log, name and id are nested |
//! | SIGN | at | u64 | counter |
//! | SIGN | thread | u32? | row of THRD |
//! | SIGN | node | u32? | row of NODE, the innermost call that was open |
//! | SIGN | image | u32? | row of IMGS that called |
//! | NOTE | text | text | |a sentence for readers of the report ||
//!
//! | code | MARK kind | DROP kind | COST kind |
//! |---|---|---|---|
//! | 0 | process start | the tree was full | a send |
//! | 1 | agent start | the events were full | |
//! | 2 | main | too deep | |
//! | 3 | into didFinishLaunching | no state for the thread | |
//! | 4 | out of didFinishLaunching | a stack not the thread's own | |
//! | 5 | first viewDidAppear | in a signal handler | a send that makes a new node |
//! | 6 | first frame | cut off by a throw or a jump | |
//! | 7 | end of the window | the pages were full | |
//! | 8 | Apple's first frame | the images were full | |
//! | 9 | responsive | the signposts were full | |
//! | 10 | begin of the window, if it is later than the agent's start | the notes were full | |
//! | 11 | begin or end of an interval in SIGN, at the same counter; only for some intervals, and the only kind with several rows | | |
//! | 16 | | | once: the agent's start |
//! | 18 | | | once: resolving names and writing, up to this section |
//! | 19 | | | once: subtracted from the main thread's calls by their number, anywhere in the window |
//! | 20 | | | a send; `inside` is 1024ths of an instruction, `outside` 1024ths of a cycle |
//! | 21 | | | once: 1024ths of an instruction (`outside`) that all threads' calls took beyond those of such a send |
//! | 22 | | | a send, measured again after the window |
//! | 32 + a mark's code | | | once: measured and subtracted from the main thread's calls before that mark |
//!
//! A packed function is five numbers: the even offset from the image's load address, plus 1 for a stub of an import; the number of calls of
//! the function; the function's position in the order of first calls of the image's functions, from 1 on; the counter at the first call;
//! and the address to which the first call returned. Each number is the difference to the number of the previous function (for the first
//! function, to 0) modulo 2^64. The difference is a signed number whose sign is its lowest bit (0, -1, 1, -2 are stored as 0, 1, 2, 3). The
//! difference is stored in bytes of seven bits, the lowest bits first, with 128 added to each byte but the last.
//!
//! A cost of kind 20 exists only if the system counts instructions. The counters of a mark include the instructions and cycles of the
//! agent.
//!
//! The agent's own time that differs between sends is already subtracted from the totals of NODE. The main thread spent the agent's time
//! nevertheless, so the times of the marks contain it.
//!
//! A node without a parent that is not the root of a thread was being created when the window closed. An incomplete node has no method, no
//! calls and no ticks; other nodes and events do not refer to it, and a thread has at most one. A reader ignores an incomplete node; all
//! other content of the file is complete.
//!
//! ## Versions
//!
//! A reader refuses a version that it does not know before it reads any byte after the version. Until the first release the version is 1
//! after every change. After the first release, only sections, columns after a section's known ones, codes and flags may be added within a
//! version. A reader therefore skips sections with an unknown tag (after checking their checksums), ignores the bytes of a payload that
//! follow the known columns, and keeps an unknown code as "other".
//!
//! ## The recording number
//!
//! The recording number is increased when the agent measures differently: launches with equal numbers are comparable, even if the agent's
//! version differs. [`RECORDINGS`] lists the numbers with the first agent version of each; The module `trace/src/recording.rs` has the
//! rules for increasing the number.
#![no_std]
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod checksum;
mod codes;
mod column;
pub mod counters;
mod counts;
mod encode;
mod error;
mod layout;
mod moment;
mod read;
mod recording;
pub mod settings;
mod tables;
mod units;
mod validate;
pub mod work;
mod write;

pub use crate::checksum::checksum;
pub use crate::codes::{CostKind, DropKind, Ending, LoadedBy, MarkKind, SamplingEnd, SignpostKind, Thermal};
pub use crate::column::{Column, Field};
pub use crate::counts::{FunctionCount, FunctionCounts};
pub use crate::error::{Problem, ReadError};
pub use crate::layout::{Tag, VERSION, is_trace};
pub use crate::moment::{Moment, SETTINGS_NOTE, SIGNPOSTS_NOTE, WINDOW_NOTE, why_no_window};
pub use crate::read::Reader;
pub use crate::recording::{RECORDINGS, RecordingChange, RecordingVersion};
pub use crate::tables::{
    Cost, Costs, CountedImage, CountedImages, Dropped, Drops, Event, Events, Frame, Frames, Image, Images,
    Info, Infos, Mark, Marks, Method, Methods, Node, Nodes, Note, Notes, OpenCall, OpenCalls, Page, Pages,
    Sample, Sampler, Samplers, Samples, Signpost, Signposts, Symbol, Symbols, Thread, Threads, Work, Works,
};
pub use crate::units::{
    Address, Count, Counter, Fingerprint, FrameId, ImageFlags, ImageId, MethodId, Nanos, NodeId, SampleFlags,
    SymbolId, Text, ThreadId, Ticks, Ticks1024, Timebase, Uuid, WallNanos,
};
pub use crate::work::WorkKind;
pub use crate::write::{Rows, Sink, WriteError, Writer};
