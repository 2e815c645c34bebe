//! Finds the commit that made the launch slower, using `git bisect` with the gate's answers.
//!
//! A search builds GOOD and BAD and launches them in turns. The growth of BAD compared with GOOD is the target, and each commit that git
//! proposes is tested for this growth. A commit whose test is undecided is launched more often, and is skipped if it remains undecided. The
//! search does not depend on commands or devices: a [`Launcher`] builds and launches commits.
//!
//! Invariants: the target is a finding of [`gate_decision`]. The probability that any test of the search is wrong is at most
//! [`BISECT_ALPHA`].

mod target;

use std::path::{Path, PathBuf};

use gate_common::git::{BisectStep, Bisection, Commit, GitError, Repository, TestResult};
use gate_decision::{Answer, Base, Comparison, JudgeError, Judgement, Outcome, Policy, Side};
use gate_launches::{BuildRole, Launches};
use gate_stats::bisect::{CommitGrowth, classify_commit, level_of_check};
use gate_stats::tuned::{BISECT_ALPHA, BISECT_LAUNCHES};

pub use target::{FindingSize, SearchTarget};

/// The commits to search, and the folder for checkouts.
#[derive(Clone, Debug)]
pub struct SearchTask {
    /// A commit that is still fast.
    pub good: Commit,
    /// A slow commit that follows `good`.
    pub bad: Commit,
    /// The folder for checkouts, which must not exist yet.
    pub tree: PathBuf,
    /// The name of the finding to search for; `None` for the first finding.
    pub finding: Option<String>,
    pub plan: LaunchCounts,
}

/// The numbers of launches of each build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaunchCounts {
    /// The number of launches before the first test of a commit.
    pub first: usize,
    /// The factor by which the number of launches grows from one test of a commit to the next.
    pub factor: usize,
    /// The number of launches before the last test of a commit, which is the largest number.
    pub most: usize,
}

impl Default for LaunchCounts {
    fn default() -> LaunchCounts {
        let (first, factor, most) = BISECT_LAUNCHES;
        LaunchCounts { first, factor, most }
    }
}

impl LaunchCounts {
    /// Returns the number of launches before each test of a commit.
    pub fn looks(&self) -> Vec<usize> {
        let most = self.most.max(self.first);
        let mut looks = vec![self.first];
        while let Some(last) = looks.last().copied().filter(|last| *last < most) {
            looks.push((last * self.factor.max(2)).min(most));
        }
        looks
    }
}

/// A builder and launcher of commits. The search builds each commit only once, and makes each round of launches only once, so an
/// implementation may store the results.
pub trait Launcher {
    type Error: From<BisectError>;

    /// Builds a commit, after calling `check_out` if needed. Returns false if the commit cannot be built.
    fn build(
        &mut self,
        commit: &Commit,
        check_out: &mut dyn FnMut() -> Result<PathBuf, BisectError>,
    ) -> Result<bool, Self::Error>;

    /// Removes the stored result that a commit could not be built. The function is called for GOOD and BAD, without which a search is not
    /// possible.
    fn forget_failed_build(&mut self, _commit: &Commit) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Launches the build of GOOD (as base) and of this commit (as head) in turns, each `launches` times. `round` numbers the calls for a
    /// commit.
    fn launch(&mut self, commit: &Commit, round: usize, launches: usize) -> Result<Launches, Self::Error>;

    /// Shows an event to the user.
    fn notify(&mut self, event: Event<'_>) -> Result<(), Self::Error>;
}

/// An event of a search.
#[derive(Debug)]
pub enum Event<'a> {
    /// The search builds a commit. `left` is the number of commits that may be the first slow commit.
    Building { commit: &'a Commit, left: usize },
    /// A commit could not be built.
    NotBuilt(&'a Commit),
    /// A commit is launched `launches` times more. `of` is the number of its launches, including those of earlier rounds.
    Launching { commit: &'a Commit, launches: usize, of: usize },
    /// The growth of BAD was measured.
    Slower(&'a SearchTarget),
    /// A commit was tested. `slow` is `None` if the test was undecided.
    Answered { commit: &'a Commit, slow: Option<bool>, measured: Option<FindingSize> },
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct SearchResult {
    pub end: SearchEnd,
    /// The growth of BAD that was searched for.
    pub target: SearchTarget,
    /// Number of commits that were built, including GOOD and BAD.
    pub builds: usize,
    /// Number of launches of all builds.
    pub launches: usize,
}

/// The commits that a search ends with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchEnd {
    /// The first slow commit.
    First(Commit),
    /// One of the listed commits is the first slow commit. All listed commits except the last could not be built, or their test was
    /// undecided.
    Among(Vec<Commit>),
}

/// An error that ends a search.
#[derive(Debug, thiserror::Error)]
pub enum BisectError {
    #[error(transparent)]
    Git(#[from] GitError),
    #[error(transparent)]
    Judge(#[from] JudgeError),
    #[error(
        "GOOD {good} is not in the history of BAD {bad}; begin at a commit of that history: git merge-base {good} {bad}"
    )]
    NotBefore { good: String, bad: String },
    #[error("{which} {commit} cannot be built; choose a commit nearby, or correct the build command")]
    NotBuilt { which: &'static str, commit: String },
    #[error(
        "BAD is not slower than GOOD after {launches} launches of each ({why}); choose other commits, or launch more often with --most"
    )]
    NotSlower { launches: usize, why: String },
    #[error("BAD cannot be compared with GOOD: {0}")]
    Incomparable(String),
    #[error("BAD has no finding {wanted:?}; its findings: {there}")]
    NoFinding { wanted: String, there: String },
}

/// The state of a search.
struct Search<'a, S> {
    task: &'a SearchTask,
    policy: &'a Policy<'a>,
    steps: &'a mut S,
    looks: Vec<usize>,
    builds: usize,
    launches: usize,
}

/// Finds the first commit that has the growth of BAD.
pub fn search<S: Launcher>(
    repository: &Repository,
    task: &SearchTask,
    policy: &Policy<'_>,
    steps: &mut S,
) -> Result<SearchResult, S::Error> {
    let SearchTask { good, bad, tree, plan, .. } = task;
    let short = |commit: &Commit| commit.as_str().chars().take(10).collect::<String>();
    if good == bad || !repository.is_ancestor(good, bad).map_err(BisectError::from)? {
        return Err(BisectError::NotBefore { good: short(good), bad: short(bad) }.into());
    }
    let bisection = repository.start_bisect(tree, good, bad).map_err(BisectError::from)?;
    let mut search = Search { task, policy, steps, looks: plan.looks(), builds: 0, launches: 0 };
    for (which, commit) in [("GOOD", good), ("BAD", bad)] {
        search.steps.forget_failed_build(commit)?;
        if !search.build(&bisection, commit)? {
            return Err(BisectError::NotBuilt { which, commit: short(commit) }.into());
        }
    }
    let target = search.find_target()?;
    search.steps.notify(Event::Slower(&target))?;
    let commits = bisection.remaining_commits().map_err(BisectError::from)?;
    // The number of steps of a search among n commits is log2(n), rounded up.
    let steps = commits.next_power_of_two().trailing_zeros() as usize;
    let level = level_of_check(BISECT_ALPHA, steps, search.looks.len());
    let end = loop {
        match bisection.next().map_err(BisectError::from)? {
            BisectStep::First(commit) => break SearchEnd::First(commit),
            BisectStep::Among(commits) => break SearchEnd::Among(commits),
            BisectStep::Test(commit) => {
                let tested = search.test_commit(&bisection, &commit, &target, level)?;
                bisection.record_result(&commit, tested).map_err(BisectError::from)?;
            }
        }
    };
    Ok(SearchResult { end, target, builds: search.builds, launches: search.launches })
}

/// One round of launches of a commit.
struct LaunchRound {
    number: usize,
    launches: usize,
    /// The number of launches of the commit, including those of earlier rounds.
    of: usize,
}

impl<S: Launcher> Search<'_, S> {
    fn build(&mut self, bisection: &Bisection<'_>, commit: &Commit) -> Result<bool, S::Error> {
        let left = bisection.remaining_commits().map_err(BisectError::from)?;
        self.steps.notify(Event::Building { commit, left })?;
        self.builds += 1;
        let folder = Path::to_owned(bisection.folder());
        let mut check_out = || Ok(bisection.check_out(commit).map(|()| folder.clone())?);
        let built = self.steps.build(commit, &mut check_out)?;
        if !built {
            self.steps.notify(Event::NotBuilt(commit))?;
        }
        Ok(built)
    }

    /// Launches a commit again, and adds the launches to the earlier launches of this commit.
    fn launch_round(
        &mut self,
        commit: &Commit,
        round: LaunchRound,
        all: &mut Launches,
    ) -> Result<(), S::Error> {
        let LaunchRound { number, launches, of } = round;
        self.steps.notify(Event::Launching { commit, launches, of })?;
        let mut more = self.steps.launch(commit, number, launches)?;
        self.launches += more.launches.len();
        for launch in &mut more.launches {
            // The sessions of two rounds may have equal names.
            launch.session = format!("{number}/{}", launch.session).into();
        }
        // Each test of the search has an equal share of the significance level, whatever number of tests the recorder planned.
        more.looks = Some(self.looks.len());
        all.absorb(more);
        Ok(())
    }

    /// Finds the growth of BAD with as few launches as possible, and measures it in fresh launches, so that a finding by chance is
    /// rejected.
    fn find_target(&mut self) -> Result<SearchTarget, S::Error> {
        let bad = &self.task.bad;
        let (mut all, mut before) = (Launches::default(), 0);
        let mut why = String::new();
        for (round, at) in self.looks.clone().into_iter().enumerate() {
            self.launch_round(bad, LaunchRound { number: round, launches: at - before, of: at }, &mut all)?;
            before = at;
            let (wanted, is_last) = (self.task.finding.as_deref(), round + 1 == self.looks.len());
            let outcome = self.judge_launches(&all, None)?.outcome;
            let answer = outcome.answer();
            if matches!(answer, Answer::Incomparable | Answer::NotRecorded) {
                return Err(BisectError::Incomparable(format_reason(&outcome)).into());
            }
            if SearchTarget::candidates(&outcome, wanted, is_last)?.is_empty() {
                why = answer.name().to_owned();
                continue;
            }
            let mut fresh = Launches::default();
            // The error of this growth affects every test of the search. The growth of BAD is therefore measured with at least half of the
            // largest number of launches of a commit.
            let most = self.looks.last().copied().unwrap_or(at);
            let launches = at.max(most / 2);
            self.launch_round(
                bad,
                LaunchRound { number: FRESH + round, launches, of: launches },
                &mut fresh,
            )?;
            let confirmed = self.judge_launches(&all, Some(&fresh))?.outcome;
            let measured = match self.judge_launches(&fresh, None)?.outcome {
                Outcome::Judged(comparison, _) => comparison,
                _ => continue,
            };
            match SearchTarget::measured_in(
                &SearchTarget::candidates(&confirmed, wanted, is_last)?,
                &measured,
            ) {
                Some(target) => return Ok(target),
                None => why = "fresh launches did not confirm what the first ones found".to_owned(),
            }
        }
        Err(BisectError::NotSlower { launches: before, why }.into())
    }

    /// Tests whether a commit has the growth of BAD.
    fn test_commit(
        &mut self,
        bisection: &Bisection<'_>,
        commit: &Commit,
        target: &SearchTarget,
        level: f64,
    ) -> Result<TestResult, S::Error> {
        if !self.build(bisection, commit)? {
            return Ok(TestResult::Skip);
        }
        let (mut all, mut before, mut measured) = (Launches::default(), 0, None);
        for (round, at) in self.looks.clone().into_iter().enumerate() {
            self.launch_round(
                commit,
                LaunchRound { number: round, launches: at - before, of: at },
                &mut all,
            )?;
            before = at;
            let outcome = self.judge_launches(&all, None)?.outcome;
            let Outcome::Judged(comparison, _) = outcome else { continue };
            measured = target.measure(&comparison);
            let side = measured
                .map_or(CommitGrowth::Open, |one| classify_commit(one.growth, target.measured.growth, level));
            let slow = match side {
                CommitGrowth::Above => true,
                CommitGrowth::Below => false,
                CommitGrowth::Open => continue,
            };
            self.steps.notify(Event::Answered { commit, slow: Some(slow), measured })?;
            return Ok(if slow { TestResult::Bad } else { TestResult::Good });
        }
        self.steps.notify(Event::Answered { commit, slow: None, measured })?;
        Ok(TestResult::Skip)
    }

    fn judge_launches(&self, run: &Launches, fresh: Option<&Launches>) -> Result<Judgement, S::Error> {
        let head = |launches| Side { launches, role: Some(BuildRole::Head) };
        let base = |launches| Base::Launches(Side { launches, role: Some(BuildRole::Base) });
        let again = fresh.map(|fresh| (head(fresh), base(fresh)));
        let judged = gate_decision::check_and_confirm(head(run), base(run), again, self.policy);
        Ok(judged.map_err(BisectError::from)?)
    }
}

/// The number of the first round of fresh launches, which is larger than the numbers of all other rounds.
const FRESH: usize = 100;

fn format_reason(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Incomparable(differences) => {
            differences.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
        }
        Outcome::NotRecorded(reason) | Outcome::TooFew { reason, .. } => gate_report::describe_reason(reason),
        Outcome::NoBaseline { reasons, .. } => {
            reasons.iter().map(gate_report::describe_reason).collect::<Vec<_>>().join("; ")
        }
        Outcome::Judged(..) => String::new(),
    }
}

/// Returns the number of admitted launches of each build.
fn count_pairs(comparison: &Comparison) -> usize {
    comparison.admitted.base.min(comparison.admitted.head)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_launches_per_commit_grows_by_a_factor_up_to_a_limit() {
        let looks = |first, factor, most| LaunchCounts { first, factor, most }.looks();
        assert_eq!(looks(10, 2, 80), [10, 20, 40, 80]);
        assert_eq!(looks(10, 2, 100), [10, 20, 40, 80, 100]);
        assert_eq!(looks(10, 3, 80), [10, 30, 80]);
        assert_eq!(looks(10, 2, 10), [10]);
        assert_eq!(looks(10, 2, 5), [10]);
        assert_eq!(looks(5, 1, 12), [5, 10, 12]);
    }
}
