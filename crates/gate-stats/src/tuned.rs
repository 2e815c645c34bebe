//! Every constant of the model that was chosen by measurement or taken from a publication, with its source.
//!
//! "Prototype" is the measured prototype of this model (synthetic launches and 13 days of real benchmarks); its trials are in CALIBRATION.md.
//! Names such as `real.stored6` are noise models of CALIBRATION.md: synthetic launches with known noise. "Any false" is the share of runs of
//! an unchanged build with a finding, and +10 % is growth that was planted in the head.
//! Defaults of settings are in `defaults`, shares of the significance level in `levels`.

/// The least number of rows for an estimate of their common change; with fewer, it cannot be distinguished from the change of one row.
/// With 20 rows the variance of the median growth is a twentieth of a row's variance, times π/2.
pub const ROWS_FOR_COMMON: usize = 20;

/// The degrees of freedom of the prior of the common day-to-day variance, whose centre is `session_sd`: 2 with two days or more, 8 with one
/// day, when only the prior is known (prototype: with 8 an unchanged build passes in .92 of the runs instead of .37, any false 2 of 300).
pub(crate) const COMMON_PRIOR_DF: f64 = 2.0;
/// See [`COMMON_PRIOR_DF`].
pub(crate) const COMMON_PRIOR_DF_ONE_DAY: f64 = 8.0;

/// The degrees of freedom of this prior for instructions and cycles (centre: `gate.instructions.session_sd`). Days hardly change the
/// instructions of a program, so the prior has more weight than for times. `counters.any_false` and `counters.found1` measure the choice.
pub(crate) const COUNTS_PRIOR_DF: f64 = 8.0;

/// The ratio of squared errors from which on a new session's own scatter is used for counts in place of that of the stored sessions. With
/// three kept of five launches chance exceeds this ratio in about one session of fifty.
pub(crate) const COUNTS_DISTURBED: f64 = 4.0;

/// The least standard deviation of a row between days, a ratio: six days cannot show that it is zero.
/// Prototype on real days: any false .13 without this minimum, and 0 of 200 with .35 %.
pub(crate) const LEAST_DAY_SD: f64 = 0.0035;

/// The degrees of freedom of tests that use [`LEAST_DAY_SD`], which is a constant and no estimate. On real days, growth of 3 % was found in
/// .810 of the runs with 12 degrees of freedom, in .822 with 18, and in .825 with 30; .007, .008 and .014 of the unchanged runs had a
/// finding (`tests/lab`, sessions of five launches; 1,000 trials).
pub(crate) const LEAST_DAY_DF: f64 = 18.0;

/// The level of the rank test that a finding of the t test must pass, too. It halves the false findings of rows with two modes, and reduces
/// the power from .664 to .655 (prototype, ten against ten launches).
pub(crate) const RANK_P: f64 = 0.01;
/// The least number of launches of each build for the rank test. Only two of the 252 orders of five against five launches reach [`RANK_P`].
pub(crate) const LAUNCHES_FOR_RANKS: usize = 6;

/// The share of a row's growth that its faster three fifths must have, if the row's location uses other launches: a burst of disturbed
/// launches does not slow them. `world.bursts.stored6.any_false` is .08 without this rule, and .03 with it.
pub(crate) const OF_QUICKER: f64 = 0.8;

/// The share of a growth that the fastest fifth of the launches must have: a burst, or a slow path of most launches of one run, does not
/// slow them. Rows and sums have this test if the smallest session has ten launches.
/// This share is for rows against stored days; the next ones are for sums of rows, for rows of interleaved runs, and for the launch, its
/// phases and all rows together.
pub(crate) const OF_QUICKEST: f64 = 0.65;
/// See [`OF_QUICKEST`].
pub(crate) const OF_QUICKEST_SUMS: f64 = 0.8;
/// See [`OF_QUICKEST`].
pub(crate) const OF_QUICKEST_PAIRS: f64 = 0.3;
/// See [`OF_QUICKEST`].
pub(crate) const OF_QUICKEST_WHOLES: f64 = 0.35;

/// The quantile of the deviations of the base's launches from the medians of their rows, which bounds the effect of a disturbance on the
/// median of the head. For growth beyond it the fastest fifth is not tested.
pub(crate) const BASE_TAIL: f64 = 0.998;

/// The ratio of squared differences between stored sessions from which on a row's location is the mean of its fastest three tenths. With
/// this rule +10 % of a method is found in .65 of the runs of `real.stored6` instead of .51, and in .84 of `bursts.stored6` instead of .60.
pub(crate) const STEADIER: f64 = 3.0;
/// The effect of a launch on all rows, relative to the fastest launches and on the log scale, from which on the launch counts as disturbed
/// and is excluded from the location. With .05 some launches of `real.stored6` without a disturbance are excluded, and +10 % is found in .69
/// instead of .72.
pub(crate) const SLOWED_LAUNCH: f64 = 0.1;
/// The prior standard deviation of a row's slope (its response to the effect of a launch on all rows) around 1.
pub(crate) const FOLLOWS: f64 = 0.5;
/// The largest number of rows whose median estimates the effect of a launch: more rows do not reduce the error below the launch's scatter.
pub(crate) const ROWS_OF_SHARED: usize = 500;

/// The margin, as a share of the mean, by which a slow launch exceeds all launches of the base (prototype, ten against ten, six days: any
/// false .003 to .013 without a margin, 0 of 400 with .02; +50 ms in half of the launches is found in .91 instead of .94).
pub(crate) const SLOW_MARGIN: f64 = 0.01;

/// The ratio to the row's slowest cost in the base from which on a row is slow in a launch, in addition to [`SLOW_MARGIN`] of the launch:
/// disturbances of launches (bursts ×1.4, heat ×1.3, slow paths ×1.15) are smaller.
pub(crate) const SLOW_ROW: f64 = 1.5;

/// The least share of the launch that must be judged for a pass.
pub const LEAST_JUDGED: f64 = 0.70;

/// The largest number of rows that are excluded from the test for a pass, since people read their names.
pub(crate) const MOST_LEFT_OUT: usize = 20;
/// Two thresholds for the expected upper limit of an unchanged build's growth, as shares of the growth that matters: with the first one a
/// part of the launch can be judged; further rows are excluded if that reaches the second one. With only the first threshold `real.pairs10`
/// is undecided in .21 of the runs and `network.pairs10` in .10; with both in .09 and .06, while equally many growths pass. With only the
/// second one `slow_path.pairs10` is undecided in .81 (with both .25). Against stored days .55 lets +6 % of all rows pass in .063 of the runs
/// of `real.stored6`.
pub(crate) const NEEDED_OF_A_PART: f64 = 0.9;
pub(crate) const WANTED_OF_PAIRS: f64 = 0.55;
pub(crate) const WANTED_BY_DAYS: f64 = 0.7;

/// The share of the launches' variance that the advice expects more launches to reduce, since neighbouring launches are correlated, and the
/// estimate of an undecided run is usually too high. With 1 / .7 / .4 the advice was right in .51 / .59 / .70 of the runs of `real.stored6`.
pub const MORE_LAUNCHES: f64 = 0.4;

/// The level of the test of slow launches that must not reject for a pass.
pub const SLOW_OF_A_PASS: f64 = 0.05;

/// A stored day is odd if its common level differs from the others' by this many robust standard deviations, and at least this ratio.
/// Prototype: all odd days of 10 % are excluded and no unchanged one; undecided 1.0 becomes 0.
pub(crate) const ODD_DAY: (f64, f64) = (6.0, 0.005);

/// A day far from the others is a new level and not odd if another day differs from it by at most this many standard deviations, or by at
/// most this share of its distance from the others.
pub(crate) const DAYS_AGREE: (f64, f64) = (2.0, 0.25);

/// The number of days, in addition to one for each phone, that are needed to estimate the differences of phones.
pub(crate) const DAYS_BESIDE_PHONES: usize = 2;

/// The least number of days for the classification of a day as odd.
pub(crate) const DAYS_FOR_ODD: usize = 4;

/// The least standard deviation of a row between sessions with one or two days, as a share of `session_sd` (1 %, so .6 %).
/// Prototype on builds with 134 to 3,295 rows, with .5: any false 1 of 80, +10 % found in .59. On real days that differ by 1 %, compared with
/// one session, any false is .025 with .5, and .017 with .6.
pub(crate) const LEAST_SESSION_SHARE: f64 = 0.6;

/// The degrees of freedom of the standard deviation between sessions with one or two days, which is estimated from the rows of the
/// comparison. From 8 on the power is equal within errors, below it falls to zero (+10 % found with 5: .003; 8: .59; 30: .57).
pub(crate) const FEW_DAYS_DF: f64 = 30.0;

/// The share of a new session's excess variance of launches that is added to the error of a row.
pub(crate) const DISTURBED_SHARE: f64 = 0.5;

/// The largest factor by which the empirical null widens all errors (Efron 2004 sets no bound; beyond 4 no growth could be found).
pub(crate) const MOST_WIDENING: f64 = 4.0;

/// The largest ratio of the interquartile range of the rows' standardised growths to that of chance with which rows agree on a common change.
pub(crate) const MOST_DISAGREEMENT: f64 = 2.5;

/// The level of each of the two tests whether stored launches depend on their place in the run. They use no part of the significance level,
/// since only stored launches decide. If chance finds a dependence, the comparison has fewer launches and is still right.
pub(crate) const PLACES_ALPHA: f64 = 0.05;
/// The least growth from launch to launch of a run that is reported, as a share: 2 % within twenty launches.
pub(crate) const GROWTH_IN_RUN: f64 = 0.001;
/// The largest number of first launches of a run that are reported as slow, and the least share by which each of them exceeds all others.
pub(crate) const FIRST_LAUNCHES: (usize, f64) = (3, 0.03);

/// The number of bounds beyond which a median growth is attributed to the build, and not to a slow day.
pub(crate) const MOST_BOUNDS: f64 = 2.0;

/// A constant that is added to this limit, since in interleaved runs the bound of ten undisturbed pairs may be a tenth of a percent.
pub(crate) const BOUND_SLACK: f64 = 0.003;

/// Stored days vary less than their prior if the variance of a common growth, estimated from the days only, is less than this share of that
/// with the prior. With 0 / .65 / .8 / 1 growth of all rows by 3 % is found in .52 / .66 / .74 / .78 of the runs of `plain.stored6`, and
/// `real.stored6.any_false` is .034 / .037 / .039 / .041 (after confirmation .004, .005, .006, .006).
/// With .8 only for launches that do not depend on their neighbours, `real` is as with .65, and `counters.any_false` is .022 instead of .018.
pub(crate) const STEADY_DAYS: f64 = 0.65;

/// The range of the prior degrees of freedom of a variance: with fewer than 1 there is no prior, with more than 200 the variance is known.
pub(crate) const PRIOR_DF: (f64, f64) = (1.0, 200.0);

/// The winsorisation of the rows' log variances before the prior is fitted (robust limma: Phipson et al. 2016): values beyond `quantiles` are
/// replaced by the quantiles, and their variance is multiplied by `enlarged`, so that it is unbiased for normal logs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Winsorised {
    pub quantiles: (f64, f64),
    pub enlarged: f64,
}

/// See [`Winsorised`].
pub(crate) const WINSORISED: Winsorised = Winsorised { quantiles: (0.02, 0.98), enlarged: 1.12 };

/// The winsorisation for variances between days: on real days nine rows of ten vary between days as their launches predict, and a few change
/// their level. With the quantiles of [`WINSORISED`] the prior has two degrees of freedom there, and +5 % on real days is found in .904
/// instead of .932 (500 trials; any false 0 of 500 with both). It is not used with fewer than [`ROWS_FOR_COMMON`] rows, nor for sums of rows.
pub(crate) const WINSORISED_OF_DAYS: Winsorised = Winsorised { quantiles: (0.1, 0.9), enlarged: 1.473 };

/// The least number of launches of each build for which interleaved runs choose the launches that scatter least: with five, planted growth
/// is found in .89 of the runs of `world.launch_noise.pairs5` with a fixed cut, and in .75 with the choice.
pub(crate) const LAUNCHES_FOR_CUTS: usize = 10;

/// The ratio of squared errors below which a row of interleaved launches is judged by its differences within blocks in place of the means of
/// both builds. With this rule +10 % of a method is found in .85 of the runs of `heat_step.pairs10` instead of .70 and in .87 of
/// `bursts.pairs10` instead of .84; with .5 in .82 and .85.
pub(crate) const SHARPER_BLOCKS: f64 = 0.7;
/// The ratio of squared errors below which the common change of all rows is estimated from the launches that scatter least in place of all
/// launches within blocks. With .7, +3 % of all rows is found in .83 of `slow_path.pairs10` instead of .12 and in .79 of
/// `heat_step.pairs10` instead of .53, but `launch_noise.pairs10.s3.any_false` is .016 instead of .006; with .5 these are .83, .79 and .010.
pub(crate) const SHARPER_COMMON: f64 = 0.5;

/// The share of the degrees of freedom that trimmed means of interleaved launches keep.
pub(crate) const TRIMMED_DF: f64 = 0.75;

/// The largest number of launches of both builds together for which interleaved runs and single sessions are judged by a permutation test
/// over all relabellings (252 for 5 against 5): the t distribution does not describe the tails of a mean of five launches.
pub(crate) const FEW_LAUNCHES: usize = 10;

/// The p-value below which the t distribution is replaced by relabellings, which happens if there are many rows. Up to 200 rows the t
/// distribution is right (`world.launch_noise.pairs5`); with 586 rows of Student's t with 3 degrees of freedom any false is .55 to .68
/// (prototype). The choice depends only on the design, so it uses no part of the significance level.
pub(crate) const LEAST_T_TAIL: f64 = 1e-4;

/// The least number of sessions of a changed level: a single one may be an outlier.
pub(crate) const SESSIONS_OF_NEW_LEVEL: usize = 2;

/// The level of the test that a row's level fell, over all rows and all places (Bonferroni).
pub(crate) const RESTART_ALPHA: f64 = 0.01;

/// The number of sessions since the anchor that share the level of the test of slow growth, and from which the slope is estimated.
pub const CREEP_RELEASES: usize = 20;

/// The number of stored days that are needed to recognise methods that a server switches. A method that is switched on in three sessions of
/// ten is off in all of six days with a probability of .7⁶ = .12, in all of 20 with .0008 (prototype: any false .30, and 0 of 100).
pub(crate) const DAYS_FOR_SWITCHES: usize = 20;

/// The p-value below which a row that is no finding is open, so that a run that may stop early continues.
/// The p of a true +5 % is far below it from 8 launches on; of 100 unchanged rows, about one run in three has one below it.
pub const SEEMS_SLOWER: f64 = 0.01;

/// The error probability of exact comparisons (such as calls of methods), estimated from counts that varied rarely before: a twentieth of the
/// significance level, for all kinds of counts together. `counts.any_false` and `counts.rare` measure it.
pub const EXACT_CHANCE: f64 = 0.0025;

/// The degrees of freedom of that part of a sampled function's error that comes from the exact costs: about those of six stored days.
pub(crate) const EXACT_DF: f64 = 5.0;

/// The largest number of degrees of freedom of the scatter of counts, at which the scatter is practically known.
pub(crate) const MOST_SAMPLED_DF: f64 = 200.0;

/// The share of the launch, in the mean of both builds, from which on a function is a row. A function with twice this share in one build is
/// always included, and exchanging the builds does not change the choice.
pub const FUNCTION_SHARE: f64 = 0.005;

/// The least number of samples of a launch in a node for which its shares are shown; with fewer they are too inaccurate.
pub const SAMPLES_OF_A_SHARE: u64 = 20;

/// The probability that a bisect names a wrong commit, over all its steps and checks: less than half of what `bisect.right` allows, since
/// a step can also stay undecided.
pub const BISECT_WRONG: f64 = 0.02;

/// The numbers of launches of a bisect: of each build at first, the factor for each further check, and the largest number.
/// `bisect.right` measures the choice: +5 % in one method of 2 % own noise is decided at 20 to 40 launches.
pub const BISECT_LAUNCHES: (usize, usize, usize) = (10, 2, 160);

/// The numbers of sessions before and after a place whose medians are compared: few detect short levels, many detect small changes; 40
/// of them detect a step of three standard deviations of a session (`store.trend.found3`).
pub(crate) const CHANGE_WIDTHS: [usize; 5] = [5, 10, 20, 30, 40];

/// The number of sessions below which a history is short: it does not determine its own scatter.
pub const SHORT: usize = 20;

/// The least number of sessions of a level in a short history.
pub(crate) const SHORTEST: usize = 4;

/// The one-sided probability that noise causes a change at a session of a short history (`store.trend.short5`).
pub(crate) const CHANGE_SHORT: f64 = 5e-5;

/// The least number of sessions of the first and the last level of a series: a spike of three sessions is no level.
pub(crate) const LEAST_LEVEL: usize = 5;

/// The least number of sessions between changes: bursts and spikes of five sessions are no levels.
pub(crate) const CHANGE_APART: usize = 7;

/// The least difference of a change, divided by its scale. `store.changes.false_a_year` counts the reported changes of unchanged series; a
/// step of 5 % in session medians that scatter by .9 % is 8 scales at the smallest width.
pub(crate) const CHANGE_SURE: f64 = 5.5;

/// The least difference of the levels before and after a change, once its session is known, in standard errors. It removes candidates
/// between two changes that are an effect of the larger one (the test of planted changes has one in 100 series).
pub(crate) const CHANGE_SHOWN: f64 = 3.0;

/// The least number of sessions for a slope; a quarter of them is a level.
pub(crate) const SLOPE_SESSIONS: usize = 40;

/// The least growth of a slope, in standard errors of the difference of two quarters.
pub(crate) const SLOPE_SURE: f64 = 6.0;

/// The largest distance in sessions with which changes of several series count as changes of one session.
pub(crate) const MOVED_NEAR: usize = 4;

/// The number of methods, and their share (an eighth of all), that must change at one session for a common change of all methods.
pub(crate) const MOVED_LEAST: usize = 5;
pub(crate) const MOVED_SHARE: usize = 8;

/// The distance of a series from the common change, in its scales, from which on the series has a change of its own.
pub(crate) const MOVED_FURTHER: f64 = 4.0;
