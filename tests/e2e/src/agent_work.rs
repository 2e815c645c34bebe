//! Compares the system requests ("work") that the agent counted for an app with the emulator's log of the
//! calls from the app's stubs.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::sync::Arc;

use anyhow::{Context as _, Result, bail, ensure};
use gate_launches::{ReadOptions, Work};
use phone::Config;
use phone::build::{self, Style};
use phone::truth::Asked;
use trace::work::METHODS;
use trace::{Reader, WorkKind};

use crate::agent_tree;
use crate::bundle::{AGENT, Bundle};

/// The window ends after the program has made its requests and before the program ends.
pub const WINDOW: [(&str, &str); 3] =
    [("LAUNCHGATE_LAUNCH", "one"), ("LAUNCHGATE_END", "limit"), ("LAUNCHGATE_LIMIT", "1s")];

/// The numbers of calls and bytes by three keys: the kind of request, the app's method that made the request (empty if no method was open),
/// and whether the request was on the main thread.
pub type Counted = BTreeMap<(WorkKind, String, bool), (u64, u64)>;

/// Returns the differences between the agent's counts and the emulator's log, one line each, and the number
/// of calls.
pub fn differences(
    app: &Bundle,
    window: &[(&str, &str)],
    change: impl Fn(&mut Config),
) -> Result<(Vec<String>, u64)> {
    let plain = app.run_plain(&[], |config| {
        change(config);
        config.observe = Some(phone::is_method);
        config.log_calls = Some(is_logged);
    })?;
    ensure!(plain.status()? == 0, "the program ended otherwise:\n{}", plain.outcome.log);
    let logged = logged(&plain.outcome.truth.asked);
    let run = app.run_with(window, change)?;
    ensure!(run.status()? == 0, "the program ended otherwise under the agent:\n{}", run.outcome.log);
    let told = told(run.trace()?, app)?;
    let keys: BTreeSet<_> = logged.keys().chain(told.keys()).collect();
    fn of(all: &Counted, key: &(WorkKind, String, bool)) -> (u64, u64) {
        all.get(key).copied().unwrap_or_default()
    }
    let differ = keys.into_iter().filter(|key| of(&logged, key) != of(&told, key));
    let line = |key: &(WorkKind, String, bool)| {
        format!("{key:?}: {:?} calls and bytes were seen, {:?} are told", of(&logged, key), of(&told, key))
    };
    Ok((differ.map(line).collect(), logged.values().map(|(calls, _)| calls).sum()))
}

/// Returns the number of instructions that counting adds to a call of `malloc` outside of all methods, on the main thread and on another
/// thread, in an app with `images` libraries.
pub fn added_outside(images: usize) -> Result<[f64; 2]> {
    let mut app = Bundle::app(Style::Chained, &["outside.m"])?;
    let mut libraries = String::new();
    for number in 0..images {
        app = app.with_framework(Style::Chained, &format!("D{number}"), &["plug.cpp"])?;
        write!(libraries, "@executable_path/Frameworks/D{number}:")?;
    }
    let plain = app.run_plain(&[("DYLD_INSERT_LIBRARIES", &libraries)], |_| {})?;
    let settings = [WINDOW[0], WINDOW[1], WINDOW[2], ("LAUNCHGATE_SAMPLES", "off")];
    let run = app.run_with(&settings, |config| {
        let inserted = format!("{libraries}@executable_path/{AGENT}");
        config.environment.insert("DYLD_INSERT_LIBRARIES".to_owned(), inserted);
    })?;
    ensure!(run.status()? == 0 && plain.status()? == 0, "it ended otherwise:\n{}", run.outcome.log);
    let added = |mark: u64| -> Result<f64> {
        Ok((run.between(mark, mark + 1)? as f64 - plain.between(mark, mark + 1)? as f64) / 1000.0)
    };
    Ok([added(1)?, added(3)?])
}

/// Returns the counts of requests in the trace.
pub fn told(trace: &[u8], app: &Bundle) -> Result<Counted> {
    let works = Reader::open(trace)?.works.context("the trace has no work")?;
    let nodes = agent_tree::nodes(trace, app.folder())?;
    let mut told = Counted::new();
    for work in works.iter().filter(|work| work.kind != WorkKind::CodeLoad) {
        let mut at = work.node.map(|node| node.index());
        // Requests that a system method makes belong to the app's method that sent the message.
        let by = loop {
            let Some(node) = at.map(|at| &nodes[at]) else { break String::new() };
            if let Some(function) = &node.function {
                break function.clone();
            }
            at = node.parent;
        };
        let sum = told.entry((work.kind, by, work.is_main)).or_default();
        *sum = (sum.0 + work.calls.0, sum.1 + work.bytes.0);
    }
    Ok(told)
}

/// A row of the table of functions whose calls are counted.
struct Row {
    name: &'static str,
    kind: WorkKind,
    what: &'static str,
}

macro_rules! rows {
    ($($name:literal $kind:ident $what:ident,)*) => {
        const ROWS: &[Row] = &[
            $(Row { name: $name, kind: WorkKind::$kind, what: stringify!($what) },)*
            Row { name: "dlsym", kind: WorkKind::CodeFind, what: "calls" },
        ];
    };
}
trace::work_functions!(rows);

/// The functions of the table that the small iOS has, each with a statement that calls it. The statements use
/// files, queues and blocks of `asks_all.h`.
const ASKED: [(&str, &str); 40] = [
    ("malloc", "free(kept(malloc(7)))"),
    ("calloc", "free(kept(calloc(3, 5)))"),
    ("realloc", "free(kept(realloc(NULL, 9)))"),
    ("aligned_alloc", "free(kept(aligned_alloc(64, 128)))"),
    ("posix_memalign", "void *block = NULL; posix_memalign(&block, 64, 100); free(block)"),
    ("strdup", "free(kept(strdup(path)))"),
    ("vm_allocate", "vm_address_t place; vm_allocate(mach_task_self(), &place, 0x8000, VM_FLAGS_ANYWHERE)"),
    ("fread", "fread(into, 2, 3, stream)"),
    ("fwrite", "fwrite(\"abcd\", 2, 2, stream)"),
    ("dispatch_apply", "dispatch_apply(3, queue, ^(size_t at) {})"),
    ("mmap", "mmap(NULL, 40, PROT_READ, MAP_PRIVATE, file, 0)"),
    ("open", "close(open(path, O_RDONLY))"),
    ("fopen", "fclose(fopen(path, \"r\"))"),
    ("stat", "stat(path, &found)"),
    ("lstat", "lstat(path, &found)"),
    ("fstat", "fstat(file, &found)"),
    ("access", "access(path, R_OK)"),
    ("read", "read(file, into, 5)"),
    ("pread", "pread(file, into, 4, 2)"),
    ("write", "write(file, \"0123456789\", 10)"),
    ("pwrite", "pwrite(file, \"xyz\", 3, 1)"),
    ("fsync", "fsync(file)"),
    ("rename", "rename(path, other)"),
    ("unlink", "unlink(path)"),
    ("remove", "remove(other)"),
    ("mkdir", "mkdir(folder, 0700)"),
    ("opendir", "closedir(opendir(home))"),
    ("dlopen", "dlopen(\"/usr/lib/libSystem.B.dylib\", RTLD_NOW)"),
    ("dlsym", "dlsym(RTLD_DEFAULT, \"abort\")"),
    ("dispatch_sync", "dispatch_sync(queue, ^{})"),
    ("dispatch_sync_f", "dispatch_sync_f(queue, NULL, nothing)"),
    ("dispatch_async", "dispatch_async(queue, ^{})"),
    ("dispatch_async_f", "dispatch_async_f(queue, NULL, nothing)"),
    ("dispatch_barrier_async", "dispatch_barrier_async(queue, ^{})"),
    ("dispatch_group_async", "dispatch_group_async(group, queue, ^{})"),
    ("dispatch_after", "dispatch_after(DISPATCH_TIME_NOW, queue, ^{})"),
    ("dispatch_semaphore_wait", "dispatch_semaphore_wait(semaphore, DISPATCH_TIME_FOREVER)"),
    ("dispatch_group_wait", "dispatch_group_wait(group, DISPATCH_TIME_FOREVER)"),
    ("dispatch_queue_create", "dispatch_queue_create(\"another\", NULL)"),
    ("pthread_create", "pthread_t thread; pthread_create(&thread, NULL, ended, NULL)"),
];

/// A program that calls each function of the table once, and the rows that its trace must contain.
pub struct Everything {
    pub app: Bundle,
    pub asked: Vec<AskedFunction>,
}

/// A function of the table that one separate method calls once.
pub struct AskedFunction {
    pub name: &'static str,
    pub kind: WorkKind,
    /// The method that calls the function.
    pub by: String,
    /// Whether the agent counts the bytes of its requests.
    pub has_bytes: bool,
}

/// Returns a program that calls every function of the table once. Functions that the small iOS lacks are in a
/// library of the program, and return 2.
pub fn everything() -> Result<Everything> {
    let folder = build::output().join("asks");
    fs::create_dir_all(&folder)?;
    let (mut program, mut library) = (String::from("#include \"asks_all.h\"\n"), String::new());
    let (mut declared, mut methods, mut calls) = (String::new(), String::new(), String::new());
    let mut asked = Vec::new();
    for (at, row) in ROWS.iter().enumerate() {
        let known = ASKED.iter().find(|(name, _)| *name == row.name);
        let asks = known.map_or_else(|| format!("used += w{at}(3, 5, 7, 0)"), |(_, asks)| (*asks).to_owned());
        if known.is_none() {
            let line = format!("long w{at}(long, long, long, long) __asm(\"_{}\");", row.name);
            writeln!(program, "{line}")?;
            writeln!(library, "{line}\nlong w{at}(long a, long b, long c, long d) {{ return 2; }}")?;
        }
        writeln!(declared, "- (void)ask{at};")?;
        writeln!(methods, "- (void)ask{at} {{ {asks}; }}")?;
        writeln!(calls, "    [asker ask{at}];")?;
        let has_bytes = row.kind.has_bytes() && row.what != "calls";
        asked.push(AskedFunction {
            name: row.name,
            kind: row.kind,
            by: format!("-[Asker ask{at}]"),
            has_bytes,
        });
    }
    writeln!(program, "@interface Asker : NSObject\n{declared}@end\n@implementation Asker\n{methods}@end")?;
    writeln!(
        program,
        "int main(void) {{\n    prepared();\n    Asker *asker = [[Asker alloc] init];\n{calls}    usleep(2000000);\n    return 0;\n}}"
    )?;
    let [asks, lacks] = [("asks_all.m", program), ("lacks.c", library)].map(|(name, text)| {
        let path = folder.join(name);
        fs::write(&path, text).map(|()| path.display().to_string())
    });
    let (asks, lacks) = (asks?, lacks?);
    let fixtures = concat!("-I", env!("CARGO_MANIFEST_DIR"), "/tests/agent_fixtures").to_owned();
    let library = Some(("lacks", &[&*lacks][..]));
    let app = Bundle::app_with(Style::Chained, &[&asks], &[fixtures, "-Wno-unused".to_owned()], library)?;
    Ok(Everything { app, asked })
}

/// The path of the library that adds methods to the system's classes, in the folder of the system's libraries.
const METHODS_OF: &str = "/System/Library/Frameworks/Asked.framework/Asked";
/// The classes of the table that the small iOS has. The library adds methods to these classes or replaces their methods.
const CLASSES: [&str; 5] = ["NSArray", "NSDictionary", "NSNotificationCenter", "NSString", "NSThread"];

/// A kind of request, and the method that made the request.
type AskedBy = (WorkKind, String);

/// Runs a program that sends each system method of the table once, each from a separate method. Returns the
/// rows with their senders, and all requests of the launch that the gate reads. The small iOS lacks most of
/// the methods, so a system library implements them without effect.
pub fn all_methods() -> Result<(Vec<AskedBy>, Arc<[Work]>)> {
    let folder = build::output().join("asks-methods");
    fs::create_dir_all(&folder)?;
    let (mut selectors, mut asked) = (BTreeSet::new(), Vec::new());
    let mut classes: BTreeMap<&str, String> = BTreeMap::new();
    let (mut declared, mut methods, mut calls) = (String::new(), String::new(), String::new());
    for (at, (name, kind)) in METHODS.iter().enumerate() {
        let (sign, rest) = name.split_at(1);
        let (class, selector) = rest[1..rest.len() - 1].split_once(' ').context("a method's name")?;
        let with = |argument: &str| match selector.contains(':') {
            true => selector.replace(':', &format!(":{argument} ")),
            false => selector.to_owned(),
        };
        writeln!(classes.entry(class).or_default(), "{sign} (id){} {{ return nil; }}", with("(id)x"))?;
        selectors.insert(format!("- (id){};", with("(id)x")));
        let to = if sign == "+" { "(id)objc_getClass" } else { "made" };
        writeln!(declared, "- (void)ask{at};")?;
        writeln!(methods, "- (void)ask{at} {{ [to {}]; }}", with("nil"))?;
        writeln!(calls, "    to = {to}(\"{class}\");\n    [asker ask{at}];")?;
        asked.push((*kind, format!("-[Asker ask{at}]")));
    }
    let selectors: Vec<String> = selectors.into_iter().collect();
    let program = format!(
        "#include <Foundation/Foundation.h>\n#include <unistd.h>\n#include \"work.h\"\n@protocol Asked\n{}\n@end\nstatic id<Asked> to;\n\
         @interface Asker : NSObject\n{declared}@end\n@implementation Asker\n{methods}@end\nint main(void) {{\n    \
         Asker *asker = [[Asker alloc] init];\n{calls}    usleep(2000000);\n    return 0;\n}}\n",
        selectors.join("\n")
    );
    let mut library = "#include <Foundation/Foundation.h>\n".to_owned();
    for (class, methods) in classes {
        match CLASSES.contains(&class) {
            true => writeln!(library, "@implementation {class} (Asked)\n{methods}@end")?,
            false => writeln!(
                library,
                "@interface {class} : NSObject\n@end\n@implementation {class}\n{methods}@end"
            )?,
        }
    }
    let [asks, asked_for] = [("asks_methods.m", program), ("asked_for.m", library)].map(|(name, text)| {
        let path = folder.join(name);
        fs::write(&path, text).map(|()| path.display().to_string())
    });
    let flags = [concat!("-I", env!("CARGO_MANIFEST_DIR"), "/tests/agent_fixtures"), "-w"].map(str::to_owned);
    let (app, system) = Bundle::app_beside(Style::Chained, &[&asks?], &flags, METHODS_OF, &[&asked_for?])?;
    let run = app.run_with(&WINDOW, |config| {
        config.system.insert(METHODS_OF.to_owned(), system);
    })?;
    ensure!(run.status()? == 0, "the program ended otherwise:\n{}", run.outcome.log);
    let trace = folder.join("asks.lgtrace");
    fs::write(&trace, run.trace()?)?;
    let read = gate_launches::read(&[trace], &ReadOptions::default())?;
    let [launch] = &read.launches[..] else { bail!("{} launches", read.launches.len()) };
    Ok((asked, launch.work.clone().context("no work was counted")?))
}

fn row_of(symbol: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| symbol.strip_prefix('_') == Some(row.name))
}

fn is_logged(symbol: &str) -> bool {
    row_of(symbol).is_some()
}

fn logged(asked: &[Asked]) -> Counted {
    let mut counted = Counted::new();
    for call in asked {
        let Some(row) = row_of(&call.function) else { continue };
        let [first, second, third, flags] = call.arguments;
        let kind = if row.what == "mapped" && flags & 0x1000 != 0 { WorkKind::MemoryMap } else { row.kind };
        let bytes = match row.what {
            "first" => first,
            "second" | "mapped" => second,
            "third" => third,
            "product" => first.wrapping_mul(second),
            "items" => second.wrapping_mul(third),
            "result" => call.result.map_or(0, |result| result as i64).max(0) as u64,
            _ => 0,
        };
        let by = call.by.as_ref().map(|function| function.name.clone()).unwrap_or_default();
        let sum = counted.entry((kind, by, call.is_main)).or_default();
        *sum = (sum.0 + 1, sum.1 + bytes);
    }
    counted
}
