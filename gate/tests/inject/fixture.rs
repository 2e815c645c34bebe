//! Creates small apps by hand. The apps contain enough of a Mach-O file for everything except running it.

use std::fs;
use std::io::{Cursor, Write as _};
use std::path::{Path, PathBuf};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// The properties of a synthetic Mach-O file.
#[derive(Clone, Debug)]
pub struct Macho {
    pub kind: u32,
    pub platform: u32,
    /// The load command by which linkers before Xcode 10 state the platform (LC_VERSION_MIN_…); `None` for a file that states it by
    /// LC_BUILD_VERSION.
    pub old_command: Option<u32>,
    pub cpu: u32,
    pub subtype: u32,
    pub libraries: usize,
    pub encrypted: bool,
    pub entitlements: Option<&'static str>,
    /// Whether the file was built for tests: without optimisation, with counters of coverage and with sanitizers.
    pub for_tests: bool,
}

impl Default for Macho {
    fn default() -> Self {
        Macho {
            kind: 2,
            platform: 2,
            old_command: None,
            cpu: 0x0100_000c,
            subtype: 0,
            libraries: 2,
            encrypted: false,
            entitlements: None,
            for_tests: false,
        }
    }
}

fn padded(name: &str, size: usize) -> Vec<u8> {
    let mut bytes = name.as_bytes().to_vec();
    bytes.resize(size, 0);
    bytes
}

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn segment(name: &str, address: u64, offset: u64, size: u64) -> Vec<u8> {
    let mut command = words(&[0x19, 72]);
    command.extend(padded(name, 16));
    for number in [address, 0x4000, offset, size] {
        command.extend(number.to_le_bytes());
    }
    command.extend(words(&[5, 5, 0, 0]));
    command
}

/// Returns an empty segment that contains the section for the counters of test coverage.
fn coverage() -> Vec<u8> {
    let mut command = words(&[0x19, 72 + 80]);
    command.extend(padded("__DATA", 16));
    command.extend([0x1_0000_8000_u64, 0x4000, 0, 0].map(u64::to_le_bytes).concat());
    command.extend(words(&[3, 3, 1, 0]));
    command.extend(padded("__llvm_prf_cnts", 16));
    command.extend(padded("__DATA", 16));
    command.extend([0x1_0000_8000_u64, 0].map(u64::to_le_bytes).concat());
    command.extend(words(&[0; 8]));
    command
}

/// Returns the bindings of the sanitizers' functions in the first words of the third segment.
fn sanitizers() -> Vec<u8> {
    // The bindings are pointers, in the third segment, from the first library.
    let mut opcodes = vec![0x51, 0x72, 0, 0x11];
    for name in ["___asan_init", "___tsan_init", "___ubsan_handle_add_overflow"] {
        opcodes.extend([&[0x40][..], name.as_bytes(), &[0, 0x90]].concat());
    }
    opcodes.resize(128, 0);
    opcodes
}

fn library(path: &str) -> Vec<u8> {
    let size = (path.len() + 1).next_multiple_of(32);
    let mut command = words(&[0xc, 24 + size as u32, 24, 2, 0, 0]);
    command.extend(padded(path, size));
    command
}

impl Macho {
    /// Returns the bytes of the file. The bytes are the header with room for more load commands, and `__LINKEDIT` with bindings and the
    /// signature.
    pub fn bytes(&self) -> Vec<u8> {
        let (bindings, signature) =
            (if self.for_tests { sanitizers() } else { Vec::new() }, self.signature());
        let linkedit = 0x4000;
        let mut commands = vec![
            segment("__TEXT", 0x1_0000_0000, 0, linkedit),
            segment("__LINKEDIT", 0x1_0000_4000, linkedit, (bindings.len() + signature.len()) as u64),
            match self.old_command {
                Some(command) => words(&[command, 16, 0x000b_0000, 0x000e_0000]),
                // The tool is the linker 1115.7.
                None => words(&[0x32, 32, self.platform, 0x000e_0000, 0x0011_0000, 1, 3, 0x045b_0700]),
            },
        ];
        for number in 0..self.libraries {
            commands.push(library(&format!("@rpath/libnumber{number}.dylib")));
        }
        if self.for_tests {
            commands.push(coverage());
            commands.push(library("@rpath/libswiftSwiftOnoneSupport.dylib"));
            commands.push(words(&[0x8000_0022, 48, 0, 0, linkedit as u32, 128, 0, 0, 0, 0, 0, 0]));
        }
        if self.encrypted {
            commands.push(words(&[0x2c, 24, 0x1000, 0x1000, 1, 0]));
        }
        if !signature.is_empty() {
            let start = linkedit as u32 + bindings.len() as u32;
            commands.push(words(&[0x1d, 16, start, signature.len() as u32]));
        }
        let size: usize = commands.iter().map(Vec::len).sum();
        let mut file = words(&[
            0xfeed_facf,
            self.cpu,
            self.subtype,
            self.kind,
            commands.len() as u32,
            size as u32,
            0x85,
            0,
        ]);
        file.extend(commands.concat());
        file.resize(0x1000, 0);
        // The bytes after the free room for load commands are not zero, so that the gate can recognize the end of the room.
        file.resize(linkedit as usize, 0xa5);
        file.extend([bindings, signature].concat());
        file
    }

    fn signature(&self) -> Vec<u8> {
        let Some(text) = self.entitlements else { return Vec::new() };
        let length = 8 + text.len() as u32;
        let mut blob: Vec<u8> = [0xfade_0cc0, 20 + length, 1, 5, 20, 0xfade_7171, length]
            .iter()
            .flat_map(|word: &u32| word.to_be_bytes())
            .collect();
        blob.extend(text.as_bytes());
        blob
    }
}

/// Returns an Info.plist in XML or binary form.
pub fn info(executable: &str, binary: bool) -> Vec<u8> {
    let mut info = plist::Dictionary::new();
    info.insert("CFBundleExecutable".into(), executable.into());
    info.insert("CFBundleIdentifier".into(), "com.example.shop".into());
    let (mut bytes, value) = (Vec::new(), plist::Value::Dictionary(info));
    if binary { value.to_writer_binary(&mut bytes) } else { value.to_writer_xml(&mut bytes) }.unwrap();
    bytes
}

pub const ENTITLEMENTS: &str =
    "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>get-task-allow</key><true/></dict></plist>";
pub const EXTENSION: &str = "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>group</key><string>widget</string></dict></plist>";

/// Writes a file that contains those parts of an agent that the gate checks.
pub fn agent(folder: &Path) -> PathBuf {
    let path = folder.join("liblaunchgate.dylib");
    fs::write(&path, Macho { kind: 6, ..Macho::default() }.bytes()).unwrap();
    path
}

/// Returns an archive with these entries. An entry whose name ends in a slash is a folder, and an entry whose name contains `->` is a link.
pub fn archive(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        let options = SimpleFileOptions::default().unix_permissions(0o755);
        if name.ends_with('/') {
            zip.add_directory(*name, options).unwrap();
        } else if let Some((name, target)) = name.split_once("->") {
            zip.add_symlink(name, target, options).unwrap();
        } else {
            zip.start_file(*name, options.compression_method(CompressionMethod::Deflated)).unwrap();
            zip.write_all(bytes).unwrap();
        }
    }
    zip.finish().unwrap().into_inner()
}

/// Writes `Shop.ipa` with an extension, a framework, a library and a link.
pub fn shop(folder: &Path, executable: &Macho) -> PathBuf {
    let extension = Macho { entitlements: Some(EXTENSION), ..Macho::default() };
    let library = Macho { kind: 6, ..Macho::default() };
    let (program, extension, library) = (executable.bytes(), extension.bytes(), library.bytes());
    let bytes = archive(&[
        ("Payload/", b""),
        ("Payload/Shop.app/", b""),
        ("Payload/Shop.app/Info.plist", &info("Shop", true)),
        ("Payload/Shop.app/Shop", &program),
        ("Payload/Shop.app/Frameworks/Kit.framework/Info.plist", &info("Kit", false)),
        ("Payload/Shop.app/Frameworks/Kit.framework/Kit", &library),
        ("Payload/Shop.app/Frameworks/Kit.framework/Current->Kit", b""),
        ("Payload/Shop.app/Frameworks/libold.dylib", &library),
        ("Payload/Shop.app/PlugIns/Widget.appex/Info.plist", &info("Widget", false)),
        ("Payload/Shop.app/PlugIns/Widget.appex/Widget", &extension),
    ]);
    let path = folder.join("Shop.ipa");
    fs::write(&path, bytes).unwrap();
    path
}
