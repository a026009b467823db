//! Constructors for bit-vectors.

use crate::pool::TermPool;
use crate::sort::Sort;
use crate::term::{BvBinary, BvCompare, Term, TermId};

/// The bits of a vector of this width.
pub(crate) fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

/// The bits as a number in two's complement.
pub(crate) fn signed(width: u32, bits: u128) -> i128 {
    let shift = 128 - width;
    ((bits << shift) as i128) >> shift
}

impl TermPool {
    /// The constant with these bits; what is above the width is dropped.
    pub fn bv(&mut self, width: u32, bits: u128) -> TermId {
        assert!((1..=128).contains(&width), "bit-vectors have 1 to 128 bits");
        self.intern(Term::BitVec(width, bits & mask(width)), Sort::BitVec(width))
    }

    fn bv_constant(&self, term: TermId) -> Option<u128> {
        match self[term] {
            Term::BitVec(_, bits) => Some(bits),
            _ => None,
        }
    }

    pub fn bv_not(&mut self, a: TermId) -> TermId {
        let width = self.width(a);
        match self[a] {
            Term::BitVec(_, bits) => self.bv(width, !bits),
            Term::BvNot(inner) => inner,
            _ => self.intern(Term::BvNot(a), Sort::BitVec(width)),
        }
    }

    pub fn bv_neg(&mut self, a: TermId) -> TermId {
        let width = self.width(a);
        match self[a] {
            Term::BitVec(_, bits) => self.bv(width, bits.wrapping_neg()),
            Term::BvNeg(inner) => inner,
            _ => self.intern(Term::BvNeg(a), Sort::BitVec(width)),
        }
    }

    pub fn bv_add(&mut self, a: TermId, b: TermId) -> TermId {
        self.bv_binary(BvBinary::Add, a, b)
    }

    pub fn bv_sub(&mut self, a: TermId, b: TermId) -> TermId {
        self.bv_binary(BvBinary::Sub, a, b)
    }

    pub fn bv_mul(&mut self, a: TermId, b: TermId) -> TermId {
        self.bv_binary(BvBinary::Mul, a, b)
    }

    /// How much more `a` is than `b`, where both are constants more than one term.
    fn distance(&self, a: TermId, b: TermId) -> Option<u128> {
        let parts = |term: TermId| match self[term] {
            Term::BvBinary(BvBinary::Add, x, y) => match self.bv_constant(y) {
                Some(more) => (x, more),
                None => (term, 0),
            },
            _ => (term, 0),
        };
        let ((base_of_a, more_in_a), (base_of_b, more_in_b)) = (parts(a), parts(b));
        (base_of_a == base_of_b).then(|| more_in_a.wrapping_sub(more_in_b))
    }

    pub fn bv_binary(&mut self, op: BvBinary, a: TermId, b: TermId) -> TermId {
        assert_eq!(self.sort(a), self.sort(b), "operands of one width");
        let width = self.width(a);
        if let (Some(x), Some(y)) = (self.bv_constant(a), self.bv_constant(b)) {
            return self.bv(width, fold(op, width, x, y));
        }
        if let Some(simpler) = self.bv_unit_laws(op, width, a, b) {
            return simpler;
        }
        if let Some(before) = self.shifted_back(op, a, b) {
            return before;
        }
        if let (BvBinary::Sub, Some(apart)) = (op, self.distance(a, b)) {
            return self.bv(width, apart);
        }
        if let Some(choice) = self.at_ends(a, b, |pool, a, b| pool.bv_binary(op, a, b)) {
            return choice;
        }
        // Constants stand right in commutative operations, so that `(x + 1) + 2` is seen.
        let is_commutative = matches!(
            op,
            BvBinary::Add | BvBinary::Mul | BvBinary::And | BvBinary::Or | BvBinary::Xor
        );
        let (a, b) = match (is_commutative, self.bv_constant(a), self.bv_constant(b)) {
            (true, Some(_), None) => (b, a),
            (true, None, None) => (a.min(b), a.max(b)),
            _ => (a, b),
        };
        if let (BvBinary::Sub, Some(bits)) = (op, self.bv_constant(b)) {
            let negated = self.bv(width, bits.wrapping_neg());
            return self.bv_binary(BvBinary::Add, a, negated);
        }
        if let (BvBinary::Add, Some(outer), &Term::BvBinary(BvBinary::Add, x, y)) =
            (op, self.bv_constant(b), &self[a])
            && let Some(inner) = self.bv_constant(y)
        {
            let sum = self.bv(width, inner.wrapping_add(outer));
            return self.bv_binary(BvBinary::Add, x, sum);
        }
        self.intern(Term::BvBinary(op, a, b), Sort::BitVec(width))
    }

    /// `x << k >> k`, where nothing was shifted out.
    fn shifted_back(&self, op: BvBinary, a: TermId, b: TermId) -> Option<TermId> {
        let Term::BvBinary(BvBinary::Shl, x, there) = self[a] else { return None };
        let n_bits = match op {
            BvBinary::LShr => self.plain_bits(x),
            BvBinary::AShr => self.signed_bits(x),
            _ => return None,
        };
        let by = self.bv_constant(b)?;
        let fits = u128::from(n_bits) + by <= u128::from(self.width(x));
        (there == b && fits).then_some(x)
    }

    /// `x + 0`, `x * 1`, `x & x` and their like.
    fn bv_unit_laws(&mut self, op: BvBinary, width: u32, a: TermId, b: TermId) -> Option<TermId> {
        let (x, y) = (self.bv_constant(a), self.bv_constant(b));
        let ones = mask(width);
        match op {
            BvBinary::Add | BvBinary::Or | BvBinary::Xor if x == Some(0) => Some(b),
            BvBinary::Add
            | BvBinary::Sub
            | BvBinary::Or
            | BvBinary::Xor
            | BvBinary::Shl
            | BvBinary::LShr
            | BvBinary::AShr
                if y == Some(0) =>
            {
                Some(a)
            }
            BvBinary::Sub | BvBinary::Xor if a == b => Some(self.bv(width, 0)),
            BvBinary::And | BvBinary::Or if a == b => Some(a),
            BvBinary::Mul | BvBinary::And if x == Some(0) || y == Some(0) => {
                Some(self.bv(width, 0))
            }
            BvBinary::Mul if x == Some(1) => Some(b),
            BvBinary::Mul | BvBinary::UDiv if y == Some(1) => Some(a),
            BvBinary::And if x == Some(ones) => Some(b),
            BvBinary::And if y == Some(ones) => Some(a),
            BvBinary::Or if x == Some(ones) || y == Some(ones) => Some(self.bv(width, ones)),
            _ => None,
        }
    }

    pub fn bv_compare(&mut self, op: BvCompare, a: TermId, b: TermId) -> TermId {
        assert_eq!(self.sort(a), self.sort(b), "operands of one width");
        let width = self.width(a);
        if let (Some(x), Some(y)) = (self.bv_constant(a), self.bv_constant(b)) {
            let value = compare(op, width, x, y);
            return self.bool(value);
        }
        if let Some(choice) = self.at_ends(a, b, |pool, a, b| pool.bv_compare(op, a, b)) {
            return choice;
        }
        let (least, greatest) = match op {
            BvCompare::ULt | BvCompare::ULe => (0, mask(width)),
            BvCompare::SLt | BvCompare::SLe => (1 << (width - 1), mask(width) >> 1),
        };
        let (x, y) = (self.bv_constant(a), self.bv_constant(b));
        match op {
            BvCompare::ULt | BvCompare::SLt => {
                if a == b || y == Some(least) || x == Some(greatest) {
                    return self.bottom();
                }
            }
            BvCompare::ULe | BvCompare::SLe => {
                if a == b || x == Some(least) || y == Some(greatest) {
                    return self.top();
                }
            }
        }
        if let Some(value) = self.compare_ranges(op, a, b) {
            return self.bool(value);
        }
        let said_before = match (op, x, y) {
            (BvCompare::ULe, _, Some(limit)) => self.at_most_before_widening(a, limit),
            (BvCompare::ULt, _, Some(limit)) => self.at_most_before_widening(a, limit - 1),
            // `limit <= b` is the opposite of `b <= limit - 1`.
            (BvCompare::ULe, Some(limit), _) => {
                self.at_most_before_widening(b, limit - 1).map(|it| self.not(it))
            }
            (BvCompare::ULt, Some(limit), _) => {
                self.at_most_before_widening(b, limit).map(|it| self.not(it))
            }
            _ => None,
        };
        said_before.unwrap_or_else(|| self.intern(Term::BvCompare(op, a, b), Sort::Bool))
    }

    /// `high` above `low`.
    pub fn concat(&mut self, high: TermId, low: TermId) -> TermId {
        let (high_width, low_width) = (self.width(high), self.width(low));
        let width = high_width + low_width;
        if let (Some(x), Some(y)) = (self.bv_constant(high), self.bv_constant(low)) {
            return self.bv(width, x << low_width | y);
        }
        if self.bv_constant(high) == Some(0) {
            return self.zero_extend(width, low);
        }
        // Neighbouring parts of one term grow together again.
        if let (
            &Term::Extract { high: h1, low: l1, operand: x },
            &Term::Extract { high: h2, low: l2, operand: y },
        ) = (&self[high], &self[low])
            && x == y
            && l1 == h2 + 1
        {
            return self.extract(h1, l2, x);
        }
        assert!(width <= 128, "bit-vectors have at most 128 bits");
        self.intern(Term::Concat(high, low), Sort::BitVec(width))
    }

    /// Bits `high ..= low` of a term.
    pub fn extract(&mut self, high: u32, low: u32, a: TermId) -> TermId {
        let width = self.width(a);
        assert!(low <= high && high < width, "the bits lie within the term");
        if low == 0 && high == width - 1 {
            return a;
        }
        let new_width = high - low + 1;
        if let Some(choice) = self.at_own_ends(a, |pool, end| pool.extract(high, low, end)) {
            return choice;
        }
        match self[a].clone() {
            Term::BitVec(_, bits) => self.bv(new_width, bits >> low),
            Term::Extract { low: inner, operand, .. } => {
                self.extract(high + inner, low + inner, operand)
            }
            Term::Concat(top, bottom) => {
                let split = self.width(bottom);
                if high < split {
                    self.extract(high, low, bottom)
                } else if low >= split {
                    self.extract(high - split, low - split, top)
                } else {
                    let top = self.extract(high - split, 0, top);
                    let bottom = self.extract(split - 1, low, bottom);
                    self.concat(top, bottom)
                }
            }
            Term::ZeroExtend(_, inner) | Term::SignExtend(_, inner) if high < self.width(inner) => {
                self.extract(high, low, inner)
            }
            Term::ZeroExtend(_, inner) if low >= self.width(inner) => self.bv(new_width, 0),
            _ => self.intern(Term::Extract { high, low, operand: a }, Sort::BitVec(new_width)),
        }
    }

    pub fn zero_extend(&mut self, width: u32, a: TermId) -> TermId {
        let old = self.width(a);
        assert!(old <= width && width <= 128, "an extension does not shorten");
        if old < width
            && let Some(choice) = self.at_own_ends(a, |pool, end| pool.zero_extend(width, end))
        {
            return choice;
        }
        match self[a] {
            _ if old == width => a,
            Term::BitVec(_, bits) => self.bv(width, bits),
            Term::ZeroExtend(_, inner) => self.zero_extend(width, inner),
            // What was cut off was zero.
            Term::Extract { low: 0, operand, .. }
                if self.width(operand) == width && self.range(operand).plain_bits() <= old =>
            {
                operand
            }
            _ => self.intern(Term::ZeroExtend(width, a), Sort::BitVec(width)),
        }
    }

    pub fn sign_extend(&mut self, width: u32, a: TermId) -> TermId {
        let old = self.width(a);
        assert!(old <= width && width <= 128, "an extension does not shorten");
        if old < width
            && let Some(choice) = self.at_own_ends(a, |pool, end| pool.sign_extend(width, end))
        {
            return choice;
        }
        match self[a] {
            _ if old == width => a,
            Term::BitVec(_, bits) => self.bv(width, signed(old, bits) as u128),
            Term::SignExtend(_, inner) => self.sign_extend(width, inner),
            // The sign of what was extended by zeros is zero.
            Term::ZeroExtend(_, inner) => self.zero_extend(width, inner),
            // What was cut off were copies of the sign.
            Term::Extract { low: 0, operand, .. }
                if self.width(operand) == width && self.range(operand).signed_bits() <= old =>
            {
                operand
            }
            _ => self.intern(Term::SignExtend(width, a), Sort::BitVec(width)),
        }
    }
}

/// What an operation gives on constants.
pub(crate) fn fold(op: BvBinary, width: u32, x: u128, y: u128) -> u128 {
    let (sx, sy) = (signed(width, x), signed(width, y));
    let amount = u32::try_from(y).unwrap_or(u32::MAX);
    let bits = match op {
        BvBinary::Add => x.wrapping_add(y),
        BvBinary::Sub => x.wrapping_sub(y),
        BvBinary::Mul => x.wrapping_mul(y),
        BvBinary::UDiv => x.checked_div(y).unwrap_or(u128::MAX),
        BvBinary::URem => x.checked_rem(y).unwrap_or(x),
        BvBinary::SDiv if y == 0 => {
            if sx < 0 {
                1
            } else {
                u128::MAX
            }
        }
        BvBinary::SDiv => sx.wrapping_div(sy) as u128,
        BvBinary::SRem if y == 0 => x,
        BvBinary::SRem => sx.wrapping_rem(sy) as u128,
        BvBinary::And => x & y,
        BvBinary::Or => x | y,
        BvBinary::Xor => x ^ y,
        BvBinary::Shl if amount >= width => 0,
        BvBinary::Shl => x << amount,
        BvBinary::LShr if amount >= width => 0,
        BvBinary::LShr => x >> amount,
        BvBinary::AShr => (sx >> amount.min(width - 1)) as u128,
    };
    bits & mask(width)
}

pub(crate) fn compare(op: BvCompare, width: u32, x: u128, y: u128) -> bool {
    match op {
        BvCompare::ULt => x < y,
        BvCompare::ULe => x <= y,
        BvCompare::SLt => signed(width, x) < signed(width, y),
        BvCompare::SLe => signed(width, x) <= signed(width, y),
    }
}
