//! Tests counting copies, that is builds that count the calls of their functions: the rewritten files, each trampoline, and whole programs.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use e2e::agent_bed::methods;
use e2e::bundle::{Bundle, RENAMED_CODE};
use e2e::counts::{self, difference, rules, truth};
use e2e::lab;
use e2e::shop::Shop;
use gate::cli::Exit;
use gate_attribution::symbols::SymbolFileIndex;
use gate_macho::rewrite::{
    NotCountedReason, RewriteError, RewrittenFile, read_trampolines, rewrite, with_free_space,
};
use phone::build::Style;

/// The paths of the app's images in its bundle.
const SHOP: [&str; 3] =
    ["Shop", "Frameworks/Kit.framework/Kit", "Frameworks/Promotions.framework/Promotions"];

#[test]
fn files_rewritten_to_count_calls_keep_the_rules_of_dyld_and_their_instructions() {
    for style in Style::ALL {
        let shop = Shop::build(style).expect("Shop builds");
        let mut added: BTreeMap<u64, usize> = BTreeMap::new();
        for path in SHOP {
            let before = fs::read(shop.app().join(path)).expect("an image");
            let after = rewrite(&before).unwrap_or_else(|reason| panic!("{style:?} {path}: {reason}"));
            assert_eq!(rules::broken(&before), [""; 0], "{style:?} {path}");
            assert_eq!(rules::broken(&after.bytes), [""; 0], "{style:?} {path}");
            let words = after.counted.len() + after.counted.iter().map(|one| one.loops).sum::<usize>();
            assert_eq!(rules::changed(&before, &after.bytes, words), [""; 0], "{style:?} {path}");
            let difference = difference::compare(&before, &after, 1).expect("a machine");
            assert_eq!(difference.wrong, [""; 0], "{style:?} {path}");
            difference.added[0].iter().for_each(|(more, count)| *added.entry(*more).or_default() += count);
            assert_eq!(rewrite(&after.bytes).err(), Some(RewriteError::Already), "{style:?} {path}");
        }
        let most = added.iter().max_by_key(|(_, count)| **count).map(|(more, _)| *more);
        assert_eq!(most, Some(13), "{style:?}: {added:?}");
    }
}

#[test]
fn call_counts_of_the_sample_app_equal_those_of_the_emulator() {
    for style in [Style::Chained, Style::Opcodes] {
        let shop = Shop::build(style).expect("Shop builds");
        let compared = truth::compare(&shop.app(), "Shop", &SHOP, &|_| {}).expect("Shop runs");
        assert_eq!(compared.wrong, [""; 0], "{style:?}");
        assert!(
            compared.equal > 200 && compared.calls > 10_000,
            "{style:?}: {} {}",
            compared.equal,
            compared.calls
        );
    }
}

#[test]
fn call_counts_of_rewritten_programs_equal_those_of_the_emulator() {
    for sources in [
        &["counted.S", "counted.c"][..],
        &["truth_tries.mm"],
        &["truth_jumps.m"],
        &["truth_threads.m"],
        &["unwind.mm"],
    ] {
        for style in [Style::Chained, Style::Opcodes] {
            let app = Bundle::app(style, sources).expect("it builds");
            let compared = truth::compare(app.folder(), "Fixture", &["Fixture"], &|_| {}).expect("it runs");
            assert_eq!(compared.wrong, [""; 0], "{style:?} {sources:?}");
            assert!(compared.calls > 10, "{style:?} {sources:?}: {}", compared.calls);
        }
    }
}

#[test]
fn counting_calls_changes_no_data_no_copied_code_page_and_no_red_zone() {
    for style in [Style::Chained, Style::Opcodes] {
        let app = Bundle::linked(style, &["hostile.S", "hostile.c"], &[], &[]).expect("it builds");
        let before = fs::read(app.folder().join("Fixture")).expect("an executable");
        let after = rewrite(&before).expect("it counts");
        let counted = |name: &str| after.counted.iter().find(|one| one.name.as_deref() == Some(name));
        for name in ["_words_of_code", "_closures", "_trampolines"] {
            assert!(counted(name).is_none(), "{style:?}: {name} is changed");
        }
        for name in ["_passes_below", "_takes_below", "_ends_with_halt", "_after_padding", "_behind_closures"]
        {
            assert!(counted(name).is_some(), "{style:?}: {name} does not count: {:?}", after.left);
        }
        assert_eq!(counted("_stores_exclusively").map(|one| one.keeps), Some(false), "{style:?}");
        assert_eq!(
            (after.left[&NotCountedReason::RunsOn], after.left[&NotCountedReason::Copied]),
            (1, 2),
            "{style:?}"
        );
        let compared = truth::compare(app.folder(), "Fixture", &["Fixture"], &|_| {}).expect("it runs");
        assert_eq!(compared.wrong, [""; 0], "{style:?}");
    }
}

#[test]
fn calls_of_code_in_a_renamed_segment_are_counted() {
    for style in [Style::Chained, Style::Opcodes] {
        let app = Bundle::linked(style, &["counted.S", "counted.c"], &[], &RENAMED_CODE).expect("it builds");
        let before = fs::read(app.folder().join("Fixture")).expect("an executable");
        assert!(counts::segments(&before).iter().any(|segment| segment.name == "__BD_TEXT"), "{style:?}");
        let after = rewrite(&before).expect("it counts");
        assert_eq!(rules::broken(&after.bytes), [""; 0], "{style:?}");
        let difference = difference::compare(&before, &after, 1).expect("a machine");
        assert_eq!(difference.wrong, [""; 0], "{style:?}");
        let known = read_trampolines(&after.bytes).expect("they are read");
        assert_eq!(known.len(), after.counted.len(), "{style:?}");
        let compared = truth::compare(app.folder(), "Fixture", &["Fixture"], &|_| {}).expect("it runs");
        assert_eq!(compared.wrong, [""; 0], "{style:?}");
        assert!(compared.calls > 100, "{style:?}: {}", compared.calls);
    }
}

#[test]
fn calls_of_selector_stubs_of_both_lengths_are_counted() {
    for (flags, length) in [(&[][..], 32), (&["-objc_stubs_small"][..], 12)] {
        let app = Bundle::linked(Style::Chained, &["stubs.m"], &[], flags).expect("it builds");
        let before = fs::read(app.folder().join("Fixture")).expect("an executable");
        let after = rewrite(&before).expect("it counts");
        let stubs: Vec<(&str, u64)> = after
            .counted
            .iter()
            .filter(|one| one.is_import)
            .filter_map(|one| Some((one.name.as_deref()?.strip_prefix("_objc_msgSend$")?, one.size)))
            .collect();
        assert_eq!(stubs, [("add:", length), ("five", length), ("twice", length)], "{flags:?}");
        let compared = truth::compare(app.folder(), "Fixture", &["Fixture"], &|_| {}).expect("it runs");
        assert_eq!(compared.wrong, [""; 0], "{flags:?}");
        let calls = |name: &str| {
            let stub = compared.ran.iter().find(|called| called.is_import && called.name == name);
            stub.map_or(0, |called| called.calls)
        };
        let names = ["_objc_msgSend$add:", "_objc_msgSend$twice", "_objc_msgSend$five", "_printf"];
        assert_eq!(names.map(calls), [14, 7, 3, 1], "{flags:?}");
    }
}

/// A signal at any instruction of a trampoline loses no call and changes no register. If the instruction that
/// was moved into the trampoline crashes, the crash is the same as in the function, at the address in the
/// trampoline.
#[test]
fn signals_and_crashes_in_a_counting_trampoline_behave_as_in_its_function() {
    let app = Bundle::app(Style::Chained, &["count_signals.c"]).expect("it builds");
    let file = app.folder().join("Fixture");
    let before = fs::read(&file).expect("an executable");
    let run = |more: &[(&str, &str)]| {
        let add = |config: &mut phone::Config| {
            config
                .environment
                .extend(more.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())));
        };
        truth::run(app.folder(), "Fixture", add).expect("it runs")
    };
    let number_after = |log: &str, word: &str| {
        let line = log.lines().find_map(|line| line.strip_prefix(word)).expect("a line");
        line.trim().parse::<u64>().expect("a number")
    };
    let (plain, crashed) = (run(&[]), run(&[("CRASH", "1")]));
    let done = rewrite(&before).expect("it counts");
    fs::write(&file, &done.bytes).expect("written");
    let counting = run(&[]);
    assert_eq!((&*counting.result, &*plain.result), ("Ok(0)", "Ok(0)"));
    assert_eq!(number_after(&counting.log, "sum"), number_after(&plain.log, "sum"));
    let calls = |name: &str| {
        let one = done.counted.iter().find(|one| !one.is_import && one.name.as_deref() == Some(name));
        let offset = one.unwrap_or_else(|| panic!("no {name}")).offset;
        counting.counts.get(&("Fixture".to_owned(), offset)).map_or((0, 0), |one| (one.0, one.1))
    };
    let handled = number_after(&counting.log, "handled");
    // A trampoline adds a fixed number of instructions for each of the three kinds of calls.
    let more = ["leaf", "keeps", "fresh"]
        .map(|kind| number_after(&counting.log, kind) - number_after(&plain.log, kind));
    assert_eq!(more, [13, 15, 26], "{} {}", counting.log, plain.log);
    assert_eq!((calls("_handle").0, calls("_below").0), (handled, handled));
    assert_eq!((calls("_leaf").0, calls("_keeps").0), (81, 81));
    let fresh: Vec<(u64, u64)> = (1..=10)
        .flat_map(|tens| (0..8).map(move |one| format!("_fresh{tens}{one}")))
        .map(|name| calls(&name))
        .collect();
    assert!(fresh.iter().all(|(calls, _)| *calls == 1), "{fresh:?}");
    assert!(fresh.is_sorted_by(|a, b| a.1 + 1 == b.1), "in the order in which they ran: {fresh:?}");
    // A crash of the moved instruction happens in the trampoline, whose address is mapped back to the
    // function.
    let crash = |ran: truth::ProgramRun| {
        let crash = *ran.outcome.result.expect_err("it reads at 0");
        let address = |line: &String| {
            let text = line.split_whitespace().nth(1).and_then(|text| text.strip_prefix("0x"));
            u64::from_str_radix(text.expect("an address"), 16).expect("a number")
        };
        (crash.fault, crash.backtrace.iter().take(2).map(address).collect::<Vec<_>>())
    };
    let (plain, counting) = (crash(crashed), crash(run(&[("CRASH", "1")])));
    assert_eq!(
        (&plain.0, plain.1[1]),
        (&counting.0, counting.1[1]),
        "the same fault, called from the same place"
    );
    let reads = done.counted.iter().find(|one| one.name.as_deref() == Some("_reads")).expect("it counts");
    let known = read_trampolines(&done.bytes).expect("they");
    let place = counting.1[0] - (plain.1[0] - reads.offset);
    let of = known.iter().rev().find(|(begins, _)| *begins <= place).map(|(_, function)| *function);
    assert!(place >= reads.trampoline && of == Some(reads.offset), "{plain:?} {counting:?} {reads:?}");
}

#[test]
fn call_counts_recorded_by_the_agent_equal_those_of_the_emulator() {
    for style in Style::ALL {
        let app = Bundle::shop(style).expect("Shop builds");
        let compared =
            truth::compare_traces(&app, &SHOP, &truth::LAST, &[Box::new(|_| {})]).expect("Shop runs");
        let [compared] = &compared[..] else { panic!("one run") };
        assert_eq!(compared.wrong, truth::AFTER_SHOP, "{style:?}");
        assert!(compared.equal > 200 && compared.calls > 10_000, "{style:?}: {compared:?}");
    }
    for program in ["truth_tries.mm", "truth_jumps.m", "truth_threads.m", "truth_many.m"] {
        let app = Bundle::app(Style::Chained, &[program]).expect("it builds");
        let compared =
            truth::compare_traces(&app, &["Fixture"], &truth::IDLE, &[Box::new(|_| {})]).expect("it runs");
        let [compared] = &compared[..] else { panic!("one run") };
        assert_eq!(compared.wrong, [""; 0], "{program}");
        assert!(compared.calls > 10, "{program}: {compared:?}");
    }
}

/// The agent records the same calls of methods whether or not the functions are counted.
#[test]
fn counting_functions_does_not_change_the_calls_of_methods() {
    for style in [Style::Chained, Style::Opcodes] {
        let app = Bundle::shop(style).expect("Shop builds");
        let calls = || -> BTreeMap<String, u64> {
            let run = app.run(&truth::LAST).expect("Shop runs");
            let methods = methods(run.trace().expect("a trace")).expect("methods");
            methods.into_iter().map(|(name, (calls, _))| (name, calls)).collect()
        };
        let plain = calls();
        truth::rewrite_all(app.folder(), &SHOP).expect("it counts");
        assert_eq!(calls(), plain, "{style:?}");
        assert!(plain.len() > 100 && plain.values().sum::<u64>() > 1000, "{style:?}: {plain:?}");
    }
}

#[test]
fn files_that_cannot_be_rewritten_to_count_calls_are_refused_with_the_reason() {
    let shop = Shop::build(Style::Chained).expect("Shop builds");
    let file = fs::read(shop.app().join("Shop")).expect("the executable");
    let mut signed_pointers = file.clone();
    signed_pointers[8] = 2;
    assert_eq!(rewrite(&signed_pointers).err(), Some(RewriteError::Arm64e));
    assert_eq!(rewrite(&file[..100]).err().map(|error| error.to_string().contains("damaged")), Some(true));
    assert_eq!(
        rewrite(b"#!/bin/sh")
            .err()
            .map(|error| error.to_string().contains("Mach-O") || error.to_string().contains("damaged")),
        Some(true)
    );
    assert_eq!(rewrite(&encrypted(&file)).err(), Some(RewriteError::Encrypted));
    let commands = counts::commands(&file);
    let place = |wanted: usize| commands.iter().find(|(kind, ..)| *kind == wanted).expect("a command").1;
    let (symbols, starts) = (place(0x2), place(0x26));
    let mut overlapping = file.clone();
    overlapping.copy_within(starts + 8..starts + 12, symbols + 16);
    assert_eq!(rewrite(&overlapping).err(), Some(RewriteError::Damaged("two of its tables overlap")));
    let far = with_larger_data(&file, 128 << 20);
    assert_eq!(rules::broken(&far), [""; 0]);
    assert_eq!(rewrite(&far).err(), Some(RewriteError::TooFar));
}

/// Enlarges the last segment before `__LINKEDIT` in memory, so that trampolines are farther from the code.
/// The file's size does not change.
fn with_larger_data(file: &[u8], bytes: u32) -> Vec<u8> {
    let mut larger = file.to_vec();
    let [.., (_, data, _), (_, linkedit, _)] = segment_commands(file)[..] else { panic!("segments") };
    for at in [data + 32, linkedit + 24] {
        let number = counts::word(file, at) as u32 + bytes;
        larger[at..at + 4].copy_from_slice(&number.to_le_bytes());
    }
    larger
}

/// The executable is so large that a branch from only a part of its functions reaches the end of the file.
#[test]
fn functions_too_far_from_the_end_of_a_file_are_not_counted_and_the_reason_is_given() {
    const PAGE: u32 = 0x4000;
    let file = fs::read(Shop::build(Style::Chained).expect("Shop builds").app().join("Shop")).expect("Shop");
    let functions = |one: &RewrittenFile| one.counted.iter().filter(|one| !one.is_import).count();
    let near = rewrite(&file).expect("it counts");
    let sizes = (1..64).map(|pages| with_larger_data(&file, (128 << 20) - pages * PAGE));
    let partly = sizes.filter_map(|large| Some((rewrite(&large).ok()?, large)));
    let (done, large) = partly
        .into_iter()
        .find(|(done, _)| done.left.contains_key(&NotCountedReason::TooFar))
        .expect("a size");
    let left = done.left[&NotCountedReason::TooFar];
    assert!(functions(&done) > 10 && left > 10, "{} and {left}", functions(&done));
    assert_eq!(functions(&done) + left, functions(&near));
    assert_eq!(rules::broken(&done.bytes), [""; 0]);
    assert_eq!(difference::compare(&large, &done, 1).expect("a machine").wrong, [""; 0]);
    let reason = NotCountedReason::TooFar.reason();
    assert!(reason.contains("128 MB") && reason.contains("dynamic frameworks"), "{reason}");
}

/// Arithmetic with numbers of a damaged file must not overflow: tests are built with overflow checks.
#[test]
fn damaged_numbers_in_a_file_cause_no_overflow_in_the_rewriting_for_counts() {
    let app = Bundle::app(Style::Chained, &["truth.m"]).expect("it builds");
    let file = fs::read(app.folder().join("Fixture")).expect("the executable");
    let fixups = counts::commands(&file).into_iter().find(|(kind, ..)| *kind == 0x8000_0034);
    let table = counts::word(&file, fixups.expect("chained fixups").1 + 8);
    let numbers = (12..32 + counts::word(&file, 20)).chain(table..table + 64);
    let mut refused = 0;
    for (at, number) in numbers.step_by(4).flat_map(|at| [(at, u32::MAX - 7), (at, 0x7fff_c000)]) {
        let mut damaged = file.clone();
        damaged[at..at + 4].copy_from_slice(&number.to_le_bytes());
        refused += usize::from(rewrite(&damaged).is_err());
    }
    assert!(refused > 100, "{refused}");
}

fn segment_commands(file: &[u8]) -> Vec<(usize, usize, usize)> {
    counts::commands(file).into_iter().filter(|(kind, ..)| *kind == 0x19).collect()
}

/// Sets the encryption flag in the load command, as in apps from the App Store.
fn encrypted(file: &[u8]) -> Vec<u8> {
    let mut out = file.to_vec();
    let end = 32 + counts::word(file, 20);
    for (at, number) in (end..).step_by(4).zip([0x2c_u32, 24, 0x4000, 0x4000, 1, 0]) {
        out[at..at + 4].copy_from_slice(&number.to_le_bytes());
    }
    out[16..20].copy_from_slice(&(counts::word(file, 16) as u32 + 1).to_le_bytes());
    out[20..24].copy_from_slice(&(counts::word(file, 20) as u32 + 24).to_le_bytes());
    out
}

#[test]
fn an_uncountable_executable_is_refused_and_an_uncountable_library_is_unchanged() {
    let shop = Shop::build(Style::Chained).expect("Shop builds");
    let folder = tempfile::tempdir().expect("a folder");
    let library = shop.app().join(SHOP[1]);
    let before = encrypted(&fs::read(&library).expect("a framework"));
    fs::write(&library, &before).expect("written");
    let out = folder.path().join("Shop.app");
    let (exit, stdout) = inject(&shop.app(), &out, &[]);
    assert_eq!(exit, Exit::Pass, "{stdout}");
    let reason = format!("the functions of {} are not counted: it is encrypted by the App Store", SHOP[1]);
    assert!(stdout.contains(&reason), "{stdout}");
    assert_eq!(fs::read(out.join(SHOP[1])).expect("a framework"), before);
    let executable = shop.app().join("Shop");
    let bytes = encrypted(&fs::read(&executable).expect("the executable"));
    fs::write(&executable, bytes).expect("written");
    let (exit, stdout) = inject(&shop.app(), &folder.path().join("Other.app"), &[]);
    assert!(exit == Exit::Error && stdout.contains("it is encrypted by the App Store"), "{stdout}");
}

/// The counting copy is signed like the plain build: every changed bundle is signed, inner bundles first.
#[test]
#[cfg(not(target_os = "macos"))]
fn an_app_copy_that_counts_calls_is_signed_completely_and_runs_in_a_simulator() {
    let shop = Shop::build_for_simulators(Style::Chained, None).expect("Shop builds");
    // The replacement for rcodesign below writes no signature, so the app must have no entitlements, which
    // would get lost.
    let executable = shop.app().join("Shop");
    let mut file = fs::read(&executable).expect("the executable");
    let (last, _, size) = counts::commands(&file).pop().expect("commands");
    assert_eq!((last, size), (0x1d, 16), "the signature's");
    for (at, less) in [(16, 1), (20, 16)] {
        let number = counts::word(&file, at) as u32 - less;
        file[at..at + 4].copy_from_slice(&number.to_le_bytes());
    }
    let end = 32 + counts::word(&file, 20);
    file[end..end + 16].fill(0);
    fs::write(&executable, file).expect("written");
    let (tools, calls) = (tempfile::tempdir().expect("a folder"), "calls");
    let script = format!(
        "#!/bin/sh\nfor word; do :; done\necho \"${{word##*/Shop.app}}\" >> '{}'\n",
        tools.path().join(calls).display()
    );
    let tool = tools.path().join("rcodesign");
    e2e::lab::program(&tool, &script).expect("written");
    let agent = phone::build::agent().expect("the agent").with_file_name("liblaunchgate-simulator.dylib");
    let out = tools.path().join("Shop.app");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_gate-of-the-tests"))
        .args(["inject".as_ref(), shop.app().as_os_str(), "--agent".as_ref(), agent.as_os_str()])
        .args(["-o".as_ref(), out.as_os_str()])
        .args(["--count", "functions", "--sign", "-"])
        .env(
            "PATH",
            std::env::join_paths([tools.path(), Path::new("/usr/bin"), Path::new("/bin")]).expect("a path"),
        )
        .output()
        .expect("the gate runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let signed = fs::read_to_string(tools.path().join(calls)).expect("the tool was called");
    let kit = "/Frameworks/Kit.framework";
    let others = ["/Frameworks/Promotions.framework", "/Frameworks/liblaunchgate-simulator.dylib", ""];
    assert_eq!(signed.lines().collect::<Vec<_>>(), [&[kit][..], &others].concat());
    let run = |app: &Path| {
        let mut config = shop.config_of(app, &[]).expect("a configuration");
        config.simulator = true;
        let outcome = phone::run(config);
        (outcome.result, outcome.log)
    };
    assert_eq!(run(&out), run(&shop.app()));
    for path in SHOP {
        assert!(
            !read_trampolines(&fs::read(out.join(path)).expect("an image")).expect("it counts").is_empty()
        );
    }
}

#[test]
fn an_address_in_a_counting_trampoline_is_assigned_to_its_function() {
    let shop = Shop::build(Style::Chained).expect("Shop builds");
    let path = shop.app().join("Shop");
    let plain = fs::read(&path).expect("the executable");
    let done = rewrite(&plain).expect("it counts");
    let known = read_trampolines(&done.bytes).expect("it counts");
    let mut expected: Vec<(u64, u64)> = done.counted.iter().map(|one| (one.trampoline, one.offset)).collect();
    expected.sort_unstable();
    assert_eq!((known, read_trampolines(&plain)), (expected, Ok(Vec::new())));
    fs::write(&path, &done.bytes).expect("written");
    let mut files = SymbolFileIndex::default();
    files.add(&path).expect("a file with symbols");
    let functions: Vec<_> = done.counted.iter().filter(|one| !one.is_import && one.name.is_some()).collect();
    let ask = |offsets: Vec<u64>| {
        files.resolve_offsets(&done.uuid.expect("a UUID"), "", &offsets).expect("answers")
    };
    let inside = ask(functions.iter().map(|one| one.trampoline + 16).collect());
    assert!(functions.len() > 200 && inside.iter().all(|answer| !answer.functions.is_empty()));
    assert_eq!(inside, ask(functions.iter().map(|one| one.offset).collect()));
}

/// Runs `gate inject --count functions` as a user does.
fn inject(app: &Path, out: &Path, more: &[&str]) -> (Exit, String) {
    let agent = phone::build::agent().expect("the agent");
    let [app, agent, out] = [app, &agent, out].map(|path| path.to_str().expect("a path in UTF-8"));
    let words = ["inject", app, "--agent", agent, "-o", out, "--count", "functions"];
    let (exit, stdout, errors) = lab::gate(&[&words[..], more].concat());
    (exit, stdout + &errors)
}

#[test]
fn an_injected_app_can_count_calls_and_its_function_names_are_written_to_a_file() {
    let shop = Shop::build(Style::Chained).expect("Shop builds");
    let plain = shop.start(&[]).expect("Shop starts").log;
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("Shop.app");
    let (exit, stdout) = inject(&shop.app(), &out, &[]);
    assert_eq!(exit, Exit::Pass, "{stdout}");
    assert!(stdout.contains("Shop.app counts the calls of "), "{stdout}");
    let text = fs::read_to_string(folder.path().join("Shop.app.counting.json")).expect("the names");
    let names: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(names["format"], "launchgate.counting/1");
    let mut paths: Vec<&str> =
        names["images"].as_array().expect("images").iter().filter_map(|one| one["path"].as_str()).collect();
    paths.sort_unstable();
    assert_eq!(paths, [SHOP[1], SHOP[2], "Shop"]);
    let named = |name: &str| {
        names["images"][0]["functions"].as_array().expect("functions").iter().any(|one| one[2] == name)
    };
    assert!(named("_main") && named("-[CartController reload]"), "{text:.2000}");
    for path in SHOP {
        let file = fs::read(out.join(path)).expect("an image");
        assert_eq!(rules::broken(&file), [""; 0], "{path}");
    }
    // The agent is loaded, but no thread is registered as the counting thread.
    let config = shop.config_of(&out, &[("LAUNCHGATE_LAUNCH", "one")]).expect("a configuration");
    let outcome = phone::run(config);
    assert_eq!((outcome.result, outcome.log.as_str()), (Ok(0), plain.as_str()));
    let (_, stdout, _) = lab::gate(&["inspect", out.to_str().expect("a path")]);
    assert!(stdout.contains("counts the calls of its functions"), "{stdout}");
    let (exit, stdout) = inject(&out, &folder.path().join("Again.app"), &[]);
    assert!(exit == Exit::Error && stdout.contains("counts its functions already"), "{stdout}");
}

#[test]
fn an_app_copy_that_counts_calls_is_refused_for_distribution() {
    let shop = Shop::build(Style::Chained).expect("Shop builds");
    let profile = |more: &str| {
        format!(
            "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>Entitlements</key><dict><key>application-identifier</key><string>TEAM.com.example.shop</string>{more}</dict></dict></plist>"
        )
    };
    let folder = tempfile::tempdir().expect("a folder");
    let embedded = shop.app().join("embedded.mobileprovision");
    fs::write(&embedded, profile("")).expect("written");
    let (exit, stdout) = inject(&shop.app(), &folder.path().join("Store.app"), &[]);
    assert!(exit == Exit::Error && stdout.contains("a profile for distribution"), "{stdout}");
    assert!(!folder.path().join("Store.app").exists());
    fs::write(&embedded, profile("<key>get-task-allow</key><true/>")).expect("written");
    let (exit, stdout) = inject(&shop.app(), &folder.path().join("Development.app"), &[]);
    assert_eq!(exit, Exit::Pass, "{stdout}");
}

#[test]
fn space_for_load_commands_is_made_if_the_linker_left_too_little() {
    let shop = Shop::build(Style::Chained).expect("Shop builds");
    let file = fs::read(shop.app().join("Shop")).expect("the executable");
    let room = rules::room(&file);
    for free in [48, 72, 88, 104] {
        // The remaining space after the load commands is filled with bytes, as if it was used.
        let end = 32 + counts::word(&file, 20);
        let mut full = file.clone();
        full[end + free..end + room].fill(1);
        let roomy = with_free_space(&full, 72).unwrap_or_else(|reason| panic!("{free}: {reason}"));
        assert!(roomy.free >= 72 && rules::room(&roomy.bytes) >= 72, "{free}");
        assert_eq!(
            rules::changed(&full, &roomy.bytes, 0)
                .into_iter()
                .filter(|text| !text.contains("signature"))
                .collect::<Vec<_>>(),
            [""; 0],
            "{free}"
        );
        let counting = rewrite(&full).unwrap_or_else(|reason| panic!("{free}: {reason}"));
        assert_eq!(rules::broken(&counting.bytes), [""; 0], "{free}");
    }
    let end = 32 + counts::word(&file, 20);
    let mut full = file.clone();
    full[end..end + room].fill(1);
    assert!(matches!(with_free_space(&full, 400), Err(RewriteError::NoRoom { .. })));
}

/// Damaged files of any kind are either rewritten or refused.
#[test]
fn damaged_files_cause_no_panic_in_the_rewriting_for_counts() {
    let shop = Shop::build(Style::Chained).expect("Shop builds");
    let file = fs::read(shop.app().join(SHOP[1])).expect("a framework");
    let (commands, tables) = (32 + counts::word(&file, 20), file.len() - file.len() / 4);
    let mut chance = 88_172_645_463_325_252_u64;
    let mut below = |count: usize| {
        // A random number by Marsaglia's xorshift64.
        chance ^= chance << 13;
        chance ^= chance >> 7;
        chance ^= chance << 17;
        (chance >> 20) as usize % count
    };
    let (mut rewritten, mut refused) = (0, 0);
    for _ in 0..400 {
        let mut damaged = file.clone();
        for _ in 0..=below(3) {
            let at = if below(3) == 0 { tables + below(file.len() - tables) } else { below(commands) };
            damaged[at] = [damaged[at] ^ 1 << below(8), 0xff, 0][below(3)];
        }
        match rewrite(&damaged) {
            Ok(_) => rewritten += 1,
            Err(_) => refused += 1,
        }
    }
    assert!(rewritten > 40 && refused > 40, "{rewritten} {refused}");
}
