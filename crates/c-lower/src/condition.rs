//! Conditions: `&&`, `||`, `!` and comparisons as truth values or as control flow.
//!
//! A condition without effects becomes one truth value, and a branch on it two `assume` edges.
//! A condition whose right part must not always be evaluated (it writes, reads memory, or may be
//! undefined) becomes control flow, and so does every one of which it is checked that it does not depend
//! on indeterminate values: each side is a decision of its own.
//!
//! ```text
//!   if (p && *p > 3)      L0 -assume p != null-> L1 -load-> L2 -assume %load > 3-> then
//! ```

use c_sema::typed::{Conversion, ExprId, ExprKind};
use ir::{EdgeRole, LocationId, Op, Type};
use verdict::CheckKind;

use crate::class::Class;
use crate::function::FunctionLowering;
use crate::scope::ScopeKind;

impl FunctionLowering<'_, '_> {
    /// Branches on a full expression and leaves its temporary objects on both ways.
    pub(crate) fn full_condition(
        &mut self,
        condition: ExprId,
        on_true: LocationId,
        on_false: LocationId,
    ) {
        if !self.up.facts.effects[condition].writes && !self.wants(CheckKind::MemTrack) {
            return self.branch(condition, on_true, on_false);
        }
        let (inner_true, inner_false) = (self.body.add_location(), self.body.add_location());
        let outer = [(inner_true, self.point(on_true)), (inner_false, self.point(on_false))];
        self.push_scope(ScopeKind::FullExpression);
        self.branch(condition, inner_true, inner_false);
        let stale = self.take_pointer_temporaries();
        for (from, to) in outer {
            self.current = Some(from);
            self.clear_pointers(&stale);
            self.jump_to(to, EdgeRole::Plain);
        }
        self.pop_scope();
    }

    /// Goes to `on_true` or `on_false`.
    pub(crate) fn branch(&mut self, expr: ExprId, on_true: LocationId, on_false: LocationId) {
        let span = self.unit().exprs[expr].span;
        self.at(span, |lowering| lowering.branch_here(expr, on_true, on_false));
    }

    fn branch_here(&mut self, expr: ExprId, on_true: LocationId, on_false: LocationId) {
        let unit = self.unit();
        if self.up.facts.effects[expr].is_pure() {
            let condition = self.condition(expr);
            return self.branch_on(condition, on_true, on_false);
        }
        match &unit.exprs[expr].kind {
            ExprKind::And(lhs, rhs) => {
                let middle = self.body.add_location();
                self.branch(*lhs, middle, on_false);
                self.current = Some(middle);
                self.branch(*rhs, on_true, on_false);
            }
            ExprKind::Or(lhs, rhs) => {
                let middle = self.body.add_location();
                self.branch(*lhs, on_true, middle);
                self.current = Some(middle);
                self.branch(*rhs, on_true, on_false);
            }
            ExprKind::Not(operand) => self.branch(*operand, on_false, on_true),
            ExprKind::Comma(first, second) => {
                self.effects(*first);
                self.branch(*second, on_true, on_false);
            }
            ExprKind::Convert { conversion, operand }
                if self.keeps_truth(*conversion, *operand) =>
            {
                self.branch(*operand, on_true, on_false);
            }
            ExprKind::Call { .. } => match self.expected_value(expr) {
                Some(operand) => self.branch(operand, on_true, on_false),
                None => {
                    let condition = self.condition(expr);
                    self.branch_on(condition, on_true, on_false);
                }
            },
            _ => {
                let condition = self.condition(expr);
                self.branch_on(condition, on_true, on_false);
            }
        }
    }

    /// The two edges of a decision, or the one that a constant leaves.
    pub(crate) fn branch_on(
        &mut self,
        condition: ir::ExprId,
        on_true: LocationId,
        on_false: LocationId,
    ) {
        self.check_initialised(condition);
        let from = self.current;
        self.branch_edge(condition, on_true, EdgeRole::BranchTaken);
        self.current = from;
        let not = self.not(condition);
        self.branch_edge(not, on_false, EdgeRole::BranchNotTaken);
        self.current = None;
    }

    /// One edge of a decision; none if the condition is false for certain.
    pub(crate) fn branch_edge(&mut self, condition: ir::ExprId, to: LocationId, role: EdgeRole) {
        match self.node(condition) {
            ir::Expr::Bool(false) => self.current = None,
            ir::Expr::Bool(true) => self.emit_to(Op::Skip, to, role),
            _ => self.emit_to(Op::Assume { condition }, to, role),
        }
    }

    /// True if the conversion leaves zero zero and everything else not zero.
    fn keeps_truth(&self, conversion: Conversion, operand: ExprId) -> bool {
        match conversion {
            Conversion::Same | Conversion::ToBool | Conversion::PointerToPointer => true,
            Conversion::IntToInt => self.is_truth_valued(operand),
            Conversion::IntToFloat
            | Conversion::FloatToInt
            | Conversion::FloatToFloat
            | Conversion::PointerToInt
            | Conversion::IntToPointer
            | Conversion::ToVoid
            | Conversion::Complex
            | Conversion::Bits
            | Conversion::ToUnion => false,
        }
    }

    /// True for C expressions that are 0 or 1 by their form.
    fn is_truth_valued(&self, expr: ExprId) -> bool {
        let unit = self.unit();
        let mut at = expr;
        loop {
            match &unit.exprs[at].kind {
                ExprKind::Not(_)
                | ExprKind::Compare(..)
                | ExprKind::And(..)
                | ExprKind::Or(..)
                | ExprKind::Convert { conversion: Conversion::ToBool, .. } => return true,
                ExprKind::Convert { conversion: Conversion::IntToInt, operand } => at = *operand,
                _ => return false,
            }
        }
    }

    /// A scalar expression as a truth value.
    pub(crate) fn condition(&mut self, expr: ExprId) -> ir::ExprId {
        let span = self.unit().exprs[expr].span;
        self.at(span, |lowering| {
            let doubts = lowering.begin_sequence(expr);
            let value = lowering.condition_here(expr);
            lowering.end_sequence(&doubts);
            value
        })
    }

    fn condition_here(&mut self, expr: ExprId) -> ir::ExprId {
        let unit = self.unit();
        match &unit.exprs[expr].kind {
            ExprKind::Not(operand) => {
                let operand = self.condition(*operand);
                self.not(operand)
            }
            ExprKind::Compare(op, lhs, rhs) => self.comparison(*op, *lhs, *rhs),
            ExprKind::And(lhs, rhs) if self.is_one_value(expr, *rhs) => {
                let (lhs, rhs) = (self.condition(*lhs), self.condition(*rhs));
                self.and(lhs, rhs)
            }
            ExprKind::Or(lhs, rhs) if self.is_one_value(expr, *rhs) => {
                let (lhs, rhs) = (self.condition(*lhs), self.condition(*rhs));
                self.or(lhs, rhs)
            }
            ExprKind::And(..) | ExprKind::Or(..) => self.condition_by_control_flow(expr),
            ExprKind::Convert { conversion, operand }
                if self.keeps_truth(*conversion, *operand) =>
            {
                self.condition(*operand)
            }
            _ => {
                let value = self.value(expr);
                match self.class(unit.exprs[expr].ty) {
                    Class::Scalar(ty) => self.truth(value, ty),
                    Class::Void | Class::Memory(_) => {
                        self.unsupported("condition that is not a scalar");
                        self.bool(false)
                    }
                }
            }
        }
    }

    /// May both sides of `&&` or `||` be evaluated? Not where it is checked what decisions depend on: the
    /// left one is a decision, and what the right one depends on matters only if it is come to.
    fn is_one_value(&self, expr: ExprId, rhs: ExprId) -> bool {
        let facts = &self.up.facts.effects;
        facts[rhs].is_pure() && !(facts[expr].is_partial && self.wants(CheckKind::Initialised))
    }

    fn condition_by_control_flow(&mut self, expr: ExprId) -> ir::ExprId {
        let target = self.temporary("%decided", Type::Bool);
        let (on_true, on_false) = (self.body.add_location(), self.body.add_location());
        let after = self.body.add_location();
        self.branch(expr, on_true, on_false);
        for (location, value) in [(on_true, true), (on_false, false)] {
            self.current = Some(location);
            let value = self.bool(value);
            self.emit_to(Op::Assign { target, value }, after, EdgeRole::Plain);
        }
        self.current = Some(after);
        self.var(target)
    }
}
