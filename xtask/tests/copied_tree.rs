//! Tests that the program checks the tree in which it is started, and not the tree from which it was compiled.
#![expect(clippy::unwrap_used, reason = "a test stops where its surroundings fail")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder that is removed when this value is dropped.
struct Tree(PathBuf);

impl Tree {
    fn new(name: &str, files: &[(&str, &str)]) -> Tree {
        let root = std::env::temp_dir().join(format!("xtask-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        for (path, text) in files {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        assert!(Command::new("git").args(["init", "--quiet"]).arg(&root).status().unwrap().success());
        Tree(root)
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn xtask(folder: &Path, words: &[&str]) -> (Option<i32>, String) {
    let Output { status, stdout, stderr } =
        Command::new(env!("CARGO_BIN_EXE_xtask")).args(words).current_dir(folder).output().unwrap();
    (status.code(), String::from_utf8_lossy(&[stdout, stderr].concat()).into_owned())
}

const WORKSPACE: &str = "[workspace]\nmembers = [\"gate\", \"xtask\"]\n";

#[test]
fn xtask_run_in_a_copy_of_the_repository_checks_the_copy() {
    let tree = Tree::new(
        "copy",
        &[("Cargo.toml", WORKSPACE), ("crates/gate-common/src/git/planted.rs", "fn f() {}\n")],
    );
    for folder in ["", "crates/gate-common/src"] {
        let (code, output) = xtask(&tree.0.join(folder), &["test", "--only", "tidy"]);
        assert_eq!(code, Some(1), "{output}");
        assert!(
            output.contains("1 broken rule\ncrates/gate-common/src/git/planted.rs:1: does not begin with"),
            "{output}"
        );
    }
    fs::write(tree.0.join("crates/gate-common/src/git/planted.rs"), "//! A planted module.\nfn f() {}\n")
        .unwrap();
    // A relative path begins at the current folder, not at the repository's root.
    let (code, output) = xtask(&tree.0.join("crates"), &["test", "--only", "tidy", "--times", "times.json"]);
    assert_eq!(code, Some(0), "{output}");
    let times: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(tree.0.join("crates/times.json")).unwrap()).unwrap();
    assert!(times["tidy"].is_f64() && times["total"].as_f64() >= times["tidy"].as_f64(), "{times}");
}

#[test]
fn xtask_outside_of_a_clone_fails_with_advice() {
    let tree = Tree::new("none", &[("Cargo.toml", "[workspace]\nmembers = [\"other\"]\n")]);
    let (code, output) = xtask(&tree.0, &["test", "--only", "tidy"]);
    assert_eq!(code, Some(1), "{output}");
    assert!(output.contains("\"xtask\"; change into a clone of the repository"), "{output}");
}

#[test]
fn without_a_swift_compiler_the_error_gives_places_to_get_a_compiler() {
    let tree = Tree::new("swift", &[("Cargo.toml", WORKSPACE)]);
    let swift = |variable: &str, value: &str| {
        let mut xtask = Command::new(env!("CARGO_BIN_EXE_xtask"));
        xtask.arg("swift").current_dir(&tree.0).env_remove("LAUNCHGATE_SWIFT_ROOT").env(variable, value);
        let Output { status, stderr, .. } = xtask.output().unwrap();
        assert_eq!(status.code(), Some(1));
        String::from_utf8(stderr).unwrap()
    };
    for (output, reason) in [
        (swift("PATH", "/nowhere"), "could not start `swiftc --version`"),
        (swift("LAUNCHGATE_SWIFT_ROOT", "/nowhere"), "LAUNCHGATE_SWIFT_ROOT: no usr/bin/swiftc in /nowhere"),
    ] {
        assert!(output.contains(reason), "{output}");
        assert!(
            output.contains("sudo apt-get install swiftlang") && output.contains("swift.org/install"),
            "{output}"
        );
        assert!(output.contains("LAUNCHGATE_SWIFT_ROOT=FOLDER cargo xtask swift"), "{output}");
    }
}
