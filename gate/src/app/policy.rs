//! Chooses the settings for the judgement of a pull request: the settings of its base. Acceptances that the pull request itself adds are
//! shown to reviewers.
//!
//! `--policy FILE` names the settings of the base, in a folder that also contains the acceptances of the base's store. A missing file means
//! that the base has no settings yet.

use std::path::{Path, PathBuf};

use anyhow::bail;
use gate_baseline::Acceptance;
use gate_common::boundary::{BoundaryViolation, join_below};
use gate_config::{Config, Date};
use toml::Value;

use super::context::Context;
use super::{Settings, is_url};

/// The largest number of differences between settings that are listed one by one.
const LISTED: usize = 12;

/// The store and the policy with which launches are judged, in addition to the settings.
#[derive(Clone, Debug, Default)]
pub struct JudgingOptions {
    /// The store, which is a folder or a URL; `None` for the store in the settings.
    pub baseline: Option<PathBuf>,
    /// The ref under which the sessions are stored, and the remote of this ref.
    pub reference: Option<RemoteRef>,
    /// The file with the settings of the base branch.
    pub policy: Option<PathBuf>,
    /// The commit of the base branch. If baselines are committed, launches are compared with the stored sessions of this commit.
    pub base_commit: Option<String>,
}

/// A ref of a remote.
#[derive(Clone, Debug)]
pub struct RemoteRef {
    pub remote: String,
    pub name: String,
}

impl JudgingOptions {
    /// Returns an error if the given folder of baselines does not exist, since a missing folder is a mistake and not an empty store.
    pub fn check_exists(&self) -> anyhow::Result<()> {
        match &self.baseline {
            Some(folder) if self.reference.is_none() && !is_url(folder) && !folder.exists() => {
                bail!(
                    "baseline folder {} not found; correct --baseline, or omit it to use the folder in the settings",
                    folder.display()
                )
            }
            _ => Ok(()),
        }
    }
}

/// The notes for the reviewer of a change.
#[derive(Debug, Default)]
pub struct ReviewNotes {
    /// Lines for the top of the report.
    pub notes: Vec<String>,
    /// Whether the change edits stored sessions or anchors.
    pub edits_baselines: bool,
    /// The acceptances of the base; `None` without a policy.
    base: Option<Vec<Acceptance>>,
}

impl ReviewNotes {
    /// Returns the acceptances that apply. An acceptance that the base does not have is noted for the reviewer, must name one row or one
    /// class, and must end within a year. The judgement checks its size.
    pub fn admit_acceptances(&mut self, accepted: Vec<Acceptance>, today: Date) -> Vec<Acceptance> {
        let Some(base) = &self.base else { return accepted };
        let (mut counted, new): (Vec<_>, Vec<_>) = accepted.into_iter().partition(|one| base.contains(one));
        let mut notes = Vec::new();
        for one in new {
            let Acceptance { method, reason, owner, until, size, .. } = &one;
            let what = format!("{} up to {size} until {until}, by {owner}: {reason}", method.as_str());
            let refused = if !names_one(method.as_str()) {
                Some(
                    "names several things and is ignored; name each method, phase, module or page, or a whole class such as -[Cart *]",
                )
            } else if *until > today.a_year_later() {
                Some("is for more than a year and is ignored; choose a day within a year")
            } else {
                None
            };
            match refused {
                Some(why) => notes.push(format!("an acceptance in this change {why}: {what}")),
                None => {
                    notes.push(format!("accepted by this change: {what}"));
                    counted.push(Acceptance { by_change: true, ..one });
                }
            }
        }
        self.notes.splice(0..0, notes);
        counted
    }
}

/// Returns whether a name denotes one method, phase, module or page, or all methods of one class.
fn names_one(name: &str) -> bool {
    let class =
        name.strip_prefix("-[").or_else(|| name.strip_prefix("+[")).and_then(|rest| rest.strip_suffix(" *]"));
    !class.unwrap_or(name).contains(['*', '?'])
}

/// The settings that are in force for a request, which are read only once.
pub struct EffectiveSettings {
    pub config: Config,
    /// The folder to which paths in the settings are relative.
    pub root: PathBuf,
    /// The differences between the settings of the change and those of the base, one line each.
    notes: Vec<String>,
}

/// Reads the settings in force: the settings of the base if the base has settings, otherwise those of the change. The option `--set`
/// overrides both.
///
/// Invariant: with settings of the base, no setting of the change is in force, neither in a run nor in a judgement.
pub fn in_force(settings: &Settings, policy: Option<&Path>) -> anyhow::Result<EffectiveSettings> {
    let (own, root) = settings.read()?;
    let Some(policy) = policy else { return Ok(EffectiveSettings { config: own, root, notes: Vec::new() }) };
    if !policy.exists() {
        stay_below(&root, &settings.file_config()?)?;
        let notes = vec!["the base has no settings; those of this change are used".to_owned()];
        return Ok(EffectiveSettings { config: own, root, notes });
    }
    let mut config = Config::read(policy)?;
    for setting in &settings.set {
        config.set_from(setting)?;
    }
    // Only files that the settings of the base name are read, and their paths must not lead through a link of the change's checkout.
    if let Some(path) = config.paths().find(|path| join_below(&root, path) == Err(BoundaryViolation::Link)) {
        bail!(
            "{} leads through a symbolic link; the checkout may be a pull request's, so remove the link",
            path.display()
        );
    }
    let notes = list_differences(&read_settings_table(policy), &read_settings_table(&settings.path()));
    Ok(EffectiveSettings { config, root, notes })
}

/// Returns the context of the judgement of a request, and the notes for the reviewer of the change.
pub fn judged_by(settings: &Settings, policy: Option<&Path>) -> anyhow::Result<(Context, ReviewNotes)> {
    let EffectiveSettings { config, root, notes } = in_force(settings, policy)?;
    let context = Context::from_config(config, root)?;
    let base = match policy {
        None => None,
        Some(policy) if !policy.exists() => Some(Vec::new()),
        Some(policy) => {
            let folder = policy.parent().unwrap_or(Path::new("."));
            Some(context.store_in(folder, &context.config)?.read_acceptances()?)
        }
    };
    Ok((context, ReviewNotes { notes, base, ..ReviewNotes::default() }))
}

/// Returns an error if a path in the settings of a change leads out of the folder of the settings.
fn stay_below(root: &Path, config: &Config) -> anyhow::Result<()> {
    // With a URL in the change's settings, this machine would send its own credentials in requests to the bucket of a stranger.
    if is_url(&config.baseline.dir) {
        bail!(
            "baseline.dir is {}; the settings of a change that the base does not have yet may only name folders beside them",
            config.baseline.dir.display()
        );
    }
    for path in config.paths() {
        let reason = match join_below(root, path) {
            Ok(_) => continue,
            Err(BoundaryViolation::Climbs) => "is not inside the folder of the settings",
            Err(BoundaryViolation::Link) => "leads through a symbolic link",
            Err(BoundaryViolation::Git) => "is where git keeps its own data",
        };
        bail!(
            "{} {reason}; the settings of a change that the base does not have yet may only name files beside them",
            path.display()
        );
    }
    Ok(())
}

/// Reads a settings file as a table; a missing file is an empty table.
fn read_settings_table(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    Value::Table(toml::from_str(&text).unwrap_or_default())
}

/// Lists the settings that differ between base and change, a line each.
fn list_differences(base: &Value, head: &Value) -> Vec<String> {
    let mut found = Vec::new();
    compare_settings("", Some(base), Some(head), &mut found);
    let count = found.len();
    found.truncate(LISTED);
    if count > LISTED {
        found.push(format!("{} more settings differ from the base's", count - LISTED));
    }
    found
}

fn compare_settings(key: &str, base: Option<&Value>, head: Option<&Value>, found: &mut Vec<String>) {
    let empty = Value::Table(toml::Table::new());
    // A table that only one side has is compared key by key with an empty table.
    let or_empty =
        |one: Option<&Value>, other: Option<&Value>| one.is_none() && other.is_some_and(Value::is_table);
    let (base, head) = match (or_empty(base, head), or_empty(head, base)) {
        (true, _) => (Some(&empty), head),
        (_, true) => (base, Some(&empty)),
        _ => (base, head),
    };
    let inner = |name: &str| if key.is_empty() { name.to_owned() } else { format!("{key}.{name}") };
    match (base, head) {
        (base, head) if base == head => {}
        (Some(Value::Table(base)), Some(Value::Table(head))) => {
            let names: std::collections::BTreeSet<&String> = base.keys().chain(head.keys()).collect();
            for name in names {
                compare_settings(&inner(name), base.get(name), head.get(name), found);
            }
        }
        (base, head) => {
            let text = |value: Option<&Value>| {
                value.map_or("not set".to_owned(), |value| shorten_text(&value.to_string()))
            };
            let (base, head) = (text(base), text(head));
            found.push(format!("this change sets {key} to {head}; the base's value {base} is used"));
        }
    }
}

/// Shortens a text to one line of at most 80 characters.
fn shorten_text(text: &str) -> String {
    let line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= 80 { line } else { line.chars().take(79).collect::<String>() + "…" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gate_config::{Glob, Growth};

    #[test]
    fn each_setting_that_a_change_alters_is_reported_on_its_own_line() {
        let value = |text: &str| Value::Table(toml::from_str(text).expect("settings"));
        let base = value("[gate]\neffect = \"2%\"\nalpha = 0.05\n[[budget]]\nlaunch = \"1s\"\n");
        let head = value("[gate]\neffect = \"100000%\"\nalpha = 0.05\nundecided = \"pass\"\n");
        assert_eq!(
            list_differences(&base, &head),
            [
                "this change sets budget to not set; the base's value [{ launch = \"1s\" }] is used",
                "this change sets gate.effect to \"100000%\"; the base's value \"2%\" is used",
                "this change sets gate.undecided to \"pass\"; the base's value not set is used",
            ]
        );
        assert!(list_differences(&base, &base).is_empty());
        let none = value("");
        assert_eq!(list_differences(&none, &value("[gate]\neffect = \"9%\"\n")).len(), 1);
        assert!(
            list_differences(&none, &value("[gate]\neffect = \"9%\"\n"))[0].contains("sets gate.effect to")
        );
        assert!(
            list_differences(&value("[gate]\nfloor = 1\n"), &none)[0].contains("sets gate.floor to not set")
        );
    }

    #[test]
    fn settings_of_a_change_cannot_name_a_file_outside_its_checkout() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |path: &str| folder.path().join(path);
        for made in ["base", "head"] {
            std::fs::create_dir(at(made)).expect("made");
        }
        std::fs::write(at("secret"), "hunter2").expect("written");
        #[cfg(unix)]
        std::os::unix::fs::symlink(at("secret"), at("head/map")).expect("linked");
        let settings = Settings { file: Some(at("head/config.toml")), ..Settings::default() };
        let refused =
            |policy: &Path| judged_by(&settings, Some(policy)).err().map(|error| format!("{error:#}"));
        let secret = at("secret").display().to_string();
        for (path, reason) in
            [(secret.as_str(), "not inside"), ("../secret", "not inside"), ("map", "symbolic link")]
        {
            for key in ["link_maps", "binaries", "symbols", "codeowners", "device_support"] {
                let value = if matches!(key, "link_maps" | "binaries") {
                    format!("[{path:?}]")
                } else {
                    format!("{path:?}")
                };
                std::fs::write(at("head/config.toml"), format!("[attribution]\n{key} = {value}\n"))
                    .expect("written");
                let error = refused(&at("base/config.toml")).expect(key);
                assert!(error.contains(reason) && !error.contains("hunter2"), "{key} = {value}: {error}");
                // With settings of the base, files named by the change's settings are not read.
                std::fs::write(at("base/other.toml"), "").expect("written");
                assert_eq!(refused(&at("base/other.toml")), None, "{key} = {value}");
            }
        }
        std::fs::write(at("base/other.toml"), "[attribution]\nlink_maps = [\"map\"]\n").expect("written");
        let error = refused(&at("base/other.toml")).expect("the checkout has a link there");
        assert!(error.contains("symbolic link") && !error.contains("hunter2"), "{error}");
    }

    #[test]
    fn a_change_can_accept_growth_of_only_one_method_or_phase_for_at_most_a_year() {
        let acceptance = |method: &str| Acceptance {
            method: Glob::new(method),
            reason: "the new cart".to_owned(),
            owner: "@shop/cart".to_owned(),
            until: Date::parse("2028-02-29").expect("a day"),
            size: Growth::parse("+8%").expect("a size"),
            level: None,
            others: Vec::new(),
            by_change: false,
        };
        let today = Date::parse("2027-03-01").expect("a day");
        let single = ["-[Cart reload]", "-[Cart *]", "+[Cart *]", "main..first_frame"];
        let several = ["*", "**", "?*", "*e*", "-[*", "-[* *]", "-[C* *]", "-[Cart re*]", "-[Cart ?]"];
        let until =
            |day: &str| Acceptance { until: Date::parse(day).expect("a day"), ..acceptance("-[Long m]") };
        let mut all = vec![acceptance("-[Old *e*]")];
        all.extend(single.iter().chain(&several).map(|name| acceptance(name)));
        all.extend([until("2028-03-01"), until("2028-03-02"), until("9999-12-31")]);
        let mut review = ReviewNotes {
            notes: vec!["settings".to_owned()],
            base: Some(vec![acceptance("-[Old *e*]")]),
            ..ReviewNotes::default()
        };
        let counted = review.admit_acceptances(all.clone(), today);
        let names: Vec<(&str, bool)> =
            counted.iter().map(|one| (one.method.as_str(), one.by_change)).collect();
        let new = single.iter().map(|name| (*name, true));
        let expected: Vec<_> =
            [("-[Old *e*]", false)].into_iter().chain(new).chain([("-[Long m]", true)]).collect();
        assert_eq!(names, expected, "what the base accepts stays as it is");
        assert_eq!(
            review.notes[0],
            "accepted by this change: -[Cart reload] up to +8% until 2028-02-29, by @shop/cart: the new cart"
        );
        let noted = |part: &str| review.notes.iter().filter(|note| note.contains(part)).count();
        assert_eq!(
            (noted("names several things and is ignored"), noted("for more than a year")),
            (several.len(), 2)
        );
        assert_eq!(
            ReviewNotes::default().admit_acceptances(all.clone(), today),
            all,
            "without a base all of them count"
        );
    }
}
