//! Which commit made the launch slower: `git bisect` with the gate's answers.
//!
//! It owns the order of a search: GOOD and BAD are built and launched in turns, what BAD is slower in is the target, and each commit
//! that git proposes is asked whether it has that growth. Where it cannot be said the commit is launched more often, then skipped.
//! It knows no command and no device: who builds and launches is behind [`Launcher`].
//!
//! Invariants: only what [`gate_decision`] finds is searched for; all answers together are wrong with at most
//! [`BISECT_WRONG`].

mod target;

use std::path::{Path, PathBuf};

use gate_common::git::{Bisection, Commit, GitError, Next, Repository, Tested};
use gate_config::Date;
use gate_decision::Answer;
use gate_decision::{Base, JudgeError, Judgement, Outcome, Policy};
use gate_decision::{Comparison, Side};
use gate_launches::{Launches, Role};
use gate_stats::half::{self, Half};
use gate_stats::tuned::{BISECT_LAUNCHES, BISECT_WRONG};

pub use target::{Measured, Target};

/// What is to be searched, and where.
#[derive(Clone, Debug)]
pub struct Task {
    /// A commit that is fast.
    pub good: Commit,
    /// A later one that is slow.
    pub bad: Commit,
    /// Where commits are checked out; no folder yet.
    pub tree: PathBuf,
    /// The finding that is searched for, by its name; none for the first.
    pub finding: Option<String>,
    pub plan: LaunchCounts,
}

/// How often builds are launched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaunchCounts {
    /// So often at first.
    pub first: usize,
    /// This many times as often at each further look.
    pub factor: usize,
    /// At most so often.
    pub most: usize,
}

impl Default for LaunchCounts {
    fn default() -> LaunchCounts {
        let (first, factor, most) = BISECT_LAUNCHES;
        LaunchCounts { first, factor, most }
    }
}

impl LaunchCounts {
    /// After how many launches of each build there is a look.
    pub fn looks(&self) -> Vec<usize> {
        let most = self.most.max(self.first);
        let mut looks = vec![self.first];
        while let Some(last) = looks.last().copied().filter(|last| *last < most) {
            looks.push((last * self.factor.max(2)).min(most));
        }
        looks
    }
}

/// Who builds and launches. Both are asked once for each commit and number, and may keep what they made.
pub trait Launcher {
    type Error: From<BisectError>;

    /// Builds a commit, which `check_out` puts into a folder if that is needed; false if it cannot be built.
    fn build(
        &mut self,
        commit: &Commit,
        check_out: &mut dyn FnMut() -> Result<PathBuf, BisectError>,
    ) -> Result<bool, Self::Error>;

    /// What failed before is tried again: without a build of GOOD and of BAD there is no search.
    fn forget(&mut self, _commit: &Commit) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Launches GOOD's build (as base) and this one (as head) in turns, so often each. A commit's rounds have numbers.
    fn launch(&mut self, commit: &Commit, round: usize, launches: usize) -> Result<Launches, Self::Error>;

    /// Hears how far the search is.
    fn tell(&mut self, event: Event<'_>) -> Result<(), Self::Error>;
}

/// How far a search is.
#[derive(Debug)]
pub enum Event<'a> {
    /// A commit is built; this many may still be the first slow one.
    Building { commit: &'a Commit, left: usize },
    /// It could not be built.
    NotBuilt(&'a Commit),
    /// It is launched.
    Launching { commit: &'a Commit, launches: usize, of: usize },
    /// BAD is slower by this.
    Slower(&'a Target),
    /// A commit was answered; none if it cannot be said.
    Answered { commit: &'a Commit, slow: Option<bool>, measured: Option<Measured> },
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct SearchResult {
    pub end: End,
    /// What BAD is slower in.
    pub target: Target,
    /// The commits that were built, GOOD and BAD among them.
    pub builds: usize,
    /// How often builds were launched, both sides together.
    pub launches: usize,
}

/// How a search ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The first slow commit.
    First(Commit),
    /// It is one of these: the others could not be built or decided.
    Among(Vec<Commit>),
}

/// Why a search found nothing.
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

/// A search under way.
struct Search<'a, S> {
    task: &'a Task,
    policy: &'a Policy<'a>,
    today: Date,
    steps: &'a mut S,
    looks: Vec<usize>,
    builds: usize,
    launches: usize,
}

/// Searches the first commit that has what BAD is slower in.
pub fn search<S: Launcher>(
    repository: &Repository,
    task: &Task,
    policy: &Policy<'_>,
    today: Date,
    steps: &mut S,
) -> Result<SearchResult, S::Error> {
    let Task { good, bad, tree, plan, .. } = task;
    let short = |commit: &Commit| commit.as_str().chars().take(10).collect::<String>();
    if good == bad || !repository.is_ancestor(good, bad).map_err(BisectError::from)? {
        return Err(BisectError::NotBefore { good: short(good), bad: short(bad) }.into());
    }
    let bisection = repository.bisect(tree, good, bad).map_err(BisectError::from)?;
    let mut search = Search { task, policy, today, steps, looks: plan.looks(), builds: 0, launches: 0 };
    for (which, commit) in [("GOOD", good), ("BAD", bad)] {
        search.steps.forget(commit)?;
        if !search.build(&bisection, commit)? {
            return Err(BisectError::NotBuilt { which, commit: short(commit) }.into());
        }
    }
    let target = search.target()?;
    search.steps.tell(Event::Slower(&target))?;
    let commits = bisection.left().map_err(BisectError::from)?;
    // A search of n commits takes as many steps as n has binary digits.
    let steps = commits.next_power_of_two().trailing_zeros() as usize;
    let level = half::level(BISECT_WRONG, steps, search.looks.len());
    let end = loop {
        match bisection.next().map_err(BisectError::from)? {
            Next::First(commit) => break End::First(commit),
            Next::Among(commits) => break End::Among(commits),
            Next::Test(commit) => {
                let tested = search.test(&bisection, &commit, &target, level)?;
                bisection.tell(&commit, tested).map_err(BisectError::from)?;
            }
        }
    };
    Ok(SearchResult { end, target, builds: search.builds, launches: search.launches })
}

/// Some launches of a commit.
struct Round {
    number: usize,
    launches: usize,
    /// Launches of the commit with those of earlier rounds.
    of: usize,
}

impl<S: Launcher> Search<'_, S> {
    fn build(&mut self, bisection: &Bisection<'_>, commit: &Commit) -> Result<bool, S::Error> {
        let left = bisection.left().map_err(BisectError::from)?;
        self.steps.tell(Event::Building { commit, left })?;
        self.builds += 1;
        let folder = Path::to_owned(bisection.folder());
        let mut check_out = || Ok(bisection.check_out(commit).map(|()| folder.clone())?);
        let built = self.steps.build(commit, &mut check_out)?;
        if !built {
            self.steps.tell(Event::NotBuilt(commit))?;
        }
        Ok(built)
    }

    /// Launches more often, and adds what was recorded to what there is.
    fn launch(&mut self, commit: &Commit, round: Round, all: &mut Launches) -> Result<(), S::Error> {
        let Round { number, launches, of } = round;
        self.steps.tell(Event::Launching { commit, launches, of })?;
        let mut more = self.steps.launch(commit, number, launches)?;
        self.launches += more.launches.len();
        for launch in &mut more.launches {
            // Two rounds may give their sessions one name.
            launch.session = format!("{number}/{}", launch.session).into();
        }
        // Each look has its share of the level here, whatever the recorder planned.
        more.looks = Some(self.looks.len());
        all.absorb(more);
        Ok(())
    }

    /// What BAD is slower in: found by a look at as few launches as will do, and measured by fresh ones, which a finding by chance does
    /// not survive.
    fn target(&mut self) -> Result<Target, S::Error> {
        let bad = &self.task.bad;
        let (mut all, mut before) = (Launches::default(), 0);
        let mut why = String::new();
        for (round, at) in self.looks.clone().into_iter().enumerate() {
            self.launch(bad, Round { number: round, launches: at - before, of: at }, &mut all)?;
            before = at;
            let (wanted, is_last) = (self.task.finding.as_deref(), round + 1 == self.looks.len());
            let outcome = self.check(&all, None)?.outcome;
            let answer = outcome.answer();
            if matches!(answer, Answer::Incomparable | Answer::NotRecorded) {
                return Err(BisectError::Incomparable(told(&outcome)).into());
            }
            if Target::candidates(&outcome, wanted, is_last)?.is_empty() {
                why = answer.name().to_owned();
                continue;
            }
            let mut fresh = Launches::default();
            // The growth's own error is in every answer, so it is measured as well as half of the launches of a commit can.
            let most = self.looks.last().copied().unwrap_or(at);
            let launches = at.max(most / 2);
            self.launch(bad, Round { number: FRESH + round, launches, of: launches }, &mut fresh)?;
            let confirmed = self.check(&all, Some(&fresh))?.outcome;
            let measured = match self.check(&fresh, None)?.outcome {
                Outcome::Judged(comparison, _) => comparison,
                _ => continue,
            };
            match Target::of(&Target::candidates(&confirmed, wanted, is_last)?, &measured) {
                Some(target) => return Ok(target),
                None => why = "fresh launches did not confirm what the first ones found".to_owned(),
            }
        }
        Err(BisectError::NotSlower { launches: before, why }.into())
    }

    /// Whether a commit has the growth.
    fn test(
        &mut self,
        bisection: &Bisection<'_>,
        commit: &Commit,
        target: &Target,
        level: f64,
    ) -> Result<Tested, S::Error> {
        if !self.build(bisection, commit)? {
            return Ok(Tested::Skip);
        }
        let (mut all, mut before, mut measured) = (Launches::default(), 0, None);
        for (round, at) in self.looks.clone().into_iter().enumerate() {
            self.launch(commit, Round { number: round, launches: at - before, of: at }, &mut all)?;
            before = at;
            let outcome = self.check(&all, None)?.outcome;
            let Outcome::Judged(comparison, _) = outcome else { continue };
            measured = target.measure(&comparison);
            let side =
                measured.map_or(Half::Open, |one| half::half(one.growth, target.measured.growth, level));
            let slow = match side {
                Half::Above => true,
                Half::Below => false,
                Half::Open => continue,
            };
            self.steps.tell(Event::Answered { commit, slow: Some(slow), measured })?;
            return Ok(if slow { Tested::Bad } else { Tested::Good });
        }
        self.steps.tell(Event::Answered { commit, slow: None, measured })?;
        Ok(Tested::Skip)
    }

    fn check(&self, run: &Launches, fresh: Option<&Launches>) -> Result<Judgement, S::Error> {
        let head = |launches| Side { launches, role: Some(Role::Head) };
        let base = |launches| Base::Launches(Side { launches, role: Some(Role::Base) });
        let again = fresh.map(|fresh| (head(fresh), base(fresh)));
        let judged = gate_decision::check_again(head(run), base(run), again, self.policy, self.today);
        Ok(judged.map_err(BisectError::from)?)
    }
}

/// The numbers of rounds that measure again what was found.
const FRESH: usize = 100;

fn told(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Incomparable(differences) => {
            differences.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
        }
        Outcome::NotRecorded(reason) | Outcome::TooFew { reason, .. } => gate_report::reason(reason),
        Outcome::NoBaseline { reasons, .. } => {
            reasons.iter().map(gate_report::reason).collect::<Vec<_>>().join("; ")
        }
        Outcome::Judged(..) => String::new(),
    }
}

/// How many launches of each side count.
fn pairs(comparison: &Comparison) -> usize {
    comparison.counted.0.min(comparison.counted.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_grow_by_the_factor_up_to_the_most() {
        let looks = |first, factor, most| LaunchCounts { first, factor, most }.looks();
        assert_eq!(looks(10, 2, 80), [10, 20, 40, 80]);
        assert_eq!(looks(10, 2, 100), [10, 20, 40, 80, 100]);
        assert_eq!(looks(10, 3, 80), [10, 30, 80]);
        assert_eq!(looks(10, 2, 10), [10]);
        assert_eq!(looks(10, 2, 5), [10]);
        assert_eq!(looks(5, 1, 12), [5, 10, 12]);
    }
}
