//! Memory as it is at some point of a run, to be brought back.
//!
//! Most of what a program has is as it was at the start: functions, tables, literals. So only what
//! the run has written to is kept, and everything that came into being since.

use std::collections::{BTreeMap, VecDeque};

use super::exposed::Exposed;
use super::{Instance, Memory};
use crate::addresses::{HeapAddresses, Region};
use crate::value::Origin;

/// The memory of one moment.
#[derive(Clone, Debug)]
pub(crate) struct MemoryState {
    /// Objects of the layout that were written to, by their slots.
    changed: Vec<(usize, Instance)>,
    later: Vec<Instance>,
    dead: VecDeque<u32>,
    exposed: Exposed,
    foreign: BTreeMap<u32, Origin>,
    known: Vec<Origin>,
    n_actions: u32,
    heap: HeapAddresses,
    stack: Region,
    n_bytes: u64,
    n_heap_blocks: usize,
    n_allocated: u32,
    n_lives: u64,
}

impl Memory {
    pub(crate) fn state(&self) -> MemoryState {
        let saved = self.start.saved.iter();
        MemoryState {
            changed: saved.map(|(slot, _)| (*slot, self.instances[*slot].clone())).collect(),
            later: self.instances[self.start.n_instances..].to_vec(),
            dead: self.dead.clone(),
            exposed: self.exposed.clone(),
            foreign: self.foreign.clone(),
            known: self.known.clone(),
            n_actions: self.n_actions,
            heap: self.heap.clone(),
            stack: self.stack.clone(),
            n_bytes: self.n_bytes,
            n_heap_blocks: self.n_heap_blocks,
            n_allocated: self.n_allocated,
            n_lives: self.n_lives,
        }
    }

    /// Makes memory what it was. Objects of the layout that only the present has written to go back
    /// to the start.
    pub(crate) fn set_state(&mut self, state: &MemoryState) {
        self.go_back_to_start();
        for (slot, instance) in &state.changed {
            self.save(*slot);
            self.instances[*slot].clone_from(instance);
        }
        self.instances.extend_from_slice(&state.later);
        self.dead.clone_from(&state.dead);
        self.exposed.clone_from(&state.exposed);
        // An object may be exposed without being written to.
        let n_instances = self.start.n_instances;
        for origin in state.exposed.origins() {
            let slot = origin.slot as usize;
            if slot < n_instances {
                self.instances[slot].is_exposed = true;
            }
        }
        self.foreign.clone_from(&state.foreign);
        self.known.clone_from(&state.known);
        self.n_actions = state.n_actions;
        self.heap.clone_from(&state.heap);
        self.stack.clone_from(&state.stack);
        self.n_bytes = state.n_bytes;
        self.n_heap_blocks = state.n_heap_blocks;
        self.n_allocated = state.n_allocated;
        self.n_lives = state.n_lives;
    }
}
