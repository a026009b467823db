//! Formulas with everything finite decided: what is left are comparisons of numbers.
//!
//! The enumeration evaluates each guard on thousands of valuations that share locations and
//! finite variables. So these are decided once, and only the rest is evaluated again and again.
//!
//! ```text
//! pc[otr] in {wait, crit} -> t < t[otr]     with otr at wait:  t < t[otr]      at idle:  true
//! ```

use std::cmp::Ordering;

use index::Id;
use protocol::eval::{PointerSet, compare};
use protocol::{DataRef, FiniteRef, Formula, PointerId, Relation, Subject, System, Term, ValueId};

use crate::states::{CentreSkeleton, Skeleton};

/// A number that a condition reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Slot {
    Own(usize),
    Other(usize),
    Centre(usize),
    /// A number chosen for this step: the outcome of a scan, or of `t := *`.
    Fresh(usize),
    Zero,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Operand {
    pub slot: Slot,
    pub offset: i64,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Condition {
    True,
    False,
    Not(Box<Condition>),
    All(Vec<Condition>),
    Any(Vec<Condition>),
    Compare(Relation, Operand, Operand),
    /// The acting process has the smaller id.
    OwnIsLess,
    /// The acting process has checked the other.
    Checked,
}

/// The numbers that a condition is evaluated on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbers<'a> {
    pub own: &'a [i64],
    pub other: &'a [i64],
    pub centre: &'a [i64],
    pub fresh: &'a [i64],
    pub own_is_less: bool,
    pub checked: bool,
}

impl Operand {
    pub fn value(self, numbers: &Numbers<'_>) -> i64 {
        let base = match self.slot {
            Slot::Own(n) => numbers.own[n],
            Slot::Other(n) => numbers.other[n],
            Slot::Centre(n) => numbers.centre[n],
            Slot::Fresh(n) => numbers.fresh[n],
            Slot::Zero => 0,
        };
        base + self.offset
    }
}

impl Condition {
    pub fn holds(&self, numbers: &Numbers<'_>) -> bool {
        match self {
            Self::True => true,
            Self::False => false,
            Self::Not(inner) => !inner.holds(numbers),
            Self::All(parts) => parts.iter().all(|part| part.holds(numbers)),
            Self::Any(parts) => parts.iter().any(|part| part.holds(numbers)),
            Self::Compare(relation, lhs, rhs) => {
                compare(*relation, lhs.value(numbers), rhs.value(numbers))
            }
            Self::OwnIsLess => numbers.own_is_less,
            Self::Checked => numbers.checked,
        }
    }

    pub fn not(self) -> Self {
        match self {
            Self::True => Self::False,
            Self::False => Self::True,
            Self::Not(inner) => *inner,
            other => Self::Not(Box::new(other)),
        }
    }

    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::True, rest) | (rest, Self::True) => rest,
            (Self::False, _) | (_, Self::False) => Self::False,
            (lhs, rhs) => Self::All(vec![lhs, rhs]),
        }
    }

    pub fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::False, rest) | (rest, Self::False) => rest,
            (Self::True, _) | (_, Self::True) => Self::True,
            (lhs, rhs) => Self::Any(vec![lhs, rhs]),
        }
    }

    /// The condition's truth if it reads nothing.
    pub fn constant(&self) -> Option<bool> {
        match self {
            Self::True => Some(true),
            Self::False => Some(false),
            _ => None,
        }
    }
}

/// Who the subjects of a formula are, as far as it is finite.
#[derive(Clone, Copy)]
pub(crate) struct Cast<'a> {
    pub system: &'a System,
    pub own: Option<&'a Skeleton>,
    pub other: Option<&'a Skeleton>,
    pub centre: &'a CentreSkeleton,
}

impl Cast<'_> {
    fn who(&self, subject: Subject) -> &Skeleton {
        match subject {
            Subject::Own => self.own.expect("the parser lets `slf` occur only where there is one"),
            Subject::Other => {
                self.other.expect("the parser lets `otr` occur only where there is one")
            }
            Subject::Further(_) | Subject::Next | Subject::Previous | Subject::Pointee(_) => {
                unreachable!("refused: beyond pairs")
            }
        }
    }

    fn finite(&self, finite: FiniteRef) -> ValueId {
        match finite {
            FiniteRef::Process(subject, id) => self.who(subject).finites[id.index()],
            FiniteRef::Centre(id) => self.centre.finites[id.index()],
        }
    }

    /// The formula with everything finite decided. Recursion is bounded by
    /// [`protocol::MAX_NESTING`].
    pub fn decide(&self, formula: &Formula) -> Condition {
        self.decide_as(formula, None)
    }

    /// As [`Cast::decide`]; if `speaker` is given, the formula is a predicate's body about it.
    fn decide_as(&self, formula: &Formula, speaker: Option<Subject>) -> Condition {
        let constant = |truth| if truth { Condition::True } else { Condition::False };
        let who = |subject: Subject| speaker.unwrap_or(subject);
        match formula {
            Formula::True => Condition::True,
            Formula::False => Condition::False,
            Formula::Not(inner) => self.decide_as(inner, speaker).not(),
            Formula::And(parts) => {
                let parts = parts.iter().map(|part| self.decide_as(part, speaker));
                parts.fold(Condition::True, Condition::and)
            }
            Formula::Or(parts) => {
                let parts = parts.iter().map(|part| self.decide_as(part, speaker));
                parts.fold(Condition::False, Condition::or)
            }
            Formula::Implies(lhs, rhs) => {
                self.decide_as(lhs, speaker).not().or(self.decide_as(rhs, speaker))
            }
            Formula::At(subject, locations) => {
                constant(locations.contains(self.who(who(*subject)).location))
            }
            Formula::Finite(subject, id, values) => {
                constant(values.contains(self.who(who(*subject)).finites[id.index()]))
            }
            Formula::SameFinite(lhs, rhs) => constant(self.finite(*lhs) == self.finite(*rhs)),
            Formula::Predicate(subject, id) => {
                self.decide_as(&self.system.predicates[*id].body, Some(who(*subject)))
            }
            Formula::Centre(id, values) => {
                constant(values.contains(self.centre.finites[id.index()]))
            }
            Formula::PointsAt(pointer, subject) => {
                constant(self.who(who(*subject)).held.contains(*pointer))
            }
            Formula::PointsNowhere(pointer) => constant(!points(self.centre.set, *pointer)),
            Formula::Compare(relation, lhs, rhs) => {
                let (lhs, rhs) = (operand(*lhs, speaker), operand(*rhs, speaker));
                if lhs.slot == Slot::Zero && rhs.slot == Slot::Zero {
                    return constant(compare(*relation, lhs.offset, rhs.offset));
                }
                Condition::Compare(*relation, lhs, rhs)
            }
            Formula::OwnIdIsLess => Condition::OwnIsLess,
            Formula::Absent(_) | Formula::Count(_) => unreachable!("refused: beyond pairs"),
        }
    }
}

fn points(set: PointerSet, pointer: PointerId) -> bool {
    set.contains(pointer)
}

/// The term as an operand; a predicate's own variables are those of `speaker`.
fn operand(term: Term, speaker: Option<Subject>) -> Operand {
    let slot = match term.base {
        None => Slot::Zero,
        Some(DataRef::Centre(id)) => Slot::Centre(id.index()),
        Some(DataRef::Process(subject, id)) => match speaker.unwrap_or(subject) {
            Subject::Own => Slot::Own(id.index()),
            Subject::Other => Slot::Other(id.index()),
            Subject::Further(_) | Subject::Next | Subject::Previous | Subject::Pointee(_) => {
                unreachable!("refused: beyond pairs")
            }
        },
    };
    Operand { slot, offset: term.offset }
}

/// A term of an action: own, other and centre variables.
pub(crate) fn action_operand(term: Term) -> Operand {
    operand(term, None)
}

/// -1, 0 or 1 as 0, 1 or 2.
pub(crate) fn sign(lhs: i64, rhs: i64) -> u64 {
    match lhs.cmp(&rhs) {
        Ordering::Less => 0,
        Ordering::Equal => 1,
        Ordering::Greater => 2,
    }
}
