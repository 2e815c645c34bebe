//! Properties of the repository: its host, its default branch, submodules, LFS, and the Xcode that builds it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::PipelineHost;

/// Returns the root of the repository that contains a folder, if the folder is not itself the root.
pub(crate) fn find_enclosing_root(root: &Path) -> Option<PathBuf> {
    let root = fs::canonicalize(root).ok()?;
    if root.join(".git").exists() {
        return None;
    }
    root.ancestors().skip(1).find(|folder| folder.join(".git").exists()).map(Path::to_owned)
}

/// Returns the folder in which git stores its files. In a worktree or submodule, `.git` is a file that
/// contains the path of the folder.
fn git_folder(root: &Path) -> Option<PathBuf> {
    let place = root.join(".git");
    if place.is_dir() {
        return Some(place);
    }
    let text = fs::read_to_string(place).ok()?;
    let named = root.join(text.strip_prefix("gitdir:")?.trim());
    match fs::read_to_string(named.join("commondir")) {
        Ok(common) => Some(named.join(common.trim())),
        Err(_) => Some(named),
    }
}

/// Returns the host, from files that only one host reads, otherwise from the remote's address.
pub(crate) fn host(root: &Path) -> Option<PipelineHost> {
    if root.join(".gitlab-ci.yml").exists() {
        return Some(PipelineHost::GitLab);
    }
    if root.join(".github").is_dir() {
        return Some(PipelineHost::GitHub);
    }
    let config = fs::read_to_string(git_folder(root)?.join("config")).ok()?;
    let address = config.lines().find_map(|line| line.trim().strip_prefix("url = "))?;
    if address.contains("gitlab") {
        Some(PipelineHost::GitLab)
    } else if address.contains("github") {
        Some(PipelineHost::GitHub)
    } else {
        None
    }
}

/// Returns the branch to which a symbolic reference of git points, without the prefix.
fn referenced_branch(file: &Path, prefix: &str) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    text.trim().strip_prefix("ref: ")?.strip_prefix(prefix).map(str::to_owned)
}

/// Returns the default branch, and whether the branch is certainly the default branch.
pub(crate) fn default_branch(root: &Path) -> Option<(String, bool)> {
    let git = git_folder(root)?;
    if let Some(branch) = referenced_branch(&git.join("refs/remotes/origin/HEAD"), "refs/remotes/origin/") {
        return Some((branch, true));
    }
    let packed = fs::read_to_string(git.join("packed-refs")).unwrap_or_default();
    let has_ref = |name: &str| {
        git.join(name).is_file() || packed.lines().any(|line| line.ends_with(&format!(" {name}")))
    };
    let places = ["refs/remotes/origin", "refs/heads"];
    let is_there = |branch: &str| places.iter().any(|place| has_ref(&format!("{place}/{branch}")));
    // If the clone does not contain the remote's default branch, the candidates are the usual names and the
    // current branch.
    let usual = ["main", "trunk", "develop", "master"].into_iter().filter(|branch| is_there(branch));
    let usual: Vec<&str> = usual.collect();
    let current = referenced_branch(&git.join("HEAD"), "refs/heads/");
    match (&usual[..], current) {
        (_, Some(current)) if usual.is_empty() || usual.contains(&&*current) => {
            let is_only = usual.len() < 2;
            Some((current, is_only))
        }
        ([only], _) => Some(((*only).to_owned(), true)),
        ([first, ..], _) => Some(((*first).to_owned(), false)),
        ([], current) => current.map(|branch| (branch, false)),
    }
}

/// Returns the paths of submodules.
pub(crate) fn submodules(root: &Path) -> Vec<String> {
    let text = fs::read_to_string(root.join(".gitmodules")).unwrap_or_default();
    let paths = text.lines().filter_map(|line| line.trim().strip_prefix("path = "));
    paths.map(|path| path.trim().to_owned()).collect()
}

/// Returns whether a path is a submodule or is inside of a submodule.
pub(crate) fn is_in_submodule(root: &Path, path: &str) -> bool {
    submodules(root).iter().any(|module| format!("{path}/").starts_with(&format!("{module}/")))
}

/// Returns whether files are stored in LFS.
pub(crate) fn has_lfs(root: &Path) -> bool {
    fs::read_to_string(root.join(".gitattributes")).is_ok_and(|text| {
        text.lines().any(|line| !line.trim_start().starts_with('#') && line.contains("filter=lfs"))
    })
}

/// Returns the texts of the repository's pipelines and fastlane lanes.
fn pipeline_texts(root: &Path) -> Vec<String> {
    let others = ["fastlane/Fastfile", "ci_scripts/ci_post_clone.sh"];
    let others = others.iter().filter_map(|path| super::read_text(&root.join(path)).ok());
    super::pipeline::read_pipelines(root).into_iter().map(|(_, text)| text).chain(others).collect()
}

/// Returns the Xcode version that the repository requests, from `.xcode-version`, in which `~> 16.2` is a
/// range, otherwise from its pipelines.
pub(crate) fn requested_xcode(root: &Path) -> Option<String> {
    let files = [".xcode-version", ".github/xcode-version"];
    if let Some(text) = files.iter().find_map(|path| super::read_text(&root.join(path)).ok()) {
        let text = text.trim();
        return match text.strip_prefix("~>") {
            Some(least) => parse_version(least.trim()).map(|least| format!("~> {least}")),
            None => parse_version(text),
        };
    }
    let mut found: Vec<String> = Vec::new();
    for text in pipeline_texts(root) {
        for line in text.lines().filter(|line| !line.trim_start().starts_with('#')) {
            for mark in [
                "Xcode_",
                "xcode-version:",
                "Xcode-",
                "xcversion(version:",
                "xcodes(version:",
                "xcodes select ",
                "XCODE_VERSION:",
            ] {
                let Some((_, rest)) = line.split_once(mark) else { continue };
                found.extend(parse_version(rest.trim_start().trim_start_matches(['"', '\''])));
            }
        }
    }
    // Workflows that are no longer maintained select older versions, so the newest version is used.
    found.into_iter().max_by_key(|version| {
        version.split('.').map(|part| part.parse::<u32>().unwrap_or(0)).collect::<Vec<_>>()
    })
}

/// Returns the digits and dots at the beginning of a text, if they form a version.
fn parse_version(text: &str) -> Option<String> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let version = text[..end].trim_end_matches('.');
    let major: u32 = version.split('.').next()?.parse().ok()?;
    (10..100).contains(&major).then(|| version.to_owned())
}

/// Returns the GitHub runner on which the repository builds for Apple's systems, if a workflow names one.
pub(crate) fn find_macos_runner(root: &Path) -> Option<String> {
    let mut found: Vec<String> = Vec::new();
    for text in pipeline_texts(root) {
        let lines = text.lines().filter_map(|line| line.trim().strip_prefix("runs-on:"));
        let names = lines.map(|name| name.trim().trim_matches(['"', '\'']).to_owned());
        found.extend(names.filter(|name| {
            name.strip_prefix("macos-").is_some_and(|rest| {
                !rest.is_empty() && rest.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
            })
        }));
    }
    let system =
        |name: &String| name.split('-').nth(1).and_then(|part| part.parse::<u32>().ok()).unwrap_or(0);
    found.sort_by_key(system);
    found.pop()
}

/// Returns whether a workflow runs on a self-hosted machine, to which a phone may be connected.
pub(crate) fn has_own_runner(root: &Path) -> bool {
    pipeline_texts(root).iter().any(|text| {
        let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
        lines.into_iter().any(|line| {
            let line = line.to_lowercase();
            line.contains("self-hosted")
                && !["linux", "windows", "android"].iter().any(|other| line.contains(other))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repository(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        folder
    }

    #[test]
    fn the_default_branch_is_that_of_the_remote_or_the_most_probable_one() {
        type Case<'a> = (&'a [(&'a str, &'a str)], Option<(&'a str, bool)>);
        let cases: [Case<'_>; 6] = [
            (
                &[
                    (".git/refs/remotes/origin/HEAD", "ref: refs/remotes/origin/trunk\n"),
                    (".git/HEAD", "ref: refs/heads/fix\n"),
                ],
                Some(("trunk", true)),
            ),
            (&[(".git/HEAD", "ref: refs/heads/develop\n")], Some(("develop", true))),
            (
                &[(".git/HEAD", "ref: refs/heads/fix\n"), (".git/refs/heads/master", "1\n")],
                Some(("master", true)),
            ),
            (
                &[
                    (".git/HEAD", "ref: refs/heads/fix\n"),
                    (".git/packed-refs", "1 refs/remotes/origin/main\n1 refs/remotes/origin/develop\n"),
                ],
                Some(("main", false)),
            ),
            (
                &[
                    (".git/HEAD", "ref: refs/heads/develop\n"),
                    (".git/refs/heads/main", "1\n"),
                    (".git/refs/heads/develop", "1\n"),
                ],
                Some(("develop", false)),
            ),
            (&[("a", "")], None),
        ];
        for (files, expected) in cases {
            let folder = repository(files);
            let found = default_branch(folder.path());
            assert_eq!(found.as_ref().map(|(name, sure)| (&**name, *sure)), expected, "{files:?}");
        }
    }

    #[test]
    fn the_newest_xcode_named_in_the_workflows_is_requested() {
        let folder = repository(&[
            (
                ".github/workflows/a.yml",
                "  runs-on: macos-14\n  - run: sudo xcode-select -s /Applications/Xcode_15.4.app\n",
            ),
            (
                ".github/workflows/b.yml",
                "  runs-on: macos-15\n        xcode-version: '16.2'\n#  xcode-version: 26\n",
            ),
        ]);
        assert_eq!(requested_xcode(folder.path()).as_deref(), Some("16.2"));
        assert_eq!(find_macos_runner(folder.path()).as_deref(), Some("macos-15"));
        assert_eq!(
            requested_xcode(repository(&[(".xcode-version", "26.1\n")]).path()).as_deref(),
            Some("26.1")
        );
        let range = repository(&[(".xcode-version", "~> 16.2\n"), ("a.yml", "")]);
        assert_eq!(requested_xcode(range.path()).as_deref(), Some("~> 16.2"));
        let labels = "  runs-on: macos-15-xlarge\n  runs-on: macos-14\n  runs-on: macos-latest\n";
        let labels = repository(&[(".github/workflows/a.yml", labels)]);
        assert_eq!(find_macos_runner(labels.path()).as_deref(), Some("macos-15-xlarge"));
        assert_eq!(parse_version("latest"), None);
    }
}
