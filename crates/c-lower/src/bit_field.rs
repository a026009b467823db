//! Bit-fields: reading and writing some bits of the bytes that hold them.
//!
//! The bytes are read in pieces of 8, 4, 2 and 1, so that no byte is touched that holds no bit
//! of the field: the record may end there. Only where data races are asked about, adjacent bit-fields in other
//! bytes are touched, too: for the standard they are one memory location.
//!
//! ```text
//!   struct { unsigned a : 3, b : 7; } s;     s.b: bits 3..10 of 2 bytes
//!   read:   u7(bytes >> 3)            write:  (bytes & ~(0x7f << 3)) | (value << 3)
//! ```

use c_sema::types::{BitRange, Neighbours};
use ir::{Access, ArithOp, Expr, ExprId, IntType, Op, Type};
use verdict::CheckKind;

use crate::function::FunctionLowering;
use crate::volatile::Volatility;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Touch {
    Read,
    Write,
}

impl FunctionLowering<'_, '_> {
    pub(crate) fn load_bits(
        &mut self,
        pointer: ExprId,
        bits: BitRange,
        ty: Type,
        volatility: Volatility,
    ) -> ExprId {
        let bytes = byte_count(bits);
        self.check_access(pointer, bytes);
        self.touch_neighbours(pointer, bits, Touch::Read);
        let whole = self.load_bytes(pointer, bytes, volatility);
        let container = container(bytes);
        let start = self.int(container, i128::from(bits.start));
        let shifted = if bits.start == 0 { whole } else { self.arith(ArithOp::Shr, whole, start) };
        let field = field_type(bits, ty);
        let narrow = self.convert(shifted, Type::Int(container), field);
        self.convert(narrow, field, ty)
    }

    pub(crate) fn store_bits(&mut self, pointer: ExprId, bits: BitRange, value: ExprId, ty: Type) {
        let bytes = byte_count(bits);
        let container = container(bytes);
        self.check_access(pointer, bytes);
        self.check_writable(pointer);
        self.touch_neighbours(pointer, bits, Touch::Write);
        let field = Type::Int(IntType::unsigned(bits.width.clamp(1, 128)));
        let narrow = self.convert(value, ty, field);
        let wide = self.convert(narrow, field, Type::Int(container));
        let is_whole = u64::from(bits.width) == bytes * 8;
        let whole = if is_whole {
            wide
        } else {
            let start = self.int(container, i128::from(bits.start));
            let placed = if bits.start == 0 { wide } else { self.arith(ArithOp::Shl, wide, start) };
            let mask = IntType::unsigned(bits.width).mask() << bits.start;
            let keep = self.pool().intern(Expr::Int(container, !mask & container.mask()));
            let old = self.load_bytes(pointer, bytes, Volatility::Ordinary);
            let kept = self.arith(ArithOp::BitAnd, old, keep);
            self.arith(ArithOp::BitOr, kept, placed)
        };
        self.store_bytes(pointer, bytes, whole);
    }

    /// Reads, or reads and writes as they are, the bytes of adjacent bit-fields: where data races are asked
    /// about, whoever does something to one of them does it to all (C17 3.14p3).
    fn touch_neighbours(&mut self, pointer: ExprId, bits: BitRange, touch: Touch) {
        if !self.up.facts.is_concurrent || !self.wants(CheckKind::DataRace) {
            return;
        }
        let Neighbours { in_front, behind } = bits.neighbours;
        let own = byte_count(bits);
        let (in_front, behind) = (in_front as i64, behind as i64);
        let others = (-in_front..0).chain(own as i64..behind);
        let ty = Type::Int(IntType::unsigned(8));
        for offset in others {
            let distance = self.int(self.model().offset_type(), i128::from(offset));
            let at = self.pointer_add(pointer, distance);
            let target = self.temporary("%bits", ty);
            let access = Access { ty, is_volatile: false };
            self.emit(Op::Load { target, pointer: at, access });
            if touch == Touch::Write {
                let value = self.var(target);
                self.emit(Op::Store { pointer: at, value, access });
            }
        }
    }

    /// What reading the field gives after `value` has been written to it.
    pub(crate) fn truncated_to_bits(&mut self, bits: BitRange, value: ExprId, ty: Type) -> ExprId {
        let field = field_type(bits, ty);
        let narrow = self.convert(value, ty, field);
        self.convert(narrow, field, ty)
    }

    fn load_bytes(&mut self, pointer: ExprId, bytes: u64, volatility: Volatility) -> ExprId {
        let whole = Type::Int(container(bytes));
        let mut result = None;
        for (offset, length) in pieces(bytes) {
            let ty = Type::Int(container(length));
            let target = self.temporary("%bits", ty);
            let at = self.pointer_add_bytes(pointer, offset);
            let is_volatile = volatility == Volatility::AnyValue;
            self.emit(Op::Load { target, pointer: at, access: Access { ty, is_volatile } });
            let piece = self.var(target);
            let piece = self.convert(piece, ty, whole);
            result = Some(match result {
                None => piece,
                Some(low) => {
                    let amount = self.int(container(bytes), i128::from(offset * 8));
                    let high = self.arith(ArithOp::Shl, piece, amount);
                    self.arith(ArithOp::BitOr, low, high)
                }
            });
        }
        result.unwrap_or_else(|| self.zero(whole))
    }

    fn store_bytes(&mut self, pointer: ExprId, bytes: u64, value: ExprId) {
        let whole = Type::Int(container(bytes));
        for (offset, length) in pieces(bytes) {
            let ty = Type::Int(container(length));
            let amount = self.int(container(bytes), i128::from(offset * 8));
            let shifted = if offset == 0 { value } else { self.arith(ArithOp::Shr, value, amount) };
            let piece = self.convert(shifted, whole, ty);
            let at = self.pointer_add_bytes(pointer, offset);
            let access = Access { ty, is_volatile: false };
            self.emit(Op::Store { pointer: at, value: piece, access });
        }
    }
}

/// Bytes that hold a bit of the field.
pub(crate) fn byte_count(bits: BitRange) -> u64 {
    (u64::from(bits.start) + u64::from(bits.width)).div_ceil(8).clamp(1, 16)
}

fn container(bytes: u64) -> IntType {
    IntType::unsigned((bytes * 8) as u8)
}

pub(crate) fn field_type(bits: BitRange, ty: Type) -> Type {
    let is_signed = ty.as_int().is_some_and(IntType::is_signed);
    let width = bits.width.clamp(1, 128);
    Type::Int(if is_signed { IntType::signed(width) } else { IntType::unsigned(width) })
}

/// Offsets and lengths of the accesses that cover so many bytes, each a power of two long.
fn pieces(bytes: u64) -> impl Iterator<Item = (u64, u64)> {
    let mut offset = 0;
    std::iter::from_fn(move || {
        let rest = bytes.checked_sub(offset).filter(|rest| *rest > 0)?;
        let length = [8, 4, 2, 1].into_iter().find(|length| *length <= rest)?;
        let piece = (offset, length);
        offset += length;
        Some(piece)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_cover_every_byte_once() {
        for bytes in 1..=16 {
            let mut next = 0;
            for (offset, length) in pieces(bytes) {
                assert_eq!(offset, next);
                assert!(length.is_power_of_two() && length <= 8);
                next += length;
            }
            assert_eq!(next, bytes);
        }
    }
}
