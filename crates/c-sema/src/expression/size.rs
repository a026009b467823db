//! `sizeof`, `_Alignof` and `__alignof__`.
//!
//! The operand is evaluated only where a size that is known at run time may depend on it; of an
//! alignment, never.

use c_syntax::ast;
use source::{Diagnostic, Span};

use crate::analyser::{Analyser, Operand};
use crate::declaration::DeclaredType;
use crate::typed::{Conversion, ExprId, ExprKind, Vla};
use crate::types::{Type, TypeId};

impl<'a> Analyser<'a> {
    pub(super) fn sizeof_expr(&mut self, written: ast::ExprId, span: Span) -> Operand {
        let operand = self.unevaluated(written);
        if self.is_error(operand) {
            return self.error_operand(span);
        }
        if operand.bit_width.is_some() && operand.category != crate::analyser::Category::Value {
            return self.fail(
                Diagnostic::error("E0210", span, "a bit-field has no size in bytes")
                    .label("`sizeof` cannot be applied to a bit-field"),
            );
        }
        let size = self.size_constant(operand.ty, span);
        let is_vla = matches!(self.types()[operand.ty], Type::Array { .. });
        match is_vla.then(|| self.evaluated_for_its_type(written, operand)).flatten() {
            Some(effects) => self.value(ExprKind::Comma(effects, size.id), size.ty, span),
            None => size,
        }
    }

    /// What the operand of a `sizeof` or `typeof` does, as a void value, if it is evaluated and does
    /// anything: only where its type has variable lengths (6.5.3.4p2). It is read a second time,
    /// since what was read to find the type counts as not evaluated.
    pub(crate) fn evaluated_for_its_type(
        &mut self,
        written: ast::ExprId,
        operand: Operand,
    ) -> Option<ExprId> {
        let is_evaluated = self.n_unevaluated == 0
            && self.function.is_some()
            && self.types().is_variably_modified(operand.ty)
            && !self.is_idle(operand.id);
        if !is_evaluated {
            return None;
        }
        let value = self.rvalue_of(written);
        let void = self.types().void();
        Some(self.convert_to(value, void).id)
    }

    /// Effects of a type that take place where lengths in it are evaluated, as a length of one that
    /// nobody asks for.
    pub(crate) fn pending_effects(&mut self, effects: ExprId) {
        let span = self.out.exprs[effects].span;
        let size_ty = self.types().size_type();
        let one = self.int_constant(1, size_ty, span);
        let length = self.value(ExprKind::Comma(effects, one.id), size_ty, span);
        let vla = self.out.vlas.push(Vla { length: length.id });
        self.pending_vlas.push(vla);
    }

    /// Whether evaluating the expression does nothing that anyone could see. A pointer that has no
    /// value yet is read for nothing in `int (*p)[n] = malloc(sizeof *p)`, so that reads are idle.
    fn is_idle(&self, id: ExprId) -> bool {
        match &self.out.exprs[id].kind {
            ExprKind::Object(_) | ExprKind::Int(_) | ExprKind::VlaSizeof(_) => true,
            ExprKind::Load { place, is_volatile: false } => self.is_idle(*place),
            ExprKind::Deref(inner) | ExprKind::Decay(inner) | ExprKind::AddressOf(inner) => {
                self.is_idle(*inner)
            }
            ExprKind::Member { base, .. } => self.is_idle(*base),
            ExprKind::Convert { operand, .. } => self.is_idle(*operand),
            ExprKind::PointerAdd { pointer, index } | ExprKind::PointerSub { pointer, index } => {
                self.is_idle(*pointer) && self.is_idle(*index)
            }
            ExprKind::Arith(_, lhs, rhs) => self.is_idle(*lhs) && self.is_idle(*rhs),
            _ => false,
        }
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
