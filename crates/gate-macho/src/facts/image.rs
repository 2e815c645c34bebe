//! Reads one Mach-O file.

use gate_facts::{Dylib, Fixups, INSTRUMENTED, Image, Segment};
use object::LittleEndian as Le;
use object::macho::{self, MachHeader64};
use object::read::macho::{LoadCommandVariant, MachHeader as _, Section as _, Segment as _};

use super::space::{Pointer, SectionRange, Space};
use super::{code, fixups, objc};
use crate::read::{MachOError, cpu_name, platform_name, text, thin, uuid_text};
use crate::rewrite::SEGMENT;

/// The commands that are read when all segments are known.
#[derive(Default)]
struct Tables<'a> {
    chained: Option<&'a macho::LinkeditDataCommand<Le>>,
    opcodes: Option<&'a macho::DyldInfoCommand<Le>>,
}

/// Reads the facts of a file. A file that dyld does not load, such as an object file, has no facts. In a universal file the arm64 slice is
/// read.
pub(super) fn read(file: &[u8], path: &str) -> Result<Option<Image>, MachOError> {
    let file = thin(file)?;
    let header = MachHeader64::<Le>::parse(file, 0).map_err(text)?;
    let kind = match header.filetype(Le) {
        macho::MH_EXECUTE => "executable",
        macho::MH_DYLIB => "dylib",
        macho::MH_BUNDLE => "bundle",
        _ => return Ok(None),
    };
    let cpu = header.cputype(Le);
    if cpu != macho::CPU_TYPE_ARM64 {
        let cpu = cpu_name(cpu);
        return Err(MachOError::NotForPhones(format!("it is for {cpu}, but only arm64 is supported")));
    }
    let subtype = if header.cpusubtype(Le).id() == macho::CPU_SUBTYPE_ARM64E { "arm64e" } else { "arm64" };
    let mut image =
        Image { path: path.to_owned(), kind: kind.to_owned(), cpu: subtype.to_owned(), ..Image::default() };
    let (mut space, mut tables) = (Space::default(), Tables::default());
    let mut commands = header.load_commands(Le, file, 0).map_err(text)?;
    while let Some(command) = commands.next().map_err(text)? {
        let variant = command.variant().map_err(text)?;
        match variant {
            LoadCommandVariant::Segment64(segment, data) => space.add(file, segment, data)?,
            LoadCommandVariant::Dylib(dylib) => {
                let name = command.string(Le, dylib.dylib.name).map_err(text)?;
                if let Some(link) = link_of(command.cmd()) {
                    let name = String::from_utf8_lossy(name).into_owned();
                    image.dylibs.push(Dylib { name, link: link.to_owned(), place: String::new() });
                }
            }
            LoadCommandVariant::DyldInfo(info) => tables.opcodes = Some(info),
            LoadCommandVariant::LinkeditData(data) if command.cmd() == macho::LC_DYLD_CHAINED_FIXUPS => {
                tables.chained = Some(data);
            }
            LoadCommandVariant::EncryptionInfo64(info) if info.cryptid.get(Le) != 0 => {
                image.encrypted = true;
            }
            other => describe(&mut image, command.cmd(), &other),
        }
    }
    fill(&mut image, file, space, &tables)?;
    Ok(Some(image))
}

fn link_of(command: macho::LoadCommandType) -> Option<&'static str> {
    match command {
        macho::LC_LOAD_DYLIB => Some("strong"),
        macho::LC_LOAD_WEAK_DYLIB => Some("weak"),
        macho::LC_REEXPORT_DYLIB => Some("reexport"),
        macho::LC_LOAD_UPWARD_DYLIB => Some("upward"),
        macho::LC_LAZY_LOAD_DYLIB => Some("lazy"),
        // Its own name.
        _ => None,
    }
}

/// Reads the facts that a load command itself has.
fn describe(image: &mut Image, command: macho::LoadCommandType, variant: &LoadCommandVariant<'_, Le>) {
    match variant {
        LoadCommandVariant::Uuid(uuid) => {
            image.uuid = Some(uuid_text(&uuid.uuid));
        }
        LoadCommandVariant::BuildVersion(version, data) => {
            if image.kind == "executable" {
                image.toolchain.push(format!("SDK {}", version_of(version.sdk.get(Le))));
                let tools = version.tools(Le, data).unwrap_or_default().iter();
                let linkers = tools.filter(|tool| tool.tool.get(Le) == macho::TOOL_LD);
                image
                    .toolchain
                    .extend(linkers.map(|ld| format!("linker {}", version_of(ld.version.get(Le)))));
            }
            image.platform = Some(platform_name(version.platform.get(Le)));
            image.minimum_os = Some(version_of(version.minos.get(Le)));
        }
        LoadCommandVariant::VersionMin(version) => {
            let platform = match command {
                macho::LC_VERSION_MIN_IPHONEOS => macho::PLATFORM_IOS,
                macho::LC_VERSION_MIN_TVOS => macho::PLATFORM_TVOS,
                macho::LC_VERSION_MIN_WATCHOS => macho::PLATFORM_WATCHOS,
                _ => macho::PLATFORM_MACOS,
            };
            image.platform = Some(platform_name(platform));
            image.minimum_os = Some(version_of(version.version.get(Le)));
        }
        _ => {}
    }
}

/// `17.0`, `15.4.1`.
fn version_of(version: macho::Version) -> String {
    let packed = version.0;
    let (major, minor, patch) = (packed >> 16, packed >> 8 & 0xff, packed & 0xff);
    if patch == 0 { format!("{major}.{minor}") } else { format!("{major}.{minor}.{patch}") }
}

/// Reads the facts in the segments.
fn fill<'a>(
    image: &mut Image,
    file: &'a [u8],
    mut space: Space<'a>,
    tables: &Tables<'a>,
) -> Result<(), String> {
    image.fixups = match (tables.chained, tables.opcodes) {
        (Some(command), _) => fixups::chained(file, command, &mut space)?,
        (None, Some(command)) => fixups::opcodes(file, command, &mut space)?,
        (None, None) => Fixups::default(),
    };
    let loads = if image.encrypted {
        image.notes.push(
            "encrypted by the App Store, so the names of +load methods cannot be read; export the app from Xcode"
                .to_owned(),
        );
        Vec::new()
    } else {
        objc::loads(&space)
    };
    (image.loads, image.initialisers) =
        code::named(file, loads, &code::initialisers(&space, image.encrypted))?;
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

/// Returns the instrumentation that a compiler added: sections of coverage, and imported functions of a sanitizer's runtime.
fn instrumentation<'s>(space: &'s Space<'_>) -> impl Iterator<Item = &'static str> + use<'s> {
    let is_covered = |section: &SectionRange| {
        section.name.starts_with("__llvm_prf") || section.name.starts_with("__llvm_cov")
    };
    let found = [
        space.places.iter().any(is_covered),
        imports(space, b"___asan_"),
        imports(space, b"___tsan_"),
        imports(space, b"___ubsan_"),
    ];
    INSTRUMENTED.into_iter().zip(found).filter_map(|(name, is_found)| is_found.then_some(name))
}

/// Returns whether dyld binds a symbol with this prefix. Bindings stay in a stripped image.
fn imports(space: &Space<'_>, prefix: &[u8]) -> bool {
    let is_import = |(_, pointer): &(u64, Pointer<'_>)| matches!(pointer, Pointer::Symbol(name) if name.starts_with(prefix));
    space.written.iter().any(is_import)
}

/// The parts of a thin file that are code, in any segment, as soon as its load commands are there. They contain no facts.
pub(super) fn code_ranges(file: &[u8]) -> Option<Vec<std::ops::Range<usize>>> {
    let mut ranges = Vec::new();
    let header = MachHeader64::<Le>::parse(file, 0).ok()?;
    let mut commands = header.load_commands(Le, file, 0).ok()?;
    while let Some(command) = commands.next().ok()? {
        let LoadCommandVariant::Segment64(segment, data) = command.variant().ok()? else { continue };
        for section in segment.sections(Le, data).ok()? {
            if section.name() == b"__text" && segment.initprot.get(Le).0 & macho::VM_PROT_EXECUTE.0 != 0 {
                let start = section.offset(Le) as usize;
                ranges.push(start..start.checked_add(usize::try_from(section.size.get(Le)).ok()?)?);
            }
        }
    }
    Some(ranges)
}
