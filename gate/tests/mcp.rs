//! Tests `gate mcp`: the tools answer like the commands, and a client cannot leave the folders of the server.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdout, Stdio};

use serde_json::{Value, json};

use crate::cli::app::App;
use crate::common::program;
use crate::common::session::Folder;

/// A client of the server, whose session has begun.
struct Client {
    server: Child,
    answers: BufReader<ChildStdout>,
    last: u64,
}

impl Client {
    fn start(folder: &Path, options: &[&str]) -> Client {
        let mut server = program(folder);
        server.arg("mcp").args(options).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut server = server.spawn().unwrap();
        let answers = BufReader::new(server.stdout.take().unwrap());
        let mut client = Client { server, answers, last: 0 };
        let client_info = json!({"name": "test", "version": "1"});
        let begin = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client_info});
        assert_eq!(client.request("initialize", &begin)["serverInfo"]["name"], "launchgate");
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        client
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.server.stdin.as_mut().unwrap(), "{message}").unwrap();
    }

    fn request(&mut self, method: &str, params: &Value) -> Value {
        self.last += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": self.last, "method": method, "params": params}));
        let mut line = String::new();
        self.answers.read_line(&mut line).unwrap();
        let answer: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(answer["id"], self.last, "{line}");
        answer["result"].clone()
    }

    /// Calls a tool of the server. Returns the text of the answer, or the text of its error.
    fn call(&mut self, tool: &str, arguments: &Value) -> Result<String, String> {
        let answer = self.request("tools/call", &json!({"name": tool, "arguments": arguments}));
        let text = answer["content"][0]["text"].as_str().unwrap().to_owned();
        if answer["isError"] == true { Err(text) } else { Ok(text) }
    }

    fn tools(&mut self) -> Vec<String> {
        let answer = self.request("tools/list", &json!({}));
        let tools = answer["tools"].as_array().unwrap().iter();
        tools.map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
    }

    /// Ends the session, and checks that the server ends too.
    fn end(mut self) {
        drop(self.server.stdin.take());
        assert!(self.server.wait().unwrap().success());
    }
}

/// Makes a folder `app` with launches of two builds and a verdict, and a secret file outside this folder.
fn launches() -> Folder {
    let folder = Folder::new();
    let app = folder.0.path().join("app");
    std::fs::create_dir_all(app.join(".git")).unwrap();
    let slow = App::new("slow", 3).records(|made, _| made.method("-[Class4 work]").self_ns *= 3.0);
    folder.write("app/same.jsonl", &App::new("a", 1).records(|_, _| ()));
    folder.write("app/slow.jsonl", &slow);
    folder.write("secret.jsonl", &slow);
    folder
}

#[test]
fn mcp_tools_give_the_same_answers_as_the_commands() {
    let folder = launches();
    let app = folder.0.path().join("app");
    let mut client = Client::start(&app, &["--write"]);
    assert_eq!(client.tools(), ["bisect", "check", "explain", "look", "trend"]);
    let run = |arguments: &[&str]| {
        let output = program(&app).args(arguments).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let sides = json!({"runs": ["slow.jsonl"], "base": ["same.jsonl"], "verdict": "verdict.json"});
    let brief: Value = serde_json::from_str(&client.call("check", &sides).unwrap()).unwrap();
    assert_eq!((&brief["format"], &brief["answer"]), (&json!("launchgate.brief/1"), &json!("regressed")));
    let explained = client.call("explain", &json!({"verdict": "verdict.json"})).unwrap();
    assert_eq!(explained, run(&["explain", "--evidence", "verdict.json", "--format", "json"]));
    let named = json!({"name": "-[Class4 work]", "runs": ["slow.jsonl"], "base": ["same.jsonl"]});
    let by_name = client.call("explain", &named).unwrap();
    assert!(by_name.contains("\"launchgate.explain/1\"") && by_name.contains("-[Class4 work]"), "{by_name}");
    let tree = client.call("look", &json!({"runs": ["slow.jsonl"]})).unwrap();
    assert_eq!(tree, run(&["explain", "tree", "slow.jsonl", "--min", "1%"]));
    client.call("look", &json!({"runs": ["slow.jsonl"], "page": "page.html"})).unwrap();
    assert!(std::fs::read_to_string(app.join("page.html")).unwrap().contains("<html"));
    // An empty store is an answer of the command, and not an error of the server.
    assert!(client.call("trend", &json!({})).is_ok());
    run(&["baseline", "update", "same.jsonl"]);
    let trend = client.call("trend", &json!({"method": "-[Class4 work]"})).unwrap();
    assert_eq!(trend, run(&["trend", "--method", "-[Class4 work]", "--format", "json"]));
    assert!(trend.contains("\"launchgate.trend/1\"") && trend.contains("-[Class4 work]"), "{trend}");
    let claim = json!({"runs": ["slow.jsonl"], "base": ["same.jsonl"], "claim": "verdict.json"});
    let claim = client.call("check", &claim).unwrap();
    assert!(claim.contains("\"launchgate.claim/1\"") && claim.contains("\"not-fixed\""), "{claim}");
    client.end();
}

#[test]
fn an_mcp_client_without_permission_can_neither_write_nor_leave_its_folders() {
    let folder = launches();
    let app = folder.0.path().join("app");
    let outside = folder.0.path().join("secret.jsonl").display().to_string();
    std::fs::write(app.join(".git/launches.jsonl"), "").unwrap();
    std::os::unix::fs::symlink(&outside, app.join("link.jsonl")).unwrap();
    std::fs::create_dir(app.join("linked")).unwrap();
    std::os::unix::fs::symlink(&outside, app.join("linked/launches.jsonl")).unwrap();
    let mut client = Client::start(&app, &[]);
    assert_eq!(client.tools(), ["check", "explain", "look", "trend"]);
    for path in ["../secret.jsonl", &outside, "link.jsonl", "linked", ".git/launches.jsonl"] {
        let reason = client.call("check", &json!({"runs": [path], "base": ["same.jsonl"]})).unwrap_err();
        assert_eq!(
            reason,
            format!(
                "{path}: outside of the folders of this server; start `gate mcp --folder DIR` to permit it"
            )
        );
    }
    for request in [
        json!({"runs": ["slow.jsonl"], "base": ["same.jsonl"], "verdict": "verdict.json"}),
        json!({"runs": ["slow.jsonl", "--out=verdict.json"], "base": ["same.jsonl"]}),
    ] {
        client.call("check", &request).unwrap_err();
    }
    client.call("look", &json!({"runs": ["slow.jsonl"], "page": "page.html"})).unwrap_err();
    let answer = client.request("tools/call", &json!({"name": "bisect", "arguments": {}}));
    assert!(answer.is_null(), "{answer}");
    client.end();
    let names = |path: &Path| {
        let entries = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<_> = entries.collect();
        names.sort();
        names
    };
    assert_eq!(names(&app), [".git", "link.jsonl", "linked", "same.jsonl", "slow.jsonl"]);

    // Even with permission to write, the client cannot write through a link to a file outside.
    let mut client = Client::start(&app, &["--write"]);
    for verdict in ["../verdict.json", "link.jsonl", ".git/config"] {
        let request = json!({"runs": ["slow.jsonl"], "base": ["same.jsonl"], "verdict": verdict});
        assert!(client.call("check", &request).unwrap_err().contains("outside of the folders"));
    }
    // A verdict that names launches outside is explained without these launches.
    let verdict = json!({"runs": ["slow.jsonl"], "base": ["same.jsonl"], "verdict": "verdict.json"});
    client.call("check", &verdict).unwrap();
    let text = std::fs::read_to_string(app.join("verdict.json")).unwrap();
    let forged =
        text.replace("\"slow.jsonl\"", "\"../secret.jsonl\"").replace("\"same.jsonl\"", "\"/dev/stdin\"");
    assert_ne!(forged, text);
    std::fs::write(app.join("forged.json"), forged).unwrap();
    let evidence = client.call("explain", &json!({"verdict": "forged.json"})).unwrap();
    assert!(evidence.contains("launchgate.evidence/1"), "{evidence}");
    let by_name = json!({"name": "-[Class4 work]", "runs": ["forged.json"]});
    assert_eq!(
        client.call("explain", &by_name).unwrap_err(),
        "`runs` are launches; pass the verdict as `verdict`"
    );
    let options = json!({"good": "--launch-command=touch x", "bad": "HEAD", "build": ["true"]});
    assert_eq!(client.call("bisect", &options).unwrap_err(), "good and bad are names of commits");
    client.end();
}
