//! Landmarks: from where floating numbers are looked at (`float_bounds`).
//!
//! They may be any numbers, and which they are decides how much is known. A variable is looked at from what the
//! program compares with and computes with; a result from what the program compares with, and from what the
//! operation makes of the operands' landmarks. Two are far from everything: what is between them is not infinite.
//!
//! ```text
//!   if (x >= 0.0f && x <= 100.0f) y = 0.9f * x;      x: 0, 0.9, 100      y: 0, 90, 100
//! ```

use std::collections::VecDeque;

use ir::{Expr, ExprId, FloatType, Program, Type};
use logic::{Term, TermId};

use crate::float::number_of;
use crate::float_bounds::{Bounded, FloatBounds};
use crate::float_order::SameNumber;
use crate::state::Encoder;

/// Numbers that the program names, taken for landmarks of everything.
const MAX_NAMED: usize = 6;
/// Of one number.
const MAX_LANDMARKS: usize = 12;
/// Far from what programs compute with, far from where numbers end.
pub(crate) const LARGE: f64 = 1_048_576.0;

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

    pub(crate) fn landmarks(&self, ty: FloatType, term: TermId) -> Vec<f64> {
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
        match self.number_constant(ty, term) {
            Some(number) => vec![number],
            None => self.float_bounds.result(term).map_or(Vec::new(), |it| it.landmarks.clone()),
        }
    }

    /// As many landmarks as one number may have: those that the program compares with, the two outermost, and
    /// then by turns the largest and the smallest of those that are not far from everything.
    pub(crate) fn thinned(&self, ty: FloatType, found: Vec<f64>) -> Vec<f64> {
        self.at_most_so_many(ty, found, MAX_LANDMARKS)
    }

    pub(crate) fn at_most_so_many(&self, ty: FloatType, found: Vec<f64>, limit: usize) -> Vec<f64> {
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

pub(crate) fn rounded(ty: FloatType, number: f64) -> f64 {
    match ty {
        FloatType::F32 => f64::from(number as f32),
        _ => number,
    }
}

fn is_representable(ty: FloatType, number: f64) -> bool {
    rounded(ty, number) == number
}

/// In ascending order, each once; one of the two zeros.
pub(crate) fn sorted(mut numbers: Vec<f64>) -> Vec<f64> {
    numbers.iter_mut().for_each(|it| *it += 0.0);
    numbers.sort_unstable_by(f64::total_cmp);
    numbers.dedup();
    numbers
}
