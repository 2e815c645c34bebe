//! Provides the HTTP client for the object store's library: `ureq` on blocking threads.
//!
//! Invariants: no redirect is followed. Requests without TLS are sent only to this machine and to the cloud's metadata service. An
//! incomplete answer is an error. Every request may be sent again, because objects are named by their content.

use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use http_body_util::{BodyExt as _, Full};
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse, HttpResponseBody,
    HttpService,
};
use object_store::{ClientConfigKey, ClientOptions};
use ureq::Agent;
use ureq::tls::{RootCerts, TlsConfig};

use super::endpoint::{is_loopback, is_of_roles};

/// The timeout for the beginning of an answer, unless an environment variable of the cloud sets another timeout (AWS_READ_TIMEOUT=1m).
const ANSWER: Duration = Duration::from_secs(20);
/// The timeout for a whole request; its body may have some MB.
const WHOLE: Duration = Duration::from_secs(180);
/// The largest number of bytes of an answer; the costs of a session are far smaller.
const LARGEST: u64 = 1 << 30;

/// A factory of HTTP clients that use `ureq`; its field is the prefix of the names of the cloud's environment variables.
#[derive(Clone, Copy, Debug)]
pub(super) struct Connector(pub(super) &'static str);

impl HttpConnector for Connector {
    fn connect(&self, options: &ClientOptions) -> object_store::Result<HttpClient> {
        let roles =
            options.get_config_value(&ClientConfigKey::AllowHttp).is_some_and(|value| value == "true");
        let answer = options.get_config_value(&ClientConfigKey::ReadTimeout);
        let answer = answer.map_or(Ok(ANSWER), |value| self.parse_timeout(&value))?;
        let agent = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .timeout_connect(Some(Duration::from_secs(10)))
            .timeout_recv_response(Some(answer))
            .timeout_global(Some(WHOLE.max(answer)))
            .user_agent(concat!("launchgate/", env!("CARGO_PKG_VERSION")))
            .tls_config(TlsConfig::builder().root_certs(RootCerts::PlatformVerifier).build())
            .build()
            .into();
        Ok(HttpClient::new(Client { agent, roles }))
    }
}

impl Connector {
    fn parse_timeout(self, value: &str) -> object_store::Result<Duration> {
        let Connector(cloud) = self;
        humantime::parse_duration(value).map_err(|error| object_store::Error::Generic {
            store: "HTTP",
            source: format!(
                "the environment sets {cloud}_READ_TIMEOUT to {value:?}, which is no time such as 20s: {error}"
            )
            .into(),
        })
    }
}

#[derive(Debug)]
struct Client {
    agent: Agent,
    /// Whether the cloud's metadata service, which has no TLS, may be contacted.
    roles: bool,
}

impl Client {
    fn may_ask(&self, uri: &ureq::http::Uri) -> bool {
        let host = uri.host().unwrap_or_default();
        uri.scheme_str() == Some("https") || is_loopback(host) || self.roles && is_of_roles(host)
    }
}

/// The error for a request that would be sent without TLS.
#[derive(Debug, thiserror::Error)]
#[error("a server without TLS")]
pub(super) struct MissingTlsError;

/// A server's permanent refusal of a request.
#[derive(Debug, thiserror::Error)]
#[error("{status} {code}{message}{}", region.as_ref().map_or_else(String::new, |region| format!(" (the bucket is in the region {region})")))]
pub(super) struct PermanentRefusal {
    status: u16,
    code: String,
    message: String,
    /// The region of the bucket, if the region differs from the requested region.
    pub(super) region: Option<String>,
}

impl PermanentRefusal {
    /// Returns whether the credentials are valid but lack a permission.
    pub(super) fn is_permission(&self) -> bool {
        self.status == 403 && (self.code == "AccessDenied" || self.code.starts_with("Authorization"))
    }
}

/// The error for an answer that is no list of objects, although the request asked for a list.
#[derive(Debug, thiserror::Error)]
#[error("the answer is no list of objects: the address is another server's, or that of no bucket")]
struct NotAListError;

#[async_trait]
impl HttpService for Client {
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let (parts, body) = request.into_parts();
        if !self.may_ask(&parts.uri) {
            return Err(HttpError::new(HttpErrorKind::Unknown, MissingTlsError));
        }
        let body = body.collect().await?.to_bytes();
        let agent = self.agent.clone();
        let sent = tokio::task::spawn_blocking(move || send(&agent, parts, &body)).await;
        sent.map_err(|error| HttpError::new(HttpErrorKind::Unknown, error))?
    }
}

fn send(agent: &Agent, parts: ureq::http::request::Parts, body: &[u8]) -> Result<HttpResponse, HttpError> {
    let (mut head, ()) = ureq::http::Request::new(()).into_parts();
    (head.method, head.uri, head.headers) = (parts.method, parts.uri, parts.headers);
    let query = head.uri.query().unwrap_or_default();
    let is_list = query.split('&').any(|part| matches!(part, "list-type=2" | "comp=list"));
    // A failed request may be sent again, since a repeated request has the same effect.
    let failed = |error: ureq::Error| HttpError::new(HttpErrorKind::Request, error);
    let response = if body.is_empty() && !head.headers.contains_key("content-length") {
        agent.run(ureq::http::Request::from_parts(head, ()))
    } else {
        agent.run(ureq::http::Request::from_parts(head, body))
    };
    let (mut parts, mut body) = response.map_err(failed)?.into_parts();
    let bytes: Bytes = body.with_config().limit(LARGEST).read_to_vec().map_err(failed)?.into();
    let status = parts.status.as_u16();
    let text = || String::from_utf8_lossy(&bytes[..bytes.len().min(4096)]);
    if status == 200
        && is_list
        && !["<ListBucketResult", "<EnumerationResults"].iter().any(|root| text().contains(root))
    {
        return Err(HttpError::new(HttpErrorKind::Unknown, NotAListError));
    }
    // A conflict with another writer is temporary, like an overload of the server, so it gets the status of an overload.
    if status == 409 && CONFLICTS.iter().any(|code| text().contains(code)) {
        parts.status = ureq::http::StatusCode::SERVICE_UNAVAILABLE;
    }
    if let Some(refused) = find_refusal(&parts, &text()) {
        return Err(HttpError::new(HttpErrorKind::Unknown, refused));
    }
    let body = HttpResponseBody::new(Full::new(bytes).map_err(|never| match never {}));
    Ok(HttpResponse::from_parts(parts, body))
}

/// The codes of a conflict between two requests for one object.
const CONFLICTS: [&str; 2] = ["ConditionalRequestConflict", "OperationAborted"];

/// Returns the refusal from a storage service's answer, if it is permanent.
fn find_refusal(parts: &ureq::http::response::Parts, text: &str) -> Option<PermanentRefusal> {
    let status = parts.status.as_u16();
    let code = find_element(text, "Code").unwrap_or_default();
    let region = if matches!(status, 301 | 307 | 400) { find_region(parts, text) } else { None };
    let is_no_place = matches!(&*code, "NoSuchBucket" | "ContainerNotFound");
    let is_final = region.is_some() || is_no_place || matches!(status, 401 | 403) && !code.is_empty();
    let message = find_element(text, "Message").map_or_else(String::new, |message| format!(": {message}"));
    is_final.then_some(PermanentRefusal { status, code, message, region })
}

/// Returns the region of the bucket that a storage service names in an answer.
fn find_region(parts: &ureq::http::response::Parts, text: &str) -> Option<String> {
    let header = parts.headers.get("x-amz-bucket-region").and_then(|value| value.to_str().ok());
    header.map(str::to_owned).or_else(|| find_element(text, "Region"))
}

/// Returns the first line of the text in an XML element, shortened to 200 characters.
fn find_element(xml: &str, name: &str) -> Option<String> {
    let (_, rest) = xml.split_once(&format!("<{name}>"))?;
    let (found, _) = rest.split_once(&format!("</{name}>"))?;
    Some(found.lines().next().unwrap_or_default().chars().take(200).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_without_tls_go_only_to_this_machine_and_the_service_for_roles() {
        let asks = |roles: bool, uri: &str| {
            let client = Client { agent: Agent::new_with_defaults(), roles };
            client.may_ask(&uri.parse().expect(uri))
        };
        for roles in [false, true] {
            for uri in
                ["https://a.example/b", "http://127.0.0.1:1/b", "http://localhost/b", "http://[::1]:9/b"]
            {
                assert!(asks(roles, uri), "{uri}");
            }
            for uri in [
                "http://a.example/b",
                "http://10.0.0.1/b",
                "http://127.0.0.1:22000@evil.example/b",
                "http://localhost.evil.example/b",
                "http://[fe80::1]/b",
            ] {
                assert!(!asks(roles, uri), "{uri}");
            }
            for uri in
                ["http://169.254.169.254/a", "http://metadata.google.internal/a", "http://[fd00:ec2::23]/a"]
            {
                assert_eq!(asks(roles, uri), roles, "{uri}");
            }
        }
    }
}
