//! Lists the keys of config.toml, each with the function that reads its value.
//!
//! Invariant: these tables are the only list of keys; the reader of the file, `--set` and the search
//! for the nearest known key use them.

use std::borrow::Cow;
use std::path::PathBuf;

use gate_facts::FactKind;
use gate_launches::{Moment, work_kind_from_name};
use serde::Deserialize as _;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue, ValueDeserializer};

use super::contradictions::{
    find_contradictions, unknown_scenarios, wrong_module, wrong_override, wrong_scenario,
};
use super::value::{self, LineEnds, unknown_message};
use super::{
    Budget, BudgetSubject, Config, Glob, JudgedThreads, ModuleRule, NameForm, Override, Problem, Scenario,
    UndecidedAnswer, work,
};

/// A key with the name of its section, and the function that reads the key's value into a `T`.
type SettingField<T> = (Cow<'static, str>, FieldParser<T>);
/// A function that parses the value of a key and stores it in a `T`.
type FieldParser<T> = fn(&mut T, &str, &DeValue<'_>) -> Result<(), String>;

/// Creates a `SettingField` from a key, the path of the struct's field, and an expression that parses the value.
macro_rules! field {
    ($key:literal, $($place:ident).+, $read:expr) => {
        (Cow::Borrowed($key), |into, _, value| {
            into.$($place).+ = $read(value)?;
            Ok(())
        })
    };
}

/// Creates a field like `field!`, which is stored in an `Option`.
macro_rules! optional {
    ($key:literal, $place:ident, $read:expr) => {
        (Cow::Borrowed($key), |into, _, value| {
            into.$place = Some($read(value)?);
            Ok(())
        })
    };
}

/// Creates a field like `field!`, whose value is one of several words.
macro_rules! word {
    ($key:literal, $($place:ident).+, $($word:literal = $meaning:expr),+) => {
        field!($key, $($place).+, |value: &DeValue<'_>| value::known_word(value, &[$(($word, $meaning)),+]))
    };
}

/// Creates a field like `field!`, whose value is the name of an enum's variant.
macro_rules! named {
    ($key:literal, $($place:ident).+, $kind:ident) => {
        field!($key, $($place).+, |value: &DeValue<'_>| value::known_word(value, &$kind::ALL.map(|one| (one.name(), one))))
    };
}

/// Creates a field like `field!`, whose value is a list.
macro_rules! list {
    ($key:literal, $($place:ident).+, $read:expr) => {
        field!($key, $($place).+, |value: &DeValue<'_>| value::list(value, $read))
    };
}

const SETTINGS: &[SettingField<Config>] = &[
    field!("gate.effect", gate.effect, value::percent),
    field!("gate.fail_from", gate.fail_from, value::percent),
    field!("gate.matters", gate.matters, value::percent),
    field!("gate.floor", gate.floor, value::time_or_share),
    field!("gate.alpha", gate.alpha, value::probability),
    field!("gate.pool", gate.pool, value::count),
    field!("gate.min_launches", gate.min_launches, value::count),
    list!("gate.looks", gate.looks, value::count),
    field!("gate.confirm", gate.confirm, value::flag),
    word!("gate.simulator_times", gate.simulator_times, "advisory" = false, "decide" = true),
    word!("gate.enforce", gate.times_need_proof, "always" = false, "proven" = true),
    named!("gate.undecided", gate.undecided, UndecidedAnswer),
    named!("gate.threads", gate.threads, JudgedThreads),
    field!("gate.instructions.effect", gate.instructions_effect, value::percent),
    field!("gate.largest_input", gate.largest_input, value::count),
    field!("baseline.dir", baseline.dir, |value: &DeValue<'_>| value::name(value).map(PathBuf::from)),
    field!("baseline.keep", baseline.keep, value::count),
    field!("device.retries", device.retries, value::count),
    field!("device.warmup", device.warmup, value::count),
    field!("device.rest_when_hot", device.rest_when_hot, value::wait_time),
    field!("device.answer_timeout", device.answer_timeout, value::wait_time),
    field!("device.seed", device.seed, value::seed_or_random),
    field!("device.lost_limit", device.lost_limit, value::count),
    field!("device.dense_launches", device.dense_launches, value::count),
    field!("device.keep_data", device.keep_data, value::flag),
    field!("simulator.type", simulator.kind, value::text),
    named!("report.names", report.names, NameForm),
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

/// Returns all settings with a single value. The list includes the allowed growth of each kind of fact, and of each kind and group of work.
fn setting_fields() -> Vec<SettingField<Config>> {
    let (fact, work): (FieldParser<Config>, FieldParser<Config>) = (set_fact, set_work);
    let facts = FactKind::ALL.into_iter().map(|kind| (format!("facts.{}", kind.name()).into(), fact));
    let works = work::known_names().into_iter().map(|name| (format!("work.{name}").into(), work));
    SETTINGS.iter().cloned().chain(facts).chain(works).collect()
}

/// Sets the allowed growth of the kind of fact that a key such as `facts.dylibs` names.
fn set_fact(config: &mut Config, key: &str, value: &DeValue<'_>) -> Result<(), String> {
    let kind = key.strip_prefix("facts.").and_then(FactKind::from_name).ok_or("no kind of fact")?;
    config.facts.allowed.insert(kind, value::growth_or_any(value)?);
    Ok(())
}

/// Sets the allowed growth of the kind or group of work that a key such as `work.files` names.
fn set_work(config: &mut Config, key: &str, value: &DeValue<'_>) -> Result<(), String> {
    let name = key.strip_prefix("work.").ok_or("no kind of work")?;
    config.work.allowed.insert(name.to_owned(), value::count(value)? as u64);
    Ok(())
}

fn moment(v: &DeValue<'_>) -> Result<String, String> {
    let name = value::name(v)?;
    Moment::parse(name.as_bytes()).map_err(str::to_owned)?;
    Ok(name)
}

fn fact_kind(v: &DeValue<'_>) -> Result<FactKind, String> {
    value::known_word(v, &FactKind::ALL.map(|kind| (kind.name(), kind)))
}

const MODULE: &[SettingField<ModuleRule>] = &[
    field!("module.name", name, value::name),
    optional!("module.owner", owner, value::name),
    field!("module.classes", classes, value::globs),
    field!("module.methods", methods, value::globs),
    field!("module.images", images, value::globs),
    field!("module.files", files, value::globs),
    field!("module.optional", optional, value::flag),
];

const OVERRIDE: &[SettingField<Override>] = &[
    field!("override.methods", methods, value::globs),
    field!("override.modules", modules, value::globs),
    field!("override.phases", phases, value::globs),
    field!("override.pages", pages, value::globs),
    field!("override.spans", spans, value::globs),
    optional!("override.effect", effect, value::percent),
    optional!("override.floor", floor, value::duration),
    optional!("override.critical", critical, value::flag),
    optional!("override.advisory", advisory, value::flag),
    optional!("override.ignore", ignore, value::flag),
    optional!("override.until", until, value::date),
    optional!("override.reason", reason, value::name),
];

const SCENARIO: &[SettingField<Scenario>] = &[
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
    optional!("scenario.notification", notification, value::json),
    field!("scenario.resume", resume, value::flag),
    optional!("scenario.after", after, value::wait_time),
    optional!("scenario.begin", begin, moment),
    optional!("scenario.end", end, moment),
    optional!("scenario.container", container, |v: &DeValue<'_>| value::name(v).map(PathBuf::from)),
    list!("scenario.permissions", permissions, value::name),
    word!("scenario.state", erased, "kept" = false, "erased" = true),
];

/// A limit in a file: a number, or a time in ns.
#[derive(Clone, Copy)]
enum RawLimit {
    Number(f64),
    Time(f64),
}

/// A budget whose table is being read: it may have no subject yet, or several subjects.
#[derive(Clone, Default)]
struct RawBudget {
    subjects: Vec<BudgetSubject>,
    limit: Option<RawLimit>,
    scenario: Option<String>,
    device: Option<Glob>,
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

const BUDGET: &[SettingField<RawBudget>] = &[
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
    subject!("budget.span", |name: String| BudgetSubject::Span(Glob::new(&name))),
    (Cow::Borrowed("budget.fact"), |into, _, v| {
        into.subjects.push(BudgetSubject::Fact(fact_kind(v)?));
        Ok(())
    }),
    (Cow::Borrowed("budget.work"), |into, _, v| {
        let name = value::name(v)?;
        let kind = work_kind_from_name(&name);
        let kinds = work::known_names().into_iter().filter(|known| known.contains('.'));
        let near = || unknown_message("kind of work", &name, kinds);
        into.subjects.push(BudgetSubject::Work(kind.ok_or_else(near)?));
        Ok(())
    }),
    (Cow::Borrowed("budget.limit"), |into, _, v| {
        into.limit = Some(match value::count(v) {
            Ok(number) => RawLimit::Number(number as f64),
            Err(_) => RawLimit::Time(value::duration(v)?.0),
        });
        Ok(())
    }),
    optional!("budget.scenario", scenario, value::name),
    optional!("budget.device", device, |v: &DeValue<'_>| value::name(v).map(|n| Glob::new(&n))),
];

/// The names of the sections at the top level of the file.
pub(super) const TOP: &str = "gate baseline device simulator attribution report facts work counts module override scenario budget driver";

/// A key at the top level of the file, with its value.
#[derive(Clone, Copy)]
struct Section<'a, 'i> {
    key: &'a Spanned<DeString<'i>>,
    value: &'a Spanned<DeValue<'i>>,
}

impl<'a> Section<'a, '_> {
    fn name(self) -> &'a str {
        self.key.get_ref()
    }
}

/// A reader of a file, which collects the problems of the file.
struct FieldReader<'l> {
    lines: &'l LineEnds,
    problems: Vec<Problem>,
}

impl FieldReader<'_> {
    fn add_problem(&mut self, span: std::ops::Range<usize>, reason: String) {
        self.problems.push(Problem { line: self.lines.of_span(span), reason });
    }

    /// Sets the fields of `into` from the keys of a table. The names of the fields begin with `prefix`, which is `gate.` or, for a nested
    /// table, `gate.instructions.`.
    fn fill<T>(&mut self, into: &mut T, fields: &[SettingField<T>], prefix: &str, entries: &DeTable<'_>) {
        let below = || fields.iter().filter_map(|(name, _)| name.strip_prefix(prefix));
        for (key, entry) in entries {
            let field = fields.iter().find(|(name, _)| name.strip_prefix(prefix) == Some(key.get_ref()));
            // The key is a nested table. The key must be one of the known groups, so that a malicious key of a megabyte does not become a
            // part of the prefix.
            let mut groups = below().filter_map(|name| name.split_once('.'));
            let group = groups.find(|(group, _)| group == key.get_ref());
            match (group, field, entry.get_ref().as_table()) {
                (Some((group, _)), _, Some(table)) => {
                    self.fill(into, fields, &format!("{prefix}{group}."), table);
                }
                (_, Some((name, read)), _) => {
                    if let Err(reason) = read(into, name, entry.get_ref()) {
                        self.add_problem(key.span(), format!("{name}: {reason}"));
                    }
                }
                (Some((group, _)), None, None) => {
                    self.add_problem(key.span(), format!("{prefix}{group}: expected a table"));
                }
                (None, None, _) => {
                    let section = prefix.split('.').next().unwrap_or_default();
                    self.add_problem(
                        key.span(),
                        unknown_message(&format!("key in [{section}]:"), key.get_ref(), below()),
                    );
                }
            }
        }
    }

    /// Reads an array of tables, each with the number of the line in which the table begins. `check` validates a table if all values of the
    /// table are readable.
    fn read_tables<T: Default>(
        &mut self,
        fields: &[SettingField<T>],
        check: fn(&T) -> Option<String>,
        section: Section<'_, '_>,
    ) -> Vec<(T, usize)> {
        let name = section.name();
        let Some(items) = section.value.get_ref().as_array() else {
            self.add_problem(section.key.span(), format!("expected tables that begin with [[{name}]]"));
            return Vec::new();
        };
        let mut read = Vec::with_capacity(items.len());
        for item in items {
            let Some(entries) = item.get_ref().as_table() else {
                self.add_problem(item.span(), format!("expected tables that begin with [[{name}]]"));
                continue;
            };
            let (mut into, before) = (T::default(), self.problems.len());
            self.fill(&mut into, fields, &format!("{name}."), entries);
            if let Some(reason) = check(&into).filter(|_| self.problems.len() == before) {
                self.add_problem(item.span(), reason);
            }
            read.push((into, self.lines.of_span(item.span())));
        }
        read
    }

    /// Reads the tables of external tools without checking the keys of the tables, because only the drivers have lists of the keys.
    fn read_drivers(&mut self, section: Section<'_, '_>) -> Vec<(toml::Table, usize)> {
        let Some(items) = section.value.get_ref().as_array() else {
            self.add_problem(section.key.span(), "expected tables that begin with [[driver]]".to_owned());
            return Vec::new();
        };
        let mut drivers = Vec::new();
        for item in items {
            let line = self.lines.of_span(item.span());
            match toml::Table::deserialize(ValueDeserializer::from(item.clone())) {
                Ok(table) => drivers.push((table, line)),
                Err(error) => self.add_problem(item.span(), error.message().to_owned()),
            }
        }
        drivers
    }

    /// Reads `[[module]]`, and reports two rules for the same module with different owners.
    fn read_modules(&mut self, section: Section<'_, '_>) -> Vec<ModuleRule> {
        let rules = self.read_tables(MODULE, wrong_module, section);
        for (i, (rule, line)) in rules.iter().enumerate() {
            let clash = rules[..i].iter().find(|(other, _)| {
                let both_have_owners = other.owner.is_some() && rule.owner.is_some();
                other.name == rule.name && both_have_owners && other.owner != rule.owner
            });
            if let Some((_, other)) = clash {
                let reason = format!("module {:?} has another owner in line {other}", rule.name);
                self.problems.push(Problem { line: *line, reason });
            }
        }
        rules.into_iter().map(|(rule, _)| rule).collect()
    }

    /// Reads `[[scenario]]`, and reports two scenarios with the same name.
    fn read_scenarios(&mut self, section: Section<'_, '_>) -> Vec<Scenario> {
        let mut scenarios: Vec<Scenario> = Vec::new();
        for (scenario, line) in self.read_tables(SCENARIO, wrong_scenario, section) {
            if scenarios.iter().any(|other| other.name == scenario.name) {
                let reason = format!("scenario {:?} is defined twice", scenario.name);
                self.problems.push(Problem { line, reason });
            }
            scenarios.push(scenario);
        }
        scenarios
    }

    /// Reads a section into the configuration.
    fn read_section(
        &mut self,
        config: &mut Config,
        settings: &[SettingField<Config>],
        section: Section<'_, '_>,
    ) {
        match section.name() {
            "module" => config.modules = self.read_modules(section),
            "override" => {
                let rules = self.read_tables(OVERRIDE, wrong_override, section);
                config.overrides = rules.into_iter().map(|(rule, _)| rule).collect();
            }
            "scenario" => config.scenarios = self.read_scenarios(section),
            "budget" => {
                let raw = self.read_tables(BUDGET, wrong_budget, section);
                config.budgets = raw.into_iter().filter_map(|(raw, _)| to_budget(raw).ok()).collect();
            }
            "driver" => {
                (config.drivers, config.driver_lines) = self.read_drivers(section).into_iter().unzip()
            }
            name if settings.iter().any(|(key, _)| is_in_section(key, name)) => {
                match section.value.get_ref().as_table() {
                    Some(entries) => self.fill(config, settings, &format!("{name}."), entries),
                    None => self.add_problem(section.key.span(), format!("expected a table [{name}]")),
                }
            }
            name => {
                // If a section has a key with the name of the unknown key, the user probably forgot the section's header.
                let reason = match section_of(name) {
                    Some(section) => format!("the key {name:?} belongs in [{section}]"),
                    None => unknown_message("section", name, TOP.split(' ')),
                };
                self.add_problem(section.key.span(), reason);
            }
        }
    }

    /// Reports contradictions between settings in `[gate]` and `[baseline]`.
    fn check_contradictions(&mut self, config: &Config, table: &DeTable<'_>) {
        let gate = table.iter().find(|(name, _)| *name.get_ref() == "gate");
        let gate_line = gate.map_or(1, |(name, _)| self.lines.of_span(name.span()));
        let sections = || table.iter().filter(|(name, _)| matches!(&**name.get_ref(), "gate" | "baseline"));
        let keys = || sections().filter_map(|(_, section)| section.get_ref().as_table()).flatten();
        for (key, reason) in find_contradictions(config) {
            let key = keys().find(|(name, _)| *name.get_ref() == key);
            let line = key.map_or(gate_line, |(name, _)| self.lines.of_span(name.span()));
            self.problems.push(Problem { line, reason });
        }
    }

    /// Reports the first budget that names an unknown scenario.
    fn check_scenarios(&mut self, config: &Config, table: &DeTable<'_>) {
        let Some((index, reason)) = unknown_scenarios(config) else { return };
        let budgets = table.iter().find(|(name, _)| *name.get_ref() == "budget");
        let items = budgets.and_then(|(_, budgets)| budgets.get_ref().as_array());
        let item = items.and_then(|items| items.get(index));
        let line = item.map_or(1, |item| self.lines.of_span(item.span()));
        self.problems.push(Problem { line, reason });
    }
}

/// Returns whether a setting belongs to a section.
fn is_in_section(setting: &str, section: &str) -> bool {
    setting.split_once('.').is_some_and(|(own, _)| own == section)
}

/// Reads all tables of a file. If the returned list has problems, the configuration must not be used.
pub(super) fn read(table: &DeTable<'_>, lines: &LineEnds) -> (Config, Vec<Problem>) {
    let mut reader = FieldReader { lines, problems: Vec::new() };
    let mut config = Config::default();
    let settings = setting_fields();
    for (key, value) in table {
        reader.read_section(&mut config, &settings, Section { key, value });
    }
    if reader.problems.is_empty() {
        reader.check_contradictions(&config, table);
    }
    if reader.problems.is_empty() {
        reader.check_scenarios(&config, table);
    }
    (config, reader.problems)
}

/// Sets one setting that has a single value.
pub(super) fn set(config: &mut Config, key: &str, value: &DeValue<'_>) -> Result<(), String> {
    match setting_fields().iter().find(|(name, _)| name == key) {
        Some((name, read)) => read(config, name, value),
        None => Err(unknown_message("setting", key, known_settings().iter().map(String::as_str))),
    }
}

/// Returns the names of all settings that have a single value, as `section.key`.
pub(super) fn known_settings() -> Vec<String> {
    setting_fields().into_iter().map(|(name, _)| name.into_owned()).collect()
}

/// Returns the names of all keys in tables that may occur several times, as `section.key`.
#[cfg(test)]
pub(super) fn known_table_keys() -> Vec<String> {
    fn names<T>(fields: &[SettingField<T>]) -> impl Iterator<Item = String> {
        fields.iter().map(|(name, _)| name.to_string())
    }
    names(MODULE).chain(names(OVERRIDE)).chain(names(SCENARIO)).chain(names(BUDGET)).collect()
}

/// Returns the section to which a key belongs.
fn section_of(key: &str) -> Option<String> {
    let known = known_settings();
    let mut known = known.iter().filter_map(|setting| setting.split_once('.'));
    known.find(|(_, name)| *name == key).map(|(section, _)| section.to_owned())
}

fn wrong_budget(raw: &RawBudget) -> Option<String> {
    to_budget(raw.clone()).err()
}

fn to_budget(raw: RawBudget) -> Result<Budget, String> {
    let mut subjects = raw.subjects.into_iter();
    match (subjects.next(), subjects.next(), raw.limit) {
        (None, ..) => {
            Err("a budget needs one of launch, mark, phase, module, method, page, span, fact and work"
                .to_owned())
        }
        (_, Some(_), _) => Err(
            "a budget can have only one of launch, mark, phase, module, method, page, span, fact and work"
                .to_owned(),
        ),
        (_, _, None) => Err("a budget needs a limit".to_owned()),
        (Some(subject), None, Some(limit)) => {
            let is_of_number = matches!(subject, BudgetSubject::Fact(_) | BudgetSubject::Work(_));
            let limit = match limit {
                RawLimit::Number(number) if is_of_number => number,
                RawLimit::Time(time) if !is_of_number => time,
                RawLimit::Time(_) => {
                    return Err("the limit of a fact or of work must be a whole number, such as limit = 10"
                        .to_owned());
                }
                RawLimit::Number(_) => {
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
