//! Which formats of other tools are read, and how many of their files in public repositories: prints one flat JSON object.
//!
//! The files are no part of this repository; without `LAUNCHGATE_RECORDINGS` none is counted.

use std::collections::BTreeSet;

#[path = "../../../gate/tests/recordings/files.rs"]
mod files;

/// A launch in each format, as the tool's own source writes it.
const SAMPLES: [(&str, &str, &str); 5] = [
    ("XCTest", "metrics.json", include_str!("../../../gate/tests/recordings/xctest.json")),
    ("Instruments", "launch.xml", include_str!("../../../gate/tests/recordings/xctrace.xml")),
    ("ETTrace", "output.json", include_str!("../../../gate/tests/recordings/ettrace.json")),
    ("AppleTrace", "trace.json", include_str!("../../../gate/tests/recordings/appletrace.json")),
    ("btrace", "trace.pb", include_str!("../../../gate/tests/recordings/btrace.hex")),
];

pub(crate) fn run() {
    let mut formats = BTreeSet::new();
    for (format, name, text) in SAMPLES {
        // What is no text is kept as digits.
        let bytes = if format == "btrace" { of_hex(text) } else { text.as_bytes().to_vec() };
        match gate::launches::read_stream(
            name,
            &bytes[..],
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

fn of_hex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> =
        text.bytes().filter_map(|digit| char::from(digit).to_digit(16)).map(|digit| digit as u8).collect();
    digits.chunks(2).map(|pair| pair.iter().fold(0, |byte, digit| byte << 4 | digit)).collect()
}
