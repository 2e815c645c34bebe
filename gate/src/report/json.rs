//! The verdict as JSON, format `launchgate.verdict/1`.
//!
//! Invariant: the same report gives the same bytes; a number that JSON cannot hold is null.

use serde::Serialize;

use crate::compare::{Comparison, Judged, Mode, RowKey};
use crate::verdict::Finding;

use super::{Outcome, Report};

/// The format's name and version.
const FORMAT: &str = "launchgate.verdict/1";

#[derive(Serialize)]
struct Wire<'a> {
    format: &'static str,
    verdict: &'static str,
    findings: Vec<WireFinding<'a>>,
    suspects: Vec<WireFinding<'a>>,
    reasons: &'a [String],
    warnings: &'a [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    differences: Vec<WireDifference<'a>>,
    wholes: Vec<WireFinding<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    drift: Option<WireDrift>,
    #[serde(skip_serializing_if = "Option::is_none")]
    launches: Option<WireLaunches<'a>>,
}

#[derive(Serialize)]
struct WireDifference<'a> {
    condition: &'static str,
    before: &'a [String],
    after: &'a [String],
}

#[derive(Serialize)]
struct WireDrift {
    ratio: f64,
    interval: [f64; 2],
    removed: bool,
}

#[derive(Serialize)]
struct WireLaunches<'a> {
    mode: &'static str,
    before: usize,
    after: usize,
    sessions: usize,
    excluded: Vec<WireExcluded<'a>>,
}

#[derive(Serialize)]
struct WireExcluded<'a> {
    source: String,
    session: &'a str,
    launch: u64,
    reason: &'static str,
}

#[derive(Serialize)]
struct WireFinding<'a> {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    method: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    phase: Option<&'a str>,
    module: Option<&'a str>,
    owner: Option<&'a str>,
    before_ns: f64,
    after_ns: f64,
    change_ns: f64,
    ratio: Option<f64>,
    interval_ns: [Option<f64>; 2],
    p_adjusted: f64,
    calls_before: Option<f64>,
    calls_after: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moved_from: Option<&'a str>,
}

fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

fn wire<'a>(kind: &'static str, judged: &'a Judged) -> WireFinding<'a> {
    let result = &judged.result;
    let (method, phase) = match &judged.row.key {
        RowKey::Launch => (None, Some("launch")),
        RowKey::Phase(name) => (None, Some(&**name)),
        RowKey::Outside(name) => (None, Some(name.as_deref().unwrap_or("launch"))),
        RowKey::Method(name) => (Some(&**name), None),
    };
    WireFinding {
        kind,
        method,
        phase,
        module: judged.row.module.as_deref(),
        owner: judged.row.owner.as_deref(),
        before_ns: result.before,
        after_ns: result.after,
        change_ns: result.after - result.before,
        ratio: finite(result.ratio),
        interval_ns: [finite(result.change_interval.0), finite(result.change_interval.1)],
        p_adjusted: result.p_adjusted,
        calls_before: judged.calls.map(|calls| calls.0),
        calls_after: judged.calls.map(|calls| calls.1),
        moved_from: None,
    }
}

fn named<'a>(finding: &'a Finding, comparison: &'a Comparison) -> WireFinding<'a> {
    let kind = finding.kind.name();
    if let Some(judged) = &finding.judged {
        return WireFinding { moved_from: finding.moved_from.as_deref(), ..wire(kind, judged) };
    }
    // A drift of everything is told by the launch as a whole.
    let whole = comparison.wholes.iter().find(|judged| judged.row.key == RowKey::Launch);
    let mut told = match whole {
        Some(whole) => wire(kind, whole),
        None => WireFinding {
            kind,
            method: None,
            phase: None,
            module: None,
            owner: None,
            before_ns: 0.0,
            after_ns: 0.0,
            change_ns: 0.0,
            ratio: None,
            interval_ns: [None, None],
            p_adjusted: 1.0,
            calls_before: None,
            calls_after: None,
            moved_from: None,
        },
    };
    told.ratio = finite(comparison.drift.ratio);
    told
}

/// The report as JSON, with a newline at its end.
pub fn json(report: &Report) -> Result<String, serde_json::Error> {
    let mut out = Wire {
        format: FORMAT,
        verdict: report.outcome.name(),
        findings: vec![],
        suspects: vec![],
        reasons: &[],
        warnings: &report.warnings,
        differences: vec![],
        wholes: vec![],
        drift: None,
        launches: None,
    };
    let too_few;
    match &report.outcome {
        Outcome::Judged(comparison, verdict) => {
            out.findings = verdict.findings.iter().map(|finding| named(finding, comparison)).collect();
            out.suspects = verdict.suspects.iter().map(|judged| wire("suspect", judged)).collect();
            out.reasons = &verdict.reasons;
            out.wholes = comparison.wholes.iter().map(|judged| wire("whole", judged)).collect();
            let drift = comparison.drift;
            out.drift = Some(WireDrift {
                ratio: drift.ratio,
                interval: [drift.interval.0, drift.interval.1],
                removed: drift.removed,
            });
            out.launches = Some(WireLaunches {
                mode: match comparison.mode {
                    Mode::Sessions => "sessions",
                    Mode::Blocks => "blocks",
                },
                before: comparison.counted.0,
                after: comparison.counted.1,
                sessions: comparison.sessions,
                excluded: comparison
                    .excluded
                    .iter()
                    .map(|launch| WireExcluded {
                        source: launch.source.to_string(),
                        session: &launch.session,
                        launch: launch.number,
                        reason: launch.why.name(),
                    })
                    .collect(),
            });
        }
        Outcome::Incomparable(differences) => {
            out.differences = differences
                .iter()
                .map(|d| WireDifference { condition: d.condition, before: &d.before, after: &d.after })
                .collect();
        }
        Outcome::TooFew(reason) => {
            too_few = [reason.clone()];
            out.reasons = &too_few;
        }
    }
    serde_json::to_string_pretty(&out).map(|text| text + "\n")
}
