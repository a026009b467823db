//! Lemmas about where pointers point to: into which object, and how far behind its start.
//!
//! ```text
//!   char line[80]; ...                    line[79] is 0
//!   for (s = line; *s; s++) ...           s points into `line`, at most 79 bytes behind its start
//! ```
//!
//! A pointer that moves in a loop stays inside of its object for one of a few reasons: a limit that it
//! is compared with, a terminator, a counter that moves along. The lemmas say what these reasons need:
//! the object, bounds by the object's size, multiples of the size of an element, how two pointers
//! into one object lie, and pointers that are a multiple of a counter away. As all others they are
//! guesses, which weakening filters.

use encode::Component;
use ir::{Type, VarId};
use logic::{BvCompare, Sort, TermId};

use crate::blocks::HeadId;
use crate::guesses::{Guesses, Number};

const MAX_POINTERS: usize = 6;
/// Counters that a pointer is compared with.
const MAX_COUNTERS: usize = 4;
/// Sizes of elements, as powers of two.
const ELEMENT_BITS: [u32; 4] = [0, 1, 2, 3];

/// A pointer at a head.
#[derive(Clone, Copy)]
struct Pointer {
    var: VarId,
    /// The number of its object.
    object: TermId,
    offset: TermId,
}

impl Guesses<'_, '_> {
    pub(crate) fn places(&mut self, head: HeadId, numbers: &[Number]) -> Vec<TermId> {
        let pointers = self.pointers(head);
        let mut seeds = Vec::new();
        for (index, pointer) in pointers.iter().enumerate() {
            self.inside_of_object(head, pointer, &mut seeds);
            for other in &pointers[index + 1..] {
                self.beside(pointer, other, &mut seeds);
            }
            for number in numbers.iter().filter(|it| it.is_changed).take(MAX_COUNTERS) {
                self.along(pointer, number, &mut seeds);
            }
        }
        seeds
    }

    fn pointers(&mut self, head: HeadId) -> Vec<Pointer> {
        let components = self.blocks.heads[head].components.clone();
        let mut pointers = Vec::new();
        for (component, name) in components {
            let Component::Var(var) = component else { continue };
            // Integers of any size have no parts.
            let is_pointer = self.encoder.type_of(var) == Type::Pointer
                && matches!(self.encoder.pool.sort(name), Sort::BitVec(_))
                && !self.encoder.is_terminator(var);
            if is_pointer && pointers.len() < MAX_POINTERS {
                let (object, offset) = self.encoder.parts_of_pointer(name);
                pointers.push(Pointer { var, object, offset });
            }
        }
        pointers
    }

    /// Which object it is, how far the pointer is from its start, and by multiples of what.
    fn inside_of_object(&mut self, head: HeadId, pointer: &Pointer, seeds: &mut Vec<TermId>) {
        for bits in ELEMENT_BITS.into_iter().filter(|bits| *bits > 0) {
            let low = self.encoder.pool.extract(bits - 1, 0, pointer.offset);
            let zero = self.encoder.pool.bv(bits, 0);
            seeds.push(self.encoder.pool.eq(low, zero));
        }
        let Some(behind) = self.encoder.object_behind(pointer.var) else { return };
        let is_it = |component: &Component| *component == Component::Address(behind.object);
        let mut components = self.blocks.heads[head].components.iter();
        let local = components.find(|(component, _)| is_it(component)).map(|(_, name)| *name);
        let Some(start) = behind.start.or(local) else { return };
        let (object, _) = self.encoder.parts_of_pointer(start);
        seeds.push(self.encoder.pool.eq(pointer.object, object));
        let width = self.encoder.address_format().offset_bits;
        let elements = ELEMENT_BITS.map(|bits| behind.size.checked_sub(1 << bits));
        for limit in [Some(behind.size)].into_iter().chain(elements).flatten() {
            let limit = self.encoder.pool.bv(width, u128::from(limit));
            seeds.push(self.encoder.pool.bv_compare(BvCompare::ULe, pointer.offset, limit));
        }
    }

    /// How two pointers lie to each other.
    fn beside(&mut self, one: &Pointer, other: &Pointer, seeds: &mut Vec<TermId>) {
        let pool = &mut self.encoder.pool;
        seeds.extend([
            pool.eq(one.object, other.object),
            pool.eq(one.offset, other.offset),
            pool.bv_compare(BvCompare::ULe, one.offset, other.offset),
            pool.bv_compare(BvCompare::ULe, other.offset, one.offset),
        ]);
    }

    /// The pointer is as many elements behind the start as a counter says.
    fn along(&mut self, pointer: &Pointer, number: &Number, seeds: &mut Vec<TermId>) {
        let Some(width) = self.encoder.pool.sort(pointer.offset).width() else { return };
        let Some(counter) = self.in_width(number, width) else { return };
        let pool = &mut self.encoder.pool;
        for bits in ELEMENT_BITS {
            let factor = pool.bv(width, 1 << bits);
            let distance = pool.bv_mul(counter, factor);
            seeds.push(pool.eq(pointer.offset, distance));
        }
    }
}
