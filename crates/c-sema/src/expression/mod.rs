//! Expressions: every one gets a type, and every silent step of C a node.
//!
//! [`Analyser::expr`] gives what an expression denotes, place or value; [`Analyser::rvalue_of`]
//! gives its value, with arrays and functions as pointers. Which one a context asks for is what
//! C's rules on lvalues come down to.

mod arith;
mod assign;
mod atomic;
mod builtin;
mod builtin_table;
mod call;
mod cast;
mod conditional;
mod conversion;
mod generic;
mod literal;
mod member;
mod object_size;
mod offset;
mod pointer;
mod size;
mod unary;

use c_syntax::ast::{self, ExprKind as Ast};
use source::{Diagnostic, Span, Symbol};

use crate::analyser::{Analyser, Category, Operand};
use crate::depth::with_stack;
use crate::scope::Binding;
use crate::suggest::nearest;
use crate::typed::{ExprId, ExprKind, StmtId, StmtKind};
use crate::types::QualType;

impl<'a> Analyser<'a> {
    /// What an expression denotes.
    pub fn expr(&mut self, id: ast::ExprId) -> Operand {
        let ast = self.ast;
        let expr = &ast.exprs[id];
        let span = expr.span;
        // Leaves need no stack of their own.
        match &expr.kind {
            Ast::Name(symbol) => self.name(*symbol, span),
            Ast::Int(literal) => self.int_literal(*literal, span),
            Ast::Float(literal) => self.float_literal(literal, span),
            Ast::Char(literal) => self.char_literal(*literal, span),
            Ast::String(literal) => self.string_literal(literal, span),
            _ => with_stack(|| self.inner_node(&expr.kind, span)),
        }
    }

    fn inner_node(&mut self, kind: &'a Ast, span: Span) -> Operand {
        match kind {
            Ast::Name(_) | Ast::Int(_) | Ast::Float(_) | Ast::Char(_) | Ast::String(_) => {
                unreachable!("leaves are handled by `expr`")
            }
            Ast::Unary(op, operand) => self.unary(*op, *operand, span),
            Ast::Binary(op, lhs, rhs) => self.binary(*op, *lhs, *rhs, span),
            Ast::Assign { op: None, target, value } => self.assign(*target, *value, span),
            Ast::Assign { op: Some(op), target, value } => {
                self.compound_assign(*op, *target, *value, span)
            }
            Ast::Conditional { condition, then, otherwise } => {
                self.conditional(*condition, *then, *otherwise, span)
            }
            Ast::Comma(lhs, rhs) => {
                let lhs = self.rvalue_of(*lhs);
                let rhs = self.rvalue_of(*rhs);
                let comma = self.value(ExprKind::Comma(lhs.id, rhs.id), rhs.ty, span);
                Operand { bit_width: rhs.bit_width, ..comma }
            }
            Ast::Call { callee, arguments, close_paren } => {
                self.call(*callee, arguments, *close_paren, span)
            }
            Ast::Subscript { base, index } => self.subscript(*base, *index, span),
            Ast::Member { base, field, access } => self.member(*base, *field, *access, span),
            Ast::Cast { ty, operand } => self.cast(*ty, *operand, span),
            Ast::CompoundLiteral { ty, init } => self.compound_literal(*ty, *init, span),
            Ast::SizeofExpr(operand) => self.sizeof_expr(*operand, span),
            Ast::SizeofType(ty) => self.sizeof_type(*ty, span),
            Ast::AlignofExpr(operand) => self.alignof_expr(*operand, span),
            Ast::AlignofType(ty) => self.alignof_type(*ty, span),
            Ast::PreferredAlignofType(ty) => self.preferred_alignof_type(*ty, span),
            Ast::StmtExpr(stmt) => self.statement_expression(*stmt, span),
            Ast::LabelAddress(name) => self.label_address(*name, span),
            Ast::Generic { control, associations } => self.generic(*control, associations, span),
            Ast::VaArg { list, ty } => self.va_arg(*list, *ty, span),
            Ast::Offsetof { ty, path } => self.offsetof(*ty, path, span),
            Ast::TypesCompatible(lhs, rhs) => self.types_compatible(*lhs, *rhs, span),
            Ast::ChooseExpr { condition, then, otherwise } => {
                self.choose_expr(*condition, *then, *otherwise, span)
            }
        }
    }

    /// The value of an expression: loaded, decayed.
    pub fn rvalue_of(&mut self, id: ast::ExprId) -> Operand {
        let operand = self.expr(id);
        self.rvalue(operand)
    }

    /// For `sizeof` and `typeof`: what is done to objects there is not done.
    pub fn unevaluated(&mut self, id: ast::ExprId) -> Operand {
        self.n_unevaluated += 1;
        let operand = self.expr(id);
        self.n_unevaluated -= 1;
        operand
    }

    /// A name where a value or function is wanted.
    pub fn name(&mut self, symbol: Symbol, span: Span) -> Operand {
        match self.scopes.name(symbol).map(|entry| entry.binding) {
            Some(Binding::Object(object)) => {
                let ty = self.out.objects[object].ty;
                self.place(ExprKind::Object(object), ty, span)
            }
            Some(Binding::Function(function)) => self.function_name(function, span),
            Some(Binding::Enumerator(id)) => {
                let enumerator = self.enumerators[id];
                self.value(ExprKind::Int(enumerator.bits), enumerator.ty, span)
            }
            Some(Binding::Prototype(ty)) => self.place(ExprKind::Error, QualType::plain(ty), span),
            Some(Binding::Typedef(_)) => {
                let text = self.symbol_text(symbol).to_owned();
                self.fail(
                    Diagnostic::error("E0201", span, format!("`{text}` is a type"))
                        .label("a value is expected here"),
                )
            }
            None => match self.symbol_text(symbol) {
                "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__" => self.function_text(span),
                _ => match self.builtin_function(symbol, span) {
                    Some(function) => self.function_name(function, span),
                    None => self.unknown_name(symbol, span),
                },
            },
        }
    }

    pub fn function_name(&mut self, function: crate::typed::FunctionId, span: Span) -> Operand {
        let ty = self.out.functions[function].ty;
        let mut operand = self.place(ExprKind::FunctionName(function), QualType::plain(ty), span);
        operand.category = Category::Function;
        operand
    }

    fn unknown_name(&mut self, symbol: Symbol, span: Span) -> Operand {
        let text = self.symbol_text(symbol).to_owned();
        let names = self.scopes.visible().map(|known| self.symbol_text(known));
        let near = nearest(&text, names).map(str::to_owned);
        let mut diagnostic = Diagnostic::error("E0201", span, format!("unknown name `{text}`"))
            .label("not declared here");
        if let Some(near) = near {
            diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
        }
        // The name is declared now, so that its other uses are not reported again.
        let error = self.types().error();
        self.scopes.declare(symbol, Binding::Prototype(error), span);
        self.fail(diagnostic)
    }

    fn statement_expression(&mut self, stmt: ast::StmtId, span: Span) -> Operand {
        if self.function.is_none() {
            return self.fail(
                Diagnostic::error("E0230", span, "a statement expression outside of functions")
                    .label("statements need a function around them"),
            );
        }
        let stmt = self.stmt(stmt);
        let last = self.last_value(stmt);
        let ty = last.map_or_else(|| self.types().void(), |last| self.out.exprs[last].ty);
        let bit_width = last.and_then(|last| self.bit_width_of(last));
        Operand { bit_width, ..self.value(ExprKind::StmtExpr(stmt), ty, span) }
    }

    /// The width of the bit-field that a value was read from or written to.
    fn bit_width_of(&self, value: ExprId) -> Option<u8> {
        let mut at = value;
        loop {
            at = match self.out.exprs[at].kind {
                ExprKind::Member { base, field, .. } => {
                    let types = self.types();
                    let record = types.record(self.out.exprs[base].ty)?;
                    return Some(types.fields(record).get(field as usize)?.bits?.width);
                }
                ExprKind::Load { place, .. } => place,
                ExprKind::Comma(_, last) => last,
                ExprKind::Assign { target, .. }
                | ExprKind::CompoundAssign { target, .. }
                | ExprKind::IncDec { target, .. } => target,
                ExprKind::StmtExpr(block) => self.last_value(block)?,
                _ => return None,
            }
        }
    }

    /// The expression that a block ends with.
    fn last_value(&self, block: StmtId) -> Option<ExprId> {
        let StmtKind::Block { items, .. } = &self.out.stmts[block].kind else {
            return None;
        };
        let mut last = *items.last()?;
        loop {
            match self.out.stmts[last].kind {
                StmtKind::Expr(expr) => return Some(expr),
                StmtKind::Label { body, .. } => last = body,
                _ => return None,
            }
        }
    }

    /// `operand`, preceded by the evaluation of variable lengths that came up in its types.
    pub fn after_vlas(&mut self, n_before: usize, operand: Operand) -> Operand {
        if self.pending_vlas.len() <= n_before || self.is_error(operand) {
            return operand;
        }
        let span = self.span(operand);
        let vlas: Vec<_> = self.pending_vlas.drain(n_before..).collect();
        let mut items = Vec::with_capacity(vlas.len());
        for vla in vlas {
            items.push(self.push_stmt(StmtKind::EvaluateVla(vla), span));
        }
        let block = self.push_stmt(StmtKind::Block { items, end: span }, span);
        let void = self.types().void();
        let lengths = self.value(ExprKind::StmtExpr(block), void, span);
        // The operand stands outside of the block: a compound literal in it lives on.
        self.value(ExprKind::Comma(lengths.id, operand.id), operand.ty, span)
    }
}
