//! Which objects the outside of the program knows, and what becomes of their bytes.

use ir::{Actor, FunctionId};

use super::bytes::Bytes;
use super::{Kind, Life, Memory, Target};
use crate::input::Unknown;
use crate::notes::{ChangedBytes, Learned, NotedBytes, Pointee, Way};
use crate::outcome::Stop;
use crate::value::{Origin, Value};

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
                self.instances[slot].changed_in = self.n_actions;
            }
        }
        self.n_actions = self.n_actions.saturating_add(1);
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
        self.known_function(function).is_some()
    }

    /// Which of the things that the outside knows the function is.
    pub(crate) fn known_function(&self, function: FunctionId) -> Option<usize> {
        let mut instances = self.known.iter().map(|origin| &self.instances[origin.slot as usize]);
        instances.position(|instance| matches!(instance.kind, Kind::Function(it) if it == function))
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

    /// What is to be noted of an input for these bytes.
    pub(crate) fn noted(&self, target: Target, at: u64) -> NotedBytes {
        let instance = &self.instances[target.slot];
        let offset = target.offset + at;
        let origin = Origin { slot: target.slot as u32, generation: instance.generation };
        let known = self.known.iter().position(|known| *known == origin);
        let changed = known.filter(|_| instance.changed_by.is_some());
        let action = instance.changed_in as usize;
        let changed = changed.map(|known| ChangedBytes { known, offset, action });
        NotedBytes { address: instance.base.wrapping_add(offset), changed }
    }

    /// Where a pointer leads.
    pub(crate) fn pointee(&self, pointer: &Value) -> Pointee {
        let origin = pointer.origin();
        if pointer.bits() == 0 {
            return Pointee::Null;
        }
        let Some(instance) = self.instances.get(origin.slot as usize) else {
            return Pointee::Other;
        };
        if origin.is_none() || instance.generation != origin.generation {
            return Pointee::Other;
        }
        let offset = (pointer.bits() as u64).wrapping_sub(instance.base) & self.address_mask;
        let known = self.known.iter().position(|known| *known == origin);
        match (instance.kind, known) {
            (Kind::Foreign(number), _) => Pointee::Foreign { number, offset },
            (Kind::Static(object), _) => Pointee::Object { object, offset },
            (_, Some(known)) => Pointee::Known { known, offset },
            _ => Pointee::Other,
        }
    }

    /// How the outside came to know the objects from this one on; `values` is what it was given.
    pub(crate) fn learned(&self, first: usize, values: &[Value]) -> Vec<Learned> {
        let learned = |index: usize| {
            let origin = self.known[index];
            let instance = &self.instances[origin.slot as usize];
            let object = match instance.kind {
                Kind::Static(object) | Kind::Local(object) | Kind::Device(object) => Some(object),
                Kind::Stack | Kind::Heap(_) | Kind::Function(_) | Kind::Foreign(_) => None,
            };
            let delta = |pointer: &Value| {
                (pointer.bits() as u64).wrapping_sub(instance.base) & self.address_mask
            };
            if let Kind::Foreign(number) = instance.kind {
                return Learned { way: Way::Foreign(number), delta: 0, object };
            }
            if let Some(at) = values.iter().position(|value| value.origin() == origin) {
                return Learned { way: Way::Given(at), delta: delta(&values[at]), object };
            }
            // Whoever was learned before may lead here.
            let inside = self.known[..index].iter().enumerate().find_map(|(known, holder)| {
                let holder = &self.instances[holder.slot as usize];
                let (offset, pointer) = self.pointer_in(&holder.bytes, holder.size?, origin)?;
                Some((Way::Inside { known, offset }, delta(&pointer)))
            });
            let (way, delta) = inside.unwrap_or((Way::Pieces, 0));
            Learned { way, delta, object }
        };
        (first..self.known.len()).map(learned).collect()
    }

    /// The first whole pointer to an object among bytes.
    fn pointer_in(&self, bytes: &Bytes, size: u64, to: Origin) -> Option<(u64, Value)> {
        if !bytes.origins().any(|origin| origin == to) {
            return None;
        }
        let width = if self.address_mask == u64::from(u32::MAX) { 4 } else { 8 };
        let whole = (0..=size.checked_sub(width)?).map(|at| (at, bytes.read(at, width as usize)));
        whole.into_iter().find(|(_, value)| value.origin() == to)
    }

    pub(crate) fn n_known(&self) -> usize {
        self.known.len()
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
