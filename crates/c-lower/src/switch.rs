//! `switch`: one location from which an edge leads to every case, guarded by its value, and one
//! to `default` (or past the body) guarded by all of them being different.
//!
//! A `case` may stand anywhere in the body, also inside a loop or another block (Duff's device),
//! so each case is a jump into whatever scope it stands in. Control never falls into the body.

use c_sema::typed::{CaseRange, ExprId, StmtId, SwitchId};
use ir::{CompareOp, EdgeRole, Type};

use crate::class::Class;
use crate::function::{FunctionLowering, JumpPoint};
use crate::scope::ScopeKind;

/// A `switch` whose body is being lowered: where the dispatch has already sent control.
pub(crate) struct OpenSwitch {
    id: SwitchId,
    cases: Vec<JumpPoint>,
    default: JumpPoint,
    has_default: bool,
}

impl FunctionLowering<'_, '_> {
    pub(crate) fn switch_stmt(&mut self, switch: SwitchId, operand: ExprId, body: StmtId) {
        let unit = self.unit();
        let description = &unit.switches[switch];
        let after = self.body.add_location();
        self.push_scope(ScopeKind::FullExpression);
        let operand_span = unit.exprs[operand].span;
        let operand = self.value(operand);
        let ty = match self.class(description.operand_ty) {
            Class::Scalar(ty) => ty,
            Class::Void | Class::Memory(_) => Type::Bool,
        };
        // A switch with many cases names its operand many times.
        let operand = match self.node(operand) {
            ir::Expr::Var(_) => operand,
            _ if description.cases.len() <= 1 => operand,
            _ => self.pin(operand, ty),
        };
        self.pop_scope();
        self.at(operand_span, |lowering| lowering.check_initialised(operand));
        let open = self.dispatch(switch, operand, ty);
        let default = open.default;
        self.switches.push(open);
        self.breaks.push(self.point(after));
        self.substatement(body);
        self.go_to(after);
        self.breaks.pop();
        let closed = self.switches.pop();
        if closed.is_some_and(|closed| !closed.has_default) {
            self.current = Some(default.location);
            self.go_to(after);
        }
        self.current = Some(after);
    }

    fn dispatch(&mut self, switch: SwitchId, operand: ir::ExprId, ty: Type) -> OpenSwitch {
        let unit = self.unit();
        let from = self.current.take();
        let mut cases = Vec::with_capacity(unit.switches[switch].cases.len());
        let mut others = Vec::with_capacity(cases.capacity());
        for case in &unit.switches[switch].cases {
            let condition = self.case_condition(operand, ty, case);
            let not = self.not(condition);
            others.push(not);
            self.current = from;
            self.span = case.span;
            let to = self.body.add_location();
            self.branch_edge(condition, to, EdgeRole::BranchTaken);
            cases.push(self.point(to));
        }
        self.current = from;
        let default = self.body.add_location();
        let condition = self.and_all(&others);
        self.branch_edge(condition, default, EdgeRole::BranchNotTaken);
        self.current = None;
        OpenSwitch { id: switch, cases, default: self.point(default), has_default: false }
    }

    fn case_condition(&mut self, operand: ir::ExprId, ty: Type, case: &CaseRange) -> ir::ExprId {
        let Type::Int(int) = ty else { return self.bool(false) };
        let low = self.int(int, case.low);
        if case.low == case.high {
            return self.compare(CompareOp::Eq, operand, low);
        }
        let high = self.int(int, case.high);
        let above = self.compare(CompareOp::Ge, operand, low);
        let below = self.compare(CompareOp::Le, operand, high);
        self.and(above, below)
    }

    pub(crate) fn case_stmt(&mut self, switch: SwitchId, index: u32) {
        let open = self.switches.iter().rev().find(|open| open.id == switch);
        let from = open.and_then(|open| open.cases.get(index as usize)).copied();
        self.arrive(from);
    }

    pub(crate) fn default_stmt(&mut self, switch: SwitchId) {
        let open = self.switches.iter_mut().rev().find(|open| open.id == switch);
        let from = open.map(|open| {
            open.has_default = true;
            open.default
        });
        self.arrive(from);
    }

    /// Joins what falls through from above with what the dispatch sends here.
    fn arrive(&mut self, from: Option<JumpPoint>) {
        let here = self.body.add_location();
        self.go_to(here);
        self.current = Some(here);
        let to = self.point(here);
        if let Some(from) = from {
            self.jump_from(from, to, self.span);
        }
    }
}
