//! Expressions of a program as terms: vectors of their widths, or mathematical integers.

use ir::{ArithOp, CompareOp, Expr, ExprId, IntType, Sign, Type, VarId};
use logic::{BvBinary, BvCompare, Sort, TermId, TermPool};
use rustc_hash::FxHashMap;

use super::certificate::Reading;
use super::walk::{Unreadable, Walker};

/// The number of the thread that is looked at.
const OWN: i128 = 1;

/// Whether values of a type are modelled.
pub fn has_value(ty: Type) -> bool {
    match ty {
        Type::Bool => true,
        Type::Int(int) => int.width <= 64,
        Type::Float(_) | Type::Pointer => false,
    }
}

impl Walker<'_> {
    /// A number of a type.
    pub fn constant(&self, pool: &mut TermPool, ty: Type, value: i128) -> TermId {
        match (ty, self.reading) {
            (Type::Int(int), Reading::Machine) => pool.bv(u32::from(int.width), int.wrap(value)),
            (Type::Int(_), Reading::Unbounded) => pool.int(value),
            _ => pool.bool(value != 0),
        }
    }

    /// The number of the thread as a value of a type.
    pub fn own_number(&self, pool: &mut TermPool, ty: Type) -> TermId {
        match (self.number, ty, self.reading) {
            (None, _, _) => self.constant(pool, ty, OWN),
            (Some(number), Type::Int(to), Reading::Machine) => {
                resized(pool, number, IntType::signed(32), to)
            }
            (Some(number), Type::Int(to), Reading::Unbounded) => fitted(pool, to, number),
            (Some(number), _, _) => number,
        }
    }

    /// One value is at most another one.
    pub fn at_most(&self, pool: &mut TermPool, ty: Type, x: TermId, y: TermId) -> TermId {
        self.less(pool, ty, x, y, Strictness::Loose)
    }

    /// A fresh variable of a type.
    pub fn fresh(&self, pool: &mut TermPool, ty: Type) -> TermId {
        let sort = match (ty, self.reading) {
            (Type::Int(int), Reading::Machine) => Sort::BitVec(u32::from(int.width)),
            (Type::Int(_), Reading::Unbounded) => Sort::Int,
            _ => Sort::Bool,
        };
        pool.fresh_var("chosen", sort)
    }

    fn int(&self, expr: ExprId) -> Result<IntType, Unreadable> {
        let int = self.program.type_of(expr).as_int().filter(|int| int.width <= 64);
        int.ok_or_else(|| Unreadable("a value that is no integer of 64 bits".to_owned()))
    }

    /// The value of an expression.
    pub fn term(
        &self,
        pool: &mut TermPool,
        expr: ExprId,
        store: &FxHashMap<VarId, TermId>,
    ) -> Result<TermId, Unreadable> {
        let no = |what: &str| Err(Unreadable(what.to_owned()));
        let is_machine = self.reading == Reading::Machine;
        Ok(match self.program.exprs[expr] {
            Expr::Bool(value) => pool.bool(value),
            Expr::Int(int, bits) => {
                self.int(expr)?;
                self.constant(pool, Type::Int(int), int.value(bits))
            }
            Expr::Var(var) => match store.get(&var) {
                Some(value) => *value,
                None => return no("a variable without a value"),
            },
            Expr::Not(a) => {
                let a = self.term(pool, a, store)?;
                pool.not(a)
            }
            Expr::And(a, b) => {
                let (a, b) = (self.term(pool, a, store)?, self.term(pool, b, store)?);
                pool.and2(a, b)
            }
            Expr::Or(a, b) => {
                let (a, b) = (self.term(pool, a, store)?, self.term(pool, b, store)?);
                pool.or2(a, b)
            }
            Expr::Ite(c, a, b) => {
                let c = self.term(pool, c, store)?;
                let (a, b) = (self.term(pool, a, store)?, self.term(pool, b, store)?);
                pool.ite(c, a, b)
            }
            Expr::Neg(a) => {
                let int = self.int(a)?;
                let value = self.term(pool, a, store)?;
                match is_machine {
                    true => pool.bv_neg(value),
                    false => {
                        let value = pool.int_neg(value);
                        fitted(pool, int, value)
                    }
                }
            }
            Expr::BitNot(a) if is_machine => {
                self.int(a)?;
                let a = self.term(pool, a, store)?;
                pool.bv_not(a)
            }
            Expr::Arith(op, a, b) => {
                let int = self.int(a)?;
                self.int(b)?;
                let (x, y) = (self.term(pool, a, store)?, self.term(pool, b, store)?);
                match is_machine {
                    true => vector(pool, op, int, x, y),
                    false => whole(pool, op, int, x, y)?,
                }
            }
            Expr::Compare(op, a, b) => {
                let ty = self.program.type_of(a);
                let (x, y) = (self.term(pool, a, store)?, self.term(pool, b, store)?);
                match op {
                    CompareOp::Eq => pool.eq(x, y),
                    CompareOp::Ne => {
                        let equal = pool.eq(x, y);
                        pool.not(equal)
                    }
                    CompareOp::Lt => self.less(pool, ty, x, y, Strictness::Strict),
                    CompareOp::Le => self.less(pool, ty, x, y, Strictness::Loose),
                    CompareOp::Gt => self.less(pool, ty, y, x, Strictness::Strict),
                    CompareOp::Ge => self.less(pool, ty, y, x, Strictness::Loose),
                }
            }
            Expr::Convert(Type::Int(to), a) if to.width <= 64 => {
                let value = self.term(pool, a, store)?;
                match self.program.type_of(a) {
                    Type::Bool => {
                        let one = self.constant(pool, Type::Int(to), 1);
                        let zero = self.constant(pool, Type::Int(to), 0);
                        pool.ite(value, one, zero)
                    }
                    Type::Int(from) if is_machine => resized(pool, value, from, to),
                    Type::Int(_) => fitted(pool, to, value),
                    Type::Float(_) | Type::Pointer => return no("a float or a pointer"),
                }
            }
            _ => return no("an expression that is not modelled"),
        })
    }

    fn less(
        &self,
        pool: &mut TermPool,
        ty: Type,
        x: TermId,
        y: TermId,
        strictness: Strictness,
    ) -> TermId {
        let is_signed = matches!(ty, Type::Int(int) if int.sign == Sign::Signed);
        match (self.reading, strictness) {
            (Reading::Unbounded, Strictness::Strict) => pool.int_lt(x, y),
            (Reading::Unbounded, Strictness::Loose) => pool.int_le(x, y),
            (Reading::Machine, Strictness::Strict) => {
                pool.bv_compare(if is_signed { BvCompare::SLt } else { BvCompare::ULt }, x, y)
            }
            (Reading::Machine, Strictness::Loose) => {
                pool.bv_compare(if is_signed { BvCompare::SLe } else { BvCompare::ULe }, x, y)
            }
        }
    }
}

#[derive(Clone, Copy)]
enum Strictness {
    Strict,
    Loose,
}

fn vector(pool: &mut TermPool, op: ArithOp, int: IntType, x: TermId, y: TermId) -> TermId {
    let width = u32::from(int.width);
    let amount = |pool: &mut TermPool| {
        let own = pool.sort(y).width().unwrap_or(width);
        match own.cmp(&width) {
            std::cmp::Ordering::Less => pool.zero_extend(width, y),
            std::cmp::Ordering::Equal => y,
            std::cmp::Ordering::Greater => pool.extract(width - 1, 0, y),
        }
    };
    match (op, int.is_signed()) {
        (ArithOp::Add, _) => pool.bv_add(x, y),
        (ArithOp::Sub, _) => pool.bv_sub(x, y),
        (ArithOp::Mul, _) => pool.bv_mul(x, y),
        (ArithOp::Div, true) => pool.bv_binary(BvBinary::SDiv, x, y),
        (ArithOp::Div, false) => pool.bv_binary(BvBinary::UDiv, x, y),
        (ArithOp::Rem, true) => pool.bv_binary(BvBinary::SRem, x, y),
        (ArithOp::Rem, false) => pool.bv_binary(BvBinary::URem, x, y),
        (ArithOp::BitAnd, _) => pool.bv_binary(BvBinary::And, x, y),
        (ArithOp::BitOr, _) => pool.bv_binary(BvBinary::Or, x, y),
        (ArithOp::BitXor, _) => pool.bv_binary(BvBinary::Xor, x, y),
        (ArithOp::Shl, _) => {
            let amount = amount(pool);
            pool.bv_binary(BvBinary::Shl, x, amount)
        }
        (ArithOp::Shr, true) => {
            let amount = amount(pool);
            pool.bv_binary(BvBinary::AShr, x, amount)
        }
        (ArithOp::Shr, false) => {
            let amount = amount(pool);
            pool.bv_binary(BvBinary::LShr, x, amount)
        }
    }
}

fn whole(
    pool: &mut TermPool,
    op: ArithOp,
    int: IntType,
    x: TermId,
    y: TermId,
) -> Result<TermId, Unreadable> {
    let value = match op {
        ArithOp::Add => pool.int_add(&[x, y]),
        ArithOp::Sub => pool.int_sub(x, y),
        ArithOp::Mul => pool.int_mul(x, y),
        ArithOp::Div => towards_zero(pool, x, y),
        ArithOp::Rem => {
            let quotient = towards_zero(pool, x, y);
            let product = pool.int_mul(quotient, y);
            pool.int_sub(x, product)
        }
        ArithOp::BitAnd | ArithOp::BitOr | ArithOp::BitXor | ArithOp::Shl | ArithOp::Shr => {
            return Err(Unreadable("bits of an unbounded integer".to_owned()));
        }
    };
    Ok(fitted(pool, int, value))
}

fn towards_zero(pool: &mut TermPool, x: TermId, y: TermId) -> TermId {
    let zero = pool.int(0);
    let is_negative = pool.int_lt(x, zero);
    let opposite = pool.int_neg(x);
    let of_opposite = pool.int_div(opposite, y);
    let negative = pool.int_neg(of_opposite);
    let plain = pool.int_div(x, y);
    pool.ite(is_negative, negative, plain)
}

/// Unsigned numbers wrap whatever the reading.
fn fitted(pool: &mut TermPool, int: IntType, value: TermId) -> TermId {
    match int.sign {
        Sign::Signed => value,
        Sign::Unsigned => {
            let end = pool.int(1 << int.width.min(126));
            pool.int_mod(value, end)
        }
    }
}

fn resized(pool: &mut TermPool, value: TermId, from: IntType, to: IntType) -> TermId {
    let width = u32::from(to.width);
    match from.width.cmp(&to.width) {
        std::cmp::Ordering::Equal => value,
        std::cmp::Ordering::Greater => pool.extract(width - 1, 0, value),
        std::cmp::Ordering::Less if from.is_signed() => pool.sign_extend(width, value),
        std::cmp::Ordering::Less => pool.zero_extend(width, value),
    }
}
