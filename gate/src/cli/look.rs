//! `gate look`: the first command that a developer tries: a page of a few launches, without a comparison.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, bail};
use clap::{Args, Parser as _};

use crate::attribute::Natives;
use crate::export::{CallTree, Node};
use crate::launches::{Launch, Launches, Recording, Thread};
use crate::report::{
    Look, LookMethod, LookModule, LookRow, Timed, Timelines, Tree, look_page, middle, shown, timeline_of,
};

use super::context::Context;
use super::export::recording;
use super::stacks::SymbolArgs;
use super::terminal::is_watched;
use super::write::write_whole;
use super::{Cli, Exit, SettingsArgs};

#[derive(Args)]
pub(super) struct LookArgs {
    /// The app (App.ipa or App.app), or launches recorded earlier, as for `gate check`
    #[arg(required = true)]
    what: Vec<PathBuf>,
    /// The HTML page to write
    #[arg(short, long, value_name = "FILE", default_value = "launch.html")]
    out: PathBuf,
    /// How many launches to record
    #[arg(long, value_name = "N", default_value_t = 3)]
    launches: usize,
    /// Keep the traces in this folder [default: delete them]
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Do not open the page in the browser
    #[arg(long)]
    no_open: bool,
    /// Include launches that `gate check` excludes
    #[arg(long)]
    all: bool,
    /// The agent, as for `gate inject`
    #[arg(long, value_name = "DYLIB")]
    agent: Option<PathBuf>,
    /// Add the agent and sign, as for `gate inject` [default: the app already has the agent and is signed]
    #[arg(long, value_name = "IDENTITY|P12", allow_hyphen_values = true)]
    sign: Option<String>,
    /// The file that holds the password of the .p12
    #[arg(long, value_name = "FILE")]
    password_file: Option<PathBuf>,
    /// A development profile, as for `gate inject`
    #[arg(long = "profile", value_name = "FILE")]
    profiles: Vec<PathBuf>,
    /// The scenario, as for `gate run`
    #[arg(long, value_name = "NAME")]
    scenario: Option<String>,
    /// The driver, as for `gate run`
    #[arg(long, value_name = "NAME", default_value = "auto")]
    driver: String,
    /// The device, if several are connected
    #[arg(long)]
    udid: Option<String>,
    /// The address of usbmuxd, as for `gate run`
    #[arg(long, value_name = "ADDRESS")]
    usbmuxd: Option<String>,
    #[command(flatten)]
    symbols: SymbolArgs,
    #[command(flatten)]
    settings: SettingsArgs,
}

pub(super) fn look(args: &LookArgs, out: &mut dyn Write, err: &mut dyn Write) -> anyhow::Result<Exit> {
    let is_app = |path: &PathBuf| path.extension().is_some_and(|end| end == "ipa" || end == "app");
    let apps = args.what.iter().filter(|path| is_app(path)).count();
    let folder = tempfile::tempdir().context("cannot create a temporary folder for the traces")?;
    let runs = match (apps, &args.what[..]) {
        (0, runs) => runs.to_vec(),
        (1, [app]) => {
            let place = args.keep.clone().unwrap_or_else(|| folder.path().join("launches"));
            let exit = launch(args, app, folder.path(), &place, err)?;
            if exit != Exit::Pass {
                return Ok(exit);
            }
            vec![place]
        }
        _ => bail!("pass one app or launches, not both"),
    };
    writeln!(err, "reading the launches")?;
    let context = Context::read_with(&args.settings, args.symbols.cache())?;
    let launches = context.shown(&runs, args.all, err)?;
    let natives = args.symbols.natives(&context, &launches, err)?;
    let page = look_page(&of(&launches, &natives)).context("the page")?;
    write_whole(&args.out, &page)?;
    writeln!(out, "wrote {}", shown(&args.out.display().to_string()))?;
    if !args.no_open && is_watched() {
        open(&args.out, err)?;
    }
    Ok(Exit::Pass)
}

/// Puts the agent in, installs and launches: by the commands that somebody would type.
fn launch(
    args: &LookArgs,
    app: &Path,
    folder: &Path,
    place: &Path,
    err: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let mut with_agent = folder.join("with-agent");
    with_agent.set_extension(app.extension().unwrap_or_default());
    let mut words: Vec<OsString> =
        vec!["gate".into(), "inject".into(), app.into(), "-o".into(), (&with_agent).into()];
    let mut add = |name: &str, value: Option<OsString>| {
        if let Some(value) = value {
            words.extend([name.into(), value]);
        }
    };
    add("--agent", args.agent.clone().map(Into::into));
    add("--sign", args.sign.clone().map(Into::into));
    add("--password-file", args.password_file.clone().map(Into::into));
    for profile in &args.profiles {
        add("--profile", Some(profile.into()));
    }
    writeln!(err, "adding the agent to {}", shown(&app.display().to_string()))?;
    let exit = command(words, err)?;
    if exit != Exit::Pass {
        return Ok(exit);
    }
    let mut words: Vec<OsString> =
        vec!["gate".into(), "run".into(), (&with_agent).into(), "-o".into(), place.into()];
    let mut add = |name: &str, value: Option<OsString>| {
        if let Some(value) = value {
            words.extend([name.into(), value]);
        }
    };
    add("--launches", Some(args.launches.to_string().into()));
    add("--driver", Some(args.driver.clone().into()));
    add("--udid", args.udid.clone().map(Into::into));
    add("--usbmuxd", args.usbmuxd.clone().map(Into::into));
    add("--scenario", args.scenario.clone().map(Into::into));
    add("--config", args.settings.config.clone().map(Into::into));
    command(words, err)
}

/// Another command of this program; what it says goes where progress goes.
fn command(words: Vec<OsString>, err: &mut dyn Write) -> anyhow::Result<Exit> {
    let cli = Cli::try_parse_from(words)?;
    let mut said = Vec::new();
    let done = super::dispatch(cli.command, crate::report::Terminal::default(), &mut said, err);
    err.write_all(&said)?;
    done
}

fn open(page: &Path, err: &mut dyn Write) -> anyhow::Result<()> {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let quiet = || Stdio::null();
    // Whole, so that no name looks like an option of the program.
    let whole = std::path::absolute(page).unwrap_or_else(|_| page.to_owned());
    let started = Command::new(program).arg(whole).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn();
    if started.is_err() {
        writeln!(err, "open {} in a browser", shown(&page.display().to_string()))?;
    }
    Ok(())
}

/// All that the page shows.
fn of(launches: &Launches, natives: &Natives) -> Look {
    let count = launches.launches.len().max(1) as f64;
    let durations: Vec<f64> =
        launches.launches.iter().filter_map(|launch| Some(launch.duration()?.0)).collect();
    let tree = CallTree::with_samples(launches, natives);
    let mut names = tree.shown_names();
    let (median, mut warnings) = (middle(launches.launches.iter().collect()), Vec::new());
    let timelines = median.and_then(|launch| timeline(launch, &mut names, &mut warnings));
    let first = launches.launches.first().map(|launch| &launch.conditions);
    let text = |value: Option<&str>| value.unwrap_or_default().to_owned();
    Look {
        app: text(first.map(|first| &*first.app_bundle)),
        device: first
            .map_or_else(String::new, |first| format!("{}, iOS {}", first.device_model, first.device_os)),
        launches: launches.launches.len(),
        launch_ns: durations,
        phases: phases(launches, count),
        pages: pages(launches),
        methods: methods(launches, count),
        modules: modules(launches, count),
        trees: [Thread::Main, Thread::Other].into_iter().filter_map(|thread| drawn(&tree, thread)).collect(),
        names,
        timelines,
        warnings,
    }
}

fn timeline(launch: &Launch, names: &mut Vec<String>, warnings: &mut Vec<String>) -> Option<Timelines> {
    let recording: Recording = match recording(Path::new(&*launch.source.file)) {
        Ok(found) => found?,
        Err(error) => {
            warnings.push(format!("no timeline: {error:#}"));
            return None;
        }
    };
    let mut known: hashbrown::HashMap<String, u32> =
        names.iter().enumerate().map(|(at, name)| (name.clone(), at as u32)).collect();
    let timed = Timed { session: &launch.session, launch: launch.number, recording: &recording };
    let line = timeline_of(timed, |name| {
        *known.entry(name.to_owned()).or_insert_with(|| {
            names.push(name.to_owned());
            (names.len() - 1) as u32
        })
    });
    Some(Timelines { base: None, head: Some(line) })
}

fn phases(launches: &Launches, count: f64) -> Vec<LookRow> {
    let mut rows: Vec<LookRow> = Vec::new();
    for launch in &launches.launches {
        for (at, phase) in launch.phases.iter().enumerate() {
            let own = launch.costs.iter().filter(|cost| {
                cost.thread == Thread::Main && cost.phase.is_some_and(|of| of.0 as usize == at)
            });
            let own: f64 = own.map(|cost| cost.self_ns.0).sum();
            let row = match rows.iter().position(|row| row.name == *phase.name) {
                Some(at) => &mut rows[at],
                None => {
                    rows.push(LookRow { name: phase.name.to_string(), ..LookRow::default() });
                    let last = rows.len() - 1;
                    &mut rows[last]
                }
            };
            let own_ns = phase.duration().0;
            row.ns += own_ns / count;
            let [low, high] = row.range_ns.unwrap_or([own_ns; 2]);
            row.range_ns = Some([low.min(own_ns), high.max(own_ns)]);
            row.methods_ns += own / count;
        }
    }
    if launches.launches.len() < 2 {
        rows.iter_mut().for_each(|row| row.range_ns = None);
    }
    rows
}

fn pages(launches: &Launches) -> Vec<LookRow> {
    let mut sums: hashbrown::HashMap<&str, (f64, f64)> = hashbrown::HashMap::new();
    for page in launches.launches.iter().flat_map(|launch| &launch.pages) {
        let sum = sums.entry(&page.name).or_default();
        *sum = (sum.0 + page.render.0, sum.1 + 1.0);
    }
    let row = |(name, (ns, times)): (&str, (f64, f64))| LookRow {
        name: name.to_owned(),
        ns: ns / times,
        ..LookRow::default()
    };
    let mut rows: Vec<LookRow> = sums.into_iter().map(row).collect();
    rows.sort_by(|a, b| b.ns.total_cmp(&a.ns).then_with(|| a.name.cmp(&b.name)));
    rows
}

fn methods(launches: &Launches, count: f64) -> Vec<LookMethod> {
    let table = &launches.table;
    let mut rows: Vec<LookMethod> = table
        .methods()
        .map(|(_, method)| LookMethod {
            name: method.name.to_string(),
            module: method.module.as_deref().map(str::to_owned),
            owner: method.owner.as_deref().map(str::to_owned),
            ..LookMethod::default()
        })
        .collect();
    for launch in &launches.launches {
        for thread in [Thread::Main, Thread::Other] {
            for (id, cost) in launch.methods(table, thread) {
                let row = &mut rows[id.0 as usize];
                row.self_ns += cost.self_ns.0 / count;
                row.total_ns += cost.total_ns.0 / count;
                row.calls += cost.calls / count;
                row.on_main |= thread == Thread::Main;
                row.on_others |= thread == Thread::Other;
            }
        }
    }
    rows.retain(|row| row.calls > 0.0);
    rows.sort_by(|a, b| b.self_ns.total_cmp(&a.self_ns).then_with(|| a.name.cmp(&b.name)));
    rows
}

fn modules(launches: &Launches, count: f64) -> Vec<LookModule> {
    let mut all: std::collections::BTreeMap<Option<String>, LookModule> = std::collections::BTreeMap::new();
    for method in methods(launches, count) {
        let module = all.entry(method.module.clone()).or_default();
        module.name = method.module;
        module.owner = module.owner.take().or(method.owner);
        module.self_ns += method.self_ns;
        module.methods += 1;
    }
    let mut rows: Vec<LookModule> = all.into_values().collect();
    rows.sort_by(|a, b| b.self_ns.total_cmp(&a.self_ns).then_with(|| a.name.cmp(&b.name)));
    rows
}

/// What of a thread's calls is less than this share of it is one node, without a name.
const SMALLEST: f64 = 0.000_2;

/// A thread's tree as the page draws it.
fn drawn(tree: &CallTree, thread: Thread) -> Option<Tree> {
    let of_thread = |node: &&Node| node.thread == thread;
    let whole: f64 = tree.nodes.iter().filter(of_thread).map(Node::rest_ns).sum();
    if whole <= 0.0 {
        return None;
    }
    let name = if thread == Thread::Main { "main" } else { "other" };
    let mut drawn = Tree { thread: name.to_owned(), ..Tree::default() };
    let mut place: Vec<Option<u32>> = vec![None; tree.nodes.len()];
    let mut rest: hashbrown::HashMap<Option<u32>, (f64, f64)> = hashbrown::HashMap::new();
    let mut add = |parent: Option<u32>, name: Option<u32>, self_ns: f64, calls: f64| {
        drawn.parent.push(parent);
        drawn.name.push(name);
        drawn.head_ns.push(self_ns.round() as i64);
        drawn.head_calls.push((10.0 * calls).round() / 10.0);
        (drawn.parent.len() - 1) as u32
    };
    for (at, node) in tree.nodes.iter().enumerate().filter(|(_, node)| node.thread == thread) {
        let parent = node.parent.map(|parent| place[parent]);
        match parent {
            // Below something that is not drawn: it is in its total.
            Some(None) => {}
            _ if node.total_ns >= SMALLEST * whole => {
                place[at] = Some(add(parent.flatten(), Some(node.name as u32), node.rest_ns(), node.calls));
            }
            _ => {
                let sum = rest.entry(parent.flatten()).or_default();
                *sum = (sum.0 + node.total_ns, sum.1 + node.calls);
            }
        }
    }
    let mut rest: Vec<_> = rest.into_iter().collect();
    rest.sort_by_key(|(parent, _)| *parent);
    for (parent, (self_ns, calls)) in rest {
        add(parent, None, self_ns, calls);
    }
    drawn.base_ns.clone_from(&drawn.head_ns);
    drawn.base_calls.clone_from(&drawn.head_calls);
    Some(drawn)
}
