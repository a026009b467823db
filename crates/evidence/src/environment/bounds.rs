//! Bounds on differences of the numbers of one process and of the centre, kept closed.
//!
//! A table says for every two numbers by how much the first is at most larger than the second. It is
//! closed: what follows along a third number is in it. A difference that is known not to be a
//! value shrinks the bound that is that value. Numbers are integers, so this is all that such
//! facts say, but for what follows only from several differences at once.

use index::Id;
use protocol::{
    Action, CentreDataId, DataId, DataRef, DataSort, DataTarget, DataValue, Formula, Relation,
    Subject, System, Term,
};

/// A number: nothing for 0, a variable, or one that is only spoken of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    Zero,
    Own(DataId),
    Centre(CentreDataId),
    Some,
}

impl From<DataTarget> for Number {
    fn from(target: DataTarget) -> Self {
        match target {
            DataTarget::Own(id) => Self::Own(id),
            DataTarget::Centre(id) => Self::Centre(id),
        }
    }
}

/// A number and a constant.
pub(super) type Sum = (Number, i64);

#[derive(Clone)]
pub(super) struct Bounds<'a> {
    system: &'a System,
    size: usize,
    /// By first and second number: the largest difference, if there is one.
    most: Vec<Option<i64>>,
    /// Differences that do not occur.
    never: Vec<(usize, usize, i64)>,
}

impl<'a> Bounds<'a> {
    pub fn new(system: &'a System) -> Self {
        let size = 2 + system.data.len() + system.centre.data.len();
        let mut bounds = Self { system, size, most: vec![None; size * size], never: Vec::new() };
        for number in 0..size {
            bounds.most[number * size + number] = Some(0);
        }
        for (id, variable) in system.data.iter() {
            if variable.sort == DataSort::Nat {
                bounds.require((Number::Zero, 0), (Number::Own(id), 0));
            }
        }
        for (id, variable) in system.centre.data.iter() {
            if variable.sort == DataSort::Nat {
                bounds.require((Number::Zero, 0), (Number::Centre(id), 0));
            }
        }
        bounds
    }

    fn place(&self, number: Number) -> usize {
        match number {
            Number::Zero => 0,
            Number::Some => 1,
            Number::Own(id) => 2 + id.index(),
            Number::Centre(id) => 2 + self.system.data.len() + id.index(),
        }
    }

    /// That the left is at most the right.
    pub fn require(&mut self, lhs: Sum, rhs: Sum) {
        self.bound(self.place(lhs.0), self.place(rhs.0), rhs.1 - lhs.1);
        self.shrink();
    }

    pub fn require_less(&mut self, lhs: Sum, rhs: Sum) {
        self.require((lhs.0, lhs.1 + 1), rhs);
    }

    pub fn require_equal(&mut self, lhs: Sum, rhs: Sum) {
        self.require(lhs, rhs);
        self.require(rhs, lhs);
    }

    fn require_different(&mut self, lhs: Sum, rhs: Sum) {
        let (left, right, by) = (self.place(lhs.0), self.place(rhs.0), rhs.1 - lhs.1);
        self.never.extend([(left, right, by), (right, left, -by)]);
        self.shrink();
    }

    /// Lowers a bound, and all that follows from it.
    fn bound(&mut self, left: usize, right: usize, by: i64) {
        let size = self.size;
        if self.most[left * size + right].is_some_and(|most| most <= by) {
            return;
        }
        for from in 0..size {
            let Some(to_left) = self.most[from * size + left] else { continue };
            for to in 0..size {
                let Some(from_right) = self.most[right * size + to] else { continue };
                let through = to_left + by + from_right;
                let direct = &mut self.most[from * size + to];
                if direct.is_none_or(|direct| through < direct) {
                    *direct = Some(through);
                }
            }
        }
    }

    /// Uses what does not occur. Ends, since each bound that is lowered passes a value that does not
    /// occur, of which there are finitely many, or the bounds are contradictory.
    fn shrink(&mut self) {
        while !self.is_contradictory() {
            let touches = |(left, right, by): &&(usize, usize, i64)| {
                self.most[left * self.size + right] == Some(*by)
            };
            let Some((left, right, by)) = self.never.iter().find(touches).copied() else { return };
            self.bound(left, right, by - 1);
        }
    }

    /// Whether there are no such numbers.
    pub fn is_contradictory(&self) -> bool {
        (0..self.size).any(|it| self.most[it * self.size + it].is_some_and(|most| most < 0))
    }

    /// Whether the left is at most the right, for certain.
    pub fn implies(&self, lhs: Sum, rhs: Sum) -> bool {
        let mut not = self.clone();
        not.require_less(rhs, lhs);
        not.is_contradictory()
    }

    /// That the formula has this truth value, as far as it is about own numbers and the centre's.
    pub fn learn(&mut self, formula: &Formula, truth: bool) {
        match (formula, truth) {
            (Formula::Not(inner), _) => self.learn(inner, !truth),
            (Formula::And(parts), true) | (Formula::Or(parts), false) => {
                parts.iter().for_each(|part| self.learn(part, truth));
            }
            (Formula::Compare(relation, lhs, rhs), _) => {
                if let (Some(lhs), Some(rhs)) = (sum(*lhs), sum(*rhs)) {
                    self.learn_comparison(*relation, lhs, rhs, truth);
                }
            }
            _ => {}
        }
    }

    fn learn_comparison(&mut self, relation: Relation, lhs: Sum, rhs: Sum, truth: bool) {
        match (relation, truth) {
            (Relation::Less, true) | (Relation::GreaterEq, false) => self.require_less(lhs, rhs),
            (Relation::LessEq, true) | (Relation::Greater, false) => self.require(lhs, rhs),
            (Relation::Greater, true) | (Relation::LessEq, false) => self.require_less(rhs, lhs),
            (Relation::GreaterEq, true) | (Relation::Less, false) => self.require(rhs, lhs),
            (Relation::Eq, true) | (Relation::NotEq, false) => self.require_equal(lhs, rhs),
            (Relation::NotEq, true) | (Relation::Eq, false) => self.require_different(lhs, rhs),
        }
    }

    /// What a variable holds after these actions, said of the numbers before them, which are
    /// bounded by `self`; `None` if it is not one of them and a constant, for certain.
    pub fn after(&self, actions: &[Action], variable: Number) -> Option<Sum> {
        let Some((last, earlier)) = actions.split_last() else { return Some((variable, 0)) };
        let (target, value) = match last {
            Action::SetData { target, value } => (*target, Some(value)),
            Action::Scan(scan) => (scan.target, None),
            _ => return self.after(earlier, variable),
        };
        if Number::from(target) != variable {
            return self.after(earlier, variable);
        }
        let DataValue::Term(term) = value? else { return None };
        let (base, offset) = sum(*term)?;
        let (origin, by) = self.after(earlier, base)?;
        let is_natural = match target {
            DataTarget::Own(id) => self.system.data[id].sort == DataSort::Nat,
            DataTarget::Centre(id) => self.system.centre.data[id].sort == DataSort::Nat,
        };
        let held = (origin, by + offset);
        // A natural number stops at 0.
        (!is_natural || self.implies((Number::Zero, 0), held)).then_some(held)
    }
}

fn sum(term: Term) -> Option<Sum> {
    let number = match term.base {
        None => Number::Zero,
        Some(DataRef::Process(Subject::Own, id)) => Number::Own(id),
        Some(DataRef::Centre(id)) => Number::Centre(id),
        Some(DataRef::Process(..)) => return None,
    };
    Some((number, term.offset))
}
