//! What others do in a failing run, to the target and to all states of the source alike.

use super::{Event, MAX_SET, Node, Pending, Search};
use crate::crowd::{Moved, Threads};
use crate::explicit::Seen;
use crate::expr::Slot;
use crate::machine::UNDEFINED;
use crate::values::Values;

impl Search<'_, '_> {
    /// Others do what clauses allow them.
    pub(super) fn disturb(&mut self, index: usize, pending: &mut Pending) {
        let node = &self.nodes[index];
        let (place, own) = (node.place, node.values.clone());
        let n_disturbances = node.n_disturbances + 1;
        let Some(set) = self.gone_on(&own, &node.set) else { return };
        let Some((_, first)) = set.first() else { return };
        let joint = self.world.joined(&own, first);
        for disturbance in self.world.disturbances((place, set[0].0), &joint) {
            let command = &self.world.problem.environment.commands[disturbance.command];
            if !disturbance.is_forced || !command.is_exact {
                continue;
            }
            let own_after = self.world.only_target(&disturbance.values);
            let written: Vec<Slot> = command.updates.iter().map(|(slot, _)| *slot).collect();
            let Some(after) = self.written(&own_after, &set, &written) else {
                self.breaks = true;
                continue;
            };
            let event = Event::Environment { command: disturbance.command };
            let parent = Some((index, event));
            let others = Threads::default();
            self.add(
                Node { place, values: own_after, set: after, others, parent, n_disturbances },
                pending,
            );
        }
    }

    /// One of the threads that others are takes a step.
    pub(super) fn run_others(&mut self, index: usize, pending: &mut Pending) {
        let problem = self.world.problem;
        let Some(crowd) = &problem.environment.crowd else { return };
        let node = &self.nodes[index];
        let (place, own, set) = (node.place, node.values.clone(), node.set.clone());
        let n_disturbances = node.n_disturbances + 1;
        let moves = node.others.moves(crowd, &problem.exprs, &own, problem.n_state());
        let mut gone_on: Option<Vec<(usize, Values)>> = None;
        for Moved { number, step, choices, mut writes, threads } in moves {
            writes.retain(|(slot, value)| own[*slot] != *value);
            // What the relation may make different on both sides is left alone.
            if !writes.iter().all(|(slot, _)| self.world.equal.contains(slot)) {
                continue;
            }
            let mut own_after = own.clone();
            writes.iter().for_each(|(slot, value)| own_after.set(*slot, *value));
            let written: Vec<Slot> = writes.iter().map(|(slot, _)| *slot).collect();
            let after = match written.is_empty() {
                true => set.clone(),
                false => {
                    if gone_on.is_none() {
                        gone_on = self.gone_on(&own, &set);
                    }
                    let Some(before) = &gone_on else { continue };
                    let Some(after) = self.written(&own_after, before, &written) else {
                        self.breaks = true;
                        continue;
                    };
                    after
                }
            };
            let event = Event::Others { number, step, choices, writes: written };
            let node = Node {
                place,
                values: own_after,
                set: after,
                others: threads,
                parent: Some((index, event)),
                n_disturbances,
            };
            self.add(node, pending);
        }
    }

    /// The source's states behind a write of others, who give it the same values; nothing if none of
    /// them is related.
    fn written(
        &self,
        own_after: &Values,
        set: &[(usize, Values)],
        written: &[Slot],
    ) -> Option<Vec<(usize, Values)>> {
        let mut after = Vec::new();
        for (at, values) in set {
            let mut values = self.world.joined(own_after, values);
            for slot in written {
                if let Some(partner) = self.world.problem.partner(*slot) {
                    values.set(partner, own_after[*slot]);
                }
            }
            if self.world.is_related(&values) {
                after.push((*at, values));
            }
        }
        (!after.is_empty()).then_some(after)
    }

    /// Where the source can be when others act: it may have taken steps that nobody sees. Nothing if
    /// that may not be all.
    fn gone_on(&self, own: &Values, set: &[(usize, Values)]) -> Option<Vec<(usize, Values)>> {
        let mut all: Vec<(usize, Values)> = Vec::new();
        for (at, values) in set {
            let joint = self.world.joined(own, values);
            let follow = self.world.follow(*at, &joint, &Seen::Nothing, &[]);
            let is_undefined = follow.options.iter().any(|option| option.place == UNDEFINED);
            if follow.is_open || follow.is_cut || is_undefined || all.len() > MAX_SET {
                return None;
            }
            all.extend(follow.options.into_iter().map(|option| (option.place, option.values)));
        }
        let is_settled =
            |(_, values): &(usize, Values)| self.world.is_settled(&self.world.joined(own, values));
        all.sort();
        all.dedup();
        all.iter().all(is_settled).then_some(all)
    }
}
