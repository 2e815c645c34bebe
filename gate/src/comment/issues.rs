//! Maintains one issue for each lasting growth: opens the issue, updates it, and closes it when the level returns.
//!
//! Invariants: an issue is edited only if it has the gate's label, if the token's own account wrote it, and if its last line is a state. An
//! issue that is closed is never opened again, and no growth gets a second issue.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::http::ApiClient;
use super::marker::{format_hidden_line, read_hidden};
use super::{Author, AuthoredItem, CommentError, Retries, for_each_page_item, is_same_text, read};

/// The label of the issues that the gate opens.
const LABEL: &str = "launchgate";

/// The beginning of the line that contains the state of an issue.
const OPEN: &str = "<!-- launchgate:issue/1 ";

/// The largest distance, in sessions, between two positions that count as the same growth. The position is determined separately for each
/// series, and more exactly with later sessions.
pub const NEAR_SESSIONS: usize = 2;

/// The identity of an issue: the app, scenario and device of its series, and the session at which their level grew.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GrowthPlace {
    /// The app, the scenario and the device.
    pub key: [String; 3],
    /// The first session at the new level.
    pub session: String,
}

/// The content of an issue about a growth that lasts.
pub struct IssueDraft {
    pub place: GrowthPlace,
    pub title: String,
    pub body: String,
}

/// The lasting growths of all series, and the sessions of the series.
pub struct Growths {
    /// The growths whose level has not returned.
    pub lasting: Vec<IssueDraft>,
    /// The sessions of each app, scenario and device, the oldest first.
    pub sessions: Vec<([String; 3], Vec<String>)>,
}

impl Growths {
    /// Returns the position of a session in its series, if it is known.
    fn position(&self, place: &GrowthPlace) -> Option<usize> {
        let (_, sessions) = self.sessions.iter().find(|(key, _)| *key == place.key)?;
        sessions.iter().position(|session| *session == place.session)
    }

    /// Returns whether two identities denote the same growth.
    fn is_same(&self, one: &GrowthPlace, other: &GrowthPlace) -> bool {
        let positions = (self.position(one), self.position(other));
        one.key == other.key
            && matches!(positions, (Some(one), Some(other)) if one.abs_diff(other) <= NEAR_SESSIONS)
    }
}

/// The issues of a repository on GitHub or GitLab.
pub struct IssueTracker {
    pub http: ApiClient,
    /// The path of the issues in the API.
    pub issues: String,
    /// The name of the field for an issue's text, which is `body` on GitHub and `description` on GitLab.
    pub text: &'static str,
    /// The HTTP method that changes an issue.
    pub edits_by: &'static str,
    /// The name and the value of the field that closes an issue.
    pub closes: [&'static str; 2],
    /// The value of the field for labels, in a request that creates an issue.
    pub labels: Value,
    pub account: Option<&'static str>,
    pub wrote: fn(&Author, &AuthoredItem) -> bool,
}

/// An issue in a service's answer. GitLab names the number in the project `iid`.
#[derive(Deserialize)]
struct Issue {
    #[serde(alias = "iid")]
    number: u64,
    #[serde(alias = "description")]
    body: Option<String>,
    state: String,
    #[serde(flatten)]
    signed: AuthoredItem,
}

/// The numbers of issues that were opened, updated and closed.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct IssueCounts {
    pub opened: usize,
    pub updated: usize,
    pub closed: usize,
}

impl IssueTracker {
    /// Creates the interface to the issues of `repository` (owner/name) on GitHub.
    pub fn for_github(http: ApiClient, repository: &str) -> IssueTracker {
        IssueTracker {
            http,
            issues: format!("/repos/{repository}/issues"),
            text: "body",
            edits_by: "PATCH",
            closes: ["state", "closed"],
            labels: json!([LABEL]),
            account: Some(super::github::ACTIONS),
            wrote: super::github::is_author,
        }
    }

    /// Creates the interface to the issues of `project`, which is given by its ID or path, on GitLab.
    pub fn for_gitlab(http: ApiClient, project: &str) -> IssueTracker {
        IssueTracker {
            http,
            issues: format!("/projects/{}/issues", super::gitlab::path_of(project)),
            text: "description",
            edits_by: "PUT",
            closes: ["state_event", "close"],
            labels: LABEL.into(),
            account: None,
            wrote: super::gitlab::is_author,
        }
    }

    /// Opens, updates and closes issues. Failed requests are repeated as long as `patience` allows.
    pub fn update_issues(
        &self,
        growths: &Growths,
        patience: &mut Retries,
    ) -> Result<IssueCounts, CommentError> {
        let mut tracked = IssueCounts::default();
        loop {
            match self.track_once(growths, &mut tracked) {
                Err(error) => patience.wait_after(error)?,
                Ok(()) => return Ok(tracked),
            }
        }
    }

    fn track_once(&self, growths: &Growths, tracked: &mut IssueCounts) -> Result<(), CommentError> {
        let ours = self.own_issues()?;
        for draft in &growths.lasting {
            let body = format!("{}\n\n{}\n", draft.body.trim_end(), format_hidden_line(OPEN, &draft.place));
            match ours.iter().find(|(_, place)| growths.is_same(place, &draft.place)) {
                None => {
                    let new = json!({ "title": draft.title, self.text: body, "labels": self.labels });
                    self.http.send("POST", &self.issues, &new)?;
                    tracked.opened += 1;
                }
                Some((issue, _)) if issue.is_open() && !is_same_text(&body, issue.text()) => {
                    self.change_issue(issue, json!({ "title": draft.title, self.text: body }))?;
                    tracked.updated += 1;
                }
                // The issue is not changed: either a person closed it, because the team already knows the growth, or it is up to date.
                Some(_) => {}
            }
        }
        let lasts =
            |place: &GrowthPlace| growths.lasting.iter().any(|one| growths.is_same(place, &one.place));
        let is_over = |place: &GrowthPlace| growths.position(place).is_some() && !lasts(place);
        for (issue, _) in ours.iter().filter(|(issue, place)| issue.is_open() && is_over(place)) {
            let [field, value] = self.closes;
            let body = format!("The level returned, so this issue is closed.\n\n{}", issue.text());
            self.change_issue(issue, json!({ field: value, self.text: body }))?;
            tracked.closed += 1;
        }
        Ok(())
    }

    /// Returns the issues that the account of this token wrote, with their identities.
    fn own_issues(&self) -> Result<Vec<(Issue, GrowthPlace)>, CommentError> {
        let mut found = Vec::new();
        for_each_page_item(
            &self.http,
            format!("{}?state=all&labels={LABEL}&per_page=100", self.issues),
            |issue: Issue| {
                if let Some(place) = read_hidden(OPEN, issue.text()) {
                    found.push((issue, place));
                }
            },
        )?;
        if !found.is_empty() {
            let me = super::token_account(&self.http, self.account)?;
            found.retain(|(issue, _)| (self.wrote)(&me, &issue.signed));
        }
        Ok(found)
    }

    fn change_issue(&self, issue: &Issue, fields: Value) -> Result<(), CommentError> {
        let path = format!("{}/{}", self.issues, issue.number);
        read::<Value>(self.edits_by, self.http.send(self.edits_by, &path, &fields)?.json).map(|_| ())
    }
}

impl Issue {
    fn text(&self) -> &str {
        self.body.as_deref().unwrap_or_default()
    }

    fn is_open(&self) -> bool {
        self.state != "closed"
    }
}
