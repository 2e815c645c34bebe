//! From files to a judged outcome: what `gate check` and `gate baseline update` share.
//!
//! Invariant: nothing here writes; both commands judge the same launches alike.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::bail;

use crate::attribute::Attribution;
use crate::baseline::{Acceptance, Entry, Key, Store};
use crate::compare::{
    CompareError, Comparison, Sessions, Side, budgets_alone, compare, compare_anchor, match_conditions,
};
use crate::config::{Config, Date};
use crate::launches::{self, Conditions, Launches, ReadOptions, Recording, Role};
use crate::report::Outcome;
use crate::stats::creep;
use crate::verdict::{judge, judge_budgets};

use super::Settings;

/// The settings, and all that follows from them.
pub(super) struct Context {
    pub(super) config: Config,
    /// The folder that paths in the settings start from.
    root: PathBuf,
    pub(super) attribution: Attribution,
    /// The day in UTC: what expires does so at its end.
    pub(super) today: Date,
}

/// What came of a comparison with stored sessions.
pub(super) struct Stored {
    pub(super) outcome: Outcome,
    /// The launches that were compared with.
    pub(super) base: Launches,
    /// The newest of their call trees.
    pub(super) tree: Option<Launches>,
    /// The newest of their timelines: of which session, of which launch, and the launch in time.
    pub(super) timeline: Option<(Arc<str>, u64, Recording)>,
    /// What could not be judged.
    pub(super) warnings: Vec<String>,
}

impl Context {
    pub(super) fn read(settings: &Settings) -> anyhow::Result<Context> {
        let (config, root) = settings.read()?;
        let attribution = Attribution::read(&config, &root)?;
        Ok(Context { config, root, attribution, today: today()? })
    }

    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    /// Reads launches and says of each method whose it is; with the callers, where there is not more of it than so many MiB, and
    /// otherwise says so.
    pub(super) fn launches(
        &self,
        paths: &[PathBuf],
        callers_up_to: u64,
        warnings: &mut Vec<String>,
    ) -> anyhow::Result<Launches> {
        // Half a MiB more or less decides nothing.
        let size = size(paths) >> 20;
        if size > callers_up_to {
            warnings.push(format!(
                "callers and the flame graph are left out: {size} MiB of launches are more than --callers-up-to {callers_up_to}"
            ));
        }
        self.read_runs(paths, size <= callers_up_to)
    }

    /// Reads launches and says of each method whose it is.
    pub(super) fn read_runs(&self, paths: &[PathBuf], callers: bool) -> anyhow::Result<Launches> {
        let mut launches = launches::read(paths, &ReadOptions { paths: callers })?;
        self.attribution.apply(&mut launches);
        Ok(launches)
    }

    /// Says of each method whose it is.
    pub(super) fn attribute(&self, launches: &mut Launches) {
        self.attribution.apply(launches);
    }

    /// What is odd about the settings today.
    pub(super) fn warnings(&self) -> impl Iterator<Item = String> {
        self.config.expired(self.today).map(|rule| {
            let until = rule.until.map_or_else(String::new, |until| until.to_string());
            let reason = rule.reason.as_deref().unwrap_or("no reason given");
            format!("an [[override]] ended on {until} and holds no longer ({reason}): renew or remove it")
        })
    }

    /// The store: the folder that was given, else the one of the settings.
    pub(super) fn store(&self, given: Option<&Path>) -> anyhow::Result<Store> {
        Ok(Store::open(self.store_folder(given))?)
    }

    /// Its folder.
    pub(super) fn store_folder(&self, given: Option<&Path>) -> PathBuf {
        given.map_or_else(|| self.root.join(&self.config.baseline.dir), Path::to_owned)
    }

    /// A run that could stop early has spent its level on several looks: each, also the last, has its share.
    pub(super) fn share_level(&mut self, launches: &Launches) {
        if let Some(looks) = launches.looks {
            self.config.gate.alpha /= looks.max(1) as f64;
        }
    }

    /// The stored launches that these are compared with; none if there are none.
    pub(super) fn pooled(&self, store: &Store, new: &Launches) -> anyhow::Result<Option<Launches>> {
        let (_, pool) = self.pools(store, new)?;
        if pool.is_empty() {
            return Ok(None);
        }
        let mut base = store.load_all(&pool)?;
        self.attribution.apply(&mut base);
        Ok(Some(base))
    }

    /// Judges launches against the stored ones of the same app, scenario and device, which it gives too.
    pub(super) fn against_store(&self, store: &Store, new: &Launches) -> anyhow::Result<Stored> {
        let (keys, pool) = self.pools(store, new)?;
        if pool.is_empty() {
            let outcome = self.without_baseline(no_baseline(store, &keys)?, &keys, store, new)?;
            return Ok(Stored {
                outcome,
                base: Launches::default(),
                tree: None,
                timeline: None,
                warnings: Vec::new(),
            });
        }
        let mut base = store.load_all(&pool)?;
        self.attribution.apply(&mut base);
        let accepted = store.accepted()?;
        let mut warnings = Vec::new();
        let side = |launches| Side { launches, role: None };
        let outcome = match compare(side(&base), side(new), &self.config, self.today) {
            Ok(mut comparison) => {
                if let [key] = &keys[..] {
                    warnings.extend(self.add_creep(store, key, side(new), &mut comparison)?);
                }
                self.decide(comparison, &accepted)
            }
            Err(error) => outcome_of(error)?,
        };
        // The newest that has one.
        let mut tree = None;
        for entry in &pool {
            if let Some(mut found) = store.tree(entry)? {
                self.attribution.apply(&mut found);
                tree = Some(found);
                break;
            }
        }
        let mut timeline = None;
        for entry in &pool {
            if let Some((number, recording)) = store.timeline(entry)? {
                timeline = Some((Arc::clone(&entry.session), number, recording));
                break;
            }
        }
        Ok(Stored { outcome, base, tree, timeline, warnings })
    }

    /// What can be said of launches that nothing stored matches: whether they keep their budgets.
    fn without_baseline(
        &self,
        mut reason: String,
        keys: &[Key],
        store: &Store,
        new: &Launches,
    ) -> anyhow::Result<Outcome> {
        let mut budgets = Vec::new();
        if !self.config.budgets.is_empty() {
            let judged = match keys {
                [_] => budgets_alone(Side { launches: new, role: None }, &self.config, self.today)
                    .map_err(|error| error.to_string()),
                _ => Err("the launches are of several apps, scenarios or devices".to_owned()),
            };
            match judged {
                Ok(found) => budgets = found,
                Err(why) => reason += &format!("; no budget was judged: {why}"),
            }
        }
        let findings = judge_budgets(&budgets, &store.accepted()?, self.today);
        Ok(Outcome::NoBaseline { reason, budgets, findings })
    }

    /// Compares with the anchor, if there is one; gives why it could not.
    fn add_creep(
        &self,
        store: &Store,
        key: &Key,
        new: Side<'_>,
        comparison: &mut Comparison,
    ) -> anyhow::Result<Option<String>> {
        let (Some(anchor), Some(launch)) = (store.anchor(key)?, new.launches.launches.first()) else {
            return Ok(None);
        };
        if !match_conditions(&anchor.conditions, &launch.conditions) {
            return Ok(Some(format!(
                "growth since the anchor was not judged: session {:?} was recorded under other conditions; pin a newer one",
                anchor.session
            )));
        }
        let is_new = |entry: &Entry| new.launches.sessions().any(|(name, _)| name == &*entry.session);
        let mut sessions = store.sessions(key)?;
        sessions.retain(|entry| match_conditions(&entry.conditions, &launch.conditions) && !is_new(entry));
        sessions.reverse();
        let Some(place) = sessions.iter().position(|entry| entry.session == anchor.session) else {
            return Ok(None);
        };
        // Several sessions of the release tell more than one.
        let of_release = |entry: &&Entry| {
            entry.conditions.app_build == anchor.conditions.app_build || entry.path == anchor.path
        };
        let anchors: Vec<Entry> = sessions.iter().filter(of_release).cloned().collect();
        let since: Vec<Entry> =
            sessions[place + 1..].iter().filter(|entry| !of_release(entry)).cloned().collect();
        // The newest few are all that is averaged, with the new one.
        let since = &since[since.len().saturating_sub(creep::WINDOW - 1)..];
        let load = |entries: &[Entry]| -> anyhow::Result<(Launches, Vec<Arc<str>>)> {
            let mut launches = store.load_all(entries)?;
            self.attribution.apply(&mut launches);
            Ok((launches, entries.iter().map(|entry| Arc::clone(&entry.session)).collect()))
        };
        let ((anchors, anchor_order), (since, since_order)) = (load(&anchors)?, load(since)?);
        comparison.creep = compare_anchor(
            Sessions { launches: &anchors, order: &anchor_order },
            Sessions { launches: &since, order: &since_order },
            new,
            &self.config,
            self.today,
        )?;
        Ok(None)
    }

    fn decide(&self, comparison: Comparison, accepted: &[Acceptance]) -> Outcome {
        let verdict = judge(&comparison, &self.config, accepted, self.today);
        Outcome::Judged(Box::new(comparison), verdict)
    }

    /// The keys of these launches, and the sessions of each that they are compared with.
    fn pools(&self, store: &Store, new: &Launches) -> anyhow::Result<(Vec<Key>, Vec<Entry>)> {
        let mut keys: Vec<Key> = new.launches.iter().map(|launch| Key::of(&launch.conditions)).collect();
        keys.sort();
        keys.dedup();
        let mut pool = Vec::new();
        for key in &keys {
            pool.extend(self.pool(store, key, new)?);
        }
        Ok((keys, pool))
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
    pub(super) fn judge(&self, before: Side<'_>, after: Side<'_>) -> anyhow::Result<Outcome> {
        match compare(before, after, &self.config, self.today) {
            Ok(comparison) => Ok(self.decide(comparison, &self.accepted()?)),
            Err(error) => outcome_of(error),
        }
    }

    /// What was accepted in the store of the settings, if there is one: it counts whatever is compared with.
    fn accepted(&self) -> anyhow::Result<Vec<Acceptance>> {
        Ok(self.store(None)?.accepted()?)
    }
}

fn outcome_of(error: CompareError) -> anyhow::Result<Outcome> {
    match error {
        CompareError::Incomparable(differences) => Ok(Outcome::Incomparable(differences)),
        error @ CompareError::TooFew { .. } => Ok(Outcome::TooFew(error.to_string())),
        error => Err(error.into()),
    }
}

/// Callers of more MiB of input than this could fill a small machine's memory; the verdict does not need them.
pub(super) const WITH_CALLERS: u64 = 64;

/// How many bytes the files have; what cannot be read is the reader's to say.
fn size(paths: &[PathBuf]) -> u64 {
    let of = |path: &PathBuf| match std::fs::read_dir(path) {
        Ok(entries) => {
            // A link could lead back up.
            let own =
                entries.flatten().filter(|entry| entry.file_type().is_ok_and(|kind| !kind.is_symlink()));
            size(&own.map(|entry| entry.path()).collect::<Vec<_>>())
        }
        Err(_) => std::fs::metadata(path).map_or(0, |found| found.len()),
    };
    paths.iter().map(of).sum()
}

/// Whether the launches hold both sides of an interleaved run.
pub(super) fn is_interleaved(launches: &Launches) -> bool {
    let has = |role| launches.launches.iter().any(|launch| launch.role == Some(role));
    has(Role::Base) && has(Role::Head)
}

/// What was odd about the input, as lines; the same of several sources is one.
pub(super) fn warnings<'a>(all: impl IntoIterator<Item = &'a Launches>) -> Vec<String> {
    let mut lines: Vec<(String, String, usize)> = Vec::new();
    let mut places = hashbrown::HashMap::new();
    for warning in all.into_iter().flat_map(|launches| &launches.warnings) {
        let kind = warning.kind.to_string();
        let place = *places.entry(kind.clone()).or_insert_with(|| {
            lines.push((warning.source.to_string(), kind, 0));
            lines.len() - 1
        });
        lines[place].2 += 1;
    }
    let line = |(source, kind, times): (String, String, usize)| match times {
        1 => format!("{source}: {kind}"),
        _ => format!("{source} and {} more: {kind}", times - 1),
    };
    lines.into_iter().map(line).collect()
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
        None => bail!("the clock of this machine is wrong: {seconds} s since 1970; set it"),
    }
}
