//! Tests `gate inject` on real files: LLVM's tools read the output of the command, and the emulated phone runs it. The phone resolves
//! symbols by library ordinal.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use e2e::lab;
use e2e::shop::{Shop, zip_app};
use gate::cli::Exit;
use gate_launches::ReadOptions;
use phone::build::{self, Image, Kind, Style};

/// Runs the command; returns its exit code, output and error output.
fn gate(app: &Path, out: &Path, more: &[&str]) -> (Exit, String, String) {
    let agent = build::agent().expect("the agent");
    let [app, agent, out] = [app, &agent, out].map(|path| path.to_str().expect("a path in UTF-8"));
    lab::gate(&[&["inject", app, "--agent", agent, "-o", out][..], more].concat())
}

fn inject(app: &Path, out: &Path) -> String {
    let (exit, messages, errors) = gate(app, out, &[]);
    assert_eq!(exit, Exit::Pass, "{messages}{errors}");
    errors
}

fn unpack(archive: &Path, to: &Path) -> PathBuf {
    let file = fs::File::open(archive).expect("the archive");
    zip::ZipArchive::new(file).expect("a zip").extract(to).expect("unpacked");
    to.join("Payload/Shop.app")
}

fn find_trace(folder: &Path) -> Option<PathBuf> {
    fs::read_dir(folder).ok()?.filter_map(Result::ok).find_map(|entry| {
        let path = entry.path();
        if path.is_dir() {
            return find_trace(&path);
        }
        path.extension().is_some_and(|end| end == "lgtrace").then_some(path)
    })
}

/// Starts an injected Shop and returns its log. Checks that the trace is complete and contains Shop's
/// methods.
fn start(shop: &Shop, app: &Path) -> String {
    for folder in ["Documents", "Library/Caches"] {
        fs::create_dir_all(shop.container().join(folder)).expect("a container");
    }
    let config = shop.config_of(app, &[("LAUNCHGATE_LAUNCH", "one")]).expect("a configuration");
    let outcome = phone::run(config);
    assert_eq!(outcome.result, Ok(0), "{}", outcome.log);
    let trace = find_trace(shop.container()).unwrap_or_else(|| panic!("no trace\n{}", outcome.log));
    let bytes = fs::read(&trace).expect("the trace");
    let reader = trace::Reader::open(&bytes).expect("a whole trace");
    assert_eq!(reader.info.loaded_by, trace::LoadedBy::LoadCommand);
    let read = gate_launches::read(
        std::slice::from_ref(&trace),
        &ReadOptions { paths: false, ..ReadOptions::default() },
    );
    let launches = read.expect("launches");
    for method in ["-[CartController reload]", "+[AnalyticsQueue load]", "+[KitClock initialize]"] {
        let known = launches.table.find(method).is_some();
        // The runtime itself calls +initialize, without a pointer that the agent replaces.
        assert_eq!(known, !method.contains("initialize"), "{method}");
    }
    fs::remove_file(trace).expect("removed");
    outcome.log
}

/// Makes the executable a fat file: an old slice that is not run, followed by the original file.
fn fatten(executable: &Path) {
    let thin = fs::read(executable).expect("the executable");
    let (arm, arm64) = ((12, 9), (0x0100_000c, 0));
    fs::write(executable, build::fat(&[(arm.0, arm.1, &[7; 5000]), (arm64.0, arm64.1, &thin)]))
        .expect("written");
}

#[test]
fn the_injected_sample_app_starts_with_the_agent_and_writes_a_trace() {
    for style in Style::ALL {
        let shop = Shop::build(style).expect("Shop builds");
        let plain = shop.start(&[]).expect("Shop starts").log;
        let folder = tempfile::tempdir().expect("a folder");
        // The app is an archive with a thin executable.
        let archive = folder.path().join("out.ipa");
        inject(&shop.ipa().expect("an archive"), &archive);
        assert_eq!(start(&shop, &unpack(&archive, folder.path())), plain, "{style:?}, thin");
        // The app is a folder with a fat executable.
        fatten(&shop.app().join("Shop"));
        let app = folder.path().join("Shop.app");
        inject(&shop.app(), &app);
        assert_eq!(start(&shop, &app), plain, "{style:?}, fat");
        let fat = fs::read(app.join("Shop")).expect("the executable");
        assert!(fat.windows(5000).any(|part| part == [7; 5000]), "the other part is as it was");
    }
}

/// Returns every entry's name, mode, method, checksum and compressed bytes.
fn entries(archive: &Path) -> BTreeMap<String, (Option<u32>, bool, Vec<u8>)> {
    let mut zip = zip::ZipArchive::new(fs::File::open(archive).expect("opened")).expect("a zip");
    (0..zip.len())
        .map(|index| {
            let mut file = zip.by_index_raw(index).expect("an entry");
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).expect("its bytes");
            let stored = file.compression() == zip::CompressionMethod::Stored;
            (file.name().expect("a name").into_owned(), (file.unix_mode(), stored, bytes))
        })
        .collect()
}

#[test]
fn injection_leaves_unrelated_files_unchanged() {
    let shop = Shop::build(Style::Chained).expect("Shop builds");
    let frameworks = shop.app().join("Frameworks/Kit.framework");
    std::os::unix::fs::symlink("Kit", frameworks.join("Current")).expect("a link");
    fs::write(shop.app().join("run.sh"), "#!/bin/sh\n").expect("a file");
    let folder = tempfile::tempdir().expect("a folder");
    let (first, second) = (folder.path().join("one.ipa"), folder.path().join("two.ipa"));
    let original = shop.ipa().expect("an archive");
    inject(&original, &first);
    let (before, after) = (entries(&original), entries(&first));
    let mut changed: Vec<&str> = after
        .iter()
        .filter(|(name, entry)| before.get(*name) != Some(entry))
        .map(|(name, _)| name.as_str())
        .collect();
    changed.sort_unstable();
    assert_eq!(
        changed,
        [
            "Payload/Shop.app/Frameworks/launchgate.settings",
            "Payload/Shop.app/Frameworks/liblaunchgate.dylib",
            "Payload/Shop.app/Info.plist",
            "Payload/Shop.app/Shop",
        ]
    );
    assert!(before.keys().all(|name| after.contains_key(name)), "nothing is lost");
    for name in ["Payload/Shop.app/Shop", "Payload/Shop.app/Info.plist"] {
        assert_eq!(
            (before[name].0, before[name].1),
            (after[name].0, after[name].1),
            "{name}: mode and method"
        );
    }
    // A second injection produces the same bytes.
    let messages = inject(&first, &second);
    assert!(messages.contains("already had the agent"), "{messages}");
    assert_eq!(fs::read(&first).expect("one"), fs::read(&second).expect("two"));
    // The input is now a folder with the same app, in which symbolic links, modes and all other files must be unchanged.
    let app = folder.path().join("Shop.app");
    inject(&shop.app(), &app);
    assert_eq!(
        fs::read_link(app.join("Frameworks/Kit.framework/Current")).expect("a link"),
        Path::new("Kit")
    );
    assert_eq!(entries_of(&app), entries_of(&unpack(&first, folder.path())));
}

fn entries_of(app: &Path) -> BTreeMap<String, (Option<u32>, bool, Vec<u8>)> {
    let path = app.with_extension("zip");
    fs::write(&path, zip_app(app).expect("an archive")).expect("written");
    entries(&path)
}

/// Builds a program with `count` libraries. Each library exports a function and a variable that no other library has, and the last library
/// is libSystem. The exit status is the sum of all values.
fn many(style: Style, count: usize, flags: &[&str]) -> (PathBuf, Vec<PathBuf>) {
    let system = build::system().expect("the small iOS").by_folder["libSystem"].clone();
    let mut libraries = Vec::new();
    for number in 1..count {
        let text =
            format!("int call_{number}(void) {{ return {number}; }}\nint value_{number} = {number};\n");
        let source = build::source(&format!("many{number}.c"), &text).expect("a source");
        let name = format!("@executable_path/libmany{number}.dylib");
        let mut image = Image::new(&format!("libmany{number}"), Kind::Library(name), style, [source]);
        image.libraries.push(system.clone());
        libraries.push(build::build(&image).expect("a library"));
    }
    let all = |line: fn(usize) -> String| (1..count).map(line).collect::<String>();
    let text = format!(
        "#include <stdlib.h>\n{}int (*const table[])(void) = {{ {} }};\nint main(void) {{ int sum = 0; {} \
         for (unsigned i = 0; i < sizeof table / sizeof *table; i++) sum += table[i](); free(malloc(8)); return sum % 200; }}\n",
        all(|number| format!("int call_{number}(void); extern int value_{number};\n")),
        all(|number| format!("call_{number}, ")),
        all(|number| format!("sum += call_{number}() + value_{number};")),
    );
    let source = build::source(&format!("many_main{count}.c"), &text).expect("a source");
    let mut image = Image::new(&format!("Many{count}"), Kind::Executable, style, [source]);
    image.ldflags = flags.iter().map(|flag| (*flag).to_owned()).collect();
    image.libraries = libraries.clone();
    image.libraries.push(system);
    (build::build(&image).expect("a program"), libraries)
}

fn app_of(executable: &Path, libraries: &[PathBuf], folder: &Path) -> PathBuf {
    let app = folder.join("Many.app");
    fs::create_dir_all(&app).expect("a folder");
    fs::copy(executable, app.join("Many")).expect("copied");
    for (index, library) in libraries.iter().enumerate() {
        fs::copy(library, app.join(format!("libmany{}.dylib", index + 1))).expect("copied");
    }
    let mut info = plist::Dictionary::new();
    info.insert("CFBundleExecutable".into(), "Many".into());
    info.insert("CFBundleIdentifier".into(), "com.example.many".into());
    plist::Value::Dictionary(info).to_file_binary(app.join("Info.plist")).expect("written");
    app
}

/// Returns the output of an LLVM tool about a file, without the file's name.
fn tool_output(tool: &str, arguments: &[&str], file: &Path) -> Vec<String> {
    let output = Command::new(tool).args(arguments).arg(file).output().expect(tool);
    assert!(output.status.success(), "{tool}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().filter(|line| !line.contains(&*file.to_string_lossy())).map(str::to_owned).collect()
}

#[test]
fn every_imported_symbol_keeps_its_library_after_injection() {
    for style in [Style::Chained, Style::Opcodes] {
        for count in [14, 15, 16] {
            let folder = tempfile::tempdir().expect("a folder");
            let (program, libraries) = many(style, count, &["-headerpad", "0x400"]);
            let app = app_of(&program, &libraries, folder.path());
            let out = folder.path().join("out/Many.app");
            fs::create_dir_all(folder.path().join("out")).expect("a folder");
            inject(&app, &out);
            let (old, new) = (app.join("Many"), out.join("Many"));
            let what = format!("{style:?}, {count} libraries");

            let list = |file: &Path| -> Vec<String> {
                let lines = tool_output("llvm-objdump-19", &["--macho", "--dylibs-used"], file);
                lines
                    .iter()
                    .map(|line| line.trim().split(" (").next().unwrap_or_default().to_owned())
                    .collect()
            };
            let (before, after) = (list(&old), list(&new));
            assert_eq!(before.len(), count, "{what}: {before:?}");
            assert_eq!(after[0], "@executable_path/Frameworks/liblaunchgate.dylib", "{what}");
            assert_eq!(after[1..], before, "{what}");

            // Three tables contain the numbers of libraries: fixups, opcodes and symbols.
            let tables: &[(&str, &[&str])] = &[
                ("llvm-objdump-19", &["--macho", "--dyld-info"]),
                ("llvm-objdump-19", &["--macho", "--bind", "--lazy-bind", "--weak-bind"]),
                ("llvm-nm-19", &["-m", "--undefined-only"]),
            ];
            for (tool, arguments) in tables {
                let (before, after) =
                    (tool_output(tool, arguments, &old), tool_output(tool, arguments, &new));
                assert_eq!(before, after, "{what}: {tool} {arguments:?}");
                let last = format!("libmany{}", count - 1);
                let named = before.iter().any(|line| line.contains(&last));
                // The two styles of linking store their bindings in different tables.
                let elsewhere = (style == Style::Chained) == arguments.contains(&"--bind")
                    || (style == Style::Opcodes && arguments.contains(&"--dyld-info"));
                assert!(
                    named || (elsewhere && *tool != "llvm-nm-19"),
                    "{what}: {tool} {arguments:?}\n{before:?}"
                );
            }

            // The phone resolves symbols by ordinal, so a wrong ordinal makes a symbol missing.
            let expected = (1..count as i32).map(|number| 3 * number).sum::<i32>() % 200;
            for app in [&app, &out] {
                let mut config = phone::Config::new(app, "Many");
                config.system = build::system().expect("the small iOS").by_name;
                let outcome = phone::run(config);
                assert_eq!(outcome.result, Ok(expected), "{what}, {}\n{}", app.display(), outcome.log);
            }
        }
    }
}

/// Checks that the app is refused with exit code 1 and with this text in the message, and that no file is
/// left.
fn refused(app: &Path, out: &Path, part: &str) {
    let (exit, messages, errors) = gate(app, out, &[]);
    assert_eq!(exit, Exit::Error, "{part}: {messages}");
    assert!(errors.starts_with("error: ") && errors.contains(part), "{part}: {errors}");
    assert_eq!(errors.lines().count(), 1, "{errors}");
    let left: Vec<_> = fs::read_dir(out.parent().expect("a folder")).expect("a folder").collect();
    assert!(left.is_empty(), "{part}: {left:?}");
}

#[test]
fn impossible_injections_are_refused_and_leave_no_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    fs::create_dir(&out).expect("a folder");
    let fresh = |name: &str, count: usize, flags: &[&str]| {
        let (program, libraries) = many(Style::Chained, count, flags);
        let place = folder.path().join(name);
        fs::create_dir_all(&place).expect("a folder");
        app_of(&program, &libraries, &place)
    };
    let target = out.join("Many.app");

    // The executable is not encrypted. If it can be encrypted, the linker starts the code on a new page, which leaves enough space for a
    // load command.
    let tight = fresh("tight", 3, &["-headerpad", "0", "-no_encryption"]);
    refused(&tight, &target, "-headerpad");

    // For an encrypted app, the linker writes the load command, and the App Store sets the flag in it.
    let encrypted = fresh("encrypted", 3, &["-headerpad", "0x400", "-encryptable"]);
    let program = encrypted.join("Many");
    let mut bytes = fs::read(&program).expect("the program");
    let command = [0x2c, 0, 0, 0, 24, 0, 0, 0];
    let at = bytes.windows(8).position(|part| part == command).expect("LC_ENCRYPTION_INFO_64");
    bytes[at + 16] = 1;
    fs::write(&program, &bytes).expect("written");
    refused(&encrypted, &target, "it is encrypted");

    // The app already loads the agent, but only after the app's own libraries.
    let appended = fresh("appended", 3, &["-headerpad", "0x400"]);
    let program = appended.join("Many");
    let mut bytes = fs::read(&program).expect("the program");
    let name = b"@executable_path/libmany2.dylib\0";
    let at = bytes.windows(name.len()).position(|part| part == name).expect("a library's name");
    bytes[at..at + name.len()].fill(0);
    bytes[at..at + 27].copy_from_slice(b"@rpath/liblaunchgate.dylib\0");
    fs::write(&program, &bytes).expect("written");
    refused(&appended, &target, "already, but as library 2 of 3");
    // The app's own build links the framework with the agent.
    bytes[at..at + name.len()].copy_from_slice(b"LaunchGate.framework/LaunchGate\0");
    fs::write(&program, &bytes).expect("written");
    refused(&appended, &target, "launch it without `gate inject`");

    let shop = Shop::build(Style::Chained).expect("Shop builds");
    refused(&shop.app().join("Frameworks"), &target, "ends in .app");
    refused(&shop.app().join("Shop"), &out.join("x.ipa"), "or an archive");
    refused(&folder.path().join("missing.ipa"), &out.join("x.ipa"), "cannot read");
    let empty = folder.path().join("Empty.app");
    fs::create_dir(&empty).expect("a folder");
    refused(&empty, &target, "no Info.plist");
    let library = fresh("library", 3, &["-headerpad", "0x400"]);
    fs::copy(library.join("libmany1.dylib"), library.join("Many")).expect("copied");
    refused(&library, &target, "not an executable");
    fs::write(library.join("Many"), "#!/bin/sh\n").expect("written");
    refused(&library, &target, "not a Mach-O file");
    fs::remove_file(library.join("Many")).expect("removed");
    refused(&library, &target, "cannot read");
    let outside = fresh("outside", 3, &["-headerpad", "0x400"]);
    std::os::unix::fs::symlink("../../../etc/passwd", outside.join("passwords")).expect("a link");
    refused(&outside, &target, "points outside the app");
}

/// Makes a program load the agent from the framework of a release, whose name is shorter than that in the load command.
fn link_framework(program: &Path) {
    const INJECTED: &[u8] = b"@executable_path/Frameworks/liblaunchgate.dylib\0";
    const LINKED: &[u8] = b"@rpath/LaunchGate.framework/LaunchGate";
    let mut bytes = fs::read(program).expect("the program");
    let at = bytes.windows(INJECTED.len()).position(|part| part == INJECTED).expect("the agent's name");
    bytes[at..at + INJECTED.len()].fill(0);
    bytes[at..at + LINKED.len()].copy_from_slice(LINKED);
    fs::write(program, bytes).expect("written");
}

/// Moves the load command of a library after those of all other libraries.
fn load_last(program: &Path, library: &str) {
    let mut bytes = fs::read(program).expect("the program");
    let number = |bytes: &[u8], at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("a word"));
    let mut at = 32;
    let mut commands = Vec::new();
    for _ in 0..number(&bytes, 16) {
        let size = number(&bytes, at + 4) as usize;
        commands.push(bytes[at..at + size].to_vec());
        at += size;
    }
    let is_of_library = |command: &Vec<u8>| matches!(number(command, 0), 0xc | 0x8000_0018);
    let names_it = |command: &Vec<u8>| command.windows(library.len()).any(|part| part == library.as_bytes());
    let own =
        commands.iter().position(|command| is_of_library(command) && names_it(command)).expect("a command");
    let last = commands.iter().rposition(is_of_library).expect("a library");
    commands[own..=last].rotate_left(1);
    let commands = commands.concat();
    bytes[32..32 + commands.len()].copy_from_slice(&commands);
    fs::write(program, bytes).expect("written");
}

#[test]
fn an_app_that_links_the_framework_is_launched_without_inject_and_recorded_as_linked() {
    let phone = lab::Lab::new("17.5").expect("a phone");
    let shop = Shop::build(Style::Chained).expect("Shop builds");
    let app = phone.path("Shop.app");
    inject(&shop.app(), &app);
    let frameworks = app.join("Frameworks");
    fs::create_dir(frameworks.join("LaunchGate.framework")).expect("a folder");
    fs::rename(frameworks.join("liblaunchgate.dylib"), frameworks.join("LaunchGate.framework/LaunchGate"))
        .expect("moved");
    link_framework(&app.join("Shop"));
    let archive = phone.file("Shop.ipa", &zip_app(&app).expect("zipped")).expect("written");
    let inspect = |app: &Path| {
        let (exit, text, errors) = lab::gate(&["inspect", app.to_str().expect("a path in UTF-8")]);
        assert_eq!(exit, Exit::Pass, "{errors}");
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let text = inspect(&archive);
    assert!(text.contains("its own build links LaunchGate.framework. Image 1"), "{text}");
    let out = phone.path("launches");
    let (exit, output, errors) = lab::run(&phone, &archive, &out, &["--launches", "2"]);
    assert_eq!(exit, Exit::Pass, "{output}{errors}");
    let read = lab::read(&out);
    assert!(read.launches.len() >= 2, "{output}{errors}");
    for launch in &read.launches {
        assert_eq!(&*launch.conditions.agent_loading, "linked");
        let is_load = |name: &str| name.ends_with(" load]");
        let names = launch.costs.iter().map(|cost| &*read.table.method(cost.method).name);
        let loads: BTreeSet<&str> = names.filter(|name| is_load(name)).collect();
        // The +load methods of the executable run after the agent has started.
        assert!(loads.contains("+[AnalyticsQueue load]"), "{loads:?}");
    }

    // In an app that links the agent after its own libraries, the code of the libraries runs first.
    load_last(&app.join("Shop"), "@rpath/LaunchGate.framework/LaunchGate");
    let text = inspect(&app);
    let order = "LaunchGate.framework; the agent starts after Kit (+load methods: 0, static initialisers: 1)";
    assert!(text.contains(order), "{text}");
}
