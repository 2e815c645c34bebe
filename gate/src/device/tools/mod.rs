//! Devices by the tools that others wrote: tidevice, libimobiledevice, pymobiledevice3, go-ios, devicectl, or a team's own.
//!
//! `run` runs their commands.
//! Invariant: what a tool's command line is, and how its answer is read, is data; nothing here knows a tool by name.

pub mod run;
