//! From the term to the text, operands first.

use std::collections::BTreeMap;

use logic::{BvBinary, BvCompare, Sort, Term, TermId, TermPool};
use rustc_hash::FxHashMap;

use crate::arith::{Arith, Division, arith, choice, divide_signed, divide_unsigned, negated};
use crate::bits::{
    Bitwise, bitwise, complement, concatenated, drop_bits, shift_left, shift_right,
    shift_right_signed,
};
use crate::boolean::{self, Order, Truth, equal, joined, order_signed, order_unsigned};
use crate::value::{CType, INT, Precedence, Value, any, signed, unsigned};
use crate::whole::{self, Casts};

/// What C calls a term: a variable, or anything else that can stand as an operand (`a[i]`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CVar {
    pub name: String,
    /// Of its C type, in bits: 8, 16, 32 or 64. The term is as wide, or a truth value.
    pub width: u32,
    pub sign: Sign,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    Signed,
    Unsigned,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unprintable {
    #[error("`{0}` has no name in C")]
    NoName(String),
    #[error("there is no C for {0}")]
    NoC(&'static str),
    #[error("the expression would be longer than {MAX_TEXT} characters")]
    TooLong,
}

/// Longer expressions are read by nobody. It also bounds the work, since a term with shared
/// parts can be exponentially larger as a text.
const MAX_TEXT: usize = 10_000;

/// The C expression with the value of `term`; of a truth value, one that is 0 or 1. `names` says
/// what C calls variables and other terms.
pub fn print(
    pool: &TermPool,
    term: TermId,
    names: &BTreeMap<TermId, CVar>,
) -> Result<String, Unprintable> {
    let mut printer = Printer { pool, names, casts: Casts::None, done: FxHashMap::default() };
    let parts = printer.needed(term);
    printer.casts = Casts::of(pool, &parts, names);
    for part in parts {
        let printed = printer.term(part)?;
        if printed.text().len() > MAX_TEXT {
            return Err(Unprintable::TooLong);
        }
        printer.done.insert(part, printed);
    }
    Ok(match &printer.done[&term] {
        Printed::Truth(truth) => truth.text.clone(),
        Printed::Value(value, width) => any(value, *width).text,
        Printed::Whole(value) => value.text.clone(),
    })
}

#[derive(Clone, Debug)]
enum Printed {
    Truth(Truth),
    /// With the width of the term.
    Value(Value, u32),
    /// An integer of any size.
    Whole(Value),
}

impl Printed {
    fn text(&self) -> &str {
        match self {
            Self::Truth(truth) => &truth.text,
            Self::Value(value, _) | Self::Whole(value) => &value.text,
        }
    }
}

struct Printer<'a> {
    pool: &'a TermPool,
    names: &'a BTreeMap<TermId, CVar>,
    /// Of integers of any size.
    casts: Casts,
    done: FxHashMap<TermId, Printed>,
}

impl Printer<'_> {
    /// The parts of a term, operands first; what has a name has no parts.
    fn needed(&self, root: TermId) -> Vec<TermId> {
        let mut found = std::collections::BTreeSet::new();
        let mut pending = vec![root];
        while let Some(term) = pending.pop() {
            if found.insert(term) && !self.names.contains_key(&term) {
                pending.extend(self.pool[term].operands());
            }
        }
        // Ids grow from operands to what uses them.
        found.into_iter().collect()
    }

    fn term(&self, term: TermId) -> Result<Printed, Unprintable> {
        if let Some(var) = self.names.get(&term) {
            return match self.pool.sort(term) {
                Sort::Int => Ok(Printed::Whole(whole::named(var, self.casts))),
                sort => named(var, sort),
            };
        }
        match self.pool.sort(term) {
            Sort::Bool => Ok(Printed::Truth(self.truth(term)?)),
            Sort::BitVec(width) if width <= 64 => {
                Ok(Printed::Value(self.value(term, width)?, width))
            }
            Sort::BitVec(_) => Err(Unprintable::NoC("bit-vectors of more than 64 bits")),
            Sort::Int => {
                let condition = |term| self.truth_of(term).operand(Precedence::Or);
                let operand = |term| self.whole_of(term);
                Ok(Printed::Whole(whole::value(self.pool, term, operand, condition)?))
            }
            Sort::Array(..) => Err(Unprintable::NoC("arrays as values")),
        }
    }

    fn truth_of(&self, term: TermId) -> &Truth {
        match &self.done[&term] {
            Printed::Truth(truth) => truth,
            Printed::Value(..) | Printed::Whole(_) => unreachable!("terms are well-sorted"),
        }
    }

    fn whole_of(&self, term: TermId) -> Value {
        match &self.done[&term] {
            Printed::Whole(value) => value.clone(),
            Printed::Truth(_) | Printed::Value(..) => unreachable!("terms are well-sorted"),
        }
    }

    fn value_of(&self, term: TermId) -> (&Value, u32) {
        match &self.done[&term] {
            Printed::Value(value, width) => (value, *width),
            Printed::Truth(_) | Printed::Whole(_) => unreachable!("terms are well-sorted"),
        }
    }

    fn truth(&self, term: TermId) -> Result<Truth, Unprintable> {
        let all = |terms: &[TermId]| -> Vec<&Truth> {
            terms.iter().map(|&term| self.truth_of(term)).collect()
        };
        Ok(match &self.pool[term] {
            Term::Bool(value) => Truth::new(u8::from(*value).to_string(), Precedence::Primary),
            Term::Not(a) => boolean::negated(self.truth_of(*a)),
            Term::And(operands) => joined("&&", Precedence::And, &all(operands)),
            Term::Or(operands) => joined("||", Precedence::Or, &all(operands)),
            Term::Eq(a, b) => match self.pool.sort(*a) {
                Sort::Bool => {
                    let side = |term: &TermId| self.truth_of(*term).operand(Precedence::Unary);
                    Truth::new(format!("{} == {}", side(a), side(b)), Precedence::Equality)
                }
                Sort::Int => whole::truth(self.pool, term, |term| self.whole_of(term))?,
                _ => {
                    let ((a, width), (b, _)) = (self.value_of(*a), self.value_of(*b));
                    equal(a, b, width)
                }
            },
            Term::Ite(c, t, e) => {
                let [c, t, e] =
                    [c, t, e].map(|term| self.truth_of(*term).operand(Precedence::BitOr));
                Truth::new(format!("{c} ? {t} : {e}"), Precedence::Conditional)
            }
            Term::BvCompare(op, a, b) => {
                let ((a, width), (b, _)) = (self.value_of(*a), self.value_of(*b));
                match op {
                    BvCompare::ULt => order_unsigned(Order::Less, a, b, width),
                    BvCompare::ULe => order_unsigned(Order::AtMost, a, b, width),
                    BvCompare::SLt => order_signed(Order::Less, a, b, width),
                    BvCompare::SLe => order_signed(Order::AtMost, a, b, width),
                }
            }
            Term::IntLe(..) | Term::IntLt(..) => {
                whole::truth(self.pool, term, |term| self.whole_of(term))?
            }
            Term::Var(var) => {
                return Err(Unprintable::NoName(self.pool.var(*var).name.to_string()));
            }
            _ => return Err(Unprintable::NoC("this predicate")),
        })
    }

    fn value(&self, term: TermId, width: u32) -> Result<Value, Unprintable> {
        let at = |term: &TermId| self.value_of(*term);
        Ok(match &self.pool[term] {
            Term::BitVec(_, bits) => Value { constant: Some(*bits), ..Value::number(0) },
            Term::Var(var) => {
                return Err(Unprintable::NoName(self.pool.var(*var).name.to_string()));
            }
            Term::Ite(c, t, e) => {
                let condition = self.truth_of(*c).operand(Precedence::Or);
                choice(&condition, at(t).0, at(e).0, width)
            }
            Term::BvNot(a) => complement(at(a).0, width),
            Term::BvNeg(a) => negated(at(a).0, width),
            Term::BvBinary(op, a, b) => binary(*op, at(a).0, at(b).0, width),
            Term::Concat(high, low) => {
                let (low, low_width) = at(low);
                concatenated(at(high).0, low, low_width, width)
            }
            Term::Extract { low: 0, operand, .. } => {
                // The same number, of which fewer bits count.
                let (value, old_width) = at(operand);
                any(value, old_width)
            }
            Term::Extract { low, operand, .. } => {
                let (value, old_width) = at(operand);
                drop_bits(&any(value, old_width), *low)
            }
            Term::ZeroExtend(_, a) => {
                let (value, old_width) = at(a);
                unsigned(value, old_width)
            }
            Term::SignExtend(_, a) => {
                let (value, old_width) = at(a);
                signed(value, old_width)
            }
            Term::Select(..) => return Err(Unprintable::NoC("this place in memory")),
            Term::Apply(..) => return Err(Unprintable::NoC("functions of the logic")),
            _ => return Err(Unprintable::NoC("this operation")),
        })
    }
}

fn binary(op: BvBinary, a: &Value, b: &Value, width: u32) -> Value {
    match op {
        BvBinary::Add => arith(Arith::Add, a, b, width),
        BvBinary::Sub => arith(Arith::Sub, a, b, width),
        BvBinary::Mul => arith(Arith::Mul, a, b, width),
        BvBinary::UDiv => divide_unsigned(Division::Quotient, a, b, width),
        BvBinary::URem => divide_unsigned(Division::Remainder, a, b, width),
        BvBinary::SDiv => divide_signed(Division::Quotient, a, b, width),
        BvBinary::SRem => divide_signed(Division::Remainder, a, b, width),
        BvBinary::And => bitwise(Bitwise::And, a, b, width),
        BvBinary::Or => bitwise(Bitwise::Or, a, b, width),
        BvBinary::Xor => bitwise(Bitwise::Xor, a, b, width),
        BvBinary::Shl => shift_left(a, b, width),
        BvBinary::LShr => shift_right(a, b, width),
        BvBinary::AShr => shift_right_signed(a, b, width),
    }
}

fn named(var: &CVar, sort: Sort) -> Result<Printed, Unprintable> {
    let name = var.name.clone();
    let range = match var.sign {
        Sign::Signed => (-(1i128 << (var.width - 1)), (1i128 << (var.width - 1)) - 1),
        Sign::Unsigned => (0, (1i128 << var.width) - 1),
    };
    let ty = match (var.width, var.sign) {
        (8 | 16, _) => INT,
        (32 | 64, sign) => CType { width: var.width, is_signed: sign == Sign::Signed },
        _ => return Err(Unprintable::NoC("variables of such a width")),
    };
    match sort {
        Sort::Bool => Ok(Printed::Truth(Truth::new(format!("{name} != 0"), Precedence::Equality))),
        Sort::BitVec(width) if width == var.width => {
            Ok(Printed::Value(Value::new(name, Precedence::Primary, ty, range), width))
        }
        _ => Err(Unprintable::NoC("a variable that is not as wide as its term")),
    }
}
