//! Expressions: from a C value to an IR expression, emitting the edges that it needs.
//!
//! The value of a scalar is an IR expression; the value of something that lives in memory
//! (record, complex, vector) is a pointer to its bytes.
//!
//! # Order of evaluation
//! Left to right wherever C leaves it open. An IR expression is evaluated when an edge uses it,
//! which may be later than C's evaluation; so a left operand is *pinned* in a temporary if the
//! right operand may change a variable that it reads.
//!
//! ```text
//!   x + f()      %value = x;  %call = f();  ... (%value + %call)     x global
//!   y + f()      %call = f();  ... (y + %call)                       y local register
//! ```

use c_sema::typed::{Conversion, ExprId, ExprKind, StmtKind};
use c_sema::types::TypeId;
use ir::{EdgeRole, Op, Type};

use crate::class::Class;
use crate::function::FunctionLowering;
use crate::scope::ScopeKind;
use crate::undefined::Use;
use crate::volatile::Volatility;

/// What becomes of a call's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    Nothing,
    Value,
    /// The value, in this variable, which has its type.
    Into(ir::VarId),
}

impl FunctionLowering<'_, '_> {
    /// The value of an expression.
    pub(crate) fn value(&mut self, expr: ExprId) -> ir::ExprId {
        let span = self.unit().exprs[expr].span;
        self.at(span, |lowering| {
            let doubts = lowering.begin_sequence(expr);
            let value = lowering.value_here(expr);
            lowering.end_sequence(&doubts);
            value
        })
    }

    fn value_here(&mut self, id: ExprId) -> ir::ExprId {
        let unit = self.unit();
        let expr = &unit.exprs[id];
        let ty = expr.ty;
        match &expr.kind {
            ExprKind::Int(bits) => self.number(*bits, ty),
            ExprKind::Float(bits) => match self.class(ty) {
                Class::Scalar(Type::Float(float)) => {
                    self.pool().intern(ir::Expr::Float(float, *bits))
                }
                _ => self.unsupported_value("floating constant of another type", ty),
            },
            ExprKind::Load { place, is_volatile } => {
                let volatility = match *is_volatile {
                    true => self.volatile_read_of(*place),
                    false => Volatility::Ordinary,
                };
                let target = *place;
                if self.is_atomic_record(target, ty) {
                    return self.unsupported_value("a record that is read in one atomic step", ty);
                }
                let place = self.place(target);
                let atomicity = self.begin_if_atomic(target);
                let value = self.load_as(&place, ty, volatility);
                self.end_if(atomicity);
                value
            }
            ExprKind::AddressOf(place) => match unit.exprs[*place].kind {
                // C17 6.5.3.2p3: nothing is accessed.
                ExprKind::Deref(pointer) => self.value(pointer),
                _ => self.address_of(*place),
            },
            ExprKind::Decay(place) => self.address_of(*place),
            ExprKind::Neg(operand) => self.negation(*operand, ty),
            ExprKind::BitNot(operand) => {
                let operand = self.value(*operand);
                match self.class(ty) {
                    Class::Scalar(_) => self.pool().intern(ir::Expr::BitNot(operand)),
                    _ => self.unsupported_value("`~` of a complex or vector value", ty),
                }
            }
            ExprKind::Not(_) | ExprKind::Compare(..) | ExprKind::And(..) | ExprKind::Or(..) => {
                let condition = self.condition(id);
                self.truth_as_value(condition, ty)
            }
            ExprKind::Arith(op, lhs, rhs) => self.arithmetic(*op, *lhs, *rhs, ty),
            ExprKind::Shift(op, lhs, rhs) => self.shift(*op, *lhs, *rhs, ty),
            ExprKind::PointerAdd { pointer, index } => {
                self.pointer_offset(*pointer, *index, ir::ArithOp::Add, Use::Value)
            }
            ExprKind::PointerSub { pointer, index } => {
                self.pointer_offset(*pointer, *index, ir::ArithOp::Sub, Use::Value)
            }
            ExprKind::PointerDiff(lhs, rhs) => self.pointer_difference(*lhs, *rhs, ty),
            ExprKind::Convert { conversion, operand } => self.conversion(*conversion, *operand, ty),
            ExprKind::Assign { target, value } => self.assign(*target, *value, ty),
            ExprKind::CompoundAssign { op, target, value, computation } => {
                self.compound_assign(*op, *target, *value, *computation)
            }
            ExprKind::IncDec { op, target } => self.inc_dec(*op, *target, Wanted::Value),
            ExprKind::Conditional { condition, then, otherwise } => {
                self.conditional(*condition, *then, *otherwise, ty)
            }
            ExprKind::Elvis { value, convert, otherwise } => {
                self.elvis(*value, *convert, *otherwise, ty)
            }
            ExprKind::Comma(first, second) => {
                self.effects(*first);
                self.value(*second)
            }
            ExprKind::Call { .. } => self.call(id, Wanted::Value),
            ExprKind::StmtExpr(block) => self.stmt_expr(*block, ty),
            ExprKind::LabelAddress(label) => self.label_address(*label),
            ExprKind::VlaSizeof(of) => self.size_expr(*of),
            ExprKind::VaArg { list } => self.next_argument(*list, ty),
            ExprKind::Complex(..) | ExprKind::ComplexHalf(..) => {
                self.unsupported_value("arithmetic on complex numbers", ty)
            }
            ExprKind::Object(_)
            | ExprKind::Deref(_)
            | ExprKind::Member { .. }
            | ExprKind::String(_)
            | ExprKind::CompoundLiteral { .. }
            | ExprKind::Materialise(_)
            | ExprKind::ComplexPart { .. } => {
                let place = self.place(id);
                self.load(&place, ty)
            }
            ExprKind::FunctionName(_) => self.address_of(id),
            ExprKind::Error => self.unsupported_value("an expression that is in error", ty),
        }
    }

    /// Evaluates an expression for what it does.
    pub(crate) fn effects(&mut self, expr: ExprId) {
        let span = self.unit().exprs[expr].span;
        self.at(span, |lowering| {
            let doubts = lowering.begin_sequence(expr);
            lowering.effects_here(expr);
            lowering.end_sequence(&doubts);
        });
    }

    fn effects_here(&mut self, id: ExprId) {
        let unit = self.unit();
        if self.up.facts.effects[id].is_pure() {
            return;
        }
        match &unit.exprs[id].kind {
            ExprKind::Comma(first, second) => {
                self.effects(*first);
                self.effects(*second);
            }
            ExprKind::Convert {
                conversion: Conversion::ToVoid | Conversion::Same | Conversion::IntToInt,
                operand,
            } => self.effects(*operand),
            ExprKind::Call { .. } => {
                self.call(id, Wanted::Nothing);
            }
            ExprKind::IncDec { op, target } => {
                self.inc_dec(*op, *target, Wanted::Nothing);
            }
            ExprKind::And(..) | ExprKind::Or(..) => {
                let after = self.body.add_location();
                self.branch(id, after, after);
                self.current = Some(after);
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                let (on_true, on_false) = (self.body.add_location(), self.body.add_location());
                let after = self.body.add_location();
                self.branch(*condition, on_true, on_false);
                for (location, side) in [(on_true, *then), (on_false, *otherwise)] {
                    self.current = Some(location);
                    self.effects(side);
                    self.go_to(after);
                }
                self.current = Some(after);
            }
            ExprKind::StmtExpr(block) => self.stmt(*block),
            _ => {
                self.value(id);
            }
        }
    }

    /// `target = expr`, with the target as the destination of a load or call where possible.
    pub(crate) fn value_into(&mut self, target: ir::VarId, expr: ExprId) {
        let unit = self.unit();
        let is_shared =
            self.up.facts.is_concurrent && self.up.program.vars[target].scope == ir::Scope::Global;
        let ty = unit.exprs[expr].ty;
        match &unit.exprs[expr].kind {
            ExprKind::Call { .. } => {
                let span = unit.exprs[expr].span;
                let value = self.at(span, |lowering| {
                    let doubts = lowering.begin_sequence(expr);
                    let value = lowering.call(expr, Wanted::Into(target));
                    lowering.end_sequence(&doubts);
                    value
                });
                self.assign_unless_same(target, value);
            }
            ExprKind::Load { place, is_volatile }
                if !is_shared && !self.is_atomic_place(*place) =>
            {
                let volatility = match *is_volatile {
                    true => self.volatile_read_of(*place),
                    false => Volatility::Ordinary,
                };
                self.at(unit.exprs[expr].span, |lowering| {
                    let doubts = lowering.begin_sequence(expr);
                    let place = lowering.place(*place);
                    lowering.load_into(target, &place, ty, volatility);
                    lowering.end_sequence(&doubts);
                });
            }
            ExprKind::Convert {
                conversion: Conversion::Same | Conversion::PointerToPointer,
                operand,
            } if self.class(unit.exprs[*operand].ty) == self.class(ty) => {
                self.at(self.span, |lowering| lowering.value_into(target, *operand));
            }
            _ => {
                let value = self.value(expr);
                self.emit(Op::Assign { target, value });
            }
        }
    }

    pub(crate) fn assign_unless_same(&mut self, target: ir::VarId, value: ir::ExprId) {
        if self.node(value) != ir::Expr::Var(target) {
            self.emit(Op::Assign { target, value });
        }
    }

    /// A constant of integer or pointer type.
    pub(crate) fn number(&mut self, bits: u128, ty: TypeId) -> ir::ExprId {
        match self.class(ty) {
            Class::Scalar(Type::Int(int)) => {
                self.pool().intern(ir::Expr::Int(int, bits & int.mask()))
            }
            Class::Scalar(Type::Pointer) => {
                if let Some(device) = self.device_address(bits) {
                    return device;
                }
                let word = self.model().size_type();
                let value = self.pool().intern(ir::Expr::Int(word, bits & word.mask()));
                self.convert(value, Type::Int(word), Type::Pointer)
            }
            Class::Scalar(Type::Float(float)) => self.pool().intern(ir::Expr::Float(float, bits)),
            Class::Scalar(Type::Bool) | Class::Void | Class::Memory(_) => self.zero(Type::Pointer),
        }
    }

    fn truth_as_value(&mut self, truth: ir::ExprId, ty: TypeId) -> ir::ExprId {
        match self.class(ty) {
            Class::Scalar(Type::Int(int)) => self.int_of_truth(truth, int),
            _ => self.unsupported_value("comparison of vectors", ty),
        }
    }

    fn conditional(
        &mut self,
        condition: ExprId,
        then: ExprId,
        otherwise: ExprId,
        ty: TypeId,
    ) -> ir::ExprId {
        let effects = &self.up.facts.effects;
        let sides_are_pure = effects[then].is_pure() && effects[otherwise].is_pure();
        if let (true, Class::Scalar(_)) = (sides_are_pure, self.class(ty)) {
            let condition = self.condition(condition);
            self.check_initialised(condition);
            let (then, otherwise) = (self.value(then), self.value(otherwise));
            return self.ite(condition, then, otherwise);
        }
        let target = self.choice(ty);
        let (on_true, on_false) = (self.body.add_location(), self.body.add_location());
        let after = self.body.add_location();
        self.branch(condition, on_true, on_false);
        for (location, side) in [(on_true, then), (on_false, otherwise)] {
            self.current = Some(location);
            match target {
                Some(target) => self.value_into(target, side),
                None => self.effects(side),
            }
            self.go_to(after);
        }
        self.current = Some(after);
        self.chosen(target)
    }

    /// The temporary for a value that is chosen by control flow; none for void.
    fn choice(&mut self, ty: TypeId) -> Option<ir::VarId> {
        match self.class(ty) {
            Class::Void => None,
            Class::Scalar(scalar) => Some(self.temporary("%choice", scalar)),
            Class::Memory(_) => Some(self.temporary("%choice", Type::Pointer)),
        }
    }

    fn chosen(&mut self, target: Option<ir::VarId>) -> ir::ExprId {
        match target {
            Some(target) => self.var(target),
            None => self.zero(Type::Pointer),
        }
    }

    fn elvis(
        &mut self,
        value: ExprId,
        convert: Conversion,
        otherwise: ExprId,
        ty: TypeId,
    ) -> ir::ExprId {
        let unit = self.unit();
        let value_ty = unit.exprs[value].ty;
        let Class::Scalar(scalar) = self.class(value_ty) else {
            return self.unsupported_value("`?:` of a value that is not a scalar", ty);
        };
        let first = self.value(value);
        let first = self.pin(first, scalar);
        let condition = self.truth(first, scalar);
        let target = self.choice(ty);
        let (on_true, on_false) = (self.body.add_location(), self.body.add_location());
        let after = self.body.add_location();
        self.branch_on(condition, on_true, on_false);
        self.current = Some(on_true);
        if let Some(target) = target {
            let converted = self.converted(convert, first, value_ty, ty);
            self.emit(Op::Assign { target, value: converted });
        }
        self.go_to(after);
        self.current = Some(on_false);
        match target {
            Some(target) => self.value_into(target, otherwise),
            None => self.effects(otherwise),
        }
        self.go_to(after);
        self.current = Some(after);
        self.chosen(target)
    }

    /// GNU's `({ ... })`. Its value is taken before its scope ends.
    fn stmt_expr(&mut self, block: c_sema::typed::StmtId, ty: TypeId) -> ir::ExprId {
        let unit = self.unit();
        let class = self.class(ty);
        let StmtKind::Block { items, end } = &unit.stmts[block].kind else {
            self.stmt(block);
            return self.zero(Type::Pointer);
        };
        let Some((&last, others)) = items.split_last().filter(|_| class != Class::Void) else {
            self.stmt(block);
            return self.zero(Type::Pointer);
        };
        // What lives in memory must outlive the block.
        let copy = match class {
            Class::Memory(size) => Some(self.temporary_object("%value", size.unwrap_or(0), ty)),
            Class::Void | Class::Scalar(_) => None,
        };
        self.push_scope(ScopeKind::Block);
        for &item in others {
            self.stmt(item);
        }
        let result = self.last_value(last, ty, copy);
        self.at(*end, Self::pop_scope);
        result
    }

    /// The value of the last statement of `({ ... })`, perhaps behind labels.
    fn last_value(
        &mut self,
        stmt: c_sema::typed::StmtId,
        ty: TypeId,
        copy: Option<ir::ObjectId>,
    ) -> ir::ExprId {
        match (&self.unit().stmts[stmt].kind, self.class(ty)) {
            (StmtKind::Label { label, body }, _) => {
                self.label(*label);
                self.last_value(*body, ty, copy)
            }
            (StmtKind::Expr(last), Class::Scalar(scalar)) => {
                let value = self.value(*last);
                // The address of an object of the block must not pass for one that is alive.
                let is_address = scalar == Type::Pointer && self.scope_has_objects();
                if is_address { self.pin(value, scalar) } else { self.taken_from_scope(value) }
            }
            (StmtKind::Expr(last), Class::Void | Class::Memory(_)) => {
                let source = self.value(*last);
                let target = match copy {
                    Some(copy) => self.object_address(copy),
                    None => source,
                };
                self.copy(target, source, ty);
                target
            }
            _ => self.unsupported_value("the value of such a statement", ty),
        }
    }

    // -- Order of evaluation.

    /// The values of two operands, left to right.
    pub(crate) fn two_values(&mut self, lhs: ExprId, rhs: ExprId) -> (ir::ExprId, ir::ExprId) {
        let left = self.value(lhs);
        let left = self.protect(left, self.unit().exprs[lhs].ty, rhs);
        (left, self.value(rhs))
    }

    /// Pins `value` if evaluating `next` may change what it reads.
    pub(crate) fn protect(&mut self, value: ir::ExprId, ty: TypeId, next: ExprId) -> ir::ExprId {
        if !self.up.facts.effects[next].writes || !self.reads_source_variable(value) {
            return value;
        }
        let ty = self.up.passed_type(ty);
        self.pin(value, ty)
    }

    /// True if the expression mentions a variable that is not a temporary, or is too large to
    /// tell quickly.
    pub(crate) fn reads_source_variable(&self, value: ir::ExprId) -> bool {
        const MAX_NODES: usize = 64;
        let mut pending = vec![value];
        for _ in 0..MAX_NODES {
            let Some(expr) = pending.pop() else { return false };
            let node = self.node(expr);
            if let ir::Expr::Var(var) = node
                && self.up.program.vars[var].origin == ir::VarOrigin::Source
            {
                return true;
            }
            pending.extend(node.operands());
        }
        !pending.is_empty()
    }

    /// A number for GNU's `&&label`: its address is compared and jumped to, nothing else.
    pub(crate) fn label_address(&mut self, label: c_sema::typed::LabelId) -> ir::ExprId {
        let word = self.model().size_type();
        let number = self.int(word, i128::from(crate::constant::label_number(label)));
        self.convert(number, Type::Int(word), Type::Pointer)
    }

    /// Joins at `to` and goes on there.
    pub(crate) fn continue_at(&mut self, to: ir::LocationId) {
        self.emit_to(Op::Skip, to, EdgeRole::Plain);
        self.current = Some(to);
    }
}
