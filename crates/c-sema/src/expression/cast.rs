//! Casts and compound literals.

use c_syntax::ast;
use source::{Diagnostic, Span};

use crate::analyser::{Analyser, Operand};
use crate::initialiser::InitStorage;
use crate::typed::{Conversion, Duration, ExprKind, LinkAttributes, Linkage, Object};
use crate::types::{QualType, TypeId};

impl<'a> Analyser<'a> {
    pub(super) fn cast(
        &mut self,
        name: ast::TypeNameId,
        operand: ast::ExprId,
        span: Span,
    ) -> Operand {
        let n_vlas = self.pending_vlas.len();
        let to = self.type_name(name).ty.ty;
        let operand = self.rvalue_of(operand);
        if self.is_error(operand) || self.types().is_error(to) {
            return self.error_operand(span);
        }
        let result = self.cast_value(operand, to, span);
        self.after_vlas(n_vlas, result)
    }

    fn cast_value(&mut self, operand: Operand, to: TypeId, span: Span) -> Operand {
        if self.types().is_void(operand.ty) && !self.types().is_void(to) {
            let span = self.span(operand);
            return self.void_used(span);
        }
        if let Some(record) = self.types().record(to)
            && operand.ty != to
        {
            // GNU's cast to a union takes a value of one of its members.
            let takes = self
                .types()
                .fields(record)
                .iter()
                .find(|field| self.types().compatible(field.ty.ty, operand.ty))
                .map(|field| field.ty.ty);
            let is_union = self.types().records[record].kind == ast::RecordKind::Union;
            if let (true, Some(member)) = (is_union, takes) {
                let value = self.convert_to(operand, member);
                let kind = ExprKind::Convert { conversion: Conversion::ToUnion, operand: value.id };
                return self.value(kind, to, span);
            }
        }
        match self.conversion(operand.ty, to) {
            Some(Conversion::Same) if operand.ty == to => {
                // The value of a bit-field has the full type after a cast.
                Operand { bit_width: None, ..operand }
            }
            Some(_) => {
                let id = operand.id;
                let result = self.convert_to(operand, to);
                if result.id != id {
                    self.out.exprs[result.id].span = span;
                }
                result
            }
            None => {
                let (from, to) = (self.type_text(operand.ty), self.type_text(to));
                self.fail(
                    Diagnostic::error("E0215", span, format!("`{from}` cannot be cast to `{to}`"))
                        .label("no such conversion"),
                )
            }
        }
    }

    pub(super) fn compound_literal(
        &mut self,
        name: ast::TypeNameId,
        init: ast::InitId,
        span: Span,
    ) -> Operand {
        let declared = self.type_name(name);
        let is_static = self.function.is_none();
        let storage = match is_static {
            true => InitStorage::Static,
            false => InitStorage::Automatic,
        };
        let (init, ty) = self.initialise(declared.ty, init, storage);
        if !self.types().is_complete(ty) {
            return self.incomplete(ty, span);
        }
        let align = declared.align.or_else(|| self.types().preferred_align_of(ty)).unwrap_or(1);
        let duration = match is_static {
            true => Duration::Static(Linkage::None),
            false => Duration::Automatic,
        };
        let (own, at_use) = match is_static {
            true => (Some(init), None),
            false => (None, Some(init)),
        };
        let ty = QualType { ty, ..declared.ty };
        let name = self.out.symbols.intern("");
        let object = self.out.objects.push(Object {
            name,
            ty,
            span,
            duration,
            align,
            init: own,
            cleanup: None,
            is_address_taken: false,
            named: None,
            link: LinkAttributes::default(),
        });
        self.place(ExprKind::CompoundLiteral { object, init: at_use }, ty, span)
    }
}
