//! Defines the context of a judgement: settings, launches with the owners of their methods, the store, and the day.
//!
//! Invariant: the context writes no files and judges no launches; [`gate_decision`] judges.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::bail;
use gate_attribution::symbols::Cache;
use gate_attribution::{Attribution, NativeFunctions, budgets_of_other_devices, list_unmatched_settings};
use gate_baseline::{Acceptance, Baselines, Store};
use gate_config::{Config, Date};
use gate_decision::ExclusionReason;
use gate_decision::Policy;
use gate_launches::{Launch, Launches, MethodOwners as _, ReadOptions};

use super::{Event, EventReceiver, Settings, shared};

/// The settings, and the values derived from them.
pub struct Context {
    pub config: Config,
    /// The folder to which paths in the settings are relative.
    root: PathBuf,
    pub attribution: Attribution,
    /// The current day in UTC; acceptances and overrides expire at the end of their last day.
    pub today: Date,
    /// The time of this machine's clock in milliseconds since 1970.
    now_unix_ms: u64,
    /// The cache of symbols from dSYMs.
    cache: Option<Cache>,
    /// The problems that occurred when symbols were read.
    problems: RefCell<Vec<String>>,
}

impl Context {
    pub fn read(settings: &Settings) -> anyhow::Result<Context> {
        let (config, root) = settings.read()?;
        Context::from_config(config, root)
    }

    /// Creates the context from settings whose paths start from `root`.
    pub(super) fn from_config(config: Config, root: PathBuf) -> anyhow::Result<Context> {
        let cache = Cache::in_default_folder();
        let attribution = Attribution::read_with(&config, &root, cache.clone())?;
        let now_unix_ms = current_unix_ms();
        Ok(Context {
            config,
            root,
            attribution,
            today: date_from_unix_ms(now_unix_ms)?,
            now_unix_ms,
            cache,
            problems: RefCell::default(),
        })
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Reads launches and attributes their methods. If the files are larger than 64 MiB in total, callers are read for only a part of the
    /// launches.
    pub fn read_launches(&self, paths: &[PathBuf], warnings: &mut Vec<String>) -> anyhow::Result<Launches> {
        // The size is rounded down to whole MiB, which is exact enough.
        let size = total_size(paths) >> 20;
        let one_in = size.div_ceil(WITH_CALLERS).max(1);
        if one_in > 1 {
            warnings.push(format!(
                "callers, functions and the flame graph are from 1 launch in {one_in}: {size} MiB of launches exceed {WITH_CALLERS} MiB; pass fewer launches to use all"
            ));
        }
        self.read_paths(paths, ReadOptions { paths: true, one_in, ..ReadOptions::default() })
    }

    /// Reads launches and attributes their methods, with or without callers.
    pub(crate) fn read_runs(&self, paths: &[PathBuf], callers: bool) -> anyhow::Result<Launches> {
        self.read_paths(paths, ReadOptions { paths: callers, ..ReadOptions::default() })
    }

    /// Reads launches, attributes their methods and names sampled functions.
    pub(crate) fn read_paths(&self, paths: &[PathBuf], options: ReadOptions) -> anyhow::Result<Launches> {
        let options = ReadOptions { largest: (self.config.gate.largest_input as u64) << 20, ..options };
        let mut launches = gate_launches::read(paths, &options)?;
        self.attribution.set_owners(&mut launches);
        let mut known = self.problems.borrow_mut();
        for problem in self.attribution.name_functions(&mut launches, self.cache.clone()) {
            if !known.contains(&problem) {
                known.push(problem);
            }
        }
        Ok(launches)
    }

    /// Returns the problems with symbols that occurred while functions were named.
    pub(crate) fn symbol_warnings(&self) -> Vec<String> {
        self.problems.borrow().clone()
    }

    /// Reads the launches that are shown, and separately the launches that count calls and are not timed.
    pub(crate) fn shown_and_counting(
        &self,
        paths: &[PathBuf],
        all: bool,
        watch: &mut dyn EventReceiver,
    ) -> anyhow::Result<(Launches, Vec<Launch>)> {
        let launches = self.read_runs(paths, true)?;
        let counting = launches.launches.iter().filter(|launch| launch.counts.is_some()).cloned().collect();
        Ok((self.without_excluded(launches, all, watch)?, counting))
    }

    fn without_excluded(
        &self,
        mut launches: Launches,
        all: bool,
        watch: &mut dyn EventReceiver,
    ) -> anyhow::Result<Launches> {
        let mut warnings = format_warnings([&launches]);
        warnings.extend(self.warnings());
        let mut left_out: BTreeMap<&str, usize> = BTreeMap::new();
        if !all {
            launches.launches.retain(|launch| {
                let why = ExclusionReason::from_launch(launch);
                if let Some(why) = why {
                    *left_out.entry(why.phrase()).or_default() += 1;
                }
                why.is_none()
            });
        }
        for (why, count) in left_out {
            let (noun, them) = if count == 1 { ("launch is", "it") } else { ("launches are", "them") };
            watch.notify(Event::Note(format!("{count} {noun} excluded: {why} (--all includes {them})")))?;
        }
        watch.warn(warnings)?;
        if launches.launches.is_empty() {
            bail!("all launches were excluded; run `gate check` to see why, or include them with --all");
        }
        Ok(launches)
    }

    /// Names the sampled functions; a missing dSYM is a warning.
    pub fn name_sampled_functions(
        &self,
        launches: &Launches,
        watch: &mut dyn EventReceiver,
    ) -> anyhow::Result<NativeFunctions> {
        if launches.launches.iter().all(|launch| launch.samples.is_none()) {
            return Ok(NativeFunctions::default());
        }
        let natives = self.attribution.find_native_functions(launches, self.cache.clone());
        for (image, uuid) in &natives.missing {
            watch.notify(Event::Warning(format!(
                "missing dSYM: {image} ({uuid}); add its folder to attribution.symbols to see names and lines of its functions"
            )))?;
        }
        watch.warn(natives.problems.clone())?;
        Ok(natives)
    }

    /// Attributes methods to modules and owners.
    pub fn attribute(&self, launches: &mut Launches) {
        self.attribution.set_owners(launches);
    }

    /// Returns warnings about expired settings and about symbols.
    pub fn warnings(&self) -> impl Iterator<Item = String> {
        let ended = self.config.expired_overrides(self.today).map(|rule| {
            let until = rule.until.map_or_else(String::new, |until| until.to_string());
            let reason = rule.reason.as_deref().unwrap_or("no reason given");
            format!("an [[override]] expired on {until} ({reason}); renew or remove it")
        });
        self.symbol_warnings().into_iter().chain(self.attribution.warnings().iter().cloned()).chain(ended)
    }

    /// Lists the settings and acceptances that match no name in the launches. With `strict`, such a setting
    /// is an error.
    pub fn list_unmatched_settings(
        &self,
        sides: &[&Launches],
        accepted: &[Acceptance],
        strict: bool,
    ) -> anyhow::Result<Vec<String>> {
        let held = accepted.iter().filter(|one| one.until >= self.today).map(|one| &one.method);
        let mut found = list_unmatched_settings(&self.config, &self.attribution, sides, held, self.today);
        if strict && !found.is_empty() {
            bail!("--strict: {}", found.join("\n"));
        }
        found.extend(budgets_of_other_devices(&self.config, sides));
        Ok(found)
    }

    /// Opens the given store, which is a folder or a URL, or otherwise the store in the settings.
    pub fn store(&self, given: Option<&Path>) -> anyhow::Result<Box<dyn Baselines>> {
        self.open(&self.store_folder(given), true)
    }

    /// Opens the store of the settings `config`, whose paths are relative to `root`.
    pub(crate) fn store_in(&self, root: &Path, config: &Config) -> anyhow::Result<Box<dyn Baselines>> {
        self.open(&store_at(root, &config.baseline.dir), true)
    }

    /// Opens the store with the sessions of all commits, and not only those in the history of HEAD.
    pub(crate) fn whole_store(&self, given: Option<&Path>) -> anyhow::Result<Box<dyn Baselines>> {
        self.open(&self.store_folder(given), false)
    }

    fn open(&self, place: &Path, is_judged: bool) -> anyhow::Result<Box<dyn Baselines>> {
        if is_url(place) || shared::is_store(place) {
            return shared::open(place, self, is_judged);
        }
        Ok(Box::new(self.open_store(place)?))
    }

    /// Returns the subfolder `name` of the cache folder, which also contains the cache of symbols.
    pub fn cache_folder(&self, name: &str) -> Option<PathBuf> {
        self.cache.as_ref().map(|cache| cache.folder().join(name))
    }

    pub fn now_unix_ms(&self) -> u64 {
        self.now_unix_ms
    }

    /// Opens the store in a folder.
    pub(crate) fn open_store(&self, folder: &Path) -> anyhow::Result<Store> {
        Ok(Store::open(folder)?.with_current_time(self.now_unix_ms))
    }

    /// Returns the folder or URL of the store.
    pub(crate) fn store_folder(&self, given: Option<&Path>) -> PathBuf {
        given.map_or_else(|| store_at(&self.root, &self.config.baseline.dir), Path::to_owned)
    }

    /// Returns the policy with the acceptances of a store.
    pub fn policy<'a>(&'a self, accepted: &'a [Acceptance]) -> Policy<'a> {
        Policy { config: &self.config, attribution: &self.attribution, accepted, today: self.today }
    }

    /// Returns the acceptances in the store that the settings name. These acceptances apply to every comparison.
    pub fn read_acceptances(&self) -> anyhow::Result<Vec<Acceptance>> {
        Ok(self.store(None)?.read_acceptances()?)
    }
}

/// Whether a store is at a URL rather than in a folder.
pub fn is_url(place: &Path) -> bool {
    place.to_str().is_some_and(|text| text.contains("://"))
}

/// Returns the address of the store in the settings: its URL, or its folder below `root`.
fn store_at(root: &Path, dir: &Path) -> PathBuf {
    if is_url(dir) { dir.to_owned() } else { root.join(dir) }
}

/// The size of the input, in MiB, up to which all callers fit into the memory of a small machine. The verdict does not need callers.
const WITH_CALLERS: u64 = 64;

/// Returns the size of files in bytes. A file that cannot be read has the size 0 here, and the reader of launches reports it.
fn total_size(paths: &[PathBuf]) -> u64 {
    paths.iter().map(|path| size_of(path)).sum()
}

fn size_of(path: &Path) -> u64 {
    let Ok(entries) = std::fs::read_dir(path) else {
        return std::fs::metadata(path).map_or(0, |found| found.len());
    };
    // Symbolic links are skipped, since a link to a parent folder would cause an endless recursion.
    let own = entries.flatten().filter(|entry| entry.file_type().is_ok_and(|kind| !kind.is_symlink()));
    total_size(&own.map(|entry| entry.path()).collect::<Vec<_>>())
}

/// Formats the warnings about launches as lines; equal warnings of several sources share a line.
pub fn format_warnings<'a>(all: impl IntoIterator<Item = &'a Launches>) -> Vec<String> {
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
    let lines = lines.into_iter().map(|(source, kind, times)| match times {
        1 => format!("{source}: {kind}"),
        _ => format!("{source} and {} more: {kind}", times - 1),
    });
    lines.collect()
}

fn current_unix_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}

fn date_from_unix_ms(unix_ms: u64) -> anyhow::Result<Date> {
    match Date::from_unix_seconds(unix_ms / 1000) {
        Some(date) => Ok(date),
        None => bail!("the clock of this machine is wrong ({unix_ms} ms since 1970); set it"),
    }
}
