//! Which heap blocks can still be reached: a scan from variables and live objects.
//!
//! A block is reached by any byte of a pointer that was made from it, wherever in the block it
//! points, and by integers that such a pointer was cast to. It is not reached by integers whose
//! origin was lost in arithmetic on two addresses (an XOR-linked list).
//!
//! The scan visits each instance once, so it ends and takes time linear in memory.

use index::{Id, IdSet};

use super::{Kind, Life, Memory};
use crate::value::Origin;

index::define_id!(
    /// A slot of the table of instances.
    struct SlotId, "slot"
);

impl Memory {
    /// Whether every live heap block can be reached from the roots or a live object that is not
    /// itself on the heap.
    pub(crate) fn is_all_reachable(&self, roots: impl Iterator<Item = Origin>) -> bool {
        if self.n_heap_blocks == 0 {
            return true;
        }
        self.reached(roots).1 == self.n_heap_blocks
    }

    /// The heap blocks that cannot be reached so.
    pub(crate) fn lost_blocks(&self, roots: impl Iterator<Item = Origin>) -> Vec<Origin> {
        let (reached, _) = self.reached(roots);
        self.blocks(|slot| !reached.contains(SlotId::new(slot)))
    }

    /// The heap blocks that are there.
    pub(crate) fn left_blocks(&self) -> Vec<Origin> {
        self.blocks(|_| true)
    }

    /// Whether a byte anywhere has no value that is modelled.
    pub(crate) fn has_unmodelled(&self) -> bool {
        self.instances.iter().any(|it| it.life == Life::Alive && it.bytes.has_unmodelled())
    }

    fn blocks(&self, is_meant: impl Fn(usize) -> bool) -> Vec<Origin> {
        let blocks = self.instances.iter().enumerate().filter(|(slot, instance)| {
            let is_block = matches!(instance.kind, Kind::Heap(_)) && instance.life == Life::Alive;
            is_block && is_meant(*slot)
        });
        blocks
            .map(|(slot, instance)| Origin { slot: slot as u32, generation: instance.generation })
            .collect()
    }

    fn reached(&self, roots: impl Iterator<Item = Origin>) -> (IdSet<SlotId>, usize) {
        let mut reached = IdSet::<SlotId>::new();
        let mut pending = Vec::new();
        let mut n_reached = 0;
        let others = self.instances.iter().filter(|it| !matches!(it.kind, Kind::Heap(_)));
        let held = others.flat_map(|instance| instance.bytes.origins());
        for origin in roots.chain(held) {
            self.visit(origin, &mut reached, &mut pending, &mut n_reached);
        }
        while let Some(slot) = pending.pop() {
            for origin in self.instances[slot].bytes.origins() {
                self.visit(origin, &mut reached, &mut pending, &mut n_reached);
            }
        }
        (reached, n_reached)
    }

    fn visit(
        &self,
        origin: Origin,
        reached: &mut IdSet<SlotId>,
        pending: &mut Vec<usize>,
        n_reached: &mut usize,
    ) {
        let slot = origin.slot as usize;
        // What is not modelled holds nothing that is known.
        let Some(instance) = self.instances.get(slot) else { return };
        let is_live_block = matches!(instance.kind, Kind::Heap(_))
            && instance.life == Life::Alive
            && instance.generation == origin.generation;
        if is_live_block && reached.insert(SlotId::new(slot)) {
            *n_reached += 1;
            pending.push(slot);
        }
    }
}
