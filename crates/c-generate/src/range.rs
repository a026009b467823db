//! The values that an integer expression can have, as an interval.
//!
//! The generator keeps one for every expression it makes, and so knows which operations are
//! free of undefined behaviour without guarding them. Intervals are of `i128`; values of
//! `unsigned __int128` above that are not represented, and the interval of such a type ends at
//! `i128::MAX`, which stands for "or more".

use crate::types::{IntKind, Model};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    pub lo: i128,
    pub hi: i128,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    And,
    Or,
    Xor,
}

impl BinaryOp {
    pub const ALL: [Self; 8] =
        [Self::Add, Self::Sub, Self::Mul, Self::And, Self::Or, Self::Xor, Self::Div, Self::Rem];

    pub fn token(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Sub => "-",
            Self::Mul => "*",
            Self::Div => "/",
            Self::Rem => "%",
            Self::And => "&",
            Self::Or => "|",
            Self::Xor => "^",
        }
    }
}

impl Range {
    pub const TRUTH: Self = Self { lo: 0, hi: 1 };

    pub fn point(value: i128) -> Self {
        Self { lo: value, hi: value }
    }

    /// All values of a type.
    pub fn full(kind: IntKind, model: Model) -> Self {
        let width = kind.width(model);
        match (kind.is_signed(), width) {
            (true, 128) => Self { lo: i128::MIN, hi: i128::MAX },
            (true, _) => Self { lo: -(1 << (width - 1)), hi: (1 << (width - 1)) - 1 },
            (false, 128) => Self { lo: 0, hi: i128::MAX },
            (false, _) => Self { lo: 0, hi: (1 << width) - 1 },
        }
    }

    pub fn contains(self, value: i128) -> bool {
        self.lo <= value && value <= self.hi
    }

    pub fn is_within(self, other: Self) -> bool {
        other.lo <= self.lo && self.hi <= other.hi
    }

    pub fn join(self, other: Self) -> Self {
        Self { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }

    /// After conversion to a type: unchanged if it fits, anything otherwise.
    pub fn convert(self, kind: IntKind, model: Model) -> Self {
        let full = Self::full(kind, model);
        if kind == IntKind::Bool {
            return Self::TRUTH;
        }
        // The end of the interval may stand for more than it says.
        let is_open = self.hi == i128::MAX && kind != IntKind::Unsigned128;
        if self.is_within(full) && !is_open { self } else { full }
    }

    /// The result of an operation on values of type `kind`; `None` if it may be undefined.
    pub fn apply(self, op: BinaryOp, other: Self, kind: IntKind, model: Model) -> Option<Self> {
        let full = Self::full(kind, model);
        let corners = |compute: fn(i128, i128) -> Option<i128>| -> Option<Self> {
            let values = [
                compute(self.lo, other.lo),
                compute(self.lo, other.hi),
                compute(self.hi, other.lo),
                compute(self.hi, other.hi),
            ];
            let mut range: Option<Self> = None;
            for value in values {
                let point = Self::point(value?);
                range = Some(range.map_or(point, |range| range.join(point)));
            }
            range
        };
        match op {
            BinaryOp::Add => Self::checked(corners(i128::checked_add), full, kind),
            BinaryOp::Sub => Self::checked(corners(i128::checked_sub), full, kind),
            BinaryOp::Mul => Self::checked(corners(i128::checked_mul), full, kind),
            BinaryOp::Div | BinaryOp::Rem => {
                let may_wrap = kind.is_signed() && self.contains(full.lo) && other.contains(-1);
                if other.contains(0) || may_wrap {
                    return None;
                }
                Some(if op == BinaryOp::Div { self.quotient(other) } else { self.remainder(other) })
            }
            BinaryOp::And if self.lo >= 0 || other.lo >= 0 => {
                let hi = match (self.lo >= 0, other.lo >= 0) {
                    (true, true) => self.hi.min(other.hi),
                    (true, false) => self.hi,
                    _ => other.hi,
                };
                Some(Self { lo: 0, hi })
            }
            BinaryOp::Or | BinaryOp::Xor if self.lo >= 0 && other.lo >= 0 => {
                let bits = 128 - (self.hi | other.hi).leading_zeros();
                let hi = if bits >= 127 { i128::MAX } else { (1 << bits) - 1 };
                Some(Self { lo: 0, hi: hi.min(full.hi) })
            }
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => Some(full),
        }
    }

    /// Signed results must fit; unsigned ones wrap.
    fn checked(exact: Option<Self>, full: Self, kind: IntKind) -> Option<Self> {
        match exact {
            _ if kind == IntKind::Unsigned128 => Some(full),
            Some(exact) if exact.is_within(full) => Some(exact),
            _ if kind.is_signed() => None,
            _ => Some(full),
        }
    }

    fn quotient(self, divisor: Self) -> Self {
        let most = self.lo.saturating_abs().max(self.hi.saturating_abs());
        let may_be_negative = self.lo < 0 || divisor.lo < 0;
        Self { lo: if may_be_negative { self.lo.min(-most) } else { 0 }, hi: most }
    }

    fn remainder(self, divisor: Self) -> Self {
        let most = divisor.lo.saturating_abs().max(divisor.hi.saturating_abs());
        let most = if most == i128::MAX { most } else { most - 1 };
        Self { lo: if self.lo < 0 { -most } else { 0 }, hi: if self.hi > 0 { most } else { 0 } }
    }
}
