//! Decides whether the commands in a config.toml may be run.
//!
//! A config.toml comes with the sources, and in a pipeline with the sources of a pull request. All settings are data, except the commands
//! of a `[[driver]]`. A person has to trust the author of these commands before they are run.

use std::io::{BufRead, Write};

use anyhow::bail;
use gate_config::Config;
use gate_report::escape_for_display;

use super::options::DriversArgs;
use super::terminal::can_ask;
use crate::app::Settings;

/// The keys of a `[[driver]]` that only describe the answers of a tool.
const HARMLESS: [&str; 11] = [
    "name", "about", "get", "system", "launches", "least", "debugger", "startup", "noise", "again", "failure",
];

impl DriversArgs {
    /// Returns the `[[driver]]` tables to use: the tables of `--drivers`, or otherwise the tables of the settings if a person trusts them.
    pub(super) fn trusted_tables(
        &self,
        settings: &Settings,
        config: &Config,
    ) -> anyhow::Result<Vec<toml::Table>> {
        if let Some(path) = &self.drivers {
            return Ok(Config::read(path)?.drivers);
        }
        let file = settings.path().display().to_string();
        let question = trust_question(&config.drivers, &escape_for_display(&file));
        let Some(question) = question.filter(|_| !self.trust_config) else {
            return Ok(config.drivers.clone());
        };
        let (input, output) = (std::io::stdin(), std::io::stderr());
        if can_ask() && is_answered(&question, &mut input.lock(), &mut output.lock())? {
            return Ok(config.drivers.clone());
        }
        bail!("{question}; pass --trust-config if you trust everyone who can change that file")
    }
}

/// Returns the question for the person at the terminal, if a table runs a command.
fn trust_question(drivers: &[toml::Table], file: &str) -> Option<String> {
    let mut asked = Vec::new();
    for driver in drivers {
        let keys: Vec<String> = driver
            .keys()
            .filter(|key| !HARMLESS.contains(&key.as_str()))
            .map(|key| escape_for_display(key))
            .collect();
        if !keys.is_empty() {
            let name = driver.get("name").and_then(toml::Value::as_str).unwrap_or("without a name");
            asked.push(format!("{} ({})", escape_for_display(name), keys.join(", ")));
        }
    }
    let drivers = asked.join(", ");
    (!asked.is_empty())
        .then(|| format!("{file}: its [[driver]] tables run commands on this machine: {drivers}"))
}

fn is_answered(question: &str, input: &mut dyn BufRead, output: &mut dyn Write) -> std::io::Result<bool> {
    write!(output, "{question}\nDo you trust everyone who can change that file? [y/N] ")?;
    output.flush()?;
    let mut answer = String::new();
    input.read_line(&mut answer)?;
    Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tables(text: &str) -> Vec<toml::Table> {
        let config = Config::parse("config.toml", text).expect("valid settings");
        config.drivers
    }

    #[test]
    fn only_driver_settings_that_run_commands_require_trust() {
        for harmless in ["", "[[driver]]\nname = \"go-ios\"\nstartup = 3\nleast = \"1.0\"\n"] {
            assert_eq!(trust_question(&tables(harmless), "config.toml"), None);
        }
        for (line, key) in [
            ("path = [\"./evil\"]", "path"),
            ("environment = { PYTHONPATH = \"evil\" }", "environment"),
            ("variable = [\"-e\", \"{key}={value}\"]", "variable"),
            ("devices = { command = [\"/bin/sh\", \"-c\", \"id\"] }", "devices"),
        ] {
            let asked =
                trust_question(&tables(&format!("[[driver]]\nname = \"go-ios\"\n{line}\n")), "config.toml");
            let expected =
                format!("config.toml: its [[driver]] tables run commands on this machine: go-ios ({key})");
            assert_eq!(asked, Some(expected), "{line}");
        }
    }

    #[test]
    fn only_y_and_yes_count_as_consent() {
        for (answer, expected) in
            [("y\n", true), ("Yes\n", true), ("\n", false), ("", false), ("no\n", false)]
        {
            let mut asked = Vec::new();
            assert_eq!(is_answered("?", &mut answer.as_bytes(), &mut asked).expect("memory"), expected);
            assert!(String::from_utf8_lossy(&asked).contains("[y/N]"));
        }
    }
}
