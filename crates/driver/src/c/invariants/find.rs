//! Invariants of every loop, without a property: `linchpin invariants`.
//!
//! Formula slicing needs no target, so it runs on the whole automaton: what is reduced for a
//! verdict to what a check depends on stays here. First without memory, then with it, as far as
//! the time goes; the last that was finished is told, after `evidence` has checked it again.
//!
//! The checks of `unreach-call` are left in the program: where an assertion fails, the run ends,
//! as it does in C, and what assertions ask makes good lemmas to try.
//!
//! What the heap looks like there is shape analysis' part ([`super::heaps`]), which is checked in its
//! own way; either may have an answer without the other.
//!
//! What holds is said of all runs up to undefined behaviour. A program with a step that is not
//! modelled, which a run may come to, has no answer: nothing would be known from there on.

use encode::{Integers, Invariants};
use engine_slicing::{Aim, Conclusion, Options, Sliced};
use evidence::induction::{Refusal, confirm_invariants};
use ir::{Op, Program};
use ir_passes::forget_memory::forget_memory;
use verdict::{Budget, Known, LoopFacts, LoopsOutcome, Reason};

use super::heaps::{LoopHeaps, heaps_at_loops};
use super::loop_facts;
use super::threads::of_threads;
use crate::c::Compiled;
use crate::c::automaton::{Automaton, Memory};
use crate::c::threads::creates_threads;
use crate::c::verify::trust_box;

pub use engine_slicing::{Seeds, Strategy};

/// How invariants are looked for.
#[derive(Clone, Copy, Debug)]
pub struct FindOptions {
    pub strategy: Strategy,
    /// At most; what needs fewer is tried with fewer.
    pub seeds: Seeds,
}

impl Default for FindOptions {
    fn default() -> Self {
        Self { strategy: Strategy::Counterexamples, seeds: Seeds::Extended }
    }
}

/// How deep a function may be inside itself, in turn.
const RECURSION: [usize; 3] = [2, 6, 20];
/// Of the time that is left: for the try without memory, and for all tries.
const FORGOTTEN_SHARE: f64 = 0.3;
const SLICING_SHARE: f64 = 0.6;

/// The invariants of the loops of a program that was compiled for `unreach-call`.
pub fn find(
    compiled: &Compiled,
    options: FindOptions,
    integers: Integers,
    budget: &Budget,
) -> LoopsOutcome {
    let mut outcome = LoopsOutcome {
        loops: Vec::new(),
        threads: None,
        predicates: Vec::new(),
        unknown: None,
        trust: trust_box(&compiled.program, integers),
        remarks: Vec::new(),
        statistics: Vec::new(),
    };
    if creates_threads(&compiled.program) {
        of_threads(compiled, options.strategy, &mut outcome, budget);
        return outcome;
    }
    match search(compiled, options, integers, budget) {
        Ok((loops, sliced)) => {
            outcome.loops = loops;
            let figures = &sliced.statistics;
            outcome.statistics = vec![
                ("loop heads, with copies of inlined functions", figures.n_heads as u64),
                ("lemmas tried", figures.n_seeded as u64),
                ("lemmas kept", figures.n_kept as u64),
                ("solver calls", figures.n_solver_calls),
            ];
        }
        Err(reason) => outcome.unknown = Some(reason),
    }
    if integers == Integers::Machine {
        add_heaps(compiled, &mut outcome, budget);
    }
    outcome
}

/// What the heap looks like at the loops, besides what is known of numbers.
fn add_heaps(compiled: &Compiled, outcome: &mut LoopsOutcome, budget: &Budget) {
    let (loops, predicates) = match heaps_at_loops(compiled, budget) {
        Ok(found) => found,
        Err(why) => {
            outcome.remarks.push(format!("nothing is said of the heap: {why}"));
            return;
        }
    };
    if loops.is_empty() {
        return;
    }
    if let Some(reason) = outcome.unknown.take() {
        outcome.remarks.push(format!("nothing is said of numbers: {reason}"));
    }
    outcome.predicates = predicates;
    for LoopHeaps { kind, span, function, heaps } in loops {
        let found = outcome.loops.iter_mut().find(|it| it.span == span && it.function == function);
        match found {
            // Two analyses that are right may know different things.
            Some(it) if it.known == Known::Unreachable => {}
            Some(it) => it.heaps = heaps,
            None => {
                let known = Known::Lemmas(Vec::new());
                outcome.loops.push(LoopFacts { kind, span, function, known, heaps });
            }
        }
    }
    outcome.loops.sort_by_key(|it| it.span.lo);
}

fn search(
    compiled: &Compiled,
    options: FindOptions,
    integers: Integers,
    budget: &Budget,
) -> Result<(Vec<LoopFacts>, Sliced), Reason> {
    let mut why = Reason::Timeout;
    for recursion in RECURSION {
        let automaton = Automaton::of(&compiled.program, recursion, integers).ok_or_else(|| {
            let what = "the program is too large when its calls are inlined";
            Reason::Inconclusive(what.to_owned())
        })?;
        match slice(compiled, &automaton, options, budget) {
            Ok(sliced) => {
                budget.enter("saying invariants in C");
                let invariants = &sliced.invariants;
                let loops = loop_facts(&compiled.source, &automaton, invariants, budget);
                return Ok((loops, sliced));
            }
            Err(Open::RecursionCut(what)) => why = Reason::Unsupported(what),
            Err(Open::Other(reason)) => return Err(reason),
        }
    }
    Err(why)
}

/// Why an automaton gave nothing.
enum Open {
    /// Following calls deeper may help.
    RecursionCut(String),
    Other(Reason),
}

/// The tries, cheapest first; of those that came to an end the last one that can be confirmed.
fn slice(
    compiled: &Compiled,
    automaton: &Automaton,
    options: FindOptions,
    budget: &Budget,
) -> Result<Sliced, Open> {
    let mut found: Vec<Sliced> = Vec::new();
    let mut open = Open::Other(Reason::Timeout);
    let tries = budget.share(SLICING_SHARE);
    for memory in [Memory::Forgotten, Memory::Regions] {
        let (part, program) = match memory {
            Memory::Forgotten if !has_memory(&automaton.whole.program) => continue,
            Memory::Forgotten => {
                (tries.share(FORGOTTEN_SHARE), forget_memory(&automaton.whole.program))
            }
            Memory::Regions => (tries.clone(), Some(automaton.whole.program.clone())),
        };
        let Some(program) = program else { continue };
        match attempt(compiled, automaton, &program, options, &part) {
            Ok(sliced) => found.push(sliced),
            Err(why) => open = why,
        }
    }
    budget.enter("checking the invariants again");
    while let Some(sliced) = found.pop() {
        match confirm(compiled, automaton, &sliced.invariants, budget) {
            Ok(()) => return Ok(sliced),
            Err(Refusal::Wrong(what) | Refusal::NotInductive(what)) => {
                return Err(Open::Other(Reason::InternalError(what)));
            }
            Err(Refusal::Undecided(what) | Refusal::Unfollowed(what)) => {
                open = Open::Other(Reason::Inconclusive(what))
            }
        }
    }
    Err(match open {
        Open::Other(_) if budget.is_spent() => Open::Other(Reason::Timeout),
        open => open,
    })
}

fn confirm(
    compiled: &Compiled,
    automaton: &Automaton,
    invariants: &Invariants,
    budget: &Budget,
) -> Result<(), Refusal> {
    confirm_invariants(&compiled.program, invariants, &automaton.extent, budget)
}

fn attempt(
    compiled: &Compiled,
    automaton: &Automaton,
    program: &Program,
    options: FindOptions,
    budget: &Budget,
) -> Result<Sliced, Open> {
    budget.enter("formula slicing");
    let FindOptions { strategy, seeds } = options;
    let (aim, integers) = (Aim::Invariants, automaton.extent.integers);
    let options = Options { strategy, seeds, aim, integers, ..Options::default() };
    let sliced = engine_slicing::run(program, automaton.points_to(), budget, options)
        .map_err(|encode::Unencodable(what)| Open::Other(Reason::Unsupported(what)))?;
    match &sliced.conclusion {
        Conclusion::Proved | Conclusion::Open(_) => Ok(sliced),
        Conclusion::OutOfBudget => Err(Open::Other(Reason::Timeout)),
        Conclusion::Unsupported { edge, what } if automaton.is_recursion_cut(program, *edge) => {
            Err(Open::RecursionCut(what.to_string()))
        }
        Conclusion::Unsupported { edge, what } => {
            let place = automaton.place(program, *edge);
            let place = place.map(|(_, span)| compiled.source.position(span.lo));
            let place = place.map(|position| format!(" ({position})")).unwrap_or_default();
            Err(Open::Other(Reason::Unsupported(format!("{what}{place}"))))
        }
    }
}

/// Does the program read or write anything but variables?
fn has_memory(program: &Program) -> bool {
    let body = program.functions[program.entry].body.as_ref();
    body.is_some_and(|body| {
        body.edges.values().any(|edge| {
            matches!(
                edge.op,
                Op::Load { .. }
                    | Op::Store { .. }
                    | Op::Copy { .. }
                    | Op::Fill { .. }
                    | Op::HavocMemory { .. }
                    | Op::Allocate { .. }
                    | Op::Reallocate { .. }
                    | Op::Free { .. }
            )
        })
    })
}
