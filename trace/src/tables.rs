//! Defines the sections with content, as tables: for each section, the row that is written and the columns that are read.
//!
//! Invariant: the order of the fields in this file is the order of the columns in the trace file. A new column is added last; from the
//! first release on, a change or removal of a column needs a higher version.

use crate::codes::*;
use crate::column::{Column, Payload};
use crate::counts::FunctionCounts;
use crate::encode::{Encode, OutputBuffer, Row};
use crate::error::ReadError;
use crate::layout::Section;
use crate::recording::RecordingVersion;
use crate::units::*;
use crate::work::WorkKind;
use crate::write::Sink;

/// Defines for each table the struct of a row, the struct of the columns, and the conversions between them.
macro_rules! tables {
    ($(
        $(#[$doc:meta])*
        $row:ident $(<$life:lifetime>)? in $columns:ident {
            $($(#[$field_doc:meta])* $field:ident: $type:ty,)*
        }
    )*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $row $(<$life>)? {
            $($(#[$field_doc])* pub $field: $type,)*
        }

        #[doc = concat!("The columns of all [`", stringify!($row), "`] rows.")]
        #[derive(Debug, Clone, Copy)]
        pub struct $columns<'a> {
            $($(#[$field_doc])* pub $field: Column<'a, $type>,)*
            pub(crate) rows: u32,
        }

        impl<'a> $columns<'a> {
            /// Returns the number of rows.
            pub fn len(&self) -> usize {
                self.rows as usize
            }

            /// Returns whether the section has no rows.
            pub fn is_empty(&self) -> bool {
                self.rows == 0
            }

            /// Returns a row, or `None` after the last row.
            pub fn row(&self, row: usize) -> Option<$row $(<$life>)?> {
                Some($row { $($field: self.$field.get(row)?,)* })
            }

            /// Returns all rows in order. If one column is enough, the column's own `iter` is faster.
            pub fn iter(&self) -> impl Iterator<Item = $row $(<$life>)?> + use<'a> {
                let columns = *self;
                (0..columns.len()).map_while(move |row| columns.row(row))
            }

            pub(crate) fn read(mut payload: Payload<'a>) -> Result<Self, ReadError> {
                Ok($columns { $($field: payload.take_column()?,)* rows: payload.rows })
            }
        }

        impl $(<$life>)? Row for $row $(<$life>)? {
            const SECTION: Section = Section::$columns;

            fn encoded_length(count: u32, rows: impl Iterator<Item = Self> + Clone) -> Option<u64> {
                let mut length = 0_u64;
                $(length = length.checked_add(<$type>::encoded_length(count, rows.clone().map(|row| row.$field))?)?;)*
                Some(length)
            }

            fn write<S: Sink>(
                count: u32,
                rows: impl Iterator<Item = Self> + Clone,
                out: &mut OutputBuffer<S>,
            ) -> Result<(), S::Error> {
                $(<$type>::write(count, rows.clone().map(|row| row.$field), out)?;)*
                Ok(())
            }
        }
    )*};
}

/// Returns the columns of a section that the file does not have.
macro_rules! empty {
    ($($columns:ident { $($field:ident)* })*) => {$(
        impl $columns<'_> {
            pub(crate) const EMPTY: Self = $columns { $($field: Column::EMPTY,)* rows: 0 };
        }
    )*};
}

empty! {
    Samplers { asked used taken dropped own ended_by }
    Frames { parent image offset symbol }
    Samples { frame thread node after flags count time }
}

impl<'a> CountedImage<'a> {
    /// Returns the counts of the functions that ran.
    pub fn functions(&self) -> FunctionCounts<'a> {
        FunctionCounts::from_packed(self.packed.0)
    }
}

impl Symbols<'_> {
    pub(crate) const EMPTY: Self = Symbols { name: Column::NO_TEXTS, offset: Column::EMPTY, rows: 0 };
}

impl Mark {
    /// Creates a mark without counters.
    pub const fn without_counters(kind: MarkKind, at: Counter) -> Mark {
        let none = None;
        Mark {
            kind,
            at,
            instructions: none,
            cycles: none,
            page_ins: none,
            disk_read: none,
            disk_written: none,
            footprint: none,
        }
    }
}

/// Implements `get` for the tables whose rows have ids.
macro_rules! by_id {
    ($($columns:ident: $id:ident => $row:ty,)*) => {$(
        impl<'a> $columns<'a> {
            /// Returns the row with this id, or `None` if the table has no such row.
            pub fn get(&self, id: $id) -> Option<$row> {
                self.row(id.index())
            }
        }
    )*};
}

by_id! {
    Images: ImageId => Image<'a>,
    Methods: MethodId => Method<'a>,
    Threads: ThreadId => Thread<'a>,
    Nodes: NodeId => Node,
    Symbols: SymbolId => Symbol<'a>,
    Frames: FrameId => Frame,
}

tables! {
    /// The device, the app and the conditions of the launch. The section has exactly one row.
    Info<'a> in Infos {
        /// The agent's own version.
        agent_version: Text<'a>,
        /// The fingerprint of the settings with which the agent ran.
        settings: Fingerprint,
        /// The way in which the agent was loaded into the process.
        loaded_by: LoadedBy,
        /// The id that the driver passed to this launch.
        launch_id: Text<'a>,
        /// The device's model, such as `iPhone12,1`.
        device: Text<'a>,
        /// The system's version, such as `17.4.1`.
        os_version: Text<'a>,
        /// The system's build, such as `21E236`.
        os_build: Text<'a>,
        /// The app's bundle identifier.
        bundle_id: Text<'a>,
        /// The app's version (`CFBundleShortVersionString`).
        app_version: Text<'a>,
        /// The app's build (`CFBundleVersion`).
        app_build: Text<'a>,
        /// The hash of the code directory in the executable's signature, in hexadecimal digits; empty without a signature.
        code_hash: Text<'a>,
        /// The thermal state of the device when the window ended.
        thermal: Thermal,
        /// Whether low-power mode was on, if known.
        low_power: Option<bool>,
        /// Whether a debugger was attached, if known.
        debugged: Option<bool>,
        /// Whether the system had started the process before the user opened the app, if known.
        prewarmed: Option<bool>,
        /// The length of a tick of the counter.
        timebase: Timebase,
        /// The start of the process, by the wall clock.
        process_start: WallNanos,
        /// The start of the agent, by the wall clock.
        agent_start_wall: WallNanos,
        /// The start of the agent, by the counter; it is read together with `agent_start_wall`, so that both clocks can be compared.
        agent_start: Counter,
        /// The event that ended the window.
        ended_by: Ending,
        /// The agent's way of measuring.
        recording: RecordingVersion,
    }

    /// A loaded image.
    Image<'a> in Images {
        /// The image's path on the device.
        path: Text<'a>,
        /// The image's UUID.
        uuid: Uuid,
        /// The address of the image's Mach-O header.
        load_address: Address,
        /// The number of bytes from the image's header to the end of the image's last segment other than `__LINKEDIT`; 0 if not known.
        size: Address,
        /// The image's properties.
        flags: ImageFlags,
    }

    /// A method that was called.
    Method<'a> in Methods {
        /// The class that implements the method.
        class: Text<'a>,
        /// The method's selector.
        selector: Text<'a>,
        /// Whether the method is a class method (`+`).
        is_class_method: bool,
        /// The image that contains the method's IMP, if the IMP is in an image.
        image: Option<ImageId>,
        /// The IMP's offset from the image's load address; the IMP's address if it is in no image, 0 if it is not known.
        offset: Address,
    }

    /// A thread with a tree.
    Thread<'a> in Threads {
        /// The thread's name, or an empty text.
        name: Text<'a>,
        /// The system's number of the thread (`pthread_threadid_np`).
        os_id: Count,
        /// Whether the thread is the main thread; this is true for at most one row.
        is_main: bool,
        /// The root of the thread's tree; the roots are in ascending order of the rows.
        root: NodeId,
    }

    /// A calling context: a method that was called by the method of the parent node.
    Node in Nodes {
        /// The calling node, which is an earlier row; `None` for the root of a thread.
        parent: Option<NodeId>,
        /// The method; `None` for the root of a thread, and for a method that is not known.
        method: Option<MethodId>,
        /// The number of calls of the method in this context.
        calls: Count,
        /// The time from call to return, callees included, in all calls.
        total: Ticks,
    }

    /// One call that took longer than the threshold of the settings. Events are in no particular order.
    Event in Events {
        /// The method and its calling context.
        node: NodeId,
        /// The start of the call.
        start: Counter,
        /// The duration of the call.
        duration: Ticks,
    }

    /// A moment of the launch, with the process's counters so far.
    Mark in Marks {
        /// The event that the mark records.
        kind: MarkKind,
        /// The time of the mark.
        at: Counter,
        /// Instructions so far, if the system counts them.
        instructions: Option<Count>,
        /// Cycles so far, if the system counts them.
        cycles: Option<Count>,
        /// Pages read from disk so far, if the system counts them.
        page_ins: Option<Count>,
        /// Bytes read from disk so far, if the system counts them.
        disk_read: Option<Count>,
        /// Bytes written to disk so far, if the system counts them.
        disk_written: Option<Count>,
        /// The process's memory footprint in bytes, if the system reports it.
        footprint: Option<Count>,
    }

    /// The moments of a view controller until it is shown; moments that were not recorded are `None`.
    Page<'a> in Pages {
        /// The class of the view controller.
        class: Text<'a>,
        /// The image of the class.
        image: Option<ImageId>,
        /// The call of the view controller's initialiser.
        created: Option<Counter>,
        /// The entry of `loadView`, or of `viewDidLoad` in a class without `loadView`.
        load_begin: Option<Counter>,
        /// The return of `viewDidLoad`.
        load_end: Option<Counter>,
        /// The entry of `viewWillAppear:`.
        appear_begin: Option<Counter>,
        /// The return of `viewDidAppear:`.
        appear_end: Option<Counter>,
        /// The moment at which the main run loop waits for the first time after `viewDidAppear:`.
        first_frame: Option<Counter>,
    }

    /// The number of records of one kind that were dropped.
    Dropped in Drops {
        /// The kind of the dropped records.
        kind: DropKind,
        /// The number of dropped records.
        count: Count,
    }

    /// A cost of the agent itself.
    Cost in Costs {
        /// The operation to which the cost belongs.
        kind: CostKind,
        /// The part of the cost between the hook's two readings of the counter, which is included in the called method's time.
        inside: Ticks1024,
        /// The part of the cost outside of the hook's two readings of the counter, which is included in the caller's time.
        outside: Ticks1024,
    }

    /// A call that had not returned when the window ended.
    OpenCall in OpenCalls {
        /// The node of the call; the node's total includes the time of the call until the end of the window.
        node: NodeId,
    }

    /// The parameters of sampling. The section has at most one row.
    Sampler in Samplers {
        /// The time between two samples that the settings request.
        asked: Nanos,
        /// The average time between two samples at the end of sampling: the sampler increases it if stacks are deep.
        used: Nanos,
        /// The number of samples that were taken at intervals, without the samples of stalled calls.
        taken: Count,
        /// The number of samples that were taken but are not in the trace.
        dropped: Count,
        /// The time for which sampled threads were suspended. The suspended time is subtracted from the totals of nodes.
        own: Ticks,
        /// The reason for which sampling ended.
        ended_by: SamplingEnd,
    }

    /// A symbol that a system image exports: the nearest one before the frames that refer to it. The frames that refer to a symbol may
    /// belong to another function, which is not exported.
    Symbol<'a> in Symbols {
        /// The name in the symbol table, without the first underscore.
        name: Text<'a>,
        /// The distance of the symbol from the load address of the image that contains it.
        offset: Address,
    }

    /// A stack frame in the context of its callers.
    Frame in Frames {
        /// The caller, which is an earlier row; `None` for the outermost known frame.
        parent: Option<FrameId>,
        /// The image that contains the address, if it is in an image.
        image: Option<ImageId>,
        /// The offset of the address from the image's load address, or the address itself if it is in no image. For the innermost frame the
        /// address is the program counter; for a caller it is the address of the call instruction, which is the return address minus 4.
        offset: Address,
        /// The nearest exported symbol, if it was looked up.
        symbol: Option<SymbolId>,
    }

    /// Samples with the same stack, open call and phase. Samples are in no particular order.
    Sample in Samples {
        /// The innermost frame of the sampled stack.
        frame: FrameId,
        /// The thread, if it has a tree.
        thread: Option<ThreadId>,
        /// The innermost open call, or `None` outside of all methods.
        node: Option<NodeId>,
        /// The latest mark before the samples.
        after: MarkKind,
        /// The properties of the samples.
        flags: SampleFlags,
        /// The number of samples with the properties of this row.
        count: Count,
        /// The time that the samples represent; for a stalled call, the time since it began.
        time: Ticks,
    }

    /// The work of one kind that one call requested or, outside of all methods, one image. The rows are in no particular order.
    Work in Works {
        /// The innermost open call, or `None` outside of all methods.
        node: Option<NodeId>,
        /// The calling image, if the work was requested outside of all methods and the image is known.
        image: Option<ImageId>,
        /// Whether the work was requested on the main thread.
        is_main: bool,
        /// The kind of work.
        kind: WorkKind,
        /// The number of requests.
        calls: Count,
        /// The number of bytes of the requests that this row counts; 0 for kinds of work without bytes.
        bytes: Count,
    }

    /// A signpost of the app: an event, or the begin or the end of an interval (a span). The rows are in no particular order.
    Signpost<'a> in Signposts {
        /// The name of the signpost.
        name: Text<'a>,
        /// The kind of the signpost.
        kind: SignpostKind,
        /// The address of the log; 0 if the app called the agent's class.
        log: Address,
        /// The id of the signpost: two intervals with the same log, name and id are nested.
        id: Count,
        /// The time of the signpost.
        at: Counter,
        /// The thread, if it has a tree.
        thread: Option<ThreadId>,
        /// The innermost open call, or `None` outside of all methods.
        node: Option<NodeId>,
        /// The image that called, if it is known.
        image: Option<ImageId>,
    }

    /// An image whose functions count their calls on the main thread.
    CountedImage<'a> in CountedImages {
        /// The image whose functions count.
        image: ImageId,
        /// Number of functions and import stubs that count their calls.
        all: u32,
        /// The number of counting functions and import stubs that ran.
        ran: u32,
        /// The packed counts of the functions that ran: see [`CountedImage::functions`]. Some counts are missing if memory was full.
        packed: Text<'a>,
    }

    /// A message for the reader of the report, such as an invalid setting or a page that could not be patched.
    Note<'a> in Notes {
        /// The message, which is one sentence.
        text: Text<'a>,
    }
}
