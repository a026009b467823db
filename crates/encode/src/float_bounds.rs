//! Between which numbers the result of floating arithmetic lies.
//!
//! Rounding keeps order. So a result lies between the least and the greatest of those at the corners of
//! where its operands are, and the machine computes the corners:
//!
//! ```text
//!   0 <= x <= 100    0.9f * x         0 .. 90
//!   0 <= y <= 100    0.1f * y         0 .. 10
//!                    their sum        0 .. 100
//! ```
//!
//! Where operands are is not known when a term is made, only when it is asked about. Therefore each operand
//! is looked at from *landmarks*, numbers that the program itself names and what became of them. For each
//! landmark of the result it is said when the operands keep the result on one side of it:
//!
//! ```text
//!   landmarks of x, y: 0, 100      x <= 100 and y <= 100        0.9f * x + 0.1f * y <= 100
//!                                  x >= 0   and y >= 0          0.9f * x + 0.1f * y >= 0
//! ```
//!
//! A comparison of the result with a landmark is then a formula over comparisons of the operands with theirs,
//! all the way down, and no solver has to look at bits for it.
//!
//! Whatever the landmarks are, all of this is so of the result of the machine, so the term still has
//! every run of the program among its models. They decide only how much is known. What is no number is
//! none exactly where IEEE 754 says so.
//!
//! Of `float` and `double` only, in the rounding that programs begin with, and of so many operations.

use std::collections::VecDeque;

use ir::{ArithOp, CompareOp, Expr, ExprId, FloatType, IntType, Program, Type};
use logic::{BvCompare, Term, TermId};
use rustc_hash::FxHashMap;

use crate::float::{arith, bits_of, number_of};
use crate::float_order::{SameNumber, Side};
use crate::integers::Integers;
use crate::state::Encoder;

/// Numbers that the program names, taken for landmarks of everything.
const MAX_NAMED: usize = 6;
/// Of one number.
const MAX_LANDMARKS: usize = 12;
/// Of a factor whose sign matters: each pair of stretches is looked at.
const MAX_OF_FACTORS: usize = 10;
/// Beyond which results stay unknown.
const MAX_BOUNDED: usize = 400;
/// Far from what programs compute with, far from where numbers end.
const LARGE: f64 = 1_048_576.0;

/// What is known of floating numbers that are not constants.
#[derive(Clone, Debug, Default)]
pub(crate) struct FloatBounds {
    /// That the program names, in ascending order.
    named: Vec<f64>,
    /// Those that it compares with, and the far ones: landmarks of all results.
    compared: Vec<f64>,
    results: FxHashMap<TermId, Bounded>,
    same: FxHashMap<TermId, SameNumber>,
    n_bounded: usize,
}

/// On which side of landmarks a result is.
#[derive(Clone, Debug)]
pub(crate) struct Bounded {
    /// It is no number.
    pub is_none: TermId,
    /// In ascending order.
    landmarks: Vec<f64>,
    at_most: Vec<TermId>,
    at_least: Vec<TermId>,
}

impl Bounded {
    pub fn beside(&self, side: Side, bound: f64) -> Option<TermId> {
        let index = self.landmarks.iter().position(|it| *it == bound)?;
        Some(match side {
            Side::Below => self.at_most[index],
            Side::Above => self.at_least[index],
        })
    }
}

/// From where an operand is looked at: points in ascending order, the ends of all numbers among them, and whether
/// the operand is not above each, and not below.
struct Operand {
    points: Vec<f64>,
    below: Vec<TermId>,
    above: Vec<TermId>,
}

/// The least and the greatest result of operands between these.
type Ends<'a> = &'a dyn Fn((f64, f64), (f64, f64)) -> (f64, f64);

/// Between which two points of an operand.
type Stretch = (usize, usize);

/// How an operand is looked at.
#[derive(Clone, Copy)]
enum Cut {
    /// By what is on one side of a point: enough where the result moves one way with the operand.
    Sides,
    /// By what is between two points.
    Between,
}

impl Operand {
    fn ends(&self, (start, end): Stretch) -> (f64, f64) {
        (self.points[start], self.points[end])
    }

    fn stretches(&self, cut: Cut) -> Vec<Stretch> {
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
    fn largest(&self, cut: Cut, is_meant: &dyn Fn(Stretch) -> bool) -> Vec<Stretch> {
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

impl FloatBounds {
    /// With the numbers that the program compares with, then those that it computes with.
    pub fn of(program: &Program) -> Self {
        let sides = program.exprs.iter().filter_map(|(_, expr)| match expr {
            Expr::Compare(_, a, b) => Some([*a, *b]),
            _ => None,
        });
        let sides: Vec<ExprId> = sides.flatten().collect();
        let zero = std::iter::once(0.0);
        let compared = sides.iter().filter_map(|side| constant(program, *side));
        let compared = first_few(zero.chain(compared));
        let whole = sides.iter().filter_map(|side| whole_constant(program, *side));
        let whole = whole.filter(|_| converts_integers(program));
        let others = program.exprs.iter().filter_map(|(it, _)| constant(program, it));
        let named = first_few(compared.iter().copied().chain(whole).chain(others));
        let with_ends = |numbers: Vec<f64>| sorted([numbers, vec![-LARGE, LARGE]].concat());
        Self { named: with_ends(named), compared: with_ends(compared), ..Self::default() }
    }

    pub fn result(&self, term: TermId) -> Option<&Bounded> {
        self.results.get(&term)
    }

    pub fn same_number(&self, term: TermId) -> Option<SameNumber> {
        self.same.get(&term).copied()
    }

    pub fn note_same(&mut self, term: TermId, same: SameNumber) {
        self.same.insert(term, same);
    }
}

impl Encoder<'_> {
    /// Numbers of a type that bounds of variables may be sought among.
    pub fn float_landmarks(&self, ty: FloatType) -> Vec<f64> {
        let mut found = self.float_bounds.named.clone();
        let mut results: Vec<_> = self.float_bounds.results.iter().collect();
        results.sort_unstable_by_key(|(term, _)| **term);
        for (_, Bounded { landmarks, .. }) in results {
            for landmark in [landmarks.first(), landmarks.last()].into_iter().flatten() {
                if found.len() < 2 * MAX_LANDMARKS && !found.contains(landmark) {
                    found.push(*landmark);
                }
            }
        }
        found.retain(|it| is_representable(ty, *it));
        sorted(found)
    }

    /// That a number is on one side of a bound; what is no number is on neither.
    pub fn float_bound(
        &mut self,
        op: CompareOp,
        ty: FloatType,
        term: TermId,
        bound: f64,
    ) -> TermId {
        let bound = self.float_constant(ty, bound);
        self.float_compare(op, ty, term, bound)
    }

    /// A result of which nothing is known, held within the bounds that the operands give it.
    pub(crate) fn bounded(
        &mut self,
        op: ArithOp,
        ty: FloatType,
        [a, b]: [TermId; 2],
        result: TermId,
    ) -> TermId {
        if !self.can_be_bounded(ty) {
            return result;
        }
        let is_constant = |it: TermId| matches!(self.pool[it], Term::BitVec(..));
        let cut = match op {
            ArithOp::Mul if !is_constant(a) && !is_constant(b) => Cut::Between,
            ArithOp::Div if !is_constant(b) => Cut::Between,
            _ => Cut::Sides,
        };
        let (left, right) = (self.operand(ty, a, cut), self.operand(ty, b, cut));
        let is_none = self.gives_no_number(op, ty, a, b);
        let corners = |a, b| corners(op, ty, a, b);
        let sides = self.sides_of_zero(op, ty, a, b);
        self.held(ty, is_none, (&left, &right, cut, &corners), sides, result)
    }

    /// The same of a conversion that may round: it keeps order, too.
    pub(crate) fn bounded_conversion(
        &mut self,
        from: Type,
        to: FloatType,
        a: TermId,
        result: TermId,
    ) -> TermId {
        if !self.can_be_bounded(to) {
            return result;
        }
        let (operand, is_none) = match from {
            Type::Int(int) if int.width <= 64 => (self.whole_operand(int, a), self.pool.bottom()),
            Type::Float(float @ (FloatType::F32 | FloatType::F64)) => {
                (self.operand(float, a, Cut::Sides), self.is_nan(float, a))
            }
            _ => return result,
        };
        let nothing = self.constant_operand(0.0);
        let ends = |(least, greatest), _| (rounded(to, least), rounded(to, greatest));
        let sides = [self.pool.bottom(); 2];
        self.held(to, is_none, (&operand, &nothing, Cut::Sides, &ends), sides, result)
    }

    /// On which side of zero a difference is: the larger number says it, whatever is rounded.
    fn sides_of_zero(&mut self, op: ArithOp, ty: FloatType, a: TermId, b: TermId) -> [TermId; 2] {
        let is_constant = |it: TermId| matches!(self.pool[it], Term::BitVec(..));
        let b = match op {
            _ if is_constant(a) || is_constant(b) => return [self.pool.bottom(); 2],
            ArithOp::Sub => b,
            ArithOp::Add => self.float_negation(ty, b),
            _ => return [self.pool.bottom(); 2],
        };
        [CompareOp::Le, CompareOp::Ge].map(|op| self.float_compare(op, ty, a, b))
    }

    /// What is left of a number without what is behind its point, held within what is known of the number:
    /// that keeps order, too.
    pub(crate) fn held_whole(
        &mut self,
        ty: FloatType,
        int: IntType,
        number: TermId,
        whole: TermId,
    ) -> TermId {
        if self.float_bounds.result(number).is_none() {
            return whole;
        }
        let (least, greatest) = (int.value(int.min_bits()), int.value(int.max_bits()));
        let op = if int.is_signed() { BvCompare::SLe } else { BvCompare::ULe };
        let (mut too_large, mut too_small) = (Vec::new(), Vec::new());
        for landmark in self.landmarks(ty, number) {
            let bound = landmark.trunc() as i128;
            if !(least..=greatest).contains(&bound) {
                continue;
            }
            let bound = self.pool.bv(u32::from(int.width), int.wrap(bound));
            let (below, above) =
                (self.at_most(ty, number, landmark), self.at_least(ty, number, landmark));
            let pool = &mut self.pool;
            let (is_below, is_above) =
                (pool.bv_compare(op, whole, bound), pool.bv_compare(op, bound, whole));
            let (is_more, is_less) = (pool.not(is_below), pool.not(is_above));
            too_large.push((pool.and2(below, is_more), bound));
            too_small.push((pool.and2(above, is_less), bound));
        }
        let moves = too_large.into_iter().rev().chain(too_small);
        moves.fold(whole, |term, (is_moved, to)| self.pool.ite(is_moved, to, term))
    }

    fn can_be_bounded(&mut self, ty: FloatType) -> bool {
        let is_meant = matches!(ty, FloatType::F32 | FloatType::F64)
            && self.integers == Integers::Machine
            && self.float_bounds.n_bounded < MAX_BOUNDED;
        self.float_bounds.n_bounded += usize::from(is_meant);
        is_meant
    }

    /// The result where it is within all bounds that the operands give it, and what is said of it.
    fn held(
        &mut self,
        ty: FloatType,
        is_none: TermId,
        (a, b, cut, ends): (&Operand, &Operand, Cut, Ends<'_>),
        [not_positive, not_negative]: [TermId; 2],
        result: TermId,
    ) -> TermId {
        let (mut found, mut far) = (Vec::new(), Vec::new());
        for one in a.stretches(cut) {
            for other in b.stretches(cut) {
                let (least, greatest) = ends(a.ends(one), b.ends(other));
                far.extend([least, greatest]);
                let (least, greatest) = ends(without_far(a.ends(one)), without_far(b.ends(other)));
                found.extend([least, greatest]);
            }
        }
        // Of what comes from far away, only that there is an end.
        far.retain(|it| it.is_finite());
        let far = sorted(far);
        found.extend([far.first(), far.last()].into_iter().flatten());
        let landmarks = self.thinned(ty, found);
        let (mut below, mut above) = (Vec::new(), Vec::new());
        for landmark in &landmarks {
            let keeps_below = |it: (f64, f64)| it.1 <= *landmark;
            let mut is_kept_below = self.reasons((a, b, cut, ends), &keeps_below);
            let keeps_above = |it: (f64, f64)| it.0 >= *landmark;
            let mut is_kept_above = self.reasons((a, b, cut, ends), &keeps_above);
            if *landmark >= 0.0 {
                is_kept_below = self.pool.or2(is_kept_below, not_positive);
            }
            if *landmark <= 0.0 {
                is_kept_above = self.pool.or2(is_kept_above, not_negative);
            }
            below.push(is_kept_below);
            above.push(is_kept_above);
        }
        let is_number = self.pool.not(is_none);
        let bottom = self.pool.bottom();
        let (mut at_most, mut at_least) = (Vec::new(), Vec::new());
        let (mut too_large, mut too_small) = (Vec::new(), Vec::new());
        for (index, landmark) in landmarks.iter().enumerate() {
            let constant = self.float_constant(ty, *landmark);
            let is_below = self.float_compare(CompareOp::Le, ty, result, constant);
            let is_above = self.float_compare(CompareOp::Ge, ty, result, constant);
            let is_beyond = above.get(index + 1).copied().unwrap_or(bottom);
            let falls_short = if index > 0 { below[index - 1] } else { bottom };
            let [most, least] =
                [(is_below, below[index], is_beyond), (is_above, above[index], falls_short)].map(
                    |(is_there, must, must_not)| {
                        let may = self.pool.not(must_not);
                        let is_there = self.pool.and2(is_there, may);
                        let is_there = self.pool.or2(must, is_there);
                        self.pool.and2(is_number, is_there)
                    },
                );
            at_most.push(most);
            at_least.push(least);
            let [large, small] =
                [(below[index], is_below), (above[index], is_above)].map(|(must, is_there)| {
                    let is_elsewhere = self.pool.not(is_there);
                    (self.pool.and2(must, is_elsewhere), constant)
                });
            too_large.push(large);
            too_small.push(small);
        }
        // The last choice comes first: the least of all bounds from above, the greatest from below.
        let moves = too_large.into_iter().rev().chain(too_small);
        let term = moves.fold(result, |term, (is_moved, to)| self.pool.ite(is_moved, to, term));
        let none = self.some_nan(ty, result);
        let term = self.pool.ite(is_none, none, term);
        self.float_bounds.results.insert(term, Bounded { is_none, landmarks, at_most, at_least });
        term
    }

    fn float_constant(&mut self, ty: FloatType, number: f64) -> TermId {
        let bits = bits_of(ty, number).expect("asked of `float` and `double`");
        self.pool.bv(ty.bits(), bits)
    }

    /// That the operands are where the result's ends are as asked.
    fn reasons(
        &mut self,
        (a, b, cut, ends): (&Operand, &Operand, Cut, Ends<'_>),
        is_meant: &dyn Fn((f64, f64)) -> bool,
    ) -> TermId {
        let mut reasons = Vec::new();
        for one in a.stretches(cut) {
            let keeps = |other| is_meant(ends(a.ends(one), b.ends(other)));
            for other in b.largest(cut, &keeps) {
                let sides = [a.above[one.0], a.below[one.1], b.above[other.0], b.below[other.1]];
                reasons.push(self.pool.and(&sides));
            }
        }
        self.pool.or(&reasons)
    }

    fn operand(&mut self, ty: FloatType, term: TermId, cut: Cut) -> Operand {
        if let Term::BitVec(_, bits) = self.pool[term]
            && let Some(number) = number_of(ty, bits)
        {
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

    fn constant_operand(&mut self, number: f64) -> Operand {
        let top = self.pool.top();
        Operand { points: vec![number; 2], below: vec![top; 2], above: vec![top; 2] }
    }

    /// Of an integer: the named numbers that are whole, and the ends of what its bits can say.
    fn whole_operand(&mut self, ty: IntType, term: TermId) -> Operand {
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

    fn landmarks(&self, ty: FloatType, term: TermId) -> Vec<f64> {
        match self.float_bounds.same_number(term) {
            Some(SameNumber::Narrower(narrow, inner)) => {
                return self.thinned(ty, self.landmarks(narrow, inner));
            }
            Some(SameNumber::Opposite(inner)) => {
                let inner = self.landmarks(ty, inner);
                return self.thinned(ty, inner.into_iter().map(|it| -it).collect());
            }
            None => {}
        }
        let found = match self.pool[term] {
            _ if self.float_bounds.results.contains_key(&term) => self.own_landmarks(ty, term),
            Term::Ite(_, a, b) => {
                let mut found = self.own_landmarks(ty, a);
                found.extend(self.own_landmarks(ty, b));
                found
            }
            _ => self.float_bounds.named.clone(),
        };
        self.thinned(ty, found)
    }

    /// Those of one way that a value may come.
    fn own_landmarks(&self, ty: FloatType, term: TermId) -> Vec<f64> {
        match self.pool[term] {
            Term::BitVec(_, bits) => number_of(ty, bits).into_iter().collect(),
            _ => self.float_bounds.result(term).map_or(Vec::new(), |it| it.landmarks.clone()),
        }
    }

    /// As many landmarks as one number may have: those that the program compares with, the two outermost, and
    /// then by turns the largest and the smallest of those that are not far from everything.
    fn thinned(&self, ty: FloatType, found: Vec<f64>) -> Vec<f64> {
        self.at_most_so_many(ty, found, MAX_LANDMARKS)
    }

    fn at_most_so_many(&self, ty: FloatType, found: Vec<f64>, limit: usize) -> Vec<f64> {
        let compared = self.float_bounds.compared.iter().copied();
        let mut kept: Vec<f64> = compared.filter(|it| is_representable(ty, *it)).collect();
        let mut others = found;
        others.retain(|it| it.is_finite() && is_representable(ty, *it) && !kept.contains(it));
        let others = sorted(others);
        kept.extend(others.first());
        kept.extend(others.last());
        let mut near: Vec<f64> = others.into_iter().filter(|it| it.abs() < LARGE / 2.0).collect();
        near.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
        let mut near = VecDeque::from(near);
        while kept.len() < limit {
            let Some(largest) = near.pop_back() else { break };
            kept.push(largest);
            if kept.len() < limit {
                kept.extend(near.pop_front());
            }
        }
        sorted(kept)
    }

    fn some_nan(&mut self, ty: FloatType, result: TermId) -> TermId {
        let is_none = self.is_nan(ty, result);
        let some = self.float_constant(ty, f64::NAN);
        self.pool.ite(is_none, result, some)
    }

    /// Where IEEE 754 says that an operation has no number for a result.
    fn gives_no_number(&mut self, op: ArithOp, ty: FloatType, a: TermId, b: TermId) -> TermId {
        let infinite = [a, b].map(|it| self.is_beyond_all(ty, it));
        let zero = [a, b].map(|it| self.float_bound(CompareOp::Eq, ty, it, 0.0));
        let mut ways = match op {
            ArithOp::Add | ArithOp::Sub => {
                let same = self.same_sign(ty, a, b);
                let cancels = if op == ArithOp::Sub { same } else { self.pool.not(same) };
                vec![self.pool.and(&[infinite[0], infinite[1], cancels])]
            }
            ArithOp::Mul => {
                let (one, other) = ([infinite[0], zero[1]], [zero[0], infinite[1]]);
                vec![self.pool.and(&one), self.pool.and(&other)]
            }
            _ => vec![self.pool.and(&infinite), self.pool.and(&zero)],
        };
        ways.extend([a, b].map(|it| self.is_nan(ty, it)));
        self.pool.or(&ways)
    }

    /// Is it infinite? Told by the landmarks first: what is within two of them is not.
    fn is_beyond_all(&mut self, ty: FloatType, term: TermId) -> TermId {
        let is_infinite = self.has_magnitude(ty, term, f64::INFINITY);
        let landmarks = self.landmarks(ty, term);
        let [Some(least), Some(greatest)] = [landmarks.first(), landmarks.last()] else {
            return is_infinite;
        };
        let (above, below) = (self.at_least(ty, term, *least), self.at_most(ty, term, *greatest));
        let is_within = self.pool.and2(below, above);
        let is_outside = self.pool.not(is_within);
        self.pool.and2(is_outside, is_infinite)
    }
}

/// The first numbers of many, without those that are far from everything.
fn first_few(numbers: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut few = Vec::new();
    for number in numbers {
        if few.len() < MAX_NAMED && number.abs() < LARGE && !few.contains(&number) {
            few.push(number);
        }
    }
    few
}

/// The number that an expression is written as.
fn constant(program: &Program, expr: ExprId) -> Option<f64> {
    match program.exprs[expr] {
        Expr::Float(ty, bits) => number_of(ty, bits),
        Expr::Neg(inner) => constant(program, inner).map(|it| -it),
        Expr::Convert(Type::Float(_), inner) => match program.exprs[inner] {
            Expr::Int(..) | Expr::Neg(_) => {
                whole_constant(program, inner).or_else(|| constant(program, inner))
            }
            _ => constant(program, inner),
        },
        _ => None,
    }
}

fn whole_constant(program: &Program, expr: ExprId) -> Option<f64> {
    match program.exprs[expr] {
        Expr::Int(ty, bits) => Some(ty.value(bits) as f64),
        Expr::Neg(inner) => whole_constant(program, inner).map(|it| -it),
        _ => None,
    }
}

/// Are floating numbers made of integers that are not constants?
fn converts_integers(program: &Program) -> bool {
    program.exprs.iter().any(|(_, expr)| match *expr {
        Expr::Convert(Type::Float(_), inner) => {
            matches!(program.type_of(inner), Type::Int(_))
                && whole_constant(program, inner).is_none()
        }
        _ => false,
    })
}

/// A stretch that ends where no number of the program is, as if it did not.
fn without_far((least, greatest): (f64, f64)) -> (f64, f64) {
    let end = |it: f64| if it.abs() < LARGE / 2.0 { it } else { f64::INFINITY.copysign(it) };
    (end(least), end(greatest))
}

/// The least and the greatest result, of those that are numbers.
fn corners(op: ArithOp, ty: FloatType, a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
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

fn rounded(ty: FloatType, number: f64) -> f64 {
    match ty {
        FloatType::F32 => f64::from(number as f32),
        _ => number,
    }
}

fn is_representable(ty: FloatType, number: f64) -> bool {
    rounded(ty, number) == number
}

/// In ascending order, each once; one of the two zeros.
fn sorted(mut numbers: Vec<f64>) -> Vec<f64> {
    numbers.iter_mut().for_each(|it| *it += 0.0);
    numbers.sort_unstable_by(f64::total_cmp);
    numbers.dedup();
    numbers
}

#[cfg(test)]
mod tests {
    use ir::Sign;
    use ir_passes::points_to::{ExternalPointers, PointsTo};
    use logic::{Assignment, Sort, Value, evaluate};
    use proptest::prelude::*;

    use super::*;

    /// An encoder of a program that names these numbers.
    fn with_encoder<T>(named: &[f64], test: impl FnOnce(&mut Encoder<'_>) -> T) -> T {
        let program = crate::tests::program("", "L0 -> L1: return");
        let points_to = PointsTo::of(&program, ExternalPointers::OwnMemory);
        let mut encoder = Encoder::new(&program, points_to, Integers::Machine)
            .expect("a program without objects has room");
        let mut all = named.to_vec();
        all.extend([-LARGE, 0.0, LARGE]);
        encoder.float_bounds.named = sorted(all.clone());
        encoder.float_bounds.compared = sorted(all);
        test(&mut encoder)
    }

    fn number() -> impl Strategy<Value = f64> {
        prop_oneof![
            any::<u64>().prop_map(f64::from_bits),
            any::<f32>().prop_map(f64::from),
            -200.0f64..200.0,
            (-8i8..8).prop_map(|it| f64::from(it) / 4.0),
            prop::sample::select(vec![
                0.0,
                -0.0,
                f64::INFINITY,
                f64::NEG_INFINITY,
                f64::NAN,
                f64::MAX,
                5e-324,
                f64::from(f32::MAX),
                1e-45,
                100.0,
                -40.0,
            ]),
        ]
    }

    fn operation() -> impl Strategy<Value = ArithOp> {
        prop::sample::select(vec![ArithOp::Add, ArithOp::Sub, ArithOp::Mul, ArithOp::Div])
    }

    fn machine(op: ArithOp, ty: FloatType, a: f64, b: f64) -> u128 {
        match ty {
            FloatType::F32 => {
                let (a, b) = (a as f32, b as f32);
                let result = match op {
                    ArithOp::Add => a + b,
                    ArithOp::Sub => a - b,
                    ArithOp::Mul => a * b,
                    _ => a / b,
                };
                u128::from(result.to_bits())
            }
            _ => {
                let result = match op {
                    ArithOp::Add => a + b,
                    ArithOp::Sub => a - b,
                    ArithOp::Mul => a * b,
                    _ => a / b,
                };
                u128::from(result.to_bits())
            }
        }
    }

    fn assign(encoder: &Encoder<'_>, to: &mut Assignment, term: TermId, width: u32, bits: u128) {
        let var = encoder.pool.as_var(term).expect("made as a variable");
        to.vars.insert(var, Value::BitVec(width, bits));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        /// Two operations, one on the result of the other: whatever the landmarks are, the machine's results
        /// are results of the terms, and compare with all numbers as they do.
        #[test]
        fn results_of_the_machine_are_kept(
            ops in [operation(), operation()],
            numbers in [number(), number(), number()],
            named in prop::collection::vec(-150.0f64..150.0, 0..4),
            against in number(),
            is_double: bool,
            is_constant: bool,
        ) {
            let ty = if is_double { FloatType::F64 } else { FloatType::F32 };
            let width = ty.bits();
            let named: Vec<f64> = named.into_iter().map(|it| rounded(ty, it)).collect();
            with_encoder(&named, |encoder| {
                let mut assignment = Assignment::default();
                let bits = numbers.map(|it| bits_of(ty, it).expect("of these formats"));
                let [a, b, c] = [0, 1, 2].map(|index| {
                    if index == 1 && is_constant {
                        return encoder.pool.bv(width, bits[index]);
                    }
                    let var = encoder.pool.fresh_var("operand", Sort::BitVec(width));
                    assign(encoder, &mut assignment, var, width, bits[index]);
                    var
                });
                let first = machine(ops[0], ty, numbers[0], numbers[1]);
                let first_number = number_of(ty, first).unwrap_or(f64::NAN);
                let second = machine(ops[1], ty, first_number, numbers[2]);
                let unknown = [first, second].map(|bits| {
                    let var = encoder.pool.fresh_var("unknown", Sort::BitVec(width));
                    assign(encoder, &mut assignment, var, width, bits);
                    var
                });
                let inner = encoder.bounded(ops[0], ty, [a, b], unknown[0]);
                let outer = encoder.bounded(ops[1], ty, [inner, c], unknown[1]);
                let opposite = encoder.float_negation(ty, outer);
                for (term, bits) in [(inner, first), (outer, second)] {
                    let value = evaluate(&encoder.pool, term, &assignment);
                    prop_assert_eq!(value, Some(Value::BitVec(width, bits)));
                }
                let mut bounds = vec![against];
                bounds.extend(encoder.float_landmarks(ty));
                let number = number_of(ty, second).unwrap_or(f64::NAN);
                for bound in bounds.into_iter().map(|it| rounded(ty, it)).filter(|it| !it.is_nan()) {
                    for (op, term, expected) in [
                        (CompareOp::Le, outer, number <= bound),
                        (CompareOp::Lt, outer, number < bound),
                        (CompareOp::Ge, outer, number >= bound),
                        (CompareOp::Gt, outer, number > bound),
                        (CompareOp::Eq, outer, number == bound),
                        (CompareOp::Ne, outer, number != bound),
                        (CompareOp::Le, opposite, -number <= bound),
                        (CompareOp::Gt, opposite, -number > bound),
                    ] {
                        let asked = encoder.float_bound(op, ty, term, bound);
                        let holds = evaluate(&encoder.pool, asked, &assignment);
                        prop_assert_eq!(holds, Some(Value::Bool(expected)), "{} {:?} {}", number, op, bound);
                    }
                }
                Ok(())
            })?;
        }

        /// Also of results that no machine has: bits and comparisons tell the same.
        #[test]
        fn what_is_held_is_within_the_bounds(
            op in operation(),
            numbers in [number(), number()],
            any in number(),
        ) {
            let ty = FloatType::F64;
            prop_assume!(!any.is_nan());
            with_encoder(&[1.5, 100.0], |encoder| {
                let mut assignment = Assignment::default();
                let [a, b, unknown] = [numbers[0], numbers[1], any].map(|it| {
                    let var = encoder.pool.fresh_var("number", Sort::BitVec(64));
                    assign(encoder, &mut assignment, var, 64, u128::from(it.to_bits()));
                    var
                });
                let term = encoder.bounded(op, ty, [a, b], unknown);
                let value = evaluate(&encoder.pool, term, &assignment);
                let Some(Value::BitVec(_, bits)) = value else { panic!("a number has bits") };
                let number = f64::from_bits(bits as u64);
                for bound in encoder.landmarks(ty, term) {
                    let asked = encoder.at_most(ty, term, bound);
                    let holds = evaluate(&encoder.pool, asked, &assignment);
                    prop_assert_eq!(holds, Some(Value::Bool(number <= bound)));
                    let asked = encoder.at_least(ty, term, bound);
                    let holds = evaluate(&encoder.pool, asked, &assignment);
                    prop_assert_eq!(holds, Some(Value::Bool(number >= bound)));
                }
                Ok(())
            })?;
        }

        #[test]
        fn what_is_rounded_stays_in_order(
            wide in number(),
            whole: i64,
            named in prop::collection::vec((-150i16..150).prop_map(f64::from), 0..4),
            against in number(),
        ) {
            with_encoder(&named, |encoder| {
                let from_double = (Type::Float(FloatType::F64), u128::from(wide.to_bits()), wide as f32);
                let int = Type::Int(IntType { width: 64, sign: Sign::Signed });
                let from_whole = (int, u128::from(whole as u64), whole as f32);
                for (from, bits, expected) in [from_double, from_whole] {
                    let mut assignment = Assignment::default();
                    let a = encoder.pool.fresh_var("operand", Sort::BitVec(64));
                    let unknown = encoder.pool.fresh_var("unknown", Sort::BitVec(32));
                    assign(encoder, &mut assignment, a, 64, bits);
                    assign(encoder, &mut assignment, unknown, 32, u128::from(expected.to_bits()));
                    let term = encoder.bounded_conversion(from, FloatType::F32, a, unknown);
                    let value = evaluate(&encoder.pool, term, &assignment);
                    prop_assert_eq!(value, Some(Value::BitVec(32, u128::from(expected.to_bits()))));
                    // A wider copy compares as it does, with numbers that only the wider format has, too.
                    let double = Type::Float(FloatType::F64);
                    let copy = encoder.float_convert(Type::Float(FloatType::F32), double, term);
                    let asked = encoder.float_bound(CompareOp::Le, FloatType::F64, copy, against);
                    let is_told = expected.is_normal() || expected == 0.0 || expected.is_infinite();
                    if is_told && !against.is_nan() {
                        let holds = evaluate(&encoder.pool, asked, &assignment);
                        prop_assert_eq!(holds, Some(Value::Bool(f64::from(expected) <= against)));
                    }
                }
                Ok(())
            })?;
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        #[test]
        fn what_was_an_integer_compares_as_one(
            whole: i32,
            small in -200i32..200,
            against in number(),
            times in -3.0f64..3.0,
        ) {
            prop_assume!(!against.is_nan());
            with_encoder(&[100.0], |encoder| {
                let double = Type::Float(FloatType::F64);
                let int = Type::Int(IntType { width: 32, sign: Sign::Signed });
                for whole in [whole, small] {
                    let mut assignment = Assignment::default();
                    let a = encoder.pool.fresh_var("whole", Sort::BitVec(32));
                    assign(encoder, &mut assignment, a, 32, u128::from(whole as u32));
                    let float = encoder.float_convert(int, double, a);
                    let times_bits = u128::from(times.to_bits());
                    let factor = encoder.pool.bv(64, times_bits);
                    let product = f64::from(whole) * times;
                    let unknown = encoder.pool.fresh_var("unknown", Sort::BitVec(64));
                    assign(encoder, &mut assignment, unknown, 64, u128::from(product.to_bits()));
                    let scaled =
                        encoder.bounded(ArithOp::Mul, FloatType::F64, [float, factor], unknown);
                    for (term, number) in [(float, f64::from(whole)), (scaled, product)] {
                        for bound in [against, f64::from(small), 100.0] {
                            for (op, expected) in
                                [(CompareOp::Le, number <= bound), (CompareOp::Ge, number >= bound)]
                            {
                                let asked = encoder.float_bound(op, FloatType::F64, term, bound);
                                let holds = evaluate(&encoder.pool, asked, &assignment);
                                prop_assert_eq!(holds, Some(Value::Bool(expected)));
                            }
                        }
                    }
                }
                Ok(())
            })?;
        }
    }

    /// A mean with weights stays where what it is made of is.
    #[test]
    fn bounds_are_told_without_bits() {
        with_encoder(&[0.0, 100.0], |encoder| {
            let ty = FloatType::F32;
            let sort = Sort::BitVec(32);
            let (x, y) = (encoder.pool.fresh_var("x", sort), encoder.pool.fresh_var("y", sort));
            let weights = [0.9f32, 0.1].map(|it| encoder.pool.bv(32, u128::from(it.to_bits())));
            let [x, y] = [(x, weights[0]), (y, weights[1])]
                .map(|(it, weight)| encoder.float_arith(ArithOp::Mul, ty, weight, it));
            let mean = encoder.float_arith(ArithOp::Add, ty, x, y);
            for (op, bound) in [(CompareOp::Le, 100.0), (CompareOp::Ge, 0.0)] {
                let asked = encoder.float_bound(op, ty, mean, bound);
                let inner = encoder.pool.postorder(&[asked]);
                let is_bound = |it: &TermId| matches!(encoder.pool[*it], Term::Or(_));
                assert!(inner.iter().any(is_bound), "a formula over comparisons of operands");
            }
        });
    }
}
