//! Queues by numbers: every number that was handed out and not yet served is held by somebody.
//!
//! A process takes the number that the centre shows (`t := next; next := next + 1`); another number
//! of the centre shows who is served. That somebody holds the number that is served next is not
//! a fact about pairs of processes, and a view does not know it: what it sees is that *nobody it
//! knows of* is served, which could be so for ever. The lemma
//!
//! > every number from `first` up to, not including, `next` is the ticket of some holder
//!
//! says it. It holds at the start if there are no such numbers, and a step keeps it if every number
//! between the new ends that is not the actor's new ticket was between the old ones and not the
//! actor's old ticket: then another process holds it, and nobody else's ticket changes. So it is
//! enough to look at the actor and the centre, for each rule and with the facts that are known of
//! an actor at its location.

use finite::{BitId, ControlId, Guard, Mask, Region};
use index::IdSet;
use protocol::{
    Action, Actor, Branch, CentreDataId, DataId, DataRef, DataTarget, DataValue, LocationId,
    System, Term, Update,
};

use crate::abstraction::Abstraction;
use crate::differences::{Differences, Shifted, node_of};
use crate::states::{CentreId, Control, LocalId};

/// The lemma that every number from `first` up to, not including, `next` is the `ticket` of a
/// process at one of the locations `holders`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tickets {
    pub ticket: DataId,
    pub first: CentreDataId,
    pub next: CentreDataId,
    pub holders: IdSet<LocationId>,
}

impl Tickets {
    /// The lemmas that the text suggests: where a ticket is handed out, nobody is a holder yet.
    pub fn guess(system: &System) -> Vec<Self> {
        if moves_or_renumbers_others(system) {
            return Vec::new();
        }
        let mut taken: Vec<(DataId, CentreDataId, IdSet<LocationId>)> = Vec::new();
        for rule in system.rules.values() {
            let Actor::Process(locations) = &rule.actor else { continue };
            for branch in rule.then.iter().chain(&rule.otherwise) {
                for (ticket, next) in handed_out(branch) {
                    let known = taken.iter_mut().find(|it| (it.0, it.1) == (ticket, next));
                    match known {
                        Some((_, _, from)) => {
                            from.union_with(locations);
                        }
                        None => taken.push((ticket, next, locations.clone())),
                    }
                }
            }
        }
        let initial = |id: CentreDataId| system.centre.data[id].initial;
        let mut lemmas = Vec::new();
        for (ticket, next, from) in taken {
            let holders = system.locations.ids().filter(|it| !from.contains(*it)).collect();
            for first in system.centre.data.ids().filter(|first| *first != next) {
                let none_at_first =
                    initial(first).zip(initial(next)).is_some_and(|(first, next)| first >= next);
                if none_at_first && is_counted_up(system, first) {
                    lemmas.push(Self { ticket, first, next, holders: IdSet::clone(&holders) });
                }
            }
        }
        lemmas
    }
}

/// The tickets that the branch takes: the number that the centre shows, which then goes up.
fn handed_out(branch: &Branch) -> Vec<(DataId, CentreDataId)> {
    let mut all = Vec::new();
    for action in &branch.actions {
        if let Action::SetData { target: DataTarget::Own(ticket), value: DataValue::Term(term) } =
            action
            && let Term { base: Some(DataRef::Centre(next)), .. } = term
            && counts_up(branch, *next)
        {
            all.push((*ticket, *next));
        }
    }
    all
}

fn counts_up(branch: &Branch, number: CentreDataId) -> bool {
    branch.actions.iter().any(|action| {
        matches!(action, Action::SetData { target: DataTarget::Centre(id), value: DataValue::Term(term) }
            if *id == number && term.base == Some(DataRef::Centre(number)) && term.offset > 0)
    })
}

fn is_counted_up(system: &System, number: CentreDataId) -> bool {
    let mut branches =
        system.rules.values().flat_map(|rule| rule.then.iter().chain(&rule.otherwise));
    branches.any(|branch| counts_up(branch, number))
}

/// Whether a step may change the location or a number of a process that does not act.
fn moves_or_renumbers_others(system: &System) -> bool {
    let mut branches =
        system.rules.values().flat_map(|rule| rule.then.iter().chain(&rule.otherwise));
    let changes = |update: &Update| matches!(update, Update::Location(_) | Update::Number { .. });
    branches.any(|branch| {
        branch.actions.iter().any(|action| match action {
            Action::Broadcast(broadcast) => {
                broadcast.cases.iter().any(|case| case.updates.iter().any(changes))
            }
            Action::Tell { .. } | Action::Pick(_) => true,
            Action::SetData { .. }
            | Action::SetFinite { .. }
            | Action::SetPointer { .. }
            | Action::Scan(_) => false,
        })
    })
}

impl<'a> Abstraction<'a> {
    /// What is known of the numbers of a process with this local state, and of the centre.
    pub(crate) fn known_of(&self, centre: CentreId, local: Option<LocalId>) -> Differences<'a> {
        let states = &self.explorer.states;
        let mut known = Differences::of(states.system);
        let facts = states.centres[centre].facts;
        for (n, fact) in states.vocabulary.central.iter().enumerate() {
            known.assume(fact, facts >> n & 1 == 1);
        }
        let Some(local) = local else { return known };
        let facts = states.locals[local].facts;
        for (n, fact) in states.vocabulary.local.iter().enumerate() {
            known.assume(fact, facts >> n & 1 == 1);
        }
        known
    }

    /// Whether every step keeps the lemma.
    pub(crate) fn keeps(&self, lemma: &Tickets) -> bool {
        let system = self.explorer.states.system;
        let mut controls = self.model.controls.values();
        controls.all(|control| {
            let location = self.explorer.states.skeleton_of(control.local).location;
            system.rules.values().all(|rule| {
                let local = match &rule.actor {
                    Actor::Process(places) if places.contains(location) => Some(control.local),
                    Actor::Process(_) => return true,
                    Actor::Centre => None,
                };
                let mut known = self.known_of(control.centre, local);
                known.assume(&rule.when, true);
                let mut branches = rule.then.iter().chain(&rule.otherwise);
                branches.all(|branch| {
                    let locations = local.map(|_| (location, branch.goto.unwrap_or(location)));
                    is_kept(system, lemma, &known, branch, locations)
                })
            })
        })
    }

    /// The states in which somebody should hold the first number and nobody does.
    pub(crate) fn nobody_first(&self, lemma: &Tickets) -> Vec<Region> {
        let controls = self.model.controls.iter();
        let owes = controls.filter(|(_, control)| self.somebody_else_is_first(lemma, **control));
        let region = |(id, control): (ControlId, &Control)| {
            let may_hold = |bit: &BitId| {
                let local = self.model.cells[*bit].local;
                self.may_hold_first(lemma, control.centre, local)
            };
            let holders: Mask = self.model.possible[id].iter().filter(may_hold).collect();
            Region { control: id, guard: Guard { forbidden: holders, ..Guard::default() } }
        };
        owes.map(region).collect()
    }

    /// Whether there are numbers to be served, the first of which the reference does not hold.
    fn somebody_else_is_first(&self, lemma: &Tickets, control: Control) -> bool {
        let system = self.explorer.states.system;
        let node = |id| Shifted { node: node_of(system, DataTarget::Centre(id)), by: 0 };
        let mut none = self.known_of(control.centre, Some(control.local));
        none.at_most(node(lemma.next), node(lemma.first));
        none.is_impossible() && !self.may_hold_first(lemma, control.centre, control.local)
    }

    fn may_hold_first(&self, lemma: &Tickets, centre: CentreId, local: LocalId) -> bool {
        let states = &self.explorer.states;
        let mut known = self.known_of(centre, Some(local));
        let node = |it| Shifted { node: node_of(states.system, it), by: 0 };
        known.equal(node(DataTarget::Own(lemma.ticket)), node(DataTarget::Centre(lemma.first)));
        lemma.holders.contains(states.skeleton_of(local).location) && !known.is_impossible()
    }
}

/// Whether the branch keeps the lemma, taken by a process from the first location to the second, or
/// by the centre.
fn is_kept(
    system: &System,
    lemma: &Tickets,
    known: &Differences<'_>,
    branch: &Branch,
    locations: Option<(LocationId, LocationId)>,
) -> bool {
    let before = |it| Shifted { node: node_of(system, it), by: 0 };
    let (first, next) = (DataTarget::Centre(lemma.first), DataTarget::Centre(lemma.next));
    let ticket = DataTarget::Own(lemma.ticket);
    let after = |it| known.after(branch, it);
    let (Some(new_first), Some(new_next)) = (after(first), after(next)) else { return false };
    let held = locations.is_some_and(|(from, _)| lemma.holders.contains(from));
    let holds = locations.is_some_and(|(_, to)| lemma.holders.contains(to));
    // A number that is to be held by another process, and need not have been.
    let mut lost = known.clone();
    let number = Shifted { node: lost.fresh(), by: 0 };
    lost.at_most(new_first, number);
    lost.less(number, new_next);
    let not_mine: Vec<Differences<'_>> = match (holds, after(ticket)) {
        (true, Some(mine)) => {
            let (mut below, mut above) = (lost.clone(), lost);
            below.less(number, mine);
            above.less(mine, number);
            vec![below, above]
        }
        (true, None) | (false, _) => vec![lost],
    };
    not_mine.iter().all(|lost| {
        let (mut below, mut above, mut mine) = (lost.clone(), lost.clone(), lost.clone());
        below.less(number, before(first));
        above.at_most(before(next), number);
        mine.equal(number, before(ticket));
        below.is_impossible() && above.is_impossible() && (!held || mine.is_impossible())
    })
}
