//! Device memory: addresses that the program names by numbers, and a device answers at.
//!
//! Each declared range is an object at its address. A constant that is turned into a pointer there is
//! a pointer into the object; numbers that are computed are looked up in concrete runs only, and
//! may be any pointer in a proof.

use c_sema::constant::{Constant as CConstant, evaluate};
use c_sema::typed::ExprId;
use ir::{Expr, Type};

use crate::function::FunctionLowering;
use crate::unit::UnitLowering;

/// Fixed addresses below this one are taken for a null pointer and its members.
const FIRST_PAGE: u128 = 4096;

impl UnitLowering<'_> {
    pub(crate) fn declare_devices(&mut self) {
        for range in self.surroundings.device_memory.clone() {
            let object = self.program.objects.push(ir::Object {
                name: format!("device.{:x}", range.start).into(),
                size: Some(range.size),
                align: 1,
                scope: ir::Scope::Global,
                span: source::Span::default(),
                contents: ir::Contents::Device { address: range.start },
                is_read_only: false,
                is_visible: false,
            });
            self.devices.push((range, object));
        }
    }

    /// The device at an address, and how far into its memory.
    pub(crate) fn device_at(&self, address: u128) -> Option<(ir::ObjectId, i64)> {
        self.devices.iter().find_map(|(range, object)| {
            let offset = address.checked_sub(u128::from(range.start))?;
            let is_inside = offset < u128::from(range.size);
            is_inside.then(|| i64::try_from(offset).ok().map(|offset| (*object, offset)))?
        })
    }
}

impl FunctionLowering<'_, '_> {
    /// The pointer that an address is, if a device answers there.
    pub(crate) fn device_address(&mut self, address: u128) -> Option<ir::ExprId> {
        let (object, offset) = self.up.device_at(address)?;
        let base = self.object_address(object);
        Some(self.pointer_add_bytes(base, offset.unsigned_abs()))
    }

    /// The pointer that a constant becomes, if a device answers there.
    pub(crate) fn constant_device_address(&mut self, operand: ExprId) -> Option<ir::ExprId> {
        if self.up.devices.is_empty() {
            return None;
        }
        match evaluate(self.unit(), operand)? {
            CConstant::Int(bits) => self.device_address(bits),
            _ => None,
        }
    }

    /// The number that a pointer was made from, if it is a constant that nobody declared.
    pub(crate) fn fixed_address(&self, pointer: ir::ExprId) -> Option<u128> {
        let (base, offset) = self.split_offset(pointer);
        let Expr::Convert(Type::Pointer, number) = self.node(base) else { return None };
        let Expr::Int(_, bits) = self.node(number) else { return None };
        let address = bits.checked_add_signed(offset)?;
        (address >= FIRST_PAGE).then_some(address)
    }
}
