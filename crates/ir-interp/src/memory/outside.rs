//! Which objects the outside of the program knows, and what becomes of their bytes.

use ir::{Actor, FunctionId};

use super::{Kind, Life, Memory, Target};
use crate::input::Unknown;
use crate::outcome::Stop;
use crate::value::Origin;

/// What came of telling the outside about objects.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Told {
    /// Bytes that were looked at.
    pub n_bytes: u64,
    /// A function of the program that the outside can call.
    pub callback: Option<FunctionId>,
}

impl Memory {
    /// The outside knows these objects from now on, and what can be reached from all that it
    /// knows; the bytes of all this become what it may have made of them.
    ///
    /// Ends: each object is visited once.
    pub(crate) fn tell_outside(
        &mut self,
        given: &[Origin],
        actor: Actor,
        has_body: impl Fn(FunctionId) -> bool,
    ) -> Result<Told, Stop> {
        let foreign: Vec<Origin> = self.foreign.values().copied().collect();
        let mut told = Told { n_bytes: 0, callback: None };
        for &origin in given.iter().chain(&foreign) {
            self.make_known(origin);
        }
        // Objects become known as those before them are looked through.
        let mut next = 0;
        while let Some(&origin) = self.known.get(next) {
            next += 1;
            let slot = origin.slot as usize;
            let instance = &self.instances[slot];
            if instance.life != Life::Alive || instance.generation != origin.generation {
                continue;
            }
            if let Kind::Function(function) = instance.kind
                && has_body(function)
            {
                told.callback.get_or_insert(function);
            }
            let inside: Vec<Origin> = instance.bytes.origins().collect();
            let (is_read_only, size) = (instance.is_read_only, instance.size.unwrap_or(0));
            told.n_bytes = told.n_bytes.saturating_add(16 + instance.bytes.cost());
            for origin in inside {
                self.make_known(origin);
            }
            if !is_read_only && size > 0 {
                if self.instances[slot].is_as_at_start {
                    self.save(slot);
                }
                self.instances[slot].bytes.make_unknown();
                self.instances[slot].changed_by = Some(actor);
            }
        }
        Ok(told)
    }

    fn make_known(&mut self, origin: Origin) {
        let slot = origin.slot as usize;
        let Some(instance) = self.instances.get(slot) else { return };
        if origin.is_none()
            || instance.is_known_outside
            || instance.life != Life::Alive
            || instance.generation != origin.generation
        {
            return;
        }
        if instance.is_as_at_start {
            self.save(slot);
        }
        self.instances[slot].is_known_outside = true;
        self.known.push(origin);
        self.find_by_address(origin);
    }

    pub(crate) fn is_function_known(&self, function: FunctionId) -> bool {
        let mut instances = self.known.iter().map(|origin| &self.instances[origin.slot as usize]);
        instances.any(|instance| matches!(instance.kind, Kind::Function(it) if it == function))
    }

    /// Where objects of the program begin that the outside knows.
    pub(crate) fn known_addresses(&self, limit: usize) -> Vec<u64> {
        let live = self.known.iter().filter_map(|origin| {
            let instance = &self.instances[origin.slot as usize];
            let is_foreign = matches!(instance.kind, Kind::Foreign(_));
            let is_data = !is_foreign && instance.size.is_some_and(|size| size > 0);
            let is_live = instance.life == Life::Alive && instance.generation == origin.generation;
            (is_data && is_live).then_some(instance.base)
        });
        live.take(limit).collect()
    }

    /// What is unknown about a byte, counted from the target.
    pub(crate) fn unknown(&self, target: Target, at: u64) -> Unknown {
        let (holder, offset) = (self.holder(target), target.offset + at);
        match self.instances[target.slot].changed_by {
            Some(actor) => Unknown::Changed { actor, holder, offset },
            None => Unknown::Memory { holder, offset },
        }
    }

    /// Who knows a live heap block, if anybody does.
    pub(crate) fn actor_with_block(&self) -> Option<Actor> {
        let mut blocks = self.known.iter().filter_map(|origin| {
            let instance = &self.instances[origin.slot as usize];
            let is_live = instance.life == Life::Alive && instance.generation == origin.generation;
            (is_live && matches!(instance.kind, Kind::Heap(_))).then_some(instance.changed_by)
        });
        blocks.next().map(|actor| actor.unwrap_or(Actor::Assembly))
    }

    /// Whether a block is left that the outside does not know.
    pub(crate) fn is_left_inside(&self) -> bool {
        self.instances.iter().any(|instance| {
            matches!(instance.kind, Kind::Heap(_))
                && instance.life == Life::Alive
                && !instance.is_known_outside
        })
    }

    /// Whether a block is lost that is reached neither from the roots nor from what the outside
    /// knows.
    pub(crate) fn is_lost_inside(&self, roots: impl Iterator<Item = Origin>) -> bool {
        !self.is_all_reachable(roots.chain(self.known.iter().copied()))
    }
}
