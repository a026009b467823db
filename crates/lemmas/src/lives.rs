//! Lemmas about the blocks that pointers point to: different, alive, on the heap, and how large.
//!
//! ```text
//!   int *a = malloc(n * sizeof *a);           `a` points to the start of a block that is alive,
//!   for (i = 0; i < n; i++) a[i] = 0;         of `n * sizeof *a` bytes
//! ```
//!
//! The size of a block is what it was when the block was allocated. Where the variables that it was
//! computed from have not changed, it can be said with their names.

use encode::Component;
use logic::{BvCompare, Sort, TermId};

use crate::blocks::HeadId;
use crate::guesses::Guesses;
use crate::vocabulary::{Elements, Vocabulary};

/// Sizes that a block may have.
const MAX_SIZES: usize = 4;

impl Guesses<'_, '_> {
    pub(crate) fn lives(&mut self, head: HeadId) -> Vec<TermId> {
        let components = &self.blocks.heads[head].components;
        let table = |it: Component| {
            components.iter().find(|(component, _)| *component == it).map(|(_, name)| *name)
        };
        let tables = (table(Component::Alive), table(Component::Sizes), table(Component::OnHeap));
        let (Some(alive), Some(sizes), Some(heap)) = tables else { return Vec::new() };
        let lengths = self.sizes_of_blocks(head);
        let location = self.blocks.heads[head].location;
        let state = self.blocks.heads[head].state.clone();
        let mut seeds = Vec::new();
        let mut objects: Vec<TermId> = Vec::new();
        for pointer in self.encoder.pointers_at(location, &state) {
            // Integers of any size have no parts.
            if !matches!(self.encoder.pool.sort(pointer), Sort::BitVec(_)) {
                return Vec::new();
            }
            let (object, offset) = self.encoder.parts_of_pointer(pointer);
            let pool = &mut self.encoder.pool;
            for other in &objects {
                let same = pool.eq(object, *other);
                seeds.push(pool.not(same));
            }
            objects.push(object);
            // Null, and what lies around it, is in no object.
            let Some(bits) = pool.sort(object).width() else { continue };
            let nowhere = pool.bv(bits, 0);
            let is_nowhere = pool.eq(object, nowhere);
            seeds.push(pool.not(is_nowhere));
            for table in [alive, heap] {
                let (bit, one) = (pool.select(table, object), pool.bv(1, 1));
                seeds.push(pool.eq(bit, one));
            }
            let Some(width) = pool.sort(offset).width() else { continue };
            let start = pool.bv(width, 0);
            seeds.push(pool.eq(offset, start));
            let size = pool.select(sizes, object);
            for length in &lengths {
                seeds.push(pool.eq(size, *length));
                seeds.push(pool.bv_compare(BvCompare::ULe, *length, size));
            }
        }
        seeds
    }

    /// What the program asks for, as if it were asked at the head.
    fn sizes_of_blocks(&mut self, head: HeadId) -> Vec<TermId> {
        let state = self.blocks.heads[head].state.clone();
        let mut lengths = self.encoder.allocated_sizes(&state);
        let mut words = Vocabulary::of(&self.encoder.pool, self.blocks, head, Elements::Told);
        let pool = &self.encoder.pool;
        lengths.retain(|it| matches!(pool.sort(*it), Sort::BitVec(_)) && words.can_say(pool, *it));
        lengths.sort_unstable();
        lengths.dedup();
        lengths.truncate(MAX_SIZES);
        lengths
    }
}
