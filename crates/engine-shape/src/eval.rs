//! Expressions in a symbolic heap.
//!
//! A value that the state cannot say becomes a fresh symbol in the range of its type, which stands
//! for any value; so evaluation never fails and is never wrong. A variable of which nothing is
//! known gets its symbol at its first read, so that a second one gives the same (`docs/soundness.md`,
//! S12).
//!
//! Where integers are read as unbounded (S21), arithmetic is exact and has no ends; numbers of their
//! type are inputs, and what conversions make. Memory may be bytes there: it keeps numbers that its
//! type has, and of others nothing.
//!
//! A sum of a symbol and a constant is remembered as one ([`State::sums`]), so that `y + 1` is known
//! to be more than `y - 1`.

use ir::{ArithOp, Expr, ExprId, IntType, OverflowOp, Program, Type};
use shape::{Integers, Range, State, Value};

use crate::assume::Judge;

/// The numbers of a type; `None` where they are not kept track of.
pub fn range_of(ty: Type) -> Option<Range> {
    match ty {
        Type::Bool => Some(Range::new(0, 1)),
        Type::Int(int) if int.width < 127 => {
            Some(Range::new(int.value(int.min_bits()), int.value(int.max_bits())))
        }
        Type::Int(_) | Type::Float(_) | Type::Pointer => None,
    }
}

/// An address as machines count.
pub fn as_address(program: &Program, number: i128) -> i128 {
    let size = program.model.size_type();
    size.value(size.wrap(number))
}

/// An input of a type.
pub fn input_of(state: &mut State, ty: Type) -> Value {
    match range_of(ty) {
        Some(range) => state.fresh_in(range),
        None => Value::Sym(state.fresh_sym()),
    }
}

impl Judge<'_> {
    /// Any value of a type.
    pub fn any_of(self, state: &mut State, ty: Type) -> Value {
        match (self.integers, ty) {
            (Integers::Unbounded, Type::Int(_)) => state.fresh_in(Range::all()),
            _ => input_of(state, ty),
        }
    }

    /// What is in memory, read as a type.
    pub fn loaded(self, state: &mut State, value: Value, ty: Type) -> Value {
        match (self.integers, value, ty) {
            (Integers::Unbounded, Value::Top, Type::Int(_)) => self.any_of(state, ty),
            (Integers::Unbounded, Value::Sym(_) | Value::Sum(..), Type::Int(_)) => {
                match state.range(value) {
                    // What was read before at the only type of this size is what is read now.
                    Some(_) if self.has_one_type(ty) && matches!(value, Value::Sym(_)) => value,
                    Some(known) if range_of(ty).is_some_and(|all| known.is_within(&all)) => value,
                    _ => self.any_of(state, ty),
                }
            }
            _ => self.read_as(state, value, ty),
        }
    }

    /// What memory keeps of a value: where it may be bytes, only a number of its type.
    pub fn kept(self, state: &State, value: Value, ty: Type) -> Value {
        match (self.integers, range_of(ty)) {
            (Integers::Unbounded, Some(all)) => match state.range(value) {
                Some(known) if !known.is_within(&all) => Value::Top,
                _ => value,
            },
            _ => value,
        }
    }

    /// Whether accesses of the program to integers of this size are all at this type.
    fn has_one_type(self, ty: Type) -> bool {
        let size = ty.bytes(self.program.model);
        self.types.iter().all(|it| *it == ty || it.bytes(self.program.model) != size)
    }

    /// The same bits, read as a type of the same size.
    pub fn read_as(self, state: &mut State, value: Value, ty: Type) -> Value {
        match (value, ty) {
            (Value::Num(number), Type::Int(int)) => Value::Num(int.value(int.wrap(number))),
            (Value::Num(number), Type::Pointer) => Value::Num(as_address(self.program, number)),
            (Value::Addr(..) | Value::Fun(_), Type::Pointer) => value,
            (Value::Addr(..) | Value::Fun(_), Type::Int(int))
                if int.width == self.program.model.pointer_bits() =>
            {
                value
            }
            (Value::Sym(sym), Type::Pointer) if !state.facts.contains_key(&sym) => value,
            (Value::Sym(_) | Value::Sum(..), Type::Int(_)) => {
                match (state.range(value), range_of(ty)) {
                    (Some(known), Some(range)) if known.is_within(&range) => value,
                    _ => input_of(state, ty),
                }
            }
            (Value::Num(number), Type::Bool) if number == 0 || number == 1 => value,
            _ => input_of(state, ty),
        }
    }

    pub fn eval(self, state: &mut State, expr: ExprId) -> Value {
        let ty = self.program.type_of(expr);
        match self.program.exprs[expr] {
            Expr::Bool(value) => Value::Num(i128::from(value)),
            Expr::Int(int, bits) => Value::Num(int.value(bits)),
            Expr::Null => Value::NULL,
            Expr::Var(var) => match state.var(var) {
                Value::Top => {
                    let value = self.any_of(state, ty);
                    state.set_var(var, value);
                    value
                }
                value => value,
            },
            Expr::ObjectAddress(object) => match state.objects.get(&object) {
                Some(node) => Value::Addr(*node, 0),
                None => self.any_of(state, ty),
            },
            Expr::Convert(_, operand) => {
                let value = self.eval(state, operand);
                self.convert(state, value, self.program.type_of(operand), ty)
            }
            Expr::Arith(op, a, b) => {
                let (a, b) = (self.eval(state, a), self.eval(state, b));
                match ty {
                    Type::Int(int) => self.arith(state, op, a, b, int),
                    Type::Bool | Type::Float(_) | Type::Pointer => self.any_of(state, ty),
                }
            }
            Expr::Neg(operand) => {
                let value = self.eval(state, operand);
                match ty {
                    Type::Int(int) => self.arith(state, ArithOp::Sub, Value::Num(0), value, int),
                    Type::Bool | Type::Float(_) | Type::Pointer => self.any_of(state, ty),
                }
            }
            Expr::BitNot(operand) => match (self.eval(state, operand), ty) {
                (Value::Num(number), Type::Int(int)) if self.fits(number, int) => {
                    Value::Num(int.value(int.wrap(!number)))
                }
                _ => self.any_of(state, ty),
            },
            Expr::PointerAdd(pointer, offset) => {
                let (pointer, offset) = (self.eval(state, pointer), self.eval(state, offset));
                match (pointer, offset) {
                    (Value::Num(base), Value::Num(bytes)) => {
                        Value::Num(as_address(self.program, base + bytes))
                    }
                    (Value::Addr(..), Value::Num(bytes)) => match i64::try_from(bytes) {
                        Ok(bytes) if pointer.plus(bytes) != Value::Top => pointer.plus(bytes),
                        _ => self.any_of(state, ty),
                    },
                    (_, Value::Num(0)) => pointer,
                    _ => self.any_of(state, ty),
                }
            }
            Expr::PointerDiff(a, b) => match (self.eval(state, a), self.eval(state, b)) {
                (Value::Addr(x, a), Value::Addr(y, b)) if x == y => {
                    Value::Num(i128::from(a) - i128::from(b))
                }
                _ => self.any_of(state, ty),
            },
            Expr::Ite(_, then, otherwise) => {
                // Which one is decided where the expression stands alone, by cases.
                match (self.eval(state, then), self.eval(state, otherwise)) {
                    (then, otherwise) if then == otherwise => then,
                    _ => self.any_of(state, ty),
                }
            }
            Expr::FunctionAddress(function) => Value::Fun(function),
            Expr::Float(..)
            | Expr::Not(_)
            | Expr::Compare(..)
            | Expr::And(..)
            | Expr::Or(..)
            | Expr::Shadow(_)
            | Expr::Bits(..) => self.any_of(state, ty),
            Expr::Overflows(op, a, b) => {
                let operands = self.program.type_of(a);
                let (a, b) = (self.eval(state, a), self.eval(state, b));
                match overflows(state, op, a, b, operands) {
                    Some(overflows) => Value::Num(i128::from(overflows)),
                    None => self.any_of(state, ty),
                }
            }
        }
    }

    pub fn convert(self, state: &mut State, value: Value, from: Type, to: Type) -> Value {
        let widens = range_of(from).zip(range_of(to)).is_some_and(|(a, b)| a.is_within(&b));
        match (from, to) {
            (Type::Int(_), Type::Int(_)) if widens && self.integers == Integers::Unbounded => value,
            (Type::Float(_), _) | (_, Type::Float(_)) => input_of(state, to),
            _ => self.read_as(state, value, to),
        }
    }

    /// An exact result as the type has it.
    pub fn in_type(self, exact: i128, int: IntType) -> i128 {
        match self.integers {
            Integers::Machine => int.value(int.wrap(exact)),
            Integers::Unbounded => exact,
        }
    }

    /// Whether a number is one that the type has; always on the machine.
    fn fits(self, number: i128, int: IntType) -> bool {
        let is_of_type = || range_of(Type::Int(int)).is_some_and(|all| all.contains(number));
        self.integers == Integers::Machine || is_of_type()
    }

    fn arith(self, state: &mut State, op: ArithOp, a: Value, b: Value, int: IntType) -> Value {
        let ty = Type::Int(int);
        if let (Value::Num(a), Value::Num(b)) = (a, b)
            && let Some(number) = self.constant(op, a, b, int)
        {
            return Value::Num(number);
        }
        if let (ArithOp::Add | ArithOp::Sub, Value::Num(0)) = (op, b)
            && a != Value::Top
        {
            return a;
        }
        let bounds = exact(state, op, a, b).or_else(|| rounded(state, op, a, b));
        let result = match (bounds, range_of(ty), self.integers) {
            (Some((lo, hi)), _, Integers::Unbounded) => state.fresh_in(Range::new(lo, hi)),
            (Some((lo, hi)), Some(range), Integers::Machine)
                if range.lo <= lo && hi <= range.hi =>
            {
                state.fresh_in(Range::new(lo, hi))
            }
            _ => return self.any_of(state, ty),
        };
        remember_sum(state, op, (a, b), result);
        result
    }

    /// An operation on two numbers that are known.
    fn constant(self, op: ArithOp, a: i128, b: i128, int: IntType) -> Option<i128> {
        let is_shift = (0..i128::from(int.width)).contains(&b) && int.width <= 64;
        let (exact, has_ends) = match op {
            ArithOp::Add => (a.checked_add(b)?, false),
            ArithOp::Sub => (a.checked_sub(b)?, false),
            ArithOp::Mul => (a.checked_mul(b)?, false),
            ArithOp::Div => (a.checked_div(b)?, false),
            ArithOp::Rem => (a.checked_rem(b)?, false),
            ArithOp::Shl => (a.checked_mul(is_shift.then(|| 1 << b)?)?, false),
            ArithOp::BitAnd => (a & b, true),
            ArithOp::BitOr => (a | b, true),
            ArithOp::BitXor => (a ^ b, true),
            ArithOp::Shr => (a >> is_shift.then_some(b)?, true),
        };
        match self.integers {
            Integers::Machine => Some(int.value(int.wrap(exact))),
            Integers::Unbounded if has_ends && !(self.fits(a, int) && self.fits(b, int)) => None,
            Integers::Unbounded => Some(exact).filter(|it| *it > i128::MIN && *it < i128::MAX),
        }
    }
}

/// Keeps that a result is a symbol and a constant.
fn remember_sum(state: &mut State, op: ArithOp, (a, b): (Value, Value), result: Value) {
    let (of, added) = match (op, a, b) {
        (ArithOp::Add, of, Value::Num(added)) | (ArithOp::Add, Value::Num(added), of) => {
            (of, Some(added))
        }
        (ArithOp::Sub, of, Value::Num(taken)) => (of, taken.checked_neg()),
        _ => return,
    };
    if let (Value::Sym(sym), Some((base, known)), Some(added)) = (result, state.sum(of), added)
        && let Some(total) = known.checked_add(added)
    {
        state.sums.insert(sym, (base, total));
    }
}

/// What the exact result can be; the ends of `i128` are no bounds.
fn exact(state: &State, op: ArithOp, a: Value, b: Value) -> Option<(i128, i128)> {
    let (a, b) = (state.range(a)?, state.range(b)?);
    let is_bounded = a.is_bounded() && b.is_bounded();
    let lower = |x: i128, y: Option<i128>| match (x, y) {
        (i128::MIN, _) | (_, None | Some(i128::MIN)) => i128::MIN,
        (x, Some(y)) => x.checked_add(y).unwrap_or(i128::MIN),
    };
    let upper = |x: i128, y: Option<i128>| match (x, y) {
        (i128::MAX, _) | (_, None | Some(i128::MAX)) => i128::MAX,
        (x, Some(y)) => x.checked_add(y).unwrap_or(i128::MAX),
    };
    let below = |hi: i128| (hi < i128::MAX).then_some(-hi);
    let above = |lo: i128| (lo > i128::MIN).then(|| -lo);
    match op {
        ArithOp::Add => Some((lower(a.lo, Some(b.lo)), upper(a.hi, Some(b.hi)))),
        ArithOp::Sub => Some((lower(a.lo, below(b.hi)), upper(a.hi, above(b.lo)))),
        ArithOp::Mul if !is_bounded => Some((i128::MIN, i128::MAX)),
        ArithOp::Mul => {
            let pairs = [(a.lo, b.lo), (a.lo, b.hi), (a.hi, b.lo), (a.hi, b.hi)];
            let mut products = Vec::new();
            for (a, b) in pairs {
                products.push(a.checked_mul(b)?);
            }
            Some((*products.iter().min()?, *products.iter().max()?))
        }
        ArithOp::Div
        | ArithOp::Rem
        | ArithOp::BitAnd
        | ArithOp::BitOr
        | ArithOp::BitXor
        | ArithOp::Shl
        | ArithOp::Shr => None,
    }
}

/// Where the result is, of an operation that rounds or picks bits.
fn rounded(state: &State, op: ArithOp, a: Value, b: Value) -> Option<(i128, i128)> {
    let (a, b) = (state.range(a)?, state.range(b)?);
    if !a.is_bounded() || !b.is_bounded() {
        return None;
    }
    // The remainder has the sign of what is divided.
    let remainder = |divisor: i128| {
        let below = divisor - 1;
        (a.lo.min(0).max(-below), a.hi.max(0).min(below))
    };
    match op {
        ArithOp::Rem if b.lo > 0 => Some(remainder(b.hi)),
        ArithOp::Div if b.lo > 0 && b.lo == b.hi => Some((a.lo / b.lo, a.hi / b.lo)),
        ArithOp::Shr if b.lo == b.hi && (0..64).contains(&b.lo) => {
            Some((a.lo >> b.lo, a.hi >> b.lo))
        }
        ArithOp::BitAnd if a.lo >= 0 && b.lo >= 0 => Some((0, a.hi.min(b.hi))),
        ArithOp::BitAnd if b.lo >= 0 => Some((0, b.hi)),
        ArithOp::BitAnd if a.lo >= 0 => Some((0, a.hi)),
        ArithOp::Add
        | ArithOp::Sub
        | ArithOp::Mul
        | ArithOp::Div
        | ArithOp::Rem
        | ArithOp::BitAnd
        | ArithOp::BitOr
        | ArithOp::BitXor
        | ArithOp::Shl
        | ArithOp::Shr => None,
    }
}

fn overflows(state: &State, op: OverflowOp, a: Value, b: Value, ty: Type) -> Option<bool> {
    let op = match op {
        OverflowOp::Add => ArithOp::Add,
        OverflowOp::Sub => ArithOp::Sub,
        OverflowOp::Mul => ArithOp::Mul,
        OverflowOp::Div | OverflowOp::Shl => return None,
    };
    let (lo, hi) = exact(state, op, a, b)?;
    let range = range_of(ty)?;
    (range.lo <= lo && hi <= range.hi).then_some(false)
}
