//! What calls of recursive functions may be required to give: bounds of parameters at the numbers that
//! the program compares with, and the order of two parameters.
//!
//! Guesses: what the calls that were seen do not keep is not even asked for.

use std::collections::BTreeSet;

use ir::{CompareOp, FunctionId, IntType};
use ir_passes::by_contract::{Premise, Requirement};

use super::known::Known;
use super::samples::constants;

const MAX_BOUNDS: usize = 40;

pub(super) fn guess(
    known: &Known<'_>,
    function: FunctionId,
    parameters: &[IntType],
) -> Vec<Requirement> {
    let program = known.program;
    let mut bounds = vec![0, 1, -1];
    for constant in program.functions.ids().flat_map(|id| constants(program, id)) {
        bounds.extend([constant, constant - 1, constant + 1]);
    }
    let mut seen = BTreeSet::new();
    bounds.retain(|bound| seen.insert(*bound));
    bounds.truncate(MAX_BOUNDS);
    let mut requirements = Vec::new();
    for (parameter, ty) in parameters.iter().enumerate() {
        let fits = |bound: &&i128| ty.value(ty.wrap(**bound)) == **bound;
        for bound in bounds.iter().filter(fits) {
            for op in [CompareOp::Le, CompareOp::Ge] {
                let bound = ty.wrap(*bound);
                requirements.push(Requirement::Bound(Premise { parameter, mask: None, op, bound }));
            }
        }
        let alike = (0..parameter).filter(|other| parameters[*other] == *ty);
        for other in alike {
            for op in [CompareOp::Le, CompareOp::Ge, CompareOp::Ne] {
                requirements.push(Requirement::Order(other, op, parameter));
            }
        }
    }
    let of_function = || known.seen.iter().filter(|(of, _)| *of == function);
    requirements.retain(|it| of_function().all(|(_, arguments)| it.holds(parameters, arguments)));
    requirements
}
