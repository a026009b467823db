//! Values worth trying, and states to start in.
//!
//! Constants that a variable is compared with and those near them decide which way programs go;
//! zero and one do the rest. Nothing here is trusted: a proof does not look at it, and a run that
//! is found with these values is a run.

use ir::{CompareOp, Type};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::explicit::World;
use crate::expr::{Ex, Node, Slot};
use crate::values::Values;

/// Combinations that are tried in the search for states to start in.
const MAX_TRIED: usize = 50_000;
/// Values of one slot in large programs.
const MAX_OF_LARGE: usize = 12;

/// Which starts are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Starts {
    /// All that are allowed.
    Any,
    /// Where a relation under a condition leaves the source no other values than the target's.
    Forced,
}

impl World<'_> {
    /// Constants that a slot is compared with, and those near them.
    pub(crate) fn fill_domains(&mut self, extra: &[(Slot, i128)]) {
        let problem = self.problem;
        let exprs = &problem.exprs;
        let n_shared = problem.shared.len();
        let most = match n_shared {
            // Of large programs not all combinations are tried anyway.
            _ if self.is_large() => MAX_OF_LARGE,
            0..=2 => 9,
            3 => 6,
            4 => 5,
            5 => 4,
            _ => 3,
        };
        let mut near: FxHashMap<Slot, Vec<i128>> = FxHashMap::default();
        let mut conditions: Vec<Ex> = Vec::new();
        for machine in [&problem.target, &problem.source] {
            conditions.extend(machine.steps.iter().map(|step| step.guard));
        }
        conditions.extend(problem.relation.iter().chain(&problem.requires).map(|fact| fact.ex));
        conditions.extend(problem.environment.commands.iter().map(|command| command.guard));
        for condition in conditions {
            for atom in exprs.atoms_of(condition) {
                let constants = exprs.constants_of(atom);
                for slot in exprs.slots_of(atom) {
                    let found = near.entry(slot).or_default();
                    for constant in &constants {
                        found.extend([*constant, constant + 1, constant - 1]);
                    }
                }
            }
        }
        let base = [0, 1, 2, -1, 3];
        self.general = base[..3].to_vec();
        for slot in (0..problem.n_state() as u32).map(Slot) {
            let ty = problem.slot_type(slot);
            let own = extra.iter().filter(|(it, _)| *it == slot).map(|(_, value)| *value);
            let mut values: Vec<i128> = own.collect();
            let n_extra = values.len();
            values.extend([0, 1]);
            values.extend(near.get(&slot).into_iter().flatten());
            values.extend(base);
            let mut kept: Vec<i128> = Vec::new();
            for value in values {
                let fits = match ty {
                    // It may be a `_Bool`, which holds nothing else.
                    Type::Int(int) if int.width == 8 && !int.is_signed() => {
                        (0..=1).contains(&value)
                    }
                    Type::Int(int) => int.value(int.wrap(value)) == value,
                    _ => (0..=1).contains(&value),
                };
                if fits && !kept.contains(&value) {
                    kept.push(value);
                }
            }
            kept.truncate(most + n_extra);
            self.domains.insert(slot, kept);
            self.n_extra.insert(slot, n_extra);
        }
    }

    /// States in which both may start, and whether the source could start in others besides.
    pub fn starts(&self, most: usize, which: Starts) -> (Vec<Values>, bool) {
        let problem = self.problem;
        let (target, source) = (&problem.target, &problem.source);
        let mut free: Vec<Vec<Slot>> = Vec::new();
        let mut is_open = false;
        let mut forced: Vec<Slot> = Vec::new();
        let mut tied: FxHashSet<Slot> = FxHashSet::default();
        let mut values: Vec<i128> = vec![0; problem.n_state()];
        let mut is_known = vec![false; problem.n_state()];
        for (index, variable) in problem.variables.iter().enumerate() {
            if let Some(initial) = variable.initial {
                values[index] = initial;
                is_known[index] = true;
            }
        }
        let groups = self.equal_at_start();
        for slot in problem.live_at((target.start, source.start)) {
            if is_known[slot.index()] || tied.contains(&slot) {
                continue;
            }
            let group: Vec<Slot> = match groups.iter().find(|group| group.contains(&slot)) {
                Some(group) => group.clone(),
                None => vec![slot],
            };
            let of_source =
                |slot: &Slot| problem.variables[slot.index()].side == crate::machine::Side::Source;
            if group.iter().all(of_source) {
                let partner = problem.shared.iter().find(|(_, other)| group.contains(other));
                let of_partner = partner.and_then(|(own, _)| {
                    free.iter_mut().find(|known: &&mut Vec<Slot>| known.contains(own))
                });
                match (which, partner, of_partner) {
                    (Starts::Forced, Some((own, _)), Some(known)) => {
                        known.extend(&group);
                        tied.extend(&group);
                        forced.push(*own);
                        continue;
                    }
                    // A slot of the source that nothing ties to the target may hold any value.
                    _ => is_open = true,
                }
            }
            tied.extend(&group);
            free.push(group);
        }
        let mut starts = Vec::new();
        let sizes: Vec<usize> = free.iter().map(|group| self.domain(group[0]).len()).collect();
        let total: usize =
            sizes.iter().try_fold(1usize, |a, b| a.checked_mul(*b)).unwrap_or(usize::MAX);
        let stride = total / most + 1;
        // Coprime with small sizes, so that a sparse choice still varies every slot.
        let stride = if stride > 1 { stride | 1 } else { 1 };
        for hint in &self.hints {
            let value_of = |slot: &Slot| hint.iter().find(|(it, _)| it == slot).map(|it| it.1);
            for group in &free {
                let told = group.iter().filter_map(value_of);
                // What no longer matters is told as zero.
                let value = told.max_by_key(|value| value.unsigned_abs()).unwrap_or(0);
                group.iter().for_each(|slot| values[slot.index()] = value);
            }
            if let Some(start) = self.start(&values)
                && !starts.contains(&start)
            {
                starts.push(start);
            }
        }
        // What is required may hold of few: where no start is among those chosen, others are.
        let mut n_tried = 0usize;
        for offset in 0..stride {
            let mut number = offset;
            while number < total && starts.len() < most && n_tried < MAX_TRIED {
                let mut rest = number;
                for (group, size) in free.iter().zip(&sizes) {
                    let value = self.domain(group[0])[rest % size];
                    group.iter().for_each(|slot| values[slot.index()] = value);
                    rest /= size;
                }
                starts.extend(self.start(&values));
                number += stride;
                n_tried += 1;
            }
            if !starts.is_empty() || n_tried >= MAX_TRIED {
                break;
            }
        }
        starts.retain(|start| forced.iter().all(|slot| self.is_forced(*slot, start)));
        (starts, is_open)
    }

    /// The state with these values, if both may start in it.
    fn start(&self, values: &[i128]) -> Option<Values> {
        let mut state = Values::default();
        for (index, value) in values.iter().enumerate() {
            state.set(Slot(index as u32), *value);
        }
        let holds = |ex: Ex| self.problem.exprs.holds(ex, &state) == Some(true);
        let is_start =
            self.is_related(&state) && self.problem.requires.iter().all(|fact| holds(fact.ex));
        is_start.then_some(state)
    }

    /// Slots that relation and requirement make equal.
    fn equal_at_start(&self) -> Vec<Vec<Slot>> {
        let exprs = &self.problem.exprs;
        let mut groups: Vec<Vec<Slot>> = Vec::new();
        let mut pending: Vec<Ex> = self
            .problem
            .relation
            .iter()
            .chain(&self.problem.requires)
            .map(|fact| fact.ex)
            .collect();
        while let Some(ex) = pending.pop() {
            match exprs.node(ex) {
                Node::And(a, b) => pending.extend([a, b]),
                Node::Compare(CompareOp::Eq, a, b) => {
                    if let (Node::Slot(a), Node::Slot(b)) = (exprs.node(a), exprs.node(b)) {
                        let (mut joined, others): (Vec<_>, Vec<_>) = groups
                            .into_iter()
                            .partition(|group| group.contains(&a) || group.contains(&b));
                        let mut group: Vec<Slot> = joined.drain(..).flatten().collect();
                        group.extend([a, b]);
                        group.sort();
                        group.dedup();
                        groups = others;
                        groups.push(group);
                    }
                }
                _ => {}
            }
        }
        groups
    }
}
