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
//! only lie beside a pointer in a record are as exact as ever. What comes from outside the program
//! is unknown in any case: only pointers that the program itself puts there count.

use index::IdSet;
use ir::{Contents, ObjectId, Op, StaticBytes, Type};
use ir_passes::points_to::{Region, RegionId};
use logic::TermId;

use crate::state::Encoder;

impl Encoder<'_> {
    /// The regions in which the bytes of pointers are read or written as numbers.
    pub(crate) fn reinterpreted_regions(&self) -> IdSet<RegionId> {
        let (mut pointers, mut numbers) = (IdSet::new(), IdSet::new());
        let bodies = self.program.functions.values().filter_map(|function| function.body.as_ref());
        for edge in bodies.chain([self.body]).flat_map(|body| body.edges.values()) {
            let (pointer, ty, is_write) = match edge.op {
                Op::Load { pointer, access, .. } => (pointer, access.ty, false),
                Op::Store { pointer, access, .. } => (pointer, access.ty, true),
                _ => continue,
            };
            let Some(region) = self.points_to.region(pointer) else { continue };
            match ty {
                Type::Pointer if is_write => pointers.insert(region),
                Type::Pointer => false,
                Type::Bool | Type::Int(_) | Type::Float(_) => numbers.insert(region),
            };
        }
        let is_one =
            |region: &RegionId| pointers.contains(*region) || self.may_begin_with_pointers(*region);
        numbers.iter().filter(is_one).collect()
    }

    fn may_begin_with_pointers(&self, region: RegionId) -> bool {
        let region = &self.points_to.regions[region];
        region.types.contains(&Type::Pointer) && self.begin_with_pointers(region)
    }

    /// Does an object of the region have a pointer in it from the start?
    pub(crate) fn begin_with_pointers(&self, region: &Region) -> bool {
        let has_some = |object: ObjectId| match &self.program.objects[object].contents {
            Contents::Static(values) => {
                values.iter().any(|it| !matches!(it.value, StaticBytes::Bytes(_)))
            }
            _ => false,
        };
        !region.is_shadow && region.targets.objects.iter().any(has_some)
    }

    /// What a read at this type gives, of the bits that the region has there.
    pub(crate) fn read_as(&mut self, region: RegionId, ty: Type, bits: TermId) -> TermId {
        match ty {
            _ if !self.slots.reinterpreted.contains(region) => bits,
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
            _ if !self.slots.reinterpreted.contains(region) => value,
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
