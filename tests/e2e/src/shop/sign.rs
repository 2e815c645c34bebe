//! Signs code without a certificate ("ad hoc"), in the form that the kernel reads: hashes of every page, of
//! Info.plist, of the resources and of the entitlements. The signature has no CMS part, which would identify
//! the signer.
//!
//! The layouts are those in `cs_blobs.h` of Apple's published kernel. All numbers are big-endian.

use std::path::Path;

use anyhow::{Context as _, Result, bail};
use plist::{Dictionary, Value};
use sha2::{Digest as _, Sha256};

/// The data that the signature covers in addition to the code.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seal<'a> {
    /// The bundle's identifier.
    pub identifier: &'a str,
    /// The contents of `Info.plist`.
    pub info: Option<&'a [u8]>,
    /// The contents of `_CodeSignature/CodeResources`.
    pub resources: Option<&'a [u8]>,
    /// The entitlements as a property list; only executables have entitlements.
    pub entitlements: Option<&'a [u8]>,
}

const PAGE: usize = 4096;
const HASH: usize = 32;

/// Signs a thin arm64 file that was linked with `-adhoc_codesign`, so that its signature is at the end of the
/// file.
pub fn sign(file: &[u8], seal: &Seal) -> Result<Vec<u8>> {
    let mut signed = file.to_vec();
    let (mut signature, mut linkedit, mut text) = (None, None, (0, 0));
    let mut at = 32;
    for _ in 0..word(file, 16)? {
        let name = file.get(at + 8..at + 24);
        match word(file, at)? {
            0x1d => signature = Some(at),
            0x19 if name == Some(b"__LINKEDIT\0\0\0\0\0\0") => linkedit = Some(at),
            0x19 if name == Some(b"__TEXT\0\0\0\0\0\0\0\0\0\0") => {
                text = (long(file, at + 40)?, long(file, at + 48)?)
            }
            _ => {}
        }
        at += word(file, at + 4)? as usize;
    }
    let (Some(signature), Some(linkedit)) = (signature, linkedit) else {
        bail!("not linked with -adhoc_codesign");
    };
    let code = word(file, signature + 8)? as usize;
    if code > file.len() {
        bail!("the signature lies behind the end of the file");
    }
    signed.truncate(code);
    // The lengths are written first, since the header is hashed too. The blob's length does not depend on a
    // hash.
    let length = superblob(&signed, seal, text)?.len();
    let size = (code - long(file, linkedit + 40)? as usize + length) as u64;
    signed[signature + 12..signature + 16].copy_from_slice(&(length as u32).to_le_bytes());
    signed[linkedit + 48..linkedit + 56].copy_from_slice(&size.to_le_bytes());
    signed[linkedit + 32..linkedit + 40].copy_from_slice(&size.next_multiple_of(0x4000).to_le_bytes());
    let blob = superblob(&signed, seal, text)?;
    signed.extend(blob);
    Ok(signed)
}

fn word(file: &[u8], at: usize) -> Result<u32> {
    let bytes = file.get(at..at + 4).context("a load command behind the end of the file")?;
    Ok(u32::from_le_bytes(bytes.try_into()?))
}

fn long(file: &[u8], at: usize) -> Result<u64> {
    Ok(u64::from(word(file, at)?) | u64::from(word(file, at + 4)?) << 32)
}

/// Returns a blob, which consists of magic number, length and content.
fn blob(magic: u32, content: &[u8]) -> Vec<u8> {
    [&magic.to_be_bytes(), &(8 + content.len() as u32).to_be_bytes(), content].concat()
}

fn superblob(code: &[u8], seal: &Seal, text: (u64, u64)) -> Result<Vec<u8>> {
    let requirements = blob(0xfade_0c01, &[0; 4]);
    let mut parts = vec![(2_u32, requirements.clone())];
    let mut special: [Option<Vec<u8>>; 8] = Default::default();
    special[1] = seal.info.map(<[u8]>::to_vec);
    special[2] = Some(requirements);
    special[3] = seal.resources.map(<[u8]>::to_vec);
    let mut flags = 0;
    if let Some(entitlements) = seal.entitlements {
        let value = Value::from_reader(std::io::Cursor::new(entitlements))?;
        let debuggable = value.as_dictionary().and_then(|all| all.get("get-task-allow")?.as_boolean());
        // The flags are CS_EXECSEG_MAIN_BINARY and, for an app that can be debugged, CS_EXECSEG_ALLOW_UNSIGNED.
        flags = 1 | if debuggable == Some(true) { 0x10 } else { 0 };
        let der = [vec![2, 1, 1], der(&value)?].concat();
        for (slot, magic, content) in
            [(5, 0xfade_7171, entitlements.to_vec()), (7, 0xfade_7172, tagged(0x70, &der))]
        {
            let part = blob(magic, &content);
            special[slot] = Some(part.clone());
            parts.push((slot as u32, part));
        }
    }
    let directory = code_directory(code, seal, &special, text, flags);
    parts.insert(0, (0, directory));
    parts.push((0x1_0000, blob(0xfade_0b01, &[])));
    let mut index = (parts.len() as u32).to_be_bytes().to_vec();
    let mut offset = 12 + 8 * parts.len();
    for (slot, part) in &parts {
        index.extend(slot.to_be_bytes());
        index.extend((offset as u32).to_be_bytes());
        offset += part.len();
    }
    index.extend(parts.iter().flat_map(|(_, part)| part));
    Ok(blob(0xfade_0cc0, &index))
}

fn code_directory(
    code: &[u8],
    seal: &Seal,
    special: &[Option<Vec<u8>>; 8],
    text: (u64, u64),
    flags: u64,
) -> Vec<u8> {
    let slots = special.iter().rposition(Option::is_some).unwrap_or(0);
    let pages = code.len().div_ceil(PAGE);
    let identifier_at = 88_u32;
    let hashes_at = identifier_at as usize + seal.identifier.len() + 1 + slots * HASH;
    let mut content = Vec::new();
    // The code directory's header contains version 2.4, the flag for ad hoc signatures, then offsets and
    // counts.
    for number in
        [0x2_0400, 2, hashes_at as u32, identifier_at, slots as u32, pages as u32, code.len() as u32]
    {
        content.extend(number.to_be_bytes());
    }
    // The header's other fields state SHA-256, no platform, pages of 2^12 bytes, no scatter, no team and no
    // 64-bit code limit.
    content.extend([HASH as u8, 2, 0, 12]);
    content.extend([0; 24]);
    for number in [text.0, text.1, flags] {
        content.extend(number.to_be_bytes());
    }
    content.extend(seal.identifier.as_bytes());
    content.push(0);
    for slot in (1..=slots).rev() {
        match &special[slot] {
            Some(bytes) => content.extend(Sha256::digest(bytes)),
            None => content.extend([0; HASH]),
        }
    }
    for page in code.chunks(PAGE) {
        content.extend(Sha256::digest(page));
    }
    blob(0xfade_0c02, &content)
}

fn tagged(tag: u8, content: &[u8]) -> Vec<u8> {
    let mut bytes = vec![tag];
    match content.len() {
        short @ 0..0x80 => bytes.push(short as u8),
        short @ 0x80..0x100 => bytes.extend([0x81, short as u8]),
        long => bytes.extend([0x82, (long >> 8) as u8, long as u8]),
    }
    bytes.extend(content);
    bytes
}

/// Encodes entitlements in DER, which iOS 15 and later read in addition to the property list.
fn der(value: &Value) -> Result<Vec<u8>> {
    Ok(match value {
        Value::Boolean(truth) => vec![1, 1, if *truth { 0xff } else { 0 }],
        Value::String(text) => tagged(0x0c, text.as_bytes()),
        Value::Array(values) => tagged(0x30, &values.iter().map(der).collect::<Result<Vec<_>>>()?.concat()),
        Value::Dictionary(entries) => {
            let mut pairs: Vec<_> = entries.iter().collect();
            pairs.sort_by_key(|(key, _)| *key);
            let pairs = pairs
                .iter()
                .map(|(key, value)| Ok(tagged(0x30, &[tagged(0x0c, key.as_bytes()), der(value)?].concat())));
            tagged(0xb0, &pairs.collect::<Result<Vec<_>>>()?.concat())
        }
        other => bail!("no entitlement has a value like {other:?}"),
    })
}

/// Returns the contents of `CodeResources`: the hash of every file in a bundle except its executable, and of
/// the executable of every nested bundle.
pub(super) fn seal_resources(folder: &Path, executable: &str) -> Result<Vec<u8>> {
    let mut files = Dictionary::new();
    collect(folder, "", executable, &mut files)?;
    let mut rules = Dictionary::new();
    rules.insert("^.*".into(), true.into());
    let mut all = Dictionary::new();
    all.insert("files".into(), Value::Dictionary(Dictionary::new()));
    all.insert("files2".into(), Value::Dictionary(files));
    all.insert("rules".into(), Value::Dictionary(rules.clone()));
    all.insert("rules2".into(), Value::Dictionary(rules));
    let mut bytes = Vec::new();
    Value::Dictionary(all).to_writer_xml(&mut bytes)?;
    Ok(bytes)
}

fn collect(root: &Path, folder: &str, executable: &str, files: &mut Dictionary) -> Result<()> {
    let mut entries: Vec<_> = std::fs::read_dir(root.join(folder))?.collect::<std::io::Result<_>>()?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
        if entry.file_type()?.is_dir() {
            if name != "_CodeSignature" {
                collect(root, &path, executable, files)?;
            }
        } else if path != executable && path != "Info.plist" && path != "PkgInfo" {
            let mut about = Dictionary::new();
            let hash = Sha256::digest(std::fs::read(entry.path())?);
            about.insert("hash2".into(), Value::Data(hash.to_vec()));
            files.insert(path, Value::Dictionary(about));
        }
    }
    Ok(())
}
