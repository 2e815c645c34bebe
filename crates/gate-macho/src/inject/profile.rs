//! Selects the provisioning profile of each bundle, and computes the entitlements that the profile grants.
//!
//! A profile is a property list in a signed message. The phone checks the signature.
//!
//! Invariant: only development profiles are accepted, because with other profiles a developer's tools cannot fetch the traces.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use gate_common::plists::LARGEST;
use plist::{Dictionary, Value};

use super::bundle::{NestedCode, find_nested_code, read_bundle_identifier};
use super::renaming::{RenamedApp, is_named_after_app};
use super::{AppContents, ArchiveLimits, InjectError, Result, folder, rename_identifiers, signature};

/// A profile that the user gave.
#[derive(Debug)]
pub(super) struct Profile {
    path: PathBuf,
    bytes: Vec<u8>,
    team: String,
    /// The bundle identifier for which the profile is valid, or a pattern that ends with `*`.
    bundle: String,
    entitlements: Dictionary,
}

/// A bundle of an app that needs a profile, and the best of the given profiles. The best profile is the most specific profile that fits the
/// bundle.
pub struct NeededProfile {
    /// The path of the bundle's folder in the app. For the app itself, the field contains the app's name.
    pub name: String,
    pub bundle: String,
    pub profile: Option<PathBuf>,
}

/// Returns the app and each extension and app inside it, with their profiles. The function also returns errors for the profiles that cannot
/// be used.
pub fn find_needed_profiles(
    app: &Path,
    profiles: &[PathBuf],
    limits: ArchiveLimits,
) -> Result<(Vec<NeededProfile>, Vec<InjectError>)> {
    let now = SystemTime::now();
    let (mut usable, mut refused) = (Vec::new(), Vec::new());
    for path in profiles {
        match Profile::read(path, now) {
            Ok(profile) => usable.push(profile),
            Err(error) => refused.push(error),
        }
    }
    let mut contents = AppContents::open(app, limits)?;
    let mut all = Vec::new();
    for member in contents.list_files()? {
        let Some(folder) = member.path.strip_suffix("Info.plist") else { continue };
        let folder = folder.trim_end_matches('/');
        if !folder.is_empty() && !folder.ends_with(".appex") && !folder.ends_with(".app") {
            continue;
        }
        let mut info = Vec::new();
        contents.read_file(&member, &mut |file| file.take(LARGEST + 1).read_to_end(&mut info).map(drop))?;
        let info = gate_common::plists::read(&info).ok();
        let bundle =
            info.as_ref().and_then(|info| info.as_dictionary()?.get("CFBundleIdentifier")?.as_string());
        let name = if folder.is_empty() { contents.name.clone() } else { folder.to_owned() };
        let Some(bundle) = bundle else {
            return Err(InjectError::Sign(format!("{name} has no CFBundleIdentifier in its Info.plist")));
        };
        let profile = find_best_profile(&usable, bundle).map(|profile| profile.path.clone());
        all.push(NeededProfile { name, bundle: bundle.to_owned(), profile });
    }
    Ok((all, refused))
}

/// Returns the most specific profile that fits a bundle.
fn find_best_profile<'p>(profiles: &'p [Profile], bundle: &str) -> Option<&'p Profile> {
    let fitting = profiles.iter().filter_map(|profile| Some((profile.measure_fit(bundle)?, profile)));
    fitting.max_by_key(|(length, _)| *length).map(|(_, profile)| profile)
}

/// Returns the wildcard that fits a bundle and its siblings.
pub fn wildcard(bundle: &str) -> String {
    format!("{}.*", bundle.rsplit_once('.').map_or(bundle, |(begin, _)| begin))
}

/// The path of each piece of code, with the entitlements that replace the entitlements of its old signature.
pub(super) type EntitlementsByPath = Vec<(PathBuf, Vec<u8>)>;

/// The file name of a profile in a bundle.
const EMBEDDED: &str = "embedded.mobileprovision";
const APP: &str = "application-identifier";

impl Profile {
    /// Reads a profile from a file.
    pub(super) fn read(path: &Path, now: SystemTime) -> Result<Profile> {
        let bytes = fs::read(path).map_err(InjectError::from_file_operation("read", path))?;
        Profile::parse(path, bytes, now)
            .map_err(|reason| InjectError::Sign(format!("the profile {}: {reason}", path.display())))
    }

    fn parse(path: &Path, bytes: Vec<u8>, now: SystemTime) -> Result<Profile, String> {
        let strange = "it is not a provisioning profile; pass the .mobileprovision file";
        let find = |part: &[u8]| bytes.windows(part.len()).position(|window| window == part);
        let (begin, end) = find(b"<?xml").zip(find(b"</plist>")).ok_or(strange)?;
        let list = bytes.get(begin..end + b"</plist>".len()).ok_or(strange)?;
        let list = gate_common::plists::read(list)
            .map_err(|error| format!("its property list cannot be read: {error}"))?;
        let list = list.as_dictionary().ok_or(strange)?;
        let entitlements = list.get("Entitlements").and_then(Value::as_dictionary).ok_or(strange)?.clone();
        let allowed = entitlements.get("get-task-allow").and_then(Value::as_boolean);
        if allowed != Some(true) {
            return Err("it is not a development profile (no get-task-allow), so traces could not be collected; create an iOS App Development profile that includes this phone".to_owned());
        }
        let ends = list.get("ExpirationDate").and_then(Value::as_date).map(SystemTime::from);
        if ends.is_some_and(|ends| ends < now) {
            return Err("it has expired; renew it in the developer account".to_owned());
        }
        let id = entitlements.get(APP).and_then(Value::as_string).ok_or(strange)?;
        let (team, bundle) = id.split_once('.').ok_or(strange)?;
        let (team, bundle) = (team.to_owned(), bundle.to_owned());
        Ok(Profile { path: path.to_owned(), bytes, team, bundle, entitlements })
    }

    /// Returns how closely the profile fits a bundle, as the length of the text before the wildcard. Returns `None` if the profile does not
    /// fit.
    fn measure_fit(&self, bundle: &str) -> Option<usize> {
        match self.bundle.strip_suffix('*') {
            Some(begin) => bundle.starts_with(begin).then_some(begin.len()),
            None => (self.bundle == bundle).then_some(usize::MAX),
        }
    }

    /// Returns the entitlements of a bundle. The entitlements are those of the profile; for a value with a wildcard, the value in the
    /// bundle's old signature is used.
    fn resolve_entitlements(&self, bundle: &str, old: Option<&Dictionary>) -> Dictionary {
        let mut all = Dictionary::new();
        for (key, value) in &self.entitlements {
            let own = || old.and_then(|old| old.get(key)).cloned();
            let value = match (key.as_str(), value) {
                (APP, _) => Some(Value::String(format!("{}.{bundle}", self.team))),
                ("keychain-access-groups", _) => {
                    Some(Value::Array(vec![Value::String(format!("{}.{bundle}", self.team))]))
                }
                (_, Value::String(text)) if text.contains('*') => own(),
                (_, Value::Array(list))
                    if list.iter().any(|one| one.as_string().is_some_and(|one| one.contains('*'))) =>
                {
                    own()
                }
                (_, value) => Some(value.clone()),
            };
            if let Some(value) = value {
                all.insert(key.clone(), value);
            }
        }
        all
    }
}

/// Returns an error if an app's profile is for customers or testers. A copy that counts calls is only for development.
pub(super) fn check_not_distributed(app: &Path) -> Result<()> {
    let path = app.join(EMBEDDED);
    let Ok(bytes) = fs::read(&path) else { return Ok(()) };
    // The profile is parsed with the date 1970, so that no profile counts as expired in this check. The expiry is checked when the app is
    // signed.
    match Profile::parse(&path, bytes, SystemTime::UNIX_EPOCH) {
        Ok(_) => Ok(()),
        Err(_) => Err(InjectError::Sign(
            "the app has a profile for distribution, and a copy that counts functions is for development alone; pass --sign and --profile with a development profile, or export the app for development"
                .to_owned(),
        )),
    }
}

/// Embeds a profile into the app and into each nested bundle that needs a profile. Returns the entitlements of each bundle.
pub(super) fn embed_profiles(
    app: &Path,
    profiles: &[Profile],
    beside: Option<&RenamedApp>,
) -> Result<EntitlementsByPath> {
    let whole = NestedCode { path: app.to_owned(), executable: app.join(super::bundle::executable_of(app)?) };
    let inside = find_nested_code(app)?.into_iter().filter(|code| is_named_after_app(&code.path));
    let mut entitled = Vec::new();
    for code in inside.chain([whole]) {
        let name = code.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let bundle = read_bundle_identifier(&code.path).ok_or_else(|| {
            InjectError::Sign(format!("{name} has no CFBundleIdentifier in its Info.plist"))
        })?;
        let Some(profile) = find_best_profile(profiles, &bundle) else {
            let given: Vec<String> = profiles
                .iter()
                .map(|profile| format!("{} ({})", profile.path.display(), profile.bundle))
                .collect();
            return Err(InjectError::Sign(format!(
                "{name} ({bundle}) has no profile among {}; add another --profile, or one for {}",
                given.join(", "),
                wildcard(&bundle)
            )));
        };
        let (_, old) = signature::of_file(&code.executable)?;
        let old = old.and_then(|text| gate_common::plists::read(&rename_identifiers(beside, text)).ok());
        let old = old.as_ref().and_then(Value::as_dictionary);
        let all = profile.resolve_entitlements(&bundle, old);
        if let (Some(beside), Some(old)) = (beside, old) {
            beside.check_profile(&name, &profile.path, old, &all)?;
        }
        let mut text = Vec::new();
        Value::Dictionary(all).to_writer_xml(&mut text).map_err(|error| {
            InjectError::Sign(format!("the entitlements of {name} cannot be written: {error}"))
        })?;
        folder::overwrite(&code.path.join(EMBEDDED), &profile.bytes)?;
        entitled.push((code.path, text));
    }
    Ok(entitled)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn profile(id: &str, more: &str) -> Vec<u8> {
        let text = format!(
            "\u{1}signed\u{2}<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>ExpirationDate</key><date>2027-01-01T00:00:00Z</date><key>Entitlements</key><dict><key>application-identifier</key><string>{id}</string><key>keychain-access-groups</key><array><string>TEAM.*</string></array><key>com.apple.developer.associated-domains</key><string>*</string><key>aps-environment</key><string>development</string>{more}</dict></dict></plist>\u{3}"
        );
        text.into_bytes()
    }

    const DEVELOPMENT: &str = "<key>get-task-allow</key><true/>";

    fn at(year: u64) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs((year - 1970) * 31_557_600)
    }

    fn parsed(id: &str) -> Profile {
        Profile::parse(Path::new("a.mobileprovision"), profile(id, DEVELOPMENT), at(2026)).unwrap()
    }

    #[test]
    fn only_valid_development_profiles_are_accepted() {
        let read = |bytes, now| Profile::parse(Path::new("a"), bytes, now).map(|_| ()).unwrap_err();
        for (bytes, now, expected) in [
            (profile("TEAM.x", ""), at(2026), "not a development profile"),
            (profile("TEAM.x", "<key>get-task-allow</key><false/>"), at(2026), "not a development profile"),
            (profile("TEAM.x", DEVELOPMENT), at(2028), "has expired"),
            (b"PK".to_vec(), at(2026), "not a provisioning profile"),
            (b"</plist><?xml".to_vec(), at(2026), "its property list cannot be read"),
        ] {
            assert!(read(bytes, now).contains(expected), "{expected}");
        }
    }

    #[test]
    fn a_provisioning_profile_fits_only_bundles_that_match_its_identifier() {
        for (id, bundle, fits) in [
            ("TEAM.com.example.shop", "com.example.shop", true),
            ("TEAM.com.example.shop", "com.example.shop.widget", false),
            ("TEAM.com.example.*", "com.example.shop.widget", true),
            ("TEAM.*", "anything", true),
        ] {
            assert_eq!(parsed(id).measure_fit(bundle).is_some(), fits, "{id} {bundle}");
        }
        assert!(
            parsed("TEAM.com.example.shop").measure_fit("com.example.shop")
                > parsed("TEAM.*").measure_fit("com.example.shop")
        );
    }

    #[test]
    fn wildcards_in_entitlements_of_a_profile_become_values_of_the_bundle() {
        let mut old = Dictionary::new();
        old.insert(
            "com.apple.developer.associated-domains".to_owned(),
            Value::Array(vec!["applinks:e.com".into()]),
        );
        old.insert("com.apple.private".to_owned(), Value::Boolean(true));
        let all = parsed("TEAM.*").resolve_entitlements("com.example.shop", Some(&old));
        assert_eq!(all.get(APP).and_then(Value::as_string), Some("TEAM.com.example.shop"));
        let groups = all.get("keychain-access-groups").and_then(Value::as_array).unwrap();
        assert_eq!(groups[0].as_string(), Some("TEAM.com.example.shop"));
        assert!(all.get("com.apple.developer.associated-domains").unwrap().as_array().is_some());
        assert_eq!(all.get("aps-environment").and_then(Value::as_string), Some("development"));
        assert!(all.get("com.apple.private").is_none(), "the profile does not allow it");
        let without = parsed("TEAM.*").resolve_entitlements("com.example.shop", None);
        assert!(without.get("com.apple.developer.associated-domains").is_none());
    }

    #[test]
    fn each_extension_of_an_app_needs_a_matching_profile() {
        let folder = tempfile::tempdir().unwrap();
        let app = folder.path().join("Shop.app");
        let bundle = |path: &Path, id: &str| {
            fs::create_dir_all(path).unwrap();
            let info = format!(
                "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>CFBundleExecutable</key><string>Run</string><key>CFBundleIdentifier</key><string>{id}</string></dict></plist>"
            );
            fs::write(path.join("Info.plist"), info).unwrap();
            // The executable of the test's bundle consists of a Mach-O header only, so it has no signature.
            let mut header = vec![0xcf, 0xfa, 0xed, 0xfe, 0x0c, 0, 0, 1, 0, 0, 0, 0, 2, 0, 0, 0];
            header.resize(32, 0);
            fs::write(path.join("Run"), header).unwrap();
        };
        bundle(&app, "com.example.shop");
        bundle(&app.join("PlugIns/Widget.appex"), "com.example.shop.widget");
        let error = embed_profiles(&app, &[parsed("TEAM.com.example.shop")], None).unwrap_err().to_string();
        assert!(
            error.contains("Widget.appex (com.example.shop.widget) has no profile among a.mobileprovision"),
            "{error}"
        );
        assert!(error.contains("or one for com.example.shop.*"), "{error}");
        let entitled =
            embed_profiles(&app, &[parsed("TEAM.com.example.shop"), parsed("TEAM.com.example.*")], None)
                .unwrap();
        let names: Vec<_> = entitled.iter().map(|(path, _)| path.file_name().unwrap().to_owned()).collect();
        assert_eq!(names, ["Widget.appex", "Shop.app"]);
        assert!(String::from_utf8_lossy(&entitled[0].1).contains("TEAM.com.example.shop.widget"));
        for path in [app.clone(), app.join("PlugIns/Widget.appex")] {
            assert!(path.join(EMBEDDED).is_file(), "{}", path.display());
        }
    }
}
