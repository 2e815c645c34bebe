//! What is seen of work on its way: a bar on a terminal while apps are launched, else lines.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::advice::told;
use super::terminal::is_watched;
use crate::app::{Done, Event, Watch};
use crate::baseline::Added;
use crate::bisect::{self, Measured, Target};
use crate::device::FailureKind;
use crate::device::campaign::{self, Campaign, CampaignOutcome};
use crate::git::Commit;
use crate::launches::Role;
use crate::launches::run_log::Recorded;
use crate::report::{Terminal, build, count, human, shown, shown_change, shown_time};

/// Shows what happens.
pub(super) struct Show<'a> {
    /// Where results go; none where they are steps on the way of this command.
    out: Option<&'a mut dyn Write>,
    err: &'a mut dyn Write,
    bar: Option<ProgressBar>,
    lost: usize,
    last_error: String,
    /// The command that goes on with the launches, and whether these are all that it needs.
    next: Next,
}

/// What somebody may do once launches are there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    /// The command itself goes on.
    Nothing,
    Check,
    /// The settings' looks say when to check.
    AfterLooks,
}

impl<'a> Show<'a> {
    pub(super) fn new(out: Option<&'a mut dyn Write>, err: &'a mut dyn Write, next: Next) -> Show<'a> {
        Show { out, err, bar: None, lost: 0, last_error: String::new(), next }
    }

    /// For steps on the way of a command, on standard error alone.
    pub(super) fn on(err: &'a mut dyn Write) -> Show<'a> {
        Show::new(None, err, Next::Nothing)
    }

    /// What stays to be read.
    fn line(&mut self, text: &str) {
        match &self.bar {
            Some(bar) => bar.println(text),
            // A pipeline that no longer listens is no reason to lose launches.
            None => drop(writeln!(self.err, "{text}")),
        }
    }

    fn result(&mut self, text: &str) -> anyhow::Result<()> {
        match &mut self.out {
            Some(out) => writeln!(out, "{text}")?,
            None => writeln!(self.err, "{text}")?,
        }
        Ok(())
    }

    fn message(&self, doing: &str) {
        if let Some(bar) = &self.bar {
            let lost = if self.lost == 0 { String::new() } else { format!(", {} lost", self.lost) };
            let error =
                if self.last_error.is_empty() { String::new() } else { format!(" ({})", self.last_error) };
            bar.set_message(format!("{doing}{lost}{error}"));
        }
    }

    fn begins(&mut self, campaign: &Campaign<'_>) {
        let Campaign { before, launches, again, .. } = campaign;
        if *again {
            self.line(&format!("regression found; recording {launches} fresh launches to confirm it"));
        } else if *before > 0 {
            self.line(&format!("continuing with {before} launches from earlier runs of this commit"));
        }
        (self.lost, self.last_error) = (0, String::new());
        self.bar = (is_watched() && !cfg!(test)).then(|| {
            let bar = ProgressBar::new(*launches as u64);
            let style = ProgressStyle::with_template("{bar:24} {pos}/{len} {elapsed} (ETA {eta}) {wide_msg}");
            // The template is one that the library takes; if it ever does not, its own will do.
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        });
    }

    fn campaign(&mut self, event: campaign::Event<'_>) {
        use campaign::Event;
        match event {
            Event::Opened(device, state) => {
                let told = [
                    device.name.as_ref().map(|name| format!("{name:?}")),
                    Some(device.link.name().to_owned()),
                    state.battery.map(|level| format!("battery {level} %")),
                    state.charging.map(|is| if is { "charging" } else { "not charging" }.to_owned()),
                ];
                let told: Vec<String> = told.into_iter().flatten().collect();
                let text = format!("{device}: {}", told.join(", "));
                self.line(&shown(&text));
            }
            Event::Planned { installations, launches, takes, at_most } => {
                let minutes = takes.as_secs().div_ceil(60);
                let most = if at_most { "at most " } else { "" };
                self.line(&format!(
                    "{most}{} and {}, about {}",
                    count(installations, "installation"),
                    count(launches, "launch"),
                    count(usize::try_from(minutes).unwrap_or(usize::MAX), "minute")
                ));
            }
            Event::Installing(app) => {
                self.message("installing");
                self.line(&format!("installing {}", app.path.display()));
            }
            Event::Launching(id) => self.message(id),
            Event::Recorded { launch, done, of } => {
                if let Some(bar) = &self.bar {
                    bar.set_position(done as u64);
                }
                let Recorded { launch: id, took_ms, .. } = launch;
                let text = format!(
                    "launch {done} of {of}: {id}, trace fetched after {took_ms} ms{}",
                    purpose(launch)
                );
                if self.bar.is_none() {
                    self.line(&text);
                }
                self.message(id);
            }
            Event::Lost { id, failure, again } => {
                self.lost += 1;
                self.last_error = failure.kind.says().to_owned();
                let end = if again { "repeating it" } else { "no retries left" };
                self.line(&shown(&format!("lost {id}: {failure}; {end}")));
                self.message(id);
            }
            Event::Note(text) => self.line(&shown(&format!("note: {text}"))),
        }
    }

    fn ended(
        &mut self,
        outcome: &CampaignOutcome,
        folder: &Path,
        (run, is_interleaved): (&Path, bool),
    ) -> anyhow::Result<()> {
        let lost = match &outcome.lost[..] {
            [] => String::new(),
            lost => format!(", {} lost", lost.len()),
        };
        let CampaignOutcome { counted, uncounted, .. } = outcome;
        let what = match (is_interleaved, counted) {
            (true, 1) => "block of both builds",
            (true, _) => "blocks of both builds",
            (false, 1) => "launch",
            (false, _) => "launches",
        };
        let excluded = if *uncounted == 0 { String::new() } else { format!(", {uncounted} excluded") };
        self.result(&format!("{counted} {what} in {}{excluded}{lost}", folder.display()))?;
        let run = run.display();
        match &outcome.failure {
            _ if self.next == Next::Nothing => Ok(()),
            None if outcome.early => {
                self.result(&format!("stopped early: the verdict is clear; see `gate check {run}`"))
            }
            None if self.next == Next::AfterLooks => Ok(()),
            None => self.result(&format!("Next: gate check {run}")),
            Some(failure)
                if matches!(failure.kind, FailureKind::Local | FailureKind::Input) && *counted == 0 =>
            {
                Ok(())
            }
            Some(_) => self.result("not finished; continue with the same command and --resume"),
        }
    }

    fn injected(&mut self, done: &Done, place: &Path) -> anyhow::Result<()> {
        if let Err(error) = &done.facts {
            self.line(&format!("warning: the facts of the build were not stored: {}", shown(&told(error))));
        }
        // Its name comes from the archive.
        let app = shown(&done.app.app);
        if done.app.already {
            self.line(&format!("note: {app} already had the agent, which was replaced"));
        }
        for warning in &done.app.warnings {
            self.line(&format!("warning: {}", shown(warning)));
        }
        if let Some(counting) = &done.app.counting {
            let (counted, all) = counting.functions();
            let share = 100.0 * counted as f64 / all.max(1) as f64;
            self.line(&format!(
                "note: {app} counts the calls of {counted} of {all} functions ({share:.1} %)"
            ));
        }
        let place = shown(&place.display().to_string());
        self.result(&format!("{place}: {app} with the agent, signed by {}", done.app.signed_by.tool()))
    }
}

/// How far a search is.
fn searched(event: &bisect::Event<'_>) -> String {
    match event {
        bisect::Event::Building { commit, left } => {
            let left = count(*left, "commit");
            format!("{}: building ({left} left)", short(commit))
        }
        bisect::Event::NotBuilt(commit) => format!("{}: cannot be built, skipped", short(commit)),
        bisect::Event::Launching { commit, launches, of } => {
            let more = if launches == of { String::new() } else { format!(" more, {of} in all") };
            format!("{}: {} of each build{more}", short(commit), count(*launches, "launch"))
        }
        bisect::Event::Slower(target) => {
            format!("BAD is slower: {} {}, {}", target.kind.label(), target.name, size(target))
        }
        bisect::Event::Answered { commit, slow, measured } => {
            let answer = match slow {
                Some(true) => "slow",
                Some(false) => "fast",
                None => "undecided, skipped",
            };
            format!("{}: {answer}{}", short(commit), grown(*measured))
        }
    }
}

fn short(commit: &Commit) -> &str {
    commit.as_str().get(..10).unwrap_or(commit.as_str())
}

fn grown(measured: Option<Measured>) -> String {
    let Some(Measured { base, growth }) = measured else { return String::new() };
    if base == 0.0 {
        return format!(" (+{})", shown_time(growth.value));
    }
    format!(" ({:+.1} % ± {:.1} %)", 100.0 * growth.value / base, 100.0 * growth.error / base)
}

/// By how much BAD is slower.
pub(super) fn size(target: &Target) -> String {
    let (base, more) = (target.measured.base, target.measured.growth.value);
    if target.is_time() {
        format!("{} → {}, {}", shown_time(base), shown_time(base + more), shown_change(base, base + more))
    } else {
        format!("{base:.0} → {:.0}", base + more)
    }
}

fn purpose(launch: &Recorded) -> &'static str {
    if launch.is_throttled() {
        return " (throttled by heat, excluded)";
    }
    match (launch.first_after_install, launch.warm_up, launch.role.as_deref().and_then(Role::parse)) {
        (true, _, _) => " (first after installation, excluded)",
        (_, true, _) => " (warm-up, excluded)",
        (_, _, Some(Role::Base)) => " (base)",
        (_, _, Some(Role::Head)) => " (head)",
        _ => "",
    }
}

impl Watch for Show<'_> {
    fn tell(&mut self, event: Event<'_>) -> anyhow::Result<()> {
        match event {
            Event::Line(text) => self.line(&shown(&text)),
            Event::Note(text) => self.line(&format!("note: {}", shown(&text))),
            Event::Warning(text) => self.line(&format!("warning: {}", shown(&text))),
            Event::Failed(what, error) => self.line(&format!("warning: {what}: {}", shown(&told(error)))),
            Event::Injected(done, place) => self.injected(done, place)?,
            Event::Chosen { device, driver, why } => self.line(&format!("{device} by {driver}: {why}")),
            Event::Begins(campaign) => self.begins(campaign),
            Event::Campaign(event) => self.campaign(event),
            Event::Looked(at, look) => {
                let end = if look.is_enough { "enough" } else { "going on" };
                self.line(&shown(&format!("look {}: {}; {end}", at + 1, look.why)));
            }
            Event::Ended { outcome, folder, run, is_interleaved } => {
                if let Some(bar) = self.bar.take() {
                    bar.finish_and_clear();
                }
                self.ended(outcome, folder, (run, is_interleaved))?;
            }
            Event::Regressed(session, outcome) => {
                let report = human(&build(outcome, Vec::new(), None), Terminal::default());
                self.line(&format!("session {} regressed:\n{report}", shown(session)));
            }
            Event::Stored(added, path) => {
                let what = match added {
                    Added::New => "stored",
                    Added::Already | Added::Completed => "already stored",
                };
                self.result(&format!("{what} {}", shown(&path.display().to_string())))?;
            }
            Event::Bisect(event) => self.line(&shown(&searched(&event))),
            Event::AllKept(before, folder) => self.result(&format!(
                "{}: earlier runs of this commit already recorded all {before} launches, so their verdict is used",
                folder.display()
            ))?,
        }
        Ok(())
    }
}
