//! Checks the rules for a built agent. The file is read with the `object` crate, which has no code in
//! common with the gate's own reader.
//!
//! Invariant: every rule has a test that violates it.

use std::fmt;
use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};
use object::Endianness;
use object::macho;
use object::read::macho::{LoadCommandVariant, MachHeader, MachOFile64, Section as _, Segment as _};
use object::read::{Object as _, ObjectSection as _};

use super::Target;

/// The largest number of bytes by which the agent may enlarge an app.
const SIZE_LIMIT: u64 = 242_000;

/// The libraries that every iOS process loads.
const LIBRARIES: [&str; 2] = ["/usr/lib/libSystem.B.dylib", "/usr/lib/libobjc.A.dylib"];

/// Types of sections whose pointers dyld binds at the first call.
const LAZY: [macho::SectionType; 2] = [macho::S_LAZY_SYMBOL_POINTERS, macho::S_LAZY_DYLIB_SYMBOL_POINTERS];

/// The properties of a built agent.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Facts {
    arm64: bool,
    platform: macho::Platform,
    signed: bool,
    oldest_system: (u32, u32),
    install_name: String,
    libraries: Vec<String>,
    exports: Vec<String>,
    /// Number of pointers that dyld binds at the first call.
    lazy_pointers: u64,
    unwind_info: u64,
    eh_frame: u64,
    size: u64,
}

/// Returns an error if the file violates a rule for agents that users ship in their apps.
pub(super) fn check(path: &Path, kind: Target, install_name: &str) -> Result<()> {
    judge(&read(path)?, kind, install_name).with_context(|| format!("{} is not fit to ship", path.display()))
}

/// Reads the properties of a Mach-O file.
pub(super) fn read(path: &Path) -> Result<Facts> {
    let data = std::fs::read(path).with_context(|| path.display().to_string())?;
    facts(&data).with_context(|| format!("{} cannot be read as a Mach-O dylib", path.display()))
}

pub(super) fn uuid(path: &Path) -> Result<String> {
    let data = std::fs::read(path).with_context(|| path.display().to_string())?;
    let uuid = MachOFile64::<Endianness, _>::parse(&*data)?.mach_uuid()?;
    let hex: String = uuid.context("no UUID")?.iter().map(|byte| format!("{byte:02X}")).collect();
    Ok([0..8, 8..12, 12..16, 16..20, 20..32].map(|part| &hex[part]).join("-"))
}

fn facts(data: &[u8]) -> Result<Facts> {
    let file = MachOFile64::<Endianness, _>::parse(data)?;
    let header = file.macho_header();
    let endian = file.endian();
    let mut facts = Facts {
        arm64: header.cputype(endian) == macho::CPU_TYPE_ARM64 && header.filetype(endian) == macho::MH_DYLIB,
        platform: macho::Platform(0),
        signed: false,
        oldest_system: (0, 0),
        install_name: String::new(),
        libraries: Vec::new(),
        exports: Vec::new(),
        lazy_pointers: 0,
        unwind_info: section_size(&file, "__unwind_info"),
        eh_frame: section_size(&file, "__eh_frame"),
        size: data.len() as u64,
    };
    let mut has_exports = false;
    let mut commands = file.macho_load_commands()?;
    while let Some(command) = commands.next()? {
        match command.variant()? {
            LoadCommandVariant::BuildVersion(build, _) => {
                facts.platform = build.platform.get(endian);
                let oldest = build.minos.get(endian).0;
                facts.oldest_system = (oldest >> 16, oldest >> 8 & 0xff);
            }
            LoadCommandVariant::IdDylib(id) => {
                facts.install_name = text(command.string(endian, id.dylib.name)?);
            }
            LoadCommandVariant::Dylib(dylib) => {
                facts.libraries.push(text(command.string(endian, dylib.dylib.name)?));
            }
            // The crate's reader returns an error for the empty export trie of a dylib without exports, so only the size is read.
            LoadCommandVariant::DyldInfo(info) => {
                has_exports = info.export_size.get(endian) > 0;
                facts.lazy_pointers += u64::from(info.lazy_bind_size.get(endian));
            }
            LoadCommandVariant::Segment64(segment, sections) => {
                for section in segment.sections(endian, sections)? {
                    if LAZY.contains(&section.section_type(endian)) {
                        facts.lazy_pointers += section.size.get(endian) / 8;
                    }
                }
            }
            LoadCommandVariant::LinkeditData(data) if command.cmd() == macho::LC_DYLD_EXPORTS_TRIE => {
                has_exports = data.datasize.get(endian) > 0;
            }
            LoadCommandVariant::LinkeditData(_) if command.cmd() == macho::LC_CODE_SIGNATURE => {
                facts.signed = true
            }
            _ => {}
        }
    }
    for export in has_exports.then(|| file.exports()).transpose()?.into_iter().flatten() {
        facts.exports.push(text(export?.into_name().into_name().as_deref().unwrap_or_default()));
    }
    Ok(facts)
}

/// Returns an error for the first rule that the file violates. The most basic rules are checked first.
fn judge(facts: &Facts, kind: Target, install_name: &str) -> Result<()> {
    ensure!(facts.arm64, "not an arm64 dylib");
    let (platform, name) = match kind {
        Target::Phone => (macho::PLATFORM_IOS, "iOS"),
        Target::Simulator => (macho::PLATFORM_IOSSIMULATOR, "the iOS simulator"),
    };
    ensure!(facts.platform == platform, "platform {:?} is not {name}", facts.platform);
    ensure!(facts.signed || kind == Target::Phone, "no signature: a simulator loads none without");
    ensure!(facts.oldest_system >= (13, 4), "built for iOS {:?}, older than 13.4", facts.oldest_system);
    ensure!(facts.install_name == install_name, "install name {:?}", facts.install_name);
    if let Some(library) = facts.libraries.iter().find(|&library| !LIBRARIES.contains(&library.as_str())) {
        bail!("links {library}; only libSystem and libobjc are in every process before the app's own code");
    }
    if let Some(export) = facts.exports.iter().find(|name| !name.starts_with("_launchgate_")) {
        bail!(
            "exports {export}: an app that has the same name would call ours; \
             `sym` operands let assembly call Rust without #[no_mangle]"
        );
    }
    ensure!(
        facts.lazy_pointers == 0,
        "{} lazy pointers: dyld binds them under a lock that a suspended thread may hold; link with -fixup_chains",
        facts.lazy_pointers
    );
    ensure!(facts.unwind_info > 0, "no __unwind_info: exceptions could not pass the agent's frames");
    ensure!(facts.size <= SIZE_LIMIT, "{} bytes, more than {SIZE_LIMIT}", facts.size);
    Ok(())
}

fn section_size(file: &MachOFile64<'_, Endianness>, name: &str) -> u64 {
    file.section_by_name(name).map_or(0, |section| section.size())
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

impl fmt::Display for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (major, minor) = self.oldest_system;
        let simulator = if self.platform == macho::PLATFORM_IOSSIMULATOR { " simulator" } else { "" };
        writeln!(
            f,
            "arm64, iOS{simulator} {major}.{minor} or later, {} bytes, {}",
            self.size, self.install_name
        )?;
        writeln!(f, "links   {}", self.libraries.join(", "))?;
        let exports = if self.exports.is_empty() { "nothing".to_owned() } else { self.exports.join(", ") };
        writeln!(f, "exports {exports}")?;
        write!(f, "unwinds by {} bytes of __unwind_info, {} of __eh_frame", self.unwind_info, self.eh_frame)
    }
}

#[cfg(test)]
mod tests {
    use super::super::INSTALL_NAME;
    use super::*;

    fn good() -> Facts {
        Facts {
            arm64: true,
            platform: macho::PLATFORM_IOS,
            signed: false,
            oldest_system: (13, 4),
            install_name: INSTALL_NAME.to_owned(),
            libraries: vec!["/usr/lib/libSystem.B.dylib".to_owned()],
            exports: vec![],
            lazy_pointers: 0,
            unwind_info: 4096,
            eh_frame: 64,
            size: 70_000,
        }
    }

    #[test]
    fn each_rule_for_the_agent_dylib_refuses_an_agent_that_breaks_the_rule() {
        judge(&good(), Target::Phone, INSTALL_NAME).unwrap();
        type Break = fn(&mut Facts);
        let cases: [(Break, &str); 9] = [
            (|facts| facts.arm64 = false, "arm64"),
            (|facts| facts.platform = macho::PLATFORM_IOSSIMULATOR, "platform"),
            (|facts| facts.oldest_system = (13, 3), "older than 13.4"),
            (|facts| facts.install_name = "agent.dylib".to_owned(), "install name"),
            (
                |facts| facts.libraries.push("/System/Library/Frameworks/UIKit.framework/UIKit".to_owned()),
                "UIKit",
            ),
            (|facts| facts.exports.push("_memcpy".to_owned()), "_memcpy"),
            (|facts| facts.lazy_pointers = 1, "lazy pointers"),
            (|facts| facts.unwind_info = 0, "__unwind_info"),
            (|facts| facts.size = SIZE_LIMIT + 1, "bytes"),
        ];
        for (break_it, expected) in cases {
            let mut facts = good();
            break_it(&mut facts);
            let error = judge(&facts, Target::Phone, INSTALL_NAME).unwrap_err().to_string();
            assert!(error.contains(expected), "{error:?} does not mention {expected:?}");
        }
        let mut facts = Facts { platform: macho::PLATFORM_IOSSIMULATOR, signed: true, ..good() };
        judge(&facts, Target::Simulator, INSTALL_NAME).unwrap();
        facts.signed = false;
        assert!(
            judge(&facts, Target::Simulator, INSTALL_NAME).unwrap_err().to_string().contains("no signature")
        );
        assert!(
            judge(&good(), Target::Simulator, INSTALL_NAME)
                .unwrap_err()
                .to_string()
                .contains("is not the iOS simulator")
        );
    }

    #[test]
    fn a_program_of_the_host_is_refused_as_the_agent() {
        let own = std::env::current_exe().unwrap();
        assert!(read(&own).is_err(), "an ELF or host Mach-O executable was taken for the agent");
    }
}
