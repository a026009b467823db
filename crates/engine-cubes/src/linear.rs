//! Whether linear constraints have a common solution, by Fourier-Motzkin elimination.
//!
//! Sound in one direction, which is the one that proofs need: *infeasible* is always right. For
//! integers the constants are rounded after division by common factors, but no branching is
//! done; when a system grows too large or numbers too big, the answer is *feasible*.
//!
//! ```text
//!   a + 1 <= b,  b <= a      add:  1 <= 0     infeasible
//! ```
//!
//! Ends: each elimination removes a variable, disequations are split once each.

use cubicle::{Numbers, Relation};

use crate::layout::CellId;
use crate::literal::Constraint;

/// More constraints than this at a time are not worth the time.
const MAX_ROWS: usize = 120;
/// More disequations than this are ignored.
const MAX_SPLITS: usize = 4;

/// `sum <= 0`, or `< 0` if strict.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    parts: Vec<(i128, CellId)>,
    constant: i128,
    strict: bool,
    integral: bool,
}

/// False only if no values satisfy all constraints.
pub fn may_be_feasible<'c>(constraints: impl Iterator<Item = &'c Constraint>) -> bool {
    let mut rows = Vec::new();
    let mut equations = Vec::new();
    let mut splits = Vec::new();
    for constraint in constraints {
        let row = Row {
            parts: constraint
                .parts
                .iter()
                .map(|(factor, cell)| (i128::from(*factor), *cell))
                .collect(),
            constant: i128::from(constraint.constant),
            strict: constraint.relation == Relation::Less,
            integral: constraint.numbers == Numbers::Integers,
        };
        match constraint.relation {
            Relation::AtMost | Relation::Less => rows.push(row),
            Relation::Equal => equations.push(row),
            Relation::NotEqual => splits.push(row),
        }
    }
    splits.truncate(MAX_SPLITS);
    solve(equations, &mut rows, &mut splits).is_none_or(|feasible| feasible)
        && feasible_with(rows, &splits)
}

/// Uses equations to replace a cell with factor 1 or -1 everywhere; what cannot be used so is
/// left as two inequalities. `Some(false)` if an equation has no solution.
fn solve(mut equations: Vec<Row>, rows: &mut Vec<Row>, splits: &mut [Row]) -> Option<bool> {
    while let Some(equation) = equations.pop() {
        if equation.parts.is_empty() {
            if equation.constant != 0 {
                return Some(false);
            }
            continue;
        }
        let unit = equation.parts.iter().find(|(factor, _)| factor.abs() == 1).copied();
        let Some((factor, cell)) = unit else {
            rows.push(equation.negated());
            rows.push(equation);
            continue;
        };
        // The equation as `cell - value = 0`.
        let solved = if factor == 1 { equation } else { equation.negated() };
        for row in equations.iter_mut().chain(&mut *rows).chain(&mut *splits) {
            // Where numbers become too big the equation is forgotten, which is sound.
            *row = row.without(cell, &solved)?;
        }
    }
    None
}

fn feasible_with(rows: Vec<Row>, splits: &[Row]) -> bool {
    let Some((first, rest)) = splits.split_first() else { return feasible(rows) };
    if !feasible(rows.clone()) {
        return false;
    }
    [first.clone(), first.negated()].into_iter().any(|side| {
        let mut rows = rows.clone();
        rows.push(side.made_strict());
        feasible_with(rows, rest)
    })
}

fn feasible(mut rows: Vec<Row>) -> bool {
    loop {
        for row in &mut rows {
            row.normalise();
        }
        if rows.iter().any(Row::is_false) {
            return false;
        }
        rows.retain(|row| !row.parts.is_empty());
        rows.sort();
        rows.dedup();
        // Of parallel rows only the tightest matters; they are neighbours after sorting.
        rows.dedup_by(|later, earlier| {
            let parallel = later.parts == earlier.parts && later.strict == earlier.strict;
            if parallel {
                earlier.constant = earlier.constant.max(later.constant);
            }
            parallel
        });
        let Some(cell) = cheapest(&rows) else { return true };
        match eliminate(rows, cell) {
            Some(next) if next.len() <= MAX_ROWS => rows = next,
            _ => return true,
        }
    }
}

/// The variable whose elimination makes the fewest rows.
fn cheapest(rows: &[Row]) -> Option<CellId> {
    let mut counts: Vec<(CellId, usize, usize)> = Vec::new();
    for (factor, cell) in rows.iter().flat_map(|row| &row.parts) {
        let at = match counts.iter().position(|(known, _, _)| known == cell) {
            Some(at) => at,
            None => {
                counts.push((*cell, 0, 0));
                counts.len() - 1
            }
        };
        if *factor > 0 {
            counts[at].1 += 1;
        } else {
            counts[at].2 += 1;
        }
    }
    counts
        .into_iter()
        .min_by_key(|(cell, upper, lower)| (upper * lower, *cell))
        .map(|found| found.0)
}

fn eliminate(rows: Vec<Row>, cell: CellId) -> Option<Vec<Row>> {
    let (mut upper, mut lower, mut rest) = (Vec::new(), Vec::new(), Vec::new());
    for row in rows {
        match row.factor(cell) {
            0 => rest.push(row),
            factor if factor > 0 => upper.push(row),
            _ => lower.push(row),
        }
    }
    for above in &upper {
        for below in &lower {
            rest.push(above.combined(below, cell)?);
        }
    }
    Some(rest)
}

impl Row {
    fn factor(&self, cell: CellId) -> i128 {
        self.parts.iter().find(|(_, known)| *known == cell).map_or(0, |(factor, _)| *factor)
    }

    /// The row with the cell replaced by its value, where `solved` says that their difference
    /// is 0.
    fn without(&self, cell: CellId, solved: &Self) -> Option<Self> {
        let factor = self.factor(cell);
        if factor == 0 {
            return Some(self.clone());
        }
        let mut row = self.clone();
        for (part, id) in &solved.parts {
            let change = part.checked_mul(factor)?.checked_neg()?;
            match row.parts.iter_mut().find(|(_, known)| known == id) {
                Some((known, _)) => *known = known.checked_add(change)?,
                None => row.parts.push((change, *id)),
            }
        }
        row.parts.retain(|(factor, _)| *factor != 0);
        row.parts.sort_by_key(|(_, cell)| *cell);
        row.constant = row.constant.checked_sub(solved.constant.checked_mul(factor)?)?;
        row.integral &= solved.integral;
        Some(row)
    }

    fn negated(&self) -> Self {
        let mut row = self.clone();
        row.parts.iter_mut().for_each(|(factor, _)| *factor = -*factor);
        row.constant = -row.constant;
        row
    }

    fn made_strict(mut self) -> Self {
        if self.integral {
            self.constant += 1;
        } else {
            self.strict = true;
        }
        self
    }

    fn is_false(&self) -> bool {
        self.parts.is_empty() && (self.constant > 0 || self.strict && self.constant == 0)
    }

    /// Divides by the common factor; for integers the constant is rounded up, which tightens.
    fn normalise(&mut self) {
        let divisor = self.parts.iter().fold(0, |divisor, (factor, _)| gcd(divisor, factor.abs()));
        if divisor <= 1 {
            return;
        }
        if !self.integral && self.constant % divisor != 0 {
            return;
        }
        self.parts.iter_mut().for_each(|(factor, _)| *factor /= divisor);
        self.constant = -((-self.constant).div_euclid(divisor));
    }

    /// The sum of two rows in which the cell cancels; `None` if numbers become too big.
    fn combined(&self, below: &Self, cell: CellId) -> Option<Self> {
        let (up, down) = (self.factor(cell), -below.factor(cell));
        let mut parts: Vec<(i128, CellId)> = Vec::new();
        for (scale, row) in [(down, self), (up, below)] {
            for (factor, id) in &row.parts {
                let factor = factor.checked_mul(scale)?;
                match parts.iter_mut().find(|(_, known)| known == id) {
                    Some((known, _)) => *known = known.checked_add(factor)?,
                    None => parts.push((factor, *id)),
                }
            }
        }
        parts.retain(|(factor, _)| *factor != 0);
        parts.sort_by_key(|(_, cell)| *cell);
        let constant =
            self.constant.checked_mul(down)?.checked_add(below.constant.checked_mul(up)?)?;
        Some(Self {
            parts,
            constant,
            strict: self.strict || below.strict,
            integral: self.integral && below.integral,
        })
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use index::Id;

    use super::*;

    fn constraint(parts: &[(i64, usize)], constant: i64, relation: Relation) -> Constraint {
        let parts = parts.iter().map(|(factor, cell)| (*factor, CellId::new(*cell))).collect();
        Constraint { parts, constant, relation, numbers: Numbers::Integers }
    }

    fn feasible(constraints: &[Constraint]) -> bool {
        may_be_feasible(constraints.iter())
    }

    #[test]
    fn a_cycle_of_strict_orders_is_infeasible() {
        let order = [
            constraint(&[(1, 0), (-1, 1)], 1, Relation::AtMost),
            constraint(&[(1, 1), (-1, 2)], 1, Relation::AtMost),
            constraint(&[(1, 2), (-1, 0)], 0, Relation::AtMost),
        ];
        assert!(!feasible(&order));
        assert!(feasible(&order[..2]));
    }

    #[test]
    fn disequations_count() {
        let equal = constraint(&[(1, 0), (-1, 1)], 0, Relation::Equal);
        let differ = constraint(&[(1, 0), (-1, 1)], 0, Relation::NotEqual);
        assert!(!feasible(&[equal, differ.clone()]));
        let at_most = constraint(&[(1, 0), (-1, 1)], 0, Relation::AtMost);
        assert!(feasible(&[at_most.clone(), differ.clone()]));
        let at_least = constraint(&[(-1, 0), (1, 1)], 0, Relation::AtMost);
        assert!(!feasible(&[at_most, at_least, differ]));
    }

    #[test]
    fn equations_are_used_to_replace() {
        let sum = constraint(&[(1, 0), (-1, 1), (-2, 2)], -3, Relation::Equal);
        let bounds = [
            constraint(&[(1, 0)], -4, Relation::AtMost),
            constraint(&[(-1, 1)], 1, Relation::AtMost),
            constraint(&[(-1, 2)], 0, Relation::AtMost),
        ];
        // a = b + 2c + 3 with a <= 4, b >= 1, c >= 0 has a solution, with c >= 1 it has none.
        let with = |low: Constraint| {
            let [first, second, third] = bounds.clone();
            feasible(&[sum.clone(), first, second, third, low])
        };
        assert!(with(constraint(&[(-1, 2)], 0, Relation::AtMost)));
        assert!(!with(constraint(&[(-1, 2)], 1, Relation::AtMost)));
        let zero = constraint(&[(1, 0)], 0, Relation::Equal);
        let one = constraint(&[(1, 0)], -1, Relation::Equal);
        assert!(!feasible(&[zero, one]));
    }

    #[test]
    fn integers_are_rounded() {
        // 2a <= 1 and 2a >= 1 has a rational solution only.
        let low = constraint(&[(2, 0)], -1, Relation::AtMost);
        let high = constraint(&[(-2, 0)], 1, Relation::AtMost);
        assert!(!feasible(&[low, high]));
    }
}
