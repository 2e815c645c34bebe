//! Comments on a pull request, with the API of GitHub and GitHub Enterprise.

use serde::Deserialize;

use super::http::{ApiClient, TokenHeader};
use super::{Author, AuthoredItem, CommentError, CommentHost};

#[derive(Deserialize)]
struct PullRequest {
    number: u64,
    head: Head,
}

#[derive(Deserialize)]
struct Head {
    sha: String,
}

/// The account of the token that GitHub Actions provides. The token of GitHub Actions has no permission to query its own account.
pub(super) const ACTIONS: &str = "github-actions[bot]";

/// The HTTP header that contains the token.
pub const GITHUB: TokenHeader = TokenHeader { name: "authorization", prefix: "Bearer " };

/// Creates the interface to the comments of pull request `number` in `repository` (owner/name).
pub fn github_host(http: ApiClient, repository: &str, number: u64) -> CommentHost {
    CommentHost {
        http,
        name: format!("{repository}#{number}"),
        comments: format!("/repos/{repository}/issues/{number}/comments"),
        order: "?per_page=100",
        comment: format!("/repos/{repository}/issues/comments"),
        edits_by: "PATCH",
        longest: 65_536,
        account: Some(ACTIONS),
        wrote: is_author,
    }
}

/// Returns whether the account `me` is the author of the comment or issue `signed`, according to GitHub's field for the author.
pub(super) fn is_author(me: &Author, signed: &AuthoredItem) -> bool {
    me.login.is_some() && signed.user.as_ref().is_some_and(|user| user.login == me.login)
}

/// Returns the open pull requests of the branch `branch` of `owner` whose newest commit is still `sha`.
pub fn pull_requests_of(
    http: &ApiClient,
    repository: &str,
    owner: &str,
    branch: &str,
    sha: &str,
) -> Result<Vec<u64>, CommentError> {
    let head = gate_common::names::percent_encode(&format!("{owner}:{branch}"), "");
    let mut found = Vec::new();
    let first = format!("/repos/{repository}/pulls?state=open&per_page=100&head={head}");
    super::for_each_page_item(http, first, |request: PullRequest| {
        if request.head.sha == sha {
            found.push(request.number);
        }
    })?;
    Ok(found)
}
