//! Integers of any size, as C that is read in the same way.
//!
//! A term over mathematical integers speaks of a program whose integers are of any size too, so
//! its sums are C's sums: `x + y <= z` is meant exactly, and nothing is said about overflow. What
//! C would still do to the numbers is to convert them: beside an unsigned operand a negative one
//! becomes large. So, unless a lemma is about unsigned numbers of one type and adds only what is
//! not negative, unsigned variables are cast to a wider signed type first.
//!
//! ```text
//!   (<= (+ x (* (- 1) y)) 3)     x - y <= 3                x, y: int
//!   (<= u (+ v 1))               u <= v + 1                u, v: unsigned
//!   (<= x u)                     x <= (long long)u
//!   (= (mod x 2) 1)              x % 2 != 0
//! ```
//!
//! The division of the logic rounds down for a positive divisor and that of C towards zero; the
//! remainder is therefore `(x % c + c) % c`, and the quotient of what is left without it.
//!
//! What it cannot print: quotients by what is no positive constant, and constants beyond 64 bits.

use std::collections::BTreeMap;

use logic::{Sort, Term, TermId, TermPool};

use crate::boolean::{Order, Truth, compared, ordered};
use crate::literal::literal;
use crate::print::{CVar, Sign, Unprintable};
use crate::value::{CType, Precedence, Value};

/// What unsigned variables need before C computes with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Casts {
    /// All operands are unsigned, of one type, and nothing becomes negative.
    None,
    ToSigned,
}

const LONG: CType = CType { width: 64, is_signed: true };

impl Casts {
    /// Of everything below a term.
    pub fn of(pool: &TermPool, parts: &[TermId], names: &BTreeMap<TermId, CVar>) -> Self {
        let mut widths =
            parts.iter().filter_map(|part| names.get(part)).map(|var| match var.sign {
                Sign::Unsigned if var.width >= 32 => Some(var.width),
                _ => None,
            });
        let Some(Some(width)) = widths.next() else { return Self::ToSigned };
        let is_plain = |part: &TermId| match pool[*part] {
            Term::Int(value) => (0..1 << width).contains(&value),
            Term::IntDiv(..) | Term::IntMod(..) => false,
            _ => true,
        };
        match widths.all(|other| other == Some(width)) && parts.iter().all(is_plain) {
            true => Self::None,
            false => Self::ToSigned,
        }
    }
}

/// A variable.
pub(crate) fn named(var: &CVar, casts: Casts) -> Value {
    let text = match (casts, var.sign, var.width) {
        (Casts::ToSigned, Sign::Unsigned, 32) => format!("(long long){}", var.name),
        (Casts::ToSigned, Sign::Unsigned, 64) => format!("(__int128){}", var.name),
        _ => return whole(var.name.clone(), Precedence::Primary),
    };
    whole(text, Precedence::Unary)
}

/// An expression of which only the text counts.
fn whole(text: String, precedence: Precedence) -> Value {
    Value::new(text, precedence, LONG, LONG.range())
}

fn number(value: i128) -> Result<Value, Unprintable> {
    // A suffix for unsigned constants would make what stands beside them unsigned.
    let text = match i64::try_from(value) {
        Err(_) => return Err(Unprintable::NoC("such a large number")),
        Ok(_) if (i128::from(i32::MAX) + 1..1 << 32).contains(&value) => format!("{value}LL"),
        Ok(_) => literal(value).text,
    };
    let precedence = if value < 0 { literal(value).precedence } else { Precedence::Primary };
    Ok(Value { precedence, ..Value::new(text, precedence, LONG, (value, value)) })
}

/// The value of a term, given those of its operands.
pub(crate) fn value(
    pool: &TermPool,
    term: TermId,
    operand: impl Fn(TermId) -> Value,
    condition: impl Fn(TermId) -> String,
) -> Result<Value, Unprintable> {
    Ok(match &pool[term] {
        Term::Int(value) => number(*value)?,
        Term::Var(var) => return Err(Unprintable::NoName(pool.var(*var).name.to_string())),
        Term::IntAdd(operands) => sum(pool, operands, operand)?,
        Term::IntMul(a, b) => {
            let (a, b) = if matches!(pool[*b], Term::Int(_)) { (b, a) } else { (a, b) };
            match pool[*a] {
                Term::Int(-1) => negated(&operand(*b)),
                _ => product(&operand(*a), &operand(*b)),
            }
        }
        Term::IntDiv(a, by) => {
            let (a, by) = (operand(*a), divisor(pool, *by)?);
            let rest = remainder(&a, &by);
            let text = format!("({} - {}) / {}", a.operand(Precedence::Sum), rest.text, by.text);
            whole(text, Precedence::Product)
        }
        Term::IntMod(a, by) => remainder(&operand(*a), &divisor(pool, *by)?),
        Term::Ite(c, a, b) => {
            let (a, b) = (operand(*a), operand(*b));
            let (a, b) = (a.operand(Precedence::Or), b.operand(Precedence::Conditional));
            whole(format!("{} ? {a} : {b}", condition(*c)), Precedence::Conditional)
        }
        Term::Select(..) => return Err(Unprintable::NoC("this place in memory")),
        Term::Apply(..) => return Err(Unprintable::NoC("functions of the logic")),
        _ => return Err(Unprintable::NoC("this operation")),
    })
}

fn divisor(pool: &TermPool, term: TermId) -> Result<Value, Unprintable> {
    match pool[term] {
        Term::Int(value) if value > 0 => number(value),
        _ => Err(Unprintable::NoC("division by what is no positive constant")),
    }
}

/// The remainder that is not negative.
fn remainder(a: &Value, by: &Value) -> Value {
    let text = format!("({} % {by} + {by}) % {by}", a.operand(Precedence::Unary), by = by.text);
    whole(text, Precedence::Product)
}

fn product(a: &Value, b: &Value) -> Value {
    let right = match b.precedence <= Precedence::Product {
        true => format!("({})", b.text),
        false => b.text.clone(),
    };
    whole(format!("{} * {right}", a.operand(Precedence::Product)), Precedence::Product)
}

fn negated(a: &Value) -> Value {
    whole(format!("-({})", a.text), Precedence::Unary)
}

/// What is added first, then what is taken away.
fn sum(
    pool: &TermPool,
    operands: &[TermId],
    operand: impl Fn(TermId) -> Value,
) -> Result<Value, Unprintable> {
    let (mut plus, mut minus) = (Vec::new(), Vec::new());
    for part in operands {
        match pool[*part] {
            Term::Int(value) if value < 0 && value > i128::MIN => minus.push(number(-value)?),
            Term::IntMul(a, b) => match (&pool[a], &pool[b]) {
                (Term::Int(factor), _) | (_, Term::Int(factor))
                    if *factor < 0 && *factor > i128::MIN =>
                {
                    let other = if matches!(pool[a], Term::Int(_)) { b } else { a };
                    minus.push(match -factor {
                        1 => operand(other),
                        factor => product(&number(factor)?, &operand(other)),
                    });
                }
                _ => plus.push(operand(*part)),
            },
            _ => plus.push(operand(*part)),
        }
    }
    // `-1 - x`: something has to come first.
    let first = if plus.is_empty() { number(0)? } else { plus.remove(0) };
    let mut text = first.operand(Precedence::Sum);
    for (sign, parts) in [("+", plus), ("-", minus)] {
        for part in parts {
            let right = match part.precedence <= Precedence::Sum {
                true => format!("({})", part.text),
                false => part.text.clone(),
            };
            text += &format!(" {sign} {right}");
        }
    }
    Ok(whole(text, Precedence::Sum))
}

/// A comparison of two integers.
pub(crate) fn truth(
    pool: &TermPool,
    term: TermId,
    operand: impl Fn(TermId) -> Value,
) -> Result<Truth, Unprintable> {
    Ok(match pool[term] {
        Term::IntLe(a, b) => ordered(Order::AtMost, &operand(a), &operand(b)),
        Term::IntLt(a, b) => ordered(Order::Less, &operand(a), &operand(b)),
        Term::Eq(a, b) if pool.sort(a) == Sort::Int => {
            let (a, b) = if matches!(pool[a], Term::Int(_)) { (b, a) } else { (a, b) };
            match parity(pool, a, b, &operand) {
                Some(truth) => truth,
                None => compared(&operand(a), &operand(b), "==", "!=", Precedence::Equality),
            }
        }
        _ => return Err(Unprintable::NoC("this predicate")),
    })
}

/// Remainders that are zero are so for both divisions.
fn parity(
    pool: &TermPool,
    a: TermId,
    b: TermId,
    operand: &impl Fn(TermId) -> Value,
) -> Option<Truth> {
    let (Term::IntMod(dividend, by), Term::Int(rest)) = (&pool[a], &pool[b]) else { return None };
    let (sign, opposite) = match (&pool[*by], rest) {
        (Term::Int(by), 0) if *by > 0 => ("==", "!="),
        (Term::Int(2), 1) => ("!=", "=="),
        _ => return None,
    };
    let by = divisor(pool, *by).ok()?;
    let left = format!("{} % {}", operand(*dividend).operand(Precedence::Unary), by.text);
    let zero = number(0).ok()?;
    Some(compared(&whole(left, Precedence::Product), &zero, sign, opposite, Precedence::Equality))
}
