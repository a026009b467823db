//! Valuations of a few numbers, one for each way in which they can look to a protocol.
//!
//! The numbers of one step (the centre's, the reference's, the mover's, the outcome of a scan) are
//! sorted; between constants every integer is tried, and beyond them neighbours are equal, or at a
//! distance of 1, 2, … or *far*. Up to which distance depends on what can be seen: `compared` of
//! two numbers, `reach` if the step moves one of them. Two valuations with the same order and the
//! same visible distances satisfy the same comparisons, before and after the step.
//!
//! # One more process
//! A bystander may have its numbers in a gap, the first seen from below the gap, each from the one
//! before, and the last from above. So every gap is tried exactly up to the sum of
//! these distances; with an offset of 3, the numbers 0 and 6 differ from 0 and 7, for 3 can be
//! between them. In a longer gap some place is seen across by nobody, and the gap may be stretched
//! or cut down there: far is wide enough for all variables of one more process, out of sight of
//! each other and of both ends. A number that is moved sees beyond the next ones, which are at
//! least 1 apart.
//!
//! ```text
//! reach 1, constant 0, two numbers:   0 0   0 1   0 2   0 far   1 1   1 2   1 3   1 far+1   ...
//! ```

use verdict::Budget;

use crate::Refusal;
use crate::vocabulary::Group;

/// One number to be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Point {
    /// At least zero.
    Natural,
    Integer,
    /// Only this value.
    Fixed(i64),
}

/// The most valuations that one enumeration may have.
const MAX_PLACEMENTS: usize = 400_000;

/// The numbers that a step moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Moving {
    /// All of them, and the constants.
    Everything,
    /// By point.
    These(Vec<bool>),
}

/// All valuations of `points` on the scale of `group`, sorted.
pub(crate) fn placements(
    points: &[Point],
    moving: &Moving,
    group: &Group,
    budget: &Budget,
) -> Result<Vec<Vec<i64>>, Refusal> {
    let values = vec![None; points.len()];
    let mut search = Search { points, moving, group, budget, values, found: Vec::new() };
    let everybody: Vec<usize> = (0..points.len()).collect();
    match group.constants {
        None => search.upwards(&everybody, None, search.sight(&[]))?,
        Some((lowest, _)) => {
            // Some numbers may lie below every constant; the others start at the lowest.
            for below in subsets(&everybody) {
                let rest: Vec<usize> =
                    everybody.iter().copied().filter(|point| !below.contains(point)).collect();
                search.downwards(&below, lowest, &rest, search.sight(&below))?;
            }
        }
    }
    let mut found = search.found;
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

/// All subsets, the empty one included.
fn subsets(items: &[usize]) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for item in items {
        for n in 0..all.len() {
            let mut with = all[n].clone();
            with.push(*item);
            all.push(with);
        }
    }
    all
}

struct Search<'a> {
    points: &'a [Point],
    moving: &'a Moving,
    group: &'a Group,
    budget: &'a Budget,
    values: Vec<Option<i64>>,
    found: Vec<Vec<i64>>,
}

impl Search<'_> {
    /// What can be seen from one of these.
    fn sight(&self, points: &[usize]) -> i64 {
        let is_moved = match self.moving {
            Moving::Everything => true,
            Moving::These(moved) => points.iter().any(|point| moved[*point]),
        };
        if is_moved { self.group.reach } else { self.group.compared }
    }

    /// The distances to try of two neighbours, if so much can be seen from both.
    fn steps(&self, below: i64, above: i64) -> Vec<i64> {
        let between = (self.group.process.len() as i64 - 1).max(0) * self.group.compared;
        (1..=below + between + above).chain([self.group.far()]).collect()
    }

    /// What can be seen from beyond a number.
    fn beyond(&self, sight: i64) -> i64 {
        (sight - 1).max(self.sight(&[]))
    }

    fn fits(&self, points: &[usize], value: i64) -> bool {
        points.iter().all(|point| match self.points[*point] {
            Point::Natural => value >= 0,
            Point::Integer => true,
            Point::Fixed(fixed) => value == fixed,
        })
    }

    fn place(&mut self, points: &[usize], value: Option<i64>) {
        for point in points {
            self.values[*point] = value;
        }
    }

    /// Places `below` under `top`, downwards, and then `rest` from the lowest constant upwards;
    /// `sight` is what can be seen from any of the lower ones.
    fn downwards(
        &mut self,
        below: &[usize],
        top: i64,
        rest: &[usize],
        sight: i64,
    ) -> Result<(), Refusal> {
        if below.is_empty() {
            return self.upwards(rest, None, sight);
        }
        for level in subsets(below).into_iter().skip(1) {
            let lower: Vec<usize> =
                below.iter().copied().filter(|point| !level.contains(point)).collect();
            for step in self.steps(self.group.reach, self.group.reach) {
                if self.fits(&level, top - step) {
                    self.place(&level, Some(top - step));
                    self.downwards(&lower, top - step, rest, sight)?;
                }
            }
        }
        Ok(())
    }

    /// Places `rest` above `last`; if nothing is placed yet, from the lowest constant on, or
    /// at zero where there is none. `sight` is what can be seen from `last` or from below it.
    fn upwards(&mut self, rest: &[usize], last: Option<i64>, sight: i64) -> Result<(), Refusal> {
        self.budget.check()?;
        if rest.is_empty() {
            if self.found.len() >= MAX_PLACEMENTS {
                return Err(Refusal::TooLarge(format!(
                    "more than {MAX_PLACEMENTS} orders of the numbers of one step; \
                     compare fewer variables with each other"
                )));
            }
            self.found.push(self.values.iter().map(|value| value.unwrap_or(0)).collect());
            return Ok(());
        }
        for level in subsets(rest).into_iter().skip(1) {
            let higher: Vec<usize> =
                rest.iter().copied().filter(|point| !level.contains(point)).collect();
            let above = self.sight(&level).max(self.beyond(self.sight(&higher)));
            let steps = self.steps(sight, above);
            let next_sight = self.sight(&level).max(self.beyond(sight));
            for value in self.candidates(last, &steps) {
                if self.fits(&level, value) {
                    self.place(&level, Some(value));
                    self.upwards(&higher, Some(value), next_sight)?;
                }
            }
        }
        Ok(())
    }

    /// Where the next number after `last` may be.
    fn candidates(&self, last: Option<i64>, steps: &[i64]) -> Vec<i64> {
        match (self.group.constants, last) {
            (None, None) => vec![0],
            (None, Some(last)) => steps.iter().map(|step| last + step).collect(),
            (Some((lowest, highest)), last) => {
                let from = last.map_or(lowest, |last| last + 1);
                let beyond = last.map_or(highest, |last| last.max(highest));
                (from..=highest).chain(steps.iter().map(|step| beyond + step)).collect()
            }
        }
    }
}

/// Every value that a variable of one more process can have, as far as the `placed` numbers
/// can tell.
pub(crate) fn grid(placed: &[i64], group: &Group) -> std::ops::RangeInclusive<i64> {
    let (low, high) = group.constants.unwrap_or((i64::MAX, i64::MIN));
    let low = placed.iter().copied().chain([low]).min().unwrap_or(0);
    let high = placed.iter().copied().chain([high]).max().unwrap_or(0);
    if low > high {
        // Neither a number nor a constant: there is nothing to compare with.
        return 0..=group.far();
    }
    low - group.far()..=high + group.far()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn group(reach: i64, compared: i64) -> Group {
        let (process, centre) = (vec![0], Vec::new());
        Group { process, centre, constants: Some((0, 0)), reach, compared }
    }

    /// Order and visible distances, constants included.
    fn look(group: &Group, moving: &Moving, values: &[i64]) -> Vec<i64> {
        let moves = |n: usize| match moving {
            Moving::Everything => true,
            Moving::These(moved) => moved.get(n).copied().unwrap_or(false),
        };
        let mut all: Vec<(i64, bool)> =
            values.iter().enumerate().map(|(n, value)| (*value, moves(n))).collect();
        all.push((0, *moving == Moving::Everything));
        let mut look = Vec::new();
        for lhs in &all {
            look.extend(all.iter().map(|rhs| {
                let reach = if lhs.1 || rhs.1 { group.reach } else { group.compared };
                (lhs.0 - rhs.0).clamp(-reach - 1, reach + 1)
            }));
        }
        look
    }

    #[test]
    fn every_small_valuation_looks_like_a_placed_one() {
        for (group, moving) in [
            (group(1, 0), Moving::These(vec![false, false, true])),
            (group(2, 0), Moving::These(vec![false, true, false])),
            (group(3, 1), Moving::These(vec![true, false, false])),
            (group(2, 1), Moving::Everything),
        ] {
            let points = [Point::Natural; 3];
            let placed = placements(&points, &moving, &group, &Budget::unlimited()).expect("small");
            let looks: BTreeSet<Vec<i64>> =
                placed.iter().map(|values| look(&group, &moving, values)).collect();
            for n in 0..12 * 12 * 12 {
                let values = [n % 12, n / 12 % 12, n / 144];
                assert!(looks.contains(&look(&group, &moving, &values)), "{values:?} is missing");
            }
        }
    }

    /// Whatever one more process can look like beside small numbers, it can beside placed ones.
    #[test]
    fn placed_numbers_leave_room_for_one_more() {
        for (group, moving) in [
            (group(1, 0), Moving::These(vec![false, true])),
            (group(2, 0), Moving::These(vec![true, false])),
            (group(1, 1), Moving::These(vec![false, false])),
            (group(2, 1), Moving::These(vec![false, true])),
            (group(3, 1), Moving::These(vec![true, false])),
            (group(2, 1), Moving::Everything),
        ] {
            let points = [Point::Natural; 2];
            let placed = placements(&points, &moving, &group, &Budget::unlimited()).expect("small");
            let mut looks: BTreeSet<Vec<i64>> = BTreeSet::new();
            for values in &placed {
                let naturals = grid(values, &group).filter(|value| *value >= 0);
                looks.extend(naturals.map(|more| {
                    let three = [values[0], values[1], more];
                    look(&group, &moving, &three)
                }));
            }
            for n in 0..16 * 16 * 16 {
                let values = [n % 16, n / 16 % 16, n / 256];
                assert!(looks.contains(&look(&group, &moving, &values)), "{values:?} is missing");
            }
        }
    }

    #[test]
    fn integers_lie_below_constants_too() {
        let nothing = Moving::These(vec![false]);
        let placed = placements(&[Point::Integer], &nothing, &group(0, 0), &Budget::unlimited());
        assert_eq!(placed.expect("small"), [[-2], [0], [2]]);
    }

    #[test]
    fn fixed_values_are_kept() {
        let points = [Point::Fixed(0), Point::Natural];
        let placed = placements(&points, &Moving::Everything, &group(1, 0), &Budget::unlimited())
            .expect("small");
        assert!(placed.iter().all(|values| values[0] == 0));
        assert_eq!(placed.len(), 4);
    }
}
