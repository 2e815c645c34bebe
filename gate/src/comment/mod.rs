//! Writes the comment on a pull or merge request, and updates it after each push.
//!
//! [`publish`] finds the comment by its hidden marker, adds the findings that were fixed since the last push, and creates or edits the
//! comment. The function can be called again after an error at any point without posting a second comment. Invariants: a comment is edited
//! or deleted only if the token's own account wrote it, its first line is the marker, and its last line is the state of the same key. The
//! account alone is not enough, since many workflows on GitHub have the same account. Text that is read from a comment is always escaped.
//! Messages never contain the token.

mod github;
mod gitlab;
mod http;
mod issues;
mod marker;
mod patience;

use std::fmt;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use thiserror::Error;

pub use github::{GITHUB, github_host, pull_requests_of};
pub use gitlab::{GITLAB, gitlab_host};
pub use http::{ApiClient, Token, TokenHeader};
pub use issues::{GrowthPlace, Growths, IssueCounts, IssueDraft, IssueTracker, NEAR_SESSIONS};
pub use marker::{CommentState, FindingName};
pub use patience::Retries;

/// An error that prevents a comment. The field `what` names the failed request, and the field `said` contains the answer of the service.
#[derive(Debug, Error)]
pub enum CommentError {
    /// The address of the API is not encrypted, so the token must not be sent to it.
    #[error("{0}: the token is only sent over https, or to this machine")]
    Address(String),
    /// No valid answer was received; a further attempt may succeed.
    #[error("{what}: {why}")]
    Unreachable { what: String, why: String },
    /// The service requires a longer wait than allowed.
    #[error("{what}: the rate limit requires another {seconds} s of waiting")]
    RateLimit { what: String, seconds: u64 },
    /// The service answered with status 401: it does not accept the token.
    #[error("{what}: the token was rejected (401): it is wrong, expired, or belongs to another host")]
    Token { what: String },
    /// The service answered with status 403: the token has no permission.
    #[error("{what}: the token lacks permission (403): {said}")]
    Forbidden { what: String, said: String },
    /// The service answered with status 404: the object does not exist.
    #[error("{what}: repository or request not found, or not visible to the token (404)")]
    Missing { what: String },
    /// The service refused the request with any other status.
    #[error("{what}: rejected ({status}): {said}")]
    Refused { what: String, status: u16, said: String },
    /// The answer does not have the documented form.
    #[error("{what}: unexpected response: {why}")]
    Answer { what: String, why: String },
}

/// A comment in a service's answer.
#[derive(Deserialize)]
pub struct Comment {
    id: u64,
    #[serde(default)]
    body: Option<String>,
    /// The address of the comment's page, if the service returns one.
    html_url: Option<String>,
    #[serde(flatten)]
    signed: AuthoredItem,
    /// Whether the service itself wrote the comment.
    #[serde(default)]
    system: bool,
}

/// The author of a comment or an issue. The field is `user` on GitHub and `author` on GitLab, and an answer may contain both.
#[derive(Deserialize)]
pub struct AuthoredItem {
    user: Option<Author>,
    author: Option<Author>,
}

/// An account on the service.
#[derive(Deserialize)]
pub struct Author {
    id: Option<u64>,
    login: Option<String>,
}

/// The interface to the comments of one pull or merge request.
pub struct CommentHost {
    http: ApiClient,
    /// The name of the pull or merge request in messages.
    pub name: String,
    /// The path of the request's comments in the API.
    comments: String,
    /// The query that requests the comments in the order of their creation.
    order: &'static str,
    /// The path of a single comment in the API, without the id at the end.
    comment: String,
    /// The HTTP method that replaces a comment.
    edits_by: &'static str,
    /// The longest text that the service accepts, in characters.
    longest: usize,
    /// The account to assume if the token has no permission to query its own account.
    account: Option<&'static str>,
    /// Returns whether an account wrote a comment.
    wrote: fn(&Author, &AuthoredItem) -> bool,
}

impl CommentHost {
    /// Returns the comments of the request that the account of this token wrote and that `is_ours` accepts, the oldest first.
    fn own_comments(&self, is_ours: &dyn Fn(&str) -> bool) -> Result<Vec<Comment>, CommentError> {
        let mut found = Vec::new();
        for_each_page_item(&self.http, format!("{}{}", self.comments, self.order), |comment: Comment| {
            if !comment.system && comment.body.as_deref().is_some_and(is_ours) {
                found.push(comment);
            }
        })?;
        if found.is_empty() {
            return Ok(found);
        }
        let me = token_account(&self.http, self.account)?;
        found.retain(|comment| (self.wrote)(&me, &comment.signed));
        found.sort_by_key(|comment| comment.id);
        Ok(found)
    }

    /// Creates a comment.
    fn create(&self, body: &str) -> Result<Comment, CommentError> {
        self.send("POST", &self.comments, body)
    }

    /// Replaces the text of a comment; returns [`CommentError::Missing`] if it was deleted.
    fn edit(&self, id: u64, body: &str) -> Result<Comment, CommentError> {
        self.send(self.edits_by, &format!("{}/{id}", self.comment), body)
    }

    /// Deletes a comment.
    fn delete(&self, id: u64) -> Result<(), CommentError> {
        self.http.delete(&format!("{}/{id}", self.comment))
    }

    fn send(&self, method: &'static str, path: &str, body: &str) -> Result<Comment, CommentError> {
        let answer = self.http.send(method, path, &json!({ "body": body }))?;
        read(method, answer.json)
    }
}

/// The content of a comment that is to be written.
pub struct CommentDraft<'a> {
    /// The key that distinguishes several comments on one request, for example one for each app.
    pub key: &'a str,
    /// The commit that was judged.
    pub head: Option<&'a str>,
    /// The findings; `None` for a run without a verdict, which only replaces an earlier comment.
    pub found: Option<Vec<FindingName>>,
    /// Renders the report in at most this many characters.
    pub render: &'a dyn Fn(usize) -> String,
}

#[derive(Debug, PartialEq, Eq)]
pub enum PublishOutcome {
    /// The comment was created; the value is the address of the comment's page.
    Created(Option<String>),
    /// The comment existed. The text of the comment was changed.
    Updated(Option<String>),
    /// The comment existed with the same text.
    Unchanged(Option<String>),
    /// The request has no comment, because a run without a verdict does not create one.
    Missing,
}

impl fmt::Display for PublishOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, url) = match self {
            PublishOutcome::Created(url) => ("comment created", url),
            PublishOutcome::Updated(url) => ("comment updated", url),
            PublishOutcome::Unchanged(url) => ("comment is up to date", url),
            PublishOutcome::Missing => ("there is no comment to replace", &None),
        };
        f.write_str(what)?;
        url.as_ref().map_or(Ok(()), |url| write!(f, ": {url}"))
    }
}

/// Composes the text of the comment from the report and the previous text.
pub fn compose(draft: &CommentDraft, before: Option<&str>, longest: usize) -> String {
    let last = before.and_then(|body| CommentState::read(draft.key, body));
    let (fixed, state) = match &draft.found {
        Some(found) => {
            let state = CommentState::after_push(draft.key, last, draft.head, found);
            (state.format_fixed(), state)
        }
        None => (String::new(), last.unwrap_or_else(|| CommentState::after_push(draft.key, None, None, &[]))),
    };
    let head = format!("{}\n", marker::marker_line(draft.key));
    let tail = format!("{fixed}\n{}\n", state.to_hidden_line());
    let room = longest.saturating_sub(head.chars().count() + tail.chars().count());
    format!("{head}{}\n{tail}", (draft.render)(room.saturating_sub(1)).trim_end())
}

/// Creates or updates the comment. Failed requests are repeated as long as `patience` allows.
pub fn publish(
    host: &CommentHost,
    draft: &CommentDraft,
    patience: &mut Retries,
) -> Result<PublishOutcome, CommentError> {
    loop {
        match publish_once(host, draft) {
            Err(error) => patience.wait_after(error)?,
            done => return done,
        }
    }
}

fn publish_once(host: &CommentHost, draft: &CommentDraft) -> Result<PublishOutcome, CommentError> {
    let ours = host.own_comments(&|body| marker::is_ours(draft.key, body))?;
    let Some((first, rest)) = ours.split_first() else {
        if draft.found.is_none() {
            return Ok(PublishOutcome::Missing);
        }
        let body = compose(draft, None, host.longest);
        return Ok(PublishOutcome::Created(host.create(&body)?.html_url));
    };
    // Two runs that started at the same time may both have created a comment. All comments except the oldest are deleted.
    for extra in rest {
        match host.delete(extra.id) {
            Ok(()) | Err(CommentError::Missing { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    let before = first.body.as_deref().unwrap_or_default();
    let body = compose(draft, Some(before), host.longest);
    if is_same_text(&body, before) {
        return Ok(PublishOutcome::Unchanged(first.html_url.clone()));
    }
    match host.edit(first.id, &body) {
        Ok(found) => Ok(PublishOutcome::Updated(found.html_url)),
        Err(CommentError::Missing { .. }) => Ok(PublishOutcome::Created(host.create(&body)?.html_url)),
        Err(error) => Err(error),
    }
}

/// Returns the account of the token. If the token has no permission to query its account, the account `known` is assumed.
fn token_account(http: &ApiClient, known: Option<&str>) -> Result<Author, CommentError> {
    match (http.get("/user"), known) {
        (Ok(answer), _) => read("GET /user", answer.json),
        (Err(CommentError::Forbidden { .. } | CommentError::Missing { .. }), Some(account)) => {
            Ok(Author { id: None, login: Some(account.to_owned()) })
        }
        (Err(error), _) => Err(error),
    }
}

/// Returns whether two texts are equal except for line ends and surrounding space, which services change.
fn is_same_text(a: &str, b: &str) -> bool {
    a.trim().lines().map(str::trim_end).eq(b.trim().lines().map(str::trim_end))
}

/// The largest number of pages that are read. No request has ten thousand comments, but the links of a faulty service may form a cycle.
const PAGES: usize = 100;

/// Calls `each` with every element of a paged list.
fn for_each_page_item<T: DeserializeOwned>(
    http: &ApiClient,
    first: String,
    mut each: impl FnMut(T),
) -> Result<(), CommentError> {
    let mut path = Some(first);
    for _ in 0..PAGES {
        let Some(this) = path.take() else { return Ok(()) };
        let answer = http.get(&this)?;
        read::<Vec<T>>(&format!("GET {this}"), answer.json)?.into_iter().for_each(&mut each);
        path = answer.next;
    }
    Ok(())
}

fn read<T: DeserializeOwned>(what: &str, json: Value) -> Result<T, CommentError> {
    serde_json::from_value(json)
        .map_err(|error| CommentError::Answer { what: what.to_owned(), why: error.to_string() })
}
