//! Shows the progress of a command: a bar on a terminal while apps are launched, else lines.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use gate_baseline::AddOutcome;
use gate_common::git::Commit;
use gate_decision::ExclusionReason;
use gate_device::FailureKind;
use gate_device::campaign::{self, Campaign, CampaignOutcome};
use gate_launches::BuildRole;
use gate_launches::run_log::RecordedLaunch;
use gate_launches::{Launches, ReadOptions, read};
use gate_macho::inject::Signer;
use gate_report::{
    Terminal, build_report, escape_for_display, format_change, format_count, format_spread, format_time,
    render_text,
};
use gate_stats::runs::{RunDrift, within_run};
use indicatif::{ProgressBar, ProgressStyle};

use super::advice::error_message;
use super::terminal::is_watched;
use crate::app::{Event, EventReceiver, InjectedApp};
use crate::bisect::{self, FindingSize, SearchTarget};

/// Shows the events of long operations on the terminal.
pub(super) struct EventDisplay<'a> {
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
    next: NextStep,
}

/// The next step for the user after the launches.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum NextStep {
    /// The command itself continues.
    Nothing,
    Check,
    /// A check is suggested as the next step only if the run stopped early.
    AfterLooks,
}

impl<'a> EventDisplay<'a> {
    pub(super) fn new(
        out: Option<&'a mut dyn Write>,
        err: &'a mut dyn Write,
        next: NextStep,
    ) -> EventDisplay<'a> {
        let (folder, planned) = (PathBuf::new(), Duration::ZERO);
        EventDisplay { out, err, bar: None, lost: 0, last_error: String::new(), folder, planned, next }
    }

    /// Shows the steps of a command on standard error.
    pub(super) fn with_stderr(err: &'a mut dyn Write) -> EventDisplay<'a> {
        EventDisplay::new(None, err, NextStep::Nothing)
    }

    /// Prints a line that stays on the screen.
    fn print_line(&mut self, text: &str) {
        match &self.bar {
            Some(bar) => bar.println(text),
            // An error of the output is ignored: if the reader has closed the output, the launches still count.
            None => drop(writeln!(self.err, "{text}")),
        }
    }

    fn print_result(&mut self, text: &str) -> anyhow::Result<()> {
        match &mut self.out {
            Some(out) => writeln!(out, "{text}")?,
            None => writeln!(self.err, "{text}")?,
        }
        Ok(())
    }

    /// Sets the text of the bar: launches, minutes, the current step, lost launches.
    fn update_bar_text(&self, doing: &str) {
        let Some(bar) = &self.bar else { return };
        let (done, all) = (bar.position(), bar.length().unwrap_or_default());
        let left = match done {
            0 => self.planned,
            _ => bar.elapsed().mul_f64(all.saturating_sub(done) as f64 / done as f64),
        };
        let lost = if self.lost == 0 { String::new() } else { format!(", {} lost", self.lost) };
        let error =
            if self.last_error.is_empty() { String::new() } else { format!(" ({})", self.last_error) };
        bar.set_message(format!(
            "{done} of {all} launches, {} left: {doing}{lost}{error}",
            format_minutes(left)
        ));
    }

    fn show_start(&mut self, campaign: &Campaign<'_>) {
        let Campaign { app, recorded_before, launches, again, dense, .. } = campaign;
        if app.counts {
            self.print_line(&format!(
                "recording {launches} launches that count calls of functions and are not timed"
            ));
        } else if *dense {
            self.print_line(&format!(
                "regression found; recording {launches} launches with dense samples, which name functions and are not timed"
            ));
        } else if *again {
            self.print_line(&format!("regression found; recording {launches} fresh launches to confirm it"));
        } else if *recorded_before > 0 {
            self.print_line(&format!(
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

    fn show_campaign_event(&mut self, event: campaign::Event<'_>) {
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
                self.print_line(&escape_for_display(&text));
            }
            Event::Planned { installations, launches, duration, at_most } => {
                self.planned = duration;
                let most = if at_most { "at most " } else { "" };
                self.print_line(&format!(
                    "{most}{} and {}, {}",
                    format_count(installations, "installation"),
                    format_count(launches, "launch"),
                    format_minutes(duration)
                ));
            }
            Event::Installing(app) => {
                self.update_bar_text("installing");
                self.print_line(&format!("installing {}", app.path.display()));
            }
            Event::Launching(_) => self.update_bar_text("launching"),
            Event::Recorded { launch, done, of } => {
                let times = read_durations(&self.folder.join(&launch.file), |_| true);
                let took = times.first().map_or("no end of the launch".to_owned(), |ns| format_time(*ns));
                match &self.bar {
                    Some(bar) => bar.set_position(done as u64),
                    None if launch.is_counted() => {
                        self.print_line(&format!("launch {done} of {of}: {took}{}", format_purpose(launch)));
                    }
                    None => self.print_line(&format!("extra launch: {took}{}", format_purpose(launch))),
                }
                self.update_bar_text(&format!("last launch {took}"));
            }
            Event::Lost { id, failure, again } => {
                self.lost += 1;
                self.last_error = failure.kind.message().to_owned();
                let end = if again { "repeating it" } else { "no retries left" };
                self.print_line(&escape_for_display(&format!("lost {id}: {failure}; {end}")));
                self.update_bar_text("launching again");
            }
            Event::Note(text) => self.print_line(&escape_for_display(&format!("note: {text}"))),
        }
    }

    fn show_end(
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
        let launches = format_count(*counted, "launch");
        let each = if is_interleaved { " of each build" } else { "" };
        let excluded = if *uncounted == 0 { String::new() } else { format!(", {uncounted} excluded") };
        // The folder of launches that are only a step of a command is not shown, since it may be temporary.
        let place = match self.next {
            NextStep::Nothing => String::new(),
            NextStep::Check | NextStep::AfterLooks => format!(" in {}", folder.display()),
        };
        let sides =
            if is_interleaved { &[Some(BuildRole::Base), Some(BuildRole::Head)][..] } else { &[None] };
        let sides: Vec<(String, Vec<f64>)> = sides
            .iter()
            .map(|side| {
                let name = side.map_or(String::new(), |side| format!("{} ", side.name()));
                (name, read_durations(folder, |role| side.is_none() || role == *side))
            })
            .collect();
        let spread =
            sides.iter().filter_map(|(name, times)| Some(format!("{name}{}", format_spread(times)?)));
        let spread = spread.collect::<Vec<_>>().join(", ");
        let spread = if spread.is_empty() { spread } else { format!(": {spread}") };
        self.print_result(&format!("{launches}{each}{place}{excluded}{lost}{spread}"))?;
        let has_next = self.next != NextStep::Nothing;
        for (name, times) in sides.iter().filter(|_| has_next) {
            if let Some(change) = within_run(times) {
                self.print_line(&format!("warning: {name}{}", within_run_advice(change)));
            }
        }
        let run = run.display();
        match &outcome.failure {
            _ if self.next == NextStep::Nothing => Ok(()),
            None if outcome.early => {
                self.print_result(&format!("stopped early: the verdict is clear; see `gate check {run}`"))
            }
            None if self.next == NextStep::AfterLooks => Ok(()),
            None => self.print_result(&format!("Next: gate check {run}")),
            Some(_) => self.print_result("not finished; continue with the same command and --resume"),
        }
    }

    fn show_injected(&mut self, done: &InjectedApp, place: &Path) -> anyhow::Result<()> {
        if let Err(error) = &done.facts {
            self.print_line(&format!(
                "warning: the facts of the build were not stored: {}",
                escape_for_display(&error_message(error))
            ));
        }
        // The name of the app comes from an archive, so it is escaped.
        let app = escape_for_display(&done.app.app);
        if done.app.already {
            self.print_line(&format!("note: {app} already had the agent, which was replaced"));
        }
        for warning in &done.app.warnings {
            self.print_line(&format!("warning: {}", escape_for_display(warning)));
        }
        if let Some(counting) = &done.app.counting {
            let (counted, all) = counting.count_functions();
            let share = 100.0 * counted as f64 / all.max(1) as f64;
            self.print_line(&format!(
                "note: {app} counts the calls of {counted} of {all} functions ({share:.1} %)"
            ));
        }
        let signed = match done.app.signed_by {
            Signer::None => "not signed".to_owned(),
            ref by => format!("signed by {}", by.tool_name()),
        };
        match self.out {
            Some(_) => {
                let place = escape_for_display(&place.display().to_string());
                self.print_result(&format!("{place}: {app} with the agent, {signed}"))
            }
            None => self.print_result(&format!("{app} has the agent, {signed}")),
        }
    }
}

/// Returns the durations of the launches at a path, for the selected roles. In a folder, launches that are excluded from a check are
/// omitted.
fn read_durations(path: &Path, is_wanted: impl Fn(Option<BuildRole>) -> bool) -> Vec<f64> {
    let read = read(&[path.to_owned()], &ReadOptions { paths: false, ..ReadOptions::default() });
    let Launches { launches, .. } = read.unwrap_or_default();
    let counted = launches
        .iter()
        .filter(|one| is_wanted(one.role) && (path.is_file() || ExclusionReason::from_launch(one).is_none()));
    counted.filter_map(|launch| Some(launch.duration()?.0)).collect()
}

/// Formats a warning about launch times that change within a run, with the remedy.
fn within_run_advice(change: RunDrift) -> String {
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    match change {
        RunDrift::Grows { per_launch } => format!(
            "each launch takes {} longer than the one before it; restore the app's data before each launch (`container` of a [[scenario]]), or wait longer between launches (--rest)",
            percent(per_launch)
        ),
        RunDrift::SlowFirst { launches, by } => format!(
            "the first {} of the run took {} longer than the others; exclude them (device.warmup = {launches})",
            format_count(launches, "launch"),
            percent(by)
        ),
    }
}

/// Formats a duration in minutes.
fn format_minutes(time: Duration) -> String {
    match time.as_secs().div_ceil(60) {
        0 | 1 => "about a minute".to_owned(),
        minutes => format!("about {minutes} minutes"),
    }
}

/// Formats an event of a search.
fn search_line(event: &bisect::Event<'_>) -> String {
    match event {
        bisect::Event::Building { commit, left } => {
            let left = format_count(*left, "commit");
            format!("{}: building ({left} left)", short_hash(commit))
        }
        bisect::Event::NotBuilt(commit) => format!("{}: cannot be built, skipped", short_hash(commit)),
        bisect::Event::Launching { commit, launches, of } => {
            let more = if launches == of { String::new() } else { format!(" more, {of} in all") };
            format!("{}: {} of each build{more}", short_hash(commit), format_count(*launches, "launch"))
        }
        bisect::Event::Slower(target) => {
            format!(
                "BAD is slower: {} {}, {}",
                target.kind.label(),
                target.name,
                format_target_growth(target)
            )
        }
        bisect::Event::Answered { commit, slow, measured } => {
            let answer = match slow {
                Some(true) => "slow",
                Some(false) => "fast",
                None => "undecided, skipped",
            };
            format!("{}: {answer}{}", short_hash(commit), growth_text(*measured))
        }
    }
}

fn short_hash(commit: &Commit) -> &str {
    commit.as_str().get(..10).unwrap_or(commit.as_str())
}

fn growth_text(measured: Option<FindingSize>) -> String {
    let Some(FindingSize { base, growth }) = measured else { return String::new() };
    if base == 0.0 {
        return format!(" (+{})", format_time(growth.value));
    }
    format!(" ({:+.1} % ± {:.1} %)", 100.0 * growth.value / base, 100.0 * growth.error / base)
}

/// Formats the growth of BAD.
pub(super) fn format_target_growth(target: &SearchTarget) -> String {
    let (base, more) = (target.measured.base, target.measured.growth.value);
    if target.is_time() {
        format!("{} → {}, {}", format_time(base), format_time(base + more), format_change(base, base + more))
    } else {
        format!("{base:.0} → {:.0}", base + more)
    }
}

fn format_purpose(launch: &RecordedLaunch) -> &'static str {
    if launch.is_throttled() {
        return " (throttled by heat, excluded)";
    }
    match (launch.first_after_install, launch.warm_up, launch.role.as_deref().and_then(BuildRole::from_name))
    {
        (true, _, _) => " (first after installation, excluded)",
        (_, true, _) => " (warm-up, excluded)",
        (_, _, Some(BuildRole::Base)) => " (base)",
        (_, _, Some(BuildRole::Head)) => " (head)",
        _ => "",
    }
}

impl EventReceiver for EventDisplay<'_> {
    fn notify(&mut self, event: Event<'_>) -> anyhow::Result<()> {
        match event {
            Event::Line(text) => self.print_line(&escape_for_display(&text)),
            Event::Note(text) => self.print_line(&format!("note: {}", escape_for_display(&text))),
            Event::Warning(text) => self.print_line(&format!("warning: {}", escape_for_display(&text))),
            Event::Failed(what, error) => self.print_line(&format!("warning: {what}: {}", escape_for_display(&error_message(error)))),
            Event::Injected(done, place) => self.show_injected(done, place)?,
            Event::Chosen { device, driver, why } => self.print_line(&format!("{device} by {driver}: {why}")),
            Event::Begins(campaign) => self.show_start(campaign),
            Event::Campaign(event) => self.show_campaign_event(event),
            Event::Looked(at, look) => {
                let end = if look.is_enough { "enough" } else { "going on" };
                self.print_line(&escape_for_display(&format!("look {}: {}; {end}", at + 1, gate_report::interim_state(&look.state))));
            }
            Event::Ended { outcome, folder, run, is_interleaved } => {
                if let Some(bar) = self.bar.take() {
                    bar.finish_and_clear();
                }
                self.show_end(outcome, folder, run, is_interleaved)?;
            }
            Event::Regressed(session, outcome) => {
                let report = render_text(&build_report(outcome, Vec::new(), None), Terminal::default());
                self.print_line(&format!("session {} regressed:\n{report}", escape_for_display(session)));
            }
            Event::Stored(added, path) => {
                let what = match added {
                    AddOutcome::New => "stored",
                    AddOutcome::Already | AddOutcome::Completed => "already stored",
                };
                self.print_result(&format!("{what} {}", escape_for_display(&path.display().to_string())))?;
            }
            Event::Bisect(event) => self.print_line(&escape_for_display(&search_line(&event))),
            Event::AllKept(before, folder) => self.print_result(&format!(
                "{}: earlier runs of this commit already recorded all {before} launches, so their verdict is used",
                folder.display()
            ))?,
        }
        Ok(())
    }
}
