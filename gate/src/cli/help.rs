//! The commands in groups, as `gate --help` lists them.

use std::fmt::Write as _;

use clap::{Command, CommandFactory as _};

use super::Cli;

/// Which commands belong together, in the order of a first use; every other one stands below "More".
const GROUPS: [(&str, &[&str]); 4] = [
    ("Start", &["init", "doctor", "look"]),
    ("Measure", &["inject", "run"]),
    ("Judge", &["check", "report", "comment", "explain"]),
    ("Baselines", &["baseline", "store", "trend"]),
];

/// The command line, whose help lists the commands in groups.
pub(super) fn command() -> Command {
    let mut command = Cli::command();
    command.build();
    let listed = listed(&command);
    command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{listed}Options:\n{{options}}{{after-help}}"
    ))
}

fn listed(command: &Command) -> String {
    let is_grouped = |name: &str| GROUPS.iter().any(|(_, names)| names.contains(&name));
    let all = || command.get_subcommands();
    let width = all().map(|one| one.get_name().len()).max().unwrap_or_default();
    let mut text = String::new();
    let mut group = |name: &str, commands: Vec<&Command>| {
        let _ = writeln!(text, "{name}:");
        for one in commands {
            let about = one.get_about().map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(text, "  {:width$}  {about}", one.get_name());
        }
        text.push('\n');
    };
    for (name, names) in GROUPS {
        let of = names.iter().filter_map(|name| all().find(|one| one.get_name() == *name));
        group(name, of.collect());
    }
    group("More", all().filter(|one| !is_grouped(one.get_name())).collect());
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_lists_each_command_once_in_its_group() {
        let text = command().render_help().to_string();
        let at = |what: &str| text.find(what).unwrap_or_else(|| panic!("{what}: {text}"));
        let headings =
            ["\nStart:\n", "\nMeasure:\n", "\nJudge:\n", "\nBaselines:\n", "\nMore:\n", "\nOptions:\n"];
        assert!(headings.map(at).is_sorted(), "{text}");
        assert!(at("\nMore:\n") < at("\n  bisect ") && at("\n  inject ") < at("\n  run "), "{text}");
        for one in Cli::command().get_subcommands() {
            let line = format!("\n  {} ", one.get_name());
            assert_eq!(text.matches(&line).count(), 1, "{line}: {text}");
        }
        assert!(
            GROUPS
                .iter()
                .flat_map(|(_, names)| *names)
                .all(|name| { *name == "store" || Cli::command().find_subcommand(name).is_some() })
        );
    }
}
