//! Derives every sentence of comments, terminal reports and pages a second time, from the verdict's JSON, and compares the derived sentence
//! with the written one. Verdicts of every kind are tested.
//!
//! `cargo xtask bench report` prints the figures of [`every_sentence_of_a_report_matches_its_json`].

mod advice;
mod headline;
mod media;
mod merging;
mod numbers;
mod parts;
mod places;
mod reasons;
mod sentences;
mod tables;
mod unstored;
mod work;
pub(crate) mod worlds;

use std::collections::{BTreeMap, BTreeSet};

pub(crate) use media::readable;
use sentences::{Tally, check, list, number, text};
use serde::Deserialize as _;
use serde_json::Value;
use worlds::Told;

use crate::common::{fixture, gate};
use ::gate::cli::Exit;
use gate_report::{
    MarkdownOptions, Terminal, render_html, render_json, render_markdown, render_sarif, render_text,
};

#[derive(Clone, Copy, Debug)]
enum Medium {
    Comment,
    Text,
    Page,
    Services,
    Verdict,
}

type Check = fn(&serde_json::Value, &str, &mut Tally);

const MEDIA: [(Medium, Check); 5] = [
    (Medium::Comment, check),
    (Medium::Text, media::terminal),
    (Medium::Page, media::html),
    (Medium::Services, media::services),
    (Medium::Verdict, reasons::check),
];

/// The number of verdicts that are tested for each kind of synthetic launches (see [`worlds::KINDS`]).
const EACH: u64 = 21;

/// The results of the comparison for the verdicts of several kinds of synthetic launches.
#[derive(Default)]
struct Found {
    tally: Tally,
    answers: BTreeMap<String, usize>,
    kinds: BTreeMap<String, usize>,
    verdicts: usize,
    contradicting: Vec<String>,
    places: places::Places,
    /// The largest number of words before the first fold of a comment that reports no regression.
    words_before_fold: usize,
}

fn found_in(worlds: &[&str]) -> Found {
    let mut all = Found::default();
    for (kind, seed) in worlds.iter().flat_map(|kind| (0..EACH).map(move |seed| (kind, seed))) {
        let folder = tempfile::tempdir().unwrap();
        let Told { verdict, comment, text, page, sarif } = worlds::judged(folder.path(), kind, seed);
        all.verdicts += 1;
        let shown = [&*comment, &text, &media::readable(&page).join(" ")].map(media::normal);
        let wrong = contradictions(&verdict).into_iter().chain(left_out(&verdict, &shown));
        all.contradicting.extend(wrong.map(|wrong| format!("{kind} {seed}: {wrong}")));
        all.places.compare(&verdict, &shown);
        if ["pass", "undecided", "no-baseline"].contains(&verdict["verdict"].as_str().unwrap()) {
            let first = comment.split("<details>").next().unwrap_or_default();
            let words = first.lines().filter(|line| !line.starts_with("<!--")).map(words_of).sum();
            all.words_before_fold = all.words_before_fold.max(words);
        }
        *all.answers.entry(verdict["verdict"].as_str().unwrap().to_owned()).or_default() += 1;
        for row in verdict["findings"].as_array().unwrap() {
            *all.kinds.entry(row["kind"].as_str().unwrap().to_owned()).or_default() += 1;
        }
        for (medium, of) in MEDIA {
            let before = all.tally.wrong.len();
            let said = [&*comment, &text, &page, &sarif, ""][medium as usize];
            of(&verdict, said, &mut all.tally);
            for wrong in &mut all.tally.wrong[before..] {
                wrong.0 = format!("{kind} {seed}, {medium:?}: {}", wrong.0);
            }
        }
    }
    all
}

#[test]
fn every_sentence_of_a_report_matches_its_json() {
    let parts: Vec<Found> = std::thread::scope(|scope| {
        let started: Vec<_> =
            worlds::KINDS.chunks(4).map(|worlds| scope.spawn(move || found_in(worlds))).collect();
        started.into_iter().map(|part| part.join().unwrap()).collect()
    });
    let Found {
        mut tally,
        mut answers,
        mut kinds,
        mut verdicts,
        mut contradicting,
        mut places,
        mut words_before_fold,
    } = Found::default();
    for part in parts {
        tally.printed += part.tally.printed;
        tally.checked += part.tally.checked;
        tally.wrong.extend(part.tally.wrong);
        verdicts += part.verdicts;
        contradicting.extend(part.contradicting);
        places.add(part.places);
        words_before_fold = words_before_fold.max(part.words_before_fold);
        for (into, from) in
            [(&mut tally.unknown, part.tally.unknown), (&mut answers, part.answers), (&mut kinds, part.kinds)]
        {
            from.into_iter().for_each(|(what, count)| *into.entry(what).or_default() += count);
        }
    }
    let checked = tally.checked as f64 / tally.printed as f64;
    println!(
        "{{\"report.sentences.verdicts\": {verdicts}, \"report.sentences.printed\": {}, \"report.sentences.checked\": {checked:.4}, \"report.sentences.false\": {}, \"report.two_places.kinds\": {}, \"report.two_places.differences\": {}, \"report.comment.words_before_fold\": {words_before_fold}}}",
        tally.printed,
        tally.wrong.len(),
        places.kinds.len(),
        places.differences.len()
    );
    println!("{answers:?} {kinds:?} {:?}", places.kinds);
    places.differences.iter().take(40).for_each(|difference| println!("two places: {difference}"));
    let mut unknown: Vec<_> = tally.unknown.iter().collect();
    unknown.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    for (line, count) in unknown.iter().take(40) {
        println!("not derived, {count} times: {line}");
    }
    assert!(verdicts >= 500 && answers.len() == 6 && kinds.len() >= 10, "{answers:?} {kinds:?}");
    assert!(
        tally.wrong.is_empty(),
        "{} false: {:#?}",
        tally.wrong.len(),
        &tally.wrong[..tally.wrong.len().min(12)]
    );
    // A false sentence with an unknown beginning is counted only as unknown, so the test must derive every sentence.
    assert_eq!(tally.unknown, BTreeMap::new());
    assert!(places.kinds.len() >= 30, "{:?}", places.kinds);
    let first = &places.differences[..places.differences.len().min(12)];
    assert!(first.is_empty(), "{} numbers differ between places: {first:#?}", places.differences.len());
    assert!(words_before_fold <= 120, "a comment that is not red begins with {words_before_fold} words");
    let first = &contradicting[..contradicting.len().min(12)];
    assert!(first.is_empty(), "{} contradict themselves: {first:#?}", contradicting.len());
}

/// Returns the number of words in a line that a reader sees, without punctuation marks and lines of tables. A
/// name in a code span is one word.
fn words_of(line: &str) -> usize {
    let words =
        |text: &str| text.split_whitespace().filter(|word| word.chars().any(char::is_alphanumeric)).count();
    let marks_at = |at: usize| line[at..].bytes().take_while(|byte| *byte == b'`').count();
    let Some(begin) = line.find('`') else { return words(line) };
    let marks = marks_at(begin);
    let mut at = begin + marks;
    while let Some(found) = line[at..].find('`') {
        let (end, run) = (at + found, marks_at(at + found));
        if run == marks {
            return words(&line[..begin]) + 1 + words_of(&line[end + run..]);
        }
        at = end + run;
    }
    words(line)
}

/// Returns the contradictions within a verdict. For example, one row has two different values, a part is larger than the whole, or a
/// finding has a growth that could remain undetected.
fn contradictions(verdict: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut values: BTreeMap<&str, [f64; 2]> = BTreeMap::new();
    let rows = ["rows", "wholes", "findings", "budgets"].into_iter().flat_map(|key| list(verdict, key));
    for row in rows {
        // Findings of these kinds have a base that differs from the base of the rows. A module finding with `is_remainder` contains only a
        // part of the module's row.
        let other = ["creep", "slow-launches", "lost-launches", "work"].contains(&text(&row["kind"]));
        let is_part = row["kind"] == "module" && row["is_remainder"] == true;
        if other || is_part || !row["counted"].is_null() {
            continue;
        }
        let now = [number(&row["base"]["value"]), number(&row["head"]["value"])];
        let first = values.entry(text(&row["name"])).or_insert(now);
        if (0..2).any(|side| (first[side] - now[side]).abs() > 1.0) {
            wrong.push(format!("{} has two values: {first:?} and {now:?}", row["name"]));
        }
    }
    for row in list(verdict, "findings") {
        let grown = number(&row["change"]["value"]);
        for part in list(row, "functions").iter().filter(|part| number(&part["change_ns"]) > grown + 1.0) {
            wrong.push(format!("{} is more than {}", part["name"], row["name"]));
        }
        let name = text(&row["name"]);
        if row["status"]["state"] == "fails"
            && list(verdict, "noisy").iter().any(|noisy| text(&noisy["name"]) == name)
        {
            wrong.push(format!("{name} is a finding, and too noisy to check"));
        }
        let is_named =
            |reason: &Value| reason["code"] == "growth-undetectable" && reason["subject"] == row["subject"];
        if list(verdict, "reasons").iter().any(is_named) {
            wrong.push(format!("{name} is a finding, and could go undetected"));
        }
    }
    wrong
}

/// Returns the reasons and the names of findings that are missing in a comment, a terminal report or a page.
fn left_out(verdict: &Value, shown: &[String; 3]) -> Vec<String> {
    let said = reasons::sentences(verdict);
    let names = list(verdict, "findings").iter().map(|row| {
        let name = text(&row["name"]);
        // A comment omits the marks of a phase.
        name.split(" (").next().unwrap_or(name).to_owned()
    });
    let all = said.into_iter().chain(names).map(|one| media::normal(&one));
    all.filter(|one| shown.iter().any(|shown| !shown.contains(one.as_str()))).collect()
}

/// `gate explain` must accept every name that a report contains, in the form of a comment and in that of other media.
#[test]
fn gate_explain_accepts_every_name_in_a_report() {
    for kind in ["slower", "work", "budget", "stored", "everything", "noisy"] {
        let folder = tempfile::tempdir().unwrap();
        let verdict = worlds::judged(folder.path(), kind, 2).verdict;
        let mut names: BTreeSet<String> = BTreeSet::new();
        for rows in ["findings", "suspects", "wholes", "noisy", "rows", "budgets"] {
            for name in list(&verdict, rows).iter().map(|row| text(&row["name"])) {
                // A comment omits the marks of a phase.
                let marks = name.rfind(" (").filter(|at| name[*at..].contains(".."));
                names.extend([name, &name[..marks.unwrap_or(name.len())]].map(str::to_owned));
            }
            names.extend(
                list(&verdict, rows).iter().filter_map(|row| Some(row["owner"].as_str()?.to_owned())),
            );
        }
        names.extend(
            list(&verdict, "modules").iter().filter_map(|row| Some(row["name"].as_str()?.to_owned())),
        );
        assert!(names.len() > 20, "{kind}: {names:?}");
        let head = folder.path().join("head.jsonl").to_str().unwrap().to_owned();
        for name in &names {
            let (exit, _, err) = gate(&["explain", name, &head]);
            assert_eq!(exit, Exit::Pass, "{kind}: {name}: {err}");
        }
    }
}

/// The report is built by hand, because launch records contain no samples.
#[test]
fn sentences_of_a_report_about_functions_match_its_json() {
    let (_, report) = fixture::all().into_iter().find(|(name, _)| *name == "functions").unwrap();
    let verdict: Value = serde_json::from_str(&render_json(&report).unwrap()).unwrap();
    let mut other = verdict.clone();
    // The changed report has intervals with only one end, a p-value above the significance level, and a function that is only a candidate.
    other["findings"][0]["interval"] = serde_json::json!([{"value": 8828000.0, "unit": "ns"}, null]);
    other["findings"][0]["functions"][0]["perhaps"] = true.into();
    other["findings"][1]["interval"] = serde_json::json!([null, {"value": 8860000.0, "unit": "ns"}]);
    other["findings"][1]["p_adjusted"] = 0.2.into();
    // One of two functions is only a candidate, and the growth of the second function is proven.
    let mut mixed = verdict.clone();
    let also = mixed["findings"][0]["functions"][0].clone();
    let parts = mixed["findings"][0]["functions"].as_array_mut().unwrap();
    parts.push(also);
    let last = parts.len() - 1;
    parts[last]["name"] = "suspected()".into();
    parts[last]["perhaps"] = true.into();
    for verdict in [verdict, other, mixed] {
        are_true_of_functions(verdict);
    }
}

/// The report is built by hand, because the builds of synthetic launches have no versions and no commits.
#[test]
fn sentences_of_a_report_about_builds_and_a_commit_match_its_json() {
    for (origin, mode) in [
        (serde_json::json!({"commit": HEAD, "base_commit": BASE, "repository_url": REPOSITORY}), "sessions"),
        (
            serde_json::json!({"commit": HEAD, "repository_url": REPOSITORY, "report_url": "https://shop.example/launch.html"}),
            "blocks",
        ),
        (serde_json::json!({"commit": HEAD}), "sessions"),
        (serde_json::json!({"base_commit": BASE, "repository_url": REPOSITORY}), "blocks"),
        (Value::Null, "blocks"),
    ] {
        are_true_of_builds(&origin, mode);
    }
}

/// In an interleaved run, base and head each have one commit. If both are known, the builds are not shown.
#[test]
fn sentences_of_a_report_about_two_commits_match_its_json() {
    let origin = serde_json::json!({"commit": HEAD, "base_commit": BASE, "repository_url": REPOSITORY});
    are_true_of_builds(&origin, "blocks");
}

const HEAD: &str = "5f1c0a7d2b9e4c6a8f3d1e0b7c5a9d2e4f6b8a01";
const BASE: &str = "a04e9b3c7d1f5a8e2c6b0d4f9e7a3c5b1d8f6e42";
const REPOSITORY: &str = "https://github.com/shop/app";

/// Checks the sentences about launches with the given origin, for different builds.
fn are_true_of_builds(origin: &Value, mode: &str) {
    let (_, report) = fixture::all().into_iter().find(|(name, _)| *name == "functions").unwrap();
    let mut verdict: Value = serde_json::from_str(&render_json(&report).unwrap()).unwrap();
    verdict["origin"] = origin.clone();
    verdict["launches"]["mode"] = mode.into();
    if mode == "blocks" {
        verdict["launches"]["typical_share"] = 1.0.into();
    }
    for builds in ["as they are", "one", "one of each side", "several", "without a version"] {
        let mut verdict = verdict.clone();
        for (at, session) in verdict["history"].as_array_mut().unwrap().iter_mut().enumerate() {
            let is_head = session["is_head"] == true;
            match builds {
                "one" => session["build"] = "1042".into(),
                "one of each side" => session["build"] = u8::from(is_head).to_string().into(),
                "several" => session["build"] = at.to_string().into(),
                "without a version" => session["version"] = "".into(),
                _ => {}
            }
        }
        are_true_of_functions(verdict);
    }
}

fn are_true_of_functions(mut verdict: Value) {
    let report = gate_report::Report::deserialize(&verdict).unwrap();
    // The JSON does not contain the paths of the launches, so reports contain these names instead.
    verdict["commands"] = serde_json::json!({"runs": ["runs"], "until": "$(date +%Y)-12-31"});
    let look = Terminal { width: 80, colour: false };
    let told = [
        render_markdown(&report, MarkdownOptions::default()),
        render_text(&report, look),
        render_html(&report).unwrap(),
        render_sarif(&report).unwrap(),
        String::new(),
    ];
    // The reasons in this verdict are written by hand and do not follow from its JSON, so the last medium (the reasons) is not checked.
    for (medium, of) in &MEDIA[..4] {
        let medium = *medium;
        let mut tally = Tally::default();
        of(&verdict, &told[medium as usize], &mut tally);
        assert!(tally.wrong.is_empty(), "{medium:?}: {:#?}", tally.wrong);
        assert_eq!(tally.unknown, BTreeMap::new(), "{medium:?}");
    }
    let explained =
        sentences::expected(&verdict).iter().filter(|line| line.contains("explained by: ")).count();
    assert!(explained > 0);
}

/// If the module of the largest method grew by more, the headline calls the method the largest method, not the largest finding. The
/// headline also counts build facts that fail. The facts are added by hand, because launch records contain no facts.
#[test]
fn the_headline_counts_failing_build_facts_and_names_the_largest_finding() {
    let facts = |fails: [bool; 4]| -> Value {
        let row = |fails| serde_json::json!({"kind": "load", "image": "Shop", "name": "+[B load]", "base": 0, "head": 1, "module": null, "owner": null, "told": true, "fails": fails});
        fails.map(row).into_iter().collect()
    };
    let two = facts([true, false, true, false]);
    for (kind, with_module, facts, expected) in [
        ("several", true, Value::Null, "; largest method: "),
        ("several", false, Value::Null, "; largest: "),
        ("several", false, facts([true, false, false, false]), " and 1 build fact that fails; largest: "),
        ("several", true, two.clone(), " and 2 build facts that fail; largest method: "),
        ("slower", false, facts([true, false, false, false]), "; 1 build fact fails**"),
        ("slower", false, two, "; 2 build facts fail**"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let mut verdict = worlds::judged(folder.path(), kind, 1).verdict;
        if with_module {
            let row = &mut verdict["findings"][1];
            let module = row["module"].clone();
            row["name"] = format!("module {}", text(&module)).into();
            row["subject"] = serde_json::json!({"kind": "module", "name": module});
            (row["kind"], row["owner"]) = ("module".into(), "@team/2".into());
            (row["head"]["value"], row["change"]["value"]) =
                ((number(&row["base"]["value"]) + 9e9).into(), 9e9.into());
        }
        if !facts.is_null() {
            verdict["facts"] = facts;
        }
        let report = gate_report::Report::deserialize(&verdict).unwrap();
        let comment = render_markdown(&report, MarkdownOptions::default());
        let comment = comment.replace('\u{a0}', " ");
        let said = comment.lines().find(|line| line.starts_with("**")).unwrap();
        assert!(said.contains(expected), "{said}");
        assert_eq!(said, sentences::expected(&verdict)[1]);
    }
}

/// Without a baseline, the headline names the checks for which no baseline is needed. The build facts are
/// added by hand.
#[test]
fn the_headline_without_a_baseline_names_the_completed_checks() {
    let facts = |told: &[bool]| -> Value {
        let row = |told| serde_json::json!({"kind": "load", "image": "Shop", "name": "+[B load]", "base": 0, "head": 1, "module": null, "owner": null, "told": told, "fails": false});
        told.iter().copied().map(row).collect()
    };
    for (kind, told, expected) in [
        ("no baseline", &[][..], "nothing was compared"),
        ("no baseline", &[false, false], "nothing was compared"),
        ("no baseline", &[false, true], "only the build was checked"),
        ("budget and no baseline", &[], "only budgets were checked"),
        ("budget and no baseline", &[false], "only budgets were checked"),
        ("budget and no baseline", &[true, true], "only budgets and the build were checked"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let mut verdict = worlds::judged(folder.path(), kind, 1).verdict;
        verdict["facts"] = facts(told);
        let report = gate_report::Report::deserialize(&verdict).unwrap();
        let comment = render_markdown(&report, MarkdownOptions::default()).replace('\u{a0}', " ");
        let said = comment.lines().find(|line| line.starts_with("**")).unwrap();
        assert_eq!(said, format!("**{expected}: nothing is stored to compare with**"), "{kind} {told:?}");
        assert!(sentences::expected(&verdict).iter().any(|line| line == said), "{kind} {told:?}: {said}");
    }
}

/// A comment shows up to three functions, beginning with proven ones, and no function as its own explanation.
/// The functions are added by hand.
#[test]
fn functions_named_as_the_cause_of_growth_match_the_json_of_the_report() {
    let (_, report) = fixture::all().into_iter().find(|(name, _)| *name == "functions").unwrap();
    let whole: Value = serde_json::from_str(&render_json(&report).unwrap()).unwrap();
    // Each function has a name, a flag that is set if the function is only a candidate, and a share of the finding's growth.
    let cases: [&[(&str, bool, f64)]; 7] = [
        &[],
        &[("one()", false, 0.5)],
        &[("one()", true, 0.5)],
        &[("one()", false, 0.4), ("two()", false, 0.3), ("three()", false, 0.2), ("four()", false, 0.1)],
        &[("one()", true, 0.5), ("two()", false, 0.3)],
        &[("one()", true, 0.5), ("two()", false, 0.3), ("three()", true, 0.1), ("four()", false, 0.05)],
        &[("one()", true, 0.5), ("two()", true, 0.3)],
    ];
    for (at, case) in (0..list(&whole, "findings").len()).flat_map(|at| cases.map(|case| (at, case))) {
        for other_module in [None, Some("Geometry")] {
            let mut verdict = whole.clone();
            let row = &mut verdict["findings"][at];
            let (grown, own) = (number(&row["change"]["value"]), row["subject"]["name"].clone());
            let part = |name: &Value, module: &str, perhaps: bool, share: f64| serde_json::json!({"name": name, "full_name": name, "module": module, "owner": null, "base_ns": 1e5, "head_ns": 1e5 + share * grown, "change_ns": share * grown, "perhaps": perhaps});
            let named = other_module.map(|module| part(&own, module, false, 0.9));
            let others =
                case.iter().map(|(name, perhaps, share)| part(&(*name).into(), "Payments", *perhaps, *share));
            row["functions"] = named.into_iter().chain(others).collect();
            let report = gate_report::Report::deserialize(&verdict).unwrap();
            verdict["commands"] = serde_json::json!({"runs": ["runs"], "until": "$(date +%Y)-12-31"});
            let mut tally = Tally::default();
            check(&verdict, &render_markdown(&report, MarkdownOptions::default()), &mut tally);
            assert!(tally.wrong.is_empty(), "{at} {case:?} {other_module:?}: {:#?}", tally.wrong);
            assert_eq!(tally.unknown, BTreeMap::new(), "{at} {case:?} {other_module:?}");
        }
    }
}

/// The comparison must detect errors: in each of these reports, one number is changed.
#[test]
fn the_comparison_of_a_report_with_its_json_finds_each_changed_number() {
    let folder = tempfile::tempdir().unwrap();
    let Told { verdict, comment, text, page, .. } = worlds::judged(folder.path(), "several", 1);
    is_found(&verdict, &comment, check);
    is_found(&verdict, &text, media::terminal);
    is_found(&verdict, &media::in_words(&page), media::html);
}

/// The comparison must also detect wrong words: the changed reports have the same numbers but a different meaning, in three media.
#[test]
fn the_comparison_of_a_report_with_its_json_finds_changed_words() {
    let not = ["Not to be merged: ", "May be merged: "];
    let may = ["May be merged: ", "Not to be merged: "];
    for (kind, changes) in [
        (
            "several",
            &[not, ["the job fails", "the job passes"], [" of their own time", ""], [" ms → ", " µs → "]][..],
        ),
        ("same", &[may, ["the job passes", "the job fails"]]),
        ("stored", &[not, ["build 1", "build 3"], ["build 2", "2 builds"]]),
        ("noisy", &[[" faster", " slower"], [" too noisy to check", " unchanged"]]),
        (
            "no baseline",
            &[
                may,
                ["the action for GitHub passes", "the job passes"],
                ["baseline update launches", "baseline update others"],
                ["on the main branch", "on any branch"],
                ["that gate init wrote", "that you wrote"],
            ],
        ),
        (
            "incomparable",
            &[
                not,
                ["baseline update launches", "baseline push launches"],
                ["on the main branch", "on any branch"],
                ["or by hand", "and by hand"],
            ],
        ),
        ("not recorded", &[not, ["the job fails", "the job passes with a warning"]]),
        ("too few", &[may, ["jobs that gate init wrote pass", "the action for GitHub passes"]]),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let Told { verdict, comment, text, page, .. } = worlds::judged(folder.path(), kind, 1);
        let page = media::in_words(&page);
        let told: [(&str, Check); 3] = [(&comment, check), (&text, media::terminal), (&page, media::html)];
        for [from, to] in changes {
            let mut tried = 0;
            for (said, of) in told {
                let other = said.replace('\u{a0}', " ").replacen(from, to, 1);
                if other == said.replace('\u{a0}', " ") {
                    continue;
                }
                let mut tally = Tally::default();
                of(&verdict, &other, &mut tally);
                assert!(tally.wrong.len() + tally.unknown.len() > 0, "{kind}: {to:?} for {from:?}");
                tried += 1;
            }
            // A terminal report may break a changed phrase over two lines, so a phrase need not be found in every medium.
            assert!(tried >= 2, "{kind}: {from:?} stands nowhere");
        }
    }
}

fn is_found(verdict: &serde_json::Value, page: &str, check: Check) {
    let mut tally = Tally::default();
    check(verdict, page, &mut tally);
    assert!(tally.wrong.is_empty(), "{:?}", tally.wrong);
    let mut tried = 0;
    for (at, digit) in page.char_indices().filter(|(_, c)| c.is_ascii_digit()).step_by(11) {
        let mut other = page.to_owned();
        other.replace_range(at..=at, if digit == '7' { "1" } else { "7" });
        let mut changed = Tally::default();
        check(verdict, &other, &mut changed);
        let line = other[..at].lines().count();
        assert!(
            !changed.wrong.is_empty() || changed.checked < tally.checked,
            "line {line} at {at}: {:?}",
            other.lines().nth(line - 1)
        );
        tried += 1;
    }
    assert!(tried > 20, "{tried}");
}
