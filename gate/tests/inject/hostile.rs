//! Tests malicious archives. The gate refuses each malicious archive quickly and with one line, and writes no file outside of the output's
//! folder.

use std::fs;
use std::path::Path;
use std::process::Output;
use std::time::{Duration, Instant};

use tempfile::tempdir;

use super::fixture::{Macho, archive, info};
use super::{fake_rcodesign, injected};

/// Checks that the app is refused within the time limit, and that no file is written outside of the output. The message on stderr must be
/// one line that contains `part`.
fn refused(app: &[u8], more: &[&str], part: &str) {
    let folder = tempdir().unwrap();
    let path = folder.path().join("Shop.ipa");
    fs::write(&path, app).unwrap();
    let out = folder.path().join("out");
    fs::create_dir(&out).unwrap();
    fake_rcodesign(folder.path(), false);
    let begun = Instant::now();
    let output = injected(folder.path(), &path, &out.join("Shop.ipa"), more);
    let took = begun.elapsed();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), stderr.lines().count()), (Some(1), 1), "{stderr}");
    assert!(stderr.contains(part), "expected {part:?}: {stderr}");
    assert!(!stderr.contains(".launchgate-"), "a place that is gone: {stderr}");
    assert!(stderr.contains("; ") || stderr.contains(": build"), "it says what to do: {stderr}");
    assert!(took < Duration::from_secs(10), "{part}: {took:?}");
    assert_eq!(fs::read_dir(&out).unwrap().count(), 0, "{part}");
}

fn with_info(info: &[u8]) -> Vec<u8> {
    let program = Macho::default().bytes();
    archive(&[("Payload/Shop.app/Info.plist", info), ("Payload/Shop.app/Shop", &program)])
}

fn xml(body: &str) -> Vec<u8> {
    format!("<?xml version=\"1.0\"?><plist version=\"1.0\">{body}</plist>").into_bytes()
}

/// Returns a binary property list of `levels` arrays. Each array refers `times` times to the next array.
fn references(levels: u32, times: usize) -> Vec<u8> {
    let mut bytes = b"bplist00".to_vec();
    let mut offsets = Vec::new();
    for level in 0..levels {
        offsets.push(bytes.len() as u32);
        bytes.push(0xa0 | times as u8);
        for _ in 0..times {
            bytes.extend((level + 1).to_be_bytes());
        }
    }
    offsets.push(bytes.len() as u32);
    bytes.extend(b"\x51x");
    let table = bytes.len() as u64;
    bytes.extend(offsets.iter().flat_map(|offset| offset.to_be_bytes()));
    bytes.extend([0, 0, 0, 0, 0, 0, 4, 4]);
    for number in [offsets.len() as u64, 0, table] {
        bytes.extend(number.to_be_bytes());
    }
    bytes
}

#[test]
fn property_lists_that_fill_stack_or_memory_are_refused() {
    let deep = "<array>".repeat(200_000) + &"</array>".repeat(200_000);
    refused(
        &with_info(&xml(&deep)),
        &[],
        "Info.plist cannot be read: it is nested more than 512 levels deep",
    );
    refused(&with_info(&references(200_000, 1)), &[], "nested more than 512 levels deep");
    refused(&with_info(&references(8, 10)), &[], "larger than 64 MB when its references are expanded");
    let blanks = xml(&" ".repeat(65 << 20));
    refused(&with_info(&blanks), &[], "\"Payload/Shop.app/Info.plist\" has");
}

#[test]
fn a_fat_file_cannot_allocate_gigabytes() {
    let thin = Macho::default().bytes();
    for (align, fits) in [(30_u32, false), (16, false), (15, true)] {
        let mut fat: Vec<u8> = [0xcafe_babe, 1, 0x0100_000c, 0, 0x8000, thin.len() as u32, align]
            .iter()
            .flat_map(|word: &u32| word.to_be_bytes())
            .collect();
        fat.resize(0x8000, 0);
        fat.extend(&thin);
        let app = archive(&[("Payload/S.app/Info.plist", &info("S", false)), ("Payload/S.app/S", &fat)]);
        if fits {
            let folder = tempdir().unwrap();
            assert!(accepted(folder.path(), &app).status.success());
        } else {
            refused(&app, &[], &format!("it is aligned to 2^{align} bytes"));
        }
    }
}

#[test]
fn files_that_conflict_with_the_agents_path_are_refused() {
    let program = Macho::default().bytes();
    let info = info("Shop", false);
    let app = |name: &str| {
        archive(&[("Payload/Shop.app/Info.plist", &info), ("Payload/Shop.app/Shop", &program), (name, b"x")])
    };
    for (name, part) in [
        ("Payload/Shop.app/Frameworks->Other", "is inside a path that is a symbolic link"),
        ("Payload/Shop.app/Frameworks", "is inside a path that is a "),
        (
            "Payload/Shop.app/Frameworks/LIBLAUNCHGATE.dylib",
            "differs from \"liblaunchgate.dylib\" of the agent in case",
        ),
        (
            "Payload/Shop.app/Frameworks/launchgate.SETTINGS",
            "differs from \"launchgate.settings\" of the agent in case",
        ),
    ] {
        for more in [&[][..], &["--sign", "-"]] {
            refused(&app(name), more, part);
        }
    }
    // Different readers treat a second entry with the same name in different ways.
    let mut twice = app("Payload/Shop.app/Shoq");
    while let Some(at) = twice.windows(4).position(|four| four == b"Shoq") {
        twice[at + 3] = b'p';
    }
    refused(&twice, &[], "lists 3 entries under 2 names");
}

fn accepted(folder: &Path, app: &[u8]) -> Output {
    let path = folder.join("Shop.ipa");
    fs::write(&path, app).unwrap();
    injected(folder, &path, &folder.join("out.ipa"), &[])
}

#[test]
fn archive_names_that_collide_in_the_file_system_are_refused() {
    let program = Macho::default().bytes();
    let info = info("Shop", false);
    for (link, below) in [("LINK", "link"), ("caf\u{e9}", "cafe\u{301}"), ("Stra\u{df}e", "STRASSE")] {
        let link = format!("Payload/x/y/z/{link}->../../..");
        let (second, third) =
            (format!("Payload/x/y/z/{below}/m->../../../../.."), format!("Payload/x/y/z/{below}/M/evil"));
        let app = archive(&[
            ("Payload/Shop.app/Info.plist", &info),
            ("Payload/Shop.app/Shop", &program),
            (&link, b""),
            (&second, b""),
            (&third, b"x"),
        ]);
        refused(&app, &["--sign", "-"], "inside a path that is a symbolic link");
        refused(&app, &[], "inside a path that is a symbolic link");
    }
    // Two files whose names differ in case are two files on a phone.
    let app = archive(&[
        ("Payload/Shop.app/Info.plist", &info),
        ("Payload/Shop.app/Shop", &program),
        ("Payload/Shop.app/a.png", b"1"),
        ("Payload/Shop.app/A.png", b"2"),
    ]);
    assert!(accepted(tempdir().unwrap().path(), &app).status.success());
}

#[test]
fn an_app_name_with_commands_for_terminal_or_pipeline_is_printed_harmlessly() {
    let name = "S\n::stop-commands::x\n\u{1b}[31mred\u{1b}]0;title\u{7}\u{202e}";
    let (list, program) = (format!("Payload/{name}.app/Info.plist"), format!("Payload/{name}.app/S"));
    let app = archive(&[(&list, &info("S", false)), (&program, &Macho::default().bytes())]);
    let folder = tempdir().unwrap();
    // The second input is an app that already contains the agent, so that both messages are printed.
    for input in [app.clone(), {
        accepted(folder.path(), &app);
        fs::read(folder.path().join("out.ipa")).unwrap()
    }] {
        let output = accepted(folder.path(), &input);
        assert!(output.status.success());
        for text in [output.stdout, output.stderr] {
            let text = String::from_utf8(text).unwrap();
            assert!(!text.lines().any(|line| line.starts_with("::")), "{text}");
            assert!(!text.contains(|c: char| c.is_control() && c != '\n' || c == '\u{202e}'), "{text:?}");
        }
    }
}

#[test]
fn the_input_cannot_also_be_the_output() {
    let app = with_info(&info("Shop", false));
    let folder = tempdir().unwrap();
    let path = folder.path().join("Shop.ipa");
    fs::write(&path, &app).unwrap();
    let link = folder.path().join("link.ipa");
    std::os::unix::fs::symlink(&path, &link).unwrap();
    let hard = folder.path().join("hard.ipa");
    fs::hard_link(&path, &hard).unwrap();
    for out in [&path, &link, &hard] {
        let output = injected(folder.path(), &path, out, &[]);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{stderr}");
        assert!(
            stderr.contains("it is the input, which is never overwritten; pass another file with -o"),
            "{stderr}"
        );
    }
    assert_eq!(fs::read(&path).unwrap(), app);
    let tree = folder.path().join("Shop.app");
    fs::create_dir(&tree).unwrap();
    fs::write(tree.join("Info.plist"), info("Shop", false)).unwrap();
    fs::write(tree.join("Shop"), Macho::default().bytes()).unwrap();
    let output = injected(folder.path(), &tree, &tree.join("Inner.app"), &[]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("it is inside the input"), "{stderr}");
    assert_eq!(fs::read_dir(&tree).unwrap().count(), 2);
}

#[test]
fn a_damaged_executable_is_refused_without_changes() {
    // The load command of the agent would be written over the symbol table, which overlaps the load commands in this file.
    let mut macho = Macho::default().bytes();
    let commands = u32::from_le_bytes(macho[20..24].try_into().unwrap()) as usize;
    let symtab: Vec<u8> = [2_u32, 24, 40, 200, 0, 0].iter().flat_map(|word| word.to_le_bytes()).collect();
    macho[32 + commands..32 + commands + 24].copy_from_slice(&symtab);
    macho[16..20].copy_from_slice(&6_u32.to_le_bytes());
    macho[20..24].copy_from_slice(&(commands as u32 + 24).to_le_bytes());
    let app =
        archive(&[("Payload/Shop.app/Info.plist", &info("Shop", false)), ("Payload/Shop.app/Shop", &macho)]);
    refused(&app, &[], "the symbol table at offset 0x28: it overlaps the load commands; the file is damaged");
}

#[test]
fn temporary_folders_of_a_killed_injection_are_removed() {
    let folder = tempdir().unwrap();
    let left = folder.path().join(".launchgate-killed");
    fs::create_dir_all(left.join("tree/Payload")).unwrap();
    fs::write(left.join(".owner"), "").unwrap();
    assert!(accepted(folder.path(), &with_info(&info("Shop", false))).status.success());
    assert!(!left.exists());
}
