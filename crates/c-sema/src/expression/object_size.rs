//! `__builtin_object_size`: how many bytes lie behind a pointer, as far as gcc knows without
//! optimising.
//!
//! It knows them where an object is named, or a part of it, and what is added is constant. Of other
//! pointers it says that it cannot tell, -1 or 0, which is always allowed. Where an object is named and
//! something else is added, what it says is not known here: the call stays, as one without a model.
//!
//! ```text
//!   struct { char a[4], b[8]; } s;    (&s.b[2], 0) = 6, (&s.a[1], 0) = 11, (&s.a[1], 1) = 3
//! ```

use c_syntax::ast;
use source::{Span, Symbol};

use crate::analyser::{Analyser, Operand};
use crate::constant;
use crate::typed::{ExprId, ExprKind};
use crate::types::{Type, TypeId};

/// What lies behind a pointer, in bytes.
#[derive(Clone, Copy)]
struct Behind {
    /// To the end of the object.
    whole: i128,
    /// To the end of the part of it that is named, if it is a place that is named.
    part: Option<i128>,
}

enum Pointed {
    Known(Behind),
    /// Into an object that is named, at a place that is not known.
    Somewhere,
    NobodyKnows,
}

impl<'a> Analyser<'a> {
    pub(super) fn object_size(
        &mut self,
        name: Symbol,
        arguments: &'a [ast::ExprId],
        end: Span,
        span: Span,
    ) -> Operand {
        let pointer = self.unevaluated_value(arguments[0]);
        let kind = self.unevaluated_value(arguments[1]);
        let size_ty = self.types().size_type();
        if self.is_error(pointer) || self.is_error(kind) {
            return self.error_operand(span);
        }
        let kind = constant::evaluate_int(&self.out, kind.id);
        let is_part = matches!(kind, Some(1 | 3));
        let size = match self.pointed_at_top(pointer.id) {
            Pointed::Known(Behind { part: Some(part), .. }) if is_part => part,
            Pointed::Known(Behind { whole, .. }) if !is_part => whole,
            Pointed::Known(_) | Pointed::Somewhere => {
                return self.call_of_any_types(name, &[], size_ty, end, span);
            }
            Pointed::NobodyKnows if matches!(kind, Some(2 | 3)) => 0,
            Pointed::NobodyKnows => -1,
        };
        self.int_constant(size, size_ty, span)
    }

    /// What lies behind a pointer value.
    fn pointed(&self, pointer: ExprId) -> Pointed {
        let unit = &self.out;
        match unit.exprs[pointer].kind {
            ExprKind::Convert { operand, .. } => self.pointed(operand),
            ExprKind::AddressOf(place) | ExprKind::Decay(place) => self.behind_place(place),
            ExprKind::PointerAdd { pointer: base, index } => self.moved(base, index, 1),
            ExprKind::PointerSub { pointer: base, index } => self.moved(base, index, -1),
            _ => Pointed::NobodyKnows,
        }
    }

    /// The same of a pointer that is an argument itself, and no place of it.
    fn pointed_at_top(&self, pointer: ExprId) -> Pointed {
        let unit = &self.out;
        let mut at = pointer;
        while let ExprKind::Convert { operand, .. } = unit.exprs[at].kind {
            at = operand;
        }
        match (&unit.exprs[at].kind, self.pointed(at)) {
            (ExprKind::PointerAdd { .. } | ExprKind::PointerSub { .. }, Pointed::Known(behind)) => {
                Pointed::Known(Behind { part: None, ..behind })
            }
            (_, pointed) => pointed,
        }
    }

    fn moved(&self, base: ExprId, index: ExprId, sign: i128) -> Pointed {
        let unit = &self.out;
        let Behind { whole, .. } = match self.pointed(base) {
            Pointed::Known(behind) => behind,
            other => return other,
        };
        let pointee = unit.types.pointee(unit.exprs[base].ty).map(|pointee| pointee.ty);
        let size = pointee.and_then(|pointee| match unit.types[pointee] {
            Type::Void | Type::Function(_) => Some(1),
            _ => unit.types.size_of(pointee),
        });
        let (Some(size), Some(index)) = (size, constant::evaluate_int(unit, index)) else {
            return Pointed::Somewhere;
        };
        let distance = index.saturating_mul(i128::from(size)).saturating_mul(sign);
        let whole = whole.saturating_sub(distance);
        if distance < 0 || whole < 0 {
            return Pointed::Somewhere;
        }
        // Of a pointer that is moved, gcc knows the part only when it optimises; of an element, always.
        let array = match unit.exprs[base].kind {
            ExprKind::Decay(array) => self.sized(unit.exprs[array].ty),
            _ => None,
        };
        let part = array.map(|array| i128::from(array) - distance).filter(|part| *part >= 0);
        Pointed::Known(Behind { whole, part })
    }

    /// What lies behind the beginning of a place.
    fn behind_place(&self, place: ExprId) -> Pointed {
        let unit = &self.out;
        match unit.exprs[place].kind {
            ExprKind::Object(object) => self.named_whole(unit.objects[object].ty.ty),
            ExprKind::CompoundLiteral { object, .. } => {
                self.named_whole(unit.objects[object].ty.ty)
            }
            ExprKind::String(_) => self.named_whole(unit.exprs[place].ty),
            ExprKind::Deref(pointer) => self.pointed(pointer),
            ExprKind::Member { base, field, .. } => {
                let Pointed::Known(around) = self.behind_place(base) else {
                    return self.behind_place(base);
                };
                let Type::Record(record) = unit.types[unit.exprs[base].ty] else {
                    return Pointed::Somewhere;
                };
                let layout = unit.types.records[record].layout.as_ref();
                let offset =
                    layout.and_then(|it| it.fields.get(field as usize)).map(|it| it.offset);
                match (offset, self.sized(unit.exprs[place].ty)) {
                    (Some(offset), Some(part)) => Pointed::Known(Behind {
                        whole: around.whole - i128::from(offset),
                        part: Some(i128::from(part)),
                    }),
                    _ => Pointed::Somewhere,
                }
            }
            _ => Pointed::NobodyKnows,
        }
    }

    fn named_whole(&self, ty: TypeId) -> Pointed {
        match self.sized(ty).map(i128::from) {
            Some(size) => Pointed::Known(Behind { whole: size, part: Some(size) }),
            None => Pointed::Somewhere,
        }
    }

    /// The size of a type whose objects are all of that size: none that ends in an array without.
    fn sized(&self, ty: TypeId) -> Option<u64> {
        let types = &self.out.types;
        if let Type::Record(record) = types[ty] {
            let layout = types.records[record].layout.as_ref()?;
            layout.fields.iter().try_for_each(|field| self.sized(field.ty.ty).map(drop))?;
        }
        types.size_of(ty)
    }
}
