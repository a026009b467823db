//! Protocols for any number of processes: an inductive set of abstract states, checked again.
//!
//! An abstract state is what one process, the reference, sees: its own local state and the
//! centre (the *control*), and which kinds of other processes there are (the occupied *cells*: a
//! local state and a relation to the reference). A [`Certificate`] lists controls, cells, the
//! pairs that can occur, and a set of abstract states. [`Closed::check`] checks, once for all
//! properties of a protocol, that
//!
//! 1. every initial state of every instance is in the set;
//! 2. from a state of the set, every step leads to a state of the set, and every pair is listed;
//!
//! and [`Closed::safety`] that
//!
//! 3. no state of the set has an occupied cell that violates the property.
//!
//! Then, by induction, the property holds in every instance. The steps are recomputed here from
//! the protocol with the evaluator of [`protocol::eval`]; the engine that found the certificate has
//! an evaluator, an enumeration and a decision-diagram library of its own, and none of them is
//! used here. [`Closed::liveness`] checks a liveness argument on top of that. [`Closed::spot_check`]
//! and [`Closed::spot_check_liveness`] hold the result against small instances.
//!
//! Soundness of the enumeration: numbers matter only up to order and small distances
//! (`numbers`), what a step does to one bystander does not depend on the other
//! bystanders (`step`), and a set of cells stands for all populations of them (`walk`).

mod bounds;
mod cells;
mod certificate;
mod descent;
mod diagram;
mod enumerate;
mod forgotten;
mod gather;
mod line;
mod liveness;
mod numbers;
mod spot;
mod step;
mod tickets;
mod walk;

use protocol::eval::{EvalError, ProcessState, View, holds};
use protocol::instance::{Instance, State};
use protocol::{Formula, System};
use verdict::{Budget, Exhausted};

pub use certificate::{
    CellRow, CentreRow, Certificate, ControlRow, LocalRow, PairFact, Rank, RelationRow, StateSet,
    Tickets,
};

pub use liveness::{Argument, Condition, Elimination, Ready};

use cells::Cells;
use descent::check_ranks;
use enumerate::World;
use walk::{Company, Demand, Step, Walk, When};

/// Why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    #[error("the budget is spent")]
    Exhausted(Exhausted),
    #[error("too large to be checked again: {0}")]
    TooLarge(String),
    #[error("{0}")]
    Wrong(String),
}

impl From<Exhausted> for Flaw {
    fn from(exhausted: Exhausted) -> Self {
        Self::Exhausted(exhausted)
    }
}

impl From<EvalError> for Flaw {
    fn from(error: EvalError) -> Self {
        Self::TooLarge(error.to_string())
    }
}

/// A certificate whose set contains the initial states and is closed.
pub struct Closed<'a> {
    world: World<'a>,
    /// For each pointer, the cells of those it points at: at most one is occupied.
    exclusive: Vec<Cells>,
    steps: Vec<Step>,
    /// The states in which the certificate's lemmas hold, if it has some.
    possible: Option<StateSet>,
}

impl<'a> Closed<'a> {
    /// Checks that the set contains the initial states and is closed under all steps.
    pub fn check(
        system: &'a System,
        certificate: &'a Certificate,
        budget: &'a Budget,
    ) -> Result<Self, Flaw> {
        if let Some(construct) = system.beyond_pairs() {
            return Err(Flaw::Wrong(format!("{} is beyond pairs of processes", construct.name)));
        }
        let world = World::new(system, certificate, budget)?;
        check_ranks(certificate)?;
        let possible = world.check_tickets()?;
        check_initial(&world)?;
        let exclusive = exclusive_cells(&world);
        let steps = strongest(world.steps()?.into_iter().collect());
        let closed = Self { world, exclusive, steps, possible };
        let set = &certificate.states;
        let demands = [
            Demand { set, when: When::Before, is_member: true },
            Demand { set, when: When::After, is_member: false },
        ];
        for step in &closed.steps {
            if closed.is_possible(step, &demands)? {
                return Err(Flaw::Wrong(format!(
                    "a step of {:?} leads out of the set, from {:?}",
                    step.actor, certificate.controls[step.before]
                )));
            }
        }
        Ok(closed)
    }

    /// How many kinds of steps there are.
    pub fn n_steps(&self) -> usize {
        self.steps.len()
    }

    /// Checks that the formula holds of all pairs of processes, always.
    pub fn safety(&self, formula: &Formula) -> Result<(), Flaw> {
        for (control, cell) in self.world.violations(formula)? {
            if self.world.certificate.states.can_occupy(control, cell) {
                return Err(Flaw::Wrong("a state of the set violates the property".to_owned()));
            }
        }
        Ok(())
    }

    /// Whether the step is possible between states that satisfy all demands.
    fn is_possible(&self, step: &Step, demands: &[Demand<'_>]) -> Result<bool, Flaw> {
        let pairs = &self.world.pairs;
        let possible = (pairs[step.before], pairs[step.after]);
        let single = |cell: usize| self.exclusive.iter().any(|group| group.has(cell));
        let companies: &[Company] = match step.mover {
            Some((cell, _)) if !single(cell) => &[Company::Alone, Company::Shared],
            Some(_) => &[Company::Alone],
            None => &[Company::Shared],
        };
        for company in companies {
            let walk =
                Walk::new(step, *company, demands, &self.exclusive, possible, self.world.budget);
            if walk.finds()? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Drops steps that allow nothing that another one does not allow.
fn strongest(mut steps: Vec<Step>) -> Vec<Step> {
    steps.sort();
    let within =
        |lhs: &[Cells], rhs: &[Cells]| lhs.iter().zip(rhs).all(|(lhs, rhs)| lhs.is_within(*rhs));
    let weaker = |step: &Step, other: &Step| {
        (step.before, step.after, step.mover, step.actor, step.trends)
            == (other.before, other.after, other.mover, other.actor, other.trends)
            && within(&step.images, &other.images)
            && other
                .witnesses
                .iter()
                .all(|theirs| step.witnesses.iter().any(|mine| within(mine, theirs)))
    };
    let mut kept: Vec<Step> = Vec::new();
    for step in steps {
        if kept.iter().any(|known| weaker(&step, known)) {
            continue;
        }
        kept.retain(|known| !weaker(known, &step));
        kept.push(step);
    }
    kept
}

/// For each pointer, the cells of those it points at: at most one is occupied.
fn exclusive_cells(world: &World<'_>) -> Vec<Cells> {
    let pointers = world.system.centre.pointers.ids();
    let cells = &world.certificate.cells;
    pointers
        .map(|pointer| {
            let held = |cell: &usize| cells[*cell].local.held.contains(pointer);
            (0..cells.len()).filter(held).collect::<Cells>()
        })
        .collect()
}

/// Every set of initial bystanders of every initial reference is in the set.
fn check_initial(world: &World<'_>) -> Result<(), Flaw> {
    let instance = Instance::new(world.system, 2);
    let n_numbers = 2 * world.system.data.len() + world.system.centre.data.len();
    let numbers: Vec<i64> = world.ruler.range_now(n_numbers).collect();
    let Some(states) = instance.initial_states(&numbers, 1_000_000) else {
        return Err(Flaw::TooLarge("too many initial states".to_owned()));
    };
    // By reference and centre, the cells that an initial partner can be in.
    let mut views: std::collections::BTreeMap<_, (usize, Cells)> =
        std::collections::BTreeMap::new();
    for state in &states {
        world.budget.check()?;
        for reference in [0, 1] {
            let (control, cell) = locate_pair(world, state, reference, 1 - reference)?;
            let key = (state.processes[reference].clone(), state.centre.clone());
            views.entry(key).or_insert((control, Cells::NONE)).1.put(cell);
        }
    }
    for (control, cells) in views.values() {
        if !contains_all_subsets(&world.certificate.states, *control, *cells) {
            return Err(Flaw::Wrong("an initial state is missing".to_owned()));
        }
    }
    Ok(())
}

/// Whether every non-empty set of these cells is in the set of states.
fn contains_all_subsets(set: &StateSet, control: usize, cells: Cells) -> bool {
    // Each node is visited with "some cell is occupied so far" or not; both at most once.
    let mut todo = vec![(set.roots[control], false)];
    let mut seen = std::collections::HashSet::new();
    while let Some((node, occupied)) = todo.pop() {
        if !seen.insert((node, occupied)) || node == 1 {
            continue;
        }
        if node == 0 {
            // Only the empty set may be missing. It is the one that was reached without an
            // occupied cell and without skipping a cell that could have been one.
            if occupied || cells_after(set, control, cells) {
                return false;
            }
            continue;
        }
        let (cell, low, high) = set.nodes[node as usize];
        todo.push((low, occupied));
        if cells.has(cell) {
            todo.push((high, true));
        }
    }
    true
}

/// Whether some set with an occupied cell takes the path of the empty set: then that path must
/// not end in false. It is decided by trying every single cell.
fn cells_after(set: &StateSet, control: usize, cells: Cells) -> bool {
    (0..Cells::MAX).filter(|cell| cells.has(*cell)).any(|only| {
        let mut node = set.roots[control];
        while node > 1 {
            let (cell, low, high) = set.nodes[node as usize];
            node = if cell == only { high } else { low };
        }
        node == 0
    })
}

fn locate_pair(
    world: &World<'_>,
    state: &State,
    x: usize,
    y: usize,
) -> Result<(usize, usize), Flaw> {
    let checks = [state.checked[x].contains(y), state.checked[y].contains(x)];
    let (own, other): (&ProcessState, &ProcessState) = (&state.processes[x], &state.processes[y]);
    let control = world.control(own, &state.centre)?;
    let cell = world.cell(own, other, &state.centre, x < y, checks)?;
    match control.zip(cell) {
        Some((control, cell)) if world.pairs[control].has(cell) => Ok((control, cell)),
        _ => Err(Flaw::Wrong(format!("the pair of {own:?} and {other:?} is missing"))),
    }
}

impl World<'_> {
    /// The pairs (control, cell) that violate the formula for some numbers.
    fn violations(
        &self,
        formula: &Formula,
    ) -> Result<std::collections::BTreeSet<(usize, usize)>, Flaw> {
        let mut found = std::collections::BTreeSet::new();
        let rows: Vec<ControlRow> = self.certificate.controls.clone();
        let skeletons: std::collections::BTreeSet<ControlRow> = rows
            .into_iter()
            .map(|mut row| {
                row.centre.facts = 0;
                row.local.facts = 0;
                row
            })
            .collect();
        let all = self.numbers_now(2)?;
        for row in &skeletons {
            for reference in skeletons.iter().filter(|other| other.centre == row.centre) {
                for numbers in all.iter() {
                    self.each_meeting(row, &reference.local, numbers, &mut |cast| {
                        let (Some((y, _)), Some((cell, _))) = (cast.y, cast.cell) else {
                            return Ok(());
                        };
                        let view = View {
                            own: Some(&cast.x.state),
                            other: Some(&y.state),
                            centre: cast.centre,
                            ids: cast.x.id.cmp(&y.id),
                            company: protocol::eval::Company::default(),
                        };
                        if !holds(self.system, formula, view)? {
                            found.insert((cast.control, cell));
                        }
                        Ok(())
                    })?;
                }
            }
        }
        Ok(found)
    }
}
