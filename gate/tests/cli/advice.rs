//! Tests the most frequent mistakes of users. Each mistake must give the documented exit code and one message, which contains the error,
//! the file or option with the error, and advice.

use std::process::{Command, Output};
use std::sync::Arc;

use tiny_http::{Response, Server};

use crate::common::session::{Folder, Session};
use crate::common::{clean, program};

/// A command line, its exit code, and two parts of the last line of standard error. The first part is the error, and the second part is the
/// advice.
type Case = (&'static str, i32, [&'static str; 2]);

const CASES: &[Case] = &[
    // Mistakes in arguments that name launches.
    ("check nowhere", 1, ["nowhere: No such file", "pass traces (.lgtrace), launch records"]),
    ("check empty", 1, ["empty: no launches in it", "folders of these, such as the folder of `gate run -o`"]),
    ("check notes.txt", 1, ["notes.txt: neither a trace, nor launch records", "pass traces"]),
    ("check later.jsonl", 1, ["later.jsonl:1: format \"launchgate.launch/9\"", "use the gate version that"]),
    ("check broken.jsonl", 1, ["broken.jsonl:1: ", "docs/formats.md describes launch records"]),
    ("check run.jsonl --base nowhere", 1, ["nowhere: No such file", "pass traces"]),
    ("check run.jsonl --baseline notes.txt", 1, ["notes.txt", "pass a folder, not a file"]),
    (
        "check run.jsonl --out json=gone/v.json",
        1,
        ["cannot write gone/v.json: folder gone does not exist", "create it first"],
    ),
    ("check run.jsonl --out pdf=v.pdf", 1, ["invalid value 'pdf=v.pdf'", "try '--help'"]),
    ("chekc run.jsonl", 1, ["unrecognized subcommand 'chekc'", "try '--help'"]),
    (
        "export run.jsonl --format chrome",
        1,
        ["these launches are launch records", "use the format collapsed"],
    ),
    (
        "explain tree run.jsonl --filter -[Cart",
        1,
        ["no method matches \"-[Cart\"", "omit --filter to see all"],
    ),
    (
        "explain wrong run.jsonl --baseline store",
        1,
        ["kind of work \"wrong\" in these launches", "`gate explain tree RUNS` lists methods"],
    ),
    // Mistakes in the settings.
    (
        "check run.jsonl --config gone.toml",
        1,
        ["cannot read gone.toml", "`gate config` prints one to start from"],
    ),
    (
        "check run.jsonl --config odd.toml",
        1,
        [
            "odd.toml:2: unknown key in [gate]: \"flor\"; the nearest known one is \"floor\"",
            "run `gate config` for every key",
        ],
    ),
    (
        "check run.jsonl --set gate.flor=1us",
        1,
        ["--set gate.flor", "the nearest known one is \"gate.floor\""],
    ),
    ("check run.jsonl --config map.toml", 1, ["gone-LinkMap.txt", "the path is set in [attribution]"]),
    // Mistakes with the store.
    (
        "baseline show nightly --baseline store",
        1,
        ["store has no session \"nightly\"", "`gate baseline list` shows what is stored"],
    ),
    (
        "baseline pin nightly --baseline store",
        1,
        ["store has no session \"nightly\"", "`gate baseline list` shows"],
    ),
    (
        "baseline update few.jsonl --baseline store",
        1,
        ["session \"few\" has too few launches for a baseline", "record more launches"],
    ),
    (
        "baseline accept x --up-to 8% --reason r --owner o --until 2020-01-31 --baseline store",
        1,
        ["--until 2020-01-31 is in the past", "give a later date"],
    ),
    (
        "baseline accept x --up-to 8% --reason r --owner o --until soon --baseline store",
        1,
        ["invalid value 'soon'", "such as 2027-01-31"],
    ),
    ("baseline list --baseline conflict", 1, ["git conflict marker", "resolve the merge first"]),
    ("baseline list --baseline cut", 1, ["a.tsv:", "restore it (`git checkout"]),
    // The following cases are mistakes with git.
    (
        "baseline push run.jsonl",
        1,
        ["not a git repository", "run this in a checkout of the app's repository"],
    ),
    ("baseline push run.jsonl --ref baselines", 1, ["not a git repository", "run this in a checkout"]),
    // Mistakes with verdicts and comments.
    (
        "report gone.json",
        1,
        ["gone.json: No such file", "pass a file that `gate check RUNS -o json=FILE` wrote"],
    ),
    ("report notes.txt", 1, ["notes.txt: not a verdict", "`gate check RUNS -o json=FILE`"]),
    ("comment verdict.json", 1, ["cannot detect the CI service", "pass --on github or --on gitlab"]),
    (
        "comment verdict.json --on github --repository a/b --number 7",
        1,
        ["no token in GITHUB_TOKEN", "set it for the step with `env: GITHUB_TOKEN"],
    ),
    // Mistakes with apps and devices.
    (
        "inject gone.ipa --agent agent.dylib -o out.ipa",
        1,
        ["the agent agent.dylib: cannot be read", "pass liblaunchgate.dylib of the release"],
    ),
    (
        "inject gone.ipa --agent odd.toml -o out.ipa",
        1,
        ["the agent odd.toml", "pass liblaunchgate.dylib of the release"],
    ),
    ("inject gone.ipa -o out.ipa", 1, ["built from source without the agent", "pass it with --agent"]),
    ("run gone.ipa -o launches", 1, ["gone.ipa", "check that the file exists"]),
    ("run project -o launches", 1, ["project: this folder is not an app", "App.ipa or App.app"]),
    (
        "run notes.txt -o launches",
        1,
        ["notes.txt: expected an app folder or an archive", "App.ipa or App.app"],
    ),
    (
        "run Shop.app -o launches",
        1,
        ["Shop.app has no Frameworks/liblaunchgate.dylib", "add the agent with `gate inject`"],
    ),
    ("bisect one two -- true", 1, ["not a git repository", "run this in a checkout of the app's repository"]),
    ("run gone.ipa -o launches --scenario warm", 1, ["no [[scenario]] \"warm\"", "Add it to config.toml"]),
    ("init nowhere", 1, ["nowhere", "pass the folder of the project"]),
    ("init project --on github", 1, ["these files already exist: config.toml", "Pass --force to overwrite"]),
    (
        "init project --action x#y",
        1,
        ["--action must be owner/repository/.github/action@COMMIT", "not \"x#y\""],
    ),
];

fn said(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[track_caller]
fn is(command: &str, output: &Output, exit: i32, says: &[&str]) {
    let said = said(output);
    assert_eq!(output.status.code(), Some(exit), "gate {command}: {said}");
    let errors: Vec<&str> = said.lines().filter(|line| line.starts_with("error: ")).collect();
    assert_eq!(errors.len(), 1, "gate {command}: {said}");
    // Usage errors come from clap, which prints advice on separate lines.
    let whole = if said.contains("--help") { &*said } else { errors[0] };
    assert!(whole.matches("(os error").count() <= 1, "gate {command} says it twice: {said}");
    for text in says {
        assert!(whole.contains(text), "gate {command}: {text:?} is not in: {said}");
    }
}

/// A folder with the files that the commands name.
fn folder() -> Folder {
    let folder = Folder::new();
    let place = folder.0.path().to_owned();
    let records = |name, seed, launches| Session { launches, ..Session::new(name, seed) }.records();
    folder.write("run.jsonl", &records("today", 7, 12));
    folder.write("one.jsonl", &records("one", 8, 1));
    folder.write("few.jsonl", &records("few", 9, 3));
    folder.write("later.jsonl", &records("a", 1, 2).replace("launchgate.launch/1", "launchgate.launch/9"));
    folder.write("broken.jsonl", &records("a", 1, 2).replace("\"calls\":4", "\"calls\":\"four\""));
    folder.write("notes.txt", "what was said on Monday\n");
    folder.write("odd.toml", "[gate]\nflor = \"1us\"\n");
    folder.write("map.toml", "[attribution]\nlink_maps = [\"gone-LinkMap.txt\"]\n");
    for name in ["empty", "project", "Shop.app"] {
        std::fs::create_dir(place.join(name)).unwrap();
    }
    let info = "<plist><dict><key>CFBundleExecutable</key><string>Shop</string><key>CFBundleIdentifier</key><string>com.example.shop</string></dict></plist>";
    folder.write("Shop.app/Info.plist", info);
    folder.write("Shop.app/Shop", "");
    folder.write("project/config.toml", "");
    std::fs::create_dir_all(folder.0.path().join("project/Shop.xcodeproj")).unwrap();
    let target = "{ objects = { A = { isa = PBXNativeTarget; name = Shop; productType = \"com.apple.product-type.application\"; }; }; }";
    folder.write("project/Shop.xcodeproj/project.pbxproj", target);
    for (store, damage) in [("store", ""), ("conflict", "<<<<<<< ours\n"), ("cut", "cut")] {
        folder.write("base.jsonl", &records("a", 2, 12));
        let done =
            program(&place).args(["baseline", "update", "base.jsonl", "--baseline", store]).output().unwrap();
        assert!(done.status.success(), "{}", said(&done));
        let stored = format!("{store}/com.example.shop/-/iPhone15,2/a.tsv");
        let text = std::fs::read_to_string(place.join(&stored)).unwrap();
        match damage {
            "" => {}
            "cut" => drop(folder.write(&stored, &text[..text.len() / 3])),
            marker => drop(folder.write(&stored, &format!("{marker}{text}"))),
        }
    }
    let verdict = program(&place)
        .args(["check", "run.jsonl", "--baseline", "store", "--out", "json=verdict.json"])
        .output()
        .unwrap();
    assert!(place.join("verdict.json").exists(), "{}", said(&verdict));
    folder
}

#[test]
fn every_error_has_advice() {
    let folder = folder();
    for (command, exit, says) in CASES {
        let output = program(folder.0.path()).args(command.split(' ')).output().unwrap();
        is(command, &output, *exit, says);
    }
}

#[test]
fn errors_of_git_have_advice() {
    let folder = folder();
    let place = folder.0.path();
    let git = |words: &[&str]| {
        let author = ["-c", "user.name=Ann", "-c", "user.email=ann@example.com"];
        let done = clean("git", place).args(author).args(words).output().unwrap();
        assert!(done.status.success(), "git {words:?}: {}", said(&done));
    };
    git(&["init", "--quiet", "--initial-branch=main"]);
    git(&["add", "run.jsonl"]);
    git(&["commit", "--quiet", "-m", "The app"]);
    git(&["init", "--quiet", "--bare", "--initial-branch=main", "remote.git"]);
    let cases: [(&str, [&str; 2]); 4] = [
        ("baseline push run.jsonl", ["origin", "`git remote -v`, and choose the remote with --remote"]),
        ("baseline push run.jsonl --remote ./remote.git", ["has no branch refs/heads/main", "push it first"]),
        (
            "baseline push run.jsonl --ref baselines",
            ["--ref needs a full name", "such as refs/launchgate/baselines"],
        ),
        ("baseline push run.jsonl --commit 0123abcd", ["commit \"0123abcd\" not found", "fetch it first"]),
    ];
    for (command, says) in cases {
        let output = program(place).args(command.split(' ')).output().unwrap();
        is(command, &output, 1, &says);
    }
    // The server refuses the push as it does for a protected branch. The advice is therefore to store the sessions in a ref.
    std::fs::create_dir_all(place.join("remote.git/hooks")).unwrap();
    git(&["push", "--quiet", "./remote.git", "main"]);
    let hook = place.join("remote.git/hooks/pre-receive");
    std::fs::write(&hook, "#!/bin/sh\necho 'GH006: Protected branch update failed' >&2\nexit 1\n").unwrap();
    assert!(Command::new("chmod").arg("+x").arg(&hook).status().unwrap().success());
    let command = "baseline push run.jsonl --remote ./remote.git";
    let output = program(place).args(command.split(' ')).output().unwrap();
    is(command, &output, 1, &["GH006", "--ref refs/launchgate/baselines"]);
}

#[test]
fn errors_of_a_service_have_advice() {
    let folder = folder();
    let server = Arc::new(Server::http("127.0.0.1:0").unwrap());
    let serving = Arc::clone(&server);
    let service = std::thread::spawn(move || {
        while let Ok(request) = serving.recv() {
            // The path of the request contains the status that the server answers with, as in `/404/repos/…`.
            let status = request.url().split('/').nth(1).and_then(|text| text.parse().ok()).unwrap_or(500u16);
            let _ = request.respond(Response::from_string(r#"{"message": "no"}"#).with_status_code(status));
        }
    });
    let ask = |status: &str| {
        let api = format!("http://{}/{status}", server.server_addr());
        let words = ["comment", "verdict.json", "--on", "github", "--repository", "a/b", "--number", "7"];
        program(folder.0.path())
            .args(words)
            .args(["--timeout", "0", "--api", &api])
            .env("GITHUB_TOKEN", "s3cret")
            .output()
            .unwrap()
    };
    for (status, says) in [
        ("401", ["the token was rejected (401)", "create a new token"]),
        ("404", ["repository or request not found", "check --repository, --number"]),
        ("422", ["rejected (422): no", "run `gate comment --dry-run` to print what would be sent"]),
        ("200", ["unexpected response", "https://HOST/api/v3"]),
        ("503", ["503", "check the network access to the address of --api"]),
    ] {
        is(&format!("comment, answered {status}"), &ask(status), 1, &says);
    }
    // A token without permission must not make the command fail.
    let output = ask("403");
    let said = said(&output);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.starts_with("warning: ") && said.contains("`pull-requests: write`"), "{said}");
    server.unblock();
    service.join().unwrap();
}

#[test]
fn the_exit_code_is_that_of_the_verdict_if_the_output_is_closed() {
    let project = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/docs/project");
    for format in ["html", "json"] {
        let words = ["check", "launches-of-the-change", "--base", "launches", "--format", format];
        let mut gate = Command::new(crate::common::GATE);
        gate.args(words)
            .current_dir(&project)
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::null());
        let mut gate = gate.spawn().unwrap();
        drop(gate.stdout.take());
        assert_eq!(gate.wait().unwrap().code(), Some(2), "{format}");
    }
}
