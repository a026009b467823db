//! `a ? b : c` and GNU's `a ?: c`.

use c_syntax::ast::{self, Qualifiers};
use source::{Diagnostic, Span};

use crate::analyser::{Analyser, Operand};
use crate::declaration::union_qualifiers;
use crate::typed::ExprKind;
use crate::types::{QualType, TypeId};

impl<'a> Analyser<'a> {
    pub(super) fn conditional(
        &mut self,
        condition: ast::ExprId,
        then: Option<ast::ExprId>,
        otherwise: ast::ExprId,
        span: Span,
    ) -> Operand {
        let condition = self.condition(condition);
        let then = match then {
            Some(then) => self.rvalue_of(then),
            None => condition,
        };
        let is_elvis = then.id == condition.id;
        let otherwise = self.rvalue_of(otherwise);
        if [condition, then, otherwise].into_iter().any(|operand| self.is_error(operand)) {
            return self.error_operand(span);
        }
        let Some(ty) = self.conditional_type(then, otherwise) else {
            let (then, otherwise) = (self.type_text(then.ty), self.type_text(otherwise.ty));
            return self.fail(
                Diagnostic::error(
                    "E0217",
                    span,
                    format!("the sides are `{then}` and `{otherwise}`"),
                )
                .label("no type holds both"),
            );
        };
        let otherwise = self.convert_to(otherwise, ty);
        if is_elvis {
            let Some(convert) = self.conversion(condition.ty, ty) else {
                return self.error_operand(span);
            };
            let kind = ExprKind::Elvis { value: condition.id, convert, otherwise: otherwise.id };
            return self.value(kind, ty, span);
        }
        let then = self.convert_to(then, ty);
        let kind = ExprKind::Conditional {
            condition: condition.id,
            then: then.id,
            otherwise: otherwise.id,
        };
        self.value(kind, ty, span)
    }

    /// The type that both sides convert to.
    fn conditional_type(&mut self, then: Operand, otherwise: Operand) -> Option<TypeId> {
        let types = self.types();
        if then.ty == otherwise.ty && !types.is_arithmetic(then.ty) {
            return Some(then.ty);
        }
        if types.is_arithmetic(then.ty) && types.is_arithmetic(otherwise.ty) {
            return Some(self.common_type(then, otherwise));
        }
        if types.is_void(then.ty) || types.is_void(otherwise.ty) {
            return Some(types.void());
        }
        match (types.pointee(then.ty), types.pointee(otherwise.ty)) {
            (Some(left), Some(right)) => {
                if self.is_null_constant(then) {
                    return Some(otherwise.ty);
                }
                if self.is_null_constant(otherwise) {
                    return Some(then.ty);
                }
                Some(self.joined_pointer(left, right))
            }
            // gcc lets an integer stand beside a pointer.
            (Some(_), None) if types.is_integer(otherwise.ty) => Some(then.ty),
            (None, Some(_)) if types.is_integer(then.ty) => Some(otherwise.ty),
            _ => None,
        }
    }

    /// Unlike pointers meet in `void *`; qualifiers of both sides stay.
    fn joined_pointer(&mut self, left: QualType, right: QualType) -> TypeId {
        let mut qualifiers: Qualifiers = union_qualifiers(left.qualifiers, right.qualifiers);
        if left.qualifiers.align_log2 != right.qualifiers.align_log2 {
            qualifiers = qualifiers.without_align();
        }
        let ty = if self.types().compatible(left.ty, right.ty) {
            self.out.types.composite(left.ty, right.ty)
        } else {
            self.types().void()
        };
        self.out.types.pointer_to(QualType { ty, qualifiers })
    }
}
