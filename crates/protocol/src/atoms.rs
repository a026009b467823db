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
                    | Self::Absent(_)
                    | Self::Count(_)
                    | Self::OwnIdIsLess) => return Some(atom),
                }
            }
        })
    }

    /// The atoms, and those in the bodies of what is counted.
    pub fn all_atoms(&self) -> impl Iterator<Item = &Formula> {
        let mut pending: Vec<&Formula> = self.atoms().collect();
        pending.reverse();
        std::iter::from_fn(move || {
            let atom = pending.pop()?;
            if let Self::Count(count) = atom {
                pending.extend(count.body.atoms());
            }
            Some(atom)
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
            | Self::PointsAt(_, subject)
            | Self::Absent(subject) => *subject == whom,
            // In the body `Other` is whoever is counted.
            Self::Count(count) => whom != Subject::Other && count.body.mentions(whom),
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
        let further = self.n_further() > 0;
        further || self.mentions(Subject::Own) && self.mentions(Subject::Other)
    }

    /// How many of `z`, `w`, … a property has to be asked of.
    pub fn n_further(&self) -> usize {
        let further = |atom: &Formula| atom.subjects().into_iter().filter_map(Subject::further);
        let last = self.all_atoms().flat_map(further).max();
        last.map_or(0, |last| usize::from(last) + 1)
    }

    /// The formula about `to` instead of `from`. What is counted stays as it is.
    #[must_use]
    pub fn about(&self, from: Subject, to: Subject) -> Self {
        let whom = |subject: Subject| if subject == from { to } else { subject };
        let finite = |it: FiniteRef| match it {
            FiniteRef::Process(subject, id) => FiniteRef::Process(whom(subject), id),
            FiniteRef::Centre(_) => it,
        };
        let term = |it: crate::Term| {
            let base = it.base.map(|base| match base {
                DataRef::Process(subject, id) => DataRef::Process(whom(subject), id),
                DataRef::Centre(_) => base,
            });
            crate::Term { base, ..it }
        };
        let all = |parts: &[Self]| parts.iter().map(|part| part.about(from, to)).collect();
        match self {
            Self::Not(inner) => Self::Not(Box::new(inner.about(from, to))),
            Self::And(parts) => Self::And(all(parts)),
            Self::Or(parts) => Self::Or(all(parts)),
            Self::Implies(lhs, rhs) => {
                Self::Implies(Box::new(lhs.about(from, to)), Box::new(rhs.about(from, to)))
            }
            Self::At(subject, locations) => Self::At(whom(*subject), locations.clone()),
            Self::Finite(subject, id, values) => Self::Finite(whom(*subject), *id, values.clone()),
            Self::SameFinite(lhs, rhs) => Self::SameFinite(finite(*lhs), finite(*rhs)),
            Self::Predicate(subject, id) => Self::Predicate(whom(*subject), *id),
            Self::PointsAt(pointer, subject) => Self::PointsAt(*pointer, whom(*subject)),
            Self::Compare(relation, lhs, rhs) => Self::Compare(*relation, term(*lhs), term(*rhs)),
            Self::Absent(subject) => Self::Absent(whom(*subject)),
            Self::True
            | Self::False
            | Self::Centre(..)
            | Self::PointsNowhere(_)
            | Self::Count(_)
            | Self::OwnIdIsLess => self.clone(),
        }
    }

    /// "At most one process" said as a condition on two, where that is what the formula says: so
    /// those who see pairs of processes can follow it.
    #[must_use]
    pub fn of_pairs(self) -> Self {
        let Self::Count(count) = &self else { return self };
        let is_plain = count.among == crate::Among::All
            && !count.body.mentions(Subject::Own)
            && !count.body.needs_company();
        let first = count.body.about(Subject::Other, Subject::Own);
        match count.bound {
            crate::Bound::AtMost(0) if is_plain => Self::Not(Box::new(first)),
            crate::Bound::AtMost(1) if is_plain => {
                Self::Not(Box::new(Self::And(vec![first, count.body.clone()])))
            }
            _ => self,
        }
    }

    /// Whether the formula speaks of anybody besides `Own` and `Other`.
    pub fn needs_company(&self) -> bool {
        let is_third = |subject: Subject| !matches!(subject, Subject::Own | Subject::Other);
        self.atoms()
            .any(|atom| matches!(atom, Self::Count(_)) || atom.subjects().into_iter().any(is_third))
    }

    /// Whom an atom speaks of, apart from what is counted.
    pub fn subjects(&self) -> Vec<Subject> {
        let data = |term: &crate::Term| match term.base {
            Some(DataRef::Process(subject, _)) => Some(subject),
            Some(DataRef::Centre(_)) | None => None,
        };
        let finite = |it: &FiniteRef| match it {
            FiniteRef::Process(subject, _) => Some(*subject),
            FiniteRef::Centre(_) => None,
        };
        match self {
            Self::At(subject, _)
            | Self::Finite(subject, ..)
            | Self::Predicate(subject, _)
            | Self::PointsAt(_, subject)
            | Self::Absent(subject) => vec![*subject],
            Self::SameFinite(lhs, rhs) => [lhs, rhs].into_iter().filter_map(finite).collect(),
            Self::Compare(_, lhs, rhs) => [lhs, rhs].into_iter().filter_map(data).collect(),
            Self::OwnIdIsLess => vec![Subject::Own, Subject::Other],
            Self::True
            | Self::False
            | Self::Centre(..)
            | Self::PointsNowhere(_)
            | Self::Count(_)
            | Self::Not(_)
            | Self::And(_)
            | Self::Or(_)
            | Self::Implies(..) => Vec::new(),
        }
    }
}

impl Subject {
    fn further(self) -> Option<u8> {
        match self {
            Self::Further(number) => Some(number),
            Self::Own | Self::Other | Self::Next | Self::Previous | Self::Pointee(_) => None,
        }
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
