//! Makes a list of choices smaller while a program made from it keeps its property.
//!
//! Three moves, each tried until it no longer helps: cut out a stretch, set a stretch to zero,
//! halve a number. A move is kept if the program still shows the difference. Every kept move
//! makes the list smaller in length or in its numbers, so the search ends; a limit on tries bounds
//! its time.

/// A move.
#[derive(Clone, Copy, Debug)]
enum Change {
    CutOut,
    SetToZero,
    Halve,
}

/// The smallest list found with at most `n_tries` calls of `is_interesting`.
pub fn shrink(
    choices: Vec<u32>,
    n_tries: usize,
    mut is_interesting: impl FnMut(&[u32]) -> bool,
) -> Vec<u32> {
    let mut best = choices;
    let mut n_left = n_tries;
    let mut attempt = |candidate: &[u32]| {
        if n_left == 0 {
            return false;
        }
        n_left -= 1;
        is_interesting(candidate)
    };
    loop {
        let before = best.clone();
        let mut length = best.len().next_power_of_two() / 2;
        while length > 0 {
            best = sweep(best, length, &mut attempt, Change::CutOut);
            best = sweep(best, length, &mut attempt, Change::SetToZero);
            length /= 2;
        }
        best = sweep(best, 1, &mut attempt, Change::Halve);
        if best == before {
            return best;
        }
    }
}

/// Tries one move on every stretch of this length, from the end: what is generated last depends
/// on most and is cut off most easily.
fn sweep(
    mut best: Vec<u32>,
    length: usize,
    attempt: &mut impl FnMut(&[u32]) -> bool,
    change: Change,
) -> Vec<u32> {
    let mut end = best.len();
    while end > 0 {
        let start = end.saturating_sub(length);
        let candidate = change.apply(&best, start, end.min(best.len()));
        if candidate != best && attempt(&candidate) {
            best = candidate;
        }
        end = start.min(best.len());
    }
    best
}

impl Change {
    fn apply(self, choices: &[u32], start: usize, end: usize) -> Vec<u32> {
        let stretch = &choices[start..end];
        let changed = match self {
            Self::CutOut => Vec::new(),
            Self::SetToZero => vec![0; stretch.len()],
            Self::Halve => stretch.iter().map(|choice| choice / 2).collect(),
        };
        [&choices[..start], &changed, &choices[end..]].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_two_numbers_that_matter() {
        let choices: Vec<u32> = (0..200).collect();
        let small = shrink(choices, 10_000, |it| it.contains(&50) && it.iter().any(|&c| c > 100));
        assert_eq!(small.len(), 2);
    }

    #[test]
    fn gives_back_what_cannot_be_smaller() {
        assert_eq!(shrink(vec![3, 1], 100, |it| it == [3, 1]), [3, 1]);
    }

    #[test]
    fn stops_after_its_tries() {
        let mut n_calls = 0;
        shrink((1..1000).collect(), 17, |_| {
            n_calls += 1;
            false
        });
        assert_eq!(n_calls, 17);
    }
}
