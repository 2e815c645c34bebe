//! Calls of each function on the main thread, in an app whose functions count their calls (`gate inject --count functions`).
//!
//! Invariant: times of a launch with counts are never compared, because counting makes each call slower.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Function;

/// An image whose functions count their calls, or that called such a function.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CountedImage {
    /// The path of the image in the app, as in the file with the names of the app's functions. For an image outside of the app, the field
    /// contains the path on the device.
    pub path: String,
    pub uuid: String,
    /// Number of functions and import stubs that count their calls; 0 for an image that only calls counted functions.
    pub all: u32,
    /// Number of functions that ran and whose counts did not fit in the recorder's memory.
    pub lost: u32,
    /// The functions that ran, in the order of the file with the functions' names.
    pub functions: Vec<FunctionCount>,
}

impl CountedImage {
    /// Parses the UUID.
    pub fn uuid_bytes(&self) -> Option<trace::Uuid> {
        let digits: String = self.uuid.chars().filter(|digit| *digit != '-').collect();
        u128::from_str_radix(&digits, 16).ok().map(|uuid| trace::Uuid(uuid.to_be_bytes()))
    }
}

impl FunctionCount {
    /// Returns the call instruction of the first call: the index of the caller's image in the list of images, and the offset in that image.
    pub fn caller_at(&self) -> Option<(usize, u64)> {
        self.caller.map(|(image, behind)| (image, behind.saturating_sub(4)))
    }
}

/// The counts of one function that ran.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct FunctionCount {
    /// Offset from the image's header.
    pub offset: u64,
    /// Whether the function is the stub of an imported function.
    pub import: bool,
    pub calls: u64,
    /// The function's position among the image's functions, ordered by the time of their first calls, counted from 1.
    pub order: u64,
    /// Time of the first call since the start of the process.
    pub first_ns: f64,
    /// The return address of the first call: the index of the caller's image in the list of images, and the offset from that image's
    /// header; `None` if the address is in no image.
    pub caller: Option<(usize, u64)>,
    /// The function, if symbols contain its name.
    #[serde(skip)]
    pub function: Option<Arc<Function>>,
    /// The source line at which the function begins.
    #[serde(skip)]
    pub line: Option<u32>,
    /// Number of instructions in the code of the function; 0 if the number is not known.
    #[serde(skip)]
    pub instructions: u64,
    /// The function that made the first call, if symbols contain its name.
    #[serde(skip)]
    pub by: Option<Arc<Function>>,
}
