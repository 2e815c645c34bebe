//! GitLab, also self-managed: notes of a merge request.

use serde::Deserialize;
use serde_json::{Value, json};

use super::http::Http;
use super::{CommentError, Found, Host};

/// A merge request on GitLab.
pub struct GitLab {
    http: Http,
    project: String,
    number: u64,
}

#[derive(Deserialize)]
struct Note {
    id: u64,
    #[serde(default)]
    body: String,
    author: Option<Author>,
    #[serde(default)]
    system: bool,
}

#[derive(Deserialize)]
struct Author {
    id: u64,
}

impl GitLab {
    /// How the token is sent.
    pub const HEADER: (&'static str, &'static str) = ("private-token", "");

    /// The merge request `number` of `project`, its number or its path.
    pub fn new(http: Http, project: &str, number: u64) -> Self {
        GitLab { http, project: project.replace('%', "%25").replace('/', "%2F"), number }
    }

    fn notes(&self) -> String {
        format!("/projects/{}/merge_requests/{}/notes", self.project, self.number)
    }

    fn note(&self, id: u64) -> String {
        format!("{}/{id}", self.notes())
    }
}

impl Host for GitLab {
    fn ours(&self, is_ours: &dyn Fn(&str) -> bool) -> Result<Vec<Found>, CommentError> {
        let mut found = Vec::new();
        let first = format!("{}?per_page=100&sort=asc&order_by=created_at", self.notes());
        super::pages(&self.http, first, |note: Note| {
            if !note.system && is_ours(&note.body) {
                found.push(note);
            }
        })?;
        if found.is_empty() {
            return Ok(Vec::new());
        }
        let me: Author = super::read("GET /user", self.http.get("/user")?.json)?;
        found.retain(|note| note.author.as_ref().is_some_and(|author| author.id == me.id));
        let mut found: Vec<Found> = found.into_iter().map(Found::from).collect();
        found.sort_by_key(|note| note.id);
        Ok(found)
    }

    fn create(&self, body: &str) -> Result<Found, CommentError> {
        let answer = self.http.send("POST", &self.notes(), &text(body))?;
        super::read::<Note>("POST", answer.json).map(Found::from)
    }

    fn edit(&self, id: u64, body: &str) -> Result<Found, CommentError> {
        let answer = self.http.send("PUT", &self.note(id), &text(body))?;
        super::read::<Note>("PUT", answer.json).map(Found::from)
    }

    fn delete(&self, id: u64) -> Result<(), CommentError> {
        self.http.delete(&self.note(id))
    }

    fn longest(&self) -> usize {
        1_000_000
    }

    fn name(&self) -> String {
        format!("{}!{}", self.project.replace("%2F", "/"), self.number)
    }
}

fn text(body: &str) -> Value {
    json!({ "body": body })
}

impl From<Note> for Found {
    fn from(note: Note) -> Self {
        // A note's answer names no address of its own.
        Found { id: note.id, body: note.body, url: None }
    }
}
