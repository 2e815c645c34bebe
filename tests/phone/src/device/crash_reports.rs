//! The crash reporter: writes a report when a signal ends an app. Two services transfer the reports to a
//! computer.
//!
//! A report is an .ips file in the format of iOS 15 and later: one line of JSON with metadata, then a JSON
//! document. Clients first contact the mover service, which answers when all reports are in its folder. After
//! this answer, clients read the folder by AFC.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::UNIX_EPOCH;

use serde_json::json;

use super::Device;
use super::afc::{self, Root};
use super::frames::text;
use super::model::Ios;
use super::processes::Process;
use super::wire::{Result, Wire};

/// The writer of the reports.
pub(super) struct Reporter {
    pub(super) folder: PathBuf,
    pub(super) ios: Ios,
}

impl Reporter {
    /// Writes the report of a process that a signal ended. `log` is the output of the process, whose last
    /// line is the emulator's reason.
    pub(super) fn report(&self, process: &Process, signal: i32, log: &str) {
        let app = &process.app;
        let started = process.started.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        let (name, pid) = (&app.executable, process.pid);
        let info = |key: &str, otherwise: &str| text(&app.info, key).unwrap_or(otherwise).to_owned();
        let (version, build) = (info("CFBundleShortVersionString", "1.0"), info("CFBundleVersion", "1"));
        let incident = format!("1C1DE470-0000-4000-A000-{pid:012X}");
        let (exception, word) = match signal {
            6 => ("EXC_CRASH", "SIGABRT"),
            4 => ("EXC_BAD_INSTRUCTION", "SIGILL"),
            5 => ("EXC_BREAKPOINT", "SIGTRAP"),
            10 => ("EXC_BAD_ACCESS", "SIGBUS"),
            _ => ("EXC_BAD_ACCESS", "SIGSEGV"),
        };
        let about = json!({
            "app_name": name, "app_version": version, "build_version": build, "bundleID": app.bundle,
            "bug_type": "309", "incident_id": incident, "name": name,
            "os_version": format!("iPhone OS {}", self.ios.version()), "timestamp": started,
        });
        let reasons: Vec<&str> = log.lines().rev().take(20).collect();
        let report = json!({
            "pid": pid, "procName": name, "procPath": format!("{}/{name}", app.path),
            "modelCode": self.ios.product_type(), "incident": incident,
            "bundleInfo": {
                "CFBundleIdentifier": app.bundle,
                "CFBundleShortVersionString": version,
                "CFBundleVersion": build,
            },
            "exception": { "type": exception, "signal": word },
            "termination": { "namespace": "SIGNAL", "code": signal, "byProc": "exc handler" },
            "asi": { name: reasons.into_iter().rev().collect::<Vec<_>>() },
        });
        // A report that cannot be written is missing, as on a full phone.
        let _ = fs::write(
            self.folder.join(format!("{name}-{started}-{pid}.ips")),
            format!("{about}\n{report:#}\n"),
        );
    }
}

/// Serves the mover service. The service has no work, because all reports are already in its folder.
pub(super) fn mover(_: &Arc<Device>, wire: &Wire) -> Result<()> {
    wire.write(b"ping\0")
}

/// Serves the reports as files by AFC.
pub(super) fn copy(device: &Arc<Device>, wire: &Wire) -> Result<()> {
    afc::serve(device, wire, &Root { folder: device.crash_reports.clone(), only: None })
}
