//! What an expression may be in a box: the least and the greatest value, or whether it is true.

use boxes::Interval;
use ir::{ArithOp, CompareOp, Expr, ExprId, IntType, OverflowOp, Program, Type};

/// Which truth values a condition may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Truth {
    Always,
    Never,
    Either,
}

impl Truth {
    fn of(value: bool) -> Self {
        if value { Self::Always } else { Self::Never }
    }

    fn not(self) -> Self {
        match self {
            Self::Always => Self::Never,
            Self::Never => Self::Always,
            Self::Either => Self::Either,
        }
    }

    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Never, _) | (_, Self::Never) => Self::Never,
            (Self::Always, Self::Always) => Self::Always,
            _ => Self::Either,
        }
    }

    pub fn interval(self) -> Interval {
        match self {
            Self::Always => Interval::point(1),
            Self::Never => Interval::point(0),
            Self::Either => Interval::between(0, 1),
        }
    }
}

/// Least and greatest.
type Range = (i128, i128);

/// Evaluates over what each variable may be; nothing is known of those that have no interval.
pub(super) struct Evaluator<'a> {
    pub program: &'a Program,
    pub value_of: &'a dyn Fn(ir::VarId) -> Option<Interval>,
}

impl Evaluator<'_> {
    pub fn truth(&self, expr: ExprId) -> Truth {
        match self.program.exprs[expr] {
            Expr::Bool(value) => Truth::of(value),
            Expr::Var(var) => match (self.value_of)(var).map(Interval::as_point) {
                Some(Some(value)) => Truth::of(value != 0),
                _ => Truth::Either,
            },
            Expr::Not(inner) => self.truth(inner).not(),
            Expr::And(a, b) => self.truth(a).and(self.truth(b)),
            Expr::Or(a, b) => self.truth(a).not().and(self.truth(b).not()).not(),
            Expr::Ite(condition, then, otherwise) => match self.truth(condition) {
                Truth::Always => self.truth(then),
                Truth::Never => self.truth(otherwise),
                Truth::Either => {
                    let (then, otherwise) = (self.truth(then), self.truth(otherwise));
                    if then == otherwise { then } else { Truth::Either }
                }
            },
            Expr::Compare(op, a, b) => match self.program.type_of(a) {
                Type::Int(_) => compare(op, self.range(a), self.range(b)),
                Type::Bool => {
                    let bounds = |expr| bounds(self.truth(expr).interval());
                    compare(op, bounds(a), bounds(b))
                }
                Type::Float(_) | Type::Pointer => Truth::Either,
            },
            Expr::Overflows(op, a, b) => self.overflows(op, a, b),
            _ => Truth::Either,
        }
    }

    /// Of an integer.
    pub fn range(&self, expr: ExprId) -> Range {
        let Type::Int(ty) = self.program.type_of(expr) else { return (i128::MIN, i128::MAX) };
        let all = range_of(ty);
        match self.program.exprs[expr] {
            Expr::Int(ty, bits) => (ty.value(bits), ty.value(bits)),
            Expr::Var(var) => (self.value_of)(var).map_or(all, bounds),
            Expr::Neg(inner) => {
                let (low, high) = self.range(inner);
                fitting(ty, high.checked_neg().zip(low.checked_neg()))
            }
            Expr::BitNot(inner) => {
                let (low, high) = self.range(inner);
                fitting(ty, Some((!high, !low)))
            }
            Expr::Arith(op, a, b) => self.arith(ty, op, a, b),
            Expr::Ite(condition, then, otherwise) => match self.truth(condition) {
                Truth::Always => self.range(then),
                Truth::Never => self.range(otherwise),
                Truth::Either => {
                    let (then, otherwise) = (self.range(then), self.range(otherwise));
                    (then.0.min(otherwise.0), then.1.max(otherwise.1))
                }
            },
            Expr::Convert(Type::Int(_), inner) => match self.program.type_of(inner) {
                Type::Int(_) => fitting(ty, Some(self.range(inner))),
                Type::Bool => bounds(self.truth(inner).interval()),
                Type::Float(_) | Type::Pointer => all,
            },
            _ => all,
        }
    }

    fn arith(&self, ty: IntType, op: ArithOp, a: ExprId, b: ExprId) -> Range {
        let (a, b) = (self.range(a), self.range(b));
        match op {
            ArithOp::Add | ArithOp::Sub | ArithOp::Mul => fitting(ty, exact(op, a, b)),
            _ => match (point(a), point(b)) {
                (Some(a), Some(b)) => match of_points(ty, op, a, b) {
                    Some(value) => fitting(ty, Some((value, value))),
                    None => range_of(ty),
                },
                _ => bounded(ty, op, a, b),
            },
        }
    }

    fn overflows(&self, op: OverflowOp, a: ExprId, b: ExprId) -> Truth {
        let Type::Int(ty) = self.program.type_of(a) else { return Truth::Either };
        let op = match op {
            OverflowOp::Add => ArithOp::Add,
            OverflowOp::Sub => ArithOp::Sub,
            OverflowOp::Mul => ArithOp::Mul,
            OverflowOp::Div | OverflowOp::Shl => return Truth::Either,
        };
        let Some((low, high)) = exact(op, self.range(a), self.range(b)) else {
            return Truth::Either;
        };
        let (least, greatest) = range_of(ty);
        if least <= low && high <= greatest {
            Truth::Never
        } else if high < least || low > greatest {
            Truth::Always
        } else {
            Truth::Either
        }
    }
}

fn range_of(ty: IntType) -> Range {
    match ty.width {
        // Nothing is known of wider ones; they do not fit the numbers here.
        0..=64 => (ty.value(ty.min_bits()), ty.value(ty.max_bits())),
        _ => (i128::MIN, i128::MAX),
    }
}

pub(super) fn bounds(interval: Interval) -> Range {
    (interval.low().unwrap_or(i128::MIN), interval.high().unwrap_or(i128::MAX))
}

fn point((low, high): Range) -> Option<i128> {
    (low == high).then_some(low)
}

/// The range, if it is within the type; a single value is wrapped around.
fn fitting(ty: IntType, range: Option<Range>) -> Range {
    let (least, greatest) = range_of(ty);
    match range {
        Some((low, high)) if least <= low && high <= greatest => (low, high),
        Some((low, high)) if low == high && ty.width <= 64 => {
            let value = ty.value(ty.wrap(low));
            (value, value)
        }
        Some(_) | None => (least, greatest),
    }
}

/// As numbers of any size.
fn exact(op: ArithOp, a: Range, b: Range) -> Option<Range> {
    let apply = |a: i128, b: i128| match op {
        ArithOp::Add => a.checked_add(b),
        ArithOp::Sub => a.checked_sub(b),
        ArithOp::Mul => a.checked_mul(b),
        _ => None,
    };
    let corners = [apply(a.0, b.0)?, apply(a.0, b.1)?, apply(a.1, b.0)?, apply(a.1, b.1)?];
    let low = corners.iter().min().copied()?;
    Some((low, corners.iter().max().copied()?))
}

/// What two values give; none where that is not defined.
fn of_points(ty: IntType, op: ArithOp, a: i128, b: i128) -> Option<i128> {
    match op {
        ArithOp::Div => a.checked_div(b),
        ArithOp::Rem => a.checked_rem(b),
        ArithOp::BitAnd => Some(a & b),
        ArithOp::BitOr => Some(a | b),
        ArithOp::BitXor => Some(a ^ b),
        ArithOp::Shl if (0..i128::from(ty.width)).contains(&b) && ty.width <= 32 => Some(a << b),
        ArithOp::Shr if (0..i128::from(ty.width)).contains(&b) => Some(a >> b),
        _ => None,
    }
}

/// A few bounds that need no single values.
fn bounded(ty: IntType, op: ArithOp, a: Range, b: Range) -> Range {
    let all = range_of(ty);
    match op {
        ArithOp::BitAnd if a.0 >= 0 && b.0 >= 0 => (0, a.1.min(b.1)),
        ArithOp::BitAnd if a.0 >= 0 => (0, a.1),
        ArithOp::BitAnd if b.0 >= 0 => (0, b.1),
        ArithOp::Rem if a.0 >= 0 && b.0 > 0 => (0, a.1.min(b.1 - 1)),
        ArithOp::Div if a.0 >= 0 && b.0 > 0 => (0, a.1),
        ArithOp::Shr if a.0 >= 0 && b.0 >= 0 => (0, a.1),
        _ => all,
    }
}

fn compare(op: CompareOp, a: Range, b: Range) -> Truth {
    let less = |a: Range, b: Range| {
        if a.1 < b.0 {
            Truth::Always
        } else if a.0 >= b.1 {
            Truth::Never
        } else {
            Truth::Either
        }
    };
    let equal = || match (point(a), point(b)) {
        (Some(a), Some(b)) => Truth::of(a == b),
        _ if a.1 < b.0 || b.1 < a.0 => Truth::Never,
        _ => Truth::Either,
    };
    match op {
        CompareOp::Eq => equal(),
        CompareOp::Ne => equal().not(),
        CompareOp::Lt => less(a, b),
        CompareOp::Gt => less(b, a),
        CompareOp::Ge => less(a, b).not(),
        CompareOp::Le => less(b, a).not(),
    }
}
