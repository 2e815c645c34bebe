//! Which formats of other tools are read, and how many of their files in public repositories: prints one flat JSON object.
//!
//! The files are no part of this repository; without `LAUNCHGATE_RECORDINGS` none is counted.

use std::collections::BTreeSet;

#[path = "../../../gate/tests/recordings/files.rs"]
mod files;

/// A launch in each format, as the tool's own source writes it.
const SAMPLES: [(&str, &str, &str); 3] = [
    ("XCTest", "metrics.json", include_str!("../../../gate/tests/recordings/xctest.json")),
    ("Instruments", "launch.xml", include_str!("../../../gate/tests/recordings/xctrace.xml")),
    ("AppleTrace", "trace.json", include_str!("../../../gate/tests/recordings/appletrace.json")),
];

pub(crate) fn run() {
    let mut formats = BTreeSet::new();
    for (format, name, text) in SAMPLES {
        match gate::launches::read_stream(
            name,
            text.as_bytes(),
            &gate::launches::ReadOptions { paths: true, ..gate::launches::ReadOptions::default() },
        ) {
            Ok(read) if !read.launches.is_empty() => drop(formats.insert(format)),
            Ok(_) => eprintln!("{format}: no launch"),
            Err(error) => eprintln!("{format}: {error}"),
        }
    }
    let mut real = 0;
    match files::folder() {
        None => eprintln!("LAUNCHGATE_RECORDINGS names no folder: no public recording is counted"),
        Some(folder) => {
            for file in files::FILES {
                let (repository, path) = (file.repository.0, file.path);
                match file.check(&folder) {
                    None => eprintln!("{repository} {path}: not there"),
                    Some(Ok(())) => {
                        real += 1;
                        eprintln!("{repository} {path} ({}, {}): read", file.format, file.licence);
                    }
                    Some(Err(error)) => eprintln!("{repository} {path}: {error}"),
                }
            }
        }
    }
    println!("{{\"import.formats\": {}, \"import.real_files\": {real}}}", formats.len());
}
