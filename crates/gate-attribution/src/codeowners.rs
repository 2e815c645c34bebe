//! Reads CODEOWNERS by the rules of GitHub.
//!
//! As in a .gitignore, a pattern with a slash at its beginning or in its middle is relative to the root, any other pattern matches at
//! every depth, and a pattern that matches a folder matches all its files. In contrast to a .gitignore, `!` and `[ ]` are not supported,
//! and `docs/*` matches only files directly in `docs`. The last matching pattern wins, even if it has no owner.

use gate_config::Glob;

/// The owners of files, according to the file CODEOWNERS.
#[derive(Clone, Debug, Default)]
pub struct Codeowners {
    rules: Vec<Rule>,
    skipped: Vec<usize>,
}

#[derive(Clone, Debug)]
struct Rule {
    segments: Vec<Segment>,
    /// Whether the pattern may match a folder, and thereby all files in that folder.
    descends: bool,
    /// Whether the pattern matches only the files in a folder, and not a file with the folder's name.
    folder: bool,
    owners: String,
}

#[derive(Clone, Debug)]
enum Segment {
    /// The segment `**`: any number of folders, including zero.
    Any,
    One(Glob),
}

impl Codeowners {
    /// Parses a file; lines that GitHub ignores are skipped, see [`Codeowners::skipped_lines`].
    pub fn parse(text: &str) -> Codeowners {
        let mut parsed = Codeowners::default();
        for (index, line) in text.lines().enumerate() {
            let words = words(line);
            let Some((pattern, owners)) = words.split_first() else { continue };
            let is_owner = |owner: &String| owner.starts_with('@') || owner.contains('@');
            if pattern.starts_with('!') || pattern.contains('[') || !owners.iter().all(is_owner) {
                parsed.skipped.push(index + 1);
                continue;
            }
            parsed.rules.push(Rule::parse(pattern, owners.join(" ")));
        }
        parsed
    }

    /// Returns the owners of a file, whose path is relative to the repository's root; `None` if the file has no owner.
    pub fn owner_of(&self, path: &str) -> Option<String> {
        let path: Vec<&str> = path.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
        let rule = self.rules.iter().rev().find(|rule| rule.matches(&path))?;
        Some(rule.owners.clone()).filter(|owners| !owners.is_empty())
    }

    /// Returns the numbers, counted from 1, of the lines whose syntax GitHub does not support.
    pub fn skipped_lines(&self) -> &[usize] {
        &self.skipped
    }
}

/// Splits a line into words; a backslash keeps a space in a word, and `#` begins a comment.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word) = (Vec::new(), String::new());
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => word.extend(chars.next()),
            '#' if word.is_empty() => break,
            c if c.is_whitespace() => words.extend((!word.is_empty()).then(|| std::mem::take(&mut word))),
            c => word.push(c),
        }
    }
    words.extend((!word.is_empty()).then_some(word));
    words
}

impl Rule {
    fn parse(pattern: &str, owners: String) -> Rule {
        let folder = pattern.ends_with('/');
        let inner = pattern.trim_end_matches('/');
        let anchored = inner.contains('/');
        let parts: Vec<&str> = inner.split('/').filter(|part| !part.is_empty()).collect();
        let descends = !(anchored && parts.last() == Some(&"*"));
        let mut segments = Vec::new();
        if !anchored {
            segments.push(Segment::Any);
        }
        segments.extend(parts.iter().map(|part| match *part {
            "**" => Segment::Any,
            part => Segment::One(Glob::new(part)),
        }));
        Rule { segments, descends, folder, owners }
    }

    fn matches(&self, path: &[&str]) -> bool {
        // The pattern may match the path of the file itself, or the path of a folder that contains the file.
        let shortest = if self.descends { 1 } else { path.len() };
        let longest = if self.folder { path.len().saturating_sub(1) } else { path.len() };
        (shortest.max(1)..=longest).any(|length| matches(&self.segments, &path[..length]))
    }
}

/// Returns whether the segments of a pattern match a whole path. After each segment, `reached` contains the numbers of path components that
/// the segments so far can match. The run time is proportional to the product of both lengths, for any number of `**`.
fn matches(segments: &[Segment], path: &[&str]) -> bool {
    let mut reached = vec![false; path.len() + 1];
    reached[0] = true;
    for segment in segments {
        match segment {
            Segment::Any => {
                for at in 1..reached.len() {
                    reached[at] |= reached[at - 1];
                }
            }
            Segment::One(glob) => {
                for at in (1..reached.len()).rev() {
                    reached[at] = reached[at - 1] && glob.matches(path[at - 1]);
                }
                reached[0] = false;
            }
        }
    }
    reached[path.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example in GitHub's documentation ("About code owners"), with its rules in their order.
    const GITHUB: &str = "\
# This is a comment.
*       @global-owner1 @global-owner2
*.js    @js-owner #This is an inline comment.
*.go docs@example.com
*.txt @octo-org/octocats
/build/logs/ @doctocat
docs/* docs@example.com
apps/ @octocat
/docs/ @doctocat
/scripts/ @doctocat @octocat
**/logs @octocat
/apps/ @octocat
/apps/github
";

    #[test]
    fn the_example_in_githubs_documentation_has_the_documented_owners() {
        let all = Codeowners::parse(GITHUB);
        let cases = [
            ("README.md", Some("@global-owner1 @global-owner2")),
            ("src/index.js", Some("@js-owner")),
            ("deep/er/main.go", Some("docs@example.com")),
            ("notes.txt", Some("@octo-org/octocats")),
            ("build/logs/today", Some("@octocat")),
            ("lib/apps/x.c", Some("@octocat")),
            ("docs/getting-started.md", Some("@doctocat")),
            ("docs/build-app/troubleshooting.md", Some("@doctocat")),
            ("scripts/run.js", Some("@doctocat @octocat")),
            ("deeply/nested/logs/a/b", Some("@octocat")),
            ("apps/readme", Some("@octocat")),
            ("apps/github", None),
            ("apps/github/readme", None),
        ];
        for (path, expected) in cases {
            assert_eq!(all.owner_of(path).as_deref(), expected, "{path}");
        }
        assert!(all.skipped_lines().is_empty());
    }

    #[test]
    fn each_documented_pattern_of_codeowners_matches_the_documented_paths() {
        let cases = [
            // "docs/* will match files like docs/getting-started.md but not further nested files"
            ("docs/*", "docs/getting-started.md", true),
            ("docs/*", "docs/build-app/troubleshooting.md", false),
            ("docs/*", "lib/docs/a.md", false),
            // "apps/: any file in an apps directory anywhere in the repository"
            ("apps/", "apps/a", true),
            ("apps/", "x/apps/a/b", true),
            ("apps/", "x/apps", false),
            // "/docs/: any file in the /docs directory in the root and any of its subdirectories"
            ("/docs/", "docs/a/b.md", true),
            ("/docs/", "x/docs/a.md", false),
            ("/build/logs/", "build/logs/a/b", true),
            ("/build/logs/", "x/build/logs/a", false),
            // "**/logs: any /logs directory such as /build/logs, /scripts/logs, and /deeply/nested/logs"
            ("**/logs", "build/logs/x", true),
            ("**/logs", "logs/x", true),
            ("**/logs", "deeply/nested/logs/x", true),
            ("**/logs", "deeply/nested/log/x", false),
            ("*.js", "a.js", true),
            ("*.js", "a/b/c.js", true),
            ("*.js", "a.jsx", false),
            ("/*.js", "a/b.js", false),
            ("a/**/b", "a/b", true),
            ("a/**/b", "a/x/y/b", true),
            ("a/**/b", "x/a/b", false),
            ("a/**", "a/x/y", true),
            ("my\\ folder/", "my folder/a", true),
            ("a?c", "abc", true),
            ("a?c", "a/c", false),
            ("Docs/", "docs/a", false),
        ];
        for (pattern, path, expected) in cases {
            let owner = Codeowners::parse(&format!("{pattern} @a")).owner_of(path);
            assert_eq!(owner.is_some(), expected, "{pattern} on {path}");
        }
    }

    #[test]
    fn lines_of_codeowners_that_github_skips_are_skipped() {
        let parsed = Codeowners::parse("!a @a\n[ab] @a\nb nobody\n\nc @c");
        assert_eq!(parsed.skipped_lines(), [1, 2, 3]);
        assert_eq!(parsed.owner_of("c").as_deref(), Some("@c"));
        assert_eq!(parsed.owner_of("a"), None);
    }

    #[test]
    fn patterns_of_codeowners_with_many_stars_are_matched_quickly() {
        let parsed = Codeowners::parse(&format!("{}x @a", "**/*a*/".repeat(50)));
        assert_eq!(parsed.owner_of(&"aaaa/".repeat(200)), None);
    }
}
