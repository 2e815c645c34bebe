//! From files to a judged outcome: what `gate check` and `gate baseline update` share.
//!
//! Invariant: nothing here writes; both commands judge the same launches alike.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::bail;

use crate::attribute::Attribution;
use crate::baseline::{Acceptance, Entry, Key, Store};
use crate::compare::{CompareError, Side, compare, match_conditions};
use crate::config::{Config, Date};
use crate::launches::{self, Conditions, Launches, ReadOptions, Role};
use crate::report::Outcome;
use crate::verdict::judge;

use super::Settings;

/// The settings, and all that follows from them.
pub(super) struct Context {
    pub(super) config: Config,
    /// The folder that paths in the settings start from.
    root: PathBuf,
    attribution: Attribution,
    /// The day in UTC: what expires does so at its end.
    pub(super) today: Date,
}

impl Context {
    pub(super) fn read(settings: &Settings) -> anyhow::Result<Context> {
        let (config, root) = settings.read()?;
        let attribution = Attribution::read(&config, &root)?;
        Ok(Context { config, root, attribution, today: today()? })
    }

    /// Reads launches and says of each method whose it is.
    pub(super) fn launches(&self, paths: &[PathBuf]) -> anyhow::Result<Launches> {
        let mut launches = launches::read(paths, &ReadOptions { paths: false })?;
        self.attribution.apply(&mut launches);
        Ok(launches)
    }

    /// The store: the folder that was given, else the one of the settings.
    pub(super) fn store(&self, given: Option<&Path>) -> anyhow::Result<Store> {
        let dir = given.map_or_else(|| self.root.join(&self.config.baseline.dir), Path::to_owned);
        Ok(Store::open(dir)?)
    }

    /// Judges launches against the stored ones of the same app, scenario and device, which it gives too.
    pub(super) fn against_store(&self, store: &Store, new: &Launches) -> anyhow::Result<(Outcome, Launches)> {
        let mut keys: Vec<Key> = new.launches.iter().map(|launch| Key::of(&launch.conditions)).collect();
        keys.sort();
        keys.dedup();
        let mut pool = Vec::new();
        for key in &keys {
            pool.extend(self.pool(store, key, new)?);
        }
        if pool.is_empty() {
            return Ok((Outcome::NoBaseline(no_baseline(store, &keys)?), Launches::default()));
        }
        let mut base = store.load_all(&pool)?;
        self.attribution.apply(&mut base);
        let side = |launches| Side { launches, role: None };
        let outcome = self.judge(side(&base), side(new), &store.accepted()?)?;
        Ok((outcome, base))
    }

    /// The sessions that `new` is compared with: the newest recorded under its conditions.
    ///
    /// If there is none, the newest of all, so that the difference can be named.
    fn pool(&self, store: &Store, key: &Key, new: &Launches) -> anyhow::Result<Vec<Entry>> {
        let of_new = |name: &str| new.sessions().any(|(session, _)| session == name);
        let conditions: Vec<&Conditions> = new.launches.iter().map(|launch| &*launch.conditions).collect();
        let mut sessions = store.sessions(key)?;
        // A session is no evidence for itself.
        sessions.retain(|entry| !of_new(&entry.session));
        let matches = |entry: &&Entry| conditions.iter().all(|c| match_conditions(&entry.conditions, c));
        let mut pool: Vec<Entry> =
            sessions.iter().filter(matches).take(self.config.gate.pool.max(1)).cloned().collect();
        if pool.is_empty() {
            pool.extend(sessions.into_iter().next());
        }
        Ok(pool)
    }

    /// Judges one side against the other.
    pub(super) fn judge(
        &self,
        before: Side<'_>,
        after: Side<'_>,
        accepted: &[Acceptance],
    ) -> anyhow::Result<Outcome> {
        match compare(before, after, &self.config, self.today) {
            Ok(comparison) => {
                let verdict = judge(&comparison, &self.config, accepted, self.today);
                Ok(Outcome::Judged(Box::new(comparison), verdict))
            }
            Err(CompareError::Incomparable(differences)) => Ok(Outcome::Incomparable(differences)),
            Err(error @ CompareError::TooFew { .. }) => Ok(Outcome::TooFew(error.to_string())),
            Err(error) => Err(error.into()),
        }
    }
}

/// Whether the launches hold both sides of an interleaved run.
pub(super) fn is_interleaved(launches: &Launches) -> bool {
    let has = |role| launches.launches.iter().any(|launch| launch.role == Some(role));
    has(Role::Base) && has(Role::Head)
}

/// What was odd about the input, as lines.
pub(super) fn warnings<'a>(all: impl IntoIterator<Item = &'a Launches>) -> Vec<String> {
    all.into_iter()
        .flat_map(|launches| &launches.warnings)
        .map(|warning| format!("{}: {}", warning.source, warning.kind))
        .collect()
}

fn no_baseline(store: &Store, keys: &[Key]) -> anyhow::Result<String> {
    let shown = |key: &Key| {
        let scenario = if key.scenario.is_empty() { String::new() } else { format!(", {}", key.scenario) };
        let or =
            |text: &str, missing: &str| if text.is_empty() { missing.to_owned() } else { text.to_owned() };
        format!("{}{scenario} on {}", or(&key.app, "an unnamed app"), or(&key.device, "an unnamed device"))
    };
    let wanted: Vec<String> = keys.iter().map(shown).collect();
    let stored: Vec<String> = store.keys()?.iter().map(shown).collect();
    let others = if stored.is_empty() { String::new() } else { format!(" (stored: {})", stored.join("; ")) };
    Ok(format!("{} holds no session of {}{others}", store.root().display(), wanted.join("; ")))
}

fn today() -> anyhow::Result<Date> {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    match Date::from_unix_seconds(seconds) {
        Some(date) => Ok(date),
        None => bail!("the clock of this machine is wrong: {seconds} s since 1970"),
    }
}
