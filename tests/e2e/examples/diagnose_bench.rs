//! Plants 60 changes in the sample app and measures whether a reader of the evidence finds the code and the commit. Prints one flat JSON
//! object.
//!
//! `diagnose_bench [--seed N] [--histories FOLDER] [--only TEXT] [--keep FOLDER]`: `--seed` selects other histories; `--histories` names a
//! folder of git repositories; `--only` selects the changes whose kind, language or function contain the text; `--keep` writes the verdicts
//! and the evidence to the folder.
//!
//! Each change of `tests/e2e/planted/diagnose.toml` is one of 30 commits of a repository, whose last commit is compiled, linked and launched
//! on the emulated phone. The other 29 commits change the same file outside of the changed functions, other files of the app, comments and
//! documents. Swift is compiled elsewhere, so a change of Swift edits both the source in the repository and the committed assembly, in which
//! the line numbers follow the source of the last commit.
//!
//! With `--histories`, every third change is made in the history of one of these repositories: each of the 29 other commits also contains
//! one of the repository's newest commits, with its subject.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context as _, Result, bail, ensure};
use e2e::bundle::Bundle;
use e2e::functions::dsym;
use e2e::histories::{ForeignHistory, git};
use e2e::lab::gate;
use e2e::shop::{Planted, Shop};
use gate::app::build_facts::store_for_run;
use gate::cli::Exit;
use gate_stats::Random;
use phone::build::{self, Image, Kind, Style};
use serde_json::{Value, json};

/// Number of launches of each build.
const LAUNCHES: usize = 6;
/// Factors on the duration of an instruction and on the app's work, with which a launch takes some 0.2 s and few instructions.
const SLOWDOWN: f64 = 30.0;
const ALL: &str = "20";
/// The method that ends the window after the last page of the app has appeared.
const LAST: &str = "-[AnalyticsQueue wait]";
/// Number of commits of a history.
const COMMITS: usize = 30;
/// Number of changes that are tried at the same time: the cores of a CI runner.
const AT_A_TIME: usize = 2;
/// The folder of the app in the repository.
const FOLDER: &str = "tests/app";
/// The database of the system, which the small iOS lacks; a row takes some time.
const DATABASE: &str = "/usr/lib/libsqlite3.dylib";
const ROWS: &str = "static volatile unsigned long rows;\n\
    int sqlite3_step(void *statement) {\n    for (int at = 0; at < 6000; at++)\n        rows++;\n    return 100;\n}\n";

/// A planted change of the sample app, which the reader of the evidence does not know.
struct Change {
    kind: String,
    language: String,
    file: String,
    function: String,
    /// Path, replaced text and its replacement.
    edits: Vec<Vec<String>>,
    /// Replaced text of the assembly and its replacement.
    assembly: Vec<Vec<String>>,
    /// Module, name and text of each new file.
    added: Vec<Vec<String>>,
}

/// The texts of all sources, by their path below the folder of the app.
type Texts = BTreeMap<String, String>;

/// The code and the commit that the reader blames.
#[derive(Debug, Default)]
struct Blamed {
    name: String,
    file: String,
    commit: String,
}

/// Whether the reader found the code and the commit.
#[derive(Debug)]
struct Trial {
    name: String,
    is_located: bool,
    is_first: bool,
    /// Whether the history is that of a public repository.
    is_foreign: bool,
}

/// A build with its launches.
struct Build {
    app: Bundle,
    executable: PathBuf,
    symbols: tempfile::TempDir,
    traces: Vec<Vec<u8>>,
}

struct Bench {
    changes: Vec<Change>,
    sources: Texts,
    database: PathBuf,
    keep: Option<PathBuf>,
    seed: u64,
    histories: Vec<ForeignHistory>,
}

/// The commits of a trial: the files that each commit changes, and the place of the planted change.
struct History {
    commits: Vec<Texts>,
    place: usize,
    /// The sources after the last commit.
    head: Texts,
}

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let (mut only, mut keep, mut seed, mut histories) = (String::new(), None, 0, Vec::new());
    while let Some(option) = arguments.next() {
        let value = arguments.next().with_context(|| format!("{option} needs a value"))?;
        match &*option {
            "--only" => only = value,
            "--keep" => keep = Some(PathBuf::from(value)),
            "--seed" => seed = value.parse()?,
            "--histories" => histories = ForeignHistory::list(Path::new(&value))?,
            _ => bail!("unknown option {option}"),
        }
    }
    let bench = Bench { keep, seed, histories, ..Bench::new()? };
    let base = bench.build(&[], "base")?;
    let names = |change: &Change| [&*change.kind, &change.language, &change.function].join(" ");
    let is_chosen = |change: &Change| names(change).contains(&only);
    let chosen: Vec<usize> = (0..bench.changes.len()).filter(|at| is_chosen(&bench.changes[*at])).collect();
    let next = AtomicUsize::new(0);
    let trials: Vec<Result<Vec<Trial>>> = std::thread::scope(|scope| {
        let start = |_| scope.spawn(|| bench.try_next(&chosen, &next, &base));
        let threads: Vec<_> = (0..AT_A_TIME).map(start).collect();
        let ended = threads.into_iter().map(|thread| thread.join());
        ended.map(|ended| ended.unwrap_or_else(|_| bail!("a trial ended in a panic"))).collect()
    });
    let mut all = Vec::new();
    for trials in trials {
        all.extend(trials?);
    }
    all.iter()
        .filter(|trial| !trial.is_first || !trial.is_located)
        .for_each(|trial| eprintln!("missed: {}", trial.name));
    let share = |count: usize| count as f64 / all.len() as f64;
    let figures = json!({
        "diagnose.located": share(all.iter().filter(|trial| trial.is_located).count()),
        "diagnose.commit_first": share(all.iter().filter(|trial| trial.is_first).count()),
        "diagnose.planted": all.len(),
        "diagnose.foreign": all.iter().filter(|trial| trial.is_foreign).count(),
    });
    writeln!(std::io::stdout(), "{figures}")?;
    Ok(())
}

impl Bench {
    fn new() -> Result<Bench> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let text = fs::read_to_string(root.join("planted/diagnose.toml"))?;
        let planted: Value = toml::from_str(&text)?;
        let mut sources = Texts::new();
        for folder in fs::read_dir(root.join("../app"))? {
            let folder = folder?.path();
            let files = if folder.is_dir() { fs::read_dir(&folder)?.collect() } else { Vec::new() };
            for file in files {
                let path = file?.path();
                let (Some(name), Some(module)) = (path.file_name(), folder.file_name()) else { continue };
                let path_below = format!("{}/{}", module.to_string_lossy(), name.to_string_lossy());
                if !path.is_dir() && !path_below.ends_with(".zst") {
                    sources.insert(path_below, fs::read_to_string(&path)?);
                }
            }
        }
        let listed = planted["change"].as_array().context("changes")?;
        let changes = listed.iter().map(|change| Change::new(change, &planted["snippets"], &sources));
        let changes = changes.collect::<Result<_>>()?;
        let source = build::source("sqlite3.c", ROWS)?;
        let library = Image::new("libsqlite3", Kind::Library(DATABASE.to_owned()), Style::Chained, [source]);
        let database = build::build(&library)?;
        Ok(Bench { changes, sources, database, keep: None, seed: 0, histories: Vec::new() })
    }

    /// Builds the app with the changed sources `edited` and launches it.
    fn build(&self, edited: &[(String, String)], side: &str) -> Result<Build> {
        let libraries = std::slice::from_ref(&self.database);
        let planted = Planted { edited, libraries, ..Planted::default() };
        let shop = Shop::build_planted(Style::Chained, planted)?;
        let symbols = tempfile::tempdir()?;
        for linked in [&shop.products.shop, &shop.products.kit, &shop.products.promotions] {
            dsym(&linked.file, symbols.path())?;
        }
        let executable = shop.products.shop.file.clone();
        let app = Bundle::from_shop(shop)?;
        let mut traces = Vec::new();
        for number in 0..LAUNCHES {
            let id = trace_id(side, number);
            let environment = [
                ("LAUNCHGATE_LAUNCH", &*id),
                ("LAUNCHGATE_END", LAST),
                ("LAUNCHGATE_SAMPLES", "on"),
                ("SHOP_ALL", ALL),
            ];
            let run = app.run_with(&environment, |config| {
                config.own_core = true;
                config.slowdown = SLOWDOWN;
                config.age_ticks += 977 * (2 * number as u64 + u64::from(side == "head"));
                config.system.insert(DATABASE.to_owned(), self.database.clone());
            })?;
            ensure!(run.status()? == 0, "Shop ended otherwise");
            let path = format!("Library/Caches/launchgate/{id}.lgtrace");
            traces.push(run.files.get(&path).cloned().with_context(|| format!("no {path}"))?);
        }
        Ok(Build { app, executable, symbols, traces })
    }

    /// Plants the chosen changes one after the other, until all changes are tried.
    fn try_next(&self, chosen: &[usize], next: &AtomicUsize, base: &Build) -> Result<Vec<Trial>> {
        let take = || chosen.get(next.fetch_add(1, Ordering::Relaxed));
        std::iter::from_fn(take).map(|at| self.trial(*at, base)).collect()
    }

    /// Plants a change, and compares the code and the commit that the reader blames with the changed code and its commit.
    fn trial(&self, at: usize, base: &Build) -> Result<Trial> {
        let change = &self.changes[at];
        let history = self.history(at)?;
        let head = self.build(&change.compiled(&self.sources, &history.head)?, "head")?;
        let folder = tempfile::tempdir()?;
        let launches = folder.path().join("launches");
        fs::create_dir(&launches)?;
        for (side, build) in [("base", base), ("head", &head)] {
            for (number, trace) in build.traces.iter().enumerate() {
                fs::write(launches.join(format!("{}.lgtrace", trace_id(side, number))), trace)?;
            }
        }
        store_for_run(head.app.folder(), Some(base.app.folder()), &launches)?;
        let config = folder.path().join("config.toml");
        fs::write(&config, settings(change, &head)?)?;
        let verdict = folder.path().join("verdict.json");
        let shown = |path: &Path| path.display().to_string();
        let (exit, _, complaints) = gate(&[
            "check",
            &shown(&launches),
            "--config",
            &shown(&config),
            "--base-symbols",
            &shown(base.symbols.path()),
            "--out",
            &format!("json={}", verdict.display()),
        ]);
        ensure!(matches!(exit, Exit::Regressed | Exit::Pass), "{exit:?}: {complaints}");
        let repository = folder.path().join("repository");
        let foreign = at.is_multiple_of(3).then(|| self.histories.get(at / 3)).flatten();
        let truth = self.write_history(&history, foreign, &repository)?;
        let range = format!("HEAD~{COMMITS}..HEAD");
        let (exit, text, complaints) = gate(&[
            "explain",
            "--evidence",
            &shown(&verdict),
            "--repository",
            &shown(&repository),
            "--commits",
            &range,
            "--launches",
            &shown(&launches),
            "--config",
            &shown(&config),
            "--base-symbols",
            &shown(base.symbols.path()),
            "--format",
            "json",
        ]);
        ensure!(exit == Exit::Pass, "{exit:?}: {complaints}");
        if let Some(keep) = &self.keep {
            fs::create_dir_all(keep)?;
            fs::copy(&verdict, keep.join(format!("{at}-verdict.json")))?;
            fs::write(keep.join(format!("{at}-evidence.json")), &text)?;
        }
        let blamed = blame(&serde_json::from_str(&text)?);
        let is_located = blamed.name.contains(&change.function) || blamed.file.ends_with(&change.file);
        let Change { kind, language, file, function, .. } = change;
        let history = foreign.map_or("generated", |foreign| &foreign.name);
        let name = format!("{at}: {kind}, {language}, {function} in {file}, history {history}");
        let is_foreign = foreign.is_some();
        let trial = Trial { name, is_located, is_first: blamed.commit == truth, is_foreign };
        eprintln!("{trial:?}: {blamed:?}");
        Ok(trial)
    }

    /// Makes the commit of the change and 29 other commits.
    fn history(&self, at: usize) -> Result<History> {
        let change = &self.changes[at];
        let mut random = Random::new(1000 * self.seed + at as u64 + 1);
        let place = random.next_below(COMMITS);
        let functions = change.definitions(&self.sources);
        let (mut texts, mut commits) = (self.sources.clone(), Vec::new());
        for number in 0..COMMITS {
            let mut changed = match number == place {
                true => change.changed(&texts)?,
                false => other_commit(change, &functions, &texts, number, &mut random),
            };
            if number < place && change.changed(&with(&texts, &changed)).is_err() {
                // If the line was inserted into a text that the change replaces, the commit changes a document instead.
                changed = Texts::from([("README.md".to_owned(), format!("Change {number}\n"))]);
            }
            texts.extend(changed.clone());
            commits.push(changed);
        }
        Ok(History { commits, place, head: texts })
    }

    /// Writes a repository with a first commit, followed by the commits of a history. Returns the full name of the change's commit.
    fn write_history(
        &self,
        History { commits, place, .. }: &History,
        foreign: Option<&ForeignHistory>,
        folder: &Path,
    ) -> Result<String> {
        let mut stream = String::new();
        write_commit(&mut stream, "Begin", &self.sources)?;
        for (number, changed) in commits.iter().enumerate() {
            write_commit(&mut stream, &format!("Change {number}"), changed)?;
        }
        fs::create_dir(folder)?;
        git(folder, &["init", "--quiet", "--initial-branch=main"], "")?;
        git(folder, &["fast-import", "--quiet"], &stream)?;
        if let Some(foreign) = foreign {
            foreign.join(folder, FOLDER, *place)?;
        }
        let name = git(folder, &["rev-parse", &format!("main~{}", COMMITS - 1 - place)], "")?;
        Ok(name.trim().to_owned())
    }
}

fn with(texts: &Texts, changed: &Texts) -> Texts {
    texts.iter().chain(changed).map(|(path, text)| (path.clone(), text.clone())).collect()
}

fn trace_id(side: &str, number: usize) -> String {
    format!("pairs.{side}.{number}.{}", 2 * number + usize::from(side == "head"))
}

/// The reasons for which the evidence lists a commit, the strongest first, as in its schema.
const REASONS: [&str; 10] = [
    "changes-line",
    "adds-call",
    "changes-caller",
    "changes-code",
    "changes-near",
    "changes-file",
    "changes-neighbour",
    "names-it",
    "changes-module",
    "changes-project",
];

/// Blames code and a commit by the evidence alone. The function contains the rules of the reader, in at most 50 lines.
fn blame(evidence: &Value) -> Blamed {
    let none = Vec::new();
    let list = |value: &Value| value.as_array().unwrap_or(&none).clone();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let findings = list(&evidence["findings"]);
    // The reader looks at the findings that fail or moved, or at all findings if no finding does.
    let is_decided = |one: &&Value| one["status"] == "fails" || one["status"] == "moved";
    let decided: Vec<&Value> = findings.iter().filter(is_decided).collect();
    let chosen = if decided.is_empty() { findings.iter().collect() } else { decided };
    // A small growth of time may be an effect of a large growth.
    let is_time = |one: &Value| one["amount"]["unit"] == "ns";
    let amount = |one: &Value| one["amount"]["value"].as_f64().unwrap_or_default();
    let largest = chosen.iter().filter(|one| is_time(one)).map(|one| amount(one)).fold(0.0, f64::max);
    let is_large = |one: &&&Value| !is_time(one) || amount(one) >= largest / 4.0;
    // The reader chooses the finding whose first commit has the strongest reason; of findings with equal reasons it chooses the first.
    let reason = |one: &Value| text(&one["commits"][0]["reason"]);
    let rank = |one: &Value| REASONS.iter().position(|known| *known == reason(one)).unwrap_or(REASONS.len());
    let Some(finding) = chosen.iter().filter(is_large).min_by_key(|one| rank(one)) else {
        return Blamed::default();
    };
    let commit = &finding["commits"][0];
    let files = list(&commit["files"]);
    // The reader blames the first code that the commit changes, in this order: the finding's own code, the functions inside it, its callees
    // and its callers. If the commit changes no such code, the reader blames the first code with a file.
    let own = json!({"name": finding["subject"]["name"], "file": finding["file"]});
    let lists = ["functions", "callees", "callers"].map(|name| list(&finding[name]));
    let places: Vec<Value> = std::iter::once(own.clone()).chain(lists.into_iter().flatten()).collect();
    let is_changed = |place: &&Value| files.contains(&place["file"]);
    let changed = places.iter().find(is_changed);
    let place = changed.or_else(|| places.iter().find(|place| place["file"].is_string())).unwrap_or(&own);
    Blamed { name: text(&place["name"]), file: text(&place["file"]), commit: text(&commit["commit"]) }
}

impl Change {
    fn new(change: &Value, snippets: &Value, sources: &Texts) -> Result<Change> {
        let text = |name: &str| change[name].as_str().unwrap_or_default().to_owned();
        let (file, mut edits) = (text("file"), lists(change, "edits")?);
        if let (Some(anchor), Some(name)) = (change["insert"][0].as_str(), change["insert"][1].as_str()) {
            let (top, inserted) = (snippets[name]["top"].as_str(), snippets[name]["text"].as_str());
            let is_include = |line: &&str| line.starts_with("#import") || line.starts_with("#include");
            let first = sources.get(&file).and_then(|text| text.lines().find(is_include));
            let first = first.with_context(|| format!("{file} includes no header"))?;
            for (after, added) in [(first, top), (anchor, inserted)] {
                let added = added.with_context(|| format!("no snippet {name}"))?;
                let line = format!("{after}\n");
                edits.push(vec![file.clone(), line.clone(), line + added]);
            }
        }
        Ok(Change {
            kind: text("kind"),
            language: text("language"),
            function: text("function"),
            edits,
            assembly: lists(change, "assembly")?,
            added: lists(change, "added")?,
            file,
        })
    }

    /// Returns the files that the change's commit changes.
    fn changed(&self, texts: &Texts) -> Result<Texts> {
        let mut changed = Texts::new();
        for edit in &self.edits {
            let [path, from, to] = &edit[..] else { bail!("{edit:?}") };
            let text = changed.get(path).or_else(|| texts.get(path)).with_context(|| path.clone())?;
            ensure!(text.matches(&**from).count() == 1, "{path} contains {from:?} not once");
            let text = text.replace(&**from, to);
            changed.insert(path.clone(), text);
        }
        for added in &self.added {
            let [module, name, text] = &added[..] else { bail!("{added:?}") };
            changed.insert(format!("{module}/{name}"), text.clone());
        }
        Ok(changed)
    }

    /// Returns the files that are compiled, which differ between the sources and `head`: for Swift the assembly. Headers are those of
    /// `sources`, since only comments and assertions differ in them.
    fn compiled(&self, sources: &Texts, head: &Texts) -> Result<Vec<(String, String)>> {
        let mut files = Vec::new();
        let is_added =
            |path: &str| self.added.iter().any(|added| format!("{}/{}", added[0], added[1]) == path);
        let is_compiled = |path: &str| [".c", ".cpp", ".m", ".swift"].iter().any(|end| path.ends_with(end));
        for (path, text) in
            head.iter().filter(|(path, text)| is_compiled(path) && sources.get(*path) != Some(text))
        {
            let Some(stem) = path.strip_suffix(".swift") else {
                if sources.contains_key(path) || is_added(path) {
                    files.push((path.clone(), text.clone()));
                }
                continue;
            };
            let app = Path::new(env!("CARGO_MANIFEST_DIR")).join("../app");
            // The app of this bench contains no other Swift.
            if !matches!(stem, "Checkout/Checkout" | "Pricing/Pricing") {
                continue;
            }
            let unpacked = e2e::assembly::unpack(&app.join(format!("{stem}.s.zst")))?;
            let lines = moved_lines(&sources[path], text);
            let mut assembly = fs::read_to_string(unpacked)?;
            for edit in self.assembly.iter().filter(|_| self.file == *path) {
                let [from, to] = &edit[..] else { bail!("{edit:?}") };
                ensure!(assembly.contains(&**from), "{stem}.s does not contain {from:?}");
                assembly = assembly.replace(&**from, to);
            }
            let renumbered = assembly.split_inclusive('\n').map(|line| renumber(line, &lines));
            files.push((format!("{stem}.s"), renumbered.collect()));
        }
        Ok(files)
    }

    /// Returns the first lines of the functions that the change edits.
    fn definitions<'a>(&'a self, texts: &'a Texts) -> BTreeSet<&'a str> {
        let mut found = BTreeSet::new();
        for edit in &self.edits {
            let (Some(text), from, to) = (texts.get(&edit[0]), &edit[1], &edit[2]) else { continue };
            found.extend(to.lines().filter(|line| is_definition(line)));
            if let Some(at) = text.find(&**from) {
                found.extend(text[..at + from.len()].lines().rfind(|line| is_definition(line)));
            }
        }
        found
    }
}

/// Creates a commit whose kind depends on its number: code in the same file or in another file, comments, documents, settings, or a new
/// file.
fn other_commit(
    change: &Change,
    functions: &BTreeSet<&str>,
    texts: &Texts,
    number: usize,
    random: &mut Random,
) -> Texts {
    let sources: Vec<&String> = texts.keys().filter(|path| !path.ends_with(".plist")).collect();
    let any = sources[random.next_below(sources.len())];
    let own = change.edits.first().map_or(any, |edit| &edit[0]);
    let name = change.function.trim_matches(|c: char| !c.is_alphanumeric());
    let (path, text) = match number % 7 {
        0 | 1 => with_line(own, texts, "_Static_assert(sizeof(int) == 4, \"\");", functions, random),
        2 | 3 => with_line(any, texts, "_Static_assert(sizeof(long) == 8, \"\");", functions, random),
        4 => with_line(own, texts, &format!("// See {name}."), &BTreeSet::new(), random),
        5 => ("README.md".to_owned(), format!("Change {number} concerns {name}.\n")),
        _ => {
            let module = any.split('/').next().unwrap_or_default();
            (
                format!("{module}/Helper{number}.m"),
                format!("int helper{number}(void) {{ return {number}; }}\n"),
            )
        }
    };
    Texts::from([(path, text)])
}

/// Inserts a line after a statement of a file, outside of the given functions; in a file without such a statement, the line is added at the
/// end.
fn with_line(
    path: &str,
    texts: &Texts,
    line: &str,
    functions: &BTreeSet<&str>,
    random: &mut Random,
) -> (String, String) {
    let text = texts.get(path).map_or("", |text| text);
    let (mut definition, mut places, mut end) = ("", Vec::new(), 0);
    for one in text.split_inclusive('\n') {
        end += one.len();
        if is_definition(one) {
            definition = one.trim_end();
        }
        let is_statement = match path.ends_with(".swift") {
            true => one.starts_with("    ") && !one.trim_end().ends_with(['{', '}', ',', ')']),
            false => one.starts_with("    ") && one.trim_end().ends_with(';'),
        };
        if is_statement && !definition.is_empty() && !functions.contains(definition) {
            places.push(end);
        }
    }
    let place = if places.is_empty() { text.len() } else { places[random.next_below(places.len())] };
    let (before, after) = text.split_at(place);
    (path.to_owned(), format!("{before}    {line}\n{after}"))
}

/// Returns for each line of `old` the number of this line in `new`, from 1. A replaced line has the number of its first replacement.
fn moved_lines(old: &str, new: &str) -> Vec<usize> {
    let new: Vec<&str> = new.lines().collect();
    let mut next = 0;
    let number = |line| {
        let found = new[next..].iter().position(|other| *other == line);
        let at = next + found.unwrap_or_default();
        next = at + usize::from(found.is_some());
        at + 1
    };
    old.lines().map(number).collect()
}

/// Replaces the line number of a `.loc` directive.
fn renumber(line: &str, lines: &[usize]) -> String {
    let parts: Vec<&str> = line.splitn(4, [' ', '\t']).collect();
    let number = parts.get(3).and_then(|rest| rest.split(' ').next()?.parse::<usize>().ok());
    match number.and_then(|number| lines.get(number.checked_sub(1)?)) {
        Some(moved) if line.starts_with("\t.loc\t1 ") => {
            let rest = parts[3].split_once(' ').map_or("\n", |(_, rest)| rest);
            format!("\t.loc\t1 {moved} {rest}")
        }
        _ => line.to_owned(),
    }
}

/// Returns whether a line begins a function or a method.
fn is_definition(line: &str) -> bool {
    let text = line.trim();
    let is_outside = line.starts_with(|c: char| c.is_alphabetic() || c == '_');
    text.starts_with("- (")
        || text.starts_with("+ (")
        || text.contains("func ")
        || text.starts_with("init(")
        || (is_outside && text.contains('(') && !text.ends_with(';'))
}

fn lists(change: &Value, name: &str) -> Result<Vec<Vec<String>>> {
    Ok(change.get(name).map_or(Ok(Vec::new()), |lists| serde_json::from_value(lists.clone()))?)
}

/// Adds a commit to the stream of `git fast-import`.
fn write_commit(stream: &mut String, subject: &str, files: &Texts) -> Result<()> {
    let author = "x <x@example.com> 1700000000 +0000";
    write!(stream, "commit refs/heads/main\ncommitter {author}\ndata {}\n{subject}\n", subject.len())?;
    for (path, text) in files {
        write!(stream, "M 100644 inline {FOLDER}/{path}\ndata {}\n{text}\n", text.len())?;
    }
    Ok(())
}

/// Returns the settings of the sample app, with the symbols of a build and with a rule for a module that the change adds.
fn settings(change: &Change, head: &Build) -> Result<String> {
    let app = Path::new(env!("CARGO_MANIFEST_DIR")).join("../app/config.toml");
    let mut text = fs::read_to_string(app)?;
    for module in change.added.iter().map(|added| &added[0]) {
        if text.contains(&format!("name = \"{module}\"")) {
            continue;
        }
        write!(
            text,
            "\n[[module]]\nname = \"{module}\"\nclasses = [\"{module}*\"]\nfiles = [\"*/{module}.build/*\", \"{FOLDER}/{module}/*\"]\noptional = true\n"
        )?;
    }
    write!(
        text,
        "\n[attribution]\nbinaries = [{:?}]\nsymbols = {:?}\nsource_root = {:?}\n\n[facts]\nfail = [\"load\", \"initialiser\", \"dylib\"]\n",
        head.executable,
        head.symbols.path(),
        build::workspace()
    )?;
    Ok(text)
}
