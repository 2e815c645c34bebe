//! The sections with content, as tables: for each the row that is written, and the columns that are read.
//!
//! Invariant: the order of fields here is the order of columns in the file.
//! A new column goes last; from the first release on, changing or removing one raises the version.

use crate::codes::*;
use crate::column::{Column, Payload};
use crate::counts::FunctionCounts;
use crate::encode::{Encode, Out, Row};
use crate::error::ReadError;
use crate::layout::Section;
use crate::recording::Recording;
use crate::units::*;
use crate::work::WorkKind;
use crate::write::Sink;

/// For each table: the row's struct, the columns' struct, and how one becomes the other.
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
            /// The number of rows.
            pub fn len(&self) -> usize {
                self.rows as usize
            }

            /// Whether there are no rows.
            pub fn is_empty(&self) -> bool {
                self.rows == 0
            }

            /// A whole row; none behind the last.
            pub fn row(&self, row: usize) -> Option<$row $(<$life>)?> {
                Some($row { $($field: self.$field.get(row)?,)* })
            }

            /// All rows in order; where one column is enough, its own `iter` is faster.
            pub fn iter(&self) -> impl Iterator<Item = $row $(<$life>)?> + use<'a> {
                let columns = *self;
                (0..columns.len()).map_while(move |row| columns.row(row))
            }

            pub(crate) fn read(mut payload: Payload<'a>) -> Result<Self, ReadError> {
                Ok($columns { $($field: payload.column()?,)* rows: payload.rows })
            }
        }

        impl $(<$life>)? Row for $row $(<$life>)? {
            const SECTION: Section = Section::$columns;

            fn length(count: u32, rows: impl Iterator<Item = Self> + Clone) -> Option<u64> {
                let mut length = 0_u64;
                $(length = length.checked_add(<$type>::length(count, rows.clone().map(|row| row.$field))?)?;)*
                Some(length)
            }

            fn write<S: Sink>(
                count: u32,
                rows: impl Iterator<Item = Self> + Clone,
                out: &mut Out<S>,
            ) -> Result<(), S::Error> {
                $(<$type>::write(count, rows.clone().map(|row| row.$field), out)?;)*
                Ok(())
            }
        }
    )*};
}

/// What a file has that lacks the section.
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
    /// Its functions that ran.
    pub fn functions(&self) -> FunctionCounts<'a> {
        FunctionCounts::of(self.packed.0)
    }
}

impl Symbols<'_> {
    pub(crate) const EMPTY: Self = Symbols { name: Column::NO_TEXTS, offset: Column::EMPTY, rows: 0 };
}

impl Mark {
    /// One of which nothing is counted.
    pub const fn bare(kind: MarkKind, at: Counter) -> Mark {
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

/// For the tables whose rows have ids.
macro_rules! by_id {
    ($($columns:ident: $id:ident => $row:ty,)*) => {$(
        impl<'a> $columns<'a> {
            /// The row with this id; none behind the last.
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
    /// What the launch was; the section has exactly one row.
    Info<'a> in Infos {
        /// The agent's own version.
        agent_version: Text<'a>,
        /// The settings it ran with.
        settings: Fingerprint,
        /// How it got into the process.
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
        /// The hash of the code directory in the executable's signature, in hexadecimal digits; empty without one.
        code_hash: Text<'a>,
        /// How hot the device was when the window ended.
        thermal: Thermal,
        /// Whether low-power mode was on; none if not known.
        low_power: Option<bool>,
        /// Whether a debugger was attached; none if not known.
        debugged: Option<bool>,
        /// Whether the system had started the process ahead of the user; none if not known.
        prewarmed: Option<bool>,
        /// How long a tick is.
        timebase: Timebase,
        /// When the process started.
        process_start: WallNanos,
        /// When the agent started, by the wall clock.
        agent_start_wall: WallNanos,
        /// When the agent started, by the counter: read together with `agent_start_wall`, so the two scales can be joined.
        agent_start: Counter,
        /// What ended the window.
        ended_by: Ending,
        /// How the agent measured.
        recording: Recording,
    }

    /// A loaded image.
    Image<'a> in Images {
        /// Its path on the device.
        path: Text<'a>,
        /// Its UUID.
        uuid: Uuid,
        /// Where its Mach-O header was loaded.
        load_address: Address,
        /// Bytes from there to the end of its last segment outside `__LINKEDIT`; 0 if not known.
        size: Address,
        /// What it is.
        flags: ImageFlags,
    }

    /// A method that was called.
    Method<'a> in Methods {
        /// The class that implements it.
        class: Text<'a>,
        /// Its selector.
        selector: Text<'a>,
        /// Whether it is a `+` method.
        is_class_method: bool,
        /// The image that its IMP lies in; none if in no image.
        image: Option<ImageId>,
        /// The IMP's distance from the image's load address; its whole address if in no image, 0 if not known.
        offset: Address,
    }

    /// A thread with a tree.
    Thread<'a> in Threads {
        /// Its name; empty if it has none.
        name: Text<'a>,
        /// The system's number for it (`pthread_threadid_np`).
        os_id: Count,
        /// Whether it is the main thread; one at most.
        is_main: bool,
        /// The root of its tree; roots ascend from row to row.
        root: NodeId,
    }

    /// A calling context: a method, called by the parent's.
    Node in Nodes {
        /// The node it was called from, always a lower row; none for the root of a thread.
        parent: Option<NodeId>,
        /// The method; none for the root of a thread, and where it is not known.
        method: Option<MethodId>,
        /// How many calls.
        calls: Count,
        /// The time from call to return, callees included, in all calls.
        total: Ticks,
    }

    /// One call that took longer than the settings' threshold; in no particular order.
    Event in Events {
        /// What was called, and by whom.
        node: NodeId,
        /// When.
        start: Counter,
        /// For how long.
        duration: Ticks,
    }

    /// A moment of the launch, with the process's counters so far.
    Mark in Marks {
        /// Which moment.
        kind: MarkKind,
        /// When.
        at: Counter,
        /// Instructions; none where the system does not tell.
        instructions: Option<Count>,
        /// Cycles; none where the system does not tell.
        cycles: Option<Count>,
        /// Pages read from disk; none where the system does not tell.
        page_ins: Option<Count>,
        /// Bytes read from disk; none where the system does not tell.
        disk_read: Option<Count>,
        /// Bytes written to disk; none where the system does not tell.
        disk_written: Option<Count>,
        /// Bytes of memory that the process has; none where the system does not tell.
        footprint: Option<Count>,
    }

    /// A view controller's way to the screen; moments that were not seen are `None`.
    Page<'a> in Pages {
        /// The class of the view controller.
        class: Text<'a>,
        /// The image of the class.
        image: Option<ImageId>,
        /// Its initialiser.
        created: Option<Counter>,
        /// Into `loadView`, or `viewDidLoad` where none exists.
        load_begin: Option<Counter>,
        /// Out of `viewDidLoad`.
        load_end: Option<Counter>,
        /// Into `viewWillAppear:`.
        appear_begin: Option<Counter>,
        /// Out of `viewDidAppear:`.
        appear_end: Option<Counter>,
        /// The main run loop waits for the first time after that.
        first_frame: Option<Counter>,
    }

    /// How much of a kind was not recorded.
    Dropped in Drops {
        /// What.
        kind: DropKind,
        /// How often.
        count: Count,
    }

    /// What recording itself cost.
    Cost in Costs {
        /// One call of which kind, or what else.
        kind: CostKind,
        /// The part that falls between the two readings of the counter, and so into the method's own time.
        inside: Ticks1024,
        /// The part that falls outside of them, and so into the caller's time.
        outside: Ticks1024,
    }

    /// A call that had not returned when the window ended.
    OpenCall in OpenCalls {
        /// Its node; the total counts the call until then.
        node: NodeId,
    }

    /// How call stacks were sampled; the section has at most one row.
    Sampler in Samplers {
        /// The time between two samples that the settings ask for.
        asked: Nanos,
        /// The time between two samples at the end, on average: the sampler lengthens it where stacks are deep.
        used: Nanos,
        /// Samples that were taken, those of calls that hang not counted.
        taken: Count,
        /// Samples that were taken and that no row holds.
        dropped: Count,
        /// The time of sampled threads that sampling took, which is off the totals of nodes.
        own: Ticks,
        /// Why sampling ended.
        ended_by: SamplingEnd,
    }

    /// A symbol that a system image exports: the nearest one before the frames that name it, so a hint and no fact.
    Symbol<'a> in Symbols {
        /// As the symbol table has it, without the first underscore.
        name: Text<'a>,
        /// Its distance from the load address of its frames' image.
        offset: Address,
    }

    /// A place in the code, reached by its parent's.
    Frame in Frames {
        /// The caller, always a lower row; none for the outermost frame that is known.
        parent: Option<FrameId>,
        /// The image that it lies in; none if in no image.
        image: Option<ImageId>,
        /// Its distance from the image's load address; its whole address if in no image.
        /// Of a caller it is the call instruction, so the return address less 4; of the innermost frame where the thread stood.
        offset: Address,
        /// The nearest exported symbol, where that was looked up.
        symbol: Option<SymbolId>,
    }

    /// Samples with the same stack, in the same call and phase; in no particular order.
    Sample in Samples {
        /// The innermost frame.
        frame: FrameId,
        /// The thread; none if it has no tree.
        thread: Option<ThreadId>,
        /// The innermost call that was open; none outside of all methods.
        node: Option<NodeId>,
        /// The latest mark before them.
        after: MarkKind,
        /// What is special about them.
        flags: SampleFlags,
        /// How many.
        count: Count,
        /// The time that they stand for; of a call that hangs, how long it had run.
        time: Ticks,
    }

    /// How much work of a kind was asked for by a call, or by an image outside of all methods; in no particular order.
    Work in Works {
        /// The innermost call that was open; none outside of all methods.
        node: Option<NodeId>,
        /// The image that called, outside of all methods; none if not known.
        image: Option<ImageId>,
        /// On the main thread?
        is_main: bool,
        /// Which kind of work.
        kind: WorkKind,
        /// How many calls.
        calls: Count,
        /// Of how many bytes; 0 for kinds that have none.
        bytes: Count,
    }

    /// An image whose functions count their calls on the main thread.
    CountedImage<'a> in CountedImages {
        /// Which.
        image: ImageId,
        /// How many functions and stubs of imports count.
        all: u32,
        /// How many of them ran.
        ran: u32,
        /// Those that ran, as [`CountedImage::functions`] reads them; fewer where there was no memory for more.
        packed: Text<'a>,
    }

    /// Something a reader of the report should know: a bad setting, a page that could not be patched.
    Note<'a> in Notes {
        /// One sentence.
        text: Text<'a>,
    }
}
