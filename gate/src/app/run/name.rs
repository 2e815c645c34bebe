//! Names the functions that cause a regression, by launches with dense samples.

use gate_config::DeviceSettings;
use gate_device::campaign::Campaign;
use trace::settings::Settings;

use super::record::Recorder;

/// The subfolder of a run's folder for the launches with dense samples.
const DENSE: &str = "dense";

/// Launches the builds with dense samples if the answer is a regression and the agent takes samples. A failure causes only a warning, since
/// the verdict does not need the names of functions.
pub(super) fn name(recorder: &mut Recorder<'_>, campaign: &Campaign<'_>) -> anyhow::Result<()> {
    let done = sample_densely(recorder, campaign);
    recorder.warn_on_failure("no function is named by dense samples", done)
}

fn sample_densely(recorder: &mut Recorder<'_>, campaign: &Campaign<'_>) -> anyhow::Result<()> {
    let request = recorder.request;
    let is_judged = request.judged.is_some_and(|judged| request.until_decided || judged.confirm);
    let launches = request.config.device.dense_launches;
    if !is_judged || launches == 0 || !is_sampled(campaign) || recorder.has_followed(DENSE)? {
        return Ok(());
    }
    if !recorder.is_regressed()? {
        return Ok(());
    }
    let settings = DeviceSettings { warmup: 0, ..campaign.settings };
    recorder.record_follow_up(Campaign { launches, settings, dense: true, ..campaign.clone() }, DENSE)
}

/// Whether the agent in the app takes samples.
fn is_sampled(campaign: &Campaign<'_>) -> bool {
    let mut agent = Settings::DEFAULT;
    agent.read(campaign.app.settings.as_deref().unwrap_or_default(), |_, _| {});
    agent.samples_nanos > 0
}
