//! Reads the settings of a command: a file, and overrides.

use std::path::{Component, Path, PathBuf};

use anyhow::bail;
use gate_config::{Config, ConfigError, FILES, Problem, is_settings_file};
use gate_device::tools::spec::ToolTable;

/// A settings file, and settings that override those in the file.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The file given by `--config`; if absent, the first file that exists among `FILES`.
    pub file: Option<PathBuf>,
    /// Settings that override the file, such as `gate.floor=0ns`.
    pub set: Vec<String>,
}

impl Settings {
    /// Returns the given settings file, or otherwise the first file that exists among `FILES`.
    pub fn path(&self) -> PathBuf {
        let usual = || FILES.iter().map(PathBuf::from).find(|path| path.exists());
        self.file.clone().or_else(usual).unwrap_or_else(|| "config.toml".into())
    }

    /// Returns the path of the settings file, if the file exists and its path is relative. A relative path is valid on every machine.
    pub(crate) fn file_in_repository(&self) -> Option<String> {
        let path = self.path();
        let is_below = path.components().all(|part| matches!(part, Component::Normal(_)));
        (is_below && path.exists()).then(|| path.display().to_string())
    }

    /// Reads the file without the overrides.
    pub(super) fn file_config(&self) -> anyhow::Result<Config> {
        let path = self.path();
        if self.file.is_some() || path.exists() { read(&path) } else { Ok(Config::default()) }
    }

    /// Reads the settings, and returns them with the folder to which their paths are relative.
    pub fn read(&self) -> anyhow::Result<(Config, PathBuf)> {
        let path = self.path();
        let mut config = self.file_config()?;
        check_drivers(&path, &config)?;
        for setting in &self.set {
            config.set_from(setting)?;
        }
        let root = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        Ok((config, root.map_or_else(|| PathBuf::from("."), PathBuf::from)))
    }
}

/// Reads settings. If the file is the config.toml of a different tool, the error states that it belongs to this tool.
fn read(path: &Path) -> anyhow::Result<Config> {
    Config::read(path).or_else(|error| {
        // The error is `Invalid` only if `Config::read` has opened the file. `Config::read` opens no file through a symbolic link that
        // leads out of the checkout, so the file may be read here.
        let text = std::fs::read_to_string(path).unwrap_or_default();
        if matches!(error, ConfigError::Invalid { .. }) && !is_settings_file(&text) {
            let path = path.display();
            bail!("{path} has no launchgate section, so it belongs to another tool; put the gate's settings into launchgate.toml, or choose the file with --config");
        }
        Err(error.into())
    })
}

/// Checks the `[[driver]]` tables of the settings with `gate_device`, since `gate_config` does not interpret these tables.
fn check_drivers(path: &Path, config: &Config) -> Result<(), ConfigError> {
    ToolTable::check(&config.drivers).map_err(|(at, error)| {
        let line = config.driver_lines.get(at).copied().unwrap_or(1);
        let problems = vec![Problem { line, reason: error.to_string() }];
        ConfigError::Invalid { file: path.display().to_string(), problems }
    })
}
