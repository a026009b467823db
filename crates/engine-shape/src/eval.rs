//! Expressions in a symbolic heap.
//!
//! A value that the state cannot say becomes a fresh symbol in the range of its type, which stands
//! for any value; so evaluation never fails and is never wrong. A variable of which nothing is
//! known gets its symbol at its first read, so that a second one gives the same (`docs/soundness.md`,
//! S12).

use ir::{ArithOp, Expr, ExprId, IntType, OverflowOp, Program, Type};
use shape::{Range, State, Value};

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

/// Any value of a type.
pub fn any_of(state: &mut State, ty: Type) -> Value {
    match range_of(ty) {
        Some(range) => state.fresh_in(range),
        None => Value::Sym(state.fresh_sym()),
    }
}

/// The same bits, read as a type of the same size.
pub fn read_as(program: &Program, state: &mut State, value: Value, ty: Type) -> Value {
    match (value, ty) {
        (Value::Num(number), Type::Int(int)) => Value::Num(int.value(int.wrap(number))),
        (Value::Num(number), Type::Pointer) => Value::Num(as_address(program, number)),
        (Value::Addr(..) | Value::Fun(_), Type::Pointer) => value,
        (Value::Addr(..) | Value::Fun(_), Type::Int(int))
            if int.width == program.model.pointer_bits() =>
        {
            value
        }
        (Value::Sym(sym), Type::Pointer) if !state.facts.contains_key(&sym) => value,
        (Value::Sym(sym), Type::Int(_)) => match (state.facts.get(&sym), range_of(ty)) {
            (Some(known), Some(range)) if known.is_within(&range) => value,
            _ => any_of(state, ty),
        },
        (Value::Num(number), Type::Bool) if number == 0 || number == 1 => value,
        _ => any_of(state, ty),
    }
}

/// An address as machines count.
pub fn as_address(program: &Program, number: i128) -> i128 {
    let size = program.model.size_type();
    size.value(size.wrap(number))
}

pub fn eval(program: &Program, state: &mut State, expr: ExprId) -> Value {
    let ty = program.type_of(expr);
    match program.exprs[expr] {
        Expr::Bool(value) => Value::Num(i128::from(value)),
        Expr::Int(int, bits) => Value::Num(int.value(bits)),
        Expr::Null => Value::NULL,
        Expr::Var(var) => match state.var(var) {
            Value::Top => {
                let value = any_of(state, ty);
                state.set_var(var, value);
                value
            }
            value => value,
        },
        Expr::ObjectAddress(object) => match state.objects.get(&object) {
            Some(node) => Value::Addr(*node, 0),
            None => any_of(state, ty),
        },
        Expr::Convert(_, operand) => {
            let value = eval(program, state, operand);
            convert(program, state, value, program.type_of(operand), ty)
        }
        Expr::Arith(op, a, b) => {
            let (a, b) = (eval(program, state, a), eval(program, state, b));
            match ty {
                Type::Int(int) => arith(state, op, a, b, int),
                Type::Bool | Type::Float(_) | Type::Pointer => any_of(state, ty),
            }
        }
        Expr::Neg(operand) => {
            let value = eval(program, state, operand);
            match ty {
                Type::Int(int) => arith(state, ArithOp::Sub, Value::Num(0), value, int),
                Type::Bool | Type::Float(_) | Type::Pointer => any_of(state, ty),
            }
        }
        Expr::BitNot(operand) => match (eval(program, state, operand), ty) {
            (Value::Num(number), Type::Int(int)) => Value::Num(int.value(int.wrap(!number))),
            _ => any_of(state, ty),
        },
        Expr::PointerAdd(pointer, offset) => {
            let (pointer, offset) = (eval(program, state, pointer), eval(program, state, offset));
            match (pointer, offset) {
                (Value::Num(base), Value::Num(bytes)) => {
                    Value::Num(as_address(program, base + bytes))
                }
                (Value::Addr(..), Value::Num(bytes)) => match i64::try_from(bytes) {
                    Ok(bytes) if pointer.plus(bytes) != Value::Top => pointer.plus(bytes),
                    _ => any_of(state, ty),
                },
                (_, Value::Num(0)) => pointer,
                _ => any_of(state, ty),
            }
        }
        Expr::PointerDiff(a, b) => match (eval(program, state, a), eval(program, state, b)) {
            (Value::Addr(x, a), Value::Addr(y, b)) if x == y => {
                Value::Num(i128::from(a) - i128::from(b))
            }
            _ => any_of(state, ty),
        },
        Expr::Ite(_, then, otherwise) => {
            // Which one is decided where the expression stands alone, by cases.
            match (eval(program, state, then), eval(program, state, otherwise)) {
                (then, otherwise) if then == otherwise => then,
                _ => any_of(state, ty),
            }
        }
        Expr::FunctionAddress(function) => Value::Fun(function),
        Expr::Float(..)
        | Expr::Not(_)
        | Expr::Compare(..)
        | Expr::And(..)
        | Expr::Or(..)
        | Expr::Bits(..) => any_of(state, ty),
        Expr::Overflows(op, a, b) => {
            let operands = program.type_of(a);
            let (a, b) = (eval(program, state, a), eval(program, state, b));
            match overflows(state, op, a, b, operands) {
                Some(overflows) => Value::Num(i128::from(overflows)),
                None => any_of(state, ty),
            }
        }
    }
}

pub fn convert(program: &Program, state: &mut State, value: Value, from: Type, to: Type) -> Value {
    match (from, to) {
        (Type::Float(_), _) | (_, Type::Float(_)) => any_of(state, to),
        _ => read_as(program, state, value, to),
    }
}

/// What the exact result can be.
fn exact(state: &State, op: ArithOp, a: Value, b: Value) -> Option<(i128, i128)> {
    let (a, b) = (state.range(a)?, state.range(b)?);
    match op {
        ArithOp::Add => Some((a.lo.checked_add(b.lo)?, a.hi.checked_add(b.hi)?)),
        ArithOp::Sub => Some((a.lo.checked_sub(b.hi)?, a.hi.checked_sub(b.lo)?)),
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

fn arith(state: &mut State, op: ArithOp, a: Value, b: Value, int: IntType) -> Value {
    let ty = Type::Int(int);
    if let (Value::Num(a), Value::Num(b)) = (a, b) {
        let exact = match op {
            ArithOp::Add => a.checked_add(b),
            ArithOp::Sub => a.checked_sub(b),
            ArithOp::Mul => a.checked_mul(b),
            ArithOp::Div => a.checked_div(b),
            ArithOp::Rem => a.checked_rem(b),
            ArithOp::BitAnd => Some(a & b),
            ArithOp::BitOr => Some(a | b),
            ArithOp::BitXor => Some(a ^ b),
            ArithOp::Shl if (0..i128::from(int.width)).contains(&b) && int.width <= 64 => {
                Some(a.wrapping_shl(b as u32))
            }
            ArithOp::Shr if (0..i128::from(int.width)).contains(&b) => Some(a >> b),
            ArithOp::Shl | ArithOp::Shr => None,
        };
        if let Some(exact) = exact {
            return Value::Num(int.value(int.wrap(exact)));
        }
    }
    if let (ArithOp::Add | ArithOp::Sub, Value::Num(0)) = (op, b)
        && a != Value::Top
    {
        return a;
    }
    let bounds = exact(state, op, a, b).or_else(|| rounded(state, op, a, b));
    match (bounds, range_of(ty)) {
        (Some((lo, hi)), Some(range)) if range.lo <= lo && hi <= range.hi => {
            state.fresh_in(Range::new(lo, hi))
        }
        _ => any_of(state, ty),
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
