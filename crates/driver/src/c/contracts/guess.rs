//! Promises that hold of all samples.
//!
//! Guesses, nothing more: bodies that do not keep them make them go. Of every set of samples that
//! a premise about one parameter, or two, cuts out:
//!
//! - the result is a constant, a parameter plus a constant, or the sum or difference of two;
//! - else the least and greatest result, and how far it stays above or below a parameter.

use ir::{CompareOp, FunctionId, IntType, Program};
use ir_passes::by_contract::{Clause, Premise};

use super::samples::{Sample, bits, constants, number};

const MAX_CLAUSES: usize = 160;
/// Constants of the program that premises compare with.
const MAX_BOUNDS: usize = 12;

/// Parameter types and result type.
pub struct Types {
    pub parameters: Vec<IntType>,
    pub result: IntType,
}

pub fn guess(
    program: &Program,
    function: FunctionId,
    types: &Types,
    samples: &[Sample],
) -> Vec<Clause> {
    let mut clauses = Vec::new();
    let all: Vec<&Sample> = samples.iter().collect();
    conclusions(types, &[], &all, &mut clauses);
    let premises = premises(program, function, types);
    let mut halves = Vec::new();
    for premise in &premises {
        let chosen: Vec<&Sample> =
            all.iter().copied().filter(|it| holds(types, premise, it)).collect();
        if chosen.is_empty() || chosen.len() == all.len() {
            continue;
        }
        conclusions(types, &[*premise], &chosen, &mut clauses);
        halves.push((*premise, chosen));
    }
    for (index, (first, chosen)) in halves.iter().enumerate() {
        for (second, _) in &halves[index + 1..] {
            let both: Vec<&Sample> =
                chosen.iter().copied().filter(|it| holds(types, second, it)).collect();
            let is_new = !both.is_empty() && both.len() < chosen.len();
            if first.parameter != second.parameter && is_new && clauses.len() < MAX_CLAUSES {
                conclusions(types, &[*first, *second], &both, &mut clauses);
            }
        }
    }
    clauses.truncate(MAX_CLAUSES);
    clauses
}

/// Bounds of parameters, closest to what the program compares with.
fn premises(program: &Program, function: FunctionId, types: &Types) -> Vec<Premise> {
    let mut bounds = vec![0, 1];
    for constant in constants(program, function) {
        bounds.extend([constant, constant - 1, constant + 1]);
    }
    let mut seen = std::collections::BTreeSet::new();
    bounds.retain(|bound| seen.insert(*bound));
    bounds.truncate(MAX_BOUNDS);
    let mut premises = Vec::new();
    for (parameter, ty) in types.parameters.iter().enumerate() {
        for bound in &bounds {
            let bound = bits(*ty, *bound);
            for op in [CompareOp::Le, CompareOp::Ge] {
                premises.push(Premise { parameter, op, bound });
            }
        }
    }
    premises
}

fn holds(types: &Types, premise: &Premise, sample: &Sample) -> bool {
    let ty = types.parameters[premise.parameter];
    let (value, bound) =
        (number(ty, sample.arguments[premise.parameter]), number(ty, premise.bound));
    match premise.op {
        CompareOp::Le => value <= bound,
        CompareOp::Ge => value >= bound,
        _ => false,
    }
}

/// What holds of all these samples, said under the premises, unless it was said before.
fn conclusions(types: &Types, premises: &[Premise], samples: &[&Sample], out: &mut Vec<Clause>) {
    let ty = types.result;
    let mut add = |op: CompareOp, terms: &[(usize, i128)], constant: i128| {
        let terms = terms.iter().map(|(at, factor)| (*at, bits(ty, *factor))).collect();
        let clause =
            Clause { premises: premises.to_vec(), op, terms, constant: bits(ty, constant) };
        let is_said = out.iter().any(|it| {
            it.premises.iter().all(|premise| premises.contains(premise))
                && (it.op, &it.terms, it.constant) == (op, &clause.terms, clause.constant)
        });
        if !is_said {
            out.push(clause);
        }
    };
    let alike: Vec<usize> =
        (0..types.parameters.len()).filter(|at| types.parameters[*at] == ty).collect();
    let mut sums: Vec<Vec<(usize, i128)>> = vec![Vec::new()];
    for &a in &alike {
        sums.extend([vec![(a, 1)], vec![(a, -1)]]);
        for &b in alike.iter().filter(|b| **b > a) {
            sums.extend([vec![(a, 1), (b, 1)], vec![(a, 1), (b, -1)], vec![(a, -1), (b, 1)]]);
        }
    }
    let rest = |sample: &Sample, terms: &[(usize, i128)]| {
        let sum: i128 =
            terms.iter().map(|(at, factor)| factor * number(ty, sample.arguments[*at])).sum();
        number(ty, sample.result) - sum
    };
    let mut is_exact = false;
    for terms in &sums {
        let mut rests = samples.iter().map(|sample| bits(ty, rest(sample, terms)));
        let Some(first) = rests.next() else { return };
        // One sample says nothing about how the result depends on its arguments.
        if rests.all(|other| other == first) && (terms.is_empty() || samples.len() > 1) {
            add(CompareOp::Eq, terms, number(ty, first));
            is_exact = true;
        }
    }
    if is_exact {
        return;
    }
    for terms in sums.iter().filter(|terms| terms.iter().all(|(_, factor)| *factor == 1)) {
        if terms.len() > 1 || (!terms.is_empty() && premises.len() > 1) {
            continue;
        }
        let rests = || samples.iter().map(|sample| rest(sample, terms));
        add(CompareOp::Ge, terms, rests().min().unwrap_or(0));
        add(CompareOp::Le, terms, rests().max().unwrap_or(0));
    }
}
