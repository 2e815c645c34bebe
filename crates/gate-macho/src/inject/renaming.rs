//! Renames an app so that two builds of the app can be installed on one device. All names that contain the app's identifier are changed:
//! bundle identifiers, URL schemes, groups and entitlements. The base and the head are changed in the same way, except for the new name. An
//! app that does not work under a different identifier is refused.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use gate_common::sides::{Side, original_name};
use object::macho::LC_CODE_SIGNATURE;
use plist::Value;

use super::bundle::{self, find_nested_code};
use super::{InjectError, Result, macho, signature};

/// An app that is renamed.
pub(super) struct RenamedApp {
    side: Side,
    /// The app's previous bundle identifier.
    old: String,
    groups: BTreeSet<String>,
}

const GROUPS: &str = "com.apple.security.application-groups";
/// The keys of an Info.plist whose values are the app's identifier, or an identifier that begins with it.
const IDENTIFIERS: [&str; 3] =
    ["CFBundleIdentifier", "WKCompanionAppBundleIdentifier", "WKAppBundleIdentifier"];
const SCHEMES: &str = "CFBundleURLSchemes";

impl RenamedApp {
    /// Renames the app in a folder. `entitlements` are those that the user gave or, otherwise, those of the app's signature.
    pub(super) fn rename_app(
        app: &Path,
        executable: &Path,
        side: Side,
        entitlements: Option<&[u8]>,
    ) -> Result<RenamedApp> {
        let unnamed =
            || InjectError::from_input(&app.join("Info.plist"), "Info.plist has no CFBundleIdentifier");
        let old = bundle::read_bundle_identifier(app).ok_or_else(unnamed)?;
        let code: Vec<(PathBuf, PathBuf)> =
            find_nested_code(app)?.into_iter().map(|code| (code.path, code.executable)).collect();
        let mut renamed_app = RenamedApp { side, old, groups: BTreeSet::new() };
        renamed_app.find_groups(entitlements.map(<[u8]>::to_vec));
        for file in std::iter::once(executable).chain(code.iter().map(|(_, file)| &**file)) {
            renamed_app.check_code(file)?;
        }
        let bundles = code.iter().map(|(path, _)| path).filter(|path| is_named_after_app(path));
        for path in bundles.map(PathBuf::as_path).chain([app]) {
            bundle::change_info(path, |info| {
                info.iter_mut().for_each(|(key, value)| renamed_app.rename_value(key, value))
            })?;
        }
        Ok(renamed_app)
    }

    fn find_groups(&mut self, entitlements: Option<Vec<u8>>) {
        self.groups.extend(entitlements.into_iter().flat_map(|text| groups_of(&text)));
    }

    /// Adds the groups that one piece of code uses. Returns an error if the code contains the name of a group, since the groups of the copy
    /// are renamed.
    fn check_code(&mut self, file: &Path) -> Result<()> {
        let (bytes, signed) = signature::of_file(file)?;
        let refused = |source| InjectError::Executable { path: file.to_owned(), source };
        self.find_groups(signed);
        let slice = macho::find_arm64_slice(&bytes).map_err(refused)?;
        let signed = macho::read(slice).map_err(refused)?.linkedit_range(LC_CODE_SIGNATURE);
        // The signature contains the names of groups too, so only the bytes before the signature are searched.
        let code = &slice[..signed.map_or(slice.len(), |(offset, _)| offset.min(slice.len()))];
        let names = |group: &&String| code.windows(group.len()).any(|part| part == group.as_bytes());
        let Some(group) = self.groups.iter().find(names) else { return Ok(()) };
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        Err(InjectError::Sign(format!(
            "the code of {name} names the group {group:?}, which a copy beside another one cannot share; omit --side-by-side"
        )))
    }

    /// Renames the value of a key of an Info.plist or of entitlements.
    fn rename_value(&self, key: &str, value: &mut Value) {
        match value {
            Value::Dictionary(all) => all.iter_mut().for_each(|(key, value)| self.rename_value(key, value)),
            Value::Array(all) => all.iter_mut().for_each(|value| self.rename_value(key, value)),
            Value::String(text) => *text = self.rename_text(key, text),
            _ => {}
        }
    }

    fn rename_text(&self, key: &str, text: &str) -> String {
        let named = self.side.copy_name(text);
        // The groups of a copy are renamed in the same way as those of the app.
        if key == SCHEMES || self.groups.iter().any(|group| self.side.copy_name(group) == named) {
            return named;
        }
        // The entitlements that the user gives for a copy may contain the original app's identifier.
        let split = split_at_identifier(key, text, &self.old)
            .or_else(|| split_at_identifier(key, text, original_name(&self.old)?));
        match split {
            Some((before, after)) => format!("{before}{}{after}", self.side.copy_name(&self.old)),
            None => text.to_owned(),
        }
    }

    /// Returns the renamed entitlements.
    pub(super) fn rename_entitlements(&self, text: &[u8]) -> Option<Vec<u8>> {
        let mut list = gate_common::plists::read(text).ok()?;
        self.rename_value("", &mut list);
        let mut renamed = Vec::new();
        list.to_writer_xml(&mut renamed).ok().map(|()| renamed)
    }

    /// Returns an error if a profile lacks an entitlement of the app. The copy would then behave differently from the app.
    pub(super) fn check_profile(
        &self,
        name: &str,
        profile: &Path,
        old: &plist::Dictionary,
        granted: &plist::Dictionary,
    ) -> Result<()> {
        let lacks = old.iter().find_map(|(key, value)| {
            let wanted = value.as_array().into_iter().flatten().filter_map(Value::as_string);
            match granted.get(key) {
                None if key == STORE_ENTITLEMENT => None,
                None => Some(key.clone()),
                Some(granted) if key == GROUPS => {
                    let all = granted.as_array().into_iter().flatten().filter_map(Value::as_string);
                    let all: BTreeSet<&str> = all.collect();
                    wanted
                        .into_iter()
                        .find(|group| !all.contains(group))
                        .map(|group| format!("the group {group}"))
                }
                Some(_) => None,
            }
        });
        let Some(lacks) = lacks else { return Ok(()) };
        Err(InjectError::Sign(format!(
            "the profile {} does not grant {lacks}, which {name} has; add it to a profile for {}, or omit --side-by-side",
            profile.display(),
            self.side.copy_name(&self.old)
        )))
    }
}

/// Restores the names that a copy's Info.plist had before `RenamedApp` renamed them. `bundle` is the copy's identifier, and `groups` are
/// the groups in its entitlements.
pub fn restore_names(key: &str, value: &mut Value, bundle: &str, groups: &BTreeSet<String>) {
    match value {
        Value::Dictionary(all) => {
            all.iter_mut().for_each(|(key, value)| restore_names(key, value, bundle, groups))
        }
        Value::Array(all) => all.iter_mut().for_each(|value| restore_names(key, value, bundle, groups)),
        Value::String(text) => {
            let restored = if key == SCHEMES || groups.contains(text) {
                original_name(text).map(str::to_owned)
            } else {
                split_at_identifier(key, text, bundle)
                    .and_then(|(before, after)| Some(format!("{before}{}{after}", original_name(bundle)?)))
            };
            *text = restored.unwrap_or_else(|| std::mem::take(text));
        }
        _ => {}
    }
}

/// Returns the groups in the entitlements of signed code; an empty set for other files.
pub fn groups_of_code(code: &[u8]) -> BTreeSet<String> {
    signature::read_entitlements(code).ok().flatten().map(|text| groups_of(&text)).unwrap_or_default()
}

/// Returns the groups in a property list with entitlements.
fn groups_of(entitlements: &[u8]) -> BTreeSet<String> {
    let list = gate_common::plists::read(entitlements).ok();
    let all = list.as_ref().and_then(|list| list.as_dictionary()?.get(GROUPS)?.as_array());
    all.into_iter().flatten().filter_map(Value::as_string).map(str::to_owned).collect()
}

/// Splits a text at an app's identifier, if renaming must change the text: if it is the value of a key in `IDENTIFIERS`, or has a team's
/// prefix, as in entitlements. After the app's identifier, the text may have a suffix, as the identifiers of extensions do.
fn split_at_identifier<'a>(key: &str, text: &'a str, identifier: &str) -> Option<(&'a str, &'a str)> {
    let (before, after) = text.split_once(identifier)?;
    let ends = after.is_empty() || after.starts_with('.');
    (ends && (is_team(before) || before.is_empty() && IDENTIFIERS.contains(&key))).then_some((before, after))
}

/// An entitlement that only signatures for TestFlight contain. No code requests this entitlement.
const STORE_ENTITLEMENT: &str = "beta-reports-active";

/// Returns whether the identifier of this kind of bundle begins with the app's identifier. The result is true for extensions, app clips and
/// watch apps, but not for frameworks.
pub(super) fn is_named_after_app(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "appex" || end == "app")
}

/// Returns whether a text is the prefix that a team's identifiers have in entitlements, such as `TEAMID1234.`.
fn is_team(before: &str) -> bool {
    let team = before.strip_suffix('.').unwrap_or_default();
    team.len() == 10 && team.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Creates an app with an extension, a group, a URL scheme and entitlements. `code` is the content of the executable.
    fn app(folder: &Path, code: &str) -> PathBuf {
        let app = folder.join("Shop.app");
        let bundle = |path: &Path, id: &str, more: &str| {
            fs::create_dir_all(path).unwrap();
            let info = format!(
                "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>CFBundleExecutable</key><string>Run</string><key>CFBundleIdentifier</key><string>{id}</string>{more}</dict></plist>"
            );
            fs::write(path.join("Info.plist"), info).unwrap();
            let mut header = vec![0xcf, 0xfa, 0xed, 0xfe, 0x0c, 0, 0, 1, 0, 0, 0, 0, 2, 0, 0, 0];
            header.resize(32, 0);
            header.extend(code.as_bytes());
            fs::write(path.join("Run"), header).unwrap();
        };
        let types = "<key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array><string>shop</string></array></dict></array><key>AppGroup</key><string>group.com.example.shop</string><key>Help</key><string>com.example.shop</string>";
        bundle(&app, "com.example.shop", types);
        bundle(&app.join("PlugIns/Widget.appex"), "com.example.shop.widget", "");
        bundle(&app.join("Frameworks/Kit.framework"), "com.example.shop.kit", "");
        app
    }

    const ENTITLEMENTS: &str = "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>application-identifier</key><string>ABCDE12345.com.example.shop</string><key>com.apple.security.application-groups</key><array><string>group.com.example.shop</string></array><key>keychain-access-groups</key><array><string>ABCDE12345.com.example.shop.keys</string><string>ABCDE12345.shared</string></array></dict></plist>";

    fn renamed(app: &Path, side: Side) -> Result<RenamedApp> {
        RenamedApp::rename_app(app, &app.join("Run"), side, Some(ENTITLEMENTS.as_bytes()))
    }

    #[test]
    fn renaming_an_app_copy_changes_only_names_that_contain_its_identifier() {
        let folder = tempfile::tempdir().unwrap();
        let app = app(folder.path(), "no name of it");
        let text = |path: &str| fs::read_to_string(app.join(path)).unwrap();
        let [original, original_widget] = ["Info.plist", "PlugIns/Widget.appex/Info.plist"].map(text);
        // A copy of a copy equals a copy of the app.
        renamed(&app, Side::Base).unwrap();
        let renamed_app = renamed(&app, Side::Head).unwrap();
        let info = text("Info.plist");
        for (name, times) in [
            ("<string>com.example.shop.launchgate-head</string>", 1),
            ("<string>shop.launchgate-head</string>", 1),
            ("<string>group.com.example.shop.launchgate-head</string>", 1),
            ("<string>com.example.shop</string>", 1),
            ("launchgate-base", 0),
        ] {
            assert_eq!(info.matches(name).count(), times, "{name}: {info}");
        }
        assert!(
            text("PlugIns/Widget.appex/Info.plist").contains(">com.example.shop.launchgate-head.widget<")
        );
        assert!(text("Frameworks/Kit.framework/Info.plist").contains(">com.example.shop.kit<"));
        // The names are those of the original app again, and the key for help keeps its value.
        let groups = BTreeSet::from(["group.com.example.shop.launchgate-head".to_owned()]);
        for (path, original) in
            [("Info.plist", original), ("PlugIns/Widget.appex/Info.plist", original_widget)]
        {
            let mut list = gate_common::plists::read(text(path).as_bytes()).unwrap();
            restore_names("", &mut list, "com.example.shop.launchgate-head", &groups);
            assert_eq!(Some(list), gate_common::plists::read(original.as_bytes()).ok(), "{path}");
        }
        let entitled = renamed_app.rename_entitlements(ENTITLEMENTS.as_bytes()).unwrap();
        let entitled = String::from_utf8(entitled).unwrap();
        for name in [
            ">ABCDE12345.com.example.shop.launchgate-head<",
            ">group.com.example.shop.launchgate-head<",
            ">ABCDE12345.com.example.shop.launchgate-head.keys<",
            ">ABCDE12345.shared<",
        ] {
            assert!(entitled.contains(name), "{name}: {entitled}");
        }
    }

    #[test]
    fn apps_that_cannot_work_under_another_name_are_refused_with_the_reason() {
        let folder = tempfile::tempdir().unwrap();
        let app = app(folder.path(), "containerURL group.com.example.shop");
        let error = renamed(&app, Side::Head).err().unwrap().to_string();
        assert!(error.contains("the code of Run names the group \"group.com.example.shop\""), "{error}");

        let folder = tempfile::tempdir().unwrap();
        let renamed_app = renamed(&self::app(folder.path(), ""), Side::Head).unwrap();
        let list = |keys: &[(&str, Value)]| -> plist::Dictionary {
            keys.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect()
        };
        let groups = |name: &str| (GROUPS, Value::Array(vec![name.into()]));
        let old = list(&[
            groups("group.x.launchgate-head"),
            (STORE_ENTITLEMENT, true.into()),
            ("push", "on".into()),
        ]);
        let check = |granted: &[(&str, Value)]| {
            let checked = renamed_app.check_profile("Shop.app", Path::new("p"), &old, &list(granted));
            checked.err().map(|error| error.to_string())
        };
        let said = check(&[groups("group.x"), ("push", "on".into())]).unwrap();
        assert!(said.contains("the profile p does not grant the group group.x.launchgate-head"), "{said}");
        let said = check(&[groups("group.x.launchgate-head")]).unwrap();
        assert!(said.contains("does not grant push, which Shop.app has; add it to a profile for com.example.shop.launchgate-head"), "{said}");
        assert_eq!(check(&[groups("group.x.launchgate-head"), ("push", "on".into())]), None);
    }
}
