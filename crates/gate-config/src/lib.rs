//! The settings of config.toml: what there is, what it means, what it is by default.
//!
//! The repository's own config.toml is the reference: it has every key with its default, and a
//! test compares it with the defaults here.
//!
//! Invariant: a [`Config`] holds only values that make sense together; whatever else a file says is
//! refused with its line and the nearest known key.
//! Nothing here reads the clock: expiry is judged against a date that the caller gives.

mod facts;
mod fields;
mod glob;
mod rules;
mod sense;
mod value;
mod work;

use std::collections::BTreeMap;
use std::fmt;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use gate_common::boundary;
use gate_facts::FactKind;
use gate_launches::{Ns, WorkKind};
use gate_stats::defaults;
use toml::de::{DeTable, DeValue};

pub use facts::FactSettings;
pub use glob::Glob;
pub use rules::{Limits, RowKind, RowRule};
pub use value::{DAY_MS, Date, Growth};
pub use work::{CountSettings, WorkSettings};

/// Every key with its default and what it does: the file that a test compares with the settings' own list.
pub const REFERENCE: &str = include_str!("../../../config.toml");

/// Everything that config.toml says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Config {
    /// `[gate]`: the judgement.
    pub gate: GateSettings,
    /// `[baseline]`: the store.
    pub baseline: BaselineSettings,
    /// `[device]`: what a run puts up with.
    pub device: DeviceSettings,
    /// `[simulator]`: on what a run launches, and with which agent.
    pub simulator: SimulatorSettings,
    /// `[attribution]`: whose a method is.
    pub attribution: AttributionSettings,
    /// `[facts]`: by how much a build may grow.
    pub facts: FactSettings,
    /// `[work]`: which work fails.
    pub work: WorkSettings,
    /// `[counts]`: more calls of functions, by launches that count them.
    pub counts: CountSettings,
    /// `[report]`: what reports show.
    pub report: ReportSettings,
    /// `[[module]]`: modules by rule, in order; the first that matches wins.
    pub modules: Vec<ModuleRule>,
    /// `[[override]]`: other limits for some rows, in order; the last that matches wins.
    pub overrides: Vec<Override>,
    /// `[[scenario]]`: what is launched, and how.
    pub scenarios: Vec<Scenario>,
    /// `[[budget]]`: absolute limits.
    pub budgets: Vec<Budget>,
    /// `[[driver]]`: external tools that drive devices, or changes to known ones.
    /// Only the drivers know which keys these have, so they are not checked here.
    pub drivers: Vec<toml::Table>,
    /// The line where each of `drivers` begins, from 1.
    pub driver_lines: Vec<usize>,
}

/// `[gate]`.
#[derive(Clone, Debug, PartialEq)]
pub struct GateSettings {
    /// δ: the relative growth that is never a finding, as a share (0.005 for "0.5%").
    pub effect: f64,
    /// A finding of a time fails the run from this share of the launch on; a smaller one is only listed.
    pub fail_from: f64,
    /// The smallest relative growth that matters: a pass needs whatever is critical shown to have grown by less.
    pub matters: f64,
    /// τ: the absolute growth that is never a finding.
    pub floor: Ns,
    /// The floor is at most this share of the launch; 1 where a floor was set.
    pub floor_share: f64,
    /// The chance that a gate run without any regression has a finding.
    pub alpha: f64,
    /// The share of false entries that the list of suspects may have.
    pub fdr: f64,
    /// The level of a row is the mean of this many of the newest days.
    pub pool: usize,
    /// What stands in for the spread between sessions while there are too few to estimate it.
    pub session_sd: f64,
    /// Fewer launches than this on a side are not judged.
    pub min_launches: usize,
    /// After how many launches `--until-decided` looks.
    pub looks: Vec<usize>,
    /// δ against the anchor, for growth too slow to see step by step.
    pub anchor_effect: f64,
    /// τ against the anchor.
    pub anchor_floor: Ns,
    /// What a run without a clear answer counts as.
    pub undecided: Undecided,
    /// Whether times decide where the launches are a simulator's.
    pub simulator_times: bool,
    /// Whether `gate run` measures findings again, which stand only where fresh launches show them too.
    pub confirm: bool,
    /// Whose costs are judged.
    pub threads: Threads,
    /// How instructions and cycles are judged.
    pub instructions: InstructionSettings,
    /// More calls, compared exactly, fail where they cost at least this share of the launch.
    pub calls_floor_share: f64,
}

/// `gate.instructions`: what the processor counted, which scatters far less than time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InstructionSettings {
    /// δ: the relative growth that is never a finding.
    pub effect: f64,
    /// How much days are believed to differ before they tell it themselves.
    pub session_sd: f64,
}

/// What a run without a clear answer counts as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Undecided {
    /// An answer of its own.
    #[default]
    Undecided,
    Pass,
    /// A regression.
    Regressed,
}

gate_common::named!(Undecided: Undecided = "undecided", Pass = "pass", Regressed = "regressed");

/// Whose costs are judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Threads {
    /// The main thread's; the others' are listed.
    #[default]
    Main,
    /// Every thread's.
    All,
}

gate_common::named!(Threads: Main = "main", All = "all");

impl GateSettings {
    /// After how many launches a run that stops early looks: never before it has as many as are judged.
    pub fn looks(&self) -> Vec<usize> {
        let mut looks: Vec<usize> =
            self.looks.iter().copied().filter(|look| *look >= self.min_launches).collect();
        if looks.len() < self.looks.len() && looks.first() != Some(&self.min_launches) {
            looks.insert(0, self.min_launches);
        }
        looks
    }

    /// What of it the statistics are told.
    pub fn statistics(&self) -> gate_stats::Settings {
        gate_stats::Settings {
            alpha: self.alpha,
            fdr: self.fdr,
            matters: self.matters,
            session_sd: self.session_sd,
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
            floor: Ns(defaults::FLOOR_NS),
            floor_share: defaults::FLOOR_SHARE,
            alpha: defaults::ALPHA,
            fdr: defaults::FDR,
            pool: defaults::POOL,
            session_sd: defaults::SESSION_SD,
            min_launches: defaults::MIN_LAUNCHES,
            looks: defaults::LOOKS.to_vec(),
            anchor_effect: defaults::ANCHOR_EFFECT,
            anchor_floor: Ns(100_000.0),
            undecided: Undecided::Undecided,
            simulator_times: false,
            confirm: false,
            threads: Threads::Main,
            instructions: InstructionSettings {
                effect: defaults::INSTRUCTIONS_EFFECT,
                session_sd: defaults::INSTRUCTIONS_SESSION_SD,
            },
            calls_floor_share: defaults::CALLS_FLOOR_SHARE,
        }
    }
}

/// `[baseline]`.
#[derive(Clone, Debug, PartialEq)]
pub struct BaselineSettings {
    /// The folder of the store, relative to config.toml.
    pub dir: PathBuf,
    /// How many days with sessions `gate baseline prune` keeps of each app, scenario and device.
    pub keep: usize,
}

impl Default for BaselineSettings {
    fn default() -> Self {
        BaselineSettings { dir: "baselines".into(), keep: 30 }
    }
}

/// `[device]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceSettings {
    /// How often a lost launch is repeated.
    pub retries: usize,
    /// How many launches come first and are excluded.
    pub warmup: usize,
    /// How long a throttled device cools down, doubled each time.
    pub rest_when_hot: Duration,
    /// How long the trace of a launch may take.
    pub trace_timeout: Duration,
    /// How long a device may take to answer.
    pub answer_timeout: Duration,
    /// What the order of launches in turns is drawn from; none for a random one.
    pub seed: Option<u64>,
    /// How many launches a run may lose, of both builds together, before it ends.
    pub lost_limit: usize,
    /// How many launches of each build that is red are sampled densely, to name functions.
    pub dense_launches: usize,
}

impl Default for DeviceSettings {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        DeviceSettings {
            retries: 3,
            warmup: 0,
            rest_when_hot: seconds(30),
            trace_timeout: seconds(60),
            answer_timeout: seconds(20),
            seed: None,
            lost_limit: 20,
            dense_launches: 2,
        }
    }
}

/// `[simulator]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SimulatorSettings {
    /// Its type; empty: the booted one.
    pub kind: String,
    /// The agent's settings; empty: none.
    pub agent_settings: PathBuf,
}

/// `[report]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReportSettings {
    /// How functions, files and owners are named in everything that is written for others.
    pub names: Names,
}

/// How functions, files and owners are named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Names {
    /// As they are.
    #[default]
    Full,
    /// Functions without types and files without folders.
    Short,
    /// By a hash, which is the same for the same name.
    Hashed,
}

gate_common::named!(Names: Full = "full", Short = "short", Hashed = "hashed");

/// `[attribution]`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AttributionSettings {
    /// The CODEOWNERS file; empty: where GitHub looks for it.
    pub codeowners: PathBuf,
    /// Link maps, as ld64 and lld write them.
    pub link_maps: Vec<PathBuf>,
    /// dSYMs, and Mach-O files that still have their debug map.
    pub binaries: Vec<PathBuf>,
    /// A folder with link maps and dSYMs somewhere in it; empty: none.
    pub symbols: PathBuf,
    /// Xcode's folder "iOS DeviceSupport", or one of those in it; empty: none.
    pub device_support: PathBuf,
    /// The folder of the sources as the compiler saw it, cut off before CODEOWNERS is asked.
    pub source_root: String,
    /// Who owns everything without an owner of its own.
    pub default_owner: String,
}

/// `[[module]]`: a method that any of the globs matches belongs to this module.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModuleRule {
    /// The module's name.
    pub name: String,
    /// Who owns it.
    pub owner: Option<String>,
    /// Globs on the class: `Pay*`.
    pub classes: Vec<Glob>,
    /// Globs on the whole method: `-[Cart pay*]`.
    pub methods: Vec<Glob>,
    /// Globs on the image, of which a trace has the last part of the path: `Payments`.
    pub images: Vec<Glob>,
    /// Globs on source or object files and archives: `*/libPayments.a*`.
    pub files: Vec<Glob>,
    /// It may match nothing; otherwise that is a warning.
    pub optional: bool,
}

/// `[[override]]`: other limits for the rows that any of the globs matches.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Override {
    pub methods: Vec<Glob>,
    /// Globs on modules; they match the module's row and its methods.
    pub modules: Vec<Glob>,
    pub phases: Vec<Glob>,
    pub pages: Vec<Glob>,
    /// Growth that is ignored, as a share.
    pub effect: Option<f64>,
    /// Growth that is ignored besides, as a time.
    pub floor: Option<Ns>,
    /// A pass needs this row shown to be within the smallest effect that matters.
    pub critical: Option<bool>,
    /// A finding here is shown and fails nothing.
    pub advisory: Option<bool>,
    /// The row is not judged.
    pub ignore: Option<bool>,
    /// The last day on which this holds.
    pub until: Option<Date>,
    /// Why, for the report.
    pub reason: Option<String>,
}

/// `[[scenario]]`: what is launched, and how.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scenario {
    pub name: String,
    /// The app's arguments.
    pub arguments: Vec<String>,
    /// The app's environment.
    pub environment: BTreeMap<String, String>,
    /// A URL that the app is opened with.
    pub url: Option<String>,
    /// A folder whose contents the app's container gets before each launch.
    pub container: Option<PathBuf>,
    /// Permissions that are granted before.
    pub permissions: Vec<String>,
    /// Whether a simulator is erased before the run.
    pub erased: bool,
}

/// `[[budget]]`: an absolute limit.
#[derive(Clone, Debug, PartialEq)]
pub struct Budget {
    /// What is limited.
    pub subject: BudgetSubject,
    /// The median of the launches must not be above it; of facts it is nothing, of work a number.
    pub limit: Ns,
    /// Only in this scenario.
    pub scenario: Option<String>,
    /// Only on this device model.
    pub device: Option<Glob>,
}

/// What a budget limits.
#[derive(Clone, Debug, PartialEq)]
pub enum BudgetSubject {
    /// The whole launch.
    Launch,
    /// The moment of a mark.
    Mark(String),
    /// The duration of a phase.
    Phase(String),
    /// The self costs of a module's methods together.
    Module(String),
    /// The inclusive cost of each method that the glob matches.
    Method(Glob),
    /// The render time of each page that the glob matches.
    Page(Glob),
    /// How many facts of a kind a build has, and how many it may have.
    Fact(FactKind, u64),
    /// How often a launch asks for work of a kind on the main thread.
    Work(WorkKind),
}

/// Why there is no configuration.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
    /// The file is not valid.
    #[error("{}", Listed(file, problems))]
    Invalid {
        file: String,
        /// Everything that is wrong with it, by line.
        problems: Vec<Problem>,
    },
    /// A setting given for one run is not valid.
    #[error("--set {setting}: {reason}")]
    Set {
        /// As it was given.
        setting: String,
        /// What is wrong.
        reason: String,
    },
}

/// One thing that is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub reason: String,
}

struct Listed<'a>(&'a str, &'a [Problem]);

impl fmt::Display for Listed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.1.iter().enumerate() {
            let newline = if i == 0 { "" } else { "\n" };
            write!(f, "{newline}{}:{}: {}", self.0, problem.line, problem.reason)?;
        }
        Ok(())
    }
}

/// The settings' files in the order in which they are looked for: the second is for repositories whose config.toml is another tool's.
pub const FILES: [&str; 2] = ["launchgate.toml", "config.toml"];

/// Is this the text of settings of launchgate, mistyped perhaps, and not of another tool that has a config.toml?
pub fn is_ours(text: &str) -> bool {
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
    let is_near = |section: &&str| {
        let top = section.split('.').next().unwrap_or_default();
        fields::TOP.split(' ').any(|known| strsim::normalized_damerau_levenshtein(known, top) >= 0.7)
    };
    let is_key = |key: &&str| known_key(key);
    // What has no keys and no sections says nothing, to whomever it belongs.
    (keys.is_empty() && sections.is_empty()) || sections.iter().any(is_near) || keys.iter().any(is_key)
}

fn known_key(key: &str) -> bool {
    fields::TOP.split(' ').any(|top| top == key)
        || fields::known_settings()
            .iter()
            .any(|setting| setting.ends_with(&format!(".{key}")) || setting == key)
}

impl Config {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Config, ConfigError> {
        let failed = |source| ConfigError::Read { path: path.to_owned(), source };
        let mut text = String::new();
        boundary::open(path).and_then(|mut file| file.read_to_string(&mut text)).map_err(failed)?;
        Config::parse(&path.display().to_string(), &text)
    }

    /// Every path that the settings of a judgement name; a store at a URL is not a path.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        let settings = &self.attribution;
        let single = [
            &settings.codeowners,
            &settings.symbols,
            &settings.device_support,
            &self.baseline.dir,
            &self.simulator.agent_settings,
        ];
        let lists = settings.link_maps.iter().chain(&settings.binaries);
        let all = single.into_iter().chain(lists).map(PathBuf::as_path);
        all.filter(|path| !path.as_os_str().is_empty() && !path.to_string_lossy().contains("://"))
    }

    /// Reads the text of a file; `file` is its name in messages.
    pub fn parse(file: &str, text: &str) -> Result<Config, ConfigError> {
        let lines = value::Lines::of(text);
        let invalid = |mut problems: Vec<Problem>| {
            problems.sort();
            problems.dedup();
            ConfigError::Invalid { file: file.to_owned(), problems }
        };
        let table = DeTable::parse(text).map_err(|error| {
            let line = lines.at(error.span().map_or(0, |span| span.start));
            invalid(vec![Problem { line, reason: error.message().replace('\n', ", ") }])
        })?;
        let (config, problems) = fields::read(table.get_ref(), &lines);
        if problems.is_empty() { Ok(config) } else { Err(invalid(problems)) }
    }

    /// Changes one setting: `set("gate.floor", "0ns")`.
    ///
    /// The value is what would stand in the file, where the quotes of a text may be left out.
    pub fn set(&mut self, key: &str, text: &str) -> Result<(), ConfigError> {
        let refuse = |reason: String| ConfigError::Set { setting: format!("{key}={text}"), reason };
        let mut changed = self.clone();
        match DeValue::parse(text) {
            // A date or a bare word is text here; a number, a list or a quoted text is what it says.
            Ok(parsed) if !matches!(parsed.get_ref(), DeValue::Datetime(_)) => {
                fields::set(&mut changed, key, parsed.get_ref())
            }
            _ => fields::set(&mut changed, key, &DeValue::String(text.into())),
        }
        .map_err(refuse)?;
        if let Some(reason) = sense::contradictions(&changed).into_iter().next() {
            return Err(refuse(reason.1));
        }
        *self = changed;
        Ok(())
    }

    /// As [`Config::set`], from what follows `--set`: `gate.floor=0ns`.
    pub fn set_from(&mut self, setting: &str) -> Result<(), ConfigError> {
        match setting.split_once('=') {
            Some((key, text)) => self.set(key.trim(), text.trim()),
            None => Err(ConfigError::Set {
                setting: setting.to_owned(),
                reason: "expected KEY=VALUE, such as gate.floor=0ns".to_owned(),
            }),
        }
    }

    /// The scenario of this name.
    pub fn scenario(&self, name: &str) -> Option<&Scenario> {
        self.scenarios.iter().find(|scenario| scenario.name == name)
    }
}

#[cfg(test)]
mod tests;
