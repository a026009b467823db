//! Expressions to instructions.
//!
//! The graph under an expression is walked with an explicit stack, so that neither a deep nor a
//! widely shared one is a problem: each node is visited twice, before and after its operands,
//! and a node that has a slot already is not visited again.

use ir::{ArithOp, Expr, ExprId, OverflowOp, Type};
use rustc_hash::FxHashMap;

use super::{Fixed, ObjectPlace, Tables};
use crate::code::{Action, Instr, Range, Slot};
use crate::value::Value;

/// Flattens the expressions of one edge after the other.
pub(super) struct ExprCompiler<'a> {
    pub program: &'a ir::Program,
    pub tables: &'a Tables,
    pub fixed: &'a mut Fixed,
    pub instrs: Vec<Instr>,
    known: FxHashMap<ExprId, (Slot, Type)>,
    n_temporaries: usize,
    range_start: usize,
}

impl<'a> ExprCompiler<'a> {
    pub(super) fn new(program: &'a ir::Program, tables: &'a Tables, fixed: &'a mut Fixed) -> Self {
        let (instrs, known) = (Vec::new(), FxHashMap::default());
        Self { program, tables, fixed, instrs, known, n_temporaries: 0, range_start: 0 }
    }

    /// Forgets the intermediate results of the edge before.
    pub(super) fn begin_edge(&mut self) {
        self.known.clear();
        self.n_temporaries = 0;
        self.range_start = self.instrs.len();
    }

    /// The instructions since [`Self::begin_edge`].
    pub(super) fn range(&self) -> Range {
        Range(self.range_start as u32, self.instrs.len() as u32)
    }

    /// The slot that holds the value once the edge's instructions have run.
    pub(super) fn compile(&mut self, root: ExprId) -> Slot {
        let mut pending = vec![root];
        while let Some(&expr) = pending.last() {
            if self.known.contains_key(&expr) {
                pending.pop();
                continue;
            }
            let node = self.program.exprs[expr];
            let n_pending = pending.len();
            pending.extend(node.operands().filter(|operand| !self.known.contains_key(operand)));
            if pending.len() == n_pending {
                let compiled = self.node(node);
                self.known.insert(expr, compiled);
                pending.pop();
            }
        }
        self.slot(root)
    }

    /// Computes the value right into a variable.
    pub(super) fn compile_into(&mut self, root: ExprId, target: Slot) {
        let slot = self.compile(root);
        match self.instrs[self.range_start..].last_mut() {
            // The instruction reads its operands before it writes, and nothing follows it.
            Some(last) if last.target == slot && slot.is_fixed() => last.target = target,
            _ => self.instrs.push(Instr { target, action: Action::Move(slot) }),
        }
    }

    fn slot(&self, expr: ExprId) -> Slot {
        self.known[&expr].0
    }

    fn ty(&self, expr: ExprId) -> Type {
        self.known[&expr].1
    }

    /// A node whose operands are known.
    fn node(&mut self, node: Expr) -> (Slot, Type) {
        let constant = |this: &mut Self, value, ty| (this.fixed.constant(value), ty);
        let (action, ty) = match node {
            Expr::Bool(value) => return constant(self, Value::truth(value), Type::Bool),
            Expr::Int(ty, bits) => return constant(self, Value::plain(bits), Type::Int(ty)),
            Expr::Float(ty, bits) => return constant(self, Value::plain(bits), Type::Float(ty)),
            Expr::Null => return constant(self, Value::plain(0), Type::Pointer),
            Expr::Var(var) => return (self.tables.var_slots[var], self.program.vars[var].ty),
            Expr::FunctionAddress(function) => {
                let address = self.tables.function_addresses[function];
                return constant(self, address, Type::Pointer);
            }
            Expr::ObjectAddress(object) => match self.tables.object_places[object] {
                ObjectPlace::Static(address) => return constant(self, address, Type::Pointer),
                ObjectPlace::Local(number) => (Action::LocalAddress(number), Type::Pointer),
            },
            Expr::Neg(operand) | Expr::BitNot(operand) | Expr::Not(operand) => {
                (self.unary(node, operand), self.ty(operand))
            }
            Expr::Arith(op, lhs, rhs) => (self.arith(op, lhs, rhs), self.ty(lhs)),
            Expr::Compare(op, lhs, rhs) => (self.compare(op, lhs, rhs), Type::Bool),
            Expr::And(lhs, rhs) => (Action::And(self.slot(lhs), self.slot(rhs)), Type::Bool),
            Expr::Or(lhs, rhs) => (Action::Or(self.slot(lhs), self.slot(rhs)), Type::Bool),
            Expr::Ite(condition, then, otherwise) => {
                let (condition, ty) = (self.slot(condition), self.ty(then));
                (Action::Ite(condition, self.slot(then), self.slot(otherwise)), ty)
            }
            Expr::Convert(to, operand) => (self.convert(to, operand), to),
            // The bits are the same; only their reading changes.
            Expr::Bits(to, operand) => return (self.slot(operand), to),
            // Who accesses it is refused.
            Expr::Shadow(operand) => return (self.slot(operand), Type::Pointer),
            Expr::PointerAdd(pointer, offset) => {
                (Action::PointerAdd(self.slot(pointer), self.slot(offset)), Type::Pointer)
            }
            Expr::PointerDiff(lhs, rhs) => {
                let ty = Type::Int(self.program.model.offset_type());
                (Action::PointerDiff(self.slot(lhs), self.slot(rhs)), ty)
            }
            Expr::Overflows(op, lhs, rhs) => (self.overflows(op, lhs, rhs), Type::Bool),
        };
        let target = self.fixed.temporary(self.n_temporaries);
        self.n_temporaries += 1;
        self.instrs.push(Instr { target, action });
        (target, ty)
    }

    fn unary(&self, node: Expr, operand: ExprId) -> Action {
        let slot = self.slot(operand);
        match (node, self.ty(operand)) {
            (Expr::Neg(_), Type::Float(ty)) => Action::FloatNeg(ty, slot),
            (Expr::Neg(_), Type::Int(ty)) => Action::IntNeg(ty, slot),
            (Expr::BitNot(_), Type::Int(ty)) => Action::BitNot(ty, slot),
            (Expr::Not(_), Type::Bool) => Action::Not(slot),
            (_, ty) => unreachable!("the validator refuses {node:?} on {ty}"),
        }
    }

    fn arith(&self, op: ArithOp, lhs: ExprId, rhs: ExprId) -> Action {
        let (l, r) = (self.slot(lhs), self.slot(rhs));
        match (op, self.ty(lhs), self.ty(rhs)) {
            (ArithOp::Shl | ArithOp::Shr, Type::Int(ty), Type::Int(amount)) => {
                Action::Shift(op, ty, l, r, amount)
            }
            (_, Type::Int(ty), _) => Action::IntArith(op, ty, l, r),
            (_, Type::Float(ty), _) => Action::FloatArith(op, ty, l, r),
            (_, ty, _) => unreachable!("the validator refuses {op:?} on {ty}"),
        }
    }

    fn compare(&self, op: ir::CompareOp, lhs: ExprId, rhs: ExprId) -> Action {
        let (l, r) = (self.slot(lhs), self.slot(rhs));
        match self.ty(lhs) {
            Type::Int(ty) => Action::IntCompare(op, ty, l, r),
            Type::Float(ty) => Action::FloatCompare(op, ty, l, r),
            Type::Bool | Type::Pointer => Action::BitsCompare(op, l, r),
        }
    }

    fn convert(&self, to: Type, operand: ExprId) -> Action {
        let slot = self.slot(operand);
        match (self.ty(operand), to) {
            (Type::Int(from), Type::Int(to)) => Action::IntConvert(from, to, slot),
            (from, to) => Action::Convert(from, to, slot),
        }
    }

    fn overflows(&self, op: OverflowOp, lhs: ExprId, rhs: ExprId) -> Action {
        let (l, r) = (self.slot(lhs), self.slot(rhs));
        match (op, self.ty(lhs), self.ty(rhs)) {
            (OverflowOp::Shl, Type::Int(ty), Type::Int(amount)) => {
                Action::ShiftOverflows(ty, l, r, amount)
            }
            (_, Type::Int(ty), _) => Action::Overflows(op, ty, l, r),
            (_, ty, _) => unreachable!("the validator refuses overflow of {op:?} on {ty}"),
        }
    }
}
