//! Renders the same reports in every format and compares the texts with golden files. `LAUNCHGATE_BLESS=1`
//! replaces the files.
//!
//! `LAUNCHGATE_REPORTS=FOLDER` also writes the complete texts for other programs, which `cargo xtask test
//! --only formats` reads.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use gate_config::NameForm;
use gate_report::diagnosis::{self, render_brief};
use gate_report::{
    MarkdownOptions, Report, Terminal, code_quality, format_variables, read_json, render_github, render_html,
    render_json, render_junit, render_markdown, render_sarif, render_text, replace_names,
};
use serde_json::Value;

use crate::common::{GATE, copy, fixture, program};
use crate::truth::readable;

fn compare(folder: &str, name: &str, extension: &str, text: &str) -> Result<(), String> {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(format!("tests/report/goldens/{folder}{name}.{extension}"));
    if std::env::var_os("LAUNCHGATE_BLESS").is_some_and(|value| value == "1") {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        return Ok(());
    }
    let golden = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    if golden == text {
        return Ok(());
    }
    let line = golden.lines().zip(text.lines()).position(|(a, b)| a != b);
    let at = line.unwrap_or_else(|| golden.lines().count().min(text.lines().count()));
    let of =
        |text: &str| text.lines().nth(at).unwrap_or("(no such line)").chars().take(300).collect::<String>();
    Err(format!("{}:{}\n  golden: {}\n  now:    {}", path.display(), at + 1, of(&golden), of(text)))
}

/// A function that renders a report in one format.
type Render = fn(&Report) -> String;

const FORMATS: &[(&str, Render)] = &[
    ("txt", |report| render_text(report, Terminal::default())),
    ("json", |report| render_json(report).unwrap()),
    ("brief.json", render_brief),
    ("md", |report| render_markdown(report, MarkdownOptions::default())),
    ("xml", |report| render_junit(report).unwrap()),
    ("sarif", |report| render_sarif(report).unwrap()),
    ("github.txt", render_github),
    ("gitlab.json", |report| code_quality(report).unwrap()),
    ("variables", format_variables),
    ("html", |report| render_html(report).unwrap()),
];

/// The names of the formats on the command line, in the same order.
const NAMES: [&str; 10] =
    ["text", "json", "brief", "markdown", "junit", "sarif", "github", "gitlab", "variables", "html"];

/// Returns the lines that people read on a page and that are missing in the terminal report. The markup of the page is tested in a browser.
fn on_the_page_alone(page: &str, text: &str) -> String {
    let words = |text: &str| text.replace('\u{a0}', " ").split_whitespace().collect::<Vec<_>>().join(" ");
    let told = words(text);
    let lines = readable(page).into_iter().map(|line| words(&line));
    lines.filter(|line| !told.contains(line.trim_end_matches([' ', '|']))).map(|line| line + "\n").collect()
}

/// The extensions of formats for people, and of the verdict as data. In the golden files of these formats, lines that are also in the
/// golden file of `shared` are replaced by their number.
const CUT: [&str; 5] = ["txt", "md", "page.txt", "json", "brief.json"];

/// The extensions of the formats for other programs. The golden file of these formats contains only the lines that a report adds to
/// `shared`.
const ADDED: [&str; 3] = ["xml", "sarif", "gitlab.json"];

/// Writes a report to the folder from which third-party programs read it.
fn write_report(name: &str, extension: &str, text: &str) {
    if let Some(folder) = std::env::var_os("LAUNCHGATE_REPORTS").filter(|_| ADDED.contains(&extension)) {
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(Path::new(&folder).join(format!("{name}.{extension}")), text).unwrap();
    }
}

/// Returns the lines of a text that `shared` does not contain with any indentation, and the number of the remaining lines.
fn added_to_shared(text: &str, shared: &str, extension: &str) -> String {
    let known: HashSet<&str> = shared.lines().map(|line| line.trim().trim_end_matches(',')).collect();
    let (same, added): (Vec<&str>, Vec<&str>) =
        text.lines().partition(|line| known.contains(line.trim().trim_end_matches(',')));
    let added: String = added.into_iter().map(|line| format!("{line}\n")).collect();
    format!("{added}({} lines as in shared.{extension})\n", same.len())
}

/// Replaces runs of at least three lines that the golden file of `shared` also contains. Each run is replaced by its number of lines.
fn beside_shared(text: &str, shared: &str, extension: &str) -> String {
    const LEAST: usize = 3;
    let (lines, known): (Vec<_>, Vec<_>) =
        (text.split_inclusive('\n').collect(), shared.split_inclusive('\n').collect());
    let (mut out, mut at) = (String::new(), 0);
    while at < lines.len() {
        let same = |from: usize| known[from..].iter().zip(&lines[at..]).take_while(|(a, b)| a == b).count();
        let longest = (0..known.len()).map(same).max().unwrap_or(0);
        if longest < LEAST {
            out += lines[at];
            at += 1;
        } else {
            out += &format!("({longest} lines as in shared.{extension})\n");
            at += longest;
        }
    }
    out
}

/// Returns the part of a format's text that is compared, and the extension of its golden file.
fn golden(extension: &'static str, text: &str, human: &str) -> (&'static str, String) {
    match extension {
        "html" => ("page.txt", on_the_page_alone(text, human)),
        _ => (extension, text.to_owned()),
    }
}

#[test]
fn every_format_equals_its_golden_file() {
    let mut wrong = Vec::new();
    let shared = fixture::shared();
    for (name, report) in fixture::all() {
        for (extension, render) in FORMATS {
            let of = |report| golden(extension, &render(report), &render_text(report, Terminal::default()));
            let (extension, text) = of(&report);
            write_report(name, extension, &text);
            let mut text = shortened(&text);
            if name != "shared" && CUT.contains(&extension) {
                text = beside_shared(&text, &of(&shared).1, extension);
            } else if name != "shared" && ADDED.contains(&extension) {
                text = added_to_shared(&text, &of(&shared).1, extension);
            }
            // Without findings, the formats of the first arm (SARIF and GitLab's) contain only the name of the verdict. For this reason,
            // all reports without findings share one golden file.
            let verdict = report.verdict.name();
            let (name, text) = match extension {
                "sarif" | "gitlab.json"
                    if ["no-baseline", "nothing-changed", "undecided"].contains(&name) =>
                {
                    ("incomparable", text.replace(&format!("\"{verdict}\""), "\"incomparable\""))
                }
                _ => (name, text),
            };
            wrong.extend(compare("", name, extension, &text).err());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The placeholder in golden files for the last day of a suggested acceptance, which is a month from today.
const DATE: &str = "YYYY-MM-DD";

/// The command writes the same formats from launches, so that limits, owners and fingerprints are computed
/// and not written by hand.
#[test]
fn every_format_of_a_real_check_equals_its_golden_file() {
    let folder = tempfile::tempdir().unwrap();
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/report/project"), folder.path());
    let stored = program(folder.path()).args(["baseline", "update", "base"]).output().unwrap();
    assert!(stored.status.success(), "{stored:?}");
    let mut check = program(folder.path());
    check.args(["check", "head"]);
    for name in NAMES {
        check.arg("--out").arg(format!("{name}=report.{name}"));
    }
    let checked = check.output().unwrap();
    assert_eq!(checked.status.code(), Some(2), "{checked:?}");
    let mut wrong = Vec::new();
    assert_eq!(NAMES.len(), FORMATS.len());
    let read = |name: &str| std::fs::read_to_string(folder.path().join(format!("report.{name}"))).unwrap();
    // The origin is the only part of the JSON that depends on the date.
    let json: Value = serde_json::from_str(&read("json")).unwrap();
    let until = json["commands"]["until"].as_str().unwrap();
    assert!(until.len() == DATE.len() && until > "2026-11-26", "{until}");
    let shared = fixture::shared();
    for (name, (extension, render)) in NAMES.iter().zip(FORMATS) {
        let (extension, text) = golden(extension, &read(name), &read("text"));
        write_report("checked", extension, &text);
        let mut text = text.replace(until, DATE);
        if ADDED.contains(&extension) {
            text = added_to_shared(&text, &render(&shared), extension);
        }
        wrong.extend(compare("", "checked", extension, &text).err());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Each format must list the given number of the 5,000 findings, and must contain the sentence about the omitted findings.
#[test]
fn five_thousand_findings_are_all_listed_or_counted() {
    let report = fixture::many(6_000, 5_000, [2, 2]);
    let all = report.findings.len();
    assert_eq!(all, 5_001, "5,000 methods and what the phase spent outside");
    let text = |extension: &str| FORMATS.iter().find(|(known, _)| *known == extension).unwrap().1(&report);
    let json: Value = serde_json::from_str(&text("json")).unwrap();
    assert_eq!(json["findings"].as_array().unwrap().len(), all);
    let gitlab: Value = serde_json::from_str(&text("gitlab.json")).unwrap();
    assert_eq!(gitlab.as_array().unwrap().len(), all);
    let sarif: Value = serde_json::from_str(&text("sarif")).unwrap();
    assert_eq!(sarif["runs"][0]["results"].as_array().unwrap().len(), 5_000);
    assert_eq!(sarif["runs"][0]["properties"]["leftOut"], 1);
    assert!(text("txt").contains("4951 more findings: see the JSON report"));
    assert!(text("github.txt").contains("4992 more findings: see the report"));
    let markdown = text("md");
    assert!(markdown.chars().count() <= 65_536, "{}", markdown.chars().count());
    let shown = markdown.lines().filter(|line| line.contains("`<br>slower")).count();
    let rest = format!("**{} findings of {all} not shown here**", all - shown);
    assert!(shown > 100 && markdown.contains(&rest), "{shown} shown, expected {rest:?}");
    let xml = text("xml");
    assert_eq!(
        xml.matches("GeneratedClass").count(),
        5_000 + 6,
        "once a finding, and in each module's message"
    );
    assert!(
        xml.contains("; largest method: -[GeneratedClas…"),
        "the headline has the ends of the largest's name"
    );
}

/// A brief contains the largest findings and the number of omitted findings.
#[test]
fn a_brief_is_short_and_states_the_number_of_omitted_findings() {
    for report in [fixture::many(6_000, 5_000, [2, 2]), fixture::hostile(), fixture::shared()] {
        let text = render_brief(&report);
        assert!(text.len() < diagnosis::LONGEST, "{}", text.len());
        let value: Value = serde_json::from_str(&text).unwrap();
        let listed = value["findings"].as_array().unwrap();
        let facts = report.facts.iter().filter(|row| row.told).count();
        let all = report.findings.len() + facts;
        assert_eq!(listed.len() + value["findings_left_out"].as_u64().unwrap() as usize, all);
        assert!(listed.len() >= all.min(20), "{} of {all}", listed.len());
        for (row, finding) in listed.iter().zip(&report.findings) {
            let unit = serde_json::json!(finding.subject.unit());
            let unit = finding.counted.as_ref().map_or(unit, |counted| counted.what.as_str().into());
            assert_eq!(row["amount"]["unit"], unit);
            assert_eq!(row["status"], serde_json::json!(finding.status)["state"]);
        }
        assert!(!text.chars().any(|c| c != '\n' && gate_common::names::has_display_effect(c)));
    }
}

/// Every format shows names of functions as the setting requests: complete, without types and folders, or as
/// hashes.
#[test]
fn every_format_shows_function_names_as_the_settings_allow() {
    let told = |names: NameForm| -> Vec<(&str, String)> {
        let (_, mut report) = fixture::all().into_iter().find(|(name, _)| *name == "functions").unwrap();
        replace_names(&mut report, names).unwrap();
        FORMATS.iter().map(|(format, render)| (*format, render(&report))).collect()
    };
    let named = ["txt", "json", "md", "sarif", "html"];
    for (format, text) in told(NameForm::Full).iter().filter(|(format, _)| named.contains(format)) {
        assert!(text.contains("Packer") && text.contains("Packer.cpp"), "{format}");
        assert!(text.contains("Geometry/Packer.cpp") && text.contains("@shop/"), "{format}");
    }
    for (format, text) in &told(NameForm::Short) {
        for hidden in ["Geometry/", "Payments/", "Analytics/", "price(", "std::vector", "Swift.Int"] {
            assert!(!text.contains(hidden), "{format} has {hidden}");
        }
        assert!(!named.contains(format) || text.contains("Packer.cpp"), "{format}");
    }
    for (format, text) in &told(NameForm::Hashed) {
        for hidden in [
            "Discount", "price", "Packer", "pack(", "Box>", "Tracker", ".cpp", ".swift", ".m:", "@shop/",
            "std::",
        ] {
            assert!(!text.contains(hidden), "{format} has {hidden}");
        }
        assert!(!named.contains(format) || text.contains("function-"), "{format}");
        assert!(!named.contains(format) || text.contains("Geometry"), "{format} has no module");
    }
}

/// Replaces a name of a megabyte by a short text for the golden file.
fn shortened(text: &str) -> String {
    let long = "x".repeat(1 << 20);
    text.replace(&long, "(a megabyte of x)")
}

#[test]
fn a_stored_report_is_read_back_unchanged() {
    for (name, report) in fixture::all() {
        let text = render_json(&report).unwrap();
        let read = read_json(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(read == report, "{name}");
        assert_eq!(render_json(&read).unwrap(), text, "{name}");
    }
}

#[test]
fn a_report_of_another_format_version_is_refused_with_both_versions() {
    let text =
        render_json(&fixture::shared()).unwrap().replace("launchgate.verdict/1", "launchgate.verdict/3");
    let error = read_json(&text).unwrap_err().to_string();
    assert!(error.contains("launchgate.verdict/3") && error.contains("launchgate.verdict/1"), "{error}");
    for text in ["", "{}", "[]", "{\"format\":\"launchgate.verdict/1\"}", "nonsense"] {
        assert!(read_json(text).is_err(), "{text}");
    }
}

#[test]
fn unknown_fields_of_a_report_from_another_version_are_preserved() {
    let mut written: Value = serde_json::from_str(&render_json(&fixture::shared()).unwrap()).unwrap();
    written["weather"] = "rain".into();
    written["settings"]["patience"] = 3.into();
    written["launches"]["mode"] = "in a wind tunnel".into();
    written["findings"][0]["kind"] = "colder".into();
    written["findings"][0]["by_degrees"] = 4.into();
    let report = read_json(&written.to_string()).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&render_json(&report).unwrap()).unwrap(), written);
    // Reports also show values that this version does not know.
    assert!(render_text(&report, Terminal::default()).contains(&report.findings[0].name));
    assert!(render_sarif(&report).unwrap().contains("\"ruleId\": \"colder\""));
}

#[test]
fn the_reports_used_in_tests_are_consistent() {
    for (name, report) in fixture::all() {
        if let Some(waterfall) = &report.waterfall {
            for phase in &waterfall.phases {
                let modules: i64 = phase.modules.iter().map(|module| module.head_ns).sum();
                assert_eq!(modules + phase.head_outside_ns, phase.head_ns, "{name}");
            }
        }
        let fails = report.findings.iter().any(|row| row.fails());
        assert_eq!(fails, report.verdict == gate_report::value::Answer::Regressed, "{name}");
    }
}

#[test]
fn lines_of_a_report_fit_the_terminal_and_have_no_control_characters() {
    for (name, report) in fixture::all() {
        for width in [50, 80, 120] {
            let text = render_text(&report, Terminal { width, colour: false });
            for line in text.lines() {
                let columns = unicode_width::UnicodeWidthStr::width(line);
                // An argument of a command is not broken, so that people can copy it to a shell. A long argument therefore fills a whole
                // line.
                let is_argument = line.starts_with("      ") && line.trim_start().starts_with('\'');
                let longest = if is_argument { 1100 } else { width };
                assert!(columns <= longest, "{name}: {columns} columns at {width}: {line}");
            }
            assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{name}");
            assert!(!text.contains('\u{202e}') && !text.contains('\u{200b}'), "{name}");
        }
        // Without its colours, the coloured report must be identical to the plain report.
        let plain = render_text(&report, Terminal::default());
        let coloured = render_text(&report, Terminal { colour: true, ..Terminal::default() });
        assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), plain, "{name}");
        assert_ne!(coloured, plain, "{name}");
    }
}

/// Returns the output of the command on a real terminal with this number of columns. The program `script` provides the terminal, and lines
/// end as on a terminal.
fn on_a_terminal(columns: u32, environment: &[(&str, &str)]) -> String {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/report/goldens/shared.json");
    let command = format!("stty rows 40 cols {columns}; '{}' report '{}'", GATE, kept.display());
    let mut script = Command::new("script");
    script.args(["--quiet", "--return", "--command", &command, "/dev/null"]).stdin(Stdio::null());
    script.env("TERM", "xterm-256color").env_remove("NO_COLOR").envs(environment.iter().copied());
    let output = script.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn colours_are_used_only_on_terminals_that_allow_them() {
    let is_coloured = |text: &str| text.contains("\u{1b}[");
    assert!(is_coloured(&on_a_terminal(80, &[])));
    assert!(!is_coloured(&on_a_terminal(80, &[("NO_COLOR", "1")])));
    assert!(!is_coloured(&on_a_terminal(80, &[("TERM", "dumb")])));
    // An empty variable has no effect (no-color.org).
    assert!(is_coloured(&on_a_terminal(80, &[("NO_COLOR", "")])));

    for columns in [60, 100] {
        let text = on_a_terminal(columns, &[("NO_COLOR", "1")]).replace("\r\n", "\n");
        let look = Terminal { width: columns as usize, colour: false };
        assert_eq!(text, render_text(&fixture::shared(), look), "{columns} columns");
    }
}

/// The sums in a JUnit file equal the sums that a service calculates from its cases.
#[test]
fn junit_contains_a_case_for_each_module() {
    for (name, report) in fixture::all().into_iter().chain([("many", fixture::many(6_000, 5_000, [2, 2]))]) {
        let text = render_junit(&report).unwrap();
        let read = quick_junit::Report::deserialize_from_str(&text)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        let suite = |wanted: &str| read.test_suites.iter().find(|suite| suite.name.as_str() == wanted);
        let modules = suite("modules").map_or(0, |suite| suite.test_cases.len());
        let judged =
            report.modules.iter().filter(|module| module.name.is_some() && report.recorded.is_none());
        assert!(modules >= judged.count(), "{name}: {modules}");
        assert_eq!(suite("verdict").unwrap().test_cases.len(), 1, "{name}");
        let failures: usize = read.test_suites.iter().map(|suite| suite.failures).sum();
        assert_eq!(failures > 0, report.verdict == gate_report::value::Answer::Regressed, "{name}");
    }
}

/// According to the runner's rules, a line that begins with two colons is a command, which ends at the line
/// break.
#[test]
fn every_annotation_for_github_is_one_workflow_command() {
    for (name, report) in fixture::all() {
        for line in render_github(&report).lines() {
            let rest = line.strip_prefix("::").unwrap_or_else(|| panic!("{name}: {line}"));
            let (command, message) = rest.split_once("::").unwrap();
            let (level, properties) = command.split_once(' ').unwrap();
            assert!(["error", "warning", "notice"].contains(&level), "{name}: {line}");
            for property in properties.split(',') {
                let (key, value) = property.split_once('=').unwrap();
                assert!(["file", "line", "title"].contains(&key), "{name}: {line}");
                assert!(!value.contains(':'), "{name}: {line}");
            }
            assert!(!message.is_empty() && !line.contains('\r'), "{name}: {line}");
        }
        assert!(render_github(&report).lines().count() <= 11, "{name}");
    }
}

#[test]
fn code_quality_fingerprints_are_unique() {
    let issues: Value =
        serde_json::from_str(&code_quality(&fixture::many(6_000, 5_000, [2, 2])).unwrap()).unwrap();
    let issues = issues.as_array().unwrap();
    let mut prints: Vec<&str> = issues.iter().map(|issue| issue["fingerprint"].as_str().unwrap()).collect();
    prints.sort_unstable();
    prints.dedup();
    assert_eq!((prints.len(), issues.len()), (5_001, 5_001));
}
