//! Pointers that arithmetic moves.
//!
//! A pointer is one word, the number of an object above an offset, so that stepping out of an
//! object and back comes to the same place. A step that is as long as the range of offsets would
//! come to the object with the next number, and an access there would look valid. Where a check
//! asks what is valid, a pointer therefore stays within half of that range around the start of the
//! object it is *at home* in; one that leaves it belongs to nobody from then on. No access through
//! it is valid, as on every machine where objects do not happen to lie that way.
//!
//! # What needs no look
//! A short way up that is used at once, such as to a member of a record, leads from less than half
//! of the range above one object to less than the start of the next. What is kept is looked at
//! however short the way was: a loop adds short ways up.

use logic::{Term, TermId};

use crate::integers::Integers;
use crate::state::Encoder;

/// What is shorter than this leads to no other object at once.
const SHORT: u128 = 4096;

/// What a value is computed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// It is used and forgotten: an address that is accessed, a condition.
    Here,
    /// It is kept in a variable or in memory.
    Later,
}

impl Encoder<'_> {
    pub(crate) fn moved_pointer(
        &mut self,
        purpose: Purpose,
        base: TermId,
        offset: TermId,
    ) -> TermId {
        let sum = self.word_add(base, offset);
        let is_short = matches!(self.pool[offset], Term::BitVec(_, bits) if bits < SHORT);
        if self.slots.lives.is_none()
            || self.integers == Integers::Unbounded
            || (purpose == Purpose::Here && is_short)
        {
            return sum;
        }
        let (from, to) = (self.home(base), self.home(sum));
        let stays = self.pool.eq(from, to);
        let offset = self.pool.extract(self.format.offset_bits - 1, 0, sum);
        let nobody = self.word(self.format.object_bits(), self.format.nobody() as i128);
        let lost = self.pool.concat(nobody, offset);
        self.pool.ite(stays, sum, lost)
    }

    /// The number of the object whose start is nearest.
    fn home(&mut self, pointer: TermId) -> TermId {
        let half = self.word(self.format.width, i128::from(self.format.max_size()));
        let shifted = self.pool.bv_add(pointer, half);
        self.object_part(shifted)
    }
}
