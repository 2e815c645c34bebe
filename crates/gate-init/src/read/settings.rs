//! Build settings as Xcode resolves them: the settings of the target come first, then the settings of the
//! target's xcconfig, then the settings of the project.

use std::collections::BTreeMap;
use std::path::Path;

use super::tracked::TrackedFiles;
use super::{join, parent, read_text};

/// The settings of one source, such as an xcconfig, by key.
pub(crate) type SettingsLayer = BTreeMap<String, String>;

/// The settings of a configuration, from the most specific source to the least.
#[derive(Clone, Debug, Default)]
pub(crate) struct BuildSettings {
    pub(crate) layers: Vec<SettingsLayer>,
}

/// The longest chain of variables that is expanded; a longer chain is a cycle.
const DEEPEST: usize = 12;

impl BuildSettings {
    /// Returns the value of a key with the variables in the value expanded; `None` if the key is not set, or a variable is unknown.
    pub(crate) fn get(&self, key: &str) -> Option<String> {
        self.resolve_value(key, 0, DEEPEST).filter(|value| !value.is_empty())
    }

    fn resolve_value(&self, key: &str, from: usize, depth: usize) -> Option<String> {
        let for_devices = format!("{key}[sdk=iphoneos*]");
        let (at, raw) = self.layers.iter().enumerate().skip(from).find_map(|(at, layer)| {
            layer.get(&for_devices).or_else(|| layer.get(key)).map(|raw| (at, raw))
        })?;
        self.expand_references(raw, key, at, depth.checked_sub(1)?)
    }

    fn expand_references(&self, raw: &str, key: &str, at: usize, depth: usize) -> Option<String> {
        let mut out = String::new();
        let mut rest = raw;
        while let Some(begin) = rest.find('$') {
            out += &rest[..begin];
            let after = &rest[begin + 1..];
            let close = match after.chars().next() {
                Some('(') => ')',
                Some('{') => '}',
                _ => {
                    out.push('$');
                    rest = after;
                    continue;
                }
            };
            let end = find_closing(after, close)?;
            let inside = &after[1..end];
            // The name of a variable may contain another variable: `$(NAME_$(CONFIGURATION))`.
            let inside = if inside.contains('$') {
                self.expand_references(inside, key, at, depth.checked_sub(1)?)?
            } else {
                inside.to_owned()
            };
            let mut parts = inside.split(':');
            let name = parts.next().unwrap_or_default();
            let mut value = match name {
                "inherited" => self.resolve_value(key, at + 1, depth).unwrap_or_default(),
                name => {
                    let next = if name == key { at + 1 } else { 0 };
                    self.resolve_value(name, next, depth).or_else(|| default_of(&inside))?
                }
            };
            for operator in parts {
                value = match operator {
                    "c99extidentifier" | "identifier" => super::to_module_name(&value),
                    "rfc1034identifier" => {
                        value.replace(|c: char| !c.is_ascii_alphanumeric() && c != '.', "-")
                    }
                    "lower" => value.to_lowercase(),
                    "upper" => value.to_uppercase(),
                    _ => value,
                };
            }
            out += &value;
            rest = &after[end + 1..];
        }
        Some(out + rest)
    }
}

/// Returns the default of a variable: `value` in `$(NAME:default=value)`.
fn default_of(inside: &str) -> Option<String> {
    inside.split(':').skip(1).find_map(|operator| operator.strip_prefix("default=")).map(str::to_owned)
}

fn find_closing(text: &str, close: char) -> Option<usize> {
    let open = if close == ')' { '(' } else { '{' };
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        if c == open {
            depth += 1;
        } else if c == close {
            depth -= 1;
            if depth == 0 {
                return Some(at);
            }
        }
    }
    None
}

/// Reads an xcconfig with its includes. Later lines override earlier ones, and missing files are skipped.
pub(crate) fn read_xcconfig(root: &Path, path: &str) -> SettingsLayer {
    let mut layer = SettingsLayer::new();
    read_with_includes(root, path, &mut layer, &mut |_| {}, DEEPEST);
    layer
}

/// Returns the paths of the xcconfig and of the files that it includes, as far as a checkout lacks these files.
pub(crate) fn missing_xcconfigs(tracked: &TrackedFiles, root: &Path, path: &str) -> Vec<String> {
    let mut required = Vec::new();
    read_with_includes(
        root,
        path,
        &mut SettingsLayer::new(),
        &mut |path| required.push(path.to_owned()),
        DEEPEST,
    );
    required.retain(|path| !tracked.has(path));
    required
}

/// Reads a file and its includes. `visit` is called with the path of each required file.
fn read_with_includes(
    root: &Path,
    path: &str,
    layer: &mut SettingsLayer,
    visit: &mut dyn FnMut(&str),
    depth: usize,
) {
    let Some(depth) = depth.checked_sub(1) else { return };
    visit(path);
    let Ok(found) = read_text(&root.join(path)) else { return };
    for line in found.lines() {
        let line = line.split("//").next().unwrap_or_default().trim();
        if let Some(rest) = line.strip_prefix("#include") {
            let name = rest.trim_start_matches('?').trim().trim_matches('"');
            let Some(next) = join(parent(path), name) else { continue };
            if rest.starts_with('?') {
                read_with_includes(root, &next, layer, &mut |_| {}, depth);
            } else {
                read_with_includes(root, &next, layer, visit, depth);
            }
        } else if let Some((key, value)) = line.split_once('=').filter(|(key, _)| !key.contains('[')) {
            layer.insert(key.trim().to_owned(), value.trim().trim_end_matches(';').trim().to_owned());
        } else if let Some((key, value)) = line.split_once("]=").or_else(|| line.split_once("] =")) {
            layer.insert(format!("{}]", key.trim()), value.trim().to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_in_build_settings_are_expanded() {
        let layer = |pairs: &[(&str, &str)]| {
            pairs
                .iter()
                .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
                .collect::<SettingsLayer>()
        };
        let settings = BuildSettings {
            layers: vec![
                layer(&[
                    ("PRODUCT_NAME", "$(BRAND) $(TARGET_NAME)"),
                    ("PRODUCT_MODULE_NAME", "${PRODUCT_NAME:c99extidentifier}"),
                    ("PRODUCT_BUNDLE_IDENTIFIER", "$(inherited).widget"),
                    ("CIRCLE", "$(CIRCLE2)"),
                    ("CIRCLE2", "$(CIRCLE)"),
                    ("TEAM", "$(UNKNOWN)"),
                    ("SDK", "a"),
                    ("SDK[sdk=iphoneos*]", "b"),
                    ("NESTED", "$(BRAND_$(WHICH))"),
                ]),
                layer(&[
                    ("BRAND", "Ice"),
                    ("TARGET_NAME", "Cubes"),
                    ("WHICH", "1"),
                    ("BRAND_1", "first"),
                    ("PRODUCT_BUNDLE_IDENTIFIER", "com.example.app"),
                ]),
            ],
        };
        for (key, expected) in [
            ("PRODUCT_NAME", Some("Ice Cubes")),
            ("PRODUCT_MODULE_NAME", Some("Ice_Cubes")),
            ("PRODUCT_BUNDLE_IDENTIFIER", Some("com.example.app.widget")),
            ("CIRCLE", None),
            ("TEAM", None),
            ("SDK", Some("b")),
            ("NESTED", Some("first")),
            ("NOTHING", None),
        ] {
            assert_eq!(settings.get(key).as_deref(), expected, "{key}");
        }
    }

    #[test]
    fn xcconfig_files_that_include_each_other_are_read_and_missing_ones_reported() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        write("a.xcconfig", "#include \"b.xcconfig\"\n#include? \"gone.xcconfig\"\nNAME = Shop // the app\n");
        write(
            "b.xcconfig",
            "#include \"a.xcconfig\"\n#include \"Secrets.xcconfig\"\nNAME=No\nTEAM = T\nX[sdk=iphoneos*] = device\n",
        );
        let layer = read_xcconfig(folder.path(), "a.xcconfig");
        let missing = missing_xcconfigs(&TrackedFiles::from_root(folder.path()), folder.path(), "a.xcconfig");
        assert_eq!(missing.first().map(String::as_str), Some("Secrets.xcconfig"));
        assert_eq!(layer.get("NAME").map(String::as_str), Some("Shop"));
        assert_eq!(layer.get("TEAM").map(String::as_str), Some("T"));
        assert_eq!(layer.get("X[sdk=iphoneos*]").map(String::as_str), Some("device"));
    }
}
