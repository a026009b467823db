//! `sizeof` and `_Alignof`.

use c_syntax::ast;
use source::{Diagnostic, Span};

use crate::analyser::{Analyser, Operand};
use crate::typed::ExprKind;
use crate::types::TypeId;

impl<'a> Analyser<'a> {
    pub(super) fn sizeof_expr(&mut self, operand: ast::ExprId, span: Span) -> Operand {
        let operand = self.unevaluated(operand);
        if self.is_error(operand) {
            return self.error_operand(span);
        }
        if operand.bit_width.is_some() && operand.category != crate::analyser::Category::Value {
            return self.fail(
                Diagnostic::error("E0210", span, "a bit-field has no size in bytes")
                    .label("`sizeof` cannot be applied to a bit-field"),
            );
        }
        self.size_constant(operand.ty, span)
    }

    pub(super) fn sizeof_type(&mut self, name: ast::TypeNameId, span: Span) -> Operand {
        let n_vlas = self.pending_vlas.len();
        let ty = self.type_name(name).ty.ty;
        if self.types().is_error(ty) {
            return self.error_operand(span);
        }
        let size = self.size_constant(ty, span);
        self.after_vlas(n_vlas, size)
    }

    fn size_constant(&mut self, ty: TypeId, span: Span) -> Operand {
        let size_ty = self.types().size_type();
        if let Some(size) = self.types().size_of(ty) {
            return self.int_constant(i128::from(size), size_ty, span);
        }
        if self.types().is_complete(ty) && self.types().is_variably_modified(ty) {
            return self.value(ExprKind::VlaSizeof(ty), size_ty, span);
        }
        self.incomplete(ty, span)
    }

    pub(super) fn alignof_expr(&mut self, operand: ast::ExprId, span: Span) -> Operand {
        let operand = self.unevaluated(operand);
        let own = match self.out.exprs[operand.id].kind {
            ExprKind::Object(object) => Some(self.out.objects[object].align),
            _ => None,
        };
        self.align_constant(operand.ty, own, span)
    }

    pub(super) fn alignof_type(&mut self, name: ast::TypeNameId, span: Span) -> Operand {
        let n_vlas = self.pending_vlas.len();
        let named = self.type_name(name);
        self.pending_vlas.truncate(n_vlas);
        self.align_constant(named.ty.ty, named.align, span)
    }

    fn align_constant(&mut self, ty: TypeId, own: Option<u64>, span: Span) -> Operand {
        if self.types().is_error(ty) {
            return self.error_operand(span);
        }
        let size_ty = self.types().size_type();
        match own.or_else(|| self.types().align_of(ty)) {
            Some(align) => self.int_constant(i128::from(align), size_ty, span),
            None => self.incomplete(ty, span),
        }
    }
}
