//! Numbers that move evenly from round to round, and how long a comparison of them ends as it does now.
//!
//! A [`Line`] is an exact number, not one modulo a width: `at` in this round, `at + pace` in the next; and if the
//! loop adds up what it counts, the pace itself changes by `bend` each round.
//!
//! ```text
//!   for (i = 3; …; i++) sum += i;      i:    3, 4, 5, 6, …      at 3, pace 1, bend 0
//!                                      sum:  0, 3, 7, 12, …     at 0, pace 3, bend 1
//! ```
//!
//! # Sound
//! What is counted here are rounds for which an answer surely holds. It may hold for longer: where a line turns,
//! counting stops, and what is too large to be computed counts as out of bounds.

/// No leap goes further; nobody follows a loop that long.
pub(super) const FARTHEST: i128 = 1 << 62;
/// No operand and no exact result is as far from zero.
const BOUND: i128 = 1 << 120;

/// In round `j` the number is `at + j * pace + j * (j - 1) / 2 * bend`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub at: i128,
    pub pace: i128,
    pub bend: i128,
}

impl Line {
    pub fn standing(at: i128) -> Self {
        Self { at, pace: 0, bend: 0 }
    }

    pub fn minus(self, other: Self) -> Self {
        Self { at: self.at - other.at, pace: self.pace - other.pace, bend: self.bend - other.bend }
    }

    pub fn plus(self, other: Self) -> Self {
        Self { at: self.at + other.at, pace: self.pace + other.pace, bend: self.bend + other.bend }
    }

    /// The product, if that is such a number again and can be computed. Of two that move at an even
    /// pace it is: `(a + j * p) * (b + j * q)`, and `j * j` is `2 * (j * (j - 1) / 2) + j`.
    pub fn times(self, other: Self) -> Option<Self> {
        let (flat, bent) = if self.bend == 0 { (self, other) } else { (other, self) };
        if flat.bend != 0 || (bent.bend != 0 && flat.pace != 0) {
            return None;
        }
        let both = flat.pace.checked_mul(bent.pace)?;
        let pace = flat.at.checked_mul(bent.pace)?.checked_add(bent.at.checked_mul(flat.pace)?)?;
        let bend = flat.at.checked_mul(bent.bend)?.checked_add(both.checked_mul(2)?)?;
        Some(Self { at: flat.at.checked_mul(bent.at)?, pace: pace.checked_add(both)?, bend })
    }

    /// Near enough that sums of it with operands are exact.
    pub fn near(self) -> Option<Self> {
        let is_near = |number: i128| -BOUND < number && number < BOUND;
        (is_near(self.at) && is_near(self.pace) && is_near(self.bend)).then_some(self)
    }

    pub fn stands(self) -> bool {
        self.pace == 0 && self.bend == 0
    }

    /// Where it is after so many rounds, if that can be computed.
    fn after(self, n_rounds: i128) -> Option<i128> {
        let pairs = n_rounds.checked_mul(n_rounds - 1)? / 2;
        let straight = self.at.checked_add(n_rounds.checked_mul(self.pace)?)?;
        straight.checked_add(pairs.checked_mul(self.bend)?)
    }

    /// So many rounds it goes on in one direction.
    fn n_before_turn(self) -> i128 {
        match self.bend != 0 && self.pace != 0 && (self.bend < 0) != (self.pace < 0) {
            true => (self.pace / self.bend).abs().min(FARTHEST),
            false => FARTHEST,
        }
    }

    /// For so many rounds behind this one it stays between these numbers, both included.
    pub fn n_rounds_within(self, lo: i128, hi: i128) -> i128 {
        let is_within = |at: i128| lo <= at && at <= hi;
        if !is_within(self.at) {
            return 0;
        }
        if self.bend == 0 {
            let room = match self.pace {
                0 => return FARTHEST,
                1.. => hi - self.at,
                _ => self.at - lo,
            };
            return (room / self.pace.abs()).min(FARTHEST);
        }
        // As long as it goes in one direction it does not come back, so there is one end to be found.
        let (mut surely, mut beyond) = (0, self.n_before_turn() + 1);
        while surely + 1 < beyond {
            let middle = surely + (beyond - surely) / 2;
            match self.after(middle).is_some_and(is_within) {
                true => surely = middle,
                false => beyond = middle,
            }
        }
        surely
    }

    /// For so many rounds it is below zero as it is now, or is not.
    pub fn n_rounds_on_its_side(self) -> i128 {
        match self.at < 0 {
            true => self.n_rounds_within(-BOUND, -1),
            false => self.n_rounds_within(0, BOUND),
        }
    }

    /// For so many rounds it is zero as it is now, or is not.
    pub fn n_rounds_apart(self) -> i128 {
        match self.at {
            _ if self.stands() => FARTHEST,
            0 => 0,
            // It may jump over zero.
            at if self.bend == 0 => match (at < 0) == (self.pace > 0) && at % self.pace == 0 {
                true => (at / self.pace).abs() - 1,
                false => FARTHEST,
            },
            1.. => self.n_rounds_within(1, BOUND),
            _ => self.n_rounds_within(-BOUND, -1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walked(line: Line, holds: impl Fn(i128) -> bool) -> i128 {
        let (mut at, mut pace) = (line.at, line.pace);
        for n_rounds in 0..60 {
            (at, pace) = (at + pace, pace + line.bend);
            assert_eq!(line.after(n_rounds + 1), Some(at));
            if !holds(at) {
                return n_rounds;
            }
        }
        60
    }

    fn lines() -> impl Iterator<Item = Line> {
        let small = || -4..5;
        (-30..31).flat_map(move |at| {
            small().flat_map(move |pace| small().map(move |bend| Line { at, pace, bend }))
        })
    }

    /// Counted rounds are not too many; without a bend, and where it goes with the pace, not too few.
    fn assert_counted(line: Line, n_rounds: i128, holds: impl Fn(i128) -> bool) {
        let walked = walked(line, holds);
        assert!(n_rounds.min(60) <= walked, "{line:?}: {n_rounds}, {walked}");
        if line.pace * line.bend >= 0 && line.at != 0 {
            assert_eq!(n_rounds.min(60), walked, "{line:?}");
        }
    }

    #[test]
    fn rounds_are_counted_as_by_walking() {
        for line in lines() {
            let is_below = line.at < 0;
            assert_counted(line, line.n_rounds_on_its_side(), |at| (at < 0) == is_below);
            let is_within = |at| (-31..=40).contains(&at);
            assert_counted(line, line.n_rounds_within(-31, 40), is_within);
            // With a bend, being beyond zero is not told from coming to it.
            if line.bend == 0 {
                assert_counted(line, line.n_rounds_apart(), |at| (at == 0) == (line.at == 0));
            } else {
                let walked = walked(line, |at| (at == 0) == (line.at == 0));
                assert!(line.n_rounds_apart().min(60) <= walked, "{line:?}");
            }
        }
    }

    #[test]
    fn products_are_as_those_of_the_numbers() {
        for (a, b) in lines().step_by(7).zip(lines().skip(1000).step_by(11)) {
            let Some(product) = a.times(b) else {
                assert!(a.bend != 0 || b.bend != 0);
                continue;
            };
            for n_rounds in 0..9 {
                let exact = a.after(n_rounds).zip(b.after(n_rounds)).map(|(a, b)| a * b);
                assert_eq!(product.after(n_rounds), exact, "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn what_is_too_large_to_be_computed_is_out_of_bounds() {
        let line = Line { at: 0, pace: 1 << 63, bend: 1 << 63 };
        let n_rounds = line.n_rounds_within(-BOUND, BOUND);
        assert!(n_rounds > 1 << 28 && n_rounds < FARTHEST);
    }
}
