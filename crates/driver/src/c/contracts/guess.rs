//! Promises that hold of all samples.
//!
//! Guesses, nothing more: bodies that do not keep them make them go. Of every set of samples that
//! a premise about one parameter, or two, cuts out:
//!
//! - the result is a constant, a parameter or a small multiple of it plus a constant, or the sum or
//!   difference of two, and so is what a global grows by;
//! - else the least and greatest result, and how far it stays above or below a parameter.

use std::collections::BTreeSet;

use ir::{CompareOp, FunctionId, IntType, Program, VarId};
use ir_passes::by_contract::{Clause, Given, Premise, Subject};

use super::samples::{Sample, constants};

const MAX_CLAUSES: usize = 160;
/// Constants of the program that premises compare with.
const MAX_BOUNDS: usize = 12;
/// Fewer samples say nothing about how a number depends on a parameter.
const MIN_SAMPLES: usize = 3;
/// Bounds that need no reason.
const SMALL: i128 = 2;

/// The types of a function, and what it may change.
pub struct Types {
    pub parameters: Vec<IntType>,
    /// `None` where nothing is returned.
    pub result: Option<IntType>,
    pub globals: Vec<VarId>,
    /// Numbers of the program, and their neighbours.
    pub constants: BTreeSet<i128>,
}

pub fn guess(
    program: &Program,
    function: FunctionId,
    types: &Types,
    samples: &[Sample],
) -> Vec<Clause> {
    let mut clauses = Vec::new();
    let all: Vec<&Sample> = samples.iter().collect();
    all_conclusions(program, types, &[], &all, &mut clauses);
    let premises = premises(program, function, types);
    let mut halves = Vec::new();
    for premise in &premises {
        let chosen: Vec<&Sample> =
            all.iter().copied().filter(|it| holds(types, premise, it)).collect();
        if chosen.is_empty() || chosen.len() == all.len() {
            continue;
        }
        all_conclusions(program, types, &[*premise], &chosen, &mut clauses);
        halves.push((*premise, chosen));
    }
    for (index, (first, chosen)) in halves.iter().enumerate() {
        for (second, _) in &halves[index + 1..] {
            let both: Vec<&Sample> =
                chosen.iter().copied().filter(|it| holds(types, second, it)).collect();
            let is_new = !both.is_empty() && both.len() < chosen.len();
            let is_plain = first.mask.is_none() && second.mask.is_none();
            if first.parameter != second.parameter
                && is_plain
                && is_new
                && clauses.len() < MAX_CLAUSES
            {
                all_conclusions(program, types, &[*first, *second], &both, &mut clauses);
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
    let mut seen = BTreeSet::new();
    bounds.retain(|bound| seen.insert(*bound));
    bounds.truncate(MAX_BOUNDS);
    let mut premises = Vec::new();
    for (parameter, ty) in types.parameters.iter().enumerate() {
        for bound in &bounds {
            let bound = ty.wrap(*bound);
            for op in [CompareOp::Le, CompareOp::Ge] {
                premises.push(Premise { parameter, mask: None, op, bound });
            }
        }
        for bound in [0, 1] {
            let (mask, op) = (Some(1), CompareOp::Eq);
            premises.push(Premise { parameter, mask, op, bound });
        }
    }
    premises
}

fn holds(types: &Types, premise: &Premise, sample: &Sample) -> bool {
    premise.holds(types.parameters[premise.parameter], sample.arguments[premise.parameter])
}

/// What holds of all these samples, of the result and of each global that may change.
pub fn all_conclusions(
    program: &Program,
    types: &Types,
    premises: &[Premise],
    samples: &[&Sample],
    out: &mut Vec<Clause>,
) {
    if let Some(ty) = types.result {
        let results = samples.iter().filter_map(|it| Some((*it, it.did.result?)));
        let about = About { types, premises, subject: Subject::Result, ty };
        about.conclusions(&results.collect::<Vec<_>>(), out);
    }
    // Pairs of premises cut too finely for growths.
    let globals =
        types.globals.iter().filter(|_| premises.len() <= 1 || samples.len() < MIN_SAMPLES);
    for &global in globals {
        let Some(ty) = super::integer(program.vars[global].ty) else { continue };
        let growths = samples.iter().filter_map(|it| Some((*it, *it.did.growths.get(&global)?)));
        let about = About { types, premises, subject: Subject::Global(global), ty };
        about.conclusions(&growths.collect::<Vec<_>>(), out);
    }
}

/// What conclusions are about.
struct About<'a> {
    types: &'a Types,
    premises: &'a [Premise],
    subject: Subject,
    ty: IntType,
}

impl About<'_> {
    /// What holds of all these samples, said under the premises, unless it was said before.
    fn conclusions(&self, samples: &[(&Sample, u128)], out: &mut Vec<Clause>) {
        let ty = self.ty;
        let mut sums: Vec<Vec<(usize, i128)>> = vec![Vec::new()];
        let is_alike = |at: &usize| self.types.parameters[*at] == ty;
        let alike: Vec<usize> = (0..self.types.parameters.len()).filter(is_alike).collect();
        for &a in alike.iter().filter(|_| samples.len() >= MIN_SAMPLES) {
            sums.extend([1, -1, 2, 3].map(|factor| vec![(a, factor)]));
            // What grows by a sum is left alone.
            let others = alike.iter().filter(|b| **b > a && self.subject == Subject::Result);
            for &b in others {
                sums.extend([vec![(a, 1), (b, 1)], vec![(a, 1), (b, -1)], vec![(a, -1), (b, 1)]]);
            }
        }
        let rest = |(sample, value): &(&Sample, u128), terms: &[(usize, i128)]| {
            let sum: i128 =
                terms.iter().map(|(at, factor)| factor * ty.value(sample.arguments[*at])).sum();
            ty.value(*value) - sum
        };
        let mut is_exact = false;
        for terms in &sums {
            let mut rests = samples.iter().map(|sample| ty.wrap(rest(sample, terms)));
            let Some(first) = rests.next() else { return };
            if rests.all(|other| other == first) {
                self.add(CompareOp::Eq, terms, ty.value(first), out);
                is_exact = true;
            }
        }
        // Bounds of what grows, or of every other number, are hardly ever what a proof needs.
        let is_bounded =
            self.subject == Subject::Result && self.premises.iter().all(|it| it.mask.is_none());
        if is_exact || !is_bounded {
            return;
        }
        for terms in sums.iter().filter(|terms| terms.iter().all(|(_, factor)| *factor == 1)) {
            if terms.len() > 1 || (!terms.is_empty() && self.premises.len() > 1) {
                continue;
            }
            let rests = || samples.iter().map(|sample| rest(sample, terms));
            let least = (CompareOp::Ge, rests().min().unwrap_or(0));
            let most = (CompareOp::Le, rests().max().unwrap_or(0));
            for (op, bound) in [least, most] {
                // Any samples have ends; those that mean something are numbers of the program.
                if bound.abs() <= SMALL || self.types.constants.contains(&bound) {
                    self.add(op, terms, bound, out);
                }
            }
        }
    }

    fn add(&self, op: CompareOp, terms: &[(usize, i128)], constant: i128, out: &mut Vec<Clause>) {
        let ty = self.ty;
        let before = match self.subject {
            Subject::Result => None,
            Subject::Global(var) => Some((Given::Global(var), 1)),
        };
        let terms = terms.iter().map(|(at, factor)| (Given::Parameter(*at), ty.wrap(*factor)));
        let terms: Vec<(Given, u128)> = before.into_iter().chain(terms).collect();
        let constant = ty.wrap(constant);
        let is_said = out.iter().any(|it| {
            it.premises.iter().all(|premise| self.premises.contains(premise))
                && (it.subject, it.op, it.constant) == (self.subject, op, constant)
                && it.terms == terms
        });
        if !is_said {
            let (premises, subject) = (self.premises.to_vec(), self.subject);
            out.push(Clause { premises, subject, op, terms, constant });
        }
    }
}
