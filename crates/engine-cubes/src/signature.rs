//! A quick test that a cube does not lie in another.
//!
//! Whether facts imply a cube for some naming of its processes is asked for every pair of cubes,
//! and the answer is mostly no. A signature has a bit for each symbol that is restricted, one for
//! each value that an enumeration is restricted to, and so on, whatever the processes are called.
//! What a cube demands must be among what the facts have.
//!
//! Sound: [`Signature::of_cube`] sets only bits of literals that facts cannot imply without
//! having the bit too; `Facts::implies` is the measure. Literals for which this is not so set no
//! bit. Bits are shared where they are more than the word has, which only lets more through.

use index::Id as _;

use crate::cube::Cube;
use crate::layout::{CellId, Layout, Values};
use crate::literal::Literal;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Signature(u128);

impl Signature {
    pub const NUMBERS: u32 = 126;
    pub const ORDER: u32 = 127;
    /// Bits for symbols and values.
    const N_SHARED: usize = 126;

    /// What facts must have to imply the cube.
    pub fn of_cube(layout: &Layout<'_>, cube: &Cube) -> Self {
        let mut signature = Self::default();
        for literal in &cube.literals {
            match literal {
                Literal::In(cell, mask) => signature.add_set(layout, *cell, *mask),
                Literal::Before(..) => signature.add(Self::ORDER),
                Literal::Linear(_) => signature.add(Self::NUMBERS),
                // Equalities follow from sets of values too, and so does order that may be equal.
                Literal::Same(..) | Literal::Differ(..) | Literal::NotAfter(..) => {}
            }
        }
        signature
    }

    pub fn add(&mut self, bit: u32) {
        self.0 |= 1 << bit;
    }

    /// A cell is restricted to some values.
    pub fn add_set(&mut self, layout: &Layout<'_>, cell: CellId, mask: u64) {
        let symbol = layout.symbol(cell).index();
        self.add((symbol * 67 % Self::N_SHARED) as u32);
        // The names of processes change from cube to cube, those of constructors do not.
        if matches!(layout.values(cell), Values::Enum(_)) && mask.count_ones() == 1 {
            let value = mask.trailing_zeros() as usize;
            self.add(((symbol * 67 + 1 + value * 5) % Self::N_SHARED) as u32);
        }
    }

    /// Whether facts with this signature may imply a cube with the other.
    pub fn may_imply(self, demanded: Self) -> bool {
        demanded.0 & !self.0 == 0
    }
}
