//! Finds the origin of a check by the variables of the CI service: the commit, and the page of the run.

use gate_report::{Origin, Report};
use serde_json::Value;

/// Returns a variable of the pipeline; an empty variable counts as absent.
pub(super) fn read_variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// Reads the event of a GitHub workflow; null without an event.
pub(super) fn read_event() -> Value {
    let text = read_variable("GITHUB_EVENT_PATH").and_then(|path| std::fs::read_to_string(path).ok());
    text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or(Value::Null)
}

/// Returns the commit of an event: the head commit of the pull request, or the commit of the workflow run that the event follows.
pub(super) fn event_head_commit(event: &Value) -> Option<&str> {
    event["pull_request"]["head"]["sha"].as_str().or_else(|| event["workflow_run"]["head_sha"].as_str())
}

/// Returns the commit that a pull request is to be merged into.
pub(super) fn event_base_commit(event: &Value) -> Option<&str> {
    event["pull_request"]["base"]["sha"].as_str()
}

/// Returns the origin of a verdict from the variables of GitHub Actions or GitLab CI. A given base commit has precedence, since the base
/// commit in the event is too old if the base branch moved.
pub(super) fn find_origin(base_commit: Option<&str>) -> Option<Origin> {
    let event = read_event();
    let found = from_variables(
        &read_variable,
        event_head_commit(&event),
        base_commit.or_else(|| event_base_commit(&event)),
    );
    (found != Origin::default()).then_some(found)
}

/// Reads the origin from variables. The commit of the event has precedence over `GITHUB_SHA`, which for a pull request is a merge commit
/// that GitHub made for the run.
fn from_variables(
    variable: &dyn Fn(&str) -> Option<String>,
    head: Option<&str>,
    base: Option<&str>,
) -> Origin {
    let github = || Some(format!("{}/{}", variable("GITHUB_SERVER_URL")?, variable("GITHUB_REPOSITORY")?));
    let run = || Some(format!("{}/actions/runs/{}", github()?, variable("GITHUB_RUN_ID")?));
    let named = || ["GITHUB_SHA", "CI_COMMIT_SHA"].into_iter().find_map(variable);
    Origin {
        commit: head.map(str::to_owned).or_else(named),
        base_commit: base.map(str::to_owned).or_else(|| variable("CI_MERGE_REQUEST_DIFF_BASE_SHA")),
        repository_url: github().or_else(|| variable("CI_PROJECT_URL")),
        run_url: run().or_else(|| variable("CI_JOB_URL")),
        report_url: None,
    }
}

/// Replaces the origin in a verdict by the origin of this job, since the verdict may come from the job of a fork. Links of the verdict are
/// kept only if they lead to this job's repository, and the commit is that of the event.
pub(super) fn keep_own_links(report: &mut Report) {
    let Some(origin) = &mut report.origin else { return };
    let Some(own) = from_variables(&read_variable, None, None).repository_url else { return };
    for url in [&mut origin.repository_url, &mut origin.run_url, &mut origin.report_url] {
        *url = url.take().filter(|url| is_below(&own, url));
    }
    if let Some(commit) = event_head_commit(&read_event()) {
        origin.commit = Some(commit.to_owned());
    }
}

/// Returns whether every browser resolves an address to a page below `own`: the address contains no `..` and no escaped character.
fn is_below(own: &str, url: &str) -> bool {
    let Some(rest) = url.strip_prefix(own) else { return false };
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./~#?=&+:,".contains(c);
    let climbs = rest.split(['/', '?', '#']).any(|part| matches!(part, "." | ".."));
    (rest.is_empty() || rest.starts_with('/')) && rest.chars().all(is_plain) && !climbs
}

/// Sets the address of the full report, if an address is given.
pub(super) fn set_report_url(report: &mut Report, url: Option<&str>) {
    if let Some(url) = url {
        report.origin.get_or_insert_default().report_url = Some(url.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin_of(variables: &[(&str, &str)], head: Option<&str>, base: Option<&str>) -> Origin {
        let value = |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| value);
        from_variables(&|name| value(name).map(|value| (*value).to_owned()), head, base)
    }

    #[test]
    fn a_link_that_a_browser_resolves_outside_the_project_is_rejected() {
        let own = "https://github.com/acme/shop";
        for rest in ["", "/actions/runs/7", "/-/jobs/1/artifacts/file/launch.html", "/blob/c3/Cart.m#L7"] {
            assert!(is_below(own, &format!("{own}{rest}")), "{rest}");
        }
        for rest in [
            "/../../evil/phish",
            "/%2e%2e/%2e%2e/evil/phish",
            "/%2E./%2e./evil",
            "/.%2e/.%2e/evil",
            "/..",
            "/./x",
            "/\\..\\..\\evil",
            "/.\t./.\n./evil",
            ".evil.example",
            "@evil.example/x",
            "evil/x",
        ] {
            assert!(!is_below(own, &format!("{own}{rest}")), "{rest}");
        }
        assert!(!is_below(own, "https://evil.example/acme/shop"));
    }

    #[test]
    fn commit_and_run_are_read_from_the_variables_of_the_ci_service() {
        assert_eq!(origin_of(&[], None, None), Origin::default());
        let github = [
            ("GITHUB_SERVER_URL", "https://github.com"),
            ("GITHUB_REPOSITORY", "shop/app"),
            ("GITHUB_RUN_ID", "7"),
            ("GITHUB_SHA", "merge"),
        ];
        let found = origin_of(&github, Some("a1b2"), Some("d4e5"));
        assert_eq!(found.run_url.as_deref(), Some("https://github.com/shop/app/actions/runs/7"));
        assert_eq!((found.commit.as_deref(), found.base_commit.as_deref()), (Some("a1b2"), Some("d4e5")));
        let page = found.page_of(&["commit", "a1b2"]);
        assert_eq!(page.as_deref(), Some("https://github.com/shop/app/commit/a1b2"));
        let gitlab = [
            ("CI_JOB_URL", "https://gitlab.com/shop/app/-/jobs/1"),
            ("CI_PROJECT_URL", "https://gitlab.com/shop/app"),
            ("CI_COMMIT_SHA", "c3"),
            ("CI_MERGE_REQUEST_DIFF_BASE_SHA", "b2"),
        ];
        let gitlab = origin_of(&gitlab, None, None);
        assert_eq!(gitlab.run_url.as_deref(), Some("https://gitlab.com/shop/app/-/jobs/1"));
        assert_eq!((gitlab.commit.as_deref(), gitlab.base_commit.as_deref()), (Some("c3"), Some("b2")));
        let page = gitlab.page_of(&["blob", "c3", "Cart.m#L7"]);
        assert_eq!(page.as_deref(), Some("https://gitlab.com/shop/app/-/blob/c3/Cart.m#L7"));
    }
}
