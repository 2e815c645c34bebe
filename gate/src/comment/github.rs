//! GitHub and GitHub Enterprise: issue comments of a pull request.

use serde::Deserialize;

use super::http::{Http, TokenHeader};
use super::{Author, Comment, CommentError, Host};

/// A pull request on GitHub.
pub struct GitHub {
    http: Http,
    repository: String,
    number: u64,
}

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
const ACTIONS: &str = "github-actions[bot]";

impl GitHub {
    /// The header of the token.
    pub const HEADER: TokenHeader = TokenHeader { name: "authorization", prefix: "Bearer " };

    /// Creates the host for pull request `number` of `repository` (owner/name).
    pub fn new(http: Http, repository: &str, number: u64) -> Self {
        GitHub { http, repository: repository.to_owned(), number }
    }

    /// Returns the open pull requests of `owner`'s `branch` whose head is still `sha`.
    pub fn requests_of(
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
}

impl Host for GitHub {
    fn http(&self) -> &Http {
        &self.http
    }

    fn comments(&self) -> (String, &'static str) {
        (format!("/repos/{}/issues/{}/comments", self.repository, self.number), "?per_page=100")
    }

    fn comment(&self, id: u64) -> (String, &'static str) {
        (format!("/repos/{}/issues/comments/{id}", self.repository), "PATCH")
    }

    fn me(&self) -> Result<Author, CommentError> {
        match self.http.get("/user") {
            Ok(answer) => super::read("GET /user", answer.json),
            Err(CommentError::Forbidden { .. } | CommentError::Missing { .. }) => {
                Ok(Author { id: None, login: Some(ACTIONS.to_owned()) })
            }
            Err(error) => Err(error),
        }
    }

    fn wrote(&self, me: &Author, comment: &Comment) -> bool {
        me.login.is_some() && comment.user.as_ref().is_some_and(|user| user.login == me.login)
    }

    fn longest(&self) -> usize {
        65_536
    }

    fn name(&self) -> String {
        format!("{}#{}", self.repository, self.number)
    }
}
