//! GitLab, also self-managed: notes of a merge request.

use super::Host;
use super::http::{Http, TokenHeader};

/// The header of the token.
pub const GITLAB: TokenHeader = TokenHeader { name: "private-token", prefix: "" };

/// Creates the host for merge request `number` of `project`, given by ID or path.
pub fn gitlab(http: Http, project: &str, number: u64) -> Host {
    let path = project.replace('%', "%25").replace('/', "%2F");
    let comments = format!("/projects/{path}/merge_requests/{number}/notes");
    Host {
        http,
        name: format!("{project}!{number}"),
        comment: comments.clone(),
        comments,
        order: "?per_page=100&sort=asc&order_by=created_at",
        edits_by: "PUT",
        longest: 1_000_000,
        account: None,
        wrote: |me, comment| {
            me.id.is_some() && comment.author.as_ref().is_some_and(|author| author.id == me.id)
        },
    }
}
