//! Tests the completion scripts, the manual pages, and that the help of every command has an example.

use gate::cli::Exit;

use super::words;
use crate::common::session::Folder;

fn commands(folder: &Folder) -> Vec<String> {
    let (exit, help, _) = folder.plain(&["--help"]);
    assert_eq!(exit, Exit::Pass);
    let commands: Vec<String> = words::commands(&help).into_iter().map(str::to_owned).collect();
    assert!(commands.len() > 8 && commands.contains(&"check".to_owned()), "{help}");
    commands
}

#[test]
fn every_shell_completes_every_command() {
    let folder = Folder::new();
    let commands = commands(&folder);
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let (exit, script, err) = folder.plain(&["completions", shell]);
        assert_eq!(exit, Exit::Pass, "{err}");
        for command in &commands {
            assert!(script.contains(command.as_str()), "{shell}: {command}");
        }
    }
    let (exit, _, err) = folder.plain(&["completions", "cmd"]);
    assert!(exit == Exit::Error && err.contains("bash"), "{err}");
    // The shell itself parses the script.
    let (_, script, _) = folder.plain(&["completions", "bash"]);
    let path = folder.write("gate.bash", &script);
    let checked = std::process::Command::new("bash").arg("-n").arg(&path).output().unwrap();
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
}

#[test]
fn every_command_has_a_manual_page_and_an_example() {
    let folder = Folder::new();
    let pages = folder.0.path().join("pages");
    let (exit, out, err) = folder.plain(&["man", "-o", pages.to_str().unwrap()]);
    assert_eq!(exit, Exit::Pass, "{err}");
    for command in commands(&folder) {
        let page = std::fs::read_to_string(pages.join(format!("gate-{command}.1"))).unwrap();
        assert!(page.contains(".SH SYNOPSIS") && page.contains(".TH gate-"), "{command}: {page}");
        let (_, help, _) = folder.plain(&[&command, "--help"]);
        let below: Vec<String> = words::commands(&help).into_iter().map(str::to_owned).collect();
        // A command with subcommands has its examples in their help.
        let all: Vec<Vec<&str>> = match &below[..] {
            [] => vec![vec![&command, "--help"]],
            below => below.iter().map(|below| vec![command.as_str(), below, "--help"]).collect(),
        };
        for args in all {
            let (_, help, _) = folder.plain(&args);
            assert!(help.contains("Example"), "{args:?}: {help}");
        }
        assert!(
            below.iter().all(|below| pages.join(format!("gate-{command}-{below}.1")).exists()),
            "{below:?}"
        );
    }
    assert_eq!(out.lines().count(), std::fs::read_dir(&pages).unwrap().count());
}
