//! Loops. The head, labelled with the statement's span, stands just before the condition, where
//! witnesses and reports speak of the invariant; for `do` that is after the body. Runs come first
//! to the body of a `do`, so that engines cut there; it is labelled as a statement.
//!
//! ```text
//!   while:   head -c-> body -> head,   head -!c-> after
//!   do:      body -> head -c-> body,   head -!c-> after
//! ```

use c_sema::typed::{ExprId, StmtId};
use ir::{EdgeRole, LocationId, LocationLabel, Op};
use source::Span;

use crate::function::FunctionLowering;

impl FunctionLowering<'_, '_> {
    pub(crate) fn while_stmt(&mut self, condition: ExprId, body: StmtId, span: Span) {
        let head = self.loop_head(span);
        let inside = self.body.add_location();
        let after = self.body.add_location();
        self.go_to(head);
        self.current = Some(head);
        self.check_no_leak_so_far();
        self.full_condition(condition, inside, after);
        self.current = Some(inside);
        self.loop_body(body, after, head);
        self.emit_to(Op::Skip, head, EdgeRole::BackEdge);
        self.current = Some(after);
    }

    pub(crate) fn do_while_stmt(&mut self, body: StmtId, condition: ExprId, span: Span) {
        let inside = self.body.add_location();
        let body_span = self.unit().stmts[body].span;
        self.body.locations[inside].label = LocationLabel::Label(body_span);
        let head = self.loop_head(span);
        let after = self.body.add_location();
        let again = self.body.add_location();
        self.go_to(inside);
        self.current = Some(inside);
        self.loop_body(body, after, head);
        self.go_to(head);
        self.current = Some(head);
        self.check_no_leak_so_far();
        self.full_condition(condition, again, after);
        self.current = Some(again);
        self.emit_to(Op::Skip, inside, EdgeRole::BackEdge);
        self.current = Some(after);
    }

    /// The loop of a `for`; its scope and first clause are the caller's.
    pub(crate) fn for_stmt(
        &mut self,
        condition: Option<ExprId>,
        step: Option<ExprId>,
        body: StmtId,
        span: Span,
    ) {
        let head = self.loop_head(span);
        let inside = self.body.add_location();
        let after = self.body.add_location();
        let next = if step.is_some() { self.body.add_location() } else { head };
        self.go_to(head);
        self.current = Some(head);
        self.check_no_leak_so_far();
        match condition {
            Some(condition) => self.full_condition(condition, inside, after),
            None => self.go_to(inside),
        }
        self.current = Some(inside);
        self.loop_body(body, after, next);
        if let Some(step) = step {
            self.go_to(next);
            self.current = Some(next);
            self.full_expression(step);
        }
        self.emit_to(Op::Skip, head, EdgeRole::BackEdge);
        self.current = Some(after);
    }

    fn loop_head(&mut self, span: Span) -> LocationId {
        self.may_repeat = true;
        let head = self.body.add_location();
        self.body.locations[head].label = LocationLabel::LoopHead(span);
        head
    }

    fn loop_body(&mut self, body: StmtId, on_break: LocationId, on_continue: LocationId) {
        self.breaks.push(self.point(on_break));
        self.continues.push(self.point(on_continue));
        self.substatement(body);
        self.breaks.pop();
        self.continues.pop();
    }
}
