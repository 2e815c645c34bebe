//! The trace file: what the agent writes and the gate reads.
#![no_std]
#![forbid(unsafe_code)]

mod checksum;
mod codes;
mod column;
mod encode;
mod error;
mod layout;
mod read;
#[cfg(feature = "sample")]
pub mod sample;
mod tables;
mod units;
mod validate;
mod write;

pub use crate::checksum::checksum;
pub use crate::codes::{CostKind, DropKind, Ending, LoadedBy, MarkKind, Thermal};
pub use crate::column::{Column, Field};
pub use crate::error::{Problem, ReadError};
pub use crate::layout::{Tag, VERSION, Version};
pub use crate::read::Reader;
pub use crate::tables::{
    Cost, Costs, Dropped, Drops, Event, Events, Image, Images, Info, Infos, Mark, Marks, Method, Methods,
    Node, Nodes, Note, Notes, Page, Pages, Thread, Threads,
};
pub use crate::units::{
    Address, Count, Counter, Fingerprint, ImageFlags, ImageId, MethodId, NodeId, Text, ThreadId, Ticks,
    Ticks1024, Timebase, Uuid, WallNanos,
};
pub use crate::write::{Rows, Sink, WriteError, Writer};
