//! Defines all exit codes of `gate`.

use gate_config::UndecidedAnswer;
use gate_decision::Answer;
use gate_device::{Failure, FailureClass};

/// The exit code of `gate`. The numbers are part of the command's interface. The numbers 101 and 134 are not used, since a crash of the
/// program ends with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// No regression was found.
    Pass = 0,
    /// The gate failed, or its input is invalid.
    Error = 1,
    /// A method, a phase or another row became slower.
    Regressed = 2,
    /// The launches show neither a pass nor a regression.
    Undecided = 3,
    /// The launches cannot be compared, because no baseline is stored.
    NoBaseline = 4,
    /// The sides were recorded under different conditions.
    Incomparable = 5,
    /// The device, or the connection to the device, failed.
    Device = 6,
    /// The app did not launch, or did not record.
    App = 7,
}

impl Exit {
    /// Returns the exit code of a check with this answer. The setting `undecided` determines the exit code of an undecided answer.
    pub fn from_answer(answer: Answer, undecided: UndecidedAnswer) -> Exit {
        match (answer, undecided) {
            (Answer::Pass, _) | (Answer::Undecided, UndecidedAnswer::Pass) => Exit::Pass,
            (Answer::Regressed, _) | (Answer::Undecided, UndecidedAnswer::Regressed) => Exit::Regressed,
            (Answer::Undecided, UndecidedAnswer::Undecided) => Exit::Undecided,
            (Answer::NoBaseline, _) => Exit::NoBaseline,
            (Answer::Incomparable, _) => Exit::Incomparable,
            (Answer::NotRecorded, _) => Exit::App,
        }
    }
}

impl From<&Failure> for Exit {
    /// Returns the exit code of a command that ends with this failure.
    fn from(failure: &Failure) -> Exit {
        match failure.class() {
            FailureClass::Input => Exit::Error,
            FailureClass::Device => Exit::Device,
            FailureClass::App => Exit::App,
        }
    }
}

impl From<&anyhow::Error> for Exit {
    /// Returns the exit code of a command that ends with this error.
    fn from(error: &anyhow::Error) -> Exit {
        error.downcast_ref::<Failure>().map_or(Exit::Error, Exit::from)
    }
}

impl From<Exit> for std::process::ExitCode {
    fn from(exit: Exit) -> Self {
        (exit as u8).into()
    }
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::*;
    use gate_device::FailureKind;

    #[test]
    fn the_exit_code_of_a_command_depends_on_the_type_of_its_error() {
        for kind in FailureKind::ALL {
            let expected = match kind.class() {
                FailureClass::Input => Exit::Error,
                FailureClass::Device => Exit::Device,
                FailureClass::App => Exit::App,
            };
            let error = anyhow::Error::from(Failure::new(*kind, "while listing")).context("a run");
            assert_eq!(Exit::from(&error), expected, "{kind:?}");
        }
        assert_eq!(Exit::from(&anyhow!("file not found")), Exit::Error);
    }
}
