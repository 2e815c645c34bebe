//! `gate comment --issues`: writes one issue for each lasting growth in the series of `gate trend`.

use std::fmt::Write as _;

use gate_common::names::has_display_effect;
use gate_config::Date;
use gate_report::{MarkdownOptions, code_span, format_change, format_owner, format_time, truncate_middle};
use serde::Deserialize;

use super::values::quote_for_shell;
use crate::comment::{GrowthPlace, Growths, IssueDraft, NEAR_SESSIONS};

/// Number of series in an issue.
const LISTED: usize = 20;

/// Number of columns of a name in a title.
const TITLE: usize = 80;

/// The series that `gate trend -o json=PATH` wrote, launchgate.trend/1.
#[derive(Deserialize)]
pub(super) struct Trends {
    trends: Vec<KeyTrend>,
}

#[derive(Deserialize)]
struct KeyTrend {
    app: String,
    scenario: String,
    device: String,
    sessions: Vec<Session>,
    series: Vec<Series>,
}

#[derive(Deserialize)]
struct Session {
    session: String,
    unix_ms: Option<u64>,
    build: String,
    commit: Option<String>,
}

#[derive(Deserialize)]
struct Series {
    kind: String,
    name: String,
    module: Option<String>,
    owner: Option<String>,
    changes: Vec<LevelChange>,
}

/// A change of a level, with the first session at the new level.
#[derive(Deserialize)]
struct LevelChange {
    session: String,
    base_ns: f64,
    head_ns: f64,
    commits: Option<Vec<String>>,
}

/// A growth of one series, with the index of the session at which the level grew.
#[derive(Clone, Copy)]
struct Growth<'a> {
    at: usize,
    series: &'a Series,
    change: &'a LevelChange,
}

impl Growth<'_> {
    fn size(&self) -> f64 {
        self.change.head_ns - self.change.base_ns
    }
}

impl Series {
    /// Returns the growths of this series that no later change reduced by half or more.
    fn unreverted_growths(&self) -> impl Iterator<Item = &LevelChange> {
        self.changes.iter().enumerate().filter_map(|(index, change)| {
            let half = (change.base_ns + change.head_ns) / 2.0;
            let lasts = self.changes[index + 1..].iter().all(|later| later.head_ns > half);
            (change.head_ns > change.base_ns && lasts).then_some(change)
        })
    }
}

impl Trends {
    /// Drafts an issue for each cause. Growths of different series that begin in nearly the same session count as one cause.
    pub(super) fn growths(&self) -> Growths {
        let lasting = self.trends.iter().flat_map(KeyTrend::draft_issues).collect();
        let names = |trend: &KeyTrend| trend.sessions.iter().map(|one| one.session.clone()).collect();
        let sessions = self.trends.iter().map(|trend| (trend.key(), names(trend))).collect();
        Growths { lasting, sessions }
    }
}

impl KeyTrend {
    fn key(&self) -> [String; 3] {
        [self.app.clone(), self.scenario.clone(), self.device.clone()]
    }

    fn draft_issues(&self) -> Vec<IssueDraft> {
        let position = |name: &str| self.sessions.iter().position(|one| one.session == name);
        let series = self
            .series
            .iter()
            .flat_map(|series| series.unreverted_growths().map(move |change| (series, change)));
        let mut growths: Vec<Growth<'_>> = series
            .filter_map(|(series, change)| Some(Growth { at: position(&change.session)?, series, change }))
            .collect();
        growths.sort_by(|a, b| a.at.cmp(&b.at).then(b.size().total_cmp(&a.size())));
        let mut drafts = Vec::new();
        while let Some(first) = growths.first() {
            let near = first.at + NEAR_SESSIONS;
            let rest = growths.split_off(growths.partition_point(|growth| growth.at <= near));
            drafts.push(self.draft_issue(&growths));
            growths = rest;
        }
        drafts
    }

    /// Formats the issue about growths with one cause. The largest growth determines the title and the
    /// session of the issue.
    fn draft_issue(&self, growths: &[Growth<'_>]) -> IssueDraft {
        let mut sorted = growths.to_vec();
        sorted.sort_by(|a, b| b.size().total_cmp(&a.size()));
        let largest = sorted[0];
        let session = &self.sessions[largest.at];
        let date = session.unix_ms.and_then(|ms| Date::from_unix_seconds(ms / 1000));
        let since = date.map_or_else(|| session.session.clone(), |date| date.to_string());
        let size = format_change(largest.change.base_ns, largest.change.head_ns);
        let name = truncate_middle(&largest.series.name, TITLE).replace('`', "'");
        let mut body = format!(
            "Stored sessions of {} on {} show a growth that lasts since {}, build {}.\n\n",
            code_span(&self.app),
            code_span(&self.device),
            code_span(&since),
            code_span(&session.build)
        );
        for growth in sorted.iter().take(LISTED) {
            body += &format_growth(growth);
        }
        if sorted.len() > LISTED {
            let _ = writeln!(body, "- … and {} more series", sorted.len() - LISTED);
        }
        let commits = sorted.iter().find_map(|growth| growth.change.commits.as_ref());
        if let Some(commits) = commits.filter(|commits| !commits.is_empty()) {
            body += "\nThe newest commits since the session before:\n\n";
            body.extend(commits.iter().map(|commit| format!("- {}\n", code_span(commit))));
        }
        if let Some(command) = self.bisect_command(largest) {
            let _ = write!(
                body,
                "\nThis command searches the commit; the build command follows it:\n{command}\n"
            );
        }
        body += "\nEach nightly run updates this issue, and closes it when the level returns.\n";
        let place = GrowthPlace { key: self.key(), session: session.session.clone() };
        IssueDraft { place, title: format!("Launch time: {name} {size} since {since}"), body }
    }

    /// Returns the command that searches for the commit of a growth, if the commits of the sessions are
    /// known.
    fn bisect_command(&self, growth: Growth<'_>) -> Option<String> {
        let is_hash = |commit: &&str| commit.bytes().all(|byte| byte.is_ascii_hexdigit());
        let commit = |at: usize| self.sessions.get(at)?.commit.as_deref().filter(is_hash)?.get(..10);
        let (good, bad) = (commit(growth.at.checked_sub(1)?)?, commit(growth.at)?);
        // A name that could end the code block is omitted from the command. Without a name, the search uses
        // the first finding.
        let name = &growth.series.name;
        let is_named =
            growth.series.kind == "method" && !name.chars().any(|c| c == '`' || has_display_effect(c));
        let finding = if is_named { format!(" --finding {}", quote_for_shell(name)) } else { String::new() };
        Some(format!("```sh\ngate bisect {good} {bad}{finding} -- BUILD-COMMAND\n```"))
    }
}

/// Formats a growth with the module and the owner of its series.
fn format_growth(growth: &Growth<'_>) -> String {
    let Growth { series, change, .. } = growth;
    let module = series.module.as_ref().map_or(String::new(), |name| format!(", module {}", code_span(name)));
    let mention = MarkdownOptions { mention: true, ..MarkdownOptions::default() };
    let owner =
        series.owner.as_ref().map_or(String::new(), |name| format!(", {}", format_owner(name, mention)));
    let levels = format!("{} → {}", format_time(change.base_ns), format_time(change.head_ns));
    let size = format_change(change.base_ns, change.head_ns);
    format!("- {}: {levels}, {size}{module}{owner}\n", code_span(&series.name))
}
