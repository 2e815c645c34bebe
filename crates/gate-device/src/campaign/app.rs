//! Reads the properties of a build from an .ipa or a folder `X.app`, without a device.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use gate_common::hash::{HashWriter, hex};
use gate_common::plists;
use gate_common::sides;
use gate_launches::Build;
use gate_macho::inject;
use gate_macho::inject::{ArchiveLimits, InjectError};
use gate_macho::read::{Image, select_thin_slice};
use object::macho::LC_CODE_SIGNATURE;
use plist::Value;
use sha2::{Digest as _, Sha256};

use super::super::{Failure, FailureKind, Result};
use super::code_hash::code_hash;

/// A build of the app that is measured.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct App {
    /// The path of the app's .ipa file or .app folder.
    pub path: PathBuf,
    /// The app's bundle identifier.
    pub bundle: String,
    /// The URL schemes that open the app.
    pub schemes: Vec<String>,
    /// Whether the app shares its documents folder; if so, the agent writes its traces to the documents folder.
    pub shares_files: bool,
    /// Whether the Files app shows the app's documents.
    pub shows_documents: bool,
    /// The app's version, the UUIDs of its code, and the hash of its executable's code directory.
    pub build: Build,
    /// A digest of all files and links, except the signatures of bundles and their profiles, which change whenever a build is signed
    /// again.
    pub content: String,
    /// The agent's settings file inside the app.
    pub settings: Option<Vec<u8>>,
    /// Whether the app is built for a simulator.
    pub in_simulator: bool,
    /// Whether the executable or a library of the app counts the calls of its functions.
    pub counts: bool,
}

/// Splits a thin Mach-O file at its signature. For any other file, the second part is empty.
fn split_at_signature(bytes: &[u8]) -> (&[u8], &[u8]) {
    let range = Image::read(bytes).ok().and_then(|image| image.linkedit_range(LC_CODE_SIGNATURE));
    range.and_then(|(at, _)| bytes.split_at_checked(at)).unwrap_or((bytes, &[]))
}

const FRAMEWORKS: &str = "Frameworks/";
const SETTINGS: &str = "Frameworks/launchgate.settings";
/// The largest size of a file of code that is read, in bytes.
const LARGEST_CODE: u64 = 1 << 30;

/// The content that is read from a bundle's files.
#[derive(Default)]
struct BundleContents {
    info: Vec<u8>,
    settings: Option<Vec<u8>>,
    has_agent: bool,
    counts: bool,
    images: BTreeMap<String, String>,
    /// The hashes of the code directories of the signed images that are directly in the app's folder.
    hashes: BTreeMap<String, String>,
    /// The digest of each file and link that belongs to the build, by its path.
    digests: BTreeMap<String, Digest>,
    /// The property lists in which `gate inject` changes names when it makes a copy of the app, by their paths.
    renamed: BTreeMap<String, Vec<u8>>,
    /// The groups in the entitlements of the code.
    groups: BTreeSet<String>,
}

type Digest = [u8; 32];

/// The ends of the names of folders that are bundles.
const BUNDLES: [&str; 3] = [".app/", ".appex/", ".framework/"];

/// Returns whether a file belongs to a bundle's signature: the list of the bundle's files, or the profile. In a folder that is no bundle, a
/// file with such a name is an ordinary file of the app.
fn is_of_signing(inside: &str) -> bool {
    let ends = ["_CodeSignature/CodeResources", "embedded.mobileprovision"];
    let bundle = ends.iter().find_map(|end| inside.strip_suffix(end));
    bundle.is_some_and(|bundle| bundle.is_empty() || BUNDLES.iter().any(|end| bundle.ends_with(end)))
}

/// Returns whether `gate inject` changes names in this file when it makes a copy for side-by-side installation. It renames only the app and
/// the extensions and apps inside the app; an `Info.plist` in any other folder is unchanged.
fn is_renamed(inside: &str) -> bool {
    let folder = inside.strip_suffix("Info.plist");
    folder.is_some_and(|folder| folder.is_empty() || folder.ends_with(".app/") || folder.ends_with(".appex/"))
}

impl App {
    /// Reads an app. An app without the agent is refused, because it would write no trace.
    pub fn read(path: &Path) -> Result<App> {
        App::read_with(path, true)
    }

    /// Reads an app that may lack the agent.
    pub fn read_without_agent(path: &Path) -> Result<App> {
        App::read_with(path, false)
    }

    fn read_with(path: &Path, needs_agent: bool) -> Result<App> {
        let local = |reason: &dyn std::fmt::Display| Failure::from_local_file(path, reason);
        let mut contents = BundleContents::default();
        contents.add_all(path).map_err(|error| match error {
            InjectError::Input { .. } => {
                let detail = format!("{error}; pass an app that was built for devices: App.ipa or App.app");
                Failure::new(FailureKind::Input, detail)
            }
            error => Failure::new(FailureKind::Local, error),
        })?;
        let info = plists::read(&contents.info).map_err(|error| local(&format!("Info.plist: {error}")))?;
        let info = info.as_dictionary().ok_or_else(|| local(&"Info.plist is not a dictionary"))?;
        let text = |key: &str| info.get(key).and_then(Value::as_string).map(str::to_owned);
        let bundle =
            text("CFBundleIdentifier").ok_or_else(|| local(&"Info.plist has no CFBundleIdentifier"))?;
        if !is_identifier(&bundle) {
            let reason = format!("CFBundleIdentifier is {bundle:?}, which is no bundle identifier");
            return Err(Failure::new(FailureKind::Input, format!("{}: {reason}", path.display())));
        }
        if needs_agent && !contents.has_agent {
            let detail = format!(
                "{} has no {FRAMEWORKS}{}; add the agent with `gate inject`, or link LaunchGate.framework",
                path.display(),
                inject::AGENT
            );
            return Err(Failure::new(FailureKind::Input, detail));
        }
        let is_set = |key: &str| info.get(key).and_then(Value::as_boolean) == Some(true);
        let shares_files = is_set("UIFileSharingEnabled");
        let shows_documents = shares_files && is_set("LSSupportsOpeningDocumentsInPlace");
        if sides::original_name(&bundle).is_some() {
            contents.restore_names(&bundle);
        }
        let build = Build {
            version: text("CFBundleShortVersionString").unwrap_or_default(),
            number: text("CFBundleVersion").unwrap_or_default(),
            images: contents.images,
            code_hash: text("CFBundleExecutable")
                .and_then(|name| contents.hashes.remove(&name))
                .unwrap_or_default(),
        };
        let content = digest_of(&contents.digests);
        Ok(App {
            path: path.to_owned(),
            bundle,
            schemes: read_url_schemes(info),
            shares_files,
            shows_documents,
            build,
            content,
            settings: contents.settings,
            in_simulator: false,
            counts: contents.counts,
        })
    }

    /// Returns the identifier under which the launches of this build are recorded. For a copy for side-by-side installation, the result is
    /// the identifier of the original app.
    pub fn id(&self) -> &str {
        self.original_bundle().unwrap_or(&self.bundle)
    }

    /// Returns the identifier of the original app, if this app is a copy for side-by-side installation.
    pub(super) fn original_bundle(&self) -> Option<&str> {
        sides::original_name(&self.bundle)
    }

    /// Converts a URL for the original app to the corresponding URL for this copy.
    pub(super) fn convert_url(&self, url: &str) -> String {
        let own = url.split_once(':').and_then(|(scheme, rest)| {
            let own = self.schemes.iter().find(|own| sides::original_name(own) == Some(scheme))?;
            Some(format!("{own}:{rest}"))
        });
        own.unwrap_or_else(|| url.to_owned())
    }

    /// Returns the folder for the agent's traces in the container.
    pub(super) fn trace_folder(&self) -> &'static str {
        if self.shares_files { "Documents/launchgate" } else { "Library/Caches/launchgate" }
    }
}

/// Returns whether a text is a bundle identifier, which consists of letters, digits, `.`, `-` and `_`. A text that begins with `-` is
/// refused, because a tool would take it for an option.
fn is_identifier(text: &str) -> bool {
    let is_known = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    !text.is_empty() && !text.starts_with('-') && text.chars().all(is_known)
}

fn read_url_schemes(info: &plist::Dictionary) -> Vec<String> {
    let list = |value: &'_ Value| value.as_array().cloned().unwrap_or_default();
    let types = info.get("CFBundleURLTypes").map(list).unwrap_or_default();
    let of_type = |one: Value| one.as_dictionary()?.get("CFBundleURLSchemes").map(list);
    let all = types.into_iter().filter_map(of_type).flatten();
    all.filter_map(Value::into_string).collect()
}

impl BundleContents {
    /// Reads an .ipa or a folder `X.app`.
    fn add_all(&mut self, app: &Path) -> Result<(), InjectError> {
        let mut files = inject::AppContents::open(app, ArchiveLimits::default())?;
        for member in files.list_files()? {
            files.read_file(&member, &mut |file| self.add(&member.path, file))?;
        }
        for (path, target) in files.links()? {
            self.digests.insert(format!("{path} -> "), Sha256::digest(&target).into());
        }
        Ok(())
    }

    /// Adds the digest of a file, by the file's path in the bundle.
    fn add(&mut self, inside: &str, file: &mut dyn Read) -> io::Result<()> {
        if is_of_signing(inside) {
            return Ok(());
        }
        let mut bytes = Vec::new();
        file.take(4).read_to_end(&mut bytes)?;
        let digest = if is_renamed(inside) || inside == SETTINGS {
            file.take(plists::LARGEST + 1).read_to_end(&mut bytes)?;
            Sha256::digest(&bytes)
        } else if is_code(&bytes) {
            file.take(LARGEST_CODE).read_to_end(&mut bytes)?;
            self.groups.extend(inject::groups_of_code(&bytes));
            Sha256::digest(split_at_signature(&bytes).0)
        } else {
            let mut digest = Sha256::new_with_prefix(&bytes);
            io::copy(file, &mut HashWriter(&mut digest))?;
            digest.finalize()
        };
        let digest: Digest = digest.into();
        if is_renamed(inside) {
            self.renamed.insert(inside.to_owned(), bytes.clone());
        }
        self.digests.insert(inside.to_owned(), digest);
        match inside {
            "Info.plist" => self.info = bytes,
            SETTINGS => self.settings = Some(bytes),
            _ => {
                self.has_agent |= inside
                    .strip_prefix(FRAMEWORKS)
                    .is_some_and(|file| [inject::AGENT, inject::FRAMEWORK].contains(&file));
                let Some(image) = select_thin_slice(&bytes).ok().and_then(|thin| Image::read(thin).ok())
                else {
                    return Ok(());
                };
                self.counts |= image.segments.iter().any(|segment| segment.name == inject::COUNTING);
                // A hash in an unknown format is omitted.
                if !inside.contains('/')
                    && let Some(hash) = code_hash(&image)
                {
                    self.hashes.insert(inside.to_owned(), hash);
                }
                if let Some(uuid) = image.uuid() {
                    self.images.insert(inside.to_owned(), trace::Uuid(uuid).to_string());
                }
            }
        }
        Ok(())
    }

    /// In a copy, replaces the digest of each renamed property list by the digest of the same list with the original app's names. Two
    /// copies that differ only in these names then have equal digests.
    fn restore_names(&mut self, bundle: &str) {
        for (path, bytes) in &self.renamed {
            let Ok(mut list) = plists::read(bytes) else { continue };
            inject::restore_names("", &mut list, bundle, &self.groups);
            let mut digest = Sha256::new_with_prefix(bytes.get(..8).unwrap_or_default());
            if list.to_writer_xml(HashWriter(&mut digest)).is_ok() {
                self.digests.insert(path.clone(), digest.finalize().into());
            }
        }
    }
}

/// Computes the digest of all files.
fn digest_of(files: &BTreeMap<String, Digest>) -> String {
    let mut all = Sha256::new();
    for (path, digest) in files {
        all.update(format!("{path:?}"));
        all.update(digest);
    }
    hex(&all.finalize()[..16])
}

/// Returns whether the first bytes of a file are those of a thin or fat Mach-O file.
fn is_code(bytes: &[u8]) -> bool {
    [[0xcf, 0xfa, 0xed, 0xfe], [0xca, 0xfe, 0xba, 0xbe], [0xca, 0xfe, 0xba, 0xbf]]
        .iter()
        .any(|magic| bytes.starts_with(magic))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_bundle_identifier_that_a_tool_could_take_for_an_option_is_refused() {
        for good in ["com.example.shop", "com.Example-2.shop_x", "A"] {
            assert!(is_identifier(good), "{good}");
        }
        for wrong in ["", "--help", "-x", "com example", "com.example/../x", "com.ex\u{e4}mple"] {
            assert!(!is_identifier(wrong), "{wrong}");
        }
    }

    #[test]
    fn builds_that_differ_only_in_their_signatures_are_equal() {
        let folder = tempfile::tempdir().expect("a folder");
        let code = |mark: u8, signature: &[u8]| {
            let words: [u32; 12] = [0xfeed_facf, 0x0100_000c, 0, 2, 1, 16, 0, 0, 0x1d, 16, 64, 8];
            let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            bytes.resize(64, mark);
            [bytes, signature.to_vec()].concat()
        };
        let build = |name: &str, files: &[(&str, &[u8])]| {
            let app = folder.path().join(name);
            let info: &[u8] =
                b"<plist><dict><key>CFBundleExecutable</key><string>App</string></dict></plist>";
            for (path, bytes) in files.iter().chain(&[("Info.plist", info)]) {
                let place = app.join(path);
                fs::create_dir_all(place.parent().expect("a folder")).expect("made");
                fs::write(place, bytes).expect("written");
            }
            app
        };
        let of = |name: &str, code: &[u8], text: &[u8], signed: &[u8]| {
            let files = [("App", code), ("en.lproj/words", text), ("_CodeSignature/CodeResources", signed)];
            build(name, &files)
        };
        let content = |path: &Path| {
            let mut contents = BundleContents::default();
            contents.add_all(path).expect("read");
            let info = plists::read(&contents.info).expect("a list");
            let bundle = info.as_dictionary().and_then(|info| info.get("CFBundleIdentifier"));
            if let Some(bundle) = bundle.and_then(Value::as_string) {
                contents.restore_names(bundle);
            }
            digest_of(&contents.digests)
        };
        let base = of("a.app", &code(1, b"monday"), b"yes", b"monday");
        let signed_again = of("b.app", &code(1, b"tuesday"), b"yes", b"tuesday");
        assert_eq!(content(&base), content(&signed_again));
        let other_code = of("c.app", &code(2, b"monday"), b"yes", b"monday");
        let other_words = of("d.app", &code(1, b"monday"), b"no", b"monday");
        let one_more = of("e.app", &code(1, b"monday"), b"yes", b"monday");
        fs::write(one_more.join("more"), b"").expect("written");
        let with = |name: &str, path: &str, text: &str| {
            let app = of(name, &code(1, b"monday"), b"yes", b"monday");
            fs::create_dir_all(app.join(path).parent().expect("a folder")).expect("made");
            fs::write(app.join(path), text).expect("written");
            app
        };
        let named_as_signature = with("f.app", "Data/_CodeSignature/flags.json", "{}");
        let named_as_profile = with("g.app", "Data/embedded.mobileprovision", "{}");
        for other in [other_code, other_words, one_more, named_as_signature, named_as_profile] {
            assert_ne!(content(&base), content(&other), "{}", other.display());
        }
        // The signatures of the bundles themselves are not compared.
        for (name, path) in [
            ("h.app", "embedded.mobileprovision"),
            ("i.app", "PlugIns/W.appex/embedded.mobileprovision"),
            ("j.app", "Frameworks/F.framework/_CodeSignature/CodeResources"),
        ] {
            assert_eq!(content(&base), content(&with(name, path, "tuesday")), "{path}");
        }
        // In a copy, the name of the role is ignored where `gate inject` wrote the name. Everywhere else the name is ordinary text.
        let named = ["Info.plist", "PlugIns/W.appex/Info.plist", "Watch/W.app/Info.plist"];
        assert!(named.into_iter().all(is_renamed));
        let ordinary = ["R.bundle/Info.plist", "Data/Info.plist", "x.app/R.plist", SETTINGS];
        assert!(!ordinary.into_iter().any(is_renamed));
        let copy = |role: &str, key: &str, value: &str| {
            let app = with(&format!("{role}-{key}.app"), "data", "");
            let info = format!(
                "<plist><dict><key>CFBundleExecutable</key><string>App</string><key>CFBundleIdentifier</key><string>x.launchgate-{role}</string>\
                 <key>{key}</key><string>{value}</string></dict></plist>"
            );
            fs::write(app.join("Info.plist"), info).expect("written");
            content(&app)
        };
        assert_eq!(copy("base", "Flag", "on"), copy("head", "Flag", "on"));
        let companion = "WKCompanionAppBundleIdentifier";
        let [base, head] =
            ["base", "head"].map(|role| copy(role, companion, &format!("x.launchgate-{role}.w")));
        assert_eq!(base, head, "names that a copy has");
        let [base, head] = ["base", "head"].map(|role| copy(role, "Flag", &format!("x.launchgate-{role}")));
        assert_ne!(base, head, "a value of the app's own");
        let [one, other] = ["base", "head"].map(|side| {
            let text =
                format!("<plist><dict><key>Flag</key><string>x.launchgate-{side}</string></dict></plist>");
            with(&format!("{side}.app"), "R.bundle/Info.plist", &text)
        });
        assert_ne!(content(&one), content(&other));
        let [one, other] = ["old", "new"].map(|target| {
            let app = with(&format!("{target}.app"), "data/x", "");
            std::os::unix::fs::symlink(target, app.join("data/current")).expect("linked");
            app
        });
        assert_ne!(content(&one), content(&other), "the targets of links");
    }
}
