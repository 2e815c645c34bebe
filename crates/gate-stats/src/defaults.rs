//! Contains the default settings of `gate`, of the gate's libraries and of the calibration.
//!
//! Invariant: `cargo xtask calibrate` measures the defaults of `gate check`, except for the floor, which is 0 in the calibration.

/// δ: the largest relative growth that is ignored.
pub const EFFECT: f64 = 0.005;
/// A finding fails a check only if its growth is at least this share of the launch: 0.2 ms of 400 ms, or 0.6 ms of 1.2 s. The value is half
/// of the growth that `world.*.red10` plants: 10 % of a method that takes 1 % of the launch.
pub const FAIL_FROM: f64 = 0.0005;
/// The smallest relative growth of the launch that a pass must exclude.
pub const MATTERS: f64 = 0.05;
/// τ: the largest growth in ns that is ignored. The floor is limited to the share [`FLOOR_SHARE`] of the launch: 8 µs for a launch of 400
/// ms. The share was chosen with the calibration metric `world.floor`, which uses another app and other random seeds than `world.default`,
/// the metric that reports the result. The value is the largest tried share with which at least nine tenths of the findings without a floor
/// are still found. The growth that `world.floor` plants is 5 % of a method that takes 1 % of the launch.
pub const FLOOR_NS: f64 = 100_000.0;
/// The smallest value of τ that results from the share [`FLOOR_SHARE`]. For a launch of 20 ms the share would be smaller than the variation
/// of clocks and caches.
pub const LEAST_FLOOR_NS: f64 = 8_000.0;
/// The largest value of the floor τ, as a share of the launch; see [`FLOOR_NS`].
pub const FLOOR_SHARE: f64 = 0.000_02;
/// δ for growth since the anchor, which adds up over many sessions.
pub const ANCHOR_EFFECT: f64 = 0.005;
/// The significance level of a check.
pub const ALPHA: f64 = 0.05;
/// The expected share of unchanged rows among suspects.
pub const FDR: f64 = 0.10;
/// The prior standard deviation of a row's cost between sessions, as a ratio.
pub const SESSION_SD: f64 = 0.01;
/// The number of the newest days whose mean is the stored level of a row.
pub const POOL: usize = 6;
/// The largest number of the newest days from which the variance of a row is estimated.
pub const HISTORY: usize = 20;
/// The least number of launches of each build.
pub const MIN_LAUNCHES: usize = 5;
/// The numbers of launches after which a run that may end early is judged.
pub const LOOKS: [usize; 5] = [MIN_LAUNCHES, 8, 12, 16, 20];
/// δ for instructions and cycles, which scatter a tenth as much as times.
pub const INSTRUCTIONS_EFFECT: f64 = 0.003;
/// The prior standard deviation of a number of instructions between sessions, as a ratio.
pub const INSTRUCTIONS_SESSION_SD: f64 = 0.001;
/// The least share of the launch at which the cost of added calls fails a check. The share is about the smallest growth that times can
/// show.
pub const CALLS_FLOOR_SHARE: f64 = 0.001;
