//! The atoms of a formula: what stands in it besides connectives.
//!
//! Most questions about a formula are questions about its atoms: which numbers it compares, whether
//! it asks for predicates. What a predicate stands for is not looked into.
//!
//! ```text
//!   !(pc = idle) && (x < y -> busy[slf])        pc = idle,  x < y,  busy[slf]
//! ```

use crate::model::{DataRef, FiniteRef, Formula, Subject};

impl Formula {
    /// The atoms, in the order in which they are written, each as often as it is.
    pub fn atoms(&self) -> impl Iterator<Item = &Formula> {
        let mut pending = vec![self];
        std::iter::from_fn(move || {
            loop {
                match pending.pop()? {
                    Self::Not(inner) => pending.push(inner),
                    Self::And(parts) | Self::Or(parts) => pending.extend(parts.iter().rev()),
                    Self::Implies(lhs, rhs) => pending.extend([&**rhs, &**lhs]),
                    atom @ (Self::True
                    | Self::False
                    | Self::At(..)
                    | Self::Finite(..)
                    | Self::SameFinite(..)
                    | Self::Predicate(..)
                    | Self::Centre(..)
                    | Self::PointsAt(..)
                    | Self::PointsNowhere(_)
                    | Self::Compare(..)
                    | Self::OwnIdIsLess) => return Some(atom),
                }
            }
        })
    }

    /// Whether the formula speaks of this process.
    pub fn mentions(&self, whom: Subject) -> bool {
        let data = |data: DataRef| matches!(data, DataRef::Process(subject, _) if subject == whom);
        let finite =
            |it: &FiniteRef| matches!(it, FiniteRef::Process(subject, _) if *subject == whom);
        self.atoms().any(|atom| match atom {
            Self::At(subject, _)
            | Self::Finite(subject, ..)
            | Self::Predicate(subject, _)
            | Self::PointsAt(_, subject) => *subject == whom,
            Self::SameFinite(lhs, rhs) => finite(lhs) || finite(rhs),
            Self::Compare(_, lhs, rhs) => lhs.base.into_iter().chain(rhs.base).any(data),
            Self::OwnIdIsLess => true,
            Self::True
            | Self::False
            | Self::Centre(..)
            | Self::PointsNowhere(_)
            | Self::Not(_)
            | Self::And(_)
            | Self::Or(_)
            | Self::Implies(..) => false,
        })
    }

    /// Whether the formula speaks of two processes, so that it says nothing about one alone.
    pub fn needs_two(&self) -> bool {
        self.mentions(Subject::Own) && self.mentions(Subject::Other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn atoms_come_in_the_order_in_which_they_are_written() {
        let not = Formula::Not(Box::new(Formula::OwnIdIsLess));
        let both = Formula::And(vec![Formula::True, not]);
        let implies = Formula::Implies(Box::new(both), Box::new(Formula::False));
        let whole = Formula::Or(vec![implies, Formula::True]);
        let atoms: Vec<&Formula> = whole.atoms().collect();
        let expected = [Formula::True, Formula::OwnIdIsLess, Formula::False, Formula::True];
        assert!(atoms.into_iter().eq(&expected));
    }
}
