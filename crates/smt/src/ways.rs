//! One question, divided into those about each way that it can go.
//!
//! Solvers that think in bits find it hard that `sum - a[i] + x` is the sum of an array in which `a[i]` became
//! `x`; for each `i` it is a matter of counting what is added. So a formula that is too hard is divided
//! where it leaves something open: which of several things is broken, whether two places of an array are one,
//! which side a choice takes. Most of the ways are impossible at a glance ([`TermPool::is_impossible`]), and
//! the others are easy.

use logic::{Sort, Term, TermId, TermPool, replace};
use verdict::Budget;

use crate::limits::Effort;
use crate::one_question::OneQuestion;
use crate::session::Answer;

/// For a way that can still be divided.
const GLANCE: u32 = 40_000;
/// Choices on one way.
const MAX_DEPTH: usize = 16;

/// The answer to a question that was divided, with a model if there is one.
pub struct Ways {
    pub answer: Answer,
    pub model: Option<OneQuestion>,
}

/// How much is put into a question that is divided.
#[derive(Clone, Copy, Debug)]
pub struct Pains {
    pub max_ways: usize,
    /// For a way that cannot be divided any more.
    pub each: Effort,
}

impl Ways {
    /// Is there a model of all the formulas?
    pub fn ask(
        pool: &mut TermPool,
        formulas: &[TermId],
        budget: &Budget,
        Pains { max_ways, each }: Pains,
    ) -> Self {
        let mut pending = divide_failures(pool, formulas);
        let mut n_ways = 0;
        while let Some((way, depth)) = pending.pop() {
            n_ways += 1;
            if pool.is_impossible(way) {
                continue;
            }
            if n_ways > max_ways || budget.check().is_err() {
                return Self::unknown("too many ways");
            }
            let parts = if depth < MAX_DEPTH { divide(pool, way) } else { None };
            let effort = if parts.is_some() { each.at_most(GLANCE) } else { each };
            let one = OneQuestion::ask(pool, &[way], budget, effort);
            match (one.answer(), parts) {
                (Answer::Unsat, _) => {}
                (Answer::Sat, _) => return Self { answer: Answer::Sat, model: Some(one) },
                (Answer::Unknown(_), Some(parts)) => {
                    pending.extend(parts.map(|part| (part, depth + 1)));
                }
                (Answer::Unknown(why), None) => return Self::unknown(why),
            }
        }
        Self { answer: Answer::Unsat, model: None }
    }

    fn unknown(why: &str) -> Self {
        Self { answer: Answer::Unknown(why.to_owned()), model: None }
    }
}

/// One formula for each thing that may be broken: the disjunction that was said last.
fn divide_failures(pool: &mut TermPool, formulas: &[TermId]) -> Vec<(TermId, usize)> {
    let all = pool.and(formulas);
    let Term::And(conjuncts) = pool[all].clone() else { return vec![(all, 0)] };
    let last = conjuncts.iter().rev().find_map(|it| match &pool[*it] {
        Term::Or(parts) => Some((*it, parts.clone())),
        _ => None,
    });
    let Some((last, parts)) = last else { return vec![(all, 0)] };
    let others: Vec<TermId> = conjuncts.iter().copied().filter(|it| *it != last).collect();
    let mut divided = Vec::new();
    for part in parts {
        let way: Vec<TermId> = others.iter().copied().chain([part]).collect();
        divided.push((pool.and(&way), 0));
    }
    divided
}

/// The two ways of what is left open first; none if nothing is.
fn divide(pool: &mut TermPool, formula: TermId) -> Option<[TermId; 2]> {
    for term in pool.postorder(&[formula]) {
        match pool[term].clone() {
            Term::Select(array, index) => {
                let Term::Store(before, at, stored) = pool[array] else { continue };
                let is_same = pool.eq(at, index);
                let elsewhere = pool.select(before, index);
                let there = [(term, stored)].into_iter().collect();
                let other = [(term, elsewhere)].into_iter().collect();
                let ways = [there, other].map(|by| replace(pool, &[formula], &by)[0]);
                let not_same = pool.not(is_same);
                return Some([pool.and2(ways[0], is_same), pool.and2(ways[1], not_same)]);
            }
            Term::Ite(condition, ..) if !matches!(pool.sort(term), Sort::Bool) => {
                return Some([true, false].map(|truth| {
                    let (value, opposite) = (pool.bool(truth), pool.not(condition));
                    let by = [(condition, value)].into_iter().collect();
                    let way = replace(pool, &[formula], &by)[0];
                    pool.and2(way, if truth { condition } else { opposite })
                }));
            }
            _ => {}
        }
    }
    None
}
