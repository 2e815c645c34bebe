//! Confirms a regression in fresh launches.

use gate_device::campaign::Campaign;

use super::record::Recorder;

/// The subfolder of a run's folder for the fresh launches that must confirm the findings of the run.
const AGAIN: &str = "again";

/// Launches the builds again, as often as before, if the recorded launches show a regression and the request requires a confirmation.
pub(super) fn confirm(
    recorder: &mut Recorder<'_>,
    campaign: &Campaign<'_>,
    counted: usize,
) -> anyhow::Result<()> {
    let is_asked = recorder.request.judged.is_some_and(|judged| judged.confirm);
    if !is_asked || recorder.has_followed(AGAIN)? || !recorder.is_regressed()? {
        return Ok(());
    }
    // Fresh launches have a different seed, and therefore an independent order and new installations.
    let seed = campaign.seed.rotate_left(17) ^ 1;
    recorder.record_follow_up(Campaign { seed, launches: counted, again: true, ..campaign.clone() }, AGAIN)
}
