//! Formulas and terms: what a process sees of itself, of another, of the centre and of the rest.
//!
//! What is said of somebody who is not there is false ([`EvalError::Nobody`] ends at the atom).

use std::cmp::Ordering;

use super::{CentreState, EvalError, Participant, ProcessState};
use crate::{
    Among, DataRef, FiniteRef, Formula, PointerId, Relation, Subject, System, Term, Topology,
    ValueId,
};

/// What a formula is evaluated on. `own` and `other` may be missing where the place of the
/// formula says that they do not occur in it (see [`crate::model`](crate::System)).
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    pub own: Option<&'a ProcessState>,
    pub other: Option<&'a ProcessState>,
    pub centre: &'a CentreState,
    /// How the id of `own` compares to the id of `other`.
    pub ids: Ordering,
    /// Everybody else, for formulas that speak of more than these two.
    pub company: Company<'a>,
}

/// All processes of an instance, as far as formulas ask about them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Company<'a> {
    /// The id of the process that `Own` is.
    pub own_id: Option<u32>,
    pub own: Option<&'a Participant>,
    /// All processes, but for `own` if that is there.
    pub others: &'a [Participant],
    /// The ids of `z`, `w`, … in a property.
    pub further: &'a [u32],
}

impl<'a> Company<'a> {
    fn all(self) -> impl Iterator<Item = &'a Participant> {
        self.own.into_iter().chain(self.others)
    }

    pub(super) fn find(self, id: u32) -> Option<&'a ProcessState> {
        self.all().find(|it| it.id == id).map(|it| &it.state)
    }

    /// The id of the neighbour of `Own`.
    pub(super) fn neighbour(self, topology: Topology, subject: Subject) -> Option<u32> {
        let own = self.own_id?;
        let n = u32::try_from(self.all().count()).ok()?;
        match (topology, subject) {
            (Topology::Ring, Subject::Next) => Some((own + 1) % n),
            (Topology::Ring, Subject::Previous) => Some((own + n - 1) % n),
            (Topology::Line, Subject::Next) => Some(own + 1).filter(|next| *next < n),
            (Topology::Line, Subject::Previous) => own.checked_sub(1),
            _ => None,
        }
    }

    pub(super) fn pointee(self, pointer: PointerId) -> Option<&'a Participant> {
        self.all().find(|it| it.state.held.contains(pointer))
    }
}

impl<'a> View<'a> {
    /// The process that is meant, if it is there.
    #[inline]
    fn process(&self, system: &System, subject: Subject) -> Result<&'a ProcessState, EvalError> {
        let found = match subject {
            Subject::Own => {
                Some(self.own.expect("the parser lets `slf` occur only where there is one"))
            }
            Subject::Other => {
                Some(self.other.expect("the parser lets `otr` occur only where there is one"))
            }
            Subject::Further(number) => {
                let id = self.company.further.get(usize::from(number));
                let id = id.expect("a property is asked of as many processes as it speaks of");
                self.company.find(*id)
            }
            Subject::Next | Subject::Previous => self
                .company
                .neighbour(system.topology, subject)
                .and_then(|id| self.company.find(id)),
            Subject::Pointee(pointer) => self.company.pointee(pointer).map(|it| &it.state),
        };
        found.ok_or(EvalError::Nobody)
    }

    pub(super) fn finite(&self, system: &System, finite: FiniteRef) -> Result<ValueId, EvalError> {
        Ok(match finite {
            FiniteRef::Process(subject, id) => self.process(system, subject)?.finite(id),
            FiniteRef::Centre(id) => self.centre.finite(id),
        })
    }

    fn datum(&self, system: &System, data: DataRef) -> Result<i64, EvalError> {
        Ok(match data {
            DataRef::Process(subject, id) => self.process(system, subject)?.datum(id),
            DataRef::Centre(id) => self.centre.datum(id),
        })
    }
}

/// Whether `formula` holds.
pub fn holds(system: &System, formula: &Formula, view: View<'_>) -> Result<bool, EvalError> {
    decide(system, formula, &view)
}

/// As [`holds`]; a view is large, and formulas are deep.
fn decide(system: &System, formula: &Formula, view: &View<'_>) -> Result<bool, EvalError> {
    Ok(match formula {
        Formula::True => true,
        Formula::False => false,
        Formula::Not(inner) => !decide(system, inner, view)?,
        Formula::And(parts) => {
            for part in parts {
                if !decide(system, part, view)? {
                    return Ok(false);
                }
            }
            true
        }
        Formula::Or(parts) => {
            for part in parts {
                if decide(system, part, view)? {
                    return Ok(true);
                }
            }
            false
        }
        Formula::Implies(lhs, rhs) => !decide(system, lhs, view)? || decide(system, rhs, view)?,
        atom => match atom_holds(system, atom, view) {
            Err(EvalError::Nobody) => false,
            answer => answer?,
        },
    })
}

fn atom_holds(system: &System, atom: &Formula, view: &View<'_>) -> Result<bool, EvalError> {
    let process = |subject: &Subject| view.process(system, *subject);
    Ok(match atom {
        Formula::At(subject, locations) => locations.contains(process(subject)?.location),
        Formula::Finite(subject, id, values) => values.contains(process(subject)?.finite(*id)),
        Formula::SameFinite(lhs, rhs) => view.finite(system, *lhs)? == view.finite(system, *rhs)?,
        Formula::Predicate(subject, id) => {
            let alone = View { own: Some(process(subject)?), other: None, ..*view };
            decide(system, &system.predicates[*id].body, &alone)?
        }
        Formula::Centre(id, values) => values.contains(view.centre.finite(*id)),
        Formula::PointsAt(pointer, subject) => process(subject)?.held.contains(*pointer),
        Formula::PointsNowhere(pointer) => !view.centre.set.contains(*pointer),
        Formula::Compare(relation, lhs, rhs) => {
            compare(*relation, number(system, *lhs, view)?, number(system, *rhs, view)?)
        }
        Formula::Absent(subject) => process(subject).is_err(),
        Formula::Count(count) => {
            let company = view.company;
            let (mut n, mut all) = (0, 0);
            for it in company.all() {
                all += 1;
                if count.among == Among::Others && company.own_id == Some(it.id) {
                    continue;
                }
                let ids = company.own_id.map_or(Ordering::Equal, |own| own.cmp(&it.id));
                let counted = View { other: Some(&it.state), ids, ..*view };
                n += usize::from(decide(system, &count.body, &counted)?);
            }
            count.bound.admits(n, all)
        }
        Formula::OwnIdIsLess => view.ids == Ordering::Less,
        Formula::True
        | Formula::False
        | Formula::Not(_)
        | Formula::And(_)
        | Formula::Or(_)
        | Formula::Implies(..) => unreachable!("not an atom"),
    })
}

/// The value of `term`.
pub fn value(system: &System, term: Term, view: View<'_>) -> Result<i64, EvalError> {
    number(system, term, &view)
}

fn number(system: &System, term: Term, view: &View<'_>) -> Result<i64, EvalError> {
    let base = term.base.map_or(Ok(0), |data| view.datum(system, data))?;
    base.checked_add(term.offset).ok_or(EvalError::Overflow)
}

/// Whether `lhs relation rhs`.
pub fn compare(relation: Relation, lhs: i64, rhs: i64) -> bool {
    match relation {
        Relation::Less => lhs < rhs,
        Relation::LessEq => lhs <= rhs,
        Relation::Eq => lhs == rhs,
        Relation::NotEq => lhs != rhs,
        Relation::Greater => lhs > rhs,
        Relation::GreaterEq => lhs >= rhs,
    }
}
