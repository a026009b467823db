//! How long each subject is looked at, where nobody says.
//!
//! Most functions are settled in a second, and a few would take any time. So all get a brief first look,
//! and what is left of the time of the project goes to those that only lacked time, in equal parts. A
//! subject whose answer needs a contract, or whose engines had no idea left, is not looked at again.
//!
//! ```text
//!   83 subjects, two at a time, 16 minutes    3 s each, then 14 s each for the 50 that are open
//!   1,000 subjects                            1 s each
//! ```
//!
//! Time is that of processors: a machine that does other work gives the same answers, later. The
//! division depends on how many subjects there are and what became of them, and on no clock.

use std::time::Duration;

/// How long subjects are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allowance {
    /// Each as long as its own options say: so long on the wall, or, without, by processor time.
    Each(Option<Duration>),
    /// All together, for each process at a time.
    Together(Duration),
}

/// The first look at each subject, as long as the time of the project allows it.
const FIRST: Duration = Duration::from_secs(3);
/// Reading a program takes that long.
const SHORTEST: Duration = Duration::from_secs(1);
/// Who needs more gets it by asking for it.
const LONGEST: Duration = Duration::from_secs(20);

/// The time of the first look, of so many subjects.
pub fn first(together: Duration, n_jobs: usize, n_subjects: usize) -> Duration {
    let half = total(together, n_jobs) / 2;
    (half / count(n_subjects)).clamp(SHORTEST, FIRST)
}

/// The time of the second look at those that are left, if it is worth it.
pub fn second(
    together: Duration,
    n_jobs: usize,
    n_subjects: usize,
    n_left: usize,
) -> Option<Duration> {
    let first = first(together, n_jobs, n_subjects);
    let rest = total(together, n_jobs).saturating_sub(first * count(n_subjects));
    let share = (rest / count(n_left)).min(LONGEST);
    (share >= 2 * first).then_some(share)
}

fn total(together: Duration, n_jobs: usize) -> Duration {
    together.saturating_mul(count(n_jobs))
}

fn count(n: usize) -> u32 {
    u32::try_from(n.max(1)).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EIGHT_MINUTES: Duration = Duration::from_secs(480);

    #[test]
    fn few_subjects_get_much_and_many_get_little() {
        assert_eq!(first(EIGHT_MINUTES, 2, 83), FIRST);
        assert_eq!(second(EIGHT_MINUTES, 2, 83, 50), Some(Duration::from_millis(14_220)));
        assert_eq!(second(EIGHT_MINUTES, 2, 83, 3), Some(LONGEST));
        assert_eq!(first(EIGHT_MINUTES, 2, 1000), SHORTEST);
        assert_eq!(second(EIGHT_MINUTES, 2, 1000, 500), None);
    }

    #[test]
    fn both_looks_fit_the_time_of_the_project() {
        for n_subjects in [1, 10, 100, 300, 900] {
            for n_left in 1..n_subjects {
                let first = first(EIGHT_MINUTES, 2, n_subjects) * n_subjects as u32;
                let second = second(EIGHT_MINUTES, 2, n_subjects, n_left).unwrap_or_default();
                assert!(first + second * n_left as u32 <= 2 * EIGHT_MINUTES);
            }
        }
    }
}
