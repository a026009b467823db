//! Calls: the callee, the number of arguments, their conversions.

use c_syntax::ast::{self, ExprKind as Ast};
use source::{Diagnostic, Span};

use crate::analyser::{Analyser, Operand};
use crate::typed::ExprKind;
use crate::types::{Arity, FunctionType, TypeId};

impl<'a> Analyser<'a> {
    pub(super) fn call(
        &mut self,
        callee: ast::ExprId,
        arguments: &'a [ast::ExprId],
        end: Span,
        span: Span,
    ) -> Operand {
        let ast = self.ast;
        let callee_span = ast.exprs[callee].span;
        if let Ast::Name(symbol) = ast.exprs[callee].kind
            && self.scopes.name(symbol).is_none()
        {
            if let Some(result) = self.generic_builtin(symbol, arguments, end, span) {
                return result;
            }
            let function = match self.builtin_function(symbol, callee_span) {
                Some(function) => function,
                None => self.implicit_function(ast::Name { symbol, span: callee_span }),
            };
            let callee = self.function_name(function, callee_span);
            return self.call_value(callee, arguments, end, span);
        }
        let callee = self.expr(callee);
        self.call_value(callee, arguments, end, span)
    }

    fn call_value(
        &mut self,
        callee: Operand,
        arguments: &'a [ast::ExprId],
        end: Span,
        span: Span,
    ) -> Operand {
        let callee = self.rvalue(callee);
        let mut values = Vec::with_capacity(arguments.len());
        for &argument in arguments {
            values.push(self.rvalue_of(argument));
        }
        if self.is_error(callee) {
            return self.error_operand(span);
        }
        let pointee = self.types().pointee(callee.ty);
        let function = pointee.and_then(|pointee| self.types().function(pointee.ty)).cloned();
        let Some(function) = function else {
            let text = self.type_text(callee.ty);
            let is_error = pointee.is_some_and(|pointee| self.types().is_error(pointee.ty));
            if is_error {
                return self.error_operand(span);
            }
            let callee_span = self.span(callee);
            return self.fail(
                Diagnostic::error("E0214", callee_span, format!("`{text}` cannot be called"))
                    .label("not a function"),
            );
        };
        if self.wrong_count(callee, &function, values.len(), end) {
            return self.error_operand(span);
        }
        let arguments = self.convert_arguments(&function, values);
        self.finish_call(callee, arguments, function.result, end, span)
    }

    pub(super) fn finish_call(
        &mut self,
        callee: Operand,
        arguments: Vec<Operand>,
        result: TypeId,
        end: Span,
        span: Span,
    ) -> Operand {
        if !self.types().is_void(result) && !self.types().is_complete(result) {
            return self.incomplete(result, span);
        }
        let arguments = arguments.into_iter().map(|argument| argument.id).collect();
        self.value(ExprKind::Call { callee: callee.id, arguments, end }, result, span)
    }

    pub(super) fn convert_arguments(
        &mut self,
        function: &FunctionType,
        values: Vec<Operand>,
    ) -> Vec<Operand> {
        let mut arguments = Vec::with_capacity(values.len());
        for (index, value) in values.into_iter().enumerate() {
            let parameter = match function.arity {
                Arity::Unspecified => None,
                Arity::Fixed | Arity::Variadic => function.parameters.get(index),
            };
            arguments.push(match parameter {
                Some(&ty) => self.assign_convert(value, ty, "an argument"),
                None if self.types().is_void(value.ty) => {
                    let span = self.span(value);
                    self.void_used(span)
                }
                None => self.promote_argument(value),
            });
        }
        arguments
    }

    fn wrong_count(
        &mut self,
        callee: Operand,
        function: &FunctionType,
        n_given: usize,
        end: Span,
    ) -> bool {
        let n_wanted = function.parameters.len();
        let wrong = match function.arity {
            Arity::Unspecified => false,
            Arity::Fixed => n_given != n_wanted,
            Arity::Variadic => n_given < n_wanted,
        };
        if !wrong {
            return false;
        }
        let at_least = if function.arity == Arity::Variadic { "at least " } else { "" };
        let plural = if n_wanted == 1 { "" } else { "s" };
        let span = self.span(callee);
        let mut diagnostic = Diagnostic::error(
            "E0213",
            span.to(end),
            format!("the function takes {at_least}{n_wanted} argument{plural}, {n_given} given"),
        )
        .label(format!("{n_given} here"));
        if let Some(declared) = self.declaration_of(callee) {
            diagnostic = diagnostic.also(declared, format!("declared with {n_wanted} here"));
        }
        self.report(diagnostic);
        true
    }

    /// Where the called function was declared, if it is called by name.
    fn declaration_of(&self, callee: Operand) -> Option<Span> {
        let ExprKind::Decay(place) = self.out.exprs[callee.id].kind else {
            return None;
        };
        let ExprKind::FunctionName(function) = self.out.exprs[place].kind else {
            return None;
        };
        let span = self.out.functions[function].span;
        (!span.is_empty()).then_some(span)
    }
}
