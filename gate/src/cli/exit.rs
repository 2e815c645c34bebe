//! The exit codes, all of them, in one place.

/// How `gate` ends. The numbers are part of its interface; 101 and 134, which a crash of the program would leave behind, are none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// Nothing became slower.
    Pass = 0,
    /// The tool or its input is at fault.
    Error = 1,
    /// Something became slower.
    Regressed = 2,
    /// Neither could be shown.
    Undecided = 3,
    /// There is no baseline to compare with.
    NoBaseline = 4,
    /// The sides were recorded under different conditions.
    Incomparable = 5,
    /// The device or the way to it failed.
    Device = 6,
    /// The app did not launch, or did not record.
    App = 7,
}

impl From<Exit> for std::process::ExitCode {
    fn from(exit: Exit) -> Self {
        (exit as u8).into()
    }
}
