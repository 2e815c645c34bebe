//! XCTest's metrics of an .xcresult: what `xcresulttool get test-results metrics` prints.
//!
//! Each iteration of a test that measures the app's launch is one launch; its instructions and cycles, where the test measures them too,
//! are those of the launch.
//! Tests that measure no launch are passed over.

use std::borrow::Cow;

use serde::Deserialize;

use crate::draft::Draft;
use crate::spans::Origin;
use crate::{Condition, Counters, Mark, Ns, SIMULATOR, UNITS, marks};

use super::{Given, ImportError};

#[derive(Deserialize)]
#[serde(untagged)]
enum File<'a> {
    #[serde(borrow)]
    Tests(Vec<Test<'a>>),
    Test(Test<'a>),
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Test<'a> {
    #[serde(borrow, default)]
    test_identifier: Cow<'a, str>,
    #[serde(borrow)]
    test_runs: Vec<Run<'a>>,
}

#[derive(Deserialize)]
struct Run<'a> {
    #[serde(borrow, default)]
    device: Device<'a>,
    #[serde(borrow, default)]
    metrics: Vec<Metric<'a>>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct Device<'a> {
    #[serde(borrow)]
    device_id: Cow<'a, str>,
    #[serde(borrow)]
    device_name: Cow<'a, str>,
    #[serde(borrow)]
    model_name: Cow<'a, str>,
    #[serde(borrow)]
    os_version: Cow<'a, str>,
    #[serde(borrow)]
    platform: Cow<'a, str>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Metric<'a> {
    #[serde(borrow, default)]
    identifier: Cow<'a, str>,
    #[serde(borrow, default)]
    display_name: Cow<'a, str>,
    #[serde(borrow, default)]
    unit_of_measurement: Cow<'a, str>,
    #[serde(default)]
    measurements: Vec<f64>,
}

impl Metric<'_> {
    /// Whether it is a time of the app's launch.
    fn is_launch(&self) -> bool {
        self.identifier.contains("Metric_ApplicationLaunch") && self.scale().is_some()
    }

    /// What its unit is in ns.
    fn scale(&self) -> Option<f64> {
        UNITS.iter().find(|(unit, _)| *unit == self.unit_of_measurement).map(|(_, ns)| *ns)
    }

    /// What its unit is in events; `kC` and `kI` are thousands of cycles and instructions.
    fn count_scale(&self) -> f64 {
        match self.unit_of_measurement.chars().next() {
            Some('k') => 1e3,
            Some('M') => 1e6,
            _ => 1.0,
        }
    }
}

/// The launches in a file.
pub(super) fn drafts(bytes: &[u8], origin: &Origin<'_>, given: &Given) -> Result<Vec<Draft>, ImportError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    // Untagged alternatives lose the place of a mistake, so it is looked for in the form that the file begins with.
    let parsed = if bytes.trim_ascii_start().starts_with(b"[") {
        serde_json::from_slice(bytes).map(File::Tests)
    } else {
        serde_json::from_slice(bytes).map(File::Test)
    };
    let tests = match parsed {
        Ok(File::Tests(tests)) => tests,
        Ok(File::Test(test)) => vec![test],
        Err(error) if error.is_eof() => {
            return Err(ImportError::Truncated("the file ends in the middle of its JSON".to_owned()));
        }
        Err(error) => return Err(ImportError::Invalid(error.to_string())),
    };
    let mut drafts: Vec<Draft> = Vec::new();
    for test in &tests {
        for (index, run) in test.test_runs.iter().enumerate() {
            let place = format!("test {:?}, run {}", test.test_identifier, index + 1);
            of_run(test, run, (origin, given), &mut drafts)
                .map_err(|what| ImportError::Invalid(format!("{place}: {what}")))?;
        }
    }
    if drafts.is_empty() {
        return Err(ImportError::Invalid(format!(
            "it has no test that measures a launch (XCTApplicationLaunchMetric), only {}",
            others(&tests)
        )));
    }
    Ok(drafts)
}

/// What a file without a launch measures instead.
fn others(tests: &[Test<'_>]) -> String {
    let metrics = tests.iter().flat_map(|test| &test.test_runs).flat_map(|run| &run.metrics);
    let mut names: Vec<&str> = metrics
        .map(|metric| if metric.identifier.is_empty() { &*metric.display_name } else { &*metric.identifier })
        .collect();
    names.sort_unstable();
    names.dedup();
    names.truncate(5);
    if names.is_empty() { "no metric".to_owned() } else { names.join(", ") }
}

fn of_run(
    test: &Test<'_>,
    run: &Run<'_>,
    (origin, given): (&Origin<'_>, &Given),
    drafts: &mut Vec<Draft>,
) -> Result<(), String> {
    // The end of the launch; with `waitUntilResponsive` Xcode measures a later one under another name.
    let launch = run.metrics.iter().filter(|metric| metric.is_launch());
    let Some(launch) = launch.min_by_key(|metric| metric.identifier.contains("Responsive")) else {
        return Ok(());
    };
    let scale = launch.scale().unwrap_or_default();
    let count = |name: &str| {
        let metric = run.metrics.iter().find(|metric| metric.identifier.contains(name))?;
        (metric.measurements.len() == launch.measurements.len()).then_some(metric)
    };
    let (instructions, cycles) = (count("instructions_retired"), count(".cycles"));
    for (index, measured) in launch.measurements.iter().enumerate() {
        if !measured.is_finite() || *measured <= 0.0 {
            return Err(format!(
                "measurement {} of {} must be above 0, found {measured}",
                index + 1,
                launch.identifier
            ));
        }
        let of = |metric: Option<&Metric<'_>>| {
            metric.and_then(|metric| Some(metric.measurements.get(index)? * metric.count_scale()))
        };
        let counters = Counters { instructions: of(instructions), cycles: of(cycles), ..Counters::default() };
        let number = drafts.len() as u64 + 1;
        let mut draft = Draft { session: origin.of_file(), number, ..Draft::default() };
        let at = Ns(measured * scale);
        draft.marks = vec![Mark { name: marks::FIRST_FRAME.into(), at, counters }];
        conditions(&mut draft, test, &run.device, given);
        draft.conditions.agent_version = "xctest".into();
        draft.conditions.agent_settings = (&*launch.identifier).into();
        drafts.push(draft);
    }
    Ok(())
}

fn conditions(draft: &mut Draft, test: &Test<'_>, device: &Device<'_>, given: &Given) {
    let conditions = &mut draft.conditions;
    // Older versions of Xcode say no more than the device's name, which is the simulator's type or its owner's word.
    let name = [&device.model_name, &device.device_name, &device.device_id]
        .into_iter()
        .find(|name| !name.is_empty())
        .map_or(String::new(), |name| match &*device.platform {
            platform if platform.contains("Simulator") => format!("{name}{SIMULATOR}an unknown host"),
            _ => name.to_string(),
        });
    conditions.device_model = given.prefer(Condition::DeviceModel, &name).into();
    conditions.device_os = given.prefer(Condition::DeviceOs, &device.os_version).into();
    conditions.scenario = given.prefer(Condition::Scenario, &test.test_identifier).into();
}
