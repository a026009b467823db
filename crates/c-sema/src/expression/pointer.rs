//! Pointers: arithmetic on them, subscripts, `*` and `&`.

use c_syntax::ast::{self, BinaryOp};
use source::{Diagnostic, Span};

use crate::analyser::{Analyser, Category, Operand};
use crate::typed::ExprKind;
use crate::types::{QualType, Type};

impl<'a> Analyser<'a> {
    pub(super) fn pointer_add(&mut self, lhs: Operand, rhs: Operand, span: Span) -> Operand {
        let (pointer, index) = match self.types().is_pointer(lhs.ty) {
            true => (lhs, rhs),
            false => (rhs, lhs),
        };
        if !self.types().is_integer(index.ty) {
            return self.wrong_operands(BinaryOp::Add, lhs.ty, rhs.ty, span);
        }
        if let Some(error) = self.unsized_pointee(pointer, span) {
            return error;
        }
        let kind = ExprKind::PointerAdd { pointer: pointer.id, index: index.id };
        self.value(kind, pointer.ty, span)
    }

    pub(super) fn pointer_sub(&mut self, lhs: Operand, rhs: Operand, span: Span) -> Operand {
        if !self.types().is_pointer(lhs.ty) {
            return self.wrong_operands(BinaryOp::Sub, lhs.ty, rhs.ty, span);
        }
        if let Some(error) = self.unsized_pointee(lhs, span) {
            return error;
        }
        if self.types().is_pointer(rhs.ty) {
            if !self.same_pointee(lhs, rhs) {
                return self.wrong_operands(BinaryOp::Sub, lhs.ty, rhs.ty, span);
            }
            let ty = self.types().difference_type();
            return self.value(ExprKind::PointerDiff(lhs.id, rhs.id), ty, span);
        }
        if !self.types().is_integer(rhs.ty) {
            return self.wrong_operands(BinaryOp::Sub, lhs.ty, rhs.ty, span);
        }
        let kind = ExprKind::PointerSub { pointer: lhs.id, index: rhs.id };
        self.value(kind, lhs.ty, span)
    }

    /// Only pointers to one type have a difference; qualifiers do not matter.
    fn same_pointee(&self, lhs: Operand, rhs: Operand) -> bool {
        let types = self.types();
        match (types.pointee(lhs.ty), types.pointee(rhs.ty)) {
            (Some(left), Some(right)) => types.compatible(left.ty, right.ty),
            _ => false,
        }
    }

    fn unsized_pointee(&mut self, pointer: Operand, span: Span) -> Option<Operand> {
        let types = self.types();
        let pointee = types.pointee(pointer.ty)?.ty;
        let has_size =
            types.is_complete(pointee) || types.is_void(pointee) || types.is_function(pointee);
        (!has_size).then(|| self.incomplete(pointee, span))
    }

    pub(super) fn subscript(
        &mut self,
        base: ast::ExprId,
        index: ast::ExprId,
        span: Span,
    ) -> Operand {
        let base = self.expr(base);
        if self.types().is_vector(base.ty) && base.category != Category::Value {
            return self.vector_lane(base, index, span);
        }
        let base = self.rvalue(base);
        let index = self.rvalue_of(index);
        if self.is_error(base) || self.is_error(index) {
            return self.error_operand(span);
        }
        let types = self.types();
        let is_pair = types.is_pointer(base.ty) && types.is_integer(index.ty)
            || types.is_integer(base.ty) && types.is_pointer(index.ty);
        if !is_pair {
            let (base, index) = (self.type_text(base.ty), self.type_text(index.ty));
            return self.fail(
                Diagnostic::error(
                    "E0218",
                    span,
                    format!("`{base}` cannot be subscripted by `{index}`"),
                )
                .label("a pointer or array and an integer are expected"),
            );
        }
        let sum = self.pointer_add(base, index, span);
        self.deref_value(sum, span)
    }

    /// `v[i]` on a vector: the lane is reached through a pointer to the first one.
    fn vector_lane(&mut self, base: Operand, index: ast::ExprId, span: Span) -> Operand {
        let index = self.rvalue_of(index);
        if self.is_error(base) || self.is_error(index) {
            return self.error_operand(span);
        }
        let Type::Vector { element, .. } = self.types()[base.ty] else {
            return self.error_operand(span);
        };
        self.mark_address_taken(base.id);
        let whole = self.out.types.pointer_to(QualType::plain(base.ty));
        let address = self.value(ExprKind::AddressOf(base.id), whole, span);
        let lane = QualType { ty: element, qualifiers: base.qualifiers.without_align() };
        let lane_pointer = self.out.types.pointer_to(lane);
        let first = self.convert_to(address, lane_pointer);
        let sum = self.pointer_add(first, index, span);
        self.deref_value(sum, span)
    }

    pub(super) fn deref(&mut self, operand: ast::ExprId, span: Span) -> Operand {
        let operand = self.rvalue_of(operand);
        self.deref_value(operand, span)
    }

    /// What a pointer value points to.
    pub(super) fn deref_value(&mut self, pointer: Operand, span: Span) -> Operand {
        if self.is_error(pointer) {
            return self.error_operand(span);
        }
        let Some(pointee) = self.types().pointee(pointer.ty) else {
            let text = self.type_text(pointer.ty);
            return self.fail(
                Diagnostic::error("E0218", span, format!("`{text}` is not a pointer"))
                    .label("only pointers can be dereferenced"),
            );
        };
        if self.types().is_function(pointee.ty) {
            // `*f` is `f` for functions, however often.
            if let ExprKind::Decay(function) = self.out.exprs[pointer.id].kind {
                return Operand {
                    id: function,
                    category: Category::Function,
                    ..pointer_place(pointee, pointer)
                };
            }
            let mut place = self.place(ExprKind::Deref(pointer.id), pointee, span);
            place.category = Category::Function;
            return place;
        }
        self.place(ExprKind::Deref(pointer.id), pointee, span)
    }

    pub(super) fn address_of(&mut self, operand: ast::ExprId, span: Span) -> Operand {
        let operand = self.expr(operand);
        if self.is_error(operand) {
            return self.error_operand(span);
        }
        match operand.category {
            Category::Function => return self.function_pointer(operand),
            Category::Lvalue => {}
            Category::Temporary if self.types().is_array(operand.ty) => {}
            Category::Value | Category::Temporary => {
                return self.fail(
                    Diagnostic::error("E0212", span, "a value has no address")
                        .label("`&` needs a place, such as a variable"),
                );
            }
        }
        if operand.bit_width.is_some() {
            return self.fail(
                Diagnostic::error("E0212", span, "a bit-field has no address")
                    .label("`&` cannot be applied to a bit-field"),
            );
        }
        if let ExprKind::Object(object) = self.out.exprs[operand.id].kind
            && self.register_objects.contains(&object)
        {
            return self.fail(
                Diagnostic::error("E0212", span, "an object in a register has no address")
                    .label("it is declared `register`"),
            );
        }
        self.mark_address_taken(operand.id);
        let pointee = self.place_type(operand);
        let ty = self.out.types.pointer_to(pointee);
        self.value(ExprKind::AddressOf(operand.id), ty, span)
    }

    /// The type of a place with its qualifiers; those of an array belong to its elements.
    fn place_type(&mut self, operand: Operand) -> QualType {
        let ty = QualType::plain(operand.ty);
        self.qualify(ty, operand.qualifiers)
    }
}

fn pointer_place(pointee: QualType, pointer: Operand) -> Operand {
    Operand { ty: pointee.ty, qualifiers: pointee.qualifiers, ..pointer }
}
