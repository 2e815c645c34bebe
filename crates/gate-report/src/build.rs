//! Builds the [`Report`] value from the verdict, the comparison and the launches.
//!
//! `build` only collects and adds up values; earlier steps made all decisions.

use std::collections::BTreeMap;
use std::sync::Arc;

use gate_baseline::Acceptance;
use gate_config::Config;
use gate_decision::{
    Amount, BudgetRow, BuildVerdict, Comparison, ComparisonMode, ExceededAcceptance, Finding, FindingStatus,
    JudgedRow, Outcome, Sides, Verdict, WorkTable, calls_without_base, waiting_without_base,
    work_without_base,
};
use gate_launches::{BuildRole, Launch};
use gate_stats::basic::typical_count;
use hashbrown::HashMap;
use serde_json::Map;

use super::build_facts;
use super::diagnosis;
use super::drawings::Timelines;
use super::evidence;
use super::functions;
use super::history::{
    RowCosts, SideLaunches, UncomparedSessions, group_by_session, level_of, round_to_tenths,
};
use super::launch_averages::average_launches;
use super::report_input::{ReportInput, admitted_launches, of_side};
use super::row::{row_of_finding, to_report_row};
use super::stalls::find_stalls;
use super::summary;
use super::typical_launches::TypicalLaunches;
use super::value::{
    AcceptedRegression, Budget, CalledFunctions, ConditionPair, CounterValue, ExcludedLaunch, FORMAT,
    LaunchList, LaunchUsed, LaunchesUsed, Limits, LostLaunches, Module, Report, ReportRow, RowStatus,
    RowValues, SlowLaunchTimes, UsedSettings, WorkLine,
};
use super::waiting;
use super::word::{PreservedValue, RowRole};

/// Builds the report of an outcome. Without `material` (the launches), the report contains only the verdict.
pub fn build_report(outcome: &Outcome, warnings: Vec<String>, material: Option<ReportInput<'_>>) -> Report {
    let mut report = Report {
        format: FORMAT.to_owned(),
        verdict: outcome.answer(),
        warnings,
        settings: material.map(|material| settings(material.config)),
        ..Report::default()
    };
    match outcome {
        Outcome::Judged(comparison, verdict) => add_verdict(&mut report, comparison, verdict, material),
        Outcome::Incomparable(differences) => {
            report.differences = differences
                .iter()
                .map(|d| ConditionPair {
                    condition: d.condition.into(),
                    base: d.base.clone(),
                    head: d.head.clone(),
                })
                .collect();
        }
        Outcome::TooFew { reason, findings } => {
            report.reasons.push(reason.clone().into());
            report.findings = findings.iter().map(finding_row).collect();
        }
        Outcome::NotRecorded(reason) => report.reasons.push(reason.clone().into()),
        Outcome::NoBaseline { reasons, budgets, findings, facts } => {
            report.reasons = reasons.iter().cloned().map(PreservedValue::from).collect();
            report.budgets = budgets.iter().map(budget).collect();
            report.findings = findings.iter().map(finding_row).collect();
            report.facts = facts.iter().map(build_facts::row).collect();
        }
    }
    report.stalls =
        material.map_or_else(Vec::new, |material| find_stalls(of_side(material.head).chain(material.lost)));
    if let (Some(material), None) = (material, &report.launches) {
        describe_alone(&mut report, material);
    }
    report
}

/// Builds the report of a check whose two builds were equal and were not launched.
pub fn build_unlaunched(verdict: &BuildVerdict, warnings: Vec<String>) -> Report {
    Report {
        format: FORMAT.to_owned(),
        verdict: verdict.answer(),
        reasons: verdict.reasons.iter().cloned().map(PreservedValue::from).collect(),
        facts: verdict.facts.iter().map(build_facts::row).collect(),
        warnings,
        ..Report::default()
    }
}

/// Adds the description of launches that were not compared.
fn describe_alone(report: &mut Report, material: ReportInput<'_>) {
    let head: Vec<&Launch> = of_side(material.head).collect();
    if head.is_empty() {
        return;
    }
    let table = &material.head.launches.table;
    let (alone, modules) = average_launches(&head, table);
    (report.recorded, report.modules) = (Some(alone), modules);
    report.work = work_lines(&work_without_base(&head, table));
    report.waiting = waiting::to_wait_lines(waiting_without_base(&head, table).as_deref());
    report.called = CalledFunctions::from_calls(&calls_without_base(&head));
    report.environment = recording_conditions(&[], &head);
    report.history = group_by_session(&[], &head).iter().map(|session| session.to_session(&head)).collect();
    let alone = ReportInput { base_tree: None, base_timeline: None, ..material };
    add_drawings(report, alone, &[], &head, None);
}

fn settings(config: &Config) -> UsedSettings {
    let (gate, floor) = (&config.gate, config.gate.largest_floor());
    UsedSettings {
        limits: Limits { effect: gate.effect, floor_ns: floor.0, set_floor_ns: floor.0 },
        instructions_effect: Some(gate.instructions_effect),
        alpha: gate.alpha,
        fdr: gate_stats::defaults::FDR,
        threads: Some(gate.threads.name().to_owned()),
        file: None,
        others: Map::new(),
    }
}

fn work_lines(works: &WorkTable) -> Option<Vec<WorkLine>> {
    works.rows.as_ref().map(|rows| rows.iter().map(WorkLine::from).collect())
}

const NO_WORK: &str = "work was not measured in some of these launches, so more of it is no finding; record all of them with the same value of the agent's setting work";

fn add_verdict(
    report: &mut Report,
    comparison: &Comparison,
    verdict: &Verdict,
    material: Option<ReportInput<'_>>,
) {
    report.findings = verdict.findings.iter().map(finding_row).collect();
    report.facts = verdict.facts.iter().map(build_facts::row).collect();
    let all = all_rows(comparison);
    // The significance level for rows that became faster is divided by the number of rows, as for findings.
    let level = comparison.level / all.len().max(1) as f64;
    let rows = |standing: RowRole, judged: &[JudgedRow]| -> Vec<ReportRow> {
        judged.iter().map(|judged| to_report_row(standing, judged, level)).collect()
    };
    report.suspects = rows(RowRole::Suspect, &verdict.suspects);
    for suspect in report.suspects.iter_mut().filter(|row| row.subject.module().is_some()) {
        let whole = comparison.modules.iter().find(|whole| whole.row.subject == suspect.subject);
        suspect.is_remainder = whole.is_some_and(|whole| whole.levels().head != suspect.head);
    }
    report.reasons = verdict.reasons.iter().cloned().map(PreservedValue::from).collect();
    report.more_launches = verdict.more_launches;
    report.limit = verdict.limit;
    report.wholes = rows(RowRole::Whole, &comparison.wholes);
    report.rows = all.into_iter().map(|judged| to_report_row(RowRole::Row, judged, level)).collect();
    report.vanished = rows(RowRole::Vanished, &verdict.vanished);
    report.noisy = rows(RowRole::Noisy, &verdict.noisy);
    report.functions = functions::functions_used(comparison);
    if comparison.work.is_partly_measured {
        report.warnings.push(NO_WORK.to_owned());
    }
    report.work = work_lines(&comparison.work);
    report.waiting = waiting::to_wait_lines(comparison.waiting.as_deref());
    report.called = CalledFunctions::from_calls(&comparison.function_calls);
    report.counts = comparison.counters.rows.iter().map(CounterValue::from).collect();
    report.drift = Some(comparison.drift());
    report.launches = Some(to_launches_used(comparison));
    if let Some(settings) = &mut report.settings {
        settings.limits = comparison.limits.into();
        settings.alpha = comparison.alpha;
    }
    report.budgets = comparison.budgets.iter().map(budget).collect();
    if let Some(material) = material {
        if let Some(launches) = &mut report.launches {
            launches.lost = count_lost_launches(&material);
        }
        let base = admitted_launches(material.base, comparison);
        let head = admitted_launches(material.head, comparison);
        add_launch_details(report, material, &comparison.functions, [&base[..], &head[..]]);
        report.slow_launches = slow_launches(report, comparison.slow.launches);
        limit_modules(&mut report.modules, comparison);
    }
}

fn budget(budgeted: &BudgetRow) -> Budget {
    Budget {
        name: budgeted.row.subject.to_string(),
        limit: budgeted.limit,
        base: round_amount(budgeted.levels.base),
        head: round_amount(budgeted.levels.head),
        over: budgeted.is_over(),
    }
}

fn round_amount(amount: Amount) -> Amount {
    Amount { value: round_to_tenths(amount.value), ..amount }
}

/// Counts the lost launches for each side and reason.
fn count_lost_launches(material: &ReportInput<'_>) -> Vec<LostLaunches> {
    let mut counts: BTreeMap<(BuildRole, &str), LostLaunches> = BTreeMap::new();
    for (role, side) in [(BuildRole::Base, material.base), (BuildRole::Head, material.head)] {
        for lost in side.launches.known.values().flat_map(|session| &session.lost) {
            if side.role.is_none() || lost.role == side.role {
                let why = lost.why.as_deref().map(str::to_owned);
                let first = LostLaunches { side: role, reason: lost.reason.to_string(), launches: 0, why };
                counts.entry((role, &lost.reason)).or_insert(first).launches += lost.launches;
            }
        }
    }
    counts.into_values().collect()
}

/// Returns the times of the `slow` slowest launches of the head, if all of them are slower than all launches of the base.
fn slow_launches(report: &Report, slow: usize) -> Option<SlowLaunchTimes> {
    let values = summary::whole_launch(report)?.values.as_ref()?;
    let mut head = values.head.clone();
    head.sort_by(f64::total_cmp);
    let slowest_base_ns = values.base.iter().copied().fold(0.0, f64::max);
    let first = *head.get(head.len().checked_sub(slow)?)?;
    let launches = Sides { base: values.base.len(), head: head.len() };
    let range_ns = [first, *head.last()?];
    (first > slowest_base_ns).then_some(SlowLaunchTimes { slow, launches, range_ns, slowest_base_ns })
}

/// Adds the budgets of modules to the modules that they limit.
fn limit_modules(modules: &mut [Module], comparison: &Comparison) {
    for budgeted in &comparison.budgets {
        let Some(name) = budgeted.row.subject.module() else { continue };
        for module in modules.iter_mut().filter(|module| module.name.as_deref() == Some(name)) {
            let limit = budgeted.limit.value;
            module.limit_ns = Some(module.limit_ns.map_or(limit, |known| known.min(limit)));
            module.over |= budgeted.is_over();
        }
    }
}

/// Returns every row in the order of (kind, name). The row of a module is the one that includes all methods of the module.
fn all_rows(comparison: &Comparison) -> Vec<&JudgedRow> {
    let beside = comparison.auxiliary.iter().filter(|judged| judged.row.subject.module().is_none());
    let mut rows: Vec<&JudgedRow> = comparison.rows.iter().chain(&comparison.modules).chain(beside).collect();
    rows.sort_by(|a, b| a.row.subject.cmp(&b.row.subject));
    rows
}

fn values(finding: &Finding) -> Option<RowValues> {
    let tenths = |values: &[f64]| values.iter().map(|value| round_to_tenths(*value)).collect();
    Some(RowValues { base: tenths(&finding.values.base), head: tenths(&finding.values.head) })
}

fn to_launches_used(comparison: &Comparison) -> LaunchesUsed {
    LaunchesUsed {
        mode: comparison.mode.into(),
        base: comparison.admitted.base,
        head: comparison.admitted.head,
        sessions: comparison.sessions,
        excluded: comparison
            .excluded
            .iter()
            .map(|launch| ExcludedLaunch {
                source: launch.source.to_string(),
                session: launch.session.clone(),
                launch: launch.number,
                reason: launch.why.into(),
            })
            .collect(),
        lost: Vec::new(),
        session_sd: comparison.session_spread.map(|spread| spread.sd),
        session_sd_measured: comparison.session_spread.is_some_and(|spread| spread.is_measured),
        few_days: comparison.few_days,
        typical_share: (comparison.mode == ComparisonMode::Blocks).then_some(1.0),
        list: None,
        others: Map::new(),
    }
}

fn finding_row(finding: &Finding) -> ReportRow {
    let mut row = ReportRow {
        holds: finding.joined_methods.iter().map(|name| name.to_string()).collect(),
        status: Some(status(finding).into()),
        is_remainder: finding.is_remainder,
        again: finding.confirmation,
        values: values(finding),
        ..row_of_finding(finding)
    };
    evidence::put(finding, &mut row);
    functions::put(finding, &mut row);
    row
}

fn exceeded_acceptance(exceeds: &Option<ExceededAcceptance>) -> Option<AcceptedRegression> {
    let exceeded = exceeds.as_ref()?;
    Some(AcceptedRegression { too_large: exceeded.is_too_large, ..told_acceptance(&exceeded.acceptance) })
}

fn status(finding: &Finding) -> RowStatus {
    match &finding.status {
        FindingStatus::Fails { exceeds } => RowStatus::Fails { exceeds: exceeded_acceptance(exceeds) },
        FindingStatus::Accepted(acceptance) => RowStatus::Accepted(told_acceptance(acceptance)),
        FindingStatus::Advisory { reason, exceeds } => {
            RowStatus::Advisory { reason: (*reason).into(), exceeds: exceeded_acceptance(exceeds) }
        }
        FindingStatus::Moved { from } => RowStatus::Moved { from: from.to_string() },
        FindingStatus::NotConfirmed => RowStatus::NotConfirmed,
    }
}

fn told_acceptance(acceptance: &Acceptance) -> AcceptedRegression {
    AcceptedRegression {
        reason: acceptance.reason.clone(),
        owner: acceptance.owner.clone(),
        until: acceptance.until.to_string(),
        up_to: Some(acceptance.size.to_string()),
        by_change: acceptance.by_change,
        too_large: false,
    }
}

fn add_launch_details(
    report: &mut Report,
    material: ReportInput<'_>,
    functions: &gate_decision::FunctionResults,
    [base, head]: [&[&Launch]; 2],
) {
    if let Some(used) = &mut report.launches {
        used.list = Some(LaunchList { base: launches_used(base), head: launches_used(head) });
    }
    report.environment = recording_conditions(base, head);
    let sessions = group_by_session(base, head);
    // The share of launches that are averaged as the typical launch depends on the number of launches in the smallest session.
    let smallest = sessions.iter().map(|session| session.members.len()).min();
    if let (Some(used), Some(least)) = (&mut report.launches, smallest) {
        used.typical_share.get_or_insert(typical_count(least) as f64 / least as f64);
    }
    let all = [base, head].concat();
    report.history = sessions.iter().map(|session| session.to_session(&all)).collect();

    let costs = RowCosts::new(
        SideLaunches { side: material.base, launches: base },
        SideLaunches { side: material.head, launches: head },
    );
    for row in report.findings.iter_mut().chain(&mut report.wholes).chain(&mut report.suspects) {
        row.values = row.values.take().or_else(|| costs.values(row));
    }
    if let Some(launch) = costs.phases.get("launch") {
        for (session, launches) in report.history.iter_mut().zip(&sessions) {
            session.launch_ns = Some(level_of(&launches.members, launch));
        }
    }
    for session in &mut report.history {
        session.is_anchor = !session.is_head && material.anchor == Some(&*session.name);
    }
    let older = material
        .older
        .map(|older| UncomparedSessions::from_launches(older, material.anchor, &report.history));
    // Every row contains its history by session. Rows that the HTML page shows in full also contain their cost in every launch.
    for row in report.rows.iter_mut().chain(&mut report.findings).chain(&mut report.wholes) {
        let compared = costs.session_levels(row, &sessions, base.len());
        // A row without costs in the compared launches has no history.
        let before = older.as_ref().filter(|_| !compared.is_empty()).map(|older| older.session_levels(row));
        row.history = before.unwrap_or_default().into_iter().chain(compared).collect();
    }
    report.history.splice(0..0, older.map(|older| older.sessions).unwrap_or_default());

    add_drawings(report, material, base, head, Some(functions));
    report.modules = sum_modules(report, material);
    use_tested_values(report);
}

fn launches_used(launches: &[&Launch]) -> Vec<LaunchUsed> {
    let used = launches.iter().map(|launch| LaunchUsed {
        session: launch.session.to_string(),
        launch: launch.number,
        block: launch.block,
        duration_ns: launch.duration().map(|duration| duration.0),
    });
    used.collect()
}

/// Replaces the costs of modules by the tested levels of their rows, so that a page shows one number for each quantity. Also adds the
/// modules and owners of callers.
fn use_tested_values(report: &mut Report) {
    let rows: HashMap<&str, &ReportRow> =
        report.rows.iter().filter_map(|row| Some((&**row.subject.module()?, row))).collect();
    for module in &mut report.modules {
        if let Some(row) = module.name.as_deref().and_then(|name| rows.get(name)) {
            (module.base_ns, module.head_ns) = (row.base.value.round() as i64, row.head.value.round() as i64);
        }
    }
    let whose: HashMap<String, (Option<String>, Option<String>)> = report
        .rows
        .iter()
        .filter_map(|row| Some((row.subject.method()?.to_owned(), (row.module.clone(), row.owner.clone()))))
        .collect();
    let callers =
        report.findings.iter_mut().flat_map(|row| &mut row.more_calls).flat_map(|more| &mut more.callers);
    for caller in callers {
        if let Some((module, owner)) = whose.get(&caller.method) {
            (caller.module, caller.owner) = (module.clone(), owner.clone());
        }
    }
}

/// Adds the data from which the HTML page makes its drawings, and the callers and source lines of findings.
fn add_drawings(
    report: &mut Report,
    material: ReportInput<'_>,
    base: &[&Launch],
    head: &[&Launch],
    functions: Option<&gate_decision::FunctionResults>,
) {
    let mut parts = TypicalLaunches::new(material, base, head);
    let waterfall = parts.build_waterfall();
    // The rows of `wholes` are sorted: the launch comes first, then its phases in the order of time.
    let place = |row: &ReportRow| {
        waterfall.phases.iter().position(|phase| Some(phase.name.as_str()) == row.subject.phase())
    };
    report.wholes.sort_by_key(|row| (!row.subject.is_launch(), place(row)));
    report.trees = parts.merge_trees();
    parts.add_functions(&mut report.trees, functions.map_or(&BTreeMap::new(), |of| &of.shares), &waterfall);
    report.waterfall = Some(waterfall);
    for finding in &mut report.findings {
        if let Some(method) = finding.subject.method() {
            finding.path = parts.path_to(method);
            if let Some((file, line)) = material.attribution.source_of(method) {
                (finding.file, finding.line) = (Some(file.to_owned()), line);
            }
        }
    }
    let source_of =
        |method: &str| material.attribution.source_of(method).map(|(file, line)| (file.to_owned(), line));
    functions::find_loads(report, source_of);
    let timelines = Timelines {
        base: material.base_timeline.map(|timed| parts.timeline(timed)),
        head: material.head_timeline.map(|timed| parts.timeline(timed)),
    };
    report.timelines = Some(timelines).filter(|lines| lines.base.is_some() || lines.head.is_some());
    report.names = parts.into_names();
    let files = function_files(base.iter().chain(head));
    let of_function = |name: &str| Some((files.get(name)?.to_string(), None));
    report.sources =
        diagnosis::neighbour_sources(report, |name| source_of(name).or_else(|| of_function(name)));
}

/// Returns a map from the readable name of each function that samples found to the function's source file.
fn function_files<'a>(launches: impl Iterator<Item = &'a &'a Launch>) -> BTreeMap<&'a str, &'a str> {
    let seen =
        launches.filter_map(|launch| launch.functions.as_deref()).flat_map(|functions| &functions.seen);
    let named = seen.filter_map(|seen| seen.function.as_deref());
    let chains = named.flat_map(|one| std::iter::successors(Some(one), |inner| inner.within.as_deref()));
    chains.filter_map(|function| Some((&*function.short, function.file.as_deref()?))).collect()
}

/// Lists those conditions of recording that are known for at least one side.
fn recording_conditions(base: &[&Launch], head: &[&Launch]) -> Vec<ConditionPair> {
    let values = |launches: &[&Launch], condition: gate_launches::Condition| {
        condition.values(launches).into_iter().filter(|value| !value.is_empty()).collect::<Vec<_>>()
    };
    gate_launches::Condition::ALL
        .into_iter()
        .map(|condition| ConditionPair {
            condition: condition.into(),
            base: values(base, condition),
            head: values(head, condition),
        })
        .filter(|condition| !(condition.base.is_empty() && condition.head.is_empty()))
        .collect()
}

/// Returns the modules of the waterfall, each with its costs added up over all phases.
fn sum_modules(report: &Report, material: ReportInput<'_>) -> Vec<Module> {
    let mut modules: BTreeMap<Option<String>, (Module, hashbrown::HashSet<u32>)> = BTreeMap::new();
    let phases = report.waterfall.iter().flat_map(|waterfall| &waterfall.phases);
    for part in phases.flat_map(|phase| &phase.modules) {
        let (module, methods) = modules.entry(part.name.clone()).or_insert_with(|| {
            (Module { name: part.name.clone(), ..Module::default() }, hashbrown::HashSet::new())
        });
        module.base_ns += part.base_ns;
        module.head_ns += part.head_ns;
        methods.extend(part.methods.iter().map(|method| method.name));
    }
    for finding in &report.findings {
        if finding.subject.method().is_some()
            && let Some((module, _)) = modules.get_mut(&finding.module)
        {
            module.findings += 1;
        }
    }
    // If all methods of a module have the same owner, the module has this owner, otherwise no owner.
    let mut owners: HashMap<&str, Option<&Arc<str>>> = HashMap::new();
    for side in [material.base, material.head] {
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
    modules.sort_by_key(|module| std::cmp::Reverse(module.head_ns.max(module.base_ns)));
    modules
}
