//! Tests `gate inject` with hand-made archives: its refusals, its signatures, and the files that it writes.

mod facts;
pub(crate) mod fixture;
mod hostile;

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Output};

use gate_macho::inject::{AgentFile, ArchiveLimits, InjectError, InjectOptions, SigningIdentity, inject};
use tempfile::tempdir;

use crate::common::{GATE, program};
use fixture::{ENTITLEMENTS, EXTENSION, Macho, agent, archive, info, shop};

/// Returns options for injecting the agent into `app`, with the output `out` and without a signature.
fn options(app: &Path, out: &Path) -> InjectOptions {
    InjectOptions {
        app: app.to_owned(),
        agent: AgentFile::At(agent(app.parent().unwrap())),
        out: out.to_owned(),
        signing: SigningIdentity::default(),
        entitlements: None,
        settings: None,
        profiles: Vec::new(),
        file_sharing: true,
        beside: None,
        count: false,
        limits: ArchiveLimits::default(),
    }
}

fn files(path: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut zip = zip::ZipArchive::new(fs::File::open(path).unwrap()).unwrap();
    let length = zip.len();
    let read = |index| {
        let mut file = zip.by_index(index).unwrap();
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).unwrap();
        (file.name().unwrap().into_owned(), bytes)
    };
    (0..length).map(read).collect()
}

/// Checks that the app is refused with the given reason, and that the folder of the output remains empty.
fn refused(change: impl FnOnce(&mut InjectOptions), app: &[u8], part: &str) {
    let folder = tempdir().unwrap();
    let path = folder.path().join("Shop.ipa");
    fs::write(&path, app).unwrap();
    let out = folder.path().join("out");
    fs::create_dir(&out).unwrap();
    let mut options = options(&path, &out.join("Shop.ipa"));
    change(&mut options);
    let error = inject(&options).unwrap_err().to_string();
    assert!(error.contains(part), "expected {part:?}: {error}");
    assert_eq!(fs::read_dir(&out).unwrap().count(), 0, "{part}");
    assert_eq!(fs::read(&path).unwrap(), app, "the input is only read");
}

#[test]
fn the_agent_is_loaded_first_with_its_settings() {
    let folder = tempdir().unwrap();
    let app = shop(folder.path(), &Macho { entitlements: Some(ENTITLEMENTS), ..Macho::default() });
    let out = folder.path().join("out.ipa");
    let settings = folder.path().join("agent.txt");
    fs::write(&settings, "threads = main # the others are noise\n\ndepth=64\n").unwrap();
    let options = InjectOptions { settings: Some(settings.clone()), ..options(&app, &out) };
    let done = inject(&options).unwrap();
    assert_eq!((done.app.as_str(), done.already), ("Shop.app", false));
    let files = files(&out);
    assert_eq!(files["Payload/Shop.app/Frameworks/launchgate.settings"], fs::read(&settings).unwrap());
    assert_eq!(files["Payload/Shop.app/Frameworks/liblaunchgate.dylib"], *options.agent.bytes().unwrap());
    let info =
        plist::Value::from_reader(std::io::Cursor::new(&files["Payload/Shop.app/Info.plist"])).unwrap();
    assert_eq!(info.as_dictionary().unwrap()["UIFileSharingEnabled"].as_boolean(), Some(true));
    assert!(files["Payload/Shop.app/Info.plist"].starts_with(b"bplist00"), "binary stays binary");
    // An independent reader of Mach-O files lists the libraries in order, and finds every other load command unchanged.
    let program = &files["Payload/Shop.app/Shop"];
    let names: Vec<String> = libraries(program);
    assert_eq!(
        names,
        [
            "@executable_path/Frameworks/liblaunchgate.dylib",
            "@rpath/libnumber0.dylib",
            "@rpath/libnumber1.dylib",
        ]
    );
}

fn libraries(program: &[u8]) -> Vec<String> {
    use object::read::macho::{LoadCommandVariant, MachHeader as _};
    let header = object::macho::MachHeader64::<object::LittleEndian>::parse(program, 0).unwrap();
    let mut commands = header.load_commands(object::LittleEndian, program, 0).unwrap();
    let mut names = Vec::new();
    while let Some(command) = commands.next().unwrap() {
        if let LoadCommandVariant::Dylib(library) = command.variant().unwrap() {
            let name = command.string(object::LittleEndian, library.dylib.name).unwrap();
            names.push(String::from_utf8(name.to_vec()).unwrap());
        }
    }
    names
}

#[test]
fn an_option_leaves_the_file_sharing_settings_of_the_app_unchanged() {
    let folder = tempdir().unwrap();
    let app = shop(folder.path(), &Macho::default());
    let out = folder.path().join("out.ipa");
    // A profile without a signature has no effect, so it is an error.
    let unsigned = InjectOptions { profiles: vec!["a.mobileprovision".into()], ..options(&app, &out) };
    let error = inject(&unsigned).unwrap_err().to_string();
    assert!(error.contains("--profile needs --sign"), "{error}");
    let done = inject(&InjectOptions { file_sharing: false, ..options(&app, &out) }).unwrap();
    let name = "Payload/Shop.app/Info.plist";
    assert_eq!(files(&out)[name], files(&app)[name]);
    assert!(
        done.warnings.iter().any(|warning| warning.contains("traces cannot be collected")),
        "{:?}",
        done.warnings
    );
}

#[test]
fn app_archives_with_paths_out_of_the_archive_are_refused() {
    let program = Macho::default().bytes();
    let info = info("Shop", false);
    let app = |more: &[(&str, &[u8])]| {
        let mut entries: Vec<(&str, &[u8])> =
            vec![("Payload/Shop.app/Info.plist", &info), ("Payload/Shop.app/Shop", &program)];
        entries.extend(more);
        archive(&entries)
    };
    refused(|_| {}, &app(&[("../evil", b"x")]), "leads outside the archive");
    refused(|_| {}, &app(&[("Payload/../../evil", b"x")]), "leads outside the archive");
    refused(|_| {}, &app(&[("/etc/evil", b"x")]), "an absolute path");
    refused(|_| {}, &app(&[("Payload/Shop.app/link->../../../evil", b"")]), "points outside the archive");
    refused(|_| {}, &app(&[("Payload/Shop.app/link->/etc", b"")]), "points outside the archive");
    refused(
        |_| {},
        &app(&[("Payload/Shop.app/link->Frameworks", b""), ("Payload/Shop.app/link/x", b"x")]),
        "is inside a path that is a symbolic link",
    );
    refused(|_| {}, &app(&[("Payload/Shop.app/Shop/x", b"x")]), "is inside a path that is a file");
    refused(|_| {}, &app(&[("Payload/Other.app/Info.plist", b"x")]), "more than one app");
    refused(|_| {}, &archive(&[("Payload/readme", b"x")]), "it has no Payload/");
    refused(|_| {}, b"not a zip", "expected an app folder or an archive");
    // An archive can contain a symbolic link in place of a folder. The agent must not be written through this link.
    refused(
        |_| {},
        &app(&[("Payload/Shop.app/Frameworks/liblaunchgate.dylib->../Shop", b"")]),
        "expected a file, found a folder or a symbolic link",
    );
}

#[test]
fn zip_bombs_are_refused_before_they_are_unpacked() {
    let program = Macho::default().bytes();
    let info = info("Shop", false);
    let zeros = vec![0; 4 << 20];
    let bomb = archive(&[
        ("Payload/Shop.app/Info.plist", &info),
        ("Payload/Shop.app/Shop", &program),
        ("Payload/Shop.app/big", &zeros),
    ]);
    let limit =
        |change: fn(&mut ArchiveLimits)| move |options: &mut InjectOptions| change(&mut options.limits);
    refused(limit(|limits| limits.small = 1 << 20), &bomb, "too large for an app");
    refused(limit(|limits| limits.bytes = 1 << 20), &bomb, "too large for an app");
    refused(limit(|limits| limits.entries = 2), &bomb, "3 entries");
    // The length in the central directory is wrong, so the gate must also count the unpacked bytes.
    let mut lying = bomb.clone();
    let record = lying.windows(4).rposition(|part| part == b"PK\x01\x02").unwrap();
    lying[record + 24..record + 28].copy_from_slice(&1000_u32.to_le_bytes());
    let sign = |options: &mut InjectOptions| options.signing.by = Some("-".to_owned());
    refused(sign, &lying, "big");
}

#[test]
fn executables_that_cannot_run_on_a_phone_are_refused() {
    let with = |macho: Macho| {
        let bytes = macho.bytes();
        archive(&[("Payload/Shop.app/Info.plist", &info("Shop", false)), ("Payload/Shop.app/Shop", &bytes)])
    };
    for (macho, part) in [
        (Macho { encrypted: true, ..Macho::default() }, "it is encrypted"),
        (Macho { platform: 7, ..Macho::default() }, "built for the iOS simulator"),
        (Macho { platform: 1, ..Macho::default() }, "built for macOS, not for iOS devices"),
        (Macho { platform: 3, ..Macho::default() }, "built for tvOS"),
        (Macho { platform: 6, ..Macho::default() }, "built for Mac Catalyst"),
        (Macho { platform: 11, ..Macho::default() }, "built for visionOS"),
        (Macho { old_command: Some(0x24), ..Macho::default() }, "built for macOS"),
        (Macho { old_command: Some(0x2f), ..Macho::default() }, "built for tvOS"),
        (Macho { old_command: Some(0x30), ..Macho::default() }, "built for watchOS"),
        (Macho { cpu: 0x0100_0007, ..Macho::default() }, "it is for x86_64, as in the simulator"),
        (Macho { kind: 6, ..Macho::default() }, "not an executable"),
        (Macho { subtype: 2, ..Macho::default() }, "arm64e"),
        (Macho { libraries: 69, ..Macho::default() }, "-headerpad"),
    ] {
        refused(|_| {}, &with(macho), part);
    }
    let text = archive(&[("Payload/Shop.app/Info.plist", &info("../Shop", false)), ("Payload/Shop", b"x")]);
    refused(|_| {}, &text, "does not name an executable");
    // Every truncated file is also refused.
    let bytes = Macho { entitlements: Some(ENTITLEMENTS), ..Macho::default() }.bytes();
    for length in (0..bytes.len() - 1).step_by(401) {
        let cut = archive(&[
            ("Payload/Shop.app/Info.plist", &info("Shop", false)),
            ("Payload/Shop.app/Shop", &bytes[..length]),
        ]);
        refused(|_| {}, &cut, "Shop.ipa/Payload/Shop.app/Shop: ");
    }
}

/// Makes a universal file from thin ones.
fn fat(parts: &[(u32, Vec<u8>)]) -> Vec<u8> {
    let mut file: Vec<u8> =
        [0xcafe_babe, parts.len() as u32].iter().flat_map(|word: &u32| word.to_be_bytes()).collect();
    let mut offset = 0x4000;
    for (subtype, bytes) in parts {
        let entry = [0x0100_000c, *subtype, offset, bytes.len() as u32, 14];
        file.extend(entry.iter().flat_map(|word: &u32| word.to_be_bytes()));
        offset += (bytes.len() as u32).next_multiple_of(0x4000);
    }
    for (_, bytes) in parts {
        file.resize(file.len().next_multiple_of(0x4000), 0);
        file.extend(bytes);
    }
    file
}

#[test]
fn an_app_with_an_arm64e_slice_is_measured_by_its_arm64_slice() {
    const HARDENED: &str = "<plist version=\"1.0\"><dict><key>get-task-allow</key><true/>\
        <key>com.apple.security.hardened-process</key><true/>\
        <key>com.apple.security.hardened-process.hardened-heap</key><true/></dict></plist>";
    let of = |subtype| Macho { subtype, entitlements: Some(HARDENED), ..Macho::default() }.bytes();
    let app = |parts: &[(u32, Vec<u8>)]| {
        let file = fat(parts);
        archive(&[("Payload/Shop.app/Info.plist", &info("Shop", false)), ("Payload/Shop.app/Shop", &file)])
    };
    refused(|_| {}, &app(&[(2, of(2))]), "build with ARCHS=arm64 and ENABLE_POINTER_AUTHENTICATION=NO");

    for parts in [[(2, of(2)), (0, of(0))], [(0, of(0)), (2, of(2))]] {
        let folder = tempdir().unwrap();
        let path = folder.path().join("Shop.ipa");
        fs::write(&path, app(&parts)).unwrap();
        let out = folder.path().join("out.ipa");
        let done = inject(&options(&path, &out)).unwrap();
        let warnings = done.warnings.join("\n");
        assert!(warnings.contains("the slice for arm64e is left out of the measured copy"), "{warnings}");
        assert!(warnings.contains("the entitlements of Enhanced Security are left out"), "{warnings}");
        let files = files(&out);
        let shop = &files["Payload/Shop.app/Shop"];
        assert_eq!(shop[..12], of(0)[..12], "it is the slice for arm64, and nothing else");
        assert!(shop.windows(24).any(|part| part == b"Frameworks/liblaunchgate"), "with the agent");
    }
    let folder = tempdir().unwrap();
    let plain = shop(folder.path(), &Macho { entitlements: Some(ENTITLEMENTS), ..Macho::default() });
    let done = inject(&options(&plain, &folder.path().join("out.ipa"))).unwrap();
    assert!(!done.warnings.join("\n").contains("left out"), "{:?}", done.warnings);
}

#[test]
fn errors_of_an_injection_name_the_wrong_input() {
    let app = fs::read(shop(tempdir().unwrap().path(), &Macho::default())).unwrap();
    refused(
        |options| options.agent = AgentFile::At("/nowhere/agent.dylib".into()),
        &app,
        "the agent /nowhere/agent.dylib",
    );
    refused(
        |options| fs::write(options.agent.path(), Macho::default().bytes()).unwrap(),
        &app,
        "not a dynamic library",
    );
    refused(
        |options| options.out.set_extension("app").then_some(()).unwrap(),
        &app,
        "a path that ends in .ipa",
    );
    refused(|options| options.signing.by = Some("Apple Development".into()), &app, "need macOS");
    refused(
        |options| options.entitlements = Some("/nowhere/e.plist".into()),
        &app,
        "cannot read /nowhere/e.plist",
    );
    for (settings, reason) in [
        ("depth = 3\nlaunch = one\n", "line 2: the agent has no setting \"launch\""),
        (
            "begin = responsive\nend = limit\nbegin = first-frame\n",
            "line 3: the window has one begin and one end",
        ),
        ("begin = responsive\nend = first-frame\n", "line 2: the end of the window comes before its begin"),
    ] {
        let write = |options: &mut InjectOptions| {
            let path = options.agent.path().with_file_name("settings");
            fs::write(&path, settings).unwrap();
            options.settings = Some(path);
        };
        refused(write, &app, reason);
    }
}

/// Writes a replacement for rcodesign. The program logs its arguments, and creates only the parts of a signature that the gate checks.
fn fake_rcodesign(folder: &Path, fails: bool) {
    use std::os::unix::fs::PermissionsExt as _;
    let end = if fails { "echo 'Error: no certificate' >&2; exit 1" } else { "exit 0" };
    let script = format!(
        "#!/bin/sh\nlast=\nline=\nfor word; do\n  if [ \"$last\" = --entitlements-xml-file ]; then line=\"$line $(cat \"$word\")\"; \
         else line=\"$line $word\"; fi\n  last=$word\ndone\necho \"$line\" >> '{}/calls'\n{end}\n",
        folder.display()
    );
    let path = folder.join("rcodesign");
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
}

fn injected(tools: &Path, app: &Path, out: &Path, more: &[&str]) -> Output {
    let path = std::env::join_paths([tools, Path::new("/usr/bin"), Path::new("/bin")]).unwrap();
    Command::new(GATE)
        .args(["inject".as_ref(), app, "--agent".as_ref(), &agent(app.parent().unwrap()), "-o".as_ref(), out])
        .args(more)
        .env("PATH", path)
        .output()
        .unwrap()
}

#[test]
#[cfg(not(target_os = "macos"))]
fn code_is_signed_from_the_inside_out_with_its_own_entitlements() {
    let folder = tempdir().unwrap();
    let app = shop(folder.path(), &Macho { entitlements: Some(ENTITLEMENTS), ..Macho::default() });
    let out = folder.path().join("out.ipa");
    fake_rcodesign(folder.path(), false);
    let output = injected(folder.path(), &app, &out, &["--sign", "-"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let calls = fs::read_to_string(folder.path().join("calls")).unwrap();
    let calls: Vec<String> = calls
        .lines()
        .map(|line| {
            let (words, path) = line.rsplit_once(' ').unwrap();
            let inside = path.split("/Payload/").nth(1).unwrap();
            let given = words.strip_prefix(" sign --shallow --timestamp-url none").unwrap();
            format!("{inside}:{}", given.strip_prefix(" --entitlements-xml-file").unwrap_or(given))
        })
        .collect();
    assert_eq!(
        calls,
        [
            "Shop.app/Frameworks/Kit.framework:".to_owned(),
            "Shop.app/Frameworks/liblaunchgate.dylib:".to_owned(),
            "Shop.app/Frameworks/libold.dylib:".to_owned(),
            format!("Shop.app/PlugIns/Widget.appex: {EXTENSION}"),
            format!("Shop.app: {ENTITLEMENTS}"),
        ]
    );
    // The symbolic link, and all files that rcodesign did not sign, are unchanged.
    let (before, after) = (files(&app), files(&out));
    for name in before.keys().filter(|name| !name.ends_with("app/Shop")) {
        assert_eq!(before[name], after[name], "{name}");
    }
}

/// A limit of the size of files has the same effect as a full disk, while the app is unpacked and while it is written.
#[test]
fn a_failed_write_is_reported_as_an_error_of_the_disk() {
    let folder = tempdir().unwrap();
    let app = shop(folder.path(), &Macho::default());
    let out = folder.path().join("out.ipa");
    let agent = agent(folder.path());
    for blocks in ["0", "8"] {
        let limited = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
        let mut command = Command::new("/bin/sh");
        command.args(["-c", &limited, "sh", GATE, "inject"]).arg(&app).arg("--agent").arg(&agent);
        let output = command.arg("-o").arg(&out).output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{stderr}");
        assert!(stderr.contains("raise the limit of the size of files (ulimit -f)"), "{stderr}");
        assert!(!out.exists());
    }
}

#[test]
#[cfg(not(target_os = "macos"))]
fn a_side_by_side_copy_is_signed_under_its_own_name() {
    let folder = tempdir().unwrap();
    let entitlements = ENTITLEMENTS.replace(
        "<dict>",
        "<dict><key>application-identifier</key><string>ABCDE12345.com.example.shop</string>",
    );
    let app = shop(folder.path(), &Macho { entitlements: Some(entitlements.leak()), ..Macho::default() });
    fake_rcodesign(folder.path(), false);
    let out = folder.path().join("out.ipa");
    let output = injected(folder.path(), &app, &out, &["--sign", "-", "--side-by-side", "head"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let calls = fs::read_to_string(folder.path().join("calls")).unwrap();
    let own = "<string>ABCDE12345.com.example.shop.launchgate-head</string>";
    assert_eq!(calls.matches(own).count(), 1, "{calls}");
    let output = injected(folder.path(), &app, &out, &["--side-by-side", "left"]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && stderr.contains("it is neither base nor head"), "{stderr}");
}

#[test]
#[cfg(not(target_os = "macos"))]
fn a_failing_or_missing_signing_tool_leaves_no_output() {
    for (fails, part) in [(Some(true), "Error: no certificate"), (None, "cargo install apple-codesign")] {
        let folder = tempdir().unwrap();
        let app = shop(folder.path(), &Macho::default());
        let (tools, out) = (folder.path().join("tools"), folder.path().join("out"));
        fs::create_dir(&tools).unwrap();
        fs::create_dir(&out).unwrap();
        if let Some(fails) = fails {
            fake_rcodesign(&tools, fails);
        }
        let output = injected(&tools, &app, &out.join("Shop.ipa"), &["--sign", "-"]);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{stderr}");
        assert!(stderr.contains(part), "{stderr}");
        assert_eq!(fs::read_dir(&out).unwrap().count(), 0);
    }
}

#[test]
fn a_missing_app_is_reported_as_a_file_error() {
    let folder = tempdir().unwrap();
    let error = inject(&options(&folder.path().join("no.ipa"), &folder.path().join("out.ipa"))).unwrap_err();
    assert!(matches!(error, InjectError::File { .. }), "{error}");
}

#[test]
fn an_app_without_uuids_is_refused_before_any_launch() {
    let folder = tempdir().unwrap();
    let app = shop(folder.path(), &Macho { entitlements: Some(ENTITLEMENTS), ..Macho::default() });
    let out = folder.path().join("out.ipa");
    inject(&options(&app, &out)).unwrap();
    let words =
        ["run", "out.ipa", "-o", "launches", "--usbmuxd", "127.0.0.1:1", "--set", "device.answer_timeout=1s"];
    let output = program(folder.path()).args(words).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(
        stderr.contains("no code in out.ipa has a UUID: ") && stderr.contains("link without -no_uuid"),
        "{stderr}"
    );
}
