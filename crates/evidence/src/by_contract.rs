//! Checks again that no check of a recursive program fails, from contracts of its functions.
//!
//! The program with the contracts in the place of recursive calls, and with the checks that the
//! bodies keep them, is made here again from the program and the contracts
//! ([`ir_passes::by_contract`], which says why that is sound); then the claim is checked on it as on
//! any program.

use encode::Invariants;
use ir::Program;
use ir_passes::by_contract::{Contracts, by_contract};
use ir_passes::points_to::{ExternalPointers, PointsTo};
use verdict::Budget;

use crate::induction::{self, Claim, Extent, Refusal};

/// Confirms a claim about the program by contract.
pub fn confirm(
    program: &Program,
    contracts: &Contracts,
    (claim, invariants, extent): (&Claim, &Invariants, &Extent),
    budget: &Budget,
) -> Result<(), Refusal> {
    let points_to = PointsTo::of(program, ExternalPointers::OwnMemory);
    let impossible = || Refusal::Undecided("contracts do not fit the program".to_owned());
    let by_contract = by_contract(program, &points_to, contracts);
    let by_contract = by_contract.ok_or_else(impossible)?;
    induction::confirm(&by_contract.program, claim, invariants, extent, budget)
}
