//! Operations on values that are more than bits: what becomes of indeterminate bits, origins
//! and faults.
//!
//! A fault in an operand is the fault of the result. Indeterminate bits pass through the bitwise
//! operations, shifts by a known amount and conversions bit by bit; every other operation on one
//! indeterminate bit gives a wholly indeterminate result. An origin passes through conversions,
//! and through arithmetic with a number (`p + 8`, `p | 1`) so that tagged pointers stay
//! pointers.

use ir::{ArithOp, IntType, Sign};

use crate::fault::FaultKind;
use crate::integer;
use crate::value::{Origin, Value};

/// Masking changes a pointer's tag, not the object it points to, if the address stays this near.
const TAG_BYTES: u128 = 4096;

fn fault_of(lhs: &Value, rhs: &Value) -> Option<FaultKind> {
    lhs.fault().or(rhs.fault())
}

/// A result of which every bit of `mask` is indeterminate, because an operand is.
fn all_indeterminate(mask: u128, lhs: &Value, rhs: &Value) -> Value {
    Value::with_indeterminate(0, mask, origin_if_open(lhs, rhs))
}

/// What is computed from something that is not modelled is not modelled either.
fn origin_if_open(lhs: &Value, rhs: &Value) -> Origin {
    match lhs.is_unmodelled() || rhs.is_unmodelled() {
        true => Origin::UNMODELLED,
        false => Origin::NONE,
    }
}

/// Any operation that needs all bits of both operands, with a result of the bits in `mask`.
pub(crate) fn strict(
    mask: u128,
    lhs: &Value,
    rhs: &Value,
    compute: impl FnOnce(u128, u128) -> Result<u128, FaultKind>,
) -> Value {
    if let Some(fault) = fault_of(lhs, rhs) {
        Value::faulty(fault)
    } else if lhs.is_indeterminate() || rhs.is_indeterminate() {
        all_indeterminate(mask, lhs, rhs)
    } else {
        compute(lhs.bits(), rhs.bits()).map_or_else(Value::faulty, Value::plain)
    }
}

pub(crate) fn arith(op: ArithOp, ty: IntType, lhs: &Value, rhs: &Value) -> Value {
    if let Some(fault) = fault_of(lhs, rhs) {
        return Value::faulty(fault);
    }
    let (l, r) = (lhs.indeterminate(), rhs.indeterminate());
    // A zero decides `&`, a one decides `|`; indeterminate bits read as zero.
    let indeterminate = match op {
        ArithOp::BitAnd => (l & r) | (l & rhs.bits()) | (r & lhs.bits()),
        ArithOp::BitOr => (l & r) | (l & !rhs.bits()) | (r & !lhs.bits()),
        ArithOp::BitXor => l | r,
        _ if l | r == 0 => 0,
        _ => return all_indeterminate(ty.mask(), lhs, rhs),
    };
    match integer::arith(op, ty, lhs.bits(), rhs.bits()) {
        Ok(bits) if indeterminate != 0 => {
            Value::with_indeterminate(bits, indeterminate, origin_if_open(lhs, rhs))
        }
        Ok(bits) => Value::with_origin(bits, origin_of_sum(op, lhs, rhs, bits)),
        Err(fault) => Value::faulty(fault),
    }
}

fn origin_of_sum(op: ArithOp, lhs: &Value, rhs: &Value, bits: u128) -> Origin {
    let (address, origin) = match (lhs.origin().is_none(), rhs.origin().is_none()) {
        (false, true) => (lhs.bits(), lhs.origin()),
        (true, false) if op != ArithOp::Sub => (rhs.bits(), rhs.origin()),
        _ => return Origin::NONE,
    };
    match op {
        ArithOp::Add | ArithOp::Sub => origin,
        ArithOp::BitAnd | ArithOp::BitOr | ArithOp::BitXor => {
            if bits.abs_diff(address) < TAG_BYTES { origin } else { Origin::NONE }
        }
        ArithOp::Mul | ArithOp::Div | ArithOp::Rem | ArithOp::Shl | ArithOp::Shr => Origin::NONE,
    }
}

/// `Shl` and `Shr`, the amount of type `amount_ty`.
pub(crate) fn shift(
    op: ArithOp,
    ty: IntType,
    amount_ty: IntType,
    lhs: &Value,
    amount: &Value,
) -> Value {
    if let Some(fault) = fault_of(lhs, amount) {
        return Value::faulty(fault);
    }
    if amount.is_indeterminate() {
        return all_indeterminate(ty.mask(), lhs, amount);
    }
    let shifted = |bits, by| integer::arith(op, ty, bits, by);
    let amount = match integer::shift_amount(ty, amount_ty, amount.bits()) {
        Ok(amount) => amount,
        Err(fault) => return Value::faulty(fault),
    };
    match (shifted(lhs.bits(), amount), shifted(lhs.indeterminate(), amount)) {
        (Ok(bits), Ok(0)) => Value::plain(bits),
        (Ok(bits), Ok(mask)) => Value::with_indeterminate(bits, mask, origin_if_open(lhs, lhs)),
        (Err(fault), _) | (_, Err(fault)) => Value::faulty(fault),
    }
}

pub(crate) fn bit_not(ty: IntType, operand: &Value) -> Value {
    if operand.fault().is_some() {
        return *operand;
    }
    let bits = !operand.bits() & ty.mask();
    Value::with_indeterminate(bits, operand.indeterminate(), origin_if_open(operand, operand))
}

pub(crate) fn convert_int(from: IntType, to: IntType, operand: &Value) -> Value {
    if operand.fault().is_some() {
        return *operand;
    }
    let bits = integer::convert(from, to, operand.bits());
    let mask = integer::convert(from, to, operand.indeterminate());
    let origin = match mask == 0 && operand.is_unmodelled() {
        true => Origin::NONE,
        false => operand.origin(),
    };
    Value::with_indeterminate(bits, mask, origin)
}

pub(crate) fn not(operand: &Value) -> Value {
    bit_not(IntType { width: 1, sign: Sign::Unsigned }, operand)
}

/// Conjunction or disjunction of truth values; one side may decide alone.
pub(crate) fn connect(op: ArithOp, lhs: &Value, rhs: &Value) -> Value {
    arith(op, IntType { width: 1, sign: Sign::Unsigned }, lhs, rhs)
}

pub(crate) fn choose(condition: &Value, then: &Value, otherwise: &Value) -> Value {
    if condition.fault().is_some() {
        return *condition;
    }
    if !condition.is_indeterminate() {
        return if condition.bits() != 0 { *then } else { *otherwise };
    }
    if then == otherwise {
        return *then;
    }
    if let Some(fault) = fault_of(then, otherwise) {
        return Value::faulty(fault);
    }
    // What both sides agree on is determined whichever is chosen.
    let mask = then.indeterminate() | otherwise.indeterminate() | (then.bits() ^ otherwise.bits());
    let origin = match condition.is_unmodelled() {
        true => Origin::UNMODELLED,
        false => origin_if_open(then, otherwise),
    };
    Value::with_indeterminate(then.bits(), mask, origin)
}
