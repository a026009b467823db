//! Values of a run: bits, which of them are indeterminate, and the object that a pointer came
//! from.
//!
//! A value is more than its bits in three ways, and all three are kept per value so that copying
//! needs no special case:
//!
//! - *Indeterminate bits.* A mask with a one for each bit that nothing has written. It is
//!   bit-precise, not value-precise, because a bit-field is written by reading its unit, masking
//!   and storing it back: the neighbours that are still indeterminate must not spoil it.
//! - *Origin.* The object that a pointer was made from. Integers carry it too: a copy of a
//!   pointer byte by byte, or through `uintptr_t`, is still a pointer to the same object. The
//!   address is in the bits; the origin says which object the address has to lie in.
//! - *Fault.* An operation without result (`1 / 0`) yields a value that carries the fault. All
//!   operands are evaluated, and the side of an `Ite` that is not chosen may fault without
//!   harm; only a fault that reaches the whole expression ends the run.
//!
//! ```text
//!   42                    bits 42
//!   &x                    bits 0x10000010, origin of x
//!   int x; x & 0xff00     bits 0, indeterminate 0xff00
//! ```

use crate::fault::FaultKind;

/// The object instance that a pointer was made from.
///
/// Slots of the table of instances are reused; the generation tells a pointer to the former
/// occupant from one to the present.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Origin {
    /// Zero for no object.
    pub(crate) slot: u32,
    pub(crate) generation: u32,
}

impl Origin {
    /// Made from no object: null, and integers that no object's address was cast to.
    pub const NONE: Self = Self { slot: 0, generation: 0 };

    /// Of values that something made which is not modelled: all their bits are indeterminate, not
    /// because the program left them so but because nobody can tell.
    pub(crate) const UNMODELLED: Self = Self { slot: u32::MAX, generation: 0 };

    #[inline]
    pub fn is_none(self) -> bool {
        self.slot == 0
    }
}

/// Invariant: `is_plain` is set exactly if no bit is indeterminate, the origin is none, and
/// there is no fault. Bits above the width of the value's type are zero, in the mask too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Value {
    bits: u128,
    indeterminate: u128,
    origin: Origin,
    fault: Option<FaultKind>,
    is_plain: bool,
}

impl Value {
    /// A number, a truth value or a null pointer.
    #[inline]
    pub const fn plain(bits: u128) -> Self {
        Self { bits, indeterminate: 0, origin: Origin::NONE, fault: None, is_plain: true }
    }

    #[inline]
    pub fn truth(value: bool) -> Self {
        Self::plain(u128::from(value))
    }

    pub fn with_origin(bits: u128, origin: Origin) -> Self {
        Self { origin, is_plain: origin.is_none(), ..Self::plain(bits) }
    }

    pub fn with_indeterminate(bits: u128, indeterminate: u128, origin: Origin) -> Self {
        let is_plain = indeterminate == 0 && origin.is_none();
        Self { bits: bits & !indeterminate, indeterminate, origin, fault: None, is_plain }
    }

    pub const fn faulty(fault: FaultKind) -> Self {
        Self { fault: Some(fault), is_plain: false, ..Self::plain(0) }
    }

    /// The bits; those that are indeterminate read as zero.
    #[inline]
    pub fn bits(&self) -> u128 {
        self.bits
    }

    /// A one for each bit that is indeterminate.
    #[inline]
    pub fn indeterminate(&self) -> u128 {
        self.indeterminate
    }

    /// Why nothing may depend on it, of a value that is indeterminate.
    pub(crate) fn why_open(&self, otherwise: FaultKind) -> FaultKind {
        match self.is_unmodelled() {
            true => FaultKind::Unmodelled,
            false => otherwise,
        }
    }

    pub(crate) fn is_unmodelled(&self) -> bool {
        self.origin == Origin::UNMODELLED
    }

    #[inline]
    pub fn is_indeterminate(&self) -> bool {
        self.indeterminate != 0
    }

    #[inline]
    pub fn origin(&self) -> Origin {
        self.origin
    }

    #[inline]
    pub fn fault(&self) -> Option<FaultKind> {
        self.fault
    }

    /// Nothing but bits.
    #[inline]
    pub fn is_plain(&self) -> bool {
        self.is_plain
    }
}
