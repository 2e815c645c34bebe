//! Small enumerations that are stored as numbers.
//!
//! Invariant: a number never changes its meaning. Later versions may add numbers; an older reader returns an added number as `Other`.

/// Declares enumerations whose values have numbers in the file.
macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident { $($(#[$item_doc:meta])* $item:ident = $code:literal,)* })*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$item_doc])* $item,)*
            /// A number that this version does not know.
            Other(u32),
        }

        impl $name {
            /// The values that this version knows.
            pub const KNOWN: &[$name] = &[$($name::$item),*];

            /// Returns the number of the value in the trace file.
            pub const fn code(self) -> u32 {
                match self {
                    $($name::$item => $code,)*
                    $name::Other(code) => code,
                }
            }

            /// Converts a number in the trace file to a value.
            pub const fn from_code(code: u32) -> $name {
                match code {
                    $($code => $name::$item,)*
                    code => $name::Other(code),
                }
            }
        }
    )*};
}

pub(crate) use codes;

codes! {
    /// The way in which the agent was loaded into the process. Launches with different ways are not comparable.
    LoadedBy {
        /// The way of loading is not known.
        Unknown = 0,
        /// The environment variable `DYLD_INSERT_LIBRARIES` named the agent.
        InsertLibraries = 1,
        /// A load command of the main executable named the agent.
        LoadCommand = 2,
        /// The app's own build linked the framework with the agent.
        Framework = 3,
    }

    /// The thermal state of the device (`NSProcessInfoThermalState`) when the window ended.
    Thermal {
        /// The thermal state is not known.
        Unknown = 0,
        /// The thermal state is within limits.
        Nominal = 1,
        /// The temperature is slightly raised.
        Fair = 2,
        /// The temperature is high; the system slows down.
        Serious = 3,
        /// The temperature is too high; the system slows down a lot.
        Critical = 4,
    }

    /// The event that ended the window.
    Ending {
        /// The event that ended the window is not known.
        Unknown = 0,
        /// The first frame ended the window.
        FirstFrame = 1,
        /// The method that the settings name as the end of the window returned.
        Method = 2,
        /// The time limit ended the window, because the settings name it as the end.
        TimeLimit = 3,
        /// Recording stopped on a doubt that a note explains.
        Stopped = 4,
        /// The first commit of the layer tree ended the window.
        AppleFirstFrame = 5,
        /// The main run loop had no long pass for a second, which ended the window.
        Responsive = 6,
        /// A signpost of the app that the settings name ended the window.
        Mark = 7,
        /// The window did not begin within the time limit.
        NotBegun = 8,
        /// The window began, and its end did not come within the time limit.
        NotEnded = 9,
    }

    /// The kind of a signpost.
    SignpostKind {
        /// The signpost is a single event.
        Event = 0,
        /// The signpost begins an interval.
        Begin = 1,
        /// The signpost ends an interval.
        End = 2,
    }

    /// The reason for which sampling ended.
    SamplingEnd {
        /// The reason is not known.
        Unknown = 0,
        /// The window ended, and sampling ended with it.
        Window = 1,
        /// A thread could not be suspended.
        Suspend = 2,
        /// A suspended thread's registers could not be read.
        Registers = 3,
        /// A debugger was attached.
        Debugger = 4,
        /// The agent's memory for samples was full.
        Full = 5,
        /// Recording stopped on a doubt that a note explains.
        Stopped = 6,
    }

    /// The event that a mark records.
    MarkKind {
        /// The process started. The time of this mark comes from the wall clock, and the mark has no counters.
        ProcessStart = 0,
        /// The agent's first instruction was executed.
        AgentStart = 1,
        /// The app called `UIApplicationMain` or a similar function, or the application object was created.
        Main = 2,
        /// `application:didFinishLaunchingWithOptions:` was entered.
        DidFinishLaunchingBegin = 3,
        /// `application:didFinishLaunchingWithOptions:` returned.
        DidFinishLaunchingEnd = 4,
        /// The first `viewDidAppear:` returned.
        FirstViewDidAppear = 5,
        /// The main run loop waited for the first time after the first `viewDidAppear:` had returned.
        FirstFrame = 6,
        /// The window ended.
        WindowEnd = 7,
        /// The main run loop waited for the first time, in a launch whose window begins or ends at this moment.
        AppleFirstFrame = 8,
        /// The begin of the first second without a long pass of the main run loop, if the window begins or ends with that second.
        Responsive = 9,
        /// The window began, if that was later than the agent's start.
        WindowBegin = 10,
        /// The begin or the end of a signpost interval, which is the signpost with the same time. A trace may have many of these marks.
        Signpost = 11,
    }

    /// The kind of data that was dropped.
    DropKind {
        /// Calls whose node did not fit in the tree.
        NodesFull = 0,
        /// Events that did not fit in memory.
        EventsFull = 1,
        /// Calls that were nested deeper than the largest depth of the shadow stack.
        TooDeep = 2,
        /// Calls on threads that were not recorded because all states of threads were in use.
        ThreadsFull = 3,
        /// Calls on a stack that is not the thread's own.
        ForeignStack = 4,
        /// Calls from a signal handler that interrupted the agent.
        InSignal = 5,
        /// Calls that an exception or a `longjmp` left: they are counted in their node, without their time.
        Unwound = 6,
        /// Pages that did not fit in memory.
        PagesFull = 7,
        /// Images that did not fit in memory.
        ImagesFull = 8,
        /// Signposts that did not fit in memory.
        SignpostsFull = 9,
        /// Notes that did not fit in memory.
        NotesFull = 10,
    }

    /// The operation to which a cost of the agent belongs: one call, or an operation that the agent does once in a launch.
    CostKind {
        /// One `objc_msgSend` to a method that makes no calls and whose node exists in the tree.
        Send = 0,
        /// One send that creates a new node.
        NewNode = 5,
        /// The time from the agent's first instruction until the app continued; once in a launch.
        Start = 16,
        /// The time to resolve names and to write the trace up to the section of costs; once in a launch.
        Write = 18,
        /// The time, computed from the number of calls, that the agent subtracted from the main thread's calls; once in a launch.
        Counted = 19,
        /// The instructions and cycles of a [`CostKind::Send`]: `inside` is in 1024ths of an instruction, `outside` in 1024ths of a cycle.
        SendCounts = 20,
        /// The instructions, in 1024ths, that the agent executed for the calls of all threads beyond those of [`CostKind::SendCounts`];
        /// once in a launch.
        BesideSends = 21,
        /// The cost [`CostKind::Send`], measured again after the window ended.
        SendAtEnd = 22,
        /// The time that the agent measured and subtracted from the main thread's calls before the mark `ProcessStart`; once in a launch.
        UntilProcessStart = 32,
        /// The time that the agent measured and subtracted from the main thread's calls before the mark `AgentStart`.
        UntilAgentStart = 33,
        /// The time that the agent measured and subtracted from the main thread's calls before the mark `Main`.
        UntilMain = 34,
        /// The time that the agent measured and subtracted from the main thread's calls before the mark `DidFinishLaunchingBegin`.
        UntilDidFinishLaunchingBegin = 35,
        /// The time that the agent measured and subtracted from the main thread's calls before the mark `DidFinishLaunchingEnd`.
        UntilDidFinishLaunchingEnd = 36,
        /// The time that the agent measured and subtracted from the main thread's calls before the mark `FirstViewDidAppear`.
        UntilFirstViewDidAppear = 37,
        /// The time that the agent measured and subtracted from the main thread's calls before the mark `FirstFrame`.
        UntilFirstFrame = 38,
        /// The time that the agent measured and subtracted from the main thread's calls before the mark `WindowEnd`.
        UntilWindowEnd = 39,
        /// The time that the agent measured and subtracted from the main thread's calls before the mark `AppleFirstFrame`.
        UntilAppleFirstFrame = 40,
        /// The time that the agent measured and subtracted from the main thread's calls before the mark `Responsive`.
        UntilResponsive = 41,
        /// The time that the agent measured and subtracted from the main thread's calls before the mark `WindowBegin`.
        UntilWindowBegin = 42,
    }
}

impl CostKind {
    /// Returns the kind of cost for the time that the agent measured and subtracted before this mark.
    pub const fn from_mark(mark: MarkKind) -> CostKind {
        CostKind::from_code(CostKind::UntilProcessStart.code() + mark.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_number_is_read_back_unchanged() {
        for kind in MarkKind::KNOWN {
            assert_eq!(MarkKind::from_code(kind.code()), *kind);
        }
        for code in 0..45 {
            assert_eq!(LoadedBy::from_code(code).code(), code);
            assert_eq!(Thermal::from_code(code).code(), code);
            assert_eq!(Ending::from_code(code).code(), code);
            assert_eq!(SignpostKind::from_code(code).code(), code);
            assert_eq!(MarkKind::from_code(code).code(), code);
            assert_eq!(SamplingEnd::from_code(code).code(), code);
            assert_eq!(DropKind::from_code(code).code(), code);
            assert_eq!(CostKind::from_code(code).code(), code);
        }
        assert_eq!(CostKind::from_mark(MarkKind::FirstFrame), CostKind::UntilFirstFrame);
        assert_eq!(CostKind::from_mark(MarkKind::WindowEnd), CostKind::UntilWindowEnd);
        assert_eq!(CostKind::from_mark(MarkKind::WindowBegin), CostKind::UntilWindowBegin);
        assert_eq!(Thermal::from_code(99), Thermal::Other(99));
        assert_eq!(
            (MarkKind::FirstFrame.code(), DropKind::Unwound.code(), CostKind::Write.code()),
            (6, 6, 18)
        );
    }
}
