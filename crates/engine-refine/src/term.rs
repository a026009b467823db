//! Expressions as terms for the solver.
//!
//! The machine's integers are bit-vectors, exactly. Unbounded ones are the solver's integers;
//! unsigned results are taken modulo two to their width, as C has it, and what works on bits
//! cannot be said.

use ir::{ArithOp, CompareOp, IntType, Sign, Type};
use logic::{BvBinary, BvCompare, Sort, TermId, TermPool};
use rustc_hash::FxHashMap;

use crate::expr::{Ex, Exprs, Ints, Node, Slot};

/// Something that unbounded integers cannot say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsayable;

/// Terms of expressions, and the variables that stand for slots.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    pub pool: TermPool,
    slots: FxHashMap<Slot, TermId>,
    memo: FxHashMap<Ex, TermId>,
}

impl Terms {
    pub fn slot(&mut self, exprs: &Exprs, slot: Slot) -> TermId {
        if let Some(known) = self.slots.get(&slot) {
            return *known;
        }
        let sort = match (exprs.slot_type(slot), exprs.ints) {
            (Type::Int(int), Ints::Machine) => Sort::BitVec(u32::from(int.width)),
            (Type::Int(_), Ints::Unbounded) => Sort::Int,
            _ => Sort::Bool,
        };
        let term = self.pool.fresh_var(&format!("s{}", slot.0), sort);
        self.slots.insert(slot, term);
        term
    }

    /// Unsigned slots among these hold what their types can hold.
    pub fn ranges(&mut self, exprs: &Exprs, slots: impl IntoIterator<Item = Slot>) -> Vec<TermId> {
        if exprs.ints == Ints::Machine {
            return Vec::new();
        }
        let mut facts = Vec::new();
        for slot in slots {
            let Type::Int(int) = exprs.slot_type(slot) else { continue };
            if int.sign == Sign::Signed {
                continue;
            }
            let value = self.slot(exprs, slot);
            let (zero, end) = (self.pool.int(0), self.pool.int(power(int)));
            facts.push(self.pool.int_le(zero, value));
            facts.push(self.pool.int_lt(value, end));
        }
        facts
    }

    pub fn term(&mut self, exprs: &Exprs, ex: Ex) -> Result<TermId, Unsayable> {
        if let Some(known) = self.memo.get(&ex) {
            return Ok(*known);
        }
        let term = match exprs.ints {
            Ints::Machine => self.machine(exprs, ex)?,
            Ints::Unbounded => self.unbounded(exprs, ex)?,
        };
        self.memo.insert(ex, term);
        Ok(term)
    }

    /// What both readings have in common.
    fn logical(&mut self, exprs: &Exprs, ex: Ex) -> Result<Option<TermId>, Unsayable> {
        Ok(Some(match exprs.node(ex) {
            Node::Bool(value) => self.pool.bool(value),
            Node::Slot(slot) => self.slot(exprs, slot),
            Node::Not(a) => {
                let a = self.term(exprs, a)?;
                self.pool.not(a)
            }
            Node::And(a, b) => {
                let (a, b) = (self.term(exprs, a)?, self.term(exprs, b)?);
                self.pool.and2(a, b)
            }
            Node::Or(a, b) => {
                let (a, b) = (self.term(exprs, a)?, self.term(exprs, b)?);
                self.pool.or2(a, b)
            }
            Node::Ite(c, a, b) => {
                let (c, a, b) = (self.term(exprs, c)?, self.term(exprs, a)?, self.term(exprs, b)?);
                self.pool.ite(c, a, b)
            }
            Node::Compare(CompareOp::Eq, a, b) => {
                let (a, b) = (self.term(exprs, a)?, self.term(exprs, b)?);
                self.pool.eq(a, b)
            }
            Node::Compare(CompareOp::Ne, a, b) => {
                let (a, b) = (self.term(exprs, a)?, self.term(exprs, b)?);
                let equal = self.pool.eq(a, b);
                self.pool.not(equal)
            }
            Node::Int(..)
            | Node::Neg(_)
            | Node::BitNot(_)
            | Node::Arith(..)
            | Node::Compare(..)
            | Node::Convert(..) => return Ok(None),
        }))
    }

    fn machine(&mut self, exprs: &Exprs, ex: Ex) -> Result<TermId, Unsayable> {
        if let Some(term) = self.logical(exprs, ex)? {
            return Ok(term);
        }
        Ok(match exprs.node(ex) {
            Node::Int(int, value) => self.pool.bv(u32::from(int.width), int.wrap(value)),
            Node::Neg(a) => {
                let a = self.term(exprs, a)?;
                self.pool.bv_neg(a)
            }
            Node::BitNot(a) => {
                let a = self.term(exprs, a)?;
                self.pool.bv_not(a)
            }
            Node::Arith(op, a, b) => {
                let int = int_of(exprs, a);
                let (a, mut b) = (self.term(exprs, a)?, self.term(exprs, b)?);
                if matches!(op, ArithOp::Shl | ArithOp::Shr) {
                    // The amount is known to be small.
                    b = self.resized(b, Sign::Unsigned, u32::from(int.width));
                }
                let op = match (op, int.sign) {
                    (ArithOp::Add, _) => BvBinary::Add,
                    (ArithOp::Sub, _) => BvBinary::Sub,
                    (ArithOp::Mul, _) => BvBinary::Mul,
                    (ArithOp::Div, Sign::Signed) => BvBinary::SDiv,
                    (ArithOp::Div, Sign::Unsigned) => BvBinary::UDiv,
                    (ArithOp::Rem, Sign::Signed) => BvBinary::SRem,
                    (ArithOp::Rem, Sign::Unsigned) => BvBinary::URem,
                    (ArithOp::BitAnd, _) => BvBinary::And,
                    (ArithOp::BitOr, _) => BvBinary::Or,
                    (ArithOp::BitXor, _) => BvBinary::Xor,
                    (ArithOp::Shl, _) => BvBinary::Shl,
                    (ArithOp::Shr, Sign::Signed) => BvBinary::AShr,
                    (ArithOp::Shr, Sign::Unsigned) => BvBinary::LShr,
                };
                self.pool.bv_binary(op, a, b)
            }
            Node::Compare(op, a, b) => {
                let sign = int_of(exprs, a).sign;
                let (a, b) = (self.term(exprs, a)?, self.term(exprs, b)?);
                let (strict, loose) = match sign {
                    Sign::Signed => (BvCompare::SLt, BvCompare::SLe),
                    Sign::Unsigned => (BvCompare::ULt, BvCompare::ULe),
                };
                match op {
                    CompareOp::Lt => self.pool.bv_compare(strict, a, b),
                    CompareOp::Le => self.pool.bv_compare(loose, a, b),
                    CompareOp::Gt => self.pool.bv_compare(strict, b, a),
                    CompareOp::Ge => self.pool.bv_compare(loose, b, a),
                    CompareOp::Eq | CompareOp::Ne => unreachable!("equality is logical"),
                }
            }
            Node::Convert(int, a) => {
                let width = u32::from(int.width);
                let term = self.term(exprs, a)?;
                match exprs.type_of(a) {
                    Type::Int(from) => self.resized(term, from.sign, width),
                    _ => {
                        let (one, zero) = (self.pool.bv(width, 1), self.pool.bv(width, 0));
                        self.pool.ite(term, one, zero)
                    }
                }
            }
            Node::Bool(_)
            | Node::Slot(_)
            | Node::Not(_)
            | Node::And(..)
            | Node::Or(..)
            | Node::Ite(..) => unreachable!("these are logical"),
        })
    }

    fn resized(&mut self, term: TermId, sign: Sign, width: u32) -> TermId {
        let old = self.pool.sort(term).width().unwrap_or(width);
        match (old.cmp(&width), sign) {
            (std::cmp::Ordering::Equal, _) => term,
            (std::cmp::Ordering::Greater, _) => self.pool.extract(width - 1, 0, term),
            (std::cmp::Ordering::Less, Sign::Signed) => self.pool.sign_extend(width, term),
            (std::cmp::Ordering::Less, Sign::Unsigned) => self.pool.zero_extend(width, term),
        }
    }

    fn unbounded(&mut self, exprs: &Exprs, ex: Ex) -> Result<TermId, Unsayable> {
        if let Some(term) = self.logical(exprs, ex)? {
            return Ok(term);
        }
        Ok(match exprs.node(ex) {
            Node::Int(_, value) => self.pool.int(value),
            Node::Neg(a) => {
                let int = int_of(exprs, a);
                let a = self.term(exprs, a)?;
                let value = self.pool.int_neg(a);
                self.fitted(int, value)
            }
            Node::Arith(op, a, b) => {
                let int = int_of(exprs, a);
                let (a, b) = (self.term(exprs, a)?, self.term(exprs, b)?);
                let value = match op {
                    ArithOp::Add => self.pool.int_add(&[a, b]),
                    ArithOp::Sub => self.pool.int_sub(a, b),
                    ArithOp::Mul => self.pool.int_mul(a, b),
                    ArithOp::Div => self.quotient(a, b),
                    ArithOp::Rem => {
                        let quotient = self.quotient(a, b);
                        let product = self.pool.int_mul(quotient, b);
                        self.pool.int_sub(a, product)
                    }
                    ArithOp::BitAnd
                    | ArithOp::BitOr
                    | ArithOp::BitXor
                    | ArithOp::Shl
                    | ArithOp::Shr => return Err(Unsayable),
                };
                self.fitted(int, value)
            }
            Node::Compare(op, a, b) => {
                let (a, b) = (self.term(exprs, a)?, self.term(exprs, b)?);
                match op {
                    CompareOp::Lt => self.pool.int_lt(a, b),
                    CompareOp::Le => self.pool.int_le(a, b),
                    CompareOp::Gt => self.pool.int_lt(b, a),
                    CompareOp::Ge => self.pool.int_le(b, a),
                    CompareOp::Eq | CompareOp::Ne => unreachable!("equality is logical"),
                }
            }
            Node::Convert(int, a) => {
                let term = self.term(exprs, a)?;
                match exprs.type_of(a) {
                    Type::Int(_) => self.fitted(int, term),
                    _ => {
                        let (one, zero) = (self.pool.int(1), self.pool.int(0));
                        self.pool.ite(term, one, zero)
                    }
                }
            }
            Node::BitNot(_) => return Err(Unsayable),
            Node::Bool(_)
            | Node::Slot(_)
            | Node::Not(_)
            | Node::And(..)
            | Node::Or(..)
            | Node::Ite(..) => unreachable!("these are logical"),
        })
    }

    /// Towards zero.
    fn quotient(&mut self, a: TermId, b: TermId) -> TermId {
        let zero = self.pool.int(0);
        let is_positive = self.pool.int_le(zero, a);
        let opposite = self.pool.int_neg(a);
        let (of_positive, of_negative) = (self.pool.int_div(a, b), self.pool.int_div(opposite, b));
        let of_negative = self.pool.int_neg(of_negative);
        self.pool.ite(is_positive, of_positive, of_negative)
    }

    fn fitted(&mut self, int: IntType, value: TermId) -> TermId {
        match int.sign {
            Sign::Signed => value,
            Sign::Unsigned => {
                let end = self.pool.int(power(int));
                self.pool.int_mod(value, end)
            }
        }
    }
}

fn power(int: IntType) -> i128 {
    1i128 << int.width.min(126)
}

fn int_of(exprs: &Exprs, ex: Ex) -> IntType {
    exprs.type_of(ex).as_int().unwrap_or(IntType::signed(32))
}
