//! The one comment of a pull or merge request: written once, then kept up to date in place.
//!
//! [`publish`] is the whole of it: it looks for the comment by its hidden marker, says what was fixed since the last push, and
//! creates or edits. It may be repeated at any point, which is how it is retried: nothing is posted twice.
//! Invariants: only a comment that the token's own account wrote, whose first line is the marker and whose last line is the state
//! of the same key, is ever edited or deleted (on GitHub many workflows share one account); nothing read back from a comment is shown without being escaped; the token appears in no message.

mod github;
mod gitlab;
mod http;
mod marker;
mod patience;

use std::fmt;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use thiserror::Error;

pub use github::GitHub;
pub use gitlab::GitLab;
pub use http::{Http, Token, TokenHeader};
pub use marker::{CommentState, FindingName};
pub use patience::Retries;

/// Why a comment could not be written.
#[derive(Debug, Error)]
pub enum CommentError {
    /// A token may not be sent to this address of the API.
    #[error("{0}: the token is only sent over https, or to this machine")]
    Address(String),
    /// The answer could not be had, or is no answer; worth another try.
    #[error("{what}: {why}")]
    Unreachable {
        /// The request.
        what: String,
        /// What went wrong.
        why: String,
    },
    /// The service asks to wait longer than anybody wants to.
    #[error("{what}: the rate limit requires another {seconds} s of waiting")]
    RateLimit {
        /// The request.
        what: String,
        /// How long.
        seconds: u64,
    },
    /// 401.
    #[error("{what}: the token was rejected (401): it is wrong, expired, or belongs to another host")]
    Token {
        /// The request.
        what: String,
    },
    /// 403.
    #[error("{what}: the token lacks permission (403): {said}")]
    Forbidden {
        /// The request.
        what: String,
        /// What the service said.
        said: String,
    },
    /// 404.
    #[error("{what}: repository or request not found, or not visible to the token (404)")]
    Missing {
        /// The request.
        what: String,
    },
    /// Any other refusal.
    #[error("{what}: rejected ({status}): {said}")]
    Refused {
        /// The request.
        what: String,
        status: u16,
        /// What the service said.
        said: String,
    },
    /// What came back is not what the service documents.
    #[error("{what}: unexpected response: {why}")]
    Answer {
        /// The request.
        what: String,
        /// What is wrong with it.
        why: String,
    },
}

/// A comment as a service answers it; the one names who wrote it `user`, the other `author`, and an answer may have both.
#[derive(Deserialize)]
pub struct Comment {
    id: u64,
    #[serde(default)]
    body: Option<String>,
    /// Where people see it, if the service says so.
    html_url: Option<String>,
    user: Option<Author>,
    author: Option<Author>,
    /// The service wrote it itself.
    #[serde(default)]
    system: bool,
}

/// An account.
#[derive(Deserialize)]
pub struct Author {
    id: Option<u64>,
    login: Option<String>,
}

/// The services that carry comments: what is each one's own, and what all do alike.
pub trait Host {
    fn http(&self) -> &Http;
    /// Where the request's comments are, and those of the oldest first.
    fn comments(&self) -> (String, &'static str);
    /// Where one of them is, and how it is replaced.
    fn comment(&self, id: u64) -> (String, &'static str);
    /// Whose the token is.
    fn me(&self) -> Result<Author, CommentError>;
    /// Whether this account wrote a comment.
    fn wrote(&self, me: &Author, comment: &Comment) -> bool;
    /// The longest text the service takes, in characters.
    fn longest(&self) -> usize;
    /// The request, for people.
    fn name(&self) -> String;

    /// The comments of the request that this token's account wrote and whose text `is_ours`, the oldest first.
    fn ours(&self, is_ours: &dyn Fn(&str) -> bool) -> Result<Vec<Comment>, CommentError> {
        let (path, order) = self.comments();
        let mut found = Vec::new();
        pages(self.http(), format!("{path}{order}"), |comment: Comment| {
            if !comment.system && comment.body.as_deref().is_some_and(is_ours) {
                found.push(comment);
            }
        })?;
        if found.is_empty() {
            return Ok(found);
        }
        let me = self.me()?;
        found.retain(|comment| self.wrote(&me, comment));
        found.sort_by_key(|comment| comment.id);
        Ok(found)
    }

    /// Writes a new one.
    fn create(&self, body: &str) -> Result<Comment, CommentError> {
        said(self.http(), "POST", &self.comments().0, body)
    }

    /// Replaces the text of one; [`CommentError::Missing`] if somebody deleted it.
    fn edit(&self, id: u64, body: &str) -> Result<Comment, CommentError> {
        let (path, method) = self.comment(id);
        said(self.http(), method, &path, body)
    }

    /// Removes one.
    fn delete(&self, id: u64) -> Result<(), CommentError> {
        self.http().delete(&self.comment(id).0)
    }
}

fn said(http: &Http, method: &'static str, path: &str, body: &str) -> Result<Comment, CommentError> {
    let answer = http.send(method, path, &json!({ "body": body }))?;
    read(method, answer.json)
}

/// What there is to say.
pub struct Draft<'a> {
    /// Which comment of the request it is, where there are several apps.
    pub key: &'a str,
    /// The commit that was judged.
    pub head: Option<&'a str>,
    /// The findings; none for a run without a verdict, which only replaces the comment of an earlier one.
    pub found: Option<Vec<FindingName>>,
    /// The report, in at most this many characters.
    pub render: &'a dyn Fn(usize) -> String,
}

#[derive(Debug, PartialEq, Eq)]
pub enum Published {
    /// There was none before.
    Created(Option<String>),
    /// It says something new now.
    Updated(Option<String>),
    /// It said this already.
    Unchanged(Option<String>),
    /// A run without a verdict writes no first comment.
    Missing,
}

impl fmt::Display for Published {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, url) = match self {
            Published::Created(url) => ("comment created", url),
            Published::Updated(url) => ("comment updated", url),
            Published::Unchanged(url) => ("comment is up to date", url),
            Published::Missing => ("there is no comment to replace", &None),
        };
        f.write_str(what)?;
        url.as_ref().map_or(Ok(()), |url| write!(f, ": {url}"))
    }
}

/// The whole text of the comment, given what the comment said before.
pub fn compose(draft: &Draft, before: Option<&str>, longest: usize) -> String {
    let last = before.and_then(|body| CommentState::read(draft.key, body));
    let (fixed, state) = match &draft.found {
        Some(found) => {
            let state = CommentState::after(draft.key, last, draft.head, found);
            (state.fixed(), state)
        }
        None => (String::new(), last.unwrap_or_else(|| CommentState::after(draft.key, None, None, &[]))),
    };
    let head = format!("{}\n", marker::marker(draft.key));
    let tail = format!("{fixed}\n{}\n", state.hidden());
    let room = longest.saturating_sub(head.chars().count() + tail.chars().count());
    format!("{head}{}\n{tail}", (draft.render)(room.saturating_sub(1)).trim_end())
}

/// Creates the comment or brings it up to date, waiting and trying again as far as `patience` goes.
pub fn publish(host: &dyn Host, draft: &Draft, patience: &mut Retries) -> Result<Published, CommentError> {
    loop {
        match once(host, draft) {
            Err(error) => patience.wait_after(error)?,
            done => return done,
        }
    }
}

fn once(host: &dyn Host, draft: &Draft) -> Result<Published, CommentError> {
    let ours = host.ours(&|body| marker::is_ours(draft.key, body))?;
    let Some((first, rest)) = ours.split_first() else {
        if draft.found.is_none() {
            return Ok(Published::Missing);
        }
        let body = compose(draft, None, host.longest());
        return Ok(Published::Created(host.create(&body)?.html_url));
    };
    // Two runs that started at once may both have found none; the oldest stays.
    for extra in rest {
        match host.delete(extra.id) {
            Ok(()) | Err(CommentError::Missing { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    let before = first.body.as_deref().unwrap_or_default();
    let body = compose(draft, Some(before), host.longest());
    if same(&body, before) {
        return Ok(Published::Unchanged(first.html_url.clone()));
    }
    match host.edit(first.id, &body) {
        Ok(found) => Ok(Published::Updated(found.html_url)),
        Err(CommentError::Missing { .. }) => Ok(Published::Created(host.create(&body)?.html_url)),
        Err(error) => Err(error),
    }
}

/// Services trim texts and write line ends their own way.
fn same(a: &str, b: &str) -> bool {
    a.trim().lines().map(str::trim_end).eq(b.trim().lines().map(str::trim_end))
}

/// No request has ten thousand comments; a service that links its pages in a circle has.
const PAGES: usize = 100;

/// Hands every element of a paged list to `each`.
fn pages<T: DeserializeOwned>(
    http: &Http,
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
