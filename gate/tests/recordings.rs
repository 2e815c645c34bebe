//! Recordings of other tools that are in public repositories are read, where they are available.

mod files;

use gate::cli::Exit;

use crate::common::gate;

#[test]
fn public_recordings_are_read() {
    let Some(folder) = files::folder() else {
        eprintln!("LAUNCHGATE_RECORDINGS names no folder: no public recording was read");
        return;
    };
    let wrong: Vec<String> = files::FILES
        .iter()
        .filter_map(|file| {
            let error = file.check(&folder)?.err()?;
            Some(format!("{} {} ({}): {error}", file.repository.0, file.path, file.format))
        })
        .collect();
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn each_recording_names_its_source_and_licence() {
    for file in files::FILES {
        let (repository, commit) = file.repository;
        assert!(repository.split('/').count() == 2 && commit.len() == 40, "{repository} {commit}");
        assert!(!file.licence.is_empty() && file.sha256.len() == 64, "{repository} {}", file.path);
    }
}

/// What a command says and how it ends.
fn said(args: &[&str]) -> (Exit, String) {
    let (exit, out, err) = gate(args);
    (exit, out + &err)
}

#[test]
fn help_names_each_tool() {
    for command in [&["check", "--help"][..], &["baseline", "update", "--help"]] {
        let (code, text) = said(command);
        assert_eq!(code, Exit::Pass);
        for name in ["Chrome", "AppleTrace"] {
            assert!(text.contains(name), "{name}: {text}");
        }
    }
}
