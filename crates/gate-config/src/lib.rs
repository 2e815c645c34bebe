//! Defines the settings of config.toml: their keys, values and defaults.
//!
//! The file config.toml of this repository is the reference: the file has every key with its default, and a test compares it with the
//! defaults in this crate.
//!
//! Invariant: a [`Config`] has no contradictory values. The reader refuses any invalid content of a file, and names the line and the
//! nearest known key. No function reads the clock: expiry is checked against a date that the caller passes.

mod contradictions;
mod facts;
mod fields;
mod glob;
mod rules;
mod value;
mod work;

use std::collections::BTreeMap;
use std::fmt;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use gate_common::boundary;
use gate_facts::FactKind;
use gate_launches::{Moment, Ns, WorkKind, why_no_window};
use gate_stats::defaults;
use toml::de::{DeTable, DeValue};

pub use facts::FactSettings;
pub use glob::Glob;
pub use rules::{Limits, RowKind, RowRule};
pub use value::{DAY_MS, Date, Growth};
pub use work::{CountSettings, WorkSettings};

/// The text of the reference file, which has every key with its default and a comment. A test compares this reference with the keys and
/// defaults of this crate.
pub const REFERENCE: &str = include_str!("../../../config.toml");

/// The settings of config.toml.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Config {
    /// `[gate]`: the rules by which a check is decided.
    pub gate: GateSettings,
    /// `[baseline]`: the store of sessions.
    pub baseline: BaselineSettings,
    /// `[device]`: limits of a run on a device.
    pub device: DeviceSettings,
    /// `[simulator]`: the simulator of a run.
    pub simulator: SimulatorSettings,
    /// `[attribution]`: the sources of modules and owners.
    pub attribution: AttributionSettings,
    /// `[facts]`: the allowed growth of a build.
    pub facts: FactSettings,
    /// `[work]`: the kinds of system requests that fail a check.
    pub work: WorkSettings,
    /// `[counts]`: the allowed growth of function calls, for launches of a counting copy.
    pub counts: CountSettings,
    /// `[report]`: the content of reports.
    pub report: ReportSettings,
    /// `[[module]]`: rules for modules, in order; the first match wins.
    pub modules: Vec<ModuleRule>,
    /// `[[override]]`: other limits for some rows, in order; the last match wins.
    pub overrides: Vec<Override>,
    /// `[[scenario]]`: ways to launch the app.
    pub scenarios: Vec<Scenario>,
    /// `[[budget]]`: absolute limits of rows, facts and requests.
    pub budgets: Vec<Budget>,
    /// `[[driver]]`: tools that drive devices. The drivers check the keys of these tables.
    pub drivers: Vec<toml::Table>,
    /// The line in which each entry of `drivers` begins, from 1.
    pub driver_lines: Vec<usize>,
}

/// The section `[gate]`.
#[derive(Clone, Debug, PartialEq)]
pub struct GateSettings {
    /// δ, the relative growth that is never a finding, as a share (0.005 for "0.5%").
    pub effect: f64,
    /// The growth, as a share of the launch, from which a finding of a time fails the check. A finding with smaller growth is only listed.
    pub fail_from: f64,
    /// The smallest relevant growth: a check passes only if every critical row was shown to grow by less.
    pub matters: f64,
    /// τ: the absolute growth that is never a finding; `None` for a share of the launch, see [`GateSettings::largest_floor`].
    pub floor: Option<Ns>,
    /// The probability that a run of the gate without any regression has a finding.
    pub alpha: f64,
    /// The number of newest days with sessions whose mean is the reference cost of a row.
    pub pool: usize,
    /// The smallest number of launches of base and head with which a check is decided.
    pub min_launches: usize,
    /// The numbers of launches at which `--until-decided` performs an interim analysis.
    pub looks: Vec<usize>,
    /// The answer of a run that has no clear result.
    pub undecided: UndecidedAnswer,
    /// Whether times that were measured in a simulator can fail a check.
    pub simulator_times: bool,
    /// Whether times fail a check against stored sessions only after a backtest of the store has shown few false alarms.
    pub times_need_proof: bool,
    /// Whether `gate run` confirms findings with new launches; only confirmed findings then fail.
    pub confirm: bool,
    /// The threads whose costs are judged.
    pub threads: JudgedThreads,
    /// δ of the processor's counters, instructions and cycles, which vary far less than time.
    pub instructions_effect: f64,
    /// The limit, in MB, of the size of a trace, of an object in a store, and of all compressed files together. A single line of a file may
    /// have at most an eighth of this size.
    pub largest_input: usize,
}

/// The answer of a run that has no clear result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UndecidedAnswer {
    /// The answer is "undecided", with an exit code of its own.
    #[default]
    Undecided,
    Pass,
    /// The check fails, as it does for a regression.
    Regressed,
}

gate_common::named!(UndecidedAnswer: Undecided = "undecided", Pass = "pass", Regressed = "regressed");

/// The threads whose costs are judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum JudgedThreads {
    /// Only the main thread; costs of other threads are listed.
    #[default]
    Main,
    /// The costs of all threads.
    All,
}

gate_common::named!(JudgedThreads: Main = "main", All = "all");

impl GateSettings {
    /// Returns the numbers of launches at which a run may stop early; all are at least `min_launches`.
    pub fn looks(&self) -> Vec<usize> {
        let mut looks: Vec<usize> =
            self.looks.iter().copied().filter(|look| *look >= self.min_launches).collect();
        if looks.len() < self.looks.len() && looks.first() != Some(&self.min_launches) {
            looks.insert(0, self.min_launches);
        }
        looks
    }

    /// Returns the largest value of the floor τ. If the settings contain a floor, the result is this floor. Otherwise the floor is a share
    /// of the launch, and the result is `FLOOR_NS`, the limit of this share.
    pub fn largest_floor(&self) -> Ns {
        self.floor.unwrap_or(Ns(defaults::FLOOR_NS))
    }

    /// Returns the settings of the statistics.
    pub fn statistics_settings(&self) -> gate_stats::Settings {
        gate_stats::Settings {
            alpha: self.alpha,
            matters: self.matters,
            pool: self.pool,
            ..gate_stats::Settings::default()
        }
    }
}

impl Default for GateSettings {
    fn default() -> Self {
        GateSettings {
            effect: defaults::EFFECT,
            fail_from: defaults::FAIL_FROM,
            matters: defaults::MATTERS,
            floor: None,
            alpha: defaults::ALPHA,
            pool: defaults::POOL,
            min_launches: defaults::MIN_LAUNCHES,
            looks: defaults::LOOKS.to_vec(),
            undecided: UndecidedAnswer::Undecided,
            simulator_times: false,
            times_need_proof: false,
            confirm: false,
            threads: JudgedThreads::Main,
            instructions_effect: defaults::INSTRUCTIONS_EFFECT,
            largest_input: 256,
        }
    }
}

/// The section `[baseline]`.
#[derive(Clone, Debug, PartialEq)]
pub struct BaselineSettings {
    /// The folder of the store, relative to config.toml.
    pub dir: PathBuf,
    /// The number of days with sessions that `gate baseline prune` keeps for each app, scenario and device.
    pub keep: usize,
}

impl Default for BaselineSettings {
    fn default() -> Self {
        BaselineSettings { dir: "baselines".into(), keep: 30 }
    }
}

/// The section `[device]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceSettings {
    /// The number of times that a lost launch is repeated.
    pub retries: usize,
    /// The number of launches at the beginning of a run that are excluded.
    pub warmup: usize,
    /// The time for which a throttled device cools down. The time doubles with each repetition.
    pub rest_when_hot: Duration,
    /// The longest time until a device answers.
    pub answer_timeout: Duration,
    /// The seed for the order of interleaved launches; `None` for a random seed.
    pub seed: Option<u64>,
    /// The number of launches, of both builds together, that may be lost before the run ends.
    pub lost_limit: usize,
    /// The number of launches of each failing build that are sampled densely, to name functions.
    pub dense_launches: usize,
    /// Whether an installation keeps the data that earlier builds of the app stored on the device.
    pub keep_data: bool,
}

impl Default for DeviceSettings {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        DeviceSettings {
            retries: 3,
            warmup: 0,
            rest_when_hot: seconds(30),
            answer_timeout: seconds(20),
            seed: None,
            lost_limit: 20,
            dense_launches: 2,
            keep_data: false,
        }
    }
}

impl DeviceSettings {
    /// Returns the time that the gate waits for a launch to write its trace.
    pub fn trace_timeout(&self) -> Duration {
        self.answer_timeout.saturating_mul(3)
    }
}

/// The section `[simulator]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SimulatorSettings {
    /// The device type; an empty text means the booted simulator.
    pub kind: String,
}

/// The section `[report]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReportSettings {
    /// The form of the names of functions, files and owners in output that other people may read.
    pub names: NameForm,
}

/// The form in which names of functions, files and owners are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NameForm {
    /// Names are unchanged.
    #[default]
    Full,
    /// Names of functions without types, and names of files without folders.
    Short,
    /// Hashes instead of names; the same name always has the same hash.
    Hashed,
}

gate_common::named!(NameForm: Full = "full", Short = "short", Hashed = "hashed");

/// The section `[attribution]`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AttributionSettings {
    /// The CODEOWNERS file; an empty path means the places in which GitHub searches.
    pub codeowners: PathBuf,
    /// Link maps in the formats of ld64 and lld.
    pub link_maps: Vec<PathBuf>,
    /// dSYMs, and Mach-O files that still have their debug map.
    pub binaries: Vec<PathBuf>,
    /// A folder that contains link maps and dSYMs, also in its subfolders; an empty path means no folder.
    pub symbols: PathBuf,
    /// Xcode's folder "iOS DeviceSupport", or a folder in it; an empty path means no folder.
    pub device_support: PathBuf,
    /// The folder of the sources on the build machine, which is removed from paths before they are looked up in CODEOWNERS.
    pub source_root: String,
    /// The owner of all code that has no other owner.
    pub default_owner: String,
}

/// A table `[[module]]`: a module and globs. The methods that match any of the globs belong to the module.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModuleRule {
    /// The module's name.
    pub name: String,
    /// The owner of the module; `None` if other sources determine the owner.
    pub owner: Option<String>,
    /// Globs that a class must match, such as `Pay*`.
    pub classes: Vec<Glob>,
    /// Globs that a whole method must match, such as `-[Cart pay*]`.
    pub methods: Vec<Glob>,
    /// Globs that an image must match. In a trace, the image is the last component of its path, such as `Payments`.
    pub images: Vec<Glob>,
    /// Globs that source files, object files or archives must match, such as `*/libPayments.a*`.
    pub files: Vec<Glob>,
    /// Whether no warning is given if the rule matches no method.
    pub optional: bool,
}

/// A table `[[override]]`: other limits for the rows that match any of its globs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Override {
    pub methods: Vec<Glob>,
    /// Globs that a module must match; they select the rows of the module and of its methods.
    pub modules: Vec<Glob>,
    pub phases: Vec<Glob>,
    pub pages: Vec<Glob>,
    pub spans: Vec<Glob>,
    /// The relative growth that is ignored, as a share; `None` does not change this limit.
    pub effect: Option<f64>,
    /// The absolute growth that is ignored; `None` does not change this limit.
    pub floor: Option<Ns>,
    /// Whether the check passes only if this row was shown to grow by less than the smallest relevant growth; `None` does not change this.
    pub critical: Option<bool>,
    /// Whether a finding in this row is only shown and does not fail the check; `None` does not change this.
    pub advisory: Option<bool>,
    /// Whether the row is not judged; `None` does not change this.
    pub ignore: Option<bool>,
    /// The last day on which the override is valid; `None` if it never expires.
    pub until: Option<Date>,
    /// The reason, which the report shows.
    pub reason: Option<String>,
}

/// A table `[[scenario]]`: a way to launch the app.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scenario {
    pub name: String,
    /// The app's command-line arguments.
    pub arguments: Vec<String>,
    /// The app's environment variables.
    pub environment: BTreeMap<String, String>,
    /// The URL with which the app is opened; `None` if the app is launched without a URL.
    pub url: Option<String>,
    /// The payload, as JSON, of a push notification for the running app; `None` if no notification is sent.
    pub notification: Option<String>,
    /// Whether the running app goes to the background and comes back.
    pub resume: bool,
    /// The time between the launch, the notification and the steps of a resume; `None` means [`Scenario::AFTER`].
    pub after: Option<Duration>,
    /// The moment at which the recorded window begins, in the format of the agent's settings; `None` means the agent's settings.
    pub begin: Option<String>,
    /// The moment at which the recorded window ends; `None` means the agent's settings.
    pub end: Option<String>,
    /// The folder whose contents are copied into the app's container before each launch; `None` if no files are copied.
    pub container: Option<PathBuf>,
    /// Permissions that are granted before the launch.
    pub permissions: Vec<String>,
    /// Whether the simulator is erased before the run.
    pub erased: bool,
}

impl Scenario {
    /// The default of `after`.
    pub const AFTER: Duration = Duration::from_secs(2);

    /// Returns the environment of a launch: the variables of the scenario, and the scenario's window for the agent.
    pub fn environment(&self) -> BTreeMap<String, String> {
        let mut all = self.environment.clone();
        for (key, moment) in [("LAUNCHGATE_BEGIN", &self.begin), ("LAUNCHGATE_END", &self.end)] {
            all.extend(moment.clone().map(|moment| (key.to_owned(), moment)));
        }
        all
    }

    /// Checks that a window can have both the begin and the end that the scenario sets.
    fn check_window(&self) -> Result<(), &'static str> {
        // The defaults are the same as those of the agent.
        let (begin, end) = (self.begin.as_deref(), self.end.as_deref());
        let begin = begin.map_or(Ok(Moment::ProcessStart), |text| Moment::parse(text.as_bytes()))?;
        let end = end.map_or(Ok(Moment::FirstFrame), |text| Moment::parse(text.as_bytes()))?;
        why_no_window(begin, end).map_or(Ok(()), Err)
    }
}

/// A table `[[budget]]`: an absolute limit.
#[derive(Clone, Debug, PartialEq)]
pub struct Budget {
    /// The subject of the limit.
    pub subject: BudgetSubject,
    /// The limit, in the unit of the subject. For times, the limit is compared with the typical time of the launches in ns; otherwise it is
    /// compared with the number of facts or requests.
    pub limit: f64,
    /// The scenario to which the budget applies; `None` for every scenario.
    pub scenario: Option<String>,
    /// The device models to which the budget applies; `None` for every model.
    pub device: Option<Glob>,
}

impl Budget {
    /// Returns whether the budget applies to launches of a scenario on a device model.
    pub fn applies_to(&self, scenario: &str, device_model: &str) -> bool {
        self.is_of_scenario(scenario)
            && self.device.as_ref().is_none_or(|device| device.matches(device_model))
    }

    /// Returns whether the budget applies to a scenario.
    pub fn is_of_scenario(&self, scenario: &str) -> bool {
        self.scenario.as_deref().is_none_or(|name| name == scenario)
    }
}

/// The subject of a budget.
#[derive(Clone, Debug, PartialEq)]
pub enum BudgetSubject {
    /// The whole launch.
    Launch,
    /// The time until a mark.
    Mark(String),
    /// The duration of a phase.
    Phase(String),
    /// The sum of the self costs of a module's methods.
    Module(String),
    /// The total cost of each method that matches the glob.
    Method(Glob),
    /// The render time of each page that matches the glob.
    Page(Glob),
    /// The total time of each span that matches the glob.
    Span(Glob),
    /// The number of facts of a kind in a build.
    Fact(FactKind),
    /// The number of system requests of one kind on the main thread in a launch.
    Work(WorkKind),
}

/// The reason for which no configuration could be read.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Read { path: PathBuf, source: std::io::Error },
    /// The file is invalid; the error contains all problems of the file, sorted by line.
    #[error("{}", ProblemList(file, problems))]
    Invalid { file: String, problems: Vec<Problem> },
    /// A setting for one run, as the user gave it, is invalid.
    #[error("--set {setting}: {reason}")]
    Set { setting: String, reason: String },
}

/// A problem of a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// The line, counted from 1.
    pub line: usize,
    /// The description of the problem.
    pub reason: String,
}

/// The problems of a file, which are formatted with one problem per line.
struct ProblemList<'a>(&'a str, &'a [Problem]);

impl fmt::Display for ProblemList<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.1.iter().enumerate() {
            let newline = if i == 0 { "" } else { "\n" };
            write!(f, "{newline}{}:{}: {}", self.0, problem.line, problem.reason)?;
        }
        Ok(())
    }
}

/// The names of the settings file, in the order in which they are tried. The first name is for repositories in which config.toml belongs to
/// another tool.
pub const FILES: [&str; 2] = ["launchgate.toml", "config.toml"];

/// Returns whether a text contains settings of launchgate, in contrast to the settings of another tool that uses config.toml.
pub fn is_settings_file(text: &str) -> bool {
    let lines: Vec<&str> =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    let (mut keys, mut sections) = (Vec::new(), Vec::new());
    for line in &lines {
        match line.strip_prefix('[') {
            Some(section) => {
                sections.push(section.split(']').next().unwrap_or_default().trim_matches(['[', ' ']))
            }
            None if sections.is_empty() => keys.push(line.split('=').next().unwrap_or_default().trim()),
            None => {}
        }
    }
    // A text without keys and sections is also valid for launchgate.
    let is_empty = keys.is_empty() && sections.is_empty();
    is_empty || sections.into_iter().any(is_like_section) || keys.into_iter().any(is_key)
}

/// Returns whether the name of a section is equal or similar to the name of a known section.
fn is_like_section(section: &str) -> bool {
    let top = section.split('.').next().unwrap_or_default();
    fields::TOP.split(' ').any(|known| strsim::normalized_damerau_levenshtein(known, top) >= 0.7)
}

fn is_key(key: &str) -> bool {
    fields::TOP.split(' ').any(|top| top == key)
        || fields::known_settings()
            .iter()
            .any(|setting| setting.ends_with(&format!(".{key}")) || setting == key)
}

impl Config {
    /// Reads the settings from a file.
    pub fn read(path: &Path) -> Result<Config, ConfigError> {
        let failed = |source| ConfigError::Read { path: path.to_owned(), source };
        let mut text = String::new();
        boundary::open(path).and_then(|mut file| file.read_to_string(&mut text)).map_err(failed)?;
        Config::parse(&path.display().to_string(), &text)
    }

    /// Returns every path in the settings that affects a decision. A store at a URL is not a path.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        let settings = &self.attribution;
        let single = [&settings.codeowners, &settings.symbols, &settings.device_support, &self.baseline.dir];
        let lists = settings.link_maps.iter().chain(&settings.binaries);
        let all = single.into_iter().chain(lists).map(PathBuf::as_path);
        all.filter(|path| !path.as_os_str().is_empty() && !path.to_string_lossy().contains("://"))
    }

    /// Parses the text of a file. `file` is the file's name in messages.
    pub fn parse(file: &str, text: &str) -> Result<Config, ConfigError> {
        let lines = value::LineEnds::new(text);
        let invalid = |problems| ConfigError::Invalid { file: file.to_owned(), problems };
        let table = DeTable::parse(text).map_err(|error| {
            let line = lines.line_at(error.span().map_or(0, |span| span.start));
            invalid(vec![Problem { line, reason: error.message().replace('\n', ", ") }])
        })?;
        let (config, mut problems) = fields::read(table.get_ref(), &lines);
        problems.sort();
        problems.dedup();
        if problems.is_empty() { Ok(config) } else { Err(invalid(problems)) }
    }

    /// Sets one setting, as `set("gate.floor", "0ns")` does.
    ///
    /// The value is written as in the file, but the quotes around a text may be omitted.
    pub fn set(&mut self, key: &str, text: &str) -> Result<(), ConfigError> {
        let refuse = |reason: String| ConfigError::Set { setting: format!("{key}={text}"), reason };
        let mut changed = self.clone();
        match DeValue::parse(text) {
            // Dates and bare words are taken as texts. Numbers, lists and quoted texts are parsed.
            Ok(parsed) if !matches!(parsed.get_ref(), DeValue::Datetime(_)) => {
                fields::set(&mut changed, key, parsed.get_ref())
            }
            _ => fields::set(&mut changed, key, &DeValue::String(text.into())),
        }
        .map_err(refuse)?;
        if let Some(reason) = contradictions::find_contradictions(&changed).into_iter().next() {
            return Err(refuse(reason.1));
        }
        *self = changed;
        Ok(())
    }

    /// Sets one setting from the argument of `--set`, such as `gate.floor=0ns`.
    pub fn set_from(&mut self, setting: &str) -> Result<(), ConfigError> {
        match setting.split_once('=') {
            Some((key, text)) => self.set(key.trim(), text.trim()),
            None => Err(ConfigError::Set {
                setting: setting.to_owned(),
                reason: "expected KEY=VALUE, such as gate.floor=0ns".to_owned(),
            }),
        }
    }

    /// Returns the scenario with the given name.
    pub fn scenario(&self, name: &str) -> Option<&Scenario> {
        self.scenarios.iter().find(|scenario| scenario.name == name)
    }
}

#[cfg(test)]
mod tests;
