//! What is seen of a run: a bar on a terminal, lines in a pipeline.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::device::Failure;
use crate::device::campaign::{Campaign, Event, Watcher};
use crate::launches::Role;
use crate::launches::run_log::Recorded;
use crate::report::shown;

use super::early::Judge;
use crate::cli::terminal::is_watched;

/// Shows a run, and asks at its looks.
pub(super) struct Show<'a> {
    err: &'a mut dyn Write,
    bar: Option<ProgressBar>,
    judge: &'a Judge<'a>,
    lost: usize,
    last_error: String,
}

impl<'a> Show<'a> {
    pub(super) fn new(err: &'a mut dyn Write, campaign: &Campaign<'_>, judge: &'a Judge<'a>) -> Show<'a> {
        let wanted = is_watched() && !cfg!(test);
        let bar = wanted.then(|| {
            let bar = ProgressBar::new(campaign.launches as u64);
            let style = ProgressStyle::with_template("{bar:24} {pos}/{len} {elapsed} (ETA {eta}) {wide_msg}");
            // The template is one that the library takes; if it ever does not, its own will do.
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        });
        let Campaign { before, launches, again, .. } = campaign;
        if *again {
            // A pipeline that no longer listens is no reason to lose launches.
            let _ = writeln!(err, "regression found; recording {launches} fresh launches to confirm it");
        } else if *before > 0 {
            let _ = writeln!(err, "continuing with {before} launches from earlier runs of this commit");
        }
        Show { err, bar, judge, lost: 0, last_error: String::new() }
    }

    /// What stays to be read.
    fn line(&mut self, text: &str) {
        match &self.bar {
            Some(bar) => bar.println(text),
            // A pipeline that no longer listens is no reason to lose launches.
            None => drop(writeln!(self.err, "{text}")),
        }
    }

    fn message(&self, doing: &str) {
        if let Some(bar) = &self.bar {
            let lost = if self.lost == 0 { String::new() } else { format!(", {} lost", self.lost) };
            let error =
                if self.last_error.is_empty() { String::new() } else { format!(" ({})", self.last_error) };
            bar.set_message(format!("{doing}{lost}{error}"));
        }
    }

    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
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

impl Watcher for Show<'_> {
    fn tell(&mut self, event: Event<'_>) {
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

    fn is_enough(&mut self, folder: &Path, at: usize) -> Result<bool, Failure> {
        let (enough, why) = self.judge.is_enough(folder)?;
        let end = if enough { "enough" } else { "going on" };
        self.line(&shown(&format!("look {}: {why}; {end}", at + 1)));
        Ok(enough)
    }
}
