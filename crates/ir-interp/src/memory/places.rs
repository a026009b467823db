//! What can be said of a pointer without accessing anything: whether its object may be written,
//! whether arithmetic left it, and how it is aligned.

use ir::ObjectId;

use super::{Kind, Memory};
use crate::addresses::{FIRST_PAGE, HEAP_ALIGN};
use crate::outcome::Stop;
use crate::value::Value;

impl Memory {
    pub(crate) fn is_read_only(&self, pointer: &Value) -> bool {
        let origin = pointer.origin();
        let instance = self.instances.get(origin.slot as usize);
        let instance = instance.filter(|instance| instance.generation == origin.generation);
        !origin.is_none() && instance.is_some_and(|instance| instance.is_read_only)
    }

    /// Whether a pointer that was made from another by arithmetic is still in its object or one
    /// behind it. The object need not be alive. Numbers that name no object are left alone, but
    /// nothing may be added to null.
    pub(crate) fn is_in_object(&self, base: &Value, pointer: &Value) -> Result<bool, Stop> {
        let origin = base.origin();
        if origin.is_none() {
            return Ok(base.bits() >= u128::from(FIRST_PAGE) || base.bits() == pointer.bits());
        }
        let instance = &self.instances[origin.slot as usize];
        if instance.generation != origin.generation || matches!(instance.kind, Kind::Foreign(_)) {
            return Ok(true);
        }
        let Some(size) = instance.size else {
            let what = "arithmetic on a pointer into an object of unknown size";
            return Err(Stop::Unsupported(what.into()));
        };
        let offset = (pointer.bits() as u64).wrapping_sub(instance.base) & self.address_mask;
        Ok(offset <= size)
    }

    /// Whether the address is a multiple of `align` wherever its object lies.
    pub(crate) fn is_aligned(
        &self,
        pointer: &Value,
        align: u64,
        object_align: impl Fn(ObjectId) -> u64,
    ) -> Result<bool, Stop> {
        let (origin, address) = (pointer.origin(), pointer.bits() as u64);
        if origin.is_none() {
            return Ok(address.is_multiple_of(align));
        }
        let instance = &self.instances[origin.slot as usize];
        if instance.generation != origin.generation {
            return Ok(address.is_multiple_of(align));
        }
        let known = match instance.kind {
            Kind::Static(object) | Kind::Local(object) => object_align(object),
            Kind::Heap(_) | Kind::Stack => HEAP_ALIGN,
            // Device memory lies where it was declared.
            Kind::Function(_) | Kind::Foreign(_) | Kind::Device(_) => {
                return Ok(address.is_multiple_of(align));
            }
        };
        let offset = address.wrapping_sub(instance.base);
        if !offset.is_multiple_of(align.min(known)) {
            return Ok(false);
        }
        if align > known {
            let what = "an access that is aligned only where its object happens to be";
            return Err(Stop::Unsupported(what.into()));
        }
        Ok(true)
    }
}
