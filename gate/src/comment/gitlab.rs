//! GitLab, also self-managed: notes of a merge request.

use super::http::{Http, TokenHeader};
use super::{Author, Comment, CommentError, Host};

/// A merge request on GitLab.
pub struct GitLab {
    http: Http,
    project: String,
    number: u64,
}

impl GitLab {
    /// The header of the token.
    pub const HEADER: TokenHeader = TokenHeader { name: "private-token", prefix: "" };

    /// Creates the host for merge request `number` of `project`, given by ID or path.
    pub fn new(http: Http, project: &str, number: u64) -> Self {
        GitLab { http, project: project.replace('%', "%25").replace('/', "%2F"), number }
    }
}

impl Host for GitLab {
    fn http(&self) -> &Http {
        &self.http
    }

    fn comments(&self) -> (String, &'static str) {
        let path = format!("/projects/{}/merge_requests/{}/notes", self.project, self.number);
        (path, "?per_page=100&sort=asc&order_by=created_at")
    }

    fn comment(&self, id: u64) -> (String, &'static str) {
        (format!("{}/{id}", self.comments().0), "PUT")
    }

    fn me(&self) -> Result<Author, CommentError> {
        super::read("GET /user", self.http.get("/user")?.json)
    }

    fn wrote(&self, me: &Author, comment: &Comment) -> bool {
        me.id.is_some() && comment.author.as_ref().is_some_and(|author| author.id == me.id)
    }

    fn longest(&self) -> usize {
        1_000_000
    }

    fn name(&self) -> String {
        format!("{}!{}", self.project.replace("%2F", "/"), self.number)
    }
}
