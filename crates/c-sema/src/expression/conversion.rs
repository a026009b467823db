//! Conversions: places to values, promotions, the usual arithmetic conversions, and those that
//! assignments and arguments imply.
//!
//! gcc refuses few of them by default: a pointer may become any other pointer or an integer and
//! back, with a warning at most. It refuses what makes no sense at all: records of different
//! types, floating numbers and pointers, and the value of a `void` expression.

use std::cmp::Ordering;

use c_syntax::ast::Qualifiers;
use source::{Diagnostic, Span};

use crate::analyser::{Analyser, Category, Operand};
use crate::constant;
use crate::declaration::union_qualifiers;
use crate::typed::{Conversion, ExprId, ExprKind};
use crate::types::{ComplexPart, FloatKind, IntKind, QualType, Type, TypeId};

impl<'a> Analyser<'a> {
    /// The value of what was found: loads objects, makes arrays and functions pointers.
    pub fn rvalue(&mut self, operand: Operand) -> Operand {
        if self.is_error(operand) {
            return operand;
        }
        let span = self.span(operand);
        match operand.category {
            Category::Value => operand,
            Category::Function => self.function_pointer(operand),
            Category::Lvalue | Category::Temporary => match self.types()[operand.ty] {
                Type::Array { element, .. } => {
                    let qualifiers = union_qualifiers(element.qualifiers, operand.qualifiers);
                    let ty = self.out.types.pointer_to(QualType { ty: element.ty, qualifiers });
                    self.mark_address_taken(operand.id);
                    self.value(ExprKind::Decay(operand.id), ty, span)
                }
                Type::Void => self.void_of_place(operand, span),
                _ if !self.types().is_complete(operand.ty) => self.incomplete(operand.ty, span),
                _ => {
                    let is_volatile = operand.qualifiers.is_volatile;
                    let load = ExprKind::Load { place: operand.id, is_volatile };
                    let mut value = self.value(load, operand.ty, span);
                    value.bit_width = operand.bit_width;
                    value
                }
            },
        }
    }

    /// A pointer to a function; of `*p`, that is `p`.
    pub fn function_pointer(&mut self, operand: Operand) -> Operand {
        let ty = self.out.types.pointer_to(QualType::plain(operand.ty));
        if let ExprKind::Deref(id) = self.out.exprs[operand.id].kind {
            let category = Category::Value;
            return Operand {
                id,
                ty,
                qualifiers: Qualifiers::default(),
                category,
                bit_width: None,
            };
        }
        let span = self.span(operand);
        self.value(ExprKind::Decay(operand.id), ty, span)
    }

    /// `*p` of a `void *`: the pointer is computed, nothing is read.
    fn void_of_place(&mut self, operand: Operand, span: Span) -> Operand {
        let void = self.types().void();
        let pointer = match self.out.exprs[operand.id].kind {
            ExprKind::Deref(pointer) => pointer,
            _ => {
                let ty = self.out.types.pointer_to(QualType::plain(void));
                self.push_expr(ExprKind::AddressOf(operand.id), ty, span)
            }
        };
        let convert = ExprKind::Convert { conversion: Conversion::ToVoid, operand: pointer };
        self.value(convert, void, span)
    }

    pub fn incomplete(&mut self, ty: TypeId, span: Span) -> Operand {
        let text = self.type_text(ty);
        self.fail(
            Diagnostic::error("E0211", span, format!("the type `{text}` is incomplete"))
                .label("its members and size are not known here"),
        )
    }

    /// The object that a place is part of has an address from now on.
    pub fn mark_address_taken(&mut self, place: ExprId) {
        if self.n_unevaluated > 0 {
            return;
        }
        let mut place = place;
        loop {
            match self.out.exprs[place].kind {
                ExprKind::Object(object) | ExprKind::CompoundLiteral { object, .. } => {
                    self.out.objects[object].is_address_taken = true;
                    return;
                }
                ExprKind::Member { base, .. } | ExprKind::ComplexPart { base, .. } => place = base,
                _ => return,
            }
        }
    }

    /// Which conversion leads from one type to another; `None` if there is none.
    pub fn conversion(&self, from: TypeId, to: TypeId) -> Option<Conversion> {
        let types = self.types();
        if from == to {
            return Some(Conversion::Same);
        }
        let family = |ty: TypeId| match types[ty] {
            Type::Void => Family::Void,
            Type::Bool => Family::Bool,
            Type::Int(_) | Type::Enum(_) | Type::Bits { .. } => Family::Int,
            Type::Float(_) => Family::Float,
            Type::Complex(_) => Family::Complex,
            Type::Pointer(_) => Family::Pointer,
            Type::Vector { .. } => Family::Vector,
            Type::Array { .. } | Type::Function(_) | Type::Record(_) | Type::Error => Family::Other,
        };
        Some(match (family(from), family(to)) {
            (_, Family::Void) => Conversion::ToVoid,
            (Family::Vector, Family::Vector | Family::Int) | (Family::Int, Family::Vector)
                if types.size_of(from) == types.size_of(to) =>
            {
                Conversion::Bits
            }
            (Family::Void | Family::Other | Family::Vector, _)
            | (_, Family::Other | Family::Vector) => return None,
            (_, Family::Bool) => Conversion::ToBool,
            (Family::Complex, Family::Pointer) | (Family::Pointer, Family::Complex) => return None,
            (Family::Complex, _) | (_, Family::Complex) => Conversion::Complex,
            (Family::Int, Family::Int) if self.same_representation(from, to) => Conversion::Same,
            (Family::Int | Family::Bool, Family::Int) => Conversion::IntToInt,
            (Family::Int | Family::Bool, Family::Float) => Conversion::IntToFloat,
            (Family::Int | Family::Bool, Family::Pointer) => Conversion::IntToPointer,
            (Family::Float, Family::Int) => Conversion::FloatToInt,
            (Family::Float, Family::Float) => Conversion::FloatToFloat,
            (Family::Float, Family::Pointer) | (Family::Pointer, Family::Float) => return None,
            (Family::Pointer, Family::Int) => Conversion::PointerToInt,
            (Family::Pointer, Family::Pointer) => Conversion::PointerToPointer,
        })
    }

    fn same_representation(&self, from: TypeId, to: TypeId) -> bool {
        let types = self.types();
        types.int_width(from) == types.int_width(to) && types.is_signed(from) == types.is_signed(to)
    }

    /// Converts a value where the types are known to allow it.
    pub fn convert_to(&mut self, operand: Operand, to: TypeId) -> Operand {
        if operand.ty == to || self.is_error(operand) {
            return operand;
        }
        let span = self.span(operand);
        let Some(conversion) = self.conversion(operand.ty, to) else {
            let (from, to) = (self.type_text(operand.ty), self.type_text(to));
            return self.fail(
                Diagnostic::error("E0215", span, format!("`{from}` cannot become `{to}`"))
                    .label(format!("this is a `{from}`")),
            );
        };
        self.converted(operand, conversion, to, span)
    }

    fn converted(
        &mut self,
        operand: Operand,
        conversion: Conversion,
        to: TypeId,
        span: Span,
    ) -> Operand {
        // A literal in another type is a literal; this keeps the tree small.
        if let ExprKind::Int(bits) = self.out.exprs[operand.id].kind
            && let Some(constant::Constant::Int(bits)) = constant::convert(
                &self.out,
                conversion,
                operand.ty,
                to,
                constant::Constant::Int(bits),
            )
        {
            return self.value(ExprKind::Int(bits), to, span);
        }
        self.value(ExprKind::Convert { conversion, operand: operand.id }, to, span)
    }

    /// The integer promotions; other types stay.
    pub fn promote(&mut self, operand: Operand) -> Operand {
        let ty = self.promoted_type(operand);
        self.convert_to(operand, ty)
    }

    fn promoted_type(&mut self, operand: Operand) -> TypeId {
        let types = self.types();
        let int = types.int(IntKind::Int);
        let is_signed = types.is_signed(operand.ty);
        match operand.bit_width {
            Some(width) if width < 32 || (width == 32 && is_signed) => return int,
            Some(32) => return types.int(IntKind::UInt),
            Some(width) if types.int_width(operand.ty) > Some(u32::from(width)) => {
                return self.out.types.intern(Type::Bits { width, is_signed });
            }
            _ => {}
        }
        match (&types[operand.ty], types.int_kind(operand.ty)) {
            (Type::Bool, _) => int,
            (Type::Int(_) | Type::Enum(_), Some(kind)) => {
                if kind.rank() < IntKind::Int.rank() {
                    int
                } else {
                    types.int(kind)
                }
            }
            _ => operand.ty,
        }
    }

    /// The promotions of arguments without a prototype: `float` is passed as `double`.
    pub fn promote_argument(&mut self, operand: Operand) -> Operand {
        if self.types().float_kind(operand.ty) == Some(FloatKind::Float) {
            let double = self.types().float(FloatKind::Double);
            return self.convert_to(operand, double);
        }
        let promoted = self.promote(operand);
        // It is passed in the room of an ordinary integer.
        match self.types()[promoted.ty] {
            Type::Bits { width, is_signed } => {
                let kind = if width > 64 { IntKind::Int128 } else { IntKind::LongLong };
                let kind = if is_signed { kind } else { kind.to_unsigned() };
                let ty = self.types().int(kind);
                self.convert_to(promoted, ty)
            }
            _ => promoted,
        }
    }

    /// Brings two arithmetic values to their common type.
    pub fn balance(&mut self, lhs: Operand, rhs: Operand) -> (Operand, Operand, TypeId) {
        let ty = self.common_type(lhs, rhs);
        (self.convert_to(lhs, ty), self.convert_to(rhs, ty), ty)
    }

    /// The usual arithmetic conversions (C17 6.3.1.8).
    pub fn common_type(&mut self, lhs: Operand, rhs: Operand) -> TypeId {
        let left = self.promoted_type(lhs);
        let right = self.promoted_type(rhs);
        let part = |ty| self.types().complex_part(ty).unwrap_or(ty);
        let is_complex = self.types().is_complex(left) || self.types().is_complex(right);
        let common = self.common_real_type(part(left), part(right));
        if !is_complex {
            return common;
        }
        let part = match self.types()[common] {
            Type::Float(kind) => ComplexPart::Float(kind),
            Type::Int(kind) => ComplexPart::Int(kind),
            _ => return self.types().error(),
        };
        self.out.types.intern(Type::Complex(part))
    }

    fn common_real_type(&self, lhs: TypeId, rhs: TypeId) -> TypeId {
        let types = self.types();
        match (types.float_kind(lhs), types.float_kind(rhs)) {
            (Some(left), Some(right)) => return types.float(left.max(right)),
            (Some(_), None) => return lhs,
            (None, Some(_)) => return rhs,
            (None, None) => {}
        }
        let (Some(left), Some(right)) = (types.int_kind(lhs), types.int_kind(rhs)) else {
            return self.common_bits_type(lhs, rhs);
        };
        types.int(common_int(left, right, |kind| kind.bytes(types.model)))
    }

    /// The type of more bits; of equally many, an ordinary one before that of a bit-field, and an
    /// unsigned one before a signed one.
    fn common_bits_type(&self, lhs: TypeId, rhs: TypeId) -> TypeId {
        let types = self.types();
        let (Some(left), Some(right)) = (types.int_width(lhs), types.int_width(rhs)) else {
            return types.error();
        };
        let is_signed = types.is_signed(lhs) && types.is_signed(rhs);
        match (left.cmp(&right), types.int_kind(lhs).or(types.int_kind(rhs))) {
            (Ordering::Greater, _) => lhs,
            (Ordering::Less, _) => rhs,
            (Ordering::Equal, Some(kind)) if is_signed => types.int(kind),
            (Ordering::Equal, Some(kind)) => types.int(kind.to_unsigned()),
            (Ordering::Equal, None) if types.is_signed(lhs) => rhs,
            (Ordering::Equal, None) => lhs,
        }
    }

    /// What an assignment, an argument, an initialiser or a `return` does to its value.
    /// `role` says which, for the message.
    pub fn assign_convert(&mut self, operand: Operand, to: TypeId, role: &str) -> Operand {
        if self.is_error(operand) || operand.ty == to || self.types().is_error(to) {
            return operand;
        }
        let span = self.span(operand);
        if self.types().is_void(operand.ty) && !self.types().is_void(to) {
            return self.void_used(span);
        }
        if let Some(member) = self.transparent_member(operand, to) {
            let value = self.convert_to(operand, member);
            let convert = ExprKind::Convert { conversion: Conversion::ToUnion, operand: value.id };
            return self.value(convert, to, span);
        }
        match self.conversion(operand.ty, to) {
            Some(Conversion::Bits) if self.types().compatible(operand.ty, to) => operand,
            Some(Conversion::ToVoid | Conversion::Bits) | None => {
                let (from, to) = (self.type_text(operand.ty), self.type_text(to));
                self.fail(
                    Diagnostic::error(
                        "E0215",
                        span,
                        format!("{role} of type `{from}` where `{to}` is expected"),
                    )
                    .label(format!("this is a `{from}`")),
                )
            }
            Some(conversion) => self.converted(operand, conversion, to, span),
        }
    }

    pub fn void_used(&mut self, span: Span) -> Operand {
        self.fail(
            Diagnostic::error("E0216", span, "a void value is used").label("this has no value"),
        )
    }

    /// The member of a transparent union that takes the value, if `to` is one.
    fn transparent_member(&self, operand: Operand, to: TypeId) -> Option<TypeId> {
        let types = self.types();
        if !types.is_transparent_union(to) {
            return None;
        }
        let fields = types.fields(types.record(to)?);
        let exact = fields.iter().find(|field| types.compatible(field.ty.ty, operand.ty));
        // Null and `void *` go with any pointer, qualifiers do not matter.
        let is_null = self.is_null_constant(operand);
        let fits = |member: TypeId| match (types.pointee(member), types.pointee(operand.ty)) {
            (Some(_), None) => is_null,
            (Some(left), Some(right)) => {
                types.is_void(left.ty)
                    || types.is_void(right.ty)
                    || types.compatible(left.ty, right.ty)
            }
            (None, _) => false,
        };
        let pointer = || fields.iter().find(|field| fits(field.ty.ty));
        exact.or_else(pointer).map(|field| field.ty.ty)
    }

    /// The value of a condition: any scalar.
    pub fn condition(&mut self, id: c_syntax::ast::ExprId) -> Operand {
        let operand = self.rvalue_of(id);
        self.require_scalar(operand)
    }

    pub fn require_scalar(&mut self, operand: Operand) -> Operand {
        let types = self.types();
        if self.is_error(operand) || types.is_scalar(operand.ty) {
            return operand;
        }
        let span = self.span(operand);
        if self.types().is_void(operand.ty) {
            return self.void_used(span);
        }
        let text = self.type_text(operand.ty);
        self.fail(
            Diagnostic::error("E0210", span, format!("`{text}` is neither a number nor a pointer"))
                .label("a condition must be a scalar"),
        )
    }

    /// Whether the value is C's null pointer constant: zero, or zero cast to `void *`.
    pub fn is_null_constant(&self, operand: Operand) -> bool {
        let types = self.types();
        let may_be_null = types.is_integer(operand.ty)
            || types.pointee(operand.ty).is_some_and(|pointee| {
                types.is_void(pointee.ty)
                    && pointee.qualifiers.without_align() == Default::default()
            });
        may_be_null && constant::evaluate(&self.out, operand.id) == Some(constant::Constant::Int(0))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Family {
    Void,
    Bool,
    Int,
    Float,
    Complex,
    Pointer,
    Vector,
    Other,
}

/// Of two promoted integer kinds, the one both convert to.
fn common_int(lhs: IntKind, rhs: IntKind, bytes: impl Fn(IntKind) -> u64) -> IntKind {
    if lhs == rhs {
        return lhs;
    }
    if lhs.is_signed() == rhs.is_signed() {
        return if lhs.rank() >= rhs.rank() { lhs } else { rhs };
    }
    let (signed, unsigned) = if lhs.is_signed() { (lhs, rhs) } else { (rhs, lhs) };
    if unsigned.rank() >= signed.rank() {
        unsigned
    } else if bytes(signed) > bytes(unsigned) {
        signed
    } else {
        signed.to_unsigned()
    }
}
