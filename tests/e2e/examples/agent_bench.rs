//! Prints the cost of the agent as one flat JSON object: the instructions that it adds to a send, the largest value over the build styles,
//! and its instructions at the start and the end of the sample app and of a large generated app. The costs of other recorders are printed
//! to stderr, for comparison.
//!
//! The emulator counts the instructions of every figure from outside of the app; the agent's own measurements are not used. With names of
//! programs as arguments (`truth_five.m`), the bench prints only the errors of the costs of the programs' methods. With `--foreign SEED`,
//! it prints these errors for the programs that the seed generates.

use std::collections::BTreeMap;
use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, Result, ensure};
use e2e::agent_bed::{App, Run};
use e2e::agent_excess::{KINDS, excess};
use e2e::agent_foreign;
use e2e::agent_programs::{self, Conditions, PROGRAMS};
use e2e::bundle::{AGENT, Bundle};
use phone::build::{self, Style};
use phone::generator::{self, AppShape};
use phone::{Counter, Outcome};

fn main() -> Result<()> {
    let mut figures = BTreeMap::<String, f64>::new();
    let programs: Vec<String> = std::env::args().skip(1).collect();
    if let [option, seed] = &programs[..]
        && option == "--foreign"
    {
        foreign(seed.parse()?, &mut figures)?;
        eprintln!("{figures:?}");
        return Ok(());
    }
    if !programs.is_empty() {
        return truth(&programs, &mut figures);
    }
    for style in Style::ALL {
        sends(style, &mut figures)?;
    }
    orders(&mut figures)?;
    for (kind, count) in KINDS {
        let found = excess(kind, count, Counter::PLAIN)?;
        figures.insert(format!("agent.launch_excess.{kind}_percent"), found.percent);
        figures.insert(format!("agent.launch_excess.{kind}_instructions"), found.instructions);
    }
    truth(&PROGRAMS, &mut figures)?;
    figures.insert("agent.clock.modes".to_owned(), clock_modes()?);
    foreign(drawn() % 1_000_000_000, &mut figures)?;
    shop(&mut figures)?;
    generated(&mut figures)?;
    figures.insert("agent.bytes_per_node".to_owned(), launchgate::BYTES_PER_NODE as f64);
    let agent = build::agent()?;
    let size = fs::metadata(&agent).with_context(|| agent.display().to_string())?.len();
    figures.insert("agent.dylib_bytes".to_owned(), size as f64);
    let lines: Vec<_> = figures.iter().map(|(name, figure)| format!("  \"{name}\": {figure:.2}")).collect();
    println!("{{\n{}\n}}", lines.join(",\n"));
    eprint!("{}", peers(&figures));
    Ok(())
}

/// Returns the costs of other recorders, which were measured in an emulator in the same way; a dash means that a cost was not measured.
fn peers(figures: &BTreeMap<String, f64>) -> String {
    let own = |name| figures.get(name).map_or("-".to_owned(), |figure| format!("{figure:+.0}"));
    let row = |[name, leaf, nil, stopped, kept]: [&str; 5]| {
        format!("{name:22}{leaf:>8}{nil:>8}{stopped:>10}  {kept}\n")
    };
    let ours = ["agent.added.leaf", "agent.added.nil", "agent.added.closed"].map(own);
    let mut table = row(["instructions a send", "leaf", "nil", "stopped", "keeps"]);
    table += &row(["launchgate", &ours[0], &ours[1], &ours[2], "a calling-context tree, exact, per thread"]);
    for peer in [
        ["Guldan", "+284", "+65", "+37", "calls of up to 50 nested; not q0-q7"],
        ["TimeProfiler", "+337", "+336", "+175", "3 nested, over 1 ms, main thread"],
        ["  with its stack copy", "+375", "-", "-", ""],
        ["  keeping the record", "+405", "-", "-", ""],
        ["hook without a tree", "+33", "+10", "-", "nothing"],
    ] {
        table += &row(peer);
    }
    table
}

fn sends(style: Style, figures: &mut BTreeMap<String, f64>) -> Result<()> {
    let app = || App::new(style, &["bench.m"]).with("LAUNCHGATE_LIMIT", "1s");
    let with_lines = |app: App| app.run_with(|config| config.keep_lines = true);
    let (plain, hooked) = (with_lines(app().plain())?, with_lines(app())?);
    let filtered = app().with("LAUNCHGATE_SKIP", "Skipped").run()?;
    for run in [&plain, &hooked, &filtered] {
        run.status()?;
    }
    let added = |run: &Run, from: u64, sends: f64| -> Result<f64> {
        Ok((run.between(from, from + 1)? as f64 - plain.between(from, from + 1)? as f64) / sends)
    };
    let leaf = added(&hooked, 1, 1000.0)?;
    // The second of two sends of the same method is measured; both runs have the same marks around it.
    let lines = |run: &Run| {
        let found =
            run.outcome.lines.iter().find(|(mark, _)| *mark == 19).context("mark 19 was not passed")?;
        anyhow::Ok((found.1.data.len() as f64, found.1.code.len() as f64))
    };
    let (before, after) = (lines(&plain)?, lines(&hooked)?);
    for (name, figure) in [
        ("agent.added.leaf", leaf),
        ("agent.cache_lines_per_send", after.0 - before.0),
        ("agent.code_lines_per_send", after.1 - before.1),
        ("agent.added.tagged", added(&hooked, 21, 1000.0)?),
        ("agent.added.child2", added(&hooked, 23, 1000.0)?),
        ("agent.added.child4", added(&hooked, 25, 1000.0)?),
        ("agent.added.child32", added(&hooked, 27, 1000.0)?),
        ("agent.added.seven", added(&hooked, 3, 7000.0)?),
        ("agent.added.super", added(&hooked, 5, 1000.0)? - leaf),
        ("agent.added.nil", added(&hooked, 7, 1000.0)?),
        ("agent.added.filtered", added(&filtered, 9, 1000.0)?),
        ("agent.added.first_call", added(&hooked, 11, 50.0)?),
        ("agent.added.copied_pointer", added(&hooked, 13, 1000.0)?),
        ("agent.added.closed", added(&hooked, 15, 1000.0)?),
    ] {
        let worst = figures.entry(name.to_owned()).or_insert(figure);
        *worst = worst.max(figure);
    }
    Ok(())
}

/// Returns the instructions that the agent adds to a send to one of several methods in random order: the largest value over ten random
/// orders and memory layouts.
fn orders(figures: &mut BTreeMap<String, f64>) -> Result<()> {
    let drawn = drawn();
    for order in 0..10 {
        let layout = drawn.wrapping_mul(order * 2 + 1);
        let order = layout.to_string();
        let app = App::new(Style::Chained, &["bench.m"]).with("LAUNCHGATE_LIMIT", "1s").with("ORDER", &order);
        // The addresses of images are random in each launch too.
        let laid_out = |app: &App| app.run_with(|config| config.slide_seed = layout);
        let (plain, hooked) = (laid_out(&app.clone().plain())?, laid_out(&app)?);
        for run in [&plain, &hooked] {
            run.status()?;
        }
        for (name, from) in [("child2", 23), ("child4", 25), ("child32", 27)] {
            let added = hooked.between(from, from + 1)? as f64 - plain.between(from, from + 1)? as f64;
            eprintln!("order {order}, {name}: {:.2}", added / 1000.0);
            let worst = figures.entry(format!("agent.added.{name}_worst")).or_insert(0.0);
            *worst = worst.max(added / 1000.0);
        }
    }
    Ok(())
}

/// Returns the largest errors of the costs of methods over nine programs and eight layouts of memory, without sampling and with the default
/// sampling. The largest error of each program is printed to stderr.
fn truth(programs: &[impl AsRef<str>], figures: &mut BTreeMap<String, f64>) -> Result<()> {
    for (samples, kind) in [("off", ""), ("on", "sampled.")] {
        let (mut worst, mut small, mut tree) = (0.0_f64, 0.0_f64, 0.0_f64);
        for program in programs {
            let program = program.as_ref();
            let off = agent_programs::measure(program, 0..8, Conditions::new(samples))?;
            (worst, small, tree) = (worst.max(off.large), small.max(off.small), tree.max(off.tree));
            eprint!("{program}, samples {samples}: ");
            eprintln!("{:.2} % {:.2} % {:.3} % {:?}", off.large, off.small, off.tree, off.counts);
            eprintln!("  {}", off.words.join("\n  "));
        }
        for (name, figure) in [("worst", worst), ("small", small), ("tree", tree)] {
            figures.insert(format!("agent.truth.{kind}{name}_percent"), figure);
        }
    }
    Ok(())
}

/// Counts the kinds of counter registers with which the recorded costs of a program are right.
fn clock_modes() -> Result<f64> {
    let mut right = 0.0;
    for counter in Counter::MODES {
        let off =
            agent_programs::measure("truth_five.m", 0..2, Conditions { counter, ..Conditions::new("on") })?;
        eprintln!("{counter:?}: {:.2} % {:.2} % {:.3} %", off.large, off.small, off.tree);
        right += f64::from(u8::from(off.large <= 2.0 && off.small <= 10.0 && off.tree <= 0.5));
    }
    Ok(right)
}

/// Returns the largest errors of other programs, half of which are generated from a seed, in percent of the allowed error of a method.
fn foreign(seed: u64, figures: &mut BTreeMap<String, f64>) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let programs = agent_foreign::programs(folder.path(), seed)?;
    let (mut found, mut tree, mut methods, mut beyond) = (Vec::new(), 0.0_f64, 0, 0);
    for program in &programs {
        let layout = seed % 1000;
        let off = agent_programs::measure(program, layout..layout + 1, Conditions::new("off"))?;
        let name = program.rsplit('/').next().unwrap_or(program);
        eprintln!("{name}: {:.0} % of what is allowed: {}", off.of_allowed, off.foreign);
        tree = tree.max(off.tree);
        methods += off.counts.0 + off.counts.1;
        beyond += off.beyond;
        found.push(off.of_allowed);
    }
    found.sort_by(f64::total_cmp);
    for (name, figure) in [
        ("worst_percent", found.last().copied().unwrap_or_default()),
        ("median_percent", found[found.len() / 2]),
        ("tree_percent", tree),
        ("programs", found.len() as f64),
        ("methods", methods as f64),
        ("within", (methods - beyond) as f64 / methods as f64),
    ] {
        figures.insert(format!("agent.truth.foreign_{name}"), figure);
    }
    Ok(())
}

/// Returns a random seed.
fn drawn() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64)
}

/// Measures the start of the sample app with all threads, and again with many additional sends, to find the cost of each send.
fn shop(figures: &mut BTreeMap<String, f64>) -> Result<()> {
    const SENDS: u32 = 100_000;
    let shop = Bundle::shop(Style::Chained)?;
    let many = SENDS.to_string();
    let variables = [("LAUNCHGATE_LAUNCH", "one"), ("SHOP_SENDS", &many)];
    let (plain, plain_many) = (shop.run_plain(&[], |_| {})?, shop.run_plain(&variables[1..], |_| {})?);
    let (hooked_many, hooked) = (shop.run(&variables)?, shop.run(&variables[..1])?);
    let watched = shop.run_with(&variables[..1], |config| config.observe = Some(is_once))?;
    for run in [&plain, &plain_many, &hooked_many, &hooked, &watched] {
        run.status()?;
    }
    let calls = |run: &Run| -> f64 {
        let functions = run.outcome.counts.functions.iter();
        // The agent calls `objc_msgLookup` many times for each method while the trace is written, so these calls are excluded.
        let is_sent_from = |image: &str, name: &str| !image.contains(".app/") && name != "_objc_msgLookup";
        let system = functions.filter(|((image, name), _)| is_sent_from(image, name));
        system.map(|(_, count)| count.entries as f64).sum()
    };
    let more = (calls(&hooked_many) - calls(&hooked)) - (calls(&plain_many) - calls(&plain));
    figures.insert("agent.library_calls_per_send".to_owned(), more / f64::from(SENDS));
    let (start, _, write) = once(&watched.outcome)?;
    figures.insert("agent.shop.start_instructions".to_owned(), start);
    figures.insert("agent.shop.write_instructions".to_owned(), write);
    let instructions = |run: &Run| run.outcome.counts.instructions as f64;
    figures.insert("agent.shop.slowdown".to_owned(), instructions(&hooked) / instructions(&plain));
    let recording = instructions(&hooked) - start - write;
    figures.insert("agent.shop.slowdown_recording".to_owned(), recording / instructions(&plain));
    Ok(())
}

/// Measures the instructions of the agent's start and of the window's end, in an app with 10,000 classes in 50 images.
fn generated(figures: &mut BTreeMap<String, f64>) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let app = generator::write(&AppShape::LARGE, &folder.path().join("Generated.app"))?;
    let container = folder.path().join("container");
    fs::create_dir_all(container.join("Library/Caches"))?;
    fs::copy(build::agent()?, app.bundle.join(AGENT))?;
    let mut config = app.config()?;
    config.container = Some(container.clone());
    let plain = phone::run(config.clone());
    config.environment.insert("LAUNCHGATE_LAUNCH".into(), "one".into());
    config.environment.insert("DYLD_INSERT_LIBRARIES".into(), format!("@executable_path/{AGENT}"));
    let hooked = phone::run(config.clone());
    config.observe = Some(is_once);
    let watched = phone::run(config);
    for outcome in [&plain, &hooked, &watched] {
        ensure!(outcome.log.contains(&app.expected), "{} is not in\n{}", app.expected, outcome.log);
    }
    let trace = container.join("Library/Caches/launchgate/one.lgtrace");
    ensure!(trace.is_file(), "no trace: {}", hooked.log);
    let (start, close, write) = once(&watched)?;
    figures.insert("agent.end.main_instructions".to_owned(), close);
    figures.insert("agent.generated.start_instructions".to_owned(), start);
    figures.insert("agent.generated.write_instructions".to_owned(), write);
    let slowdown = hooked.counts.instructions as f64 / plain.counts.instructions as f64;
    figures.insert("agent.generated.slowdown".to_owned(), slowdown);
    Ok(())
}

/// Parts of the symbols of functions that run once: the agent's start, from its `+load` (or its initialiser, if that runs first), and the
/// end of the window. The agent's other functions have no symbols.
const ONCE: [&str; 4] = [
    "launchgate6window5class4load",
    "launchgate6window5start16initialise_agent",
    "launchgate6window5close",
    "launchgate6window5write",
];

/// Returns whether a function does work that the agent does once.
fn is_once(symbol: &str) -> bool {
    ONCE.iter().any(|name| symbol.contains(name))
}

/// Returns three numbers of instructions, each including callees: the instructions of the agent's start, the instructions of the window's
/// end on the main thread, and the instructions of the window's end including the thread that writes the trace.
fn once(outcome: &Outcome) -> Result<(f64, f64, f64)> {
    let largest = |names: &[&str]| {
        let all = outcome.truth.all.iter();
        let named = all.filter(|(function, _)| names.iter().any(|name| function.name.contains(name)));
        named.map(|(_, truth)| truth.total as f64).fold(0.0, f64::max)
    };
    let start = largest(&ONCE[..2]);
    let (close, write) = (largest(&ONCE[2..3]), largest(&ONCE[3..]));
    ensure!(start > 0.0 && close > 0.0 && write > 0.0, "the agent's functions have other names");
    Ok((start, close, close + write))
}
