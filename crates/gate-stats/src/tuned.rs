//! Contains the constants of the model that were chosen by measurement or taken from a publication. The comment of each constant names its
//! source.
//!
//! "Prototype" means a measured prototype of this model (synthetic launches and 13 days of real benchmarks), whose trials are in
//! CALIBRATION.md. Names such as `real.stored6` are noise models in CALIBRATION.md, which generate synthetic launches with known noise.
//! "Any false" is the share of runs of an unchanged build that have a finding, and +10 % is growth that was added to the head's synthetic
//! launches. The defaults of settings are in `defaults`, and the shares of the significance level in `levels`.

/// The least number of rows for an estimate of their common change. With fewer rows, a common change cannot be distinguished from the
/// change of a single row. With 20 rows, the variance of the median growth is a twentieth of a row's variance, times π/2.
pub const ROWS_FOR_COMMON: usize = 20;

/// The degrees of freedom of the prior for the day-to-day variance that all rows have in common. The centre of this prior is `session_sd`.
/// The value is 2 with two stored days or more. With one stored day only the prior is known, and the value is 8 (prototype: with 8 an
/// unchanged build passes in .92 of the runs instead of .37, any false 2 of 300).
pub(crate) const COMMON_PRIOR_DF: f64 = 2.0;
/// The value of [`COMMON_PRIOR_DF`] for comparisons with one stored day.
pub(crate) const COMMON_PRIOR_DF_ONE_DAY: f64 = 8.0;

/// The degrees of freedom of the prior for the day-to-day variance of instructions and cycles. The centre of this prior is
/// `gate.instructions.session_sd`. Days hardly change the instructions of a program, so the prior has more weight than for times.
/// `counters.any_false` and `counters.found1` measure the effect of this value.
pub(crate) const COUNTS_PRIOR_DF: f64 = 8.0;

/// The error of a new session's counts is taken from its own launches if its square exceeds the square that the stored sessions predict by
/// more than this factor. If the mean of a session uses three of five launches, the factor is exceeded by chance in about one session of
/// fifty.
pub(crate) const COUNTS_DISTURBED: f64 = 4.0;

/// The least standard deviation between days that is assumed for a row, as a ratio. Six days cannot show that the standard deviation is
/// zero. In the prototype on real days, any false is .13 without a minimum, and 0 of 200 with a minimum of .35 %.
pub(crate) const LEAST_DAY_SD: f64 = 0.0035;

/// The degrees of freedom of tests that use [`LEAST_DAY_SD`], which is a constant and no estimate. On real days, growth of 3 % was found in
/// .810 of the runs with 12 degrees of freedom, in .822 with 18, and in .825 with 30; the shares of unchanged runs with a finding were
/// .007, .008 and .014 (`tests/lab`, sessions of five launches; 1,000 trials).
pub(crate) const LEAST_DAY_DF: f64 = 18.0;

/// The significance level of the rank test that a finding of the t test must pass in addition. The rank test halves the false findings of
/// rows that vary between two durations, and reduces the power from .664 to .655 (prototype, ten against ten launches).
pub(crate) const RANK_P: f64 = 0.01;
/// The least number of launches of each build for the rank test. With five launches of each build, only two of the 252 possible orders have
/// a p-value of at most `RANK_P`.
pub(crate) const LAUNCHES_FOR_RANKS: usize = 6;

/// The least share of a row's growth that the fastest 60 % of the launches must show, if the row's level is a mean of other launches. A
/// burst of disturbed launches slows only a minority of the launches, and therefore not the fastest 60 %. `world.bursts.stored6.any_false`
/// is .08 without the test of the fastest 60 %, and .03 with this test.
pub(crate) const SHARE_IN_FASTEST_60: f64 = 0.8;

/// The least share of a growth that the fastest 20 % of the launches must show. A burst of disturbed launches, or a slow path of most
/// launches of one run, does not slow the fastest 20 %. For rows and sums of rows, the fastest 20 % of the launches are tested only if each
/// session has at least ten launches.
///
/// `SHARE_IN_FASTEST_20` is the least share for rows against stored days. `SHARE_IN_FASTEST_20_OF_SUMS` is for sums of rows,
/// `SHARE_IN_FASTEST_20_OF_PAIRS` for rows of interleaved runs, and `SHARE_IN_FASTEST_20_OF_WHOLES` for the launch, its phases and all rows
/// together.
pub(crate) const SHARE_IN_FASTEST_20: f64 = 0.65;
/// The value of [`SHARE_IN_FASTEST_20`] for sums of rows.
pub(crate) const SHARE_IN_FASTEST_20_OF_SUMS: f64 = 0.8;
/// The value of [`SHARE_IN_FASTEST_20`] for rows of interleaved runs.
pub(crate) const SHARE_IN_FASTEST_20_OF_PAIRS: f64 = 0.3;
/// The value of [`SHARE_IN_FASTEST_20`] for the launch, its phases and all rows together.
pub(crate) const SHARE_IN_FASTEST_20_OF_WHOLES: f64 = 0.35;

/// This quantile of the deviations of the base's launches from the medians of their rows counts as the largest effect that a disturbance
/// has on the head's median. If a row grew by more than this effect, its fastest launches are not tested.
pub(crate) const BASE_TAIL: f64 = 0.998;

/// A row's location is the mean of the fastest 30 % of the launches if the sum of squared differences between stored sessions is then
/// smaller by more than this factor than with the usual 60 %. With the fastest 30 %, +10 % of a method is found in .65 of the runs of
/// `real.stored6` instead of .51, and in .84 of `bursts.stored6` instead of .60.
pub(crate) const STEADIER_RATIO: f64 = 3.0;
/// A launch counts as disturbed if it slows all rows by more than this difference of logarithms, compared with the fastest launches of its
/// session. Effects of launches are measured relative to launches that are not disturbed. With .05, some launches of `real.stored6` without
/// a disturbance are excluded, and +10 % is found in .69 of the runs instead of .72.
pub(crate) const SLOWED_LAUNCH: f64 = 0.1;
/// The prior standard deviation of a row's slope around 1. If a launch is slower in all rows, the slope of a
/// row is the slowdown of this row, divided by the slowdown of the average row.
pub(crate) const SLOPE_PRIOR_SD: f64 = 0.5;
/// The effect of a launch on all rows is estimated as the median over at most about this number of rows. More rows would cost time, but
/// would not make the estimate more accurate, since the remaining error is the scatter of the launch itself.
pub(crate) const ROWS_FOR_LAUNCH_EFFECTS: usize = 500;

/// A launch counts as slow if its time exceeds the time of the base's slowest launch by more than this share of the base's mean. The
/// prototype was measured with a larger margin (.02), for ten against ten launches and for six stored days. Without a margin, any false is
/// .003 to .013; with .02, any false is 0 of 400, and +50 ms in half of the launches is found in .91 of the runs instead of .94.
pub(crate) const SLOW_MARGIN: f64 = 0.01;

/// A row counts as slow in a launch if its cost exceeds this multiple of the row's largest cost in the base. The excess over this largest
/// cost must also be more than the share `SLOW_MARGIN` of the launch. Disturbances slow launches by a smaller factor (bursts ×1.4, heat
/// ×1.3, slow paths ×1.15).
pub(crate) const SLOW_ROW: f64 = 1.5;

/// The least share of the launch's cost that the judged rows must have for a pass.
pub const LEAST_JUDGED: f64 = 0.70;

/// The largest number of rows that are excluded from the test for a pass. The number is small, since people read the names of these rows.
pub(crate) const MOST_EXCLUDED_ROWS: usize = 20;
/// The test for a pass excludes rows until the upper limit of growth that is expected for an unchanged build is small. The other rows can
/// be judged if this limit is at most the share `JUDGEABLE_WIDTH` (the first threshold) of the growth that matters. Further rows are
/// excluded if the limit then falls to the second threshold, `WANTED_WIDTH_OF_PAIRS` or `WANTED_WIDTH_BY_DAYS`. With only the first
/// threshold, `real.pairs10` is undecided in .21 of the runs and `network.pairs10` in .10. With both thresholds, the shares of undecided
/// runs are .09 and .06, and as many runs with a growth pass. With only the second threshold, `slow_path.pairs10` is undecided in .81 of
/// the runs (with both in .25). Against stored days, .55 as the second threshold would let +6 % of all rows pass in .063 of the runs of
/// `real.stored6`.
pub(crate) const JUDGEABLE_WIDTH: f64 = 0.9;
pub(crate) const WANTED_WIDTH_OF_PAIRS: f64 = 0.55;
pub(crate) const WANTED_WIDTH_BY_DAYS: f64 = 0.7;

/// An undecided report advises a number of additional launches. The advice assumes that additional launches reduce only this share of the
/// variance between launches. The share is below 1 because neighbouring launches are correlated, and because the growth that an undecided
/// run estimates is usually too high. With the shares 1, .7 and .4, the advised number of launches was enough in .51, .59 and .70 of the
/// runs of `real.stored6`.
pub const MORE_LAUNCHES: f64 = 0.4;

/// The significance level at which the test of slow launches prevents a pass. A pass requires that the test does not find more slow
/// launches in the head than in the base.
pub const SLOW_ALPHA_OF_PASS: f64 = 0.05;

/// A stored day is excluded as unusual if the common level of its rows differs from the median day by more than the first number of robust
/// standard deviations, and by at least the second number as a ratio. In the prototype, all days on which rows are 10 % slower are
/// excluded, and no unchanged day is excluded. If these days are excluded, the share of undecided runs falls from 1.0 to 0.
pub(crate) const OUTLIER_DAY: (f64, f64) = (6.0, 0.005);

/// One of two or three stored days is reported as different if the common level of its rows differs from that of the other days by at least
/// this difference of logarithms. The day stays in the base, so this threshold affects no answer.
pub(crate) const DIFFERENT_DAY: f64 = 0.05;

/// A day that is far from the remaining days is not excluded, but shows a new level, if a second day is near it. Two days are near each
/// other if their distance is at most the first number of standard deviations, or at most the second number times their distance from the
/// remaining days.
pub(crate) const DAYS_AGREE: (f64, f64) = (2.0, 0.25);

/// The differences between phones are estimated if the number of stored days is at least the number of phones plus this number.
pub(crate) const DAYS_FOR_PHONES: usize = 2;

/// The least number of days for classifying a day as unusual.
pub(crate) const DAYS_FOR_OUTLIERS: usize = 4;

/// With one or two stored days, the assumed standard deviation of a row between sessions is at least this share of `session_sd` (which is
/// 1 %, so the minimum is .6 %). In the prototype on builds with 134 to 3,295 rows, with a share of .5, any false is 1 of 80, and +10 % is
/// found in .59. On real days that differ by 1 %, with one stored session as the base, any false is .025 with a share of .5, and .017 with
/// .6.
pub(crate) const LEAST_SESSION_SHARE: f64 = 0.6;

/// With one or two stored days, the standard deviation between sessions is estimated from the rows of the comparison. Tests use these
/// degrees of freedom for the estimate. From 8 degrees of freedom on, the power is equal within errors. Below 8, the power falls to zero
/// (+10 % is found in .003 with 5, in .59 with 8, and in .57 with 30).
pub(crate) const FEW_DAYS_DF: f64 = 30.0;

/// If the launches of a new session scatter more than those of stored sessions, tests add this share of the additional variance to a row's
/// variance.
pub(crate) const DISTURBED_SHARE: f64 = 0.5;

/// The largest factor by which the empirical null widens all errors. Efron (2004) sets no bound; with factors above 4, no growth could be
/// found.
pub(crate) const MOST_WIDENING: f64 = 4.0;

/// The rows agree on a common change if their growths, divided by their errors, have an interquartile range below this multiple of the
/// range that chance explains.
pub(crate) const MOST_DISAGREEMENT: f64 = 2.5;

/// The significance level of each of the two tests whether stored launches depend on their position in the run. The two tests use no part
/// of the significance level of a check, since only stored launches decide. If the tests find a dependence by chance, the comparison uses
/// fewer launches but is still valid.
pub(crate) const POSITION_ALPHA: f64 = 0.05;
/// The least growth from launch to launch of a run that is reported, as a share. The share corresponds to 2 % within twenty launches.
pub(crate) const GROWTH_IN_RUN: f64 = 0.001;
/// The largest number of first launches of a run that are reported as slow, and the least share by which each of these launches exceeds all
/// later launches.
pub(crate) const FIRST_LAUNCHES: (usize, f64) = (3, 0.03);

/// A median growth of all rows is attributed to a slow session only if it is below this multiple of the bound of the common change (plus
/// [`BOUND_SLACK`]); a larger growth is attributed to the build.
pub(crate) const MOST_BOUNDS: f64 = 2.0;

/// A difference of logarithms that is added to `MOST_BOUNDS` times the bound of the common change. This bound may be only a tenth of a
/// percent in interleaved runs of ten undisturbed pairs.
pub(crate) const BOUND_SLACK: f64 = 0.003;

/// Stored days count as varying less than their prior if the variance of the common growth without the prior, divided by the variance with
/// the prior, is below this ratio. With 0 / .65 / .8 / 1, growth of all rows by 3 % is found in .52 / .66 / .74 / .78 of the runs of
/// `plain.stored6`, and `real.stored6.any_false` is .034 / .037 / .039 / .041 (after confirmation .004, .005, .006, .006). If .8 is used
/// only for launches that do not depend on their neighbours, the results of `real` are as with .65, and `counters.any_false` is .022
/// instead of .018.
pub(crate) const STEADY_DAYS: f64 = 0.65;

/// The least and the largest degrees of freedom of the prior for variances of rows. With fewer than 1 there is no prior, and with more than
/// 200 the variance counts as known.
pub(crate) const PRIOR_DF: (f64, f64) = (1.0, 200.0);

/// The winsorisation of the rows' log variances before the prior is fitted (robust limma: Phipson et al. 2016). Values beyond `quantiles`
/// are replaced by the quantiles. The variance of the winsorised values is multiplied by `enlarged`, so that it is unbiased if the
/// logarithms are normally distributed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Winsorisation {
    pub quantiles: (f64, f64),
    pub enlarged: f64,
}

/// The winsorisation for variances between launches; see [`Winsorisation`].
pub(crate) const WINSORISED: Winsorisation = Winsorisation { quantiles: (0.02, 0.98), enlarged: 1.12 };

/// The winsorisation for variances between days. On real days, nine rows of ten vary between days as their launches predict, and a few
/// change their level. With the quantiles of [`WINSORISED`], the prior has two degrees of freedom on real days, and +5 % on real days is
/// found in .904 of the runs instead of .932 (500 trials; any false 0 of 500 with both). With fewer than [`ROWS_FOR_COMMON`] rows and for
/// sums of rows, `WINSORISED` is used instead.
pub(crate) const WINSORISED_OF_DAYS: Winsorisation = Winsorisation { quantiles: (0.1, 0.9), enlarged: 1.473 };

/// The least number of launches of each build with which interleaved runs choose the launches that scatter least. With five launches,
/// planted growth is found in .89 of the runs of `world.launch_noise.pairs5` if the fastest launches are always used, and in .75 if the
/// launches are chosen.
pub(crate) const LAUNCHES_TO_SELECT: usize = 10;

/// A row of interleaved launches can be judged by its differences within blocks or by the means of both builds. Differences are used if
/// their squared error, divided by that of the means, is below this ratio. With differences within blocks, +10 % of a method is found in
/// .85 of the runs of `heat_step.pairs10` instead of .70, and in .87 of `bursts.pairs10` instead of .84; with the ratio .5, the shares are
/// .82 and .85.
pub(crate) const SHARPER_BLOCKS: f64 = 0.7;
/// In interleaved runs, the common change of all rows is estimated from the launches that scatter least, instead of all launches within
/// blocks, if that reduces the squared error to less than this share of its value. With .7, +3 % of all rows is found in .83 of
/// `slow_path.pairs10` instead of .12 and in .79 of `heat_step.pairs10` instead of .53, but `launch_noise.pairs10.s3.any_false` is .016
/// instead of .006; with .5, the three numbers are .83, .79 and .010.
pub(crate) const SHARPER_COMMON: f64 = 0.5;

/// The factor for the degrees of freedom of trimmed means of interleaved launches.
pub(crate) const TRIMMED_DF: f64 = 0.75;

/// Interleaved runs, and a single new session against a single stored one, are judged by a permutation test over all relabellings (252 for
/// 5 against 5) only if both builds together have at most this number of launches. The t distribution does not describe the tails of a mean
/// of five launches.
pub(crate) const FEW_LAUNCHES: usize = 10;

/// The t distribution is used if the p-value that a finding needs is at least this value. With many rows, the needed p-value is smaller,
/// and a permutation test is used instead if the launches are few. With up to 200 rows the t distribution is right
/// (`world.launch_noise.pairs5`). With 586 rows that have Student's t with 3 degrees of freedom, any false is .55 to .68 (prototype). The
/// choice between the two tests depends only on the numbers of launches and rows, so it uses no part of the significance level.
pub(crate) const LEAST_T_TAIL: f64 = 1e-4;

/// The least number of sessions that confirm a new level, since a single session may be an outlier.
pub(crate) const SESSIONS_OF_NEW_LEVEL: usize = 2;

/// The significance level of the test whether a row's level changed, over all rows and all sessions (Bonferroni).
pub(crate) const LEVEL_CHANGE_ALPHA: f64 = 0.01;

/// The significance level of the test of slow growth is divided among this number of sessions since the anchor. The slope of the growth is
/// estimated from these sessions.
pub const CREEP_RELEASES: usize = 20;

/// The number of stored days that are needed to recognise methods that a server switches on and off. A method that is called in three
/// sessions of ten is absent on all of six days with a probability of .7⁶ = .12, and on all of 20 days with .0008 (prototype: any false
/// .30, and 0 of 100).
pub(crate) const DAYS_FOR_SWITCHES: usize = 20;

/// A row that is not a finding counts as open if its p-value is at most this value. A run that may end early continues while a row is open.
/// From 8 launches on, the p-value of a true growth of 5 % is far below this value. With 100 unchanged rows, about one run in three has a
/// p-value below `OPEN_ROW_P`.
pub const OPEN_ROW_P: f64 = 0.01;

/// The largest allowed error probability of exact comparisons, such as those of calls of methods. The error probability of a comparison is
/// estimated from counts that varied rarely in stored launches. The allowed probability is a twentieth of the significance level, for all
/// kinds of counts together. `counts.any_false` and `counts.rare` measure this probability.
pub const EXACT_ALPHA: f64 = 0.0025;

/// The degrees of freedom of one part of the error of a sampled function: the part that comes from the exact costs. Six stored days have
/// about this number.
pub(crate) const EXACT_DF: f64 = 5.0;

/// The largest number of degrees of freedom for the scatter of counts of samples; with this number the scatter is treated as known.
pub(crate) const MOST_SAMPLED_DF: f64 = 200.0;

/// The least share of the launch, in the mean of both builds, at which a function has a row of its own. A function with twice this share in
/// one build always has a row, and exchanging the builds does not change the choice.
pub const FUNCTION_SHARE: f64 = 0.005;

/// The least number of samples in a method or phase of a launch for which the shares of functions are shown; with fewer samples these
/// shares are too inaccurate.
pub const SAMPLES_OF_A_SHARE: u64 = 20;

/// The allowed probability that a bisect names a wrong commit, over all its steps and checks. The probability is less than half of what the
/// metric `bisect.right` allows, since a step can also remain undecided.
pub const BISECT_ALPHA: f64 = 0.02;

/// The numbers of launches of a bisect: the number for each build at first, the factor for each further check, and the largest number.
/// `bisect.right` measures this choice: +5 % in one method with 2 % noise of its own is decided at 20 to 40 launches.
pub const BISECT_LAUNCHES: (usize, usize, usize) = (10, 2, 160);

/// The numbers of sessions in the two windows whose medians are compared: one window ends before a session, and the other begins at this
/// session. Small numbers of sessions detect short levels, and large numbers detect small changes; 40 sessions detect a step of three
/// standard deviations of a session (`store.trend.found3`).
pub(crate) const CHANGE_WIDTHS: [usize; 5] = [5, 10, 20, 30, 40];

/// A history with fewer sessions than this number counts as short, since its scatter cannot be estimated from this history alone.
pub const SHORT: usize = 20;

/// The least number of sessions of a level in a short history.
pub(crate) const SHORTEST_LEVEL: usize = 4;

/// The one-sided probability that noise causes a change at a session of a short history (`store.trend.short5`).
pub(crate) const CHANGE_SHORT: f64 = 5e-5;

/// The least number of sessions of the first and the last level of a series. Three slow sessions are not a level.
pub(crate) const LEAST_LEVEL: usize = 5;

/// The least number of sessions between changes. Five slow sessions are not a level.
pub(crate) const CHANGE_APART: usize = 7;

/// The least difference between the two levels of a change, divided by its scale (the scatter of such differences in the series).
/// `store.changes.false_a_year` counts the reported changes of unchanged series. A step of 5 % in session medians that scatter by .9 % is 8
/// scales at the smallest width.
pub(crate) const CHANGE_RATIO: f64 = 5.5;

/// The least difference of the levels before and after a change, once its session is known, in standard errors. The limit removes false
/// changes that the larger of two real changes causes between them (the test with planted changes has one in 100 series).
pub(crate) const CHANGE_SHOWN: f64 = 3.0;

/// The least number of sessions for the estimate of a slope; each quarter of the sessions is one level.
pub(crate) const SLOPE_SESSIONS: usize = 40;

/// The least growth of a series with a slope, from its first to its last quarter, in standard errors of the difference between two
/// quarters.
pub(crate) const SLOPE_RATIO: f64 = 6.0;

/// The largest distance in sessions within which changes of several series count as one common change.
pub(crate) const COMMON_CHANGE_NEAR: usize = 4;

/// A common change is reported if at least this number of methods, and at least one in `COMMON_CHANGE_SHARE` of all methods, change at one
/// session.
pub(crate) const COMMON_CHANGE_SERIES: usize = 5;
pub(crate) const COMMON_CHANGE_SHARE: usize = 8;

/// A series has a separate change if its change differs from the median change of all series by more than this number of robust standard
/// deviations.
pub(crate) const OWN_CHANGE_DISTANCE: f64 = 4.0;
