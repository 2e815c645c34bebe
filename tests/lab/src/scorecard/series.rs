//! Reads series of launch times that other projects measured and published. The series are in `tests/lab/series`, or are downloaded on
//! request.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};
use sha2::{Digest as _, Sha256};

/// The folder that contains the series.
pub(super) const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/series");
/// The folder into which files are downloaded.
const FETCHED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/scorecard");

/// Launch times of one build of an app, on one device in one session.
#[derive(Debug)]
pub(super) struct Series {
    pub(super) name: String,
    /// The fields of the series' file.
    about: BTreeMap<String, String>,
    /// The launch times in milliseconds; empty if the numbers have not been downloaded.
    pub(super) launches: Vec<f64>,
}

impl Series {
    /// Returns the field `key` of the series' file; empty if the file lacks the field.
    pub(super) fn says(&self, key: &str) -> &str {
        self.about.get(key).map_or("", String::as_str)
    }

    /// Returns whether the series measures only a part of the start.
    pub(super) fn is_part(&self) -> bool {
        self.about.contains_key("part")
    }

    /// Returns the number of milliseconds in the unit of the series' numbers.
    fn scale(&self) -> Result<f64> {
        match self.says("unit") {
            "ms" => Ok(1.0),
            "s" => Ok(1000.0),
            other => bail!("unit {other:?}, expected ms or s"),
        }
    }

    fn fetched(&self) -> PathBuf {
        Path::new(FETCHED).join(format!("{}.fetched", self.name))
    }

    /// Downloads the file that contains the numbers.
    fn fetch(&self) -> Result<()> {
        let to = self.fetched();
        fs::create_dir_all(FETCHED)?;
        let status = Command::new("curl")
            .args(["--fail", "--silent", "--show-error", "--location", "--max-time", "600", "--output"])
            .arg(&to)
            .arg(self.says("fetch"))
            .status()
            .context("cannot start curl; install it")?;
        ensure!(status.success(), "cannot fetch {}: curl ended with {status}", self.says("fetch"));
        Ok(())
    }
}

/// Returns all series, sorted by name. With `fetch`, missing numbers are downloaded first.
pub(super) fn all(fetch: bool) -> Result<Vec<Series>> {
    let mut files = fs::read_dir(FOLDER)?
        .map(|entry| Ok(entry?.path()))
        .filter(|path| path.as_ref().map_or(true, |path| path.extension().is_some_and(|e| e == "txt")))
        .collect::<Result<Vec<PathBuf>>>()?;
    files.sort();
    files.iter().map(|path| read(path, fetch).with_context(|| path.display().to_string())).collect()
}

fn read(path: &Path, fetch: bool) -> Result<Series> {
    let name = path.file_stem().and_then(|name| name.to_str()).context("no name")?.to_owned();
    let mut series = parse(name, &fs::read_to_string(path)?)?;
    if series.about.contains_key("fetch") {
        if fetch && !series.fetched().exists() {
            series.fetch()?;
        }
        if let Ok(mut bytes) = fs::read(series.fetched()) {
            // The checksum is that of the text without carriage returns.
            bytes.retain(|byte| *byte != b'\r');
            let sum: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
            let there = series.fetched();
            ensure!(
                sum == series.says("sha256"),
                "{} has the checksum {sum}, not {}; delete it and fetch it again",
                there.display(),
                series.says("sha256")
            );
            let text = String::from_utf8_lossy(&bytes);
            series.launches = match series.says("column") {
                "" => displayed(&text, series.says("lines"))?,
                column => of_column(&text, column)?,
            };
            let scale = series.scale()?;
            series.launches.iter_mut().for_each(|time| *time *= scale);
        }
    }
    Ok(series)
}

/// Parses a file of `key: value` lines, an empty line, and a number per line.
fn parse(name: String, text: &str) -> Result<Series> {
    let (head, numbers) = text.split_once("\n\n").unwrap_or((text.trim_end(), ""));
    let mut about = BTreeMap::new();
    for line in head.lines() {
        let (key, value) = line.split_once(": ").with_context(|| format!("{line:?} is not `key: value`"))?;
        about.insert(key.to_owned(), value.to_owned());
    }
    for key in ["app", "device", "measures", "unit", "date", "order", "source", "licence"] {
        ensure!(about.contains_key(key), "it does not say {key:?}");
    }
    let mut series = Series { name, about, launches: Vec::new() };
    let scale = series.scale()?;
    let times = numbers.lines().map(|line| Ok(scale * time(line)?));
    series.launches = times.collect::<Result<Vec<f64>>>()?;
    Ok(series)
}

fn time(text: &str) -> Result<f64> {
    let number: f64 = text.parse().with_context(|| format!("{text:?} is no number"))?;
    ensure!(number.is_finite() && number > 0.0, "{number} is no time");
    Ok(number)
}

/// Returns the numbers in a column of a table that has a header and no quotes.
fn of_column(table: &str, column: &str) -> Result<Vec<f64>> {
    let mut lines = table.lines();
    let mut head = lines.next().unwrap_or_default().split(',');
    let at = head.position(|name| name == column).with_context(|| format!("no column {column:?}"))?;
    lines.map(|line| time(line.split(',').nth(at).unwrap_or_default())).collect()
}

/// Returns the times in the lines of Android's log that contain `mark`. For `… +614ms (total +1s199ms)` the returned time is the total; a
/// line without a total has only one time.
fn displayed(log: &str, mark: &str) -> Result<Vec<f64>> {
    let lines = log.lines().filter(|line| line.contains(mark));
    lines
        .map(|line| {
            let time = line.rsplit('+').next().unwrap_or_default();
            let time = time.trim_end_matches(')').strip_suffix("ms").with_context(|| line.to_owned())?;
            let (seconds, rest) = time.split_once('s').unwrap_or(("0", time));
            Ok(1000.0 * seconds.parse::<f64>()? + rest.parse::<f64>()?)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn launch_times_are_read_from_androids_log() {
        let log = "I ActivityManager: Displayed a/.B: +614ms (total +1s199ms)\n\
                   I Other: Displayed a/.B: +1ms\n\
                   I ActivityManager: Displayed a/.B: +1s20ms\n\
                   I ActivityManager: Displayed a/.B: +88ms\n";
        assert_eq!(displayed(log, "ActivityManager: Displayed a").unwrap(), [1199.0, 1020.0, 88.0]);
    }

    #[test]
    fn values_are_read_from_a_named_column_of_a_csv_table() {
        assert_eq!(of_column("at,value,unit\n1,0.25,s\n2,0.5,s\n", "value").unwrap(), [0.25, 0.5]);
        assert!(of_column("at,value\n1,0.25\n", "time").is_err());
        assert!(of_column("at,value\n1\n", "value").is_err());
    }

    #[test]
    fn a_series_file_without_a_licence_or_with_a_negative_time_is_refused() {
        let head = "app: a\ndevice: b\nmeasures: c\nunit: s\ndate: d\norder: e\nsource: f\n";
        let error = parse("x".into(), &format!("{head}\n1\n")).unwrap_err().to_string();
        assert!(error.contains("licence"), "{error}");
        let series = parse("x".into(), &format!("{head}licence: g\n\n0.5\n0.25\n")).unwrap();
        assert_eq!(series.launches, [500.0, 250.0]);
        assert!(parse("x".into(), &format!("{head}licence: g\n\n-1\n")).is_err());
    }
}
