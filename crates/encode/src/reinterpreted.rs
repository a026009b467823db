//! Addresses that are read as numbers, and numbers that are read as addresses.
//!
//! In memory, too, a pointer is the number of an object above an offset, which says nothing about
//! where the object lies. So bytes that are accessed as pointers here and as numbers there (a
//! union, `memcpy` into an `uintptr_t`, a look at single bytes) hold pointers in this form, and
//! whoever reads or writes them as a number of the same width does what a cast does. Of parts of
//! an address nothing is known: they are unknown when read, and what is written to them makes the
//! pointer unknown.
//!
//! Which bytes these are is told by the points-to analysis, field by field, so that numbers that
//! only lie beside a pointer in a record are as exact as ever.

use ir::Type;
use ir_passes::points_to::RegionId;
use logic::TermId;

use crate::state::Encoder;

impl Encoder<'_> {
    /// What a read at this type gives, of the bits that the region has there.
    pub(crate) fn read_as(&mut self, region: RegionId, ty: Type, bits: TermId) -> TermId {
        match ty {
            _ if !self.points_to.regions[region].is_reinterpreted() => bits,
            Type::Pointer => bits,
            Type::Int(int) if u32::from(int.width) == self.format.width => {
                self.convert(Type::Pointer, ty, bits)
            }
            Type::Bool | Type::Int(_) | Type::Float(_) => self.part_of_an_address(ty),
        }
    }

    /// The bits that a write of this value leaves in the region.
    pub(crate) fn written_as(&mut self, region: RegionId, ty: Type, value: TermId) -> TermId {
        match ty {
            _ if !self.points_to.regions[region].is_reinterpreted() => value,
            Type::Pointer => value,
            Type::Int(int) if u32::from(int.width) == self.format.width => {
                self.convert(ty, Type::Pointer, value)
            }
            Type::Bool | Type::Int(_) | Type::Float(_) => self.part_of_an_address(ty),
        }
    }

    fn part_of_an_address(&mut self, ty: Type) -> TermId {
        self.is_exact = false;
        let sort = self.sort_of(ty);
        self.pool.fresh_var("part-of-an-address", sort)
    }
}
