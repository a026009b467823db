//! What a check demands, as a formula.
//!
//! Each formula implies the demand as `ir-interp` has it. Where it is stronger, a proof is lost and
//! nothing else: what contradicts it is replayed.

use index::IdSet;
use ir::{Condition, ExprId, ObjectId, Overlap};
use logic::TermId;

use crate::integers::Integers;
use crate::state::{Encoder, State};

/// Blocks of the heap and of the stack are aligned to so many bytes.
const BLOCK_ALIGN: u64 = 16;

impl Encoder<'_> {
    pub(crate) fn condition(&mut self, state: &State, condition: &Condition) -> TermId {
        match condition {
            Condition::Holds(expr) => self.expr(state, *expr),
            Condition::ValidAccess { pointer, size } => {
                let known = self.location.and_then(|at| self.known_object(*pointer, at));
                let (pointer, size) = (self.expr(state, *pointer), self.expr(state, *size));
                match known {
                    Some(object) => self.is_within(state, object, pointer, size),
                    None => self.is_valid_access(state, pointer, size),
                }
            }
            Condition::ValidFree { pointer } => {
                let pointer = self.expr(state, *pointer);
                self.is_valid_free(state, pointer)
            }
            Condition::AllFreed => self.all_freed(state),
            Condition::AllReachable => self.all_reachable(state),
            Condition::Initialised(_) => {
                self.is_exact = false;
                self.pool.fresh_var("is-initialised", logic::Sort::Bool)
            }
            Condition::Writable { pointer } => {
                let program = self.program;
                let read_only = self.targets(*pointer, |it| program.objects[it].is_read_only);
                self.points_to_none_of(state, *pointer, &read_only)
            }
            Condition::Apart { target, source, sizes, overlap } => {
                let (target, source) = (self.expr(state, *target), self.expr(state, *source));
                let sizes = sizes.map(|size| self.expr(state, size));
                self.is_apart(target, source, sizes, *overlap)
            }
            Condition::SameObject { left, right } => {
                let (left, right) = (self.expr(state, *left), self.expr(state, *right));
                let (left, right) = (self.object_part(left), self.object_part(right));
                self.pool.eq(left, right)
            }
            Condition::InObject { base, pointer } => {
                let (base, pointer) = (self.expr(state, *base), self.expr(state, *pointer));
                self.is_in_object(state, base, pointer)
            }
            Condition::Aligned { pointer, align } => self.is_aligned(state, *pointer, *align),
            Condition::Callable { pointer } => self.is_callable(state, *pointer),
        }
    }

    /// The objects of some kind that a pointer may point to.
    fn targets(&self, pointer: ExprId, is_of_kind: impl Fn(ObjectId) -> bool) -> IdSet<ObjectId> {
        match self.points_to.targets(pointer) {
            Some(targets) => targets.objects.iter().filter(|it| is_of_kind(*it)).collect(),
            None => self.program.objects.ids().filter(|it| is_of_kind(*it)).collect(),
        }
    }

    fn points_to_none_of(
        &mut self,
        state: &State,
        pointer: ExprId,
        objects: &IdSet<ObjectId>,
    ) -> TermId {
        let pointer = self.expr(state, pointer);
        let object = self.object_part(pointer);
        let mut none = self.pool.top();
        for it in objects.iter() {
            let address = self.object_address(state, it);
            let other = self.object_part(address);
            let is_it = self.pool.eq(object, other);
            let is_other = self.pool.not(is_it);
            none = self.pool.and2(none, is_other);
        }
        none
    }

    /// The blocks are within their objects, so that no sum wraps.
    fn is_apart(
        &mut self,
        target: TermId,
        source: TermId,
        [at_target, at_source]: [TermId; 2],
        overlap: Overlap,
    ) -> TermId {
        let (to, from) = (self.object_part(target), self.object_part(source));
        let same = self.pool.eq(to, from);
        let other = self.pool.not(same);
        let (to, from) = (self.wide_offset(target), self.wide_offset(source));
        let (to_end, from_end) = (self.word_add(to, at_target), self.word_add(from, at_source));
        let before = self.word_at_most(to_end, from);
        let behind = self.word_at_most(from_end, to);
        let none = self.word(self.format.width, 0);
        let mut apart = self.pool.or2(before, behind);
        apart = self.pool.or2(apart, other);
        for size in [at_target, at_source] {
            let is_empty = self.pool.eq(size, none);
            apart = self.pool.or2(apart, is_empty);
        }
        match overlap {
            Overlap::None => apart,
            Overlap::Exact => {
                let is_same = self.pool.eq(target, source);
                self.pool.or2(apart, is_same)
            }
        }
    }

    fn is_in_object(&mut self, state: &State, base: TermId, pointer: TermId) -> TermId {
        let Some(lives) = self.slots.lives else { return self.pool.bottom() };
        let (object, stays_in) = (self.object_part(base), self.object_part(pointer));
        let same = self.pool.eq(object, stays_in);
        let size = self.pool.select(state.get(lives.sizes), object);
        let offset = self.wide_offset(pointer);
        let is_inside = self.word_at_most(offset, size);
        let is_plain = self.is_plain_number(base);
        let is_unmoved = self.pool.eq(base, pointer);
        let is_within = self.pool.and2(same, is_inside);
        self.pool.ite(is_plain, is_unmoved, is_within)
    }

    fn is_aligned(&mut self, state: &State, pointer: ExprId, align: u64) -> TermId {
        if align > BLOCK_ALIGN || self.integers == Integers::Unbounded {
            self.is_exact = false;
            return self.pool.fresh_var("is-aligned", logic::Sort::Bool);
        }
        let program = self.program;
        let loose = self.targets(pointer, |it| program.objects[it].align < align);
        let is_tight = self.points_to_none_of(state, pointer, &loose);
        let address = self.expr(state, pointer);
        let bits = align.trailing_zeros();
        if bits == 0 {
            return self.pool.top();
        }
        let low = self.pool.extract(bits - 1, 0, address);
        let zero = self.pool.bv(bits, 0);
        let is_multiple = self.pool.eq(low, zero);
        self.pool.and2(is_tight, is_multiple)
    }

    fn is_callable(&mut self, state: &State, pointer: ExprId) -> TermId {
        let functions = match self.points_to.targets(pointer) {
            Some(targets) => targets.functions,
            None => self.program.functions.ids().collect(),
        };
        let pointer = self.expr(state, pointer);
        let mut is_one = self.pool.bottom();
        for function in functions.iter() {
            let address = self.fixed_address(1 + index::Id::index(function) as u128);
            let is_it = self.pool.eq(pointer, address);
            is_one = self.pool.or2(is_one, is_it);
        }
        is_one
    }
}
