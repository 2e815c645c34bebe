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

    /// Returns the name of the commit that changed a line of a file last, if this commit is in the history of `head` and not in that of
    /// `base`. `line` is the number of the line in `head`, from 1.
    pub fn last_change(
        &self,
        [base, head]: [&Commit; 2],
        path: &str,
        line: u32,
    ) -> Result<Option<String>, GitError> {
        let (lines, range) = (format!("-L{line},{line}"), format!("{}..{}", base.0, head.0));
        let found =
            self.git.output_bytes(&["blame", "--porcelain", "--no-textconv", &lines, &range, "--", path])?;
        let found = String::from_utf8_lossy(&found);
        // Git marks a line that no commit of the range changed as a line of the boundary, which is the base.
        let is_older = found.lines().any(|line| line == "boundary");
        let commit = found.split_whitespace().next().filter(|_| !is_older);
        Ok(commit.map(str::to_owned))
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
    use super::super::run::Git;
    use super::*;

    #[test]
    fn the_last_change_of_a_line_is_a_commit_after_the_base_or_unknown() {
        let folder = tempfile::tempdir().unwrap();
        let git = Git::in_folder(folder.path());
        git.run(&["init", "--quiet"]).unwrap();
        let mut commits = Vec::new();
        for text in ["a\nb\nc\n", "a\nnew\nc\n", "a\nnew\nc\nd\n"] {
            std::fs::write(folder.path().join("-c"), text).unwrap();
            git.run(&["add", "--", "-c"]).unwrap();
            git.run_as_committer(&["commit", "--quiet", "-m", "Change"]).unwrap();
            commits.push(Commit(git.run(&["rev-parse", "HEAD"]).unwrap()));
        }
        let repository = Repository::open(folder.path()).unwrap();
        let last = |line| repository.last_change([&commits[0], &commits[2]], "-c", line);
        assert_eq!(last(1).unwrap(), None);
        assert_eq!(last(2).unwrap(), Some(commits[1].0.clone()));
        assert_eq!(last(4).unwrap(), Some(commits[2].0.clone()));
        assert!(matches!(last(9), Err(GitError::Failed { command, .. }) if command == "blame"));
    }

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
