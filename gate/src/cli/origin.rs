//! What the CI service says of where a check runs: the commit, and the page of the run.

use super::comment::{event, head, variable};
use crate::report::{Origin, Report};

/// The origin by the variables of GitHub Actions or GitLab CI; none elsewhere.
pub(super) fn origin() -> Option<Origin> {
    let event = event();
    let found = of(&variable, head(&event));
    (found != Origin::default()).then_some(found)
}

/// A pull request's GITHUB_SHA is a merge that nobody made, so the event's commit goes first.
fn of(variable: &dyn Fn(&str) -> Option<String>, head: Option<&str>) -> Origin {
    let github = || {
        let (server, repository) = (variable("GITHUB_SERVER_URL")?, variable("GITHUB_REPOSITORY")?);
        Some(format!("{server}/{repository}/actions/runs/{}", variable("GITHUB_RUN_ID")?))
    };
    let named = || ["GITHUB_SHA", "CI_COMMIT_SHA"].into_iter().find_map(variable);
    Origin {
        commit: head.map(str::to_owned).or_else(named),
        run_url: github().or_else(|| variable("CI_JOB_URL")),
        report_url: None,
    }
}

/// Puts the address of the whole report into a report, where one is given.
pub(super) fn set_report_url(report: &mut Report, url: Option<&str>) {
    if let Some(url) = url {
        report.origin.get_or_insert_default().report_url = Some(url.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_service_names_commit_and_run() {
        let of = |known: &[(&str, &str)], head: Option<&str>| {
            let known: Vec<(String, String)> =
                known.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
            of(&|name| known.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone()), head)
        };
        assert_eq!(of(&[], None), Origin::default());
        let github = [
            ("GITHUB_SERVER_URL", "https://github.com"),
            ("GITHUB_REPOSITORY", "shop/app"),
            ("GITHUB_RUN_ID", "7"),
            ("GITHUB_SHA", "merge"),
        ];
        let found = of(&github, Some("a1b2"));
        assert_eq!(found.run_url.as_deref(), Some("https://github.com/shop/app/actions/runs/7"));
        assert_eq!(found.commit.as_deref(), Some("a1b2"));
        let gitlab = of(&[("CI_JOB_URL", "https://gitlab.com/j/1"), ("CI_COMMIT_SHA", "c3")], None);
        assert_eq!(
            (gitlab.run_url.as_deref(), gitlab.commit.as_deref()),
            (Some("https://gitlab.com/j/1"), Some("c3"))
        );
    }
}
