//! Tests `gate inject --sign` with the real rcodesign, which is in PATH or in `target/tools/rcodesign`, where
//! `cargo xtask test --long` installs it.
//!
//! A self-made certificate shows that all code and files are signed. Only Apple's certificate could show that
//! a phone accepts the signature.
#![expect(clippy::unwrap_used, reason = "a test stops where its surroundings fail")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use e2e::shop::Shop;
use phone::build::{self, Style};

/// Returns the folder that contains rcodesign.
fn folder() -> PathBuf {
    let own = build::workspace().join("target/tools/rcodesign/bin");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders = std::iter::once(own).chain(std::env::split_paths(&path));
    let found = folders.find(|folder| folder.join("rcodesign").is_file());
    found.expect("rcodesign is not installed; `cargo xtask test --only long` installs it")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into_owned()
}

/// Runs rcodesign and expects success.
fn rcodesign(folder: &Path, words: &[&str]) -> String {
    let output = Command::new(folder.join("rcodesign")).args(words).output().unwrap();
    assert!(output.status.success(), "{words:?}: {}", text(&output));
    text(&output)
}

#[test]
#[ignore = "long: rcodesign takes minutes to build"]
fn rcodesign_signs_all_code_and_finds_its_signatures_good() {
    let tools = folder();
    let shop = Shop::build(Style::Chained).unwrap();
    let here = tempfile::tempdir().unwrap();
    let path = |name: &str| here.path().join(name).display().to_string();
    let (p12, password) = (path("own.p12"), path("password"));
    fs::write(&password, "secret").unwrap();
    let name = ["--person-name", "Gate Tests", "--team-id", "ABCDE12345"];
    let file = ["--p12-file", &p12, "--p12-password", "secret"];
    rcodesign(&tools, &[&["generate-self-signed-certificate"][..], &name, &file].concat());

    let programs = std::env::join_paths([tools.as_path(), Path::new("/usr/bin"), Path::new("/bin")]).unwrap();
    let out = path("Signed.app");
    let output = Command::new(env!("CARGO_BIN_EXE_gate-of-the-tests"))
        .args(["inject".as_ref(), shop.app().as_os_str(), "-o".as_ref(), out.as_ref()])
        .args(["--agent".as_ref(), build::agent().unwrap().as_os_str()])
        .args(["--sign", &p12, "--password-file", &password])
        .env("PATH", programs)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", text(&output));

    for (code, entitled) in [
        ("Shop", true),
        ("Frameworks/liblaunchgate.dylib", false),
        ("Frameworks/Kit.framework/Kit", false),
        ("Frameworks/Promotions.framework/Promotions", false),
    ] {
        let file = format!("{out}/{code}");
        let stdout = rcodesign(&tools, &["print-signature-info", &file]);
        for expected in
            ["apple_team_id: ABCDE12345", "CN=Apple Development: Gate Tests", "signature_verifies: true"]
        {
            assert!(stdout.contains(expected), "{code} lacks {expected}: {stdout}");
        }
        assert_eq!(stdout.contains("get-task-allow"), entitled, "{code}: {stdout}");
        // Checks the hashes of every page, and the signature over these hashes.
        assert!(rcodesign(&tools, &["verify", &file]).contains("no problems detected"), "{code}");
    }
    // The signature covers the added files too.
    let seal = fs::read_to_string(format!("{out}/_CodeSignature/CodeResources")).unwrap();
    assert!(
        seal.contains("Frameworks/liblaunchgate.dylib") && seal.contains("launchgate.settings"),
        "{seal}"
    );
    // The agent and the libraries still load, and the agent records.
    fs::create_dir_all(shop.container().join("Documents")).unwrap();
    let outcome = phone::run(shop.config_of(Path::new(&out), &[("LAUNCHGATE_LAUNCH", "one")]).unwrap());
    assert_eq!(outcome.result, Ok(0), "{}", outcome.log);
    let trace = fs::read(shop.container().join("Documents/launchgate/one.lgtrace")).unwrap();
    assert!(trace::Reader::open(&trace).is_ok());
    // A changed byte is reported, which shows that the verification can fail.
    let program = format!("{out}/Shop");
    let mut bytes = fs::read(&program).unwrap();
    bytes[0x5000] ^= 1;
    fs::write(&program, &bytes).unwrap();
    let output = Command::new(tools.join("rcodesign")).args(["verify", &program]).output().unwrap();
    assert!(!output.status.success() && text(&output).contains("digest mismatch"), "{}", text(&output));
}
