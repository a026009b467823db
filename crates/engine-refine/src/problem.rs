//! The question: two machines, how they are related, and what others do.
//!
//! The *relation* (the paper's invariant iota) is to hold whenever others may look. The
//! *requirement* (kappa) holds at the start. The *environment* is a set of commands over the
//! variables that both sides share; whenever it does something to the target, it does the same to
//! the source, with values that keep the relation. It may do any number of them at any time.

use ir::{Type, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::crowd::Crowd;
use crate::expr::{Ex, Exprs, Ints, Slot, Substitution};
use crate::machine::{Machine, Side};

/// A condition, and how people wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    pub ex: Ex,
    pub text: String,
}

/// A variable of one side.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub side: Side,
    pub var: VarId,
    pub is_global: bool,
    /// Its value when the program starts, if it is always the same.
    pub initial: Option<i128>,
}

/// Something that others may do, over the slots of the target.
#[derive(Clone, Debug)]
pub struct Command {
    pub text: String,
    pub guard: Ex,
    /// New values; any value where none is given.
    pub updates: Vec<(Slot, Option<Ex>)>,
    /// What old and new values ([`Environment::next`]) must satisfy.
    pub then: Ex,
    /// Whether every such step is one that somebody really can take. One that only bounds what
    /// others do proves nothing about failures.
    pub is_exact: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Environment {
    /// What others do, for concrete states.
    pub commands: Vec<Command>,
    /// Steps that contain all that others do, for proofs: the commands, or steps of a crowd that
    /// speak of slots of its own.
    pub bounds: Vec<Command>,
    /// The threads that others are, if they run a program.
    pub crowd: Option<Crowd>,
    /// For each shared slot of either side, the one that stands for its new value.
    pub next: FxHashMap<Slot, Slot>,
}

#[derive(Clone, Debug)]
pub struct Problem {
    pub exprs: Exprs,
    /// By slot; slots beyond are choices and new values.
    pub variables: Vec<Variable>,
    pub target: Machine,
    pub source: Machine,
    /// Variables of the same name on both sides that others see.
    pub shared: Vec<(Slot, Slot)>,
    /// Slots that the relation or the environment speaks of, and those that are shared.
    pub visible: FxHashSet<Slot>,
    /// Kept at all times.
    pub relation: Vec<Fact>,
    /// Holds at the start, besides the relation.
    pub requires: Vec<Fact>,
    pub environment: Environment,
}

impl Problem {
    pub fn ints(&self) -> Ints {
        self.exprs.ints
    }

    /// How many slots the states of both sides have together.
    pub fn n_state(&self) -> usize {
        self.variables.len()
    }

    pub fn machine(&self, side: Side) -> &Machine {
        match side {
            Side::Target => &self.target,
            Side::Source => &self.source,
        }
    }

    /// Slots of the target that some command writes.
    pub fn disturbed(&self) -> Vec<Slot> {
        let mut slots: Vec<Slot> = Vec::new();
        for command in &self.environment.commands {
            slots.extend(command.updates.iter().map(|(slot, _)| *slot));
        }
        slots.sort();
        slots.dedup();
        slots
    }

    /// Shared slots of one side that its own steps write.
    pub fn frame(&self, side: Side) -> Vec<Slot> {
        let is_shared = |slot: &Slot| self.shared.iter().any(|(a, b)| a == slot || b == slot);
        let steps = self.machine(side).steps.iter();
        let mut slots: Vec<Slot> = steps
            .flat_map(|step| step.updates.iter().map(|(slot, _)| *slot))
            .filter(is_shared)
            .collect();
        slots.sort();
        slots.dedup();
        slots
    }

    pub fn partner(&self, target: Slot) -> Option<Slot> {
        self.shared.iter().find(|(slot, _)| *slot == target).map(|(_, partner)| *partner)
    }

    /// Target slots and their new values become those of the source.
    pub fn to_source(&mut self) -> Substitution {
        let mut by = Substitution::default();
        for (target, source) in self.shared.clone() {
            by.insert(target, self.exprs.slot(source));
            if let (Some(next_target), Some(next_source)) = (
                self.environment.next.get(&target).copied(),
                self.environment.next.get(&source).copied(),
            ) {
                by.insert(next_target, self.exprs.slot(next_source));
            }
        }
        by
    }

    /// Slots of the state that may still matter at a pair of places: shared ones, and what is live.
    pub fn live_at(&self, places: (usize, usize)) -> Vec<Slot> {
        let mut slots: FxHashSet<Slot> = self.visible.clone();
        slots.extend(&self.target.live[places.0]);
        slots.extend(&self.source.live[places.1]);
        let mut slots: Vec<Slot> = slots.into_iter().collect();
        slots.sort();
        slots
    }

    pub fn slot_type(&self, slot: Slot) -> Type {
        self.exprs.slot_type(slot)
    }
}
