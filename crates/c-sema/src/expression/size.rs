//! `sizeof`, `_Alignof` and `__alignof__`.

use c_syntax::ast;
use source::{Diagnostic, Span};

use crate::analyser::{Analyser, Operand};
use crate::declaration::DeclaredType;
use crate::typed::{Conversion, ExprId, ExprKind};
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

    /// The alignment of the object or member that is named, else of its type as a variable has it.
    pub(super) fn alignof_expr(&mut self, operand: ast::ExprId, span: Span) -> Operand {
        let operand = self.unevaluated(operand);
        let own = match self.out.exprs[operand.id].kind {
            ExprKind::Object(object) => Some(self.out.objects[object].align),
            ExprKind::Member { base, field, .. } => {
                let types = self.types();
                let record = types.record(self.out.exprs[base].ty);
                let fields = record.map(|record| types.fields(record));
                fields.and_then(|fields| fields.get(field as usize)).map(|field| field.align)
            }
            ExprKind::Deref(pointer) => self.best_align(pointer),
            _ => None,
        };
        let align = own.or_else(|| self.types().preferred_align_of(operand.ty));
        self.align_constant(operand.ty, align, span)
    }

    /// The largest alignment of what a pointer and those that it was cast from point to.
    fn best_align(&self, pointer: ExprId) -> Option<u64> {
        let types = self.types();
        let mut at = pointer;
        let mut best = None;
        loop {
            let pointee = types.pointee(self.out.exprs[at].ty);
            let align = pointee.and_then(|pointee| {
                pointee.qualifiers.align().or_else(|| types.preferred_align_of(pointee.ty))
            });
            best = best.max(align);
            match self.out.exprs[at].kind {
                ExprKind::Convert { conversion: Conversion::PointerToPointer, operand } => {
                    at = operand;
                }
                _ => return best,
            }
        }
    }

    pub(super) fn alignof_type(&mut self, name: ast::TypeNameId, span: Span) -> Operand {
        let DeclaredType { ty, align } = self.aligned_type(name);
        let align = align.or_else(|| self.types().align_of(ty.ty));
        self.align_constant(ty.ty, align, span)
    }

    pub(super) fn preferred_alignof_type(&mut self, name: ast::TypeNameId, span: Span) -> Operand {
        let DeclaredType { ty, align } = self.aligned_type(name);
        let align = align.or_else(|| self.types().preferred_align_of(ty.ty));
        self.align_constant(ty.ty, align, span)
    }

    fn aligned_type(&mut self, name: ast::TypeNameId) -> DeclaredType {
        let n_vlas = self.pending_vlas.len();
        let named = self.type_name(name);
        self.pending_vlas.truncate(n_vlas);
        named
    }

    fn align_constant(&mut self, ty: TypeId, align: Option<u64>, span: Span) -> Operand {
        if self.types().is_error(ty) {
            return self.error_operand(span);
        }
        let size_ty = self.types().size_type();
        match align {
            Some(align) => self.int_constant(i128::from(align), size_ty, span),
            None => self.incomplete(ty, span),
        }
    }
}
