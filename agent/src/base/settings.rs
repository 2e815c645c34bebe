//! The settings: from the environment (`LAUNCHGATE_DEPTH=64`), or from a file beside the dylib (`depth = 64`).
//!
//! A setting in the environment takes precedence over the same setting in the file. Texts of the settings are slices of memory that is
//! never freed.

/// The agent's settings.
pub(crate) type Settings = trace::settings::Settings<'static>;

/// Returns whether the settings request samples of call stacks.
pub(crate) fn keeps_stacks(settings: &Settings) -> bool {
    cfg!(feature = "sampler") && (settings.samples_nanos > 0 || settings.stall_nanos() > 0)
}
