//! What is taken where nothing else is set: one place for the command's settings, the library's and the calibrator's.
//!
//! Invariant: what `cargo xtask calibrate` measures is what `gate check` does by default (but for the floor, which its data have none of).

/// δ: growth up to this is inside the null.
pub const EFFECT: f64 = 0.005;
/// The smallest growth that matters.
pub const MATTERS: f64 = 0.05;
/// δ against the anchor, where many sessions add up to more than a step's.
pub const ANCHOR_EFFECT: f64 = 0.005;
/// The level.
pub const ALPHA: f64 = 0.05;
/// The share of false entries among suspects.
pub const FDR: f64 = 0.10;
/// The spread between sessions taken for granted with fewer than 3 of them.
pub const SESSION_SD: f64 = 0.01;
/// How many of the newest sessions are compared with.
pub const POOL: usize = 6;
/// Label permutations of an interleaved run.
pub const PERMUTATIONS: usize = 10_000;
/// After how many launches a run that stops early looks.
pub const LOOKS: [usize; 5] = [4, 8, 12, 16, 20];
