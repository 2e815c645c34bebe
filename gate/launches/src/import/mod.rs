//! Recordings of other tools: XCTest's metrics, exports of Instruments.
//!
//! Each format has one reader, which fills drafts; what a format cannot tell is [`Given`] beside the file.
//! A launch, or an iteration of a test, is one launch.
//! Where call stacks were sampled, times are estimates and calls are not known: they are zero.
//!
//! Invariant: whatever the bytes are, a reader neither panics nor needs more memory than the file's size explains.

mod stacks;
#[cfg(test)]
mod tests;
mod xctest;
mod xctrace;

use std::sync::Arc;

use super::draft::Draft;
use super::spans::Origin;
use super::{Condition, Conditions, Table, WarningKind};

/// A format of another tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ImportFormat {
    XcTest,
    Xctrace,
}

impl ImportFormat {
    /// The format of a file that begins so.
    pub(super) fn of(head: &[u8]) -> Option<ImportFormat> {
        let has = |word: &str| head.windows(word.len()).any(|window| window == word.as_bytes());
        let text = head.trim_ascii_start();
        if text.starts_with(b"<?xml") || text.starts_with(b"<trace-query-result") {
            return Some(ImportFormat::Xctrace);
        }
        let is_own = has("\"launchgate.launch/") || has("\"traceEvents\"");
        if is_own || !text.starts_with(b"{") && !text.starts_with(b"[") {
            return None;
        }
        (has("\"testRuns\"") || has("\"testIdentifier\"")).then_some(ImportFormat::XcTest)
    }

    /// The drafts of the launches in a file.
    pub(super) fn drafts(
        self,
        bytes: &[u8],
        origin: &Origin<'_>,
        given: &Given,
        table: &mut Table,
        odd: &mut Vec<WarningKind>,
    ) -> Result<Vec<Draft>, ImportError> {
        let mut drafts = match self {
            ImportFormat::XcTest => xctest::drafts(bytes, origin, given)?,
            ImportFormat::Xctrace => xctrace::drafts(bytes, origin, given, table, odd)?,
        };
        for draft in &mut drafts {
            given.complete(&mut draft.conditions).map_err(ImportError::Invalid)?;
        }
        Ok(drafts)
    }
}

/// What a recording cannot tell, from its user: its conditions, and what ends the launch.
#[derive(Clone, Debug, Default)]
pub struct Given {
    conditions: Conditions,
    end: Option<Arc<str>>,
}

/// The key of [`Given`] that names what ends the launch.
const END: &str = "launch.end";

/// The conditions that may be given.
const GIVEN: [Condition; 6] = [
    Condition::DeviceModel,
    Condition::DeviceOs,
    Condition::AppBundle,
    Condition::AppBuild,
    Condition::AppConfiguration,
    Condition::Scenario,
];

impl Given {
    /// Of `KEY=VALUE`, as stored sessions call the keys; `launch.end` besides.
    pub fn parse(given: &[String]) -> Result<Given, String> {
        let mut into = Given::default();
        for one in given {
            let Some((key, value)) = one.split_once('=').filter(|(_, value)| !value.is_empty()) else {
                return Err(format!("expected KEY=VALUE, found {one:?}"));
            };
            if key == END {
                into.end = Some(value.into());
                continue;
            }
            let Some(condition) = GIVEN.into_iter().find(|known| known.key() == key) else {
                let known: Vec<&str> = GIVEN.iter().map(|known| known.key()).chain([END]).collect();
                return Err(format!("unknown key {key:?}; choose one of {}", known.join(", ")));
            };
            into.conditions.set(condition, value)?;
        }
        Ok(into)
    }

    /// The same without the build, which is another one on the other side.
    #[must_use]
    pub fn without_build(mut self) -> Given {
        self.conditions.app_build = "".into();
        self
    }

    /// What ends the launch.
    fn end(&self) -> Option<&str> {
        self.end.as_deref()
    }

    /// A value for what the file knows only vaguely: what is given, else what it says.
    fn prefer(&self, condition: Condition, said: &str) -> String {
        let given = self.conditions.value(condition);
        if given.is_empty() { said.to_owned() } else { given.into_owned() }
    }

    /// Fills in what a file did not say; what it says otherwise is a mistake.
    pub(super) fn complete(&self, conditions: &mut Conditions) -> Result<(), String> {
        for condition in GIVEN {
            let (given, said) = (self.conditions.value(condition), conditions.value(condition).into_owned());
            if given.is_empty() || given == said {
                continue;
            }
            if !said.is_empty() {
                let key = condition.key();
                return Err(format!(
                    "the recording has {key}={said:?}, but --given has {key}={given:?}; omit that option"
                ));
            }
            conditions.set(condition, &given)?;
        }
        Ok(())
    }
}

/// Why a file cannot be read.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ImportError {
    /// It ends in the middle of something.
    Truncated(String),
    /// Its content is wrong; the text says where.
    Invalid(String),
}

impl ImportError {
    /// With the number of a byte.
    fn at(byte: usize, what: impl std::fmt::Display) -> ImportError {
        ImportError::Invalid(format!("byte {byte}: {what}"))
    }
}

/// The method that a frame stands for, with its image.
fn intern_frame(table: &mut Table, name: &str, image: &str, is_system: bool) -> super::MethodId {
    // An address differs from launch to launch; what is known of it is the image.
    let is_address = name.strip_prefix("0x").is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_hexdigit()));
    let name = match (is_address || name.is_empty(), image) {
        (true, "") => "(unknown)".into(),
        (true, image) => format!("{image} (no symbol)").into(),
        (false, _) => std::borrow::Cow::Borrowed(name),
    };
    let id = table.intern(super::record::shortened(&name).as_deref().unwrap_or(&name));
    let image = (!image.is_empty()).then(|| table.share(image));
    let method = table.method_mut(id);
    if method.image.is_none() {
        method.image = image;
        method.system = is_system;
    }
    id
}
