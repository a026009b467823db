//! The lemma that tickets which were handed out and not served are held by somebody.
//!
//! It is no fact about pairs, so the set of abstract states does not say it. It is checked by
//! induction over the steps of one process or of the centre: the others keep their tickets and
//! stay where they are (broadcasts that change either are refused), so whatever number another
//! process held is held still. A number that has to be held after the step must therefore be the
//! actor's new ticket, or one that had to be held before and was not the actor's.
//!
//! What follows for a view: if there are numbers to be served, somebody holds the first of
//! them. It is the reference, or one of the cells that may hold it is occupied.

use protocol::{Action, Actor, Branch, LocationId, System, Update};

use super::Flaw;
use super::bounds::{Bounds, Number};
use super::certificate::{CentreRow, Certificate, LocalRow, StateSet, Tickets};
use super::enumerate::World;

impl World<'_> {
    /// Checks all lemmas; the abstract states in which they hold, if there are any lemmas.
    pub(super) fn check_tickets(&self) -> Result<Option<StateSet>, Flaw> {
        let certificate = self.certificate;
        let mut possible: Option<StateSet> = None;
        for lemma in &certificate.tickets {
            check(self.system, certificate, lemma)?;
            let states = somebody_is_first(self.system, certificate, lemma);
            possible = Some(match possible {
                Some(known) => known.intersection(&states),
                None => states,
            });
        }
        Ok(possible)
    }
}

/// What is known of the numbers of a process, and of the centre.
pub(super) fn known<'a>(
    system: &'a System,
    certificate: &Certificate,
    centre: &CentreRow,
    local: Option<&LocalRow>,
) -> Bounds<'a> {
    let mut bounds = Bounds::new(system);
    for (n, fact) in certificate.central_facts.iter().enumerate() {
        bounds.learn(fact, centre.facts >> n & 1 == 1);
    }
    if let Some(local) = local {
        for (n, fact) in certificate.local_facts.iter().enumerate() {
            bounds.learn(fact, local.facts >> n & 1 == 1);
        }
    }
    bounds
}

fn check(system: &System, certificate: &Certificate, lemma: &Tickets) -> Result<(), Flaw> {
    let initial = |id| system.centre.data[id].initial;
    let (first, end) = (initial(lemma.first), initial(lemma.end));
    if first.zip(end).is_none_or(|(first, end)| first < end) {
        return Err(Flaw::Wrong("tickets are to be held at the start".to_owned()));
    }
    if certificate.forgotten.iter().any(|(_, data)| *data == lemma.ticket) {
        return Err(Flaw::Wrong("a ticket is forgotten".to_owned()));
    }
    for rule in system.rules.values() {
        for branch in rule.then.iter().chain(&rule.otherwise) {
            if branch.actions.iter().any(changes_others) {
                return Err(Flaw::Wrong("tickets of others are changed".to_owned()));
            }
            for control in &certificate.controls {
                let local = match &rule.actor {
                    Actor::Process(places) if !places.contains(control.local.location) => continue,
                    Actor::Process(_) => Some(&control.local),
                    Actor::Centre => None,
                };
                let mut bounds = known(system, certificate, &control.centre, local);
                bounds.learn(&rule.when, true);
                let from = local.map(|local| local.location);
                if !keeps(lemma, &bounds, branch, from) {
                    return Err(Flaw::Wrong("a step loses a ticket".to_owned()));
                }
            }
        }
    }
    Ok(())
}

/// Whether the action may change the location or a number of a process that does not act.
fn changes_others(action: &Action) -> bool {
    match action {
        Action::Broadcast(broadcast) => {
            let mut updates = broadcast.cases.iter().flat_map(|case| &case.updates);
            updates.any(|it| matches!(it, Update::Location(_) | Update::Number { .. }))
        }
        Action::Pick(_) | Action::Tell { .. } => true,
        Action::SetData { .. }
        | Action::SetFinite { .. }
        | Action::SetPointer { .. }
        | Action::Scan(_) => false,
    }
}

/// Whether every number that has to be held after the branch is, if `from` is where the acting
/// process comes from.
fn keeps(lemma: &Tickets, bounds: &Bounds<'_>, branch: &Branch, from: Option<LocationId>) -> bool {
    let after = |number| bounds.after(&branch.actions, number);
    let ends = (after(Number::Centre(lemma.first)), after(Number::Centre(lemma.end)));
    let (Some(first), Some(end)) = ends else { return false };
    let some = (Number::Some, 0);
    let mut open = bounds.clone();
    open.require(first, some);
    open.require_less(some, end);
    let to = from.map(|from| branch.goto.unwrap_or(from));
    let is_holder = |at: Option<LocationId>| at.is_some_and(|at| lemma.holders.contains(at));
    let mut cases = vec![open];
    if let (true, Some(mine)) = (is_holder(to), after(Number::Own(lemma.ticket))) {
        let [mut smaller, mut larger] = [cases[0].clone(), cases[0].clone()];
        smaller.require_less(some, mine);
        larger.require_less(mine, some);
        cases = vec![smaller, larger];
    }
    cases.iter().all(|case| {
        let within = case.implies((Number::Centre(lemma.first), 0), some)
            && case.implies((some.0, 1), (Number::Centre(lemma.end), 0));
        let mut was_mine = case.clone();
        was_mine.require_equal(some, (Number::Own(lemma.ticket), 0));
        within && (!is_holder(from) || was_mine.is_contradictory())
    })
}

/// The states in which somebody may hold the first number, if there is one to be served.
fn somebody_is_first(system: &System, certificate: &Certificate, lemma: &Tickets) -> StateSet {
    let mut nodes = vec![(0, 0, 0), (0, 1, 1)];
    let may_hold = |centre: &CentreRow, local: &LocalRow| {
        let mut bounds = known(system, certificate, centre, Some(local));
        bounds.require_equal((Number::Own(lemma.ticket), 0), (Number::Centre(lemma.first), 0));
        lemma.holders.contains(local.location) && !bounds.is_contradictory()
    };
    let mut root = |control: &super::ControlRow| {
        let bounds = known(system, certificate, &control.centre, Some(&control.local));
        let is_due =
            bounds.implies((Number::Centre(lemma.first), 1), (Number::Centre(lemma.end), 0));
        if !is_due || may_hold(&control.centre, &control.local) {
            return 1;
        }
        // One of these cells is occupied; the last of them is asked last.
        let mut node = 0;
        for (cell, row) in certificate.cells.iter().enumerate().rev() {
            if may_hold(&control.centre, &row.local) {
                nodes.push((cell, node, 1));
                node = u32::try_from(nodes.len() - 1).expect("cells times controls are few");
            }
        }
        node
    };
    let roots = certificate.controls.iter().map(&mut root).collect();
    StateSet { nodes, roots }
}
