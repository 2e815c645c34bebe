//! Shows the progress of a command: a bar on a terminal while apps are launched, else lines.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use gate_baseline::Added;
use gate_common::git::Commit;
use gate_decision::ExclusionReason;
use gate_device::FailureKind;
use gate_device::campaign::{self, Campaign, CampaignOutcome};
use gate_launches::Role;
use gate_launches::run_log::Recorded;
use gate_launches::{Launches, ReadOptions, read};
use gate_macho::inject::Signer;
use gate_report::{Terminal, build, count, human, shown, shown_change, shown_spread, shown_time};
use gate_stats::runs::{WithinRun, within_run};
use indicatif::{ProgressBar, ProgressStyle};

use super::advice::error_message;
use super::terminal::is_watched;
use crate::app::{Event, InjectedApp, Watch};
use crate::bisect::{self, Measured, Target};

/// Shows the events of long operations on the terminal.
pub(super) struct Show<'a> {
    /// The output for results; `None` if the shown operation is only a step of the command.
    out: Option<&'a mut dyn Write>,
    err: &'a mut dyn Write,
    bar: Option<ProgressBar>,
    lost: usize,
    last_error: String,
    /// The folder of the current launches.
    folder: PathBuf,
    /// The planned duration of all launches.
    planned: Duration,
    /// The next step for the user.
    next: Next,
}

/// The next step for the user after the launches.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    /// The command itself continues.
    Nothing,
    Check,
    /// A check is suggested as the next step only if the run stopped early.
    AfterLooks,
}

impl<'a> Show<'a> {
    pub(super) fn new(out: Option<&'a mut dyn Write>, err: &'a mut dyn Write, next: Next) -> Show<'a> {
        let (folder, planned) = (PathBuf::new(), Duration::ZERO);
        Show { out, err, bar: None, lost: 0, last_error: String::new(), folder, planned, next }
    }

    /// Shows the steps of a command on standard error.
    pub(super) fn on(err: &'a mut dyn Write) -> Show<'a> {
        Show::new(None, err, Next::Nothing)
    }

    /// Prints a line that stays on the screen.
    fn line(&mut self, text: &str) {
        match &self.bar {
            Some(bar) => bar.println(text),
            // If a pipeline has closed the output, the launches still count.
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

    /// Sets the text of the bar: launches, minutes, the current step, lost launches.
    fn message(&self, doing: &str) {
        let Some(bar) = &self.bar else { return };
        let (done, all) = (bar.position(), bar.length().unwrap_or_default());
        let left = match done {
            0 => self.planned,
            _ => bar.elapsed().mul_f64(all.saturating_sub(done) as f64 / done as f64),
        };
        let lost = if self.lost == 0 { String::new() } else { format!(", {} lost", self.lost) };
        let error =
            if self.last_error.is_empty() { String::new() } else { format!(" ({})", self.last_error) };
        bar.set_message(format!("{done} of {all} launches, {} left: {doing}{lost}{error}", minutes(left)));
    }

    fn begins(&mut self, campaign: &Campaign<'_>) {
        let Campaign { app, recorded_before, launches, again, dense, .. } = campaign;
        if app.counts {
            self.line(&format!(
                "recording {launches} launches that count calls of functions and are not timed"
            ));
        } else if *dense {
            self.line(&format!(
                "regression found; recording {launches} launches with dense samples, which name functions and are not timed"
            ));
        } else if *again {
            self.line(&format!("regression found; recording {launches} fresh launches to confirm it"));
        } else if *recorded_before > 0 {
            self.line(&format!(
                "continuing with {recorded_before} launches from earlier runs of this commit"
            ));
        }
        (self.lost, self.last_error) = (0, String::new());
        campaign.folder.clone_into(&mut self.folder);
        self.bar = (is_watched() && !cfg!(test)).then(|| {
            let bar = ProgressBar::new(*launches as u64);
            let style = ProgressStyle::with_template("{bar:24} {wide_msg}");
            // If the library rejects the template of the progress bar, the library's default style is used.
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        });
    }

    fn campaign(&mut self, event: campaign::Event<'_>) {
        use campaign::Event;
        match event {
            Event::Opened(device, state) => {
                let known = [
                    device.name.as_ref().map(|name| format!("{name:?}")),
                    Some(device.link.name().to_owned()),
                    state.battery.map(|level| format!("battery {level} %")),
                    state.charging.map(|is| if is { "charging" } else { "not charging" }.to_owned()),
                ];
                let known: Vec<String> = known.into_iter().flatten().collect();
                let text = format!("{device}: {}", known.join(", "));
                self.line(&shown(&text));
            }
            Event::Planned { installations, launches, duration, at_most } => {
                self.planned = duration;
                let most = if at_most { "at most " } else { "" };
                self.line(&format!(
                    "{most}{} and {}, {}",
                    count(installations, "installation"),
                    count(launches, "launch"),
                    minutes(duration)
                ));
            }
            Event::Installing(app) => {
                self.message("installing");
                self.line(&format!("installing {}", app.path.display()));
            }
            Event::Launching(_) => self.message("launching"),
            Event::Recorded { launch, done, of } => {
                let times = times(&self.folder.join(&launch.file), |_| true);
                let took = times.first().map_or("no first frame".to_owned(), |ns| shown_time(*ns));
                match &self.bar {
                    Some(bar) => bar.set_position(done as u64),
                    None if launch.counts() => {
                        self.line(&format!("launch {done} of {of}: {took}{}", purpose(launch)));
                    }
                    None => self.line(&format!("extra launch: {took}{}", purpose(launch))),
                }
                self.message(&format!("last launch {took}"));
            }
            Event::Lost { id, failure, again } => {
                self.lost += 1;
                self.last_error = failure.kind.message().to_owned();
                let end = if again { "repeating it" } else { "no retries left" };
                self.line(&shown(&format!("lost {id}: {failure}; {end}")));
                self.message("launching again");
            }
            Event::Note(text) => self.line(&shown(&format!("note: {text}"))),
        }
    }

    fn ended(
        &mut self,
        outcome: &CampaignOutcome,
        folder: &Path,
        run: &Path,
        is_interleaved: bool,
    ) -> anyhow::Result<()> {
        let lost = match &outcome.lost[..] {
            [] => String::new(),
            lost => format!(", {} lost", lost.len()),
        };
        let CampaignOutcome { counted, uncounted, .. } = outcome;
        // If no launch was started, only the error is reported.
        let input = [FailureKind::Local, FailureKind::Input, FailureKind::Unsupported];
        if *counted == 0 && outcome.failure.as_ref().is_some_and(|failure| input.contains(&failure.kind)) {
            return Ok(());
        }
        let launches = count(*counted, "launch");
        let each = if is_interleaved { " of each build" } else { "" };
        let excluded = if *uncounted == 0 { String::new() } else { format!(", {uncounted} excluded") };
        // The folder of launches that are only a step of a command is not shown, since it may be temporary.
        let place = match self.next {
            Next::Nothing => String::new(),
            Next::Check | Next::AfterLooks => format!(" in {}", folder.display()),
        };
        let sides = if is_interleaved { &[Some(Role::Base), Some(Role::Head)][..] } else { &[None] };
        let sides: Vec<(String, Vec<f64>)> = sides
            .iter()
            .map(|side| {
                let name = side.map_or(String::new(), |side| format!("{} ", side.name()));
                (name, times(folder, |role| side.is_none() || role == *side))
            })
            .collect();
        let spread = sides.iter().filter_map(|(name, times)| Some(format!("{name}{}", shown_spread(times)?)));
        let spread = spread.collect::<Vec<_>>().join(", ");
        let spread = if spread.is_empty() { spread } else { format!(": {spread}") };
        self.result(&format!("{launches}{each}{place}{excluded}{lost}{spread}"))?;
        let has_next = self.next != Next::Nothing;
        for (name, times) in sides.iter().filter(|_| has_next) {
            if let Some(change) = within_run(times) {
                self.line(&format!("warning: {name}{}", within_run_advice(change)));
            }
        }
        let run = run.display();
        match &outcome.failure {
            _ if self.next == Next::Nothing => Ok(()),
            None if outcome.early => {
                self.result(&format!("stopped early: the verdict is clear; see `gate check {run}`"))
            }
            None if self.next == Next::AfterLooks => Ok(()),
            None => self.result(&format!("Next: gate check {run}")),
            Some(_) => self.result("not finished; continue with the same command and --resume"),
        }
    }

    fn injected(&mut self, done: &InjectedApp, place: &Path) -> anyhow::Result<()> {
        if let Err(error) = &done.facts {
            self.line(&format!(
                "warning: the facts of the build were not stored: {}",
                shown(&error_message(error))
            ));
        }
        // The name of the app comes from an archive, so it is escaped.
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
        let signed = match done.app.signed_by {
            Signer::None => "not signed".to_owned(),
            ref by => format!("signed by {}", by.tool()),
        };
        match self.out {
            Some(_) => {
                let place = shown(&place.display().to_string());
                self.result(&format!("{place}: {app} with the agent, {signed}"))
            }
            None => self.result(&format!("{app} has the agent, {signed}")),
        }
    }
}

/// Returns the durations of the launches at a path that count, for the selected roles.
fn times(path: &Path, is_wanted: impl Fn(Option<Role>) -> bool) -> Vec<f64> {
    let read = read(&[path.to_owned()], &ReadOptions { paths: false, ..ReadOptions::default() });
    let Launches { launches, .. } = read.unwrap_or_default();
    let counted = launches
        .iter()
        .filter(|one| is_wanted(one.role) && (path.is_file() || ExclusionReason::from_launch(one).is_none()));
    counted.filter_map(|launch| Some(launch.duration()?.0)).collect()
}

/// Formats how launches change within a run, with the remedy.
fn within_run_advice(change: WithinRun) -> String {
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    match change {
        WithinRun::Grows { per_launch } => format!(
            "each launch takes {} longer than the one before it; restore the app's data before each launch (`container` of a [[scenario]]), or wait longer between launches (--rest)",
            percent(per_launch)
        ),
        WithinRun::SlowFirst { launches, by } => format!(
            "the first {} of the run took {} longer than the others; exclude them (device.warmup = {launches})",
            count(launches, "launch"),
            percent(by)
        ),
    }
}

/// Formats a duration in minutes.
fn minutes(time: Duration) -> String {
    match time.as_secs().div_ceil(60) {
        0 | 1 => "about a minute".to_owned(),
        minutes => format!("about {minutes} minutes"),
    }
}

/// Formats an event of a search.
fn search_line(event: &bisect::Event<'_>) -> String {
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
            format!("{}: {answer}{}", short(commit), growth_text(*measured))
        }
    }
}

fn short(commit: &Commit) -> &str {
    commit.as_str().get(..10).unwrap_or(commit.as_str())
}

fn growth_text(measured: Option<Measured>) -> String {
    let Some(Measured { base, growth }) = measured else { return String::new() };
    if base == 0.0 {
        return format!(" (+{})", shown_time(growth.value));
    }
    format!(" ({:+.1} % ± {:.1} %)", 100.0 * growth.value / base, 100.0 * growth.error / base)
}

/// Formats the growth of BAD.
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
    match (launch.first_after_install, launch.warm_up, launch.role.as_deref().and_then(Role::from_name)) {
        (true, _, _) => " (first after installation, excluded)",
        (_, true, _) => " (warm-up, excluded)",
        (_, _, Some(Role::Base)) => " (base)",
        (_, _, Some(Role::Head)) => " (head)",
        _ => "",
    }
}

impl Watch for Show<'_> {
    fn notify(&mut self, event: Event<'_>) -> anyhow::Result<()> {
        match event {
            Event::Line(text) => self.line(&shown(&text)),
            Event::Note(text) => self.line(&format!("note: {}", shown(&text))),
            Event::Warning(text) => self.line(&format!("warning: {}", shown(&text))),
            Event::Failed(what, error) => self.line(&format!("warning: {what}: {}", shown(&error_message(error)))),
            Event::Injected(done, place) => self.injected(done, place)?,
            Event::Chosen { device, driver, why } => self.line(&format!("{device} by {driver}: {why}")),
            Event::Begins(campaign) => self.begins(campaign),
            Event::Campaign(event) => self.campaign(event),
            Event::Looked(at, look) => {
                let end = if look.is_enough { "enough" } else { "going on" };
                self.line(&shown(&format!("look {}: {}; {end}", at + 1, gate_report::interim_state(&look.state))));
            }
            Event::Ended { outcome, folder, run, is_interleaved } => {
                if let Some(bar) = self.bar.take() {
                    bar.finish_and_clear();
                }
                self.ended(outcome, folder, run, is_interleaved)?;
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
            Event::Bisect(event) => self.line(&shown(&search_line(&event))),
            Event::AllKept(before, folder) => self.result(&format!(
                "{}: earlier runs of this commit already recorded all {before} launches, so their verdict is used",
                folder.display()
            ))?,
        }
        Ok(())
    }
}
