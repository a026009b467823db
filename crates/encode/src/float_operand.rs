//! Operands of floating arithmetic, by where they are (`float_bounds`).
//!
//! ```text
//!   landmarks of x: 0, 100     points: -inf, 0, 100, inf      a stretch: from 0 to 100, if x >= 0 and x <= 100
//! ```
//!
//! What an operation makes of a stretch has its ends at those of the stretch, as far as the operation moves one way
//! there. So sums are looked at by half of all numbers at a time, and products of two unknown factors between
//! two points that have no zero between them: zero is always one of the landmarks.

use ir::{ArithOp, FloatType, IntType};
use logic::TermId;

use crate::float::{arith, bits_of, number_of};
use crate::float_landmarks::LARGE;
use crate::float_order::Side;
use crate::state::Encoder;

/// Of a factor whose sign matters: each pair of stretches is looked at.
const MAX_OF_FACTORS: usize = 10;

/// From where an operand is looked at: points in ascending order, the ends of all numbers among them, and whether
/// the operand is not above each, and not below.
pub(crate) struct Operand {
    pub points: Vec<f64>,
    pub below: Vec<TermId>,
    pub above: Vec<TermId>,
}

/// The least and the greatest result of operands between these.
pub(crate) type Ends<'a> = &'a dyn Fn((f64, f64), (f64, f64)) -> (f64, f64);

/// Between which two points of an operand.
pub(crate) type Stretch = (usize, usize);

/// How an operand is looked at.
#[derive(Clone, Copy)]
pub(crate) enum Cut {
    /// By what is on one side of a point: enough where the result moves one way with the operand.
    Sides,
    /// By what is between two points.
    Between,
}

impl Operand {
    pub fn ends(&self, (start, end): Stretch) -> (f64, f64) {
        (self.points[start], self.points[end])
    }

    pub fn stretches(&self, cut: Cut) -> Vec<Stretch> {
        let last = self.points.len() - 1;
        match cut {
            Cut::Sides => {
                let below = (1..=last).map(|it| (0, it));
                below.chain((1..last).map(|it| (it, last))).collect()
            }
            Cut::Between => (0..last).map(|it| (it, it + 1)).collect(),
        }
    }

    /// The largest stretches made of those that are meant: what lies in one of them lies in one of these.
    pub fn largest(&self, cut: Cut, is_meant: &dyn Fn(Stretch) -> bool) -> Vec<Stretch> {
        let meant = self.stretches(cut).into_iter().filter(|it| is_meant(*it));
        let mut largest: Vec<Stretch> = Vec::new();
        for stretch in meant {
            match largest.last_mut() {
                // Next to each other, or both below a point.
                Some(before) if before.1 == stretch.0 => before.1 = stretch.1,
                Some(before) if before.0 == stretch.0 => before.1 = stretch.1,
                // Both above one.
                Some(before) if before.1 == stretch.1 => {}
                _ => largest.push(stretch),
            }
        }
        largest
    }
}

impl Encoder<'_> {
    pub(crate) fn operand(&mut self, ty: FloatType, term: TermId, cut: Cut) -> Operand {
        if let Some(number) = self.number_constant(ty, term) {
            return self.constant_operand(number);
        }
        if let Some((int, whole)) = self.whole_floats.get(&term).copied() {
            return self.whole_operand(int, whole);
        }
        let mut landmarks = self.landmarks(ty, term);
        if let Cut::Between = cut {
            landmarks = self.at_most_so_many(ty, landmarks, MAX_OF_FACTORS);
        }
        let below: Vec<TermId> = landmarks.iter().map(|it| self.at_most(ty, term, *it)).collect();
        let above: Vec<TermId> = landmarks.iter().map(|it| self.at_least(ty, term, *it)).collect();
        self.between_ends(landmarks, below, above, (f64::NEG_INFINITY, f64::INFINITY))
    }

    pub(crate) fn constant_operand(&mut self, number: f64) -> Operand {
        let top = self.pool.top();
        Operand { points: vec![number; 2], below: vec![top; 2], above: vec![top; 2] }
    }

    /// Of an integer: the named numbers that are whole, and the ends of what its bits can say.
    pub(crate) fn whole_operand(&mut self, ty: IntType, term: TermId) -> Operand {
        let (plain, signed) = (self.pool.plain_bits(term), self.pool.signed_bits(term));
        let ends = match ty.is_signed() {
            true if plain < u32::from(ty.width) => (0.0, power_of_two(plain) - 1.0),
            true => (-power_of_two(signed - 1), power_of_two(signed - 1) - 1.0),
            false => (0.0, power_of_two(plain) - 1.0),
        };
        let is_meant = |it: &&f64| it.fract() == 0.0 && **it > ends.0 && **it < ends.1;
        let landmarks: Vec<f64> =
            self.float_bounds.named.iter().filter(is_meant).copied().collect();
        let [below, above] = [Side::Below, Side::Above].map(|side| {
            let sides = landmarks.iter().map(|it| self.whole_beside(side, ty, term, *it));
            sides.collect::<Vec<TermId>>()
        });
        self.between_ends(landmarks, below, above, ends)
    }

    /// With the ends of all numbers, beyond which there is none.
    fn between_ends(
        &mut self,
        mut points: Vec<f64>,
        mut below: Vec<TermId>,
        mut above: Vec<TermId>,
        (least, greatest): (f64, f64),
    ) -> Operand {
        let (top, bottom) = (self.pool.top(), self.pool.bottom());
        points.insert(0, least);
        points.push(greatest);
        below.insert(0, bottom);
        below.push(top);
        above.insert(0, top);
        above.push(bottom);
        Operand { points, below, above }
    }
}

/// A stretch that ends where no number of the program is, as if it did not.
pub(crate) fn without_far((least, greatest): (f64, f64)) -> (f64, f64) {
    let end = |it: f64| if it.abs() < LARGE / 2.0 { it } else { f64::INFINITY.copysign(it) };
    (end(least), end(greatest))
}

/// The least and the greatest result, of those that are numbers.
pub(crate) fn corners(op: ArithOp, ty: FloatType, a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
    const ANY: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);
    // Close to zero a quotient is anything, and which zero it is, the bounds do not say.
    if op == ArithOp::Div && b.0 <= 0.0 && b.1 >= 0.0 {
        return ANY;
    }
    let mut found: Option<(f64, f64)> = None;
    for a in [a.0, a.1] {
        for b in [b.0, b.1] {
            let corner = computed(op, ty, a, b);
            let corner = match (corner, op) {
                (Some(corner), _) => corner,
                // Zero times a number that grows is zero; next to an end is where it is none.
                (None, ArithOp::Mul) => 0.0,
                (None, _) => return ANY,
            };
            found = Some(match found {
                None => (corner, corner),
                Some((least, greatest)) => (least.min(corner), greatest.max(corner)),
            });
        }
    }
    found.unwrap_or(ANY)
}

fn computed(op: ArithOp, ty: FloatType, a: f64, b: f64) -> Option<f64> {
    let bits = arith(op, ty, bits_of(ty, a)?, bits_of(ty, b)?)?;
    number_of(ty, bits)
}

/// Above 2^53, one less is the same number: an end that is too far out.
fn power_of_two(exponent: u32) -> f64 {
    2f64.powi(i32::try_from(exponent).expect("of at most 128 bits"))
}
