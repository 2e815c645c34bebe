//! GitLab, also self-managed: notes of a merge request.

use super::http::{Http, TokenHeader};
use super::{Author, Host, Signed};

/// The header of the token.
pub const GITLAB: TokenHeader = TokenHeader { name: "private-token", prefix: "" };

/// Creates the host for merge request `number` of `project`, given by ID or path.
pub fn gitlab(http: Http, project: &str, number: u64) -> Host {
    let comments = format!("/projects/{}/merge_requests/{number}/notes", path_of(project));
    Host {
        http,
        name: format!("{project}!{number}"),
        comment: comments.clone(),
        comments,
        order: "?per_page=100&sort=asc&order_by=created_at",
        edits_by: "PUT",
        longest: 1_000_000,
        account: None,
        wrote,
    }
}

/// Returns the project as a part of a path.
pub(super) fn path_of(project: &str) -> String {
    project.replace('%', "%25").replace('/', "%2F")
}

/// Whether an account is GitLab's author.
pub(super) fn wrote(me: &Author, signed: &Signed) -> bool {
    me.id.is_some() && signed.author.as_ref().is_some_and(|author| author.id == me.id)
}
