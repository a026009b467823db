//! Where a heap block is lost: the statement that takes its last pointer away.
//!
//! That a block cannot be reached any more is asked at certain places only, so a run may fail long after
//! the statement that people have to mend. The steps of the run say who got the block's address and who
//! lost it: a variable or a place in memory that is set to something else, or whose function returns.
//!
//! ```text
//!   4 | char *a = malloc(3);    `a` holds the block
//!   8 | a = malloc(4);          nobody does: it is lost here
//!  10 | return 0;               here it is asked
//! ```
//!
//! Addresses that are copied byte by byte, and what other threads hold, are not followed: then nothing is
//! told. Nor is it where the address turns up again behind the step that was found. For display alone.

use std::collections::BTreeMap;

use ir::{Op, Scope, VarId, VarOrigin};
use ir_interp::{Effect, Origin, Place, Step};
use source::Span;

use super::Teller;
use crate::c::explain::{op_of, span_of};

/// Who holds an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Holder {
    /// A variable of the activation at this depth; those of all functions at depth 0.
    Variable(VarId, usize),
    Memory(u64),
}

/// Those who hold one of the blocks, as the run goes by.
struct Holders<'t, 'p> {
    teller: &'t Teller<'p>,
    blocks: &'t [Origin],
    /// Where blocks begin, by their addresses: those of the question among them.
    starts: BTreeMap<u64, Origin>,
    held: BTreeMap<Holder, Option<Place>>,
}

impl Teller<'_> {
    /// The user's text at the step that takes the last pointer to these blocks away.
    pub(super) fn lost_at(&self, blocks: &[Origin]) -> Option<Span> {
        if self.trace.n_forgotten() > 0 || !self.trace.waiting().is_empty() {
            return None;
        }
        let (starts, held) = (BTreeMap::new(), BTreeMap::new());
        let mut holders = Holders { teller: self, blocks, starts, held };
        let mut lost = None;
        let steps: Vec<&Step> = self.trace.steps().collect();
        for (index, step) in steps.iter().enumerate() {
            let was_held = !holders.held.is_empty();
            if step.thread != steps[0].thread {
                return None;
            }
            let is_seen = holders.take(index, step)?;
            match (was_held, holders.held.is_empty()) {
                (true, true) => lost = Some((index, is_seen)),
                _ if is_seen => lost = None,
                _ => {}
            }
        }
        let (lost, is_handed_on) = lost.filter(|_| holders.held.is_empty())?;
        // A result that nobody keeps is lost by who called.
        let depth = steps[lost].depth.saturating_sub(usize::from(is_handed_on));
        let before = steps[..=lost].iter().rev().filter(|step| step.depth <= depth);
        let mut spans = before.map(|step| span_of(self.program, step.site));
        spans.find(|span| *span != Span::default() && self.source.is_users(*span))
    }
}

impl Holders<'_, '_> {
    fn is_asked(&self, block: Origin) -> bool {
        self.blocks.contains(&block)
    }

    /// Whether the step has one of the addresses in its hands; none if nobody can tell.
    fn take(&mut self, index: usize, step: &Step) -> Option<bool> {
        let program = self.teller.program;
        let op = op_of(program, step.site);
        if let Op::Free { .. } | Op::Reallocate { .. } = op {
            self.freed(index);
        }
        match &step.effect {
            Effect::Assigned { var, value } => {
                if let Op::Allocate { .. } | Op::Reallocate { .. } = op {
                    self.starts.insert(value.bits() as u64, value.origin());
                }
                let is_one = self.is_asked(value.origin());
                self.set_variable(*var, step.depth, is_one);
                Some(is_one)
            }
            Effect::Stored { place, value, .. } => {
                let start = place.address.wrapping_sub(place.offset);
                let is_inside = self.starts.get(&start).is_some_and(|it| self.is_asked(*it));
                let is_one = self.is_asked(value.origin());
                self.set(Holder::Memory(place.address), is_one && !is_inside, Some(*place));
                Some(is_one)
            }
            Effect::Overwritten { place, size } => {
                // What is copied may be an address.
                if let Op::Copy { .. } = op
                    && !self.held.is_empty()
                {
                    return None;
                }
                let end = place.address.saturating_add(*size);
                let is_in = |it: &Holder| matches!(it, Holder::Memory(at) if (place.address..end).contains(at));
                self.held.retain(|holder, _| !is_in(holder));
                Some(false)
            }
            Effect::Called { function, arguments } => {
                let parameters = &program.functions[*function].parameters;
                for (parameter, value) in parameters.iter().zip(arguments) {
                    let is_one = self.is_asked(value.origin());
                    self.set_variable(*parameter, step.depth + 1, is_one);
                }
                Some(arguments.iter().any(|value| self.is_asked(value.origin())))
            }
            Effect::Returned { target, value } => {
                self.left(step);
                let is_one = value.as_ref().is_some_and(|value| self.is_asked(value.origin()));
                if let Some(target) = target {
                    let depth = step.depth.saturating_sub(1);
                    self.set_variable(*target, depth, is_one);
                }
                Some(is_one)
            }
            Effect::None | Effect::Astray { .. } => Some(false),
        }
    }

    /// What lowering keeps for itself is no pointer that the program has.
    fn set_variable(&mut self, var: VarId, depth: usize, is_one: bool) {
        let var_of = &self.teller.program.vars[var];
        let depth = if var_of.scope == Scope::Global { 0 } else { depth };
        let is_own = var_of.origin == VarOrigin::Source;
        self.set(Holder::Variable(var, depth), is_one && is_own, None);
    }

    fn set(&mut self, holder: Holder, is_one: bool, place: Option<Place>) {
        match is_one {
            true => self.held.insert(holder, place),
            false => self.held.remove(&holder),
        };
    }

    /// An activation is over, with its variables and objects.
    fn left(&mut self, step: &Step) {
        let program = self.teller.program;
        let is_own = |place: &Place| {
            let object = place.object.map(|object| program.objects[object].scope);
            object == Some(Scope::Local(step.site.function))
        };
        self.held.retain(|holder, place| match holder {
            Holder::Variable(_, depth) => *depth != step.depth || step.depth == 0,
            Holder::Memory(_) => !place.as_ref().is_some_and(is_own),
        });
    }

    /// What a block held goes with it.
    fn freed(&mut self, index: usize) {
        let is_gone =
            |block: &Origin| self.teller.trace.freed_at(*block).is_some_and(|at| at == index);
        let gone: Vec<u64> =
            self.starts.iter().filter(|(_, block)| is_gone(block)).map(|(at, _)| *at).collect();
        let is_in = |place: &Place| gone.contains(&place.address.wrapping_sub(place.offset));
        self.held.retain(|_, place| !place.as_ref().is_some_and(is_in));
    }
}
