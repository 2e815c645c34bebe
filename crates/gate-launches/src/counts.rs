//! How often the functions of an app that counts them (`gate inject --count functions`) were called on the main thread.
//!
//! Invariant: a launch with counts has no times that may be compared: each call takes more than in the app as it was built.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Function;

/// An image whose functions count, or that called one of them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CountedImage {
    /// Its path in the app, as in the file of names beside the app; of one outside of it on the device.
    pub path: String,
    pub uuid: String,
    /// How many functions and stubs of imports count; 0 of an image that only calls.
    pub all: u32,
    /// How many ran that the recorder had no room for.
    pub lost: u32,
    /// Those that ran, in the order of the file of names.
    pub functions: Vec<FunctionCount>,
}

impl CountedImage {
    /// Its UUID in numbers, if that is one.
    pub fn uuid_bytes(&self) -> Option<trace::Uuid> {
        let digits: String = self.uuid.chars().filter(|digit| *digit != '-').collect();
        u128::from_str_radix(&digits, 16).ok().map(|uuid| trace::Uuid(uuid.to_be_bytes()))
    }
}

impl FunctionCount {
    /// Where it was called first: in which image of the list, and an address in the call.
    pub fn caller_at(&self) -> Option<(usize, u64)> {
        self.caller.map(|(image, behind)| (image, behind.saturating_sub(4)))
    }
}

/// What was counted of one function that ran.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct FunctionCount {
    /// From the image's header on.
    pub offset: u64,
    /// Whether it is the stub of an imported function.
    pub import: bool,
    pub calls: u64,
    /// The how manieth of the image's functions it was to run, from 1 on.
    pub order: u64,
    /// When it was first called, from the start of the process.
    pub first_ns: f64,
    /// Where this call returned to: the place of an image in the list, and from its header on; none in no image.
    pub caller: Option<(usize, u64)>,
    /// Which function that is, and which one called it first, where symbols tell.
    #[serde(skip)]
    pub function: Option<Arc<Function>>,
    /// The line that it begins at.
    #[serde(skip)]
    pub line: Option<u32>,
    /// How many instructions it has; 0 where that is not known.
    #[serde(skip)]
    pub instructions: u64,
    #[serde(skip)]
    pub by: Option<Arc<Function>>,
}
