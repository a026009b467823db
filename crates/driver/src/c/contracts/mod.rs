//! Proofs of recursive programs by contracts of the recursive functions.
//!
//! ```text
//!   samples     the functions are called on many arguments
//!   guess       what holds of all samples, as promises
//!   weaken      promises that the bodies do not keep are dropped, until all others are kept
//!   prove       the program with the contracts in the place of the calls, by all engines
//! ```
//!
//! The weakening is that of formula slicing, with calls in the place of loops: a body is looked at
//! with all promises that are left assumed of the calls in it, and what it may break goes. Soundness
//! is that of [`by_contract`]; `evidence` makes that program again and checks the proof on it.
//!
//! # What it cannot do
//! Only functions that compute with integers have contracts, and those have no preconditions: a
//! check inside a recursive function must hold for all arguments. Nothing is refuted here.
//!
//! # Ends
//! Each round but the last drops a promise.

mod guess;
mod samples;

use std::collections::BTreeSet;

use encode::{Encoder, Integers};
use ir::{CompareOp, FunctionId, IntType, Program, Sign, Type};
use ir_interp::Indeterminate;
use ir_passes::by_contract::{Clause, Contracts, Part, by_contract, recursive_functions};
use ir_passes::inline::{Limits, inline};
use ir_passes::points_to::{ExternalPointers, PointsTo};
use logic::TermId;
use smt::{Answer, Effort, OneQuestion};
use verdict::Budget;

use super::bounded::Replay;
use super::portfolio::{Engine, Found, Search};
use guess::{Types, guess};
use samples::{number, samples};

const EFFORT: Effort = Effort::Limited(2_000_000);
const LIMITS: Limits = Limits { n_edges: 100_000, recursion: 1 };

/// A proof that was checked again: each contract, in the words of C.
pub struct ByContract {
    pub contracts: Vec<String>,
}

/// Looks for contracts from which it follows that nothing fails.
pub fn prove_by_contract(program: &Program, budget: &Budget) -> Option<ByContract> {
    budget.enter("contracts of recursive functions");
    let points_to = PointsTo::of(program, ExternalPointers::OwnMemory);
    let recursive = recursive_functions(program, &points_to)?;
    let mut contracts = Contracts::default();
    for function in recursive.iter() {
        if let Some(types) = types(program, function) {
            let samples = samples(program, function, &types.parameters);
            let clauses = guess(program, function, &types, &samples);
            contracts.clauses.insert(function, clauses);
        }
    }
    weaken(program, &points_to, &mut contracts, budget)?;
    let reduced = by_contract(program, &points_to, &contracts, Part::Everything)?.program;
    // What is found here is no run of the program, and what is counted not its work.
    let plan = Engine::Auto.into();
    let replay = Replay { program: &reduced, indeterminate: Indeterminate::AsInput };
    let found = Search::new(&reduced, plan, replay, budget).answer();
    let Found::Proved(proof) = found else { return None };
    let extent = &proof.automaton.extent;
    let claim = (&proof.claim, &proof.invariants, extent);
    evidence::by_contract::confirm(program, &contracts, claim, budget).ok()?;
    Some(ByContract { contracts: texts(program, &contracts) })
}

/// Of a function with integers of at most 64 bits only.
fn types(program: &Program, function: FunctionId) -> Option<Types> {
    let integer = |ty: Type| match ty {
        Type::Int(int) if int.width <= 64 => Some(int),
        _ => None,
    };
    let signature = &program.functions[function].signature;
    let parameters: Option<Vec<IntType>> =
        signature.parameters.iter().map(|ty| integer(*ty)).collect();
    Some(Types { parameters: parameters?, result: integer(signature.result?)? })
}

/// Drops promises until the bodies keep all others; `None` if that cannot be told.
fn weaken(
    program: &Program,
    points_to: &PointsTo,
    contracts: &mut Contracts,
    budget: &Budget,
) -> Option<()> {
    loop {
        let asked = by_contract(program, points_to, contracts, Part::Promises)?;
        let broken = broken(&asked, budget)?;
        if broken.is_empty() {
            return Some(());
        }
        for (function, clauses) in &mut contracts.clauses {
            let mut index = 0;
            clauses.retain(|_| {
                index += 1;
                !broken.contains(&(*function, index - 1))
            });
        }
    }
}

/// The promises that a body may break before it comes to a loop.
fn broken(
    asked: &ir_passes::by_contract::ByContract,
    budget: &Budget,
) -> Option<BTreeSet<(FunctionId, usize)>> {
    let points_to = PointsTo::of(&asked.program, ExternalPointers::OwnMemory);
    let inlined = inline(&asked.program, &points_to, LIMITS).ok()?.program;
    let points_to = PointsTo::of(&inlined, ExternalPointers::OwnMemory);
    let mut encoder = Encoder::new(&inlined, points_to, Integers::Machine).ok()?;
    let start = encoder.initial().0;
    let step = encoder.step(vec![start]).ok()?;
    let mut broken = BTreeSet::new();
    let formulas: Vec<TermId> = step.violations.iter().map(|it| it.formula).collect();
    let any = encoder.pool.or(&formulas);
    if *OneQuestion::ask(&encoder.pool, &[any], budget, EFFORT).answer() == Answer::Unsat {
        return Some(broken);
    }
    for violation in &step.violations {
        let Some(promise) = asked.promises.get(&violation.check) else { continue };
        budget.check_clock().ok()?;
        let question = OneQuestion::ask(&encoder.pool, &[violation.formula], budget, EFFORT);
        if *question.answer() != Answer::Unsat {
            broken.insert(*promise);
        }
    }
    Some(broken)
}

fn texts(program: &Program, contracts: &Contracts) -> Vec<String> {
    let mut texts = Vec::new();
    for (function, clauses) in &contracts.clauses {
        let Some(types) = types(program, *function) else { continue };
        let name = &program.functions[*function].name;
        for clause in clauses {
            texts.push(format!("`{name}` returns {}", text(program, *function, &types, clause)));
        }
    }
    texts
}

fn text(program: &Program, function: FunctionId, types: &Types, clause: &Clause) -> String {
    let name = |at: usize| &*program.vars[program.functions[function].parameters[at]].name;
    let mut words: Vec<String> = Vec::new();
    for (at, factor) in &clause.terms {
        // Factors are small; those of unsigned parameters wrap.
        let signed = IntType { sign: Sign::Signed, ..types.result };
        let sign = if number(signed, *factor) < 0 { "-" } else { "" };
        words.push(format!("{sign}{}", name(*at)));
    }
    if clause.constant != 0 || words.is_empty() {
        words.push(number(types.result, clause.constant).to_string());
    }
    let mut text = format!("a value {} {}", symbol(clause.op), words.join(" + "));
    for (index, premise) in clause.premises.iter().enumerate() {
        let bound = number(types.parameters[premise.parameter], premise.bound);
        let joint = if index == 0 { "if" } else { "and" };
        text += &format!(" {joint} {} {} {bound}", name(premise.parameter), symbol(premise.op));
    }
    text
}

fn symbol(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Eq => "==",
        CompareOp::Ne => "!=",
        CompareOp::Lt => "<",
        CompareOp::Le => "<=",
        CompareOp::Gt => ">",
        CompareOp::Ge => ">=",
    }
}
