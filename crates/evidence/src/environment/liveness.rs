//! The argument that no fair run owes its response for ever, checked step by step.
//!
//! The argument is a list of eliminations from the set `Z` of states in which the response is
//! owed. Each names a set `V` of states. It is checked that every step from `V` that stays in `Z` stays in `V`, and
//! that no state of `V` and no step within `V` satisfies the fairness condition that is
//! claimed to be violated. Then a fair run that stays in `Z` either never enters
//! `V`, or (for a condition of the form "who leaves a cell infinitely often comes back") takes only
//! finitely many steps from `V` that leave that cell, or (for strong fairness) is only finitely often
//! at states of `V` that are named. At the end nothing may be left.
//!
//! The conditions are derived here from what a fair run of an instance is ([`protocol::eval`]):
//!
//! - a process at a justice location acts, or cannot act, again and again; so a cell there is
//!   emptied, or left, or one of its processes acts or cannot act;
//! - there are finitely many processes, so a cell that is left again and again is entered again and again;
//! - where waiting processes block each other in a strict partial order, some one of a set
//!   of them is blocked by nobody in the set (*first in line*);
//! - a process that again and again is at a location under `compassion` and can act does act from there
//!   again and again; so if all in an occupied cell can act again and again, one of the finitely many
//!   processes is among them again and again, and somebody acts from the location again and again;
//! - a difference of integers that is never negative and never rises falls only finitely often
//!   ([`super::descent`]).
//!
//! States that contradict a lemma of the certificate ([`super::tickets`]) are on no run.

use std::collections::BTreeSet;

use protocol::eval::{Participant, View, holds};
use protocol::{Formula, LocationId};
use rustc_hash::FxHashSet;

use super::cells::Cells;
use super::certificate::StateSet;
use super::descent::{Trends, is_bounded};
use super::enumerate::World;
use super::gather::Cast;
use super::step::waiting;
use super::walk::{Actor, Demand, Step, When};
use super::{Closed, Flaw};

/// A condition that every fair run satisfies infinitely often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// The reference is not at a justice location, or acts, or cannot act.
    Reference,
    /// The centre acts or cannot act.
    Centre,
    /// The cell is empty, or left, or somebody in it acts or cannot act.
    Cell(usize),
    /// These cells of one location are empty, or left, or somebody in them acts, or somebody in
    /// them is first in line and cannot act.
    Line(Vec<usize>),
}

/// One step of the argument.
#[derive(Clone, Debug)]
pub enum Elimination {
    /// The states are removed.
    Unjust { condition: Condition, states: StateSet },
    /// From these states, the cell is left only finitely often.
    Forbidden { cell: usize, states: StateSet },
    /// From these states, the rank is lowered only finitely often.
    Descent { rank: usize, states: StateSet },
    /// The states are part of the trap, from which those that are ready in them never go on. They are
    /// removed.
    Insisted { ready: Ready, trap: StateSet, states: StateSet },
}

/// Who can act in all of some states, at a location under `compassion`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ready {
    /// The reference, which is there.
    Reference(LocationId),
    /// All who are in the cell, which is occupied.
    Cell(usize),
}

impl Elimination {
    pub(super) fn states(&self) -> &StateSet {
        match self {
            Self::Unjust { states, .. }
            | Self::Forbidden { states, .. }
            | Self::Descent { states, .. }
            | Self::Insisted { states, .. } => states,
        }
    }

    /// The set that no step leaves.
    pub(super) fn closed(&self) -> &StateSet {
        match self {
            Self::Insisted { trap, .. } => trap,
            _ => self.states(),
        }
    }
}

/// The whole argument.
#[derive(Clone, Debug)]
pub struct Argument {
    /// At least the states in which the response is owed.
    pub owed: StateSet,
    pub eliminations: Vec<Elimination>,
}

impl Closed<'_> {
    /// Checks that every trigger is followed by a response, on every fair run.
    pub fn liveness(
        &self,
        trigger: &Formula,
        response: &Formula,
        argument: &Argument,
    ) -> Result<(), Flaw> {
        let world = &self.world;
        let responds = world.controls_where(response, Quantifier::Always)?;
        let triggers = world.controls_where(trigger, Quantifier::Sometimes)?;
        let owes = |control: usize| triggers.contains(&control) && !responds.contains(&control);
        let owing = world.certificate.states.at(owes);
        let owing = match &self.possible {
            Some(possible) => owing.intersection(possible),
            None => owing,
        };
        if !owing.minus(&argument.owed).is_empty() {
            return Err(Flaw::Wrong("a state that owes the response is missing".to_owned()));
        }
        let steps = self.steps.iter().filter(|step| !responds.contains(&step.after));
        let mut checker = Checker {
            closed: self,
            world,
            steps: steps.collect(),
            waits: world.waits()?,
            left: argument.owed.clone(),
            forbidden: vec![argument.owed.nothing(); world.certificate.cells.len()],
            fallen: vec![argument.owed.nothing(); world.certificate.ranks.len()],
            is_closed: None,
        };
        let mut demands = vec![
            Demand { set: &argument.owed, when: When::Before, is_member: true },
            Demand { set: &argument.owed, when: When::After, is_member: false },
        ];
        if let Some(possible) = &self.possible {
            demands.push(Demand { set: possible, when: When::After, is_member: true });
        }
        for step in &checker.steps {
            if self.is_possible(step, &demands)? {
                return Err(Flaw::Wrong("the response is owed in more states".to_owned()));
            }
        }
        for elimination in &argument.eliminations {
            checker.eliminate(elimination)?;
        }
        if checker.left.is_empty() {
            Ok(())
        } else {
            Err(Flaw::Wrong("the argument leaves states in which the response is owed".to_owned()))
        }
    }
}

/// How a formula over facts has to hold of a control.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quantifier {
    Always,
    Sometimes,
}

/// When an actor cannot act, as a step that changes nothing; and the cells whose processes need
/// not block it.
struct Wait {
    step: Step,
    free: Cells,
}

struct Checker<'a> {
    closed: &'a Closed<'a>,
    world: &'a World<'a>,
    steps: Vec<&'a Step>,
    waits: Vec<Wait>,
    left: StateSet,
    /// By cell: states in which it is occupied and from which it is left only finitely often.
    forbidden: Vec<StateSet>,
    /// By rank: states from which it is lowered only finitely often.
    fallen: Vec<StateSet>,
    /// The last set that was found to be closed. It remains so, since states and steps only go.
    is_closed: Option<StateSet>,
}

impl Checker<'_> {
    /// Whether the step, if it is not forbidden, leads from `from` to states that satisfy the rest.
    fn leads(&self, step: &Step, from: &StateSet, to: &[(&StateSet, bool)]) -> Result<bool, Flaw> {
        let mut demands = vec![Demand { set: from, when: When::Before, is_member: true }];
        for (set, is_member) in to {
            demands.push(Demand { set, when: When::After, is_member: *is_member });
        }
        for (cell, set) in self.forbidden.iter().enumerate() {
            if !set.is_empty() && must_leave(step, cell) {
                demands.push(Demand { set, when: When::Before, is_member: false });
            }
        }
        for (rank, set) in self.fallen.iter().enumerate() {
            if !set.is_empty() && step.trends.falls >> rank & 1 == 1 {
                demands.push(Demand { set, when: When::Before, is_member: false });
            }
        }
        self.closed.is_possible(step, &demands)
    }

    fn eliminate(&mut self, elimination: &Elimination) -> Result<(), Flaw> {
        let states = elimination.closed();
        if self.is_closed.as_ref() != Some(states) {
            for step in &self.steps {
                if self.leads(step, states, &[(&self.left, true), (states, false)])? {
                    return Err(Flaw::Wrong("an eliminated set is not closed".to_owned()));
                }
            }
            self.is_closed = Some(states.clone());
        }
        match elimination {
            Elimination::Unjust { condition, states } => {
                if self.satisfies(condition, states)? {
                    return Err(Flaw::Wrong(format!(
                        "{condition:?} is satisfied in a removed set"
                    )));
                }
                self.left = self.left.minus(states);
            }
            Elimination::Forbidden { cell, states } => {
                for step in &self.steps {
                    if may_enter(step, *cell) && self.leads(step, states, &[(states, true)])? {
                        return Err(Flaw::Wrong(format!("cell {cell} is entered again")));
                    }
                }
                self.forbidden[*cell] = self.forbidden[*cell].union(&states.with_occupied(*cell));
            }
            Elimination::Descent { rank, states } => self.descend(*rank, states)?,
            Elimination::Insisted { ready, trap, states } => self.insist(*ready, trap, states)?,
        }
        Ok(())
    }

    /// Checks that whoever is ready can act in all of the states, and never does within the trap.
    fn insist(&mut self, ready: Ready, trap: &StateSet, states: &StateSet) -> Result<(), Flaw> {
        let certificate = self.world.certificate;
        let at_control = |control: usize| certificate.controls[control].local.location;
        let at_cell = |cell: usize| certificate.cells[cell].local.location;
        let mut controls = 0..certificate.controls.len();
        let (location, condition, inside, are_there) = match ready {
            Ready::Reference(location) => {
                let mut elsewhere = controls.filter(|control| at_control(*control) != location);
                let are_there = elsewhere.all(|control| states.roots[control] == 0);
                (location, Condition::Reference, Cells::NONE, are_there)
            }
            Ready::Cell(cell) => {
                let inside: Cells = [cell].into_iter().collect();
                let are_there = controls.all(|control| !states.can_avoid(control, inside));
                (at_cell(cell), Condition::Cell(cell), inside, are_there)
            }
        };
        let is_promised = self.world.system.compassion.contains(location);
        if !is_promised || !are_there || !states.minus(trap).is_empty() {
            return Err(Flaw::Wrong(format!("{ready:?} is not ready in a removed set")));
        }
        if self.may_wait(&condition, inside, states)? {
            return Err(Flaw::Wrong(format!("{ready:?} may have to wait in a removed set")));
        }
        for step in &self.steps {
            let goes_on = match ready {
                Ready::Reference(_) => {
                    step.actor == Actor::Reference && at_control(step.before) == location
                }
                Ready::Cell(_) => {
                    let from_there = |(from, _)| at_cell(from) == location;
                    step.actor == Actor::Environment && step.mover.is_none_or(from_there)
                }
            };
            if goes_on && self.leads(step, trap, &[(trap, true)])? {
                return Err(Flaw::Wrong(format!("{ready:?} goes on in a trap")));
            }
        }
        self.left = self.left.minus(states);
        Ok(())
    }

    /// Checks that the rank is never negative in the set and no step within it raises it.
    fn descend(&mut self, rank: usize, states: &StateSet) -> Result<(), Flaw> {
        let certificate = self.world.certificate;
        let known = certificate.ranks.get(rank);
        if !known.is_some_and(|it| is_bounded(self.world.system, certificate, it, states)) {
            return Err(Flaw::Wrong(format!("rank {rank} may be negative")));
        }
        for step in &self.steps {
            let may_rise = step.trends.may_rise >> rank & 1 == 1;
            if may_rise && self.leads(step, states, &[(states, true)])? {
                return Err(Flaw::Wrong(format!("rank {rank} may rise")));
            }
        }
        self.fallen[rank] = self.fallen[rank].union(states);
        Ok(())
    }

    /// Whether a state of the set, or a step within it, may satisfy the condition.
    fn satisfies(&self, condition: &Condition, states: &StateSet) -> Result<bool, Flaw> {
        let certificate = self.world.certificate;
        let controls = 0..certificate.controls.len();
        let line: Cells = match condition {
            Condition::Reference => {
                let justice = &self.world.system.justice;
                let elsewhere = |control: &usize| {
                    !justice.contains(certificate.controls[*control].local.location)
                };
                if controls.filter(elsewhere).any(|control| states.roots[control] != 0) {
                    return Ok(true);
                }
                Cells::NONE
            }
            Condition::Centre if self.world.system.centre_is_just => Cells::NONE,
            Condition::Centre => return Ok(true),
            Condition::Cell(cell) => [*cell].into_iter().collect(),
            Condition::Line(cells) => {
                if !self.world.is_line(cells)? {
                    return Ok(true);
                }
                cells.iter().copied().collect()
            }
        };
        if let Condition::Cell(_) | Condition::Line(_) = condition {
            let justice = &self.world.system.justice;
            let mut cells = (0..certificate.cells.len()).filter(|cell| line.has(*cell));
            let all_just =
                cells.all(|cell| justice.contains(certificate.cells[cell].local.location));
            let mut controls = 0..certificate.controls.len();
            if !all_just || controls.any(|control| states.can_avoid(control, line)) {
                return Ok(true);
            }
        }
        for step in &self.steps {
            if self.counts(condition, line, step) && self.leads(step, states, &[(states, true)])? {
                return Ok(true);
            }
        }
        self.may_wait(condition, line, states)
    }

    /// Whether the step satisfies the condition.
    fn counts(&self, condition: &Condition, line: Cells, step: &Step) -> bool {
        match condition {
            Condition::Reference => step.actor == Actor::Reference,
            Condition::Centre => step.actor == Actor::Centre,
            Condition::Cell(_) | Condition::Line(_) => {
                let moved = step.mover.is_some_and(|(from, _)| line.has(from));
                let local = |cell: usize| &self.world.certificate.cells[cell].local;
                let keeps = |cell: usize| {
                    let mut images = (0..step.images.len()).filter(|to| step.images[cell].has(*to));
                    images.all(|to| match condition {
                        Condition::Line(_) => line.has(to) && local(to) == local(cell),
                        _ => to == cell,
                    })
                };
                moved || !(0..step.images.len()).all(|cell| !line.has(cell) || keeps(cell))
            }
        }
    }

    fn may_wait(
        &self,
        condition: &Condition,
        line: Cells,
        states: &StateSet,
    ) -> Result<bool, Flaw> {
        for wait in &self.waits {
            let cell = wait.step.mover.map(|mover| mover.0);
            let concerns = match condition {
                Condition::Reference => wait.step.actor == Actor::Reference,
                Condition::Centre => wait.step.actor == Actor::Centre,
                Condition::Cell(_) | Condition::Line(_) => cell.is_some_and(|cell| line.has(cell)),
            };
            if !concerns {
                continue;
            }
            let mut step = wait.step.clone();
            if let Condition::Line(_) = condition {
                for cell in (0..step.images.len()).filter(|cell| line.has(*cell)) {
                    if !wait.free.has(cell) {
                        step.images[cell] = Cells::NONE;
                    }
                    for witness in &mut step.witnesses {
                        witness[cell] = Cells::NONE;
                    }
                }
            }
            let demands = [Demand { set: states, when: When::Before, is_member: true }];
            if self.closed.is_possible(&step, &demands)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Whether somebody certainly leaves the cell, if it is occupied.
fn must_leave(step: &Step, cell: usize) -> bool {
    match step.mover {
        Some((from, to)) if from == cell && to != cell => true,
        Some((from, _)) if from == cell => false,
        _ => !step.images[cell].has(cell),
    }
}

/// Whether somebody may enter the cell from another one.
fn may_enter(step: &Step, cell: usize) -> bool {
    let moved = step.mover.is_some_and(|(from, to)| to == cell && from != cell);
    moved || (0..step.images.len()).any(|from| from != cell && step.images[from].has(cell))
}

impl World<'_> {
    /// The controls of whose reference the formula holds, for all or for some numbers.
    fn controls_where(
        &self,
        formula: &Formula,
        quantifier: Quantifier,
    ) -> Result<BTreeSet<usize>, Flaw> {
        let (mut holding, mut failing) = (BTreeSet::new(), BTreeSet::new());
        let all = self.numbers_now(1)?;
        for row in self.skeletons() {
            for numbers in all.iter() {
                let centre = self.centre_state(&row.centre, &numbers.centre);
                let x = self.process(&row.local, &numbers.processes[0]);
                let Some(control) = self.control(&x, &centre)? else { continue };
                let view = View {
                    own: Some(&x),
                    other: None,
                    centre: &centre,
                    ids: std::cmp::Ordering::Equal,
                    company: protocol::eval::Company::default(),
                };
                if holds(self.system, formula, view)? {
                    holding.insert(control);
                } else {
                    failing.insert(control);
                }
            }
        }
        Ok(match quantifier {
            Quantifier::Always => holding.difference(&failing).copied().collect(),
            Quantifier::Sometimes => holding,
        })
    }

    /// All ways in which an actor cannot act.
    fn waits(&self) -> Result<Vec<Wait>, Flaw> {
        let mut seen: FxHashSet<(Step, Cells)> = FxHashSet::default();
        let rows = self.skeletons();
        for row in &rows {
            for numbers in self.numbers_now(1)?.iter() {
                let centre = self.centre_state(&row.centre, &numbers.centre);
                let x =
                    Participant { id: 20, state: self.process(&row.local, &numbers.processes[0]) };
                let Some(control) = self.control(&x.state, &centre)? else { continue };
                for actor in [Actor::Reference, Actor::Centre] {
                    let cast = Cast {
                        actor,
                        x: &x,
                        y: None,
                        centre: &centre,
                        numbers,
                        control,
                        cell: None,
                    };
                    seen.extend(self.wait_of(&cast)?);
                }
            }
            let pairs_of_numbers = self.numbers_now(2)?;
            for other in rows.iter().filter(|other| other.centre == row.centre) {
                for numbers in pairs_of_numbers.iter() {
                    self.each_meeting(row, &other.local, numbers, &mut |cast| {
                        seen.extend(self.wait_of(cast)?);
                        Ok(())
                    })?;
                }
            }
        }
        let mut all: Vec<(Step, Cells)> = seen.into_iter().collect();
        all.sort();
        Ok(all.into_iter().map(|(step, free)| Wait { step, free }).collect())
    }

    fn wait_of(&self, cast: &Cast<'_>) -> Result<Option<(Step, Cells)>, Flaw> {
        let (mut before, mut checked) = self.alone(cast);
        let Some((n_blockers, by_x)) = waiting(self.system, &before, &checked)? else {
            return Ok(None);
        };
        let n_others = before.others.len();
        let by_x = by_x.first().copied().unwrap_or(0);
        let n_cells = self.certificate.cells.len();
        let mut images = vec![Cells::NONE; n_cells];
        let mut witnesses = vec![vec![Cells::NONE; n_cells]; n_blockers as usize];
        let mut free = Cells::NONE;
        self.each_bystander(cast, &mut |bystander| {
            checked.truncate(n_others);
            checked.push(cast.has_checked(bystander));
            before.others.truncate(n_others);
            before.others.push(bystander.state.clone());
            let waits = waiting(self.system, &before, &checked)?;
            let Some((_, blocks)) = waits else { return Ok(()) };
            let cell = bystander.cell;
            images[cell].put(cell);
            let bits = blocks.last().copied().unwrap_or(0);
            if bits == 0 {
                free.put(cell);
            }
            for (n, witness) in witnesses.iter_mut().enumerate() {
                if bits >> n & 1 == 1 {
                    witness[cell].put(cell);
                }
            }
            Ok(())
        })?;
        let witnesses = witnesses.into_iter().enumerate();
        let needed = witnesses.filter(|(n, _)| by_x >> n & 1 == 0).map(|(_, witness)| witness);
        let step = Step {
            before: cast.control,
            after: cast.control,
            mover: cast.cell.map(|(cell, _)| (cell, cell)),
            actor: cast.actor,
            images,
            witnesses: needed.collect(),
            trends: Trends::default(),
        };
        Ok(Some((step, free)))
    }
}
