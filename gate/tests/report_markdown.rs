//! Tests that names never become markup, by reading the Markdown with a third-party parser of GitHub's dialect.

use std::collections::BTreeSet;

use comrak::nodes::{AstNode, NodeValue};
use comrak::{Arena, Options, parse_document};
use gate_decision::Subject;
use gate_report::value::RowStatus;
use gate_report::{LONGEST, MARKER, MarkdownOptions, Report, read_json, render_markdown};
use proptest::prelude::*;
use serde_json::Value;

use crate::common::fixture;

/// Returns options with more extensions than GitHub has. A text that is not markup with these options is not markup on GitHub either.
fn options() -> Options<'static> {
    let mut options = Options::default();
    let extension = &mut options.extension;
    extension.autolink = true;
    extension.table = true;
    extension.strikethrough = true;
    extension.tasklist = true;
    extension.footnotes = true;
    extension.superscript = true;
    extension.math_dollars = true;
    extension.math_code = true;
    extension.alerts = true;
    options
}

/// Returns everything outside of code: the kinds of nodes, text, raw HTML and links.
pub fn skeleton(text: &str) -> Vec<String> {
    let arena = Arena::new();
    let root = parse_document(&arena, text, &options());
    let mut out = Vec::new();
    walk(root, &mut out);
    out
}

fn walk<'a>(node: &'a AstNode<'a>, out: &mut Vec<String>) {
    out.push(match &node.data.borrow().value {
        NodeValue::Code(_) => "code".to_owned(),
        NodeValue::CodeBlock(block) => format!("block {:?}", block.info),
        // The link to a source file contains the name of the file after the commit. No other link may depend on a name.
        NodeValue::Link(link) if link.url.contains("/blob/") || link.url.contains("/commit/") => {
            let place = if link.url.contains("/blob/") { "/blob/" } else { "/commit/" };
            let (own, rest) = link.url.split_once(place).expect("it is there");
            let is_page = rest.chars().all(|c| c.is_ascii_alphanumeric() || "-_./%#".contains(c));
            assert!(is_page && !rest.split('/').any(|part| part == ".."), "{}", link.url);
            format!("Link(NodeLink {{ url: \"{own}/…\" }})")
        }
        other => format!("{other:?}"),
    });
    for child in node.children() {
        walk(child, out);
    }
    out.push("end".to_owned());
}

/// Returns the contents of code spans and blocks.
fn codes(text: &str) -> Vec<String> {
    let arena = Arena::new();
    let root = parse_document(&arena, text, &options());
    root.descendants()
        .filter_map(|node| match &node.data.borrow().value {
            NodeValue::Code(code) => Some(code.literal.clone()),
            _ => None,
        })
        .collect()
}

/// Returns the shared fixture with this name in every field for a name.
fn named(name: &str) -> Report {
    let mut report = fixture::shared();
    let all = [&mut report.findings, &mut report.suspects, &mut report.wholes];
    for row in all.into_iter().flatten() {
        row.name = name.to_owned();
        if row.subject.method().is_some() {
            row.subject = Subject::Method(name.into());
        }
        row.module = row.module.as_ref().map(|module| format!("{module}{name}"));
        row.owner = row.owner.as_ref().map(|_| name.to_owned());
        row.file = row.file.as_ref().map(|_| name.to_owned());
        row.path = vec![name.to_owned(); 3];
        let accepted = gate_report::value::AcceptedRegression {
            up_to: Some("+8%".to_owned()),
            reason: name.to_owned(),
            owner: name.to_owned(),
            until: name.to_owned(),
            by_change: true,
            too_large: false,
        };
        row.status = Some(match row.moved_from() {
            Some(_) => RowStatus::Moved { from: name.to_owned() }.into(),
            None => RowStatus::Accepted(accepted).into(),
        });
    }
    let condition = gate_report::value::ConditionPair {
        condition: gate_report::word::StoredWord::from_text(name),
        base: vec![name.to_owned(), name.to_owned()],
        head: vec![name.to_owned()],
    };
    report.differences = vec![condition];
    report.warnings = vec![name.to_owned()];
    report.reasons = vec![fixture::reason_about(name)];
    if let Some(launches) = &mut report.launches {
        launches.excluded[0].source = name.to_owned();
        launches.excluded[0].reason = gate_report::word::StoredWord::from_text(name);
    }
    report
}

/// Checks that a name changes only the contents of code spans and blocks.
fn check(name: &str, how: MarkdownOptions) {
    if how.mention && name.trim().starts_with('@') {
        return;
    }
    // If the name is too long, commands in the comment omit it. The harmless name with which a long hostile name is compared must therefore
    // be too long, too.
    let short = "x".repeat(if name.len() > 300 { 400 } else { 1 });
    let (tame, wild) = (render_markdown(&named(&short), how), render_markdown(&named(name), how));
    let (tame, wild) = (skeleton(&tame), skeleton(&wild));
    let at = tame.iter().zip(&wild).position(|(a, b)| a != b);
    assert!(tame == wild, "{name:?}: {:?} became {:?}", at.map(|at| &tame[at]), at.map(|at| &wild[at]));
}

/// Collects the JSON paths of all strings in a verdict.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::String(_) => found.push(at.to_owned()),
        Value::Array(all) => {
            for (index, one) in all.iter().enumerate() {
                places(one, &format!("{at}/{index}"), found);
            }
        }
        Value::Object(all) => {
            for (key, one) in all {
                places(one, &format!("{at}/{}", key.replace('~', "~0").replace('/', "~1")), found);
            }
        }
        _ => {}
    }
}

/// Returns the alternatives of a schema node, such as the codes of a reason.
fn variants<'a>(schema: &'a Value, node: &'a Value) -> Option<&'a Vec<Value>> {
    let found = node["$ref"].as_str().and_then(|reference| schema.pointer(reference.trim_start_matches('#')));
    found.unwrap_or(node)["oneOf"].as_array()
}

/// Returns a JSON value that has every property of the schema. All booleans of the value are `flag`.
fn full(schema: &Value, node: &Value, flag: bool) -> Value {
    if let Some(reference) = node["$ref"].as_str() {
        let found = schema.pointer(reference.trim_start_matches('#')).expect("the schema defines it");
        return full(schema, found, flag);
    }
    if !node["const"].is_null() {
        return node["const"].clone();
    }
    if let Some(words) = node["enum"].as_array() {
        return words[0].clone();
    }
    if let Some(first) = node["oneOf"].get(0).or(node["anyOf"].get(0)) {
        return full(schema, first, flag);
    }
    let kind = node["type"].as_str().or_else(|| node["type"][0].as_str()).expect("a type");
    match kind {
        "object" => match node["properties"].as_object() {
            Some(fields) => fields.iter().map(|(key, one)| (key.clone(), full(schema, one, flag))).collect(),
            // The keys of this object are names.
            None => serde_json::json!({"x": full(schema, &node["additionalProperties"], flag)}),
        },
        "array" if variants(schema, &node["items"]).is_some() => variants(schema, &node["items"])
            .into_iter()
            .flatten()
            .map(|one| full(schema, one, flag))
            .collect(),
        "array" => {
            let count = node["minItems"].as_u64().unwrap_or(1);
            (0..count).map(|_| full(schema, &node["items"], flag)).collect()
        }
        "string" => "x".into(),
        "boolean" => flag.into(),
        "integer" | "number" => 0.into(),
        other => panic!("the schema has a type {other}"),
    }
}

/// Returns verdicts that together contain every key of the schema: each answer, and each kind of finding.
fn full_verdicts() -> Vec<(String, Value)> {
    let schema: Value = serde_json::from_str(include_str!("../schema/verdict-1.schema.json")).expect("JSON");
    let words = |at: &str| {
        schema.pointer(at).and_then(Value::as_array).cloned().unwrap_or_else(|| panic!("no words at {at}"))
    };
    let subjects = words("/$defs/subject/properties/kind/enum");
    let mut all = Vec::new();
    for flag in [true, false] {
        let whole = full(&schema, &schema, flag);
        for answer in words("/properties/verdict/enum") {
            let mut verdict = whole.clone();
            verdict["verdict"] = answer.clone();
            all.push((format!("{answer} {flag}"), verdict));
        }
        if !flag {
            continue;
        }
        for (at, kind) in words("/$defs/row/properties/kind/enum").into_iter().enumerate() {
            let mut verdict = whole.clone();
            verdict["verdict"] = "regressed".into();
            let row = &mut verdict["findings"][0];
            row["kind"] = kind.clone();
            row["subject"]["kind"] = subjects[at % subjects.len()].clone();
            // A row has either calls or a sentence about the launches as its evidence, so rows alternate
            // between them.
            if at % 2 == 0 {
                row.as_object_mut().expect("a row").remove("told");
            }
            all.push((format!("{kind} {flag}"), verdict));
        }
    }
    all
}

/// Returns the parts of a comment on this verdict in which the strings at these paths are replaced by `text`;
/// `None` if the verdict cannot be read.
fn comment_with(verdict: &Value, places: &[&String], text: &str) -> Option<Vec<String>> {
    let mut verdict = verdict.clone();
    for place in places {
        *verdict.pointer_mut(place).expect("it was found there") = text.into();
    }
    let report = read_json(&verdict.to_string()).ok()?;
    let text = render_markdown(&report, MarkdownOptions::default());
    let commands = text.lines().filter(|line| line.trim_start().starts_with('/'));
    Some(skeleton(&text).into_iter().chain(commands.map(str::to_owned)).collect())
}

/// Replaces every string of a verdict, as a job that runs foreign code could do, in verdicts from the schema
/// and in real verdicts. `cargo xtask bench gate` reports the number of strings that become markup.
#[test]
fn no_string_of_a_verdict_becomes_markup_in_a_comment() {
    let more = [
        "**approve** #1",
        "@acme/admins",
        "[Sign in](https://evil.example)",
        "<img src=//ev.example/p>",
        "`@a` **b**",
        "``",
        "| a | b |",
        "</details><h1>",
        "![x](//ev.example)",
        "~~x~~ $x$",
        "[^1]",
        "a\n\n# b",
        "<!-- -->",
        "\\`@a",
        "&lt;b&gt;",
        "www.ev.example",
        // The strings are GitLab's references and its commands, which would run with the rights of the comment's author.
        "!1 ~bug %1 &1 $1 [vulnerability:1]",
        "/approve",
        "x\n/close\n/merge",
    ];
    let hostile: Vec<&str> =
        fixture::HOSTILE.into_iter().filter(|text| text.len() < 2_000).chain(more).collect();
    assert!(hostile.len() >= 30, "{}", hostile.len());
    let (mut all, mut wrong) = (BTreeSet::new(), Vec::new());
    let mut differs = |name: &str, verdict: &Value, tame: &[String], places: &[&String], text: &str| {
        let is_markup = comment_with(verdict, places, text).is_some_and(|wild| wild != tame);
        if is_markup && places.len() == 1 {
            wrong.push(format!("{name} {}: {text:?}", places[0]));
        }
        is_markup
    };
    // The test replaces the strings of verdicts that are built from the schema. All texts are replaced together. Strings that select a word
    // are replaced one by one.
    for (name, verdict) in full_verdicts() {
        let mut found = Vec::new();
        places(&verdict, "", &mut found);
        let is_text = |place: &&String| verdict.pointer(place).is_some_and(|value| value == "x");
        let (texts, words): (Vec<&String>, Vec<&String>) = found.iter().partition(is_text);
        let tame = comment_with(&verdict, &[], "").unwrap_or_else(|| panic!("{name}: it cannot be read"));
        for text in &hostile {
            if differs(&name, &verdict, &tame, &texts, text) {
                let single = texts.iter().filter(|place| differs(&name, &verdict, &tame, &[place], text));
                assert!(single.count() > 0, "{name}: several texts together become markup: {text:?}");
            }
        }
        // The word may be a word that a different version of the gate has added.
        for place in words {
            let Some(tame) = comment_with(&verdict, &[place], "x") else { continue };
            for text in hostile.iter().step_by(11) {
                differs(&name, &verdict, &tame, &[place], text);
            }
        }
        all.extend(found.iter().cloned());
    }
    // The test replaces the strings of real verdicts. The large verdicts are omitted, because they contain a string of a megabyte or five
    // thousand strings and would take long.
    let small = |name: &str| !name.contains("hostile") && !name.contains("thousand");
    for (name, report) in fixture::all().into_iter().filter(|(name, _)| small(name)) {
        let verdict = serde_json::to_value(&report).expect("a verdict is JSON");
        let mut found = Vec::new();
        places(&verdict, "", &mut found);
        // All rows of a list are rendered in the same way, so only the first row is tested.
        found.retain(|place| {
            place.split('/').filter_map(|part| part.parse::<usize>().ok()).all(|index| index < 1)
        });
        for (at, place) in found.iter().enumerate() {
            let Some(tame) = comment_with(&verdict, &[place], "x") else { continue };
            for text in hostile.iter().skip(at % 15).step_by(15) {
                differs(name, &verdict, &tame, &[place], text);
            }
        }
    }
    assert!(all.len() > 150, "{} places", all.len());
    println!("{{\"gate.hostile.strings\": {}, \"gate.hostile.places\": {}}}", wrong.len(), all.len());
    assert!(
        wrong.is_empty(),
        "{} of {} places: {:#?}",
        wrong.len(),
        all.len(),
        &wrong[..wrong.len().min(20)]
    );
}

#[test]
fn hostile_names_are_not_interpreted_as_markdown() {
    for name in fixture::HOSTILE {
        check(name, MarkdownOptions::default());
        check(name, MarkdownOptions { mention: true, ..MarkdownOptions::default() });
    }
    check(&"x".repeat(1 << 20), MarkdownOptions::default());
    for name in
        ["", " ", "`", "``` `", "\\", "\\|", "|", "~~~~~~~~~", "a\\", "&#124;", "&lt;b&gt;", "\t\t", "$$"]
    {
        check(name, MarkdownOptions::default());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_random_name_becomes_markup_in_a_comment(name in "([`|~\\\\<>*_@#:/&;!\\[\\](){}$\"'=+\\-. \t\n\r\u{0}\u{1b}\u{202e}a-z0-9]|https?://|www\\.|--|~~~|\\PC){0,40}") {
        check(&name, MarkdownOptions::default());
        check(&name, MarkdownOptions { mention: true, ..MarkdownOptions::default() });
    }

    #[test]
    fn names_of_objective_c_methods_are_shown_unchanged_in_a_comment(name in "[-+]\\[[A-Za-z_<>*@&.#]{1,20} [A-Za-z:_]{1,30}\\]") {
        let text = render_markdown(&named(&name), MarkdownOptions::default());
        let commands = name.split_once(" ::").is_some_and(|(_, rest)| rest.contains("::"));
        prop_assert!(commands || codes(&text).contains(&name), "{}", name);
    }
}

#[test]
fn markdown_has_no_foreign_links_mentions_or_html() {
    for (name, report) in fixture::all() {
        let text = render_markdown(&report, MarkdownOptions::default());
        let ours = [MARKER, "<details><summary>", "</details>"];
        // Links are allowed only to pages of the repository that the pipeline names.
        let own = report.origin.as_ref().and_then(|origin| origin.repository_url.as_deref());
        let is_own = |line: &str| own.is_some_and(|own| line.contains(&format!("{{ url: \"{own}/")));
        for line in skeleton(&text) {
            assert!(!line.starts_with("Link") || is_own(&line), "{name}: {line}");
            assert!(!line.starts_with("Image"), "{name}: {line}");
            assert!(!line.starts_with("HtmlInline") || line == "HtmlInline(\"<br>\")", "{name}: {line}");
            if line.starts_with("HtmlBlock") {
                assert!(ours.iter().any(|ours| line.contains(ours)), "{name}: {line}");
                assert!(!line.contains("script") && !line.contains("alert"), "{name}: {line}");
            }
            if line.starts_with("Text") {
                assert!(
                    !line.contains('@') && !line.contains('#') && !line.contains("://"),
                    "{name}: {line}"
                );
            }
        }
    }
}

#[test]
fn owners_are_mentioned_in_a_comment_only_on_request() {
    let text = |mention| {
        skeleton(&render_markdown(
            &fixture::shared(),
            MarkdownOptions { mention, ..MarkdownOptions::default() },
        ))
        .join("\n")
    };
    assert!(!text(false).contains("@shop/payments"));
    assert!(text(true).contains("@shop/payments"));
}

#[test]
fn a_comment_with_five_thousand_findings_is_shortened_and_counts_the_omissions() {
    let report = fixture::many(6_000, 5_000, [20, 10]);
    assert!(report.findings.len() > 5_000);
    let text = render_markdown(&report, MarkdownOptions::default());
    assert!(text.len() <= LONGEST && text.len() > LONGEST * 9 / 10, "{}", text.len());
    let table_rows = text.lines().filter(|line| line.starts_with("| `") && line.contains("`<br>")).count();
    let all = report.findings.len();
    let told = format!("**{} findings of {all} not shown here**", all - table_rows);
    assert!(table_rows > 100 && text.contains(&told), "{told}: {}", &text[text.len() - 1500..]);
    // A text that was cut is still well-formed: every table and every fold is closed.
    assert_eq!(text.matches("<details>").count(), text.matches("</details>").count());
    assert!(text.contains("</details>"));
    for longest in [4_000, 10_000, 30_000, 65_536, 200_000] {
        for report in [&report, &fixture::hostile(), &fixture::shared(), &fixture::undecided()] {
            let text = render_markdown(report, MarkdownOptions { longest, mention: false });
            assert!(text.len() <= longest, "{} of {longest}", text.len());
            let begun = text.lines().filter(|line| line.starts_with("<details>")).count();
            let ended = text.lines().filter(|line| *line == "</details>").count();
            assert_eq!(begun, ended, "{longest}");
        }
    }
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json["findings"].as_array().unwrap().len(), report.findings.len());
}

/// The concepts that a reader of a first comment must know, as a review counted them. Each entry is a concept with the words that show that
/// a comment uses it.
const CONCEPTS: [(&str, &[&str]); 24] = [
    ("base", &["base"]),
    ("head", &["head"]),
    ("baseline", &["baseline"]),
    ("session", &["session"]),
    ("launch", &["launch"]),
    ("scenario", &["scenario"]),
    ("excluded", &["excluded"]),
    ("finding", &["finding", "regression"]),
    ("row", &["row", "rows"]),
    ("self time", &["self", "itself"]),
    ("module", &["module"]),
    ("owner", &["owner"]),
    ("phase", &["phase", "phases"]),
    ("marks", &["start..", "agent_start", "..main", "main..", "did_finish_launching", "first_frame"]),
    ("other code", &["swift, c and system code"]),
    ("interval", &["interval"]),
    ("false-alarm rate", &["false alarm", "false-alarm", "of the checks of"]),
    ("floor", &["floor", "is ignored"]),
    ("common to all", &["common to all"]),
    ("instructions", &["instructions"]),
    ("unchanged app", &["unchanged app"]),
    ("possibly slower", &["possibly slower"]),
    ("too noisy", &["too noisy"]),
    ("accepted", &["accept", "accepted"]),
];

#[test]
fn a_reader_of_a_first_comment_needs_to_know_at_most_fifteen_concepts() {
    let real = include_str!("report/goldens/checked.md").to_owned();
    let made = render_markdown(&fixture::shared(), MarkdownOptions::default());
    for comment in [real, made] {
        // Warnings are omitted, since they concern this run only. Names of methods are omitted too, since they belong to the app.
        let comment = comment.split("<summary>Warnings").next().unwrap_or_default().to_lowercase();
        let names = |part: &str| part.starts_with(['-', '+']) && part.ends_with(']');
        let text: String = comment.split('`').filter(|part| !names(part)).collect::<Vec<_>>().join(" ");
        let part = |c: char| if c.is_alphanumeric() || "._-".contains(c) { c } else { ' ' };
        let text = format!(" {} ", text.chars().map(part).collect::<String>().replace(". ", " "));
        let is_in = |word: &&str| match word.contains(['.', '_']) {
            true => text.contains(*word),
            false => text.contains(&format!(" {word} ")) || text.contains(&format!(" {word}s ")),
        };
        let known: Vec<&str> =
            CONCEPTS.iter().filter(|(_, words)| words.iter().any(is_in)).map(|(name, _)| *name).collect();
        assert!(known.len() >= 10, "{known:?}");
        assert!(known.len() <= 15, "{}: {known:?}", known.len());
    }
}
