//! Making IR expressions. A few are folded on the way, for readability and because later steps
//! recognise the short form: constants computed, offsets added up, conversions of truth values
//! to `int` and back undone. General simplification is left to passes.

use ir::{ArithOp, CompareOp, Expr, ExprId, ExprPool, IntType, Type};

use crate::function::FunctionLowering;

impl FunctionLowering<'_, '_> {
    pub(crate) fn pool(&mut self) -> &mut ExprPool {
        &mut self.up.program.exprs
    }

    pub(crate) fn node(&self, expr: ExprId) -> Expr {
        self.up.program.exprs[expr]
    }

    pub(crate) fn model(&self) -> ir::DataModel {
        self.up.program.model
    }

    pub(crate) fn bool(&mut self, value: bool) -> ExprId {
        self.pool().intern(Expr::Bool(value))
    }

    pub(crate) fn int(&mut self, ty: IntType, value: i128) -> ExprId {
        self.pool().int(ty, value)
    }

    pub(crate) fn var(&mut self, var: ir::VarId) -> ExprId {
        self.pool().var(var)
    }

    pub(crate) fn size(&mut self, bytes: u64) -> ExprId {
        let ty = self.model().size_type();
        self.int(ty, i128::from(bytes))
    }

    /// Zero, null, `false`.
    pub(crate) fn zero(&mut self, ty: Type) -> ExprId {
        let expr = match ty {
            Type::Bool => Expr::Bool(false),
            Type::Int(int) => Expr::Int(int, 0),
            Type::Float(float) => Expr::Float(float, 0),
            Type::Pointer => Expr::Null,
        };
        self.pool().intern(expr)
    }

    /// The number of a constant integer.
    pub(crate) fn constant(&self, expr: ExprId) -> Option<i128> {
        match self.node(expr) {
            Expr::Int(ty, bits) => Some(ty.value(bits)),
            _ => None,
        }
    }

    pub(crate) fn arith(&mut self, op: ArithOp, lhs: ExprId, rhs: ExprId) -> ExprId {
        if let (Expr::Int(ty, a), Expr::Int(_, b)) = (self.node(lhs), self.node(rhs)) {
            let (a, b) = (ty.value(a), ty.value(b));
            let folded = match op {
                ArithOp::Add => Some(a.wrapping_add(b)),
                ArithOp::Sub => Some(a.wrapping_sub(b)),
                ArithOp::Mul => Some(a.wrapping_mul(b)),
                ArithOp::BitAnd => Some(a & b),
                ArithOp::BitOr => Some(a | b),
                ArithOp::BitXor => Some(a ^ b),
                ArithOp::Shl if (0..i128::from(ty.width)).contains(&b) => Some(a << b),
                // Undefined for some operands, or of operands that have no number.
                ArithOp::Div | ArithOp::Rem | ArithOp::Shl | ArithOp::Shr => None,
            };
            if let Some(value) = folded {
                return self.int(ty, value);
            }
        }
        self.pool().intern(Expr::Arith(op, lhs, rhs))
    }

    /// A comparison; `b != 0` and `b == 1` of a truth value `b` that was made an `int` are `b`
    /// again.
    pub(crate) fn compare(&mut self, op: CompareOp, lhs: ExprId, rhs: ExprId) -> ExprId {
        if let (CompareOp::Eq | CompareOp::Ne, Some(constant @ (0 | 1))) = (op, self.constant(rhs))
            && let Some(truth) = self.as_truth(lhs)
        {
            let is_same = (op == CompareOp::Eq) == (constant == 1);
            return if is_same { truth } else { self.not(truth) };
        }
        if let (Expr::Int(ty, a), Expr::Int(_, b)) = (self.node(lhs), self.node(rhs))
            && (ty.is_signed() || ty.width < 128)
        {
            let (a, b) = (ty.value(a), ty.value(b));
            return self.bool(match op {
                CompareOp::Eq => a == b,
                CompareOp::Ne => a != b,
                CompareOp::Lt => a < b,
                CompareOp::Le => a <= b,
                CompareOp::Gt => a > b,
                CompareOp::Ge => a >= b,
            });
        }
        if let (CompareOp::Eq | CompareOp::Ne, Some(0)) = (op, self.constant(rhs))
            && let Some(pointer) = self.as_pointer(lhs)
        {
            let null = self.zero(Type::Pointer);
            return self.pool().intern(Expr::Compare(op, pointer, null));
        }
        self.pool().intern(Expr::Compare(op, lhs, rhs))
    }

    /// The pointer whose number this is. As a number it is zero just if it is null, and asking the
    /// pointer does not make its address known.
    fn as_pointer(&self, expr: ExprId) -> Option<ExprId> {
        let Expr::Convert(Type::Int(int), inner) = self.node(expr) else { return None };
        let is_whole = int.width == self.model().size_type().width;
        let is_pointer = self.up.program.type_of(inner) == Type::Pointer;
        (is_whole && is_pointer).then_some(inner)
    }

    pub(crate) fn not(&mut self, operand: ExprId) -> ExprId {
        self.pool().not(operand)
    }

    pub(crate) fn and(&mut self, lhs: ExprId, rhs: ExprId) -> ExprId {
        match (self.node(lhs), self.node(rhs)) {
            (Expr::Bool(true), _) | (_, Expr::Bool(false)) => rhs,
            (Expr::Bool(false), _) | (_, Expr::Bool(true)) => lhs,
            _ => self.pool().intern(Expr::And(lhs, rhs)),
        }
    }

    pub(crate) fn or(&mut self, lhs: ExprId, rhs: ExprId) -> ExprId {
        match (self.node(lhs), self.node(rhs)) {
            (Expr::Bool(false), _) | (_, Expr::Bool(true)) => rhs,
            (Expr::Bool(true), _) | (_, Expr::Bool(false)) => lhs,
            _ => self.pool().intern(Expr::Or(lhs, rhs)),
        }
    }

    /// The conjunction as a balanced tree, so that a `switch` of a thousand cases does not make
    /// a term a thousand levels deep.
    pub(crate) fn and_all(&mut self, operands: &[ExprId]) -> ExprId {
        match operands {
            [] => self.bool(true),
            [one] => *one,
            _ => {
                let (left, right) = operands.split_at(operands.len() / 2);
                let (left, right) = (self.and_all(left), self.and_all(right));
                self.and(left, right)
            }
        }
    }

    pub(crate) fn ite(&mut self, condition: ExprId, then: ExprId, otherwise: ExprId) -> ExprId {
        match self.node(condition) {
            Expr::Bool(true) => then,
            Expr::Bool(false) => otherwise,
            _ if then == otherwise => then,
            _ => self.pool().intern(Expr::Ite(condition, then, otherwise)),
        }
    }

    /// The truth value that an integer expression was made from, if it was.
    pub(crate) fn as_truth(&self, expr: ExprId) -> Option<ExprId> {
        let mut at = expr;
        loop {
            match self.node(at) {
                // 0 and 1 survive every conversion between integers.
                Expr::Convert(Type::Int(_), inner) => at = inner,
                _ => return (at != expr && self.is_truth(at)).then_some(at),
            }
        }
    }

    /// True for expressions that are truth values by their form.
    fn is_truth(&self, expr: ExprId) -> bool {
        match self.node(expr) {
            Expr::Bool(_)
            | Expr::Not(_)
            | Expr::Compare(..)
            | Expr::And(..)
            | Expr::Or(..)
            | Expr::Overflows(..) => true,
            Expr::Var(var) => self.up.program.vars[var].ty == Type::Bool,
            _ => false,
        }
    }

    /// `expr != 0` for a value of type `ty`.
    pub(crate) fn truth(&mut self, expr: ExprId, ty: Type) -> ExprId {
        if let Some(truth) = self.as_truth(expr) {
            return truth;
        }
        match self.node(expr) {
            Expr::Int(_, bits) => return self.bool(bits != 0),
            Expr::Null => return self.bool(false),
            Expr::ObjectAddress(_) | Expr::FunctionAddress(_) => return self.bool(true),
            _ => {}
        }
        if ty == Type::Bool {
            return expr;
        }
        let zero = self.zero(ty);
        self.compare(CompareOp::Ne, expr, zero)
    }

    /// A truth value as 0 or 1.
    pub(crate) fn int_of_truth(&mut self, truth: ExprId, ty: IntType) -> ExprId {
        match self.node(truth) {
            Expr::Bool(value) => self.int(ty, i128::from(value)),
            _ => self.pool().intern(Expr::Convert(Type::Int(ty), truth)),
        }
    }

    /// `expr`, of type `from`, as a value of type `to`; pointers go through an integer of their
    /// own width.
    pub(crate) fn convert(&mut self, expr: ExprId, from: Type, to: Type) -> ExprId {
        let word = self.model().size_type();
        match (from, to) {
            _ if from == to => expr,
            (Type::Int(_), Type::Int(int)) => match self.node(expr) {
                Expr::Int(ty, bits) => self.int(int, ty.value(bits)),
                _ => self.pool().intern(Expr::Convert(to, expr)),
            },
            (Type::Bool, Type::Int(int)) => self.int_of_truth(expr, int),
            (_, Type::Bool) => self.truth(expr, from),
            (Type::Int(int), Type::Pointer) => {
                let is_word = int.width == word.width;
                let expr = if is_word { expr } else { self.convert(expr, from, Type::Int(word)) };
                match self.node(expr) {
                    Expr::Int(_, 0) => self.pool().intern(Expr::Null),
                    _ => self.pool().intern(Expr::Convert(Type::Pointer, expr)),
                }
            }
            (Type::Pointer, Type::Int(int)) => {
                if expr == self.zero(Type::Pointer) {
                    return self.int(int, 0);
                }
                if int.width == word.width {
                    return self.pool().intern(Expr::Convert(to, expr));
                }
                let bits = self.pool().intern(Expr::Convert(Type::Int(word), expr));
                self.convert(bits, Type::Int(word), to)
            }
            _ => self.pool().intern(Expr::Convert(to, expr)),
        }
    }

    /// `pointer + offset` for an offset of the offset type; constant offsets are added up.
    pub(crate) fn pointer_add(&mut self, pointer: ExprId, offset: ExprId) -> ExprId {
        let Some(constant) = self.constant(offset) else {
            return self.pool().intern(Expr::PointerAdd(pointer, offset));
        };
        let (base, before) = self.split_offset(pointer);
        let total = before.wrapping_add(constant);
        let ty = self.model().offset_type();
        let total = self.int(ty, total);
        match self.constant(total) {
            Some(0) => base,
            _ => self.pool().intern(Expr::PointerAdd(base, total)),
        }
    }

    pub(crate) fn pointer_add_bytes(&mut self, pointer: ExprId, bytes: u64) -> ExprId {
        let ty = self.model().offset_type();
        let offset = self.int(ty, i128::from(bytes));
        self.pointer_add(pointer, offset)
    }

    /// A pointer as its base and a constant offset.
    pub(crate) fn split_offset(&self, pointer: ExprId) -> (ExprId, i128) {
        match self.node(pointer) {
            Expr::PointerAdd(base, offset) => match self.constant(offset) {
                Some(constant) => (base, constant),
                None => (pointer, 0),
            },
            _ => (pointer, 0),
        }
    }

    pub(crate) fn object_address(&mut self, object: ir::ObjectId) -> ExprId {
        self.pool().intern(Expr::ObjectAddress(object))
    }
}
