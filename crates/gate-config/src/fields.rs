//! The keys of config.toml, each with how its value is read.
//!
//! Invariant: these tables are the only list of keys; the file's reader, `--set`, and the search
//! for the nearest known key all go through them.

use std::borrow::Cow;
use std::path::PathBuf;

use gate_facts::FactKind;
use gate_launches::{WorkKind, kind_named, name_of};
use serde::Deserialize as _;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue, ValueDeserializer};

use super::sense::{contradictions, unknown_scenarios, wrong_module, wrong_override, wrong_scenario};
use super::value::{self, Lines, unknown};
use super::{
    Budget, BudgetSubject, Config, Glob, ModuleRule, Names, Override, Problem, Scenario, Threads, Undecided,
    work,
};

/// A key with its section, and how its value gets into a `T`.
type Field<T> = (Cow<'static, str>, Read<T>);
/// Reads the value of a key.
type Read<T> = fn(&mut T, &str, &DeValue<'_>) -> Result<(), String>;

/// Reads a value into a place.
macro_rules! field {
    ($key:literal, $($place:ident).+, $read:expr) => {
        (Cow::Borrowed($key), |into, _, value| {
            into.$($place).+ = $read(value)?;
            Ok(())
        })
    };
}

/// As `field!`, into an `Option`.
macro_rules! optional {
    ($key:literal, $place:ident, $read:expr) => {
        (Cow::Borrowed($key), |into, _, value| {
            into.$place = Some($read(value)?);
            Ok(())
        })
    };
}

/// As `field!`, of a value that is one of several words.
macro_rules! word {
    ($key:literal, $($place:ident).+, $($word:literal = $meaning:expr),+) => {
        field!($key, $($place).+, |value: &DeValue<'_>| value::word(value, &[$(($word, $meaning)),+]))
    };
}

/// A setting that has one of the names of an enum.
macro_rules! named {
    ($key:literal, $($place:ident).+, $kind:ident) => {
        field!($key, $($place).+, |value: &DeValue<'_>| value::word(value, &$kind::ALL.map(|one| (one.name(), one))))
    };
}

/// As `field!`, of a list.
macro_rules! list {
    ($key:literal, $($place:ident).+, $read:expr) => {
        field!($key, $($place).+, |value: &DeValue<'_>| value::list(value, $read))
    };
}

const SETTINGS: &[Field<Config>] = &[
    field!("gate.effect", gate.effect, value::percent),
    field!("gate.fail_from", gate.fail_from, value::percent),
    field!("gate.matters", gate.matters, value::percent),
    (Cow::Borrowed("gate.floor"), |into, _, value| {
        into.gate.floor = value::duration(value)?;
        // A floor that is set is meant.
        into.gate.floor_share = 1.0;
        Ok(())
    }),
    field!("gate.floor_share", gate.floor_share, value::percent),
    field!("gate.alpha", gate.alpha, value::probability),
    field!("gate.fdr", gate.fdr, value::probability),
    field!("gate.pool", gate.pool, value::count),
    field!("gate.session_sd", gate.session_sd, value::percent),
    field!("gate.min_launches", gate.min_launches, value::count),
    list!("gate.looks", gate.looks, value::count),
    field!("gate.anchor_effect", gate.anchor_effect, value::percent),
    field!("gate.anchor_floor", gate.anchor_floor, value::duration),
    field!("gate.confirm", gate.confirm, value::flag),
    word!("gate.simulator_times", gate.simulator_times, "advisory" = false, "decide" = true),
    named!("gate.undecided", gate.undecided, Undecided),
    named!("gate.threads", gate.threads, Threads),
    field!("gate.instructions.effect", gate.instructions.effect, value::percent),
    field!("gate.instructions.session_sd", gate.instructions.session_sd, value::percent),
    field!("gate.calls.floor_share", gate.calls_floor_share, value::percent),
    field!("baseline.dir", baseline.dir, |value: &DeValue<'_>| value::name(value).map(PathBuf::from)),
    field!("baseline.keep", baseline.keep, value::count),
    field!("device.retries", device.retries, value::count),
    field!("device.warmup", device.warmup, value::count),
    field!("device.rest_when_hot", device.rest_when_hot, value::wait),
    field!("device.trace_timeout", device.trace_timeout, value::wait),
    field!("device.answer_timeout", device.answer_timeout, value::wait),
    field!("device.seed", device.seed, value::seed),
    field!("device.lost_limit", device.lost_limit, value::count),
    field!("device.dense_launches", device.dense_launches, value::count),
    field!("simulator.type", simulator.kind, value::text),
    field!("simulator.agent_settings", simulator.agent_settings, value::path),
    named!("report.names", report.names, Names),
    field!("attribution.codeowners", attribution.codeowners, value::path),
    list!("attribution.link_maps", attribution.link_maps, value::path),
    list!("attribution.binaries", attribution.binaries, value::path),
    field!("attribution.symbols", attribution.symbols, value::path),
    field!("attribution.device_support", attribution.device_support, value::path),
    field!("attribution.source_root", attribution.source_root, value::text),
    field!("attribution.default_owner", attribution.default_owner, value::text),
    list!("facts.fail", facts.fail, fact_kind),
    field!("work.fail", work.fail, |value: &DeValue<'_>| value::list(value, work::kinds)
        .map(|all| all.concat())),
    field!("counts.allowed", counts.allowed, value::growth_or_any),
    field!("counts.launches", counts.launches, value::count),
];

/// Every scalar setting: those above, and how much more is allowed of each kind of fact and of work.
fn settings() -> Vec<Field<Config>> {
    let fact: Read<Config> = |into, key, value| {
        let kind = key.strip_prefix("facts.").and_then(FactKind::of_name).ok_or("no kind of fact")?;
        into.facts.allowed.insert(kind, value::growth_or_any(value)?);
        Ok(())
    };
    let work: Read<Config> = |into, key, value| {
        let kind = key.strip_prefix("work.").and_then(kind_named).ok_or("no kind of work")?;
        into.work.allowed.insert(kind, value::growth(value)?);
        Ok(())
    };
    let facts = FactKind::ALL.into_iter().map(|kind| (format!("facts.{}", kind.name()).into(), fact));
    let works = WorkKind::KNOWN.iter().map(|kind| (format!("work.{}", name_of(*kind)).into(), work));
    SETTINGS.iter().cloned().chain(facts).chain(works).collect()
}

fn fact_kind(v: &DeValue<'_>) -> Result<FactKind, String> {
    value::word(v, &FactKind::ALL.map(|kind| (kind.name(), kind)))
}

const MODULE: &[Field<ModuleRule>] = &[
    field!("module.name", name, value::name),
    optional!("module.owner", owner, value::name),
    field!("module.classes", classes, value::globs),
    field!("module.methods", methods, value::globs),
    field!("module.images", images, value::globs),
    field!("module.files", files, value::globs),
    field!("module.optional", optional, value::flag),
];

const OVERRIDE: &[Field<Override>] = &[
    field!("override.methods", methods, value::globs),
    field!("override.modules", modules, value::globs),
    field!("override.phases", phases, value::globs),
    field!("override.pages", pages, value::globs),
    optional!("override.effect", effect, value::percent),
    optional!("override.floor", floor, value::duration),
    optional!("override.critical", critical, value::flag),
    optional!("override.advisory", advisory, value::flag),
    optional!("override.ignore", ignore, value::flag),
    optional!("override.until", until, value::date),
    optional!("override.reason", reason, value::name),
];

const SCENARIO: &[Field<Scenario>] = &[
    field!("scenario.name", name, value::name),
    list!("scenario.arguments", arguments, value::text),
    (Cow::Borrowed("scenario.environment"), |into, _, v| {
        let table = v.as_table().ok_or("expected a table, such as { KEY = \"value\" }")?;
        for (key, entry) in table {
            let text =
                value::text(entry.get_ref()).map_err(|reason| format!("{}: {reason}", key.get_ref()))?;
            into.environment.insert(key.get_ref().clone().into_owned(), text);
        }
        Ok(())
    }),
    optional!("scenario.url", url, value::name),
    optional!("scenario.container", container, |v: &DeValue<'_>| value::name(v).map(PathBuf::from)),
    list!("scenario.permissions", permissions, value::name),
    word!("scenario.state", erased, "kept" = false, "erased" = true),
];

/// A budget while it is read: its subject may be missing, or there twice.
#[derive(Clone, Default)]
struct RawBudget {
    subjects: Vec<BudgetSubject>,
    limit: Option<Limit>,
    scenario: Option<String>,
    device: Option<Glob>,
}

/// A time; of facts a number.
#[derive(Clone, Copy)]
enum Limit {
    Time(gate_launches::Ns),
    Number(u64),
}

macro_rules! subject {
    ($key:literal, $make:expr) => {
        (Cow::Borrowed($key), |into, _, v| {
            let name = value::name(v)?;
            into.subjects.push($make(name));
            Ok(())
        })
    };
}

const BUDGET: &[Field<RawBudget>] = &[
    (Cow::Borrowed("budget.launch"), |into, _, v| {
        if !value::flag(v)? {
            return Err("expected true; to limit something else, replace launch with another key".to_owned());
        }
        into.subjects.push(BudgetSubject::Launch);
        Ok(())
    }),
    subject!("budget.mark", BudgetSubject::Mark),
    subject!("budget.phase", BudgetSubject::Phase),
    subject!("budget.module", BudgetSubject::Module),
    subject!("budget.method", |name: String| BudgetSubject::Method(Glob::new(&name))),
    subject!("budget.page", |name: String| BudgetSubject::Page(Glob::new(&name))),
    (Cow::Borrowed("budget.fact"), |into, _, v| {
        into.subjects.push(BudgetSubject::Fact(fact_kind(v)?, 0));
        Ok(())
    }),
    (Cow::Borrowed("budget.work"), |into, _, v| {
        let name = value::name(v)?;
        let kind = kind_named(&name);
        let near =
            || unknown("kind of work", &name, work::names().into_iter().filter(|known| known.contains('.')));
        into.subjects.push(BudgetSubject::Work(kind.ok_or_else(near)?));
        Ok(())
    }),
    (Cow::Borrowed("budget.limit"), |into, _, v| {
        let number = value::count(v).ok().map(|number| Limit::Number(number as u64));
        into.limit = Some(number.map_or_else(|| value::duration(v).map(Limit::Time), Ok)?);
        Ok(())
    }),
    optional!("budget.scenario", scenario, value::name),
    optional!("budget.device", device, |v: &DeValue<'_>| value::name(v).map(|n| Glob::new(&n))),
];

/// What the file may have at its top.
pub(super) const TOP: &str = "gate baseline device simulator attribution report facts work counts module override scenario budget driver";

type Section<'a, 'i> = (&'a Spanned<DeString<'i>>, &'a Spanned<DeValue<'i>>);

/// Collects what is wrong while a file is read.
struct FieldReader<'l> {
    lines: &'l Lines,
    problems: Vec<Problem>,
}

impl FieldReader<'_> {
    fn problem(&mut self, span: std::ops::Range<usize>, reason: String) {
        self.problems.push(Problem { line: self.lines.of_span(span), reason });
    }

    /// Fills `into` from the keys of a table, whose fields begin with `prefix`: `gate.`, or below that `gate.instructions.`.
    fn fill<T>(&mut self, into: &mut T, fields: &[Field<T>], prefix: &str, entries: &DeTable<'_>) {
        let below = || fields.iter().filter_map(|(name, _)| name.strip_prefix(prefix));
        for (key, entry) in entries {
            let is = |name: &str| name.strip_prefix(prefix) == Some(key.get_ref());
            if let Some((name, read)) = fields.iter().find(|(name, _)| is(name)) {
                if let Err(reason) = read(into, name, entry.get_ref()) {
                    self.problem(key.span(), format!("{name}: {reason}"));
                }
                continue;
            }
            // A table of a key that fields begin with; a key of a megabyte is not read as one.
            let mut groups = below().filter_map(|name| name.split_once('.'));
            let group = groups.find(|(group, _)| group == key.get_ref());
            match (group, entry.get_ref().as_table()) {
                (Some((group, _)), Some(table)) => {
                    self.fill(into, fields, &format!("{prefix}{group}."), table);
                }
                (Some((group, _)), None) => {
                    self.problem(key.span(), format!("{prefix}{group}: expected a table"));
                }
                (None, _) => {
                    let section = prefix.split('.').next().unwrap_or_default();
                    self.problem(
                        key.span(),
                        unknown(&format!("key in [{section}]:"), key.get_ref(), below()),
                    );
                }
            }
        }
    }

    /// Reads an array of tables, each with the line where it begins; those whose values can all be read are checked.
    fn tables<T: Default>(
        &mut self,
        fields: &[Field<T>],
        check: fn(&T) -> Option<String>,
        section: &str,
        (at, array): Section<'_, '_>,
    ) -> Vec<(T, usize)> {
        let Some(items) = array.get_ref().as_array() else {
            self.problem(at.span(), format!("expected tables that begin with [[{section}]]"));
            return Vec::new();
        };
        let mut read = Vec::with_capacity(items.len());
        for item in items {
            let Some(entries) = item.get_ref().as_table() else {
                self.problem(item.span(), format!("expected tables that begin with [[{section}]]"));
                continue;
            };
            let (mut into, before) = (T::default(), self.problems.len());
            self.fill(&mut into, fields, &format!("{section}."), entries);
            if let Some(reason) = check(&into).filter(|_| self.problems.len() == before) {
                self.problem(item.span(), reason);
            }
            read.push((into, self.lines.of_span(item.span())));
        }
        read
    }
}

impl FieldReader<'_> {
    /// Reads tables of external tools. Which keys they have, only the drivers know.
    fn drivers(&mut self, (at, array): Section<'_, '_>) -> Vec<(toml::Table, usize)> {
        let mut drivers = Vec::new();
        for item in array.get_ref().as_array().into_iter().flatten() {
            let line = self.lines.of_span(item.span());
            match toml::Table::deserialize(ValueDeserializer::from(item.clone())) {
                Ok(table) => drivers.push((table, line)),
                Err(error) => self.problem(item.span(), error.message().to_owned()),
            }
        }
        if array.get_ref().as_array().is_none() {
            self.problem(at.span(), "expected tables that begin with [[driver]]".to_owned());
        }
        drivers
    }
}

/// Reads a whole file; if there is any problem the configuration is not to be used.
pub(super) fn read(table: &DeTable<'_>, lines: &Lines) -> (Config, Vec<Problem>) {
    let mut reader = FieldReader { lines, problems: Vec::new() };
    let mut config = Config::default();
    let settings = settings();
    let is_section = |name: &str| {
        settings.iter().any(|(key, _)| key.split_once('.').is_some_and(|(section, _)| section == name))
    };
    let mut gate_line = 1;
    for entry in table {
        let (key, _) = entry;
        match key.get_ref().as_ref() {
            "module" => {
                let rules = reader.tables(MODULE, wrong_module, "module", entry);
                for (i, (rule, line)) in rules.iter().enumerate() {
                    let clash = rules[..i].iter().find(|(other, _)| {
                        other.name == rule.name
                            && other.owner.is_some()
                            && rule.owner.is_some()
                            && other.owner != rule.owner
                    });
                    if let Some((_, other)) = clash {
                        let reason = format!("module {:?} has another owner in line {other}", rule.name);
                        reader.problems.push(Problem { line: *line, reason });
                    }
                }
                config.modules = rules.into_iter().map(|(rule, _)| rule).collect();
            }
            "override" => {
                let rules = reader.tables(OVERRIDE, wrong_override, "override", entry);
                config.overrides = rules.into_iter().map(|(rule, _)| rule).collect();
            }
            "scenario" => {
                for (scenario, line) in reader.tables(SCENARIO, wrong_scenario, "scenario", entry) {
                    if config.scenario(&scenario.name).is_some() {
                        let reason = format!("scenario {:?} is defined twice", scenario.name);
                        reader.problems.push(Problem { line, reason });
                    }
                    config.scenarios.push(scenario);
                }
            }
            "budget" => {
                let raw = reader.tables(BUDGET, wrong_budget, "budget", entry);
                config.budgets = raw.into_iter().filter_map(|(raw, _)| budget(raw).ok()).collect();
            }
            "driver" => (config.drivers, config.driver_lines) = reader.drivers(entry).into_iter().unzip(),
            section if is_section(section) => {
                if section == "gate" {
                    gate_line = lines.of_span(key.span());
                }
                match entry.1.get_ref().as_table() {
                    Some(entries) => {
                        reader.fill(&mut config, &settings, &format!("{section}."), entries);
                    }
                    None => reader.problem(key.span(), format!("expected a table [{section}]")),
                }
            }
            other => {
                // A key without its section is the likelier mistake where such a key exists.
                let reason = match section_of(other) {
                    Some(section) => format!("the key {other:?} belongs in [{section}]"),
                    None => unknown("section", other, TOP.split(' ')),
                };
                reader.problem(key.span(), reason);
            }
        }
    }
    if reader.problems.is_empty() {
        for (key, reason) in contradictions(&config) {
            let line = table
                .iter()
                .filter(|(section, _)| *section.get_ref() == "gate" || *section.get_ref() == "baseline")
                .filter_map(|(_, gate)| gate.get_ref().as_table())
                .flatten()
                .find(|(name, _)| *name.get_ref() == key)
                .map_or(gate_line, |(name, _)| lines.of_span(name.span()));
            reader.problems.push(Problem { line, reason });
        }
    }
    if let Some(problem) = unknown_scenarios(&config).filter(|_| reader.problems.is_empty()) {
        let line = table.iter().find(|(name, _)| *name.get_ref() == "budget").map_or(1, |(_, v)| {
            v.get_ref()
                .as_array()
                .and_then(|items| items.get(problem.0))
                .map_or(1, |item| lines.of_span(item.span()))
        });
        reader.problems.push(Problem { line, reason: problem.1 });
    }
    (config, reader.problems)
}

/// Changes one scalar setting.
pub(super) fn set(config: &mut Config, key: &str, value: &DeValue<'_>) -> Result<(), String> {
    match settings().iter().find(|(name, _)| name == key) {
        Some((name, read)) => read(config, name, value),
        None => Err(unknown("setting", key, known_settings().iter().map(String::as_str))),
    }
}

/// Every scalar setting, as `section.key`.
pub(super) fn known_settings() -> Vec<String> {
    settings().into_iter().map(|(name, _)| name.into_owned()).collect()
}

/// Every key of the tables that may occur many times, as `section.key`.
#[cfg(test)]
pub(super) fn known_table_keys() -> Vec<String> {
    fn names<T>(fields: &[Field<T>]) -> impl Iterator<Item = String> {
        fields.iter().map(|(name, _)| name.to_string())
    }
    names(MODULE).chain(names(OVERRIDE)).chain(names(SCENARIO)).chain(names(BUDGET)).collect()
}

/// The section that has a key.
fn section_of(key: &str) -> Option<String> {
    let known = known_settings();
    let mut known = known.iter().filter_map(|setting| setting.split_once('.'));
    known.find(|(_, name)| *name == key).map(|(section, _)| section.to_owned())
}

fn wrong_budget(raw: &RawBudget) -> Option<String> {
    budget(raw.clone()).err()
}

fn budget(raw: RawBudget) -> Result<Budget, String> {
    let mut subjects = raw.subjects.into_iter();
    match (subjects.next(), subjects.next(), raw.limit) {
        (None, ..) => {
            Err("a budget needs one of launch, mark, phase, module, method, page, fact and work".to_owned())
        }
        (_, Some(_), _) => {
            Err("a budget can have only one of launch, mark, phase, module, method, page, fact and work"
                .to_owned())
        }
        (_, _, None) => Err("a budget needs a limit".to_owned()),
        (Some(subject), None, Some(limit)) => {
            let (subject, limit) = match (subject, limit) {
                (BudgetSubject::Fact(kind, _), Limit::Number(most)) => {
                    (BudgetSubject::Fact(kind, most), gate_launches::Ns(0.0))
                }
                // A number of calls stands where others have a time.
                (subject @ BudgetSubject::Work(_), Limit::Number(most)) => {
                    (subject, gate_launches::Ns(most as f64))
                }
                (BudgetSubject::Fact(..) | BudgetSubject::Work(_), Limit::Time(_)) => {
                    return Err("the limit of a fact or of work must be a whole number, such as limit = 10"
                        .to_owned());
                }
                (subject, Limit::Time(limit)) => (subject, limit),
                (_, Limit::Number(_)) => {
                    return Err(
                        "budget.limit: expected a time with its unit (ns, us, ms, s) in quotes, such as \"100us\""
                            .to_owned(),
                    );
                }
            };
            Ok(Budget { subject, limit, scenario: raw.scenario, device: raw.device })
        }
    }
}
