//! Pointers as bit-vectors: the number of an object above an offset.
//!
//! ```text
//!   LP64    24 bits of object   40 bits of offset
//!   ILP32   12 bits of object   20 bits of offset
//! ```
//!
//! Arithmetic on pointers is arithmetic on the whole word, so that stepping out of an object and
//! back again comes to the same place. Objects never overlap, whatever the offsets, as long as
//! they are smaller than the offset's range; larger ones cannot be encoded.
//!
//! Where an object lies is not known, and no proof may depend on it. A pointer that becomes a
//! number is therefore an unknown base of its object plus the offset; pointers into different
//! objects are ordered in an unknown way. Object number 0 holds null and what small numbers
//! become as pointers, the highest number what small negative ones become: these two are the
//! numbers that they look like, in both directions.

use ir::DataModel;

/// How a pointer's bits are divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddressFormat {
    pub width: u32,
    pub offset_bits: u32,
}

impl AddressFormat {
    pub fn of(model: DataModel) -> Self {
        match model {
            DataModel::Lp64 => Self { width: 64, offset_bits: 40 },
            DataModel::Ilp32 => Self { width: 32, offset_bits: 20 },
        }
    }

    pub fn object_bits(self) -> u32 {
        self.width - self.offset_bits
    }

    /// The object that stands for small negative numbers.
    pub fn last_object(self) -> u128 {
        (1 << self.object_bits()) - 1
    }

    /// The number of what is never alive.
    pub fn nobody(self) -> u128 {
        self.last_object() - 1
    }

    /// The bits of the address of an object.
    pub fn address(self, object: u128) -> u128 {
        object << self.offset_bits
    }

    /// The largest object that can be told apart from its neighbours. Half of the range stays
    /// free, so that pointers a little outside are nobody's.
    pub fn max_size(self) -> u64 {
        1 << (self.offset_bits - 1)
    }
}
