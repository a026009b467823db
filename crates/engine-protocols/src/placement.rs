//! Valuations of a few numbers, one for each way in which they can look to a protocol.
//!
//! The numbers of one step (the centre's, the reference's, the mover's, the outcome of a scan) are
//! sorted; between constants every integer is tried, and beyond them neighbours are equal, or at a
//! distance of 1, 2, … `reach`, or *far*. Two valuations with the same
//! order and the same distances up to the reach satisfy the same comparisons, before and after
//! the step. And nothing is lost by making every larger distance far: an additional process whose
//! numbers lie in a gap finds the same place in a wider gap, so the wider valuation
//! allows at least as much (it *dominates*). Far is wide enough for all variables of
//! one such process, out of reach of each other and of both ends.
//!
//! ```text
//! reach 1, constant 0, two numbers:   0 0   0 1   0 far   1 1   1 2   1 far+1   far far   ...
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

/// All valuations of `points` on the scale of `group`, sorted.
pub(crate) fn placements(
    points: &[Point],
    group: &Group,
    budget: &Budget,
) -> Result<Vec<Vec<i64>>, Refusal> {
    let mut search =
        Search { points, group, budget, values: vec![None; points.len()], found: Vec::new() };
    let everybody: Vec<usize> = (0..points.len()).collect();
    match group.constants {
        None => search.upwards(&everybody, None)?,
        Some((lowest, _)) => {
            // Some numbers may lie below every constant; the others start at the lowest.
            for below in subsets(&everybody) {
                let rest: Vec<usize> =
                    everybody.iter().copied().filter(|point| !below.contains(point)).collect();
                search.downwards(&below, lowest, &rest)?;
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
    group: &'a Group,
    budget: &'a Budget,
    values: Vec<Option<i64>>,
    found: Vec<Vec<i64>>,
}

impl Search<'_> {
    fn steps(&self) -> Vec<i64> {
        (1..=self.group.reach).chain([self.group.far()]).collect()
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

    /// Places `below` under `top`, downwards, and then `rest` from the lowest constant upwards.
    fn downwards(&mut self, below: &[usize], top: i64, rest: &[usize]) -> Result<(), Refusal> {
        if below.is_empty() {
            return self.upwards(rest, None);
        }
        for level in subsets(below).into_iter().skip(1) {
            let lower: Vec<usize> =
                below.iter().copied().filter(|point| !level.contains(point)).collect();
            for step in self.steps() {
                if self.fits(&level, top - step) {
                    self.place(&level, Some(top - step));
                    self.downwards(&lower, top - step, rest)?;
                }
            }
        }
        Ok(())
    }

    /// Places `rest` above `last`; if nothing is placed yet, from the lowest constant on, or
    /// at zero where there is none.
    fn upwards(&mut self, rest: &[usize], last: Option<i64>) -> Result<(), Refusal> {
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
        let candidates: Vec<i64> = match (self.group.constants, last) {
            (None, None) => vec![0],
            (None, Some(last)) => self.steps().into_iter().map(|step| last + step).collect(),
            (Some((lowest, highest)), last) => {
                let from = last.map_or(lowest, |last| last + 1);
                let beyond = last.map_or(highest, |last| last.max(highest));
                (from..=highest).chain(self.steps().into_iter().map(|step| beyond + step)).collect()
            }
        };
        for level in subsets(rest).into_iter().skip(1) {
            let higher: Vec<usize> =
                rest.iter().copied().filter(|point| !level.contains(point)).collect();
            for value in &candidates {
                if self.fits(&level, *value) {
                    self.place(&level, Some(*value));
                    self.upwards(&higher, Some(*value))?;
                }
            }
        }
        Ok(())
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
    use super::*;

    fn group(reach: i64) -> Group {
        Group { process: vec![0], centre: Vec::new(), constants: Some((0, 0)), reach }
    }

    /// Order and distances up to the reach, constants included.
    fn look(values: &[i64], reach: i64) -> Vec<i64> {
        let mut all = values.to_vec();
        all.push(0);
        let mut look = Vec::new();
        for lhs in &all {
            look.extend(all.iter().map(|rhs| (lhs - rhs).clamp(-reach - 1, reach + 1)));
        }
        look
    }

    #[test]
    fn every_small_valuation_looks_like_a_placed_one() {
        let group = group(1);
        let placed = placements(&[Point::Natural; 3], &group, &Budget::unlimited()).expect("small");
        let looks: Vec<Vec<i64>> = placed.iter().map(|values| look(values, 1)).collect();
        for n in 0..9 * 9 * 9 {
            let values = [n % 9, n / 9 % 9, n / 81];
            assert!(looks.contains(&look(&values, 1)), "{values:?} is missing");
        }
    }

    #[test]
    fn integers_lie_below_constants_too() {
        let placed = placements(&[Point::Integer], &group(0), &Budget::unlimited()).expect("small");
        assert_eq!(placed, [[-2], [0], [2]]);
    }

    #[test]
    fn fixed_values_are_kept() {
        let placed =
            placements(&[Point::Fixed(0), Point::Natural], &group(1), &Budget::unlimited())
                .expect("small");
        assert!(placed.iter().all(|values| values[0] == 0));
        assert_eq!(placed.len(), 3);
    }
}
