//! Time, memory and steps that an engine may use. The only clock in the house.
//!
//! An engine polls [`Budget::check`] in every loop that the input can make long, and returns
//! what it has when the budget is spent. Tests give a budget of *steps*, which is the same on
//! every machine; users give seconds.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::clock::{Clock, Stopwatch};
use crate::so_far::SoFar;

/// Why an engine has to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exhausted {
    Time,
    Steps,
    /// Someone else has answered, or the user pressed Ctrl-C.
    Cancelled,
}

/// A budget, shared by cloning: all clones count into the same account.
#[derive(Clone, Debug)]
pub struct Budget {
    started: Stopwatch,
    /// Since the whole was started; what is known of the pace is known from there.
    whole: Stopwatch,
    clock: Clock,
    time: Option<Duration>,
    steps: Option<u64>,
    used: Arc<AtomicU64>,
    cancelled: Arc<AtomicBool>,
    timed_out: Arc<AtomicBool>,
    /// The time of the whole is over, for its parts too.
    expired: Arc<AtomicBool>,
    phase: Arc<Mutex<&'static str>>,
    so_far: Arc<SoFar>,
    /// Nanoseconds that solvers worked.
    in_solver: Arc<AtomicU64>,
}

/// How much processor time something took. Unlike counted work it differs from run to run, so that it belongs
/// into outputs only where it is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    pub total: Duration,
    /// The part of it that solvers worked.
    pub in_solver: Duration,
}

impl Budget {
    pub fn unlimited() -> Self {
        Self {
            started: Stopwatch::start(),
            whole: Stopwatch::start(),
            clock: Clock::Wall,
            time: None,
            steps: None,
            used: Arc::new(AtomicU64::new(0)),
            cancelled: Arc::new(AtomicBool::new(false)),
            timed_out: Arc::new(AtomicBool::new(false)),
            expired: Arc::new(AtomicBool::new(false)),
            phase: Arc::new(Mutex::new("")),
            so_far: Arc::new(SoFar::default()),
            in_solver: Arc::new(AtomicU64::new(0)),
        }
    }

    /// The clock starts now, the one on the wall.
    #[must_use]
    pub fn with_time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// The clock starts now, that of the processor.
    #[must_use]
    pub fn with_processor_time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self.clock = Clock::Processor;
        self
    }

    #[must_use]
    pub fn with_steps(mut self, steps: u64) -> Self {
        self.steps = Some(steps);
        self
    }

    /// A part of this budget: the same account and the same end, but no more time than this from
    /// now on. Without a limit on time there is none on the part either, so that what comes of it
    /// is the same on every machine.
    #[must_use]
    pub fn share(&self, fraction: f64) -> Self {
        let Some(rest) = self.remaining() else { return self.clone() };
        let mut part = self.clone();
        part.started = Stopwatch::start();
        part.time = Some(rest.mul_f64(fraction.clamp(0.0, 1.0)));
        part.timed_out = Arc::new(AtomicBool::new(false));
        part
    }

    /// Like [`Budget::share`], and no more than so long, however much there is.
    #[must_use]
    pub fn share_up_to(&self, fraction: f64, longest: Duration) -> Self {
        match self.remaining() {
            Some(rest) if rest.mul_f64(fraction) > longest => {
                self.share(longest.as_secs_f64() / rest.as_secs_f64())
            }
            _ => self.share(fraction),
        }
    }

    /// A part of this budget that has so many steps of its own, if those of the whole last as long.
    #[must_use]
    pub fn part_of_steps(&self, n_steps: u64) -> Self {
        let end = self.steps_used().saturating_add(n_steps);
        self.clone().with_steps(self.steps.map_or(end, |steps| steps.min(end)))
    }

    /// This budget for a question about a part of what is asked: what is found out about that is not known of
    /// the rest.
    #[must_use]
    pub fn for_a_part(&self) -> Self {
        Self { so_far: Arc::new(SoFar::default()), ..self.clone() }
    }

    /// Uses up one step, and says whether work may go on.
    pub fn check(&self) -> Result<(), Exhausted> {
        let used = self.used.fetch_add(1, Ordering::Relaxed);
        if self.cancelled.load(Ordering::Relaxed) {
            return Err(Exhausted::Cancelled);
        }
        if self.timed_out.load(Ordering::Relaxed) || self.expired.load(Ordering::Relaxed) {
            return Err(Exhausted::Time);
        }
        if self.steps.is_some_and(|steps| used >= steps) {
            return Err(Exhausted::Steps);
        }
        // Reading the clock costs more than most steps, so not every step does it.
        if used.is_multiple_of(64) && self.time.is_some_and(|time| self.elapsed() >= time) {
            self.timed_out.store(true, Ordering::Relaxed);
            return Err(Exhausted::Time);
        }
        Ok(())
    }

    /// Like [`Budget::check`], and reads the clock every time: for loops with long steps.
    pub fn check_clock(&self) -> Result<(), Exhausted> {
        if self.time.is_some_and(|time| self.elapsed() >= time) {
            self.timed_out.store(true, Ordering::Relaxed);
        }
        self.check()
    }

    /// Looks at the clock now, and uses up nothing: for whoever has to say why it stopped.
    pub fn is_spent(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
            || self.timed_out.load(Ordering::Relaxed)
            || self.expired.load(Ordering::Relaxed)
            || self.steps.is_some_and(|steps| self.steps_used() >= steps)
            || self.time.is_some_and(|time| self.elapsed() >= time)
    }

    /// Has someone else ended the work?
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// The time is over, by another clock than the one on the wall.
    pub fn expire(&self) {
        self.expired.store(true, Ordering::Relaxed);
    }

    /// Says what is being done now, for whoever watches. It changes nothing in what is done.
    pub fn enter(&self, phase: &'static str) {
        *self.phase.lock().unwrap_or_else(PoisonError::into_inner) = phase;
    }

    /// What has been found out by now.
    pub fn so_far(&self) -> &SoFar {
        &self.so_far
    }

    /// What is being done now.
    pub fn phase(&self) -> &'static str {
        *self.phase.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// By the clock of the limit.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed(self.clock)
    }

    /// Counts the time that a solver works into the account.
    pub fn in_solver<T>(&self, ask: impl FnOnce() -> T) -> T {
        let started = Stopwatch::start();
        let answer = ask();
        let nanos = started.elapsed(Clock::Processor).as_nanos();
        let nanos = u64::try_from(nanos).unwrap_or(u64::MAX);
        self.in_solver.fetch_add(nanos, Ordering::Relaxed);
        answer
    }

    /// What was used up to now, of this budget and all that share its account.
    pub fn times(&self) -> Times {
        let in_solver = Duration::from_nanos(self.in_solver.load(Ordering::Relaxed));
        Times { total: self.whole.elapsed(Clock::Processor), in_solver }
    }

    /// The time that it was given.
    pub fn limit(&self) -> Option<Duration> {
        self.time
    }

    /// What is left of the time, if there is a limit.
    pub fn remaining(&self) -> Option<Duration> {
        self.time.map(|time| time.saturating_sub(self.elapsed()))
    }

    /// How long what is left takes on the wall, for those who know no other clock.
    pub fn patience(&self) -> Option<Duration> {
        self.remaining().map(|rest| self.whole.on_the_wall(rest, self.clock))
    }

    pub fn steps_used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_ends_before_the_whole() {
        let budget = Budget::unlimited().with_time(Duration::from_secs(1000));
        let part = budget.share(0.0);
        while part.check().is_ok() {}
        assert_eq!(part.check(), Err(Exhausted::Time));
        assert_eq!(budget.check(), Ok(()));
        assert_eq!(Budget::unlimited().share(0.0).remaining(), None);
    }

    #[test]
    fn solvers_count_into_the_account_of_the_whole() {
        let budget = Budget::unlimited().with_time(Duration::from_secs(1000));
        let part = budget.share(0.5);
        let sum = part.in_solver(|| (0..2_000_000_u64).map(std::hint::black_box).sum::<u64>());
        assert_eq!(sum, 1_999_999_000_000);
        let times = budget.times();
        assert!(times.in_solver > Duration::ZERO);
        assert!(times.total >= times.in_solver);
    }

    #[test]
    fn clones_share_the_account() {
        let budget = Budget::unlimited().with_steps(3);
        let clone = budget.clone();
        assert_eq!(budget.check(), Ok(()));
        assert_eq!(clone.check(), Ok(()));
        assert_eq!(budget.check(), Ok(()));
        assert_eq!(clone.check(), Err(Exhausted::Steps));
    }

    #[test]
    fn a_spent_budget_says_so_without_being_used() {
        let budget = Budget::unlimited().with_steps(1);
        assert!(!budget.is_spent());
        assert_eq!(budget.check(), Ok(()));
        assert!(budget.is_spent());
        assert_eq!(budget.steps_used(), 1);
        assert!(Budget::unlimited().with_time(Duration::ZERO).is_spent());
        let expired = Budget::unlimited();
        expired.clone().expire();
        assert!(expired.is_spent());
        assert_eq!(expired.check(), Err(Exhausted::Time));
    }

    #[test]
    fn processor_time_is_no_wall_time() {
        let budget = Budget::unlimited().with_processor_time(Duration::from_secs(1000));
        std::thread::sleep(Duration::from_millis(20));
        // In this order: what is left only shrinks.
        let (patience, rest) = (budget.patience().unwrap(), budget.remaining().unwrap());
        assert!(rest <= Duration::from_secs(1000) && patience >= rest);
        assert!(Budget::unlimited().with_processor_time(Duration::ZERO).is_spent());
        assert!(budget.share(0.0).is_spent());
    }

    #[test]
    fn time_that_ran_out_stays_run_out() {
        let budget = Budget::unlimited().with_time(Duration::ZERO);
        assert_eq!(budget.check(), Err(Exhausted::Time));
        assert_eq!(budget.check(), Err(Exhausted::Time));
    }
}
