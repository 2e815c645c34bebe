//! Confirms a regression in fresh launches.

use gate_device::campaign::Campaign;

use super::record::Recorder;

/// The folder inside a run's for the launches that must confirm its findings.
const AGAIN: &str = "again";

/// Launches the builds as often again if the recorded launches are a regression and the request asks for a confirmation.
pub(super) fn confirm(
    recorder: &mut Recorder<'_>,
    campaign: &Campaign<'_>,
    counted: usize,
) -> anyhow::Result<()> {
    let is_asked = recorder.request.judged.is_some_and(|judged| judged.confirm);
    if !is_asked || recorder.has_followed(AGAIN)? || !recorder.is_regressed()? {
        return Ok(());
    }
    // Fresh launches have an order and an installation of their own.
    let seed = campaign.seed.rotate_left(17) ^ 1;
    recorder.follow(Campaign { seed, launches: counted, again: true, ..campaign.clone() }, AGAIN)
}
