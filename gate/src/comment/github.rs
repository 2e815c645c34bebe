//! GitHub and GitHub Enterprise: issue comments of a pull request.

use serde::Deserialize;
use serde_json::{Value, json};

use super::http::Http;
use super::{CommentError, Found, Host};

/// A pull request on GitHub.
pub struct GitHub {
    http: Http,
    repository: String,
    number: u64,
}

#[derive(Deserialize)]
struct Comment {
    id: u64,
    #[serde(default)]
    body: Option<String>,
    html_url: Option<String>,
    user: Option<User>,
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

#[derive(Deserialize)]
struct User {
    login: String,
}

/// The account of an action's own token, which may not ask who it is.
const ACTIONS: &str = "github-actions[bot]";

impl GitHub {
    /// How the token is sent.
    pub const HEADER: (&'static str, &'static str) = ("authorization", "Bearer ");

    /// The pull request `number` of `repository` (owner/name).
    pub fn new(http: Http, repository: &str, number: u64) -> Self {
        GitHub { http, repository: repository.to_owned(), number }
    }

    /// The open pull requests of `owner`'s `branch`, as far as their head is still `sha`.
    pub fn requests_of(
        http: &Http,
        repository: &str,
        owner: &str,
        branch: &str,
        sha: &str,
    ) -> Result<Vec<u64>, CommentError> {
        let head = super::http::encoded(&format!("{owner}:{branch}"));
        let mut found = Vec::new();
        let first = format!("/repos/{repository}/pulls?state=open&per_page=100&head={head}");
        super::pages(http, first, |request: PullRequest| {
            if request.head.sha == sha {
                found.push(request.number);
            }
        })?;
        Ok(found)
    }

    fn comments(&self) -> String {
        format!("/repos/{}/issues/{}/comments", self.repository, self.number)
    }

    fn comment(&self, id: u64) -> String {
        format!("/repos/{}/issues/comments/{id}", self.repository)
    }

    fn login(&self) -> Result<String, CommentError> {
        match self.http.get("/user") {
            Ok(answer) => Ok(super::read::<User>("GET /user", answer.json)?.login),
            Err(CommentError::Forbidden { .. } | CommentError::Missing { .. }) => Ok(ACTIONS.to_owned()),
            Err(error) => Err(error),
        }
    }
}

impl Host for GitHub {
    fn ours(&self, is_ours: &dyn Fn(&str) -> bool) -> Result<Vec<Found>, CommentError> {
        let mut found = Vec::new();
        super::pages(&self.http, format!("{}?per_page=100", self.comments()), |comment: Comment| {
            if comment.body.as_deref().is_some_and(is_ours) {
                found.push(comment);
            }
        })?;
        if found.is_empty() {
            return Ok(Vec::new());
        }
        let login = self.login()?;
        found.retain(|comment| comment.user.as_ref().is_some_and(|user| user.login == login));
        let mut found: Vec<Found> = found.into_iter().map(Found::from).collect();
        found.sort_by_key(|comment| comment.id);
        Ok(found)
    }

    fn create(&self, body: &str) -> Result<Found, CommentError> {
        let answer = self.http.send("POST", &self.comments(), &text(body))?;
        super::read::<Comment>("POST", answer.json).map(Found::from)
    }

    fn edit(&self, id: u64, body: &str) -> Result<Found, CommentError> {
        let answer = self.http.send("PATCH", &self.comment(id), &text(body))?;
        super::read::<Comment>("PATCH", answer.json).map(Found::from)
    }

    fn delete(&self, id: u64) -> Result<(), CommentError> {
        self.http.delete(&self.comment(id))
    }

    fn longest(&self) -> usize {
        65_536
    }

    fn name(&self) -> String {
        format!("{}#{}", self.repository, self.number)
    }
}

fn text(body: &str) -> Value {
    json!({ "body": body })
}

impl From<Comment> for Found {
    fn from(comment: Comment) -> Self {
        Found { id: comment.id, body: comment.body.unwrap_or_default(), url: comment.html_url }
    }
}
