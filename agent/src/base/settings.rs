//! The settings: from the environment (`LAUNCHGATE_DEPTH=64`), or from a file beside the dylib (`depth = 64`).
//!
//! The environment wins over the file. Texts are kept as slices of memory that stays.

/// The agent's settings.
pub(crate) type Settings = trace::settings::Settings<'static>;

/// Are call stacks kept?
pub(crate) fn keeps_stacks(settings: &Settings) -> bool {
    cfg!(feature = "sampler") && (settings.samples_nanos > 0 || settings.hang_nanos > 0)
}
