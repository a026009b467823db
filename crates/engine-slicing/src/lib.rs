//! Formula slicing (Karpenkov and Monniaux, 2016): inductive invariants from preconditions.
//!
//! Most loops change a small part of a program's state, and most of what held before a loop
//! still holds in it. So the exact precondition of a loop, a formula, is cut into *lemmas*, and
//! the lemmas that the loop breaks are dropped until the rest is inductive. No property is
//! needed, and no abstract domain: the precondition brings its own.
//!
//! ```text
//!   x = input(); p = input();
//!   if (p) assume(x >= 0); else assume(x < 0);      i = 0 ∧ (p ≠ 0 ⇒ x ≥ 0) ∧ (p = 0 ⇒ x < 0)
//!   for (i = 0; i < input(); i++) x *= 2;                     (p ≠ 0 ⇒ x ≥ 0) ∧ (p = 0 ⇒ x < 0)
//! ```
//!
//! # Where the paper is
//! | paper | here |
//! |---|---|
//! | large block encoding (2.5) | `lemmas::blocks`: one formula per pair of loop heads, from `encode` |
//! | weakening, Alg. 1, and abstract postconditions (3.1) | [`weaken`] |
//! | relaxed conjunctive normal form (4) | [`relaxed_cnf`] |
//! | elimination of intermediate variables (4) | [`elimination`] |
//! | overall algorithm, Alg. 2 and 3 (5) | [`fixpoint`] |
//! | live variables, non-nested loops (6) | `encode` names live components only; [`weaken`] |
//! | syntactic weakening (6.1) | [`Strategy::Syntactic`] |
//!
//! Beyond the paper: `lemmas::guesses` and [`harmless`], lemmas that join those of the precondition.
//! Whatever they are, the same weakening filters them, so a bad guess costs time and never
//! soundness. And [`look_ahead`]: lemmas that are inductive only over several steps.
//!
//! # What it cannot do
//! It proves and never refutes: a check that is left open says nothing. Calls must have been
//! inlined. What it finds is checked again by `evidence`.

mod elimination;
mod fixpoint;
mod harmless;
mod judge;
mod look_ahead;
mod many_models;
mod possible_values;
mod relaxed_cnf;
mod solver;
mod weaken;

use encode::{Encoder, Integers, Invariants, Unencodable};
use ir::{CheckId, EdgeId, LocationId, Program};
use ir_passes::points_to::PointsTo;
use smt::Effort;
use verdict::Budget;

use fixpoint::Slicer;
use weaken::Weakened;

/// How lemmas are dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// A counterexample to induction names the lemmas to drop (Alg. 1).
    Counterexamples,
    /// Each lemma that is not inductive together with the others is dropped, one question each.
    Destructive,
    /// A lemma is dropped if the block changes anything it speaks of; no solver is asked (6.1).
    Syntactic,
}

/// Which lemmas are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seeds {
    /// Of those of the precondition, the ones that speak of global variables only, and what keeps
    /// checks from failing. What a large program has to remember from function to function is
    /// seldom more.
    Globals,
    /// Those of the precondition: the paper's method.
    Precondition,
    /// Also conditions of the program, bounds, orderings, parities; and lemmas that are inductive
    /// over several steps.
    Extended,
}

/// What the invariants are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// The checks: once nothing is open, nothing more is looked for.
    Proof,
    /// The invariants themselves.
    Invariants,
}

#[derive(Clone, Copy, Debug)]
pub struct Options {
    pub strategy: Strategy,
    pub seeds: Seeds,
    pub aim: Aim,
    /// Are dropped lemmas tried once more over several steps?
    pub looks_ahead: bool,
    pub integers: Integers,
    /// For one question.
    pub effort: Effort,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            strategy: Strategy::Counterexamples,
            seeds: Seeds::Extended,
            aim: Aim::Proof,
            looks_ahead: true,
            integers: Integers::Machine,
            effort: Effort::Limited(8_000_000),
        }
    }
}

/// What came of a program.
#[derive(Clone, Debug)]
pub struct Sliced {
    /// Per loop head. Inductive, unless the budget ended the work, in which case there are none.
    pub invariants: Invariants,
    pub conclusion: Conclusion,
    pub statistics: Statistics,
    /// In the order in which lemmas were dropped.
    pub dropped: Vec<Dropped>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// The invariants exclude every failure.
    Proved,
    /// These checks, in order, may fail as far as the invariants say.
    Open(Vec<CheckId>),
    /// A step that is not modelled may be reached.
    Unsupported {
        edge: EdgeId,
        what: Box<str>,
    },
    OutOfBudget,
}

/// Counted work, the same on every machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    pub n_heads: usize,
    pub n_blocks: usize,
    pub n_seeded: usize,
    pub n_kept: usize,
    /// For each weakening, how many questions the solver was asked (the paper's Fig. 4b).
    pub calls_per_weakening: Vec<u32>,
    pub n_solver_calls: u64,
}

/// A lemma that was not inductive, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dropped {
    pub head: LocationId,
    /// In the pool of the invariants.
    pub lemma: logic::TermId,
    /// The loop head, or the start of the program, whose block breaks it.
    pub from: Option<LocationId>,
    /// A counterexample to induction: components before the block and their values.
    pub counterexample: Vec<(encode::Component, logic::Value)>,
}

/// Finds invariants for the loops of a program that makes no calls, and judges its checks.
pub fn run(
    program: &Program,
    points_to: PointsTo,
    budget: &Budget,
    options: Options,
) -> Result<Sliced, Unencodable> {
    let encoder = Encoder::new(program, points_to, options.integers)?;
    let mut slicer = Slicer::new(encoder, budget, options)?;
    slicer.find_invariants();
    let mut conclusion = slicer.judge();
    let is_done = conclusion == Conclusion::Proved && options.aim == Aim::Proof;
    if !is_done && slicer.look_ahead() == Weakened::Changed {
        conclusion = slicer.judge();
    }
    Ok(slicer.finish(conclusion))
}

#[cfg(test)]
mod tests;
