//! The order of floating numbers, as one of whole numbers.
//!
//! The bits of a number without its sign grow with it. With the sign in front of them they are a whole number,
//! its *rank*, that has the order of the numbers, one for both zeros, and only what is no number stands
//! outside of it:
//!
//! ```text
//!   rank(-1.5) = -0x3fc00000      rank(-0.0) = rank(0.0) = 0      rank(1.5) = 0x3fc00000
//!   a < b      both are numbers, and rank(a) < rank(b)
//! ```
//!
//! Against a constant, more is known without a look at bits: a choice is compared way by way, a wider copy
//! like the narrower number that it was made of, what was an integer as that, and the result of an operation by what its operands say
//! (`float_bounds`). So that a question about a number always gives the same term, all comparisons with
//! constants are made of two, [`Encoder::at_most`] and [`Encoder::at_least`].

use ir::{CompareOp, FloatType, IntType};
use logic::{BvCompare, Term, TermId};

use crate::float::{bits_of, number_of};
use crate::state::Encoder;

/// So many choices within one another are looked into.
const MAX_DEPTH: u32 = 12;

/// The side of a constant on which a number is asked to be; the constant itself belongs to both.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Side {
    Below,
    Above,
}

impl Side {
    fn other(self) -> Self {
        match self {
            Self::Below => Self::Above,
            Self::Above => Self::Below,
        }
    }
}

/// A number that differs from another in its format or its sign only.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SameNumber {
    Narrower(FloatType, TermId),
    Opposite(TermId),
}

impl Encoder<'_> {
    pub(crate) fn float_ordered(
        &mut self,
        op: CompareOp,
        ty: FloatType,
        a: TermId,
        b: TermId,
    ) -> TermId {
        match (self.number_constant(ty, a), self.number_constant(ty, b)) {
            (None, Some(b)) => self.against(op, ty, a, b),
            (Some(a), None) => self.against(mirrored(op), ty, b, a),
            _ => self.by_rank(op, ty, a, b),
        }
    }

    /// `term <= bound`; what is no number is not.
    pub(crate) fn at_most(&mut self, ty: FloatType, term: TermId, bound: f64) -> TermId {
        self.beside(Side::Below, ty, term, bound + 0.0, MAX_DEPTH)
    }

    pub(crate) fn at_least(&mut self, ty: FloatType, term: TermId, bound: f64) -> TermId {
        self.beside(Side::Above, ty, term, bound + 0.0, MAX_DEPTH)
    }

    pub(crate) fn is_nan(&mut self, ty: FloatType, term: TermId) -> TermId {
        if let Some(known) = self.float_bounds.result(term) {
            return known.is_none;
        }
        if self.whole_floats.contains_key(&term) {
            return self.pool.bottom();
        }
        match self.float_bounds.same_number(term) {
            Some(SameNumber::Narrower(narrow, inner)) => return self.is_nan(narrow, inner),
            Some(SameNumber::Opposite(inner)) => return self.is_nan(ty, inner),
            None => {}
        }
        if let Term::Ite(condition, a, b) = self.pool[term] {
            let (a, b) = (self.is_nan_by_bits(ty, a), self.is_nan_by_bits(ty, b));
            return self.pool.ite(condition, a, b);
        }
        self.is_nan_by_bits(ty, term)
    }

    /// Zero or infinity, of either sign.
    pub(crate) fn has_magnitude(&mut self, ty: FloatType, term: TermId, number: f64) -> TermId {
        let magnitude = self.magnitude(ty, term);
        let bits = bits_of(ty, number.abs()).expect("both formats have it");
        let expected = self.pool.bv(ty.bits() - 1, bits);
        self.pool.eq(magnitude, expected)
    }

    pub(crate) fn same_sign(&mut self, ty: FloatType, a: TermId, b: TermId) -> TermId {
        let [a, b] = [a, b].map(|it| self.pool.extract(ty.bits() - 1, ty.bits() - 1, it));
        self.pool.eq(a, b)
    }

    fn against(&mut self, op: CompareOp, ty: FloatType, a: TermId, bound: f64) -> TermId {
        match op {
            CompareOp::Le => self.at_most(ty, a, bound),
            CompareOp::Ge => self.at_least(ty, a, bound),
            CompareOp::Lt => {
                let reaches = self.at_least(ty, a, bound);
                let is_none = self.is_nan(ty, a);
                let neither = self.pool.or2(reaches, is_none);
                self.pool.not(neither)
            }
            CompareOp::Gt => {
                let stays = self.at_most(ty, a, bound);
                let is_none = self.is_nan(ty, a);
                let neither = self.pool.or2(stays, is_none);
                self.pool.not(neither)
            }
            CompareOp::Eq => {
                let (below, above) = (self.at_most(ty, a, bound), self.at_least(ty, a, bound));
                self.pool.and2(below, above)
            }
            CompareOp::Ne => {
                let equal = self.against(CompareOp::Eq, ty, a, bound);
                self.pool.not(equal)
            }
        }
    }

    fn beside(
        &mut self,
        side: Side,
        ty: FloatType,
        term: TermId,
        bound: f64,
        depth: u32,
    ) -> TermId {
        if let Some(number) = self.number_constant(ty, term) {
            let holds = match side {
                Side::Below => number <= bound,
                Side::Above => number >= bound,
            };
            return self.pool.bool(holds);
        }
        if let Some(known) = self.float_bounds.result(term).and_then(|it| it.beside(side, bound)) {
            return known;
        }
        if let Some((int, whole)) = self.whole_floats.get(&term).copied() {
            return self.whole_beside(side, int, whole, bound);
        }
        match self.float_bounds.same_number(term) {
            Some(SameNumber::Narrower(narrow, inner)) => {
                let bound = rounded_to(side, narrow, bound);
                return self.beside(side, narrow, inner, bound, depth);
            }
            Some(SameNumber::Opposite(inner)) => {
                return self.beside(side.other(), ty, inner, 0.0 - bound, depth);
            }
            None => {}
        }
        match self.pool[term] {
            Term::Ite(condition, a, b) if depth > 0 => {
                let a = self.beside(side, ty, a, bound, depth - 1);
                let b = self.beside(side, ty, b, bound, depth - 1);
                self.pool.ite(condition, a, b)
            }
            _ => {
                let constant = self.pool.bv(ty.bits(), bits_of(ty, bound).expect("a number of it"));
                match side {
                    Side::Below => self.by_rank(CompareOp::Le, ty, term, constant),
                    Side::Above => self.by_rank(CompareOp::Le, ty, constant, term),
                }
            }
        }
    }

    /// Of a number that was made of an integer: the integer is beside the next one.
    pub(crate) fn whole_beside(
        &mut self,
        side: Side,
        int: IntType,
        whole: TermId,
        bound: f64,
    ) -> TermId {
        let (least, greatest) = (int.value(int.min_bits()), int.value(int.max_bits()));
        // Exact below 2^53, and far enough outside of every type above.
        let next = match side {
            Side::Below => bound.floor(),
            Side::Above => bound.ceil(),
        };
        let (is_below_all, is_above_all) = (next < least as f64, next > greatest as f64);
        if is_below_all || is_above_all {
            return self.pool.bool((side == Side::Below) == is_above_all);
        }
        let next = (next as i128).clamp(least, greatest);
        let next = self.pool.bv(u32::from(int.width), int.wrap(next));
        let op = if int.is_signed() { BvCompare::SLe } else { BvCompare::ULe };
        match side {
            Side::Below => self.pool.bv_compare(op, whole, next),
            Side::Above => self.pool.bv_compare(op, next, whole),
        }
    }

    fn by_rank(&mut self, op: CompareOp, ty: FloatType, a: TermId, b: TermId) -> TermId {
        let numbers = [a, b].map(|it| {
            let is_none = self.is_nan(ty, it);
            self.pool.not(is_none)
        });
        let (left, right) = (self.rank(ty, a), self.rank(ty, b));
        let pool = &mut self.pool;
        let holds = match op {
            CompareOp::Eq | CompareOp::Ne => pool.eq(left, right),
            CompareOp::Lt => pool.bv_compare(BvCompare::SLt, left, right),
            CompareOp::Le => pool.bv_compare(BvCompare::SLe, left, right),
            CompareOp::Gt => pool.bv_compare(BvCompare::SLt, right, left),
            CompareOp::Ge => pool.bv_compare(BvCompare::SLe, right, left),
        };
        let holds = pool.and(&[numbers[0], numbers[1], holds]);
        if op == CompareOp::Ne { pool.not(holds) } else { holds }
    }

    fn rank(&mut self, ty: FloatType, a: TermId) -> TermId {
        let magnitude = self.magnitude(ty, a);
        let pool = &mut self.pool;
        let sign = pool.extract(ty.bits() - 1, ty.bits() - 1, a);
        let one = pool.bv(1, 1);
        let is_negative = pool.eq(sign, one);
        let magnitude = pool.zero_extend(ty.bits(), magnitude);
        let opposite = pool.bv_neg(magnitude);
        pool.ite(is_negative, opposite, magnitude)
    }

    fn is_nan_by_bits(&mut self, ty: FloatType, a: TermId) -> TermId {
        let fraction = crate::float::fraction_bits(ty).expect("asked of formats with one");
        let width = ty.bits() - 1;
        let infinity = self.pool.bv(width, ((1 << (width - fraction)) - 1) << fraction);
        let magnitude = self.magnitude(ty, a);
        self.pool.bv_compare(BvCompare::ULt, infinity, magnitude)
    }

    /// The number without its sign.
    fn magnitude(&mut self, ty: FloatType, a: TermId) -> TermId {
        self.pool.extract(ty.bits() - 2, 0, a)
    }

    pub(crate) fn number_constant(&self, ty: FloatType, term: TermId) -> Option<f64> {
        self.constant_bits(term).and_then(|bits| number_of(ty, bits))
    }
}

/// The number of a narrower format that is next to a bound, on the side that is asked about.
fn rounded_to(side: Side, narrow: FloatType, bound: f64) -> f64 {
    if narrow != FloatType::F32 {
        return bound;
    }
    let near = bound as f32;
    let near = match side {
        Side::Below if f64::from(near) > bound => near.next_down(),
        Side::Above if f64::from(near) < bound => near.next_up(),
        _ => near,
    };
    f64::from(near)
}

fn mirrored(op: CompareOp) -> CompareOp {
    match op {
        CompareOp::Lt => CompareOp::Gt,
        CompareOp::Le => CompareOp::Ge,
        CompareOp::Gt => CompareOp::Lt,
        CompareOp::Ge => CompareOp::Le,
        CompareOp::Eq | CompareOp::Ne => op,
    }
}
