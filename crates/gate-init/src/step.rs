//! Defines a step of the pipeline that precedes the build.

/// A step of the job that builds the app.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The name of the step.
    pub name: String,
    /// The lines of the step's shell script, which contain no name of the project.
    pub lines: Vec<String>,
    /// The folder in which the step runs, relative to the project's folder.
    pub folder: String,
    /// The action that the step uses instead of a script; the next field has the inputs of the action. Only
    /// GitHub has actions.
    pub uses: Option<String>,
    pub with: Vec<(String, String)>,
    /// The step's environment variables.
    pub env: Vec<(String, String)>,
    /// The file and the line of the repository's own pipeline that contain the original step.
    pub source: Option<String>,
    /// The only app of a matrix that needs the step; `None` for a step of all apps.
    pub app: Option<String>,
    /// The text of the step and of the scripts that it runs.
    pub(super) text: String,
}

impl Step {
    pub(super) fn new(name: &str, folder: &str, lines: &[&str]) -> Step {
        let (name, folder) = (name.to_owned(), folder.to_owned());
        let lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        Step { name, folder, text: lines.join("\n"), lines, ..Step::default() }
    }
}
