//! Ranks: what a step does to a difference of two numbers, and where it is not negative.
//!
//! The step is run with numbers, so that what it adds is what the difference of after and before
//! is. That is the same for all numbers for which these stand only if a variable is assigned from
//! itself: any other assignment may raise the rank.

use protocol::eval::{CentreState, ProcessState};
use protocol::{Action, DataRef, DataTarget, DataValue, Subject, System, Term, Update};

use super::Flaw;
use super::bounds::Number;
use super::certificate::{Certificate, Rank, StateSet};
use super::step::Attempt;
use super::tickets::known;
use super::walk::Actor;

/// What a step does to each rank, one bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Trends {
    pub falls: u32,
    pub may_rise: u32,
}

/// Whether the certificate's ranks can be followed.
pub(super) fn check_ranks(certificate: &Certificate) -> Result<(), Flaw> {
    if certificate.ranks.len() > u32::BITS as usize {
        return Err(Flaw::TooLarge("more than 32 ranks".to_owned()));
    }
    let mut numbers = certificate.ranks.iter().flat_map(|rank| [Some(rank.high), rank.low]);
    let is_forgotten = |number: DataTarget| {
        certificate.forgotten.iter().any(|(_, data)| number == DataTarget::Own(*data))
    };
    match numbers.any(|number| number.is_some_and(is_forgotten)) {
        true => Err(Flaw::Wrong("a number of a rank is forgotten".to_owned())),
        false => Ok(()),
    }
}

impl Rank {
    /// The rank of a process.
    pub(super) fn of(&self, process: &ProcessState, centre: &CentreState) -> i128 {
        let number = |target: DataTarget| match target {
            DataTarget::Own(id) => i128::from(process.datum(id)),
            DataTarget::Centre(id) => i128::from(centre.datum(id)),
        };
        number(self.high) - self.low.map_or(0, number)
    }
}

/// What the attempt does to the ranks of the reference, which it leads from the first to the second.
pub(super) fn trends(
    certificate: &Certificate,
    actor: Actor,
    attempt: &Attempt<'_>,
    before: (&ProcessState, &CentreState),
    after: (&ProcessState, &CentreState),
) -> Trends {
    let mut trends = Trends::default();
    let actions = attempt.branch.map_or(&[][..], |branch| &branch.actions);
    for (n, rank) in certificate.ranks.iter().enumerate() {
        let loose = |number: DataTarget| actions.iter().any(|it| is_loose(it, number, actor));
        let change = rank.of(after.0, after.1) - rank.of(before.0, before.1);
        if loose(rank.high) || rank.low.is_some_and(loose) || change > 0 {
            trends.may_rise |= 1 << n;
        } else if change < 0 {
            trends.falls |= 1 << n;
        }
    }
    trends
}

/// Whether the action may assign to the number of the reference, or of the centre, anything but
/// that number and a constant.
fn is_loose(action: &Action, number: DataTarget, actor: Actor) -> bool {
    let is_mine = actor == Actor::Reference || matches!(number, DataTarget::Centre(_));
    match action {
        Action::SetData { target, value } if *target == number && is_mine => {
            let itself = match number {
                DataTarget::Own(id) => DataRef::Process(Subject::Own, id),
                DataTarget::Centre(id) => DataRef::Centre(id),
            };
            !matches!(value, DataValue::Term(Term { base, .. }) if *base == Some(itself))
        }
        Action::Scan(scan) => scan.target == number && is_mine,
        Action::Broadcast(broadcast) if actor != Actor::Reference => {
            let mut updates = broadcast.cases.iter().flat_map(|case| &case.updates);
            updates.any(|it| {
                matches!(it, Update::Number { target, .. } if number == DataTarget::Own(*target))
            })
        }
        Action::Pick(_) | Action::Tell { .. } => true,
        Action::SetData { .. }
        | Action::SetFinite { .. }
        | Action::SetPointer { .. }
        | Action::Broadcast(_) => false,
    }
}

/// Whether the rank is never negative in these states.
pub(super) fn is_bounded(
    system: &System,
    certificate: &Certificate,
    rank: &Rank,
    states: &StateSet,
) -> bool {
    let low = rank.low.map_or(Number::Zero, Number::from);
    let rows = certificate.controls.iter().zip(&states.roots);
    rows.filter(|(_, root)| **root != 0).all(|(control, _)| {
        let bounds = known(system, certificate, &control.centre, Some(&control.local));
        bounds.implies((low, 0), (Number::from(rank.high), 0))
    })
}
