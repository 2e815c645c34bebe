//! The default settings of the command, the library and the calibrator.
//!
//! Invariant: `cargo xtask calibrate` measures the defaults of `gate check`, except for the floor, which is 0 there.

/// δ: growth up to this is inside the null.
pub const EFFECT: f64 = 0.005;
/// A finding fails a run from this share of the launch on: .2 ms of 400 ms, .6 ms of 1.2 s. Half of what one method of 1 % gains by 10 %,
/// which `world.*.red10` plants.
pub const FAIL_FROM: f64 = 0.0005;
/// The smallest growth that matters.
pub const MATTERS: f64 = 0.05;
/// τ in ns by default, and at most the share [`FLOOR_SHARE`] of the launch: 8 µs for a launch of 400 ms.
/// Chosen in `world.floor` (another app and other seeds than those of `world.default`, which reports it): the largest share tried that
/// costs at most a tenth of the +5 % of a method of 1 % of the launch that no floor would find.
pub const FLOOR_NS: f64 = 100_000.0;
/// The share makes τ no smaller than this: of a launch of 20 ms it would be less than clocks and caches differ by.
pub const LEAST_FLOOR_NS: f64 = 8_000.0;
/// See [`FLOOR_NS`].
pub const FLOOR_SHARE: f64 = 0.000_02;
/// δ against the anchor, where many sessions add up to more than a step's.
pub const ANCHOR_EFFECT: f64 = 0.005;
/// The level.
pub const ALPHA: f64 = 0.05;
/// The share of false entries among suspects.
pub const FDR: f64 = 0.10;
/// The prior standard deviation between sessions.
pub const SESSION_SD: f64 = 0.01;
/// The level of a row is the mean of this many of the newest days.
pub const POOL: usize = 6;
/// Its variance is learned from up to this many of the newest days.
pub const HISTORY: usize = 20;
/// Fewer launches of a side are not judged.
pub const MIN_LAUNCHES: usize = 5;
/// After how many launches a run that stops early looks; the first is the first that can decide.
pub const LOOKS: [usize; 5] = [MIN_LAUNCHES, 8, 12, 16, 20];
/// δ of instructions and cycles, which scatter a tenth of what times do.
pub const INSTRUCTIONS_EFFECT: f64 = 0.003;
/// The prior standard deviation of instructions between sessions.
pub const INSTRUCTIONS_SESSION_SD: f64 = 0.001;
/// More calls fail where they cost this share of the launch: about the least that times can show by themselves.
pub const CALLS_FLOOR_SHARE: f64 = 0.001;
