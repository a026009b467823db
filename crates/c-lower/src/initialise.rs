//! Initialisers of automatic objects: what is not mentioned becomes zero, then the parts are
//! written in order.

use c_sema::typed::{ExprKind, Init, InitPart, ObjectId, Repeat};
use c_sema::types::{ArrayLength, Type as CType, TypeId};
use c_syntax::ast::RecordKind;
use ir::{ArithOp, CompareOp, EdgeRole, Op, Type};

use verdict::CheckKind;

use crate::class::Class;
use crate::function::FunctionLowering;
use crate::place::Place;

/// Repeated parts up to this number are written one by one, more by a loop.
const MAX_UNROLLED: u64 = 8;

impl FunctionLowering<'_, '_> {
    pub(crate) fn initialise(&mut self, object: ObjectId, init: &Init) {
        let unit = self.unit();
        let ty = unit.objects[object].ty.ty;
        match self.object_place(object) {
            Place::Register(target) => match init.parts.first() {
                Some(part) => self.value_into(target, part.value),
                None => {
                    let value = self.zero(self.up.program.vars[target].ty);
                    self.emit(Op::Assign { target, value });
                }
            },
            Place::Memory(pointer) => {
                let size = unit.types.size_of(ty).unwrap_or(0);
                // What is filled first is known to be initialised, whatever the parts cover. Of
                // what lies between members nothing is said (C17 6.2.6.1p6); bits that no field has are
                // filled all the same, since proofs keep count of bytes that were written.
                let is_padded = self.n_bits(ty) != Some(size * 8)
                    && !init.parts.iter().any(|part| part.bits.is_some());
                let is_covered =
                    self.covers(init, ty) && (is_padded || !self.wants(CheckKind::Initialised));
                if init.zeroes_rest && size > 0 && !is_covered {
                    let byte = self.int(ir::IntType::unsigned(8), 0);
                    let size = self.size(size);
                    self.emit(Op::Fill { target: pointer, byte, size });
                }
                for part in &init.parts {
                    self.initialise_part(pointer, part);
                }
            }
            Place::Bits(..) | Place::Nowhere => {}
        }
    }

    /// True if the parts leave no member untouched.
    fn covers(&self, init: &Init, ty: TypeId) -> bool {
        let mut stretches = Vec::with_capacity(init.parts.len());
        for part in &init.parts {
            let n_bits = match part.bits {
                Some(bits) => Some(u64::from(bits.width)),
                None => {
                    self.part_bytes(part).map_or_else(|| self.n_bits(part.ty), |it| Some(it * 8))
                }
            };
            let start = part.offset * 8 + part.bits.map_or(0, |bits| u64::from(bits.start));
            let repeat = part.repeat.unwrap_or(Repeat { count: 1, stride: 0 });
            let Some(n_bits) = n_bits.filter(|_| repeat.count == 1 || repeat.stride > 0) else {
                return false;
            };
            let end = start + repeat.stride * 8 * (repeat.count - 1) + n_bits;
            stretches.push((start, end, n_bits * repeat.count));
        }
        stretches.sort_unstable();
        // What is written twice is not counted twice.
        let is_apart = stretches.windows(2).all(|pair| pair[0].1 <= pair[1].0);
        let n_covered = stretches.iter().map(|(_, _, n_bits)| n_bits).sum::<u64>();
        is_apart && self.n_bits(ty).is_some_and(|it| n_covered >= it)
    }

    /// How many bits of a type are part of a value; none where members share them.
    fn n_bits(&self, ty: TypeId) -> Option<u64> {
        let types = &self.unit().types;
        match types[ty] {
            CType::Array { element, length: ArrayLength::Known(length) } => {
                self.n_bits(element.ty)?.checked_mul(length)
            }
            CType::Record(record) if types.records[record].kind != RecordKind::Union => {
                let layout = types.records[record].layout.as_ref()?;
                layout.fields.iter().try_fold(0u64, |sum, field| {
                    let n_bits = match field.bits {
                        // Bits without a name are no member.
                        Some(_) if field.name.is_none() => 0,
                        Some(bits) => u64::from(bits.width),
                        None => self.n_bits(field.ty.ty)?,
                    };
                    sum.checked_add(n_bits)
                })
            }
            CType::Array { .. } => None,
            _ => types.size_of(ty)?.checked_mul(8),
        }
    }

    /// Bytes that a string literal gives its array.
    fn part_bytes(&self, part: &InitPart) -> Option<u64> {
        let unit = self.unit();
        let ExprKind::String(string) = unit.exprs[part.value].kind else { return None };
        let literal = unit.strings[string].bytes.len() as u64;
        Some(unit.types.size_of(part.ty).map_or(literal, |size| size.min(literal)))
    }

    fn initialise_part(&mut self, base: ir::ExprId, part: &InitPart) {
        let span = self.unit().exprs[part.value].span;
        self.at(span, |lowering| lowering.initialise_part_here(base, part));
    }

    fn initialise_part_here(&mut self, base: ir::ExprId, part: &InitPart) {
        let start = self.pointer_add_bytes(base, part.offset);
        match self.class(part.ty) {
            Class::Scalar(scalar) => {
                let mut value = self.value(part.value);
                if part.repeat.is_some() {
                    value = self.pin(value, scalar);
                }
                self.repeated(start, part.repeat, |lowering, pointer| {
                    let place = match part.bits {
                        Some(bits) => Place::Bits(pointer, bits),
                        None => Place::Memory(pointer),
                    };
                    lowering.check_fits_bits(&place, part.value, value, scalar);
                    lowering.initialising(|lowering| lowering.store(&place, value, scalar));
                });
            }
            Class::Memory(_) => {
                let source = match self.unit().exprs[part.value].kind {
                    ExprKind::String(_) => self.address_of(part.value),
                    _ => self.value(part.value),
                };
                let bytes = self.part_bytes(part);
                self.repeated(start, part.repeat, |lowering, pointer| match bytes {
                    Some(0) => {}
                    Some(bytes) => {
                        let size = lowering.size(bytes);
                        lowering.emit(Op::Copy { target: pointer, source, size });
                    }
                    None => {
                        lowering.initialising(|lowering| lowering.copy(pointer, source, part.ty));
                    }
                });
            }
            Class::Void => self.effects(part.value),
        }
    }

    /// Writes what may not be written again.
    fn initialising(&mut self, write: impl FnOnce(&mut Self)) {
        self.is_initialising = true;
        write(self);
        self.is_initialising = false;
    }

    /// Does `write` at `start`, or at each of the places that GNU's range designator names.
    fn repeated(
        &mut self,
        start: ir::ExprId,
        repeat: Option<Repeat>,
        mut write: impl FnMut(&mut Self, ir::ExprId),
    ) {
        let Repeat { count, stride } = repeat.unwrap_or(Repeat { count: 1, stride: 0 });
        if count <= MAX_UNROLLED {
            for index in 0..count {
                let pointer = self.pointer_add_bytes(start, index.saturating_mul(stride));
                write(self, pointer);
            }
            return;
        }
        let offset_ty = self.model().offset_type();
        let end = self.int(offset_ty, i128::from(count.saturating_mul(stride)));
        let stride = self.int(offset_ty, i128::from(stride));
        let zero = self.int(offset_ty, 0);
        let offset = self.temporary("%offset", Type::Int(offset_ty));
        self.emit(Op::Assign { target: offset, value: zero });
        let (head, inside, after) =
            (self.body.add_location(), self.body.add_location(), self.body.add_location());
        self.continue_at(head);
        let position = self.var(offset);
        let condition = self.compare(CompareOp::Lt, position, end);
        self.branch_on(condition, inside, after);
        self.current = Some(inside);
        let pointer = self.pointer_add(start, position);
        write(self, pointer);
        let value = self.arith(ArithOp::Add, position, stride);
        self.emit(Op::Assign { target: offset, value });
        self.emit_to(Op::Skip, head, EdgeRole::BackEdge);
        self.current = Some(after);
    }
}
