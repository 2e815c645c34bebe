//! Tests the comment on a pull request. A server on the loopback interface implements the required parts of GitHub's and GitLab's API.

use std::collections::VecDeque;
use std::io::Write as _;
use std::process::{Command, Output};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use gate::comment::{
    ApiClient, CommentDraft, CommentError, CommentHost, FindingName, GITHUB, GITLAB, PublishOutcome, Retries,
    Token, github_host, gitlab_host, publish,
};
use serde_json::{Value, json};
use tiny_http::{Header, Method, Request, Response, Server};

use crate::common::GATE;

const TOKEN: &str = "s3cret-t0ken";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    GitHub,
    GitLab,
}

/// The faults that a test can make the server have.
#[derive(Clone, Debug)]
enum Fault {
    Status(u16, &'static str, Vec<(&'static str, String)>),
    /// The body of the answer is shorter than its headers announce.
    CutOff,
    /// The server performs the request, but its answer is cut off.
    DoneThenCutOff,
    Slow,
    NoJson,
}

#[derive(Default)]
struct World {
    comments: Vec<(u64, String, String)>,
    next: u64,
    log: Vec<String>,
    faults: VecDeque<Fault>,
    per_page: usize,
    tokens: Vec<String>,
    /// The issues, as JSON of the API of GitHub or GitLab.
    issues: Vec<Value>,
    /// Whether the comment is deleted immediately before the client edits it.
    vanishes: bool,
}

struct Api {
    kind: Kind,
    url: String,
    world: Arc<Mutex<World>>,
    server: Arc<Server>,
}

impl Drop for Api {
    fn drop(&mut self) {
        self.server.unblock();
    }
}

impl Api {
    fn start(kind: Kind) -> Self {
        let server = Arc::new(Server::http("127.0.0.1:0").unwrap());
        let url = format!("http://{}/api", server.server_addr());
        let world = Arc::new(Mutex::new(World { next: 100, per_page: 100, ..World::default() }));
        let (serving, shared, base) = (Arc::clone(&server), Arc::clone(&world), url.clone());
        std::thread::spawn(move || {
            while let Ok(request) = serving.recv() {
                serve(kind, &base, &mut shared.lock().unwrap(), request);
            }
        });
        Api { kind, url, world, server }
    }

    fn with(kind: Kind, change: impl FnOnce(&mut World)) -> Self {
        let api = Self::start(kind);
        change(&mut api.world.lock().unwrap());
        api
    }

    fn host(&self) -> CommentHost {
        let limit = Duration::from_millis(500);
        match self.kind {
            Kind::GitHub => {
                let http = ApiClient::new(&self.url, &GITHUB, &Token::new(TOKEN), limit).unwrap();
                github_host(http, "acme/shop", 7)
            }
            Kind::GitLab => {
                let http = ApiClient::new(&self.url, &GITLAB, &Token::new(TOKEN), limit).unwrap();
                gitlab_host(http, "acme/shop", 7)
            }
        }
    }

    fn bodies(&self) -> Vec<String> {
        self.world.lock().unwrap().comments.iter().map(|(_, _, body)| body.clone()).collect()
    }

    fn log(&self) -> Vec<String> {
        self.world.lock().unwrap().log.clone()
    }
}

fn serve(kind: Kind, base: &str, world: &mut World, mut request: Request) {
    let path = request.url().strip_prefix("/api").unwrap().to_owned();
    world.log.push(format!("{} {path}", request.method()));
    let sent = request.headers().iter().find(|header| {
        header.field.equiv(if kind == Kind::GitHub { "authorization" } else { "private-token" })
    });
    world.tokens.push(sent.map(|header| header.value.to_string()).unwrap_or_default());
    let mut text = String::new();
    request.as_reader().read_to_string(&mut text).unwrap();
    let fault = world.faults.pop_front();
    match fault {
        Some(Fault::Status(0, ..)) | None => {}
        Some(Fault::Status(status, body, headers)) => {
            let mut response = Response::from_string(body).with_status_code(status);
            for (name, value) in headers {
                response.add_header(Header::from_bytes(name, value).unwrap());
            }
            request.respond(response).unwrap();
            return;
        }
        Some(Fault::CutOff) => {
            let mut writer = request.into_writer();
            writer.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 4000\r\n\r\n[{").unwrap();
            return;
        }
        Some(Fault::DoneThenCutOff) => {
            answer(kind, base, world, request.method(), &path, &text);
            drop(request.into_writer());
            return;
        }
        // The delay is longer than the client's deadline.
        Some(Fault::Slow) => {
            std::thread::sleep(Duration::from_millis(800));
        }
        Some(Fault::NoJson) => {
            request.respond(Response::from_string("<html>a proxy's own page</html>")).unwrap();
            return;
        }
    }
    let (status, json, link) = answer(kind, base, world, &request.method().clone(), &path, &text);
    let body = if json.is_null() { String::new() } else { json.to_string() };
    let mut response = Response::from_string(body).with_status_code(status);
    if let Some(link) = link {
        response.add_header(Header::from_bytes("link", link).unwrap());
    }
    // The client may no longer be waiting for the answer.
    let _ = request.respond(response);
}

fn answer(
    kind: Kind,
    base: &str,
    world: &mut World,
    method: &Method,
    path: &str,
    text: &str,
) -> (u16, Value, Option<String>) {
    let (plain, query) = path.split_once('?').unwrap_or((path, ""));
    let (list, one) = match kind {
        Kind::GitHub => ("/repos/acme/shop/issues/7/comments", "/repos/acme/shop/issues/comments/"),
        Kind::GitLab => {
            ("/projects/acme%2Fshop/merge_requests/7/notes", "/projects/acme%2Fshop/merge_requests/7/notes/")
        }
    };
    let me = "launchgate";
    let shown = |(id, author, body): &(u64, String, String)| match kind {
        Kind::GitHub => {
            json!({"id": id, "body": body, "html_url": format!("https://example/{id}"), "user": {"login": author}})
        }
        Kind::GitLab => json!({"id": id, "body": body, "author": {"id": author.len()}, "system": false}),
    };
    let body = || serde_json::from_str::<Value>(text).unwrap()["body"].as_str().unwrap().to_owned();
    if plain == "/user" {
        return (200, json!({"login": me, "id": me.len()}), None);
    }
    let about_issue = |rest: &&str| rest.chars().all(|c| c == '/' || c.is_ascii_digit());
    if let Some(rest) = plain.strip_prefix(issues_of(kind)).filter(about_issue) {
        return answer_about_issues(kind, world, method, rest, text);
    }
    if plain == "/repos/acme/shop/pulls" {
        return (200, json!([{"number": 7, "head": {"sha": "abc"}}]), None);
    }
    if plain == list && *method == Method::Get {
        let page: usize =
            query.split('&').find_map(|pair| pair.strip_prefix("page=")).map_or(1, |n| n.parse().unwrap());
        let all: Vec<Value> = world.comments.iter().map(shown).collect();
        let pages = all.chunks(world.per_page).nth(page - 1).unwrap_or_default().to_vec();
        let more = page * world.per_page < all.len();
        let link = more.then(|| format!("<{base}{list}?page={}>; rel=\"next\"", page + 1));
        return (200, json!(pages), link);
    }
    if plain == list && *method == Method::Post {
        world.next += 1;
        let new = (world.next, me.to_owned(), body());
        world.comments.push(new.clone());
        return (201, shown(&new), None);
    }
    if let Some(id) = plain.strip_prefix(one) {
        let id: u64 = id.parse().unwrap();
        if world.vanishes {
            world.comments.retain(|(other, ..)| *other != id);
        }
        let Some(index) = world.comments.iter().position(|(other, ..)| *other == id) else {
            return (404, json!({"message": "Not Found"}), None);
        };
        let edits = if kind == Kind::GitHub { Method::Patch } else { Method::Put };
        if *method == Method::Delete {
            world.comments.remove(index);
            return (204, Value::Null, None);
        }
        if *method == edits {
            world.comments[index].2 = body();
            return (200, shown(&world.comments[index]), None);
        }
    }
    (404, json!({"message": "Not Found"}), None)
}

fn issues_of(kind: Kind) -> &'static str {
    match kind {
        Kind::GitHub => "/repos/acme/shop/issues",
        Kind::GitLab => "/projects/acme%2Fshop/issues",
    }
}

/// Answers a request about all issues, or about the issue whose number is the rest of the path.
fn answer_about_issues(
    kind: Kind,
    world: &mut World,
    method: &Method,
    rest: &str,
    text: &str,
) -> (u16, Value, Option<String>) {
    let number = if kind == Kind::GitHub { "number" } else { "iid" };
    let sent = || serde_json::from_str::<Value>(text).unwrap();
    match (method, rest.strip_prefix('/')) {
        (Method::Get, None) => (200, world.issues.clone().into(), None),
        (Method::Post, None) => {
            let mut issue = sent();
            assert!(issue["labels"] == json!(["launchgate"]) || issue["labels"] == "launchgate");
            issue[number] = (world.issues.len() + 1).into();
            issue["state"] = if kind == Kind::GitHub { "open" } else { "opened" }.into();
            issue["user"] = json!({"login": "launchgate"});
            issue["author"] = json!({"id": 10});
            world.issues.push(issue.clone());
            (201, issue, None)
        }
        (Method::Patch | Method::Put, Some(one)) => {
            let at: usize = one.parse().unwrap();
            let issue = &mut world.issues[at - 1];
            for (key, value) in sent().as_object().unwrap() {
                match (key.as_str(), value.as_str()) {
                    ("state_event", Some("close")) => issue["state"] = "closed".into(),
                    _ => issue[key] = value.clone(),
                }
            }
            (200, issue.clone(), None)
        }
        _ => (404, json!({"message": "Not Found"}), None),
    }
}

fn things(names: &[&str]) -> Vec<FindingName> {
    names.iter().map(|name| FindingName { kind: "slower".to_owned(), name: (*name).to_owned() }).collect()
}

/// Publishes a comment for one push. Returns the result, and the times in seconds for which the client
/// waited.
fn push(api: &Api, head: &str, names: &[&str]) -> (Result<PublishOutcome, CommentError>, Vec<u64>) {
    let render = |longest: usize| format!("report of {head}\n{}", "x".repeat(longest.min(50)));
    let draft = CommentDraft { key: "launch", head: Some(head), found: Some(things(names)), render: &render };
    let waited = Arc::new(Mutex::new(Vec::new()));
    let noted = Arc::clone(&waited);
    let mut patience = Retries::new(Duration::from_secs(120), move |wait, _| {
        noted.lock().unwrap().push(wait.as_secs());
    });
    let done = publish(&api.host(), &draft, &mut patience);
    let waited = waited.lock().expect("nobody panicked").clone();
    (done, waited)
}

#[test]
fn one_comment_is_created_then_edited_and_lists_fixed_findings() {
    for kind in [Kind::GitHub, Kind::GitLab] {
        let api = Api::start(kind);
        assert!(matches!(push(&api, "one", &["-[A b]", "-[C d]"]).0, Ok(PublishOutcome::Created(_))));
        assert!(matches!(push(&api, "one", &["-[A b]", "-[C d]"]).0, Ok(PublishOutcome::Unchanged(_))));
        assert!(matches!(push(&api, "two", &["-[C d]"]).0, Ok(PublishOutcome::Updated(_))));
        let bodies = api.bodies();
        assert_eq!(bodies.len(), 1, "{kind:?}");
        assert!(bodies[0].contains("Fixed since the last push (1):** `-[A b]`"), "{}", bodies[0]);
        assert!(bodies[0].contains("report of two"));
        let token = if kind == Kind::GitHub { format!("Bearer {TOKEN}") } else { TOKEN.to_owned() };
        assert!(api.world.lock().unwrap().tokens.iter().all(|sent| *sent == token));
    }
}

#[test]
fn a_run_without_a_verdict_replaces_the_comment_and_keeps_its_state() {
    let variables = |api: &Api| {
        [("GITHUB_ACTIONS", "true".to_owned()), ("GITHUB_API_URL", api.url.clone())]
            .into_iter()
            .chain([("GITHUB_REPOSITORY", "acme/shop".to_owned()), ("GITHUB_TOKEN", TOKEN.to_owned())])
            .collect::<Vec<_>>()
    };
    let not_checked = |api: &Api| {
        let variables = variables(api);
        let variables: Vec<(&str, &str)> = variables.iter().map(|(name, value)| (*name, &**value)).collect();
        let output =
            run_on(r#"{"pull_request":{"number":7,"head":{"sha":"two"}}}"#, &variables, &["--not-checked"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    let api = Api::start(Kind::GitHub);
    not_checked(&api);
    assert!(api.bodies().is_empty(), "it writes no first comment");
    push(&api, "one", &["-[A b]"]).0.unwrap();
    not_checked(&api);
    let bodies = api.bodies();
    assert!(bodies.len() == 1 && bodies[0].contains("not checked for `two`"), "{bodies:?}");
    assert!(!bodies[0].contains("report of one"), "{}", bodies[0]);
    push(&api, "three", &[]).0.unwrap();
    assert!(api.bodies()[0].contains("Fixed since the last push (1):** `-[A b]`"), "{}", api.bodies()[0]);
}

#[test]
fn an_earlier_comment_on_the_last_page_is_edited_and_duplicates_are_removed() {
    for kind in [Kind::GitHub, Kind::GitLab] {
        let api = Api::with(kind, |world| {
            world.per_page = 3;
            world.comments = (0..8).map(|id| (id, "somebody".to_owned(), format!("hello {id}"))).collect();
        });
        assert!(matches!(push(&api, "one", &[]).0, Ok(PublishOutcome::Created(_))));
        let twin = api.world.lock().unwrap().comments[8].2.clone();
        api.world.lock().unwrap().comments.push((900, "launchgate".to_owned(), twin));
        assert!(matches!(push(&api, "two", &[]).0, Ok(PublishOutcome::Updated(_))));
        let world = api.world.lock().unwrap();
        assert_eq!(world.comments.len(), 9, "{kind:?}");
        assert_eq!(world.comments[8].0, 101);
        assert!(world.comments.iter().take(8).all(|(_, _, body)| body.starts_with("hello")));
    }
}

#[test]
fn a_marker_in_another_accounts_comment_is_ignored() {
    for kind in [Kind::GitHub, Kind::GitLab] {
        let api = Api::start(kind);
        push(&api, "one", &[]).0.unwrap();
        let stolen = api.bodies()[0].clone();
        api.world.lock().unwrap().comments = vec![(5, "somebody".to_owned(), stolen.clone())];
        assert!(matches!(push(&api, "two", &[]).0, Ok(PublishOutcome::Created(_))));
        assert_eq!(api.bodies()[0], stolen, "{kind:?}");
    }
}

#[test]
fn a_comment_of_another_workflow_that_quotes_the_marker_is_not_edited() {
    const MARKER: &str = "<!-- launchgate:comment/1 launch -->";
    for kind in [Kind::GitHub, Kind::GitLab] {
        let api = Api::start(kind);
        push(&api, "one", &["-[A b]"]).0.unwrap();
        let ours = api.bodies()[0].clone();
        let others = [
            format!("## Coverage report\nTitle of this pull request: `{MARKER}`\n87 %"),
            format!("Danger says: {MARKER}"),
            format!("{MARKER}\nthe title of a request, repeated by a bot"),
            format!("{MARKER} by somebody"),
            // A comment that quotes the gate's comment is not the gate's comment.
            format!("> reply\n{ours}"),
            format!("{ours}\nand more"),
            ours.replace("\"key\":\"launch\"", "\"key\":\"launch2\""),
        ];
        let account = |(id, body): (usize, &String)| (id as u64, "launchgate".to_owned(), body.clone());
        api.world.lock().unwrap().comments = others.iter().enumerate().map(account).collect();
        assert!(matches!(push(&api, "two", &[]).0, Ok(PublishOutcome::Created(_))), "{kind:?}");
        assert!(matches!(push(&api, "three", &[]).0, Ok(PublishOutcome::Updated(_))), "{kind:?}");
        let bodies = api.bodies();
        assert_eq!((bodies.len(), &bodies[..others.len()]), (others.len() + 1, &others[..]), "{kind:?}");
        assert!(bodies[others.len()].contains("report of three"));
    }
}

#[test]
fn a_comment_that_is_deleted_before_the_edit_is_created_again() {
    for kind in [Kind::GitHub, Kind::GitLab] {
        let api = Api::start(kind);
        push(&api, "one", &[]).0.unwrap();
        api.world.lock().unwrap().vanishes = true;
        assert!(matches!(push(&api, "two", &[]).0, Ok(PublishOutcome::Created(_))));
        assert_eq!(api.bodies().len(), 1, "{kind:?}");
    }
}

#[test]
fn each_app_has_its_own_comment_on_a_pull_request() {
    let api = Api::start(Kind::GitHub);
    for key in ["shop", "shop/ipad", "shop", "sho-p"] {
        let render = |_| "report".to_owned();
        let draft = CommentDraft { key, head: None, found: Some(Vec::new()), render: &render };
        publish(&api.host(), &draft, &mut Retries::new(Duration::ZERO, |_, _| ())).unwrap();
    }
    assert_eq!(api.bodies().len(), 3, "a key is compared as a whole");
}

#[test]
fn temporary_failures_of_the_service_for_comments_are_retried() {
    let header = |name, value: &str| vec![(name, value.to_owned())];
    let cases: Vec<(Fault, Vec<u64>)> = vec![
        (Fault::Status(502, "bad gateway", vec![]), vec![1]),
        (Fault::Status(429, "{\"message\":\"slow down\"}", header("retry-after", "17")), vec![17]),
        (Fault::Status(403, "{\"message\":\"secondary rate limit\"}", header("retry-after", "9")), vec![9]),
        (Fault::Status(429, "", vec![]), vec![60]),
        (Fault::CutOff, vec![1]),
        (Fault::Slow, vec![1]),
    ];
    for kind in [Kind::GitHub, Kind::GitLab] {
        for (fault, expected) in &cases {
            let api = Api::with(kind, |world| world.faults.push_back(fault.clone()));
            let (done, waited) = push(&api, "one", &[]);
            assert!(matches!(done, Ok(PublishOutcome::Created(_))), "{kind:?} {fault:?}: {done:?}");
            assert_eq!(&waited, expected, "{kind:?} {fault:?}");
            assert_eq!(api.bodies().len(), 1, "{kind:?} {fault:?}");
        }
    }
}

#[test]
fn the_wait_between_retries_of_a_comment_doubles_until_the_command_gives_up() {
    let api = Api::with(Kind::GitHub, |world| {
        world.faults = vec![Fault::Status(503, "down", vec![]); 50].into();
    });
    let (done, waited) = push(&api, "one", &[]);
    assert!(matches!(done, Err(CommentError::Unreachable { .. })), "{done:?}");
    assert_eq!(waited, [1, 2, 4, 8, 16, 32]);
    let api = Api::with(Kind::GitHub, |world| {
        world.faults.push_back(Fault::Status(429, "", vec![("retry-after", "4000".to_owned())]));
    });
    let (done, waited) = push(&api, "one", &[]);
    assert!(matches!(done, Err(CommentError::RateLimit { seconds: 4000, .. })), "{done:?}");
    assert!(waited.is_empty());
}

#[test]
fn requests_wait_until_the_rate_limit_is_reset() {
    let reset = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs() + 30;
    let api = Api::with(Kind::GitHub, |world| {
        let headers =
            vec![("x-ratelimit-remaining", "0".to_owned()), ("x-ratelimit-reset", reset.to_string())];
        world.faults.push_back(Fault::Status(403, "{\"message\":\"API rate limit exceeded\"}", headers));
    });
    let (done, waited) = push(&api, "one", &[]);
    assert!(matches!(done, Ok(PublishOutcome::Created(_))), "{done:?}");
    assert!((28..=32).contains(&waited[0]), "{waited:?}");
}

#[test]
fn a_comment_is_not_posted_twice_if_the_answer_is_lost() {
    for kind in [Kind::GitHub, Kind::GitLab] {
        let api = Api::with(kind, |world| {
            // The first request lists the comments. The second request creates a comment.
            world.faults = [Fault::Status(0, "", vec![]), Fault::DoneThenCutOff].into();
        });
        let (done, waited) = push(&api, "one", &[]);
        assert!(matches!(done, Ok(PublishOutcome::Unchanged(_))), "{kind:?} {done:?}");
        assert_eq!((waited, api.bodies().len()), (vec![1], 1));
    }
}

#[test]
fn each_refused_request_has_a_specific_error() {
    let said = "{\"message\":\"Resource not accessible by integration\"}";
    for kind in [Kind::GitHub, Kind::GitLab] {
        for (fault, expected) in [
            (Fault::Status(401, "{\"message\":\"Bad credentials\"}", vec![]), "rejected (401)"),
            (Fault::Status(403, said, vec![]), "Resource not accessible by integration"),
            (Fault::Status(404, "", vec![]), "repository or request not found"),
            (
                Fault::Status(422, "{\"message\":\"Validation Failed\"}", vec![]),
                "rejected (422): Validation Failed",
            ),
            (
                Fault::Status(301, "", vec![("location", "https://elsewhere.example/".to_owned())]),
                "rejected (301)",
            ),
            (Fault::NoJson, "unexpected response"),
        ] {
            let api = Api::with(kind, |world| world.faults.push_back(fault.clone()));
            let (done, waited) = push(&api, "one", &[]);
            let message = done.expect_err("a refusal").to_string();
            assert!(message.contains(expected), "{kind:?} {fault:?}: {message}");
            assert!(!message.contains(TOKEN) && waited.is_empty());
            assert_eq!(api.log().len(), 1, "{kind:?} {fault:?}");
        }
    }
}

const VERDICT: &str = r#"{"format":"launchgate.verdict/1","verdict":"pass","findings":[],"suspects":[],"reasons":[],"warnings":[],"wholes":[]}"#;

#[test]
fn the_pull_request_of_a_fork_is_found_unless_it_was_closed_or_changed() {
    let run = |sha: &str| {
        json!({"workflow_run": {"head_sha": sha, "head_branch": "fix/a b", "head_repository": {"owner": {"login": "mallory"}}}})
            .to_string()
    };
    for (sha, comments) in [("abc", 1), ("old", 0)] {
        let api = Api::start(Kind::GitHub);
        let variables = [
            ("GITHUB_ACTIONS", "true"),
            ("GITHUB_API_URL", &*api.url),
            ("GITHUB_REPOSITORY", "acme/shop"),
            ("GITHUB_TOKEN", TOKEN),
        ];
        let output = comment_on(&run(sha), &variables, &[]);
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), api.bodies().len()), (Some(0), comments), "{err}");
        assert_eq!(err.contains("nothing to comment on"), comments == 0, "{err}");
        assert!(api.log()[0].contains("head=mallory%3Afix%2Fa%20b"), "{:?}", api.log());
    }
}

/// Runs the real program with the given environment variables of a pipeline.
fn comment(variables: &[(&str, &str)], args: &[&str]) -> Output {
    comment_on(r#"{"pull_request":{"number":7,"head":{"sha":"abc"}}}"#, variables, args)
}

fn comment_on(event_json: &str, variables: &[(&str, &str)], args: &[&str]) -> Output {
    let folder = tempfile::tempdir().expect("a folder");
    let verdict = folder.path().join("verdict.json");
    std::fs::write(&verdict, VERDICT).expect("written");
    run_on(event_json, variables, &[&[verdict.to_str().expect("a name")], args].concat())
}

fn run_on(event_json: &str, variables: &[(&str, &str)], args: &[&str]) -> Output {
    let folder = tempfile::tempdir().expect("a folder");
    let event = folder.path().join("event.json");
    std::fs::write(&event, event_json).expect("written");
    let mut command = Command::new(GATE);
    command.arg("comment").args(args).env_clear().env("GITHUB_EVENT_PATH", &event);
    command.envs(variables.iter().copied()).output().expect("the program starts")
}

#[test]
fn the_pull_request_is_read_from_the_variables_of_the_pipeline() {
    let api = Api::start(Kind::GitHub);
    let output = comment(
        &[
            ("GITHUB_ACTIONS", "true"),
            ("GITHUB_API_URL", &api.url),
            ("GITHUB_REPOSITORY", "acme/shop"),
            ("GITHUB_TOKEN", TOKEN),
        ],
        &[],
    );
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && err.contains("acme/shop#7: comment created"), "{err}");
    assert_eq!(api.bodies().len(), 1);
    let api = Api::start(Kind::GitLab);
    let output = comment(
        &[
            ("GITLAB_CI", "true"),
            ("CI_API_V4_URL", &api.url),
            ("CI_PROJECT_ID", "acme/shop"),
            ("CI_MERGE_REQUEST_IID", "7"),
            ("GITLAB_TOKEN", TOKEN),
        ],
        &[],
    );
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(api.bodies().len(), 1);
}

#[test]
fn a_forbidden_request_warns_and_passes_and_no_output_contains_the_token() {
    for (status, code, said) in [(403, 0, "warning: "), (401, 1, "error: ")] {
        let api = Api::with(Kind::GitHub, |world| {
            world.faults.push_back(Fault::Status(status, "{\"message\":\"no\"}", vec![]));
        });
        let variables = [("GITHUB_TOKEN", TOKEN), ("GITHUB_ACTIONS", "1"), ("GITHUB_API_URL", &*api.url)];
        let output = comment(&variables, &["--repository", "acme/shop"]);
        let all = [output.stdout, output.stderr].concat();
        let all = String::from_utf8_lossy(&all);
        assert_eq!(output.status.code(), Some(code), "{all}");
        assert!(all.contains(said) && !all.contains(TOKEN), "{all}");
    }
}

#[test]
fn dry_run_needs_no_token_and_prints_what_would_be_posted() {
    let output = comment(&[], &["--dry-run"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.contains("<!-- launchgate:comment/1 launch -->"), "{text}");
}

#[test]
fn missing_arguments_are_named_with_advice() {
    for (variables, args, expected) in [
        (vec![], vec![], "--on github or --on gitlab"),
        (vec![("GITHUB_ACTIONS", "1")], vec![], "GITHUB_TOKEN"),
        (vec![("GITHUB_TOKEN", "t")], vec!["--on", "github"], "GITHUB_REPOSITORY"),
        (vec![("GITHUB_TOKEN", "t")], vec!["--on", "github", "--repository", "../../x"], "owner/name"),
        (vec![("GITHUB_TOKEN", "t")], vec!["--on", "github", "--api", "http://evil.example"], "https"),
        (vec![("GITLAB_TOKEN", "t")], vec!["--on", "gitlab", "--repository", "1"], "--number"),
    ] {
        let output = comment(&variables, &args);
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{err}");
        assert!(err.contains(expected), "{args:?}: {err}");
    }
}

/// The changes of a series: the index of the session, and the levels before and after it.
type Changes<'a> = &'a [(usize, f64, f64)];

/// Returns a trend of 20 sessions with the given series.
fn trend(series: &[(&str, Changes<'_>)]) -> Value {
    let name = |at: usize| format!("s{at:02}");
    let session = |at: usize| {
        let commit = format!("{at:010x}{at:030x}");
        json!({"session": name(at), "unix_ms": 1_790_000_000_000 + 86_400_000 * at as u64, "build": "1", "commit": commit})
    };
    let series = series.iter().map(|(series, changes)| {
        let change = |&(at, base, head): &(usize, f64, f64)| {
            json!({"session": name(at), "base_ns": base, "head_ns": head, "change_ns": [0, 1], "commits": ["abc Add `x`"]})
        };
        let changes: Vec<Value> = changes.iter().map(change).collect();
        json!({"kind": "method", "name": series, "module": "Shop", "owner": "@shop/app", "ns": [], "changes": changes})
    });
    let series: Vec<Value> = series.collect();
    let sessions: Vec<Value> = (0..20).map(session).collect();
    let one = json!({"app": "com.example.shop", "scenario": "", "device": "iPhone15,2", "sessions": sessions,
        "series": series, "left_out": []});
    json!({"format": "launchgate.trend/1", "trends": [one]})
}

/// Runs `gate comment --issues` with this trend. Returns the output of the command.
fn track(api: &Api, trend: &Value, more: &[(&str, &str)]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trend.json");
    std::fs::write(&path, trend.to_string()).unwrap();
    let mut gate = Command::new(GATE);
    gate.env_clear().arg("comment").arg("--issues").arg(&path);
    match api.kind {
        Kind::GitHub => gate.args(["--on", "github"]).env("GITHUB_TOKEN", TOKEN),
        Kind::GitLab => gate.args(["--on", "gitlab"]).env("GITLAB_TOKEN", TOKEN),
    };
    gate.args(["--repository", "acme/shop", "--api", &api.url]).envs(more.iter().copied());
    gate.output().unwrap()
}

/// Returns the numbers of issues that a run opened, updated and closed.
fn tracked(api: &Api, trend: &Value) -> String {
    let output = track(api, trend, &[]);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stderr).unwrap().trim().to_owned()
}

#[test]
fn a_lasting_growth_has_one_issue_which_is_closed_when_the_growth_ends() {
    let hostile = "-[Cart `x`\u{202e} @everyone <script>]";
    let (slow, fast) = (2e6, 1e6);
    for kind in [Kind::GitHub, Kind::GitLab] {
        let api = Api::start(kind);
        let grown = trend(&[("-[Cart reload]", &[(12, fast, slow)]), (hostile, &[(13, fast, 3e6)])]);
        assert_eq!(tracked(&api, &grown), "issues: 1 opened, 0 updated, 0 closed");
        assert_eq!(tracked(&api, &grown), "issues: 0 opened, 0 updated, 0 closed");
        // A later trend reports the same growth one session earlier.
        let again = trend(&[("-[Cart reload]", &[(12, fast, slow)]), (hostile, &[(12, fast, 3e6)])]);
        assert_eq!(tracked(&api, &again), "issues: 0 opened, 1 updated, 0 closed");
        let issue = || api.world.lock().unwrap().issues[0].clone();
        let field = if kind == Kind::GitHub { "body" } else { "description" };
        let body = issue()[field].as_str().unwrap().to_owned();
        assert!(
            body.contains("`-[Cart reload]`: 1.00 ms → 2.00 ms, +1.00 ms (×2.0), module `Shop`, @shop/app"),
            "{body}"
        );
        let bisect = "```sh\ngate bisect 000000000b 000000000c -- BUILD-COMMAND\n```";
        assert!(body.contains(bisect) && !body.contains('\u{202e}'), "{body}");
        assert!(!body.replace("\\u", "").contains("- -[Cart `x`"), "{body}");
        // A second growth gets a second issue. An issue in which a different author copied the state does not count.
        let second = trend(&[("-[Cart reload]", &[(12, fast, slow)]), ("-[Feed load]", &[(17, fast, slow)])]);
        assert_eq!(tracked(&api, &second), "issues: 1 opened, 1 updated, 0 closed");
        let returned = trend(&[
            ("-[Cart reload]", &[(12, fast, slow), (18, slow, fast)]),
            ("-[Feed load]", &[(17, fast, slow)]),
        ]);
        assert_eq!(tracked(&api, &returned), "issues: 0 opened, 0 updated, 1 closed");
        assert_eq!(
            (issue()["state"].as_str(), tracked(&api, &returned).as_str()),
            (Some("closed"), "issues: 0 opened, 0 updated, 0 closed")
        );
        // A person closed the second issue, so it is not opened again.
        api.world.lock().unwrap().issues[1]["state"] = "closed".into();
        assert_eq!(tracked(&api, &second), "issues: 0 opened, 0 updated, 0 closed");
        for issue in &mut api.world.lock().unwrap().issues {
            issue["user"] = json!({"login": "somebody"});
            issue["author"] = json!({"id": 3});
        }
        assert_eq!(tracked(&api, &second), "issues: 2 opened, 0 updated, 0 closed");
    }
}

#[test]
fn a_run_for_a_pull_request_opens_no_issue() {
    let api = Api::start(Kind::GitHub);
    let folder = tempfile::tempdir().unwrap();
    for event in [json!({"pull_request": {"number": 7}}), json!({"workflow_run": {"head_branch": "x"}})] {
        let path = folder.path().join("event.json");
        std::fs::write(&path, event.to_string()).unwrap();
        let grown = trend(&[("-[Cart reload]", &[(12, 1e6, 2e6)])]);
        let output = track(&api, &grown, &[("GITHUB_EVENT_PATH", path.to_str().unwrap())]);
        assert_eq!(output.status.code(), Some(1));
        assert!(
            String::from_utf8_lossy(&output.stderr).contains("--issues is for a run of the default branch")
        );
    }
    assert_eq!(api.log(), [""; 0]);
}
