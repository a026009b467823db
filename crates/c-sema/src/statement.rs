//! Statements, labels and switches.

use c_syntax::ast::{self, BlockItem, Compound, ForInit, Name, StmtKind as Ast};
use source::{Diagnostic, Span, Symbol};

use crate::analyser::{Analyser, LabelState, Operand, SwitchContext};
use crate::constant;
use crate::depth::with_stack;
use crate::typed::{CaseRange, ExprKind, Label, LabelId, StmtId, StmtKind, Switch};
use crate::types::QualType;

impl<'a> Analyser<'a> {
    pub fn stmt(&mut self, id: ast::StmtId) -> StmtId {
        let ast = self.ast;
        let stmt = &ast.stmts[id];
        with_stack(|| {
            let kind = self.stmt_kind(&stmt.kind, stmt.span);
            let stmt_id = self.push_stmt(kind, stmt.span);
            // Lengths inside the statement's own types (as in `typeof`) come before it.
            if self.pending_vlas.is_empty() {
                return stmt_id;
            }
            let mut items = Vec::new();
            self.flush_vlas(stmt.span, &mut items);
            items.push(stmt_id);
            self.push_stmt(StmtKind::Block { items, end: stmt.span }, stmt.span)
        })
    }

    fn stmt_kind(&mut self, kind: &'a Ast, span: Span) -> StmtKind {
        match kind {
            Ast::Empty => StmtKind::Empty,
            Ast::Expr(expr) => StmtKind::Expr(self.rvalue_of(*expr).id),
            Ast::Compound(compound) => {
                self.scopes.open();
                let mut items = Vec::with_capacity(compound.items.len());
                self.block_items(compound, &mut items);
                self.scopes.close();
                StmtKind::Block { items, end: compound.end }
            }
            Ast::If { condition, then, otherwise } => self.as_block(|analyser| {
                let condition = analyser.condition(*condition).id;
                let then = analyser.substatement(*then);
                let otherwise = otherwise.map(|otherwise| analyser.substatement(otherwise));
                StmtKind::If { condition, then, otherwise }
            }),
            Ast::Switch { operand, body } => {
                self.as_block(|analyser| analyser.switch(*operand, *body))
            }
            Ast::While { condition, body } => self.as_block(|analyser| {
                let condition = analyser.condition(*condition).id;
                let body = analyser.loop_body(*body);
                StmtKind::While { condition, body }
            }),
            Ast::DoWhile { body, condition } => self.as_block(|analyser| {
                let body = analyser.loop_body(*body);
                let condition = analyser.condition(*condition).id;
                StmtKind::DoWhile { body, condition }
            }),
            Ast::For { init, condition, step, body } => {
                self.for_loop(init, *condition, *step, *body, span)
            }
            Ast::Goto(name) => StmtKind::Goto(self.label_use(*name)),
            Ast::GotoComputed(expr) => {
                let mut target = self.rvalue_of(*expr);
                if !self.is_error(target) && !self.types().is_pointer(target.ty) {
                    let text = self.type_text(target.ty);
                    let span = self.span(target);
                    target = self.fail(
                        Diagnostic::error("E0210", span, format!("`{text}` is no place to go to"))
                            .label("a computed goto needs a pointer"),
                    );
                }
                let void = self.types().void();
                let pointer = self.out.types.pointer_to(QualType::plain(void));
                StmtKind::GotoComputed(self.assign_convert(target, pointer, "a target").id)
            }
            Ast::Continue => {
                if self.function.as_ref().is_none_or(|function| function.n_loops == 0) {
                    self.misplaced("continue", "a loop", span);
                }
                StmtKind::Continue
            }
            Ast::Break => {
                if self.function.as_ref().is_none_or(|function| function.n_breakable == 0) {
                    self.misplaced("break", "a loop or switch", span);
                }
                StmtKind::Break
            }
            Ast::Return(value) => self.return_statement(*value),
            Ast::Label { name, body, .. } => {
                let label = self.define_label(*name);
                let body = self.stmt(*body);
                StmtKind::Label { label, body }
            }
            Ast::Case { value, body } => self.case(*value, None, *body, span),
            Ast::CaseRange { low, high, body } => self.case(*low, Some(*high), *body, span),
            Ast::Default { body } => self.default_case(*body, span),
            Ast::Asm(asm) => self.asm(asm),
        }
    }

    /// An `if`, `switch` or loop is a block, and so is what it has inside (C17 6.8.4p3, 6.8.5p5):
    /// tags and enumerators that are declared there are known there only.
    fn as_block<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        self.scopes.open();
        let result = read(self);
        self.scopes.close();
        result
    }

    fn substatement(&mut self, stmt: ast::StmtId) -> StmtId {
        self.as_block(|analyser| analyser.stmt(stmt))
    }

    /// The items of a block, in the scope that is open.
    pub fn block_items(&mut self, compound: &'a Compound, items: &mut Vec<StmtId>) {
        let hidden = self.declare_local_labels(&compound.local_labels);
        for item in &compound.items {
            if self.diagnostics.is_full() {
                break;
            }
            match item {
                BlockItem::Stmt(stmt) => {
                    let stmt = self.stmt(*stmt);
                    items.push(stmt);
                }
                BlockItem::Declaration(declaration) => self.declaration(declaration, items),
                BlockItem::StaticAssert(assertion) => self.static_assert(assertion),
                BlockItem::Function(definition) => self.function_definition(definition),
            }
        }
        self.forget_local_labels(hidden);
    }

    fn loop_body(&mut self, body: ast::StmtId) -> StmtId {
        self.enter_loop();
        let body = self.substatement(body);
        self.leave_loop();
        body
    }

    fn enter_loop(&mut self) {
        if let Some(function) = &mut self.function {
            function.n_loops += 1;
            function.n_breakable += 1;
        }
    }

    fn leave_loop(&mut self) {
        if let Some(function) = &mut self.function {
            function.n_loops -= 1;
            function.n_breakable -= 1;
        }
    }

    fn for_loop(
        &mut self,
        init: &'a ForInit,
        condition: Option<ast::ExprId>,
        step: Option<ast::ExprId>,
        body: ast::StmtId,
        span: Span,
    ) -> StmtKind {
        self.scopes.open();
        let mut first = Vec::new();
        match init {
            ForInit::None => {}
            ForInit::Expr(expr) => {
                let value = self.rvalue_of(*expr);
                let span = self.span(value);
                first.push(self.push_stmt(StmtKind::Expr(value.id), span));
            }
            ForInit::Declaration(declaration) => self.declaration(declaration, &mut first),
        }
        let condition = condition.map(|condition| self.condition(condition).id);
        let step = step.map(|step| self.rvalue_of(step).id);
        let body = self.loop_body(body);
        self.scopes.close();
        let end = Span::at(span.hi);
        StmtKind::For { init: first, condition, step, body, end }
    }

    fn return_statement(&mut self, value: Option<ast::ExprId>) -> StmtKind {
        let result = match &self.function {
            Some(function) => function.result,
            None => self.types().error(),
        };
        let Some(value) = value else {
            return StmtKind::Return(None);
        };
        let value = self.rvalue_of(value);
        let types = self.types();
        if types.is_void(result) {
            // gcc accepts a value here; it is computed and dropped.
            let void = types.void();
            let value = match self.is_error(value) || self.types().is_void(value.ty) {
                true => value,
                false => self.convert_to(value, void),
            };
            return StmtKind::Return(Some(value.id));
        }
        StmtKind::Return(Some(self.assign_convert(value, result, "a result").id))
    }

    fn misplaced(&mut self, what: &str, place: &str, span: Span) {
        self.report(
            Diagnostic::error("E0230", span, format!("`{what}` outside of {place}"))
                .label(format!("no {} around this", place.trim_start_matches("a "))),
        );
    }

    // -- Switches.

    fn switch(&mut self, operand: ast::ExprId, body: ast::StmtId) -> StmtKind {
        let operand = self.rvalue_of(operand);
        let operand = self.require_integer(operand);
        let operand = self.promote(operand);
        let id = self.out.switches.push(Switch {
            operand_ty: operand.ty,
            cases: Vec::new(),
            has_default: false,
        });
        if let Some(function) = &mut self.function {
            function.n_breakable += 1;
            function.switches.push(SwitchContext {
                id,
                operand_ty: operand.ty,
                taken: Default::default(),
                default: None,
            });
        }
        let body = self.substatement(body);
        if let Some(function) = &mut self.function {
            function.n_breakable -= 1;
            function.switches.pop();
        }
        StmtKind::Switch { switch: id, operand: operand.id, body }
    }

    fn require_integer(&mut self, operand: Operand) -> Operand {
        if self.is_error(operand) || self.types().is_integer(operand.ty) {
            return operand;
        }
        let span = self.span(operand);
        let text = self.type_text(operand.ty);
        self.fail(
            Diagnostic::error("E0210", span, format!("`{text}` is not an integer"))
                .label("a switch needs an integer"),
        )
    }

    fn case(
        &mut self,
        low: ast::ExprId,
        high: Option<ast::ExprId>,
        body: ast::StmtId,
        span: Span,
    ) -> StmtKind {
        let value_span = match high {
            Some(high) => self.ast.exprs[low].span.to(self.ast.exprs[high].span),
            None => self.ast.exprs[low].span,
        };
        let low = self.case_value(low);
        let high = match high {
            Some(high) => self.case_value(high),
            None => low,
        };
        let context = self.function.as_ref().and_then(|function| function.switches.last());
        let Some(context) = context else {
            self.misplaced("case", "a switch", span);
            let body = self.stmt(body);
            return StmtKind::Block { items: vec![body], end: span };
        };
        let switch = context.id;
        let (Some(low), Some(high)) = (low, high) else {
            let body = self.stmt(body);
            return StmtKind::Block { items: vec![body], end: span };
        };
        self.take_case(low, high, value_span);
        let cases = &mut self.out.switches[switch].cases;
        let index = cases.len() as u32;
        cases.push(CaseRange { low, high, span: value_span });
        let body = self.stmt(body);
        StmtKind::Case { switch, index, body }
    }

    /// The value in the type of the switch; `None` after an error.
    fn case_value(&mut self, value: ast::ExprId) -> Option<i128> {
        let operand = self.rvalue_of(value);
        if self.is_error(operand) {
            return None;
        }
        let span = self.span(operand);
        let constant = match self.types().is_integer(operand.ty) {
            true => constant::evaluate_int(&self.out, operand.id),
            false => None,
        };
        let Some(constant) = constant else {
            self.report(
                Diagnostic::error("E0220", span, "the case is not constant")
                    .label("must be a constant integer"),
            );
            return None;
        };
        let ty = self.function.as_ref()?.switches.last()?.operand_ty;
        let bits = self.types().int_bits(ty, constant);
        Some(self.types().int_value(ty, bits))
    }

    fn take_case(&mut self, low: i128, high: i128, span: Span) {
        let context = self.function.as_mut().and_then(|function| function.switches.last_mut());
        let Some(context) = context else {
            return;
        };
        // Ranges that are empty are accepted, and match nothing.
        if low > high {
            return;
        }
        let before = context.taken.range(..=high).next_back();
        let clash = before.filter(|(_, (end, _))| *end >= low).map(|(_, (_, span))| *span);
        match clash {
            None => {
                context.taken.insert(low, (high, span));
            }
            Some(earlier) => self.report(
                Diagnostic::error("E0221", span, format!("duplicate case {low}"))
                    .label("this value again")
                    .also(earlier, "handled here before"),
            ),
        }
    }

    fn default_case(&mut self, body: ast::StmtId, span: Span) -> StmtKind {
        let context = self.function.as_mut().and_then(|function| function.switches.last_mut());
        let Some(context) = context else {
            self.misplaced("default", "a switch", span);
            let body = self.stmt(body);
            return StmtKind::Block { items: vec![body], end: span };
        };
        let switch = context.id;
        let earlier = context.default.replace(span);
        self.out.switches[switch].has_default = true;
        if let Some(earlier) = earlier {
            self.report(
                Diagnostic::error("E0221", span, "several defaults in one switch")
                    .label("another one")
                    .also(earlier, "the first one"),
            );
        }
        let body = self.stmt(body);
        StmtKind::Default { switch, body }
    }

    // -- Labels.

    fn new_label(&mut self, name: Name) -> LabelId {
        let label = Label { name: name.symbol, span: name.span, is_address_taken: false };
        self.out.labels.push(label)
    }

    pub(crate) fn label_use(&mut self, name: Name) -> LabelId {
        let function = self.function.as_mut();
        let known = function.and_then(|function| function.labels.get_mut(&name.symbol));
        if let Some(state) = known {
            if !state.is_used {
                state.first_use = name.span;
            }
            state.is_used = true;
            return state.id;
        }
        let id = self.new_label(name);
        if let Some(function) = &mut self.function {
            let state = LabelState { id, defined: None, first_use: name.span, is_used: true };
            function.labels.insert(name.symbol, state);
        }
        id
    }

    fn define_label(&mut self, name: Name) -> LabelId {
        let id = self.label_use(name);
        self.out.labels[id].span = name.span;
        let state = self.function.as_mut().and_then(|it| it.labels.get_mut(&name.symbol));
        let earlier = state.and_then(|state| state.defined.replace(name.span));
        if let Some(earlier) = earlier {
            self.redefinition(name, earlier, "label");
        }
        id
    }

    pub fn label_address(&mut self, name: Name, span: Span) -> Operand {
        let label = self.label_use(name);
        self.out.labels[label].is_address_taken = true;
        let void = self.types().void();
        let ty = self.out.types.pointer_to(QualType::plain(void));
        self.value(ExprKind::LabelAddress(label), ty, span)
    }

    /// Declares GNU's `__label__` names; what they hide is returned.
    fn declare_local_labels(&mut self, names: &[Name]) -> Vec<(Name, Option<LabelState>)> {
        names
            .iter()
            .map(|&name| {
                let id = self.new_label(name);
                let state = LabelState { id, defined: None, first_use: name.span, is_used: false };
                let function = self.function.as_mut();
                let hidden = function.and_then(|it| it.labels.insert(name.symbol, state));
                (name, hidden)
            })
            .collect()
    }

    fn forget_local_labels(&mut self, hidden: Vec<(Name, Option<LabelState>)>) {
        for (name, outer) in hidden {
            let Some(function) = &mut self.function else {
                continue;
            };
            let inner = match outer {
                Some(outer) => function.labels.insert(name.symbol, outer),
                None => function.labels.remove(&name.symbol),
            };
            if let Some(inner) = inner
                && inner.defined.is_none()
                && inner.is_used
            {
                self.unknown_label(name.symbol, inner.first_use);
            }
        }
    }

    /// Every label that is jumped to must be there.
    pub fn check_labels(&mut self) {
        let Some(function) = &self.function else {
            return;
        };
        let mut missing: Vec<_> = function
            .labels
            .iter()
            .filter(|(_, state)| state.defined.is_none())
            .map(|(&name, state)| (state.first_use, name))
            .collect();
        missing.sort();
        for (span, name) in missing {
            self.unknown_label(name, span);
        }
    }

    fn unknown_label(&mut self, name: Symbol, span: Span) {
        let text = self.symbol_text(name).to_owned();
        self.report(
            Diagnostic::error("E0203", span, format!("unknown label `{text}`"))
                .label("no such label in this function"),
        );
    }
}
