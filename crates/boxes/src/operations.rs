//! Meet, join, difference and inclusion: one walk over two diagrams.
//!
//! Two sets are walked by their first variable, whichever asks the earlier one; where only one
//! asks it, the other stands for itself at every value. The arms are merged like sorted lists,
//! and each pair of children is the same question again about later variables. So recursion is
//! no deeper than there are variables, and each pair of nodes is looked at once: answers are
//! kept. *Sound*: at every point, the answer is what the operation says of the two members at
//! that point, because it is so at the terminals and every step only passes to the children
//! that the point selects.

use crate::{Boxes, Diagrams, Interval, Var};

/// Kept answers beyond this many are given up all at once: memory is worth more than they are.
pub(crate) const MAX_ANSWERS: usize = 1 << 23;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Operation {
    Meet,
    Join,
    Minus,
    /// The answer is one of the terminals.
    Subset,
    /// The right side is a variable.
    Forget,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Question {
    operation: Operation,
    lhs: u32,
    rhs: u32,
}

impl Question {
    pub fn of_two(operation: Operation, lhs: Boxes, rhs: Boxes) -> Self {
        Self { operation, lhs: lhs.number(), rhs: rhs.number() }
    }

    pub fn of_var(operation: Operation, set: Boxes, var: Var) -> Self {
        Self { operation, lhs: set.number(), rhs: var.number() }
    }
}

impl Diagrams {
    /// The points in both.
    pub fn meet(&mut self, lhs: Boxes, rhs: Boxes) -> Boxes {
        // The operation is symmetric, so both orders are the same question.
        self.walk(Operation::Meet, lhs.min(rhs), lhs.max(rhs))
    }

    /// The points in one or the other. Exact: unions of boxes are closed under union.
    pub fn join(&mut self, lhs: Boxes, rhs: Boxes) -> Boxes {
        self.walk(Operation::Join, lhs.min(rhs), lhs.max(rhs))
    }

    /// The points of the first that are not in the second.
    pub fn minus(&mut self, lhs: Boxes, rhs: Boxes) -> Boxes {
        self.walk(Operation::Minus, lhs, rhs)
    }

    /// The points that are not in it.
    pub fn complement(&mut self, set: Boxes) -> Boxes {
        self.minus(Boxes::ALL, set)
    }

    /// Whether every point of the first is in the second. Cheaper than the difference: it stops
    /// at the first point that is not.
    pub fn is_subset(&mut self, lhs: Boxes, rhs: Boxes) -> bool {
        self.walk(Operation::Subset, lhs, rhs).is_all()
    }

    /// Whether the two have no point in common.
    pub fn is_disjoint(&mut self, lhs: Boxes, rhs: Boxes) -> bool {
        self.meet(lhs, rhs).is_none()
    }

    /// The points whose `var` is in `interval` besides.
    pub fn restrict(&mut self, set: Boxes, var: Var, interval: Interval) -> Boxes {
        let within = self.within(var, interval);
        self.meet(set, within)
    }

    fn walk(&mut self, operation: Operation, lhs: Boxes, rhs: Boxes) -> Boxes {
        if let Some(answer) = at_once(operation, lhs, rhs) {
            return answer;
        }
        let question = Question::of_two(operation, lhs, rhs);
        if let Some(answer) = self.answers.get(&question) {
            return *answer;
        }
        let var = self.var(lhs).min(self.var(rhs));
        let (mut lhs_place, mut rhs_place) = (self.place(lhs, var), self.place(rhs, var));
        let start = self.begin();
        let answer = loop {
            let (lhs_upper, lhs_child) = self.arm_or_self(lhs, lhs_place);
            let (rhs_upper, rhs_child) = self.arm_or_self(rhs, rhs_place);
            let upper = lhs_upper.min(rhs_upper);
            let child = match operation {
                Operation::Meet | Operation::Join => {
                    self.walk(operation, lhs_child.min(rhs_child), lhs_child.max(rhs_child))
                }
                _ => self.walk(operation, lhs_child, rhs_child),
            };
            self.push_arm(start, upper, child);
            if operation == Operation::Subset && child.is_none() {
                self.abandon(start);
                break Boxes::NONE;
            }
            if upper == i128::MAX {
                break self.intern(var, start);
            }
            advance(&mut lhs_place, lhs_upper, upper);
            advance(&mut rhs_place, rhs_upper, upper);
        };
        self.remember(question, answer);
        answer
    }

    pub(crate) fn remember(&mut self, question: Question, answer: Boxes) {
        if self.answers.len() >= MAX_ANSWERS {
            self.answers.clear();
        }
        self.answers.insert(question, answer);
    }

    /// Where the arms of a set begin, if it asks this variable.
    fn place(&self, set: Boxes, var: Var) -> Option<usize> {
        (self.var(set) == var).then(|| self.arm_range(set).start)
    }

    fn arm_or_self(&self, set: Boxes, place: Option<usize>) -> (i128, Boxes) {
        match place {
            Some(place) => {
                let arm = self.arm_at(place);
                (arm.upper, arm.child)
            }
            None => (i128::MAX, set),
        }
    }
}

fn advance(place: &mut Option<usize>, own_upper: i128, upper: i128) {
    if let Some(place) = place
        && own_upper == upper
    {
        *place += 1;
    }
}

/// The answer, where the handles alone say it.
fn at_once(operation: Operation, lhs: Boxes, rhs: Boxes) -> Option<Boxes> {
    let same = lhs == rhs;
    match operation {
        Operation::Meet if lhs.is_none() || rhs.is_none() => Some(Boxes::NONE),
        Operation::Meet if lhs.is_all() || same => Some(rhs),
        Operation::Meet if rhs.is_all() => Some(lhs),
        Operation::Join if lhs.is_all() || rhs.is_all() => Some(Boxes::ALL),
        Operation::Join if lhs.is_none() || same => Some(rhs),
        Operation::Join if rhs.is_none() => Some(lhs),
        Operation::Minus if lhs.is_none() || rhs.is_all() || same => Some(Boxes::NONE),
        Operation::Minus if rhs.is_none() => Some(lhs),
        Operation::Subset if lhs.is_none() || rhs.is_all() || same => Some(Boxes::ALL),
        // The right side is not all and the left side not none, and handles are canonical.
        Operation::Subset if lhs.is_all() || rhs.is_none() => Some(Boxes::NONE),
        _ => None,
    }
}
