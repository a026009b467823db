//! Declaration specifiers: from `const unsigned long` to a type.

use c_syntax::ast::{
    self, BaseWord, Qualifiers, SignWord, TypeSpecifier, TypeWords, Typeof, TypeofOperand,
};
use source::{Diagnostic, Span};

use crate::analyser::Analyser;
use crate::attribute::Attributes;
use crate::scope::Binding;
use crate::types::{
    ArrayLength, ComplexPart, DataModel, Field, FloatKind, IntKind, QualType, Record, RecordLayout,
    Type, TypeId,
};

/// What specifiers say: a type, and the alignment that a typedef or an attribute adds to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BaseType {
    pub ty: QualType,
    /// From a typedef: the type's alignment where it is used.
    pub align: Option<u64>,
    pub attributes: Attributes,
    /// `__auto_type`: the type comes from the initialiser.
    pub is_auto: bool,
}

/// How a tag without members is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TagUse {
    /// `struct s *p`: the one in scope, if any.
    Mention,
    /// `struct s;`: a new one in this scope.
    Declaration,
}

impl<'a> Analyser<'a> {
    pub fn specifiers(&mut self, specifiers: &'a ast::Specifiers, tag_use: TagUse) -> BaseType {
        let mut align = None;
        let mut is_auto = false;
        let plain = QualType::plain;
        let mut ty = match &specifiers.ty {
            TypeSpecifier::ImplicitInt => plain(self.types().int(IntKind::Int)),
            TypeSpecifier::Words(words) => plain(self.words_type(*words, specifiers.span)),
            TypeSpecifier::Typedef(name) => match self.scopes.name(name.symbol) {
                Some(entry) => match entry.binding {
                    Binding::Typedef(id) => {
                        align = self.typedefs[id].align;
                        self.typedefs[id].ty
                    }
                    _ => plain(self.unknown_type(*name)),
                },
                None => plain(self.unknown_type(*name)),
            },
            TypeSpecifier::Record(record) => plain(self.record_specifier(record, tag_use)),
            TypeSpecifier::Enum(specifier) => plain(self.enum_specifier(specifier, tag_use)),
            TypeSpecifier::Typeof(Typeof { of, is_unqualified }) => {
                let found = match *of {
                    TypeofOperand::Expr(expr) => {
                        let operand = self.unevaluated(expr);
                        let operand = self.not_of_bits(operand);
                        if let Some(effects) = self.evaluated_for_its_type(expr, operand) {
                            self.pending_effects(effects);
                        }
                        align = operand.qualifiers.align();
                        QualType { ty: operand.ty, qualifiers: operand.qualifiers }
                    }
                    TypeofOperand::Type(name) => {
                        let named = self.type_name(name);
                        align = named.align;
                        named.ty
                    }
                };
                if *is_unqualified { plain(found.ty) } else { found }
            }
            TypeSpecifier::Atomic(name) => {
                let mut named = self.type_name(*name);
                named.ty.qualifiers.is_atomic = true;
                named.ty
            }
            TypeSpecifier::Auto => {
                is_auto = true;
                plain(self.types().error())
            }
            TypeSpecifier::VaList => plain(self.va_list_type()),
        };
        ty = self.qualify(ty, specifiers.qualifiers);
        let attributes = self.specifier_attributes(specifiers);
        ty = self.apply_type_attributes(ty, &attributes);
        BaseType { ty, align, attributes, is_auto }
    }

    /// Adds qualifiers; those of an array go to its elements.
    pub fn qualify(&mut self, ty: QualType, qualifiers: Qualifiers) -> QualType {
        if qualifiers == Qualifiers::default() {
            return ty;
        }
        if self.types().is_array(ty.ty) {
            return QualType::plain(self.qualify_elements(ty.ty, qualifiers));
        }
        QualType { ty: ty.ty, qualifiers: union(ty.qualifiers, qualifiers) }
    }

    /// The type as a typedef aligns it, for what is reached through pointers to it. Elements of an
    /// array need no more than their own alignment, but less if the array has less.
    pub fn aligned(&mut self, ty: QualType, align: u64) -> QualType {
        let qualifiers = Qualifiers {
            align_log2: u8::try_from(align.trailing_zeros()).ok(),
            ..Qualifiers::default()
        };
        match self.types()[ty.ty] {
            Type::Array { .. } if self.types().align_of(ty.ty).is_some_and(|own| align < own) => {
                QualType::plain(self.qualify_elements(ty.ty, qualifiers))
            }
            Type::Array { .. } | Type::Function(_) => ty,
            _ => QualType { qualifiers: union(qualifiers, ty.qualifiers.without_align()), ..ty },
        }
    }

    /// An array type whose innermost elements have `qualifiers` added.
    pub fn qualify_elements(&mut self, array: TypeId, qualifiers: Qualifiers) -> TypeId {
        let mut lengths = Vec::new();
        let mut inner = QualType::plain(array);
        while let Type::Array { element, length } = self.types()[inner.ty] {
            lengths.push(length);
            inner = element;
        }
        inner.qualifiers = union(inner.qualifiers, qualifiers);
        for length in lengths.into_iter().rev() {
            let ty = self.out.types.intern(Type::Array { element: inner, length });
            inner = QualType::plain(ty);
        }
        inner.ty
    }

    fn unknown_type(&mut self, name: ast::Name) -> TypeId {
        let text = self.symbol_text(name.symbol).to_owned();
        self.report(
            Diagnostic::error("E0201", name.span, format!("unknown type name `{text}`"))
                .label("not a type here"),
        );
        self.types().error()
    }

    fn words_type(&mut self, words: TypeWords, span: Span) -> TypeId {
        let is_plain = words.sign.is_none() && !words.is_short && words.longs == 0;
        let float = |kind| Some(WordType::Float(kind));
        let found = match (words.base, words.longs) {
            (Some(BaseWord::Void), _) if is_plain && !words.is_complex => {
                return self.types().void();
            }
            (Some(BaseWord::Bool), _) if is_plain && !words.is_complex => {
                return self.types().bool();
            }
            (Some(BaseWord::Float), _) if is_plain => float(FloatKind::Float),
            (Some(BaseWord::Double), 1) if words.sign.is_none() && !words.is_short => {
                float(FloatKind::LongDouble)
            }
            (Some(BaseWord::Double), _) if is_plain => float(FloatKind::Double),
            (Some(BaseWord::Float16), _) if is_plain => float(FloatKind::Float16),
            (Some(BaseWord::Float32), _) if is_plain => float(FloatKind::Float),
            (Some(BaseWord::Float64 | BaseWord::Float32x), _) if is_plain => {
                float(FloatKind::Double)
            }
            (Some(BaseWord::Float80 | BaseWord::Float64x), _) if is_plain => {
                float(FloatKind::LongDouble)
            }
            (Some(BaseWord::Float128), _) if is_plain => float(FloatKind::Float128),
            (None, 0) if is_plain && words.is_complex => float(FloatKind::Double),
            _ => int_word(words).map(WordType::Int),
        };
        let is_wide_only = matches!(words.base, Some(BaseWord::Int128 | BaseWord::Float16));
        if is_wide_only && self.types().model == DataModel::Ilp32 {
            self.report(
                Diagnostic::error("E0240", span, "the type does not exist on 32-bit machines")
                    .label("not a type of the data model ILP32"),
            );
            return self.types().error();
        }
        match (found, words.is_complex) {
            (Some(WordType::Int(kind)), false) => self.types().int(kind),
            (Some(WordType::Float(kind)), false) => self.types().float(kind),
            (Some(WordType::Int(kind)), true) => {
                self.out.types.intern(Type::Complex(ComplexPart::Int(kind)))
            }
            (Some(WordType::Float(kind)), true) => {
                self.out.types.intern(Type::Complex(ComplexPart::Float(kind)))
            }
            (None, _) => {
                self.report(
                    Diagnostic::error("E0240", span, "these words make no type together")
                        .label("contradictory type specifiers"),
                );
                self.types().error()
            }
        }
    }

    /// `va_list`: a character pointer on i386, an array of one record on x86-64.
    pub fn va_list_type(&mut self) -> TypeId {
        match self.types().model {
            DataModel::Ilp32 => {
                let char_ty = self.types().int(IntKind::Char);
                self.out.types.pointer_to(QualType::plain(char_ty))
            }
            DataModel::Lp64 => {
                let tag = self.va_list_tag();
                self.out.types.intern(Type::Array {
                    element: QualType::plain(tag),
                    length: ArrayLength::Known(1),
                })
            }
        }
    }

    fn va_list_tag(&mut self) -> TypeId {
        if let Some(ty) = self.va_list_tag {
            return ty;
        }
        let symbols = &mut self.out.symbols;
        let names = ["gp_offset", "fp_offset", "overflow_arg_area", "reg_save_area"]
            .map(|name| symbols.intern(name));
        let tag = symbols.intern("__va_list_tag");
        let unsigned = self.types().int(IntKind::UInt);
        let void = self.types().void();
        let pointer = self.out.types.pointer_to(QualType::plain(void));
        let rows = [(unsigned, 0), (unsigned, 4), (pointer, 8), (pointer, 16)];
        let fields = names
            .iter()
            .zip(rows)
            .map(|(&name, (ty, offset))| Field {
                name: Some(name),
                ty: QualType::plain(ty),
                offset,
                bits: None,
                align: 1,
                span: Span::default(),
            })
            .collect();
        let record = self.out.types.records.push(Record {
            kind: ast::RecordKind::Struct,
            tag: Some(tag),
            span: Span::default(),
            layout: Some(RecordLayout { size: 24, align: 8, fields }),
            is_transparent: false,
        });
        let ty = self.out.types.intern(Type::Record(record));
        self.va_list_tag = Some(ty);
        ty
    }
}

enum WordType {
    Int(IntKind),
    Float(FloatKind),
}

fn int_word(words: TypeWords) -> Option<IntKind> {
    let kind = match (words.base, words.is_short, words.longs) {
        (Some(BaseWord::Char), false, 0) => {
            return Some(match words.sign {
                None => IntKind::Char,
                Some(SignWord::Signed) => IntKind::SChar,
                Some(SignWord::Unsigned) => IntKind::UChar,
            });
        }
        (Some(BaseWord::Int128), false, 0) => IntKind::Int128,
        (Some(BaseWord::Int) | None, true, 0) => IntKind::Short,
        (Some(BaseWord::Int) | None, false, 0) => IntKind::Int,
        (Some(BaseWord::Int) | None, false, 1) => IntKind::Long,
        (Some(BaseWord::Int) | None, false, 2) => IntKind::LongLong,
        _ => return None,
    };
    Some(match words.sign {
        Some(SignWord::Unsigned) => kind.to_unsigned(),
        Some(SignWord::Signed) | None => kind,
    })
}

pub(crate) fn union(lhs: Qualifiers, rhs: Qualifiers) -> Qualifiers {
    Qualifiers {
        is_const: lhs.is_const || rhs.is_const,
        is_volatile: lhs.is_volatile || rhs.is_volatile,
        is_restrict: lhs.is_restrict || rhs.is_restrict,
        is_atomic: lhs.is_atomic || rhs.is_atomic,
        align_log2: lhs.align_log2.or(rhs.align_log2),
    }
}
