//! Choices that are made by types: `_Generic`, `__builtin_choose_expr`,
//! `__builtin_types_compatible_p`.

use c_syntax::ast::{self, GenericAssociation};
use source::{Diagnostic, Span};

use crate::analyser::{Analyser, Operand};
use crate::constant;
use crate::types::{IntKind, QualType};

impl<'a> Analyser<'a> {
    pub(super) fn generic(
        &mut self,
        control: ast::ExprId,
        associations: &'a [GenericAssociation],
        span: Span,
    ) -> Operand {
        let control = self.unevaluated_value(control);
        if self.is_error(control) {
            return self.error_operand(span);
        }
        let mut chosen = None;
        let mut default = None;
        let mut seen: Vec<QualType> = Vec::with_capacity(associations.len());
        for association in associations {
            match association.ty {
                None => default = Some(association.value),
                Some(name) => {
                    let named = self.type_name(name).ty;
                    if seen.iter().any(|&earlier| self.matches(earlier, named)) {
                        let text = self.type_text(named.ty);
                        let span = self.ast.type_names[name].span;
                        return self.fail(
                            Diagnostic::error("E0217", span, format!("`{text}` occurs twice"))
                                .label("compatible with an earlier association"),
                        );
                    }
                    seen.push(named);
                    if chosen.is_none() && self.matches(QualType::plain(control.ty), named) {
                        chosen = Some(association.value);
                    }
                }
            }
        }
        match chosen.or(default) {
            Some(value) => self.expr(value),
            None => {
                let text = self.type_text(control.ty);
                self.fail(
                    Diagnostic::error("E0217", span, format!("no association for `{text}`"))
                        .label("add this type or `default`"),
                )
            }
        }
    }

    /// Types match if they are compatible with equal qualifiers.
    fn matches(&self, lhs: QualType, rhs: QualType) -> bool {
        lhs.qualifiers.without_align() == rhs.qualifiers.without_align()
            && self.types().compatible(lhs.ty, rhs.ty)
    }

    /// The value's type as `_Generic` and `__auto_type` see it.
    pub fn unevaluated_value(&mut self, id: ast::ExprId) -> Operand {
        self.n_unevaluated += 1;
        let operand = self.rvalue_of(id);
        self.n_unevaluated -= 1;
        operand
    }

    pub(super) fn types_compatible(
        &mut self,
        lhs: ast::TypeNameId,
        rhs: ast::TypeNameId,
        span: Span,
    ) -> Operand {
        let lhs = self.type_name(lhs).ty.ty;
        let rhs = self.type_name(rhs).ty.ty;
        // Top-level qualifiers are ignored here, and enums are kept apart from integers by
        // gcc's own rule: compatible as everywhere else.
        let are_compatible = self.types().compatible(lhs, rhs);
        let int = self.types().int(IntKind::Int);
        self.int_constant(i128::from(are_compatible), int, span)
    }

    /// The side that is not chosen is read for its errors only.
    pub(super) fn choose_expr(
        &mut self,
        condition: ast::ExprId,
        then: ast::ExprId,
        otherwise: ast::ExprId,
        span: Span,
    ) -> Operand {
        let condition = self.rvalue_of(condition);
        if self.is_error(condition) {
            return self.error_operand(span);
        }
        match constant::evaluate_int(&self.out, condition.id) {
            Some(0) => {
                self.unevaluated(then);
                self.expr(otherwise)
            }
            Some(_) => {
                self.unevaluated(otherwise);
                self.expr(then)
            }
            None => self.fail(
                Diagnostic::error("E0220", span, "the choice is not constant")
                    .label("`__builtin_choose_expr` needs a constant condition"),
            ),
        }
    }
}
