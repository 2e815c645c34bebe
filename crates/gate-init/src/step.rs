//! A step of the pipeline before the build.

/// A step of the job that builds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The name of the step.
    pub name: String,
    /// Lines of a shell script; they contain no name of the project.
    pub lines: Vec<String>,
    /// The folder in which it runs, relative to the project's.
    pub folder: String,
    /// The action that it uses in place of a script, with its inputs; only GitHub has actions.
    pub uses: Option<String>,
    pub with: Vec<(String, String)>,
    /// Its environment variables.
    pub env: Vec<(String, String)>,
    /// The file and line of the repository's own pipeline from which it is taken.
    pub source: Option<String>,
    /// Its text with that of the scripts that it runs.
    pub(super) text: String,
}

impl Step {
    pub(super) fn new(name: &str, folder: &str, lines: &[&str]) -> Step {
        let (name, folder) = (name.to_owned(), folder.to_owned());
        let lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        Step { name, folder, text: lines.join("\n"), lines, ..Step::default() }
    }
}
