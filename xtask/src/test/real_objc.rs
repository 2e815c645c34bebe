//! `cargo xtask test --real-objc DIR`: runs the tests of the agent and of counting apps on real Objective-C runtimes, instead of the
//! runtime of the emulated iOS. A developer builds the libraries of Objective-C from Apple's published sources and passes their folder. The
//! repository contains no code of Apple.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};

use crate::workspace;

/// The environment variable that selects the Objective-C runtime of the emulated phone.
const VARIABLE: &str = "PHONE_REAL_OBJC";
/// The install name of the runtime, with which apps link.
const INSTALL_NAME: &[u8] = b"/usr/lib/libobjc.A.dylib\0";
/// The header fields of a 64-bit Mach-O library for arm64. The phone itself checks the subtype.
const MAGIC: u32 = 0xfeed_facf;
const ARM64: u32 = 0x0100_000c;
const LIBRARY: u32 = 6;

/// Runs the tests on each runtime in the folder.
pub(super) fn run(folder: &Path) -> Result<()> {
    let runtimes = runtimes(folder)?;
    let mut failed = Vec::new();
    for runtime in &runtimes {
        eprintln!("{} …", runtime.display());
        let mut command = workspace::cargo();
        command.args(["test", "--workspace", "--no-fail-fast", "--test", "e2e", "--", "agent_", "counts::"]);
        if let Err(error) = workspace::run(command.env(VARIABLE, runtime)) {
            eprintln!("{}: {error:#}", runtime.display());
            failed.push(runtime.display().to_string());
        }
    }
    ensure!(failed.is_empty(), "tests failed on {}", failed.join(", "));
    Ok(())
}

/// Returns the paths of all `*.dylib` files in the folder. Returns an error if a file is not an Objective-C runtime.
fn runtimes(folder: &Path) -> Result<Vec<PathBuf>> {
    let help = "--real-objc names a folder of libraries built from Apple's objc4 for arm64 iOS: see tests/phone/README.md";
    let entries = fs::read_dir(folder).with_context(|| format!("{}: {help}", folder.display()))?;
    let mut found = Vec::new();
    for entry in entries {
        let path = entry.with_context(|| folder.display().to_string())?.path();
        if path.extension().is_some_and(|end| end == "dylib") {
            let file = fs::read(&path).with_context(|| path.display().to_string())?;
            check(&file).with_context(|| format!("{}: {help}", path.display()))?;
            found.push(fs::canonicalize(&path).with_context(|| path.display().to_string())?);
        }
    }
    ensure!(!found.is_empty(), "{}: no *.dylib there. {help}", folder.display());
    found.sort();
    Ok(found)
}

/// Checks that a file is an Objective-C runtime for the phone.
fn check(file: &[u8]) -> Result<()> {
    let words: Vec<u32> = file
        .chunks_exact(4)
        .take(4)
        .map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]]))
        .collect();
    let word = |at: usize| words.get(at).copied();
    if (word(0), word(1), word(3)) != (Some(MAGIC), Some(ARM64), Some(LIBRARY)) {
        bail!("no Mach-O library for arm64");
    }
    let is_named = file.windows(INSTALL_NAME.len()).any(|bytes| bytes == INSTALL_NAME);
    ensure!(is_named, "its install name is not /usr/lib/libobjc.A.dylib");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_no_objc_runtime_is_refused() {
        let folder = std::env::temp_dir().join(format!("launchgate-real-objc-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let problem = |folder: &Path| format!("{:#}", runtimes(folder).expect_err("no runtime"));
        let missing = folder.join("missing");
        assert!(problem(&missing).contains("missing: --real-objc names a folder"), "{}", problem(&missing));
        assert!(problem(&folder).contains("no *.dylib there"), "{}", problem(&folder));
        let path = folder.join("libobjc.dylib");
        fs::write(&path, b"text").expect("a file");
        assert!(problem(&folder).contains("no Mach-O library for arm64"), "{}", problem(&folder));
        let mut file: Vec<u8> = [MAGIC, ARM64, 0, LIBRARY].into_iter().flat_map(u32::to_le_bytes).collect();
        fs::write(&path, &file).expect("a file");
        assert!(problem(&folder).contains("its install name"), "{}", problem(&folder));
        file.extend(INSTALL_NAME);
        fs::write(&path, &file).expect("a file");
        assert_eq!(runtimes(&folder).expect("one").len(), 1);
        fs::remove_dir_all(&folder).expect("it was there");
    }
}
