//! The value of a call whose function ended without giving one.
//!
//! Reaching the end of a function with a result is defined as long as nobody uses the value (C17
//! 6.9.1p12). Which functions can do so is known when all of them are lowered; then each call whose
//! value is used gets a check behind it.

use ir::{Callee, Condition, EdgeId, EdgeRole, FunctionId, Op, Provenance};
use verdict::CheckKind;

use crate::unit::UnitLowering;

impl UnitLowering<'_> {
    pub(crate) fn check_results(&mut self) {
        if self.without_result.is_empty() {
            return;
        }
        let functions: Vec<FunctionId> = self.program.functions.ids().collect();
        for function in functions {
            for edge in self.doubtful_calls(function) {
                self.check_result(function, edge);
            }
        }
    }

    /// Calls that use a value which may not be given. Where a pointer leads is not asked here.
    fn doubtful_calls(&self, function: FunctionId) -> Vec<EdgeId> {
        let Some(body) = &self.program.functions[function].body else { return Vec::new() };
        let is_doubtful = |op: &Op| match op {
            Op::Call { target: Some(_), callee: Callee::Direct(callee), .. } => {
                self.without_result.contains(*callee)
            }
            Op::Call { target: Some(_), callee: Callee::Indirect(..), .. } => true,
            _ => false,
        };
        let edges = body.edges.iter().filter(|(_, edge)| is_doubtful(&edge.op));
        edges.map(|(id, _)| id).collect()
    }

    fn check_result(&mut self, function: FunctionId, call: EdgeId) {
        let Some(body) = self.program.functions[function].body.as_mut() else { return };
        let (after, span) = (body.edges[call].to, body.edges[call].provenance.span);
        let Op::Call { target: Some(target), .. } = body.edges[call].op else { return };
        let between = body.add_location();
        body.locations[after].incoming.retain(|edge| *edge != call);
        body.edges[call].to = between;
        body.locations[between].incoming.push(call);
        let value = self.program.exprs.intern(ir::Expr::Var(target));
        let text = "the call gives a value".into();
        let check = self.program.checks.push(ir::Check { kind: CheckKind::Undefined, span, text });
        let op = Op::Check { check, condition: Condition::Initialised(value) };
        body.add_edge(between, after, op, Provenance { span, role: EdgeRole::Plain });
    }
}
