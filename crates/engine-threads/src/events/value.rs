//! Values of expressions, as terms.
//!
//! A pointer is a pair: which object, and where in it. Objects are numbered, and null and small
//! numbers are pointers into object 0; so a pointer that is made from a number, as arguments of
//! threads often are, is that number. What addresses are as numbers is not known: a program that
//! computes with them is not proved ([`Doubt::note`]).

use ir::{ArithOp, CompareOp, DataModel, Expr, ExprId, IntType, OverflowOp, Program, Type};
use logic::{BvBinary, BvCompare, Sort, Term, TermId, TermPool};
use rustc_hash::FxHashMap;

use super::Open;

/// The value of a variable or of a place in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Bool(TermId),
    /// Integers, and floats as their bits.
    Bits(TermId),
    Pointer {
        object: TermId,
        offset: TermId,
    },
}

/// The bits of pointers that name an object, and the others.
pub(super) fn pointer_bits(model: DataModel) -> (u32, u32) {
    match model {
        DataModel::Lp64 => (16, 48),
        DataModel::Ilp32 => (12, 20),
    }
}

/// The first reason for which formulas do not say just what the program does.
#[derive(Clone, Debug, Default)]
pub(super) struct Doubt(pub Option<&'static str>);

impl Doubt {
    pub fn note(&mut self, why: &'static str) {
        self.0.get_or_insert(why);
    }
}

/// Makes terms of expressions.
pub(super) struct Terms<'p> {
    pub program: &'p Program,
    pub pool: TermPool,
    pub doubt: Doubt,
}

impl Terms<'_> {
    pub fn zero_pointer(&mut self) -> Value {
        self.pointer_to(0, 0)
    }

    pub fn pointer_to(&mut self, object: u32, offset: i64) -> Value {
        let (high, low) = pointer_bits(self.program.model);
        let object = self.pool.bv(high, u128::from(object));
        let mask = (1u128 << low) - 1;
        let offset = self.pool.bv(low, i128::from(offset) as u128 & mask);
        Value::Pointer { object, offset }
    }

    /// A constant of a type, by its bits.
    pub fn constant(&mut self, ty: Type, bits: u128) -> Value {
        match ty {
            Type::Bool => Value::Bool(self.pool.bool(bits != 0)),
            Type::Int(int) => Value::Bits(self.pool.bv(u32::from(int.width), bits & int.mask())),
            Type::Float(float) => Value::Bits(self.pool.bv(float.bits(), bits)),
            Type::Pointer => {
                let width = u32::from(self.program.model.pointer_bits());
                let bits = self.pool.bv(width, bits & ((1u128 << width) - 1));
                self.as_pointer(bits)
            }
        }
    }

    /// Any value of a type.
    pub fn fresh(&mut self, name: &str, ty: Type) -> Value {
        match ty {
            Type::Bool => Value::Bool(self.pool.fresh_var(name, Sort::Bool)),
            Type::Int(int) => {
                Value::Bits(self.pool.fresh_var(name, Sort::BitVec(u32::from(int.width))))
            }
            Type::Float(float) => {
                Value::Bits(self.pool.fresh_var(name, Sort::BitVec(float.bits())))
            }
            Type::Pointer => {
                let (high, low) = pointer_bits(self.program.model);
                let object = self.pool.fresh_var(name, Sort::BitVec(high));
                let offset = self.pool.fresh_var(name, Sort::BitVec(low));
                Value::Pointer { object, offset }
            }
        }
    }

    pub fn as_pointer(&mut self, bits: TermId) -> Value {
        let (high, low) = pointer_bits(self.program.model);
        let object = self.pool.extract(high + low - 1, low, bits);
        let offset = self.pool.extract(low - 1, 0, bits);
        Value::Pointer { object, offset }
    }

    /// The bits of a value that is not a truth value.
    pub fn bits(&mut self, value: Value) -> TermId {
        match value {
            Value::Bool(term) | Value::Bits(term) => term,
            Value::Pointer { object, offset } => self.pool.concat(object, offset),
        }
    }

    /// A value that was stored as one type and is read as another of the same size.
    pub fn read_as(&mut self, ty: Type, value: Value) -> Value {
        match (ty, value) {
            (Type::Pointer, Value::Bits(bits)) => self.as_pointer(bits),
            (Type::Int(_) | Type::Float(_), Value::Pointer { .. }) => {
                self.doubt_address(value);
                Value::Bits(self.bits(value))
            }
            (_, value) => value,
        }
    }

    pub fn ite(&mut self, condition: TermId, a: Value, b: Value) -> Value {
        match (a, b) {
            (Value::Bool(a), Value::Bool(b)) => Value::Bool(self.pool.ite(condition, a, b)),
            (
                Value::Pointer { object: one, offset: at },
                Value::Pointer { object: other, offset: there },
            ) => {
                let object = self.pool.ite(condition, one, other);
                let offset = self.pool.ite(condition, at, there);
                Value::Pointer { object, offset }
            }
            (a @ Value::Pointer { .. }, Value::Bits(b)) => {
                let b = self.as_pointer(b);
                self.ite(condition, a, b)
            }
            (Value::Bits(a), b @ Value::Pointer { .. }) => {
                let a = self.as_pointer(a);
                self.ite(condition, a, b)
            }
            (a, b) => {
                let (a, b) = (self.bits(a), self.bits(b));
                Value::Bits(self.pool.ite(condition, a, b))
            }
        }
    }

    pub fn equal(&mut self, a: Value, b: Value) -> TermId {
        if let (
            Value::Pointer { object: one, offset: at },
            Value::Pointer { object: other, offset: there },
        ) = (a, b)
        {
            let (objects, offsets) = (self.pool.eq(one, other), self.pool.eq(at, there));
            return self.pool.and2(objects, offsets);
        }
        let (a, b) = (self.bits(a), self.bits(b));
        self.pool.eq(a, b)
    }

    pub fn is_false(&self, term: TermId) -> bool {
        self.pool[term] == Term::Bool(false)
    }

    pub fn is_true(&self, term: TermId) -> bool {
        self.pool[term] == Term::Bool(true)
    }

    /// Where a value may be an address, computing with its bits says more than is known. What was
    /// made from a number is one: its object part is computed from bits.
    fn doubt_address(&mut self, value: Value) {
        let Value::Pointer { object, .. } = value else { return };
        let mut pending = vec![object];
        while let Some(term) = pending.pop() {
            match self.pool[term] {
                Term::Ite(_, a, b) => pending.extend([a, b]),
                Term::BitVec(_, bits) if bits != 0 => {
                    self.doubt.note("an address may be used as a number");
                }
                Term::Var(_) => self.doubt.note("an address may be used as a number"),
                _ => {}
            }
        }
    }

    /// The value of an expression; `leaf` gives those of variables and addresses.
    pub fn expr(
        &mut self,
        root: ExprId,
        leaf: &mut dyn FnMut(&mut Self, Expr) -> Result<Value, Open>,
    ) -> Result<Value, Open> {
        let mut values: FxHashMap<ExprId, Value> = FxHashMap::default();
        let mut pending = vec![root];
        while let Some(&expr) = pending.last() {
            if values.contains_key(&expr) {
                pending.pop();
                continue;
            }
            let node = self.program.exprs[expr];
            let missing: Vec<ExprId> =
                node.operands().filter(|operand| !values.contains_key(operand)).collect();
            if missing.is_empty() {
                let value = match node {
                    Expr::Var(_) | Expr::ObjectAddress(_) => leaf(self, node)?,
                    _ => self.node(node, &values)?,
                };
                values.insert(expr, value);
                pending.pop();
            } else {
                pending.extend(missing);
            }
        }
        Ok(values[&root])
    }

    fn node(&mut self, node: Expr, values: &FxHashMap<ExprId, Value>) -> Result<Value, Open> {
        let program = self.program;
        let is_float = |expr: ExprId| matches!(program.type_of(expr), Type::Float(_));
        let floats = || Err(Open("floating-point numbers are computed with".to_owned()));
        Ok(match node {
            Expr::Bool(value) => Value::Bool(self.pool.bool(value)),
            Expr::Int(ty, bits) => self.constant(Type::Int(ty), bits),
            Expr::Float(ty, bits) => self.constant(Type::Float(ty), bits),
            Expr::Null => self.zero_pointer(),
            Expr::Var(_) | Expr::ObjectAddress(_) => unreachable!("leaves are asked for"),
            Expr::FunctionAddress(function) => {
                self.pointer_to(1 + index::Id::index(function) as u32, 0)
            }
            Expr::Neg(a) | Expr::Arith(_, a, _) if is_float(a) => return floats(),
            Expr::Compare(_, a, _) if is_float(a) => return floats(),
            Expr::Neg(a) => {
                let a = self.bits(values[&a]);
                Value::Bits(self.pool.bv_neg(a))
            }
            Expr::BitNot(a) => {
                let a = self.bits(values[&a]);
                Value::Bits(self.pool.bv_not(a))
            }
            Expr::Not(a) => {
                let a = self.bits(values[&a]);
                Value::Bool(self.pool.not(a))
            }
            Expr::And(a, b) => {
                let (a, b) = (self.bits(values[&a]), self.bits(values[&b]));
                Value::Bool(self.pool.and2(a, b))
            }
            Expr::Or(a, b) => {
                let (a, b) = (self.bits(values[&a]), self.bits(values[&b]));
                Value::Bool(self.pool.or2(a, b))
            }
            Expr::Ite(c, a, b) => {
                let condition = self.bits(values[&c]);
                self.ite(condition, values[&a], values[&b])
            }
            Expr::Arith(op, a, b) => {
                let Type::Int(ty) = program.type_of(a) else { return floats() };
                let right = program.type_of(b);
                let (x, y) = (self.bits(values[&a]), self.bits(values[&b]));
                Value::Bits(self.arith(op, ty, right, x, y))
            }
            Expr::Compare(op, a, b) => {
                Value::Bool(self.compare(op, program.type_of(a), values[&a], values[&b]))
            }
            Expr::Convert(to, a) => return self.convert(program.type_of(a), to, values[&a]),
            Expr::Bits(_, a) => values[&a],
            Expr::PointerAdd(a, b) => {
                let Value::Pointer { object, offset } = values[&a] else {
                    return Err(Open("a pointer is no pointer".to_owned()));
                };
                let (_, low) = pointer_bits(program.model);
                let more = self.bits(values[&b]);
                let more = self.pool.extract(low - 1, 0, more);
                let offset = self.pool.bv_add(offset, more);
                Value::Pointer { object, offset }
            }
            Expr::PointerDiff(a, b) => {
                let (x, y) = (values[&a], values[&b]);
                self.same_object_or_doubt(x, y);
                let (x, y) = (self.bits(x), self.bits(y));
                Value::Bits(self.pool.bv_sub(x, y))
            }
            Expr::Overflows(op, a, b) => {
                let (Type::Int(ty), right) = (program.type_of(a), program.type_of(b)) else {
                    return floats();
                };
                let (x, y) = (self.bits(values[&a]), self.bits(values[&b]));
                Value::Bool(self.overflows(op, ty, right, x, y)?)
            }
            Expr::Shadow(_) => return Err(Open("shadow memory is asked about".to_owned())),
        })
    }

    fn same_object_or_doubt(&mut self, a: Value, b: Value) {
        if let (Value::Pointer { object: one, .. }, Value::Pointer { object: other, .. }) = (a, b)
            && one != other
        {
            self.doubt.note("pointers into different objects may be compared");
        }
    }

    fn arith(&mut self, op: ArithOp, ty: IntType, right: Type, a: TermId, b: TermId) -> TermId {
        let is_signed = ty.is_signed();
        let operation = match op {
            ArithOp::Add => BvBinary::Add,
            ArithOp::Sub => BvBinary::Sub,
            ArithOp::Mul => BvBinary::Mul,
            ArithOp::Div if is_signed => BvBinary::SDiv,
            ArithOp::Div => BvBinary::UDiv,
            ArithOp::Rem if is_signed => BvBinary::SRem,
            ArithOp::Rem => BvBinary::URem,
            ArithOp::BitAnd => BvBinary::And,
            ArithOp::BitOr => BvBinary::Or,
            ArithOp::BitXor => BvBinary::Xor,
            ArithOp::Shl => BvBinary::Shl,
            ArithOp::Shr if is_signed => BvBinary::AShr,
            ArithOp::Shr => BvBinary::LShr,
        };
        let b = match (op, right) {
            (ArithOp::Shl | ArithOp::Shr, Type::Int(right)) => self.resize(right, ty, b),
            _ => b,
        };
        self.pool.bv_binary(operation, a, b)
    }

    fn resize(&mut self, from: IntType, to: IntType, a: TermId) -> TermId {
        let (old, new) = (u32::from(from.width), u32::from(to.width));
        if new <= old {
            self.pool.extract(new - 1, 0, a)
        } else if from.is_signed() {
            self.pool.sign_extend(new, a)
        } else {
            self.pool.zero_extend(new, a)
        }
    }

    fn compare(&mut self, op: CompareOp, ty: Type, a: Value, b: Value) -> TermId {
        match op {
            CompareOp::Eq => self.equal(a, b),
            CompareOp::Ne => {
                let equal = self.equal(a, b);
                self.pool.not(equal)
            }
            CompareOp::Gt => self.compare(CompareOp::Lt, ty, b, a),
            CompareOp::Ge => self.compare(CompareOp::Le, ty, b, a),
            CompareOp::Lt | CompareOp::Le => {
                self.same_object_or_doubt(a, b);
                let is_signed = matches!(ty, Type::Int(int) if int.is_signed());
                let operation = match (op, is_signed) {
                    (CompareOp::Lt, true) => BvCompare::SLt,
                    (CompareOp::Lt, false) => BvCompare::ULt,
                    (_, true) => BvCompare::SLe,
                    (_, false) => BvCompare::ULe,
                };
                let (a, b) = (self.bits(a), self.bits(b));
                self.pool.bv_compare(operation, a, b)
            }
        }
    }

    fn convert(&mut self, from: Type, to: Type, a: Value) -> Result<Value, Open> {
        Ok(match (from, to) {
            (Type::Bool, Type::Int(int)) => {
                let width = u32::from(int.width);
                let (zero, one) = (self.pool.bv(width, 0), self.pool.bv(width, 1));
                let condition = self.bits(a);
                Value::Bits(self.pool.ite(condition, one, zero))
            }
            (Type::Int(from), Type::Int(to)) => {
                let a = self.bits(a);
                Value::Bits(self.resize(from, to, a))
            }
            (Type::Pointer, Type::Int(_)) => {
                self.doubt_address(a);
                Value::Bits(self.bits(a))
            }
            (Type::Int(_), Type::Pointer) => {
                let a = self.bits(a);
                self.as_pointer(a)
            }
            (from, to) if from == to => a,
            _ => return Err(Open("floating-point numbers are computed with".to_owned())),
        })
    }

    fn overflows(
        &mut self,
        op: OverflowOp,
        ty: IntType,
        right: Type,
        a: TermId,
        b: TermId,
    ) -> Result<TermId, Open> {
        let width = u32::from(ty.width);
        match op {
            OverflowOp::Div => {
                let least = self.pool.bv(width, ty.min_bits());
                let minus_one = self.pool.bv(width, ty.mask());
                let (is_least, by) = (self.pool.eq(a, least), self.pool.eq(b, minus_one));
                Ok(if ty.is_signed() { self.pool.and2(is_least, by) } else { self.pool.bottom() })
            }
            OverflowOp::Shl => {
                let Type::Int(right) = right else { return Err(Open("a shift".to_owned())) };
                let amount = self.resize(right, ty, b);
                let shifted = self.pool.bv_binary(BvBinary::Shl, a, amount);
                let back = if ty.is_signed() { BvBinary::AShr } else { BvBinary::LShr };
                let restored = self.pool.bv_binary(back, shifted, amount);
                let is_kept = self.pool.eq(restored, a);
                Ok(self.pool.not(is_kept))
            }
            OverflowOp::Add | OverflowOp::Sub | OverflowOp::Mul => {
                let (operation, wide) = match op {
                    OverflowOp::Add => (BvBinary::Add, width + 1),
                    OverflowOp::Sub => (BvBinary::Sub, width + 1),
                    _ => (BvBinary::Mul, 2 * width),
                };
                if wide > 128 {
                    return Err(Open("numbers of more than 64 bits may overflow".to_owned()));
                }
                let signed = ty.is_signed();
                let extend = |pool: &mut TermPool, term| match signed {
                    true => pool.sign_extend(wide, term),
                    false => pool.zero_extend(wide, term),
                };
                let (x, y) = (extend(&mut self.pool, a), extend(&mut self.pool, b));
                let exact = self.pool.bv_binary(operation, x, y);
                let narrow = self.pool.extract(width - 1, 0, exact);
                let back = extend(&mut self.pool, narrow);
                let fits = self.pool.eq(back, exact);
                Ok(self.pool.not(fits))
            }
        }
    }
}
