//! Proofs of recursive programs by contracts of the recursive functions.
//!
//! ```text
//!   known          some runs of the program, and the calls in them
//!   requirements   bounds of the arguments that all those calls keep
//!   samples        the functions are called on many other arguments
//!   guess          what holds of all samples, as promises
//!   weaken         lines that are not kept are dropped, until all others are
//!   tables         where requirements leave few arguments: what each of these calls does
//!   prove          the program with the contracts in the place of the calls, by all engines
//! ```
//!
//! The weakening is that of formula slicing, with calls in the place of loops: a body is looked at
//! with all lines that are left assumed of the calls in it, and what it may break goes. Soundness
//! is that of [`by_contract`]; `evidence` makes that program again and checks the proof on it.
//!
//! # What it cannot do
//! Only functions that compute with integers have contracts. Nothing is refuted here.
//!
//! # Ends
//! Each round of weakening but the last drops a line.

mod guess;
mod known;
mod requirements;
mod samples;
mod tables;
mod text;
mod weaken;

use index::IdSet;
use ir::{IntType, Program, Type, VarId};
use ir_interp::Indeterminate;
use ir_passes::by_contract::{
    Contract, Contracts, by_contract, recursive_functions, touched_globals,
};
use ir_passes::points_to::{ExternalPointers, PointsTo};
use verdict::Budget;

use super::bounded::Replay;
use super::portfolio::{Engine, Found, Search};
use guess::guess;
use known::Known;
use samples::Sampled;

/// Of the time that is left, for proofs that need no invariants.
const STRAIGHT_SHARE: f64 = 0.7;

/// A proof that was checked again: each contract, in the words of C.
pub struct ByContract {
    pub contracts: Vec<String>,
}

/// Looks for contracts from which it follows that nothing fails.
pub fn prove_by_contract(program: &Program, budget: &Budget) -> Option<ByContract> {
    budget.enter("contracts of recursive functions");
    let points_to = PointsTo::of(program, ExternalPointers::OwnMemory);
    let recursive = recursive_functions(program, &points_to)?;
    let touched = touched_globals(program, &points_to, &recursive);
    let globals: IdSet<VarId> = touched.values().flat_map(|it| it.assigned.iter()).collect();
    let mut known = Known::new(program, &touched, &globals);
    known.run_program(budget);
    let mut contracts = Contracts::default();
    for function in recursive.iter() {
        if let Some(types) = known.types(function) {
            let requires = requirements::guess(&known, function, &types.parameters);
            let sampled = Sampled { program, globals: &globals };
            let mut samples = sampled.calls(function, &types.parameters);
            samples.extend(known.samples(function));
            let ensures = guess(program, function, &types, &samples);
            contracts.of.insert(function, Contract { requires, ensures, cases: None });
        }
    }
    weaken::weaken(program, &points_to, &mut contracts, budget)?;
    if tables::add(&mut known, &mut contracts, budget) {
        weaken::weaken(program, &points_to, &mut contracts, budget)?;
    }
    weaken::without_implied_bounds(&known, &mut contracts);
    let reduced = by_contract(program, &points_to, &contracts)?.program;
    // What is found here is no run of the program, and what is counted not its work.
    let replay = Replay { program: &reduced, indeterminate: Indeterminate::AsInput };
    let search = |engine: Engine, budget: &Budget| {
        Search::new(&reduced, engine.into(), replay, budget).answer()
    };
    // Without recursion most of these programs have no loop that is left.
    let found = match search(Engine::Bounded, &budget.share(STRAIGHT_SHARE)) {
        Found::Proved(proof) => Found::Proved(proof),
        _ => search(Engine::Auto, budget),
    };
    let Found::Proved(proof) = found else { return None };
    let extent = &proof.automaton.extent;
    let claim = (&proof.claim, &proof.invariants, extent);
    evidence::by_contract::confirm(program, &contracts, claim, budget).ok()?;
    Some(ByContract { contracts: text::texts(program, &contracts) })
}

fn integer(ty: Type) -> Option<IntType> {
    match ty {
        Type::Int(int) if int.width <= 64 => Some(int),
        _ => None,
    }
}
