//! `gate comment`: writes the comment of the gate on a pull or merge request.
//!
//! The service, the repository and the request are detected from the pipeline's variables. `gate comment` renders the report from the
//! verdict itself: a verdict from a fork's job is only data, and its text never becomes markup.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, bail, ensure};
use clap::{Args, ValueEnum};
use gate_common::names::escape_for_display;
use gate_decision::FindingKind;
use gate_report::{MarkdownOptions, Report, code_span, render_markdown};
use serde_json::Value;

use super::Exit;
use super::advice::error_message;
use super::issues::Trends;
use super::origin::{event_head_commit, keep_own_links, read_event, read_variable, set_report_url};
use super::report::read_verdict;
use super::values::parse_duration;
use crate::comment::{
    ApiClient, CommentDraft, CommentError, CommentHost, FindingName, GITHUB, GITLAB, IssueCounts,
    IssueTracker, Retries, Token, TokenHeader, compose, github_host, gitlab_host, publish, pull_requests_of,
};

#[derive(Args)]
pub(super) struct Comment {
    /// Read this verdict, which `gate check -o json=PATH` wrote, or - for standard input
    #[arg(required_unless_present_any = ["not_checked", "issues"])]
    verdict: Option<PathBuf>,
    /// Replace the comment of an earlier commit, since the run of this one ended without a verdict
    #[arg(long, conflicts_with = "verdict")]
    not_checked: bool,
    /// Keep one issue for each growth that lasts, by these series, which `gate trend -o json=PATH` wrote; in a nightly run of the default
    /// branch
    #[arg(long, value_name = "TREND", conflicts_with_all = ["verdict", "not_checked", "number", "key", "report_url"])]
    issues: Option<PathBuf>,
    /// Comment on this service [default: detected from the CI's variables]
    #[arg(long, value_enum)]
    on: Option<Service>,
    /// Use the API at this address [default: GITHUB_API_URL or CI_API_V4_URL, else the public one]
    #[arg(long, value_name = "URL")]
    api: Option<String>,
    /// Comment in this repository: owner/name, or the project on GitLab [default: GITHUB_REPOSITORY or CI_PROJECT_ID]
    #[arg(long, value_name = "NAME")]
    repository: Option<String>,
    /// Comment on the pull or merge request of this number [default: from GITHUB_EVENT_PATH or CI_MERGE_REQUEST_IID]
    #[arg(long, value_name = "N")]
    number: Option<u64>,
    /// Name this comment, if one request has several, for example one for each app
    #[arg(long, default_value = "launch", value_name = "NAME")]
    key: String,
    /// Link to the full report at this address [default: the CI's run]
    #[arg(long, value_name = "URL")]
    report_url: Option<String>,
    /// Wait at most this long in total if the service limits requests or is down
    #[arg(long, default_value = "2min", value_name = "TIME", value_parser = parse_duration)]
    timeout: Duration,
    /// Mention the owners of findings, which notifies them
    #[arg(long)]
    mention_owners: bool,
    /// Print the comment without sending it
    #[arg(long)]
    dry_run: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Service {
    Github,
    Gitlab,
}

pub(super) fn comment(comment: &Comment, out: &mut dyn Write, err: &mut dyn Write) -> anyhow::Result<Exit> {
    let event = read_event();
    let head = event_head_commit(&event).map(str::to_owned).or_else(|| read_variable("CI_COMMIT_SHA"));
    if let Some(trend) = &comment.issues {
        return comment.update_issues(trend, &event, out, err);
    }
    let Some(verdict) = &comment.verdict else {
        let text = not_checked(head.as_deref(), event["workflow_run"]["html_url"].as_str());
        let render = |_: usize| text.clone();
        let draft = CommentDraft { key: &comment.key, head: head.as_deref(), found: None, render: &render };
        return comment.write_comments(&draft, &event, out, err);
    };
    let mut report = read_verdict(verdict)?;
    keep_own_links(&mut report);
    set_report_url(&mut report, comment.report_url.as_deref());
    let render = |longest: usize| {
        render_markdown(&report, MarkdownOptions { longest, mention: comment.mention_owners })
    };
    let found = Some(failing_findings(&report));
    let draft = CommentDraft { key: &comment.key, head: head.as_deref(), found, render: &render };
    comment.write_comments(&draft, &event, out, err)
}

/// The API of a service with a repository.
enum RepositoryApi {
    Github { http: ApiClient, repository: String },
    Gitlab { http: ApiClient, project: String },
}

/// Formats the comment of a run without a verdict. The comment replaces the verdict of an earlier commit, so that readers do not mistake
/// that verdict for the verdict of the present commit.
fn not_checked(head: Option<&str>, run: Option<&str>) -> String {
    let commit =
        head.map_or("this commit".to_owned(), |head| code_span(&head.chars().take(10).collect::<String>()));
    let run = run.map_or_else(String::new, |url| format!(" ([run]({url}))"));
    format!(
        "## ⚠️ Launch time: not checked for {commit}\n\nThe run ended without a verdict: it was cancelled, failed, or lost its device{run}.\nRun the job again to check this commit."
    )
}

impl Comment {
    /// Writes the comment of each request that the event is about.
    fn write_comments(
        &self,
        draft: &CommentDraft<'_>,
        event: &Value,
        out: &mut dyn Write,
        err: &mut dyn Write,
    ) -> anyhow::Result<Exit> {
        if self.dry_run {
            writeln!(out, "{}", compose(draft, None, 65_536).trim_end())?;
            return Ok(Exit::Pass);
        }
        let hosts = self.find_hosts(event)?;
        if hosts.is_empty() {
            // The pull request may have been closed, merged or pushed to while the gate ran, which is not a failure.
            writeln!(
                err,
                "note: no open pull request has this commit as its head; there is nothing to comment on"
            )?;
        }
        let mut patience = self.make_retries();
        for host in hosts {
            match publish(&host, draft, &mut patience) {
                Ok(done) => writeln!(err, "{}: {}", host.name, escape_for_display(&done.to_string()))?,
                // The run of a pull request from a fork has no token with write permission, and a missing comment must not fail the gate.
                Err(error @ CommentError::Forbidden { .. }) => {
                    writeln!(err, "warning: {}", escape_for_display(&error_message(&error.into())))?;
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(Exit::Pass)
    }

    /// Opens, updates and closes issues.
    fn update_issues(
        &self,
        trend: &Path,
        event: &Value,
        out: &mut dyn Write,
        err: &mut dyn Write,
    ) -> anyhow::Result<Exit> {
        let is_of_change = !event["pull_request"].is_null() || !event["workflow_run"].is_null();
        ensure!(
            !is_of_change && read_variable("CI_MERGE_REQUEST_IID").is_none(),
            "--issues is for a run of the default branch; this one belongs to a pull or merge request"
        );
        let read = || anyhow::Ok(serde_json::from_str::<Trends>(&std::fs::read_to_string(trend)?)?);
        let hint = || format!("{}: pass a file that `gate trend -o json=FILE` wrote", trend.display());
        let growths = read().with_context(hint)?.growths();
        if self.dry_run {
            for draft in &growths.lasting {
                writeln!(out, "# {}\n\n{}", escape_for_display(&draft.title), draft.body)?;
            }
            return Ok(Exit::Pass);
        }
        let tracker = match self.find_api()? {
            RepositoryApi::Github { http, repository } => IssueTracker::for_github(http, &repository),
            RepositoryApi::Gitlab { http, project } => IssueTracker::for_gitlab(http, &project),
        };
        let IssueCounts { opened, updated, closed } =
            tracker.update_issues(&growths, &mut self.make_retries())?;
        writeln!(err, "issues: {opened} opened, {updated} updated, {closed} closed")?;
        Ok(Exit::Pass)
    }

    fn make_retries(&self) -> Retries {
        Retries::new(self.timeout, |wait, why| {
            eprintln!("{}; retrying in {} s", escape_for_display(&why.to_string()), wait.as_secs());
            std::thread::sleep(wait);
        })
    }

    /// Returns the pull or merge requests to comment on, each with the interface to its service.
    fn find_hosts(&self, event: &Value) -> anyhow::Result<Vec<CommentHost>> {
        match self.find_api()? {
            RepositoryApi::Github { http, repository } => {
                let numbers = match self.number {
                    Some(number) => vec![number],
                    None => pull_requests(event, &http, &repository)?,
                };
                Ok(numbers.into_iter().map(|number| github_host(http.clone(), &repository, number)).collect())
            }
            RepositoryApi::Gitlab { http, project } => {
                let number = self.number.or_else(|| read_variable("CI_MERGE_REQUEST_IID")?.parse().ok());
                let number =
                    number.context("this pipeline does not belong to a merge request; pass --number N")?;
                Ok(vec![gitlab_host(http, &project, number)])
            }
        }
    }

    /// Returns the API of the service, and the repository.
    fn find_api(&self) -> anyhow::Result<RepositoryApi> {
        let service = self.on.or_else(|| {
            if read_variable("GITLAB_CI").is_some() {
                Some(Service::Gitlab)
            } else {
                read_variable("GITHUB_ACTIONS").map(|_| Service::Github)
            }
        });
        match service.context("cannot detect the CI service; pass --on github or --on gitlab")? {
            Service::Github => {
                let api =
                    read_variable("GITHUB_API_URL").unwrap_or_else(|| "https://api.github.com".to_owned());
                let http = self.open_api(&api, &GITHUB, "GITHUB_TOKEN")?;
                let repository = self.repository("GITHUB_REPOSITORY")?;
                let parts: Vec<&str> = repository.split('/').collect();
                ensure!(
                    parts.len() == 2 && parts.iter().all(|part| is_name(part)),
                    "--repository must be owner/name, not {repository:?}"
                );
                Ok(RepositoryApi::Github { http, repository })
            }
            Service::Gitlab => {
                let api =
                    read_variable("CI_API_V4_URL").unwrap_or_else(|| "https://gitlab.com/api/v4".to_owned());
                let http = self.open_api(&api, &GITLAB, "GITLAB_TOKEN")?;
                let project = self.repository("CI_PROJECT_ID")?;
                ensure!(
                    project.split('/').all(is_name),
                    "--repository must be a GitLab project, such as its path or ID, not {project:?}"
                );
                Ok(RepositoryApi::Gitlab { http, project })
            }
        }
    }

    fn open_api(&self, api: &str, header: &TokenHeader, name: &str) -> anyhow::Result<ApiClient> {
        let Some(token) = read_variable(name) else {
            bail!(
                "no token in {name}; set it for the step with `env: {name}: …` (never on the command line)"
            );
        };
        let api = self.api.as_deref().unwrap_or(api);
        Ok(ApiClient::new(api, header, &Token::new(&token), Duration::from_secs(30))?)
    }

    fn repository(&self, name: &str) -> anyhow::Result<String> {
        let repository = self.repository.clone().or_else(|| read_variable(name));
        repository.with_context(|| format!("{name} is not set; pass --repository"))
    }
}

/// Whether a part of an API path is a plain name.
fn is_name(part: &str) -> bool {
    !part.is_empty()
        && part.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
        && part.chars().any(|c| c != '.')
}

/// Returns the open pull requests of an event. If the event is about a finished workflow of a fork (`workflow_run`), it does not name the
/// request. In this case the API is queried, since an artifact could contain any number that the fork wrote.
fn pull_requests(event: &Value, http: &ApiClient, repository: &str) -> anyhow::Result<Vec<u64>> {
    if let Some(number) = event["pull_request"]["number"].as_u64() {
        return Ok(vec![number]);
    }
    let run = &event["workflow_run"];
    let owner = run["head_repository"]["owner"]["login"].as_str();
    match (owner, run["head_branch"].as_str(), run["head_sha"].as_str()) {
        (Some(owner), Some(branch), Some(sha)) => Ok(pull_requests_of(http, repository, owner, branch, sha)?),
        _ => bail!("this event does not belong to a pull request; pass --number N"),
    }
}

/// Returns the identities of the findings that fail the check, which a later push may fix.
fn failing_findings(report: &Report) -> Vec<FindingName> {
    let failing = report.findings.iter().filter(|row| row.kind.finding_kind() != Some(FindingKind::Moved));
    failing
        .map(|row| FindingName { kind: row.kind.text().to_owned(), name: row.subject.bare_name().to_owned() })
        .collect()
}
