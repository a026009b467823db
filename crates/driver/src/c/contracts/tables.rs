//! What each of few calls does.
//!
//! Where requirements leave a parameter few values, what the calls with each of them do ([`Known`])
//! becomes a promise like any other.
//!
//! Parameters without bounds get two values each; what depends on them is not in the table.

use std::collections::BTreeSet;

use ir::{CompareOp, FunctionId, Program};
use ir_passes::by_contract::{Cases, Contract, Contracts, Premise, Requirement};
use verdict::Budget;

use super::guess::{Types, all_conclusions};
use super::known::Known;
use super::samples::{Sample, constants};

/// Calls of one function in its table.
const MAX_ENTRIES: i128 = 96;
/// What parameters without bounds are.
const UNBOUNDED: [i128; 2] = [1, 5];

/// Adds promises from tables. Whether there are any.
pub(super) fn add(known: &mut Known<'_>, contracts: &mut Contracts, budget: &Budget) -> bool {
    let program = known.program;
    let mut is_any = false;
    for (&function, contract) in &mut contracts.of {
        let Some(types) = known.types(function) else { continue };
        let domain = domain(program, function, &types, contract);
        // Bodies are looked at by the values of the first parameter that has few.
        contract.cases = cases(&domain);
        for premises in domain {
            if budget.check_clock().is_err() {
                return is_any;
            }
            let samples: Option<Vec<Sample>> = UNBOUNDED
                .iter()
                .map(|other| known.sample(function, arguments(&types, &premises, *other)))
                .collect();
            let Some(samples) = samples else { continue };
            let samples: Vec<&Sample> = samples.iter().collect();
            let n_before = contract.ensures.len();
            all_conclusions(program, &types, &premises, &samples, &mut contract.ensures);
            is_any |= contract.ensures.len() > n_before;
        }
    }
    is_any
}

/// The calls of a table, each as what is said of its parameters.
fn domain(
    program: &Program,
    function: FunctionId,
    types: &Types,
    contract: &Contract,
) -> Vec<Vec<Premise>> {
    let mut calls: Vec<Vec<Premise>> = vec![Vec::new()];
    for (parameter, ty) in types.parameters.iter().enumerate() {
        let bounds = |wanted: CompareOp| {
            contract.requires.iter().filter_map(move |it| match it {
                Requirement::Bound(Premise { parameter: of, mask: None, op, bound })
                    if *of == parameter && *op == wanted =>
                {
                    Some(ty.value(*bound))
                }
                _ => None,
            })
        };
        let Some(most) = bounds(CompareOp::Le).min() else { continue };
        // Below the least number that the function compares with, all calls are alike.
        let compared = constants(program, function).first().map(|it| it - 1);
        let Some(least) = bounds(CompareOp::Ge).chain(compared).max() else { continue };
        let n_values = most - least + 1;
        if n_values < 1 || n_values * calls.len() as i128 > MAX_ENTRIES {
            continue;
        }
        let mut longer = Vec::new();
        for value in least..=most {
            let bound = ty.wrap(value);
            let only = [CompareOp::Ge, CompareOp::Le].map(|op| Premise {
                parameter,
                mask: None,
                op,
                bound,
            });
            longer.extend(calls.iter().map(|call| [call, &only[..]].concat()));
        }
        calls = longer;
    }
    calls.retain(|call| !call.is_empty());
    calls
}

/// The values of the first parameter of a table.
fn cases(domain: &[Vec<Premise>]) -> Option<Cases> {
    let Premise { parameter, bound: least, .. } = *domain.first()?.first()?;
    let values = domain.iter().filter_map(|premises| premises.first().map(|it| it.bound));
    let count = values.collect::<BTreeSet<u128>>().len() as u32;
    Some(Cases { parameter, least, count })
}

/// The arguments that premises leave no choice of, and others.
fn arguments(types: &Types, premises: &[Premise], other: i128) -> Vec<u128> {
    let mut arguments = Vec::new();
    for (parameter, ty) in types.parameters.iter().enumerate() {
        let only = premises.iter().find(|it| it.parameter == parameter).map(|it| it.bound);
        arguments.push(only.unwrap_or(ty.wrap(other + parameter as i128)));
    }
    arguments
}
