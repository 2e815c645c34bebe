//! Joins the commits of a public repository with the commits of a generated repository.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};

/// A repository of another project.
pub struct ForeignHistory {
    pub name: String,
    /// The folder with the objects of the repository.
    git: PathBuf,
}

impl ForeignHistory {
    /// Lists the repositories in a folder, in the order of their names.
    pub fn list(folder: &Path) -> Result<Vec<ForeignHistory>> {
        let mut found = Vec::new();
        for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
            let entry = entry?;
            let git = git(&entry.path(), &["rev-parse", "--absolute-git-dir"], "")?;
            found.push(ForeignHistory {
                name: entry.file_name().to_string_lossy().into_owned(),
                git: PathBuf::from(git.trim()),
            });
        }
        found.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(found)
    }

    /// Replaces the branch `main` of a repository. Each of its commits, except the first and the one at `place`, gets the next of the
    /// newest commits of this history: its files, with the folder `app` of the replaced commit, and its subject.
    pub fn join(&self, repository: &Path, app: &str, place: usize) -> Result<()> {
        let objects = self.git.join("objects");
        let alternates = repository.join(".git/objects/info/alternates");
        fs::write(&alternates, format!("{}\n", objects.display()))?;
        let own = git(repository, &["rev-list", "--reverse", "main"], "")?;
        let own: Vec<&str> = own.lines().collect();
        let head = git(&self.git, &["rev-parse", "HEAD"], "")?;
        let number = format!("--max-count={}", own.len() - 1);
        let log =
            ["log", "--no-merges", "--first-parent", "--reverse", &number, "--format=%T %s", head.trim()];
        let foreign = git(repository, &log, "")?;
        let mut foreign = foreign.lines().map(|line| line.split_once(' ').unwrap_or((line, "")));
        let mut current = foreign.next().context("an empty history")?;
        let mut parent: Option<String> = None;
        for (number, commit) in own.iter().enumerate() {
            let mut subject = "Change".to_owned();
            // The commit of the change has the number `place` + 1, since the first commit has the number 0.
            if number > 0 && number != place + 1 {
                current = foreign.next().with_context(|| format!("{} has too few commits", self.name))?;
                current.1.clone_into(&mut subject);
            }
            git(repository, &["read-tree", current.0], "")?;
            git(repository, &["rm", "-r", "-q", "--cached", "--ignore-unmatch", app], "")?;
            git(repository, &["read-tree", &format!("--prefix={app}/"), &format!("{commit}:{app}")], "")?;
            // A copy of a public repository may lack large files.
            let tree = git(repository, &["write-tree", "--missing-ok"], "")?;
            let parents = parent.iter().flat_map(|parent| ["-p", parent.trim()]);
            let identity = ["-c", "user.name=x", "-c", "user.email=x@example.com", "commit-tree"];
            let arguments: Vec<&str> = identity.into_iter().chain(parents).chain([tree.trim()]).collect();
            parent = Some(git(repository, &arguments, &subject)?);
        }
        let newest = parent.context("no commit")?;
        git(repository, &["update-ref", "refs/heads/main", newest.trim()], "")?;
        Ok(())
    }
}

/// Runs a git command with `input` as its input, and returns its output.
pub fn git(folder: &Path, arguments: &[&str], input: &str) -> Result<String> {
    let mut command = Command::new("git");
    command.current_dir(folder).args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut running = command.spawn()?;
    running.stdin.take().context("its input")?.write_all(input.as_bytes())?;
    let output = running.wait_with_output()?;
    ensure!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
