//! Memory as it is when a run begins, and how the next run gets it back.
//!
//! Functions and static objects are laid out once. An object of the layout is saved before it is
//! first written to; going back puts the saved objects in their places and drops everything that
//! came into being since. So a restart costs what the last run wrote, not what the program has:
//! a driver may have a megabyte of tables, of which a run of a thousand steps changes a few bytes.
//!
//! # Why nothing is left over
//! Bytes are changed behind `charge_write` only, which saves. Objects of the layout never die.
//! What else a run does to one of them is to expose its address, and all exposed objects are
//! listed; or to let the outside know it, and then it is saved too. Everything beside the objects is made as new.

use std::collections::{BTreeMap, VecDeque};

use super::exposed::Exposed;
use super::{Instance, Memory};
use crate::addresses::{HeapAddresses, Region};

#[derive(Clone, Debug, Default)]
pub(super) struct Start {
    pub(super) n_instances: usize,
    n_bytes: u64,
    /// Objects of the layout that were written to since, as they were, by their slot.
    pub(super) saved: Vec<(usize, Instance)>,
}

impl Memory {
    /// Takes what there is now for the start of every run.
    pub(crate) fn keep_as_start(&mut self) {
        for instance in &mut self.instances {
            instance.is_as_at_start = true;
        }
        let (n_instances, n_bytes) = (self.instances.len(), self.n_bytes);
        self.start = Start { n_instances, n_bytes, saved: Vec::new() };
    }

    /// Makes memory what it was when it was kept.
    pub(crate) fn go_back_to_start(&mut self) {
        for (slot, instance) in self.start.saved.drain(..) {
            self.instances[slot] = instance;
        }
        self.instances.truncate(self.start.n_instances);
        let exposed = std::mem::take(&mut self.exposed);
        for origin in exposed.origins() {
            if let Some(instance) = self.instances.get_mut(origin.slot as usize) {
                instance.is_exposed = false;
            }
        }
        self.dead = VecDeque::new();
        self.exposed = Exposed::default();
        self.foreign = BTreeMap::new();
        self.known = Vec::new();
        self.n_actions = 0;
        self.heap = HeapAddresses::new(self.map);
        self.stack = Region::new(self.map.stack, self.map.end);
        self.n_bytes = self.start.n_bytes;
        self.n_heap_blocks = 0;
        self.n_allocated = 0;
    }

    /// Saves an object of the layout that is about to be written to for the first time.
    #[cold]
    pub(super) fn save(&mut self, slot: usize) {
        self.start.saved.push((slot, self.instances[slot].clone()));
        self.instances[slot].is_as_at_start = false;
    }
}
