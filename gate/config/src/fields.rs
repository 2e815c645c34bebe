//! The keys of config.toml, each with how its value is read.
//!
//! Invariant: these tables are the only list of keys; the file's reader, `--set`, and the search
//! for the nearest known key all go through them.

use serde::Deserialize as _;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue, ValueDeserializer};

use super::sense::{contradictions, unknown_scenarios, wrong_module, wrong_override, wrong_scenario};
use super::value::{self, Lines, unknown};
use super::{
    AttributionSettings, BaselineSettings, Budget, BudgetSubject, Config, DeviceSettings, FactKind,
    FactSettings, GateSettings, Glob, ModuleRule, Names, Override, Problem, ReportSettings, Scenario,
    Threads, Undecided, work,
};
use launches::kind_named;

/// A key of a table, and how its value gets into a `T`.
type Field<T> = (&'static str, fn(&mut T, &DeValue<'_>) -> Result<(), String>);

/// Reads a value into a place.
macro_rules! field {
    ($key:literal, $($place:ident).+, $read:expr) => {
        ($key, |into, value| {
            into.$($place).+ = $read(value)?;
            Ok(())
        })
    };
}

/// As `field!`, into an `Option`.
macro_rules! optional {
    ($key:literal, $place:ident, $read:expr) => {
        ($key, |into, value| {
            into.$place = Some($read(value)?);
            Ok(())
        })
    };
}

const GATE: &[Field<GateSettings>] = &[
    field!("effect", effect, value::percent),
    field!("fail_from", fail_from, value::percent),
    field!("matters", matters, value::percent),
    ("floor", |into, v| {
        into.floor = value::duration(v)?;
        // A floor that is set is meant.
        into.floor_share = 1.0;
        Ok(())
    }),
    field!("floor_share", floor_share, value::percent),
    field!("alpha", alpha, value::probability),
    field!("fdr", fdr, value::probability),
    field!("pool", pool, value::count),
    field!("session_sd", session_sd, value::percent),
    field!("min_launches", min_launches, value::count),
    field!("looks", looks, |v: &DeValue<'_>| value::list(v, value::count)),
    field!("anchor_effect", anchor_effect, value::percent),
    field!("anchor_floor", anchor_floor, value::duration),
    field!("confirm", confirm, value::flag),
    field!("simulator_times", simulator_times, |v: &DeValue<'_>| value::word(
        v,
        &[("advisory", false), ("decide", true)]
    )),
    field!("undecided", undecided, |v: &DeValue<'_>| value::word(
        v,
        &[
            ("undecided", Undecided::Undecided),
            ("pass", Undecided::Pass),
            ("regressed", Undecided::Regressed)
        ]
    )),
    field!("threads", threads, |v: &DeValue<'_>| value::word(
        v,
        &[("main", Threads::Main), ("all", Threads::All)]
    )),
    field!("instructions.effect", instructions.effect, value::percent),
    field!("instructions.session_sd", instructions.session_sd, value::percent),
    field!("calls.floor_share", calls_floor_share, value::percent),
];

const BASELINE: &[Field<BaselineSettings>] = &[
    ("dir", |into, v| {
        into.dir = value::name(v)?.into();
        Ok(())
    }),
    field!("keep", keep, value::count),
];

const DEVICE: &[Field<DeviceSettings>] = &[field!("lost_limit", lost_limit, value::count)];

const REPORT: &[Field<ReportSettings>] = &[field!("names", names, |v: &DeValue<'_>| value::word(
    v,
    &[("full", Names::Full), ("short", Names::Short), ("hashed", Names::Hashed)]
))];

const ATTRIBUTION: &[Field<AttributionSettings>] = &[
    ("codeowners", |into, v| {
        into.codeowners = value::text(v)?.into();
        Ok(())
    }),
    ("link_maps", |into, v| {
        into.link_maps = value::list(v, value::name)?.into_iter().map(Into::into).collect();
        Ok(())
    }),
    ("binaries", |into, v| {
        into.binaries = value::list(v, value::name)?.into_iter().map(Into::into).collect();
        Ok(())
    }),
    ("symbols", |into, v| {
        into.symbols = value::text(v)?.into();
        Ok(())
    }),
    ("device_support", |into, v| {
        into.device_support = value::text(v)?.into();
        Ok(())
    }),
    field!("source_root", source_root, value::text),
    field!("default_owner", default_owner, value::text),
];

/// A number of more that is allowed, or `"any"`.
macro_rules! growth {
    ($kind:ident, $key:literal) => {
        ($key, |into, v| {
            into.allowed.insert(FactKind::$kind, value::growth_or_any(v)?);
            Ok(())
        })
    };
}

const FACTS: &[Field<FactSettings>] = &[
    field!("fail", fail, |v: &DeValue<'_>| value::list(v, fact_kind)),
    growth!(Load, "load"),
    growth!(Initialiser, "initialiser"),
    growth!(Dylib, "dylib"),
    growth!(Image, "image"),
    growth!(Fixups, "fixups"),
    growth!(Pages, "pages"),
    growth!(Exports, "exports"),
    growth!(Size, "size"),
    growth!(Classes, "classes"),
    growth!(Categories, "categories"),
    growth!(Protocols, "protocols"),
    growth!(Selectors, "selectors"),
    growth!(SwiftTypes, "swift_types"),
    growth!(Conformances, "conformances"),
    growth!(Signature, "signature"),
];

fn fact_kind(v: &DeValue<'_>) -> Result<FactKind, String> {
    let kinds: Vec<(&str, FactKind)> = FactKind::ALL.iter().map(|kind| (kind.name(), *kind)).collect();
    value::word(v, &kinds)
}

const MODULE: &[Field<ModuleRule>] = &[
    field!("name", name, value::name),
    optional!("owner", owner, value::name),
    field!("classes", classes, value::globs),
    field!("methods", methods, value::globs),
    field!("images", images, value::globs),
    field!("files", files, value::globs),
    field!("optional", optional, value::flag),
];

const OVERRIDE: &[Field<Override>] = &[
    field!("methods", methods, value::globs),
    field!("modules", modules, value::globs),
    field!("phases", phases, value::globs),
    field!("pages", pages, value::globs),
    optional!("effect", effect, value::percent),
    optional!("floor", floor, value::duration),
    optional!("critical", critical, value::flag),
    optional!("advisory", advisory, value::flag),
    optional!("ignore", ignore, value::flag),
    optional!("until", until, value::date),
    optional!("reason", reason, value::name),
];

const SCENARIO: &[Field<Scenario>] = &[
    field!("name", name, value::name),
    field!("arguments", arguments, |v: &DeValue<'_>| value::list(v, value::text)),
    ("environment", |into, v| {
        let table = v.as_table().ok_or("expected a table, such as { KEY = \"value\" }")?;
        for (key, entry) in table {
            let text =
                value::text(entry.get_ref()).map_err(|reason| format!("{}: {reason}", key.get_ref()))?;
            into.environment.insert(key.get_ref().clone().into_owned(), text);
        }
        Ok(())
    }),
    optional!("url", url, value::name),
    ("container", |into, v| {
        into.container = Some(value::name(v)?.into());
        Ok(())
    }),
    field!("permissions", permissions, |v: &DeValue<'_>| value::list(v, value::name)),
    field!("state", erased, |v: &DeValue<'_>| value::word(v, &[("kept", false), ("erased", true)])),
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
    Time(launches::Ns),
    Number(u64),
}

macro_rules! subject {
    ($key:literal, $make:expr) => {
        ($key, |into, v| {
            let name = value::name(v)?;
            into.subjects.push($make(name));
            Ok(())
        })
    };
}

const BUDGET: &[Field<RawBudget>] = &[
    ("launch", |into, v| {
        if !value::flag(v)? {
            return Err("expected true; to limit something else, replace launch with another key".to_owned());
        }
        into.subjects.push(BudgetSubject::Launch);
        Ok(())
    }),
    subject!("mark", BudgetSubject::Mark),
    subject!("phase", BudgetSubject::Phase),
    subject!("module", BudgetSubject::Module),
    subject!("method", |name: String| BudgetSubject::Method(Glob::new(&name))),
    subject!("page", |name: String| BudgetSubject::Page(Glob::new(&name))),
    ("fact", |into, v| {
        into.subjects.push(BudgetSubject::Fact(fact_kind(v)?, 0));
        Ok(())
    }),
    ("work", |into, v| {
        let name = value::name(v)?;
        let kind = kind_named(&name);
        let near =
            || unknown("kind of work", &name, work::names().into_iter().filter(|known| known.contains('.')));
        into.subjects.push(BudgetSubject::Work(kind.ok_or_else(near)?));
        Ok(())
    }),
    ("limit", |into, v| {
        let number = value::count(v).ok().map(|number| Limit::Number(number as u64));
        into.limit = Some(number.map_or_else(|| value::duration(v).map(Limit::Time), Ok)?);
        Ok(())
    }),
    optional!("scenario", scenario, value::name),
    optional!("device", device, |v: &DeValue<'_>| value::name(v).map(|n| Glob::new(&n))),
];

/// What the file may have at its top.
pub(super) const TOP: [&str; 12] = [
    "gate",
    "baseline",
    "attribution",
    "report",
    "facts",
    "work",
    "counts",
    "module",
    "override",
    "scenario",
    "budget",
    "driver",
];

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

    /// Fills `into` from a table.
    fn fill<T>(&mut self, into: &mut T, fields: &[Field<T>], section: &str, (at, table): Section<'_, '_>) {
        let Some(entries) = table.get_ref().as_table() else {
            self.problem(at.span(), format!("expected a table [{section}]"));
            return;
        };
        self.fill_entries(into, fields, section, entries);
    }

    fn fill_entries<T>(&mut self, into: &mut T, fields: &[Field<T>], section: &str, entries: &DeTable<'_>) {
        self.fill_below(into, fields, (section, ""), entries);
    }

    /// Fills what stands below `prefix`, such as `instructions.`, in a section.
    fn fill_below<T>(
        &mut self,
        into: &mut T,
        fields: &[Field<T>],
        (section, prefix): (&str, &str),
        entries: &DeTable<'_>,
    ) {
        for (key, entry) in entries {
            let is = |name: &str| name.strip_prefix(prefix) == Some(key.get_ref());
            if let Some((name, read)) = fields.iter().find(|(name, _)| is(name)) {
                if let Err(reason) = read(into, entry.get_ref()) {
                    self.problem(key.span(), format!("{section}.{name}: {reason}"));
                }
                continue;
            }
            // A table of a key that fields begin with; a key of a megabyte is not read as one.
            let group = fields.iter().find_map(|(name, _)| {
                let (group, _) = name.strip_prefix(prefix)?.split_once('.')?;
                (group == key.get_ref()).then_some(group)
            });
            match (group, entry.get_ref().as_table()) {
                (Some(group), Some(table)) => {
                    self.fill_below(into, fields, (section, &format!("{prefix}{group}.")), table);
                }
                (Some(group), None) => {
                    self.problem(key.span(), format!("{section}.{prefix}{group}: expected a table"));
                }
                (None, _) => {
                    let known = fields.iter().filter_map(|(name, _)| name.strip_prefix(prefix));
                    self.problem(key.span(), unknown(&format!("key in [{section}]:"), key.get_ref(), known));
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
            self.fill_entries(&mut into, fields, section, entries);
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
    let mut gate_line = 1;
    for entry in table {
        let (key, _) = entry;
        match key.get_ref().as_ref() {
            "gate" => {
                gate_line = lines.of_span(key.span());
                reader.fill(&mut config.gate, GATE, "gate", entry);
            }
            "baseline" => reader.fill(&mut config.baseline, BASELINE, "baseline", entry),
            "device" => reader.fill(&mut config.device, DEVICE, "device", entry),
            "attribution" => reader.fill(&mut config.attribution, ATTRIBUTION, "attribution", entry),
            "report" => reader.fill(&mut config.report, REPORT, "report", entry),
            "facts" => reader.fill(&mut config.facts, FACTS, "facts", entry),
            "work" => reader.fill(&mut config.work, work::FIELDS, "work", entry),
            "counts" => reader.fill(&mut config.counts, work::COUNTS, "counts", entry),
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
            other => {
                // A key without its section is the likelier mistake where such a key exists.
                let reason = match section_of(other) {
                    Some(section) => format!("the key {other:?} belongs in [{section}]"),
                    None => unknown("section", other, TOP.into_iter()),
                };
                reader.problem(key.span(), reason);
            }
        }
    }
    if reader.problems.is_empty() {
        for (key, reason) in contradictions(&config) {
            let line = table
                .iter()
                .filter(|(section, _)| *section.get_ref() == "gate")
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
    fn apply<T>(
        into: &mut T,
        fields: &[Field<T>],
        key: &str,
        value: &DeValue<'_>,
    ) -> Option<Result<(), String>> {
        fields.iter().find(|(name, _)| *name == key).map(|(_, read)| read(into, value))
    }
    let (section, name) = key.split_once('.').unwrap_or(("", key));
    let applied = match section {
        "gate" => apply(&mut config.gate, GATE, name, value),
        "baseline" => apply(&mut config.baseline, BASELINE, name, value),
        "device" => apply(&mut config.device, DEVICE, name, value),
        "attribution" => apply(&mut config.attribution, ATTRIBUTION, name, value),
        "report" => apply(&mut config.report, REPORT, name, value),
        "facts" => apply(&mut config.facts, FACTS, name, value),
        "work" => apply(&mut config.work, work::FIELDS, name, value),
        "counts" => apply(&mut config.counts, work::COUNTS, name, value),
        _ => None,
    };
    applied.unwrap_or_else(|| {
        let known = known_settings();
        Err(unknown("setting", key, known.iter().map(String::as_str)))
    })
}

/// Every scalar setting, as `section.key`.
pub(super) fn known_settings() -> Vec<String> {
    let mut known = Vec::new();
    known.extend(GATE.iter().map(|(name, _)| format!("gate.{name}")));
    known.extend(BASELINE.iter().map(|(name, _)| format!("baseline.{name}")));
    known.extend(DEVICE.iter().map(|(name, _)| format!("device.{name}")));
    known.extend(ATTRIBUTION.iter().map(|(name, _)| format!("attribution.{name}")));
    known.extend(REPORT.iter().map(|(name, _)| format!("report.{name}")));
    known.extend(FACTS.iter().map(|(name, _)| format!("facts.{name}")));
    known.extend(work::FIELDS.iter().map(|(name, _)| format!("work.{name}")));
    known.extend(work::COUNTS.iter().map(|(name, _)| format!("counts.{name}")));
    known
}

/// Every key of the tables that may occur many times, as `section.key`.
#[cfg(test)]
pub(super) fn known_table_keys() -> Vec<String> {
    let mut known = Vec::new();
    known.extend(MODULE.iter().map(|(name, _)| format!("module.{name}")));
    known.extend(OVERRIDE.iter().map(|(name, _)| format!("override.{name}")));
    known.extend(SCENARIO.iter().map(|(name, _)| format!("scenario.{name}")));
    known.extend(BUDGET.iter().map(|(name, _)| format!("budget.{name}")));
    known
}

fn section_of(key: &str) -> Option<String> {
    known_settings()
        .into_iter()
        .filter_map(|setting| setting.split_once('.').map(|(s, k)| (s.to_owned(), k.to_owned())))
        .find(|(_, known)| known == key)
        .map(|(section, _)| section)
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
                    (BudgetSubject::Fact(kind, most), launches::Ns(0.0))
                }
                // A number of calls stands where others have a time.
                (subject @ BudgetSubject::Work(_), Limit::Number(most)) => {
                    (subject, launches::Ns(most as f64))
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
