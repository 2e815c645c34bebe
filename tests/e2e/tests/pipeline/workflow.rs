//! Runs the jobs of a workflow, each after the jobs that it needs, and once for each cell of its matrix.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};
use yaml_rust2::yaml::Hash;
use yaml_rust2::{Yaml, YamlLoader};

use super::expression::{self, Names, Value};
use super::runner::{Event, Machine, Map, Ran, scalar};

/// The result of one job.
pub struct JobDone {
    /// The job's name: `build`, or `build (head)` for a cell of a matrix.
    pub name: String,
    pub ran: Ran,
    pub said: String,
    pub annotations: Vec<String>,
    pub summary: String,
    outputs: Map,
}

/// Runs a workflow for an event, which must trigger it. Jobs that need a failed job or have a false `if` are
/// skipped.
pub fn run(machine: &Machine, file: &Path, event: &Event) -> Result<Vec<JobDone>> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let workflow = YamlLoader::load_from_str(&text)?.remove(0);
    keys(&workflow, &["name", "on", "permissions", "concurrency", "jobs"])?;
    triggered(&workflow["on"], event)?;
    let jobs = workflow["jobs"].as_hash().context("jobs")?;
    let mut done: Vec<JobDone> = Vec::new();
    // In the file, each job follows the jobs that it needs.
    for (name, job) in jobs {
        let name = scalar(name)?;
        keys(
            job,
            &[
                "name",
                "needs",
                "if",
                "strategy",
                "runs-on",
                "env",
                "timeout-minutes",
                "permissions",
                "outputs",
                "steps",
            ],
        )?;
        if !all_went_well(&job["needs"], jobs, &done)? {
            continue;
        }
        let condition = scalar(&job["if"])?;
        if !condition.is_empty() && !expression::condition(&condition, &OfEvent(event))? {
            continue;
        }
        for (cell, values) in cells(&job["strategy"])? {
            let name =
                if values.is_empty() { name.clone() } else { format!("{name} ({})", values.join(", ")) };
            if let Some(given) = job["name"].as_str() {
                ensure!(expression::fill(given, &OfMatrix(&cell))? == name, "{given} is not {name}");
            }
            let folder = format!("{}-{}-{name}", event.name, &event.sha[..8]);
            let mut on = machine.job(&folder, event, cell)?;
            on.label = job["runs-on"].as_str().unwrap_or_default().to_owned();
            for (key, value) in job["env"].as_hash().into_iter().flatten() {
                on.env.insert(scalar(key)?, scalar(value)?);
            }
            on.needs = needed_outputs(&job["needs"], &done)?;
            let ran = on.steps(&job["steps"], &job["outputs"]).with_context(|| format!("the job {name}"))?;
            let annotations = on.annotations().into_iter().map(str::to_owned).collect();
            let outputs = ran.outputs.clone();
            done.push(JobDone { name, ran, annotations, said: on.said, summary: on.summary, outputs });
        }
    }
    Ok(done)
}

/// Returns the outputs of each needed job. For the cells of a matrix, outputs that are empty are omitted.
fn needed_outputs(needs: &Yaml, done: &[JobDone]) -> Result<BTreeMap<String, Map>> {
    let mut found = BTreeMap::new();
    for name in needs.as_vec().into_iter().flatten().chain(needs.as_str().map(|_| needs)) {
        let name = scalar(name)?;
        let outputs: &mut Map = found.entry(name.clone()).or_default();
        for job in done.iter().filter(|job| job.name.split(' ').next() == Some(&name)) {
            for (key, value) in &job.outputs {
                let known = outputs.entry(key.clone()).or_default();
                if !value.is_empty() {
                    known.clone_from(value);
                }
            }
        }
    }
    Ok(found)
}

/// Returns whether each needed job succeeded in every cell.
fn all_went_well(needs: &Yaml, jobs: &Hash, done: &[JobDone]) -> Result<bool> {
    let mut is_well = true;
    for name in needs.as_vec().into_iter().flatten().chain(needs.as_str().map(|_| needs)) {
        ensure!(jobs.contains_key(name), "there is no job {name:?}");
        let name = scalar(name)?;
        let mut needed = done.iter().filter(|one| one.name.split(' ').next() == Some(&name)).peekable();
        is_well &= needed.peek().is_some() && needed.all(|one| one.ran.failed.is_none());
    }
    Ok(is_well)
}

fn keys(table: &Yaml, known: &[&str]) -> Result<()> {
    for key in table.as_hash().context("a table")?.keys() {
        let key = scalar(key)?;
        ensure!(known.contains(&&*key), "the key {key} is not known here");
    }
    Ok(())
}

/// Checks that this event triggers the workflow.
fn triggered(on: &Yaml, event: &Event) -> Result<()> {
    let filter = on.as_hash().context("on")?.get(&Yaml::String(event.name.to_owned()));
    let filter = filter.with_context(|| format!("it does not run on {}", event.name))?;
    // GitHub itself determines when a schedule triggers.
    if event.name == "schedule" {
        return Ok(());
    }
    for (key, values) in filter.as_hash().into_iter().flatten() {
        let is = match &*scalar(key)? {
            "branches" => event.reference.replace("refs/heads/", ""),
            "workflows" => event.payload["workflow_run"]["name"].as_str().unwrap_or_default().to_owned(),
            "types" => event.payload["action"].as_str().unwrap_or_default().to_owned(),
            other => bail!("the filter {other} is not known"),
        };
        let values = values.as_vec().context("a list")?;
        ensure!(values.iter().any(|value| value.as_str() == Some(&is)), "{is:?} is not among {values:?}");
    }
    Ok(())
}

/// Returns the cells of a matrix, each with its values in order. The entries of `include` must add keys to cells,
/// and may not add cells.
fn cells(strategy: &Yaml) -> Result<Vec<(Map, Vec<String>)>> {
    if strategy.is_badvalue() {
        return Ok(vec![(Map::new(), Vec::new())]);
    }
    keys(strategy, &["matrix", "fail-fast", "max-parallel"])?;
    let mut cells = vec![(Map::new(), Vec::new())];
    let include = Yaml::String("include".to_owned());
    for (name, values) in strategy["matrix"].as_hash().context("matrix")? {
        if *name == include {
            continue;
        }
        let (name, mut more) = (scalar(name)?, Vec::new());
        for (cell, texts) in &cells {
            for value in values.as_vec().context("a list")? {
                let (mut cell, mut texts): (Map, Vec<String>) = (cell.clone(), texts.clone());
                cell.insert(name.clone(), scalar(value)?);
                texts.push(scalar(value)?);
                more.push((cell, texts));
            }
        }
        cells = more;
    }
    for entry in strategy["matrix"]["include"].as_vec().into_iter().flatten() {
        let pairs = entry.as_hash().context("an entry of include")?.iter();
        let pairs: Map =
            pairs.map(|(key, value)| Ok((scalar(key)?, scalar(value)?))).collect::<Result<_>>()?;
        let is_of =
            |cell: &Map| pairs.iter().all(|(key, value)| cell.get(key).is_none_or(|own| own == value));
        let mut own = cells.iter_mut().filter(|(cell, _)| is_of(cell)).peekable();
        ensure!(own.peek().is_some(), "{pairs:?} belongs to no cell");
        own.for_each(|(cell, _)| cell.extend(pairs.clone()));
    }
    Ok(cells)
}

struct OfMatrix<'a>(&'a Map);

impl Names for OfMatrix<'_> {
    fn value(&self, path: &[String]) -> Result<Value> {
        let found = path.strip_prefix(&["matrix".to_owned()]).and_then(|rest| self.0.get(rest.first()?));
        found.map(|text| Value::Text(text.clone())).with_context(|| format!("no {}", path.join(".")))
    }

    fn failed(&self) -> bool {
        false
    }
}

struct OfEvent<'a>(&'a Event);

impl Names for OfEvent<'_> {
    fn value(&self, path: &[String]) -> Result<Value> {
        if path == ["github", "ref"] {
            return Ok(Value::Text(self.0.reference.clone()));
        }
        if path == ["github", "event_name"] {
            return Ok(Value::Text(self.0.name.to_owned()));
        }
        ensure!(path.starts_with(&["github".into(), "event".into()]), "{} is not known", path.join("."));
        let found = path[2..].iter().fold(&self.0.payload, |value, key| &value[key.as_str()]);
        Ok(found.as_str().map_or(Value::Null, |text| Value::Text(text.to_owned())))
    }

    fn failed(&self) -> bool {
        false
    }
}
