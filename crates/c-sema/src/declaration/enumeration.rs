//! Enums: their constants, and the integer type that gcc picks for them.
//!
//! The type is `unsigned int` if no value is negative, else `int`; a wider one if some value
//! does not fit, the narrowest with `packed`. A constant that fits `int` is an `int`; others
//! have the type of the enum once it is complete, and that of their value until then. Where C23's
//! `enum e : unsigned char` names the type, that is it, and all constants have the type of the enum.

use c_syntax::ast;
use source::{Diagnostic, Span};

use crate::analyser::{Analyser, Enumerator};
use crate::constant;
use crate::declaration::specifier::TagUse;
use crate::scope::{Binding, EnumeratorId};
use crate::types::{DataModel, Enum, IntKind, Type, TypeId};

#[derive(Clone, Copy, PartialEq, Eq)]
enum EnumSize {
    AtLeastInt,
    Smallest,
}

impl<'a> Analyser<'a> {
    pub fn enum_specifier(&mut self, specifier: &'a ast::EnumSpecifier, tag_use: TagUse) -> TypeId {
        let ty = self.enum_tag(specifier, tag_use);
        let Type::Enum(id) = self.types()[ty] else {
            return ty;
        };
        let named = specifier.underlying.and_then(|name| self.underlying_kind(name));
        if let Some(named) = named {
            self.out.types.enums[id].int = Some(named);
        }
        let Some(enumerators) = &specifier.enumerators else {
            return ty;
        };
        self.out.types.enums[id].is_listed = true;
        let attributes = self.attributes(&specifier.attributes);
        let (constants, low, high) = self.enumerators(enumerators);
        let size = match attributes.is_packed {
            true => EnumSize::Smallest,
            false => EnumSize::AtLeastInt,
        };
        let kind = enum_kind(low, high, size, self.types().model);
        let kind = match attributes.mode {
            Some(_) => {
                let int = self.types().int(kind);
                let moded =
                    self.apply_type_attributes(crate::types::QualType::plain(int), &attributes);
                self.types().int_kind(moded.ty).unwrap_or(kind)
            }
            None => kind,
        };
        if let Some(named) = named
            && !fits_kind(low, high, named, self.types().model)
        {
            let message = "a constant does not fit the type of its enumeration";
            let span = specifier.tag.map_or(specifier.span, |tag| tag.span);
            self.report(Diagnostic::error("E0243", span, message).label("its type is given"));
        }
        self.out.types.enums[id].int = Some(named.unwrap_or(kind));
        let int = self.types().int(IntKind::Int);
        for constant in constants {
            let Enumerator { ty: own, bits } = self.enumerators[constant];
            if own != int || named.is_some() {
                let value = self.types().int_value(own, bits);
                let bits = self.types().int_bits(ty, value);
                self.enumerators[constant] = Enumerator { ty, bits };
            }
        }
        ty
    }

    /// The integer type that an enumeration is given.
    fn underlying_kind(&mut self, name: ast::TypeNameId) -> Option<IntKind> {
        let ty = self.type_name(name).ty.ty;
        let kind = match self.types()[ty] {
            Type::Int(kind) => Some(kind),
            _ => None,
        };
        if kind.is_none() && !self.types().is_error(ty) {
            let (span, text) = (self.ast.type_names[name].span, self.type_text(ty));
            let message = format!("enumerations of type `{text}` are not modelled");
            self.report(Diagnostic::error("E0242", span, message).label("no integer type"));
        }
        kind
    }

    fn enum_tag(&mut self, specifier: &'a ast::EnumSpecifier, tag_use: TagUse) -> TypeId {
        let is_definition = specifier.enumerators.is_some();
        if let Some(tag) = specifier.tag {
            let known = match is_definition || tag_use == TagUse::Declaration {
                true => self.scopes.tag_here(tag.symbol),
                false => self.scopes.tag(tag.symbol),
            };
            if let Some(entry) = known {
                let is_defined = match self.types()[entry.ty] {
                    Type::Enum(id) => self.types().enums[id].is_listed,
                    _ => {
                        self.wrong_tag(tag, entry.span);
                        return self.types().error();
                    }
                };
                if !(is_definition && is_defined) {
                    return entry.ty;
                }
                self.redefinition(tag, entry.span, "enum");
            }
        }
        let symbol = specifier.tag.map(|tag| tag.symbol);
        let span = specifier.tag.map_or(specifier.span, |tag| tag.span);
        let id = self.out.types.enums.push(Enum { tag: symbol, span, int: None, is_listed: false });
        let ty = self.out.types.intern(Type::Enum(id));
        if let Some(symbol) = symbol {
            self.scopes.declare_tag(symbol, ty, span);
        }
        ty
    }

    /// Declares the constants; also the least and the greatest value.
    fn enumerators(
        &mut self,
        enumerators: &'a [ast::Enumerator],
    ) -> (Vec<EnumeratorId>, i128, i128) {
        let mut constants = Vec::with_capacity(enumerators.len());
        let (mut low, mut high) = (0, 0);
        let int = self.types().int(IntKind::Int);
        let mut next: i128 = 0;
        let mut next_ty = int;
        for enumerator in enumerators {
            let given = enumerator.value.and_then(|it| self.enumerator_value(it, enumerator.name));
            let (value, ty) = given.unwrap_or((next, next_ty));
            let wrapped = self.types().int_value(ty, self.types().int_bits(ty, value));
            if enumerator.value.is_none() && wrapped != value {
                self.enum_overflow(enumerator.name);
            }
            (low, high) = (value.min(low), value.max(high));
            let ty = if i32::try_from(value).is_ok() { int } else { ty };
            next = value.wrapping_add(1);
            next_ty = ty;
            let bits = self.types().int_bits(ty, value);
            let id = self.enumerators.push(Enumerator { ty, bits });
            constants.push(id);
            let name = enumerator.name;
            if let Some(entry) = self.scopes.name_here(name.symbol) {
                self.redefinition(name, entry.span, "enumerator");
            }
            self.scopes.declare(name.symbol, Binding::Enumerator(id), name.span);
            if self.function.is_none() {
                self.out.enumerators.push((name.symbol, value));
            }
        }
        (constants, low, high)
    }

    /// The value and the type it is written in; `None` after an error.
    fn enumerator_value(&mut self, expr: ast::ExprId, name: ast::Name) -> Option<(i128, TypeId)> {
        let operand = self.rvalue_of(expr);
        if self.is_error(operand) {
            return None;
        }
        let value = match self.types().is_integer(operand.ty) {
            true => constant::evaluate_int(&self.out, operand.id),
            false => None,
        };
        if value.is_none() {
            let text = self.symbol_text(name.symbol).to_owned();
            let span = self.ast.exprs[expr].span;
            self.report(
                Diagnostic::error("E0220", span, format!("the value of `{text}` is not constant"))
                    .label("must be a constant integer"),
            );
        }
        let ty = self.types().int_kind(operand.ty).map(|kind| self.types().int(kind));
        Some((value?, ty.unwrap_or_else(|| self.types().int(IntKind::Int))))
    }

    fn enum_overflow(&mut self, name: ast::Name) {
        let text = self.symbol_text(name.symbol).to_owned();
        self.report(
            Diagnostic::error("E0243", name.span, format!("the value of `{text}` overflows"))
                .label("one more than the greatest value of its type"),
        );
    }

    pub fn wrong_tag(&mut self, tag: ast::Name, earlier: Span) {
        let text = self.symbol_text(tag.symbol).to_owned();
        self.report(
            Diagnostic::error("E0202", tag.span, format!("`{text}` is another kind of tag"))
                .label("declared as one kind here")
                .also(earlier, "and as another one before"),
        );
    }

    pub fn redefinition(&mut self, name: ast::Name, earlier: Span, what: &str) {
        let text = self.symbol_text(name.symbol).to_owned();
        self.report(
            Diagnostic::error("E0202", name.span, format!("redefinition of {what} `{text}`"))
                .label("defined again")
                .also(earlier, "defined here before"),
        );
    }
}

fn wide_kind(low: i128, high: i128, model: DataModel) -> IntKind {
    let signed = match model {
        DataModel::Ilp32 => IntKind::LongLong,
        DataModel::Lp64 => IntKind::Long,
    };
    if low >= 0 && i64::try_from(high).is_err() { signed.to_unsigned() } else { signed }
}

fn fits_kind(low: i128, high: i128, kind: IntKind, model: DataModel) -> bool {
    let bits = kind.bytes(model) as u32 * 8;
    match kind.is_signed() {
        _ if bits > 64 => kind.is_signed() || low >= 0,
        true => low >= -(1i128 << (bits - 1)) && high < 1i128 << (bits - 1),
        false => low >= 0 && high < 1i128 << bits,
    }
}

fn enum_kind(low: i128, high: i128, size: EnumSize, model: DataModel) -> IntKind {
    let fits = |bits: u32| match low < 0 {
        true => low >= -(1i128 << (bits - 1)) && high < 1i128 << (bits - 1),
        false => high < 1i128 << bits,
    };
    let smallest = match size {
        EnumSize::Smallest if fits(8) => IntKind::SChar,
        EnumSize::Smallest if fits(16) => IntKind::Short,
        _ if fits(32) => IntKind::Int,
        _ => wide_kind(-1, high, model),
    };
    if low < 0 { smallest.to_signed() } else { smallest.to_unsigned() }
}
