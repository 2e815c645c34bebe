//! Tests attacks by a pull request on its own verdict. Each row of a table contains the files that the change writes and the required
//! result. The test runs the action's scripts.
//!
//! The app is slower in the rows with settings and files of the checkout. In the rows with settings and files of the checkout only two
//! results are right: the verdict "regressed", or a job that refuses the files of the change. The other rows of the table change a build in
//! a way that a comparison of builds must notice, or forge the verdict that the job with the comment shows. The test prints the number of
//! rows and of successful attacks.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use e2e::lab::Lab;
use e2e::shop::Shop;
use phone::build::{Style, workspace};
use serde_json::json;

use super::github::{GATE, action};
use super::others::{copy, git};
use super::runner::{Event, Job, Machine, Map, Ran};

/// A credential of the job, which is stored in the `.git/config` of its checkout.
const SECRET: &str = "hunter2-token-of-the-job";

/// The settings file of the base.
const SETTINGS: &str = "[[scenario]]\nname = \"cold\"\nenvironment = { SHOP_ALL = \"2\" }\n";

struct Attack {
    name: &'static str,
    /// Whether the base has a settings file; if not, the settings file of the change is used.
    has_base: bool,
    writes: &'static [(&'static str, Written)],
    must: Must,
}

#[derive(Clone, Copy)]
enum Written {
    Text(&'static str),
    /// A symbolic link to this path.
    Link(&'static str),
    Removed,
}

enum Must {
    /// The verdict is "regressed", and the summary contains all listed texts.
    Regress(&'static [&'static str]),
    /// The job fails, and its output contains this text.
    Refuse(&'static str),
}

use Must::{Refuse, Regress};
use Written::{Link, Removed, Text};

const fn row(name: &'static str, writes: &'static [(&'static str, Written)], must: Must) -> Attack {
    Attack { name, has_base: true, writes, must }
}

/// Returns an attack by a change that adds the first settings file of the repository.
const fn first(name: &'static str, writes: &'static [(&'static str, Written)], must: Must) -> Attack {
    Attack { has_base: false, ..row(name, writes, must) }
}

const STORED: &str = "baselines/com.example.shop";
const ACCEPTED: &str = "baselines/accepted.tsv";

/// Settings in every table of the settings file, with which a check would have no finding.
const EVERY_TABLE: &str = "[gate]\neffect = \"90%\"\nfail_from = \"90%\"\nmatters = \"90%\"\nfloor = \"9s\"\nalpha = 0.001\npool = 1\nmin_launches = 500\nthreads = \"all\"\nundecided = \"pass\"\n[baseline]\ndir = \"x\"\n[attribution]\nsymbols = \".git\"\n[report]\nnames = \"hashed\"\n[facts]\nsize = 1\n[work]\nfail = []\n[counts]\nallowed = \"any\"\n[[module]]\nname = \"M\"\nclasses = [\"*\"]\n[[override]]\nmethods = [\"*\"]\nignore = true\nreason = \"r\"\n";

/// The record of a launch that took no time.
const FORGED: &str = "{\"format\":\"launchgate.launch/1\",\"session\":\"s\",\"launch\":1,\"marks\":{\"first_frame_ns\":1},\"methods\":[]}\n";

/// Attacks on a job that compares recorded launches with the committed baseline.
const RECORDED: &[Attack] = &[
    row("no attack", &[], Regress(&[])),
    row(
        "weaker settings",
        &[("config.toml", Text("[gate]\neffect = \"100000%\"\nundecided = \"pass\"\n"))],
        Regress(&["this change sets gate.effect to", "this change sets gate.undecided to"]),
    ),
    row(
        "an override of every method",
        &[("config.toml", Text("[[override]]\nmethods = [\"*\"]\neffect = \"9000%\"\nreason = \"r\"\n"))],
        Regress(&["this change sets override to"]),
    ),
    row(
        "settings of another name beside the base's",
        &[("launchgate.toml", Text("[gate]\neffect = \"100000%\"\n"))],
        Regress(&[]),
    ),
    row(
        "every table of the settings",
        &[("config.toml", Text(EVERY_TABLE))],
        Regress(&["more settings differ"]),
    ),
    row("settings that are gone", &[("config.toml", Removed)], Regress(&[])),
    row("settings that cannot be read", &[("config.toml", Text("[gate\n"))], Refuse("config.toml")),
    row("settings that are a link", &[("config.toml", Link("/etc/hostname"))], Refuse("symbolic link")),
    row("a link to the settings of git", &[("config.toml", Link(".git/config"))], Refuse("symbolic link")),
    row(
        "settings that name a file of the machine",
        &[("config.toml", Text("[attribution]\nlink_maps = [\"/etc/hostname\"]\ncodeowners = \"../x\"\n"))],
        Regress(&[]),
    ),
    row(
        "settings that name another store",
        &[("config.toml", Text("[baseline]\ndir = \"s3://attacker/x\"\n"))],
        Regress(&["this change sets baseline.dir to"]),
    ),
    row("sessions that are gone", &[(STORED, Removed)], Regress(&["; this change edits the baselines"])),
    row(
        "sessions that are a link",
        &[(STORED, Removed), (STORED, Link("/tmp"))],
        Regress(&["; this change edits the baselines"]),
    ),
    row(
        "an edit of the sessions that attributes hide from git",
        &[(STORED, Removed), (".gitattributes", Text("baselines/** -diff text eol=crlf filter=x\n"))],
        Regress(&["; this change edits the baselines"]),
    ),
    row(
        "a salt",
        &[("baselines/salt", Text("0123456789abcdef0123456789abcdef\n"))],
        Regress(&["; this change edits the baselines"]),
    ),
    row(
        "a session that is no session",
        &[("baselines/com.example.shop/cold/iPhone14,5/2027-01-01T000000-0000.tsv", Text("x\n"))],
        Regress(&["; this change edits the baselines"]),
    ),
    row(
        "facts of the stored build",
        &[("baselines/com.example.shop/cold/iPhone14,5/2026-11-22T013735-16cd.facts", Text("{}\n"))],
        Regress(&["; this change edits the baselines"]),
    ),
    row(
        "an anchor",
        &[(
            "baselines/com.example.shop/cold/iPhone14,5/anchor",
            Text("launchgate.anchor/1\nsession\t2026-11-22T013735-16cd\n"),
        )],
        Regress(&["; this change edits the baselines"]),
    ),
    row(
        "a store that is a link",
        &[("baselines", Removed), ("baselines", Link("/tmp"))],
        Refuse("symbolic link"),
    ),
    row("acceptances that are a link", &[(ACCEPTED, Link("/etc/hostname"))], Refuse("symbolic link")),
    row("acceptances that cannot be read", &[(ACCEPTED, Text("x\n"))], Refuse("accepted.tsv")),
    row("owners that are a link", &[("CODEOWNERS", Link("/etc/hostname"))], Refuse("symbolic link")),
    row("owners that are a link to git", &[(".github", Link(".git"))], Refuse("symbolic link")),
    row(
        "an acceptance of everything",
        &[(ACCEPTED, Text("launchgate.accepted/1\naccept\t*\t9999-12-31\t@m\tfine\tup-to=+900%\n"))],
        Regress(&["an acceptance in this change names several things and is ignored"]),
    ),
    row(
        "an acceptance of every class",
        &[(ACCEPTED, Text("launchgate.accepted/1\naccept\t-[* *]\t2026-12-31\t@m\tfine\tup-to=+900%\n"))],
        Regress(&["names several things and is ignored"]),
    ),
    row(
        "an acceptance for ever",
        &[(
            ACCEPTED,
            Text("launchgate.accepted/1\naccept\t-[ImagingDecoder *]\t9999-12-31\t@m\tfine\tup-to=+900%\n"),
        )],
        Regress(&["is for more than a year and is ignored"]),
    ),
    row(
        "a folder of reports that is a link",
        &[("launchgate", Link("/tmp"))],
        Refuse("launchgate is a symbolic link"),
    ),
    row("a report that is a link", &[("launchgate/report.md", Link("/tmp/x"))], Refuse("symbolic link")),
    row("a verdict", &[("launchgate/verdict.json", Text("{\"verdict\":\"pass\"}\n"))], Regress(&[])),
    row(
        "settings in the folder of the base",
        &[("launchgate/base/config.toml", Text("[gate]\neffect = \"100000%\"\n"))],
        Regress(&[]),
    ),
    row("a folder of the base that is a link", &[("launchgate/base", Link("/tmp"))], Regress(&[])),
    row("a comment", &[("launchgate/report.md", Text("all is well\n"))], Regress(&[])),
    row(
        "programs in the checkout",
        &[("gate", Text("#!/bin/sh\ntouch pwned\n")), ("git", Text("#!/bin/sh\ntouch pwned\n"))],
        Regress(&[]),
    ),
    first(
        "first settings that name a bucket",
        &[("config.toml", Text("[baseline]\ndir = \"s3://attacker/x\"\n"))],
        Refuse("baseline.dir is s3://attacker/x"),
    ),
    first(
        "first settings that leave their folder",
        &[("config.toml", Text("[attribution]\ncodeowners = \"../../secret\"\n"))],
        Refuse("is not inside the folder of the settings"),
    ),
    first(
        "first settings that read what git keeps",
        &[("config.toml", Text("[attribution]\nlink_maps = [\".git/config\"]\n"))],
        Refuse("is where git keeps its own data"),
    ),
    first("first settings", &[("config.toml", Text(SETTINGS))], Regress(&["the base has no settings"])),
];

/// Attacks on a job that launches builds on a phone.
const LAUNCHED: &[Attack] = &[
    row(
        "a scenario that makes the app quick",
        &[(
            "config.toml",
            Text(
                "[[scenario]]\nname = \"cold\"\nenvironment = { SHOP_SLOW = \"none\", SHOP_MORE = \"none\" }\n",
            ),
        )],
        Regress(&["this change sets scenario to"]),
    ),
    row(
        "too few launches to see anything",
        &[(
            "config.toml",
            Text("[gate]\nlooks = [2]\nmin_launches = 2\n[device]\nretries = 0\nkeep_data = true\n"),
        )],
        Regress(&["this change sets gate.looks to", "this change sets device.keep_data to"]),
    ),
    row(
        "settings of the device under which no run ends",
        &[(
            "config.toml",
            Text(
                "[device]\nwarmup = 99\nlost_limit = 0\nanswer_timeout = \"1ms\"\nrest_when_hot = \"32400s\"\nseed = 1\ndense_launches = 0\n[counts]\nlaunches = 0\n[simulator]\ntype = \"x\"\n",
            ),
        )],
        Regress(&["this change sets device.answer_timeout to", "this change sets counts.launches to"]),
    ),
    row(
        "every table of the settings",
        &[("config.toml", Text(EVERY_TABLE))],
        Regress(&["more settings differ"]),
    ),
    row(
        "launches and facts in the folder of the run",
        &[
            ("launchgate/launches/forged.jsonl", Text(FORGED)),
            ("launchgate/launches/build.facts", Text("{}\n")),
            ("launchgate/launches/base.facts", Text("{}\n")),
        ],
        Regress(&[]),
    ),
    row("a folder of the run that is a link", &[("launchgate/launches", Link("/tmp"))], Regress(&[])),
    row("apps that are a link", &[("launchgate/apps", Link("/tmp"))], Regress(&[])),
    row(
        "a container with the token of the job",
        &[("config.toml", Text("[[scenario]]\nname = \"cold\"\ncontainer = \".git\"\n"))],
        Regress(&["this change sets scenario to"]),
    ),
    row(
        "a command of a driver",
        &[(
            "config.toml",
            Text(
                "[[driver]]\nname = \"farm\"\nabout = \"a\"\nget = \"g\"\nversion = { command = [\"/bin/sh\", \"-c\", \"touch pwned\"] }\ndevices = { command = [\"/bin/sh\", \"-c\", \"touch pwned\"], answer = { pattern = \"(?P<udid>x)\" } }\n",
            ),
        )],
        Regress(&["this change sets driver to"]),
    ),
    row(
        "the log of a run of equal builds",
        &[(
            "launchgate/launches/run.jsonl",
            Text(
                "{\"format\":\"launchgate.run/1\",\"session\":\"s\",\"scenario\":\"\",\"app\":\"com.example.shop\",\"udid\":\"\",\"model\":null,\"os\":null,\"link\":\"\",\"driver\":\"\",\"launches\":10,\"warmup\":0,\"seed\":null,\"looks\":[],\"equal\":true}\n",
            ),
        )],
        Regress(&[]),
    ),
    first(
        "first settings whose container is that of git",
        &[("config.toml", Text("[[scenario]]\nname = \"cold\"\ncontainer = \".git\"\n"))],
        Refuse("git keeps its own data there"),
    ),
    first(
        "first settings whose container is the checkout",
        &[("config.toml", Text("[[scenario]]\nname = \"cold\"\ncontainer = \".\"\n"))],
        Refuse("git keeps its own data there"),
    ),
];

/// A change of the app's bundle that has no effect on its code.
struct Resource {
    name: &'static str,
    path: &'static str,
    base: Option<Written>,
    head: Written,
}

/// Changes that are not noticed if a comparison of builds leaves out too much. Equal builds pass without a launch.
const RESOURCES: &[Resource] = &[
    Resource {
        name: "a file in a folder with the name of a signature",
        path: "Data/_CodeSignature/flags.json",
        base: None,
        head: Text("{}"),
    },
    Resource {
        name: "a file with the name of a profile",
        path: "Data/embedded.mobileprovision",
        base: None,
        head: Text("{}"),
    },
    Resource {
        name: "a link with another target",
        path: "current",
        base: Some(Link("Info.plist")),
        head: Link("Shop"),
    },
    Resource {
        name: "a text with the name of a side",
        path: "R.bundle/Info.plist",
        base: Some(Text("<plist><dict><key>K</key><string>x.launchgate-base</string></dict></plist>")),
        head: Text("<plist><dict><key>K</key><string>x.launchgate-head</string></dict></plist>"),
    },
];

/// A link in the origin of the verdict, which the job with the comment shows. Each link leads to a page that does not belong to the
/// repository, and its address contains "evil".
struct Forgery {
    name: &'static str,
    field: &'static str,
    link: &'static str,
}

const fn forged(name: &'static str, link: &'static str) -> Forgery {
    Forgery { name, field: "run_url", link }
}

const SHOWN: &[Forgery] = &[
    forged("a link to another service", "https://evil.example/x"),
    forged("a link with escaped dots", "https://github.com/acme/shop/%2e%2e/%2e%2e/evil/phish"),
    forged("a link with half escaped dots", "https://github.com/acme/shop/.%2e/.%2E/evil/phish"),
    forged("a link with backslashes", "https://github.com/acme/shop/\\..\\..\\evil"),
    forged("a link to a repository with a longer name", "https://github.com/acme/shop-evil"),
    Forgery {
        name: "a repository of another service",
        field: "repository_url",
        link: "https://evil.example/acme/shop",
    },
];

/// Returns a job for a pull request with this change. The job checks out the merge commit that the service makes.
fn request<'m>(machine: &'m Machine, attack: &Attack) -> Job<'m> {
    let name = attack.name.replace(' ', "-");
    let reference = "refs/pull/7/merge".to_owned();
    let event = Event { name: "pull_request", payload: json!({}), sha: "0".repeat(40), reference };
    let mut job = machine.job(&name, &event, Map::new()).unwrap();
    let place = job.workspace.clone();
    let author = ["-c", "user.name=Ann", "-c", "user.email=ann@example.com"];
    let commit = |subject: &str| {
        git(&place, &["add", "--all", "--force"]).unwrap();
        git(&place, &[&author[..], &["commit", "--quiet", "--allow-empty", "-m", subject]].concat()).unwrap();
        git(&place, &["rev-parse", "HEAD"]).unwrap()
    };
    git(&place, &["init", "--quiet", "--initial-branch=main"]).unwrap();
    git(&place, &["remote", "add", "origin", &format!("https://ci:{SECRET}@example.com/a.git")]).unwrap();
    copy(&workspace().join("baselines"), &place.join("baselines")).unwrap();
    if attack.has_base {
        fs::write(place.join("config.toml"), SETTINGS).unwrap();
    }
    let base = commit("The base");
    for (path, written) in attack.writes {
        write(&place.join(path), *written);
    }
    let head = commit("The change");
    let merge = ["commit-tree", &format!("{head}^{{tree}}"), "-p", &base, "-p", &head, "-m", "Merge"];
    let sha = git(&place, &[&author[..], &merge].concat()).unwrap();
    git(&place, &["checkout", "--quiet", "--detach", &sha]).unwrap();
    let payload = json!({"pull_request": {"number": 7, "head": {"sha": head}, "base": {"sha": base}}});
    fs::write(place.join("../temp/event.json"), payload.to_string()).unwrap();
    job.event.payload = payload;
    job.event.sha = sha;
    job
}

fn write(path: &Path, written: Written) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    if path.is_dir() && !path.is_symlink() {
        fs::remove_dir_all(path).unwrap();
    } else if path.symlink_metadata().is_ok() {
        fs::remove_file(path).unwrap();
    }
    match written {
        Text(text) => fs::write(path, text).unwrap(),
        Link(target) => symlink(target, path).unwrap(),
        Removed => {}
    }
}

/// Runs the action on a change. Returns the reason if the attack succeeded.
fn run(machine: &Machine, attack: &Attack, inputs: &[(&str, String)]) -> Option<String> {
    let mut job = request(machine, attack);
    let own = [("suffix", suffix(attack.name)), ("gate", GATE.to_owned())];
    let inputs = own.iter().chain(inputs).map(|(name, value)| ((*name).to_owned(), value.clone()));
    let ran = job.action(&action(), "acme/launchgate/.github/action@v0.1.0", &inputs.collect()).unwrap();
    let verdict = ran.outputs.get("verdict").cloned().unwrap_or_default();
    let wrong = match attack.must {
        Regress(seen) => {
            let missing = seen.iter().find(|text| !job.summary.contains(**text));
            let is_red = ran.failed == Some(2) && verdict == "regressed";
            (!is_red)
                .then(|| format!("{:?} {verdict:?}", ran.failed))
                .or(missing.map(|text| format!("unseen: {text}")))
        }
        Refuse(text) => {
            let is_refused = ran.failed == Some(1) && verdict.is_empty() && job.said.contains(text);
            (!is_refused).then(|| format!("{:?} {verdict:?}, expected {text:?}", ran.failed))
        }
    };
    let told = job.said.contains(SECRET) || job.summary.contains(SECRET);
    let wrong = wrong.or(told.then(|| "the token is told".to_owned()));
    let wrong = wrong.or(job.workspace.join("pwned").exists().then(|| "a command ran".to_owned()));
    wrong.map(|wrong| format!("{}: {wrong}\n{}", attack.name, job.said))
}

/// Copies the app to a new folder, and adds a file or a link. Returns the path of the copy.
fn altered(shop: &Shop, folder: &Path, path: &str, written: Option<Written>) -> String {
    let app = folder.join("Shop.app");
    copy(&shop.app(), &app).unwrap();
    if let Some(written) = written {
        write(&app.join(path), written);
    }
    app.display().to_string()
}

/// Runs the action on a build with another resource. Returns the reason if it was regarded as equal to the base.
fn run_resource(
    machine: &Machine,
    shop: &Shop,
    resource: &Resource,
    inputs: &[(&str, String)],
) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    let head = altered(shop, &folder.path().join("head"), resource.path, Some(resource.head));
    let base = altered(shop, &folder.path().join("base"), resource.path, resource.base);
    let mut job = request(machine, &row(resource.name, &[], Regress(&[])));
    let own = [
        ("app", head),
        ("base-app", base),
        ("suffix", suffix(resource.name)),
        ("gate", GATE.to_owned()),
        ("launches", "1".to_owned()),
    ];
    // Inputs that belong to one row replace the inputs with the same name that all rows have.
    let all = inputs.iter().chain(&own).map(|(name, value)| ((*name).to_owned(), value.clone()));
    let ran = job.action(&action(), "acme/launchgate/.github/action@v0.1.0", &all.collect()).unwrap();
    let verdict = ran.outputs.get("verdict").cloned().unwrap_or_default();
    // One launch of each build is too few for a pass.
    (verdict != "undecided").then(|| format!("{}: {verdict:?}\n{}", resource.name, job.said))
}

/// Runs the action with forged verdicts. Returns a description of each forged verdict whose link was shown or that was not shown at all.
fn on_shown() -> Vec<String> {
    let mut machine = Machine::new().unwrap();
    machine.variables.insert("GITHUB_SERVER_URL".to_owned(), "https://github.com".to_owned());
    let mut judged = request(&machine, &row("judged", &[], Regress(&[])));
    show(&mut judged, "judged", ("runs", recorded()));
    let verdict = fs::read_to_string(judged.workspace.join("launchgate/verdict.json")).unwrap();
    let verdict = serde_json::from_str(&verdict).unwrap();
    SHOWN.iter().filter_map(|forgery| run_forgery(&machine, forgery, &verdict)).collect()
}

/// Runs the action with a forged verdict. Returns a description of the failure if the forged link is shown, or if the verdict is not shown
/// at all.
fn run_forgery(machine: &Machine, forgery: &Forgery, verdict: &serde_json::Value) -> Option<String> {
    let mut verdict = verdict.clone();
    verdict["origin"][forgery.field] = forgery.link.into();
    let mut job = request(machine, &row(forgery.name, &[], Regress(&[])));
    let forged = job.workspace.join("../forged.json");
    fs::write(&forged, verdict.to_string()).unwrap();
    let ran = show(&mut job, forgery.name, ("verdict", forged.display().to_string()));
    let page = fs::read_to_string(job.workspace.join("launchgate/report.html")).unwrap_or_default();
    let is_shown = [&job.summary, &page].iter().any(|text| text.contains("evil"));
    let is_wrong = is_shown || job.summary.is_empty() || page.is_empty() || ran.failed.is_some();
    is_wrong.then(|| format!("{}: {:?}\n{}{}", forgery.name, ran.failed, job.said, job.summary))
}

/// Runs the action with one input, and with the gate of the tests as its program.
fn show(job: &mut Job<'_>, row: &str, (name, value): (&str, String)) -> Ran {
    let program = GATE.to_owned();
    let inputs = [("suffix", suffix(row)), ("gate", program.clone()), ("agent", program), (name, value)];
    let inputs = inputs.map(|(name, value)| (name.to_owned(), value));
    job.action(&action(), "acme/launchgate/.github/action@v0.1.0", &inputs.into()).unwrap()
}

/// Returns an ending for the names of the artifacts of a row.
fn suffix(row: &str) -> String {
    format!("-{}", row.replace(' ', "-"))
}

/// Returns the path of launches of the slower build.
fn recorded() -> String {
    workspace().join("gate/tests/docs/project/launches-of-the-change").display().to_string()
}

/// Runs the attacks on recorded launches. Returns the reasons for the attacks that succeeded.
fn on_recorded() -> Vec<String> {
    let machine = Machine::new().unwrap();
    let inputs = [("runs", recorded()), ("agent", GATE.to_owned())];
    RECORDED.iter().filter_map(|attack| run(&machine, attack, &inputs)).collect()
}

/// Runs the attacks on runs with a phone. Returns the reasons for the attacks that succeeded.
fn on_launched() -> Vec<String> {
    let lab = Lab::new("17.5").unwrap();
    let mut machine = Machine::new().unwrap();
    machine.variables.insert("USBMUXD_SOCKET_ADDRESS".to_owned(), lab.address());
    let shop = Shop::build(Style::Chained).unwrap();
    let slower = Shop::build_slow(Style::Chained, "Imaging.decode:12").unwrap();
    let shown = |path: PathBuf| path.display().to_string();
    let inputs = [
        ("app", shown(slower.ipa().unwrap())),
        ("base-app", shown(shop.ipa().unwrap())),
        ("agent", shown(phone::build::agent().unwrap())),
        ("launches", "5".to_owned()),
        // The builds are launched side by side, as in the jobs of `gate init`. Each build is installed once, so fewer launches follow an
        // installation.
        ("side-by-side", "true".to_owned()),
        ("rest", "0".to_owned()),
        ("confirm", "false".to_owned()),
        ("driver", "embedded".to_owned()),
        ("kept", "none".to_owned()),
    ];
    let slower = LAUNCHED.iter().filter_map(|attack| run(&machine, attack, &inputs));
    let equal = RESOURCES.iter().filter_map(|resource| run_resource(&machine, &shop, resource, &inputs));
    slower.chain(equal).collect()
}

/// All attacks are in one test, because `cargo xtask bench gate` reads both figures from one line.
#[test]
fn no_attack_by_a_change_on_its_own_judgement_succeeds() {
    let (recorded, launched) = std::thread::scope(|scope| {
        let recorded = scope.spawn(|| [on_recorded(), on_shown()].concat());
        let launched = on_launched();
        (recorded.join().unwrap(), launched)
    });
    let rows = RECORDED.len() + SHOWN.len() + LAUNCHED.len() + RESOURCES.len();
    let through = [recorded, launched].concat();
    println!("\n{{\"gate.attacks.rows\": {rows}, \"gate.attacks.through\": {}}}", through.len());
    assert!(through.is_empty(), "{}", through.join("\n\n"));
}
