//! What the future of a run depends on in memory; see [`crate::snapshot`].

use std::hash::{Hash, Hasher};

use super::{Kind, Life, Memory};
use crate::value::{Origin, Value};

impl Memory {
    pub(crate) fn hash_value(&self, value: &Value, out: &mut impl Hasher) {
        (value.bits(), value.is_plain()).hash(out);
        if value.is_plain() {
            return;
        }
        value.indeterminate().hash(out);
        value.fault().is_some().hash(out);
        self.hash_origin(value.origin(), out);
    }

    /// The object of a pointer: live ones differ in their addresses.
    pub(crate) fn hash_origin(&self, origin: Origin, out: &mut impl Hasher) {
        if origin.is_none() || origin == Origin::UNMODELLED {
            return origin.hash(out);
        }
        let instance = &self.instances[origin.slot as usize];
        instance.base.hash(out);
        let is_same = instance.generation == origin.generation;
        (is_same && instance.life == Life::Alive).hash(out);
        let is_dead_block = is_same && instance.life != Life::Alive;
        let number = match instance.kind {
            Kind::Heap(number) if is_dead_block => Some(number),
            _ => None,
        };
        number.hash(out);
    }

    /// The objects that a run has made or written to.
    pub(crate) fn hash_objects(&self, out: &mut impl Hasher) {
        // What is not as at the start was saved, or came later.
        let written = self.start.saved.iter().map(|(slot, _)| &self.instances[*slot]);
        let touched = written.chain(&self.instances[self.start.n_instances..]);
        let mut live: Vec<&super::Instance> = touched.filter(|it| it.life == Life::Alive).collect();
        live.sort_unstable_by_key(|instance| instance.base);
        live.len().hash(out);
        for instance in live {
            (instance.base, instance.size, instance.is_known_outside).hash(out);
            (instance.is_exposed, instance.is_read_only).hash(out);
            let number = match instance.kind {
                Kind::Heap(number) => Some(number),
                _ => None,
            };
            number.hash(out);
            instance.bytes.hash_shape(out);
            instance.bytes.for_each_block(|number, data, indeterminate, unknown, origins| {
                // Slices hash with their lengths, so that no part is taken for one of the next.
                (number, data, indeterminate, unknown, origins.len()).hash(out);
                for origin in origins {
                    self.hash_origin(*origin, out);
                }
            });
        }
        self.heap.hash_into(out);
    }
}
