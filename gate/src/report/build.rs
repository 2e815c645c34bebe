//! From verdict, comparison and launches to the [`Report`] value.
//!
//! It puts together and adds up; what anything means was decided before.

use std::collections::BTreeMap;
use std::sync::Arc;

use hashbrown::HashMap;

use crate::compare::{Budgeted, Comparison, Judged, Mode, RowKey};
use crate::config::Config;
use crate::launches::{Conditions, Launch, Thread};
use crate::verdict::{self, Finding, Verdict};

use super::material::{Material, Outcome, counted};
use super::parts::Parts;
use super::value::{
    Accepted, Budget, Condition, Drift, ExcludedLaunch, FORMAT, LaunchList, LaunchUsed, LaunchesUsed, Module,
    Report, Row, Session, Settings, Timelines, Values,
};

/// Builds the report of an outcome; without launches it has the verdict alone.
pub fn build(outcome: &Outcome, warnings: Vec<String>, material: Option<Material<'_>>) -> Report {
    let mut report = Report {
        format: FORMAT.to_owned(),
        verdict: outcome.answer(),
        findings: vec![],
        suspects: vec![],
        vanished: vec![],
        noisy: vec![],
        reasons: vec![],
        warnings,
        differences: vec![],
        wholes: vec![],
        drift: None,
        launches: None,
        settings: material.map(|material| settings(material.config)),
        environment: vec![],
        modules: vec![],
        budgets: vec![],
        rows: vec![],
        history: vec![],
        names: vec![],
        waterfall: None,
        trees: vec![],
        timelines: None,
    };
    match outcome {
        Outcome::Judged(comparison, verdict) => judged(&mut report, comparison, verdict, material),
        Outcome::Incomparable(differences) => {
            report.differences = differences
                .iter()
                .map(|d| Condition {
                    condition: d.condition.to_owned(),
                    before: d.before.clone(),
                    after: d.after.clone(),
                })
                .collect();
        }
        Outcome::TooFew(reason) => report.reasons.push(reason.clone()),
        Outcome::NoBaseline { reason, budgets, findings } => {
            report.reasons.push(reason.clone());
            report.budgets = budgets.iter().map(budget).collect();
            report.findings = findings.iter().filter_map(told_alone).collect();
        }
    }
    report
}

fn settings(config: &Config) -> Settings {
    let gate = &config.gate;
    Settings { effect: gate.effect, floor_ns: gate.floor.0, alpha: gate.alpha, fdr: gate.fdr }
}

fn judged(report: &mut Report, comparison: &Comparison, verdict: &Verdict, material: Option<Material<'_>>) {
    report.findings = verdict.findings.iter().map(|finding| found(finding, comparison)).collect();
    report.suspects = verdict.suspects.iter().map(|judged| row("suspect", judged)).collect();
    report.reasons.clone_from(&verdict.reasons);
    report.wholes = comparison.wholes.iter().map(|judged| row("whole", judged)).collect();
    report.rows = all_rows(comparison).into_iter().map(|judged| row("row", judged)).collect();
    report.vanished = verdict.vanished.iter().map(|judged| row("vanished", judged)).collect();
    report.noisy = verdict.noisy.iter().map(|judged| row("noisy", judged)).collect();
    let drift = comparison.drift;
    report.drift = Some(Drift {
        ratio: drift.ratio,
        interval: [drift.interval.0, drift.interval.1],
        removed: drift.removed,
    });
    report.launches = Some(used(comparison));
    report.budgets = comparison.budgets.iter().map(budget).collect();
    if let Some(material) = material {
        let before = counted(material.before, comparison);
        let after = counted(material.after, comparison);
        describe(report, material, &before, &after);
        limit_modules(&mut report.modules, comparison);
    }
}

fn budget(budgeted: &Budgeted) -> Budget {
    Budget {
        name: verdict::name(&budgeted.judged.row.key),
        limit_ns: budgeted.limit.0,
        before_ns: tenths(budgeted.judged.result.before),
        after_ns: tenths(budgeted.judged.result.after),
        over: budgeted.is_over(),
    }
}

/// Puts budgets beside the modules that they limit.
fn limit_modules(modules: &mut [Module], comparison: &Comparison) {
    for budgeted in &comparison.budgets {
        let RowKey::Module(name) = &budgeted.judged.row.key else { continue };
        for module in modules.iter_mut().filter(|module| module.name.as_deref() == Some(name)) {
            let limit = budgeted.limit.0;
            module.limit_ns = Some(module.limit_ns.map_or(limit, |known| known.min(limit)));
            module.over |= budgeted.is_over();
        }
    }
}

/// Every row, in the order of (kind, name). A module stands here as a whole.
fn all_rows(comparison: &Comparison) -> Vec<&Judged> {
    let beside = comparison.beside.iter().filter(|judged| !matches!(judged.row.key, RowKey::Module(_)));
    let mut rows: Vec<&Judged> = comparison.rows.iter().chain(&comparison.modules).chain(beside).collect();
    rows.sort_by(|a, b| a.row.key.cmp(&b.row.key));
    rows
}

fn values(judged: &Judged) -> Option<Values> {
    let tenths = |values: &[f64]| values.iter().map(|value| tenths(*value)).collect();
    Some(Values { before: tenths(&judged.values.before), after: tenths(&judged.values.after) })
}

fn used(comparison: &Comparison) -> LaunchesUsed {
    LaunchesUsed {
        mode: match comparison.mode {
            Mode::Sessions => "sessions",
            Mode::Blocks => "blocks",
        }
        .to_owned(),
        before: comparison.counted.0,
        after: comparison.counted.1,
        sessions: comparison.sessions,
        excluded: comparison
            .excluded
            .iter()
            .map(|launch| ExcludedLaunch {
                source: launch.source.to_string(),
                session: launch.session.clone(),
                launch: launch.number,
                reason: launch.why.name().to_owned(),
            })
            .collect(),
        session_sd: comparison.session_sd.map(|(sd, _)| sd),
        session_sd_measured: comparison.session_sd.is_some_and(|(_, measured)| measured),
        list: None,
    }
}

fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

fn row(kind: &str, judged: &Judged) -> Row {
    let result = &judged.result;
    let (mut method, mut phase, mut page) = (None, None, None);
    match &judged.row.key {
        RowKey::Launch | RowKey::Outside(None) => phase = Some("launch".to_owned()),
        RowKey::Mark(name) | RowKey::Phase(name) | RowKey::Outside(Some(name)) => {
            phase = Some(name.to_string())
        }
        RowKey::Page(name) => page = Some(name.to_string()),
        RowKey::Method(name) | RowKey::OtherThreads(name) => method = Some(name.to_string()),
        RowKey::Module(_) => {}
    }
    // A new method is its caller's affair where nobody else answers for it.
    let caller = judged.called_by.as_ref();
    let own = |own: &Option<Arc<str>>, callers: Option<&Option<Arc<str>>>| {
        own.as_ref().or(callers.and_then(Option::as_ref)).map(ToString::to_string)
    };
    Row {
        kind: kind.to_owned(),
        method,
        phase,
        page,
        module: own(&judged.row.module, caller.map(|caller| &caller.module)),
        owner: own(&judged.row.owner, caller.map(|caller| &caller.owner)),
        called_by: caller.map(|caller| caller.method.to_string()),
        before_ns: result.before,
        after_ns: result.after,
        change_ns: result.after - result.before,
        ratio: finite(result.ratio),
        interval_ns: [finite(result.change_interval.0), finite(result.change_interval.1)],
        p_adjusted: result.p_adjusted,
        calls_before: judged.calls.map(|calls| calls.0),
        calls_after: judged.calls.map(|calls| calls.1),
        name: verdict::name(&judged.row.key),
        answer: result.call.name().to_owned(),
        could_hide: finite(result.could_hide),
        effect: Some(judged.row.rule.effect),
        floor_ns: Some(judged.row.rule.floor.0),
        critical: judged.row.rule.critical,
        notes: judged.row.rule.reasons.clone(),
        ..Row::default()
    }
}

/// A finding that names a row.
fn told_alone(finding: &Finding) -> Option<Row> {
    let judged = finding.judged.as_ref()?;
    Some(Row {
        moved_from: finding.moved_from.as_deref().map(str::to_owned),
        fails: finding.fails(),
        accepted: accepted(finding),
        limit_ns: finding.limit.map(|limit| limit.0),
        values_ns: values(judged),
        ..row(finding.kind.name(), judged)
    })
}

fn accepted(finding: &Finding) -> Option<Accepted> {
    finding.accepted.as_ref().map(|accepted| Accepted {
        reason: accepted.reason.clone(),
        owner: accepted.owner.clone(),
        until: accepted.until.to_string(),
    })
}

fn found(finding: &Finding, comparison: &Comparison) -> Row {
    if let Some(told) = told_alone(finding) {
        return told;
    }
    let kind = finding.kind.name();
    // A drift of everything is told by the launch as a whole.
    let whole = comparison.wholes.iter().find(|judged| judged.row.key == RowKey::Launch);
    let mut told = whole.map_or_else(|| Row { p_adjusted: 1.0, ..Row::default() }, |whole| row(kind, whole));
    told.kind = kind.to_owned();
    told.name = "everything".to_owned();
    told.fails = finding.fails();
    told.accepted = accepted(finding);
    told.ratio = finite(comparison.drift.ratio);
    told
}

fn describe(report: &mut Report, material: Material<'_>, before: &[&Launch], after: &[&Launch]) {
    let list = |launches: &[&Launch]| -> Vec<LaunchUsed> {
        let used = |launch: &&Launch| LaunchUsed {
            session: launch.session.to_string(),
            launch: launch.number,
            block: launch.block,
            duration_ns: launch.duration().map(|duration| duration.0),
        };
        launches.iter().map(used).collect()
    };
    if let Some(used) = &mut report.launches {
        used.list = Some(LaunchList { before: list(before), after: list(after) });
    }
    report.environment = environment(before, after);
    let sessions = sessions(before, after);
    report.history = sessions.iter().map(|(session, launches)| told(session, launches)).collect();

    let costs = Costs::of(material, before, after);
    for row in report.findings.iter_mut().chain(&mut report.wholes).chain(&mut report.suspects) {
        row.values_ns = row.values_ns.take().or_else(|| costs.values(row));
    }
    // Of every row the history by sessions; of those that are shown in full every launch too.
    for row in report.rows.iter_mut().chain(&mut report.findings).chain(&mut report.wholes) {
        row.history_ns = costs.history(row, &sessions, before.len());
    }

    if let Some(launch) = costs.phases.get("launch") {
        for (session, (_, members)) in report.history.iter_mut().zip(&sessions) {
            session.launch_ns = median(members.iter().map(|at| launch[*at]).collect()).map(tenths);
        }
    }

    let mut parts = Parts::of(material, before, after);
    let waterfall = parts.waterfall();
    // The launch, then its phases in order of time.
    let place = |row: &Row| {
        waterfall.phases.iter().position(|phase| Some(phase.name.as_str()) == row.phase.as_deref())
    };
    report.wholes.sort_by_key(|row| (row.phase.as_deref() != Some("launch"), place(row)));
    report.waterfall = Some(waterfall);
    report.trees = parts.trees();
    for finding in &mut report.findings {
        if let Some(method) = &finding.method {
            finding.path = parts.path_to(method);
            if let Some((file, line)) = material.attribution.source_of(method) {
                (finding.file, finding.line) = (Some(file.to_owned()), line);
            }
        }
    }
    let timelines = Timelines {
        before: material.before_timeline.map(|timed| parts.timeline(timed)),
        after: material.after_timeline.map(|timed| parts.timeline(timed)),
    };
    report.timelines = Some(timelines).filter(|lines| lines.before.is_some() || lines.after.is_some());
    report.names = parts.into_names();
    report.modules = modules(report, material);
}

/// Conditions that are empty on both sides are not told.
fn environment(before: &[&Launch], after: &[&Launch]) -> Vec<Condition> {
    type Of = fn(&Conditions) -> &str;
    let all: [(&str, Of); 9] = [
        ("scenario", |c| &c.scenario),
        ("device model", |c| &c.device_model),
        ("device OS", |c| &c.device_os),
        ("app", |c| &c.app_bundle),
        ("app build", |c| &c.app_build),
        ("app configuration", |c| &c.app_configuration),
        ("agent version", |c| &c.agent_version),
        ("agent settings", |c| &c.agent_settings),
        ("way of loading the agent", |c| &c.agent_loading),
    ];
    let values = |launches: &[&Launch], of: Of| -> Vec<String> {
        let mut values: Vec<&str> = launches.iter().map(|launch| of(&launch.conditions)).collect();
        values.sort_unstable();
        values.dedup();
        values.into_iter().filter(|value| !value.is_empty()).map(str::to_owned).collect()
    };
    all.into_iter()
        .map(|(condition, of)| Condition {
            condition: condition.to_owned(),
            before: values(before, of),
            after: values(after, of),
        })
        .filter(|condition| !(condition.before.is_empty() && condition.after.is_empty()))
        .collect()
}

/// A session's side and launches, as places in the order "baseline, then new".
type Members<'a> = ((bool, &'a Launch), Vec<usize>);

fn sessions<'a>(before: &[&'a Launch], after: &[&'a Launch]) -> Vec<Members<'a>> {
    let mut found: BTreeMap<(bool, Arc<str>), Members<'a>> = BTreeMap::new();
    let both = before.iter().map(|launch| (false, *launch)).chain(after.iter().map(|launch| (true, *launch)));
    for (place, (is_new, launch)) in both.enumerate() {
        let session = found
            .entry((is_new, Arc::clone(&launch.session)))
            .or_insert_with(|| ((is_new, launch), Vec::new()));
        session.1.push(place);
    }
    let mut sessions: Vec<Members<'a>> = found.into_values().collect();
    // Stable: sessions without a time stay in the order of their names.
    sessions.sort_by_key(|((is_new, launch), _)| (*is_new, launch.recorded_unix_ms));
    sessions
}

fn told((is_new, launch): &(bool, &Launch), members: &[usize]) -> Session {
    Session {
        name: launch.session.to_string(),
        recorded_unix_ms: launch.recorded_unix_ms,
        build: launch.conditions.app_build.to_string(),
        launches: members.len(),
        is_new: *is_new,
        launch_ns: None,
    }
}

/// What each row cost in each launch, the baseline's first.
struct Costs {
    launches: usize,
    before: usize,
    methods: HashMap<Arc<str>, Vec<f64>>,
    phases: HashMap<Arc<str>, Vec<f64>>,
    outside: HashMap<Arc<str>, Vec<f64>>,
}

impl Costs {
    fn of(material: Material<'_>, before: &[&Launch], after: &[&Launch]) -> Costs {
        let launches = before.len() + after.len();
        let mut costs = Costs {
            launches,
            before: before.len(),
            methods: HashMap::new(),
            phases: HashMap::new(),
            outside: HashMap::new(),
        };
        let tables = [(before, material.before, 0), (after, material.after, before.len())];
        for (side, table, first) in tables.map(|(side, of, first)| (side, &of.launches.table, first)) {
            for (at, launch) in side.iter().enumerate() {
                let place = first + at;
                for (id, cost) in launch.methods(table, Thread::Main) {
                    let name = &table.method(id).name;
                    let values = costs.methods.entry_ref(name).or_insert_with(|| vec![0.0; launches]);
                    values[place] += cost.self_ns.0;
                }
                let whole = launch.duration().map_or_else(|| launch.objc().0, |duration| duration.0);
                put(&mut costs.phases, "launch", launches, place, whole);
                if let Some(outside) = launch.outside() {
                    put(&mut costs.outside, "launch", launches, place, outside.0.max(0.0));
                }
                for phase in &launch.phases {
                    put(&mut costs.phases, &phase.name, launches, place, phase.duration().0);
                    if let Some(outside) = phase.outside() {
                        put(&mut costs.outside, &phase.name, launches, place, outside.0.max(0.0));
                    }
                }
            }
        }
        costs
    }

    fn find(&self, row: &Row) -> Option<&Vec<f64>> {
        match (&row.method, &row.phase) {
            (Some(method), _) => self.methods.get(method.as_str()),
            (None, Some(phase)) if row.kind == "whole" || row.kind == "drift" => {
                self.phases.get(phase.as_str())
            }
            (None, Some(phase)) => self.outside.get(phase.as_str()),
            (None, None) => None,
        }
    }

    fn values(&self, row: &Row) -> Option<Values> {
        let values: Vec<f64> = self.find(row)?.iter().map(|value| tenths(*value)).collect();
        let (before, after) = values.split_at(self.before);
        Some(Values { before: before.to_vec(), after: after.to_vec() })
    }

    fn history(&self, row: &Row, sessions: &[Members<'_>], before: usize) -> Vec<Option<f64>> {
        let Some(values) = self.find(row) else { return Vec::new() };
        debug_assert!(values.len() == self.launches && before <= self.launches, "one value a launch");
        let of = |members: &Vec<usize>| median(members.iter().map(|at| values[*at]).collect()).map(tenths);
        sessions.iter().map(|(_, members)| of(members)).collect()
    }
}

fn put(into: &mut HashMap<Arc<str>, Vec<f64>>, name: &str, launches: usize, place: usize, value: f64) {
    let values = into.entry(name.into()).or_insert_with(|| vec![0.0; launches]);
    values[place] = value;
}

/// Tenths of a nanosecond are finer than any clock, and half as long to write.
fn tenths(ns: f64) -> f64 {
    (ns * 10.0).round() / 10.0
}

/// The middle one, or between the two of the middle.
fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let half = values.len() / 2;
    let upper = *values.get(half)?;
    Some(if values.len() % 2 == 1 { upper } else { (values[half - 1] + upper) / 2.0 })
}

/// The modules of the waterfall, over all phases.
fn modules(report: &Report, material: Material<'_>) -> Vec<Module> {
    let mut modules: BTreeMap<Option<String>, (Module, hashbrown::HashSet<u32>)> = BTreeMap::new();
    let phases = report.waterfall.iter().flat_map(|waterfall| &waterfall.phases);
    for part in phases.flat_map(|phase| &phase.modules) {
        let (module, methods) = modules.entry(part.name.clone()).or_insert_with(|| {
            let module = Module {
                name: part.name.clone(),
                owner: None,
                methods: 0,
                before_ns: 0,
                after_ns: 0,
                findings: 0,
                limit_ns: None,
                over: false,
            };
            (module, hashbrown::HashSet::new())
        });
        module.before_ns += part.before_ns;
        module.after_ns += part.after_ns;
        methods.extend(part.methods.iter().map(|method| method.name));
    }
    for finding in &report.findings {
        if finding.method.is_some()
            && let Some((module, _)) = modules.get_mut(&finding.module)
        {
            module.findings += 1;
        }
    }
    // A module is its methods' owner's if they agree.
    let mut owners: HashMap<&str, Option<&Arc<str>>> = HashMap::new();
    for side in [material.before, material.after] {
        for (_, method) in side.launches.table.methods() {
            if let Some(module) = &method.module {
                let known = owners.entry(module).or_insert(method.owner.as_ref());
                if *known != method.owner.as_ref() {
                    *known = None;
                }
            }
        }
    }
    let mut modules: Vec<Module> = modules
        .into_values()
        .map(|(mut module, methods)| {
            module.methods = methods.len();
            let owner = module.name.as_deref().and_then(|name| owners.get(name).copied().flatten());
            module.owner = owner.map(|owner| owner.to_string());
            module
        })
        .collect();
    modules.sort_by_key(|module| std::cmp::Reverse(module.after_ns.max(module.before_ns)));
    modules
}
