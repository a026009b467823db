//! Proofs about all threads together, with where each of them stands as a number.
//!
//! The threads become one loop in which somebody goes on ([`ir_passes::interleaved`]), memory becomes
//! variables where it can, and the engines for sequential programs look at that. It takes named
//! threads, a few of them, and says nothing about more.

use encode::{Integers, Invariants};
use ir::{Op, Program};
use ir_passes::dissolve_memory::{Layout, dissolve_memory};
use ir_passes::inline::Limits;
use ir_passes::interleaved::{Interleaved, interleaved};
use verdict::Budget;

use crate::c::automaton::{Automaton, Memory};
use crate::c::directed::{Directed, directed};

/// Edges of all threads, inlined.
const MAX_EDGES: usize = 4_000;
const RECURSION: usize = 2;

/// What came of it.
pub enum ByCounters {
    Proved,
    Open(String),
    InternalError(String),
}

/// Looks for a proof.
pub fn by_counters(program: &Program, budget: &Budget) -> ByCounters {
    let limits = Limits { n_edges: MAX_EDGES, recursion: RECURSION };
    let together = match interleaved(program, limits) {
        Ok(together) => together,
        Err(why) => return ByCounters::Open(why.to_owned()),
    };
    let program = without_memory(&together);
    let Some(automaton) = Automaton::of(&program, RECURSION, Integers::Machine) else {
        return ByCounters::Open("the threads are too large together".to_owned());
    };
    let known = Invariants::default();
    let mut work = Vec::new();
    match directed(&program, &automaton, Memory::Regions, &known, budget.into(), &mut work) {
        Directed::Proved(..) => ByCounters::Proved,
        Directed::Unknown(why) => ByCounters::Open(why),
        Directed::InternalError(error) => ByCounters::InternalError(error),
    }
}

/// The same runs over variables, if no access needs memory.
fn without_memory(together: &Interleaved) -> Program {
    let mut layout = Layout::default();
    layout.add(&together.program);
    let dissolved = dissolve_memory(&together.program, &layout);
    if n_unsupported(&dissolved) > n_unsupported(&together.program) {
        return together.program.clone();
    }
    dissolved
}

fn n_unsupported(program: &Program) -> usize {
    let body = program.functions[program.entry].body.iter();
    let edges = body.flat_map(|body| body.edges.values());
    edges.filter(|edge| matches!(edge.op, Op::Unsupported { .. })).count()
}
