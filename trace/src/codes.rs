//! Small enumerations, stored as numbers.
//!
//! Invariant: a number never changes its meaning; more may be added, which an older reader sees as `Other`.

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
            /// All that this version knows.
            pub const KNOWN: &[$name] = &[$($name::$item),*];

            /// The number in the file.
            pub const fn code(self) -> u32 {
                match self {
                    $($name::$item => $code,)*
                    $name::Other(code) => code,
                }
            }

            /// What the number in the file means.
            pub const fn from_code(code: u32) -> $name {
                match code {
                    $($code => $name::$item,)*
                    code => $name::Other(code),
                }
            }
        }
    )*};
}

codes! {
    /// How the agent got into the process; different ways are not comparable.
    LoadedBy {
        /// Not known.
        Unknown = 0,
        /// `DYLD_INSERT_LIBRARIES`.
        InsertLibraries = 1,
        /// A load command of the main executable.
        LoadCommand = 2,
    }

    /// The thermal state of the device (`NSProcessInfoThermalState`) when the window ended.
    Thermal {
        /// Not known.
        Unknown = 0,
        /// Within limits.
        Nominal = 1,
        /// Slightly raised.
        Fair = 2,
        /// High; the system slows down.
        Serious = 3,
        /// Too high; the system slows down a lot.
        Critical = 4,
    }

    /// What ended the window.
    Ending {
        /// Not known.
        Unknown = 0,
        /// The first frame.
        FirstFrame = 1,
        /// The method that the settings name returned.
        Method = 2,
        /// The time limit of the settings.
        TimeLimit = 3,
        /// Recording stopped on a doubt that a note explains.
        Stopped = 4,
    }

    /// Why sampling ended.
    SamplingEnd {
        /// Not known.
        Unknown = 0,
        /// With the window.
        Window = 1,
        /// A thread could not be suspended.
        Suspend = 2,
        /// A suspended thread's registers could not be read.
        Registers = 3,
        /// A debugger was attached.
        Debugger = 4,
        /// There was no room for more.
        Full = 5,
        /// Recording stopped on a doubt that a note explains.
        Stopped = 6,
    }

    /// What a mark marks.
    MarkKind {
        /// The process started (from the wall clock; no counters).
        ProcessStart = 0,
        /// The agent's first instruction.
        AgentStart = 1,
        /// `main`, or `UIApplicationMain` where the app calls that.
        Main = 2,
        /// Into `application:didFinishLaunchingWithOptions:`.
        DidFinishLaunchingBegin = 3,
        /// Out of `application:didFinishLaunchingWithOptions:`.
        DidFinishLaunchingEnd = 4,
        /// The first `viewDidAppear:` returned.
        FirstViewDidAppear = 5,
        /// The main run loop waits for the first time after that.
        FirstFrame = 6,
        /// The window ended.
        WindowEnd = 7,
    }

    /// What was not recorded.
    DropKind {
        /// Calls whose node did not fit in the tree.
        NodesFull = 0,
        /// Events that did not fit.
        EventsFull = 1,
        /// Calls nested deeper than the shadow stack.
        TooDeep = 2,
        /// Calls on threads for which no state was left.
        ThreadsFull = 3,
        /// Calls on a stack that is not the thread's own.
        ForeignStack = 4,
        /// Calls from a signal handler that interrupted the recorder.
        InSignal = 5,
        /// Calls cut off by an exception or a long jump: counted in their node, without their time.
        Unwound = 6,
        /// Pages that did not fit.
        PagesFull = 7,
        /// Images that did not fit.
        ImagesFull = 8,
        /// Methods that did not fit.
        MethodsFull = 9,
        /// Notes that did not fit.
        NotesFull = 10,
    }

    /// What a part of the agent's own cost was spent on: one call of a kind, or one time in the launch.
    CostKind {
        /// One `objc_msgSend` to a method that calls nothing, its node known.
        Send = 0,
        /// One `objc_msgSendSuper2`.
        SendSuper = 1,
        /// One send to nil.
        SendNil = 2,
        /// One of the shortcuts (`objc_alloc` and its like).
        Shortcut = 3,
        /// One call through an entry trampoline.
        Entry = 4,
        /// One send that makes a new node.
        NewNode = 5,
        /// One call that passes through unrecorded.
        PassThrough = 6,
        /// Once: from the agent's first instruction until the app went on.
        Start = 16,
        /// Once: images loaded later, patched.
        LateImages = 17,
        /// Once: names resolved and the trace written, up to this section.
        Write = 18,
        /// Once: what the recorder took off the main thread's calls by their number.
        Counted = 19,
        /// One `objc_msgSend` to a method that calls nothing, its node known, where the system counts: `inside` is 1024ths of an
        /// instruction, `outside` 1024ths of a cycle.
        SendCounts = 20,
        /// Once: 1024ths of an instruction that all threads' calls took the recorder beyond what such a send takes.
        BesideSends = 21,
        /// What [`CostKind::Send`] is, measured once more when the window had ended.
        SendAtEnd = 22,
        /// Once: what it took off the main thread's calls as it happened, until the mark of the same name.
        UntilProcessStart = 32,
        /// Likewise.
        UntilAgentStart = 33,
        /// Likewise.
        UntilMain = 34,
        /// Likewise.
        UntilDidFinishLaunchingBegin = 35,
        /// Likewise.
        UntilDidFinishLaunchingEnd = 36,
        /// Likewise.
        UntilFirstViewDidAppear = 37,
        /// Likewise.
        UntilFirstFrame = 38,
        /// Likewise.
        UntilWindowEnd = 39,
    }
}

impl CostKind {
    /// What the recorder took off as it happened, until this mark.
    pub const fn until(mark: MarkKind) -> CostKind {
        CostKind::from_code(CostKind::UntilProcessStart.code() + mark.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_their_meaning() {
        for kind in MarkKind::KNOWN {
            assert_eq!(MarkKind::from_code(kind.code()), *kind);
        }
        for code in 0..40 {
            assert_eq!(LoadedBy::from_code(code).code(), code);
            assert_eq!(Thermal::from_code(code).code(), code);
            assert_eq!(Ending::from_code(code).code(), code);
            assert_eq!(MarkKind::from_code(code).code(), code);
            assert_eq!(SamplingEnd::from_code(code).code(), code);
            assert_eq!(DropKind::from_code(code).code(), code);
            assert_eq!(CostKind::from_code(code).code(), code);
        }
        assert_eq!(CostKind::until(MarkKind::FirstFrame), CostKind::UntilFirstFrame);
        assert_eq!(CostKind::until(MarkKind::WindowEnd), CostKind::UntilWindowEnd);
        assert_eq!(Thermal::from_code(99), Thermal::Other(99));
        assert_eq!(
            (MarkKind::FirstFrame.code(), DropKind::Unwound.code(), CostKind::Write.code()),
            (6, 6, 18)
        );
    }
}
