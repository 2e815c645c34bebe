//! GitHub and GitHub Enterprise: issue comments of a pull request.

use serde::Deserialize;

use super::http::{Http, TokenHeader};
use super::{Author, CommentError, Host, Signed};

#[derive(Deserialize)]
struct PullRequest {
    number: u64,
    head: Head,
}

#[derive(Deserialize)]
struct Head {
    sha: String,
}

/// The account of an action's own token, which has no permission to query it.
pub(super) const ACTIONS: &str = "github-actions[bot]";

/// The header of the token.
pub const GITHUB: TokenHeader = TokenHeader { name: "authorization", prefix: "Bearer " };

/// Creates the host for pull request `number` of `repository` (owner/name).
pub fn github(http: Http, repository: &str, number: u64) -> Host {
    Host {
        http,
        name: format!("{repository}#{number}"),
        comments: format!("/repos/{repository}/issues/{number}/comments"),
        order: "?per_page=100",
        comment: format!("/repos/{repository}/issues/comments"),
        edits_by: "PATCH",
        longest: 65_536,
        account: Some(ACTIONS),
        wrote,
    }
}

/// Whether an account is GitHub's author.
pub(super) fn wrote(me: &Author, signed: &Signed) -> bool {
    me.login.is_some() && signed.user.as_ref().is_some_and(|user| user.login == me.login)
}

/// Returns the open pull requests of `owner`'s `branch` whose head is still `sha`.
pub fn pull_requests_of(
    http: &Http,
    repository: &str,
    owner: &str,
    branch: &str,
    sha: &str,
) -> Result<Vec<u64>, CommentError> {
    let head = gate_common::names::encoded(&format!("{owner}:{branch}"), "");
    let mut found = Vec::new();
    let first = format!("/repos/{repository}/pulls?state=open&per_page=100&head={head}");
    super::pages(http, first, |request: PullRequest| {
        if request.head.sha == sha {
            found.push(request.number);
        }
    })?;
    Ok(found)
}
