//! What assignments do: forgetting a variable, setting it, copying one into another.
//!
//! Forgetting is exact: `{ p | p with some other value of x is in the set }` is a union of boxes,
//! the join of the children of every node that asks `x`. Setting to an interval is exact as
//! well. Copying is not, because `x == y` is no union of boxes unless `y` has finitely many values;
//! see [`Diagrams::copy`].

use crate::operations::{MAX_ANSWERS, Operation, Question};
use crate::{Boxes, Diagrams, Interval, Var};

impl Diagrams {
    /// The points that are in the set with some values of these variables. Exact.
    pub fn forget(&mut self, set: Boxes, vars: &[Var]) -> Boxes {
        let mut vars = vars.to_vec();
        // The last first: each step then leaves less for those that walk from further above.
        vars.sort_unstable_by(|lhs, rhs| rhs.cmp(lhs));
        vars.into_iter().fold(set, |set, var| self.forget_one(set, var))
    }

    /// `x` becomes any value of the interval; nothing if that is empty. Exact.
    pub fn set_to(&mut self, set: Boxes, x: Var, interval: Interval) -> Boxes {
        let set = self.forget_one(set, x);
        self.restrict(set, x, interval)
    }

    /// `x := y + by`.
    ///
    /// Sound: contains every point of the set with its `x` replaced by its `y + by`. If `x` is `y`,
    /// that is all: the set is shifted, exactly, unless bounds leave `i128`. Otherwise `x` is
    /// forgotten, and on every path of what is left `x` gets the interval that `y` has there,
    /// shifted; so it is exact where `y` is a single value on each path. The splits of `y` are
    /// kept: `y` in `[0, 1]` or `[8, 9]` makes `x` be in `[0, 1]` or `[8, 9]`, and together with `y`.
    /// A path is an interval of `y` on which nothing else changes, given the variables before it.
    pub fn copy(&mut self, set: Boxes, x: Var, y: Var, by: i128) -> Boxes {
        let set = if x == y { set } else { self.forget_one(set, x) };
        self.copy_below(set, x, y, by)
    }

    fn forget_one(&mut self, set: Boxes, var: Var) -> Boxes {
        if self.var(set) > var {
            return set;
        }
        let question = Question::of_var(Operation::Forget, set, var);
        if let Some(answer) = self.answers.get(&question) {
            return *answer;
        }
        let answer = if self.var(set) == var {
            let mut answer = Boxes::NONE;
            for place in self.arm_range(set) {
                answer = self.join(answer, self.arm_at(place).child);
            }
            answer
        } else {
            self.with_children(set, |diagrams, child| diagrams.forget_one(child, var))
        };
        self.remember(question, answer);
        answer
    }

    fn copy_below(&mut self, set: Boxes, x: Var, y: Var, by: i128) -> Boxes {
        if self.var(set) > y {
            // Here `y` is anything, and so is `x`.
            return set;
        }
        if let Some(answer) = self.copies.get(&(set, x, y, by)) {
            return *answer;
        }
        let answer = if self.var(set) < x.min(y) {
            self.with_children(set, |diagrams, child| diagrams.copy_below(child, x, y, by))
        } else {
            self.copy_pieces(set, x, y, by)
        };
        if self.copies.len() >= MAX_ANSWERS {
            self.copies.clear();
        }
        self.copies.insert((set, x, y, by), answer);
        answer
    }

    /// [`Diagrams::copy_below`] of a node at or behind the first of the two variables.
    fn copy_pieces(&mut self, set: Boxes, x: Var, y: Var, by: i128) -> Boxes {
        let var = self.var(set);
        let mut pieces: Vec<(Interval, Boxes)> = self.pieces(set).collect();
        for (interval, child) in &mut pieces {
            if var < y {
                *child = self.copy_below(*child, x, y, by);
            } else if x == y {
                *interval = interval.shift(by);
            } else {
                *child = self.restrict(*child, x, interval.shift(by));
            }
        }
        self.any_of(var, &pieces)
    }

    /// The points that are in the child of an interval in which their `var` lies. Intervals may
    /// overlap, and children may ask variables before `var`.
    fn any_of(&mut self, var: Var, pieces: &[(Interval, Boxes)]) -> Boxes {
        let mut any = Boxes::NONE;
        for (interval, child) in pieces {
            let piece = self.restrict(*child, var, *interval);
            any = self.join(any, piece);
        }
        any
    }

    /// The node with each child replaced by what is made of it, which asks later variables only.
    pub(crate) fn with_children(
        &mut self,
        set: Boxes,
        mut each: impl FnMut(&mut Self, Boxes) -> Boxes,
    ) -> Boxes {
        let start = self.begin();
        for place in self.arm_range(set) {
            let arm = self.arm_at(place);
            let child = each(self, arm.child);
            self.push_arm(start, arm.upper, child);
        }
        self.intern(self.var(set), start)
    }
}
