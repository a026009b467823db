//! The end of building: which slots still matter at each place, and what is left out for it.

use ir::LocationId;
use rustc_hash::FxHashSet;
use source::Span;

use crate::build::Builder;
use crate::expr::{Exprs, Slot};
use crate::machine::{FIRST, Label, Machine, Side, Step};

impl Builder<'_> {
    pub(crate) fn finish(self, side: Side, mut steps: Vec<Step>) -> Machine {
        let first_span = |location: &LocationId| {
            let outgoing = &self.body.locations[*location].outgoing;
            let edge = outgoing.first().map(|edge| self.body.edges[*edge].provenance.span);
            (*location, edge.unwrap_or_default())
        };
        let locations: Vec<(LocationId, Span)> = self.order.iter().map(first_span).collect();
        let n_places = locations.len() + FIRST;
        let mut outgoing = vec![Vec::new(); n_places];
        for (index, step) in steps.iter().enumerate() {
            outgoing[step.from].push(index);
        }
        let live = live(self.exprs, &steps, &outgoing, self.slots.shared);
        for step in &mut steps {
            step.updates.retain(|(slot, _)| {
                self.slots.shared.contains(slot) || live[step.to].contains(slot)
            });
            // A choice that nothing depends on is none.
            let mut used = self.exprs.slots_of(step.guard);
            step.updates.iter().for_each(|(_, value)| used.extend(self.exprs.slots_of(*value)));
            if let Label::Call { arguments, result, .. } = &step.label {
                arguments.iter().for_each(|it| used.extend(self.exprs.slots_of(*it)));
                used.extend(result);
            }
            if let Label::Return(Some(value)) = &step.label {
                used.extend(self.exprs.slots_of(*value));
            }
            let kept = step.choices.iter().zip(&step.choice_edges);
            let kept = kept.filter(|(choice, _)| used.contains(choice));
            (step.choices, step.choice_edges) = kept.map(|(a, b)| (*a, *b)).unzip();
        }
        let start = self.places[&self.body.entry];
        let parameters = self.program.functions[self.program.entry].parameters.iter();
        let parameters = parameters.map(|var| (*var, self.slots.of.get(var).copied())).collect();
        Machine { side, locations, steps, outgoing, start, live, parameters }
    }
}

/// The slots that may still be read from each place on.
fn live(
    exprs: &Exprs,
    steps: &[Step],
    outgoing: &[Vec<usize>],
    shared: &FxHashSet<Slot>,
) -> Vec<Vec<Slot>> {
    let mut live: Vec<FxHashSet<Slot>> = vec![FxHashSet::default(); outgoing.len()];
    loop {
        let mut is_stable = true;
        for step in steps.iter().rev() {
            let mut read: Vec<Slot> = exprs.slots_of(step.guard);
            match &step.label {
                Label::Call { arguments, .. } => {
                    arguments.iter().for_each(|it| read.extend(exprs.slots_of(*it)));
                }
                Label::Return(Some(value)) => read.extend(exprs.slots_of(*value)),
                Label::Return(None)
                | Label::Silent
                | Label::Abort
                | Label::Error
                | Label::Undefined(_)
                | Label::Unmodelled(_) => {}
            }
            let written: FxHashSet<Slot> = step.updates.iter().map(|(slot, _)| *slot).collect();
            for (slot, value) in &step.updates {
                if shared.contains(slot) || live[step.to].contains(slot) {
                    read.extend(exprs.slots_of(*value));
                }
            }
            read.extend(live[step.to].iter().filter(|slot| !written.contains(slot)));
            for slot in read {
                let is_choice = step.choices.contains(&slot);
                if !is_choice && !shared.contains(&slot) && live[step.from].insert(slot) {
                    is_stable = false;
                }
            }
        }
        if is_stable {
            break;
        }
    }
    live.into_iter()
        .map(|slots| {
            let mut slots: Vec<Slot> = slots.into_iter().collect();
            slots.sort();
            slots
        })
        .collect()
}
