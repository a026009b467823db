//! Literals and their types.

use c_syntax::ast::{
    CharLiteral, Encoding, FloatLiteral, FloatSuffix, IntBase, IntLiteral, StringLiteral,
    StringUnits,
};
use source::{Diagnostic, Span};

use crate::analyser::{Analyser, Operand};
use crate::float;
use crate::typed::{self, ExprKind};
use crate::types::{ArrayLength, ComplexPart, FloatKind, IntKind, QualType, Type, TypeId};

impl<'a> Analyser<'a> {
    /// C17 6.4.4.1p5: the first type of the list for its base and suffix that holds the value.
    pub(super) fn int_literal(&mut self, literal: IntLiteral, span: Span) -> Operand {
        let signed = [IntKind::Int, IntKind::Long, IntKind::LongLong, IntKind::Int128];
        let model = self.types().model;
        let holds = |kind: IntKind| {
            let width = kind.bytes(model) as u32 * 8;
            let bits = if kind.is_signed() { width - 1 } else { width };
            bits >= 128 || literal.value >> bits == 0
        };
        let may_be_unsigned = literal.is_unsigned || literal.base != IntBase::Decimal;
        let kind = signed
            .into_iter()
            .skip(usize::from(literal.longs.min(2)))
            .flat_map(|kind| {
                let signed = (!literal.is_unsigned).then_some(kind);
                let unsigned = may_be_unsigned.then_some(kind.to_unsigned());
                [signed, unsigned].into_iter().flatten()
            })
            .find(|&kind| holds(kind))
            .unwrap_or(IntKind::UInt128);
        let ty = self.types().int(kind);
        let operand = self.value(ExprKind::Int(literal.value), ty, span);
        match literal.is_imaginary {
            false => operand,
            true => self.imaginary(operand, ComplexPart::Int(kind), span),
        }
    }

    pub(super) fn float_literal(&mut self, literal: &FloatLiteral, span: Span) -> Operand {
        let kind = match literal.suffix {
            FloatSuffix::None | FloatSuffix::F64 | FloatSuffix::F32x => FloatKind::Double,
            FloatSuffix::F | FloatSuffix::F32 => FloatKind::Float,
            FloatSuffix::L | FloatSuffix::F80 | FloatSuffix::F64x => FloatKind::LongDouble,
            FloatSuffix::F16 => FloatKind::Float16,
            FloatSuffix::F128 => FloatKind::Float128,
        };
        let Some(bits) = float::parse(&literal.text, kind) else {
            return self.fail(
                Diagnostic::error("E0223", span, "malformed floating constant")
                    .label("not a number"),
            );
        };
        let ty = self.types().float(kind);
        let operand = self.value(ExprKind::Float(bits), ty, span);
        match literal.is_imaginary {
            false => operand,
            true => self.imaginary(operand, ComplexPart::Float(kind), span),
        }
    }

    fn imaginary(&mut self, imag: Operand, part: ComplexPart, span: Span) -> Operand {
        let zero = match part {
            ComplexPart::Float(_) => self.value(ExprKind::Float(0), imag.ty, span),
            ComplexPart::Int(_) => self.value(ExprKind::Int(0), imag.ty, span),
        };
        let ty = self.out.types.intern(Type::Complex(part));
        self.value(ExprKind::Complex(zero.id, imag.id), ty, span)
    }

    pub(super) fn char_literal(&mut self, literal: CharLiteral, span: Span) -> Operand {
        let int = self.types().int(IntKind::Int);
        let (ty, value) = match literal.encoding {
            // A single character is a `char`, which is signed here; several make an `int`.
            Encoding::Plain if literal.value <= 0xff => {
                (int, i128::from(literal.value as u8 as i8))
            }
            Encoding::Plain => (int, i128::from(literal.value as i32)),
            Encoding::Utf8 => (self.types().int(IntKind::UChar), i128::from(literal.value)),
            Encoding::Char16 => (self.types().int(IntKind::UShort), i128::from(literal.value)),
            Encoding::Char32 => (self.types().int(IntKind::UInt), i128::from(literal.value)),
            Encoding::Wide => (self.types().wide_char_type(), i128::from(literal.value as i32)),
        };
        self.int_constant(value, ty, span)
    }

    pub(super) fn string_literal(&mut self, literal: &StringLiteral, span: Span) -> Operand {
        let element = self.character_type(literal.encoding);
        let size = self.types().size_of(element).unwrap_or(1) as usize;
        let mut bytes = match &literal.units {
            StringUnits::Bytes(bytes) => bytes.to_vec(),
            StringUnits::Wide(units) => {
                units.iter().flat_map(|unit| unit.to_le_bytes().into_iter().take(size)).collect()
            }
        };
        bytes.resize(bytes.len() + size, 0);
        self.string_place(bytes, element, span)
    }

    pub(crate) fn character_type(&self, encoding: Encoding) -> TypeId {
        match encoding {
            Encoding::Plain | Encoding::Utf8 => self.types().int(IntKind::Char),
            Encoding::Char16 => self.types().int(IntKind::UShort),
            Encoding::Char32 => self.types().int(IntKind::UInt),
            Encoding::Wide => self.types().wide_char_type(),
        }
    }

    fn string_place(&mut self, bytes: Vec<u8>, element: TypeId, span: Span) -> Operand {
        let size = self.types().size_of(element).unwrap_or(1);
        let length = ArrayLength::Known(bytes.len() as u64 / size);
        let ty = self.out.types.intern(Type::Array { element: QualType::plain(element), length });
        let literal = typed::StringLiteral { bytes: bytes.into(), align: size };
        let string = self.out.strings.push(literal);
        self.place(ExprKind::String(string), QualType::plain(ty), span)
    }

    /// `__func__` and its relatives.
    pub(super) fn function_text(&mut self, span: Span) -> Operand {
        let name = self.function.as_ref().map(|function| function.name);
        let name = name.map_or("", |name| self.symbol_text(name));
        let mut bytes = name.strip_prefix(crate::MADE_ROOM).unwrap_or(name).as_bytes().to_vec();
        bytes.push(0);
        let element = self.types().int(IntKind::Char);
        self.string_place(bytes, element, span)
    }
}
