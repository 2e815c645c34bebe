//! What shells and `man` are told, and that every command's help has an example.

use gate::cli::Exit;

use crate::session::Folder;

/// The commands that a help text lists, but for `help` itself.
fn listed(help: &str) -> Vec<String> {
    let list =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = list.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect()
}

fn commands(folder: &Folder) -> Vec<String> {
    let (exit, help, _) = folder.plain(&["--help"]);
    assert_eq!(exit, Exit::Pass);
    let commands = listed(&help);
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
    // The shell itself takes it.
    let (_, script, _) = folder.plain(&["completions", "bash"]);
    let path = folder.write("gate.bash", &script);
    let checked = std::process::Command::new("bash").arg("-n").arg(&path).output().unwrap();
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
}

#[test]
fn every_command_has_a_page_and_an_example() {
    let folder = Folder::new();
    let pages = folder.0.path().join("pages");
    let (exit, out, err) = folder.plain(&["man", "-o", pages.to_str().unwrap()]);
    assert_eq!(exit, Exit::Pass, "{err}");
    for command in commands(&folder) {
        let page = std::fs::read_to_string(pages.join(format!("gate-{command}.1"))).unwrap();
        assert!(page.contains(".SH SYNOPSIS") && page.contains(".TH gate-"), "{command}: {page}");
        let (_, help, _) = folder.plain(&[&command, "--help"]);
        let below = listed(&help);
        // A command of commands has its examples at these.
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
