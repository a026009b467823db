//! Which questions about two addresses C leaves open.
//!
//! Where objects lie is not the program's business, but it can ask: are two pointers equal, which
//! is the greater, how far are they apart? This interpreter lays objects out in one way of many,
//! so that its own answer would be one of many, too. A question has an answer here only where all
//! layouts agree:
//!
//! - pointers into one object are compared by their offsets;
//! - pointers into different objects are unequal, if both objects live at the same time and both
//!   pointers are within them.
//!
//! What is open: an order or a difference of pointers into different objects; whether one past the
//! end of an object is the start of another; whether a block has the place of one that was gone
//! before it began (`free` and `malloc`, `realloc`, locals of two calls); whether equal string
//! literals, or one and the end of another, are the same object. Clauses 6.5.9p6, 6.5.8p5, 6.5.6p9,
//! 6.4.5p7, 6.2.4p2.
//!
//! # What it cannot do
//! A number that an address was computed to (masked, shifted, hashed) has no origin any more, and
//! is compared as it is. `Interpreter::has_exposed_addresses` says that this may have happened.

use super::{Instance, Kind, Life, Memory};
use crate::value::{Origin, Value};

/// What is asked about two addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    Equality,
    /// Which is the greater, or how far they are apart.
    Order,
}

impl Asked {
    pub(crate) fn of(op: ir::CompareOp) -> Self {
        match op {
            ir::CompareOp::Eq | ir::CompareOp::Ne => Self::Equality,
            ir::CompareOp::Lt | ir::CompareOp::Le | ir::CompareOp::Gt | ir::CompareOp::Ge => {
                Self::Order
            }
        }
    }
}

/// Where blocks take the place of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Storage {
    Heap,
    Stack,
    Fixed,
}

impl Memory {
    /// Whether the answer depends on where objects lie. The values are of different origins.
    pub(crate) fn is_open(&self, asked: Asked, left: &Value, right: &Value) -> bool {
        if asked == Asked::Order {
            return true;
        }
        let (Some(a), Some(b)) = (self.named(left.origin()), self.named(right.origin())) else {
            // So long gone that nothing is known of it.
            return true;
        };
        // Functions have no bytes, and nothing has their addresses.
        if matches!(a.kind, Kind::Function(_)) || matches!(b.kind, Kind::Function(_)) {
            return false;
        }
        if follows(a, b) || follows(b, a) {
            return true;
        }
        let (at, bt) = (self.offset(a, left), self.offset(b, right));
        may_touch(a, at, bt) || may_touch(b, bt, at) || may_be_one(a, at, b, bt)
    }

    /// The next moment in the order of lives.
    pub(super) fn tick(&mut self) -> u64 {
        self.n_lives += 1;
        self.n_lives
    }

    /// The block may lie where another was that is gone by now.
    pub(crate) fn may_take_the_place(&mut self, block: Origin) {
        let now = self.tick();
        self.instances[block.slot as usize].born = now;
    }

    fn named(&self, origin: Origin) -> Option<&Instance> {
        let instance = self.instances.get(origin.slot as usize)?;
        (instance.generation == origin.generation).then_some(instance)
    }

    fn offset(&self, instance: &Instance, pointer: &Value) -> u64 {
        (pointer.bits() as u64).wrapping_sub(instance.base) & self.address_mask
    }

    /// Notes that the object is a string literal.
    pub(crate) fn mark_literal(&mut self, origin: Origin) {
        self.instances[origin.slot as usize].is_literal = true;
    }
}

/// Whether both are string literals that agree from there on to their ends.
fn may_be_one(a: &Instance, at: u64, b: &Instance, bt: u64) -> bool {
    let rest = |it: &Instance, from: u64| it.size.and_then(|size| size.checked_sub(from));
    let (Some(left), Some(right)) = (rest(a, at), rest(b, bt)) else { return false };
    a.is_literal
        && b.is_literal
        && left == right
        && (0..left).all(|i| a.bytes.cell(at + i).data == b.bytes.cell(bt + i).data)
}

/// Whether the second may have the place of the first, which was gone before it began.
fn follows(first: &Instance, second: &Instance) -> bool {
    let storage = storage(first.kind);
    first.life != Life::Alive
        && storage == self::storage(second.kind)
        && storage != Storage::Fixed
        && first.died < second.born
}

/// Whether the first pointer is outside its object, or just behind it where the second may begin.
fn may_touch(instance: &Instance, offset: u64, other: u64) -> bool {
    match instance.size {
        Some(size) => offset > size || (offset == size && other == 0),
        None => offset != 0 && other == 0,
    }
}

fn storage(kind: Kind) -> Storage {
    match kind {
        Kind::Heap(_) => Storage::Heap,
        Kind::Local(_) | Kind::Stack => Storage::Stack,
        Kind::Static(_) | Kind::Function(_) | Kind::Foreign(_) | Kind::Device(_) => Storage::Fixed,
    }
}
