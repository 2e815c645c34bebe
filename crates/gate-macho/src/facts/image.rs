//! Reads the facts of one Mach-O file.

use gate_facts::{Dylib, Fixups, INSTRUMENTED, Image, Segment};
use object::LittleEndian as Le;
use object::macho;
use object::read::macho::{LoadCommandVariant, MachHeader as _};

use super::space::{AddressSpace, PointerTarget};
use super::{code, fixups, objc};
use crate::read::{self, MachoReadError, platform_name, select_thin_slice, uuid_text};
use crate::rewrite::SEGMENT;

/// Reads the facts of a file. For a universal file, the facts are those of its arm64 slice. Returns `None` for a file that dyld does not
/// load, such as an object file.
pub(super) fn read(file: &[u8], path: &str) -> Result<Option<Image>, MachoReadError> {
    let file = read::Image::read(select_thin_slice(file)?)?;
    let kind = match file.header.filetype(Le) {
        macho::MH_EXECUTE => "executable",
        macho::MH_DYLIB => "dylib",
        macho::MH_BUNDLE => "bundle",
        _ => return Ok(None),
    };
    file.check_cpu().map_err(|unread| {
        MachoReadError::NotForPhones(format!("{}, but only arm64 is supported", String::from(unread)))
    })?;
    let (platform, minimum_os) = file.platform().unzip();
    let mut image = Image {
        path: path.to_owned(),
        kind: kind.to_owned(),
        cpu: if file.is_arm64e() { "arm64e" } else { "arm64" }.to_owned(),
        uuid: file.uuid().as_ref().map(uuid_text),
        platform: platform.map(platform_name),
        minimum_os: minimum_os.map(version_text),
        dylibs: file.library_commands().filter_map(|command| to_dylib(command.kind, command.name)).collect(),
        encrypted: file.is_encrypted(),
        toolchain: if kind == "executable" { build_tools(&file) } else { Vec::new() },
        ..Image::default()
    };
    add_segment_facts(&mut image, file)?;
    Ok(Some(image))
}

fn to_dylib(command: macho::LoadCommandType, name: &[u8]) -> Option<Dylib> {
    let link = match command {
        macho::LC_LOAD_DYLIB => "strong",
        macho::LC_LOAD_WEAK_DYLIB => "weak",
        macho::LC_REEXPORT_DYLIB => "reexport",
        macho::LC_LOAD_UPWARD_DYLIB => "upward",
        macho::LC_LAZY_LOAD_DYLIB => "lazy",
        _ => return None,
    };
    let name = String::from_utf8_lossy(name).into_owned();
    Some(Dylib { name, link: link.to_owned(), place: String::new() })
}

/// Returns the SDK and the linker with which an executable was built.
fn build_tools(file: &read::Image<'_>) -> Vec<String> {
    let mut found = Vec::new();
    for command in &file.commands {
        let LoadCommandVariant::BuildVersion(version, data) = command.content else { continue };
        found.push(format!("SDK {}", version_text(version.sdk.get(Le))));
        let tools = version.tools(Le, data).unwrap_or_default().iter();
        let linkers = tools.filter(|tool| tool.tool.get(Le) == macho::TOOL_LD);
        found.extend(linkers.map(|ld| format!("linker {}", version_text(ld.version.get(Le)))));
    }
    found
}

/// Formats a version, such as `17.0` or `15.4.1`.
fn version_text(version: macho::Version) -> String {
    let packed = version.0;
    let (major, minor, patch) = (packed >> 16, packed >> 8 & 0xff, packed & 0xff);
    if patch == 0 { format!("{major}.{minor}") } else { format!("{major}.{minor}.{patch}") }
}

/// Adds the facts that are read from the segments.
fn add_segment_facts(image: &mut Image, file: read::Image<'_>) -> Result<(), String> {
    let bytes = file.bytes;
    let chained = file.linkedit_data(macho::LC_DYLD_CHAINED_FIXUPS);
    let opcodes = file.commands.iter().find_map(|command| match command.content {
        LoadCommandVariant::DyldInfo(opcodes) => Some(opcodes),
        _ => None,
    });
    let mut space = AddressSpace::new(file)?;
    image.fixups = match (chained, opcodes) {
        (Some(command), _) => fixups::count_chained_fixups(bytes, command, &mut space)?,
        (None, Some(command)) => fixups::count_opcode_fixups(bytes, command, &mut space)?,
        (None, None) => Fixups::default(),
    };
    let load_methods = if image.encrypted {
        image.notes.push(
            "encrypted by the App Store, so the names of +load methods cannot be read; export the app from Xcode"
                .to_owned(),
        );
        Vec::new()
    } else {
        objc::load_methods(&space)
    };
    (image.loads, image.initialisers) =
        code::name_initialisers(bytes, load_methods, &code::initialisers(&space, image.encrypted))?;
    if space.segments.iter().any(|segment| segment.name == SEGMENT) {
        let note = "counts the calls of its functions (gate inject --count), so its times say nothing; never distribute it";
        image.notes.push(note.to_owned());
    }
    image.toolchain.extend(instrumentation(&space).map(str::to_owned));
    if image.dylibs.iter().any(|dylib| dylib.name.ends_with("/libswiftSwiftOnoneSupport.dylib")) {
        image.toolchain.push("unoptimised Swift".to_owned());
    }
    image.segments = space
        .segments
        .into_iter()
        .map(|segment| Segment {
            name: segment.name,
            file_bytes: segment.bytes.len() as u64,
            memory_bytes: segment.memory,
        })
        .collect();
    Ok(())
}

/// Returns the kinds of instrumentation that a compiler added to an image. The kinds are recognised by sections for coverage and by imports
/// of a sanitizer's runtime.
fn instrumentation<'s>(space: &'s AddressSpace<'_>) -> impl Iterator<Item = &'static str> + use<'s> {
    let is_covered = |section: &read::Section| {
        section.name.starts_with("__llvm_prf") || section.name.starts_with("__llvm_cov")
    };
    let found = [
        space.sections.iter().any(is_covered),
        has_import(space, b"___asan_"),
        has_import(space, b"___tsan_"),
        has_import(space, b"___ubsan_"),
    ];
    INSTRUMENTED.into_iter().zip(found).filter_map(|(name, is_found)| is_found.then_some(name))
}

/// Returns whether dyld binds a symbol with this prefix. Bindings are used since they exist in stripped images too.
fn has_import(space: &AddressSpace<'_>, prefix: &[u8]) -> bool {
    let is_import = |(_, pointer): &(u64, PointerTarget<'_>)| matches!(pointer, PointerTarget::Symbol(name) if name.starts_with(prefix));
    space.written.iter().any(is_import)
}

/// Returns the ranges of code in all segments of a thin file. Returns `None` until the file's load commands have been read.
pub(super) fn code_ranges(file: &[u8]) -> Option<Vec<std::ops::Range<usize>>> {
    let image = read::Image::read(file).ok()?;
    let code = image.sections.iter().filter(|section| section.name == "__text" && section.in_executable);
    code.map(|section| Some(section.offset..section.offset.checked_add(usize::try_from(section.size).ok()?)?))
        .collect()
}
