//! Lists all tasks for a person after the files are written.

use super::{PipelineHost, Project};

impl Project {
    /// Chooses whether the pipeline measures in a simulator. Adds a note if the build excludes simulators.
    pub fn choose_driver(&mut self, host: Option<PipelineHost>, has_phone: bool) {
        let could = !has_phone && !self.own_runner && host == Some(PipelineHost::GitHub);
        self.simulator = could && self.devices_only.is_none();
        if let Some(reason) = self.devices_only.as_ref().filter(|_| could) {
            let note = format!("{reason}, so the workflows measure on a phone and not in a simulator");
            self.notes.push(note);
        }
    }

    /// Returns the tasks for a person. `reference` is the action, and `is_reviewed` whether CODEOWNERS covers the settings.
    pub fn next_steps(&self, host: Option<PipelineHost>, reference: &str, is_reviewed: bool) -> Vec<String> {
        let mut steps = self.left.clone();
        let own: &[&str] = match host {
            Some(PipelineHost::GitHub) if self.simulator => &[],
            Some(PipelineHost::GitHub) => &[
                "add the label `iphone` to the runner that has the phone (`runs-on` of the job measure in .github/workflows/launchgate.yml)",
                "set the repository variables LAUNCHGATE_SIGN and LAUNCHGATE_PROFILES to a development certificate and profile on that runner; see LAUNCHGATE.md",
            ],
            Some(PipelineHost::GitLab) => &[
                "include .gitlab/launchgate.yml in .gitlab-ci.yml",
                "set the variables listed at the top of that file",
                "add a nightly schedule (Build, Pipeline schedules) on the default branch, which records the baselines",
            ],
            None => &["pass --on github or --on gitlab to write the files of the pipeline"],
        };
        steps.extend(own.iter().map(|step| (*step).to_owned()));
        if host == Some(PipelineHost::GitHub) && reference.starts_with("OWNER/") {
            steps.push(
                "run this again with --action owner/repository/.github/action@COMMIT; this gate was built before its repository had an address"
                    .to_owned(),
            );
        }
        if !self.simulator {
            steps.push("run `gate doctor` on the runner to check that it sees the phone".to_owned());
        }
        if !is_reviewed && self.codeowners.is_some() {
            steps.push(format!(
                "add /{} and /baselines/accepted.tsv to CODEOWNERS, so that changes to them are reviewed",
                self.settings
            ));
        }
        if steps.is_empty() {
            steps.push(
                "commit the written files and open a pull request; LAUNCHGATE.md describes its check"
                    .to_owned(),
            );
        }
        steps
    }
}
