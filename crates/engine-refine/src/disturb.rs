//! What others do to concrete states, and what of it the relation determines.

use ir::CompareOp;

use crate::explicit::{World, products};
use crate::expr::{Ex, Node, Slot};
use crate::machine::{ENDED, UNDEFINED, UNMODELLED};
use crate::values::{Chosen, Values};

/// Values that others write to one variable.
const MAX_WRITTEN: usize = 3;
const MAX_WRITTEN_OF_LARGE: usize = 12;

/// Something that others do.
#[derive(Clone, Debug)]
pub struct Disturbance {
    pub command: usize,
    pub values: Values,
    /// Whether the relation is kept.
    pub is_kept: bool,
    /// Whether the relation leaves the source no other value.
    pub is_forced: bool,
}

impl World<'_> {
    /// What others may do, to both sides alike.
    pub fn disturbances(&self, places: (usize, usize), values: &Values) -> Vec<Disturbance> {
        let problem = self.problem;
        let exprs = &problem.exprs;
        let mut found = Vec::new();
        if places.1 == UNDEFINED || places.0 == UNMODELLED || places.0 == ENDED {
            return found;
        }
        let n_written = if self.is_large() { MAX_WRITTEN_OF_LARGE } else { MAX_WRITTEN };
        for (index, command) in problem.environment.commands.iter().enumerate() {
            let domains: Vec<Vec<i128>> = command
                .updates
                .iter()
                .map(|(slot, value)| match value {
                    Some(_) => vec![0],
                    None => {
                        // Of large programs many are tried anyway.
                        let n_extra = self.n_extra.get(slot).filter(|_| !self.is_large());
                        let n_all = n_written + n_extra.copied().unwrap_or(0);
                        self.domain(*slot).iter().copied().take(n_all).collect()
                    }
                })
                .collect();
            if exprs.holds(command.guard, values) != Some(true) {
                continue;
            }
            for given in products(&domains) {
                let mut new = values.clone();
                let mut all: Vec<(Slot, i128)> = Vec::new();
                let mut is_defined = true;
                for ((slot, value), given) in command.updates.iter().zip(&given) {
                    let value = match value {
                        Some(ex) => exprs.eval(*ex, values),
                        None => Some(*given),
                    };
                    let Some(value) = value else {
                        is_defined = false;
                        break;
                    };
                    new.set(*slot, value);
                    if let Some(next) = problem.environment.next.get(slot) {
                        all.push((*next, value));
                    }
                    let Some(partner) = problem.partner(*slot) else { continue };
                    new.set(partner, value);
                }
                for (target, _) in &problem.shared {
                    if let Some(next) = problem.environment.next.get(target)
                        && !command.updates.iter().any(|(slot, _)| slot == target)
                    {
                        all.push((*next, values[*target]));
                    }
                }
                if !is_defined
                    || exprs.holds(command.then, &Chosen { state: values, chosen: &all })
                        != Some(true)
                    || new == *values
                {
                    continue;
                }
                let is_kept = self.is_related(&new);
                let is_forced = command.updates.iter().all(|(slot, _)| self.is_forced(*slot, &new));
                found.push(Disturbance { command: index, values: new, is_kept, is_forced });
            }
        }
        found
    }

    /// Whether the relation leaves the source's slot no other value than the target's.
    pub(crate) fn is_forced(&self, slot: Slot, values: &Values) -> bool {
        if self.equal.contains(&slot) {
            return true;
        }
        let Some(partner) = self.problem.partner(slot) else { return false };
        self.problem.relation.iter().any(|fact| self.forces(fact.ex, (slot, partner), values))
    }

    /// Whether a fact is an equality of the two, or one under conditions that are all met and do
    /// not speak of them.
    fn forces(&self, fact: Ex, (a, b): (Slot, Slot), values: &Values) -> bool {
        let exprs = &self.problem.exprs;
        let (mut pending, mut is_equality) = (vec![fact], false);
        while let Some(ex) = pending.pop() {
            match exprs.node(ex) {
                Node::Or(x, y) => pending.extend([x, y]),
                Node::Compare(CompareOp::Eq, x, y)
                    if [(exprs.node(x), exprs.node(y)), (exprs.node(y), exprs.node(x))]
                        .contains(&(Node::Slot(a), Node::Slot(b))) =>
                {
                    is_equality = true;
                }
                _ => {
                    let slots = exprs.slots_of(ex);
                    let is_met = exprs.holds(ex, values) == Some(false);
                    if !is_met || slots.contains(&a) || slots.contains(&b) {
                        return false;
                    }
                }
            }
        }
        is_equality
    }

    /// Whether others can do nothing to the source alone that would keep the relation.
    pub fn is_settled(&self, values: &Values) -> bool {
        let problem = self.problem;
        let mut of_source = values.clone();
        for (target, source) in &problem.shared {
            of_source.set(*target, values[*source]);
        }
        problem.environment.commands.iter().all(|command| {
            problem.exprs.holds(command.guard, &of_source) == Some(false)
                || command.updates.iter().all(|(slot, _)| self.is_forced(*slot, values))
        })
    }
}
