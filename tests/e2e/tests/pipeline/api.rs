//! Serves the parts of GitHub's and GitLab's API that a comment needs, on the loopback interface.
//! `gate/tests/comment.rs` tests faults of the API.

use std::sync::{Arc, Mutex};

use anyhow::{Result, anyhow};
use serde_json::{Value, json};
use tiny_http::{Method, Response, Server};

/// A running server with the API of GitHub and GitLab. The server ends when the value is dropped.
pub struct Api {
    server: Arc<Server>,
    /// The head commit of the only pull request or merge request.
    pub head: Arc<Mutex<String>>,
    /// The comments on the pull request or merge request.
    pub comments: Arc<Mutex<Vec<String>>>,
    /// The HTTP requests, each with its token.
    pub log: Arc<Mutex<Vec<String>>>,
}

impl Drop for Api {
    fn drop(&mut self) {
        self.server.unblock();
    }
}

impl Api {
    /// Starts the service. If `refuses`, it answers write requests with status 403.
    pub fn start(refuses: bool) -> Result<Api> {
        let server = Arc::new(Server::http("127.0.0.1:0").map_err(|error| anyhow!("{error}"))?);
        let (comments, log) = (Arc::new(Mutex::new(Vec::new())), Arc::new(Mutex::new(Vec::new())));
        let head = Arc::new(Mutex::new(String::new()));
        let api = Api {
            server: Arc::clone(&server),
            head: Arc::clone(&head),
            comments: Arc::clone(&comments),
            log: Arc::clone(&log),
        };
        std::thread::spawn(move || {
            while let Ok(mut request) = server.recv() {
                let mut body = String::new();
                let _ = request.as_reader().read_to_string(&mut body);
                let token = request.headers().iter().find(|header| {
                    header.field.equiv("authorization") || header.field.equiv("private-token")
                });
                let token = token.map(|header| header.value.to_string()).unwrap_or_default();
                let path = request.url().to_owned();
                if let Ok(mut log) = log.lock() {
                    log.push(format!("{} {path} {token}", request.method()));
                }
                let writes = *request.method() != Method::Get;
                let (status, json) = match comments.lock() {
                    Ok(_) if writes && refuses => {
                        (403, json!({"message": "Resource not accessible by integration"}))
                    }
                    Ok(_) if path.starts_with("/repos/acme/shop/pulls?") => {
                        let sha = head.lock().map(|sha| sha.clone()).unwrap_or_default();
                        (200, json!([{"number": 7, "head": {"sha": sha}}]))
                    }
                    Ok(mut comments) => answer(&mut comments, request.method(), &path, &body),
                    Err(_) => (500, Value::Null),
                };
                let _ = request.respond(Response::from_string(json.to_string()).with_status_code(status));
            }
        });
        Ok(api)
    }

    /// Returns whether a request with this token began with this method and path.
    pub fn received(&self, request: &str, token: &str) -> bool {
        let log = self.log.lock().map(|log| log.clone()).unwrap_or_default();
        log.iter().any(|line| line.starts_with(request) && line.ends_with(token))
    }

    /// Returns the service's address, `http://127.0.0.1:PORT`.
    pub fn address(&self) -> String {
        format!("http://{}", self.server.server_addr())
    }
}

fn answer(comments: &mut Vec<String>, method: &Method, path: &str, body: &str) -> (u16, Value) {
    let path = path.split('?').next().unwrap_or_default();
    let shown = |id: usize, body: &str| {
        let author = json!({"login": "launchgate", "id": 1});
        json!({"id": id, "body": body, "html_url": "https://example/1", "user": author, "author": author, "system": false})
    };
    let sent = || serde_json::from_str::<Value>(body).ok()?["body"].as_str().map(str::to_owned);
    let list = ["/repos/acme/shop/issues/7/comments", "/projects/41/merge_requests/7/notes"];
    let one = ["/repos/acme/shop/issues/comments/0", "/projects/41/merge_requests/7/notes/0"];
    match method {
        Method::Get if ["/repos/acme/shop/issues", "/projects/41/issues"].contains(&path) => (200, json!([])),
        Method::Get if path == "/user" => (200, json!({"login": "launchgate", "id": 1})),
        Method::Get if list.contains(&path) => {
            (200, comments.iter().enumerate().map(|(id, body)| shown(id, body)).collect())
        }
        Method::Post if list.contains(&path) => {
            comments.push(sent().unwrap_or_default());
            (201, shown(comments.len() - 1, &comments[comments.len() - 1]))
        }
        Method::Patch | Method::Put if one.contains(&path) && !comments.is_empty() => {
            comments[0] = sent().unwrap_or_default();
            (200, shown(0, &comments[0]))
        }
        _ => (404, json!({"message": "Not Found"})),
    }
}
