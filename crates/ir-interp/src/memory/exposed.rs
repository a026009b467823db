//! Objects whose address has become an integer, by address.
//!
//! An integer that is cast to a pointer and carries no origin of its own (it was computed)
//! points to the exposed object that contains its address, if there is one; an address just past
//! an object belongs to it when no other object contains it. Objects that were never cast cannot
//! be reached by guessing.

use std::collections::BTreeMap;

use super::{Life, Memory};
use crate::value::{Origin, Value};

#[derive(Clone, Debug, Default)]
pub(super) struct Exposed {
    objects: BTreeMap<u64, Origin>,
    /// Whether there ever was one.
    was_any: bool,
}

impl Exposed {
    /// The objects that are exposed now.
    pub(super) fn origins(&self) -> impl Iterator<Item = Origin> {
        self.objects.values().copied()
    }

    pub(super) fn remove(&mut self, base: u64) {
        self.objects.remove(&base);
    }
}

impl Memory {
    /// Notes that the address of the object is now known to the program as a number.
    pub(crate) fn expose(&mut self, origin: Origin) {
        self.exposed.was_any |= !origin.is_none() && origin != Origin::UNMODELLED;
        self.find_by_address(origin);
    }

    /// Pointers that are made from a number may lead to the object from now on.
    pub(super) fn find_by_address(&mut self, origin: Origin) {
        let Some(instance) = self.instances.get_mut(origin.slot as usize) else { return };
        if origin.is_none()
            || instance.is_exposed
            || instance.life != Life::Alive
            || instance.generation != origin.generation
        {
            return;
        }
        instance.is_exposed = true;
        self.exposed.objects.insert(instance.base, origin);
    }

    /// Whether the run has seen an address as a number, so that it may depend on where objects lie.
    pub(crate) fn has_exposed(&self) -> bool {
        self.exposed.was_any
    }

    /// The pointer that an integer means. Its own origin is taken if the address lies in that
    /// object, then an exposed object, then its own origin again: it is out of bounds there.
    pub(crate) fn pointer_of_integer(&self, integer: &Value) -> Value {
        let address = integer.bits() as u64;
        let own = integer.origin();
        if integer.is_indeterminate() || (!own.is_none() && self.contains(own, address)) {
            return *integer;
        }
        let device = self.devices.iter().find(|origin| self.contains(**origin, address));
        if let (Some(device), true) = (device, own.is_none()) {
            return Value::with_origin(integer.bits(), *device);
        }
        let found = self.exposed.objects.range(..=address).next_back().map(|(_, &origin)| origin);
        let found = found.filter(|&origin| self.contains(origin, address)).unwrap_or(own);
        Value::with_origin(integer.bits(), found)
    }

    fn contains(&self, origin: Origin, address: u64) -> bool {
        let instance = &self.instances[origin.slot as usize];
        instance.generation == origin.generation
            && address >= instance.base
            && address - instance.base <= instance.size.unwrap_or(u64::MAX)
    }
}
