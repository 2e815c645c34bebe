//! Tests the table of requests to the system (work) in a terminal report, a comment and a page. All three have the same rows and numbers as
//! the launches, and state if requests were not counted.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use gate_report::{read_json, render_launches_page};
use serde_json::{Value, json};

use crate::common::gate;

/// The methods that make requests, each with its module and its owner.
const WHO: [(&str, &str, Option<&str>); 4] = [
    ("-[Cart reload]", "Cart", Some("@shop/cart")),
    ("-[Pay start]", "Pay", Some("@shop/pay")),
    ("-[Pay stop]", "Pay", Some("@shop/pay")),
    ("-[Free run]", "Free", None),
];

/// Requests of one kind by one method, on the main thread or on other threads. The calls and bytes are given for base and head, and are the
/// same in each launch.
struct Asked {
    kind: &'static str,
    by: usize,
    is_main: bool,
    calls: [u64; 2],
    bytes: [u64; 2],
}

fn few() -> Vec<Asked> {
    let asked = |kind, by, is_main, calls, bytes| Asked { kind, by, is_main, calls, bytes };
    vec![
        asked("file.open", 0, true, [3, 4], [0, 0]),
        asked("file.open", 0, false, [2, 2], [0, 0]),
        asked("file.read", 0, true, [7, 7], [1500, 1500]),
        asked("file.read", 1, true, [5, 5], [20, 20]),
        asked("file.read", 2, true, [1, 3], [480, 2_480_000]),
        asked("memory.allocate", 3, true, [1200, 1100], [96_000, 88_000]),
        asked("database.step", 1, true, [0, 12], [0, 0]),
        asked("queue.sync", 3, false, [1, 0], [0, 0]),
    ]
}

fn many() -> Vec<Asked> {
    const KINDS: [&str; 9] = [
        "file.open",
        "file.stat",
        "file.write",
        "file.map",
        "memory.map",
        "code.find",
        "database.open",
        "queue.async",
        "thread.make",
    ];
    let mut all = Vec::new();
    for (at, kind) in KINDS.into_iter().enumerate() {
        for (by, is_main) in [(0, true), (1, true), (3, true), (0, false)] {
            let calls = 2 + (at * 5 + by) as u64;
            all.push(Asked { kind, by, is_main, calls: [calls, calls + (at % 4) as u64], bytes: [0, 0] });
        }
    }
    all
}

/// Returns the launches of base or head as records. Without `asked`, no requests are counted.
fn records(asked: Option<&[Asked]>, side: usize) -> String {
    let mut all = String::new();
    for launch in 1..=7 {
        let methods: Vec<Value> = WHO
            .iter()
            .map(|(name, module, owner)| {
                json!({"name": name, "module": module, "owner": owner, "thread": "main", "calls": 1, "self_ns": 1e6, "total_ns": 1e6})
            })
            .collect();
        let frame = 5e7 + 1e5 * ((launch * 3) % 7) as f64;
        let mut record = json!({
            "format": "launchgate.launch/1", "session": (["base", "head"][side]), "launch": launch,
            "marks": {"main_ns": 2e7, "first_frame_ns": frame}, "methods": methods,
        });
        if let Some(asked) = asked {
            let row = |one: &Asked| json!({"kind": one.kind, "other": !one.is_main, "by": WHO[one.by].0, "calls": one.calls[side], "bytes": one.bytes[side]});
            record["work"] = asked.iter().map(row).collect();
        }
        writeln!(all, "{record}").unwrap();
    }
    all
}

/// Returns a verdict as a terminal report, a comment, a page and JSON. Without `base`, the verdict has no baseline.
fn told(folder: &Path, base: Option<Option<&[Asked]>>, head: Option<&[Asked]>) -> [String; 4] {
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let outputs = ["verdict.md", "verdict.html", "verdict.json"].map(path);
    std::fs::write(path("head.jsonl"), records(head, 1)).unwrap();
    let mut args = vec!["check".to_owned(), path("head.jsonl")];
    match base {
        Some(base) => {
            std::fs::write(path("base.jsonl"), records(base, 0)).unwrap();
            args.extend(["--base".to_owned(), path("base.jsonl")]);
        }
        None => {
            std::fs::create_dir(path("nothing")).unwrap();
            args.extend(["--baseline".to_owned(), path("nothing")]);
        }
    }
    args.extend(outputs.iter().flat_map(|output| ["--out".to_owned(), output.clone()]));
    let (_, text, err) = gate(&args);
    let [markdown, page, json] =
        outputs.map(|output| std::fs::read_to_string(output).unwrap_or_else(|_| panic!("{err}")));
    [text, markdown, page, json]
}

/// Formats a number of bytes as the reports do.
fn size(bytes: u64) -> String {
    match bytes {
        0..1000 => format!("{bytes} B"),
        1000..1_000_000 => format!("{:.1} KB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

/// Returns the expected rows, summed over the launches. The rows are ordered by three criteria: changed rows first, then rows of the main
/// thread first, then by the size of the change.
fn expected(asked: &[Asked]) -> Vec<String> {
    let mut sums: BTreeMap<(&str, &str, bool), [[u64; 2]; 2]> = BTreeMap::new();
    for one in asked {
        let (_, module, owner) = WHO[one.by];
        let [calls, bytes] = sums.entry((one.kind, owner.unwrap_or(module), one.is_main)).or_default();
        for side in 0..2 {
            (calls[side], bytes[side]) = (calls[side] + one.calls[side], bytes[side] + one.bytes[side]);
        }
    }
    let both = |values: [u64; 2], shown: fn(u64) -> String| match values {
        [base, head] if base == head => shown(head),
        [base, head] => format!("{} → {}", shown(base), shown(head)),
    };
    let mut rows: Vec<_> = sums
        .into_iter()
        .map(|((kind, owner, is_main), [calls, bytes])| {
            let bytes = if bytes == [0, 0] { String::new() } else { both(bytes, size) };
            let threads = if is_main { "main" } else { "other" };
            let cells = [kind, &both(calls, |calls| calls.to_string()), &bytes, owner, threads].join(" ");
            let change = calls[1].abs_diff(calls[0]);
            ((change == 0, !is_main, u64::MAX - change), plain(&cells))
        })
        .collect();
    rows.sort();
    rows.into_iter().map(|(_, cells)| cells).collect()
}

/// Joins words with single spaces.
fn plain(text: &str) -> String {
    text.replace(['\u{a0}', '`', '|'], " ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the rows of the table in each medium, in their order, and the text around the table.
fn rows(told: &[String; 4]) -> [(Vec<String>, String); 3] {
    let [text, markdown, page, _] = told;
    let is_row =
        |line: &str| line.split(' ').next().is_some_and(|kind| kind.trim_end_matches('.').contains('.'));
    let section = |text: &str, from: &str, to: &str| {
        let from = text.find(from).unwrap_or_else(|| panic!("no {from:?} in {text}"));
        let rest = &text[from..];
        rest[..rest.find(to).unwrap_or(rest.len())].to_owned()
    };
    let text = section(text, "\nWork", "\n\n");
    let markdown = section(markdown, "<summary>Work", "</details>");
    let page = section(page, "<section id=\"work\"", "</section>").replace("</tr>", "\n");
    let mut untagged = String::new();
    for part in page.split('<') {
        untagged += &format!(" {}", part.split_once('>').map_or(part, |(_, text)| text));
    }
    // If the name of a kind does not fit before the numbers, the name is on a separate line.
    let text = ["memory.allocate"]
        .iter()
        .fold(text, |text, kind| text.replace(&format!("\n  {kind}\n"), &format!("\n  {kind} ")));
    [text, markdown, untagged].map(|section| {
        let lines = section.lines().map(plain);
        let (rows, rest): (Vec<String>, Vec<String>) = lines.partition(|line| is_row(line));
        (rows, rest.join(" "))
    })
}

#[test]
fn text_comment_and_page_show_the_same_requests() {
    for (asked, changed) in [(few(), 5), (many(), 24)] {
        let folder = tempfile::tempdir().unwrap();
        let told = told(folder.path(), Some(Some(&asked)), Some(&asked));
        let mut expected = expected(&asked);
        let all = expected.len();
        for (medium, (rows, rest), most) in rows(&told)
            .into_iter()
            .zip([("text", 10), ("comment", 20), ("page", 200)])
            .map(|(found, (medium, most))| (medium, found, most))
        {
            assert!(rest.contains(&format!("Work ({changed} changed)")), "{medium}: {rest}");
            assert_eq!(rows.len(), all.min(most), "{medium}");
            // Rows with equal changes may be in any order, so the rows are sorted before the comparison.
            let (mut rows, mut first) = (rows, expected.clone());
            if all <= most {
                rows.sort();
                first.sort();
                assert_eq!(rows, first, "{medium}");
            } else {
                assert!(rows.iter().all(|row| first.contains(row)), "{medium}: {rows:#?}");
                assert!(rest.contains(&format!("and {} more", all - most)), "{medium}: {rest}");
            }
        }
        // All media show the rows in the same order.
        let [(text, _), (comment, _), (page, _)] = rows(&told);
        assert!(page.starts_with(&comment) && comment.starts_with(&text), "{text:#?} {comment:#?} {page:#?}");
        // Unchanged rows are at the end of the table.
        expected.truncate(changed);
        expected.sort();
        let mut first: Vec<String> = page[..changed].to_vec();
        first.sort();
        assert_eq!(first, expected);
    }
}

#[test]
fn every_report_states_if_requests_were_not_counted() {
    let (asked, nothing) = (few(), Vec::new());
    let none = "These launches did not count what they ask the system for.";
    for base in [Some(None), Some(Some(&asked[..])), None] {
        let folder = tempfile::tempdir().unwrap();
        let told = told(folder.path(), base, None);
        for (medium, (rows, rest)) in ["text", "comment", "page"].into_iter().zip(rows(&told)) {
            assert!(rows.is_empty() && rest.contains("Work: not measured"), "{medium}: {rest}");
            assert!(rest.contains(none), "{medium}: {rest}");
        }
        let json: Value = serde_json::from_str(&told[3]).unwrap();
        assert!(json.get("work").is_none());
        if base.is_none() {
            let look = render_launches_page(&read_json(&told[3]).unwrap()).unwrap();
            assert!(look.contains("<h2>Work: not measured</h2>") && look.contains(none));
        }
    }
    // If requests were not counted in the base, their number is unknown and not zero. The report therefore shows no change.
    let folder = tempfile::tempdir().unwrap();
    let told_of = told(folder.path(), Some(None), Some(&asked));
    for (rows, rest) in rows(&told_of) {
        let read = "file.read not measured → 8 not measured → 2.5 MB @shop/pay main";
        assert!(rows.iter().any(|row| row == read), "{rows:#?}");
        assert!(rows.iter().all(|row| row.contains(" not measured → ")), "{rows:#?}");
        assert!(!rest.contains("changed"), "{rest}");
    }
    // If requests were counted but their number was zero, the report contains a different sentence.
    for base in [Some(Some(&nothing[..])), None] {
        let folder = tempfile::tempdir().unwrap();
        let told = told(folder.path(), base, Some(&nothing));
        for (rows, rest) in rows(&told) {
            assert!(
                rows.is_empty() && rest.contains("Work: none") && !rest.contains("not measured"),
                "{rest}"
            );
        }
        let json: Value = serde_json::from_str(&told[3]).unwrap();
        assert_eq!(json["work"], json!([]));
    }
}

#[test]
fn look_and_explain_list_requests_and_state_if_they_were_not_counted() {
    let asked = few();
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: String| {
        let path = folder.path().join(name).to_str().unwrap().to_owned();
        std::fs::write(&path, text).unwrap();
        path
    };
    let counted = write("counted.jsonl", records(Some(&asked), 1));
    let before = write("before.jsonl", records(Some(&asked), 0));
    let without = write("without.jsonl", records(None, 1));
    let look = |runs: &str| gate(&["look", runs, "--no-open", "-o", &write("page.html", String::new())]).1;
    let seen = plain(&look(&counted));
    assert!(seen.contains("Work How often") && seen.contains("file.open 4 @shop/cart main"), "{seen}");
    let seen = plain(&look(&without));
    assert!(seen.contains("Work: not measured") && !seen.contains("file.open"), "{seen}");
    let explained = |what: &str, runs: &str, base: &str| {
        let (exit, told, err) = gate(&["explain", what, runs, "--base", base]);
        assert_eq!(exit, gate::cli::Exit::Pass, "{err}");
        plain(&told)
    };
    let told = explained("file.open", &counted, &before);
    assert!(told.contains("3 4 +1 -[Cart reload]") && !told.contains("not measured"), "{told}");
    let told = explained("file.open", &counted, &without);
    assert!(told.contains("base not measured") && told.contains("not measured 4 ? -[Cart reload]"), "{told}");
    let told = explained("file.open", &without, &before);
    assert!(told.contains("head not measured") && told.contains("3 not measured ? -[Cart reload]"), "{told}");
    let told = explained("file.open", &without, &without);
    assert!(told.contains("base not measured, head not measured") && !told.contains("-[Cart"), "{told}");
    // If one launch did not count requests, the average is that of the remaining launches.
    let partly = write("partly.jsonl", records(Some(&asked), 1) + records(None, 1).lines().next().unwrap());
    let told = explained("file.open", &partly, &before);
    assert!(told.contains("3 4 +1 -[Cart reload]"), "{told}");
    // The counters of the process (such as page-ins) are reported in the same way.
    let told = explained("page_ins", &counted, &before);
    assert!(told.contains("base not measured, head not measured"), "{told}");
}
