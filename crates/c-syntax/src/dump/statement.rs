//! Statements as text.

use super::Dumper;
use crate::ast::*;

impl Dumper<'_> {
    pub(super) fn stmt(&mut self, stmt: StmtId) {
        self.deeper(|this| this.stmt_kind(stmt));
    }

    fn stmt_kind(&mut self, stmt: StmtId) {
        let unit = self.unit;
        match &unit.stmts[stmt].kind {
            StmtKind::Empty => self.text("(empty)"),
            StmtKind::Expr(expr) => self.expr(*expr),
            StmtKind::Compound(compound) => self.compound(compound),
            StmtKind::If { .. } => self.if_chain(stmt),
            StmtKind::Switch { operand, body } => self.loop_like("switch", *operand, *body),
            StmtKind::While { condition, body } => self.loop_like("while", *condition, *body),
            StmtKind::DoWhile { body, condition } => self.loop_like("do-while", *condition, *body),
            StmtKind::For { init, condition, step, body } => {
                self.text("(for ");
                match init {
                    ForInit::None => self.text("_"),
                    ForInit::Expr(expr) => self.expr(*expr),
                    ForInit::Declaration(declaration) => self.declaration(declaration),
                }
                for part in [condition, step] {
                    self.text(" ");
                    match part {
                        Some(expr) => self.expr(*expr),
                        None => self.text("_"),
                    }
                }
                self.body(*body);
            }
            StmtKind::Goto(name) => {
                self.text("(goto ");
                self.name(name.symbol);
                self.text(")");
            }
            StmtKind::GotoComputed(target) => {
                self.text("(goto* ");
                self.expr(*target);
                self.text(")");
            }
            StmtKind::Continue => self.text("(continue)"),
            StmtKind::Break => self.text("(break)"),
            StmtKind::Return(None) => self.text("(return)"),
            StmtKind::Return(Some(value)) => {
                self.text("(return ");
                self.expr(*value);
                self.text(")");
            }
            StmtKind::Label { name, attributes, body } => {
                self.text("(label ");
                self.name(name.symbol);
                self.attributes(attributes);
                self.body(*body);
            }
            StmtKind::Case { value, body } => self.loop_like("case", *value, *body),
            StmtKind::CaseRange { low, high, body } => {
                self.text("(case ");
                self.expr(*low);
                self.text("...");
                self.expr(*high);
                self.body(*body);
            }
            StmtKind::Default { body } => {
                self.text("(default");
                self.body(*body);
            }
            StmtKind::Asm(asm) => self.asm(asm),
        }
    }

    /// A word, an expression and a body.
    fn loop_like(&mut self, word: &str, expr: ExprId, body: StmtId) {
        self.write(format_args!("({word} "));
        self.expr(expr);
        self.body(body);
    }

    /// The last part of a statement.
    fn body(&mut self, body: StmtId) {
        self.text(" ");
        self.stmt(body);
        self.text(")");
    }

    fn if_chain(&mut self, first: StmtId) {
        let unit = self.unit;
        let mut n_open = 0;
        let mut rest = Some(first);
        while let Some(stmt) = rest {
            let StmtKind::If { condition, then, otherwise } = &unit.stmts[stmt].kind else {
                self.stmt(stmt);
                break;
            };
            self.text("(if ");
            self.expr(*condition);
            self.text(" ");
            self.stmt(*then);
            if otherwise.is_some() {
                self.text(" ");
            }
            n_open += 1;
            rest = *otherwise;
        }
        self.text(&")".repeat(n_open));
    }

    fn compound(&mut self, compound: &Compound) {
        self.text("{");
        let mut separator = "";
        for label in &compound.local_labels {
            self.text(separator);
            self.text("(local-label ");
            self.name(label.symbol);
            self.text(")");
            separator = " ";
        }
        for item in &compound.items {
            self.text(separator);
            separator = " ";
            match item {
                BlockItem::Stmt(stmt) => self.stmt(*stmt),
                BlockItem::Declaration(declaration) => self.declaration(declaration),
                BlockItem::StaticAssert(assertion) => self.static_assert(assertion),
                BlockItem::Function(function) => self.function(function),
            }
        }
        self.text("}");
    }

    fn asm(&mut self, asm: &Asm) {
        self.text(if asm.is_volatile { "(asm volatile " } else { "(asm " });
        self.quoted(&asm.template);
        for (word, operands) in [(" out", &asm.outputs), (" in", &asm.inputs)] {
            for operand in operands {
                self.text(word);
                self.text("(");
                if let Some(name) = operand.name {
                    self.name(name);
                    self.text(" ");
                }
                self.quoted(&operand.constraint);
                self.text(" ");
                self.expr(operand.operand);
                self.text(")");
            }
        }
        for clobber in &asm.clobbers {
            self.text(" clobber ");
            self.quoted(clobber);
        }
        for label in &asm.labels {
            self.text(" goto ");
            self.name(label.symbol);
        }
        self.text(")");
    }
}
