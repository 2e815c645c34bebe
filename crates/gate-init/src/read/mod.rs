//! Readers for the kinds of files in a project, which only read and make no choices.
//!
//! Invariant: parts of a file that a reader does not support are skipped; only an unreadable file is an
//! error.

pub(super) mod calls;
pub(super) mod codeowners;
pub(super) mod imports;
pub(super) mod manifest;
pub(super) mod pbxproj;
pub(super) mod pipeline;
pub(super) mod pods;
pub(super) mod repository;
pub(super) mod resolved;
pub(super) mod scheme;
pub(super) mod settings;
pub(super) mod tracked;
pub(super) mod workspace;
pub(super) mod xml;

/// The largest size of a text file that is read.
const LARGEST: u64 = 4 << 20;

/// Reads a text file within the size limit. The error is the reason.
pub(super) fn read_text(path: &std::path::Path) -> Result<String, String> {
    let size = std::fs::metadata(path).map_err(|error| error.to_string())?.len();
    if size > LARGEST {
        return Err(format!("it is larger than {} MB", LARGEST >> 20));
    }
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Returns whether a file is an XcodeGen specification: YAML with the name of a project, and with targets or
/// files that contain them.
pub(super) fn is_xcodegen(root: &std::path::Path, path: &str) -> bool {
    let text = read_text(&root.join(path)).unwrap_or_default();
    let has = |key: &str| text.lines().any(|line| line.starts_with(key));
    has("name:") && (has("targets:") || has("include:") && has("options:"))
}

/// Returns the topmost Tuist manifest among these files. A source of the app may have the same file name.
pub(super) fn tuist_manifest<'a>(root: &std::path::Path, paths: &'a [String]) -> Option<&'a String> {
    let is_own =
        |path: &&String| read_text(&root.join(path)).is_ok_and(|text| text.contains("ProjectDescription"));
    paths.iter().filter(is_own).min_by_key(|path| path.matches('/').count())
}

/// Converts a name to a module's name as the compiler does: invalid characters are replaced by `_`.
pub(super) fn to_module_name(name: &str) -> String {
    let mut text: String =
        name.chars().map(|c| if c.is_alphanumeric() || c == '_' { c } else { '_' }).collect();
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        text.replace_range(..1, "_");
    }
    text
}

/// Joins a folder and a relative path; `None` if the path is outside of the repository.
pub(super) fn join(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    if path.starts_with('/') {
        return None;
    }
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Joins a folder and a relative path; a path outside of the repository begins with `../`.
pub(super) fn join_relative(folder: &str, path: &str) -> Option<String> {
    if path.starts_with('/') || path.contains('$') {
        return None;
    }
    let up = folder.split('/').chain(path.split('/')).filter(|part| !matches!(*part, "" | "."));
    let mut parts: Vec<&str> = Vec::new();
    for part in up {
        match (part, parts.last()) {
            ("..", Some(last)) if *last != ".." => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Returns the folder of a path; empty for a file in the root.
pub(super) fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Returns the last component of a path, without its extension.
pub(super) fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn target_names_are_converted_to_module_names_as_xcode_does() {
        for (name, expected) in
            [("Shop", "Shop"), ("Artsy+UILabels", "Artsy_UILabels"), ("my-kit", "my_kit"), ("3DKit", "_DKit")]
        {
            assert_eq!(to_module_name(name), expected);
        }
    }

    #[test]
    fn paths_out_of_the_repository_are_refused() {
        for (folder, path, expected) in [
            ("", "Shop.xcodeproj", Some("Shop.xcodeproj")),
            ("ios", "../Kit", Some("Kit")),
            ("ios", "./a//b", Some("ios/a/b")),
            ("ios", "../../Kit", None),
            ("ios", "/etc", None),
        ] {
            assert_eq!(join(folder, path).as_deref(), expected, "{folder} {path}");
        }
        assert_eq!(join_relative("ios", "../../Kit").as_deref(), Some("../Kit"));
        assert_eq!(join_relative("ios/App", "../Kit").as_deref(), Some("ios/Kit"));
        assert_eq!((join_relative("ios", "$(KIT)"), join_relative("", "/Kit")), (None, None));
        assert_eq!((parent("a/b.c"), stem("a/b.c"), stem("b")), ("a", "b", "b"));
    }
}
