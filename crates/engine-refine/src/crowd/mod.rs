//! Others, given as a program: any number of threads that run it, each from its entry. Beside a whole
//! program they begin no sooner than it does; beside a function they may be anywhere when it is called.
//!
//! What such a thread does depends on where it is and on what its locals hold. Algorithm 1 of the
//! paper finds out: an invariant per place of the environment's program and of the target's, each
//! kept by the own steps of its thread and by the steps of everybody else. The environment of the
//! target is then the set of pairs (invariant, step).
//!
//! ```text
//!   pthread_mutex_lock(&m);
//!   x = 2;                     (m holds this thread's number): x becomes 2
//!   pthread_mutex_unlock(&m);  (m holds this thread's number): m becomes 0
//! ```
//!
//! So the target, while it holds `m`, knows that nobody writes `x`. Without the invariants any of the
//! three steps could happen at any time.
//!
//! Invariants are found by weakening ([`invariants`]): all guesses are assumed at their places, and
//! models in which a step breaks some of them drop those. A step of a thread of the crowd disturbs its
//! siblings too, whose locals and numbers are others.
//!
//! For refutations the opposite is needed: what others *really* can do. A few threads that begin at the
//! entry, take their steps in any order and rest when they like are real whatever else happens
//! ([`threads`]). The game, of which nothing is trusted, is told of them as commands: what one thread
//! does that nobody interrupts ([`runs`]).

mod guesses;
mod invariants;
mod runs;
mod threads;

use std::collections::BTreeMap;

use ir::{IntType, Type, VarId};

use crate::expr::{Ex, Exprs, Slot, Substitution};
use crate::machine::Machine;
use crate::problem::{Command, Problem};

pub(crate) use invariants::find_invariants;
pub use runs::commands_of_runs;
pub(crate) use threads::{Moved, Threads};

/// The number of a thread is at least this: others than the target, which is the first.
pub const FIRST_OF_OTHERS: i128 = 2;
/// And fits whatever holds it.
pub const LAST_OF_OTHERS: i128 = i32::MAX as i128;
/// The type of a thread's number.
pub const NUMBER: IntType = IntType::signed(32);

/// Constants that conditions are guessed with which others keep.
const MAX_KEPT: usize = 4;

/// Threads that run one program.
#[derive(Clone, Debug)]
pub struct Crowd {
    /// Over the target's shared slots, and slots of its own.
    pub machine: Machine,
    /// The number of the thread that is looked at.
    pub number: Slot,
    /// Whether what its threads do depends on their numbers.
    pub is_numbered: bool,
    /// Whether its threads begin no sooner than the target: beside a whole program.
    pub begins_after_target: bool,
    /// Globals of the program that the target does not share: one for all threads of the crowd.
    pub globals: Vec<Global>,
    /// What always holds at its places.
    pub known: BTreeMap<usize, Vec<Ex>>,
    /// What always holds at places of the target, beside the crowd.
    pub known_of_target: BTreeMap<usize, Vec<Ex>>,
    /// The slots of its variables.
    pub vars: Vec<(VarId, Slot)>,
    /// How each step is called.
    pub texts: Vec<String>,
}

/// A global of the others alone.
#[derive(Clone, Debug)]
pub struct Global {
    pub slot: Slot,
    pub name: String,
    /// Its value when the program starts; none beside a function.
    pub initial: Option<i128>,
}

impl Crowd {
    /// What is true of every number.
    pub fn number_facts(&self, exprs: &mut Exprs) -> Vec<Ex> {
        let number = exprs.slot(self.number);
        let (first, last) = (exprs.int(NUMBER, FIRST_OF_OTHERS), exprs.int(NUMBER, LAST_OF_OTHERS));
        vec![
            exprs.compare(ir::CompareOp::Ge, number, first),
            exprs.compare(ir::CompareOp::Le, number, last),
        ]
    }

    /// Conditions on shared slots that others may keep: guesses over what the target shares.
    pub(crate) fn shared_atoms(&self, problem: &mut Problem) -> Vec<Ex> {
        let mut constants = guesses::constants(problem, self);
        constants.truncate(MAX_KEPT);
        let shared: Vec<Slot> = problem.shared.iter().map(|(target, _)| *target).collect();
        let target = problem.target.clone();
        let atoms = guesses::atoms(problem, &target);
        guesses::guesses(problem, &shared, None, &constants, &atoms)
    }

    /// Slots that all threads see, besides the target's.
    fn is_global(&self, slot: Slot) -> bool {
        self.globals.iter().any(|it| it.slot == slot)
    }
}

/// Every step that others may take where its invariant holds: what bounds them, for proofs. Slots of
/// the thread that takes it are free.
pub(crate) fn bounds(problem: &mut Problem) -> Vec<Command> {
    let Some(crowd) = problem.environment.crowd.clone() else {
        return problem.environment.commands.clone();
    };
    let mut found = Vec::new();
    for (index, step) in crowd.machine.steps.iter().enumerate() {
        let updates: Vec<(Slot, Option<Ex>)> = step
            .updates
            .iter()
            .filter(|(slot, _)| problem.partner(*slot).is_some())
            .map(|(slot, value)| (*slot, Some(*value)))
            .collect();
        let Some(facts) = crowd.known.get(&step.from) else { continue };
        if updates.is_empty() {
            continue;
        }
        let mut all = facts.clone();
        all.extend(crowd.number_facts(&mut problem.exprs));
        all.push(step.guard);
        found.push(Command {
            text: crowd.texts[index].clone(),
            guard: problem.exprs.conjunction(all),
            updates,
            then: problem.exprs.bool(true),
            is_exact: false,
        });
    }
    found
}

/// Fresh slots for all that is one thread's own.
fn sibling(problem: &mut Problem, crowd: &Crowd) -> Substitution {
    let mut own: Vec<Slot> = vec![crowd.number];
    for step in &crowd.machine.steps {
        let exprs = [step.guard].into_iter().chain(step.updates.iter().map(|(_, value)| *value));
        own.extend(exprs.flat_map(|ex| problem.exprs.slots_of(ex)));
        own.extend(step.updates.iter().map(|(slot, _)| *slot));
    }
    own.extend(crowd.machine.live.iter().flatten());
    own.sort();
    own.dedup();
    own.retain(|slot| problem.partner(*slot).is_none() && !crowd.is_global(*slot));
    let mut by = Substitution::default();
    for slot in own {
        let ty: Type = problem.exprs.slot_type(slot);
        let other = problem.exprs.add_slot(ty);
        by.insert(slot, problem.exprs.slot(other));
    }
    by
}
