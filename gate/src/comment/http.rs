//! Sends HTTP requests with a token to the API of one service, and reads the answers.
//!
//! Invariants: the token is sent only to the configured address, and never to the target of a redirect or of a link. An answer is read up
//! to a limit of bytes. Each message of a service is shortened to one line.

use std::fmt;
use std::time::Duration;

use serde_json::Value;
use ureq::http::{HeaderMap, Response, StatusCode};
use ureq::tls::{RootCerts, TlsConfig};
use ureq::{Agent, Body};

use super::CommentError;

/// The largest size of an answer in bytes. The limit is far above the size of a page of a hundred comments.
const LARGEST_ANSWER: u64 = 16 << 20;

/// A secret text, which cannot be printed.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// Creates a token from the value of an environment variable.
    pub fn new(text: &str) -> Self {
        Token(text.trim().to_owned())
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(hidden)")
    }
}

/// The HTTP header in which a service expects its token.
pub struct TokenHeader {
    pub name: &'static str,
    /// The text before the token in the value of the header.
    pub prefix: &'static str,
}

/// The API of a service.
#[derive(Clone)]
pub struct ApiClient {
    agent: Agent,
    base: String,
    header: (&'static str, String),
}

/// A successful answer of the server.
pub(super) struct HttpResponse {
    pub(super) json: Value,
    /// The path of the next page of results, below the address of the same API.
    pub(super) next: Option<String>,
}

impl ApiClient {
    /// Creates a client for the API at `base`. A request takes at most `limit`.
    pub fn new(
        base: &str,
        header: &TokenHeader,
        token: &Token,
        limit: Duration,
    ) -> Result<Self, CommentError> {
        let base = base.trim_end_matches('/').to_owned();
        if !is_safe(&base) {
            return Err(CommentError::Address(base));
        }
        let agent = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .timeout_global(Some(limit))
            .user_agent(concat!("launchgate/", env!("CARGO_PKG_VERSION")))
            // Certificates are checked with the system's store, since only this store contains the certificate authority of a company.
            .tls_config(TlsConfig::builder().root_certs(RootCerts::PlatformVerifier).build())
            .build()
            .into();
        Ok(ApiClient { agent, base, header: (header.name, format!("{}{}", header.prefix, token.0)) })
    }

    pub(super) fn get(&self, path: &str) -> Result<HttpResponse, CommentError> {
        let request = self.agent.get(self.url(path)).header(self.header.0, &self.header.1);
        self.read_response(format!("GET {path}"), request.header("accept", "application/json").call())
    }

    pub(super) fn send(
        &self,
        method: &'static str,
        path: &str,
        body: &Value,
    ) -> Result<HttpResponse, CommentError> {
        let request = match method {
            "POST" => self.agent.post(self.url(path)),
            "PUT" => self.agent.put(self.url(path)),
            _ => self.agent.patch(self.url(path)),
        };
        let request = request
            .header(self.header.0, &self.header.1)
            .header("accept", "application/json")
            .header("content-type", "application/json");
        self.read_response(format!("{method} {path}"), request.send(body.to_string()))
    }

    pub(super) fn delete(&self, path: &str) -> Result<(), CommentError> {
        let request = self.agent.delete(self.url(path)).header(self.header.0, &self.header.1);
        self.read_response(format!("DELETE {path}"), request.call()).map(drop)
    }

    fn url(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }

    fn read_response(
        &self,
        what: String,
        response: Result<Response<Body>, ureq::Error>,
    ) -> Result<HttpResponse, CommentError> {
        let mut response = match response {
            Ok(response) => response,
            Err(error) => return Err(CommentError::Unreachable { what, why: error.to_string() }),
        };
        let status = response.status();
        let next = self.next_page(response.headers());
        let limit = rate_limit(status, response.headers());
        let text = match response.body_mut().with_config().limit(LARGEST_ANSWER).read_to_string() {
            Ok(text) => text,
            Err(error) if status.is_success() => {
                return Err(CommentError::Unreachable { what, why: error.to_string() });
            }
            Err(_) => String::new(),
        };
        if let Some(seconds) = limit {
            return Err(CommentError::RateLimit { what, seconds });
        }
        if status.is_success() {
            if text.trim().is_empty() {
                return Ok(HttpResponse { json: Value::Null, next });
            }
            return match serde_json::from_str(&text) {
                Ok(json) => Ok(HttpResponse { json, next }),
                Err(error) => Err(CommentError::Answer { what, why: error.to_string() }),
            };
        }
        Err(refusal_error(what, status, &service_message(&text)))
    }

    /// Returns the path of the next page of results, to which the service links. A link to an address outside the API is ignored.
    fn next_page(&self, headers: &HeaderMap) -> Option<String> {
        let links = headers.get("link")?.to_str().ok()?;
        let next = links.split(',').find(|link| link.contains("rel=\"next\""))?;
        let url = next.split_once('<')?.1.split_once('>')?.0;
        let path = url.strip_prefix(&self.base)?;
        path.starts_with('/').then(|| path.to_owned())
    }
}

fn refusal_error(what: String, status: StatusCode, said: &str) -> CommentError {
    let said = said.to_owned();
    match status.as_u16() {
        401 => CommentError::Token { what },
        403 => CommentError::Forbidden { what, said },
        404 | 410 => CommentError::Missing { what },
        500.. => CommentError::Unreachable { what, why: format!("{} {said}", status.as_u16()) },
        status => CommentError::Refused { what, status, said },
    }
}

/// Returns the seconds to wait if the answer is a rate limit. The seconds are those of the header `retry-after`, or otherwise the time
/// until the limit is reset.
fn rate_limit(status: StatusCode, headers: &HeaderMap) -> Option<u64> {
    let number = |name: &str| headers.get(name)?.to_str().ok()?.trim().parse::<u64>().ok();
    let limited = status == StatusCode::TOO_MANY_REQUESTS
        || status == StatusCode::FORBIDDEN
            && (number("retry-after").is_some() || number("x-ratelimit-remaining") == Some(0));
    if !limited {
        return None;
    }
    let reset = || number("x-ratelimit-reset").or_else(|| number("ratelimit-reset"));
    let seconds = number("retry-after").or_else(|| seconds_until(reset()?));
    Some(seconds.unwrap_or(60).max(1))
}

/// Returns the number of seconds until a moment, plus one; `moment` is in seconds since 1970.
fn seconds_until(moment: u64) -> Option<u64> {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).ok()?.as_secs();
    Some(moment.saturating_sub(now).saturating_add(1))
}

/// Returns the service's message, shortened to one line.
fn service_message(text: &str) -> String {
    let json = serde_json::from_str::<Value>(text).unwrap_or(Value::Null);
    let text = match [&json["message"], &json["error"]].into_iter().find(|value| !value.is_null()) {
        Some(Value::String(message)) => message.clone(),
        Some(other) => other.to_string(),
        None => text.to_owned(),
    };
    let line: String = text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(300).collect();
    if line.is_empty() { "no reason given".to_owned() } else { line }
}

/// Returns whether a token may be sent to an address: either the connection is encrypted, or the address is on this machine.
fn is_safe(base: &str) -> bool {
    if base.starts_with("https://") {
        return true;
    }
    let Some(rest) = base.strip_prefix("http://") else { return false };
    let authority = rest.split('/').next().unwrap_or_default();
    let host = authority.rsplit_once(':').map_or(authority, |(host, _)| host);
    matches!(host, "127.0.0.1" | "localhost" | "[::1]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_token_is_never_sent_unencrypted_or_shown() {
        for (base, safe) in [
            ("https://api.github.com", true),
            ("http://127.0.0.1:8080/api", true),
            ("http://localhost/", true),
            ("http://127.0.0.1.example.com", false),
            ("http://localhost@example.com", false),
            ("http://api.github.com", false),
            ("ftp://localhost", false),
        ] {
            assert_eq!(is_safe(base), safe, "{base}");
        }
        assert_eq!(format!("{:?}", Token::new("secret")), "Token(hidden)");
    }

    #[test]
    fn pages_at_other_addresses_than_the_api_are_not_requested() {
        let http = ApiClient::new(
            "https://a.example/api/",
            &TokenHeader { name: "x", prefix: "" },
            &Token::new("t"),
            Duration::from_secs(1),
        )
        .expect("an address");
        let mut headers = HeaderMap::new();
        let mut link = |text: &str| {
            headers.insert("link", text.parse().expect("a header"));
            http.next_page(&headers)
        };
        assert_eq!(
            link("<https://a.example/api/c?page=2>; rel=\"next\", <x>; rel=\"last\"").as_deref(),
            Some("/c?page=2")
        );
        assert_eq!(link("<https://a.example/api/c?page=1>; rel=\"prev\""), None);
        assert_eq!(link("<https://evil.example/api/c?page=2>; rel=\"next\""), None);
        assert_eq!(link("<https://a.example/api.evil.example/c>; rel=\"next\""), None);
    }
}
