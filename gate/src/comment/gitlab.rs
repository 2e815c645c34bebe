//! Notes on a merge request, with the API of GitLab, which may be self-managed.

use super::http::{ApiClient, TokenHeader};
use super::{Author, AuthoredItem, CommentHost};

/// The HTTP header that contains the token.
pub const GITLAB: TokenHeader = TokenHeader { name: "private-token", prefix: "" };

/// Creates the interface to the notes of merge request `number` in `project`, which is given by its ID or path.
pub fn gitlab_host(http: ApiClient, project: &str, number: u64) -> CommentHost {
    let comments = format!("/projects/{}/merge_requests/{number}/notes", path_of(project));
    CommentHost {
        http,
        name: format!("{project}!{number}"),
        comment: comments.clone(),
        comments,
        order: "?per_page=100&sort=asc&order_by=created_at",
        edits_by: "PUT",
        longest: 1_000_000,
        account: None,
        wrote: is_author,
    }
}

/// Returns the ID or the encoded path of a project, for a path of the API.
pub(super) fn path_of(project: &str) -> String {
    project.replace('%', "%25").replace('/', "%2F")
}

/// Returns whether the account `me` is the author of the note or issue `signed`, according to GitLab's field for the author.
pub(super) fn is_author(me: &Author, signed: &AuthoredItem) -> bool {
    me.id.is_some() && signed.author.as_ref().is_some_and(|author| author.id == me.id)
}
