//! Every constant of the model that was chosen by measurement or taken from a publication, with where it comes from.
//!
//! "prototype" is the measured prototype of this model (made worlds and 13 days of real benchmarks); its trials are in CALIBRATION.md.
//! Defaults of settings are in `defaults`, shares of the level in `levels`.

/// With fewer rows the common change of all rows cannot be distinguished from the change of one row.
/// With 20 rows the median of their growths has a twentieth of a row's variance times π/2.
pub const ROWS_FOR_COMMON: usize = 20;

/// The degrees of freedom of the prior of the common day-to-day variance, whose centre is `session_sd`.
/// 2 from two days on; 8 with one day, when the prior is all that is known (prototype: pass .92 instead of .37, any false 2 of 300).
pub(crate) const COMMON_PRIOR_DF: f64 = 2.0;
/// See [`COMMON_PRIOR_DF`].
pub(crate) const COMMON_PRIOR_DF_ONE_DAY: f64 = 8.0;

/// The same of instructions and cycles (centre: `gate.instructions.session_sd`): what runs is the program, and days hardly change it,
/// so more is believed of it than of times. `counters.any_false` and `counters.found1` measure the choice.
pub(crate) const COUNTS_PRIOR_DF: f64 = 8.0;

/// A new session's launches are taken to scatter as the stored ones do unless their squared error is this many times as much: with three
/// kept of five launches that is about one session in fifty by chance.
pub(crate) const COUNTS_DISTURBED: f64 = 4.0;

/// The least spread of a row between days, a ratio: six days cannot show a spread of zero.
/// Prototype on real days: with no least spread the rule is red in .13 of unchanged runs, with .35 % in 0 of 200.
pub(crate) const LEAST_DAY_SD: f64 = 0.0035;

/// The degrees of freedom that the least spread is asked with, which is stated and not estimated. 12 / 18 / 30 find +3 % on real days in
/// .810 / .822 / .825, with any false .007 / .008 / .014 (lab of stats, sessions of five launches; 1,000 trials).
pub(crate) const LEAST_DAY_DF: f64 = 18.0;

/// A row that a t test finds must have ranks that are as sure as this, where each side has this many launches: .01 halves the false
/// findings of rows with two modes at .664 → .655 power (review's prototype, ten against ten).
pub(crate) const RANK_P: f64 = 0.01;
/// See [`RANK_P`]. Only two of the 252 orders of five against five are so sure, so they are not tested by ranks.
pub(crate) const LAUNCHES_FOR_RANKS: usize = 6;

/// A growth of a row whose place is not that of its quicker launches must be theirs too, by this share: a burst of disturbed launches is
/// not. In world.bursts.stored6 has any false .08 without it, and .03 with it.
pub(crate) const OF_QUICKER: f64 = 0.8;

/// The quickest fifth of the launches must have this share of a growth: a burst, or a slow path that most launches of one run took, spares
/// them. Rows and sums are asked where the smallest session has ten launches.
/// This share is for rows against stored days; the next ones are for sums of rows, for rows of interleaved runs, and for the launch, its
/// phases and all rows together.
pub(crate) const OF_QUICKEST: f64 = 0.65;
/// See [`OF_QUICKEST`].
pub(crate) const OF_QUICKEST_SUMS: f64 = 0.8;
/// See [`OF_QUICKEST`].
pub(crate) const OF_QUICKEST_PAIRS: f64 = 0.3;
/// See [`OF_QUICKEST`].
pub(crate) const OF_QUICKEST_WHOLES: f64 = 0.35;

/// The quantile of the base's launches, each less the median of its row, that bounds what a disturbance does to the median of a head:
/// growth beyond it needs no agreement of the quickest launches.
pub(crate) const BASE_TAIL: f64 = 0.998;

/// A row's place is that of its quickest three tenths where those of the stored sessions differ by so much less, squared; with it +10 % of
/// a method is found in .65 of the runs of `real.stored6` instead of .51, and in .84 of `bursts.stored6` instead of .60.
pub(crate) const STEADIER: f64 = 3.0;
/// A launch that does so much more to all rows than the quickest ones, on logs, was disturbed: it is left out of their location.
/// With .05 launches of `real.stored6` count as slowed that only scatter, and +10 % is found in .69 instead of .72.
pub(crate) const SLOWED_LAUNCH: f64 = 0.1;
/// By how much rows are believed to follow what a launch does to all of them otherwise than by as much, a standard deviation.
pub(crate) const FOLLOWS: f64 = 0.5;
/// The number of rows whose median estimates that effect: the median of more is no sharper than a launch's own scatter.
pub(crate) const ROWS_OF_SHARED: usize = 500;

/// A launch is slow where it takes more than all of the base's by this share of their mean (prototype, ten against ten, six days:
/// any false .003 to .013 without a margin, 0 of 400 with .02, and of +50 ms in half of the launches .91 instead of .94 found).
pub(crate) const SLOW_MARGIN: f64 = 0.01;

/// A row's launch is slow where it takes this many times what the slowest of the base took, and [`SLOW_MARGIN`] of the launch more: what
/// disturbs launches (bursts ×1.4, heat ×1.3, slow paths ×1.15) is no cost of its own.
pub(crate) const SLOW_ROW: f64 = 1.5;

/// So much of the launch must be judged for a pass.
pub const LEAST_JUDGED: f64 = 0.70;

/// At most this many rows are left out of the judged part, since people read their names.
pub(crate) const MOST_LEFT_OUT: usize = 20;
/// The limit of an unchanged build's growth that a part of the launch needs to be judged, and the one for which more rows are left out where
/// that is enough, as shares of what matters: with the first alone `real.pairs10` is undecided in .21 of the runs and `network.pairs10`
/// in .10, with both in .09 and .06, and as many growths pass; with the second alone `slow_path.pairs10` is undecided in .81 (.25).
/// Against stored days .55 lets +6 % of everything pass in .063 of the runs of `real.stored6`.
pub(crate) const NEEDED_OF_A_PART: f64 = 0.9;
pub(crate) const WANTED_OF_PAIRS: f64 = 0.55;
pub(crate) const WANTED_BY_DAYS: f64 = 0.7;

/// Launches of one run are like their neighbours, and a run that is open looks slower than it is: of the squared error that more launches
/// make smaller, advice counts on this share. With 1 / .7 / .4 it was right in .51 / .59 / .70 of the runs of `real.stored6`.
pub const MORE_LAUNCHES: f64 = 0.4;

/// A pass asks that no more launches are slow, at this level.
pub const SLOW_OF_A_PASS: f64 = 0.05;

/// A stored day is odd if its common level differs from the others' by this many robust standard deviations, and at least this ratio.
/// Prototype: all odd days of 10 % are excluded and no unchanged one; undecided 1.0 becomes 0.
pub(crate) const ODD_DAY: (f64, f64) = (6.0, 0.005);

/// It is a level and not odd if another day differs from it by at most this many standard deviations, or this share of its own distance.
pub(crate) const DAYS_AGREE: (f64, f64) = (2.0, 0.25);

/// The number of days beyond one for each phone from which on the differences of phones are estimated.
pub(crate) const DAYS_BESIDE_PHONES: usize = 2;

/// With fewer days no day is classified as odd.
pub(crate) const DAYS_FOR_ODD: usize = 4;

/// With one or two days: the least spread of a row between sessions, as a share of `session_sd` (1 %, so .6 %).
/// Prototype on builds with 134 to 3,295 rows, with .5: any false 1 of 80, +10 % found .59. On real days 1 % apart .5 has any false .025
/// against one session, .6 has .017.
pub(crate) const LEAST_SESSION_SHARE: f64 = 0.6;

/// With one or two days the spread of rows between sessions comes from the rows of this comparison; this is its tail, in degrees of freedom.
/// From 8 on power is the same within errors, below it falls to zero (5: .003 of +10 % found; 8: .59; 30: .57).
pub(crate) const FEW_DAYS_DF: f64 = 30.0;

/// How much of a new session's own excess of launch variance is added to a row's error.
pub(crate) const DISTURBED_SHARE: f64 = 0.5;

/// The empirical null widens all errors by at most this factor (Efron 2004 sets no bound; beyond 4 no growth could be found).
pub(crate) const MOST_WIDENING: f64 = 4.0;

/// Rows agree on a common part while the middle half of their standardised growths is at most this much wider than chance gives.
pub(crate) const MOST_DISAGREEMENT: f64 = 2.5;

/// A median growth beyond this many bounds is the build's own, and not the effect of a slow day.
pub(crate) const MOST_BOUNDS: f64 = 2.0;

/// Added to that limit in interleaved runs, where the bound of ten quiet pairs may be a tenth of a percent.
pub(crate) const BOUND_SLACK: f64 = 0.003;

/// Stored days are steadier than the prior if the squared error of a common growth that they show is less than this share of the one with
/// the prior. With 0 / .65 / .8 / 1 everything 3 % slower is found in .52 / .66 / .74 / .78 of the runs of
/// `plain.stored6`, and `real.stored6.any_false` is .034 / .037 / .039 / .041 (confirmed .004, .005, .006, .006).
/// With .8 only where launches are not like their neighbours `real` is as with .65, and `counters.any_false` .022 instead of .018.
pub(crate) const STEADY_DAYS: f64 = 0.65;

/// Prior degrees of freedom of a variance are kept in this range: fewer than 1 is no prior, more than 200 is as good as known.
pub(crate) const PRIOR_DF: (f64, f64) = (1.0, 200.0);

/// Rows' log variances beyond these quantiles are winsorised before the prior is fitted (robust limma: Phipson et al. 2016),
/// and the variance of what is left is enlarged so that it is unbiased for normal logs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Winsorised {
    pub quantiles: (f64, f64),
    pub enlarged: f64,
}

/// See [`Winsorised`].
pub(crate) const WINSORISED: Winsorised = Winsorised { quantiles: (0.02, 0.98), enlarged: 1.12 };

/// The same of the variance between days: on real days nine rows of ten differ by as much as their launches do, and a few change level.
/// With the quantiles above the prior has two degrees of freedom there, and +5 % on real days is found in .904 instead of .932
/// (500 trials; any false 0 of 500 both). Fewer than [`ROWS_FOR_COMMON`] rows, and sums of parts, are too few
/// for it.
pub(crate) const WINSORISED_OF_DAYS: Winsorised = Winsorised { quantiles: (0.1, 0.9), enlarged: 1.473 };

/// Interleaved runs of fewer launches a side are not cut by what scatters least: world.launch_noise.pairs5 finds .89 with one cut, and .75
/// with the choice.
pub(crate) const LAUNCHES_FOR_CUTS: usize = 10;

/// A row of interleaved launches is judged by its differences inside blocks where their squared error is less than this share of that of
/// both sides: with it +10 % of a method is found in .85 of the runs of `heat_step.pairs10` instead of .70 and in .87 of `bursts.pairs10`
/// instead of .84, with .5 in .82 and .85.
pub(crate) const SHARPER_BLOCKS: f64 = 0.7;
/// The common change of all rows is that of the launches that scatter least if their squared error is less than this share of that of
/// all launches inside blocks: with .7 +3 % of everything is found in .83 of `slow_path.pairs10` instead of .12 and in .79 of
/// `heat_step.pairs10` instead of .53, but `launch_noise.pairs10.s3.any_false` is .016 instead of .006; with .5 .83,
/// .79 and .010.
pub(crate) const SHARPER_COMMON: f64 = 0.5;

/// The share of the degrees of freedom that trimmed means of interleaved launches keep.
pub(crate) const TRIMMED_DF: f64 = 0.75;

/// Interleaved runs and single sessions of at most this many launches, both sides together, are judged by all relabellings
/// (5 against 5: 252 of them): the tails of a mean of five launches are the launches' own, which no t distribution knows.
pub(crate) const FEW_LAUNCHES: usize = 10;

/// They are only where the rows are so numerous that the t distribution is asked for less than one in 10,000 in its tail: up to 200 rows it is
/// right there (world.launch_noise.pairs5), with 586 rows of Student's t with 3 degrees of freedom it is red in .55 to .68 of unchanged
/// runs (prototype). The choice depends on the design alone, so it costs no part of the level.
pub(crate) const LEAST_T_TAIL: f64 = 1e-4;

/// A changed level has at least this many sessions: a single one may be an outlier.
pub(crate) const SESSIONS_OF_NEW_LEVEL: usize = 2;

/// The level of the test that a row's level fell, over all rows and all places (Bonferroni).
pub(crate) const RESTART_ALPHA: f64 = 0.01;

/// This many sessions since the anchor share the level of a creep, and give its slope.
pub const CREEP_RELEASES: usize = 20;

/// With fewer stored days than this, methods that switch between sessions are not recognised: one that is switched on in three
/// sessions of ten hides from six days with a chance of .7⁶ = .12, from 20 with .0008 (prototype: any false .30, and 0 of 100).
pub(crate) const DAYS_FOR_SWITCHES: usize = 20;

/// A row with so small a p that is no finding yet is open: a run that may stop early goes on for it.
/// A true +5 % is far below it from 8 launches on, an unchanged row of 100 is rarely (about one run in three has one).
pub const SEEMS_SLOWER: f64 = 0.01;

/// More of what is compared exactly (calls of methods) fails only where chance does as much to any of it in at most this many of runs, by
/// what varied rarely before: a twentieth of the level, for all kinds of counts together. `counts.any_false` and `counts.rare` measure it.
pub const EXACT_CHANCE: f64 = 0.0025;

/// The degrees of freedom of the exact costs' part of a sampled function's error: about those of six stored days.
pub(crate) const EXACT_DF: f64 = 5.0;

/// The most degrees of freedom that the scatter of counts has: what is as good as known.
pub(crate) const MOST_SAMPLED_DF: f64 = 200.0;

/// Functions are chosen for a row of their own where both sides' mean has this share of the launch: no function that has twice as much in
/// one of them is left out, and sides could be exchanged without another choice.
pub const FUNCTION_SHARE: f64 = 0.005;

/// Below this many samples of a launch in a node its own shares are too rough to show.
pub const SAMPLES_OF_A_SHARE: u64 = 20;

/// A bisect may name a wrong commit in this many of searches, over all its steps and looks: less than half of what `bisect.right` allows,
/// since a step can also stay open.
pub const BISECT_WRONG: f64 = 0.02;

/// A bisect launches each build so often at first, and this many times as often at each further look, up to the last number.
/// `bisect.right` measures the choice: +5 % in one method of 2 % own noise is decided at 20 to 40 launches.
pub const BISECT_LAUNCHES: (usize, usize, usize) = (10, 2, 160);

/// The numbers of sessions before and after a place whose medians are compared: few detect short levels, many detect small changes; 40
/// of them detect a step of three standard deviations of a session (`store.trend.found3`).
pub(crate) const CHANGE_WIDTHS: [usize; 5] = [5, 10, 20, 30, 40];

/// A history of fewer sessions does not determine its own scale.
pub const SHORT: usize = 20;

/// The fewest sessions of a level there.
pub(crate) const SHORTEST: usize = 4;

/// The one-sided chance of a change by noise at a place of a short history (`store.trend.short5`).
pub(crate) const CHANGE_SHORT: f64 = 5e-5;

/// The first and the last level of a series have at least this many sessions: a spike of three is no level.
pub(crate) const LEAST_LEVEL: usize = 5;

/// Changes are at least this many sessions apart: bursts and spikes of five sessions are no levels.
pub(crate) const CHANGE_APART: usize = 7;

/// A change is a difference of this many of its own scales: `store.changes.false_a_year` counts the reported changes of unchanged series,
/// and a step of 5 % among session medians that scatter by .9 % is 8 of them at the least width.
pub(crate) const CHANGE_SURE: f64 = 5.5;

/// The levels on both sides of a change, once its place is known, differ by more than this many standard errors: a place between two
/// found ones is in the shadow of the larger, and its own levels say so (the test of planted changes has one among 100 series).
pub(crate) const CHANGE_SHOWN: f64 = 3.0;

/// Fewer sessions have no slope: a quarter of them is a level.
pub(crate) const SLOPE_SESSIONS: usize = 40;

/// A slope is a growth of this many standard errors of the difference of two quarters.
pub(crate) const SLOPE_SURE: f64 = 6.0;

/// Changes of several series this many sessions apart are of one session.
pub(crate) const MOVED_NEAR: usize = 4;

/// Where this many methods changed at one session, and this share of them (an eighth), all of them did.
pub(crate) const MOVED_LEAST: usize = 5;
pub(crate) const MOVED_SHARE: usize = 8;

/// A series that moved by more than this many scales of the common move has a change of its own.
pub(crate) const MOVED_FURTHER: f64 = 4.0;
