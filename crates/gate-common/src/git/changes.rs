//! Lists the commits between two commits, with the changed lines of each file.

use std::io::Read as _;

use super::run::command_error;
use super::{Commit, GitError, Repository};

/// A commit and the files that it changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommitChanges {
    /// The full name of the commit.
    pub commit: String,
    /// The first line of the commit's message.
    pub subject: String,
    pub files: Vec<ChangedFile>,
}

/// A text file that a commit changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChangedFile {
    /// The path relative to the root of the repository.
    pub path: String,
    /// The hunks: changed lines, each with ten lines around them.
    pub patch: String,
}

/// Number of bytes of a commit's patch that are read.
const LONGEST_PATCH: u64 = 1 << 20;

/// The options that make the patch of a commit independent of the settings of git, without programs of the repository.
const SHOW: [&str; 11] = [
    "-c",
    "core.quotePath=false",
    "-c",
    "log.showSignature=false",
    "show",
    "--format=",
    "--no-color",
    "--no-ext-diff",
    "--no-textconv",
    "--no-renames",
    "--no-prefix",
];

impl Repository {
    /// Returns the commits in the history of `head` that are not in that of `base`, the newest first, at most `most` and without merges.
    pub fn changes(&self, base: &Commit, head: &Commit, most: usize) -> Result<Vec<CommitChanges>, GitError> {
        let (most, range) = (format!("--max-count={most}"), format!("{}..{}", base.0, head.0));
        let format = "--format=%H%x00%s";
        let list = ["-c", "log.showSignature=false", "log", "-z", "--no-merges", format, &most, &range, "--"];
        let listed = self.git.output_bytes(&list)?;
        let fields: Vec<&[u8]> = listed.split(|byte| *byte == 0).collect();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let commits = fields.chunks_exact(2).map(|pair| (text(pair[0]), text(pair[1])));
        let changes = commits.map(|(commit, subject)| {
            let files = changed_files(&self.patch(&commit)?);
            Ok(CommitChanges { commit, subject, files })
        });
        changes.collect()
    }

    /// Reads the beginning of a commit's patch.
    fn patch(&self, commit: &str) -> Result<String, GitError> {
        let arguments = [&SHOW[..], &["--unified=10", commit, "--"]].concat();
        let mut child = self.git.start(&arguments)?;
        drop(child.stdin.take());
        let mut bytes = Vec::new();
        let output = child.stdout.take().map(|output| output.take(LONGEST_PATCH));
        let read = output.map_or(Ok(0), |mut output| output.read_to_end(&mut bytes));
        // If the output is longer, the pipe is closed and git ends with an error, which is ignored.
        let ended = child.wait();
        read.and(ended.map(|_| 0)).map_err(|error| command_error(&arguments, error.to_string()))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// Parses a patch without prefixes of paths. A line of a hunk begins with a blank or a sign, so it is never the header of a file.
fn changed_files(patch: &str) -> Vec<ChangedFile> {
    let mut files: Vec<ChangedFile> = Vec::new();
    let mut is_header = false;
    for line in patch.split_inclusive('\n') {
        if line.starts_with("diff --git ") {
            files.push(ChangedFile::default());
            is_header = true;
            continue;
        }
        let Some(file) = files.last_mut() else { continue };
        is_header &= !line.starts_with("@@");
        if !is_header {
            file.patch.push_str(line);
        } else if let Some(path) = line.strip_prefix("--- ").or_else(|| line.strip_prefix("+++ ")) {
            let path = path.trim_end_matches(['\n', '\t']).trim_matches('"');
            if path != "/dev/null" {
                path.clone_into(&mut file.path);
            }
        }
    }
    files.retain(|file| !file.path.is_empty());
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_lines_that_look_like_headers_of_a_patch_are_not_read_as_headers() {
        let patch = "diff --git Cart.m Cart.m\nindex 1..2 100644\n--- Cart.m\n+++ Cart.m\n@@ -1 +1,2 @@\n-a\n\
                     +++ b/Evil.m\n--- c\n diff --git x x\ndiff --git Old.m Old.m\n--- Old.m\n+++ /dev/null\n@@ -1 +0,0 @@\n-b\n\
                     diff --git a.png a.png\nBinary files a.png and a.png differ\n";
        let files = changed_files(patch);
        let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(paths, ["Cart.m", "Old.m"]);
        assert_eq!(files[0].patch, "@@ -1 +1,2 @@\n-a\n+++ b/Evil.m\n--- c\n diff --git x x\n");
    }
}
