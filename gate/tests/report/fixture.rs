//! Reports made by hand, so that what renderers show changes when a renderer does and never with the statistics.
//!
//! Invariant: a fixture is a report that a check could have made: waterfall and trees add up, values are parallel to launches.

#![allow(dead_code, reason = "each test uses a part")]
#![expect(clippy::unwrap_used, reason = "a test's own data")]

#[path = "functions.rs"]
mod functions;

use gate::report::FactRow;
use gate::report::drawn::*;
use gate::report::value::*;
use gate::report::word::Word;
use serde_json::Map;

/// What a fixture's method is.
pub(crate) struct Method {
    pub(crate) name: String,
    pub(crate) module: Option<&'static str>,
    pub(crate) owner: Option<&'static str>,
    /// The index of its caller, which stands before it.
    pub(crate) caller: Option<usize>,
    pub(crate) cost: [f64; 2],
    pub(crate) calls: [f64; 2],
    /// The finding that it is; none if it is quiet.
    pub(crate) kind: &'static str,
}

fn method(
    name: &str,
    module: &'static str,
    caller: usize,
    cost: [f64; 2],
    calls: [f64; 2],
    kind: &'static str,
) -> Method {
    let owner = match module {
        "Payments" => Some("@shop/payments"),
        "Catalog" => Some("@shop/catalog"),
        "Shop" => Some("@shop/app"),
        _ => None,
    };
    let module = (!module.is_empty()).then_some(module);
    let caller = caller.checked_sub(1);
    Method { name: name.to_owned(), module, owner, caller, cost, calls, kind }
}

const MS: f64 = 1e6;

/// An app with three modules, in which things became slower in each of the ways.
fn shop() -> Vec<Method> {
    let quiet = [1.0, 1.0];
    vec![
        method(
            "-[AppDelegate application:didFinishLaunchingWithOptions:]",
            "Shop",
            0,
            [4.0 * MS, 4.05 * MS],
            quiet,
            "",
        ),
        method("+[Tracker load]", "", 0, [0.8 * MS, 0.79 * MS], quiet, ""),
        method("-[RootViewController viewDidLoad]", "Shop", 1, [7.5 * MS, 7.6 * MS], quiet, ""),
        method("-[Cart reload]", "Payments", 3, [3.2 * MS, 12.4 * MS], [4.0, 4.0], "slower"),
        method("-[Price formattedWithLocale:]", "Payments", 4, [2.4 * MS, 4.8 * MS], [120.0, 240.0], "calls"),
        method("-[Banner prefetch:]", "Catalog", 3, [0.0, 2.1 * MS], [0.0, 3.0], "new"),
        method("-[ImageCache warmUp]", "Catalog", 3, [0.1 * MS, 3.1 * MS], quiet, "moved"),
        method("-[ImageStore open]", "Catalog", 3, [3.3 * MS, 0.3 * MS], quiet, ""),
        method("-[Catalog sections]", "Catalog", 3, [18.0 * MS, 18.3 * MS], [2.0, 2.0], "suspect"),
        method("-[NSObject(KVO) setUp]", "", 9, [0.01 * MS, 0.01 * MS], [50.0, 50.0], ""),
        method("-[Splash show]", "Shop", 1, [2.2 * MS, 0.0], [1.0, 0.0], "vanished"),
        method("-[Feed fetch]", "Catalog", 3, [9.0 * MS, 9.4 * MS], quiet, "noisy"),
    ]
}

/// Whether a method of this kind is a finding.
fn is_found(kind: &str) -> bool {
    !matches!(kind, "" | "suspect" | "vanished" | "noisy")
}

/// Noise that is the same everywhere: a few steps around 1.
fn jitter(seed: usize) -> f64 {
    1.0 + ((seed * 7919 + 13) % 41) as f64 / 2000.0 - 0.01
}

/// The report of such an app over so many launches; 2 phases, 2 baseline sessions.
pub(crate) fn of_methods(methods: &[Method], launches: [usize; 2]) -> Report {
    let names: Vec<String> = methods.iter().map(|method| method.name.clone()).collect();
    let quiet = methods.iter().all(|method| !is_found(method.kind));
    let outside = [[30.0 * MS, 30.1 * MS], [55.0 * MS, if quiet { 55.0 * MS } else { 62.0 * MS }]];
    let phase_names = ["start..main", "main..first_frame"];
    // The first half of the methods ran in the first phase.
    let phase_of = |at: usize| usize::from(methods.len() > 3 && at != 1);
    let phases: Vec<WaterfallPhase> = (0..2)
        .map(|phase| water(methods, phase_names[phase], &|at| phase_of(at) == phase, outside[phase]))
        .collect();
    let sum = |of: fn(&WaterfallPhase) -> i64| phases.iter().map(of).sum::<i64>();
    let waterfall = Waterfall {
        base_ns: sum(|phase| phase.base_ns),
        head_ns: sum(|phase| phase.head_ns),
        base_launches: launches[0].div_ceil(2),
        head_launches: launches[1].div_ceil(2),
        phases: phases.clone(),
    };
    let row_of = |at: usize, kind: &str, values: bool| {
        let method = &methods[at];
        ReportRow {
            method: Some(method.name.clone()),
            module: method.module.map(str::to_owned),
            owner: method.owner.map(str::to_owned),
            base_calls: Some(method.calls[0]),
            head_calls: Some(method.calls[1]),
            ..row(kind, &method.name, method.cost, launches, at, values)
        }
    };
    let listed = |kind: &str| {
        let those = (0..methods.len()).filter(|at| methods[*at].kind == kind);
        those.map(|at| row_of(at, kind, false)).collect::<Vec<_>>()
    };
    let mut findings: Vec<ReportRow> = (0..methods.len())
        .filter(|at| is_found(methods[*at].kind))
        .map(|at| ReportRow {
            fails: methods[at].kind != "moved",
            moved_from: (methods[at].kind == "moved").then(|| "-[ImageStore open]".to_owned()),
            more_calls: (methods[at].kind == "calls").then(|| more_calls(&methods[at])),
            path: path_to(methods, at),
            file: (methods[at].kind == "slower").then(|| "Payments/Cart.m".to_owned()),
            line: (methods[at].kind == "slower").then_some(120),
            answer: Some(Word::of("finding")),
            ..row_of(at, methods[at].kind, true)
        })
        .collect();
    let phase_slower = ReportRow {
        phase: Some(phase_names[1].to_owned()),
        fails: true,
        answer: Some(Word::of("finding")),
        ..row("phase", "outside Objective-C in main..first_frame", outside[1], launches, 77, true)
    };
    if findings.iter().any(|row| row.fails) {
        let instructions = ReportRow {
            phase: Some(phase_names[0].to_owned()),
            fails: true,
            counted: Some(counted(phase_names[0], 2.708e8, 1.012)),
            ..row("instructions", &format!("phase {}", phase_names[0]), outside[0], launches, 78, true)
        };
        findings.push(phase_slower);
        // Where there are thousands, they are what is tested.
        findings.extend((methods.len() < 1000).then_some(instructions));
    }
    findings.sort_by(|a, b| b.fails.cmp(&a.fails).then(b.change_ns.total_cmp(&a.change_ns)));
    let regressed = findings.iter().any(|row| row.fails);
    let mut wholes = vec![ReportRow {
        phase: Some("launch".to_owned()),
        ..row("whole", "the launch", [waterfall.base_ns as f64, waterfall.head_ns as f64], launches, 1, true)
    }];
    wholes.extend(phases.iter().enumerate().map(|(at, phase)| ReportRow {
        phase: Some(phase.name.clone()),
        ..row(
            "whole",
            &format!("phase {}", phase.name),
            [phase.base_ns as f64, phase.head_ns as f64],
            launches,
            2 + at,
            true,
        )
    }));
    let launch_values = wholes[0].values_ns.clone().unwrap_or_default();
    Report {
        format: FORMAT.to_owned(),
        verdict: if regressed { Answer::Regressed } else { Answer::Pass },
        findings,
        facts: vec![],
        suspects: (0..methods.len())
            .filter(|at| methods[*at].kind == "suspect")
            .map(|at| ReportRow { answer: Some(Word::of("suspect")), ..row_of(at, "suspect", true) })
            .collect(),
        vanished: listed("vanished"),
        noisy: listed("noisy").into_iter().map(|row| ReportRow { could_hide: Some(0.42), ..row }).collect(),
        reasons: vec![],
        review: vec![],
        warnings: vec![],
        differences: vec![],
        wholes,
        counts: vec![counted("launch", 8.125e8, 1.004)],
        functions: None,
        drift: Some(Drift { ratio: 1.002, interval: [0.999, 1.005], removed: true }),
        launches: Some(used(launches, &launch_values)),
        settings: Some(UsedSettings {
            effect: 0.03,
            floor_ns: 100_000.0,
            instructions_effect: Some(0.005),
            alpha: 0.05,
            fdr: 0.1,
            file: Some("config.toml".to_owned()),
            others: Map::new(),
        }),
        environment: [
            ("device model", "iPhone15,2", "iPhone15,2"),
            ("device OS", "17.5", "17.5"),
            ("app", "com.example.shop", "com.example.shop"),
            ("app build", "1041", "1042"),
            ("agent version", "0.1.0", "0.1.0"),
        ]
        .map(|(condition, base, head)| ConditionPair {
            condition: Word::of(condition),
            base: vec![base.to_owned()],
            head: vec![head.to_owned()],
        })
        .into(),
        modules: modules(methods, &phases),
        budgets: vec![],
        rows: (0..methods.len()).map(|at| row_of(at, "row", false)).collect(),
        history: ["main-1040", "main-1041", "pr-7"]
            .iter()
            .zip(0..)
            .map(|(name, at)| Session {
                name: (*name).to_owned(),
                recorded_unix_ms: Some(1_770_000_000_000 + at * 86_400_000),
                build: (1040 + at).to_string(),
                version: "5.2".to_owned(),
                images: [("Shop".to_owned(), format!("0A1B2C3D-0000-4000-8000-00000000{:04}", 1040 + at))]
                    .into(),
                launches: if at < 2 { launches[0] / 2 } else { launches[1] },
                is_head: at == 2,
                is_anchor: at == 0,
                launch_ns: Some(if at < 2 { waterfall.base_ns } else { waterfall.head_ns } as f64),
            })
            .collect(),
        names,
        trees: vec![tree(methods)],
        timelines: Some(Timelines {
            base: Some(timeline(methods, 0, [phases[0].base_ns, waterfall.base_ns])),
            head: Some(timeline(methods, 1, [phases[0].head_ns, waterfall.head_ns])),
        }),
        origin: None,
        others: Map::new(),
        waterfall: Some(waterfall),
    }
}

fn counted(phase: &str, base: f64, ratio: f64) -> Counted {
    Counted {
        what: "instructions".to_owned(),
        phase: phase.to_owned(),
        base,
        head: base * ratio,
        ratio,
        interval: [ratio - 0.003, ratio + 0.003],
        p_adjusted: 0.000_012_5,
        scatter: 0.003,
        time_scatter: 0.03,
        decides: true,
        less_calls: true,
    }
}

fn more_calls(method: &Method) -> MoreCalls {
    let [base, head] = method.calls;
    let callers = vec![CallsFrom { method: "-[Cart reload]".to_owned(), base: Some(base), head }];
    MoreCalls { base, head, callers, cost_ns: 2_400_000.0, shown: None }
}

fn row(kind: &str, name: &str, cost: [f64; 2], launches: [usize; 2], seed: usize, values: bool) -> ReportRow {
    let change = cost[1] - cost[0];
    let spread = 0.03 * cost[1].max(cost[0]);
    let side = |side: usize| -> Vec<f64> {
        (0..launches[side]).map(|at| (cost[side] * jitter(seed + 3 * at + side)).round()).collect()
    };
    ReportRow {
        kind: Word::of(kind),
        name: name.to_owned(),
        base_ns: cost[0],
        head_ns: cost[1],
        change_ns: change,
        ratio: (cost[0] > 0.0).then(|| cost[1] / cost[0]),
        interval_ns: [Some(change - spread), Some(change + spread)],
        p_adjusted: if kind == "row" || kind == "whole" { 1.0 } else { 0.000_012_5 },
        answer: Some(Word::of("within")),
        could_hide: Some(0.02),
        effect: Some(0.03),
        floor_ns: Some(100_000.0),
        values_ns: values.then(|| Values { base: side(0), head: side(1) }),
        history_ns: vec![Some(cost[0] * 0.99), Some(cost[0]), Some(cost[1])],
        ..ReportRow::default()
    }
}

fn path_to(methods: &[Method], at: usize) -> Vec<String> {
    let mut path = Vec::new();
    let mut next = methods[at].caller;
    while let Some(caller) = next {
        path.push(methods[caller].name.clone());
        next = methods[caller].caller;
    }
    path.reverse();
    path
}

fn whole(cost: f64) -> i64 {
    cost.round() as i64
}

fn water(methods: &[Method], name: &str, is_in: &dyn Fn(usize) -> bool, outside: [f64; 2]) -> WaterfallPhase {
    let mut modules: Vec<WaterfallModule> = Vec::new();
    for at in (0..methods.len()).filter(|at| is_in(*at)) {
        let Method { module, cost, .. } = &methods[at];
        let place = modules.iter().position(|known| known.name.as_deref() == *module).unwrap_or_else(|| {
            let name = module.map(str::to_owned);
            modules.push(WaterfallModule { name, base_ns: 0, head_ns: 0, methods: vec![] });
            modules.len() - 1
        });
        let [base_ns, head_ns] = cost.map(whole);
        let module = &mut modules[place];
        module.base_ns += base_ns;
        module.head_ns += head_ns;
        module.methods.push(WaterfallMethod { name: at as u32, base_ns, head_ns });
    }
    let of = |side: usize| -> i64 {
        modules.iter().map(|module| [module.base_ns, module.head_ns][side]).sum::<i64>()
            + whole(outside[side])
    };
    WaterfallPhase {
        name: name.to_owned(),
        base_ns: of(0),
        head_ns: of(1),
        base_outside_ns: whole(outside[0]),
        head_outside_ns: whole(outside[1]),
        modules,
    }
}

fn modules(methods: &[Method], phases: &[WaterfallPhase]) -> Vec<Module> {
    let mut modules: Vec<Module> = Vec::new();
    for part in phases.iter().flat_map(|phase| &phase.modules) {
        let place = modules.iter().position(|known| known.name == part.name).unwrap_or_else(|| {
            let of = |method: &&Method| method.module == part.name.as_deref();
            modules.push(Module {
                name: part.name.clone(),
                owner: methods.iter().find(of).and_then(|method| method.owner).map(str::to_owned),
                methods: methods.iter().filter(of).count(),
                base_ns: 0,
                head_ns: 0,
                findings: methods.iter().filter(of).filter(|m| is_found(m.kind)).count(),
                limit_ns: (part.name.as_deref() == Some("Payments")).then_some(15.0 * MS),
                over: part.name.as_deref() == Some("Payments"),
            });
            modules.len() - 1
        });
        modules[place].base_ns += part.base_ns;
        modules[place].head_ns += part.head_ns;
    }
    modules.sort_by_key(|module| std::cmp::Reverse(module.head_ns));
    modules
}

fn tree(methods: &[Method]) -> Tree {
    Tree {
        thread: "main".to_owned(),
        parent: methods.iter().map(|method| method.caller.map(|caller| caller as u32)).collect(),
        name: (0..methods.len()).map(|at| Some(at as u32)).collect(),
        base_ns: methods.iter().map(|method| whole(method.cost[0])).collect(),
        head_ns: methods.iter().map(|method| whole(method.cost[1])).collect(),
        base_calls: methods.iter().map(|method| method.calls[0]).collect(),
        head_calls: methods.iter().map(|method| method.calls[1]).collect(),
        ..Tree::default()
    }
}

/// Each method runs once, its callees one after another behind its own time: from `main` on, and `+load` before it.
fn timeline(methods: &[Method], side: usize, ends_ns: [i64; 2]) -> Timeline {
    let [main, first_frame] = ends_ns.map(|ns| ns as f64);
    let mut slices = Slices::default();
    let mut total: Vec<f64> = methods.iter().map(|method| method.cost[side]).collect();
    for at in (0..methods.len()).rev() {
        if let Some(caller) = methods[at].caller {
            total[caller] += total[at];
        }
    }
    let mut at_ns = vec![main; methods.len()];
    let mut top = main;
    let mut placed: Vec<(f64, u32, usize)> = Vec::new();
    for at in 0..methods.len() {
        let (start, depth) = match methods[at].caller {
            Some(caller) => (at_ns[caller], 1 + path_to(methods, at).len() as u32 - 1),
            None if methods[at].name.ends_with(" load]") => (14.0 * MS, 0),
            None => (top, 0),
        };
        match methods[at].caller {
            Some(caller) => at_ns[caller] += total[at],
            None if start >= main => top += total[at],
            None => {}
        }
        at_ns[at] = start + methods[at].cost[side];
        placed.push((start, depth, at));
    }
    placed.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    for (start, depth, at) in placed.into_iter().filter(|(.., at)| total[*at] > 0.0) {
        slices.name.push(at as u32);
        slices.depth.push(depth);
        slices.start_ns.push(start.round());
        slices.duration_ns.push(total[at].round());
    }
    Timeline {
        session: ["main-1041", "pr-7"][side].to_owned(),
        launch: 3,
        marks: [("agent_start", 12.0 * MS), ("main", main), ("first_frame", first_frame)]
            .map(|(name, at_ns)| TimelineMark { name: name.to_owned(), at_ns })
            .into(),
        pages: vec![TimelinePage {
            name: "RootViewController".to_owned(),
            from_ns: main + 4.0 * MS,
            to_ns: first_frame,
        }],
        threads: vec![TimelineThread { name: "main".to_owned(), is_main: true, slices }],
        dropped_calls: 0,
        dropped_events: 2,
        left_out: 0,
    }
}

fn used(launches: [usize; 2], values: &Values) -> LaunchesUsed {
    // The first launch of each session is excluded.
    let list = |values: &[f64], session: &dyn Fn(usize) -> String, of: usize| {
        values
            .iter()
            .enumerate()
            .map(|(at, value)| LaunchUsed {
                session: session(at),
                launch: (at % of.max(1)) as u64 + 2,
                block: None,
                duration_ns: Some(*value),
            })
            .collect()
    };
    let half = launches[0] / 2;
    LaunchesUsed {
        mode: Word::of("sessions"),
        base: launches[0],
        head: launches[1],
        sessions: 2,
        excluded: vec![ExcludedLaunch {
            source: "traces/pr-7.1.lgtrace".to_owned(),
            session: "pr-7".to_owned(),
            launch: 1,
            reason: Word::of("first-after-install"),
        }],
        session_sd: Some(0.01),
        session_sd_measured: false,
        list: Some(LaunchList {
            base: list(
                &values.base,
                &|at| if at < half { "main-1040" } else { "main-1041" }.to_owned(),
                half,
            ),
            head: list(&values.head, &|_| "pr-7".to_owned(), launches[1]),
        }),
        others: Map::new(),
    }
}

/// The shared fixture: a regression of each kind.
pub(crate) fn shared() -> Report {
    let mut report = of_methods(&shop(), [20, 10]);
    report.facts = facts();
    // The launch keeps its budget, and Payments does not.
    let launch = report.wholes[0].clone();
    let payments = report.modules.iter().find(|module| module.over).unwrap();
    let (cost, limit) = ([payments.base_ns as f64, payments.head_ns as f64], 15.0 * MS);
    let budget = |name: &str, limit_ns: f64, cost: [f64; 2]| Budget {
        name: name.to_owned(),
        limit_ns,
        base_ns: cost[0],
        head_ns: cost[1],
        over: cost[1] > limit_ns,
    };
    report.budgets = vec![
        budget("the launch", 400.0 * MS, [launch.base_ns, launch.head_ns]),
        budget("module Payments", limit, cost),
    ];
    report.findings.push(ReportRow {
        module: Some("Payments".to_owned()),
        owner: Some("@shop/payments".to_owned()),
        limit_ns: Some(limit),
        fails: true,
        interval_ns: [None, None],
        p_adjusted: 1.0,
        answer: Some(Word::of("finding")),
        ..row("budget", "module Payments", cost, [20, 10], 5, true)
    });
    report.findings.sort_by(|a, b| b.fails.cmp(&a.fails).then(b.change_ns.total_cmp(&a.change_ns)));
    report.origin = Some(Origin {
        commit: Some("5f1c0a7d2b9e4c6a8f3d1e0b7c5a9d2e4f6b8a01".to_owned()),
        base_commit: Some("a04e9b3c7d1f5a8e2c6b0d4f9e7a3c5b1d8f6e42".to_owned()),
        repository_url: Some("https://github.com/shop/app".to_owned()),
        run_url: Some("https://github.com/shop/app/actions/runs/7".to_owned()),
        report_url: None,
    });
    report.warnings = vec![
        "traces/pr-7.4.lgtrace: the recorder's memory was full, so it dropped 2 timeline events; its costs are complete"
            .to_owned(),
    ];
    report
}

/// The same app, nothing slower.
pub(crate) fn nothing_changed() -> Report {
    let mut methods = shop();
    for method in &mut methods {
        method.cost[1] = method.cost[0];
        method.calls[1] = method.calls[0];
        method.kind = "";
    }
    Report { ..of_methods(&methods, [20, 10]) }
}

/// So many methods, of which the first `findings` became slower.
pub(crate) fn many(count: usize, findings: usize, launches: [usize; 2]) -> Report {
    let modules = ["Shop", "Payments", "Catalog", "Account", "Search", ""];
    let methods: Vec<Method> = (0..count)
        .map(|at| {
            let base = 1e5 * (1 + at % 13) as f64;
            let slow = at > 0 && at <= findings;
            let name = format!("-[GeneratedClass{} generatedMethodNumber{at}WithArgument:]", at / 10);
            let head = if slow { 1.5 * base } else { base };
            let caller = if at == 0 { 0 } else { 1 + (at - 1) / 8 };
            method(
                &name,
                modules[at % modules.len()],
                caller,
                [base, head],
                [2.0, 2.0],
                if slow { "slower" } else { "" },
            )
        })
        .collect();
    of_methods(&methods, launches)
}

/// Names that try to be something else.
pub(crate) const HOSTILE: [&str; 14] = [
    "-[Cart <script>alert(1)</script>]",
    "-[A \"quoted\" 'names' & ampersands;]",
    "-[B \u{1b}[2J\u{1b}]8;;https://evil.example\u{7}link]",
    "-[C line\nbreak\r\n::error file=x::injected]",
    "-[D \u{202e}desrever\u{2066}]",
    "-[E **bold** _it_ `code` ~~gone~~ | cell | $x^2$]",
    "-[F @octocat @org/team #123 GH-7 user@example.com org/repo#5]",
    "-[G https://evil.example www.evil.example ![x](https://evil.example/p.png) [l](javascript:x)]",
    "-[H -->]<!-- launchgate --><details>",
    "-[I ]]>%0A::warning::x%2C]",
    "\u{0}\u{1}\u{7f}\u{85}\u{2028}\u{fffe}",
    "# heading",
    "- [ ] task\n> quote\n```\nfence",
    "漢字🦀 é 0a5f3c2e9b1d4c6e8f7a0b1c2d3e4f5a6b7c8d9e",
];

/// Those names everywhere that a name can stand.
pub(crate) fn hostile() -> Report {
    let mut methods: Vec<Method> = HOSTILE
        .iter()
        .enumerate()
        .map(|(at, name)| method(name, "Payments", at, [MS, 2.0 * MS], [1.0, 1.0], "slower"))
        .collect();
    methods.push(method(
        &format!("-[Long {}]", "x".repeat(1 << 20)),
        "",
        1,
        [MS, 3.0 * MS],
        [1.0, 1.0],
        "slower",
    ));
    let mut report = of_methods(&methods, [4, 4]);
    for (at, row) in report.findings.iter_mut().enumerate() {
        let name = HOSTILE[at % HOSTILE.len()].to_owned();
        if row.method.is_some() {
            row.module = Some(name.clone());
            row.owner = Some(name.clone());
            row.moved_from = Some(name.clone());
            row.file = Some(name.clone());
        }
    }
    report.facts = HOSTILE
        .map(|name| FactRow {
            kind: "load".to_owned(),
            image: name.to_owned(),
            name: Some(name.to_owned()),
            head: 1,
            module: Some(name.to_owned()),
            owner: Some(name.to_owned()),
            told: true,
            ..FactRow::default()
        })
        .into();
    report.warnings = HOSTILE.map(str::to_owned).into();
    report.reasons = HOSTILE.map(str::to_owned).into();
    for condition in &mut report.environment {
        condition.base = vec![HOSTILE[0].to_owned(), HOSTILE[6].to_owned()];
    }
    if let Some(launches) = &mut report.launches {
        launches.excluded[0].source = HOSTILE[3].to_owned();
    }
    report
}

/// A notice, one that fails, one above its budget, and one that nobody is told of.
fn facts() -> Vec<FactRow> {
    let new = |kind: &str, name: &str, fails| FactRow {
        kind: kind.to_owned(),
        image: "Shop".to_owned(),
        name: Some(name.to_owned()),
        head: 1,
        module: Some("Analytics".to_owned()),
        owner: Some("@shop/data".to_owned()),
        told: true,
        fails,
        ..FactRow::default()
    };
    let number = |kind: &str, head, limit: Option<u64>| FactRow {
        kind: kind.to_owned(),
        image: "Shop".to_owned(),
        base: 52_000,
        head,
        limit,
        told: limit.is_some(),
        fails: limit.is_some(),
        ..FactRow::default()
    };
    vec![
        new("dylib", "/System/Library/Frameworks/CoreData.framework/CoreData", true),
        number("fixups", 62_000, Some(60_000)),
        new("load", "+[AnalyticsTracker load]", false),
        number("pages", 52_001, None),
    ]
}

fn bare(verdict: Answer) -> Report {
    let report = of_methods(&[], [0, 0]);
    Report {
        verdict,
        wholes: vec![],
        drift: None,
        launches: None,
        environment: vec![],
        history: vec![],
        waterfall: None,
        trees: vec![],
        timelines: None,
        ..report
    }
}

/// Nothing is stored.
pub(crate) fn no_baseline() -> Report {
    let reason = "no session of com.example.shop, cold, iPhone15,2 in baselines".to_owned();
    Report { reasons: vec![reason], ..bare(Answer::NoBaseline) }
}

/// Too noisy to say.
pub(crate) fn undecided() -> Report {
    Report {
        verdict: Answer::Undecided,
        reasons: vec![
            "a slowdown of the launch by 3.1 % could go undetected; record more launches, or on more days"
                .to_owned(),
            "about 14 more launches would give a clear verdict".to_owned(),
        ],
        ..nothing_changed()
    }
}

/// Two devices.
pub(crate) fn incomparable() -> Report {
    let condition = ConditionPair {
        condition: Word::of("device model"),
        base: vec!["iPhone15,2".to_owned()],
        head: vec!["iPhone12,1".to_owned(), "iPhone13,2".to_owned()],
    };
    Report { differences: vec![condition], ..bare(Answer::Incomparable) }
}

/// Every fixture that has goldens, by name.
pub(crate) fn all() -> Vec<(&'static str, Report)> {
    vec![
        ("shared", shared()),
        ("nothing-changed", nothing_changed()),
        ("hostile", hostile()),
        ("no-baseline", no_baseline()),
        ("undecided", undecided()),
        ("incomparable", incomparable()),
        ("functions", functions::with_functions()),
    ]
}
